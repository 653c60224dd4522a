"""Known rounds of boards of seven (DIP-5): every two repeat the fewest meetings; the affine plane of order 7."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from sheetscore.pairing.boards.known_rounds import fewest_pairs, known_rounds


def meetings(labels: tuple[int, ...]) -> set[tuple[int, int]]:
    return {(p, q) for p, q in combinations(range(len(labels)), 2) if labels[p] == labels[q]}


@pytest.mark.parametrize(
    ("many", "boards", "pairs"),
    [
        (0, 3, 0),
        (3, 3, 0),
        (4, 3, 1),
        (7, 3, 5),  # 3 + 2 + 2: 3 + 1 + 1 pairs
        (7, 1, 21),
        (15, 7, 9),  # 3 and six times 2: 3 + 6 pairs
    ],
)
def test_spread_evenly(many: int, boards: int, pairs: int) -> None:
    assert fewest_pairs(many, boards) == pairs


@pytest.mark.parametrize(
    ("boards", "fewest"),
    [(1, 21), (2, 18), (3, 15), (4, 12), (5, 10), (6, 6), (7, 0), (10, 0)],
)
def test_dip_5_the_fewest_repeats_of_two_rounds(boards: int, fewest: int) -> None:
    assert (
        boards * fewest_pairs(7, boards) == fewest
    )  # the seven of each board are spread over those of the other round


@pytest.mark.parametrize("boards", range(1, 31))
def test_every_two_known_rounds_repeat_the_fewest_meetings(boards: int) -> None:
    rounds = known_rounds(boards)
    for labels in rounds:
        assert Counter(labels) == dict.fromkeys(range(boards), 7)
    for one, other in combinations(map(meetings, rounds), 2):
        assert len(one & other) == boards * fewest_pairs(7, boards)


@pytest.mark.parametrize("boards", range(2, 31))
def test_at_least_four_rounds_are_known(boards: int) -> None:
    assert len(known_rounds(boards)) >= 4


def test_the_affine_plane_of_order_7_lets_every_two_of_49_meet_once() -> None:
    rounds = known_rounds(7)
    assert len(rounds) == 8
    met = Counter(pair for labels in rounds for pair in meetings(labels))
    assert len(met) == 1176
    assert set(met.values()) == {1}


@pytest.mark.parametrize("boards", range(2, 31))
def test_a_board_has_a_place_of_every_column(boards: int) -> None:
    for labels in known_rounds(boards)[:7]:
        for board in range(boards):
            assert {place % 7 for place, label in enumerate(labels) if label == board} == set(range(7))
