"""What openpyxl finds in the cells of a workbook: the judge of our own reading."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from openpyxl import load_workbook

from sheetscore.workbooks.reader import read_workbook
from sheetscore.workbooks.sheet_cells import Position, ReadCell

Cells = Mapping[str, Mapping[Position, ReadCell]]
"""The cells of each sheet that are not empty."""


def cells_by_openpyxl(path: Path) -> Cells:
    """Read every cell twice, for its value and for its formula, the way openpyxl's manual has it."""
    values, formulas = _book(path, data_only=True), _book(path, data_only=False)
    return {title: _merged(cells, formulas[title]) for title, cells in values.items()}


def values_by_openpyxl(path: Path) -> Cells:
    """Read every cell for its value."""
    return {title: _merged(cells, {}) for title, cells in _book(path, data_only=True).items()}


def cells_by_us(path: Path, *, formulas: bool = True) -> Cells:
    """Read every cell as the program does; where formulas do not matter, cells that have nothing else are left out."""
    sheets = read_workbook(path).sheets
    if formulas:
        return {title: sheet.cells for title, sheet in sheets.items()}
    return {
        title: {at: replace(cell, formula=None) for at, cell in sheet.cells.items() if cell.value is not None}
        for title, sheet in sheets.items()
    }


def difference(ours: Cells, theirs: Cells) -> list[str]:
    """Name each cell that is not the same, as sheet, position, our reading and openpyxl's."""
    return [
        f"{title} {at}: {ours.get(title, {}).get(at)} for {theirs.get(title, {}).get(at)}"
        for title in ours.keys() | theirs.keys()
        for at in ours.get(title, {}).keys() | theirs.get(title, {}).keys()
        if not _same(ours.get(title, {}).get(at), theirs.get(title, {}).get(at))
    ]


def _book(path: Path, *, data_only: bool) -> dict[str, dict[Position, Any]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about extensions that LibreOffice writes and openpyxl leaves out
        book = load_workbook(path, read_only=True, data_only=data_only, keep_links=False)
        found = {}
        for sheet in book.worksheets:
            sheet.reset_dimensions()
            found[sheet.title] = {
                (row, column): cell
                for row, cells in enumerate(sheet.iter_rows())
                for column, cell in enumerate(cells)
                if cell.value is not None or cell.data_type == "e"
            }
    book.close()
    return found


def _merged(values: dict[Position, Any], formulas: dict[Position, Any]) -> dict[Position, ReadCell]:
    cells = {}
    for at in sorted(values.keys() | formulas.keys()):
        formula = formulas[at].value if at in formulas and formulas[at].data_type == "f" else None
        value, error = (values[at].value, values[at].data_type == "e") if at in values else (None, False)
        if isinstance(value, float):
            value, error = (int(value), error) if value.is_integer() else (value, error)
            if isinstance(value, float) and not math.isfinite(value):
                value, error = "#NUM!", True
        if value is not None or formula is not None:
            cells[at] = ReadCell(value, _text(formula), error)
    return cells


def _text(formula: object) -> str | None:
    """Give the text of a formula; an array formula is an object that has one, a data table has none."""
    if formula is None or isinstance(formula, str):
        return formula
    return str(getattr(formula, "text", "=TABLE()"))


def _same(one: ReadCell | None, other: ReadCell | None) -> bool:
    if one is None or other is None:
        return one is other
    return type(one.value) is type(other.value) and one == other
