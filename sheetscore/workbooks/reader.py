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
from pathlib import Path
from typing import Any, cast

from openpyxl import Workbook, load_workbook
from openpyxl.cell.read_only import EmptyCell, ReadOnlyCell
from openpyxl.worksheet._read_only import ReadOnlyWorksheet

from sheetscore.problems import UnreadableFile
from sheetscore.workbooks.census import MAX_COLUMNS, MAX_ROWS
from sheetscore.workbooks.guard import inspect

Value = str | int | float | bool | dt.datetime | dt.date | dt.time | dt.timedelta
"""What a cell can hold; dates and times are what a program made of a typed ``4:1`` or ``1/2``."""

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
    """One worksheet; ``cells`` holds only cells that are not empty."""

    title: str
    hidden: bool
    cells: Mapping[Position, ReadCell] = field(repr=False)


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


def read_workbook(path: Path, only: str | None = None) -> ReadWorkbook:
    """Read a workbook behind the guard.

    The file is read once and closed before anything is made of it.

    Parameters
    ----------
    only
        The title of the one sheet that is wanted; the others are left unread.

    Raises
    ------
    UnreadableFile
        The guard refuses the file, or openpyxl cannot make sense of it.
    """
    inspected = inspect(path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl tells what it leaves out: nothing that counts here
            formulas = _formulas(inspected.data, only)
            sheets, names = _values(inspected.data, only, formulas)
    except Exception as error:  # openpyxl answers a broken file with whatever breaks in itself
        raise UnreadableFile(f"{path.name} is damaged: open it in Excel or LibreOffice and save it again") from error
    sha256 = hashlib.sha256(inspected.data).hexdigest()
    return ReadWorkbook(path, sheets, names, sha256, inspected.macros)


def _formulas(data: bytes, only: str | None) -> dict[str, dict[Position, str]]:
    book = _opened(data, data_only=False)
    return {
        sheet.title: {
            (cell.row - 1, cell.column - 1): _formula_text(cell.value)
            for cell in _filled(sheet)
            if cell.data_type == "f"
        }
        for sheet in _wanted(book, only)
    }


def _values(
    data: bytes, only: str | None, formulas: Mapping[str, dict[Position, str]]
) -> tuple[dict[str, ReadSheet], dict[str, str]]:
    book = _opened(data, data_only=True)
    sheets = {}
    for sheet in _wanted(book, only):
        pending = formulas[sheet.title]
        cells = {}
        for cell in _filled(sheet):
            position = (cell.row - 1, cell.column - 1)
            cells[position] = _read_cell(cell, pending.pop(position, None))
        cells.update({position: ReadCell(None, formula) for position, formula in pending.items()})
        sheets[sheet.title] = ReadSheet(sheet.title, sheet.sheet_state != "visible", cells)
    return sheets, {name: defined.attr_text for name, defined in book.defined_names.items()}


def _wanted(book: Workbook, only: str | None) -> list[Any]:
    return [sheet for sheet in book.worksheets if only in {None, sheet.title}]


def _opened(data: bytes, *, data_only: bool) -> Workbook:
    return load_workbook(io.BytesIO(data), read_only=True, keep_links=False, data_only=data_only)


def _filled(sheet: ReadOnlyWorksheet) -> Iterator[ReadOnlyCell]:
    """Walk over the cells that hold something; never as far as the sheet claims to reach."""
    sheet.reset_dimensions()
    rows = sheet.iter_rows(max_row=MAX_ROWS)  # type: ignore[misc]  # borrowed method
    for row in cast("Iterator[tuple[ReadOnlyCell | EmptyCell, ...]]", rows):
        for cell in row[:MAX_COLUMNS]:
            if isinstance(cell, ReadOnlyCell) and cell.value is not None:
                yield cell


def _read_cell(cell: ReadOnlyCell, formula: str | None) -> ReadCell:
    value, error = cast("Value", cell.value), cell.data_type == "e"
    if isinstance(value, float):
        if not math.isfinite(value):
            value, error = "#NUM!", True
        elif value.is_integer():
            value = int(value)
    return ReadCell(value, formula, error)


def _formula_text(formula: object) -> str:
    """Give the text of a formula; an array formula is an object that has one, a data table has none."""
    return formula if isinstance(formula, str) else getattr(formula, "text", None) or "=TABLE()"
