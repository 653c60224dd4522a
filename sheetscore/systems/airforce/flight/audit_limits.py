"""What of climb, dive, power and brakes breaks a rule, and what may not follow the turn before."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.systems.airforce.editions import CLIMB, DIVE, LEVEL, STEEP_CLIMB, STEEP_DIVE, VERTICAL_DIVE, Attitude
from sheetscore.systems.airforce.flight.audit_plot import PLOT, Breach
from sheetscore.systems.airforce.flight.energy import HUNDRED, Range, feet_at, steep_climb_limit
from sheetscore.systems.airforce.flight.turns import Turn

_AFTER_RULE = {VERTICAL_DIVE: 22, STEEP_DIVE: 23, STEEP_CLIMB: 24}
"""The rule of what may follow a special turn."""

_SPOKEN = {
    LEVEL: "level flight",
    CLIMB: "a climb",
    DIVE: "a dive",
    STEEP_CLIMB: "a steep climb",
    STEEP_DIVE: "a steep dive",
    VERTICAL_DIVE: "a vertical dive",
}


def limit_breaches(turn: Turn) -> Iterator[Breach]:
    """Find what the figures of a line break, by number of the rules."""
    line, intent, able = turn.line, turn.intent, turn.able
    if (line.climb and line.climb % HUNDRED) or (line.dive and line.dive % HUNDRED):
        yield from _hundreds(turn)
    if (line.power and line.power > turn.power_available) or (line.brakes and line.brakes > turn.card.brakes):
        yield from _power(turn)
    if intent.attitude in _AFTER_RULE or intent.climb > able.band.climb or intent.dive > able.shallow_dive:
        yield from _altitude(turn)
    if turn.bombing == "glide":
        yield _glide(turn)
    if turn.before.attitude in _AFTER_RULE:
        yield from _after(turn)
    if turn.plot.maneuvers > _FEW and able.within is Range.MANEUVER:
        yield from _many_maneuvers(turn)


_FEW = 2
"""So many maneuvers are in every table of losses."""


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
    small = card.role == "fighter" and card.engines <= (rules.fighter_engines or 0)
    if rules.fighter_engines is not None and not (card.dive_bomber or small):
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
    return Breach(21, ("special", "altitude"), message, most, turn.end.altitude)


def _after(turn: Turn) -> Iterator[Breach]:
    edition, was = turn.rules.edition, turn.before.attitude
    after = edition.after[was.value]  # type: ignore[index]  # what has a rule is special
    rule, spoken = _AFTER_RULE[was], _SPOKEN[was]
    twice = after.least_dive * 2 if isinstance(after.least_dive, int) else turn.able.shallow_dive
    if 2 * turn.intent.dive < twice and turn.attitude not in after.or_else:
        message = f"dive {turn.intent.dive} after {spoken}, and at least {_half(twice)} feet have to follow"
        yield Breach(rule, ("dive",), message, _half(twice), turn.intent.dive)
    elif turn.attitude in after.forbids:
        box = "climb" if turn.attitude.climbs else "dive"
        message = f"{_SPOKEN[turn.attitude]} may not follow {spoken}"
        yield Breach(rule, (box,), message, f"not {_SPOKEN[turn.attitude]}", str(turn.attitude))


def _half(feet: int) -> int:
    """Return the least dive, in hundreds of feet, that is half of so many."""
    return -(-feet // (2 * HUNDRED)) * HUNDRED
