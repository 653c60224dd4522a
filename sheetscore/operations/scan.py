"""Filled-in paper that came back: found in pictures, and put on a page for a person to look through and type."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path

from msgspec import Struct

from sheetscore.event.folder import sheets_stem, stage_command, stage_json, stage_name
from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.entries import read_whole
from sheetscore.operations.history import locked
from sheetscore.operations.open_event import OpenEvent, open_event
from sheetscore.operations.overwrite_guard import is_of_event
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.reading.round_workbook import ReadRound
from sheetscore.scan import refuse_without_libraries
from sheetscore.scan.looking.page import key_in, page_of
from sheetscore.scan.looking.shown_scan import called, key_of, set_out
from sheetscore.scan.scanned import Scan
from sheetscore.text_files import not_there
from sheetscore.workbooks.saving import digest, led_to, written_beside

PAGE = ".html"


class Scanned(Struct, frozen=True):
    """Paper that was found, and the page to look through it."""

    event: Event
    round: int
    path: Path
    """The page."""
    found: Scan
    csv: str
    """What the page calls the file that it saves."""

    @property
    def workbook(self) -> str:
        """What the round's workbook is called, into which the CSV is filled."""
        return f"{sheets_stem(self.round)}.xlsx"

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The pictures that are no page of the round, or not well enough to be placed."""
        return tuple(refusals(self.found, Severity.WARNING))

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
) -> Scanned:
    """Find the pages of a round in scans and photos, and write the page to look through them.

    Parameters
    ----------
    files
        PDF, JPEG and PNG files, each with one page of the round in every picture.
    folder
        The event's.
    number
        The round whose paper it is; without it the last one that has sheets.
    to
        The page to write, an .html; without it ``round1-scan.html`` in the event's folder.
    force
        Replace another file of that name.

    Raises
    ------
    WrongUsage
        A library is missing, the round has no sheets, or the file to write to is something else.
    UnreadableFile
        One of the files is not there, or is no picture.
    MistakesFound
        No picture is a page of the round, or its workbook has lost parts.
    """
    refuse_without_libraries()
    from sheetscore.scan.find import scan_of  # noqa: PLC0415 -- pictures take long

    paths = [Path(path) for path in files]
    refuse_missing(paths)
    opened = open_event(folder)
    stage = scanned_stage(opened, number)
    forms, read = read_whole(opened, opened.folder.sheets(stage), stage, besides=True)
    found = scan_of(paths, opened.event.key, stage, forms, read)
    return write_page(opened, found, forms, read, None if to is None else Path(to), force=force)


def refusals(found: Scan, severity: Severity) -> list[Finding]:
    """Say of each picture that is no page of the round what is wrong, and what to do."""
    return [
        finding("scan-refused", f"{called(one.source)}: {one.why}", severity=severity, kind=one.source.file)
        for one in found.refused
    ]


def scanned_stage(opened: OpenEvent, number: int | None) -> int:
    """Return the round whose paper is scanned: the one that was asked for, without one the last that has sheets.

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


def refuse_missing(files: Sequence[Path]) -> None:
    """Stop before a file is opened that is not there.

    Raises
    ------
    UnreadableFile
        One is not.
    """
    for path in files:
        if not path.is_file():
            raise not_there(path)


def write_page(
    opened: OpenEvent,
    found: Scan,
    forms: RoundForms,
    read: ReadRound,
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
        Where to; without it ``round1-scan.html``, or ``round1-scan2.html`` where another scan has that name. The page
        of the same scan is replaced, for the browser remembers what was typed into it.
    force
        Replace another file that was named, too; no copy is kept of it.

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
    page = page_of(set_out(found, opened.event.header.name, forms, read.entered, csv))
    sheets = opened.folder.sheets(found.round_number)
    with locked(opened):
        # no copy goes to kept/: it would have handwriting and names once more, and the same scan makes it again
        with written_beside(place, lambda unfinished: unfinished.write_text(page, "utf-8", newline="\n")) as whole:
            whole.replace(led_to(place))
        opened.note(f"scan {sheets.name}", read={sheets: read.sha256}, written={place: digest(place)})
    return Scanned(opened.event, found.round_number, place, found, csv)


def _place(opened: OpenEvent, found: Scan, to: Path | None, *, force: bool) -> Path:
    key = key_of(found)
    if to is None:
        stem = f"{sheets_stem(found.round_number)}-scan"
        names = (f"{stem}{'' if number == 1 else number}{PAGE}" for number in count(1))
        places = (opened.folder.path / name for name in names)
        return next(place for place in places if not place.exists() or key_in(place) == key)
    if to.suffix.lower() != PAGE or is_of_event(to):
        raise WrongUsage(f"{to.name} is no name of a page: give one that ends in {PAGE}", "other-format")
    if to.exists() and not force and key_in(to) != key:
        raise WrongUsage(
            f"{to.name} is there already, and is not of this scan: take another name; or add --force, and it is "
            "replaced, with no copy of it",
            "already-there",
        )
    return to
