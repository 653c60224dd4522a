"""Decisions that several systems leave to the director, on factoring and ties; and all decisions in words."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Literal

from annotated_types import Ge, Le
from pydantic import Field

from sheetscore.event.model import Settings
from sheetscore.scoring.ranking import RANKS, Place, TieGroup, factor_formula, rank_table, ranks, section_factor
from sheetscore.systems.outcomes import Decision
from sheetscore.tables.table import Table

TieMargin = Annotated[Decimal, Ge(0), Le(100), Field(decimal_places=4)]
"""By how much scores may differ and share a rank all the same, in points."""


class FactoringSettings(Settings):
    """How match points of groups of unequal size are made comparable."""

    factoring: Literal["round", "none"] = Field(
        default="round",
        title="Factoring",
        description="round: match points of smaller groups are raised to the largest that they are compared with. "
        "none: they count as they are.",
    )
    factor_rounding: Literal["exact", "2dp"] = Field(
        default="exact",
        title="Factor rounding",
        description="exact: factors are kept as fractions. 2dp: they are rounded to two decimals before use.",
    )

    def factor(self, size: int, largest: int) -> Fraction | None:
        """Return the factor of a group.

        Parameters
        ----------
        size
            How many are in it, from 1.
        largest
            How many are in the largest group that it is compared with.

        Returns
        -------
        None for a group of one, where nobody can be beaten.
        """
        if size > 1 and self.factoring == "none":
            return Fraction(1)
        return section_factor(size, largest, self.factor_rounding)

    def factor_formula(self, size: str, sizes: str) -> str:
        """Write the factor of a group by the cells of its size and of all sizes; empty for a group of one."""
        if self.factoring == "none":
            return f'IF({size}<2,"",1)'
        return factor_formula(size, sizes, self.factor_rounding)


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


def decisions_of(settings: Settings) -> list[Decision]:
    """Return every setting of an event with what it is called, its value and what it means."""
    return [
        Decision(info.title or name, _spoken(getattr(settings, name)), info.description or "")
        for name, info in type(settings).model_fields.items()
    ]


def _spoken(value: object) -> str:
    if value is None:
        return "blank"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "blank"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
