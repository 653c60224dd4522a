"""The replay of tables: every log flown and audited, every shot checked against the places of aircraft.

Its report for people lists the turns of each aircraft, and then the shots that were fired at each table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import groupby
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict

from sheetscore.event.identity import folded
from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity
from sheetscore.forms.form import FieldKey, Value
from sheetscore.systems.airforce.cards import Card, CardLibrary
from sheetscore.systems.airforce.editions import Attitude, FlightSettings, edition, settings_with
from sheetscore.systems.airforce.flight.energy import Rulebook
from sheetscore.systems.airforce.flight.flight_log import UNREADABLE, Claims, FlightFinding, PlottedTurn
from sheetscore.systems.airforce.flight.flights import Flight, fly_log
from sheetscore.systems.airforce.flight.handling import Hangar, Intent
from sheetscore.systems.airforce.flight.log_entries import logs_from
from sheetscore.systems.airforce.flight.state import AircraftState
from sheetscore.systems.airforce.flight.turns import Turn
from sheetscore.systems.airforce.gunnery.aim import GunneryRules
from sheetscore.systems.airforce.gunnery.shots import CheckedShot, check_shots, combatants
from sheetscore.systems.airforce.gunnery.tables import GunneryTables
from sheetscore.systems.airforce.toml_parts import TENTHS
from sheetscore.systems.context import Account, ReplayAsked

HEADINGS = ("Turn", "Plot", "Range", "Flown as", "Speed", "Altitude", "Hex", "Facing", "Bank", "Broken")

SPARE = ("Range", "Facing", "Flown as")
"""The columns that are left out where space is short, the least useful first; likewise :data:`SPARE_OF_SHOTS`."""

_FLOWN_AS = {
    Attitude.LEVEL: "level",
    Attitude.CLIMB: "climb",
    Attitude.DIVE: "dive",
    Attitude.STEEP_CLIMB: "steep climb",
    Attitude.STEEP_DIVE: "steep dive",
    Attitude.VERTICAL_DIVE: "vertical dive",
}


def account_of(flight: Flight) -> Account:
    """Return the turns of an aircraft by the rules, beginning at its start."""
    log, card = flight.log, flight.card
    named = f"{card.name} ({card.id})" if card else log.card or "no card"
    rows = [("0", "", "", "", *_state(log.start), "")] if log.start else []
    # there are no turns if nothing could be flown
    rows += [_row(flight, line.turn, turn) for line, turn in zip(log.lines, flight.turns, strict=False)]
    in_brackets = (
        "; in brackets as claimed" if any("(" in figure for row in rows for figure in row[_FIRST_FIGURE:]) else ""
    )
    title = f"Table {log.table}, {log.seat}: {named}, {flight.shown_fate}{in_brackets}"
    return Account(title, HEADINGS, tuple(rows), SPARE)


def _row(flight: Flight, number: int, turn: Turn | None) -> tuple[str, ...]:
    line = flight.log.lines[number - 1]
    broken = [
        _unflown(line) if one.rule == UNREADABLE else str(one.rule)
        for one in flight.findings
        if isinstance(one, FlightFinding) and one.turn == number and one.rule is not None
        if one.severity is not Severity.NOTE
    ]
    rules = ", ".join(dict.fromkeys(broken))
    if turn is None:
        return (str(number), *_unread(flight, number), rules)
    figures = _beside(_state(turn.end), line.claims)
    return (str(number), line.plot, turn.within.name.lower(), _flown_as(turn.intent), *figures, rules)


def _flown_as(intent: Intent) -> str:
    if intent.climb and intent.dive:
        return f"climb {intent.climb}, dive {intent.dive}"
    feet = intent.climb or intent.dive
    return f"{_FLOWN_AS[intent.attitude]} {feet}" if feet else _FLOWN_AS[intent.attitude]


def _unflown(line: PlottedTurn) -> str:
    """Return in a word why a line cannot be flown."""
    return "unreadable" if line.plot else "no plot" if line.filled else "blank"


def _unread(flight: Flight, number: int) -> tuple[str, ...]:
    """Return the legible figures of a line that was not flown, and the state with which the next line starts."""
    line = flight.log.lines[number - 1]
    figures = [f"{name} {feet}" for name, feet in (("climb", line.climb), ("dive", line.dive)) if feet]
    goes_on = line.claims is not None and number <= len(flight.stated)
    return (line.plot, "", ", ".join(figures), *(_state(flight.stated[number - 1]) if goes_on else [""] * _FIGURES))


_FIRST_FIGURE, _FIGURES = HEADINGS.index("Speed"), 5
"""The index of the first of the columns with an aircraft's state at the end of a turn, and how many they are."""


