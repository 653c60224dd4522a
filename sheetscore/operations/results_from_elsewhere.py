"""Results that come from another folder, in which an id may be another person's than here.

Two machines may each have given the next id to a late comer of their own. Results that were written in this folder,
which its journal shows, are left out: they had the names of its event, so that somebody with another name was renamed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sheetscore.event.folder import read_journal
from sheetscore.event.identity import folded
from sheetscore.findings import Finding, finding
from sheetscore.operations.history import as_scored
from sheetscore.operations.open_event import OpenEvent
from sheetscore.results.record import RoundRecord
from sheetscore.results.setup import RecordedRoster
from sheetscore.wording import command_line, first_clauses

_NAMED = 3
"""The most players that a message names; it counts the others."""


def results_from_elsewhere(opened: OpenEvent, stages: Iterable[int]) -> Iterator[Finding]:
    """Find results from another folder in which players or teams have other names than in the event, by their ids."""
    here = {sha256 for entry in read_journal(opened.folder.path) for sha256 in entry.written.values()}
    for stage in stages:
        record, path = as_scored(opened, stage), opened.folder.results(stage)
        others = [] if record.file and record.file.sha256 in here else _others(opened, record, path.name)
        if others:
            sheets = opened.folder.sheets(stage).name
            again = command_line("sheetscore", "ingest", sheets)
            message = (
                f"{first_clauses(others, _NAMED)}; what was scored there for an id counts for who has it in the event. "
                f"Where that is the same person under a corrected name, score the round again ({again}); else enter "
                f"the other one with a new id, choose that in {sheets}, and ingest it"
            )
            yield finding("player-by-id", message, sheet=path.name)


def _others(opened: OpenEvent, record: RoundRecord, results: str) -> list[str]:
    """Return clauses on those who have another name in results than in the event."""
    roster = RecordedRoster(opened.event)
    named = [(one, roster.called(one.kind, one.id)) for one in record.setup.enrolled] if record.setup else []
    return [
        f"{one.id} is {one.name} in {results} and {now} in the event"
        for one, now in named
        if now is not None and folded(now) != folded(one.name)
    ]
