"""The flight log of an aircraft as records: the start, a line for each turn with what the pilot claims, the shots.

The values are those of the boxes, understood but not judged: what a rule says of them is the audit's to find.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from sheetscore.findings import Finding
from sheetscore.systems.airforce.flight.state import AircraftState

MOST_TURNS = 36
"""The lines of three pages."""

Fate = Literal["", "home", "aborted", "down"]
FATES: tuple[Fate, ...] = ("home", "aborted", "down")
"""What an aircraft that is not flying any more came to, as its pilot writes it."""


class Claims(Struct, frozen=True):
    """What the pilot says of the end of a turn; None is said of what was left blank.

    Parameters
    ----------
    maneuvers
        How many cost speed this turn.
    speed
        In tenths; a fraction where hundredths were written.
    altitude
        In feet.
    bank
        One of the banks.
    facing
        0 to 11.
    q, r
        The hex, by its coordinates.
    """

    maneuvers: int | None = None
    speed: int | Fraction | None = None
    altitude: int | None = None
    bank: str | None = None
    facing: int | None = None
    q: int | None = None
    r: int | None = None


class Line(Struct, frozen=True):
    """One turn as it was plotted.

    Parameters
    ----------
    turn
        Its number, counted from 1.
    plot
        As it was written.
    climb, dive
        In feet; None for a blank box, which may stand for a figure that a rule requires.
    words
        The special words, in capitals.
    power, brakes
        Factors.
    claims
        None where nothing is claimed.
    filled
        Whether anything stands in its boxes.
    """

    turn: int
    plot: str = ""
    climb: int | None = None
    dive: int | None = None
    words: tuple[str, ...] = ()
    power: int = 0
    brakes: int = 0
    claims: Claims | None = None
    filled: bool = False


class Before(Struct, frozen=True):
    """The turn before the first line.

    Parameters
    ----------
    speed
        With which it began, in tenths; None where that is the speed of the start.
    """

    speed: int | None = None
    climb: int | None = None
    dive: int | None = None
    words: tuple[str, ...] = ()
    power: int = 0


class Shot(Struct, frozen=True):
    """A shot as its pilot wrote it down; None stands for a blank box.

    Parameters
    ----------
    number
        Its line on the log, counted from 1.
    turn
        At whose end it was fired.
    target
        The seat of the aircraft shot at.
    gun
        The id of a gun of the card.
    range
        In hexes, for the column of the chart.
    clock
        As the pilot says it; 12, or 0, is straight ahead.
    red, white
        The dice.
    drm
        What was added to them.
    location
        The D10s, in their order.
    result
        The letters of what was hit, criticals included.
    ruling, reason
        The hits that count because the director says so, and why; None and blank without a ruling.
    """

    number: int
    turn: int | None = None
    target: str = ""
    gun: str = ""
    range: int | None = None
    clock: int | None = None
    red: int | None = None
    white: int | None = None
    drm: int | None = None
    hits: int | None = None
    location: tuple[int, ...] = ()
    result: str = ""
    ruling: int | None = None
    reason: str = ""


class FlightLog(Struct, frozen=True):
    """The log of one aircraft.

    Parameters
    ----------
    table, seat
        Where it is flown; seats are aircraft.
    pilot
        Who flew it, as written.
    card
        The id of its card, as written.
    start
        Its state before the first line; None where that cannot be read.
    lines
        From the first turn to the last one that was filled in; blank ones between them, too.
    fate
        As the pilot writes it; blank while it is flying.
    findings
        What cannot be read.
    """

    table: int
    seat: str
    pilot: str
    card: str
    start: AircraftState | None
    before: Before = Before()
    lines: tuple[Line, ...] = ()
    fate: Fate = ""
    shots: tuple[Shot, ...] = ()
    findings: tuple[Finding, ...] = ()
