"""Sheets that were copied and filled in while the original was deleted: read as the pages that they show, or named."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from amps_event import amps_event, drawn
from looking import open_whole
from openpyxl.workbook import Workbook
from openpyxl.workbook.defined_name import DefinedName
from round_contexts import blank_round

from sheetscore.forms.form import FieldKey, Value
from sheetscore.reading.provisional import complete_tables
from sheetscore.reading.round_workbook import ReadRound, read_round
from sheetscore.sheets.round_workbook import field_places, write_round
from sheetscore.systems.amps import AMPS
from sheetscore.systems.tasks.forms import drawn_pilots
from sheetscore.workbooks.cell_refs import Area

EVENT = amps_event(players=18, tables=2)
DRAW, FORMS = drawn(EVENT)
ONE_IN: dict[FieldKey, Value] = {
    **drawn_pilots(DRAW),
    **{FieldKey(1, page.seat, "claimed.sp"): 3 for page in FORMS.tables[0].seats},
}
"""Table 1 is complete, table 2 is blank."""

TYPED = FieldKey(2, "strike.1", "claimed.sp")
ENTRIES: dict[FieldKey, Value] = {**ONE_IN, TYPED: 17}
TWO, COPY = "Table 2", "Table 2 (2)"
CELL = field_places(FORMS)[TYPED][1]

Edit = Callable[[Workbook], None]


def copied_and_filled(book: Workbook) -> None:
    """Copy the sheet of table 2 as Excel does, and fill in the copy: names of its own stand for those of the book."""
    copy = book.copy_worksheet(book[TWO])
    copy.title = COPY
    copy[CELL] = 17


def own_names(book: Workbook) -> None:
    for name, defined in book.defined_names.items():
        area = Area.parse(defined.attr_text)
        if area.sheet == TWO:
            reference = Area(COPY, area.row, area.column, area.last_row, area.last_column).reference
            book[COPY].defined_names[name] = DefinedName(name, attr_text=reference)


def lost_names(book: Workbook) -> None:
    for defined in book.defined_names.values():
        if Area.parse(defined.attr_text).sheet == TWO:
            defined.attr_text = defined.attr_text.replace(f"'{TWO}'", "#REF", 1)


def no_names(book: Workbook) -> None:
    for name in [name for name, defined in book.defined_names.items() if TWO in defined.attr_text]:
        del book.defined_names[name]


def deleted(book: Workbook) -> None:
    del book[TWO]


def in_its_place(book: Workbook) -> None:
    book[COPY].title = TWO


def pages_cleared(book: Workbook) -> None:
    """Clear all that stands on the original, its captions and codes, too."""
    sheet = book[TWO]
    for merged in list(sheet.merged_cells.ranges):
        sheet.unmerge_cells(str(merged))
    for row in sheet.iter_rows():
        for cell in row:
            cell.value = None


def a_row_inserted(book: Workbook) -> None:
    sheet = book[COPY]
    sheet.merged_cells.ranges.clear()
    sheet.insert_rows(3, 2)


def copied_again(book: Workbook) -> None:
    again = book.copy_worksheet(book[COPY])
    again.title = "Table 2 (3)"


def filled_otherwise(book: Workbook) -> None:
    book["Table 2 (3)"][CELL] = 18


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sheets") / "round1.xlsx"
    write_round(path, EVENT, FORMS, ONE_IN)
    return path


@pytest.fixture
def changed(original: Path, tmp_path: Path) -> Callable[..., ReadRound]:
    """Change a copy of the workbook and read it."""

    def change(*edits: Edit) -> ReadRound:
        path = Path(shutil.copy(original, tmp_path / "round1.xlsx"))
        book = open_whole(path)
        for edit in (copied_and_filled, *edits):
            edit(book)
        book.save(path)
        return read_round(path, AMPS, blank_round(EVENT, FORMS, DRAW))

    return change


def located(read: ReadRound) -> list[tuple[str, str]]:
    return [(one.code, one.message) for one in read.findings if one.code in {"structure", "page-twice", "stray-value"}]


@pytest.mark.parametrize(
    "edits",
    [
        (own_names, lost_names, deleted),
        (own_names, no_names, deleted),
        (own_names, deleted),
        (lost_names, deleted),
        (no_names, deleted),
        (deleted,),
        (lost_names, deleted, in_its_place),
        (deleted, in_its_place),
        (lost_names, deleted, copied_again),
        (deleted, copied_again),
    ],
    ids=lambda edits: ", ".join(edit.__name__ for edit in edits),
)
def test_a_copy_is_read_as_the_page_whose_original_was_deleted(
    changed: Callable[..., ReadRound], edits: tuple[Edit, ...]
) -> None:
    read = changed(*edits)
    assert located(read) == []
    assert read.entered.entries == ENTRIES


@pytest.mark.parametrize("names", [lost_names, no_names, own_names])
def test_two_copies_that_differ_are_named(changed: Callable[..., ReadRound], names: Edit) -> None:
    found = located(changed(names, deleted, copied_again, filled_otherwise))
    assert [code for code, _ in found] == ["page-twice"]
    assert "“Table 2 (3)”" in found[0][1]
    assert "“17”" in found[0][1]
    assert "“18”" in found[0][1]


@pytest.mark.parametrize("names", [lost_names, no_names])
def test_a_copy_that_cannot_be_told_for_certain_is_named(changed: Callable[..., ReadRound], names: Edit) -> None:
    read = changed(names, deleted, a_row_inserted)
    found = located(read)
    assert [code for code, _ in found] == ["page-twice"]
    assert f"“{COPY}”" in found[0][1]
    assert "table 2: table sheet gone" in found[0][1]
    assert read.entered.entries == ENTRIES  # the other pages hang on their own codes


@pytest.mark.parametrize("names", [lost_names, no_names])
def test_an_incomplete_table_on_a_copy_is_not_left_out_without_a_word(
    changed: Callable[..., ReadRound], names: Edit
) -> None:
    done = changed(names, deleted, a_row_inserted)
    scored, missing = complete_tables(AMPS, blank_round(EVENT, FORMS, DRAW), done)
    assert missing == (2,)
    assert any(one.is_error and f"“{COPY}”" in one.message for one in scored.findings)


def test_a_copy_of_a_sheet_that_was_cleared_is_named(changed: Callable[..., ReadRound]) -> None:
    read = changed(pages_cleared)
    assert [code for code, message in located(read) if f"“{COPY}”" in message] == ["page-twice"]
    assert TYPED not in read.entered.entries


def test_a_copy_of_a_blank_original_is_named(changed: Callable[..., ReadRound]) -> None:
    ((code, message),) = located(changed())
    assert code == "page-twice"
    assert f"“{COPY}”" in message
    assert "“17”" in message
