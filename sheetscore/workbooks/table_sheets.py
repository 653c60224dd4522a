"""Worksheets made of tables: a heading, a few lines of text, tables below one another, charts."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from sheetscore.workbooks.book import Book, BookError, Sheet
from sheetscore.workbooks.charts import Chart, insert_chart
from sheetscore.workbooks.tables import TURNED, AnyTable, Here, Places, TablePlace

if TYPE_CHECKING:
    from xlsxwriter.format import Format

HEADING_HEIGHT, LINE_HEIGHT, BAND_HEIGHT, COLUMNS_HEIGHT, ROW_HEIGHT, FINE_HEIGHT = 38, 20, 24, 34, 24, 19
"""Pixels."""

TEXT_HEIGHT, LETTER_WIDTH, PADDING = 17, 6.4, 12
"""Pixels of a line of text, of a letter (Arial 10 is narrower on average), of what stays free in a cell."""

TURNED_LETTER, MOST_TURNED = 6, 200
"""Pixels of a letter of a turned heading, which is smaller, and the most that one is high: longer ones go on beside."""

ROW_PIXELS = 20
"""The height of a row that nobody set."""


@dataclass(frozen=True)
class Line:
    """A line of text under a sheet's heading; with a formula it follows the figures."""

    text: str
    style: str = "remark"
    formula: Callable[[Places], str] | None = None


@dataclass(frozen=True)
class TableSheet:
    """A worksheet.

    Parameters
    ----------
    title
        On its tab; no longer than 31 characters.
    heading
        At its top; none for a hidden sheet.
    charts_first
        Whether the charts stand above the tables.
    behind
        Tables that only charts look at: they stand below everything else and are not printed.
    """

    title: str
    heading: str
    lines: tuple[Line, ...] = ()
    tables: tuple[AnyTable, ...] = ()
    charts: tuple[Chart, ...] = ()
    charts_first: bool = False
    behind: tuple[AnyTable, ...] = ()
    landscape: bool = False
    hidden: bool = False

    @property
    def columns(self) -> int:
        """How many columns are printed."""
        return max((len(table.columns) for table in self.tables), default=1)

    @property
    def widths(self) -> list[int]:
        """The widths of its columns in pixels."""
        tables = [[column.width for column in table.columns] for table in (*self.tables, *self.behind)]
        return [max(widths) for widths in zip_longest(*tables, fillvalue=0)]

    @property
    def width(self) -> int:
        """The printed width in pixels."""
        return sum(self.widths[: self.columns])

    @property
    def top(self) -> int:
        """The first row below the heading, from 0."""
        return len(self.lines) + 2 if self.heading else 0

    @property
    def tables_top(self) -> int:
        """The first row of the first table."""
        return self.top + self._chart_rows if self.charts_first else self.top

    @property
    def charts_top(self) -> int:
        """The first row of the first chart."""
        return self.top if self.charts_first else self.top + self._table_rows

    @property
    def end(self) -> int:
        """The first row below everything that is printed."""
        return self.top + self._table_rows + self._chart_rows

    @property
    def repeated(self) -> int | None:
        """The row of the headings that every page repeats: of the only table that starts the sheet."""
        if len(self.tables) != 1 or (self.charts and self.charts_first):
            return None
        return self.top + bool(self.tables[0].title)

    @property
    def _table_rows(self) -> int:
        return sum(table.height + 1 for table in self.tables)

    @property
    def _chart_rows(self) -> int:
        return sum(map(_rows_of, self.charts))

    def placed(self) -> Iterator[tuple[AnyTable, TablePlace]]:
        """Give every table with its place."""
        for tables, top in ((self.tables, self.tables_top), (self.behind, self.end)):
            row = top
            for table in tables:
                yield table, table.placed(self.title, row)
                row += table.height + 1


def _rows_of(chart: Chart) -> int:
    return chart.height // ROW_PIXELS + 2


def places_of(sheets: Sequence[TableSheet]) -> Places:
    """Say where all tables stand, by their names.

    Raises
    ------
    BookError
        Two tables have one name.
    """
    places: dict[str, TablePlace] = {}
    for sheet in sheets:
        for table, place in sheet.placed():
            if places.setdefault(table.name, place) is not place:
                raise BookError(f"two tables are called {table.name}")
    return places


