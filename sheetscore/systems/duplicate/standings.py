"""The standings of a duplicate event: scores added up, each side ranked apart or both together; their sheets.

The recap has teams by tables, with the match points of each, their sum and what share it is.

Source: Tournament Guidelines, 1991, Duplicate Air Combat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.tables import heading_of
from sheetscore.findings import Finding, finding
from sheetscore.scoring.ranking import Place, TieSettings, rank_formula, sum_if_equal
from sheetscore.systems.at_hand import EventSoFar
from sheetscore.systems.columns import SCORE, STANDINGS, column, wall_name_column
from sheetscore.systems.duplicate.model import SIDES, DuplicateEvent
from sheetscore.systems.duplicate.result_tables import play_columns, score_columns
from sheetscore.systems.duplicate.score import groups_of
from sheetscore.systems.outcomes import Exact, ResultRow, Standings
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column

SCORES = "scores"
"""The name of the table of all plays."""

_NAME, _TABLE, _TOTAL, _SHARE = 230, 52, 74, 92
"""Pixels of the columns."""

_ABOUT = Line(
    "The match points of every team at every table, their sum, and how much of what it could win at most that is: a "
    "point for every other result of its side at its tables. – a table that a team did not play."
)


class Ranking(Struct, frozen=True):
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


_RANKED = {
    "per_side": "Red and Blue are ranked apart: their points are never compared with each other.",
    "one": "Red and Blue are ranked together, although their points are never compared with each other.",
}


class _Total(Struct):
    """What a team has so far."""

    id: str
    name: str
    side: str
    score: Fraction = Fraction(0)
    rounds: int = 0


def rank_event(so_far: EventSoFar[DuplicateEvent]) -> Standings:
    """Rank the teams.

    Returns
    -------
    A row per team: ``rank id name side score rounds``, best first, Red before Blue where the sides are ranked
    apart; ``rounds`` are those that it played.
    """
    event = so_far.event
    rows = [row for stage in so_far.rounds.values() for row in stage]
    totals: dict[str, _Total] = {}
    for row in rows:
        total = totals.setdefault(str(row["team"]), _Total(str(row["team"]), str(row["name"]), str(row["side"])))
        total.score += Fraction(row["score"] or 0)
        total.rounds += row["sp"] is not None
    last = max((int(row["round"] or 0) for row in rows), default=0)
    ranked = [one for listed in _lists(event, totals.values()) for one in _ranked(listed, event.settings)]
    return Standings(last, tuple(ranked), tuple(_comparable(event, rows)), tuple(so_far.open))


def _lists(event: DuplicateEvent, totals: Iterable[_Total]) -> Iterator[list[_Total]]:
    """Yield those who are ranked together."""
    if event.settings.winners == "one":
        yield list(totals)
        return
    for side in SIDES:
        yield [total for total in totals if total.side == side]


def _ranked(totals: list[_Total], settings: TieSettings) -> Iterator[ResultRow]:
    totals.sort(key=lambda total: (-total.score, total.name, total.id))
    for total, rank in zip(totals, settings.ranks([total.score for total in totals]), strict=True):
        yield {
            "rank": rank,
            "id": total.id,
            "name": total.name,
            "side": total.side,
            "score": total.score,
            "rounds": total.rounds,
        }


def _comparable(event: DuplicateEvent, rows: Sequence[ResultRow]) -> Iterator[Finding]:
    """Warn of tables that were played more often than others while nothing makes up for it."""
    sizes = {group.size for group in groups_of(rows) if group.size}
    if event.settings.factoring == "none" and len(sizes) > 1:
        factoring = heading_of(event, "settings", "factoring")
        message = (
            f"tables were played {min(sizes)} to {max(sizes)} times and factoring is off: a match point is not worth "
            f"the same at all of them. Set {factoring} to round, or wait for the results that are missing"
        )
        yield finding("unequal-sections", message)


def rankings(event: DuplicateEvent, rows: Sequence[ResultRow]) -> tuple[Ranking, ...]:
    """Sort the rows of the standings by who is ranked together."""
    if event.settings.winners == "one":
        return (Ranking("", tuple(rows)),)
    return tuple(Ranking(title, tuple(row for row in rows if row["side"] == side)) for side, title in SIDES.items())


def standings_sheets(so_far: EventSoFar[DuplicateEvent]) -> tuple[TableSheet, ...]:
    """Return the standings, how ranks are found, and all scores that are added up."""
    event, standings = so_far.event, so_far.standings
    lists = rankings(event, standings.rows)
    scores = [row for stage in so_far.rounds.values() for row in stage]
    return (
        TableSheet(
            "Standings",
            f"Standings after round {standings.after_round}",
            lines=(Line(_RANKED[event.settings.winners]),),
            tables=tuple(map(standings_table, lists)),
        ),
        recap_sheet(lists, scores),
        TableSheet(
            "Ranks",
            "How the ranks come about",
            lines=(Line(event.settings.who_shares), Line("The ranks after a shared one are skipped.")),
            tables=tuple(_ranks(ranking, event.settings) for ranking in lists),
            for_director=True,
        ),
        TableSheet("Scores", "All scores", tables=(scores_table(scores),)),
    )


def standings_table(ranking: Ranking) -> Table[ResultRow]:
    """Make the table of the standings of those who are ranked together."""

    def rank(here: Here[ResultRow]) -> str:
        return rank_formula(here, SCORE, ranking.ranks)

    def score(here: Here[ResultRow]) -> str:
        return sum_if_equal(here.range("score", SCORES), here.range("team", SCORES), here.cell("id"))

    def played(here: Here[ResultRow]) -> str:
        teams, points = here.range("team", SCORES), here.range("sp", SCORES)
        return f'SUMPRODUCT(({teams}={here.cell("id")})*({points}<>""))'

    return Table(
        ranking.standings,
        (
            figure_column("rank", "Rank", 54, column("rank"), rank, "cell rank"),
            text_column("name", "Team", 250, column("name")),
            text_column("id", "Id", 60, column("id")),
            text_column("side", "Side", 60, lambda row: next(SIDES[side] for side in SIDES if side == row["side"])),
            figure_column(SCORE, "Score", 84, column("score"), score, "cell score"),
            figure_column("rounds", "Rounds played", 70, column("rounds"), played),
        ),
        ranking.rows,
        key=lambda row: row["id"],
        title=ranking.title,
        empty="No result is in yet.",
    )


def _ranks(ranking: Ranking, settings: TieSettings) -> Table[Place]:
    totals = [Fraction(row["score"] or 0) for row in ranking.rows]
    table = settings.rank_table(totals, ranking.standings, SCORE, ranking.ranks)
    return replace(table, title=ranking.title)


def scores_table(rows: Sequence[ResultRow]) -> Table[ResultRow]:
    """Make the table of all plays as the results have them."""
    firsts = {id(group.rows[0]) for group in groups_of(rows)}
    return Table(
        SCORES,
        (
            *play_columns(None),
            figure_column("mp", "MP", 54, column("mp"), None, "cell half"),
            *score_columns(None),
        ),
        rows,
        opens=lambda row: id(row) in firsts,
        empty="No result is in yet.",
    )
