"""Where a target lies, by the numbers that an edition has for gunnery: column, hour, deflection, cone and zone."""

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
"""What holds from a distance on."""


class GunneryMethod(CardFilePart):
    """How shots are judged and hits are found.

    Distances are in hexes. What holds from a distance on is written as ``{ 1 = 0, 3 = 1 }``: 0 from 1 hex on, 1 from 3.
    """

    reach: Annotated[Whole, Field(ge=1, le=LONGEST)]
    short_reach: Annotated[Whole, Field(ge=1, le=LONGEST)]
    feet_a_hex: Annotated[Whole, Field(ge=1)]
    """The feet of separation that make a shot one longer."""
    level_feet: Annotated[Whole, Field(ge=1)]
    """The separation for each hex at which an aircraft in level flight can fire."""
    fire: Literal["cone", "zone"]
    sides: Steps
    """How far the cone reaches to each side of the path, from a distance on."""
    lead: Steps
    """How many hexes ahead of the target its area begins, from a distance on."""
    dice: Literal["both", "white"]
    """The dice that are rolled on the charts."""
    fewest_critical: Annotated[Whole, Field(ge=1)]
    """Fewer hits have no critical one among them."""
    more: dict[int, Annotated[Whole, Field(ge=1)]]
    """What a red die adds to a critical hit."""

    def true_range(self, distance: Amount, higher: Amount) -> Amount:
        """Return the range of a shot over so many hexes at a target so many feet higher, or lower."""
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
        There is none.
    """
    if not 0 < range_ <= LONGEST:
        raise ValueError(f"no chart has a column for range {range_}; ranges are 1 to {LONGEST}")
    return column_called(Fraction(range_))  # type: ignore[return-value]  # it is one of them


def column_called(range_: Amount) -> str | Figure:
    """Return what the column of a range is called."""
    return chosen(count(*(range_ >= int(column.partition("-")[0]) for column in COLUMNS[1:])), *COLUMNS)


Deflection = Literal["none", "medium", "high"]

_FROM_ASTERN: dict[int, Deflection] = {5: "none", 6: "none", 7: "none", 4: "medium", 8: "medium"}
"""Shots of fixed guns by the clock; all others are high."""

_ALONG = frozenset({11, 12, 1, 5, 6, 7})
"""The hours straight ahead and straight behind a flexible gun."""

_APART: dict[int, Deflection] = {0: "none", 1: "none", 2: "medium"}
"""Shots along the line of flight by how far the facings are apart."""

_CLOSING: dict[int, frozenset[int]] = {4: frozenset({0, 11, 10}), 8: frozenset({0, 1, 2})}
"""By the hour, how far a target's facing is turned right from the gunner's that flies alongside, at him or between."""


def clock(firing: int, target: int) -> int:
    """Return from which hour of the target a shot comes, 1 to 12, by the facings of both: 6 is dead astern."""
    return _hour(6 - (target - firing))


def fixed_deflection(clock: int) -> Deflection:
    """Return the deflection of a fixed forward gun's shot by its clock, 1 to 12."""
    return _FROM_ASTERN.get(clock, "high")


def bearing(firing: Hex, target: Hex) -> int:
    """Return in which direction another hex lies, to the nearest of the twelve facings.

    No hex lies half-way between two: the tangents of 15, 45 and 75 degrees are no quotients that hexes have.
    """
    (x, y), (far_x, far_y) = firing.place, target.place
    return round(degrees(atan2(far_x - x, far_y - y)) / (360 / FACINGS)) % FACINGS


def hour(firing: Hex, facing: int, target: Hex) -> int:
    """Return at which hour of an aircraft another hex lies, 1 to 12: 12 is straight ahead."""
    return _hour(bearing(firing, target) - facing)


def flexible_deflection(hour: int, firing: int, target: int) -> Deflection:
    """Return the deflection of a flexible gun's shot.

    Parameters
    ----------
    hour
        Where the target lies, 1 to 12.
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
"""Hexes of the target area, along the target's line of flight."""


def path(flying: AircraftState, length: int) -> tuple[Hex, ...]:
    """Return the next hexes straight on, the nearest first; across the grain they go on as the aircraft has it."""
    at, odd = flying.at, flying.odd
    ahead = []
    for _ in range(length):
        at, odd = straight_on(at, flying.facing, odd=odd)
        ahead.append(at)
    return tuple(ahead)


def bears(firing: AircraftState, target: AircraftState, gunnery: GunneryMethod, *, cone: str, zone: str) -> bool:
    """Return whether the fixed forward guns of an aircraft bear on another that is in some other hex.

    Parameters
    ----------
    gunnery
        The rules: whether a cone or a zone counts, and how wide and how far ahead.
    cone
        What the widths of a cone say: ``each_side`` of the path, or ``total``.
    zone
        How far off the path the procedural zone reaches: ``half_range``, or ``odd``, which gets wider at odd ranges.
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
    # hexes at one distance lie on a ring around the aircraft: across a corner with the grain, along an edge against it
    across = 4 if firing.facing % 2 == 0 else 3
    beside = (ahead.step(firing.facing + across), ahead.step(firing.facing - across))
    return at in (ahead, *beside[:sides])


def _reached(steps: Mapping[int, int], away: int) -> int:
    """Return what holds at a distance, of what holds from given distances on."""
    return steps[max(start for start in steps if start <= away)]
