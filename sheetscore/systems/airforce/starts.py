"""How the aircraft of an event begin: as fast and as high as their cards go, after a turn that could be flown."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.event.tables import place_of
from sheetscore.findings import Finding, Severity, finding
from sheetscore.problems import MistakesFound
from sheetscore.systems.airforce.card_checks import carded
from sheetscore.systems.airforce.cards import Card
from sheetscore.systems.airforce.editions import Edition, edition
from sheetscore.systems.airforce.flight.attitudes import intent_of
from sheetscore.systems.airforce.flight.flight_log import Before
from sheetscore.systems.airforce.flight.hexes import Hex
from sheetscore.systems.airforce.flight.state import AircraftState
from sheetscore.systems.airforce.model import Aircraft, AirforceEvent
from sheetscore.systems.airforce.toml_parts import TENTHS


def check_starts(event: AirforceEvent) -> Iterator[Finding]:
    """Find aircraft that begin otherwise than their cards have it, or after a turn that nobody could have flown."""
    try:
        rules = edition(event.settings.edition, event.own_templates)
    except MistakesFound:
        return  # told where the edition is needed
    for aircraft, card in carded(event):
        place = place_of(event, aircraft)
        for key, message, severity in (*_against_card(aircraft, card), *_before(aircraft, card, rules)):
            yield finding("event-rule", message, sheet=place, cell=key, severity=severity)


def _against_card(aircraft: Aircraft, card: Card) -> Iterator[tuple[str, str, Severity]]:
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
    """Say what of the turn before no log can begin with."""
    speed = aircraft.speed if aircraft.before_speed is None else aircraft.before_speed
    began = AircraftState(Hex(aircraft.q, aircraft.r), 0, aircraft.bank, int(speed * TENTHS), aircraft.altitude)
    climb, dive = aircraft.before_climb or None, aircraft.before_dive or None
    written = Before(began.speed, climb, dive, aircraft.before_special, aircraft.before_power)
    for boxes, message, _ in intent_of(written, began, card, rules).misfits:
        ended = message if message.endswith((".", "?")) else f"{message}."
        yield f"before_{boxes[0]}", f"Of the turn before: {ended}", Severity.ERROR
