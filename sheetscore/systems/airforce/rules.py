"""What Air Force / Dauntless asks of an event: fights with aircraft, cards that are there and whole, seats that are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sheetscore.event.identity import folded, suggestion
from sheetscore.event.model import MOST_SEATS, Part
from sheetscore.event.tables import place_of
from sheetscore.findings import Codes, Finding, Severity, finding
from sheetscore.problems import MistakesFound
from sheetscore.systems.airforce.cards import CardCase
from sheetscore.systems.airforce.editions import edition
from sheetscore.systems.airforce.event_cards import card_case
from sheetscore.systems.airforce.flight import flight_findings
from sheetscore.systems.airforce.gunnery.tables import GunneryTables, needed_and_missing
from sheetscore.systems.airforce.model import Aircraft, AirforceEvent

CODES: Codes = {
    **flight_findings.CODES,
    "log-begins": (Severity.WARNING, "a flight log begins otherwise than the event says"),
}
"""The findings that flight logs alone make."""


def check_event(event: AirforceEvent) -> list[Finding]:
    """Find what breaks a rule of the game in an event, with places as in event.toml."""
    checks = (_players, _fights, _cards, _gunnery, _befores, _named_seats)
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


def _cards(event: AirforceEvent) -> Iterator[Finding]:
    """See that each card that was typed in is whole, and that aircraft have cards that are there."""
    broken: set[str] = set()
    for card in event.cards:
        try:
            card.as_card()
        except MistakesFound as mistakes:
            broken.add(folded(card.id))
            yield from (replace(one, sheet=place_of(event, card), cell="id") for one in mistakes.findings)
    case = card_case((card for card in event.cards if folded(card.id) not in broken), event.own_templates)
    for aircraft in (one for fight in event.scenarios for one in fight.by_seat.values()):
        if folded(aircraft.card) not in broken:
            yield from _card_of(event, aircraft, case)


def _card_of(event: AirforceEvent, aircraft: Aircraft, case: CardCase) -> Iterator[Finding]:
    try:
        case.card(aircraft.card)
    except MistakesFound as mistakes:
        for one in mistakes.findings:
            unknown = one.code == "event-reference"
            yield replace(one, sheet=place_of(event, aircraft), cell="card") if unknown else one


def _gunnery(event: AirforceEvent) -> Iterator[Finding]:
    """See that the tables of gunnery that the owner has begun to fill in have all that the aircraft need."""
    named = dict.fromkeys(one.card for fight in event.scenarios for one in fight.by_seat.values())
    try:
        gunnery = edition(event.settings.edition, event.own_templates).gunnery
        case = card_case(event.cards, event.own_templates)
        cards = [case.card(name) for name in named]
    except MistakesFound:
        return  # what is wrong with cards is told where they are named
    yield from needed_and_missing(GunneryTables(event.own_templates), cards, gunnery)


def _befores(event: AirforceEvent) -> Iterator[Finding]:
    """See that no aircraft climbed and dived in the turn before."""
    for fight in event.scenarios:
        for one in fight.by_seat.values():
            if one.before_climb and one.before_dive:
                message = "An aircraft climbed or dived in the turn before, not both. Clear one of them."
                yield _wrong(event, one, "before_climb", message)


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
