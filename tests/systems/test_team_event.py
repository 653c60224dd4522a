"""Events of team play: what the rules ask of teams and scenarios, the starter, the way through TOML and workbook."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError
from round_contexts import drawn_round
from team_event import pilots, sweep, team_event

from sheetscore.event.load import examine_event
from sheetscore.event.model import Event
from sheetscore.event.scenarios import Round
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.toml import write_toml
from sheetscore.findings import Finding
from sheetscore.pairing.draw import Draw
from sheetscore.systems.context import RoundContext
from sheetscore.systems.tasks.model import TaskScenario
from sheetscore.systems.team import TEAM
from sheetscore.systems.team.model import Team, TeamEvent, TeamPlayer, TeamSettings, starter_event
from sheetscore.systems.team.seating import as_drawn, crew, sitting_out


def changed(event: TeamEvent, player: str, **update: Any) -> TeamEvent:
    """Give the event with something else about one player."""
    players = [one.model_copy(update=update) if one.id == player else one for one in event.players]
    return event.model_copy(update={"players": tuple(players)})


def without(event: TeamEvent, *players: str) -> TeamEvent:
    return event.model_copy(update={"players": tuple(one for one in event.players if one.id not in players)})


def played_in(event: TeamEvent, *scenarios: TaskScenario) -> TeamEvent:
    return event.model_copy(update={"scenarios": scenarios})


def places(findings: Sequence[Finding]) -> list[tuple[str, str, str]]:
    return [(found.code, found.sheet, found.cell) for found in findings]


@pytest.mark.parametrize("size", [2, 4])
def test_teams_of_two_and_of_four_are_in_order_with_and_without_substitutes(size: int) -> None:
    assert TEAM.check_event(team_event(size=size, substitutes=3)) == []


def test_a_team_has_both_sections() -> None:
    (found,) = TEAM.check_event(without(team_event(), "2B"))
    assert (found.code, found.sheet, found.cell) == ("event-rule", "[[team]] 2", "id")
    assert '"Team 2" has nobody in section B' in found.message


def test_a_section_is_not_larger_than_the_seats() -> None:
    event = team_event(size=4)
    third = TeamPlayer(id="1A3", name="Third", team="T1", section="A")
    (found,) = TEAM.check_event(event.model_copy(update={"players": (*event.players, third)}))
    assert (found.code, found.sheet) == ("event-rule", "[[team]] 1")
    assert "3 in section A (Pilot 1A1, Pilot 1A2, Third)" in found.message
    assert "red has 2 to a table" in found.message


def test_whoever_comes_for_a_pilot_who_has_left_has_that_seat() -> None:
    event = changed(team_event(), "1A", last_round=1)
    later = TeamPlayer(id="1A2", name="Later", team="T1", section="A", first_round=2)
    event = event.model_copy(update={"players": (*event.players, later)})
    assert TEAM.check_event(event) == []
    seated = [crew(event, stage, event.teams[0], "red") for stage in (1, 2)]
    assert seated == [{"red.1": "1A"}, {"red.1": "1A2"}]
    (found,) = TEAM.check_event(changed(event, "1A", last_round=2))
    assert "2 in section A (Pilot 1A, Later)" in found.message


def test_a_team_that_came_after_the_draw_and_sits_out_is_one_also_when_scored_again() -> None:
    event = team_event(substitutes=2)
    noted = event.drawn_as(2)
    for player, section in (("S1", "A"), ("S2", "B")):
        event = changed(event, player, team="T5", section=section, first_round=2)
    event = event.model_copy(update={"teams": (*event.teams, Team(id="T5", name="Late", number=5))})
    drawn = Draw(2, (), ("S1", "S2"), ())
    context = RoundContext(event, 2, draw=drawn, drawn_as=noted, has_results=True)
    assert [team.id for team in sitting_out(as_drawn(context), drawn)] == ["T5"]
    joined = RoundContext(
        changed(event, "S1", team="T1"), 2, draw=Draw(2, (), ("S1",), ()), drawn_as=noted, has_results=True
    )
    assert sitting_out(as_drawn(joined), joined.draw) == (), "T1 was drawn, and had no place for a reserve"


def test_a_section_is_not_smaller_than_the_seats() -> None:
    (found,) = TEAM.check_event(without(team_event(size=4), "3B2"))
    assert "has 1 in section B (Pilot 3B1)" in found.message


def test_a_team_without_players_is_named_for_both_sections() -> None:
    found = TEAM.check_event(without(team_event(), *pilots(4)))
    assert places(found) == [("event-rule", "[[team]] 4", "id")] * 2


def test_who_is_in_a_team_is_in_a_section_and_the_other_way_round() -> None:
    event = team_event(substitutes=1)
    found = TEAM.check_event(changed(changed(event, "1A", section=None), "S1", section="B"))
    assert ("event-rule", "[[player]] 1", "section") in places(found)
    assert ("event-rule", "[[player]] 9", "team") in places(found)


def test_two_teams_do_not_share_a_number() -> None:
    event = team_event()
    teams = (*event.teams[:3], event.teams[3].model_copy(update={"number": 2}))
    (found,) = TEAM.check_event(event.model_copy(update={"teams": teams}))
    assert (found.code, found.sheet, found.cell) == ("event-duplicate", "[[team]] 4", "number")
    assert 'number 2 belongs to "Team 2"' in found.message


@pytest.mark.parametrize(
    "ids", [["red"], ["blue"], [], ["red", "green"], ["red", "blue", "green"], ["Red", "blue"], ["red", "red"]]
)
def test_scenarios_have_the_sides_red_and_blue(ids: list[str]) -> None:
    red, blue = sweep().sides
    sides = tuple((blue if id_ == "blue" else red).model_copy(update={"id": id_}) for id_ in ids)
    scenario = sweep().model_copy(update={"sides": sides})
    found = [one for one in TEAM.check_event(played_in(team_event(teams=0), scenario)) if "ids red" in one.message]
    assert places(found) == [("event-rule", "[[scenario]] 1", "id")]


def test_sides_have_one_seat_or_two() -> None:
    scenario = sweep(seats=3)
    found = TEAM.check_event(played_in(team_event(teams=0), scenario))
    assert places(found) == [("event-rule", f"[[scenario.side]] {number}", "seats") for number in (1, 2)]
    assert "has 3 seats" in found[0].message


def test_all_sides_of_all_scenarios_have_the_same_seats() -> None:
    red, blue = sweep(2).sides
    lopsided = sweep(2).model_copy(update={"sides": (red.model_copy(update={"seats": 1}), blue)})
    small = sweep(1).model_copy(update={"id": "small"})
    for scenarios in ((lopsided,), (sweep(2), small)):
        found = TEAM.check_event(played_in(team_event(teams=0), *scenarios))
        assert places(found) == [("event-rule", "[[scenario]] 1", "id")]
        assert "different numbers of seats" in found[0].message


def test_a_missing_side_is_not_told_of_as_different_seats() -> None:
    scenario = sweep().model_copy(update={"sides": sweep().sides[:1]})
    messages = [one.message for one in TEAM.check_event(played_in(team_event(teams=0), scenario))]
    assert not [message for message in messages if "different numbers" in message]


def test_a_team_that_nobody_defines_is_named_with_the_nearest(tmp_path: Path) -> None:
    event = changed(team_event(names={"T1": "Hawks"}), "1A", team="TT1")
    (tmp_path / "event.toml").write_text(write_toml(event), encoding="utf-8")
    _, findings = examine_event(tmp_path)
    (found,) = [one for one in findings if one.code == "event-reference"]
    assert (found.sheet, found.cell) == ("[[player]] 1", "team")
    assert 'No team has the id "TT1". Did you mean "T1"?' in found.message


def test_ids_of_teams_are_compared_without_capitals() -> None:
    event = changed(team_event(), "1A", team="t1")
    assert TEAM.check_event(event) == []
    team = event.team_of("1A")
    assert team is not None
    assert team.id == "T1"
    assert event.team_names["1A"] == "Team 1"


def test_settings_have_the_usual_decisions_and_bounds() -> None:
    usual = TeamSettings()
    assert (usual.avp_team_points, usual.first_round, usual.pair_by, usual.bye_avp) == (
        False,
        "number",
        "previous_round",
        10,
    )
    for wrong in ({"bye_avp": 21}, {"bye_avp": -1}, {"pair_by": "avp"}, {"first_round": "seed"}):
        with pytest.raises(ValidationError):
            TeamSettings.model_validate(wrong)
    for number in (0, 501):
        with pytest.raises(ValidationError):
            Team(id="T", number=number, name="T")


def test_substitutes_have_no_team_and_are_not_drawn() -> None:
    event = team_event(substitutes=2)
    assert [player.id for player in event.players if player.is_substitute] == ["S1", "S2"]
    assert event.team_of("S1") is None
    drawn = TEAM.draw(RoundContext(event, 1))
    assert not {"S1", "S2"} & {player for _, _, player in drawn.places()}
    assert TEAM.check_draw(drawn_round(event, drawn)) == []


def test_the_starter_is_in_order(tmp_path: Path) -> None:
    starter = starter_event("Cup")
    (tmp_path / "event.toml").write_text(write_toml(starter), encoding="utf-8")
    assert examine_event(tmp_path) == (starter, ())
    assert starter.teams == ()


def full_event() -> TeamEvent:
    event = team_event(
        teams=3,
        size=4,
        substitutes=1,
        names={"T1": "=1+1", "T2": "a*b?", "T3": "~x", "1A1": "🛩️ O'Neil", "S1": "N" * 200},
        absent={"2A1": (2, 3)},
        settings=TeamSettings(
            avp_team_points=True, first_round="random", pair_by="total", bye_avp=0, damage_cap="pilot"
        ),
        paper="a4",
    )
    return event.model_copy(update={"rounds": (*event.rounds[:2], Round(number=3, scenario="depot"))})


def test_workbook_and_toml_give_the_event_back_one_from_the_other(tmp_path: Path) -> None:
    event = full_event()
    assert TEAM.check_event(event) == []
    write_event_workbook(event, tmp_path / "event.xlsx")
    once = Event.load(tmp_path / "event.xlsx")
    (tmp_path / "event.toml").write_text(write_toml(once), encoding="utf-8")
    assert TeamEvent.load(tmp_path / "event.toml") == once == event


def test_every_decision_has_its_value_and_a_meaning() -> None:
    told = {one.name: one.value for one in TEAM.decisions(full_event())}
    assert len(told) == 7
    assert {"random", "total", "0", "pilot"} <= set(told.values())
    assert all(one.meaning for one in TEAM.decisions(full_event()))
