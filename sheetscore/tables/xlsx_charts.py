"""Write planned charts by XlsxWriter: series, axes, and a legend; that of lines says at which value each ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

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
    with_end,
)
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
    if chart.kind == "lines":
        ends = _write_ends(sheet, (row, len(plan.widths) + 1), chart, cells, style)
        series = [replace(one, name=end) for one, end in zip(series, ends, strict=True)]
    for index, one in enumerate(series):
        drawn.add_series(_series(chart, one, index))
    _dress(drawn, chart)
    if chart.window:
        names = [str(cells.values(one.name)[0]) for one in series]
        _one_scale(drawn, chart, chart.window, plan.width, _map_plot(chart, names, plan.width))
    drawn.set_size({"width": plan.width, "height": chart.height})
    # position 2: it moves with the cells below it, and keeps its size
    if sheet.raw.insert_chart(row, 0, drawn, {"object_position": 2, "description": chart.title}):
        raise BookError(f"XlsxWriter refused the chart {chart.title} on {sheet.title}")


def _write_ends(
    sheet: Sheet, place: tuple[int, int], chart: Chart, cells: PlannedCells, style: Callable[[str], Format]
) -> list[Area]:
    """Write what the legend says to the right of the paper, each line's name and last value; return the cells."""
    top, left = place
    sheet.text(top, left, "The lines of the chart", style("step"))
    ends = []
    for row, one in enumerate(chart.series(cells.places), start=top + 1):
        values, name = cells.numbers(one.values), one.name.reference
        last = _part(one.values, max((at for at, value in enumerate(values) if value is not None), default=0)).reference
        shown = f'ROUND(100*{last},0)&" %"' if chart.in_percent else f"ROUND({last},2)"
        formula = f'IF(ISNUMBER({last}),{name}&": "&{shown},{name})'
        said = with_end(str(cells.values(one.name)[0]), values, in_percent=chart.in_percent)
        sheet.formula(row, left, formula, said, style("step"))
        ends.append(Area(sheet.title, row, left, row, left))
    return ends


def _part(area: Area, at: int) -> Area:
    """Return the cell with an index in an area that is a row or a column."""
    down = area.last_row > area.row
    row, column = area.row + at * down, area.column + at * (not down)
    return Area(area.sheet, row, column, row, column)


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
    """Return a series as XlsxWriter takes it: dots, a line, or a track on a map."""
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


def _dress(drawn: XlsxChart, chart: Chart) -> None:
    """Set title, axes and legend; that of lines is beside the plot, in the order in which they are listed."""
    font = {"name": FONT, "size": NUMBER_POINTS, "bold": False}
    large = {"name": FONT, "size": TITLE_POINTS, "bold": True}
    drawn.set_title({"name": chart.title, "name_font": large, "overlay": False})
    across = {"name": chart.across, "name_font": font, "num_font": font}
    if chart.kind == "lines":
        across |= {"label_position": "low"}  # below lines with negative values
    drawn.set_x_axis(across | (_side_by_side(chart.ticks) if chart.ticks else {}))
    numbers = {"num_format": "0 %"} if chart.in_percent else {}
    upwards = {"name": chart.upwards, "name_font": font, "num_font": font, "major_gridlines": _GRID}
    drawn.set_y_axis(upwards | numbers)
    place = "right" if chart.kind == "lines" else "bottom"
    drawn.set_legend({"position": place, "font": {"name": FONT, "size": LEGEND_POINTS}})
    drawn.show_blanks_as("gap")


def _one_scale(drawn: XlsxChart, chart: Chart, window: Window, width: int, plot: Mapping[str, float]) -> None:
    """Set both axes of a map so that a unit is equally long on both, with whole numbers."""
    pixels = width * _WIDENING * plot["width"], chart.height * plot["height"]
    font = {"name": FONT, "size": NUMBER_POINTS, "bold": False}
    for set_axis, axis in zip((drawn.set_x_axis, drawn.set_y_axis), map_axes(chart, window, pixels), strict=True):
        set_axis(
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
