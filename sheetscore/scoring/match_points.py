"""Match points within a section: one for every score beaten, a half for every score equalled.

Source: Tournament Guidelines, 1991, Match Points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

Number = int | Fraction


def match_points(scores: Sequence[Number]) -> list[Fraction]:
    """Give each score of a section its match points, in the order of the scores.

    Parameters
    ----------
    scores
        The round scores of all who flew in the section, in any order; may be empty.

    Returns
    -------
    Multiples of 1/2 from 0 to ``len(scores) - 1``, together ``N(N-1)/2``.
    """
    points: dict[Number, Fraction] = {}
    lower = 0
    for score, equal in sorted(Counter(scores).items()):
        points[score] = Fraction(2 * lower + equal - 1, 2)
        lower += equal
    return [points[score] for score in scores]


def expected_sum(size: int) -> Fraction:
    """Give what the match points of a section of this size must add up to, N(N-1)/2."""
    return Fraction(size * (size - 1), 2)
