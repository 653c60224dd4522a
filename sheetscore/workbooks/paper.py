"""Paper: page breaks, print set-up, the widths of texts, and texts that are shortened to fit.

Page breaks keep tables whole if possible, and never leave less than `FEWEST_LINES` lines of a table alone. Widths of
texts are those of Arial and of Liberation Sans, which has the same.
"""

from __future__ import annotations

import math
import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, groupby, pairwise
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.wording import HARD_BLANK
from sheetscore.workbooks.cell_refs import Area

FEWEST_LINES = 3
"""The least number of lines of a table on a sheet of paper, if it is split."""


class Passage(Struct, frozen=True):
    """Rows of a worksheet that belong together, counted from 0, such as a table or a chart."""

    top: int
    """The first row, with a title or headings."""
    first: int
    """The first line below them; for a chart or a table that is never split, the row after it."""
    end: int
    """The row after the last line."""
    below: int = 0
    """The number of lines of small tables below the table, which stay together with its last lines."""
    groups: tuple[int, ...] = ()
    """The rows of lines that begin a group: a page ends before such a row if one is near."""

    @property
    def tears(self) -> range:
        """The rows before which a page break is allowed."""
        return range(self.first + FEWEST_LINES, self.end - self.below - FEWEST_LINES + 1)


_NEARLY_EMPTY = 1 / 3
"""The least share of a sheet of paper that is filled: rather than leave more blank, a table is split."""


def page_breaks(heights: Sequence[int], passages: Sequence[Passage], room: float, again: int = 0) -> list[int]:
    """Return the first row of each further sheet of paper, with all sheets about equally full.

    Rows that are higher than a sheet of paper and may not be split get a sheet of their own, which leaves the others as
    they are.

    Parameters
    ----------
    heights
        The heights of all rows, in pixels.
    passages
        The passages in order; rows above the first stay with it.
    room
        The height of a sheet of paper, in pixels.
    again
        The height of the repeated headings on every sheet but the first, in pixels.
    """
    offsets = [0, *accumulate(heights)]  # where each row begins, and where the last one ends
    tops = [passage.top for passage in passages[1:]]
    # a table that has room on a sheet of paper is split only if that saves a sheet, or else one would be nearly empty
    whole = [one for one in passages if offsets[one.end] - offsets[one.top] + again <= room]
    split = [passage for passage in passages if passage not in whole]
    every = sorted({*tops, *(row for passage in passages for row in passage.tears)})
    few = sorted({*tops, *(row for passage in split for row in passage.tears)})
    tight, loose = (list(_greedy_breaks(offsets, rows, room, again)) for rows in (every, few))
    rows, breaks = (few, loose) if len(loose) <= len(tight) else (every, tight)
    levelled = _level_out(offsets, rows, room, again, breaks)
    if min(_sheet_heights(offsets, levelled, again)[:-1], default=room) < _NEARLY_EMPTY * room:
        levelled = _level_out(offsets, every, room, again, tight)
    groups = [row for passage in passages for row in passage.groups if row in passage.tears]
    return _breaks_between_groups(offsets, groups, room, again, levelled)


def _greedy_breaks(offsets: Sequence[int], rows: Sequence[int], room: float, again: int) -> Iterator[int]:
    """Fill one sheet of paper after the other, with breaks at some of the given rows; yield the breaks."""
    start, free = 0, room
    while offsets[-1] - offsets[start] > free:
        further = bisect_right(rows, start)
        if further == len(rows):
            return
        fits = bisect_right(rows, offsets[start] + free, key=lambda row: offsets[row]) - 1
        start, free = rows[max(fits, further)], room - again
        yield start


def _level_out(offsets: Sequence[int], rows: Sequence[int], room: float, again: int, breaks: list[int]) -> list[int]:
    """Return breaks that fill sheets about equally: those of the least sheet height that needs no further sheet."""
    least, most = again, int(room)
    while breaks and least < most:
        middle = (least + most) // 2
        found = list(_greedy_breaks(offsets, rows, middle, again))
        # what is higher than the paper wherever it begins says nothing about the other sheets
        fits = all(height <= middle or height > room for height in _sheet_heights(offsets, found, again))
        if len(found) <= len(breaks) and fits:
            breaks, most = found, middle
        else:
            least = middle + 1
    return _even_out(offsets, rows, room, again, breaks)


