"""Write two papers with a team's tables round by round: a record that the team keeps, and an itinerary card.

The record (on the worksheet “Score sheets”) has boxes for results and initials, and is never read back. The cards are
cut apart; their formulas follow the list of the draw through the sheet with the movement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import accumulate
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.identity import with_id
from sheetscore.event.model import SITS_OUT, Entrant, Event
from sheetscore.event.times import clock
from sheetscore.pairing.draw import Draw, display_name
from sheetscore.sheets.draw_workbook import DrawBook
from sheetscore.sheets.round_papers import CUT, LINE, UNITS, RoundPapers, Slip, write_slips
from sheetscore.sheets.styles import CellRoom, fitted, fitted_words, fitting, least_height
from sheetscore.systems.duplicate.model import SIDES, rounds_of, seat_of
from sheetscore.systems.duplicate.movement_sheet import BLUE, RED, Seating, round_label, seating_of
from sheetscore.workbooks.book import CellValue, Sheet
from sheetscore.workbooks.cell_refs import address
from sheetscore.workbooks.paper import print_scale, set_up_pages

_NOT_THERE = "not there"


class Stop(Struct, frozen=True):
    """Where a team plays in a round."""

    place: int
    """The place of its table among the tables, from 1; 0 if it has no table."""
    table: int | None
    """The number of the table; None without one."""
    scenario: str
    """The title of the scenario; without a table, why it has none."""
    opponent: str
    """The name of the opponent; empty without one."""


def itineraries(event: Event, draw: Draw) -> dict[str, dict[int, Stop]]:
    """Return the way of every team from round to round, by the teams' ids."""
    rounds, names, titles = rounds_of(draw), event.names, event.scenario_titles
    entrants = {team: event.entrant(team) for team in names}
    stops = {
        team: {number: Stop(0, None, without_table(entrant, number), "") for number in rounds}
        for team, entrant in entrants.items()
    }
    for place, table in enumerate(draw.tables, start=1):
        title = titles.get(table.scenario, table.scenario)
        for number in rounds:
            red, blue = (table.seats.get(seat_of(number, side)) for side in SIDES)
            for team, other in ((red, blue), (blue, red)):
                if team in stops:
                    opponent = display_name(other, names) if other else ""
                    stops[team][number] = Stop(place, table.number, title, opponent)
    return stops


def without_table(entrant: Entrant, number: int) -> str:
    """Return the words for a team without a table in a round: it sits out, or is not there."""
    return SITS_OUT if entrant.stay.has(number) else _NOT_THERE


_NAME, _WHO, _TOLD, _CAPTION = 32, 20, 16, 20
"""Pixels of the rows of a team's record on which nobody writes."""

_COLUMNS = {"round": 3, "table": 2, "scenario": 6, "opponent": 6, "own SP": 2, "their SP": 2, "initials": 3}
"""The headings of the columns, and their units."""

_WHAT_FOR = (
    "Your own record: keep it. It says where you play; write scenario points (SP) as on the traveller, and let "
    "opponents initial."
)

_PRINTED = 4
"""The number of columns with printed texts; teams write into the others."""

_MOST_LINES = 25
"""The most rounds on one side of paper."""


def write_team_records(papers: RoundPapers, draw: Draw) -> None:
    """Write for every team of a draw a record, on which it keeps its own score; none if nobody is drawn."""
    rounds = rounds_of(draw)
    if not rounds or not any(draw.places()):
        return
    lines = ceil(len(rounds) / ceil(len(rounds) / _MOST_LINES))
    parts = [rounds[first : first + lines] for first in range(0, len(rounds), lines)]
    ways = itineraries(papers.event, draw)
    written = [
        partial(_write_team_record, team=team, way={number: way[number] for number in part})
        for team, way in ways.items()
        for part in parts
    ]
    write_slips(papers, "Score sheets", [_NAME, _WHO, _TOLD, _CAPTION, *[LINE] * lines, CUT], written)


