"""Who flies, who sits out, and which seats stay empty."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from planned_events import STRIKE, duel, pilot_id, plan

from sheetscore.pairing.draw import Flown
from sheetscore.pairing.sections.plan import PlannedRound, PlannedSide, crew_sizes, lineups, sit_outs


def stage_of(sides: tuple[PlannedSide, ...], tables: int) -> PlannedRound:
    return PlannedRound(1, "bridge", sides, tables, frozenset())


def flown(number: int, pilot: int) -> Flown:
    return Flown(number, 1, "red1.1", "red1", "a", pilot_id(pilot), 1)


@given(
    st.lists(st.integers(1, 5), min_size=1, max_size=4),
    st.integers(1, 6),
    st.floats(0, 1),
)
def test_empty_seats_are_spread_over_tables_and_taken_from_the_larger_sides(
    seats: list[int], tables: int, share: float
) -> None:
    sides = tuple(PlannedSide(f"s{number}", "red", count) for number, count in enumerate(seats))
    planned = stage_of(sides, tables)
    pilots = int(share * planned.seats)
    filled = crew_sizes(planned, pilots)
    assert sum(map(sum, filled)) == pilots
    assert max(map(sum, filled)) - min(map(sum, filled)) <= 1
    for table in filled:
        assert all(0 <= here <= side.seats for here, side in zip(table, sides, strict=True))
        gave_up = [here for here, side in zip(table, sides, strict=True) if here < side.seats]
        assert not gave_up or max(table) - min(gave_up) <= 1  # no larger side was spared


def test_the_last_tables_have_the_empty_seats_of_the_largest_side() -> None:
    assert crew_sizes(stage_of(STRIKE, 4), 34) == ((4, 2, 3), (4, 2, 3), (3, 2, 3), (3, 2, 3))


def test_of_two_equal_sides_that_of_the_larger_force_gives_up_its_seat() -> None:
    # two or three seats a table are empty: strike 4 to 3, then strike rather than cap (5 blue, 3 red), then cap
    assert crew_sizes(stage_of(STRIKE, 4), 27) == ((2, 2, 3), (2, 2, 3), (2, 2, 3), (2, 2, 2))


def test_two_pilots_at_a_table_are_opponents() -> None:
    sides = (PlannedSide("cap", "red", 1), PlannedSide("strike", "blue", 1), PlannedSide("ds", "blue", 1))
    assert crew_sizes(stage_of(sides, 1), 2) == ((1, 0, 1),)


def test_everybody_sits_out_once_before_anybody_does_twice() -> None:
    planned = plan(10, [("a", 1, duel(1, 4))] * 10)  # eight seats: two sit out in each round
    times: Counter[str] = Counter()
    for lineup in lineups(planned, 1, []):
        times.update(lineup.sitting_out)
        assert max(times.values()) - min(times[pilot] for pilot in planned.names) <= 1
    assert set(times.values()) == {2}


def test_those_with_the_fewest_sit_outs_sit_out() -> None:
    planned = plan(3, [("a", 1, duel(1))] * 3)
    history = [flown(1, 1), flown(1, 2), flown(2, 1), flown(2, 3)]  # 3 sat out, then 2
    assert lineups(planned, 3, history)[0].sitting_out == (pilot_id(1),)


def test_a_late_entrant_has_not_sat_out_the_rounds_before() -> None:
    planned = plan(3, [("a", 1, duel(1)), ("b", 1, duel(2))], missing={3: [1]})
    history = [flown(1, 1), flown(1, 2)]
    assert not sit_outs(planned, 2, history)


def test_an_absent_pilot_neither_flies_nor_sits_out() -> None:
    planned = plan(4, [("a", 1, duel(1)), ("b", 1, duel(2))], missing={4: [1]})
    [first, second] = lineups(planned, 1, [])
    assert pilot_id(4) not in {*first.flying, *first.sitting_out}
    assert pilot_id(4) in {*second.flying, *second.sitting_out}


def test_a_round_that_nobody_has_flown_yet_is_no_sit_out() -> None:
    planned = plan(2, [("a", 1, duel(1))] * 3)
    assert sit_outs(planned, 3, [flown(1, 1)]) == {pilot_id(2): 1}


def test_lots_decide_who_sits_out_first() -> None:
    planned = [plan(9, [("a", 1, duel(1, 4))], seed=seed) for seed in range(40)]
    assert len({lineups(one, 1, [])[0].sitting_out for one in planned}) > 3
