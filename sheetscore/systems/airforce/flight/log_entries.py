"""Flight logs as records, read from the boxes of workbooks or from lines of CSV."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct, field

from sheetscore.event.identity import folded, suggestion
from sheetscore.forms.form import FieldKey, Value
from sheetscore.systems.airforce.flight.flight_log import (
    FATES,
    MOST_TURNS,
    Before,
    Claims,
    Fate,
    FlightFinding,
    FlightLog,
    PlottedTurn,
    Reporter,
    Shot,
)
from sheetscore.systems.airforce.flight.state import BANKS, FACINGS, AircraftState, Hex
from sheetscore.systems.airforce.toml_parts import TENTHS
from sheetscore.wording import pluralize
from sheetscore.workbooks.typed import InvalidValue, number_from, quote

Boxes = Mapping[str, Value]
"""The values of a line's boxes, by the last part of their names; blank ones are absent."""

_START = ("q", "r", "facing", "bank", "speed", "altitude", "odd", "run_in", "loaded")
_BEFORE = ("speed", "climb", "dive", "special", "power")
_TURN = ("plot", "climb", "dive", "special", "power", "brakes")
_CLAIMS = ("maneuvers", "speed", "altitude", "bank", "facing", "q", "r")
_RULING = "ruling"
_SHOT = (
    *("turn", "target", "gun", "range", "clock", "red", "white", "drm", "hits", "location", "result"),
    *("ruling", "reason"),
)

_SINGLE: Mapping[str, tuple[str, ...]] = {
    "seat": ("pilot",),
    "aircraft": ("card",),
    "start": _START,
    "before": _BEFORE,
    "end": ("fate",),
}
_NUMBERED: Mapping[str, tuple[str, ...]] = {"turn": (*_TURN, *_CLAIMS, _RULING), "shot": _SHOT}
_MOST_SHOTS = 99

_FAR = 99_999
"""The largest absolute value of any hex, altitude or number on a log."""


def logs_from(entries: Mapping[FieldKey, Value]) -> tuple[FlightLog, ...]:
    """Return the log of every aircraft, by table and then in the order of the entries.

    Boxes of tables, and boxes outside the blocks of a log, are ignored; unknown boxes within its blocks are reported.
    """
    pages: defaultdict[tuple[int, str], _Page] = defaultdict(_Page)
    for (table, seat, name), value in entries.items():
        if seat:
            pages[table, seat].take(name, value)
    found = sorted(pages, key=lambda where: where[0])
    return tuple(pages[where].log(Reporter(*where)) for where in found if pages[where].is_log)


@lru_cache(maxsize=4096)
def _place(name: str) -> tuple[str, int, str] | None:
    """Return block, line and box of a name: line 0 if the block has no lines, None if no log has the box."""
    block, _, rest = name.partition(".")
    if (boxes := _NUMBERED.get(block)) is None:
        return (block, 0, rest) if rest in _SINGLE.get(block, ()) else None
    number, _, box = rest.partition(".")
    return (block, int(number), box) if number.isdecimal() and int(number) and box in boxes else None


