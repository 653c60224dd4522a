"""The styles of all cells on our pages, in one table that suits any printer; and the fitting of texts into cells.

A printer has only black and white, and makes grey of dots. So boxes to write in are pure white, computed figures are
dark enough to be told from them, and what a player must read is black; grey is for event and place.

A text that is too long for its cell is written smaller or on several lines, and at last cut off with “…”.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.tables.cell_styles import CELL_STYLES, SHRUNK, Align, CellStyle, NumberFormat, Tone
from sheetscore.workbooks.book import FONT_SIZE, Book
from sheetscore.workbooks.paper import (
    Cut,
    breaks_no_word,
    hyphenated,
    id_behind,
    line_pixels,
    lines_needed,
    shortened,
)

if TYPE_CHECKING:
    from xlsxwriter.format import Format

GREY = "#D9D9D9"
"""The background of computed figures."""

BAND = "#E2E2E2"
"""The background of a block's title."""

WHITE = "#FFFFFF"
"""The background of boxes to write in."""

FAINT = "#4D4D4D"
"""The colour of event, place and line numbers."""

SQUARE_POINTS = 17
"""The font size, in points, of a square to tick, which is printed 4 mm high and wide."""

SUM_SIGN = ";".join(f'"Σ "* {shown}' for shown in ("General", "-General", "General", "@"))
"""The format of a sum that people write themselves on paper: it has a Σ at the left, on blank paper, too, and at least
one blank between it and the figure.
"""

_BOX: dict[str, Any] = {"border": 1, "border_color": "#404040", "valign": "vcenter"}
_INPUT: dict[str, Any] = {**_BOX, "locked": False, "bg_color": WHITE, "font_size": 11}
_SUM: dict[str, Any] = {**_BOX, "bg_color": GREY, "bold": True, "align": "center", "font_size": 11, "shrink": True}
_HEAD: dict[str, Any] = {**_BOX, "bold": True, "bg_color": BAND, "text_wrap": True, "indent": 1}
_TURNED: dict[str, Any] = {**_HEAD, "bold": False, "font_size": 9, "align": "center", "indent": 0, "rotation": 90}
_SMALL: dict[str, Any] = {"font_size": 8, "valign": "vcenter"}

SUM_ALONE, SUM_OF_TASK, SUM_TO_WRITE = "subtotal", "large sum", "sum to write"
"""The styles of sums that people who score with a pencil write themselves: one without a caption, one that is a part of
the total at the foot of a page, and any other. The cells are white, and have the Σ of `SUM_SIGN`.
"""

UNRULED = "plain"
"""The style of cells without borders."""

