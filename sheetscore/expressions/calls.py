"""The functions of rules, and the nodes for names, calls, comparisons and conditions, with checks of their kinds.

`FUNCTIONS` has the functions of numbers, each with exact value and formula; `FORMS` has those of columns and fields.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from sheetscore.expressions.names import ABOVE, PREVIOUS, ROWS, SETTINGS, FieldMeaning, Names, not_known
from sheetscore.expressions.nodes import (
    Aggregate,
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
    Name,
    Node,
    Number,
    Previous,
    Ratio,
    Setting,
    Spaced,
    ValueKind,
    Word,
    columns,
    number_kind,
    walk,
)
from sheetscore.rounding import rounded
from sheetscore.wording import pluralize

MOST_DIGITS = 9
"""How many decimals of a spreadsheet's result are reliable; further ones are rounding errors."""

MOST_LISTED = 40
"""The most numbers of a list written in a rule, as in ``listed()``."""


class Function(Struct, frozen=True):
    """A function of numbers that rules may call."""

    least: int
    """The least number of arguments."""
    most: int
    """The greatest number of arguments."""
    compute: Callable[..., Number]
    """Computes the exact value from the values of the arguments."""
    formula: Callable[..., str]
    """Writes the formula from the formulas of the arguments."""
    makes_whole: bool = False
    """Whether the value is whole if there is only one argument, even one that is not whole."""
    jumps: bool = False
    """Whether a tiny error of the argument can change the value by a whole step."""
    row_by_row: bool = True
    """Whether a spreadsheet computes the function for each row in an aggregate; MIN and MAX take all rows at once."""
    places: int | None = None
    """For a function of a list: how many whole numbers come before the list. The entries of the list must be constants.
    None for any other function.
    """


def entry(place: int, *entries: Number) -> Number:
    """Return the entry at a place of a list, counted from 1; 0 beyond its ends."""
    return entries[place - 1] if 1 <= place <= len(entries) else 0


def entries_between(first: int, last: int, *entries: Number) -> Number:
    """Add up the entries of a list from one place to another, counted from 1; 0 beyond its ends."""
    return sum(entries[max(first, 1) - 1 : max(last, 0)])


def passed(number: int, *entries: Number) -> Number:
    """Count the entries of a list that are below a number."""
    return sum(entry < number for entry in entries)


def _chosen(entries: Sequence[str], *conditions: str) -> str:
    """Return the formula for the sum of the list's entries at the places that meet all conditions, such as ``=C5``."""
    places = f"{{{','.join(str(place) for place in range(1, len(entries) + 1))}}}"
    factors = [f"{{{','.join(entries)}}}", *(f"({places}{condition})" for condition in conditions)]
    return f"SUMPRODUCT({'*'.join(factors)})"


def _spelled(name: str) -> Callable[..., str]:
    return lambda *arguments: f"{name}({','.join(arguments)})"


FUNCTIONS = {
    "min": Function(2, 30, min, _spelled("MIN"), row_by_row=False),
    "max": Function(2, 30, max, _spelled("MAX"), row_by_row=False),
    "abs": Function(1, 1, abs, _spelled("ABS")),
    "floor": Function(1, 1, math.floor, _spelled("INT"), makes_whole=True, jumps=True),
    "round": Function(
        1,
        2,
        rounded,
        lambda number, digits="0": f"ROUND({number},{digits})",
        makes_whole=True,
        jumps=True,
    ),
    "listed": Function(
        2,
        MOST_LISTED + 1,
        entry,
        lambda place, *entries: _chosen(entries, f"={place}"),
        row_by_row=False,
        places=1,
    ),
    "listed_between": Function(
        3,
        MOST_LISTED + 2,
        entries_between,
        lambda first, last, *entries: _chosen(entries, f">={first}", f"<={last}"),
        row_by_row=False,
        places=2,
    ),
    "passed": Function(
        2,
        MOST_LISTED + 1,
        passed,
        lambda number, *entries: f"SUMPRODUCT(1*({{{','.join(entries)}}}<{number}))",
        row_by_row=False,
        places=1,
    ),
}
"""The functions of numbers, by their names in rules."""


