"""Run LibreOffice to convert, recalculate and print workbooks.

It runs in a temporary folder with a profile of its own, follows no links and runs no macros. To convert an OpenDocument
spreadsheet it gets a copy with cells and their styles only, without macros, pictures or objects.

A PDF has all sheets, or leaves out those for the director alone. These are marked by defined names, which stay with
their sheets when somebody renames them.
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
"""The seconds that any conversion may take; more are added for the size of the file. LibreOffice starts in two to five
seconds on a small machine, and takes many times as long on an old, busy one."""

SECONDS_TO_END = 5
"""How long to wait until killed processes are gone: as long as they run, they may write to the temporary folder."""

_PROGRAMS = (
    "soffice",
    "libreoffice",
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    r"C:\Program Files\LibreOffice\program\soffice.com",
)
"""Where LibreOffice is looked for: on the path, and where its installer puts it on macOS and Windows."""

_RECALCULATES = """<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop>
</item>
"""
"""A setting to recompute every formula on loading; by default LibreOffice trusts the cached values."""

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
"""The settings of the profile: never follow links to other files, never run macros."""

SECONDS_PER_MEBIBYTE = 2
"""How much longer a conversion may take per mebibyte of the file: five times what we measured, for small machines."""

SECONDS_TO_PRINT_MEBIBYTE = 60
"""How much longer printing may take per mebibyte of the workbook: 40 tables have one mebibyte, and take 15 s
on a slow machine."""

_OF_PYTHON = frozenset({"PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV"})
"""Environment variables that would lead the Python inside LibreOffice to modules of another version."""

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
    """LibreOffice did not finish in time and was killed."""


class NothingToPrint(UnreadableFile):
    """All sheets of a workbook are hidden, or left out."""


def libreoffice() -> str | None:
    """Return the path of LibreOffice, or None if it is not installed."""
    return next(filter(None, map(shutil.which, _PROGRAMS)), None)


def surroundings(folder: Path) -> dict[str, str]:
    """Return the environment variables for LibreOffice.

    The Python inside LibreOffice loads the modules of the first ``python3`` on the path. In an active virtual
    environment these are of another version and crash it, so the path has the system's folders only.

    Parameters
    ----------
    folder
        The folder for its temporary files.
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
    """Convert a file with LibreOffice; return None if it fails.

    Parameters
    ----------
    program
        The path from :func:`libreoffice`.
    data
        The bytes of a file that the guard let pass.
    kind
        The suffix of the file: ``ods``.
    target
        The suffix of the result, and LibreOffice's filter for it: ``xlsx:Calc MS Excel 2007 XML``.
    seconds_per_mebibyte
        How much longer than :data:`SECONDS` the conversion may take per mebibyte of the file.
    stem
        The name of the file without its suffix; pages that name their file print it.
    profile
        More settings of LibreOffice, as XML items.

    Raises
    ------
    TookTooLong
        LibreOffice did not finish in time.
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
    """Run a command; at the end, or if it takes too long, kill it and all processes that it started."""
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
    """Kill a program's process group: on most systems soffice is a script, and its child does the work.

    If the program was still running, wait until the group is gone, since the folder that it writes to is removed next.
    If it had ended by itself, its children have nothing left to write, and are killed without waiting: in many
    containers nobody reaps dead processes, which stay members of the group for seconds, or for good.
    """
    if os.name == "nt":
        process.kill()
        return
    seconds = SECONDS_TO_END if process.poll() is None else 0
    deadline = time.monotonic() + seconds
    with suppress(ProcessLookupError, PermissionError):  # the group is gone; on macOS, only zombies are left
        os.killpg(process.pid, signal.SIGKILL)
        # signal again and again: it fails once the group is gone, which ends the loop
        while time.monotonic() < deadline:
            process.poll()
            time.sleep(0.02)
            os.killpg(process.pid, signal.SIGKILL)


def as_xlsx(path: Path, inspected: Inspected) -> bytes:
    """Convert an .ods file to .xlsx with LibreOffice. The result still has to pass the guard.

    Parameters
    ----------
    path
        The file, for messages.
    inspected
        The file as the guard let it pass.

    Raises
    ------
    UnreadableFile
        LibreOffice is not installed, cannot convert the file, or does not finish in time.
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
    """Recompute every formula of an .xlsx file with LibreOffice; return None if it fails."""
    return converted(program, data, "xlsx", _TARGET, SECONDS_TO_PRINT_MEBIBYTE, profile=_RECALCULATES)


