"""The pages of a round, laid out: a table's own page and a pilot's page, each on as much paper as it needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil

from sheetscore.forms.form import Block, Page, Shape
from sheetscore.sheets.layout import (
    PAGE_COLUMNS,
    PILOT_AGAIN,
    Measures,
    PageLayout,
    lay_out_blocks,
    lay_out_group,
    place_block,
    side_by_side,
)
from sheetscore.sheets.page_plan import SCALE, Frame, Stack, plan_pages

SEAT_LINE_HEIGHT = 24
NOTE_LINE_HEIGHT = 14
NOTE_HEIGHT = 2 * NOTE_LINE_HEIGHT
"""Pixels: two lines of small print, which is the least."""
NOTE_LENGTH, PLAYED_LENGTH = 84, 40
"""Characters of such a line, and of what stands before the note: what is played."""

ROOMY = Measures(line=34)
TIGHT = Measures(15, 28, 20, 14, 34, 3, 22, 14, "headline small")
"""For pages that would otherwise take more paper."""

CODE_CELL = (0, 7)
PILOT_AGAIN_ROW = 2
"""The row of a further sheet, from that of its code, on which the pilot's name follows by formula, before the code."""

"""Where the page's printed code stands, from the page's top left; the third witness of the way back."""

SEAT_COLUMNS = {"seat": 1, "pilot": 3, "sp": 7, "team_points": 8, "rs": 10, "filled": 12}
"""Where the table page's list of seats has its columns."""

SEAT_LIST_ROW = 6
"""The first row of that list."""

SIDE_BLOCKS = {"seat", "claimed", "ruling"}
"""Blocks of a pilot's page that are not a task: they frame the page."""


Part = Callable[[PageLayout], None]
"""Puts its own things below what a page has."""


def lay_out_pilot_page(shape: Shape) -> PageLayout:
    """Lay out a pilot's page: seat, tasks, the sum that both agree on, the ruling, signatures."""
    tasks = [block for block in shape.blocks if block.id not in SIDE_BLOCKS]
    seat = partial(lay_out_blocks, blocks=[shape.block("seat")])
    signatures = partial(_signatures, who=("pilot", "checked by"))
    return _on_paper(shape, [_heading, seat], tasks, [_sum_band, _ruling, signatures])


def lay_out_table_page(shape: Shape, seats: Sequence[Page]) -> PageLayout:
    """Lay out a table's own page: its seats with their sums, team points, the log, signatures."""
    signatures = partial(_signatures, who=("signed for one side", "signed for the other", "director"))
    return _on_paper(shape, [_heading, partial(_seat_list, seats=seats)], shape.blocks, [signatures])


def _on_paper(shape: Shape, head: Sequence[Part], blocks: Sequence[Block], foot: Sequence[Part]) -> PageLayout:
    """Lay out a page on the least paper: its head, as many blocks as fit, its foot; the other blocks after it."""
    plans = [(measures, _planned(shape, measures, [*head, *foot], blocks)) for measures in (ROOMY, TIGHT)]
    measures, (first, *others) = min(plans, key=lambda planned: len(planned[1]))
    page = PageLayout(shape, measures, SCALE)
    _put(page, head)
    for stack in first:
        lay_out_group(page, stack.blocks)
    above = set(page.places)
    _put(page, foot)
    at_foot = page.places.keys() - above
    for stacks in others:
        page.breaks.append(page.next_row)
        _heading_again(page)
        for stack in stacks:
            lay_out_group(page, stack.blocks)
    # the names of blocks are numbered in this order, on whichever sheet of paper they stand
    page.places = dict(sorted(page.places.items(), key=lambda place: place[0] in at_foot))
    return page


def _planned(shape: Shape, measures: Measures, frame: Sequence[Part], blocks: Sequence[Block]) -> list[Sequence[Stack]]:
    def height(*parts: Part) -> int:
        return _put(PageLayout(shape, measures), parts).height

    groups = [tuple(group) for group in side_by_side(blocks)]
    stacks = [Stack(group, height(partial(lay_out_group, group=group))) for group in groups]
    return list(plan_pages(stacks, Frame(height(*frame), height(_heading_again))))


