"""What fixed guns bear on: the path, the cone of the numbered rules, the zone of the procedures."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetscore.systems.airforce.editions import edition
from sheetscore.systems.airforce.flight.state import AircraftState, Hex, distance
from sheetscore.systems.airforce.gunnery.bearings import bears, path

MAIN, PROCEDURAL = edition("main").gunnery, edition("procedural").gunnery


def flying(q: int, r: int, facing: int = 0, *, odd: bool = False) -> AircraftState:
    return AircraftState(Hex(q, r), facing, "L", 50, 8000, odd=odd)


def turned(state: AircraftState, times: int) -> AircraftState:
    """Turn the map right by so many times 60 degrees around the middle hex."""
    q, r = state.at
    for _ in range(times):
        q, r = -r, q + r
    return AircraftState(Hex(q, r), (state.facing + 2 * times) % 12, "L", 50, 8000, state.odd)


def mirrored(state: AircraftState) -> AircraftState:
    """Mirror the map left to right; across the grain the other side comes first then."""
    q, r = state.at
    return AircraftState(Hex(-q, q + r), -state.facing % 12, "L", 50, 8000, state.odd ^ (state.facing % 2 == 1))


def in_cone(firing: AircraftState, target: AircraftState, cone: str = "each_side") -> bool:
    return bears(firing, target, MAIN, cone=cone, zone="half_range")


def in_zone(firing: AircraftState, target: AircraftState, zone: str = "half_range") -> bool:
    return bears(firing, target, PROCEDURAL, cone="each_side", zone=zone)


hexes = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
states = st.builds(
    lambda at, facing, odd: flying(at[0], at[1], facing, odd=odd), hexes, st.integers(0, 11), st.booleans()
)
targets = st.builds(lambda at, facing: flying(at[0], at[1], facing), hexes, st.integers(0, 11))


# ----------------------------------------------------------------------------------------------------------------------
# the path
# ----------------------------------------------------------------------------------------------------------------------


def test_with_the_grain_the_path_is_straight() -> None:
    assert path(flying(0, 0, 0), 3) == ((0, -1), (0, -2), (0, -3))
    assert path(flying(2, 1, 4), 2) == ((3, 1), (4, 1))


def test_across_the_grain_the_right_front_hex_comes_first() -> None:
    assert path(flying(0, 0, 1), 3) == ((1, -1), (1, -2), (2, -3))


def test_across_the_grain_it_goes_on_where_the_aircraft_is() -> None:
    assert path(flying(0, 0, 1, odd=True), 3) == ((0, -1), (1, -2), (1, -3))


# ----------------------------------------------------------------------------------------------------------------------
# the cone
# ----------------------------------------------------------------------------------------------------------------------

LEGAL = [((0, -3), 0), ((1, -2), 0), ((3, -5), 10)]
NOT_LEGAL = [((1, -2), 6), ((1, -5), 4)]


@pytest.mark.parametrize("times", range(6))
@pytest.mark.parametrize(("at", "facing"), LEGAL)
def test_the_cone_reaches(at: tuple[int, int], facing: int, times: int) -> None:
    assert in_cone(turned(flying(0, 0), times), turned(flying(*at, facing), times))


@pytest.mark.parametrize("times", range(6))
@pytest.mark.parametrize(("at", "facing"), NOT_LEGAL)
def test_the_cone_does_not_reach(at: tuple[int, int], facing: int, times: int) -> None:
    assert not in_cone(turned(flying(0, 0), times), turned(flying(*at, facing), times))


def crossing(off: int, away: int) -> tuple[AircraftState, AircraftState]:
    """Put a target whose whole area lies off the path: it flies right, away from it, from so many hexes beside."""
    lead = 0 if away <= 4 else 1
    return flying(0, 0), flying(off - lead, -away, 4)


@pytest.mark.parametrize(("away", "wide"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 2), (7, 2), (8, 2)])
def test_the_cone_gets_wider_at_three_and_at_six_hexes(away: int, wide: int) -> None:
    for off in range(wide + 1):
        assert in_cone(*crossing(off, away))
    assert not in_cone(*crossing(wide + 1, away))


@pytest.mark.parametrize(("away", "right", "left"), [(2, 0, 0), (3, 1, 0), (5, 1, 0), (6, 1, 1), (8, 1, 1)])
def test_a_cone_of_a_total_width_has_its_right_side_first(away: int, right: int, left: int) -> None:
    lead = 0 if away <= 4 else 1
    for off in range(3):
        to_right = flying(off - lead, -away, 4)
        to_left = flying(-off + lead, off - lead - away, 8) if off else to_right
        assert distance(Hex(0, 0), path(to_left, 2)[lead - 1] if lead else to_left.at) == away
        assert in_cone(flying(0, 0), to_right, "total") == (off <= right)
        assert in_cone(flying(0, 0), to_left, "total") == (off <= left)


@pytest.mark.parametrize(("odd", "right", "left"), [(False, (3, -3), (1, -3)), (True, (2, -3), (0, -3))])
def test_across_the_grain_the_sides_are_those_of_the_ring(
    odd: bool, right: tuple[int, int], left: tuple[int, int]
) -> None:
    firing = flying(0, 0, 1, odd=odd)
    assert in_cone(firing, flying(*right, 4), "total")
    assert not in_cone(firing, flying(*left, 10), "total")
    assert in_cone(firing, flying(*left, 10))


def test_far_away_the_area_is_one_hex_ahead() -> None:
    """The target's own hex counts up to four hexes; from five on the next two ahead of it do."""
    leaving = 4
    assert in_cone(flying(0, 0), flying(1, -4, leaving))
    assert not in_cone(flying(0, 0), flying(1, -5, leaving))
    coming = 10
    assert in_cone(flying(0, 0), flying(3, -5, coming))
    assert not in_cone(flying(0, 0), flying(3, -4, coming))


