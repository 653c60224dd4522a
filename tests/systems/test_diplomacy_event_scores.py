"""How the scores of rounds and games make the score of an event: every way by hand, and what must hold always."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from diplomacy_event import Rounds, diplomacy_event, game_row, random_rounds, sat_out
from hypothesis import given
from hypothesis import strategies as st

from sheetscore.expressions.figure_ranges import Numbers
from sheetscore.scoring.boards.board import POWERS
from sheetscore.systems.context import EventProgress
from sheetscore.systems.diplomacy.boards import games_of
from sheetscore.systems.diplomacy.event_scores import event_score
from sheetscore.systems.diplomacy.game_values import solo_value, survival_boards
from sheetscore.systems.diplomacy.model import DiplomacyEvent, DiplomacySettings
from sheetscore.systems.diplomacy.score import rank_event
from sheetscore.systems.outcomes import ResultRow

TWO_ROUNDS: Rounds = {
    1: (game_row("P01", "Austria", 40), game_row("P01", "Italy", 25, table=2), game_row("P02", "Turkey", 12)),
    2: (game_row("P01", "France", 30), sat_out("P02", 20)),
}
"""P01 plays twice in round 1; P02 sits round 2 out, which scores 20."""


def scores(rounds: Mapping[int, Sequence[ResultRow]], event: DiplomacyEvent | None = None, **settings: Any) -> Any:
    """Give the event's scores by player."""
    event = event or diplomacy_event(2, 2, **settings)
    return {row["id"]: row["score"] for row in rank_event(EventProgress(event, rounds)).rows}


# rounds


@pytest.mark.parametrize(
    ("round_scoring", "expected"), [("best", 40 + 30), ("sum", 40 + 25 + 30), ("none", 40 + 25 + 30)]
)
def test_two_games_in_a_round_count_by_the_best_by_their_sum_or_each(round_scoring: str, expected: int) -> None:
    assert scores(TWO_ROUNDS, round_scoring=round_scoring) == {"P01": expected, "P02": 32}


@pytest.mark.parametrize(("round_scoring", "expected"), [("best", 40), ("sum", 65), ("none", 40)])
def test_the_best_one_is_a_round_or_a_game(round_scoring: str, expected: int) -> None:
    assert scores(TWO_ROUNDS, round_scoring=round_scoring, counted=1) == {"P01": expected, "P02": 20}


def test_a_round_that_was_sat_out_for_nothing_does_not_count() -> None:
    rounds = {**TWO_ROUNDS, 2: (sat_out("P01"), sat_out("P02"))}
    assert scores(rounds, event_scoring="average") == {"P01": 40, "P02": 12}


def test_a_round_that_was_sat_out_for_a_score_counts_as_one() -> None:
    assert scores(TWO_ROUNDS, event_scoring="average") == {"P01": 35, "P02": 16}


def test_who_only_ever_sat_out_is_ranked_with_what_that_scores() -> None:
    rounds = {1: (game_row("P01", "Austria", 5), sat_out("P02", Fraction(13, 2)), sat_out("P03"))}
    assert scores(rounds) == {"P02": Fraction(13, 2), "P01": 5, "P03": 0}


# the event

THREE = {
    1: (game_row("P01", "Austria", 30),),
    2: (game_row("P01", "Italy", Fraction(100, 3)),),
    3: (game_row("P01", "Turkey", 10), game_row("P02", "France", 7)),
}


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, Fraction(220, 3)),
        ({"counted": 2}, Fraction(190, 3)),
        ({"counted": 9}, Fraction(220, 3)),
        ({"event_scoring": "weights", "weights": ("1", "1", "0.5")}, Fraction(205, 3)),
        ({"event_scoring": "weights", "weights": ("2", "0.1")}, Fraction(200, 3) + 3),
        ({"event_scoring": "average"}, Fraction(220, 9)),
        ({"event_scoring": "per_round"}, Fraction(220, 9)),
    ],
)
def test_dip_4_an_events_score_by_hand(settings: dict[str, Any], expected: Fraction) -> None:
    """Three rounds with 33 1/3, 30 and 10, in another order."""
    assert scores(THREE, **settings)["P01"] == expected


