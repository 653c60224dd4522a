"""The entries of a round's workbook: exported as CSV, typed into it from CSV, merged from two transcribers' copies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.folder import in_its_format, stage_json, stage_name
from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.consistency.from_elsewhere import called_otherwise_on, sheets_from_elsewhere
from sheetscore.operations.consistency.refusals import with_refusals
from sheetscore.operations.ingest import open_round
from sheetscore.operations.opening.drawn_rounds import drawn_round, sheets_begun
from sheetscore.operations.opening.history import locked
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.operations.safeguards.beside_boxes import STRAY, beside_boxes, dropped, stopping
from sheetscore.operations.safeguards.common_state import Both, CopyOfRound, common_state, perhaps_cleared
from sheetscore.operations.safeguards.draws_differ import (
    draws_differ,
    lines_of_another_event,
    lines_of_another_round,
    lines_of_old_seats,
)
from sheetscore.operations.safeguards.later_workbook import Copy, baseline_in
from sheetscore.operations.safeguards.older_copy import older_or_emptied
from sheetscore.operations.safeguards.overwrite_guard import is_of_event, refuse_to_replace
from sheetscore.operations.safeguards.which_marked_copy import gone_with_marked, is_marked_copy
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.reading.carry_over import OF_OTHERS
from sheetscore.reading.field_lines import FROM_SCANS, read_lines, text_of_lines, write_lines
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.lines_of_papers import papers_of_others
from sheetscore.reading.marked_copies import overruled
from sheetscore.reading.merge import MOST_NAMED, box_name, boxes_with_values, merge
from sheetscore.reading.players_replaced import players_replaced
from sheetscore.reading.round_workbook import STRUCTURAL, ReadBoxes, read_boxes
from sheetscore.sheets.hidden_sheets import as_texts, stamp
from sheetscore.sheets.round_workbook import Marks, write_round
from sheetscore.wording import first_few, pluralize
from sheetscore.workbooks.saving import FORMATS, as_xlsx_named, digest, refuse_if_open, save, save_text, told_apart


class TypedIn(Struct, frozen=True):
    """A round's workbook into which values were typed."""

    event: Event
    round: int
    path: Path
    kept: Path | None
    """The copy of the former workbook."""
    values: int
    """The number of typed and cleared values or, for merged copies, of all values."""
    findings: tuple[Finding, ...] = ()
    """Warnings, such as about contents beside the boxes that the new workbook lacks."""
    cleared: tuple[str, ...] = ()
    """The boxes that had a value and were emptied, with that value."""
    typed: int = 0
    """The number of boxes that got a value."""
    replaced: tuple[str, ...] = ()
    """The boxes that had another typed value, with that value, or whose player had been cleared."""

    @property
    def cleared_in_words(self) -> str:
        """The names of the cleared boxes, in words; "" if there are none."""
        return _named("cleared", self.cleared)

    @property
    def in_words(self) -> str:
        """The numbers of typed, replaced and cleared values, in words."""
        typed = f"{pluralize(self.typed, 'value')} typed in" if self.typed else ""
        parts = (typed, _named("replaced", self.replaced), self.cleared_in_words)
        return "; ".join(filter(None, parts)) or "nothing typed in"

    def as_json(self) -> dict[str, object]:
        """Return the typed values with the keys that scripts rely on."""
        return {
            "event": self.event.header.name,
            "round": stage_json(self.round),
            "path": str(self.path),
            "kept": str(self.kept) if self.kept else None,
            "values": self.values,
            "findings": [one.as_json() for one in self.findings],
        }


def _named(what: str, boxes: Sequence[str]) -> str:
    return f"{len(boxes)} {what}: {'; '.join(first_few(boxes, MOST_NAMED))}" if boxes else ""


def entries(workbook: str | Path, to: str | Path | None = None, *, force: bool = False) -> str:
    """Return every field of a round's workbook as CSV: ``table,seat,field,value,label``.

    Parameters
    ----------
    to
        A file to write it to as well.
    force
        Replace a file even if this function did not write it as it is now; the old file goes to ``kept/``.

    Raises
    ------
    WrongUsage
        The file to write to has the name of a workbook, or holds something else.
    MistakesFound
        The workbook is not this round's, or has lost parts.

    Examples
    --------
    >>> entries("copenhagen/round1.xlsx").splitlines()[0]
    'table,seat,field,value,label'
    """
    to = None if to is None else Path(to)
    if to is not None and to.suffix.lower() in FORMATS:
        raise WrongUsage(
            f"{to.name} is the name of a workbook, and this is CSV: take {to.with_suffix('.csv').name}", "other-format"
        )
    path = in_its_format(Path(workbook))
    opened, number = open_round(path)
    forms, done = read_whole(opened, path, number)
    text = write_lines(forms, {**done.entered.entries, **{key: str(raw) for key, raw in done.entered.raw.items()}})
    if to is not None:
        refuse_to_replace(to, "entries", opened.folder.path, force=force)
        saved = save_text(to, text)
        opened.note(f"entries {path.name}", read={path: done.sha256}, written={to: saved.sha256})
    return text


