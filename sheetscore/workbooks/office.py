"""LibreOffice as a program that converts and prints: found where it is installed, run apart from anybody's own, ended.

It works in a folder of its own with a profile of its own, follows no links, runs no macros, and nothing of it is left.
OpenDocument spreadsheets are converted by it, then read like any other workbook: it is handed a copy with nothing but
the cells and their styles, without macros, pictures or objects.

What is printed becomes a PDF, of all sheets or of those that are handed out. A defined name marks each sheet that is
for the director alone; it stays with its sheet when somebody renames that.
"""

from __future__ import annotations

import io
import os
import shutil
import signal
import subprocess
import tempfile
import time
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from defusedxml.ElementTree import fromstring

from sheetscore.problems import UnreadableFile
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.cell_refs import Area, rectangle
from sheetscore.workbooks.guard.inspection import Inspected
from sheetscore.workbooks.guard.limits import MEBIBYTE, with_plain_blank_cells
from sheetscore.workbooks.guard.ods_census import CONTENT, MANIFEST, SPREADSHEET, STYLES

SECONDS = 120
"""How long a conversion may take to begin with: LibreOffice needs two to five to start on a small machine, and many
times that on an old one on which other programs are at work."""

SECONDS_TO_END = 5
"""How long to wait until everything is gone that was ended at work, and may still write to its folder until then."""

_PROGRAMS = (
    "soffice",
    "libreoffice",
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    r"C:\Program Files\LibreOffice\program\soffice.com",
)
"""Where LibreOffice is: on the path, or where its installer puts it on macOS and Windows."""

_RECALCULATES = """<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop>
</item>
"""
"""Every formula is recomputed; else the values that are beside them are taken for right."""

