"""Ranks with ties: scores within a margin share a rank, and the ranks after a shared one are skipped.

Source: Tournament Guidelines, 1991, Factoring (scores within half a match point are a tie).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

TieGroup = Literal["leader", "chain"]


def ranks(scores: Sequence[int | Fraction], margin: Fraction, group: TieGroup = "leader") -> list[int]:
    """Rank scores from the highest down.

    Parameters
    ----------
    scores
        In any order.
    margin
        From 0; scores that differ by no more than this tie. 0 ties only equal scores.
    group
        ``"leader"``: a rank takes in all scores within the margin of its highest one. ``"chain"``: each
        score within the margin of the one above it joins that one's rank.

    Returns
    -------
    The ranks in the order of the scores, such as 1, 1, 3.
    """
    order = sorted(range(len(scores)), key=lambda index: scores[index], reverse=True)
    found = [0] * len(scores)
    rank, measure = 0, Fraction(0)
    for place, index in enumerate(order, start=1):
        if place == 1 or measure - scores[index] > margin:
            rank, measure = place, Fraction(scores[index])
        elif group == "chain":
            measure = Fraction(scores[index])
        found[index] = rank
    return found
