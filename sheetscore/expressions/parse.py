"""Parse a rule: Python parses the text, and only syntax that the language of rules has is accepted."""

from __future__ import annotations

import ast
import io
import keyword
import re
import tokenize
import warnings
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

from sheetscore.expressions.calls import (
    ABOVE_FORMS,
    FORMS,
    FUNCTIONS,
    MisuseError,
    call_node,
    comparison_node,
    conditional_node,
    is_text_of_list,
    item_node,
    junction_node,
    name_node,
)
from sheetscore.expressions.expression import Expression
from sheetscore.expressions.listed import of_one_list
from sheetscore.expressions.names import ABOVE, PREVIOUS, ROWS, SETTINGS, ExpressionError, Names
from sheetscore.expressions.nodes import Arithmetic, Constant, Negation, Negative, Node, ValueKind, columns, number_kind

LONGEST = 1000
"""The most characters of a rule. With `DEEPEST` it keeps a hostile template from hanging the program."""

DEEPEST = 40
"""The most levels of nesting; a spreadsheet takes 64 nested functions."""

LONGEST_TEXT = 255
"""The most characters of a text in quotes; a spreadsheet takes no more in a formula."""

MOST_SIGNIFICANT = 15
"""The most digits of a number; a spreadsheet drops further ones."""

RESERVED = frozenset((ROWS, ABOVE, PREVIOUS, SETTINGS, *FORMS, *ABOVE_FORMS, *FUNCTIONS, *keyword.kwlist))
"""Words that may not be ids of fields, named expressions or blocks."""

_ARITHMETIC = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}

_ADVICE = {
    ast.Pow: "there is no power operator: write x * x",
    ast.BitXor: "there is no power operator: write x * x",
    ast.FloorDiv: "there is no // here: write floor(x / y)",
    ast.BitAnd: "write and instead of &",
    ast.BitOr: "write or instead of |",
    ast.Is: "write == instead of is",
    ast.IsNot: "write != instead of is not",
    ast.In: "there is no in: compare with each value and join with or",
    ast.NotIn: "there is no in: compare with each value and join with and",
}

_LANGUAGE = (
    "this has no place in a rule, which is made of numbers, text in quotes, names, + - * /, comparisons, "
    "and, or, not, if ... else and functions"
)


