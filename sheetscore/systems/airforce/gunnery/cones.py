"""What fixed guns can reach: the path straight on, the cone around it, the zone of the procedural rules."""

from __future__ import annotations

from collections.abc import Mapping

from sheetscore.systems.airforce.flight.hexes import Hex, distance, straight_on
from sheetscore.systems.airforce.flight.state import AircraftState
from sheetscore.systems.airforce.gunnery.numbers import Gunnery

AREA = 2
"""The target area is so many hexes long, along the target's line of flight."""


def path(flying: AircraftState, length: int) -> tuple[Hex, ...]:
    """Return the next hexes straight on, the nearest first; across the grain they go on as the aircraft has it."""
    at, odd = flying.at, flying.odd
    ahead = []
    for _ in range(length):
        at, odd = straight_on(at, flying.facing, odd=odd)
        ahead.append(at)
    return tuple(ahead)


def bears(firing: AircraftState, target: AircraftState, gunnery: Gunnery, *, cone: str, zone: str) -> bool:
    """Tell whether the fixed forward guns of an aircraft bear on another that is in some other hex.

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


def _in_cone(firing: AircraftState, at: Hex, gunnery: Gunnery, cone: str) -> bool:
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
