"""The columns of a table of groups: how many are compared, the check of their match points, the factor.

Source: Tournament Guidelines, 1991, Match Points and Factoring.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from sheetscore.scoring.formulas import TOLERANCE, expected_sum_formula
from sheetscore.scoring.match_points import expected_sum
from sheetscore.systems.factoring_settings import FactoringSettings
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.tables.table import Column, Here, figure_column


class Compared:
    """A group of results that are compared with one another.

    Parameters
    ----------
    rows
        Of the results; at least one.
    """

    rows: tuple[ResultRow, ...]

    @property
    def compared(self) -> tuple[ResultRow, ...]:
        """The rows that count; all of them unless a system says otherwise."""
        return self.rows

    @property
    def size(self) -> int:
        """How many are compared."""
        return len(self.compared)

    @property
    def points(self) -> Fraction:
        """All match points together."""
        return sum((Fraction(row["mp"] or 0) for row in self.compared), Fraction(0))

    @property
    def own_pairs(self) -> int:
        """How many pairs of results are of one, who is not compared with itself; none unless a system says so."""
        return 0

    @property
    def expected(self) -> Fraction:
        """What the match points must add up to: one for every pair that is compared."""
        return expected_sum(self.size) - self.own_pairs

    @property
    def factor(self) -> Exact:
        """By what the match points are multiplied; None for a group of one."""
        return self.rows[0]["factor"]


GroupT = TypeVar("GroupT", bound=Compared)


def group_columns(
    settings: FactoringSettings,
    size: Callable[[Here[GroupT]], str],
    points: Callable[[Here[GroupT]], str],
    own_pairs: Callable[[Here[GroupT]], str] | None = None,
) -> tuple[Column[GroupT], ...]:
    """Give the columns ``size``, ``points``, ``expected``, ``agrees`` and ``factor``.

    Parameters
    ----------
    size, points
        Write the formulas that count the group's members and add up their match points.
    own_pairs
        Writes the formula that counts the pairs that are not compared, for a column ``own`` before the others;
        None where there are none.
    """

    def expected(here: Here[GroupT]) -> str:
        return expected_sum_formula(here.cell("size")) + (f"-{here.cell('own')}" if own_pairs else "")

    def agrees(here: Here[GroupT]) -> str:
        return f'IF(ABS({here.cell("points")}-{here.cell("expected")})<{TOLERANCE},"✓","✗")'

    def factor(here: Here[GroupT]) -> str:
        return settings.factor_formula(here.cell("size"), here.range("size"))

    own = figure_column("own", "Pairs of one alone", 80, lambda group: group.own_pairs, own_pairs)
    pairs = "N(N-1)/2 less those" if own_pairs else "N(N-1)/2"
    return (
        *([own] if own_pairs else []),
        figure_column("size", "Size N", 80, lambda group: group.size, size),
        figure_column("points", "Sum of match points", 120, lambda group: group.points, points, "cell half"),
        figure_column("expected", pairs, 100, lambda group: group.expected, expected),
        figure_column("agrees", "agrees", 70, _agrees, agrees, "cell strong"),
        figure_column("factor", "Factor", 90, lambda group: group.factor, factor, "cell two"),
    )


def _agrees(group: Compared) -> str:
    return "✓" if group.points == group.expected else "✗"


def factored(here: Here[ResultRow]) -> str:
    """Write match points times factor; a group of one has no factor and scores nothing."""
    return f'IF({here.cell("factor")}="",0,{here.cell("mp")}*{here.cell("factor")})'
