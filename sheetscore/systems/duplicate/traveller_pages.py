"""The pages of travellers: beside each line a place for the initials of either side, or “no game”; and two to a page.

Those to cut apart are what the tables have on paper where that has room for all lines. What is written on them is typed
on the sheets of the tables, which stay out of print then.

Source: Tournament Guidelines, 1991, Duplicate Air Combat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from sheetscore.forms.form import CellKey, Page, PageEntries, PageForm, PageKind, PageScore
from sheetscore.forms.round_forms import TableForms
from sheetscore.forms.values import shown
from sheetscore.sheets.fitting import fitted
from sheetscore.sheets.formulas import box_cell
from sheetscore.sheets.headings import headings, table_sheet
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.page_parts import BlockPlace, Cell
from sheetscore.sheets.pages import ROOM, SCALE, lay_out_plain_page
from sheetscore.sheets.round_papers import CUT, RoundPapers
from sheetscore.systems.duplicate.model import SIDES
from sheetscore.workbooks.book import Sheet
from sheetscore.workbooks.office import keep_for_director
from sheetscore.workbooks.paper import set_up_pages

INITIALS = "initials"

NO_GAME = "no game"
"""What stands beside a line on which no team is drawn."""


def lay_out_traveller(form: PageForm, _seats: Sequence[Page] = ()) -> PageLayout:
    """Lay out a traveller; where a template leaves no unit free beside its boxes nobody signs."""
    page = lay_out_plain_page(form)
    signed = 0
    for side, left, width in _halves(page):
        # captions further left count, because a block is found by those in its row
        place = replace(page.places[side], before=page.places[side].before + signed)
        page.places[side] = place
        if place.last_column + 1 < left + width:
            _put_initials(page, place, left + width)
            signed += 1
    return page


def _halves(page: PageLayout) -> Iterator[tuple[str, int, int]]:
    """Yield the sides of which a block stands in a half of the page, with its first column and its width."""
    for side, (left, width) in zip(SIDES, page.grid.halves, strict=True):
        if side in page.places and page.places[side].block.half:
            yield side, left, width


def _put_initials(page: PageLayout, place: BlockPlace, end: int) -> None:
    """Put what is signed on the columns between a block's boxes and where its half ends."""
    column = place.last_column + 1
    for first, _ in place.areas:
        page.put(first - 1, column, end - column, "caption", text=INITIALS)
    for row, line in zip(place.rows, place.block.rows, strict=True):
        page.put(row, column, end - column, "by hand", key=(INITIALS, place.block.id, line.key))


def _lines(form: PageForm) -> Iterator[tuple[CellKey, list[str]]]:
    """Yield the cells for initials with the boxes of the teams on their line."""
    sides = [form.block(side) for side in SIDES]
    for block in sides:
        for line in block.rows:
            yield (INITIALS, block.id, line.key), [f"{one.id}.{line.key}.team" for one in sides]


def _formulas(layout: PageLayout) -> Mapping[CellKey, str]:
    signed = {cell.key for cell in layout.cells}
    return {
        key: f'IF(AND({_blank(layout, teams)}),"{NO_GAME}","")' for key, teams in _lines(layout.form) if key in signed
    }


def _blank(layout: PageLayout, boxes: Sequence[str]) -> str:
    return ",".join(f'{box_cell(layout, box)}=""' for box in boxes)


def _figures(form: PageForm, _: PageScore, entries: PageEntries) -> Mapping[CellKey, str]:
    return no_games(form, entries)


def no_games(form: PageForm, entries: PageEntries) -> dict[CellKey, str]:
    """Return what stands in the places for initials: on lines without a team that there is no game."""
    return {key: "" if any(team in entries for team in teams) else NO_GAME for key, teams in _lines(form)}


TRAVELLER_PAGE: PageKind[PageLayout] = PageKind(lay_out=lay_out_traveller, formulas=_formulas, figures=_figures)
"""A page that stays at its table for the whole event."""


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
        text, row = fitted(cell.style, text_of(cell), layout.room(cell)), top + cell.row
        look = papers.style(text.style)
        sheet.span(row, cell.column, row, cell.last_column, look)
        sheet.text(row, cell.column, text.shown, look)


_ON_PAGE = 2

_ONLY_ON_THE_TABLES = {"code": "", "page": ""}
"""What stands on the sheets alone that are read back."""


def write_travellers(papers: RoundPapers) -> None:
    """Write the travellers of all tables where two fit on a page and teams are drawn."""
    tables = papers.forms.tables
    laid_out = {table.number: lay_out_traveller(table.pages[0].form) for table in tables}
    if not papers.forms.filled or not all(map(_fits, laid_out.values())):
        return
    sheet = papers.book.sheet("Travellers")
    sheet.raw.hide_gridlines(2)
    sheet.widths(next(iter(laid_out.values())).widths)
    ends, top = [0], 0
    for table in tables:
        layout = laid_out[table.number]
        layout.stretch(papers.paper.usable[1] * 100 / SCALE / _ON_PAGE - CUT)
        stamp(papers, sheet, layout, top, _Texts(papers, table).of)
        _write_cut(papers, sheet, layout, top + layout.next_row)
        top += layout.next_row + 1
        ends.append(top)
    sheet.protect()
    pages = [*ends[_ON_PAGE::_ON_PAGE], *ends[-1:] * (len(tables) % _ON_PAGE)]
    set_up_pages(sheet.raw, papers.paper, len(layout.widths) - 1, pages, SCALE)
    keep_for_director(papers.book, [table_sheet(table.number) for table in tables])


def _fits(layout: PageLayout) -> bool:
    """Tell whether two fit on a page of any paper."""
    room = ROOM["portrait"] / _ON_PAGE - CUT
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
