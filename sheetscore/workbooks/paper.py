"""Paper: how wide texts are, what fits on a page, the print set-up, and where tables go on on the next sheet.

Whole tables stay together, and of no table a line or two alone.

How wide texts are in the font of our pages (Arial, or Liberation Sans of the same widths), and what fits a cell.
"""

from __future__ import annotations

import math
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate, groupby, pairwise
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.workbooks.cell_refs import Area

FEWEST_LINES = 3
"""So many lines of a table that is split stand together, at least."""


class Passage(Struct, frozen=True):
    """Rows of a sheet that belong together, counted from 0."""

    top: int
    """The first row, of a title or of headings."""
    first: int
    """The first line below them; of a chart, which is never split, the row after it."""
    end: int
    """The row after the last line."""
    below: int = 0
    """How many of the lines are those of small tables below, which stay with the last of its own."""
    groups: tuple[int, ...] = ()
    """The rows of lines that begin a group: where one is near, it is split there."""

    @property
    def tears(self) -> range:
        """The rows before which it may be split."""
        return range(self.first + FEWEST_LINES, self.end - self.below - FEWEST_LINES + 1)


def page_breaks(heights: Sequence[int], passages: Sequence[Passage], room: float, again: int = 0) -> list[int]:
    """Return the first row on each further sheet of paper; all sheets are about as full.

    What is higher than a sheet of paper and may not be split has one alone.

    Parameters
    ----------
    heights
        Of all rows in pixels.
    passages
        In their order; what is above the first goes with it.
    room
        The pixels of a sheet of paper.
    again
        The pixels that every sheet but the first takes for headings that are repeated.
    """
    below = [0, *accumulate(heights)]
    tops = [passage.top for passage in passages[1:]]
    whole = [one for one in passages if below[one.end] - below[one.top] + again <= room]
    split = [passage for passage in passages if passage not in whole]
    every = sorted({*tops, *(row for passage in passages for row in passage.tears)})
    few = sorted({*tops, *(row for passage in split for row in passage.tears)})
    tight, loose = (list(_filled(below, rows, room, again)) for rows in (every, few))
    rows, breaks = (few, loose) if len(loose) <= len(tight) else (every, tight)
    groups = [row for passage in passages for row in passage.groups if row in passage.tears]
    return _between_groups(below, groups, room, again, _levelled(below, rows, room, again, breaks))


def _filled(below: Sequence[int], rows: Sequence[int], room: float, again: int) -> Iterator[int]:
    """Fill one sheet of paper after the other, breaking before some of the rows; yield where."""
    start, free = 0, room
    while below[-1] - below[start] > free:
        further = bisect_right(rows, start)
        if further == len(rows):
            return
        fits = bisect_right(rows, below[start] + free, key=lambda row: below[row]) - 1
        start, free = rows[max(fits, further)], room - again
        yield start


def _levelled(below: Sequence[int], rows: Sequence[int], room: float, again: int, breaks: list[int]) -> list[int]:
    """Take the lowest sheets of paper on which there are no more of them."""
    least, most = again, int(room)
    while breaks and least < most:
        middle = (least + most) // 2
        found = list(_filled(below, rows, middle, again))
        if len(found) <= len(breaks) and _fits(below, found, middle, again):
            breaks, most = found, middle
        else:
            least = middle + 1
    return breaks


_NEAR = 1 / 8
"""The share of a sheet of paper by which a break is moved at most, so that a group stays together."""


def _between_groups(
    below: Sequence[int], groups: Sequence[int], room: float, again: int, breaks: list[int]
) -> list[int]:
    """Move each break to the nearest beginning of a group, where the sheets of paper on both sides have room."""
    for at, row in enumerate(breaks):
        near = [one for one in groups if abs(below[one] - below[row]) <= _NEAR * room]
        for begins in sorted(near, key=lambda one: abs(below[one] - below[row])):
            moved = [*breaks[:at], begins, *breaks[at + 1 :]]
            if moved == sorted({*moved}) and _fits(below, moved, room, again):
                breaks = moved
                break
    return breaks


def _fits(below: Sequence[int], breaks: Sequence[int], room: float, again: int) -> bool:
    ends = [*breaks, len(below) - 1]
    heads = [0, *[again] * len(breaks)]
    starts = [0, *breaks]
    return all(below[end] - below[start] + head <= room for start, end, head in zip(starts, ends, heads, strict=True))


