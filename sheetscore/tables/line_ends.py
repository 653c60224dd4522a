"""The names at the ends of the lines of a chart: where they stand, so that none stands on another.

Each name stands at the right of the plot, as high as its line ends, with the line's marker before it. Names of lines
that end close together are moved apart. Excel wraps such names at a fifth of the width of the chart, LibreOffice at a
third of its height, centred. Words that are wider are torn; a chart with such words, or with no room for all names,
or whose names would stand far from their lines, has a legend instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from sheetscore.tables.chart_looks import LEGEND_POINTS
from sheetscore.tables.scales import Scale, scale_for
from sheetscore.tables.sheet import Marker
from sheetscore.wording import HARD_BLANK
from sheetscore.workbooks.paper import PIXELS_PER_POINT, breaks_no_word, lines_needed, text_pixels

_SIGNS: Mapping[Marker, str] = {
    "circle": "●",
    "square": "■",
    "diamond": "♦",
    "triangle": "▲",
    "x": "×",
    "plus": "+",
    "star": "*",
    "short_dash": "–",
}
"""The characters that look like markers; the usual fonts have them."""

_LABEL, _WRAPPED = 0.29, 0.18
"""The least share of a chart's width that is kept for names; and the share at which we count a name as wrapped, since
Excel wraps it at 0.2.
"""

_WHOLE, _TALL = 0.31, 0.34
"""Lengths of a name as shares of a chart's height, since LibreOffice wraps it at about 0.33 of that: up to the first we
count it as one line; the second is the longest line of a wrapped name.
"""

_BESIDE = 12
"""The pixels that stay free around a name."""

_FARTHEST = 40
"""The most pixels between the middle of a name and the end of its line: of five names on one line each, all at one
point, the outer ones stand so far from it. Farther away a name seems to belong to another line.
"""

_LEFT, _TOP, _BELOW, _TURNED = 58, 44, 44, 62
"""The pixels beside the plot: left of it for numbers and their title, above it for the chart's title, below it for the
texts on the axis, and how many more if these are turned or on two lines.
"""

_FEWEST = 2
"""The fewest points along the x axis with which names stand at ends: a single point is in the middle of the plot."""

_LINE = 1.22
"""The height of a line of a name as a multiple of its font size."""

_SIZES = (LEGEND_POINTS, LEGEND_POINTS - 1, LEGEND_POINTS - 2)
"""The font sizes in points of which the largest is taken at which all names have room."""

_IN_LEGEND = 0.29
"""The share of a chart's width that a name may take in a legend beside the plot; programs wrap it at 0.3."""


def legend_points(names: Sequence[str], width: int) -> int:
    """Return the font size of a legend beside the plot: the largest at which no word of the names is torn."""
    room = width * _IN_LEGEND
    return next((one for one in _SIZES if all(breaks_no_word(name, room, one) for name in names)), _SIZES[-1])


class LineEnds(Struct, frozen=True):
    """The names at the ends of the lines, in the order of the lines."""

    points: int
    """Their font size."""
    moved: tuple[float, ...]
    """How far each stands above the end of its line, in the units of the axis; below it if less than 0."""
    scale: Scale
    """The upward axis."""
    plot: Mapping[str, float]
    """The part of the chart that the plot takes, as shares of its width and height."""


def sign_before(marker: Marker) -> str:
    """Return the character that stands for a marker before a name, with blanks around it.

    Programs put a name so near the last point of its line that the character would touch the marker there.
    """
    return f"{HARD_BLANK}{_SIGNS[marker]}{HARD_BLANK}"


def line_ends(
    names: Sequence[str],
    lines: Sequence[Sequence[float | None]],
    along: Sequence[str],
    size: tuple[int, int],
    most: float | None = None,
) -> LineEnds | None:
    """Return where names stand at the ends of lines; None if they need a legend.

    Parameters
    ----------
    names
        The names as they are shown, with markers and values.
    lines
        The values of each line; None where it has none.
    along
        The texts on the x axis.
    size
        The width and the height of the chart in pixels.
    most
        The value that the upward axis reaches at least; None for the highest of the lines.
    """
    known = [[value for value in line if value is not None] for line in lines]
    if not known or not all(known) or len(along) < _FEWEST:
        return None
    width, height = size
    widest = max(text_pixels(name, _SIZES[0]) for name in names)
    label = max(width * _LABEL, min(widest, height * _TALL) + _BESIDE)
    plot_width = width - label - _LEFT
    step = plot_width / (len(along) - 1)
    is_flat = all(text_pixels(text, LEGEND_POINTS) < step for text in along)
    bottom = height - _BELOW - (0 if is_flat else _TURNED)
    values = [*(value for line in known for value in line), *([] if most is None else [most])]
    scale = scale_for(values, bottom, _TOP)
    room = min(width * _WRAPPED, height * _WHOLE)
    for points in _SIZES:
        high = [lines_needed(name, room, points) * points * PIXELS_PER_POINT * _LINE for name in names]
        wanted = [scale.at(line[-1]) for line in known]
        found = _apart(wanted, high, _TOP, bottom)
        is_near = found and all(abs(at - now) <= _FARTHEST for at, now in zip(wanted, found, strict=True))
        if found and is_near and all(breaks_no_word(name, room, points) for name in names):
            unit = (scale.high - scale.low) / (bottom - _TOP)
            moved = tuple((at - now) * unit for at, now in zip(wanted, found, strict=True))
            plot = {"x": _LEFT / width, "y": _TOP / height}
            plot |= {"width": plot_width / width, "height": (bottom - _TOP) / height}
            return LineEnds(points, moved, scale, plot)
    return None


class _Pile(Struct, frozen=True):
    """Names on top of each other: their indexes from above, and the middle and the height of the pile in pixels."""

    names: tuple[int, ...]
    middle: float
    high: float


def _apart(wanted: Sequence[float], high: Sequence[float], top: float, bottom: float) -> list[float] | None:
    """Return the middles of names that do not overlap, as near as possible to those wanted; None without room.

    Parameters
    ----------
    wanted, high
        The wanted middle of each name, in pixels from above, and its height in pixels.
    top, bottom
        The bounds between which the middles may stand, in pixels from above.
    """
    if sum(high) > bottom - top:
        return None

    def within(names: tuple[int, ...]) -> _Pile:
        tall = sum(high[name] for name in names)
        middle = sum(wanted[name] for name in names) / len(names)
        highest, lowest = top + (tall - high[names[0]]) / 2, bottom - (tall - high[names[-1]]) / 2
        return _Pile(names, min(max(middle, highest), lowest), tall)

    piles: list[_Pile] = []
    for name in sorted(range(len(wanted)), key=lambda name: (wanted[name], name)):
        pile = within((name,))
        while piles and piles[-1].middle + piles[-1].high / 2 > pile.middle - pile.high / 2:
            pile = within((*piles.pop().names, *pile.names))
        piles.append(pile)
    found = [0.0] * len(wanted)
    for pile in piles:
        upper = pile.middle - pile.high / 2
        for name in pile.names:
            found[name] = upper + high[name] / 2
            upper += high[name]
    return found
