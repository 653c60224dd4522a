"""What stands in the cells of a workbook, for tests that look at nothing else, and the whole of it for those that do.

The program's own reading of score sheets takes a twentieth of the time of openpyxl's, and the tests hold the two
against each other.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import iterparse

import openpyxl
import pytest
from msgspec import Struct
from openpyxl.reader import strings
from openpyxl.utils.cell import coordinate_to_tuple
from openpyxl.worksheet import _reader
from openpyxl.worksheet.merge import MergedCellRange

from sheetscore.workbooks.reader import ReadSheet, read_workbook
from sheetscore.workbooks.sheet_cells import ReadCell

VALUES = ".json"
"""How files end in which LibreOffice told the values of the cells of a workbook."""

Row = tuple[Any, ...]

MOST_KEPT = 64
"""Workbooks; a module of tests has them recalculated together, and looks at one after the other."""


class Sheet(Struct, frozen=True):
    """The contents of the cells of one sheet, None for an empty one; rows and columns count from 0."""

    cells: Mapping[tuple[int, int], Any]

    def __getitem__(self, address: str) -> Any:
        row, column = coordinate_to_tuple(address)
        return self.cells.get((row - 1, column - 1))

    def __iter__(self) -> Iterator[Row]:
        """Go through the rows from the first of the sheet, each as wide as the widest."""
        height, width = (max((at[axis] + 1 for at in self.cells), default=0) for axis in (0, 1))
        return (tuple(self.cells.get((row, column)) for column in range(width)) for row in range(height))


def values_in(path: Path) -> dict[str, Sheet]:
    """Look at values; that of a formula is what was stored with it."""
    return {
        title: Sheet({at: cell.value for at, cell in sheet.cells.items()}) for title, sheet in sheets_of(path).items()
    }


def formulas_in(path: Path) -> dict[str, Sheet]:
    """Look at what was typed or written: a formula stands for itself."""
    return {
        title: Sheet({at: cell.value if cell.formula is None else cell.formula for at, cell in sheet.cells.items()})
        for title, sheet in sheets_of(path).items()
    }


def open_whole(path: Path, *, values: bool = False) -> openpyxl.Workbook:
    """Open a workbook with openpyxl, for notes, validations, names and changes; with values where those matter.

    Cells that are merged get no borders of their own, over which openpyxl spends four fifths of its time with
    score sheets.
    """
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(MergedCellRange, "format", lambda _: None)
        parse_in_c(patched)
        return openpyxl.load_workbook(path, data_only=values)


def parse_in_c(patched: pytest.MonkeyPatch) -> None:
    """Have openpyxl parse cells and texts in C: defusedxml is pure Python, and the files are ours."""
    for module in (_reader, strings):
        patched.setattr(module, "iterparse", iterparse)


def sheets_of(path: Path) -> Mapping[str, ReadSheet]:
    """Read a workbook as the program does, once as long as it stands as it is."""
    stands = path.stat()
    return _read_once(path, stands.st_ino, stands.st_size, stands.st_mtime_ns)


@lru_cache(maxsize=MOST_KEPT)
def _read_once(path: Path, *_as_it_stands: int) -> Mapping[str, ReadSheet]:
    return _told_by_libreoffice(path) if path.suffix == VALUES else read_workbook(path).sheets


def _told_by_libreoffice(path: Path) -> Mapping[str, ReadSheet]:
    told: dict[str, list[tuple[int, int, Any]]] = json.loads(path.read_text(encoding="utf-8"))
    return {
        title: ReadSheet(title, hidden=False, cells={(row, column): _cell(value) for row, column, value in cells})
        for title, cells in told.items()
    }


def _cell(told: Any) -> ReadCell:
    """Give a cell without its formula; an error stands in a list."""
    if isinstance(told, list):
        return ReadCell(told[0], error=True)
    return ReadCell(int(told) if isinstance(told, float) and told.is_integer() else told)
