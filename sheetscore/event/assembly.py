"""What a director wrote in an event file, with the place of each value, and the parts of an event made from it.

Every part is made on its own, so that no mistake hides another. A reference to a part gets the spelling of the part's
own id, whatever capitals were written; an unknown id stays as it is, and :mod:`sheetscore.event.load` reports it.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct, field
from msgspec.structs import replace
from pydantic import ValidationError

from sheetscore.event.cells import PLAYER, from_cell
from sheetscore.event.identity import Meant, PlayerNames, folded, nearest, phrases, suggestion, words_of
from sheetscore.event.model import MOST_PLAYERS, Event, EventPart
from sheetscore.event.tables import ColumnKind, EventColumn, EventTable, walk
from sheetscore.findings import Finding, finding
from sheetscore.problems import WrongUsage

_BETWEEN_PLAYERS = re.compile(r"[,;+/&\n]+|\band\b")

_ID = re.compile(r"[A-Za-z0-9_.-]*[0-9][A-Za-z0-9_.-]*\Z")
"""A text that looks like an id, and not like a name: it has a digit and no blanks."""

_SHOWN_LENGTH, _SHOWN_VALUES = 60, 5
"""The most characters of a value, and the most values of a list, that a message shows."""


class WrittenPart(Struct, frozen=True):
    """A part of an event as a file has it, perhaps with mistakes."""

    table: EventTable
    """The table that it belongs to."""
    sheet: str
    """The sheet of event.xlsx, or the place in event.toml."""
    values: Mapping[str, object]
    """The values as they are written, by key; blanks are left out."""
    inner: Mapping[str, tuple[WrittenPart, ...]] = field(default_factory=dict)
    """The parts inside it, by key."""
    cells: Mapping[str, str] | None = None
    """The cell of each key; None where a key is its own cell, as in event.toml."""
    cell: str = ""
    """The cell to point at when a key has no cell."""
    reported: frozenset[str] = frozenset()
    """The keys without a value for which there is a finding already."""
    sheets: Mapping[str, str] = field(default_factory=dict)
    """The sheet of each key that stands on another sheet than the other keys, such as a long text."""

    def sheet_of(self, key: str) -> str:
        """Return the sheet of a key."""
        return self.sheets.get(key, self.sheet)

    def cell_of(self, key: str) -> str:
        """Return the cell that findings name for a key."""
        return key if self.cells is None else self.cells.get(key, self.cell)


class WrittenEvent(Struct, frozen=True):
    """The contents of an event file."""

    root: WrittenPart
    """The event itself, with all parts inside it."""
    findings: tuple[Finding, ...] = ()
    """The mistakes of the file itself: unknown keys, rows that belong nowhere."""
    strays: tuple[WrittenPart, ...] = ()
    """The parts that belong inside a part that is missing."""
    heads: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """The sheet and the cell that findings name for a table as a whole, by its place in event.toml."""


class EventSource(Protocol):
    """An event file that was opened: TOML or a workbook."""

    @property
    def system(self) -> object:
        """The system that it names, as it is written; None if it names none."""

    @property
    def system_place(self) -> tuple[str, str]:
        """The sheet and the cell where it names the system."""

    @property
    def has_titles(self) -> bool:
        """Whether the file shows titles of columns, as a workbook does, instead of keys."""

    def read(self, event: EventTable) -> WrittenEvent:
        """Parse the whole file by the tables of the system's model."""


def refuse_more_players(number: int, path: Path) -> None:
    """Refuse more players than an event may have, before they are examined.

    Raises
    ------
    WrongUsage
        There are more.
    """
    if number > MOST_PLAYERS:
        raise WrongUsage(
            f"{path} has {number:,} players, and an event at most {MOST_PLAYERS:,}: play it as several events",
            "too-large",
        )


def _ids_for_names(written: WrittenEvent) -> WrittenEvent:
    """Put ids in place of the names of players; a name that cannot be found is a finding at its cell."""
    people = {id_: " ".join(words_of(name)) for id_, name in _people(written.root)}
    namer = _Namer(PlayerNames(people))
    root = namer.with_ids(written.root)
    strays = tuple(map(namer.with_ids, written.strays))
    return replace(written, root=root, strays=strays, findings=(*written.findings, *namer.findings))


