"""Pieces of Excel formulas, with no more brackets than needed; and the cells of a row's fields."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from functools import reduce
from typing import Protocol

from msgspec import Struct

from sheetscore.expressions.names import ABOVE, SettingValues
from sheetscore.expressions.nodes import Attribute, BlockColumn, Item, ListEntry, Lookup, Previous, Value, ValueKind

TOLERANCE = "1E-9"
"""Formulas take numbers that need not be whole for equal if they differ by no more than this: a spreadsheet has about
15 digits."""

LONGEST_FORMULA = 8192
"""The most characters that Excel allows."""


class Strength(IntEnum):
    """The precedence of a piece's operator, the lowest first."""

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


class Formula(Struct, frozen=True, gc=False):
    """A piece of a formula."""

    text: str
    """The text of the piece; a whole formula has no ``=`` in front."""
    strength: Strength = Strength.CLOSED
    """The precedence of its weakest operator outside brackets."""

    def within(self, strength: int) -> str:
        """Return the text, in brackets if it is weaker than this strength."""
        return self.text if self.strength >= strength else f"({self.text})"


def infix(left: Formula, operator: str, right: Formula) -> Formula:
    """Join two pieces by an operator of Excel; operators of one strength are computed from left to right."""
    strength = _STRENGTHS.get(operator)
    if strength is None:
        return Formula(f"{left.within(Strength.JOIN)}{operator}{right.within(Strength.JOIN)}", Strength.COMPARISON)
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
    """Write text in quotes, a number exactly: as a finite decimal, otherwise as a quotient."""
    if isinstance(value, str):
        return Formula('"' + value.replace('"', '""') + '"')
    exact = Fraction(value)
    whole = exact.denominator == 1
    decimal = str(exact.numerator) if whole else format(Decimal(exact.numerator) / Decimal(exact.denominator), "f")
    if not whole and Fraction(decimal) != exact:
        return Formula(f"{exact.numerator}/{exact.denominator}", Strength.PRODUCT)
    return Formula(decimal, Strength.SIGN if exact < 0 else Strength.CLOSED)


def truth(value: bool) -> Formula:  # noqa: FBT001 -- it is the value itself
    """Write a truth value."""
    return Formula("TRUE" if value else "FALSE")


class Reference(Struct, frozen=True):
    """The place of one value."""

    text: str
    """An address such as ``C12``, or a formula in brackets."""
    always_number: bool = False
    """Whether the cell always holds a number. Others are read as N(C12), which is 0 for a blank or a
    text.
    """


class Cells(SettingValues, Protocol):
    """The cells of a row's fields, as seen from the cell with the formula.

    Ranges of numbers hold nothing but numbers and blanks; all ranges of one block have the same shape.
    """

    def cell(self, name: str) -> Reference:
        """Return the cell of a field or named expression, or (``block.field``) of a block with one row."""
        ...

    def item(self, name: str, number: int) -> Reference:
        """Return the cell of one of a set of numbered fields."""
        ...

    def attribute(self, name: str, attribute: str) -> tuple[str, str]:
        """Return two ranges of the list behind a choice: its names, each once, and the attribute."""
        ...

    def mark(self, name: str, attribute: str) -> str:
        """Return the ending, ``(white)``, by which a typed choice has an attribute whatever its list says; else ""."""
        ...

    def previous(self, name: str) -> Reference | None:
        """Return the cell of a field or named expression of the row above; None in the first row."""
        ...

    def above(self, name: str) -> str | None:
        """Return a column of the row's own block, only the rows above this one; None in the first row."""
        ...

    def column(self, block: str, name: str) -> str:
        """Return a column of a block, all its rows; the row's own block is called ``rows``."""
        ...

    def text(self, entry: ListEntry) -> str:
        """Return a cell's text for an entry of a list: its name on a sheet, the recorded value in results."""
        ...

    def stretches(self, block: str) -> Sequence[Cells]:
        """Return these cells once for each contiguous stretch of a block's rows, with columns of that stretch alone."""
        ...


def place(node: Lookup, cells: Cells) -> Reference:
    """Return the cell of a field of the row, numbered or not, or of the row above; a blank one in the first row."""
    if isinstance(node, Previous):
        blank = Reference('""') if node.kind is ValueKind.TEXT else Reference("0", always_number=True)
        return cells.previous(node.name) or blank
    return cells.item(node.name, node.number) if isinstance(node, Item) else cells.cell(node.name)


def span(node: BlockColumn, cells: Cells) -> Formula | None:
    """Return the range of a column in an aggregate; None for a column of the rows above if there are none."""
    text = cells.above(node.name) if node.block == ABOVE else cells.column(node.block, node.name)
    return None if text is None else Formula(text)


def entries(node: Attribute, cells: Cells) -> tuple[Formula, Formula]:
    """Return two arrays over the list behind a choice: whether an entry is the chosen one, and its attribute."""
    names, says = cells.attribute(node.name, node.attribute)
    return infix(Formula(names), "=", Formula(cells.cell(node.name).text)), Formula(says)
