"""The levels of victory and what they are worth; one scale for games, matches and series.

Source: "All Players are Created Equal", Determining match victory.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, get_args

Level = Literal["marginal", "substantive", "decisive"]

LEVELS: tuple[Level, ...] = get_args(Level)
"""From the lowest to the highest."""

POINTS: Mapping[Level, int] = {"marginal": 1, "substantive": 3, "decisive": 6}
"""Match points of a victory at each level; a defeat costs as many, a draw gives 0."""

MOST_POINTS = max(POINTS.values())
"""What winning a game gives that has no levels, or that the side without levels wins."""

Scale = Literal["threshold", "nearest"]

LEAST: Mapping[Scale, Mapping[Level, Fraction]] = {
    "threshold": {level: Fraction(points) for level, points in POINTS.items()},
    "nearest": {
        level: Fraction(points + below, 2) for (level, points), below in zip(POINTS.items(), (0, 1, 3), strict=True)
    },
}
"""The least net points at which a level begins: its own points, or half-way from those of the level below."""


def level_of(net: Fraction, scale: Scale) -> Level | None:
    """Return the level of a net result, whoever it is good for; None for a draw.

    Parameters
    ----------
    net
        Match points per game, signed.
    """
    least = LEAST[scale]
    return next((level for level in reversed(LEVELS) if abs(net) >= least[level]), None)
