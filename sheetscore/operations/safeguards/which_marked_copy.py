"""Which workbooks are marked copies, and what became of the last one: taken in, put aside, gone, or renamed.

A command that finds mistakes in a mended marked copy writes a new one, which alone has what was mended until then: the
round's workbook does not change before a copy is ingested without mistakes. Where the last one is gone, or another
machine's lies in its place, what was typed is still in the former copy, in ``kept/``. Whether a marked copy is an older
one is told as for every copy, by :mod:`sheetscore.operations.safeguards.older_copy`.

Further copies of a round, such as a helper's, marked or not, are named while no other file has what was typed in them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from sheetscore.event.folder import Action, read_journal, stage_name, stage_of
from sheetscore.event.load import keys_of
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.form import FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.opening.drawn_rounds import drawn_round
from sheetscore.operations.opening.history import as_scored
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.operations.safeguards.copies_of_old_seats import seated_as
from sheetscore.operations.safeguards.later_workbook import Copy, baseline_in, of_two_draws, workbooks_beside
from sheetscore.operations.safeguards.newest_moments import (
    DONE_WITH,
    GONE,
    Moment,
    moments_of,
    moments_of_stamps,
    newest_stamp,
)
from sheetscore.operations.safeguards.older_copy import ADD_FORCE, older_copies, older_copy_finding, takes_in
from sheetscore.pairing.draw import display_name
from sheetscore.problems import Problem
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.marked_copies import LEFT_IN_COPY
from sheetscore.reading.merge import MOST_NAMED, boxes_with_values
from sheetscore.reading.round_workbook import key_inside, read_old_sheets, stage_inside
from sheetscore.reading.seated_now import SeatedNow
from sheetscore.sheets.hidden_sheets import Baseline, as_texts
from sheetscore.wording import command_line, first_clauses
from sheetscore.workbooks.saving import as_xlsx_named, beside, copies_of, digest

_SHOWN = 3
"""The most boxes of a helper's copy that a message names; it counts the others."""


def is_marked_copy(opened: OpenEvent, number: int, path: Path, begun: Baseline | None) -> bool:
    """Return whether a workbook is a marked copy, by its own data: a browser may have renamed it.

    A marked copy in the place of the round's workbook counts as that workbook.
    """
    if path.resolve() == opened.folder.sheets(number).resolve():
        return False
    return path.name == opened.folder.marked(number).name or bool(begun and begun.sha256)


def gone_with_marked(opened: OpenEvent, forms: RoundForms, *read: Path) -> list[Finding]:
    """Find values typed into a marked copy that no newest file has, since the next marked copy, made from it, is gone.

    Parameters
    ----------
    read
        Workbooks to be ingested, besides the round's workbook and the marked copy that is there.
    """
    marked, last = opened.folder.marked(forms.round), _waiting_copy(opened, forms.round)
    if last is None:
        return []
    stamp, moment = last
    baselines = [begun for path in (marked, *read) if path.exists() and (begun := baseline_in(opened, path))]
    if any(begun.sha256 and begun.stamp == stamp for begun in baselines):
        return []  # the last marked copy is here, under any name
    source = next(_copies_read_by(opened, moment.entry, marked), None)
    if source is None:
        return []
    copy, own = _read(opened, forms, source), opened.folder.sheets(forms.round)
    now: list[Mapping[FieldKey, str]] = [copy.begun.written] if copy.begun else []  # written by a command, not typed
    now += [_read(opened, forms, path).texts for path in dict.fromkeys((own, marked, *read)) if path.exists()]
    typed = _not_in(now, copy.texts)
    if not typed:
        return []
    gone = (
        f"{marked.name} is not the one that was made on {moment}"
        if marked.exists()
        else f"{marked.name}, made on {moment}, is gone"
    )
    called = _under_other_name(opened, marked, stamp)
    take = f"Ingest {called.name}, which it is called now" if called else f"Type it into {own.name}"
    message = (
        f"{gone}. What was typed before is in {beside(source, marked)} alone: "
        f"{first_clauses(boxes_with_values(typed, forms), MOST_NAMED)}. {take}; {ADD_FORCE} to go on without"
    )
    return [finding(LEFT_IN_COPY, message, sheet=marked.name)]


