"""Results and standings computed once more by LibreOffice: every formula must give the value that Python computed.

This is for authors of systems, whose columns have values and formulas side by side.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from sheetscore.event.folder import EventFolder
from sheetscore.findings import Finding, finding
from sheetscore.problems import WrongUsage
from sheetscore.workbooks.office import libreoffice
from sheetscore.workbooks.recalculation import ComparedFormula, compared_formulas
from sheetscore.workbooks.sheet_cells import ReadCell


class CheckedResults(Struct, frozen=True):
    """The outcome of a check by LibreOffice."""

    files: tuple[str, ...]
    """The names of the computed workbooks."""
    formulas: int
    """The number of their formulas."""
    findings: tuple[Finding, ...]
    """The formulas that give something else than Python computed."""


def check_results(folder: str | Path) -> CheckedResults:
    """Compare every formula in the results and standings of an event's folder with what LibreOffice makes of it.

    Raises
    ------
    WrongUsage
        There is no LibreOffice on this machine, or nothing is scored.
    UnreadableFile
        A workbook cannot be read or computed.
    """
    place = EventFolder(Path(folder))
    paths = [path for path in (*map(place.results, place.scored_stages()), place.standings) if path.exists()]
    program = libreoffice()
    if program is None:
        raise WrongUsage("results are checked by LibreOffice, and LibreOffice is not on this machine: install it")
    if not paths:
        raise WrongUsage(f"{place.path} has no results to check: ingest a round first")
    compared = [(path.name, one) for path in paths for one in compared_formulas(path, program)]
    differing = tuple(_differs(name, one) for name, one in compared if not one.agrees)
    return CheckedResults(tuple(path.name for path in paths), len(compared), differing)


def _differs(file: str, one: ComparedFormula) -> Finding:
    message = (
        f"{file}: {_shown(one.written)} stands there, and LibreOffice makes {_shown(one.computed)} of {one.formula}. "
        "Correct the value or the formula of the column"
    )
    return finding("formula-differs", message, sheet=one.sheet, cell=one.cell)


def _shown(cell: ReadCell) -> str:
    return "nothing" if cell.value is None else repr(cell.value)
