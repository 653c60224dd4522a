"""How a part of a rule is written as a formula depends on its place: this module knows the places.

What stands there is written by :mod:`sheetscore.expressions.quantities` (numbers and text) and
:mod:`sheetscore.expressions.conditions` (truth values), which enter themselves here for each kind of node.
"""

from __future__ import annotations

from functools import singledispatch

from sheetscore.expressions.cells import Cells
from sheetscore.expressions.formula import Formula, call, constant, infix, truth
from sheetscore.expressions.functions import FUNCTIONS, MOST_DIGITS
from sheetscore.expressions.nodes import (
    Arithmetic,
    Call,
    Conditional,
    Constant,
    Item,
    Kind,
    Name,
    Negative,
    Node,
    Ratio,
    Setting,
    columns,
)
from sheetscore.expressions.programs import settled

ZERO = constant(0)
ONE = constant(1)


@singledispatch
def quantity(node: Node, cells: Cells) -> Formula:
    """Write a number or a text that depends on what is filled in."""
    raise TypeError(f"no formula for {node!r} in {cells!r}")


@singledispatch
def truth_value(node: Node, cells: Cells, *, wanted: bool) -> Formula:
    """Write a condition, or where it is not wanted its opposite."""
    return nonzero(node, cells, wanted=wanted)


def nonzero(node: Node, cells: Cells, *, wanted: bool) -> Formula:
    """Write the condition that a number is not 0, or its opposite."""
    number = quantity(node, cells)
    return infix(smooth(number) if is_rough(node) else number, "<>" if wanted else "=", ZERO)


def written(node: Node, cells: Cells) -> Formula:
    """Write a number or a text; what the settings decide is put in as it is."""
    decided = settled(node, cells)
    return quantity(node, cells) if decided is None else constant(decided)


def condition(node: Node, cells: Cells, *, wanted: bool = True) -> Formula:
    """Write a condition or its opposite where TRUE or FALSE belongs, in aggregates one for each row."""
    decided = settled(node, cells)
    if decided is not None:
        return truth(bool(decided) == wanted)
    return truth_value(node, cells, wanted=wanted)


def cell_value(node: Node, cells: Cells) -> Formula:
    """Write what a cell shows: never a truth value, and empty text rather than the 0 of a blank cell."""
    if node.kind is not Kind.TEXT:
        return amount(node, cells)
    text = written(node, cells)
    return infix(text, "&", constant("")) if isinstance(node, Name | Item) else text


def amount(node: Node, cells: Cells) -> Formula:
    """Write an argument or one side of a comparison, where TRUE is not taken for 1."""
    if node.kind is not Kind.TRUTH or settled(node, cells) is not None:
        return written(node, cells)
    if columns(node):
        return infix(ONE, "*", condition(node, cells))
    return call("IF", condition(node, cells), ONE, ZERO)


def term(node: Node, cells: Cells) -> Formula:
    """Write an operand of ``+ - * /``, which take TRUE for 1."""
    if node.kind is not Kind.TRUTH or settled(node, cells) is not None:
        return written(node, cells)
    return condition(node, cells)


def is_rough(node: Node) -> bool:
    """Tell whether a spreadsheet may miss the exact value by more than the nearest double does.

    Whole numbers, constants, rounded numbers and the quotient of two whole numbers are as near as can be:
    they are equal, less and greater exactly when their exact values are.
    """
    if node.kind is not Kind.NUMBER or isinstance(node, Constant | Setting | Ratio):
        return False
    if isinstance(node, Arithmetic) and node.operator == "/":
        return Kind.NUMBER in {node.left.kind, node.right.kind}
    if isinstance(node, Call) and FUNCTIONS[node.function].jumps:
        return False
    if isinstance(node, Negative | Call | Conditional):
        return any(is_rough(part) for part in node.parts)
    return True


def smooth(formula: Formula) -> Formula:
    """Round the errors of a spreadsheet's arithmetic off."""
    return call("ROUND", formula, constant(MOST_DIGITS))
