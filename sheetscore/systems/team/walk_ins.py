"""Pilots and teams that come late to a drawn round of team play, or leave it: a pilot's own seats, a team to meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from sheetscore.pairing.draw import Draw, TableDraw, side_of
from sheetscore.pairing.walk_ins import Coming, Room, no_seat, reseated
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.team.model import SIDE_OF_SECTION, Team, TeamEvent
from sheetscore.systems.team.seating import Seat, crew, pairings_at, seat_groups, seat_teams, sitting_out, team_on

_ALONE = "their team has nobody to meet. Name the pilots of another team, too (--add), or let the team sit out"
_FULL = (
    "no seat of their own team and section is empty, and a substitute takes any that is. Take the pilot off who is to "
    "give way (--drop)"
)


def change_draw(round_: RoundAtHand[TeamEvent], coming: Coming) -> Draw:
    """Give pilots empty seats of their team, and teams without seats or opponents another one to meet.

    A team that comes is drawn with all its pilots who are there. It takes the place of a team that has left, else it
    meets the one that sits out, or another one that comes. A team whose opponents have left sits out if nobody is free.

    Raises
    ------
    WrongUsage
        Somebody's team has no empty seat for him, or has nobody to meet.
    """
    event, stage, names = round_.event, round_.stage, round_.event.names
    cleared = reseated(round_.draw, _no_room(event, stage), Coming(dropped=coming.dropped), names)
    owners = _owners(event, round_.draw)
    out = [team for team in sitting_out(event, cleared) if team.id not in set(owners.values())]
    new = _without_seats(event, coming.added, owners)
    hosts = list(_without_opponent(event, stage, cleared))
    made, waiting = _matched(event, cleared, hosts, new, [team for team in out if team not in new])
    if waiting:
        late = [player for player in coming.added if event.team_of(player) in waiting]
        raise no_seat(round_.draw, late, names, _ALONE)
    there = {player for _, _, player in made.places()}
    pilots = tuple(player for player in coming.added if player not in there)
    return _off_the_draw(reseated(made, _own_seats(event, stage, _owners(event, made)), Coming(pilots), names), coming)


def _no_room(event: TeamEvent, stage: int) -> Room:
    return Room(seats=tuple(event.seats(stage)), fewest=1, most_tables=0, otherwise=_FULL)


def _own_seats(event: TeamEvent, stage: int, owners: dict[Seat, str]) -> Room:
    """Return the room that there is for single pilots: their team's seats of their section's side, else none."""
    sides = {pilot.id: SIDE_OF_SECTION[pilot.section] for pilot in event.players if pilot.section}

    def against(table: TableDraw, seat: str, player: str) -> int | None:
        team = event.team_of(player)
        if team is None:
            return len(table.seated)
        return 0 if owners.get((table.number, seat)) == team.id and side_of(seat) == sides.get(player) else None

    return replace(_no_room(event, stage), against=against)


def _owners(event: TeamEvent, drawn: Draw) -> dict[Seat, str]:
    """Tell which team each seat belongs to, by its id."""
    return {seat: group.id for group in seat_groups(event, drawn) for seat in group.seats}


def _without_seats(event: TeamEvent, added: Iterable[str], owners: dict[Seat, str]) -> list[Team]:
    """Return the teams of those who come that have no seats, each once."""
    teams = {team.id: team for player in added if (team := event.team_of(player))}
    return [team for team in teams.values() if team.id not in set(owners.values())]


def _without_opponent(event: TeamEvent, stage: int, drawn: Draw) -> Iterator[tuple[Team, tuple[Seat, ...]]]:
    """Yield the teams at whose tables nobody sits opposite any more, with the seats there."""
    sitting = {(table, seat): player for table, seat, player in drawn.places()}
    for pairing in pairings_at((table.number for table in drawn.tables), event.seats(stage)):
        for own, opposite in ((pairing.home, pairing.away), (pairing.away, pairing.home)):
            team = team_on(event, own, sitting)
            if team and not any(seat in sitting for seat in opposite):
                yield team, opposite


def _matched(
    event: TeamEvent,
    drawn: Draw,
    hosts: Sequence[tuple[Team, tuple[Seat, ...]]],
    new: Sequence[Team],
    out: Sequence[Team],
) -> tuple[Draw, list[Team]]:
    """Let teams without an opponent meet those who come, then those who sit out; return who of those who come is left.

    Parameters
    ----------
    hosts
        Teams with seats and the seats of their opponents, who have left.
    new, out
        Teams without seats: those that come, those that sit out.
    """
    free, waiting = [*new, *out], list(hosts)
    while waiting:
        host, opposite = waiting.pop(0)
        if free:
            drawn = _placed(event, drawn, free.pop(0), opposite)
        else:  # two whose opponents have left could meet; the tables of the second are not needed then
            drawn = _tables_without(drawn, {table for table, _ in opposite})
            free.append(host)
    while len(free) > 1 and free[0] in new:
        first = max((table.number for table in drawn.tables), default=0) + 1
        pair = (free.pop(0), free.pop(0))
        tables = seat_teams(event, drawn.round, [pair], first + (first + 1) % 2)
        drawn = replace(drawn, tables=(*drawn.tables, *tables))
    return _with_byes(event, drawn, [team for team in free if team not in new]), [team for team in free if team in new]


def _placed(event: TeamEvent, drawn: Draw, team: Team, seats: Iterable[Seat]) -> Draw:
    """Put the pilots of a team on seats that are free."""
    own = set(seats)
    tables = []
    for table in drawn.tables:
        pilots = {
            seat: pilot
            for side in SIDE_OF_SECTION.values()
            for seat, pilot in crew(event, drawn.round, team, side).items()
            if (table.number, seat) in own
        }
        tables.append(replace(table, seats={**table.seats, **pilots}))
    return replace(drawn, tables=tuple(tables))


def _tables_without(drawn: Draw, numbers: set[int]) -> Draw:
    return replace(drawn, tables=tuple(table for table in drawn.tables if table.number not in numbers))


def _with_byes(event: TeamEvent, drawn: Draw, out: Sequence[Team]) -> Draw:
    """Let just these teams sit out, with all their pilots who are there; whoever is in no team stays as he is."""
    others = tuple(player for player in drawn.byes if event.team_of(player) is None)
    here = event.entrants(drawn.round)
    pilots = (player.id for team in out for player in event.players if player.id in here and player.plays_for(team))
    return replace(drawn, byes=(*others, *pilots))


def _off_the_draw(drawn: Draw, coming: Coming) -> Draw:
    """Take those out again who leave, and whose team was seated anew with all who are there by the event."""
    tables = tuple(
        replace(
            table,
            seats={seat: None if player in coming.dropped else player for seat, player in table.seats.items()},
        )
        for table in drawn.tables
    )
    return replace(drawn, tables=tables, byes=tuple(player for player in drawn.byes if player not in coming.dropped))
