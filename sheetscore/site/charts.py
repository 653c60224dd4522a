"""Draw planned charts as SVG; their values are looked up in the tables that the plans refer to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from sheetscore.site.cells import style_called
from sheetscore.tables.chart_looks import (
    GRID,
    LINE_POINTS,
    MARKER_POINTS,
    Dash,
    dash_of,
    look_of,
    map_axes,
    with_end,
)
from sheetscore.tables.planned_cells import PlannedCells
from sheetscore.tables.scales import Scale, scale_for, scale_of
from sheetscore.tables.sheet import Chart, Look, Series
from sheetscore.tables.shown_values import shown
from sheetscore.workbooks.cell_refs import Area

if TYPE_CHECKING:
    from markupsafe import Markup

WIDTH = 900
"""The width of a chart in pixels of its drawing; the page scales it."""

_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 24, 14, 46
"""The margins around the plot, in pixels."""

_HIGHEST = 440
"""The greatest height on paper, in pixels, that a page takes over; maps, which have a window, keep all of theirs."""

_ENLARGED = 1.1
"""How much higher a chart is on a page than on paper."""


class Point(Struct, frozen=True):
    """A point of a series in pixels, with a label beside it."""

    x: float
    y: float
    label: str = ""


IN_LEGEND = Point(18, 9)
"""The place of a marker in the legend, in the middle of a piece of its line."""


class DrawnSeries(Struct, frozen=True):
    """A series as the template draws it."""

    name: str
    look: Look
    marker: Markup
    """Its marker in the legend, at `IN_LEGEND`."""
    paths: tuple[str, ...]
    """The parts of its line, which is broken where values are missing."""
    dash: str
    markers: tuple[Markup, ...]
    labels: tuple[Label, ...]


class Label(Struct, frozen=True):
    """A text in a chart."""

    x: float
    y: float
    text: str
    anchor: str = "middle"


class GridLine(Struct, frozen=True):
    """A line behind a chart, from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float


class DrawnChart(Struct, frozen=True):
    """A chart as the template draws it."""

    title: str
    across: str
    upwards: str
    height: int
    grid: tuple[GridLine, ...]
    labels: tuple[Label, ...]
    series: tuple[DrawnSeries, ...]

    grid_colour: str = GRID
    line_width: float = LINE_POINTS
    width: int = WIDTH
    left: int = _LEFT
    bottom: int = _BOTTOM


def drawn_chart(chart: Chart, cells: PlannedCells, public: Callable[[str], str]) -> DrawnChart:
    """Draw a chart.

    Parameters
    ----------
    cells
        The cells of all sheets that its plan refers to.
    public
        Returns a text as it may be published.
    """
    series = chart.series(cells.places)
    values_of_series = [_values(chart, one, cells) for one in series]
    names = [public(_texts(cells, one.name)[0]) for one in series]
    is_lines = chart.kind == "lines"
    if is_lines:
        ends = (cells.values(one.values) for one in series)
        names = [with_end(name, end, in_percent=chart.in_percent) for name, end in zip(names, ends, strict=True)]
    across, upwards = _scales(chart, values_of_series)
    ticks = [*map(public, _texts_along(series, cells))] if is_lines else []
    grid = (*_grid(upwards, across, flat=True), *(_grid(across, upwards, flat=False) if chart.kind == "map" else ()))
    labels = (*_labels_along(chart, across, ticks), *(_number(value, upwards) for value in upwards.numbers))
    points = [[_point(at, across, upwards) for at in values] for values in values_of_series]
    parts = zip(series, names, points, strict=True)
    return DrawnChart(
        public(chart.title),
        public(chart.across),
        public(chart.upwards),
        _height(chart),
        tuple(grid),
        tuple(labels),
        tuple(_drawn(chart, one, number, name, at, public) for number, (one, name, at) in enumerate(parts)),
    )


Values = Sequence[tuple[float, float] | None]
"""The points of a series in the units of the axes; None for a gap."""


def _values(chart: Chart, series: Series, cells: PlannedCells) -> Values:
    heights = cells.numbers(series.values)
    along = [float(at) for at in range(len(heights))] if chart.kind == "lines" else cells.numbers(series.along)
    return [None if x is None or y is None else (x, y) for x, y in zip(along, heights, strict=False)]


def _texts_along(series: Sequence[Series], cells: PlannedCells) -> list[str]:
    """Return the texts on the x axis, of the series that has most."""
    return max((_texts(cells, one.along) for one in series), key=len, default=[])


def _texts(cells: PlannedCells, area: Area) -> list[str]:
    return [shown(value, style_called("cell")) for value in cells.values(area)]


def _height(chart: Chart) -> int:
    return round((chart.height if chart.window else min(chart.height, _HIGHEST)) * _ENLARGED)


def _scales(chart: Chart, found: Sequence[Values]) -> tuple[Scale, Scale]:
    """Return the scales of the x axis and of the y axis."""
    points = [point for values in found for point in values if point] or [(0.0, 0.0)]
    right = WIDTH - _RIGHT
    bottom = _height(chart) - _BOTTOM
    if chart.window:
        axes = map_axes(chart, chart.window, (right - _LEFT, bottom - _TOP))
        one, other = (scale_of(axis, *ends) for axis, ends in zip(axes, ((_LEFT, right), (bottom, _TOP)), strict=True))
        return one, other
    highest = [] if chart.most is None else [float(chart.most)]
    upwards = scale_for([*(y for _, y in points), *highest], bottom, _TOP)
    if chart.kind == "lines":
        steps = max(len(values) for values in found) if found else 1
        return Scale(-0.25, max(steps - 0.75, 0.25), _LEFT, right, ()), upwards
    if chart.ticks:
        return Scale(0.5, chart.ticks + 0.5, _LEFT, right, ()), upwards
    return scale_for([x for x, _ in points], _LEFT, right), upwards