def test_head_on_the_hex_of_the_firing_aircraft_is_in_no_cone() -> None:
    assert not in_cone(flying(0, 0, 0), flying(-1, 0, 4))


def test_a_target_across_the_grain_goes_on_where_it_is() -> None:
    """At (2,-3), facing 11, its next hex is (2,-4) with the right side first, and else (1,-3), beside the path."""
    assert not in_cone(flying(0, 0), flying(2, -3, 11))
    assert in_cone(flying(0, 0), flying(2, -3, 11, odd=True))


@given(states, targets, st.integers(0, 5), st.sampled_from(["each_side", "total"]))
def test_turning_the_map_changes_no_cone(firing: AircraftState, target: AircraftState, times: int, cone: str) -> None:
    if firing.at != target.at:
        assert in_cone(firing, target, cone) == in_cone(turned(firing, times), turned(target, times), cone)


@given(states, targets)
def test_mirroring_the_map_changes_no_cone(firing: AircraftState, target: AircraftState) -> None:
    if firing.at != target.at:
        assert in_cone(firing, target) == in_cone(mirrored(firing), mirrored(target))


@given(states, targets)
def test_a_cone_of_a_total_width_is_a_part_of_that_to_each_side(firing: AircraftState, target: AircraftState) -> None:
    if firing.at != target.at and in_cone(firing, target, "total"):
        assert in_cone(firing, target)


# ----------------------------------------------------------------------------------------------------------------------
# the zone
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("away", "half", "odd"), [(1, 0, 0), (2, 1, 0), (3, 1, 1), (4, 2, 1), (7, 3, 3), (8, 4, 3)])
def test_the_zone_is_as_wide_as_half_of_the_distance(away: int, half: int, odd: int) -> None:
    for off in range(away + 1):
        assert in_zone(flying(0, 0), flying(off, -away)) == (off <= half)
        assert in_zone(flying(0, 0), flying(off, -away), "odd") == (off <= odd)
        assert in_zone(flying(0, 0), flying(-off, off - away)) == (off <= half)


@given(states, targets, st.integers(0, 11))
def test_in_a_zone_the_facing_of_the_target_makes_no_difference(
    firing: AircraftState, target: AircraftState, facing: int
) -> None:
    if firing.at != target.at:
        assert in_zone(firing, target) == in_zone(firing, flying(*target.at, facing))


@given(states, targets, st.integers(0, 5), st.sampled_from(["half_range", "odd"]))
def test_turning_and_mirroring_the_map_changes_no_zone(
    firing: AircraftState, target: AircraftState, times: int, zone: str
) -> None:
    if firing.at != target.at:
        bearing = in_zone(firing, target, zone)
        assert in_zone(turned(firing, times), turned(target, times), zone) == bearing
        assert in_zone(mirrored(firing), mirrored(target), zone) == bearing
