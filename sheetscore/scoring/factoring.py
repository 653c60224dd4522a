"""Factoring: the same highest possible score in every section of a round.

Source: Tournament Guidelines, 1991, Factoring. Its two examples round differently (12.86 from the exact
factor 15/7, 8.16 from the rounded 1.36), so the rounding is a setting.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from sheetscore.scoring.rounding import rounded

FactorRounding = Literal["exact", "2dp"]


def section_factor(size: int, largest: int, rounding: FactorRounding = "exact") -> Fraction | None:
    """Give the factor of a section.

    Parameters
    ----------
    size
        How many flew in the section, from 1.
    largest
        The size of the round's largest section.
    rounding
        ``"exact"``, or ``"2dp"`` for a factor of two decimals.

    Returns
    -------
    ``(largest - 1) / (size - 1)``; None for a section of one, where nobody can be beaten.
    """
    if size < 2:
        return None
    factor = Fraction(largest - 1, size - 1)
    return rounded(factor, 2) if rounding == "2dp" else factor