_PROFILE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Content/Update">
<prop oor:name="Link" oor:op="fuse"><value>2</value></prop>
</item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting">
<prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop>
</item>
{more}</oor:items>
"""
"""Links to other files are never followed, macros never run."""

SECONDS_PER_MEBIBYTE = 2
"""How much longer a conversion may take for each mebibyte, a table or two: five times what it takes here, for small
machines."""

SECONDS_TO_PRINT_MEBIBYTE = 60
"""How much longer printing may take for each mebibyte of a workbook: 40 tables have one, and take 15 s on a slow
machine."""

_OF_PYTHON = frozenset({"PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV"})
"""What leads the Python inside LibreOffice to the modules of another."""

_TARGET = "xlsx:Calc MS Excel 2007 XML"

_MANIFEST = f"""<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">
<manifest:file-entry manifest:full-path="/" manifest:media-type="{SPREADSHEET.decode()}"/>
<manifest:file-entry manifest:full-path="{CONTENT}" manifest:media-type="text/xml"/>
<manifest:file-entry manifest:full-path="{STYLES}" manifest:media-type="text/xml"/>
</manifest:manifest>
"""

_WORKBOOK = "xl/workbook.xml"
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_PRINT_AREA = "_xlnm.Print_Area"
_FOR_DIRECTOR = "ss.director."


class TookTooLong(UnreadableFile):
    """LibreOffice was ended, because it was not done in time."""


def libreoffice() -> str | None:
    """Return the program, if it is on this machine."""
    return next(filter(None, map(shutil.which, _PROGRAMS)), None)


def surroundings(folder: Path) -> dict[str, str]:
    """Return the environment in which LibreOffice is started.

    The Python inside it takes its modules from where the first ``python3`` of the path is. In an active virtual
    environment these are of another version, and LibreOffice dies of them.

    Parameters
    ----------
    folder
        Where it leaves its temporary files.
    """
    kept = {name: value for name, value in os.environ.items() if name not in _OF_PYTHON}
    if os.name == "posix":
        kept["PATH"] = os.defpath  # the folders of the system alone
    return kept | dict.fromkeys(("TMPDIR", "TMP", "TEMP"), str(folder))


def converted(
    program: str,
    data: bytes,
    kind: str,
    target: str,
    seconds_per_mebibyte: float,
    stem: str = "workbook",
    profile: str = "",
) -> bytes | None:
    """Let LibreOffice convert a file; None when it does not.

    Parameters
    ----------
    program
        As :func:`libreoffice` found it.
    data
        The file, which the guard let pass.
    kind
        How its name ends: ``ods``.
    target
        What to make of it, as LibreOffice calls it, after how that name ends: ``xlsx:Calc MS Excel 2007 XML``.
    seconds_per_mebibyte
        How much longer than :data:`SECONDS` it may take for each mebibyte of the file.
    stem
        What it is called without its ending: printed where pages name their file.
    profile
        More settings of LibreOffice.

    Raises
    ------
    TookTooLong
        It was not done in time.
    """
    with tempfile.TemporaryDirectory(prefix="sheetscore-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "profile" / "user").mkdir(parents=True)
        (folder / "profile" / "user" / "registrymodifications.xcu").write_text(
            _PROFILE.format(more=profile), encoding="utf-8"
        )
        source, made = folder / f"{stem}.{kind}", folder / "made" / f"{stem}.{target.partition(':')[0]}"
        source.write_bytes(data)
        made.parent.mkdir()  # apart from the source, which may have the same ending
        own = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
        command = [program, own, "--headless", "--norestore", "--convert-to", target, "--outdir", str(made.parent)]
        seconds = SECONDS + seconds_per_mebibyte * len(data) / MEBIBYTE
        _run([*command, str(source)], surroundings(folder), seconds)
        return made.read_bytes() if made.is_file() else None


def _run(command: list[str], environment: dict[str, str], seconds: float) -> None:
    """Run a command and what it starts; end all of it when it takes too long."""
    with subprocess.Popen(  # noqa: S603 -- LibreOffice, and names of our own
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
        start_new_session=True,
    ) as process:
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired as late:
            raise TookTooLong(
                f"LibreOffice took longer than {seconds:.0f} s and was ended; another program may keep the machine "
                "busy, so try again"
            ) from late
        finally:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program with what it started: on most systems soffice is a script whose child does the work.

    Its group may outlive it: the folder that all of them write to is removed next. Where the program came to its own
    end, whoever it left has nothing to write, and is ended but not waited for: in many containers nobody collects
    the dead, which count as members of the group for seconds, or for good.
    """
    if os.name == "nt":
        process.kill()
        return
    seconds = SECONDS_TO_END if process.poll() is None else 0
    waited = time.monotonic() + seconds
    with suppress(ProcessLookupError, PermissionError):  # nobody of the group is left; on macOS only who has ended
        os.killpg(process.pid, signal.SIGKILL)
        # sent again and again, because the signal fails once nobody is left: that is how the end is known
        while time.monotonic() < waited:
            process.poll()
            time.sleep(0.02)
            os.killpg(process.pid, signal.SIGKILL)


def as_xlsx(path: Path, inspected: Inspected) -> bytes:
    """Return the .xlsx that LibreOffice makes of an .ods file, which has to pass the guard like any other.

    Parameters
    ----------
    path
        The file, for messages.
    inspected
        What the guard let pass of it.

    Raises
    ------
    UnreadableFile
        There is no LibreOffice on this machine, or it cannot convert the file, or not in time.
    """
    program = libreoffice()
    if program is None:
        raise UnreadableFile(
            f"{path.name} is an OpenDocument file, which only LibreOffice can convert, and LibreOffice is not on this "
            "machine: save it as .xlsx"
        )
    by_hand = "open it in LibreOffice and save it as .xlsx"
    try:
        made = converted(program, _cells_only(inspected.data), "ods", _TARGET, SECONDS_PER_MEBIBYTE)
    except TookTooLong as late:
        raise UnreadableFile(f"{path.name} could not be converted: {late.message}; or {by_hand}") from late
    if made is None:
        raise UnreadableFile(f"{path.name} could not be converted: {by_hand}")
    return made


