"""What results keep of their event, for every system alike: decisions, scenarios, who took part."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

import pytest
from amps_event import amps_event
from aso_event import aso_event
from diplomacy_event import diplomacy_event
from duplicate_event import duplicate_event
from scored_rounds import result_row
from shared_demos import Demos
from team_event import team_event

from sheetscore.event.folder import WHOLE_EVENT, EventFolder
from sheetscore.event.model import Event
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.results.record import Enrolled, Plain, ScenarioPart, Setup
from sheetscore.results.record_lines import read_results
from sheetscore.results.setup import setup_of
from sheetscore.systems.outcomes import ResultRow
from sheetscore.systems.system import system_called

NOBODY: tuple[tuple[ResultRow, ...], Entries, tuple[str, ...]] = ((), {}, ())


def ids(setup: Setup, kind: str) -> set[str]:
    return {one.id for one in setup.enrolled if one.kind == kind}


def test_the_header_and_all_decisions_are_there_usual_or_not() -> None:
    event = amps_event(rounds=("bridge", "sweep"))
    header = {"uid": "a" * 32, "date": dt.date(1991, 7, 5), "place": "Baltimore"}
    setup = setup_of(event.model_copy(update={"header": event.header.model_copy(update=header)}), 1, *NOBODY)
    assert (setup.uid, setup.date, setup.place, setup.rounds) == ("a" * 32, dt.date(1991, 7, 5), "Baltimore", 2)
    assert setup.settings["tie_margin"] == Fraction(1, 2)
    assert set(setup.settings) == {"damage_cap", "odds", "factoring", "factor_rounding", "tie_margin", "tie_group"}


def test_a_decision_that_came_later_is_there_once_it_is_made() -> None:
    blank, made = (setup_of(diplomacy_event(7, keep_apart=kept), 1, *NOBODY) for kept in ((), ("club",)))
    assert "keep_apart" not in blank.settings
    assert made.settings["keep_apart"] == ("club",)


def test_the_scoring_of_diplomacy_is_named_and_a_blank_is_told_from_nothing() -> None:
    settings = setup_of(diplomacy_event(7), 1, *NOBODY).settings
    assert settings["scoring"] == "sum-of-squares"
    assert settings["counted"] is None
    assert settings["team_mates_apart"] is True


def test_a_round_keeps_its_own_scenario_with_targets() -> None:
    parts = setup_of(amps_event(rounds=("sweep", "bridge")), 2, *NOBODY).scenarios
    assert parts[0] == ScenarioPart("scenario", (), {"id": "bridge", "title": "The bridge"})
    barge: dict[str, Plain] = {"name": "Barge", "class": "secondary", "white": True}
    assert ScenarioPart("scenario.side.target", ("bridge", "strike"), barge) in parts
    assert [part.values["id"] for part in parts if part.path == "scenario.side"] == ["strike", "ds", "cap"]


def test_all_that_are_on_offer_are_kept_and_a_single_draw_keeps_all() -> None:
    offered = setup_of(aso_event(8), 2, *NOBODY).scenarios
    assert [part.values["id"] for part in offered if part.path == "scenario"] == ["s4", "s5", "s6"]
    assert {part.path for part in offered} >= {"scenario.side", "scenario.balance"}
    tables = setup_of(duplicate_event(), WHOLE_EVENT, *NOBODY).scenarios
    assert [part.values["id"] for part in tables] == ["s1", "s2", "s3"]


def test_those_who_play_are_kept_and_others_are_not() -> None:
    entries: dict[FieldKey, Value] = {
        FieldKey(1, "strike.1", "seat.pilot"): "p02",
        FieldKey(1, "strike.2", "seat.pilot"): "P03",
        FieldKey(1, "strike.2", "seat.flew"): 0,
    }
    setup = setup_of(amps_event(), 1, [result_row("P01", 3, 4)], entries, ["P07"])
    assert ids(setup, "player") == {"P01", "P02", "P07"}


def test_a_player_brings_his_team_and_not_his_team_mates() -> None:
    event = team_event(teams=3)
    setup = setup_of(event, 1, (), {FieldKey(1, "red.1", "seat.pilot"): "2A"}, ())
    assert setup.enrolled == (
        Enrolled("player", "2A", "Pilot 2A", team="T2", more={"section": "A"}),
        Enrolled("team", "T2", "Team 2", more={"number": 2}),
    )


def test_a_team_with_a_row_brings_its_opponent_and_the_players_of_both() -> None:
    row: ResultRow = {"team": "T1", "name": "Team 1", "opponent": "T3", "sp": 4}
    setup = setup_of(team_event(teams=3), 1, [row], {}, ())
    assert ids(setup, "team") == {"T1", "T3"}
    assert ids(setup, "player") == {"1A", "1B", "3A", "3B"}


def test_rating_club_and_country_are_the_players_own() -> None:
    event = amps_event(players=2)
    known = {"rating": 1815, "club": "Aces", "country": "NZ", "absent": (2, 3)}
    players = (event.players[0].model_copy(update=known), event.players[1])
    row = result_row("P01", 3, 4)
    (one,) = setup_of(event.model_copy(update={"players": players}), 1, [row], {}, ()).enrolled
    assert one == Enrolled("player", "P01", "Pilot 1", 1815, "NZ", "Aces", more={"absent": (2, 3)})


@pytest.mark.parametrize(("system", "rows"), [("duplicate", "team"), ("aso", "player"), ("team", "team")])
def test_everybody_with_a_row_of_an_example_is_enrolled(demos: Demos, system: str, rows: str) -> None:
    folder = demos.played(system_called(system).examples[0]).folder
    event = Event.load(folder)
    record = read_results(EventFolder(folder).results(event.stages[-1]))
    assert record.setup is not None
    assert record.setup.uid == ""
    assert {row[rows] for row in record.rows} <= ids(record.setup, rows)
    clubs = {player.id: (player.club, player.rating) for player in event.players}
    kept = {one.id: (one.club, one.rating) for one in record.setup.enrolled if one.kind == "player"}
    assert kept == {id_: clubs[id_] for id_ in kept}
    assert kept
