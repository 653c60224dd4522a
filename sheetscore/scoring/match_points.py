"""Match points within a section and the factors between sections, exactly and as formulas of a spreadsheet.

Source: Tournament Guidelines, 1991, Match Points and Factoring. The two examples of factoring round differently
(12.86 from the exact factor 15/7, 8.16 from the rounded 1.36), so the rounding is a setting.

Texts are compared by = inside SUMPRODUCT, which takes no name for a pattern; numbers that need not be whole
are compared with a tolerance, because a spreadsheet computes with about 15 digits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from sheetscore.rounding import rounded

Number = int | Fraction
FactorRounding = Literal["exact", "2dp"]
TOLERANCE = "1E-9"


def match_points(scores: Iterable[Number]) -> dict[Number, Fraction]:
    """Return the match points that each score of a section earns.

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
    """Return what the match points of a section of this size must add up to, N(N-1)/2."""
    return Fraction(size * (size - 1), 2)


def section_factor(size: int, largest: int, rounding: FactorRounding = "exact") -> Fraction | None:
    """Return the factor of a section.

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


def match_points_formula(score: str, scores: str, section: str, sections: str) -> str:
    """Write what :func:`sheetscore.scoring.match_points.match_points` computes.

    Parameters
    ----------
    score, section
        The cells of one player.
    scores, sections
        The columns of all players.
    """
    lower, equal = _lower_and_equal(score, scores, f"({sections}={section})")
    return f"{lower}+({equal}-1)/2"


def match_points_of_others_formula(
    score: str, scores: str, section: str, sections: str, player: str, players: str
) -> str:
    """Write the same for a section in which a player may be more than once, and is not compared with itself.

    Parameters
    ----------
    player, players
        The cell that says whose score it is, and the column of these.
    """
    lower, equal = _lower_and_equal(score, scores, f"({sections}={section})*({players}<>{player})")
    return f"{lower}+{equal}/2"


def _lower_and_equal(score: str, scores: str, among: str) -> tuple[str, str]:
    lower = f"SUMPRODUCT({among}*({scores}<{score}-{TOLERANCE}))"
    equal = f"SUMPRODUCT({among}*(ABS({scores}-{score})<={TOLERANCE}))"
    return lower, equal


def expected_sum_formula(size: str) -> str:
    """Write what the match points of a section must add up to."""
    return f"{size}*({size}-1)/2"


def factor_formula(size: str, sizes: str, rounding: FactorRounding) -> str:
    """Write what :func:`sheetscore.scoring.match_points.section_factor` computes; empty for a section of one."""
    factor = f"(MAX({sizes})-1)/({size}-1)"
    return f'IF({size}<2,"",{f"ROUND({factor},2)" if rounding == "2dp" else factor})'


def sum_if_equal(numbers: str, names: str, name: str) -> str:
    """Write the sum of the numbers that stand beside a name."""
    return f"SUMPRODUCT(({names}={name})*{numbers})"


def count_if_equal(names: str, name: str) -> str:
    """Write how often a name stands in a column."""
    return f"SUMPRODUCT(--({names}={name}))"
