"""What Air Force / Dauntless asks of an event: fights with aircraft that can begin as they do, seats that are there."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.event.identity import folded, suggestion
from sheetscore.event.model import MOST_SEATS, Part
from sheetscore.event.tables import place_of
from sheetscore.findings import Codes, Finding, Severity, finding
from sheetscore.systems.airforce.card_checks import check_cards
from sheetscore.systems.airforce.flight import flight_findings
from sheetscore.systems.airforce.model import AirforceEvent
from sheetscore.systems.airforce.starts import check_starts

CODES: Codes = {
    **flight_findings.CODES,
    "log-begins": (Severity.WARNING, "a flight log begins otherwise than the event says"),
}
"""The findings that flight logs alone make."""


def check_event(event: AirforceEvent) -> list[Finding]:
    """Find what breaks a rule of the game in an event, with places as in event.toml."""
    checks = (_players, _fights, check_cards, check_starts, _named_seats)
    return [one for check in checks for one in check(event)]


def _wrong(event: AirforceEvent, part: Part, key: str, message: str, code: str = "event-rule") -> Finding:
    return finding(code, message, sheet=place_of(event, part), cell=key)


def _players(event: AirforceEvent) -> Iterator[Finding]:
    if not event.players:
        message = "No player is entered. Enter the players."
        yield finding("event-missing", message, sheet="[[player]]", cell="id", severity=Severity.WARNING)


def _fights(event: AirforceEvent) -> Iterator[Finding]:
    for fight in event.scenarios:
        seats = sum(side.seats for side in fight.sides)
        if not 1 <= seats <= MOST_SEATS:
            message = f'The fight "{fight.title}" has {seats} aircraft. Give it 1 to {MOST_SEATS}.'
            yield _wrong(event, fight, "id", message)


def _named_seats(event: AirforceEvent) -> Iterator[Finding]:
    """See that named seats are seats of their round, and that nobody is named twice in one."""
    planned = {one.number for one in event.rounds} - set(event.unnamed_rounds)
    who: set[tuple[int, str]] = set()
    where: set[tuple[int, int, str]] = set()
    for one in event.seats_named:
        if one.round not in planned:
            message = f"Round {one.round} names no fight, so that it has no seats."
            yield _wrong(event, one, "round", message, "event-reference")
            continue
        seats = event.seats(one.round)
        if one.seat not in seats:
            message = f'The fight of round {one.round} has no aircraft "{one.seat}".{suggestion(one.seat, seats)}'
            yield _wrong(event, one, "seat", message, "event-reference")
        if not 1 <= one.table <= event.tables(one.round):
            message = f"Round {one.round} is played at {event.tables(one.round)} tables, and this is table {one.table}."
            yield _wrong(event, one, "table", message, "event-value")
        if (one.round, one.table, one.seat) in where:
            message = f"{one.seat} of table {one.table} is named twice for round {one.round}. Leave one."
            yield _wrong(event, one, "seat", message, "event-duplicate")
        where.add((one.round, one.table, one.seat))
        if (one.round, folded(one.player)) in who:
            message = f"{one.player} is named for two seats of round {one.round}. Leave one."
            yield _wrong(event, one, "player", message, "event-duplicate")
        who.add((one.round, folded(one.player)))
