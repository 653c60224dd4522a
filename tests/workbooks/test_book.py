"""What we write with XlsxWriter, and the one place where we replace a part of it."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

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
