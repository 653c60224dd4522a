"""event.xlsx of every system: whatever is chosen is chosen from a list, in boxes that say what belongs there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from dice_system import install
from diplomacy_event import diplomacy_event
from looking import open_whole, values_in
from match_event import match_event
from openpyxl import Workbook
from openpyxl.worksheet.datavalidation import DataValidation
from registered import SYSTEMS

from sheetscore.event.cells import EVENT_SHEET, MARK_SHEET, list_tables, offers, sheet_columns
from sheetscore.event.load import examine_event, load_event
from sheetscore.event.model import Event
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.tables import ColumnKind, EventColumn, inner_tables, table_of
from sheetscore.forms.template import shipped
from sheetscore.scoring.boards.system import board_systems
from sheetscore.systems.airforce.event_cards import CardBand, EventCard
from sheetscore.systems.aso.model import AsoEvent
from sheetscore.systems.match.model import Handicap, MatchEvent
from sheetscore.systems.system import system_called

MOST_IN_PROMPT = 255

LIST = re.compile(
    r"OFFSET\('(?P<sheet>[^']+)'!\$[A-Z]+\$\d+,"
    r"(?:0|IFERROR\(MATCH\((?P<owner>\$[A-Z]+\d+),'[^']+'!(?P<owners>[^,]+),0\)-1,0\)),0,"
    r".*SUMPRODUCT\(--\('[^']+'!(?P<area>[^<]+)<>\"\"\)\).*,1\)"
)
"""How a list refers to the cells that it offers: all of a column, or those that belong to an owner."""

MODES = (1, 2, 3)
OWN_CARD = EventCard(
    id="mine",
    name="Mine",
    role="fighter",
    engines=1,
    loss="mwl",
    bands=(
        CardBand(
            top=10000, maneuver=(3, 5), level=8, dive=11, power=3, climb=600,
            bank=MODES, turn=MODES, slip=MODES, half_roll=MODES, loop=MODES,
        ),
    ),
)  # fmt: skip


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
            if column.kind is ColumnKind.CHOICE:
                assert rule.type == "list"
                assert set(column.choices) <= set(offered_by(rule))
            elif column.kind is ColumnKind.YES_NO:
                assert (rule.type, offered_by(rule)) == ("list", ["yes", "no"])
            elif column.offered or column.taken_from or column.refers in paths or column.key == "system":
                assert rule.type == "list"
            if column.list_name in paths or column.offered or column.taken_from:
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
            assert prompt.endswith(".")
            assert len(prompt) <= MOST_IN_PROMPT
            if column.key == "system":
                assert prompt.startswith(f"{column.description} This is {system_called(system).title}.")
                continue
            assert column.description.startswith(prompt)
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
    scoring = offers(table_of(type(event)))["Scoring systems"]
    assert scoring.lines(event.own_templates)["club"] == "Club: A point a centre."
    (own / "club.toml").write_text("id = 7", encoding="utf-8")
    assert len(scoring.lines(event.own_templates)) == 57


# the system of the event


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_system_is_the_one_whose_sheets_these_are(system: str, tmp_path: Path) -> None:
    rule = rules(written(system, tmp_path), EVENT_SHEET)["System"]
    assert (rule.type, offered_by(rule)) == ("list", [system])


# what the event itself has: sides, seats, words of its scenarios; cards and charts


def shown_by(book: Workbook, title: str, heading: str, row: int) -> list[object]:
    """Evaluate the list that a box of a column opens: the cells of its OFFSET, by what they show now."""
    cached = book[title]
    rule = rules(book, title)[heading]
    found = LIST.fullmatch(str(rule.formula1))
    assert found, rule.formula1
    sheet = book[found["sheet"]]
    column = [line[0].value for line in sheet[found["area"].replace("$", "")]]
    filled = [value for value in column if value not in (None, "")]
    if not found["owner"]:
        return filled
    owners = [line[0].value for line in sheet[found["owners"].replace("$", "")]]
    owner = cached[f"{found['owner'].strip('$0123456789')}{row}"].value
    if owner is None:
        return filled  # a blank box is none of them, for either program
    return column[owners.index(owner) :][: owners.count(owner)]


def read_back(folder: Path) -> Workbook:
    return open_whole(folder / "event.xlsx", values=True)


def test_the_side_of_a_balance_is_one_of_its_scenario(tmp_path: Path) -> None:
    event = AsoEvent.load(shipped("examples") / "aso")
    write_event_workbook(event, tmp_path / "event.xlsx")
    book = read_back(tmp_path)
    sheet = book["Balances"]
    sides = {scenario.id: [side.id for side in scenario.sides] for scenario in event.scenarios}
    assert len({tuple(one) for one in sides.values()}) > 1
    for row in range(5, 5 + sum(len(scenario.balances) for scenario in event.scenarios)):
        assert shown_by(book, "Balances", "Side", row) == sides[str(sheet.cell(row, 1).value)]


def test_every_side_is_offered_while_no_scenario_is_named(tmp_path: Path) -> None:
    write_event_workbook(system_called("aso").starter("Test"), tmp_path / "event.xlsx")
    assert shown_by(read_back(tmp_path), "Balances", "Side", 200) == ["attacker", "defender"] * 3


def test_the_side_with_levels_is_one_of_its_scenario(tmp_path: Path) -> None:
    write_event_workbook(match_event(players=4), tmp_path / "event.xlsx")
    book = read_back(tmp_path)
    first = match_event(players=4).scenarios[0]
    assert shown_by(book, "Scenarios", "Side with levels", 5) == [side.id for side in first.sides]
    assert shown_by(book, "Handicaps", "Game system", 5) == [one.game_system for one in match_event(4).scenarios]


def test_cards_that_come_along_and_the_events_own_are_offered(tmp_path: Path) -> None:
    event = system_called("airforce").starter("Test")
    write_event_workbook(event.model_copy(update={"cards": (OWN_CARD,)}), tmp_path / "event.xlsx")
    book = read_back(tmp_path)
    assert shown_by(book, "Aircraft", "Card", 5) == ["ex-bomber", "ex-heavy", "ex-light", "ex-mwl", "mine"]
    lines = {row[0]: row[1] for row in book["Aircraft cards"].iter_rows(min_row=5, values_only=True)}
    assert str(lines["ex-mwl"]).startswith("Example fighter")
    charts = shown_by(book, "Guns", "Weapon", 5)
    assert charts == sorted(path.stem for path in (shipped("templates") / "airforce" / "gunnery").glob("[0-9]*.toml"))
    formula = open_whole(tmp_path / "event.xlsx")[MARK_SHEET]["E5"].value
    assert formula == "=IF('Cards'!A5=\"\",\"\",'Cards'!A5)"


def test_seats_are_offered_side_by_side(tmp_path: Path) -> None:
    write_event_workbook(system_called("airforce").starter("Test"), tmp_path / "event.xlsx")
    assert shown_by(read_back(tmp_path), "Seats", "Seat", 5) == ["blue.1", "blue.2", "red.1", "red.2"]


def test_extra_aircraft_are_parted_as_the_prompt_says(tmp_path: Path) -> None:
    book = written("amps", tmp_path)
    assert "semicolon between them, such as Bear 1; Bear 2." in str(rules(book, "Sides")["Extra aircraft"].prompt)
    heading = next(cell for row in book["Sides"].iter_rows() for cell in row if cell.value == "Extra aircraft")
    book["Sides"].cell(5, heading.column).value = "Bear 1; Bear 2"
    book.save(tmp_path / "event.xlsx")
    event: Event = load_event(tmp_path / "event.xlsx")
    assert event.model_dump()["scenarios"][0]["sides"][0]["extra"] == ("Bear 1", "Bear 2")


# players by their names


def label_of(book: Workbook, row: int) -> object:
    return book[MARK_SHEET].cell(row, 4).value


def test_players_are_offered_by_name_and_id(tmp_path: Path) -> None:
    event = match_event(players=4)
    write_event_workbook(event, tmp_path / "event.xlsx")
    book = open_whole(tmp_path / "event.xlsx", values=True)
    rule = rules(book, "Handicaps")["Player"]
    assert "'_sheetscore'!$D$1:$D$" in str(rule.formula1)
    first = event.players[0]
    assert label_of(book, 1) == f"{first.name} ({first.id})"


def with_handicap(folder: Path, player: str) -> Path:
    """Type a handicap into event.xlsx: somebody, against P02."""
    event = match_event(players=4, given=(Handicap(player="P01", against="P02", game_system="Hills", points="8"),))
    write_event_workbook(event, folder / "event.xlsx")
    book = open_whole(folder / "event.xlsx")
    (cell,) = (cell for row in book["Handicaps"].iter_rows() for cell in row if cell.value == "P01")
    cell.value = player
    book.save(folder / "event.xlsx")
    return folder / "event.xlsx"


@pytest.mark.parametrize(
    ("typed", "id_"), [("Player 3 (P03)", "P03"), ("player 3", "P03"), ("P03", "P03"), ("p03", "P03")]
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
