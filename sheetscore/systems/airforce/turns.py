"""A turn flown by the rules from where it starts: its range, points, track and end, and what its log makes of that."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from sheetscore.systems.airforce.attitudes import BOMB, JETTISON, LAME, Intent, in_hundreds, intent_of
from sheetscore.systems.airforce.cards import Band, Card
from sheetscore.systems.airforce.editions import Attitude
from sheetscore.systems.airforce.energy import (
    HUNDRED,
    Change,
    EndSpeed,
    Power,
    Range,
    Rulebook,
    drag_of,
    end_speed,
    gain_of,
    maneuver_loss,
    points_at,
    power_at,
    range_of,
)
from sheetscore.systems.airforce.flight_log import Before, Line
from sheetscore.systems.airforce.hexes import Hex
from sheetscore.systems.airforce.plot import Plot
from sheetscore.systems.airforce.state import AircraftState
from sheetscore.systems.airforce.track import Track, dive_vertically, fly

Bombing = Literal["dive", "glide"]


class Earlier(NamedTuple):
    """What the rules ask of the turn before.

    Parameters
    ----------
    dive
        In feet.
    speed
        With which it began, in tenths.
    power
        The factors used.
    """

    attitude: Attitude
    dive: int
    speed: int
    power: int


class Turn(NamedTuple):
    """A turn as the rules fly it.

    Parameters
    ----------
    band
        Of the card, at the start.
    plot
        As it was read.
    intent
        What it is as far as altitude goes, with climb and dive in feet.
    before
        The turn before.
    speed
        At the end, with what was cut off it.
    end
        The state at the end by the rules, whatever the pilot claims.
    stated
        The state that the log gives: what the pilot claims, else what the rules give. The next turn starts there.
    """

    line: Line
    start: AircraftState
    card: Card
    rules: Rulebook
    band: Band
    within: Range
    points: int
    plot: Plot
    intent: Intent
    before: Earlier
    power: Power
    track: Track
    change: Change
    speed: EndSpeed
    bombing: Bombing | None
    end: AircraftState
    stated: AircraftState

    @property
    def attitude(self) -> Attitude:
        """What it is as far as altitude goes."""
        return self.intent.attitude

    @property
    def crashed(self) -> bool:
        """Whether it ends below the ground."""
        return self.end.altitude < 0

    @property
    def as_earlier(self) -> Earlier:
        """What the next turn has to know of it."""
        return Earlier(self.attitude, self.intent.dive, self.start.speed, self.line.power)


def fly_turn(line: Line, plot: Plot, start: AircraftState, before: Earlier, card: Card, rules: Rulebook) -> Turn:
    """Fly a line of a log by the rules; what breaks one is flown as it is written."""
    edition, settings = rules
    band = card.band(start.altitude)
    within = range_of(start.speed, band, settings)
    intent = intent_of(line, start, card, edition)
    climb, dive = in_hundreds(intent.climb), in_hundreds(intent.dive)
    attitude = intent.attitude
    if attitude is Attitude.VERTICAL_DIVE:
        track = dive_vertically(plot, start, settings.vertical_hex)
    else:
        track = fly(plot, start, edition.skips(attitude))
    change = Change(
        maneuvers=-maneuver_loss(plot.maneuvers, within, card, edition, loaded=start.loaded),
        drag=-drag_of(start.speed, band, within, rules),
        power=line.power * edition.change.power,
        brakes=-line.brakes * edition.change.brake,
        climb=-(climb // HUNDRED) * edition.change.climb,
        dive=gain_of(attitude, dive, edition) if dive or attitude.dives else 0,
    )
    altitude = start.altitude + climb - dive
    speed = end_speed(start.speed, change, attitude, card.band(altitude), edition)
    end = AircraftState(
        track.at,
        track.facing,
        track.bank,
        speed.speed,
        altitude,
        track.odd,
        track.run_in,
        *load_after(line, start),
    )
    return Turn(
        line, start, card, rules, band, within, points_at(start.speed), plot, intent, before,
        power_at(start, band, before.power, settings), track, change, speed,
        _bombing(line, intent, altitude, card, rules), end, stated(end, line),
    )  # fmt: skip


def load_after(line: Line, start: AircraftState) -> tuple[bool, bool]:
    """Return whether an aircraft counts as loaded after a line, and whether an engine is gone."""
    if not line.words:
        return start.loaded, start.lame
    lame = start.lame or LAME in line.words
    dropped = BOMB in line.words or JETTISON in line.words
    return lame or (start.loaded and not dropped), lame


def stated(end: AircraftState, line: Line) -> AircraftState:
    """Return the state that a log gives at the end of a line: what is claimed, else what was computed.

    Speeds in hundredths and altitudes not in hundreds are none. A wrong facing forgets which front hex comes next.
    """
    claims = line.claims
    if claims is None:
        return end
    facing = end.facing if claims.facing is None else claims.facing
    speed, altitude = claims.speed, claims.altitude
    return AircraftState(
        Hex(end.at.q if claims.q is None else claims.q, end.at.r if claims.r is None else claims.r),
        facing,
        claims.bank or end.bank,
        end.speed if speed is None or isinstance(speed, Fraction) else max(0, speed),
        end.altitude if altitude is None or altitude % HUNDRED else altitude,
        end.odd and facing == end.facing,
        end.run_in,
        end.loaded,
        end.lame,
    )


def before_first(before: Before, start: AircraftState, card: Card, rules: Rulebook) -> Earlier:
    """Return what the first line has to know of the turn before it."""
    speed = start.speed if before.speed is None else before.speed
    began = AircraftState(start.at, start.facing, start.bank, speed, start.altitude)
    intent = intent_of(before, began, card, rules.edition)
    return Earlier(intent.attitude, intent.dive, speed, before.power)


def _bombing(line: Line, intent: Intent, altitude: int, card: Card, rules: Rulebook) -> Bombing | None:
    if BOMB not in line.words:
        return None
    low = altitude <= rules.edition.bomb.altitude
    return "dive" if card.dive_bomber and low and intent.attitude is Attitude.VERTICAL_DIVE else "glide"
