"""Whoever sat out in duplicate play keeps that, whatever is changed in the event since: the draw has recorded it.

Three Reds, two Blues, three rounds: Red 3 would meet Blue 3 in round 1 at table 3, Red 1 in round 2 at table 2, Red 2
in round 3 at table 1. Two rounds are played.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from duplicate_event import duplicate_event, side_of_teams
from duplicate_folder import change, codes, enter, event_of, pairs_of, renumber, sitting_out, type_points
from looking import open_whole
from typing_in import type_in

from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.history import records
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.problems import MistakesFound
from sheetscore.systems.duplicate.model import DuplicateEvent, Member

DRAWN_BEFORE = Path(__file__).parent / "drawn-before"
"""The event as a version has left it that recorded neither numbers nor who sits out."""

PLAYED = ((1, 1), (2, 1), (1, 2), (3, 2))
"""Tables and rounds."""

OUT = {("R3", 1), ("R1", 2)}

LATE = side_of_teams("blue", 3)[2].model_copy(update={"number": 30})
"""A team that came in round 3; its first round is not entered."""


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("out") / "event"
    write_event(duplicate_event(3, 2, 3), folder)
    renumber(folder, B1=10, B2=20)
    draw(folder)
    make_sheets(folder)
    assert sitting_out(ingest(type_points(folder, PLAYED))).keys() == OUT
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """Two rounds are scored."""
    return Path(shutil.copytree(original, tmp_path / "event"))


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """The same, drawn by an earlier version."""
    return Path(shutil.copytree(DRAWN_BEFORE, tmp_path / "event"))


def test_numbers_that_are_exchanged_move_no_points_and_are_named(folder: Path) -> None:
    renumber(folder, R1=3, R3=1)
    done = ingest(type_points(folder, [(1, 1)], 9))
    assert sitting_out(done).keys() == OUT
    assert "results-fewer" not in codes(done)
    (found,) = check(folder).findings
    assert (found.code, found.severity.value) == ("draw-older", "warning")
    assert "another “Number” than when they were drawn: Red 1 (R1) was 1 and Red 3 (R3) was 3." in found.message
    renumber(folder, R1=1, R3=3)
    assert check(folder).findings == ()


def of_teams(event: DuplicateEvent, *teams: str) -> DuplicateEvent:
    """Give the event with a player of each of these teams."""
    players = (Member(id=f"P{at}", name=f"Pilot {at}", team=team) for at, team in enumerate(teams, start=1))
    return event.model_copy(update={"players": tuple(players)})


def test_a_player_of_another_team_is_named_while_the_event_is_not_over(folder: Path) -> None:
    write_event(of_teams(event_of(folder), "R1", "R1", "R2"), folder)
    ingest(type_points(folder, [(1, 1)], 9))
    write_event(of_teams(event_of(folder), "R1", "R2", "R2"), folder)
    (said,) = (one.message for one in check(folder).findings if one.code == "teams-exchanged")
    assert said.startswith("a player has another team since the rounds played so far were scored: P2 was of R1 and is")
    ingest(folder / "travellers.xlsx")
    assert "teams-exchanged" not in {one.code for one in records(open_event(folder))[0].findings}


def test_another_score_for_sitting_out_says_that_the_setting_did_it(folder: Path) -> None:
    """Red 3 sits out at a table where the other two Reds are compared: half a match point, or nothing."""
    ingest(type_points(folder, [(3, 3)]))
    event = event_of(folder)
    settings = event.settings.model_copy(update={"sit_out": "zero"})
    write_event(event.model_copy(update={"settings": settings}), folder)
    done = ingest(folder / "travellers.xlsx")
    (said,) = (one for one in done.findings if one.code == "scored-again")
    assert said.message == "the rounds played so far were scored again: Sitting out was average and is zero"
    assert (said.severity.value, said.sheet) == ("note", "travellers-results.xlsx")
    assert done.correction
    assert "R3 Red 3 1.50 → 1.00" in done.correction.sentences
    assert "scored-again" not in codes(ingest(folder / "travellers.xlsx"))


def test_numbers_that_are_exchanged_stop_a_draw_that_would_send_teams_on_in_the_place_of_others(folder: Path) -> None:
    renumber(folder, R1=3, R3=1)
    drawn = (folder / "draw.xlsx").read_bytes()
    with pytest.raises(MistakesFound) as stopped:
        draw(folder, again=True)
    assert (folder / "draw.xlsx").read_bytes() == drawn
    exchanged = "Red 1 (R1) was drawn as Red 1 and is Red 3 now; Red 3 (R3) was drawn as Red 3 and is Red 1 now."
    assert exchanged in stopped.value.findings[0].message
    assert "or add --force" in stopped.value.findings[0].message
    forced = draw(folder, again=True, force=True)
    assert [exchanged in one.message for one in forced.findings if one.code == "draw-older"] == [True]
    pairs = pairs_of(forced.draw.tables, 3)
    assert [pairs[round_number, table] for table, round_number in PLAYED] == [
        ("R1", "B1"), ("R2", "B2"), ("R3", "B2"), ("R2", "B1"),
    ]  # fmt: skip
    assert {team for line, pair in pairs.items() if line[0] == 3 for team in pair} == {"R1", "R3", "B1", "B2", None}
    make_sheets(folder)
    assert sitting_out(ingest(type_points(folder, [(1, 1)], 9))).keys() == OUT


def test_seats_of_rounds_to_come_that_were_edited_by_hand_are_named_by_a_new_draw(folder: Path) -> None:
    assert not draw(folder, again=True).news
    rows = [[cell.value for cell in row] for row in open_whole(folder / "draw.xlsx")["Draw"].iter_rows()]
    to_come = {row[0]: (at, row[3]) for at, row in enumerate(rows, start=1) if row[1] == "r3.red" and row[3]}
    (one, first), (two, second) = to_come.values()
    type_in(folder / "draw.xlsx", {("Draw", f"D{one}"): second, ("Draw", f"D{two}"): first})
    (said,) = (one.message for one in draw(folder, again=True).news if one.code == "draw-older")
    assert "draw.xlsx was saved by hand since it was drawn, and 2 seats of rounds to come went to others" in said
    assert f"r3.red: {second}, now {first}" in said
    assert "take kept/draw~2.xlsx back" in said


def test_before_anything_is_played_numbers_are_the_directors_choice(tmp_path: Path) -> None:
    folder = tmp_path / "event"
    write_event(duplicate_event(3, 2, 3), folder)
    draw(folder)
    renumber(folder, R1=3, R3=1)
    assert "as long as nothing is played, draw again" in check(folder).findings[0].message
    made = draw(folder, again=True).draw
    assert made.sitting_out == {(3, "r1.red"): "R1", (2, "r2.red"): "R3", (1, "r3.red"): "R2"}
    assert check(folder).findings == ()


def test_a_late_team_takes_no_points_for_sitting_out_from_rounds_that_are_over(folder: Path) -> None:
    enter(folder, LATE)
    done = ingest(type_points(folder, [(1, 1)], 9))
    assert sitting_out(done).keys() == OUT
    assert "results-fewer" not in codes(done)
    pairs = pairs_of(draw(folder, again=True).draw.tables, 3)
    assert [line for line, pair in pairs.items() if "B3" in pair] == [(3, 1)]
    assert pairs[1, 3] == pairs[2, 2] == (None, None)
    make_sheets(folder)
    told = [one.message for one in check(folder).findings if one.code == "draw-player"]
    assert told == [
        f"Blue 3 (B3) has no table in round {number}, which is played, and gets nothing for it: if it came later, give "
        f"it a “First round” above {number}; if it had left, a “Last round”; if it did play, seat it."
        for number in (1, 2)
    ]
    change(folder, "B3", first_round=3)
    assert "draw-player" not in codes(check(folder))
    assert sitting_out(ingest(type_points(folder, [(1, 3)]))).keys() == OUT


def test_a_late_team_whose_number_sends_others_elsewhere_stops_the_draw(folder: Path) -> None:
    enter(folder, LATE.model_copy(update={"number": 15}))
    with pytest.raises(MistakesFound) as stopped:
        draw(folder, again=True)
    (found,) = stopped.value.findings
    assert (
        "Blue 3 (B3) came after the draw, without a “First round”, and moves others to other tables." in found.message
    )
    change(folder, "B3", first_round=3)
    pairs = pairs_of(draw(folder, again=True).draw.tables, 3)
    assert [pairs[3, table] for table in (1, 2, 3)] == [("R2", "B3"), ("R3", "B1"), ("R1", "B2")]


def test_a_team_that_came_in_a_round_that_is_over_gets_its_table_where_the_event_says_so(folder: Path) -> None:
    enter(folder, LATE.model_copy(update={"first_round": 2}))
    pairs = pairs_of(draw(folder, again=True).draw.tables, 3)
    assert (pairs[1, 3], pairs[2, 2]) == ((None, None), ("R1", "B3"))


def test_the_order_of_the_list_means_nothing(folder: Path) -> None:
    event = event_of(folder)
    write_event(event.model_copy(update={"teams": event.teams[::-1]}), folder)
    assert sitting_out(ingest(type_points(folder, [(1, 1)], 9))).keys() == OUT
    drawn = draw_of(open_event(folder), 0).draw
    made = draw(folder, again=True).draw
    assert (made.sitting_out, made.tables) == (drawn.sitting_out, drawn.tables)


def test_dup_5_a_team_that_leaves_in_the_round_that_it_sat_out_is_one_matter_for_all_commands(folder: Path) -> None:
    change(folder, "R1", last_round=1)
    advice = (
        "Red 1 (R1) has points for sitting out round 2 and is not there then by the event. Correct its “First "
        "round” or “Last round”; or, where that is right, take these points away: sheetscore ingest "
        "travellers.xlsx --force"
    )
    with pytest.raises(MistakesFound) as stopped:
        standings(folder)
    told = (check(folder / "travellers.xlsx"), ingest(folder / "travellers.xlsx"))
    for findings in (stopped.value.findings, *(one.findings for one in told)):
        assert [one.message for one in findings if one.is_error] == [advice]
    # drawn again it is still known, should the event be put right
    draw(folder, again=True)
    make_sheets(folder)
    assert [one.message for one in check(folder).findings if one.is_error] == [advice]
    assert sitting_out(ingest(folder / "travellers.xlsx", force=True)).keys() == {("R3", 1)}
    assert not [one for one in check(folder).findings if one.is_error]
    assert standings(folder).rows
    change(folder, "R1", last_round=None)
    assert sitting_out(ingest(folder / "travellers.xlsx")).keys() == OUT


# drawn by an earlier version


def test_of_a_draw_that_has_not_recorded_it_lost_rows_are_named(before: Path) -> None:
    enter(before, LATE)
    sheets = type_points(before, [(1, 1)], 9)  # an ordinary correction hides nothing of it
    (before_that,) = [one for one in check(sheets).findings if one.code == "results-fewer"]
    rows = "Red 1 (R1) in round 2; Red 3 (R3) in round 1"
    assert f"would have no rows any more for {rows}. Nothing was typed" in before_that.message
    done = ingest(sheets)
    (found,) = [one for one in done.findings if one.code == "results-fewer"]
    assert found.severity.value == "warning"
    assert f"{rows}; kept/travellers-results~1.xlsx has them" in found.message
    told = [one.message for one in check(before).findings if "Blue 3 (B3)" in one.message and "played" in one.message]
    assert told == [
        f"Red {red} (R{red}) and Blue 3 (B3) have no table in round {number}, which is played, and get nothing for it. "
        f"If one of them came later, give it a “First round” above {number}, and the other one sits out there."
        for number, red in ((1, 3), (2, 1))
    ]
    change(before, "B3", first_round=3)
    assert sitting_out(ingest(sheets)).keys() == OUT


def test_a_draw_of_an_earlier_version_takes_who_sat_out_from_the_results_when_it_is_made_again(before: Path) -> None:
    assert draw_of(open_event(before), 0).draw.sitting_out is None
    renumber(before, R1=3, R3=1)
    made = draw(before, again=True).draw
    assert made.sitting_out
    assert [made.sitting_out.get(place) for place in ((3, "r1.red"), (2, "r2.red"))] == ["R3", "R1"]
    make_sheets(before)
    assert sitting_out(ingest(type_points(before, [(1, 1)], 9))).keys() == OUT
