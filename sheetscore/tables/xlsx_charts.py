"""Write planned charts by XlsxWriter: series, axes, and their names.

Names of lines stand at the ends of the lines, or in a legend if they have no room there; each says at which value its
line ends.
"""

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
from sheetscore.tables.line_ends import LineEnds, legend_points, line_ends, sign_before
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
    series, ends = chart.series(cells.places), None
    _dress(drawn, chart)
    if chart.kind == "lines":
        ends = _ends_of(chart, series, cells, plan.width)
        labels, heights = _write_ends(sheet, (row, len(plan.widths) + 1), chart, cells, style, ends)
        if ends is None:
            size = legend_points(_named_ends(chart, series, cells, signs=False), plan.width)
            series = [replace(one, name=label) for one, label in zip(series, labels, strict=True)]
            # at the right of the plot, not below it: so its names stand in the order of the lines
            drawn.set_legend({"position": "right", "font": {"name": FONT, "size": size}})
    for index, one in enumerate(series):
        drawn.add_series(_series(chart, one, index))
    if ends is not None:
        for one, label, height in zip(series, labels, heights, strict=True):
            drawn.add_series(_name_at_end(one, label, height, ends.points))
        _fix_plot(drawn, chart, ends, len(cells.values(series[0].along)))
    if chart.window:
        names = [str(cells.values(one.name)[0]) for one in series]
        _one_scale(drawn, chart, chart.window, plan.width, _map_plot(chart, names, plan.width))
    drawn.set_size({"width": plan.width, "height": chart.height})
    # position 2: it moves with the cells below it, and keeps its size
    if sheet.raw.insert_chart(row, 0, drawn, {"object_position": 2, "description": chart.title}):
        raise BookError(f"XlsxWriter refused the chart {chart.title} on {sheet.title}")


def _named_ends(chart: Chart, series: Sequence[Series], cells: PlannedCells, *, signs: bool) -> list[str]:
    """Return the name of each line with the value at its end, and if ``signs`` with its marker before it."""
    return [
        (sign_before(look_of(one, index).marker) if signs else "")
        + with_end(str(cells.values(one.name)[0]), cells.values(one.values), in_percent=chart.in_percent)
        for index, one in enumerate(series)
    ]


def _ends_of(chart: Chart, series: Sequence[Series], cells: PlannedCells, width: int) -> LineEnds | None:
    """Return the names at the ends of the lines; None if the chart needs a legend."""
    lines = [cells.numbers(one.values) for one in series]
    along = max(([str(text) for text in cells.values(one.along)] for one in series), key=len, default=[])
    names = _named_ends(chart, series, cells, signs=True)
    return line_ends(names, lines, along, (width, chart.height), chart.most)


def _write_ends(
    sheet: Sheet,
    place: tuple[int, int],
    chart: Chart,
    cells: PlannedCells,
    style: Callable[[str], Format],
    ends: LineEnds | None,
) -> tuple[list[Area], list[Area]]:
    """Write, right of the paper, the name of each line, and its height: the line's last value, moved clear of others.

    Parameters
    ----------
    ends
        The names at the ends of the lines; None for a legend, whose names stand at no height.

    Returns
    -------
    tuple[list[Area], list[Area]]
        The cell with each name; and a row of cells with its height, of which only the last is filled in.
    """
    (top, left), series = place, chart.series(cells.places)
    sheet.text(top, left, "The lines of the chart", style("step"))
    names, heights = [], []
    for at, (one, said) in enumerate(zip(series, _named_ends(chart, series, cells, signs=bool(ends)), strict=True)):
        row, values, name = top + 1 + at, cells.numbers(one.values), one.name.reference
        last = _part(one.values, max((at for at, value in enumerate(values) if value is not None), default=0)).reference
        shown = f'100*ROUND({last},2)&" %"' if chart.in_percent else f"ROUND({last},2)"
        sign = f'"{sign_before(look_of(one, at).marker)}"&' if ends else ""
        formula = f'{sign}IF(ISNUMBER({last}),{name}&": "&{shown},{name})'
        sheet.formula(row, left, formula, said, style("step"))
        names.append(Area(sheet.title, row, left, row, left))
        heights.append(Area(sheet.title, row, left + 1, row, left + len(values)))
        if ends:
            now = next(value for value in reversed(values) if value is not None) + ends.moved[at]
            moved = Area(sheet.title, row, left + len(values) + 1, row, left + len(values) + 1)
            sheet.value(row, moved.column, ends.moved[at], style("step"))
            sheet.formula(row, left + len(values), f"{last}+{moved.reference}", now, style("step"))
    return names, heights


def _name_at_end(series: Series, name: Area, height: Area, points: int) -> dict[str, Any]:
    """Return an invisible series whose only point has the name of a line beside it, in letters of so many points."""
    font = {"name": FONT, "size": points}
    return {
        "name": f"={name.reference}",
        "categories": f"={series.along.reference}",
        "values": f"={height.reference}",
        "line": {"none": True},
        "marker": {"type": "none"},
        "data_labels": {"series_name": True, "value": False, "position": "right", "font": font},
    }


def _fix_plot(drawn: XlsxChart, chart: Chart, ends: LineEnds, count: int) -> None:
    """Make room for names at the right of the plot, and fix the scale of the axis for which they were moved apart.

    ``count`` is the number of points along the other axis.
    """
    scale = ends.scale
    step = scale.numbers[1] - scale.numbers[0]
    drawn.set_y_axis(_upwards(chart) | {"min": scale.low, "max": scale.high, "major_unit": step})
    drawn.set_x_axis(_across(chart) | ({"position_axis": "on_tick"} if count > 1 else {}))
    drawn.set_plotarea({"layout": dict(ends.plot)})
    drawn.set_legend({"none": True})


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
        "position": series.label_side,
        "custom": [{"value": label} if label else {"delete": True} for label in series.labels],
        "font": {"name": FONT, "size": NUMBER_POINTS},
    }
    return {
        **({"points": [{"fill": {"color": "white"}, "border": border}]} if series.starts else {}),
        **({"data_labels": labels} if series.labels else {}),
        **line,
        **({"line": {"none": True}} if chart.kind == "dots" else {}),
    }


_SMALL_FONT = {"name": FONT, "size": NUMBER_POINTS, "bold": False}


def _dress(drawn: XlsxChart, chart: Chart) -> None:
    """Set title, axes and legend."""
    large = {"name": FONT, "size": TITLE_POINTS, "bold": True}
    drawn.set_title({"name": chart.title, "name_font": large, "overlay": False})
    drawn.set_x_axis(_across(chart))
    drawn.set_y_axis(_upwards(chart))
    drawn.set_legend({"position": "bottom", "font": {"name": FONT, "size": LEGEND_POINTS}})
    drawn.show_blanks_as("gap")


def _across(chart: Chart) -> dict[str, Any]:
    """Return the x axis."""
    across: dict[str, Any] = {"name": chart.across, "name_font": _SMALL_FONT, "num_font": _SMALL_FONT}
    if chart.kind == "lines":
        across |= {"label_position": "low"}  # below lines with negative values
    return across | (_side_by_side(chart.ticks) if chart.ticks else {})


def _upwards(chart: Chart) -> dict[str, Any]:
    """Return the y axis."""
    numbers = {"num_format": "0 %"} if chart.in_percent else {}
    most = {} if chart.most is None else {"min": 0, "max": chart.most}
    fonts = {"name_font": _SMALL_FONT, "num_font": _SMALL_FONT}
    return {"name": chart.upwards, **fonts, "major_gridlines": _GRID, **numbers, **most}


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
