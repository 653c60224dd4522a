"""A flight log flown by the rules line by line; each line starts from the end that the line before states."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.findings import Finding, Severity, finding
from sheetscore.problems import MistakesFound
from sheetscore.systems.airforce.cards import Card
from sheetscore.systems.airforce.flight.audit_figures import claim_breaches, end_breaches, limit_breaches
from sheetscore.systems.airforce.flight.audit_plot import Breach, plot_breaches
from sheetscore.systems.airforce.flight.energy import points_at
from sheetscore.systems.airforce.flight.flight_log import Before, Fate, FlightFinding, FlightLog, PlottedTurn, Reporter
from sheetscore.systems.airforce.flight.handling import (
    LAME,
    AircraftHandling,
    Hangar,
    Intent,
    UnflyableEntry,
    intent_of,
)
from sheetscore.systems.airforce.flight.plot import Plot, Unread, read_plot
from sheetscore.systems.airforce.flight.state import AircraftState
from sheetscore.systems.airforce.flight.turns import Turn, TurnBefore, before_first, fly_turn, load_after, stated_end

CameTo = Literal["flying", "crashed", "down", "aborted", "home"]

_SAFE: frozenset[Fate] = frozenset({"home", "aborted"})
"""The fates for which an aircraft must still fly."""


class Flight(Struct, frozen=True):
    """A log that was flown."""

    log: FlightLog
    card: Card | None
    """The card of the aircraft; None without one: then no turn is flown."""
    turns: tuple[Turn | None, ...] = ()
    """The turn of each line; None for a line that cannot be read, or comes after a crash."""
    stated: tuple[AircraftState, ...] = ()
    """The state at the end of each line as the log gives it, where the next line starts; no states after a crash."""
    findings: tuple[Finding, ...] = ()
    """The findings in the order of the lines."""

    @property
    def crashed(self) -> bool:
        """Whether it flew into the ground."""
        return any(turn is not None and turn.crashed for turn in self.turns)

    @property
    def fate(self) -> CameTo:
        """The fate: a crash is computed, others are as its pilot writes them."""
        return "crashed" if self.crashed else self.log.fate or "flying"

    @property
    def lame(self) -> bool:
        """Whether an engine is gone, so that the aircraft tries to come home."""
        return bool(self.stated) and self.stated[-1].lame

    @property
    def shown_fate(self) -> str:
        """The fate in words: an aircraft that flies with an engine gone is aborting."""
        return "aborting" if self.lame and self.fate == "flying" else self.fate


def fly_log(log: FlightLog, hangar: Hangar) -> Flight:
    """Fly a log by the rules and audit it."""
    reporter = Reporter(log.table, log.seat)
    try:
        aircraft = _aircraft(log, hangar)
    except MistakesFound as mistakes:
        reported = [
            reporter.unreadable(("aircraft.card",), one.message, expected=None, actual=log.card)
            for one in mistakes.findings
        ]
        return Flight(log, None, findings=(*log.findings, *reported))
    flown = _FlightUnderWay(reporter, aircraft, list(log.findings))
    if log.start is not None:
        flown.fly(log.lines, log.start, flown.turn_before(log.before, log.start))
        flown.check_fate(log.fate)
    return Flight(log, aircraft.card, tuple(flown.turns), tuple(flown.stated), tuple(flown.findings))


def _aircraft(log: FlightLog, hangar: Hangar) -> AircraftHandling:
    """Return the aircraft of a log.

    Raises
    ------
    MistakesFound
        The log names no card, or the card cannot be used.
    """
    if log.card:
        return hangar.aircraft(log.card)
    message = "no card is named, and nothing can be flown without one"
    raise MistakesFound([finding("event-reference", message)])


class _FlightUnderWay(Struct):
    """A log while it is being flown."""

    reporter: Reporter
    aircraft: AircraftHandling
    findings: list[Finding]
    turns: list[Turn | None] = field(default_factory=list)
    stated: list[AircraftState] = field(default_factory=list)

    def fly(self, lines: Sequence[PlottedTurn], start: AircraftState, before: TurnBefore) -> None:
        """Fly one line after the other."""
        state = start
        crashed_in = 0
        for line in lines:
            if crashed_in:
                self._after_crash(line, crashed_in)
                continue
            plot = self._plot(line, state)
            if plot is None:
                self.turns.append(None)
                before = self._unflown_before(line, state)
                state = self._passed_over(line, state)
            else:
                turn = fly_turn(line, plot, state, before, self.aircraft)
                self._audit(turn)
                self.turns.append(turn)
                before, state = turn.as_earlier, turn.stated
                crashed_in = line.turn if turn.crashed else 0
            self.stated.append(state)

    def turn_before(self, before: Before, start: AircraftState) -> TurnBefore:
        """Return the turn before the first line, and report entries for it that cannot be flown."""
        self.report_unflyable(self._intent(before, start).unflyable, None)
        return before_first(before, start, self.aircraft)

    def _intent(self, written: PlottedTurn | Before, start: AircraftState) -> Intent:
        return intent_of(written, start, self.aircraft.card, self.aircraft.rules.edition)

    def report_unflyable(self, unflyable: Sequence[UnflyableEntry], turn: int | None) -> None:
        """Report entries that cannot be flown; ``turn`` is None for the turn before the first."""
        for one in unflyable:
            where = one.boxes if turn is not None else tuple(f"before.{box}" for box in one.boxes)
            self.findings.append(self.reporter.unreadable(where, one.message, turn=turn, actual=one.actual))

    def _plot(self, line: PlottedTurn, state: AircraftState) -> Plot | None:
        """Read a plot; None if it cannot be flown, which is reported."""
        if not line.filled:
            self._unreadable(line, "the line is blank, and later ones are filled in", "")
            return None
        plot = read_plot(line.plot)
        if isinstance(plot, Unread):
            self._unreadable(line, plot.message, plot.word)
            return None
        if not plot.tokens and points_at(state.speed):
            self._unreadable(line, "there is no plot", "")
            return None
        return plot

    def _unreadable(self, line: PlottedTurn, message: str, actual: str) -> None:
        if line.claims is not None:
            message += "; what is claimed for its end was read, and the next turn begins there"
        self.findings.append(self.reporter.unreadable(("plot",), message, turn=line.turn, actual=actual))

    def _unflown_before(self, line: PlottedTurn, state: AircraftState) -> TurnBefore:
        """Return a line that was not flown as the turn before the next line, and report its unflyable entries."""
        intent = self._intent(line, state)
        self.report_unflyable(intent.unflyable, line.turn)
        return TurnBefore(intent.attitude, intent.dive, state.speed, line.power, LAME in line.words and not state.lame)

    def _passed_over(self, line: PlottedTurn, state: AircraftState) -> AircraftState:
        """Return the state after a line without movement: its claims, and bombs dropped or engines lost."""
        loaded, lame, bombs = load_after(line, state)
        kept = replace(state, loaded=loaded, lame=lame, bombs=bombs)
        return stated_end(kept, line)

    def _after_crash(self, line: PlottedTurn, crashed_in: int) -> None:
        self.turns.append(None)
        if line.filled:
            message = (
                f"the aircraft crashed in turn {crashed_in}, and nothing can follow; if it did not, the altitude that "
                "counts is claimed in that turn, and the director enters 1 under ruling there"
            )
            self.findings.append(self.reporter.unreadable(("plot",), message, turn=line.turn, actual=line.plot))

    def check_fate(self, fate: Fate) -> None:
        """Report a fate that contradicts a crash: home or aborted, but not down."""
        crash = next((turn for turn in self.turns if turn is not None and turn.crashed), None)
        if crash is not None and fate in _SAFE:
            self.findings.append(self.reporter.crashed(crash.line.turn, fate))

    def _audit(self, turn: Turn) -> None:
        if turn.intent.unflyable:
            self.report_unflyable(turn.intent.unflyable, turn.line.turn)
        for breach in chain(plot_breaches(turn), limit_breaches(turn), claim_breaches(turn), end_breaches(turn)):
            self.findings.append(self._breach(breach, turn.line.turn))
        if turn.line.ruling:
            self.findings.append(_ruling(turn, self.reporter))

    def _breach(self, breach: Breach, turn: int) -> FlightFinding:
        return self.reporter.broken(
            breach.rule,
            turn,
            breach.boxes,
            breach.message,
            breach.expected,
            breach.actual,
            about=breach.about,
            severity=breach.severity,
        )


def _ruling(turn: Turn, reporter: Reporter) -> FlightFinding:
    """Report what a ruling does: an aircraft that crashed by the rules flies on; a ruling without a crash is void."""
    number, computed, claimed = turn.line.turn, turn.end.altitude, turn.stated.altitude
    if turn.crash_overruled:
        return reporter.ruled(
            number, f"ruled no crash: it flies on at {claimed} feet in place of {computed}", computed, claimed
        )
    if turn.crashed:
        message = "a ruling lets it fly on at the altitude that is claimed, and none above 0 is; claim it, or clear it"
        return reporter.unreadable(
            ("ruling", "altitude"), message, turn=number, actual=claimed if claimed != computed else None
        )
    message = "a ruling settles a crash, and there is none in this turn; clear it"
    return reporter.broken(
        None, number, ("ruling",), message, None, 1, about="rulings without a crash", severity=Severity.NOTE
    )
