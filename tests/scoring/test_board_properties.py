"""What holds for every board, whatever the system."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise

import pytest
from board_cases import chance_board
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sheetscore.problems import MistakesFound
from sheetscore.scoring.boards.board import POWERS, Board, Outcome
from sheetscore.scoring.boards.contradictions import mistakes
from sheetscore.scoring.boards.scores import ScorableBoard, score_board
from sheetscore.scoring.boards.system import BoardSystem, board_system, board_system_paths

SYSTEMS = [board_system(name) for name in board_system_paths()]
PROMISE_TOTAL = [system for system in SYSTEMS if system.file.total is not None]
PROMISE_MORE = [system for system in SYSTEMS if system.file.more_never_less]

seeds = st.integers(0, 2**32).map(random.Random)
boards = seeds.map(chance_board)


def exchanged(board: Board, other: Mapping[str, str]) -> Board:
    """Give the same board played by other powers."""
    return replace(
        board,
        centres={other[power]: count for power, count in board.centres.items()},
        members=[other[power] for power in board.members],
        eliminated={other[power]: year for power, year in board.eliminated.items()},
        chart={year: {other[power]: one for power, one in row.items()} for year, row in board.chart.items()},
    )


@given(boards)
def test_boards_made_up_contradict_nothing(board: Board) -> None:
    assert mistakes(board) == []


@given(boards, st.permutations(POWERS))
def test_it_does_not_matter_which_power_it_is(board: Board, others: list[str]) -> None:
    other = dict(zip(POWERS, others, strict=True))
    known, again = ScorableBoard(board), ScorableBoard(exchanged(board, other))
    for system in SYSTEMS:
        expected = {other[power]: score for power, score in known.scores(system).items()}
        assert again.scores(system) == expected, system.file.id


@given(boards)
def test_scores_are_exact_and_in_alphabetical_order(board: Board) -> None:
    known = ScorableBoard(board)
    for system in SYSTEMS:
        scores = known.scores(system)
        assert tuple(scores) == POWERS
        for score in scores.values():
            assert type(score) is int or (type(score) is Fraction and score.denominator > 1)


@given(boards)
def test_a_board_known_already_scores_as_a_fresh_one(board: Board) -> None:
    known = ScorableBoard(board)
    for system in SYSTEMS:
        assert known.scores(system) == score_board(system, board)


@given(seeds)
def test_a_total_that_is_promised_is_kept(chance: random.Random) -> None:
    known = ScorableBoard(chance_board(chance, all_owned=True))
    for system in PROMISE_TOTAL:
        assert sum(known.scores(system).values()) == system.file.total, system.file.id


def test_which_systems_promise_a_total() -> None:
    assert {system.file.id for system in PROMISE_TOTAL} == {
        "calhamer",
        "carnage-with-dead-equal",
        "carnage-with-elimination-order",
        "cdiplo-100",
        "cdiplo-80",
        "center-count-carnage",
        "diminishing-value",
        "draw-size",
        "draw-size-42",
        "draw-size-420",
        "half-tribute",
        "scs",
        "scs-raw",
        "sum-of-squares",
        "tribute",
    }


@pytest.mark.parametrize("system", PROMISE_MORE, ids=lambda system: system.file.id)
@given(chance=seeds)
def test_more_centres_never_score_less_in_a_time_out(system: BoardSystem, chance: random.Random) -> None:
    board = chance_board(chance, Outcome.TIME)
    scores = score_board(system, board)
    ranked = sorted(POWERS, key=board.owned)
    for lower, higher in pairwise(ranked):
        if board.owned(lower) < board.owned(higher):
            assert scores[lower] <= scores[higher]


RANKED_BY_HISTORY = [board_system("maxonian"), board_system("7eleven")]


@given(boards, st.sets(st.sampled_from(POWERS)), st.sampled_from(RANKED_BY_HISTORY))
def test_whichever_years_of_elimination_are_known_the_score_is_the_same_or_they_are_asked_for(
    board: Board, unknown: set[str], system: BoardSystem
) -> None:
    """Without a chart only typed years tell."""
    full = score_board(system, replace(board, chart={}))
    lost = {power for power in POWERS if not board.owned(power)}
    known = {power: year for power, year in board.eliminated.items() if power not in unknown}
    if not known:
        return  # places are shared then, by the rule
    some = replace(board, chart={}, eliminated=known)
    if len(lost) > 1 and unknown & lost:
        with pytest.raises(MistakesFound) as lack:
            score_board(system, some)
        assert {one.fields[0][2] for one in lack.value.findings} == unknown & lost
    else:
        assert score_board(system, some) == full


@given(boards, st.sampled_from([system for system in SYSTEMS if system.file.id not in {"maxonian", "7eleven"}]))
def test_a_board_without_years_is_scored_alike_or_not_at_all(board: Board, system: BoardSystem) -> None:
    expected = score_board(system, board)
    scores, said = expected, "is needed for these scores"
    try:
        scores = score_board(system, replace(board, eliminated={}, final_year=None, chart={}))
    except MistakesFound as lack:
        said = lack.message
    assert scores == expected
    assert "is needed for these scores" in said
