"""TIE-1: the chain. Two worked examples with all their figures, ranks that are shared, and what makes no difference."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetscore.scoring.tie_breaks import SCORE, DecidedChain, Figures, Places, Step, broken_by, decide
from sheetscore.scoring.tie_steps import (
    TIE_BREAKS,
    OfGames,
    OfMargins,
    OfOpponents,
    OfRounds,
    Outing,
    TieRecord,
    steps_called,
)

F, HALF = Fraction, Fraction(1, 2)

Points = Mapping[str, Fraction | int]
ONE = {"win": F(1), "draw": HALF, "loss": F(0), "bye": F(1)}
"""Points of the examples: a win 1, a draw 1/2."""
ASO = {"win": 3, "draw": 1, "loss": 0, "bye": 3}

Game = tuple[int, str, str, str]
"""Round, one, other, and what it was to the first; the other of a bye is empty."""

EXAMPLE_1: Sequence[Game] = (
    (1, "A", "B", "win"),
    (1, "C", "D", "win"),
    (2, "A", "C", "win"),
    (2, "B", "D", "win"),
    (3, "B", "C", "win"),
    (3, "D", "A", "win"),
)

EXAMPLE_2: Sequence[Game] = (
    (1, "A", "B", "win"),
    (1, "C", "D", "draw"),
    (1, "E", "", "bye"),
    (2, "A", "E", "win"),
    (2, "B", "C", "win"),
    (2, "D", "", "bye"),
    (3, "A", "D", "draw"),
    (3, "B", "E", "win"),
)

SHARES = {"win": F(1), "draw": HALF, "loss": F(0)}
REVERSED = {"win": "loss", "draw": "draw", "loss": "win"}


def outings_of(games: Iterable[Game], players: str, worth: Points) -> list[Outing]:
    """Return a round of everybody; who is in no game of a round has missed it."""
    games = list(games)
    found = {}
    for number, one, other, result in games:
        if other:
            sides = ((one, other, result), (other, one, REVERSED[result]))
            for who, opponent, ended in sides:
                found[who, number] = Outing(who, number, "game", worth[ended], opponent, SHARES[ended])
        else:
            found[one, number] = Outing(one, number, "bye", worth["bye"])
    rounds = sorted({game[0] for game in games})
    return [found.get((who, number), Outing(who, number, "missed")) for who in players for number in rounds]


def record_of(outings: Sequence[Outing], **more: object) -> TieRecord:
    """Return the record of an event in which the scores of the rounds are added up."""
    scores: dict[str, Fraction] = {}
    for outing in outings:
        scores[outing.who] = scores.get(outing.who, F(0)) + outing.score
    return TieRecord(scores, outings, **more)  # type: ignore[arg-type]


def ranked(record: TieRecord, *chain: str) -> DecidedChain:
    """Rank by the score and a chain."""

    def figures(step: Step, places: Places) -> Figures:
        return record.scores if step is SCORE else record.figures(step, places)

    return decide(dict.fromkeys(record.scores, 1), (SCORE, *steps_called(chain)), figures)


def column(record: TieRecord, id_: str, players: str) -> list[Fraction | int | None]:
    """Return what players have in a tie-break that comes first after the score."""
    figures = ranked(record, id_).figures(id_)
    return [figures.get(player) for player in players]


def order(record: TieRecord, *chain: str) -> dict[str, int]:
    """Return the ranks by player, best first."""
    return dict(sorted(ranked(record, *chain).ranks.items(), key=lambda one: (one[1], one[0])))


def test_tie_1_example_1_four_players_two_wins_and_two_with_one() -> None:
    record = record_of(outings_of(EXAMPLE_1, "ABCD", ONE))
    assert [record.scores[one] for one in "ABCD"] == [2, 2, 1, 1]
    assert column(record, "buchholz", "ABCD") == [4, 4, 5, 5]
    assert column(record, "sonneborn_berger", "ABCD") == [3, 2, 1, 2]
    assert column(record, "direct", "ABCD") == [1, 0, 1, 0]
    assert order(record, "sonneborn_berger") == {"A": 1, "B": 2, "D": 3, "C": 4}
    assert order(record, "direct") == {"A": 1, "B": 2, "C": 3, "D": 4}
    assert order(record, "buchholz") == {"A": 1, "B": 1, "C": 3, "D": 3}
    assert order(record, "buchholz", "direct") == {"A": 1, "B": 2, "C": 3, "D": 4}


def test_tie_1_example_2_byes_draws_and_a_missed_round() -> None:
    record, players = record_of(outings_of(EXAMPLE_2, "ABDEC", ONE)), "ABDEC"
    assert [record.scores[one] for one in players] == [F(5, 2), 2, 2, 1, HALF]
    assert column(record, "buchholz", players) == [5, 4, 5, F(11, 2), F(9, 2)]
    assert column(record, "buchholz_cut1", players) == [4, F(7, 2), F(9, 2), F(9, 2), 4]
    assert column(record, "buchholz_median", players) == [2, 1, 2, 2, 2]
    assert column(record, "sonneborn_berger", players) == [4, F(3, 2), F(7, 2), 1, 1]
    assert column(record, "progressive", players) == [F(11, 2), 3, 4, 3, F(3, 2)]
    assert column(record, "direct", players) == [None] * 5
    assert order(record, "direct") == {"A": 1, "B": 2, "D": 2, "E": 4, "C": 5}


def test_tie_1_example_2_with_the_points_of_accelerated_swiss() -> None:
    record, players = record_of(outings_of(EXAMPLE_2, "ABDEC", ASO)), "ABDEC"
    assert [record.scores[one] for one in players] == [7, 6, 5, 3, 1]
    assert column(record, "buchholz", players) == [14, 11, 13, 16, 12]
    assert column(record, "sonneborn_berger", players) == [F(23, 2), 4, 9, 3, F(5, 2)]
    assert column(record, "progressive", players) == [16, 9, 10, 9, 3]


@pytest.mark.parametrize(
    ("id_", "expected"),
    [
        ("wins", [2, 2, 0, 0, 0]),
        ("losses", [0, 1, 0, 2, 2]),
        ("first_loss", [None, 1, None, 2, 2]),
        ("first_draw", [3, None, 1, None, 1]),
        ("best_round", [1, 1, HALF, 0, HALF]),
        ("worst_round", [HALF, 0, HALF, 0, 0]),
        ("last_round", [HALF, 1, HALF, 0, 0]),
        ("rounds", [3, 3, 3, 3, 2]),
    ],
)
def test_tie_1_what_needs_no_opponents_in_example_2(id_: str, expected: list[Fraction | int | None]) -> None:
    assert column(record_of(outings_of(EXAMPLE_2, "ABDEC", ONE)), id_, "ABDEC") == expected


def test_tie_1_cuts_of_few_opponents_are_nothing() -> None:
    one = record_of(outings_of([(1, "A", "B", "draw")], "AB", ONE))
    assert column(one, "buchholz_cut1", "AB") == [0, 0]
    two = record_of(outings_of([(1, "A", "B", "draw"), (2, "A", "B", "draw")], "AB", ONE))
    assert column(two, "buchholz_median", "AB") == [0, 0]
    assert column(two, "buchholz_cut1", "AB") == [1, 1]


def test_tie_1_a_rematch_counts_twice_and_what_is_open_not_at_all() -> None:
    twice = record_of(outings_of([(1, "A", "B", "win"), (2, "B", "A", "win")], "AB", ONE))
    assert column(twice, "buchholz", "AB") == [2, 2]
    assert column(twice, "direct", "AB") == [1, 1]
    still_open = record_of([Outing("A", 1, "out"), Outing("B", 1, "out")])
    assert column(still_open, "buchholz", "AB") == [0, 0]
    assert column(still_open, "losses", "AB") == [0, 0]
    assert column(still_open, "last_round", "AB") == [0, 0]


def test_tie_1_a_series_that_does_not_count_is_an_opponent_and_no_share() -> None:
    cut = record_of([Outing("A", 1, "game", 2, "B"), Outing("B", 1, "game", 1, "A")])
    assert column(cut, "buchholz", "AB") == [1, 2]
    assert column(cut, "sonneborn_berger", "AB") == [0, 0]
    assert column(cut, "losses", "AB") == [0, 0]


def test_tie_1_direct_is_applied_once_and_not_begun_again() -> None:
    # A, B and C have 2 each and beat each other in a circle; D lost to all. Nobody is parted, and nobody asks again.
    games = [
        (1, "A", "B", "win"), (1, "C", "D", "win"), (2, "B", "C", "win"), (2, "A", "D", "win"), (3, "C", "A", "win"),
        (3, "B", "D", "win"),
    ]  # fmt: skip
    record = record_of(outings_of(games, "ABCD", ONE))
    assert column(record, "direct", "ABCD") == [1, 1, 1, None]
    assert order(record, "direct") == {"A": 1, "B": 1, "C": 1, "D": 4}


def test_tie_1_a_missed_round_is_no_loss_where_the_event_says_so() -> None:
    outings = outings_of(EXAMPLE_2, "ABDEC", ONE)
    assert column(record_of(outings, missed_is_loss=False), "losses", "C") == [1]
    assert column(record_of(outings, missed_is_loss=False), "sonneborn_berger", "C") == [1]


def test_tie_1_differences_of_points_are_added_up_and_a_bye_has_none() -> None:
    games = ((1, "A", "B", 3), (2, "B", "C", 4), (3, "C", "A", 1))
    won = [Outing(one, number, "game", 1, other, F(1), by) for number, one, other, by in games]
    lost = [Outing(other, number, "game", 0, one, F(0), -by) for number, one, other, by in games]
    byes = [Outing(who, number, "bye", 1) for number, who in ((1, "C"), (2, "A"), (3, "B"))]
    # A 3 - 1, B 4 - 3, C 1 - 4; all have 2 points
    record = record_of([*won, *lost, *byes])
    assert column(record, "difference", "ABC") == [2, 1, -3]
    assert order(record, "difference") == {"A": 1, "B": 2, "C": 3}


def test_tie_1_ratings_of_opponents_and_of_nobody() -> None:
    record = record_of(outings_of(EXAMPLE_2, "ABDEC", ONE), ratings={"A": 1500, "B": 1400, "E": 1300})
    assert column(record, "opponents_rating", "AD") == [1350, 1500]
    alone = record_of([Outing("A", 1, "bye", 1), Outing("B", 1, "bye", 1)], ratings={"A": 1500})
    assert column(alone, "opponents_rating", "AB") == [None, None]


def test_tie_1_lots_part_everybody_and_follow_from_the_seed() -> None:
    outings = [Outing(who, 1, "missed") for who in "ABCDEFGH"]
    lots = [tuple(order(record_of(outings, seed=seed), "lot")) for seed in range(4)]
    assert len(set(lots)) > 1
    assert sorted(order(record_of(outings, seed=1), "lot").values()) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert lots[1] == tuple(order(record_of(outings[::-1], seed=1), "lot"))


def test_tie_1_a_step_named_twice_counts_once() -> None:
    record = record_of(outings_of(EXAMPLE_1, "ABCD", ONE))
    chain = ranked(record, "buchholz", "direct", "buchholz")
    assert [one.step.id for one in chain.steps] == ["score", "buchholz", "direct"]


@pytest.mark.parametrize(
    ("step", "figures", "expected"),
    [
        (Step("x", "most"), {"A": 1, "B": 2, "C": 2}, {"B": 1, "C": 1, "A": 3}),
        (Step("x", "least", lower=True), {"A": 1, "B": 2, "C": 2}, {"A": 1, "B": 2, "C": 2}),
        (Step("x", "most", blank="last"), {"A": -5, "B": None}, {"A": 1, "B": 2, "C": 2}),
        (Step("x", "most", blank="first"), {"A": 5, "B": None}, {"B": 1, "C": 1, "A": 3}),
        (Step("x", "least", lower=True, blank="last"), {"A": 5, "B": 4}, {"B": 1, "A": 2, "C": 3}),
    ],
)
def test_a_step_says_what_is_better_and_where_a_blank_stands(
    step: Step, figures: Figures, expected: Mapping[str, int]
) -> None:
    assert decide(dict.fromkeys("ABC", 1), [step], lambda _step, _places: figures).ranks == expected


def test_every_tie_break_can_be_named_and_says_what_it_is() -> None:
    named = [id_ for ids in (OfRounds, OfGames, OfOpponents, OfMargins) for id_ in get_args(ids)]
    assert sorted(named) == sorted(TIE_BREAKS)
    assert all(one.about.endswith(".") and one.heading for one in TIE_BREAKS.values())
    assert broken_by(steps_called(["wins", "lot", "wins"])) == "most wins, then lot"


GAMES = st.lists(
    st.tuples(st.permutations("ABCDEF"), st.lists(st.sampled_from(["win", "draw", "loss"]), min_size=3, max_size=3)),
    min_size=1,
    max_size=4,
)


@given(GAMES, st.permutations("ABCDEF"), st.lists(st.sampled_from(sorted(TIE_BREAKS)), max_size=4))
def test_the_order_of_players_makes_no_difference(
    rounds: list[tuple[list[str], list[str]]], roster: list[str], chain: list[str]
) -> None:
    games = [
        (number, one, other, result)
        for number, (seats, results) in enumerate(rounds, start=1)
        for one, other, result in zip(seats[::2], seats[1::2], results, strict=True)
    ]
    usual, other = (record_of(outings_of(games, "".join(who), ONE)) for who in ("ABCDEF", roster))
    assert ranked(usual, *chain).ranks == ranked(other, *chain).ranks
    ranks = sorted(ranked(usual, *chain).ranks.values())
    assert all(rank == 1 + sum(before < rank for before in ranks) for rank in ranks)
