"""A page laid out once: which box, label or sum is where, before it is written for each seat.

Rows count from the top of the page, columns from the left of the worksheet; a page is a grid of equal units, so
that all pages of a worksheet share their column widths. The intermediate steps of a line's total are in hidden columns
to the right of the paper, where a director may look at them.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.forms.block import Block, Row, unparted
from sheetscore.forms.evaluation import default_name
from sheetscore.forms.form import CellKey, PageForm
from sheetscore.sheets.headings import (
    CODE_COLUMN,
    GRIDS,
    PLAIN,
    BlockPlace,
    Cell,
    Grid,
    Measures,
    Papers,
    QrRoom,
    Ticked,
)
from sheetscore.sheets.qr_codes import qr_room
from sheetscore.sheets.styles import SMALLEST, SUM_ALONE, CellRoom, fitted, height_for, sized, tears_words
from sheetscore.wording import numbers_together
from sheetscore.workbooks.paper import text_pixels

PAGE_COLUMNS = GRIDS["portrait"].columns
"""The columns of an upright page."""

SUM_UNITS = 2
"""The width of a total, in units of an upright page, in a block whose lines have labels; without labels the total takes
the remaining width."""

WHO_AGAIN = ("again", "who")
"""The key of the cell that repeats the player's name on every further sheet of paper."""

WIDE_UNITS = 4
"""The width of a box, in units of an upright page, from which on its caption is at the left instead of centred."""

TITLE_UNITS, HALF_TITLE_UNITS = 5, 3
"""Units of an upright page that the title of a block takes at least; the rest of the row has the rule of the game that
is printed beside it."""

TITLE_POINTS, TITLE_MARGINS = 11, 14
"""The size of the titles of blocks, and the pixels that are left free beside them."""

CAPTION_POINTS, CAPTION_MARGINS = 8, 6
"""The size of captions, and the pixels that are left free beside them."""

HIGH_LINE = math.ceil(9 / 25.4 * 96)
"""The height in print of a line that is easily written on, 9 mm, in pixels."""

UNSEEN = "unseen"
"""The style of captions that only programs read."""

EACH = "each"
"""The caption above the constants: what each is worth."""

UNNAMED = "what"
"""The caption above the labels of lines if the block has neither a caption for them nor a title."""


