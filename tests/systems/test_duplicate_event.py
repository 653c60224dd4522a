"""Events of duplicate play: what the rules ask of them, the starter, the way through TOML and workbook."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from duplicate_event import duplicate_event, side_of_teams

from sheetscore.event.load import check_event, examine_event
from sheetscore.event.model import Event, Header
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.toml import write_toml
from sheetscore.problems import MistakesFound
from sheetscore.systems.context import RoundContext
from sheetscore.systems.duplicate import DUPLICATE
from sheetscore.systems.duplicate.model import (
    DuplicateEvent,
    DuplicateSettings,
    DuplicateTeam,
    Member,
    TableScenarios,
    starter_event,
)
from sheetscore.systems.duplicate.model import DuplicateScenario as Scenario
from sheetscore.systems.duplicate.model import DuplicateSide as Side


def found_in(event: DuplicateEvent) -> list[tuple[str, str, str]]:
    return [(found.code, found.sheet, found.cell) for found in check_event(event)]


def message_of(event: DuplicateEvent) -> str:
    (found,) = check_event(event)
    return found.message


def at_tables(*scenarios: str, number: int = 1) -> tuple[TableScenarios, ...]:
    return (TableScenarios(number=number, scenario=scenarios),)


@pytest.mark.parametrize(("reds", "blues"), [(3, 3), (3, 2), (2, 3), (2, 1), (1, 1)])
def test_sides_of_one_size_or_a_team_apart_are_in_order(reds: int, blues: int) -> None:
    assert found_in(duplicate_event(reds, blues, 1)) == []


@pytest.mark.parametrize(("reds", "blues"), [(5, 3), (0, 2), (2, 0)])
def test_sides_two_teams_apart_are_refused(reds: int, blues: int) -> None:
    event = duplicate_event(reds, blues, 1)
    assert found_in(event) == [("event-rule", "[[team]]", "side")]
    assert f"Red has {reds} team" in message_of(event)
    assert f"Blue {blues} team" in message_of(event)


@pytest.mark.parametrize(("reds", "blues"), [(0, 0), (1, 0), (0, 1)])
def test_it_takes_two_teams(reds: int, blues: int) -> None:
    assert found_in(duplicate_event(reds, blues, 1)) == [("event-missing", "[[team]]", "side")]


def test_numbers_are_unique_within_a_side_only() -> None:
    event = duplicate_event(2, 2, 1)
    assert found_in(event) == []
    second = event.teams[1].model_copy(update={"number": 1})
    twice = event.model_copy(update={"teams": (event.teams[0], second, *event.teams[2:])})
    assert found_in(twice) == [("event-duplicate", "[[team]] 2", "number")]


@pytest.mark.parametrize(
    ("tables", "last_round", "most"),
    [(3, "none", 3), (3, "revenge", 3), (4, "none", 3), (4, "revenge", 4), (4, "repeat", 4), (2, "none", 1)],
)
def test_more_rounds_than_the_movement_gives_are_refused_with_the_number_that_it_gives(
    tables: int, last_round: Any, most: int
) -> None:
    assert found_in(duplicate_event(tables, tables, most, last_round=last_round)) == []
    too_many = duplicate_event(tables, tables, most + 1, last_round=last_round)
    assert found_in(too_many) == [("event-rule", "[event]", "rounds")]
    assert f"at most {most} at {tables} tables" in message_of(too_many)


def test_where_one_more_round_is_to_be_had_the_setting_for_it_is_named() -> None:
    assert "revenge or repeat" in message_of(duplicate_event(4, 4, 4))
    assert "revenge" not in message_of(duplicate_event(4, 4, 5))
    assert "revenge" not in message_of(duplicate_event(3, 3, 4))


def test_every_table_has_a_scenario_of_its_own() -> None:
    event = duplicate_event(3, 3, scenarios=(Scenario(id="s1", title="One"), Scenario(id="s2", title="Two")))
    assert found_in(event) == [("event-missing", "[[scenario]]", "id")]


def test_without_an_entry_the_tables_have_the_scenarios_in_their_order() -> None:
    event = duplicate_event()
    assert [event.scenario_at(0, table) for table in (0, 1, 2, 3, 4)] == ["", "s1", "s2", "s3", ""]


def test_an_entry_says_which_scenario_stays_at_which_table() -> None:
    event = duplicate_event(rounds=2).model_copy(update={"rounds": at_tables("s3", "S1", "s2")})
    assert found_in(event) == []
    assert [event.scenario_at(0, table) for table in (1, 2, 3)] == ["s3", "s1", "s2"]


def test_an_entry_names_a_scenario_for_each_table_and_none_twice() -> None:
    few = duplicate_event().model_copy(update={"rounds": at_tables("s1", "s2")})
    assert found_in(few) == [("event-rule", "[[round]] 1", "scenario")]
    again = duplicate_event().model_copy(update={"rounds": at_tables("s1", "s2", "S1")})
    assert found_in(again) == [("event-rule", "[[round]] 1", "scenario")]
    unknown = duplicate_event().model_copy(update={"rounds": at_tables("s1", "s2", "s9")})
    assert found_in(unknown) == [("event-reference", "[[round]] 1", "scenario")]


def test_there_is_one_entry_for_the_whole_event() -> None:
    rounds = at_tables("s1", "s2", "s3") + at_tables("s2", "s3", "s1", number=2)
    assert found_in(duplicate_event().model_copy(update={"rounds": rounds})) == [
        ("event-rule", "[[round]] 2", "number")
    ]


@pytest.mark.parametrize(("ids", "wrong"), [(("red", "blue"), []), (("blue",), []), (("red", "green"), [2])])
def test_sides_of_a_scenario_may_be_left_out_but_are_red_and_blue(ids: tuple[str, ...], wrong: list[int]) -> None:
    sides = tuple(Side(id=id_, title=id_, force=id_, seats=7) for id_ in ids)
    event = duplicate_event(1, 1, 1, scenarios=(Scenario(id="s1", title="One", sides=sides),))
    assert found_in(event) == [("event-rule", f"[[scenario.side]] {number}", "id") for number in wrong]


def test_an_event_that_breaks_a_rule_is_not_drawn() -> None:
    with pytest.raises(MistakesFound, match="at most 3 at 4 tables"):
        DUPLICATE.draw(RoundContext(duplicate_event(4, 4, 4), 0))


def test_teams_are_who_can_be_drawn_and_players_are_their_members() -> None:
    event = duplicate_event(1, 1, 1, players=(Member(id="P1", name="Ann", team="r1"), Member(id="P2", name="Bob")))
    assert event.names == event.entrants(0) == {"R1": "Red 1", "B1": "Blue 1"}
    assert event.entrant("R1").members == ("Ann",)
    assert (event.entrant("B1").side, event.entrant("B1").number, event.entrant("B1").members) == ("blue", 1, ())
    with pytest.raises(KeyError):
        event.entrant("P1")


def test_a_member_of_no_known_team_is_found() -> None:
    event = duplicate_event(1, 1, 1, players=(Member(id="P1", name="Ann", team="R9"),))
    assert found_in(event) == [("event-reference", "[[player]] 1", "team")]


def with_team(event: DuplicateEvent, **values: Any) -> DuplicateEvent:
    """Add a Red team number 9, which is the last of the teams."""
    team = DuplicateTeam(**{"id": "R9", "number": 9, "name": "Red 9", "side": "red", **values})
    return event.model_copy(update={"teams": (*event.teams, team)})


def leaving(event: DuplicateEvent, team: str, last: int) -> DuplicateEvent:
    teams = tuple(one.model_copy(update={"last_round": last}) if one.id == team else one for one in event.teams)
    return event.model_copy(update={"teams": teams})


def test_dup_5_a_late_team_adds_no_table_and_needs_the_place_of_a_phantom() -> None:
    full = with_team(duplicate_event(3, 3), first_round=2)
    assert full.tables == 3
    assert found_in(full) == [("event-rule", "[[team]] 7", "first_round")]
    assert '"Red 9" comes in round 2, and no place of Red is free from then on.' in message_of(full)
    assert found_in(leaving(full, "R1", 1)) == []
    assert found_in(leaving(full, "R1", 2)) == [("event-rule", "[[team]] 7", "first_round")]
    assert found_in(leaving(full, "B1", 1)) == [("event-rule", "[[team]] 7", "first_round")]
    assert found_in(with_team(duplicate_event(2, 3), first_round=2)) == []


def test_dup_5_sides_are_as_large_as_the_places_that_their_teams_have() -> None:
    assert found_in(with_team(duplicate_event(2, 4, scenarios=SCENARIOS_4), first_round=2)) == []
    assert found_in(leaving(leaving(duplicate_event(), "R1", 1), "R2", 1)) == []
    late = duplicate_event(1, 1, 1)
    late = late.model_copy(update={"teams": tuple(one.model_copy(update={"first_round": 2}) for one in late.teams)})
    assert ("event-missing", "[[team]]", "side") in found_in(late)


SCENARIOS_4 = tuple(Scenario(id=f"s{number}", title=f"Scenario {number}") for number in range(1, 5))


@pytest.mark.parametrize(
    ("rounds", "key"),
    [({"first_round": 3, "last_round": 2}, "last_round"), ({"first_round": 4}, "first_round")],
)
def test_rounds_of_a_team_that_cannot_be_are_found(rounds: dict[str, int], key: str) -> None:
    assert ("event-value", "[[team]] 6", key) in found_in(with_team(duplicate_event(2, 3), **rounds))


def test_a_team_whose_players_are_never_there_with_it_is_found() -> None:
    event = duplicate_event(players=(Member(id="P1", name="Ann", team="R1", first_round=3),))
    assert found_in(event) == []
    assert found_in(leaving(event, "R1", 2)) == [("event-rule", "[[team]] 1", "last_round")]


def test_the_event_is_one_stage_and_says_how_much_is_played() -> None:
    event = duplicate_event(7, 6, 5)
    assert event.stages == (0,)
    assert event.subject(0) == "7 tables, 5 rounds"
    assert duplicate_event(1, 1, 1).subject(0) == "1 table, 1 round"
    assert list(duplicate_event(2, 2, 1).seats(0).items()) == [("r1.red", "Round 1, Red"), ("r1.blue", "Round 1, Blue")]
    assert list(event.seats(0))[-2:] == ["r5.red", "r5.blue"]


def test_teams_come_by_number_whatever_their_order() -> None:
    event = duplicate_event(3, 3)
    backwards = event.model_copy(update={"teams": tuple(reversed(event.teams))})
    assert [team.id for team in backwards.reds] == ["R1", "R2", "R3"]
    assert backwards.blues == event.blues


def full_event() -> DuplicateEvent:
    sides = (Side(id="red", title="Interceptors", force="red", seats=1),)
    scenarios = (Scenario(id="s1", title="One", sides=sides), Scenario(id="s2", title="Two"))
    return DuplicateEvent(
        header=Header(name="Full", system="duplicate", rounds=2),
        settings=DuplicateSettings(
            last_round="revenge",
            sit_out="zero",
            winners="one",
            factor_rounding="2dp",
            tie_margin=Decimal("0.25"),
            tie_group="chain",
        ),
        teams=(
            *side_of_teams("red", 2),
            *side_of_teams("blue", 1),
            DuplicateTeam(id="B2", number=2, name="Blue 2", side="blue", first_round=2, last_round=2),
        ),
        players=(Member(id="0012", name="Ann", team="R1", absent=(1,)),),
        scenarios=scenarios,
        rounds=at_tables("s2", "s1"),
    )


@pytest.mark.parametrize("event", [full_event(), starter_event("Start"), duplicate_event(21, 21, 21)])
def test_toml_gives_an_equal_event(event: DuplicateEvent, tmp_path: Path) -> None:
    (tmp_path / "event.toml").write_text(write_toml(event), encoding="utf-8")
    assert Event.load(tmp_path / "event.toml") == event


@pytest.mark.parametrize("event", [full_event(), starter_event("Start"), duplicate_event(21, 21, 21)])
def test_workbook_gives_an_equal_event(event: DuplicateEvent, tmp_path: Path) -> None:
    write_event_workbook(event, tmp_path / "event.xlsx")
    assert Event.load(tmp_path / "event.xlsx") == event


def test_event_toml_as_somebody_writes_it(tmp_path: Path) -> None:
    (tmp_path / "event.toml").write_text(
        """
        [event]
        name = "Club evening"
        system = "duplicate"
        rounds = 1
        [[team]]
        id = "R1"
        number = 1
        name = "Falcons"
        side = "red"
        [[team]]
        id = "B1"
        number = 1
        name = "Hawks"
        side = "blue"
        [[scenario]]
        id = "bridge"
        title = "The bridge"
        [[round]]
        number = 1
        scenario = ["bridge"]
        """,
        encoding="utf-8",
    )
    event = Event.load(tmp_path / "event.toml")
    assert isinstance(event, DuplicateEvent)
    assert (event.reds[0].name, event.blues[0].name, event.scenario_at(0, 1)) == ("Falcons", "Hawks", "bridge")


def test_a_side_that_is_none_and_a_setting_that_is_none_are_named(tmp_path: Path) -> None:
    text = write_toml(full_event()).replace('"revenge"', '"revanche"').replace('side = "blue"', 'side = "green"')
    (tmp_path / "event.toml").write_text(text, encoding="utf-8")
    event, findings = examine_event(tmp_path)
    assert event is None
    assert {(one.sheet, one.cell) for one in findings} >= {("[settings]", "last_round"), ("[[team]] 3", "side")}


def test_the_starter_can_be_drawn_as_it_is() -> None:
    event = starter_event("Start")
    assert found_in(event) == []
    draw = DUPLICATE.draw(RoundContext(event, 0))
    assert [table.scenario for table in draw.tables] == ["bridge", "sweep", "recon"]
    assert len(list(draw.places())) == 3 * 3 * 2


def test_every_decision_has_its_meaning() -> None:
    decisions = {decision.name: decision for decision in DUPLICATE.decisions(full_event())}
    assert decisions["Last round"].value == "revenge"
    assert all(decision.meaning for decision in decisions.values())
    ties = {"Tie margin", "Tie group", "Ties are broken by"}
    assert {"Last round", "Sitting out", "Winners", "Factoring", "Factor rounding", *ties} == set(decisions)
    assert decisions["Tie margin"].value == "0.25"
