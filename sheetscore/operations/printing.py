"""Printing: the pages of a workbook, or of all that a round has, in the order in which a director hands them out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from sheetscore.event.folder import EventFolder, in_its_format, stage_command, stage_of
from sheetscore.event.load import event_there
from sheetscore.findings import Finding
from sheetscore.operations.consistency.drawn_since import not_as_posted
from sheetscore.operations.opening.open_event import note, open_event
from sheetscore.operations.safeguards.overwrite_guard import refuse_to_replace
from sheetscore.operations.safeguards.results_typed_over import not_as_scored
from sheetscore.problems import Problem, UnreadableFile, WrongUsage
from sheetscore.sheets.hidden_sheets import MAP_SHEET
from sheetscore.workbooks.guard.inspection import inspect
from sheetscore.workbooks.office import (
    NothingToPrint,
    TookTooLong,
    as_pdf,
    as_xlsx,
    for_director,
    joined,
    libreoffice,
    page_count,
)
from sheetscore.workbooks.reader import read_workbook
from sheetscore.workbooks.saving import FORMATS, save_bytes

ALL = "all"
"""Stands for all that a round has."""

PDF = ".pdf"

MADE_BY = {"postings": "draw", "sheets": "sheets", "results": "ingest"}
"""The printable parts of a round in the order of handing out, each with the command that makes it."""


class Printed(Struct, frozen=True):
    """Pages for the printer."""

    path: Path
    """The PDF."""
    pages: Mapping[Path, int]
    """The pages of each workbook in it, in order."""
    findings: tuple[Finding, ...] = ()
    """Warnings about printed results that were replaced or typed over since they were scored, and about printed sheets
    of another draw than the present one.
    """

    def as_json(self) -> dict[str, object]:
        """Return the outcome with the keys that scripts rely on."""
        parts = [{"workbook": path.name, "pages": pages} for path, pages in self.pages.items()]
        findings = [one.as_json() for one in self.findings]
        return {"file": str(self.path), "pages": sum(self.pages.values()), "parts": parts, "findings": findings}


def print_pages(
    path: str | Path, what: str | None = None, to: str | Path | None = None, *, force: bool = False
) -> Printed:
    """Make a PDF of pages to be handed out or posted, without those for the director alone.

    Parameters
    ----------
    path
        A workbook of an event: a draw, score sheets, results, standings.
    what
        ``postings``, ``sheets`` or ``results`` of the same round, or :data:`ALL` of these that exist; without it the
        workbook itself.
    to
        The PDF to write. Default: beside the workbook, with its name. A replaced PDF goes to ``kept/``.
    force
        Replace the PDF that ``to`` names even if this function did not write it as it is now.

    Raises
    ------
    WrongUsage
        There is no LibreOffice, the requested workbook does not exist, or the target is no PDF or somebody else's PDF.
    UnreadableFile
        The guard refuses a file, or LibreOffice cannot print it, or not in time.
    """
    if what not in {None, ALL, *MADE_BY}:
        raise WrongUsage(f"{what} is nothing to print; there are {', '.join((*MADE_BY, ALL))}")
    path = in_its_format(Path(path))
    workbooks = _round_of(path, what) if what else [path]
    target = (
        Path(to) if to else path.with_name(f"{path.stem}-{ALL}{PDF}" if what == ALL else f"{workbooks[0].stem}{PDF}")
    )
    if target.suffix.lower() != PDF:
        raise WrongUsage(f"{target.name} is no PDF: give a name that ends in {PDF}")
    folder = path.absolute().parent
    if to:
        refuse_to_replace(target, "print", folder, force=force)
    program = libreoffice()
    if program is None:
        names = ", ".join(workbook.name for workbook in workbooks)
        raise WrongUsage(f"LibreOffice makes the PDF and is not on this machine: open {names} and print from there")
    printed = {workbook: _pages(program, workbook) for workbook in workbooks}
    saved = save_bytes(target, joined([*printed.values()]))
    if saved.changed and event_there(folder):
        note(folder, f"print {path.name}", written={target: saved.sha256})
    found = (one for workbook in workbooks for one in not_as_scored(workbook))
    findings = (*found, *_not_as_posted(folder, workbooks))
    return Printed(target, {workbook: page_count(pdf) for workbook, pdf in printed.items()}, findings)


def _not_as_posted(folder: Path, workbooks: Collection[Path]) -> list[Finding]:
    """Warn if the draw or the score sheets of a round are printed, and the sheets were made by another draw."""
    of_stage = {workbook.absolute(): stage_of(workbook) for workbook in workbooks}
    place = EventFolder(folder)
    stages = {stage for path, stage in of_stage.items() if stage is not None and path != place.results(stage)}
    if not stages or not event_there(folder):
        return []
    with suppress(Problem):  # a mistake in the event keeps nobody from printing
        return [*not_as_posted(open_event(folder), sorted(stages))]
    return []


def _round_of(path: Path, what: str) -> list[Path]:
    """Return the workbooks of the round that a workbook belongs to."""
    stage = stage_of(path)
    if stage is None:
        raise WrongUsage(f"{path.name} belongs to no round: name a workbook such as round1.xlsx, or leave --what out")
    made = dict(_workbooks(EventFolder(path.parent), stage))
    if not made and what == ALL:
        first = next(iter(MADE_BY))
        maker = _maker_of(first, path, stage)
        raise WrongUsage(f"there is nothing of that round yet: sheetscore {maker} makes its {first}")
    if what != ALL and what not in made:
        raise WrongUsage(f"there are no {what} of that round yet: sheetscore {_maker_of(what, path, stage)} makes them")
    return [workbook for kind, workbook in made.items() if what in {ALL, kind}]


def _workbooks(folder: EventFolder, stage: int) -> Iterator[tuple[str, Path]]:
    of_kind = {"postings": folder.draw, "sheets": folder.sheets, "results": folder.results}
    for kind in MADE_BY:
        workbook = of_kind[kind](stage)
        if workbook.is_file():
            yield kind, workbook


def _maker_of(what: str, path: Path, stage: int) -> str:
    """Return the command that makes a printable part of a round, with its arguments."""
    command = MADE_BY[what]
    return (
        f"{command} {EventFolder(path.parent).sheets(stage).name}"
        if command == "ingest"
        else stage_command(command, stage)
    )


def _pages(program: str, path: Path) -> bytes:
    """Return a PDF of the sheets of a workbook that are not for the director."""
    if path.suffix.lower() not in FORMATS:
        raise WrongUsage(f"{path.name} is no workbook: name one such as round1.xlsx")
    inspected = inspect(path)
    data = as_xlsx(path, inspected) if inspected.opendocument else inspected.data
    try:
        pdf = as_pdf(program, data, path.stem, for_director(read_workbook(path, only=MAP_SHEET).names))
    except TookTooLong as late:
        message = f"{path.name} was not printed: {late.message}; or open it there and print it from there"
        raise UnreadableFile(message) from late
    except NothingToPrint as nothing:
        message = f"{path.name} was not printed: {nothing.message}. Open it in LibreOffice and print it from there"
        raise UnreadableFile(message) from nothing
    if pdf is None:
        raise UnreadableFile(f"LibreOffice could not print {path.name}: open it there and print it from there")
    return pdf
