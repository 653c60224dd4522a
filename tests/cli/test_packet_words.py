"""What the packet says to people who have no program: no words of one, no sheets that it does not have."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from test_packet import changed, set_up, words_in

import sheetscore
from sheetscore.packets.parts import lists_sheet
from sheetscore.systems.airforce.model import AirforceEvent
from sheetscore.systems.aso.model import AsoEvent
from sheetscore.systems.system import system_called
from sheetscore.wording import HARD_BLANK

SHIPPED = ("airforce", "amps", "aso", "diplomacy", "duplicate", "match", "team")

OF_A_PROGRAM = re.compile(
    "locked pairs|the locked ones|from the seed|semicolon|gets a box|is chosen on|with a note|flies every log"
)
"""What tells how something is typed or computed, and no rule."""


@pytest.fixture(autouse=True)
def _without_libreoffice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")


def printed(folder: Path, part: str = "all") -> dict[str, str]:
    """Give all that stands on each sheet of a packet, with plain blanks."""
    return {
        title: text.replace(HARD_BLANK, " ") for title, text in words_in(sheetscore.packet(folder, part).path).items()
    }


@pytest.mark.parametrize("system", SHIPPED)
def test_no_rule_is_told_in_words_of_a_program(system: str, tmp_path: Path) -> None:
    set_up(system_called(system).examples[0], tmp_path / "event")
    assert not OF_A_PROGRAM.findall("\n".join(printed(tmp_path / "event").values()))


@pytest.mark.parametrize("system", SHIPPED)
def test_what_players_get_names_no_sheet_that_they_do_not_get(system: str, tmp_path: Path) -> None:
    set_up(system_called(system).examples[0], tmp_path / "event")
    for part in ("players", "rules"):
        sheets = printed(tmp_path / "event", part)
        named = {name for text in sheets.values() for name in re.findall(r"the sheet ([A-Z][a-z]+)", text)}
        assert {name for name in named if not any(name in title for title in sheets)} == set()
    told = "\n".join(printed(tmp_path / "event", "players").values())
    assert "list Pairings" not in told
    assert "without a computer" not in told, "to draw with cards is for the director"


@pytest.mark.parametrize("system", SHIPPED)
def test_the_first_page_names_the_event_once(system: str, tmp_path: Path) -> None:
    event = set_up(system_called(system).examples[0], tmp_path / "event")
    name, place, *_ = printed(tmp_path / "event")["Packet"].split("\n")
    assert name == event.header.name
    assert not place.startswith(name)
    assert place.startswith(event.header.place)


@pytest.mark.parametrize(
    ("counts", "told"), [(False, "the scenario points alone"), (True, "the team points of the side")]
)
def test_a_round_score_is_told_as_teams_count_it(tmp_path: Path, *, counts: bool, told: str) -> None:
    set_up("team-of-four", tmp_path / "event")
    changed(tmp_path / "event", "[settings]\n", f"[settings]\navp_team_points = {str(counts).lower()}\n")
    lines = printed(tmp_path / "event", "rules")["Rules"].split("\n")
    assert told in lines[lines.index("Round score") + 1]


def test_points_stand_as_a_sentence_and_sums_on_one_line(tmp_path: Path) -> None:
    set_up("origins-1991", tmp_path / "event")
    rules = words_in(sheetscore.packet(tmp_path / "event", "rules").path)["Rules"]
    assert "to neutral 1, to advantaged 1, both at once 2." in rules.replace(HARD_BLANK, " ")
    assert not re.search(r"\d \+ \d| {3}[A-Z*] ", rules)


def test_fights_have_a_worked_line_and_decisions_in_sentences(tmp_path: Path) -> None:
    set_up("airforce", tmp_path / "event")
    sheets = printed(tmp_path / "event", "rules")
    assert "who scored 4 hits and took 1 has 3" in sheets["How it goes"]
    assert "What an aircraft loses for the part of a point by which its speed is above" in sheets["Rules"]


def test_how_an_aircraft_is_banked_is_said_in_words(tmp_path: Path) -> None:
    set_up("airforce", tmp_path / "event")
    (fight,) = [text for text in printed(tmp_path / "event", "scenarios").values() if "Gull (made up)" in text]
    assert "\nlevel\n" in fight
    assert "\nL\n" not in fight


def test_the_times_of_a_round_stay_on_one_line(tmp_path: Path) -> None:
    set_up("match", tmp_path / "event")
    times = words_in(sheetscore.packet(tmp_path / "event", "players").path)["How it goes"].rpartition("Begins")[2]
    assert " " not in times.partition("\n")[0]


def test_columns_of_scenarios_say_what_their_entries_are(tmp_path: Path) -> None:
    set_up("origins-1991", tmp_path / "event")
    told = "\n".join(printed(tmp_path / "event", "scenarios").values()).split("\n")
    assert {"Side", "Target", "What for"} <= {*told}
    assert not {"Title", "Label"} & {*told}


def test_a_scenario_of_one_list_has_its_sides_and_levels_as_people_say_them(tmp_path: Path) -> None:
    set_up("match", tmp_path / "event")
    told = "\n".join(printed(tmp_path / "event", "scenarios").values())
    assert "Names of levels\nMinor (marginal), Major (substantive), Total (decisive)" in told
    assert "Sides\nCrossing, Holding" in told
    assert told.count("What\nIn this scenario") >= 2


def test_sides_with_nothing_but_aircraft_have_no_list_and_aircraft_are_called_as_on_their_logs(tmp_path: Path) -> None:
    event = set_up("airforce", tmp_path / "event")
    assert isinstance(event, AirforceEvent)
    sheets = printed(tmp_path / "event", "scenarios")
    told = "\n".join(sheets.values()).split("\n")
    assert "Sides" not in told
    assert {"Blue flight 1", "Blue flight 2", "Red flight 1", "Red flight 2"} <= {*told}
    lists = lists_sheet(event)
    assert lists
    notes = {table.title: table.note for table in lists.tables}
    assert "others come along" in notes.pop("Cards"), "those of the example fighter are of the program"
    assert not any(notes.values())


def test_balances_are_printed_once(tmp_path: Path) -> None:
    """On the cards that lie on the tables; without score sheets, and of a scenario of no round yet, in a list."""
    event = set_up("aso", tmp_path / "event")
    assert isinstance(event, AsoEvent)
    texts = {one.text for scenario in event.scenarios for one in scenario.balances}
    for part in ("all", "players"):
        sheets = printed(tmp_path / "event", part)
        assert [
            title for title, text in sheets.items() if texts & {*text.split("\n")} and "Balances" not in title
        ] == []
        assert any("Balances: with the score sheets of each round." in text for text in sheets.values())
    assert texts <= {*"\n".join(printed(tmp_path / "event", "scenarios").values()).split("\n")}
    last = event.rounds[-1].scenario[-1]
    changed(tmp_path / "event", f', "{last}"]', "]")
    sheets = printed(tmp_path / "event")
    title = next(one.title for one in event.scenarios if one.id == last)
    assert any(f"{title}: Balances. No round names it yet." in text for text in sheets.values())


def test_a_long_title_stays_whole_above_a_blank_page_of_three_tasks(tmp_path: Path) -> None:
    title = "Sweep over the Fulda gap and the Kinzig-Schlüchtern corridor"
    folder = tmp_path / "event"
    set_up("team-of-four", folder)
    changed(folder, 'title = "The depot at Hof"', f'title = "{title}"')
    changed(folder, 'tasks = ["strike"]', 'tasks = ["air-combat", "strike", "defense-suppression"]')
    rail = '{ name = "Rail siding", class = "secondary" },'
    changed(folder, rail, f'{rail} {{ name = "Long Track", class = "radar" }},')
    told = "\n".join(text for sheet, text in printed(folder, "sheets").items() if sheet.startswith("Blank"))
    assert "sheet 1 of 2" in told
    assert f"{title}.  Write in the white boxes without Σ. One line for each attack." in told
    assert "…" not in told


def test_the_first_page_names_the_rounds_that_have_no_sheets_yet(tmp_path: Path) -> None:
    set_up("aso", tmp_path / "event")
    told = "What is played in round 5 is to be chosen"
    assert told not in printed(tmp_path / "event")["Packet"]
    changed(tmp_path / "event", 'number = 5\nscenario = ["s13", "s14", "s15"]', "number = 5")
    assert told in printed(tmp_path / "event")["Packet"]


def test_scenarios_stand_in_the_order_of_their_rounds(tmp_path: Path) -> None:
    folder = tmp_path / "event"
    set_up("team-of-four", folder)
    changed(folder, 'number = 1\nscenario = "sweep"', 'number = 1\nscenario = "escort"')
    changed(folder, 'number = 3\nscenario = "escort"', 'number = 3\nscenario = "sweep"')
    told = "\n".join(printed(folder, "scenarios").values())
    assert told.index("Escort to the Elbe") < told.index("The depot at Hof") < told.index("Sweep over the Fulda gap")
