"""The way of every team through a drawn event: where it plays in each round, what, and against whom."""

from __future__ import annotations

from dataclasses import dataclass

from sheetscore.event.model import SITS_OUT, Entrant, Event
from sheetscore.pairing.draw import Draw, named
from sheetscore.systems.duplicate.model import SIDES, round_and_side, seat_of

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
