"""The looks of charts and the axes of maps, for worksheets and for pages in a browser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from sheetscore.rounding import decimals, exact, rounded
from sheetscore.tables.sheet import Chart, Look, Series, Window
from sheetscore.workbooks.book import CellValue, as_double

_LOOKS = (
    Look("#1F4E79", "circle"),
    Look("#C55A11", "square"),
    Look("#548235", "diamond"),
    Look("#7F6000", "triangle"),
    Look("#7030A0", "x"),
    Look("#404040", "plus"),
    Look("#2E9AA6", "star"),
    Look("#B00000", "short_dash"),
    Look("#A61C6B", "diamond"),
    Look("#0F7B6C", "circle"),
)
"""The looks of series in order; dark enough for a printer without colours, where markers and dashes distinguish
them."""

Dash = Literal[
    "solid", "dash", "round_dot", "long_dash", "dash_dot", "long_dash_dot", "long_dash_dot_dot"
]  # fmt: skip

_DASHES: tuple[Dash, ...] = (
    "solid", "dash", "round_dot", "long_dash", "dash_dot", "long_dash_dot", "long_dash_dot_dot",
)  # fmt: skip

GRID = "#D9D9D9"
"""The colour of the lines behind a chart."""

LINE_POINTS, GRID_POINTS = 1.75, 0.5
"""The thickness, in points, of lines of series and of the grid."""

MARKER_POINTS = 7
"""The size of markers, in points."""

TITLE_POINTS, LEGEND_POINTS, NUMBER_POINTS = 12, 10, 10
"""The font sizes, in points, of the title, of the names of series, and of axes and labels of points."""


def look_of(series: Series, index: int) -> Look:
    """Return the colour and the marker of a series, the ``index``-th (from 0) of its chart."""
    return series.look or _LOOKS[_number(series, index) % len(_LOOKS)]


def dash_of(series: Series, index: int) -> Dash:
    """Return the dash style of a series, the ``index``-th (from 0) of its chart."""
    return _DASHES[_number(series, index) % len(_DASHES)]


def with_end(name: str, values: Sequence[CellValue], *, in_percent: bool) -> str:
    """Return the name of a line for the legend, with the value at which it ends.

    Of lines that end together only one can be seen; their equal values say which these are.

    Examples
    --------
    >>> from fractions import Fraction
    >>> with_end("Ada Thorn", [0, Fraction(2, 3), None], in_percent=False)
    'Ada Thorn: 0.67'
    """
    known = [exact(value) for value in values if isinstance(value, int | float | Fraction)]
    if not known:
        return name
    end = rounded(known[-1], 2)
    return f"{name}: {decimals(100 * end, 0)} %" if in_percent else f"{name}: {as_double(end):.10g}"


def _number(series: Series, index: int) -> int:
    return index if series.number is None else series.number


class Axis(Struct, frozen=True):
    """An axis of a map, in its own units."""

    title: str
    first: int
    """The value at its beginning."""
    long: float
    """The difference of the values at its ends."""
    step: int
    """The difference from one number on it to the next."""


_LEAST_STEP = 24
"""The least distance of two numbers on an axis, in pixels."""

_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000)
"""The steps from number to number on an axis, of which the least is taken that has room."""


def map_axes(chart: Chart, window: Window, pixels: tuple[float, float]) -> Iterator[Axis]:
    """Yield the axes of a map, widened so that a unit is as long on the x axis as on the y axis.

    Parameters
    ----------
    pixels
        The width and the height of the map.
    """
    wanted = window.right - window.left, window.top - window.bottom
    for step in _STEPS:
        # a step more than the window: an axis begins at a multiple of the step, up to half a step off
        unit = min(pixels[0] / (wanted[0] + step), pixels[1] / (wanted[1] + step))
        if step * unit >= _LEAST_STEP:
            break
    for title, least, long in (
        (chart.across, window.left - (pixels[0] / unit - wanted[0]) / 2, pixels[0] / unit),
        (chart.upwards, window.bottom - (pixels[1] / unit - wanted[1]) / 2, pixels[1] / unit),
    ):
        yield Axis(title, step * round(least / step), long, step)