def shares(count: int, most: int) -> Iterator[range]:
    """Part a number into shares of at most so many, about as large.

    Examples
    --------
    >>> [*shares(41, 40)]
    [range(0, 20), range(20, 41)]
    """
    parts = math.ceil(count / most)
    yield from (range(*ends) for ends in pairwise(count * part // parts for part in range(parts + 1)))


if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet


PaperName = Literal["letter", "a4"]

MARGIN = 0.4
"""Inches on all sides: a little over the 8 mm that every printer can leave."""

IN_MARGIN = {"margin": 0.2}
"""Where headers and footers begin, in inches; to be said with every text, or XlsxWriter takes 0.3 and cuts it off."""

SLACK = 0.95
"""Programs and printers measure differently; pages are planned to fill no more than this."""

ROUNDING = 0.94
"""What programs may add to scaled columns when they round each of them."""

SMALLEST_SCALE = 55
"""Percent; below this the boxes are too small for a pencil."""

_FOOTER_POINTS, _ABOUT_PIXELS = 8, 400
"""The size of a footer on paper, which programs print at the scale of its sheet; what a title takes there at most."""


class Paper(Struct, frozen=True):
    """A paper size in inches."""

    xlsx_code: int
    width: float
    height: float
    landscape: bool = False

    @property
    def usable(self) -> tuple[float, float]:
        """Width and height in pixels (96 to the inch) that may be filled at 100 percent."""
        return ((self.width - 2 * MARGIN) * 96 * SLACK, (self.height - 2 * MARGIN) * 96 * SLACK)

    @property
    def turned(self) -> Paper:
        """The same sheet of paper, turned by a quarter."""
        return replace(self, width=self.height, height=self.width, landscape=not self.landscape)


PAPERS: dict[PaperName, Paper] = {"letter": Paper(1, 8.5, 11.0), "a4": Paper(9, 8.27, 11.69)}


def print_scale(paper: Paper, width: float, heights: Sequence[float]) -> int:
    """Return the scale in percent (at most 100) at which pages of these pixels fit.

    Parameters
    ----------
    width
        Of the page in pixels.
    heights
        Of the pages of the worksheet in pixels; the highest decides.
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
    about: str = "",
) -> None:
    """Print a worksheet as separate pages, by manual breaks and a fixed scale.

    Fitting to a number of pages is never used here: it moves or drops manual breaks.

    Parameters
    ----------
    last_column
        The last printed column, from 0; what is to the right stays off the paper.
    ends
        The first row after each page, from 0, in order.
    repeat
        The rows, from 0, that every page after them repeats; with them each is numbered at its foot.
    numbered
        Whether they are numbered without such rows, too.
    left_out
        The rows, from 0, of pages that are not printed, in order.
    about
        What the foot of numbered pages says before the file.
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
    between = pairwise([0, *(end for rows in left_out for end in (rows.start, rows.stop)), ends[-1]])
    printed = [Area(worksheet.get_name(), top, 0, end - 1, last_column) for top, end in [*between][::2] if top < end]
    worksheet.print_area_range = ",".join(area.reference for area in printed)  # print_area takes one alone
    worksheet.set_print_scale(scale)
    worksheet.set_h_pagebreaks(list(ends[:-1]))
    if repeat is not None:
        worksheet.repeat_rows(repeat.start, repeat.stop - 1)
    if numbered or repeat is not None:
        worksheet.set_footer(_numbered(scale, about), IN_MARGIN)


def _numbered(scale: int, about: str) -> str:
    """Return the footer of sheets of several pages: what they are about, the file and the page."""
    size = math.ceil(_FOOTER_POINTS * 100 / scale)
    said = f"{shortened(about, _ABOUT_PIXELS, _FOOTER_POINTS).replace('&', '&&')}   ·   " if about else ""
    return f"&L&{size} {said}&F&R&{size}page &P of &N" if said else f"&L&{size}&F&R&{size}page &P of &N"


def set_up_list(
    worksheet: Worksheet,
    paper: Paper,
    area: tuple[int, int],
    headed: tuple[int, int],
    across: Sequence[int],
    scale: int,
    about: str = "",
) -> None:
    """Print a list at a fixed scale on as many sheets as it needs, down and across, its headings on each.

    Parameters
    ----------
    area
        The last row and the last column to print, from 0.
    headed
        The last row and the last column of its headings, from 0.
    across
        The first column on each further sheet across.
    scale
        In percent.
    about
        What the foot says before the file.
    """
    set_up_pages(worksheet, paper, area[1], [area[0] + 1], scale, repeat=range(headed[0] + 1), about=about)
    worksheet.repeat_columns(0, headed[1])
    worksheet.set_v_pagebreaks(list(across))


def width_scale(paper: Paper, widths: Sequence[int]) -> int:
    """Return the scale in percent (at most 100) at which columns of these pixels fit, each of them rounded."""
    return print_scale(paper, sum(widths) / ROUNDING, [1])


def print_by_width(
    worksheet: Worksheet,
    paper: Paper,
    widths: Sequence[int],
    heights: Sequence[int],
    passages: Sequence[Passage],
    *,
    repeat: range | None = None,
    about: str = "",
) -> None:
    """Print rows at the scale of their width, at most full size, on sheets that are about as full.

    Parameters
    ----------
    widths, heights
        Of the columns and of all rows in pixels.
    passages
        The tables and other rows that belong together.
    repeat
        The rows, from 0, that every sheet after them repeats.
    about
        What the foot of each sheet says before the file.
    """
    scale = width_scale(paper, widths)
    again = sum(heights[repeat.start : repeat.stop]) if repeat else 0
    breaks = page_breaks(heights, passages, paper.usable[1] * 100 / scale, again)
    ends = [*breaks, len(heights)]
    set_up_pages(worksheet, paper, len(widths) - 1, ends, scale, repeat=repeat, numbered=True, about=about)


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

_WORD = re.compile(r"[^\s\N{NO-BREAK SPACE}]+(?:\N{NO-BREAK SPACE}+[^\s\N{NO-BREAK SPACE}]+)*")

_SEAT_NUMBER = re.compile("[1-9][0-9]{0,2}")
"""Signs of an id with a bracket: more in brackets is part of the text."""

PIXELS_PER_POINT = 96 / 72

LINE, WIDE_LINE = 1.15, 1.25
"""How high a line is, in sizes of its font; and one with signs that come from another font."""


_BEHIND_HYPHEN = re.compile(r"(?<=[^\W\d_]-)(?=[^\W\d_])")
"""Where a line may end within a word of letters."""


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
    """Return whether a sign is in the font itself: boxes to tick and Chinese signs are not."""
    return sign < "\u2100"


def unbreakable(word: str) -> Iterator[str]:
    """Yield the parts of a word between which a line may end.

    Lines end before and after signs as wide as high, and behind the hyphen of two family names; none in figures.
    """
    for wide, signs in groupby(word, _is_wide):
        together = "".join(signs)
        yield from together if wide else _BEHIND_HYPHEN.split(together)


def words_of(text: str) -> list[str]:
    r"""Part a text where a line may end: a no-break space keeps together what is beside it.

    Examples
    --------
    >>> words_of("☐\N{NO-BREAK SPACE}Red  Army")
    ['☐\xa0Red', 'Army']
    """
    return _WORD.findall(text)


def lines_needed(text: str, pixels: float, points: float, *, bold: bool = False) -> int:
    """Return how many lines a text takes that is wrapped where it may be; a longer word is broken."""
    if "\n" not in text and text_pixels(text, points, bold=bold) <= pixels:
        return 1  # as most texts
    return sum(_lines(line, pixels, points, bold=bold) for line in text.split("\n"))


def _lines(text: str, pixels: float, points: float, *, bold: bool) -> int:
    count, used, blank = 1, 0.0, text_pixels(" ", points, bold=bold)
    for word in words_of(text):
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


def number_behind(text: str) -> str:
    """Return the number behind a name, with the blank before it, as seats have one; nothing where there is none."""
    _, blank, last = text.rpartition(" ")
    return f"{blank}{last}" if blank and _SEAT_NUMBER.fullmatch(last) else ""


def shortened(
    text: str, pixels: float, points: float, *, bold: bool = False, stays: Callable[[str], str] = id_behind
) -> str:
    """Return a text that fits one line: as it is, or its beginning, “…”, and what stays of its end: usually an id."""
    if text_pixels(text, points, bold=bold) <= pixels:
        return text
    end = stays(text)
    kept = len(text) - len(end)
    while kept and text_pixels(f"{text[:kept].rstrip()}…{end}", points, bold=bold) > pixels:
        kept -= 1
    return f"{text[:kept].rstrip()}…{end}"


class Cut(Struct, frozen=True):
    """How texts are cut off: those of more signs than ``fitting``, after ``kept`` of them."""

    fitting: int
    kept: int
    ids: bool = False
    """Whether they are names with ids behind them, which stay; then ``kept`` counts the signs of the name alone, and
    shorter ones are whole, whatever is in brackets behind them.
    """
    numbers: bool = False
    """Whether they are names some of which have numbers behind them, which stay likewise."""

    def shown(self, text: str) -> str:
        """Return a text as far as there is room for it; then it ends in “…”, and what stays: the id, the number."""
        end = id_behind(text) if self.ids else number_behind(text) if self.numbers else ""
        is_long = len(text) > self.fitting and len(text) - len(end) > self.kept
        return f"{text[: self.kept]}…{end}" if is_long else text

    def formula(self, formula: str) -> str:
        """Return the formula that shows so what another one gives."""
        if not self.ids and not self.numbers:
            return f'IF(LEN({formula})>{max(self.fitting, self.kept)},LEFT({formula},{self.kept})&"…",{formula})'
        end = _id_of(formula) if self.ids else _number_of(formula)
        is_long = f"AND(LEN({formula})>{self.fitting},LEN({formula})-LEN({end})>{self.kept})"
        return f'IF({is_long},LEFT({formula},{self.kept})&"…"&{end},{formula})'


def _id_of(formula: str) -> str:
    last = f'TRIM(RIGHT(SUBSTITUTE({formula}," (",REPT(" ",99)&"("),99*(FIND(" (",{formula})>0)))'
    return f'IFERROR(" "&{last},"")'


def _number_of(formula: str) -> str:
    last = f'TRIM(RIGHT(SUBSTITUTE({formula}," ",REPT(" ",99)),99*(FIND(" ",{formula})>0)))'
    is_number = f'AND(TEXT(VALUE({last}),"0")={last},VALUE({last})>0,VALUE({last})<1000)'  # of other words an error
    return f'IFERROR(IF({is_number}," "&{last},""),"")'
