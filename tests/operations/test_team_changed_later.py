"""A player whose team or section was changed in the event after the draw: that is where to mend it, not in the draw."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from event_folder import cell_of
from match_commands import run_json, told
from team_event import by_team, fill_in, team_event, team_folder, typed
from test_team_commands import drawn_in, edit_draw
from typing_in import type_in

from sheetscore.event.load import load_event
from sheetscore.event.model import Event
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.standings import standings
from sheetscore.problems import MistakesFound

BACK = (
    "{where} in Players its old value back until the round is scored; where the change holds for this round, draw it "
    "again (sheetscore draw 1 --again) and make its sheets again, which keeps what was "
    "typed; or put one of {whom} there"
)


def exchange(folder: Path, key: str, one: str, two: str) -> Event:
    """Exchange the teams or the sections of two players in event.xlsx; give the event as it was."""
    event = load_event(folder)
    values = {id_: getattr(event.player(other), key) for id_, other in ((one, two), (two, one))}
    players = tuple(
        player.model_copy(update={key: values[player.id]} if player.id in values else {}) for player in event.players
    )
    write_event(event.model_copy(update={"players": players}), folder)
    return event


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return team_folder(tmp_path / "event", team_event(teams=4, size=4))


@pytest.mark.parametrize(
    ("key", "other", "where", "whom"),
    [("team", "2A1", "“Team” of 1A1", "theirs"), ("section", "1B1", "“Section” of 1A1", "that section")],
)
def test_the_advice_is_about_the_event(key: str, other: str, where: str, whom: str, folder: Path) -> None:
    before = exchange(folder, key, "1A1", other)
    for words in (("check",), ("check", folder / "round1.xlsx"), ("check", folder / "round1-draw.xlsx")):
        (said, *_) = told(run_json("-C", folder, *words, status=1), "team-seat")
        assert "The event was changed after the draw: give " + BACK.format(where=where, whom=whom) in said
    write_event(before, folder)
    assert not told(run_json("-C", folder, "check"), "team-seat")


def test_who_was_put_on_a_seat_in_the_draw_is_mended_there(folder: Path) -> None:
    edit_draw(folder, {(1, "red.1"): "2A1"})
    (said, *_) = told(run_json("-C", folder, "check", status=1), "team-seat")
    assert "The event was changed" not in said


@pytest.fixture
def scored(tmp_path: Path) -> Path:
    """Two rounds of teams of four, the first of them scored."""
    folder = team_folder(tmp_path / "event", team_event(teams=4, size=4, rounds=("sweep", "sweep")))
    fill_in(folder, typed(drawn_in(folder), {"1A1": 30, "2B1": 12}))
    assert ingest(folder / "round1.xlsx").results_path
    return folder


@pytest.mark.parametrize(("key", "other"), [("section", "1B1"), ("team", "2A1")])
def test_what_is_changed_once_a_round_is_scored_holds_for_the_next_one(key: str, other: str, scored: Path) -> None:
    rows = ingest(scored / "round1.xlsx").rows
    exchange(scored, key, "1A1", other)
    for words in (("check",), ("check", scored / "round1.xlsx"), ("check", scored / "round1-draw.xlsx")):
        assert not told(run_json("-C", scored, *words), "team-seat")
    run_json("-C", scored, "draw", "2")
    run_json("-C", scored, "sheets", "2")
    assert not told(run_json("-C", scored, "check"), "team-seat")
    fill_in(scored, typed(drawn_in(scored), {"1A1": 36, "2B1": 12}))
    again = ingest(scored / "round1.xlsx")
    assert [*by_team(again.rows, "opponent")] == [*by_team(rows, "opponent")]
    assert by_team(again.rows, "sp")["T1"] == 36


def test_to_take_a_change_back_after_the_next_draw_leads_out_by_drawing_again(scored: Path) -> None:
    before = exchange(scored, "section", "1A1", "1B1")
    run_json("-C", scored, "draw", "2")
    run_json("-C", scored, "sheets", "2")
    write_event(before, scored)
    (said, *_) = told(run_json("-C", scored, "check", status=1), "team-seat")
    assert "draw it again (sheetscore draw 2 --again) and make its sheets again" in said
    run_json("-C", scored, "draw", "2", "--again")
    run_json("-C", scored, "sheets", "2")
    assert not told(run_json("-C", scored, "check"), "team-seat")


def test_a_copy_from_before_a_setting_was_changed_is_not_told_to_be_made_again(tmp_path: Path) -> None:
    folder = team_folder(tmp_path / "event", team_event(rounds=("sweep",)))
    shutil.copy(folder / "round1.xlsx", folder / "round1-bob.xlsx")
    event = load_event(folder)
    settings = event.settings.model_copy(update={"avp_team_points": True})
    write_event(event.model_copy(update={"settings": settings}), folder)
    (said,) = told(run_json("-C", folder, "check", folder / "round1.xlsx", status=1), "structure")
    assert said.endswith("or make them again, and what was typed is kept: sheetscore sheets 1")
    run_json("-C", folder, "sheets", "1")
    (said,) = told(run_json("-C", folder, "check", folder / "round1-bob.xlsx", status=1), "structure")
    assert "Undo the change, or type what only round1-bob.xlsx has into round1.xlsx" in said


def test_teams_that_were_exchanged_after_a_round_are_told_of_and_a_transfer_is_not(folder: Path) -> None:
    fill_in(folder, typed(drawn_in(folder), {}))
    assert ingest(folder / "round1.xlsx").results_path
    before = exchange(folder, "team", "1A1", "2A1")
    (said,) = told(run_json("-C", folder, "check"), "teams-exchanged")
    assert "since round 1 was scored: 1A1 was of T1 and is of T2; 2A1 was of T2 and is of T1. What is scored" in said
    write_event(before, folder)
    assert not told(run_json("-C", folder, "check"), "teams-exchanged")


def put_into(folder: Path, teams: Mapping[str, str]) -> None:
    """Put players into other teams, by their ids."""
    event = load_event(folder)
    players = tuple(one.model_copy(update={"team": teams[one.id]} if one.id in teams else {}) for one in event.players)
    write_event(event.model_copy(update={"players": players}), folder)


def test_a_column_of_teams_that_was_sorted_alone_stops_every_command(tmp_path: Path) -> None:
    folder = team_folder(tmp_path / "event", team_event(rounds=("sweep",)))
    fill_in(folder, typed(drawn_in(folder), {"1A": 30, "2B": 12}))
    assert ingest(folder / "round1.xlsx").results_path
    put_into(folder, {"1A": "T3", "1B": "T3", "3A": "T2", "3B": "T2", "2A": "T1", "2B": "T1"})
    (said,) = told(run_json("-C", folder, "check", status=1), "teams-exchanged")
    assert said.startswith("3 teams have the players whom others had when round 1 was scored: all of ")
    assert "all of T1 are of T3; " in said
    for command in (lambda: ingest(folder / "round1.xlsx", force=True), lambda: standings(folder)):
        with pytest.raises(MistakesFound, match="3 teams have the players whom others had"):
            command()
    put_into(folder, {"1A": "T1", "1B": "T1", "3A": "T3", "3B": "T3", "2A": "T2", "2B": "T2"})
    assert "teams-exchanged" not in {one.code for one in ingest(folder / "round1.xlsx").findings}


def test_ingest_and_standings_tell_of_single_players_who_were_exchanged(scored: Path) -> None:
    exchange(scored, "team", "1A1", "2A1")
    for done in (standings(scored), ingest(scored / "round1.xlsx")):
        (said,) = (one for one in done.findings if one.code == "teams-exchanged")
        assert not said.is_error
        assert "1A1 was of T1 and is of T2" in said.message


@pytest.fixture
def with_reserve(tmp_path: Path) -> Path:
    """Two rounds of teams of two: in the first, which is scored, the reserve S1 flew for 1A of Team 1."""
    folder = team_folder(tmp_path / "event", team_event(rounds=("sweep", "sweep"), substitutes=1))
    fill_in(folder, typed(drawn_in(folder), {"1A": 30, "2B": 12}))
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "red.1", "seat.pilot"): "Substitute 1 (S1)"})
    assert ingest(folder / "round1.xlsx").results_path
    return folder


def join(folder: Path, first_round: int | None = None) -> None:
    """Have 3A leave Team 3, and S1 take that place."""
    event = load_event(folder)
    new: dict[str, dict[str, object]] = {
        "3A": {"team": None, "section": None, "last_round": 1},
        "S1": {"team": "T3", "section": "A", "first_round": first_round},
    }
    players = tuple(one.model_copy(update=new.get(one.id, {})) for one in event.players)
    write_event(event.model_copy(update={"players": players}), folder)


@pytest.mark.parametrize("first_round", [2, None])
def test_a_reserve_who_joins_a_team_later_does_not_stop_a_correction_of_the_round_before(
    first_round: int | None, with_reserve: Path
) -> None:
    rows = ingest(with_reserve / "round1.xlsx").rows
    join(with_reserve, first_round)
    type_in(with_reserve / "round1.xlsx", {cell_of(with_reserve, 2, "red.1", "claimed.sp"): 9})
    done = ingest(with_reserve / "round1.xlsx")
    assert not [one.message for one in done.findings if one.is_error]
    assert by_team(done.rows, "sp") == {**by_team(rows, "sp"), "T2": 21}
    run_json("-C", with_reserve, "draw", "2")
    assert "S1" in {player for _, _, player in drawn_in(with_reserve, 2).places()}


def test_seats_of_a_scored_round_stay_with_the_team_whose_pilots_were_exchanged(tmp_path: Path) -> None:
    """With one pilot a section, one of the two on a team's seats is of another team now: neither has the majority."""
    folder = team_folder(tmp_path / "event", team_event(rounds=("sweep", "sweep")))
    fill_in(folder, typed(drawn_in(folder), {"1A": 30, "2B": 12}))
    rows = ingest(folder / "round1.xlsx").rows
    exchange(folder, "team", "1A", "3A")
    assert not told(run_json("-C", folder, "check"), "team-seat")
    assert by_team(ingest(folder / "round1.xlsx").rows, "sp") == by_team(rows, "sp")
