"""Score sheets that belong to no table yet: printed, copied and filled in by hand, never read back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING

from sheetscore.event.model import Event
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.forms.template import Orientation
from sheetscore.sheets.fitting import fitting
from sheetscore.sheets.headings import LIST_OF_TABLES, headings
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.page_places import PrintSetUp, print_list, print_set_ups
from sheetscore.sheets.round_papers import RoundPapers
from sheetscore.sheets.round_workbook import layouts
from sheetscore.workbooks.book import Book, Sheet
from sheetscore.workbooks.paper import PAPERS, set_up_pages

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
    set_ups = print_set_ups(event, pages)
    for layout in (one for one in pages if one.list_row is None):
        layout.stretch(set_ups[layout.form.orientation].room)
    widening = set_ups[own[0].form.orientation].widening if pages[0].list_row is None else 1
    sheet.widths([int(pixels * widening) for pixels in pages[0].widths])
    tops = [*accumulate((layout.next_row for layout in pages), initial=0)]
    everybody = {page.seat: "" for page in table.seats}  # nobody's page is not a spare one
    for page, layout, top in zip(own, pages, tops, strict=False):
        papers = {one.number: len(layout.sheets) for one in table.pages}
        slots = headings(event, forms, table, page, papers, everybody)
        _stamp(sheet, layout, top, [_of_no_table(table, one) for one in slots], style)
    sheet.protect()
    _set_up(sheet, event, pages, tops, set_ups)
    papers_besides = RoundPapers(book, event, forms, {}, dict.fromkeys(forms.fields, _UNKNOWN), style)
    for paper in forms.papers:
        paper(papers_besides)


def _of_no_table(table: TableForms, slots: Mapping[str, str]) -> dict[str, str]:
    """Return what stands in the slots of a sheet of paper but for which table, seat and page it is."""
    return {
        **slots,
        **_OF_NO_SEAT,
        "table": slots["table"] if table.number == LIST_OF_TABLES else table.pages[0].form.kind.place,
    }


def _stamp(
    sheet: Sheet, layout: PageLayout, top: int, slots: list[dict[str, str]], style: Callable[[str], Format]
) -> None:
    """Write a page with its boxes empty: what is grey adds itself up on screens only."""
    for row, height in enumerate(layout.heights):
        sheet.height(top + row, height)
    for cell in layout.cells:
        row = top + cell.row
        text = slots[layout.part_of(cell.row) - 1][cell.slot] if cell.slot else cell.text
        blank = cell.box or cell.key
        look = style(cell.style if blank else fitting(cell.style, str(text), layout.room(cell)))
        sheet.span(row, cell.column, row, cell.last_column, look)
        sheet.value(row, cell.column, None if blank else text, look)


def _set_up(
    sheet: Sheet,
    event: Event,
    pages: list[PageLayout],
    tops: list[int],
    set_ups: Mapping[Orientation, PrintSetUp],
) -> None:
    first = pages[0]
    if first.list_row is None:
        set_up = set_ups[first.form.orientation]
        ends = [top + rows.stop for layout, top in zip(pages, tops, strict=False) for rows in layout.sheets]
        set_up_pages(sheet.raw, set_up.paper, first.printed - 1, ends, set_up.scale)
    else:
        print_list(sheet, PAPERS[event.header.paper], first, first.list_row, tops[-1])
