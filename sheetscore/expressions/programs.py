"""From nodes to Python functions that compute exact values, put together once and called for every row.

What a rule means is the same here and in the formulas; the docstring of the package says it.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import singledispatch
from typing import Any, cast

from sheetscore.expressions.functions import FUNCTIONS
from sheetscore.expressions.names import ABOVE
from sheetscore.expressions.nodes import (
    Aggregate,
    Arithmetic,
    Attribute,
    Call,
    Column,
    Comparison,
    Conditional,
    Constant,
    Filled,
    Item,
    Junction,
    Kind,
    Lookup,
    Negation,
    Negative,
    Node,
    Number,
    Ratio,
    Setting,
    Value,
    columns,
    walk,
)
from sheetscore.expressions.scope import Decisions, Given, NoValueError, Scope, as_number, as_text

_RATIO = re.compile(r"(\d{1,9}):(\d{0,8}[1-9]\d{0,8})\Z", re.ASCII)

Program = Callable[[Scope, Sequence[Given]], Value]
"""Computes a node from the fields of a row and, in an aggregate, the columns in the row that it is at."""


def program(node: Node) -> Program:
    """Put together the function that computes a node outside of any aggregate."""
    return _program(node, ())


def settled(node: Node, decisions: Decisions) -> Value | None:
    """Give the value of a node that only the event's decisions determine; None for every other.

    A node without any setting is no decision, but written out in the rule, and stays as it is written.
    """
    decided = False
    for part in walk(node):
        if isinstance(part, Setting):
            decided = True
        elif isinstance(part, Lookup):
            return None
    if not decided:
        return None
    try:
        return program(node)(cast("Scope", decisions), ())  # nothing but settings is asked for
    except NoValueError:
        if isinstance(node, Lookup):
            raise
        return None  # a division by zero that may never be reached: the formula says it where it is


def same_text(left: Value, right: Value) -> bool:
    """Compare text as a spreadsheet does, where capital and small letters are equal."""
    return left == right or str(left).lower() == str(right).lower()


def ratio(text: str) -> Number:
    """Divide the whole number before a colon by the one after it; 0 for any other text."""
    match = _RATIO.match(text)
    return Fraction(int(match[1]), int(match[2])) if match else 0


def different_text(left: Value, right: Value) -> bool:
    """Tell whether a spreadsheet finds two texts different."""
    return not same_text(left, right)


_OPERATORS: Mapping[str, Callable[[Any, Any], Value]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _given(node: Lookup, row: tuple[Column, ...]) -> Callable[[Scope, Sequence[Given]], Given]:
    """Make the function that looks a value up, as it stands in its field."""
    name = node.name
    match node:
        case Setting():
            return lambda scope, _: scope.setting(name)
        case Item(number=number):
            return lambda scope, _: scope.item(name, number)
        case Attribute(attribute=attribute):
            return lambda scope, _: scope.attribute(name, attribute)
        case Column():
            place = row.index(node)
            return lambda _, values: values[place]
    return lambda scope, _: scope.value(name)


@singledispatch
def _program(node: Node, row: tuple[Column, ...]) -> Program:
    """Make the function that computes a node where ``row`` are the columns of the aggregate around it."""
    raise TypeError(f"no program for {node!r} in {row!r}")


@_program.register
def _(node: Constant, _row: tuple[Column, ...]) -> Program:
    value = node.value
    return lambda _scope, _values: value


@_program.register
def _(node: Lookup, row: tuple[Column, ...]) -> Program:
    given, label = _given(node, row), node.label
    if node.kind is Kind.TEXT:
        return lambda scope, values: as_text(label, given(scope, values))
    return lambda scope, values: as_number(label, given(scope, values))


@_program.register
def _(node: Filled, row: tuple[Column, ...]) -> Program:
    given = _given(node.operand, row)
    return lambda scope, values: given(scope, values) not in {None, ""}


@_program.register
def _(node: Ratio, row: tuple[Column, ...]) -> Program:
    text = _program(node.operand, row)
    return lambda scope, values: ratio(str(text(scope, values)))


@_program.register
def _(node: Negative, row: tuple[Column, ...]) -> Program:
    operand = _amount(node.operand, row)
    return lambda scope, values: -operand(scope, values)


@_program.register
def _(node: Arithmetic, row: tuple[Column, ...]) -> Program:
    left, right = _amount(node.left, row), _amount(node.right, row)
    if node.operator != "/":
        compute = _OPERATORS[node.operator]
        return lambda scope, values: compute(left(scope, values), right(scope, values))

    def divide(scope: Scope, values: Sequence[Given]) -> Value:
        divisor = right(scope, values)
        if divisor == 0:
            raise NoValueError("division by zero", node.at)
        return Fraction(left(scope, values), divisor)

    return divide


@_program.register
def _(node: Comparison, row: tuple[Column, ...]) -> Program:
    left, right = _program(node.left, row), _program(node.right, row)
    compare = _OPERATORS[node.operator]
    if node.left.kind is Kind.TEXT:
        compare = same_text if node.operator == "==" else different_text
    return lambda scope, values: compare(left(scope, values), right(scope, values))


@_program.register
def _(node: Junction, row: tuple[Column, ...]) -> Program:
    operands = [_program(operand, row) for operand in node.operands]
    join = all if node.operator == "and" else any
    # a list, not a generator: as in a spreadsheet every operand is computed, and must have a value
    return lambda scope, values: join([operand(scope, values) for operand in operands])


@_program.register
def _(node: Negation, row: tuple[Column, ...]) -> Program:
    operand = _program(node.operand, row)
    return lambda scope, values: not operand(scope, values)


@_program.register
def _(node: Conditional, row: tuple[Column, ...]) -> Program:
    test, chosen, otherwise = (_program(part, row) for part in (node.test, node.chosen, node.otherwise))
    return lambda scope, values: (chosen if test(scope, values) else otherwise)(scope, values)


@_program.register
def _(node: Call, row: tuple[Column, ...]) -> Program:
    arguments = [_program(argument, row) for argument in node.arguments]
    compute = FUNCTIONS[node.function].compute
    return lambda scope, values: compute(*[argument(scope, values) for argument in arguments])


@_program.register
def _(node: Aggregate, _row: tuple[Column, ...]) -> Program:
    """Add up over the rows of a block; as in a spreadsheet, rows left out must have a value too."""
    read = tuple(dict.fromkeys(column for part in node.parts for column in columns(part)))
    amount = _amount(node.value or Constant(Kind.WHOLE, 1), read)
    condition = _program(node.condition or Constant(Kind.WHOLE, 1), read)

    def add_up(scope: Scope, _values: Sequence[Given]) -> Value:
        found = [
            scope.above(column.name) if column.block == ABOVE else scope.column(column.block, column.name)
            for column in read
        ]
        amounts = (amount(scope, row) * bool(condition(scope, row)) for row in zip(*found, strict=True))
        return max((0, *amounts)) if node.highest else sum(amounts)

    return add_up


def _amount(node: Node, row: tuple[Column, ...]) -> Callable[[Scope, Sequence[Given]], Number]:
    """Make the function of a node that reading has found to be a number or a truth value."""
    return cast("Callable[[Scope, Sequence[Given]], Number]", _program(node, row))
