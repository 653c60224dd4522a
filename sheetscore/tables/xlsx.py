"""Planned sheets written as worksheets by XlsxWriter: cells, formulas, charts, print set-up."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from sheetscore.tables.chart_looks import (
    GRID,
    GRID_POINTS,
    LEGEND_POINTS,
    LINE_POINTS,
    MARKER_POINTS,
    NUMBER_POINTS,
    TITLE_POINTS,
    beside_of,
    dash_of,
    look_of,
    map_axes,
)
from sheetscore.tables.heights import BAND_HEIGHT, BESIDE, HEADING_HEIGHT, columns_height, parted_line
from sheetscore.tables.sheet import (
    Chart,
    ChartKind,
    Series,
    TablePages,
    TableSheet,
    Window,
    chart_rows,
    heading_heights,
    oriented_paper,
    pages_of,
    passages_of,
    places_of,
    repeated_rows,
    split_sheet,
)
from sheetscore.tables.table import AnyTable, Here, Places, TablePlace
from sheetscore.workbooks.book import FONT, Book, BookError, Sheet
from sheetscore.workbooks.office import keep_for_director
from sheetscore.workbooks.paper import (
    IN_MARGIN,
    SMALLEST_SCALE,
    Paper,
    print_by_width,
    print_scale,
    set_up_pages,
    text_pixels,
)

if TYPE_CHECKING:
    from xlsxwriter.chart import Chart as XlsxChart
    from xlsxwriter.format import Format

_TYPES: dict[ChartKind, dict[str, str]] = {
    "dots": {"type": "scatter"},
    "lines": {"type": "line"},
    "map": {"type": "scatter", "subtype": "straight_with_markers"},
}

_TITLE_POINTS = 11
"""The size of the titles of tables."""

_ASIDE = "#BFBFBF"
"""The colour of the tabs of sheets that are for the director."""

_GRID = {"visible": True, "line": {"color": GRID, "width": GRID_POINTS}}


def write_table_sheets(book: Book, plans: Sequence[TableSheet], paper: Paper, style: Callable[[str], Format]) -> None:
    """Write planned worksheets, each printed one page wide.

    Parameters
    ----------
    plans
        In the order of their tabs; their formulas may point at each other's tables. One with tables that run over
        takes several worksheets.
    style
        Gives the format that goes by a name.

    Raises
    ------
    BookError
        A sheet could not get the title that formulas point at.
    """
    plans = [part for plan in plans for part in split_sheet(plan, paper)]
    places = places_of(plans)
    for plan in plans:
        sheet = book.sheet(plan.title)
        if sheet.title != plan.title:
            raise BookError(f"formulas point at the sheet {plan.title}, which had to be called {sheet.title}")
        _write_sheet(book, sheet, plan, places, style)
        if plan.hidden:
            continue  # LibreOffice prints a hidden sheet that has a print area
        pages = pages_of(plan)
        if pages:
            _keep_apart(sheet, plan, pages, paper)
        else:
            widths, passages, repeat = plan.widths[: plan.columns], passages_of(plan, paper), repeated_rows(plan, paper)
            print_by_width(sheet.raw, oriented_paper(plan, paper), widths, plan.row_heights, passages, repeat=repeat)
        if plan.for_director:
            sheet.raw.set_header("&R&11for the director", IN_MARGIN)
            sheet.raw.set_tab_color(_ASIDE)
        if plan.repeated is not None:
            sheet.raw.freeze_panes(plan.repeated + 1, 0)
    keep_for_director(book, [plan.title for plan in plans if plan.for_director])


def _keep_apart(sheet: Sheet, plan: TableSheet, pages: TablePages, paper: Paper) -> None:
    """Print every group of lines on a page of its own; one that would become too small to read goes on to a second."""
    scale = print_scale(paper, plan.width, pages.heights)
    if scale < SMALLEST_SCALE:
        scale = print_scale(paper, plan.width, [1])
    set_up_pages(sheet.raw, paper, plan.columns - 1, pages.ends, scale, repeat=repeated_rows(plan, paper))


def _write_sheet(book: Book, sheet: Sheet, plan: TableSheet, places: Places, style: Callable[[str], Format]) -> None:
    """Write a planned worksheet."""
    sheet.widths(plan.widths)
    sheet.raw.hide_gridlines(2)
    if plan.heading:
        _write_heading(sheet, plan, places, style)
    for table, place in plan.placed:
        _write_table(sheet, table, place, plan.line_heights[table.name], places, style)
    row = plan.charts_top
    for chart in plan.charts:
        _insert_chart(book, sheet, row, plan.width, chart, places)
        row += chart_rows(chart)
    if plan.hidden:
        sheet.raw.hide()


def _write_heading(sheet: Sheet, plan: TableSheet, places: Places, style: Callable[[str], Format]) -> None:
    heights = heading_heights(plan)
    for row, height in enumerate(heights):
        sheet.height(row, height)
    wraps = heights[0] > HEADING_HEIGHT
    if wraps:
        sheet.span(0, 0, 0, plan.columns - 1, style("title words"))
    sheet.text(0, 0, plan.heading, style("title words" if wraps else "title"))
    for row, line in enumerate(plan.lines, start=1):
        look = style(line.style)
        sheet.span(row, 0, row, plan.columns - 1, look)
        if line.formula:
            sheet.formula(row, 0, line.formula(places), line.text, look)
        else:
            sheet.text(row, 0, parted_line(line.text, plan.width), look)


def _write_table(
    sheet: Sheet,
    table: AnyTable,
    place: TablePlace,
    heights: Sequence[int],
    places: Places,
    style: Callable[[str], Format],
) -> None:
    size = " fine" if table.size == "fine" else ""
    if table.title:
        _write_band(sheet, table, place.first - 2, style)
    sheet.height(place.first - 1, columns_height(table))
    for at, column in enumerate(table.columns):
        sheet.text(place.first - 1, at, column.heading, style(column.head + size))
    for row, (line, height) in enumerate(zip(table.lines, heights, strict=True), start=place.first):
        sheet.height(row, height)
        _write_line(sheet, table, Here(line, row, place, places), style)
    if not table.lines:
        sheet.text(place.first, 0, table.empty, style("subtitle"))


def _write_line(sheet: Sheet, table: AnyTable, here: Here[Any], style: Callable[[str], Format]) -> None:
    opens = here.row > here.place.first and table.starts_group is not None and table.starts_group(here.line)
    line, row, opening = here.line, here.row, " opening" if opens else ""
    for at, column in enumerate(table.columns):
        look = style(column.style_of(line) + opening)
        formula, value = table.formula(here, column), table.value(line, column)
        if formula is None:
            sheet.value(row, at, value, look)
        else:
            sheet.formula(row, at, formula, value, look)


def _write_band(sheet: Sheet, table: AnyTable, row: int, style: Callable[[str], Format]) -> None:
    """Write the title of a table, and its remark across the columns that the title leaves free."""
    sheet.height(row, BAND_HEIGHT)
    printed = [column.width for column in table.columns if not column.helper]
    title = text_pixels(table.title, _TITLE_POINTS, bold=True) + BESIDE
    first = min(bisect_left(list(accumulate(printed)), title) + 1, len(printed) - 1)
    for at in range(len(table.columns)):
        sheet.text(row, at, "", style("band"))
    sheet.text(row, 0, table.title, style("band"))
    if table.note and first:
        sheet.span(row, first, row, len(printed) - 1, style("band rule"))
        sheet.text(row, first, table.note, style("band rule"))


def _insert_chart(book: Book, sheet: Sheet, row: int, width: int, chart: Chart, places: Places) -> None:
    """Put a chart on a sheet."""
    drawn = book.workbook.add_chart(dict(_TYPES[chart.kind]))
    for index, series in enumerate(chart.series(places)):
        drawn.add_series(_series(chart, series, index))
    _dress(drawn, chart)
    if chart.window:
        _one_scale(drawn, chart, chart.window, width)
    drawn.set_size({"width": width, "height": chart.height})
    if sheet.raw.insert_chart(row, 0, drawn, {"object_position": 2, "description": chart.title}):
        raise BookError(f"XlsxWriter refused the chart {chart.title} on {sheet.title}")


def _series(chart: Chart, series: Series, index: int) -> dict[str, Any]:
    look = look_of(series, index)
    border = {"color": look.colour, "width": LINE_POINTS}
    labels = _labels(chart, series, index)
    return {
        **({"points": [{"fill": {"color": "white"}, "border": border}]} if series.starts else {}),
        **({"data_labels": {**labels, "font": {"name": FONT, "size": NUMBER_POINTS}}} if labels else {}),
        "name": f"={series.name.reference}",
        "categories": f"={series.along.reference}",
        "values": f"={series.values.reference}",
        "marker": {
            "type": look.marker,
            "size": MARKER_POINTS,
            "border": {"color": look.colour},
            "fill": {"color": look.colour},
        },
        "line": {"none": True} if chart.kind == "dots" else {**border, "dash_type": dash_of(index)},
    }


def _labels(chart: Chart, series: Series, index: int) -> dict[str, Any]:
    """Return what stands beside the points of a series: their own labels, or its name at the end of a line."""
    if series.labels:
        return {"value": True, "position": "right", "custom": [{"value": label} for label in series.labels]}
    if chart.kind != "lines":
        return {}
    beside = beside_of(index)
    return {"series_name": True, "position": beside, "custom": [{"delete": True}] * (series.values.size - 1)}


def _dress(drawn: XlsxChart, chart: Chart) -> None:
    font = {"name": FONT, "size": NUMBER_POINTS, "bold": False}
    large = {"name": FONT, "size": TITLE_POINTS, "bold": True}
    drawn.set_title({"name": chart.title, "name_font": large, "overlay": False})
    across = {"name": chart.across, "name_font": font, "num_font": font}
    if chart.kind == "lines":
        across["label_position"] = "low"  # below the lines, some of which may be below 0
    drawn.set_x_axis(across | (_side_by_side(chart.ticks) if chart.ticks else {}))
    drawn.set_y_axis({"name": chart.upwards, "name_font": font, "num_font": font, "major_gridlines": _GRID})
    drawn.set_legend({"position": "bottom", "font": {"name": FONT, "size": LEGEND_POINTS}})
    drawn.show_blanks_as("gap")


def _one_scale(drawn: XlsxChart, chart: Chart, window: Window, width: int) -> None:
    """Have a unit be as long across as upwards, and say so on both axes in whole numbers."""
    pixels = width * _WIDENING * _PLOT["width"], chart.height * _PLOT["height"]
    font = {"name": FONT, "size": NUMBER_POINTS, "bold": False}
    for place, axis in zip((drawn.set_x_axis, drawn.set_y_axis), map_axes(chart, window, pixels), strict=True):
        place(
            {
                "name": axis.title,
                "name_font": font,
                "num_font": font,
                "min": axis.first,
                "max": axis.first + axis.long,
                "major_unit": axis.step,
                "num_format": "0",
                "crossing": "min",
                "major_gridlines": _GRID,
            }
        )
    drawn.set_plotarea({"layout": _PLOT})


_PLOT = {"x": 0.07, "y": 0.09, "width": 0.9, "height": 0.76}
"""The part of a chart that a map takes."""

_WIDENING = 1.03
"""How much wider than planned a map is taken to be. Excel has columns as planned; LibreOffice makes them 6 % wider,
because it does not round the width of a digit. So the two scales differ by 3 % in either, and by 6 % in none."""


def _side_by_side(series: int) -> dict[str, object]:
    """Return an axis without numbers, half a step wider than its first and last series."""
    return {
        "min": 0.5,
        "max": series + 0.5,
        "major_unit": 1,
        "label_position": "none",
        "major_tick_mark": "none",
        "major_gridlines": {"visible": False},
    }
