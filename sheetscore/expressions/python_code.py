"""From a rule to a line of Python, for the few that are computed a million times.

A rule means the same here as in :mod:`sheetscore.expressions.programs`, which is slower, explains what has no
value, and computes only what is asked for. Here values are given as variables: ``r_NAME`` for the field of the
row, ``o_NAME`` for a field that is the same in all rows, ``c_NAME`` for a column as a list, ``s_NAME`` for a
setting. None of them is blank.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from functools import singledispatch

from sheetscore.expressions.expression import Expression
from sheetscore.expressions.functions import FUNCTIONS
from sheetscore.expressions.nodes import (
    Aggregate,
    Arithmetic,
    Call,
    Column,
    Comparison,
    Conditional,
    Constant,
    Junction,
    Kind,
    Name,
    Negation,
    Negative,
    Node,
    Number,
    Setting,
    columns,
    walk,
)
from sheetscore.expressions.programs import same_text


def quotient(left: Number, right: Number) -> Number:
    """Divide exactly; whole where it is whole, because fractions are slow to go on with."""
    if type(left) is int and type(right) is int:
        whole, rest = divmod(left, right)
        return Fraction(left, right) if rest else whole
    return left / right if isinstance(left, Fraction) else Fraction(left, right)


NAMESPACE = {
    "quotient": quotient,
    "same_text": same_text,
    **{f"f_{name}": function.compute for name, function in FUNCTIONS.items()},
}
"""What the code calls."""


def constants(expression: Expression) -> dict[str, Fraction]:
    """Give the fractions that the code names, to be put beside :data:`NAMESPACE`."""
    return {
        _fraction(part.value): part.value
        for part in walk(expression.root)
        if isinstance(part, Constant) and isinstance(part.value, Fraction)
    }


def in_row(expression: Expression, once: Collection[str]) -> str:
    """Write a rule for one row; ``once`` are the fields that are the same in all rows."""
    return _code(expression.root, frozenset(once))


def in_rows(expression: Expression, once: Collection[str], of: str) -> str:
    """Write a rule as the list of its values in all rows; ``of`` is any column, which says how many there are."""
    names = {part.name for part in walk(expression.root) if isinstance(part, Name)} - set(once)
    return f"[{in_row(expression, once)} {_through('r', sorted(names) or [of])}]"


def _through(prefix: str, names: Collection[str]) -> str:
    """Write ``for r_a, r_b in zip(c_a, c_b)``."""
    variables = ", ".join(f"{prefix}_{name}" for name in names)
    lists = ", ".join(f"c_{name}" for name in names)
    return f"for {variables} in {lists if len(names) == 1 else f'zip({lists})'}"


def _fraction(value: Fraction) -> str:
    return f"k_{value.numerator}_{value.denominator}"


def _truth(node: Node, once: frozenset[str]) -> str:
    return _code(node, once) if node.kind is Kind.TRUTH else f"({_code(node, once)} != 0)"


@singledispatch
def _code(node: Node, once: frozenset[str]) -> str:
    raise TypeError(f"no code for {node!r} in {once!r}")


@_code.register
def _(node: Constant, once: frozenset[str]) -> str:
    del once
    return _fraction(node.value) if isinstance(node.value, Fraction) else repr(node.value)


@_code.register
def _(node: Name, once: frozenset[str]) -> str:
    return f"o_{node.name}" if node.name in once else f"r_{node.name}"


@_code.register
def _(node: Setting, once: frozenset[str]) -> str:
    del once
    return f"s_{node.name}"


@_code.register
def _(node: Column, once: frozenset[str]) -> str:
    del once
    return f"a_{node.name}"


@_code.register
def _(node: Negative, once: frozenset[str]) -> str:
    return f"(-{_code(node.operand, once)})"


@_code.register
def _(node: Negation, once: frozenset[str]) -> str:
    return f"(not {_code(node.operand, once)})"


@_code.register
def _(node: Arithmetic, once: frozenset[str]) -> str:
    left, right = _code(node.left, once), _code(node.right, once)
    if node.operator == "/":
        return f"quotient({left}, {right})"
    factor = node.left if node.operator == "*" and isinstance(node.left, Constant) else None
    if factor and isinstance(factor.value, Fraction) and node.right.kind is not Kind.NUMBER:
        return f"quotient({factor.value.numerator} * {right}, {factor.value.denominator})"
    return f"({left} {node.operator} {right})"


@_code.register
def _(node: Comparison, once: frozenset[str]) -> str:
    left, right = _code(node.left, once), _code(node.right, once)
    if node.left.kind is not Kind.TEXT:
        return f"({left} {node.operator} {right})"
    return f"({'not ' if node.operator == '!=' else ''}same_text({left}, {right}))"


@_code.register
def _(node: Junction, once: frozenset[str]) -> str:
    return f"({f' {node.operator} '.join(_truth(operand, once) for operand in node.operands)})"


@_code.register
def _(node: Conditional, once: frozenset[str]) -> str:
    return f"({_code(node.chosen, once)} if {_code(node.test, once)} else {_code(node.otherwise, once)})"


@_code.register
def _(node: Call, once: frozenset[str]) -> str:
    return f"f_{node.function}({', '.join(_code(argument, once) for argument in node.arguments)})"


@_code.register
def _(node: Aggregate, once: frozenset[str]) -> str:
    read = list(dict.fromkeys(column.name for part in node.parts for column in columns(part)))
    value = "1" if node.value is None else _code(node.value, once)
    condition = "" if node.condition is None else f" if {_code(node.condition, once)}"
    values = f"{value} {_through('a', read)}{condition}"
    return f"max((0, *({values})))" if node.highest else f"sum([{values}])"
