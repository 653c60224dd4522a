"""How charts look, and which part of the plane a map shows: the same on worksheets and on pages for a browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from sheetscore.tables.sheet import Chart, Look, Series, Window

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
"""Dark enough for a printer without colours, where markers and dashes tell the series apart."""

Dash = Literal[
    "solid", "dash", "round_dot", "long_dash", "dash_dot", "long_dash_dot", "long_dash_dot_dot"
]  # fmt: skip

_DASHES: tuple[Dash, ...] = (
    "solid", "dash", "round_dot", "long_dash", "dash_dot", "long_dash_dot", "long_dash_dot_dot",
)  # fmt: skip

GRID = "#D9D9D9"
"""The colour of the lines behind a chart."""

LINE_POINTS, LEAD_POINTS, GRID_POINTS = 1.75, 0.75, 0.5
"""How thick the lines of series are, those that lead from them to their names, and those behind them."""

MARKER_POINTS = 7
"""The size of markers."""

TITLE_POINTS, LEGEND_POINTS, NUMBER_POINTS = 12, 10, 9
"""The size of letters: of the title, of the names of series, of the axes and what is beside points."""


def look_of(series: Series, index: int) -> Look:
    """Return the colour and the marker of a series, the ``index``-th (from 0) of its chart."""
    return series.look or _LOOKS[_number(series, index) % len(_LOOKS)]


def dash_of(series: Series, index: int) -> Dash:
    """Return how the line of a series is broken, the ``index``-th (from 0) of its chart."""
    return _DASHES[_number(series, index) % len(_DASHES)]


def _number(series: Series, index: int) -> int:
    return index if series.number is None else series.number


class Axis(Struct, frozen=True):
    """An axis of a map, in its own units."""

    title: str
    first: int
    """What it begins with."""
    long: float
    """How much it shows."""
    step: int
    """From one number to the next."""


_LEAST_STEP = 24
"""Pixels from one number on an axis to the next."""

_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000)


def map_axes(chart: Chart, window: Window, pixels: tuple[float, float]) -> Iterator[Axis]:
    """Widen what a map shows until a unit is as long across as upwards, and give both axes.

    Parameters
    ----------
    pixels
        How large the map is, across and upwards.
    """
    wanted = window.right - window.left, window.top - window.bottom
    for step in _STEPS:
        # a step more than wanted: an axis begins at a whole number of steps, up to half a step beside where it would
        unit = min(pixels[0] / (wanted[0] + step), pixels[1] / (wanted[1] + step))
        if step * unit >= _LEAST_STEP:
            break
    for title, least, long in (
        (chart.across, window.left - (pixels[0] / unit - wanted[0]) / 2, pixels[0] / unit),
        (chart.upwards, window.bottom - (pixels[1] / unit - wanted[1]) / 2, pixels[1] / unit),
    ):
        yield Axis(title, step * round(least / step), long, step)
