"""Several values for rules: from plain numbers a rule makes a number, from a range of cells a figure.

Blanks and texts are no numbers and are left out, as a spreadsheet leaves them out. ``figure.py`` explains figures::

    def without_lowest(scores):  # Numbers(scored) where scores are counted, a FigureRange in a table
        return when(scores.count < 2, 0, scores.sum - scores.lowest)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, Generic, Self

from sheetscore.expressions.figure import Amount, Figure, Operand, Plain, Refer, as_figure, number_of
from sheetscore.expressions.figure_calls import TOLERATED
from sheetscore.expressions.formula import TOLERANCE, Formula, Strength, constant
from sheetscore.expressions.nodes import Number


class Several(ABC, Generic[Amount]):
    """Several values, and what a spreadsheet's functions make of them."""

    values: Sequence[Plain]

    @abstractmethod
    def _found(self, value: Number, formula: str, *operands: Other, whole: bool | None = None) -> Amount:
        """Return a value with its formula; in the formula ``{0}`` is the range, and ``{1}`` the first operand."""

    @cached_property
    def _numbers(self) -> list[Number]:
        return [one for one in self.values if isinstance(one, int | Fraction)]

    @cached_property
    def _rising(self) -> list[Number]:
        """The numbers, the lowest first."""
        return sorted(self._numbers)

    @cached_property
    def _sum(self) -> Number:
        return sum(self._numbers)

    @cached_property
    def _times(self) -> Counter[object]:
        """How often each value is there, texts by their small letters."""
        return Counter(one.casefold() if isinstance(one, str) else one for one in self.values)

    @property
    def sum(self) -> Amount:
        """The sum of the numbers."""
        return self._found(self._sum, "SUM({0})")

    @property
    def count(self) -> Amount:
        """How many numbers there are."""
        return self._found(len(self._numbers), "COUNT({0})", whole=True)

    @property
    def highest(self) -> Amount:
        """The highest number; 0 if there are no numbers."""
        return self._found(self._rising[-1] if self._rising else 0, "MAX({0})")

    @property
    def lowest(self) -> Amount:
        """The lowest number; 0 if there are no numbers."""
        return self._found(self._rising[0] if self._rising else 0, "MIN({0})")

    @property
    def mean(self) -> Amount:
        """The mean of the numbers. Test their count first: without numbers the formula gives an error."""
        return self._found(self._sum / Fraction(max(len(self._numbers), 1)), "AVERAGE({0})", whole=False)

    @property
    def last(self) -> Amount:
        """The last value if it is a number, else 0; there must be at least one value."""
        last = self.values[-1] if self.values else 0
        return self._found(last if isinstance(last, int | Fraction) else 0, "N(INDEX({0},ROWS({0})))")

    @property
    def different(self) -> Amount:
        """How many different numbers there are; none may be blank."""
        return self._found(len({*self._numbers}), "SUMPRODUCT(1/COUNTIF({0},{0}))", whole=True)

    def nth(self, number: Operand) -> Amount:
        """Return the highest number (1), the second highest (2) ...; test their count first, as for the mean."""
        at = int(number_of(number))
        value = self._rising[-at] if at <= len(self._rising) else 0
        return self._found(value, "LARGE({0},{1})", number)

    def count_greater(self, number: Operand) -> Amount:
        """Count the values greater than a number; all values must be numbers."""
        value = len(self._rising) - bisect_right(self._rising, number_of(number))
        return self._found(value, f"SUMPRODUCT(--({{0}}>{{1}}+{TOLERANCE}))", number, whole=True)

    def count_equal(self, number: Operand) -> Amount:
        """Count the values equal to a number; all values must be numbers."""
        one = number_of(number)
        value = bisect_right(self._rising, one + TOLERATED) - bisect_left(self._rising, one - TOLERATED)
        return self._found(value, f"SUMPRODUCT(--(ABS({{0}}-{{1}})<={TOLERANCE}))", number, whole=True)

    @property
    def shared(self) -> Amount:
        """How many of the numbers above 0 have an equal among the others; all values must be numbers."""
        rising: list[Number] = self._rising
        # whether each number equals the one before it; False beyond both ends
        level = [False, *(two - one <= TOLERATED for one, two in pairwise(rising)), False]
        value = sum(one > 0 and (level[at] or level[at + 1]) for at, one in enumerate(rising))
        near = f'COUNTIFS({{0}},">="&{{0}}-{TOLERANCE},{{0}},"<="&{{0}}+{TOLERANCE})'
        return self._found(value, f"SUMPRODUCT(({{0}}>{TOLERANCE})*({near}>1))", whole=True)

    def occurrences(self, wanted: str | int) -> Amount:
        """Return how often a text or a whole number is among the values."""
        sought = wanted.casefold() if isinstance(wanted, str) else wanted
        return self._found(self._times[sought], f"SUMPRODUCT(--({{0}}={constant(wanted).text}))", whole=True)

    def highest_with(self, flags: Self) -> Amount:
        """Return the highest number whose flag is 1 rather than 0; 0 if there is none. No number may be below 0."""
        pairs = zip(self.values, flags.values, strict=True)
        value = max((one for one, flag in pairs if flag and isinstance(one, int | Fraction)), default=0)
        return self._found(value, "SUMPRODUCT(MAX({0}*{1}))", flags)

    def differing(self, others: Self) -> Amount:
        """Compare the values with as many others, one by one, and count the differences; all must be whole numbers."""
        value = sum(one != other for one, other in zip(self.values, others.values, strict=True))
        return self._found(value, "SUMPRODUCT(--({0}<>{1}))", others, whole=True)

    def sum_with(self, others: Self) -> Amount:
        """Add up the products of these values with as many others, one by one; a blank is 0."""
        pairs = zip(self.values, others.values, strict=True)
        numbers = ((one, other) for one, other in pairs if not isinstance(one, str) and not isinstance(other, str))
        return self._found(sum((one or 0) * (other or 0) for one, other in numbers), "SUMPRODUCT({0},{1})", others)


