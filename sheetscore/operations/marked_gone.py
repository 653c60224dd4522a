"""A marked copy that is gone, or in whose place another one lies, and that alone had typed values.

A command that finds mistakes in a mended marked copy writes a new one, which alone has what was mended until then: the
round's workbook does not change before a copy is ingested without mistakes. What was typed is still in the former copy,
in ``kept/``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from sheetscore.event.folder import Action, read_journal
from sheetscore.findings import Finding, finding
from sheetscore.forms.form import FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.older_copy import ADD_FORCE, DONE_WITH, GONE, baseline_in
from sheetscore.operations.open_event import OpenEvent
from sheetscore.problems import Problem
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.marked_copies import LEFT_IN_COPY
from sheetscore.reading.merge import MOST_NAMED, boxes_with_values
from sheetscore.reading.round_workbook import read_old_sheets
from sheetscore.wording import first_clauses
from sheetscore.workbooks.saving import FORMATS, beside, copies_of, digest


def gone_with_marked(opened: OpenEvent, forms: RoundForms, *read: Path) -> list[Finding]:
    """Find values typed into a marked copy that no newest file has, since the next marked copy, made from it, is gone.

    Parameters
    ----------
    read
        Workbooks to be ingested, besides the round's workbook and the marked copy that is there.
    """
    marked, journal = opened.folder.marked(forms.round), read_journal(opened.folder.path)
    last = _last(journal, marked)
    if last is None:
        return []
    baselines = [begun for path in (marked, *read) if path.exists() and (begun := baseline_in(opened, path))]
    if any(begun.sha256 and begun.stamp == last.stamps[marked.name] for begun in baselines):
        return []  # the last marked copy is here, under any name
    source = next(_read_by(opened, last, marked), None)
    if source is None:
        return []
    copy, own = _read(opened, forms, source), opened.folder.sheets(forms.round)
    now: list[Mapping[FieldKey, str]] = [copy.begun.written] if copy.begun else []  # written by a command, not typed
    now += [_read(opened, forms, path).texts for path in dict.fromkeys((own, marked, *read)) if path.exists()]
    typed = {key: text for key, text in copy.texts.items() if text not in {one.get(key) for one in now}}
    if not typed:
        return []
    when = f"{last.time.astimezone():%Y-%m-%d at %H:%M} ({last.command})"
    gone = (
        f"{marked.name} is not the one that was made on {when}"
        if marked.exists()
        else f"{marked.name}, made on {when}, is gone"
    )
    called = _called_otherwise(opened, marked, last)
    take = f"Ingest {called.name}, which it is called now" if called else f"Type it into {own.name}"
    message = (
        f"{gone}. What was typed before is in {beside(source, marked)} alone: "
        f"{first_clauses(boxes_with_values(typed, forms), MOST_NAMED)}. {take}; {ADD_FORCE} to go on without"
    )
    return [finding(LEFT_IN_COPY, message, sheet=marked.name)]


def is_done_with(opened: OpenEvent, number: int) -> bool:
    """Return whether the last marked copy of a round was taken in or put aside, or there was none."""
    return _last(read_journal(opened.folder.path), opened.folder.marked(number)) is None


def stamp_if_gone(opened: OpenEvent, number: int) -> Mapping[str, str]:
    """Return the stamp for the journal of the last marked copy if it is not there any more, and not done with."""
    marked = opened.folder.marked(number)
    return {marked.name: GONE} if not marked.exists() and not is_done_with(opened, number) else {}


def _last(journal: Sequence[Action], marked: Path) -> Action | None:
    """Return the entry of the command that wrote the last marked copy; None if that is done with."""
    last = next((entry for entry in reversed(journal) if marked.name in entry.stamps), None)
    return last if last and last.stamps[marked.name] not in {DONE_WITH, GONE} else None


def _read_by(opened: OpenEvent, entry: Action, marked: Path) -> Iterator[Path]:
    """Yield the marked copies that a command has read, where they are now."""
    for path in (*copies_of(marked), *_workbooks(opened)):
        if digest(path) in entry.read.values():
            with suppress(Problem):
                begun = baseline_in(opened, path)
                if begun and begun.sha256:
                    yield path


def _called_otherwise(opened: OpenEvent, marked: Path, entry: Action) -> Path | None:
    """Return the marked copy that a command wrote, if it has another name by now."""
    for path in _workbooks(opened):
        with suppress(Problem):
            begun = baseline_in(opened, path)
            if path != marked and begun and begun.sha256 and begun.stamp == entry.stamps[marked.name]:
                return path
    return None


def _workbooks(opened: OpenEvent) -> list[Path]:
    return [path for path in sorted(opened.folder.path.iterdir()) if path.suffix.lower() in FORMATS and path.is_file()]


def _read(opened: OpenEvent, forms: RoundForms, path: Path) -> ReadEntries:
    return read_old_sheets(path, opened.system, opened.round(forms.round))
