"""What rules may call, checked on arguments that have been read: functions of numbers, and aggregates."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sheetscore.expressions.functions import FUNCTIONS, MOST_DIGITS
from sheetscore.expressions.lookup import MisuseError
from sheetscore.expressions.names import not_known
from sheetscore.expressions.nodes import (
    Aggregate,
    Call,
    Column,
    Conditional,
    Constant,
    Filled,
    Item,
    Kind,
    Name,
    Node,
    Ratio,
    columns,
    number_kind,
    walk,
)


def called(name: str, arguments: Sequence[Node]) -> Node:
    """Give the node of a call.

    Parameters
    ----------
    name
        What is called, as written.
    arguments
        Already read, in order.

    Raises
    ------
    MisuseError
        There is no such function, or its arguments are too many, too few or of the wrong kind.
    """
    if name in FORMS:
        least, most, form = FORMS[name]
        _check_number(name, arguments, least, most)
        return form(*arguments)
    if name not in FUNCTIONS:
        raise MisuseError(not_known(name, "a function", (*FUNCTIONS, *FORMS, *ABOVE_FORMS)))
    function = FUNCTIONS[name]
    _check_number(name, arguments, function.least, function.most)
    if any(argument.kind is Kind.TEXT for argument in arguments):
        raise MisuseError(f"{name}() takes numbers, not text")
    if name == "round" and len(arguments) > 1:
        _check_digits(arguments[1])
    if function.places is not None:
        _check_list(name, arguments[: function.places], arguments[function.places :])
    whole = function.makes_whole and len(arguments) == 1
    return Call(Kind.WHOLE if whole else number_kind(arguments), name, tuple(arguments))


def _check_number(name: str, arguments: Sequence[Node], least: int, most: int) -> None:
    if not least <= len(arguments) <= most:
        wanted = f"{least} to {most} arguments" if most > 1 else "one argument"
        raise MisuseError(f"{name}() takes {wanted}, not {len(arguments)}")


def _check_digits(digits: Node) -> None:
    if not isinstance(digits, Constant) or digits.value not in range(MOST_DIGITS + 1):
        raise MisuseError(f"the decimals of round() must be written as a number from 0 to {MOST_DIGITS}")


def _check_list(name: str, places: Sequence[Node], entries: Sequence[Node]) -> None:
    if any(place.kind is Kind.NUMBER for place in places):
        raise MisuseError(f"a place in the list of {name}() must be a whole number: use floor() or round()")
    if not all(isinstance(entry, Constant) for entry in entries):
        raise MisuseError(f"the list of {name}() must be written as numbers from 0, such as 38, 14, 7")


def _sum(value: Node, condition: Node | None = None) -> Node:
    return _aggregate("sum", _numeric("sum() adds up", value), condition)


def _highest(value: Node, condition: Node | None = None) -> Node:
    return _aggregate("highest", _numeric("highest() compares", value), condition)


def _numeric(what: str, value: Node) -> Node:
    if value.kind is Kind.TEXT:
        raise MisuseError(f"{what} numbers, not text")
    return value


def _count(condition: Node) -> Node:
    return _aggregate("count", None, condition)


def _aggregate(name: str, value: Node | None, condition: Node | None) -> Node:
    if condition is not None and condition.kind is Kind.TEXT:
        raise MisuseError(f"the condition of {name}() is text: compare it with something")
    parts = tuple(part for part in (value, condition) if part is not None)
    blocks = sorted({column.block for part in parts for column in columns(part)})
    if not blocks:
        raise MisuseError(f"{name}() goes through the rows of a block: name a column, such as rows.points")
    if len(blocks) > 1:
        raise MisuseError(f"{name}() goes through one block, not through {' and '.join(blocks)} at once")
    for node in (node for part in parts for node in walk(part)):
        _check_row_by_row(name, node)
    kind = Kind.WHOLE if value is None else number_kind([value])
    return Aggregate(kind, value, condition, highest=name == "highest")


def _check_row_by_row(name: str, node: Node) -> None:
    """Refuse what a spreadsheet would not compute for each row of a range."""
    if not columns(node):
        return
    if isinstance(node, Conditional):
        raise MisuseError(f"if cannot choose row by row inside {name}(); multiply by a condition instead")
    if isinstance(node, Call) and not FUNCTIONS[node.function].row_by_row:
        raise MisuseError(f"{node.function}() cannot go row by row inside {name}()")


def _filled(operand: Node) -> Node:
    if not isinstance(operand, Name | Item | Column):
        raise MisuseError("filled() takes one field")
    if isinstance(operand, Column) and operand.kind is not Kind.TEXT:
        raise MisuseError("filled() of a column takes text: blank numbers of other rows count as 0")
    return Filled(Kind.TRUTH, operand)


def _ratio(operand: Node) -> Node:
    if not isinstance(operand, Name) or operand.kind is not Kind.TEXT:
        raise MisuseError("ratio() takes one field of text, such as odds")
    return Ratio(Kind.NUMBER, operand)


FORMS: dict[str, tuple[int, int, Callable[..., Node]]] = {
    "sum": (1, 2, _sum),
    "highest": (1, 2, _highest),
    "count": (1, 1, _count),
    "filled": (1, 1, _filled),
    "ratio": (1, 1, _ratio),
}
"""What takes columns or fields rather than numbers: fewest and most arguments, and the node of them."""

ABOVE_FORMS = {"sum_above": 2, "count_above": 1}
"""Short forms of aggregates over the rows above that agree in a key, and how many names they take."""
