"""What stops the scoring of a round's workbook without --force, and what is only named; ``check`` names both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from msgspec.structs import replace

from sheetscore.findings import Finding, Severity
from sheetscore.operations.consistency.drawn_since import drawn_since
from sheetscore.operations.consistency.from_elsewhere import sheets_from_elsewhere
from sheetscore.operations.consistency.rounds_missing import held_by_missing
from sheetscore.operations.opening.cut_off import points_while_absent
from sheetscore.operations.opening.exchanged_names import titles_on_lists, titles_on_sheets
from sheetscore.operations.opening.history import as_scored, record_of
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.operations.safeguards.changed_since_scored import changed_since_scored
from sheetscore.operations.safeguards.draws_differ import sheets_of_another_round
from sheetscore.operations.safeguards.later_workbook import Copy
from sheetscore.operations.safeguards.marked_copy import Sheets
from sheetscore.operations.safeguards.older_copy import ADD_FORCE, older_copies
from sheetscore.operations.safeguards.older_results import older_results
from sheetscore.operations.safeguards.overwrite_guard import changed_since_marked, left_in_others, mended_in_marked
from sheetscore.operations.safeguards.rows_without_seat import no_row_any_more
from sheetscore.operations.safeguards.values_gone import Blanked, fewer_results
from sheetscore.operations.safeguards.which_marked_copy import gone_with_marked, other_marked_copies
from sheetscore.problems import UnreadableFile
from sheetscore.reading.lines_sorted import lines_sorted
from sheetscore.reading.marked_copies import is_asked
from sheetscore.reading.round_workbook import ReadRound
from sheetscore.results.seated_since import as_seated_now


def held_back(
    opened: OpenEvent,
    sheets: Sheets,
    done: ReadRound,
    missing: Sequence[int],
    blank: Blanked | None,
    otherwise: str = ADD_FORCE,
) -> tuple[Finding, ...]:
    """Find what must stop the scoring of a workbook without --force.

    That is: values and results that would be lost, older copies, sheets of another event, machine or round, earlier
    rounds that are missing, and sorted lines. Blank boxes are reported only if there is nothing else.

    Parameters
    ----------
    done
        What is scored: all that was read, or its complete tables.
    missing
        The tables that provisional results leave out.
    blank
        Boxes that are blank and have values in the present results; None if there are none.
    otherwise
        The end of messages: how to go on with an older copy, or with a workbook with values of another round.
    """
    if sheets.path.stem in {opened.folder.draw(sheets.number).stem, opened.folder.results(sheets.number).stem}:
        return ()  # no score sheets at all, which is reported already
    left = left_in_others(opened, sheets.path, sheets.context, sheets.read)
    left = mended_in_marked(opened, sheets.path, sheets.context, sheets.read, left)
    left += gone_with_marked(opened, sheets.forms, sheets.path)
    left += (
        replace(one, message=f"{one.message}; or add --force to go on without these", severity=Severity.ERROR)
        for one in sheets.read.findings
        if is_asked(one)
    )
    copy = Copy.read(sheets.path, sheets.read.sha256, sheets.read.entered, is_marked=sheets.is_marked)
    older = older_copies(opened, sheets.number, copy, otherwise=otherwise)
    older += older_others(opened, sheets.number, otherwise)
    older += sheets_from_elsewhere(opened, sheets.number, sheets.path, sheets.read.entered)
    if done.status != "errors":
        typed = replace(sheets.context, entries=done.entered.entries)
        older += held_by_missing(opened, typed, otherwise)
    # `record_of` has the present names of players, `as_scored` below those of then
    results, record = opened.folder.results(sheets.number), record_of(opened, sheets.number)
    scored, names = record.entries if record else {}, opened.event.names
    # asked only if somebody sits elsewhere than in the present results: it was asked before these were scored
    if any(scored.get(key) != who for key, who in sheets.read.entered.entries.items() if key in sheets.forms.filled):
        older += sheets_of_another_round(opened, sheets.forms, sheets.read.entered.entries)
    older += lines_sorted(sheets.forms, sheets.read.entered.entries, scored, names, otherwise)
    if done.status == "errors":
        return *left, *older
    fewer: list[Finding] = []
    with suppress(UnreadableFile):  # none, or damaged: ingesting mends them
        before = as_scored(opened, sheets.number)
        seated = as_seated_now(before, sheets.read.entered.entries, sheets.forms)
        fewer += fewer_results(results, seated, sheets.forms, done, missing)
        fewer += no_row_any_more(results, before, sheets.context, done.score.rows)
        fewer += points_while_absent(opened.event, opened.folder, before)
    gone = [blank.error] if blank and blank.looks_like_old_copy and not (left or older or fewer) else []
    return *left, *older, *fewer, *gone


def older_others(opened: OpenEvent, number: int, otherwise: str = "") -> list[Finding]:
    """Find results of other rounds than the one to be scored that are older files, put back by somebody."""
    return [
        *older_results(opened.folder, (stage for stage in opened.folder.scored_stages() if stage != number), otherwise)
    ]


def changes_since(opened: OpenEvent, sheets: Sheets, *, force: bool) -> list[Finding]:
    """Name what differs from the round's results, from a marked copy not taken in, and from the event as it was."""
    path, entered = sheets.path, sheets.read.entered
    titles = [*titles_on_sheets(opened.event, opened.warnings, path, entered.begun, sheets.number)]
    return [
        *changed_since_scored(opened, sheets.number, path, sheets.forms, entered, force=force),
        *changed_since_marked(opened, path, sheets.context, entered, force=force),
        *other_marked_copies(opened, [sheets.number], path),
        *opened.exchanged,
        *titles,
        *titles_on_lists(path, entered.begun, sheets.forms, [*opened.warnings, *titles]),
    ]


def drawn_for_others(opened: OpenEvent, sheets: Sheets, *, force: bool | None = None) -> Iterator[Finding]:
    """Find seats that are drawn for somebody else by now, who is not on the sheets.

    Parameters
    ----------
    force
        Whether to go on all the same; None for a command that does not have the option.
    """
    entered = sheets.read.entered
    for one in drawn_since(opened, sheets.path, sheets.forms, entered.begun, entered):
        if force:
            yield replace(one, severity=Severity.WARNING)
        else:
            what = f"; {ADD_FORCE}, and who is on the sheets counts" if one.is_error and force is False else ""
            yield replace(one, message=f"{one.message}{what}")
