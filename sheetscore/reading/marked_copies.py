"""The marked copy of a round beside its score sheets, which somebody may have changed, or made again, since."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.round_forms import RoundForms
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.merge import MOST_NAMED, first_changes, merge
from sheetscore.reading.words_handed_on import words_handed_on
from sheetscore.wording import command_line
from sheetscore.workbooks.saving import KEPT, as_xlsx_named

LEFT_IN_COPY = "left-in-copy"
"""The code of findings about values in a marked copy, or another newest file, that the file that counts lacks."""


_FROM_BEFORE = "from before the marked copy"
"""The kind of a warning about score sheets that the journal knows as older than their marked copy."""

_CLEARED = "cleared since"
"""The kind of a warning about pages that are blank on the score sheets by now, where their marked copy is ingested."""


def overruled(
    copy: ReadEntries,
    own: ReadEntries,
    forms: RoundForms,
    names: tuple[str, str],
    then: str = "",
    *,
    is_ingested: bool = False,
) -> list[Finding]:
    """Warn of values that a marked copy still has as it was made, and that differ on the sheets.

    Somebody has corrected them on the sheets; or the sheets are an older copy that no command has read yet, and nothing
    else would show that.

    Parameters
    ----------
    copy, own
        The marked copy; and the sheets, whose values count.
    names
        The names of the copy and of the sheets in the message.
    then
        The date of the state in which the sheets are, if the journal knows it as older than the copy; else blank.
    is_ingested
        Whether the copy is to be ingested: a person sees values in it that would not count.
    """
    begun, now = copy.begun.written if copy.begun else {}, own.texts
    boxes = [key for key, text in copy.texts.items() if begun.get(key) == text != now.get(key)]
    if not boxes:
        return []
    marked, sheets = names
    changes = first_changes(boxes, now, copy.texts, forms)
    message = (
        f"{sheets} was changed since {marked} was made from it, and what {sheets} has counts: {changes}. If it is an "
        f"older copy, {marked} has the others; it is in {KEPT}/ once it was taken in"
    )
    if then:
        both = command_line("sheetscore", "merge", marked, sheets, "-o", as_xlsx_named(Path(sheets)).name)
        message = (
            f"{sheets} is as it was on {then}, before {marked} was made from a later one, and would count: {changes}. "
            f"Merge the two, which takes what is in one alone: {both}"
        )
    # pages with typed values, as table and seat
    filled = {forms.called(key)[:2] for key in now if key not in forms.filled}
    typed = (key for key in boxes if key in copy.entries and key not in forms.filled)
    is_cleared = is_ingested and not then and any(forms.called(key)[:2] not in filled for key in typed)
    if is_cleared:
        message = (
            f"{sheets} was changed since {marked} was made from it, and what {sheets} has would count: {changes}. If "
            f"what is blank is not meant, type it into {sheets}; if it is, clear it in {marked}, too"
        )
    kind = _FROM_BEFORE if then else _CLEARED if is_cleared else ""
    return [finding(LEFT_IN_COPY, message, sheet=sheets, fields=tuple(boxes), severity=Severity.WARNING, kind=kind)]


def is_asked(one: Finding) -> bool:
    """Return whether a warning of :func:`overruled` stops a command: about blank pages, many boxes or older sheets."""
    asked = one.kind in {_FROM_BEFORE, _CLEARED} or len(one.fields) > MOST_NAMED
    return one.code == LEFT_IN_COPY and not one.is_error and asked


def with_marked_copy(
    read: tuple[ReadEntries, ReadEntries], paths: tuple[Path, Path], forms: RoundForms, then: str = ""
) -> tuple[ReadEntries, list[Finding]]:
    """Merge the values of a marked copy into the old sheets, and warn of overruled ones.

    The copy may no longer fit the event or the draw, and could then not be ingested; but it has pages as the old sheets
    have, so that its values are carried over with theirs.

    Parameters
    ----------
    read, paths
        The contents of the old sheets and of the marked copy, and their files.
    then
        As for :func:`overruled`.
    """
    (old, copy), (path, marked) = read, paths
    if not copy.cells:  # no marked copy of these sheets, or one that nobody can read
        return old, [replace(one, sheet=marked.name, severity=Severity.ERROR) for one in copy.findings]
    if not old.cells:
        return copy, []
    merged = merge((old, copy), (path.name, marked.name), copy.of_source(forms), forms)
    handed_on = _words_handed_on(copy, old, merged.entered, forms)
    others = overruled(copy, old, forms, (marked.name, path.name), then)
    return merged.entered, [*merged.findings, *handed_on, *others]


def _words_handed_on(copy: ReadEntries, old: ReadEntries, merged: ReadEntries, forms: RoundForms) -> Iterator[Finding]:
    """Find words of a marked copy that mean another entry of a list now, unless the old sheets have the same list."""
    now = merged.entries
    taken = {key: now[key] for key in now if key in forms.fields and now[key] != old.entries.get(key)}
    lists = {id_: lists for id_, lists in copy.lists.items() if lists != old.lists.get(id_)}
    yield from words_handed_on(forms, lists, taken)
