"""How far a table's sheets are filled in, and its list of seats: formulas, each with the value that it has.

The cover counts what there is to come. Where a kind of table page has a list of seats, the cover counts its lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from sheetscore.forms.form import CellKey, PageEntries, PageScore, SeatList, seat_key
from sheetscore.forms.round_forms import TableForms
from sheetscore.sheets.formulas import PageFormula, on_sheet
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.page_parts import BlockPlace
from sheetscore.sheets.page_places import PagePlace
from sheetscore.workbooks.book import CellValue
from sheetscore.workbooks.names import Area

SeatFigures = Mapping[str, CellValue]
"""A line of a table's list of seats, by the name of its column."""


class Counted(Struct, frozen=True):
    """A count: its formula and its value."""

    formula: str
    value: int


class Progress(Struct, frozen=True):
    """How much there is to come at a table, and how much is in."""

    expected: Counted
    filled: Counted

    @property
    def state(self) -> str:
        """What the cover says of the table."""
        missing = self.expected.value - self.filled.value
        return f"{missing} to come" if missing else "complete"


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


def seat_formulas(
    table: TableForms, layouts: Mapping[int, PageLayout], places: Mapping[tuple[int, str], PagePlace]
) -> dict[CellKey, str]:
    """Return the formulas of every line by the keys of their cells.

    Parameters
    ----------
    layouts
        The layout of each form by its identity.
    places
        Where each page stands, by its table and seat.
    """
    layout, listed = layouts[id(table.pages[0].form)], table.pages[0].form.kind.seat_list
    if listed is None:
        return {}
    formulas: dict[CellKey, str] = {}
    own = places[table.number, ""]
    for index, page in enumerate(table.seats):
        seat, place = layouts[id(page.form)], places[table.number, page.seat]
        there = listed.there(seat)
        if place.sheet != own.sheet:
            there = {name: on_sheet(text, place.sheet) for name, text in there.items()}
        for found, at in ((listed.here(layout, listed.first_row + index, seat), own.top), (there, place.top)):
            formulas |= {seat_key(index, name): PageFormula(text).at(at) for name, text in found.items()}
    return formulas


def seat_cells(sheet: str, listed: SeatList[Any], name: str, first: int, last: int) -> str:
    """Refer to a column of a table's list of seats, from one line to another (counted from 0)."""
    column = listed.columns[name]
    return Area(sheet, listed.first_row + first, column, listed.first_row + last, column).reference


def seats_progress(sheet: str, listed: SeatList[Any], seats: Sequence[SeatFigures]) -> Progress:
    """Count the seats that somebody has, and those of them whose pages are filled in."""
    who, filled = (seat_cells(sheet, listed, name, 0, len(seats) - 1) for name in (listed.who, listed.filled))
    taken = [seat for seat in seats if seat[listed.who] != ""]
    return Progress(
        Counted(f'SUMPRODUCT(({who}<>"")*1)', len(taken)),
        Counted(f'SUMPRODUCT(({who}<>"")*{filled})', sum(seat[listed.filled] == 1 for seat in taken)),
    )


def page_progress(sheet: str, layout: PageLayout, entries: PageEntries) -> Progress:
    """Count a page without seats as one game: begun when a player is named, done when all needed boxes are filled.

    Where a box says that no more is to come, nothing is needed.
    """
    players: list[str] = []
    needed: list[str] = []
    drawn, done = False, True
    ended, is_ended = "", False
    for place in layout.places.values():
        for box in place.block.fields:
            column, keys = place.columns[box.name], [place.block.field_id(row, box) for row in place.block.rows]
            cells = ",".join(Area(sheet, first, column, last, column).reference for first, last in place.areas)
            if box.type == "player":
                players.append(f"COUNTA({cells})")
                drawn = drawn or any(key in entries for key in keys)
            elif box.needed:
                needed.append(f"(COUNTA({cells})={len(keys)})")
                done = done and all(key in entries for key in keys)
            elif layout.form.kind.ended in keys:
                ended, is_ended = f"(SUM({cells})=1)", entries.get(layout.form.kind.ended) == 1
    begun = f"({'+'.join([*players, '0'])}>0)"
    filled = f"{begun}*MAX({'*'.join([*needed, '1'])},{ended}*1)" if ended else "*".join([begun, *needed])
    return Progress(Counted(f"{begun}*1", int(drawn)), Counted(filled, int(drawn and (done or is_ended))))


def lines_progress(sheet: str, layout: PageLayout, entries: PageEntries) -> Progress:
    """Count the lines of a page without seats: those that are drawn, and those filled in completely.

    A line runs through all the blocks of the page that have as many. What the draw fills in are the players' boxes;
    without any, every line is to come. A line is filled in when the boxes are that are needed, or where none is marked
    so, all of them.
    """
    alike: dict[tuple[int, ...], list[BlockPlace]] = {}
    for place in layout.places.values():
        alike.setdefault(tuple(map(len, place.stretches)), []).append(place)
    counted = [_stretch(sheet, places, at, entries) for lines, places in alike.items() for at in range(len(lines))]
    expected, filled = zip(*counted, strict=True)
    return Progress(_together(expected), _together(filled))


def _stretch(sheet: str, places: Sequence[BlockPlace], at: int, entries: PageEntries) -> tuple[Counted, Counted]:
    """Count the lines of blocks on one of the sheets of paper on which they stand: those drawn, those filled in."""
    drawn: list[str] = []
    typed: list[str] = []
    keys: dict[int, tuple[list[str], list[str]]] = {number: ([], []) for number in places[0].stretches[at]}
    for place in places:
        first, last = place.areas[at]
        marked = any(box.needed for box in place.block.fields)
        for box in (one for one in place.block.fields if one.type == "player" or one.needed or not marked):
            cells = Area(sheet, first, place.columns[box.name], last, place.columns[box.name]).reference
            (drawn if box.type == "player" else typed).append(f'({cells}<>"")')
            for number, names in keys.items():
                names[box.type != "player"].append(place.block.field_id(place.block.rows[number], box))
    begun = [all(key in entries for key in players) for players, _ in keys.values()]
    done = [all(key in entries for key in both) for players, others in keys.values() for both in [[*players, *others]]]
    return (
        Counted(f"SUMPRODUCT({'*'.join([*drawn, '1'])})" if drawn else str(len(keys)), sum(begun)),
        Counted(f"SUMPRODUCT({'*'.join([*drawn, *typed, '1'])})", sum(done)),
    )


def _together(counts: Sequence[Counted]) -> Counted:
    return Counted("+".join(one.formula for one in counts), sum(one.value for one in counts))
