"""The draw of a round of team play: who meets whom by AVPs, who sits out, and the pairings posted.

Source: Tournament Guidelines, 1991, Team Play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sheetscore.findings import Finding, finding
from sheetscore.pairing import team_pairs
from sheetscore.pairing.draw import Draw, TableDraw, draw_mistakes, named, side_of
from sheetscore.pairing.team_pairs import TeamRound, pair_teams
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.sheets.draw_workbook import DrawBook
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.outcomes import EarlierRound
from sheetscore.systems.team.model import RED, Team, TeamEvent
from sheetscore.systems.team.score import read_result
from sheetscore.systems.team.seating import check_seating, pairings_at, seat_groups, seat_teams, sitting_out
from sheetscore.workbooks.names import Area
from sheetscore.workbooks.paper import fit_width


def draw_round(round_: RoundAtHand[TeamEvent]) -> Draw:
    """Pair the teams of a round. A team is there when one of its players is.

    Raises
    ------
    WrongUsage
        The event plans no such round.
    MistakesFound
        Fewer than two teams are there.
    """
    event, number = round_.event, round_.stage
    planned = [number for number in event.planned_rounds if number not in event.unnamed_rounds]
    if number not in planned:
        known = ", ".join(map(str, planned)) or "none"
        raise WrongUsage(f"The event plans no round {number}; the rounds that it plans: {known}.")
    here = event.entrants(number)
    teams = [
        team for team in event.teams if any(player.plays_for(team) and player.id in here for player in event.players)
    ]
    if len(teams) < 2:
        count = "Only 1 team plays" if teams else "No team plays"
        message = (
            f"{count} in round {number}, and two are needed to meet: enter teams with their players, or change the "
            "rounds in which the players are there."
        )
        raise MistakesFound([finding("event-missing", message)])
    drawn = pair_teams(
        [team_pairs.Team(team.id, team.name, team.number) for team in teams],
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
    out = by_id.get(drawn.bye or "")
    byes = tuple(player.id for player in event.players if out and player.plays_for(out) and player.id in here)
    return Draw(number, tables, byes, (*drawn.report, *_without_pilots(tables, pairs)))


def _without_pilots(tables: Sequence[TableDraw], pairs: Sequence[tuple[Team, Team]]) -> Iterator[str]:
    """Name the seats whose pilots are absent."""
    for table in tables:
        for seat, pilot in table.seats.items():
            if pilot is None:
                home, away = pairs[(table.number - 1) // 2]
                team = home if (side_of(seat) == RED) == bool(table.number % 2) else away
                yield (
                    f"{named(team.id, {team.id: team.name})} has no pilot for table {table.number}, {seat}: choose a "
                    "substitute on the sheet Draw, or fly it without."
                )


def _earlier(event: TeamEvent, earlier: EarlierRound) -> TeamRound:
    """Return what pairing needs of an earlier round: who met whom also where the results are still missing."""
    met: dict[str, str | None] = {}
    if earlier.drawn is not None:
        met = {group.id: group.against for group in seat_groups(event, earlier.drawn)}
        met |= {team.id: None for team in sitting_out(event, earlier.drawn)}
    results = [*map(read_result, earlier.rows)]
    met |= {result.team: result.opponent for result in results}
    avps = {result.team: result.avp for result in results}
    return TeamRound(earlier.number, earlier.scenario, avps, _mutual(met))


def _mutual(met: Mapping[str, str | None]) -> dict[str, str | None]:
    """Leave out whoever met one that met another: the draw was changed after some results came in."""
    return {team: other for team, other in met.items() if other is None or met.get(other) == team}


def check_draw(round_: RoundAtHand[TeamEvent]) -> list[Finding]:
    """Find strangers, pilots with two seats, mixed teams, tables without partners."""
    event, drawn = round_.event, round_.draw
    sitting = {(table, seat): player for table, seat, player in drawn.places()}
    not_needed = {one.id for one in event.players if one.is_substitute} - {*sitting.values(), *drawn.byes}
    return [
        *draw_mistakes(drawn, event.names, event.entrants(drawn.round).keys() - not_needed),
        *check_seating(event, drawn.round, [table.number for table in drawn.tables], sitting),
    ]


_FIRST = 4
"""The row of the first pairing, from 0: above it stand the title and the headings."""

_PILOT, _TEAM = 5, 6
"""Hidden columns: every pilot as the list shows them, and the pilot's team."""

_NOBODY = "—"


def post_pairings(made: DrawBook) -> None:
    """Post which teams meet, and which one sits out: the team of whoever is drawn there."""
    sheet = made.sheet("Pairings", "pairings", (60, 250, 50, 250, 120))
    style = made.style
    sheet.raw.set_column(_PILOT, _TEAM, None, None, {"hidden": True})
    teams = made.event.team_names
    for row, (player, team) in enumerate(teams.items(), start=_FIRST):
        sheet.text(row, _PILOT, made.shown(player))
        sheet.text(row, _TEAM, team)
    last = _FIRST + len(teams) - 1
    pilots, titles = (Area("Pairings", _FIRST, at, last, at).reference for at in (_PILOT, _TEAM))
    for column, heading in enumerate(("", "Team", "", "meets", "at tables")):
        sheet.text(_FIRST - 1, column, heading, style("column"))
    tables = (table.number for table in made.draw.tables)
    pairings = [*pairings_at(tables, made.event.seats(made.draw.round))]
    for row, pairing in enumerate(pairings, start=_FIRST):
        sheet.height(row, 26)
        sheet.number(row, 0, row - _FIRST + 1, style("posted middle"))
        for column, seats in ((1, pairing.home), (3, pairing.away)):
            lines = tuple(made.line_of[seat] for seat in seats)
            sheet.formula(row, column, _team(made, lines, pilots, titles), _shown(made, lines, teams), style("posted"))
        sheet.text(row, 2, "v", style("posted middle"))
        sheet.text(row, 4, " and ".join(map(str, pairing.tables)), style("posted middle"))
    end = _FIRST + len(pairings)
    out = tuple(number for number, line in enumerate(made.lines) if not line.table and line.player)
    if out:
        sheet.height(end, 26)
        sheet.formula(end, 1, _team(made, out, pilots, titles), _shown(made, out, teams), style("posted"))
        sheet.text(end, 3, made.event.unseated.bye, style("posted"))
    sheet.protect()
    fit_width(sheet.raw, made.paper, repeat=_FIRST - 1, area=(max(end - (not out), _FIRST), 4))


def _team(made: DrawBook, lines: tuple[int, ...], pilots: str, titles: str) -> str:
    """Write the team of whoever sits on these seats; a substitute who belongs to none does not count."""
    sits = "+".join(f"({pilots}={made.cell(line)})" for line in lines)
    place = f"SUMPRODUCT(MAX(({sits})*(ROW({pilots})-{_FIRST})))"
    return f'IF({place}=0,"{_NOBODY}",INDEX({titles},{place}))'


def _shown(made: DrawBook, lines: tuple[int, ...], teams: Mapping[str, str]) -> str:
    sitting = {made.lines[line].player for line in lines}
    return next((team for player, team in reversed(list(teams.items())) if player in sitting), _NOBODY)