def write_table_sheet(
    book: Book, sheet: Sheet, plan: TableSheet, places: Places, style: Callable[[str], Format]
) -> None:
    """Write a planned worksheet.

    Parameters
    ----------
    sheet
        The worksheet, still empty.
    places
        Of the tables of all sheets.
    style
        Gives the format that goes by a name.
    """
    sheet.widths(plan.widths)
    sheet.raw.hide_gridlines(2)
    if plan.heading:
        _write_heading(sheet, plan, places, style)
    for table, place in plan.placed():
        _write_table(sheet, table, place, places, style)
    row = plan.charts_top
    for chart in plan.charts:
        insert_chart(book, sheet, row, plan.width, chart, places)
        row += _rows_of(chart)
    if plan.hidden:
        sheet.raw.hide()


def _write_heading(sheet: Sheet, plan: TableSheet, places: Places, style: Callable[[str], Format]) -> None:
    for row, height in enumerate(heading_heights(plan)):
        sheet.height(row, height)
    sheet.text(0, 0, plan.heading, style("title"))
    for row, line in enumerate(plan.lines, start=1):
        look = style(line.style)
        sheet.span(row, 0, row, plan.columns - 1, look)
        if line.formula:
            sheet.formula(row, 0, line.formula(places), line.text, look)
        else:
            sheet.text(row, 0, line.text, look)


def heading_heights(plan: TableSheet) -> list[int]:
    """Give the pixels of the rows above everything else: the heading, the lines of text, what stays free."""
    lines = [max(LINE_HEIGHT, text_height(line.text, plan.width)) for line in plan.lines]
    return [HEADING_HEIGHT, *lines, LINE_HEIGHT // 2] if plan.heading else []


def columns_height(table: AnyTable) -> int:
    """Give the pixels of the row of a table's headings."""
    turned = [len(column.heading) for column in table.columns if column.head == TURNED]
    longest = max(turned, default=0) * TURNED_LETTER + PADDING
    return max(COLUMNS_HEIGHT, min(longest, MOST_TURNED))


def line_height(table: AnyTable, line: object) -> int:
    """Give the pixels of a line of a table."""
    least = FINE_HEIGHT if table.fine else ROW_HEIGHT
    if not table.is_tall(line):
        return least
    return max(least, *(text_height(str(column.value(line)), column.width) for column in table.columns))


def text_height(text: str, width: int) -> int:
    """Give the pixels that a text needs in a cell of this width; rather a little more than less."""
    letters = max(int((width - PADDING) / LETTER_WIDTH), 1)
    lines = sum(max(len(textwrap.wrap(line, letters)), 1) for line in text.split("\n"))
    return lines * TEXT_HEIGHT + PADDING // 2


def _write_table(
    sheet: Sheet, table: AnyTable, place: TablePlace, places: Places, style: Callable[[str], Format]
) -> None:
    size = " fine" if table.fine else ""
    if table.title:
        _write_band(sheet, table, place.first - 2, style)
    sheet.height(place.first - 1, columns_height(table))
    for at, column in enumerate(table.columns):
        sheet.text(place.first - 1, at, column.heading, style(column.head + size))
    for row, line in enumerate(table.lines, start=place.first):
        sheet.height(row, line_height(table, line))
        _write_line(sheet, table, Here(line, row, place, places), style)
    if not table.lines:
        sheet.text(place.first, 0, table.empty, style("small"))


def _write_line(sheet: Sheet, table: AnyTable, here: Here[Any], style: Callable[[str], Format]) -> None:
    opens = here.row > here.place.first and table.opens is not None and table.opens(here.line)
    for at, column in enumerate(table.columns):
        look = style(column.style_of(here.line) + (" opening" if opens else ""))
        formula = column.formula(here) if column.formula else None
        if formula is None:
            sheet.value(here.row, at, column.value(here.line), look)
        else:
            sheet.formula(here.row, at, formula, column.value(here.line), look)


def _write_band(sheet: Sheet, table: AnyTable, row: int, style: Callable[[str], Format]) -> None:
    sheet.height(row, BAND_HEIGHT)
    last = len(table.columns) - 1
    sheet.text(row, 0, table.title, style("band"))
    for at in range(1, last + 1):
        sheet.text(row, at, table.note if at == last else "", style("band rule" if at == last else "band"))
