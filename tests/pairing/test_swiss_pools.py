"""Pools (ASO-2): their size, seeded matching with forbidden pairs, and the look-ahead against brute force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetscore.pairing.swiss.pools import Moved, SeededPairs, look_ahead, pool_of, pool_size, seeded_pairs


@pytest.mark.parametrize(
    ("number", "undefeated", "size"),
    [(1, 40, 32), (2, 40, 16), (3, 40, 8), (4, 40, 4), (5, 40, 2), (1, 30, 30), (2, 9, 8), (3, 7, 6), (5, 1, 0)],
)
def test_aso_2_the_pool_halves_from_round_to_round_and_is_even(number: int, undefeated: int, size: int) -> None:
    assert pool_size(5, number, undefeated) == size


def seeded(order: str, *apart: str) -> SeededPairs:
    return seeded_pairs(order, lambda one, other: one + other not in apart and other + one not in apart, seed=1)


def boards(pool: SeededPairs) -> list[str]:
    return [one + other for one, other in pool.pairs]


def test_aso_2_six_meet_1_4_and_2_5_and_3_6() -> None:
    pool = seeded("123456")
    assert boards(pool) == ["14", "25", "36"]
    assert (pool.off, pool.moved) == ((0, 0, 0), ())


def test_a_forbidden_pair_changes_places_with_the_nearest_board_below() -> None:
    pool = seeded("12345678", "26")
    assert boards(pool) == ["15", "27", "36", "48"]
    assert pool.off == (0, 1, 1, 0)
    assert pool.moved == (Moved("2", "7", "6", apart=True), Moved("3", "6", "7", apart=False))


def test_the_last_board_changes_places_with_the_one_above() -> None:
    assert boards(seeded("123456", "36")) == ["14", "26", "35"]


def test_a_change_that_would_make_another_forbidden_pair_is_passed_over() -> None:
    # 1-4 is forbidden and 2-4 too, so not the board below but the next one
    assert boards(seeded("123456", "14", "24")) == ["16", "25", "34"]


def test_two_forbidden_pairs_may_solve_each_other() -> None:
    assert boards(seeded("123456", "14", "25")) == ["15", "24", "36"]


def test_a_pool_that_no_change_of_two_puts_right_is_matched_anew() -> None:
    # 1 may meet 2 alone
    assert boards(seeded("1234", "13", "14")) == ["12", "34"]
    # 1-5, 2-6, 3-4 are 1, 1 and 2 boards off; 1-3, 2-5, 4-6 would be nearer, but with pairs inside the halves
    assert boards(seeded("123456", "14", "16", "24")) == ["15", "26", "34"]


def test_who_finds_nobody_in_a_pool_that_cannot_be_seeded_stays_without_a_board() -> None:
    assert boards(seeded("12", "12")) == []
    assert boards(seeded("1234", "12", "13", "14")) == ["23"]  # of those whom 2 may meet 3 is the highest


def in_pool(undefeated: str, size: int, *apart: str) -> str:
    barred = {one: {other for other in undefeated if {one + other, other + one} & {*apart}} for one in undefeated}
    return "".join(pool_of(undefeated, size, barred, seed=1))


@pytest.mark.parametrize(
    ("undefeated", "size", "apart", "pool"),
    [
        ("12345", 4, (), "1234"),
        ("1234", 4, ("13", "24"), "1234"),  # 1-2 and 3-4 fill it
        ("12", 2, ("12",), ""),
        ("1234", 4, ("12", "13", "14"), "23"),  # nobody may meet 1, so of the other three the lowest leaves too
        ("123", 2, ("12",), "13"),
        ("123", 2, ("12", "13"), "23"),
        ("1234", 2, ("12", "13", "23"), "14"),
        ("1234", 2, ("12", "13", "14", "23", "24"), "34"),
        ("123456", 4, ("12", "13", "14", "15", "16"), "2345"),
        ("12345", 4, ("12", "13", "14", "23", "24", "34"), "15"),  # one pair is all that there is
    ],
)
def test_a_pool_is_filled_with_the_highest_who_may_meet(
    undefeated: str, size: int, apart: tuple[str, ...], pool: str
) -> None:
    assert in_pool(undefeated, size, *apart) == pool


def fillings(undefeated: str, apart: set[str]) -> Iterator[tuple[str, ...]]:
    """All sets of pairs that may meet, the players of each in order."""
    if len(undefeated) < 2:
        yield ()
        return
    first, others = undefeated[0], undefeated[1:]
    yield from fillings(others, apart)
    for other in others:
        if first + other not in apart:
            rest = others.replace(other, "")
            yield from (tuple(sorted((first, other, *more))) for more in fillings(rest, apart))


@given(
    st.integers(0, 7),
    st.integers(0, 3),
    st.sets(st.sampled_from([one + other for one, other in combinations("1234567", 2)])),
)
def test_a_pool_is_the_highest_of_all_that_have_as_many_pairs(count: int, pairs: int, apart: set[str]) -> None:
    undefeated, size = "1234567"[:count], min(2 * pairs, count // 2 * 2)
    possible = [way for way in fillings(undefeated, apart) if len(way) <= size]
    most = max(map(len, possible))
    pool = in_pool(undefeated, size, *apart)
    assert tuple(pool) in possible
    assert (len(pool), sum(map(int, pool))) == (most, min(sum(map(int, way)) for way in possible if len(way) == most))


def assignments(higher: Sequence[str], lower: Sequence[str], met: set[tuple[str, str]]) -> Iterator[list[int]]:
    """For each of the higher the place of its opponent; one past the last for nobody."""
    if not higher:
        yield []
        return

    def taken(rest: list[int]) -> set[int]:
        return set(rest) - {len(lower)}

    for rest in assignments(higher[1:], lower, met):
        yield [len(lower), *rest]
        for place, other in enumerate(lower):
            if place not in taken(rest) and (higher[0], other) not in met:
                yield [place, *rest]


@given(st.integers(0, 4), st.integers(0, 4), st.sets(st.tuples(st.sampled_from("ABCD"), st.sampled_from("wxyz"))))
def test_aso_2_the_look_ahead_is_the_best_of_all_assignments(ups: int, downs: int, met: set[tuple[str, str]]) -> None:
    higher, lower = "ABCD"[:ups], "wxyz"[:downs]
    found = look_ahead(higher, lower, lambda one, other: (one, other) not in met)
    places = [lower.index(found[one]) if one in found else downs for one in higher]
    assert places == min(assignments(higher, lower, met), key=lambda way: (way.count(downs), way))


def test_aso_2_a_greedy_choice_would_strand_the_last() -> None:
    met = {"Bx", "By", "Cy"}
    # A would take w; but B may meet only w and z, C only w, x, z: all find one with A-w, B-z, C-x
    assert look_ahead("ABC", "wxyz", lambda one, other: one + other not in met) == {"A": "w", "B": "z", "C": "x"}
    met |= {"Bz"}  # now B needs w
    assert look_ahead("ABC", "wxyz", lambda one, other: one + other not in met) == {"A": "x", "B": "w", "C": "z"}
