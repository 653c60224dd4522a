"""An aircraft at a moment between two turns: where it is, how it lies in the air, how fast and how high it flies."""

from __future__ import annotations

from msgspec import Struct

from sheetscore.systems.airforce.flight.hexes import Hex

BANKS = ("L", "RB", "IR", "I", "IL", "LB")
"""A roll to the right steps from each to the next, and from the last to the first."""

UPWARD = frozenset({"L", "RB", "LB"})
"""The banks with the cockpit up."""


class AircraftState(Struct, frozen=True):
    """Where and how an aircraft flies between two turns.

    Parameters
    ----------
    at
        The hex.
    facing
        0 to 11, clockwise; 0 is map north.
    bank
        One of :data:`BANKS`.
    speed
        In tenths of a speed point, 0 or more.
    altitude
        In feet; below 0 it has crashed.
    odd
        Whether the next hex across the grain is the left front one.
    run_in
        How many points it has gone straight since its last maneuver of any kind.
    loaded
        Whether it carries bombs, or counts as if it did.
    lame
        Whether an engine is gone: it counts as loaded and has no power.
    """

    at: Hex
    facing: int
    bank: str
    speed: int
    altitude: int
    odd: bool = False
    run_in: int = 0
    loaded: bool = False
    lame: bool = False
