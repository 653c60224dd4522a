"""The decisions on ties, for every system whose scores may be so near that they share a rank."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Annotated

from annotated_types import Ge, Le
from pydantic import Field

from sheetscore.event.model import Settings
from sheetscore.scoring.rank_table import RANKS, Place, rank_table
from sheetscore.scoring.ranking import TieGroup, ranks
from sheetscore.tables.table import Table

TieMargin = Annotated[Decimal, Ge(0), Le(100), Field(decimal_places=4)]
"""By how much scores may differ and share a rank all the same, in points."""


class TieSettings(Settings):
    """Which scores share a rank; a system may have another usual margin."""

    tie_margin: TieMargin = Field(
        default=Decimal(0),
        title="Tie margin",
        description="Scores that differ by no more than this share a rank; 0 means only equal ones do.",
    )
    tie_group: TieGroup = Field(
        default="leader",
        title="Tie group",
        description="leader: all within the margin of the highest score of a group share its rank. "
        "chain: each need only be within the margin of the next.",
    )

    def ranks(self, scores: Sequence[int | Fraction]) -> list[int]:
        """Rank scores from the highest down, in the order in which they are given."""
        return ranks(scores, Fraction(self.tie_margin), self.tie_group)

    def rank_table(self, scores: Sequence[int | Fraction], table: str, column: str, name: str = RANKS) -> Table[Place]:
        """Make the table in which the same ranks are found by formulas, from the scores of a column."""
        return rank_table(scores, Fraction(self.tie_margin), self.tie_group, table, column, name)

    @property
    def who_shares(self) -> str:
        """Say in a sentence which scores share a rank."""
        margin = f"{self.tie_margin.normalize():f}"
        groups = {
            "leader": f"A rank takes in every score within {margin} of its highest one.",
            "chain": f"A rank takes in every score within {margin} of the one above it.",
        }
        return groups[self.tie_group] if self.tie_margin else "Only equal scores share a rank."
