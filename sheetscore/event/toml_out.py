"""event.toml written: what is required, and what differs from the usual."""

from __future__ import annotations

import datetime as dt
import textwrap
from collections.abc import Mapping
from decimal import Decimal

import tomlkit
from tomlkit.items import AoT, InlineTable, Item
from tomlkit.items import Table as TomlTable

from sheetscore.event.identity import word_and_meaning
from sheetscore.event.model import Event, Part
from sheetscore.event.tables import EventColumn, Kind, Table, inner_parts, table_of
from sheetscore.event.times import clock

_COMMENT_WIDTH = 100
_SAID_ALWAYS = ("event", "rounds")
"""The table and the key of what nobody ought to have to guess, even where a system has a usual number."""


def write_toml(event: Event) -> str:
    """Write an event as TOML: what is required, the rounds, and what differs from the usual.

    Settings left as usual are given as comments, so that a director sees what there is to decide.
    """
    document = tomlkit.document()
    document.add(tomlkit.comment(f"{event.header.name}: an event of sheetscore, the same as its event.xlsx."))
    for table in table_of(type(event)).tables:
        document.add(tomlkit.nl())
        document.add(tomlkit.comment(table.description))
        parts = inner_parts(table, event)
        if table.single:
            document.add(table.key, _toml_table(table, parts[0], with_usual=table.path == "settings"))
        elif parts:
            document.add(table.key, _toml_tables(table, parts))
    return tomlkit.dumps(document)


def _toml_tables(table: Table, parts: tuple[Part, ...]) -> AoT:
    array = tomlkit.aot()
    for part in parts:
        array.append(_toml_table(table, part))
    return array


def _toml_table(table: Table, part: Part, *, with_usual: bool = False) -> TomlTable:
    written = tomlkit.table()
    for column in table.columns:
        value = getattr(part, column.name)
        if with_usual:
            written.add(tomlkit.nl())
            for line in textwrap.wrap(column.description, _COMMENT_WIDTH):
                written.add(tomlkit.comment(line))
        if column.required or value != column.default or (table.path, column.key) == _SAID_ALWAYS:
            written.add(column.key, _toml_value(column, value))
        elif with_usual:
            usual = "is not given" if value is None else f"= {_toml_value(column, value).as_string()}"
            written.add(tomlkit.comment(f"{column.key} {usual}"))
    for inner in table.tables:
        parts = inner_parts(inner, part)
        if inner.single:
            written.add(inner.key, _toml_table(inner, parts[0]))
        elif parts:
            written.add(inner.key, _toml_tables(inner, parts))
    return written


def _toml_value(column: EventColumn, value: object) -> Item:
    if isinstance(value, tuple):
        meanings = dict(map(word_and_meaning, value)) if column.paired else {}
        if value and len(meanings) == len(value) and "" not in meanings:
            return _inline(meanings)
        return tomlkit.item([_toml_value(column, one) for one in value])
    if column.kind is Kind.DECIMAL and isinstance(value, Decimal):
        return tomlkit.value(f"{value:f}")
    if isinstance(value, dt.time):
        return tomlkit.item(clock(value))
    if column.long and isinstance(value, str) and "\n" in value:
        return tomlkit.string(f"{value}\n", multiline=True)
    return tomlkit.item(value)


def _inline(meanings: Mapping[str, str]) -> InlineTable:
    table = tomlkit.inline_table()
    table.update(meanings)
    return table
