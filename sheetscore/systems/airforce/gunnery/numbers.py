"""The numbers of gunnery as an edition has them, in its ``[gunnery]``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from sheetscore.systems.airforce.toml_parts import Part, Whole

Column = Literal["1-2", "3", "4", "5-6", "7-8"]
"""A column of a chart, by the ranges that it is for."""

COLUMNS: tuple[Column, ...] = ("1-2", "3", "4", "5-6", "7-8")

Engines = Literal["1E", "ME"]
"""Targets with one engine, and with more."""

LONGEST = 8
"""The longest range that has a column."""


def _from_the_first_hex(steps: dict[int, int]) -> dict[int, int]:
    if 1 not in steps:
        raise ValueError("say what holds from 1 hex on")
    return steps


Steps = Annotated[dict[int, Annotated[Whole, Field(ge=0, le=2)]], AfterValidator(_from_the_first_hex)]
"""What holds from a distance on."""


class Gunnery(Part):
    """How shots are judged and hits are found.

    Distances are in hexes. What holds from a distance on is written as ``{ 1 = 0, 3 = 1 }``: 0 from 1 hex on, 1 from 3.
    """

    reach: Annotated[Whole, Field(ge=1, le=LONGEST)]
    short_reach: Annotated[Whole, Field(ge=1, le=LONGEST)]
    feet_a_hex: Annotated[Whole, Field(ge=1)]
    """So many feet of separation make a shot one longer."""
    level_feet: Annotated[Whole, Field(ge=1)]
    """The separation for each hex at which an aircraft in level flight can fire."""
    fire: Literal["cone", "zone"]
    sides: Steps
    """How far the cone reaches to each side of the path, from a distance on."""
    lead: Steps
    """So many hexes ahead of the target its area begins, from a distance on."""
    dice: Literal["both", "white"]
    """The dice that are rolled on the charts."""
    fewest_critical: Annotated[Whole, Field(ge=1)]
    """Fewer hits have no critical one among them."""
    more: dict[int, Annotated[Whole, Field(ge=1)]]
    """What a red die adds to a critical hit."""

    @property
    def rolls(self) -> range:
        """The rows of a chart."""
        return range(2, 13) if self.dice == "both" else range(1, 7)


def column_of(range_: int) -> Column:
    """Return the column of a range, 1 to 8 hexes.

    Raises
    ------
    ValueError
        There is none.
    """
    if range_ not in _COLUMN_OF:
        raise ValueError(f"no chart has a column for range {range_}; ranges are 1 to {LONGEST}")
    return _COLUMN_OF[range_]


_COLUMN_OF: dict[int, Column] = {
    range_: column
    for column in COLUMNS
    for first, _, last in [column.partition("-")]
    for range_ in range(int(first), int(last or first) + 1)
}
