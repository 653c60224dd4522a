"""What a returned workbook says of itself: the map on its hidden sheet, and the codes printed on its pages."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import pairwise

from sheetscore.event.its_workbooks import owner_called, way_back
from sheetscore.event.model import Event
from sheetscore.findings import Finding, finding
from sheetscore.sheets.begun import BEGUN_SHEET
from sheetscore.sheets.codes import PageCode, read_code
from sheetscore.sheets.layout import PAGE_COLUMNS
from sheetscore.sheets.sheet_map import HEADING_ROWS, MAP_SHEET, MapHeading, MapRow
from sheetscore.workbooks.reader import ReadSheet, ReadWorkbook


@dataclass(frozen=True)
class WrittenMap:
    """The hidden sheet as it came back: the heading by key, the reference of each block by its name.

    ``seats`` are the pages that the sheets were made with, as (table, seat), the seat of a table's own is "";
    ``codes`` and ``code_cells`` say by the name of a block what the code of its sheet of paper is, and where it
    was written.
    """

    heading: Mapping[str, str]
    references: Mapping[str, str]
    seats: tuple[tuple[int, str], ...] = ()
    code_cells: Mapping[str, str] = field(default_factory=dict)
    codes: Mapping[str, PageCode | None] = field(default_factory=dict)


@dataclass(frozen=True)
class PrintedPage:
    """A page found by its printed code: from the code's row down to where the next page begins."""

    code: PageCode
    sheet: str
    row: int
    column: int
    end: int


OUR_OWN = frozenset({MAP_SHEET, BEGUN_SHEET})
"""Hidden sheets on which nobody types, and on which texts of the pages stand again."""

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

    @cached_property
    def pages_of(self) -> Mapping[str, Sequence[PrintedPage]]:
        """The pages of each sheet that has some, from top to bottom and from right to left."""
        found: dict[str, list[PrintedPage]] = defaultdict(list)
        for page in sorted(self.pages, key=lambda page: (page.row, -page.column)):
            found[page.sheet].append(page)
        return dict(found)


def read_witnesses(workbook: ReadWorkbook) -> Witnesses:
    """Gather what a workbook says of itself."""
    texts = {title: text_rows(sheet) for title, sheet in workbook.sheets.items() if title not in OUR_OWN}
    return Witnesses(written_map(workbook), texts, printed_pages(texts))


def written_map(workbook: ReadWorkbook) -> WrittenMap:
    """Read the map; empty where the hidden sheet is lost."""
    sheet = workbook.sheets.get(MAP_SHEET)
    if sheet is None:
        return WrittenMap({}, {})
    heading = {_text(sheet, row, 0): _text(sheet, row, 1) for row in range(HEADING_ROWS)}
    known = {part.name for part in fields(MapHeading)}
    rows = sorted({row for row, _ in sheet.cells if row > HEADING_ROWS})
    blocks = [{part.name: _text(sheet, row, column) for column, part in enumerate(fields(MapRow))} for row in rows]
    seats = dict.fromkeys((int(block["table"]), block["seat"]) for block in blocks if block["table"].isdecimal())
    return WrittenMap(
        {key: value for key, value in heading.items() if key in known},
        {block["name"]: block["reference"] for block in blocks},
        tuple(seats),
        {block["name"]: block["code_cell"] for block in blocks},
        {block["name"]: read_code(block["code"]) for block in blocks},
    )


def of_another_event(name: str, heading: Mapping[str, str], event: Event) -> Finding:
    """Say of a workbook that another event made it, and what to do if that was this event under another name.

    Parameters
    ----------
    name
        The file's.
    heading
        What its map says.
    event
        The event in whose folder it lies.
    """
    title = owner_called(event, heading.get("event_name") or "another event")
    return finding(
        "other-event",
        f"{name} belongs to {title}, this folder to {event.header.name} with seed {event.header.seed}. Take this "
        f"event's own workbook; {way_back(event, heading.get('event_key', ''))}",
    )


def _text(sheet: ReadSheet, row: int, column: int) -> str:
    cell = sheet.cells.get((row, column))
    return "" if cell is None or cell.value is None else str(cell.value)


def printed_pages(texts: Mapping[str, TextRows]) -> list[PrintedPage]:
    """Find every page by its printed code; a copied sheet shows its pages twice."""
    found: list[PrintedPage] = []
    for sheet, rows in texts.items():
        codes = [
            (row, column, code)
            for row in sorted(rows)
            for column, text in rows[row]
            for code in [read_code(text)]
            if code
        ]
        tops = list(dict.fromkeys(row for row, _, _ in codes))
        ends = dict(pairwise([*tops, max(rows, default=0) + 1]))
        found += [PrintedPage(code, sheet, row, column, ends[row]) for row, column, code in codes]
    return found


def page_above(pages: Sequence[PrintedPage], row: int, column: int) -> PrintedPage | None:
    """Say on which page something stands that begins in a cell: the nearest code above, not left of it.

    A page that was pasted beside another is told from it by the columns: a code stands within the width of its
    page.

    Parameters
    ----------
    pages
        Those of the sheet, from top to bottom and from right to left.
    """
    above = range(bisect_right(pages, row, key=lambda page: page.row))
    nearest = (pages[index] for index in reversed(above))
    return next((page for page in nearest if 0 <= page.column - column < PAGE_COLUMNS), None)
