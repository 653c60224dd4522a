"""Boxes that have other values in a workbook than in the newest results of its round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from sheetscore.event.folder import read_journal
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.form import Entries, FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.opening.first_ratings import read_known
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.operations.safeguards.last_results import LastResults, last_results, last_results_gone
from sheetscore.problems import UnreadableFile
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.merge import MOST_NAMED, first_changes
from sheetscore.results.record import RoundRecord
from sheetscore.results.seated_since import as_seated_now
from sheetscore.wording import join_words
from sheetscore.workbooks.saving import KEPT, copies_of


def changed_since_scored(
    opened: OpenEvent, number: int, path: Path, forms: RoundForms, now: ReadEntries, *, force: bool = False
) -> Iterator[Finding]:
    """Find boxes with other values than the newest results; those with values of older results are told separately.

    No other check notices an old copy that was put back: no command ran, and its values were scored once. Since a
    person may also have typed a former value, a few boxes give a warning; more boxes than a message names give an
    error. Other changes are a correction, and give a note; but if no journal tells where the results come from, they
    may be an old copy as well. Boxes that are blank again are reported by
    :func:`sheetscore.operations.safeguards.values_gone.blanked`.

    Parameters
    ----------
    force
        Never give an error.
    """
    yield from last_results_gone(opened, number, path, now)
    results = last_results(opened, number, path, now)
    if results is None:
        return
    scored = as_seated_now(results.record, now.entries, forms)
    here = now.entries
    seats = {*_seated_otherwise(results.record, forms, here)}
    then = {**scored.entries, **{key: results.record.entries[key] for key in seats}}
    compared = (key for key in {**here, **then} if key in seats or key not in forms.filled)
    differing = [key for key in compared if here.get(key) != then.get(key) and key.table not in scored.missing]
    again = _again(opened, number, forms, now, differing)
    if again:
        copies = join_words([f"{KEPT}/{name}" for name in dict.fromkeys(again.values())])
        is_asked = len(again) > MOST_NAMED and not force
        message = (
            f"{path.name} has again what {copies} has, and no more what was typed and ingested since: "
            f"{first_changes(again, here, then, forms)}. {_if_older(results, is_asked=is_asked)}"
        )
        yield finding("older-copy", message, sheet=path.name, severity=None if is_asked else Severity.WARNING)
    others = [key for key in differing if key in here and key in then and key not in again]
    if others:
        is_known = _is_in_journal(opened, scored)
        is_asked = len(others) > MOST_NAMED and not is_known and not force
        severity = Severity.ERROR if is_asked else Severity.NOTE if is_known else Severity.WARNING
        end = results.become if is_known else _if_older(results, is_asked=is_asked)
        by = f"{results.name} for those who sit there now" if seats else results.name
        message = f"{path.name} has other values than {by}: {first_changes(others, here, then, forms)}. {end}"
        yield finding("values-changed", message, sheet=path.name, severity=severity)


def _seated_otherwise(scored: RoundRecord, forms: RoundForms, here: Entries) -> Iterator[FieldKey]:
    """Yield the seats with another player than was scored, if one of the two was typed in place of the drawn one."""
    substitutes = {box for one in scored.findings if one.code == "substitute" for box in one.fields}
    for key, drawn in forms.filled.items():
        now, then = here.get(key), scored.entries.get(key)
        if now != then and None not in {now, then} and (now != drawn or key in substitutes):
            yield key


def _if_older(results: LastResults, *, is_asked: bool) -> str:
    return (
        "If an older copy was put back or saved again, type that again, or take the later workbook; "
        f"{'or add --force, and ' if is_asked else ''}{results.become}"
    )


def _is_in_journal(opened: OpenEvent, scored: RoundRecord) -> bool:
    """Return whether the journal has the workbook that the results were made from, and so knows older ones."""
    return any(
        scored.source.sha256 in {*entry.read.values(), *entry.written.values()}
        for entry in read_journal(opened.folder.path)
    )


def _again(
    opened: OpenEvent, number: int, forms: RoundForms, now: ReadEntries, differing: Sequence[FieldKey]
) -> dict[FieldKey, str]:
    """Return the differing boxes that have the value of earlier results, each with the name of the newest such file."""
    here = now.entries
    again: dict[FieldKey, str] = {}
    for copy in copies_of(opened.folder.results(number)) if differing else ():
        try:
            earlier = read_known(copy, opened.event, opened.known)
        except UnreadableFile:
            continue
        if earlier.round != number:
            continue
        if here == earlier.entries:  # a whole copy was put back
            return dict.fromkeys(differing, copy.name)
        then = as_seated_now(earlier, here, forms).entries
        for key in differing:
            # a seat is compared with the player whom the earlier results have on that very seat
            if key in here and here[key] == (earlier.entries if key in forms.filled else then).get(key):
                again.setdefault(key, copy.name)
    return again
