"""The movement of an event: its teams by name where the movement has numbers, and who sits out.

Source: Tournament Guidelines, 1991, Duplicate Air Combat.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sheetscore.pairing.movement.places import with_teams
from sheetscore.pairing.movement.rounds import Movement, pairings, plan_movement
from sheetscore.systems.duplicate.model import DuplicateEvent, SideId, Team


@dataclass(frozen=True)
class Meeting:
    """A table in a round, both counted from 1, and who meets there; None for nobody."""

    table: int
    round: int
    red: Team | None
    blue: Team | None


@dataclass(frozen=True)
class SitOut:
    """A team that sits out in a round, and the table where it would have sat."""

    table: int
    round: int
    side: SideId
    team: Team


def movement_of(event: DuplicateEvent) -> Movement:
    """Plan the movement of an event that keeps the rules; where a team is missing or not there its place is empty."""
    planned = plan_movement(event.tables, event.header.rounds, event.settings.last_round)
    return with_teams(planned, event.moving("red"), event.moving("blue"))


def meetings(event: DuplicateEvent) -> Iterator[Meeting]:
    """Give who meets where by the movement, in the order of rounds and tables."""
    reds, blues = event.reds, event.blues
    for number, table, red, blue in pairings(movement_of(event)):
        yield Meeting(table + 1, number, None if red is None else reds[red], None if blue is None else blues[blue])


def sit_outs(event: DuplicateEvent) -> Iterator[SitOut]:
    """Give who sits out by the movement, because there is no team to meet."""
    for meeting in meetings(event):
        if meeting.red and not meeting.blue:
            yield SitOut(meeting.table, meeting.round, "red", meeting.red)
        elif meeting.blue and not meeting.red:
            yield SitOut(meeting.table, meeting.round, "blue", meeting.blue)
