"""What duplicate play shows in the workbooks: every play and the groups compared; the standings and the recap.

The recap has teams by tables, with the match points of each, their sum and what share it is.

Source: Tournament Guidelines, 1991, Duplicate Air Combat; Match Points and Factoring.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.scoring.ranking import (
    RankedPlace,
    TieSettings,
    count_if_equal,
    match_points_formula,
    match_points_of_others_formula,
    rank_formula,
    sum_if_equal,
)
from sheetscore.scoring.tie_steps import Outing
from sheetscore.systems.columns import (
    ENTRIES,
    SCORE,
    STANDINGS,
    VALUE,
    column,
    factored,
    group_columns,
    wall_name_column,
)
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.duplicate.model import SIDES, DuplicateEvent, DuplicateSettings
from sheetscore.systems.duplicate.score import SITS_OUT, DuplicateResult, Group, decided_chains, group_title, groups_of
from sheetscore.systems.duplicate.travellers import box
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.systems.tie_tables import TieTables
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column

RESULTS, GROUPS = "results", "groups"
"""Names of tables."""

_COMPARED = TextLine(
    "A team gets one match point for every other result of its side at the table that is lower, and half a point for "
    "every other that is the same. Where a table was played less often than another, a factor makes up for it."
)

_TWICE = TextLine(
    "A team that played a table twice is not compared with itself there, and no factor makes up for it: the points of "
    "its group add up to one less for every such pair."
)

_SITS_OUT = {
    "average": "A team that sits out is compared with nobody. It gets half of the most that its side could win there.",
    "zero": "A team that sits out is compared with nobody and gets nothing.",
}


def results_sheets(round_: RoundContext[DuplicateEvent]) -> tuple[TableSheet, ...]:
    """Return the results by table and side, and the groups that they are checked by."""
    event, results = round_.event, [*map(DuplicateResult.read, round_.score.rows)]
    groups, settings = groups_of(results), event.settings
    out = any(result.sat_out for result in results)
    twice = any(group.own_pairs for group in groups)
    lines = (_COMPARED, *([_TWICE] if twice else []), *([TextLine(_SITS_OUT[settings.sit_out])] if out else []))
    return (
        TableSheet("Results", "Results", lines=lines, tables=(results_table(results, settings),)),
        TableSheet("Tables", "Who was compared", tables=(group_table(event, groups),)),
    )


def results_table(results: Sequence[DuplicateResult], settings: DuplicateSettings) -> Table[DuplicateResult]:
    """Make the table of results: a row for every play.

    Parameters
    ----------
    results
        By table, side and round.
    """
    groups = groups_of(results)
    twice = any(group.own_pairs for group in groups)

    def match_points(here: Here[DuplicateResult]) -> str | None:
        if here.line.sat_out:
            return f"MAX({_of_group('size')(here)}-1,0)/2" if settings.sit_out == "average" else None
        points = here.cell("sp"), here.range("sp"), here.cell("group"), here.range("group")
        if twice:
            return match_points_of_others_formula(*points, here.cell("team"), here.range("team"))
        return match_points_formula(*points)

    return Table(
        RESULTS,
        (
            *play_columns(_points),
            text_column("group", "Compared as", 128, _group),
            *([_own_others(groups)] if twice else []),
            figure_column("mp", "MP", 50, lambda result: result.mp, match_points, "cell half"),
            *score_columns(_of_group("factor")),
        ),
        results,
        key=lambda result: (result.team, result.table, result.round),
        starts_group=opens_group(groups),
        empty="No result is in yet.",
    )


def opens_group(groups: Sequence[Group]) -> Callable[[DuplicateResult], bool]:
    """Tell whether a result is the first of its group."""
    first = {group.results[0] for group in groups}
    return lambda result: result in first


def play_columns(points: Callable[[Here[DuplicateResult]], str | None] | None) -> tuple[Column[DuplicateResult], ...]:
    """Return the columns that say who played where, with the points; blank where somebody sat out."""
    return (
        text_column("name", "Team", 190, lambda result: result.name),
        text_column("team", "Id", 56, lambda result: result.team),
        text_column("side", "Side", 46, lambda result: SIDES[result.side]),
        figure_column("table", "Table", 48, lambda result: result.table),
        figure_column("round", "Round", 50, lambda result: result.round),
        figure_column("sp", "SP", 48, lambda result: result.sp, points, "cell strong"),
    )


def score_columns(factor: Callable[[Here[DuplicateResult]], str] | None) -> tuple[Column[DuplicateResult], ...]:
    """Return the columns that match points end in; a group of one has no factor and scores nothing."""
    return (
        figure_column("factor", "Factor", 56, lambda result: result.factor, factor, "cell two"),
        figure_column("score", "Score", 66, lambda result: result.score, factored, "cell score"),
    )


def _points(here: Here[DuplicateResult]) -> str | None:
    result = here.line
    return None if result.sat_out else here.other(ENTRIES, box(result.table, result.side, result.round, "sp"), VALUE)


def _group(result: DuplicateResult) -> str:
    return SITS_OUT if result.sat_out else group_title(result.table, result.side)


def _own_others(groups: Sequence[Group]) -> Column[DuplicateResult]:
    """Return the column that says how many other results of the team are in its group; blank where it sat out."""
    plays = {(group.title, team): number for group in groups for team, number in group.teams.items()}

    def others(result: DuplicateResult) -> int | None:
        return None if result.sat_out else plays[_group(result), result.team] - 1

    def formula(here: Here[DuplicateResult]) -> str | None:
        if here.line.sat_out:
            return None
        same = f"({here.range('group')}={here.cell('group')})*({here.range('team')}={here.cell('team')})"
        return f"SUMPRODUCT({same})-1"

    return figure_column("own", "Others of its own", 66, others, formula)


def _of_group(key: str) -> Callable[[Here[DuplicateResult]], str]:
    return lambda here: here.other(GROUPS, (here.line.table, here.line.side), key)


def group_table(event: DuplicateEvent, groups: Sequence[Group]) -> Table[Group]:
    """Make the table of the groups: sizes, the check of the match points, factors."""
    scenarios = {group.table: event.scenario_on(group.table) for group in groups}

    def size(here: Here[Group]) -> str:
        return count_if_equal(here.range("group", RESULTS), here.cell("title"))

    def points(here: Here[Group]) -> str:
        return sum_if_equal(here.range("mp", RESULTS), here.range("group", RESULTS), here.cell("title"))

    def own_pairs(here: Here[Group]) -> str:
        return f"{sum_if_equal(here.range('own', RESULTS), here.range('group', RESULTS), here.cell('title'))}/2"

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
    "The match points of every team at every table, their sum, and how much of what it could win at most that is: a "
    "point for every other result of its side at its tables. – a table that a team did not play."
)


class RankedTeams(Struct, frozen=True):
    """Teams that are ranked together."""

    title: str
    """The side; empty where both are ranked together."""
    rows: tuple[ResultRow, ...]
    """Best first."""

    @property
    def standings(self) -> str:
        """The name of the table of its standings."""
        return f"{STANDINGS} {self.title}".strip()

    @property
    def ranks(self) -> str:
        """The name of the table in which its ranks are found."""
        return f"ranks {self.title}".strip()

    @property
    def recap(self) -> str:
        """The name of its table in the recap."""
        return f"recap {self.title}".strip()


def recap_sheet(lists: Sequence[RankedTeams], results: Sequence[DuplicateResult]) -> TableSheet:
    """Make the sheet of the recap.

    Parameters
    ----------
    results
        Of all plays, and of those who sat out, who have no points there.
    """
    played = [result for result in results if not result.sat_out]
    tables = sorted({result.table for result in played})
    recaps = tuple(_recap(ranking, played, tables) for ranking in lists)
    return TableSheet("Recap", "Recap", lines=(_ABOUT,), tables=recaps, landscape=len(tables) > 6)


def _recap(ranking: RankedTeams, played: Sequence[DuplicateResult], tables: Sequence[int]) -> Table[ResultRow]:
    most = _most(played)

    def total(row: ResultRow) -> Fraction:
        return Fraction(sum(result.mp for result in played if result.team == row["id"]))

    def share(row: ResultRow) -> Fraction | None:
        return total(row) / most[row["id"]] if most.get(row["id"]) else None

    def total_formula(here: Here[ResultRow]) -> str:
        return f"SUMPRODUCT({_of_team(here, ranking)},{here.range('mp', SCORES)})"

    def share_formula(here: Here[ResultRow]) -> str:
        most_here = most.get(here.line["id"], 0)
        return f'IF({most_here}=0,"",{here.cell("total")}/{max(most_here, 1)})'

    return Table(
        ranking.recap,
        (
            figure_column("rank", "Rank", 50, column("rank"), _same(ranking, "rank"), "cell wall"),
            wall_name_column("Team", _NAME, column("name"), column("id")),
            *(_at_table(ranking, table, played) for table in tables),
            figure_column("total", "MP", _TOTAL, total, total_formula, "cell wall half"),
            figure_column("share", "Percent", _SHARE, share, share_formula, "cell wall percent"),
            figure_column(SCORE, "Score", _TOTAL, column("score"), _same(ranking, SCORE), "cell wall two"),
        ),
        ranking.rows,
        key=lambda row: row["id"],
        title=ranking.title,
        empty="No result is in yet.",
        size="large",
    )


def _of_team(here: Here[ResultRow], ranking: RankedTeams) -> str:
    """Write which of the plays are the line's team's, and were played."""
    team, points = here.range("team", SCORES), here.range("sp", SCORES)
    return f'({team}={here.other(ranking.standings, here.line["id"], "id")})*({points}<>"")'


def _same(ranking: RankedTeams, key: str) -> Callable[[Here[ResultRow]], str]:
    return lambda here: here.other(ranking.standings, here.line["id"], key)


def _at_table(ranking: RankedTeams, table: int, played: Sequence[DuplicateResult]) -> Column[ResultRow]:
    points: dict[Exact, int | Fraction] = {}
    for result in played:
        if result.table == table:
            points[result.team] = points.get(result.team, 0) + result.mp

    def formula(here: Here[ResultRow]) -> str:
        at = f"{_of_team(here, ranking)}*({here.range('table', SCORES)}={table})"
        return f'IF(SUMPRODUCT({at})=0,"–",SUMPRODUCT({at},{here.range("mp", SCORES)}))'

    return figure_column(
        f"table {table}", str(table), _TABLE, lambda row: points.get(row["id"], "–"), formula, "cell wall half"
    )


def _most(played: Sequence[DuplicateResult]) -> dict[Exact, int]:
    """Return the most match points that every team could win: one for each other result of its groups."""
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
    """Sort the rows of the standings by who is ranked together."""
    if event.settings.winners == "one":
        return (RankedTeams("", tuple(rows)),)
    return tuple(RankedTeams(title, tuple(row for row in rows if row["side"] == side)) for side, title in SIDES.items())


def standings_sheets(so_far: EventProgress[DuplicateEvent]) -> tuple[TableSheet, ...]:
    """Return the standings, how ranks are found, and all scores that are added up."""
    event, standings = so_far.event, so_far.standings
    lists = rankings(event, standings.rows)
    results = [DuplicateResult.read(row) for stage in so_far.rounds.values() for row in stage]
    ties = ties_of(so_far)
    return (
        TableSheet(
            "Standings",
            f"Standings after round {standings.after_round}",
            lines=(TextLine(_RANKED[event.settings.winners]), *ties[0].lines),
            tables=tuple(map(standings_table, lists, ties)),
        ),
        recap_sheet(lists, results),
        TableSheet(
            "Ranks",
            "How the ranks come about",
            lines=(TextLine(event.settings.who_shares), TextLine("The ranks after a shared one are skipped.")),
            tables=tuple(_ranks(ranking, event.settings) for ranking in lists),
            for_director=True,
        ),
        *ties[0].sheets(),
        TableSheet("Scores", "All scores", tables=(scores_table(results),)),
    )


def ties_of(so_far: EventProgress[DuplicateEvent]) -> tuple[TieTables, ...]:
    """Return what ties are broken by in each ranking, with how its rounds follow from the sheet of all scores."""

    def score(here: Here[Outing]) -> str:
        own = "*".join(f"({here.range(key, SCORES)}={here.cell(at)})" for key, at in (("team", "who"), ("round",) * 2))
        return f"SUMPRODUCT({own}*{here.range('score', SCORES)})"

    record, chains = decided_chains(so_far)
    return tuple(TieTables(chain, record, so_far.standings.rows, (), {"score": score}) for chain in chains)


def standings_table(ranking: RankedTeams, ties: TieTables) -> Table[ResultRow]:
    """Make the table of the standings of those who are ranked together."""
    before, rank = ties.grouped(lambda here: rank_formula(here, SCORE, ranking.ranks))

    def score(here: Here[ResultRow]) -> str:
        return sum_if_equal(here.range("score", SCORES), here.range("team", SCORES), here.cell("id"))

    def played(here: Here[ResultRow]) -> str:
        teams, points = here.range("team", SCORES), here.range("sp", SCORES)
        return f'SUMPRODUCT(({teams}={here.cell("id")})*({points}<>""))'

    return Table(
        ranking.standings,
        ties.among(
            (
                figure_column("rank", "Rank", 54, column("rank"), rank, "cell rank"),
                text_column("name", "Team", 250, column("name")),
                text_column("id", "Id", 60, column("id")),
                text_column("side", "Side", 60, lambda row: next(SIDES[side] for side in SIDES if side == row["side"])),
                figure_column(SCORE, "Score", 84, column("score"), score, "cell score"),
                figure_column("rounds", "Rounds played", 70, column("rounds"), played),
                *before,
            )
        ),
        ranking.rows,
        key=lambda row: row["id"],
        title=ranking.title,
        empty="No result is in yet.",
    )


def _ranks(ranking: RankedTeams, settings: TieSettings) -> Table[RankedPlace]:
    totals = [Fraction(row["score"] or 0) for row in ranking.rows]
    table = settings.rank_table(totals, ranking.standings, SCORE, ranking.ranks)
    return replace(table, title=ranking.title)


def scores_table(results: Sequence[DuplicateResult]) -> Table[DuplicateResult]:
    """Make the table of all plays as the results have them."""
    return Table(
        SCORES,
        (
            *play_columns(None),
            figure_column("mp", "MP", 54, lambda result: result.mp, None, "cell half"),
            *score_columns(None),
        ),
        results,
        starts_group=opens_group(groups_of(results)),
        empty="No result is in yet.",
    )