def other_marked_copies(opened: OpenEvent, stages: Collection[int], *read: Path) -> Iterator[Finding]:
    """Warn of further marked copies of rounds in the folder, by any name, with typed values that no other file has.

    Copies whose contents a command has taken in already are left out.

    Parameters
    ----------
    read
        Workbooks to be ingested, besides the round's workbook and the marked copy that is there.
    """
    for path in _beside(opened, *read):
        begun = _marked_baseline(opened, path)
        stage = _stage_of_copy(opened, path) if begun else None
        if begun is None or stage is None or stage not in stages or _is_taken_in(opened, stage, path):
            continue
        forms = drawn_round(opened, stage).forms
        files = dict.fromkeys((opened.folder.sheets(stage), opened.folder.marked(stage), *read))
        seated = _seated(opened, forms, path)
        if seated.lost:
            yield from (replace(one, severity=Severity.WARNING) for one in seated.lost)
            continue
        before = seated.entered.begun.written if seated.entered.begun else {}
        now = [before, *(_read(opened, forms, one).texts for one in files if one.exists())]
        if typed := _not_in(now, seated.entered.texts):
            yield _other_copy(opened, path, forms, typed, seated.entered, may_be_ingested=not read)


def copies_not_merged(opened: OpenEvent) -> Iterator[Finding]:
    """Warn of copies of rounds, such as helpers', with typed values that neither sheets nor results have.

    Only workbooks are read whose bytes the journal does not know as those of a round's own workbook.
    """
    place, journal = opened.folder, read_journal(opened.folder.path)
    own = {sha256 for stage in opened.event.stages for sha256 in moments_of(journal, place.sheets(stage).stem)}
    for path in _beside(opened):
        if digest(path) in own or _marked_baseline(opened, path):
            continue
        stage = _stage_of_copy(opened, path)
        if stage is None or not place.sheets(stage).exists() or _is_taken_in(opened, stage, path):
            continue  # sheets that are gone are told with the copy that is to be put back
        forms, sheets = drawn_round(opened, stage).forms, place.sheets(stage)
        copy = _read(opened, forms, path)
        # what a command wrote into the round's own workbook was not typed into the copy
        is_own = copy.begun and copy.begun.stamp in moments_of_stamps(journal, sheets.stem)
        before = copy.begun.written if copy.begun and is_own else copy.drawn(forms)
        now = [before, *(_read(opened, forms, one).texts for one in (sheets, place.marked(stage)) if one.exists())]
        if stage in place.scored_stages():
            record = as_scored(opened, stage)
            # changes of the workbook that was scored are told with its results
            now.append(copy.texts if record.source.name == path.name else as_texts(record.entries, {}))
        if typed := _not_in(now, copy.texts):
            yield _not_merged(opened, path, forms, typed)


def _not_merged(opened: OpenEvent, path: Path, forms: RoundForms, typed: Mapping[FieldKey, str]) -> Finding:
    sheets = opened.folder.sheets(forms.round)
    both = command_line("sheetscore", "merge", sheets.name, path.name, "-o", as_xlsx_named(sheets).name)
    what = f"Merge the two: {both}"
    if of_two_draws([baseline_in(opened, one) for one in (path, sheets)]):
        what = f"It was made before the draw was changed: type what counts of it into {sheets.name}"
    message = (
        f"{path.name} is a copy of {stage_name(forms.round)}, and no other file has what was typed into it: "
        f"{first_clauses(boxes_with_values(typed, forms), _SHOWN)}. {what}; if it does not count, move {path.name} "
        "away"
    )
    return finding(LEFT_IN_COPY, message, sheet=path.name, severity=Severity.WARNING)


def _beside(opened: OpenEvent, *read: Path) -> Iterator[Path]:
    """Yield the workbooks in the folder that are no files of the event, without those that the command reads anyway."""
    place = opened.folder
    ours = {place.event_workbook.name, place.standings.name, place.plan.name, *(path.name for path in read)}
    for path in workbooks_beside(opened, place.standings):
        if path.name not in ours and not _is_of_stage(opened, path):
            yield path


def _is_of_stage(opened: OpenEvent, path: Path) -> bool:
    """Return whether a workbook is a file of a stage itself: beside round1.xlsx, a Round1.xlsx is a copy of it."""
    stage, place = stage_of(path), opened.folder
    if stage is None or stage not in opened.event.stages:
        return False
    own = (place.draw(stage), place.sheets(stage), place.marked(stage), place.results(stage))
    return any(one.exists() and one.samefile(path) for one in own)


def _stage_of_copy(opened: OpenEvent, path: Path) -> int | None:
    """Return the drawn stage of the event that a workbook has score sheets of; None for any other workbook."""
    try:
        stage, key = stage_inside(path, opened.event), key_inside(path, opened.event)
    except Problem:
        return None
    is_ours = stage is not None and key in keys_of(opened.event) and opened.folder.draw(stage).exists()
    return stage if is_ours else None


