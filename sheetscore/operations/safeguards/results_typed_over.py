"""Results and standings into which somebody typed: their own figures follow what was typed, no other file does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from sheetscore.event.folder import EventFolder, stage_of, written_here
from sheetscore.findings import Finding, Severity, finding
from sheetscore.operations.safeguards.older_results import older_results
from sheetscore.problems import UnreadableFile
from sheetscore.reading.not_carried import figures_typed
from sheetscore.results.record import RoundRecord
from sheetscore.results.record_lines import read_results
from sheetscore.results.round_results import ENTRIES_SHEET, typed_over
from sheetscore.wording import first_clauses
from sheetscore.workbooks.guard.limits import LARGEST, Limits
from sheetscore.workbooks.reader import read_workbook
from sheetscore.workbooks.saving import digest

_NAMED = 4
"""The most values that a message names."""


def results_typed_over(
    folder: EventFolder, scored: Mapping[int, RoundRecord], limits: Limits = LARGEST
) -> Iterator[Finding]:
    """Find results with other entries than were scored, or in another order, or with figures that somebody typed.

    Results that are as a command wrote them are not searched.
    """
    written = written_here(folder.path)
    for stage, record in sorted(scored.items()):
        path = folder.results(stage)
        if digest(path) in written:
            continue
        workbook = read_workbook(path, limits=limits)
        entries = workbook.sheets.get(ENTRIES_SHEET)
        over = [*typed_over(entries, record.entries)] if entries else []
        changes = [*over, *figures_typed(workbook, apart_from=ENTRIES_SHEET)]
        if changes:
            sheets = folder.sheets(stage).name
            message = (
                f"this file was typed over: {first_clauses(changes, _NAMED)}. Its figures follow that, no standings "
                f"or draws do. To write it anew run: sheetscore ingest {sheets}; correct {sheets} before, where what "
                "was typed is the true value"
            )
            yield finding("results-typed-over", message, sheet=path.name, severity=Severity.WARNING)


def standings_typed_over(folder: EventFolder, limits: Limits = LARGEST) -> Iterator[Finding]:
    """Find standings with figures that somebody typed, also where there are no results to make them from."""
    path = folder.standings
    if not path.is_file() or digest(path) in written_here(folder.path):
        return
    try:
        changes = [*figures_typed(read_workbook(path, limits=limits), apart_from="")]
    except UnreadableFile:
        return  # they are written anew as soon as there are results
    if changes:
        message = (
            f"this file was typed over: {first_clauses(changes, _NAMED)}. That counts nowhere: figures come from score "
            "sheets. Correct these where what was typed is the true value, and ingest them; to write this file anew, "
            "move it away, and run: sheetscore standings"
        )
        yield finding("results-typed-over", message, sheet=path.name, severity=Severity.WARNING)


def not_as_scored(path: Path) -> list[Finding]:
    """Return warnings that results were replaced or typed over, or standings typed over; there need be no event.

    About other files, and copies under another name, there are none.
    """
    folder, stage = EventFolder(path.absolute().parent), stage_of(path)
    if path.absolute() == folder.standings.absolute():
        return [*standings_typed_over(folder)]
    if stage is None or not path.is_file() or path.absolute() != folder.results(stage).absolute():
        return []
    found = [replace(one, severity=Severity.WARNING) for one in older_results(folder, [stage])]
    if found or digest(path) in written_here(folder.path):
        return found
    try:
        return [*results_typed_over(folder, {stage: read_results(path)})]
    except UnreadableFile:  # any workbook may come, to be printed: one that is only named like results
        return []