class PageLayout(Struct):
    """The layout of a page, to which cells, blocks and rows are added, with the ends of its sheets of paper."""

    form: PageForm
    measures: Measures = PLAIN
    scale: int = 100
    """The scale at which it was planned, in percent; it is printed no larger."""
    cells: list[Cell] = field(default_factory=list)
    places: dict[str, BlockPlace] = field(default_factory=dict)
    heights: list[int] = field(default_factory=list)
    split: int = 1
    """The number of columns of a unit: more where cells have to be narrower, such as those of squares to tick."""
    widths: tuple[int, ...] = ()
    """The widths of its columns in pixels; those of its orientation unless it has its own."""
    code_column: int = 0
    """The column of its code in the first row of each sheet of paper. Default: that of `CODE_COLUMN` in its grid."""
    list_row: int | None = None
    """Only for the page that lists all tables, whose sheets of paper also lie side by side: the row of its captions."""
    across: list[int] = field(default_factory=list)
    """For such a list: the first column on each sheet of paper to the right."""
    printed: int = 0
    """How many of its columns are printed. Default: all."""
    off_paper_column: int = 0
    """The first column to the right of the paper where values may be shown, not printed; 0 for none."""
    breaks: list[int] = field(default_factory=list)
    """The first row on each further sheet of paper."""
    on_demand: range = range(0)
    """The sheets of paper, from 1, with the lines that are printed on demand: see `left_out`."""
    foot: int = 1
    """The number, from 1, of the sheet with the total of the page and the signatures."""
    lines: list[int] = field(default_factory=list)
    """The rows to write on, which may be made higher."""
    higher: list[int] = field(default_factory=list)
    """Those of `lines` that are made 9 mm high before any others grow."""
    gaps: list[int] = field(default_factory=list)
    """The white rows above blocks and signatures, which may be made higher, too."""
    ticked: list[Ticked] = field(default_factory=list)
    """The places of squares to tick."""
    qr_rooms: list[QrRoom] = field(default_factory=list)
    """The areas for the QR codes of its sheets of paper: two on each."""
    qr_at_left: bool = False
    """Whether the second QR code of a sheet of paper is at the left of its heading instead of at its foot."""

    def __post_init__(self) -> None:
        self.widths = self.widths or self.grid.widths
        self.printed = self.printed or len(self.widths)
        self.code_column = self.code_column or self.grid.across(CODE_COLUMN)

    @property
    def grid(self) -> Grid:
        """The columns of the page."""
        grid = GRIDS[self.form.orientation]
        return replace(grid, split=self.split) if self.split > 1 else grid

    @property
    def steps_column(self) -> int:
        """The first hidden column; the column before it is left blank, as a margin."""
        return len(self.widths) + 1

    @property
    def sheets(self) -> list[range]:
        """The rows on each sheet of paper."""
        return [range(first, end) for first, end in pairwise([0, *self.breaks, self.next_row])]

    @property
    def pieces(self) -> dict[str, BlockPlace]:
        """Every place where lines of a block stand together, by the last part of its defined name in the workbook.

        ``B1``, ``B2`` … are the blocks in order, then their lines on the first continuation sheet, and so on; ``D3``
        are the lines of the third block that are printed on demand.
        """
        most = max((place.block.times for place in self.places.values()), default=0)
        printed = [
            (place, place.block.lines_of(continuation))
            for continuation in range(1 + most)
            for place in self.places.values()
            if place.block.times >= continuation
        ]
        on_demand = ((place, place.block.on_demand) for place in self.places.values())
        return {
            f"{kind}{number}": place if len(lines) == len(place.rows) else place.with_lines(lines)
            for kind, pieces in (("B", printed), ("D", on_demand))
            for number, (place, lines) in enumerate(pieces, start=1)
            if lines
        }

    @property
    def left_out(self) -> range:
        """The sheets of paper that are not printed with the others: those on demand, unless the page got more lines.

        The added lines come behind those on demand, so that all are printed.
        """
        more = any(place.block.times for place in self.places.values())
        return range(0) if more else self.on_demand

    @property
    def papers(self) -> Papers:
        """The sheets of paper of the page, for their headings."""
        return Papers(len(self.sheets), self.left_out, self.foot)

    @property
    def height(self) -> int:
        """Pixels from top to bottom of its highest sheet of paper."""
        return max(map(self.height_of, self.sheets))

    @property
    def next_row(self) -> int:
        """The row below everything laid out so far."""
        return len(self.heights)

    def height_of(self, rows: range) -> int:
        """Return the pixels of some rows."""
        return sum(self.heights[rows.start : rows.stop])

    def part_of(self, row: int) -> int:
        """Return the number, from 1, of the sheet of paper on which a row is."""
        return bisect_right(self.breaks, row) + 1

    def add_row(self, height: int) -> int:
        """Add a row at the bottom; give its number."""
        self.heights.append(height)
        return len(self.heights) - 1

    def make_room(self, row: int, height: int) -> None:
        """Make a row at least ``height`` pixels high."""
        self.heights[row] = max(self.heights[row], height)

    def pixels(self, column: int, units: int) -> int:
        """Return the width of some columns in pixels."""
        return sum(self.widths[column : column + units])

    def room(self, cell: Cell) -> CellRoom:
        """Return the room of a cell; steps beside the paper have no limit."""
        if cell.column >= self.steps_column:
            return CellRoom(math.inf, math.inf)
        height = self.height_of(range(cell.row, cell.last_row + 1))
        return CellRoom(self.pixels(cell.column, cell.last_column - cell.column + 1), height)

    def make_room_for(self, cell: Cell, text: str, most: float) -> None:
        """Make the row of a cell high enough for a text that may not be cut off, in letters of `SMALLEST`.

        Parameters
        ----------
        most
            The height in pixels that a sheet of paper may have.
        """
        room, paper = self.room(cell), self.sheets[self.part_of(cell.row) - 1]
        more = height_for(sized(cell.style, SMALLEST), text, room.pixels) - room.height
        if more > 0:
            self.heights[cell.row] += int(max(0, min(more, most - self.height_of(paper))))

    def add_line(self) -> int:
        """Add a row to write on; give its number."""
        self.lines.append(self.add_row(self.measures.line))
        return self.lines[-1]

    def add_gap(self, height: int) -> None:
        """Add a row that stays white."""
        self.gaps.append(self.add_row(height))

    @property
    def head_column(self) -> int:
        """The first column of headings: to their left is a QR code, or nothing."""
        return self.grid.left_qr_columns if self.qr_at_left else 0

    def leave_qr_room(self, top: int, bottom: int) -> None:
        """Leave room for a QR code to the right of a heading, from its row ``top`` to its row ``bottom``.

        If `qr_at_left`, leave room for one to the left, too.
        """
        grid, rows = self.grid, range(top, bottom + 1)
        self.qr_rooms.append(QrRoom(rows, range(grid.qr_column, grid.columns), bottom))
        if self.qr_at_left:
            self.qr_rooms.append(QrRoom(rows, range(self.head_column), bottom))
        self.make_qr_room(self.scale)

    def leave_qr_room_at_foot(self, growing: int) -> None:
        """Leave room for the QR code at the end of a sheet of paper, unless its heading has both codes.

        The room includes the rows above that are blank at their right edge, if it needs them.

        Parameters
        ----------
        growing
            The row that is made higher if these rows are too low.
        """
        if self.qr_at_left:
            return
        columns = range(self.grid.qr_column, self.grid.columns)
        taken = {row for room in self.qr_rooms for row in room.rows}
        for cell in self.cells:
            if cell.column < columns.stop and cell.last_column >= columns.start:
                taken.update(range(cell.row, cell.last_row + 1))
        top, first = growing, self.breaks[-1] if self.breaks else 0
        while top > first and top - 1 not in taken and self.height_of(range(top, self.next_row)) < qr_room(self.scale):
            top -= 1
        self.qr_rooms.append(QrRoom(range(top, self.next_row), columns, growing, at_foot=True))
        self.make_qr_room(self.scale)

    def make_qr_room(self, scale: int) -> None:
        """Make the rows beside QR codes high enough for a print scale, in percent."""
        for room in self.qr_rooms:
            self.heights[room.growing] += max(0, qr_room(scale) - self.height_of(room.rows))

    def fill_height(self, height: float) -> None:
        """Make rows higher so that each sheet of paper fills a height in pixels, as far as that looks well.

        First the lines in `higher` grow to 9 mm; then all lines to write on by half, then gaps between blocks by the
        height of a line, then all lines by half once more.
        """
        half = self.measures.line // 2
        to_9_mm = max(0, round(HIGH_LINE * 100 / self.scale) - self.measures.line)
        for paper in self.sheets:
            for rows, most in ((self.higher, to_9_mm), (self.lines, half), (self.gaps, 2 * half), (self.lines, half)):
                growing = [row for row in rows if row in paper]
                more = int(min((height - self.height_of(paper)) / len(growing), most)) if growing else 0
                for row in growing:
                    self.heights[row] += max(0, more)

    def put(self, row: int, column: int, units: int, style: str, **content: object) -> None:
        """Add a cell, ``units`` columns wide, to a row."""
        self.cells.append(Cell(row, column, row, column + units - 1, style, **content))  # type: ignore[arg-type]

    def put_heading(self, row: int, first: int, end: int, style: str, **content: object) -> None:
        """Add a cell of a heading as :meth:`put_across` does, between the QR codes at both sides."""
        left, right = self.grid.across(first) if first else self.head_column, self.grid.across(end)
        self.put(row, left, min(right, self.grid.qr_column) - left, style, **content)

    def put_across(self, row: int, first: int, end: int, style: str, **content: object) -> None:
        """Add a cell at the place that the columns from ``first`` to before ``end`` have on an upright page."""
        first, end = self.grid.across(first), self.grid.across(end)
        self.put(row, first, end - first, style, **content)


