"""The sheet of a results workbook that has the event logs of all tables."""

from __future__ import annotations

from collections.abc import Sequence

from sheetscore.results.event_log import Note
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
