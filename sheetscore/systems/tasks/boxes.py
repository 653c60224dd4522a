"""The boxes that every pilot's page has around its tasks, by their public ids, and what its sums are called."""

from __future__ import annotations

PILOT, FLEW = "seat.pilot", "seat.flew"
"""Who flies the seat, and the flag that says by 0 that nobody did."""

CLAIMED = "claimed.sp"
"""What the page comes to as the pilot counts."""

RULING, REASON = "ruling.sp", "ruling.reason"
"""What the director decides instead, and why."""

COMPUTED, SCENARIO_POINTS, ROUND_SCORE = "computed", "sp", "rs"
"""The sums of a page: what its lines come to, what it is worth, and that with the points of the side's team."""
