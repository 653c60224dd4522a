"""Who sits out in which round: by the movement before there is a draw, and afterwards by what the draw has recorded."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from sheetscore.event.identity import folded
from sheetscore.pairing.draw import Draw
from sheetscore.systems.duplicate.model import (
    SIDES,
    DuplicateEvent,
    DuplicateTeam,
    SideId,
    meetings,
    round_and_side,
    rounds_of,
    seat_of,
)


class SitOut(Struct, frozen=True):
    """A team that sits out in a round, and the table where it would have sat."""

    table: int
    round: int
    side: SideId
    team: DuplicateTeam


def planned_sit_outs(event: DuplicateEvent) -> Iterator[SitOut]:
    """Yield the teams that sit out by the movement, because there is no team to meet."""
    for meeting in meetings(event):
        if meeting.red and not meeting.blue:
            yield SitOut(meeting.table, meeting.round, "red", meeting.red)
        elif meeting.blue and not meeting.red:
            yield SitOut(meeting.table, meeting.round, "blue", meeting.blue)


def sit_outs(event: DuplicateEvent, drawn: Draw) -> Iterator[SitOut]:
    """Yield the teams that sit out by a draw: those that it has recorded, and those drawn against an absent team.

    Other changes of the event, such as new numbers, make no difference. An absent team does not sit out. A draw of an
    earlier version has recorded nothing: then the movement says who sits out.
    """
    if drawn.sitting_out is None:
        yield from planned_sit_outs(event)
        return
    teams = {folded(team.id): team for team in event.teams}
    absent = {number: event.absent(number) for number in range(1, event.header.rounds + 1)}
    seated = {(round_and_side(seat)[0], team) for _, seat, team in drawn.places()}
    for (table, seat), id_ in drawn.sitting_out.items():
        number, side = round_and_side(seat)
        team = teams.get(folded(id_))
        if team and team.id not in absent[number] and (number, team.id) not in seated:
            yield SitOut(table, number, side, team)
    for table_draw in drawn.tables:
        for number in rounds_of(drawn):
            pair = {side: teams.get(folded(table_draw.seats.get(seat_of(number, side)) or "")) for side in SIDES}
            present = [(side, team) for side, team in pair.items() if team and team.id not in absent[number]]
            if None not in pair.values() and len(present) == 1:
                yield SitOut(table_draw.number, number, *present[0])
