"""When a results workbook was written, as it says itself: dates of files tell nothing, since copies have their own."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from sheetscore.results.rules_sheet import WRITTEN_AT, moment_of
from sheetscore.results.table_book import ABOUT
from sheetscore.workbooks.reader import read_workbook


def written_at(path: Path) -> dt.datetime | None:
    """Return the moment that the sheet About has, to the second; None where it has none any more.

    Raises
    ------
    UnreadableFile
        The file is damaged.
    """
    sheet = read_workbook(path, only=ABOUT).sheets.get(ABOUT)
    cells = sheet.cells if sheet else {}
    for (row, column), cell in cells.items():
        if cell.value == WRITTEN_AT:
            beside = cells.get((row, column + 1))
            return moment_of(beside.value) if beside else None
    return None