def _write_team_record(slip: Slip, team: str, way: Mapping[int, Stop]) -> None:
    """Write the record of a team."""
    event, bottom = slip.papers.event, slip.row + len(slip.heights) - 1
    entrant = event.entrant(team)
    slip.put(0, 13, "seat", with_id(entrant.name, team))
    slip.put(13, 11, "heading", event.header.name)
    slip.row += 1
    slip.put(0, UNITS, "plain", _entrant_text(entrant))
    slip.row += 1
    slip.put(0, UNITS, "small", _WHAT_FOR)
    slip.row += 1
    columns = list(accumulate(_COLUMNS.values(), initial=0))
    for column, (text, units) in zip(columns, _COLUMNS.items(), strict=False):  # columns has the end of the last, too
        slip.put(column, units, "column small", text)
    for number, stop in way.items():
        slip.row += 1
        cells = zip(columns, _COLUMNS.values(), _texts(slip, number, stop), strict=False)
        for at, (column, units, text) in enumerate(cells):
            slip.put(column, units, _look(at, stop), text)
    slip.row = bottom
    slip.cut()


def _look(at: int, stop: Stop) -> str:
    """Return the style of a column: teams without a table have nothing to write."""
    if at < _PRINTED:
        return "label"
    return "by hand" if stop.place else "shown"


def _texts(slip: Slip, number: int, stop: Stop) -> Iterator[str]:
    """Yield the texts of the columns in a round."""
    slot = slip.papers.event.slot(number)
    yield f"{number}  ·  {clock(slot.start)}" if slot else str(number)
    yield str(stop.table or "")
    yield stop.scenario
    yield stop.opponent
    yield from [""] * (len(_COLUMNS) - _PRINTED)


_CARD = (34, 34, 126, 136)
"""Pixels of a card's columns: round, table, scenario, opponent. Two cards fit beside each other at full size."""

_TIMED_CARD = (62, 36, 108, 124)
"""Pixels of the same columns if rounds have a time."""

_ACROSS, _CUT_COLUMNS = 2, (9, 9)
"""The number of cards side by side, and the widths in pixels of the two columns between them, where they are cut."""

_COLUMNS_EACH = len(_CARD) + len(_CUT_COLUMNS)

_BESIDE = _ACROSS * _COLUMNS_EACH
"""The first hidden column. The hidden columns have, for each card of a row of cards, the places of the team's tables;
then, for each card, the name of the team.
"""

_TITLE, _HEADS, _ABOVE_CUT, _BELOW_CUT = 24, 15, 6, 10
"""The heights in pixels of the rows with the team's name and the captions, and of those above and below the cut."""

_OTHER_ROWS = 5
"""The rows of a card besides rounds: the team's name, its members, captions, and a row above and below the cut."""

_TEXT_HEIGHTS, _ROW_HEIGHTS = (18, 46), (20, 50)
"""The least and the greatest height in pixels of the row that says who the team is, and of the row of a round."""