def _put(page: PageLayout, parts: Sequence[Part]) -> PageLayout:
    for part in parts:
        part(page)
    return page


def lay_out_single_page(shape: Shape) -> PageLayout:
    """Lay out a page that is the only one of its table, on one sheet of paper: its blocks, and who signs it."""
    page = PageLayout(shape)
    _heading(page)
    lay_out_blocks(page, shape.blocks)
    _signatures(page, shape.signed)
    return page


def _heading(page: PageLayout) -> None:
    _headline(page)
    lines = ceil((PLAYED_LENGTH + len(page.shape.note)) / NOTE_LENGTH)
    row = page.add_row(max(NOTE_HEIGHT, NOTE_LINE_HEIGHT * lines))
    page.put(row, 0, 10, "small wrap", slot="hint")
    page.put(row, 10, PAGE_COLUMNS - 10, "heading fit", slot="seat")


def _heading_again(page: PageLayout) -> None:
    _headline(page)
    row = page.add_row(NOTE_HEIGHT)
    if page.shape.side:
        page.put(row, 0, 7, "heading left", key=PILOT_AGAIN)
    page.put(row, 7, PAGE_COLUMNS - 7, "heading fit", slot="seat")


def _headline(page: PageLayout) -> None:
    row = page.add_row(page.measures.top)
    page.put(row, 0, CODE_CELL[1], "small", slot="event")
    page.put(row, CODE_CELL[1], 4, "code", slot="code")
    page.put(row, CODE_CELL[1] + 4, PAGE_COLUMNS - CODE_CELL[1] - 4, "small right", slot="page")
    row = page.add_row(page.measures.headline)
    page.put(row, 0, 4, page.measures.headline_style, slot="round")
    page.put(row, 4, 3, page.measures.headline_style, slot="table")
    page.put(row, 7, PAGE_COLUMNS - 7, "heading", slot="heading")


def _sum_band(page: PageLayout) -> None:
    page.add_row(page.measures.gap)
    top = page.add_row(page.measures.caption)
    page.add_line()
    page.put(top, 1, 3, "caption", text="scenario points")
    page.put(top + 1, 1, 3, "page sum", key=("sum", "sp"))
    page.sums["sp"] = (top + 1, 1)
    claimed = place_block(page, page.shape.block("claimed"), top, 4, PAGE_COLUMNS - 4)
    page.put(top + 1, claimed.last_column + 1, 5, "agreement", key=("agreement",))


def _ruling(page: PageLayout) -> None:
    top = page.add_row(page.measures.caption)
    page.add_line()
    place_block(page, page.shape.block("ruling"), top, 0, PAGE_COLUMNS)


def _signatures(page: PageLayout, who: Sequence[str]) -> None:
    page.add_row(page.measures.sign)
    row = page.add_row(page.measures.signed)
    units = PAGE_COLUMNS // len(who)
    for index, text in enumerate(who):
        page.put(row, index * units, units - 1, "signature", text=text)


def _seat_list(page: PageLayout, seats: Sequence[Page]) -> None:
    page.add_row(page.measures.gap)
    row = page.add_row(page.measures.title)
    page.put(row, 0, 5, "band", text="Seats")
    page.put(row, 5, PAGE_COLUMNS - 5, "band rule", text="adds up from the pilots' pages by itself")
    row = page.add_row(page.measures.caption)
    ends = [*list(SEAT_COLUMNS.values())[1:], PAGE_COLUMNS]
    texts = ("seat", "pilot", "SP", "team points", "round score", "filled")
    for column, end, text in zip(SEAT_COLUMNS.values(), ends, texts, strict=True):
        page.put(row, column, end - column, "caption", text=text)
    for index, seat in enumerate(seats):
        row = page.add_row(SEAT_LINE_HEIGHT)
        page.put(row, 0, 1, "line number", text=index + 1)
        for (name, column), end in zip(SEAT_COLUMNS.items(), ends, strict=True):
            style = {"seat": "label", "pilot": "shown", "filled": "tick"}.get(name, "sum")
            content = {"text": seat.seat} if name == "seat" else {"key": ("seat", str(index), name)}
            page.put(row, column, end - column, style, **content)
