"""Texts that fit their cells: written smaller or on several lines where they are long, and at last cut off with “…”."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from sheetscore.sheets.styles import STYLES, sized
from sheetscore.sheets.text_width import LINE, PIXELS_PER_POINT, lines_needed, shortened, text_pixels
from sheetscore.workbooks.book import FONT_SIZE

SMALLEST = 7.5
"""Points; printed at 95 percent these are 7."""

_SIZES = (16.0, 13.0, 11.0, 10.0, 9.0, 8.0, SMALLEST)

_MARGINS, _INDENT = 6, 9
"""Pixels that a cell leaves free at its sides, and for an indent."""


@dataclass(frozen=True)
class Room:
    """What a cell has room for.

    Parameters
    ----------
    pixels, height
        Its width and its height.
    """

    pixels: float
    height: float


@dataclass(frozen=True)
class _Writing:
    """How a style writes texts."""

    points: float
    bold: bool
    wraps: bool
    indent: int

    def lines(self, text: str, room: Room) -> int:
        return lines_needed(text, self.free(room), self.points, bold=self.bold)

    def fits(self, text: str, room: Room) -> bool:
        return self.lines(text, room) <= self.room_for(room)

    def breaks_no_word(self, text: str, room: Room) -> bool:
        return all(text_pixels(word, self.points, bold=self.bold) <= self.free(room) for word in text.split())

    def free(self, room: Room) -> float:
        """Return the pixels that a line may take."""
        return max(1, room.pixels - _MARGINS - _INDENT * self.indent)

    def room_for(self, room: Room) -> int:
        """Return how many lines there is room for, one at least."""
        return max(1, int(min(room.height, 1000) / (self.points * PIXELS_PER_POINT * LINE))) if self.wraps else 1


@cache
def _writing(style: str) -> _Writing:
    of = STYLES[style].get
    return _Writing(float(of("font_size", FONT_SIZE)), bool(of("bold")), bool(of("text_wrap")), int(of("indent", 0)))


@cache
def fitting(style: str, text: str, room: Room) -> str:
    """Return the style in which a text fits its cell: the style itself, or one with a smaller font on several lines.

    Rather than that a word is broken letters are smaller. Where nothing is small enough it is the smallest.
    """
    points = _writing(style).points
    smaller = [sized(style, size) for size in (points, *(size for size in _SIZES if size < points))]
    fits = [name for name in (style, *smaller) if _writing(name).fits(text, room)]
    whole = (name for name in fits if _writing(name).breaks_no_word(text, room))
    return next(whole, (fits or smaller[-1:])[0])


@cache
def cut_to_fit(style: str, text: str, room: Room) -> str:
    """Return a text as far as there is room for it in the style that :func:`fitting` gives; then it ends in “…”."""
    written = _writing(fitting(style, text, room))
    lines = written.room_for(room)
    if written.fits(text, room):
        return text
    # a line that is wrapped at a blank is seldom full
    free = written.free(room) * (lines if lines == 1 else lines - 0.5)
    return shortened(text, free, written.points, bold=written.bold)


def height_for(style: str, text: str, pixels: float) -> int:
    """Return the pixels that a text needs from top to bottom in a style that wraps it, in a cell of a width."""
    written = _writing(style)
    return round(written.lines(text, Room(pixels, 0)) * written.points * PIXELS_PER_POINT * LINE + 1)