class _Cards(Struct, frozen=True, dict=True):
    """The itinerary cards of a draw; all have the same size, so that a stack of paper can be cut at once."""

    made: DrawBook
    sheet: Sheet
    seating: Seating
    ways: Mapping[str, Mapping[int, Stop]]
    """The way of every team from round to round."""

    @property
    def widths(self) -> Sequence[int]:
        """The widths of a card's columns in pixels."""
        return _TIMED_CARD if self.made.event.schedule else _CARD

    @property
    def rows(self) -> int:
        """The number of rows of a card."""
        return _OTHER_ROWS + self._rounds

    @property
    def _rounds(self) -> int:
        return len(self.seating.rounds)

    @cached_property
    def text_height(self) -> int:
        """The height of the row that says who the team is, in pixels."""
        entrants = map(self.made.event.entrant, self.ways)
        return _clamped(_TEXT_HEIGHTS, [least_height("cell", _card_text(one), sum(self.widths)) for one in entrants])

    @property
    def _other_height(self) -> int:
        return _TITLE + self.text_height + _HEADS + _ABOVE_CUT + _BELOW_CUT

    @cached_property
    def least_row_height(self) -> int:
        """The least height of a round's row in pixels: what its texts need, or less if not all rounds fit so."""
        stops = [stop for way in self.ways.values() for stop in way.values()]
        # columns 2 and 3 of a card are those of scenario and opponent
        texts = {(stop.scenario, 2) for stop in stops} | {(stop.opponent, 3) for stop in stops}
        wanted = _clamped(_ROW_HEIGHTS, [least_height("cell", text, self.widths[at]) for text, at in texts])
        room = self.made.paper.usable[1] - self._other_height
        return max(_ROW_HEIGHTS[0], min(wanted, int(room / max(1, self._rounds))))

    @property
    def _least(self) -> int:
        return self._other_height + self.least_row_height * self._rounds

    @property
    def printed(self) -> list[int]:
        """The widths of the printed columns in pixels; after the last card of a row there is no space for a cut."""
        return [*self.widths, *_CUT_COLUMNS, *self.widths]

    @cached_property
    def scale(self) -> int:
        """The scale in percent at which cards are printed."""
        return print_scale(self.made.paper, sum(self.printed), [self._least])

    @cached_property
    def on_page(self) -> int:
        """The number of cards below each other on a sheet of paper."""
        return max(1, int(self._room / self._least))

    @property
    def _room(self) -> float:
        return self.made.paper.usable[1] * 100 / self.scale

    @cached_property
    def row_height(self) -> int:
        """The height of a round's row in pixels, so that the cards fill the paper."""
        free = self._room / self.on_page - self._least
        return self.least_row_height + max(0, int(free / max(1, self._rounds)))

    def room_of(self, text: str, column: int) -> CellRoom:
        """Return the room of a text in a round's row: that of the least height, so that letters do not grow with rows.

        If a text would be cut off in it, but not in the row as it is, the room is all of the row.
        """
        room = CellRoom(self.widths[column], self.least_row_height)
        whole_row = replace(room, height=self.row_height)
        return whole_row if fitted("cell", text, room).cut and not fitted("cell", text, whole_row).cut else room

    @cached_property
    def title_height(self) -> int:
        """The height of the row with the team's name in pixels: it takes the room that the rounds leave."""
        free = self._room / self.on_page - self._other_height - self.row_height * self._rounds
        return _TITLE + max(0, min(int(free), _TITLE))

    def put(self, row: int, column: int, style: str, text: CellValue, room: CellRoom, formula: str = "") -> None:
        """Put a text, or a value that follows the list of the draw by formula, in a cell.

        Its letters get smaller until it fits, and words that are wider than the cell get hyphens; a text that is still
        too long is cut off.
        """
        cell = fitted_words(style, str(text or ""), room)
        shown, look = cell.shown if isinstance(text, str) else text, self.made.style(cell.style)
        if formula and not cell.cut and isinstance(text, str) and shown != text:
            whole, broken = (one.replace('"', '""').replace("\n", '"&CHAR(10)&"') for one in (text, cell.shown))
            self.sheet.formula(row, column, f'SUBSTITUTE({formula},"{whole}","{broken}")', shown, look)
        elif formula:
            self.sheet.formula(row, column, cell.formula(formula), shown, look)
        else:
            self.sheet.value(row, column, shown, look)


def _clamped(ends: tuple[int, int], wanted: Sequence[int]) -> int:
    """Return the largest of the wanted heights, but never below the first of the ends, nor above the second."""
    return min(ends[1], max(ends[0], *wanted))


def _entrant_text(entrant: Entrant) -> str:
    """Say who a team is: its side, its number and its members."""
    return ": ".join(filter(None, (f"{entrant.side.capitalize()} {entrant.number}", ", ".join(entrant.members))))


def _card_text(entrant: Entrant) -> str:
    """Say below the team's name what its card is for, and who the team is."""
    return f"Where you play: keep it.  {_entrant_text(entrant)}"


