"""What the tables of several systems have in common: columns of results, of running totals, of groups compared.

The house writes how every page comes to its points, and the values as they were entered; a system's own
sheets begin where these end.

Source: Tournament Guidelines, 1991, Match Points and Factoring.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Protocol, TypeVar

from msgspec import Struct

from sheetscore.expressions.formula import TOLERANCE
from sheetscore.scoring.ranking import FactoringSettings, expected_sum, expected_sum_formula, rank_formula
from sheetscore.sheets.wall import SMALLEST
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.tables.sheet import Chart, Series, TableSheet
from sheetscore.tables.table import Column, Here, Places, Table, figure_column, text_column
from sheetscore.workbooks.paper import shortened

ENTRIES = "entries"
"""A line for every value that was entered, by its :class:`FieldKey`; its column is :data:`VALUE`."""

VALUE = "value"

PAGES = "pages"
"""A line for every seat's page that adds up, by (table, seat); a column for each sum of the page (``sp``)."""

BLOCKS = "blocks"
"""A line for every block of a table's own page that is worth something, by (table, block id)."""

POINTS = "points"
"""The column of what a block is worth."""

STANDINGS, CUMULATIVE = "standings", "cumulative"
SCORE, START = "score", "start"

LEADERS = 8
"""How many the chart follows."""


def column(key: str) -> Callable[[ResultRow], Exact]:
    """Take the value of a column from a row by its key."""
    return lambda row: row[key]


def round_name(number: int) -> str:
    """Name the column, the table and the sheet of a round."""
    return f"Round {number}"


R = TypeVar("R")

_MARGINS = 24
"""Pixels that stay free beside a name on the wall."""


def wall_name_column(heading: str, width: int, name: Callable[[R], Exact], id_: Callable[[R], Hashable]) -> Column[R]:
    """Return the column of names of a sheet for the wall.

    What small letters have no room for ends in “…”, and the id, since the rest of a name may be what tells it from
    another.
    """

    def shown(row: R) -> str:
        whole, room = str(name(row)), width - _MARGINS
        is_whole = shortened(whole, room, SMALLEST) == whole
        return whole if is_whole else shortened(f"{whole} ({id_(row)})", room, SMALLEST)

    return text_column("name", heading, width, shown, style="cell wall name")


def by_score(here: Here[ResultRow]) -> str:
    """Write the rank by the score alone, which the table of ranks finds."""
    return rank_formula(here, SCORE)


class RoundScores(Struct, frozen=True):
    """What everybody scored in each round."""

    who: str
    """What those who are ranked are called, as a heading: ``Pilot``."""
    key: str
    score: str
    """The keys of a round's rows: who scored, and what. The table of a round has the score in a column of that name,
    and its lines go by the key.
    """
    rounds: Mapping[int, Sequence[ResultRow]]
    """The rows of the scored rounds by their numbers."""
    whole: bool = False
    """Whether all scores are whole numbers."""

    @property
    def style(self) -> str:
        """How scores are shown."""
        return "cell middle" if self.whole else "cell two"

    @property
    def numbers(self) -> list[int]:
        """The rounds in order."""
        return sorted(self.rounds)

    def of(self, number: int) -> dict[Exact, Exact]:
        """Return the scores of a round by who scored them."""
        return {row[self.key]: row[self.score] for row in self.rounds[number]}

    def rank_columns(self, rank: Callable[[Here[ResultRow]], str] | None = None) -> tuple[Column[ResultRow], ...]:
        """Return the columns that standings begin with: rank, name, id.

        Parameters
        ----------
        rank
            Writes the rank; without it the score alone decides.
        """
        return (
            figure_column("rank", "Rank", 54, column("rank"), rank or by_score, "cell rank"),
            text_column("name", self.who, 210, column("name")),
            text_column("id", "Id", 60, column("id")),
        )

    def score_columns(self, heading: str) -> tuple[Column[ResultRow], ...]:
        """Return a column for each round, and one for the total; blank where somebody did not play."""
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


