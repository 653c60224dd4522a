"""What an event was given at its beginning, such as handicaps, and has lost or changed since a round was scored.

Rounds to come will be scored by what the event has now. That scored rounds no longer follow from it is told elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from sheetscore.event.folder import EventFolder, stage_scored
from sheetscore.event.model import Event
from sheetscore.event.tables import EventTable, inner_parts, table_of
from sheetscore.findings import Finding, finding
from sheetscore.operations.opening.first_ratings import Known, own_results
from sheetscore.results.scoring_changes import as_recorded_value, setting_text
from sheetscore.wording import first_clauses

CODE = "given-changed"

_NAMED = 6
"""How many lines are named in the message; the others are counted."""


def changed_given(event: Event, place: EventFolder, known: Known) -> Iterator[Finding]:
    """Find lines of given lists that the last scored round recorded, and the event does not have any more.

    Lines that were added since are no change. Only columns that must be filled in are compared: any other, such as the
    source, is a remark.
    """
    if not event.GIVEN:
        return
    *_, last = (None, *own_results(event, place, known))
    if last is None or last.setup is None:
        return
    for table in table_of(type(event)).tables:
        then = [one.values for one in last.setup.given if one.path == table.path]
        if table.key not in event.GIVEN or not then:
            continue
        parts = inner_parts(table, event)
        now = Counter(_line(table, {one.key: getattr(part, one.name) for one in table.columns}) for part in parts)
        gone = Counter(_line(table, values) for values in then) - now
        if gone:
            message = (
                f"{table.title} that were there when {stage_scored(last.round)} are not any more, or say "
                f"something else: {first_clauses([*map(_shown, gone)], _NAMED)}. What is scored from now on goes by "
                "those of now. Unless that is meant, give everyone the former ones back"
            )
            yield finding(CODE, message, sheet=place.results(last.round).name)


def _line(table: EventTable, values: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """Return the values of a line that must be filled in, each as heading and text."""
    return tuple(
        (one.title, setting_text(as_recorded_value(values.get(one.key)))) for one in table.columns if one.required
    )


def _shown(line: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(f"{heading} {value}" for heading, value in line)
