"""The charts of boards on worksheets: centres by year, ranks by earlier centres, and pictures of each game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from msgspec import Struct

from sheetscore.expressions.figure import Figure, Plain, Shown
from sheetscore.expressions.figure_calls import all_of, amount, filled, total, when
from sheetscore.forms.form import FieldKey
from sheetscore.scoring.boards.board import ALL_CENTRES, AT_START, FINAL, POWERS, START, Counts
from sheetscore.systems.diplomacy.boards import LOOKS, SheetBoard, count_box
from sheetscore.tables.sheet import Chart, Series
from sheetscore.tables.table import ByRule, Column, Here, LineFigures, Places, Table, figure_column

CHARTS = "charts"
"""The name of the table of charts: a line for every year of every board, and one for its end; a column for each power.
"""

LINES = "lines of charts"
"""The name of a table with the same lines, which says whether each is filled in, and the ranks of the powers by then.
"""

FILLED, NUMBER, YEAR, FOLLOWS = "filled", "number", "year", "follows"
"""Columns of :data:`LINES`: whether the line is filled in (1 or 0), its number among the lines of the board, its year
(0 for the end), and whether this line and that of the year before are both filled in.
"""

COLUMNS = tuple(power.lower() for power in POWERS)
"""The columns of the powers, in both tables."""

Boxed = Callable[[FieldKey, Plain], Figure | None]
"""Returns the figure of a box from its key and its value: formulas refer to the box on the score sheets, or to the
entry in the results. None if the box is blank and nobody will fill it in any more.
"""

_END = "end"


class ChartLine(Struct, frozen=True, eq=False):
    """A line of a board's chart."""

    board: SheetBoard
    line: int | str
    """The year, or :data:`FINAL`."""
    number: int
    """Its place among the lines of the board, from 1; 0 for the position at the start."""
    counts: Counts | None
    """None where nothing is on the line."""
    ranks: tuple[int, ...]
    """The ranks of the powers by their centres in this year, equal ones by earlier years; the powers are in
    alphabetical order. The centres at the end of the game do not count.
    """
    follows: bool = False
    """Whether this line and that of the year before are filled in. Then a power that has no centre only now lost its
    last one in this year.
    """

    @property
    def key(self) -> tuple[int, int | str]:
        """The key of the line: board and line."""
        return self.board.table, self.line

    @property
    def year(self) -> int:
        """The year; 0 for the end."""
        return self.line if isinstance(self.line, int) else 0


class BoardChart(Struct, frozen=True):
    """The chart of a board: the lines that can be filled in."""

    board: SheetBoard
    lines: tuple[ChartLine, ...]

    @property
    def first(self) -> tuple[int, int | str]:
        """The key of the first line."""
        return self.lines[0].key

    @property
    def last(self) -> tuple[int, int | str]:
        """The key of the last line."""
        return self.lines[-1].key

    def without(self, power: str) -> int:
        """Return the first year in which a power has no centre; 0 if there is no such year."""
        years = (line.year for line in self.lines if line.year and line.counts and not line.counts[power])
        return next(years, 0)

    @property
    def last_year(self) -> int:
        """The last year that is filled in; 0 if none is."""
        return max((line.year for line in self.lines if line.counts is not None), default=0)


def blank_chart(board: SheetBoard, years: Sequence[int]) -> BoardChart:
    """Return the chart of a board with a line for each of these years and for the end, filled in or not."""
    return BoardChart(board, tuple(_lines(board, [*years, FINAL])))


def filled_chart(board: SheetBoard) -> BoardChart:
    """Return the chart of a board that was played, without blank lines."""
    return BoardChart(board, tuple(_lines(board, [*sorted(board.chart), *([FINAL] if board.final else [])])))


def _lines(board: SheetBoard, lines: Sequence[int | str]) -> Iterator[ChartLine]:
    ranks: tuple[int, ...] = (1,) * len(POWERS)
    for number, line in enumerate(lines, start=1):
        counts = board.chart.get(line) if isinstance(line, int) else board.final
        if counts is not None and line not in {FINAL, board.final_year}:
            ranks = _ranked([counts[power] for power in POWERS], ranks)
        follows = counts is not None and isinstance(line, int) and line - 1 in {START, *board.chart}
        yield ChartLine(board, line, number, counts, ranks, follows)


def _ranked(counts: Sequence[int], before: Sequence[int]) -> tuple[int, ...]:
    """Rank the powers by their centres in a year; equal powers stay in the order that they had before."""
    keys = [(-count, rank) for count, rank in zip(counts, before, strict=True)]
    return tuple(1 + sum(other < own for other in keys) for own in keys)


