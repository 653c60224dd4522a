"""The bearing of a target by the gunnery numbers of an edition: column, hour, deflection, cone and zone."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import atan2, degrees
from typing import Annotated, Any, Literal, overload

from pydantic import AfterValidator, Field

from sheetscore.expressions.figure import Amount, Figure
from sheetscore.expressions.figure_calls import all_of, chosen, count, floored
from sheetscore.systems.airforce.flight.state import FACINGS, AircraftState, Hex, distance, straight_on
from sheetscore.systems.airforce.toml_parts import CardFilePart, Whole

Column = Literal["1-2", "3", "4", "5-6", "7-8"]
"""A column of a chart, by the ranges that it is for."""

COLUMNS: tuple[Column, ...] = ("1-2", "3", "4", "5-6", "7-8")

Engines = Literal["1E", "ME"]
"""Targets with one engine, and with more."""

LONGEST = 8
"""The longest range that has a column."""


def _from_the_first_hex(steps: dict[int, int]) -> dict[int, int]:
    if 1 not in steps:
        raise ValueError("say what holds from 1 hex on")
    return steps


Steps = Annotated[dict[int, Annotated[Whole, Field(ge=0, le=2)]], AfterValidator(_from_the_first_hex)]
"""Values by distance: each holds from its distance in hexes on, up to the next; see `GunneryMethod`."""


class GunneryMethod(CardFilePart):
    """The numbers of an edition for shots and hits.

    Distances are in hexes. A value that depends on the distance is written as ``{ 1 = 0, 3 = 1 }``: 0 from 1 hex on, 1
    from 3 hexes on.
    """

    reach: Annotated[Whole, Field(ge=1, le=LONGEST)]
    short_reach: Annotated[Whole, Field(ge=1, le=LONGEST)]
    feet_a_hex: Annotated[Whole, Field(ge=1)]
    """The feet of separation that add 1 to the range."""
    level_feet: Annotated[Whole, Field(ge=1)]
    """The greatest separation, in feet per hex of distance, at which an aircraft in level flight can fire."""
    fire: Literal["cone", "zone"]
    sides: Steps
    """The width of the cone to each side of the path in hexes, by distance."""
    lead: Steps
    """The hexes from the target to the beginning of the target area, by distance."""
    dice: Literal["both", "white"]
    """The dice that are rolled on the charts."""
    fewest_critical: Annotated[Whole, Field(ge=1)]
    """The least number of hits with which a shot can have critical ones."""
    more: dict[int, Annotated[Whole, Field(ge=1)]]
    """The hits that a critical hit adds, by the red die."""

    def true_range(self, distance: Amount, higher: Amount) -> Amount:
        """Return the range in hexes: the distance, plus an addition for the feet of separation in altitude."""
        return distance + floored(abs(higher) / self.feet_a_hex)

    @overload
    def reaches(self, distance: int, range_: int) -> bool: ...
    @overload
    def reaches(self, distance: Figure, range_: Figure) -> Figure: ...
    def reaches(self, distance: Any, range_: Any) -> bool | Figure:
        """Return whether the charts have a column for a shot: there is none in one hex, and none beyond the reach."""
        charted: bool | Figure = all_of(distance > 0, range_ <= self.reach)
        return charted

    @property
    def rolls(self) -> range:
        """The rows of a chart."""
        return range(2, 13) if self.dice == "both" else range(1, 7)


def column_of(range_: int) -> Column:
    """Return the column of a range, 1 to 8 hexes.

    Raises
    ------
    ValueError
        The range is not 1 to 8.
    """
    if not 0 < range_ <= LONGEST:
        raise ValueError(f"no chart has a column for range {range_}; ranges are 1 to {LONGEST}")
    return column_called(Fraction(range_))  # type: ignore[return-value]  # it is one of them


def column_called(range_: Amount) -> str | Figure:
    """Return the name of the column of a range."""
    return chosen(count(*(range_ >= int(column.partition("-")[0]) for column in COLUMNS[1:])), *COLUMNS)


Deflection = Literal["none", "medium", "high"]

_FROM_ASTERN: dict[int, Deflection] = {5: "none", 6: "none", 7: "none", 4: "medium", 8: "medium"}
"""The deflection of a fixed gun's shot by its clock; all other hours are high."""

