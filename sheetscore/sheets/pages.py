"""Pages laid out on paper: heading, blocks and signatures, on as many sheets as they need.

Which blocks are on which sheet of paper is planned before anything is laid out. Blocks keep their order. Only blocks
that are higher than the paper are split; their title and captions are repeated on the next sheet. The first sheet
carries the page's frame (names, total, signatures), the others a heading. A table's own page lists its seats.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import accumulate, chain, combinations, groupby, pairwise
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.forms.block import ON_DEMAND, Block
from sheetscore.forms.form import Page, PageForm, seat_key
from sheetscore.forms.template import Orientation
from sheetscore.sheets.headings import CODE_COLUMN, MORE_LINES, SIGNED_ELSEWHERE, Measures
from sheetscore.sheets.layout import PAGE_COLUMNS, WHO_AGAIN, PageLayout, lay_out_group, lines_of, side_by_side
from sheetscore.sheets.qr_codes import qr_room
from sheetscore.workbooks.paper import PAPER_SIZES, lines_needed

SCALE = 95
"""The print scale of pages, in percent: lines of 34 pixels are then 8.5 mm high, letters of 8 points 7.6 points."""

ROOM: dict[Orientation, int] = {
    "portrait": int(min(paper.usable[1] for paper in PAPER_SIZES.values()) * 100 / SCALE),
    "landscape": int(min(paper.turned.usable[1] for paper in PAPER_SIZES.values()) * 100 / SCALE),
}
"""The printable height in pixels of the lowest paper size. Pages are split for it on every paper size, so that their
boxes always have the same cells."""

NOTE_LINE_HEIGHT = 14

NOTE_HEIGHT = 2 * NOTE_LINE_HEIGHT
"""The least height of a note in pixels: two lines of small print."""

NOTE_COLUMNS, NOTE_POINTS, NOTE_MARGINS = (9, 10), 8, 12
"""The columns before which a note ends on an upright page (the second if that saves a line); the size of its letters in
points; and the pixels that are left free beside it."""

PLAYED_LENGTH = 40
"""How many characters are planned for the scenario, which is named before the note."""

OPPOSITE_LENGTH, OPPOSITE_LINE = 32, 112
"""How many characters are planned for an opponent, with seat and name; and how many fit on a line from edge to edge."""

ROOMY = Measures(line=34)

TIGHT = Measures(23, 25, 17, 13, 34, 1, 15, 13, "headline small")
"""The measures of pages that would take a further sheet of paper with those of `ROOMY`."""

WHO_AGAIN_ROW = 2
"""The row with the formula for the player's name on a further sheet, counted from the row of its code."""

LOW_SEAT_COLUMN = 9
"""The first column, on an upright page, of the owner of the page in a low heading."""

PagePiece = Callable[[PageLayout], None]
"""A function that puts a piece of a page, such as its heading or its signatures, below what the page has."""


