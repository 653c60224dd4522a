"""The flight log of an aircraft as records: start, turns with the pilot's claims, shots; and findings about it.

The values are those of the boxes; the audit judges them. A finding about a flight says which rule is broken, in which
turn, what the log says and what the rules give.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from sheetscore.findings import Codes, Finding, Severity
from sheetscore.systems.airforce.flight.state import AircraftState

MOST_TURNS = 36
"""The most turns of a log: as many lines as three pages have."""

Fate = Literal["", "home", "aborted", "down"]
FATES: tuple[Fate, ...] = ("home", "aborted", "down")
"""The fates of aircraft that no longer fly, as pilots write them."""


class Claims(Struct, frozen=True):
    """The pilot's claims for the end of a turn; None for blank boxes."""

    maneuvers: int | None = None
    """The number of maneuvers that cost speed this turn."""
    speed: int | Fraction | None = None
    """In tenths; a fraction where hundredths were written."""
    altitude: int | None = None
    """In feet."""
    bank: str | None = None
    """One of the banks."""
    facing: int | None = None
    """0 to 11."""
    q: int | None = None
    """The column of the hex, to the east."""
    r: int | None = None
    """The row of the hex, to the south."""


class PlottedTurn(Struct, frozen=True):
    """A line of a flight log: the plot of a turn, and its end as the pilot states it."""

    turn: int
    """Its number, counted from 1."""
    plot: str = ""
    """The text of the plot."""
    climb: int | None = None
    """In feet; None for a blank box, which means the figure that a rule requires, if any."""
    dive: int | None = None
    """In feet; None for a blank box, which means the figure that a rule requires, if any."""
    words: tuple[str, ...] = ()
    """The special words, in capitals."""
    power: int = 0
    """The power factors used."""
    brakes: int = 0
    """The brake factors used."""
    claims: Claims | None = None
    """None if nothing is claimed."""
    ruling: bool = False
    """Whether the director rules that the aircraft has not crashed, and that the altitude claimed counts."""
    filled: bool = False
    """Whether any of its boxes is filled."""


class Before(Struct, frozen=True):
    """The turn before the first line."""

    speed: int | None = None
    """The speed at its beginning, in tenths; None if it is the same as at the start of the first line."""
    climb: int | None = None
    dive: int | None = None
    words: tuple[str, ...] = ()
    power: int = 0


class Shot(Struct, frozen=True):
    """A shot as its pilot wrote it down; None for a blank box."""

    number: int
    """Its line on the log, counted from 1."""
    turn: int | None = None
    """The turn at whose end it was fired."""
    target: str = ""
    """The seat of the aircraft shot at."""
    gun: str = ""
    """The id of a gun of the card."""
    range: int | None = None
    """In hexes, for the column of the chart."""
    clock: int | None = None
    """The hour as the pilot states it; 0 and 12 are the same."""
    red: int | None = None
    """The red die."""
    white: int | None = None
    """The white die."""
    drm: int | None = None
    """The modifier of the dice."""
    hits: int | None = None
    location: tuple[int, ...] = ()
    """The ten-sided dice (D10s) for the location of hits, each 0 to 9, in their order."""
    result: str = ""
    """The letters of hits, criticals included."""
    ruling: int | None = None
    """The hits by a ruling of the director; None without one."""
    reason: str = ""
    """The reason of the ruling; empty without one."""


class FlightLog(Struct, frozen=True):
    """The log of one aircraft."""

    table: int
    seat: str
    """The seat, such as ``axis.2``; each seat is an aircraft."""
    pilot: str
    """The pilot, as written."""
    card: str
    """The id of the aircraft's card, as written."""
    start: AircraftState | None
    """The aircraft's state before the first line; None if illegible."""
    before: Before = Before()
    lines: tuple[PlottedTurn, ...] = ()
    """The lines from the first turn to the last that was filled in, blank lines between them included."""
    fate: Fate = ""
    """The fate as the pilot writes it; blank if the aircraft still flies."""
    shots: tuple[Shot, ...] = ()
    findings: tuple[Finding, ...] = ()
    """The findings about illegible boxes."""


FLIGHT = "flight"
PLOT = "plot"
FATE = "fate"

CODES: Codes = {
    FLIGHT: (Severity.WARNING, "a flight breaks a rule, or its pilot reckons otherwise than the rules"),
    PLOT: (Severity.ERROR, "a line of a flight log cannot be flown as it is written"),
    FATE: (Severity.WARNING, "an aircraft that crashed by its log is said to have come home"),
    "shot-self": (Severity.WARNING, "an aircraft fires at itself"),
    "shot-target": (Severity.WARNING, "a shot is fired at nobody who flies at the end of that turn"),
    "shot-own-side": (Severity.WARNING, "a shot is fired at an aircraft of the same side"),
    "shot-range": (Severity.WARNING, "a target is farther away than a gun reaches, or in the same hex"),
    "shot-cone": (Severity.WARNING, "a target is not where fixed guns fire"),
    "shot-attitude": (Severity.WARNING, "fixed guns fire down from a climb or up from a dive"),
    "shot-separation": (Severity.WARNING, "a target is too far above or below fixed guns in level flight"),
    "shot-arc": (Severity.WARNING, "a target is in none of the arcs of a flexible gun"),
    "shot-flex": (Severity.WARNING, "flexible guns fire twice at one target, or a single .30 fires as two"),
    "shot-twice": (Severity.WARNING, "a fixed gun fires twice in a turn"),
    "shot-box": (Severity.WARNING, "the turn, gun, range, clock or modifier of a shot is not what it is"),
    "shot-hits": (Severity.WARNING, "the hits of a shot are not those of its dice"),
    "chart-hole": (Severity.ERROR, "a table of gunnery is blank where a roll needs it"),
}

