"""A single game of a match: its winner and level, its match points, and the levels of match points.

Source: "All Players are Created Equal", Determining match victory.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, get_args, overload

from msgspec import Struct, field

from sheetscore.expressions.figure import Amount, Figure
from sheetscore.expressions.figure_calls import count, joined, same, when
from sheetscore.systems.two_at_a_table import Seat

Level = Literal["marginal", "substantive", "decisive"]

LEVELS: tuple[Level, ...] = get_args(Level)
"""From the lowest to the highest."""

POINTS: Mapping[Level, int] = {"marginal": 1, "substantive": 3, "decisive": 6}
"""Match points of a victory at each level; a defeat costs as many, a draw gives 0."""

MOST_POINTS = max(POINTS.values())
"""Match points of a victory that has no level, since its game or the winning side has none."""

Scale = Literal["threshold", "nearest"]

LEAST: Mapping[Scale, Mapping[Level, Fraction]] = {
    "threshold": {level: Fraction(points) for level, points in POINTS.items()},
    "nearest": {
        level: Fraction(points + below, 2)
        for (level, points), below in zip(POINTS.items(), (0, *POINTS.values()), strict=False)
    },
}
"""The least net points at which a level begins: its own points, or half-way from those of the level below."""


def level_number(net: Amount, scale: Scale) -> Amount:
    """Return the number of the level of a net result of either sign, from 1; 0 below the lowest level: a draw.

    Parameters
    ----------
    net
        Match points per game, signed.
    """
    return count(*(abs(net) >= least for least in LEAST[scale].values()))


def level_of(net: Fraction, scale: Scale) -> Level | None:
    """Return the level of a net result; None for a draw."""
    number = int(level_number(net, scale))
    return LEVELS[number - 1] if number else None


Winner = Literal["1", "2", "draw"]

SideName = Literal["first", "second"]
SIDES: tuple[SideName, ...] = get_args(SideName)
"""The two sides of a scenario in its order."""

Grading = Literal["graded", "one-sided", "points", "territory", "win"]
"""How a game is won: at levels, at levels by one of its sides alone, by points or units destroyed, by territory that is
reached, or by none of these."""


class GameKind(Struct, frozen=True):
    """The kind of games of a scenario."""

    grading: Grading
    graded_side: SideName | None = None
    """The side that wins at levels, if only one does."""
    turns: int | None = None
    """The number of game-turns, from 1; None if unknown."""
    draws: bool = True
    """Whether a game may be drawn."""

    @property
    def graded(self) -> bool:
        """Whether its games are won at levels."""
        return self.grading in {"graded", "one-sided"}


class MatchGame(Struct, frozen=True):
    """A game as it ended."""

    first: Seat
    """The seat with the scenario's first side."""
    winner: Winner | None = None
    """None while the game is open."""
    level: Level | None = None
    points: Mapping[Seat, int] = field(default_factory=dict)
    """The points that each player scored, as far as they were written down."""
    turns: Mapping[Seat, int] = field(default_factory=dict)
    """The game-turn in which each player reached the objective, as far as it was written down."""
    losses: Mapping[Seat, int] = field(default_factory=dict)
    """What each player lost, in combat points, as far as it was written down."""

    @property
    def won_by(self) -> Seat | None:
        """The winner; None for a draw, and while the game is open."""
        return None if self.winner in {None, "draw"} else self.winner  # type: ignore[return-value]


def other(seat: Seat) -> Seat:
    """Return the seat of the opponent."""
    return "2" if seat == "1" else "1"


@overload
def winner_sign(winner: str | None) -> Fraction: ...
@overload
def winner_sign(winner: Figure) -> Figure: ...
def winner_sign(winner: Figure | str | None) -> Fraction | Figure:
    """Return 1 for a game won by seat 1, -1 by seat 2, 0 for a draw or an open game."""
    return when(same(winner, "1"), 1, when(same(winner, "2"), -1, 0))


def sign_of(seat: Seat | None) -> int:
    """Return the sign that favours a seat: 1 for seat 1, -1 for seat 2, 0 for neither."""
    return int(winner_sign(seat))


def side_had(game: MatchGame, seat: Seat) -> SideName:
    """Return the side of a player."""
    return "first" if game.first == seat else "second"


def wins_at_levels(kind: GameKind, game: MatchGame) -> bool:
    """Return whether the game was won by a side whose victories have levels."""
    if game.won_by is None or not kind.graded:
        return False
    return kind.grading == "graded" or side_had(game, game.won_by) == kind.graded_side


@overload
def worth_of(kind: GameKind, winner: str, first: Fraction, by_level: Fraction) -> Fraction: ...
@overload
def worth_of(kind: GameKind, winner: Figure, first: Figure, by_level: Figure) -> Figure | Fraction: ...
def worth_of(
    kind: GameKind, winner: Figure | str, first: Figure | Fraction, by_level: Figure | Fraction
) -> Figure | Fraction:
    """Return the match points of a victory: those of its level, or 6 if the game or the winning side has no levels.

    Parameters
    ----------
    winner, first
        The seat that won, and the number of the seat that had the first side.
    by_level
        The match points of the level written down.
    """
    if not kind.graded:
        return Fraction(MOST_POINTS)
    if kind.graded_side is None:
        return by_level
    graded_seat = first if kind.graded_side == "first" else 3 - first
    # joined with an empty text, the number of the seat becomes a text, as the winner is
    return when(same(winner, joined("", graded_seat)), by_level, MOST_POINTS)


def game_points(kind: GameKind, game: MatchGame) -> int | None:
    """Return the match points of seat 1; seat 2 has the negative. None if the winner or a level needed is missing."""
    if game.winner is None or (game.level is None and wins_at_levels(kind, game)):
        return None
    by_level = Fraction(POINTS[game.level] if game.level else 0)
    return int(winner_sign(game.winner) * worth_of(kind, game.winner, Fraction(game.first), by_level))
