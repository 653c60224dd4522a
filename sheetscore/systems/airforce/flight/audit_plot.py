"""What of a plot breaks a rule: points, and each maneuver with its bank, its run-in and the turn that it is made in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sheetscore.sentences import counted
from sheetscore.systems.airforce.editions import Attitude
from sheetscore.systems.airforce.flight.energy import Range
from sheetscore.systems.airforce.flight.plot import Kind
from sheetscore.systems.airforce.flight.state import UPWARD
from sheetscore.systems.airforce.flight.track import Made
from sheetscore.systems.airforce.flight.turns import Turn
from sheetscore.systems.airforce.toml_parts import TENTHS


class Breach(NamedTuple):
    """A rule that is broken: by which boxes, what to say, what the rules give and what the log says."""

    rule: int
    boxes: tuple[str, ...]
    message: str
    expected: object
    actual: object


PLOT = ("plot",)

_TURN_BANKS = {1: ("RB", "IR"), -1: ("LB", "IL")}
_IMMELMANN_BANKS = {
    (Attitude.STEEP_CLIMB, 1): "RB",
    (Attitude.STEEP_CLIMB, -1): "LB",
    (Attitude.STEEP_DIVE, 1): "IR",
    (Attitude.STEEP_DIVE, -1): "IL",
}
_ROLLS_TO_LEVEL = {"RB": 1, "LB": 1, "IR": 2, "IL": 2}
"""The points of the rolls that wings level are made with, by bank."""

_RUN_IN_RULE = {Kind.ROLL: 2, Kind.WINGS_LEVEL: 2, Kind.LOOP: 5, Kind.IMMELMANN: 6}
_RANGE_RULE = {Range.MANEUVER: 26, Range.LEVEL: 27, Range.DIVE: 28}


def plot_breaches(turn: Turn) -> Iterator[Breach]:
    """Find what a plot breaks, in the order in which it is flown."""
    if turn.plot.points != turn.able.points:
        yield _points(turn)
    for made in turn.track.made:
        yield from _run_in(turn, made)
        yield from _CHECKS[made.token.kind](turn, made)
    if turn.attitude is Attitude.STEEP_CLIMB:
        yield from _upward(turn)


def _points(turn: Turn) -> Breach:
    """Say that there are other points than the speed gives, by the rule that explains them."""
    plotted, speed = turn.plot.points, turn.start.speed
    down, up, half_up = speed // TENTHS, -(-speed // TENTHS), (speed + TENTHS // 2) // TENTHS
    half_rolls, slips = turn.plot.count(Kind.HALF_ROLL), turn.plot.count(Kind.SLIP)
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


def _run_in(turn: Turn, made: Made) -> Iterator[Breach]:
    kind = made.token.kind
    if kind is Kind.SKID or (turn.attitude is Attitude.VERTICAL_DIVE and kind not in _IN_VERTICAL_DIVES):
        return
    mode = turn.able.one_point_mode if _rolls(turn, made) == 1 else turn.able.modes[kind]
    if made.run_in < mode:
        rule = _RUN_IN_RULE.get(kind) or _RANGE_RULE[turn.within]
        message = f"{made.token.word} after {counted(made.run_in, 'point')} straight on, and it needs {mode}"
        yield Breach(rule, PLOT, message, mode, made.run_in)


_IN_VERTICAL_DIVES = {Kind.ROLL, Kind.WINGS_LEVEL, Kind.LOOP}


def _rolls(turn: Turn, made: Made) -> int:
    """Return the points of a roll; 0 for what is none."""
    if made.token.kind is Kind.ROLL:
        return made.token.amount
    if made.token.kind is Kind.WINGS_LEVEL:
        return 1 if turn.attitude is Attitude.VERTICAL_DIVE else _ROLLS_TO_LEVEL.get(made.bank, 2)
    return 0


def _turn(turn: Turn, made: Made) -> Iterator[Breach]:
    yield from _not_vertical(turn, made)
    yield from _with_bank(made, 1)


def _skid(turn: Turn, made: Made) -> Iterator[Breach]:
    yield from _not_vertical(turn, made)
    word, side, slip = made.token.word, made.token.side, made.token.slip
    if slip == 0:
        yield Breach(3, PLOT, f"a skid turns once, and {word} is its second turn", 1, 2)
    elif side == slip:
        against = "TL" if slip > 0 else "TR"
        yield Breach(3, PLOT, f"{word} turns with its slip; a skid turns against it, {against}", against, word)
    yield from _with_bank(made, 10)


def _with_bank(made: Made, rule: int) -> Iterator[Breach]:
    banks = _TURN_BANKS[made.token.side]
    if made.bank not in banks:
        yield _from_bank(made, rule, banks)


def _from_bank(made: Made, rule: int, banks: tuple[str, ...]) -> Breach:
    message = f"{made.token.word} from {made.bank}; it begins from {' or '.join(banks)}"
    return Breach(rule, PLOT, message, " ".join(banks), made.bank)


def _aside(turn: Turn, made: Made) -> Iterator[Breach]:
    yield from _not_vertical(turn, made)


def _roll(turn: Turn, made: Made) -> Iterator[Breach]:
    del turn
    if made.token.amount > 2:
        yield Breach(2, PLOT, f"{made.token.word} rolls three points, and two are the most", 2, made.token.amount)


def _wings_level(turn: Turn, made: Made) -> Iterator[Breach]:
    if turn.attitude is not Attitude.VERTICAL_DIVE and made.bank not in _ROLLS_TO_LEVEL:
        yield _from_bank(made, 2, tuple(_ROLLS_TO_LEVEL))


def _loop(turn: Turn, made: Made) -> Iterator[Breach]:
    edition = turn.rules.edition
    if turn.attitude is Attitude.VERTICAL_DIVE:
        if not edition.vertical_dive.loops:
            yield from _not_vertical(turn, made)
        elif made.bank not in edition.loop.diving:
            yield _from_bank(made, 20, edition.loop.diving)
    elif turn.attitude is Attitude.STEEP_CLIMB or turn.attitude is Attitude.STEEP_DIVE:
        banks = edition.loop.climbing if turn.attitude is Attitude.STEEP_CLIMB else edition.loop.diving
        if made.bank not in banks:
            yield _from_bank(made, 5, banks)
    else:
        yield _not_steep(made, 5)


def _immelmann(turn: Turn, made: Made) -> Iterator[Breach]:
    bank = _IMMELMANN_BANKS.get((turn.attitude, made.token.side))
    if turn.attitude is Attitude.VERTICAL_DIVE:
        yield from _not_vertical(turn, made)
    elif bank is None:
        yield _not_steep(made, 6)
    elif made.bank != bank:
        yield _from_bank(made, 6, (bank,))


def _not_steep(made: Made, rule: int) -> Breach:
    message = f"{made.token.word} in a turn that is neither a steep climb nor a steep dive"
    return Breach(rule, ("plot", "special"), message, "steep", "not steep")


def _not_vertical(turn: Turn, made: Made) -> Iterator[Breach]:
    if turn.attitude is Attitude.VERTICAL_DIVE:
        allowed = "rolls, N and V" if turn.rules.edition.vertical_dive.loops else "rolls and N"
        yield Breach(20, PLOT, f"{made.token.word} in a vertical dive; it has {allowed}", allowed, made.token.word)


def _upward(turn: Turn) -> Iterator[Breach]:
    """Find the first bank of a steep climb that is not upward: at the start, or after a roll before any loop."""
    banks = [made.bank for made in turn.track.made]
    loops = [number for number, made in enumerate(turn.track.made) if made.token.kind in {Kind.LOOP, Kind.IMMELMANN}]
    flown = [turn.start.bank, *(banks[: loops[0] + 1] if loops else (*banks, turn.track.bank))]
    wrong = next((bank for bank in flown if bank not in UPWARD), None)
    if wrong is not None:
        message = f"{wrong} in a steep climb, and before a loop the bank has to be upward"
        yield Breach(18, ("special", "plot"), message, "L RB LB", wrong)


_CHECKS = {
    Kind.TURN: _turn,
    Kind.SKID: _skid,
    Kind.SLIP: _aside,
    Kind.HALF_ROLL: _aside,
    Kind.ROLL: _roll,
    Kind.WINGS_LEVEL: _wings_level,
    Kind.LOOP: _loop,
    Kind.IMMELMANN: _immelmann,
}
