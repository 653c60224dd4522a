"""Scoring systems on a worksheet: a line per game, a line per power, and a cell for every step.

A score that needs a year which nobody gave must not come out as if the year were 0. So a step shows
:data:`UNKNOWN` then, and formulas that use the step read it as (cell+0), which is an error for a text; the cell that
gets the error shows :data:`UNKNOWN` in its turn. As in Python, only the steps that a case needs can make it unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, NoReturn, TypeVar, cast

from msgspec import Struct

from sheetscore.expressions import Cell, Expression, Reference, Unknown, Value, parse, to_excel
from sheetscore.expressions.figure import Shown
from sheetscore.expressions.figure_ranges import FigureRange
from sheetscore.expressions.nodes import BlockColumn, Conditional, Name, Node, walk
from sheetscore.scoring.boards.board import POWERS, ScoringStep, named_in
from sheetscore.scoring.boards.contradictions import BRIEF_RULES, in_brief
from sheetscore.scoring.boards.steps import BY_SYSTEM, FACTS, SHARED, BoardSteps
from sheetscore.scoring.boards.system import BoardSystem
from sheetscore.sheets.formulas import PageFormula, page_row
from sheetscore.systems.diplomacy.boards import SheetBoard
from sheetscore.tables.table import ByRule, Column, Here, LineFigures, Table, figure_column

UNKNOWN = "?"
"""The text of a cell whose value needs a year that nobody gave."""

Line = TypeVar("Line")
_WIDTH = 74

_GAME, _POWER, _FIRST, _LAST = map(page_row, range(4))
"""The rows in a formula: of the board's game, of the power, of the first and of the last power of the board."""

_YEARS = ("eliminated", "final_year", "history")
"""Facts that are unknown if nobody gave a year: two years, and the ranks that go by years."""


class PlayedSteps(Struct, frozen=True, eq=False, dict=True):
    """A board with everything that follows for it."""

    played: SheetBoard
    """The board; also one that is blank, or contradicts itself."""

    @cached_property
    def _steps(self) -> BoardSteps:
        return BoardSteps(self.played.board)

    @cached_property
    def in_brief(self) -> str:
        """What is missing or wrong on the board, in words, apart from missing years; empty if nothing is."""
        return in_brief(self._steps)

    def once(self, system: BoardSystem, name: str) -> Value:
        """Return the value of a step of the whole board."""
        return self.column(system, name)[0]

    def column(self, system: BoardSystem, name: str) -> list[Value]:
        """Return the values of a step, one for each power."""
        key = system, name
        if key not in self._columns:  # kept, since every power's line asks for one of the values
            self._columns[key] = _shown(self._steps.step(system, name))
        return self._columns[key]

    @cached_property
    def _columns(self) -> dict[tuple[BoardSystem, str], list[Value]]:
        return {}

    def scores_or_unknown(self, system: BoardSystem) -> list[Value]:
        """Return the score of each power; :data:`UNKNOWN` if it needs a year which is missing."""
        if system not in self._scores:  # kept, since every power's line asks for the scores of all
            self._scores[system] = _shown(self._steps.scores(system))
        return self._scores[system]

    @cached_property
    def _scores(self) -> dict[BoardSystem, list[Value]]:
        return {}

    def scores(self, system: BoardSystem) -> list[int | Fraction] | None:
        """Return the score of each power; None if one of the scores cannot be determined."""
        scores = self.scores_or_unknown(system)
        return None if UNKNOWN in scores else cast("list[int | Fraction]", scores)


def _shown(cells: Sequence[Cell]) -> list[Value]:
    return [UNKNOWN if isinstance(cell, Unknown) else cell for cell in cells]


class PowerLine(Struct, frozen=True):
    """The line of a power on a board; ``at`` is its place in the alphabet, from 0."""

    steps: PlayedSteps
    at: int

    @property
    def power(self) -> str:
        """Which power it is."""
        return POWERS[self.at]

    @property
    def table(self) -> int:
        """The number of the board."""
        return self.steps.played.table

    @property
    def key(self) -> tuple[int, str]:
        """The key of the line: board and power."""
        return self.table, self.power


def power_lines(boards: Sequence[PlayedSteps]) -> list[PowerLine]:
    """Return the lines of all powers, board by board."""
    return [PowerLine(steps, at) for steps in boards for at in range(len(POWERS))]


def step_key(system: BoardSystem, name: str) -> str:
    """Return the column of a step or a fact; systems share a column if it means the same for all of them."""
    if name in BY_SYSTEM:
        return f"{name} {system.file.years}"
    return name if name in SHARED else f"{system.file.id} {name}"


@cache
def unsure_names(system: BoardSystem) -> frozenset[str]:
    """Return the facts and steps that may be unknown: years, ranks by years, and every step that uses one of those."""
    unsure = set(_YEARS)
    for step in system.steps:
        if named_in(step.expression) & unsure:
            unsure.add(step.name)
    return frozenset(unsure)


