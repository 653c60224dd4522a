"""Travellers two to a page, to cut apart: what the tables have on paper where that has room for all lines.

What is written on them is typed on the sheets of the tables, which stay out of print then.
"""

from __future__ import annotations

from sheetscore.forms.round_forms import TableForms
from sheetscore.forms.values import shown
from sheetscore.sheets.headings import headings, table_sheet
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.page_parts import Cell
from sheetscore.sheets.pages import SCALE
from sheetscore.sheets.round_papers import RoundPapers
from sheetscore.sheets.slips import CUT
from sheetscore.systems.duplicate.stamped import stamp
from sheetscore.systems.duplicate.traveller_page import lay_out_traveller, no_games
from sheetscore.workbooks.book import Sheet
from sheetscore.workbooks.paper import set_up_pages
from sheetscore.workbooks.printing import keep_for_director

_ON_PAGE = 2

_ONLY_ON_THE_TABLES = {"code": "", "page": ""}
"""What stands on the sheets alone that are read back."""


def write_travellers(papers: RoundPapers) -> None:
    """Write the travellers of all tables where two fit on a page and teams are drawn."""
    tables = papers.forms.tables
    room = papers.paper.usable[1] * 100 / SCALE / _ON_PAGE - CUT
    laid_out = {table.number: lay_out_traveller(table.pages[0].form) for table in tables}
    if not papers.forms.filled or not all(_fits(layout, room) for layout in laid_out.values()):
        return
    sheet = papers.book.sheet("Travellers")
    sheet.raw.hide_gridlines(2)
    sheet.widths(next(iter(laid_out.values())).widths)
    ends, top = [0], 0
    for table in tables:
        layout = laid_out[table.number]
        layout.stretch(room)
        stamp(papers, sheet, layout, top, _Texts(papers, table).of)
        _write_cut(papers, sheet, layout, top + layout.next_row)
        top += layout.next_row + 1
        ends.append(top)
    sheet.protect()
    pages = [*ends[_ON_PAGE::_ON_PAGE], *ends[-1:] * (len(tables) % _ON_PAGE)]
    set_up_pages(sheet.raw, papers.paper, len(layout.widths) - 1, pages, SCALE)
    keep_for_director(papers.book, [table_sheet(table.number) for table in tables])


def _fits(layout: PageLayout, room: float) -> bool:
    return layout.form.orientation == "portrait" and len(layout.sheets) == 1 and layout.height <= room


def _write_cut(papers: RoundPapers, sheet: Sheet, layout: PageLayout, row: int) -> None:
    sheet.height(row, CUT)
    sheet.span(row, 0, row, len(layout.widths) - 1, papers.style("cut"))
    sheet.text(row, 0, "✂", papers.style("cut"))


class _Texts:
    """What is printed on the traveller of a table: in its boxes the teams as they were drawn."""

    def __init__(self, papers: RoundPapers, table: TableForms) -> None:
        forms, (page,) = papers.forms, table.pages
        drawn = {key.field: team for key, team in forms.filled.items() if key.table == table.number}
        (slots,) = headings(papers.event, forms, table, page, {page.number: 1}, {})
        self._slots = slots | _ONLY_ON_THE_TABLES
        self._teams = {box: str(shown(page.form.fields[box][2], team)) for box, team in drawn.items()}
        self._signed = no_games(page.form, drawn)

    def of(self, cell: Cell) -> str:
        if cell.box:
            return self._teams.get(cell.box, "")
        if cell.key:
            return self._signed.get(cell.key, "")
        return self._slots[cell.slot] if cell.slot else str(cell.text)