_LETTERS = re.compile(r"[A-Za-z]{1,20}\Z")

MOST_JOINED = 100
"""The most conditions joined by one ``and`` or ``or``; a spreadsheet's AND and OR take 255."""

ABOVE_FORMS = {"sum_above": 2, "count_above": 1}
"""Short forms of aggregates over the rows above with the same key, and how many names they take."""


class MisuseError(Exception):
    """A name or function is unknown or misused. The message says how; the reader of the rule adds where."""


def name_node(path: str, names: Names, at: int) -> Node:
    """Return the node of a name, with or without dots.

    Parameters
    ----------
    path
        ``star``, ``target.white``, ``hits.d``, ``settings.damage_cap`` ...
    names
        The names that the rule may use.
    at
        The position of the name in the rule's text, from 1.

    Raises
    ------
    MisuseError
        The name is unknown, or is a numbered field, a block or a column that needs other syntax.
    """
    base, _, last = path.rpartition(".")
    if path in names.fields:
        return Name(_single(path, names.fields[path]), path)
    if base == SETTINGS and last in names.settings:
        return Setting(names.settings[last], last)
    if base == PREVIOUS and last in names.previous:
        return Previous(_single(path, names.previous[last]), last)
    if base in names.fields and last in names.fields[base].attributes:
        return Attribute(names.fields[base].attributes[last], base, last)
    if base in names.blocks and last in names.blocks[base]:
        return BlockColumn(_single(path, names.blocks[base][last]), last, base, at)
    raise MisuseError(_why_unknown(path, names))


def item_node(path: str, number: int, names: Names) -> Node:
    """Return the node of a numbered field, for example ``rolls[4]``.

    Raises
    ------
    MisuseError
        No field has this name, or it has no such number.
    """
    if path not in names.fields:
        raise MisuseError(_why_unknown(path, names))
    found = names.fields[path]
    if not found.numbers:
        raise MisuseError(f"{path} is a single field: write it without [{number}]")
    if number not in found.numbers:
        raise MisuseError(f"{path} has no number {number}; it has {min(found.numbers)} to {max(found.numbers)}")
    return Item(found.kind, path, number)


def _single(path: str, found: FieldMeaning) -> ValueKind:
    if found.numbers:
        raise MisuseError(f"{path} is numbered: write {path}[{min(found.numbers)}]")
    return found.kind


def _why_unknown(path: str, names: Names) -> str:
    base, _, last = path.rpartition(".")
    first = path.partition(".")[0]
    members = _members(base, names)
    if members:
        return not_known(last, *members)
    if path in names.blocks:
        return f"{path} is a block: name one of its columns inside sum() or count()"
    if first in names.blocks:
        return f"{base} is a column: only the choices of this row itself have attributes"
    if first in {ROWS, ABOVE, PREVIOUS}:
        return f"there are no other rows here, so {path} means nothing"
    return not_known(first, "a name known here", [*names.fields, *names.blocks])


def _members(base: str, names: Names) -> tuple[str, Iterable[str]] | None:
    if base == SETTINGS:
        return "a setting", names.settings
    if base == PREVIOUS and names.previous:
        return "known of the row above", names.previous
    if base in names.fields:
        return f"an attribute of {base}", names.fields[base].attributes
    if base in names.blocks:
        return f"a column of {base}", names.blocks[base]
    return None


def is_text_of_list(node: Node) -> bool:
    """Return whether a node is a text attribute of a choice: it is on the list, but in no cell of the sheet."""
    return isinstance(node, Attribute) and node.kind is ValueKind.TEXT


