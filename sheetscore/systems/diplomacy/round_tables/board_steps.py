"""What a board comes to step by step: the values that workbooks show beside the formulas of a scoring system."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NoReturn

from sheetscore.expressions import Expression, ExpressionError, Given, Value, evaluate
from sheetscore.expressions.nodes import Setting, walk
from sheetscore.scoring.boards.board import POWERS
from sheetscore.scoring.boards.facts import ENTERED, ENTERED_ONCE, Step, facts, named_in
from sheetscore.scoring.boards.scope import BoardScope
from sheetscore.scoring.boards.system import BoardSystem
from sheetscore.systems.diplomacy.boards import PlayedBoard

UNKNOWN = "?"
"""What a cell shows that needs a year which nobody gave."""

_YEARS = ("eliminated", "final_year", "history")
"""What is entered, or ranked by it, and may be unknown."""

_SHARED = {step.name for step in facts()}

_BY_SYSTEM = {step.name for step in facts() if any(isinstance(part, Setting) for part in walk(step.expression.root))}
"""Facts that depend on how a system counts years."""


class YearMissingError(Exception):
    """A step needs a year that nobody gave."""


def step_key(system: BoardSystem, name: str) -> str:
    """Name the column of a step, or of what is entered; systems share what means the same for all of them."""
    if name in _BY_SYSTEM:
        return f"{name} {system.file.years}"
    if name in _SHARED or name in ENTERED or name in ENTERED_ONCE:
        return name
    return f"{system.file.id} {name}"


@cache
def steps_by_name(system: BoardSystem) -> Mapping[str, Step]:
    """Give all steps of a system by their names."""
    return {step.name: step for step in system.steps}


@cache
def unsure_names(system: BoardSystem) -> frozenset[str]:
    """Give what is unknown where a year is: years, ranks by them, and each step that goes through one."""
    unsure = set(_YEARS)
    for step in system.steps:
        if named_in(step.expression) & unsure:
            unsure.add(step.name)
    return frozenset(unsure)


class BoardSteps:
    """A board with everything that follows for it; a step is worked out when it is asked for.

    Boards that are blank or contradict themselves have steps, too: they follow the cells, whatever stands there.

    Parameters
    ----------
    played
        The board.
    """

    def __init__(self, played: PlayedBoard) -> None:
        board = played.board
        self.played = played
        self._once: dict[str, Value] = {
            "outcome": str(board.outcome),
            "final_year": UNKNOWN if board.final_year is None else board.final_year,
        }
        self._columns: dict[str, list[Value]] = {
            "centres": [board.owned(power) for power in POWERS],
            "named": [int(power in board.members) for power in POWERS],
            "eliminated": [0 if board.owned(power) else board.gone(power) or UNKNOWN for power in POWERS],
            "history": [UNKNOWN if rank is None else rank for rank in board.history().values()],
        }

    def once(self, system: BoardSystem, name: str) -> Value:
        """Give something about the whole board."""
        key = step_key(system, name)
        if key not in self._once:
            self._once[key] = self._cell(system, steps_by_name(system)[name].expression, 0)
        return self._once[key]

    def column(self, system: BoardSystem, name: str) -> list[Value]:
        """Give something about each power."""
        key = step_key(system, name)
        if key not in self._columns:
            self._columns[key] = self._cells(system, steps_by_name(system)[name].expression)
        return self._columns[key]

    def worked_out(self, system: BoardSystem) -> list[Value]:
        """Give the score of each power, or that it needs a year which is missing."""
        key = f"{system.file.id} = score"
        if key not in self._columns:
            self._columns[key] = self._cells(system, system.score)
        return self._columns[key]

    def scores(self, system: BoardSystem) -> list[int | Fraction] | None:
        """Give the score of each power; None where that of one of them cannot be told."""
        scores = [score for score in self.worked_out(system) if not isinstance(score, str)]
        return scores if len(scores) == len(POWERS) else None

    def said_of_all(self, system: BoardSystem, rule: Expression) -> Value:
        """Give what a rule about the whole board says; years that are unknown are 0 in it."""
        return evaluate(rule, _Seen(self, system, 0, _blank))

    def _cells(self, system: BoardSystem, expression: Expression) -> list[Value]:
        return [self._cell(system, expression, at) for at in range(len(POWERS))]

    def _cell(self, system: BoardSystem, expression: Expression, at: int) -> Value:
        try:
            return evaluate(expression, _Seen(self, system, at, _refused))
        except (YearMissingError, ExpressionError):
            return UNKNOWN


def _blank(_name: str) -> Given:
    return None


def _refused(name: str) -> NoReturn:
    raise YearMissingError(name)


@dataclass(frozen=True)
class _Seen(BoardScope):
    """A board as an expression sees it from the row of one power.

    Parameters
    ----------
    at
        The place of the power in the alphabet, from 0.
    unknown
        Gives what stands in the place of an unknown value.
    """

    steps: BoardSteps
    system: BoardSystem
    at: int
    unknown: Callable[[str], Given]

    def value(self, name: str) -> Given:
        """Give what is known of the power or of the whole board."""
        step = steps_by_name(self.system).get(name)
        once = name in ENTERED_ONCE or (step is not None and step.once)
        value = self.steps.once(self.system, name) if once else self.steps.column(self.system, name)[self.at]
        return self.unknown(name) if value == UNKNOWN else value

    def column(self, block: str, name: str) -> Sequence[Given]:
        """Give what is known of each power."""
        del block  # there is only the board
        column = self.steps.column(self.system, name)
        return [self.unknown(name) if value == UNKNOWN else value for value in column]
