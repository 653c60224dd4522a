"""The hidden sheet of a workbook that we read back ourselves: lines of text, the first cell says of what kind.

The first two lines tell what the workbook is and in which version of this arrangement.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from sheetscore.problems import UnreadableFile
from sheetscore.sheets.sheet_map import MAP_SHEET
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.guard.limits import LARGEST, Limits
from sheetscore.workbooks.reader import ReadWorkbook, read_workbook

DataLine = tuple[str, ...]

VERSION = 1
"""Goes up when older programs would misread the lines."""

WORKBOOKS = {"results": "a results workbook", "standings": "the workbook of the standings"}
"""What to call each kind of workbook."""


def write_data(book: Book, kind: str, lines: Sequence[DataLine]) -> None:
    """Write the hidden sheet of a workbook of some kind."""
    sheet = book.sheet(MAP_SHEET)
    sheet.raw.hide()
    for row, line in enumerate([("kind", kind), ("version", str(VERSION)), *lines]):
        for column, text in enumerate(line):
            if text:
                sheet.text(row, column, text)


def read_data(path: Path, kind: str, limits: Limits = LARGEST) -> tuple[ReadWorkbook, Mapping[str, Sequence[DataLine]]]:
    """Read the hidden sheet of a workbook; give its lines by their kinds, without the first cell.

    Blank cells at the end of a line are left out.

    Parameters
    ----------
    limits
        How much the workbook may hold.

    Raises
    ------
    UnreadableFile
        The file is damaged, of another kind, or written by a later version.
    """
    workbook = read_workbook(path, only=MAP_SHEET, limits=limits)
    by_kind: dict[str, list[DataLine]] = defaultdict(list)
    for name, *cells in _lines(workbook):
        by_kind[name].append(tuple(cells))
    found = _first(by_kind, "kind")
    if found != kind:
        raise UnreadableFile(f"{path.name} is not {WORKBOOKS[kind]} of sheetscore{_but(found)}", "other-kind")
    if _first(by_kind, "version") != str(VERSION):
        raise UnreadableFile(f"{path.name} was written by another version of sheetscore; install the newest one")
    return workbook, by_kind


def changed(path: Path, kind: str) -> UnreadableFile:
    """Give the complaint about lines that do not add up."""
    advice = "ingest the round again" if kind == "results" else "delete the file and run: sheetscore standings"
    return UnreadableFile(f"the hidden data of {path.name} were changed or are not complete; {advice}")


def _lines(workbook: ReadWorkbook) -> list[DataLine]:
    sheet = workbook.sheets.get(MAP_SHEET)
    rows: dict[int, dict[int, str]] = defaultdict(dict)
    for (row, column), cell in (sheet.cells if sheet else {}).items():
        rows[row][column] = "" if cell.value is None else str(cell.value)
    return [tuple(cells.get(at, "") for at in range(max(cells) + 1)) for _, cells in sorted(rows.items())]


def _first(by_kind: Mapping[str, Sequence[DataLine]], name: str) -> str:
    return by_kind[name][0][0] if by_kind.get(name) and by_kind[name][0] else ""


def _but(found: str) -> str:
    """Say what the workbook is instead."""
    if found == "round":
        return ": it holds the score sheets of a round"
    return f": it is {WORKBOOKS[found]}" if found in WORKBOOKS else ""
