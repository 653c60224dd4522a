"""Results of earlier events, for the systems that take something over from them, read from their workbooks."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.folder import folder_name
from sheetscore.event.load import keys_of
from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity, finding
from sheetscore.problems import UnreadableFile, WrongUsage
from sheetscore.results.record import RoundRecord
from sheetscore.results.record_lines import read_results
from sheetscore.results.table_book import written_at
from sheetscore.systems.context import Inherited, PlayedRound
from sheetscore.systems.system import System
from sheetscore.workbooks.saving import FORMATS, KEPT

_RESULTS = "-results"
"""How the names of results workbooks end, before their format."""


class _Found(Struct, frozen=True):
    """Earlier results in a folder."""

    path: Path
    name: str
    """The path from the folder on, for messages."""
    record: RoundRecord


def look_back(
    event: Event, system: System[Any], folder: Path, event_file: str, *, is_new: bool = False
) -> Inherited[Event]:
    """Return what the system of an event takes over from earlier results.

    Parameters
    ----------
    folder
        Results workbooks of earlier events, also in folders inside it; kept copies do not count.
    event_file
        The name of the event's file.
    is_new
        Whether the event is new and has no results yet. Results of an older event of the same name then count as
        earlier ones; otherwise they are left out as the event's own.

    Raises
    ------
    WrongUsage
        The system takes nothing over from earlier events, or the folder has no results of the system.
    """
    if system.rare.history is None:
        raise WrongUsage(
            f"{system.title} ({system.id}) take nothing over from earlier events; leave out --history", "no-history"
        )
    found, unread = _results_in(folder, system.id)
    if not found and not unread:
        raise WrongUsage(f"{folder} has no results of {system.title}, such as round1-results.xlsx", "no-results")
    earlier = [one for one in found if is_new or not _is_own(one, event)]
    later = [one for one in earlier if _is_later(one.record, event)]
    played = [one for one in earlier if one not in later]
    contested = _contested(played)
    rounds = [_played(one, contested=one in contested) for one in played]
    inherited = system.rare.history(event, rounds, event_file)
    return replace(inherited, findings=(*unread, *_later(later, event), *inherited.findings))


def _results_in(folder: Path, system: str) -> tuple[list[_Found], list[Finding]]:
    """Read all results of a system, and find workbooks that cannot be read."""
    found, unread = [], []
    for path in sorted(_workbooks(folder)):
        name = (Path(folder_name(folder)) / path.relative_to(folder)).as_posix()
        try:
            record = read_results(path)
        except UnreadableFile as problem:
            message = f"{name} is left out of the earlier results: {problem.message}"
            unread.append(finding("file-unreadable", message, severity=Severity.WARNING))
            continue
        if record.system == system:
            found.append(_Found(path, name, record))
    return found, unread


def _workbooks(folder: Path) -> Iterator[Path]:
    for place, inside, files in os.walk(folder):
        inside[:] = [one for one in inside if one != KEPT and not one.startswith(".")]
        for path in (Path(place) / name for name in files):
            if path.suffix.lower() in FORMATS and path.stem.lower().endswith(_RESULTS):
                yield path


def _is_own(found: _Found, event: Event) -> bool:
    """Return whether results are an event's own.

    In the event's folder the key of the event's name is enough. Elsewhere it may be another event of the same name.
    """
    inside = event.folder is not None and event.folder.resolve() == found.path.resolve().parent
    return found.record.event_key in (keys_of(event) if inside else (event.key,))


def _is_later(record: RoundRecord, event: Event) -> bool:
    """Return whether results are of a later date than an event; False without dates."""
    played = record.setup.date if record.setup else None
    return played is not None and event.header.date is not None and played > event.header.date


def _later(found: Sequence[_Found], event: Event) -> Iterator[Finding]:
    if found:
        first = f"{found[0].name}{f' and {len(found) - 1} more' if len(found) > 1 else ''}"
        message = f"{first}: of a later date than {event.header.name} ({event.header.date}), and left out"
        yield finding("results-later", message)


def _contested(found: Sequence[_Found]) -> list[_Found]:
    """Return the results of every round for which several files have different results."""
    rounds: dict[tuple[str, int], list[_Found]] = defaultdict(list)
    for one in found:
        rounds[one.record.event_key, one.record.round].append(one)
    return [one for alike in rounds.values() if _differ(alike) for one in alike]


def _differ(alike: Sequence[_Found]) -> bool:
    first = alike[0].record
    return any((one.record.rows, one.record.lists) != (first.rows, first.lists) for one in alike)


def _played(found: _Found, *, contested: bool) -> PlayedRound:
    record = found.record
    return PlayedRound(
        event_key=record.event_key,
        event=record.event_name,
        date=record.setup.date if record.setup else None,
        round=record.round,
        rows=record.rows,
        lists=record.lists,
        file=found.name,
        written=written_at(found.path) if contested else None,
    )
