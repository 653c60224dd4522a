"""Columns common to several systems: of results, of running totals, of compared groups.

Every system's results have sheets with the computation of each page's points, and with the entered values. A system
adds its own sheets to these, with the columns of this module.

Source: Tournament Guidelines, 1991, Match Points and Factoring.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.identity import alike
from sheetscore.expressions.figure import Figure, Shown
from sheetscore.expressions.figure_calls import amount, joined, near, when
from sheetscore.expressions.figure_ranges import FigureRange
from sheetscore.expressions.nodes import Number
from sheetscore.forms.form import FieldKey
from sheetscore.pairing.draw import display_name, short_names
from sheetscore.scoring.ranking import FactoringSettings, expected_sum, rank_formula
from sheetscore.sheets.wall import SMALLEST
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.tables.needed_widths import LONGEST_WORD, word_pixels
from sheetscore.tables.sheet import MOST_LINES, Chart, Series, TableSheet
from sheetscore.tables.table import (
    WALL_WRAPPED,
    AnyColumn,
    AnyTable,
    ByRule,
    Column,
    Here,
    LineFigures,
    Places,
    Table,
    cell_at,
    figure_column,
    text_column,
)
from sheetscore.workbooks.paper import lines_needed, shares, shortened

ENTRIES = "entries"
"""The name of the table of entries: a line for every value, by its :class:`FieldKey`; the column is :data:`VALUE`."""

VALUE = "value"

PAGES = "pages"
"""The name of the table of pages: a line for every seat's page that has sums, by (table, seat), and a column for each
sum, such as ``sp``.
"""

BLOCKS = "blocks"
"""The name of the table of blocks: a line for every block with points on a table's own page, by (table, block id)."""

POINTS = "points"
"""The column of the points of a block."""

STANDINGS, CUMULATIVE = "standings", "cumulative"
"""The names of the tables of the standings and of the running totals."""

SCORE, START = "score", "start"
"""The columns of the total in the standings, and of the 0 with which running totals begin."""


def column(key: str) -> Callable[[ResultRow], Exact]:
    """Return a function that takes the value of a column from a row, by the column's key.

    Examples
    --------
    >>> column("score")({"id": "A", "score": 12})
    12
    """
    return lambda row: row[key]


def round_name(number: int) -> str:
    """Name the column, the table and the sheet of a round.

    Examples
    --------
    >>> round_name(3)
    'Round 3'
    """
    return f"Round {number}"


R = TypeVar("R")

_LINES = 3
"""The most lines of a name on the wall: in the narrowest column they hold 60 capital letters of the smallest size."""

_MARGINS = 24
"""Pixels that stay free beside a name on the wall."""

_LARGEST, _ON_ONE_LINE = 18, 0.9
"""The largest size of names on the wall in points, and the share of the names that should need only one line."""


def wall_name_column(
    heading: str,
    width: int,
    name: Callable[[R], Exact],
    id_: Callable[[R], Exact],
    everybody: Iterable[R],
) -> Column[R]:
    """Return the column of names of a posted sheet, all in letters of one size; long names take several lines.

    Equal names have their ids behind them. A name of more lines than any person's is cut off, with “…” and the id,
    since what is cut off may be all that differs from another name. The column gets as wide as its longest word.

    Parameters
    ----------
    everybody
        All rows whose names the column shows.
    """
    names = {str(id_(row)): str(name(row)) for row in everybody}
    room, short = width - _MARGINS, short_names(names)
    style = f"{WALL_WRAPPED} {_one_size([*map(short, names)], room)}"
    longest = max((word_pixels(one, SMALLEST) for one in map(short, names)), default=0)
    room = max(room, min(longest, LONGEST_WORD - _MARGINS))

    def shown(row: R) -> str:
        whole = short(str(id_(row)))
        if lines_needed(whole, room, SMALLEST) <= _LINES:
            return whole
        # a line broken at a blank is seldom full
        return shortened(display_name(str(id_(row)), names), room * (_LINES - 0.5), SMALLEST)

    return text_column("name", heading, width, shown, style=style)


def short_name_column(heading: str, width: int, id_: Callable[[R], Exact], names: Mapping[str, str]) -> Column[R]:
    """Return the column of names of a table without ids: equal names have their ids behind them.

    Parameters
    ----------
    names
        The names by ids of all who are told apart.
    """
    short = short_names(names)
    return text_column("name", heading, width, lambda row: short(str(id_(row))), player=id_)


def names_in(rows: Iterable[ResultRow], id_: str = "id") -> dict[str, str]:
    """Return the names of rows by id; ``id_`` is the key of the ids."""
    return {str(row[id_]): str(row["name"]) for row in rows}


def _one_size(names: Sequence[str], room: int) -> int:
    """Return the largest size of letters in points in which most names fit a line, and the others the allowed lines."""
    for points in range(_LARGEST, SMALLEST, -1):
        lines = [lines_needed(one, room, points) for one in names]
        if lines.count(1) >= _ON_ONE_LINE * len(lines) and max(lines, default=1) <= _LINES:
            return points
    return SMALLEST


