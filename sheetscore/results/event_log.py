"""The event logs of a round: what the tables noted, kept for analysis after the event.

Source: Tournament Guidelines, 1991, General Guidelines (the events at each table are recorded).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from sheetscore.forms.form import Entries, Value
from sheetscore.systems.outcomes import ResultRow

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