STYLES: dict[str, dict[str, Any]] = {
    "plain": {"valign": "vcenter"},
    "unseen": {"num_format": ";;;"},  # in a hidden column LibreOffice would print a text that is wider than it
    "small": _SMALL,
    "small strong": {**_SMALL, "bold": True, "shrink": True},
    "small strong middle": {**_SMALL, "bold": True, "shrink": True, "align": "center"},
    "faint": {**_SMALL, "font_color": FAINT, "text_wrap": True},
    "instruction": {**_SMALL, "text_wrap": True},
    "faint right": {**_SMALL, "font_color": FAINT, "align": "right"},
    "code": {"font_size": 9, "align": "right", "valign": "vcenter"},
    "headline": {"font_size": 20, "bold": True, "valign": "vcenter"},
    "headline small": {"font_size": 16, "bold": True, "valign": "vcenter"},
    "heading": {"font_size": 13, "align": "right", "valign": "vcenter", "shrink": True},
    "heading left": {"font_size": 13, "valign": "vcenter", "shrink": True},
    "seat": {"font_size": 13, "bold": True, "valign": "vcenter"},
    "band": {"bold": True, "font_size": 11, "bg_color": BAND, "top": 2, "valign": "vcenter", "indent": 1},
    "band words": {
        "bold": True,
        "font_size": 11,
        "bg_color": BAND,
        "top": 2,
        "valign": "vcenter",
        "indent": 1,
        "text_wrap": True,
    },
    "band rule": {
        "font_size": 8,
        "bg_color": BAND,
        "top": 2,
        "align": "right",
        "valign": "vcenter",
        "indent": 1,
        "text_wrap": True,
    },
    "band note": {
        "font_size": 10,
        "bg_color": BAND,
        "top": 2,
        "align": "right",
        "valign": "vcenter",
        "indent": 1,
        "text_wrap": True,
    },
    "caption": {"font_size": 8, "align": "center", "valign": "bottom", "text_wrap": True},
    "caption left": {"font_size": 8, "valign": "bottom", "indent": 1, "text_wrap": True},
    "caption right": {"font_size": 8, "align": "right", "valign": "bottom", "text_wrap": True},
    "caption strong": {"font_size": 8, "bold": True, "align": "center", "valign": "bottom", "text_wrap": True},
    "line number": {"font_size": 8, "font_color": FAINT, "align": "center", "valign": "vcenter"},
    "round number": {"font_size": 11, "bold": True, "align": "center", "valign": "vcenter"},
    "label": {**_BOX, "indent": 1, "text_wrap": True},
    "constant": {**_BOX, "align": "center"},
    "input number": {**_INPUT, "align": "center"},
    "input text": {**_INPUT, "align": "left", "indent": 1, "num_format": "@", "shrink": True},
    "by hand": {**_BOX, "bg_color": WHITE, "indent": 1},
    "square": _BOX,
    "square beside": {**_BOX, "bg_color": WHITE, "font_size": SQUARE_POINTS, "align": "center", "right": 0},
    "square free": {"font_size": SQUARE_POINTS, "align": "center", "valign": "vcenter"},
    "choice": {**_BOX, "bg_color": WHITE, "font_size": 13, "text_wrap": True, "left": 0},
    "choice free": {"font_size": 10, "valign": "vcenter", "text_wrap": True, "indent": 1},
    "square of the winner": {
        **_BOX,
        "bg_color": WHITE,
        "font_size": SQUARE_POINTS,
        "align": "center",
        "border": 5,
        "right": 0,
    },
    "choice of the winner": {**_BOX, "bg_color": WHITE, "font_size": 14, "bold": True, "border": 5, "left": 0},
    "offered": {**_BOX, "bg_color": WHITE, "indent": 1, "font_size": 9, "text_wrap": True},
    "offered strong": {**_BOX, "bg_color": WHITE, "indent": 1, "font_size": 9, "text_wrap": True, "bold": True},
    "cut": {"top": 3, "font_size": 8, "font_color": FAINT, "valign": "top"},
    "cut beside": {"right": 3},
    "input narrow": {**_INPUT, "align": "center", "num_format": "@", "shrink": True},
    "input odds": {**_INPUT, "align": "center", "num_format": "@"},
    "input ruled": {**_INPUT, "border": 2, "border_color": "#000000", "align": "center"},
    "input text ruled": {
        **_INPUT,
        "border": 2,
        "border_color": "#000000",
        "align": "left",
        "indent": 1,
        "num_format": "@",
        "shrink": True,
    },
    "input heavy": {**_INPUT, "border": 2, "border_color": "#000000", "align": "center", "font_size": 14},
    "sum": _SUM,
    "sum small": {**_SUM, "bold": False, "font_size": 9, "shrink": True},
    "sum alert": {**_SUM, "font_color": "#B00000"},
    "sum alert small": {
        **_SUM,
        "bold": False,
        "font_color": "#B00000",
        "font_size": 7.5,
        "text_wrap": True,
        "shrink": False,
    },
    SUM_ALONE: {**_SUM, "bg_color": WHITE, "top": 2, "num_format": SUM_SIGN},
    SUM_TO_WRITE: {**_SUM, "bold": False, "font_size": 9, "bg_color": WHITE, "num_format": SUM_SIGN},
    SUM_OF_TASK: {**_SUM, "bg_color": WHITE, "font_size": 14, "num_format": SUM_SIGN},
    "sign": {"font_size": 16, "align": "center", "valign": "vcenter"},
    "page sum": {**_SUM, "font_size": 16, "border": 1},
    "shown": {**_BOX, "bg_color": GREY, "indent": 1, "shrink": True},
    "shown wrap": {**_BOX, "bg_color": GREY, "indent": 1, "text_wrap": True},
    "shown middle": {**_BOX, "bg_color": GREY, "align": "center"},
    "tick": {**_BOX, "bg_color": GREY, "align": "center", "num_format": '"✓";;""'},
    "agreement": {"font_size": 12, "bold": True, "valign": "vcenter", "indent": 1},
    "signature": {"font_size": 8, "top": 1, "valign": "top"},
    "step": {"font_size": 8, "font_color": FAINT},
    "title": {"font_size": 18, "bold": True, "valign": "vcenter"},
    "title words": {"font_size": 18, "bold": True, "valign": "vcenter", "text_wrap": True},
    "subtitle": {"font_size": 11, "valign": "vcenter"},
    "column": {
        "indent": 1,
        "bold": True,
        "bg_color": BAND,
        "border": 1,
        "border_color": "#404040",
        "text_wrap": True,
        "valign": "vcenter",
    },
    "column middle": {**_HEAD, "align": "center", "indent": 0, "font_size": 12},
    "column small": {**_HEAD, "align": "center", "indent": 0, "font_size": 8},
    "posted round": {"font_size": 60, "bold": True, "valign": "vcenter"},
    "posted table": {**_BOX, "bold": True, "font_size": 16, "bg_color": BAND, "indent": 1},
    "posted name": {**_BOX, "bold": True, "font_size": 13, "indent": 1},
    "posted": {**_BOX, "font_size": 12, "indent": 1, "shrink": True},
    "posted name free": {"bold": True, "font_size": 13, "indent": 1, "valign": "vcenter"},
    "posted ending": {"font_size": 14, "valign": "vcenter", "text_wrap": True},
    "posted caption": {**_HEAD, "font_size": 12},
    "posted middle": {**_BOX, "font_size": 14, "bold": True, "align": "center"},
    "alerted": {"bold": True, "font_color": "#B00000", "bg_color": "#FFD9D9", "border": 1, "border_color": "#B00000"},
    "flagged": {**_INPUT, "bg_color": "#FFD9D9", "border": 2, "border_color": "#B00000", "align": "center"},
    "flagged text": {
        **_INPUT,
        "bg_color": "#FFD9D9",
        "border": 2,
        "border_color": "#B00000",
        "indent": 1,
        "num_format": "@",
    },
    "warning": {"font_size": 11, "bold": True, "bg_color": BAND, "text_wrap": True, "valign": "vcenter", "indent": 1},
    "head": _HEAD,
    "head middle": {**_HEAD, "align": "center", "indent": 0},
    "head fine": {**_HEAD, "bold": False},
    "head middle fine": {**_HEAD, "bold": False, "align": "center", "indent": 0},
    "head turned": _TURNED,
    "event line": {"font_size": 11, "font_color": FAINT, "valign": "vcenter", "text_wrap": True},
    "remark": {"font_size": 10, "valign": "vcenter", "text_wrap": True},
    "words": {"font_size": 10, "valign": "top", "text_wrap": True},
    "alert": {"font_size": 10, "bold": True, "valign": "vcenter", "text_wrap": True},
}

