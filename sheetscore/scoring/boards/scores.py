"""What the powers of a board score under a system, exactly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import cast

from sheetscore.expressions import Cell, Unknown, Value
from sheetscore.findings import Finding, finding
from sheetscore.problems import MistakesFound
from sheetscore.scoring.boards.board import POWERS, Board
from sheetscore.scoring.boards.contradictions import mistakes
from sheetscore.scoring.boards.steps import BoardSteps
from sheetscore.scoring.boards.system import BoardSystem


class ScorableBoard:
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
        wrong = mistakes(board)
        if wrong:
            raise MistakesFound([_mistake(one.about, one.message) for one in wrong])
        self.board = board
        self._steps = BoardSteps(board)

    def once(self, name: str) -> Value:
        """Give what is entered for the whole board or follows for it, such as ``survivors``.

        Raises
        ------
        MistakesFound
            A year is not known that it depends on.
        """
        return self.column(name)[0]

    def column(self, name: str) -> list[Value]:
        """Give what is entered for each power or follows for it, such as ``place``.

        Raises
        ------
        MistakesFound
            A year is not known that it depends on.
        """
        return _known(self._steps.fact(name))

    def scores(self, system: BoardSystem) -> dict[str, int | Fraction]:
        """Score the board; see :func:`score_board`."""
        scores = cast("list[int | Fraction]", _known(self._steps.scores(system)))
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
    return ScorableBoard(board).scores(system)


def _known(cells: Sequence[Cell]) -> list[Value]:
    """Give values that are all known.

    Raises
    ------
    MistakesFound
        With every year that is missing.
    ExpressionError
        One of them has no value, whatever the years.
    """
    lacks = [cell for cell in cells if isinstance(cell, Unknown)]
    for lack in lacks:
        if lack.error:
            raise lack.error
    if lacks:
        raise _lack(dict.fromkeys(year for lack in lacks for year in lack.missing))
    return cast("list[Value]", cells)


def _mistake(about: str, message: str) -> Finding:
    """Make a finding whose only field names what it is about; see :class:`.contradictions.Contradiction`."""
    return finding("impossible", message, fields=((0, "", about),))


def _lack(years: Iterable[str]) -> MistakesFound:
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