def _state(state: AircraftState) -> tuple[str, ...]:
    at = f"{state.at.q},{state.at.r}"
    return (_speed(state.speed), f"{state.altitude:,}", at, str(state.facing), state.bank)


def _speed(tenths: int | Fraction) -> str:
    return f"{tenths / TENTHS:.1f}" if isinstance(tenths, int) else f"{float(tenths / TENTHS):g}"


def _beside(figures: tuple[str, ...], claims: Claims | None) -> tuple[str, ...]:
    """Put claimed figures in brackets behind those by the rules if they differ."""
    if claims is None:
        return figures
    q, r = figures[2].split(",")
    claimed = (
        None if claims.speed is None else _speed(claims.speed),
        None if claims.altitude is None else f"{claims.altitude:,}",
        f"{q if claims.q is None else claims.q},{r if claims.r is None else claims.r}",
        None if claims.facing is None else str(claims.facing),
        claims.bank,
    )
    return tuple(
        figure if text in {None, figure} else f"{figure} ({text})"
        for figure, text in zip(figures, claimed, strict=True)
    )


SHOT_HEADINGS = (
    "Turn", "From", "Target", "Gun", "Hex", "Range", "Hour", "Angle", "DRM", "Hits", "Result", "Wrong",
)  # fmt: skip

SPARE_OF_SHOTS = ("Angle", "Hour", "Hex", "DRM", "Result")


def accounts_of(shots: Iterable[CheckedShot]) -> Iterator[Account]:
    """Yield the shots of each table by the rules, with the hits written down and those that count."""
    for table, fired in groupby(shots, key=lambda shot: shot.table):
        yield Account(f"Table {table}, shots", SHOT_HEADINGS, tuple(map(_shot_row, fired)), SPARE_OF_SHOTS)


def _shot_row(one: CheckedShot) -> tuple[str, ...]:
    shot = one.shot
    as_stated = shot.ruling is None and one.counted == (shot.hits or 0)
    hits = shot.hits if as_stated else f"{one.counted} for {shot.hits or 0}"
    figures = (one.distance, one.column, one.clock, one.deflection, one.drm, hits)
    texts = ("" if figure is None else str(figure) for figure in figures)
    return (str(shot.turn or ""), one.aircraft, shot.target, shot.gun, *texts, shot.result, ", ".join(one.codes))


class Replay(Struct, frozen=True):
    """Logs that were flown."""

    rules: Rulebook
    """The rules by which they were flown."""
    flights: tuple[Flight, ...]
    """The flights by table, then in the order of the logs."""
    shots: tuple[CheckedShot, ...] = ()
    """The shots by table, then in the order of the logs, each with its figures by the rules."""
    shot_findings: tuple[Finding, ...] = ()
    """The findings about shots."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, aircraft by aircraft, then those about shots."""
        return (*(one for flight in self.flights for one in flight.findings), *self.shot_findings)

    def all_shots(self) -> Iterator[CheckedShot]:
        """Yield every shot of every log; shots of aircraft without a card are not judged, and have no figures."""
        judged = {(one.table, one.aircraft, one.shot.number): one for one in self.shots}
        for flight in self.flights:
            place = flight.log.table, flight.log.seat
            for shot in flight.log.shots:
                yield judged.get((*place, shot.number)) or CheckedShot(*place, shot)

    def account(self) -> tuple[Account, ...]:
        """Return the account of each aircraft, then the shots of each table."""
        return (*map(account_of, self.flights), *accounts_of(self.shots))

    def drawing(self) -> str:
        """Return the maps as SVG, one table below the other."""
        from sheetscore.systems.airforce.flight_map import map_drawing  # noqa: PLC0415 -- few replays are drawn

        return map_drawing(self.flights)

    def as_json(self) -> dict[str, object]:
        """Return the replay for scripts; speeds are in points, altitudes in feet."""
        return {
            "settings": self.rules.settings.model_dump(mode="json"),
            "findings": [one.as_json() for one in self.findings],
            "aircraft": [_flight_json(flight) for flight in self.flights],
            "shots": [shot.as_json() for shot in self.shots],
        }


