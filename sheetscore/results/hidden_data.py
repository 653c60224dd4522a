"""The hidden sheet of a workbook that we read back ourselves: lines of text, the first cell says of what kind.

The first two lines tell what the workbook is and in which version of this arrangement. What is too long for a cell
goes on in lines of their own below, each with the number of the cell that it belongs to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sheetscore.problems import UnreadableFile
from sheetscore.sheets.sheet_map import MAP_SHEET
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.guard.limits import LARGEST, Limits
from sheetscore.workbooks.reader import ReadWorkbook, read_workbook
from sheetscore.workbooks.sheet_cells import LONGEST_TEXT

DataLine = tuple[str, ...]

VERSIONS = {"results": 2, "standings": 1}
"""How each kind of workbook is written; goes up when older programs would misread the lines. All before are read."""

WORKBOOKS = {"results": "a results workbook", "standings": "the workbook of the standings"}
"""What to call each kind of workbook."""

_MORE = "more"
_PIECE = LONGEST_TEXT // 2
"""So many characters of a text are in a cell; spreadsheet programs count some of them as two."""


@dataclass(frozen=True)
class HiddenData:
    """The hidden sheet of a workbook.

    Parameters
    ----------
    version
        In which arrangement it is written, from 1.
    lines
        By their kinds, without the first cell and without blank cells at the end.
    """

    workbook: ReadWorkbook
    version: int
    lines: Mapping[str, Sequence[DataLine]]


def write_data(book: Book, kind: str, lines: Sequence[DataLine]) -> None:
    """Write the hidden sheet of a workbook of some kind."""
    sheet = book.sheet(MAP_SHEET)
    sheet.raw.hide()
    for row, line in enumerate(_cut([("kind", kind), ("version", str(VERSIONS[kind])), *lines])):
        for column, text in enumerate(line):
            if text:
                sheet.text(row, column, text)


def _cut(lines: Sequence[DataLine]) -> Iterator[DataLine]:
    """Cut what is too long for a cell in pieces; all but the first get lines below."""
    for line in lines:
        yield tuple(text[:_PIECE] for text in line)
        for column, text in enumerate(line):
            for start in range(_PIECE, len(text), _PIECE):
                yield _MORE, str(column), text[start : start + _PIECE]


def read_data(path: Path, kind: str, limits: Limits = LARGEST) -> HiddenData:
    """Read the hidden sheet of a workbook.

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
    try:
        for name, *cells in _joined(_lines(workbook)):
            by_kind[name].append(tuple(cells))
    except (ValueError, LookupError) as error:
        raise changed(path, kind) from error
    found = _first(by_kind, "kind")
    if found != kind:
        raise UnreadableFile(f"{path.name} is not {WORKBOOKS[kind]} of sheetscore{_but(found)}", "other-kind")
    version = _first(by_kind, "version")
    if version not in map(str, range(1, VERSIONS[kind] + 1)):
        raise UnreadableFile(f"{path.name} was written by another version of sheetscore; install the newest one")
    return HiddenData(workbook, int(version), by_kind)


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


def _joined(lines: Sequence[DataLine]) -> Iterator[DataLine]:
    """Put together what :func:`_cut` cut in pieces."""
    whole: list[str] = []
    for line in lines:
        if line[0] == _MORE:
            _, column, piece = line
            whole[int(column)] += piece
            continue
        if whole:
            yield tuple(whole)
        whole = list(line)
    if whole:
        yield tuple(whole)


def _first(by_kind: Mapping[str, Sequence[DataLine]], name: str) -> str:
    return by_kind[name][0][0] if by_kind.get(name) and by_kind[name][0] else ""


def _but(found: str) -> str:
    """Say what the workbook is instead."""
    if found == "round":
        return ": it holds the score sheets of a round"
    return f": it is {WORKBOOKS[found]}" if found in WORKBOOKS else ""
