"""What the columns of a table need: the widths in which no word is torn, and in which texts take few lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.tables.cell_styles import CELL_STYLES, CellStyle
from sheetscore.tables.heights import BESIDE, POINTS, head_points
from sheetscore.tables.shown_values import shown
from sheetscore.tables.table import TURNED, AnyColumn, AnyTable
from sheetscore.workbooks.paper import lines_needed, text_pixels, unbreakable_parts, words_of

LONGEST_WORD = 290
"""The most pixels that a word, such as a web address, may claim for its column."""

FEW_LINES = 3
"""The lines that every text may take; a text may take more only if it takes more in the column as it is planned."""

_ROOMY_LINES, _OFTEN = 2, 1 / 3
"""On a sheet with room to spare, texts of a column take so many lines, if more than this share of them took more."""

_MEASURED = 8
"""The number of texts of a column, the longest, that are measured."""

_NARROWEST, _NARROWEST_OF_GRID = 40, 26
"""The least width in pixels of a column of figures, with room for figures that somebody changes later; and of one in a
grid, which has many columns.
"""


def word_widths(table: AnyTable) -> dict[str, int]:
    """Return the widths in pixels below which a word is torn, by column."""
    return {key: one.least for key, one in texts_of(table, LONGEST_WORD).items()}


def head_widths(table: AnyTable) -> dict[str, int]:
    """Return the widths in pixels below which the heading of a column of figures is torn, by column."""
    points, bold = head_points(table), table.size != "fine"
    return {
        column.key: word_pixels(column.heading, points, bold=bold) + BESIDE // 2
        for column in table.columns
        if not column.helper and column.head != TURNED and column.width and not _wraps(table, column)
    }


def figure_widths(table: AnyTable, *, headed: bool = False) -> dict[str, int]:
    """Return the width in pixels that each printed column of figures needs, by its key.

    Parameters
    ----------
    headed
        Whether its heading needs room for its words, too, and the column some room for other figures.
    """
    found = {}
    for column in table.columns:
        if column.helper or column.head == TURNED or not table.lines or _wraps(table, column):
            continue
        style = CELL_STYLES.get(column.style_of(table.lines[0]))
        if style is None or style.align != "middle" or style.wraps or column.width == 0:
            continue
        widest = _widest_figure(table, column, style, with_texts=headed) + BESIDE
        words = word_pixels(column.heading, head_points(table), bold=True) + BESIDE // 2
        narrowest = _NARROWEST_OF_GRID if table.only_whole else _NARROWEST
        if headed:
            found[column.key] = max(widest, words, narrowest)
        else:  # widths are planned for headings of the usual size
            found[column.key] = max(widest, words) if head_points(table) > POINTS else widest
    return found


def _widest_figure(table: AnyTable, column: AnyColumn, style: CellStyle, *, with_texts: bool) -> int:
    """Return the width in pixels of the widest figure of a column.

    Parameters
    ----------
    with_texts
        Whether texts among the figures count: no column is narrower than its headed width, so that they do for that.
    """

    def widest() -> int:
        measured = (int, float, Fraction, *([str] if with_texts else []))
        values = {value for line in table.lines if isinstance(value := table.value(line, column), measured)}
        texts = {shown(value, style) for value in values}
        points = style.points or POINTS
        return max((ceil(text_pixels(text, points, bold=style.bold)) for text in texts), default=0)

    return table.measured(("widest figure", column.key, style, with_texts), widest)


class Texts(Struct, frozen=True):
    """The texts of a column, and what they need."""

    longest: tuple[tuple[str, float], ...]
    """The :data:`_MEASURED` longest, the longest first, each with the size of its letters in points."""
    bold: bool
    least: int
    """The width in pixels that the column needs for their words and those of its heading."""
    lines: int
    """The most lines that a text takes in the column as it is planned, at least :data:`FEW_LINES`."""

    @lru_cache(4096)  # each is asked for again with letters of each size  # noqa: B019 -- it is a value
    def width(self, lines: int) -> int:
        """Return the least width in pixels in which no text takes more than ``lines``, or :attr:`lines` if fewer."""
        low, high, allowed = self.least, max(self.least, self._widest + BESIDE), min(lines, self.lines)
        while low < high:
            middle = (low + high) // 2
            if self.lines_in(middle) <= allowed:
                high = middle
            else:
                low = middle + 1
        return low

    def lines_in(self, width: int) -> int:
        """Return the most lines that a text takes in a column."""
        pixels = max(width - BESIDE, 1)
        return max(lines_needed(text, pixels, points, bold=self.bold) for text, points in self.longest)

    @property
    def _widest(self) -> int:
        lines = ((line, points) for text, points in self.longest for line in text.split("\n"))
        return max(ceil(text_pixels(line, points, bold=self.bold)) for line, points in lines)


def texts_of(table: AnyTable, for_words: int) -> dict[str, Texts]:
    """Return the texts of each column of texts that are wrapped, by its key.

    Parameters
    ----------
    for_words
        The pixels that a word may claim at most; longer ones are torn.
    """
    found = {}
    for column in table.columns:
        if (style := _wrapped_style(table, column)) is not None:
            longest, word = _longest(table, column, style)
            words = max(word, word_pixels(column.heading, head_points(table), bold=True))
            one = Texts(longest, style.bold, min(words + BESIDE, for_words), FEW_LINES)
            found[column.key] = replace(one, lines=max(FEW_LINES, one.lines_in(max(one.least, column.width))))
    return found


def _longest(table: AnyTable, column: AnyColumn, style: CellStyle) -> tuple[tuple[tuple[str, float], ...], int]:
    """Return the longest texts of a column, and the width of their longest word in pixels."""

    def longest() -> tuple[tuple[tuple[str, float], ...], int]:
        texts = set(_sized_texts(table, column))
        in_order = sorted(texts, key=lambda one: (-text_pixels(*one, bold=style.bold), one))
        words = (word_pixels(text, points, bold=style.bold) for text, points in texts)
        return tuple(in_order[:_MEASURED]), max(words, default=0)

    return table.measured(("longest", column.key, column.style), longest)


def roomy_widths(table: AnyTable, texts: Mapping[str, Texts]) -> dict[str, int]:
    """Return the widths in pixels, for texts of two lines, of columns whose texts often take more, by their keys."""
    found = {}
    for column in table.columns:
        if column.key in texts:
            one, pixels = texts[column.key], max(column.width - BESIDE, 1)
            sized_texts = _sized_texts(table, column)
            high = [lines_needed(text, pixels, points, bold=one.bold) > _ROOMY_LINES for text, points in sized_texts]
            if sum(high) > _OFTEN * len(high):
                found[column.key] = one.width(_ROOMY_LINES)
    return found


def nearly_wrapped(table: AnyTable) -> Iterator[tuple[str, int]]:
    """Yield each column of texts with the pixels for its longest text that takes one line, or nearly does; else 0."""
    for column in table.columns:
        if (style := _wrapped_style(table, column)) is not None:
            texts = set(_sized_texts(table, column))
            wanted = (ceil(text_pixels(*text, bold=style.bold)) + BESIDE for text in texts)
            yield column.key, max((one for one in wanted if one <= column.width + BESIDE), default=0)


def one_line_width(table: AnyTable, column: AnyColumn) -> int:
    """Return the width in pixels in which each text of a column takes one line."""
    return max([column.width, *(ceil(text_pixels(text, POINTS)) + BESIDE for text in table.texts(column))])


def _sized_texts(table: AnyTable, column: AnyColumn) -> Sequence[tuple[str, float]]:
    """Return the texts of a column's cells, each with the size of its letters in points."""

    def sized() -> Sequence[tuple[str, float]]:
        styles = (CELL_STYLES.get(column.style_of(line)) for line in table.lines)
        points = ((style.points if style else 0) or POINTS for style in styles)
        return [*zip(table.texts(column), points, strict=True)]

    return table.measured(("sized texts", column.key, column.style), sized)


def _wraps(table: AnyTable, column: AnyColumn) -> bool:
    """Return whether a column is one of texts that are wrapped."""
    return _wrapped_style(table, column) is not None


def _wrapped_style(table: AnyTable, column: AnyColumn) -> CellStyle | None:
    """Return the style in which the texts of a column, or some of them, are wrapped; None if none is."""
    if column.helper or column.head == TURNED:
        return None
    looks = table.looks(column)
    return next((CELL_STYLES[look] for look in looks if look in CELL_STYLES and CELL_STYLES[look].wraps), None)


def word_pixels(text: str, points: float, *, bold: bool = False) -> int:
    """Return the width of the longest word of a text, in pixels."""
    parts = (part for word in words_of(text) for part in unbreakable_parts(word))
    return max((ceil(text_pixels(part, points, bold=bold)) for part in parts), default=0)
