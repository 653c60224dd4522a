"""No opponent and no team mate twice where that can be had."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from planned_events import STRIKE, duel, plan, play

from sheetscore.pairing.draw import Draw, Flown, dice_for
from sheetscore.pairing.sections.draw import choose_sides, draw_planned
from sheetscore.pairing.sections.plan import lineups
from sheetscore.pairing.sections.seating import TableSeating, meetings


def again(draw: Draw, words: str) -> int:
    return sum(f" {words} " in line for line in draw.report)


@settings(max_examples=20)
@given(st.integers(0, 10**9))
def test_eight_duellists_meet_nobody_twice_in_four_rounds(seed: int) -> None:
    # Before round r everybody still has 8 - r who are new, four at least in rounds 1 to 4; eight pilots
    # of whom each may meet four others can always be paired off (Dirac), whatever was drawn before.
    draws, _ = play(plan(8, [(f"s{n}", 4, duel(n)) for n in range(4)], seed=seed))
    assert [again(draw, "meets") for draw in draws] == [0, 0, 0, 0]


@settings(max_examples=20)
@given(st.integers(0, 10**9))
def test_with_as_many_tables_as_pilots_at_a_table_no_meeting_is_repeated(seed: int) -> None:
    # each table of round 2 can take one pilot from each table of round 1
    draws, _ = play(plan(16, [("a", 4, duel(1, 2)), ("b", 4, duel(2, 2))], seed=seed))
    assert again(draws[1], "meets") == again(draws[1], "flies with") == 0


@cache
def two_rounds() -> tuple[Flown, ...]:
    return tuple(play(plan(18, [("bridge", 2, STRIKE)] * 2))[1])


@given(st.integers(0, 10**9), st.data())
def test_a_swap_changes_the_cost_by_what_was_foretold(seed: int, data: st.DataObject) -> None:
    planned = plan(18, [("bridge", 2, STRIKE)] * 3)
    ahead = lineups(planned, 3, two_rounds())
    seating = TableSeating(choose_sides(ahead, two_rounds(), seed), ahead[0], dice_for(seed))
    seating.remember(two_rounds(), planned.forces)
    p, q = data.draw(st.lists(st.integers(0, 17), min_size=2, max_size=2, unique=True))
    assume((seating.table[p], seating.force(p)) != (seating.table[q], seating.force(q)))
    before, change = sum(map(seating.repeated, range(18))), seating.change(p, q)
    seating.swap(p, q, [0], change)
    assert sum(map(seating.repeated, range(18))) == before + 2 * change
    assert 2 * seating.cost == before + 2 * change


def test_opponents_come_before_team_mates() -> None:
    # two against two: the same teams again would repeat four meetings of opponents and two of mates; any other
    # split repeats two of opponents and none of mates
    draws, _ = play(plan(4, [("a", 1, duel(1, 2)), ("b", 1, duel(2, 2))]))
    assert (again(draws[1], "meets"), again(draws[1], "flies with")) == (2, 0)


def test_two_tables_of_three_against_three_find_the_only_least() -> None:
    # A met B, and C met D. Nobody meets an opponent again only if the two teams of each table together are
    # two whole old teams; six pilots of two teams in two threes keep two pairs of mates at least.
    draws, _ = play(plan(12, [("a", 2, duel(1, 3)), ("b", 2, duel(2, 3))]))
    assert (again(draws[1], "meets"), again(draws[1], "flies with")) == (0, 4)


@pytest.mark.parametrize("seed", [1, 2])
def test_in_the_example_of_the_guidelines_nobody_meets_an_opponent_again_in_round_two(seed: int) -> None:
    # the crews of six keep to three of the four teams of round 2, their three enemies to one of these
    melee = (duel(2, 9)[0], duel(2, 9)[1])
    draws, _ = play(plan(36, [("bridge", 4, STRIKE), ("melee", 2, melee)], seed=seed))
    assert again(draws[1], "meets") == 0
    # the least: three pairs of the six, and the three pairs of the three, at each of four tables
    assert again(draws[1], "flies with") >= 24


def test_one_table_repeats_what_it_must_and_comes_to_an_end() -> None:
    draws, _ = play(plan(9, [("bridge", 1, STRIKE)] * 3))
    assert again(draws[2], "meets") > 0


def test_sides_of_one_force_are_team_mates() -> None:
    planned = plan(9, [("bridge", 1, STRIKE)])
    drawn = draw_planned(planned, 1, [])
    opposed = [meeting.opposed for meeting in meetings(drawn.as_flown(), planned.forces)]
    assert opposed.count(True) == 6 * 3
    assert opposed.count(False) == 6 * 5 // 2 + 3 * 2 // 2


def test_a_side_that_is_no_longer_defined_counts_as_a_force_of_its_own() -> None:
    seats = [Flown(1, 1, f"{side}.1", side, "gone", player, 1) for side, player in (("a", "P1"), ("b", "P2"))]
    assert [meeting.opposed for meeting in meetings(seats, {})] == [True]
