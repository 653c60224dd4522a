"""The names at the ends of a chart's lines: apart from each other, each led to from the last point of its line.

On worksheets a further series leads from that point to its name, on what is beside the chart, off the paper: no
spreadsheet moves names apart by itself. Where they are is worked out from the values as they are; an axis that a
program chooses is hardly longer than that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate

from msgspec import Struct

from sheetscore.tables.chart_looks import NUMBER_POINTS
from sheetscore.tables.planned_cells import PlannedCells
from sheetscore.tables.scales import scale_for
from sheetscore.tables.sheet import Chart, Series
from sheetscore.workbooks.cell_refs import Area
from sheetscore.workbooks.paper import line_pixels, lines_needed, shortened, text_pixels

_OF_WIDTH, _OF_HEIGHT = 0.18, 0.3
"""The shares of a chart's width and height in which programs wrap a name, or a little less: Excel, and LibreOffice."""

_MOST_LINES = 3
"""A longer name is cut off."""

_FREE = 4
"""Pixels that stay free between two names."""

_LONGER, _LONGER_AFAR = 1.2, 2.0
"""How much longer than planned an axis gets, at most: one with 0, and one whose values are far from it."""

_LEFT, _TOP, _BOTTOM, _TITLE, _BESIDE = 66, 42, 26, 20, 14
"""Pixels beside, above and below what is drawn; of a title of the axis; and between a name and the edge."""

_LONGEST_TURNED = 110
"""Pixels of what is along the axis and is turned because it is too long to be there upright."""


class LineEnd(Struct, frozen=True):
    """The name of a line, and where it stands."""

    line: int
    """Which of the chart's it is, from 0."""
    name: str
    at: int
    """Which of the points along, from 0, is the last of the line."""
    value: float
    cell: Area
    """How high that point is, and the cell that has it."""
    height: float
    """The height of its name, on the same axis."""


class NamedLines(Struct, frozen=True):
    """How a chart of lines is laid out, with the names at their ends."""

    along: tuple[str, ...]
    """What is along the axis."""
    turned: bool
    """Whether that is read from the bottom up."""
    plot: dict[str, float]
    """The part of the chart that the lines take, in shares of its width and height."""
    ends: tuple[LineEnd, ...]


def apart(wanted: Sequence[float], heights: Sequence[float], low: float, high: float) -> list[float]:
    """Return where things are on a line, by their middles: as near to where they are wanted as there is room for all.

    Parameters
    ----------
    wanted, heights
        Their middles, and what each takes. Of those that are wanted at one place the first is highest.
    low, high
        Where the line begins and ends; they begin at its beginning where they are too many for it.

    Examples
    --------
    >>> apart([5, 5, 20], [2, 2, 2], 0, 30)
    [6.0, 4.0, 20.0]
    """

    def first(group: Sequence[int]) -> float:
        """Return the lower end of some that touch each other."""
        below = accumulate((heights[at] for at in group), initial=0.0)
        begins = [wanted[at] - under - heights[at] / 2 for at, under in zip(group, below, strict=False)]
        return max(low, min(sum(begins) / len(group), high - sum(heights[at] for at in group)))

    groups: list[list[int]] = []
    for at in sorted(range(len(wanted)), key=lambda at: (wanted[at], -at)):
        group = [at]
        while groups and first(groups[-1]) + sum(heights[one] for one in groups[-1]) > first(group):
            group = groups.pop() + group
        groups.append(group)
    found = dict.fromkeys(range(len(wanted)), 0.0)
    for group in groups:
        begin = first(group)
        for one in group:
            found[one], begin = begin + heights[one] / 2, begin + heights[one]
    return [*found.values()]


def named_lines(chart: Chart, series: Sequence[Series], cells: PlannedCells, width: int) -> NamedLines:
    """Return how a chart of lines is laid out on a worksheet.

    Parameters
    ----------
    width
        Of the chart in pixels.
    """
    along = max((tuple(map(_shown, cells.values(one.along))) for one in series), key=len, default=())
    wrapped = min(width * _OF_WIDTH, chart.height * _OF_HEIGHT)
    names = _names([_shown(cells.values(one.name)[0]) for one in series], wrapped, chart.height - _TOP - _BOTTOM)
    beside = min(max(map(_wide, names), default=0), wrapped) + _BESIDE
    wide, longest = width - _LEFT - beside, max(map(_wide, along), default=0)
    turned = longest > wide / max(len(along), 1)
    bottom = _BOTTOM + (min(longest, _LONGEST_TURNED) if turned else 0) + _TITLE * bool(chart.across)
    high = chart.height - _TOP - bottom
    plot = {"x": _LEFT / width, "y": _TOP / chart.height, "width": wide / width, "height": high / chart.height}
    shown = tuple(shortened(text, _LONGEST_TURNED, NUMBER_POINTS) for text in along) if turned else along
    return NamedLines(shown, turned, plot, tuple(_ends(series, names, cells, wrapped, high)))


def _ends(
    series: Sequence[Series], names: Sequence[str], cells: PlannedCells, wrapped: float, high: float
) -> Iterator[LineEnd]:
    """Yield the ends of the lines that have a point at all."""
    values = [[_number(value) for value in cells.values(one.values)] for one in series]
    lasts = [max((at for at, value in enumerate(one) if value is not None), default=None) for one in values]
    there = [(number, at) for number, at in enumerate(lasts) if at is not None]
    scale = scale_for([value for one in values for value in one if value is not None] or [0], 0, high)
    unit = (scale.high - scale.low) / high * (_LONGER if scale.low <= 0 else _LONGER_AFAR)
    heights = [_high(names[number], wrapped) * unit for number, _ in there]
    wanted = [values[number][at] or 0.0 for number, at in there]
    # names may be half below and above the ends of the axis, but no middle below it: programs would make it longer
    low, high = scale.low - min(heights, default=0) / 2, scale.high + max(heights, default=0) / 2
    found = apart(wanted, heights, low, high)
    for (number, at), value, height in zip(there, wanted, found, strict=True):
        yield LineEnd(number, names[number], at, value, _part(series[number].values, at), height)


def _names(whole: Sequence[str], wrapped: float, room: float) -> list[str]:
    """Return names on as many lines as there is room for below each other; longer ones are cut off."""
    for lines in range(_MOST_LINES, 0, -1):
        names = [_cut(name, wrapped, lines) for name in whole]
        if sum(_high(name, wrapped) for name in names) * _LONGER <= room:
            break
    return names


def _high(name: str, wrapped: float) -> float:
    """Return the pixels that a name takes, with what stays free."""
    return lines_needed(name, wrapped, NUMBER_POINTS) * line_pixels(name, NUMBER_POINTS) + _FREE


def _part(area: Area, at: int) -> Area:
    """Return a cell of a row or of a column."""
    down = area.last_row > area.row
    row, column = area.row + at * down, area.column + at * (not down)
    return Area(area.sheet, row, column, row, column)


def _wide(text: str) -> float:
    return max(text_pixels(line, NUMBER_POINTS) for line in text.split("\n"))


def _cut(name: str, wrapped: float, most: int) -> str:
    """Return a name on so many lines at most: each program would wrap it elsewhere."""
    room = wrapped * most
    while lines_needed(name, wrapped, NUMBER_POINTS) > most:
        room *= 0.95
        name = shortened(name, room, NUMBER_POINTS)
    lines = [""]
    for word in name.split():
        longer = f"{lines[-1]} {word}".strip()
        if _wide(longer) <= wrapped or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return "\n".join(lines)


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float | Fraction) else None


def _shown(value: object) -> str:
    return "" if value is None else str(value)
