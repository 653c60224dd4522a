"""The pages of a round, laid out: a table's own page and a pilot's page."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from sheetscore.forms.form import Page, Shape
from sheetscore.sheets.layout import (
    CAPTION_HEIGHT,
    GAP,
    LINE_HEIGHT,
    PAGE_COLUMNS,
    TITLE_HEIGHT,
    PageLayout,
    lay_out_blocks,
    place_block,
)

SEAT_LINE_HEIGHT = 24
NOTE_LINE_HEIGHT = 14
NOTE_HEIGHT = 2 * NOTE_LINE_HEIGHT
"""Pixels: two lines of small print, which is the least."""
NOTE_LENGTH, PLAYED_LENGTH = 84, 40
"""Characters of such a line, and of what stands before the note: what is played."""
SIGNATURE_HEIGHT = 40

CODE_CELL = (0, 7)
"""Where the page's printed code stands, from the page's top left; the third witness of the way back."""

SEAT_COLUMNS = {"seat": 1, "pilot": 3, "sp": 7, "team_points": 8, "rs": 10, "filled": 12}
"""Where the table page's list of seats has its columns."""

SEAT_LIST_ROW = 6
"""The first row of that list."""

SIDE_BLOCKS = {"seat", "claimed", "ruling"}
"""Blocks of a pilot's page that are not a task: they frame the page."""


def lay_out_pilot_page(shape: Shape) -> PageLayout:
    """Lay out a pilot's page: seat, tasks, the sum that both agree on, the ruling, signatures."""
    page = PageLayout(shape)
    _heading(page)
    lay_out_blocks(page, [shape.block("seat")])
    lay_out_blocks(page, [block for block in shape.blocks if block.id not in SIDE_BLOCKS])
    _sum_band(page)
    _ruling(page)
    _signatures(page, ("pilot", "checked by"))
    return page


def lay_out_table_page(shape: Shape, seats: Sequence[Page]) -> PageLayout:
    """Lay out a table's own page: its seats with their sums, team points, the log, signatures."""
    page = PageLayout(shape)
    _heading(page)
    _seat_list(page, seats)
    lay_out_blocks(page, shape.blocks)
    _signatures(page, ("signed for one side", "signed for the other", "director"))
    return page


def lay_out_single_page(shape: Shape) -> PageLayout:
    """Lay out a page that is the only one of its table: its blocks, and who signs it."""
    page = PageLayout(shape)
    _heading(page)
    lay_out_blocks(page, shape.blocks)
    _signatures(page, shape.signed)
    return page


def _heading(page: PageLayout) -> None:
    row = page.add_row(18)
    page.put(row, 0, CODE_CELL[1], "small", slot="event")
    page.put(row, CODE_CELL[1], 4, "code", slot="code")
    page.put(row, CODE_CELL[1] + 4, PAGE_COLUMNS - CODE_CELL[1] - 4, "small right", slot="page")
    row = page.add_row(36)
    page.put(row, 0, 4, "headline", slot="round")
    page.put(row, 4, 3, "headline", slot="table")
    page.put(row, 7, PAGE_COLUMNS - 7, "heading", slot="heading")
    lines = ceil((PLAYED_LENGTH + len(page.shape.note)) / NOTE_LENGTH)
    row = page.add_row(max(NOTE_HEIGHT, NOTE_LINE_HEIGHT * lines))
    page.put(row, 0, 10, "small wrap", slot="hint")
    page.put(row, 10, PAGE_COLUMNS - 10, "heading", slot="seat")


def _sum_band(page: PageLayout) -> None:
    page.add_row(GAP)
    top = page.add_row(CAPTION_HEIGHT)
    page.add_row(LINE_HEIGHT + 6)
    page.put(top, 1, 3, "caption", text="scenario points")
    page.put(top + 1, 1, 3, "page sum", key=("sum", "sp"))
    page.sums["sp"] = (top + 1, 1)
    claimed = place_block(page, page.shape.block("claimed"), top, 4, PAGE_COLUMNS - 4)
    page.put(top + 1, claimed.last_column + 1, 5, "agreement", key=("agreement",))


def _ruling(page: PageLayout) -> None:
    top = page.add_row(CAPTION_HEIGHT)
    page.add_row(LINE_HEIGHT)
    place_block(page, page.shape.block("ruling"), top, 0, PAGE_COLUMNS)


def _signatures(page: PageLayout, who: Sequence[str]) -> None:
    page.add_row(SIGNATURE_HEIGHT)
    row = page.add_row(16)
    units = PAGE_COLUMNS // len(who)
    for index, text in enumerate(who):
        page.put(row, index * units, units - 1, "signature", text=text)


def _seat_list(page: PageLayout, seats: Sequence[Page]) -> None:
    page.add_row(GAP)
    row = page.add_row(TITLE_HEIGHT)
    page.put(row, 0, 5, "band", text="Seats")
    page.put(row, 5, PAGE_COLUMNS - 5, "band rule", text="adds up from the pilots' pages by itself")
    row = page.add_row(CAPTION_HEIGHT)
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