Other = Operand | Several[Any]
"""An operand of a function besides the range."""


class Numbers(Several[Fraction]):
    """Plain values: functions of them return numbers, for scoring."""

    def __init__(self, values: Sequence[Plain]) -> None:
        self.values = values

    def _found(self, value: Number, formula: str, *operands: Other, whole: bool | None = None) -> Fraction:
        del formula, operands, whole
        return Fraction(value)


class FigureRange(Several[Figure]):
    """Values of cells: functions of them return figures, for tables.

    Parameters
    ----------
    place
        The place of the cells, which :data:`sheetscore.expressions.figure.Refer` turns into a reference; for several
        areas the references have commas between them.
    whole
        Whether the numbers are always whole. Default: whether they are of type ``int``.
    """

    def __init__(self, place: object, values: Sequence[Plain], *, whole: bool | None = None) -> None:
        self.place, self.values = place, values
        self.whole = all(one is None or isinstance(one, int) for one in values) if whole is None else whole

    def _found(self, value: Number, formula: str, *operands: Other, whole: bool | None = None) -> Figure:
        return Figure(value, _written, self.whole if whole is None else whole, parts=(formula, self.place, *operands))


def _written(refer: Refer, formula: str, place: object, *operands: Other) -> Formula:
    return Formula(formula.format(refer(place), *(_operand(one, refer) for one in operands)))


def _operand(given: Other, refer: Refer) -> str:
    if isinstance(given, Figure):  # tested first: isinstance with an abstract class is slow
        return given.written(refer).within(Strength.SIGN)
    if isinstance(given, FigureRange):
        return refer(given.place)
    if isinstance(given, Several):
        raise TypeError("the others have to be cells, too")
    return as_figure(given).written(refer).within(Strength.SIGN)
