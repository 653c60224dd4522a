"""What team play shows in the workbooks of results and standings.

Source: Tournament Guidelines, 1991, Team Play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from msgspec.structs import replace

from sheetscore.forms.round_forms import RoundForms
from sheetscore.scoring.ranking import rank_table
from sheetscore.scoring.tie_steps import Outing
from sheetscore.systems.columns import (
    SCORE,
    STANDINGS,
    RoundScores,
    by_score,
    column,
    cumulative_sheet,
    round_name,
    wall_name_column,
)
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.outcomes import Agreement, ResultRow
from sheetscore.systems.tasks.flights import flight_columns
from sheetscore.systems.team.model import TeamEvent
from sheetscore.systems.team.score import (
    Band,
    BandTable,
    PilotResult,
    TeamResult,
    band_formula,
    bands_of,
    decided_chain,
    pairs_of,
)
from sheetscore.systems.tie_tables import OfRound, TieTables
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column

RESULTS, PILOTS, BANDS, CHECKS, BOARD = "results", "pilots", "bands", "checks", "board"
"""Names of tables."""

LEADERS = 6
"""Ranks on the leader board (Tournament Guidelines, 1991, Team Play)."""

_SUMS = TextLine("A team's points are the sum of what its pilots scored at both of its tables.")
_BANDS = TextLine("The difference of the two sums is looked up here: the first figure is the winner's.")


def results_sheets(round_: RoundContext[TeamEvent]) -> tuple[TableSheet, ...]:
    """Return a round's results by team, its pilots, and the bands by which AVPs are found."""
    event, forms, score = round_.event, round_.forms, round_.score
    bands, number = bands_of(forms), forms.round
    sides = {side.id: side.title for side in event.scenario_of(number).sides}
    points = "rs" if event.settings.avp_team_points else "sp"
    results, pilots = [*map(TeamResult.read, score.rows)], [*map(PilotResult.read, score.players)]
    return (
        TableSheet("Results", f"Results of round {number}", lines=(_SUMS,), tables=(results_table(results, points),)),
        TableSheet("Pilots", f"Pilots of round {number}", tables=(pilots_table(forms, pilots, sides),)),
        TableSheet(
            "Bands", bands.title, lines=(_BANDS,), tables=(bands_table(bands), checks_table(score.checks, results))
        ),
    )


def results_table(results: Sequence[TeamResult], points: str) -> Table[TeamResult]:
    """Make the table of results: a line for every team.

    Parameters
    ----------
    points
        Which points of its pilots a team adds up: ``sp`` or ``rs``.
    """

    def played(formula: Callable[[Here[TeamResult]], str]) -> Callable[[Here[TeamResult]], str | None]:
        return lambda here: None if here.line.opponent is None else formula(here)

    def team_sum(here: Here[TeamResult]) -> str:
        return f"SUMPRODUCT(({here.range('team', PILOTS)}={here.cell('team')})*{here.range(points, PILOTS)})"

    def opponents_sum(here: Here[TeamResult]) -> str:
        return here.other(RESULTS, here.line.opponent, "sp")

    def difference(here: Here[TeamResult]) -> str:
        return f"{here.cell('sp')}-{here.cell('opponent_sp')}"

    def avp(here: Here[TeamResult]) -> str:
        columns = (here.range(key, BANDS) for key in ("difference", "winner", "loser"))
        return band_formula(here.cell("difference"), *columns)

    heading = "SP" if points == "sp" else "SP + TP"
    return Table(
        RESULTS,
        (
            text_column("name", "Team", 190, lambda result: result.name),
            text_column("team", "Id", 56, lambda result: result.team),
            text_column("opponent_name", "Opponent", 190, _opponent),
            figure_column("sp", heading, 62, lambda result: result.sp, played(team_sum)),
            figure_column("opponent_sp", "Opponent's", 88, lambda result: result.opponent_sp, played(opponents_sum)),
            figure_column(
                "difference", "Difference", 84, lambda result: result.difference, played(difference), "cell strong"
            ),
            figure_column("avp", "AVP", 60, lambda result: result.avp, played(avp), "cell rank"),
        ),
        results,
        key=lambda result: result.team,
        empty="No pair of teams is complete.",
    )


