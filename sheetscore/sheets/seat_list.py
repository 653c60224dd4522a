"""The list of seats on a table's own page, where its kind has one: its lines, and the formulas that gather them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sheetscore.forms.form import CellKey, PageEntries, PageScore, seat_key
from sheetscore.forms.round_forms import TableForms
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.progress import SeatFigures
from sheetscore.sheets.stamp import PageFormula


def seat_lines(
    table: TableForms, scores: Mapping[tuple[int, str], PageScore], by_page: Mapping[tuple[int, str], PageEntries]
) -> list[SeatFigures]:
    """Return the figures of every line; none where the page has no list.

    Parameters
    ----------
    scores, by_page
        What every page came to, and what stands on it, by table and seat.
    """
    listed, own = table.pages[0].form.kind.seat_list, scores[table.number, ""]
    if listed is None:
        return []
    places = [(page, (table.number, page.seat)) for page in table.seats]
    return [listed.figures(own, page, scores[at], by_page[at]) for page, at in places]


def seat_formulas(table: TableForms, layouts: Mapping[int, PageLayout], tops: Sequence[int]) -> dict[CellKey, str]:
    """Return the formulas of every line by the keys of their cells.

    Parameters
    ----------
    layouts
        The layout of each form by its identity.
    tops
        The first row of every page of the table.
    """
    layout, listed = layouts[id(table.pages[0].form)], table.pages[0].form.kind.seat_list
    if listed is None:
        return {}
    formulas: dict[CellKey, str] = {}
    for index, (page, top) in enumerate(zip(table.seats, tops[1:], strict=False)):
        seat = layouts[id(page.form)]
        for found, at in ((listed.here(layout, listed.first_row + index, seat), 0), (listed.there(seat), top)):
            formulas |= {seat_key(index, name): PageFormula(text).at(at) for name, text in found.items()}
    return formulas