class RuleText:
    """The text of a rule; line ends count as spaces.

    Raises
    ------
    ExpressionError
        The text is empty or longer than 1000 characters.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        if len(text) > LONGEST:
            raise self.error(LONGEST, f"a rule has at most {LONGEST} characters, this one has {len(text)}")
        line = re.sub(r"[\r\n]", " ", text)
        self._code = line.strip()
        self._indent = len(line) - len(line.lstrip())
        if not self._code:
            raise self.error(1, "the rule is empty")

    def tree(self) -> ast.expr:
        """Return Python's tree of the rule.

        Raises
        ------
        ExpressionError
            The text is no expression of Python, or has a comment.
        """
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")  # syntax that Python warns of is no rule either
                tree = ast.parse(self._code, mode="eval").body
        except SyntaxError as error:
            column = min(error.offset or len(self._code), len(self._code)) + self._indent
            raise self.error(column, f"this cannot be read: {error.msg}") from None
        except (ValueError, RecursionError, MemoryError):
            raise self.error(1, "this cannot be read") from None
        if "#" in self._code:
            self._refuse_comments()
        return tree

    def _refuse_comments(self) -> None:
        """Refuse comments: on one line they would swallow all that follows."""
        for token in tokenize.generate_tokens(io.StringIO(self._code).readline):
            if token.type == tokenize.COMMENT:
                raise self.error(token.start[1] + 1 + self._indent, "a rule has no comments")

    def column(self, part: ast.expr) -> int:
        """Return the position of a part in the text, in characters from 1; Python counts bytes."""
        return len(self._code.encode()[: part.col_offset].decode()) + 1 + self._indent

    def written(self, part: ast.expr) -> str:
        """Return the text of a part."""
        if part.end_col_offset is None:
            return ast.unparse(part)
        return self._code.encode()[part.col_offset : part.end_col_offset].decode()  # Python counts bytes

    def error(self, part: ast.expr | int, complaint: str) -> ExpressionError:
        """Return the error for a part, or for a position in the text."""
        return ExpressionError(self.text, part if isinstance(part, int) else self.column(part), complaint)


def parse(text: str, *, known: Names) -> Expression:
    """Parse a rule and check its names and the kinds of its values.

    Parameters
    ----------
    text
        The rule, at most 1000 characters; line ends count as spaces.
    known
        The names that it may use.

    Raises
    ------
    ExpressionError
        The text is not a rule, names something unknown (the nearest known name is given), or uses text where
        a number belongs.
    """
    for names, expression in _READ.get(text, ()):
        if names == known:
            return expression
    source = RuleText(text)
    root = _Reader(source, known).value(source.tree())
    for column in columns(root):  # the first one, if any
        raise source.error(column.at, f"{column.label} has many rows: it belongs inside sum() or count()")
    expression = Expression(text, root)
    _keep(text, known, expression)
    return expression


_READ: dict[str, tuple[tuple[Names, Expression], ...]] = {}
"""A cache of parsed rules by their texts, each with the names that it could use: the forms of all rounds share
rules."""

_MOST_READ, _MOST_MEANINGS = 2_000, 4
"""The most texts in the cache, and the most rules for each text."""


def _keep(text: str, known: Names, expression: Expression) -> None:
    """Cache a rule with a copy of its names, since the caller may add to them later."""
    if len(_READ) >= _MOST_READ:
        _READ.clear()
    names = Names(
        dict(known.fields),
        {block: dict(fields) for block, fields in known.blocks.items()},
        dict(known.settings),
        dict(known.previous),
    )
    _READ[text] = ((names, expression), *_READ.get(text, ()))[:_MOST_MEANINGS]


class _Reader:
    """Turns Python's nodes into ours, and checks that each part has the kind of value that its place needs."""

    def __init__(self, source: RuleText, names: Names) -> None:
        self.source = source
        self.names = names
        self.depth = 0

    def node(self, tree: ast.expr) -> Node:
        """Return the node of any part of a rule."""
        read = _READERS.get(type(tree))
        if read is None:
            raise self.source.error(tree, _LANGUAGE)
        if self.depth == DEEPEST:
            raise self.source.error(tree, f"parts are nested more than {DEEPEST} deep: name some of them")
        self.depth += 1
        try:
            return read(self, tree)
        except MisuseError as misuse:
            raise self.source.error(tree, str(misuse)) from None
        finally:
            self.depth -= 1

    def number(self, tree: ast.expr) -> Node:
        """Return the node of a number or a truth; text is refused."""
        return self._not_text(tree, "and a number belongs here")

    def condition(self, tree: ast.expr) -> Node:
        """Return the node of a truth, or of a number, which holds unless it is 0; text is refused."""
        return self._not_text(tree, "not a condition: compare it, or use filled()")

    def _not_text(self, tree: ast.expr, complaint: str) -> Node:
        node = self.node(tree)
        if node.kind is ValueKind.TEXT:
            raise self.source.error(tree, f"{self.source.written(tree)} is text, {complaint}")
        return node

    def value(self, tree: ast.expr) -> Node:
        """Return the node of a number or text; a text attribute is refused, since it is in no cell."""
        node = self.node(tree)
        if is_text_of_list(node):
            complaint = "is text of a list: it can only be compared (== !=) with text in quotes"
            raise self.source.error(tree, f"{self.source.written(tree)} {complaint}")
        return node

    def path(self, tree: ast.expr) -> str:
        """Return a name with its dots, such as ``target.white``."""
        if isinstance(tree, ast.Name):
            return tree.id
        if isinstance(tree, ast.Attribute):
            return f"{self.path(tree.value)}.{tree.attr}"
        raise self.source.error(tree, f"{self.source.written(tree)} is not a name, so it has no parts")


def _constant(reader: _Reader, tree: ast.Constant) -> Node:
    if isinstance(tree.value, bool):
        return Constant(ValueKind.WHOLE, int(tree.value))
    if isinstance(tree.value, str):
        if len(tree.value) > LONGEST_TEXT or not tree.value.isprintable():
            raise MisuseError(f"text in quotes has at most {LONGEST_TEXT} printable characters")
        return Constant(ValueKind.TEXT, tree.value)
    written = reader.source.written(tree)
    digits = written.replace(".", "", 1)
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MOST_SIGNIFICANT):
        raise MisuseError(f"{written} is not a number with at most {MOST_SIGNIFICANT} digits, such as 12 or 0.5")
    exact = Fraction(written)
    return Constant(ValueKind.WHOLE, int(exact)) if exact.denominator == 1 else Constant(ValueKind.NUMBER, exact)


def _name(reader: _Reader, tree: ast.Name | ast.Attribute) -> Node:
    return name_node(reader.path(tree), reader.names, reader.source.column(tree))


