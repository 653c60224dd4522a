"""How large the workbooks of an event may be, by the number of those who play in it, players or teams."""

from __future__ import annotations

from sheetscore.event.model import Event
from sheetscore.workbooks.guard.limits import Limits, limits_for

CONTENTS_OF_A_PLAYER = 1_000
"""Values and formulas that a player may bring into a workbook: usually 250 on the score sheets of a round and 120 in
its results, but these have a dozen for each box that is filled in."""


def limits_of(event: Event) -> Limits:
    """Give the limits for a draw, score sheets, results or standings of an event."""
    return limits_for(CONTENTS_OF_A_PLAYER * max(len(event.players), len(event.names)))