def on_paper(
    form: PageForm,
    head: Sequence[PagePiece],
    blocks: Sequence[Block],
    foot: Sequence[PagePiece],
    kept: int = 0,
    apart: Sequence[Block] = (),
    *,
    foot_last: bool = False,
    codes_above: bool = False,
) -> PageLayout:
    """Lay out a page on the least paper: its head, as many blocks as fit, its foot; the other blocks after it.

    Parameters
    ----------
    head, foot
        The pieces above the blocks and below them.
    kept
        The pixels that are kept free on the first sheet, for rows that are made higher later.
    apart
        Blocks that follow all others on sheets of paper of their own.
    foot_last
        Whether the foot is on the last of several sheets of paper, and not on the first.
    codes_above
        Whether both QR codes of each sheet of paper are in its heading, although there may be room at its foot.
    """
    around = (head, foot) if foot_last else ([*head, *foot], ())
    # if the foot has no room for a code, both go to the heading, rather than onto more paper
    frames = [_Around(*around, kept, above) for above in sorted({codes_above, True})]
    tried = _Tried(form)
    if form.note and any(block.remark for block in blocks):
        # each block has its targets as a remark; instead the form's note names all targets if the page then takes less
        # paper
        noted, without_remarks = tried, [replace(block, remark="") for block in blocks]
        without_note = replace(form, note="")
        tried = _Tried(without_note)
        least = _taken(_least_paper(noted, frames, without_remarks))
        if least < _taken(_least_paper(tried, frames, blocks)) and least <= _MOST_WITH_NOTE:
            tried, blocks = noted, without_remarks
        else:
            form = without_note
    frame, (measures, sheets, blocks) = _least_paper(tried, frames, blocks)
    all_blocks = (*blocks, *apart)
    only_heading = _Around(_AGAIN)

    def further(together: Sequence[Block], continuation: int) -> list[Sequence[Stack]]:
        return [stacks for stacks in _planned(tried, measures, only_heading, together, continuation) if stacks]

    on_demand = further(all_blocks, ON_DEMAND)
    # continuations have paper of their own, so that paper already handed out stays as it is
    most = max((block.times for block in all_blocks), default=0)
    continuations = [further(all_blocks, continuation) for continuation in range(1, 1 + most)]
    own = [*sheets, *further(apart, 0)]
    page = PageLayout(form, measures, SCALE, foot=len(sheets) if foot_last else 1)
    page.on_demand = range(len(own) + 1, len(own) + 1 + len(on_demand))
    at_foot: set[str] = set()
    for part, stacks in enumerate([*own, *on_demand, *chain(*continuations)], start=1):
        above, below = head if part == 1 else _AGAIN, foot if part == page.foot else []
        if part > 1:
            page.breaks.append(page.next_row)
        room = _room_for_code(page, [*above, *below], stacks)
        page.qr_at_left = frame.codes_above or room == "heading"
        _put(page, above)
        _stack(page, stacks)
        before = {*page.places}
        _put(page, below)
        at_foot |= page.places.keys() - before
        if room == "below" and not page.qr_at_left:
            leave_row_for_code(page)
    # the names of blocks are numbered in this order, on whichever sheet of paper they are
    page.places = dict(sorted(page.places.items(), key=lambda place: place[0] in at_foot))
    return page


def _room_for_code(page: PageLayout, around: Sequence[PagePiece], stacks: Sequence[Stack]) -> str:
    """Return the place of the second QR code of a sheet of paper: ``foot``, ``below`` it, or ``heading``."""
    alone = _put(PageLayout(page.form, page.measures, page.scale, on_demand=page.on_demand), around)
    if any(room.at_foot for room in alone.qr_rooms):
        return "foot"
    fits = alone.height + _height(stacks) + qr_room(page.scale) <= ROOM[page.form.orientation]
    return "below" if fits else "heading"


def lacks_code(page: PageLayout, part: int) -> bool:
    """Return whether a sheet of paper (from 1) has only one QR code; pages without our headings have and need none."""
    return sum(page.part_of(room.rows.start) == part for room in page.qr_rooms) == 1


def with_second_code(page: PageLayout) -> PageLayout:
    """Add a row for the second QR code to the last sheet of paper if the layout left no room for it."""
    last, most = page.sheets[-1], max(ROOM[page.form.orientation], page.height)
    if lacks_code(page, len(page.sheets)) and page.height_of(last) + qr_room(page.scale) <= most:
        leave_row_for_code(page)
    return page


def leave_row_for_code(page: PageLayout) -> None:
    """Add a row at the end of a sheet of paper, with room for its second QR code at the right edge."""
    page.leave_qr_room_at_foot(page.add_row(qr_room(page.scale)))


class _Around(Struct, frozen=True):
    """The parts around the blocks of a page, on its first sheet of paper and on its last, and the room kept free."""

    first: Sequence[PagePiece]
    last: Sequence[PagePiece] = ()
    kept: int = 0
    """The pixels that are kept free on the first sheet of paper."""
    codes_above: bool = False
    """Whether both QR codes are in the heading, and the foot needs no room for one."""


_Planned = tuple[Measures, "list[Sequence[Stack]]", Sequence[Block]]
"""The heights of rows, the stacks of each sheet of paper, and the blocks, some perhaps with fewer lines."""


