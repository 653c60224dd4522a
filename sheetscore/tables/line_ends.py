"""The names at the ends of a chart's lines, moved apart so that none covers another.

Spreadsheets do not move labels apart. So on worksheets each name is the label of an additional series: a thin line from
the last point of the named line to the place of the name. The values of these series are in cells to the right of the
paper. They are computed from the present values, with an allowance for the longer axis that a program may choose.
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
"""The width in which programs wrap a label, or a little less: Excel takes a share of the chart's width, LibreOffice of
its height. The smaller one is used."""

_OF_WORD = 0.3
"""The most of the chart's width that a word takes, since no program breaks one."""

_MOST_LINES = 3
"""The most lines of a name; a longer one is cut off."""

_FREE = 4
"""The least space between two names, in pixels."""

_LONGER, _LONGER_AFAR = 1.2, 2.0
"""The greatest factor by which programs make an axis longer than planned: if the axis includes 0, and if not."""

_LEFT, _TOP, _BOTTOM, _TITLE, _BESIDE = 66, 42, 26, 20, 14
"""In pixels: the margins to the left of, above and below the plot; the height of the title of the axis; and the space
between a name and the edge."""

_LONGEST_TURNED = 110
"""The most pixels of labels of the x axis, if they are turned because they are too long."""


class LineEnd(Struct, frozen=True):
    """The end of a line of a chart, and the place of its name."""

    line: int
    """The index of the line in the chart."""
    name: str
    at: int
    """The index of the line's last point on the x axis."""
    value: float
    """The value of the line's last point."""
    cell: Area
    """The cell with that value."""
    height: float
    """The height of the name's place, as a value of the y axis."""


class NamedLines(Struct, frozen=True):
    """The layout of a chart of lines with names at their ends."""

    along: tuple[str, ...]
    """The labels of the x axis."""
    turned: bool
    """Whether the labels are read from the bottom up."""
    plot: dict[str, float]
    """The plot area, as shares of the chart's width and height."""
    ends: tuple[LineEnd, ...]


def apart(wanted: Sequence[float], heights: Sequence[float], low: float, high: float) -> list[float]:
    """Move labels on an axis apart; return their centres, as near to the wanted ones as possible.

    Parameters
    ----------
    wanted, heights
        The wanted centres, and the heights. Of labels with the same wanted centre the first is highest.
    low, high
        The ends of the axis; if there are too many labels for it, they begin at ``low`` and exceed ``high``.

    Examples
    --------
    >>> apart([5, 5, 20], [2, 2, 2], 0, 30)
    [6.0, 4.0, 20.0]
    """

    def first(group: Sequence[int]) -> float:
        """Return the lower end of a group of touching labels."""
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
    """Return the layout of a chart of lines on a worksheet.

    Parameters
    ----------
    width
        The width of the chart in pixels.
    """
    along = max((tuple(map(_shown, cells.values(one.along))) for one in series), key=len, default=())
    wrapped = min(width * _OF_WIDTH, chart.height * _OF_HEIGHT)
    whole = [_short_words(_shown(cells.values(one.name)[0]), width * _OF_WORD) for one in series]
    names = _names(whole, wrapped, chart.height - _TOP - _BOTTOM)
    beside = max(map(_wide, names), default=0) + _BESIDE
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
    """Yield the ends of all lines with at least one point."""
    values = [[_number(value) for value in cells.values(one.values)] for one in series]
    lasts = [max((at for at, value in enumerate(one) if value is not None), default=None) for one in values]
    there = [(number, at) for number, at in enumerate(lasts) if at is not None]
    scale = scale_for([value for one in values for value in one if value is not None] or [0], 0, high)
    unit = (scale.high - scale.low) / high * (_LONGER if scale.low <= 0 else _LONGER_AFAR)
    heights = [_high(names[number], wrapped) * unit for number, _ in there]
    wanted = [values[number][at] or 0.0 for number, at in there]
    # names may stick out of the axis by half, but no centre may lie below it: programs would then make it longer
    low, high = scale.low - min(heights, default=0) / 2, scale.high + max(heights, default=0) / 2
    found = apart(wanted, heights, low, high)
    for (number, at), value, height in zip(there, wanted, found, strict=True):
        yield LineEnd(number, names[number], at, value, _part(series[number].values, at), height)


def _names(whole: Sequence[str], wrapped: float, room: float) -> list[str]:
    """Return the names wrapped to at most `_MOST_LINES` lines, or to fewer if room is short; the rest is cut off."""
    for lines in range(_MOST_LINES, 0, -1):
        names = [_cut(name, wrapped, lines) for name in whole]
        if sum(_high(name, wrapped) for name in names) * _LONGER <= room:
            break
    return names


def _high(name: str, wrapped: float) -> float:
    """Return the height of a name in pixels, with the space to the next."""
    return lines_needed(name, wrapped, NUMBER_POINTS) * line_pixels(name, NUMBER_POINTS) + _FREE


def _part(area: Area, at: int) -> Area:
    """Return the cell with an index in an area that is a row or a column."""
    down = area.last_row > area.row
    row, column = area.row + at * down, area.column + at * (not down)
    return Area(area.sheet, row, column, row, column)


def _wide(text: str) -> float:
    return max(text_pixels(line, NUMBER_POINTS) for line in text.split("\n"))


def _short_words(name: str, most: float) -> str:
    """Return a name whose words take so many pixels at most."""
    return " ".join(shortened(word, most, NUMBER_POINTS) for word in name.split())


def _cut(name: str, wrapped: float, most: int) -> str:
    """Return a name with line breaks, at most ``most`` lines: programs would break it at different places."""
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
