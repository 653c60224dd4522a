"""The sheet of a results workbook that has the event logs of all tables."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sheetscore.forms.form import Entries, Value
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
            text_column("pilot", "Who", 160, lambda note: note.pilot, style="cell top"),
            text_column("event", "What happened", 480, lambda note: note.event, style="cell text"),
        ),
        notes,
        tall=True,
    )
    return TableSheet("Event log", "Event log", tables=(table,))


LOG_KEYS = ("table", "turn", "pilot", "event")
"""What scripts know of a note."""

_BOX = re.compile(r"log\.(\d+)\.(turn|pilot|event)")


@dataclass(frozen=True)
class Note:
    """A line of a table's log; what its boxes do not say is None."""

    table: int
    turn: Value | None
    pilot: Value | None
    event: Value | None

    def as_row(self) -> ResultRow:
        """Give it with the keys that scripts rely on."""
        return {key: getattr(self, key) for key in LOG_KEYS}


def notes_of(entries: Entries) -> tuple[Note, ...]:
    """Give what the tables noted, by table and line; lines on which nothing stands are left out."""
    said: dict[tuple[int, int], dict[str, Value]] = {}
    for key, value in entries.items():
        box = _BOX.fullmatch(key.field)
        if box and not key.seat:
            said.setdefault((key.table, int(box[1])), {})[box[2]] = value
    return tuple(_note(table, line) for (table, _), line in sorted(said.items(), key=lambda noted: noted[0]))


def _note(table: int, line: Mapping[str, Value]) -> Note:
    return Note(table, line.get("turn"), line.get("pilot"), line.get("event"))
