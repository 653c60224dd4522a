"""Typing into the XML of a cell leaves what openpyxl would have left, whoever saved the workbook before."""

from __future__ import annotations

import datetime as dt
import shutil
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from event_folder import filled_folder
from libreoffice import recalculate
from openpyxl_judge import cells_by_openpyxl, difference
from typing_in import Values, save_with_openpyxl, type_in

TYPED: dict[str, Any] = {
    "B2": 'Łódź & <Bridge> ≥ "4"\nsecond line',
    "C3": " 12 ",
    "D5": 12,
    "E6": -0.1,
    "E7": 1e300,
    "A8": True,
    "A9": False,
    "F3": '=IF(A1<B1,"a & b",1/0)',
    "F4": "=",
    "F5": "#REF!",
    "F6": "'=5",
    "F7": "",
    "B9": "007",
    "A1": None,
    "AB4": "to the right of everything",
    "C5000": "below everything",
    "B5000": None,
    "A4000": 3,
}


@pytest.fixture(scope="module")
def workbooks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The sheets of a round; its draw as the program, openpyxl and LibreOffice saved it; and one with nothing in it."""
    folder = filled_folder(tmp_path_factory.mktemp("typing") / "event")
    draw = folder / "round1-draw.xlsx"
    by_openpyxl, empty = folder.parent / "openpyxl.xlsx", folder.parent / "empty.xlsx"
    shutil.copy(draw, by_openpyxl)
    save_with_openpyxl(by_openpyxl)
    openpyxl.Workbook().save(empty)
    (by_libreoffice,) = recalculate([draw], folder.parent / "libreoffice")
    sheets = folder / "round1.xlsx"
    return {"sheets": sheets, "draw": draw, "openpyxl": by_openpyxl, "LibreOffice": by_libreoffice, "empty": empty}


def values_for(path: Path) -> Values:
    """Type into the first sheet and the last, where cells are merged into none of these."""
    book = openpyxl.load_workbook(path)
    merged = {
        (sheet.title, cell)
        for sheet in book.worksheets
        for cell in TYPED
        if isinstance(sheet[cell], openpyxl.cell.cell.MergedCell)
    }
    titles = {book.worksheets[0].title, book.worksheets[-1].title}
    return {(title, cell): value for title in titles for cell, value in TYPED.items() if (title, cell) not in merged}


@pytest.mark.parametrize("workbook", ["sheets", "draw", "openpyxl", "LibreOffice", "empty"])
def test_every_cell_reads_as_openpyxl_would_have_saved_it(
    workbooks: dict[str, Path], tmp_path: Path, workbook: str
) -> None:
    ours, theirs = tmp_path / "ours.xlsx", tmp_path / "theirs.xlsx"
    values = values_for(workbooks[workbook])
    assert len(values) > 12
    for path, type_them in ((ours, type_in), (theirs, save_with_openpyxl)):
        shutil.copy(workbooks[workbook], path)
        type_them(path, values)
    assert difference(cells_by_openpyxl(ours), cells_by_openpyxl(theirs)) == []


def test_what_is_not_typed_into_stays_as_it_was(workbooks: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "round1-draw.xlsx"
    shutil.copy(workbooks["draw"], path)
    typed = {cell: value for (title, cell), value in values_for(path).items() if title == "Draw"}
    type_in(path, {("Draw", cell): value for cell, value in typed.items()})
    with zipfile.ZipFile(workbooks["draw"]) as old, zipfile.ZipFile(path) as new:
        assert new.namelist() == old.namelist()
        others = [name for name in old.namelist() if "/sheet" not in name]
        assert len(others) > 5
        assert [new.read(name) for name in others] == [old.read(name) for name in others]
    before, after = openpyxl.load_workbook(workbooks["draw"])["Draw"], openpyxl.load_workbook(path)["Draw"]
    assert {cell: after[cell].value for cell in typed} == {
        cell: None if value == "" else value for cell, value in typed.items()
    }
    assert len({before[cell].style_id for cell in typed}) > 2
    assert {cell: after[cell].style_id for cell in typed} == {cell: before[cell].style_id for cell in typed}
    assert after.merged_cells.ranges == before.merged_cells.ranges
    assert after.column_dimensions["A"].width == before.column_dimensions["A"].width


def test_typing_twice_keeps_the_second(workbooks: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "empty.xlsx"
    shutil.copy(workbooks["empty"], path)
    type_in(path, {("Sheet", "B3"): "one", ("Sheet", "C3"): 1})
    type_in(path, {("Sheet", "B3"): 2, ("Sheet", "A3"): "=B3"})
    sheet = openpyxl.load_workbook(path)["Sheet"]
    assert [cell.value for cell in sheet[3]] == ["=B3", 2, 1]


def test_a_sheet_that_is_not_there_and_a_value_that_needs_a_format_are_refused(
    workbooks: dict[str, Path], tmp_path: Path
) -> None:
    path = tmp_path / "empty.xlsx"
    shutil.copy(workbooks["empty"], path)
    with pytest.raises(KeyError, match="Table 9"):
        type_in(path, {("Table 9", "A1"): 1})
    with pytest.raises(TypeError, match="format"):
        type_in(path, {("Sheet", "A1"): dt.time(4, 1)})
    assert path.read_bytes() == workbooks["empty"].read_bytes()
