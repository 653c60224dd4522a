"""Rules in words and symbols, for people who score by hand: 100 × centres × centres ÷ squares."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sheetscore.expressions.formula import constant
from sheetscore.expressions.nodes import (
    Aggregate,
    Arithmetic,
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
    Negation,
    Negative,
    Node,
    Ratio,
    Spaced,
    ValueKind,
    Word,
)
from sheetscore.wording import join_words

_SYMBOLS: Mapping[str, str] = {"+": "+", "-": "−", "*": "×", "/": "÷"}

_COMPARED: Mapping[str, str] = {
    "==": "is",
    "!=": "is not",
    "<": "is below",
    "<=": "is at most",
    ">": "is above",
    ">=": "is at least",
}

_CASE, _JOINED, _TEST, _SUM, _PRODUCT, _CLOSED = range(6)
"""The precedence of the words of a part, the lowest first; where a higher one is needed, the part gets brackets. Words
that are closed, such as a name or what stands in brackets, never get any."""


def in_words(node: Node) -> str:
    """Return a rule for people who compute it by hand; names are written with blanks instead of underscores.

    Examples
    --------
    >>> from sheetscore.expressions import FieldMeaning, Names, ValueKind, parse
    >>> known = Names({"centres": FieldMeaning(ValueKind.WHOLE), "top": FieldMeaning(ValueKind.WHOLE)})
    >>> in_words(parse("100 * (centres + 1) if centres == top else 0", known=known).root)
    '100 × (centres + 1) if centres is top, else 0'
    """
    return _said(node)[0]


def _said(node: Node) -> tuple[str, int]:
    """Return the words of a part and their precedence."""
    for kind, words in _PARTS.items():
        if isinstance(node, kind):
            return words(node)
    raise NotImplementedError(f"there are no words for {type(node).__name__}")


def _within(node: Node, least: int) -> str:
    """Return the words of a part, in brackets if their precedence is below ``least``."""
    words, precedence = _said(node)
    return words if precedence >= least else f"({words})"


def _number(node: Node, least: int) -> str:
    """Return the words of a part as a number; a condition is 1 or 0."""
    if node.kind is not ValueKind.TRUTH or isinstance(node, Lookup):
        return _within(node, least)
    return f"(1 if {_said(node)[0]}, else 0)"


def _constant(node: Constant) -> tuple[str, int]:
    value = node.value
    return value if isinstance(value, str) else constant(value).text, _CLOSED


def _name(node: Lookup) -> tuple[str, int]:
    return node.name.replace("_", " "), _CLOSED


def _item(node: Item) -> tuple[str, int]:
    return f"{_name(node)[0]} {node.number}", _CLOSED


def _column(node: BlockColumn) -> tuple[str, int]:
    return f"its {_name(node)[0]}", _CLOSED


def _negative(node: Negative) -> tuple[str, int]:
    return f"−{_number(node.operand, _CLOSED)}", _PRODUCT


def _arithmetic(node: Arithmetic) -> tuple[str, int]:
    precedence = _SUM if node.operator in "+-" else _PRODUCT
    right = precedence if node.operator in "+*" else precedence + 1
    return f"{_number(node.left, precedence)} {_SYMBOLS[node.operator]} {_number(node.right, right)}", precedence


def _comparison(node: Comparison) -> tuple[str, int]:
    return f"{_number(node.left, _SUM)} {_COMPARED[node.operator]} {_number(node.right, _SUM)}", _TEST


def _holds(node: Node, least: int) -> str:
    """Return the words of a condition; a number holds unless it is 0."""
    if node.kind is ValueKind.TRUTH or isinstance(node, Junction | Negation | Comparison):
        return _within(node, least)
    return f"{_within(node, _SUM)} is not 0"


def _junction(node: Junction) -> tuple[str, int]:
    return f" {node.operator} ".join(_holds(one, _TEST) for one in node.operands), _JOINED


def _negation(node: Negation) -> tuple[str, int]:
    if isinstance(node.operand, Lookup):
        return f"{_said(node.operand)[0]} is 0", _TEST
    return f"not ({_holds(node.operand, _CASE)})", _TEST


def _conditional(node: Conditional) -> tuple[str, int]:
    test, otherwise = _holds(node.test, _JOINED), _number(node.otherwise, _CASE)
    return f"{_number(node.chosen, _SUM)} if {test}, else {otherwise}", _CASE


def _call(node: Call) -> tuple[str, int]:
    """Return the words of a function call."""
    given = [_number(one, _CASE) for one in node.arguments]
    first, rest = given[0], given[1:]
    said: dict[str, Callable[[], str]] = {
        "min": lambda: f"(the lowest of: {'; '.join(given)})",
        "max": lambda: f"(the highest of: {'; '.join(given)})",
        "abs": lambda: f"({first}, without its sign)",
        "floor": lambda: f"({first}, rounded down)",
        "round": lambda: f"({first}, rounded{' to decimals: ' + rest[0] if rest else ''})",
        "listed": lambda: f"(number {first} of the list {', '.join(rest)}; beyond it 0)",
        "listed_between": lambda: f"(numbers {first} to {rest[0]} of the list {', '.join(rest[1:])}, added up)",
        "passed": lambda: f"(how many of {join_words(rest)} are below {first})",
    }
    return said[node.function](), _CLOSED


def _aggregate(node: Aggregate) -> tuple[str, int]:
    where = f" where {_holds(node.condition, _CASE)}" if node.condition is not None else ""
    if node.value is None:
        return f"(how many there are{where})", _CLOSED
    what = "highest" if node.highest else "sum over all"
    return f"(the {what} of {_number(node.value, _CASE)}{where})", _CLOSED


def _filled(node: Filled) -> tuple[str, int]:
    return f"{_said(node.operand)[0]} is filled in", _TEST


def _list_entry(node: ListEntry) -> tuple[str, int]:
    return node.shown, _CLOSED


def _ratio(node: Ratio) -> tuple[str, int]:
    return f"(the quotient of {_said(node.operand)[0]})", _CLOSED


def _letters(node: Letters) -> tuple[str, int]:
    return f"(how many of the letters {node.letters} are in {_said(node.operand)[0]})", _CLOSED


def _word(node: Word) -> tuple[str, int]:
    return f"{_said(node.operand)[0]} has the word {node.word}", _TEST


def _spaced(node: Spaced) -> tuple[str, int]:
    numbers = join_words([_number(one, _CASE) for one in node.arguments])
    return f"({numbers}, as one text{'' if node.zeros else ' without zeros'})", _CLOSED


_PARTS: Mapping[type[Node], Callable[..., tuple[str, int]]] = {
    Constant: _constant,
    BlockColumn: _column,
    Item: _item,
    Lookup: _name,
    Negative: _negative,
    Arithmetic: _arithmetic,
    Comparison: _comparison,
    Junction: _junction,
    Negation: _negation,
    Conditional: _conditional,
    Call: _call,
    Aggregate: _aggregate,
    Filled: _filled,
    ListEntry: _list_entry,
    Ratio: _ratio,
    Letters: _letters,
    Word: _word,
    Spaced: _spaced,
}
"""The functions that return the words of nodes by their types; subclasses come before their bases."""
