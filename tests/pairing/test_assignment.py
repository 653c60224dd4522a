"""The cheapest assignment of pilots to sides."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetscore.pairing.matching import cheapest_sides


@st.composite
def problems(draw: st.DrawFn) -> tuple[list[list[int]], list[int]]:
    places = draw(st.lists(st.integers(0, 2), min_size=1, max_size=3))
    cost = st.integers(-5, 5) | st.integers(0, 2**100)
    row = st.lists(cost, min_size=len(places), max_size=len(places))
    costs = draw(st.lists(row, min_size=sum(places), max_size=sum(places)))
    return costs, places


@given(problems())
def test_no_other_assignment_is_cheaper(problem: tuple[list[list[int]], list[int]]) -> None:
    costs, places = problem
    sides = cheapest_sides(costs, places)
    assert [sides.count(side) for side in range(len(places))] == places
    seats = [side for side, count in enumerate(places) for _ in range(count)]
    least = min(sum(row[side] for row, side in zip(costs, order, strict=True)) for order in permutations(seats))
    assert sum(row[side] for row, side in zip(costs, sides, strict=True)) == least


def test_a_chain_of_moves_makes_room_for_a_newcomer() -> None:
    # the third pilot can only fly side 0, so the first moves to 1, and the second from 1 to 2
    costs = [[0, 1, 50], [50, 0, 1], [0, 99, 99]]
    assert cheapest_sides(costs, [1, 1, 1]) == [1, 2, 0]


def test_places_must_be_as_many_as_pilots() -> None:
    with pytest.raises(ValueError, match="2 pilots do not fill 3 places"):
        cheapest_sides([[1, 2], [3, 4]], [2, 1])
