"""The event logs of a round: what the tables noted, kept for analysis after the event, and the sheet that has it.

Source: Tournament Guidelines, 1991, General Guidelines (the events at each table are recorded).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sheetscore.forms.form import Entries, LogBlock, PageEntries, PageKind, Value, entries_by_page
from sheetscore.systems.outcomes import ResultRow
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import Table, figure_column, text_column


def log_sheet(notes: Sequence[Note]) -> TableSheet | None:
    """Plan the sheet; None where no table noted anything."""
    if not notes:
        return None
    table = Table(
        "log",
        (
            figure_column("table", "Table", 60, lambda note: note.table),
            figure_column("turn", "Turn", 60, lambda note: note.turn),
            text_column("who", "Who", 160, lambda note: note.who, style="cell top"),
            text_column("what", "What happened", 480, lambda note: note.what, style="cell text"),
        ),
        notes,
        tall=True,
    )
    return TableSheet("Event log", "Event log", tables=(table,))


LOG_KEYS = ("table", "turn", "pilot", "event")
"""What scripts know of a note."""


@dataclass(frozen=True)
class Note:
    """A line of a table's log: when, who did it, what it was; what the line does not say is None."""

    table: int
    turn: Value | None
    who: Value | None
    what: Value | None

    def as_row(self) -> ResultRow:
        """Return it with the keys that scripts rely on."""
        return dict(zip(LOG_KEYS, (self.table, self.turn, self.who, self.what), strict=True))


def notes_of(entries: Entries, kinds: Iterable[PageKind[Any]]) -> tuple[Note, ...]:
    """Return what the tables noted, by table and line; lines on which nothing stands are left out.

    Parameters
    ----------
    kinds
        The kinds of pages that there are, those with a log among them.
    """
    logs = [kind.log for kind in kinds if kind.log]
    pages = {table: page for (table, seat), page in entries_by_page(entries).items() if not seat}
    return tuple(
        Note(table, *log.note(pages[table], line))
        for table in sorted(pages)
        for log in logs
        for line in _lines(log, pages[table])
    )


def _lines(log: LogBlock, page: PageEntries) -> Iterator[str]:
    """Return the keys of the lines of a log on which something stands, in order."""
    ids = (field_id.split(".") for field_id in page)
    lines = {parts[1] for parts in ids if len(parts) == 3 and parts[0] == log.block and parts[1].isdecimal()}
    yield from sorted(lines, key=int)