def _even_out(offsets: Sequence[int], rows: Sequence[int], room: float, again: int, breaks: list[int]) -> list[int]:
    """Move breaks up, from the last one on, as long as the sheet of paper behind a break is not the fuller one."""
    for at in reversed(range(len(breaks))):
        above = breaks[at - 1] if at else 0
        for row in reversed(rows[bisect_right(rows, above) : bisect_left(rows, breaks[at])]):
            moved = [*breaks[:at], row, *breaks[at + 1 :]]
            before, behind = _sheet_heights(offsets, moved, again)[at : at + 2]
            if behind > min(before, room):
                break
            breaks = moved
    return breaks


_NEAR = 1 / 8
"""The share of a sheet of paper by which a break is moved at most, so that a group stays together."""


def _breaks_between_groups(
    offsets: Sequence[int], groups: Sequence[int], room: float, again: int, breaks: list[int]
) -> list[int]:
    """Move each break to the nearest beginning of a group, where the sheets of paper on both sides have room."""
    for at, row in enumerate(breaks):
        near = [one for one in groups if abs(offsets[one] - offsets[row]) <= _NEAR * room]
        for begins in sorted(near, key=lambda one: abs(offsets[one] - offsets[row])):
            moved = [*breaks[:at], begins, *breaks[at + 1 :]]
            if moved == sorted({*moved}) and max(_sheet_heights(offsets, moved, again)[at : at + 2]) <= room:
                breaks = moved
                break
    return breaks


def _sheet_heights(offsets: Sequence[int], breaks: Sequence[int], again: int) -> list[int]:
    """Return the height of each sheet of paper, with the headings that all but the first repeat."""
    ends = pairwise([0, *breaks, len(offsets) - 1])
    return [offsets[end] - offsets[start] + again * bool(start) for start, end in ends]


