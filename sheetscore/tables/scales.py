"""The scales of the axes of charts: pixels for values, and the numbers beside the axis."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from sheetscore.tables.chart_looks import Axis

_MOST_NUMBERS = 8
"""The most numbers on an axis, give or take one or two."""

_FAR = 5 / 6
"""Values on one side of 0 are far from it if the nearest is at least this share of the farthest."""


class Scale(Struct, frozen=True):
    """The scale of an axis: values ``low`` to ``high`` are drawn at pixels ``first`` to ``last``."""

    low: float
    high: float
    first: float
    last: float
    numbers: tuple[float, ...]
    """The numbers written beside the axis."""

    def at(self, value: float) -> float:
        """Return the pixel of a value."""
        return self.first + (value - self.low) / (self.high - self.low) * (self.last - self.first)


def scale_of(axis: Axis, first: float, last: float) -> Scale:
    """Return the scale of an axis of a map between two pixels."""
    count = int(axis.long // axis.step)
    numbers = tuple(float(axis.first + at * axis.step) for at in range(count + 1))
    return Scale(axis.first, axis.first + axis.long, first, last, numbers)


def scale_for(values: Sequence[float], first: float, last: float) -> Scale:
    """Return a scale with round numbers; as in spreadsheets, it includes 0 unless the values are far from it."""
    low, high = min(values), max(values)
    if 0 < low < high * _FAR:
        low = 0
    if low * _FAR < high < 0:
        high = 0
    if low == high:
        low, high = low - 1, high + 1
    step = _step((high - low) / _MOST_NUMBERS)
    begin, end = int(low // step), -int(-high // step)
    numbers = tuple(at * step for at in range(begin, end + 1))
    return Scale(begin * step, end * step, first, last, numbers)


def _step(least: float) -> float:
    """Return the least of … 0.1, 0.2, 0.5, 1, 2, 5, 10 … that is not below a number."""
    power = 1.0
    while power > least:
        power /= 10
    while power * 10 <= least:
        power *= 10
    return next(power * by for by in (1, 2, 5, 10) if power * by >= least)