def replay_asked(asked: ReplayAsked[Event], typed: Iterable[Card] = ()) -> Replay:
    """Replay what was asked for.

    Parameters
    ----------
    typed
        The event's own cards.

    Raises
    ------
    MistakesFound
        The edition, or a table that shots need, cannot be used.
    WrongUsage
        A setting is unknown, or has an invalid value.
    """
    decided = asked.event.settings if asked.event is not None else FlightSettings()
    cards, tables = CardLibrary(typed, asked.templates, asked.cards), GunneryTables(asked.templates, asked.cards)
    rules = rulebook(settings_with(decided, asked.settings), asked.templates)
    return replay(asked.entries, cards, rules, tables)


def replay(
    entries: Mapping[FieldKey, Value], cards: CardLibrary, rules: Rulebook, tables: GunneryTables | None = None
) -> Replay:
    """Fly every log among the entries, and check its shots.

    Parameters
    ----------
    tables
        The tables of gunnery as their owner has filled them in. Default: the shipped ones, which are blank.

    Raises
    ------
    MistakesFound
        A table that shots need has mistakes.
    """
    hangar = Hangar(cards, rules)
    flights = tuple(fly_log(log, hangar) for log in logs_from(entries))
    gunnery = GunneryRules(rules.edition.gunnery, rules.settings, tables or GunneryTables())
    shots: list[CheckedShot] = []
    findings: list[Finding] = []
    for table, group in groupby(flights, key=lambda flight: flight.log.table):
        at_table = [*group]
        grounded = {folded(flight.log.seat) for flight in at_table if flight.card is None}
        checked, found = check_shots(table, combatants(at_table), gunnery, grounded)
        shots += checked
        findings += found
    return Replay(rules, flights, tuple(shots), tuple(findings))


def rulebook(settings: FlightSettings, own: Path | None = None) -> Rulebook:
    """Return the rules in force.

    Parameters
    ----------
    own
        The event's ``templates`` folder, for an edition of its own.

    Raises
    ------
    MistakesFound
        The edition cannot be used.
    """
    return Rulebook(edition(settings.edition, own), settings)


def _flight_json(flight: Flight) -> dict[str, object]:
    return {
        "table": flight.log.table,
        "aircraft": flight.log.seat,
        "card": flight.card.id if flight.card else flight.log.card,
        "fate": flight.fate,
        "turns": [_turn_json(line.turn, turn) for line, turn in zip(flight.log.lines, flight.turns, strict=False)],
    }


def _turn_json(number: int, turn: Turn | None) -> dict[str, object]:
    """Return a turn for scripts; all but its number is None if it was not flown."""
    if turn is None:
        return {"turn": number, **dict.fromkeys(_TURN_KEYS)}
    return {
        "turn": number,
        "range": turn.within.name.lower(),
        "points": turn.points,
        "maneuvers": turn.plot.maneuvers,
        "power_available": turn.power_available,
        "bombing": turn.bombing,
        "track": [list(at) for at in turn.track.hexes],
        "change": {part: tenths / TENTHS for part, tenths in asdict(turn.change).items()},
        "end": state_json(turn.end),
    }


_TURN_KEYS = ("range", "points", "maneuvers", "power_available", "bombing", "track", "change", "end")


def state_json(state: AircraftState) -> dict[str, object]:
    """Return a state for scripts, as the boxes of a start have it."""
    return {
        "q": state.at.q,
        "r": state.at.r,
        "facing": state.facing,
        "bank": state.bank,
        "speed": state.speed / TENTHS,
        "altitude": state.altitude,
        "odd": int(state.odd),
        "run_in": state.run_in,
        "loaded": int(state.loaded),
    }
