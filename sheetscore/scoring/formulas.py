"""The formulas of what systems share, each with the meaning of its function in this room.

Texts are compared by = inside SUMPRODUCT, which takes no name for a pattern; numbers that need not be whole
are compared with a tolerance, because a spreadsheet computes with about 15 digits.
"""

from __future__ import annotations

from sheetscore.scoring.factoring import FactorRounding

TOLERANCE = "1E-9"


def match_points_formula(score: str, scores: str, section: str, sections: str) -> str:
    """Write what :func:`sheetscore.scoring.match_points.match_points` computes.

    Parameters
    ----------
    score, section
        The cells of one player.
    scores, sections
        The columns of all players.
    """
    lower = f"SUMPRODUCT(({sections}={section})*({scores}<{score}-{TOLERANCE}))"
    equal = f"SUMPRODUCT(({sections}={section})*(ABS({scores}-{score})<={TOLERANCE}))"
    return f"{lower}+({equal}-1)/2"


def expected_sum_formula(size: str) -> str:
    """Write what the match points of a section must add up to."""
    return f"{size}*({size}-1)/2"


def factor_formula(size: str, sizes: str, rounding: FactorRounding) -> str:
    """Write what :func:`sheetscore.scoring.factoring.section_factor` computes; empty for a section of one."""
    factor = f"(MAX({sizes})-1)/({size}-1)"
    return f'IF({size}<2,"",{f"ROUND({factor},2)" if rounding == "2dp" else factor})'


def sum_if_equal(numbers: str, names: str, name: str) -> str:
    """Write the sum of the numbers that stand beside a name."""
    return f"SUMPRODUCT(({names}={name})*{numbers})"


def count_if_equal(names: str, name: str) -> str:
    """Write how often a name stands in a column."""
    return f"SUMPRODUCT(--({names}={name}))"
