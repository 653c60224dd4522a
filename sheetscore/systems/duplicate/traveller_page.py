"""The page of a traveller: beside each line a place for the initials of either side, or “no game”.

Source: Tournament Guidelines, 1991, Duplicate Air Combat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sheetscore.forms.form import CellKey, Page, PageEntries, PageForm, PageKind, PageScore
from sheetscore.sheets.formulas import box_cell
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.page_parts import BlockPlace
from sheetscore.sheets.pages import lay_out_plain_page
from sheetscore.systems.duplicate.model import SIDES

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