def _cells_only(data: bytes) -> bytes:
    """Return an .ods file with the parts for cells and styles only; blank cells lose their styles, which cost time."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w") as new:
        new.writestr("mimetype", SPREADSHEET)
        new.writestr(MANIFEST, _MANIFEST)
        for part in (CONTENT, STYLES):
            if part in old.namelist():
                new.writestr(part, with_plain_blank_cells(old.read(part)))
    return stream.getvalue()


def keep_for_director(book: Book, titles: Sequence[str]) -> None:
    """Mark some sheets, in a workbook that is being written, as meant for the director alone.

    The name that marks a sheet has the sheet's number in the workbook.
    """
    for number, sheet in enumerate(book.workbook.worksheets(), start=1):
        if (title := sheet.get_name()) in titles:
            book.define(f"{_FOR_DIRECTOR}{number}", Area(title, 0, 0, 0, 0).reference)


def for_director(names: Mapping[str, str]) -> frozenset[str]:
    """Return the titles of the sheets for the director alone, by a workbook's defined names and their references."""
    marks = (reference for name, reference in names.items() if name.startswith(_FOR_DIRECTOR))
    return frozenset(area.sheet for reference in marks if (area := rectangle(reference)))


def as_pdf(program: str, data: bytes, stem: str, without: Collection[str] = ()) -> bytes | None:
    """Print a workbook to a PDF with LibreOffice; return None if it fails.

    Parameters
    ----------
    program
        The path from :func:`libreoffice`.
    data
        The bytes of an .xlsx file that the guard let pass.
    stem
        The name of the file without its suffix, which pages print.
    without
        The titles of sheets to leave out.

    Raises
    ------
    TookTooLong
        LibreOffice did not finish in time.
    NothingToPrint
        No sheet is left.
    """
    wanted = _with_hidden_sheets(data, without) if without else data
    return converted(program, wanted, "xlsx", "pdf", SECONDS_TO_PRINT_MEBIBYTE, stem)


def _with_hidden_sheets(data: bytes, titles: Collection[str]) -> bytes:
    """Return the workbook with sheets hidden."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            new.writestr(part, _sheet_list_hiding(old.read(part), titles) if part == _WORKBOOK else old.read(part))
    return stream.getvalue()


def _sheet_list_hiding(workbook: bytes, titles: Collection[str]) -> bytes:
    """Return the XML that lists the sheets, with some of them hidden and the first visible one in front."""
    root = fromstring(workbook)
    sheets = [*root.iter(f"{_MAIN}sheet")]
    for sheet in sheets:
        if sheet.get("name") in titles:
            sheet.set("state", "hidden")
    # without print areas, since LibreOffice prints a hidden sheet that has one
    hidden = {str(index) for index, sheet in enumerate(sheets) if sheet.get("name") in titles}
    for names in root.iter(f"{_MAIN}definedNames"):
        for name in [*names]:
            if name.get("name") == _PRINT_AREA and name.get("localSheetId") in hidden:
                names.remove(name)
    first = next((index for index, sheet in enumerate(sheets) if _is_seen(sheet)), None)
    if first is None:
        raise NothingToPrint("all its sheets are for the director, or hidden")
    for view in root.iter(f"{_MAIN}workbookView"):
        view.set("activeTab", str(first))
        view.attrib.pop("firstSheet", None)
    stream = io.BytesIO()
    ET.ElementTree(root).write(stream, encoding="utf-8", xml_declaration=True)
    return stream.getvalue()


def _is_seen(sheet: ET.Element) -> bool:
    return sheet.get("state", "visible") == "visible"  # LibreOffice writes the default, too


def page_count(pdf: bytes) -> int:
    """Count the pages of a PDF."""
    from pypdf import PdfReader  # noqa: PLC0415 -- only who prints needs it

    return len(PdfReader(io.BytesIO(pdf)).pages)


def joined(pdfs: Sequence[bytes]) -> bytes:
    """Join PDFs in order, without metadata: without a creation time, equal pages give equal bytes."""
    from pypdf import PdfWriter  # noqa: PLC0415 -- as above

    writer = PdfWriter()
    for pdf in pdfs:
        writer.append(io.BytesIO(pdf))
    writer.metadata = None
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()