def fill(workbook: str | Path, lines: str | Path, *, force: bool = False) -> TypedIn:
    """Write values from CSV into a round's workbook; a copy of its former contents goes to ``kept/``.

    A workbook in another format is replaced by an .xlsx of the same name, and is itself the copy.

    Parameters
    ----------
    lines
        The CSV file. An empty value leaves its box as it is, ``-`` clears it. A ``label`` is checked in two cases: if
        its box belongs to an entry of a list of the event, the label must be that of the present entry; and most labels
        of players must have the names that the event has for their ids. A line of a scan names its sheet of paper
        (``paper``), which must be of this event, round and draw, with the same players on the sheets as then.
    force
        Go on although something is beside the boxes, such as comments, which only the copy then has; although the
        workbook is an older copy; although labels are those of other boxes; although the value of a box has changed
        since the scan; although the lines have the players of another round or event, or were written before seats
        were changed and do not name the players of then; or although typed values would count for players whom the
        lines put in the place of others, if those players have another place or the values are many.

    Raises
    ------
    MistakesFound
        With every line that cannot be typed in or, without ``force``, with everything beside the boxes. Nothing is
        written then.

    Examples
    --------
    >>> fill("copenhagen/round5.xlsx", "corrections.csv").path.name
    'round5.xlsx'
    """
    path, source = in_its_format(Path(workbook)), Path(lines)
    text = text_of_lines(source)
    opened, number = open_round(path)
    with locked(opened) as lock_findings:
        forms, done = read_whole(opened, path, number, besides=True)
        besides = beside_boxes(done.entered, path)
        asked = read_lines(text, forms, source.name, done.entered.entries, done.entered.raw, force=force)
        papers = papers_of_others(text, opened.event.key, forms, done.entered, source.name, {*asked.values})
        asked.findings = papers or asked.findings
        if asked.findings:
            untouched = f"nothing was typed into {path.name}"
            if any(one.code not in FROM_SCANS for one in asked.findings):
                untouched += f"; mend the lines of {source.name} and run this again"
            asked.findings.append(finding("nothing-typed", untouched))
        is_marked = is_marked_copy(opened, number, path, done.entered.begun)
        copy = Copy.read(path, done.sha256, done.entered, is_marked=is_marked)
        older = [] if force else older_or_emptied(opened, number, forms, done.entered, copy)
        gone = gone_with_marked(opened, forms) if is_marked else []
        older, back = ([one for one in older if one.is_error is stops] for stops in (True, False))
        older += [] if force else gone
        elsewhere = [] if force else lines_of_another_event(forms, asked, source.name)
        elsewhere = elsewhere or ([] if force else lines_of_another_round(opened, forms, asked.values, source.name))
        elsewhere = elsewhere or ([] if force else lines_of_old_seats(opened, forms, done.entered, asked, source))
        values = {key: value for key, value in done.entered.entries.items() if key not in asked.cleared}
        values |= asked.values
        others = [*players_replaced(forms, done.entered, asked, values, opened.event.names)]
        counting = [] if force else _counting_for_others(others, source.name)
        if found := [*older, *elsewhere, *stopping(besides, force=force), *asked.findings, *counting]:
            raise MistakesFound(found)
        raw = {
            key: value
            for key, value in done.entered.raw.items()
            if key not in asked.cleared and key not in asked.values
        }
        begun = done.entered.begun if is_marked else sheets_begun(opened, done.entered, forms)
        saved = save(path, lambda unfinished: write_round(unfinished, opened.event, forms, values, Marks(raw), begun))
        read = {path: done.sha256, source: digest(source)}
        stamps = {saved.path.name: stamp(values, raw)}
        opened.note(f"fill {path.name} {source.name}", read=read, written={saved.path: saved.sha256}, stamps=stamps)
    told = (replace(one, severity=Severity.WARNING) for one in (*gone, *others))
    news = [*lock_findings, *dropped(besides, {path: saved.kept}), *back, *told]
    asked_for = len(asked.values) + len(asked.cleared)
    texts = done.entered.texts
    cleared = tuple(boxes_with_values({key: text for key, text in texts.items() if key in asked.cleared}, forms))
    typed, now, drawn = len(asked.values), as_texts(asked.values, {}), done.entered.drawn(forms)
    overwritten = {
        key: text
        for key, text in texts.items()
        if now.get(key, text) != text and (text != drawn.get(key) or forms.fields[key][2].type == "player")
    }
    emptied = [key for key in drawn if key in now and key not in texts and forms.fields[key][2].type == "player"]
    was_cleared = (f"{box_name(forms.called(key))} (was cleared)" for key in emptied)
    replaced = (*boxes_with_values(overwritten, forms), *was_cleared)
    return TypedIn(opened.event, number, saved.path, saved.kept, asked_for, tuple(news), cleared, typed, replaced)


