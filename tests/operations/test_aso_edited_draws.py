"""Accelerated Swiss with draws that the director edits, and players who come and go."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from aso_commands import (
    box,
    by_player,
    drawn_in,
    edit_draw,
    errors,
    pairs_of,
    played,
    ranked,
    run,
    seats,
    type_lines,
    won,
)
from aso_event import aso_event
from kept_events import started
from typing_in import type_in

from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.pairing.draw import Draw
from sheetscore.problems import MistakesFound


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Nine players: P01 v P05, P02 v P06, P03 v P07, P04 v P08, and P09 sits out."""
    return started(tmp_path / "cup", aso_event(9))


# draws that the director edits


@pytest.fixture(scope="module")
def after_round_1(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nine players of whom P01 to P04 have won; round 2 is drawn."""
    folder = started(tmp_path_factory.mktemp("second") / "cup", aso_event(9))
    played(folder, 1, "1", "1", "1", "1")
    draw(folder, 2)
    return folder


@pytest.fixture
def second(after_round_1: Path, tmp_path: Path) -> Path:
    """A copy to work in."""
    return Path(shutil.copytree(after_round_1, tmp_path / "cup"))


def exchange(drawn: Draw, one: str, other: str) -> dict[tuple[int, str], str | None]:
    """Give the changes that put two on each other's seats."""
    at = seats(drawn)
    return {at[one]: other, at[other]: one}


def opponent(drawn: Draw, player: str) -> str:
    return next(other for pair in pairs_of(drawn) if player in pair for other in pair if other != player)


def test_a_rematch_typed_into_the_draw_is_a_warning_that_names_the_round(second: Path) -> None:
    drawn = drawn_in(second, 2)
    edit_draw(second, 2, exchange(drawn, "P05", opponent(drawn, "P01")))
    made = make_sheets(second, 2)
    again = [one.message for one in made.findings if one.code == "draw-repeat" and "(P01)" in one.message]
    assert len(again) == 1
    assert "Player 5 (P05)" in again[0]
    assert "meet again, after round 1" in again[0]
    assert not any(one.is_error for one in made.findings)
    assert {"P01", "P05"} in map(set, pairs_of(drawn_in(second, 2)))


def test_a_double_typed_into_the_draw_is_refused_also_where_two_meet_again(second: Path) -> None:
    drawn = drawn_in(second, 2)
    changes = exchange(drawn, "P05", opponent(drawn, "P01"))
    taken = next(seat for player, seat in seats(drawn).items() if player not in {"P01", "P05"} and seat not in changes)
    edit_draw(second, 2, {**changes, taken: "P01"})
    said = run("-C", second, "sheets", "2", status=1).stderr
    assert "Player 1 (P01) is in 2 places" in said
    assert "meet again, after round 1" in said
    assert not (second / "round2.xlsx").exists()


def test_one_who_meets_himself_in_the_draw_is_refused(second: Path) -> None:
    drawn = drawn_in(second, 2)
    bye = next(iter(drawn_in(second, 1).byes))
    table, seat = seats(drawn)[bye]
    edit_draw(second, 2, {(table, "2" if seat == "1" else "1"): bye})
    assert f"({bye}) is in 2 places" in run("-C", second, "sheets", "2", status=1).stderr


def test_a_player_alone_at_a_table_is_refused_with_the_cell(second: Path) -> None:
    edit_draw(second, 2, {(2, "1"): None})
    with pytest.raises(MistakesFound) as told:
        make_sheets(second, 2)
    assert [(code, sheet) for code, sheet, _ in errors(told.value.findings)] == [("empty-seat", "Draw")]


def test_sheets_made_again_keep_what_was_typed_for_pairs_that_stay(second: Path) -> None:
    make_sheets(second, 2)
    type_lines(second, *won("1", "2", "draw", "1"), "4,2,vp,6", number=2)
    kept = make_sheets(second, 2)
    assert kept.findings == ()
    before = ingest(second / "round2.xlsx").rows
    assert by_player(before, "result")[pairs_of(drawn_in(second, 2))[1][1]] == ("win",)
    drawn = drawn_in(second, 2)
    one, other = pairs_of(drawn)[0][1], pairs_of(drawn)[1][1]
    edit_draw(second, 2, exchange(drawn, one, other))
    with pytest.raises(MistakesFound) as told:
        make_sheets(second, 2)
    lost = [one.message for one in told.value.findings if "winner" in one.message]
    assert len(lost) == 2  # those of tables 1 and 2
    make_sheets(second, 2, force=True)
    assert errors(ingest(second / "round2.xlsx").findings) == sorted(
        ("result-missing", *box(second, table, "winner")) for table in (1, 2)
    )


def test_two_pairs_who_exchange_their_tables_take_their_games_along(second: Path) -> None:
    make_sheets(second, 2)
    type_lines(second, *won("1", "2", "draw", "1"), "1,1,vp,6", "2,,decided_by,dice", number=2)
    before = by_player(ingest(second / "round2.xlsx").rows, "result", "vp", "decided_by")
    (one, two), (three, four), *_ = pairs_of(drawn_in(second, 2))
    edit_draw(second, 2, {(1, "1"): three, (1, "2"): four, (2, "1"): one, (2, "2"): two})
    made = make_sheets(second, 2)
    assert not errors(made.findings)
    written = run("entries", second / "round2.xlsx").stdout
    lines = ("1,,winner,2,", "2,,winner,1,", "2,1,vp,6,", "1,,decided_by,dice,", "3,,winner,draw,", "2,,decided_by,,")
    assert [line for line in lines if line not in written] == []
    assert by_player(ingest(second / "round2.xlsx").rows, "result", "vp", "decided_by") == before


def test_sheets_made_again_without_a_table_keep_what_was_typed_at_the_others(second: Path) -> None:
    make_sheets(second, 2)
    type_lines(second, *won("1", "2", "draw", "1"), "4,2,vp,6", number=2)
    edit_draw(second, 2, {(2, "1"): None, (2, "2"): None})
    (lost,) = [one.message for one in make_sheets(second, 2, force=True).findings if "winner" in one.message]
    assert "= 2 is not on the new sheets; kept/" in lost
    done = ingest(second / "round2.xlsx")
    assert done.status == "ok"
    assert [(row["table"], row["result"]) for row in done.rows if row["result"] != "bye"] == [
        (1, "win"),
        (1, "loss"),
        (3, "draw"),
        (3, "draw"),
        (4, "win"),
        (4, "loss"),
    ]
    assert done.rows[5]["vp"] == 6


# who is there


def test_three_of_one_name_are_told_apart_by_their_ids(tmp_path: Path) -> None:
    event = aso_event(4)
    players = tuple(
        player.model_copy(update={"name": "Bo" if player.id != "P04" else "Cy"}) for player in event.players
    )
    folder = started(tmp_path / "cup", event.model_copy(update={"players": players}))
    shared = [one for one in check(folder).findings if one.code == "name-shared"]
    assert [one.message.split(":")[0] for one in shared] == ['Two players are called "Bo"'] * 2
    assert ["P02" in shared[0].message, "P03" in shared[1].message] == [True, True]
    done = played(folder, 1, "1", "2")
    assert done.status == "ok"
    assert by_player(done.rows, "name", "result") == {
        "P01": ("Bo", "win"),
        "P03": ("Bo", "loss"),
        "P02": ("Bo", "loss"),
        "P04": ("Cy", "win"),
    }
    type_in(folder / "round1.xlsx", {box(folder, 1, "player_1"): "Bo"})
    assert errors(ingest(folder / "round1.xlsx").findings)[0][1:] == box(folder, 1, "player_1")


def test_players_without_a_rating_are_named_and_count_as_the_settings_say(tmp_path: Path) -> None:
    event = aso_event(4, unrated=1985)
    players = [player.model_copy(update={"rating": None}) if player.id == "P04" else player for player in event.players]
    folder = started(tmp_path / "cup", event.model_copy(update={"players": tuple(players)}))
    (found,) = [one for one in check(folder).findings if one.code != "prospect"]
    assert (found.code, found.is_error, found.sheet) == ("event-missing", False, "Players")
    assert "Player 4 (P04): 1985 counts instead" in found.message
    # by rating: P01 with 1990, P04 with 1985, P02 with 1980, P03 with 1970
    assert sorted(pairs_of(drawn_in(folder, 1))) == [("P01", "P02"), ("P04", "P03")]


def test_a_field_smaller_than_the_pool_meets_seeded(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", aso_event(3))
    drawn = drawn_in(folder, 1)
    assert (pairs_of(drawn), drawn.byes) == ([("P01", "P02")], ("P03",))
    played(folder, 1, "draw")
    (pair,) = pairs_of(draw(folder, 2).draw)
    assert "P03" in pair  # who had the bye is undefeated, and plays


def test_one_player_is_too_few(tmp_path: Path) -> None:
    write_event(aso_event(1), tmp_path / "cup")
    assert "Only 1 player is entered" in run("-C", tmp_path / "cup", "check").stderr
    assert "2 are needed" in run("-C", tmp_path / "cup", "draw", "1", status=1).stderr


def test_a_result_for_somebody_who_has_withdrawn_is_a_warning_with_its_cell(folder: Path) -> None:
    event = aso_event(9)
    players = [player.model_copy(update={"absent": (1,)}) if player.id == "P06" else player for player in event.players]
    write_event(event.model_copy(update={"players": tuple(players)}), folder)
    type_lines(folder, *won("1", "1", "1", "1"))
    done = ingest(folder / "round1.xlsx")
    assert (done.status, len(done.rows)) == ("warnings", 9)
    found = [one for one in done.findings if one.code == "not-playing"]
    assert [(one.sheet, one.cell) for one in found] == [box(folder, 2, "player_2")]
    assert "Player 6 (P06) does not play in this round" in found[0].message


def test_a_withdrawal_a_return_and_a_late_entrant(tmp_path: Path) -> None:
    event = aso_event(8, 4)
    changed: dict[str, dict[str, Any]] = {"P02": {"absent": (2,)}, "P03": {"last_round": 1}, "P08": {"first_round": 2}}
    players = tuple(player.model_copy(update=changed.get(player.id, {})) for player in event.players)
    folder = started(tmp_path / "cup", event.model_copy(update={"players": players}))
    # P01, P02, P03, P04, P05, P06, P07: the lowest sits out
    assert drawn_in(folder, 1).byes == ("P07",)
    assert sorted(pairs_of(drawn_in(folder, 1))) == [("P01", "P04"), ("P02", "P05"), ("P03", "P06")]
    played(folder, 1, "1", "1", "1")
    assert draw(folder, 2).draw.byes == ()
    assert set(seats(drawn_in(folder, 2))) == {"P01", "P04", "P05", "P06", "P07", "P08"}
    make_sheets(folder, 2)
    first = {pair: "1" if pair[0] == min(pair) else "2" for pair in pairs_of(drawn_in(folder, 2))}
    played(folder, 2, *first.values())  # whoever has the lower number wins
    after = ranked(folder, "rounds", "first_loss", "winner")
    assert after["P02"] == (1, 2, 0)  # won, then away
    assert after["P03"] == (1, 2, 0)
    assert after["P08"] == (1, 1, 0)  # came for round 2
    assert after["P01"] == (2, None, 1)  # P02 and P03 missed round 2, P07 lost it
    third = draw(folder, 3).draw
    assert set(seats(third)) | set(third.byes) == {"P01", "P02", "P04", "P05", "P06", "P07", "P08"}
    assert set(third.byes) <= {"P08", "P05", "P06", "P04"}


def test_three_rounds_with_a_bye_give_it_to_three_players(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", aso_event(5, 3))
    byes: list[str] = []
    for number in (1, 2, 3):
        done = played(folder, number, "1", "1")
        byes += drawn_in(folder, number).byes
        assert by_player(done.rows, "result", "points", "opponent")[byes[-1]] == ("bye", 3, None)
        assert done.checks[0].expected == 3 * 3
    assert len(byes) == len(set(byes)) == 3
    points = ranked(folder, "score", "wins", "rounds")
    assert sum(score for score, *_ in points.values()) == 27
    assert all(points[id_][0] == 3 * points[id_][1] + 3 for id_ in byes)  # the bye is no game won
    assert {rounds for *_, rounds in points.values()} == {3}