def _subscript(reader: _Reader, tree: ast.Subscript) -> Node:
    path = reader.path(tree.value)
    if not isinstance(tree.slice, ast.Constant) or type(tree.slice.value) is not int:
        raise MisuseError(f"write a number between the brackets, such as {path}[1]")
    return item_node(path, tree.slice.value, reader.names)


def _unary(reader: _Reader, tree: ast.UnaryOp) -> Node:
    if isinstance(tree.op, ast.Not):
        return Negation(ValueKind.TRUTH, reader.condition(tree.operand))
    if isinstance(tree.op, ast.USub):
        operand = reader.number(tree.operand)
        return Negative(number_kind([operand]), operand)
    raise MisuseError(_LANGUAGE)


def _binary(reader: _Reader, tree: ast.BinOp) -> Node:
    operator = _ARITHMETIC.get(type(tree.op))
    if operator is None:
        raise MisuseError(_ADVICE.get(type(tree.op), _LANGUAGE))
    left, right = reader.number(tree.left), reader.number(tree.right)
    kind = ValueKind.NUMBER if operator == "/" else number_kind([left, right])
    return Arithmetic(kind, operator, left, right, reader.source.column(tree.right))


def _junction(reader: _Reader, tree: ast.BoolOp) -> Node:
    operator = "and" if isinstance(tree.op, ast.And) else "or"
    return junction_node(operator, [reader.condition(value) for value in tree.values])


def _comparison(reader: _Reader, tree: ast.Compare) -> Node:
    """Read one comparison; a chain becomes its links, joined by ``and``."""
    for middle in tree.comparators[:-1]:
        if any(isinstance(part, ast.Compare) for part in ast.walk(middle)):
            raise reader.source.error(middle, "a comparison cannot stand in the middle of others: use and")
    operands = [reader.node(operand) for operand in (tree.left, *tree.comparators)]
    links = [
        comparison_node(_operator_of(one), *of_one_list(left, right, reader.names))
        for one, (left, right) in zip(tree.ops, pairwise(operands), strict=True)
    ]
    return junction_node("and", links)


def _operator_of(comparison: ast.cmpop) -> str:
    operator = _COMPARISONS.get(type(comparison))
    if operator is None:
        raise MisuseError(_ADVICE[type(comparison)])
    return operator


def _conditional(reader: _Reader, tree: ast.IfExp) -> Node:
    test, chosen, otherwise = reader.condition(tree.test), reader.value(tree.body), reader.value(tree.orelse)
    return conditional_node(test, *of_one_list(chosen, otherwise, reader.names))


def _call(reader: _Reader, tree: ast.Call) -> Node:
    if not isinstance(tree.func, ast.Name):
        raise MisuseError(f"{reader.source.written(tree.func)} is not a function")
    if tree.keywords or any(isinstance(argument, ast.Starred) for argument in tree.args):
        raise MisuseError(f"{tree.func.id}() takes plain arguments, without = or *")
    if tree.func.id in ABOVE_FORMS:
        return reader.node(_rows_above(tree.func.id, tree))
    return call_node(tree.func.id, [reader.value(argument) for argument in tree.args])


def _rows_above(name: str, tree: ast.Call) -> ast.Call:
    """Write ``sum_above(value, key)`` out as ``sum(above.value, above.key == key)``."""
    names = [argument for argument in tree.args if isinstance(argument, ast.Name)]
    if not len(names) == len(tree.args) == ABOVE_FORMS[name]:
        wanted = "one name" if ABOVE_FORMS[name] == 1 else "two names"
        raise MisuseError(f"{name}() takes {wanted} of this row's block, the last of which is the key")
    *values, key = names
    same = ast.copy_location(ast.Compare(_column_above(key), [ast.Eq()], [key]), key)
    function = ast.Name("sum" if values else "count")
    return ast.copy_location(ast.Call(function, [*map(_column_above, values), same], []), tree)


def _column_above(name: ast.Name) -> ast.expr:
    prefix = ast.copy_location(ast.Name(ABOVE), name)
    return ast.copy_location(ast.Attribute(prefix, name.id), name)


_READERS: dict[type[ast.expr], Callable[[_Reader, Any], Node]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _name,
    ast.Subscript: _subscript,
    ast.UnaryOp: _unary,
    ast.BinOp: _binary,
    ast.BoolOp: _junction,
    ast.Compare: _comparison,
    ast.IfExp: _conditional,
    ast.Call: _call,
}
