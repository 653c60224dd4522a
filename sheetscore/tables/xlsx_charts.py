"""Write planned charts by XlsxWriter: series, axes, and the series that lead from the ends of lines to their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any

from sheetscore.tables.chart_looks import (
    GRID,
    GRID_POINTS,
    LEGEND_POINTS,
    LINE_POINTS,
    MARKER_POINTS,
    NUMBER_POINTS,
    TITLE_POINTS,
    dash_of,
    look_of,
    map_axes,
)
from sheetscore.tables.line_ends import NamedLines, named_lines
from sheetscore.tables.planned_cells import PlannedCells
from sheetscore.tables.sheet import Chart, ChartKind, Series, TableSheet, Window
from sheetscore.workbooks.book import FONT, Book, BookError, Sheet
from sheetscore.workbooks.cell_refs import Area
from sheetscore.workbooks.paper import text_pixels

if TYPE_CHECKING:
    from xlsxwriter.chart import Chart as XlsxChart
    from xlsxwriter.format import Format

_TYPES: dict[ChartKind, dict[str, str]] = {
    "dots": {"type": "scatter"},
    "lines": {"type": "line"},
    "map": {"type": "scatter", "subtype": "straight_with_markers"},
}

_GRID = {"visible": True, "line": {"color": GRID, "width": GRID_POINTS}}


def insert_chart(
    book: Book,
    sheet: Sheet,
    row: int,
    plan: TableSheet,
    chart: Chart,
    cells: PlannedCells,
    style: Callable[[str], Format],
) -> None:
    """Put a chart on a worksheet, as wide as the printed columns.

    Parameters
    ----------
    row
        The first row that it covers, from 0.
    plan
        The plan of the worksheet.
    cells
        The cells of all worksheets to which the chart may refer.
    style
        Returns the format of a style by its name.

    Raises
    ------
    BookError
        XlsxWriter refused it.
    """
    drawn = book.workbook.add_chart(dict(_TYPES[chart.kind]))
    series = chart.series(cells.places)
    if chart.kind == "lines" and series:
        named = named_lines(chart, series, cells, plan.width)
        _add_lines(drawn, series, named, _write_beside(sheet, (row, len(plan.widths) + 1), named, style))
        _dress(drawn, chart, turned=named.turned)
        drawn.set_plotarea({"layout": named.plot})
    else:
        for index, one in enumerate(series):
            drawn.add_series(_series(chart, one, index))
        _dress(drawn, chart)
    if chart.window:
        names = [str(cells.values(one.name)[0]) for one in series]
        _one_scale(drawn, chart, chart.window, plan.width, _map_plot(chart, names, plan.width))
    drawn.set_size({"width": plan.width, "height": chart.height})
    if sheet.raw.insert_chart(row, 0, drawn, {"object_position": 2, "description": chart.title}):
        raise BookError(f"XlsxWriter refused the chart {chart.title} on {sheet.title}")


def _write_beside(
    sheet: Sheet, place: tuple[int, int], named: NamedLines, style: Callable[[str], Format]
) -> list[Area]:
    """Write the values of the leading series to the right of the paper; return the labels' cells, then each series'.

    The x axis gets one more point after the last label, at which the names stand.
    """
    (top, left), count = place, len(named.along) + 1
    rows = range(top + 1, top + 2 + len(named.ends))
    sheet.text(top, left, "Where the names of the lines stand", style("step"))
    for column, text in enumerate(named.along, start=left + 1):
        sheet.text(top + 1, column, text, style("step"))
    for row, end in enumerate(named.ends, start=top + 2):
        sheet.text(row, left, end.name, style("step"))
        for column in range(left + 1 + end.at, left + count):  # a line may end early
            sheet.formula(row, column, end.cell.reference, end.value, style("step"))
        sheet.number(row, left + count, end.height, style("step"))
    return [Area(sheet.title, row, left + 1, row, left + count) for row in rows]


def _add_lines(drawn: XlsxChart, series: Sequence[Series], named: NamedLines, beside: Sequence[Area]) -> None:
    """Add the lines, and for each the series that leads from its end to its name."""
    along, *leads = beside
    for index, one in enumerate(series):
        drawn.add_series(_line(one, index) | {"categories": f"={along.reference}"})
    for end, lead in zip(named.ends, leads, strict=True):
        look = look_of(series[end.line], end.line)
        filled = {"color": look.colour}
        between: list[dict[str, Any]] = [{"border": {"none": True}, "fill": {"none": True}}] * (lead.size - 1)
        drawn.add_series(
            {
                "name": [lead.sheet, lead.row, lead.column - 1],
                "categories": f"={along.reference}",
                "values": f"={lead.reference}",
                # A marker beside the name distinguishes lines that end at the same value without colours. Nothing joins
                # it to the line: names keep apart, and a joined marker would be read as one more value.
                "marker": {"type": look.marker, "size": MARKER_POINTS, "border": filled, "fill": filled},
                "points": between,
                "line": {"none": True},
                "data_labels": {
                    "series_name": True,
                    "position": "right",
                    "custom": [{"delete": True}] * (lead.size - 1),
                    "font": {"name": FONT, "size": NUMBER_POINTS},
                },
            }
        )


def _line(series: Series, index: int) -> dict[str, Any]:
    """Return a series as a line with markers."""
    look = look_of(series, index)
    filled = {"color": look.colour}
    return {
        "name": f"={series.name.reference}",
        "categories": f"={series.along.reference}",
        "values": f"={series.values.reference}",
        "marker": {"type": look.marker, "size": MARKER_POINTS, "border": filled, "fill": filled},
        "line": {**filled, "width": LINE_POINTS, "dash_type": dash_of(series, index)},
    }


def _series(chart: Chart, series: Series, index: int) -> dict[str, Any]:
    """Return a series of dots, or of a track on a map."""
    line = _line(series, index)
    border = {"color": look_of(series, index).colour, "width": LINE_POINTS}
    labels = {
        "value": True,
        "position": "right",
        "custom": [{"value": label} for label in series.labels],
        "font": {"name": FONT, "size": NUMBER_POINTS},
    }
    return {
        **({"points": [{"fill": {"color": "white"}, "border": border}]} if series.starts else {}),
        **({"data_labels": labels} if series.labels else {}),
        **line,
        **({"line": {"none": True}} if chart.kind == "dots" else {}),
    }


def _dress(drawn: XlsxChart, chart: Chart, *, turned: bool = False) -> None:
    """Set title, axes and legend; lines have their names at their ends, and no legend.

    Parameters
    ----------
    turned
        Whether the labels of the x axis are read from the bottom up.
    """
    font = {"name": FONT, "size": NUMBER_POINTS, "bold": False}
    large = {"name": FONT, "size": TITLE_POINTS, "bold": True}
    drawn.set_title({"name": chart.title, "name_font": large, "overlay": False})
    across = {"name": chart.across, "name_font": font, "num_font": font}
    if chart.kind == "lines":
        # labels below lines with negative values; points on the ticks, since the last one has the names
        across |= {"label_position": "low", "position_axis": "on_tick"}
        if turned:
            across["num_font"] = {**font, "rotation": -90}
    drawn.set_x_axis(across | (_side_by_side(chart.ticks) if chart.ticks else {}))
    numbers = {"num_format": "0 %"} if chart.in_percent else {}
    upwards = {"name": chart.upwards, "name_font": font, "num_font": font, "major_gridlines": _GRID}
    drawn.set_y_axis(upwards | numbers)
    place = {"none": True} if chart.kind == "lines" else {"position": "bottom"}
    drawn.set_legend({**place, "font": {"name": FONT, "size": LEGEND_POINTS}})
    drawn.show_blanks_as("gap")


def _one_scale(drawn: XlsxChart, chart: Chart, window: Window, width: int, plot: Mapping[str, float]) -> None:
    """Set both axes of a map so that a unit is equally long on both, with whole numbers."""
    pixels = width * _WIDENING * plot["width"], chart.height * plot["height"]
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
    drawn.set_plotarea({"layout": dict(plot)})


_PLOT = {"x": 0.07, "y": 0.09, "width": 0.9, "height": 0.76}
"""The part of a chart that a map takes, at most."""

_AXIS, _LEGEND_LINE, _KEY = 60, 22, 54
"""Pixels below a map: of its axis with numbers and title, of a line of the legend; and beside a name in it."""


def _map_plot(chart: Chart, names: Sequence[str], width: int) -> Mapping[str, float]:
    """Return the part of a chart that a map takes, so that the legend has room below the title of the axis."""
    longest = max((text_pixels(name, LEGEND_POINTS) for name in names), default=0.0)
    lines = ceil(len(names) / max(1, int(width * _PLOT["width"] / (longest + _KEY))))
    free = 1 - _PLOT["y"] - (_AXIS + _LEGEND_LINE * lines) / chart.height
    return {**_PLOT, "height": min(_PLOT["height"], free)}


_WIDENING = 1.03
"""The factor by which a map is assumed to be wider than planned. Excel shows columns as planned, LibreOffice 6 % wider,
because it does not round the width of a digit. So the scales of the axes differ by 3 % in each program."""


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
