"""Section totals as equal as can be, then variety of sides."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from planned_events import MELEE, STRIKE, duel, pilot_id, plan, play, totals

from sheetscore.pairing.draw import Flown
from sheetscore.pairing.sections.draw import choose_sides
from sheetscore.pairing.sections.plan import Plan, PlannedSide, lineups

SEEDS = [1, 2]
TWO_TO_ONE = (PlannedSide("west", "blue", 2), PlannedSide("east", "red", 1))


def spread_at_end(planned: Plan) -> int:
    outlook = choose_sides(lineups(planned, 1, []), [], planned.seed)
    lowest, highest = outlook.spread(range(len(outlook.pilots)))
    return highest - lowest


def least_spread(rounds: list[list[int]]) -> int:
    """By trying everything: the least spread after rounds of sections of these sizes."""
    reached = {(0,) * sum(rounds[0])}
    for sections in rounds:
        flown = set(permutations(size for size in sections for _ in range(size)))
        reached = {
            tuple(sorted(total + size for total, size in zip(before, sizes, strict=True)))
            for before in reached
            for sizes in flown
        }
    return min(end[-1] - end[0] for end in reached)


@st.composite
def sections(draw: st.DrawFn) -> list[list[int]]:
    pilots = draw(st.integers(2, 6))
    cuts = st.sets(st.integers(1, pilots - 1), max_size=3).map(lambda cut: [0, *sorted(cut), pilots])
    rounds = draw(st.lists(cuts, min_size=1, max_size=4))
    return [[end - start for start, end in pairwise(cut)] for cut in rounds]


@settings(max_examples=60)
@given(sections(), st.integers(0, 9))
def test_the_spread_at_the_end_is_the_least_there_is(rounds: list[list[int]], seed: int) -> None:
    planned = plan(
        sum(rounds[0]),
        [
            ("x", 1, tuple(PlannedSide(f"s{number}", "red", size) for number, size in enumerate(sizes)))
            for sizes in rounds
        ],
        seed=seed,
    )
    assert spread_at_end(planned) == least_spread(rounds)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_example_of_the_guidelines_gives_34_30_and_26(seed: int) -> None:
    _, history = play(plan(36, [("bridge", 4, STRIKE), ("melee", 2, MELEE)], seed=seed))
    assert Counter(totals(history).values()) == {34: 16, 30: 12, 26: 8}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_third_round_with_the_sections_of_the_first_leaves_a_spread_of_four(seed: int) -> None:
    # All totals are 18 + two of (16, 12, 8), so multiples of 4 apart; their sum is 1576, no multiple of 36.
    # So the spread is 4 at least: sixteen at 18 + 28 and twenty at 18 + 24. The sixteen fly 16 and 12,
    # which leaves sixteen 16s for the eight 8s twice: sixteen fly 16 and 8, and the last four 12 and 12.
    draws, history = play(plan(36, [("bridge", 4, STRIKE), ("melee", 2, MELEE), ("bridge", 4, STRIKE)], seed=seed))
    assert Counter(totals(history).values()) == {46: 16, 42: 20}
    assert sum("flies cap of scenario bridge again" in line for line in draws[2].report) == 4
    assert not any("flies strike of" in line or "flies ds of" in line for line in draws[2].report)


@pytest.mark.parametrize("seed", SEEDS)
def test_rounds_that_can_be_equalised_are(seed: int) -> None:
    # sections of 16 and 8 three times: 40 for everybody who flies the small section once
    _, history = play(plan(24, [(f"s{n}", 8, TWO_TO_ONE) for n in range(3)], seed=seed))
    assert set(totals(history).values()) == {40}


@pytest.mark.parametrize("seed", SEEDS)
def test_nine_rounds_of_the_example_end_equal(seed: int) -> None:
    # four 16s, two 8s and three 12s each: as many as there are of each in nine rounds
    assert spread_at_end(plan(36, [("bridge", 4, STRIKE)] * 9, seed=seed)) == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_late_entrants_and_early_leavers_do_not_spoil_the_totals_of_the_others(seed: int) -> None:
    # pilot 24 leaves after round 1, pilot 25 takes the place: the others can all reach 40
    planned = plan(25, [(f"s{n}", 8, TWO_TO_ONE) for n in range(3)], seed=seed, missing={24: [2, 3], 25: [1]})
    draws, history = play(planned)
    reached = totals(history)
    assert {reached[pilot_id(number)] for number in range(1, 24)} == {40}
    assert draws[0].report[0].startswith("23 pilots fly 3 rounds of the event: section totals 8 to 16 (spread 8)")


def test_somebody_who_leaves_unannounced_is_not_drawn_again() -> None:
    rounds = [(f"s{n}", 8, TWO_TO_ONE) for n in range(3)]
    announced = plan(24, rounds)
    gone = plan(24, rounds, missing={7: [2, 3]})
    first, _ = play(announced)
    history = list(first[0].as_flown())
    outlook = choose_sides(lineups(gone, 2, history), history, 1)
    assert pilot_id(7) not in outlook.pilots
    assert outlook.sections == [(15, 8), (15, 8)]


def test_those_who_sit_out_are_compared_with_one_another() -> None:
    # eight seats for nine pilots in nine rounds: each sits out once, so all nine fly eight rounds
    outlook = choose_sides(lineups(plan(9, [("a", 1, duel(1, 4))] * 9), 1, []), [], 1)
    assert {rounds: len(group) for rounds, group in outlook.groups.items()} == {8: 9}


def test_the_same_side_of_a_scenario_is_avoided_where_totals_allow() -> None:
    # equal sections leave every choice free
    draws, history = play(plan(12, [("a", 6, duel(1)), ("a", 6, duel(1))]))
    sides = {(flown.player, flown.side) for flown in history}
    assert len(sides) == 24
    assert not any("of scenario a again" in line for line in draws[1].report)


def test_a_side_of_the_same_name_in_another_scenario_is_avoided_too() -> None:
    _, history = play(plan(12, [("a", 6, duel(1)), ("b", 6, duel(1))]))
    assert len({(flown.player, flown.side) for flown in history}) == 24


def test_equal_totals_come_before_variety() -> None:
    # Variety would send pilot 3 west and the others east: totals 4, 4 and 2. Pilot 3 must fly east again, in
    # the larger section, and one of the others west again: totals 4, 3 and 3.
    small_west = (PlannedSide("west", "blue", 1), PlannedSide("east", "red", 2))
    planned = plan(3, [("a", 1, TWO_TO_ONE), ("b", 1, small_west)])
    history = [
        Flown(1, 1, "west.1", "west", "a", pilot_id(1), 2),
        Flown(1, 1, "west.2", "west", "a", pilot_id(2), 2),
        Flown(1, 1, "east.1", "east", "a", pilot_id(3), 1),
    ]
    outlook = choose_sides(lineups(planned, 2, history), history, 1)
    assert sorted(outlook.totals) == [3, 3, 4]
    assert outlook.sides[2] == [1]
