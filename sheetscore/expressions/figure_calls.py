"""Functions for rules of scoring and tables: of numbers they return a number, of figures a figure.

``figure.py`` explains figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from math import floor
from typing import overload

from sheetscore.expressions.figure import (
    Figure,
    Operand,
    Plain,
    Refer,
    Shown,
    as_figure,
    compared,
    computed,
    exact,
    holds,
    infixed,
    number_of,
    shown,
    text_of,
)
from sheetscore.expressions.formula import TOLERANCE, Formula, call, constant, infix, infix_all, truth
from sheetscore.expressions.nodes import Number
from sheetscore.rounding import rounded as rounded_exactly

TOLERATED = Fraction(TOLERANCE)

ROUNDED = constant(9)
"""Decimals kept where only the sign of a number counts."""


def _called(value: Number, function: str, figures: list[Figure], *, whole: bool) -> Figure:
    """Return the figure of a call of an Excel function; ``value`` is its result."""
    return Figure(value, _call, whole, parts=(function, *figures))


def _call(refer: Refer, function: str, *figures: Figure) -> Formula:
    return call(function, *(one.written(refer) for one in figures))


@overload
def near(one: Number, two: Number) -> bool: ...
@overload
def near(one: Figure, two: Operand) -> Figure: ...
def near(one: Operand, two: Operand) -> bool | Figure:
    """Return whether two numbers are equal within the tolerance, in Python and in the formula.

    Examples
    --------
    >>> near(Fraction(1, 3), Fraction(1, 3)), near(1, 2)
    (True, False)
    """
    value = -TOLERATED <= number_of(one) - number_of(two) <= TOLERATED
    if not isinstance(one, Figure) and not isinstance(two, Figure):
        return value
    equal = compared(one, "=", two)
    return Figure(value, equal.write, parts=equal.parts)


@overload
def same(one: str | None, two: str) -> bool: ...
@overload
def same(one: Figure, two: Figure | str) -> Figure: ...
@overload
def same(one: Figure | str | None, two: Figure | str) -> bool | Figure: ...
def same(one: Figure | str | None, two: Figure | str) -> bool | Figure:
    """Return whether two texts are equal, ignoring case.

    Examples
    --------
    >>> same("Draw", "draw")
    True
    """
    value = text_of(one).casefold() == text_of(two).casefold()
    if not isinstance(one, Figure) and not isinstance(two, Figure):
        return value
    return Figure(value, infixed, parts=(as_figure(one), "=", as_figure(two)))


@overload
def filled(given: Plain) -> bool: ...
@overload
def filled(given: Figure) -> Figure: ...
def filled(given: Shown) -> bool | Figure:
    """Return whether a value is not blank.

    Examples
    --------
    >>> filled(0), filled("")
    (True, False)
    """
    if not isinstance(given, Figure):
        return given is not None and given != ""
    value = given.value is not None and given.value != ""
    return Figure(value, infixed, parts=(given, "<>", as_figure("")))


@overload
def is_number(given: Plain) -> bool: ...
@overload
def is_number(given: Figure) -> Figure: ...
def is_number(given: Shown) -> bool | Figure:
    """Return whether a value is a number, and neither a text nor blank.

    Examples
    --------
    >>> is_number(0), is_number("?")
    (True, False)
    """
    if not isinstance(given, Figure):
        return _is_exact(given)
    return Figure(_is_exact(given.value), _call, parts=("ISNUMBER", given))


def _is_exact(value: Number | str | bool | None) -> bool:
    return isinstance(value, (int, Fraction)) and not isinstance(value, bool)


@overload
def amount(given: Number | None) -> Fraction: ...
@overload
def amount(given: Figure) -> Figure: ...
def amount(given: Operand | None) -> Fraction | Figure:
    """Return a number, 0 for a blank.

    Examples
    --------
    >>> amount(None), amount(3)
    (Fraction(0, 1), Fraction(3, 1))
    """
    if not isinstance(given, Figure):
        return Fraction(0) if given is None else exact(given)
    value = 0 if given.value is None or given.value == "" else number_of(given)
    return _called(value, "N", [given], whole=given.whole)


@overload
def when(condition: bool, one: Number, two: Number) -> Fraction: ...
@overload
def when(  # type: ignore[overload-overlap]  # two numbers give a number
    condition: bool, one: Number | None, two: Number | None
) -> Fraction | None: ...
@overload
def when(condition: bool, one: str, two: str) -> str: ...
@overload
def when(condition: Figure, one: Shown, two: Shown) -> Figure: ...
@overload
def when(  # type: ignore[overload-overlap]  # two figures give a figure
    condition: bool | Figure, one: Operand, two: Operand
) -> Fraction | Figure: ...
@overload
def when(condition: bool | Figure, one: str | Figure, two: str | Figure) -> str | Figure: ...
@overload
def when(condition: bool | Figure, one: Shown, two: Shown) -> Shown: ...
def when(condition: bool | Figure, one: Shown, two: Shown) -> Shown:
    """Return ``one`` if the condition holds, else ``two``; None and "" are blank.

    Examples
    --------
    >>> when(3 > 2, "win", "loss")
    'win'
    """
    case = one if holds(condition) else two
    if not isinstance(condition, Figure):
        return Fraction(case) if isinstance(case, int) else case
    first, second = as_figure(one), as_figure(two)
    return Figure(as_figure(case).value, _case, first.whole and second.whole, parts=("IF", condition, first, second))


def _case(refer: Refer, function: str, choice: Figure, *cases: Figure) -> Formula:
    return call(function, choice.written(refer), *(shown(one, refer) for one in cases))


@overload
def chosen(place: Number, *cases: Number) -> Fraction: ...
@overload
def chosen(place: Number, *cases: str) -> str: ...
@overload
def chosen(place: Figure, *cases: Shown) -> Figure: ...
def chosen(place: Operand, *cases: Shown) -> Shown:
    """Return the case with this index, from 0."""
    at = number_of(place)
    if at.denominator > 1 or not 0 <= at < len(cases):
        raise ValueError(f"{at} is the place of none of {len(cases)} cases")
    if isinstance(place, Figure) and not place.whole:
        raise TypeError(f"{at} need not be whole: a formula would cut off what it misses of the next whole number")
    found = cases[int(at)]
    if not isinstance(place, Figure):
        return Fraction(found) if isinstance(found, int) else found
    figures = [*map(as_figure, cases)]
    whole = all(one.whole for one in figures)
    return Figure(as_figure(found).value, _case, whole, parts=("CHOOSE", 1 + place, *figures))


@overload
def highest(first: Number, *others: Number) -> Fraction: ...
@overload
def highest(first: Figure, *others: Operand) -> Figure: ...
def highest(first: Operand, *others: Operand) -> Fraction | Figure:
    """Return the highest of several numbers.

    Examples
    --------
    >>> highest(2, Fraction(7, 2), -1)
    Fraction(7, 2)
    """
    return _outermost("MAX", max(map(number_of, (first, *others))), (first, *others))


@overload
def lowest(first: Number, *others: Number) -> Fraction: ...
@overload
def lowest(first: Figure, *others: Operand) -> Figure: ...
def lowest(first: Operand, *others: Operand) -> Fraction | Figure:
    """Return the lowest of several numbers.

    Examples
    --------
    >>> lowest(2, Fraction(7, 2), -1)
    Fraction(-1, 1)
    """
    return _outermost("MIN", min(map(number_of, (first, *others))), (first, *others))


def _outermost(function: str, value: Number, given: tuple[Operand, ...]) -> Fraction | Figure:
    if not any(isinstance(one, Figure) for one in given):
        return Fraction(value)
    figures = [*map(as_figure, given)]
    return _called(value, function, figures, whole=all(one.whole for one in figures))


@overload
def total(first: Number, *others: Number) -> Fraction: ...
@overload
def total(first: Figure, *others: Operand) -> Figure: ...
def total(first: Operand, *others: Operand) -> Fraction | Figure:
    """Add up one or more numbers.

    Examples
    --------
    >>> total(6, -6, Fraction(1, 2))
    Fraction(1, 2)
    """
    if not isinstance(first, Figure) and not any(isinstance(one, Figure) for one in others):
        return sum(map(exact, others), exact(first))
    return reduce(lambda sum_, one: computed(sum_, "+", one), others, as_figure(first))


@overload
def rounded(given: Number, digits: int) -> Fraction: ...
@overload
def rounded(given: Figure, digits: int) -> Figure: ...
def rounded(given: Operand, digits: int) -> Fraction | Figure:
    """Round to a number of decimals, halves away from zero."""
    value = rounded_exactly(exact(given), digits)
    if not isinstance(given, Figure):
        return value
    return _called(value, "ROUND", [given, as_figure(digits)], whole=False)


@overload
def floored(given: Number) -> Fraction: ...
@overload
def floored(given: Figure) -> Figure: ...
def floored(given: Operand) -> Fraction | Figure:
    """Return the largest whole number that is not above a number."""
    value = floor(number_of(given))
    if not isinstance(given, Figure):
        return Fraction(value)
    return Figure(value, _floor, whole=True, parts=(given,))


def _floor(refer: Refer, given: Figure) -> Formula:
    return call("INT", infix(given.written(refer), "+", Formula(TOLERANCE)))


@overload
def sign(given: Number) -> Fraction: ...
@overload
def sign(given: Figure) -> Figure: ...
def sign(given: Operand) -> Fraction | Figure:
    """Return 1 for a number above 0, -1 for one below, 0 for 0.

    Examples
    --------
    >>> sign(-12)
    Fraction(-1, 1)
    """
    number = number_of(given)
    value = (number > 0) - (number < 0)
    if not isinstance(given, Figure):
        return Fraction(value)
    return Figure(value, _sign, whole=True, parts=(given,))


def _sign(refer: Refer, given: Figure) -> Formula:
    formula = given.written(refer)
    return call("SIGN", formula if given.whole else call("ROUND", formula, ROUNDED))


@overload
def count(first: bool, *others: bool) -> Fraction: ...
@overload
def count(first: Figure, *others: Figure) -> Figure: ...
def count(first: bool | Figure, *others: bool | Figure) -> Fraction | Figure:
    """Return how many of several conditions hold.

    Examples
    --------
    >>> count(6 > 0, -6 > 0, 1 > 0)
    Fraction(2, 1)
    """
    given = (first, *others)
    value, figures = sum(map(holds, given)), _conditions(given)
    return Figure(value, _count, whole=True, parts=(*figures,)) if figures else Fraction(value)


def _count(refer: Refer, *figures: Figure) -> Formula:
    conditions = [one.written(refer) for one in figures]
    if len(conditions) == 1:
        return call("IF", *conditions, constant(1), constant(0))
    return infix_all("+", conditions)


def _conditions(given: Sequence[bool | Figure]) -> list[Figure]:
    """Return the conditions as figures for a formula; none if all are plain truths."""
    figures = [one for one in given if isinstance(one, Figure)]
    if figures and len(figures) < len(given):
        raise TypeError("a condition is known already: ask for it with if, and leave it out of the formula")
    return figures


@overload
def all_of(first: bool, *others: bool) -> bool: ...
@overload
def all_of(first: Figure, *others: Figure) -> Figure: ...
def all_of(first: bool | Figure, *others: bool | Figure) -> bool | Figure:
    """Return whether every condition holds.

    Examples
    --------
    >>> all_of(6 > 0, -6 > 0)
    False
    """
    given = (first, *others)
    return _joint("AND", all(map(holds, given)), _conditions(given))


@overload
def any_of(first: bool, *others: bool) -> bool: ...
@overload
def any_of(first: Figure, *others: Figure) -> Figure: ...
def any_of(first: bool | Figure, *others: bool | Figure) -> bool | Figure:
    """Return whether at least one condition holds.

    Examples
    --------
    >>> any_of(6 > 0, -6 > 0)
    True
    """
    given = (first, *others)
    return _joint("OR", any(map(holds, given)), _conditions(given))


def known(condition: bool) -> Figure:
    """Return a plain truth as a figure, for use in a formula beside conditions that are figures."""
    return Figure(condition, lambda _: truth(condition))


def _joint(function: str, value: bool, figures: list[Figure]) -> bool | Figure:
    if not figures:
        return value
    return Figure(value, _call, parts=(function, *figures))


@overload
def opposite(condition: bool) -> bool: ...
@overload
def opposite(condition: Figure) -> Figure: ...
def opposite(condition: bool | Figure) -> bool | Figure:
    """Return whether a condition does not hold.

    Examples
    --------
    >>> opposite(6 > 0)
    False
    """
    value = not holds(condition)
    if not isinstance(condition, Figure):
        return value
    return Figure(value, _call, parts=("NOT", condition))


@overload
def joined(first: str | Number, /, *others: str | Number) -> str: ...
@overload
def joined(first: Figure, /, *others: Shown) -> Figure: ...
@overload
def joined(first: str, second: Figure, /, *others: Shown) -> Figure: ...
@overload
def joined(first: Figure | str, /, *others: Figure | str) -> Figure | str: ...
def joined(first: Shown, /, *others: Shown) -> str | Figure:
    """Join texts and whole numbers.

    Examples
    --------
    >>> joined("drawn, ahead: ", "Ann Bell")
    'drawn, ahead: Ann Bell'
    """
    given = (first, *others)
    value = "".join(map(_spelled, given))
    if not any(isinstance(one, Figure) for one in given):
        return value
    figures = [*map(as_figure, given)]
    return Figure(value, lambda refer: infix_all("&", [one.written(refer) for one in figures]))


def _spelled(given: Shown) -> str:
    figure = as_figure(given)
    if _is_exact(figure.value):
        if not figure.whole:
            raise TypeError(f"{figure.value} need not be whole: a formula would show all its digits")
        return str(figure.value)
    return text_of(figure)