NUMBER_FORMATS: Mapping[NumberFormat, str] = {
    "half": "0.0",
    "two": "0.00",
    "three": "0.000",
    "percent": "0 %",
    "tenths of percent": "0.0 %",
    "day": "yyyy-mm-dd;;",  # a missing day is stored as 0, and shown blank
    "time": "yyyy-mm-dd hh:mm",
    "text": "@",
}
"""The codes of spreadsheets for our number formats; a number that is shown as it is needs none."""

_ALIGNED: Mapping[Align, Mapping[str, Any]] = {
    "usual": {"indent": 1},
    "left": {"align": "left", "indent": 1},
    "middle": {"align": "center"},
    "as it is": {},
}

_TONES: Mapping[Tone, Mapping[str, Any]] = {
    "plain": {},
    "total": {"bg_color": GREY},
    "faint": {"font_color": FAINT},
    "entered": {"bg_color": WHITE},
    "link": {"font_color": "#0645AD", "underline": 1},
}


def _of_table(cell: CellStyle) -> dict[str, Any]:
    """Return the properties of a cell of a table."""
    properties = {**_BOX, **_ALIGNED[cell.align], **_TONES[cell.tone]}
    more: dict[str, Any] = {
        "num_format": NUMBER_FORMATS.get(cell.number),
        "bold": cell.bold,
        "font_size": cell.points,
        "text_wrap": cell.wraps,
        "shrink": cell.shrinks,
        "valign": cell.at_top and "top",
    }
    return properties | {name: value for name, value in more.items() if value}


STYLES |= {
    f"{head} {points}": {**STYLES[head], "font_size": points}
    for head in ("head", "head middle")
    for points in range(FONT_SIZE + 1, 15)  # those of 14 points head the largest names on the wall
}

STYLES |= {name: _of_table(cell) for name, cell in CELL_STYLES.items()}
STYLES |= {
    name + SHRUNK: _of_table(replace(cell, wraps=False, shrinks=True))
    for name, cell in CELL_STYLES.items()
    if cell.wraps
}

OPENING = " opening"
"""The ending of the name of a style whose cells begin a group of lines, with a heavier rule above."""

STYLES |= {
    name + OPENING: {**properties, "top": 2, "top_color": "#000000"}
    for name, properties in STYLES.items()
    if name.startswith("cell")
}


