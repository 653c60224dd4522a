"""How hard a shot is: the clock of fixed guns, the hour of flexible ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetscore.systems.airforce.flight.state import Hex
from sheetscore.systems.airforce.gunnery.bearings import bearing, clock, fixed_deflection, flexible_deflection, hour

FACINGS = st.integers(0, 11)


@pytest.mark.parametrize(
    ("turned", "told", "deflection"),
    [
        (0, 6, "none"),
        (1, 5, "none"),
        (11, 7, "none"),
        (2, 4, "medium"),
        (10, 8, "medium"),
        (3, 3, "high"),
        (9, 9, "high"),
        (5, 1, "high"),
        (6, 12, "high"),
        (7, 11, "high"),
    ],
)
@pytest.mark.parametrize("own", range(12))
def test_the_clock_of_fixed_guns_follows_from_the_facings(own: int, turned: int, told: int, deflection: str) -> None:
    assert clock(own, (own + turned) % 12) == told
    assert fixed_deflection(told) == deflection


@pytest.mark.parametrize(
    ("at", "direction"),
    [
        ((0, -1), 0),
        ((1, -2), 1),
        ((1, -1), 2),
        ((2, -1), 3),
        ((1, 0), 4),
        ((1, 1), 5),
        ((0, 3), 6),
        ((-1, 2), 7),
        ((-1, 1), 8),
        ((-2, 1), 9),
        ((-5, 0), 10),
        ((-1, -1), 11),
        ((1, -4), 0),
        ((1, -3), 1),
        ((2, -7), 1),
        ((1, -5), 0),
    ],
)
def test_a_bearing_is_the_nearest_facing(at: tuple[int, int], direction: int) -> None:
    """(1, -4) lies 13.9 degrees from north and (1, -3) 19.1; (2, -7) lies 16.1 and (1, -5) 10.9."""
    assert bearing(Hex(0, 0), Hex(*at)) == direction


@given(FACINGS, FACINGS)
def test_the_hour_is_the_bearing_as_the_aircraft_faces(facing: int, more: int) -> None:
    assert hour(Hex(0, 0), facing, Hex(0, 3)) == (6 - facing) % 12 or 12
    assert hour(Hex(4, 4), 0, Hex(4, 3)) == 12


@pytest.mark.parametrize(("facing", "deflection"), [(0, "none"), (2, "medium"), (3, "high")])
def test_a_target_dead_astern_of_flexible_guns(facing: int, deflection: str) -> None:
    assert flexible_deflection(hour(Hex(0, 0), 0, Hex(0, 3)), 0, facing) == deflection


@pytest.mark.parametrize("at", [11, 12, 1, 5, 6, 7])
@pytest.mark.parametrize("own", range(12))
def test_along_the_line_of_flight_it_goes_by_how_far_the_facings_are_apart(at: int, own: int) -> None:
    told = [flexible_deflection(at, own, (own + turned) % 12) for turned in range(12)]
    assert told == ["none", "none", "medium", *["high"] * 7, "medium", "none"]


@pytest.mark.parametrize("own", range(12))
def test_at_four_and_eight_targets_alongside_or_coming_are_of_medium_deflection(own: int) -> None:
    four = [flexible_deflection(4, own, (own + turned) % 12) for turned in range(12)]
    assert four == ["medium", *["high"] * 9, "medium", "medium"]
    eight = [flexible_deflection(8, own, (own + turned) % 12) for turned in range(12)]
    assert eight == ["medium", "medium", "medium", *["high"] * 9]


@pytest.mark.parametrize("at", [2, 3, 9, 10])
@given(own=FACINGS, target=FACINGS)
def test_at_all_other_hours_deflection_is_high(at: int, own: int, target: int) -> None:
    assert flexible_deflection(at, own, target) == "high"


@given(FACINGS, FACINGS, st.integers(1, 12))
def test_left_and_right_are_alike(own: int, target: int, at: int) -> None:
    mirrored = (12 - at) or 12
    assert flexible_deflection(at, own, target) == flexible_deflection(mirrored, -own % 12, -target % 12)
