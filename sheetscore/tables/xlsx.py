"""Write planned sheets as worksheets by XlsxWriter: cells, formulas, charts, print set-up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from math import ceil
from typing import TYPE_CHECKING, Any

from sheetscore.tables.cell_styles import SHRUNK
from sheetscore.tables.heights import (
    HEADING_HEIGHT,
    POINTS,
    band_height,
    band_lines,
    band_text,
    columns_height,
    free_beside_title,
    head_points,
    just_fits,
    parted_line,
)
from sheetscore.tables.on_paper import (
    TablePages,
    legible_scale,
    oriented_paper,
    pages_of,
    printed_as,
    repeated_rows,
)
from sheetscore.tables.planned_cells import PlannedCells
from sheetscore.tables.sheet import CUT_HEIGHTS, TableSheet, chart_rows, heading_heights
from sheetscore.tables.table import TURNED, AnyTable, Here, Places, TablePlace
from sheetscore.tables.xlsx_charts import insert_chart
from sheetscore.workbooks.book import Book, BookError, Sheet
from sheetscore.workbooks.office import keep_for_director
from sheetscore.workbooks.paper import (
    Paper,
    footer_titles,
    head_for_director,
    head_pages,
    print_scale,
    set_up_pages,
    width_scale,
)

if TYPE_CHECKING:
    from xlsxwriter.format import Format

_ASIDE = "#BFBFBF"
"""The colour of the tabs of sheets for the director."""


def write_table_sheets(
    book: Book, plans: Sequence[TableSheet], paper: Paper, style: Callable[[str], Format], *, named: bool = False
) -> None:
    """Write planned worksheets, each printed one page wide.

    Parameters
    ----------
    plans
        The worksheets in the order of their tabs, as :func:`sheetscore.tables.column_widths.worksheets_of` gives
        them; their formulas may refer to each other's tables.
    style
        Returns the format of a style by its name.
    named
        Whether the footer of every page has the title of its sheet, by which others refer to it, and not its heading.

    Raises
    ------
    BookError
        A sheet could not get the title that formulas refer to.
    """
    cells = PlannedCells(plans)
    for plan in plans:
        sheet = book.sheet(plan.title)
        if sheet.title != plan.title:
            raise BookError(f"formulas point at the sheet {plan.title}, which had to be called {sheet.title}")
        _write_sheet(book, sheet, plan, cells, style)
        if plan.hidden:
            continue  # LibreOffice prints a hidden sheet that has a print area
        pages, goes_on = pages_of(plan), ""
        if pages:
            _keep_apart(sheet, plan, pages, paper)
        else:
            (scale, breaks), repeat = printed_as(plan, paper), repeated_rows(plan, paper)
            oriented, ends = oriented_paper(plan, paper), [*breaks, len(plan.row_heights)]
            about: tuple[str, ...] = footer_titles(book.title, plan.printed_title if named else plan.heading)
            if named:
                about = *about, plan.title  # the name of the tab, where the whole title has no room
            last = plan.columns - 1
            set_up_pages(sheet.raw, oriented, last, ends, scale, repeat=repeat, numbered=True, about=about)
            if breaks and not (repeat and repeat.start == 0):  # later sheets of paper do not repeat the heading
                goes_on = plan.heading
        if plan.for_director:
            head_for_director(sheet.raw, goes_on)
            sheet.raw.set_tab_color(_ASIDE)
        elif goes_on:
            head_pages(sheet.raw, goes_on)
        if plan.repeated is not None:
            sheet.raw.freeze_panes(plan.repeated + 1, 0)
    keep_for_director(book, [plan.title for plan in plans if plan.for_director])


def _keep_apart(sheet: Sheet, plan: TableSheet, pages: TablePages, paper: Paper) -> None:
    """Print every group of lines on a page of its own; one too high for legible letters goes on over further pages."""
    oriented, repeat = oriented_paper(plan, paper), repeated_rows(plan, paper)
    wide, least = width_scale(oriented, plan.widths[: plan.columns]), legible_scale(plan)
    scale = min(wide, print_scale(oriented, plan.width, pages.heights))
    if scale < least:
        again = sum(plan.row_heights[: repeat.stop]) if repeat else 0

        def papers(scale: int) -> int:
            below = oriented.usable[1] * 100 / scale - again
            return sum(ceil((height - again) / below) for height in pages.heights)

        scale = min(range(wide, min(least, wide) - 1, -1), key=papers)  # of those with the fewest pages the largest
    set_up_pages(sheet.raw, oriented, plan.columns - 1, pages.ends, scale, repeat=repeat)


def _write_sheet(
    book: Book, sheet: Sheet, plan: TableSheet, cells: PlannedCells, style: Callable[[str], Format]
) -> None:
    """Write a planned worksheet."""
    places = cells.places
    sheet.widths(plan.widths)
    sheet.raw.hide_gridlines(2)
    if plan.heading:
        _write_heading(sheet, plan, places, style)
    for table, place in plan.placed:
        _write_table(sheet, plan, table, place, places, style)
        if plan.cuts:
            _mark_cut(sheet, plan, place.last + 1, style)
    row = plan.charts_top
    for chart in plan.charts:
        insert_chart(book, sheet, row, plan, chart, cells, style)
        row += chart_rows(chart)
    if plan.hidden:
        sheet.raw.hide()


def _write_heading(sheet: Sheet, plan: TableSheet, places: Places, style: Callable[[str], Format]) -> None:
    heights = heading_heights(plan)
    for row, height in enumerate(heights):
        sheet.height(row, height)
    large = "posted round" if plan.posted else "title words" if heights[0] > HEADING_HEIGHT else ""
    if large:
        sheet.span(0, 0, 0, plan.columns - 1, style(large))
    sheet.text(0, 0, plan.heading, style(large or "title"))
    for row, line in enumerate(plan.lines, start=1):
        look = style(line.style)
        sheet.span(row, 0, row, plan.columns - 1, look)
        if line.formula:
            sheet.formula(row, 0, line.formula(places), line.text, look)
        else:
            sheet.text(row, 0, parted_line(line.text, plan.width), look)


def _write_table(
    sheet: Sheet,
    plan: TableSheet,
    table: AnyTable,
    place: TablePlace,
    places: Places,
    style: Callable[[str], Format],
) -> None:
    """Write a table; without lines only its title, and the sentence that says that there are none."""
    if table.title:
        _write_band(sheet, plan, table, place, style)
    sheet.height(place.first - 1, columns_height(table))
    if not table.lines and table.empty:
        sheet.text(place.first - 1, 0, table.empty, style("subtitle"))
        return
    points = head_points(table)
    size = " fine" if table.size == "fine" else f" {points}" if points > POINTS else ""
    for column in table.columns:
        look = style(column.head + ("" if column.head == TURNED else size))
        at = _merged(sheet, place.first - 1, place.covered(column.key), look)
        sheet.text(place.first - 1, at, column.heading, look)
    for row, (line, height) in enumerate(
        zip(table.lines, plan.line_heights[table.name], strict=True), start=place.first
    ):
        sheet.height(row, height)
        _write_line(sheet, table, Here(line, row, place, places), style)


def _mark_cut(sheet: Sheet, plan: TableSheet, row: int, style: Callable[[str], Format]) -> None:
    """Put a cutting mark below a table."""
    for at, height in enumerate(CUT_HEIGHTS, start=row):
        sheet.height(at, height)
    last = row + len(CUT_HEIGHTS) - 1
    sheet.span(last, 0, last, plan.columns - 1, style("cut"))
    sheet.text(last, 0, "✂", style("cut"))


def _write_line(sheet: Sheet, table: AnyTable, here: Here[Any], style: Callable[[str], Format]) -> None:
    opens = here.row > here.place.first and table.starts_group is not None and table.starts_group(here.line)
    line, row, opening, own = here.line, here.row, " opening" if opens else "", table.of(here.line)
    for column in table.columns:
        formula, value = own.written(here, column)
        own_look = column.style_of(line)
        shrunk = SHRUNK if just_fits(str(value), column.width, own_look) else ""
        look = style(own_look + shrunk + opening)
        at = _merged(sheet, row, here.place.covered(column.key), look)
        if formula is None:
            sheet.value(row, at, value, look)
        else:
            sheet.formula(row, at, formula, value, look)


def _merged(sheet: Sheet, row: int, covered: range, look: Format) -> int:
    """Merge the cells that a column covers on a row, if they are several; return the first."""
    sheet.span(row, covered.start, row, covered.stop - 1, look)
    return covered.start


def _write_band(
    sheet: Sheet, plan: TableSheet, table: AnyTable, place: TablePlace, style: Callable[[str], Format]
) -> None:
    """Write the title of a table, and its note across the columns that the title leaves free."""
    row, covered = place.first - 2, [place.covered(column.key) for column in table.columns]
    last = covered[table.printed - 1].stop - 1
    sheet.height(row, band_height(table, plan.room_for_titles))
    is_wrapped = band_lines(table, plan.room_for_titles) > 1
    if plan.room_for_titles and band_lines(table) > 1:  # wider than its table
        last = max(last, plan.columns - 1)
    for at in chain.from_iterable(covered):
        sheet.text(row, at, "", style("band"))
    if is_wrapped or last > covered[table.printed - 1].stop - 1:
        look = style("band words" if is_wrapped else "band")
        sheet.span(row, 0, row, last, look)
        sheet.text(row, 0, band_text(table), look)
        return
    sheet.text(row, 0, band_text(table), style("band"))
    free = free_beside_title(table)
    if table.note and free is not None:
        sheet.span(row, covered[free].start, row, last, style("band note"))
        sheet.text(row, covered[free].start, table.note, style("band note"))
