"""Places for the texts of a map, so that none covers another, an aircraft, or the number of a hex.

Around its point a text is tried in twelve directions, from the wanted one to both sides, and then farther away: the
first place that is free is taken. What comes first has the better places, and the same texts get the same places each
time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from math import cos, pi, sin

from msgspec import Struct

from sheetscore.sheets.text_width import PIXELS_PER_POINT, text_pixels

ABOVE, BELOW = 0.8, 0.25
"""How high letters reach above the line that they stand on, and how low below it, in sizes of their font."""

_DIRECTIONS = 12
_RINGS = (14, 24, 36, 50, 66, 84, 104, 126)
"""Pixels from a point to the nearest of a text, nearer ones first."""

_BUCKET = 64
"""Boxes are kept by squares of so many pixels, so that each is compared with those around it alone."""


class Box(Struct, frozen=True):
    """A part of the map, in pixels from its top left corner."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Tell whether two of them have pixels in common."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


class Spot(Struct, frozen=True):
    """Where a text stands: the left end of the line under it, and whether that is too far from its point to be told."""

    x: float
    y: float
    is_far: bool


def text_box(x: float, y: float, text: str, size: float, anchor: str = "start") -> Box:
    """Return what a text covers.

    Parameters
    ----------
    x, y
        The point of the line under it that its anchor names: ``start``, ``middle`` or ``end``.
    size
        Of its font, in pixels.
    """
    width = text_pixels(text, size / PIXELS_PER_POINT)
    left = x - width * {"start": 0, "middle": 0.5, "end": 1}[anchor]
    return Box(left, y - ABOVE * size, left + width, y + BELOW * size)


class LabelledMap(Struct, dict=True):
    """What is taken on a map.

    Parameters
    ----------
    area
        Beyond it no text is placed.
    """

    area: Box

    def __post_init__(self) -> None:
        self._buckets: defaultdict[tuple[int, int], list[Box]] = defaultdict(list)

    def take(self, box: Box) -> None:
        """Keep a part of the map free from texts."""
        for square in _squares(box):
            self._buckets[square].append(box)

    def place(self, x: float, y: float, degrees: float, text: str, size: float) -> Spot:
        """Find a place for a text and take it; where all are taken, it is the nearest one.

        Parameters
        ----------
        x, y
            Its point.
        degrees
            The direction in which it is wanted, clockwise from the right.
        """
        tried = [*_places(x, y, degrees, text, size)]
        away, box = next((one for one in tried if self._is_free(one[1])), tried[0])
        self.take(box)
        return Spot(box.left, box.top + ABOVE * size, away > _RINGS[1])

    def _is_free(self, box: Box) -> bool:
        area = self.area
        inside = area.left <= box.left and box.right <= area.right and area.top <= box.top and box.bottom <= area.bottom
        return inside and not any(box.meets(other) for square in _squares(box) for other in self._buckets[square])


def _places(x: float, y: float, degrees: float, text: str, size: float) -> Iterator[tuple[int, Box]]:
    """Go through the places of a text, and how far away they are."""
    width, height = text_pixels(text, size / PIXELS_PER_POINT), (ABOVE + BELOW) * size
    for away in _RINGS:
        for turn in _aside():
            angle = (degrees + turn) * pi / 180
            across, down = cos(angle), sin(angle)
            # the nearest point of the box lies on the ring: it stands beside the point, above it or below it
            left = x + away * across + width * (across - 1) / 2
            top = y + away * down + height * (down - 1) / 2
            yield away, Box(left, top, left + width, top + height)


def _aside() -> Iterable[float]:
    """Return all directions in degrees, from straight on to both sides."""
    step = 360 / _DIRECTIONS
    return (0, *(side * number * step for number in range(1, _DIRECTIONS // 2) for side in (1, -1)), 180)


def _squares(box: Box) -> Iterator[tuple[int, int]]:
    for column in range(int(box.left // _BUCKET), int(box.right // _BUCKET) + 1):
        for row in range(int(box.top // _BUCKET), int(box.bottom // _BUCKET) + 1):
            yield column, row
