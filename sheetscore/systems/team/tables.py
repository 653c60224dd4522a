"""The sheets of team play in the workbooks of results and standings.

Source: Tournament Guidelines, 1991, Team Play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from operator import attrgetter

from msgspec.structs import replace

from sheetscore.expressions.figure import Shown, exact
from sheetscore.expressions.figure_calls import total
from sheetscore.forms.round_forms import RoundForms
from sheetscore.scoring.ranking import rank_table
from sheetscore.scoring.tie_steps import Outing
from sheetscore.systems.columns import (
    SCORE,
    STANDINGS,
    RoundScores,
    agrees_column,
    by_score,
    column,
    cumulative_sheet,
    printed_first,
    round_name,
    unless_alike,
    wall_name_column,
)
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.outcomes import Agreement, ResultRow
from sheetscore.systems.tasks.flights import flight_columns, seat_column
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
from sheetscore.tables.table import (
    ByRule,
    Column,
    Here,
    LineFigures,
    Table,
    figure_column,
    same_in,
    text_column,
)
from sheetscore.workbooks.book import CellValue

RESULTS, PILOTS, BANDS, CHECKS, BOARD = "results", "pilots", "bands", "checks", "board"
"""Names of tables."""

LEADERS = 6
"""Ranks on the leader board (Tournament Guidelines, 1991, Team Play)."""

_SUMS = TextLine(
    "A team's points are the sum of what its pilots scored at both of its tables. AVP: what the team earns by the "
    "difference, by the table of its bands; the AVPs of all rounds are ranked."
)
_POINTS = {
    "sp": "SP: scenario points of the pilot.",
    "rs": "SP: scenario points of the pilot. TP: team points of the side, for each of its pilots. "
    "RS: round score, of both.",
}
"""What the columns of pilots are, by the points that a team adds up."""


def results_sheets(round_: RoundContext[TeamEvent]) -> tuple[TableSheet, ...]:
    """Return a round's results by team, its pilots, and the bands that give the AVPs."""
    event, forms, score = round_.event, round_.forms, round_.score
    bands, number = bands_of(forms), forms.round
    sides = {side.id: side.title for side in event.scenario_of(number).sides}
    points = "rs" if event.settings.avp_team_points else "sp"
    results, pilots = [*map(TeamResult.read, score.rows)], [*map(PilotResult.read, score.players)]
    flown, by_difference = pilots_table(forms, pilots, sides, points), bands_table(bands)
    table = results_table(results, points, flown, bands)
    checks = checks_table(score.checks, table, by_difference)
    return (
        TableSheet("Results", f"Results of round {number}", lines=(_SUMS,), tables=(table, by_difference)),
        TableSheet("Pilots", f"Pilots of round {number}", lines=(TextLine(_POINTS[points]),), tables=(flown,)),
        TableSheet("Pairs", "Whether pairs add up", tables=(checks,), for_director=True),
    )


def results_table(
    results: Sequence[TeamResult], points: str, pilots: Table[PilotResult], bands: BandTable
) -> Table[TeamResult]:
    """Make the table of results: a line for every team.

    Parameters
    ----------
    points
        Which points of its pilots a team adds up: ``sp`` or ``rs``.
    """

    def played(rule: Callable[[LineFigures[TeamResult]], Shown], key: str) -> ByRule[TeamResult]:
        return ByRule(lambda own: getattr(own.line, key) if own.line.opponent is None else rule(own))

    def team_sum(own: LineFigures[TeamResult]) -> Shown:
        return own.sum_of(pilots, points, team=own.cell("team"))

    def opponents_sum(own: LineFigures[TeamResult]) -> Shown:
        return own.other(own.table, own.line.opponent, "sp")

    def difference(own: LineFigures[TeamResult]) -> Shown:
        return own.cell("sp") - own.cell("opponent_sp")

    def avp(own: LineFigures[TeamResult]) -> Shown:
        value, _ = bands.points(exact(own.cell("difference")))
        columns = ("difference", "winner", "loser")
        return own.looked_up(
            value, lambda here: band_formula(here.cell("difference"), *(here.range(key, BANDS) for key in columns))
        )

    rules = {"sp": team_sum, "opponent_sp": opponents_sum, "difference": difference, "avp": avp}
    heading = "SP" if points == "sp" else "SP + TP"
    return _teams_table(RESULTS, results, heading, lambda key: played(rules[key], key), "No pair of teams is complete.")