def _opponent(result: TeamResult) -> str:
    return result.opponent_name or "sits out"


def pilots_table(forms: RoundForms, pilots: Sequence[PilotResult], sides: Mapping[str, str]) -> Table[PilotResult]:
    """Make the table of pilots: what each brought to the team."""
    first = {pilot.team: pilot.player for pilot in reversed(pilots)}
    return Table(
        PILOTS,
        (
            text_column("name", "Pilot", 180, lambda pilot: pilot.name),
            text_column("player", "Id", 56, lambda pilot: pilot.player),
            text_column("team_name", "Team", 170, lambda pilot: pilot.team_name),
            text_column("team", "Team's id", 70, lambda pilot: pilot.team),
            figure_column("table", "Table", 48, lambda pilot: pilot.table),
            text_column("seat", "Seat", 62, lambda pilot: pilot.seat),
            text_column("section", "Side", 130, lambda pilot: sides.get(pilot.section, pilot.section)),
            *flight_columns(forms),
        ),
        pilots,
        key=lambda pilot: (pilot.player, pilot.table),
        starts_group=lambda pilot: first[pilot.team] == pilot.player,
        empty="Nobody flew in this round.",
    )


def bands_table(bands: BandTable) -> Table[Band]:
    """Make the table of bands, in which the results look their AVPs up."""
    ends = {band.difference: f"to {above.difference - 1}" for band, above in pairwise(bands.band)}
    ends[bands.band[-1].difference] = "or more"
    return Table(
        BANDS,
        (
            text_column("band", "Difference", 330, lambda band: f"{band.difference} {ends[band.difference]}"),
            figure_column("difference", "from", 80, lambda band: band.difference),
            figure_column("winner", "Winner", 80, lambda band: band.winner, style="cell strong"),
            figure_column("loser", "Loser", 80, lambda band: band.loser, style="cell strong"),
        ),
        bands.band,
        title="AVPs by difference",
    )


def checks_table(checks: Sequence[Agreement], results: Sequence[TeamResult]) -> Table[tuple[Agreement, str, str]]:
    """Make the table that adds up the AVPs of every pair."""
    pairs = ((one.team, other.team) for one, other in pairs_of(results))
    lines = [(check, *pair) for check, pair in zip(checks, pairs, strict=True)]

    def together(here: Here[tuple[Agreement, str, str]]) -> str:
        _, one, other = here.line
        return f"{here.other(RESULTS, one, 'avp')}+{here.other(RESULTS, other, 'avp')}"

    def expected(here: Here[tuple[Agreement, str, str]]) -> str:
        return f"INDEX({here.range('winner', BANDS)},1)+INDEX({here.range('loser', BANDS)},1)"

    def agrees(here: Here[tuple[Agreement, str, str]]) -> str:
        return f'IF({here.cell("together")}={here.cell("expected")},"✓","✗")'

    return Table(
        CHECKS,
        (
            text_column("name", "Pair", 330, lambda line: line[0].name),
            figure_column("together", "Together", 80, lambda line: line[0].actual, together),
            figure_column("expected", "must be", 80, lambda line: line[0].expected, expected),
            figure_column("agrees", "agrees", 80, lambda line: "✓" if line[0].ok else "✗", agrees, "cell strong"),
        ),
        lines,
        title="Every pair",
        empty="No pair of teams is complete.",
    )


