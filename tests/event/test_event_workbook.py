"""event.xlsx as directors fill it in: what is understood, what is a mistake and where, what it looks like."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest
from club_system import Club, ClubEvent, ClubPlayer, install, small_event
from looking import open_whole
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from sheetscore.event.load import examine_event
from sheetscore.event.model import Event, Header
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.findings import Finding, Severity
from sheetscore.problems import UnreadableFile

Edit = Callable[[Workbook], object]


@pytest.fixture(autouse=True)
def _clubs(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def edited(folder: Path, edit: Edit, event: ClubEvent | None = None) -> Path:
    """The workbook of an event after somebody worked on it."""
    path = folder / "event.xlsx"
    write_event_workbook(event or small_event(), path)
    book = open_whole(path)
    edit(book)
    book.save(path)
    return path


def found_after(folder: Path, edit: Edit) -> list[Finding]:
    return list(examine_event(edited(folder, edit))[1])


def places(findings: list[Finding]) -> list[tuple[str, str, str]]:
    return [(found.code, found.sheet, found.cell) for found in findings]


def cell_of(sheet: Worksheet, text: object) -> str:
    """The address of the cell that holds something."""
    (address,) = (cell.coordinate for row in sheet.iter_rows() for cell in row if cell.value == text)
    return str(address)


def value_cell(book: Workbook, label: str) -> str:
    """The address of the value beside a label of the Event sheet."""
    return cell_of(book["Event"], label).replace("A", "B")


@pytest.mark.parametrize(
    ("label", "typed", "path", "value"),
    [
        ("Rounds *", " 2 ", "header.rounds", 2),
        ("Rounds *", 2.0, "header.rounds", 2),
        ("Rounds *", "２", "header.rounds", 2),
        ("Name *", 1991, "header.name", "1991"),
        ("Date", dt.date(1991, 7, 5), "header.date", dt.date(1991, 7, 5)),
        ("Date", dt.datetime(1991, 7, 5), "header.date", dt.date(1991, 7, 5)),
        ("Date", "1991-07-05", "header.date", dt.date(1991, 7, 5)),
        ("Paper", " A4 ", "header.paper", "a4"),
        ("Paper", None, "header.paper", "letter"),
        ("Clocks", "No", "settings.clocks", False),
        ("Clocks", True, "settings.clocks", True),
        ("Clocks", "x", "settings.clocks", True),
        ("Laws", "No talk, no phones; Clocks +5", "settings.laws", ("No talk, no phones", "Clocks +5")),
        ("Laws", "No talk\n\nno phones;", "settings.laws", ("No talk", "no phones")),
        ("Laws", " ; ", "settings.laws", ()),
        ("Laws", 12, "settings.laws", ("12",)),
        ("Bye points", "0,5", "settings.bye_points", 0.5),
        ("Bye points", 0.5, "settings.bye_points", 0.5),
    ],
)
def test_values_are_understood_as_people_type_them(
    tmp_path: Path, label: str, typed: object, path: str, value: object
) -> None:
    def edit(book: Workbook) -> None:
        book["Event"][value_cell(book, label)].value = typed

    event = Event.load(edited(tmp_path, edit))
    part, name = path.split(".")
    assert getattr(getattr(event, part), name) == value


@pytest.mark.parametrize(
    ("label", "typed"),
    [
        ("Rounds *", "1.000"),
        ("Rounds *", "1⁴"),
        ("Rounds *", "TRUE"),
        ("Bye points", "1,000"),
        ("Bye points", "7.000"),
        ("Bye points", "1_0"),
        ("Bye points", "²"),
        ("Clocks", "perhaps"),
        ("Clocks", "¹"),
    ],
)
def test_what_can_be_read_in_two_ways_is_a_mistake(tmp_path: Path, label: str, typed: str) -> None:
    def edit(book: Workbook) -> None:
        book["Event"][value_cell(book, label)].value = typed

    (found,) = found_after(tmp_path, edit)
    assert found.code == "event-value"
    assert f'"{typed}"' in found.message


@pytest.mark.parametrize("label", ["Rounds *", "Bye points"])
def test_a_truth_value_is_no_number(tmp_path: Path, label: str) -> None:
    def edit(book: Workbook) -> None:
        book["Event"][value_cell(book, label)].value = True

    (found,) = found_after(tmp_path, edit)
    assert found.code == "event-value"
    assert "is true. Put a" in found.message


@pytest.mark.parametrize("typed", ["2, 3", "3 2", "2;3", "2/3", "2 + 3"])
def test_lists_are_understood_as_people_type_them(tmp_path: Path, typed: str) -> None:
    event = small_event(header=Header(name="x", system="clubs", rounds=3))

    def edit(book: Workbook) -> None:
        book["Players"]["H5"].value = typed
        book["Rounds"]["A7"].value, book["Rounds"]["B7"].value, book["Rounds"]["C7"].value = 3, "FORD", 1

    assert Event.load(edited(tmp_path, edit, event)).player("P01").absent == (2, 3)


def test_a_number_is_an_id_too(tmp_path: Path) -> None:
    def edit(book: Workbook) -> None:
        book["Players"]["A8"].value = 12

    assert Event.load(edited(tmp_path, edit)).player("12").name == "Dee"


def test_columns_and_sheets_may_be_moved_and_spelled_otherwise(tmp_path: Path) -> None:
    def edit(book: Workbook) -> None:
        sides = book["Sides"]
        sides.insert_cols(1)
        sides.insert_rows(1, amount=3)
        for row in sides.iter_rows(min_row=7):
            row[0].value, row[2].value = row[2].value, None
        sides["A7"].value = "ID"
        clubs = book["Clubs"]
        clubs.insert_rows(6)
        clubs.title = "other"  # openpyxl makes CLUBS1 of a mere change of capitals
        clubs.title = "CLUBS"
        book.move_sheet("Sides", -3)
        book["Players"]["G4"].value = "last_round"
        book["Event"].insert_rows(2)

    assert Event.load(edited(tmp_path, edit)) == small_event()


def test_a_list_without_rows_or_without_its_sheet_is_empty(tmp_path: Path) -> None:
    event = Event.load(edited(tmp_path, lambda book: book.remove(book["Wishes"])))
    assert event == small_event(wishes=())


def test_wrong_values_are_found_with_their_cells(tmp_path: Path) -> None:
    def edit(book: Workbook) -> None:
        book["Event"][value_cell(book, "Paper")].value = "legal"
        book["Event"][value_cell(book, "Date")].value = "5/7/1991"
        book["Players"]["C5"].value = "strong"
        book["Players"]["B6"].value = None
        book["Players"]["H7"].value = 2.3
        book["Players"]["A8"].value = "a b"
        book["Sides"]["E5"].value = 21

    book = open_whole(edited(tmp_path, lambda _: None))
    assert places(found_after(tmp_path, edit)) == [
        ("event-value", "Event", value_cell(book, "Date")),
        ("event-value", "Event", value_cell(book, "Paper")),
        ("event-value", "Players", "C5"),
        ("event-missing", "Players", "B6"),
        ("event-value", "Players", "H7"),
        ("event-value", "Players", "A8"),
        ("event-value", "Sides", "E5"),
    ]


def test_findings_between_parts_point_at_cells(tmp_path: Path) -> None:
    def edit(book: Workbook) -> None:
        book["Players"]["A6"].value = "p01"
        book["Players"]["I8"].value = "rde"
        book["Rounds"]["B6"].value = "frod"
        book["Rounds"]["A6"].value = 1
        book["Balances"]["C5"].value = 3

    findings = found_after(tmp_path, edit)
    assert places(findings) == [
        ("event-duplicate", "Players", "A6"),
        ("event-reference", "Players", "I8"),
        ("event-reference", "Rounds", "B6"),
        ("event-duplicate", "Rounds", "A6"),
        ("event-rule", "Sides", "C5"),
    ]
    assert 'Did you mean "red"?' in findings[1].message


def test_rows_that_belong_to_nothing_are_found_and_checked_like_others(tmp_path: Path) -> None:
    def edit(book: Workbook) -> None:
        book["Sides"]["A6"].value = "frod"
        book["Balances"]["B5"].value = "nroth"
        book["Balances"]["C5"].value = 7
        book["Balances"]["A6"].value = None

    findings = found_after(tmp_path, edit)
    assert places(findings) == [
        ("event-reference", "Sides", "A6"),
        ("event-reference", "Balances", "B5"),
        ("event-missing", "Balances", "A6"),
        ("event-value", "Balances", "C5"),
    ]
    assert 'Did you mean "ford"?' in findings[0].message
    assert 'Did you mean "north"?' in findings[1].message


def test_unknown_columns_lines_and_sheets_are_refused(tmp_path: Path) -> None:
    def edit(book: Workbook) -> None:
        book["Players"]["C4"].value = "Raiting"
        book["Players"]["L9"].value = "call him"
        book["Clubs"]["C4"].value = "NAME"
        book["Event"][cell_of(book["Event"], "Seed")].value = "Sede"
        book["Rounds"].title = "Round plan"
        book.create_sheet("Blank")

    findings = found_after(tmp_path, edit)
    seed = open_whole(edited(tmp_path, lambda _: None))
    assert places(findings) == [
        ("event-unknown", "Event", value_cell(seed, "Seed")),
        ("event-duplicate", "Clubs", "C4"),
        ("event-unknown", "Players", "C4"),
        ("event-unknown", "Players", "L9"),
        ("event-unknown", "Round plan", "A1"),
    ]
    nearest = ["Seed", "NAME", "Rating", "", "Rounds"]
    assert all(word in found.message for word, found in zip(nearest, findings, strict=False))


def test_a_missing_column_is_one_finding_not_one_a_row(tmp_path: Path) -> None:
    (missing,) = found_after(tmp_path, lambda book: book["Players"].delete_cols(2))
    assert (missing.code, missing.sheet, missing.cell) == ("event-missing", "Players", "A4")
    assert '"Name"' in missing.message


def test_a_list_without_headings_is_found(tmp_path: Path) -> None:
    findings = found_after(tmp_path, lambda book: book["Clubs"].delete_rows(4))
    assert ("event-missing", "Clubs", "A1") in places(findings)


def test_error_values_are_found(tmp_path: Path) -> None:
    def edit(book: Workbook) -> None:
        book["Players"]["B5"].value = "#REF!"
        book["Event"][value_cell(book, "Rounds *")].value = "#NAME?"

    assert [(found.code, found.cell) for found in found_after(tmp_path, edit)] == [
        ("formula-error", value_cell(open_whole(tmp_path / "event.xlsx"), "Rounds *")),
        ("formula-error", "B5"),
    ]


def test_formulas_that_show_nothing_are_a_warning(tmp_path: Path) -> None:
    def edit(book: Workbook) -> None:
        book["Players"]["C5"].value = "=C6"
        book["Players"]["C6"].value = "=C7"

    event, (found,) = examine_event(edited(tmp_path, edit))
    assert (found.code, found.cell, found.severity) == ("typed-formula", "C5", Severity.WARNING)
    assert event is not None
    assert event.player("P01").rating is None


def test_a_line_given_twice_is_a_mistake(tmp_path: Path) -> None:
    def edit(book: Workbook) -> None:
        book["Event"]["A40"].value, book["Event"]["B40"].value = "seed", 3
        book["Event"]["A41"].value = "remember the clocks"

    assert places(found_after(tmp_path, edit)) == [("event-duplicate", "Event", "B40")]


def test_other_workbooks_are_no_events(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="no event"):
        examine_event(edited(tmp_path, lambda book: setattr(book["Event"], "title", "Events 1")))
    with pytest.raises(UnreadableFile, match="not an event"):
        examine_event(edited(tmp_path, lambda book: setattr(book["_sheetscore"]["A1"], "value", "round")))
    with pytest.raises(UnreadableFile, match="later"):
        examine_event(edited(tmp_path, lambda book: setattr(book["_sheetscore"]["B1"], "value", 2)))


def test_the_hidden_mark_may_be_missing(tmp_path: Path) -> None:
    assert Event.load(edited(tmp_path, lambda book: book.remove(book["_sheetscore"]))) == small_event()


def test_there_is_room_for_200_players_and_60_more(tmp_path: Path) -> None:
    many = tuple(ClubPlayer(id=f"P{number}", name=f"Player {number}") for number in range(190))
    for event, last in ((small_event(), 204), (small_event(players=many), 254)):
        book = open_whole(edited(tmp_path, lambda _: None, event))
        ranges = [next(iter(rule.sqref.ranges)) for rule in book["Players"].data_validations.dataValidation]
        assert all(area.min_row == 5 and area.max_row >= last for area in ranges)
        assert len(ranges) == 10


def test_every_box_has_help_and_choices_have_a_list(tmp_path: Path) -> None:
    book = open_whole(edited(tmp_path, lambda _: None))
    assert book["_sheetscore"].sheet_state == "hidden"
    for sheet in book.worksheets[:-1]:
        rules = sheet.data_validations.dataValidation
        assert rules
        assert all(rule.prompt and rule.promptTitle for rule in rules)
        assert not sheet.protection.sheet
    kind, players = (rule for rule in book["Wishes"].data_validations.dataValidation if rule.type == "list")
    assert kind.formula1 == '"forbid,request"'
    assert not players.showErrorMessage, "two are named, of whom the list gives one"
    (clubs,) = (rule for rule in book["Players"].data_validations.dataValidation if rule.type == "list")
    assert "'Clubs'!$A$5:$A$204" in clubs.formula1


def test_sheets_print_on_the_paper_of_the_event_with_their_headings(tmp_path: Path) -> None:
    header = Header(name="A & B", system="clubs", rounds=2, paper="a4")
    book = open_whole(edited(tmp_path, lambda _: None, small_event(header=header)))
    for sheet in book.worksheets[:-1]:
        assert sheet.page_setup.paperSize == 9
        assert sheet.sheet_properties.pageSetUpPr is not None
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (None, 0)
        assert sheet.title == "Event" or sheet.print_title_rows == "$4:$4"
        assert sheet.freeze_panes is not None


def test_ids_are_offered_where_parts_are_referred_to(tmp_path: Path) -> None:
    path = edited(tmp_path, lambda _: None, small_event(clubs=(Club(id="a", name="A"),), players=()))
    sides = open_whole(path)["Balances"].data_validations.dataValidation
    assert [("'Scenarios'!$A$5" in (rule.formula1 or ""), "'Sides'!$B$5" in (rule.formula1 or "")) for rule in sides][
        :2
    ] == [(True, False), (False, True)]
