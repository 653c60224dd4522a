"""Recognize older copies of workbooks, which lack the values that were typed since.

The journal has the digest of every file that a command read or wrote, and the stamp of all score sheets that a command
wrote; the stamp stays in them whatever spreadsheet program saves them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from sheetscore.event.folder import JOURNAL_NAME, Action, read_journal
from sheetscore.findings import Around, Finding, Severity
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.consistency.from_elsewhere import sheets_from_elsewhere
from sheetscore.operations.opening.drawn_rounds import drawn_round
from sheetscore.operations.opening.history import as_scored
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.operations.safeguards.changed_since_scored import changed_since_scored
from sheetscore.operations.safeguards.last_results import replaced_or_gone
from sheetscore.operations.safeguards.later_workbook import (
    Copy,
    Later,
    baseline_in,
    has_scored,
    has_values,
    older_finding,
    workbooks_beside,
)
from sheetscore.operations.safeguards.newest_moments import (
    DONE_WITH,
    GONE,
    Moment,
    moments_of_bytes,
    moments_of_stamps,
    newest_stamp,
    source_of_last,
)
from sheetscore.operations.safeguards.older_results import older_results
from sheetscore.operations.safeguards.values_gone import blanked_since_scored
from sheetscore.problems import Problem, UnreadableFile
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.round_workbook import read_old_sheets
from sheetscore.sheets.hidden_sheets import Baseline, stamp
from sheetscore.wording import command_line
from sheetscore.workbooks.saving import copies_of, digest

ADD_FORCE = "or add --force"
"""Advice to go on with an older copy, for a command that has the option."""


def said_by_check(findings: Iterable[Finding], command: str) -> tuple[Finding, ...]:
    """Return findings that advise to add ``--force``, reworded for a command without that option.

    Parameters
    ----------
    command
        The command that has the option.
    """

    def named(text: str) -> str:
        return text.replace("add --force", f"add --force to “sheetscore {command}”")

    def around(one: Finding) -> Around | None:  # else the messages of a page would not end with their shared end
        return one.around and replace(one.around, after=named(one.around.after), many=named(one.around.many))

    return tuple(replace(one, message=named(one.message), around=around(one)) for one in findings)


def going_on(path: Path) -> str:
    """Return the advice to go on with an older copy, for a command that only checks."""
    return f"or go on with it: {command_line('sheetscore', 'ingest', path.name, '--force')}"


def older_copies(opened: OpenEvent, number: int, *copies: Copy, otherwise: str = ADD_FORCE) -> list[Finding]:
    """Find workbooks older than the source of the results, or than the last workbook that a command wrote.

    Commands that rewrite a workbook, or take results from it, check this first: afterwards nothing would show it.

    Parameters
    ----------
    copies
        One to be read, or several to be merged: then it is enough if one of them is not older.
    otherwise
        Advice to go on all the same.
    """
    journal = read_journal(opened.folder.path)
    by_bytes = [_by_bytes(opened, number, copy, journal) for copy in copies]
    if None in by_bytes:
        by_bytes = [None] * len(copies)
    stamps = {copy.stamp for copy in copies}
    found = (
        by_its_bytes
        or _by_stamp(opened, number, copy, stamps, journal)
        or _of_another_machine(opened, number, copy, stamps, journal)
        for copy, by_its_bytes in zip(copies, by_bytes, strict=True)
    )
    return [older_finding(opened, number, copy, one, otherwise) for copy, one in zip(copies, found, strict=True) if one]


def older_or_emptied(
    opened: OpenEvent, number: int, forms: RoundForms, now: ReadEntries, *copies: Copy
) -> list[Finding]:
    """Find older copies among workbooks to be rewritten, as :func:`older_copies` does.

    If the journal does not know them, the results decide: an old copy lacks many of their values. If the last results
    are not in their place, older results show which values were changed since they were scored, with the findings that
    ingesting gives: once a command has rewritten the sheets, nothing compares them with older results any more.

    Parameters
    ----------
    now
        Their merged contents.
    """
    journal = read_journal(opened.folder.path)
    digests_and_stamps = (names for entry in journal for names in (entry.read, entry.written, entry.stamps))
    known = {one for names in digests_and_stamps for one in names.values()}
    known.discard(DONE_WITH)  # it is blank, as is the stamp of a copy that has none
    path, is_gone = copies[0].path, replaced_or_gone(opened, number) is not None
    older = older_copies(opened, number, *copies)
    if older:
        return older
    changed: list[Finding] = []
    if any({copy.sha256, copy.stamp} & known for copy in copies):
        if not is_gone:
            return []
        changes = changed_since_scored(opened, number, path, forms, now)
        changed += [one for one in changes if one.severity is not Severity.NOTE]
    blank = blanked_since_scored(opened, number, path, forms, now)
    if blank and blank.looks_like_old_copy and not any(one.is_error for one in changed):
        return [*changed, blank.error]
    return [*changed, *([blank.warning()] if blank and is_gone else ())]


def older_copy_finding(opened: OpenEvent, number: int, path: Path) -> Finding | None:
    """Return the finding that score sheets in the folder are an older copy (:func:`older_copies`); None if not."""
    begun = baseline_in(opened, path)
    copy = Copy(path, digest(path), begun.stamp if begun else "")
    return next(iter(older_copies(opened, number, copy, otherwise=going_on(path))), None)


def sheets_put_back(opened: OpenEvent, number: int, path: Path, sha256: str) -> Finding | None:
    """Return the finding that scored sheets were put back over later ones that a command wrote; None if they were not.

    Parameters
    ----------
    path, sha256
        The round's workbook, and the digest that it and the source of the results have.
    """
    journal = read_journal(opened.folder.path)
    scored = moments_of_bytes(journal, opened.folder.results(number).stem).get(sha256)
    newest = newest_stamp(journal, path.stem)
    return older_copy_finding(opened, number, path) if scored and newest and newest[1].at > scored.at else None


def _by_bytes(opened: OpenEvent, number: int, copy: Copy, journal: Sequence[Action]) -> Later | None:
    """Return evidence that a workbook has the bytes of a version before the source of the results was ingested.

    A workbook that new work has brought back to former values is in the journal again, or has other bytes. One that a
    command wrote after the ingested sheets is not older than these, whenever they were ingested: two workbooks of a
    round may exist side by side. If the results are gone, or damaged, the journal has their source: ingesting that
    mends them.
    """
    results, come = opened.folder.results(number), "the results come"
    values = ""
    try:
        record = as_scored(opened, number)
        source, values = record.source, stamp(record.entries, {})
        other = ", which is an older one now, came" if any(older_results(opened.folder, [number])) else ""
    except UnreadableFile:
        other = ", which is gone, came"
    if other:
        found = source_of_last(journal, results)
        if found is None:
            return None
        source, values, come = found[0], "", f"{results.name}{other}"
    seen = moments_of_bytes(journal, results.stem)
    if not any(_has_version(opened, number, entry, copy.sha256) for entry in journal):
        return None
    if not {copy.sha256, source.sha256} <= seen.keys():
        return None
    then, scored = seen[copy.sha256], seen[source.sha256]
    written_since = copy.sha256 in then.entry.written.values() and then.at > _written_at(scored, journal)
    if then.at >= scored.at or written_since:
        return None
    what = f"{copy.path.name} is as it was on {then}; {come} from a later {source.name}"
    return Later(what, (source.name, copy.path.name), digests={source.sha256}, values=values)


def takes_in(opened: OpenEvent, number: int, entry: Action) -> bool:
    """Return whether a command put what it read into the sheets or results of a round, or merged it.

    A command that has only marked mistakes in a copy, or written values as CSV, has taken nothing in.
    """
    into = {Path(name).stem for name in entry.written}
    own = {opened.folder.sheets(number).stem, opened.folder.results(number).stem}
    return bool(own & into or (into and entry.command.startswith("merge ")))


def _has_version(opened: OpenEvent, number: int, entry: Action, sha256: str) -> bool:
    """Return whether a command read bytes as a round's workbook, took them in, or wrote them.

    Other bytes that the journal has were a copy that was read and refused.
    """
    names = {Path(name).stem for name, one in entry.read.items() if one == sha256}
    is_read = opened.folder.sheets(number).stem in names or (names and takes_in(opened, number, entry))
    return is_read or sha256 in entry.written.values()


def _written_at(scored: Moment, journal: Sequence[Action]) -> int:
    """Return the index of the journal entry that wrote the ingested sheets, before people typed into them.

    If the journal does not have it, the index is that of the ingesting.
    """
    stamps = {*scored.entry.stamps.values()}
    return max(
        (
            at
            for at, entry in enumerate(journal[: scored.at + 1])
            if any(stamp in stamps and name in entry.written for name, stamp in entry.stamps.items())
        ),
        default=scored.at,
    )


def _by_stamp(
    opened: OpenEvent, number: int, copy: Copy, stamps: Collection[str], journal: Sequence[Action]
) -> Later | None:
    """Return evidence that a workbook has an older stamp than the last one under its name, whoever saved it since.

    A stamp that the journal does not know proves nothing here, and a workbook of an earlier version has no stamp. A
    workbook is older even if the later one is beside it, since the command does not read that one.

    Parameters
    ----------
    stamps
        The stamps of all workbooks to be merged.
    """
    if not copy.stamp:  # a blank stamp in the journal is not this copy's, but DONE_WITH
        return None
    own = opened.folder.sheets(number)
    called = opened.folder.marked(number) if copy.is_marked else copy.path
    alone = copy.is_untouched and len(stamps) == 1  # a copy to be merged with others may be of any age
    names = (called, own) if alone and not _begins_anew(opened, own, copy.path) else (called,)
    name = next((one for one in names if copy.stamp in moments_of_stamps(journal, one.stem)), None)
    last = newest_stamp(journal, name.stem) if name else None
    if name is None or last is None:
        return None
    newest, moment = last
    if newest in {*stamps, GONE}:
        return None
    if newest == DONE_WITH:
        what = f"{copy.path.name} is a marked copy that was done with on {moment}: {own.name} has what came of it"
        return Later(what, (), take=f"Type what is new in it into {own.name}")
    what = f"{copy.path.name} is a copy from before {moment}, and"
    digests, values = _scored_since(opened, number, name, moment) or ((), newest)
    if digests and has_scored(opened, number, copy.path):
        return None  # it lacks nothing: perhaps it was made from another draw with the same people
    if has_values(opened, number, copy.path, newest):  # so another workbook with these values need not be later
        what = f"{what} has the values that the later one had then, but nothing that was typed into that since"
        values = values if digests else ""
    else:
        what = f"{what} does not have what was put into it then"
    return Later(what, (name.name,), digests=digests, stamp=newest, values=values)


def _of_another_machine(
    opened: OpenEvent, number: int, copy: Copy, stamps: Collection[str], journal: Sequence[Action]
) -> Later | None:
    """Return evidence that another machine's workbook lacks what a command last put into the round's workbook here.

    The journal does not know the stamp of such a workbook. There is no evidence if the workbook here had no typed
    values; if another file shows its values, and the other machine's workbook has them all; or if it was scored since:
    then its results name what differs. If no file shows its values, they may be lost, and that is the evidence.

    Parameters
    ----------
    stamps
        The stamps of all workbooks to be merged.
    """
    own, last = opened.folder.sheets(number), newest_stamp(journal, opened.folder.sheets(number).stem)
    is_own = copy.stamp and not copy.is_marked and copy.path.resolve() == own.resolve()
    if last is None or not is_own or last[0] in stamps or any(copy.stamp in one.stamps.values() for one in journal):
        return None
    newest, moment = last
    if _scored_since(opened, number, copy.path, moment):
        return None
    read = read_old_sheets(copy.path, opened.system, opened.round(number))
    kept = [*_baselines(opened, copies_of(own))]
    made = [one for one in (read.begun, *kept, *_baselines(opened, workbooks_beside(opened, own))) if one]
    blank = [one.drawn or {} for one in made]
    with suppress(Problem):  # a draw with mistakes, which are reported
        blank.append(drawn_round(opened, number).forms.drawn)
    # a command that was cut off before it wrote to the journal has put the workbook that was here into kept/
    was_cut_off = any(one.stamp == newest for one in kept)
    if was_cut_off or any(stamp(one, {}) == newest for one in blank):
        return None
    if not read.cells or sheets_from_elsewhere(opened, number, copy.path, read):
        return None  # of another round or event, which is reported elsewhere
    had = next((one for one in made if stamp(one.written, {}) == newest), None)
    what = "no file here shows that it has"
    if had is not None:
        if {item for item in had.written.items() if item not in had.first.items()} <= read.texts.items():
            return None
        what = "it does not have all of"
    what = (
        f"{copy.path.name} comes from another machine or folder (no command in {JOURNAL_NAME} wrote it), and {what} "
        f"what was put into the one that was here on {moment}"
    )
    return Later(what, (copy.path.name,), stamp=newest, values=newest, called="one that was here")


def _baselines(opened: OpenEvent, paths: Iterable[Path]) -> Iterator[Baseline]:
    """Yield the baselines of workbooks that can be read and have one."""
    for path in paths:
        with suppress(Problem, OSError):
            if begun := baseline_in(opened, path):
                yield begun


def _scored_since(opened: OpenEvent, number: int, path: Path, moment: Moment) -> tuple[Collection[str], str] | None:
    """Return the digest and the stamp of a workbook as the results have it, if it was scored at a moment or later.

    None if it was scored before, or the results come from another workbook.
    """
    try:
        record = as_scored(opened, number)
    except UnreadableFile:
        return None
    seen = moments_of_bytes(read_journal(opened.folder.path), opened.folder.results(number).stem)
    then = seen.get(record.source.sha256)
    if then is None or then.at < moment.at or Path(record.source.name).stem != path.stem:
        return None
    return (record.source.sha256,), stamp(record.entries, {})


def _begins_anew(opened: OpenEvent, own: Path, copy: Path) -> bool:
    """Return whether a command wrote the round's workbook without typed values, and the copy with some."""
    if own == copy or not own.exists():
        return False
    made, before = baseline_in(opened, own), baseline_in(opened, copy)
    return bool(made and made.is_blank and before and not before.is_blank)


def goes_on_from(opened: OpenEvent, number: int, older: ReadEntries, newer: ReadEntries) -> bool:
    """Return whether a newer workbook was made from a copy that nobody has typed into.

    Then all differences were typed into the newer workbook, and cleared boxes were cleared there.
    """
    if not older.is_untouched or not older.begun or not newer.begun:
        return False
    if older.begun.stamp == newer.begun.stamp:
        return True
    if newer.begun.is_blank:  # made anew, from nothing
        return False
    last = moments_of_stamps(read_journal(opened.folder.path), opened.folder.sheets(number).stem)
    then, since = last.get(older.begun.stamp), last.get(newer.begun.stamp)
    return then is not None and since is not None and then.at < since.at
