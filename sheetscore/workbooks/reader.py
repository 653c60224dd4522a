"""A workbook that comes back: every cell that holds something, with its value and its formula.

The value of a formula is what the spreadsheet program stored, and is for comparing only: whoever needs the
figure computes it anew from the inputs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from msgspec import Struct, field

from sheetscore.problems import UnreadableFile
from sheetscore.workbooks.guard.census import Refused
from sheetscore.workbooks.guard.inspection import inspect, inspect_data
from sheetscore.workbooks.guard.limits import LARGEST, Limits
from sheetscore.workbooks.office import as_xlsx
from sheetscore.workbooks.sheet_cells import Position, ReadCell, SharedTexts, SheetCells


class ReadSheet(Struct, frozen=True, dict=True):
    """One worksheet; ``cells`` holds only cells that are not empty, ``names`` the names of its own scope."""

    title: str
    hidden: bool
    cells: Mapping[Position, ReadCell]
    names: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def last_row(self) -> int:
        """The last row with something in it, counted from 0; 0 for none."""
        return max((row for row, _ in self.cells), default=0)


class ReadWorkbook(Struct, frozen=True):
    """A workbook as it was read.

    Parameters
    ----------
    path
        The file.
    sheets
        Worksheets by title, in the order of their tabs.
    names
        Defined names of workbook scope, and what they refer to (``'Table 3'!$B$2:$C$9``, or ``#REF!``).
    sha256
        The digest of the bytes that were read.
    macros
        Whether the file holds macros; they were ignored.
    """

    path: Path
    sheets: Mapping[str, ReadSheet]
    names: Mapping[str, str]
    sha256: str
    macros: bool = False


def read_workbook(path: Path, only: str | None = None, limits: Limits = LARGEST) -> ReadWorkbook:
    """Read a workbook behind the guard; one in the .ods format is converted by LibreOffice first.

    The file is read once and closed before anything is made of it.

    Parameters
    ----------
    only
        The title of the one sheet that is wanted; the others are left unread.
    limits
        How much it may hold: what is needed where that is known.

    Raises
    ------
    UnreadableFile
        The guard refuses the file, openpyxl cannot make sense of it, or a text is longer than a cell can hold.
    """
    reading = _Reading(only)
    inspected = inspect(path, limits, reading)
    if inspected.opendocument:
        try:
            inspect_data(as_xlsx(path, inspected), limits, reading)
        except Refused as refused:
            raise UnreadableFile(f"{path.name} {refused}") from refused
    sha256 = hashlib.sha256(inspected.data).hexdigest()
    return ReadWorkbook(path, reading.sheets, reading.names, sha256, inspected.macros)


class _Reading:
    """What is made of a workbook while it passes the guard.

    Parameters
    ----------
    only
        The title of the one sheet that is wanted.
    """

    def __init__(self, only: str | None) -> None:
        self._only = only
        self.texts = SharedTexts()
        self.sheets: dict[str, ReadSheet] = {}
        self.names: Mapping[str, str] = {}

    def sheets_in(self, data: bytes) -> dict[str, SheetCells]:
        """Read what surrounds the cells, and listen to the sheets that are wanted."""
        from sheetscore.workbooks.surroundings import read_surroundings  # noqa: PLC0415 -- openpyxl: not for every command

        around = read_surroundings(data, self.texts.texts)
        self.names = around.names
        listeners = {}
        for tab in around.tabs:
            if self._only in {None, tab.title}:
                listeners[tab.part] = SheetCells(tab.title, around.lookups)
                self.sheets[tab.title] = ReadSheet(tab.title, tab.hidden, listeners[tab.part].cells, tab.names)
        return listeners
