"""Draws of accelerated Swiss through the system (ASO-2, 3, 9): tables, remarks, wishes, what an edited one breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest
from aso_event import Rounds, aso_event, draw_of, earlier, play, scored
from msgspec.structs import replace
from round_contexts import drawn_round

from sheetscore.findings import Finding
from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.systems.aso import ASO
from sheetscore.systems.aso.model import AsoEvent, AsoPlayer
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import EarlierRound
from sheetscore.systems.wishes import Wish


def met(draw: Draw) -> list[tuple[int, str | None, str | None]]:
    return [(table.number, table.seats["1"], table.seats["2"]) for table in draw.tables]


def with_players(event: AsoEvent, **changes: dict[str, Any]) -> AsoEvent:
    """Give the event with some players changed: ``P03={"table": 7}``."""
    players = tuple(
        player.model_copy(update=changes[player.id]) if player.id in changes else player for player in event.players
    )
    return event.model_copy(update={"players": players})


def wishing(event: AsoEvent, *wishes: str) -> AsoEvent:
    """Give the event with wishes such as ``"lock P01 P02 2"``; without a number they hold in all rounds."""
    made = []
    for wish in wishes:
        kind, one, other, *number = wish.split()
        made.append(Wish(kind=kind, players=(one, other), round=int(number[0]) if number else None))
    return event.model_copy(update={"wishes": tuple(made)})


def test_who_met_at_a_table_without_a_result_yet_do_not_meet_again() -> None:
    event = aso_event(6)
    late = replace(draw_of("P02 P05"), tables=(TableDraw(3, "", {"1": "P02", "2": "P05"}),))
    before = [EarlierRound(1, "", scored(event, draw_of("P01 P04", "P03 P06"), "1", "1").rows, late)]
    made = {frozenset(table.seated.values()) for table in ASO.draw(RoundContext(event, 2, before)).tables}
    assert not made & {frozenset({"P01", "P04"}), frozenset({"P02", "P05"}), frozenset({"P03", "P06"})}


def test_aso_2_the_first_round_is_seeded_and_the_higher_player_has_seat_1_and_the_lower_table() -> None:
    draw = ASO.draw(RoundContext(aso_event(6), 1))
    assert met(draw) == [(1, "P01", "P04"), (2, "P02", "P05"), (3, "P03", "P06")]
    assert (draw.round, draw.byes) == (1, ())
    assert {table.scenario for table in draw.tables} == {""}


@pytest.mark.parametrize(
    ("rotates", "tables"),
    [
        (False, {"P01": 1, "P02": 2, "P05": 3, "P06": 4}),  # P01 was at 1 and P02 at 2
        (True, {"P02": 1, "P01": 2, "P06": 3, "P05": 4}),
    ],
)
def test_aso_9_tables_go_by_score_or_rotate(rotates: bool, tables: Mapping[str, int]) -> None:
    event = aso_event(8, 3, rotate_tables=rotates)
    first = ASO.draw(RoundContext(event, 1))
    rows = scored(event, first, "1", "1", "1", "1").rows
    second = ASO.draw(RoundContext(event, 2, earlier({1: rows})))
    found = {table.seats["1"]: table.number for table in second.tables}
    assert found == tables  # they meet P03, P04, P07 and P08
    assert not any("again" in line for line in second.report)


def test_aso_2_the_report_names_the_pool_and_shows_with_what_everybody_comes() -> None:
    event = with_players(aso_event(5, unrated=1234), P05={"rating": None})
    first = ASO.draw(RoundContext(event, 1))
    assert first.report == (
        "The pool of round 1, the best 32 by rating, has 4 players.",
        "Player 5 (P05) has a bye.",
        "Table 1: Player 1 (P01), rating 1990, 0 points, meets Player 3 (P03), rating 1970, 0 points.",
        "Table 2: Player 2 (P02), rating 1980, 0 points, meets Player 4 (P04), rating 1960, 0 points.",
        "Sits out: Player 5 (P05), rating 1234, 0 points.",
    )
    second = ASO.draw(RoundContext(event, 2, earlier({1: scored(event, first, "1", "draw").rows})))
    # P01 and P05 are undefeated, and meet; P02 and P04 have a point, P03 none: the last sits out
    assert second.report[0] == "The pool of round 2, the best 16 undefeated, has 2 players."
    assert [line for line in second.report if "rating" in line] == [
        "Table 1: Player 1 (P01), rating 1990, 3 points, meets Player 5 (P05), rating 1234, 3 points.",
        "Table 2: Player 2 (P02), rating 1980, 1 point, meets Player 4 (P04), rating 1960, 1 point.",
        "Sits out: Player 3 (P03), rating 1970, 0 points.",
    ]


def test_aso_2_why_two_meet_and_what_it_cost_stands_by_the_table() -> None:
    event = with_players(aso_event(6), P01={"country": "DK"}, P04={"country": "DK"})
    assert ASO.draw(RoundContext(event, 1)).remarks == {
        1: ("seeded pool", "same country"), 2: ("seeded pool", ""), 3: ("seeded pool", "")
    }  # fmt: skip


def test_aso_2_the_second_round_pairs_by_what_was_scored() -> None:
    event = aso_event(8, 2)
    first = ASO.draw(RoundContext(event, 1))
    # two rounds: the top four are a pool of the first, the others another
    assert [pair[1:] for pair in met(first)] == [("P01", "P03"), ("P02", "P04"), ("P05", "P07"), ("P06", "P08")]
    draw = ASO.draw(RoundContext(event, 2, earlier({1: scored(event, first, "1", "1", "1", "1").rows})))
    # the top two of the undefeated are the pool; the others meet the highest who lost once
    pairs = {(one, other): table for table, one, other in met(draw)}
    assert set(pairs) == {("P01", "P02"), ("P05", "P03"), ("P06", "P04"), ("P07", "P08")}
    assert draw.remarks[pairs["P01", "P02"]] == ("seeded pool", "")
    for pair in (("P05", "P03"), ("P06", "P04")):
        assert draw.remarks[pairs[pair]] == ("undefeated against one draw or loss", "3 points apart")
    assert draw.remarks[pairs["P07", "P08"]] == ("about as many points", "")


def test_aso_3_the_lowest_of_an_odd_field_sits_out_and_nobody_twice() -> None:
    event = aso_event(7)
    _, draws = play(event, 5, lambda _number, one, other: min(one, other))
    byes = [bye for draw in draws for bye in draw.byes]
    assert byes[0] == "P07"
    assert len(byes) == len(set(byes)) == 5


def test_aso_9_only_those_who_are_there_are_drawn() -> None:
    event = with_players(
        aso_event(8), P01={"absent": (2,)}, P02={"first_round": 3}, P03={"last_round": 1}, P04={"absent": (1,)}
    )
    assert {player for _, _, player in ASO.draw(RoundContext(event, 1)).places()} == {
        "P01",
        "P03",
        "P05",
        "P06",
        "P07",
        "P08",
    }
    assert {player for _, _, player in ASO.draw(RoundContext(event, 2)).places()} == {
        "P04",
        "P05",
        "P06",
        "P07",
        "P08",
    } - set(ASO.draw(RoundContext(event, 2)).byes)
    assert len(ASO.draw(RoundContext(event, 2)).byes) == 1


def test_aso_9_locked_forbidden_and_requested_pairs() -> None:
    event = wishing(aso_event(8), "lock p01 P08 1", "forbid P02 P05 1")
    first = ASO.draw(RoundContext(event, 1))
    pairs = {frozenset(pair[1:]) for pair in met(first)}
    assert frozenset(("P01", "P08")) in pairs
    assert frozenset(("P02", "P05")) not in pairs
    assert any("locked" in line for line in first.report)
    plain = ASO.draw(RoundContext(aso_event(8), 1))
    assert {frozenset(pair[1:]) for pair in met(plain)} == {frozenset((f"P0{n}", f"P0{n + 4}")) for n in range(1, 5)}


def test_aso_9_a_request_is_granted_among_those_with_about_as_many_points() -> None:
    usual = aso_event(12)  # six win; of the others, by seeding, P09 ought to meet P12
    rounds = {1: scored(usual, ASO.draw(RoundContext(usual, 1)), *["1"] * 6).rows}
    wished = wishing(usual, "request P09 P11")
    free = {frozenset(pair[1:]) for pair in met(ASO.draw(RoundContext(usual, 2, earlier(rounds))))}
    granted = ASO.draw(RoundContext(wished, 2, earlier(rounds)))
    assert frozenset(("P09", "P11")) not in free
    assert frozenset(("P09", "P11")) in {frozenset(pair[1:]) for pair in met(granted)}
    assert "asked for it" in {why for why, _ in granted.remarks.values()}
    assert any("as they asked" in line for line in granted.report)


def test_aso_9_a_player_keeps_a_table() -> None:
    event = with_players(aso_event(6), P03={"table": 1}, P01={"table": 9})
    assert met(ASO.draw(RoundContext(event, 1))) == [(1, "P03", "P06"), (2, "P02", "P05"), (9, "P01", "P04")]


def test_aso_9_the_order_of_the_roster_makes_no_difference() -> None:
    event = aso_event(15)
    rounds, draws = play(event, 3, lambda number, one, other: min(one, other) if number % 2 else "draw")
    players = list(event.players)
    Random(3).shuffle(players)
    shuffled = event.model_copy(update={"players": tuple(players)})
    for draw in draws:
        before = {number: rows for number, rows in rounds.items() if number < draw.round}
        assert ASO.draw(RoundContext(shuffled, draw.round, earlier(before))) == draw


def test_later_rounds_do_not_count_when_an_earlier_one_is_drawn_again() -> None:
    event = aso_event(8)
    rounds, draws = play(event, 3, lambda _number, one, other: min(one, other))
    assert ASO.draw(RoundContext(event, 2, earlier(rounds))) == draws[1]


# what cannot be drawn


def test_a_round_that_is_not_planned_is_not_drawn() -> None:
    with pytest.raises(WrongUsage, match="Round 6 is not planned"):
        ASO.draw(RoundContext(aso_event(4), 6))


@pytest.mark.parametrize(("players", "words"), [(0, "Nobody is"), (1, "Only 1 player is")])
def test_it_takes_two_players_who_are_there(players: int, words: str) -> None:
    event = aso_event(4)
    absent = {f"P0{number}": {"absent": (1,)} for number in range(players + 1, 5)}
    with pytest.raises(MistakesFound, match=words) as mistakes:
        ASO.draw(RoundContext(with_players(event, **absent), 1))
    assert [one.code for one in mistakes.value.findings] == ["event-missing"]


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        (("lock P01 P02 1", "forbid P01 P02"), "forbidden and locked"),
        (("forbid P01 P02", "forbid P01 P03", "forbid P01 P04"), "cannot be drawn without a pair that is forbidden"),
    ],
)
def test_aso_9_wishes_that_leave_no_draw_are_named(wishes: tuple[str, ...], words: str) -> None:
    with pytest.raises(MistakesFound, match=words):
        ASO.draw(RoundContext(wishing(aso_event(4), *wishes), 1))


def test_aso_9_somebody_locked_who_is_not_there_is_named() -> None:
    event = with_players(wishing(aso_event(5), "lock P01 P02 1"), P02={"absent": (1,)})
    with pytest.raises(MistakesFound, match="P02 does not play in round 1"):
        ASO.draw(RoundContext(event, 1))


# an edited draw


def check(event: AsoEvent, draw: Draw, rounds: Rounds | None = None) -> Sequence[Finding]:
    return ASO.check_draw(drawn_round(event, draw, earlier(rounds or {})))


def told(found: Sequence[Finding]) -> list[tuple[str, str, list[tuple[int, str]]]]:
    return [(str(one.severity), one.code, [(table, seat) for table, seat, _ in one.fields]) for one in found]


def test_a_draw_as_it_was_made_is_in_order() -> None:
    event = aso_event(9)
    rounds, draws = play(event, 4, lambda _number, one, other: min(one, other))
    for draw in draws:
        before = {number: rows for number, rows in rounds.items() if number < draw.round}
        assert check(event, draw, before) == []


def test_a_player_without_an_opponent_is_an_error_at_the_empty_seat() -> None:
    event = aso_event(4)
    assert told(check(event, draw_of("P01 P02", "P03", byes=["P04"]))) == [("error", "empty-seat", [(2, "2")])]
    assert told(check(event, draw_of("P01 P02", "", byes=["P03"], absent=["P04"]))) == []


def test_a_draw_without_any_game_is_an_error() -> None:
    found = told(check(aso_event(2), draw_of("", byes=["P01", "P02"])))
    assert found == [("error", "draw-structure", [])]


def test_strangers_and_players_at_two_tables_are_errors() -> None:
    event = with_players(aso_event(4), P04={"absent": (1,)})
    assert told(check(event, draw_of("P01 P02", "P01 P03"))) == [("error", "draw-twice", [(1, "1"), (2, "1")])]
    assert told(check(event, draw_of("P01 P02", "P03 P04"))) == [("error", "draw-player", [(2, "2")])]
    assert told(check(event, draw_of("P01 P02"))) == [("warning", "draw-player", [])]


def test_aso_9_a_forbidden_pair_that_meets_is_a_warning_that_names_it() -> None:
    event = wishing(aso_event(4), "forbid P02 P01", "forbid P03 P04 2")
    found = check(event, draw_of("P01 P02", "P03 P04"))
    assert told(found) == [("warning", "draw-wish", [(1, "2"), (1, "1")])]
    assert "Player 2 (P02) and Player 1 (P01) meet" in found[0].message


def test_aso_9_a_locked_pair_that_was_separated_is_a_warning() -> None:
    event = wishing(aso_event(5), "lock P01 P02 1", "lock P03 P04 2")
    found = check(event, draw_of("P01 P03", "P02 P04", byes=["P05"]))
    assert told(found) == [("warning", "draw-wish", [(1, "1"), (2, "1")])]
    out = check(event, draw_of("P01 P03", "P05 P04", byes=["P02"]))
    assert told(out) == [("warning", "draw-wish", [(1, "1")])]


def test_aso_9_a_rematch_typed_into_the_draw_is_a_warning_that_names_the_rounds() -> None:
    event = aso_event(4)
    rounds = {
        1: scored(event, draw_of("P01 P02", "P03 P04"), "1", "1").rows,
        2: scored(event, draw_of("P02 P01", "P03 P04", number=2), "1", "draw").rows,
    }
    found = check(event, draw_of("P01 P02", "P03 P04", number=3), rounds)
    assert told(found) == [
        ("warning", "draw-repeat", [(1, "1"), (1, "2")]),
        ("warning", "draw-repeat", [(2, "1"), (2, "2")]),
    ]
    assert "Player 1 (P01) and Player 2 (P02) meet again, after rounds 1 and 2" in found[0].message
    assert told(check(event, draw_of("P01 P03", "P02 P04", number=3), rounds)) == []
    assert told(ASO.check_draw(drawn_round(event, draw_of("P01 P02", "P03 P04", number=3)))) == []


def test_aso_3_a_second_bye_is_a_warning() -> None:
    event = aso_event(3)
    rounds = {1: scored(event, draw_of("P01 P02", byes=["P03"]), "1").rows}
    found = check(event, draw_of("P02 P01", number=2, byes=["P03"]), rounds)
    assert [one.code for one in found] == ["draw-repeat", "draw-repeat", "draw-pool"]
    assert "Player 3 (P03) gets another “bye (scores as a win)”, after the bye of round 1." in found[1].message
    first = told(check(event, draw_of("P02 P03", number=2, byes=["P01"]), rounds))
    assert first == [("warning", "draw-pool", [(1, "2")])]  # P01 and P03 are undefeated, and could meet


def test_aso_2_a_pool_that_an_edited_draw_ignores_is_a_warning_that_names_its_players() -> None:
    """Of eight the lower number always wins, so that P01 and another are undefeated after two rounds."""
    event = aso_event(8)
    rounds, draws = play(event, 3, lambda _number, one, other: min(one, other))
    before = {number: rounds[number] for number in (1, 2)}
    drawn = draws[2]
    assert check(event, drawn, before) == []
    pool = next(table for table in drawn.tables if "P01" in table.seated.values())
    other = next(table for table in drawn.tables if table is not pool)
    swapped = {
        pool.number: {**pool.seats, "2": other.seats["2"]},
        other.number: {**other.seats, "2": pool.seats["2"]},
    }
    tables = tuple(replace(table, seats=swapped.get(table.number, table.seats)) for table in drawn.tables)
    (found,) = (one for one in check(event, replace(drawn, tables=tables), before) if one.code == "draw-pool")
    assert all(f"({player})" in found.message for player in pool.seated.values())
    locks = [f"lock {one} {two} 3" for one, two in (table.seats.values() for table in tables)]
    assert "draw-pool" not in {one.code for one in check(wishing(event, *locks), replace(drawn, tables=tables), before)}


def test_aso_9_a_third_undefeated_is_in_the_pool_for_one_who_must_not_meet_the_other() -> None:
    event = wishing(aso_event(6), "forbid P01 P02")
    before = {1: scored(event, draw_of("P01 P04", "P02 P05", "P03 P06"), "1", "1", "1").rows}
    assert told(check(event, draw_of("P01 P03", "P02 P04", "P05 P06", number=2), before)) == []
    found = check(event, draw_of("P01 P05", "P02 P04", "P03 P06", number=2), before)
    (pool,) = (one for one in found if one.code == "draw-pool")
    assert pool.message.startswith("Player 1 (P01) and Player 3 (P03) are undefeated and in the pool of round 2")


def test_several_byes_in_one_round_are_a_warning_that_names_all() -> None:
    (found,) = check(aso_event(5), draw_of("P01 P02", byes=["P03", "P04"], absent=["P05"]))
    assert (str(found.severity), found.code) == ("warning", "draw-byes")
    assert "2 players have a bye in round 1: Player 3 (P03) and Player 4 (P04)." in found.message
    assert "“bye (scores as a win)”" in found.message
    assert "“absent (0)”" in found.message


def test_who_is_left_over_is_told_that_this_scores_as_absent() -> None:
    (found,) = check(aso_event(4), draw_of("P01 P02", byes=["P03"]))
    assert found.message == (
        "Player 4 (P04) plays in round 1 and has no seat: that counts as “absent (0)”. Give them a seat or a line “bye "
        "(scores as a win)”, or put them on a line “absent (0)” if they are not there."
    )


@pytest.mark.parametrize(
    ("settings", "bye", "absent"),
    [
        ({}, "bye (scores as a win)", "absent (0)"),
        ({"bye_points": 1, "missed_points": 1}, "bye (scores as a draw)", "absent (1)"),
        ({"bye_points": 2}, "bye (2 points)", "absent (0)"),
        ({"bye_points": 0}, "bye (scores as a loss)", "absent (0)"),
    ],
)
def test_a_bye_is_called_by_what_it_scores(settings: dict[str, int], bye: str, absent: str) -> None:
    called = aso_event(4, **settings).unseated
    assert (called.bye, called.absent) == (bye, absent)


def test_somebody_with_a_bye_and_absent_is_in_two_places() -> None:
    (found,) = check(aso_event(3), draw_of("P01 P02", byes=["P03"], absent=["P03"]))
    assert (found.code, found.is_error) == ("draw-twice", True)
    assert "a line “bye (scores as a win)”; a line “absent (0)”" in found.message


def test_ids_that_differ_in_length_are_no_trouble() -> None:
    players = tuple(AsoPlayer(id=id_, name=id_, rating=1) for id_ in ("1", "22", "a.b", "x-y"))
    event = aso_event().model_copy(update={"players": players})
    draw = ASO.draw(RoundContext(event, 1))
    assert sorted(player for _, _, player in draw.places()) == ["1", "22", "a.b", "x-y"]
    assert check(event, draw) == []
