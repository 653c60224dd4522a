"""What duplicate play shows in the workbook of results: every play, and the groups that are compared.

Source: Tournament Guidelines, 1991, Duplicate Air Combat; Match Points and Factoring.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sheetscore.scoring.ranking import (
    count_if_equal,
    match_points_formula,
    match_points_of_others_formula,
    sum_if_equal,
)
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.columns import ENTRIES, VALUE, column, factored, group_columns
from sheetscore.systems.duplicate.model import SIDES, DuplicateEvent, DuplicateSettings
from sheetscore.systems.duplicate.score import SITS_OUT, Group, group_title, groups_of
from sheetscore.systems.duplicate.travellers import box
from sheetscore.systems.outcomes import ResultRow
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column

RESULTS, GROUPS = "results", "groups"
"""Names of tables."""

_COMPARED = Line(
    "A team gets one match point for every other result of its side at the table that is lower, and half a point for "
    "every other that is the same. Where a table was played less often than another, a factor makes up for it."
)

_TWICE = Line(
    "A team that played a table twice is not compared with itself there, and no factor makes up for it: the points of "
    "its group add up to one less for every such pair."
)

_SITS_OUT = {
    "average": "A team that sits out is compared with nobody. It gets half of the most that its side could win there.",
    "zero": "A team that sits out is compared with nobody and gets nothing.",
}


def results_sheets(round_: RoundAtHand[DuplicateEvent]) -> tuple[TableSheet, ...]:
    """Return the results by table and side, and the groups that they are checked by."""
    event, score = round_.event, round_.score
    groups, settings = groups_of(score.rows), event.settings
    out = any(row["sp"] is None for row in score.rows)
    twice = any(group.own_pairs for group in groups)
    lines = (_COMPARED, *([_TWICE] if twice else []), *([Line(_SITS_OUT[settings.sit_out])] if out else []))
    return (
        TableSheet("Results", "Results", lines=lines, tables=(results_table(score.rows, settings),)),
        TableSheet("Tables", "Who was compared", tables=(group_table(event, groups),)),
    )


def results_table(rows: Sequence[ResultRow], settings: DuplicateSettings) -> Table[ResultRow]:
    """Make the table of results: a row for every play.

    Parameters
    ----------
    rows
        By table, side and round.
    """
    groups = groups_of(rows)
    twice = any(group.own_pairs for group in groups)

    def match_points(here: Here[ResultRow]) -> str | None:
        if here.line["sp"] is None:
            return f"MAX({_of_group('size')(here)}-1,0)/2" if settings.sit_out == "average" else None
        points = here.cell("sp"), here.range("sp"), here.cell("group"), here.range("group")
        if twice:
            return match_points_of_others_formula(*points, here.cell("team"), here.range("team"))
        return match_points_formula(*points)

    firsts = {id(group.rows[0]) for group in groups}
    return Table(
        RESULTS,
        (
            *play_columns(_points),
            text_column("group", "Compared as", 128, _group),
            *([_own_others(groups)] if twice else []),
            figure_column("mp", "MP", 50, column("mp"), match_points, "cell half"),
            *score_columns(_of_group("factor")),
        ),
        rows,
        key=lambda row: (row["team"], row["table"], row["round"]),
        opens=lambda row: id(row) in firsts,
        empty="No result is in yet.",
    )


def play_columns(points: Callable[[Here[ResultRow]], str | None] | None) -> tuple[Column[ResultRow], ...]:
    """Return the columns that say who played where, with the points; blank where somebody sat out."""
    return (
        text_column("name", "Team", 190, column("name")),
        text_column("team", "Id", 56, column("team")),
        text_column("side", "Side", 46, lambda row: next(SIDES[side] for side in SIDES if side == row["side"])),
        figure_column("table", "Table", 48, column("table")),
        figure_column("round", "Round", 50, column("round")),
        figure_column("sp", "SP", 48, column("sp"), points, "cell strong"),
    )


def score_columns(factor: Callable[[Here[ResultRow]], str] | None) -> tuple[Column[ResultRow], ...]:
    """Return the columns that match points end in; a group of one has no factor and scores nothing."""
    return (
        figure_column("factor", "Factor", 56, column("factor"), factor, "cell two"),
        figure_column("score", "Score", 66, column("score"), factored, "cell score"),
    )


def _points(here: Here[ResultRow]) -> str | None:
    row = here.line
    if row["sp"] is None:
        return None
    side = next(side for side in SIDES if side == row["side"])
    return here.other(ENTRIES, box(int(row["table"] or 0), side, int(row["round"] or 0), "sp"), VALUE)


def _group(row: ResultRow) -> str:
    return SITS_OUT if row["sp"] is None else group_title(int(row["table"] or 0), str(row["side"]))


def _own_others(groups: Sequence[Group]) -> Column[ResultRow]:
    """Return the column that says how many other results of the team are in its group; blank where it sat out."""
    plays = {(group.title, team): number for group in groups for team, number in group.teams.items()}

    def others(row: ResultRow) -> int | None:
        return None if row["sp"] is None else plays[_group(row), row["team"]] - 1

    def formula(here: Here[ResultRow]) -> str | None:
        if here.line["sp"] is None:
            return None
        same = f"({here.range('group')}={here.cell('group')})*({here.range('team')}={here.cell('team')})"
        return f"SUMPRODUCT({same})-1"

    return figure_column("own", "Others of its own", 66, others, formula)


def _of_group(key: str) -> Callable[[Here[ResultRow]], str]:
    return lambda here: here.other(GROUPS, (here.line["table"], here.line["side"]), key)


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
        opens=lambda group: group is groups[0] or group.side == groups[0].side,
        empty="No result is in yet.",
    )
