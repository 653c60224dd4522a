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
    """Write what :func:`sheetscore.scoring.factoring.section_factor` computes; empty for a section of one."""
    factor = f"(MAX({sizes})-1)/({size}-1)"
    return f'IF({size}<2,"",{f"ROUND({factor},2)" if rounding == "2dp" else factor})'


def sum_if_equal(numbers: str, names: str, name: str) -> str:
    """Write the sum of the numbers that stand beside a name."""
    return f"SUMPRODUCT(({names}={name})*{numbers})"


def count_if_equal(names: str, name: str) -> str:
    """Write how often a name stands in a column."""
    return f"SUMPRODUCT(--({names}={name}))"
