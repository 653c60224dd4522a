"""Who plays (DIP-5): standbys, sit-outs or doubles where the number of players is no multiple of seven."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetscore.pairing.boards.field import BoardField, KeptApart, LeftOver, Remainder, board_field, left_over
from sheetscore.pairing.boards.record import POWERS, BoardGame, BoardRecord, Seeded
from sheetscore.pairing.draw import Two
from sheetscore.problems import MistakesFound


def people(count: int, letter: str = "P") -> list[Seeded]:
    return [Seeded(f"{letter}{number:02}", "") for number in range(1, count + 1)]


def game(number: int, board: int, *players: str) -> BoardGame:
    return BoardGame(number, board, dict(zip(POWERS, players, strict=True)))


def fielded(
    players: int, remainder: Remainder, record: BoardRecord | None = None, standbys: int = 0, seed: int = 1
) -> BoardField:
    return board_field(
        people(players),
        3,
        record or BoardRecord(),
        seed=seed,
        remainder=remainder,
        standbys=people(standbys, "S"),
    )


@pytest.mark.parametrize("remainder", ["standbys", "sit_out", "double"])
def test_full_boards_need_nobody(remainder: Remainder) -> None:
    assert fielded(14, remainder, standbys=3) == BoardField(tuple(one.id for one in people(14)))


@pytest.mark.parametrize("remainder", ["standbys", "sit_out", "double"])
@pytest.mark.parametrize("players", [0, 6])
def test_fewer_than_seven_are_refused(players: int, remainder: Remainder) -> None:
    with pytest.raises(MistakesFound, match=f"{players} of at least 7 players are there in round 3"):
        fielded(players, remainder, standbys=9)


@pytest.mark.parametrize(
    ("players", "remainder", "standbys", "boards", "sit_outs", "doubles", "stand_in"),
    [
        (8, "sit_out", 6, 1, 1, 0, 0),
        (8, "standbys", 6, 2, 0, 0, 6),
        (8, "standbys", 5, 1, 1, 0, 0),
        (8, "double", 0, 1, 1, 0, 0),  # 6 of 8 would play twice
        (9, "double", 0, 1, 2, 0, 0),  # 5 of 9
        (10, "double", 0, 2, 0, 4, 0),  # 4 of 10
        (13, "sit_out", 0, 1, 6, 0, 0),
        (13, "double", 0, 2, 0, 1, 0),
        (13, "standbys", 1, 2, 0, 0, 1),
        (22, "double", 0, 4, 0, 6, 0),
    ],
)
def test_the_remainder(
    players: int, remainder: Remainder, standbys: int, boards: int, sit_outs: int, doubles: int, stand_in: int
) -> None:
    field = fielded(players, remainder, standbys=standbys)
    assert len(field.playing) == 7 * boards
    assert (len(field.sit_outs), len(field.doubles), len(field.standbys)) == (sit_outs, doubles, stand_in)


def test_why_some_sit_out_after_all_is_told() -> None:
    assert fielded(8, "double").remarks == ("6 of 8 players would have to play twice, more than half of them.",)
    assert fielded(12, "standbys", standbys=1).remarks == ("2 standbys are needed to fill up a board and 1 is there.",)
    assert fielded(8, "sit_out").remarks == ()


def test_what_happens_is_known_by_the_numbers_alone() -> None:
    assert left_over(21, 0, "double") == LeftOver(3)
    assert left_over(22, 9, "sit_out") == LeftOver(3, sit_outs=1)
    assert left_over(22, 9, "standbys") == LeftOver(4, standbys=6)
    assert left_over(22, 9, "double") == LeftOver(4, doubles=6)
    assert left_over(13, 0, "standbys") == LeftOver(
        1, sit_outs=6, remark="1 standby is needed to fill up a board and 0 are there."
    )


def test_those_sit_out_who_have_done_so_least() -> None:
    record = BoardRecord(sit_outs=((2, "P01"), (2, "P01"), *((1, f"P{n:02}") for n in range(1, 8))))
    assert all(fielded(8, "sit_out", record, seed=seed).sit_outs == ("P08",) for seed in range(9))
    record = BoardRecord(sit_outs=(*record.sit_outs, (2, "P08"), (2, "P07"), (2, "P06")))
    # once: 2 to 5 and 8; twice: 1, 6, 7
    assert {fielded(8, "sit_out", record, seed=seed).sit_outs for seed in range(60)} == {
        (f"P{n:02}",) for n in (2, 3, 4, 5, 8)
    }


def test_those_play_twice_who_have_done_so_least() -> None:
    names = [one.id for one in people(13)]
    games = [
        game(1, 1, *names[:7]),
        game(1, 2, *names[6:]),
        game(2, 1, *names[:7]),
        game(2, 2, *names[7:], names[0]),
    ]
    record = BoardRecord(tuple(games))  # 7 and 1 have played twice
    chosen = {fielded(13, "double", record, seed=seed).doubles for seed in range(90)}
    assert chosen == {(name,) for name in names if name not in {"P07", "P01"}}


def in_teams(teams: str) -> list[Seeded]:
    """Players with teams of one letter; a dot for none."""
    return [Seeded(f"P{n:02}", "", team.strip(".")) for n, team in enumerate(teams, start=1)]


def doubles(teams: str, seed: int, pairs: frozenset[Two] = frozenset(), record: BoardRecord | None = None) -> set[str]:
    players = in_teams(teams)
    apart = KeptApart(pairs, {one.id: one.team for one in players})
    before = record or BoardRecord()
    return set(board_field(players, 3, before, seed=seed, remainder="double", apart=apart).doubles)


@pytest.mark.parametrize("seed", range(6))
def test_those_without_a_team_play_twice_first_and_then_the_smallest_teams(seed: int) -> None:
    assert doubles("aaaabbbbccccdddd......", seed) == {f"P{n}" for n in range(17, 23)}
    # the two of x have four boards for four places; a member more of any other team must meet a mate
    twice = doubles("aaaaaabbbbbbccccccxx..", seed)
    assert twice > {"P19", "P20", "P21", "P22"}
    assert len({(int(one[1:]) - 1) // 6 for one in twice - {"P19", "P20", "P21", "P22"}}) == 2


@pytest.mark.parametrize("seed", range(6))
def test_who_has_played_twice_least_often_comes_before_teams(seed: int) -> None:
    twice_before = BoardRecord((game(1, 1, *(f"P{n:02}" for n in range(7, 14))), game(1, 2, *["P13", *"abcdef"])))
    assert doubles("aaaaaabbbbbb.", seed) == {"P13"}
    assert "P13" not in doubles("aaaaaabbbbbb.", seed, record=twice_before)


@pytest.mark.parametrize("seed", range(6))
def test_on_two_boards_those_play_twice_who_are_in_no_forbidden_pair(seed: int) -> None:
    pairs = frozenset({("P01", "P02"), ("P03", "P04"), ("P05", "P06"), ("P08", "P09"), ("P10", "P11"), ("P12", "P13")})
    assert doubles("......a......", seed, pairs) == {"P07"}
    # a mate must be met by P07, and a forbidden player by all others
    assert doubles("a.....a......", seed, pairs) == {"P07"}


def test_those_stand_in_by_whom_nobody_must_be_met() -> None:
    players, standbys = in_teams("aabbccddeeff."), [Seeded("S1", "", "a"), Seeded("S2", "", "g"), Seeded("S3", "", "b")]
    apart = KeptApart(teams={one.id: one.team for one in (*players, *standbys)})
    for seed in range(9):
        field = board_field(players, 1, BoardRecord(), seed=seed, remainder="standbys", standbys=standbys, apart=apart)
        assert field.standbys == ("S2",)


def test_those_stand_in_who_have_played_least() -> None:
    names = [one.id for one in people(6)]
    record = BoardRecord((game(1, 1, *names, "S01"),))
    assert {fielded(13, "standbys", record, standbys=3, seed=seed).standbys for seed in range(20)} == {
        ("S02",),
        ("S03",),
    }


@given(st.integers(7, 40), st.sampled_from(["standbys", "sit_out", "double"]), st.integers(0, 7))
def test_never_sit_outs_and_doubles_together(players: int, remainder: Remainder, standbys: int) -> None:
    field = fielded(players, remainder, standbys=standbys)
    assert not (field.sit_outs and field.doubles)
    assert len(field.playing) % 7 == 0
    times = Counter(field.playing)
    assert {one for one, n in times.items() if n == 2} == set(field.doubles)
    assert max(times.values()) <= 2
    everybody = {one.id for one in people(players)}
    assert everybody | set(field.standbys) == set(field.playing) | set(field.sit_outs)
    assert not set(field.playing) & set(field.sit_outs)


@given(st.integers(7, 24), st.sampled_from(["sit_out", "double"]), st.data())
def test_the_order_of_players_makes_no_difference(players: int, remainder: Remainder, data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(people(players)))
    field = board_field(shuffled, 3, BoardRecord(), seed=1, remainder=remainder)
    other = fielded(players, remainder)
    assert sorted(field.playing) == sorted(other.playing)
    assert (field.sit_outs, field.doubles) == (other.sit_outs, other.doubles)
