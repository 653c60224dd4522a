"""Pieces of an Excel formula, put together with as many brackets as they need and no more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from functools import reduce

from sheetscore.expressions.nodes import Value


class Strength(IntEnum):
    """What holds a piece together, the weakest first."""

    COMPARISON = 1
    JOIN = 2
    SUM = 3
    PRODUCT = 4
    SIGN = 5
    CLOSED = 6


_STRENGTHS = {
    "&": Strength.JOIN,
    "+": Strength.SUM,
    "-": Strength.SUM,
    "*": Strength.PRODUCT,
    "/": Strength.PRODUCT,
}


@dataclass(frozen=True)
class Formula:
    """A piece of a formula.

    Parameters
    ----------
    text
        Without ``=`` in front.
    strength
        Of the weakest operator that is not inside brackets.
    """

    text: str
    strength: Strength = Strength.CLOSED

    def within(self, strength: int) -> str:
        """Give the text for a place that takes this strength or a stronger one."""
        return self.text if self.strength >= strength else f"({self.text})"


def infix(left: Formula, operator: str, right: Formula) -> Formula:
    """Join two pieces by an operator of Excel; operators of one strength are computed from left to right."""
    strength = _STRENGTHS.get(operator, Strength.COMPARISON)
    if strength is Strength.COMPARISON:
        return Formula(f"{left.within(strength + 1)}{operator}{right.within(strength + 1)}", strength)
    second = right.within(strength + 1)
    if second.startswith("-"):
        second = f"({second})"  # 3-(-2) rather than 3--2
    return Formula(f"{left.within(strength)}{operator}{second}", strength)


def infix_all(operator: str, pieces: Iterable[Formula]) -> Formula:
    """Join one or more pieces by the same operator."""
    return reduce(lambda left, right: infix(left, operator, right), pieces)


def negative(operand: Formula) -> Formula:
    """Put a minus sign in front."""
    return Formula(f"-{operand.within(Strength.CLOSED)}", Strength.SIGN)


def call(function: str, *arguments: Formula) -> Formula:
    """Write a call of an Excel function."""
    return Formula(f"{function}({','.join(argument.text for argument in arguments)})")


def constant(value: Value) -> Formula:
    """Write text in quotes, a number exactly: as a decimal where it ends, otherwise as a quotient."""
    if isinstance(value, str):
        return Formula('"' + value.replace('"', '""') + '"')
    exact = Fraction(value)
    decimal = format(Decimal(exact.numerator) / Decimal(exact.denominator), "f")
    if Fraction(decimal) != exact:
        return Formula(f"{exact.numerator}/{exact.denominator}", Strength.PRODUCT)
    return Formula(decimal, Strength.SIGN if exact < 0 else Strength.CLOSED)


def truth(value: bool) -> Formula:  # noqa: FBT001 -- it is the value itself
    """Write a truth value."""
    return Formula("TRUE" if value else "FALSE")
