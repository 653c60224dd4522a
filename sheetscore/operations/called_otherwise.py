"""What the event calls otherwise than results do, where that is by what later rounds find what counts for them."""

from __future__ import annotations

from sheetscore.event.folder import EventFolder
from sheetscore.event.load import placed_in
from sheetscore.event.model import Event
from sheetscore.findings import Finding
from sheetscore.operations.first_ratings import Known, own_results
from sheetscore.systems.system import system_called


def called_otherwise(event: Event, place: EventFolder, known: Known) -> tuple[Finding, ...]:
    """Ask the system of an event whether something that was played has another name now, and counts no more for it."""
    rounds = {record.round: record.rows for record in own_results(event, place, known)}
    found = system_called(event.header.system).rare.called_otherwise(event, rounds) if rounds else ()
    return placed_in(place.path, event, found) if found else ()
