"""What a field of a row holds, as the evaluator asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn, Protocol

from sheetscore.expressions.errors import ExpressionError
from sheetscore.expressions.nodes import Number, Value

Given = Value | None
"""What a field holds; None and the empty text are blank."""


@dataclass(frozen=True)
class Unknown:
    """In the place of a value that cannot be told; neither can what needs it.

    Parameters
    ----------
    missing
        What would have to be known.
    error
        That of a rule which has no value, whatever is known.
    """

    missing: tuple[str, ...] = ()
    error: ExpressionError | None = None


Cell = Value | Unknown
"""What a rule comes to in a row."""


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


class Block(Decisions, Protocol):
    """Where a rule finds the values of all rows of its block at once."""

    def cells(self, name: str) -> Sequence[Given | Unknown]:
        """Give a field or named expression for each row."""
        ...

    def column(self, block: str, name: str) -> Sequence[Given]:
        """Give a column for an aggregate.

        Raises
        ------
        UnknownError
            Some of it is not known.
        """
        ...


class UnknownError(Exception):
    """A rule needs what cannot be told."""

    def __init__(self, unknown: Unknown) -> None:
        super().__init__(unknown)
        self.unknown = unknown


class NoValueError(Exception):
    """A value that does not exist, or is not what its field says."""

    def __init__(self, complaint: str, at: int = 1) -> None:
        super().__init__(complaint)
        self.complaint = complaint
        self.at = at


def as_number(name: str, given: Given | Unknown) -> Number:
    """Take what a field holds for a number; a blank is 0."""
    if type(given) is int:  # nearly all are, and to ask for a fraction takes long
        return given
    if given is None or given == "":
        return 0
    if not isinstance(given, int | Fraction):
        _refuse(name, given, "a whole number or a fraction")
    return given


def as_text(name: str, given: Given | Unknown) -> str:
    """Take what a field holds for text; a blank is empty text."""
    if given is None:
        return ""
    if not isinstance(given, str):
        _refuse(name, given, "text")
    return given


def _refuse(name: str, given: Given | Unknown, wanted: str) -> NoReturn:
    if isinstance(given, Unknown):
        raise UnknownError(given)
    raise NoValueError(f"{name} holds {given!r} where {wanted} belongs")