def _counting_for_others(others: Sequence[Finding], name: str) -> list[Finding]:
    """Return an error, and ``others``, if values typed on pages would count for players whom the lines put there.

    For substitutes, who have no other place, that is usual: then it is an error only if the values are many.

    Parameters
    ----------
    others
        A finding for each such player: its fields are the player's box, then the boxes with the values.
    name
        The name of the file with the lines.
    """
    boxes = {key for one in others for key in one.fields[1:]}
    if len(boxes) <= MOST_NAMED and not any(one.is_error for one in others):
        return []
    message = (
        f"{name} puts others on pages with typed values ({len(boxes)} of these are not in it), as lines do that were "
        "written before seats were changed: take lines with all of these pages; or add --force, "
        "where what was typed there is of whom the lines put there"
    )
    return [finding(OF_OTHERS, message, sheet=name, severity=Severity.ERROR), *others]


def read_whole(opened: OpenEvent, path: Path, number: int, *, besides: bool = False) -> tuple[RoundForms, ReadBoxes]:
    """Read a workbook, and refuse one that has lost parts; return the forms of its sheets, and its boxes.

    Parameters
    ----------
    besides
        Whether to accept values in cells that are no boxes: the caller checks them.

    Raises
    ------
    MistakesFound
        The workbook is not this round's, or has lost parts.
    """
    refuse_if_open(path)
    context = drawn_round(opened, number)
    done = read_boxes(path, opened.system, context)
    losing = STRUCTURAL - {STRAY} if besides else STRUCTURAL
    lost = [replace(one, severity=Severity.ERROR) for one in done.findings if one.code in losing]
    if lost:
        raise MistakesFound([*with_refusals(opened, number, lost)])
    return context.forms, done


def merge_copies(first: str | Path, second: str | Path, to: str | Path, *, force: bool = False) -> TypedIn:
    """Merge two copies of a round's workbook.

    Parameters
    ----------
    first, second
        The copies, under any names; the first is in its event's folder.
    to
        The workbook to write. An existing workbook of this name, in any format, goes to ``kept/``.
    force
        Go on although something is beside the boxes of a copy or of the replaced workbook; although both copies are
        older ones; or although somebody may have cleared boxes in one copy that are filled in the other.

    Raises
    ------
    MistakesFound
        With every box that the copies fill differently, with every seat for which they have different drawn players
        or, without ``force``, with everything beside the boxes. Nothing is written then.
    WrongUsage
        The copies are of different rounds, or the name of the workbook to write does not end in .xlsx.
    """
    first, second, to = map(Path, (first, second, to))
    if to.suffix.lower() != FORMATS[0]:
        raise WrongUsage(
            f"what is merged is written as .xlsx: take -o {to.with_suffix(FORMATS[0]).name}", "other-format"
        )
    first, second, to = map(in_its_format, (first, second, to))
    opened, number = open_round(first)
    _, other = open_round(second, opened.folder.path)
    names = told_apart(first, second)
    if other != number:
        raise WrongUsage(f"{names[0]} is a copy of {stage_name(number)}, {names[1]} of {stage_name(other)}")
    if is_of_event(to) and to.resolve() != opened.folder.sheets(number).resolve():
        own, place = as_xlsx_named(opened.folder.sheets(number)), opened.folder.path
        if to.stem == own.stem:  # the event of the first file is in another folder
            first_ = f"name {second} first, or " if second.resolve().parent == to.resolve().parent else ""
            message = f"{first} belongs to the event in {place}, and {to} to another folder: {first_}take -o {own}"
            raise WrongUsage(message, "own-file")
        raise WrongUsage(f"{to.name} is another file of the event: take -o {own.name}", "own-file")
    with locked(opened) as lock_findings:
        forms, both = _read_both(opened, (first, second), number, names)
        read = both[0].entered, both[1].entered
        replaced = _read_target(opened, to, (first, second), number)
        besides = [*beside_boxes(read[0], first), *beside_boxes(read[1], second), *beside_boxes(replaced, to)]
        # if one is the marked copy of the other, the baseline of the other is kept
        begun = sheets_begun(opened, read[1] if both[0].marks(both[1]) else read[0], forms)
        begun = replace(begun, offered=tuple(name for one in read if one.begun for name in one.begun.offered))
        common = common_state(opened, number, both, begun.first)
        merged = merge(read, names, common, forms)
        doubts = [*merged.findings, *perhaps_cleared(opened, number, both, common, forms, force=force)]
        doubts += _overruled(opened, both, forms)
        left = _in_neither(replaced, to, read, forms)
        workbooks = [Copy.read(one.path, one.sha256, one.entered) for one in both]
        if replaced.cells:  # none of the values of the workbook to be replaced may be missing in the copies
            workbooks.append(Copy.read(to, digest(to), replaced))
        stale = [] if force else older_or_emptied(opened, number, forms, merged.entered, *workbooks)
        stale, back = ([one for one in stale if one.is_error is stops] for stops in (True, False))
        if not force:
            stale += [other for one in both for other in sheets_from_elsewhere(opened, number, one.path, one.entered)]
        found = [*stale, *stopping(besides, force=force), *left]
        if found or any(one.is_error for one in doubts):
            # warnings about what was taken are left out: nothing was taken yet
            raise MistakesFound([*found, *(one for one in doubts if one.is_error)])
        refuse_if_open(to)
        entries, marks = merged.entered.entries, Marks(merged.entered.raw)
        saved = save(to, lambda unfinished: write_round(unfinished, opened.event, forms, entries, marks, begun))
        command = f"merge {names[0]} {names[1]} -o {saved.path.name}"
        opened.note(
            command,
            read={one.path: one.sha256 for one in both},
            written={saved.path: saved.sha256},
            stamps={saved.path.name: stamp(entries, marks.raw)},
        )
    renamed = [other for one in both for other in called_otherwise_on(opened, one.path, one.entered)]
    gone = [*lock_findings, *dropped(besides, {to: saved.kept}), *back, *renamed, *doubts]
    now, values = merged.entered.texts, len(entries) + len(marks.raw)
    cleared = tuple(boxes_with_values({key: text for key, text in common.items() if key not in now}, forms))
    return TypedIn(opened.event, number, saved.path, saved.kept, values, tuple(gone), cleared)


