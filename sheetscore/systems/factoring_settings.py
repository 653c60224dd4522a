"""The decisions on factoring, for every system that compares groups of unequal size."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from pydantic import Field

from sheetscore.event.model import Settings
from sheetscore.scoring.factoring import section_factor
from sheetscore.scoring.formulas import factor_formula


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
        """Give the factor of a group.

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