def worked_key(system: BoardSystem) -> str:
    """Name the column of the powers' scores under a system; a score that needs a missing year is :data:`UNKNOWN`."""
    return f"{system.file.id} = score"


class StepTables(Struct, frozen=True, dict=True):
    """Two tables that go together, with the steps of some systems; facts that several use appear there once."""

    games: str
    """The name of the table with a line per game, whose key is the number of its board."""
    powers: str
    """The name of the table with a line per power; see :attr:`PowerLine.key`."""
    systems: Sequence[BoardSystem]
    shown: tuple[str, ...] = ()
    """Facts that are shown although the scores do not need them."""

    @cached_property
    def _steps(self) -> dict[str, tuple[BoardSystem, ScoringStep]]:
        """The steps by their columns: facts first, then the others, each after those that it needs."""
        found: dict[str, tuple[BoardSystem, ScoringStep]] = {}
        for system in self.systems:
            known = system.steps.names()
            wanted = [system.score, *(parse(name, known=known) for name in self.shown)]
            for step in system.steps.needed_by(wanted):
                found.setdefault(step_key(system, step.name), (system, step))
        order = {name: at for at, name in enumerate(FACTS)}
        return dict(sorted(found.items(), key=lambda item: order.get(item[1][1].name, len(order))))

    def uses(self, name: str) -> bool:
        """Return whether a fact of this name is needed."""
        named = [system.score for system in self.systems] + [step.expression for _, step in self._steps.values()]
        return any(
            isinstance(part, Name | BlockColumn) and part.name == name for rule in named for part in walk(rule.root)
        )

    def game_columns(self) -> Iterator[Column[PlayedSteps]]:
        """Yield the columns of the steps that are the same for all powers of a board."""
        for key, (system, step) in self._steps.items():
            if step.once:
                yield self._game_column(key, system, step)

    def power_columns(self) -> Iterator[Column[PowerLine]]:
        """Yield the columns of the steps of each power."""
        for key, (system, step) in self._steps.items():
            if not step.once:
                yield self._power_column(key, system, step)

    def worked_column(self, system: BoardSystem, heading: str, style: str) -> Column[PowerLine]:
        """Return the column of the scores under a system."""
        key = worked_key(system)

        def write(here: Here[PowerLine], rule: Expression) -> str:
            return self._formula_on_row(
                here, here.line.key, key, lambda here: _or_unknown(_rule_formula(rule, self._cells(here, system)))
            )

        def worked_out(own: LineFigures[PowerLine]) -> Shown:
            return own.compiled(system.score, own.line.steps.scores_or_unknown(system)[own.line.at], write)

        return figure_column(key, heading, _WIDTH, ByRule(worked_out), style=style)

    def in_brief(self, here: Here[PlayedSteps], system: BoardSystem) -> str:
        """Write what is missing or wrong on a board; see :func:`sheetscore.scoring.boards.contradictions.in_brief`."""
        return f"TRIM({'&'.join(self._text(here, system, rule.text) for rule in BRIEF_RULES)})"

    def _text(self, here: Here[PlayedSteps], system: BoardSystem, rule: Expression) -> str:
        """Write a rule about the whole board, as a text with facts in it; an unknown year counts as 0."""
        row = here.line.played.table, POWERS[0]
        return self._formula_on_row(
            here,
            row,
            f"{system.file.id} {rule.text}",
            lambda _: to_excel(rule, _Cells(self, here, system, frozenset())),
        )

    def _game_column(self, key: str, system: BoardSystem, step: ScoringStep) -> Column[PlayedSteps]:
        write = self._writer(key, system, step, lambda steps: (steps.played.table, POWERS[0]))

        def once(own: LineFigures[PlayedSteps]) -> Shown:
            return own.compiled(step.expression, own.line.once(system, step.name), write)

        return figure_column(key, self._heading(key, system), _WIDTH, ByRule(once), style="cell step")

    def _power_column(self, key: str, system: BoardSystem, step: ScoringStep) -> Column[PowerLine]:
        write = self._writer(key, system, step, lambda line: line.key)

        def of_power(own: LineFigures[PowerLine]) -> Shown:
            return own.compiled(step.expression, own.line.steps.column(system, step.name)[own.line.at], write)

        return figure_column(key, self._heading(key, system), _WIDTH, ByRule(of_power), style="cell step")

    def _heading(self, key: str, system: BoardSystem) -> str:
        alone = len(self.systems) == 1
        return (key.removeprefix(f"{system.file.id} ") if alone else key).replace("_", " ")

    def _writer(
        self, key: str, system: BoardSystem, step: ScoringStep, row: Callable[[Any], tuple[int, str]]
    ) -> Callable[[Here[Any], Expression], str]:
        """Return the function that writes a step; ``row`` returns the board and the power of a line."""
        certain = step.name in FACTS and step.name not in unsure_names(system)

        def write(here: Here[Any], rule: Expression) -> str:
            formula = _rule_formula(rule, self._cells(here, system))
            return formula if certain else _or_unknown(formula)

        return lambda here, rule: self._formula_on_row(here, row(here.line), key, lambda here: write(here, rule))

    def _cells(self, here: Here[Any], system: BoardSystem) -> _Cells:
        return _Cells(self, here, system, unsure_names(system))

    @cached_property
    def _formulas(self) -> dict[tuple[str, str], PageFormula]:
        return {}

    @cached_property
    def _rows(self) -> dict[tuple[int, str], list[str]]:
        """The rows of a formula for the line of a power, as formulas have them."""
        return {}

    def _formula_on_row(
        self, here: Here[Line], row: tuple[int, str], key: str, compiled: Callable[[Here[Line]], str]
    ) -> str:
        """Write a formula for the line of a power (board and power); it is compiled once for all lines of its table."""
        known = here.place.sheet, key
        if known not in self._formulas:
            self._formulas[known] = PageFormula(compiled(here))
        if row not in self._rows:
            games, powers = here.places[self.games].rows, here.places[self.powers].rows
            board = row[0]
            lines = games[board], powers[row], powers[board, POWERS[0]], powers[board, POWERS[-1]]
            self._rows[row] = [str(line + 1) for line in lines]
        return self._formulas[known].on(self._rows[row])


