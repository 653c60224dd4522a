"""The functions of numbers that rules may call: one table with their value and their formula side by side."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from msgspec import Struct

from sheetscore.expressions.nodes import Number
from sheetscore.rounding import rounded

MOST_DIGITS = 9
"""Decimals beyond these are the noise of a spreadsheet's arithmetic."""

MOST_LISTED = 40
"""Entries of a list that is written out in a rule."""


class Function(Struct, frozen=True):
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
    places
        So many arguments in front are whole numbers, and all after them are written out: a list, and
        which of its entries are meant. None where any number may stand anywhere.
    """

    least: int
    most: int
    compute: Callable[..., Number]
    formula: Callable[..., str]
    makes_whole: bool = False
    jumps: bool = False
    row_by_row: bool = True
    places: int | None = None


def entry(place: int, *entries: Number) -> Number:
    """Return the entry at a place of a list, counted from 1; beyond its ends stands 0."""
    return entries[place - 1] if 1 <= place <= len(entries) else 0


def entries_between(first: int, last: int, *entries: Number) -> Number:
    """Add up the entries of a list from one place to another, counted from 1; beyond its ends stands 0."""
    return sum(entries[max(first, 1) - 1 : max(last, 0)])


def passed(number: int, *entries: Number) -> Number:
    """Count the entries of a list that a number is above."""
    return sum(entry < number for entry in entries)


def _chosen(entries: Sequence[str], *conditions: str) -> str:
    """Write the sum of those entries of a list whose places meet all conditions, such as ``=C5``."""
    places = f"{{{','.join(str(place) for place in range(1, len(entries) + 1))}}}"
    factors = [f"{{{','.join(entries)}}}", *(f"({places}{condition})" for condition in conditions)]
    return f"SUMPRODUCT({'*'.join(factors)})"


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
        rounded,
        lambda number, digits="0": f"ROUND({number},{digits})",
        makes_whole=True,
        jumps=True,
    ),
    "listed": Function(
        2,
        MOST_LISTED + 1,
        entry,
        lambda place, *entries: _chosen(entries, f"={place}"),
        row_by_row=False,
        places=1,
    ),
    "listed_between": Function(
        3,
        MOST_LISTED + 2,
        entries_between,
        lambda first, last, *entries: _chosen(entries, f">={first}", f"<={last}"),
        row_by_row=False,
        places=2,
    ),
    "passed": Function(
        2,
        MOST_LISTED + 1,
        passed,
        lambda number, *entries: f"SUMPRODUCT(1*({{{','.join(entries)}}}<{number}))",
        row_by_row=False,
        places=1,
    ),
}
"""By their names in rules."""
