"""A turn flown by the rules from where it starts: its range, points, track and end, and what its log makes of that."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sheetscore.systems.airforce.cards import Band, Card
from sheetscore.systems.airforce.editions import VERTICAL_DIVE, Attitude
from sheetscore.systems.airforce.flight.attitudes import BOMB, JETTISON, LAME, Intent, in_hundreds, intent_of
from sheetscore.systems.airforce.flight.energy import (
    HUNDRED,
    Change,
    Range,
    Rulebook,
    end_speed,
    gain_of,
    maneuver_loss,
)
from sheetscore.systems.airforce.flight.flight_log import Before, Line
from sheetscore.systems.airforce.flight.handling import Aircraft, Handling
from sheetscore.systems.airforce.flight.hexes import Hex
from sheetscore.systems.airforce.flight.plot import Plot
from sheetscore.systems.airforce.flight.state import AircraftState
from sheetscore.systems.airforce.flight.track import Track, dive_vertically, fly

Bombing = Literal["dive", "glide"]


class Earlier(Struct, frozen=True):
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


class Turn(Struct, frozen=True):
    """A turn as the rules fly it.

    Parameters
    ----------
    aircraft, able
        What flies, and what that can do at the start.
    plot
        As it was read.
    intent
        What it is as far as altitude goes, with climb and dive in feet.
    before
        The turn before.
    cut
        What a steep climb cut off the speed, in tenths.
    band_after
        What the card has for the altitude at the end.
    end
        The state at the end by the rules, whatever the pilot claims.
    stated
        The state that the log gives: what the pilot claims, else what the rules give. The next turn starts there.
    """

    line: Line
    start: AircraftState
    aircraft: Aircraft
    able: Handling
    plot: Plot
    intent: Intent
    before: Earlier
    track: Track
    change: Change
    cut: int
    band_after: Band
    bombing: Bombing | None
    end: AircraftState
    stated: AircraftState

    @property
    def card(self) -> Card:
        """What is printed of the aircraft."""
        return self.aircraft.card

    @property
    def rules(self) -> Rulebook:
        """By which it is flown."""
        return self.aircraft.rules

    @property
    def band(self) -> Band:
        """What the card has for the altitude at the start."""
        return self.able.band

    @property
    def within(self) -> Range:
        """The range of the speed at the start."""
        return self.able.within

    @property
    def points(self) -> int:
        """The movement points that the speed gives."""
        return self.able.points

    @property
    def power_available(self) -> int:
        """The power factors to be had."""
        return 0 if self.able.every_other and self.before.power else self.able.power

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
        intent = self.intent
        return Earlier(intent.attitude, intent.dive, self.start.speed, self.line.power)


def fly_turn(line: Line, plot: Plot, start: AircraftState, before: Earlier, aircraft: Aircraft) -> Turn:
    """Fly a line of a log by the rules; what breaks one is flown as it is written."""
    card, edition, settings = aircraft.card, aircraft.rules.edition, aircraft.rules.settings
    able = aircraft.handling(start)
    intent = intent_of(line, start, card, edition)
    attitude, climb, dive = intent.attitude, intent.climb, intent.dive
    if climb or dive:
        climb, dive = in_hundreds(climb), in_hundreds(dive)
    if attitude is VERTICAL_DIVE:
        track = dive_vertically(plot, start, settings.vertical_hex)
    else:
        track = fly(plot, start, edition.skips(attitude))
    change = Change(
        -maneuver_loss(plot.maneuvers, able.within, card, edition, loaded=start.loaded) if plot.maneuvers else 0,
        -able.drag,
        line.power * edition.change.power,
        -line.brakes * edition.change.brake,
        -(climb // HUNDRED) * edition.change.climb,
        gain_of(attitude, dive, edition) if dive or attitude.dives else 0,
    )
    altitude = start.altitude + climb - dive
    band = able.band if altitude == start.altitude else card.band(altitude)
    speed, cut = end_speed(start.speed, change, attitude, band, edition)
    loaded, lame = load_after(line, start)
    end = AircraftState(track.at, track.facing, track.bank, speed, altitude, track.odd, track.run_in, loaded, lame)
    bombing = _bombing(attitude, altitude, aircraft) if BOMB in line.words else None
    said = stated(end, line)
    return Turn(line, start, aircraft, able, plot, intent, before, track, change, cut, band, bombing, end, said)


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
    speed = end.speed if claims.speed is None or type(claims.speed) is not int else max(0, claims.speed)
    altitude = end.altitude if claims.altitude is None or claims.altitude % HUNDRED else claims.altitude
    facing = end.facing if claims.facing is None else claims.facing
    bank = claims.bank or end.bank
    q = end.at.q if claims.q is None else claims.q
    r = end.at.r if claims.r is None else claims.r
    if (q, r, facing, bank, speed, altitude) == (*end.at, end.facing, end.bank, end.speed, end.altitude):
        return end
    odd = end.odd and facing == end.facing
    return AircraftState(Hex(q, r), facing, bank, speed, altitude, odd, end.run_in, end.loaded, end.lame)


def before_first(before: Before, start: AircraftState, aircraft: Aircraft) -> Earlier:
    """Return what the first line has to know of the turn before it."""
    speed = start.speed if before.speed is None else before.speed
    began = AircraftState(start.at, start.facing, start.bank, speed, start.altitude)
    intent = intent_of(before, began, aircraft.card, aircraft.rules.edition)
    return Earlier(intent.attitude, intent.dive, speed, before.power)


def _bombing(attitude: Attitude, altitude: int, aircraft: Aircraft) -> Bombing:
    low = altitude <= aircraft.rules.edition.bomb.altitude
    return "dive" if aircraft.card.dive_bomber and low and attitude is VERTICAL_DIVE else "glide"
