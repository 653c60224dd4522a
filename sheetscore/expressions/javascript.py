"""Compile a rule to a JavaScript function, for pages that add up while somebody types into them.

The docstring of the package says what a rule means, here as in Python. The functions compute exactly, with the
fractions of ``exact.js``. They take a *scope* with the methods of :class:`sheetscore.expressions.names.Scope`; None is
null.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import singledispatch
from pathlib import Path

from sheetscore.expressions.expression import Expression
from sheetscore.expressions.nodes import (
    Aggregate,
    Arithmetic,
    Attribute,
    BlockColumn,
    Call,
    Comparison,
    Conditional,
    Constant,
    Filled,
    Item,
    Junction,
    Letters,
    ListEntry,
    Lookup,
    Name,
    Negation,
    Negative,
    Node,
    Number,
    Previous,
    Ratio,
    Setting,
    Spaced,
    ValueKind,
    Word,
    columns,
    either_case,
)

RUNTIME = Path(__file__).with_name("exact.js")
"""The script that the functions call: exact numbers, and the operators and functions of rules."""

Row = tuple[BlockColumn, ...]
"""The columns of the aggregate around a node; their values are ``r[0]``, ``r[1]`` ..."""

_ARITHMETIC = {"+": "plus", "-": "minus", "*": "times", "/": "over"}
_COMPARED = {"==": "equal", "!=": "unequal", "<": "less", "<=": "at_most", ">": "more", ">=": "at_least"}
_OF_TEXTS = {"==": "alike", "!=": "unlike"}


def to_javascript(expression: Expression) -> str:
    """Compile a rule to a function of a row's scope.

    Returns
    -------
    The source, ``(s) => ...``. The function returns a number of ``exact.js`` or a text, and throws ``exact.NoValue`` if
    Python would raise an :class:`sheetscore.expressions.ExpressionError`. The source has no ``<``, so that it cannot
    end a script element.
    """
    root = expression.root
    value = _value(root, ()) if root.kind is ValueKind.TEXT else f"exact.bounded({_amount(root, ())})"
    return f"(s) => {value}"


def literal(value: object) -> str:
    """Return the JavaScript literal of a text, list or record; it cannot end a script element."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def number_literal(number: Number) -> str:
    """Return the JavaScript of an exact number: ``exact.number(3n,2n)``."""
    exact = Fraction(number)
    return f"exact.number({exact.numerator}n,{exact.denominator}n)"


def _call(function: str, *arguments: str) -> str:
    return f"exact.{function}({','.join(arguments)})"


@singledispatch
def _value(node: Node, row: Row) -> str:
    """Return the JavaScript of a node by its kind: an exact number, a text, or true or false."""
    raise TypeError(f"no JavaScript for {node!r} in {row!r}")


def _amount(node: Node, row: Row) -> str:
    """Return the JavaScript of a node as a number; true counts 1."""
    value = _value(node, row)
    return _call("counted", value) if node.kind is ValueKind.TRUTH else value


def _truth(node: Node, row: Row) -> str:
    """Return the JavaScript of a node as true or false; a number is true unless it is 0."""
    value = _value(node, row)
    return value if node.kind is ValueKind.TRUTH else _call("holds", value)


@_value.register(Constant)
@_value.register(ListEntry)
def _(node: Constant | ListEntry, _row: Row) -> str:
    return literal(node.value) if isinstance(node.value, str) else number_literal(node.value)


@_value.register
def _(node: Lookup, row: Row) -> str:
    return _call("text" if node.kind is ValueKind.TEXT else "amount", _given(node, row))


def _given(node: Lookup, row: Row) -> str:
    """Return the JavaScript that looks up the raw value of a field, blank or not."""
    name = literal(node.name)
    match node:
        case BlockColumn():
            return f"r[{row.index(node)}]"
        case Setting():
            return f"s.setting({name})"
        case Item(number=number):
            return f"s.item({name},{number})"
        case Attribute(attribute=attribute):
            return f"s.attribute({name},{literal(attribute)})"
        case Previous():
            return f"s.previous({name})"
        case Name():
            return f"s.value({name})"
    raise TypeError(f"no JavaScript looks up {node!r}")


@_value.register
def _(node: Filled, row: Row) -> str:
    return _call("filled", _given(node.operand, row))


@_value.register
def _(node: Ratio, row: Row) -> str:
    return _call("ratio", _value(node.operand, row))


@_value.register
def _(node: Letters, row: Row) -> str:
    return _call("letters", _value(node.operand, row), literal(either_case(node.letters)))


@_value.register
def _(node: Word, row: Row) -> str:
    return _call("word", _value(node.operand, row), literal(node.word))


@_value.register
def _(node: Spaced, row: Row) -> str:
    numbers = ",".join(_amount(argument, row) for argument in node.arguments)
    return _call("spaced" if node.zeros else "nonzero", f"[{numbers}]")


@_value.register
def _(node: Negative, row: Row) -> str:
    return _call("negative", _amount(node.operand, row))


@_value.register
def _(node: Arithmetic, row: Row) -> str:
    return _call(_ARITHMETIC[node.operator], _amount(node.left, row), _amount(node.right, row))


@_value.register
def _(node: Comparison, row: Row) -> str:
    if node.left.kind is ValueKind.TEXT:
        return _call(_OF_TEXTS[node.operator], _value(node.left, row), _value(node.right, row))
    return _call(_COMPARED[node.operator], _amount(node.left, row), _amount(node.right, row))


@_value.register
def _(node: Junction, row: Row) -> str:
    """Put all conditions into a list, so that every one is computed and must have a value, as in a spreadsheet."""
    operands = ",".join(_truth(operand, row) for operand in node.operands)
    return f"[{operands}].{'every' if node.operator == 'and' else 'some'}(Boolean)"


@_value.register
def _(node: Negation, row: Row) -> str:
    return f"!{_truth(node.operand, row)}"


@_value.register
def _(node: Conditional, row: Row) -> str:
    write = _value if node.kind in {ValueKind.TEXT, ValueKind.TRUTH} else _amount
    return f"({_truth(node.test, row)}?{write(node.chosen, row)}:{write(node.otherwise, row)})"


@_value.register
def _(node: Call, row: Row) -> str:
    return _call(f"functions.{node.function}", *(_amount(argument, row) for argument in node.arguments))


@_value.register
def _(node: Aggregate, _row: Row) -> str:
    """Aggregate over rows. ``_row`` is not used: a node's columns belong to the innermost aggregate around it."""
    read = tuple(dict.fromkeys(column for part in node.parts for column in columns(part)))
    places = literal([[column.block, column.name] for column in read])
    amount = "null" if node.value is None else f"(r)=>{_amount(node.value, read)}"
    condition = "null" if node.condition is None else f"(r)=>{_truth(node.condition, read)}"
    return _call("highest" if node.highest else "total", "s", places, amount, condition)
