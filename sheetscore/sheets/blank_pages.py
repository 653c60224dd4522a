"""Score sheets that belong to no table yet: printed, copied and filled in by hand, never read back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING

from sheetscore.event.model import Event
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.sheets.headings import LIST_OF_TABLES, headings
from sheetscore.sheets.layout import COLUMN_PIXELS, PAGE_COLUMNS, PageLayout
from sheetscore.sheets.round_papers import RoundPapers
from sheetscore.sheets.round_workbook import layouts
from sheetscore.workbooks.book import Book, Sheet
from sheetscore.workbooks.paper import PAPERS, fit_width, print_scale, set_up_pages

if TYPE_CHECKING:
    from xlsxwriter.format import Format

_OF_NO_SEAT = {"code": "", "page": "", "opposite": "", "seat": "seat"}
"""What stands in the slots of a page that is nobody's yet."""

_UNKNOWN = '""'
"""Stands for the cell of a box that is in no workbook."""


def write_blank_pages(book: Book, event: Event, forms: RoundForms, title: str, style: Callable[[str], Format]) -> None:
    """Write the pages of a round's first table into a workbook of something else, alike ones once, and its papers.

    Parameters
    ----------
    forms
        Of a round in which nobody sits.
    title
        Of the sheet.
    """
    laid_out = layouts(forms)
    table = forms.tables[0]
    sheet = book.sheet(title)
    sheet.raw.hide_gridlines(2)
    alike = {id(page.form): page for page in reversed(table.pages)}
    own = [page for page in table.pages if alike[id(page.form)] is page]
    pages = [laid_out[id(page.form)] for page in own]
    scale = _scale(event, pages)
    for layout in (one for one in pages if one.list_row is None):
        layout.stretch(PAPERS[event.header.paper].usable[1] * 100 / scale)
    sheet.widths(pages[0].widths)
    tops = [*accumulate((layout.next_row for layout in pages), initial=0)]
    for page, layout, top in zip(own, pages, tops, strict=False):
        slots = headings(event, forms, table, page, {one.number: len(layout.sheets) for one in table.pages})
        _stamp(sheet, layout, top, [_of_no_table(table, one) for one in slots], style)
    sheet.protect()
    _set_up(sheet, event, pages, tops, scale)
    papers = RoundPapers(book, event, forms, {}, dict.fromkeys(forms.fields, _UNKNOWN), style)
    for paper in forms.papers:
        paper(papers)


def _scale(event: Event, pages: list[PageLayout]) -> int:
    """Return the scale of the pages, as on the sheets of a drawn round; a list is fitted to the width."""
    upright = [layout for layout in pages if layout.list_row is None]
    if not upright:
        return 100
    fitting = print_scale(PAPERS[event.header.paper], sum(COLUMN_PIXELS), [layout.height for layout in upright])
    return min(fitting, *(layout.scale for layout in upright))


def _of_no_table(table: TableForms, slots: Mapping[str, str]) -> dict[str, str]:
    """Return what stands in the slots of a sheet of paper but for which table, seat and page it is."""
    return {**slots, **_OF_NO_SEAT, "table": slots["table"] if table.number == LIST_OF_TABLES else "Table"}


def _stamp(
    sheet: Sheet, layout: PageLayout, top: int, slots: list[dict[str, str]], style: Callable[[str], Format]
) -> None:
    """Write a page with its boxes empty: what is grey adds itself up on screens only."""
    for row, height in enumerate(layout.heights):
        sheet.height(top + row, height)
    for cell in layout.cells:
        row, look = top + cell.row, style(cell.style)
        sheet.span(row, cell.column, row, cell.last_column, look)
        text = slots[layout.part_of(cell.row) - 1][cell.slot] if cell.slot else cell.text
        sheet.value(row, cell.column, None if cell.box or cell.key else text, look)


def _set_up(sheet: Sheet, event: Event, pages: list[PageLayout], tops: list[int], scale: int) -> None:
    paper, first = PAPERS[event.header.paper], pages[0]
    if first.list_row is None:
        ends = [top + rows.stop for layout, top in zip(pages, tops, strict=False) for rows in layout.sheets]
        set_up_pages(sheet.raw, paper, PAGE_COLUMNS - 1, ends, scale)
    else:
        fit_width(sheet.raw, paper, landscape=True, repeat=first.list_row, area=(tops[-1] - 1, first.printed - 1))
