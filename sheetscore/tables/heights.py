"""The heights of the rows of tables on worksheets, where long headings and texts are wrapped."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Mapping
from functools import cache
from itertools import accumulate

from sheetscore.tables.cell_styles import CELL_STYLES
from sheetscore.tables.table import TURNED, WALL_WRAPPED, WRAPPED, AnyColumn, AnyTable, TableSize
from sheetscore.workbooks.paper import line_pixels, lines_needed, text_pixels

HEADING_HEIGHT, LINE_HEIGHT, BAND_HEIGHT, COLUMNS_HEIGHT = 38, 20, 24, 34
"""The least heights, in pixels, of a sheet's heading, its lines of text, a table's title and its column headings."""

ROW_HEIGHT, FINE_HEIGHT, LARGE_HEIGHT, PENCIL_HEIGHT = 24, 19, 30, 35
"""The heights of lines in pixels: normal, fine, large, and for a pencil."""

WRITABLE = 8.5 / 25.4 * 96
"""The least height of a line for a pencil on paper, 8.5 mm, in pixels."""

_LEAST: Mapping[TableSize, int] = {
    "fine": FINE_HEIGHT,
    "normal": ROW_HEIGHT,
    "large": LARGE_HEIGHT,
    "pencil": PENCIL_HEIGHT,
}

POINTS, TEXT_HEIGHT, PADDING, BESIDE = 10, 17, 12, 15
"""The font size of cells in points; and in pixels the height of a line of text, and the vertical and the horizontal
padding of a cell."""

_WIDER_ON_PAPER = 1.05
"""The factor by which columns on paper are wider than their pixels, at least: LibreOffice has 1.056, since figures on
paper are wider than on a screen, in whose pixels columns are planned."""

ONE_LINE = TEXT_HEIGHT + PADDING // 2
"""The height computed for one line of text, in pixels; lower rows have room for it, too."""

TURNED_POINTS = 9
"""The font size of turned headings, in points."""

_OF_NAMES = 3 / 4
"""The size of column headings, as a share of that of names that are read from a distance."""

TITLE_POINTS = 11
"""The font size of the title of a table, in points."""

POSTED_HEIGHT = 94
"""The height of a heading that is read across a hall, in pixels."""

HEADING_POINTS = 18
"""The font size of the heading of a sheet, in points."""

LINE_POINTS = 11
"""The font size, in points, that is assumed for lines of text under a sheet's heading; the real size may be smaller."""

SEPARATOR = "   ·   "
"""The separator between the parts of a line of text, such as event, place and day."""

TURNED_LETTER, MOST_HEADING = 6, 200
"""The pixels per letter of a turned heading, and the greatest height of such a heading; longer ones are wrapped."""


def title_width(table: AnyTable) -> int:
    """Return the width in pixels at which the title of a table takes one line."""
    return math.ceil(text_pixels(band_text(table), TITLE_POINTS, bold=True)) + BESIDE if table.title else 0


def free_beside_title(table: AnyTable) -> int | None:
    """Return the first column, from 0, that a table's title leaves free for the note; None if no column is free."""
    *starts, _ = accumulate(_printed_widths(table), initial=0)
    first = bisect_left(starts, text_pixels(table.title, TITLE_POINTS, bold=True) + BESIDE)
    return first if first < len(starts) else None


def band_text(table: AnyTable) -> str:
    """Return the title of a table, with its note behind it if no column is free for the note."""
    alone = not table.note or free_beside_title(table) is not None
    return table.title if alone else f"{table.title}: {table.note}"


def band_lines(table: AnyTable, width: int = 0) -> int:
    """Count the lines that the title of a table takes.

    Parameters
    ----------
    width
        The width that the title may have in pixels, if it may be wider than its table.
    """
    room = max(sum(_printed_widths(table)), width) - BESIDE
    return lines_needed(band_text(table), max(room, 1), TITLE_POINTS, bold=True)


def band_height(table: AnyTable, width: int = 0) -> int:
    """Return the height of the row of a table's title in pixels; more if people write on it, or if it is wrapped.

    Parameters
    ----------
    width
        The width that the title may have in pixels, if it may be wider than its table.
    """
    written = table.size == "pencil" and table.title.endswith("_")
    lines, least = band_lines(table, width), PENCIL_HEIGHT if written else BAND_HEIGHT
    titled = lines * math.ceil(line_pixels(table.title, TITLE_POINTS)) + PADDING // 2 if lines > 1 else 0
    return max(least, titled, _note_height(table))


def _note_height(table: AnyTable) -> int:
    """Return the height in pixels that the note beside the title of a table takes, if it is wrapped."""
    free = free_beside_title(table)
    if not table.note or free is None:
        return 0
    lines = lines_needed(table.note, max(sum(_printed_widths(table)[free:]) - BESIDE, 1), POINTS)
    return lines * math.ceil(line_pixels(table.note, POINTS)) + PADDING // 4 if lines > 1 else 0


def _printed_widths(table: AnyTable) -> list[int]:
    return [column.width for column in table.columns if not column.helper]


def head_points(table: AnyTable) -> int:
    """Return the font size of a table's column headings in points: three quarters of that of names on the wall."""
    looks = (look for column in table.columns for look in table.looks(column))
    names = max((CELL_STYLES[look].points for look in looks if look.startswith(WALL_WRAPPED)), default=0)
    return max(POINTS, math.ceil(_OF_NAMES * names))


def smallest_points(table: AnyTable) -> int:
    """Return the font size of a table's smallest letters on paper, in points; of headings only turned ones count."""
    printed = [column for column in table.columns if not column.helper]
    turned = [TURNED_POINTS for column in printed if column.head == TURNED]
    looks = {look for column in printed for look in table.looks(column)}
    small = [CELL_STYLES[look].points for look in looks if look in CELL_STYLES and CELL_STYLES[look].points]
    return min([POINTS, *turned, *small])


