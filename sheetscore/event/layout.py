"""What the writer and the reader of event.xlsx agree upon: sheets, headings, the mark."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.event.model import Event, Part
from sheetscore.event.tables import Column, Table, id_of, inner_parts, inner_tables, table_of

EVENT_SHEET = "Event"
"""The sheet with the header and the settings, a line for each."""

MARK_SHEET = "_sheetscore"
"""The hidden sheet that says what kind of workbook this is."""

MARK = "sheetscore event"
"""What the hidden sheet says in A1, with the format in B1; below them stand keys and values that nobody need see."""

FORMAT = 1
"""A format with a higher number is for a later sheetscore."""


def list_tables(root: Table) -> Iterator[Table]:
    """Go through the tables that have a sheet of their own."""
    return (table for table in inner_tables(root) if not table.single)


def seen_columns(table: Table) -> tuple[Column, ...]:
    """Give the values that have a line on the Event sheet."""
    return tuple(column for column in table.columns if not column.unseen)


def unseen_columns(table: Table) -> tuple[Column, ...]:
    """Give the values, texts all of them, that stand on the hidden sheet."""
    return tuple(column for column in table.columns if column.unseen)


def sheet_columns(table: Table) -> tuple[Column, ...]:
    """Give the columns of a list's sheet: to whom a row belongs, then its own."""
    return (*table.parents, *table.columns)


def sheet_rows(table: Table, event: Event) -> list[tuple[object, ...]]:
    """List the rows of a list's sheet: for every part the values of :func:`sheet_columns`."""

    def inside(outer: Table, part: Part, above: tuple[str, ...]) -> Iterator[tuple[object, ...]]:
        for inner in outer.tables:
            for one in inner_parts(inner, part):
                if inner == table:
                    yield (*above, *(getattr(one, column.name) for column in table.columns))
                elif inner.tables:
                    yield from inside(inner, one, (*above, id_of(one)))

    return list(inside(table_of(type(event)), event, ()))
