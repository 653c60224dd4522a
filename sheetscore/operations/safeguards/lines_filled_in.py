"""Lines of the list of tables that ``fill`` gave other players with all of their values: no columns were sorted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from sheetscore.event.folder import read_journal
from sheetscore.forms.form import FieldKey
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.operations.safeguards.marked_copy import Sheets
from sheetscore.problems import Problem
from sheetscore.reading.round_workbook import read_old_sheets
from sheetscore.sheets.headings import LIST_OF_TABLES, listed_table
from sheetscore.workbooks.saving import copies_of, digest


def lines_filled_in(opened: OpenEvent, sheets: Sheets, boxes: Iterable[FieldKey]) -> set[int]:
    """Return the tables whose line got its players together with its values, from one CSV.

    The last contents with other players on the line decide: those that ``fill`` read, without these values.

    Parameters
    ----------
    boxes
        Boxes for players on the list of tables.
    """
    now, open_yet = sheets.read.entered.texts, defaultdict[int, list[FieldKey]](list)
    for box in boxes:
        open_yet[listed_table(box.field)].append(box)
    listed = [key for key in now if key.table == LIST_OF_TABLES and key not in sheets.forms.filled]
    filled_in: set[int] = set()
    for before, is_read in _before(opened, sheets):
        for table, players in [*open_yet.items()]:
            if any(before.get(box) != now.get(box) for box in players):
                del open_yet[table]
                values = (key for key in listed if listed_table(key.field) == table)
                if is_read and not any(before.get(key) == now[key] for key in values):
                    filled_in.add(table)
        if not open_yet:
            break
    return filled_in


def _before(opened: OpenEvent, sheets: Sheets) -> Iterator[tuple[Mapping[FieldKey, str], bool]]:
    """Yield the former contents of score sheets, the newest first, and whether ``fill`` read them."""
    if begun := sheets.read.entered.begun:
        yield begun.written, False
    read = {one for entry in read_journal(opened.folder.path) for one in entry.read.values() if _fills(entry.command)}
    for copy in copies_of(sheets.path):
        with suppress(Problem, OSError):
            old = read_old_sheets(copy, opened.system, opened.round(sheets.number))
            yield old.texts, digest(copy) in read
            if old.begun:
                yield old.begun.written, False


def _fills(command: str) -> bool:
    return command.startswith("fill ")