def standings_sheets(so_far: EventProgress[TeamEvent]) -> tuple[TableSheet, ...]:
    """Return the standings, the leader board, running totals, how ranks are found, and a sheet for each round."""
    standings, rounds = so_far.standings, so_far.rounds
    rows, scores = standings.rows, RoundScores("Team", "team", "avp", rounds, whole=True)
    results = TeamResult.read_rounds(rounds)
    totals = [Fraction(row["score"] or 0) for row in rows]
    heading, ties = f"after round {standings.after_round}", ties_of(so_far)
    return (
        TableSheet("Standings", f"Standings {heading}", ties.lines, tables=(standings_table(rows, scores, ties),)),
        TableSheet("Leaders", f"Leader board {heading}", tables=(leader_board(rows),)),
        cumulative_sheet(rows, scores),
        TableSheet(
            "Ranks",
            "How the ranks come about",
            lines=(TextLine("Equal totals share a rank, and the ranks after a shared one are skipped."),),
            tables=(rank_table(totals, Fraction(0), "leader", STANDINGS, SCORE, whole=True),),
            for_director=True,
        ),
        *ties.sheets(),
        *(
            TableSheet(round_name(number), round_name(number), tables=(round_table(number, results[number]),))
            for number in sorted(results)
        ),
    )


def ties_of(so_far: EventProgress[TeamEvent]) -> TieTables:
    """Return what ties are broken by, with how its rounds follow from the sheets of the rounds."""
    record, chain = decided_chain(so_far)

    def of_round(key: str) -> OfRound:
        def formula(here: Here[Outing]) -> str | None:
            name, team = round_name(here.line.round), here.line.who
            return here.other(name, team, key) if team in here.places[name].rows else None

        return formula

    own = {"score": of_round("avp"), "margin": of_round("difference")}
    return TieTables(
        chain, record, so_far.standings.rows, (), {**own, "share": lambda here: f"(SIGN({own['margin'](here)})+1)/2"}
    )


def standings_table(rows: Sequence[ResultRow], scores: RoundScores, ties: TieTables) -> Table[ResultRow]:
    """Make the table of the standings."""
    played = figure_column("rounds", "Rounds", 62, column("rounds"), lambda here: scores.over(here, "COUNT"))
    before, rank = ties.grouped(by_score)
    return Table(
        STANDINGS,
        ties.among((*scores.rank_columns(rank), *scores.score_columns("AVP total"), played, *before)),
        rows,
        key=lambda row: row["id"],
        empty="No round is scored yet.",
    )


def leader_board(rows: Sequence[ResultRow]) -> Table[ResultRow]:
    """Make the leader board: all on the first six ranks."""

    def from_standings(key: str, heading: str, width: int, style: str) -> Column[ResultRow]:
        def formula(here: Here[ResultRow]) -> str:
            return here.other(STANDINGS, here.line["id"], key)

        return figure_column(key, heading, width, column(key), formula, style)

    return Table(
        BOARD,
        (
            from_standings("rank", "Rank", 90, "cell rank"),
            replace(wall_name_column("Team", 420, column("name"), column("id")), style="posted"),
            from_standings("score", "AVP", 120, "cell rank"),
        ),
        [row for row in rows if int(row["rank"] or 0) <= LEADERS],
        key=lambda row: row["id"],
        empty="No round is scored yet.",
    )


def round_table(number: int, results: Sequence[TeamResult]) -> Table[TeamResult]:
    """Make the table of a round as its results have it."""
    return Table(
        round_name(number),
        (
            text_column("name", "Team", 210, lambda result: result.name),
            text_column("team", "Id", 60, lambda result: result.team),
            text_column("opponent_name", "Opponent", 210, _opponent),
            figure_column("sp", "SP", 60, lambda result: result.sp),
            figure_column("opponent_sp", "Opponent's", 88, lambda result: result.opponent_sp),
            figure_column("difference", "Difference", 84, lambda result: result.difference),
            figure_column("avp", "AVP", 72, lambda result: result.avp, None, "cell strong"),
        ),
        results,
        key=lambda result: result.team,
        empty="Nobody played in this round.",
    )