def printed_first(columns: Sequence[Column[R]], unprinted: Collection[str]) -> tuple[Column[R], ...]:
    """Move columns that would tell nothing on paper to the right end, where only a screen shows them.

    Parameters
    ----------
    unprinted
        The keys of these columns.
    """
    moved = [replace(column, helper=column.helper or column.key in unprinted) for column in columns]
    return tuple(sorted(moved, key=lambda column: column.helper))


def unless_alike(key: str, names: Mapping[Any, object]) -> frozenset[str]:
    """Return the key of a column of ids if paper does without it, since no two names are alike; else nothing.

    Parameters
    ----------
    names
        The names by ids; they are compared as :func:`alike` does.
    """
    return frozenset(() if alike(names) else {key})


def by_score(here: Here[ResultRow]) -> str:
    """Return the formula of the rank of a line by its score alone."""
    return rank_formula(here, SCORE)


def rank_column(
    write: Callable[[Here[ResultRow]], str], width: int = 54, style: str = "cell rank"
) -> Column[ResultRow]:
    """Return the column of ranks. Its values are those of scoring; its formula counts those who are better."""
    return figure_column("rank", "Rank", width, column("rank"), write, style)


def places_column(
    key: str,
    heading: str,
    width: int,
    places: Mapping[str, int],
    write: Callable[[Here[ResultRow]], str],
    style: str = "cell step",
) -> Column[ResultRow]:
    """Return a column of intermediate places, on which ranks build. Its values are those of scoring, as for ranks.

    Parameters
    ----------
    places
        The places by the ids of the rows.
    """
    return figure_column(key, heading, width, lambda row: places[str(row["id"])], write, style)


class RoundScores(Struct, frozen=True):
    """The scores of all players or teams in each round."""

    who: str
    """The caption of the ranked players or teams: ``Pilot``."""
    score: str
    """The column of the tables of rounds that has the scores."""
    rounds: Mapping[int, AnyTable]
    """The tables of the scored rounds by number; their lines have the ids as keys."""
    whole: bool = False
    """Whether all scores are whole numbers."""

    @property
    def style(self) -> str:
        """The style of scores."""
        return "cell middle" if self.whole else "cell two"

    @property
    def numbers(self) -> list[int]:
        """The rounds in order."""
        return sorted(self.rounds)

    def rank_columns(self, rank: Callable[[Here[ResultRow]], str] | None = None) -> tuple[Column[ResultRow], ...]:
        """Return the first columns of standings: rank, name, id.

        Parameters
        ----------
        rank
            Returns the formula of the rank; by default the score alone decides.
        """
        return (
            rank_column(rank or by_score),
            text_column("name", self.who, 210, column("name"), player=column("id")),
            text_column("id", "Id", 60, column("id")),
        )

    def score_columns(self, heading: str) -> tuple[Column[ResultRow], ...]:
        """Return a column for each round, and one for the total; blank for rounds not played."""
        rounds = [self._round_column(number) for number in self.numbers]
        style = "cell rank" if self.whole else "cell score"
        return (*rounds, figure_column(SCORE, heading, 84, ByRule(self._total), style=style))

    def played_column(self, heading: str) -> Column[ResultRow]:
        """Return the column with the number of rounds with a score."""
        return figure_column("rounds", heading, 62, ByRule(self._played))

    def _total(self, own: LineFigures[ResultRow]) -> Shown:
        return self._scores(own).sum

    def _played(self, own: LineFigures[ResultRow]) -> Shown:
        return self._scores(own).count

    def _scores(self, own: LineFigures[ResultRow]) -> FigureRange:
        return own.across(round_name(self.numbers[0]), round_name(self.numbers[-1]))

    def _round_column(self, number: int) -> Column[ResultRow]:
        name, table = round_name(number), self.rounds[number]

        def score(own: LineFigures[ResultRow]) -> Shown:
            return own.other(table, own.line["id"], self.score) if table.has(own.line["id"]) else None

        return figure_column(name, name, 68, ByRule(score), style=self.style)


_RUNNING, _CHART = 84, 660
"""The pixels of a column of running totals, and the least width of the chart above. If a name does not fit on a line of
the chart's legend, LibreOffice writes all names over one another.
"""


def cumulative_table(standings: Table[ResultRow]) -> Table[ResultRow]:
    """Make the table of totals after each round, from the columns of rounds in the standings."""
    rounds = _rounds(standings)
    style = "cell middle" if all(one.style == "cell middle" for one in rounds) else "cell two"
    totals = [START, *(one.key for one in rounds)]
    short = short_names({str(row["id"]): str(row["name"]) for row in standings.lines})

    def after(name: str, before: str) -> Column[ResultRow]:
        def total(own: LineFigures[ResultRow]) -> Shown:
            return own.cell(before) + amount(own.other(standings, own.line["id"], name))

        return figure_column(name, f"after {name.lower()}", _RUNNING, ByRule(total), style=style)

    return Table(
        CUMULATIVE,
        (
            text_column(
                "name",
                standings.column("name").heading,
                max(210, _CHART - _RUNNING * len(totals)),
                lambda row: short(str(row["id"])),
                player=column("id"),
            ),
            figure_column(START, "start", _RUNNING, lambda _: 0, None, style),
            *map(after, totals[1:], totals),
        ),
        standings.lines,
        key=lambda row: row["id"],
        size="fine",
        empty="No round is scored yet.",
    )


