"""The functions of numbers that rules may call: one table with their value and their formula side by side."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.expressions.nodes import Number

MOST_DIGITS = 9
"""Decimals beyond these are the noise of a spreadsheet's arithmetic."""


@dataclass(frozen=True)
class Function:
    """A function as rules, Python and spreadsheets know it.

    Parameters
    ----------
    least, most
        How many arguments it takes.
    compute
        Its exact value.
    formula
        The formula of its arguments, which are formulas themselves.
    makes_whole
        The value is whole whatever goes in (with one argument).
    jumps
        A tiny error of the argument can change the value by a whole step.
    row_by_row
        Inside an aggregate a spreadsheet computes it for each row; MIN and MAX would take all rows at once.
    """

    least: int
    most: int
    compute: Callable[..., Number]
    formula: Callable[..., str]
    makes_whole: bool = False
    jumps: bool = False
    row_by_row: bool = True


def round_half_away(number: Number, digits: Number = 0) -> Number:
    """Round as the spreadsheet's ROUND does: halves away from zero.

    Parameters
    ----------
    digits
        Decimals to keep, 0 or more.
    """
    scale = 10 ** int(digits)
    size = math.floor(abs(number) * scale + Fraction(1, 2))
    return Fraction(-size if number < 0 else size, scale)


def _spelled(name: str) -> Callable[..., str]:
    return lambda *arguments: f"{name}({','.join(arguments)})"


FUNCTIONS = {
    "min": Function(2, 30, min, _spelled("MIN"), row_by_row=False),
    "max": Function(2, 30, max, _spelled("MAX"), row_by_row=False),
    "abs": Function(1, 1, abs, _spelled("ABS")),
    "floor": Function(1, 1, math.floor, _spelled("INT"), makes_whole=True, jumps=True),
    "round": Function(
        1,
        2,
        round_half_away,
        lambda number, digits="0": f"ROUND({number},{digits})",
        makes_whole=True,
        jumps=True,
    ),
}
"""By their names in rules."""
