"""Worksheets made of tables: a heading, a few lines of text, tables below one another, charts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from xlsxwriter.format import Format

from sheetscore.workbooks.book import Book, Sheet
from sheetscore.workbooks.charts import Chart, insert_chart
from sheetscore.workbooks.tables import AnyTable, Here, Places, TablePlace

HEADING_HEIGHT, LINE_HEIGHT, BAND_HEIGHT, COLUMNS_HEIGHT, ROW_HEIGHT = 38, 20, 24, 34, 21
"""Pixels."""

ROW_PIXELS = 20
"""The height of a row that nobody set."""


@dataclass(frozen=True)
class Line:
    """A line of text under a sheet's heading; with a formula it follows the figures."""

    text: str
    style: str = "subtitle"
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
    behind
        Tables that only charts look at: they stand below everything else and are not printed.
    """

    title: str
    heading: str
    lines: tuple[Line, ...] = ()
    tables: tuple[AnyTable, ...] = ()
    charts: tuple[Chart, ...] = ()
    behind: tuple[AnyTable, ...] = ()
    landscape: bool = False
    hidden: bool = False

    @property
    def top(self) -> int:
        """The first row of the first table, from 0."""
        return len(self.lines) + 2 if self.heading else 0

    @property
    def chart_rows(self) -> list[int]:
        """The first row of each chart."""
        return [
            self._below(self.tables, self.top) + sum(map(_chart_rows, self.charts[:index]))
            for index in range(len(self.charts))
        ]

    @property
    def end(self) -> int:
        """The first row below everything that is printed."""
        return self._below(self.tables, self.top) + sum(map(_chart_rows, self.charts))

    @property
    def columns(self) -> int:
        """How many columns are in use."""
        return max((len(table.columns) for table in self.tables), default=1)

    @property
    def repeated(self) -> int | None:
        """The row of the headings that every page repeats, when there is one table."""
        return self.top + bool(self.tables[0].title) if len(self.tables) == 1 else None

    @property
    def widths(self) -> list[int]:
        """The widths of its columns in pixels."""
        tables = [[column.width for column in table.columns] for table in (*self.tables, *self.behind)]
        return [max(widths) for widths in zip_longest(*tables, fillvalue=0)]

    def placed(self) -> Iterator[tuple[AnyTable, TablePlace]]:
        """Give every table with its place."""
        for tables, top in ((self.tables, self.top), (self.behind, self.end)):
            row = top
            for table in tables:
                yield table, table.placed(self.title, row)
                row += table.height + 1

    @staticmethod
    def _below(tables: Sequence[AnyTable], top: int) -> int:
        return top + sum(table.height + 1 for table in tables)


def _chart_rows(chart: Chart) -> int:
    return chart.height // ROW_PIXELS + 2


def places_of(sheets: Sequence[TableSheet]) -> Places:
    """Say where all tables stand, by their names."""
    return {table.name: place for sheet in sheets for table, place in sheet.placed()}


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
    for chart, row in zip(plan.charts, plan.chart_rows, strict=True):
        insert_chart(book, sheet, row, sum(plan.widths[: plan.columns]), chart, places)
    if plan.hidden:
        sheet.raw.hide()


def _write_heading(sheet: Sheet, plan: TableSheet, places: Places, style: Callable[[str], Format]) -> None:
    sheet.height(0, HEADING_HEIGHT)
    sheet.text(0, 0, plan.heading, style("title"))
    for row, line in enumerate(plan.lines, start=1):
        sheet.height(row, LINE_HEIGHT)
        if line.formula:
            sheet.formula(row, 0, line.formula(places), line.text, style(line.style))
        else:
            sheet.text(row, 0, line.text, style(line.style))
    sheet.height(len(plan.lines) + 1, LINE_HEIGHT // 2)


def _write_table(
    sheet: Sheet, table: AnyTable, place: TablePlace, places: Places, style: Callable[[str], Format]
) -> None:
    headings = place.first - 1
    if table.title:
        _write_band(sheet, table, headings - 1, style)
    sheet.height(headings, COLUMNS_HEIGHT)
    for at, column in enumerate(table.columns):
        if column.heading:
            sheet.text(headings, at, column.heading, style(table.headings))
    for row, line in enumerate(table.lines, start=place.first):
        if not table.tall:
            sheet.height(row, ROW_HEIGHT)
        opening = row > place.first and table.opens is not None and table.opens(line)
        here = Here(line, row, place, places)
        for at, column in enumerate(table.columns):
            if column.heading:
                look = style(f"{column.style_of(line)} opening" if opening else column.style_of(line))
                formula = column.formula(here) if column.formula else None
                if formula is None:
                    sheet.value(row, at, column.value(line), look)
                else:
                    sheet.formula(row, at, formula, column.value(line), look)
    if not table.lines and table.empty:
        sheet.text(place.first, 0, table.empty, style("small"))


def _write_band(sheet: Sheet, table: AnyTable, row: int, style: Callable[[str], Format]) -> None:
    sheet.height(row, BAND_HEIGHT)
    last = len(table.columns) - 1
    sheet.text(row, 0, table.title, style("band"))
    for at in range(1, last):
        sheet.text(row, at, "", style("band"))
    if last:
        sheet.text(row, last, table.note, style("band rule"))