_RUNNING, _CHART = 84, 520
"""Pixels of a column of running totals, and how wide the chart above is at least: where a name has no room on a line of
its legend, LibreOffice writes all names over one another."""


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

        return figure_column(name, f"after round {number}", _RUNNING, had(number), formula, scores.style)

    befores = [START, *map(round_name, scores.numbers)]
    return Table(
        CUMULATIVE,
        (
            text_column("name", scores.who, max(210, _CHART - _RUNNING * len(befores)), column("name")),
            figure_column(START, "start", _RUNNING, lambda _: 0, None, scores.style),
            *(after_round(number, before) for number, before in zip(scores.numbers, befores, strict=False)),
        ),
        rows,
        key=lambda row: row["id"],
        size="fine",
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


class ComparedResult(Protocol):
    """What has match points within a group, and the factor of the group."""

    @property
    def mp(self) -> int | Fraction:
        """Match points."""

    @property
    def factor(self) -> int | Fraction | None:
        """By what they are multiplied; None in a group of one."""


class Compared:
    """A group of results that are compared with one another."""

    results: tuple[ComparedResult, ...]
    """At least one."""

    @property
    def compared(self) -> tuple[ComparedResult, ...]:
        """The results that count; all of them unless a system says otherwise."""
        return self.results

    @property
    def size(self) -> int:
        """How many are compared."""
        return len(self.compared)

    @property
    def points(self) -> int | Fraction:
        """All match points together."""
        return sum((result.mp for result in self.compared), Fraction(0))

    @property
    def own_pairs(self) -> int:
        """How many pairs of results are of one, who is not compared with itself; none unless a system says so."""
        return 0

    @property
    def expected(self) -> Fraction:
        """What the match points must add up to: one for every pair that is compared."""
        return expected_sum(self.size) - self.own_pairs

    @property
    def factor(self) -> int | Fraction | None:
        """By what the match points are multiplied; None for a group of one."""
        return self.results[0].factor


GroupT = TypeVar("GroupT", bound=Compared)


def group_columns(
    settings: FactoringSettings,
    size: Callable[[Here[GroupT]], str],
    points: Callable[[Here[GroupT]], str],
    own_pairs: Callable[[Here[GroupT]], str] | None = None,
) -> tuple[Column[GroupT], ...]:
    """Return the columns ``size``, ``points``, ``expected``, ``agrees`` and ``factor``.

    Parameters
    ----------
    size, points
        Write the formulas that count the group's members and add up their match points.
    own_pairs
        Writes the formula that counts the pairs that are not compared, for a column ``own`` before the others;
        None where there are none.
    """

    def expected(here: Here[GroupT]) -> str:
        return expected_sum_formula(here.cell("size")) + (f"-{here.cell('own')}" if own_pairs else "")

    def agrees(here: Here[GroupT]) -> str:
        return f'IF(ABS({here.cell("points")}-{here.cell("expected")})<{TOLERANCE},"✓","✗")'

    def factor(here: Here[GroupT]) -> str:
        return settings.factor_formula(here.cell("size"), here.range("size"))

    own = figure_column("own", "Pairs of one alone", 80, lambda group: group.own_pairs, own_pairs)
    pairs = "N(N-1)/2 less those" if own_pairs else "N(N-1)/2"
    return (
        *([own] if own_pairs else []),
        figure_column("size", "Size N", 80, lambda group: group.size, size),
        figure_column("points", "Sum of match points", 120, lambda group: group.points, points, "cell half"),
        figure_column("expected", pairs, 100, lambda group: group.expected, expected),
        figure_column("agrees", "agrees", 70, _agrees, agrees, "cell strong"),
        figure_column("factor", "Factor", 90, lambda group: group.factor, factor, "cell two"),
    )


def _agrees(group: Compared) -> str:
    return "✓" if group.points == group.expected else "✗"


def factored(here: Here[R]) -> str:
    """Write match points times factor; a group of one has no factor and scores nothing."""
    return f'IF({here.cell("factor")}="",0,{here.cell("mp")}*{here.cell("factor")})'