def steps_of(block: Block) -> list[str]:
    """Return the names of the hidden columns that a block needs, in order."""
    defaults = [default_name(box) for box in block.fields if box.default is not None]
    return defaults + [name for name, _ in block.lets]


def lay_out_blocks(page: PageLayout, blocks: Sequence[Block]) -> None:
    """Stack blocks below what the page has, halves side by side, with a gap above each titled one."""
    for group in side_by_side(blocks):
        lay_out_group(page, group)


def lines_of(group: Sequence[Block], continuation: int = 0) -> range:
    """Return the lines of blocks side by side, counted from 0: the first ones, or those of a continuation."""
    return range(max(len(block.lines_of(continuation)) for block in group))


def lay_out_group(page: PageLayout, group: Sequence[Block], lines: range | None = None, continuation: int = 0) -> None:
    """Add two blocks side by side, or a single block, at the end of the page.

    Parameters
    ----------
    lines
        The lines of the blocks to add; by default all. If they do not begin with line 0, they continue blocks that
        already have a place on the page.
    continuation
        The number of the continuation, 0 for the first lines, or :data:`sheetscore.forms.block.ON_DEMAND`; each counts
        its lines from 0.
    """
    lines = lines_of(group, continuation) if lines is None else lines
    if group[0].title:
        page.add_gap(page.measures.gap)
    top = page.next_row
    if group[0].title:
        page.add_row(max(page.measures.title, page.measures.line * _shows_subtotals(group, lines, continuation)))
    remarked = _put_remark(page, group)
    page.add_row(page.measures.caption)
    for _ in lines:
        page.add_line()
    steps = page.steps_column
    for index, block in enumerate(group):
        left, width = page.grid.halves[index] if block.half else (0, page.grid.columns)
        own = block.lines_of(continuation)
        placed = own[lines.start : lines.stop]
        if not lines.start and not continuation:
            place_block(page, block, top, left, width, steps, placed, remarked=remarked)
        elif placed:
            _continue_block(page, block, top, left, width, steps, placed, remarked=remarked)
        steps += len(steps_of(block))