def post_cards(made: DrawBook) -> None:
    """Post an itinerary card for every team: round, table, scenario, opponent; several on a page, to be cut apart.

    There is at least one card: a draw has a team on each side.
    """
    sheet = made.book.sheet("Cards")
    sheet.raw.hide_gridlines(2)
    cards = _Cards(made, sheet, seating_of(made), itineraries(made.event, made.draw))
    sheet.widths([*cards.printed, *_CUT_COLUMNS])
    sheet.raw.set_column(_BESIDE, _BESIDE + 2 * _ACROSS - 1, None, None, {"hidden": True})
    for index, team in enumerate(cards.ways):
        _write_card(cards, team, index // _ACROSS * cards.rows, index % _ACROSS)
    bands = -(-len(cards.ways) // _ACROSS)
    for band in range(bands):
        _mark_cuts(cards, band * cards.rows)
    # the number of bands (rows of cards) up to the end of every page; the last page may have fewer than the others
    counts = range(cards.on_page, bands + cards.on_page, cards.on_page)
    ends = [min(count, bands) * cards.rows for count in counts]
    sheet.protect()
    set_up_pages(sheet.raw, made.paper, len(cards.printed) - 1, ends, cards.scale)


def _mark_cuts(cards: _Cards, top: int) -> None:
    """Mark the cuts between cards."""
    sheet, style, last = cards.sheet, cards.made.style, len(cards.printed) - 1
    end = top + cards.rows - 1
    for row in range(top, end):
        sheet.text(row, len(_CARD), "", style("cut beside"))
    sheet.height(end - 1, _ABOVE_CUT)
    sheet.height(end, _BELOW_CUT)
    sheet.span(end, 0, end, last, style("cut"))
    sheet.text(end, 0, "✂", style("cut"))


def _write_card(cards: _Cards, team: str, top: int, across: int) -> None:
    made, sheet, left = cards.made, cards.sheet, across * _COLUMNS_EACH
    entrant = made.event.entrant(team)
    for row, height in ((top, cards.title_height), (top + 1, cards.text_height), (top + 2, _HEADS)):
        sheet.height(row, height)
    lines = (
        (top, "posted table", made.shown(team), cards.title_height),
        (top + 1, "cell", _card_text(entrant), cards.text_height),
    )
    for row, style, text, height in lines:
        room = CellRoom(sum(cards.widths), height)
        sheet.span(row, left, row, left + 3, made.style(fitting(style, text, room)))
        cards.put(row, left, style, text, room)
    sheet.text(top, _name_column(across), made.shown(team))
    for column, heading in enumerate(("round", "table", "scenario", "opponent"), start=left):
        sheet.text(top + 2, column, heading, made.style("column small"))
    for row, (number, stop) in enumerate(cards.ways[team].items(), start=top + 3):
        sheet.height(row, cards.row_height)
        sheet.value(row, left, round_label(made, number), made.style("cell middle"))
        _write_stop(cards, entrant, number, stop, row, (top, across))


def _place_column(across: int) -> int:
    """Return the hidden column with the places of a team's tables, by the number of cards to the left of its card."""
    return _BESIDE + across


def _name_column(across: int) -> int:
    """Return the hidden column with the name of a team, by the number of cards to the left of its card."""
    return _BESIDE + _ACROSS + across


def _write_stop(cards: _Cards, entrant: Entrant, number: int, stop: Stop, row: int, card: tuple[int, int]) -> None:
    """Write table, scenario and opponent of a team in a round, looked up by the team's name.

    The formulas look up the name in a hidden cell, since the name that is seen may be cut off.

    Parameters
    ----------
    row
        The row of the round.
    card
        The first row of the card, and how many cards are to the left of it.
    """
    seating, (top, across) = cards.seating, card
    at, name = (row, _place_column(across)), address(top, _name_column(across), fixed=True)
    own_side, place = seating.side(number, entrant.side), address(*at)
    place_formula = f"SUMPRODUCT(MAX(({own_side}={name})*(COLUMN({own_side})-MIN(COLUMN({own_side}))+1)))"
    cards.sheet.formula(*at, place_formula, stop.place)
    sources = (seating.tables, seating.scenarios, seating.side(number, BLUE if entrant.side == RED else RED))
    values = (stop.table or "", stop.scenario, stop.opponent)
    without_place = ('""', f'"{without_table(entrant, number)}"', '""')
    looks = ("cell middle", "cell", "cell")
    for at_column, (source, value, look, without) in enumerate(
        zip(sources, values, looks, without_place, strict=True), start=1
    ):
        room = cards.room_of(str(value), at_column)
        formula = f"IF({place}=0,{without},INDEX({source},{place}))"
        cards.put(row, across * _COLUMNS_EACH + at_column, look, value, room, formula)
