"""Boards without strangers (DIP-5): by hand, and with as many strangers as a way that is known leaves."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from sheetscore.pairing.boards.seating import boards_apart


def strangers(count: int, pairs: list[tuple[int, int]]) -> list[set[int]]:
    return [{q for pair in pairs if p in pair for q in pair if q != p} for p in range(count)]


def test_without_strangers_all_have_a_seat() -> None:
    boards = boards_apart(strangers(21, []))
    assert boards is not None
    assert [len(board) for board in boards] == [7, 7, 7]
    assert sorted(player for board in boards for player in board) == list(range(21))


def test_three_who_must_be_apart_do_not_fit_on_two_boards() -> None:
    assert boards_apart(strangers(14, [(0, 1), (1, 2), (0, 2)])) is None


def test_eight_who_are_all_strangers_to_one_leave_no_board_for_the_rest() -> None:
    assert boards_apart(strangers(14, [(0, other) for other in range(1, 9)])) is None


@pytest.mark.parametrize("boards", [2, 3, 4, 5])
@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.8, 1])
def test_boards_that_exist_are_found(boards: int, share: float) -> None:
    """Some of those who are on different boards in a way that was made up must be apart."""
    dice = random.Random(boards)
    made_up = list(range(boards)) * 7
    dice.shuffle(made_up)
    pairs = [
        (p, q) for p, q in combinations(range(7 * boards), 2) if made_up[p] != made_up[q] and dice.random() < share
    ]
    found = boards_apart(strangers(7 * boards, pairs))
    assert found is not None
    assert [len(board) for board in found] == [7] * boards
    board_of = {player: number for number, board in enumerate(found) for player in board}
    assert all(board_of[p] != board_of[q] for p, q in pairs)
