"""The draw of accelerated Swiss, clause by clause (ASO-1, 2, 3, 9), in fields that were worked out by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetscore.pairing.draw import lot
from sheetscore.pairing.swiss.draw import SwissDraw, draw_swiss
from sheetscore.pairing.swiss.record import SwissGame, SwissPlayer, SwissRecord, SwissSettings
from sheetscore.problems import MistakesFound


def player(number: int, **more: object) -> SwissPlayer:
    """Player 1 has the highest rating, 2 the next and so on."""
    return SwissPlayer(f"P{number}", f"Name {number}", 2000 - 10 * number, **more)  # type: ignore[arg-type]


def field(*numbers: int) -> list[SwissPlayer]:
    return [player(number) for number in numbers]


def record(*rounds: str) -> SwissRecord:
    """Rounds such as ``"1>2 3=4 5+ 6?"``: 1 beat 2, 3 and 4 drew, 5 had a bye, 6 was there without a result."""
    games, active = [], {}
    for number, text in enumerate(rounds, start=1):
        there: set[str] = set()
        for word in text.split():
            one, _, other = word.replace("=", ">").strip("+?").partition(">")
            there |= {f"P{name}" for name in (one, other) if name}
            if not word.endswith("?"):
                result = "bye" if word.endswith("+") else "draw" if "=" in word else "one"
                games.append(SwissGame(number, f"P{one}", f"P{other}" if other else None, result, 1, "s"))  # type: ignore[arg-type]
        active[number] = there
    return SwissRecord(tuple(games), active)


def drawn(
    players: Collection[SwissPlayer],
    number: int,
    *earlier: str,
    settings: SwissSettings | None = None,
    rounds: int = 5,
    seed: int = 1,
    locked: Sequence[tuple[int, int]] = (),
    forbidden: Sequence[tuple[int, int]] = (),
    requests: Sequence[tuple[int, int]] = (),
) -> SwissDraw:
    lists = {"locked": locked, "forbidden": forbidden, "requests": requests}
    return draw_swiss(
        players,
        number,
        record(*earlier),
        settings or SwissSettings(rounds=rounds),
        seed=seed,
        **{name: [(f"P{one}", f"P{other}") for one, other in pairs] for name, pairs in lists.items()},
    )


def met(draw: SwissDraw) -> list[tuple[int, int]]:
    return [(int(pair.one[1:]), int(pair.other[1:])) for pair in draw.pairs]


def whys(draw: SwissDraw) -> dict[tuple[int, int], str]:
    return dict(zip(met(draw), (pair.why for pair in draw.pairs), strict=True))


# the first round


def test_aso_2_six_players_are_seeded_in_the_first_round() -> None:
    draw = drawn(field(6, 2, 4, 1, 3, 5), 1)
    assert whys(draw) == {(1, 4): "pool", (2, 5): "pool", (3, 6): "pool"}
    assert (draw.bye, draw.report) == (None, ())


def test_aso_2_the_top_32_are_one_pool_of_the_first_round_and_the_rest_another() -> None:
    draw = drawn(field(*range(1, 39)), 1)
    assert met(draw) == [*((n, n + 16) for n in range(1, 17)), (33, 36), (34, 37), (35, 38)]
    assert set(whys(draw).values()) == {"pool"}


def test_aso_1_equal_ratings_are_put_in_order_by_one_lot_for_all_rounds() -> None:
    players = [SwissPlayer(f"P{n}", "", 1500) for n in (1, 2, 3, 4)]
    firsts = {draw_swiss(players, 1, SwissRecord(), SwissSettings(5), seed=seed).pairs[0].one for seed in range(40)}
    assert firsts == {"P1", "P2", "P3", "P4"}
    order = sorted(players, key=lambda p: lot(3, "rating", p.id))
    pairs = draw_swiss(players, 1, SwissRecord(), SwissSettings(5), seed=3).pairs
    assert [pair.players for pair in pairs] == [(order[0].id, order[2].id), (order[1].id, order[3].id)]


def equals(*ratings: int) -> list[SwissPlayer]:
    """Players 1, 2 ... with these ratings."""
    return [SwissPlayer(f"P{n}", f"Name {n}", rating) for n, rating in enumerate(ratings, start=1)]


def by_lot(players: Sequence[SwissPlayer], rating: int, seed: int = 1) -> list[str]:
    """The names of those with a rating, by the lots of a seed."""
    tied = sorted((p for p in players if p.rating == rating), key=lambda p: lot(seed, "rating", p.id))
    return [f"{p.name} ({p.id})" for p in tied]


def test_aso_1_lots_are_told_where_they_decided_who_is_in_the_pool() -> None:
    # one round: the pool is player 1 and one of the three with 1500
    players = equals(1600, 1500, 1500, 1500)
    first, second, third = by_lot(players, 1500)
    assert drawn(players, 1, rounds=1).report == (
        f"Lots put those with rating 1500 in this order: {first}, {second}, {third}. So {first} is in the pool.",
    )


def test_aso_1_lots_of_one_rating_are_told_once_though_they_decided_the_bye_too() -> None:
    players = equals(1600, 1500, 1500, 1500, 1500)
    order = by_lot(players, 1500)
    draw = drawn(players, 1, rounds=1)
    assert f"({draw.bye})" in order[3]
    assert draw.report == (
        f"{order[3]} has a bye.",
        f"Lots put those with rating 1500 in this order: {', '.join(order)}. So {order[3]} sits out and {order[0]} is "
        "in the pool.",
    )


def test_aso_1_lots_of_two_ratings_are_told_one_after_the_other() -> None:
    players = equals(1600, 1600, 1600, 1500, 1500)  # one of three is not in the pool, one of two sits out
    upper, lower = by_lot(players, 1600), by_lot(players, 1500)
    assert drawn(players, 1, rounds=1).report[1:] == (
        f"Lots put those with rating 1600 in this order: {', '.join(upper)}. So {upper[0]} and {upper[1]} are in the "
        "pool.",
        f"Lots put those with rating 1500 in this order: {', '.join(lower)}. So {lower[1]} sits out.",
    )


@pytest.mark.parametrize(
    ("ratings", "earlier"),
    [
        ((1600, 1600, 1500, 1500), ()),  # the cut is between the ratings
        ((1600, 1500, 1400, 1400, 1300), ()),
        ((1500, 1500, 1500), ("1>11 12>2 3=13",)),  # no two have as many points
    ],
)
def test_aso_1_lots_that_decided_neither_are_not_told(ratings: tuple[int, ...], earlier: tuple[str, ...]) -> None:
    draw = drawn(equals(*ratings), 1 + len(earlier), *earlier, rounds=1 + len(earlier))
    assert not any("Lots" in line for line in draw.report)


def test_aso_1_lots_that_put_the_pool_in_order_are_told() -> None:
    players = equals(1600, 1500, 1500, 1400)
    first, second = by_lot(players, 1500)
    draw = drawn(players, 1, rounds=2)  # the pool of four: 1 meets 3, 2 meets 4 of the list
    assert draw.report == (f"Lots put those with rating 1500 in this order: {first}, {second}.",)
    assert f"({draw.pairs[0].other})" in second


def test_aso_1_a_roster_without_ratings_has_the_first_of_the_lots_named_and_the_others_counted() -> None:
    players = equals(*[1000] * 64)
    (told,) = drawn(players, 1, rounds=6).report
    assert told.endswith(f"{by_lot(players, 1000)[39]} and 24 more.")


ONLY_DRAWS = ("1=2 3=4", "1=3 2=4", "1=4 2=3", "1=11 2=12 3=13 4=14")


@pytest.mark.parametrize(
    ("players", "number", "earlier", "pool"),
    [
        (38, 1, (), "1, the best 32 by rating, has 32 players; 6 other players are a pool of their own."),
        (6, 1, (), "1, the best 32 by rating, has 6 players."),
        (6, 2, ("1>4 2>5 3>6",), "2, the best 16 undefeated, has 2 players; 1 other undefeated player is not in it."),
        (4, 5, ONLY_DRAWS, "5, the best 2 undefeated, has nobody."),
    ],
)
def test_aso_2_the_draw_names_the_pool_of_its_round(
    players: int, number: int, earlier: tuple[str, ...], pool: str
) -> None:
    assert drawn(field(*range(1, players + 1)), number, *earlier).pool == f"The pool of round {pool}"


# the undefeated


def test_aso_2_the_undefeated_are_a_pool_made_even_by_leaving_out_its_last() -> None:
    # 1, 2 and 3 won; 3 is left out and meets the highest-rated with one loss
    draw = drawn(field(1, 2, 3, 4, 5, 6), 2, "1>4 2>5 3>6")
    assert whys(draw) == {(1, 2): "pool", (3, 4): "undefeated against one draw or loss", (5, 6): "group"}
    assert draw.report == ()


def test_aso_2_an_undefeated_player_does_not_meet_an_opponent_again() -> None:
    # 3 beat 4 already, so 5 comes next
    draw = drawn(field(1, 2, 3, 4, 5, 6), 2, "1>5 2>6 3>4")
    assert whys(draw) == {(1, 2): "pool", (3, 5): "undefeated against one draw or loss", (4, 6): "group"}


def test_aso_2_the_pool_of_the_last_round_is_the_top_two() -> None:
    # all of 1 to 4 have won four games; 5 to 8 have lost one, and met none of them
    past = ["1>11 2>12 3>13 4>14 5>15 6>16 7>17 8>18"] * 3
    draw = drawn(field(*range(1, 9)), 5, *past, "1>11 2>12 3>13 4>14 15>5 16>6 17>7 18>8")
    assert whys(draw) == {
        (1, 2): "pool",
        (3, 5): "undefeated against one draw or loss",
        (4, 6): "undefeated against one draw or loss",
        (7, 8): "group",
    }


def test_aso_2_a_draw_counts_like_a_loss_for_meeting_the_undefeated() -> None:
    # of two rounds, so that the pool of the second is two: 4 drew, 5 and 6 lost
    draw = drawn(field(1, 2, 3, 4, 5, 6), 2, "1>7 2>8 3>9 4=10 11>5 12>6", rounds=2)
    assert whys(draw)[3, 4] == "undefeated against one draw or loss"


def test_aso_2_looking_ahead_the_last_undefeated_is_not_stranded() -> None:
    # 5 and 6 are beside the pool, 3 and 4 have lost once; 6 beat 4, so that 5 must leave 3 to 6
    draw = drawn(field(1, 2, 3, 4, 5, 6), 2, "1>7 2>8 10>3 6>4 5>9", rounds=2)
    assert whys(draw) == {
        (1, 2): "pool",
        (5, 4): "undefeated against one draw or loss",
        (6, 3): "undefeated against one draw or loss",
    }


def test_aso_2_too_few_with_one_loss_the_next_best_by_points() -> None:
    # 3 and 4 are beside the pool; 5 alone has just one loss; 7 has a point, 6 and 8 have none
    past = "1>5 2>6 3>7 4>8", "1>6 2>8 3>9 4>10 5>11 7=12"
    draw = drawn(field(*range(1, 9)), 3, *past, rounds=3)
    assert whys(draw) == {
        (1, 2): "pool",
        (3, 5): "undefeated against one draw or loss",
        (4, 7): "fallback",
        (6, 8): "group",
    }
    assert draw.report == (
        "Name 4 (P4), undefeated and not in the pool, meets Name 7 (P7), who has not won 2 times: "
        "nobody was left with just one draw or loss.",
    )


def test_aso_2_at_last_the_undefeated_meet_one_another() -> None:
    draw = drawn(field(1, 2, 3, 4), 2, "1>5 2>6 3>7 4>8", rounds=2)
    assert whys(draw) == {(1, 2): "pool", (3, 4): "fallback"}
    assert draw.report == (
        "Name 3 (P3) and Name 4 (P4), undefeated and not in the pool, meet: no other opponent was left for them.",
    )


# everybody else: nobody of them is undefeated in what follows


BEATEN = "11>1 12>2 13>3 14>4"
"""1 to 4 have lost to players who are not there any more."""


def test_aso_2_seeded_inside_a_points_group() -> None:
    draw = drawn(field(1, 2, 3, 4), 2, BEATEN)
    assert whys(draw) == {(1, 3): "group", (2, 4): "group"}
    assert [pair.cost.seeding for pair in draw.pairs] == [0, 0]


def test_aso_2_the_same_country_is_avoided_before_the_seeding() -> None:
    # 1-3 are of one country; 1-2 are regular opponents, or 1-2 and 3-4 would be as near to the seeding
    regulars = {2: frozenset({"P1"})}
    players = [
        player(n, country="DEN" if n in {1, 3} else "", regulars=regulars.get(n, frozenset())) for n in (1, 2, 3, 4)
    ]
    draw = drawn(players, 2, BEATEN)
    assert met(draw) == [(1, 4), (2, 3)]
    assert [pair.cost.seeding for pair in draw.pairs] == [1, 1]
    assert draw.report == ()


def test_aso_2_a_country_that_is_not_known_is_not_the_same() -> None:
    assert all(not pair.cost.same_country for pair in drawn(field(1, 2, 3, 4), 2, BEATEN).pairs)


def test_aso_2_points_come_before_country_club_and_regular_opponents() -> None:
    # 1 and 2 have 3 points, 3 and 4 none
    regulars = {1: frozenset({"P2"}), 4: frozenset({"P3"})}
    players = [
        player(n, country=f"C{n // 3}", club=f"K{n // 3}", regulars=regulars.get(n, frozenset())) for n in (1, 2, 3, 4)
    ]
    draw = drawn(players, 3, BEATEN, "1>21 2>22 23>3 24>4")
    assert met(draw) == [(1, 2), (3, 4)]
    assert [pair.cost[:5] for pair in draw.pairs] == [(0, 0, True, True, True)] * 2
    assert draw.report == (
        "Name 1 (P1) and Name 2 (P2) meet although they are of the same country, C0 and the same club, K0 "
        "and are regular opponents.",
        "Name 3 (P3) and Name 4 (P4) meet although they are of the same country, C1 and the same club, K1 "
        "and are regular opponents.",
    )


@pytest.mark.parametrize(
    ("weights", "pairs"),
    [
        # 1-2 and 3-4 are of one country, 1-3 and 2-4 of one club, 1-4 and 2-3 regular opponents
        ({}, [(1, 2), (3, 4)]),  # regular opponents weigh 4, a club 2, a country 1
        ({"same_country": 4, "same_club": 2, "regular": 1}, [(1, 4), (2, 3)]),
        ({"same_country": 4, "same_club": 1, "regular": 2}, [(1, 3), (2, 4)]),
    ],
)
def test_aso_2_the_settings_weigh_country_club_and_regular_opponents(
    weights: Mapping[str, int], pairs: list[tuple[int, int]]
) -> None:
    players = [
        player(1, country="A", club="X", regulars=frozenset({"P4"})),
        player(2, country="A", club="Y", regulars=frozenset({"P3"})),
        player(3, country="B", club="X"),
        player(4, country="B", club="Y"),
    ]
    draw = drawn(players, 2, BEATEN, settings=SwissSettings(rounds=5, **weights))  # type: ignore[arg-type]
    assert met(draw) == pairs
    assert len(draw.report) == 2


def test_aso_2_what_holds_of_a_pair_is_added_up() -> None:
    # 1-3 and 2-4 are of one country and one club, 3 + 3; 1-2 are regular opponents, 4, and 3-4 nothing
    players = [
        player(1, country="A", club="X", regulars=frozenset({"P2", "P4"})),
        player(2, country="B", club="Y", regulars=frozenset({"P3"})),
        player(3, country="A", club="X"),
        player(4, country="B", club="Y"),
    ]
    assert met(drawn(players, 2, BEATEN)) == [(1, 2), (3, 4)]


def test_aso_2_a_country_that_all_share_is_not_worth_a_sentence() -> None:
    draw = drawn([player(n, country="DEN") for n in (1, 2, 3, 4)], 2, BEATEN)
    assert draw.report == ()
    assert all(pair.cost.same_country for pair in draw.pairs)


def test_aso_2_the_difference_in_points_is_squared() -> None:
    # 6, 3, 3 and 0 points: 9 + 9 is less than 36 + 0, though 3 + 3 is as much as 6 + 0; and the higher of the
    # two with 3 goes up, the lower one down, as the seeding says
    past = BEATEN, "1>21 2>22 3>23 24>4", "1>31 32>2 33>3 34>4"
    for seed in range(8):
        draw = drawn(field(1, 2, 3, 4), 4, *past, seed=seed)
        assert met(draw) == [(1, 2), (3, 4)]
    assert [(pair.cost.points, pair.cost.seeding) for pair in draw.pairs] == [(3, 0), (3, 0)]


def test_aso_2_no_rematch_while_another_matching_exists_whatever_it_costs() -> None:
    # 1 and 2 have 6 points, 3 and 4 none; 1 has met 2
    past = "11>1 12>2 13>3 14>4", "1>2 23>3 24>4", "1>31 2>32 33>3 34>4", "41>1 2>42 43>3 44>4"
    assert met(drawn(field(1, 2, 3, 4), 5, *past)) == [(1, 3), (2, 4)]


def test_aso_2_everybody_but_the_pool_is_paired_anew_where_a_rematch_would_be_left() -> None:
    # 5 is undefeated beside the pool and should meet 3; but 4 and 6 drew, so that 5 meets one of them
    draw = drawn(field(1, 2, 3, 4, 5, 6), 2, "1>7 2>8 5>9 10>3 4=6", rounds=2)
    assert whys(draw) == {(1, 2): "pool", (5, 4): "group", (6, 3): "group"}
    assert draw.report == (
        "Everybody but the pool was paired anew, the undefeated like all others: the opponents that they should have "
        "would have left others with nobody whom they may meet.",
    )


def test_aso_2_a_rematch_that_must_be_is_named_and_falls_to_those_who_met_least() -> None:
    past = ["1>3 2>4", "1>2 3>4", "1>4 2>3"]
    fourth = drawn(field(1, 2, 3, 4), 4, *past)  # 9, 6, 3 and 0 points
    assert met(fourth) == [(1, 2), (3, 4)]
    assert fourth.rematches == fourth.pairs
    assert fourth.report[1:] == (
        "Name 1 (P1) and Name 2 (P2) meet again, after round 2: no other draw was left. Confirm or change the pair.",
        "Name 3 (P3) and Name 4 (P4) meet again, after round 2: no other draw was left. Confirm or change the pair.",
    )
    # 12, 6, 6 and 0 points; 1-2 and 3-4 have met twice; 1-3 and 2-4 cost 72, 1-4 and 2-3 144
    assert met(drawn(field(1, 2, 3, 4), 5, *past, "1>2 3>4")) == [(1, 3), (2, 4)]


def test_aso_2_the_pool_stays_even_where_that_costs_a_rematch() -> None:
    """Eight players of a larger event of whom six can only have met by the others leaving."""
    triangles = "3>6 4>7 5>8", "3>7 4>8 5>6", "3>8 4>6 5>7"
    past = [f"1>{n}1 2>{n}2 {games}" for n, games in enumerate(triangles, start=1)]
    past.append("1>41 2>42 43>3 44>4 45>5 46>6 47>7 48>8")
    draw = drawn(field(*range(1, 9)), 5, *past)
    assert whys(draw)[1, 2] == "pool"
    assert len(draw.rematches) == 1
    assert sum("meet again" in line for line in draw.report) == 1


# requests


def test_aso_2_a_request_is_granted_before_all_but_the_undefeated() -> None:
    draw = drawn(field(1, 2, 3, 4), 2, BEATEN, requests=[(4, 1)])
    assert whys(draw) == {(1, 4): "request", (2, 3): "group"}
    assert draw.report == ("Name 1 (P1) and Name 4 (P4) meet, as they asked.",)


@pytest.mark.parametrize(
    ("pair", "forbidden", "reason"),
    [
        ((3, 9), [], "not both play in round 3"),
        ((3, 3), [], "nobody meets themselves"),
        ((1, 3), [], "one of them at least is locked, has a bye, is undefeated"),
        ((3, 5), [(5, 3)], "the pair is forbidden"),
        ((3, 4), [], "they have met before"),
        ((3, 6), [], "they are more than 3 points apart"),
    ],
)
def test_aso_2_a_request_that_cannot_be_granted_is_told_with_the_reason(
    pair: tuple[int, int], forbidden: list[tuple[int, int]], reason: str
) -> None:
    # 1 and 2 are undefeated; 3 has 4 points, 4 and 5 have 1, 6 has none
    past = "1>11 2>12 3=4 13>5 14>6", "1>21 2>22 3>23 24>4 25=5 26>6"
    draw = drawn(field(1, 2, 3, 4, 5, 6), 3, *past, requests=[pair], forbidden=forbidden)
    one, other = sorted(pair)
    told = [line for line in draw.report if "asked" in line]
    assert len(told) == 1
    assert told[0].split(":")[0].count("asked to meet and do not") == 1
    assert f"(P{one})" in told[0] or f"P{one} " in told[0]
    assert reason in told[0]
    assert (one, other) not in met(draw)


def test_aso_2_a_request_up_to_three_points_apart_is_granted() -> None:
    past = BEATEN, "1>21 22>2 23>3 24>4"
    assert whys(drawn(field(1, 2, 3, 4), 3, *past, requests=[(1, 4)]))[1, 4] == "request"
    near = SwissSettings(rounds=5, request_points=2)
    assert "request" not in whys(drawn(field(1, 2, 3, 4), 3, *past, requests=[(1, 4)], settings=near)).values()


def test_aso_2_a_request_does_not_force_a_rematch_on_others() -> None:
    # 1 and 2 would leave 3 and 4, who have met
    draw = drawn(field(1, 2, 3, 4), 2, "11>1 12>2 3=4", requests=[(1, 2)])
    assert (1, 2) not in met(draw)
    assert draw.report == (
        "Name 1 (P1) and Name 2 (P2) asked to meet and do not: others would have to meet a second time.",
    )


def test_of_two_requests_of_one_player_the_higher_pair_is_granted() -> None:
    draw = drawn(field(1, 2, 3, 4), 2, BEATEN, requests=[(4, 3), (4, 1), (1, 4)])
    assert whys(draw) == {(1, 4): "request", (2, 3): "group"}
    assert len(draw.report) == 2


def test_a_request_that_the_draw_fulfils_anyway_is_told_as_such() -> None:
    draw = drawn(field(1, 2, 3, 4), 1, requests=[(1, 3), (1, 2)])
    assert draw.report == (
        "Name 1 (P1) and Name 2 (P2) asked to meet and do not: all pairs of round 1 are seeded.",
        "Name 1 (P1) and Name 3 (P3) meet, as they asked.",
    )


# games that are still open


def test_aso_9_the_pool_is_made_of_those_whose_games_are_in() -> None:
    draw = drawn(field(1, 2, 3, 4, 5, 6, 7, 8), 2, "1? 5? 2>6 3>7 4>8", rounds=2)  # two are in the pool
    assert [pair for pair, why in whys(draw).items() if why == "pool"] == [(2, 3)]
    assert not any("open game" in line for line in draw.report)


def test_aso_9_where_too_few_games_are_in_the_report_says_who_is_in_the_pool_with_an_open_one() -> None:
    draw = drawn(field(1, 2, 3, 4, 5, 6, 7, 8), 2, "1? 5? 2>6 3>7 4>8", rounds=3)  # four are in the pool
    assert {pair for pair, why in whys(draw).items() if why == "pool"} == {(3, 1), (2, 4)}
    told = (
        "Name 1 (P1) was taken with an open game of round 1 into the pool: too few of the undefeated have all their "
        "games in."
    )
    assert told in draw.report


def test_aso_9_the_bye_goes_to_somebody_whose_games_are_in() -> None:
    draw = drawn(field(1, 2, 3, 4, 5, 6, 7), 2, "1>3 2>4 5? 6? 7+")
    assert draw.bye == "P4"  # 5 and 6 have no points yet either, and a lower rating
    draw = drawn(field(1, 2, 3), 2, "1? 2? 3+")
    assert draw.bye == "P2"
    told = "Name 2 (P2) was taken with an open game of round 1: nobody whose games are in could have the bye before "
    assert f"{told}anybody had another." in draw.report


# byes


def test_aso_3_the_lowest_sits_out_before_the_pools_are_formed() -> None:
    draw = drawn(field(1, 2, 3, 4, 5), 1)
    assert (met(draw), draw.bye) == ([(1, 3), (2, 4)], "P5")
    assert draw.report == ("Name 5 (P5) has a bye.",)


def test_aso_3_the_bye_goes_by_points_and_then_by_rating_to_one_without_a_bye() -> None:
    # 5 has had a bye; of 3 and 4, without points, 4 has the lower rating
    draw = drawn(field(1, 2, 3, 4, 5), 2, "1>3 2>4 5+")
    assert (draw.bye, whys(draw)) == ("P4", {(1, 2): "pool", (5, 3): "undefeated against one draw or loss"})


def test_aso_3_a_bye_may_end_being_undefeated() -> None:
    draw = drawn(field(1, 2, 3, 4, 5), 2, "1>3 2>4 5+", settings=SwissSettings(rounds=5, bye_keeps_undefeated=False))
    assert whys(draw) == {(1, 2): "pool", (5, 3): "group"}


def test_aso_3_a_second_bye_comes_only_when_all_have_had_one_and_is_told() -> None:
    past = "1>2 3+", "1>3 2+"
    third = drawn(field(1, 2, 3), 3, *past)
    assert (third.bye, met(third)) == ("P1", [(2, 3)])
    fourth = drawn(field(1, 2, 3), 4, *past, "2>3 1+")
    # 1 has 9 points, 2 has 6, 3 has 3
    assert fourth.bye == "P3"
    assert fourth.report[0] == "Name 3 (P3) has a bye, as in round 1: nobody who could have it has had fewer."


def test_aso_3_a_missed_round_ends_being_undefeated() -> None:
    # 1 missed round 1 and won since: one setback, like a loss; 2 alone is undefeated and meets him
    draw = drawn(field(1, 2, 3, 4), 3, "2>3 5>4", "2>5 1>4 6>3")
    assert whys(draw) == {(2, 1): "undefeated against one draw or loss", (3, 4): "group"}


# what is expected of any Swiss tool


def test_aso_9_who_withdraws_is_not_paired_and_comes_back_with_a_missed_round() -> None:
    assert met(drawn(field(1, 2), 2, "1>3 2>4")) == [(1, 2)]
    draw = drawn(field(1, 2, 3, 4), 3, "1>3 2>4", "1>2")
    # 1 is undefeated and met 2 and 3, so 4 is left: he lost and missed, 2 setbacks
    assert whys(draw) == {(1, 4): "fallback", (2, 3): "group"}


def test_aso_9_a_locked_pair_comes_first_of_all_and_its_rematch_is_told() -> None:
    draw = drawn(field(1, 2, 3, 4, 5, 6, 7), 2, "1>4 2>5 3>6 7+", locked=[(7, 3), (4, 1)])
    assert whys(draw)[1, 4] == whys(draw)[3, 7] == "locked"
    assert draw.bye == "P6"
    assert draw.report == (
        "Name 3 (P3) and Name 7 (P7) meet because the director locked the pair.",
        "Name 1 (P1) and Name 4 (P4) meet because the director locked the pair.",
        "Name 6 (P6) has a bye.",
        "Everybody but the pool was paired anew, the undefeated like all others: the opponents that they should have "
        "would have left others with nobody whom they may meet.",
        "Name 1 (P1) and Name 4 (P4) meet again, after round 1: the pair is locked. Confirm or change the pair.",
        "Name 2 (P2) and Name 5 (P5) meet again, after round 1: no other draw was left. Confirm or change the pair.",
    )


@pytest.mark.parametrize(
    ("locked", "forbidden", "wrong"),
    [
        ([(1, 1)], [], "nobody meets themselves"),
        ([(1, 9)], [], "P9 does not play in round 1"),
        ([(1, 2), (2, 3)], [], "Name 2 (P2) is in another locked pair"),
        ([(1, 2)], [(2, 1)], "it is forbidden too"),
    ],
)
def test_aso_9_a_locked_pair_that_cannot_be_is_a_mistake(
    locked: list[tuple[int, int]], forbidden: list[tuple[int, int]], wrong: str
) -> None:
    with pytest.raises(MistakesFound) as caught:
        drawn(field(1, 2, 3, 4), 1, locked=locked, forbidden=forbidden)
    assert [found.code for found in caught.value.findings] == ["event-rule"]
    assert wrong in caught.value.message


def test_aso_9_a_forbidden_pair_of_the_pool_changes_places_and_is_told() -> None:
    draw = drawn(field(1, 2, 3, 4, 5, 6), 1, forbidden=[(4, 1)])
    assert met(draw) == [(1, 5), (2, 4), (3, 6)]
    assert [pair.cost.seeding for pair in draw.pairs] == [1, 1, 0]
    assert draw.report == (
        "In the pool Name 1 (P1) meets Name 5 (P5) instead of Name 4 (P4), whom they must not meet.",
        "In the pool Name 2 (P2) meets Name 4 (P4) instead of Name 5 (P5), so that others can be kept apart.",
    )


def test_aso_9_the_last_two_undefeated_leave_the_pool_if_they_must_not_meet() -> None:
    draw = drawn(field(1, 2, 3, 4), 2, "1>3 2>4", forbidden=[(1, 2)])
    assert whys(draw) == {(1, 4): "undefeated against one draw or loss", (2, 3): "undefeated against one draw or loss"}
    assert draw.report == (
        "Name 1 (P1) leaves the pool: nobody is left in it whom they may meet.",
        "Name 2 (P2) leaves the pool: nobody is left in it whom they may meet.",
    )


def test_aso_9_the_next_undefeated_takes_the_place_of_one_who_may_meet_nobody_in_the_pool() -> None:
    draw = drawn(field(1, 2, 3, 4, 5, 6), 2, "1>4 2>5 3>6", forbidden=[(1, 2)])
    assert whys(draw) == {(1, 3): "pool", (2, 4): "undefeated against one draw or loss", (5, 6): "group"}
    assert (
        draw.pool
        == "The pool of round 2, the best 16 undefeated, has 2 players; 1 other undefeated player is not in it."
    )
    assert draw.report == (
        "Name 2 (P2) leaves the pool: nobody is left in it whom they may meet.",
        "Name 3 (P3) comes into the pool instead.",
    )


def test_aso_9_the_pool_is_broken_up_where_forbidden_pairs_leave_no_other_way() -> None:
    past = "1>11 2>12 13>3 14>4 15>5 16>6"
    draw = drawn(field(*range(1, 7)), 2, past, forbidden=[(3, 4)], locked=[(5, 6)], rounds=2)
    assert whys(draw) == {(1, 3): "group", (2, 4): "group", (5, 6): "locked"}
    assert draw.report[1:] == ("Everybody was paired anew, the pool too: the forbidden pairs left no other way.",)


def test_aso_9_forbidden_pairs_without_any_draw_are_a_mistake() -> None:
    with pytest.raises(MistakesFound) as caught:
        drawn(field(1, 2, 3, 4), 2, BEATEN, forbidden=[(1, 2), (1, 3), (1, 4), (5, 6)])
    assert [found.code for found in caught.value.findings] == ["event-rule"]
    assert "Name 1 (P1) and Name 4 (P4)" in caught.value.message
    assert "P5" not in caught.value.message


def test_aso_9_the_bye_moves_up_where_forbidden_pairs_would_leave_no_draw() -> None:
    draw = drawn(field(1, 2, 3), 1, forbidden=[(1, 2)])
    assert (draw.bye, met(draw)) == ("P2", [(1, 3)])
    assert draw.report == (
        "Name 2 (P2) has a bye.",
        "Name 3 (P3) should have had the bye, but then the forbidden pairs would leave no draw.",
    )
    with pytest.raises(MistakesFound):
        drawn(field(1, 2, 3), 1, forbidden=[(1, 2), (2, 3), (1, 3)])


def test_aso_9_a_missing_result_is_named() -> None:
    draw = drawn(field(1, 2, 3, 4), 2, "1>3 2? 4?")
    counts = "it counts as neither played nor missed, and the opponent may come again."
    assert draw.report[:2] == (
        f"Name 2 (P2) has no result in round 1: {counts}",
        f"Name 4 (P4) has no result in round 1: {counts}",
    )
    assert drawn(field(1, 2), 2).report == ("Round 1 has no results: nobody has earned or missed anything in it.",)


@pytest.mark.parametrize("number", [0, 6])
def test_a_round_that_the_event_does_not_have_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="no round"):
        drawn(field(1, 2), number)


def test_two_players_of_one_id_are_refused() -> None:
    with pytest.raises(ValueError, match="same id"):
        drawn([*field(1, 2), SwissPlayer("P1", "Other", 5)], 1)


def test_nobody_and_a_single_player() -> None:
    pool = "The pool of round 1, the best 32 by rating, has nobody."
    assert drawn([], 1) == SwissDraw((), None, pool, ())
    assert drawn(field(1), 1) == SwissDraw((), "P1", pool, ("Name 1 (P1) has a bye.",))


# everybody else, against all pairings of up to eight players


def pairings(players: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        for rest in pairings([one for one in others if one != other]):
            yield [(first, other), *rest]


Beaten = tuple[list[SwissPlayer], list[str], list[tuple[int, int]]]
"""Players, earlier rounds and forbidden pairs."""


@st.composite
def beaten_fields(draw: st.DrawFn) -> Beaten:
    """Up to eight players who have all lost in round 1 to others, then had three rounds with anybody."""
    count = draw(st.sampled_from([2, 4, 4, 6, 6, 8, 8]))
    numbers = range(1, count + 1)
    regulars = st.frozensets(st.sampled_from([f"P{n}" for n in numbers]), max_size=2)
    players = [
        player(n, country=draw(st.sampled_from(["", "A", "B"])), club=draw(st.sampled_from("XYZ")), regulars=regular)
        for n in numbers
        for regular in [draw(regulars) - {f"P{n}"}]
    ]
    past = [" ".join(f"{10 + n}>{n}" for n in numbers)]
    for number in range(2, draw(st.integers(2, 4)) + 1):
        order = draw(st.permutations(numbers))
        inside = 2 * draw(st.integers(0, count // 2))
        games = [
            f"{one}{draw(st.sampled_from('>='))}{other}"
            for one, other in zip(order[:inside:2], order[1:inside:2], strict=True)
        ]
        games += [f"{one}{draw(st.sampled_from('>='))}{10 * number + one}" for one in order[inside:]]
        past.append(" ".join(games))
    pairs = st.tuples(st.sampled_from(numbers), st.sampled_from(numbers)).filter(lambda two: two[0] < two[1])
    return players, past, draw(st.lists(pairs, max_size=2))


def oracle(
    players: Sequence[SwissPlayer], past: Sequence[str], forbidden: Collection[tuple[int, int]], seed: int
) -> list[tuple[int, int]] | None:
    """The cheapest pairing by the words of ASO-2, over all there are; None where each has a forbidden pair."""
    known = record(*past)
    by_number = {int(p.id[1:]): p for p in players}
    points = {n: known.history(p.id, SwissSettings(5)).points for n, p in by_number.items()}
    order = sorted(by_number, key=lambda n: (-points[n], n))
    groups = {value: [n for n in order if points[n] == value] for value in points.values()}

    def off(one: int, other: int) -> int:
        upper, lower = sorted((one, other), key=order.index)
        mine, theirs = groups[points[upper]], groups[points[lower]]
        if mine is theirs:
            return abs(mine.index(lower) - mine.index(upper) - len(mine) // 2)
        return len(mine[mine.index(upper) :]) - 1 + len(theirs[: theirs.index(lower)])

    def cost(pairing: Sequence[tuple[int, int]]) -> tuple[int, ...]:
        total = [0] * 6
        for one, other in pairing:
            a, b = by_number[one], by_number[other]
            times = sum(set(game.players) == {a.id, b.id} for game in known.games)
            company = 4 * (b.id in a.regulars or a.id in b.regulars) + 2 * (a.club == b.club)
            company += a.country == b.country != ""
            lots = lot(seed, "pair", *sorted((a.id, b.id)))
            parts = (times > 0, times, (points[one] - points[other]) ** 2, company, off(one, other), lots)
            total = [sum(both) for both in zip(total, parts, strict=True)]
        return tuple(total)

    allowed = [way for way in pairings(sorted(by_number)) if not set(way) & set(forbidden)]
    return min(allowed, key=cost, default=None)


@given(beaten_fields(), st.integers(0, 3), st.randoms(use_true_random=False))
def test_aso_2_everybody_else_is_matched_at_the_least_cost(beaten: Beaten, seed: int, dice: Random) -> None:
    players, past, forbidden = beaten
    expected = oracle(players, past, forbidden, seed)
    if expected is None:
        with pytest.raises(MistakesFound):
            drawn(players, len(past) + 1, *past, seed=seed, forbidden=forbidden)
        return
    draw = drawn(players, len(past) + 1, *past, seed=seed, forbidden=forbidden)
    assert {frozenset(pair) for pair in met(draw)} == {frozenset(pair) for pair in expected}
    dice.shuffle(players)
    assert drawn(players, len(past) + 1, *past, seed=seed, forbidden=forbidden[::-1]) == draw


def test_the_lots_of_a_seed_decide_what_nothing_else_does() -> None:
    players, past = field(1, 2, 3, 4, 5, 6), " ".join(f"{10 + n}>{n}" for n in range(1, 7))
    apart = [(one, other) for one, other in combinations(range(1, 7), 2) if other - one == 3]
    draws = {tuple(met(drawn(players, 2, past, seed=seed, forbidden=apart))) for seed in range(30)}
    assert len(draws) > 1  # 1-3, 2-4, 5-6 are off by 1 + 1 + 2; 1-5, 2-6, 3-4 by 1 + 1 + 2 too
