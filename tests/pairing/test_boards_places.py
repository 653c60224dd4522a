"""The search for places: against all ways to make three boards of three, and on boards worked out by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetscore.pairing.matching import cost_of, on_boards, settle


def symmetric(size: int, values: list[int]) -> list[list[int]]:
    table = [[0] * size for _ in range(size)]
    for (p, q), value in zip(combinations(range(size), 2), values, strict=True):
        table[p][q] = table[q][p] = value
    return table


def weights_of(table: list[list[int]]) -> list[dict[int, int]]:
    return [{q: weight for q, weight in enumerate(row) if weight} for row in table]


def test_places_that_fill_boards_are_together() -> None:
    assert on_boards([2, 1]) == [[0, 1, 0], [1, 0, 0], [0, 0, 0]]


def test_the_cost_counts_every_two_once() -> None:
    weights = weights_of(symmetric(3, [5, 7, 11]))  # 0-1, 0-2, 1-2
    assert cost_of(weights, on_boards([2, 1]), [0, 1, 2]) == 5
    assert cost_of(weights, on_boards([2, 1]), [0, 2, 1]) == 7
    assert cost_of(weights, [[0, 2, 0], [2, 0, 1], [0, 1, 0]], [0, 1, 2]) == 2 * 5 + 11


def test_nothing_is_moved_that_is_good_enough() -> None:
    weights = weights_of(symmetric(4, [1, 0, 0, 0, 0, 1]))
    assert settle(weights, on_boards([2, 2]), 2, 100, random.Random(1)) == [0, 1, 2, 3]
    apart = settle(weights, on_boards([2, 2]), 0, 100, random.Random(1))
    assert cost_of(weights, on_boards([2, 2]), apart) == 0


def boards_of_three(left: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to make boards of three."""
    if not left:
        yield []
        return
    for others in combinations(left[1:], 2):
        board = (left[0], *others)
        for rest in boards_of_three(tuple(p for p in left if p not in board)):
            yield [board, *rest]


@pytest.mark.parametrize("seed", range(40))
def test_nine_are_settled_as_cheaply_as_in_any_of_the_280_ways(seed: int) -> None:
    dice = random.Random(seed)
    table = symmetric(9, [dice.randrange(4) for _ in range(36)])
    ways = list(boards_of_three(tuple(range(9))))
    assert len(ways) == 280
    place = settle(weights_of(table), on_boards([3, 3, 3]), 0, 2000, dice)
    assert sorted(place) == list(range(9))
    cheapest = min(sum(table[p][q] for board in way for p, q in combinations(board, 2)) for way in ways)
    assert cost_of(weights_of(table), on_boards([3, 3, 3]), place) == cheapest


WEIGHTS = st.lists(st.integers(0, 3), min_size=15, max_size=15)


@settings(max_examples=60)
@given(WEIGHTS, WEIGHTS, st.integers(0, 40), st.integers(0, 9))
def test_it_never_becomes_dearer(weights: list[int], together: list[int], steps: int, seed: int) -> None:
    known, near = weights_of(symmetric(6, weights)), symmetric(6, together)
    place = settle(known, near, 0, steps, random.Random(seed))
    assert sorted(place) == list(range(6))
    assert cost_of(known, near, place) <= cost_of(known, near, range(6))
    if not steps:
        assert place == list(range(6))
