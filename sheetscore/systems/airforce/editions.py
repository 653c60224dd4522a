"""The rules in force: the numbers of an edition, from its TOML file, and the decisions that the rules leave open."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Annotated, ClassVar, Literal, get_args

from pydantic import Field

from sheetscore.event.identity import folded, suggestion
from sheetscore.event.model import Settings
from sheetscore.findings import finding
from sheetscore.forms.template import template_data, template_finding
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.systems.airforce.cards import LossClass
from sheetscore.systems.airforce.gunnery.bearings import GunneryMethod
from sheetscore.systems.airforce.toml_parts import (
    CardFilePart,
    Count,
    Feet,
    File,
    FileId,
    Speed,
    Title,
    Whole,
    YesNo,
    checked,
    files,
)
from sheetscore.wording import join_words

EDITIONS = "editions"
"""The folder of editions."""

_BY_KEY = ("after", "gunnery")
"""The tables in which an edition may replace single keys of the edition that it is based on."""


class Attitude(StrEnum):
    """The change of altitude of an aircraft in a turn."""

    __hash__ = str.__hash__  # an enumeration's own hash is Python code: too slow, as each turn needs some

    LEVEL = "level"
    CLIMB = "climb"
    DIVE = "dive"
    STEEP_CLIMB = "steep_climb"
    STEEP_DIVE = "steep_dive"
    VERTICAL_DIVE = "vertical_dive"

    @property
    def climbs(self) -> bool:
        """Whether the aircraft ends the turn higher."""
        return self in _CLIMBS

    @property
    def dives(self) -> bool:
        """Whether the aircraft ends the turn lower."""
        return self in _DIVES


LEVEL, CLIMB, DIVE, STEEP_CLIMB, STEEP_DIVE, VERTICAL_DIVE = Attitude
"""The members under names of their own, since looking up a member of an enumeration is slow."""

_CLIMBS = frozenset({CLIMB, STEEP_CLIMB})
_DIVES = frozenset({DIVE, STEEP_DIVE, VERTICAL_DIVE})


Bank = Literal["L", "RB", "IR", "I", "IL", "LB"]
"""How an aircraft lies in the air: level, right bank, inverted right, inverted, inverted left, left bank."""

Special = Literal["steep_climb", "steep_dive", "vertical_dive"]
Gain = Literal["table"] | Speed
"""The speed gained in a dive: by the table of dives, or a fixed number for any altitude lost."""

Skips = Annotated[Whole, Field(ge=2, le=9)]


class ShallowDive(CardFilePart):
    """The feet that an ordinary dive may lose for each point."""

    feet: Feet


class SteepClimb(CardFilePart):
    """The numbers of steep climbs."""

    feet: Feet
    """The feet that it may gain for each movement point."""
    most: Feet | Literal["least speed"]
    """The most feet that it gains in a turn; ``least speed``: as many as leave the least maneuver speed."""
    below_level: Speed | None = None
    """By how much its speed at the end stays below the top level speed, in tenths; None without such a limit."""
    skips: Skips
    """Which movement points of the turn enter no hex: each third for 3."""

    @property
    def exact(self) -> bool:
        """Whether the climb must gain exactly the most that it may."""
        return self.most == "least speed"


class SteepDive(CardFilePart):
    """The numbers of steep dives."""

    feet: Feet
    """The feet that it loses for each movement point."""
    gain: Gain
    """The speed that it gains."""
    skips: Skips
    """Which movement points of the turn enter no hex: each third for 3."""


class VerticalDive(CardFilePart):
    """The numbers of vertical dives, and their conditions."""

    feet: Feet
    """The feet that it loses for each movement point."""
    gain: Gain
    """The speed that it gains."""
    banks: tuple[Bank, ...]
    """The banks from which it may begin."""
    fighter_engines: Count | None = None
    """The most engines of a fighter that may dive vertically, as dive bombers may; None if all aircraft may."""
    half_dive_before: YesNo = False
    """Whether the aircraft must dive in the turn before, at least half as far as in the greatest shallow dive."""
    loops: YesNo = False
    """Whether half loops are allowed in it."""


class Loop(CardFilePart):
    """The banks from which half loops begin."""

    climbing: tuple[Bank, ...]
    diving: tuple[Bank, ...]


class GainTable(CardFilePart):
    """The speed gained by the feet lost."""

    step: Annotated[Whole, Field(ge=100)]
    """The feet of a step."""
    gain: Speed
    """The speed gained for each whole step."""
    rest: Feet
    """The least feet beyond whole steps that gain speed, too."""
    rest_gain: Speed
    """The speed gained for these."""


class FollowingTurn(CardFilePart):
    """The conditions on the turn after a special one."""

    least_dive: Feet | Literal["half"] = 0
    """In feet, or half of the most that a shallow dive may lose."""
    or_else: tuple[Attitude, ...] = ()
    """The attitudes that are allowed instead of such a dive."""
    forbids: tuple[Attitude, ...] = ()
    """The attitudes that must not follow."""


class Changes(CardFilePart):
    """Changes of speed besides those by dives and maneuvers."""

    power: Speed
    """The speed gained for each power factor."""
    brake: Speed
    """The speed lost for each brake factor."""
    climb: Speed
    """The speed lost for each 100 feet of climb."""
    drag: Speed
    """The speed lost for each point above the top level speed."""


class Losses(CardFilePart):
    """The speed lost in maneuvers."""

    level: Speed
    """The loss for each maneuver in the level range."""
    dive: Speed
    """The loss for each maneuver in the dive range."""
    loaded: LossClass
    """The class by which all loaded aircraft lose speed."""
    maneuver: dict[LossClass, Annotated[tuple[Speed, ...], Field(min_length=2)]]
    """The whole loss in the maneuver range, by class: for one maneuver, for two, and so on."""


class SlowMode(CardFilePart):
    """The mode at low speed: with ``points`` movement points, a printed mode up to ``printed`` becomes ``mode``."""

    points: Count
    printed: Count
    mode: Count


class BelowPoints(CardFilePart):
    """By how much a mode may at most be lower than the movement points, in the level and the dive range."""

    one_engine: Count
    fighter: Count
    two_engines: Count
    more_or_loaded: Count


class LeastModes(CardFilePart):
    """The least modes of turns, slips and half rolls."""

    level: Count
    dive: Count
    maneuver: Count
    slow: SlowMode
    below_points: BelowPoints


class Bombing(CardFilePart):
    """The condition for dive bombing."""

    altitude: Feet
    """The highest altitude at the end of a vertical dive, in feet, at which bombing counts as dive bombing."""


class Edition(File):
    """An edition of the rules, complete."""

    id: FileId
    title: Title
    words: dict[str, tuple[Special, ...]]
    """The special words, each with the changes of altitude that it may stand for."""
    dive: ShallowDive
    steep_climb: SteepClimb
    steep_dive: SteepDive
    vertical_dive: VerticalDive
    loop: Loop
    table: GainTable
    after: dict[Special, FollowingTurn]
    change: Changes
    loss: Losses
    mode: LeastModes
    bomb: Bombing
    gunnery: GunneryMethod

    def skips(self, attitude: Attitude) -> int:
        """Return which movement points of a turn enter no hex: each third for 3, none for 0."""
        if attitude is STEEP_CLIMB:
            return self.steep_climb.skips
        return self.steep_dive.skips if attitude is STEEP_DIVE else 0


def edition(name: str, own: Path | None = None) -> Edition:
    """Return an edition.

    Parameters
    ----------
    own
        The event's ``templates`` folder, whose editions come before those shipped.

    Raises
    ------
    MistakesFound
        There is none (the nearest is named), or its file has mistakes.
    """
    # an edition that was read is kept until a file has changed
    changed = tuple(path.stat().st_mtime_ns for path in files(EDITIONS, own).values())
    return _edition(name, own, changed)


def edition_files(name: str, own: Path | None = None) -> tuple[Path, ...]:
    """Return the file of an edition, and the file of the edition that it is based on, as far as they exist.

    Raises
    ------
    MistakesFound
        Its file is no TOML.
    """
    paths = files(EDITIONS, own)
    replaced = template_data(paths[name]).get("replaces") if name in paths else None
    return tuple(paths[one] for one in (name, replaced) if isinstance(one, str) and one in paths)


@lru_cache(maxsize=64)
def _edition(name: str, own: Path | None, _changed: tuple[int, ...]) -> Edition:
    paths = files(EDITIONS, own)
    if name not in paths:
        raise MistakesFound([finding("event-reference", f'There is no edition "{name}".{suggestion(name, paths)}')])
    data = template_data(paths[name], Decimal)
    replaced = data.pop("replaces", None)
    if isinstance(replaced, str) and replaced in paths and replaced != name:
        whole = template_data(paths[replaced], Decimal)
        data = {**whole, **data, **{key: {**_table(whole, key), **_table(data, key)} for key in _BY_KEY}}
    elif replaced is not None:
        raise MistakesFound([template_finding(paths[name], f'replaces: there is no edition "{replaced}"')])
    return checked(data, Edition, "edition", lambda message: template_finding(paths[name], message))


def _table(data: Mapping[str, object], key: str) -> dict[str, object]:
    table = data.get(key)
    return table if isinstance(table, dict) else {}


EditionId = Literal["main", "procedural"]
SpeedRange = Literal["exact", "rounded"]
Drag = Literal["tenths", "begun", "whole"]
SinglePower = Literal["level", "always"]
VerticalHex = Literal["written", "midpoint"]
Cone = Literal["each_side", "total"]
Zone = Literal["half_range", "odd"]
Criticals = Literal["each", "one"]


class FlightSettings(Settings):
    """The decisions about flights and gunnery."""

    SCORES: ClassVar[frozenset[str]] = frozenset(
        {"speed_range", "drag", "single_power", "vertical_hex", "cone", "zone", "criticals"}
    )
    SHAPES: ClassVar[frozenset[str]] = frozenset({"edition"})

    edition: EditionId = Field(
        default="main",
        title="Edition",
        description="Which rules hold where editions differ. main: the numbered rules. procedural: steep climbs and "
        "dives, vertical dives and gunnery as the procedures have them.",
    )
    speed_range: SpeedRange = Field(
        default="exact",
        json_schema_extra={
            "about": "By which speed it is told whether an aircraft is in its maneuver, level or dive range.",
            "words": {
                "exact": "the speed in tenths",
                "rounded": "the speed in points: 7.6 is 8, and has no power where 8 is the top level speed",
            },
        },
        title="Range of a speed",
        description="By which speed the maneuver, level or dive range is told. exact: in tenths. rounded: as for "
        "points, by which 7.6 is a top speed of 8 and has no power.",
    )
    drag: Drag = Field(
        default="tenths",
        json_schema_extra={
            "about": "What an aircraft loses for the part of a point by which its speed is above its top level speed.",
            "words": {
                "tenths": "that part of what a whole point costs, in tenths, rounded up",
                "begun": "as much as for a whole point",
            },
        },
        title="Drag",
        description="What a part of a point above the top level speed costs. tenths: its share, rounded up. begun: as "
        "much as a point. whole: nothing.",
    )
    single_power: SinglePower = Field(
        default="level",
        json_schema_extra={
            "about": "When an aircraft with a power factor of 1 may use it every other turn only.",
            "words": {"level": "where power factors are halved", "always": "there, and in the maneuver range, too"},
        },
        title="Single power factor",
        description="Where a power factor of 1 is had every other turn only. level: where power is halved. always: in "
        "the maneuver range too.",
    )
    vertical_hex: VerticalHex = Field(
        default="written",
        json_schema_extra={
            "about": "When the aircraft enters the one hex of a vertical dive, among its changes of facing.",
            "words": {
                "written": "before all changes of facing if over half of its points follow the first one, else after "
                "all of them",
                "midpoint": "after each change of facing that over half of its points follow",
            },
        },
        title="Hex of a vertical dive",
        description="Where its hex comes among its changes of facing. written: before all changes of facing if over "
        "half of the points follow the first, else after all. midpoint: after each change that over half of the points "
        "follow.",
    )
    cone: Cone = Field(
        default="each_side",
        json_schema_extra={
            "about": "How wide the cone is in which guns bear on a target: the numbers are for growing distances.",
        },
        title="Cone of fire",
        description="How wide it is. each_side: 0, 1 and 2 hexes to either side of the path. "
        "total: 1, 2 and 3 hexes wide, the right side first.",
    )
    zone: Zone = Field(
        default="half_range",
        title="Zone of fire",
        description="How far off the path the procedural edition lets a target be. half_range: half the distance. "
        "odd: half of one less than the distance.",
    )
    criticals: Criticals = Field(
        default="each",
        json_schema_extra={
            "about": "Which letters of a location roll a red die of 5 or 6 makes critical hits of.",
            "words": {
                "each": "every letter before a star",
                "one": "the first of the shot that stands before a star",
            },
        },
        title="Criticals",
        description="What a red 5 or 6 adds to. each: every letter before a star. one: the first alone.",
    )


def settings_with(decided: Settings, named: Mapping[str, str]) -> FlightSettings:
    """Return the settings of flights with some of them replaced.

    Parameters
    ----------
    decided
        The settings of an event; settings that it does not have get their defaults.
    named
        The values to use instead, by the keys of the settings.

    Raises
    ------
    WrongUsage
        There is no such setting (the nearest is named), or it cannot have such a value.
    """
    known = FlightSettings.model_fields
    decisions = {name: value for name in known if (value := getattr(decided, name, None)) is not None}
    for name, value in named.items():
        if name not in known:
            raise WrongUsage(f'There is no decision "{name}".{suggestion(name, known)}')
        choices = get_args(known[name].annotation)
        if folded(value) not in choices:
            raise WrongUsage(f'{name} cannot be "{value}"; it is {join_words(choices).replace(" and ", " or ")}.')
        decisions[name] = folded(value)
    return FlightSettings.model_validate(decisions)
