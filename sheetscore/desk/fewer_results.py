"""Results that would be replaced by fewer: by those of an older file, or of some tables only."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from sheetscore.event import journal
from sheetscore.findings import Finding, finding
from sheetscore.forms.form import Entries, FieldKey, RoundForms
from sheetscore.reading.round_workbook import ReadRound
from sheetscore.results.record import RoundRecord, Source
from sheetscore.sheets.table_sheet import LIST_OF_TABLES, listed_table
from sheetscore.systems.outcomes import ResultRow

Place = tuple[int, str]
"""A table and one of its seats or lines as scripts know them; the seat is "" for the whole table."""


def fewer_results(
    path: Path,
    before: RoundRecord,
    forms: RoundForms,
    done: ReadRound,
    missing: Sequence[int],
) -> list[Finding]:
    """Find the tables, and the seats or lines of tables, that have results and would have none any more.

    A correction may empty boxes or move a line: results count as fewer only where there are fewer figures in all.

    Parameters
    ----------
    path, before
        The results workbook that is there, and what it holds.
    missing
        The tables that are left out of the new results.
    """
    gone = {(table, "") for table in set(missing) - set(before.missing)}
    if _figures(done.score.rows) < _figures(before.rows):
        filled = _filled(forms, done.entered.entries)
        gone |= {_whole(place, filled) for place in _filled(forms, before.entries) - filled}
    if not gone:
        return []
    places = "; ".join(f"table {table}, {seat}" if seat else f"table {table}" for table, seat in sorted(gone))
    message = (
        f"{path.name} has results that this would take away: {places}. Ingest the workbook that has them; "
        "or add --force, and what is there goes to kept/"
    )
    return [finding("results-fewer", message, sheet=path.name)]


def older_copy(folder: Path, path: Path, read: ReadRound, source: Source) -> list[Finding]:
    """Find that a workbook is, byte by byte, as it was before the one was ingested that the results come from.

    The journal knows every file that was read or written. A workbook that goes back to what it was by new work of a
    person or a command is in the journal again, or has other bytes.

    Parameters
    ----------
    folder
        The event's.
    source
        The workbook that the results come from.
    """
    if read.sha256 == source.sha256:
        return []
    seen: dict[str, tuple[int, journal.Action]] = {}
    for at, entry in enumerate(journal.read(folder)):
        for digest in (*entry.read.values(), *entry.written.values()):
            seen[digest] = at, entry
    if not {read.sha256, source.sha256} <= seen.keys():
        return []
    (then, entry), (now, _) = seen[read.sha256], seen[source.sha256]
    if then >= now:
        return []
    message = (
        f"{path.name} is as it was on {entry.time.astimezone():%Y-%m-%d at %H:%M} ({entry.command}); the results come "
        f"from a later {source.name}. Take the later one; or add --force, and its results go to kept/"
    )
    return [finding("older-copy", message, sheet=path.name)]


def _figures(rows: Sequence[ResultRow]) -> int:
    return sum(value is not None for row in rows for value in row.values())


def _filled(forms: RoundForms, entries: Entries) -> set[Place]:
    """Give the places where anything was entered; a name that the draw fills in is no result."""
    return {_place(key, forms) for key in entries if key not in forms.filled}


def _place(key: FieldKey, forms: RoundForms) -> Place:
    if key in forms.public:
        return forms.public[key].table, forms.public[key].seat
    if key.table == LIST_OF_TABLES:  # a line that the list has no more
        return listed_table(key.field), ""
    return key.table, key.seat


def _whole(place: Place, filled: Collection[Place]) -> Place:
    """Name the table alone where nothing of it is left."""
    return place if any(table == place[0] for table, _ in filled) else (place[0], "")
