"""Results in which somebody typed over an entry: the figures of that file follow it, standings and draws do not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sheetscore.event.folder import read_journal
from sheetscore.event.load import limits_of
from sheetscore.findings import Finding, Severity, finding
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.results.record import RoundRecord
from sheetscore.results.round_results import ENTRIES_SHEET, typed_over
from sheetscore.wording import first_clauses
from sheetscore.workbooks.reader import read_workbook
from sheetscore.workbooks.saving import digest

_NAMED = 4
"""The most values that a message names."""


def results_typed_over(opened: OpenEvent, scored: Mapping[int, RoundRecord]) -> Iterator[Finding]:
    """Find results with other entries than were scored; those as a command wrote them need not be searched."""
    written = {sha256 for action in read_journal(opened.folder.path) for sha256 in action.written.values()}
    for stage, record in sorted(scored.items()):
        path = opened.folder.results(stage)
        if digest(path) in written:
            continue
        sheet = read_workbook(path, ENTRIES_SHEET, limits_of(opened.event)).sheets.get(ENTRIES_SHEET)
        changes = [*typed_over(sheet, record.entries)] if sheet else []
        if changes:
            sheets = opened.folder.sheets(stage).name
            message = (
                f"this file was typed over: {first_clauses(changes, _NAMED)}. Its figures follow that, no standings "
                f"or draws do. Correct {sheets} and run: sheetscore ingest {sheets}; or put the value back"
            )
            yield finding("results-typed-over", message, sheet=path.name, severity=Severity.WARNING)
