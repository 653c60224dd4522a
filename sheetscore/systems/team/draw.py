"""The draw of a round of team play: pairs by AVPs, sit-outs, late comers, and postings.

A pilot who comes late gets a seat of his or her own team; a team that comes late gets a team to meet.

Source: Tournament Guidelines, 1991, Team Play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from sheetscore.findings import Finding, finding
from sheetscore.pairing import team_pairs
from sheetscore.pairing.draw import Draw, TableDraw, display_name, draw_mistakes, side_of, without_enemies
from sheetscore.pairing.team_pairs import TeamRound, pair_teams
from sheetscore.pairing.walk_ins import Coming, Room, facing, no_seat, reseated
from sheetscore.problems import MistakesFound
from sheetscore.sheets.draw_workbook import DrawBook
from sheetscore.sheets.postings import NOBODY, TeamList, above_lines, print_wall, wall_sheet, write_captions
from sheetscore.sheets.wall import wall
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import EarlierRound
from sheetscore.systems.team.model import RED, SIDE_OF_SECTION, Team, TeamEvent
from sheetscore.systems.team.score import TeamResult
from sheetscore.systems.team.seating import (
    Seat,
    check_seating,
    crew,
    pairings_at,
    seat_groups,
    seat_teams,
    sitting_out,
    team_on,
)


def draw_round(round_: RoundContext[TeamEvent]) -> Draw:
    """Pair the teams of a round. A team is there when one of its players is.

    Raises
    ------
    MistakesFound
        Fewer than two teams are there.
    """
    event, number = round_.event, round_.stage
    teams = teams_there(event, number)
    if len(teams) < 2:
        count = "Only 1 team plays" if teams else "No team plays"
        message = (
            f"{count} in round {number}, and two are needed to meet: enter teams with their players, or change the "
            "rounds in which the players are there."
        )
        raise MistakesFound([finding("event-missing", message)])
    drawn = pair_teams(
        [team_pairs.PairedTeam(team.id, team.name, team.number) for team in teams],
        number,
        event.scenario_of(number).id,
        [_earlier(event, one) for one in round_.earlier],
        pair_by=event.settings.pair_by,
        first_round=event.settings.first_round,
        seed=event.header.seed,
    )
    by_id = {team.id: team for team in teams}
    pairs = [(by_id[one], by_id[other]) for one, other in drawn.pairs]
    tables = seat_teams(event, number, pairs)
    out = [by_id[drawn.bye]] if drawn.bye else []
    return Draw(number, tables, pilots_of(event, number, out), (*drawn.report, *without_pilots(tables, pairs)))


def teams_there(event: TeamEvent, number: int) -> list[Team]:
    """Return the teams with at least one player present in a round."""
    present = event.entrants(number)
    return [team for team in event.teams if any(one.plays_for(team) and one.id in present for one in event.players)]


def pilots_of(event: TeamEvent, number: int, teams: Sequence[Team]) -> tuple[str, ...]:
    """Return the ids of the players of these teams who are present in a round."""
    present = event.entrants(number)
    return tuple(
        player.id for player in event.players if player.id in present and any(player.plays_for(team) for team in teams)
    )


def without_pilots(tables: Sequence[TableDraw], pairs: Sequence[tuple[Team, Team]]) -> Iterator[str]:
    """Yield a sentence for each seat whose team has no pilot for it."""
    for at, table in enumerate(tables):
        for seat, pilot in table.seats.items():
            if pilot is None:
                home, away = pairs[at // 2]  # a pair has two tables
                team = home if (side_of(seat) == RED) == bool(table.number % 2) else away
                yield (
                    f"{display_name(team.id, {team.id: team.name})} has no pilot for table {table.number}, {seat}: "
                    "choose a substitute on the sheet Draw, or fly it without."
                )


def _earlier(event: TeamEvent, earlier: EarlierRound) -> TeamRound:
    """Return an earlier round for pairing, with meetings whose results are still missing."""
    met: dict[str, str | None] = {}
    if earlier.drawn is not None:
        met = {group.id: group.against for group in seat_groups(event, earlier.drawn)}
        met |= {team.id: None for team in sitting_out(event, earlier.drawn)}
    results = [*map(TeamResult.read, earlier.rows)]
    met |= {result.team: result.opponent for result in results}
    avps = {result.team: result.avp for result in results}
    return TeamRound(earlier.number, earlier.scenario, avps, _mutual(met))


def _mutual(met: Mapping[str, str | None]) -> dict[str, str | None]:
    """Return the meetings without those that only one team has: the draw may have changed between results."""
    return {team: other for team, other in met.items() if other is None or met.get(other) == team}


def check_draw(round_: RoundContext[TeamEvent]) -> list[Finding]:
    """Find strangers, pilots with two seats, mixed teams, tables without partners, pilots without an enemy."""
    event, drawn = round_.event, round_.draw
    sitting = {(table, seat): player for table, seat, player in drawn.places()}
    not_needed = {one.id for one in event.players if one.is_substitute} - {*sitting.values(), *drawn.byes}
    return [
        *draw_mistakes(drawn, event.names, event.entrants(drawn.round).keys() - not_needed),
        *check_seating(round_, [table.number for table in drawn.tables], sitting),
        *without_enemies(drawn, event.forces(drawn.round), fewest=1),
    ]


def post_pairings(made: DrawBook) -> None:
    """Post the pairs of teams, and the team that sits out, by the teams of the drawn players."""
    teams = made.event.team_names  # by player
    numbers = (table.number for table in made.draw.tables)
    pairings = [*pairings_at(numbers, made.event.seats(made.draw.round))]
    out = tuple(number for number, line in enumerate(made.lines) if not line.table and line.player)
    at_tables = [" and ".join(map(str, pairing.tables)) for pairing in pairings]
    texts = ([*teams.values()], [*teams.values(), made.event.unseated.bye], [*at_tables, "at tables"])
    above = above_lines(made, "pairings")
    layout = wall(made.paper, texts, len(pairings) + bool(out), above=above)
    sheet = wall_sheet(made, "Pairings", "pairings", layout.columns, above)
    write_captions(made, sheet, layout, ("Team", "meets", "at tables"))
    listed = TeamList.written(made, sheet, layout)
    places = layout.down_then_across()
    for pairing, tables, (row, left) in zip(pairings, at_tables, places, strict=False):
        sheet.height(row, layout.line)
        for cell, seats in enumerate((pairing.home, pairing.away)):
            _write_team(made, listed, tuple(made.line_of[seat] for seat in seats), (row, left), cell)
        sheet.text(row, left + 2, tables, made.style(layout.style("posted middle", tables, 2)))
    for row, left in places if out else ():
        sheet.height(row, layout.line)
        _write_team(made, listed, out, (row, left), 0)
        bye = made.event.unseated.bye
        sheet.text(row, left + 1, bye, made.style(layout.style("posted", bye, 1)))
    print_wall(made, sheet, layout)


def _write_team(made: DrawBook, listed: TeamList, lines: tuple[int, ...], place: tuple[int, int], cell: int) -> None:
    """Write the team of the players on some lines; substitutes without a team do not count."""
    layout, (row, left) = listed.layout, place
    at = listed.at(map(made.cell, lines))
    sitting = {made.lines[line].player for line in lines}
    teams = reversed(list(made.event.team_names.items()))  # the last of several counts, as in the formula
    team = next((team for player, team in teams if player in sitting), NOBODY)
    formula = layout.shown_formula(f'IF({at}=0,"{NOBODY}",INDEX({listed.teams},{at}))', cell, team)
    shown, style = layout.shown(team, cell), made.style(layout.style("posted", team, cell))
    listed.sheet.formula(row, left + cell, formula, shown, style)


_ALONE = "their team has nobody to meet. Name the pilots of another team, too (--add), or let the team sit out"
_FULL = (
    "no seat of their own team and section is empty; a substitute may take any empty seat. Drop the pilot who is to "
    "give way (--drop)"
)


def change_draw(round_: RoundContext[TeamEvent], coming: Coming) -> Draw:
    """Give late pilots empty seats of their team, and teams without seats or without an opponent a team to meet.

    A late team is drawn with all its pilots who are present. It takes the place of a team that has left; else it meets
    the team that sits out, or another late team. A team whose opponents have left sits out if no team is free.

    Raises
    ------
    WrongUsage
        A late pilot's team has no empty seat for the pilot, or no team to meet.
    """
    event, stage, names = round_.event, round_.stage, round_.event.names
    cleared = reseated(round_.draw, _present_tables(event, stage), Coming(dropped=coming.dropped), names)
    owners = _owners(event, round_.draw)
    # a team that had seats does not sit out, even if one of its players does
    out = [team for team in sitting_out(event, cleared) if team.id not in set(owners.values())]
    new = _without_seats(event, coming.added, owners)
    hosts = list(_without_opponent(event, stage, cleared))
    made, waiting = _with_opponents(event, cleared, hosts, new, [team for team in out if team not in new])
    if waiting:
        late = [player for player in coming.added if event.team_of(player) in waiting]
        raise no_seat(round_.draw, late, names, _ALONE)
    seated = {player for _, _, player in made.places()}
    pilots = tuple(player for player in coming.added if player not in seated)
    return _off_the_draw(reseated(made, _own_seats(event, stage, _owners(event, made)), Coming(pilots), names), coming)


def _present_tables(event: TeamEvent, stage: int) -> Room:
    """Return the room at the tables that a draw has, without any further ones."""
    return Room(seats=tuple(event.seats(stage)), fewest=1, most_tables=0, otherwise=_FULL)


def _own_seats(event: TeamEvent, stage: int, owners: dict[Seat, str]) -> Room:
    """Return the room for late pilots: each takes a seat of the own team on the side of the own section.

    A player without a team takes any seat, first against pilots who have no enemy.
    """
    sides = {pilot.id: SIDE_OF_SECTION[pilot.section] for pilot in event.players if pilot.section}
    of_any = facing(event.forces(stage))

    def cost_of(table: TableDraw, seat: str, player: str) -> int | None:
        team = event.team_of(player)
        if team is None:
            return of_any(table, seat, player)
        return 0 if owners.get((table.number, seat)) == team.id and side_of(seat) == sides.get(player) else None

    return replace(_present_tables(event, stage), against=cost_of)


def _owners(event: TeamEvent, drawn: Draw) -> dict[Seat, str]:
    """Return for each seat the id of the team that has it."""
    return {seat: group.id for group in seat_groups(event, drawn) for seat in group.seats}


def _without_seats(event: TeamEvent, added: Iterable[str], owners: dict[Seat, str]) -> list[Team]:
    """Return the teams without seats to which late comers belong, each once."""
    teams = {team.id: team for player in added if (team := event.team_of(player))}
    return [team for team in teams.values() if team.id not in set(owners.values())]


def _without_opponent(event: TeamEvent, stage: int, drawn: Draw) -> Iterator[tuple[Team, tuple[Seat, ...]]]:
    """Yield the teams whose opponents have left, each with the seats of the opponents."""
    sitting = {(table, seat): player for table, seat, player in drawn.places()}
    for pairing in pairings_at((table.number for table in drawn.tables), event.seats(stage)):
        for own, opposite in ((pairing.home, pairing.away), (pairing.away, pairing.home)):
            team = team_on(event, own, sitting)
            if team and not any(seat in sitting for seat in opposite):
                yield team, opposite


def _with_opponents(
    event: TeamEvent,
    drawn: Draw,
    hosts: Sequence[tuple[Team, tuple[Seat, ...]]],
    new: Sequence[Team],
    out: Sequence[Team],
) -> tuple[Draw, list[Team]]:
    """Let teams without an opponent meet late teams, then teams that sit out; late teams left over meet at new tables.

    Parameters
    ----------
    hosts
        Teams that have seats, each with the seats of its opponents, who have left.
    new
        Late teams, which have no seats.
    out
        Teams that sit out.

    Returns
    -------
    The changed draw, and the late teams that have nobody to meet.
    """
    free, waiting = [*new, *out], list(hosts)
    while waiting:
        host, opposite = waiting.pop(0)
        if free:
            drawn = _with_team_on(event, drawn, free.pop(0), opposite)
        else:  # the team gives up its tables, so that it can meet the next team whose opponents have left
            drawn = _tables_without(drawn, {table for table, _ in opposite})
            free.append(host)
    while len(free) > 1 and free[0] in new:
        first = max((table.number for table in drawn.tables), default=0) + 1
        pair = (free.pop(0), free.pop(0))
        tables = seat_teams(event, drawn.round, [pair], first + (first + 1) % 2)  # from an odd number on
        drawn = replace(drawn, tables=(*drawn.tables, *tables))
    return _with_byes(event, drawn, [team for team in free if team not in new]), [team for team in free if team in new]


def _with_team_on(event: TeamEvent, drawn: Draw, team: Team, seats: Iterable[Seat]) -> Draw:
    """Return a draw with the pilots of a team on these seats, each on the seat of the own section."""
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
    """Let these teams alone sit out, with all their pilots who are present; byes of players without a team stay."""
    others = tuple(player for player in drawn.byes if event.team_of(player) is None)
    present = event.entrants(drawn.round)
    pilots = (player.id for team in out for player in event.players if player.id in present and player.plays_for(team))
    return replace(drawn, byes=(*others, *pilots))


def _off_the_draw(drawn: Draw, coming: Coming) -> Draw:
    """Return a draw without the players who leave.

    A team that was seated just now was seated with these players, since the event counts them as present still.
    """
    tables = tuple(
        replace(
            table,
            seats={seat: None if player in coming.dropped else player for seat, player in table.seats.items()},
        )
        for table in drawn.tables
    )
    return replace(drawn, tables=tables, byes=tuple(player for player in drawn.byes if player not in coming.dropped))
