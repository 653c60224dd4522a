"""How hard a shot is: the clock of fixed guns, the hour of flexible ones, and the deflection that follows."""

from __future__ import annotations

from math import atan2, degrees
from typing import Literal

from sheetscore.systems.airforce.flight.hexes import FACINGS, Hex

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
