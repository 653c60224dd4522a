"""An itinerary card for every team, to cut apart; it follows the list of the draw by way of the movement's sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sheetscore.sheets.draw_workbook import DrawBook
from sheetscore.systems.duplicate.itineraries import Stop, itineraries, without_table
from sheetscore.systems.duplicate.movement_seating import BLUE, RED, Seating, round_label, seating_of
from sheetscore.workbooks.book import Sheet
from sheetscore.workbooks.names import address
from sheetscore.workbooks.paper import print_scale, set_up_pages

_CARD = (44, 48, 140, 118)
"""Pixels of a card's columns: round, table, scenario, opponent."""

_TIMED_CARD = (74, 48, 120, 108)
"""Of one whose rounds have a time."""

_ACROSS, _BETWEEN = 2, 10
_TITLE, _LINE, _HEADS, _ROW, _GAP = 30, 18, 20, 20, 24
"""Pixels of a card's rows, and of what is left free below it."""


def post_cards(made: DrawBook) -> None:
    """Post an itinerary card for every team: round, table, scenario, opponent; several on a page, to be cut apart."""
    seats = seating_of(made)
    sheet = made.book.sheet("Cards")
    sheet.raw.hide_gridlines(2)
    card = _card_of(made)
    widths = [*card, _BETWEEN] * _ACROSS
    sheet.widths(widths)
    sheet.raw.set_column(len(widths), len(widths) + _ACROSS, None, None, {"hidden": True})
    rows_of_card = 4 + len(seats.rounds)
    ways = itineraries(made.event, made.draw)
    for index, team in enumerate(made.names):
        _write_card(made, sheet, seats, team, ways[team], index // _ACROSS * rows_of_card, index % _ACROSS)
    height = _TITLE + _LINE + _HEADS + _ROW * len(seats.rounds) + _GAP
    scale = print_scale(made.paper, sum(widths) - _BETWEEN, [height])
    bands = -(-len(made.names) // _ACROSS)
    on_page = max(1, int(made.paper.usable[1] * 100 / scale / height))
    ends = [min(band, bands) * rows_of_card for band in range(on_page, bands + on_page, on_page)]
    sheet.protect()
    if bands:
        set_up_pages(sheet.raw, made.paper, len(widths) - 2, ends, scale)


def _card_of(made: DrawBook) -> Sequence[int]:
    return _TIMED_CARD if made.event.schedule else _CARD


def _write_card(
    made: DrawBook, sheet: Sheet, seats: Seating, team: str, stops: Mapping[int, Stop], top: int, across: int
) -> None:
    style = made.style
    left = across * (len(_CARD) + 1)
    entrant = made.event.entrant(team)
    for row, height in ((top, _TITLE), (top + 1, _LINE), (top + 2, _HEADS)):
        sheet.height(row, height)
    name = made.fitting("posted table", made.shown(team), sum(_card_of(made)), _TITLE)
    sheet.span(top, left, top, left + 3, name)
    sheet.text(top, left, made.shown(team), name)
    said = f"{entrant.side.capitalize()} {entrant.number}"
    sheet.span(top + 1, left, top + 1, left + 3, style("cell fit"))
    sheet.text(top + 1, left, ": ".join(filter(None, (said, ", ".join(entrant.members)))), style("cell fit"))
    for column, heading in enumerate(("round", "table", "scenario", "opponent"), start=left):
        sheet.text(top + 2, column, heading, style("column small"))
    for row, (number, stop) in enumerate(stops.items(), start=top + 3):
        sheet.height(row, _ROW)
        sheet.value(row, left, round_label(made, number), style("cell middle"))
        found = address(row, _ACROSS * (len(_CARD) + 1) + across)
        who = seats.side(number, entrant.side)
        place = f"SUMPRODUCT(MAX(({who}={address(top, left, fixed=True)})*(COLUMN({who})-MIN(COLUMN({who}))+1)))"
        sheet.formula(row, _ACROSS * (len(_CARD) + 1) + across, place, stop.place)
        sources = (seats.tables, seats.scenarios, seats.side(number, BLUE if entrant.side == RED else RED))
        looks = ("cell middle", "cell", "cell")
        absent = ('""', f'"{without_table(entrant, number)}"', '""')
        for column, (source, value, look, nobody) in enumerate(
            zip(sources, (stop.table or "", stop.scenario, stop.opponent), looks, absent, strict=True), start=left + 1
        ):
            fitted = made.fitting(look, str(value or ""), _card_of(made)[column - left], _ROW)
            sheet.formula(row, column, f"IF({found}=0,{nobody},INDEX({source},{found}))", value, fitted)
    sheet.height(top + 3 + len(seats.rounds), _GAP)