def test_a_sum_by_round_is_divided_by_the_rounds_held_and_a_mean_by_those_played() -> None:
    assert scores(THREE, event_scoring="per_round")["P02"] == Fraction(7, 3)
    assert scores(THREE, event_scoring="average")["P02"] == 7


def test_best_n_applies_to_a_sum_only() -> None:
    for event_scoring in ("average", "per_round"):
        assert scores(THREE, event_scoring=event_scoring, counted=1) == scores(THREE, event_scoring=event_scoring)


def test_fewer_scores_than_count_are_all_added_up_also_below_zero() -> None:
    rounds = {1: (game_row("P01", "Austria", -62), game_row("P02", "Italy", 3))}
    assert scores(rounds, counted=3) == {"P01": -62, "P02": 3}


# hurst


def test_hurst_counts_centres_above_the_mean_of_the_power() -> None:
    rounds = {
        1: (
            game_row("P01", "Austria", 1, centres=10),
            game_row("P02", "Italy", 2, centres=18, outcome="solo", fate="solo"),
        ),
        2: (game_row("P02", "Austria", 3, centres=4), game_row("P01", "Italy", 4, centres=3)),
        3: (game_row("S01", "Austria", 5, centres=1),),
    }
    # Austria (10 + 4 + 1) / 3 = 5, Italy (18 + 3) / 2 = 21/2: a solo has no bonus, and a standby's game counts
    event = diplomacy_event(2, 3, standbys=1, event_scoring="hurst", counted=1, sit_out_score=Decimal(50))
    assert scores(rounds, event) == {
        "P02": (18 - Fraction(21, 2)) + (4 - 5),
        "P01": (10 - 5) + (3 - Fraction(21, 2)),
    }


def test_hurst_adds_up_all_games_of_a_round_and_nothing_for_sitting_out() -> None:
    rounds = {
        1: (
            game_row("P01", "Austria", 0, centres=8),
            game_row("P02", "Austria", 0, centres=2, table=2),
            game_row("P01", "Italy", 0, centres=7, table=2),
            game_row("P02", "Italy", 0, centres=7),
            sat_out("P03", 99),
        )
    }
    assert scores(rounds, round_scoring="best", event_scoring="hurst") == {"P01": 3, "P02": -3, "P03": 0}


@given(st.integers(0, 10_000))
def test_hurst_scores_add_up_to_nothing_where_nobody_stands_by(seed: int) -> None:
    event = diplomacy_event(14, 2, event_scoring="hurst")
    assert sum(scores(random_rounds(event, seed), event).values()) == 0


# mystery


def board(table: int, fates: Sequence[str], outcome: str = "draw", first: int | None = None) -> list[ResultRow]:
    """Give a board whose powers had these fates in order, played by seven of its own."""
    start = 7 * (table - 1) if first is None else first
    return [
        game_row(f"P{start + at:02}", power, 0, table=table, fate=fate, outcome=outcome)
        for at, (power, fate) in enumerate(zip(POWERS, fates, strict=True), start=1)
    ]


def ended(members: int, left_out: int = 0) -> list[str]:
    """Give the fates of a drawn board."""
    return ["draw"] * members + ["survived"] * left_out + ["eliminated"] * (7 - members - left_out)


SOLO = ["solo", "lost", "lost", *["eliminated"] * 4]

WORKED = [
    *(row for table, members in enumerate((4, 4, 4, 3, 3, 5), start=1) for row in board(table, ended(members))),
    *board(7, SOLO, "solo"),
    *board(8, SOLO, "concession"),
]


def test_mystery_as_in_the_worked_example() -> None:
    """Six draws (three of 4, two of 3, one of 5) and two solos: a solo is worth 2300 / 6 / 2."""
    found = scores({1: tuple(WORKED)}, event_scoring="mystery")
    solo = Fraction(2300, 6) / 2
    assert (found["P43"], found["P50"]) == (solo, solo)
    assert sorted(set(found.values())) == [0, 100, solo]
    assert sum(score == 100 for score in found.values()) == 23


