"""Scenarios named round by round: what the next round lacks is noted, its draw waits, and the rest goes on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from amps_event import amps_event
from aso_commands import type_lines, won
from aso_event import aso_event
from click.testing import CliRunner
from looking import open_whole
from team_event import team_event

from sheetscore.cli.main import main
from sheetscore.event.scenarios import ScenarioEvent
from sheetscore.event.toml import write_toml
from sheetscore.findings import Finding
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound

EVENTS: dict[str, tuple[ScenarioEvent, str]] = {
    "amps": (amps_event(rounds=("bridge", "sweep", "bridge")), "“Scenario”"),
    "team": (team_event(), "“Scenario”"),
    "aso": (aso_event(4, 3), "“Scenarios”"),
}
"""Events of three rounds, and what heads the scenario of a round in each."""


def named_up_to(event: ScenarioEvent, last: int) -> ScenarioEvent:
    """Leave the rounds after one without a scenario: the next is listed, those after it are not."""
    listed = event.rounds[: last + 1]
    field = type(listed[0]).model_fields["scenario"]
    blank = listed[-1].model_copy(update={"scenario": field.get_default()})
    return event.model_copy(update={"rounds": (*listed[:-1], blank)})


def notes(folder: Path) -> list[tuple[str, str, str]]:
    return [(str(one.severity), one.code, one.sheet) for one in told(folder)]


def told(folder: Path) -> list[Finding]:
    """Give what check finds, without what the pools of the rounds to come are, and of team points that do not count."""
    return [one for one in check(folder).findings if one.code not in {"prospect", "team-points-idle"}]


@pytest.mark.parametrize("system", EVENTS)
def test_aso_1_and_amps_11_only_the_next_round_asks_for_its_scenario(system: str, tmp_path: Path) -> None:
    event, heading = EVENTS[system]
    write_event(named_up_to(event, 1), tmp_path)
    assert notes(tmp_path) == []
    draw(tmp_path, 1)
    make_sheets(tmp_path, 1)
    assert notes(tmp_path) == [("note", "round-unnamed", "Rounds")]
    (note,) = told(tmp_path)
    assert f"Fill in {heading} of round 2 on the sheet “Rounds”" in note.message
    with pytest.raises(MistakesFound) as waits:
        draw(tmp_path, 2)
    assert [(one.code, one.is_error) for one in waits.value.findings] == [("event-missing", True)]
    assert (
        f"Round 2 cannot be drawn: nothing says yet what it plays. Fill in {heading}" in waits.value.findings[0].message
    )
    assert not (tmp_path / "round2-draw.xlsx").exists()
    write_event(named_up_to(event, 2), tmp_path)
    assert notes(tmp_path) == []
    assert draw(tmp_path, 2).draw.tables
    assert "of round 3" in told(tmp_path)[0].message


@pytest.mark.parametrize("system", EVENTS)
def test_what_is_drawn_keeps_its_scenario(system: str, tmp_path: Path) -> None:
    event, _ = EVENTS[system]
    write_event(event, tmp_path)
    draw(tmp_path, 1)
    make_sheets(tmp_path, 1)
    write_event(named_up_to(event, 0), tmp_path)
    done = CliRunner().invoke(main, ["-C", str(tmp_path), "check", "--json"])
    (found,) = json.loads(done.stdout)["findings"]
    assert (done.exit_code, found["code"], found["sheet"]) == (1, "event-missing", "Rounds")
    assert found["message"].startswith('Round 1 is drawn with "')
    assert ", and nothing says any more what it plays." in found["message"]
    for words in (["ingest", "round1.xlsx"], ["sheets", "1"], ["draw", "2"], ["standings"]):
        again = CliRunner().invoke(main, ["-C", str(tmp_path), *words])
        assert again.exit_code == 1, again.output
        assert "nothing says any more" in again.output + again.stderr


def test_results_of_another_round_do_not_say_that_the_next_is_drawn(tmp_path: Path) -> None:
    event, _ = EVENTS["aso"]
    write_event(named_up_to(event, 1), tmp_path)
    draw(tmp_path, 1)
    make_sheets(tmp_path, 1)
    type_lines(tmp_path, *won("1", "1"))
    ingest(tmp_path / "round1.xlsx")
    copy = Path(shutil.copy(tmp_path / "round1-results.xlsx", tmp_path / "round2-results.xlsx"))
    wrong = "round2-results.xlsx has the results of round 1, not those of round 2: put it away, since round 2 is not"
    for words in (["check"], ["standings"], ["draw", "2"]):
        done = CliRunner().invoke(main, ["-C", str(tmp_path), *words])
        assert wrong in " ".join(done.output.split())
        assert "nothing says any more" not in done.output
    copy.unlink()
    assert "round-unnamed" in {one.code for one in check(tmp_path).findings}


@pytest.mark.parametrize("system", EVENTS)
def test_a_scenario_that_was_drawn_and_is_gone_is_asked_for_again(system: str, tmp_path: Path) -> None:
    event, _ = EVENTS[system]
    write_event(event, tmp_path)
    draw(tmp_path, 1)
    first = event.rounds[0].scenario
    gone = first if isinstance(first, str) else first[0] if first else ""
    left = tuple(one for one in event.scenarios if one.id != gone)
    write_event(event.model_copy(update={"scenarios": left}), tmp_path)
    said = [one.message for one in check(tmp_path).findings if one.code == "event-reference"]
    expected = f'No scenario has the id "{gone}". Round 1 was drawn with it: enter the scenario again as it was'
    assert said
    assert all(one.startswith(expected) for one in said)
    # who takes it out of the round as well is told which one belongs there
    write_event(named_up_to(event, 0).model_copy(update={"scenarios": left}), tmp_path)
    said = [one.message for one in check(tmp_path).findings if one.code == "event-missing"]
    assert said[0].startswith(f'Round 1 is drawn with "{gone}"')


@pytest.mark.parametrize("system", EVENTS)
def test_nothing_advises_fewer_rounds(system: str, tmp_path: Path) -> None:
    event, _ = EVENTS[system]
    (tmp_path / "event.toml").write_text(write_toml(event.model_copy(update={"rounds": ()})), encoding="utf-8")
    (note,) = told(tmp_path / "event.toml")
    assert (note.code, note.sheet, note.cell) == ("round-unnamed", "[[round]]", "scenario")
    assert note.message == (
        "Nothing says yet what is played in round 1, the next to be drawn. Fill in scenario of round 1 in [[round]]."
    )


@pytest.mark.parametrize("system", EVENTS)
def test_a_round_without_a_scenario_comes_back_from_event_xlsx_and_event_toml(system: str, tmp_path: Path) -> None:
    event = named_up_to(EVENTS[system][0], 1)
    write_event(event, tmp_path / "book")
    (tmp_path / "event.toml").write_text(write_toml(event), encoding="utf-8")
    assert type(event).load(tmp_path / "book") == type(event).load(tmp_path / "event.toml") == event
    sheet = open_whole(tmp_path / "book" / "event.xlsx")["Rounds"]
    assert [sheet.cell(6, column).value for column in (1, 2)] == [2, None]
