"""Results that would be replaced by fewer: by those of an older file, or of some tables only."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sheetscore.desk.workplace import Desk
from sheetscore.findings import Finding, finding
from sheetscore.forms.form import Entries, FieldKey, RoundForms
from sheetscore.problems import UnreadableFile
from sheetscore.reading.round_workbook import ReadRound
from sheetscore.results.read_results import read_results
from sheetscore.systems.protocol import ResultRow

Place = tuple[int, str]
"""A table and one of its seats or lines as scripts know them; the seat is "" for the whole table."""


def fewer_results(
    desk: Desk, number: int, forms: RoundForms, drawn: Collection[FieldKey], done: ReadRound, missing: Sequence[int]
) -> list[Finding]:
    """Find the tables, and the seats or lines of tables, that have results and would have none any more.

    A correction may empty boxes or move a line: results count as fewer only where there are fewer figures in all.

    Parameters
    ----------
    drawn
        The boxes that the draw fills in: a name alone is no result.
    missing
        The tables that are left out of the new results.
    """
    path = desk.folder.results(number)
    try:
        before = read_results(path)
    except UnreadableFile:
        return []  # none there, or damaged: then ingesting is what mends them
    gone = {(table, "") for table in set(missing) - set(before.missing)}
    if _figures(done.score.rows) < _figures(before.rows):
        filled = _filled(forms, done.entered.entries, drawn)
        gone |= {_whole(place, filled) for place in _filled(forms, before.entries, drawn) - filled}
    if not gone:
        return []
    places = "; ".join(f"table {table}, {seat}" if seat else f"table {table}" for table, seat in sorted(gone))
    message = (
        f"{path.name} has results that this would take away: {places}. Ingest the workbook that has them; "
        "or add --force, and what is there goes to kept/"
    )
    return [finding("results-fewer", message, sheet=path.name)]


def _figures(rows: Sequence[ResultRow]) -> int:
    return sum(value is not None for row in rows for value in row.values())


def _filled(forms: RoundForms, entries: Entries, drawn: Collection[FieldKey]) -> set[Place]:
    """Give the places where anything was entered."""
    return {
        (public.table, public.seat) for key in entries if key not in drawn for public in [forms.public.get(key, key)]
    }


def _whole(place: Place, filled: Collection[Place]) -> Place:
    """Name the table alone where nothing of it is left."""
    return place if any(table == place[0] for table, _ in filled) else (place[0], "")
