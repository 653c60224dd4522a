"""Figures: exact values together with their Excel formulas, so that a rule is written once.

A rule is a plain function. Scoring calls it with numbers and gets numbers; a table calls it with the figures of its
cells and gets a figure with the value and the formula of a cell::

    def net_of(total, handicap):
        one, two = total + highest(handicap, 0), highest(-handicap, 0) - total
        return when(near(one, two), 0, when(one > two, one, -two)) / GAMES

What a rule may use: ``+ - * /``, ``abs``, comparisons, and the functions of ``figure_calls.py``. They mean the same for
both:

- Numbers are exact. The functions return every number as a Fraction, because Python makes a double of 1 / 2.
- In formulas, numbers that need not be whole are compared with a tolerance, as a spreadsheet has about 15 digits.
- Texts are equal when they differ only in capital and small letters; ``same`` compares them.
- A blank is no number: ``amount`` turns it into 0, ``filled`` is false for it.
- Both cases of ``when`` are computed, whichever holds.

A figure is neither true nor false in Python, and has no order: ``if``, ``and``, ``in``, ``min`` and chained
comparisons raise a TypeError, as do doubles and texts among numbers.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, NoReturn, TypeVar

from msgspec import Struct

from sheetscore.expressions.formula import (
    LONGEST_FORMULA,
    TOLERANCE,
    Formula,
    Strength,
    call,
    constant,
    infix,
    negative,
)
from sheetscore.expressions.nodes import Number

Refer = Callable[[object], str]
"""Writes the reference to a place for a formula: ``C12``."""

Plain = Number | str | None
"""The value of a cell: a number, a text, or nothing."""

BLANK = constant("")


def quotient(one: Number, two: Number) -> Fraction:
    """Divide exactly: of two ints Python makes a double."""
    return Fraction(one) / two


_COMPARED: dict[str, Callable[[Number, Number], bool]] = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_COMPUTED: dict[str, Callable[[Number, Number], Number]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": quotient,
}


class Figure(Struct, frozen=True, eq=False):
    """An exact value, and its formula, which is written once all cells are placed."""

    value: Number | str | bool | None
    """A number, a text, a truth value, or None for a blank. Whole numbers stay ints, which compute much faster."""
    write: Callable[..., Formula]
    """Writes the formula, given :data:`Refer` and the parts."""
    whole: bool = False
    """Whether the value, if it is a number, is always whole: spreadsheets compute whole numbers exactly."""
    stands: bool = False
    """Whether the formula is only a reference to another cell."""
    parts: tuple[Any, ...] = ()
    """The arguments of ``write`` after :data:`Refer`. A workbook has a hundred thousand figures, and a tuple takes less
    memory than a function for each.
    """

    def written(self, refer: Refer) -> Formula:
        """Write the figure as a piece of a formula."""
        return self.write(refer, *self.parts)

    def formula(self, refer: Refer) -> str:
        """Write the formula of a cell, without ``=``: a reference to a blank cell is shown blank.

        Raises
        ------
        ValueError
            The formula is longer than Excel allows.
        """
        text = shown(self, refer).text
        if len(text) > LONGEST_FORMULA:
            raise ValueError(f"a formula of {len(text)} characters: give parts of the rule columns of their own")
        return text

    def __add__(self, other: Operand) -> Figure:
        return computed(self, "+", other)

    def __radd__(self, other: Number) -> Figure:
        return computed(other, "+", self)

    def __sub__(self, other: Operand) -> Figure:
        return computed(self, "-", other)

    def __rsub__(self, other: Number) -> Figure:
        return computed(other, "-", self)

    def __mul__(self, other: Operand) -> Figure:
        return computed(self, "*", other)

    def __rmul__(self, other: Number) -> Figure:
        return computed(other, "*", self)

    def __truediv__(self, other: Operand) -> Figure:
        return computed(self, "/", other)

    def __rtruediv__(self, other: Number) -> Figure:
        return computed(other, "/", self)

    def __neg__(self) -> Figure:
        return Figure(-number_of(self), lambda refer: negative(self.written(refer)), self.whole)

    def __abs__(self) -> Figure:
        return Figure(abs(exact(self)), lambda refer: call("ABS", self.written(refer)), self.whole)

    def __eq__(self, other: Operand) -> Figure:  # type: ignore[override]  # a figure, not a bool: cells may change
        return compared(self, "=", other)

    def __ne__(self, other: Operand) -> Figure:  # type: ignore[override]
        return compared(self, "<>", other)

    def __lt__(self, other: Operand) -> Figure:
        return compared(self, "<", other)

    def __le__(self, other: Operand) -> Figure:
        return compared(self, "<=", other)

    def __gt__(self, other: Operand) -> Figure:
        return compared(self, ">", other)

    def __ge__(self, other: Operand) -> Figure:
        return compared(self, ">=", other)

    def __hash__(self) -> NoReturn:
        raise TypeError("a figure is equal to another one only in a formula: it can be no key")

    def __bool__(self) -> NoReturn:
        raise TypeError("a figure is true or false only in a formula: use when(), all_of(), any_of(), highest()")

    def __str__(self) -> NoReturn:
        raise TypeError("a figure becomes a text only in a formula: use joined()")


Operand = Figure | Number
Shown = Figure | Plain

Amount = TypeVar("Amount", Fraction, Figure)
"""The numbers of a rule: either all exact numbers, or all figures."""


def standing(place: object, value: Plain, *, whole: bool | None = None) -> Figure:
    """Return the figure of a cell: its value, and a reference to its place as the formula.

    Parameters
    ----------
    place
        The place, which :data:`Refer` writes as a reference, or as a formula in brackets.
    whole
        Whether it is always a whole number; by default if its value is an ``int``.
    """
    if isinstance(value, bool | float):
        raise TypeError(f"{value!r} is neither an exact number nor a text")
    always_whole = isinstance(value, int) if whole is None else whole
    return Figure(value, _referred, always_whole, stands=True, parts=(place,))


def _referred(refer: Refer, place: object) -> Formula:
    return Formula(refer(place))


def worked_out(place: object, value: Plain) -> Figure:
    """Return the figure of a rule from a file: ``place`` is the rule, and :data:`Refer` returns its formula."""
    if isinstance(value, bool | float):
        raise TypeError(f"{value!r} is neither an exact number nor a text")
    return Figure(value, _compiled, isinstance(value, int), parts=(place,))


def _compiled(refer: Refer, place: object) -> Formula:
    return Formula(refer(place), Strength.COMPARISON)  # its operators are unknown here: brackets around it


def as_figure(given: Shown) -> Figure:
    """Return a figure unchanged, and a constant as a figure."""
    return given if isinstance(given, Figure) else _constant(given)


@lru_cache(1024, typed=True)  # or True would be taken for 1
def _constant(given: Plain) -> Figure:
    if isinstance(given, bool) or not isinstance(given, int | Fraction | str | None):
        raise TypeError(f"{given!r} is neither an exact number nor a text")
    if given is None:
        return Figure(None, lambda _: BLANK, whole=True)
    formula = constant(given)
    return Figure(given, lambda _: formula, isinstance(given, str) or given.denominator == 1)


def shown(figure: Figure, refer: Refer) -> Formula:
    """Write a figure that may be blank: a plain reference to a blank cell would be 0."""
    formula = figure.written(refer)
    if figure.value is None and figure.stands:
        return call("IF", infix(formula, "=", BLANK), BLANK, formula)
    return formula


def number_of(given: Shown) -> Number:
    """Return the exact number of a figure, or a plain number."""
    value = given.value if isinstance(given, Figure) else given
    if type(value) is int:  # nearly all are
        return value
    if isinstance(value, bool) or not isinstance(value, Fraction):
        raise TypeError(f"{value!r} is no exact number: use amount() for what may be blank, count() for what may hold")
    return value


def exact(given: Shown) -> Fraction:
    """Return the exact number of a figure, or of a plain number, as a Fraction."""
    value = number_of(given)
    return value if isinstance(value, Fraction) else Fraction(value)


def holds(given: bool | Figure) -> bool:  # noqa: FBT001 -- it is the value itself
    """Return whether a condition holds."""
    value = given.value if isinstance(given, Figure) else given
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} neither holds nor does not: use a comparison")
    return value


def text_of(given: Figure | str | None) -> str:
    """Return a text; a blank is an empty one."""
    value = given.value if isinstance(given, Figure) else given
    if value is not None and not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value or ""


def computed(left: Operand, symbol: str, right: Operand) -> Figure:
    """Apply an operator to two numbers."""
    one, two = as_figure(left), as_figure(right)
    value = _COMPUTED[symbol](number_of(one), number_of(two))
    whole = one.whole and two.whole and symbol != "/"
    return Figure(value, infixed, whole, parts=(one, symbol, two))


def infixed(refer: Refer, one: Figure, symbol: str, two: Figure) -> Formula:
    """Write two parts with an operator between them."""
    return infix(one.written(refer), symbol, two.written(refer))


def compared(left: Operand, symbol: str, right: Operand) -> Figure:
    """Compare exactly in Python, and with a tolerance in the formula for figures that need not be whole."""
    one, two = as_figure(left), as_figure(right)
    value = _COMPARED[symbol](number_of(one), number_of(two))
    # constants do not count: a whole figure is compared with 0.5 as it is
    rough = (one is left and not one.whole) or (two is right and not two.whole)
    return Figure(value, _roughly if rough else infixed, parts=(one, symbol, two))


def _roughly(refer: Refer, one: Figure, symbol: str, two: Figure) -> Formula:
    """Write a comparison of two figures with the tolerance."""
    first, second = one.written(refer), two.written(refer)
    if symbol in {"=", "<>"}:
        apart = first if second.text == "0" else infix(first, "-", second)
        return infix(call("ABS", apart), "<=" if symbol == "=" else ">", Formula(TOLERANCE))
    if symbol in {">=", "<"}:
        return infix(_and_tolerance(first), symbol, second)
    return infix(first, symbol, _and_tolerance(second))


def _and_tolerance(formula: Formula) -> Formula:
    tolerance = Formula(TOLERANCE)
    return tolerance if formula.text == "0" else infix(formula, "+", tolerance)