def _or_unknown(formula: str) -> str:
    return f'IFERROR({formula},"{UNKNOWN}")'


class _Cells(Struct, frozen=True):
    """Where a power's cells are, as :func:`sheetscore.expressions.to_excel` asks for them, with their rows marked."""

    tables: StepTables
    here: Here[Any]
    """Any line of the table in which the formula is."""
    system: BoardSystem
    unsure: frozenset[str]
    """The facts and steps that may be unknown; a formula that uses one which is unknown gives an error."""

    def cell(self, name: str) -> Reference:
        """Refer to the cell of a fact or a step: of this power, or of the whole board."""
        key = step_key(self.system, name)
        if self.system.steps.is_once(name):
            text = self.here.by_row(self.tables.games, key, _GAME)
        else:
            text = self.here.by_row(self.tables.powers, key, _POWER)
        if name in self.unsure:
            return Reference(f"({text}+0)", always_number=True)
        return Reference(text, always_number=name not in unsure_names(self.system))

    def column(self, block: str, name: str) -> str:
        """Refer to the cells of a fact or a step, for all powers of the board."""
        del block  # there is only the board
        return self.here.by_row(self.tables.powers, step_key(self.system, name), _FIRST, _LAST)

    def stretches(self, block: str) -> Sequence[_Cells]:
        """Return itself: nothing is between the powers of a board."""
        del block
        return (self,)

    def setting(self, name: str) -> Value:
        """Return the year that years are counted from."""
        del name
        return self.system.first_year

    def _never(self, *names: object) -> NoReturn:
        """Refuse what a board does not have: numbered fields, choices, rows above."""
        raise KeyError(names)

    item = attribute = mark = previous = above = text = _never


def _rule_formula(rule: Expression, cells: _Cells) -> str:
    """Return the formula of a rule: :data:`UNKNOWN` if an aggregate goes over a fact or step that is unknown.

    In a condition only the case that holds is looked at.
    """
    unsure = _unsure_columns(rule.root, cells)
    if not unsure:
        return to_excel(rule, cells)
    root = rule.root
    if isinstance(root, Conditional) and isinstance(root.test, Name):
        test = to_excel(Expression(root.test.name, root.test), cells)
        chosen, otherwise = (
            _rule_formula(Expression(rule.text, part), cells) for part in (root.chosen, root.otherwise)
        )
        return f"IF({test}<>0,{chosen},{otherwise})"
    known = "+".join(f"COUNT({cells.column('', name)})" for name in unsure)
    return f'IF({known}={len(POWERS) * len(unsure)},{to_excel(rule, cells)},"{UNKNOWN}")'


def _unsure_columns(node: Node, cells: _Cells) -> list[str]:
    names = (part.name for part in walk(node) if isinstance(part, BlockColumn))
    return [name for name in dict.fromkeys(names) if name in cells.unsure]


def seven_of(own: LineFigures[Any], table: Table[PowerLine], number: int, column: str) -> FigureRange:
    """Return the cells of a column of a table of powers, for the powers of one board."""
    return own.part(table, column, [table.line((number, power)) for power in POWERS])


def seven(here: Here[Any], table: str, number: int, column: str) -> str:
    """Refer to a column of a table of powers, for the powers of one board."""
    return here.refer(here.places[table].part(column, (number, POWERS[0]), (number, POWERS[-1])))