def _read_both(
    opened: OpenEvent, copies: tuple[Path, Path], number: int, names: Sequence[str]
) -> tuple[RoundForms, Both]:
    """Read two copies of a round, and refuse copies made from different draws.

    A marked copy and its own workbook are never refused for that.
    """
    try:
        forms, first = read_whole(opened, copies[0], number, besides=True)
        _, second = read_whole(opened, copies[1], number, besides=True)
    except MistakesFound as mistakes:
        foreign = {one.code for one in mistakes.findings} & {"other-event", "other-round"}
        made = () if foreign else [baseline_in(opened, path) for path in copies]
        raise MistakesFound((made and draws_differ(opened, number, made, names)) or mistakes.findings) from None
    one = CopyOfRound(copies[0], names[0], first.entered, first.sha256)
    two = CopyOfRound(copies[1], names[1], second.entered, second.sha256)
    baselines = () if one.marks(two) or two.marks(one) else (one.entered.begun, two.entered.begun)
    if baselines and (differing := draws_differ(opened, number, baselines, names)):
        raise MistakesFound(differing)
    return forms, (one, two)


def _read_target(opened: OpenEvent, to: Path, copies: tuple[Path, Path], number: int) -> ReadEntries:
    """Read the workbook to be replaced by the merged one; no entries if that is one of the copies."""
    if not to.exists() or to.resolve() in {copy.resolve() for copy in copies}:
        return ReadEntries()
    return read_whole(opened, to, number, besides=True)[1].entered


def _overruled(opened: OpenEvent, both: Both, forms: RoundForms) -> Iterator[Finding]:
    """Warn of values that a marked copy took over from its workbook, and that were changed in the workbook since."""
    for copy, own in (both, both[::-1]):
        if copy.marks(own) and not own.is_before(opened, forms.round, copy):
            yield from overruled(copy.entered, own.entered, forms, (copy.called, own.called))


def _in_neither(
    replaced: ReadEntries, to: Path, read: tuple[ReadEntries, ReadEntries], forms: RoundForms
) -> list[Finding]:
    """Find values of the workbook to be replaced that neither copy has."""
    now = [one.texts for one in read]
    return [
        finding(
            "merge-differs",
            f"{box_name(forms.called(key))}: {to.name} has “{text}” and neither copy has; name {to.name} as "
            "one of the copies, or move it away",
            sheet=replaced.cells[key][0],
            cell=replaced.cells[key][1],
            fields=(key,),
        )
        for key, text in replaced.typed(forms).items()
        if text not in {texts.get(key) for texts in now}
    ]
