"""Cheapest matchings against brute force over all matchings of up to eight, and whether all can be paired."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetscore.pairing.draw import lot
from sheetscore.pairing.matching import Edge, cheapest_matching, pairable


def matchings(left: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """All matchings, also those that leave some out."""
    if not left:
        yield []
        return
    first, *others = left
    yield from matchings(others)
    for other in others:
        for rest in matchings([one for one in others if one != other]):
            yield [(first, other), *rest]


def brute_force(size: int, edges: Sequence[Edge]) -> list[tuple[int, int]]:
    """The matching with most pairs, then the least sum of each part in turn, then of the lots."""
    known = {(edge.one, edge.other): edge for edge in edges}

    def cost(matching: list[tuple[int, int]]) -> tuple[int, ...]:
        chosen = [known[pair] for pair in matching]
        levels = len(edges[0].parts) if edges else 0
        sums = [sum(edge.parts[level] for edge in chosen) for level in range(levels)]
        return (-len(chosen), *sums, sum(edge.lot for edge in chosen))

    allowed = [matching for matching in matchings(range(size)) if all(pair in known for pair in matching)]
    cheapest = min(allowed, key=cost)
    return sorted(cheapest)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, list[Edge]]:
    size = draw(st.integers(0, 8))
    highest = draw(st.sampled_from([1, 3, 1 << 20]))
    parts = st.tuples(*[st.integers(0, highest)] * 3)
    missing = draw(st.sampled_from([0, 1, 2]))
    edges = [
        Edge(one, other, draw(parts), lot(one, other, draw(st.integers(0, 9))))
        for one, other in combinations(range(size), 2)
        if draw(st.integers(0, 3)) >= missing
    ]
    return size, edges


@given(graphs(), st.randoms(use_true_random=False))
def test_the_cheapest_of_all_matchings_is_found_in_any_order_of_edges(
    graph: tuple[int, list[Edge]], dice: Random
) -> None:
    size, edges = graph
    expected = brute_force(size, edges)
    assert cheapest_matching(size, edges) == expected
    dice.shuffle(edges)
    assert cheapest_matching(size, edges) == expected


@settings(max_examples=60)
@given(st.lists(st.tuples(*[st.integers((1 << 34) - 9, (1 << 34) - 1)] * 3), min_size=15, max_size=15))
def test_costs_that_fill_all_bits_do_not_overflow(parts: list[tuple[int, ...]]) -> None:
    # three levels of 34 + 2 bits leave 124 - 1 - 2 - 108 = 13 bits to the lots
    edges = [Edge(i, j, parts[n], lot(n) >> 51 << 51) for n, (i, j) in enumerate(combinations(range(6), 2))]
    assert cheapest_matching(6, edges) == brute_force(6, edges)


def test_no_lots_outweigh_the_least_of_costs() -> None:
    highest = (1 << 64) - 1
    edges = [Edge(0, 1, (0,), highest), Edge(2, 3, (0,), highest), Edge(0, 2, (1,), 0), Edge(1, 3, (0,), 0)]
    assert cheapest_matching(4, edges) == [(0, 1), (2, 3)]


def test_costs_that_cannot_be_weighed_exactly_are_refused() -> None:
    with pytest.raises(ValueError, match="too large"):
        cheapest_matching(2, [Edge(0, 1, (1 << 60, 1 << 60), 0)])


def test_an_empty_field_has_an_empty_matching() -> None:
    assert cheapest_matching(0, []) == []
    assert pairable([], {})


def test_two_triangles_cannot_be_paired_and_a_ring_can() -> None:
    left, right = set("ABC"), set("DEF")
    apart = {one: right if one in left else left for one in left | right}
    assert not pairable("ABCDEF", apart)
    ring = {one: set("ABCDEF") - {one, "ABCDEFA"[i + 1], "FABCDE"[i]} for i, one in enumerate("ABCDEF")}
    assert pairable("ABCDEF", ring)
    assert not pairable("ABCDE", {one: set() for one in "ABCDE"})


@given(st.integers(0, 3), st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(lambda two: two[0] < two[1])))
def test_pairable_means_that_a_perfect_matching_exists(half: int, apart: set[tuple[int, int]]) -> None:
    size = 2 * half
    barred = {str(i): {str(j) for j in range(6) if (i, j) in apart or (j, i) in apart} for i in range(size)}
    perfect = any(len(m) == half and not apart.intersection(m) for m in matchings(range(size)))
    assert pairable(list(barred), barred) == perfect
