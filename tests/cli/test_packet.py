"""The packet: the whole event in black and white before anything is drawn, for every system and its examples."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from aso_commands import run, run_json
from click.testing import CliRunner
from dice_system import install
from libreoffice import stand_in
from looking import values_in
from openpyxl import load_workbook
from printed_pages import words as words_on_pages
from registered import EXAMPLES, SYSTEMS, system_of
from shared_demos import Demos

import sheetscore
from sheetscore.cli.main import main
from sheetscore.event.load import load_event
from sheetscore.event.model import Event
from sheetscore.event.tables import walk
from sheetscore.operations.new import write_event
from sheetscore.packets.book import PARTS, schedule_sheet
from sheetscore.packets.parts import FULL_SIZE, LETTER, scenario_cards
from sheetscore.sheets.written import WRITTEN_SHEET
from sheetscore.systems.aso.model import AsoEvent
from sheetscore.systems.settings_in_words import split_description
from sheetscore.systems.system import system_called
from sheetscore.tables.heights import ROW_HEIGHT, line_heights
from sheetscore.wording import HARD_BLANK
from sheetscore.workbooks import office
from sheetscore.workbooks.office import for_director
from sheetscore.workbooks.reader import read_workbook

NAMES = {"ex-mwl": "Example fighter"}
"""What comes with the program, and is called by its name."""

NOTED = "The relief column never comes."
CARD = "Red sets up first.\n\nThe bridge may be blown from turn 4 on."


@pytest.fixture(autouse=True)
def _dice(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.fixture
def _without_libreoffice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")


def set_up(example: str, folder: Path, more: str = "") -> Event:
    """Make an event folder of an example in which nothing is drawn yet."""
    folder.mkdir()
    text = (system_of(example).example(example) / "event.toml").read_text(encoding="utf-8")
    (folder / "event.toml").write_text(text + more, encoding="utf-8")
    return load_event(folder)


def changed(folder: Path, before: str, after: str) -> Event:
    """Replace a text in the event of a folder, once, and give the event."""
    path = folder / "event.toml"
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    return load_event(folder)


def words_in(path: Path) -> dict[str, str]:
    """Give all that stands on each sheet of a workbook, in one text."""
    return {
        title: "\n".join(str(cell) for row in sheet for cell in row if cell is not None)
        for title, sheet in values_in(path).items()
    }


def told_of(event: Event) -> Iterator[str]:
    """Give what a packet cannot leave out: settings, scenarios with their parts, players, teams, pairs."""
    for path, table, part in walk(event):
        for column in table.columns:
            value = getattr(part, column.name)
            if path.startswith("[settings]"):
                yield column.title
            elif isinstance(value, str) and value and not column.unseen:
                yield split_description(column.description, column.choices).choices.get(value.casefold(), value)
    for decision in system_called(event.header.system).decisions(event):
        yield from (decision.words, decision.about)


@pytest.mark.usefixtures("_without_libreoffice")
@pytest.mark.parametrize("example", EXAMPLES)
def test_nothing_of_an_event_is_left_out(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    schedule = '\n[[schedule]]\nround = 1\nstart = "9:30 am"\nminutes = 200\n'
    event = set_up(example, tmp_path / "event", schedule)
    told = run_json(monkeypatch, "-C", tmp_path / "event", "packet")
    assert (told["system"], told["pdf"], told["pages"]) == (event.header.system, None, None)
    words = words_in(tmp_path / "event" / "packet.xlsx")
    titles = [sheet["title"] for sheet in told["sheets"]]
    assert set(titles) <= set(words)
    assert {"Packet", "Schedule", "How it goes", "Rules"} <= parts_of(titles)
    everything = "\n".join(words.values())
    told_by = (NAMES.get(text, text).replace("14/3", f"4{HARD_BLANK}2/3") for text in told_of(event))
    missing = [text for text in told_by if text not in everything and text not in titled_ids(event)]
    assert missing == []
    # 9:30 and 200 minutes
    (scheduled,) = (told for title, told in words.items() if "Schedule" in title.split("; "))
    assert {"09:30", "12:50", "200"} <= set(scheduled.split("\n"))


def parts_of(titles: Iterable[str]) -> set[str]:
    """Give the titles of sheets, those of several parts one by one."""
    return {part for title in titles for part in title.split("; ")}


def titled_ids(event: Event) -> set[str]:
    """Give the ids for which a card shows a title, a label or a name, and those of seats."""
    seats = {seat for stage in event.stages if stage not in event.unnamed_rounds for seat in event.seats(stage)}
    parts = (part for _, _, part in walk(event))
    shown = ("title", "label", "name")
    return seats | {str(getattr(part, "id", "")) for part in parts if any(getattr(part, word, "") for word in shown)}


@pytest.mark.usefixtures("_without_libreoffice")
def test_scenarios_with_nothing_but_a_title_are_a_list(tmp_path: Path) -> None:
    event = set_up("duplicate", tmp_path / "event")
    told = words_in(sheetscore.packet(tmp_path / "event", "scenarios").path)["Scenarios"].split("\n")
    assert [title for title in event.scenario_titles.values() if told.count(title) != 1] == []
    assert "Played at table 7 in every round." in told
    for sheet in scenario_cards(event):
        assert all(table.lines for table in sheet.tables)


@pytest.mark.usefixtures("_without_libreoffice")
def test_a_scenario_with_nothing_but_a_text_stands_with_the_others(tmp_path: Path) -> None:
    set_up("duplicate", tmp_path / "event")
    text = 'title = "Recon run"\ntext = "Blue enters from the west.\\nNobody leaves."'
    event = changed(tmp_path / "event", 'title = "Recon run"', text)
    (sheet,) = scenario_cards(event)
    listed, told = sheet.tables
    across = sum(column.width for column in told.columns)
    assert len(listed.lines) == 6
    assert told.title == "Recon run. Played at table 3 in every round."
    assert [line.text for line in told.lines] == ["Blue enters from the west.", "Nobody leaves."]
    assert across > 700, "as wide as the paper"
    # a long text is handed out alone, as wide as the paper too
    event = changed(tmp_path / "event", "Nobody leaves.", "Nobody leaves before turn 6. " * 30)
    _, alone = scenario_cards(event)
    assert (alone.title, [len(table.lines) for table in alone.tables]) == ("Recon run", [2])
    assert alone.width > 700


@pytest.mark.usefixtures("_without_libreoffice")
def test_the_contents_say_what_is_on_each_sheet(tmp_path: Path) -> None:
    """A sheet has a title that covers its parts, whole where its tab has no room for it."""
    event = set_up("team-of-four", tmp_path / "event")
    long = 'title = "The depot at Hof and what lies beyond it"\ntext = "No aircraft may leave."'
    changed(tmp_path / "event", 'title = "The depot at Hof"', long)
    book = values_in(sheetscore.packet(tmp_path / "event").path)
    assert sum(str(cell).startswith(event.header.name) for row in book["Packet"] for cell in row) == 1, "the heading"
    cells = [[str(cell) for cell in row if cell is not None] for row in book["Packet"]]
    rows = {row[0]: row[1:] for row in cells if row[1:]}
    assert "The depot at Hof and what lies beyond it" in rows
    assert "The depot at Hof and what lies…" in book
    (bands,) = (title for title in rows if title.startswith("Bands; "))
    assert "…" not in bands
    assert rows[bands][0].startswith("AVP; ")
    (tab,) = (title for title in book if title.startswith("Bands; "))
    assert re.match("AVP; .*Scenarios", str(book[tab]["A1"]))
    listed = [row for row in cells if row[-1:] in (["everybody"], ["director alone"])]
    assert len(listed) > 8
    assert not [row for row in listed if len(row) != 3 or not row[1][0].isupper() or ".," in row[1]]


@pytest.mark.usefixtures("_without_libreoffice")
def test_a_schedule_of_a_few_lines_shares_paper(tmp_path: Path) -> None:
    set_up("team-of-four", tmp_path / "event", '\n[[schedule]]\nround = 1\nstart = "9:30 am"\n')
    words = words_in(sheetscore.packet(tmp_path / "event").path)
    assert "Schedule; How it goes" in words
    assert "09:30" in words["Schedule; How it goes"].split("\n")
    assert "Schedule" in words_in(sheetscore.packet(tmp_path / "event", "schedule").path)


@pytest.mark.usefixtures("_without_libreoffice")
@pytest.mark.parametrize("counts", [False, True])
def test_team_points_that_do_not_count_are_on_no_card(tmp_path: Path, *, counts: bool) -> None:
    set_up("team-of-four", tmp_path / "event")
    points = 'seats = 2\nteam_points = [{ id = "home", label = "All come home", points = 4 }]\n'
    changed(tmp_path / "event", "seats = 2\n", points)
    changed(tmp_path / "event", "[settings]\n", f"[settings]\navp_team_points = {str(counts).lower()}\n")
    words = words_in(sheetscore.packet(tmp_path / "event", "scenarios").path)
    assert any("All come home" in text for text in words.values()) == counts


def test_scenarios_with_nothing_but_sides_are_a_list_as_wide_as_its_titles(tmp_path: Path) -> None:
    event = set_up("cromwell-2010", tmp_path / "event")
    assert isinstance(event, AsoEvent)
    (sheet,) = scenario_cards(event)
    (table,) = sheet.tables
    lines = [[table.value(line, column) for column in table.columns] for line in table.lines]
    assert lines[0] == ["Breakthrough", "Attacker, Defender", "Played in round 1."]
    alone = event.model_copy(update={"scenarios": event.scenarios[:1]})
    (sheet,) = scenario_cards(alone)
    assert sheet.width >= 40 * LETTER


@pytest.mark.usefixtures("_without_libreoffice")
def test_balances_of_sides_with_long_names_take_a_line_each(tmp_path: Path) -> None:
    event = set_up("aso", tmp_path / "event")
    assert isinstance(event, AsoEvent)
    long = tuple(
        one.model_copy(
            update={
                "sides": tuple(
                    side.model_copy(update={"title": f"{side.title} – Das verlorene Bataillon"[:40]})
                    for side in one.sides
                )
            }
        )
        for one in event.scenarios
    )
    (sheet,) = scenario_cards(event.model_copy(update={"scenarios": long}))
    heights = {height for table in sheet.tables for height in line_heights(table)}
    assert heights == {ROW_HEIGHT}
    assert max(sum(column.width for column in table.columns) for table in sheet.tables) <= FULL_SIZE


@pytest.mark.usefixtures("_without_libreoffice")
def test_rules_that_are_alike_for_several_sides_are_one(tmp_path: Path) -> None:
    set_up("origins-1991", tmp_path / "event")
    told = words_in(sheetscore.packet(tmp_path / "event", "rules").path)["Rules"].split("\n")
    assert [text for text in told if text.startswith("Team points")].count("Team points") == 1
    assert not [text for text in told if text.startswith("Team points: ")], "eight sides make a line of 3 cm"
    assert len([text for text in told if text.startswith("Each award")]) <= 1


@pytest.mark.usefixtures("_without_libreoffice")
@pytest.mark.parametrize(
    ("example", "rule", "for_typing"),
    [
        ("aso", "Rules in force that two players may waive if both agree.", "semicolon"),
        ("origins-1991", "How far apart the scores of a rank may be; 0 means only equal ones share it.", "0.49"),
        ("origins-1991", "They count as the lower one, 3:2 as 1:1 and 2:3 as 1:2", "with a note"),
    ],
)
def test_rules_of_the_packet_do_not_say_how_a_setting_is_typed_or_chosen(
    example: str, rule: str, for_typing: str, tmp_path: Path
) -> None:
    set_up(example, tmp_path / "event")
    told = words_in(sheetscore.packet(tmp_path / "event", "rules").path)["Rules"]
    assert rule in told
    assert for_typing not in told


@pytest.mark.usefixtures("_without_libreoffice")
def test_victories_of_a_scenario_are_said_in_words(tmp_path: Path) -> None:
    set_up("match", tmp_path / "event")
    told = words_in(sheetscore.packet(tmp_path / "event", "scenarios").path)["Scenarios"].split("\n")
    assert {"marginal, substantive, decisive", "levels for one side alone", "an objective is reached"} <= set(told)
    assert not {"graded", "one-sided", "territory"} & set(told)


@pytest.mark.usefixtures("_without_libreoffice")
def test_columns_of_a_scenario_say_whose_they_are(tmp_path: Path) -> None:
    event = set_up("match", tmp_path / "event")
    headings = [[column.heading for column in table.columns] for card in scenario_cards(event) for table in card.tables]
    assert ["Side", "Orders of battle"] in headings
    assert ["What", "In this scenario"] in headings
    assert not [one for one in headings if "Title" in one or "" in one]


@pytest.mark.usefixtures("_without_libreoffice")
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_small_event_of_a_system_has_a_packet_before_anybody_is_entered(system: str, tmp_path: Path) -> None:
    event = system_called(system).starter("Small event")
    write_event(event, tmp_path / "event")
    made = sheetscore.packet(tmp_path / "event")
    with_blanks = {number for sheet in made.packet.blank for page in sheet.pages for number in page.copies}
    assert with_blanks == {stage for stage in event.stages if stage not in event.unnamed_rounds}


@pytest.mark.usefixtures("_without_libreoffice")
def test_each_form_is_there_once_and_says_how_often_it_is_copied(tmp_path: Path) -> None:
    """Four tables in round 1, six in round 2, four in round 3; their seats are those of the scenarios."""
    set_up("origins-1991", tmp_path / "event")
    made = sheetscore.packet(tmp_path / "event", "sheets")
    told = {page.names: (dict(page.copies), page.said) for sheet in made.packet.blank for page in sheet.pages}
    assert told[("The Weser bridge",)] == ({1: 4}, "copy this 4 times")
    assert told[("Strike flight  ·  blue",)] == ({1: 16}, "copy this 16 times")
    assert told[("Interceptors  ·  red", "Defenders  ·  red")] == ({1: 12, 3: 16}, "copy this 28 times")
    assert any(
        one.contents.endswith("copy this 28 times (12 for round 1, 16 for round 3)") for one in made.packet.blank
    )
    everything = words_in(made.path)
    assert sum(text.split("\n").count("copy this 16 times") for text in everything.values()) == 1
    either = everything["Blank, Rounds 1 and 3"].split("\n")
    assert "Round ____" in either, "it is for either"
    assert "Side ____________________" in either


@pytest.mark.usefixtures("_without_libreoffice")
def test_blanks_of_a_side_whose_seats_have_different_targets_say_for_which_seats_they_are(tmp_path: Path) -> None:
    """Four tables: seats 1, 2 and 4 take 3 x 4 copies, seat 3 takes 4; other sides have one page for all seats."""
    set_up("origins-1991", tmp_path / "event")
    bridge, line = '{ name = "Road bridge", class = "primary" },', '{{ name = "{}", class = "primary", seats = {} }},'
    changed(tmp_path / "event", bridge, line.format("Road bridge", [1, 2, 4]) + line.format("Ferry", [3]))
    made = sheetscore.packet(tmp_path / "event", "sheets")
    pages = [page for sheet in made.packet.blank for page in sheet.pages]
    said = ["seats 1, 2 and 4, copy this 12 times", "seat 3, copy this 4 times"]
    assert [page.said for page in pages if page.names == ("Strike flight  ·  blue",)] == said
    assert {page.said for page in pages if page.only_for} == {*said}
    listed = [one.contents for one in made.packet.blank]
    everything = "\n".join(words_in(made.path).values()).split("\n")
    for words in said:
        assert any(f"Strike flight  ·  blue: {words}" in line for line in listed)
        assert everything.count(words) == 1


@pytest.mark.usefixtures("_without_libreoffice")
def test_blank_sheets_have_long_titles_of_scenarios_whole(tmp_path: Path) -> None:
    set_up("team-of-four", tmp_path / "event")
    long = "Depots at Hof, Selb and Marktredwitz-Brand on the first day"
    changed(tmp_path / "event", 'title = "The depot at Hof"', f'title = "{long}"')
    changed(tmp_path / "event", 'tasks = ["strike"]', 'tasks = ["air-combat", "strike", "defense-suppression"]')
    words = words_in(sheetscore.packet(tmp_path / "event", "sheets").path)
    notes = [line for text in words.values() for line in text.split("\n") if line.startswith("Depots at")]
    assert notes
    assert [note for note in notes if not note.startswith(long)] == []


@pytest.mark.usefixtures("_without_libreoffice")
def test_slips_that_are_alike_are_there_as_often_as_a_sheet_of_paper_holds(tmp_path: Path) -> None:
    """Two slips and eight bids fill a sheet of paper; of five rounds each offers scenarios of its own."""
    set_up("aso", tmp_path / "event")
    words = words_in(sheetscore.packet(tmp_path / "event", "sheets").path)
    slips = [text for title, text in words.items() if title.startswith("Slips")]
    assert [text.count("signed: player 1") for text in slips] == [2] * 5
    assert [text.count("with bids to the director's desk") for text in slips] == [2] * 5
    (listed,) = (text for title, text in words.items() if title.startswith("Blank"))
    assert "the same tables, continued" in listed.split("\n"), "points and dice are on a sheet of paper of their own"
    assert [text.count("Secret bid") for title, text in words.items() if title.startswith("Bids")] == [8] * 5


@pytest.mark.usefixtures("_without_libreoffice")
def test_a_text_is_on_its_card_and_notes_are_for_the_director_alone(tmp_path: Path) -> None:
    folder = tmp_path / "event"
    set_up("origins-1991", folder)
    path = folder / "event.toml"
    noted = f'id = "bridge"\ntext = """{CARD}"""\nnotes = "{NOTED}"\n'
    path.write_text(path.read_text(encoding="utf-8").replace('id = "bridge"\n', noted, 1), encoding="utf-8")
    made = sheetscore.packet(folder)
    words, kept = words_in(made.path), for_director(read_workbook(made.path).names)
    card = words[next(title for title in words if "bridge" in title)]
    assert all(line in card for line in CARD.split("\n"))
    assert [title for title, text in words.items() if NOTED in text] == ["Notes"]
    assert {"Notes", "Lists", "Packet"} <= kept
    assert not {"Schedule", "Rules", "How it goes"} & kept
    players = sheetscore.packet(folder, "players")
    assert not any(NOTED in text or "Yael Barzimon" in text for text in words_in(players.path).values())
    assert players.path.name == "packet-players.xlsx"


@pytest.mark.usefixtures("_without_libreoffice")
def test_what_is_drawn_is_written_on_the_cards_and_only_other_rounds_are_drawn_with_them(tmp_path: Path) -> None:
    folder = tmp_path / "event"
    set_up("aso", folder)
    step = "Drawn in this packet: round 1. Hang up that list, and write it on the cards"
    assert step not in words_in(sheetscore.packet(folder).path)["How it goes"]
    run("-C", folder, "draw", "1")
    assert step in words_in(sheetscore.packet(folder, force=True).path)["How it goes"]
    assert step not in "".join(words_in(sheetscore.packet(folder, "players").path).values())


@pytest.mark.usefixtures("_without_libreoffice")
def test_rules_can_be_had_before_the_first_round(tmp_path: Path) -> None:
    set_up("origins-1991", tmp_path / "event")
    run("-C", tmp_path / "event", "packet", "--what", "rules")
    words = words_in(tmp_path / "event" / "packet-rules.xlsx")
    assert [*words] == ["How it goes", "Rules", WRITTEN_SHEET]
    # decisions with what they mean, and what an attack is worth
    assert "12 points are the most that damage to one enemy aircraft can give" in words["Rules"]
    assert "What the own aircraft brings home is taken off, 12 points at most." in words["Rules"]
    assert "at 4:1 with a net modifier of −3 it is 2 + 4 + 3 = 9" in words["Rules"].replace(HARD_BLANK, " ")
    assert not re.search(r"\w\(|==|\bif\b.*\belse\b", words["Rules"]), "no words of a program"
    assert not [*(tmp_path / "event").glob("round*")]


@pytest.mark.usefixtures("_without_libreoffice")
def test_every_part_can_be_had_alone_and_has_a_word_of_its_own(tmp_path: Path) -> None:
    set_up("duplicate", tmp_path / "event")
    titles = {part: sheetscore.packet(tmp_path / "event", part).packet.titles for part in PARTS}
    assert titles["schedule"] == ("Schedule",)
    assert titles["sheets"] == (
        "Team cards",
        "Results of a side by hand",
        "Results of a side, an example",
        "Wall chart",
        "Standings by hand",
        "Blank, Travellers",
    )
    assert titles["rules"] == ("How it goes", "Movement", "Sides", "Rules")
    assert titles["scenarios"] == ("Scenarios",), "seven without a text share sheets of paper"
    assert parts_of(titles["all"]) > set(titles["players"]) > set(titles["rules"])


@pytest.mark.usefixtures("_without_libreoffice")
def test_the_movement_of_the_packet_is_that_of_the_draw(tmp_path: Path) -> None:
    folder = tmp_path / "event"
    set_up("duplicate", folder)
    movement = values_in(sheetscore.packet(folder, "rules").path)["Movement"]
    in_packet = [row[1:8] for row in movement if isinstance(row[0], int | float)]
    sheetscore.draw(folder)
    drawn = [row[1:8] for row in values_in(folder / "draw.xlsx")["Movement"] if isinstance(row[0], int | float)]
    assert len(in_packet) == 7
    assert in_packet == drawn


@pytest.mark.usefixtures("_without_libreoffice")
def test_blank_sheets_are_nobody_s(tmp_path: Path) -> None:
    set_up("origins-1991", tmp_path / "event")
    made = sheetscore.packet(tmp_path / "event", "sheets")
    for title, text in words_in(made.path).items():
        if not title.startswith("Blank"):
            continue
        lines = text.split("\n")
        assert "Table ____" in lines, title
        assert "Table 1" not in lines
        assert not any(line.startswith("R0") for line in lines), "the code of a table"


@pytest.mark.usefixtures("_without_libreoffice")
def test_who_flies_what_is_written_into_white_boxes(tmp_path: Path) -> None:
    set_up("airforce", tmp_path / "event")
    made = sheetscore.packet(tmp_path / "event", "sheets")
    sheet = load_workbook(made.path)["Blank, Round 1"]
    (first,) = [row for row in sheet.iter_rows() if any(cell.value == f"Blue flight{HARD_BLANK}1" for cell in row)]
    of_words = {column: first[column].fill.fgColor.rgb for column in (9, 17, 27)}  # pilot, card, fate
    assert set(of_words.values()) == {"FFFFFFFF"}, of_words


@pytest.mark.usefixtures("_without_libreoffice")
@pytest.mark.parametrize(
    ("example", "papers"), [("aso", "Slips, Bids, Balances and Judges"), ("duplicate", ""), ("match", "")]
)
def test_the_contents_name_the_papers_behind_blank_score_sheets(example: str, papers: str, tmp_path: Path) -> None:
    """It said “what is cut apart or lies on the tables”."""
    set_up(example, tmp_path / "event")
    values = values_in(sheetscore.packet(tmp_path / "event").path)
    cells = (str(cell) for row in values["Packet"] for cell in row if "Blank score sheets" in str(cell))
    said = [cell.partition("; behind them ")[2] for cell in cells]
    assert [one for one in said if one] == [papers] * bool(papers)
    assert {*filter(None, re.split(", | and ", papers))} <= {*values}


@pytest.mark.usefixtures("_without_libreoffice")
def test_a_packet_made_again_changes_nothing_and_another_one_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "event"
    set_up("match", folder)
    first = sheetscore.packet(folder)
    before = first.path.read_bytes()
    assert sheetscore.packet(folder).path.read_bytes() == before
    assert not (folder / "kept").exists()
    toml = folder / "event.toml"
    toml.write_text(toml.read_text(encoding="utf-8") + '\n[[schedule]]\nround = 1\nstart = "10:00"\n', encoding="utf-8")
    sheetscore.packet(folder)
    assert (folder / "kept" / "packet~1.xlsx").read_bytes() == before


@pytest.mark.parametrize(
    ("script", "why"),
    [
        (None, "LibreOffice makes the PDF and is not on this machine: open"),
        (
            "sleep 9",
            "There is no new PDF: LibreOffice took longer than 1 s and was ended; another program may keep the",
        ),
        ("exit 1", "LibreOffice makes the PDF and could not print this: open"),
    ],
)
def test_why_there_is_no_pdf_is_said_and_an_older_one_stays(
    script: str | None, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if script is None:
        monkeypatch.setenv("PATH", "")
    else:
        stand_in(tmp_path, script, monkeypatch)
    monkeypatch.setattr(office, "SECONDS", 1)
    monkeypatch.setattr(office, "SECONDS_TO_PRINT_MEBIBYTE", 0)
    folder = tmp_path / "event"
    set_up("match", folder)
    (folder / "packet.pdf").write_bytes(b"%PDF of yesterday")
    told = run_json(monkeypatch, "-C", folder, "packet", "--what", "rules", "-o", folder / "packet.xlsx", "--force")
    assert told["without_pdf"].startswith(why)
    assert told["without_pdf"].endswith("open packet.xlsx and print from there. packet.pdf is from before.")
    assert told["pdf"] is None
    assert (folder / "packet.pdf").read_bytes() == b"%PDF of yesterday"
    assert not (folder / "kept").exists()


def test_mistakes_stop_the_packet_and_nothing_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "event"
    set_up("match", folder)
    toml = folder / "event.toml"
    toml.write_text(toml.read_text(encoding="utf-8") + '\n[[schedule]]\nround = 1\nstart = "9.5"\n', encoding="utf-8")
    done = CliRunner().invoke(main, ["-C", str(folder), "packet", "--json"])
    assert done.exit_code == 1
    assert "a time of day, such as 09:30" in done.output
    assert not (folder / "packet.xlsx").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("-o", "packet.pdf"), "packet.pdf is no workbook"),
        (("--what", "players", "-o", "x.ods"), "x.ods is no workbook"),
    ],
)
def test_the_target_is_a_workbook(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    set_up("match", tmp_path / "event")
    assert told in run("-C", tmp_path / "event", "packet", *words, status=2).output


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_pdf_has_the_paper_of_the_event_and_every_sheet(
    paper: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("soffice") is None:
        pytest.skip("there is no LibreOffice")
    folder = tmp_path / "event"
    set_up("match", folder)
    toml = folder / "event.toml"
    text = toml.read_text(encoding="utf-8").replace('paper = "a4"\n', "").replace('paper = "letter"\n', "")
    toml.write_text(text.replace("[event]\n", f'[event]\npaper = "{paper}"\n', 1), encoding="utf-8")
    told = run_json(monkeypatch, "-C", folder, "packet")
    info = subprocess.run(["pdfinfo", folder / "packet.pdf"], check=True, capture_output=True, text=True).stdout
    pages = subprocess.run(
        ["pdftotext", "-layout", folder / "packet.pdf", "-"], check=True, capture_output=True, text=True
    ).stdout.split("\f")[:-1]
    assert len(pages) == told["pages"] >= len(told["sheets"])
    width, height = {"a4": ("595", "841"), "letter": ("612", "792")}[paper]
    assert width in info
    assert height in info
    heads = "\n".join(page.strip().split("\n")[0] for page in pages)
    assert all(heading in heads for heading in ("How the event goes on", "Rules", "for the director"))
    assert json.dumps(told)


def test_aso_the_packet_says_how_unfinished_games_end_what_is_won_and_when_a_play_off_is(tmp_path: Path) -> None:
    """ASO-4, 6, 7 and 8: what the source has of them."""
    set_up("aso", tmp_path / "cup")
    run("-C", tmp_path / "cup", "packet")
    said = "\n".join(words_in(next((tmp_path / "cup").glob("packet*.xlsx"))).values())
    for words in (
        "scenarios on offer both players agree on one, or each strikes one",
        "agree on a winner or a draw, or let the dice decide if both want that",
        "else three judges whom both accept",
        "meet in a play-off within two months",
        "prizes for the winner and the runner-up, which joint winners share",
        "close combat, the most snake eyes and the most boxcars",
    ):
        assert words in said, words


@pytest.mark.usefixtures("_without_libreoffice")
def test_a_round_can_be_posted_and_standings_kept_with_a_pencil(tmp_path: Path) -> None:
    """Four tables of nine in round 1; 37 who play, in three rounds."""
    event = set_up("origins-1991", tmp_path / "event")
    words = words_in(sheetscore.packet(tmp_path / "event", "sheets").path)
    posting = words["Posting by hand, round 1"].split("\n")
    assert "Round 1" in posting, "it is for that round alone"
    # two tables on a sheet of paper, so that two copies do for four
    assert [posting.count(f"Strike flight{HARD_BLANK}{number}") for number in (1, 2, 3, 4)] == [2] * 4
    assert "Copy this 2 times. For round 1: 4 tables." in posting
    wall = words["Wall chart"].split("\n")
    assert {player.name for player in event.players} <= set(wall), "nobody shares a name: no ids"
    assert {"Round 1: side", "Round 3: score", "Together", "Rank"} <= set(wall)
    standings = words["Standings by hand"].split("\n")
    assert {"Standings after round ____", "Copy this 3 times.", "Rank", "Who"} <= set(standings)


@pytest.mark.usefixtures("_without_libreoffice")
@pytest.mark.parametrize("example", EXAMPLES)
def test_every_system_says_how_a_round_is_drawn_with_cards(example: str, tmp_path: Path) -> None:
    set_up(example, tmp_path / "event")
    (how,) = words_in(sheetscore.packet(tmp_path / "event", "rules").path)["How it goes"].split(
        "A round drawn with cards, without a computer"
    )[1:]
    assert len(how.split()) > 20


def test_a_round_whose_draw_is_gone_stops_no_packet(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("aso").copied(tmp_path / "event")
    (folder / "round1-draw.xlsx").unlink()
    run("-C", folder, "packet", "--what", "schedule")


def test_what_is_played_stands_beside_the_middle_of_its_round(tmp_path: Path) -> None:
    """The three scenarios of a round take two lines; the number of the round stands beside the middle of both."""
    if shutil.which("soffice") is None:
        pytest.skip("there is no LibreOffice")
    set_up("aso", tmp_path / "event")
    changed(tmp_path / "event", "The brickworks", "The brickworks beside the long canal and the road to the harbour")
    pdf = sheetscore.packet(tmp_path / "event", "schedule").pdf
    assert pdf is not None
    page = words_on_pages(pdf)[0]
    first, last = (next(word for word in page if word.text == text) for text in ("Ferry", "Lynge"))
    (number,) = (word for word in page if word.text == "2" and first.top - 10 < word.middle < last.bottom + 10)
    assert last.top > first.bottom - 4
    assert abs(number.middle - (first.top + last.bottom) / 2) < 2


def test_a_schedule_has_no_column_for_what_is_played_where_nothing_is_chosen(tmp_path: Path) -> None:
    for example, chosen in (("diplomacy", False), ("aso", True)):
        (table,) = schedule_sheet(set_up(example, tmp_path / example)).tables
        assert [column.key for column in table.columns][5:] == ["played"] * chosen


@pytest.mark.usefixtures("_without_libreoffice")
def test_short_tables_share_paper_and_rounds_without_times_stand_with_how_it_goes(tmp_path: Path) -> None:
    set_up("team-of-four", tmp_path / "event")
    words = words_in(sheetscore.packet(tmp_path / "event").path)
    assert "Bands; Scenarios" in words
    assert not {"Schedule", "Bands", "Scenarios"} & {*words}
    assert "The depot at Hof: Sides" in words["Bands; Scenarios"]
    assert f"The depot at Hof. Begins{HARD_BLANK}____" in words["How it goes"]
    told = words["Packet"].partition("In this packet")[2]
    assert "Bands; Scenarios" in told


@pytest.mark.usefixtures("_without_libreoffice")
@pytest.mark.parametrize("example", ["aso", "match", "team-of-four", "airforce"])
def test_blank_pages_say_nothing_of_what_a_screen_does(example: str, tmp_path: Path) -> None:
    set_up(example, tmp_path / "event")
    words = words_in(sheetscore.packet(tmp_path / "event", "sheets").path)
    told = "\n".join(text for title, text in words.items() if title.startswith(("Blank", "Judges")))
    assert told
    # copies may be typed in later: players are told to leave the boxes for it alone
    told = told.replace("“typed” is for a computer", "").replace("typed:", "")
    assert not re.findall(r"by itself|by themselves|screen|typed", told)


@pytest.mark.usefixtures("_without_libreoffice")
def test_a_handicap_is_given_as_on_the_sheets(tmp_path: Path) -> None:
    set_up("match", tmp_path / "event")
    lists = words_in(sheetscore.packet(tmp_path / "event").path)["Lists"].split("\n")
    assert f"4{HARD_BLANK}2/3" in lists
    assert "14/3" not in lists
