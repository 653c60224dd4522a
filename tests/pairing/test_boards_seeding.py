"""Seeding boards of seven (DIP-5): the yardstick, who is kept apart, and that only the seed decides."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetscore.pairing.boards.field import Remainder
from sheetscore.pairing.boards.record import POWERS, BoardDraw, BoardGame, BoardRecord, Seeded
from sheetscore.pairing.boards.seeding import seed_boards
from sheetscore.pairing.draw import Two
from sheetscore.problems import MistakesFound


def people(count: int, team_of: int = 0) -> list[Seeded]:
    """Players of whom every so many, one after the other, are a team."""
    return [Seeded(f"P{n:02}", f"Player {n}", f"T{n // team_of}" if team_of else "") for n in range(count)]


def after(record: BoardRecord, draw: BoardDraw) -> BoardRecord:
    return BoardRecord(record.games + draw.record.games, record.sit_outs + draw.record.sit_outs)


def event(
    players: Sequence[Seeded],
    rounds: int,
    *,
    seed: int = 1,
    apart: Sequence[Two] = (),
    remainder: Remainder = "sit_out",
) -> list[BoardDraw]:
    record = BoardRecord()
    draws = []
    for number in range(1, rounds + 1):
        draw = seed_boards(
            players, number, record, seed=seed, apart=apart, remainder=remainder, rounds_to_come=rounds - number
        )
        draws.append(draw)
        record = after(record, draw)
    return draws


def meetings(draws: Sequence[BoardDraw]) -> Counter[tuple[str, ...]]:
    return Counter(pair for d in draws for b in d.boards for pair in combinations(sorted(b.values()), 2))


def repeated(draws: Sequence[BoardDraw]) -> int:
    return sum(m * (m - 1) // 2 for m in meetings(draws).values())


def together(draw: BoardDraw) -> set[tuple[str, ...]]:
    return set(meetings([draw]))


def powers_again(draws: Sequence[BoardDraw]) -> int:
    had = Counter((player, power) for d in draws for b in d.boards for power, player in b.items())
    return sum(times - 1 for times in had.values())


def past(players: Sequence[Seeded], rounds: int, seed: int) -> BoardRecord:
    """Rounds on boards that dice have made, as a director may have done it by hand."""
    dice = Random(seed)
    games = []
    for number in range(1, rounds + 1):
        ids = sorted(one.id for one in players)
        dice.shuffle(ids)
        games += [
            BoardGame(number, n // 7 + 1, dict(zip(POWERS, ids[n : n + 7], strict=True)))
            for n in range(0, len(ids) - 6, 7)
        ]
    return BoardRecord(tuple(games))


# the yardstick


@pytest.mark.parametrize(
    ("players", "sums"),
    [
        (21, [0, 15, 45, 90]),
        (28, [0, 12, 36, 72]),
        (35, [0, 10, 30, 60]),
        (42, [0, 6, 18, 36]),
        (49, [0, 0, 0, 0]),
        (70, [0, 0, 0, 0]),
    ],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_dip_5_the_yardstick(players: int, sums: list[int], seed: int) -> None:
    draws = event(people(players), 4, seed=seed)
    assert [repeated(draws[:rounds]) for rounds in range(1, 5)] == sums
    assert powers_again(draws) == 0


def test_eight_rounds_of_49_let_every_two_meet_once() -> None:
    draws = event(people(49), 8)
    met = meetings(draws)
    assert len(met) == 1176
    assert set(met.values()) == {1}
    assert powers_again(draws[:7]) == 0
    assert all(line.startswith("Board ") and " plays " in line for line in draws[7].report)
    assert [line.count(" plays ") for line in draws[7].report] == [7] * 7


def test_a_first_round_by_hand_is_gone_on_with() -> None:
    players = people(49)
    record = past(players, 1, 1)
    for number in range(2, 9):
        record = after(record, seed_boards(players, number, record, seed=1))
    assert len(record.meetings) == 1176
    assert all(len(rounds) == 1 for rounds in record.meetings.values())


def test_a_round_that_belongs_to_no_known_ones_is_searched_for() -> None:
    """Two rounds of 21 made by dice: each of their six boards comes at least as 3, 2 and 2."""
    players = people(21)
    for seed in range(5):
        record = past(players, 2, seed)
        before: Counter[tuple[str, ...]] = Counter(
            pair for game in record.games for pair in combinations(sorted(game.powers.values()), 2)
        )
        again = sum(before[pair] for pair in together(seed_boards(players, 3, record, seed=1)))
        assert again == 30


def third_meetings(draws: Sequence[BoardDraw]) -> int:
    return sum(m > 2 for m in meetings(draws).values())


@pytest.mark.parametrize("team_of", [0, 3])
@pytest.mark.parametrize("seed", range(4))
def test_nobody_meets_for_the_third_time_where_it_can_be_helped(seed: int, team_of: int) -> None:
    """20 players and a standby who is missing in round 2: of 5 earlier boards 5 meetings each come again, no more."""
    record, draws = BoardRecord(), []
    for number in (1, 2, 3):
        standbys = [Seeded("S", "Standby")] if number != 2 else []
        draws.append(
            seed_boards(
                people(20, team_of),
                number,
                record,
                seed=seed,
                remainder="standbys",
                standbys=standbys,
                rounds_to_come=3 - number,
            )
        )
        record = after(record, draws[-1])
    assert repeated(draws) - repeated(draws[:2]) == 25
    assert third_meetings(draws) == 0
    assert "Earlier meetings that come again: 25; fewer are not possible." in draws[2].report


def test_known_rounds_are_gone_on_with_although_some_meet_for_the_third_time() -> None:
    """Other boards in round 5 would let more than 15 per earlier round meet again in round 7, and powers come again."""
    draws = event(people(21, 3), 7)
    assert [repeated(draws[:rounds]) for rounds in range(1, 8)] == [0, 15, 45, 90, 150, 225, 315]
    assert powers_again(draws) == 0


def test_the_last_round_lets_fewer_meet_for_the_third_time_than_the_known_one() -> None:
    known, last = event(people(21), 6)[:5], event(people(21), 5)
    assert repeated(known) == repeated(last) == 150
    assert third_meetings(last) < third_meetings(known)
    assert f"Pairs that are together for the 3rd time: {third_meetings(last)}." in last[4].report


# what bars players from each other


@pytest.mark.parametrize(("players", "team_of"), [(21, 3), (28, 4), (49, 7), (49, 4), (70, 5)])
def test_team_mates_are_apart_in_all_rounds_and_the_yardstick_holds(players: int, team_of: int) -> None:
    free, barred = (event(people(players, team), 4) for team in (0, team_of))
    assert repeated(barred) == repeated(free)
    team = {one.id: one.team for one in people(players, team_of)}
    assert not any(team[one] == team[other] for one, other in meetings(barred))


def test_team_mates_may_meet_where_the_event_lets_them() -> None:
    players = people(14, 7)
    kept = seed_boards(players, 1, BoardRecord(), seed=1)
    assert all(len([p for p in board.values() if p < "P07"]) in {3, 4} for board in kept.boards)  # 4 of 7 at least
    loose = [seed_boards(players, 1, BoardRecord(), seed=s, keep_team_mates_apart=False) for s in range(20)]
    assert any(len([p for p in d.boards[0].values() if p < "P07"]) not in {3, 4} for d in loose)
    assert all(d.report == () for d in loose)


def test_a_pair_comes_before_team_mates_and_these_before_meetings() -> None:
    ids = [f"P{n:02}" for n in range(14)]
    players = [Seeded(p, p, "X" if p in {"P00", "P01"} else "") for p in ids]
    earlier = BoardRecord(
        (
            BoardGame(1, 1, dict(zip(POWERS, ids[:7], strict=True))),
            BoardGame(1, 2, dict(zip(POWERS, ids[7:], strict=True))),
        )
    )
    # P00 must not be with any of P02 to P08, so that the board of those seven is the other one
    draw = seed_boards(players, 2, earlier, seed=1, apart=[("P00", other) for other in ids[2:9]])
    assert {frozenset(b.values()) for b in draw.boards} == {frozenset(ids[2:9]), frozenset(ids[:2] + ids[9:])}
    assert (
        draw.report[0]
        == "P00 (P00) and P01 (P01), both of X, are together on board "
        + ("1" if "P00" in draw.boards[0].values() else "2")
        + ", though they should be kept apart."
    )


def test_a_pair_outweighs_many_team_mates() -> None:
    """Four mates are among the seven whom one player must not be with: they stay together all the same."""
    ids = [f"P{n:02}" for n in range(14)]
    players = [Seeded(p, p, "X" if p in ids[2:6] else "") for p in ids]
    for seed in range(5):
        draw = seed_boards(players, 1, BoardRecord(), seed=seed, apart=[("P00", other) for other in ids[2:9]])
        assert frozenset(ids[2:9]) in {frozenset(board.values()) for board in draw.boards}
        assert len(draw.report) == 1
        assert draw.report[0].startswith("P02 (P02), P03 (P03), P04 (P04) and P05 (P05), all of X, are together")


@pytest.mark.parametrize("boards", [3, 4])
@pytest.mark.parametrize("seed", range(8))
def test_pairs_are_kept_apart_on_boards_that_are_hard_to_find(boards: int, seed: int) -> None:
    """Three in ten of those who are on different boards in a way that was made up must be apart."""
    dice = Random(seed)
    ids = [one.id for one in people(7 * boards)]
    apart = {
        (one, other)
        for (p, one), (q, other) in combinations(enumerate(ids), 2)
        if p % boards != q % boards and dice.random() < 0.3
    }
    draw = seed_boards(people(7 * boards), 1, BoardRecord(), seed=seed, apart=sorted(apart))
    assert not apart & together(draw)


def test_three_who_must_all_be_apart_on_two_boards_are_told() -> None:
    draw = seed_boards(people(14), 1, BoardRecord(), seed=1, apart=list(combinations(["P00", "P01", "P02"], 2)))
    assert len(draw.report) == 1
    assert draw.report[0].endswith("though they should be kept apart.")


def exists(boards: int, ids: Sequence[str], apart: set[Two]) -> bool:
    """Whether all fit on boards of seven with nobody from whom they must be apart, by trying all ways."""
    barred = {p: {q for pair in apart if p in pair for q in pair if q != p} for p in ids}
    order = sorted(ids, key=lambda p: -len(barred[p]))
    made: list[list[str]] = [[] for _ in range(boards)]

    def fill(n: int) -> bool:
        if n == len(order) or not barred[order[n]]:
            return True  # the others sit anywhere
        tried_empty = False
        for board in made:
            if len(board) == 7 or barred[order[n]].intersection(board) or (not board and tried_empty):
                continue
            tried_empty = tried_empty or not board
            board.append(order[n])
            if fill(n + 1):
                return True
            board.pop()
        return False

    return fill(0)


@settings(max_examples=60)
@given(st.data())
def test_pairs_are_kept_apart_wherever_there_is_a_way(data: st.DataObject) -> None:
    boards = data.draw(st.sampled_from([2, 3]))
    ids = [f"P{n:02}" for n in range(7 * boards)]
    few = ids[: data.draw(st.integers(2, 10))]
    apart = set(data.draw(st.lists(st.sampled_from(list(combinations(few, 2))), max_size=25)))
    draw = seed_boards(people(len(ids)), 1, BoardRecord(), seed=data.draw(st.integers(0, 9)), apart=sorted(apart))
    kept = not apart & together(draw)
    assert kept == exists(boards, ids, apart)
    assert kept == (not any("kept apart" in line for line in draw.report))


@settings(max_examples=15)
@given(st.integers(1, 4), st.integers(0, 999))
def test_two_boards_repeat_the_fewest_meetings_and_then_squares_of_all_ways(rounds: int, seed: int) -> None:
    players = people(14)
    record = past(players, rounds, seed)
    ids = [one.id for one in players]
    times = Counter(pair for game in record.games for pair in combinations(sorted(game.powers.values()), 2))

    def again(*boards: Sequence[str]) -> tuple[int, int]:
        met = [times[pair] for board in boards for pair in combinations(sorted(board), 2)]
        return sum(met), sum(m * m for m in met)

    draw = seed_boards(players, rounds + 1, record, seed=seed)
    assert again(*(list(board.values()) for board in draw.boards)) == min(
        again(board, [p for p in ids if p not in board])
        for others in combinations(ids[1:], 6)
        for board in [(ids[0], *others)]
    )


# who plays


@settings(max_examples=50)
@given(
    st.integers(7, 38),
    st.sampled_from(["standbys", "sit_out", "double"]),
    st.integers(0, 3),
    st.integers(0, 9),
)
def test_everybody_plays_once_sits_out_or_plays_twice(
    players: int, remainder: Remainder, rounds: int, seed: int
) -> None:
    field = people(players)
    standbys = [Seeded(f"S{n}", f"Standby {n}") for n in range(6)]
    draw = seed_boards(field, rounds + 1, past(field, rounds, seed), seed=seed, remainder=remainder, standbys=standbys)
    times = Counter(player for board in draw.boards for player in board.values())
    assert all(list(board) == list(POWERS) and len(set(board.values())) == 7 for board in draw.boards)
    assert {one for one, n in times.items() if n == 2} == set(draw.doubles)
    assert max(times.values()) <= 2
    assert set(times) | set(draw.sit_outs) == {one.id for one in field} | set(draw.standbys)
    assert not set(times) & set(draw.sit_outs)
    assert not (draw.sit_outs and draw.doubles)
    for player in draw.doubles:
        assert len({power for board in draw.boards for power, p in board.items() if p == player}) == 2
    assert sum("sits out" in line for line in draw.report) == len(draw.sit_outs)
    assert sum("plays twice" in line for line in draw.report) == len(draw.doubles)
    assert sum("stands in" in line for line in draw.report) == len(draw.standbys)


def test_nobody_sits_out_for_the_second_time_before_all_have_once() -> None:
    draws = event(people(15), 15)
    assert sorted(player for draw in draws for player in draw.sit_outs) == [one.id for one in people(15)]


def test_nobody_plays_twice_for_the_second_time_before_all_have_once() -> None:
    draws = event(people(13), 13, remainder="double")
    assert sorted(player for draw in draws for player in draw.doubles) == [one.id for one in people(13)]


def test_those_who_play_twice_do_not_do_so_with_each_other_where_there_are_boards_enough() -> None:
    # 22 players, six of whom play twice on four boards: there are six pairs of boards
    draw = event(people(22), 1, remainder="double")[0]
    assert len(draw.doubles) == 6
    assert max(meetings([draw]).values()) == 1
    assert draw.report == tuple(line for line in draw.report if "plays twice" in line)


def test_two_mates_who_both_must_play_twice_share_one_board_of_three() -> None:
    players = [Seeded(f"P{n:02}", "", "X" if n < 2 else "") for n in range(19)]
    others = [one.id for one in players[2:]]
    games = [  # everybody else has been on two boards in a round
        BoardGame(number, board, dict(zip(POWERS, others[first : first + 7], strict=False)))
        for number, first in ((1, 0), (2, 7), (3, 14))
        for board in (1, 2)
    ]
    for seed in range(8):
        draw = seed_boards(players, 4, BoardRecord(tuple(games)), seed=seed, remainder="double")
        assert draw.doubles == ("P00", "P01")
        assert meetings([draw])["P00", "P01"] == 1
        told = [line for line in draw.report if "all of X" in line or "both of X" in line]
        assert len(told) == 1
        assert told[0].endswith("; that cannot be helped with 4 places of the team on 3 boards.")


def test_no_member_of_a_team_plays_twice_while_there_are_others() -> None:
    """Of ten on two boards four play twice; four mates are then two and two."""
    players = [Seeded(f"P{n:02}", "", "X" if n < 4 else "") for n in range(10)]
    for seed in range(5):
        draw = seed_boards(players, 1, BoardRecord(), seed=seed, remainder="double")
        assert not {one.id for one in players if one.team} & set(draw.doubles)
        mates = [len([p for p in board.values() if p < "P04"]) for board in draw.boards]
        assert mates == [2, 2]


@pytest.mark.parametrize("seed", range(5))
def test_those_do_not_play_twice_who_would_have_to_meet_somebody_forbidden(seed: int) -> None:
    """Three who must all be apart fill three boards; they have no team, and all others must meet mates instead."""
    players = [Seeded(f"P{n:02}", "", f"T{n % 5}" if n < 17 else "") for n in range(20)]
    apart = list(combinations(["P17", "P18", "P19"], 2))
    draw = seed_boards(players, 1, BoardRecord(), seed=seed, apart=apart, remainder="double")
    assert len(draw.doubles) == 1
    assert draw.doubles[0] < "P17"
    assert not set(apart) & together(draw)


# only the seed decides


@settings(max_examples=25)
@given(st.data())
def test_the_order_of_players_pairs_and_games_makes_no_difference(data: st.DataObject) -> None:
    players = people(data.draw(st.sampled_from([14, 20, 21, 29])), 3)
    record = past(players, data.draw(st.integers(0, 3)), 1)
    apart = [("P00", "P05"), ("P03", "P11"), ("P07", "P13")]
    remainder: Remainder = data.draw(st.sampled_from(["sit_out", "double"]))
    number = len(record.rounds) + 1

    def drawn(players: Sequence[Seeded], games: Sequence[BoardGame], apart: Sequence[Two]) -> BoardDraw:
        return seed_boards(players, number, BoardRecord(tuple(games)), seed=4, apart=apart, remainder=remainder)

    first = drawn(players, record.games, apart)
    turned = [pair[::-1] for pair in data.draw(st.permutations(apart))]
    shuffled = [
        BoardGame(game.round, game.board, dict(data.draw(st.permutations(list(game.powers.items())))))
        for game in data.draw(st.permutations(record.games))
    ]
    assert drawn(data.draw(st.permutations(players)), shuffled, turned) == first


SCRIPT = """
from sheetscore.pairing.boards.record import BoardRecord, Seeded
from sheetscore.pairing.boards.seeding import seed_boards
record = BoardRecord()
players = [Seeded(f"P{n}", "", f"T{n % 9}") for n in range(45)]
for number in (1, 2, 3):
    draw = seed_boards(players, number, record, seed=3, remainder=["sit_out", "double"][number % 2])
    record = BoardRecord(record.games + draw.record.games, record.sit_outs + draw.record.sit_outs)
