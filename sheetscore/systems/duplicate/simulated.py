"""Duplicate events that a program plays through: each made-up player is a team, and the stronger team scores more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sheetscore.event.model import Player
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.systems.context import RoundContext
from sheetscore.systems.duplicate.model import (
    SIDES,
    DuplicateEvent,
    DuplicateScenario,
    DuplicateTeam,
    SideId,
    round_and_side,
    rounds_of,
    seat_of,
)
from sheetscore.systems.duplicate.travellers import box
from sheetscore.systems.outcomes import ResultRow, Standings
from sheetscore.systems.simulated import Playing

POINTS = 50
"""The points of each of two equals; for every 10 rating points of a lead the better gets 1 more, the other 1 less."""


def set_up(event: DuplicateEvent, players: Sequence[Player], rounds: int) -> DuplicateEvent:
    """Return an event of teams that are Red and Blue in turn, with a scenario for every table they need."""
    sides: list[SideId] = [*SIDES]
    teams = tuple(
        DuplicateTeam(id=one.id, number=at // len(sides) + 1, name=one.name, side=sides[at % len(sides)])
        for at, one in enumerate(players)
    )
    tables = range(1, (len(teams) + 1) // len(sides) + 1)
    return event.model_copy(
        update={
            "header": event.header.model_copy(update={"rounds": rounds}),
            "teams": teams,
            "players": (),
            "scenarios": tuple(DuplicateScenario(id=f"s{table}", title=f"Scenario {table}") for table in tables),
            "rounds": (),
        }
    )


def play(round_: RoundContext[DuplicateEvent], playing: Playing) -> Entries:
    """Return the points of all meetings: more for the better side."""
    levels = {number: playing(number) for number in rounds_of(round_.draw)}
    return {key: value for table in round_.draw.tables for key, value in _table(table.number, table.seated, levels)}


def _table(
    table: int, seated: dict[str, str], levels: Mapping[int, Mapping[str, float]]
) -> Iterator[tuple[FieldKey, Value]]:
    for seat, team in seated.items():
        number, side = round_and_side(seat)
        level = levels[number]
        (other,) = (seated[seat_of(number, one)] for one in SIDES if one != side)
        yield box(table, side, number, "sp"), max(0, POINTS + round((level[team] - level[other]) / 10))


def teams_of(event: DuplicateEvent) -> int:
    """Count the teams."""
    return len(event.teams)


def lists(event: DuplicateEvent, standings: Standings) -> Sequence[Sequence[ResultRow]]:
    """Return the ranking of each side, or the one of all teams."""
    if event.settings.winners == "one":
        return (standings.rows,)
    return tuple([row for row in standings.rows if row["side"] == side] for side in SIDES)
