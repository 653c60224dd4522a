"""What the director is told of a round on boards of seven: every sentence, by hand."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from sheetscore.pairing.boards.field import BoardField
from sheetscore.pairing.boards.record import POWERS, BoardGame, BoardRecord
from sheetscore.pairing.boards.report import board_remarks, boards_report
from sheetscore.pairing.draw import Two

FIRST = dict(zip(POWERS, "abcdefg", strict=True))
NEW = dict(zip(POWERS, "hijklmn", strict=True))


def told(
    *boards: Mapping[str, str],
    games: tuple[BoardGame, ...] = (),
    sit_outs: tuple[tuple[int, str], ...] = (),
    field: BoardField | None = None,
    apart: tuple[Two, ...] = (),
    teams: Mapping[str, str] | None = None,
    fewest: int = 0,
) -> list[str]:
    return list(
        boards_report(
            boards,
            field or BoardField(()),
            BoardRecord(games, sit_outs),
            apart=apart,
            teams=teams or {},
            names={"a": "Ann", "b": "Ben"},
            fewest=fewest,
            preferences={},
        )
    )


def test_of_a_round_in_which_nothing_comes_again_nothing_is_told() -> None:
    assert told(FIRST, NEW, apart=(("a", "h"),), teams={"a": "X", "h": "X", "b": "", "c": ""}) == []


def test_who_sits_out_stands_in_or_plays_twice() -> None:
    field = BoardField((), standbys=("h",), sit_outs=("y", "z"), doubles=("a",), remarks=("A remark.",))
    second = NEW | {POWERS[6]: "a"}
    twice_before = tuple(
        BoardGame(number, board, dict(zip(POWERS, f"a{other}", strict=True)))
        for number in (1, 2)
        for board, other in ((1, "opqrst"), (2, "uvwxyz"))
    )
    lines = told(FIRST, second, games=twice_before, sit_outs=((1, "z"),), field=field)
    assert lines[:5] == [
        "A remark.",
        "h stands in on board 2.",
        "y sits out.",
        "z sits out, after 1 time before.",
        "Ann (a) plays twice, on boards 1 and 2, after 2 times before.",
    ]


def test_who_could_not_be_kept_apart() -> None:
    assert told(FIRST, apart=(("a", "b"),), teams={"c": "Reds", "d": "Reds", "e": "Blues"}) == [
        "Ann (a) and Ben (b) are together on board 1, though they should be kept apart.",
        "c and d, both of Reds, are together on board 1; that cannot be helped with 2 places of the team on 1 board.",
    ]


def test_team_mates_who_could_be_apart_and_those_who_could_not() -> None:
    # six on two boards are at the best three and three; two need not be together
    told_so = "; that cannot be helped with 6 places of the team on 2 boards."
    assert told(FIRST, NEW, teams=dict.fromkeys("ceghij", "Reds") | dict.fromkeys("ab", "Blues")) == [
        "Ann (a) and Ben (b), both of Blues, are together on board 1, though they should be kept apart.",
        f"c, e and g, all of Reds, are together on board 1{told_so}",
        f"h, i and j, all of Reds, are together on board 2{told_so}",
    ]
    assert told(FIRST, NEW, teams=dict.fromkeys("cegahi", "Reds")) == [
        "Ann (a), c, e and g, all of Reds, are together on board 1, though they should be kept apart.",
        "h and i, both of Reds, are together on board 2, though they should be kept apart.",
    ]


def test_who_plays_twice_has_two_of_the_places_of_their_team() -> None:
    second = NEW | {POWERS[0]: "a"}
    assert told(FIRST, second, teams={"a": "Reds", "b": "Reds"}) == [
        "Ann (a) and Ben (b), both of Reds, are together on board 1; that cannot be helped with 3 places of the team "
        "on 2 boards.",
    ]


def test_who_sits_out_could_keep_team_mates_apart() -> None:
    # Reds have 3 places on 2 boards, Blues 2. In place of a Red, y (of no team) makes 2 and 2, z (Blues) 2 and 3: two
    # Blues would be together then; x is a Red
    teams = {"a": "Reds", "b": "Reds", "h": "Reds", "x": "Reds", "c": "Blues", "i": "Blues", "z": "Blues", "y": ""}
    together = "Ann (a) and Ben (b), both of Reds, are together on board 1; "
    helped = "that cannot be helped with 3 places of the team on 2 boards"
    for out, ending in (
        ("xyz", ", unless one of the team sits out instead of y."),
        ("wy", ", unless one of the team sits out instead of w or y."),
        ("xz", "."),
    ):
        lines = told(FIRST, NEW, teams=teams, field=BoardField((), sit_outs=(*out,)))
        assert lines[len(out) :] == [f"{together}{helped}{ending}"]
    # 2 places of Blues: the third board has room for z
    third = dict(zip(POWERS, "opqrstu", strict=True))
    lines = told(FIRST, NEW, third, teams={**teams, "o": "Reds"}, field=BoardField((), sit_outs=("z",)))
    assert "with 4 places of the team on 3 boards, unless one of the team sits out instead of z." in lines[1]


def test_who_meets_again_in_which_rounds_and_whether_that_had_to_be() -> None:
    games = (
        BoardGame(3, 2, dict(zip(POWERS, "zyabxwc", strict=True))),
        BoardGame(1, 1, dict(zip(POWERS, "bahijkl", strict=True))),
    )
    # a-b met in rounds 1 and 3, a-c and b-c in round 3: 2 + 1 + 1
    again = [
        "Pairs that are together for the 3rd time: 1.",
        "Board 1, together in round 1: Ann (a) and Ben (b).",
        "Board 1, together in round 3: Ann (a), Ben (b) and c.",
        "Board 1, together for the 3rd time: Ann (a) and Ben (b).",
    ]
    assert told(FIRST, games=games) == ["Earlier meetings that come again: 4.", *again]
    assert told(FIRST, games=games, fewest=4) == [
        "Earlier meetings that come again: 4; fewer are not possible.",
        *again,
    ]


def test_how_many_pairs_meet_often() -> None:
    games = (
        *(BoardGame(number, 1, dict(zip(POWERS, "abcuvwx", strict=True))) for number in (1, 2)),
        BoardGame(3, 1, {POWERS[0]: "a", POWERS[1]: "b"}),
        BoardGame(3, 2, {POWERS[0]: "d", POWERS[1]: "e"}),
    )
    # a-b met three times, a-c and b-c twice, d-e once
    assert told(FIRST, games=games)[:2] == [
        "Earlier meetings that come again: 8.",
        "Pairs that are together for the 3rd time: 2, for the 4th time: 1.",
    ]


def test_those_who_come_from_one_board_are_told_board_by_board() -> None:
    games = (
        BoardGame(1, 1, dict(zip(POWERS, "gcaopqr", strict=True))),
        BoardGame(1, 2, dict(zip(POWERS, "stuvbde", strict=True))),
        BoardGame(1, 3, dict(zip(POWERS, "fwxyz01", strict=True))),
    )
    assert told(FIRST, games=games)[1:] == ["Board 1, together in round 1: Ann (a), c and g; Ben (b), d and e."]


def test_two_who_both_play_twice_and_meet_on_both_boards() -> None:
    second = NEW | {POWERS[0]: "b", POWERS[1]: "a"}
    assert told(FIRST, second) == ["Ann (a) meets Ben (b) on boards 1 and 2."]
    games = (BoardGame(1, 1, {POWERS[2]: "a", POWERS[3]: "b"}),)
    assert told(FIRST, second, games=games) == [
        "Earlier meetings that come again: 2.",
        "Pairs that are together for the 3rd time: 1.",
        "Board 1, together in round 1: Ann (a) and Ben (b).",
        "Board 2, together in round 1: Ben (b) and Ann (a).",
        "Ann (a) meets Ben (b) on boards 1 and 2.",
    ]
    both_boards = (*games, BoardGame(1, 2, {POWERS[0]: "b", POWERS[1]: "a"}))
    assert told(FIRST, games=both_boards)[1:] == [
        "Pairs that are together for the 3rd time: 1.",
        "Board 1, together in round 1: Ann (a) and Ben (b).",
        "Board 1, together for the 3rd time: Ann (a) and Ben (b).",
    ]


def test_who_has_a_power_again() -> None:
    games = tuple(BoardGame(number, 1, {POWERS[0]: "a", POWERS[4]: "x"}) for number in (1, 2, 4))
    assert told(FIRST, games=games) == ["Board 1: Ann (a) plays Austria again, after rounds 1, 2 and 4."]
    games = (*games, BoardGame(6, 2, {POWERS[1]: "b", POWERS[6]: "y"}))
    assert told(NEW, FIRST, games=games) == [
        "Board 2: Ann (a) plays Austria again, after rounds 1, 2 and 4; Ben (b) plays England again, after round 6."
    ]


@pytest.mark.parametrize(
    ("met", "told_as"), [(2, "3rd"), (3, "4th"), (10, "11th"), (12, "13th"), (20, "21st"), (21, "22nd")]
)
def test_how_often_two_meet(met: int, told_as: str) -> None:
    games = tuple(BoardGame(number, 1, {POWERS[2]: "c", POWERS[3]: "d"}) for number in range(1, met + 1))
    assert told(FIRST, games=games)[-2] == f"Board 1, together for the {told_as} time: c and d."


def test_a_board_by_itself_is_told_of_in_the_same_words() -> None:
    games = (BoardGame(1, 1, {POWERS[0]: "a", POWERS[4]: "b"}), BoardGame(2, 1, {POWERS[0]: "d", POWERS[6]: "g"}))
    assert board_remarks(FIRST, BoardRecord(games), str.upper) == (
        "Together in round 1: A and B.",
        "Together in round 2: D and G.",
        "A plays Austria again, after round 1; G plays Turkey again, after round 2.",
    )
    assert board_remarks(NEW, BoardRecord(games), str.upper) == ()
