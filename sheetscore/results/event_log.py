"""The event log of a round: what happened in the games, as the players of each table noted it.

It is a sheet of the results, and rows for scripts. “Events” are here happenings of a game, not tournaments; the name is
that of the Tournament Guidelines, 1991, General Guidelines (the events at each table are recorded for analysis).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from sheetscore.forms.form import Entries, LogBlock, PageEntries, PageKind, Value, entries_by_page
from sheetscore.results.record import frame
from sheetscore.systems.outcomes import ResultRow
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import Column, Table, figure_column, text_column

if TYPE_CHECKING:
    import pandas as pd


class Note(Struct, frozen=True):
    """A line of a table's log: the values of its boxes, None for blank ones."""

    table: int
    values: tuple[Value | None, ...]


class EventLog(Struct, frozen=True):
    """The notes of the tables of a round, by table and line; without a block if no page has a log."""

    block: LogBlock | None
    notes: tuple[Note, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of a note for scripts: its table, then the boxes of its line."""
        return ("table", *(self.block.boxes if self.block else ()))

    @property
    def rows(self) -> tuple[ResultRow, ...]:
        """A row per note, such as ``table``, ``turn``, ``pilot``, ``event``; None where nothing was noted."""
        return tuple(dict(zip(self.keys, (note.table, *note.values), strict=True)) for note in self.notes)

    def frame(self) -> pd.DataFrame:
        """Return the rows as a data frame."""
        return frame(self.rows, self.keys)


def event_log_of(entries: Entries, kinds: Iterable[PageKind[Any]]) -> EventLog:
    """Return the notes of the tables; blank lines are left out.

    Parameters
    ----------
    kinds
        The kinds of pages of the system, at most one of them with a log.
    """
    block = next((kind.log for kind in kinds if kind.log), None)
    if block is None:
        return EventLog(None, ())
    pages = {table: page for (table, seat), page in entries_by_page(entries).items() if not seat}
    notes = (
        Note(table, block.note(pages[table], line)) for table in sorted(pages) for line in _lines(block, pages[table])
    )
    return EventLog(block, tuple(notes))


def _lines(log: LogBlock, page: PageEntries) -> Iterator[str]:
    """Return the keys of the lines of a log that are not blank, in order."""
    ids = (field_id.split(".") for field_id in page)  # of a line: block, line, box
    lines = {parts[1] for parts in ids if len(parts) == 3 and parts[0] == log.block and parts[1].isdecimal()}
    yield from sorted(lines, key=int)


def log_sheet(log: EventLog) -> TableSheet | None:
    """Plan the sheet; None if no table noted anything."""
    if log.block is None or not log.notes:
        return None
    # the boxes of a line: one or several for the time, then one for who, and one for what
    time_columns = range(len(log.block.when))
    columns: tuple[Column[Note], ...] = (
        figure_column("table", "Table", 60, lambda note: note.table),
        *(figure_column(log.block.when[at], log.block.when[at].capitalize(), 60, _value_at(at)) for at in time_columns),
        text_column("who", "Who", 160, _value_at(len(time_columns)), style="cell text"),
        text_column("what", "What happened", 480, _value_at(len(time_columns) + 1), style="cell text"),
    )
    return TableSheet("Event log", "Event log", tables=(Table("log", columns, log.notes, fit_height=True),))


def _value_at(at: int) -> Callable[[Note], Value | None]:
    return lambda note: note.values[at]
