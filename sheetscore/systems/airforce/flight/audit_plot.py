"""The audit of a plot: its points, and each maneuver with its bank, run-in and direction."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from sheetscore.findings import Severity
from sheetscore.systems.airforce.editions import STEEP_CLIMB, STEEP_DIVE, VERTICAL_DIVE
from sheetscore.systems.airforce.flight.energy import Range
from sheetscore.systems.airforce.flight.plot import (
    HALF_ROLL,
    IMMELMANN,
    LOOP,
    ROLL,
    SKID,
    SLIP,
    TURN,
    WINGS_LEVEL,
)
from sheetscore.systems.airforce.flight.state import UPWARD
from sheetscore.systems.airforce.flight.turns import Made, Turn
from sheetscore.systems.airforce.toml_parts import TENTHS
from sheetscore.wording import pluralize


class Breach(Struct, frozen=True):
    """A broken rule."""

    rule: int | None
    """The number of the rule; None for mistakes outside the numbered rules."""
    boxes: tuple[str, ...]
    """The boxes of the line that it is about."""
    message: str
    expected: object
    """The value by the rules."""
    actual: object
    """The value on the log."""
    about: str = ""
    """The subject; by default that of the rule."""
    severity: Severity = Severity.WARNING
    """A note says something that breaks no rule."""


PLOT = ("plot",)

_TURN_BANKS = {1: ("RB", "IR"), -1: ("LB", "IL")}
_IMMELMANN_BANKS = {
    (STEEP_CLIMB, 1): "RB",
    (STEEP_CLIMB, -1): "LB",
    (STEEP_DIVE, 1): "IR",
    (STEEP_DIVE, -1): "IL",
}
_ROLLS_TO_LEVEL = {"RB": 1, "LB": 1, "IR": 2, "IL": 2}
"""The points of the roll that brings the wings level, by bank."""

_RUN_IN_RULE = {ROLL: 2, WINGS_LEVEL: 2, LOOP: 5, IMMELMANN: 6}
_RANGE_RULE = {Range.MANEUVER: 26, Range.LEVEL: 27, Range.DIVE: 28}


def plot_breaches(turn: Turn) -> Iterator[Breach]:
    """Find the breaches of a plot, in the order in which it is flown."""
    attitude, able = turn.intent.attitude, turn.able
    if turn.plot.points != able.points:
        yield _points(turn)
    for made in turn.track.made:
        kind = made.token.kind
        if attitude is VERTICAL_DIVE and kind not in _IN_VERTICAL_DIVES:
            yield _not_vertical(turn, made)
        elif made.run_in < able.longest_mode and (mode := _mode(turn, made)) > made.run_in:
            yield _run_in(turn, made, mode)
        if kind in _CHECKS:
            yield from _CHECKS[kind](turn, made)
    if attitude is STEEP_CLIMB:
        yield from _upward(turn)


def _points(turn: Turn) -> Breach:
    """Report that a plot has more or fewer points than the speed gives, by the rule that explains the difference."""
    plotted, speed = turn.plot.points, turn.start.speed
    down, up, half_up = speed // TENTHS, -(-speed // TENTHS), (speed + TENTHS // 2) // TENTHS
    half_rolls, slips = turn.plot.count(HALF_ROLL), turn.plot.count(SLIP)
    if plotted in {down, up, half_up}:
        rule = 1
    elif half_rolls and plotted - half_rolls == turn.points:
        rule = 4
    elif slips and plotted - slips == turn.points:
        rule = 9
    else:
        rule = 7
    message = f"{plotted} points are plotted, and a speed of {speed / TENTHS} gives {turn.points}"
    return Breach(rule, ("plot",), message, turn.points, plotted)


def _mode(turn: Turn, made: Made) -> int:
    """Return the points straight on that a maneuver needs before it; the turn of a skid needs none after its slip."""
    if made.token.kind is SKID:
        return 0
    return turn.able.one_point_mode if _rolls(turn, made) == 1 else turn.able.modes[made.token.kind]


def _run_in(turn: Turn, made: Made, mode: int) -> Breach:
    rule = _RUN_IN_RULE.get(made.token.kind) or _RANGE_RULE[turn.within]
    message = f"{made.token.word} after {pluralize(made.run_in, 'point')} straight on, and it needs {mode}"
    return Breach(rule, PLOT, message, mode, made.run_in)


_IN_VERTICAL_DIVES = {ROLL, WINGS_LEVEL, LOOP}
_STEEP = {STEEP_CLIMB, STEEP_DIVE, VERTICAL_DIVE}


def _rolls(turn: Turn, made: Made) -> int:
    """Return the points of a roll; 0 for other maneuvers."""
    if made.token.kind is ROLL:
        return made.token.amount
    if made.token.kind is WINGS_LEVEL:
        return 1 if turn.attitude is VERTICAL_DIVE else _ROLLS_TO_LEVEL.get(made.bank, 2)
    return 0


def _turn(turn: Turn, made: Made) -> tuple[Breach, ...]:
    del turn
    return _bank_breaches(made, 1)


def _skid(turn: Turn, made: Made) -> tuple[Breach, ...]:
    del turn
    word, side, slip = made.token.word, made.token.side, made.token.slip
    banked = _bank_breaches(made, 10)
    if slip == 0:
        return (Breach(3, PLOT, f"a skid turns once, and {word} is its second turn", 1, 2), *banked)
    if side == slip:
        against = "TL" if slip > 0 else "TR"
        message = f"{word} turns with its slip; a skid turns against it, {against}"
        return (Breach(3, PLOT, message, against, word), *banked)
    return banked


def _bank_breaches(made: Made, rule: int) -> tuple[Breach, ...]:
    banks = _TURN_BANKS[made.token.side]
    return () if made.bank in banks else (_wrong_bank(made, rule, banks),)


def _wrong_bank(made: Made, rule: int, banks: tuple[str, ...]) -> Breach:
    message = f"{made.token.word} from {made.bank}; it begins from {' or '.join(banks)}"
    return Breach(rule, PLOT, message, " ".join(banks), made.bank)


def _roll(turn: Turn, made: Made) -> tuple[Breach, ...]:
    del turn
    word, amount = made.token.word, made.token.amount
    return (Breach(2, PLOT, f"{word} rolls three points, and two are the most", 2, amount),) if amount > 2 else ()


def _wings_level(turn: Turn, made: Made) -> tuple[Breach, ...]:
    if turn.attitude is VERTICAL_DIVE or made.bank in _ROLLS_TO_LEVEL:
        return ()
    return (_wrong_bank(made, 2, tuple(_ROLLS_TO_LEVEL)),)


def _loop(turn: Turn, made: Made) -> tuple[Breach, ...]:
    edition, attitude = turn.rules.edition, turn.attitude
    if attitude is VERTICAL_DIVE and not edition.vertical_dive.loops:
        return (_not_vertical(turn, made),)
    rule = 20 if attitude is VERTICAL_DIVE else 5
    banks = edition.loop.climbing if attitude is STEEP_CLIMB else edition.loop.diving
    if attitude not in _STEEP:
        return (_not_steep(made, rule),)
    return () if made.bank in banks else (_wrong_bank(made, rule, banks),)


def _immelmann(turn: Turn, made: Made) -> tuple[Breach, ...]:
    if turn.attitude is VERTICAL_DIVE:
        return ()  # reported already as a maneuver that vertical dives do not have
    bank = _IMMELMANN_BANKS.get((turn.attitude, made.token.side))
    if bank is None:
        return (_not_steep(made, 6),)
    return () if made.bank == bank else (_wrong_bank(made, 6, (bank,)),)


def _not_steep(made: Made, rule: int) -> Breach:
    message = f"{made.token.word} in a turn that is neither a steep climb nor a steep dive"
    return Breach(rule, ("plot", "special"), message, "steep", "not steep")


def _not_vertical(turn: Turn, made: Made) -> Breach:
    allowed = "rolls, N and V" if turn.rules.edition.vertical_dive.loops else "rolls and N"
    return Breach(20, PLOT, f"{made.token.word} in a vertical dive; it has {allowed}", allowed, made.token.word)


def _upward(turn: Turn) -> Iterator[Breach]:
    """Find the first bank that is not upward in a steep climb: at its start, or later, up to its first loop."""
    banks = [made.bank for made in turn.track.made]
    loops = [number for number, made in enumerate(turn.track.made) if made.token.kind in {LOOP, IMMELMANN}]
    flown = [turn.start.bank, *(banks[: loops[0] + 1] if loops else (*banks, turn.track.bank))]
    wrong = next((bank for bank in flown if bank not in UPWARD), None)
    if wrong is not None:
        message = f"{wrong} in a steep climb, and before a loop the bank has to be upward"
        yield Breach(18, ("special", "plot"), message, "L RB LB", wrong)


_CHECKS = {
    TURN: _turn,
    SKID: _skid,
    ROLL: _roll,
    WINGS_LEVEL: _wings_level,
    LOOP: _loop,
    IMMELMANN: _immelmann,
}
"""The checks of maneuvers besides points and run-in; slips and half rolls are made from any bank."""
