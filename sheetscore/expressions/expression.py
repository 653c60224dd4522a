"""A parsed rule, and its exact value: the rule is compiled to Python functions once, which are called for every row."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, singledispatch
from itertools import islice, repeat, takewhile
from typing import Any, cast

from msgspec import Struct

from sheetscore.expressions.calls import FUNCTIONS
from sheetscore.expressions.names import (
    ABOVE,
    BlockValues,
    Cell,
    ExpressionError,
    Given,
    NoValueError,
    Scope,
    SettingValues,
    Unknown,
    UnknownError,
    as_number,
    as_text,
)
from sheetscore.expressions.nodes import (
    Aggregate,
    Arithmetic,
    Attribute,
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
    Value,
    ValueKind,
    Word,
    columns,
    either_case,
    walk,
)

_RATIO = re.compile(r"(\d{1,9}):(\d{0,8}[1-9]\d{0,8})\Z", re.ASCII)

LONGEST_NUMBER = 300
"""The most digits of a number, or of a fraction's numerator or denominator. No spreadsheet holds more, and repeated
squaring in a hostile template would otherwise take forever."""

_BEYOND = 10**LONGEST_NUMBER

Program = Callable[[Scope, Sequence[Given]], Value]
"""Computes a node, given a scope for lookups by name, and the values of the lookups of a `Row`."""

Row = tuple[Lookup, ...]
"""Lookups whose values are passed to a program by position: in an aggregate, the columns of the block."""

_OPERATIONS: Mapping[str, Callable[[Any, Any], Program]] = {
    "+": lambda left, right: lambda scope, values: left(scope, values) + right(scope, values),
    "-": lambda left, right: lambda scope, values: left(scope, values) - right(scope, values),
    "*": lambda left, right: lambda scope, values: left(scope, values) * right(scope, values),
    "==": lambda left, right: lambda scope, values: left(scope, values) == right(scope, values),
    "!=": lambda left, right: lambda scope, values: left(scope, values) != right(scope, values),
    "<": lambda left, right: lambda scope, values: left(scope, values) < right(scope, values),
    "<=": lambda left, right: lambda scope, values: left(scope, values) <= right(scope, values),
    ">": lambda left, right: lambda scope, values: left(scope, values) > right(scope, values),
    ">=": lambda left, right: lambda scope, values: left(scope, values) >= right(scope, values),
}
"""The program of each binary operator, written out: calling ``operator.add`` would cost more than adding."""


def program(node: Node, row: Row = ()) -> Program:
    """Return the function that computes a node outside of any aggregate.

    Parameters
    ----------
    row
        The lookups whose values the function gets by position; all others it looks up by name.
    """
    return _program(node, row)


def constant_value(node: Node, decisions: SettingValues) -> Value | None:
    """Return the value of a node that depends on settings of the event only; None for any other node.

    The value is None, too, for a node without any setting: a constant of the rule stays in the formula as written.
    """
    has_setting = False
    for part in walk(node):
        if isinstance(part, Setting):
            has_setting = True
        elif isinstance(part, Lookup | ListEntry):
            return None
    if not has_setting:
        return None
    try:
        return program(node)(cast("Scope", decisions), ())  # only settings are looked up
    except NoValueError:
        if isinstance(node, Lookup):
            raise
        return None  # a division by zero that may never be computed: leave it to the formula


def same_text(left: Value, right: Value) -> bool:
    """Compare texts as a spreadsheet does, ignoring case."""
    return left == right or str(left).lower() == str(right).lower()


def ratio(text: str) -> Number:
    """Divide the whole number before a colon by the one after it; 0 for any other text."""
    match = _RATIO.match(text)
    return Fraction(int(match[1]), int(match[2])) if match else 0


def letters_in(text: str, letters: str) -> int:
    """Count letters in a text, ignoring case."""
    return sum(text.count(letter) for letter in either_case(letters))


def has_word(text: str, word: str) -> bool:
    """Return whether a text of words, with blanks or commas between them, has a word, ignoring case."""
    return f" {word} ".lower() in f" {text.replace(',', ' ')} ".lower()


def quotient(left: Number, right: Number) -> Number:
    """Divide exactly; return an int for a whole result, because fractions are slow to compute with."""
    if type(left) is Fraction:
        return left / right
    if type(right) is Fraction:
        return Fraction(left, right)
    whole, rest = divmod(int(left), int(right))
    return Fraction(left, right) if rest else whole


def different_text(left: Value, right: Value) -> bool:
    """Return the opposite of :func:`same_text`."""
    return not same_text(left, right)


def _given(node: Lookup, row: Row) -> Callable[[Scope, Sequence[Given]], Given]:
    """Return the function that looks up the raw value of a field, blank or not."""
    name = node.name
    if node in row:
        place = row.index(node)
        return lambda _, values: values[place]
    match node:
        case Setting():
            return lambda scope, _: scope.setting(name)
        case Item(number=number):
            return lambda scope, _: scope.item(name, number)
        case Attribute(attribute=attribute):
            return lambda scope, _: scope.attribute(name, attribute)
        case Previous():
            return lambda scope, _: scope.previous(name)
    return lambda scope, _: scope.value(name)


@singledispatch
def _program(node: Node, row: Row) -> Program:
    """Return the function that computes a node; ``row`` are the lookups whose values are passed by position."""
    raise TypeError(f"no program for {node!r} in {row!r}")


@_program.register(Constant)
@_program.register(ListEntry)
def _(node: Constant | ListEntry, _row: Row) -> Program:
    value = node.value
    return lambda _scope, _values: value


@_program.register
def _(node: Lookup, row: Row) -> Program:
    given, label = _given(node, row), node.label
    if node.kind is ValueKind.TEXT:
        return lambda scope, values: as_text(label, given(scope, values))
    if node not in row:
        return lambda scope, values: as_number(label, given(scope, values))
    place = row.index(node)

    def number(_scope: Scope, values: Sequence[Given]) -> Value:
        found = values[place]
        return found if type(found) is int else as_number(label, found)

    return number


@_program.register
def _(node: Filled, row: Row) -> Program:
    given = _given(node.operand, row)
    return lambda scope, values: given(scope, values) not in {None, ""}


@_program.register
def _(node: Ratio, row: Row) -> Program:
    text = _program(node.operand, row)
    return lambda scope, values: ratio(str(text(scope, values)))


@_program.register
def _(node: Letters, row: Row) -> Program:
    text, letters = _program(node.operand, row), node.letters
    return lambda scope, values: letters_in(str(text(scope, values)), letters)


@_program.register
def _(node: Word, row: Row) -> Program:
    text, word = _program(node.operand, row), node.word
    return lambda scope, values: has_word(str(text(scope, values)), word)


@_program.register
def _(node: Spaced, row: Row) -> Program:
    numbers = [_amount(argument, row) for argument in node.arguments]
    if node.zeros:
        return lambda scope, values: " ".join(str(int(number(scope, values))) for number in numbers)
    return lambda scope, values: " ".join(str(int(one)) for number in numbers if (one := number(scope, values)))


@_program.register
def _(node: Negative, row: Row) -> Program:
    operand = _amount(node.operand, row)
    return lambda scope, values: -operand(scope, values)


@_program.register
def _(node: Arithmetic, row: Row) -> Program:
    left, right = _amount(node.left, row), _amount(node.right, row)
    factor = node.left.value if node.operator == "*" and isinstance(node.left, Constant) else None
    if isinstance(factor, Fraction):  # one division, faster than the product of two fractions
        above, below = factor.numerator, factor.denominator
        return lambda scope, values: quotient(above * right(scope, values), below)
    # only products without a constant, such as repeated squares, grow beyond bounds
    if node.operator == "*" and not any(isinstance(part, Constant) for part in (node.left, node.right)):
        return lambda scope, values: _bounded(left(scope, values) * right(scope, values), node.at)
    if node.operator != "/":
        return _OPERATIONS[node.operator](left, right)

    def divide(scope: Scope, values: Sequence[Given]) -> Value:
        divisor = right(scope, values)
        if divisor == 0:
            raise NoValueError("division by zero", node.at)
        return quotient(left(scope, values), divisor)

    return divide


@_program.register
def _(node: Comparison, row: Row) -> Program:
    left, right = _program(node.left, row), _program(node.right, row)
    if node.left.kind is not ValueKind.TEXT:
        return _OPERATIONS[node.operator](left, right)
    compare = same_text if node.operator == "==" else different_text
    return lambda scope, values: compare(left(scope, values), right(scope, values))


@_program.register
def _(node: Junction, row: Row) -> Program:
    operands = [_program(operand, row) for operand in node.operands]
    if len(operands) == 2:
        one, other = operands
        if node.operator == "and":
            return lambda scope, values: bool(one(scope, values)) & bool(other(scope, values))
        return lambda scope, values: bool(one(scope, values)) | bool(other(scope, values))
    join = all if node.operator == "and" else any
    # a list, not a generator: as in a spreadsheet every operand is computed, and must have a value
    return lambda scope, values: join([operand(scope, values) for operand in operands])


@_program.register
def _(node: Negation, row: Row) -> Program:
    operand = _program(node.operand, row)
    return lambda scope, values: not operand(scope, values)


@_program.register
def _(node: Conditional, row: Row) -> Program:
    test, chosen, otherwise = (_program(part, row) for part in (node.test, node.chosen, node.otherwise))
    return lambda scope, values: (chosen if test(scope, values) else otherwise)(scope, values)


@_program.register
def _(node: Call, row: Row) -> Program:
    compute = FUNCTIONS[node.function].compute
    listed = [*takewhile(lambda argument: isinstance(argument, Constant), reversed(node.arguments))]
    arguments = [_program(argument, row) for argument in node.arguments[: len(node.arguments) - len(listed)]]
    written_out = [argument.value for argument in reversed(listed) if isinstance(argument, Constant)]
    return lambda scope, values: compute(*[argument(scope, values) for argument in arguments], *written_out)


@_program.register
def _(node: Aggregate, row: Row) -> Program:
    """Sum, count or take the highest over the rows of a block; even rows that the condition excludes need a value."""
    read = tuple(dict.fromkeys(column for part in node.parts for column in columns(part)))
    kept = tuple(at for at, lookup in enumerate(row) if any(part == lookup for part in walk(node)))
    inner = (*read, *(row[at] for at in kept))  # the columns of the block, then the lookups of ``row`` that it names
    amount = None if node.value is None else _amount(node.value, inner)
    condition = None if node.condition is None else _amount(node.condition, inner)

    def add_up(scope: Scope, values: Sequence[Given]) -> Value:
        found = [
            scope.above(column.name) if column.block == ABOVE else scope.column(column.block, column.name)
            for column in read
        ]
        rows = zip(*found, *(repeat(values[at], len(found[0])) for at in kept), strict=True)
        if condition is None:
            amounts = [amount(scope, one) for one in rows] if amount else []
        elif amount is None:
            amounts = [bool(condition(scope, one)) for one in rows]
        else:
            amounts = [amount(scope, one) * bool(condition(scope, one)) for one in rows]
        return max((0, *amounts)) if node.highest else sum(amounts)

    return add_up


def _amount(node: Node, row: Row) -> Callable[[Scope, Sequence[Given]], Number]:
    """Return the program of a node that parsing has found to be a number or a truth value, typed as such."""
    return cast("Callable[[Scope, Sequence[Given]], Number]", _program(node, row))


class Expression(Struct, frozen=True, dict=True):
    """A parsed rule; made by :func:`sheetscore.expressions.parse`."""

    text: str
    """The rule as it was written."""
    root: Node
    """The root of its tree."""

    @property
    def kind(self) -> ValueKind:
        """The kind of its value; a truth value becomes the whole number 1 or 0."""
        return ValueKind.WHOLE if self.root.kind is ValueKind.TRUTH else self.root.kind

    @cached_property
    def program(self) -> Program:
        """The function that computes it."""
        return program(self.root)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The fields and named expressions of the row that it names, each once."""
        return tuple(dict.fromkeys(part.name for part in walk(self.root) if isinstance(part, Name)))

    @cached_property
    def program_of_rows(self) -> Program:
        """The function that computes it from the values of :attr:`names`."""
        lookups = {part.name: part for part in walk(self.root) if isinstance(part, Name)}
        return program(self.root, tuple(lookups[name] for name in self.names))


