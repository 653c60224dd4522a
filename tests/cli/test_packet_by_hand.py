"""An event run from the printed packet: what is filled in with a pencil, how often that is copied, its examples."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from pathlib import Path

import openpyxl
import pytest
from looking import values_in
from msgspec.structs import replace
from openpyxl.cell import Cell, MergedCell
from printed_pages import EM, MM, SMALLEST_LABEL, SMALLEST_READ, SMALLEST_ROW, rows_to_write_in, words
from test_packet import changed, set_up, words_in

import sheetscore
from sheetscore.event.identity import seats_called
from sheetscore.forms.template import Library, shipped
from sheetscore.operations.new import write_event
from sheetscore.packets.by_hand import filling, free_pixels, sheets_to_fill_in
from sheetscore.results.round_results import event_line
from sheetscore.scoring.boards.system import read_board_system
from sheetscore.sheets.layout import UNSEEN
from sheetscore.sheets.styles import FAINT, STYLES
from sheetscore.systems.context import RoundContext
from sheetscore.systems.diplomacy.by_hand import values_sheet
from sheetscore.systems.outcomes import PencilWork
from sheetscore.systems.system import system_called
from sheetscore.systems.tasks.pages import SUM, tasks_added
from sheetscore.tables.on_paper import printed_as
from sheetscore.tables.sheet import TextLine
from sheetscore.wording import HARD_BLANK, mixed, number_together
from sheetscore.workbooks.paper import PAPER_SIZES

WRITTEN_IN = (
    "Round ____",
    "Player cards",
    "Team cards",
    "Section",
    "A board",
    "Pairs of round",
    "Results of a side",
    "Special prizes",
    "How everybody stands",
    "Standings after",
)
"""How the headings of sheets begin that are filled in with a pencil."""


@pytest.fixture
def _without_libreoffice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")


SHIPPED = ("airforce", "amps", "aso", "diplomacy", "duplicate", "match", "team")


def sheets_of(example: str, folder: Path, settings: str = "") -> dict[str, str]:
    """Give the words on each sheet that is to be filled in, or is for that."""
    set_up(example, folder)
    if settings:
        path = folder / "event.toml"
        text = path.read_text(encoding="utf-8")
        others = re.sub(rf"^{settings.split(maxsplit=1)[0]} = .*\n", "", text, flags=re.MULTILINE)
        path.write_text(others.replace("[settings]\n", f"[settings]\n{settings}\n", 1), encoding="utf-8")
    return words_in(sheetscore.packet(folder, "sheets").path)


@pytest.mark.parametrize("system", SHIPPED)
def test_there_is_room_for_a_pencil_and_nothing_is_too_small(system: str, tmp_path: Path) -> None:
    if shutil.which("soffice") is None:
        pytest.skip("there is no LibreOffice")
    set_up(system_called(system).examples[0], tmp_path / "event")
    pdf = sheetscore.packet(tmp_path / "event", "sheets").pdf
    assert pdf is not None
    seen = cards = 0
    for number, page in enumerate(words(pdf), start=1):
        top = sorted(page, key=lambda word: (round(word.top), word.left))
        line = " ".join(word.text for word in top[:12])
        if any(heading in line for heading in WRITTEN_IN) and "example" not in line:
            seen += 1
            low = [height for height in rows_to_write_in(pdf, number) if height < SMALLEST_ROW]
            assert low == [], f"page {number}: {line}"
        small = [word.text for word in page if word.bottom - word.top < SMALLEST_LABEL and word.text.isalpha()]
        assert small == [], f"page {number}: {line}"
        if "Player cards" in line or "Team cards" in line:
            cuts = [word.top for word in page if word.text == "✂"]
            assert len(cuts) == sum(word.text == "card:" for word in page)
            cards = max(cards, len(cuts))
            # the foot of the page stands 0.4 inches above its edge; the last sheet has the cards that are left
            assert len(cuts) < cards or max(cuts) >= 0.87 * (max(word.bottom for word in page) - 0.4 * 72)
    assert seen >= 3, "posting or cards, wall chart, standings"


@pytest.mark.usefixtures("_without_libreoffice")
def test_the_example_of_a_section_is_scored_as_a_round_is(tmp_path: Path) -> None:
    """Eight with 24, 21, 14, 14, 12, 9, 9 and 4: of 16, so that the factor is 15/7; 6 match points are 90/7."""
    words = sheets_of("origins-1991", tmp_path / "event")
    lines = [row for row in values_in(tmp_path / "event" / "packet-sheets.xlsx")["Section, an example"] if row]
    told = {row[1]: row[2:9] for row in lines if row[0] in range(1, 9)}
    assert told["Ann"] == (21, 3, 24, 7, 0, "7", "15")
    assert told["Bob"] == (18, 3, 21, 6, 0, "6", f"12{HARD_BLANK}6/7 (12.86)")
    assert told["Cid"] == told["Dot"] == (14, 0, 14, 4, 1, "4.5", f"9{HARD_BLANK}9/14 (9.64)")
    assert told["Gus"] == (6, 3, 9, 1, 1, "1.5", f"3{HARD_BLANK}3/14 (3.21)")
    assert "half of 8 times 7 is 28" in words["Section, an example"]
    blank = words["Section by hand"].split("\n")
    # three sides in round 1, two in round 2, three in round 3; eighteen fly a side of round 2
    assert "18" in blank
    assert any(line.startswith("Copy this 8 times.") for line in blank)
    assert "19" not in blank


@pytest.mark.usefixtures("_without_libreoffice")
@pytest.mark.parametrize(("setting", "bob"), [('factor_rounding = "2dp"', "12.84"), ('factoring = "none"', None)])
def test_the_example_follows_the_decisions(setting: str, bob: str | None, tmp_path: Path) -> None:
    """The factor 15/7 with two decimals is 2.14, and 6 times that 12.84; without a factor the match points count."""
    example = sheets_of("origins-1991", tmp_path / "event", setting)["Section, an example"]
    if bob is None:
        assert "factor =" not in example
        assert "its match points" in example
    else:
        assert f"({bob})" in example
        assert "rounded to two decimals" in example


@pytest.mark.usefixtures("_without_libreoffice")
def test_the_examples_of_boards_are_scored_by_the_system_in_force(tmp_path: Path) -> None:
    """Centres 12, 9, 8 and 5: 144 of 314 squares are 45.86, as the source has it; a solo takes all."""
    words = sheets_of("diplomacy", tmp_path / "event")
    draw, _, solo = words["Board, examples"].partition("A solo")
    assert "squares 314" in draw
    assert [figure in draw.split("\n") for figure in ("45.86", "25.80", "20.38", "7.96")] == [True] * 4
    assert "100" in solo.split("\n")
    assert "45.86" not in solo
    # three boards in each of three rounds
    assert "Copy this 9 times." in words["Board by hand"]
    # no line to write on is torn from its words
    assert re.search(r"How\xa0it\xa0ended:\xa0_+    last\xa0year\xa0_+", words["Board by hand"])


def test_every_scoring_system_of_boards_is_said_without_words_of_a_program() -> None:
    files = sorted(shipped("templates/diplomacy/scoring").glob("*.toml"))
    assert len(files) >= 57
    for file in files:
        sheet = values_sheet(read_board_system(file))
        (table,) = sheet.tables
        for line in table.lines:
            said = " ".join(str(table.value(line, column)) for column in table.columns)
            assert not re.search(r"\w_\w|\w\(|[=*/]|\bboard\.", said), (file.stem, said)


@pytest.mark.usefixtures("_without_libreoffice")
def test_pairs_of_teams_get_what_the_bands_give(tmp_path: Path) -> None:
    """44 against 22 is a difference of 22, 17-3; 35 each is 10-10: both examples of the source."""
    set_up("team-of-four", tmp_path / "event")
    sheetscore.packet(tmp_path / "event", "sheets")
    rows = values_in(tmp_path / "event" / "packet-sheets.xlsx")["Pairs, an example"]
    told = {row[0]: row[1:6] for row in rows if str(row[0]).startswith("Team ")}
    assert told == {
        "Team 6": (36, 8, 44, 22, 17),
        "Team 8": (2, 20, 22, -22, 3),
        "Team 1": (30, 5, 35, 0, 10),
        "Team 2": (30, 5, 35, 0, 10),
    }


@pytest.mark.usefixtures("_without_libreoffice")
def test_everybody_has_a_card_with_what_is_known(tmp_path: Path) -> None:
    """24 players with ratings: who is unrated has 1000; the ladder begins in the order of the roster."""
    words = sheets_of("aso", tmp_path / "event")
    cards = words["Player cards"]
    assert cards.count("Director's card: ") == cards.count("     Rating: ") == 24
    assert "____" not in cards
    assert "Copy this" not in cards
    ladder = sheets_of("match", tmp_path / "ladder")["Player cards"]
    assert "Director's card: Hugo Lane (P8)     Begins at place: 8" in ladder
    teams = sheets_of("duplicate", tmp_path / "teams")["Team cards"]
    assert "Director's card: Blue Angles (B1)     Side and number: Blue 1" in teams
    assert {"Met", "Points", "Points so far"} <= set(cards.split("\n"))
    boards = sheets_of("diplomacy", tmp_path / "boards")["Player cards"]
    assert {"Board", "Power", "Met", "Centres", "Score"} <= set(boards.split("\n"))


@pytest.mark.usefixtures("_without_libreoffice")
def test_what_decides_between_equal_scores_has_columns_on_the_standings(tmp_path: Path) -> None:
    words = sheets_of("aso", tmp_path / "event")
    assert {"First loss", "First draw"} <= set(words["Standings by hand"].split("\n"))


def seats_in(event: object) -> Iterator[str]:
    for stage in event.stages:  # type: ignore[attr-defined]
        yield from event.seats(stage)  # type: ignore[attr-defined]


@pytest.mark.usefixtures("_without_libreoffice")
def test_seats_have_their_titles_on_blank_sheets(tmp_path: Path) -> None:
    event = set_up("origins-1991", tmp_path / "event")
    everything = words_in(sheetscore.packet(tmp_path / "event").path)
    cells = {line for text in everything.values() for line in text.split("\n")}
    assert not cells & set(seats_in(event))
    titles = {"Eagle flight 1", "Suppression flight 2"}
    assert {*map(number_together, titles)} <= cells
    assert not titles & cells, "the number may stand on a line of its own"


@pytest.mark.usefixtures("_without_libreoffice")
def test_a_listed_seat_keeps_its_number_on_the_line_of_its_title(tmp_path: Path) -> None:
    event = set_up("airforce", tmp_path / "event")
    words = words_in(sheetscore.packet(tmp_path / "event").path)["Lists"].split("\n")
    titles = [*seats_called(event.seats(1)).values()]
    assert len(titles) == 4
    assert {*map(number_together, titles)} <= {*words}


@pytest.mark.usefixtures("_without_libreoffice")
def test_the_blank_sheet_of_a_table_has_the_sides_of_each_round_that_it_is_copied_for(tmp_path: Path) -> None:
    """Red and blue are called otherwise in every round of the teams."""
    event = set_up("team-of-four", tmp_path / "event")
    made = sheetscore.packet(tmp_path / "event", "sheets")
    rounds: list[int] = []
    for page in (page for sheet in made.packet.blank for page in sheet.pages if not page.layout.form.side):
        printed = {page.text_in(cell) for cell in page.layout.cells}
        titles = (seats_called(event.seats(number)).values() for number in page.copies)
        assert all({*map(number_together, one)} <= printed for one in titles)
        rounds += page.copies
    assert sorted(rounds) == [1, 2, 3]


@pytest.mark.usefixtures("_without_libreoffice")
@pytest.mark.parametrize("example", ["aso", "match"])
def test_lines_of_blank_sheets_keep_their_numbers_where_seats_are_called_by_numbers(
    example: str, tmp_path: Path
) -> None:
    """Seats of two players are 1 and 2: on blank sheets lines were called “Player 1” and “Player 2”."""
    set_up(example, tmp_path / "event")
    path = sheetscore.packet(tmp_path / "event", "sheets").path
    blank = [sheet for title, sheet in values_in(path).items() if title.startswith("Blank")]
    first = [row[0] for sheet in blank for row in sheet if row and row[0] is not None]
    assert {1, 2} <= set(first)
    assert not {"Player 1", "Player 2"} & set(first)


@pytest.mark.usefixtures("_without_libreoffice")
def test_a_round_that_is_drawn_is_there_as_it_was_drawn_and_needs_no_posting(tmp_path: Path) -> None:
    folder = tmp_path / "event"
    set_up("origins-1991", folder)
    drawn = sheetscore.draw(folder, 1).draw
    words = words_in(sheetscore.packet(folder).path)
    rows = [row for row in values_in(folder / "packet.xlsx")["Draw, Round 1"] if row[0] in (1, 2, 3, 4)]
    assert len(rows) == 36
    (first, *_) = drawn.tables
    assert [str(row[2]).partition("(")[2][:-1] for row in rows[:9]] == [*first.seats.values()]
    assert "Posting by hand, round 2" in words
    assert "Posting by hand, round 1" not in words


@pytest.mark.usefixtures("_without_libreoffice")
def test_the_foot_of_each_page_names_its_sheet_as_the_first_page_does(tmp_path: Path) -> None:
    set_up("aso", tmp_path / "event")
    book = openpyxl.load_workbook(sheetscore.packet(tmp_path / "event").path)
    listed = {str(row[0].value) for row in book["Packet"].iter_rows()}
    feet = {title: book[title].oddFooter for title in book.sheetnames}
    named = {title for title, foot in feet.items() if foot and f":  {title}   ·" in str(foot.left.text)}
    assert {"Player cards", "Wall chart", "Standings by hand"} <= named & listed
    assert {title for title in book.sheetnames if title.startswith(("Posting", "Blank"))} <= named & listed
    # what is copied and cut apart as well
    said = {str(foot.left.text) for foot in feet.values() if foot and foot.left}
    for title in ("Slips", "Bids", "Judges"):
        assert any(re.search(rf":  {title}: (copy this|one is enough)", text) for text in said), title


def foot_of(book: openpyxl.Workbook, title: str) -> str:
    foot = book[title].oddFooter
    return str(foot.left.text) if foot and foot.left else ""


@pytest.mark.usefixtures("_without_libreoffice")
def test_slips_that_two_rounds_share_leave_the_round_open_and_are_copied_for_both(tmp_path: Path) -> None:
    set_up("aso", tmp_path / "event")
    event = changed(tmp_path / "event", '["s04", "s05", "s06"]', '["s01", "s02", "s03"]')
    book = openpyxl.load_workbook(sheetscore.packet(tmp_path / "event", "sheets").path)
    games = {number: len(list(event.entrants(number))) // 2 for number in event.stages}
    copies = {"Slips": ceil((games[1] + games[2]) / 2), "Slips (2)": ceil(games[3] / 2)}
    copies["Balances"] = games[1] + games[2]
    for title, count in copies.items():
        assert f"{title}: copy this {count} times" in foot_of(book, title)
    left_open = {title for title in copies for row in book[title] for cell in row if "Round ____" in str(cell.value)}
    assert left_open == {"Slips", "Balances"}


@pytest.mark.usefixtures("_without_libreoffice")
def test_the_total_of_a_blank_page_of_several_tasks_has_its_caption(tmp_path: Path) -> None:
    set_up("origins-1991", tmp_path / "event")
    made = sheetscore.packet(tmp_path / "event", "sheets")
    pages = [page.layout for sheet in made.packet.blank for page in sheet.pages]
    added_up = [page for page in pages if any(cell.key == SUM for cell in page.cells)]
    assert any(tasks_added(page.form) for page in added_up)
    text = "\n".join(words_in(made.path).values()).split("\n")
    assert text.count("scenario points") == len(added_up)


@pytest.mark.usefixtures("_without_libreoffice")
def test_who_sits_out_has_no_table_in_the_packet(tmp_path: Path) -> None:
    """Nine players are four tables and one who sits out; a substitute makes no further table for six teams of four."""
    set_up("match", tmp_path / "match", '\n[[player]]\nid = "P9"\nname = "Ida Low"\n')
    made = sheetscore.packet(tmp_path / "match", "sheets")
    assert ": 4 tables." in words_in(made.path)["Posting by hand"]
    assert {number for sheet in made.packet.blank for page in sheet.pages for number in page.copies.values()} == {4}
    teams = set_up("team-of-four", tmp_path / "team", '\n[[player]]\nid = "P99"\nname = "Ida Low"\n')
    assert {teams.tables_needed(stage) for stage in teams.stages} == {len(teams.parties) // 2 * 2}


@pytest.mark.usefixtures("_without_libreoffice")
def test_what_only_a_computer_goes_by_is_not_printed(tmp_path: Path) -> None:
    set_up("aso", tmp_path / "event")
    sheet = openpyxl.load_workbook(sheetscore.packet(tmp_path / "event").path)["Packet"]
    last = int(str(sheet.print_area).rpartition("$")[2])
    (seed,) = (int(row[0].row or 0) for row in sheet.iter_rows() if row[0].value == "Seed")
    assert seed > last


@pytest.mark.usefixtures("_without_libreoffice")
def test_the_judges_form_is_there_once_for_all_rounds(tmp_path: Path) -> None:
    words = sheets_of("aso", tmp_path / "event")
    forms = [text for title, text in words.items() if title.startswith("Judges")]
    assert len(forms) == 1
    assert {"Copenhagen Open", "round:"} <= set(forms[0].split("\n")), "the round is asked for once"


@pytest.mark.usefixtures("_without_libreoffice")
@pytest.mark.parametrize("system", SHIPPED)
def test_no_command_stands_in_the_packet(system: str, tmp_path: Path) -> None:
    set_up(system_called(system).examples[0], tmp_path / "event")
    everything = "\n".join(words_in(sheetscore.packet(tmp_path / "event").path).values())
    assert "sheetscore " not in everything
    assert "with a pencil" in everything


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (Fraction(90, 7), "12 6/7"),
        (Fraction(9, 2), "4.5"),
        (Fraction(1, 2), "0.5"),
        (6, "6"),
        (Fraction(-7, 3), "-2 1/3"),
    ],
)
def test_exact_numbers_are_written_as_a_pencil_does(number: Fraction, written: str) -> None:
    assert mixed(number) == written.replace(" ", HARD_BLANK)


@pytest.mark.usefixtures("_without_libreoffice")
def test_a_list_is_there_once_with_as_many_lines_as_any_round_needs(tmp_path: Path) -> None:
    """Twelve tables in two rounds, and eleven in three: somebody leaves after the second."""
    set_up("aso", tmp_path / "event")
    made = sheetscore.packet(tmp_path / "event", "sheets")
    (blank,) = made.packet.blank
    (page,) = blank.pages
    assert dict(page.copies) == dict.fromkeys((1, 2, 3, 4, 5), 1)
    said = words_in(made.path)[blank.title].split("\n")
    assert [f"Table {number}" in said for number in (11, 12, 13)] == [True, True, False]


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_cards_stay_on_one_sheet_of_paper_whatever_the_event_is_called(paper: str, tmp_path: Path) -> None:
    if shutil.which("soffice") is None:
        pytest.skip("there is no LibreOffice")
    event = set_up("aso", tmp_path / "set up")
    header = {"name": "The Forty-Fourth Grand Congress of Wargamers " * 3, "place": "Neuschwanstein", "paper": paper}
    write_event(event.model_copy(update={"header": event.header.model_copy(update=header)}), tmp_path / "event")
    pdf = sheetscore.packet(tmp_path / "event", "sheets").pdf
    assert pdf is not None
    pages = [[word.text for word in page] for page in words(pdf)]
    assert [page.count("card:") for page in pages if "card:" in page] in ([2] * 12, [3] * 8)


@pytest.mark.usefixtures("_without_libreoffice")
def test_how_teams_and_the_best_with_each_power_are_found_is_said(tmp_path: Path) -> None:
    set_up("diplomacy", tmp_path / "event")
    words = words_in(sheetscore.packet(tmp_path / "event", "rules").path)["How it goes"]
    assert "The award for a power goes to the best game with it, by score, then by centres" in words
    assert "A team's score is the sum of the event scores of its 2 best members" in words


@pytest.mark.parametrize("example", ["diplomacy", "origins-1991", "team-of-four"])
def test_blank_postings_of_many_seats_have_the_large_heading_and_a_sheet_of_paper_each(
    example: str, tmp_path: Path
) -> None:
    """A4 is narrower than letter, so that they are printed at 97 percent: rows have the height of that."""
    event = set_up(example, tmp_path / "event")
    event = event.model_copy(update={"header": event.header.model_copy(update={"paper": "a4"})})
    planned = sheets_to_fill_in(event, PencilWork(), ())
    found = [one.sheet for one in planned if one.sheet.title.startswith("Posting")]
    assert len(found) == len({sheet.heading for sheet in found}) >= 1
    for sheet in found:
        assert sheet.posted
        full = sheet
        while free_pixels(event, full) >= 30:  # a line of text has 23 pixels
            full = replace(full, lines=(*full.lines, TextLine("Bring your dice.")))
        filled = replace(filling(event, full), lines=(event_line(event), *full.lines))
        assert printed_as(filled, PAPER_SIZES["a4"])[1] == []


@pytest.mark.usefixtures("_without_libreoffice")
def test_tables_are_called_what_the_system_calls_them_on_postings(tmp_path: Path) -> None:
    boards = sheets_of("diplomacy", tmp_path / "event")["Posting by hand"].split("\n")
    assert {"Board ____", "Copy this 6 times. For rounds 1, 2 and 3: 3 boards."} <= set(boards)


@pytest.mark.usefixtures("_without_libreoffice")
@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("example", [system_called(one).examples[0] for one in SHIPPED])
def test_what_is_read_on_blank_sheets_has_letters_of_7_5_points(example: str, paper: str, tmp_path: Path) -> None:
    set_up(example, tmp_path / "event")
    path = tmp_path / "event/event.toml"
    told = path.read_text(encoding="utf-8")
    long = re.sub(
        r'^title = "([^"]+)"',
        lambda one: f'title = "{f"{one[1]} – Das verlorene Bataillon im Großen"[:40]}"',
        told,
        flags=re.MULTILINE,
    )
    others = re.sub(r"^paper = .*\n", "", long, flags=re.MULTILINE)
    paper_of = others.replace("[event]\n", f'[event]\npaper = "{paper}"\n', 1)
    path.write_text(paper_of, encoding="utf-8")
    book = openpyxl.load_workbook(sheetscore.packet(tmp_path / "event", "sheets").path)
    blank = [sheet for sheet in book if sheet.title.startswith("Blank")]
    assert blank
    for sheet in blank:
        scale = int(sheet.page_setup.scale or 100) / 100
        areas = re.findall(r"[A-Z]+\d+:[A-Z]+\d+", sheet.print_area.replace("$", ""))
        printed_rows = (row for area in areas for row in sheet[area])
        read = [cell for row in printed_rows for cell in row if cell.value and not grey(cell)]
        printed = [cell for cell in read if cell.number_format != STYLES[UNSEEN]["num_format"]]
        assert len(printed) > 5
        small = [(cell.coordinate, cell.value) for cell in printed if cell.font.sz * scale < SMALLEST_READ / EM]
        assert not small, sheet.title


def grey(cell: Cell | MergedCell) -> bool:
    """Tell whether a cell has event and place, or the number of a line."""
    return bool(cell.font.color) and cell.font.color.rgb == f"FF{FAINT[1:]}"


@pytest.mark.usefixtures("_without_libreoffice")
def test_lists_of_as_many_copies_share_paper_and_others_fill_theirs(tmp_path: Path) -> None:
    """Six teams in three rounds: results of pairs and standings are copied for each, the wall chart is there once."""
    set_up("team-of-four", tmp_path / "event")
    packet = sheetscore.packet(tmp_path / "event").path
    words = words_in(packet)
    assert {"Pairs of round ____", "Copy this 3 times.", "Standings after round ____"} <= set(
        re.split("; |\n", words["AVPs by hand; Standings by hand"])
    )
    assert not {"AVPs by hand", "Standings by hand", "Wall chart", "Pairs, an example"} & {*words}
    assert "One is enough." in words["Pairs, an example; Wall chart"]
    sheet = openpyxl.load_workbook(packet)["Pairs, an example; Wall chart"]
    heights = [sheet.row_dimensions[row].height for row in range(sheet.max_row - 3, sheet.max_row)]
    assert min(heights) >= 1.5 * 8.5 * MM


@pytest.mark.parametrize(
    ("winners", "numbers"),
    [
        ("per_side", {"Red": [1, 2, 3, 4, 5, 6, 7], "Blue": [1, 2, 3, 4, 5, 6, 7]}),
        ("one", {"": [f"{side} {number}" for side in ("Red", "Blue") for number in range(1, 8)]}),
    ],
)
def test_the_wall_chart_has_the_rankings_and_numbers_of_the_event(
    winners: str, numbers: dict[str, list[int | str]], tmp_path: Path
) -> None:
    set_up("duplicate", tmp_path / "event")
    event = changed(tmp_path / "event", 'winners = "per_side"', f'winners = "{winners}"')
    system = system_called("duplicate")
    context = RoundContext(event, event.stages[0], [], library=Library(system.id, system.template_folders))
    planned = sheets_to_fill_in(event, system.procedure(context).pencil)
    (chart,) = (one.sheet for one in planned if one.sheet.title == "Wall chart")
    assert {table.title: [line.number for line in table.lines] for table in chart.tables} == numbers


@pytest.mark.usefixtures("_without_libreoffice")
def test_the_wall_chart_says_where_figures_are_that_it_lacks(tmp_path: Path) -> None:
    ladder = sheets_of("match", tmp_path / "ladder")
    (said,) = (text for sheet, text in ladder.items() if "Wall chart" in sheet)
    assert "Levels and points per game, by which equal ones are ranked, are added up on the player cards." in said
    assert {"Levels", "Points per game"} <= {*ladder["Player cards"].split("\n")}
    teams = sheets_of("duplicate", tmp_path / "teams")["Wall chart"]
    assert "goes to the round in which it played there, by the sheet Movement." in teams


@pytest.mark.usefixtures("_without_libreoffice")
def test_who_was_met_is_written_by_the_number_on_the_wall_chart(tmp_path: Path) -> None:
    chart = sheets_of("aso", tmp_path / "event")["Wall chart"].split("\n")
    assert {"No.", "Round 1: met no.", "1", "2"} <= set(chart)
    assert not [line for line in chart if line.endswith(")")], "nobody shares a name: no ids"
