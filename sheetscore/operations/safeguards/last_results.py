"""The newest results of a round that are left: somebody may have moved the last ones away, or put older ones back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from sheetscore.event.folder import Action, read_journal
from sheetscore.findings import Finding, Severity, finding
from sheetscore.operations.opening.first_ratings import read_known
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.operations.safeguards.newest_moments import Moment, moments_of, moments_of_bytes, source_of_last
from sheetscore.problems import UnreadableFile
from sheetscore.reading.fields import ReadEntries
from sheetscore.results.record import RoundRecord
from sheetscore.workbooks.saving import KEPT, copies_of, digest


class LastResults(Struct, frozen=True):
    """What the values of score sheets are compared with before these are scored."""

    path: Path
    record: RoundRecord
    name: str
    """The name of the file in messages, such as ``kept/round1-results~2.xlsx``."""

    @property
    def is_kept(self) -> bool:
        """Whether they are a copy, which stays where it is."""
        return self.name != self.path.name

    @property
    def become(self) -> str:
        """What becomes of them once the round is scored, as the end of a message."""
        return f"{self.name} has what was scored" if self.is_kept else f"{self.name} goes to {KEPT}/"


def last_results(opened: OpenEvent, number: int, workbook: Path, now: ReadEntries) -> LastResults | None:
    """Return the results of a round or, if the last ones are not in their place, the newest that are left; else None.

    Sheets that are as new as the last results are not compared with older results.

    Parameters
    ----------
    workbook, now
        The sheets that are to be scored, and their contents.
    """
    results = opened.folder.results(number)
    lost = replaced_or_gone(opened, number)
    if lost is None:
        found = [(results, results.name)]
    else:
        known = moments_of(read_journal(opened.folder.path), results.stem)
        left = (*copies_of(results), *([results] if results.exists() else ()))
        written = {path: known[sha256].at for path in left if (sha256 := digest(path)) in known}  # entry numbers
        newest = sorted(written, key=lambda path: written[path], reverse=True)
        if _follows(opened, number, workbook, now):
            newest = [path for path in newest if written[path] == lost.at]
        found = [(path, path.relative_to(results.parent).as_posix()) for path in newest]
    for path, name in found:
        try:
            return LastResults(path, read_known(path, opened.event, opened.known), name)
        except UnreadableFile:  # ingesting mends them
            continue
    return None


def last_results_gone(opened: OpenEvent, number: int, workbook: Path, now: ReadEntries) -> Iterator[Finding]:
    """Warn that the last results of a round are gone: only the sheets from which they were made have what was scored.

    There is no warning if a copy of these results is left; nor if the workbook to be scored is the one from which they
    were made, one that the journal knows as older than they are, or sheets that were begun blank since.
    """
    lost = replaced_or_gone(opened, number)
    if lost is None:
        return
    journal, results = read_journal(opened.folder.path), opened.folder.results(number)
    source = source_of_last(journal, results)
    if source is None:
        return
    then = moments_of_bytes(journal, results.stem).get(digest(workbook))
    if then and then.at <= source[1].at:
        return
    if now.begun and now.begun.is_blank and not _is_stamped(journal[: source[1].at + 1], now.begun.stamp):
        return
    known = moments_of(journal, results.stem)
    if any(known.get(digest(path)) == lost for path in copies_of(results)):
        return
    message = (
        f"{results.name} as it was written last, on {lost}, is gone, and {workbook.name} is not as it was then: "
        "whether it lacks anything that was scored cannot be told. If it is an older copy that was put back or saved "
        f"again, take the later workbook; or put {results.name} back and ingest again, and what differs is named"
    )
    yield finding("results-gone", message, sheet=workbook.name, severity=Severity.WARNING)


def replaced_or_gone(opened: OpenEvent, number: int) -> Moment | None:
    """Return when the last results were written if they are not in their place; None if they are, or were never made.

    Results that no command knows are somebody's own, and count as the last.
    """
    results = opened.folder.results(number)
    known = moments_of(read_journal(opened.folder.path), results.stem)
    last = max(known.values(), key=lambda one: one.at, default=None)
    if last and results.exists():
        try:
            read_known(results, opened.event, opened.known)
        except UnreadableFile:
            return last
        itself = known.get(digest(results))
        return None if itself is None or itself.at == last.at else last
    return last


def _follows(opened: OpenEvent, number: int, workbook: Path, now: ReadEntries) -> bool:
    """Return whether sheets are those of the last results, or were written by a command since."""
    journal = read_journal(opened.folder.path)
    source = source_of_last(journal, opened.folder.results(number))
    if source is None:
        return False
    sha256, since = digest(workbook), journal[source[1].at :]
    if sha256 == source[0].sha256 or any(sha256 in entry.written.values() for entry in since):
        return True
    return now.begun is not None and _is_stamped(since, now.begun.stamp, is_written=True)


def _is_stamped(journal: Sequence[Action], stamp: str, *, is_written: bool = False) -> bool:
    """Return whether some entries of the journal have a stamp.

    Parameters
    ----------
    is_written
        Whether only stamps of workbooks count that the command of the entry wrote.
    """
    return any(
        stamp == one and (name in entry.written or not is_written)
        for entry in journal
        for name, one in entry.stamps.items()
    )