def evaluate(expression: Expression, scope: Scope) -> Value:
    """Compute the exact value of a rule for one row.

    Returns
    -------
    int | Fraction | str
        A whole number is an int; a truth value is 1 or 0.

    Raises
    ------
    ExpressionError
        The rule divides by zero, or a field holds what its kind does not allow.
    """
    try:
        return _plain(expression.program(scope, ()))
    except NoValueError as lack:
        raise _error(expression, lack) from None


def evaluate_rows(expression: Expression, block: BlockValues, rows: int) -> list[Cell]:
    """Compute a rule for all rows of a block.

    Returns
    -------
    For each row the value as of :func:`evaluate`; an :class:`Unknown` if a value that the rule needs is unknown, or the
    rule has no value, as for a division by zero.
    """
    program, names = expression.program_of_rows, expression.names
    given = islice(zip(*map(block.cells, names), strict=True) if names else repeat(()), rows)
    scope = cast("Scope", block)  # apart from names only settings and columns are looked up
    cells: list[Cell] = []
    for values in given:
        try:
            value = program(scope, values)
            cells.append(value if type(value) is int and -_BEYOND < value < _BEYOND else _plain(value))
        except UnknownError as found:
            cells.append(found.unknown)
        except NoValueError as lack:
            cells.append(Unknown(error=_error(expression, lack)))
    return cells


def _plain(value: Value) -> Value:
    """Return a whole number or a truth value as an int, other values as they are.

    Raises
    ------
    NoValueError
        The number is longer than any in a spreadsheet.
    """
    if isinstance(value, str):
        return value
    return _bounded(int(value) if value.denominator == 1 else value)


def _bounded(number: Number, at: int = 1) -> Number:
    """Return a number if it is short enough to compute with; ``at`` is the position in the rule's text."""
    if -_BEYOND < number.numerator < _BEYOND and number.denominator < _BEYOND:
        return number
    raise NoValueError(f"this comes to a number of more than {LONGEST_NUMBER} digits; no spreadsheet has one", at)


def _error(expression: Expression, lack: NoValueError) -> ExpressionError:
    return ExpressionError(expression.text, lack.column, lack.complaint)
