"""Match points within a section: one for every score beaten, a half for every score equalled.

Source: Tournament Guidelines, 1991, Match Points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

Number = int | Fraction


def match_points(scores: Iterable[Number]) -> dict[Number, Fraction]:
    """Give the match points that each score of a section earns.

    Parameters
    ----------
    scores
        The round scores of all who flew in the section, in any order; may be empty.

    Returns
    -------
    For every score that occurs a multiple of 1/2 from 0 to ``N - 1``; over all who flew they add up to
    ``N(N-1)/2``.
    """
    points: dict[Number, Fraction] = {}
    lower = 0
    for score, equal in sorted(Counter(scores).items()):
        points[score] = Fraction(2 * lower + equal - 1, 2)
        lower += equal
    return points


def expected_sum(size: int) -> Fraction:
    """Give what the match points of a section of this size must add up to, N(N-1)/2."""
    return Fraction(size * (size - 1), 2)
