"""Whether a round that is ingested again was corrected, and its former results with the tables that came in late."""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace

from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.event.model import Event
from sheetscore.forms.form import Entries, FieldKey
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.results.record import RoundRecord
from sheetscore.systems.context import RoundContext


def is_correction(before: RoundRecord, context: RoundContext[Event]) -> bool:
    """Return whether a round was corrected, rather than only saved again or completed by further tables.

    Parameters
    ----------
    before
        The former results.
    context
        The round as it is scored now.
    """
    entries = context.entries
    if not _came_in(before, context):
        return dict(entries) != dict(before.entries) or context.score.rows != before.rows
    return any(entries.get(key) != value for key, value in _settled(before, context).items())


def with_late_tables(opened: OpenEvent, before: RoundRecord, context: RoundContext[Event]) -> RoundRecord:
    """Return former results together with the tables that came in late, which are no correction.

    Scores may be relative to other tables, so the former entries are scored together with the late ones.
    """
    late = _came_in(before, context)
    if not late:
        return before  # not scored again: the event may count those who sit out differently by now
    settled = _settled(before, context)
    score = opened.system.score(replace(context, entries={**late, **settled}))
    return dataclasses.replace(before, rows=score.rows, lists=score.lists)


def _came_in(before: RoundRecord, context: RoundContext[Event]) -> Entries:
    """Return what is entered of tables that had no results, or of rounds of travellers, which fill up one by one."""
    if not before.missing and before.round != WHOLE_EVENT:
        return {}
    return {key: value for key, value in context.entries.items() if _is_late(key, before, context)}


def _settled(before: RoundRecord, context: RoundContext[Event]) -> Entries:
    return {key: value for key, value in before.entries.items() if not _is_late(key, before, context)}


def _is_late(key: FieldKey, before: RoundRecord, context: RoundContext[Event]) -> bool:
    """Return whether a box is of a table without former results, or of a round of travellers that had none."""
    if before.round == WHOLE_EVENT:
        return key not in before.entries
    return context.forms.public.get(key, key).table in before.missing
