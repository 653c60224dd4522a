"""The tables of an event, derived from the models of its system, for both TOML and workbook.

Findings about a part are made here, since the tables give its place.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Le, MaxLen, MinLen
from msgspec import Struct
from msgspec.structs import replace
from pydantic.fields import FieldInfo

from sheetscore.event.identity import (
    Expected,
    ForDirector,
    Offered,
    Paired,
    Refers,
    RoomToWrite,
    SeatsOf,
    StandsLast,
    TakenFrom,
    Unseen,
)
from sheetscore.event.model import Event, EventPart
from sheetscore.findings import Finding, Severity, finding


class ColumnKind(Enum):
    """The kind of a column's values."""

    TEXT = "text"
    WHOLE = "whole number"
    DECIMAL = "number"
    YES_NO = "yes or no"
    DAY = "date"
    TIME = "time of day"
    CHOICE = "choice"


_KINDS: dict[object, ColumnKind] = {
    str: ColumnKind.TEXT,
    bool: ColumnKind.YES_NO,
    int: ColumnKind.WHOLE,
    Decimal: ColumnKind.DECIMAL,
    dt.date: ColumnKind.DAY,
    dt.time: ColumnKind.TIME,
}


class EventColumn(Struct, frozen=True):
    """A field of a part: a key in event.toml, a column or a row in event.xlsx."""

    name: str
    """The attribute of the model."""
    key: str
    """The key in event.toml."""
    title: str
    """The heading in event.xlsx."""
    description: str
    """The help in event.xlsx."""
    kind: ColumnKind
    """The kind of its values."""
    many: bool
    """Whether it has a list of values."""
    required: bool
    """Whether a value must be given."""
    default: object
    """The value if none is given; None for required ones."""
    choices: tuple[str, ...]
    """The options of a choice."""
    low: object
    """The least value; None for no limit."""
    high: object
    """The greatest value; None for no limit."""
    words: str
    """A description of valid values that fits "Put ... there"."""
    refers: str
    """The TOML table whose ids it names; empty if it names none."""
    fewest: int = 0
    """The fewest values of a list."""
    most: int | None = None
    """The most values of a list; None for any number."""
    unseen: bool = False
    """Whether event.xlsx has it on the hidden sheet."""
    paired: bool = False
    """Whether each of its texts is a word with its meaning, which event.toml has as a table."""
    long: bool = False
    """Whether it is a text of several lines, which event.xlsx has on a sheet with room to write."""
    for_director: bool = False
    """Whether it is hidden from players."""
    offered: Offered | None = None
    """The list of suggestions for a text; None without one."""
    taken_from: TakenFrom | SeatsOf | None = None
    """The event's own list of suggestions, alone or after those of ``offered``."""

    @property
    def list_name(self) -> str:
        """The name of the list that its box offers; empty without one."""
        if self.offered:
            return self.offered.title
        return self.taken_from.name if self.taken_from else self.refers


class EventTable(Struct, frozen=True):
    """The description of a kind of part, such as players: a table of event.toml, a sheet of event.xlsx."""

    name: str
    """The attribute of the parent that holds the parts."""
    key: str
    """Its key in event.toml."""
    path: str
    """The TOML table: ``"scenario.side"``; empty for the event itself."""
    title: str
    """The name of the sheet."""
    description: str
    """The purpose of the sheet."""
    model: type[EventPart]
    """The class of a part."""
    single: bool
    """Whether there is exactly one part (``[settings]``) rather than a list (``[[player]]``)."""
    columns: tuple[EventColumn, ...]
    """The fields of a part that are values."""
    parents: tuple[EventColumn, ...]
    """For a list inside lists: columns that name the part it belongs to, outermost first."""
    tables: tuple[EventTable, ...]
    """The fields of a part that are tables themselves."""

    @property
    def place(self) -> str:
        """Its heading in event.toml: ``[settings]`` or ``[[player]]``."""
        return f"[{self.path}]" if self.single else f"[[{self.path}]]"

    @property
    def has_ids(self) -> bool:
        """Whether its parts have ids."""
        return any(column.key == "id" for column in self.columns)

    @property
    def texts(self) -> EventTable | None:
        """The table of its parts' long texts, on a sheet with room to write; None without any, or inside a list."""
        long = tuple(column for column in self.columns if column.long)
        if not long or self.parents:
            return None
        owner = _parent_column(self.path, self.key)
        titles = " and ".join(column.title.lower() for column in long)
        description = (
            f"What there is to say at length: {titles}. Alt+Enter (LibreOffice: Ctrl+Enter) begins a new line."
        )
        title = f"{owner.title} texts"
        return replace(self, title=title, description=description, columns=long, parents=(owner,), tables=())


