"""The checks of an event of Air Force / Dauntless: of its cards, of the starts of aircraft, of the seats it names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from sheetscore.event.identity import folded, suggestion
from sheetscore.event.model import MOST_SEATS, EventPart
from sheetscore.event.tables import heading_of, place_of
from sheetscore.findings import Codes, Finding, Severity, finding
from sheetscore.problems import MistakesFound
from sheetscore.systems.airforce.cards import CARDS, Card, CardLibrary
from sheetscore.systems.airforce.editions import Edition, edition, edition_files
from sheetscore.systems.airforce.event_cards import EventCard, card_library
from sheetscore.systems.airforce.flight import flight_log
from sheetscore.systems.airforce.flight.flight_log import Before
from sheetscore.systems.airforce.flight.handling import intent_of
from sheetscore.systems.airforce.flight.state import AircraftState, Hex
from sheetscore.systems.airforce.gunnery.tables import HOLE, GunneryTables, chart_of, table_findings
from sheetscore.systems.airforce.model import USUAL, Aircraft, AirforceEvent
from sheetscore.systems.airforce.toml_parts import TENTHS

CODES: Codes = {
    **flight_log.CODES,
    "log-begins": (Severity.WARNING, "a flight log begins otherwise than the event says"),
}
"""The codes of findings that no other system has, each with its severity and meaning."""


def check_event(event: AirforceEvent) -> list[Finding]:
    """Find what breaks a rule of the game in an event, with places as in event.toml."""
    checks = (_ties, _players, _fights, check_cards, check_starts, _named_seats)
    return [one for check in checks for one in check(event)]


def _wrong(event: AirforceEvent, part: EventPart, key: str, message: str, code: str = "event-rule") -> Finding:
    return finding(code, message, sheet=place_of(event, part), cell=key)


def _ties(event: AirforceEvent) -> Iterator[Finding]:
    """Check that ties are broken only if pilots are ranked."""
    if not event.settings.ranking and event.settings.tie_breaks != USUAL:
        ties, ranking = (heading_of(event, "settings", key) for key in ("tie_breaks", "ranking"))
        message = (
            f"{ties} has {', '.join(event.settings.tie_breaks) or 'nothing'}, and pilots are not ranked: nothing is "
            f"decided. Leave it blank, or set {ranking} to yes."
        )
        yield _wrong(event, event.settings, "tie_breaks", message)


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
    """Check that named seats are seats of their round, and that no seat and no player is named twice in a round."""
    planned = {one.number for one in event.rounds} - set(event.unnamed_rounds)
    who: set[tuple[int, str]] = set()
    where: set[tuple[int, int, str]] = set()
    for one in event.seats_named:
        if one.round not in planned:
            message = f"Round {one.round} names no fight, so that it has no seats."
            yield _wrong(event, one, "round", message, "event-reference")
            continue
        try:
            seats = event.seats(one.round)
        except KeyError:
            continue  # the fight that the round names has no entry: that is reported already
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


def check_cards(event: AirforceEvent) -> Iterator[Finding]:
    """Find cards with mistakes, aircraft without a card, and guns whose charts are missing or incomplete."""
    for card in event.cards:
        yield from (replace(one, sheet=place_of(event, card), cell="id") for one in _mistakes(card))
    yield from _without_card(event)
    yield from _without_chart(event)
    yield from _gaps(event)


def aircraft_with_cards(event: AirforceEvent) -> Iterator[tuple[Aircraft, Card]]:
    """Yield the aircraft of all fights, each with its card; aircraft whose cards cannot be used are left out."""
    usable = _usable_cards(event)
    for aircraft in _all_aircraft(event):
        try:
            yield aircraft, usable.card(aircraft.card)
        except MistakesFound:
            continue


def scoring_files(event: AirforceEvent) -> tuple[Path, ...]:
    """Return the files of the edition, of the cards of aircraft in fights, and of the charts of their guns."""
    own, usable, typed = event.own_templates, _usable_cards(event), {folded(card.id) for card in event.cards}
    cards = {folded(aircraft.card): card for aircraft, card in aircraft_with_cards(event)}
    weapons = dict.fromkeys(chart_of(gun) for card in cards.values() for gun in card.guns)
    return (
        *edition_files(event.settings.edition, own),
        *(usable.file(name) for name in cards if name not in typed),
        *GunneryTables(own).files(weapons),
    )


def scoring_parts(event: AirforceEvent) -> dict[str, EventCard]:
    """Return the event's own cards of aircraft in fights, by the file name that each would have."""
    flown = {folded(aircraft.card) for aircraft in _all_aircraft(event)}
    return {f"{CARDS}/{folded(card.id)}.toml": card for card in event.cards if folded(card.id) in flown}


def _all_aircraft(event: AirforceEvent) -> Iterator[Aircraft]:
    return (one for fight in event.scenarios for one in fight.by_seat.values())


