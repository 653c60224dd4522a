"""A workbook that comes back: every cell that holds something, with its value and its formula.

The value of a formula is what the spreadsheet program stored, and is for comparing only: whoever needs the
figure computes it anew from the inputs.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import io
import math
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

from openpyxl import load_workbook
from openpyxl.worksheet._read_only import ReadOnlyWorksheet
from openpyxl.worksheet._reader import DATA_TAG, FORMULA_TAG, ROW_TAG, WorkSheetParser
from openpyxl.xml.functions import iterparse

from sheetscore.problems import UnreadableFile
from sheetscore.workbooks.blanks import without_blank_cells
from sheetscore.workbooks.census import Refused
from sheetscore.workbooks.guard import CHUNK, inspect
from sheetscore.workbooks.limits import LARGEST, Limits
from sheetscore.workbooks.names import address, quoted
from sheetscore.workbooks.ods import as_xlsx

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

Value = str | int | float | bool | dt.datetime | dt.date | dt.time | dt.timedelta
"""What a cell can hold; dates and times are what a program made of a typed ``4:1`` or ``1/2``."""

LONGEST_TEXT = 32_767
"""Characters that a cell can hold, in every program that writes .xlsx."""

Position = tuple[int, int]
"""Row and column, counted from 0."""


@dataclass(frozen=True, slots=True)
class ReadCell:
    """One cell that is not empty.

    Parameters
    ----------
    value
        What it holds or its formula came to; a whole number is an int however it was stored. None for a
        formula that nothing has computed or that came to empty text.
    formula
        The formula with its ``=``, where there is one.
    error
        Whether the value is an error such as ``#DIV/0!``, which is then its text.
    """

    value: Value | None
    formula: str | None = None
    error: bool = False


@dataclass(frozen=True)
class ReadSheet:
    """One worksheet; ``cells`` holds only cells that are not empty, ``names`` the names of its own scope."""

    title: str
    hidden: bool
    cells: Mapping[Position, ReadCell] = field(repr=False)
    names: Mapping[str, str] = field(default_factory=dict, repr=False)

    @cached_property
    def last_row(self) -> int:
        """The last row with something in it, counted from 0; 0 for none."""
        return max((row for row, _ in self.cells), default=0)


@dataclass(frozen=True)
class ReadWorkbook:
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
    sheets: Mapping[str, ReadSheet] = field(repr=False)
    names: Mapping[str, str] = field(repr=False)
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
    inspected = inspect(path, limits)
    data = as_xlsx(path, inspected, limits) if inspected.opendocument else inspected.data
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl tells what it leaves out: nothing that counts here
            sheets, names = _read(data, only)
    except Refused as refused:
        raise UnreadableFile(f"{path.name} {refused}") from refused
    except Exception as error:  # openpyxl answers a broken file with whatever breaks in itself
        raise UnreadableFile(f"{path.name} is damaged: open it in Excel or LibreOffice and save it again") from error
    sha256 = hashlib.sha256(inspected.data).hexdigest()
    return ReadWorkbook(path, sheets, names, sha256, inspected.macros)


def _read(data: bytes, only: str | None) -> tuple[dict[str, ReadSheet], dict[str, str]]:
    book = load_workbook(io.BytesIO(data), read_only=True, keep_links=False, data_only=True)
    sheets = {
        sheet.title: ReadSheet(sheet.title, sheet.sheet_state != "visible", _cells(sheet), _names(sheet))
        for sheet in cast("list[ReadOnlyWorksheet]", book.worksheets)
        if only in {None, sheet.title}
    }
    return sheets, _names(book)


def _names(scope: Any) -> dict[str, str]:
    return {name: defined.attr_text or "" for name, defined in scope.defined_names.items()}


def _cells(sheet: ReadOnlyWorksheet) -> dict[Position, ReadCell]:
    with sheet._get_source() as source:  # type: ignore[attr-defined]
        return dict(_CellParser(sheet, _WithoutBlanks(source)).cells())


class _WithoutBlanks:
    """A part that is read without its blank cells."""

    def __init__(self, source: IO[bytes]) -> None:
        self._pieces = without_blank_cells(iter(lambda: source.read(CHUNK), b""))

    def read(self, _size: int = -1) -> bytes:
        """Give the next piece, whatever its size."""
        return next(self._pieces, b"")


class _CellParser(WorkSheetParser):
    """Reads the cells of a sheet, each with its value and its formula in one pass.

    openpyxl itself gives the one or the other and reads all that follows the cells (merged cells,
    validations), which takes three times as long.
    """

    def __init__(self, sheet: Any, source: _WithoutBlanks) -> None:
        book = sheet.parent
        self.title: str = sheet.title
        super().__init__(
            source,
            sheet._shared_strings,
            data_only=True,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
        )

    def cells(self) -> Iterator[tuple[Position, ReadCell]]:
        """Go through the cells that hold something; never as far as the sheet claims to reach."""
        for _, element in iterparse(self.source):
            if element.tag == ROW_TAG:
                self.row_counter = int(element.get("r", self.row_counter + 1))
                self.col_counter = 0
                for cell in element:
                    yield from self._cell(cell)
                element.clear()
            elif element.tag == DATA_TAG:
                return

    def _cell(self, element: Element) -> Iterator[tuple[Position, ReadCell]]:
        cell = self.parse_cell(element)
        formula = None if element.find(FORMULA_TAG) is None else _formula_text(self.parse_formula(element))  # type: ignore[no-untyped-call]
        if formula is not None or cell["value"] is not None:
            at = cell["row"] - 1, cell["column"] - 1
            if isinstance(cell["value"], str) and len(cell["value"]) > LONGEST_TEXT:
                raise Refused(
                    f"has a text of {len(cell['value']):,} characters in cell {address(*at)} of {quoted(self.title)}, "
                    f"where a cell holds {LONGEST_TEXT:,}: shorten it and save it"
                )
            yield at, _read_cell(cell["value"], formula, cell["data_type"])


def _read_cell(value: Value | None, formula: str | None, data_type: str) -> ReadCell:
    error = data_type == "e"
    if isinstance(value, float):
        if not math.isfinite(value):
            value, error = "#NUM!", True
        elif value.is_integer():
            value = int(value)
    return ReadCell(value, formula, error)


def _formula_text(formula: object) -> str:
    """Give the text of a formula; an array formula is an object that has one, a data table has none."""
    return formula if isinstance(formula, str) else getattr(formula, "text", None) or "=TABLE()"
