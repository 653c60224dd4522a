"""What accelerated Swiss shows in the workbook of results: everybody's result, and the games table by table.

Source: ASO 2008 Tournament Rules, Pairing principles and Deciding games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.forms.evaluation import RowScore
from sheetscore.forms.form import FieldKey
from sheetscore.systems.aso.model import SEATS, AsoEvent
from sheetscore.systems.aso.point_tables import looked_up
from sheetscore.systems.aso.scenario_tables import played_as, scenario_columns
from sheetscore.systems.protocol import ResultRow, RoundScore
from sheetscore.systems.result_columns import column
from sheetscore.systems.result_sheets import ENTRIES, VALUE
from sheetscore.workbooks.tables import Column, Here, Table, figure_column, text_column

RESULTS, GAMES = "results", "games"
"""Names of tables."""

LINES = "lines"
"""The block in which every table of the round has its line."""

JUDGES = 3

COUNTS = {
    "vp": "VP",
    "cc_inflicted": "CC inflicted",
    "cc_lost": "CC lost",
    "snake_eyes": "Snake eyes",
    "boxcars": "Boxcars",
}
"""What is counted at a table for each of the two, with its heading."""

Lines = Mapping[int, RowScore]
"""The lines of the list of results by their tables."""


@dataclass(frozen=True)
class Game:
    """A scored game: the rows of the two at seats 1 and 2, and its line on the list."""

    one: ResultRow
    other: ResultRow
    line: RowScore | None

    @property
    def table(self) -> int:
        """Its table."""
        return int(self.one["table"] or 0)

    @property
    def winner(self) -> str:
        """The name of the winner; ``draw`` for a draw."""
        winners = [str(row["name"]) for row in (self.one, self.other) if row["result"] == "win"]
        return winners[0] if winners else "draw"

    def judged(self, seat: str) -> Fraction | None:
        """Give the judges' average of a player's chances in percent; None unless all three have judged."""
        given = [self.line.values.get(f"judge_{n}_{seat}") for n in range(1, JUDGES + 1)] if self.line else []
        chances = [Fraction(chance) for chance in given if chance is not None]
        return sum(chances, Fraction(0)) / JUDGES if len(chances) == JUDGES else None


def lines_of(score: RoundScore) -> Lines:
    """Give the lines of the list of results by their tables."""
    page = score.pages.get((0, ""))
    return {int(line.row.key): line for line in page.rows.get(LINES, ())} if page else {}


def games_of(score: RoundScore) -> list[Game]:
    """Give the scored games by table."""
    lines, of_player = lines_of(score), {row["player"]: row for row in score.rows}
    games = []
    for row in sorted((row for row in score.rows if row["opponent"] is not None), key=lambda row: int(row["table"] or 0)):
        line = lines.get(int(row["table"] or 0))
        if _seat(row, line) == SEATS[0]:
            games.append(Game(row, of_player[row["opponent"]], line))
    return games


def _seat(row: ResultRow, line: RowScore | None) -> str:
    """Tell at which seat of the table somebody sat."""
    seats = [seat for seat in SEATS if line and line.values.get(f"player_{seat}") == row["player"]]
    return seats[0] if seats else ""


def results_table(event: AsoEvent, score: RoundScore) -> Table[ResultRow]:
    """Make the table of results: a row for every player, with what was entered for him at the table."""
    lines = lines_of(score)

    def entered(here: Here[ResultRow], box: str) -> str | None:
        line = lines.get(int(here.line["table"] or 0))
        return _entered(here, here.line, box.format(_seat(here.line, line)))

    def result(here: Here[ResultRow]) -> str | None:
        winner, seat = entered(here, "winner"), entered(here, "player_{}")
        if winner is None or seat is None:
            return None
        own = _seat(here.line, lines[int(here.line["table"] or 0)])
        return f'IF({winner}&""="draw","draw",IF({winner}&""="{own}","win","loss"))'

    def count(key: str, heading: str) -> Column[ResultRow]:
        def formula(here: Here[ResultRow]) -> str | None:
            return entered(here, key + "_{}")

        return figure_column(key, heading, 58, column(key), formula)

    return Table(
        RESULTS,
        (
            *_who_columns(event),
            *result_columns(result),
            *(count(key, heading) for key, heading in COUNTS.items()),
            text_column("played_as", "Played as", 120, played_as),
        ),
        score.rows,
        key=lambda row: row["player"],
        empty="No result is in yet.",
    )
