"""The tree that a rule is read into: small frozen nodes, each of which knows the kind of its value."""

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
    """What sort of value something has.

    Whole numbers are kept apart from other numbers because a spreadsheet computes them exactly: only the
    others are compared with a tolerance there. A truth value counts as 1 or 0 wherever a number belongs.
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
    """A number or a text that is in the rule itself."""

    value: Value


class ListEntry(Node, frozen=True):
    """A text in the rule that is an entry of a list: how it is recorded, and what a cell shows for it."""

    value: str
    shown: str


class Lookup(Node, frozen=True):
    """Something whose value is looked up by its name."""

    pattern: ClassVar[str] = "{name}"

    name: str

    @property
    def label(self) -> str:
        """How a rule writes it."""
        return self.pattern.format(**asdict(self))


class Setting(Lookup, frozen=True):
    """``settings.name``: a decision of the event, known before anything is filled in."""

    pattern: ClassVar[str] = "settings.{name}"


class Name(Lookup, frozen=True):
    """A field or a named expression of this row, or (``block.field``) of a block with one row."""


class Item(Lookup, frozen=True):
    """``name[number]``: one of a set of numbered fields."""

    pattern: ClassVar[str] = "{name}[{number}]"

    number: int


class Attribute(Lookup, frozen=True):
    """``name.attribute``: what the list of choices says about the one that was chosen."""

    pattern: ClassVar[str] = "{name}.{attribute}"

    attribute: str


class Previous(Lookup, frozen=True):
    """``previous.name``: a field or named expression of the row above; blank in the first row."""

    pattern: ClassVar[str] = "previous.{name}"


class BlockColumn(Lookup, frozen=True):
    """``block.name`` in an aggregate: the field in the row that the aggregate is at."""

    pattern: ClassVar[str] = "{block}.{name}"

    block: str
    at: int
    """Column of the text where it stands, counted from 1."""


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
    """``filled(field)``: whether anything is in the field."""

    operand: Lookup


class Ratio(Node, frozen=True):
    """``ratio(field)``: what a text such as ``4:1`` comes to."""

    operand: Name


class Letters(Node, frozen=True):
    """``letters(text, "TS")``: how many of these letters are in a text, capital or small."""

    operand: Lookup
    letters: str


class Word(Node, frozen=True):
    """``word(text, "STEEP")``: whether a text of words with blanks or commas between them has this one."""

    operand: Lookup
    word: str


class Spaced(Node, frozen=True):
    """``spaced(a, b)``: whole numbers as one text, with blanks between them; ``nonzero(a, b)``: without those of 0."""

    arguments: tuple[Node, ...]
    zeros: bool = True


class Aggregate(Node, frozen=True):
    """The sum of ``value`` over those rows that meet the condition, of the block whose columns they name."""

    value: Node | None
    """What each row adds; None counts rows."""
    condition: Node | None
    """None takes every row."""
    highest: bool = False
    """Not the sum but the highest value is wanted, and 0 where none is above 0."""


def either_case(letters: str) -> tuple[str, ...]:
    """Return letters as capitals and small, each once."""
    return tuple(dict.fromkeys(form for letter in letters for form in (letter.upper(), letter.lower())))


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and everything below it."""
    yield node
    for part in node.parts:
        yield from walk(part)


def columns(node: Node) -> tuple[BlockColumn, ...]:
    """Return the columns that a node reads, each once; those of an aggregate inside it are its own affair."""
    if isinstance(node, BlockColumn):
        return (node,)
    if isinstance(node, Aggregate):
        return ()
    return tuple(dict.fromkeys(column for part in node.parts for column in columns(part)))


def number_kind(nodes: Iterable[Node]) -> ValueKind:
    """Return the kind of a number that is added up or chosen from these: whole if all of them are."""
    return ValueKind.NUMBER if any(node.kind is ValueKind.NUMBER for node in nodes) else ValueKind.WHOLE
