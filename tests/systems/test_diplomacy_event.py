"""Events of Diplomacy: no scenarios, numbers as lists, the way through TOML and workbook."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from looking import open_whole

from sheetscore.event.load import examine_event
from sheetscore.event.model import Event, Header
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.toml import write_toml
from sheetscore.systems.diplomacy import DIPLOMACY
from sheetscore.systems.diplomacy.model import (
    Apart,
    DiplomacyEvent,
    DiplomacyPlayer,
    DiplomacySettings,
    DiplomacyTeam,
    starter_event,
)
from sheetscore.workbooks.reader import read_workbook

EVENT = DiplomacyEvent(
    header=Header(name="Test", system="diplomacy", rounds=3),
    settings=DiplomacySettings(
        scoring="carnage-2023",
        event_scoring="weights",
        weights=(Decimal(1), Decimal(1), Decimal("0.5")),
        tie_breaks=("centres", "solos"),
        sit_out_score=Decimal("12.5"),
        last_year=1915,
    ),
    teams=(DiplomacyTeam(id="T1", name="Rhine"),),
    players=(
        *(DiplomacyPlayer(id=f"P{n}", name=f"Player {n}", team="T1" if n < 3 else None) for n in range(1, 8)),
        DiplomacyPlayer(id="S1", name="Stand By", standby=True),
        DiplomacyPlayer(id="P9", name="Choosy", preferences=("Turkey", "France")),
    ),
    pairs_apart=(Apart(players=("P1", "P5"), round=2),),
)


@pytest.mark.parametrize("name", ["event.toml", "event.xlsx"])
def test_an_event_comes_back_as_it_was_written(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name.endswith("toml"):
        path.write_text(write_toml(EVENT), encoding="utf-8")
    else:
        write_event_workbook(EVENT, path)
    event = Event.load(tmp_path)
    assert event == EVENT
    assert event.folder == tmp_path


def test_the_workbook_of_an_event_has_no_sheets_for_scenarios_and_rounds(tmp_path: Path) -> None:
    write_event_workbook(EVENT, tmp_path / "event.xlsx")
    sheets = set(read_workbook(tmp_path / "event.xlsx").sheets)
    assert {"Event", "Players", "Teams", "Pairings"} <= sheets
    assert not sheets & {"Scenarios", "Rounds", "Sides"}


@pytest.mark.parametrize("table", ["[[scenario]]\nid = 'x'\ntitle = 'X'", "[[round]]\nnumber = 1\nscenario = 'x'"])
def test_scenarios_and_rounds_are_unknown_in_its_toml(tmp_path: Path, table: str) -> None:
    (tmp_path / "event.toml").write_text(f"{write_toml(EVENT)}\n{table}\n", encoding="utf-8")
    event, found = examine_event(tmp_path)
    assert event is None
    assert "event-unknown" in {one.code for one in found}


def test_pairs_apart_hold_in_their_round_and_go_by_the_roster() -> None:
    assert EVENT.apart(2) == (("P1", "P5"),)
    assert EVENT.apart(1) == ()


def test_the_starter_event_lacks_nothing_but_players() -> None:
    assert {str(one.severity) for one in DIPLOMACY.check_event(starter_event("New"))} <= {"warning"}


def test_the_decisions_say_what_the_scoring_system_does_and_which_there_are() -> None:
    scoring, *others = DIPLOMACY.decisions(EVENT)
    assert scoring.value == "carnage-2023"
    assert scoring.meaning.startswith("Carnage 2023: ")
    assert {"sum-of-squares", "bangkok", "tribute"} <= set(scoring.choices)
    values = {one.name: one.value for one in others}
    assert values["Weights"] == "1, 1, 0.5"
    assert values["Best rounds counted"] == "blank"


def test_dip_1_austria_hungary_is_austria_in_preferences(tmp_path: Path) -> None:
    ann = DiplomacyPlayer.model_validate({"id": "P1", "name": "Ann", "preferences": ["Austria-Hungary", "Turkey"]})
    assert ann.preferences == ("Austria", "Turkey")
    event = EVENT.model_copy(update={"players": (ann,), "pairs_apart": ()})
    write_event_workbook(event, tmp_path / "event.xlsx")
    book = open_whole(tmp_path / "event.xlsx")
    (cell,) = (cell for row in book["Players"].iter_rows() for cell in row if cell.value == "Austria + Turkey")
    cell.value = "austria-hungary, Turkey"
    book.save(tmp_path / "event.xlsx")
    assert Event.load(tmp_path) == event