def recalculated(program: str, data: bytes) -> bytes | None:
    """Have every formula of an .xlsx file recomputed; None when LibreOffice cannot, as for :func:`converted`."""
    return converted(program, data, "xlsx", _TARGET, SECONDS_TO_PRINT_MEBIBYTE, profile=_RECALCULATES)


def _cells_only(data: bytes) -> bytes:
    """Pack the parts that hold cells and styles again; blank cells have none, which LibreOffice would go through."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w") as new:
        new.writestr("mimetype", SPREADSHEET)
        new.writestr(MANIFEST, _MANIFEST)
        for part in (CONTENT, STYLES):
            if part in old.namelist():
                new.writestr(part, with_plain_blank_cells(old.read(part)))
    return stream.getvalue()


def keep_for_director(book: Book, titles: Sequence[str]) -> None:
    """Mark sheets of a workbook that is being written, each by a name with its number in the workbook."""
    numbers = {sheet.get_name(): number for number, sheet in enumerate(book.workbook.worksheets(), start=1)}
    for title in titles:
        book.define(f"{_FOR_DIRECTOR}{numbers[title]}", Area(title, 0, 0, 0, 0).reference)


def for_director(names: Mapping[str, str]) -> frozenset[str]:
    """Return the titles of the marked sheets of a workbook that came back, by its names and what they refer to."""
    marks = (reference for name, reference in names.items() if name.startswith(_FOR_DIRECTOR))
    return frozenset(area.sheet for reference in marks if (area := rectangle(reference)))


def as_pdf(program: str, data: bytes, stem: str, without: Collection[str] = ()) -> bytes | None:
    """Print a workbook; None when LibreOffice cannot, as for :func:`converted`.

    Parameters
    ----------
    program
        LibreOffice.
    data
        An .xlsx file that the guard let pass.
    stem
        What its name is without the ending: pages are printed with it.
    without
        The titles of sheets that are not wanted.
    """
    wanted = _without(data, without) if without else data
    return converted(program, wanted, "xlsx", "pdf", SECONDS_TO_PRINT_MEBIBYTE, stem)


def _without(data: bytes, titles: Collection[str]) -> bytes:
    """Hide sheets in a workbook."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            new.writestr(part, _hidden(old.read(part), titles) if part == _WORKBOOK else old.read(part))
    return stream.getvalue()


def _hidden(workbook: bytes, titles: Collection[str]) -> bytes:
    root = fromstring(workbook)
    sheets = [*root.iter(f"{_MAIN}sheet")]
    for sheet in sheets:
        if sheet.get("name") in titles:
            sheet.set("state", "hidden")
    # LibreOffice prints a hidden sheet that has a print area
    hidden = {str(index) for index, sheet in enumerate(sheets) if sheet.get("name") in titles}
    for names in root.iter(f"{_MAIN}definedNames"):
        for name in [*names]:
            if name.get("name") == _PRINT_AREA and name.get("localSheetId") in hidden:
                names.remove(name)
    for view in root.iter(f"{_MAIN}workbookView"):
        view.set("activeTab", next(str(index) for index, sheet in enumerate(sheets) if _is_seen(sheet)))
        view.attrib.pop("firstSheet", None)
    stream = io.BytesIO()
    ET.ElementTree(root).write(stream, encoding="utf-8", xml_declaration=True)
    return stream.getvalue()


def _is_seen(sheet: ET.Element) -> bool:
    return sheet.get("state", "visible") == "visible"  # LibreOffice writes the usual state, too


def page_count(pdf: bytes) -> int:
    """Count the pages of a PDF."""
    from pypdf import PdfReader  # noqa: PLC0415 -- only who prints needs it

    return len(PdfReader(io.BytesIO(pdf)).pages)


def joined(pdfs: Sequence[bytes]) -> bytes:
    """Put PDFs together, in order; without the time at which they were made, so that equal pages give equal bytes."""
    from pypdf import PdfWriter  # noqa: PLC0415 -- as above

    writer = PdfWriter()
    for pdf in pdfs:
        writer.append(io.BytesIO(pdf))
    writer.metadata = None
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()