def comparison_node(operator: str, left: Node, right: Node) -> Comparison:
    """Return the node of a comparison.

    Raises
    ------
    MisuseError
        Text is compared with a number, or by order; or text of a list with anything but text in quotes or a setting.
    """
    if (left.kind is ValueKind.TEXT) != (right.kind is ValueKind.TEXT):
        raise MisuseError("text and a number cannot be compared")
    if left.kind is ValueKind.TEXT and operator not in {"==", "!="}:
        raise MisuseError("text has no order: it can only be compared with == and !=")
    if is_text_of_list(right):
        left, right = right, left
    if is_text_of_list(left) and not isinstance(right, Constant | Setting):
        raise MisuseError("text of a list can only be compared with text in quotes or a setting")
    return Comparison(ValueKind.TRUTH, operator, left, right)


def junction_node(operator: str, conditions: Sequence[Node]) -> Node:
    """Return the node of conditions joined by ``and`` or ``or``; a single condition is returned as it is.

    Raises
    ------
    MisuseError
        There are more than 100 conditions.
    """
    if len(conditions) > MOST_JOINED:
        raise MisuseError(f"{len(conditions)} conditions are joined here, and {MOST_JOINED} are the most")
    return conditions[0] if len(conditions) == 1 else Junction(ValueKind.TRUTH, operator, tuple(conditions))


def conditional_node(test: Node, chosen: Node, otherwise: Node) -> Conditional:
    """Return the node of ``chosen if test else otherwise``.

    Raises
    ------
    MisuseError
        One case is text and the other a number.
    """
    kinds = {chosen.kind, otherwise.kind}
    if len(kinds) == 1:
        return Conditional(chosen.kind, test, chosen, otherwise)
    if ValueKind.TEXT in kinds:
        raise MisuseError("this is text in one case and a number in the other")
    return Conditional(number_kind([chosen, otherwise]), test, chosen, otherwise)


