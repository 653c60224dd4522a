"""The formulas of numbers and text."""

from __future__ import annotations

from sheetscore.expressions.cells import Cells, entries, place, span
from sheetscore.expressions.conditions import without_effect_left_out
from sheetscore.expressions.formula import Formula, call, constant, infix, infix_all, negative
from sheetscore.expressions.functions import FUNCTIONS
from sheetscore.expressions.nodes import (
    Aggregate,
    Arithmetic,
    Attribute,
    Call,
    Column,
    Conditional,
    Constant,
    Item,
    Junction,
    Kind,
    Name,
    Negative,
    Node,
    Ratio,
    columns,
)
from sheetscore.expressions.programs import settled
from sheetscore.expressions.writing import (
    ONE,
    ZERO,
    amount,
    cell_value,
    condition,
    is_rough,
    quantity,
    smooth,
    term,
)


@quantity.register
def _(node: Constant, _cells: Cells) -> Formula:
    return constant(node.value)


@quantity.register(Name)
@quantity.register(Item)
def _(node: Name | Item, cells: Cells) -> Formula:
    reference = place(node, cells)
    formula = Formula(reference.text)
    return formula if node.kind is Kind.TEXT or reference.always_number else call("N", formula)


@quantity.register
def _(node: Attribute, cells: Cells) -> Formula:
    return call("SUMPRODUCT", infix_all("*", entries(node, cells)))


@quantity.register
def _(node: Ratio, cells: Cells) -> Formula:
    """Divide what stands before the colon by what stands behind it; 0 where there is no such thing."""
    text = place(node.operand, cells).text
    before, behind = f'VALUE(LEFT({text},FIND(":",{text})-1))', f'VALUE(MID({text},FIND(":",{text})+1,9))'
    return Formula(f"IFERROR({before}/{behind},0)")


@quantity.register
def _(node: Column, cells: Cells) -> Formula:
    return span(node, cells) or ZERO


@quantity.register
def _(node: Negative, cells: Cells) -> Formula:
    return negative(term(node.operand, cells))


@quantity.register
def _(node: Arithmetic, cells: Cells) -> Formula:
    return infix(term(node.left, cells), node.operator, term(node.right, cells))


@quantity.register
def _(node: Conditional, cells: Cells) -> Formula:
    decided = settled(node.test, cells)
    if decided is not None:
        return cell_value(node.chosen if decided else node.otherwise, cells)
    chosen, otherwise = cell_value(node.chosen, cells), cell_value(node.otherwise, cells)
    return call("IF", condition(node.test, cells), chosen, otherwise)


@quantity.register
def _(node: Call, cells: Cells) -> Formula:
    function = FUNCTIONS[node.function]
    first, *others = (amount(argument, cells) for argument in node.arguments)
    if function.jumps and is_rough(node.arguments[0]):
        first = smooth(first)
    return Formula(function.formula(first.text, *[other.text for other in others]))


@quantity.register
def _(node: Aggregate, cells: Cells) -> Formula:
    """Multiply what each row adds by its conditions, which are 1 or 0; SUM is enough where there are none.

    MAX goes through the products row by row because SUMPRODUCT is around it.
    """
    if any(span(column, cells) is None for part in node.parts for column in columns(part)):
        return ZERO
    factors = [condition(part, cells) for part in _factors(node.condition, cells)]
    if isinstance(node.value, Column) and not factors:
        column = quantity(node.value, cells)
        return call("MAX", ZERO, column) if node.highest else call("SUM", column)
    if node.value is not None:
        factors.append(term(node.value, cells))
    if len(factors) == 1 and (node.value is None or node.value.kind is Kind.TRUTH):
        factors.insert(0, ONE)  # SUMPRODUCT takes a lone TRUE for 0
    products = infix_all("*", factors)
    return call("SUMPRODUCT", call("MAX", ZERO, products) if node.highest else products)


def _factors(node: Node | None, cells: Cells) -> list[Node]:
    """Take the condition of an aggregate apart; none is left where the settings make it true."""
    if isinstance(node, Junction) and node.operator == "and":
        return without_effect_left_out(node, cells)
    return [] if node is None or settled(node, cells) else [node]
