"""MATCH-7 over many events: whose series, in which order, what they make of a handicap, and contradictions."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from match_event import match_event

import sheetscore.systems.match  # noqa: F401 -- declares its findings
from sheetscore.systems.match.history import History, KeptSeries, history_of

ANN, BOB, CY = "Ann Bell", "Bob", "Cy"


def series(total: int, uid: str = "a", **more: Any) -> KeptSeries:
    """Give a series of Ann and Bob with Ann's total."""
    parts: dict[str, Any] = {
        "uid": uid,
        "event": f"Event {uid}",
        "date": None,
        "round": 1,
        "table": 1,
        "players": (ANN, BOB),
        "game_system": "Hills",
        "old": None,
        "file": f"{uid}/round1-results.xlsx",
    }
    return KeptSeries(total=total, **{**parts, **more})


def made(history: History) -> list[Fraction]:
    """Give what each series of the only pair made of the handicap; above 0 it is Ann's."""
    (lines,) = history.lines.values()
    return [line.step.new for line in lines]


def day(number: int) -> dt.date:
    return dt.date(1991, 7, number)


def test_match_7_the_first_series_stands_alone_and_each_later_one_revises() -> None:
    first, second = series(4, "a", date=day(1)), series(10, "b", date=day(2), old=Fraction(-8, 3))
    history = history_of([second, first])
    assert made(history) == [Fraction(-8, 3), Fraction(-16, 3)]
    assert history.findings == ()


def test_match_7_series_are_in_order_by_date_then_undated_by_uid_then_by_round() -> None:
    ordered = [
        series(1, "z", date=day(1)),
        series(2, "y", date=day(2), round=1),
        series(3, "y", date=day(2), round=2),
        series(4, "a"),
        series(5, "b", round=1),
        series(6, "b", round=3),
    ]
    for shuffled in list(permutations(ordered))[::97]:
        (lines,) = history_of(shuffled).lines.values()
        assert [line.series.total for line in lines] == [1, 2, 3, 4, 5, 6]


def test_match_7_people_are_the_same_by_folded_names_whoever_is_named_first() -> None:
    one = series(-12, "a", date=day(1))
    turned = series(12, "b", date=day(2), players=("BOB", "ann  bell"), game_system="HILLS", old=Fraction(-8))
    history = history_of([one, turned])
    assert made(history) == [8, 8]
    assert history.findings == ()


def test_match_7_a_pair_has_a_handicap_in_each_game_system() -> None:
    history = history_of([series(-12, "a"), series(12, "b", game_system="Woods"), series(3, "c", players=(ANN, CY))])
    assert {pair: lines[-1].step.new for pair, lines in history.lines.items()} == {
        ("ann bell", "bob", "hills"): 8,
        ("ann bell", "bob", "woods"): -8,
        ("ann bell", "cy", "hills"): -2,
    }


def test_match_7_an_old_handicap_that_the_series_before_does_not_make_names_both_files() -> None:
    history = history_of([series(4, "a", date=day(1)), series(10, "b", date=day(2), old=Fraction(-3))])
    (found,) = history.findings
    assert (str(found.severity), found.code) == ("warning", "history-differs")
    assert "b/round1-results.xlsx" in found.message
    assert "a/round1-results.xlsx" in found.message
    assert made(history)[-1] == Fraction(-16, 3)  # what the series make counts
    assert history_of([series(10, "b", old=Fraction(-3))]).findings == ()  # nothing known before it


def test_match_7_one_series_with_two_results_is_an_error_that_names_both_files() -> None:
    history = history_of([series(4, file="one.xlsx"), series(6, file="two.xlsx")])
    (found,) = history.findings
    assert (str(found.severity), found.code) == ("error", "history-twice")
    assert "one.xlsx" in found.message
    assert "two.xlsx" in found.message
    assert history.lines == {}


@pytest.mark.parametrize("later", [0, 1])
def test_match_7_of_two_results_the_newer_counts(later: int) -> None:
    times = [dt.datetime(1991, 7, 1 + (at == later), tzinfo=dt.UTC) for at in (0, 1)]
    history = history_of([series(3 * (at + 1), file=f"{at}.xlsx", written=times[at]) for at in (0, 1)])
    assert history.findings == ()
    assert made(history) == [-2 * (later + 1)]


def test_match_7_the_same_result_twice_is_one() -> None:
    history = history_of([series(6, file="one.xlsx"), series(6, file="copy.xlsx")])
    assert history.findings == ()
    assert made(history) == [-4]


def test_match_7_an_event_begins_with_the_handicaps_of_those_on_its_roster() -> None:
    event = match_event(2)
    players = ("PLAYER 1", "Player 2")
    kept = [series(-26, "a", players=players, date=day(1)), series(5, "b", players=(ANN, CY))]
    (handicap,) = history_of(kept).handicaps(event)
    assert (handicap.player, handicap.against, handicap.game_system) == ("P01", "P02", "Hills")
    assert handicap.exact == Fraction(52, 3)
    assert handicap.source == "Event a, round 1 (a/round1-results.xlsx)"
    (stronger,) = history_of([series(26, "a", players=players)]).handicaps(event)
    assert (stronger.player, stronger.points) == ("P02", "52/3")
