"""What a returned workbook says of itself: the map on its hidden sheet, and the codes printed on its pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from sheetscore.sheets.codes import PageCode, read_code
from sheetscore.sheets.sheet_map import HEADING_ROWS, MAP_SHEET, MapHeading, MapRow
from sheetscore.workbooks.reader import ReadSheet, ReadWorkbook


@dataclass(frozen=True)
class WrittenMap:
    """The hidden sheet as it came back: the heading by key, the reference of each block by its name.

    ``seats`` are the pages that the sheets were made with, as (table, seat).
    """

    heading: Mapping[str, str]
    references: Mapping[str, str]
    seats: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class PrintedPage:
    """A page found by its printed code: from the code's row down to where the next page begins."""

    code: PageCode
    sheet: str
    row: int
    end: int


TextRows = Mapping[int, Sequence[tuple[int, str]]]
"""The texts of a sheet by row, each with its column, from left to right."""


def text_rows(sheet: ReadSheet) -> TextRows:
    """Gather the texts of a sheet."""
    rows: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for (row, column), cell in sheet.cells.items():
        if isinstance(cell.value, str) and cell.value and cell.formula is None:
            rows[row].append((column, cell.value))
    for texts in rows.values():
        texts.sort()
    return rows


@dataclass(frozen=True)
class Witnesses:
    """All that a workbook says of itself."""

    map: WrittenMap
    texts: Mapping[str, TextRows]
    pages: Sequence[PrintedPage]


def hear(workbook: ReadWorkbook) -> Witnesses:
    """Gather what a workbook says of itself."""
    texts = {title: text_rows(sheet) for title, sheet in workbook.sheets.items() if title != MAP_SHEET}
    return Witnesses(written_map(workbook), texts, printed_pages(texts))


def written_map(workbook: ReadWorkbook) -> WrittenMap:
    """Read the map; empty where the hidden sheet is lost."""
    sheet = workbook.sheets.get(MAP_SHEET)
    if sheet is None:
        return WrittenMap({}, {})
    heading = {_text(sheet, row, 0): _text(sheet, row, 1) for row in range(HEADING_ROWS)}
    columns = {part.name: column for column, part in enumerate(fields(MapRow))}
    last = max((row for row, _ in sheet.cells), default=0)
    references = {
        _text(sheet, row, columns["name"]): _text(sheet, row, columns["reference"])
        for row in range(HEADING_ROWS + 1, last + 1)
    }
    seats = dict.fromkeys(
        (int(table), seat)
        for row in range(HEADING_ROWS + 1, last + 1)
        for table, seat in [(_text(sheet, row, columns["table"]), _text(sheet, row, columns["seat"]))]
        if table.isdecimal() and seat
    )
    known = {part.name for part in fields(MapHeading)}
    return WrittenMap({key: value for key, value in heading.items() if key in known}, references, tuple(seats))


def _text(sheet: ReadSheet, row: int, column: int) -> str:
    cell = sheet.cells.get((row, column))
    return "" if cell is None or cell.value is None else str(cell.value)


def printed_pages(texts: Mapping[str, TextRows]) -> list[PrintedPage]:
    """Find every page by its printed code; a copied sheet shows its pages twice."""
    found = []
    for sheet, rows in texts.items():
        codes = [(row, code) for row in sorted(rows) for _, text in rows[row] for code in [read_code(text)] if code]
        last = max(rows, default=0) + 1
        ends = [row for row, _ in codes[1:]] + [last] * bool(codes)
        found += [PrintedPage(code, sheet, row, end) for (row, code), end in zip(codes, ends, strict=True)]
    return found
