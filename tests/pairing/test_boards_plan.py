"""Which known rounds an event goes on with (DIP-5): found again behind any names, and not where there are none."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from sheetscore.pairing.boards.known_rounds import (
    Labels,
    Planned,
    PlayedBoards,
    fewest_pairs,
    known_rounds,
    next_of_known,
)


def following(played: PlayedBoards, rounds: int = 4, apart: tuple[tuple[int, int], ...] = ()) -> Planned | None:
    weights: list[dict[int, int]] = [{} for _ in played.boards[0]]
    for p, q in apart:
        weights[p][q] = weights[q][p] = 1
    return next_of_known(played, weights, rounds, random.Random(1), random.Random(2))


def disguised(boards: int, rounds: int, seed: int, *, columns: bool) -> PlayedBoards:
    """Known rounds whose players and boards have other numbers."""
    dice = random.Random(seed)
    places = list(range(7 * boards))
    dice.shuffle(places)
    played: list[Labels] = []
    for labels in known_rounds(boards)[:rounds]:
        numbers = list(range(boards))
        dice.shuffle(numbers)
        played.append(tuple(numbers[labels[place]] for place in places))
    began = list(range(7))
    dice.shuffle(began)
    return PlayedBoards(tuple(played), tuple(began[place % 7] for place in places) if columns else None)


def repeats(labels: Labels, boards: tuple[tuple[int, ...], ...]) -> int:
    return sum(labels[p] == labels[q] for board in boards for p, q in combinations(board, 2))


@pytest.mark.parametrize("columns", [True, False])
@pytest.mark.parametrize("rounds", [1, 2, 3])
@pytest.mark.parametrize("boards", [2, 3, 4, 5, 6, 7, 8, 10, 13])
def test_rounds_from_elsewhere_are_gone_on_with(boards: int, rounds: int, columns: bool) -> None:
    played = disguised(boards, rounds, boards, columns=columns)
    planned = following(played)
    assert planned is not None
    assert sorted(player for board in planned.boards for player in board) == list(range(7 * boards))
    assert [len(board) for board in planned.boards] == [7] * boards
    for labels in played.boards:
        assert repeats(labels, planned.boards) == boards * fewest_pairs(7, boards)
    assert planned.column == played.column
    if planned.column:
        assert all({planned.column[player] for player in board} == set(range(7)) for board in planned.boards)


def test_the_plane_is_gone_on_with_up_to_its_eighth_round() -> None:
    played = disguised(7, 7, 1, columns=True)
    planned = following(played, rounds=8)
    assert planned is not None
    assert all(repeats(labels, planned.boards) == 0 for labels in played.boards)
    assert following(disguised(7, 8, 1, columns=True), rounds=9) is None


def test_rounds_that_belong_to_no_known_ones_are_not_gone_on_with() -> None:
    same = known_rounds(3)[0]
    assert following(PlayedBoards((same, same), None)) is None  # all meet all of their board again
    shifted = list(same)
    shifted[0], shifted[7] = shifted[7], shifted[0]
    assert following(PlayedBoards((same, tuple(shifted)), None)) is None
    second, third = (list(labels) for labels in known_rounds(7)[1:3])
    third[0], third[1] = third[1], third[0]
    assert following(PlayedBoards((known_rounds(7)[0], tuple(second), tuple(third)), None)) is None


def test_columns_that_do_not_go_with_the_boards_are_given_up() -> None:
    boards = known_rounds(7)[0]
    planned = following(PlayedBoards((boards,), boards))  # as if a board had had one power seven times
    assert planned is not None
    assert planned.column is None


def test_of_several_fits_one_that_keeps_apart_is_taken() -> None:
    played = disguised(7, 1, 3, columns=False)
    one = 0
    mates = [p for p in range(49) if p == one or played.boards[0][p] == played.boards[0][one]]
    pairs = tuple((one, other) for other in range(49) if other not in mates)[:3]
    planned = following(played, rounds=2, apart=pairs)
    assert planned is not None
    board = next(board for board in planned.boards if one in board)
    assert not set(board) & {other for _, other in pairs}


def test_in_a_first_round_those_who_must_be_apart_are_so_in_all_rounds() -> None:
    """Seven teams of seven: the plane has a round to spare, in which they would be the boards."""
    weights: list[dict[int, int]] = [{q: 1 for q in range(49) if q % 7 == p % 7 and q != p} for p in range(49)]
    played: tuple[Labels, ...] = ()
    met: Counter[tuple[int, int]] = Counter()
    for _ in range(4):
        planned = next_of_known(PlayedBoards(played, None), weights, 4, random.Random(1), random.Random(2))
        assert planned is not None
        for board in planned.boards:
            assert len({player % 7 for player in board}) == 7
            met.update(combinations(sorted(board), 2))
        board_of = {player: number for number, board in enumerate(planned.boards) for player in board}
        played = (*played, tuple(board_of[player] for player in range(49)))
    assert set(met.values()) == {1}