@cache
def table_of(model: type[Event]) -> EventTable:
    """Derive the tables of an event from the model of its system.

    Raises
    ------
    TypeError
        A field of the model has a type that no cell can hold.
    """
    return _table("", "", "", FieldInfo(title="Event", description=""), model, single=True, parents=())


def inner_tables(table: EventTable) -> Iterator[EventTable]:
    """Yield all tables inside a table, each before the tables inside it."""
    for inner in table.tables:
        yield inner
        yield from inner_tables(inner)


def inner_parts(table: EventTable, part: EventPart) -> tuple[EventPart, ...]:
    """Return the parts that a part holds in one of its tables."""
    held = getattr(part, table.name)
    return (held,) if table.single else held


def walk(event: Event) -> Iterator[tuple[str, EventTable, EventPart]]:
    """Yield all parts of an event with their places as in event.toml.

    Yields
    ------
    tuple[str, EventTable, EventPart]
        ``"[settings]"`` or, numbered through the whole event, ``"[[scenario.side]] 3"``; the table; the part.
    """
    counts: dict[str, int] = {}

    def inside(table: EventTable, part: EventPart) -> Iterator[tuple[str, EventTable, EventPart]]:
        for inner in table.tables:
            for one in inner_parts(inner, part):
                counts[inner.path] = counts.get(inner.path, 0) + 1
                place = inner.place if inner.single else f"{inner.place} {counts[inner.path]}"
                yield place, inner, one
                yield from inside(inner, one)

    yield from inside(table_of(type(event)), event)


def heading_of(event: Event, path: str, key: str) -> str:
    """Return the heading of a value in the format of the event: ``“Last round”`` in event.xlsx, else ``last_round``.

    Parameters
    ----------
    path, key
        The table and the key as in event.toml: ``player`` and ``last_round``.
    """
    table = next(one for one in inner_tables(table_of(type(event))) if one.path == path)
    column = next(one for one in table.columns if one.key == key)
    return f"“{column.title}”" if event.has_titles else column.key


def place_of_list(event: Event, path: str) -> str:
    """Return the place of a kind of parts in the format of the event: the sheet ``Rounds``, or ``[[round]]``.

    Parameters
    ----------
    path
        The table as in event.toml: ``round``.
    """
    table = next(one for one in inner_tables(table_of(type(event))) if one.path == path)
    return table.title if event.has_titles else table.place


def id_of(part: EventPart) -> str:
    """Return the id of a part; empty if parts of its kind have none."""
    return str(getattr(part, "id", ""))


def place_of(event: Event, part: EventPart) -> str:
    """Return the place of a part of an event, as in event.toml: ``"[[scenario.side]] 3"``.

    Findings about an event have this place, with the key as the cell; loading an event.xlsx turns it into sheet and
    cell.

    Raises
    ------
    ValueError
        The part does not belong to this event.
    """
    for place, _, one in walk(event):
        if one is part:
            return place
    raise ValueError("a part of another event")


def _table(
    path: str,
    name: str,
    key: str,
    info: FieldInfo,
    model: type[EventPart],
    *,
    single: bool,
    parents: tuple[EventColumn, ...],
) -> EventTable:
    """Derive a table, and those inside it, from the fields of a model; those marked as last come behind the others."""
    columns: list[EventColumn] = []
    tables: list[EventTable] = []
    last: list[EventTable] = []
    last_columns: list[EventColumn] = []
    own = (*parents, _parent_column(path, key)) if path and not single else parents
    for field_name, field in model.model_fields.items():
        inner, is_list = _part_type(field)
        field_key = field.alias or field_name
        if inner:
            inner_path = f"{path}.{field_key}" if path else field_key
            made = _table(inner_path, field_name, field_key, field, inner, single=not is_list, parents=own)
            (last if StandsLast() in field.metadata else tables).append(made)
        else:
            (last_columns if StandsLast() in field.metadata else columns).append(_column(field_name, field_key, field))
    if path and tables and not any(column.key == "id" for column in columns):
        raise TypeError(f"{model.__name__}: its inner lists need an id to refer to")
    return EventTable(
        name=name,
        key=key,
        path=path,
        title=info.title or "",
        description=info.description or "",
        model=model,
        single=single,
        columns=(*columns, *last_columns),
        parents=parents,
        tables=(*tables, *last),
    )


def _parent_column(path: str, key: str) -> EventColumn:
    """Return the column, in a list inside a list, that names the part which a row belongs to."""
    return EventColumn(
        name=key,
        key=key,
        title=key.replace("_", " ").capitalize(),
        description=f"Id of the {key.replace('_', ' ')} that this row belongs to.",
        kind=ColumnKind.TEXT,
        many=False,
        required=True,
        default="",
        choices=(),
        low=None,
        high=None,
        words=f"the id of a {key.replace('_', ' ')}",
        refers=path,
    )


