"""The sheets of duplicate play in the workbooks: every play and the groups compared; the standings and the recap.

The recap has the match points of every team by tables, their sum, and its share of the most that the team could win.

Source: Tournament Guidelines, 1991, Duplicate Air Combat; Match Points and Factoring.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.expressions.figure import Figure, Shown
from sheetscore.expressions.figure_calls import when
from sheetscore.scoring.ranking import TieSettings, factored, match_points_among, rank_formula
from sheetscore.scoring.tie_steps import Outing
from sheetscore.systems.columns import (
    SCORE,
    STANDINGS,
    column,
    entered,
    group_columns,
    printed_first,
    rank_column,
    unless_alike,
    wall_name_column,
)
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.duplicate.model import SIDES, DuplicateEvent, DuplicateSettings, SideId
from sheetscore.systems.duplicate.score import (
    SITS_OUT,
    DuplicateResult,
    Group,
    decided_chains,
    for_sitting_out,
    group_title,
    groups_of,
)
from sheetscore.systems.duplicate.travellers import box
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.systems.tie_tables import TieTables
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import (
    ANYTHING,
    ByRule,
    Column,
    Here,
    LineFigures,
    Table,
    Wanted,
    cell_at,
    figure_column,
    same_in,
    text_column,
)
from sheetscore.workbooks.book import CellValue

RESULTS, GROUPS = "results", "groups"
"""Names of tables."""

_COMPARED = TextLine(
    "A team gets one match point for every other result of its side at the table that is lower, and half a point for "
    "every other that is the same. Where a table was played less often than another, a factor makes up for it. "
    "SP: scenario points, as the travellers have them. MP: match points. Score: match points times the factor."
)

_TWICE = TextLine(
    "A team that played a table twice is not compared with itself there, and no factor makes up for it: the points of "
    "its group add up to one less for every such pair."
)

_SITS_OUT = {
    "average": "A team that sits out is compared with nobody. It gets half of the most that those of its side "
    "who played there could win, so nothing where only one did.",
    "zero": "A team that sits out is compared with nobody and gets nothing.",
}


def results_sheets(round_: RoundContext[DuplicateEvent]) -> tuple[TableSheet, ...]:
    """Return the sheet of results by table and side, and the sheet of the groups, which checks their match points."""
    event, results = round_.event, [*map(DuplicateResult.read, round_.score.rows)]
    groups, settings = groups_of(results), event.settings
    out = any(result.sat_out for result in results)
    twice = any(group.own_pairs for group in groups)
    lines = (_COMPARED, *([_TWICE] if twice else []), *([TextLine(_SITS_OUT[settings.sit_out])] if out else []))
    table = results_table(results, settings)
    return (
        TableSheet("Results", "Results", lines=lines, tables=(table,)),
        TableSheet("Tables", "Who was compared", tables=(group_table(event, groups, table),), for_director=True),
    )


def results_table(results: Sequence[DuplicateResult], settings: DuplicateSettings) -> Table[DuplicateResult]:
    """Make the table of results: a row for every play.

    Parameters
    ----------
    results
        The results in the order of table, side and round.
    """
    groups = groups_of(results)
    sizes = {group.key: group.size for group in groups}
    twice = any(group.own_pairs for group in groups)

    def match_points(own: LineFigures[DuplicateResult]) -> Shown:
        if own.line.sat_out:
            return for_sitting_out(_of_group(own.line, "size", sizes[_key(own.line)]), settings)
        return match_points_among(own, "sp", "group", "team" if twice else "")

    def factor(own: LineFigures[DuplicateResult]) -> Shown:
        return _of_group(own.line, "factor", own.line.factor)

    columns = (
        *play_columns(ByRule(_points)),
        text_column("group", "Compared as", 128, _group),
        *([figure_column("own", "Others of its own", 66, ByRule(_own_others))] if twice else []),
        figure_column("mp", "MP", 50, ByRule(match_points), style="cell half"),
        *score_columns(ByRule(factor)),
    )
    return Table(
        RESULTS,
        printed_first(columns, _needless_ids(results)),
        results,
        key=lambda result: (result.team, result.table, result.round),
        starts_group=opens_group(groups),
        empty="No result is in yet.",
    )


def opens_group(groups: Sequence[Group]) -> Callable[[DuplicateResult], bool]:
    """Return a function that says whether a result is the first of its group."""
    first = {group.results[0] for group in groups}
    return lambda result: result in first


ResultCells = Callable[[DuplicateResult], CellValue] | ByRule[DuplicateResult]
"""The cells of a column of results, as values or formulas."""


def play_columns(points: ResultCells) -> tuple[Column[DuplicateResult], ...]:
    """Return the columns of teams and tables, with the points; blank if a team sat out."""
    return (
        text_column("name", "Team", 190, lambda result: result.name, player=lambda result: result.team),
        text_column("team", "Id", 56, lambda result: result.team),
        text_column("side", "Side", 46, lambda result: SIDES[result.side]),
        figure_column("table", "Table", 48, lambda result: result.table),
        figure_column("round", "Round", 50, lambda result: result.round),
        figure_column("sp", "SP", 48, points, style="cell strong"),
    )


def _needless_ids(results: Sequence[DuplicateResult]) -> frozenset[str]:
    return unless_alike("team", {result.team: result.name for result in results})


def score_columns(factor: ResultCells) -> tuple[Column[DuplicateResult], ...]:
    """Return the columns from match points to scores."""
    return (
        figure_column("factor", "Factor", 56, factor, style="cell two"),
        figure_column(
            "score", "Score", 66, ByRule(lambda own: factored(own.cell("mp"), own.cell("factor"))), style="cell score"
        ),
    )


def _points(own: LineFigures[DuplicateResult]) -> Shown:
    play = own.line
    return entered(box(play.table, play.side, play.round, "sp"), play.sp)


def _group(result: DuplicateResult) -> str:
    return SITS_OUT if result.sat_out else group_title(result.table, result.side)


def _own_others(own: LineFigures[DuplicateResult]) -> Shown:
    """Return the number of other results of the team in its group; blank if it sat out."""
    if own.line.sat_out:
        return None
    return own.count_of(own.table, group=own.cell("group"), team=own.cell("team")) - 1


def _key(result: DuplicateResult) -> tuple[int, SideId]:
    return result.table, result.side


def _of_group(result: DuplicateResult, key: str, value: int | Fraction | None) -> Figure:
    return cell_at(GROUPS, _key(result), key, value)


def group_table(event: DuplicateEvent, groups: Sequence[Group], results: Table[DuplicateResult]) -> Table[Group]:
    """Make the table of the groups: sizes, the check of the match points, factors."""
    scenarios = {group.table: event.scenario_on(group.table) for group in groups}

    def size(own: LineFigures[Group]) -> Shown:
        return own.count_of(results, group=own.cell("title"))

    def points(own: LineFigures[Group]) -> Shown:
        return own.sum_of(results, "mp", group=own.cell("title"))

    def own_pairs(own: LineFigures[Group]) -> Shown:
        return own.sum_of(results, "own", group=own.cell("title")) / 2

    def scenario(group: Group) -> str:
        found = scenarios[group.table]
        return found.title if found else ""

    twice = any(group.own_pairs for group in groups)
    return Table(
        GROUPS,
        (
            text_column("title", "Compared", 128, lambda group: group.title),
            text_column("scenario", "Scenario", 190, scenario),
            *group_columns(event.settings, size, points, own_pairs if twice else None),
        ),
        groups,
        key=lambda group: group.key,
        starts_group=lambda group: group is groups[0] or group.side == groups[0].side,
        empty="No result is in yet.",
    )


SCORES = "scores"
"""The name of the table of all plays."""

_NAME, _TABLE, _TOTAL, _SHARE = 230, 52, 74, 92
"""Pixels of the columns."""

_ABOUT = TextLine(
    "1, 2 and so on: the match points of every team at these tables, or a dash where it did not play. MP: their sum. "
    "Percent: how much of what it could win at most that is, a point for every other result of its side at its tables."
)

_SCORE = "Score: the match points times the factors of the tables."
_WITH_SITTING_OUT = f"{_SCORE[:-1]}, and what the team got for sitting out: half of the most that could be won there."
"""The sentences that say what the score on the recap adds up."""


class RankedTeams(Struct, frozen=True):
    """Teams that are ranked together."""

    title: str
    """The side; empty if both are ranked together."""
    rows: tuple[ResultRow, ...]
    """Their rows of the standings, best first."""

    @property
    def standings(self) -> str:
        """The name of the table of their standings."""
        return f"{STANDINGS} {self.title}".strip()

    @property
    def ranks(self) -> str:
        """The name of the table in which their ranks are found."""
        return f"ranks {self.title}".strip()

    @property
    def recap(self) -> str:
        """The name of their table in the recap."""
        return f"recap {self.title}".strip()


def recap_sheet(
    standings: Sequence[tuple[RankedTeams, Table[ResultRow]]],
    scores: Table[DuplicateResult],
    ranks: Sequence[TextLine],
    sit_out: str,
) -> TableSheet:
    """Make the sheet of the recap.

    Parameters
    ----------
    standings
        The teams ranked together, and the table of their standings.
    scores
        The table of all plays. Lines of teams that sat out lack scenario points, and so are left out of sums.
    ranks
        The lines of text that say how ranks come about.
    sit_out
        What a team gets that sits out, by the setting of the event.
    """
    played = [result for result in scores.lines if not result.sat_out]
    tables = sorted({result.table for result in played})
    most = _most(played)
    recaps = tuple(_recap(ranking, standing, scores, tables, most) for ranking, standing in standings)
    given = len(played) < len(scores.lines) and sit_out == "average"
    lines = (_ABOUT, TextLine(_WITH_SITTING_OUT if given else _SCORE), *ranks)
    return TableSheet("Recap", "Recap", lines=lines, tables=recaps, landscape=len(tables) > 6)


def _recap(
    ranking: RankedTeams,
    standings: Table[ResultRow],
    scores: Table[DuplicateResult],
    tables: Sequence[int],
    most: Mapping[Exact, int],
) -> Table[ResultRow]:
    def played(own: LineFigures[ResultRow]) -> Mapping[str, Wanted]:
        return {"team": own.other(standings, own.line["id"], "id"), "sp": ANYTHING}

    def total(own: LineFigures[ResultRow]) -> Shown:
        return own.sum_of(scores, "mp", **played(own))

    def share(own: LineFigures[ResultRow]) -> Shown:
        return own.cell("total") / most[own.line["id"]] if most.get(own.line["id"]) else None

    def at_table(table: int) -> Column[ResultRow]:
        def points(own: LineFigures[ResultRow]) -> Shown:
            at = {**played(own), "table": table}
            return when(own.count_of(scores, **at) == 0, "–", own.sum_of(scores, "mp", **at))

        return figure_column(f"table {table}", str(table), _TABLE, ByRule(points), style="cell wall half")

    return Table(
        ranking.recap,
        (
            figure_column("rank", "Rank", 50, same_in(standings, "rank"), style="cell wall"),
            wall_name_column("Team", _NAME, column("name"), column("id"), ranking.rows),
            *map(at_table, tables),
            figure_column("total", "MP", _TOTAL, ByRule(total), style="cell wall half"),
            figure_column("share", "Percent", _SHARE, ByRule(share), style="cell wall percent"),
            figure_column(SCORE, "Score", _TOTAL, same_in(standings, SCORE), style="cell wall two"),
        ),
        ranking.rows,
        key=lambda row: row["id"],
        title=ranking.title,
        empty="No result is in yet.",
        size="large",
    )


def _most(played: Sequence[DuplicateResult]) -> dict[Exact, int]:
    """Return the most match points that every team could win: one for each result of another team in its groups."""
    most: dict[Exact, int] = {}
    for group in groups_of(played):
        for result in group.results:
            most[result.team] = most.get(result.team, 0) + len(group.results) - group.teams[result.team]
    return most


_RANKED = {
    "per_side": "Red and Blue are ranked apart: their points are never compared with each other.",
    "one": "Red and Blue are ranked together, although their points are never compared with each other.",
}


def rankings(event: DuplicateEvent, rows: Sequence[ResultRow]) -> tuple[RankedTeams, ...]:
    """Sort the rows of the standings into those ranked together."""
    if event.settings.winners == "one":
        return (RankedTeams("", tuple(rows)),)
    return tuple(RankedTeams(title, tuple(row for row in rows if row["side"] == side)) for side, title in SIDES.items())


def standings_sheets(so_far: EventProgress[DuplicateEvent]) -> tuple[TableSheet, ...]:
    """Return the sheets of the standings, the recap, the ranks, the tie-breaks, and all scores that are added up."""
    event, standings = so_far.event, so_far.standings
    lists = rankings(event, standings.rows)
    ties = ties_of(so_far)
    scores = scores_table([DuplicateResult.read(row) for stage in so_far.rounds.values() for row in stage])
    tables = [standings_table(ranking, scores, tie) for ranking, tie in zip(lists, ties, strict=True)]
    ranks = (TextLine(event.settings.who_shares, ranks=True), *ties[0].lines)
    return (
        TableSheet(
            "Standings",
            f"Standings after round {standings.after_round}",
            lines=(TextLine(_RANKED[event.settings.winners]), *ranks),
            tables=tuple(tables),
        ),
        recap_sheet([*zip(lists, tables, strict=True)], scores, ranks, event.settings.sit_out),
        TableSheet(
            "Ranks",
            "How the ranks come about",
            lines=(TextLine(event.settings.who_shares), TextLine("The ranks after a shared one are skipped.")),
            tables=tuple(_ranks(ranking, event.settings) for ranking in lists),
            for_director=True,
        ),
        *ties[0].sheets(),
        TableSheet("Scores", "All scores", tables=(scores,), for_director=True),
    )


def ties_of(so_far: EventProgress[DuplicateEvent]) -> tuple[TieTables, ...]:
    """Return the tie-break tables of each ranking; formulas look the scores of rounds up on the sheet of all scores."""

    def score(here: Here[Outing]) -> str:
        columns = (("team", "who"), ("round", "round"))
        own = "*".join(f"({here.range(key, SCORES)}={here.cell(own_key)})" for key, own_key in columns)
        return f"SUMPRODUCT({own}*{here.range('score', SCORES)})"

    record, chains = decided_chains(so_far)
    return tuple(TieTables(chain, record, so_far.standings.rows, (), {"score": score}) for chain in chains)


def standings_table(ranking: RankedTeams, scores: Table[DuplicateResult], ties: TieTables) -> Table[ResultRow]:
    """Make the table of the standings of those who are ranked together, from the table of all plays."""
    place_columns, rank = ties.grouped(lambda here: rank_formula(here, SCORE, ranking.ranks))

    def score(own: LineFigures[ResultRow]) -> Shown:
        return own.sum_of(scores, "score", team=own.cell("id"))

    def played(own: LineFigures[ResultRow]) -> Shown:
        return own.count_of(scores, team=own.cell("id"), sp=ANYTHING)

    columns = (
        rank_column(rank),
        text_column("name", "Team", 250, column("name"), player=column("id")),
        text_column("id", "Id", 60, column("id")),
        text_column("side", "Side", 60, lambda row: next(SIDES[side] for side in SIDES if side == row["side"])),
        figure_column(SCORE, "Score", 84, ByRule(score), style="cell score"),
        figure_column("rounds", "Rounds played", 70, ByRule(played)),
        *place_columns,
    )
    return Table(
        ranking.standings,
        printed_first(ties.among(columns), unless_alike("id", {row["id"]: row["name"] for row in ranking.rows})),
        ranking.rows,
        key=lambda row: row["id"],
        title=ranking.title,
        empty="No result is in yet.",
    )


def _ranks(ranking: RankedTeams, settings: TieSettings) -> Table[int]:
    totals = [Fraction(row["score"] or 0) for row in ranking.rows]
    table = settings.rank_table(totals, ranking.standings, SCORE, ranking.ranks)
    return replace(table, title=ranking.title)


def scores_table(results: Sequence[DuplicateResult]) -> Table[DuplicateResult]:
    """Make the table of all plays, with the values of results."""
    columns = (
        *play_columns(lambda result: result.sp),
        figure_column("mp", "MP", 54, lambda result: result.mp, None, "cell half"),
        *score_columns(lambda result: result.factor),
    )
    return Table(
        SCORES,
        printed_first(columns, _needless_ids(results)),
        results,
        starts_group=opens_group(groups_of(results)),
        empty="No result is in yet.",
    )
