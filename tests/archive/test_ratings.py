"""Ratings over the games of years: by Plackett-Luce, with Elo beside it for games of two."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce, PlackettLuceRating

from sheetscore.archive.ratings import EloSettings, RatedGame, Rating, Ratings, rate

MAY, JUNE = dt.date(2024, 5, 4), dt.date(2024, 6, 1)
MORNING, AFTERNOON = dt.time(9), dt.time(14)
MODEL = PlackettLuce()


def game(
    *sides: tuple[str, int],
    day: dt.date | None = MAY,
    start: dt.time | None = None,
    event: str = "spring",
    round: int = 1,  # noqa: A002 -- as the record has it
    table: int = 1,
    number: int = 1,
) -> RatedGame:
    return RatedGame(day=day, start=start, event=event, round=round, table=table, number=number, sides=sides)


def won(winner: str, loser: str, **where: object) -> RatedGame:
    return game((winner, 1), (loser, 2), **where)  # type: ignore[arg-type]


def of(ratings: Ratings, competitor: str) -> Rating:
    (found,) = (rating for rating in ratings if rating.competitor == competitor)
    return found


def assert_as(rating: Rating, direct: PlackettLuceRating) -> None:
    assert (rating.mu, rating.sigma, rating.ordinal) == (direct.mu, direct.sigma, direct.ordinal())


def test_nobody_is_rated_where_nobody_played() -> None:
    assert rate([]) == ()


def test_a_game_of_two_is_rated_as_openskill_does() -> None:
    ratings = rate([won("Ada", "Bob")])
    (ada,), (bob,) = MODEL.rate([[MODEL.rating()], [MODEL.rating()]], ranks=[1, 2])
    assert [rating.competitor for rating in ratings] == ["Ada", "Bob"]
    assert_as(ratings[0], ada)
    assert_as(ratings[1], bob)
    assert ratings[0].mu > 25 > ratings[1].mu


def test_four_sides_with_a_tie_are_rated_as_openskill_does_after_what_they_played_before() -> None:
    ratings = rate([game(("Ada", 1), ("Bob", 2), ("Cid", 2), ("Dot", 4), round=2), won("Dot", "Ada", round=1)])
    (ada,), (dot,) = MODEL.rate([[MODEL.rating()], [MODEL.rating()]], ranks=[2, 1])
    direct = MODEL.rate([[ada], [MODEL.rating()], [MODEL.rating()], [dot]], ranks=[1, 2, 2, 4])
    for name, (rated,) in zip(("Ada", "Bob", "Cid", "Dot"), direct, strict=True):
        assert_as(of(ratings, name), rated)
    assert of(ratings, "Bob").mu == of(ratings, "Cid").mu


def test_a_draw_of_two_who_are_new_leaves_both_where_they_were_but_surer() -> None:
    ada, bob = rate([game(("Bob", 1), ("Ada", 1))])
    assert (ada.competitor, ada.mu, ada.elo) == ("Ada", 25, 1500)
    assert (bob.competitor, bob.mu, bob.elo) == ("Bob", 25, 1500)
    assert ada.sigma == bob.sigma < 25 / 3


def test_the_highest_ordinal_comes_first_and_equal_ones_go_by_their_text() -> None:
    ratings = rate([won("Zoe", "Yan", table=1), won("Eve", "Abe", table=2)])
    assert [rating.competitor for rating in ratings] == ["Eve", "Zoe", "Abe", "Yan"]


def test_a_side_that_is_alone_is_not_rated() -> None:
    assert rate([game(("Ada", 1))]) == ()
    assert rate([game(("Ada", 1), ("Ada", 2)), game()]) == ()


def test_who_is_twice_in_a_game_counts_with_the_better_rank() -> None:
    twice = rate([game(("Ada", 3), ("Bob", 2), ("Ada", 1))])
    assert twice == rate([won("Ada", "Bob")])
    assert of(twice, "Ada").games == 1


def test_games_and_the_last_day_are_counted_over_all_events() -> None:
    ratings = rate(
        [
            won("Ada", "Bob", day=JUNE, event="summer"),
            won("Ada", "Cid", day=MAY, table=1),
            won("Ada", "Bob", day=MAY, table=2),
            won("Cid", "Ada", day=None, event="a"),
        ]
    )
    assert {rating.competitor: (rating.games, rating.last_day) for rating in ratings} == {
        "Ada": (4, JUNE),
        "Bob": (2, JUNE),
        "Cid": (2, MAY),
    }
    assert of(rate([won("Ada", "Bob", day=None)]), "Ada").last_day is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param({"day": MAY, "event": "z", "round": 9}, {"day": JUNE, "event": "a", "round": 1}, id="day"),
        pytest.param({"day": JUNE, "event": "z"}, {"day": None, "event": "a"}, id="undated after dated"),
        pytest.param(
            {"start": MORNING, "event": "z", "round": 2}, {"start": AFTERNOON, "event": "a", "round": 1}, id="time"
        ),
        pytest.param({"start": AFTERNOON, "event": "z"}, {"start": None, "event": "a"}, id="without a time after it"),
        pytest.param({"event": "a", "round": 2}, {"event": "b", "round": 1}, id="event"),
        pytest.param(
            {"day": None, "start": AFTERNOON, "event": "a"},
            {"day": None, "start": MORNING, "event": "b"},
            id="a time without a day orders nothing",
        ),
        pytest.param({"round": 2, "table": 5}, {"round": 10, "table": 1}, id="round"),
        pytest.param({"table": 2, "number": 9}, {"table": 10, "number": 1}, id="table"),
        pytest.param({"number": 2}, {"number": 10}, id="number"),
    ],
)
def test_games_are_rated_in_the_order_in_which_they_were_played(
    first: dict[str, object], second: dict[str, object]
) -> None:
    """After 1516 to 1484 who is behind wins, who was expected to make 0.454078: 32 × 0.545922 = 17.4695 for it."""
    games = [won("Ada", "Bob", **first), won("Bob", "Ada", **second)]
    for given_so in (games, games[::-1]):
        ratings = rate(given_so)
        assert of(ratings, "Bob").elo == pytest.approx(1501.4695, abs=1e-4)
        assert of(ratings, "Ada").elo == pytest.approx(1498.5305, abs=1e-4)


def test_the_history_has_a_point_for_each_round_that_was_played() -> None:
    ratings = rate(
        [
            won("Ada", "Bob", round=1, table=1),
            won("Ada", "Bob", round=1, table=2),
            game(("Ada", 1), ("Cid", 2), ("Dot", 3), round=2, day=JUNE),
            won("Dot", "Cid", round=3, day=None),
        ]
    )
    ada = of(ratings, "Ada")
    assert [(point.day, point.event, point.round) for point in ada.history] == [
        (MAY, "spring", 1),
        (JUNE, "spring", 2),
    ]
    alone = of(rate([won("Ada", "Bob", table=1), won("Ada", "Bob", table=2)]), "Ada")
    assert (ada.history[0].mu, ada.history[0].sigma, ada.history[0].elo) == (alone.mu, alone.sigma, alone.elo)
    assert (ada.history[1].mu, ada.history[1].sigma, ada.history[1].elo) == (ada.mu, ada.sigma, ada.elo)
    assert [(point.day, point.round, point.elo) for point in of(ratings, "Cid").history] == [
        (JUNE, 2, None),
        (None, 3, 1484),
    ]


def test_the_winner_of_two_who_are_new_has_an_elo_of_1516() -> None:
    ratings = rate([won("Ada", "Bob")])
    assert (of(ratings, "Ada").elo, of(ratings, "Bob").elo) == (1516, 1484)


def test_who_is_expected_to_win_gains_less_by_it_and_loses_by_a_draw() -> None:
    """After 1516 to 1484 the winner is expected to make 1 / (1 + 10^(-32/400)) = 0.545922."""
    again = rate([won("Ada", "Bob", round=1), won("Ada", "Bob", round=2)])
    assert of(again, "Ada").elo == pytest.approx(1516 + 32 * 0.454078, abs=1e-4)
    drawn = rate([won("Ada", "Bob", round=1), game(("Ada", 1), ("Bob", 1), round=2)])
    assert of(drawn, "Ada").elo == pytest.approx(1516 - 32 * 0.045922, abs=1e-4)
    assert of(drawn, "Bob").elo == pytest.approx(1484 + 32 * 0.045922, abs=1e-4)


def test_a_game_of_more_than_two_gives_no_elo_and_counts_for_none() -> None:
    three = [game(("Ada", 1), ("Bob", 2), ("Cid", 3), round=n) for n in range(1, 31)]
    assert [rating.elo for rating in rate(three)] == [None, None, None]
    ratings = rate([*three, won("Cid", "Ada", round=31)])
    assert (of(ratings, "Cid").elo, of(ratings, "Ada").elo, of(ratings, "Bob").elo) == (1516, 1484, None)


def test_k_is_16_after_30_games_of_a_player_and_each_has_their_own() -> None:
    """All draws of equals, so that everybody stays at 1500 until the game that is looked at."""
    draws = [game(("Ada", 1), (f"P{n}", 1), round=n) for n in range(1, 31)]
    after_29 = rate([*draws[:29], won("Ada", "New", round=40)])
    assert (of(after_29, "Ada").elo, of(after_29, "New").elo) == (1516, 1484)
    after_30 = rate([*draws, won("Ada", "New", round=40)])
    assert (of(after_30, "Ada").elo, of(after_30, "New").elo) == (1508, 1484)


def test_elo_goes_by_its_settings_and_can_be_left_out() -> None:
    games = [won("Ada", "Bob", round=1), won("Ada", "Cid", round=2)]
    settings = EloSettings(start=1000, k=40, settled_k=0, settled_games=1)
    ratings = rate(games, settings)
    assert (of(ratings, "Ada").elo, of(ratings, "Bob").elo) == (1020, 980)
    without = rate(games, None)
    assert {rating.elo for rating in without} == {None}
    assert {point.elo for rating in without for point in rating.history} == {None}
    assert [(rating.mu, rating.sigma) for rating in without] == [(rating.mu, rating.sigma) for rating in rate(games)]


SIDES = st.lists(st.tuples(st.sampled_from(("Ada", "Bob", "Cid", "Dot", "Eve")), st.integers(1, 3)), max_size=5)
GAMES = st.builds(
    RatedGame,
    day=st.sampled_from((None, MAY, JUNE)),
    start=st.sampled_from((None, MORNING, AFTERNOON, dt.time.max)),
    event=st.sampled_from(("a", "b")),
    round=st.integers(1, 2),
    table=st.integers(0, 1),
    number=st.integers(1, 2),
    sides=SIDES.map(tuple),
)


@given(st.data())
def test_the_order_of_games_and_of_sides_changes_no_bit(data: st.DataObject) -> None:
    games = data.draw(st.lists(GAMES, max_size=12))
    others = [
        RatedGame(
            day=one.day,
            start=one.start,
            event=one.event,
            round=one.round,
            table=one.table,
            number=one.number,
            sides=tuple(data.draw(st.permutations(one.sides))),
        )
        for one in data.draw(st.permutations(games))
    ]
    assert rate(others) == rate(games)


@given(st.lists(GAMES, max_size=12))
def test_games_are_counted_and_the_history_ends_with_the_rating(games: list[RatedGame]) -> None:
    met = [{competitor for competitor, _ in one.sides} for one in games]
    counted = Counter(competitor for those in met if len(those) > 1 for competitor in those)
    ratings = rate(games)
    assert {rating.competitor: rating.games for rating in ratings} == counted
    for rating in ratings:
        last = rating.history[-1]
        assert (last.mu, last.sigma, last.elo) == (rating.mu, rating.sigma, rating.elo)
        assert len(rating.history) <= rating.games


def test_openskill_is_imported_by_who_rates_alone() -> None:
    program = "import sys, sheetscore.archive.ratings; assert 'openskill' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)
