"""What a page is laid out from: its columns, its measures, its cells, and where its blocks stand."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.forms.block import Block
from sheetscore.forms.template import HALF_UNITS, PAGE_UNITS, Orientation


class Measures(Struct, frozen=True):
    """How high the rows of a page are in pixels, before its lines are stretched.

    Parameters
    ----------
    top, headline
        Of the heading.
    line
        To write on.
    sign, signed
        The place for a signature, and who signs there.
    headline_style
        Small enough for the headline's row.
    """

    top: int = 26
    headline: int = 36
    title: int = 24
    caption: int = 18
    line: int = 32
    gap: int = 8
    sign: int = 40
    signed: int = 16
    headline_style: str = "headline"


PLAIN = Measures()


class Cell(Struct, frozen=True):
    """One cell or merged rectangle of a page.

    Exactly one of these fills it: ``text`` (printed), ``slot`` (a heading known when a seat is stamped),
    ``box`` (an input, by its public field id) or ``key`` (a computed value).
    """

    row: int
    column: int
    last_row: int
    last_column: int
    style: str
    text: str | int = ""
    slot: str = ""
    box: str = ""
    key: tuple[str, ...] = ()


class BlockPlace(Struct, frozen=True, dict=True):
    """Where a block stands on its page: what the formulas, the names and the way back need to know."""

    block: Block
    caption_row: int
    rows: tuple[int, ...]
    """The row of every line; where a block goes on on another sheet of paper, headings stand between."""
    column: int
    last_column: int
    captions: tuple[tuple[int, str], ...]
    """Every printed caption with its column."""
    before: int
    """How many captions of other blocks stand to its left: these captions may also be the end of a longer row."""
    columns: dict[str, int]
    """The column of each box, constant, step and of ``total``, by its name in expressions."""
    first_line: int = 0
    """How many of the block's lines stand before these, on paper of their own."""

    @property
    def key(self) -> str:
        """What tells it from the other places of its page: the block, and from which line on."""
        return f"{self.block.id}+{self.first_line}" if self.first_line else self.block.id

    def of(self, lines: range) -> BlockPlace:
        """Return the place of some of the block's lines (counted from 0), with the captions above them."""
        block = replace(self.block, rows=self.block.rows[lines.start : lines.stop], times=0)
        rows = self.rows[lines.start : lines.stop]
        above = self.caption_row if not lines.start else rows[0] - 1
        return replace(self, block=block, rows=rows, caption_row=above, first_line=lines.start)

    @property
    def last_row(self) -> int:
        """The last line."""
        return self.rows[-1]

    @cached_property
    def stretches(self) -> list[range]:
        """The lines (counted from 0) that stand together, on each sheet of paper."""
        torn = [at for at in range(1, len(self.rows)) if self.rows[at] > self.rows[at - 1] + 1]
        return [range(first, end) for first, end in pairwise([0, *torn, len(self.rows)])]

    @property
    def areas(self) -> list[tuple[int, int]]:
        """The first and the last row of the lines on each sheet of paper."""
        return [(self.rows[lines[0]], self.rows[lines[-1]]) for lines in self.stretches]

    @property
    def inputs(self) -> tuple[int, int]:
        """The first columns of the first and of the last box to write in: a merged box has its value in its first."""
        columns = [self.columns[box.name] for box in self.block.fields]
        return min(columns), max(columns)


NUMBERS_PIXELS = 26
"""How wide the column of line numbers is."""

CODE_COLUMN = 7
"""Where a page's printed code stands in its first row, as on an upright page; the third witness of the way back."""

UPRIGHT_COLUMNS = 1 + PAGE_UNITS["portrait"]


class Grid(Struct, frozen=True):
    """How a page is divided across.

    Parameters
    ----------
    orientation
        How its paper lies.
    unit_pixels
        How wide a unit is.
    fineness
        How many of its units are as wide as one of an upright page.
    """

    orientation: Orientation
    unit_pixels: int
    fineness: int

    @property
    def widths(self) -> tuple[int, ...]:
        """The columns in pixels."""
        return (NUMBERS_PIXELS, *[self.unit_pixels] * PAGE_UNITS[self.orientation])

    @property
    def columns(self) -> int:
        """How many there are."""
        return 1 + PAGE_UNITS[self.orientation]

    @property
    def halves(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """First column and number of columns of two blocks side by side."""
        left, right = HALF_UNITS[self.orientation]
        return (0, 1 + left), (1 + left, 1 + right)

    def across(self, column: int) -> int:
        """Return the column that begins as far across as one of an upright page."""
        return round(column * self.columns / UPRIGHT_COLUMNS)


GRIDS: dict[Orientation, Grid] = {"portrait": Grid("portrait", 54, 1), "landscape": Grid("landscape", 27, 2)}
"""A unit of an upright page is a box for a digit or two (14 mm)."""