def test_mystery_is_divided_by_the_rounds_held() -> None:
    rounds = {1: tuple(board(1, ended(2, 3))), 2: tuple(board(1, ended(7))), 3: (sat_out("P01", 5),)}
    # in round 2 all seven share; nobody plays in round 3, which is not held
    found = scores(rounds, event_scoring="mystery", counted=1)
    assert found == {
        **{f"P0{n}": Fraction(200, 2) for n in (1, 2)},
        **{f"P0{n}": Fraction(110, 2) for n in (3, 4, 5)},
        **{f"P0{n}": Fraction(100, 2) for n in (6, 7)},
    }


def test_mystery_counts_survivors_outside_the_draw_in_a_solos_worth() -> None:
    rounds = {1: (*board(1, ended(2, 3)), *board(2, SOLO, "solo"))}
    assert scores(rounds, event_scoring="mystery")["P08"] == 230


def test_mystery_without_a_drawn_game_has_solos_of_100() -> None:
    rounds = {1: (*board(1, SOLO, "concession"), *board(2, SOLO, "solo"))}
    found = scores(rounds, event_scoring="mystery")
    assert sorted(found.values()) == [0] * 12 + [100] * 2


def test_a_game_that_nobody_present_won_is_neither_drawn_nor_a_solo() -> None:
    """A power without a player can be conceded to: its board must not pass for a draw worth nothing."""
    lost = board(2, ["lost", *SOLO[1:]], "concession")
    boards = survival_boards(games_of({1: (*board(1, ended(3)), *lost, *board(3, SOLO, "solo"))}))
    assert [one.points for one in boards] == [300, None, None]
    assert solo_value(boards) == 300


def test_no_solo_has_no_worth() -> None:
    assert solo_value(survival_boards(games_of({1: tuple(board(1, ended(3)))}))) is None


# what must hold always

SCORES = st.lists(st.fractions(-100, 300, max_denominator=60), max_size=6)
GAINS = st.lists(st.fractions(0, 300, max_denominator=60), max_size=6)
COUNTED = st.none() | st.integers(1, 6)


def scored(settings: DiplomacySettings, scores: list[Fraction]) -> Fraction:
    return event_score(settings, Numbers(scores), Fraction(9))


@given(GAINS, st.fractions(0, 300, max_denominator=60), COUNTED)
def test_one_more_score_never_hurts_a_sum(before: list[Fraction], more: Fraction, counted: int | None) -> None:
    settings = DiplomacySettings(counted=counted)
    assert scored(settings, [*before, more]) >= scored(settings, before)


@given(SCORES, st.integers(0, 5), st.fractions(0, 50, max_denominator=60), COUNTED)
def test_a_higher_score_never_hurts(before: list[Fraction], at: int, more: Fraction, counted: int | None) -> None:
    better = [score + more * (index == at) for index, score in enumerate(before)]
    for settings in (
        DiplomacySettings(counted=counted),
        DiplomacySettings(event_scoring="weights", weights=(Decimal(1), Decimal("0.5"))),
        DiplomacySettings(event_scoring="average"),
    ):
        assert scored(settings, better) >= scored(settings, before)


@given(SCORES, st.integers(1, 6))
def test_weights_of_one_are_the_best_so_many(values: list[Fraction], counted: int) -> None:
    weights = DiplomacySettings(event_scoring="weights", weights=(Decimal(1),) * counted)
    assert scored(weights, values) == scored(DiplomacySettings(counted=counted), values)


@given(st.fractions(-100, 300, max_denominator=60), st.integers(1, 6))
def test_the_average_of_equal_scores_is_that_score(score: Fraction, times: int) -> None:
    assert scored(DiplomacySettings(event_scoring="average"), [score] * times) == score


@given(SCORES, st.randoms(use_true_random=False), COUNTED)
def test_the_order_of_scores_does_not_matter(values: list[Fraction], chance: Any, counted: int | None) -> None:
    shuffled = chance.sample(values, len(values))
    settings = DiplomacySettings(counted=counted)
    assert scored(settings, shuffled) == scored(settings, values)