_AT = " at "
"""Stands, in the name of a resized style, between the name of the original and the size of the letters."""


def sized(name: str, points: float) -> str:
    """Add a style like another, in letters of some size, wrapped; return its name."""
    resized = f"{name}{_AT}{points:g}"
    STYLES.setdefault(resized, {**STYLES[name], "font_size": points, "text_wrap": True, "shrink": False})
    return resized


def edged(name: str, side: str, colour: str) -> str:
    """Return the name of a style with a thick line in a colour at one side (``left`` or ``bottom``); add it if new."""
    made = f"{name} {side} {colour}"
    STYLES.setdefault(made, {**STYLES[name], side: 5, f"{side}_color": colour})
    return made


def styles_of(book: Book) -> Callable[[str], Format]:
    """Return the book's formats by the names of :data:`STYLES`, each made when first used."""
    made: dict[str, Format] = {}

    def style(name: str) -> Format:
        if name not in made:
            made[name] = book.style(**STYLES[name])
        return made[name]

    return style


SMALLEST = 8.0
"""The smallest font size, in points, on pages that people read; printed at 95 percent it is more than 7.5."""

_SMALLEST_GREY = 7.5
"""The smallest font size, in points, of event, place and date, which nobody needs to read."""

_SIZES = (16.0, 13.0, 11.0, 10.0, 9.0, SMALLEST)
"""The sizes in points that are tried for a text that does not fit."""

_STILL_SMALLER = (7.5, 7.0, 6.5, 6.0, 5.5, 5.0, 4.5, 4.0)
"""Smaller sizes for values that are read back and so may not be cut off: the longest names in the narrowest boxes."""

_MARGINS, _INDENT = 6, 9
"""Pixels that a cell leaves free at its sides, and for an indent."""

_THICKEST, _THICKEST_PIXELS = 5, 6
"""XlsxWriter's number of the heaviest border, and the pixels that this takes of the width of its cell."""

_EDGES = 3
"""Pixels, above and below together, that a text in a box to write in keeps free, so as not to touch its borders."""


class CellRoom(Struct, frozen=True):
    """The size of a cell, in pixels."""

    pixels: float
    """The width of the cell."""
    height: float
    """The height of the cell."""


class _Writing(Struct, frozen=True):
    """The properties of a style on which the size of a text depends."""

    points: float
    bold: bool
    wraps: bool
    indent: int
    is_input: bool
    thickest_border: bool

    def lines(self, text: str, room: CellRoom) -> int:
        return lines_needed(text, self.free(room), self.points, bold=self.bold)

    def fits(self, text: str, room: CellRoom) -> bool:
        return self.lines(text, room) <= self.room_for(text, room)

    def keeps_clear(self, text: str, room: CellRoom) -> bool:
        """Return whether a text that fits a box to write in stays off its borders."""
        return not self.is_input or self.fits(text, CellRoom(room.pixels, room.height - _EDGES))

    def breaks_no_word(self, text: str, room: CellRoom) -> bool:
        return breaks_no_word(text, self.free(room), self.points, bold=self.bold)

    def free(self, room: CellRoom) -> float:
        """Return the pixels that a line may take."""
        return max(1, room.pixels - _MARGINS - _INDENT * self.indent - _THICKEST_PIXELS * self.thickest_border)

    def room_for(self, text: str, room: CellRoom) -> int:
        """Return how many lines of a text there is room for, one at least."""
        return max(1, int(min(room.height, 1000) / line_pixels(text, self.points))) if self.wraps else 1


@cache
def _writing(style: str) -> _Writing:
    get = STYLES[style].get
    return _Writing(
        float(get("font_size", FONT_SIZE)),
        bool(get("bold")),
        bool(get("text_wrap")),
        int(get("indent", 0)),
        get("locked") is False,
        int(get("border", 0)) == _THICKEST,
    )


@cache
def fitting(style: str, text: str, room: CellRoom) -> str:
    """Return the style in which a text fits its cell: the style itself, or one that wraps, in letters no larger.

    Smaller letters are preferred to a broken word, and to text that touches the borders of a box to write in. If
    nothing fits, the style has the smallest size.
    """
    if STYLES[style].get("font_color") == FAINT:
        return _largest(style, text, room, (*_SIZES, _SMALLEST_GREY), _SMALLEST_GREY)
    return _largest(style, text, room, _SIZES)


