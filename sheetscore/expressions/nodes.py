"""The tree of a parsed rule: small frozen nodes, each with the kind of its value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import asdict, astuple

Number = int | Fraction
Value = Number | str


class ValueKind(StrEnum):
    """The kind of a value.

    Whole numbers are distinguished from other numbers because a spreadsheet computes them exactly: formulas compare
    only the others with a tolerance. A truth value counts as 1 or 0 wherever a number belongs.
    """

    WHOLE = "whole"
    NUMBER = "number"
    TEXT = "text"
    TRUTH = "truth"


class Node(Struct, frozen=True):
    """A part of a rule."""

    kind: ValueKind

    @property
    def parts(self) -> tuple[Node, ...]:
        """The nodes directly below this one."""
        below: list[Node] = []
        for value in astuple(self):
            if isinstance(value, Node):
                below.append(value)
            elif isinstance(value, tuple):
                below.extend(value)
        return tuple(below)


class Constant(Node, frozen=True):
    """A number or a text written in the rule."""

    value: Value


class ListEntry(Node, frozen=True):
    """A text written in the rule that is an entry of a list."""

    value: str
    """The recorded text."""
    shown: str
    """The name that cells show."""


class Lookup(Node, frozen=True):
    """A node whose value is looked up by name."""

    pattern: ClassVar[str] = "{name}"

    name: str

    @property
    def label(self) -> str:
        """The text of the node in a rule."""
        return self.pattern.format(**asdict(self))


class Setting(Lookup, frozen=True):
    """``settings.name``: a setting of the event, known before any box is filled in."""

    pattern: ClassVar[str] = "settings.{name}"


class Name(Lookup, frozen=True):
    """A field or a named expression of this row, or (``block.field``) of a block with one row."""


class Item(Lookup, frozen=True):
    """``name[number]``: one of a set of numbered fields."""

    pattern: ClassVar[str] = "{name}[{number}]"

    number: int


class Attribute(Lookup, frozen=True):
    """``name.attribute``: an attribute of the choice in a field, from its list."""

    pattern: ClassVar[str] = "{name}.{attribute}"

    attribute: str


class Previous(Lookup, frozen=True):
    """``previous.name``: a field or named expression of the row above; blank in the first row."""

    pattern: ClassVar[str] = "previous.{name}"


class BlockColumn(Lookup, frozen=True):
    """``block.name`` in an aggregate: a field of the aggregated row."""

    pattern: ClassVar[str] = "{block}.{name}"

    block: str
    at: int
    """The position in the text of the rule, from 1."""


class Negative(Node, frozen=True):
    """``-operand``."""

    operand: Node


class Arithmetic(Node, frozen=True):
    """``left operator right`` with one of ``+ - * /``."""

    operator: str
    left: Node
    right: Node
    at: int


class Comparison(Node, frozen=True):
    """``left operator right`` with one of ``== != < <= > >=``; an attribute that is text is on the left."""

    operator: str
    left: Node
    right: Node


class Junction(Node, frozen=True):
    """Two or more conditions joined by one operator, ``and`` or ``or``."""

    operator: str
    operands: tuple[Node, ...]


class Negation(Node, frozen=True):
    """``not operand``."""

    operand: Node


class Conditional(Node, frozen=True):
    """``chosen if test else otherwise``."""

    test: Node
    chosen: Node
    otherwise: Node


class Call(Node, frozen=True):
    """A function of numbers; ``function`` is its name in the rule."""

    function: str
    arguments: tuple[Node, ...]


class Filled(Node, frozen=True):
    """``filled(field)``: whether the field is not blank."""

    operand: Lookup


class Ratio(Node, frozen=True):
    """``ratio(field)``: the quotient of a text such as ``4:1``."""

    operand: Name


class Letters(Node, frozen=True):
    """``letters(text, "TS")``: how many of these letters are in a text, ignoring case."""

    operand: Lookup
    letters: str


class Word(Node, frozen=True):
    """``word(text, "STEEP")``: whether a text of words with blanks or commas between them has this word."""

    operand: Lookup
    word: str


class Spaced(Node, frozen=True):
    """``spaced(a, b)``: whole numbers as one text, with blanks between them; ``nonzero(a, b)``: without zeros."""

    arguments: tuple[Node, ...]
    zeros: bool = True


class Aggregate(Node, frozen=True):
    """``sum``, ``count`` or ``highest`` over the rows of a block that meet a condition.

    The block is the one whose columns are named in the value and the condition.
    """

    value: Node | None
    """The value of each row; None to count rows."""
    condition: Node | None
    """The condition that rows must meet; None to take all rows."""
    highest: bool = False
    """Whether this is the highest value, at least 0, rather than the sum."""


def either_case(letters: str) -> tuple[str, ...]:
    """Return the letters in upper and lower case, each once."""
    return tuple(dict.fromkeys(form for letter in letters for form in (letter.upper(), letter.lower())))


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and everything below it."""
    yield node
    for part in node.parts:
        yield from walk(part)


def columns(node: Node) -> tuple[BlockColumn, ...]:
    """Return the columns that a node reads, each once, without columns of an aggregate inside it."""
    if isinstance(node, BlockColumn):
        return (node,)
    if isinstance(node, Aggregate):
        return ()
    return tuple(dict.fromkeys(column for part in node.parts for column in columns(part)))


def number_kind(nodes: Iterable[Node]) -> ValueKind:
    """Return the kind of a sum, or a choice, of nodes: whole if all of them are."""
    return ValueKind.NUMBER if any(node.kind is ValueKind.NUMBER for node in nodes) else ValueKind.WHOLE
