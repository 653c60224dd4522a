"""Texts that fit their cells: written smaller or on several lines where they are long, and at last cut off with “…”."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from sheetscore.sheets.styles import STYLES, sized
from sheetscore.workbooks.book import FONT_SIZE
from sheetscore.workbooks.text_width import (
    Cut,
    id_behind,
    line_pixels,
    lines_needed,
    shortened,
    text_pixels,
    unbreakable,
)

SMALLEST = 7.5
"""Points; printed at 95 percent these are 7."""

_SIZES = (16.0, 13.0, 11.0, 10.0, 9.0, 8.0, SMALLEST)

_STILL_SMALLER = (7.0, 6.5, 6.0, 5.5, 5.0, 4.5, 4.0)
"""What is read back may not be cut off, so in the narrowest boxes the longest names are smaller still."""

_MARGINS, _INDENT = 6, 9
"""Pixels that a cell leaves free at its sides, and for an indent."""


class Room(Struct, frozen=True):
    """What a cell has room for.

    Parameters
    ----------
    pixels, height
        Its width and its height.
    """

    pixels: float
    height: float


class _Writing(Struct, frozen=True):
    """How a style writes texts."""

    points: float
    bold: bool
    wraps: bool
    indent: int

    def lines(self, text: str, room: Room) -> int:
        return lines_needed(text, self.free(room), self.points, bold=self.bold)

    def fits(self, text: str, room: Room) -> bool:
        return self.lines(text, room) <= self.room_for(text, room)

    def breaks_no_word(self, text: str, room: Room) -> bool:
        parts = (part for word in text.split() for part in unbreakable(word))
        return all(text_pixels(part, self.points, bold=self.bold) <= self.free(room) for part in parts)

    def free(self, room: Room) -> float:
        """Return the pixels that a line may take."""
        return max(1, room.pixels - _MARGINS - _INDENT * self.indent)

    def room_for(self, text: str, room: Room) -> int:
        """Return how many lines of a text there is room for, one at least."""
        return max(1, int(min(room.height, 1000) / line_pixels(text, self.points))) if self.wraps else 1


@cache
def _writing(style: str) -> _Writing:
    of = STYLES[style].get
    return _Writing(float(of("font_size", FONT_SIZE)), bool(of("bold")), bool(of("text_wrap")), int(of("indent", 0)))


@cache
def fitting(style: str, text: str, room: Room) -> str:
    """Return the style in which a text fits its cell: the style itself, or one with a smaller font on several lines.

    Rather than that a word is broken letters are smaller. Where nothing is small enough it is the smallest.
    """
    return _largest(style, text, room, _SIZES)


@cache
def fitting_whole(style: str, text: str, room: Room) -> str:
    """Return the style in which a text that may not be cut off fits its cell, however small its letters must be."""
    return _largest(style, text, room, (*_SIZES, *_STILL_SMALLER))


def _largest(style: str, text: str, room: Room, sizes: Sequence[float]) -> str:
    points = _writing(style).points
    smaller = [sized(style, size) for size in (points, *(size for size in sizes if size < points))]
    fits = [name for name in (style, *smaller) if _writing(name).fits(text, room)]
    whole = (name for name in fits if _writing(name).breaks_no_word(text, room) and _writing(name).points >= SMALLEST)
    return next(whole, (fits or smaller[-1:])[0])


class Fitted(Struct, frozen=True):
    """A text as it stands in its cell.

    Parameters
    ----------
    style
        Its style, or that with a smaller font on several lines.
    shown
        As much of it as there is room for; at last it ends in “…”, and the id behind a name.
    cut
        How it is cut off; None where all of it fits.
    """

    style: str
    shown: str
    cut: Cut | None = None

    def formula(self, formula: str) -> str:
        """Return the formula that shows what another one gives, cut off where the text that it gives now is."""
        return self.cut.formula(formula) if self.cut else formula


@cache
def fitted(style: str, text: str, room: Room) -> Fitted:
    """Fit a text into its cell: :func:`fitting` says in which style; what is still too long is cut off."""
    chosen = fitting(style, text, room)
    written = _writing(chosen)
    if written.fits(text, room):
        return Fitted(chosen, text)
    lines = written.room_for(text, room)
    # a line that is wrapped at a blank is seldom full
    free = written.free(room) * (lines if lines == 1 else lines - 0.5)
    shown = shortened(text, free, written.points, bold=written.bold)
    id_ = id_behind(text)
    return Fitted(chosen, shown, Cut(len(shown) - 1, len(shown) - 1 - len(id_), bool(id_)))


def height_for(style: str, text: str, pixels: float) -> int:
    """Return the pixels that a text needs from top to bottom in a style that wraps it, in a cell of a width."""
    written = _writing(style)
    return round(written.lines(text, Room(pixels, 0)) * line_pixels(text, written.points) + 1)


def least_height(style: str, text: str, pixels: float) -> int:
    """Return the pixels from top to bottom in which the smallest letters have room for a text, in a cell of a width."""
    return height_for(sized(style, SMALLEST), text, pixels)