class _Page(Struct):
    """The boxes of one log by line, or by block if it has no lines, and by the last part of their names."""

    boxes: defaultdict[tuple[str, int], dict[str, Value]] = field(default_factory=lambda: defaultdict(dict))
    unknown: list[tuple[str, str]] = field(default_factory=list)
    is_log: bool = False

    def take(self, name: str, value: Value) -> None:
        """Add a box to its line; a blank text is no value."""
        if isinstance(value, str) and not (value := value.strip()):
            return
        if (place := _place(name)) is None:
            self._unknown(name)
            return
        block, line, box = place
        self.boxes[block, line][box] = value
        if block != "seat":
            self.is_log = True

    def _unknown(self, name: str) -> None:
        """Remember the name of an unknown box within a block of the log, with a hint, to report it."""
        block, _, rest = name.partition(".")
        if (line := _NUMBERED.get(block)) is not None:
            self.unknown.append((name, suggestion(rest.partition(".")[2], line)))
        elif block in _SINGLE and block != "seat":
            self.unknown.append((name, suggestion(rest, _SINGLE[block])))

    def log(self, reporter: Reporter) -> FlightLog:
        """Return the log as a record."""
        findings = [
            reporter.unreadable((name,), f"a flight log has no box {name}.{hint}", actual=name)
            for name, hint in self.unknown
        ]
        turns = self._within("turn", MOST_TURNS, reporter, findings)
        shots = self._within("shot", _MOST_SHOTS, reporter, findings)
        aircraft = self.boxes["aircraft", 0].get("card", "")
        return FlightLog(
            reporter.table,
            reporter.seat,
            pilot=str(self.boxes["seat", 0].get("pilot", "")),
            card=str(aircraft),
            start=_start(_Reader(reporter, self.boxes["start", 0], "start.", findings)),
            before=_before(_Reader(reporter, self.boxes["before", 0], "before.", findings)),
            lines=tuple(
                _line(_Reader(reporter, turns.get(number, {}), "", findings, number), number)
                for number in range(1, max(turns, default=0) + 1)
            ),
            fate=_fate(_Reader(reporter, self.boxes["end", 0], "end.", findings)),
            shots=tuple(
                _shot(_Reader(reporter, shots[number], f"shot.{number}.", findings), number) for number in sorted(shots)
            ),
            findings=tuple(findings),
        )

    def _within(self, block: str, most: int, reporter: Reporter, findings: list[FlightFinding]) -> Mapping[int, Boxes]:
        """Return the lines of a block by number; those with a number above ``most`` are reported and left out."""
        lines = {number: boxes for (of, number), boxes in self.boxes.items() if of == block}
        findings += (
            reporter.unreadable(
                tuple(f"{block}.{number}.{box}" for box in lines[number]),
                f"{block}.{number}: a log has {pluralize(most, block)} at most",
                expected=most,
                actual=number,
            )
            for number in lines
            if number > most
        )
        return {number: boxes for number, boxes in lines.items() if number <= most}


class _Reader(Struct):
    """Reads the boxes of a line; unreadable ones are reported, and count as blank."""

    reporter: Reporter
    boxes: Boxes
    prefix: str
    """The part of the boxes' names before the last, such as ``shot.3.``; empty for turns."""
    findings: list[FlightFinding]
    turn: int | None = None

    def whole(self, box: str, least: int = 0, most: int = _FAR) -> int | None:
        """Return a whole number within its range."""
        value = self.boxes.get(box)
        if value is None:
            return None
        number = _number(value)
        if isinstance(number, int) and least <= number <= most:
            return number
        wanted = f"there is {quote(value)}; enter a whole number from {least} to {most}"
        self.blame(box, number.message if isinstance(number, InvalidValue) else wanted, actual=str(value))
        return None

    def tenths(self, box: str) -> int | Fraction | None:
        """Return a speed in tenths: a fraction if it was written with hundredths."""
        value = self.boxes.get(box)
        if value is None:
            return None
        tenths = _in_tenths(value)
        if isinstance(tenths, InvalidValue):
            self.blame(box, tenths.message, actual=str(value))
            return None
        return tenths

    def text(self, box: str) -> str:
        """Return a text on one line; numbers count as text."""
        return str(self.boxes.get(box, ""))

    def bank(self, box: str) -> str | None:
        """Return a bank; small letters will do."""
        value = self.boxes.get(box)
        if value is None:
            return None
        bank = str(value).upper()
        if bank not in BANKS:
            self.blame(box, f"there is {quote(value)}; the banks are {', '.join(BANKS)}", actual=str(value))
            return None
        return bank

    def facing(self, box: str) -> int | None:
        """Return a facing; 12 is 0."""
        facing = self.whole(box, 0, FACINGS)
        return None if facing is None else facing % FACINGS

    def words(self) -> tuple[str, ...]:
        """Return the special words, in capitals, each once."""
        value = self.boxes.get("special")
        if value is None:
            return ()
        return tuple(dict.fromkeys(str(value).replace(",", " ").upper().split()))

    def blame(self, box: str, message: str, *, actual: object) -> None:
        """Report an unreadable box."""
        text = f"{self.prefix}{box}: {message}"
        self.findings.append(self.reporter.unreadable((f"{self.prefix}{box}",), text, turn=self.turn, actual=actual))


def _number(value: Value) -> int | Fraction | InvalidValue:
    """Read a number, with a fast path for plain whole numbers, which nearly all are."""
    return value if type(value) is int else _number_read(value)


@lru_cache(maxsize=1024, typed=True)
def _number_read(value: Value) -> int | Fraction | InvalidValue:
    """Read a number in any notation; cached, since a log has few different ones."""
    return _whole_if_possible(number_from(value))


@lru_cache(maxsize=1024, typed=True)
def _in_tenths(value: Value) -> int | Fraction | InvalidValue:
    """Read a speed in points, and return it in tenths."""
    number = number_from(value)
    return number if isinstance(number, InvalidValue) else _whole_if_possible(number * TENTHS)


