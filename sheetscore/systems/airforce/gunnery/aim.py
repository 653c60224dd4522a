"""A shot with all that it is judged by: from where it is fired at what, how far that is, and how hard."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from sheetscore.systems.airforce.cards import Card, Gun
from sheetscore.systems.airforce.editions import Attitude
from sheetscore.systems.airforce.flight.flight_log import Shot
from sheetscore.systems.airforce.flight.state import AircraftState, distance
from sheetscore.systems.airforce.gunnery.bearings import (
    Column,
    Deflection,
    Engines,
    Gunnery,
    clock,
    column_of,
    fixed_deflection,
    flexible_deflection,
    hour,
)
from sheetscore.systems.airforce.gunnery.damage import engines_class
from sheetscore.systems.airforce.gunnery.tables import FIXED, FLEXIBLE, TOGETHER, TWO_SINGLES, GunneryTables, is_single
from sheetscore.systems.airforce.settings import FlightSettings


class TurnEnd(Struct, frozen=True):
    """An aircraft at the end of a turn.

    Parameters
    ----------
    state
        Where and how it flies then.
    attitude
        What it did in the turn as far as altitude goes.
    """

    state: AircraftState
    attitude: Attitude = Attitude.LEVEL


class Combatant(Struct, frozen=True):
    """An aircraft of a fight.

    Parameters
    ----------
    turns
        How it was at the end of each turn that it flew.
    shots
        As its pilot wrote them down.
    """

    seat: str
    card: Card
    turns: Mapping[int, TurnEnd]
    shots: tuple[Shot, ...] = ()


class GunneryRules(Struct, frozen=True):
    """What shots are judged by.

    Parameters
    ----------
    gunnery
        The numbers of the edition.
    settings
        The decisions.
    tables
        Those that their owner fills in.
    """

    gunnery: Gunnery
    settings: FlightSettings
    tables: GunneryTables


class Aim(Struct, frozen=True, dict=True):
    """A shot of an aircraft at another one, both at the end of the same turn.

    Parameters
    ----------
    gun
        None if the card has none of that name.
    repeated
        Whether a flexible gun of the aircraft has fired at the target in this turn before.
    """

    shot: Shot
    card: Card
    gun: Gun | None
    firing: TurnEnd
    target: TurnEnd
    target_card: Card
    rules: GunneryRules
    repeated: bool = False

    @property
    def is_fixed(self) -> bool:
        """Whether a fixed forward gun fires."""
        return self.gun is not None and self.gun.kind == FIXED

    @property
    def is_flexible(self) -> bool:
        """Whether a flexible gun fires."""
        return self.gun is not None and self.gun.kind == FLEXIBLE

    @cached_property
    def distance(self) -> int:
        """How many hexes the target is away."""
        return distance(self.firing.state.at, self.target.state.at)

    @cached_property
    def higher(self) -> int:
        """How many feet the target is higher; negative if it is lower."""
        return self.target.state.altitude - self.firing.state.altitude

    @cached_property
    def range(self) -> int:
        """The distance with what separation adds, in hexes."""
        return self.distance + abs(self.higher) // self.rules.gunnery.feet_a_hex

    @property
    def reach(self) -> int:
        """The longest range of the gun."""
        gunnery = self.rules.gunnery
        return gunnery.short_reach if self.gun is not None and self.gun.short else gunnery.reach

    @property
    def column(self) -> Column | None:
        """The column of the charts; None where no gun fires."""
        return column_of(self.range) if self.distance and self.range <= self.rules.gunnery.reach else None

    @cached_property
    def clock(self) -> int | None:
        """From which hour of the target a fixed gun fires; at which hour of the aircraft a flexible one does."""
        here, there = self.firing.state, self.target.state
        if self.is_fixed:
            return clock(here.facing, there.facing)
        return hour(here.at, here.facing, there.at) if self.is_flexible and self.distance else None

    @property
    def deflection(self) -> Deflection | None:
        """How hard the shot is."""
        if self.clock is None:
            return None
        if self.is_fixed:
            return fixed_deflection(self.clock)
        return flexible_deflection(self.clock, self.firing.state.facing, self.target.state.facing)

    @property
    def engines(self) -> Engines:
        """Which tables the target has."""
        return engines_class(self.target_card.engines)

    @property
    def drm(self) -> int | None:
        """What is added to the roll; None where nobody has filled it in."""
        return None if self.deflection is None else self.rules.tables.drms.against(self.engines).of(self.deflection)

    @cached_property
    def singles(self) -> int:
        """The factors of all single .30s that can fire at the target's hour."""
        guns = (gun for gun in self.card.guns if is_single(gun) and self.clock in gun.arcs)
        return sum(gun.factor or 0 for gun in guns)

    @property
    def weapon(self) -> str:
        """The id of the chart that is rolled on."""
        if self.gun is None:
            return ""
        return TWO_SINGLES if is_single(self.gun) and self.singles >= TOGETHER else self.gun.weapon
