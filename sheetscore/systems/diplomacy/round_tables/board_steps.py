"""What a board comes to step by step, as the cells show it beside the formulas of a scoring system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import cast

from sheetscore.expressions import Cell, Unknown, Value
from sheetscore.scoring.boards.contradictions import in_brief
from sheetscore.scoring.boards.steps import BoardSteps
from sheetscore.scoring.boards.system import BoardSystem
from sheetscore.systems.diplomacy.boards import PlayedBoard

UNKNOWN = "?"
"""What a cell shows that needs a year which nobody gave."""


@dataclass(frozen=True, eq=False)
class PlayedSteps:
    """A board with everything that follows for it.

    Parameters
    ----------
    played
        The board; also one that is blank, or contradicts itself.
    """

    played: PlayedBoard

    @cached_property
    def _steps(self) -> BoardSteps:
        return BoardSteps(self.played.board)

    @property
    def in_brief(self) -> str:
        """What is missing or wrong; empty where the board can be scored, years apart."""
        return in_brief(self._steps)

    def once(self, system: BoardSystem, name: str) -> Value:
        """Give something about the whole board."""
        return self.column(system, name)[0]

    def column(self, system: BoardSystem, name: str) -> list[Value]:
        """Give something about each power."""
        return _shown(self._steps.step(system, name))

    def worked_out(self, system: BoardSystem) -> list[Value]:
        """Give the score of each power, or that it needs a year which is missing."""
        return _shown(self._steps.scores(system))

    def scores(self, system: BoardSystem) -> list[int | Fraction] | None:
        """Give the score of each power; None where that of one of them cannot be told."""
        scores = self.worked_out(system)
        return None if UNKNOWN in scores else cast("list[int | Fraction]", scores)


def _shown(cells: Sequence[Cell]) -> list[Value]:
    return [UNKNOWN if isinstance(cell, Unknown) else cell for cell in cells]
