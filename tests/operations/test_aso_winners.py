"""Who has won an event of accelerated Swiss: the last undefeated, joint winners, play-offs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from aso_commands import (
    STANDING_KEYS,
    by_player,
    drawn_in,
    edit_draw,
    pairs_of,
    played,
    ranked,
    run,
    run_json,
    type_lines,
)
from aso_event import aso_event
from kept_events import started

from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.systems.aso.model import AsoEvent, ScenarioChoice


def notes_of_winner(done: Ingested) -> list[str]:
    return [one.message for one in done.findings if one.code == "winner"]


def test_aso_7_the_winner_is_declared_by_ingest_standings_and_the_next_draw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = started(tmp_path / "cup", aso_event(4, 3))  # P01 meets P03, P02 meets P04
    assert notes_of_winner(played(folder, 1, "1", "1")) == []
    draw(folder, 2)
    (final,) = [table.number for table in drawn_in(folder, 2).tables if set(table.seated.values()) == {"P01", "P02"}]
    make_sheets(folder, 2)
    type_lines(folder, *(f"{table},,winner,1" for table in (1, 2)), number=2)
    assert drawn_in(folder, 2).tables[final - 1].seats["1"] == "P01"
    certain = "★ Player 1 (P01) is the last undefeated and has won, since round 2."
    told = f"{certain} Rank 1 is theirs whatever happens later, even if somebody gets more points."
    assert told in run("-C", folder, "ingest", "round2.xlsx").stderr
    assert told in run("-C", folder, "standings").stdout
    assert run_json(monkeypatch, "-C", folder, "standings")["declared"] == [told]
    assert told in run("-C", folder, "draw", "3").stdout
    again = run_json(monkeypatch, "-C", folder, "ingest", "round2.xlsx")
    assert [(one["severity"], one["code"], one["message"]) for one in again["findings"]] == [("note", "winner", told)]


def test_aso_7_a_winner_with_fewer_points_is_told_why_he_is_first(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    write_event(aso_event(4, 4), folder)
    for number in (1, 2, 3, 4):  # P01 wins twice and is the last undefeated, then loses; P02 loses to P01 alone
        draw(folder, number)
        make_sheets(folder, number)
        last = "P01" if number > 2 else ""
        pairs = pairs_of(drawn_in(folder, number))
        best = [min(pair, key=lambda id_: (id_ == last, id_)) for pair in pairs]
        told = notes_of_winner(
            played(folder, number, *(str(pair.index(id_) + 1) for pair, id_ in zip(pairs, best, strict=True)))
        )
    points = ranked(folder, "rank", "score")
    assert (points["P01"], points["P02"]) == ((1, 6), (2, 9))
    assert told == [
        "★ Player 1 (P01) is the last undefeated and has won, since round 2. Rank 1 goes to the last undefeated, "
        "whatever the points: 6, and Player 2 (P02) has 9."
    ]


def with_play_off(event: AsoEvent, *scenarios: str) -> AsoEvent:
    """Add a round after the last."""
    after = ScenarioChoice(number=event.header.rounds + 1, scenario=scenarios)
    return event.model_copy(update={"rounds": (*event.rounds, after)})


@pytest.fixture(scope="module")
def two_have_won(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One round of five players, P05 with a bye; P01 and P02 have won."""
    event = aso_event(5, 1, bye_keeps_undefeated=False)
    folder = started(tmp_path_factory.mktemp("joint") / "cup", event)
    done = played(folder, 1, "1", "2")
    assert pairs_of(drawn_in(folder, 1)) == [("P01", "P02"), ("P03", "P04")]
    (told,) = notes_of_winner(done)
    assert told.startswith(
        "★ Player 1 (P01) and Player 4 (P04) are undefeated after the last round and have won together."
    )
    assert told.endswith(
        "enter a round 2 with the one scenario that you give them, leave the number of rounds at 1, then: sheetscore "
        "draw 2"
    )
    write_event(with_play_off(event, "s2"), folder)
    return folder


@pytest.fixture
def joint(two_have_won: Path, tmp_path: Path) -> Path:
    """A copy to work in."""
    return Path(shutil.copytree(two_have_won, tmp_path / "cup"))


