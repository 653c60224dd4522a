"""Pages laid out on paper: heading, blocks and signatures, on as many sheets as they need.

Which blocks stand on which sheet of paper is planned before anything is laid out. Blocks keep their order, and only
those are split that are higher than the paper: they go on below their title and captions once more. The first
sheet carries the page's frame (who, what it comes to, signatures), the others a heading. A table's own page
lists its seats.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import accumulate, groupby, pairwise
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.forms.block import Block
from sheetscore.forms.form import Page, PageForm, seat_key
from sheetscore.forms.template import Orientation
from sheetscore.sheets.headings import CODE_COLUMN, Measures
from sheetscore.sheets.layout import PAGE_COLUMNS, WHO_AGAIN, PageLayout, lay_out_group, lines_of, side_by_side
from sheetscore.workbooks.paper import PAPERS, lines_needed

SCALE = 95
"""Percent at which pages of several blocks are printed: lines of 34 pixels are then 8.5 mm, texts of 8 points 7.6."""

ROOM: dict[Orientation, int] = {
    "portrait": int(min(paper.usable[1] for paper in PAPERS.values()) * 100 / SCALE),
    "landscape": int(min(paper.turned.usable[1] for paper in PAPERS.values()) * 100 / SCALE),
}
"""Pixels of the lowest paper: a page is split alike on all, so that its boxes have the same cells."""

NOTE_LINE_HEIGHT = 14

NOTE_HEIGHT = 2 * NOTE_LINE_HEIGHT
"""Pixels: two lines of small print, which is the least."""

NOTE_COLUMNS, NOTE_POINTS, NOTE_MARGINS = 10, 8, 12
"""Where such a line ends on an upright page, the size of its letters, and the pixels that are left free beside it."""

PLAYED_LENGTH = 40
"""Characters of what stands before the note: what is played."""

OPPOSITE_LENGTH, OPPOSITE_LINE = 32, 112
"""Characters that somebody who sits opposite takes, with seat and name, and of a line from edge to edge."""

ROOMY = Measures(line=34)

TIGHT = Measures(23, 25, 18, 14, 34, 1, 17, 14, "headline small")
"""For pages that would otherwise take more paper."""

WHO_AGAIN_ROW = 2
"""The row of a further sheet, from that of its code, that says by formula who sits there, before the code."""

Part = Callable[[PageLayout], None]
"""Puts its own things below what a page has."""


def on_paper(
    form: PageForm,
    head: Sequence[Part],
    blocks: Sequence[Block],
    foot: Sequence[Part],
    kept: int = 0,
    apart: Sequence[Block] = (),
) -> PageLayout:
    """Lay out a page on the least paper: its head, as many blocks as fit, its foot; the other blocks after it.

    Parameters
    ----------
    kept
        The pixels of the first sheet that are kept free, for rows that will be higher.
    apart
        Blocks that stand behind all others, on paper of their own.
    """
    if form.note and any(block.remark for block in blocks):
        # one sheet of paper names all targets in its heading; of several each names those of its own blocks
        unsaid = [replace(block, remark="") for block in blocks]
        if len(_least_paper(form, [*head, *foot], unsaid, kept)[1]) == 1:
            blocks = unsaid
        else:
            form = replace(form, note="")
    measures, (first, *others) = _least_paper(form, [*head, *foot], blocks, kept)
    # what goes on has paper of its own: that which is handed out already stays as it is
    both = (*blocks, *apart)
    own = [(apart, 0), *((both, time) for time in range(1, 1 + max((block.times for block in both), default=0)))]
    others += [
        stacks
        for together, time in own
        for stacks in _planned(form, measures, [heading_again], together, time)
        if stacks
    ]
    page = PageLayout(form, measures, SCALE)
    _put(page, head)
    _stack(page, first)
    above = set(page.places)
    _put(page, foot)
    at_foot = page.places.keys() - above
    for stacks in others:
        page.breaks.append(page.next_row)
        heading_again(page)
        _stack(page, stacks)
    # the names of blocks are numbered in this order, on whichever sheet of paper they stand
    page.places = dict(sorted(page.places.items(), key=lambda place: place[0] in at_foot))
    return page


def _least_paper(
    form: PageForm, frame: Sequence[Part], blocks: Sequence[Block], kept: int
) -> tuple[Measures, list[Sequence[Stack]]]:
    """Plan the sheets of a page: rows are lower only where that saves a sheet of paper."""
    roomy = _planned(form, ROOMY, frame, blocks, kept=kept)
    if len(roomy) == 1:  # most pages
        return ROOMY, roomy
    tight = _planned(form, TIGHT, frame, blocks, kept=kept)
    return (TIGHT, tight) if len(tight) < len(roomy) else (ROOMY, roomy)


def _planned(
    form: PageForm, measures: Measures, frame: Sequence[Part], blocks: Sequence[Block], time: int = 0, kept: int = 0
) -> list[Sequence[Stack]]:
    def height(*parts: Part) -> int:
        return _put(PageLayout(form, measures), parts).height

    frame_heights = Frame(height(*frame) + kept, height(heading_again), ROOM[form.orientation])
    stacks: list[Stack] = []
    for group in map(tuple, side_by_side(blocks)):
        lines = lines_of(group, time)
        if not lines:
            continue
        above = height(partial(lay_out_group, group=group, lines=range(0)))  # lines are all alike: they need no try
        whole = Stack(group, above + len(lines) * measures.line, lines, time=time)
        fits = whole.height <= frame_heights.room - frame_heights.later
        stacks += [whole] if fits else split_at_lines(whole, measures.line)
    return list(plan_pages(stacks, frame_heights))


def _stack(page: PageLayout, stacks: Sequence[Stack]) -> None:
    for (blocks, time), pieces in groupby(stacks, key=lambda stack: (stack.blocks, stack.time)):
        first, *others = pieces
        lay_out_group(page, blocks, range(first.lines.start, (others[-1] if others else first).lines.stop), time)


def _put(page: PageLayout, parts: Sequence[Part]) -> PageLayout:
    for part in parts:
        part(page)
    return page


def lay_out_plain_page(form: PageForm, apart: Collection[str] = ()) -> PageLayout:
    """Lay out a page that is its blocks, and whoever signs it.

    Parameters
    ----------
    apart
        The ids of blocks that stand behind all others, on paper of their own.
    """
    together = [block for block in form.blocks if block.id not in apart]
    others = [block for block in form.blocks if block.id in apart]
    return on_paper(form, [heading], together, [partial(signatures, who=form.signed)], apart=others)


def heading(page: PageLayout) -> None:
    """Put what stands on top of a page: event, round, table, code, whose page it is."""
    _headline(page)
    noted = f"{'n' * PLAYED_LENGTH} {page.form.note}"
    lines = lines_needed(noted, page.pixels(0, page.grid.across(NOTE_COLUMNS)) - NOTE_MARGINS, NOTE_POINTS)
    row = page.add_row(max(NOTE_HEIGHT, NOTE_LINE_HEIGHT * lines))
    page.put_across(row, 0, NOTE_COLUMNS, "instruction", slot="hint")
    page.put_across(row, NOTE_COLUMNS, PAGE_COLUMNS, "heading", slot="seat")
    if page.form.opposite:
        lines = ceil(len(page.form.opposite) * OPPOSITE_LENGTH / OPPOSITE_LINE)
        row = page.add_row(NOTE_LINE_HEIGHT * lines)
        page.put_across(row, 0, PAGE_COLUMNS, "instruction", slot="opposite")


def heading_again(page: PageLayout) -> None:
    """Put what stands on top of each further sheet of a page."""
    _headline(page)
    row = page.add_row(NOTE_HEIGHT)
    if page.form.kind.player:
        page.put_across(row, 0, CODE_COLUMN, "heading left", key=WHO_AGAIN)
    page.put_across(row, CODE_COLUMN, PAGE_COLUMNS, "heading", slot="seat")
    row = page.add_row(NOTE_HEIGHT)
    page.put_across(row, 0, PAGE_COLUMNS, "instruction", slot="again")


def _headline(page: PageLayout) -> None:
    row = page.add_row(page.measures.top)
    page.put_across(row, 0, CODE_COLUMN, "faint", slot="event")
    page.put_across(row, CODE_COLUMN, CODE_COLUMN + 4, "code", slot="code")
    page.put_across(row, CODE_COLUMN + 4, PAGE_COLUMNS, "faint right", slot="page")
    row = page.add_row(page.measures.headline)
    page.put_across(row, 0, 4, page.measures.headline_style, slot="round")
    page.put_across(row, 4, CODE_COLUMN, page.measures.headline_style, slot="table")
    page.put_across(row, CODE_COLUMN, PAGE_COLUMNS, "heading", slot="heading")


def signatures(page: PageLayout, who: Sequence[str]) -> None:
    """Put lines to sign on at the foot of a page; none for a page that nobody signs."""
    if not who:
        return
    page.add_gap(page.measures.sign)
    row = page.add_row(page.measures.signed)
    units = page.grid.columns // len(who)
    for index, text in enumerate(who):
        page.put(row, index * units, units - 1, "signature", text=text)


class Stack(Struct, frozen=True):
    """What a page break never parts: one block, or two side by side, with title, captions and the gap above.

    Of blocks that are higher than the paper it is some of their lines; of lines that are not the first, title and
    captions stand above them only where they begin a sheet of paper, and take ``again`` pixels there. ``time``
    says how many times the blocks went on before.
    """

    blocks: tuple[Block, ...]
    height: int
    lines: range
    again: int = 0
    time: int = 0

    @property
    def form(self) -> str:
        """The form that it is part of, such as a task."""
        return self.blocks[0].form


FEWEST_LINES = 4
"""So many lines of a block that is split stand together, at least."""


def split_at_lines(whole: Stack, line: int) -> list[Stack]:
    """Part a stack that is higher than the paper, so that it may be split at any of its lines but near its ends.

    Parameters
    ----------
    line
        The pixels of a line.
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
    """The pixels that a page's own things take on its first sheet of paper and on each that follows; and its height."""

    first: int
    later: int
    room: int