class _Tried:
    """The heights of the parts of a page, each laid out once for all ways to plan its paper."""

    def __init__(self, form: PageForm) -> None:
        self.form = form
        self.known: dict[object, int] = {}

    def height(self, parts: Sequence[PagePiece], measures: Measures, asked: int, *, codes_above: bool) -> int:
        """Return the pixels of headings or feet.

        Parameters
        ----------
        asked
            How many blocks have lines that are printed on demand.
        """
        key = (*parts, measures, asked, codes_above)
        if key not in self.known:
            alone = PageLayout(self.form, measures, SCALE, on_demand=range(asked), qr_at_left=codes_above)
            self.known[key] = _put(alone, parts).height
        return self.known[key]

    def above_lines(self, group: tuple[Block, ...], measures: Measures) -> int:
        """Return the pixels of titles and captions of blocks side by side; how many lines they have does not matter."""
        key = (*((block.id, block.remark) for block in group), measures)
        if key not in self.known:
            alone = PageLayout(self.form, measures, SCALE)
            lay_out_group(alone, group, range(0))
            self.known[key] = alone.height
        return self.known[key]


def _least_paper(tried: _Tried, frames: Sequence[_Around], blocks: Sequence[Block]) -> tuple[_Around, _Planned]:
    """Plan the sheets of a page in the frame with the least paper and the most printed lines; of equals the first."""
    ways = []
    for frame in frames:
        _, sheets, printed = planned = _least_framed(tried, frame, blocks)
        takes = len(sheets), sum(len(block.on_demand) for block in printed)
        if takes == (1, 0):  # most pages: nothing takes less
            return frame, planned
        ways.append((takes, frame, planned))
    _, frame, planned = min(ways, key=lambda way: way[0])
    return frame, planned


_MOST_WITH_NOTE = (2, 0)
"""The most paper of a page whose note names all targets, as :func:`_taken` counts it: two sheets, all lines printed."""


def _taken(planned: tuple[_Around, _Planned]) -> tuple[int, int]:
    """Return how much paper a planned page takes: sheets, and lines that are printed only on demand."""
    _, (_, sheets, blocks) = planned
    return len(sheets), sum(len(block.on_demand) for block in blocks)


def _least_framed(tried: _Tried, frame: _Around, blocks: Sequence[Block]) -> _Planned:
    """Plan the sheets of a page; with lower rows, or with lines printed on demand, if that saves a sheet of paper."""
    least = ROOMY, _planned(tried, ROOMY, frame, blocks), blocks
    for fewer in _with_fewer_lines(blocks):
        for measures in (ROOMY, TIGHT):
            if len(least[1]) == 1:  # most pages
                return least
            planned = _planned(tried, measures, frame, fewer)
            least = (measures, planned, fewer) if len(planned) < len(least[1]) else least
    return least


def _with_fewer_lines(blocks: Sequence[Block]) -> list[Sequence[Block]]:
    """Return the blocks of a page unchanged, and then with fewer lines of some of its forms; the most lines first."""
    short = dict.fromkeys(block.form for block in blocks if block.rows_printed)
    some = (forms for count in range(len(short) + 1) for forms in combinations(short, count))
    ways = [[replace(one, printed=one.rows_printed) if one.form in forms else one for one in blocks] for forms in some]
    return sorted(ways, key=lambda way: sum(len(one.on_demand) for one in way))


def _planned(
    tried: _Tried, measures: Measures, frame: _Around, blocks: Sequence[Block], continuation: int = 0
) -> list[Sequence[Stack]]:
    """Plan which stacks of the blocks, or of one of their continuations, are on each sheet of paper."""
    asked = sum(len(block.on_demand) > 0 for block in blocks)
    height = partial(tried.height, measures=measures, asked=asked, codes_above=frame.codes_above)
    room = ROOM[tried.form.orientation]
    frame_heights = Frame(height(frame.first) + frame.kept, height(_AGAIN), room, height(frame.last))
    stacks: list[Stack] = []
    for group in map(tuple, side_by_side(blocks)):
        lines = lines_of(group, continuation)
        if not lines:
            continue
        above = tried.above_lines(group, measures)
        whole = Stack(group, above + len(lines) * measures.line, lines, continuation=continuation)
        fits = whole.height <= frame_heights.room - frame_heights.later
        stacks += [whole] if fits else split_at_lines(whole, measures.line)
    return list(plan_pages(stacks, frame_heights))


def _stack(page: PageLayout, stacks: Sequence[Stack]) -> None:
    for (blocks, continuation), pieces in groupby(stacks, key=lambda stack: (stack.blocks, stack.continuation)):
        first, *others = pieces
        lay_out_group(
            page, blocks, range(first.lines.start, (others[-1] if others else first).lines.stop), continuation
        )