def _rounds(standings: Table[ResultRow]) -> list[Column[ResultRow]]:
    any_round = round_name(0)[:-1]  # the name without its number
    return [one for one in standings.columns if one.key.startswith(any_round)]


def cumulative_sheet(standings: Table[ResultRow]) -> TableSheet:
    """Make the sheet of the running totals, from the second round on with a chart of the leaders above them."""
    return TableSheet(
        "Cumulative",
        "Round by round",
        tables=(cumulative_table(standings),),
        # after a single round every line is straight, and many lie on each other
        charts=(way_chart(standings),) if standings.lines and len(_rounds(standings)) > 1 else (),
        charts_first=True,
    )


class OpponentsAcross(Struct, frozen=True):
    """The opponents side by side on one sheet of a grid of who met whom."""

    opponents: range
    """The places of the opponents among all players, from 0."""
    whole: bool
    """Whether these are all opponents, so that the grid has a single part."""

    def named(self, name: str) -> str:
        """Return the name of a sheet or a table for this part."""
        return name if self.whole else f"{name}, {self.opponents.start + 1} to {self.opponents.stop}"


def parts_of_grid(players: int, most: int) -> Iterator[OpponentsAcross]:
    """Yield the parts of a grid of players over several sheets, each with at most ``most`` opponents."""
    for opponents in shares(players, most) if players else (range(0),):
        yield OpponentsAcross(opponents, len(opponents) == players)


def way_chart(standings: Table[ResultRow]) -> Chart:
    """Make the chart of the running totals of the leaders; its title says how many others share the last one's rank."""
    last = _rounds(standings)[-1].key

    def series(places: Places) -> list[Series]:
        table = places[CUMULATIVE]
        return [
            Series(table.cell(row["id"], "name"), table.headings(START, last), table.across(row["id"], START, last))
            for row in standings.lines[:MOST_LINES]
        ]

    leaders, others = standings.lines[:MOST_LINES], standings.lines[MOST_LINES:]
    equal = [row for row in others if row.get("rank") and row["rank"] == leaders[-1]["rank"]]
    of_some = f"The way of the first {MOST_LINES} (equal to the last: {len(equal)} more)"
    title = of_some if equal else "The way of the leaders"
    return Chart("lines", title, "", "score", series, height=400)


Rule = Callable[[LineFigures[Any]], Shown]


def group_columns(
    settings: FactoringSettings, size: Rule, points: Rule, own_pairs: Rule | None = None
) -> tuple[AnyColumn, ...]:
    """Return the columns ``size``, ``points``, ``expected``, ``agrees`` and ``factor`` of compared groups.

    Parameters
    ----------
    size, points
        The rules that count a group's members, and add up their match points.
    own_pairs
        The rule that counts pairs not compared, for a column ``own`` before the others; None without such pairs.
    """

    def expected(own: LineFigures[Any]) -> Shown:
        pairs = expected_sum(own.cell("size"))
        return pairs - own.cell("own") if own_pairs else pairs

    def factor(own: LineFigures[Any]) -> Shown:
        return settings.factor(own.cell("size"), own.table.range("size").highest)

    heading = "must be: N(N\N{MINUS SIGN}1)/2" + (" less those" if own_pairs else "")
    return (
        *([figure_column("own", "Pairs of one alone", 80, ByRule(own_pairs))] if own_pairs else []),
        figure_column("size", "Size (N)", 80, ByRule(size)),
        figure_column("points", "Sum of match points", 120, ByRule(points), style="cell half"),
        figure_column("expected", heading, 100, ByRule(expected)),
        agrees_column("points", 70),
        figure_column("factor", "Factor", 90, ByRule(factor), style="cell two"),
    )


def agrees_column(actual: str, width: int) -> AnyColumn:
    """Return the column that shows whether a figure equals the column ``expected``."""

    def agrees(own: LineFigures[Any]) -> Shown:
        return when(near(own.cell(actual), own.cell("expected")), "✓", "✗")

    return figure_column("agrees", "adds up", width, ByRule(agrees), style="cell strong")


def entered(key: FieldKey, value: Number | str | None) -> Figure | None:
    """Return a value on the sheet Entries; None if nothing was entered."""
    if value is None:
        return None
    cell = cell_at(ENTRIES, key, VALUE, value)
    # with an empty text added, a cleared text is blank here, not 0
    return joined(cell, "") if isinstance(value, str) else cell