def _part_type(field: FieldInfo) -> tuple[type[EventPart] | None, bool]:
    """Return the class of the parts that a field holds, None for a value; and whether it is a list."""
    bare, is_list, _ = _peel(field.annotation, field.metadata)
    return (bare if isinstance(bare, type) and issubclass(bare, EventPart) else None), is_list


def _peel(annotation: Any, metadata: list[Any]) -> tuple[Any, bool, list[Any]]:
    """Strip Annotated, ``| None`` and tuple from an annotation; return also if it had a tuple, and the metadata."""
    metadata, many = list(metadata), False
    while True:
        origin, inside = get_origin(annotation), get_args(annotation)
        if origin is Annotated:
            annotation = inside[0]
            metadata += inside[1:]
        elif origin in (Union, UnionType):
            (annotation,) = (one for one in inside if one is not NoneType)
        elif origin is tuple:
            annotation, many = inside[0], True
        else:
            return annotation, many, metadata


def _column(name: str, key: str, field: FieldInfo) -> EventColumn:
    """Derive a column from the type, the range and the markers of a field."""
    bare, many, metadata = _peel(field.annotation, field.metadata)
    choices = get_args(bare) if get_origin(bare) is Literal else ()
    if not choices and bare not in _KINDS:
        raise TypeError(f"{name}: no cell can hold {bare}")
    kind = ColumnKind.CHOICE if choices else _KINDS[bare]
    low = next((one.ge for one in metadata if isinstance(one, Ge)), None)
    high = next((one.le for one in metadata if isinstance(one, Le)), None)
    expected = next((one.words for one in metadata if isinstance(one, Expected)), "")
    return EventColumn(
        name=name,
        key=key,
        title=field.title or key,
        description=field.description or "",
        kind=kind,
        many=many,
        required=field.is_required(),
        default=None if field.is_required() else field.get_default(call_default_factory=True),
        choices=choices,
        low=low,
        high=high,
        words=_words(kind, choices, low, high, expected, many=many),
        refers=next((one.path for one in metadata if isinstance(one, Refers)), ""),
        fewest=next((one.min_length for one in metadata if many and isinstance(one, MinLen)), 0),
        most=next((one.max_length for one in metadata if many and isinstance(one, MaxLen)), None),
        unseen=Unseen() in metadata,
        paired=any(isinstance(one, Paired) for one in metadata),
        long=RoomToWrite() in metadata,
        for_director=ForDirector() in metadata,
        offered=next((one for one in metadata if isinstance(one, Offered)), None),
        taken_from=next((one for one in metadata if isinstance(one, TakenFrom | SeatsOf)), None),
    )


def _words(kind: ColumnKind, choices: tuple[str, ...], low: object, high: object, expected: str, *, many: bool) -> str:
    """Describe the valid values of a column, in words that fit "Put ... there"."""
    if expected and not many:
        return expected
    listed = ", ".join(choices)
    span = f" from {low} to {high}" if high is not None else f" from {low} on" if low is not None else ""
    one = {
        ColumnKind.TEXT: expected or "text",
        ColumnKind.WHOLE: f"a whole number{span}",
        ColumnKind.DECIMAL: f"a number{span}",
        ColumnKind.YES_NO: "yes or no (true or false in event.toml)",
        ColumnKind.DAY: f"a date{span}, such as 1991-07-05,",
        ColumnKind.TIME: expected,
        ColumnKind.CHOICE: f"one of {listed}" if len(choices) > 1 else listed,
    }[kind]
    several = {
        ColumnKind.WHOLE: f"whole numbers{span}, such as 2, 3 ([2, 3] in event.toml),",
        ColumnKind.DECIMAL: f"numbers{span}, such as 1, 0.5 ([1, 0.5] in event.toml),",
        ColumnKind.CHOICE: f"one or more of {listed} (a list in event.toml)",
    }
    return several.get(kind, one) if many else one


def wrong(event: Event, part: EventPart, key: str, message: str, code: str = "event-rule") -> Finding:
    """Make a finding about a part of an event.

    Parameters
    ----------
    key
        The key, as in event.toml, of the value that the finding is about.
    """
    return finding(code, message, sheet=place_of(event, part), cell=key)


def doubtful(event: Event, part: EventPart, key: str, message: str, code: str = "event-rule") -> Finding:
    """Make a warning about a part of an event, whatever severity the code usually has."""
    return finding(code, message, sheet=place_of(event, part), cell=key, severity=Severity.WARNING)