def _whole_if_possible(number: Fraction | InvalidValue) -> int | Fraction | InvalidValue:
    return int(number) if isinstance(number, Fraction) and number.denominator == 1 else number


def _start(read: _Reader) -> AircraftState | None:
    """Return the state before the first line; None if speed or altitude is missing, or if anything is unreadable."""
    reported_before = len(read.findings)
    q, r = read.whole("q", -_FAR), read.whole("r", -_FAR)
    facing, bank = read.facing("facing"), read.bank("bank")
    speed, altitude = read.tenths("speed"), read.whole("altitude")
    odd, run_in, loaded = read.whole("odd", 0, 1), read.whole("run_in"), read.whole("loaded", 0, 1)
    if isinstance(speed, Fraction) or (speed is not None and speed < 0):
        read.blame("speed", f"there is {_shown(speed)}; {_TENTHS_FROM_0}", actual=float(speed / TENTHS))
    if altitude is not None and altitude % 100:
        message = f"there is {altitude}; altitudes are whole hundreds of feet, such as {altitude // 100 * 100}"
        read.blame("altitude", message, actual=altitude)
    for box, value in (("speed", speed), ("altitude", altitude)):
        if box not in read.boxes:
            read.blame(box, "is blank, and nothing can be flown without it", actual=value)
    if len(read.findings) > reported_before or not isinstance(speed, int) or altitude is None:
        return None
    return AircraftState(
        *(Hex(q or 0, r or 0), facing or 0, bank or "L", speed, altitude, bool(odd), run_in or 0),
        loaded=bool(loaded),
        bombs=bool(loaded),
    )


_TENTHS_FROM_0 = "a speed is a number from 0 on with one digit behind the point, such as 5.5"


def _shown(speed: int | Fraction) -> str:
    return f"{float(Fraction(speed, TENTHS)):g}"


def _before(read: _Reader) -> Before:
    speed = read.tenths("speed")
    if isinstance(speed, Fraction) or (speed is not None and speed < 0):
        read.blame("speed", f"there is {_shown(speed)}; {_TENTHS_FROM_0}", actual=float(speed / TENTHS))
        speed = None
    return Before(speed, read.whole("climb"), read.whole("dive"), read.words(), read.whole("power") or 0)


def _line(read: _Reader, turn: int) -> PlottedTurn:
    if not read.boxes:
        return PlottedTurn(turn)
    return PlottedTurn(
        turn,
        plot=read.text("plot"),
        climb=read.whole("climb"),
        dive=read.whole("dive"),
        words=read.words(),
        power=read.whole("power") or 0,
        brakes=read.whole("brakes") or 0,
        claims=None if read.boxes.keys().isdisjoint(_CLAIMS) else _claims(read),
        ruling=bool(read.whole(_RULING, 0, 1)),
        filled=True,
    )


def _claims(read: _Reader) -> Claims:
    return Claims(
        read.whole("maneuvers"),
        read.tenths("speed"),
        read.whole("altitude", -_FAR),
        read.bank("bank"),
        read.facing("facing"),
        read.whole("q", -_FAR),
        read.whole("r", -_FAR),
    )


def _fate(read: _Reader) -> Fate:
    written = read.text("fate")
    for fate in FATES:
        if folded(written) == fate:
            return fate
    if written:
        read.blame("fate", f"there is {quote(written)}; enter {', '.join(FATES)} or nothing", actual=written)
    return ""


def _shot(read: _Reader, number: int) -> Shot:
    location = read.text("location")
    digits = "".join(location.replace(",", " ").split())
    if digits and not (digits.isascii() and digits.isdigit()):
        read.blame("location", f"there is {quote(location)}; enter the D10s, each 0 to 9", actual=location)
        digits = ""
    return Shot(
        number,
        turn=read.whole("turn", 1, MOST_TURNS),
        target=read.text("target"),
        gun=read.text("gun"),
        range=read.whole("range", 0, 99),
        clock=read.whole("clock", 0, 99),
        red=read.whole("red", 1, 6),
        white=read.whole("white", 1, 6),
        drm=read.whole("drm", -99, 99),
        hits=read.whole("hits", 0, 99),
        location=tuple(map(int, digits)),
        result="".join(read.text("result").upper().split()),
        ruling=read.whole("ruling", 0, 99),
        reason=read.text("reason"),
    )
