"""Whatever refers to a part of the event by its id, in other capitals too, has the id as the part itself spells it."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest
from amps_event import amps_event
from duplicate_event import duplicate_event
from looking import open_whole
from team_event import team_event

from sheetscore.event.load import load_event
from sheetscore.event.model import Event
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.toml import write_toml
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.problems import MistakesFound
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.systems.duplicate.model import DuplicateEvent
from sheetscore.systems.team.model import TeamEvent


def reread(event: Event, folder: Path) -> Event:
    path = folder / "event.toml"
    path.write_text(write_toml(event), encoding="utf-8")
    return load_event(path)


def test_a_round_has_the_id_of_its_scenario_as_the_scenario_spells_it(tmp_path: Path) -> None:
    event = amps_event()
    rounds = tuple(one.model_copy(update={"scenario": "BRIDGE"}) for one in event.rounds)
    read = reread(event.model_copy(update={"rounds": rounds}), tmp_path)
    assert isinstance(read, AmpsEvent)
    assert [one.scenario for one in read.rounds] == ["bridge"] * len(rounds)
    assert read == event


def test_in_event_xlsx_as_well(tmp_path: Path) -> None:
    event = amps_event()
    path = tmp_path / "event.xlsx"
    write_event_workbook(event, path)
    book = open_whole(path)
    cells = [cell for row in book["Rounds"].iter_rows() for cell in row if cell.value == "bridge"]
    assert cells
    for cell in cells:
        cell.value = "Bridge"
    book.save(path)
    assert load_event(path) == event


def test_a_list_of_scenarios_and_a_team_are_spelled_as_they_are_listed(tmp_path: Path) -> None:
    duplicate = duplicate_event()
    ids = tuple(one.id for one in duplicate.scenarios)
    rounds = tuple(one.model_copy(update={"scenario": tuple(map(str.upper, ids))}) for one in duplicate.rounds)
    read = reread(duplicate.model_copy(update={"rounds": rounds}), tmp_path)
    assert isinstance(read, DuplicateEvent)
    assert {one.scenario for one in read.rounds} <= {ids}
    team = team_event(teams=4)
    players = tuple(one.model_copy(update={"team": one.team and one.team.lower()}) for one in team.players)
    assert players != team.players
    read_team = reread(team.model_copy(update={"players": players}), tmp_path)
    assert isinstance(read_team, TeamEvent)
    assert read_team.players == team.players


def test_an_id_that_nothing_has_is_named_as_it_was_written(tmp_path: Path) -> None:
    event = amps_event()
    rounds = (event.rounds[0].model_copy(update={"scenario": "BRIGDE"}), *event.rounds[1:])
    with pytest.raises(MistakesFound) as told:
        reread(event.model_copy(update={"rounds": rounds}), tmp_path)
    assert 'No scenario has the id "BRIGDE". Did you mean "bridge"?' in str(told.value)


@pytest.mark.parametrize("now", ["bridge", "BRIDGE"])
def test_a_scenario_whose_id_is_put_right_later_is_no_change(tmp_path: Path, now: str) -> None:
    """Draws from before have the id as the round wrote it; the scenario itself may be spelled otherwise later, too."""
    folder = tmp_path / "event"
    folder.mkdir()
    text = write_toml(amps_event())
    (folder / "event.toml").write_text(text, encoding="utf-8")
    draw(folder, 1)
    for sheet in (book := open_whole(folder / "round1-draw.xlsx")):
        for cell in chain.from_iterable(sheet.iter_rows()):
            if cell.value == "bridge":
                cell.value = "Bridge"
    book.save(folder / "round1-draw.xlsx")
    assert 'id = "bridge"' in text
    (folder / "event.toml").write_text(text.replace('id = "bridge"', f'id = "{now}"'), encoding="utf-8")
    assert [one.message for one in check(folder).findings if one.code in {"draw-older", "drawn-otherwise"}] == []


def test_a_round_that_plays_something_else_is_one(tmp_path: Path) -> None:
    text = write_toml(amps_event())
    path = tmp_path / "event.toml"
    path.write_text(text, encoding="utf-8")
    draw(tmp_path, 1)
    path.write_text(text.replace('scenario = "bridge"', 'scenario = "SWEEP"'), encoding="utf-8")
    (told,) = [one for one in check(tmp_path).findings if one.code == "draw-older"]
    assert "was bridge and is sweep" in told.message
