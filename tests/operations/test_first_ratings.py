"""Ratings count as they were at a player's first result (ASO-9), and a typing error is corrected on purpose."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from aso_commands import drawn_in, pairs_of, played, ranked, run
from aso_event import aso_event
from kept_events import started
from match_event import match_event

from sheetscore.findings import Finding
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.systems.aso.model import AsoEvent, AsoPlayer

EVENT = aso_event(8, 3)
LATE = AsoPlayer(id="P09", name="Late", rating=1700, first_round=2)
LATER = AsoPlayer(id="P10", name="Later", rating=1600, first_round=2)


def with_ratings(event: AsoEvent, ratings: Mapping[str, int | None]) -> AsoEvent:
    players = (one.model_copy(update={"rating": ratings.get(one.id, one.rating)}) for one in event.players)
    return event.model_copy(update={"players": tuple(players)})


def rate(folder: Path, event: AsoEvent, **ratings: int | None) -> None:
    """Type other ratings into the event."""
    (folder / "event.xlsx").unlink()
    write_event(with_ratings(event, ratings), folder)


def told(folder: Path) -> list[Finding]:
    return [one for one in check(folder).findings if one.code in {"rating-later", "drawn-otherwise"}]


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """Eight players; P01 meets P05 and so on, and the first four have won round 1."""
    folder = started(tmp_path / "cup", EVENT)
    played(folder, 1, "1", "1", "1", "1")
    return folder


def test_aso_9_a_rating_that_is_changed_after_the_first_result_changes_nothing_and_is_told(cup: Path) -> None:
    before = ranked(cup, "rank", "rating", "opponents_rating")
    rate(cup, EVENT, P02=1500)
    assert ranked(cup, "rank", "rating", "opponents_rating") == before
    assert before["P02"][1:] == (1980, 1940)
    draw(cup, 2)
    pool = [pair for pair in pairs_of(drawn_in(cup, 2)) if set(pair) <= {"P01", "P02", "P03", "P04"}]
    assert pool == [("P01", "P03"), ("P02", "P04")]  # by 1500 it would be P01 and P04, P03 and P02
    (found,) = told(cup)
    assert (found.severity, found.sheet, found.code) == ("warning", "Players", "rating-later")
    assert found.cell
    assert found.message == (
        "The rating of Player 2 (P02) is 1500 and was 1980 at the first result, in round 1: that counts. Put 1980 "
        "back; or, if it was a typing error, ingest that round with --ratings (sheetscore ingest round1.xlsx "
        "--ratings)."
    )
    make_sheets(cup, 2)
    played(cup, 2, "1", "1", "1", "1")
    assert ranked(cup, "rating")["P02"] == (1980,)


def test_aso_9_a_typing_error_is_corrected_by_ingesting_the_round_with_todays_ratings(cup: Path) -> None:
    rate(cup, EVENT, P02=1500)
    assert not [one for one in ingest(cup / "round1.xlsx").findings if one.code == "rating-taken"]
    assert ranked(cup, "rating")["P02"] == (1980,)
    said = run("-C", cup, "ingest", "round1.xlsx", "--ratings").stderr
    assert "the rating of Player 2 (P02) is 1500 from now on; it was 1980." in " ".join(said.split())
    assert ranked(cup, "rating", "opponents_rating")["P06"] == (1940, 1500)  # whom P02 has beaten
    assert [one.code for one in told(cup)] == ["drawn-otherwise"]  # round 1 was drawn with the other rating
    draw(cup, 2)
    pool = [pair for pair in pairs_of(drawn_in(cup, 2)) if set(pair) <= {"P01", "P02", "P03", "P04"}]
    assert pool == [("P01", "P04"), ("P03", "P02")]


def test_aso_9_whose_rank_moves_by_a_corrected_rating_is_named(cup: Path) -> None:
    """P05 to P08 have lost to P01 to P04, whose ratings put them in that order."""
    rate(cup, EVENT, P02=1500)
    done = ingest(cup / "round1.xlsx", ratings=True)
    assert done.correction
    moved = {one.id: one.rank for one in done.correction.changes if one.rank[0] != one.rank[1]}
    assert {id_: moved.get(id_) for id_ in ("P05", "P06", "P07", "P08")} == {
        "P05": None, "P06": (6, 8), "P07": (7, 6), "P08": (8, 7),
    }  # fmt: skip


def test_aso_9_a_rating_counts_as_it_is_until_there_is_a_result_and_is_kept_from_the_round_of_that(cup: Path) -> None:
    event = EVENT.model_copy(update={"players": (*EVENT.players, LATE, LATER)})
    rate(cup, event, P09=1650)
    played(cup, 2, "1", "1", "1", "1", "1")
    assert ranked(cup, "rating")["P09"] == (1650,)
    rate(cup, event, P09=1900, P10=None)
    assert ranked(cup, "rating")["P09"] == (1650,)
    assert sorted(one.message.partition(" is ")[0] for one in told(cup)) == [
        "The rating of Late (P09)", "The rating of Later (P10)",
    ]  # fmt: skip
    ingest(cup / "round1.xlsx", ratings=True)
    assert ranked(cup, "rating")["P09"] == (1650,)  # the first result was in round 2
    done = ingest(cup / "round2.xlsx", ratings=True)
    assert len([one for one in done.findings if one.code == "rating-taken"]) == 2
    found = ranked(cup, "rating")
    assert (found["P09"], found["P10"]) == ((1900,), (1000,))
    assert not [one for one in told(cup) if one.code == "rating-later"]


def test_ratings_are_no_matter_of_other_systems(tmp_path: Path) -> None:
    folder = started(tmp_path / "match", match_event(4, 3))
    said = run("-C", folder, "ingest", "round1.xlsx", "--ratings", status=2).stderr
    assert "--ratings is for events whose ratings count as they were at first; leave it out" in " ".join(said.split())


def test_aso_9_who_had_no_rating_at_the_first_result_has_none_later(tmp_path: Path) -> None:
    event = with_ratings(EVENT, {"P08": None})
    folder = started(tmp_path / "cup", event)
    played(folder, 1, "1", "1", "1", "1")
    rate(folder, event, P08=2100)
    assert ranked(folder, "rating")["P08"] == (1000,)
    (found,) = told(folder)
    assert "The rating of Player 8 (P08) is 2100 and was blank at the first result, in round 1" in found.message


def test_what_a_draw_and_what_results_know_of_a_rating_give_no_contrary_advice(cup: Path) -> None:
    """Taken anew it is another than the draw was made with; typed as it was then it is another than counts."""
    rate(cup, EVENT, P02=1500)
    run("-C", cup, "ingest", "round1.xlsx", "--ratings")
    (drawn,) = told(cup)
    assert "the rating of Player 2 (P02) was 1980 and is 1500" in drawn.message
    assert drawn.message.endswith(
        "What is drawn stays as it is. A rating counts as it was at the first result: who wants the old one puts it "
        "back, and ingests the round of that result with --ratings"
    )
    rate(cup, EVENT)
    (later,) = told(cup)
    assert later.message.startswith(
        "The rating of Player 2 (P02) is 1980 and was 1500 at the first result, in round 1: that counts. Put 1500 back;"
    )
    run("-C", cup, "ingest", "round1.xlsx", "--ratings")
    assert told(cup) == []


def test_a_rating_that_was_changed_before_the_first_result_is_put_back_in_the_event(tmp_path: Path) -> None:
    cup = started(tmp_path / "cup", EVENT)
    rate(cup, EVENT, P02=1500)
    (drawn,) = told(cup)
    assert drawn.message.endswith("put the old value back, unless later rounds are to be drawn with the new one")
