"""What a field of a row holds, as the evaluator asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol

from sheetscore.expressions.nodes import Number, Value

Given = Value | None
"""What a field holds; None and the empty text are blank."""


class Decisions(Protocol):
    """Where the settings of the event come from."""

    def setting(self, name: str) -> Value:
        """Give a decision of the event."""
        ...


class Scope(Decisions, Protocol):
    """Where a rule finds the values of one row; numbers are exact, blank is None."""

    def value(self, name: str) -> Given:
        """Give a field or named expression of the row, or (``block.field``) of a block with one row."""
        ...

    def item(self, name: str, number: int) -> Given:
        """Give one of a set of numbered fields."""
        ...

    def attribute(self, name: str, attribute: str) -> Given:
        """Give what the list says about the choice in a field; None where nothing listed was chosen."""
        ...

    def above(self, name: str) -> Sequence[Given]:
        """Give a column of the row's own block, only the rows above this one."""
        ...

    def column(self, block: str, name: str) -> Sequence[Given]:
        """Give a column of a block, all its rows; the row's own block is called ``rows``."""
        ...


class NoValueError(Exception):
    """A value that does not exist, or is not what its field says."""

    def __init__(self, complaint: str, at: int = 1) -> None:
        super().__init__(complaint)
        self.complaint = complaint
        self.at = at


def as_number(name: str, given: Given) -> Number:
    """Take what a field holds for a number; a blank is 0."""
    if given is None or given == "":
        return 0
    if not isinstance(given, int | Fraction):
        raise NoValueError(f"{name} holds {given!r} where a whole number or a fraction belongs")
    return given


def as_text(name: str, given: Given) -> str:
    """Take what a field holds for text; a blank is empty text."""
    if given is None:
        return ""
    if not isinstance(given, str):
        raise NoValueError(f"{name} holds {given!r} where text belongs")
    return given
