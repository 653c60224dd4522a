"""What accelerated Swiss shows in the workbook of standings first: the standings, and who met whom.

Source: ASO 2008 Tournament Rules, Determining rank in the tournament.
"""

from __future__ import annotations

from sheetscore.scoring.rank_table import RANKS
from sheetscore.systems.aso.point_tables import MISSED, OPEN, looked_up
from sheetscore.systems.aso.round_tables import PLAYERS, Step, Way, Ways
from sheetscore.systems.aso.winner import STAR
from sheetscore.systems.outcomes import ResultRow
from sheetscore.systems.result_columns import column
from sheetscore.systems.standing_columns import SCORE, STANDINGS, RoundScores
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column

GRID = "grid"
"""The name of the result grid."""

MOST_IN_GRID = 40
"""With more players the grid could not be read on paper."""

NO_GRID = Line(f"There is no result grid for more than {MOST_IN_GRID} players; all results stand on the sheet Players.")

_GRID_LINES = (
    Line("Won (+), drawn (=) or lost (-) against the player with the number above, and in which round."),
)  # fmt: skip


def standings_table(ways: Ways, scores: RoundScores) -> Table[ResultRow]:
    """Make the table of the standings."""

    def rank(here: Here[ResultRow]) -> str:
        return here.other(RANKS, here.line["id"], "rank")

    def winner(here: Here[ResultRow]) -> str:
        won, first = (here.other(RANKS, here.line["id"], key) for key in ("winner", "rank"))
        return f'IF(AND({won}=1,{first}=1),"{STAR}","")'

    def rounds(here: Here[ResultRow]) -> str:
        results = _part(here, "result")
        return f'SUMPRODUCT(({results}<>"{MISSED}")*({results}<>"{OPEN}"))'

    def ended(key: str, heading: str, result: str) -> Column[ResultRow]:
        def formula(here: Here[ResultRow]) -> str:
            return f'SUMPRODUCT(--({_part(here, "result")}="{result}"))'

        return figure_column(key, heading, 50, column(key), formula)

    def tie_break(key: str, heading: str, step: str, function: str, style: str = "cell middle") -> Column[ResultRow]:
        def formula(here: Here[ResultRow]) -> str:
            return f'IF(COUNT({_part(here, step)})=0,"",{function}({_part(here, step)}))'

        return figure_column(key, heading, 74, column(key), formula, style)

    def _part(here: Here[ResultRow], key: str) -> str:
        return ways[here.line["id"]].part(here, key)

    return Table(
        STANDINGS,
        (
            figure_column("rank", "Rank", 54, column("rank"), rank, "cell rank"),
            figure_column("winner", "Winner", 58, lambda row: STAR if row["winner"] else "", winner, "cell strong"),
            text_column("name", "Player", 190, column("name")),
            text_column("id", "Id", 56, column("id")),
            *scores.score_columns("Points"),
            tie_break("first_loss", "First loss", "loses", "MIN"),
            tie_break("first_draw", "First draw", "draws", "MIN"),
            tie_break("opponents_rating", "Opponents' rating", "rating", "AVERAGE", "cell two"),
            figure_column("rating", "Rating", 58, column("rating")),
            figure_column("rounds", "Rounds", 58, column("rounds"), rounds),
            ended("wins", "Won", "win"),
            ended("draws", "Drawn", "draw"),
            ended("losses", "Lost", "loss"),
        ),
        [way.player for way in ways.values()],
        key=lambda row: row["id"],
        empty="No round is scored yet.",
    )


def grid_sheet(ways: Ways) -> TableSheet:
    """Make the sheet that shows who met whom; for no more than :data:`MOST_IN_GRID` players."""
    return TableSheet(
        "Grid", "Who met whom", lines=_GRID_LINES, tables=(_grid_table(list(ways.values())),), landscape=True
    )


def _grid_table(ways: list[Way]) -> Table[Way]:
    numbers = {way.id: number for number, way in enumerate(ways, start=1)}

    def against(opponent: Way, number: int) -> Column[Way]:
        def met(way: Way) -> list[Step]:
            return [step for step in way.steps if step.row["opponent"] == opponent.id]

        def style(way: Way) -> str:
            return "shown middle" if way is opponent else "cell middle"

        def formula(here: Here[Way]) -> str | None:
            return '&" "&'.join(_marked(here, step) for step in met(here.line)) or None

        def value(way: Way) -> str:
            return " ".join(f"{step.outcome.mark}{step.round}" for step in met(way))

        return figure_column(f"against {opponent.id}", str(number), 40, value, formula, style)

    def score(here: Here[Way]) -> str:
        return here.other(STANDINGS, here.line.id, SCORE)

    return Table(
        GRID,
        (
            figure_column("number", "", 34, lambda way: numbers[way.id]),
            text_column("name", "Player", 170, lambda way: way.player["name"]),
            figure_column(SCORE, "Points", 54, lambda way: way.player["score"], score, "cell strong"),
            *(against(way, number) for number, way in enumerate(ways, start=1)),
        ),
        ways,
        key=lambda way: way.id,
        empty="No round is scored yet.",
    )


def _marked(here: Here[Way], step: Step) -> str:
    """Write how a game went and in which round it was."""
    result = here.other(PLAYERS, (here.line.id, step.round), "result")
    return f"{looked_up(here, 'mark', result)}&{step.round}"
