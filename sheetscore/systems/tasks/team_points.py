"""Team points: what a side earns at its table counts for every pilot of it.

Source: Tournament Guidelines, 1991, Team Points.
"""

from __future__ import annotations

from fractions import Fraction

from sheetscore.forms.form import PageScore

TEAM_POINTS = "team_points"
"""What the sums of a page call them; and how the ids of their blocks begin, before the side's id."""


def block_of(side: str) -> str:
    """Return the id of a side's block on its table's own page."""
    return f"{TEAM_POINTS}.{side}"


def awarded(own: PageScore, side: str) -> int | Fraction:
    """Return the team points of a side by its table's own page; 0 where there are none to earn."""
    return own.total(block_of(side)) if block_of(side) in own.rows else 0
