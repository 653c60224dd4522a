"""The standings of a duplicate event: scores added up, each side ranked apart or both together; and their sheets.

Source: Tournament Guidelines, 1991, Duplicate Air Combat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from sheetscore.event.tables import heading_of
from sheetscore.findings import Finding, finding
from sheetscore.scoring.match_points import sum_if_equal
from sheetscore.scoring.ranking import Place, rank_formula
from sheetscore.systems.at_hand import EventSoFar
from sheetscore.systems.columns import SCORE, column
from sheetscore.systems.decisions import TieSettings
from sheetscore.systems.duplicate.model import SIDES, DuplicateEvent
from sheetscore.systems.duplicate.recap import SCORES, Ranking, recap_sheet
from sheetscore.systems.duplicate.result_tables import play_columns, score_columns
from sheetscore.systems.duplicate.score import groups_of
from sheetscore.systems.outcomes import ResultRow, Standings
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Here, Table, figure_column, text_column

_RANKED = {
    "per_side": "Red and Blue are ranked apart: their points are never compared with each other.",
    "one": "Red and Blue are ranked together, although their points are never compared with each other.",
}


@dataclass
class _Total:
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
