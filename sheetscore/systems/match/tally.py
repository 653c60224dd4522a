"""What a player's matches add up to, and who stands above whom.

Source: "All Players are Created Equal", Determining match victory (what a level is worth).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from sheetscore.systems.match.games import POINTS, Level

Result = Literal["win", "draw", "loss"]

RankedBy = Literal["won", "levels", "net"]

_SIGNS: Mapping[Result, int] = {"win": 1, "draw": 0, "loss": -1}


@dataclass(frozen=True)
class Tally:
    """The matches of a player.

    Parameters
    ----------
    won, drawn, lost
        How many.
    levels
        The points of their levels, added up with the sign of the result; a victory without a level adds nothing.
    net
        The net results added up.
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0
    levels: int = 0
    net: Fraction = Fraction(0)

    @property
    def matches(self) -> int:
        """How many there are."""
        return self.won + self.drawn + self.lost

    def with_match(self, result: Result, level: Level | None, net: Fraction) -> Tally:
        """Return the tally with one match more; ``net`` is signed for this player."""
        return Tally(
            self.won + (result == "win"),
            self.drawn + (result == "draw"),
            self.lost + (result == "loss"),
            self.levels + _SIGNS[result] * (POINTS[level] if level else 0),
            self.net + net,
        )

    def figure(self, by: RankedBy) -> Fraction:
        """Return what one criterion of the ranking looks at."""
        return _FIGURES[by](self)


_FIGURES: Mapping[RankedBy, Callable[[Tally], Fraction]] = {
    "won": lambda tally: tally.won + Fraction(tally.drawn, 2),
    "levels": lambda tally: Fraction(tally.levels),
    "net": lambda tally: tally.net,
}


def in_order(ranking: Sequence[RankedBy]) -> tuple[RankedBy, ...]:
    """Return all criteria, those of a ranking first and in its order."""
    return tuple(dict.fromkeys((*ranking, *_FIGURES)))


def ranks_of(tallies: Sequence[Tally], ranking: Sequence[RankedBy]) -> list[int]:
    """Rank tallies by the criteria in order, the higher figure first; all equal share a rank.

    Returns
    -------
    The ranks in the order of the tallies, such as 1, 1, 3.
    """
    figures = [tuple(tally.figure(by) for by in ranking) for tally in tallies]
    return [1 + sum(other > own for other in figures) for own in figures]