def _mistakes(card: EventCard) -> tuple[Finding, ...]:
    try:
        card.as_card()
    except MistakesFound as mistakes:
        return tuple(mistakes.findings)
    return ()


def _usable_cards(event: AirforceEvent) -> CardLibrary:
    return card_library((card for card in event.cards if not _mistakes(card)), event.own_templates)


def _without_card(event: AirforceEvent) -> Iterator[Finding]:
    usable, broken = _usable_cards(event), {folded(card.id) for card in event.cards if _mistakes(card)}
    for aircraft in _all_aircraft(event):
        if folded(aircraft.card) in broken:
            continue
        try:
            usable.card(aircraft.card)
        except MistakesFound as mistakes:
            for one in mistakes.findings:
                unknown = one.code == "event-reference"
                yield replace(one, sheet=place_of(event, aircraft), cell="card") if unknown else one


def _without_chart(event: AirforceEvent) -> Iterator[Finding]:
    """Find guns without a chart, on cards typed in and on the cards of aircraft in fights."""
    tables, usable = GunneryTables(event.own_templates), _usable_cards(event)
    typed = {folded(card.id): card for card in event.cards if not _mistakes(card)}
    cards = {name: card.as_card() for name, card in typed.items()}
    cards |= {folded(aircraft.card): card for aircraft, card in aircraft_with_cards(event)}
    for name, card in cards.items():
        for at, gun in enumerate(card.guns):
            chart = chart_of(gun)
            if chart in tables.weapons:
                continue
            message = (
                f"The card {card.id}: {gun.id} fires on the chart {chart}, and there is none."
                f"{suggestion(chart, tables.weapons)} Without one its hits are not checked."
            )
            own, key = typed.get(name), f"gun {gun.id}, weapon"
            place = (place_of(event, own.guns[at]), "weapon") if own else (usable.file(name).name, key)
            yield Finding(HOLE, message, Severity.WARNING, *place)


def _gaps(event: AirforceEvent) -> Iterator[Finding]:
    """Find gaps in partly filled tables of gunnery that the aircraft of the fights need."""
    try:
        gunnery = edition(event.settings.edition, event.own_templates).gunnery
    except MistakesFound:
        return  # whatever uses the edition reports its mistakes
    cards = {card.id: card for _, card in aircraft_with_cards(event)}
    yield from table_findings(GunneryTables(event.own_templates), cards.values(), gunnery)


def check_starts(event: AirforceEvent) -> Iterator[Finding]:
    """Find aircraft that start against their cards, or whose turn before the start is impossible."""
    try:
        rules = edition(event.settings.edition, event.own_templates)
    except MistakesFound:
        return  # whatever uses the edition reports its mistakes
    for aircraft, card in aircraft_with_cards(event):
        place = place_of(event, aircraft)
        for key, message, severity in (*_against_card(aircraft, card), *_before(aircraft, card, rules)):
            yield finding("event-rule", message, sheet=place, cell=key, severity=severity)


def _against_card(aircraft: Aircraft, card: Card) -> Iterator[tuple[str, str, Severity]]:
    """Yield what the card forbids at the start of an aircraft: key of the field, message, severity."""
    band, highest = card.band(aircraft.altitude), card.bands[-1].top
    if aircraft.altitude > highest:
        message = (
            f"It begins at {aircraft.altitude} feet, and the card {card.id} goes up to {highest}. Above that its "
            "highest band holds."
        )
        yield "altitude", message, Severity.WARNING
    for key, speed in (("speed", aircraft.speed), ("before_speed", aircraft.before_speed)):
        if speed is not None and speed * TENTHS > band.dive:
            message = (
                f"The speed is {speed}, and by the card {card.id} it is {band.dive / TENTHS} at most at this altitude."
            )
            yield key, message, Severity.WARNING
    if aircraft.speed * TENTHS < band.maneuver[0]:
        least = band.maneuver[0] / TENTHS
        message = f"The speed is {aircraft.speed}, and by the card {card.id} maneuver speeds begin at {least}."
        yield "speed", message, Severity.NOTE


def _before(aircraft: Aircraft, card: Card, rules: Edition) -> Iterator[tuple[str, str, Severity]]:
    """Yield what is impossible in the turn before the first: key of the field, message, severity."""
    speed = aircraft.speed if aircraft.before_speed is None else aircraft.before_speed
    began = AircraftState(Hex(aircraft.q, aircraft.r), 0, aircraft.bank, int(speed * TENTHS), aircraft.altitude)
    climb, dive = aircraft.before_climb or None, aircraft.before_dive or None
    written = Before(began.speed, climb, dive, aircraft.before_special, aircraft.before_power)
    for entry in intent_of(written, began, card, rules).unflyable:
        ended = entry.message if entry.message.endswith((".", "?")) else f"{entry.message}."
        yield f"before_{entry.boxes[0]}", f"Of the turn before: {ended}", Severity.ERROR
