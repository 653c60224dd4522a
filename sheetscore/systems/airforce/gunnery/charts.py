"""The tables of gunnery that their owner fills in: charts of hits, deflection modifiers, hit locations.

All are shipped blank. A cell that is not known yet is left away, or is ``""``::

    id = "8x30M"
    weapon = "Eight .30 machine guns"

    [[column]]
    range = "3"
    rolls = { 2 = 0, 3 = "", 4 = "" }
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Self, TypeVar

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator

from sheetscore.systems.airforce.gunnery.bearings import COLUMNS, Column, Deflection, Engines
from sheetscore.systems.airforce.toml_parts import File, FileId, Part, Title, Whole

POSSIBLE_HITS = (0, 1, 2, 3, 4, 6, 8, 10, 12, 14, 16)

SHARES = (1, 2, 3, 4)
"""So many hits can fall by one roll for their location."""


def _blank(cell: object) -> object:
    return None if isinstance(cell, str) and not cell.strip() else cell


def _hits(cell: int | None) -> int | None:
    if cell is not None and cell not in POSSIBLE_HITS:
        raise ValueError(f"a chart gives {', '.join(map(str, POSSIBLE_HITS))} hits, and never {cell}")
    return cell


def _letters(cell: str | None) -> str | None:
    return None if cell is None else cell.upper()


Row = Annotated[int, Field(ge=1, le=12)]
Die = Annotated[int, Field(ge=0, le=9)]
Hits = Annotated[Whole | None, BeforeValidator(_blank), AfterValidator(_hits)]
Modifier = Annotated[Whole | None, BeforeValidator(_blank)]
Letters = Annotated[
    Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^([A-Za-z]\*?)+$")] | None,
    BeforeValidator(_blank),
    AfterValidator(_letters),
]
"""What is hit, a letter for each hit; a star follows what can be hit critically."""


T = TypeVar("T")


class ChartColumn(Part):
    """The hits at some ranges, by the roll after modifiers: 2 to 12, or 1 to 6 where the white die alone is rolled."""

    range: Column
    rolls: dict[Row, Hits] = Field(default_factory=dict)


class Chart(File):
    """The hits that a mix of weapons scores."""

    id: FileId
    weapon: Title
    column: tuple[ChartColumn, ...] = ()

    @model_validator(mode="after")
    def _columns_stand_once(self) -> Self:
        ranges = [one.range for one in self.column]
        if len(set(ranges)) < len(ranges):
            raise ValueError("two columns are for the same range")
        return self

    def rows(self, column: Column) -> Mapping[int, int]:
        """Return what is filled in for a range, by the roll."""
        return next((_filled(one.rolls) for one in self.column if one.range == column), {})

    @property
    def is_blank(self) -> bool:
        """Whether nothing is filled in."""
        return not any(self.rows(column) for column in COLUMNS)


class Modifiers(Part):
    """What is added to the roll, by the deflection."""

    none: Annotated[Whole, Field(ge=1, le=1)] = 1
    medium: Modifier = None
    high: Modifier = None

    def of(self, deflection: Deflection) -> int | None:
        """Return the modifier; None where nothing is filled in."""
        return {"none": self.none, "medium": self.medium, "high": self.high}[deflection]


class Drms(File):
    """The modifiers for deflection, against targets with one engine and with more."""

    model_config = ConfigDict(validate_by_name=False)

    single: Modifiers = Field(default=Modifiers(), alias="1E")
    multi: Modifiers = Field(default=Modifiers(), alias="ME")

    def against(self, engines: Engines) -> Modifiers:
        """Return those against a kind of target."""
        return self.single if engines == "1E" else self.multi


class Location(Part):
    """Where so many hits fall on a kind of target, by a D10 that shows 0 to 9."""

    engines: Engines
    hits: Annotated[Whole, Field(ge=SHARES[0], le=SHARES[-1])]
    rolls: dict[Die, Letters] = Field(default_factory=dict)


class Locations(File):
    """Where hits fall."""

    location: tuple[Location, ...] = ()

    @model_validator(mode="after")
    def _kinds_stand_once(self) -> Self:
        kinds = [(one.engines, one.hits) for one in self.location]
        if len(set(kinds)) < len(kinds):
            raise ValueError("two tables are for the same engines and number of hits")
        return self

    def rows(self, engines: Engines, hits: int) -> Mapping[int, str]:
        """Return what is filled in for a kind of target and a number of hits, by the D10."""
        kind = (engines, hits)
        return next((_filled(one.rolls) for one in self.location if (one.engines, one.hits) == kind), {})


def _filled(rolls: Mapping[int, T | None]) -> Mapping[int, T]:
    return {roll: cell for roll, cell in rolls.items() if cell is not None}
