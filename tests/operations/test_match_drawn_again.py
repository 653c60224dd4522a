"""Matches that are typed in when their round is drawn otherwise: they go with the two who played them, or nowhere."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from pathlib import Path

import pytest
from aso_commands import type_lines
from kept_events import started
from looking import open_whole
from match_commands import Evening, run
from match_event import match_event, scenario
from typing_in import type_in

from sheetscore.operations.change_draw import change_draw
from sheetscore.operations.entries import entries
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound
from sheetscore.results.record_lines import read_results

POINTS = (6, 1, -3)
"""What whoever has seat 1 of each table won both games by, or lost."""


@pytest.fixture
def club(tmp_path: Path) -> Evening:
    """Six players whose first round is scored."""
    club = Evening.of(tmp_path / "club", match_event(6, 3, pairing="round-robin"))
    club.drawn(1)
    pairs = zip(club.seats(1).values(), POINTS, strict=True)
    club.played(1, *(f"{one} {two} {points} {points}" for (one, two), points in pairs))
    return club


def seat(club: Evening, seats: Mapping[tuple[int, str], str]) -> None:
    """Put others on seats of the draw, as a director does."""
    path = club.folder / "round1-draw.xlsx"
    rows = [row for row in open_whole(path)["Draw"].iter_rows() if isinstance(row[0].value, int)]
    cells = {(row[0].value, str(row[1].value)): row[3].coordinate for row in rows}
    type_in(path, {("Draw", cells[place]): player for place, player in seats.items()})


def totals(club: Evening) -> dict[object, object]:
    """Give everybody's match points."""
    return {row["player"]: row["total"] for row in read_results(club.folder / "round1-results.xlsx").rows}


def test_two_who_sit_at_another_table_now_take_their_match_along(club: Evening) -> None:
    before, seats = totals(club), club.seats(1)
    (one, two), (three, four) = seats[1], seats[2]
    seat(club, {(1, "1"): three, (1, "2"): four, (2, "1"): one, (2, "2"): two})
    assert not [finding for finding in make_sheets(club.folder, 1).findings if finding.is_error]
    assert club.seats(1) == {1: seats[2], 2: seats[1], 3: seats[3]}
    assert ingest(club.sheets(1)).status == "ok"
    assert totals(club) == before
    assert (before[one], before[three]) == (12, 2)


def test_two_at_another_table_with_their_seats_exchanged_take_their_match_along(club: Evening) -> None:
    before = totals(club)
    (one, two), (three, four) = club.seats(1)[1], club.seats(1)[2]
    seat(club, {(1, "1"): four, (1, "2"): three, (2, "1"): two, (2, "2"): one})
    make_sheets(club.folder, 1)
    assert club.seats(1)[2] == (two, one)
    assert ingest(club.sheets(1)).status == "ok"
    assert totals(club) == before
    assert (before[one], before[three]) == (12, 2)


def test_a_match_of_two_who_do_not_meet_any_more_is_nobodys(club: Evening) -> None:
    before, seats = totals(club), club.seats(1)
    two, four = seats[1][1], seats[2][1]
    seat(club, {(1, "2"): four, (2, "2"): two})
    there = club.sheets(1).read_bytes()
    with pytest.raises(MistakesFound) as told:
        make_sheets(club.folder, 1)
    assert (club.sheets(1).read_bytes(), totals(club)) == (there, before)
    lost = [finding.message for finding in told.value.findings if finding.code == "not-placed"][1:]
    names = [f"Player {int(player[1:])} ({player})" for player in seats[1]]
    unplaced = f"table 1, table sheet ({names[0]} and {names[1]}): game.1.winner = 1 has no place on the new sheets"
    (why,) = {message.partition(unplaced)[2] for message in lost if message.startswith(unplaced)}
    where = f"{names[0]} is at table 1, seat 1 now and {names[1]} is at table 2, seat 2 now"
    assert (
        why
        == f": {where}. Clear it here and type it where it belongs on the new sheets, or undo the change in the draw"
    )
    make_sheets(club.folder, 1, force=True)
    open_now = {1, 2}
    done = ingest(club.sheets(1), provisional=True, force=True)
    assert {row["table"] for row in done.rows} == {1, 2, 3} - open_now
    assert {row["player"]: row["total"] for row in done.rows} == {
        player: before[player] for table, pair in seats.items() if table not in open_now for player in pair
    }


def test_who_played_for_somebody_keeps_the_match_when_the_draw_says_so(club: Evening) -> None:
    (one, two), (three, four) = club.seats(1)[1], club.seats(1)[2]
    club.type_in(1, f"1,2,seat.pilot,{four}", f"2,2,seat.pilot,{two}", force=True)
    ingest(club.sheets(1))
    before = totals(club)
    assert (before[four], before[two]) == (-12, -2)
    seat(club, {(1, "2"): four, (2, "2"): two})
    make_sheets(club.folder, 1)
    assert ingest(club.sheets(1)).status == "ok"
    assert totals(club) == before
    assert {before[one], before[three]} == {12, 2}


def test_a_scored_round_that_is_drawn_anew_gives_nobody_the_match_of_others(tmp_path: Path) -> None:
    club = Evening.of(tmp_path / "club", match_event(6, 3, pairing="swiss"))
    club.drawn(1)
    club.played(1, *(f"{one} {two} 6 6" for one, two in club.seats(1).values()))
    before, seats = totals(club), club.seats(1)
    one, three = seats[1][0], seats[2][0]
    seat(club, {(1, "1"): three, (2, "1"): one})
    said = run("-C", club.folder, "sheets", 1, status=1)
    assert "round1.xlsx was left as it is" in said.output
    assert totals(club) == before


def test_of_a_match_whose_table_is_gone_it_is_said_that_its_players_have_no_seat(club: Evening) -> None:
    (club.folder / "round1-results.xlsx").unlink()
    change_draw(club.folder, 1, [], [club.seats(1)[1][0]])
    with pytest.raises(MistakesFound) as told:
        make_sheets(club.folder, 1)
    lost = [finding.message for finding in told.value.findings if finding.code == "not-placed"][1:]
    assert lost
    assert all("whose page it is has no seat there now" in message for message in lost)


def test_of_a_series_without_one_of_its_scenarios_every_winner_stays(tmp_path: Path) -> None:
    """The level that no scenario needs any more goes beside the paper, and all captions of a game are moved."""
    ford = scenario("ford", grading="territory")
    event = match_event(2, 1, series=3, scenarios=(scenario(levels=("Minor = marginal", "Total = decisive")), ford))
    folder = started(tmp_path / "cup", event)
    won = [f"1,,match.{match}.game.{game}.winner,{match % 2 + 1}" for match, game in product((1, 2, 3), (1, 2))]
    type_lines(folder, *won)
    write_event(match_event(2, 1, series=3, scenarios=(ford,)), folder)
    make_sheets(folder, 1)
    now = [",".join(line.split(",")[:4]) for line in entries(folder / "round1.xlsx").splitlines()]
    assert [line for line in now if ".winner," in line] == won
