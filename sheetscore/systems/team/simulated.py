"""Simulated team events: each made-up player is a team, whose pilots are equally good."""

from __future__ import annotations

from collections.abc import Sequence

from sheetscore.event.model import Player
from sheetscore.forms.form import Entries, FieldKey
from sheetscore.systems.context import RoundContext
from sheetscore.systems.simulated import Playing, rounds_in_turn
from sheetscore.systems.team.model import SIDE_OF_SECTION, Team, TeamEvent, TeamPlayer
from sheetscore.systems.team.seating import seat_groups

MIDDLE, POINTS, A_POINT = 1500, 50, 20
"""A rating of a team; the scenario points that each of its pilots claims with this rating; and how many rating points
more give the whole team one point more.
"""


def set_up(event: TeamEvent, players: Sequence[Player], rounds: int) -> TeamEvent:
    """Return the event with so many rounds, its scenarios in turn, and a team in place of each of these players."""
    planned = rounds_in_turn(event, rounds)
    sides = {side.id: side.seats for side in event.scenario_of(planned[0].number).sides}
    return event.model_copy(
        update={
            "header": event.header.model_copy(update={"rounds": rounds}),
            "teams": tuple(Team(id=one.id, number=at, name=one.name) for at, one in enumerate(players, start=1)),
            "players": tuple(
                TeamPlayer(
                    id=f"{one.id}{section}{seat}",
                    name=f"{one.name} {section}{seat}",
                    rating=one.rating,
                    team=one.id,
                    section=section,
                )
                for one in players
                for section, side in SIDE_OF_SECTION.items()
                for seat in range(1, sides.get(side, 0) + 1)
            ),
            "rounds": tuple(one.model_copy(update={"number": number}) for number, one in enumerate(planned, start=1)),
        }
    )


def play(round_: RoundContext[TeamEvent], playing: Playing) -> Entries:
    """Return what the pilots claim: the points of a team, more for a better one, are divided among its seats."""
    strength = playing(round_.stage)
    return {
        FieldKey(table, seat, "claimed.sp"): claim
        for group in seat_groups(round_.event, round_.draw)
        for (table, seat), claim in zip(group.seats, _shared(strength[group.id], len(group.seats)), strict=True)
    }


def _shared(strength: float, seats: int) -> list[int]:
    """Divide the points of a team among its seats, as equally as whole numbers can be."""
    whole = max(0, POINTS * seats + round((strength - MIDDLE) / A_POINT))
    return [(whole + seat) // seats for seat in range(seats)]


def teams_of(event: TeamEvent) -> int:
    """Count the teams."""
    return len(event.teams)