def test_aso_7_a_play_off_goes_the_whole_way(joint: Path) -> None:
    assert [one for one in check(joint).findings if one.code != "event-rule"] == []
    before = ranked(joint, *(key for key in STANDING_KEYS if key not in {"rank", "winner"}))
    made = draw(joint)  # the next round
    assert (pairs_of(made.draw), made.draw.byes, made.draw.round) == ([("P01", "P04")], (), 2)
    make_sheets(joint, 2)
    assert not standings(joint).provisional
    assert ranked(joint, "rank", "winner")["P01"] == ranked(joint, "rank", "winner")["P04"] == (1, 1)
    assert "Their play-off is round 2, which has no result yet." in standings(joint).declared[0]
    type_lines(joint, "1,,winner,2", "1,1,cc_inflicted,7", "1,2,vp,3", number=2)
    done = ingest(joint / "round2.xlsx")
    assert by_player(done.rows, "result", "points", "scenario") == {"P01": ("loss", 0, "s2"), "P04": ("win", 0, "s2")}
    assert notes_of_winner(done) == [
        "★ Player 4 (P04) has won the play-off against Player 1 (P01), and with it the event. Player 1 (P01) is the "
        "runner-up; points, tie-breaks and special prizes stay as they were."
    ]
    assert [check.ok for check in done.checks] == [True]
    ends = ranked(joint, "rank", "winner")
    assert (ends["P04"], ends["P01"]) == ((1, 1), (2, 0))
    assert ranked(joint, *(key for key in STANDING_KEYS if key not in {"rank", "winner"})) == before
    assert standings(joint).standings.after_round == 1
    type_lines(joint, "1,,winner,draw", number=2)
    assert "Their play-off was drawn, and they stay joint winners." in notes_of_winner(ingest(joint / "round2.xlsx"))[0]
    assert ranked(joint, "rank", "winner")["P01"] == (1, 1)


def test_aso_7_nobody_else_plays_a_play_off(joint: Path) -> None:
    draw(joint, 2)
    edit_draw(joint, 2, {(1, "2"): "P03"})
    said = run("-C", joint, "sheets", "2", status=1).stderr
    assert (
        "Player 3 (P03) is none of the two who have won together: the play-off is for Player 1 (P01) and Player 4"
        in said
    )
    edit_draw(joint, 2, {(1, "2"): "P04"})
    make_sheets(joint, 2)
    type_lines(joint, "1,,winner,1", "1,2,player,P03", number=2)
    found = ingest(joint / "round2.xlsx")
    assert [one.code for one in found.findings if one.is_error] == ["play-off"]


def test_aso_7_a_play_off_waits_for_the_last_round_and_for_two_winners(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    write_event(with_play_off(aso_event(4, 1), "s2"), folder)
    draw(folder, 1)
    make_sheets(folder, 1)
    assert "before all results up to round 1 are in" in run("-C", folder, "draw", "2", status=2).stderr
    for winners, why in (
        (("1", "draw"), "Player 1 (P01) has won alone"),
        (("draw", "draw"), "Nobody is undefeated"),
    ):
        played(folder, 1, *winners)
        assert why in run("-C", folder, "draw", "2", status=2).stderr
    assert not (folder / "round2-draw.xlsx").exists()


def test_aso_7_a_play_off_is_for_two_of_no_more_than_two(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", with_play_off(aso_event(6, 1), "s2"))
    (told,) = notes_of_winner(played(folder, 1, "1", "1", "1"))
    assert told.endswith("A play-off is for two alone.")
    assert "they stay joint winners" in run("-C", folder, "draw", "2", status=2).stderr


def test_aso_7_a_play_off_has_one_scenario(tmp_path: Path) -> None:
    write_event(with_play_off(aso_event(4, 1), "s1", "s2", "s3"), tmp_path)
    found = [one for one in check(tmp_path).findings if one.is_error]
    assert [one.code for one in found] == ["event-rule"]
    assert "can only be the play-off of two joint winners" in found[0].message


def test_aso_7_a_blank_line_for_a_round_after_the_last_is_no_play_off(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", with_play_off(aso_event(4, 1)))
    assert not [one for one in check(folder).findings if one.is_error]
    assert "the event has no round 2; it has round 1" in run("-C", folder, "draw", "2", status=2).stderr


def test_aso_7_a_play_off_of_others_after_a_correction_is_told(joint: Path) -> None:
    played(joint, 2, "1")
    told = notes_of_winner(played(joint, 1, "2", "2"))
    assert told[0].startswith("★ Player 2 (P02) and Player 4 (P04) are undefeated")
    assert told[0].endswith(
        "Round 2, played by Player 1 (P01) and Player 4 (P04), is no play-off of the winners and counts for nothing. "
        "For a play-off of the two: sheetscore draw 2 --again"
    )
