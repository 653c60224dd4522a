"""What the pilot claims for the end of a turn against the rules, and which rule a wrong figure is blamed on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from sheetscore.systems.airforce.editions import CLIMB, DIVE, LEVEL, STEEP_CLIMB, STEEP_DIVE, VERTICAL_DIVE
from sheetscore.systems.airforce.flight.audit_plot import Breach
from sheetscore.systems.airforce.flight.energy import HUNDRED, Change, Range, end_speed
from sheetscore.systems.airforce.flight.flight_log import Claims
from sheetscore.systems.airforce.flight.hexes import Hex
from sheetscore.systems.airforce.flight.plot import HALF_ROLL, IMMELMANN, LOOP, SKID, SLIP, Kind
from sheetscore.systems.airforce.flight.track import Habit, fly
from sheetscore.systems.airforce.flight.turns import Turn
from sheetscore.systems.airforce.toml_parts import TENTHS

_ALTITUDE_RULE = {
    VERTICAL_DIVE: 20,
    STEEP_DIVE: 19,
    STEEP_CLIMB: 18,
    CLIMB: 16,
    DIVE: 17,
    LEVEL: 1,
}
_DIVE_RULE = {STEEP_DIVE: 19, VERTICAL_DIVE: 20}

_FACING_RULES = ((IMMELMANN, 6), (LOOP, 5), (SKID, 3))
_BANK_RULES = ((IMMELMANN, 6), (LOOP, 5), (HALF_ROLL, 11))
_MANEUVER_RULES = ((SKID, 10), (LOOP, 5), (IMMELMANN, 6))

_OTHER_ODD = (Habit(first_odd=True), Habit(turned_odd=True), Habit(first_odd=True, turned_odd=True))
_SHORT_HALF_ROLLS = Habit(half_roll_hexes=1)


def claim_breaches(turn: Turn) -> Iterator[Breach]:
    """Find the figures of a line that are not those that the rules give."""
    claims, end = turn.line.claims, turn.end
    if claims is None:
        return
    if claims.maneuvers is not None and claims.maneuvers != turn.plot.maneuvers:
        yield _differs(_maneuvers(turn, claims.maneuvers), "maneuvers", turn.plot.maneuvers, claims.maneuvers)
    if claims.speed is not None and claims.speed != end.speed:
        yield _speed_differs(turn, claims.speed)
    if claims.altitude is not None and claims.altitude != end.altitude:
        yield _altitude_differs(turn, claims.altitude)
    if claims.bank is not None and claims.bank != end.bank:
        yield _differs(_by_kind(turn, _BANK_RULES, 2), "bank", end.bank, claims.bank)
    if claims.facing is not None and claims.facing != end.facing:
        yield _differs(_by_kind(turn, _FACING_RULES, 1), "facing", end.facing, claims.facing)
    if claims.q not in {None, end.at.q} or claims.r not in {None, end.at.r}:
        yield _hex_differs(turn, claims)


def _differs(rule: int, box: str, expected: object, actual: object) -> Breach:
    return Breach(rule, (box,), f"{box} {actual} at the end, and it comes to {expected}", expected, actual)


def _maneuvers(turn: Turn, claimed: int) -> int:
    """Return the rule of a wrong count of maneuvers: short by as many as those that count two."""
    short = turn.plot.maneuvers - claimed
    fitting = (rule for kind, rule in _MANEUVER_RULES if short > 0 and short == turn.plot.count(kind))
    return next(fitting, 12)


def _by_kind(turn: Turn, rules: tuple[tuple[Kind, int], ...], otherwise: int) -> int:
    """Return the rule of a wrong bank or facing: that of the first kind of maneuver which the plot has."""
    if turn.attitude is VERTICAL_DIVE:
        return 20
    return next((rule for kind, rule in rules if kind in turn.plot.kinds), otherwise)


def _altitude_differs(turn: Turn, claimed: int) -> Breach:
    if claimed % HUNDRED:
        message = f"altitude {claimed} at the end is no whole hundred of feet, and it comes to {turn.end.altitude}"
        return Breach(1, ("altitude",), message, turn.end.altitude, claimed)
    return _differs(_ALTITUDE_RULE[turn.attitude], "altitude", turn.end.altitude, claimed)


def _speed_differs(turn: Turn, claimed: int | Fraction) -> Breach:
    expected, actual = turn.end.speed / TENTHS, float(Fraction(claimed) / TENTHS)
    if isinstance(claimed, Fraction):
        message = f"speed {actual} at the end is no whole tenth, and it comes to {expected}"
        return Breach(1, ("speed",), message, expected, actual)
    return _differs(_speed(turn, claimed), "speed", expected, actual)


def _speed(turn: Turn, claimed: int) -> int:
    """Return the rule of a wrong speed: of the first part without which the claim comes out, or of the only part."""
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
        without: Change = replace(change, **{part: 0})
        if end_speed(turn.start.speed, without, turn.attitude, turn.band_after, edition)[0] == claimed:
            return rule
    if turn.end.speed + turn.cut == claimed:
        return 18
    there = [rule for part, rule in parts.items() if getattr(change, part)] + [18] * bool(turn.cut)
    return there[0] if len(there) == 1 else 1


def _hex_differs(turn: Turn, claims: Claims) -> Breach:
    at = turn.end.at
    claimed = Hex(at.q if claims.q is None else claims.q, at.r if claims.r is None else claims.r)
    message = f"hex {claimed.q},{claimed.r} at the end, and it comes to {at.q},{at.r}"
    return Breach(_hex(turn, claimed), ("q", "r"), message, list(at), list(claimed))


def _hex(turn: Turn, claimed: Hex) -> int:
    """Return the rule of a wrong hex: of the first mistake by which an aircraft comes there, or of what it flew."""
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