def _put(page: PageLayout, parts: Sequence[PagePiece]) -> PageLayout:
    for part in parts:
        part(page)
    return page


def lay_out_plain_page(form: PageForm, apart: Collection[str] = (), *, codes_above: bool = False) -> PageLayout:
    """Lay out a page of blocks, and lines for those who sign it.

    Parameters
    ----------
    apart
        The ids of blocks that follow all others on sheets of paper of their own.
    codes_above
        Whether both QR codes of each sheet of paper are in its heading.
    """
    together = [block for block in form.blocks if block.id not in apart]
    others = [block for block in form.blocks if block.id in apart]
    signed = partial(signatures, who=form.signed)
    return on_paper(form, [heading], together, [signed], apart=others, codes_above=codes_above)


def heading(page: PageLayout) -> None:
    """Put the heading of a page: event, round, table, code, owner."""
    top = page.next_row
    _headline(page)
    narrow, wide = (_note_height(page, columns) for columns in NOTE_COLUMNS)
    end = NOTE_COLUMNS[wide < narrow]
    row = page.add_row(min(narrow, wide))
    page.put_heading(row, 0, end, "instruction", slot="hint")
    page.put_heading(row, end, PAGE_COLUMNS, "heading", slot="seat")
    page.leave_qr_room(top, row)
    if page.form.opposite:
        row = page.add_row(_opposite_height(page, PAGE_COLUMNS))
        page.put_across(row, 0, PAGE_COLUMNS, "instruction", slot="opposite")


def _note_height(page: PageLayout, end: int) -> int:
    """Return the pixels of the note of a page, written up to a column of an upright page."""
    noted = f"{'n' * PLAYED_LENGTH} {page.form.note} {MORE_LINES if page.on_demand else ''}"
    return _noted_height(page, noted, end)


def _noted_height(page: PageLayout, noted: str, end: int) -> int:
    lines = lines_needed(noted, page.pixels(0, page.grid.across(end)) - NOTE_MARGINS, NOTE_POINTS)
    return max(NOTE_HEIGHT, NOTE_LINE_HEIGHT * lines)


def _opposite_height(page: PageLayout, end: int) -> int:
    """Return the pixels of the opponents' names, written up to a column of an upright page."""
    return NOTE_LINE_HEIGHT * ceil(len(page.form.opposite) * OPPOSITE_LENGTH / OPPOSITE_LINE * PAGE_COLUMNS / end)


def low_heading(page: PageLayout) -> None:
    """Put the heading in as few lines as possible, for a page without room to spare."""
    top = page.next_row
    _low_headline(page)
    row = page.add_row(NOTE_LINE_HEIGHT)
    page.put_heading(row, 0, PAGE_COLUMNS, "instruction", slot="hint")
    if page.form.opposite:
        row = page.add_row(_opposite_height(page, PAGE_COLUMNS - 1))
        page.put_heading(row, 0, PAGE_COLUMNS, "instruction", slot="opposite")
    page.leave_qr_room(top, row)


def _low_headline(page: PageLayout) -> None:
    _top_line(page)
    row = page.add_row(page.measures.headline)
    page.put_heading(row, 0, 3, page.measures.headline_style, slot="round")
    page.put_heading(row, 3, 5, page.measures.headline_style, slot="table")
    page.put_heading(row, 5, LOW_SEAT_COLUMN, "heading", slot="heading")
    page.put_heading(row, LOW_SEAT_COLUMN, PAGE_COLUMNS, "heading", slot="seat")


def low_heading_again(page: PageLayout, who: PagePiece) -> None:
    """Put the heading of a further sheet of a page without room to spare.

    Parameters
    ----------
    who
        Puts the row that says who plays, :data:`WHO_AGAIN_ROW`, up to the QR code at the right.
    """
    top = page.next_row
    _low_headline(page)
    who(page)
    row = page.add_row(NOTE_LINE_HEIGHT)
    page.put_heading(row, 0, PAGE_COLUMNS, "instruction", slot="hint")
    page.leave_qr_room(top, row)


