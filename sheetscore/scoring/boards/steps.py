"""The facts of a board, the steps and scores of a scoring system, and which of them are unknown.

The one place where the rules of a board are evaluated. A missing year is no mistake: cells that need it are unknown,
and all others have values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import cast

from sheetscore.expressions import Cell, Given, Unknown, UnknownError, Value, evaluate_rows
from sheetscore.expressions.nodes import Setting, walk
from sheetscore.scoring.boards.board import ENTERED, ENTERED_ONCE, POWERS, Board, ScoringStep, facts
from sheetscore.scoring.boards.system import BoardSystem

FACTS: Mapping[str, ScoringStep] = {step.name: step for step in facts()}

BY_SYSTEM = frozenset(
    name for name, step in FACTS.items() if any(isinstance(part, Setting) for part in walk(step.expression.root))
)
"""Facts that depend on how a system counts years."""

SHARED = (FACTS.keys() - BY_SYSTEM) | ENTERED.keys() | ENTERED_ONCE.keys()
"""Names that stand for the same under every system: what is entered, and most facts."""


class BoardSteps:
    """A board and everything that is computed from it, on demand and once.

    Boards that are blank or contradict themselves have steps, too: they follow the entries.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self._facts = _Facts(board)
        self._systems: dict[BoardSystem, _Steps] = {}

    def fact(self, name: str) -> Sequence[Cell]:
        """Return an entry, or a fact that is the same under every system, for each power, such as ``place``.

        An entry or fact of the whole board is the same for all powers. An unknown cell names the powers whose years of
        elimination are missing, or ``final_year``.
        """
        return self._facts.cells(name)

    def step(self, system: BoardSystem, name: str) -> Sequence[Cell]:
        """Return a fact or a step of a system for each power."""
        return self._of(system).cells(name)

    def scores(self, system: BoardSystem) -> Sequence[Cell]:
        """Return what each power scores."""
        return self._of(system).scores

    def _of(self, system: BoardSystem) -> _Steps:
        if system not in self._systems:
            self._systems[system] = _Steps(self._facts, system)
        return self._systems[system]


class _Facts:
    """The entries of a board and the facts that all systems have, as the rules read them."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._columns: dict[str, Sequence[Cell]] = {}
        self._by_meaning: dict[str, Sequence[Cell]] = {}

    def setting(self, name: str) -> Value:
        """Raise KeyError: the first year to count belongs to a system, and facts have none."""
        raise KeyError(name)

    def cells(self, name: str) -> Sequence[Cell]:
        """Return a column, known or not."""
        if name not in self._columns:
            self._columns[name] = self._worked_out(name)
        return self._columns[name]

    def column(self, block: str, name: str) -> Sequence[Given]:
        """Return a column without unknown cells, else raise :class:`UnknownError`."""
        del block  # there is only the board
        cells = self.cells(name)
        lacks = [cell for cell in cells if isinstance(cell, Unknown)]
        if lacks:
            years = dict.fromkeys(year for lack in lacks for year in lack.missing)
            without_value = next((lack for lack in lacks if lack.error), None)
            raise UnknownError(without_value or Unknown(tuple(years)))
        return cast("Sequence[Value]", cells)

    def _worked_out(self, name: str) -> Sequence[Cell]:
        return self._of_step(FACTS[name]) if name in FACTS else _entered(self.board, name)

    def of_meaning(self, meaning: str, step: ScoringStep, names: _Facts) -> Sequence[Cell]:
        """Return the cells of a step; systems with the same step share them.

        Parameters
        ----------
        meaning
            The key of the step, see :attr:`BoardSystem.meanings`.
        names
            The facts and steps that it may name.
        """
        if meaning not in self._by_meaning:
            self._by_meaning[meaning] = names._of_step(step)
        return self._by_meaning[meaning]

    def _of_step(self, step: ScoringStep) -> Sequence[Cell]:
        if step.once:
            return evaluate_rows(step.expression, self, 1) * len(POWERS)
        return evaluate_rows(step.expression, self, len(POWERS))


class _Steps(_Facts):
    """The facts and the steps of a system, as its rules read them."""

    def __init__(self, facts: _Facts, system: BoardSystem) -> None:
        super().__init__(facts.board)
        self._facts = facts
        self._system = system

    @cached_property
    def scores(self) -> Sequence[Cell]:
        """The score of each power."""
        score, meaning = self._system.ends[bool(self._facts.cells("won")[0])]
        return self._facts.of_meaning(meaning, score, self)

    def setting(self, name: str) -> Value:
        """Return the year that years are counted from."""
        del name
        return self._system.first_year

    def _worked_out(self, name: str) -> Sequence[Cell]:
        if name in SHARED:
            return self._facts.cells(name)
        return self._facts.of_meaning(self._system.meanings[name], self._system.steps[name], self)


def _entered(board: Board, name: str) -> Sequence[Cell]:
    """Return what is entered for each power, or for all; see :mod:`sheetscore.scoring.boards.board`."""
    match name:
        case "outcome":
            return [str(board.outcome)] * len(POWERS)
        case "final_year":
            return [Unknown((name,)) if board.final_year is None else board.final_year] * len(POWERS)
        case "centres":
            return [board.owned(power) for power in POWERS]
        case "named":
            return [int(power in board.members) for power in POWERS]
        case "eliminated":
            years = {power: 0 if board.owned(power) else board.gone(power) for power in POWERS}
            return [Unknown((power,)) if year is None else year for power, year in years.items()]
        case "history":
            ranks = board.history()
            unranked = [power for power in POWERS if ranks[power] is None and board.gone(power) is None]
            return [Unknown(tuple(unranked)) if rank is None else rank for rank in ranks.values()]
    raise KeyError(name)