def plan_pages(stacks: Sequence[Stack], frame: Frame) -> Plan:
    """Part stacks among as few sheets of paper as possible.

    Of all ways to do so the best begins on the first sheet, leaves the last at least half full, tears the fewest
    forms, and fills its emptiest sheet most. A stack that is higher than any paper has a sheet alone.
    """
    rest: dict[int, Plan] = {len(stacks): ()}
    """The best way to part what is left from a stack on, none of it on the first sheet."""
    # From the end, so that the best way for what is left is known whenever it is asked for: the ways to part twenty
    # stacks are half a million, these steps a few hundred.
    for first in reversed(range(len(stacks))):
        # one stack at least, even if it is higher than the paper: otherwise the rest would never come to an end
        last = max(first + 1, _end(stacks, first, frame.room - frame.later))
        ways: list[Plan] = [(stacks[first:end], *rest[end]) for end in range(first + 1, last + 1)]
        rest[first] = max(ways, key=lambda plan: _merit(plan, frame.room, [frame.later] * len(plan)))
    whole: list[Plan] = [(stacks[:end], *rest[end]) for end in range(_end(stacks, 0, frame.room - frame.first) + 1)]
    return max(whole, key=lambda plan: _merit(plan, frame.room, [frame.first, *[frame.later] * (len(plan) - 1)]))


def _end(stacks: Sequence[Stack], first: int, room: int) -> int:
    """Say how far the stacks from one on fit into a room: the first that does not."""
    heights = accumulate(stack.height for stack in stacks[first:])
    again = stacks[first].again if first < len(stacks) else 0
    return first + sum(height + again <= room for height in heights)


def _merit(plan: Plan, room: int, frames: Sequence[int]) -> tuple[int, bool, bool, int, int]:
    used = [frame + sum(stack.height for stack in stacks) for frame, stacks in zip(frames, plan, strict=True)]
    forms = sum(bool(above) and above[-1].form == below[0].form for above, below in pairwise(plan))
    return -len(plan), bool(plan[0]), used[-1] >= room / 2, -forms, min(used)


_SEAT_HEIGHT = 24
"""Pixels of a line, in which nobody writes."""


class SeatTable(Struct, frozen=True):
    """The list of seats on a table's own page: a line for each, with figures that follow from their pages."""

    title: str
    remark: str
    """The band above it, which is split at a column."""
    split_column: int
    columns: Mapping[str, int]
    """Where each figure begins, the seat first."""
    captions: Sequence[str]
    """What stands above them, in their order."""
    styles: Mapping[str, str]
    """Of the figures that are no sums."""

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
