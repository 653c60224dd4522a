"""Returned paper, found in pictures, and put on a page for a person to look through and type."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

from msgspec import Struct

from sheetscore.event.folder import sheets_stem, stage_command, stage_json, stage_name
from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.entries import read_whole
from sheetscore.operations.opening.history import locked
from sheetscore.operations.opening.open_event import OpenEvent, open_event
from sheetscore.operations.safeguards.overwrite_guard import is_of_event
from sheetscore.problems import MistakesFound, UnreadableFile, WrongUsage
from sheetscore.reading.round_workbook import ReadBoxes
from sheetscore.scan import refuse_without_libraries
from sheetscore.scan.looking.page import key_in, page_of
from sheetscore.scan.looking.shown_scan import key_of, set_out
from sheetscore.scan.scanned import Scan
from sheetscore.text_files import not_there
from sheetscore.wording import command_line
from sheetscore.workbooks.saving import digest, led_to, written_beside

PAGE = ".html"

PICTURES = frozenset({".pdf", ".jpg", ".jpeg", ".png", ".tif", ".tiff", ".heic"})
"""The endings of files taken from a folder; HEIC only to refuse it with advice."""


class Scanned(Struct, frozen=True):
    """The found paper, and the page to look through it."""

    event: Event
    round: int
    path: Path
    """The page."""
    found: Scan
    then: str
    """The command that fills in what the page saves."""
    noted: tuple[Finding, ...] = ()
    """Findings about the standings, which were brought up to date first."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Findings about pictures that are no page of the round, or too bad to be placed, and about standings."""
        return (*self.noted, *refusals(self.found, Severity.WARNING))

    def as_json(self) -> dict[str, object]:
        """Return the outcome with the keys that scripts rely on."""
        return {
            "event": self.event.header.name,
            "round": stage_json(self.round),
            "path": str(self.path),
            "pages": [
                {
                    "code": page.code,
                    "table": page.table,
                    "file": page.source.file,
                    "number": page.source.number,
                    "written": sum(box.is_written_on for box in page.boxes),
                }
                for page in self.found.pages
            ],
            "refused": [
                {"file": one.source.file, "number": one.source.number, "why": one.why} for one in self.found.refused
            ],
            "missing": list(self.found.missing),
        }


def scan(
    files: Sequence[str | Path],
    folder: str | Path = ".",
    *,
    number: int | None = None,
    to: str | Path | None = None,
    force: bool = False,
    news: Callable[[str], object] = lambda _: None,
) -> Scanned:
    """Find the pages of a round in scans and photos, and write the page to look through them.

    Parameters
    ----------
    files
        PDF, JPEG, PNG and TIFF files, with one page of the round in every picture; or folders of such files.
    folder
        The event's folder.
    number
        The round of the paper. Default: the last round that has sheets.
    to
        The page to write, an .html. Default: ``round1-scan.html`` in the event's folder.
    force
        Replace another file of that name.
    news
        Called with the name of each picture before it is examined.

    Raises
    ------
    WrongUsage
        A library is missing, the round has no sheets, or the file to write to is something else.
    UnreadableFile
        A file does not exist, or is no picture.
    MistakesFound
        No picture is a page of the round, or its workbook has lost parts.
    """
    refuse_without_libraries()
    from sheetscore.scan.find import scan_of  # noqa: PLC0415 -- pictures take long

    paths = [path for named in files for path in _files_at(Path(named))]
    place = None if to is None else Path(to)
    if place is not None:
        _refuse_place(place, force=force)
    opened = open_event(folder)
    stage = scanned_stage(opened, number)
    forms, read = read_whole(opened, opened.folder.sheets(stage), stage, besides=True)
    found = scan_of(paths, opened.event.key, stage, forms, read, news)
    return write_scan_page(opened, found, forms, read, place, force=force)


def refusals(found: Scan, severity: Severity) -> list[Finding]:
    """Report each picture that is no page of the round, with advice."""
    return [
        finding("scan-refused", f"{one.source.called}: {one.why}", severity=severity, kind=one.source.file)
        for one in found.refused
    ]


