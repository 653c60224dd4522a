"""The layout of postings, which are read from two metres: the size of their lines, and their places on paper.

A posting is a list of groups of lines, such as a table with its seats or a single player. Groups are in columns,
on as few sheets of paper as large letters allow; their lines are as high as the paper has room for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from sheetscore.expressions.formula import constant
from sheetscore.sheets.styles import STYLES
from sheetscore.workbooks.paper import (
    LINE,
    PIXELS_PER_POINT,
    ROUNDING,
    Cut,
    Paper,
    breaks_no_word,
    id_behind,
    lines_needed,
    number_behind,
    shortened,
    text_pixels,
)

READ_FROM_AFAR, SMALLEST, LARGEST = 14, 12, 22
"""Sizes of letters in points: the least for most lines, the least for a long name before it is cut off, the most."""

LOWEST_LINE, HIGHEST_LINE = 28, 46
"""The least and the greatest height of a line in pixels."""

FREE_LINE = math.ceil(SMALLEST * PIXELS_PER_POINT * LINE) + 1
"""The height in pixels of a low line: one that shows nothing as yet, with room for one line of the smallest letters."""

_TWO_LINES, _THREE_LINES = (math.ceil(lines * SMALLEST * PIXELS_PER_POINT * LINE) + 3 for lines in (2, 3))
"""The heights in pixels of cells with two and with three lines of small letters for a long name."""

MARGINS = 20
"""The pixels that a cell leaves free beside its text: more than necessary, since programs measure texts differently."""

_INDENT = 8
"""The pixels that a program leaves free beside a text at least."""

_GAP = 18
"""The width in pixels of the column between two groups."""

_LONGEST_QUOTED = 255
"""The most characters that a text in a formula may have."""

_FITTING = 0.9
"""The share of a column's texts that must fit in full size: one long name does not make all letters smaller."""

IN_LINES = 1.6
"""The height of a line, with the white above and below, as a multiple of the size of its letters."""


