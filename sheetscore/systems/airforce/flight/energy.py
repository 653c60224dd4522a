"""Speed and altitude: the range of a speed, its limits, the costs and gains of a turn.

Speeds are whole tenths of a point, altitudes whole feet.
"""

from __future__ import annotations

from enum import IntEnum

from msgspec import Struct

from sheetscore.systems.airforce.cards import AltitudeBand, Card
from sheetscore.systems.airforce.editions import (
    STEEP_CLIMB,
    STEEP_DIVE,
    VERTICAL_DIVE,
    Attitude,
    Edition,
    FlightSettings,
    GainTable,
)
from sheetscore.systems.airforce.flight.state import AircraftState
from sheetscore.systems.airforce.toml_parts import TENTHS

HUNDRED = 100
"""Altitudes, though counted in feet, are multiples of this."""


class Range(IntEnum):
    """The ranges of speed, in the order of a card's modes."""

    MANEUVER = 0
    LEVEL = 1
    DIVE = 2


class Rulebook(Struct, frozen=True):
    """The rules in force: an edition, and the decisions that it leaves open."""

    edition: Edition
    settings: FlightSettings


class SpeedChange(Struct, frozen=True):
    """The changes of speed in a turn, in signed tenths."""

    maneuvers: int
    drag: int
    power: int
    brakes: int
    climb: int
    dive: int

    @property
    def total(self) -> int:
        """Their sum."""
        return self.maneuvers + self.drag + self.power + self.brakes + self.climb + self.dive


def points_at(speed: int) -> int:
    """Return the movement points of a speed in tenths; a half rounds down."""
    return (speed + 4) // TENTHS


def range_of(speed: int, band: AltitudeBand, settings: FlightSettings) -> Range:
    """Return the range of a speed."""
    measured = _measured(speed, settings)
    if measured <= band.maneuver[1]:
        return Range.MANEUVER
    return Range.LEVEL if measured <= band.level else Range.DIVE


def power_at(state: AircraftState, band: AltitudeBand, settings: FlightSettings) -> int:
    """Return the power factors of an aircraft at the start of a turn; see :func:`every_other_turn`."""
    if state.lame:
        return 0
    if _halved(state.speed, band, settings):
        return (band.power + 1) // 2
    return band.power if range_of(state.speed, band, settings) is Range.MANEUVER else 0


def every_other_turn(state: AircraftState, band: AltitudeBand, settings: FlightSettings) -> bool:
    """Return whether there is power every other turn only: a single factor, where halved or if ``always`` is set."""
    return band.power == 1 and (settings.single_power == "always" or _halved(state.speed, band, settings))


def _halved(speed: int, band: AltitudeBand, settings: FlightSettings) -> bool:
    """Return whether power is halved: in the level range, below its top speed."""
    return range_of(speed, band, settings) is Range.LEVEL and _measured(speed, settings) < band.level


def _measured(speed: int, settings: FlightSettings) -> int:
    """Return the speed that decides the range, in tenths: exact, or in whole points by the settings."""
    return speed if settings.speed_range == "exact" else points_at(speed) * TENTHS


def feet_at(feet: int, speed: int) -> int:
    """Return ``feet`` for each point of a speed in tenths, cut to hundreds."""
    return feet * speed // (TENTHS * HUNDRED) * HUNDRED


def table_gain(table: GainTable, feet: int) -> int:
    """Return the speed that a dive gains by the table."""
    steps, rest = divmod(feet, table.step)
    return steps * table.gain + (table.rest_gain if rest >= table.rest else 0)


def gain_of(attitude: Attitude, feet: int, edition: Edition) -> int:
    """Return the speed that a dive gains: the edition's fixed number for the attitude, else by its table."""
    gain: int | str = "table"
    if attitude is STEEP_DIVE:
        gain = edition.steep_dive.gain
    elif attitude is VERTICAL_DIVE:
        gain = edition.vertical_dive.gain
    return gain if isinstance(gain, int) else table_gain(edition.table, feet)


def steep_climb_limit(state: AircraftState, card: Card, power: int, edition: Edition) -> int:
    """Return the most feet that a steep climb gains.

    In editions in which the climb must leave the least maneuver speed, the speed that counts is the start speed with
    the power, less the cost of the climb; other costs of the turn are left out.

    Parameters
    ----------
    power
        The factors used.
    """
    rules = edition.steep_climb
    most = feet_at(rules.feet, state.speed)
    if isinstance(rules.most, int):
        return min(most, rules.most)
    with_power = state.speed + power * edition.change.power
    for climb in range(most, 0, -HUNDRED):
        left = with_power - climb // HUNDRED * edition.change.climb
        if left >= card.band(state.altitude + climb).maneuver[0]:
            return climb
    return 0


def maneuver_loss(number: int, within: Range, card: Card, edition: Edition, *, loaded: bool) -> int:
    """Return the speed lost in a number of maneuvers; past the end of the table each costs what the last one adds."""
    if number == 0:
        return 0
    if within is not Range.MANEUVER:
        return number * (edition.loss.level if within is Range.LEVEL else edition.loss.dive)
    table = edition.loss.maneuver[edition.loss.loaded if loaded else card.loss]
    listed = min(number, len(table))
    return table[listed - 1] + (number - listed) * (table[-1] - table[-2])


def drag_of(speed: int, band: AltitudeBand, within: Range, rules: Rulebook) -> int:
    """Return the speed lost in the dive range by the points above the top level speed; 0 in other ranges."""
    if within is not Range.DIVE:
        return 0
    over, each = speed - band.level, rules.edition.change.drag
    if rules.settings.drag == "tenths":
        return -(-over * each // TENTHS)
    return each * (-(-over // TENTHS) if rules.settings.drag == "begun" else over // TENTHS)


def end_speed(
    start: int, change: SpeedChange, attitude: Attitude, band: AltitudeBand, edition: Edition
) -> tuple[int, int]:
    """Return two speeds: that at the end of a turn, within the limits of the aircraft; and what a steep climb cut off.

    Parameters
    ----------
    band
        The band of the card for the altitude at the end.
    """
    speed = min(start + change.total, band.dive)
    cut = 0
    if attitude is STEEP_CLIMB and (below := edition.steep_climb.below_level) is not None:
        cut = max(0, speed - (band.level - below))
    return max(0, speed - cut), cut
