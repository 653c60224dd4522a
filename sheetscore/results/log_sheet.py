"""The event log of a round: what the tables noted, kept for analysis after the event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sheetscore.forms.form import Entries, FieldKey, RoundForms, Value
from sheetscore.workbooks.table_sheets import TableSheet
from sheetscore.workbooks.tables import Table, figure_column, text_column

LOG = "log"
"""The block of the table's own page."""


@dataclass(frozen=True)
class Note:
    """A line of a table's log."""

    table: int
    turn: Value | None
    pilot: Value | None
    event: Value | None


def log_sheet(forms: RoundForms, entries: Entries) -> TableSheet | None:
    """Plan the sheet; None where no table noted anything."""
    notes = list(_notes(forms, entries))
    if not notes:
        return None
    table = Table(
        LOG,
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


def _notes(forms: RoundForms, entries: Entries) -> Iterator[Note]:
    for table in forms.tables:
        for block in table.pages[0].shape.blocks:
            for row in block.rows if block.id == LOG else ():
                said = {
                    box.id: entries.get(FieldKey(table.number, "", block.field_id(row, box))) for box in block.fields
                }
                if any(value is not None for value in said.values()):
                    yield Note(table.number, said.get("turn"), said.get("pilot"), said.get("event"))
