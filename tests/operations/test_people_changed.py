"""Players with results whose team or *Standby* the event has otherwise since: what goes by them says so."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from aso_event import aso_event
from diplomacy_event import diplomacy_event
from kept_events import kept, started
from match_commands import run_json, told
from test_diplomacy_commands import ended, type_lines

from sheetscore.event.load import load_event
from sheetscore.event.toml import write_toml
from sheetscore.operations.draw import draw
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings

EVENT = diplomacy_event(13, 2, standbys=3, teams=3, remainder="standbys")
"""P01 of T1, P02 of T2, P03 of T3, P04 of T1 ...; S01 to S03 of no team, one of whom fills up the second board."""

TEAMS, STANDBYS, AWAY = "teams-exchanged", "ranked-otherwise", "not-playing"


def _scored(folder: Path) -> None:
    started(folder, EVENT)
    type_lines(folder, [*ended(1), *ended(2)])
    assert ingest(folder / "round1.xlsx").results_path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An event of which round 1 is scored."""
    return kept(tmp_path / "con", f"people changed\n{write_toml(EVENT)}", _scored)


def put(folder: Path, key: str, values: Mapping[str, object]) -> None:
    """Give players other values in event.xlsx, by their ids."""
    event = load_event(folder)
    players = [one.model_copy(update={key: values[one.id]} if one.id in values else {}) for one in event.players]
    write_event(event.model_copy(update={"players": tuple(players)}), folder)


def shifted(folder: Path, key: str, first: int) -> None:
    """Delete a cell of a column, counted from 0, and move those below it up."""
    players = load_event(folder).players
    below = [*(getattr(one, key) for one in players[first + 1 :]), EVENT.players[-1].team if key == "team" else False]
    put(folder, key, {one.id: value for one, value in zip(players[first:], below, strict=True)})


def said_by_all(folder: Path, code: str) -> list[list[str]]:
    """Give what check, standings and standings --json say, in this order."""
    return [
        told(run_json("-C", folder, "check"), code),
        [one.message for one in standings(folder).findings if one.code == code],
        told(run_json("-C", folder, "standings"), code),
    ]


def test_teams_that_moved_on_in_a_circle_are_named_until_the_round_is_scored_again(folder: Path) -> None:
    put(folder, "team", {"P01": "T2", "P02": "T3", "P03": "T1"})
    for (message,) in said_by_all(folder, TEAMS):
        assert "since round 1 was scored: P01 was of T1 and is of T2; P02 was of T2 and is of T3; P03 was of" in message
        assert "give everyone the former team back" in message
    (said,) = (one for one in ingest(folder / "round1.xlsx").findings if one.code == TEAMS)
    assert (said.severity, said.sheet) == ("warning", "round1-results.xlsx")
    assert said_by_all(folder, TEAMS) == [[], [], []]


def test_a_column_of_teams_shifted_by_a_cell_is_named_with_who_has_no_team_any_more(folder: Path) -> None:
    shifted(folder, "team", 9)
    for (message,) in said_by_all(folder, TEAMS):
        for change in ("P10 was of T1 and is of T2", "P12 was of T3 and is of T1", "P13 was of T1 and is of no team"):
            assert change in message


@pytest.mark.parametrize(("now", "is_of"), [("T3", "T3"), ("", "no team")])
def test_a_single_player_of_another_team_is_named_by_all(folder: Path, now: str, is_of: str) -> None:
    put(folder, "team", {"P02": now})
    for (message,) in said_by_all(folder, TEAMS):
        assert message.startswith(
            f"a player has another team since round 1 was scored: P02 was of T2 and is of {is_of}. "
        )
    (said,) = (one for one in ingest(folder / "round1.xlsx").findings if one.code == TEAMS)
    assert said.severity == "warning"
    assert said_by_all(folder, TEAMS) == [[], [], []]


def test_teams_entered_late_or_under_another_id_are_no_mistake(folder: Path) -> None:
    late = {"S01": "T1", "S02": "T1", "S03": "T1"}  # one of them stood in, and has results
    teams = tuple(one.model_copy(update={"id": "T9" if one.id == "T2" else one.id}) for one in EVENT.teams)
    players = tuple(
        one.model_copy(update={"team": "T9" if one.team == "T2" else late.get(one.id, one.team)})
        for one in EVENT.players
    )
    write_event(EVENT.model_copy(update={"teams": teams, "players": players}), folder)
    assert said_by_all(folder, TEAMS) == [[], [], []]


def test_standbys_shifted_to_others_are_named_once(folder: Path) -> None:
    ranked = {row["id"] for row in standings(folder).rows}
    (stood_in,) = (one["player"] for one in ingest(folder / "round1.xlsx").rows if str(one["player"]).startswith("S"))
    put(folder, "standby", {"P12": True, "P13": True, "S01": False, "S02": False, "S03": False})
    assert {"P12", "P13", stood_in} & ranked == {"P12", "P13"}
    for (message,) in said_by_all(folder, STANDBYS):
        assert message.startswith("“Standby” has changed since round 1 was scored: P12 was no and is yes; P13 was no ")
        assert f"{stood_in} was yes and is no. " in message
    (said,) = (one for one in ingest(folder / "round1.xlsx").findings if one.code == STANDBYS)
    assert said.severity == "warning"
    assert said_by_all(folder, STANDBYS) == [[], [], []]


def test_who_has_results_in_a_round_before_the_first_is_named_by_standings_and_when_another_round_is_scored(
    tmp_path: Path,
) -> None:
    folder, event = tmp_path / "cup", aso_event(4, 2)
    started(folder, event)
    won = [(table, "", "winner", "1") for table in (1, 2)]
    type_lines(folder, iter(won))
    assert not [one for one in ingest(folder / "round1.xlsx").findings if one.code == AWAY]
    draw(folder, 2)
    make_sheets(folder, 2)
    put(folder, "first_round", {"P01": 2})
    type_lines(folder, iter(won), 2)
    for done in (standings(folder), ingest(folder / "round2.xlsx")):
        (said,) = (one for one in done.findings if one.code == AWAY)
        assert (said.severity, said.sheet) == ("warning", "round1-results.xlsx")
        assert said.message.startswith("Player 1 (P01): played in round 1, and not there by the event. These results")
        assert said.message.endswith("correct “First round” or “Last round” or “Absent”")
    (at_the_box,) = (one for one in ingest(folder / "round1.xlsx").findings if one.code == AWAY)
    assert at_the_box.cell
    assert not told(run_json("-C", folder, "check", status=1), AWAY)  # it says so at the seat of the draw
    put(folder, "first_round", {"P01": 1})
    assert not [one for one in standings(folder).findings if one.code == AWAY]
