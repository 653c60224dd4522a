"""What the powers of a board score under a system, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import cast

from sheetscore.expressions import Value, evaluate
from sheetscore.findings import Finding, finding
from sheetscore.problems import MistakesFound
from sheetscore.scoring.boards.board import POWERS, Board
from sheetscore.scoring.boards.columns import FACT_COLUMNS, FACTS_ONCE, score_column
from sheetscore.scoring.boards.facts import ENTERED_ONCE, Step
from sheetscore.scoring.boards.scope import BoardScope
from sheetscore.scoring.boards.system import BoardSystem


class KnownBoard:
    """A board without contradictions, to be scored under several systems: facts are worked out once for all.

    Parameters
    ----------
    board
        The board.

    Raises
    ------
    MistakesFound
        With everything in which the board contradicts itself.
    """

    def __init__(self, board: Board) -> None:
        mistakes = board.mistakes()
        if mistakes:
            raise MistakesFound([_mistake(one.about, one.message) for one in mistakes])
        self.board = board
        self._once: dict[str, Value | None] = {"outcome": str(board.outcome), "final_year": board.final_year}
        self._columns: dict[str, list[Value | None]] = {
            "centres": [board.owned(power) for power in POWERS],
            "named": [int(power in board.members) for power in POWERS],
            "eliminated": [0 if board.owned(power) else board.gone(power) for power in POWERS],
        }

    def once(self, name: str) -> Value:
        """Give what is entered for the whole board or follows for it, such as ``survivors``.

        Raises
        ------
        MistakesFound
            A year is not known that it depends on.
        """
        if name not in self._once:
            self._once[name] = FACTS_ONCE[name](self)
        value = self._once[name]
        if value is None:
            raise _lack(["final_year"])
        return value

    def column(self, name: str) -> list[Value]:
        """Give what is entered for each power or follows for it, such as ``place``.

        Raises
        ------
        MistakesFound
            A year is not known that it depends on.
        """
        if name not in self._columns:
            self._columns[name] = [*self.board.history().values()] if name == "history" else FACT_COLUMNS[name](self)
        column = self._columns[name]
        if None in column:
            raise _lack(self._undated(column))
        return cast("list[Value]", column)

    def entered(self, name: str, index: int) -> Value:
        """Give what is entered for a power by its index, or for the whole board.

        Raises
        ------
        MistakesFound
            It is a year that nobody gave.
        """
        if name in ENTERED_ONCE:
            return self.once(name)
        value = self._columns[name][index] if name in self._columns else self.column(name)[index]
        if value is None:
            raise _lack(self._undated(self._columns[name]) if name == "history" else [POWERS[index]])
        return value

    def _undated(self, column: list[Value | None]) -> list[str]:
        """Name the powers whose years of elimination are missing in a column; a rank may lack the year of another."""
        years = zip(POWERS, self._columns["eliminated"], column, strict=True)
        return [power for power, year, value in years if year is None and value is None]

    def scores(self, system: BoardSystem) -> dict[str, int | Fraction]:
        """Score the board; see :func:`score_board`."""
        try:
            scores = score_column(system, self)
        except (MistakesFound, ZeroDivisionError):
            # what lacks a year or has no value need not be needed: look only at what is
            scores = needed_scores(self, system)
        return dict(zip(POWERS, scores, strict=True))


def score_board(system: BoardSystem, board: Board) -> dict[str, int | Fraction]:
    """Score a final board.

    Parameters
    ----------
    system
        From :func:`sheetscore.scoring.boards.library.board_system`.

    Returns
    -------
    dict[str, int | Fraction]
        The exact score of each power, in alphabetical order.

    Raises
    ------
    MistakesFound
        The board contradicts itself, or lacks a year that the system counts.
    ExpressionError
        The system divides by zero on this board.
    """
    return KnownBoard(board).scores(system)


def _mistake(about: str, message: str) -> Finding:
    """Make a finding whose only field names what it is about; see :class:`.board.Contradiction`."""
    return finding("impossible", message, fields=((0, "", about),))


def _lack(years: list[str]) -> MistakesFound:
    """Say which years are missing: those of powers, or the last one of the game."""
    what = {year: f"The year in which {year} was eliminated" for year in POWERS} | {
        "final_year": "The last year of the game"
    }
    return MistakesFound(
        [
            _mistake(year, f"{what[year]} is needed for these scores: they count years, or rank by them. Give it.")
            for year in years
        ]
    )


def needed_scores(known: KnownBoard, system: BoardSystem) -> list[int | Fraction]:
    """Score power by power with what each of them needs, and say of every year that it is missing.

    This is the careful way for boards on which :func:`sheetscore.scoring.boards.columns.score_column` fails, and
    the meaning that it must keep.
    """
    seen = _Seen(known, system)
    scores: list[int | Fraction] = []
    findings: dict[Finding, None] = {}
    for index in range(len(POWERS)):
        try:
            scores.append(seen.score(index))
        except MistakesFound as lack:
            findings |= dict.fromkeys(lack.findings)
    if findings:
        raise MistakesFound([*findings])
    return scores


class _Seen(BoardScope):
    """A board as the expressions of a system see it, power by power: a step is worked out when it is asked for."""

    def __init__(self, known: KnownBoard, system: BoardSystem) -> None:
        self.known = known
        self.system = system
        self.steps: Mapping[str, Step] = {step.name: step for step in system.steps}
        self.worked_out: dict[tuple[str, int | None], Value] = {}
        self.index = 0

    def score(self, index: int) -> int | Fraction:
        """Give the score of a power."""
        self.index = index
        return cast("int | Fraction", evaluate(self.system.score, self))

    def value(self, name: str) -> Value:
        """Give what is known of the power or of the whole board."""
        step = self.steps.get(name)
        if step is None:
            return self.known.entered(name, self.index)
        place = (name, None if step.once else self.index)
        if place not in self.worked_out:
            self.worked_out[place] = evaluate(step.expression, self)
        return self.worked_out[place]

    def column(self, block: str, name: str) -> list[Value]:
        """Give what is known of each power."""
        del block  # there is only the board
        if name not in self.steps:
            return self.known.column(name)
        here, column = self.index, []
        try:
            for self.index in range(len(POWERS)):
                column.append(self.value(name))
        finally:
            self.index = here
        return column