def heading_again(page: PageLayout) -> None:
    """Put the heading of a further sheet of a page."""
    top = page.next_row
    _headline(page)
    row = page.add_row(NOTE_HEIGHT)
    if page.form.kind.player:
        page.put_heading(row, 0, CODE_COLUMN, "heading left", key=WHO_AGAIN)
    page.put_heading(row, CODE_COLUMN, PAGE_COLUMNS, "heading", slot="seat")
    page.leave_qr_room(top, row)
    row = page.add_row(_noted_height(page, f"{SIGNED_ELSEWHERE}   {page.form.note}", PAGE_COLUMNS))
    page.put_across(row, 0, PAGE_COLUMNS, "instruction", slot="again")


_AGAIN = (heading_again,)


def _top_line(page: PageLayout) -> None:
    row = page.add_row(page.measures.top)
    page.put_heading(row, 0, CODE_COLUMN, "faint", slot="event")
    page.put_heading(row, CODE_COLUMN, CODE_COLUMN + 3, "code", slot="code")
    page.put_heading(row, CODE_COLUMN + 3, PAGE_COLUMNS, "faint right", slot="page")


def _headline(page: PageLayout) -> None:
    _top_line(page)
    row = page.add_row(page.measures.headline)
    style = "headline small" if page.qr_at_left else page.measures.headline_style
    page.put_heading(row, 0, 4, style, slot="round")
    page.put_heading(row, 4, CODE_COLUMN, style, slot="table")
    page.put_heading(row, CODE_COLUMN, PAGE_COLUMNS, "heading", slot="heading")


def signatures(page: PageLayout, who: Collection[str]) -> None:
    """Put places for signatures at the foot of a page, with a QR code beside them; nothing if nobody signs the page."""
    if not who:
        return
    sign = page.next_row
    page.add_gap(page.measures.sign)
    row = page.add_row(page.measures.signed)
    units = page.grid.qr_column // len(who)
    for index, text in enumerate(who):
        page.put(row, index * units, units - 1, "signature", text=text)
    page.leave_qr_room_at_foot(sign)


class Stack(Struct, frozen=True):
    """A unit that no page break splits: one block, or two side by side, with title, captions and the gap above.

    If blocks are higher than the paper, it has some of their lines.
    """

    blocks: tuple[Block, ...]
    height: int
    """Its height in pixels."""
    lines: range
    again: int = 0
    """The pixels of title and captions that are repeated above further lines, but only at the top of a sheet."""
    continuation: int = 0
    """The number of the continuation sheet; 0 for the first lines."""

    @property
    def form(self) -> str:
        """The form that it is part of, such as a task."""
        return self.blocks[0].form


FEWEST_LINES = 4
"""The fewest lines of a split block on one sheet."""


def split_at_lines(whole: Stack, line: int) -> list[Stack]:
    """Split a stack that is higher than the paper at all of its lines but those near its ends.

    Parameters
    ----------
    line
        The height of a line in pixels.
    """
    count = len(whole.lines)
    above = whole.height - count * line
    cuts = [0, *range(FEWEST_LINES, count - FEWEST_LINES + 1), count]
    first, *others = [range(start, end) for start, end in pairwise(cuts)]
    pieces = [replace(whole, height=len(lines) * line, lines=lines, again=above) for lines in others]
    return [replace(whole, height=above + len(first) * line, lines=first), *pieces]


Plan = tuple[Sequence[Stack], ...]
"""The stacks on each sheet of paper; the first may have none."""


class Frame(Struct, frozen=True):
    """The heights in pixels of the paper, and of what surrounds the stacks on it."""

    first: int
    """The heading on the first sheet of paper, and its foot if that is not on the last."""
    later: int
    """The heading on each further sheet."""
    room: int
    """The printable height of the paper."""
    last: int = 0
    """The foot on the last sheet."""

    def heights(self, sheets: int, first: int) -> list[int]:
        """Return the pixels of headings and feet on each of some sheets of paper; ``first`` on the first."""
        above = [first, *[self.later] * (sheets - 1)]
        return [*above[:-1], above[-1] + self.last]