def _point(at: tuple[float, float] | None, across: Scale, upwards: Scale) -> Point | None:
    return Point(across.at(at[0]), upwards.at(at[1])) if at else None


def _grid(scale: Scale, other: Scale, *, flat: bool) -> Iterator[GridLine]:
    """Yield a line at each number of a scale, as long as the other scale; ``flat`` for horizontal lines."""
    for value in scale.numbers:
        at = scale.at(value)
        yield GridLine(other.first, at, other.last, at) if flat else GridLine(at, other.first, at, other.last)


def _number(value: float, upwards: Scale) -> Label:
    return Label(_LEFT - 8, upwards.at(value) + 4, f"{value:g}", "end")


def _labels_along(chart: Chart, across: Scale, texts: Sequence[str]) -> Iterator[Label]:
    below = _height(chart) - _BOTTOM + 18
    if chart.kind == "lines":
        every = -(-len(texts) // 12)  # at most twelve labels have room
        for number, text in enumerate(texts):
            if number % every == 0:
                yield Label(across.at(number), below, text)
        return
    for value in across.numbers:
        yield Label(across.at(value), below, f"{value:g}")


_DASHED: Mapping[Dash, str] = {
    "solid": "",
    "dash": "7 4",
    "round_dot": "2 3",
    "long_dash": "12 4",
    "dash_dot": "7 3 2 3",
    "long_dash_dot": "12 3 2 3",
    "long_dash_dot_dot": "12 3 2 3 2 3",
}


def _drawn(
    chart: Chart,
    series: Series,
    number: int,
    name: str,
    points: Sequence[Point | None],
    public: Callable[[str], str],
) -> DrawnSeries:
    look, known = look_of(series, number), [point for point in points if point]
    labels = [
        Label(point.x + 9, point.y + 4, public(text), "start")
        for point, text in zip(points, series.labels, strict=False)
        if point and text
    ]
    hollow = [series.starts and at == 0 for at in range(len(known))]
    return DrawnSeries(
        name,
        look,
        _marker(look, IN_LEGEND, hollow=False),
        () if chart.kind == "dots" else tuple(_paths(points)),
        _DASHED[dash_of(series, number)],
        tuple(_marker(look, point, hollow=open_) for point, open_ in zip(known, hollow, strict=True)),
        tuple(labels),
    )


def _paths(points: Sequence[Point | None]) -> Iterator[str]:
    """Yield the unbroken parts of a line; it is broken where a value is missing."""
    part: list[Point] = []
    for point in [*points, None]:
        if point:
            part.append(point)
        elif part:
            yield " ".join(f"{at.x:.1f},{at.y:.1f}" for at in part)
            part = []


def _marker(look: Look, at: Point, *, hollow: bool) -> Markup:
    from markupsafe import Markup  # noqa: PLC0415 -- comes with Jinja2, which is an extra

    size = MARKER_POINTS * 0.62
    fill = "#FFFFFF" if hollow else look.colour
    shape = _SHAPES[look.marker](at, size)
    return Markup('<path d="{}" fill="{}" stroke="{}" stroke-width="1.75"/>').format(shape, fill, look.colour)


def _circle(at: Point, size: float) -> str:
    half = f"a{size:.1f} {size:.1f} 0 1 0"
    return f"M{at.x - size:.1f} {at.y:.1f}{half} {2 * size:.1f} 0{half} {-2 * size:.1f} 0z"


def _outline(*corners: tuple[float, float]) -> Callable[[Point, float], str]:
    """Return a function that draws a closed shape, given its corners for a size of 1."""

    def drawn(at: Point, size: float) -> str:
        return "M" + "L".join(f"{at.x + x * size:.1f} {at.y + y * size:.1f}" for x, y in corners) + "z"

    return drawn


def _strokes(*ends: tuple[float, float]) -> Callable[[Point, float], str]:
    """Return a function that draws strokes, given the two ends of each for a size of 1."""

    def drawn(at: Point, size: float) -> str:
        pairs = [*pairwise(ends)][::2]  # without those of the end of a stroke and the start of the next
        return "".join(
            f"M{at.x + x1 * size:.1f} {at.y + y1 * size:.1f}L{at.x + x2 * size:.1f} {at.y + y2 * size:.1f}"
            for (x1, y1), (x2, y2) in pairs
        )

    return drawn


_SHAPES: Mapping[str, Callable[[Point, float], str]] = {
    "circle": _circle,
    "square": _outline((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "diamond": _outline((0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)),
    "triangle": _outline((0, -1.1), (1.1, 0.9), (-1.1, 0.9)),
    "x": _strokes((-1, -1), (1, 1), (-1, 1), (1, -1)),
    "plus": _strokes((-1.1, 0), (1.1, 0), (0, -1.1), (0, 1.1)),
    "star": _strokes((-1, -1), (1, 1), (-1, 1), (1, -1), (0, -1.2), (0, 1.2)),
    "short_dash": _strokes((-1.1, 0), (1.1, 0)),
}
