"""Checks before a file is replaced: no typed value may disappear from the newest files, nor may a director's file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from sheetscore.event.folder import EventFolder, read_journal, stage_of
from sheetscore.event.load import event_there
from sheetscore.event.model import Event
from sheetscore.findings import Around, Finding, Severity, finding
from sheetscore.forms.form import FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.opening.drawn_rounds import sheets_begun
from sheetscore.operations.opening.history import as_scored, record_of
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.operations.safeguards.copies_of_old_seats import seated_as, went_along
from sheetscore.operations.safeguards.later_workbook import Copy, of_two_draws
from sheetscore.operations.safeguards.newest_moments import before_marked
from sheetscore.operations.safeguards.older_copy import goes_on_from, older_copies, older_copy_finding
from sheetscore.operations.safeguards.which_marked_copy import is_marked_copy
from sheetscore.problems import MistakesFound, Problem, UnreadableFile, WrongUsage
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.marked_copies import LEFT_IN_COPY, is_asked, overruled
from sheetscore.reading.merge import MOST_NAMED, PUT_INTO_BOTH, merge, page_name
from sheetscore.reading.round_workbook import INCOMPLETE, STRUCTURAL, ReadBoxes, ReadRound, judged
from sheetscore.sheets.hidden_sheets import Baseline, as_texts
from sheetscore.systems.context import RoundContext
from sheetscore.wording import command_line, first_clauses, pluralize
from sheetscore.workbooks.saving import FORMATS, KEPT, LOCK_NAME, digest


def refuse_to_replace(path: Path, command: str, folder: Path, *, force: bool = False) -> None:
    """Refuse to write to a file that a director named, if that would lose something.

    Only a file that the same command made and nobody has changed since may be replaced; never an event's own file.

    Parameters
    ----------
    command
        The name of the command in the journal.
    folder
        The event's folder, with the journal; without an event the file must be new.
    force
        Replace the file anyway; the old one goes to ``kept/``.

    Raises
    ------
    WrongUsage
        The file may not be replaced; the message has the reason.
    """
    if is_of_event(path):
        raise WrongUsage(
            f"{path.name} is a file of the event itself, and {command} does not write to it: take another name",
            "own-file",
        )
    if (
        force
        or not path.exists()
        or any(
            action.command.split()[0] == command and action.written.get(path.name) == digest(path)
            for action in read_journal(folder)
        )
    ):
        return
    raise WrongUsage(
        f"{path.name} is there already, and no journal says that {command} made it as it is: take another name; or add "
        f"--force, and what is there goes to {KEPT}/",
        "already-there",
    )


def is_of_event(path: Path) -> bool:
    """Return whether a file in the folder of an event belongs to the event, by its name."""
    folder = EventFolder(path.absolute().parent)
    if event_there(folder.path) is None and not folder.journal.exists():
        return False
    own = {folder.event_toml.name, folder.journal.name, LOCK_NAME}
    workbooks = {folder.event_workbook.stem, folder.plan.stem, folder.standings.stem}
    is_workbook = path.suffix.lower() in FORMATS
    return path.name in own or stage_of(path) is not None or (is_workbook and path.stem.lower() in workbooks)


def read_marked(opened: OpenEvent, marked: Path, context: RoundContext[Event], copy: ReadBoxes) -> ReadRound:
    """Read a marked copy together with the round's workbook.

    For each box the value counts that was changed since the copy was made, in the copy or in the workbook.

    Parameters
    ----------
    copy
        The marked copy alone.

    Returns
    -------
    The round; its baseline is that for the next marked copy.

    Raises
    ------
    MistakesFound
        Boxes were changed differently in both, or the workbook has lost parts since.
    """
    sheets = opened.folder.sheets(context.stage)
    if not copy.entered.cells or not sheets.exists():
        return judged(opened.system, context, copy)
    opened.refuse_if_open(sheets)
    begun = copy.entered.begun
    is_from_sheets = begun is not None and begun.was_made_from(sheets)
    lines_gone = begun is not None and not begun.written.keys() <= copy.entered.cells.keys()
    if begun and is_from_sheets and begun.sha256 == digest(sheets) and not lines_gone:
        return judged(opened.system, context, copy)
    now = opened.boxes(sheets, context)
    refused = [one for one in now.findings if one.code in STRUCTURAL]
    if is_from_sheets and not refused:
        refused = [one for one in [older_copy_finding(opened, context.stage, sheets)] if one]
    seated = seated_as(opened, context.forms, marked.name, copy.entered, now.entered)
    if refused := refused or [*seated.lost]:
        raise MistakesFound(refused)
    entered, begun = seated.entered, seated.entered.begun
    common = entered.of_source(context.forms)
    merged = merge((entered, now.entered), (marked.name, sheets.name), common, context.forms)
    moved = [*went_along(seated, copy.entered, marked.name), *seated.followed]
    if merged.mistakes:
        raise MistakesFound([*merged.mistakes, *moved])
    base = begun
    if begun and is_from_sheets:
        # The workbook does not change until the copy is ingested: its present state is the baseline of the next copy.
        base = replace(baseline_of(opened, sheets, now, context.forms), stamp=begun.stamp)
    elif begun:
        base = replace(begun, drawn=now.entered.drawn(context.forms))
    cells = now.entered.cells if moved else merged.entered.cells  # those of the next marked copy
    read = judged(opened.system, context, ReadBoxes(replace(merged.entered, cells=cells, begun=base), copy.sha256))
    then, names = before_marked(opened.folder, context.stage, begun), (marked.name, sheets.name)
    changed = overruled(entered, now.entered, context.forms, names, then, is_ingested=True) if is_from_sheets else ()
    return replace(read, findings=(*merged.findings, *changed, *moved, *read.findings))


def changed_since_marked(
    opened: OpenEvent, path: Path, context: RoundContext[Event], now: ReadEntries, *, force: bool = False
) -> Iterator[Finding]:
    """Note values in which the round's workbook differs from the waiting marked copy that was made from it.

    Usually these are mended mistakes. But the workbook may be an older copy: it is an error if there are more of them
    than one message can name.

    Parameters
    ----------
    force
        Never give an error.
    """
    marked = opened.folder.marked(context.stage)
    if not marked.exists() or path.resolve() != opened.folder.sheets(context.stage).resolve():
        return
    opened.refuse_if_open(marked)
    copy = opened.boxes(marked, context).entered
    seated = seated_as(opened, context.forms, marked.name, copy, now)
    yield from went_along(seated, copy, marked.name)
    copy = seated.entered
    if copy.begun and copy.begun.was_made_from(path) and not seated.lost:
        then = before_marked(opened.folder, context.stage, copy.begun)
        for one in overruled(copy, now, context.forms, (marked.name, path.name), then):
            if is_asked(one) and not force:
                yield replace(one, message=f"{one.message}; or add --force", severity=Severity.ERROR)
            else:
                yield replace(one, severity=Severity.NOTE)


def baseline_of(opened: OpenEvent, path: Path, read: ReadBoxes | ReadRound, forms: RoundForms) -> Baseline:
    """Return the baseline of a marked copy: the values read from a workbook."""
    begun, written = sheets_begun(opened, read.entered, forms), read.entered.texts
    return replace(begun, source=path.name, sha256=read.sha256, written=written)


def left_in_others(
    opened: OpenEvent, path: Path, context: RoundContext[Event], read: ReadRound, *, force: bool = False
) -> list[Finding]:
    """Find values typed into the newest files that the workbook to be ingested in their place does not have.

    The newest files are the round's workbook and its marked copy, and the workbook that the results come from. If a
    marked copy is ingested, it is read together with the round's workbook, so that nothing is lost; but there may be a
    second marked copy. The round's workbook may be older than the results if somebody went on in a workbook of another
    name, and ingested that.

    Parameters
    ----------
    force
        Only warn; the values are dropped.
    """
    sheets, marked = opened.folder.sheets(context.stage), opened.folder.marked(context.stage)
    if not read.entered.cells:
        return []
    is_marked = is_marked_copy(opened, context.stage, path, read.entered.begun)
    record = record_of(opened, context.stage)
    source = sheets.with_name(record.source.name) if record else sheets
    newest = [marked] if is_marked else [sheets, marked]
    if source != sheets and not _has_taken_in(opened, read.entered.begun, source):
        newest.append(source)
    others = [other for other in newest if other.exists() and other.resolve() != path.resolve()]
    was_scored = source.name == path.name
    left: list[Finding] = []
    for other in others:
        older = older_copy_finding(opened, context.stage, other) if other == sheets and not was_scored else None
        # of an older copy no boxes are compared: its values were not typed since, nor its blank boxes cleared
        left += [older] if older else _left_in(opened, other, path, context, read, force=force)
    return [replace(one, severity=Severity.WARNING) for one in left] if force else left


def _has_taken_in(opened: OpenEvent, begun: Baseline | None, source: Path) -> bool:
    """Return whether a command has put the present contents of one workbook into another.

    Parameters
    ----------
    begun
        The baseline of the workbook that may have them.
    source
        The workbook whose contents they are.
    """
    if begun is None or not source.exists():
        return False
    sha256 = digest(source)
    return begun.sha256 == sha256 or any(
        sha256 in one.read.values() and begun.stamp in {one.stamps.get(name) for name in one.written}
        for one in read_journal(opened.folder.path)
    )


def gone_without(opened: OpenEvent, path: Path, context: RoundContext[Event], read: ReadRound) -> list[Finding]:
    """Warn of values in the newest files that are dropped because another workbook is ingested with ``--force``.

    If a newest file cannot be read, or is open elsewhere, a warning says so.
    """
    try:
        return left_in_others(opened, path, context, read, force=True)
    except Problem as problem:
        message = f"{problem.message}; what stands in it alone does not count"
        return [finding(LEFT_IN_COPY, message, severity=Severity.WARNING)]


def _left_in(
    opened: OpenEvent, other: Path, path: Path, context: RoundContext[Event], read: ReadRound, *, force: bool
) -> list[Finding]:
    """Return findings about values typed into another workbook that the one to be ingested does not have.

    Parameters
    ----------
    path, read
        The workbook to be ingested, and what it has.
    """
    opened.refuse_if_open(other)
    copy, forms = opened.boxes(other, context).entered, context.forms
    if not copy.cells:
        to_do = (
            "What stands in it alone does not count"
            if force
            else "Move it away if nothing in it counts; or add --force"
        )
        what = f"{other.name} does not fit these sheets any more. {to_do}"
        return [finding(LEFT_IN_COPY, what, sheet=other.name)]
    own, sheets = read.entered, opened.folder.sheets(forms.round)
    if goes_on_from(opened, forms.round, older=copy, newer=own):
        return []  # nobody has typed into it, and the workbook to be ingested was made from it
    other_goes_on = goes_on_from(opened, forms.round, older=own, newer=copy)
    # of the two, the round's workbook keeps its seats, and the values of the other go to the seats of their players
    of_sheets = other == sheets
    name, as_made, made = (path.name, own, copy) if of_sheets else (other.name, copy, own)
    seated = seated_as(opened, forms, name, as_made, made, path)
    if seated.lost and (copy.typed(forms) or not of_sheets):
        first, *others = seated.lost
        return [first if force else replace(first, message=f"{first.message}; or add --force"), *others]
    own, copy = (seated.entered, copy) if of_sheets else (own, seated.entered)
    here, there = own.texts, copy.texts
    scored = {} if _made_blank_since(opened, other, forms, copy.begun) else _scored_from(opened, other, forms)
    drawn = forms.drawn
    # values that a marked copy began with are left to the comparison with its source, if that is one of these workbooks
    sources = () if of_sheets else (path, sheets)
    is_asked_there = copy.begun is not None and any(map(copy.begun.was_made_from, sources))
    before = copy.of_source(forms) if is_asked_there else copy.drawn(forms)
    # also asked about: a box there that a command filled and somebody then cleared, or set back to what was drawn
    written = copy.begun.written if copy.begun else {}

    def is_left(key: FieldKey) -> bool:
        ours, theirs, was = here.get(key), there.get(key), before.get(key)
        typed_there = theirs not in {was, ours, drawn.get(key)}
        changed_since_scored = key in scored and ours == scored[key] != theirs
        differs_in_newer = other_goes_on and ours != theirs
        changed_since_written = key in written and ours == written[key] != theirs
        return typed_there or changed_since_scored or differs_in_newer or changed_since_written

    left = [key for key in copy.cells if is_left(key)]
    is_moved = of_two_draws([seated.entered.begun, as_made.begun])
    by_hand = f"Type into {sheets.name} what counts of {name}, and ingest that"
    both = _how_to_take_both(opened, forms, (other, copy), path, is_moved=is_moved) if left else ""
    take_both = both or by_hand

    def advice(key: FieldKey) -> str:
        if force:
            return f"What {path.name} has counts"
        if other_goes_on:
            return f"Nobody typed into {path.name} since: ingest {other.name}; or add --force to go on without"
        # A box changed in both files cannot be merged: advice to merge would only fail at the next command.
        can_take = take_both == by_hand or here.get(key) in {before.get(key), written.get(key, before.get(key))}
        settle = take_both if can_take else PUT_INTO_BOTH
        if key not in here and settle == take_both:
            settle = f"{settle}; or clear it in {other.name}, too"
        return f"{settle}; or add --force to go on without"

    def report(key: FieldKey) -> Finding:
        public = forms.called(key)
        around = Around(f"{page_name(public)}, ", f". {advice(key)}")
        differs = f"{_typed(there.get(key), other)}, and {path.name} has {_quoted(here.get(key))}"
        message = f"{around.before}{public.field}: {differs}{around.after}"
        sheet, cell = copy.cells[key]
        boxes = (key,)
        return finding(LEFT_IN_COPY, message, sheet=sheet, cell=cell, fields=boxes, kind=other.name, around=around)

    return [*map(report, left), *(went_along(seated, as_made, name) if left else ())]


def _how_to_take_both(
    opened: OpenEvent, forms: RoundForms, other: tuple[Path, ReadEntries], path: Path, *, is_moved: bool
) -> str:
    """Return advice on the command that takes the typed values of two workbooks; "" if none does.

    A marked copy is ingested, which takes in the values of its round's workbook. Other copies are merged, unless they
    were made from two draws.
    """
    which, copy = other
    if which != opened.folder.marked(forms.round) or path.stem != opened.folder.sheets(forms.round).stem:
        return "" if is_moved else "Merge the two (sheetscore merge), which takes what was typed into both"
    itself = Copy.read(which, digest(which), copy, is_marked=True)
    is_refused = any(older_copies(opened, forms.round, itself))
    return "" if is_refused else f"Ingest {which.name}, which takes what was typed into both"


def mended_in_marked(
    opened: OpenEvent, path: Path, context: RoundContext[Event], read: ReadRound, left: Sequence[Finding]
) -> list[Finding]:
    """Replace findings about values in a waiting marked copy by one, if all mistakes of the sheets are mended in it.

    Parameters
    ----------
    path, read
        The workbook to be ingested, and what it has.
    left
        Findings about values in other files that it does not have.
    """
    marked = opened.folder.marked(context.stage)
    mended = [one for one in left if one.kind == marked.name]
    if not mended or path.stem != opened.folder.sheets(context.stage).stem or not _mistakes(read.findings):
        return [*left]
    boxes = opened.boxes(marked, context)
    try:
        if boxes.refused or _mistakes(read_marked(opened, marked, context, boxes).findings):
            return [*left]
    except MistakesFound:
        return [*left]
    message = (
        f"{marked.name} has other values in {pluralize(len(mended), 'box', 'boxes')} "
        f"({first_clauses([one.place for one in mended], MOST_NAMED)}), and none of these mistakes. Ingest that: "
        f"{command_line('sheetscore', 'ingest', marked.name)}"
    )
    fields = tuple(key for one in mended for key in one.fields)
    told = finding(LEFT_IN_COPY, message, sheet=marked.name, fields=fields)
    return [told, *(one for one in left if one not in mended)]


def _mistakes(findings: Iterable[Finding]) -> bool:
    """Return whether something has to be mended, not only completed."""
    return any(one.is_error and one.code not in INCOMPLETE for one in findings)


def _scored_from(opened: OpenEvent, path: Path, forms: RoundForms) -> Mapping[FieldKey, str]:
    """Return the values that a round was scored from, to find those cleared since; none if that was another file."""
    try:
        scored = as_scored(opened, forms.round)
    except UnreadableFile:
        return {}
    return as_texts(scored.entries, {}) if Path(scored.source.name).stem == path.stem else {}


def _made_blank_since(opened: OpenEvent, path: Path, forms: RoundForms, begun: Baseline | None) -> bool:
    """Return whether a workbook was made again, without values, since its round was scored: nobody cleared it."""
    if begun is None or not begun.is_blank:
        return False
    results, is_since = opened.folder.results(forms.round).name, False
    for entry in read_journal(opened.folder.path):
        is_since = results not in entry.written and (is_since or path.name in entry.written)
    return is_since


def _typed(text: str | None, into: Path) -> str:
    return f"the box was cleared in {into.name}" if text is None else f"“{text}” was typed into {into.name}"


def _quoted(text: str | None) -> str:
    return "nothing" if text is None else f"“{text}”"