def _other_copy(
    opened: OpenEvent,
    path: Path,
    forms: RoundForms,
    typed: Mapping[FieldKey, str],
    read: ReadEntries,
    *,
    may_be_ingested: bool,
) -> Finding:
    """Warn of a further marked copy.

    Parameters
    ----------
    may_be_ingested
        Whether it may be advised to ingest it: not if the command itself ingests another workbook of the round.
    """
    drawn, begun = read.drawn(forms), read.begun
    copy = Copy(path, digest(path), begun.stamp if begun else "", is_marked=True)
    ingest = f", or ingest {path.name}" if may_be_ingested and not older_copies(opened, forms.round, copy) else ""
    players = (key for key in drawn if key in forms.fields and forms.fields[key][2].type == "player")
    boxes = boxes_with_values(typed, forms, {key: display_name(drawn[key], opened.event.names) for key in players})
    message = (
        f"{path.name} is a marked copy of {stage_name(forms.round)}, too, and no other file has what was typed into "
        f"it: {first_clauses(boxes, MOST_NAMED)}. Type it into {opened.folder.sheets(forms.round).name}{ingest}; if it "
        f"does not count, move {path.name} away"
    )
    return finding(LEFT_IN_COPY, message, sheet=path.name, severity=Severity.WARNING)


def _is_taken_in(opened: OpenEvent, number: int, path: Path) -> bool:
    """Return whether a command has taken in the contents of a copy, rather than refused them, or the copy is older."""
    sha256 = digest(path)
    if any(sha256 in one.read.values() and takes_in(opened, number, one) for one in read_journal(opened.folder.path)):
        return True
    return older_copy_finding(opened, number, path) is not None


def _not_in(now: Collection[Mapping[FieldKey, str]], texts: Mapping[FieldKey, str]) -> dict[FieldKey, str]:
    """Return the texts that no other file has in the same box."""
    return {key: text for key, text in texts.items() if text not in {one.get(key) for one in now}}


def is_done_with(opened: OpenEvent, number: int) -> bool:
    """Return whether no marked copy of a round waits: there was none, or it was taken in, put aside or given up."""
    return _waiting_copy(opened, number) is None


def stamp_if_gone(opened: OpenEvent, number: int) -> Mapping[str, str]:
    """Return `GONE` by the name of the marked copy, for the journal, if one waited and is missing; else nothing."""
    marked = opened.folder.marked(number)
    return {marked.name: GONE} if not marked.exists() and not is_done_with(opened, number) else {}


def _waiting_copy(opened: OpenEvent, number: int) -> tuple[str, Moment] | None:
    """Return the stamp of the marked copy that waits, and when it was written; None if :func:`is_done_with`."""
    last = newest_stamp(read_journal(opened.folder.path), opened.folder.marked(number).stem)
    return last if last and last[0] not in {DONE_WITH, GONE} else None


def _copies_read_by(opened: OpenEvent, entry: Action, marked: Path) -> Iterator[Path]:
    """Yield the present paths of the marked copies that a command has read."""
    for path in (*copies_of(marked), *workbooks_beside(opened, marked)):
        if digest(path) in entry.read.values() and _marked_baseline(opened, path):
            yield path


def _under_other_name(opened: OpenEvent, marked: Path, stamp: str) -> Path | None:
    """Return the marked copy that a command wrote, if it has another name by now."""
    for path in workbooks_beside(opened, marked):
        if (begun := _marked_baseline(opened, path)) and begun.stamp == stamp:
            return path
    return None


def _marked_baseline(opened: OpenEvent, path: Path) -> Baseline | None:
    """Return the baseline of a marked copy; None for any other workbook."""
    try:
        begun = baseline_in(opened, path)
    except Problem:
        return None
    return begun if begun and begun.sha256 else None


def _read(opened: OpenEvent, forms: RoundForms, path: Path) -> ReadEntries:
    return _seated(opened, forms, path).entered


def _seated(opened: OpenEvent, forms: RoundForms, path: Path) -> SeatedNow:
    """Read a copy of a round by the seats of the round's workbook."""
    sheets, of_round = opened.folder.sheets(forms.round), opened.round(forms.round)
    own = read_old_sheets(sheets, opened.system, of_round) if sheets.exists() and sheets != path else None
    return seated_as(opened, forms, path.name, read_old_sheets(path, opened.system, of_round), own)
