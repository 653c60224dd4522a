"""Modes: how many points straight on a maneuver needs before it."""

from __future__ import annotations

from sheetscore.systems.airforce.cards import Band, Card, Modes, ModeTable
from sheetscore.systems.airforce.editions import BelowPoints, Edition
from sheetscore.systems.airforce.flight.energy import Range
from sheetscore.systems.airforce.flight.plot import HALF_ROLL, IMMELMANN, LOOP, ROLL, SLIP, TURN, WINGS_LEVEL, Kind

BANK = "bank"
_PRINTED = {
    TURN: "turn",
    SLIP: "slip",
    HALF_ROLL: "half_roll",
    ROLL: BANK,
    WINGS_LEVEL: BANK,
    LOOP: "loop",
    IMMELMANN: "loop",
}
"""Which mode of a card is printed for a maneuver; a skid needs that of its slip, and no other for its turn."""

_LIMITED = {TURN, SLIP, HALF_ROLL}
"""What the limits of loads bind, and no other maneuvers."""


def mode_of(kind: Kind, within: Range, points: int, band: Band, card: Card, edition: Edition, *, loaded: bool) -> int:
    """Return the points that a maneuver needs before it; a roll of two points for banks.

    Parameters
    ----------
    points
        Movement points of the turn.
    loaded
        Whether the aircraft counts as loaded.
    """
    printed = _printed(band.mode, _PRINTED[kind])[within] + (card.loaded_mode if loaded else 0)
    if kind not in _LIMITED:
        return printed
    least = edition.mode
    if within is Range.MANEUVER:
        if points == least.slow.points:
            return least.slow.mode if 0 < printed <= least.slow.printed else printed
        return max(printed, least.maneuver) if points > least.slow.points else printed
    floor = least.level if within is Range.LEVEL else least.dive
    return max(printed, floor, points - below_points(least.below_points, card, loaded=loaded))


def half_mode(mode: int) -> int:
    """Return the points that a roll of one point needs, by the mode of one of two."""
    return (mode + 1) // 2


def below_points(below: BelowPoints, card: Card, *, loaded: bool) -> int:
    """Return how far below the points a mode may be in the level and the dive range."""
    if card.engines == 1:
        return below.one_engine
    if card.engines > 2 or loaded:
        return below.more_or_loaded
    return below.fighter if card.role == "fighter" else below.two_engines


def _printed(modes: ModeTable, name: str) -> Modes:
    found: Modes = getattr(modes, name)
    return found
