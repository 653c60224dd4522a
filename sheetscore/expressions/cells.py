"""Where the fields of a row stand on a worksheet, as the compiler of formulas asks for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from sheetscore.expressions.formula import Formula, infix
from sheetscore.expressions.names import ABOVE
from sheetscore.expressions.nodes import Attribute, Column, Item, Lookup
from sheetscore.expressions.scope import Decisions


@dataclass(frozen=True)
class Reference:
    """The place of one value.

    Parameters
    ----------
    text
        ``C12``, or a formula in brackets that may stand in its place.
    always_number
        Nothing but a number can ever stand there. Any other cell that should hold a number is read as
        N(C12), which is 0 for a blank or a text.
    """

    text: str
    always_number: bool = False


class Cells(Decisions, Protocol):
    """Where the fields of one row are, seen from the cell that gets the formula.

    Ranges of numbers hold nothing but numbers and blanks; all ranges of one block have the same shape.
    """

    def cell(self, name: str) -> Reference:
        """Give the cell of a field or named expression, or (``block.field``) of a block with one row."""
        ...

    def item(self, name: str, number: int) -> Reference:
        """Give the cell of one of a set of numbered fields."""
        ...

    def attribute(self, name: str, attribute: str) -> tuple[str, str]:
        """Give two ranges of the list behind a choice: its names, each once, and what the attribute says."""
        ...

    def above(self, name: str) -> str | None:
        """Give a column of the row's own block, the rows above this one; None on the first row."""
        ...

    def column(self, block: str, name: str) -> str:
        """Give a column of a block, all its rows; the row's own block is called ``rows``."""
        ...


def place(node: Lookup, cells: Cells) -> Reference:
    """Give the cell of a field of the row, numbered or not."""
    return cells.item(node.name, node.number) if isinstance(node, Item) else cells.cell(node.name)


def span(node: Column, cells: Cells) -> Formula | None:
    """Give the range that an aggregate goes through; None where there are no rows above."""
    text = cells.above(node.name) if node.block == ABOVE else cells.column(node.block, node.name)
    return None if text is None else Formula(text)


def entries(node: Attribute, cells: Cells) -> tuple[Formula, Formula]:
    """Give, for the list behind a choice, which of its entries was chosen and what the attribute says."""
    names, says = cells.attribute(node.name, node.attribute)
    return infix(Formula(names), "=", Formula(cells.cell(node.name).text)), Formula(says)
