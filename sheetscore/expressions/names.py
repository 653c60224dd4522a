"""The names that a rule may use, the protocols that give their values in a row, and the errors of rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from typing import NoReturn, Protocol

from msgspec import Struct, field

from sheetscore.expressions.nodes import Number, Value, ValueKind
from sheetscore.problems import Problem

_SHOWN = 60
"""The most characters of a rule quoted in a message; longer ones are quoted around the mistake."""

ROWS = "rows"
"""The prefix of columns of the rule's own block, in all its rows."""

ABOVE = "above"
"""The prefix of the same columns, but only in the rows above the rule's."""

PREVIOUS = "previous"
"""The prefix of fields and named expressions of the row above."""

SETTINGS = "settings"
"""The prefix of settings of the event."""

Given = Value | None
"""The value of a field; None and the empty text are blank."""


class ExpressionError(Problem):
    """A mistake in a rule, with its position.

    Parameters
    ----------
    text
        The whole rule.
    column
        The position of the mistake in the text, from 1.
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


class ChoiceList(Struct, frozen=True):
    """The allowed values of a choice field, such as a player or a weapon of a list."""

    entries: Mapping[str, str]
    """The names shown in cells, by recorded text."""
    open: bool = False
    """Whether other texts may be typed, too."""

    @property
    def renames(self) -> bool:
        """Whether any name differs from its recorded text."""
        return any(recorded != shown for recorded, shown in self.entries.items())


class FieldMeaning(Struct, frozen=True):
    """The meaning of a name."""

    kind: ValueKind
    """The kind of its value, or of each value of a numbered field."""
    attributes: Mapping[str, ValueKind] = field(default_factory=dict)
    """For a choice: the kinds of the attributes of its list (``target.white``)."""
    numbers: Collection[int] = ()
    """The numbers of a numbered field (``rolls[4]``); empty for a single one."""
    listed: ChoiceList | None = None
    """The list of a choice; None for any other field, or if the entries are not known yet."""


class Names(Struct, frozen=True):
    """All names that a rule may use."""

    fields: Mapping[str, FieldMeaning] = field(default_factory=dict)
    """Fields and named expressions of the row by id, and ``block.field`` for fields of a block with one row. A name
    that is both a field and a column means the field.
    """
    blocks: Mapping[str, Mapping[str, FieldMeaning]] = field(default_factory=dict)
    """By block id, then column id: the columns that ``sum`` and ``count`` may use. The ids ``rows`` and ``above`` stand
    for the rule's own block; leave columns that depend on the rule out of ``rows``, because their formulas would refer
    to themselves.
    """
    settings: Mapping[str, ValueKind] = field(default_factory=dict)
    """The kinds of the settings."""
    previous: Mapping[str, FieldMeaning] = field(default_factory=dict)
    """The names for ``previous.name``: fields and named expressions of the row above, also those defined after the
    rule.
    """


def not_known(name: str, what: str, known: Iterable[str]) -> str:
    """Return the message that a name is not ``what`` (such as ``"a name known here"``), with the nearest known name."""
    names = sorted(known)
    near = get_close_matches(name, names, n=1, cutoff=0.5)
    advice = f"did you mean {near[0]}?" if near else f"known are: {', '.join(names) or 'none'}"
    return f"{name} is not {what}; {advice}"


class Unknown(Struct, frozen=True):
    """Stands for a value that cannot be computed yet; values that depend on it are unknown, too."""

    missing: tuple[str, ...] = ()
    """The boxes or lists that would have to be known."""
    error: ExpressionError | None = None
    """The error of a rule without a value, as for a division by zero."""


Cell = Value | Unknown
"""The result of a rule in a row."""


class SettingValues(Protocol):
    """Gives the settings of the event."""

    def setting(self, name: str) -> Value:
        """Return the value of a setting."""
        ...


class Scope(SettingValues, Protocol):
    """Gives a rule the values for one row; numbers are exact, blanks are None."""

    def value(self, name: str) -> Given:
        """Return a field or named expression of the row, or (``block.field``) of a block with one row."""
        ...

    def item(self, name: str, number: int) -> Given:
        """Return one of a set of numbered fields."""
        ...

    def attribute(self, name: str, attribute: str) -> Given:
        """Return an attribute of the choice in a field, from its list; None if the field has no list."""
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
    """Gives a rule the values for all rows of its block at once."""

    def cells(self, name: str) -> Sequence[Given | Unknown]:
        """Return the values of a field or named expression, one for each row."""
        ...

    def column(self, block: str, name: str) -> Sequence[Given]:
        """Return a column for an aggregate.

        Raises
        ------
        UnknownError
            A value of the column is unknown.
        """
        ...


class UnknownError(Exception):
    """A rule needs a value that is unknown."""

    def __init__(self, unknown: Unknown) -> None:
        super().__init__(unknown)
        self.unknown = unknown


class NoValueError(Exception):
    """A value does not exist, as for a division by zero, or is not of the kind of its field.

    Parameters
    ----------
    complaint
        What is wrong with the value.
    column
        The position in the text of the rule at which the value is computed, from 1.
    """

    def __init__(self, complaint: str, column: int = 1) -> None:
        super().__init__(complaint)
        self.complaint = complaint
        self.column = column


def as_number(name: str, given: Given | Unknown) -> Number:
    """Return the value of a field as a number; a blank is 0."""
    if type(given) is int:  # first, since nearly all are, and isinstance with Fraction is slow
        return given
    if given is None or given == "":
        return 0
    if not isinstance(given, int | Fraction):
        _refuse(name, given, "a whole number or a fraction")
    return given


def as_text(name: str, given: Given | Unknown) -> str:
    """Return the value of a field as text; a blank is empty text."""
    if given is None:
        return ""
    if not isinstance(given, str):
        _refuse(name, given, "text")
    return given


def _refuse(name: str, given: Given | Unknown, wanted: str) -> NoReturn:
    if isinstance(given, Unknown):
        raise UnknownError(given)
    raise NoValueError(f"{name} holds {given!r} where {wanted} belongs")
