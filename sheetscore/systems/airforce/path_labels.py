"""On which side of the points of flight paths their numbers stand on a chart, so that few cover one another.

All numbers of a path stand on the same side of their points.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import pairwise

from sheetscore.systems.airforce.flight_map import Box
from sheetscore.tables.chart_looks import MARKER_POINTS, NUMBER_POINTS
from sheetscore.tables.sheet import LabelSide, Window
from sheetscore.workbooks.paper import PIXELS_PER_POINT, text_pixels

_WIDE, _HIGH = 620, 560
"""The pixels of the plot of a map, without its title, its legend and the numbers of its axes."""

_PASSES = 3
"""How often the side of each path is chosen, since every choice depends on the sides of the other paths."""

_MARKER, _HEIGHT = MARKER_POINTS * PIXELS_PER_POINT / 2, NUMBER_POINTS * PIXELS_PER_POINT
"""Pixels: half the width of a marker, and the height of a number."""

_TOWARDS: Mapping[LabelSide, tuple[int, int]] = {"right": (1, 0), "left": (-1, 0), "above": (0, -1), "below": (0, 1)}
"""The direction from a point to its number, as steps right and down, by side; the first of equally good sides is taken.
"""

_ON_LABEL, _ON_LINE = 3, 1
"""How bad it is if a number covers another or a point, and if it covers a line."""

Path = Sequence[tuple[tuple[float, float], str]]
"""The points of a path, in hexes east and north, with their labels."""


def labels_of(hexes: Sequence[Hashable]) -> tuple[str, ...]:
    """Return the labels of the points of a path; of points in the same hex the first has the turns of all.

    Examples
    --------
    >>> labels_of(["0507", "0505", "0505", "0604"])
    ('start', '1, 2', '', '3')
    """
    turns: dict[Hashable, list[str]] = {}
    for turn, at in enumerate(hexes):
        turns.setdefault(at, []).append(str(turn) if turn else "start")
    return tuple(", ".join(turns.pop(at, ())) for at in hexes)


def label_sides(paths: Sequence[Path], window: Window) -> list[LabelSide]:
    """Return the side for the labels of each path: the one where they cover fewest other labels, points and lines."""
    scale = min(_WIDE / (window.right - window.left), _HIGH / (window.top - window.bottom))
    drawn = [[(x * scale, -y * scale, label) for (x, y), label in path] for path in paths]
    lines = [box for path in drawn for box in _line(path)]
    markers = [box for path in drawn for box in _markers(path)]
    tried = [
        {side: [_label(*point, towards) for point in path] for side, towards in _TOWARDS.items()} for path in drawn
    ]
    sides: list[LabelSide] = [next(iter(_TOWARDS))] * len(paths)
    for at, ways in [*enumerate(tried)] * _PASSES:
        others = markers + [box for other, side in enumerate(sides) if other != at for box in tried[other][side]]
        covered = {
            side: _covered(own, others, _ON_LABEL) + _covered(own, lines, _ON_LINE) for side, own in ways.items()
        }
        sides[at] = min(covered, key=lambda side: covered[side])
    return sides


def _covered(own: Sequence[Box], others: Sequence[Box], weight: int) -> int:
    return weight * sum(any(box.meets(other) for other in others) for box in own)


def _markers(path: Sequence[tuple[float, float, str]]) -> list[Box]:
    return [Box(x - _MARKER, y - _MARKER, x + _MARKER, y + _MARKER) for x, y, _ in path]


def _line(path: Sequence[tuple[float, float, str]]) -> Iterator[Box]:
    """Yield little boxes along the lines between the points of a path."""
    for (x, y, _), (to_x, to_y, _) in pairwise(path):
        steps = int(max(abs(to_x - x), abs(to_y - y)) // _MARKER) + 1
        for step in range(1, steps):
            at_x, at_y = x + (to_x - x) * step / steps, y + (to_y - y) * step / steps
            yield Box(at_x - 1, at_y - 1, at_x + 1, at_y + 1)


def _label(x: float, y: float, label: str, towards: tuple[int, int]) -> Box:
    """Return the box of the label of a point: clear of its marker, on the side that it stands on."""
    across, down = towards
    wide, high = text_pixels(label, NUMBER_POINTS) / 2, _HEIGHT / 2
    x, y = x + across * (_MARKER + 1 + wide), y + down * (_MARKER + 1 + high)
    return Box(x - wide, y - high, x + wide, y + high)
