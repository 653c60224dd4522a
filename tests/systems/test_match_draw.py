"""Draws of matches: round robin, ladder (MATCH-8), Swiss, named pairs; what an edited draw breaks."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from match_event import draw_of, earlier, match_event, played
from msgspec.structs import replace
from round_contexts import drawn_round

from sheetscore.findings import Finding
from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.systems.context import RoundContext
from sheetscore.systems.match.draw import check_draw, draw_ladder, draw_round
from sheetscore.systems.match.model import MatchEvent, MatchScenarioChoice, PairingWish
from sheetscore.systems.match.record import MatchResult, climbed, ladder_before, swiss_record
from sheetscore.systems.outcomes import EarlierRound


def pairs(draw: Draw) -> list[tuple[str | None, str | None]]:
    return [(table.seats["1"], table.seats["2"]) for table in draw.tables]


def drawn(event: MatchEvent, number: int = 1, before: list[EarlierRound] | None = None) -> Draw:
    return draw_round(RoundContext(event, number, before or []))


def locking(event: MatchEvent, *locks: str) -> MatchEvent:
    """Give the event with pairs such as ``"lock P03 P01 2"``; without a number they hold in all rounds."""
    made = []
    for text in locks:
        kind, one, other, *number = text.split()
        made.append(PairingWish(kind=kind, players=(one, other), round=int(number[0]) if number else None))
    return event.model_copy(update={"wishes": tuple(made)})


def with_players(event: MatchEvent, **changes: dict[str, Any]) -> MatchEvent:
    players = tuple(
        player.model_copy(update=changes[player.id]) if player.id in changes else player for player in event.players
    )
    return event.model_copy(update={"players": players})


def complaints(mistakes: MistakesFound) -> str:
    return "\n".join(one.message for one in mistakes.findings)


def checked(event: MatchEvent, draw: Draw, before: list[EarlierRound] | None = None) -> list[Finding]:
    return check_draw(drawn_round(event, draw, before or []))


# round robin


@pytest.mark.parametrize("players", [3, 4, 7])
def test_a_round_robin_lets_everybody_meet_everybody(players: int) -> None:
    rounds = players - 1 + players % 2
    event = match_event(players, rounds)
    draws = [drawn(event, number) for number in range(1, rounds + 1)]
    met = sorted(tuple(sorted(map(str, pair))) for draw in draws for pair in pairs(draw))
    ids = [player.id for player in event.players]
    assert met == sorted(combinations(ids, 2))
    assert sorted(bye for draw in draws for bye in draw.byes) == (ids if players % 2 else [])
    assert not [found for draw in draws for found in checked(event, draw)]


def test_a_round_robin_tells_who_cannot_meet_because_one_is_absent() -> None:
    event = with_players(match_event(4), P04={"absent": (1,)})
    draw = drawn(event)
    assert pairs(draw) == [("P02", "P03")]
    assert draw.byes == ("P01",)
    assert draw.report == (
        "Player 1 (P01) and Player 4 (P04) do not meet: one of them is absent.",
        "Player 1 (P01) sits out.",
    )


def test_the_scenario_stands_in_the_draw_where_a_round_has_only_one() -> None:
    assert {table.scenario for table in drawn(match_event()).tables} == {"hill"}


def test_a_round_without_a_scenario_or_with_one_player_is_not_drawn() -> None:
    with pytest.raises(WrongUsage, match="Round 4 is not planned"):
        drawn(match_event(), 4)
    blank = match_event().model_copy(update={"rounds": (MatchScenarioChoice(number=1),)})
    with pytest.raises(WrongUsage, match="Round 1 is not planned"):
        drawn(blank)
    with pytest.raises(MistakesFound) as one:
        drawn(match_event(1))
    assert "Only 1 player is there in round 1" in complaints(one.value)


# named


def test_named_pairs_are_drawn_as_they_are_named() -> None:
    event = locking(match_event(5, pairing="named"), "lock P03 P01 1", "lock P02 P05 1", "lock P01 P02 2")
    assert pairs(drawn(event)) == [("P03", "P01"), ("P02", "P05")]
    assert drawn(event).byes == ("P04",)
    assert drawn(event, 2).report == ("Player 3 (P03), Player 4 (P04) and Player 5 (P05) sit out.",)
    with pytest.raises(MistakesFound) as none:
        drawn(event, 3)
    assert "names no pair for round 3" in complaints(none.value)


def test_somebody_who_is_absent_cannot_be_locked() -> None:
    event = with_players(locking(match_event(pairing="named"), "lock P03 P01 1"), P03={"first_round": 2})
    with pytest.raises(MistakesFound) as absent:
        drawn(event)
    (found,) = absent.value.findings
    assert (found.sheet, found.cell) == ("[[pairing]] 1", "players")
    assert "Player 3 (P03) is locked in round 1, and does not play in it" in found.message


# ladder


ORDER = ("A", "B", "C", "D", "E", "F", "G", "H")


@pytest.mark.parametrize(
    ("won", "order"),
    [
        ([("D", "A")], "DABCEFGH"),
        ([("A", "D")], "ABCDEFGH"),
        ([("B", "A"), ("D", "C"), ("H", "E")], "BADCHEFG"),
        ([("C", "A"), ("D", "B")], "CADBEFGH"),
        ([], "ABCDEFGH"),
    ],
)
def test_match_8_a_challenger_who_wins_takes_the_place_and_those_between_move_down(
    won: list[tuple[str, str]], order: str
) -> None:
    for listed in permutations(won):
        assert "".join(climbed(ORDER, listed)) == order


@given(st.permutations(ORDER), st.data())
def test_match_8_the_sequence_of_matches_makes_no_difference(order: list[str], data: st.DataObject) -> None:
    players = data.draw(st.permutations(ORDER))
    won = list(zip(players[::2], players[1::2], strict=True))
    shuffled = data.draw(st.permutations(won))
    after = climbed(order, won)
    assert climbed(order, shuffled) == after
    assert sorted(after) == sorted(order)
    for winner, loser in won:
        assert after.index(winner) < after.index(loser)


def test_match_8_challenges_come_first_then_neighbours_who_have_not_met_longest() -> None:
    made = draw_ladder(ORDER, [("D", "A")], 3, {frozenset("BC"): 1, frozenset("BE"): 2}, {})
    # B: C was met in round 1, E in round 2, F stands four places lower; E: of F, G and H the nearest
    assert [(rung.challenger, rung.challenged, rung.why) for rung in made.rungs] == [
        ("D", "A", "challenge"),
        ("C", "B", "neighbours"),
        ("F", "E", "neighbours"),
        ("H", "G", "neighbours"),
    ]
    assert made.left == ()


def test_match_8_all_have_met_and_the_longest_ago_counts() -> None:
    last = {frozenset("AB"): 3, frozenset("AC"): 1, frozenset("AD"): 2}
    made = draw_ladder(ORDER[:4], [], 3, last, {})
    assert [rung[:2] for rung in made.rungs] == [("C", "A"), ("D", "B")]
    made = draw_ladder(ORDER[:4], [], 1, last, {})
    assert [rung[:2] for rung in made.rungs] == [("B", "A"), ("D", "C")]


def test_match_8_of_an_odd_field_the_lowest_sits_out_and_nobody_twice_before_all_have() -> None:
    assert draw_ladder(ORDER[:5], [], 3, {}, {}).left == ("E",)
    assert draw_ladder(ORDER[:5], [], 3, {}, {"E": 1}).left == ("D",)
    assert draw_ladder(ORDER[:5], [("D", "C")], 3, {}, {"E": 1}).left == ("B",)


def test_match_8_forbidden_pairs_are_not_made() -> None:
    made = draw_ladder(ORDER[:4], [], 1, {}, {}, {frozenset("AB")})
    assert [rung[:2] for rung in made.rungs] == [("C", "A"), ("D", "B")]  # the nearest left, beyond their reach
    assert made.left == ()
    apart = draw_ladder(ORDER[:4], [], 1, {}, {}, {frozenset(("A", other)) for other in "BCD"})
    assert [rung[:2] for rung in apart.rungs] == [("C", "B")]
    assert apart.left == ("A", "D")


def test_match_8_the_ladder_begins_as_the_roster_and_follows_the_results() -> None:
    event = match_event(6, 3, pairing="ladder")
    rounds = {1: played(event, "P04 P01 6 6", "P03 P02 1 -1", "P05 P06 3 3"), 2: played(event, "P02 P01 -6 -6")}
    assert ladder_before(event, 1, MatchResult.read_rounds(rounds)) == ("P01", "P02", "P03", "P04", "P05", "P06")
    assert ladder_before(event, 2, MatchResult.read_rounds(rounds)) == ("P04", "P01", "P02", "P03", "P05", "P06")
    assert ladder_before(event, 3, MatchResult.read_rounds(rounds)) == ("P04", "P01", "P02", "P03", "P05", "P06")


def test_match_8_in_an_event_of_series_the_series_is_what_counts() -> None:
    event = match_event(4, 3, pairing="ladder", series=3)
    won_two_of_three_but_not_the_series = "P02 P01 1 1 1 1 -6 -6"
    assert (
        ladder_before(event, 2, MatchResult.read_rounds({1: played(event, won_two_of_three_but_not_the_series)}))[0]
        == "P01"
    )
    assert ladder_before(event, 2, MatchResult.read_rounds({1: played(event, "P02 P01 6 6 -1 -1 -1 -1")}))[0] == "P02"
    cut_short = "P02 P01 6 6 6 6"
    assert ladder_before(event, 2, MatchResult.read_rounds({1: played(event, cut_short)}))[0] == "P01"


def test_match_8_the_draw_says_how_the_ladder_stands_and_who_challenges_whom() -> None:
    event = locking(match_event(5, 3, pairing="ladder"), "lock P05 P03 2")
    before = earlier({1: played(event, "P02 P01 6 6", "P04 P03 -1 -1")})
    draw = drawn(event, 2, before)
    assert pairs(draw) == [("P05", "P03"), ("P01", "P02")]
    assert draw.byes == ("P04",)  # P05 has sat out before
    assert draw.report[0].startswith("The ladder before round 2: 1 Player 2 (P02), 2 Player 1 (P01), 3 Player 3 (P03)")
    assert draw.remarks == {1: ("challenge", ""), 2: ("neighbours", "met in round 1")}


@pytest.mark.parametrize(
    ("lock", "words"),
    [
        ("lock P01 P02 1", "cannot challenge Player 2 (P02) in round 1, who stands lower"),
        ("lock P05 P01 1", "who stands 4 places higher; 3 are the most"),
    ],
)
def test_match_8_a_challenge_goes_upwards_and_within_reach(lock: str, words: str) -> None:
    event = locking(match_event(6, 3, pairing="ladder"), lock)
    with pytest.raises(MistakesFound) as impossible:
        drawn(event)
    assert words in complaints(impossible.value)
    assert pairs(drawn(locking(event, "lock P04 P01 1")))[0] == ("P04", "P01")
    wide = locking(match_event(6, 3, pairing="ladder", reach=4), "lock P05 P01 1")
    assert pairs(drawn(wide))[0] == ("P05", "P01")


def test_match_8_a_ladder_of_eight_over_three_rounds() -> None:
    event = match_event(8, 4, pairing="ladder")
    rounds: dict[int, Any] = {}
    for number in range(1, 4):
        draw = drawn(event, number, earlier(rounds))
        assert not checked(event, draw, earlier(rounds))
        rounds[number] = played(event, *(f"{one} {other} 6 6" for one, other in pairs(draw)))  # the challenger wins
    met = [frozenset(pair) for rows in rounds.values() for pair in {(row["player"], row["opponent"]) for row in rows}]
    assert len(set(met)) == 12  # nobody has met somebody twice
    assert len(met) == 24
    assert ladder_before(event, 2, MatchResult.read_rounds(rounds)) == (
        "P02",
        "P01",
        "P04",
        "P03",
        "P06",
        "P05",
        "P08",
        "P07",
    )


# Swiss


def test_swiss_pairs_by_what_was_won_and_counts_a_bye_as_won() -> None:
    event = match_event(5, 3, pairing="swiss")
    first = drawn(event)
    assert len(first.byes) == 1
    results = [f"{one} {other} 6 6" for one, other in pairs(first)]
    rows = played(event, *results)
    second = drawn(event, 2, earlier({1: rows}))
    won = {row["player"] for row in rows if row["result"] == "win"}
    assert any(set(pair) <= won for pair in pairs(second))


def test_match_4_a_series_that_is_not_complete_is_neither_won_nor_drawn_in_a_swiss_draw() -> None:
    event = match_event(4, 3, pairing="swiss", series=3)
    rows = played(event, "P01 P02 6 6 6 6", "P03 P04 0 0 0 0 0 0")
    record = swiss_record(event, 2, earlier({1: rows}))
    assert [(game.one, game.other, game.result) for game in record.games] == [
        ("P01", "P02", "open"),
        ("P03", "P04", "draw"),
    ]
    # they have met all the same
    assert frozenset({"P01", "P02"}) not in {frozenset(pair) for pair in pairs(drawn(event, 2, earlier({1: rows})))}


def test_who_met_at_a_table_without_a_result_yet_do_not_meet_again_in_a_swiss_draw() -> None:
    event = match_event(6, 3, pairing="swiss")
    rows = tuple(played(event, "P01 P04 6 6", "P02 P05 6 6"))
    late = replace(draw_of("P03 P06"), tables=(TableDraw(3, "hill", {"1": "P03", "2": "P06"}),))
    before = [EarlierRound(1, "hill", rows, late)]
    assert [game.players for game in swiss_record(event, 2, before).games if not game.scored] == [("P03", "P06")]
    made = {frozenset(pair) for pair in pairs(drawn(event, 2, before))}
    assert not made & {frozenset({"P01", "P04"}), frozenset({"P02", "P05"}), frozenset({"P03", "P06"})}


def test_swiss_keeps_the_pairs_of_the_event() -> None:
    event = locking(match_event(6, 3, pairing="swiss"), "lock P01 P06 1", "forbid P02 P03")
    made = {frozenset(pair) for pair in pairs(drawn(event))}
    assert frozenset({"P01", "P06"}) in made
    assert frozenset({"P02", "P03"}) not in made


# edited draws


@pytest.mark.parametrize(
    ("event", "draw", "found"),
    [
        (match_event(), draw_of("P01 P02", "P03 P04"), []),
        (match_event(), draw_of("P01 P02", "P03"), ["empty-seat", "draw-player"]),
        (match_event(), draw_of("P01 P02", "P01 P04", byes=("P03",)), ["draw-twice"]),
        (match_event(2), draw_of(byes=("P01", "P02")), ["draw-structure"]),
        (
            locking(match_event(pairing="swiss"), "forbid P01 P02", "lock P03 P01 1"),
            draw_of("P01 P02", "P03 P04"),
            ["draw-wish", "draw-wish"],
        ),
        (match_event(6, pairing="ladder"), draw_of("P05 P01", "P02 P03", "P06 P04"), ["ladder-reach"]),
        (match_event(6, pairing="ladder", reach=4), draw_of("P05 P01", "P02 P03", "P06 P04"), []),
    ],
)
def test_an_edited_draw_is_checked(event: MatchEvent, draw: Draw, found: list[str]) -> None:
    assert sorted(one.code for one in checked(event, draw)) == sorted(found)


@pytest.mark.parametrize(
    ("pairing", "warned"), [("swiss", True), ("round-robin", True), ("ladder", False), ("named", False)]
)
def test_to_meet_again_is_a_warning_where_a_draw_keeps_people_apart(pairing: str, warned: bool) -> None:
    event = match_event(pairing=pairing)
    before = earlier({1: played(event, "P01 P02 6 6", "P03 P04 1 1")})
    codes = [one.code for one in checked(event, draw_of("P02 P01", "P03 P04", number=2), before)]
    assert codes.count("draw-repeat") == (2 if warned else 0)


def test_a_round_robin_played_again_is_no_repetition() -> None:
    event = match_event(rounds=6)
    before = earlier({1: played(event, "P01 P04 6 6", "P02 P03 1 1")})
    assert checked(event, drawn(event, 4, before), before) == []
