"""The guns of a card: fixed and flexible ones, and single .30s, which fire together."""

from __future__ import annotations

from sheetscore.event.identity import folded
from sheetscore.systems.airforce.cards import Card, Gun

FIXED, FLEXIBLE = "FF", "F"

SINGLE = 1
"""The factor of a single .30."""

TWO_SINGLES = "2x30M"
"""The chart on which single .30s fire together."""

TOGETHER = 2
"""The factors that they need for it."""


def is_single(gun: Gun) -> bool:
    """Tell whether a gun is a single .30 that others may fire together with."""
    return gun.kind == FLEXIBLE and gun.factor == SINGLE


def chart_of(gun: Gun) -> str:
    """Return the chart that a gun needs; single .30s fire on that of two, whether they have one of their own or not."""
    return TWO_SINGLES if is_single(gun) else gun.weapon


def gun_called(card: Card, name: str) -> Gun | None:
    """Return a gun of a card by its id; capitals make no difference."""
    return next((gun for gun in card.guns if folded(gun.id) == folded(name)), None)
