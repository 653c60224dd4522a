"""The account of a replay for people: a table for each aircraft, a line for each turn; one for the shots of a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from sheetscore.systems.airforce.editions import Attitude
from sheetscore.systems.airforce.flight.flight_findings import UNREADABLE, FlightFinding
from sheetscore.systems.airforce.flight.flight_log import Line
from sheetscore.systems.airforce.flight.flights import Flight
from sheetscore.systems.airforce.flight.handling import Intent
from sheetscore.systems.airforce.flight.state import AircraftState
from sheetscore.systems.airforce.flight.turns import Turn
from sheetscore.systems.airforce.gunnery.shots import CheckedShot
from sheetscore.systems.airforce.toml_parts import TENTHS
from sheetscore.systems.at_hand import Account

HEADINGS = ("Turn", "Plot", "Range", "Flown as", "Speed", "Altitude", "Hex", "Facing", "Bank", "Broken")

SPARE = ("Range", "Facing", "Flown as")

_FLOWN_AS = {
    Attitude.LEVEL: "level",
    Attitude.CLIMB: "climb",
    Attitude.DIVE: "dive",
    Attitude.STEEP_CLIMB: "steep climb",
    Attitude.STEEP_DIVE: "steep dive",
    Attitude.VERTICAL_DIVE: "vertical dive",
}


def account_of(flight: Flight) -> Account:
    """Return the turns of an aircraft as the rules fly them, from its start on."""
    log, card = flight.log, flight.card
    named = f"{card.name} ({card.id})" if card else log.card or "no card"
    fate = "aborting" if flight.lame and flight.fate == "flying" else flight.fate
    title = f"Table {log.table}, {log.seat}: {named}, {fate}"
    rows = [("0", "", "", "", *_state(log.start), "")] if log.start else []
    rows += [_row(flight, line.turn, turn) for line, turn in zip(log.lines, flight.turns, strict=False)]
    return Account(title, HEADINGS, tuple(rows), SPARE)


def _row(flight: Flight, number: int, turn: Turn | None) -> tuple[str, ...]:
    line = flight.log.lines[number - 1]
    broken = [
        _unflown(line) if one.rule == UNREADABLE else str(one.rule)
        for one in flight.findings
        if isinstance(one, FlightFinding) and one.turn == number and one.rule is not None
    ]
    rules = ", ".join(dict.fromkeys(broken))
    if turn is None:
        return (str(number), *_unread(flight, number), rules)
    return (str(number), line.plot, turn.within.name.lower(), _flown_as(turn.intent), *_state(turn.end), rules)


def _flown_as(intent: Intent) -> str:
    if intent.climb and intent.dive:
        return f"climb {intent.climb}, dive {intent.dive}"
    feet = intent.climb or intent.dive
    return f"{_FLOWN_AS[intent.attitude]} {feet}" if feet else _FLOWN_AS[intent.attitude]


def _unflown(line: Line) -> str:
    """Say in a word why a line cannot be flown as it is written."""
    return "unreadable" if line.plot else "no plot" if line.filled else "blank"


def _unread(flight: Flight, number: int) -> tuple[str, ...]:
    """Return what could be read of a line that was not flown: its figures, and where the next one begins."""
    line = flight.log.lines[number - 1]
    figures = [f"{name} {feet}" for name, feet in (("climb", line.climb), ("dive", line.dive)) if feet]
    goes_on = line.claims is not None and number <= len(flight.stated)
    return (line.plot, "", ", ".join(figures), *(_state(flight.stated[number - 1]) if goes_on else [""] * _FIGURES))


_FIGURES = 5
"""So many columns say how an aircraft flies at the end of a turn."""


def _state(state: AircraftState) -> tuple[str, ...]:
    at = f"{state.at.q},{state.at.r}"
    return (f"{state.speed / TENTHS:.1f}", f"{state.altitude:,}", at, str(state.facing), state.bank)


SHOT_HEADINGS = (
    "Turn", "From", "Target", "Gun", "Hex", "Range", "Hour", "Angle", "DRM", "Hits", "Result", "Wrong",
)  # fmt: skip

SPARE_OF_SHOTS = ("Angle", "Hour", "Hex", "DRM", "Result")


def accounts_of(shots: Iterable[CheckedShot]) -> Iterator[Account]:
    """Yield the shots of each table, as the rules see them, with the hits written down and those that count."""
    for table, fired in groupby(shots, key=lambda shot: shot.table):
        yield Account(f"Table {table}, shots", SHOT_HEADINGS, tuple(map(_shot_row, fired)), SPARE_OF_SHOTS)


def _shot_row(one: CheckedShot) -> tuple[str, ...]:
    shot = one.shot
    as_stated = shot.ruling is None and one.counted == (shot.hits or 0)
    hits = shot.hits if as_stated else f"{one.counted} for {shot.hits or 0}"
    figures = (one.distance, one.column, one.clock, one.deflection, one.drm, hits)
    told = ("" if figure is None else str(figure) for figure in figures)
    return (str(shot.turn or ""), one.aircraft, shot.target, shot.gun, *told, shot.result, ", ".join(one.codes))
