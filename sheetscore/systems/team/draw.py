"""The draw of a round of team play: who meets whom by AVPs, who sits out, and the pairings posted.

Source: Tournament Guidelines, 1991, Team Play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sheetscore.findings import Finding, finding
from sheetscore.pairing import team_pairs
from sheetscore.pairing.draw import Draw, TableDraw, draw_mistakes, named, side_of
from sheetscore.pairing.team_pairs import TeamRound, pair_teams
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.sheets.draw_workbook import DrawBook
from sheetscore.sheets.postings import ABOVE_LINES, NOBODY, print_wall, wall_sheet, write_captions
from sheetscore.sheets.wall import Wall, wall
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.outcomes import EarlierRound
from sheetscore.systems.team.model import RED, Team, TeamEvent
from sheetscore.systems.team.score import read_result
from sheetscore.systems.team.seating import check_seating, pairings_at, seat_groups, seat_teams, sitting_out
from sheetscore.workbooks.book import Sheet
from sheetscore.workbooks.names import Area


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


def post_pairings(made: DrawBook) -> None:
    """Post which teams meet, and which one sits out: the team of whoever is drawn there."""
    teams = made.event.team_names
    numbers = (table.number for table in made.draw.tables)
    pairings = [*pairings_at(numbers, made.event.seats(made.draw.round))]
    out = tuple(number for number, line in enumerate(made.lines) if not line.table and line.player)
    at_tables = [" and ".join(map(str, pairing.tables)) for pairing in pairings]
    texts = ([*teams.values()], [*teams.values(), made.event.unseated.bye], [*at_tables, "at tables"])
    lying = wall(made.paper, texts, len(pairings) + bool(out), above=ABOVE_LINES)
    sheet = wall_sheet(made, "Pairings", "pairings", lying, ABOVE_LINES)
    write_captions(made, sheet, lying, ("Team", "meets", "at tables"))
    listed = _TeamList.written(made, sheet, lying)
    places = lying.down_then_across()
    for pairing, tables, (row, left) in zip(pairings, at_tables, places, strict=False):
        sheet.height(row, lying.line)
        for cell, seats in enumerate((pairing.home, pairing.away)):
            _write_team(made, listed, tuple(made.line_of[seat] for seat in seats), (row, left), cell)
        sheet.text(row, left + 2, tables, made.style(lying.style("posted middle", tables, 2)))
    for row, left in places if out else ():
        sheet.height(row, lying.line)
        _write_team(made, listed, out, (row, left), 0)
        bye = made.event.unseated.bye
        sheet.text(row, left + 1, bye, made.style(lying.style("posted", bye, 1)))
    print_wall(sheet, lying)


@dataclass(frozen=True)
class _TeamList:
    """Hidden columns of a posting: every pilot as the draw's list shows them, and the pilot's team.

    Parameters
    ----------
    pilots, teams
        Refer to the two columns.
    """

    sheet: Sheet
    lying: Wall
    pilots: str
    teams: str

    @classmethod
    def written(cls, made: DrawBook, sheet: Sheet, lying: Wall) -> _TeamList:
        """Write the columns beside a posting."""
        columns = (len(lying.columns), len(lying.columns) + 1)
        sheet.raw.set_column(*columns, None, None, {"hidden": True})
        teams = made.event.team_names
        for row, (player, team) in enumerate(teams.items(), start=lying.first):
            sheet.text(row, columns[0], made.shown(player))
            sheet.text(row, columns[1], team)
        last = lying.first + len(teams) - 1
        return cls(sheet, lying, *(Area(sheet.title, lying.first, at, last, at).reference for at in columns))


def _write_team(made: DrawBook, listed: _TeamList, lines: tuple[int, ...], place: tuple[int, int], cell: int) -> None:
    """Write the team of whoever sits on some lines; a substitute who belongs to none does not count."""
    lying, (row, left) = listed.lying, place
    sits = "+".join(f"({listed.pilots}={made.cell(line)})" for line in lines)
    at = f"SUMPRODUCT(MAX(({sits})*(ROW({listed.pilots})-{lying.first})))"
    formula = lying.shown_formula(f'IF({at}=0,"{NOBODY}",INDEX({listed.teams},{at}))', cell)
    sitting = {made.lines[line].player for line in lines}
    teams = reversed(list(made.event.team_names.items()))
    team = next((team for player, team in teams if player in sitting), NOBODY)
    shown, style = lying.shown(team, cell), made.style(lying.style("posted", team, cell))
    listed.sheet.formula(row, left + cell, formula, shown, style)
