"""The state of an aircraft between two turns: hex, facing, bank, speed and altitude.

The hex map has axial coordinates; facings are hours, 0 (or 12) is map north.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from msgspec import Struct

from sheetscore.expressions.figure import Amount
from sheetscore.expressions.figure_calls import highest

FACINGS = 12
"""Even facings look at a hexside: the aircraft flies with the grain of the hexes. Odd facings look at a hexspine, that
is along the edge between two hexes: it flies across the grain.
"""


class Hex(NamedTuple):
    """A hex by its axial coordinates: ``q`` to the east, ``r`` to the south."""

    q: int
    r: int

    def step(self, side: int) -> Hex:
        """Return the neighbour across a side; ``side`` is an even facing, taken modulo 12."""
        q, r = STEPS[side % FACINGS]
        return Hex(self.q + q, self.r + r)

    @property
    def place(self) -> tuple[float, float]:
        """The middle of the hex on a flat map, x to the east and y to the north, in hexes from side to side."""
        return self.q * sqrt(3) / 2, -(self.r + self.q / 2)


STEPS = {0: (0, -1), 2: (1, -1), 4: (1, 0), 6: (0, 1), 8: (-1, 1), 10: (-1, 0)}
"""The changes of ``q`` and ``r`` by a step across a side."""

_RIGHT_FRONT = tuple(STEPS[(facing + facing % 2) % FACINGS] for facing in range(FACINGS))
_LEFT_FRONT = tuple(STEPS[(facing - facing % 2) % FACINGS] for facing in range(FACINGS))

AHEAD = (_RIGHT_FRONT, _LEFT_FRONT)
"""The changes of ``q`` and ``r`` by the next step straight on, by ``odd`` and by facing.

On an odd facing the track alternates between the right and the left front hex, the right one first; ``odd`` says that
the left one is next. On an even facing there is one hex ahead, and nothing to remember.
"""


def straight_on(at: Hex, facing: int, *, odd: bool) -> tuple[Hex, bool]:
    """Return the next hex straight on, and ``odd`` there: each step on an odd facing reverses it; see :data:`AHEAD`."""
    q, r = AHEAD[odd][facing]
    return Hex(at.q + q, at.r + r), odd != bool(facing % 2)


def _run(facing: int, *, odd: bool, length: int) -> tuple[tuple[int, int], ...]:
    """Return the changes of ``q`` and ``r`` from here to each of the next hexes straight on, the nearest first."""
    at, run = Hex(0, 0), []
    for _ in range(length):
        at, odd = straight_on(at, facing, odd=odd)
        run.append((at.q, at.r))
    return tuple(run)


LONGEST_RUN = 99
RUNS = tuple(tuple(_run(facing, odd=odd, length=LONGEST_RUN) for facing in range(FACINGS)) for odd in (False, True))
"""The changes of ``q`` and ``r`` to each of the next hexes straight on, by ``odd`` and by facing. A track is made of
such straight pieces.
"""


def distance(one: Hex, other: Hex) -> int:
    """Return the distance of two hexes; 0 for the same hex."""
    return int(hexes_along(Fraction(other.q - one.q), Fraction(other.r - one.r)))


def hexes_along(q: Amount, r: Amount) -> Amount:
    """Return the length in hexes of a way with these changes of both coordinates."""
    return highest(abs(q), abs(r), abs(q + r))


BANKS = ("L", "RB", "IR", "I", "IL", "LB")
"""Level, right bank, inverted right, inverted, inverted left, left bank. A roll to the right goes from each to the
next, and from the last to the first.
"""

UPWARD = frozenset({"L", "RB", "LB"})
"""The banks with the cockpit up."""


class AircraftState(Struct, frozen=True):
    """The state of an aircraft between two turns."""

    at: Hex
    """The hex."""
    facing: int
    """0 to 11, clockwise; 0 is map north."""
    bank: str
    """One of :data:`BANKS`."""
    speed: int
    """In tenths of a speed point, 0 or more."""
    altitude: int
    """In feet; below 0 it has crashed."""
    odd: bool = False
    """Whether, on an odd facing, the next hex straight on is the left front one."""
    run_in: int = 0
    """The movement points that it has flown straight since its last maneuver of any kind."""
    loaded: bool = False
    """Whether the limits of a loaded aircraft apply: it carries bombs, or is lame."""
    lame: bool = False
    """Whether an engine is gone: it counts as loaded and has no power."""
    bombs: bool = False
    """Whether it carries bombs."""
