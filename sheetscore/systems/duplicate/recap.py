"""The recap of duplicate play: teams by tables, with the match points of each, their sum and what share it is.

Source: Tournament Guidelines, 1991, Duplicate Air Combat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.systems.columns import SCORE, STANDINGS, column, wall_name_column
from sheetscore.systems.duplicate.score import groups_of
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Column, Here, Table, figure_column

SCORES = "scores"
"""The name of the table of all plays."""

_NAME, _TABLE, _TOTAL, _SHARE = 230, 52, 74, 92
"""Pixels of the columns."""

_ABOUT = Line(
    "The match points of every team at every table, their sum, and how much of what it could win at most that is: a "
    "point for every other result of its side at its tables. – a table that a team did not play."
)


@dataclass(frozen=True)
class Ranking:
    """Teams that are ranked together.

    Parameters
    ----------
    title
        The side; empty where both are ranked together.
    rows
        Best first.
    """

    title: str
    rows: tuple[ResultRow, ...]

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


def recap_sheet(lists: Sequence[Ranking], scores: Sequence[ResultRow]) -> TableSheet:
    """Make the sheet of the recap.

    Parameters
    ----------
    scores
        Of all plays; a team that sat out has no points on its row.
    """
    tables = sorted({int(row["table"]) for row in scores if row["table"] and row["sp"] is not None})
    recaps = tuple(_recap(ranking, scores, tables) for ranking in lists)
    return TableSheet("Recap", "Recap", lines=(_ABOUT,), tables=recaps, landscape=len(tables) > 6)


def _recap(ranking: Ranking, scores: Sequence[ResultRow], tables: Sequence[int]) -> Table[ResultRow]:
    played = [row for row in scores if row["sp"] is not None]
    most = _most(played)

    def total(row: ResultRow) -> Fraction:
        return sum((Fraction(one["mp"] or 0) for one in played if one["team"] == row["id"]), Fraction(0))

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
            wall_name_column("Team", _NAME, column("name")),
            *(_at_table(ranking, table, played) for table in tables),
            figure_column("total", "MP", _TOTAL, total, total_formula, "cell wall half"),
            figure_column("share", "Percent", _SHARE, share, share_formula, "cell wall percent"),
            figure_column(SCORE, "Score", _TOTAL, column("score"), _same(ranking, SCORE), "cell wall two"),
        ),
        ranking.rows,
        key=lambda row: row["id"],
        title=ranking.title,
        empty="No result is in yet.",
        large=True,
    )


def _of_team(here: Here[ResultRow], ranking: Ranking) -> str:
    """Write which of the plays are the line's team's, and were played."""
    team, points = here.range("team", SCORES), here.range("sp", SCORES)
    return f'({team}={here.other(ranking.standings, here.line["id"], "id")})*({points}<>"")'


def _same(ranking: Ranking, key: str) -> Callable[[Here[ResultRow]], str]:
    return lambda here: here.other(ranking.standings, here.line["id"], key)


def _at_table(ranking: Ranking, table: int, played: Sequence[ResultRow]) -> Column[ResultRow]:
    points: dict[Exact, Fraction] = {}
    for row in played:
        if row["table"] == table:
            points[row["team"]] = points.get(row["team"], Fraction(0)) + Fraction(row["mp"] or 0)

    def formula(here: Here[ResultRow]) -> str:
        at = f"{_of_team(here, ranking)}*({here.range('table', SCORES)}={table})"
        return f'IF(SUMPRODUCT({at})=0,"–",SUMPRODUCT({at},{here.range("mp", SCORES)}))'

    return figure_column(
        f"table {table}", str(table), _TABLE, lambda row: points.get(row["id"], "–"), formula, "cell wall half"
    )


def _most(played: Sequence[ResultRow]) -> dict[Exact, int]:
    """Return the most match points that every team could win: one for each other result of its groups."""
    most: dict[Exact, int] = {}
    for group in groups_of(played):
        for row in group.rows:
            most[row["team"]] = most.get(row["team"], 0) + len(group.rows) - group.teams[str(row["team"])]
    return most