def scanned_stage(opened: OpenEvent, number: int | None) -> int:
    """Return the round of the scanned paper: the requested one, by default the last with sheets.

    Raises
    ------
    WrongUsage
        It has no sheets, or there is no such round.
    """
    if number is not None:
        stage = opened.stage(number)
        if opened.folder.sheets(stage).exists():
            return stage
        made_by = stage_command("sheets", stage)
        raise WrongUsage(f"{stage_name(stage)} has no score sheets: sheetscore {made_by} makes them", "no-sheets")
    made = [stage for stage in opened.event.stages if opened.folder.sheets(stage).exists()]
    if not made:
        raise WrongUsage("no round has score sheets yet, so none can come back on paper", "no-sheets")
    return made[-1]


def _files_at(path: Path) -> Iterator[Path]:
    """Yield a named file, or the PDFs and pictures in a folder, by name.

    Raises
    ------
    UnreadableFile
        It is not there, or the folder has none.
    """
    if path.is_file():
        yield path
    elif path.is_dir():
        pictures = sorted(one for one in path.iterdir() if one.suffix.lower() in PICTURES and one.is_file())
        if not pictures:
            raise UnreadableFile(
                f"the folder {path} has no PDF, JPEG, PNG or TIFF: name the files of the scan", "missing"
            )
        yield from pictures
    else:
        raise not_there(path)


def _fill_command(folder: Path, workbook: str, csv: str) -> str:
    """Return the command that fills in a CSV from the folder for downloads; it works in any folder."""
    downloads = Path.home() / "Downloads"
    source = downloads / csv if downloads.is_dir() else Path(csv)
    return command_line("sheetscore", "-C", str(folder.resolve()), "fill", workbook, str(source))


def write_scan_page(
    opened: OpenEvent,
    found: Scan,
    forms: RoundForms,
    read: ReadBoxes,
    to: Path | None = None,
    *,
    force: bool = False,
) -> Scanned:
    """Write the page to look through a scan, beside the workbook of its round.

    Parameters
    ----------
    forms, read
        The sheets of the round, and its workbook as it is.
    to
        The page. Default: ``round1-scan.html``, or ``round1-scan2.html`` if another scan has that name. A former page
        of the same scan is replaced, since the browser remembers what was typed into it.
    force
        Replace the file that ``to`` names even if it is no page of this scan; no copy of it is kept.

    Raises
    ------
    MistakesFound
        No picture is a page of the round.
    WrongUsage
        The file to write to is something else, or cannot be written to.
    """
    if not found.pages:
        raise MistakesFound(refusals(found, Severity.ERROR))
    place = _place(opened, found, to, force=force)
    csv = place.with_suffix(".csv").name
    sheets = opened.folder.sheets(found.round_number)
    then = _fill_command(opened.folder.path, sheets.name, csv)
    page = page_of(set_out(found, opened.event.header.name, forms, read.entered, csv, then))
    with locked(opened) as lock_findings:
        # no copy goes to kept/: it would repeat handwriting and names, and the same scan makes it again
        with written_beside(place, lambda unfinished: unfinished.write_text(page, "utf-8", newline="\n")) as whole:
            whole.replace(led_to(place))
        opened.note(f"scan {sheets.name}", read={sheets: read.sha256}, written={place: digest(place)})
    return Scanned(opened.event, found.round_number, place, found, then, tuple(lock_findings))


def _place(opened: OpenEvent, found: Scan, to: Path | None, *, force: bool) -> Path:
    key = key_of(found)
    if to is None:
        stem = f"{sheets_stem(found.round_number)}-scan"
        names = (f"{stem}{'' if number == 1 else number}{PAGE}" for number in count(1))
        places = (opened.folder.path / name for name in names)
        return next(place for place in places if not place.exists() or key_in(place) == key)
    _refuse_place(to, key, force=force)
    return to


def _refuse_place(to: Path, key: str = "", *, force: bool) -> None:
    """Refuse a named file to which the page cannot be written.

    Parameters
    ----------
    key
        The key of the scan; "" before the pictures are read, when a page of any scan may be replaced.
    """
    if to.suffix.lower() != PAGE or is_of_event(to):
        raise WrongUsage(f"{to.name} is no name of a page: give one that ends in {PAGE}", "other-format")
    if force or not to.exists():
        return
    present = key_in(to)
    if present != key if key else present is None:
        raise WrongUsage(
            f"{to.name} is there already, and is not of this scan: take another name; or add --force, and it is "
            "replaced, with no copy of it",
            "already-there",
        )
