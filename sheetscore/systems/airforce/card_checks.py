"""The cards of an event: each is whole and there, and its guns fire on charts that are there and filled in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sheetscore.event.identity import folded, suggestion
from sheetscore.event.tables import place_of
from sheetscore.findings import Finding, Severity
from sheetscore.problems import MistakesFound
from sheetscore.systems.airforce.cards import Card, CardCase
from sheetscore.systems.airforce.editions import edition
from sheetscore.systems.airforce.event_cards import EventCard, card_case
from sheetscore.systems.airforce.gunnery.damage import HOLE
from sheetscore.systems.airforce.gunnery.guns import chart_of
from sheetscore.systems.airforce.gunnery.tables import GunneryTables, needed_and_missing
from sheetscore.systems.airforce.model import Aircraft, AirforceEvent


def check_cards(event: AirforceEvent) -> Iterator[Finding]:
    """Find cards with mistakes, aircraft without a card, and guns whose charts are not there or lack cells."""
    yield from _broken(event)
    yield from _without_card(event)
    yield from _without_chart(event)
    yield from _gaps(event)


def carded(event: AirforceEvent) -> Iterator[tuple[Aircraft, Card]]:
    """Yield the aircraft of all fights with their cards; those whose cards cannot be used are passed over."""
    case = _usable(event)
    for aircraft in _flown(event):
        try:
            yield aircraft, case.card(aircraft.card)
        except MistakesFound:
            continue


def _flown(event: AirforceEvent) -> Iterator[Aircraft]:
    return (one for fight in event.scenarios for one in fight.by_seat.values())


def _mistakes(card: EventCard) -> tuple[Finding, ...]:
    try:
        card.as_card()
    except MistakesFound as mistakes:
        return tuple(mistakes.findings)
    return ()


def _usable(event: AirforceEvent) -> CardCase:
    return card_case((card for card in event.cards if not _mistakes(card)), event.own_templates)


def _broken(event: AirforceEvent) -> Iterator[Finding]:
    for card in event.cards:
        yield from (replace(one, sheet=place_of(event, card), cell="id") for one in _mistakes(card))


def _without_card(event: AirforceEvent) -> Iterator[Finding]:
    case, broken = _usable(event), {folded(card.id) for card in event.cards if _mistakes(card)}
    for aircraft in _flown(event):
        if folded(aircraft.card) in broken:
            continue
        try:
            case.card(aircraft.card)
        except MistakesFound as mistakes:
            for one in mistakes.findings:
                unknown = one.code == "event-reference"
                yield replace(one, sheet=place_of(event, aircraft), cell="card") if unknown else one


def _without_chart(event: AirforceEvent) -> Iterator[Finding]:
    """Find the guns that fire on charts that are not there: of cards that were typed in, and of those that fly."""
    tables, case = GunneryTables(event.own_templates), _usable(event)
    typed = {folded(card.id): card for card in event.cards if not _mistakes(card)}
    cards = {name: card.as_card() for name, card in typed.items()}
    cards |= {folded(aircraft.card): card for aircraft, card in carded(event)}
    for name, card in cards.items():
        for at, gun in enumerate(card.guns):
            chart = chart_of(gun)
            if chart in tables.weapons:
                continue
            message = (
                f"The card {card.id}: {gun.id} fires on the chart {chart}, and there is none."
                f"{suggestion(chart, tables.weapons)} Without one its hits are not checked."
            )
            own = typed.get(name)
            place = (place_of(event, own.guns[at]), "weapon") if own else (case.file(name), f"gun {gun.id}, weapon")
            yield Finding(HOLE, message, *place, severity=Severity.WARNING)


def _gaps(event: AirforceEvent) -> Iterator[Finding]:
    """Find what the tables that their owner has begun to fill in lack for the aircraft that fly."""
    try:
        gunnery = edition(event.settings.edition, event.own_templates).gunnery
    except MistakesFound:
        return  # told where the edition is needed
    cards = {card.id: card for _, card in carded(event)}
    yield from needed_and_missing(GunneryTables(event.own_templates), cards.values(), gunnery)
