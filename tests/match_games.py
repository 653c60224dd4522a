"""Games, matches and series of two players in short, for the tests of matched games."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sheetscore.systems.match.games import POINTS, GameKind, Level, MatchGame, other
from sheetscore.systems.match.matches import MatchDecisions, MatchOutcome, score_match
from sheetscore.systems.two_at_a_table import Seat

GRADED = GameKind("graded")
USUAL = MatchDecisions()
OWN = MatchDecisions(handicap_level="own")
MARGIN = MatchDecisions(handicap_level="margin")
NEAREST = MatchDecisions(level_scale="nearest")

LEVEL_OF: dict[int, Level | None] = {points: level for level, points in POINTS.items()}


def game(points: int, number: int = 1, **more: Any) -> MatchGame:
    """Give a graded game with so many points for seat 1: 6, 3, 1, 0, -1, -3 or -6; seat 1 begins as the first side."""
    first: Seat = "1" if number == 1 else "2"
    if points == 0:
        return MatchGame(first, "draw", **more)
    return MatchGame(first, "1" if points > 0 else "2", LEVEL_OF[abs(points)], **more)


def match(one: int, two: int, handicap: Fraction | int = 0, decisions: MatchDecisions = USUAL) -> MatchOutcome:
    """Score a match of two graded games by the points of seat 1 in each."""
    found = score_match(GRADED, [game(one), game(two, 2)], Fraction(handicap), decisions)
    assert found is not None
    return found


def turned(played: MatchGame) -> MatchGame:
    """Give a game with its players exchanged."""
    winner = played.winner if played.winner in {None, "draw"} else other(played.winner)  # type: ignore[arg-type]
    return MatchGame(
        other(played.first),
        winner,
        played.level,
        {other(seat): value for seat, value in played.points.items()},
        {other(seat): value for seat, value in played.turns.items()},
        {other(seat): value for seat, value in played.losses.items()},
    )
