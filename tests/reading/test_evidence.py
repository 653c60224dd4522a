"""Where blocks are found after a workbook was changed: two of name, map and print must agree."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from amps_event import BRIDGE, amps_event, drawn, page
from looking import open_whole
from openpyxl.workbook import Workbook
from round_contexts import blank_round

from sheetscore.forms.form import FieldKey, Value
from sheetscore.reading.round_workbook import ReadRound, read_round
from sheetscore.sheets.round_workbook import field_places, write_round
from sheetscore.systems.amps import AMPS
from sheetscore.systems.tasks.forms import drawn_pilots
from sheetscore.workbooks.cell_refs import Area

EVENT = amps_event(players=18, tables=2)
DRAW, FORMS = drawn(EVENT)
ENTRIES: dict[FieldKey, Value] = {
    **drawn_pilots(DRAW),
    **page(1, "strike.1", {"strike.hits.1.target": "Bridge", "strike.hits.1.d": 2, "strike.hits.4.d": 1}),
    **page(1, "strike.1", {"strike.bombing.2.odds": "4:1", "claimed.sp": 18, "strike.hits.4.target": "Lorry"}),
    **page(2, "ds.1", {"defense-suppression.sam.6.d": 1, "defense-suppression.sam.6.target": "Hawk"}),
    **page(2, "", {"team_points.strike.home": 1, "log.2.event": "all home"}),
}


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sheets") / "round1.xlsx"
    write_round(path, EVENT, FORMS, ENTRIES)
    return path


@pytest.fixture
def changed(original: Path, tmp_path: Path) -> Callable[[Callable[[Workbook], None]], ReadRound]:
    """Change a copy of the workbook and read it."""

    def change(edit: Callable[[Workbook], None]) -> ReadRound:
        path = Path(shutil.copy(original, tmp_path / "round1.xlsx"))
        book = open_whole(path)
        edit(book)
        book.save(path)
        return read_round(path, AMPS, blank_round(EVENT, FORMS, DRAW))

    return change


Change = Callable[[Callable[[Workbook], None]], ReadRound]


def structural(read: ReadRound) -> list[str]:
    return [one.message for one in read.findings if one.code in {"structure", "stray-value"}]


def names_follow(book: Workbook, move: Callable[[Area], Area]) -> None:
    """Let the defined names follow a change, as spreadsheet programs do and openpyxl does not."""
    for name in book.defined_names.values():
        name.attr_text = move(Area.parse(name.attr_text)).reference


def test_unchanged_sheets_are_read_as_they_were_written(changed: Change) -> None:
    read = changed(lambda _: None)
    assert not structural(read)
    assert read.entered.entries == ENTRIES


def test_renamed_and_sorted_sheets(changed: Change) -> None:
    def edit(book: Workbook) -> None:
        book["Table 1"].title = "Anna's table"
        book.move_sheet("Table 2", -2)
        names_follow(
            book,
            lambda area: (
                Area("Anna's table", area.row, area.column, area.last_row, area.last_column)
                if area.sheet == "Table 1"
                else area
            ),
        )

    read = changed(edit)
    assert not structural(read)
    assert read.entered.entries == ENTRIES


def below(row: int, by: int) -> Callable[[Area], Area]:
    def move(area: Area) -> Area:
        first, last = (at + by if area.sheet == "Table 1" and at >= row else at for at in (area.row, area.last_row))
        return Area(area.sheet, first, area.column, last, area.last_column)

    return move


def row_of(field: str) -> int:
    cell = field_places(FORMS)[FieldKey(1, "strike.1", field)][1]
    return int("".join(sign for sign in cell if sign.isdecimal())) - 1


@pytest.mark.parametrize("field", ["seat.pilot", "strike.hits.1.d", "strike.hits.4.d", "claimed.sp"])
def test_inserted_rows_above_and_within_a_block(changed: Change, field: str) -> None:
    row = row_of(field)

    def edit(book: Workbook) -> None:
        sheet = book["Table 1"]
        sheet.merged_cells.ranges.clear()
        sheet.insert_rows(row + 1, 2)
        names_follow(book, below(row, 2))

    read = changed(edit)
    assert not structural(read)
    assert read.entered.entries == ENTRIES


def test_values_on_an_inserted_row_have_no_number_and_are_named(changed: Change) -> None:
    row = row_of("strike.hits.4.d")

    def edit(book: Workbook) -> None:
        sheet = book["Table 1"]
        sheet.merged_cells.ranges.clear()
        sheet.insert_rows(row + 1, 1)
        sheet.cell(row + 1, 2, "Bridge")
        names_follow(book, below(row, 1))

    (said,) = structural(changed(edit))
    assert "without a number in “Damage to targets”" in said


def test_a_deleted_row_is_named(changed: Change) -> None:
    row = row_of("strike.hits.4.d")

    def edit(book: Workbook) -> None:
        sheet = book["Table 1"]
        sheet.merged_cells.ranges.clear()
        sheet.delete_rows(row + 1)
        names_follow(book, below(row + 1, -1))

    (said,) = structural(changed(edit))
    assert "line 4 of “Damage to targets” is missing" in said


def test_a_deleted_sheet_is_named(changed: Change) -> None:
    def edit(book: Workbook) -> None:
        del book["Table 2"]

    (said,) = structural(changed(edit))
    assert "table 2: all pages missing" in said


def test_a_copied_sheet_does_not_count_twice(changed: Change) -> None:
    def edit(book: Workbook) -> None:
        copy = book.copy_worksheet(book["Table 1"])
        copy.title = "Table 1 (2)"
        copy["B80"] = "nonsense"

    read = changed(edit)
    assert not structural(read)
    assert read.entered.entries == ENTRIES


@pytest.mark.parametrize("lost", ["names", "map", "codes"])
def test_any_two_witnesses_are_enough(changed: Change, lost: str) -> None:
    def edit(book: Workbook) -> None:
        if lost == "names":
            book.defined_names.clear()
        elif lost == "map":
            del book["_sheetscore"]
        else:
            for title in ("Table 1", "Table 2"):
                for row in book[title].iter_rows():
                    for cell in row:
                        if str(cell.value).startswith("R01-T"):
                            cell.value = None

    read = changed(edit)
    assert not structural(read)
    assert read.entered.entries == ENTRIES


def test_one_witness_alone_is_not(changed: Change) -> None:
    def edit(book: Workbook) -> None:
        book.defined_names.clear()
        del book["_sheetscore"]

    read = changed(edit)
    assert structural(read)
    assert read.status == "errors"


def test_a_workbook_that_is_not_ours_is_said_to_be_none(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.save(tmp_path / "round1.xlsx")
    read = read_round(tmp_path / "round1.xlsx", AMPS, blank_round(EVENT, FORMS, DRAW))
    assert [one.code for one in read.findings] == ["structure"]
    assert "not one of our score sheets" in read.findings[0].message


def test_captions_that_end_a_longer_row_of_captions_are_not_mistaken_for_it(tmp_path: Path) -> None:
    both = BRIDGE.sides[0].model_copy(update={"tasks": ("air-combat", "strike")})
    event = amps_event(scenarios=(BRIDGE.model_copy(update={"sides": (both, *BRIDGE.sides[1:])}),))
    draw, forms = drawn(event)
    entries = {
        **drawn_pilots(draw),
        **page(
            1, "strike.1", {"strike.own.h": 1, "air-combat.damage.1.star": 1, "air-combat.damage.1.aircraft": "cap.1"}
        ),
    }
    path = tmp_path / "round1.xlsx"
    write_round(path, event, forms, entries)
    book = open_whole(path)
    del book["_sheetscore"]
    book.save(path)
    read = read_round(path, AMPS, blank_round(event, forms, draw))
    assert not structural(read)
    assert read.entered.entries == entries


def test_a_pilot_who_is_typed_over_the_list_of_seats_is_named(changed: Change) -> None:
    def edit(book: Workbook) -> None:
        book["Table 1"]["F8"] = "Pilot 3 (P03)"  # the grey name of the second seat

    (said,) = structural(changed(edit))
    assert said.startswith("nothing is read in F8 (“Pilot 3 (P03)”)")


def test_a_number_that_is_typed_over_what_an_award_is_worth_is_named(changed: Change) -> None:
    def edit(book: Workbook) -> None:
        assert book["Table 1"]["I19"].value == 6
        book["Table 1"]["I19"] = 9

    (said,) = structural(changed(edit))
    assert said.startswith("there are values beside the boxes of “Team points: Strike flight”: I19 (“9”)")


def test_a_number_over_a_printed_caption_is_found_though_lines_are_numbered_so(changed: Change) -> None:
    def edit(book: Workbook) -> None:
        sheet = book["Table 1"]
        assert sheet["A5"].value == "Seats"
        sheet["A5"] = 2

    assert structural(changed(edit)) == [
        "nothing is read in A5 (“2”); if that belongs in a box, put it there, otherwise clear it"
    ]


def test_a_one_over_the_heading_of_a_pilots_page_is_no_number_of_a_line(changed: Change) -> None:
    at = []

    def edit(book: Workbook) -> None:
        cell = next(row[0] for row in book["Table 1"].iter_rows() if str(row[0].value).startswith("Opposite"))
        cell.value = 1
        at.append(cell.coordinate)

    assert structural(changed(edit)) == [
        f"nothing is read in {at[0]} (“1”); if that belongs in a box, put it there, otherwise clear it"
    ]


def test_what_was_typed_into_a_box_is_not_ours_when_it_stands_in_a_heading(changed: Change) -> None:
    """The sheets were written with the target in its box; a hand has exchanged it with the name of the event."""
    at: list[str] = []

    def edit(book: Workbook) -> None:
        sheet = book["Table 1"]
        named = [row[0] for row in sheet.iter_rows() if row[0].value == sheet["A1"].value]
        target = sheet[f"B{row_of('strike.hits.1.target') + 1}"]
        assert target.value == "Bridge"
        target.value, named[2].value = named[2].value, target.value
        at.append(named[2].coordinate)

    assert structural(changed(edit)) == [
        f"nothing is read in {at[0]} (“Bridge”); if that belongs in a box, put it there, otherwise clear it"
    ]


def test_boxes_that_were_cleared_across_two_blocks_are_asked_about(changed: Change) -> None:
    """The rule of the second block went with them, and nothing else of what is printed."""

    def edit(book: Workbook) -> None:
        sheet = book["Table 1"]
        at = next(
            (row, column)
            for row in range(1, 200)
            for column in range(1, 20)
            if str(sheet.cell(row, column).value).startswith("SP: only suppressed 2")
        )
        for row in range(at[0] - 4, at[0] + 1):
            sheet.cell(row, at[1]).value = None

    (said,) = [one for one in changed(edit).findings if one.code == "page-edge"]
    assert said.message.startswith("table 1, ds.1: “SP: only suppressed 2")
    assert said.message.endswith("no longer printed above “Anti-aircraft guns”; see that no box was cleared with it")
