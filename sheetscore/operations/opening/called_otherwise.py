"""Names in results that the event has changed, if later rounds search results by these names."""

from __future__ import annotations

from sheetscore.event.folder import EventFolder
from sheetscore.event.load import placed_in
from sheetscore.event.model import Event
from sheetscore.findings import Finding
from sheetscore.operations.opening.first_ratings import Known, own_results
from sheetscore.systems.system import system_called


def called_otherwise(event: Event, place: EventFolder, known: Known) -> tuple[Finding, ...]:
    """Return the findings of the system about things played that have another name now, and so no longer count."""
    rounds = {record.round: record.rows for record in own_results(event, place, known)}
    found = system_called(event.header.system).rare.called_otherwise(event, rounds) if rounds else ()
    return placed_in(place.path, event, found) if found else ()
