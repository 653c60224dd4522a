"""What openpyxl finds in the cells of a workbook: the judge of our own reading."""

from __future__ import annotations

import functools
import math
import warnings
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import iterparse

import pytest
from looking import parse_in_c, sheets_of
from msgspec.structs import replace
from openpyxl import load_workbook
from openpyxl.utils.cell import coordinate_to_tuple
from openpyxl.worksheet import _read_only, _reader
from openpyxl.worksheet._reader import DATA_TAG, FORMULA_TAG, ROW_TAG, WorkSheetParser

from sheetscore.workbooks.sheet_cells import Position, ReadCell

Cells = Mapping[str, Mapping[Position, ReadCell]]
"""The cells of each sheet that are not empty."""


def cells_by_openpyxl(path: Path) -> Cells:
    """Read every cell for its value and for its formula."""
    return _read(path, _BothAtOnce)


def values_by_openpyxl(path: Path) -> Cells:
    """Read every cell for its value."""
    return _values(_read(path, _Values))


def _read(path: Path, parser: type[WorkSheetParser]) -> Cells:
    with warnings.catch_warnings(), pytest.MonkeyPatch.context() as patched:
        warnings.simplefilter("ignore")  # about extensions that LibreOffice writes and openpyxl leaves out
        patched.setattr(_read_only, "WorkSheetParser", parser)
        patched.setattr(_reader, "coordinate_to_tuple", _positions)
        parse_in_c(patched)
        book = load_workbook(path, read_only=True, keep_links=False)
        found: dict[str, dict[Position, ReadCell]] = {}
        for sheet in book.worksheets:
            sheet.reset_dimensions()
            rows: Any = sheet.iter_rows(values_only=True)
            found[sheet.title] = {
                (row, column): cell
                for row, cells in enumerate(rows)
                for column, cell in enumerate(cells)
                if isinstance(cell, ReadCell)
            }
    book.close()
    return found


def cells_by_us(path: Path, *, formulas: bool = True) -> Cells:
    """Read every cell as the program does; where formulas do not matter, cells that have nothing else are left out."""
    cells = {title: sheet.cells for title, sheet in sheets_of(path).items()}
    return cells if formulas else _values(cells)


def assert_read_as_by_openpyxl(original: Path, recalculated: Path) -> None:
    """See that openpyxl finds the same in every cell of a workbook, and the same values in what LibreOffice saved."""
    read = difference(cells_by_us(original), cells_by_openpyxl(original))
    read += difference(cells_by_us(recalculated, formulas=False), values_by_openpyxl(recalculated))
    assert not read, f"{len(read)} cells are read otherwise than by openpyxl:\n" + "\n".join(read)


def difference(ours: Cells, theirs: Cells) -> list[str]:
    """Name each cell that is not the same, as sheet, position, our reading and openpyxl's."""
    return [
        f"{title} {at}: {ours.get(title, {}).get(at)} for {theirs.get(title, {}).get(at)}"
        for title in ours.keys() | theirs.keys()
        for at in ours.get(title, {}).keys() | theirs.get(title, {}).keys()
        if not _same(ours.get(title, {}).get(at), theirs.get(title, {}).get(at))
    ]


class _Cells(WorkSheetParser):
    """openpyxl's parser, asked for cells that have something in them, and for nothing else that a sheet has."""

    def parse(self) -> Generator[Any, None, None]:
        for _, element in iterparse(self.source):  # noqa: S314 -- they are ours
            if element.tag == ROW_TAG:
                yield self.parse_row(element)
                element.clear()
            elif element.tag == DATA_TAG:
                return

    def parse_row(self, row: Any) -> tuple[int, list[dict[str, Any]]]:
        row[:] = [cell for cell in row if len(cell)]  # more than half are borders and colours alone
        found: tuple[int, list[dict[str, Any]]] = super().parse_row(row)
        return found


class _Values(_Cells):
    """openpyxl's parser, asked for values."""

    def parse_cell(self, element: Any) -> dict[str, Any]:
        self.data_only = True
        cell = super().parse_cell(element)
        cell["value"] = _read_cell(cell["value"], None, error=cell["data_type"] == "e")
        return cell


class _BothAtOnce(_Cells):
    """openpyxl's parser, which gives either the value of a cell or its formula, asked for one and then the other."""

    def parse_cell(self, element: Any) -> dict[str, Any]:
        column, self.data_only = self.col_counter, True
        cell = super().parse_cell(element)
        formula = None
        if element.find(FORMULA_TAG) is not None:
            self.col_counter, self.data_only = column, False
            formula = _text(super().parse_cell(element)["value"])
        cell["value"] = _read_cell(cell["value"], formula, error=cell["data_type"] == "e")
        return cell


_positions = functools.cache(coordinate_to_tuple)
"""The same addresses occur in all workbooks."""


def _read_cell(value: Any, formula: str | None, *, error: bool) -> ReadCell | None:
    if isinstance(value, float):
        value = int(value) if value.is_integer() else value
        if isinstance(value, float) and not math.isfinite(value):
            value, error = "#NUM!", True
    if value is None and formula is None:
        return None
    return ReadCell(value, formula, error)


def _values(sheets: Cells) -> Cells:
    return {
        title: {at: replace(cell, formula=None) for at, cell in cells.items() if cell.value is not None}
        for title, cells in sheets.items()
    }


def _text(formula: object) -> str:
    """Give the text of a formula; an array formula is an object that has one, a data table has none."""
    if isinstance(formula, str):
        return formula
    return str(getattr(formula, "text", "=TABLE()"))


def _same(one: ReadCell | None, other: ReadCell | None) -> bool:
    if one is None or other is None:
        return one is other
    return type(one.value) is type(other.value) and one == other