def _teams_table(
    name: str,
    results: Sequence[TeamResult],
    heading: str,
    figure: Callable[[str], Callable[[TeamResult], CellValue] | ByRule[TeamResult]],
    empty: str,
) -> Table[TeamResult]:
    """Make a table with a line for every team of a round.

    Parameters
    ----------
    heading
        The heading of the column of a team's points.
    figure
        Returns, for a column, the function or the rule that gives its cells.
    """
    columns: tuple[Column[TeamResult], ...] = (
        text_column("name", "Team", 190, lambda result: result.name, player=lambda result: result.team),
        text_column("team", "Id", 56, lambda result: result.team),
        text_column("opponent_name", "Opponent", 190, lambda result: result.opponent_name or "sits out"),
        figure_column("sp", heading, 62, figure("sp")),
        figure_column("opponent_sp", "Opponent's", 88, figure("opponent_sp")),
        figure_column("difference", "Difference", 84, figure("difference"), style="cell strong"),
        figure_column("avp", "AVP", 60, figure("avp"), style="cell rank"),
    )
    return Table(
        name,
        printed_first(columns, unless_alike("team", {result.team: result.name for result in results})),
        results,
        key=lambda result: result.team,
        empty=empty,
    )


def pilots_table(
    forms: RoundForms, pilots: Sequence[PilotResult], sides: Mapping[str, str], points: str
) -> Table[PilotResult]:
    """Make the table of pilots with their points for the team.

    Parameters
    ----------
    points
        Which points the team adds up: ``sp`` or ``rs``.
    """
    first = {pilot.team: pilot.player for pilot in reversed(pilots)}  # of each team the first pilot is kept
    idle = frozenset({"tp", "rs"} if points == "sp" else ())  # team points do not count
    columns: tuple[Column[PilotResult], ...] = flight_columns(forms)
    flown = (replace(one, style="cell strong" if one.key == points else "cell middle") for one in columns)
    shown = (
        text_column("name", "Pilot", 180, lambda pilot: pilot.name, player=lambda pilot: pilot.player),
        text_column("player", "Id", 56, lambda pilot: pilot.player),
        text_column("team_name", "Team", 170, lambda pilot: pilot.team_name),
        figure_column("table", "Table", 48, lambda pilot: pilot.table),
        text_column("section", "Side", 146, lambda pilot: sides.get(pilot.section, pilot.section)),
        seat_column(),
        *flown,
        replace(text_column("team", "Team's id", 70, lambda pilot: pilot.team), helper=True),
    )
    return Table(
        PILOTS,
        printed_first(shown, idle | unless_alike("player", {pilot.player: pilot.name for pilot in pilots})),
        pilots,
        key=lambda pilot: (pilot.player, pilot.table),
        starts_group=lambda pilot: first[pilot.team] == pilot.player,
        empty="Nobody flew in this round.",
    )


def bands_table(bands: BandTable) -> Table[Band]:
    """Make the table of bands, in which the results look their AVPs up."""
    ends = {band.difference: str(above.difference - 1) for band, above in pairwise(bands.band)}
    ends[bands.band[-1].difference] = "or more"
    return Table(
        BANDS,
        (
            figure_column("difference", "Difference from", 190, lambda band: band.difference),
            text_column("ends", "to", 56, lambda band: ends[band.difference]),
            figure_column("winner", "Winner", 80, lambda band: band.winner, style="cell strong"),
            figure_column("loser", "Loser", 80, lambda band: band.loser, style="cell strong"),
        ),
        bands.band,
        key=lambda band: band.difference,
        title=f"{bands.title} by the difference of the two sums",
    )


