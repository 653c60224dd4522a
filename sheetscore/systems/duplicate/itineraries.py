"""The way of every team from round to round; and the score sheet of it, which teams carry and keep.

The sheet has boxes for results and initials, and is never read back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import accumulate
from math import ceil

from msgspec import Struct

from sheetscore.event.model import SITS_OUT, Entrant, Event
from sheetscore.event.times import clock
from sheetscore.pairing.draw import Draw, named
from sheetscore.sheets.round_papers import CUT, LINE, UNITS, RoundPapers, Slip, write_slips
from sheetscore.systems.duplicate.model import SIDES, round_and_side, seat_of

NOT_THERE = "not there"


class Stop(Struct, frozen=True):
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
