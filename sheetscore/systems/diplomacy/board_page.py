"""The page of a board on paper: below its boxes there is room for votes, times and initials, which are never read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from sheetscore.forms.form import Page, PageForm, PageKind
from sheetscore.scoring.boards.board import POWERS
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.page_parts import Cell
from sheetscore.sheets.pages import heading, on_paper
from sheetscore.sheets.styles import edged
from sheetscore.systems.diplomacy.colours import LOOKS

MOST_VOTES = 3
"""Lines for votes, two votes on each; a page with a long chart has fewer, so that it takes no more paper for them."""

_BY_HAND = "by hand"

_VOTE = (("year", 1), ("proposed: who shares the draw", 3), ("for", 1), ("against", 1))
"""What is written down of a vote, with the columns that it takes; the left one of two votes begins one further left."""

_TIMES = (("start", 0, 2), ("end", 2, 1))
_HEADING, _INITIALS, _DIRECTOR = 3, 4, 11
"""The columns where the initials are announced, where those of the first power stand, below its centres, and where the
director signs."""


def lay_out_board(form: PageForm, _seats: Sequence[Page]) -> PageLayout:
    """Lay out the page of a board, with as many lines for votes as take no more paper."""
    ways = [_laid_out(form, lines) for lines in reversed(range(MOST_VOTES + 1))]
    # of equals min takes the first, which has the most lines
    page = min(ways, key=lambda way: len(way.sheets))
    page.cells = [_coloured(cell) for cell in page.cells]
    return page


BOARD_PAGE: PageKind[PageLayout] = PageKind(lay_out=lay_out_board, place="Board")
"""A board's page, alone at its table."""


def _laid_out(form: PageForm, lines: int) -> PageLayout:
    return on_paper(form, [heading], form.blocks, [partial(_votes, lines=lines), _times_and_initials])


def _votes(page: PageLayout, lines: int) -> None:
    """Put a small table for votes on draws, two votes on a line."""
    if not lines:
        return
    page.add_row(page.measures.gap)
    row = page.add_row(page.measures.title)
    page.put(row, 0, 5, "band", text="Votes on draws")
    page.put(row, 5, page.grid.columns - 5, "band rule", text="for the board alone, and never scored")
    row = page.add_row(page.measures.caption)
    for text, column, units in _places_of_votes():
        page.put(row, column, units, "caption left" if units > 2 else "caption", text=text)
    for _ in range(lines):
        row = page.add_line()
        for _, column, units in _places_of_votes():
            page.put(row, column, units, _BY_HAND)


def _places_of_votes() -> Iterator[tuple[str, int, int]]:
    """Yield what is written down of both votes of a line, where it begins, how many columns it takes."""
    column = 0
    for wider in (1, 0):
        for text, units in _VOTE:
            wide = units + wider * (column == 0)
            yield text, column, wide
            column += wide


def _times_and_initials(page: PageLayout) -> None:
    """Put boxes for start and end, for the initials of each power, and for the director, each below what it is.

    What stands above them sets them off from the votes; a page with a long chart has no room for more.
    """
    boxes = [
        *_TIMES,
        *((power, _INITIALS + at, 1) for at, power in enumerate(POWERS)),
        ("director", _DIRECTOR, page.grid.columns - _DIRECTOR),
    ]
    page.add_row(page.measures.gap)
    above = page.add_row(page.measures.signed)
    row = page.add_line()
    page.put(row, _HEADING, 1, "small strong", text="initials:")
    for text, column, units in boxes:
        page.put(above, column, units, "caption", text=text)
        page.put(row, column, units, _BY_HAND)


def _coloured(cell: Cell) -> Cell:
    """Give the names of powers beside and above their boxes the colours of the powers."""
    side = {"label": "left", "caption": "bottom"}.get(cell.style)
    if side is None or cell.text not in LOOKS:
        return cell
    return replace(cell, style=edged(cell.style, side, LOOKS[str(cell.text)].colour))
