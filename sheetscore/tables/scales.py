"""How numbers lie on the axes of charts, and which of them are there."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from sheetscore.tables.chart_looks import Axis

_MOST_NUMBERS = 8
"""The most numbers on an axis, give or take one or two."""

_FAR = 5 / 6
"""Values of which the lowest is at least this share of the highest are far from 0."""


class Scale(Struct, frozen=True):
    """How the values of an axis lie on it, in pixels."""

    low: float
    high: float
    """The values at its ends."""
    first: float
    last: float
    """The pixels of its ends."""
    numbers: tuple[float, ...]
    """Those that are beside it."""

    def at(self, value: float) -> float:
        """Return where a value lies."""
        return self.first + (value - self.low) / (self.high - self.low) * (self.last - self.first)


def scale_of(axis: Axis, first: float, last: float) -> Scale:
    """Return the scale of an axis of a map, between two pixels."""
    count = int(axis.long // axis.step)
    numbers = tuple(float(axis.first + at * axis.step) for at in range(count + 1))
    return Scale(axis.first, axis.first + axis.long, first, last, numbers)


def scale_for(values: Sequence[float], first: float, last: float) -> Scale:
    """Return a scale with round numbers that holds some values, and 0 as spreadsheets do: if they are near it."""
    low, high = min(values), max(values)
    if 0 < low < high * _FAR:
        low = 0
    if low == high:
        low, high = low - 1, high + 1
    step = _step((high - low) / _MOST_NUMBERS)
    begin, end = int(low // step), -int(-high // step)
    numbers = tuple(at * step for at in range(begin, end + 1))
    return Scale(begin * step, end * step, first, last, numbers)


def _step(least: float) -> float:
    """Return the least of 1, 2, 5, 10, 20 … (or 0.1, 0.2 …) that is no less than a number."""
    power = 1.0
    while power > least:
        power /= 10
    while power * 10 <= least:
        power *= 10
    return next(power * by for by in (1, 2, 5, 10) if power * by >= least)