def shares(count: int, most: int) -> Iterator[range]:
    """Divide ``count`` items into consecutive ranges of about equal size, at most ``most`` each; none for no items.

    Examples
    --------
    >>> [*shares(41, 40)]
    [range(0, 20), range(20, 41)]
    """
    parts = math.ceil(count / most)
    yield from (range(count * part // parts, count * (part + 1) // parts) for part in range(parts))


if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet


PaperName = Literal["letter", "a4"]

MARGIN = 0.4
"""The margin on all sides, in inches: a little over the 8 mm that all printers need."""

IN_MARGIN = {"margin": 0.2}
"""The place of headers and footers, in inches. Pass it with every text: XlsxWriter's default, 0.3, cuts it off."""

SLACK = 0.95
"""Pages are planned to fill no more than this share of the paper, since programs and printers measure differently."""

ROUNDING = 0.94
"""The share of the width that is planned for columns, since programs round the width of each scaled column."""

SMALLEST_SCALE = 55
"""The smallest scale, in percent: below it, boxes are too small for a pencil."""

_FOOTER_POINTS, _BETWEEN, _FILE = 8, "   ·   ", "&F"
"""The font size of footers on paper in points (programs scale it with the sheet); what is between their parts; and what
programs replace by the name of the file."""

_LONGEST_FILE, _LONGEST_NUMBER = "travellers-results.xlsx", "page 100 of 100"
"""The longest name of a file and number of a page for which a footer keeps room."""


class Paper(Struct, frozen=True):
    """A paper size in inches."""

    xlsx_code: int
    width: float
    height: float
    landscape: bool = False

    @property
    def usable(self) -> tuple[float, float]:
        """The usable width and height at 100 percent, in pixels (96 per inch)."""
        return ((self.width - 2 * MARGIN) * 96 * SLACK, (self.height - 2 * MARGIN) * 96 * SLACK)

    @property
    def turned(self) -> Paper:
        """The same sheet of paper in the other orientation."""
        return replace(self, width=self.height, height=self.width, landscape=not self.landscape)


PAPER_SIZES: dict[PaperName, Paper] = {"letter": Paper(1, 8.5, 11.0), "a4": Paper(9, 8.27, 11.69)}
"""The sizes of paper by what an event calls them."""


def print_scale(paper: Paper, width: float, heights: Sequence[float]) -> int:
    """Return the scale in percent (at most 100) at which pages fit on paper.

    Parameters
    ----------
    width
        The width of the pages, in pixels.
    heights
        The heights of the pages, in pixels; the highest decides.
    """
    usable_width, usable_height = paper.usable
    return min(100, math.floor(100 * min(usable_width / width, usable_height / max(heights))))


def set_up_pages(
    worksheet: Worksheet,
    paper: Paper,
    last_column: int,
    ends: Sequence[int],
    scale: int,
    *,
    repeat: range | None = None,
    numbered: bool = False,
    left_out: Sequence[range] = (),
    about: Sequence[str] = (),
) -> None:
    """Print a worksheet as separate pages, by manual breaks and a fixed scale.

    Fitting to a number of pages is never used here: it moves or drops manual breaks.

    Parameters
    ----------
    last_column
        The last printed column, from 0; columns to the right are not printed.
    ends
        The first row after each page, from 0, in order.
    repeat
        The rows, from 0, that every later page repeats; pages are then numbered in the footer.
    numbered
        Whether pages are numbered even without repeated rows.
    left_out
        The rows, from 0, of pages that are not printed, in order.
    about
        Titles for the footer of numbered pages: the first one that has room is printed.
    """
    worksheet.set_paper(paper.xlsx_code)
    if paper.landscape:
        worksheet.set_landscape()
    else:
        worksheet.set_portrait()
    worksheet.set_margins(left=MARGIN, right=MARGIN, top=MARGIN, bottom=MARGIN)
    worksheet.set_header("", IN_MARGIN)
    worksheet.set_footer("", IN_MARGIN)
    worksheet.center_horizontally()
    stretches = pairwise([0, *(end for rows in left_out for end in (rows.start, rows.stop)), ends[-1]])
    # every other stretch is one of those left out
    printed = [Area(worksheet.get_name(), top, 0, end - 1, last_column) for top, end in [*stretches][::2] if top < end]
    worksheet.print_area_range = ",".join(area.reference for area in printed)  # print_area takes a single area
    worksheet.set_print_scale(scale)
    worksheet.set_h_pagebreaks(list(ends[:-1]))
    if repeat is not None:
        worksheet.repeat_rows(repeat.start, repeat.stop - 1)
    if numbered or repeat is not None:
        foot_pages(worksheet, paper, scale, about)


def foot_pages(worksheet: Worksheet, paper: Paper, scale: int, titles: Sequence[str]) -> None:
    """Name and number the pages of a worksheet in its footer, by the first of the titles that has room."""
    worksheet.set_footer(_numbered(paper, scale, titles), IN_MARGIN)


def footer_titles(event: str, sheet: str) -> tuple[str, str]:
    """Return titles for footers, the best first: a long name of the event is left out, since pages begin with it.

    Parameters
    ----------
    event, sheet
        What the workbook is called, with the name of the event; and what the sheet is called.
    """
    return f"{event}:  {sheet}", sheet


def _numbered(paper: Paper, scale: int, titles: Sequence[str]) -> str:
    """Return the footer of numbered pages: title, file name, and number of the page."""
    size, title = math.ceil(_FOOTER_POINTS * 100 / scale), _titled(paper, titles)
    return f"&L{f'&{size}{title}' if title == _FILE else in_letters(size, title)}&R&{size}page &P of &N"


def in_letters(points: int, text: str) -> str:
    """Return a text for a header or footer in letters of a size; the caller has doubled every “&” in it.

    A blank comes first, since programs read a digit as part of the size.

    Examples
    --------
    >>> in_letters(11, "2 players")
    '&11 2 players'
    """
    return f"&{points} {text}"


def _titled(paper: Paper, titles: Sequence[str]) -> str:
    """Return the first title that has room, with the file's name if both have; without any, the file's name alone."""
    room = (paper.width - 2 * MARGIN) * 96 * SLACK - text_pixels(_LONGEST_NUMBER, _FOOTER_POINTS)
    file = text_pixels(_BETWEEN + _LONGEST_FILE, _FOOTER_POINTS)
    for title in titles:
        if (wide := text_pixels(title, _FOOTER_POINTS)) <= room:
            return title.replace("&", "&&") + (f"{_BETWEEN}{_FILE}" if wide + file <= room else "")
    return _FILE


def set_up_list(
    worksheet: Worksheet,
    paper: Paper,
    area: tuple[int, int],
    headed: tuple[int, int],
    across: Sequence[int],
    scale: int,
    about: Sequence[str] = (),
) -> None:
    """Print a list at a fixed scale on as many sheets as it needs, down and across, with its headings on each.

    Parameters
    ----------
    area
        The last row and the last column to print, from 0.
    headed
        The last row and the last column of its headings, from 0.
    across
        The first column on each further sheet across.
    scale
        The scale in percent.
    about
        As for :func:`set_up_pages`.
    """
    set_up_pages(worksheet, paper, area[1], [area[0] + 1], scale, repeat=range(headed[0] + 1), about=about)
    worksheet.repeat_columns(0, headed[1])
    worksheet.set_v_pagebreaks(list(across))


def width_scale(paper: Paper, widths: Sequence[int]) -> int:
    """Return the scale in percent (at most 100) at which columns fit, with an allowance for rounded widths."""
    return print_scale(paper, sum(widths) / ROUNDING, [1])


def head_for_director(worksheet: Worksheet, heading: str = "") -> None:
    """Say at the top of a worksheet's paper that it is for the director alone, after ``heading`` if there is one."""
    head_pages(worksheet, "   ·   ".join(filter(None, (heading, "for the director"))))


def head_pages(worksheet: Worksheet, text: str) -> None:
    """Write a text at the top of each sheet of a worksheet's paper, in the margin at the right."""
    worksheet.set_header(f"&R{in_letters(11, text.replace('&', '&&'))}", IN_MARGIN)


_NEARLY_FULL, _SMALLER = 4 / 5, 4 / 5
"""If less than the first share of the sheets of paper is filled, a smaller scale is taken if that saves a sheet, but no
less than the second share of the wanted scale."""


def scale_and_breaks(
    heights: Sequence[int], passages: Sequence[Passage], high: float, scale: int, again: int = 0, least: int = 100
) -> tuple[int, list[int]]:
    """Return the scale of rows on paper in percent, and the first row of each further sheet of paper.

    Parameters
    ----------
    heights, passages, again
        As for :func:`page_breaks`.
    high
        The printable height of the paper, in pixels at full size.
    scale, least
        The scale that is wanted, and the least one that may be taken if that saves a sheet that is not nearly full.
    """

    def breaks_at(scale: int) -> list[int]:
        return page_breaks(heights, passages, high * 100 / scale, again)

    breaks = breaks_at(scale)
    full = (sum(heights) + again * len(breaks)) * scale / (high * 100 * (len(breaks) + 1))
    smaller = range(scale - 1, max(least, math.ceil(scale * _SMALLER)) - 1, -1)
    if breaks and smaller and full < _NEARLY_FULL and len(breaks_at(smaller[-1])) < len(breaks):
        scale = next(one for one in smaller if len(breaks_at(one)) < len(breaks))
        breaks = breaks_at(scale)
    return scale, breaks


def print_by_width(
    worksheet: Worksheet,
    paper: Paper,
    widths: Sequence[int],
    heights: Sequence[int],
    passages: Sequence[Passage],
    *,
    repeat: range | None = None,
    about: Sequence[str] = (),
) -> None:
    """Print rows at the scale at which their width fits, at most full size, on sheets that are about equally full.

    Parameters
    ----------
    widths, heights
        The widths of the columns, and the heights of all rows, in pixels.
    passages
        The tables and other rows that belong together.
    repeat
        The rows, from 0, that every later sheet repeats.
    about
        As for :func:`set_up_pages`.
    """
    again = sum(heights[repeat.start : repeat.stop]) if repeat else 0
    scale, breaks = scale_and_breaks(heights, passages, paper.usable[1], width_scale(paper, widths), again)
    ends = [*breaks, len(heights)]
    set_up_pages(worksheet, paper, len(widths) - 1, ends, scale, repeat=repeat, numbered=True, about=about)


_WIDTHS = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 "
    "584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 "
    "667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 "
    "278 556 500 722 500 500 500 334 260 334 584"
)
"""The widths of the characters from the blank to ~, in thousandths of the font size."""

_ASCII = dict(zip(map(chr, range(32, 127)), map(int, _WIDTHS.split()), strict=True))

_WIDE, _OTHER = 1000, 700
"""The widths of full-width characters, such as Chinese ones, and of any others, in thousandths of the font size."""

_BOLD = 1.08
"""The factor by which bold letters are wider than others."""

_LONGEST_ID = 24
"""The most characters of an id with its closing bracket; a longer text in brackets is no id."""

_WORD = re.compile(r"[^\s\N{NO-BREAK SPACE}]+(?:\N{NO-BREAK SPACE}+[^\s\N{NO-BREAK SPACE}]+)*")

_SEAT_NUMBER = re.compile("[1-9][0-9]{0,2}")
"""The number of a seat behind the title of its side."""

PIXELS_PER_POINT = 96 / 72

LINE, WIDE_LINE = 1.15, 1.25
"""The height of a line as a multiple of its font size; and of a line with characters from another font."""


_BEHIND_HYPHEN = re.compile(r"(?<=[^\W\d_]-)(?=[^\W\d_])")
"""The place after a hyphen between letters, where a line may break."""


@cache
def text_pixels(text: str, points: float, *, bold: bool = False) -> float:
    """Return the width of a text in pixels.

    Parameters
    ----------
    points
        The font size in points.
    """
    return sum(map(_width, text)) / 1000 * points * PIXELS_PER_POINT * (_BOLD if bold else 1)


def _width(character: str) -> int:
    """Return the width of a character in thousandths of the font size."""
    if character in _ASCII:
        return _ASCII[character]
    base = unicodedata.normalize("NFD", character)[0]
    if base in _ASCII:
        return _ASCII[base]
    if unicodedata.combining(character):
        return 0
    return _WIDE if _is_wide(character) else _OTHER


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"


def line_pixels(text: str, points: float) -> float:
    """Return the height of a line of a text in pixels."""
    return points * PIXELS_PER_POINT * (LINE if all(map(_is_latin, text)) else WIDE_LINE)


def _is_latin(character: str) -> bool:
    """Return whether a character is in our font; boxes to tick and Chinese characters are not."""
    return character < "\u2100"


@lru_cache(4096)  # each word is tried in many widths
def unbreakable_parts(word: str) -> tuple[str, ...]:
    """Return the parts of a word between which a line may break.

    Lines break before and after full-width characters, and behind the hyphen of two family names, but not in numbers.
    """
    parts: list[str] = []
    for wide, characters in groupby(word, _is_wide):
        together = "".join(characters)
        parts += together if wide else _BEHIND_HYPHEN.split(together)
    return tuple(parts)


def words_of(text: str) -> list[str]:
    r"""Split a text into words, between which a line may break; a no-break space joins words.

    Examples
    --------
    >>> words_of("☐\N{NO-BREAK SPACE}Red  Army")
    ['☐\xa0Red', 'Army']
    """
    return _WORD.findall(text)


def lines_needed(text: str, pixels: float, points: float, *, bold: bool = False) -> int:
    """Return how many lines a text takes in a width; a word that is wider than a line is broken."""
    if "\n" not in text and text_pixels(text, points, bold=bold) <= pixels:
        return 1  # most texts; the rest is slow
    return sum(_lines(line, pixels, points, bold=bold) for line in text.split("\n"))


def _lines(text: str, pixels: float, points: float, *, bold: bool) -> int:
    """Return how many lines a text without line breaks takes in a width."""
    count, used, blank = 1, 0.0, text_pixels(" ", points, bold=bold)
    for word in words_of(text):
        for at, part in enumerate(unbreakable_parts(word)):
            width, before = text_pixels(part, points, bold=bold), 0.0 if at else blank
            if used and used + before + width <= pixels:
                used += before + width
                continue
            count += bool(used)
            broken = int(width // pixels) if width > pixels else 0
            count, used = count + broken, width - broken * pixels
    return count


def breaks_no_word(text: str, pixels: float, points: float, *, bold: bool = False) -> bool:
    """Return whether each word of a text, or part of one at which a line may break, has room on a line of its own."""
    parts = (part for word in words_of(text) for part in unbreakable_parts(word))
    return all(text_pixels(part, points, bold=bold) <= pixels for part in parts)


_FEWEST_LETTERS = 3
"""The fewest letters of a word before and after a hyphen at which it is broken."""


def hyphenated(text: str, pixels: float, points: float, *, bold: bool = False, even: bool = True) -> str:
    r"""Return a text with a hyphen, and the end of a line, wherever a word is broken, since it is wider than a line.

    Parameters
    ----------
    even
        Whether the parts of a word are about as long as each other, rather than each as long as a line.

    Examples
    --------
    >>> hyphenated("Strike at Donaudampfschifffahrt", 100, 10)
    'Strike at Donaudampfs-\nchifffahrt'
    >>> hyphenated("Strike at Donaudampfschifffahrt", 100, 10, even=False)
    'Strike at Donaudampfsc-\nhifffahrt'
    """

    def fits(part: str) -> bool:
        return text_pixels(part, points, bold=bold) <= pixels

    def broken(part: str, most: float) -> str:
        if fits(part):
            return part
        longest = range(len(part) - _FEWEST_LETTERS, _FEWEST_LETTERS - 1, -1)
        ends = (at for at in longest if at <= most and fits(f"{part[:at]}-"))
        end = next((at for at in ends if part[at - 1 : at + 1].isalpha()), 0)
        return f"{part[:end]}-\n{broken(part[end:], most)}" if end else part

    def shown(part: str) -> str:
        by_lines = broken(part, math.inf)
        count = by_lines.count("\n") + 1
        evenly = broken(part, math.ceil(len(part) / count)) if even else by_lines
        return evenly if evenly.count("\n") < count else by_lines

    return _WORD.sub(lambda word: "".join(map(shown, unbreakable_parts(word[0]))), text)


def id_behind(text: str) -> str:
    """Return the id in brackets behind a name, with the blank before it; "" for none."""
    _, blank, last = text.rpartition(" (")
    return f"{blank}{last}" if blank and last.endswith(")") and len(last) <= _LONGEST_ID else ""


def number_behind(text: str) -> str:
    """Return the number behind the name of a seat, with a blank before it at which no line ends; "" for none."""
    _, blank, last = text.replace(HARD_BLANK, " ").rpartition(" ")
    return f"{HARD_BLANK}{last}" if blank and _SEAT_NUMBER.fullmatch(last) else ""


def shortened(
    text: str, pixels: float, points: float, *, bold: bool = False, stays: Callable[[str], str] = id_behind
) -> str:
    """Return a text shortened to fit a line: its beginning, “…”, and the end that ``stays`` returns, such as an id."""
    if text_pixels(text, points, bold=bold) <= pixels:
        return text
    end = stays(text)
    kept = len(text) - len(end)
    while kept and text_pixels(f"{text[:kept].rstrip()}…{end}", points, bold=bold) > pixels:
        kept -= 1
    return f"{text[:kept].rstrip()}…{end}"


class Cut(Struct, frozen=True):
    """A way of cutting off long texts, in Python and by a formula."""

    fitting: int
    """The most characters of a text that is not cut off."""
    kept: int
    """The number of characters that are kept of a longer text."""
    ids: bool = False
    """Whether texts are names with ids behind them, which are kept, too; ``kept`` then counts characters of the name,
    and names that are shorter are not cut off.
    """
    numbers: bool = False
    """Whether texts are names some of which have numbers behind them, which are kept, too."""

    def shown(self, text: str) -> str:
        """Return a text, cut off if it is too long: its beginning, “…”, and the id or number behind it."""
        end = id_behind(text) if self.ids else number_behind(text) if self.numbers else ""
        is_long = len(text) > self.fitting and len(text) - len(end) > self.kept
        return f"{text[: self.kept]}…{end}" if is_long else text

    def formula(self, formula: str) -> str:
        """Return a formula for the value of another one, cut off in the same way."""
        if not self.ids and not self.numbers:
            return f'IF(LEN({formula})>{max(self.fitting, self.kept)},LEFT({formula},{self.kept})&"…",{formula})'
        end = id_formula(formula) if self.ids else _number_of(formula)
        is_long = f"AND(LEN({formula})>{self.fitting},LEN({formula})-LEN({end})>{self.kept})"
        return f'IF({is_long},LEFT({formula},{self.kept})&"…"&{end},{formula})'


def id_formula(formula: str) -> str:
    """Return a formula for the id in brackets behind a name, with the blank before it; "" for none."""
    # FIND is an error, and so the end is empty, where there is no bracket
    last = f'TRIM(RIGHT(SUBSTITUTE({formula}," (",REPT(" ",99)&"("),99*(FIND(" (",{formula})>0)))'
    return f'IFERROR(" "&{last},"")'


def _number_of(formula: str) -> str:
    # FIND is an error, and so the end is empty, where there is no blank
    text = f'SUBSTITUTE({formula},"{HARD_BLANK}"," ")'
    last = f'TRIM(RIGHT(SUBSTITUTE({text}," ",REPT(" ",99)),99*(FIND(" ",{text})>0)))'
    is_number = f'AND(TEXT(VALUE({last}),"0")={last},VALUE({last})>0,VALUE({last})<1000)'
    return f'IFERROR(IF({is_number},"{HARD_BLANK}"&{last},""),"")'