_ALONG = frozenset({11, 12, 1, 5, 6, 7})
"""The hours ahead of and behind a flexible gun, along the line of flight."""

_APART: dict[int, Deflection] = {0: "none", 1: "none", 2: "medium"}
"""The deflection of a flexible gun's shot at the hours of `_ALONG`, by the difference of the facings; else high."""

_CLOSING: dict[int, frozenset[int]] = {4: frozenset({0, 11, 10}), 8: frozenset({0, 1, 2})}
"""The facings of a target at an hour abeam, counted clockwise from the gunner's, with medium deflection: it flies
alongside, towards the gunner, or in between."""


def clock(firing: int, target: int) -> int:
    """Return the hour of the target from which a shot comes, 1 to 12, by the facings of both: 6 is dead astern."""
    return _hour(6 - (target - firing))


def fixed_deflection(clock: int) -> Deflection:
    """Return the deflection of a fixed forward gun's shot by its clock, 1 to 12."""
    return _FROM_ASTERN.get(clock, "high")


def bearing(firing: Hex, target: Hex) -> int:
    """Return the direction of another hex, to the nearest of the twelve facings.

    No hex lies exactly half-way between two facings: on a hex grid no direction has the tangent of 15, 45 or 75
    degrees.
    """
    (x, y), (far_x, far_y) = firing.place, target.place
    return round(degrees(atan2(far_x - x, far_y - y)) / (360 / FACINGS)) % FACINGS


def hour(firing: Hex, facing: int, target: Hex) -> int:
    """Return the hour of another hex from an aircraft, 1 to 12: 12 is straight ahead."""
    return _hour(bearing(firing, target) - facing)


def flexible_deflection(hour: int, firing: int, target: int) -> Deflection:
    """Return the deflection of a flexible gun's shot.

    Parameters
    ----------
    hour
        The hour of the target, 1 to 12.
    firing, target
        The facings.
    """
    turned = (target - firing) % FACINGS
    if hour in _ALONG:
        return _APART.get(min(turned, FACINGS - turned), "high")
    return "medium" if turned in _CLOSING.get(hour, ()) else "high"


def _hour(facing: int) -> int:
    return facing % FACINGS or FACINGS


AREA = 2
"""The length of the target area in hexes, along the target's line of flight."""


def path(flying: AircraftState, length: int) -> tuple[Hex, ...]:
    """Return the next hexes straight on, the nearest first; on an odd facing `AircraftState.odd` selects the first."""
    at, odd = flying.at, flying.odd
    ahead = []
    for _ in range(length):
        at, odd = straight_on(at, flying.facing, odd=odd)
        ahead.append(at)
    return tuple(ahead)


def bears(firing: AircraftState, target: AircraftState, gunnery: GunneryMethod, *, cone: str, zone: str) -> bool:
    """Return whether the fixed forward guns of an aircraft bear on an aircraft in another hex.

    Parameters
    ----------
    gunnery
        The numbers of the edition: cone or zone, and its measures.
    cone
        The meaning of the widths of a cone: ``each_side`` of the path, or ``total``.
    zone
        The width of the procedural zone to each side: ``half_range``, or ``odd``, which gets wider at odd ranges.
    """
    away = distance(firing.at, target.at)
    if gunnery.fire == "zone":
        off = distance(target.at, path(firing, away)[-1])
        return off <= (away if zone == "half_range" else away - 1) // 2
    lead = _reached(gunnery.lead, away)
    area = (target.at, *path(target, lead + AREA - 1))[lead:]
    return any(_in_cone(firing, at, gunnery, cone) for at in area)


def _in_cone(firing: AircraftState, at: Hex, gunnery: GunneryMethod, cone: str) -> bool:
    away = distance(firing.at, at)
    if away == 0:
        return False
    ahead, sides = path(firing, away)[-1], _reached(gunnery.sides, away)
    if cone == "each_side":
        return distance(at, ahead) <= sides
    # hexes at one distance lie on a ring around the aircraft; even facings point at its corners, odd ones at its edges
    across = 4 if firing.facing % 2 == 0 else 3
    beside = (ahead.step(firing.facing + across), ahead.step(firing.facing - across))
    return at in (ahead, *beside[:sides])


def _reached(steps: Mapping[int, int], away: int) -> int:
    """Return the value at a distance."""
    return steps[max(start for start in steps if start <= away)]
