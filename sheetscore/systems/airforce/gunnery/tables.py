"""The tables of gunnery that their owner fills in, and their files: charts of hits, modifiers, hit locations.

All are shipped blank. A cell that is not filled in yet is left out, or is ``""``::

    id = "8x30M"
    weapon = "Eight .30 machine guns"

    [[column]]
    range = "3"
    rolls = { 2 = 0, 3 = "", 4 = "" }
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Self, TypeVar

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator

from sheetscore.event.identity import folded
from sheetscore.findings import Finding, Severity
from sheetscore.forms.template import template_finding
from sheetscore.problems import MistakesFound
from sheetscore.systems.airforce.cards import Card, Gun
from sheetscore.systems.airforce.gunnery.bearings import COLUMNS, Column, Deflection, Engines, GunneryMethod
from sheetscore.systems.airforce.toml_parts import CardFilePart, File, FileId, Title, Whole, files, read_file
from sheetscore.wording import number_list, pluralize

HOLE = "chart-hole"

POSSIBLE_HITS = (0, 1, 2, 3, 4, 6, 8, 10, 12, 14, 16)

SHARES = (1, 2, 3, 4)
"""How many hits one location roll can place."""


def engines_class(engines: int | str) -> Engines:
    """Return the class of tables for an aircraft as a target, by the number or the class of its engines.

    Raises
    ------
    ValueError
        There is no such number or class of engines.
    """
    if engines in {"1E", 1}:
        return "1E"
    if engines == "ME" or (isinstance(engines, int) and engines > 1):
        return "ME"
    raise ValueError(f'engines are 1 or more, "1E" or "ME", and not {engines!r}')


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
"""The result of a location roll: a letter for each hit; a star follows a letter that can be hit critically."""


T = TypeVar("T")


class ChartColumn(CardFilePart):
    """The hits at some ranges, by the roll after modifiers: 2 to 12, or 1 to 6 if only the white die is rolled."""

    range: Column
    rolls: dict[Row, Hits] = Field(default_factory=dict)


class GunneryChart(File):
    """The chart of hits of a mix of weapons."""

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
        """Return the filled cells of a range, by the roll."""
        return next((_filled(one.rolls) for one in self.column if one.range == column), {})

    @property
    def is_blank(self) -> bool:
        """Whether no cell is filled."""
        return not any(self.rows(column) for column in COLUMNS)


class Modifiers(CardFilePart):
    """The modifiers of the roll, by the deflection."""

    none: Annotated[Whole, Field(ge=1, le=1)] = 1
    medium: Modifier = None
    high: Modifier = None

    def of(self, deflection: Deflection) -> int | None:
        """Return the modifier; None if blank."""
        return {"none": self.none, "medium": self.medium, "high": self.high}[deflection]


class Drms(File):
    """The modifiers for deflection, against targets with one engine and with more."""

    model_config = ConfigDict(validate_by_name=False)

    single: Modifiers = Field(default=Modifiers(), alias="1E")
    multi: Modifiers = Field(default=Modifiers(), alias="ME")

    def against(self, engines: Engines) -> Modifiers:
        """Return the modifiers against a kind of target."""
        return self.single if engines == "1E" else self.multi


class Location(CardFilePart):
    """The locations of a number of hits on a kind of target, by a D10 that shows 0 to 9."""

    engines: Engines
    hits: Annotated[Whole, Field(ge=SHARES[0], le=SHARES[-1])]
    rolls: dict[Die, Letters] = Field(default_factory=dict)


class Locations(File):
    """The tables of hit locations."""

    location: tuple[Location, ...] = ()

    @model_validator(mode="after")
    def _kinds_stand_once(self) -> Self:
        kinds = [(one.engines, one.hits) for one in self.location]
        if len(set(kinds)) < len(kinds):
            raise ValueError("two tables are for the same engines and number of hits")
        return self

    def rows(self, engines: Engines, hits: int) -> Mapping[int, str]:
        """Return the filled cells for a kind of target and a number of hits, by the D10."""
        kind = (engines, hits)
        return next((_filled(one.rolls) for one in self.location if (one.engines, one.hits) == kind), {})


def _filled(rolls: Mapping[int, T | None]) -> Mapping[int, T]:
    return {roll: cell for roll, cell in rolls.items() if cell is not None}


FIXED, FLEXIBLE = "FF", "F"

SINGLE = 1
"""The factor of a single .30."""

TWO_SINGLES = "2x30M"
"""The chart on which single .30s fire together."""

TOGETHER = 2
"""The least sum of their factors with which single .30s fire together."""


def is_single(gun: Gun) -> bool:
    """Return whether a gun is a single .30, which may fire together with others of its kind."""
    return gun.kind == FLEXIBLE and gun.factor == SINGLE


def chart_of(gun: Gun) -> str:
    """Return the chart that a gun needs; a single .30 needs that of two, since it may fire together with others."""
    return TWO_SINGLES if is_single(gun) else gun.weapon


def gun_called(card: Card, name: str) -> Gun | None:
    """Return a gun of a card by its id; capitals make no difference."""
    return next((gun for gun in card.guns if folded(gun.id) == folded(name)), None)


FOLDER = "gunnery"
DRMS, LOCATIONS = "drms", "locations"
"""The files in the folder that are no charts."""

_DEFLECTIONS: tuple[Deflection, ...] = ("medium", "high")
"""The deflections whose modifiers the owner fills in."""


class GunneryTables:
    """The tables in force for a fight, each read when it is first used.

    Parameters
    ----------
    own
        The event's ``templates`` folder, whose files override the shipped ones.
    home
        A folder named by the user, whose files override both.
    """

    def __init__(self, own: Path | None = None, home: Path | None = None) -> None:
        self._paths = files(FOLDER, own, home)

    def chart(self, weapon: str) -> GunneryChart | None:
        """Return the chart of a mix of weapons; None if there is no file for it.

        Raises
        ------
        MistakesFound
            With everything that is wrong in it.
        """
        path = self._paths.get(weapon)
        return None if path is None else read_chart(path)

    @cached_property
    def drms(self) -> Drms:
        """The modifiers for deflection.

        Raises
        ------
        MistakesFound
            With everything that is wrong in them.
        """
        return read_file(self._paths[DRMS], Drms, "table of modifiers")

    @cached_property
    def locations(self) -> Locations:
        """The tables of hit locations.

        Raises
        ------
        MistakesFound
            With everything that is wrong in the table.
        """
        return read_file(self._paths[LOCATIONS], Locations, "table of locations")

    def files(self, weapons: Iterable[str]) -> tuple[Path, ...]:
        """Return the files of modifiers and locations, and of the charts of weapons as far as there are any."""
        return tuple(self._paths[name] for name in (DRMS, LOCATIONS, *weapons) if name in self._paths)

    @property
    def weapons(self) -> tuple[str, ...]:
        """The ids of all charts. Other files are skipped: a folder named by the user may have cards, too."""
        charts = (name for name, path in self._paths.items() if path.parent.name == FOLDER)
        return tuple(name for name in charts if name not in {DRMS, LOCATIONS})


def read_chart(path: Path) -> GunneryChart:
    """Read a chart; a file that has not changed is read only once.

    Raises
    ------
    MistakesFound
        With everything that is wrong in it.
    """
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _read(path: Path, _changed: int) -> GunneryChart:
    chart = read_file(path, GunneryChart, "chart")
    if chart.id != path.stem:
        message = f'id: the file is called {path.name}, so its id is "{path.stem}", not "{chart.id}"'
        raise MistakesFound([template_finding(path, message)])
    return chart


def unfilled_cells(
    tables: GunneryTables, weapons: Iterable[str], targets: Collection[Engines], gunnery: GunneryMethod
) -> Iterator[Finding]:
    """Find blank cells that a fight needs.

    A blank table is a note: hits are not checked against it. A table that is filled in only in part is a warning; it
    becomes an error if a roll needs a blank cell.

    Parameters
    ----------
    weapons
        The weapons that are fired; those without a chart are skipped.
    targets
        The kinds of aircraft that are fired at.
    gunnery
        The numbers of the edition, with the rolls on charts.

    Raises
    ------
    MistakesFound
        A table cannot be read.
    """
    for weapon in dict.fromkeys(weapons):
        chart = tables.chart(weapon)
        if chart is not None:
            gaps = [f"column {one}, {gap}" for one in COLUMNS if (gap := _gap(chart.rows(one), gunnery.rolls))]
            yield from _reported(f"chart {weapon}", gaps, is_blank=chart.is_blank)
    for engines in targets:
        drms = tables.drms.against(engines)
        lacking = [one for one in _DEFLECTIONS if drms.of(one) is None]
        yield from _reported(f"modifiers against {engines}", lacking, is_blank=len(lacking) == len(_DEFLECTIONS))
        rows = {share: tables.locations.rows(engines, share) for share in SHARES}
        gaps = [f"{pluralize(share, 'hit')}, {gap}" for share in SHARES if (gap := _gap(rows[share], range(10)))]
        yield from _reported(f"locations on {engines}", gaps, is_blank=not any(rows.values()))


def table_findings(tables: GunneryTables, cards: Iterable[Card], gunnery: GunneryMethod) -> list[Finding]:
    """Find mistakes and blank cells in the tables for a fight of these aircraft.

    Tables that are all blank are skipped: a fight can do without them.
    """
    cards = [*cards]
    fired = dict.fromkeys(chart_of(gun) for card in cards for gun in card.guns)
    targets = dict.fromkeys(engines_class(card.engines) for card in cards)
    found: dict[Finding, None] = {}
    # table by table, so that mistakes in one hide nothing about the others
    for one in (*(([weapon], []) for weapon in fired), *(([], [engines]) for engines in targets)):
        try:
            found |= dict.fromkeys(unfilled_cells(tables, *one, gunnery))
        except MistakesFound as mistakes:
            found |= dict.fromkeys(mistakes.findings)
    return [one for one in found if one.severity is not Severity.NOTE]


def _gap(rows: Collection[int], needed: range) -> str:
    """Name the missing rows: ``rows 2, 3 and 12``, or ``all rows``; empty if none is missing."""
    lacking = [row for row in needed if row not in rows]
    if len(lacking) == len(needed):
        return "all rows"
    return number_list("row", lacking) if lacking else ""


def _reported(table: str, lacking: Sequence[str], *, is_blank: bool) -> Iterator[Finding]:
    if is_blank:
        yield Finding(HOLE, f"{table}: nothing is filled in, so that no hits are checked", severity=Severity.NOTE)
    elif lacking:
        yield Finding(HOLE, f"{table}: not filled in are {'; '.join(lacking)}", severity=Severity.WARNING)