def columns_height(table: AnyTable) -> int:
    """Return the height of the row of a table's column headings in pixels; long headings are wrapped."""
    turned = max((len(column.heading) for column in table.columns if column.head == TURNED), default=0)
    upright = (column for column in table.columns if column.head != TURNED)
    points = head_points(table)
    lines = max((_heading_lines(column, points, bold=table.size != "fine") for column in upright), default=1)
    needed = turned * TURNED_LETTER + PADDING, math.ceil(line_pixels("", points) * lines) + PADDING // 4
    return max(COLUMNS_HEIGHT, min(max(needed), MOST_HEADING))


def _heading_lines(column: AnyColumn, points: int, *, bold: bool) -> int:
    """Count the lines that a heading takes."""
    beside = BESIDE if column.head == "head" else BESIDE // 2
    return lines_needed(column.heading, max(column.width - beside, 1), points, bold=bold)


def heading_height(text: str, width: int) -> int:
    """Return the height of a sheet's heading in pixels; it is wrapped if it is wider than the tables."""
    lines = lines_needed(text, max(width - BESIDE, 1), HEADING_POINTS, bold=True)
    return max(HEADING_HEIGHT, lines * math.ceil(line_pixels(text, HEADING_POINTS)) + PADDING // 2)


def parted_line(text: str, width: float, points: float = LINE_POINTS) -> str:
    """Return a line of text wrapped at its separators, which are left out at the ends of lines.

    A part that is wider than a line, such as the title of a scenario, is wrapped at dots of its own.

    Parameters
    ----------
    width, points
        The width in pixels, and the font size in points.
    """
    lines = []
    for line in _wrapped_at(SEPARATOR, text, width - BESIDE, points):
        dot = _DOT.search(line) if text_pixels(line, points) > width - BESIDE else None
        lines += _wrapped_at(dot[0], line, width - BESIDE, points) if dot else [line]
    return "\n".join(lines)


_DOT = re.compile(" +· +")
"""A dot between parts of a title, with any blanks around it."""


def _wrapped_at(separator: str, text: str, room: float, points: float) -> list[str]:
    """Return the lines of a text that is wrapped at a separator; a part that is wider than a line stays whole."""
    lines = [""]
    for part in text.split(separator):
        longer = separator.join(filter(None, (lines[-1], part)))
        if lines[-1] and text_pixels(longer, points) > room:
            lines.append(part)
        else:
            lines[-1] = longer
    return lines


def heading_line_height(text: str, width: int) -> int:
    """Return the height in pixels of a line of text under a sheet's heading; it is wrapped if it is long.

    A word wider than a line, such as a web address, adds one line, since the line before it stays short.
    """
    pixels = max(width - BESIDE, 1)
    broken = sum(text_pixels(word, LINE_POINTS) > pixels for word in text.split())
    lines = lines_needed(text, pixels, LINE_POINTS) + broken
    return max(LINE_HEIGHT, lines * math.ceil(line_pixels(text, LINE_POINTS)) + PADDING // 2)


def just_fits(text: str, width: int, look: str) -> bool:
    """Return whether a text has room on one line on paper, but might be wrapped by a program that measures otherwise.

    It gets one line, and such a program is to shrink it a little: a second line would be cut off, or stay empty.

    Parameters
    ----------
    width, look
        The width of the column in pixels, and the style of the cell.
    """
    if "\n" in text or not (look == WRAPPED or look.startswith(WALL_WRAPPED)):
        return False
    pixels = text_pixels(text, CELL_STYLES[look].points or POINTS)
    return width - BESIDE < pixels <= width * _WIDER_ON_PAPER - BESIDE


def line_heights(table: AnyTable) -> list[int]:
    """Return the heights of a table's lines in pixels; more if a name does not fit its cell on one line of text."""
    # a row of any size has room for one line of text
    heights = [max(_LEAST[table.size], table.least)] * len(table.lines)
    fits = [table.fits_height(line) for line in table.lines]
    for column in table.columns:
        wrapped = column.style == WRAPPED
        if not (wrapped or any(fits) or any(look.startswith(WALL_WRAPPED) for look in table.looks(column))):
            continue
        for at, (text, line) in enumerate(zip(table.texts(column), table.lines, strict=True)):
            look = column.style_of(line)
            needed = _cell_height(text, column.width, look) if fits[at] or wrapped else 0
            on_wall = _wall_height(text, column.width, look) if look.startswith(WALL_WRAPPED) else 0
            heights[at] = max(heights[at], on_wall, needed if fits[at] or needed > ONE_LINE else 0)
    return heights


@cache
def _cell_height(text: str, width: int, look: str) -> int:
    """Return the height in pixels that a text needs in a cell; a centred one has the same margins as a heading."""
    style = CELL_STYLES.get(look)
    if just_fits(text, width, look):
        return ONE_LINE
    if style is None or style.align != "middle":
        return text_height(text, width)
    return text_height(text, width + BESIDE - BESIDE // 2, style.points or POINTS) if style.wraps else ONE_LINE


def _wall_height(text: str, width: int, look: str) -> int:
    """Return the height in pixels of a name on a posting, which may be wrapped."""
    points = CELL_STYLES[look].points
    lines = 1 if just_fits(text, width, look) else lines_needed(text, max(width - BESIDE, 1), points)
    return lines * math.ceil(line_pixels(text, points)) + PADDING // 2


@cache
def text_height(text: str, width: int, points: float = POINTS) -> int:
    """Return the height in pixels of a text in a cell of this width, or a little more."""
    return lines_needed(text, max(width - BESIDE, 1), points) * TEXT_HEIGHT + PADDING // 2