def _shows_subtotals(group: Sequence[Block], lines: range, continuation: int) -> bool:
    """Return whether the title row of blocks shows their subtotals; the titles of further lines do not."""
    return any(block.has_subtotal for block in group) and not lines.start and not continuation


def remark_of(group: Sequence[Block]) -> str:
    """Return the remark below the titles of blocks that are side by side."""
    return "   ".join(dict.fromkeys(filter(None, (block.remark for block in group))))


def _put_remark(page: PageLayout, group: Sequence[Block]) -> bool:
    """Add the remark on a row of its own, unless the sheet of paper has it already; return whether it was added."""
    remark = numbers_together(remark_of(group))
    first = page.breaks[-1] if page.breaks else 0
    if not remark or any(cell.text == remark and cell.row >= first for cell in page.cells):
        return False
    units = page.grid.columns
    row = page.add_row(int(height_for("instruction", remark, page.pixels(0, units))))
    page.put(row, 0, units, "instruction", text=remark)
    return True


def side_by_side(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """Yield the blocks that share rows: two of half the width, or a single block."""
    group: list[Block] = []
    for block in blocks:
        if group and not (block.half and len(group) == 1 and group[0].half):
            yield group
            group = []
        group.append(block)
    if group:
        yield group


def place_block(
    page: PageLayout,
    block: Block,
    top: int,
    left: int,
    width: int,
    steps: int | None = None,
    lines: range | None = None,
    *,
    remarked: bool = False,
) -> BlockPlace:
    """Place a block on existing rows of a page.

    Parameters
    ----------
    top, left
        The block's first row and column.
    width
        Columns that it may use, that of the line numbers included.
    steps
        The first free hidden column on these rows; by default the first of all.
    lines
        The lines to place; by default all.
    remarked
        Whether a remark stands on a row between its title and its captions.
    """
    columns = _columns(page, block, left, width, steps)
    if block.title:
        summed = columns["total"][0] if block.has_subtotal else left + width
        _title(page, block, block.title, block.printed_rule, top, left, summed - left)
        if block.has_subtotal:
            page.put(top, summed, left + width - summed, SUM_ALONE, key=subtotal_key(block))
    caption_row = top + bool(block.title) + remarked
    before = sum(cell.row == caption_row and cell.text != "" for cell in page.cells if cell.column < left)
    captions = _captions(page, block, caption_row, columns)
    rows = _lines(page, block, range(len(block.rows)) if lines is None else lines, caption_row + 1, left, columns)
    last_column = left + width - 1 if block.total else max(last for _, last in columns.values())
    place = BlockPlace(
        block,
        caption_row,
        rows,
        left,
        last_column,
        captions,
        before,
        {name: first for name, (first, _) in columns.items()},
    )
    page.places[block.id] = place
    return place


def place_single_line(
    page: PageLayout, block: Block, captions: int, line: int, columns: Mapping[str, tuple[int, int]], steps: int
) -> BlockPlace:
    """Place a block of a single line on given columns, for pages with a layout of their own.

    Only programs read its captions, on a row above, to find the block; people read the page's own texts above the
    boxes.

    Parameters
    ----------
    captions, line
        The rows of its captions and of its line; between them the columns of the boxes must be blank.
    columns
        The first and the last column of each box and of each shown value.
    steps
        The first free hidden column on the line.
    """
    hidden = {name: (column, column) for column, name in enumerate(steps_of(block), start=steps)}
    texts = {box.name: box.label for box in block.fields} | {show.id: show.label for show in block.shows}
    for name, text in texts.items():
        first, last = columns[name]
        page.put(captions, first, last - first + 1, UNSEEN, text=text)
    for name, (column, _) in hidden.items():
        page.put(captions, column, 1, "step", text=name)
    left, right = min(first for first, _ in columns.values()), max(last for _, last in columns.values())
    _line(page, block, block.rows[0], line, left, {**columns, **hidden})
    starts = {name: first for name, (first, _) in {**columns, **hidden}.items()}
    heads = tuple(sorted((columns[name][0], text) for name, text in texts.items()))
    place = page.places[block.id] = BlockPlace(block, captions, (line,), left, right, heads, 0, starts)
    return place


def narrowed(block: Block, units: int) -> Block:
    """Return a block whose line takes at most ``units`` units: its widest boxes are narrowed."""
    widths = [*(box.units for box in block.fields), *(show.units for show in block.shows)]
    while sum(widths) > units:
        widths[widths.index(max(widths))] -= 1
    wide = iter(widths)
    fields = tuple(replace(box, units=next(wide)) for box in block.fields)
    return replace(block, fields=fields, shows=tuple(replace(show, units=next(wide)) for show in block.shows))


def subtotal_key(block: Block) -> CellKey:
    """Return the key of the cell with the subtotal in the heading line of a block."""
    return block.id, "subtotal"


def _continue_block(
    page: PageLayout, block: Block, top: int, left: int, width: int, steps: int, lines: range, *, remarked: bool
) -> None:
    """Place further lines of a block on a further sheet of paper, below its title and captions once more."""
    if block.title:
        _title(page, block, continued(block.title), block.continued_rule, top, left, width)
    caption_row = top + bool(block.title) + remarked
    columns = _columns(page, block, left, width, steps)
    _captions(page, block, caption_row, columns)
    place = page.places[block.id]
    more = _lines(page, block, lines, caption_row + 1, left, columns)
    page.places[block.id] = replace(place, rows=(*place.rows, *more))


def continued(title: str) -> str:
    """Return the title of a block on a further sheet of paper."""
    return f"{title}, continued"


def _lines(
    page: PageLayout, block: Block, lines: range, first: int, left: int, columns: dict[str, tuple[int, int]]
) -> tuple[int, ...]:
    rows = tuple(range(first, first + len(lines)))
    for line, row in zip(lines, rows, strict=True):
        _line(page, block, block.rows[line], row, left, columns)
    return rows


def _title(page: PageLayout, block: Block, text: str, rule: str, row: int, left: int, width: int) -> None:
    """Put the title of a block on a row, and at its right the rule of the game."""
    usual = (HALF_TITLE_UNITS if block.half else TITLE_UNITS) * page.grid.unit_columns
    needed = text_pixels(text, TITLE_POINTS, bold=True) + TITLE_MARGINS
    title_units = min(
        width - 1, max(usual, bisect_left(list(accumulate(page.widths[left : left + width])), needed) + 1)
    )
    two_lines = height_for(sized("band", TITLE_POINTS), "\n", width)
    # a title that takes nearly all of the row gets smaller letters, and at last two lines: no word of the rule is torn,
    # nor is it squeezed into a narrow column
    places = (
        (high, units)
        for high in (page.measures.title, two_lines)
        for units in range(title_units, usual - 1, -1)
        if not tears_words("band rule", rule, page.pixels(left + units, width - units))
        and height_for("band rule", rule, page.pixels(left + units, width - units)) <= two_lines
        and not fitted("band", text, CellRoom(page.pixels(left, units), high)).cut
    )
    high, title_units = next(places, (page.measures.title, title_units))
    page.put(row, left, title_units, "band", text=text)
    page.put(row, left + title_units, width - title_units, "band rule", text=rule)
    rule_height = height_for("band rule", rule, page.pixels(left + title_units, width - title_units))
    page.make_room(row, max(high, rule_height))


def _columns(page: PageLayout, block: Block, left: int, width: int, steps: int | None) -> dict[str, tuple[int, int]]:
    """Return the first and last column of each part of a line: label, constants, boxes, shown texts, total, steps."""
    columns: dict[str, tuple[int, int]] = {}
    at, fine, split = left + 1, page.grid.unit_columns, page.grid.split
    constants = list(block.rows[0].constants)
    on_paper = [show for show in block.shows if not (show.beside and page.off_paper_column)]
    taken = (sum(box.units for box in block.fields) + sum(show.units for show in on_paper)) * split
    taken += fine * (len(constants) + SUM_UNITS * bool(block.total))
    if block.rows[0].label:
        columns["label"] = (at, left + width - taken - 1)
        at = left + width - taken
    for name in constants:
        columns[name] = (at, at + fine - 1)
        at += fine
    for box in block.fields:
        columns[box.name] = (at, at + box.units * split - 1)
        at += box.units * split
    for show in on_paper:
        columns[show.id] = (at, at + show.units * split - 1)
        at += show.units * split
    if block.total:
        columns["total"] = (at, left + width - 1)
    at = page.off_paper_column
    for show in block.shows:
        if show not in on_paper:
            columns[show.id] = (at, at + show.units - 1)
            at += show.units
    for index, name in enumerate(steps_of(block), start=page.steps_column if steps is None else steps):
        columns[name] = (index, index)
    return columns


def _captions(
    page: PageLayout, block: Block, row: int, columns: dict[str, tuple[int, int]]
) -> tuple[tuple[int, str], ...]:
    """Put the captions of a block on a row; return the first column and text of each but steps, from the left."""
    texts = {"label": block.label or block.title or UNNAMED, "total": block.worth} | dict.fromkeys(
        block.rows[0].constants, EACH
    )
    texts |= {box.name: box.label for box in block.fields}
    texts |= {show.id: show.label for show in block.shows}
    captions = []
    for name, text in texts.items():
        if name not in columns:
            continue
        first, last = columns[name]
        wide = last - first + 1 >= WIDE_UNITS * page.grid.unit_columns
        style, units = "caption left" if wide else "caption", last - first + 1
        shown = _whole(text, page.pixels(first, units))  # reading compares captions without their hyphens
        page.put(row, first, units, style, text=shown)
        page.make_room(row, height_for(style, shown, page.pixels(first, units)))
        captions.append((first, text))
    for name in steps_of(block):
        page.put(row, columns[name][0], 1, "step", text=name)
    return tuple(sorted(captions))


def _whole(caption: str, pixels: int) -> str:
    """Return a caption without the hyphens for narrow boxes, if its box has room for that."""
    whole = unparted(caption)
    return whole if text_pixels(whole, CAPTION_POINTS) + CAPTION_MARGINS <= pixels else caption


INPUT_STYLES = {
    "text": "input text",
    "choice": "input text",
    "player": "input text",
    "odds": "input odds",
    "points": "input heavy",
}


def _line(page: PageLayout, block: Block, row: Row, line: int, left: int, columns: dict[str, tuple[int, int]]) -> None:
    """Put a line of a block on row ``line`` of the page: its number, its boxes, what is printed and computed on it."""
    number, shows = block.rows.index(row), {show.id: "sum alert" if show.alert else "sum" for show in block.shows}
    if row.key:  # on a traveller each line is a seat, and a round
        page.put(line, left, 1, "round number" if block.seat else "line number", text=number + 1)
    for name, (first, last) in columns.items():
        units = last - first + 1
        if name == "label":
            page.put(line, first, units, "label", text=row.label)
        elif name in row.constants:
            page.put(line, first, units, "constant", text=row.constants[name])
        elif name == "total" or name in shows:
            page.put(line, first, units, shows.get(name, "sum"), key=(block.id, str(number), name))
        elif first >= page.steps_column:
            page.put(line, first, units, "step", key=(block.id, str(number), name))
    for box in block.fields:
        first, last = columns[box.name]
        style = INPUT_STYLES.get(box.type, "input number")
        page.put(line, first, last - first + 1, style, box=block.field_id(row, box))
