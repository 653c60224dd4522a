"""Figures of standings that only a change of the event moves: the first command that makes them again names whose."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from aso_commands import played
from aso_event import aso_event
from kept_events import kept, started
from looking import values_in
from match_commands import Evening, run, run_json, told
from match_event import match_event, scenario

from sheetscore.event.load import load_event
from sheetscore.event.toml import write_toml
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.standings import standings
from sheetscore.systems.match.model import Handicap, MatchEvent

CODE = "standings-otherwise"

CUP = aso_event(4, 3)
"""P01 v P03 and P02 v P04: the first of each table has won round 1, and whose opponent is rated higher comes first."""


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    return kept(tmp_path / "cup", f"standings otherwise\n{write_toml(CUP)}", _scored)


def _scored(folder: Path) -> None:
    started(folder, CUP)
    played(folder, 1, "1", "1")


def with_settings(folder: Path, **changes: Any) -> None:
    event = load_event(folder)
    write_event(event.model_copy(update={"settings": event.settings.model_copy(update=changes)}), folder)


def said_by(outcome: Any) -> list[str]:
    return [one.message for one in outcome.findings if one.code == CODE]


COMMANDS: dict[str, Callable[[Path], list[str]]] = {
    "standings": lambda folder: said_by(standings(folder)),
    "ingest": lambda folder: said_by(ingest(folder / "round1.xlsx")),
    "draw": lambda folder: [one.message for one in draw(folder, 2).news if one.code == CODE],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_whoever_another_tie_break_moves_is_named_by_the_first_command_and_once(cup: Path, command: str) -> None:
    with_settings(cup, tie_breaks=())
    assert len(said_by(check(cup))) == 1  # which writes nothing, and so takes nothing from the next command
    (message,) = COMMANDS[command](cup)
    assert "though no results have changed: P02 Player 2 rank 2 → 1; P04 Player 4 rank 4 → 3; once" in message
    rows = [row[:7] for row in values_in(cup / "standings.xlsx")["Changes"] if str(row[1]).startswith("P0")]
    assert rows == [("Player 2", "P02", 3, 3, 0, 2, 1), ("Player 4", "P04", 0, 0, 0, 4, 3)]
    assert said_by(standings(cup)) == []


def test_a_command_that_stops_names_them_too(cup: Path) -> None:
    with_settings(cup, tie_breaks=())
    assert "Besides: since the event was changed" in run("-C", cup, "draw", 9, status=2).stderr


def test_what_moves_no_figure_is_not_mentioned(cup: Path) -> None:
    event = load_event(cup)
    newcomer = event.players[0].model_copy(update={"id": "P09", "name": "Late", "rating": 1000})
    renamed = event.players[1].model_copy(update={"name": "Zoe", "country": "DK"})
    players = (event.players[0], renamed, *event.players[2:], newcomer)
    write_event(event.model_copy(update={"players": players}), cup)
    assert said_by(standings(cup)) == []


def test_a_setting_that_counts_for_nobody_is_not_mentioned(cup: Path) -> None:
    with_settings(cup, bye_points=1)  # nobody had a bye
    assert said_by(standings(cup)) == []


def _hills(points: str) -> MatchEvent:
    given = Handicap(player="P02", against="P01", game_system="Hills", points=points)
    return match_event(2, 2, (given,), scenarios=(scenario("hill", game_system="Hills"),))


def _other_handicap(folder: Path, *games: str) -> tuple[Evening, Ingested, str]:
    """Play round 1, then change the handicap; give what standings warn of, and the outcome of ingesting it again."""
    club = Evening.of(folder, _hills("8/3"))
    club.played(1, *games)
    event = load_event(club.folder)
    write_event(event.model_copy(update={"handicaps": _hills("4").handicaps}), club.folder)
    (warned,) = told(run_json("-C", club.folder, "standings"), "not-scored-again")
    return club, ingest(club.folder / "round1.xlsx"), warned


def test_another_handicap_is_named_with_who_had_it_and_the_net_that_it_changes(tmp_path: Path) -> None:
    club, done, warned = _other_handicap(tmp_path / "club", "P01 P02 1 -1")
    assert "4 for Player 2 (P02), and not 8/3 for Player 2 (P02)" in warned
    assert done.correction is not None
    # the games are even, and the handicap decides: half of it for each of the two games
    net = {"P01": (Fraction(-4, 3), -2), "P02": (Fraction(4, 3), 2)}
    found = {
        one.id: [(other.heading, other.then, other.now) for other in one.others] for one in done.correction.changes
    }
    assert found == {id_: [("Net", *values)] for id_, values in net.items()}
    assert sorted(done.correction.sentences) == ["P01 Player 1 Net -1.33 → -2.00", "P02 Player 2 Net 1.33 → 2.00"]
    changes: Any = done.as_json()["changes"]
    assert {one["id"]: one["others"] for one in changes} == {"P01": {"net": [-4 / 3, -2]}, "P02": {"net": [4 / 3, 2]}}
    rows = [row for row in values_in(club.folder / "standings.xlsx")["Changes"] if str(row[1]).startswith("P0")]
    assert {row[1]: row[7] for row in rows} == {"P01": "Net -1.33 → -2.00", "P02": "Net 1.33 → 2.00"}


def test_a_handicap_of_two_who_have_not_met_yet_is_named_where_it_is_no_more_and_not_where_it_is_new(
    tmp_path: Path,
) -> None:
    club = Evening.of(tmp_path / "club", _hills("4"))
    club.played(1, "P01 P02 1 -1")
    event = load_event(club.folder)
    assert isinstance(event, MatchEvent)
    late = Handicap(player="P01", against="P02", game_system="Fords", points="2", source="typed late")
    scenarios = (*event.scenarios, scenario("ford", game_system="Fords"))
    update = {"handicaps": (*event.handicaps, late), "scenarios": scenarios}
    write_event(event.model_copy(update=update), club.folder)
    assert [one for one in standings(club.folder).findings if one.code == "given-changed"] == []
    other = late.model_copy(update={"points": "12"})
    assert ingest(club.folder / "round1.xlsx").results_path
    write_event(event.model_copy(update={**update, "handicaps": (*event.handicaps, other)}), club.folder)
    for findings in (standings(club.folder).findings, ingest(club.folder / "round1.xlsx").findings):
        (message,) = [one.message for one in findings if one.code == "given-changed"]
        assert "Handicaps that were there when round 1 was scored" in message
        assert ": Player P01, Against P02, Game system Fords, Points 2. What" in message


def test_a_figure_that_no_standings_show_is_named_as_well(tmp_path: Path) -> None:
    # the first player wins both games, so that the handicap is there and decides nothing
    _, done, _ = _other_handicap(tmp_path / "club", "P01 P02 6 3")
    assert done.correction is not None
    assert done.correction.changes == ()
    (message,) = [one.message for one in done.findings if one.code == "results-otherwise"]
    assert "round 1 would have other figures than before even if nobody had typed anything since" in message
    assert ": P02 Player 2 Handicap 2.67 → 4.00. If" in message