def charts_table(
    charts: Sequence[BoardChart], boxed: Boxed, shown: Table[ChartLine], *, start: bool
) -> Table[ChartLine]:
    """Make the table of all charts.

    Parameters
    ----------
    shown
        The table that says whether a line counts.
    start
        Whether each chart begins with a line for the position at the start of the game, which nobody fills in.
    """
    lines = [
        line
        for chart in charts
        for line in (*([ChartLine(chart.board, START, 0, AT_START, ())] if start else ()), *chart.lines)
    ]
    firsts = {(line.board.table, line.line) for line in lines if line.number == (0 if start else 1)}
    return Table(
        CHARTS,
        (
            figure_column("board", "Board", 56, lambda line: line.board.table),
            figure_column("after", "After", 64, lambda line: line.line if line.year else _END, None, "cell strong"),
            *(_count_column(power, boxed, shown) for power in POWERS),
            figure_column("owned", "Owned", 66, ByRule(_owned)),
            figure_column("unowned", "Unowned", 72, ByRule(_unowned)),
        ),
        lines,
        key=lambda line: line.key,
        starts_group=lambda line: line.key in firsts,
        size="fine",
        empty="No chart was filled in.",
    )


def _count_column(power: str, boxed: Boxed, shown: Table[ChartLine]) -> Column[ChartLine]:
    def count(own: LineFigures[ChartLine]) -> Shown:
        line = own.line
        value = None if line.counts is None else line.counts[power]
        box = boxed(count_box(line.board.table, line.line, power), value) if line.number else None
        return value if box is None else when(own.other(shown, line.key, FILLED) == 1, amount(box), None)

    return figure_column(power.lower(), power, 72, ByRule(count))


def _owned(own: LineFigures[ChartLine]) -> Shown:
    """Add up the centres on a line; None for a blank line. If one power has a number there, all have."""
    counts = [own.cell(column) for column in COLUMNS]
    return when(filled(counts[0]), total(*map(amount, counts)), None)


def _unowned(own: LineFigures[ChartLine]) -> Shown:
    owned = own.cell("owned")
    return when(filled(owned), ALL_CENTRES - amount(owned), None)


def lines_table(charts: Sequence[BoardChart], boxed: Boxed, games: str, *, history: bool) -> Table[ChartLine]:
    """Make the table that says of every line of the charts whether it counts, and how the powers ranked by then.

    Parameters
    ----------
    games
        The name of the table with the last years.
    history
        Whether the ranks are needed.
    """

    def filled(here: Here[ChartLine]) -> str:
        line = here.line
        boxes = (boxed(count_box(line.board.table, line.line, power), None) for power in POWERS)
        return f"IF(COUNT({','.join(box.written(here.written).text for box in boxes if box is not None)})>0,1,0)"

    def follows(own: LineFigures[ChartLine]) -> Shown:
        """Return 1 if this year and the one before are filled in, else 0; the position at the start is always known."""
        line, here = own.line, own.cell(FILLED)
        if not line.year:
            return 0
        if line.number == 1:
            return here if line.year == START + 1 else 0
        filled, year = (own.other(own.table, above[line.key], key) for key in (FILLED, YEAR))
        return when(all_of(filled == 1, year == own.cell(YEAR) - 1), here, 0)

    above = {line.key: before.key for chart in charts for before, line in pairwise(chart.lines)}
    return Table(
        LINES,
        (
            figure_column("board", "board", 50, lambda line: line.board.table, None, "cell step"),
            figure_column(YEAR, "year", 50, lambda line: line.year, None, "cell step"),
            figure_column(NUMBER, "line", 50, lambda line: line.number, None, "cell step"),
            figure_column(FILLED, "filled", 50, lambda line: int(line.counts is not None), filled, "cell step"),
            figure_column(FOLLOWS, "year before", 50, ByRule(follows), style="cell step"),
            *((_rank_column(at, games) for at in range(len(POWERS))) if history else ()),
        ),
        [line for chart in charts for line in chart.lines],
        key=lambda line: line.key,
        starts_group=lambda line: line.number == 1,
        size="fine",
        empty="No chart was filled in.",
    )


