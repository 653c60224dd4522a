"""Played games for archives: written as lines of text in the hidden data of results, and read back.

These lines came with version 4. A record is written as its fields, by name, without those that have their defaults.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from sheetscore.forms.form import FieldKey
from sheetscore.results.hidden_data import DataLine, LinesByKind, harmless, plain_tree, word, written, written_tree
from sheetscore.results.record import Played, RowColumn
from sheetscore.systems.outcomes import ResultRow
from sheetscore.systems.played import Game, GameSide, SeatTaken, Unseated

_RECORDS: Mapping[str, type[Struct]] = {
    "headings": RowColumn,
    "games": Game,
    "seats": SeatTaken,
    "unseated": Unseated,
}
"""The fields of :class:`Played` that hold records, each with the class of its records."""

_EXACT = frozenset({"games", "unseated"})
"""The fields with exact numbers; the others are plain JSON, which is read faster."""

_ROWS = "rows"
"""Stands for a table whose lines are the same as the rows of the results."""

RESULTS = "results"
"""The name of the table with a row for each player."""


def played_lines(played: Played, rows: Sequence[ResultRow]) -> Iterator[DataLine]:
    """Write the games of a round: one line for each kind of record, and for each table.

    Parameters
    ----------
    rows
        The rows of the results: a table equal to them is not written again.
    """
    yield "title", written(played.title), played.earns
    yield "public", harmless([(*key, *public) for key, public in played.public.items()])
    for name in _RECORDS:
        given = [*map(_fields_given, getattr(played, name))]
        yield name, _as_json(given) if name in _EXACT else harmless(given)
    tables = dict(played.kept) | ({} if played.results is None else {RESULTS: played.results})
    for name, lines in tables.items():
        yield "table", name, _ROWS if lines == rows else _as_json(lines)


def read_played(lines: LinesByKind, rows: Sequence[ResultRow]) -> Played:
    """Read the lines of :func:`played_lines`.

    Raises
    ------
    ValueError, TypeError, LookupError
        The lines do not add up.
    """
    records = {
        name: tuple(_record_from(kind, fields) for fields in _read_list(lines[name][0][0], exact=name in _EXACT))
        for name, kind in _RECORDS.items()
    }
    tables = dict(_read_table(cells, rows) for cells in lines.get("table", ()))
    results = tables.pop(RESULTS, None)
    return Played(
        title=word(lines["title"][0][0]),
        earns=lines["title"][0][1],
        results=None if results is None else tuple(results),
        kept=tables,
        public=dict(map(_read_public, _read_list(lines["public"][0][0], exact=False))),
        **records,
    )


def _as_json(value: object) -> str:
    return harmless(written_tree(value))


def _fields_given(record: Struct) -> dict[str, object]:
    """Return the fields of a record, and of the records in it, that differ from their defaults."""
    usual = dict(zip(record.__struct_fields__[::-1], record.__struct_defaults__[::-1], strict=False))
    return {
        name: [_fields_given(one) if isinstance(one, Struct) else one for one in value]
        if isinstance(value, tuple)
        else value
        for name, value in asdict(record).items()
        if name not in usual or value != usual[name]
    }


def _record_from(kind: type[Struct], fields: Mapping[str, Any]) -> Any:
    """Make a record from its known fields; those written by later versions are left out."""
    known = {name: value for name, value in fields.items() if name in kind.__struct_fields__}
    return kind(**{name: _inner(name, value) for name, value in known.items()})


def _inner(name: str, value: object) -> object:
    """Return a value of a field as a record has it: a list as a tuple, sides as records."""
    if not isinstance(value, list):
        return value
    return tuple(_record_from(GameSide, one) for one in value) if name == "sides" else tuple(value)


def _read_list(text: str, *, exact: bool) -> list[Any]:
    found = json.loads(text)
    found = plain_tree(found) if exact else found
    if not isinstance(found, list):
        raise TypeError(f"{text} is no list")
    return found


def _read_table(cells: DataLine, rows: Sequence[ResultRow]) -> tuple[str, Sequence[ResultRow]]:
    name, text = cells
    if text == _ROWS:
        return name, rows
    lines = _read_list(text, exact=True)
    if not all(isinstance(line, dict) for line in lines):
        raise TypeError(f"{name} is no table")
    return name, tuple(lines)


def _read_public(names: Sequence[Any]) -> tuple[FieldKey, FieldKey]:
    return FieldKey(*names[:3]), FieldKey(*names[3:])
