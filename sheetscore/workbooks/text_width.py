"""How wide texts are in the font of our pages (Arial, or Liberation Sans of the same widths), and what fits a cell."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import groupby

from msgspec import Struct

_WIDTHS = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 "
    "584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 "
    "667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 "
    "278 556 500 722 500 500 500 334 260 334 584"
)
"""Of the signs from the blank to ~, in thousandths of the size of the font."""

_ASCII = dict(zip(map(chr, range(32, 127)), map(int, _WIDTHS.split()), strict=True))

_WIDE, _OTHER = 1000, 700
"""Of signs as wide as high, such as Chinese ones, and of any others."""

_BOLD = 1.08
"""How much wider bold letters are, at most of them."""

_LONGEST_ID = 24
"""Signs of an id with a bracket: more in brackets is part of the text."""

PIXELS_PER_POINT = 96 / 72

LINE, WIDE_LINE = 1.15, 1.25
"""How high a line is, in sizes of its font; and one with signs that come from another font."""


@cache
def text_pixels(text: str, points: float, *, bold: bool = False) -> float:
    """Return how wide a text is in pixels.

    Parameters
    ----------
    points
        The size of the font.
    """
    return sum(map(_width, text)) / 1000 * points * PIXELS_PER_POINT * (_BOLD if bold else 1)


def _width(sign: str) -> int:
    if sign in _ASCII:
        return _ASCII[sign]
    base = unicodedata.normalize("NFD", sign)[0]
    if base in _ASCII:
        return _ASCII[base]
    if unicodedata.combining(sign):
        return 0
    return _WIDE if _is_wide(sign) else _OTHER


def _is_wide(sign: str) -> bool:
    return unicodedata.east_asian_width(sign) in "WF"


def line_pixels(text: str, points: float) -> float:
    """Return how high a line of a text is in pixels."""
    return points * PIXELS_PER_POINT * (LINE if all(map(_is_latin, text)) else WIDE_LINE)


def _is_latin(sign: str) -> bool:
    """Tell whether a sign is in the font itself: boxes to tick and Chinese signs are not."""
    return sign < "\u2100"


def unbreakable(word: str) -> Iterator[str]:
    """Yield the parts of a word between which a line may end: before and after signs as wide as high."""
    for wide, signs in groupby(word, _is_wide):
        together = "".join(signs)
        yield from together if wide else (together,)


def lines_needed(text: str, pixels: float, points: float, *, bold: bool = False) -> int:
    """Return how many lines a text takes that is wrapped where it may be; a longer word is broken."""
    if "\n" not in text and text_pixels(text, points, bold=bold) <= pixels:
        return 1  # as most texts
    return sum(_lines(line, pixels, points, bold=bold) for line in text.split("\n"))


def _lines(text: str, pixels: float, points: float, *, bold: bool) -> int:
    count, used, blank = 1, 0.0, text_pixels(" ", points, bold=bold)
    for word in text.split():
        for at, part in enumerate(unbreakable(word)):
            width, before = text_pixels(part, points, bold=bold), 0.0 if at else blank
            if used and used + before + width <= pixels:
                used += before + width
                continue
            count += bool(used)
            broken = int(width // pixels) if width > pixels else 0
            count, used = count + broken, width - broken * pixels
    return count


def id_behind(text: str) -> str:
    """Return the id in brackets behind a name, with the blank before it; nothing where there is none."""
    _, blank, last = text.rpartition(" (")
    return f"{blank}{last}" if blank and last.endswith(")") and len(last) <= _LONGEST_ID else ""


def shortened(text: str, pixels: float, points: float, *, bold: bool = False) -> str:
    """Return a text that fits one line: as it is, or its beginning and “…”; an id behind a name stays."""
    if text_pixels(text, points, bold=bold) <= pixels:
        return text
    id_ = id_behind(text)
    kept = len(text) - len(id_)
    while kept and text_pixels(f"{text[:kept].rstrip()}…{id_}", points, bold=bold) > pixels:
        kept -= 1
    return f"{text[:kept].rstrip()}…{id_}"


class Cut(Struct, frozen=True):
    """How texts are cut off: those of more signs than ``fitting``, after ``kept`` of them.

    Parameters
    ----------
    ids
        Whether they are names with ids behind them, which stay.
    """

    fitting: int
    kept: int
    ids: bool = False

    def shown(self, text: str) -> str:
        """Return a text as far as there is room for it; then it ends in “…”, and the id."""
        return text if len(text) <= self.fitting else f"{text[: self.kept]}…{id_behind(text) if self.ids else ''}"

    def formula(self, formula: str) -> str:
        """Return the formula that shows so what another one gives."""
        id_ = f'&" "&TRIM(RIGHT(SUBSTITUTE({formula}," (",REPT(" ",99)&"("),99))' if self.ids else ""
        return f'IF(LEN({formula})>{self.fitting},LEFT({formula},{self.kept})&"…"{id_},{formula})'