def _rank_column(at: int, games: str) -> Column[ChartLine]:
    """Make the column of a power's ranks: by the year, and by the line above where powers are level in it."""

    def formula(here: Here[ChartLine]) -> str:
        line = here.line
        above = "1" if line.number == 1 else here.above(COLUMNS[at])
        if not line.year:
            return above
        counts = here.refer(here.places[CHARTS].across(line.key, COLUMNS[0], COLUMNS[-1]))
        own = here.other(CHARTS, line.key, COLUMNS[at])
        ahead = f"({counts}>{own})"
        if line.number > 1:
            before = f"{here.above(COLUMNS[0])}:{here.above(COLUMNS[-1])}"
            ahead += f"+({counts}={own})*({before}<{above})"
        earlier = f"{here.cell(YEAR)}<>{here.other(games, line.board.table, 'final_year')}"
        return f"IF(AND({here.cell(FILLED)}=1,{earlier}),1+SUMPRODUCT(1*({ahead})),{above})"

    return figure_column(
        COLUMNS[at], f"{POWERS[at]}'s rank by then", 64, lambda line: line.ranks[at], formula, "cell step"
    )


def at_line(here: Here[Any], chart: BoardChart, power: str, number: Figure) -> str:
    """Look up how many centres a power has on a line of a chart, by its number from 1."""
    counts = here.refer(here.places[CHARTS].part(power.lower(), chart.first, chart.last))
    return f"N(INDEX({counts},{number.written(here.written).text}))"


def last_filled(own: LineFigures[Any], lines: Table[ChartLine], chart: BoardChart, what: str) -> Figure:
    """Return the highest :data:`NUMBER` or :data:`YEAR` of the lines of a chart that are filled in."""
    return own.part(lines, what, chart.lines).highest_with(own.part(lines, FILLED, chart.lines))


def first_without(here: Here[Any], chart: BoardChart, power: str) -> str:
    """Write the first year in which a power has no centre; 0 without one."""
    lines, late = here.places[LINES], 2 * START
    filled, years = (here.refer(lines.part(column, chart.first, chart.last)) for column in (FILLED, YEAR))
    counts = here.refer(here.places[CHARTS].part(power.lower(), chart.first, chart.last))
    # the first year is the one with the most years from it to a late year; MOD makes the late year itself 0
    return f"MOD({late}-SUMPRODUCT(MAX({filled}*({years}>0)*({counts}=0)*({late}-{years}))),{late})"


def last_with(here: Here[Any], chart: BoardChart, power: str) -> str:
    """Write the last year in which a power has a centre; 0 without one."""
    lines = here.places[LINES]
    filled, years = (here.refer(lines.part(column, chart.first, chart.last)) for column in (FILLED, YEAR))
    counts = here.refer(here.places[CHARTS].part(power.lower(), chart.first, chart.last))
    return f"SUMPRODUCT(MAX({filled}*({counts}>0)*{years}))"


def year_of_elimination(here: Here[Any], chart: BoardChart, without: str) -> str:
    """Write the year in which a power lost its last centre by the chart; 0 where the year before is not known.

    Parameters
    ----------
    without
        The cell with the first year in which the power has no centre.
    """
    lines = here.places[LINES]
    years, follows = (here.refer(lines.part(column, chart.first, chart.last)) for column in (YEAR, FOLLOWS))
    return f"IF(AND({without}>0,SUMPRODUCT(({years}={without})*{follows})>0),{without},0)"


_HALVES = (("the west", ("England", "France", "Germany", "Italy")), ("the east", ("Austria", "Russia", "Turkey")))
"""The halves of the board: seven lines are too many to be told apart without colours."""


def game_pictures(chart: BoardChart) -> Iterator[Chart]:
    """Yield the pictures of a game, the centres of each power year by year: one of each half of the board."""
    most = max((count for line in chart.lines for count in (line.counts or {}).values()), default=0)
    for half, powers in _HALVES:
        title = f"Board {chart.board.table}: centres by year in {half}"
        lines = partial(_lines_of_powers, chart, powers)
        yield Chart("lines", title, "after", "centres", lines, most=max(most, *AT_START.values()))


def _lines_of_powers(chart: BoardChart, powers: Sequence[str], places: Places) -> list[Series]:
    """Return the line of each of these powers."""
    place, start, last = places[CHARTS], (chart.board.table, START), chart.lines[-1]
    if last.line == FINAL and len(chart.lines) > 1 and last.counts == chart.lines[-2].counts:
        last = chart.lines[-2]  # the last year has the same centres as the end, whose point is left out
    along = place.part("after", start, last.key)
    return [
        Series(place.headings(column, column), along, place.part(column, start, last.key), LOOKS[power], number=at)
        for at, (power, column) in enumerate(zip(POWERS, COLUMNS, strict=True))
        if power in powers
    ]