class Wall(Struct, frozen=True):
    """The layout of a posting on its paper."""

    paper: Paper
    """The paper, in the orientation in which it is printed."""
    across: int
    """How many groups are side by side on a sheet of paper."""
    down: int
    """How many groups are below one another on a sheet of paper at most."""
    groups: int
    """How many groups there are."""
    rows_high: int
    """How many rows each group has."""
    widths: tuple[int, ...]
    """The widths of the cells of a line in pixels."""
    line: int
    """The height of a line in pixels."""
    points: int
    """The size in points of letters; texts that are too long for it have smaller ones."""
    cuts: tuple[Cut | None, ...]
    """How texts are cut off in each cell of a line; None for a cell in which all texts fit."""
    first: int
    """The first row below the headings, from 0."""
    above: int
    """The height of the headings in pixels."""
    low: int = 0
    """How many of the last groups have lines of `FREE_LINE` pixels."""
    free: int = 0
    """How many of the last groups show nothing as yet, and are at the end of the last sheet of paper."""
    ending: int = 0
    """The number of rows below the last group, on its sheet of paper."""

    @property
    def columns(self) -> tuple[int, ...]:
        """The widths of all columns of the sheet in pixels, including those between the groups."""
        return ((*self.widths, _GAP) * self.across)[:-1]

    @property
    def lefts(self) -> tuple[int, ...]:
        """The first column of each group on a sheet, from 0."""
        return tuple(range(0, len(self.columns), len(self.widths) + 1))

    def height(self, group: int) -> int:
        """Return the height in pixels of a line of a group, which is counted from 0."""
        return self.line if group < self.groups - self.low else FREE_LINE

    @property
    def _bands(self) -> list[int]:
        """How many rows of groups there are up to the end of each sheet of paper; sheets have about as many each.

        Free lines, which show nothing as yet, are all on the last sheet.
        """
        bands = max(1, math.ceil((self.groups - self.free) / self.across))
        sheets = math.ceil(bands / (self.down - self.free))
        *others, last = (bands * number // sheets for number in range(1, sheets + 1))
        return [*others, last + self.free]

    @property
    def ends(self) -> tuple[int, ...]:
        """The first row after each sheet of paper, from 0."""
        *others, last = (self.first + bands * self.rows_high for bands in self._bands)
        return (*others, last + self.ending)

    @property
    def fits(self) -> bool:
        """Whether all rows of the fullest sheet of paper have room on it."""
        rows = (self.down - self.low) * self.rows_high + self.ending
        return rows * self.line + self.low * FREE_LINE <= self.paper.usable[1] - self.above

    def down_then_across(self) -> Iterator[tuple[int, int]]:
        """Yield the row and the column at which each group begins, column by column on each sheet of paper."""
        for above, below in pairwise((0, *self._bands)):
            for column in range(self.across):
                before = above * self.across + column * (below - above)
                for row in range(above, above + min(below - above, self.groups - before)):
                    yield self.first + row * self.rows_high, self.lefts[column]

    def across_then_down(self) -> Iterator[tuple[int, int]]:
        """Yield the row and the column at which each group begins, row by row."""
        for group in range(self.groups):
            row, column = divmod(group, self.across)
            yield self.first + row * self.rows_high, self.lefts[column]

    def style(self, name: str, text: str, cell: int, points: int | None = None) -> str:
        """Return a style in which a text fits a cell of a line: large, if need be on two lines, or else smaller.

        Smaller letters are preferred to a broken word.

        Parameters
        ----------
        name
            The style that it is derived from.
        cell
            The index of the cell within its line.
        points
            The wanted size of letters; by default that of the posting.
        """
        most = points or self.points
        wide = text_pixels(text, most)
        if self.widths[cell] - MARGINS < wide <= self.widths[cell] / ROUNDING - _INDENT and not _bold(name):
            # two lines by our measure; a program, whose columns may be wider, may find room for it on one, where it
            # would touch the frame
            smaller = range(most - 1, SMALLEST - 1, -1)
            narrow = (size for size in smaller if text_pixels(text, size) <= self.widths[cell] - MARGINS)
            most = next(narrow, most)
        if _fits(text, self.widths[cell], self.line, most) and not _bold(name):
            return _sized(name, most, wraps=text_pixels(text, most) > self.widths[cell] - MARGINS)
        for size in range(most, SMALLEST - 1, -1):
            if text_pixels(text, size, bold=_bold(name)) <= self.widths[cell] - MARGINS:
                return _sized(name, size, wraps=False)
            if _fits(text, self.widths[cell], self.line, size) and not _bold(name):
                return _sized(name, size, wraps=True)
        return _sized(name, SMALLEST, wraps=True)

    def shown(self, text: str, cell: int) -> str:
        """Return a text, cut off if it has no room in a cell, which is counted from 0 within its line."""
        cut = self.cuts[cell]
        if cut is None or len(text) > _LONGEST_QUOTED:
            return cut.shown(text) if cut else text
        alone = _cut([text], self.widths[cell], self.line)
        return alone.shown(text) if alone else text

    def shown_formula(self, formula: str, cell: int, now: str) -> str:
        """Return a formula that shows the value of ``formula``, cut off where it is too long for the cell.

        The present value ``now`` is measured. Later values are cut off after so many characters that even the widest
        ones have room, since formulas can only count characters.
        """
        cut = self.cuts[cell]
        if cut is None:
            return formula
        usual, shown = cut.formula(formula), self.shown(now, cell)
        if shown == cut.shown(now):
            return usual
        return f"IF(EXACT({formula},{constant(now).text}),{constant(shown).text},{usual})"


def wall(
    paper: Paper,
    texts: Sequence[Sequence[str]],
    groups: int,
    *,
    rows_high: int = 1,
    heads: int = 0,
    above: Sequence[int] = (),
    free: int = 0,
    ending: int = 0,
) -> Wall:
    """Lay groups of lines out so that names are whole, on as few sheets of paper as letters of 14 points allow.

    Of layouts with equally many sheets the one with the largest letters is taken.

    All texts have letters of one size, except texts so long that they are smaller or cut off in any case.

    Parameters
    ----------
    paper
        The upright paper.
    texts
        For each cell of a line the texts that may be in it.
    rows_high, heads
        How many lines a group has, and how many more rows for its heading, which are as high as a line.
    above
        The heights in pixels of the rows of headings, which every sheet of paper repeats.
    free
        How many of the last groups are single lines without a player as yet; these are made low rather than put on a
        sheet of their own. Where the last sheet has room for them, the other groups are spread evenly over the sheets.
    ending
        The number of rows below the last group.
    """
    rows_high += heads
    ways = [(turned, across) for across in (1, 2, 3) for turned in (paper, paper.turned)]
    fitting = [way for way in ways if way[1] == 1 or _natural(texts) <= _block(*way)]
    # names that need two lines on upright paper often fit on one across the long side
    walls = [
        _laid_out(*way, texts, groups, rows_high, above, least, free, ending)
        for way in fitting
        for least in _least_lines(way[0], texts, rows_high, sum(above))
    ]

    def cost(laid: Wall) -> tuple[int, int, int, int, bool]:
        return _cut_off(texts, laid), len(laid.ends), -laid.points, laid.across, laid.paper.landscape

    return min(walls, key=cost)


def _cut_off(texts: Sequence[Sequence[str]], layout: Wall) -> int:
    """Count the texts that are cut off."""
    cells = zip(texts, layout.widths, strict=True)
    return sum(len(_too_long(column, width, layout.line)) for column, width in cells)


def _laid_out(
    paper: Paper,
    across: int,
    texts: Sequence[Sequence[str]],
    groups: int,
    rows_high: int,
    above: Sequence[int],
    least: int,
    free: int,
    ending: int,
) -> Wall:
    """Lay groups out, ``across`` of them side by side, with lines of ``least`` pixels at least; see :func:`wall`."""
    room = paper.usable[1] - sum(above)
    fit = max(1, int(room / least / rows_high))
    sheets = max(1, math.ceil(groups / (across * fit)))
    low = at_end = 0
    if free and sheets > 1 and across == 1:
        if (groups - free) * least + free * FREE_LINE <= room:
            sheets, low, room = 1, free, room - free * FREE_LINE
        # the last sheet has room for all free groups, besides its share of the others
        at_end = low or (free if math.ceil((groups - free) / sheets) + free <= fit else 0)
    down = max(1, math.ceil((groups - at_end) / (sheets * across)) + at_end - low)
    widths = _widths(texts, _block(paper, across))
    long = any(_too_long(column, width, HIGHEST_LINE) for column, width in zip(texts, widths, strict=True))
    most = _THREE_LINES if long else HIGHEST_LINE
    line = max(min(least, int(room / rows_high)), min(most, int(room / (down * rows_high + ending))))
    points = min(LARGEST, int(line / IN_LINES / PIXELS_PER_POINT))
    while points > READ_FROM_AFAR and any(
        _needed(column, points) > width for column, width in zip(texts, widths, strict=True)
    ):
        points -= 1
    cuts = tuple(_cut(column, width, line) for column, width in zip(texts, widths, strict=True))
    points = _one_size(texts, widths, line, max(points, READ_FROM_AFAR))
    above_and_below = len(above), sum(above), low, at_end, ending
    return Wall(paper, across, down + low, groups, rows_high, widths, line, points, cuts, *above_and_below)


def _one_size(texts: Sequence[Sequence[str]], widths: Sequence[int], line: int, most: int) -> int:
    """Return the largest size in which all texts fit, or ``most`` if some of them are cut off in any case.

    A word that is wider than its cell makes only its own text smaller.
    """
    cells = [(text, width) for column, width in zip(texts, widths, strict=True) for text in column]
    if not all(_fits(text, width, line, SMALLEST) for text, width in cells):
        return most
    sizes = range(most, SMALLEST - 1, -1)
    return next((size for size in sizes if all(_has_lines(text, width, line, size) for text, width in cells)), most)


def _fits(text: str, width: int, line: int, points: int) -> bool:
    """Return whether a text, wrapped between its words, fits a cell."""
    return _has_lines(text, width, line, points) and breaks_no_word(text, _room(width, line, points)[0], points)


def _has_lines(text: str, width: int, line: int, points: int) -> bool:
    """Return whether a text, wrapped wherever its lines end, fits a cell."""
    room, rows = _room(width, line, points)
    return lines_needed(text, room, points) <= rows


def _least_lines(paper: Paper, texts: Sequence[Sequence[str]], rows_high: int, above: int) -> tuple[int, ...]:
    """Return the least heights of a line to try: room for two lines of small letters if a text is too long for one.

    For high groups lower lines are tried as well: they may take fewer sheets of paper, without cutting off more texts.
    """
    widths = _widths(texts, _block(paper, 1))
    cells = ((text, width) for column, width in zip(texts, widths, strict=True) for text in column)
    if rows_high * _TWO_LINES > paper.usable[1] - above or all(
        text_pixels(text, SMALLEST) <= width - MARGINS for text, width in cells
    ):
        return (LOWEST_LINE,)
    return (LOWEST_LINE, _TWO_LINES) if rows_high * _TWO_LINES > min(paper.usable) / 2 else (_TWO_LINES,)


def _block(paper: Paper, across: int) -> int:
    """Return the greatest width of a group in pixels, at full size."""
    return int(ROUNDING * paper.usable[0] - _GAP * (across - 1)) // across


def _needed(texts: Sequence[str], points: int, share: float = _FITTING) -> int:
    """Return the width in pixels at which nine of ten texts, or another share of them, fit on one line."""
    wide = sorted(math.ceil(text_pixels(text, points)) for text in texts)
    return wide[max(0, math.ceil(len(wide) * share) - 1)] + MARGINS if wide else MARGINS


def _natural(texts: Sequence[Sequence[str]]) -> int:
    """Return the width of a line, in pixels, at which no cell has to be narrowed."""
    return sum(_needed(column, READ_FROM_AFAR) for column in texts)


def _widths(texts: Sequence[Sequence[str]], block: int) -> tuple[int, ...]:
    """Return the widths of the cells of a line in pixels: each gets what it needs, except that long names may get less.

    All other cells get their full width: a pixel less would make their letters smaller than 14 points.
    """
    needed = [_needed(column, READ_FROM_AFAR, 1) for column in texts]
    if sum(needed) > block:
        needed = [_needed(column, READ_FROM_AFAR) for column in texts]
    most = block // len(needed)
    while most < max(needed) and sum(min(one, most + 1) for one in needed) <= block:
        most += 1
    given = [min(one, most) for one in needed]
    return tuple(int(block * one / sum(given)) for one in given)


def _cut(texts: Sequence[str], width: int, line: int) -> Cut | None:
    """Return how texts are cut off that do not fit even in small letters on all lines of the cell; None if all fit.

    An id behind a name stays, and so does the number of a seat: without it all seats of a side would read alike.
    """
    long = _too_long(texts, width, line)
    if not long:
        return None
    room, rows = _room(width, line)
    free = room * (rows if rows == 1 else rows - 0.5)  # a line that is wrapped at a blank is seldom full
    ids = all(map(id_behind, long))
    stays = id_behind if ids else number_behind
    kept = min(len(_shortened(text, free, (room, rows), stays)) - 1 - len(stays(text)) for text in long)
    fitting = max((len(text) for text in texts if text not in long), default=kept)
    return Cut(min(fitting, min(map(len, long)) - 1), kept, ids, not ids and any(map(number_behind, long)))


def _shortened(text: str, free: float, lines: tuple[int, int], stays: Callable[[str], str]) -> str:
    """Return as much of a text as fits, without a word that is wider than a line.

    Parameters
    ----------
    free
        The pixels that all its lines may take together, at first.
    lines
        The width of a line in pixels, and the number of lines.
    """
    room, rows = lines
    shown = shortened(text, free, SMALLEST, stays=stays)
    while free > 1 and (lines_needed(shown, room, SMALLEST) > rows or not breaks_no_word(shown, room, SMALLEST)):
        free *= 0.95
        shown = shortened(text, free, SMALLEST, stays=stays)
    return shown


def _too_long(texts: Sequence[str], width: int, line: int) -> set[str]:
    """Return the texts that do not fit into a cell even in small letters, or only with a word broken."""
    return {text for text in texts if not _fits(text, width, line, SMALLEST)}


def _room(width: int, line: int, points: int = SMALLEST) -> tuple[int, int]:
    """Return the width in pixels of a line of letters in a cell, and how many such lines the cell holds."""
    return max(1, width - MARGINS), max(1, int(line / (points * PIXELS_PER_POINT * LINE)))


def _bold(name: str) -> bool:
    return bool(STYLES[name].get("bold"))


def _sized(name: str, points: int, *, wraps: bool) -> str:
    """Add a style like another, in letters of some size, wrapped or on one line; return its name."""
    sized = f"{name}, {points} points{', on lines' if wraps else ''}"
    STYLES.setdefault(sized, {**STYLES[name], "font_size": points, "text_wrap": wraps, "shrink": not wraps})
    return sized