UNREADABLE = 0
"""Stands for the number of a rule in findings about entries that cannot be flown."""

RULES: dict[int, str] = {
    1: "tenths, hundreds, turns",
    2: "rolls",
    3: "skids turn once, against their slip",
    4: "half rolls move two hexes",
    5: "half loops",
    6: "Immelmann turns",
    7: "as many points as the speed gives",
    8: "right and left front hexes by turns",
    9: "slips",
    10: "skids: with the bank, two maneuvers",
    11: "half rolls turn the bank over",
    12: "speed lost in maneuvers",
    13: "drag above the top level speed",
    14: "power factors available",
    15: "what power and brakes give",
    16: "climbs",
    17: "shallow dives",
    18: "steep climbs",
    19: "steep dives",
    20: "vertical dives",
    21: "dive bombing",
    22: "pulling out of a vertical dive",
    23: "pulling out of a steep dive",
    24: "levelling off from a steep climb",
    25: "a single power factor",
    26: "modes in the maneuver range",
    27: "modes in the level range",
    28: "modes in the dive range",
    29: "maneuvers by wing loading",
}
"""The subject of each rule."""


class FlightFinding(Finding, frozen=True, kw_only=True):
    """A finding about an aircraft in a turn."""

    table: int = 0
    aircraft: str = ""
    """The seat of the aircraft whose log it is about."""
    turn: int | None = None
    """Counted from 1; None if the start, the card or the fate is to blame."""
    rule: int | None = None
    """1 to 29, 0 for entries that cannot be flown, None if no rule is broken."""
    expected: object = None
    """The value by the rules: a number, a text, or the q and r of a hex."""
    actual: object = None
    """The value on the log."""

    def as_json(self) -> dict[str, object]:  # type: ignore[override]  # it has more keys
        """Return the finding with the keys that scripts rely on."""
        return {
            **super().as_json(),
            "rule": self.rule,
            "table": self.table,
            "aircraft": self.aircraft,
            "turn": self.turn,
            "expected": self.expected,
            "actual": self.actual,
        }


class Reporter(Struct, frozen=True):
    """Makes the findings about one aircraft."""

    table: int
    seat: str
    """The seat of the aircraft."""

    def unreadable(
        self, boxes: Sequence[str], message: str, *, turn: int | None = None, expected: object = None, actual: object
    ) -> FlightFinding:
        """Return the finding that something cannot be flown as it is written."""
        return self._finding(PLOT, Severity.ERROR, UNREADABLE, turn, boxes, message, expected, actual)

    def broken(
        self,
        rule: int | None,
        turn: int,
        boxes: Sequence[str],
        message: str,
        expected: object,
        actual: object,
        *,
        about: str = "",
        severity: Severity = Severity.WARNING,
    ) -> FlightFinding:
        """Return the finding that a rule is broken.

        Parameters
        ----------
        rule
            None for one without a number.
        about
            The subject; by default that of the numbered rule.
        severity
            A note says something that breaks no rule.
        """
        kind = f"rule {rule} ({about or RULES[rule]})" if rule else about
        text = f"{kind}: {message}" if rule else message
        return self._finding(FLIGHT, severity, rule, turn, boxes, text, expected, actual, kind)

    def ruled(self, turn: int, message: str, expected: object, actual: object) -> FlightFinding:
        """Return the note of a ruling of the director about a turn."""
        return self._finding("ruled", Severity.NOTE, None, turn, ("ruling",), message, expected, actual)

    def crashed(self, turn: int, fate: str) -> FlightFinding:
        """Return the finding that an aircraft has crashed, although its pilot writes another fate."""
        message = f"fate {fate}, and the aircraft flew into the ground in turn {turn}; it counts as crashed"
        return self._finding(FATE, Severity.WARNING, None, None, ("end.fate",), message, "crashed", fate)

    def _finding(
        self,
        code: str,
        severity: Severity,
        rule: int | None,
        turn: int | None,
        boxes: Sequence[str],
        message: str,
        expected: object,
        actual: object,
        kind: str = "",
    ) -> FlightFinding:
        line = "" if turn is None else f"turn.{turn}."
        when = "" if turn is None else f", turn {turn}"
        return FlightFinding(
            code,
            f"{self.seat}{when}: {message}",
            severity=severity,
            fields=tuple((self.table, self.seat, f"{line}{box}") for box in boxes),
            table=self.table,
            aircraft=self.seat,
            turn=turn,
            rule=rule,
            expected=expected,
            actual=actual,
            kind=kind,
        )
