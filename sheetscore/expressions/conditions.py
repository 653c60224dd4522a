"""The formulas of truth values; the opposite of a condition is written without NOT."""

from __future__ import annotations

from sheetscore.expressions.cells import Cells, entries, place, span
from sheetscore.expressions.formula import Formula, call, constant, infix, infix_all
from sheetscore.expressions.nodes import (
    Attribute,
    Column,
    Comparison,
    Conditional,
    Constant,
    Filled,
    Junction,
    Kind,
    Negation,
    Node,
    columns,
)
from sheetscore.expressions.programs import settled
from sheetscore.expressions.writing import (
    ZERO,
    amount,
    condition,
    is_rough,
    nonzero,
    smooth,
    truth_value,
    written,
)

_SIGNS = {"==": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_OPPOSITES = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


@truth_value.register
def _(node: Comparison, cells: Cells, *, wanted: bool) -> Formula:
    operator = node.operator if wanted else _OPPOSITES[node.operator]
    sign, left, right = _SIGNS[operator], node.left, node.right
    if isinstance(left, Attribute) and left.kind is Kind.TEXT:
        return _says(left, right, cells, wanted=operator == "==")
    if left.kind is Kind.TEXT:
        return infix(written(left, cells), sign, written(right, cells))
    if left.kind is right.kind is Kind.TRUTH:
        return infix(condition(left, cells), sign, condition(right, cells))
    if is_rough(left) or is_rough(right):
        return infix(smooth(_difference(left, right, cells)), sign, ZERO)
    return infix(amount(left, cells), sign, amount(right, cells))


def _difference(left: Node, right: Node, cells: Cells) -> Formula:
    if isinstance(right, Constant) and right.value == 0:
        return amount(left, cells)
    return infix(amount(left, cells), "-", amount(right, cells))


def _says(attribute: Attribute, text: Node, cells: Cells, *, wanted: bool) -> Formula:
    """Count the entry of the list that was chosen and says this; what was not chosen says nothing."""
    chosen, says = entries(attribute, cells)
    sought = written(text, cells)
    blank = sought == constant("")
    found = call("SUMPRODUCT", infix_all("*", (chosen, infix(says, "<>" if blank else "=", sought))))
    return infix(found, ">" if wanted != blank else "=", ZERO)


@truth_value.register
def _(node: Filled, cells: Cells, *, wanted: bool) -> Formula:
    field = node.operand
    where = span(field, cells) if isinstance(field, Column) else Formula(place(field, cells).text)
    return infix(where or ZERO, "<>" if wanted else "=", constant(""))


@truth_value.register
def _(node: Negation, cells: Cells, *, wanted: bool) -> Formula:
    return condition(node.operand, cells, wanted=not wanted)


@truth_value.register
def _(node: Conditional, cells: Cells, *, wanted: bool) -> Formula:
    if node.kind is not Kind.TRUTH:
        return nonzero(node, cells, wanted=wanted)
    decided = settled(node.test, cells)
    if decided is not None:
        return condition(node.chosen if decided else node.otherwise, cells, wanted=wanted)
    chosen, otherwise = (condition(part, cells, wanted=wanted) for part in (node.chosen, node.otherwise))
    return call("IF", condition(node.test, cells), chosen, otherwise)


@truth_value.register
def _(node: Junction, cells: Cells, *, wanted: bool) -> Formula:
    """Write AND or OR; row by row, where these would join all rows at once, a product or a sum."""
    every = (node.operator == "and") == wanted
    each = [condition(part, cells, wanted=wanted) for part in without_effect_left_out(node, cells)]
    if len(each) == 1:
        return each[0]
    if columns(node):
        return infix(infix_all("*" if every else "+", each), ">", ZERO)
    return call("AND" if every else "OR", *each)


def without_effect_left_out(node: Junction, cells: Cells) -> list[Node]:
    """Give the conditions that are joined without those that the settings make true for and, false for or.

    One that the settings make decide for all stays, and the others with it: they may have no value.
    """
    without_effect = node.operator == "and"
    values = [settled(operand, cells) for operand in node.operands]
    return [
        operand
        for operand, value in zip(node.operands, values, strict=True)
        if value is None or bool(value) != without_effect
    ]
