"""What the rules leave open, and an event or a command decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from pydantic import Field

from sheetscore.event.identity import folded, suggestion
from sheetscore.event.model import Settings
from sheetscore.problems import WrongUsage
from sheetscore.sentences import listed

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

    edition: EditionId = Field(
        default="main",
        title="Edition",
        description="main: the numbered rules. procedural: steep climbs and dives, vertical dives and gunnery as the "
        "procedures have them.",
    )
    speed_range: SpeedRange = Field(
        default="exact",
        title="Range of a speed",
        description="By which speed the maneuver, level or dive range is told. exact: in tenths. rounded: as for "
        "points, by which 7.6 is a top speed of 8 and has no power.",
    )
    drag: Drag = Field(
        default="tenths",
        title="Drag",
        description="What a part of a point above the top level speed costs. tenths: its share, rounded up. begun: as "
        "much as a point. whole: nothing.",
    )
    single_power: SinglePower = Field(
        default="level",
        title="Single power factor",
        description="Where a power factor of 1 is had every other turn only. level: where power is halved. always: in "
        "the maneuver range too.",
    )
    vertical_hex: VerticalHex = Field(
        default="written",
        title="Hex of a vertical dive",
        description="written: before all changes of facing if over half of the points follow the first, else after "
        "all. midpoint: after each change that over half of the points follow.",
    )
    cone: Cone = Field(
        default="each_side",
        title="Cone of fire",
        description="each_side: 0, 1 and 2 hexes to either side of the path. total: 1, 2 and 3 hexes wide, the right "
        "side first.",
    )
    zone: Zone = Field(
        default="half_range",
        title="Zone of fire",
        description="How far off the path the procedural edition lets a target be. half_range: half the distance. "
        "odd: half of one less than the distance.",
    )
    criticals: Criticals = Field(
        default="each",
        title="Criticals",
        description="What a red 5 or 6 adds to. each: every letter before a star. one: the first alone.",
    )


def settings_with(decided: Settings, named: Mapping[str, str]) -> FlightSettings:
    """Return decisions with those that were named in their places.

    Parameters
    ----------
    decided
        Those of an event; what it does not decide is as it comes.

    Raises
    ------
    WrongUsage
        There is no such decision, or it cannot be made so; the nearest is named.
    """
    known = FlightSettings.model_fields
    decisions = {name: value for name in known if (value := getattr(decided, name, None)) is not None}
    for name, value in named.items():
        if name not in known:
            raise WrongUsage(f'There is no decision "{name}".{suggestion(name, known)}')
        choices = get_args(known[name].annotation)
        if folded(value) not in choices:
            raise WrongUsage(f'{name} cannot be "{value}"; it is {listed(choices).replace(" and ", " or ")}.')
        decisions[name] = folded(value)
    return FlightSettings.model_validate(decisions)