def plan_pages(stacks: Sequence[Stack], frame: Frame) -> Plan:
    """Distribute stacks over as few sheets of paper as possible.

    Of all ways to do so the best begins on the first sheet; of these, the best leaves the last at least half full, then
    splits the fewest forms, then fills its emptiest sheet most. A stack that is higher than any paper has a sheet
    alone, and so has the foot if no other sheet has room for it.
    """
    rest: dict[int, Plan] = {len(stacks): ()}
    """The best plan for the stacks from an index on, none of them on the first sheet, by this index."""
    # From the end, so that the best plan for the rest is known when it is needed: there are half a million plans for
    # twenty stacks, these steps are a few hundred.
    for first in reversed(range(len(stacks))):
        # one stack at least, even if it is higher than the paper: without one the plan would never end
        last = max(first + 1, _end(stacks, first, frame.room - frame.later))
        ways = [_closed((stacks[first:end], *rest[end]), frame, frame.later) for end in range(first + 1, last + 1)]
        rest[first] = max(ways, key=lambda plan: _merit(plan, frame, frame.later))
    ends = range(_end(stacks, 0, frame.room - frame.first) + 1)
    whole = [_closed((stacks[:end], *rest[end]), frame, frame.first) for end in ends]
    return max(whole, key=lambda plan: _merit(plan, frame, frame.first))


def _closed(plan: Plan, frame: Frame, first: int) -> Plan:
    """Add a sheet for the foot if a plan of one sheet lacks room for it; longer plans end in one closed before."""
    too_full = frame.last and len(plan) == 1 and first + frame.last + _height(plan[0]) > frame.room
    return (*plan, ()) if too_full else plan


def _height(stacks: Sequence[Stack]) -> int:
    return sum(stack.height for stack in stacks) + (stacks[0].again if stacks else 0)


def _end(stacks: Sequence[Stack], first: int, room: int) -> int:
    """Return the index of the first stack that does not fit on a sheet of paper that begins with another stack.

    Parameters
    ----------
    first
        The index of the stack with which the sheet begins.
    room
        The height of the sheet in pixels.
    """
    heights = accumulate(stack.height for stack in stacks[first:])
    again = stacks[first].again if first < len(stacks) else 0
    return first + sum(height + again <= room for height in heights)


def _merit(plan: Plan, frame: Frame, first: int) -> tuple[int, bool, bool, int, int]:
    """Return what makes a plan better than others, the most important first; more is better."""
    frames = frame.heights(len(plan), first)
    used = [taken + sum(stack.height for stack in stacks) for taken, stacks in zip(frames, plan, strict=True)]
    split_forms = sum(above[-1].form == below[0].form for above, below in pairwise(plan) if above and below)
    return -len(plan), bool(plan[0]), used[-1] >= frame.room / 2, -split_forms, min(used)


_SEAT_HEIGHT = 26
"""The height in pixels of a line in the list of seats, in which nobody writes: two lines of the smallest letters."""


class SeatTable(Struct, frozen=True):
    """The list of seats on a table's own page: a line for each, with figures computed from the seats' pages."""

    title: str
    remark: str
    """The text at the right of its title row."""
    split_column: int
    """The first column of the remark."""
    columns: Mapping[str, int]
    """The first column of each figure, the seat first."""
    captions: Sequence[str]
    """The captions of these columns, in the same order."""
    styles: Mapping[str, str]
    """The styles of columns whose figures are no sums, by the column's name."""

    def lay_out(self, page: PageLayout, seats: Sequence[Page]) -> None:
        """Put the seats of a table on its page."""
        across = page.grid.columns
        page.add_gap(page.measures.gap)
        row = page.add_row(page.measures.title)
        page.put(row, 0, self.split_column, "band", text=self.title)
        page.put(row, self.split_column, across - self.split_column, "band rule", text=self.remark)
        row = page.add_row(page.measures.caption)
        ends = [*list(self.columns.values())[1:], across]
        for column, end, text in zip(self.columns.values(), ends, self.captions, strict=True):
            page.put(row, column, end - column, "caption", text=text)
        for index, seat in enumerate(seats):
            row = page.add_row(_SEAT_HEIGHT)
            page.put(row, 0, 1, "line number", text=index + 1)
            for (name, column), end in zip(self.columns.items(), ends, strict=True):
                content = {"text": seat.seat} if name == "seat" else {"key": seat_key(index, name)}
                page.put(row, column, end - column, self.styles.get(name, "sum"), **content)
