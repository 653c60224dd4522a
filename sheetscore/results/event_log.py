"""The event logs of a round: what the tables noted, kept for analysis after the event.

Source: Tournament Guidelines, 1991, General Guidelines (the events at each table are recorded).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sheetscore.forms.form import Entries, LogBlock, PageEntries, PageKind, Value, entries_by_page
from sheetscore.systems.outcomes import ResultRow

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
        """Give it with the keys that scripts rely on."""
        return dict(zip(LOG_KEYS, (self.table, self.turn, self.who, self.what), strict=True))


def notes_of(entries: Entries, kinds: Iterable[PageKind[Any]]) -> tuple[Note, ...]:
    """Give what the tables noted, by table and line; lines on which nothing stands are left out.

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
    """Give the keys of the lines of a log on which something stands, in order."""
    ids = (field_id.split(".") for field_id in page)
    lines = {parts[1] for parts in ids if len(parts) == 3 and parts[0] == log.block and parts[1].isdecimal()}
    yield from sorted(lines, key=int)