def call_node(name: str, arguments: Sequence[Node]) -> Node:
    """Return the node of a call.

    Parameters
    ----------
    name
        The name of the function.
    arguments
        The nodes of the arguments, in order.

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
    if any(argument.kind is ValueKind.TEXT for argument in arguments):
        raise MisuseError(f"{name}() takes numbers, not text")
    if name == "round" and len(arguments) > 1:
        _check_digits(arguments[1])
    if function.places is not None:
        _check_list(name, arguments[: function.places], arguments[function.places :])
    whole = function.makes_whole and len(arguments) == 1
    return Call(ValueKind.WHOLE if whole else number_kind(arguments), name, tuple(arguments))


def _check_number(name: str, arguments: Sequence[Node], least: int, most: int) -> None:
    if not least <= len(arguments) <= most:
        wanted = pluralize(most, "argument") if least == most else f"{least} to {most} arguments"
        raise MisuseError(f"{name}() takes {wanted}, not {len(arguments)}")


def _check_digits(digits: Node) -> None:
    if not isinstance(digits, Constant) or digits.value not in range(MOST_DIGITS + 1):
        raise MisuseError(f"the decimals of round() must be written as a number from 0 to {MOST_DIGITS}")


def _check_list(name: str, places: Sequence[Node], entries: Sequence[Node]) -> None:
    if any(place.kind is ValueKind.NUMBER for place in places):
        raise MisuseError(f"what comes before the list of {name}() must be a whole number: use floor() or round()")
    if not all(isinstance(entry, Constant) for entry in entries):
        raise MisuseError(f"the list of {name}() must be written as numbers from 0, such as 38, 14, 7")


def _sum(value: Node, condition: Node | None = None) -> Node:
    return _aggregate("sum", _numeric("sum() adds up", value), condition)


def _highest(value: Node, condition: Node | None = None) -> Node:
    return _aggregate("highest", _numeric("highest() compares", value), condition)


def _numeric(what: str, value: Node) -> Node:
    if value.kind is ValueKind.TEXT:
        raise MisuseError(f"{what} numbers, not text")
    return value


def _count(condition: Node) -> Node:
    return _aggregate("count", None, condition)


def _aggregate(name: str, value: Node | None, condition: Node | None) -> Node:
    if condition is not None and condition.kind is ValueKind.TEXT:
        raise MisuseError(f"the condition of {name}() is text: compare it with something")
    parts = tuple(part for part in (value, condition) if part is not None)
    blocks = sorted({column.block for part in parts for column in columns(part)})
    if not blocks:
        raise MisuseError(f"{name}() goes through the rows of a block: name a column, such as rows.points")
    if len(blocks) > 1:
        raise MisuseError(f"{name}() goes through one block, not through {' and '.join(blocks)} at once")
    for node in (node for part in parts for node in walk(part)):
        _check_row_by_row(name, node)
    kind = ValueKind.WHOLE if value is None else number_kind([value])
    return Aggregate(kind, value, condition, highest=name == "highest")


def _check_row_by_row(name: str, node: Node) -> None:
    """Refuse a part of an aggregate that a spreadsheet would not compute for each row of a range."""
    if not columns(node):
        return
    if isinstance(node, Conditional):
        raise MisuseError(f"if cannot choose row by row inside {name}(); multiply by a condition instead")
    if isinstance(node, Call) and not FUNCTIONS[node.function].row_by_row:
        raise MisuseError(f"{node.function}() cannot go row by row inside {name}()")


def _filled(operand: Node) -> Node:
    if not isinstance(operand, Name | Item | Previous | BlockColumn):
        raise MisuseError("filled() takes one field")
    if isinstance(operand, BlockColumn) and operand.kind is not ValueKind.TEXT:
        raise MisuseError("filled() of a column takes text: blank numbers of other rows count as 0")
    return Filled(ValueKind.TRUTH, operand)


def _ratio(operand: Node) -> Node:
    if not isinstance(operand, Name) or operand.kind is not ValueKind.TEXT:
        raise MisuseError("ratio() takes one field of text, such as odds")
    return Ratio(ValueKind.NUMBER, operand)


def _spaced(*numbers: Node) -> Node:
    return Spaced(ValueKind.TEXT, _wholes("spaced", numbers))


def _nonzero(*numbers: Node) -> Node:
    return Spaced(ValueKind.TEXT, _wholes("nonzero", numbers), zeros=False)


def _wholes(name: str, numbers: tuple[Node, ...]) -> tuple[Node, ...]:
    if any(number.kind not in {ValueKind.WHOLE, ValueKind.TRUTH} for number in numbers):
        raise MisuseError(f"{name}() takes whole numbers: use floor() or round()")
    return numbers


def _letters(operand: Node, letters: Node) -> Node:
    return Letters(ValueKind.WHOLE, *_text_and_word("letters", operand, letters))


def _word(operand: Node, word: Node) -> Node:
    return Word(ValueKind.TRUTH, *_text_and_word("word", operand, word))


def _text_and_word(name: str, operand: Node, word: Node) -> tuple[Name | Previous, str]:
    if not isinstance(operand, Name | Previous) or operand.kind is not ValueKind.TEXT:
        raise MisuseError(f"{name}() takes one field of text, then letters in quotes")
    if not isinstance(word, Constant) or not _LETTERS.match(str(word.value)):
        raise MisuseError(f"the letters of {name}() must be written out, A to Z in quotes")
    return operand, str(word.value)


FORMS: dict[str, tuple[int, int, Callable[..., Node]]] = {
    "sum": (1, 2, _sum),
    "highest": (1, 2, _highest),
    "count": (1, 1, _count),
    "filled": (1, 1, _filled),
    "ratio": (1, 1, _ratio),
    "letters": (2, 2, _letters),
    "word": (2, 2, _word),
    "spaced": (2, 9, _spaced),
    "nonzero": (2, 12, _nonzero),
}
"""Functions of columns or fields: the least and the greatest number of arguments, and the function that makes the
node."""
