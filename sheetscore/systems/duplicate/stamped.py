"""Pages that are laid out as those to type on, and only printed."""

from __future__ import annotations

from collections.abc import Callable

from sheetscore.sheets.fitting import cut_to_fit, fitting
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.page_parts import Cell
from sheetscore.sheets.round_papers import RoundPapers
from sheetscore.workbooks.book import Sheet


def stamp(papers: RoundPapers, sheet: Sheet, layout: PageLayout, top: int, text_of: Callable[[Cell], str]) -> None:
    """Write a page from a row on.

    Parameters
    ----------
    text_of
        Gives what is printed in a cell.
    """
    for row, height in enumerate(layout.heights, start=top):
        sheet.height(row, height)
    for cell in layout.cells:
        if cell.column >= layout.steps_column:
            continue  # steps on the way are for those who type
        text, room, row = text_of(cell), layout.room(cell), top + cell.row
        look = papers.style(fitting(cell.style, text, room))
        sheet.span(row, cell.column, row, cell.last_column, look)
        sheet.text(row, cell.column, cut_to_fit(cell.style, text, room), look)
