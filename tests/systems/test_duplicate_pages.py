"""What lies at the tables of duplicate play and what teams carry: travellers, score sheets, task pages."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from duplicate_event import drawn, duplicate_event
from libreoffice import to_pdf
from looking import open_whole, values_in
from openpyxl.worksheet.worksheet import Worksheet
from printed_pages import EM, SMALLEST_LABEL, SMALLEST_ROW, rows_to_write_in, ruled, words
from round_contexts import drawn_round

from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import Library, shipped
from sheetscore.sheets.headings import read_page_code
from sheetscore.sheets.round_papers import RoundPapers
from sheetscore.sheets.round_workbook import field_places, layouts, write_round
from sheetscore.sheets.styles import styles_of
from sheetscore.systems.context import RoundContext
from sheetscore.systems.duplicate import DUPLICATE
from sheetscore.systems.duplicate.itineraries import write_team_records
from sheetscore.systems.duplicate.model import DuplicateEvent, DuplicateScenario, DuplicateSide, Member
from sheetscore.systems.duplicate.printed_pages import lay_out_traveller
from sheetscore.systems.tasks.model import Target, TeamPoints
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.cell_refs import parse_address
from sheetscore.workbooks.office import for_director
from sheetscore.workbooks.reader import read_workbook

TASKS = Library("duplicate", DUPLICATE.template_folders)


def forms_of(event: DuplicateEvent) -> RoundForms:
    return DUPLICATE.forms(drawn_round(event, DUPLICATE.draw(RoundContext(event, 0)), templates=TASKS))


def sheets(event: DuplicateEvent, folder: Path) -> openpyxl.Workbook:
    """Write the travellers of an event."""
    forms = forms_of(event)
    write_round(folder / "travellers.xlsx", event, forms, forms.filled)
    return open_whole(folder / "travellers.xlsx", values=True)


def texts(sheet: Worksheet) -> list[str]:
    return [str(cell.value) for row in sheet.iter_rows() for cell in row if cell.value is not None]


# travellers


def test_either_side_signs_each_line_of_a_traveller(tmp_path: Path) -> None:
    sheet = sheets(duplicate_event(3, 3, 3), tmp_path)["Table 1"]
    assert texts(sheet).count("initials") == 2
    assert "no game" not in texts(sheet)


def test_a_traveller_says_once_that_it_is_one(tmp_path: Path) -> None:
    said = texts(sheets(duplicate_event(9, 9, 9), tmp_path)["Table 1"])
    assert [text.casefold() for text in said].count("traveller") == 1


def test_travellers_of_an_event_with_a_long_name_and_place_keep_the_date_and_no_line_ends_with_a_dot(
    tmp_path: Path,
) -> None:
    event = duplicate_event(7, 7, 7)
    long = {"name": "Große Meisterschaft der Alten Kampfflieger", "date": dt.date(1991, 7, 7)}
    place = "Wohltätigkeitssaal der Großherzöglichen Reitbahn"
    header = event.header.model_copy(update={**long, "place": place})
    book = sheets(event.model_copy(update={"header": header}), tmp_path)
    for title in ("Travellers", "Event log"):
        heads = [text for text in texts(book[title]) if text.startswith("Große")]
        assert len(heads) == 7
        for head in heads:
            assert head.endswith("7 July 1991")
            assert not any(line.rstrip().endswith("·") for line in head.split("\n"))


def test_the_whole_name_of_an_event_stands_at_the_head_of_travellers_and_logs(tmp_path: Path) -> None:
    event = duplicate_event(7, 7, 7)
    name = "Süddeutsche Wanderpokalmeisterschaft der Brettspielfreunde 2026"
    header = event.header.model_copy(update={"name": name, "place": "Baltimore", "date": dt.date(1991, 7, 7)})
    book = sheets(event.model_copy(update={"header": header}), tmp_path)
    for title in ("Travellers", "Event log"):
        heads = [text.replace("\n", " ") for text in texts(book[title]) if text.startswith("Süddeutsche")]
        assert heads == [f"{name}   ·   Baltimore   ·   7 July 1991"] * 7


def test_the_names_of_both_sides_have_letters_of_one_size_on_travellers(tmp_path: Path) -> None:
    event = duplicate_event(7, 7, 7)
    teams = tuple(
        one.model_copy(update={"name": f"Fliegergemeinschaft Überlingen-Bodensee {one.id} e.V."}) for one in event.teams
    )
    book = sheets(event.model_copy(update={"teams": teams}), tmp_path)
    named = [cell for row in book["Travellers"].iter_rows() for cell in row if "Fliegergemein" in str(cell.value)]
    assert len(named) == 2 * 7 * 7
    assert len({cell.font.sz for cell in named}) == 1


def test_the_teams_of_both_sides_have_columns_of_one_width_where_travellers_are_typed(tmp_path: Path) -> None:
    sheet = sheets(duplicate_event(3, 3, 3), tmp_path)["Table 1"]
    heads = {(cell.row, cell.column) for row in sheet.iter_rows() for cell in row if cell.value == "Team"}
    assert len(heads) == 2
    wide = [one.size["columns"] for one in sheet.merged_cells.ranges if (one.min_row, one.min_col) in heads]
    assert len(wide) == 2
    assert wide[0] == wide[1]


def test_the_only_page_of_a_table_counts_its_sheets_of_paper_once(tmp_path: Path) -> None:
    said = texts(sheets(duplicate_event(7, 7, 7), tmp_path)["Table 1"])
    assert said.count("page 1 of 2") == 1


def test_lines_are_numbered_by_rounds(tmp_path: Path) -> None:
    sheet = sheets(duplicate_event(3, 3, 3), tmp_path)["Table 2"]
    numbers = [cell.value for row in sheet.iter_rows() for cell in row if isinstance(cell.value, int)]
    assert numbers == [1, 1, 2, 2, 3, 3, *range(1, 24)]  # and those of the log


def codes(sheet: Worksheet) -> list[tuple[int, int]]:
    """Give page and sheet of paper of every code on a worksheet."""
    return [(code.page, code.part) for text in texts(sheet) if (code := read_page_code(text))]


def test_dup_5_the_event_log_of_a_table_is_a_page_behind_its_traveller(tmp_path: Path) -> None:
    book = sheets(duplicate_event(9, 9, 9), tmp_path)
    table = book["Table 4"]
    assert codes(table) == [(1, 1), (1, 2)]
    (top,) = (int(cell.row or 0) for row in table.iter_rows() for cell in row if is_part(cell.value, 2))
    assert [one.id for one in table.row_breaks.brk] == [top - 1]
    below = [str(cell.value) for row in table.iter_rows(min_row=top) for cell in row if cell.value is not None]
    assert {"Event log", "Table 4", "page 2 of 2", "team or pilot", "what happened"} < set(below)
    assert "initials" not in below


def is_part(value: object, part: int) -> bool:
    code = read_page_code(value)
    return code is not None and code.part == part


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_dup_5_logs_have_a_page_for_each_table_where_travellers_stand_two_to_a_page(tmp_path: Path, paper: str) -> None:
    book = sheets(on_paper(duplicate_event(7, 7, 7), paper), tmp_path)
    sheet = book["Event log"]
    assert [text for text in texts(sheet) if text.startswith("Table ")] == [f"Table {number}" for number in range(1, 8)]
    assert len(sheet.row_breaks.brk) == 6
    assert not codes(sheet)
    assert "initials" not in texts(sheet)
    assert "Event log" not in for_director(read_workbook(tmp_path / "travellers.xlsx").names)


def test_dup_5_the_log_of_a_traveller_that_lies_on_its_side_lies_so_too(tmp_path: Path) -> None:
    text = (shipped("templates") / "duplicate" / "traveller.toml").read_text(encoding="utf-8")
    turned = text.replace('title = "Traveller"', 'title = "Traveller"\norientation = "landscape"', 1)
    (tmp_path / "traveller.toml").write_text(turned, encoding="utf-8")
    event = duplicate_event(1, 1, 1)
    library = Library("duplicate", ("duplicate",), tmp_path)
    assert DUPLICATE.check_templates(library) == []
    forms = DUPLICATE.forms(drawn_round(event, drawn(event)[0], templates=library))
    (layout,) = layouts(forms).values()
    log = layout.places["log"]
    assert [log.columns[name] for name in ("round", "turn", "team", "event")] == [1, 3, 5, 11]
    assert log.last_column == 32
    assert len(layout.sheets) == 3  # 23 lines are more than a page on its side has room for


def test_a_line_on_which_nobody_is_drawn_says_that_there_is_no_game(tmp_path: Path) -> None:
    event = duplicate_event(3, 2, 3)  # Blue is a team short: at each table one Red sits out, once
    draw, forms = drawn(event)
    book = sheets(event, tmp_path)
    places = field_places(forms)
    for table in draw.tables:
        idle = [number for number in (1, 2, 3) if table.seats[f"r{number}.red"] is None]
        sheet = book[f"Table {table.number}"]
        said = {cell.row for row in sheet.iter_rows() for cell in row if cell.value == "no game"}
        rows = {
            number: parse_address(cell)[0] + 1
            for key, (_, cell) in places.items()
            for number in (1, 2, 3)
            if key.table == table.number and key.field == f"red.{number}.sp"
        }
        assert said == {rows[number] for number in idle}
        assert texts(sheet).count("no game") == 2 * len(idle)
    assert sum(table.seats[f"r{number}.red"] is None for table in draw.tables for number in (1, 2, 3)) == 3


def test_a_template_that_leaves_no_unit_free_has_no_initials(tmp_path: Path) -> None:
    text = (shipped("templates") / "duplicate" / "traveller.toml").read_text(encoding="utf-8")
    (tmp_path / "traveller.toml").write_text(text.replace("units = 4", "units = 5"), encoding="utf-8")
    event = duplicate_event(1, 1, 1)
    library = Library("duplicate", ("duplicate",), tmp_path)
    forms = DUPLICATE.forms(drawn_round(event, drawn(event)[0], templates=library))
    (layout,) = layouts(forms).values()
    assert [cell.text for cell in layout.cells if cell.text == "initials"] == ["initials"]  # of Blue alone
    assert [place.before for place in layout.places.values()] == [0, 2, 0]


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_travellers_of_eight_rounds_stand_two_to_a_page_and_those_of_the_tables_stay_out_of_print(
    tmp_path: Path, paper: str
) -> None:
    book = sheets(on_paper(duplicate_event(9, 9, 8), paper), tmp_path)
    sheet, tables = book["Travellers"], [f"Table {number}" for number in range(1, 10)]
    assert len(sheet.row_breaks.brk) == 4  # nine travellers on five pages
    assert [text for text in texts(sheet) if text.startswith("Table ")] == tables
    assert texts(sheet).count("initials") == 2 * 9
    assert sum("Line 1 is round 1" in text for text in texts(sheet)) == 9
    assert for_director(read_workbook(tmp_path / "travellers.xlsx").names) == {"Cover", *tables}


def test_a_workbook_printed_whole_says_which_traveller_and_which_log_the_tables_have(tmp_path: Path) -> None:
    book = sheets(duplicate_event(3, 3, 3), tmp_path)
    typed, laid_out = texts(book["Table 1"]), {name: texts(book[name]) for name in ("Travellers", "Event log")}
    assert {"Typed traveller", "Typed event log"} < set(typed)
    assert sum(text.startswith("For the director, not for the table") for text in typed) == 2
    assert sum("page 2 of 2" in text for text in typed) == 1
    assert "director" in laid_out["Travellers"]
    assert "director" not in typed, "nobody signs what is typed"
    assert laid_out["Travellers"].count("Traveller") == 3
    for said in laid_out.values():
        assert sum("stays at its table" in text for text in said) == 3
        assert not any("director, not" in text for text in said)


def test_the_cover_counts_the_games_of_a_table_and_not_the_lines_of_its_event_log(tmp_path: Path) -> None:
    sheets(duplicate_event(3, 3, 3), tmp_path)
    cover = values_in(tmp_path / "travellers.xlsx")["Cover"]
    assert [cover[cell] for cell in ("C5", "C6", "C7", "C8", "C9")] == ["Games", 3, 3, 3, 9]
    assert cover["E6"] == "3 to come"


def test_a_traveller_that_is_laid_out_itself_says_so(tmp_path: Path) -> None:
    said = texts(sheets(duplicate_event(9, 9, 9), tmp_path)["Table 1"])
    assert "Traveller" in said
    assert not any("type in" in text or "not for the table" in text for text in said)


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_travellers_of_more_rounds_have_a_page_each(tmp_path: Path, paper: str) -> None:
    book = sheets(on_paper(duplicate_event(9, 9, 9), paper), tmp_path)
    assert "Travellers" not in book.sheetnames
    assert for_director(read_workbook(tmp_path / "travellers.xlsx").names) == {"Cover"}


def test_two_to_a_page_say_whom_the_draw_has_and_where_there_is_no_game(tmp_path: Path) -> None:
    event = duplicate_event(3, 2, 3)
    draw, _ = drawn(event)
    said = texts(sheets(event, tmp_path)["Travellers"])
    for team in event.teams:
        played = sum(id_ == team.id for _, _, id_ in draw.places())
        assert said.count(f"{team.name} ({team.id})") == played
    assert said.count("no game") == 2 * 3  # either half of the line of each Red that sits out


def test_nothing_on_those_two_to_a_page_leads_reading_to_them(tmp_path: Path) -> None:
    sheets(duplicate_event(3, 3, 3), tmp_path)
    printed = read_workbook(tmp_path / "travellers.xlsx").sheets["Travellers"]
    assert not [cell.value for cell in printed.cells.values() if read_page_code(cell.value)]


DESCENT, BRACKET = 0.95 + 0.21, 0.95 - 0.73
"""How far below the top of a word, as poppler has it, its brackets end and begin, in sizes of its font."""


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_long_names_keep_clear_of_the_lines_around_their_boxes(tmp_path: Path, paper: str) -> None:
    event = on_paper(duplicate_event(7, 7, 7), paper)
    name = "Maximiliane-Charlotte Freifrau von und zu Wittgenstein-Berle"
    teams = tuple(team.model_copy(update={"name": name}) for team in event.teams)
    sheets(event.model_copy(update={"teams": teams}), tmp_path)
    (pdf,) = to_pdf([tmp_path / "travellers.xlsx"], tmp_path / "pdf")
    seen = 0
    for number, page in enumerate(words(pdf), start=1):
        rules = ruled(pdf, number).across
        for word in page if "traveller" in {one.text.casefold() for one in page} else ():
            if word.text not in {*name.split(), *(f"({team.id})" for team in teams)}:
                continue
            size = (word.bottom - word.top) / EM
            across = [y for left, right, y in rules if left - 1 < word.left < right + 1]
            above = max(y for y in across if y < word.middle)
            below = min(y for y in across if y > word.middle)
            clear = word.top + BRACKET * size - above, below - word.top - DESCENT * size
            assert min(clear) >= 1, (number, word, clear)
            seen += word.text == "(B2)"
    assert seen == 2 * 7  # on its line at each table, on the sheet of the table and two to a page


# score sheets


def test_every_team_has_a_score_sheet_with_its_way_through_the_event(tmp_path: Path) -> None:
    event = duplicate_event(3, 3, 3)
    sheet = sheets(event, tmp_path)["Score sheets"]
    # by hand: Red 2 goes up from table 2 and meets Blue 2, who comes down, then Blue 1 and Blue 3
    assert way(sheet, "Red 2 (R2)") == [
        ("1", "2", "Scenario 2", "Blue 2 (B2)"),
        ("2", "3", "Scenario 3", "Blue 1 (B1)"),
        ("3", "1", "Scenario 1", "Blue 3 (B3)"),
    ]
    assert texts(sheet).count("their SP") == texts(sheet).count("initials") == 6
    told = [text for text in texts(sheet) if text.startswith("Your own record: keep it.")]
    assert len(told) == 6
    assert all(text.endswith("let opponents initial.") for text in told), "nothing is cut off"


def test_a_score_sheet_says_who_sits_out_and_leaves_nothing_to_write(tmp_path: Path) -> None:
    sheet = sheets(duplicate_event(2, 1, 1), tmp_path)["Score sheets"]
    assert way(sheet, "Red 1 (R1)") == [("1", "1", "Scenario 1", "Blue 1 (B1)")]
    assert way(sheet, "Red 2 (R2)") == [("1", None, "sits out", None)]


def test_more_rounds_than_a_page_has_room_for_go_on_on_another(tmp_path: Path) -> None:
    event = duplicate_event(27, 27, 26)
    draw, forms = drawn(event)
    book = Book(tmp_path / "score.xlsx", "score sheets")
    write_team_records(RoundPapers(book, event, forms, {}, {}, styles_of(book)), draw)
    book.close()
    cells = read_workbook(tmp_path / "score.xlsx").sheets["Score sheets"].cells
    assert sum(cell.value == "Red 7 (R7)" for cell in cells.values()) == 2 + 26  # both parts, each of its opponents
    first, second = (row for (row, column), cell in cells.items() if column == 0 and cell.value == "Red 7 (R7)")
    for top, rounds in ((first, range(1, 14)), (second, range(14, 27))):
        assert [cells[top + 4 + at, 0].value for at in range(13)] == [*map(str, rounds)]


# task pages

RED = DuplicateSide(id="red", title="Interceptors", force="red", seats=2, tasks=("air-combat",), extra=("Bear 1",))
BLUE = DuplicateSide(
    id="blue",
    title="Strike flight",
    force="blue",
    seats=4,
    tasks=("strike",),
    targets=(
        Target.model_validate({"name": "Bridge", "class": "primary", "white": True, "seats": (1, 2)}),
        Target.model_validate({"name": "Depot", "class": "primary", "seats": (3, 4)}),
    ),
    team_points=(TeamPoints(id="early", label="Primary destroyed by turn 10", points=6),),
)


def with_tasks(*sides: DuplicateSide) -> DuplicateEvent:
    """Give an event of three tables of which the second has a scenario with these sides."""
    plain = [DuplicateScenario(id=f"s{number}", title=f"Scenario {number}") for number in (1, 2, 3)]
    plain[1] = plain[1].model_copy(update={"sides": sides})
    return duplicate_event(3, 3, 3, scenarios=tuple(plain))


def test_sides_with_tasks_have_pages_for_their_table(tmp_path: Path) -> None:
    book = sheets(with_tasks(RED, BLUE), tmp_path)
    said = texts(book["Tasks"])
    assert said.count("Task page") == said.count("Table 2") == 3  # Red alike, Blue of two elements
    assert said.count("Interceptors  ·  Red") == 1
    assert said.count("Strike flight  ·  Blue") == 2
    assert [text for text in said if text.startswith("seats ")] == ["seats 1 and 2", "seats 3 and 4"]
    assert said.count("SP for the traveller") == 3
    assert any("Primary: Bridge (white)." in text for text in said)
    # two pilots of each page in three rounds: "flown by" takes one name
    assert sum("One for each pilot in each round: print it 6 times." in text for text in said) == 3
    assert said.count("Damage to enemy aircraft") == 1
    assert said.count("Primary destroyed by turn 10") == 1  # once for the team, which has two pages
    assert said.count("team goals only; once for the whole team, in the sum of this page") == 1


def test_task_pages_of_a_side_with_one_seat_are_printed_once_for_each_round(tmp_path: Path) -> None:
    said = texts(sheets(with_tasks(RED.model_copy(update={"seats": 1}), BLUE), tmp_path)["Tasks"])
    assert sum("One for each round: print it 3 times." in text for text in said) == 1
    assert sum("One for each pilot in each round: print it 6 times." in text for text in said) == 2


def test_each_sheet_of_a_task_page_asks_whose_it_is(tmp_path: Path) -> None:
    long = BLUE.model_copy(update={"tasks": ("air-combat", "strike")})
    said = texts(sheets(with_tasks(RED, long), tmp_path)["Tasks"])
    further = [text for text in said if text.endswith("page 2 of 2")]
    assert len(further) == 2, "the two pages of Blue take two sheets of paper each"
    assert said.count("flown by") == 3
    assert sum("Round ____" in text and "Team ____" in text for text in said) == 2


def test_a_side_that_is_called_by_its_colour_is_called_so_once(tmp_path: Path) -> None:
    book = sheets(with_tasks(RED.model_copy(update={"title": "Red"}), BLUE), tmp_path)
    assert {"Red", "Blue: Strike flight"} <= set(texts(book["Table 2"]))
    assert not [text for text in texts(book["Table 2"]) + texts(book["Tasks"]) if text in {"Red: Red", "Red  ·  Red"}]


def test_no_word_of_the_note_beside_a_long_title_is_torn() -> None:
    """With this title the note had a cell of 54 pixels, in which “compared” has no room on a line."""
    event = with_tasks(RED.model_copy(update={"title": "Red interceptors over Remagen"}), BLUE)
    form = forms_of(event).tables[1].pages[0].form
    page = lay_out_traveller(form)
    rules = [cell for cell in page.cells if cell.style == "band rule" and str(cell.text).startswith("compared with")]
    assert [page.room(cell).pixels > 60 for cell in rules] == [True, True]


def test_players_of_one_name_have_their_ids_on_what_their_team_carries(tmp_path: Path) -> None:
    names = {"P1": ("Ann Lee", "R1"), "P2": ("Ann Lee", "R2"), "P3": ("Bob Ray", "R1")}
    players = tuple(Member(id=id_, name=name, team=team) for id_, (name, team) in names.items())
    said = texts(sheets(duplicate_event(3, 3, 3, players=players), tmp_path)["Score sheets"])
    assert {"Red 1: Ann Lee (P1), Bob Ray", "Red 2: Ann Lee (P2)"} <= set(said)


def test_scenarios_without_tasks_have_no_task_pages(tmp_path: Path) -> None:
    assert "Tasks" not in sheets(with_tasks(), tmp_path).sheetnames


def test_task_pages_ask_for_nothing_that_is_read(tmp_path: Path) -> None:
    plain, tasked = with_tasks(), with_tasks(RED, BLUE)
    assert drawn(plain)[1].fields.keys() == forms_of(tasked).fields.keys()


def test_amps_3_strike_aircraft_need_a_primary_target_here_too() -> None:
    assert DUPLICATE.check_event(with_tasks(RED, BLUE)) == []
    aimless = BLUE.model_copy(update={"targets": ()})
    (found,) = DUPLICATE.check_event(with_tasks(RED, aimless))
    assert (found.code, found.cell) == ("event-rule", "tasks")
    assert "no primary target" in found.message


def test_a_target_of_a_side_without_tasks_is_named() -> None:
    (found,) = DUPLICATE.check_event(
        with_tasks(RED, BLUE.model_copy(update={"tasks": (), "targets": BLUE.targets[:1]}))
    )
    assert "has no task" in found.message


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_task_pages_are_large_enough_to_write_on(tmp_path: Path, paper: str) -> None:
    sheets(on_paper(with_tasks(RED, BLUE), paper), tmp_path)
    (pdf,) = to_pdf([tmp_path / "travellers.xlsx"], tmp_path / "pdf")
    pages = words(pdf)
    numbers = [number for number, page in enumerate(pages, start=1) if {"Task", "page"} <= {one.text for one in page}]
    assert len(numbers) == 3
    for number in numbers:
        rows = rows_to_write_in(pdf, number)
        assert min(rows) >= SMALLEST_ROW
        assert not [word for word in pages[number - 1] if word.bottom - word.top < SMALLEST_LABEL]


def way(sheet: Worksheet, team: str) -> list[tuple[Any, ...]]:
    """Give round, table, scenario and opponent on the lines of a team's score sheet."""
    top = next(row[0].row for row in sheet.iter_rows() if row[0].value == team)
    found = []
    for row in sheet.iter_rows(min_row=top + 4):
        if not str(row[0].value).isdecimal():
            break
        found.append(tuple(row[column].value for column in (0, 3, 5, 11)))
    return found


def on_paper(event: DuplicateEvent, paper: str) -> DuplicateEvent:
    return event.model_copy(update={"header": event.header.model_copy(update={"paper": paper})})
