"""Standings that say something else because the event was changed, though no results were.

Standings go by what the event says now: settings that decide ranks, ratings, who is of which team. After a change, the
first command that makes the standings again tells whose figures have moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from sheetscore.event.model import Event
from sheetscore.findings import Finding, finding
from sheetscore.problems import UnreadableFile
from sheetscore.results.hidden_data import HiddenData
from sheetscore.results.standing_changes import Correction, first_moved
from sheetscore.results.standings_record import StandingsRecord, standings_in
from sheetscore.results.standings_workbook import is_made_for


def made_before_event_changed(
    there: HiddenData | None, event: Event, results: Mapping[str, str]
) -> StandingsRecord | None:
    """Return standings that were made from the present results, but before the event was changed.

    None if the event is as it was; or if results have changed, too: the command that changed them has named what it
    did.

    Parameters
    ----------
    there
        The hidden data of ``standings.xlsx``; None if it is missing, or damaged.
    results
        The digests of the present results by the names of their files.
    """
    try:
        if there is None or is_made_for(there, event):
            return None
        former = standings_in(there)
    except UnreadableFile:
        return None
    return former if former.rows and former.sources == results else None


def moved_by_event(path: Path, changed: Correction) -> Iterator[Finding]:
    """Name those whose figures in the standings a change of the event has moved."""
    if changed.changes:
        message = (
            f"since the event was changed, the standings say something else, though no results have changed: "
            f"{first_moved(changed.sentences)}; once they are made again the sheet Changes of {path.name} "
            "has all. If that is not meant, undo the change of the event"
        )
        yield finding("standings-otherwise", message, sheet=path.name)
