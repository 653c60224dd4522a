"""A turn flown by the rules: its hexes, its end, and the end stated on the log."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sheetscore.systems.airforce.cards import AltitudeBand, Card
from sheetscore.systems.airforce.editions import VERTICAL_DIVE, Attitude, VerticalHex
from sheetscore.systems.airforce.flight.energy import (
    HUNDRED,
    Range,
    Rulebook,
    SpeedChange,
    end_speed,
    gain_of,
    maneuver_loss,
)
from sheetscore.systems.airforce.flight.flight_log import Before, PlottedTurn
from sheetscore.systems.airforce.flight.handling import (
    BOMB,
    JETTISON,
    LAME,
    AircraftHandling,
    Handling,
    Intent,
    in_hundreds,
    intent_of,
)
from sheetscore.systems.airforce.flight.plot import ROLL, STRAIGHT, WINGS_LEVEL, Plot, Token
from sheetscore.systems.airforce.flight.state import AHEAD, BANKS, FACINGS, RUNS, STEPS, AircraftState, Hex

_FACING_BY = {"TR": 1, "TL": -1, "V": FACINGS // 2, "VRR": 4, "VLL": -4}
"""The changes of facing by maneuvers."""

VERTICAL_TURN = 2
"""The change of facing by each point of a roll in a vertical dive."""

_OVER = dict(zip(BANKS, ("I", "IR", "RB", "L", "LB", "IL"), strict=True))
"""The bank after a half loop, by the bank before: turned upside down, with the same wing down."""


class Made(Struct, frozen=True):
    """A maneuver as it was made."""

    token: Token
    bank: str
    """The bank before it."""
    run_in: int
    """The points straight on before it."""


class Track(Struct, frozen=True):
    """The way of an aircraft over the map in a turn, and where it ends."""

    hexes: tuple[tuple[int, int], ...]
    """The q and r of the hexes entered, in order."""
    at: Hex
    facing: int
    bank: str
    odd: bool
    run_in: int
    """The fields from ``at`` to ``run_in`` are those of the aircraft's state at the end of the turn."""
    made: tuple[Made, ...]
    """All maneuvers, including those that cost no speed."""
    crossed: bool
    """Whether it went straight on at an odd facing, where right and left front hexes alternate."""


class Habit(Struct, frozen=True):
    """A way of flying a plot. Wrong ways serve to recognise the mistakes of pilots."""

    first_odd: bool = False
    """Whether to start with the other front hex than the rules say."""
    turned_odd: bool = False
    """Whether the left front hex comes first after a change of facing."""
    half_roll_hexes: int = 2
    """The number of hexes that half rolls move."""


AS_RULED = Habit()


