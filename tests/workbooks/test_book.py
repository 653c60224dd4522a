"""What we write with XlsxWriter, and the one class of which we replace parts."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook
from xlsxwriter.worksheet import Worksheet

import sheetscore
from sheetscore.workbooks.book import Book, ready_worksheet

FUNCTION = re.compile(r"\b([A-Z][A-Z.]+[A-Z])\(")


def test_the_method_that_we_replace_is_the_one_that_xlsxwriter_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = inspect.signature(Worksheet._prepare_formula)
    assert list(theirs.parameters) == list(inspect.signature(ready_worksheet()._prepare_formula).parameters)
    monkeypatch.setattr(Worksheet, "_prepare_formula", _looked_through)
    book = Book(tmp_path / "formulas.xlsx", "formulas")
    sheet = book.sheet("T")
    sheet.formula(0, 0, "SUM(B1:B2)", 3)
    sheet.raw.write_array_formula(1, 0, 1, 0, "=SUM(B1:B2*2)", None, 3)
    book.close()
    read = load_workbook(tmp_path / "formulas.xlsx")["T"]
    assert read["A1"].value == "=SUM(B1:B2)"
    assert read["A2"].value.text == "=SUM(B1:B2*2)"


def test_cells_of_every_kind_are_written_as_xlsxwriter_writes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = _cells_of_every_kind(tmp_path / "ours.xlsx")
    monkeypatch.setattr("sheetscore.workbooks.book.ready_worksheet", lambda: Worksheet)
    assert ours == _cells_of_every_kind(tmp_path / "theirs.xlsx")
    assert re.search(rb'<c r="C1" s="[0-9]+"/>', ours)


def _cells_of_every_kind(path: Path) -> bytes:
    """Write texts, numbers, formulas and blank cells, with and without formats, and give the worksheet."""
    book = Book(path, "cells")
    sheet, bold = book.sheet("T"), book.style(bold=True)
    sheet.raw.set_row(2, 20, book.style(italic=True))
    sheet.raw.set_column(3, 3, 9, book.style(underline=1))
    for column, look in enumerate((None, bold)):
        sheet.text(0, column, "a < b & c", look)
        sheet.number(1, column, 2.5, look)
        sheet.text(2, column, "in a row with a format", look)
        sheet.formula(3, column, '"<"&A1', "<a", look)
        sheet.parts(4, column, [("bold", bold), ("plain", book.style())], look or book.style())
    sheet.text(0, 2, "", bold)
    sheet.text(1, 3, "in a column with a format")
    sheet.span(6, 0, 8, 30, bold)
    book.close()
    with ZipFile(path) as package:
        return package.read("xl/worksheets/sheet1.xml")


def _looked_through(_sheet: Worksheet, formula: str, _expand: bool = False) -> str:
    raise AssertionError(f"XlsxWriter looked through {formula}")


def test_no_function_that_we_use_goes_by_another_name_in_a_file() -> None:
    renamed = set(re.findall(r'r"\\[bS]?([A-Z.]+)\\\("', inspect.getsource(Worksheet._prepare_formula)))
    assert {"SWITCH", "XLOOKUP", "IFNA", "CONCAT"} <= renamed
    used = {
        name
        for source in Path(sheetscore.__file__).parent.rglob("*.py")
        for name in FUNCTION.findall(source.read_text(encoding="utf-8"))
    }
    assert {"SUM", "COUNTA", "SUMPRODUCT"} <= used
    assert not used & renamed
