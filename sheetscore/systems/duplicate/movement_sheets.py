"""The movement of a whole event, posted: a grid, an itinerary card for every team, and its score sheet.

Grid and cards follow the list of the draw by formula. The grid keeps in hidden columns who sits where, a row for each
round, because the cards look their teams up there. Teams carry and keep the score sheet of their way through the event,
with boxes for results and initials; it is never read back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from math import ceil

from sheetscore.event.model import SITS_OUT, Entrant, Event
from sheetscore.event.times import clock
from sheetscore.pairing.draw import Draw, named
from sheetscore.sheets.draw_workbook import DrawBook
from sheetscore.sheets.round_papers import RoundPapers
from sheetscore.sheets.slips import CUT, LINE, UNITS, Slip, write_slips
from sheetscore.systems.duplicate.model import SIDES, round_and_side, seat_of
from sheetscore.workbooks.book import CellValue, Sheet
from sheetscore.workbooks.names import Area, address
from sheetscore.workbooks.paper import fit_width, print_scale, set_up_pages

NOT_THERE = "not there"


@dataclass(frozen=True)
class Stop:
    """Where a team is in a round: the place of its table from 1 (0: it has none), what is played, against whom."""

    place: int
    table: int | None
    scenario: str
    opponent: str


def rounds_of(draw: Draw) -> list[int]:
    """Return the rounds of a draw."""
    seats = next(iter(draw.tables)).seats if draw.tables else {}
    return list(dict.fromkeys(round_and_side(seat)[0] for seat in seats))


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
                    opponent = named(other, names) if other else ""
                    stops[team][number] = Stop(place, table.number, title, opponent)
    return stops


def without_table(entrant: Entrant, number: int) -> str:
    """Say what a team does in a round in which it has no table."""
    return SITS_OUT if entrant.stay.has(number) else NOT_THERE


SHEET = "Movement"
RED, BLUE = "red", "blue"

_TABLES, _SCENARIOS, _FIRST = 3, 4, 5
"""Rows of the grid: table numbers, scenarios, the first round."""

_NOBODY = "—"


@dataclass(frozen=True)
class _Grid:
    """Where the grid has its columns: the tables, then hidden ones for who sits there, then names and numbers."""

    tables: Sequence[int]
    rounds: Sequence[int]

    def column(self, side: str, index: int) -> int:
        """Return the hidden column that says who sits on a side of a table (by its place from 0)."""
        return 2 + (1 + (side == BLUE)) * len(self.tables) + index

    @property
    def names(self) -> int:
        """The hidden column with the name of every team; its number stands at its right."""
        return 3 + 3 * len(self.tables)

    def row(self, number: int) -> int:
        """Return the row of a round."""
        return _FIRST + self.rounds.index(number)

    def side(self, number: int, side: str) -> str:
        """Refer to all who sit on one side in a round."""
        last = self.column(side, len(self.tables) - 1)
        return Area(SHEET, self.row(number), self.column(side, 0), self.row(number), last).reference

    def heads(self, row: int) -> str:
        """Refer to one of the rows of headings above the tables."""
        return Area(SHEET, row, 1, row, len(self.tables)).reference


def _grid_of(made: DrawBook) -> _Grid:
    return _Grid([table.number for table in made.draw.tables], rounds_of(made.draw))


def post_movement(made: DrawBook) -> None:
    """Post who meets at which table in every round, by the teams' numbers."""
    grid = _grid_of(made)
    widths = (110 if made.event.schedule else 70, *[max(64, 620 // max(len(grid.tables), 1))] * len(grid.tables))
    sheet = made.sheet(SHEET, "movement", widths)
    style = made.style
    sheet.text(2, 0, "Red v Blue, by the numbers of the teams; every team has a card of its own.", style("small"))
    sheet.raw.set_column(len(grid.tables) + 1, grid.names + 1, None, None, {"hidden": True})
    numbers = {team: made.event.entrant(team).number for team in made.names}
    for row, (team, number) in enumerate(numbers.items()):
        sheet.text(row, grid.names, made.shown(team))
        sheet.value(row, grid.names + 1, number)
    sheet.text(_TABLES, 0, "Table", style("column"))
    sheet.text(_SCENARIOS, 0, "Round", style("column"))
    titles = made.event.scenario_titles
    for column, table in enumerate(made.draw.tables, start=1):
        sheet.number(_TABLES, column, table.number, style("column middle"))
        sheet.text(_SCENARIOS, column, titles.get(table.scenario, table.scenario), style("column small"))
    sheet.height(_SCENARIOS, 44)
    for number in grid.rounds:
        sheet.height(grid.row(number), 26)
        sheet.value(grid.row(number), 0, _round_label(made, number), style("posted middle"))
        for index in range(len(grid.tables)):
            _write_meeting(made, sheet, grid, numbers, number, index)
    sheet.protect()
    sheet.raw.freeze_panes(_FIRST, 1)
    last = _FIRST + len(grid.rounds) - 1
    fit_width(sheet.raw, made.paper, landscape=len(grid.tables) > 8, repeat=_SCENARIOS, area=(last, len(grid.tables)))


def _round_label(made: DrawBook, number: int) -> CellValue:
    """Return what a round is called: its number, with its time where it has one."""
    slot = made.event.slot(number)
    return f"{number}  ·  {clock(slot.start)}" if slot else number


def _write_meeting(
    made: DrawBook, sheet: Sheet, grid: _Grid, numbers: Mapping[str, int | None], number: int, index: int
) -> None:
    """Write who sits at a table in a round: hidden the two names, in the grid their numbers."""
    row = grid.row(number)
    spoken, formulas = [], []
    for side in (RED, BLUE):
        line = made.line_of.get((grid.tables[index], f"r{number}.{side}"))
        player = made.lines[line].player if line is not None else None
        listed = '""' if line is None else made.cell(line)
        sheet.formula(row, grid.column(side, index), f'IF({listed}="","",{listed})', made.shown(player))
        who = address(row, grid.column(side, index))
        spoken.append(str(numbers[player]) if player else _NOBODY)
        formulas.append(_number(made, grid, who))
    text = f'{formulas[0]}&" v "&{formulas[1]}'
    sheet.formula(row, index + 1, text, " v ".join(spoken), made.style("posted middle"))


def _number(made: DrawBook, grid: _Grid, who: str) -> str:
    """Look up a team's number with = inside SUMPRODUCT: a lookup would read * and ? in names as patterns."""
    last = max(len(made.names) - 1, 0)
    names, numbers = (
        f"{address(0, at, fixed=True)}:{address(last, at, fixed=True)}" for at in (grid.names, grid.names + 1)
    )
    return f'IF({who}="","{_NOBODY}",SUMPRODUCT(({names}={who})*{numbers}))'


_CARD = (44, 48, 140, 118)
"""Pixels of a card's columns: round, table, scenario, opponent."""

_TIMED_CARD = (74, 48, 120, 108)
"""Of one whose rounds have a time."""

_ACROSS, _BETWEEN = 2, 10
_TITLE, _LINE, _HEADS, _ROW, _GAP = 30, 18, 20, 20, 24
"""Pixels of a card's rows, and of what is left free below it."""


def post_cards(made: DrawBook) -> None:
    """Post an itinerary card for every team: round, table, scenario, opponent; several on a page, to be cut apart."""
    grid = _grid_of(made)
    sheet = made.book.sheet("Cards")
    sheet.raw.hide_gridlines(2)
    card = _card_of(made)
    widths = [*card, _BETWEEN] * _ACROSS
    sheet.widths(widths)
    sheet.raw.set_column(len(widths), len(widths) + _ACROSS, None, None, {"hidden": True})
    rows_of_card = 4 + len(grid.rounds)
    ways = itineraries(made.event, made.draw)
    for index, team in enumerate(made.names):
        _write_card(made, sheet, grid, team, ways[team], index // _ACROSS * rows_of_card, index % _ACROSS)
    height = _TITLE + _LINE + _HEADS + _ROW * len(grid.rounds) + _GAP
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
    made: DrawBook, sheet: Sheet, grid: _Grid, team: str, stops: Mapping[int, Stop], top: int, across: int
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
        sheet.value(row, left, _round_label(made, number), style("cell middle"))
        found = address(row, _ACROSS * (len(_CARD) + 1) + across)
        who = grid.side(number, entrant.side)
        place = f"SUMPRODUCT(MAX(({who}={address(top, left, fixed=True)})*(COLUMN({who})-MIN(COLUMN({who}))+1)))"
        sheet.formula(row, _ACROSS * (len(_CARD) + 1) + across, place, stop.place)
        sources = (grid.heads(_TABLES), grid.heads(_SCENARIOS), grid.side(number, BLUE if entrant.side == RED else RED))
        looks = ("cell middle", "cell", "cell")
        absent = ('""', f'"{without_table(entrant, number)}"', '""')
        for column, (source, value, look, nobody) in enumerate(
            zip(sources, (stop.table or "", stop.scenario, stop.opponent), looks, absent, strict=True), start=left + 1
        ):
            fitted = made.fitting(look, str(value or ""), _card_of(made)[column - left], _ROW)
            sheet.formula(row, column, f"IF({found}=0,{nobody},INDEX({source},{found}))", value, fitted)
    sheet.height(top + 3 + len(grid.rounds), _GAP)


_NAME, _SAID, _CAPTION = 32, 20, 20
"""Pixels of the rows on which nobody writes."""

_COLUMNS = {"round": 3, "table": 2, "scenario": 6, "opponent": 6, "SP": 2, "theirs": 2, "initials": 3}
"""What stands above the columns, and their units."""

_PRINTED = 4
"""So many of them are printed; in the others teams write."""

_MOST_LINES = 25
"""So many rounds there is room for on one side of paper."""


def write_score_sheets(papers: RoundPapers, draw: Draw) -> None:
    """Write a score sheet for every team of a draw; none where nobody is drawn."""
    rounds = rounds_of(draw)
    if not rounds or not any(draw.places()):
        return
    lines = ceil(len(rounds) / ceil(len(rounds) / _MOST_LINES))
    parts = [rounds[first : first + lines] for first in range(0, len(rounds), lines)]
    ways = itineraries(papers.event, draw)
    written = [
        partial(_write, team=team, way={number: way[number] for number in part})
        for team, way in ways.items()
        for part in parts
    ]
    write_slips(papers, "Score sheets", [_NAME, _SAID, _CAPTION, *[LINE] * lines, CUT], written)


def _write(slip: Slip, team: str, way: Mapping[int, Stop]) -> None:
    """Write the score sheet of a team."""
    event, bottom = slip.papers.event, slip.row + len(slip.heights) - 1
    entrant = event.entrant(team)
    slip.put(0, 13, "seat", f"{entrant.name} ({team})")
    slip.put(13, 11, "heading", event.header.name)
    slip.row += 1
    said = f"{entrant.side.capitalize()} {entrant.number}"
    slip.put(0, UNITS, "plain", ": ".join(filter(None, (said, ", ".join(entrant.members)))))
    slip.row += 1
    columns = list(accumulate(_COLUMNS.values(), initial=0))
    for column, (text, units) in zip(columns, _COLUMNS.items(), strict=False):
        slip.put(column, units, "column small", text)
    for number, stop in way.items():
        slip.row += 1
        cells = zip(columns, _COLUMNS.values(), _texts(slip, number, stop), strict=False)
        for at, (column, units, text) in enumerate(cells):
            slip.put(column, units, _look(at, stop), text)
    slip.row = bottom
    slip.cut()


def _look(at: int, stop: Stop) -> str:
    """Return the style of a column: who has no table has nothing to write."""
    if at < _PRINTED:
        return "label"
    return "by hand" if stop.place else "shown"


def _texts(slip: Slip, number: int, stop: Stop) -> Iterator[str]:
    """Yield what stands in each column in a round."""
    slot = slip.papers.event.slot(number)
    yield f"{number}  ·  {clock(slot.start)}" if slot else str(number)
    yield str(stop.table or "")
    yield stop.scenario
    yield stop.opponent
    yield from [""] * (len(_COLUMNS) - _PRINTED)