print(record, draw.report)
"""


def test_every_process_draws_the_same() -> None:
    seen = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT], env={"PYTHONHASHSEED": str(n)}, capture_output=True, check=True, text=True
        ).stdout
        for n in (1, 2)
    }
    assert len(seen) == 1
    assert len(seen.pop()) > 1000


def test_another_seed_draws_others() -> None:
    assert len({frozenset(meetings(event(people(21), 1, seed=seed))) for seed in range(20)}) == 20


def test_later_rounds_do_not_count() -> None:
    players = people(21)
    record = past(players, 3, 1)
    only = BoardRecord(tuple(game for game in record.games if game.round < 2))
    assert seed_boards(players, 2, record, seed=1) == seed_boards(players, 2, only, seed=1)


# powers


def test_wishes_are_heeded() -> None:
    players = people(14)
    lists: Mapping[str, list[str]] = {one.id: ["Turkey"] for one in players[:1]}
    draw = seed_boards(players, 1, BoardRecord(), seed=1, preferences=lists)
    assert [board["Turkey"] for board in draw.boards].count("P00") == 1


def test_boards_that_let_everybody_have_a_new_power_are_preferred_to_others_as_good() -> None:
    """Seven on two boards have had the same four powers: at most three of them find a new one on one board."""
    players = people(14)
    ids = [one.id for one in players]
    games = []
    for number in range(1, 5):
        games += [
            BoardGame(number, 2 * n + 1, {POWERS[(number + n) % 4]: p}) for n, p in enumerate(ids[:7])
        ]  # alone at a board, so that nobody has met
    for seed in range(10):
        draw = seed_boards(players, 5, BoardRecord(tuple(games)), seed=seed)
        assert {len([p for p in board.values() if p in ids[:7]]) for board in draw.boards} == {3, 4}
        assert sum("again" in line for line in draw.report) == 1


# what is refused


def test_fewer_than_seven_are_refused() -> None:
    with pytest.raises(MistakesFound, match="6 of at least 7 players"):
        seed_boards(people(6), 1, BoardRecord(), seed=1)


def test_what_nobody_can_mean_is_refused() -> None:
    seven = people(7)
    with pytest.raises(ValueError, match="two players have the id P00"):
        seed_boards([*people(7), seven[0]], 1, BoardRecord(), seed=1)
    with pytest.raises(ValueError, match="two players have the id P06"):
        seed_boards(seven, 1, BoardRecord(), seed=1, standbys=seven[6:])
    with pytest.raises(ValueError, match="rounds are counted from 1"):
        seed_boards(seven, 0, BoardRecord(), seed=1)
    with pytest.raises(ValueError, match="7 different powers"):
        seed_boards(seven, 1, BoardRecord(), seed=1, powers=POWERS[:6])
    with pytest.raises(ValueError, match="P01 does not wish"):
        seed_boards(seven, 1, BoardRecord(), seed=1, preferences={"P01": ["Turkey", "Turkey"]})
    with pytest.raises(ValueError, match="P01 does not wish"):
        seed_boards(seven, 1, BoardRecord(), seed=1, preferences={"P01": ["Spain"]})
    with pytest.raises(ValueError, match="P01 has 2 powers"):
        BoardGame(1, 1, {"Italy": "P01", "Turkey": "P01"})
    with pytest.raises(ValueError, match="counted from 1"):
        BoardGame(1, 0, {})


def test_seven_players_are_one_board() -> None:
    draw = seed_boards(people(7), 1, BoardRecord(), seed=1)
    assert len(draw.boards) == 1
    assert sorted(draw.boards[0].values()) == [one.id for one in people(7)]
    assert draw.report == ()
