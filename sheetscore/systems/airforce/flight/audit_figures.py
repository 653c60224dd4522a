"""The audit of a line's figures: climb, dive, power and brakes, and the claims for its end."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from sheetscore.findings import Severity
from sheetscore.systems.airforce.editions import CLIMB, DIVE, LEVEL, STEEP_CLIMB, STEEP_DIVE, VERTICAL_DIVE, Attitude
from sheetscore.systems.airforce.flight.audit_plot import PLOT, Breach
from sheetscore.systems.airforce.flight.energy import HUNDRED, Range, SpeedChange, end_speed, feet_at, steep_climb_limit
from sheetscore.systems.airforce.flight.flight_log import Claims
from sheetscore.systems.airforce.flight.handling import LAME, dives_vertically
from sheetscore.systems.airforce.flight.plot import HALF_ROLL, IMMELMANN, LOOP, SKID, SLIP, TokenKind
from sheetscore.systems.airforce.flight.state import Hex
from sheetscore.systems.airforce.flight.turns import Habit, Turn, fly
from sheetscore.systems.airforce.toml_parts import TENTHS

_AFTER_RULE = {VERTICAL_DIVE: 22, STEEP_DIVE: 23, STEEP_CLIMB: 24}
"""The number of the rule about the turn after a special turn."""

_SPOKEN = {
    LEVEL: "level flight",
    CLIMB: "a climb",
    DIVE: "a dive",
    STEEP_CLIMB: "a steep climb",
    STEEP_DIVE: "a steep dive",
    VERTICAL_DIVE: "a vertical dive",
}


def limit_breaches(turn: Turn) -> Iterator[Breach]:
    """Find the rules that the figures of a line break."""
    line, intent, able = turn.line, turn.intent, turn.able
    # a quick test goes before each of these checks, since nearly all lines break no rule
    if (line.climb and line.climb % HUNDRED) or (line.dive and line.dive % HUNDRED):
        yield from _hundreds(turn)
    if (line.power and line.power > turn.power_available) or (line.brakes and line.brakes > turn.card.brakes):
        yield from _power(turn)
    if intent.attitude in _AFTER_RULE or intent.climb > able.band.climb or intent.dive > able.shallow_dive:
        yield from _altitude(turn)
    if turn.bombing == "glide":
        yield _glide(turn)
    if turn.start.lame or LAME in line.words:
        yield from _lame(turn)
    if intent.climb and turn.end.altitude > turn.card.bands[-1].top:
        yield _above_the_card(turn)
    if turn.before.attitude in _AFTER_RULE:
        yield from _after(turn)
    if turn.plot.maneuvers > _FEW and able.within is Range.MANEUVER:
        yield from _many_maneuvers(turn)


_FEW = 2
"""The number of maneuvers that even the shortest possible table of losses has."""


def _many_maneuvers(turn: Turn) -> Iterator[Breach]:
    most = len(turn.rules.edition.loss.maneuver[turn.card.loss])
    if turn.plot.maneuvers > most:
        message = f"{turn.plot.maneuvers} maneuvers, and the table of losses ends at {most}"
        yield Breach(29, PLOT, message, most, turn.plot.maneuvers)


def _hundreds(turn: Turn) -> Iterator[Breach]:
    for box, feet in (("climb", turn.line.climb), ("dive", turn.line.dive)):
        if feet and feet % HUNDRED:
            cut = feet // HUNDRED * HUNDRED
            message = f"{box} {feet} is no whole hundred of feet, and counts as {cut}"
            yield Breach(1, (box,), message, cut, feet)


def _power(turn: Turn) -> Iterator[Breach]:
    power, brakes = turn.line.power, turn.line.brakes
    if power > turn.able.power:
        message = f"power {power}, and there {_factors(turn.able.power)}"
        yield Breach(14, ("power",), message, turn.able.power, power)
    elif power > turn.power_available:
        message = f"power {power}; a single factor is there every other turn, and the turn before used it"
        yield Breach(25, ("power",), message, turn.power_available, power)
    if brakes > turn.card.brakes:
        message = f"brakes {brakes}, and the card has {turn.card.brakes}"
        yield Breach(15, ("brakes",), message, turn.card.brakes, brakes)


def _factors(number: int) -> str:
    return "is 1 factor" if number == 1 else f"are {number or 'no'} factors"


def _altitude(turn: Turn) -> Iterator[Breach]:
    edition, speed = turn.rules.edition, turn.start.speed
    climb, dive = turn.intent.climb, turn.intent.dive
    match turn.attitude:
        case Attitude.STEEP_CLIMB:
            most = steep_climb_limit(turn.start, turn.card, turn.line.power, edition)
            if climb > most:
                yield _figure(18, "climb", "a steep climb gains", "at most", most, climb)
            elif climb != most and edition.steep_climb.exact:
                yield _figure(18, "climb", "a steep climb gains", "exactly", most, climb)
        case Attitude.STEEP_DIVE:
            exact = feet_at(edition.steep_dive.feet, speed)
            if dive != exact:
                yield _figure(19, "dive", "a steep dive loses", "exactly", exact, dive)
        case Attitude.VERTICAL_DIVE:
            yield from _vertical(turn)
        case _:
            if climb > turn.band.climb:
                yield _figure(16, "climb", "the card climbs", "at most", turn.band.climb, climb)
            if dive > turn.able.shallow_dive:
                yield _figure(17, "dive", "a shallow dive loses", "at most", turn.able.shallow_dive, dive)


def _figure(rule: int, box: str, what: str, how: str, expected: int, actual: int) -> Breach:
    return Breach(rule, (box,), f"{box} {actual}, and {what} {how} {expected} feet", expected, actual)


def _vertical(turn: Turn) -> Iterator[Breach]:
    edition, card, before = turn.rules.edition, turn.card, turn.before
    rules = edition.vertical_dive
    exact = feet_at(rules.feet, turn.start.speed)
    if turn.intent.dive != exact:
        yield _figure(20, "dive", "a vertical dive loses", "exactly", exact, turn.intent.dive)
    if turn.start.bank not in rules.banks:
        banks = " or ".join(rules.banks)
        yield Breach(
            20, ("special",), f"a vertical dive from {turn.start.bank}; it begins from {banks}", banks, turn.start.bank
        )
    if not dives_vertically(card, edition):
        allowed = f"a dive bomber or a fighter with at most {rules.fighter_engines} engines"
        what = f"a {card.role} with {card.engines} engines"
        yield Breach(20, ("special",), f"a vertical dive of {what}; it takes {allowed}", allowed, what)
    half = feet_at(edition.dive.feet, before.speed)
    if rules.half_dive_before and 2 * before.dive < half:
        message = f"a vertical dive after a dive of {before.dive} feet; half of {half} have to come before"
        yield Breach(20, ("special",), message, _half(half), before.dive)


def _glide(turn: Turn) -> Breach:
    most = turn.rules.edition.bomb.altitude
    message = (
        f"bombing as a glide does, from {turn.end.altitude} feet; as a dive it takes a dive bomber, a vertical dive "
        f"and {most} feet at most"
    )
    if turn.start.bombs:
        return Breach(21, ("special", "altitude"), message, most, turn.end.altitude, severity=Severity.NOTE)
    return Breach(21, ("special", "altitude"), f"{message}; and it carries no bombs", most, turn.end.altitude)


def _lame(turn: Turn) -> Iterator[Breach]:
    """Find LAME for an aircraft with a single engine, and bombs that are kept after an engine is gone."""
    several = turn.card.engines > 1
    if not several and not turn.start.lame:
        message = (
            "LAME is for an aircraft that has lost one of several engines, and this one has one; with that gone it is "
            "down: enter down as its fate"
        )
        yield Breach(None, ("special",), message, 2, 1, "LAME of a single engine")
    if several and turn.before.engine_lost and turn.start.bombs and turn.end.bombs:
        message = "an engine is gone, and the bombs have to go in the turn after: enter JETT"
        yield Breach(None, ("special",), message, "JETT", " ".join(turn.line.words), "bombs kept without an engine")


def _above_the_card(turn: Turn) -> Breach:
    top, altitude = turn.card.bands[-1].top, turn.end.altitude
    message = f"it climbs to {altitude} feet, and the card goes up to {top}; above that its highest band holds"
    return Breach(None, ("climb",), message, top, altitude, "climbs above the highest band")


def _after(turn: Turn) -> Iterator[Breach]:
    edition, was = turn.rules.edition, turn.before.attitude
    after = edition.after[was.value]  # type: ignore[index]  # attitudes with a rule here are the special ones
    rule, spoken = _AFTER_RULE[was], _SPOKEN[was]
    # the least dive may be half of a shallow one, which `_half` rounds up to whole hundreds: hence twice the least
    twice_least = after.least_dive * 2 if isinstance(after.least_dive, int) else turn.able.shallow_dive
    if 2 * turn.intent.dive < twice_least and turn.attitude not in after.or_else:
        message = f"dive {turn.intent.dive} after {spoken}, and at least {_half(twice_least)} feet have to follow"
        yield Breach(rule, ("dive",), message, _half(twice_least), turn.intent.dive)
    elif turn.attitude in after.forbids:
        box = "climb" if turn.attitude.climbs else "dive"
        message = f"{_SPOKEN[turn.attitude]} may not follow {spoken}"
        yield Breach(rule, (box,), message, f"not {_SPOKEN[turn.attitude]}", str(turn.attitude))


def _half(feet: int) -> int:
    """Return half of a number of feet, rounded up to a whole hundred."""
    return -(-feet // (2 * HUNDRED)) * HUNDRED


_UNBLAMED = 1
"""The number of the rule for mistakes that no part of a turn explains."""

_ALTITUDE_RULE = {
    VERTICAL_DIVE: 20,
    STEEP_DIVE: 19,
    STEEP_CLIMB: 18,
    CLIMB: 16,
    DIVE: 17,
    LEVEL: _UNBLAMED,
}
_DIVE_RULE = {STEEP_DIVE: 19, VERTICAL_DIVE: 20}

_FACING_RULES = ((IMMELMANN, 6), (LOOP, 5), (SKID, 3))
_BANK_RULES = ((IMMELMANN, 6), (LOOP, 5), (HALF_ROLL, 11))
_MANEUVER_RULES = ((SKID, 10), (LOOP, 5), (IMMELMANN, 6))

_OTHER_ODD = (Habit(first_odd=True), Habit(turned_odd=True), Habit(first_odd=True, turned_odd=True))
_SHORT_HALF_ROLLS = Habit(half_roll_hexes=1)


def claim_breaches(turn: Turn) -> Iterator[Breach]:
    """Find claimed figures of a line that differ from those by the rules."""
    claims, end = turn.line.claims, turn.end
    if claims is None:
        return
    if claims.maneuvers is not None and claims.maneuvers != turn.plot.maneuvers:
        yield _differs(_maneuvers_rule(turn, claims.maneuvers), "maneuvers", turn.plot.maneuvers, claims.maneuvers)
    if claims.speed is not None and claims.speed != end.speed:
        yield _speed_differs(turn, claims.speed)
    if claims.altitude is not None and claims.altitude != end.altitude:
        yield _altitude_differs(turn, claims.altitude)
    if claims.bank is not None and claims.bank != end.bank:
        yield _differs(_rule_by_kind(turn, _BANK_RULES, 2), "bank", end.bank, claims.bank)
    if claims.facing is not None and claims.facing != end.facing:
        yield _differs(_rule_by_kind(turn, _FACING_RULES, 1), "facing", end.facing, claims.facing)
    if claims.q not in {None, end.at.q} or claims.r not in {None, end.at.r}:
        yield _hex_differs(turn, claims)


def _differs(rule: int, box: str, expected: object, actual: object, about: str = "") -> Breach:
    return Breach(rule, (box,), f"{box} {actual} at the end, and it comes to {expected}", expected, actual, about)


def _changed(rule: int, box: str, expected: object, actual: object) -> Breach:
    """Blame a wrong speed or altitude on a rule, or on none."""
    about = "no part of the turn explains it" if rule == _UNBLAMED else ""
    return _differs(rule, box, expected, actual, about)


def _maneuvers_rule(turn: Turn, claimed: int) -> int:
    """Return the rule of a wrong count of maneuvers: of a kind that counts twice if that was counted once, else 12."""
    short = turn.plot.maneuvers - claimed
    fitting = (rule for kind, rule in _MANEUVER_RULES if short > 0 and short == turn.plot.count(kind))
    return next(fitting, 12)


def _rule_by_kind(turn: Turn, rules: tuple[tuple[TokenKind, int], ...], otherwise: int) -> int:
    """Return the rule of a wrong bank or facing: the first of ``rules`` with a kind of maneuver in the plot."""
    if turn.attitude is VERTICAL_DIVE:
        return 20
    return next((rule for kind, rule in rules if kind in turn.plot.kinds), otherwise)


def _altitude_differs(turn: Turn, claimed: int) -> Breach:
    if claimed % HUNDRED:
        message = f"altitude {claimed} at the end is no whole hundred of feet, and it comes to {turn.end.altitude}"
        return Breach(1, ("altitude",), message, turn.end.altitude, claimed)
    differs = _changed(_ALTITUDE_RULE[turn.attitude], "altitude", turn.end.altitude, claimed)
    if not turn.crash_overruled:
        return differs
    return replace(differs, severity=Severity.NOTE, message=f"settled by a ruling: {differs.message}")


def _speed_differs(turn: Turn, claimed: int | Fraction) -> Breach:
    expected, actual = turn.end.speed / TENTHS, float(Fraction(claimed) / TENTHS)
    if isinstance(claimed, Fraction):
        message = f"speed {actual} at the end is no whole tenth, and it comes to {expected}"
        return Breach(1, ("speed",), message, expected, actual)
    return _changed(_speed_rule(turn, claimed), "speed", expected, actual)


def _speed_rule(turn: Turn, claimed: int) -> int:
    """Return the rule of a wrong speed: of the part that the pilot left out, else of the only change, else rule 1."""
    change = turn.change
    parts = {
        "maneuvers": 29 if turn.within is Range.MANEUVER else 12,
        "drag": 13,
        "power": 15,
        "brakes": 15,
        "climb": 16,
        "dive": _DIVE_RULE.get(turn.attitude, 17),
    }
    edition = turn.rules.edition
    for part, rule in parts.items():
        without: SpeedChange = replace(change, **{part: 0})
        if end_speed(turn.start.speed, without, turn.attitude, turn.band_after, edition)[0] == claimed:
            return rule
    if turn.end.speed + turn.cut == claimed:
        return 18
    changing = [rule for part, rule in parts.items() if getattr(change, part)] + [18] * bool(turn.cut)
    return changing[0] if len(changing) == 1 else _UNBLAMED


def end_breaches(turn: Turn) -> Iterator[Breach]:
    """Note a crash, or else a speed below the maneuver range."""
    end, least = turn.end, turn.band_after.maneuver[0]
    if turn.crashed:
        message = f"it flies into the ground, at {end.altitude} feet, and has crashed"
        if turn.stated.altitude > 0:
            message += f"; if it did not, and {turn.stated.altitude} is right, the director enters 1 under ruling"
        yield Breach(None, ("altitude",), message, 0, end.altitude, "crashes", Severity.NOTE)
    elif end.speed < least:
        speed = end.speed / TENTHS
        message = f"a speed of {speed} at the end is under the least of the maneuver range"
        about = "speeds under the maneuver range"
        yield Breach(None, ("speed",), message, least / TENTHS, speed, about, Severity.NOTE)


def _hex_differs(turn: Turn, claims: Claims) -> Breach:
    at = turn.end.at
    claimed = Hex(at.q if claims.q is None else claims.q, at.r if claims.r is None else claims.r)
    message = f"hex {claimed.q},{claimed.r} at the end, and it comes to {at.q},{at.r}"
    return Breach(_hex_rule(turn, claimed), ("q", "r"), message, list(at), list(claimed))


def _hex_rule(turn: Turn, claimed: Hex) -> int:
    """Return the rule of a wrong hex: that of the first usual mistake that leads there, else that of its maneuvers."""
    if turn.attitude is VERTICAL_DIVE:
        return 20
    plot, start, kinds = turn.plot, turn.start, turn.plot.kinds
    skips = turn.rules.edition.skips(turn.attitude)
    if skips and fly(plot, start).at == claimed:
        return 18 if turn.attitude is STEEP_CLIMB else 19
    if any(fly(plot, start, skips, habit).at == claimed for habit in _OTHER_ODD):
        return 8
    if HALF_ROLL in kinds and fly(plot, start, skips, _SHORT_HALF_ROLLS).at == claimed:
        return 4
    if SLIP in kinds or HALF_ROLL in kinds:
        return 9
    return 8 if turn.track.crossed else 7
