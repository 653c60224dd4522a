"""What standings over several rounds have in common: scores by round, running totals, the way of the leaders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.scoring.rank_table import rank_formula
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.systems.result_columns import column
from sheetscore.tables.charts import Chart, Series
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import Column, Here, Places, Table, figure_column, text_column

STANDINGS, CUMULATIVE = "standings", "cumulative"
SCORE, START = "score", "start"

LEADERS = 8
"""How many the chart follows."""


def round_name(number: int) -> str:
    """Name the column, the table and the sheet of a round."""
    return f"Round {number}"


@dataclass(frozen=True)
class RoundScores:
    """What everybody scored in each round.

    Parameters
    ----------
    who
        What those who are ranked are called, as a heading: ``Pilot``.
    key, score
        The keys of a round's rows: who scored, and what. The table of a round has the score in a column
        of that name, and its lines go by the key.
    rounds
        The rows of the scored rounds by their numbers.
    whole
        Whether all scores are whole numbers.
    """

    who: str
    key: str
    score: str
    rounds: Mapping[int, Sequence[ResultRow]]
    whole: bool = False

    @property
    def style(self) -> str:
        """How scores are shown."""
        return "cell middle" if self.whole else "cell two"

    @property
    def numbers(self) -> list[int]:
        """The rounds in order."""
        return sorted(self.rounds)

    def of(self, number: int) -> dict[Exact, Exact]:
        """Give the scores of a round by who scored them."""
        return {row[self.key]: row[self.score] for row in self.rounds[number]}

    def rank_columns(self) -> tuple[Column[ResultRow], ...]:
        """Give the columns that standings begin with: rank, name, id."""
        return (
            figure_column("rank", "Rank", 54, column("rank"), lambda here: rank_formula(here, SCORE), "cell rank"),
            text_column("name", self.who, 210, column("name")),
            text_column("id", "Id", 60, column("id")),
        )

    def score_columns(self, heading: str) -> tuple[Column[ResultRow], ...]:
        """Give a column for each round, and one for the total; blank where somebody did not play."""
        rounds = [self._round_column(number) for number in self.numbers]
        style = "cell rank" if self.whole else "cell score"
        total = figure_column(SCORE, heading, 84, column("score"), lambda here: self.over(here, "SUM"), style)
        return (*rounds, total)

    def over(self, here: Here[ResultRow], function: str) -> str:
        """Write a function over the columns of all rounds."""
        names = [round_name(number) for number in self.numbers]
        return f"{function}({here.span(names[0], names[-1])})"

    def _round_column(self, number: int) -> Column[ResultRow]:
        name, scores = round_name(number), self.of(number)

        def formula(here: Here[ResultRow]) -> str | None:
            who = here.line["id"]
            return here.other(name, who, self.score) if who in here.places[name].rows else None

        return figure_column(name, name, 68, lambda row: scores.get(str(row["id"])), formula, self.style)


def cumulative_table(rows: Sequence[ResultRow], scores: RoundScores) -> Table[ResultRow]:
    """Make the table of what everybody had after each round."""
    after: dict[tuple[Exact, int], Fraction] = {}
    for row in rows:
        total = Fraction(0)
        for number in scores.numbers:
            total += Fraction(scores.of(number).get(row["id"]) or 0)
            after[row["id"], number] = total

    def had(number: int) -> Callable[[ResultRow], Exact]:
        return lambda row: after[row["id"], number]

    def after_round(number: int, before: str) -> Column[ResultRow]:
        name = round_name(number)

        def formula(here: Here[ResultRow]) -> str:
            return f"{here.cell(before)}+N({here.other(STANDINGS, here.line['id'], name)})"

        return figure_column(name, f"after round {number}", 84, had(number), formula, scores.style)

    befores = [START, *map(round_name, scores.numbers)]
    return Table(
        CUMULATIVE,
        (
            text_column("name", scores.who, 210, column("name")),
            figure_column(START, "start", 84, lambda _: 0, None, scores.style),
            *(after_round(number, before) for number, before in zip(scores.numbers, befores, strict=False)),
        ),
        rows,
        key=lambda row: row["id"],
        fine=True,
        empty="No round is scored yet.",
    )


def cumulative_sheet(rows: Sequence[ResultRow], scores: RoundScores) -> TableSheet:
    """Make the sheet of the running totals, with the way of the leaders above them."""
    return TableSheet(
        "Cumulative",
        "Round by round",
        tables=(cumulative_table(rows, scores),),
        charts=(way_chart(rows, scores),) if rows else (),
        charts_first=True,
    )


def way_chart(rows: Sequence[ResultRow], scores: RoundScores) -> Chart:
    """Show how the leaders got where they are."""
    last = round_name(max(scores.numbers))

    def series(places: Places) -> list[Series]:
        table = places[CUMULATIVE]
        return [
            Series(table.cell(row["id"], "name"), table.headings(START, last), table.across(row["id"], START, last))
            for row in rows[:LEADERS]
        ]

    return Chart("lines", "The way of the leaders", "", "score", series, height=400)
