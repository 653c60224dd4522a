"""Whether a round that is ingested again was corrected, and its former results with the tables that came in late."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Collection, Sequence

from msgspec.structs import replace

from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.event.model import Event
from sheetscore.forms.form import Entries, FieldKey
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.reading.page_moves import placed
from sheetscore.results.record import RoundRecord
from sheetscore.results.seated_since import as_seated_now
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import Exact, ResultRow


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
    settled, late = _settled_and_late(before, context)
    if not late:
        return dict(entries) != dict(settled) or _figures(context.score.rows) != _figures(before.rows)
    return any(entries.get(key) != value for key, value in settled.items())


def _figures(rows: Sequence[ResultRow]) -> Counter[frozenset[tuple[str, Exact]]]:
    """Return rows without table and seat, so that somebody who was only moved to another table has equal figures."""
    return Counter(frozenset((key, row[key]) for key in row.keys() - {"table", "seat"}) for row in rows)


def with_late_tables(opened: OpenEvent, before: RoundRecord, context: RoundContext[Event]) -> RoundRecord:
    """Return former results together with the tables that came in late, which are no correction.

    Scores may be relative to other tables, so the former entries are scored together with the late ones.
    """
    settled, late = _settled_and_late(before, context)
    if not late:
        return before  # not scored again: the event may count those who sit out differently by now
    score = opened.system.score(replace(context, entries={**late, **settled}))
    return dataclasses.replace(before, rows=score.rows, lists=score.lists)


def _settled_and_late(before: RoundRecord, context: RoundContext[Event]) -> tuple[Entries, Entries]:
    """Return the former entries by the present seats of their players, and the entries of tables without results.

    If one draw holds all rounds, all new entries are returned in place of the latter: the rounds fill up one by one.
    """
    now, public = context.entries, context.forms.public
    if before.round == WHOLE_EVENT:
        return before.entries, {key: value for key, value in now.items() if key not in before.entries}
    if not before.missing:
        return before.entries, {}

    def had_results(key: FieldKey, missing: Collection[int]) -> bool:
        return public.get(key, key).table not in missing

    scored = {key: value for key, value in before.entries.items() if had_results(key, before.missing)}
    since = as_seated_now(dataclasses.replace(before, entries=scored), now, context.forms)
    pages = {placed(key)[0] for key in since.entries}
    late = (key for key in now if not had_results(key, since.missing) and placed(key)[0] not in pages)
    return since.entries, {key: now[key] for key in late}
