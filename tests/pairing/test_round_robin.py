"""Berger tables: as they are printed, complete, and even in their sides."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from sheetscore.pairing.round_robin import berger_round, rounds_needed


def shown(players: int, number: int) -> set[str]:
    return {f"{one + 1}-{two + 1}" for one, two in berger_round(players, number).pairs}


def test_the_table_for_six_is_the_printed_one() -> None:
    assert [shown(6, number) for number in range(1, 6)] == [
        {"1-6", "2-5", "3-4"},
        {"6-4", "1-2", "5-3"},
        {"2-6", "3-1", "4-5"},
        {"6-5", "1-4", "2-3"},
        {"3-6", "4-2", "5-1"},
    ]


@pytest.mark.parametrize("players", range(2, 31))
def test_everybody_meets_everybody_once_and_nobody_twice_in_a_round(players: int) -> None:
    rounds = [berger_round(players, number) for number in range(1, rounds_needed(players) + 1)]
    for played in rounds:
        there = [one for pair in played.pairs for one in pair] + ([] if played.bye is None else [played.bye])
        assert sorted(there) == list(range(players))
    met = [tuple(sorted(pair)) for played in rounds for pair in played.pairs]
    assert sorted(met) == sorted(combinations(range(players), 2))


@pytest.mark.parametrize("players", range(2, 31))
def test_sides_and_byes_are_even(players: int) -> None:
    rounds = [berger_round(players, number) for number in range(1, rounds_needed(players) + 1)]
    first = Counter(pair[0] for played in rounds for pair in played.pairs)
    second = Counter(pair[1] for played in rounds for pair in played.pairs)
    difference = players % 2 == 0  # an odd number of games cannot be halved
    assert all(abs(first[one] - second[one]) == difference for one in range(players))
    byes = [played.bye for played in rounds if played.bye is not None]
    assert sorted(byes) == (list(range(players)) if players % 2 else [])


@pytest.mark.parametrize("players", [2, 5, 8])
def test_a_second_time_through_the_sides_are_exchanged(players: int) -> None:
    needed = rounds_needed(players)
    for number in range(1, needed + 1):
        once, again, thrice = (berger_round(players, number + turn * needed) for turn in range(3))
        assert again.pairs == tuple((two, one) for one, two in once.pairs)
        assert again.bye == once.bye
        assert thrice == once


@pytest.mark.parametrize(("players", "number"), [(1, 1), (0, 1), (4, 0)])
def test_there_is_no_such_round(players: int, number: int) -> None:
    with pytest.raises(ValueError, match=f"no round {number} of {players} players"):
        berger_round(players, number)