@cache
def fitting_whole(style: str, text: str, room: CellRoom) -> str:
    """Return the style in which a text that may not be cut off fits its cell, however small its letters must be."""
    return _largest(style, text, room, (*_SIZES, *_STILL_SMALLER))


def _largest(style: str, text: str, room: CellRoom, sizes: Sequence[float], legible: float = SMALLEST) -> str:
    """Return the style in the largest letters that fit, if possible with whole words, and off the borders of a box."""
    points = _writing(style).points
    wrapped = [sized(style, size) for size in (points, *(size for size in sizes if size < points))]
    fits = [name for name in (style, *wrapped) if _writing(name).fits(text, room)]
    # a broken word is better than letters too small to read
    whole = [name for name in fits if _writing(name).breaks_no_word(text, room) and _writing(name).points >= legible]
    clear = (name for name in whole if _writing(name).keeps_clear(text, room))
    return next(clear, (whole or fits or wrapped[-1:])[0])


def fitting_alike(style: str, fitted_in: Iterable[tuple[str, CellRoom]], crowded: float | None = None) -> str:
    """Return the style of choices of which none may look like the favourite: all have letters of one size.

    It is the largest in which all words have room, with hyphens where they are wider than the cell.

    Parameters
    ----------
    fitted_in
        Their words, each with the room that it has.
    crowded
        The font size, in points, for when some words would be cut off even in the smallest of the usual sizes.
    """
    found = [fitted_words(style, text, room) for text, room in fitted_in]
    if crowded and any(one.cut for one in found):
        return sized(style, crowded)
    return min((one.style for one in found), key=lambda look: _writing(look).points, default=style)


class Fitted(Struct, frozen=True):
    """A text fitted into its cell."""

    style: str
    """The given style, or one that wraps, in letters no larger."""
    shown: str
    """The text, or as much of it as fits: if it is cut off it ends in “…”, and an id behind a name is kept."""
    cut: Cut | None = None
    """The way in which the text is cut off; None if all of it fits."""

    def formula(self, formula: str) -> str:
        """Return a formula with its text cut off where the present text is."""
        return self.cut.formula(formula) if self.cut else formula


@cache
def fitted(style: str, text: str, room: CellRoom) -> Fitted:
    """Fit a text into its cell: :func:`fitting` says in which style; what is still too long is cut off."""
    chosen = fitting(style, text, room)
    written = _writing(chosen)
    if written.fits(text, room):
        return Fitted(chosen, text)
    lines = written.room_for(text, room)
    # a line that is wrapped at a blank is seldom full
    free = written.free(room) * (lines if lines == 1 else lines - 0.5)
    shown = shortened(text, free, written.points, bold=written.bold)
    while written.lines(shown, room) > lines and free > 1:  # a long word wrapped early: cut off more until it fits
        free *= 0.95
        shown = shortened(text, free, written.points, bold=written.bold)
    id_ = id_behind(text)
    return Fitted(chosen, shown, Cut(len(shown) - 1, len(shown) - 1 - len(id_), bool(id_)))


@cache
def fitted_words(style: str, text: str, room: CellRoom) -> Fitted:
    """Fit a text that no formula gives, as :func:`fitted` does; words that are wider than the cell get hyphens."""
    found = fitted(style, text, room)
    written = _writing(found.style)
    if found.cut or written.breaks_no_word(text, room):
        return found
    looks = (found.style, *(sized(style, size) for size in _SIZES if size < written.points))
    for even, name in product((True, False), looks):  # words cut in halves may take one line more
        written = _writing(name)
        shown = hyphenated(text, written.free(room), written.points, bold=written.bold, even=even)
        if written.fits(shown, room):
            return Fitted(name, shown)
    return found


def wraps_within_lines(style: str, text: str, room: CellRoom) -> bool:
    """Return whether a line of a text is too long for its cell in a style, so that it is wrapped."""
    return _writing(style).lines(text, room) > 1 + text.count("\n")


def tears_words(style: str, text: str, pixels: float) -> bool:
    """Return whether a text has a word that is wider than a cell of some pixels."""
    return not _writing(style).breaks_no_word(text, CellRoom(pixels, 0))


def height_for(style: str, text: str, pixels: float) -> int:
    """Return the height in pixels that a text needs in a style that wraps it, in a cell ``pixels`` wide."""
    written = _writing(style)
    return round(written.lines(text, CellRoom(pixels, 0)) * line_pixels(text, written.points) + 1)


def least_height(style: str, text: str, pixels: float) -> int:
    """Return the height in pixels that a text needs in the smallest letters, in a cell ``pixels`` wide."""
    return height_for(sized(style, SMALLEST), text, pixels)
