"""Boards on worksheets from the boxes to the scores, with every step in a cell of its own.

The same tables are in the results, where they follow what was entered, and in the score sheets of a round, where
they follow what is being typed in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property

from msgspec import Struct

from sheetscore.expressions.figure import Figure, Shown
from sheetscore.expressions.figure_calls import all_of, amount, is_number, joined, same, when
from sheetscore.scoring.boards.board import NEVER, POWERS, START, known_year
from sheetscore.scoring.boards.system import BoardSystem
from sheetscore.systems.diplomacy.boards import game_box, power_box
from sheetscore.systems.diplomacy.round_tables.chart_tables import (
    NUMBER,
    YEAR,
    BoardChart,
    Boxed,
    ChartLine,
    at_line,
    charts_table,
    first_without,
    last_filled,
    last_with,
    lines_table,
    year_of_elimination,
)
from sheetscore.systems.diplomacy.round_tables.step_tables import (
    UNKNOWN,
    PlayedSteps,
    PowerLine,
    StepTables,
    power_lines,
    seven,
    seven_of,
    worked_key,
)
from sheetscore.tables.table import AnyTable, ByRule, Column, Here, LineFigures, Table, figure_column, text_column

GAMES, BOARDS = "games", "boards"
"""Names of tables: a line for every game by the number of its board, and one for every power of every board."""

SHOWN = ("place", "member", "winner")
"""Facts that are always shown, since readers look for them, even if the scoring system does not use them."""

_BETWEEN = " ,;/&"
"""The characters that may stand between the members of a draw, besides a plus."""


class ShownBoards(Struct, frozen=True, dict=True):
    """The boards of a round as a workbook shows them."""

    system: BoardSystem
    """The scoring system in force."""
    charts: Sequence[BoardChart]
    """The boards with the lines of their charts."""
    names: Callable[[int, str], str]
    """Returns the name of who plays, as it is shown, for a board and a power."""
    boxed: Boxed
    """Returns the figure of a box: its value, and the cell that formulas refer to."""
    live: bool = False
    """Whether the boards may still be unfinished: then there are scores only where a board has no problem."""
    history: bool = False
    """Whether ranks by earlier centres are needed even if the system in force does not use them."""

    @cached_property
    def boards(self) -> tuple[PlayedSteps, ...]:
        """The boards, with everything that follows for them."""
        return tuple(PlayedSteps(chart.board) for chart in self.charts)

    @cached_property
    def step_tables(self) -> StepTables:
        """The tables of the scoring system in force."""
        return StepTables(GAMES, BOARDS, (self.system,), SHOWN)

    @cached_property
    def _charts_by_board(self) -> dict[int, BoardChart]:
        return {chart.board.table: chart for chart in self.charts}

    def charts_table(self) -> AnyTable:
        """Make the table of centres by year."""
        return charts_table(self.charts, self.boxed, self.lines, start=not self.live)

    @cached_property
    def lines(self) -> Table[ChartLine]:
        """The table with a line for each line of the charts: whether it is filled in, and what follows from it."""
        needed = self.history or self.step_tables.uses("history")
        return lines_table(self.charts, self.boxed, GAMES, history=needed)

    def problem(self, steps: PlayedSteps) -> str:
        """Say what keeps a board from being scored, apart from missing years; empty if nothing does."""
        return steps.in_brief

    def scores(self, steps: PlayedSteps) -> list[int | Fraction] | None:
        """Return the scores that count on a board, rulings included; None as long as it cannot be scored."""
        computed = None if self.problem(steps) else steps.scores(self.system)
        if computed is None:
            return None
        return [self._ruled(steps, power, score) for power, score in zip(POWERS, computed, strict=True)]

    @staticmethod
    def ruling(steps: PlayedSteps, power: str) -> int | Fraction | None:
        """Return the score that the director ruled for a power."""
        ruling = steps.played.rulings.get(power)
        return None if ruling is None else ruling.score

    def _ruled(self, steps: PlayedSteps, power: str, computed: int | Fraction) -> int | Fraction:
        ruling = self.ruling(steps, power)
        return computed if ruling is None else ruling

    @cached_property
    def games(self) -> Table[PlayedSteps]:
        """The table of games: how each ended, and the steps that are the same for all of its powers."""
        return Table(
            GAMES,
            (
                figure_column("board", "Board", 56, lambda steps: steps.played.table),
                text_column("outcome", "Outcome", 92, ByRule(self._outcome)),
                text_column("names", "Named", 190, _members, self._members_formula),
                figure_column("line", "Last line", 60, self._last_filled(NUMBER), style="cell step"),
                figure_column("charted", "Year of it", 60, self._last_filled(YEAR), style="cell step"),
                figure_column("final_year", "Last year", 66, ByRule(self._final_year)),
                *self.step_tables.game_columns(),
                *([self._problem_column()] if self.live else ()),
            ),
            self.boards,
            key=lambda steps: steps.played.table,
            title="Games",
            size="fine",
            empty="No board was scored.",
        )

    @cached_property
    def powers(self) -> Table[PowerLine]:
        """The table of the powers of all boards: centres, steps, scores."""
        return Table(
            BOARDS,
            (
                figure_column("board", "Board", 56, lambda line: line.table),
                text_column("power", "Power", 92, lambda line: line.power),
                text_column("player", "Player", 190, ByRule(self._player)),
                figure_column("centres", "Centres", 60, ByRule(self._centres), style="cell strong"),
                figure_column("without", "None since (chart)", 60, self._without, self._without_formula, "cell step"),
                figure_column("dated", "Lost in (chart)", 60, self._dated, self._dated_formula, "cell step"),
                figure_column("eliminated", "Out in", 66, ByRule(self._eliminated)),
                figure_column("named", "Named", 60, _fact(self, "named"), self._named, "cell step"),
                *(self.history_columns(BOARDS) if self.step_tables.uses("history") else ()),
                *self.step_tables.power_columns(),
                self.step_tables.worked_column(self.system, "Computed", "cell two"),
                figure_column("ruling", "Ruled", 74, ByRule(self._ruling), style="cell two"),
                figure_column("score", "Score", 82, ByRule(self._score), style="cell score"),
            ),
            power_lines(self.boards),
            key=lambda line: line.key,
            title="Powers",
            starts_group=lambda line: line.at == 0,
            size="fine",
            empty="No board was scored.",
        )

    def history_columns(self, powers: str) -> tuple[Column[PowerLine], ...]:
        """Return the columns that rank powers by their earlier centres, for the table of powers with this name.

        The rank follows from the first and the last year in which each power can have lost its last centre. It is
        unknown if this span of years overlaps with that of another power, and is longer than a year for either.
        """

        def out_year(at: int) -> Callable[[PowerLine], int]:
            return lambda line: line.steps.played.board.span(line.power)[at]

        def from_formula(here: Here[PowerLine]) -> str:
            there = last_with(here, self._charts_by_board[here.line.table], here.line.power)
            return out_formula(here, f"MAX({START},{there})+1")

        def until_formula(here: Here[PowerLine]) -> str:
            without, end = (
                here.other(BOARDS, here.line.key, "without"),
                here.other(GAMES, here.line.table, "final_year"),
            )
            return out_formula(here, f"IF({without}>0,{without},IF(ISNUMBER({end}),{end},{NEVER - 1}))")

        def out_formula(here: Here[PowerLine], if_unknown: str) -> str:
            out = here.cell("eliminated")
            return f"IF({here.cell('centres')}>0,{NEVER},IF(ISNUMBER({out}),{out},{if_unknown}))"

        def before(own: LineFigures[PowerLine]) -> Shown:
            return own.other(self.lines, self._charts_by_board[own.line.table].last, own.line.power.lower())

        def history(here: Here[PowerLine]) -> str:
            first, last, earlier = (seven(here, powers, here.line.table, key) for key in ("from", "until", "before"))
            begin, end, rank = (here.cell(key) for key in ("from", "until", "before"))
            # the sum counts the power itself, too, if its own span is longer than a year: hence more than 1
            open_ = f"(({first}<{last})+({begin}<{end})>0)"
            met = f"SUMPRODUCT(({first}<={end})*({last}>={begin})*{open_})>1*({begin}<{end})"
            known = f"SUMPRODUCT(({first}<{NEVER})*(({first}>{START + 1})+({first}={last})>0))"
            ranked = f"1+SUMPRODUCT(1*(({last}>{end})+({last}={end})*({earlier}<{rank})))"
            return f'IF(AND({known}>0,{met}),"{UNKNOWN}",{ranked})'

        return (
            figure_column("before", "Rank by the chart", 60, ByRule(before), style="cell step"),
            figure_column("from", "Out from", 60, out_year(0), from_formula, "cell step"),
            figure_column("until", "Out until", 60, out_year(1), until_formula, "cell step"),
            figure_column("history", "Rank by history", 60, _fact(self, "history"), history, "cell step"),
        )

    def _outcome(self, own: LineFigures[PlayedSteps]) -> Shown:
        played = own.line.played
        box = self.boxed(game_box(played.table, "outcome"), played.outcome)
        return None if box is None else joined(box, "")

    def _members_formula(self, here: Here[PlayedSteps]) -> str | None:
        """Write the members in capitals, a plus before each; people may type any beginning of a power's name."""
        box = self.boxed(game_box(here.line.played.table, "members"), None)
        if box is None:
            return None
        text = box.written(here.written).text
        for mark in _BETWEEN:
            text = f'SUBSTITUTE({text},"{mark}","+")'
        return f'"+"&UPPER({text})'

    def _last_filled(self, what: str) -> ByRule[PlayedSteps]:
        return ByRule(lambda own: last_filled(own, self.lines, self._charts_by_board[own.line.played.table], what))

    def _final_year(self, own: LineFigures[PlayedSteps]) -> Shown:
        played = own.line.played
        typed = self.boxed(game_box(played.table, "final_year"), played.typed_final_year)
        return _or_unknown(typed, own.cell("charted"))

    def _problem_column(self) -> Column[PlayedSteps]:
        return text_column(
            "problem",
            "Problem",
            190,
            self.problem,
            lambda here: self.step_tables.in_brief(here, self.system),
        )

    def _player(self, own: LineFigures[PowerLine]) -> Shown:
        key, name = own.line.key, self.names(*own.line.key)
        box = self.boxed(power_box(*key, "player"), name) if self.live else None
        return name if box is None else joined(box, "")

    def _centres(self, own: LineFigures[PowerLine]) -> Shown:
        line, number = own.line, own.other(self.games, own.line.table, "line")
        owned = line.steps.played.board.owned(line.power)
        at_last = own.looked_up(
            owned, lambda here: at_line(here, self._charts_by_board[line.table], line.power, number)
        )
        return when(number == 0, 0, at_last)

    def _without(self, line: PowerLine) -> int:
        return self._charts_by_board[line.table].without(line.power)

    def _without_formula(self, here: Here[PowerLine]) -> str:
        return first_without(here, self._charts_by_board[here.line.table], here.line.power)

    def _dated(self, line: PowerLine) -> int:
        """Return the year in which a power lost its last centre by the chart; 0 if the chart does not tell.

        For a power with centres in all years of the chart, but none at the end, it is the year of the end if that
        directly follows the last year of the chart.
        """
        chart, board = self._charts_by_board[line.table], line.steps.played
        without = chart.without(line.power)
        if without:
            return without if any(one.follows for one in chart.lines if one.year == without) else 0
        last = max(chart.last_year, START)
        return next((year for year in board.end_line or () if year == last + 1 and not board.centres[line.power]), 0)

    def _dated_formula(self, here: Here[PowerLine]) -> str:
        """Write the formula for the year of :meth:`_dated`."""
        without, centres = here.cell("without"), here.cell("centres")
        line, last, end = (here.other(GAMES, here.line.table, key) for key in ("line", "charted", "final_year"))
        charted = year_of_elimination(here, self._charts_by_board[here.line.table], without)
        at_end = f"AND({line}>0,{centres}=0,N({end})-1=MAX({last},{START}))"
        return f"IF({without}>0,{charted},IF({at_end},N({end}),0))"

    def _eliminated(self, own: LineFigures[PowerLine]) -> Shown:
        line = own.line
        typed = self.boxed(power_box(*line.key, "eliminated"), line.steps.played.gone.get(line.power))
        return when(own.cell("centres") > 0, 0, _or_unknown(typed, own.cell("dated")))

    def _named(self, here: Here[PowerLine]) -> str:
        members = here.other(GAMES, here.line.table, "names")
        return f'IF(ISNUMBER(FIND("+{here.line.power[0]}",{members})),1,0)'

    def _ruling(self, own: LineFigures[PowerLine]) -> Shown:
        line = own.line
        box = self.boxed(power_box(*line.key, "ruling"), self.ruling(line.steps, line.power))
        return None if box is None else when(is_number(box), box, None)

    def place(self, line: PowerLine) -> int | Fraction | str:
        """Return the place of a power on its board; equal powers share the best place."""
        return line.steps.column(self.system, "place")[line.at]

    def _score(self, own: LineFigures[PowerLine]) -> Shown:
        """Return the score that counts for a power; a blank as long as the board cannot be scored."""
        worked = worked_key(self.system)
        score = when(is_number(own.cell("ruling")), own.cell("ruling"), own.cell(worked))
        if not self.live:
            return score
        problem = own.other(self.games, own.line.table, "problem")
        known = seven_of(own, own.table, own.line.table, worked).count == len(POWERS)
        return when(all_of(same(problem, ""), known), score, None)


def _fact(book: ShownBoards, name: str) -> Callable[[PowerLine], int | Fraction | str]:
    """Return the function from a power's line to the value of a fact."""
    return lambda line: line.steps.column(book.system, name)[line.at]


def _members(steps: PlayedSteps) -> str:
    """Return the members of the draw as their formula has them, such as +AUSTRIA+FRANCE."""
    return "+" + "+".join(steps.played.members).upper()


def final_year(steps: PlayedSteps) -> int | str:
    """Return the last year of a game as it is shown."""
    return steps.played.final_year or UNKNOWN


def _or_unknown(typed: Figure | None, charted: Figure) -> Figure:
    """Return a year: as it was typed, else as the chart has it, else :data:`UNKNOWN`."""
    year = charted if typed is None else known_year(amount(typed), charted)
    return when(year > 0, year, UNKNOWN)