def _people(written: WrittenPart) -> Iterator[tuple[str, str]]:
    """Yield the id and the name of all players in the file that have an id, including those with mistakes."""
    for one in written.inner.get(PLAYER, ()):
        if one.values.get("id"):
            yield str(one.values["id"]), str(one.values.get("name", ""))


class _Namer(Struct):
    """Replaces names of players by ids, and collects findings about names that it could not find."""

    called: PlayerNames
    findings: list[Finding] = field(default_factory=list)

    def with_ids(self, written: WrittenPart) -> WrittenPart:
        """Return a part as it is written, and all parts inside it, with ids in place of names."""
        if not _refers_to_players(written.table):
            return written
        values, reported = dict(written.values), set(written.reported)
        for column in written.table.columns:
            if column.refers == PLAYER and column.key in values:
                ids = self._ids(written, column, values.pop(column.key))
                values |= {} if ids is None else {column.key: ids}
                reported |= {column.key} if ids is None else set()
        inner = {key: tuple(map(self.with_ids, inside)) for key, inside in written.inner.items()}
        return replace(written, values=values, inner=inner, reported=frozenset(reported))

    def _ids(self, written: WrittenPart, column: EventColumn, value: object) -> object:
        """Return the id or the ids of the named players; None, and add a finding, if a name cannot be found."""
        several = value if column.many else (value,)
        if not isinstance(several, list | tuple) or not all(type(one) in {str, int} for one in several):
            return value
        reads = self._named if column.many else self._alone
        named = [one for text in several for one in reads(str(text))]
        wrong = [message for _, message in named if message]
        if wrong:
            cell = written.cell_of(column.key)
            self.findings.append(finding("event-reference", wrong[0], sheet=written.sheet, cell=cell))
            return None
        ids = tuple(id_ for id_, _ in named)
        return ids if column.many else ids[0]

    def _alone(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield the id, or the message, for a text that names one player."""
        yield self._message(text, self.called.meant(text, apart=True))

    def _named(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield the id, or the message, for each player that a text names."""
        parts = list(self._parts(text))
        if not all(meant.ids for _, meant in parts):  # split at separators alone: an unknown name may have blanks
            pieces = [piece.strip() for piece in _BETWEEN_PLAYERS.split(text)]
            parts = [part for piece in pieces if piece for part in self._known_or_whole(piece)]
        for words, meant in parts:
            yield self._message(words, meant)

    def _message(self, words: str, meant: Meant) -> tuple[str, str]:
        """Return the id of the player with this name or id, and ""; if there are none or several, "" and a message."""
        if len(meant.ids) > 1:
            return "", f'"{words}" {self.called.which(meant)}.'
        if meant.has_strange_name:
            own = self.called.names[meant.ids[0]]
            return "", f'Nobody is called "{meant.name}"; {meant.ids[0]} is {own}. Put one.'
        if meant.ids:
            return meant.ids[0], ""
        if " " not in words:  # perhaps an id that no player has
            return words, ""
        return "", f'No player has the name "{words}".{suggestion(words, self.called.names.values())}'

    def _parts(self, text: str) -> Iterator[tuple[str, Meant]]:
        for words, found in phrases(text, self._meant):
            yield words, next(iter(found), Meant(()))

    def _meant(self, words: str) -> tuple[Meant, ...]:
        meant = self.called.meant(words, apart=True)
        return (meant,) if meant.ids and not meant.has_strange_name else ()  # else "Ann, Zed (P07)" would be one player

    def _known_or_whole(self, piece: str) -> list[tuple[str, Meant]]:
        """Split a piece of text; keep it whole if its words mean nothing: it may be an unknown name."""
        parts = list(self._parts(piece))
        known = all(meant.ids or _ID.match(words) for words, meant in parts)
        return parts if known else [(piece, self.called.meant(piece, apart=True))]


def _ids_as_listed(written: WrittenEvent) -> WrittenEvent:
    """Give every reference the capitals of the id that it refers to."""
    listed: dict[tuple[str, str], str] = {}
    for path, id_ in _ids(written.root):
        listed.setdefault((path, folded(id_)), id_)
    root = _respelled(written.root, listed)
    return replace(written, root=root, strays=tuple(_respelled(stray, listed) for stray in written.strays))


def _ids(written: WrittenPart) -> Iterator[tuple[str, str]]:
    """Yield the ids in the file, each with its table."""
    if written.table.has_ids and written.values.get("id"):
        yield written.table.path, " ".join(str(written.values["id"]).split())
    for one in chain.from_iterable(written.inner.values()):
        yield from _ids(one)


def _respelled(written: WrittenPart, listed: Mapping[tuple[str, str], str]) -> WrittenPart:
    def spelled(path: str, value: object) -> object:
        if isinstance(value, list | tuple):
            return type(value)(spelled(path, one) for one in value)
        return listed.get((path, folded(value)), value) if isinstance(value, str) else value

    refers = {column.key: column.refers for column in written.table.columns if column.refers}
    values = {key: spelled(refers[key], value) if key in refers else value for key, value in written.values.items()}
    inner = {key: tuple(_respelled(one, listed) for one in inside) for key, inside in written.inner.items()}
    return replace(written, values=values, inner=inner)


def _refers_to_players(table: EventTable) -> bool:
    columns = any(column.refers == PLAYER for column in table.columns)
    return columns or any(map(_refers_to_players, table.tables))


class Assembly:
    """Makes the parts of an event from what is written, and remembers for each part where it was written."""

    def __init__(self, written: WrittenEvent) -> None:
        self._written = _ids_as_listed(_ids_for_names(written))
        self.findings = list(self._written.findings)
        self._stray_tables = {stray.table for stray in written.strays}
        self._origin: dict[int, WrittenPart] = {}  # as each part was written, by the part's identity in memory
        self._incomplete: set[int] = set()  # parts, by identity, with a mistake in them or inside them
        self._gaps: set[str] = set()  # places of the tables from which a part with mistakes was left out
        self._left_out: set[str] = set()  # ids and numbers, folded, of the parts with mistakes

    def event(self) -> Event:
        """Make the event from all parts without mistakes.

        If the header or the settings have mistakes, their correct values are kept, so that the other parts can still be
        checked against each other.
        """
        for stray in self._written.strays:
            self.part(stray)
        root = self._written.root
        inner, _ = self._inner(root)
        for table in root.table.tables:
            if table.single and table.key not in inner:
                inner[table.key] = self._stand_in(root.inner[table.key][0])
                self._gaps |= {other.place for other in root.table.tables}  # the stand-in may cause findings there
        event = root.table.model.model_validate(inner)
        if not isinstance(event, Event):
            raise TypeError(f"{root.table.model} is no event")
        return event

    def part(self, written: WrittenPart) -> EventPart | None:
        """Make a part and those inside it; None, and findings, if it has mistakes."""
        inner, complete = self._inner(written)
        mistakes = _mistakes_of(written, inner)
        if mistakes:
            self.findings += _value_findings(written, mistakes)
            self._left_out |= {folded(written.values[key]) for key in ("id", "number") if key in written.values}
            return None
        part = written.table.model.model_validate({**written.values, **inner})
        return self._remembered(part, written, complete=complete)

    def placed(self, event: Event, findings: Iterable[Finding]) -> Iterator[Finding]:
        """Yield findings about :meth:`event` with the sheets and cells of the file.

        A finding that may be due to a left-out part is dropped; it returns once that part is corrected.
        """
        parts = {place: part for place, _, part in walk(event)}
        for one in findings:
            part = parts.get(one.sheet)
            if id(part) in self._incomplete or one.sheet in self._gaps:
                continue
            written = self._origin.get(id(part))
            if written is None:
                sheet, cell = self._written.heads.get(one.sheet, (one.sheet, one.cell))
                yield replace(one, sheet=sheet, cell=cell)
            elif one.code != "event-reference" or not self._is_left_out(written.values.get(one.cell)):
                yield replace(one, sheet=written.sheet_of(one.cell), cell=written.cell_of(one.cell))

    def _inner(self, written: WrittenPart) -> tuple[dict[str, EventPart | tuple[EventPart, ...]], bool]:
        """Make the parts inside a part, by key; return also whether all of them are complete."""
        inner: dict[str, EventPart | tuple[EventPart, ...]] = {}
        complete = True
        for table in written.table.tables:
            inside = written.inner.get(table.key, ())
            made = tuple(part for part in map(self.part, inside) if part is not None)
            if len(made) < len(inside) or table in self._stray_tables:
                self._gaps.add(table.place)
                complete = False
            complete = complete and not any(id(part) in self._incomplete for part in made)
            if not table.single:
                inner[table.key] = made
            elif made:
                inner[table.key] = made[0]
        return inner, complete

    def _stand_in(self, written: WrittenPart) -> EventPart:
        """Make a part from its correct values; others get their default, else the maximum of a number, or a blank."""
        wrong = _mistakes_of(written, {})
        values: dict[str, Any] = {
            column.name: _usual(column) if column.key in wrong else written.values[column.key]
            for column in written.table.columns
            if column.key in wrong or column.key in written.values
        }
        return self._remembered(written.table.model.model_construct(**values), written, complete=False)

    def _remembered(self, part: EventPart, written: WrittenPart, *, complete: bool) -> EventPart:
        self._origin[id(part)] = written
        if not complete:
            self._incomplete.add(id(part))
        return part

    def _is_left_out(self, value: object) -> bool:
        several = value if isinstance(value, list | tuple) else (value,)
        return any(folded(one) in self._left_out for one in several)


def _usual(column: EventColumn) -> object:
    if not column.required:
        return column.default
    # with the most rounds, no other number is reported as too high
    return column.high if column.kind is ColumnKind.WHOLE else ""


def _mistakes_of(written: WrittenPart, inner: Mapping[str, object]) -> dict[str, bool]:
    """Return the keys with mistakes, and for each whether its value is missing.

    Texts and truth values in place of a number are mistakes, even if they could be converted.
    """
    wrong = {
        column.key: False
        for column in written.table.columns
        if column.key in written.values and _is_no_number(column, written.values[column.key])
    }
    try:
        written.table.model.model_validate({**written.values, **inner})
    except ValidationError as error:
        return {str(one["loc"][0]): one["type"] == "missing" for one in error.errors()} | wrong
    return wrong


def _is_no_number(column: EventColumn, value: object) -> bool:
    several = value if isinstance(value, list | tuple) else (value,)
    return column.kind in {ColumnKind.WHOLE, ColumnKind.DECIMAL} and any(isinstance(one, str | bool) for one in several)


def _value_findings(written: WrittenPart, mistakes: Mapping[str, bool]) -> Iterator[Finding]:
    for column in written.table.columns:
        if column.key not in mistakes or column.key in written.reported:
            continue
        if mistakes[column.key]:
            code = "event-missing"
            message = f"{column.title} is missing. Put {column.words} there: {_lower_first(column.description)}"
        else:
            code = "event-value"
            message = _wrong_value(column, written.values[column.key])
        yield finding(code, message, sheet=written.sheet_of(column.key), cell=written.cell_of(column.key))
    for table in written.table.tables:
        if table.key in mistakes:
            message = f"{table.title}: there are too few of them, too many, or they do not fit. {table.description}"
            yield finding("event-value", message, sheet=written.sheet, cell=written.cell_of(table.key))


def _wrong_value(column: EventColumn, value: object) -> str:
    if isinstance(value, list | tuple) and not _may_have(column, len(value)):
        wanted = _how_many(column)
        return f"{column.title} is {shown(value)}: {len(value)} where {wanted} belong. Name {wanted}."
    if isinstance(value, str) and isinstance(from_cell(column, value), dt.date):  # a string of event.toml
        return f"{column.title} is {shown(value)}, which is text and no date. Write it without the quotes."
    message = f"{column.title} is {shown(value)}. Put {column.words} there."
    close = nearest(value, column.choices) if column.choices else None
    return f'{message} Did you mean "{close}"?' if close else message


def _may_have(column: EventColumn, count: int) -> bool:
    return column.fewest <= count and (column.most is None or count <= column.most)


def _how_many(column: EventColumn) -> str:
    """Return in words how many values a list must have: ``2``, ``1 or more``, ``at most 7``."""
    if column.fewest == column.most:
        return str(column.most)
    return f"{column.fewest} or more" if column.most is None else f"at most {column.most}"


def _lower_first(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def shown(value: object) -> str:
    """Return a value as messages show it: as in event.toml, and long ones cut off."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(shown, value[:_SHOWN_VALUES]))}]"
    if isinstance(value, dict):
        return "a table"
    text = str(value)
    text = text if len(text) <= _SHOWN_LENGTH else text[:_SHOWN_LENGTH] + "…"
    return f'"{text}"' if isinstance(value, str) else text