def fly(plot: Plot, start: AircraftState, skips: int = 0, habit: Habit = AS_RULED) -> Track:
    """Fly a plot over the map.

    Parameters
    ----------
    skips
        Which movement points of the turn enter no hex: each third for 3, none for 0.
    """
    q, r = start.at
    facing, bank, run_in, odd = start.facing, start.bank, start.run_in, start.odd != habit.first_odd
    hexes: list[tuple[int, int]] = []
    made: list[Made] = []
    point, crossed = 0, False
    for token in plot.tokens:
        word, points, before = token.word, token.points, point
        point += points
        if token.kind is STRAIGHT:
            run_in += points
            # a point enters no hex if its number in the turn is a multiple of skips
            entered = points - (point // skips - before // skips) if skips else points
            hexes += [(q + aside, r + ahead) for aside, ahead in RUNS[odd][facing][:entered]]
            if entered:
                q, r = hexes[-1]
                if facing % 2:
                    odd, crossed = odd != bool(entered % 2), True
        else:
            made.append(Made(token, bank, run_in))
            run_in = 0
            if points:
                for aside, ahead in _asides(word, facing, before, skips)[: habit.half_roll_hexes]:
                    q, r = q + aside, r + ahead
                    hexes.append((q, r))
            bank = BANK_AFTER[word, bank]
            if turned := _FACING_BY.get(word):
                facing = (facing + turned) % FACINGS
                odd = habit.turned_odd
    return Track(tuple(hexes), Hex(q, r), facing, bank, odd, run_in, tuple(made), crossed)


def _asides(word: str, facing: int, before: int, skips: int) -> tuple[tuple[int, int], ...]:
    """Return the steps of a slip or a half roll that enter a hex.

    Parameters
    ----------
    before
        The movement points that the plot has spent before the slip or half roll.
    skips
        Which movement points of the turn enter no hex: each third for 3, none for 0.
    """
    steps = _ASIDE[word, facing]
    if not skips:
        return steps
    return tuple(step for number, step in enumerate(steps, start=before + 1) if number % skips)


def dive_vertically(plot: Plot, start: AircraftState, where: VerticalHex) -> Track:
    """Fly a plot in a vertical dive: one hex straight on; rolls change the facing, and not the bank.

    Parameters
    ----------
    where
        When, among the changes of facing, that hex is entered.
    """
    bank, run_in, spent = start.bank, start.run_in, 0
    made: list[Made] = []
    changes: list[tuple[int, int]] = []
    for token in plot.tokens:
        spent += token.points
        if token.kind is STRAIGHT:
            run_in += token.amount
            continue
        made.append(Made(token, bank, run_in))
        run_in = 0
        if by := _vertical_turn(token):
            changes.append((by, plot.points - spent))  # with the points that follow it
        if token.kind not in {ROLL, WINGS_LEVEL}:
            bank = BANK_AFTER[token.word, bank]
    first = _changes_before_the_hex([2 * following > plot.points for _, following in changes], where)
    before = sum(by for by, _ in changes[:first])
    after = sum(by for by, _ in changes[first:])
    facing = (start.facing + before) % FACINGS
    odd = start.odd and not first  # after a change of facing the right front hex comes first again
    aside, ahead = AHEAD[odd][facing]
    at = Hex(start.at.q + aside, start.at.r + ahead)
    odd = (odd != bool(facing % 2)) and first == len(changes)
    facing_after = (facing + after) % FACINGS
    return Track(((at.q, at.r),), at, facing_after, bank, odd, run_in, tuple(made), crossed=bool(facing % 2))


def _vertical_turn(token: Token) -> int:
    """Return by how much a maneuver changes the facing in a vertical dive."""
    if token.kind is ROLL:
        return VERTICAL_TURN * token.side * token.amount
    return _FACING_BY.get(token.word, 0)


def _changes_before_the_hex(early: list[bool], where: VerticalHex) -> int:
    """Return how many changes of facing come before the hex.

    Parameters
    ----------
    early
        For each change, whether over half of the points come after it.
    """
    if where == "midpoint":
        return sum(early)
    return 0 if early and early[0] else len(early)


def _bank_after(word: str, bank: str) -> str:
    """Return the bank after a maneuver."""
    if word == "N":
        return "L"
    if word.startswith("V"):
        return _OVER[bank]
    steps = {"B": len(word) - 1, "H": 3}.get(word[0], 0)
    return BANKS[(BANKS.index(bank) + (steps if word.endswith("R") else -steps)) % len(BANKS)]


def _aside(word: str, facing: int) -> tuple[tuple[int, int], ...]:
    """Return the step of a slip, or the two steps of a half roll.

    On an even facing each step goes two facings to the side; on an odd one the first goes three, the second one.
    """
    side = 1 if word.endswith("R") else -1
    steps = (3, 1) if facing % 2 else (2, 2)
    taken = steps if word.startswith("H") else steps[:1]
    return tuple(STEPS[(facing + side * step) % FACINGS] for step in taken)


_MANEUVERS = (
    "TR", "TL", "SR", "SL", "HR", "HL", "BR", "BL", "BRR", "BLL", "BRRR", "BLLL", "N", "V", "VRR", "VLL",
)  # fmt: skip
BANK_AFTER = {(word, bank): _bank_after(word, bank) for word in _MANEUVERS for bank in BANKS}
"""The banks after maneuvers."""

_ASIDE = {(word, facing): _aside(word, facing) for word in ("SR", "SL", "HR", "HL") for facing in range(FACINGS)}


Bombing = Literal["dive", "glide"]


class TurnBefore(Struct, frozen=True):
    """What the rules for a turn look at in the turn before."""

    attitude: Attitude
    dive: int
    """In feet."""
    speed: int
    """The speed at its beginning, in tenths."""
    power: int
    """The factors used."""
    engine_lost: bool = False
    """Whether its pilot wrote that an engine was lost in it."""


class Turn(Struct, frozen=True):
    """A turn flown by the rules."""

    line: PlottedTurn
    start: AircraftState
    aircraft: AircraftHandling
    able: Handling
    """The abilities of the aircraft at the start."""
    plot: Plot
    """The plot of the turn, parsed."""
    intent: Intent
    """Its intended change of altitude, with climb and dive in feet."""
    before: TurnBefore
    """The turn before."""
    track: Track
    change: SpeedChange
    cut: int
    """The speed cut off by a steep climb, in tenths."""
    band_after: AltitudeBand
    """The band of the card for the altitude at the end."""
    bombing: Bombing | None
    end: AircraftState
    """The state at the end by the rules, whatever the pilot claims."""
    stated: AircraftState
    """The state that the log gives: what the pilot claims, else what the rules give. The next turn starts there."""

    @property
    def card(self) -> Card:
        """The card of the aircraft."""
        return self.aircraft.card

    @property
    def rules(self) -> Rulebook:
        """The rules by which it is flown."""
        return self.aircraft.rules

    @property
    def band(self) -> AltitudeBand:
        """The band of the card for the altitude at the start."""
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
        """The power factors available."""
        return 0 if self.able.every_other and self.before.power else self.able.power

    @property
    def attitude(self) -> Attitude:
        """Its change of altitude."""
        return self.intent.attitude

    @property
    def crash_overruled(self) -> bool:
        """Whether it ends below the ground by the rules, and by a ruling the claimed altitude counts."""
        return self.end.altitude < 0 < self.stated.altitude and self.line.ruling

    @property
    def crashed(self) -> bool:
        """Whether it ends below the ground, and no ruling lets it fly on."""
        return self.end.altitude < 0 and not self.crash_overruled

    @property
    def as_earlier(self) -> TurnBefore:
        """What the rules for the next turn look at in this one."""
        intent, engine_lost = self.intent, self.end.lame and not self.start.lame
        return TurnBefore(intent.attitude, intent.dive, self.start.speed, self.line.power, engine_lost)


def fly_turn(
    line: PlottedTurn, plot: Plot, start: AircraftState, before: TurnBefore, aircraft: AircraftHandling
) -> Turn:
    """Fly a line of a log by the rules; illegal moves are flown as written."""
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
    change = SpeedChange(
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
    end = AircraftState(
        *(track.at, track.facing, track.bank, speed, altitude, track.odd, track.run_in, *load_after(line, start))
    )
    bombing = _bombing(attitude, altitude, aircraft) if BOMB in line.words else None
    claimed = stated_end(end, line)
    return Turn(line, start, aircraft, able, plot, intent, before, track, change, cut, band, bombing, end, claimed)


def load_after(line: PlottedTurn, start: AircraftState) -> tuple[bool, bool, bool]:
    """Return whether an aircraft counts as loaded after a line, whether an engine is gone, whether it has bombs."""
    if not line.words:
        return start.loaded, start.lame, start.bombs
    lame = start.lame or LAME in line.words
    dropped = BOMB in line.words or JETTISON in line.words
    return lame or (start.loaded and not dropped), lame, start.bombs and not dropped


def stated_end(end: AircraftState, line: PlottedTurn) -> AircraftState:
    """Return the state at the end of a line by the log: claimed values, else computed ones.

    Speeds in hundredths and altitudes not in hundreds are ignored. After a wrong facing the right front hex is next.
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
    return AircraftState(Hex(q, r), facing, bank, speed, altitude, odd, end.run_in, end.loaded, end.lame, end.bombs)


def before_first(before: Before, start: AircraftState, aircraft: AircraftHandling) -> TurnBefore:
    """Return the turn before the first line."""
    speed = start.speed if before.speed is None else before.speed
    began = AircraftState(start.at, start.facing, start.bank, speed, start.altitude)
    intent = intent_of(before, began, aircraft.card, aircraft.rules.edition)
    return TurnBefore(intent.attitude, intent.dive, speed, before.power)


def _bombing(attitude: Attitude, altitude: int, aircraft: AircraftHandling) -> Bombing:
    low = altitude <= aircraft.rules.edition.bomb.altitude
    return "dive" if aircraft.card.dive_bomber and low and attitude is VERTICAL_DIVE else "glide"
