"""A series: three matches of one game system, its level and its winner.

Signed figures are those of seat 1, as in a match.

Source: "All Players are Created Equal", Playing a series.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.systems.match.decisions import Decisions
from sheetscore.systems.match.games import Seat
from sheetscore.systems.match.levels import Level, level_of
from sheetscore.systems.match.matches import GAMES, MatchOutcome, ahead

MATCHES = 3
"""A series has so many."""


@dataclass(frozen=True)
class SeriesOutcome:
    """What a series came to, or has come to so far; signed figures are those of seat 1.

    Parameters
    ----------
    matches
        How many are complete.
    total
        Match points of their games, without any handicap.
    net
        Match points per game, handicaps included where they count. So far, where the series is not complete.
    winner, level
        None for a draw, and of a series that is not complete.
    """

    matches: int
    total: int
    net: Fraction
    winner: Seat | None
    level: Level | None

    @property
    def complete(self) -> bool:
        """Whether all its matches are."""
        return self.matches == MATCHES

    @property
    def ahead(self) -> Seat | None:
        """Who won or, in a draw, who was nearer to it; None where nobody was, and while it is not complete."""
        return ahead(self.net) if self.complete else None


def score_series(matches: Sequence[MatchOutcome | None], decisions: Decisions) -> SeriesOutcome:
    """Score a series.

    Who won the matches does not matter. A handicap counts as half the distance that it makes between the two,
    whatever :attr:`Decisions.handicap_level` says of matches.

    Parameters
    ----------
    matches
        Those played; None for one that is not complete.
    """
    played = [match for match in matches if match is not None]
    total = sum(match.total for match in played)
    games = GAMES * len(played)
    given = sum((match.handicap for match in played), Fraction(0)) if decisions.series_handicap else Fraction(0)
    net = (2 * total + given) / (2 * games) if games else Fraction(0)
    level = level_of(net, decisions.level_scale) if len(played) == MATCHES else None
    return SeriesOutcome(len(played), total, net, ahead(net) if level else None, level)
