"""What a rule may refer to, what that holds in a row, and what is said when a rule cannot be read or has no value."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from typing import NoReturn, Protocol

from msgspec import Struct, field

from sheetscore.expressions.nodes import Number, Value, ValueKind
from sheetscore.problems import Problem

_SHOWN = 60
"""Longer rules are quoted around the place in question."""

ROWS = "rows"
"""Prefix of the columns of the block in which the row itself is."""

ABOVE = "above"
"""Prefix of the same columns, but only of the rows above this one."""

PREVIOUS = "previous"
"""Prefix of the names of the row above."""

SETTINGS = "settings"
"""Prefix of the decisions of the event."""

Given = Value | None
"""What a field holds; None and the empty text are blank."""


class ExpressionError(Problem):
    """A rule that cannot be used, with the place where it goes wrong.

    Parameters
    ----------
    text
        The whole rule.
    column
        Where in the text, counted from 1.
    message
        What is there and what belongs there.
    """

    def __init__(self, text: str, column: int, message: str) -> None:
        super().__init__(f"{message} (column {column} of {_excerpt(text, column)})", code="template")
        self.text = text
        self.column = column
        self.what = message


def _excerpt(text: str, column: int) -> str:
    if len(text) <= _SHOWN:
        return f"“{text}”"
    first = max(0, min(column - 1 - _SHOWN // 2, len(text) - _SHOWN))
    last = first + _SHOWN
    return f"“{'…' if first else ''}{text[first:last]}{'…' if last < len(text) else ''}”"


class Listed(Struct, frozen=True):
    """The list that a choice is from."""

    entries: Mapping[str, str]
    """What a cell shows for each entry, by how it is recorded."""
    open: bool = False
    """Whether others may be written in."""

    @property
    def renames(self) -> bool:
        """Whether a cell shows anything else than what is recorded."""
        return any(recorded != shown for recorded, shown in self.entries.items())


class FieldMeaning(Struct, frozen=True):
    """What a name stands for."""

    kind: ValueKind
    """Kind of its value; of each of them when it is numbered."""
    attributes: Mapping[str, ValueKind] = field(default_factory=dict)
    """Of a choice: what its list says about each entry (``target.white``), with their kinds."""
    numbers: Collection[int] = ()
    """The numbers of a numbered field (``rolls[4]``); empty for a single one."""
    listed: Listed | None = None
    """The list of a choice; None for what is no choice, and where the entries are not known yet."""


class Names(Struct, frozen=True):
    """Everything that the rule at one place may name."""

    fields: Mapping[str, FieldMeaning] = field(default_factory=dict)
    """By id: fields and named expressions of the row; ``block.field`` for those of a block with one row. They come
    before columns where a name could be either.
    """
    blocks: Mapping[str, Mapping[str, FieldMeaning]] = field(default_factory=dict)
    """By block id, then column id: what ``sum`` and ``count`` may go through. The ids ``rows`` and ``above`` stand for
    the row's own block; leave out of ``rows`` what depends on this very rule, because a spreadsheet would find a
    formula that refers to itself.
    """
    settings: Mapping[str, ValueKind] = field(default_factory=dict)
    """Kinds of the decisions."""
    previous: Mapping[str, FieldMeaning] = field(default_factory=dict)
    """What ``previous.name`` may name: fields and named expressions of the row above, those too that come after this
    rule.
    """


def not_known(name: str, what: str, known: Iterable[str]) -> str:
    """Say that a name is not what it is used as, and which known name is nearest."""
    names = sorted(known)
    near = get_close_matches(name, names, n=1, cutoff=0.5)
    advice = f"did you mean {near[0]}?" if near else f"known are: {', '.join(names) or 'none'}"
    return f"{name} is not {what}; {advice}"


class Unknown(Struct, frozen=True):
    """In the place of a value that cannot be determined; neither can what needs it."""

    missing: tuple[str, ...] = ()
    """What would have to be known."""
    error: ExpressionError | None = None
    """That of a rule which has no value, whatever is known."""


Cell = Value | Unknown
"""What a rule comes to in a row."""


class SettingValues(Protocol):
    """Where the settings of the event come from."""

    def setting(self, name: str) -> Value:
        """Return a decision of the event."""
        ...


class Scope(SettingValues, Protocol):
    """Where a rule finds the values of one row; numbers are exact, blank is None."""

    def value(self, name: str) -> Given:
        """Return a field or named expression of the row, or (``block.field``) of a block with one row."""
        ...

    def item(self, name: str, number: int) -> Given:
        """Return one of a set of numbered fields."""
        ...

    def attribute(self, name: str, attribute: str) -> Given:
        """Return what the list says about the choice in a field; None where nothing listed was chosen."""
        ...

    def previous(self, name: str) -> Given:
        """Return a field or named expression of the row above; None in the first row."""
        ...

    def above(self, name: str) -> Sequence[Given]:
        """Return a column of the row's own block, only the rows above this one."""
        ...

    def column(self, block: str, name: str) -> Sequence[Given]:
        """Return a column of a block, all its rows; the row's own block is called ``rows``."""
        ...


class BlockValues(SettingValues, Protocol):
    """Where a rule finds the values of all rows of its block at once."""

    def cells(self, name: str) -> Sequence[Given | Unknown]:
        """Return a field or named expression for each row."""
        ...

    def column(self, block: str, name: str) -> Sequence[Given]:
        """Return a column for an aggregate.

        Raises
        ------
        UnknownError
            Some of it is not known.
        """
        ...


class UnknownError(Exception):
    """A rule needs what cannot be determined."""

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