def checks_table(
    checks: Sequence[Agreement], results: Table[TeamResult], bands: Table[Band]
) -> Table[tuple[Agreement, str, str]]:
    """Make the table that compares the AVPs of every pair with the total of a band."""
    pairs = ((one.team, other.team) for one, other in pairs_of(results.lines))
    lines = [(check, *pair) for check, pair in zip(checks, pairs, strict=True)]

    def together(own: LineFigures[tuple[Agreement, str, str]]) -> Shown:
        _, *both = own.line
        return total(*(own.other(results, team, "avp") for team in both))

    def expected(own: LineFigures[tuple[Agreement, str, str]]) -> Shown:
        return total(*(own.other(bands, bands.lines[0].difference, key) for key in ("winner", "loser")))

    return Table(
        CHECKS,
        (
            text_column("name", "Pair", 330, lambda line: line[0].name),
            figure_column("together", "Together", 80, ByRule(together)),
            figure_column("expected", "must be", 80, ByRule(expected)),
            agrees_column("together", 80),
        ),
        lines,
        title="Every pair",
        empty="No pair of teams is complete.",
    )


_EQUAL = TextLine("Equal totals share a rank, and the ranks after a shared one are skipped.", ranks=True)

_AVP = TextLine(
    "AVP: what a team earns in a round by the difference to its opponent. AVP total: those of all rounds added up.",
    ranks=True,
)

_ROUNDS = TextLine("Rounds: how many the team has flown.")


def standings_sheets(so_far: EventProgress[TeamEvent]) -> tuple[TableSheet, ...]:
    """Return the standings, the leader board, running totals, how ranks are found, and a sheet for each round.

    If all teams are on the leader board, it is left out: the standings show the same.
    """
    standings, rounds = so_far.standings, so_far.rounds
    tables = {number: round_table(number, results) for number, results in TeamResult.read_rounds(rounds).items()}
    rows, scores = standings.rows, RoundScores("Team", "avp", tables, whole=True)
    heading, ties = f"after round {standings.after_round}", ties_of(so_far)
    table = standings_table(rows, scores, ties)
    totals = [Fraction(row["score"] or 0) for row in rows]
    ranks, leaders = ties.lines or (_EQUAL,), leader_board(table)
    board = TableSheet("Leaders", f"Leader board {heading}", tables=(leaders,))
    return (
        ties.standings_sheet(heading, (_AVP, _ROUNDS, *ranks), table),
        *([board] if len(leaders.lines) < len(rows) else []),
        cumulative_sheet(table),
        TableSheet(
            "Ranks",
            "How the ranks come about",
            lines=(_EQUAL,),
            tables=(rank_table(totals, Fraction(0), "leader", STANDINGS, SCORE, whole=True),),
            for_director=True,
        ),
        *ties.sheets(),
        *(
            TableSheet(tables[number].name, tables[number].name, tables=(tables[number],), for_director=True)
            for number in scores.numbers
        ),
    )


def ties_of(so_far: EventProgress[TeamEvent]) -> TieTables:
    """Return the tie-break tables, whose formulas take AVPs and differences from the sheets of the rounds."""
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
    place_columns, rank = ties.grouped(by_score)
    columns = (
        *scores.rank_columns(rank),
        *scores.score_columns("AVP total"),
        scores.played_column("Rounds"),
        *place_columns,
    )
    return Table(
        STANDINGS,
        printed_first(ties.among(columns), unless_alike("id", {row["id"]: row["name"] for row in rows})),
        rows,
        key=lambda row: row["id"],
        empty="No round is scored yet.",
    )


def leader_board(standings: Table[ResultRow]) -> Table[ResultRow]:
    """Make the leader board: all teams on the first :data:`LEADERS` ranks."""
    leaders = [row for row in standings.lines if int(row["rank"] or 0) <= LEADERS]
    return Table(
        BOARD,
        (
            figure_column("rank", "Rank", 90, same_in(standings, "rank"), style="cell wall"),
            wall_name_column("Team", 420, column("name"), column("id"), leaders),
            figure_column("score", "AVP", 120, same_in(standings, "score"), style="cell wall"),
        ),
        leaders,
        key=lambda row: row["id"],
        empty="No round is scored yet.",
    )


def round_table(number: int, results: Sequence[TeamResult]) -> Table[TeamResult]:
    """Make the table of a round, with the values of its results."""
    return _teams_table(round_name(number), results, "SP", attrgetter, "Nobody played in this round.")
