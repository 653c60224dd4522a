"""event.xlsx of every system: whatever is chosen is chosen from a list, in boxes that say what belongs there."""

from __future__ import annotations

from pathlib import Path

import pytest
from dice_system import install
from diplomacy_event import diplomacy_event
from looking import open_whole, values_in
from match_event import match_event
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.datavalidation import DataValidation
from registered import SYSTEMS

from sheetscore.event.cells import EVENT_SHEET, MARK_SHEET, list_tables, offers, sheet_columns
from sheetscore.event.load import examine_event, load_event
from sheetscore.event.model import Event
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.tables import EventColumn, Kind, inner_tables, table_of
from sheetscore.scoring.boards.library import board_systems
from sheetscore.systems.match.model import Handicap, MatchEvent
from sheetscore.systems.system import system_called

MOST_IN_PROMPT = 255


@pytest.fixture(autouse=True)
def _dice(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def written(system: str, folder: Path, **header: object) -> Workbook:
    event = system_called(system).starter("Test")
    event = event.model_copy(update={"header": event.header.model_copy(update=header)})
    write_event_workbook(event, folder / "event.xlsx")
    return open_whole(folder / "event.xlsx")


def rules(book: Workbook, title: str) -> dict[str, DataValidation]:
    """Give the validations of a sheet by what they are called, which is what stands beside or above the boxes."""
    return {str(rule.promptTitle): rule for rule in book[title].data_validations.dataValidation}


def columns_of(model: type[Event]) -> dict[str, list[EventColumn]]:
    """Give the values on every sheet to fill in."""
    root = table_of(model)
    single = [column for table in root.tables if table.single for column in table.columns if not column.unseen]
    lists = {table.title: [*sheet_columns(table)] for table in list_tables(root)}
    return {EVENT_SHEET: single, **lists}


def offered_by(rule: DataValidation) -> list[str]:
    return str(rule.formula1).strip('"').split(",")


@pytest.mark.parametrize("system", SYSTEMS)
def test_whatever_has_a_closed_list_is_chosen_from_it(system: str, tmp_path: Path) -> None:
    book = written(system, tmp_path)
    model: type[Event] = system_called(system).event_model
    paths = {table.path for table in list_tables(table_of(model)) if table.has_ids}
    for title, columns in columns_of(model).items():
        by_name = rules(book, title)
        for column in columns:
            rule = by_name[column.title]
            if column.kind is Kind.CHOICE:
                assert rule.type == "list"
                assert set(column.choices) <= set(offered_by(rule))
            elif column.kind is Kind.YES_NO:
                assert (rule.type, offered_by(rule)) == ("list", ["yes", "no"])
            elif column.offered or column.refers in paths:
                assert rule.type == "list"
                assert str(rule.formula1).startswith("OFFSET(")
            if column.many:
                assert not (rule.type == "list" and rule.showErrorMessage), "several may be typed"


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_box_says_what_belongs_there_in_whole_sentences(system: str, tmp_path: Path) -> None:
    book = written(system, tmp_path)
    for title, columns in columns_of(system_called(system).event_model).items():
        by_name = rules(book, title)
        for column in columns:
            prompt = str(by_name[column.title].prompt)
            assert column.description.startswith(prompt)
            assert prompt.endswith(".")
            assert len(prompt) <= MOST_IN_PROMPT
            assert prompt == column.description or len(column.description) > MOST_IN_PROMPT


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_others_refer_to_stands_before_them(system: str, tmp_path: Path) -> None:
    titles = written(system, tmp_path).sheetnames
    assert titles[0] == EVENT_SHEET
    assert titles[-1] == MARK_SHEET
    model: type[Event] = system_called(system).event_model
    tables = {table.path: table for table in inner_tables(table_of(model))}
    for table in tables.values():
        for column in (*table.parents, *table.columns):
            if column.refers in tables and column.refers != table.path:
                assert titles.index(tables[column.refers].title) < titles.index(table.title)


def test_teams_stand_before_their_players_and_these_before_pairs(tmp_path: Path) -> None:
    expected = ["Event", "Teams", "Players", "Pairings", "Schedule", "Scoring systems", "_sheetscore"]
    assert written("diplomacy", tmp_path).sheetnames == expected


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(("paper", "code"), [("letter", 1), ("a4", 9)])
def test_every_sheet_prints_on_the_paper_of_the_event(system: str, paper: str, code: int, tmp_path: Path) -> None:
    sheets = [sheet for sheet in written(system, tmp_path, paper=paper) if sheet.title != MARK_SHEET]
    assert {sheet.page_setup.paperSize for sheet in sheets} == {code}


# scoring systems


def test_all_scoring_systems_are_offered_each_with_its_line(tmp_path: Path) -> None:
    book = written("diplomacy", tmp_path)
    rule = rules(book, EVENT_SHEET)["Scoring"]
    assert "'Scoring systems'!$A$5:$A$61" in str(rule.formula1)
    assert rule.errorStyle == "warning", "a short name of a system is right, too"
    lines = {row[0]: str(row[1]) for row in book["Scoring systems"].iter_rows(min_row=5, values_only=True)}
    files = {file.id: file for file in board_systems()}
    assert len(files) == 57
    assert lines.keys() == files.keys()
    assert all(lines[id_] == f"{file.title}: {file.description}" for id_, file in files.items())


def test_the_line_on_the_system_that_is_chosen_follows_the_choice(tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    write_event_workbook(diplomacy_event(7, scoring="tribute"), path)
    shown = {row[0]: row[2] for row in values_in(path)[EVENT_SHEET]}["Scoring"]
    (tribute,) = (file for file in board_systems() if file.id == "tribute")
    assert str(shown).endswith(f"\n{tribute.title}: {tribute.description}")
    assert load_event(path).settings == diplomacy_event(7, scoring="tribute").settings


def test_the_systems_of_an_event_are_offered_with_those_that_come_along(tmp_path: Path) -> None:
    own = tmp_path / "templates" / "scoring"
    own.mkdir(parents=True)
    (own / "club.toml").write_text(
        'id = "club"\ntitle = "Club"\ndescription = "A point a centre."\n'
        '[draw]\nalive = "centres"\neliminated = 0\n[solo]\nwinner = 34\nalive = 0\neliminated = 0\n',
        encoding="utf-8",
    )
    event = diplomacy_event(7).loaded_from(tmp_path)
    (scoring,) = offers(table_of(type(event))).values()
    assert scoring.offered is not None
    assert scoring.offered.lines(event.own_templates)["club"] == "Club: A point a centre."
    (own / "club.toml").write_text("id = 7", encoding="utf-8")
    assert len(scoring.offered.lines(event.own_templates)) == 57


# players by their names


def label_of(book: Workbook, row: int) -> object:
    return book[MARK_SHEET].cell(row, 4).value


def test_players_are_offered_by_name_and_id(tmp_path: Path) -> None:
    event = match_event(players=4)
    write_event_workbook(event, tmp_path / "event.xlsx")
    book = load_workbook(tmp_path / "event.xlsx", data_only=True)
    rule = rules(book, "Handicaps")["Player"]
    assert "'_sheetscore'!$D$1:$D$" in str(rule.formula1)
    first = event.players[0]
    assert label_of(book, 1) == f"{first.name} ({first.id})"


def with_handicap(folder: Path, player: str) -> Path:
    """Type a handicap into event.xlsx: somebody, against P02."""
    event = match_event(players=4, given=(Handicap(player="P01", against="P02", game_system="Hills", points="8"),))
    write_event_workbook(event, folder / "event.xlsx")
    book = load_workbook(folder / "event.xlsx")
    (cell,) = (cell for row in book["Handicaps"].iter_rows() for cell in row if cell.value == "P01")
    cell.value = player
    book.save(folder / "event.xlsx")
    return folder / "event.xlsx"


@pytest.mark.parametrize(
    ("typed", "id_"), [("Player 3 (P03)", "P03"), ("player 3", "P03"), ("P03", "P03"), ("p03", "p03")]
)
def test_whoever_is_chosen_by_name_is_meant(tmp_path: Path, typed: str, id_: str) -> None:
    event = load_event(with_handicap(tmp_path, typed))
    assert isinstance(event, MatchEvent)
    assert event.handicaps[0].player == id_


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Player 3 (P01)", "P01 is Player 1"),
        ("Walter Plinge", 'No player has the name "Walter Plinge"'),
        ("P99", 'No player has the id "P99"'),
    ],
)
def test_who_cannot_be_told_is_one_mistake_at_its_cell(tmp_path: Path, typed: str, said: str) -> None:
    _, findings = examine_event(with_handicap(tmp_path, typed))
    (one,) = (one for one in findings if one.is_error)
    assert (one.code, one.sheet, one.cell) == ("event-reference", "Handicaps", "A5")
    assert said in one.message
