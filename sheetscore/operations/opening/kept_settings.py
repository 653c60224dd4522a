"""Settings that stay as results record them: settings left blank, and settings that shape the sheets."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.event.cells import NONE
from sheetscore.event.folder import EventFolder, stage_name, stage_scored
from sheetscore.event.load import keys_of
from sheetscore.event.model import Event
from sheetscore.findings import Finding, finding
from sheetscore.operations.opening.first_ratings import Known, read_known
from sheetscore.problems import UnreadableFile
from sheetscore.results.record import RoundRecord
from sheetscore.results.scoring_changes import ChangedSetting, as_recorded, changed_settings


def last_scored(event: Event, place: EventFolder, known: Known) -> RoundRecord | None:
    """Return the results of the last scored round; None if no results of this event can be read."""
    scored = place.scored_stages()
    try:
        record = read_known(place.results(max(scored)), event, known) if scored else None
    except UnreadableFile:
        return None  # reported where the results are needed
    return record if record and record.event_key in keys_of(event) else None


def with_kept_settings(event: Event, record: RoundRecord | None) -> tuple[Event, tuple[Finding, ...]]:
    """Fill in blank settings from results, so that a new default does not change a running event.

    Returns
    -------
    The event, and a note for each setting that differs from its default.
    """
    if record is None or record.setup is None:
        return event, ()
    blank = {*type(event.settings).model_fields} - event.settings.model_fields_set
    kept = changed_settings(event, record.setup, blank)
    return as_recorded(event, kept), tuple(_kept(one, record) for one in kept)


def _kept(one: ChangedSetting, record: RoundRecord) -> Finding:
    kept = one.in_words[0] if one.then != () else NONE  # blank means the default
    message = f"{one.title} is left blank: it stays {kept}, by which {stage_scored(record.round)}"
    return finding("setting-kept", message)


def reshaped(event: Event, record: RoundRecord | None) -> Iterator[Finding]:
    """Find changes, since a round was scored, of settings that shape sheets; places are as in event.toml."""
    if record is None or record.setup is None:
        return
    for one in changed_settings(event, record.setup, event.settings.SHAPES):
        scored = stage_name(record.round)
        message = f"{one}, and {scored} is scored. The score sheets rest on it. Put {one.in_words[0]} back"
        yield finding("event-rule", message, sheet="[settings]", cell=one.name)
