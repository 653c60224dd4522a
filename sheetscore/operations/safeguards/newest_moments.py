"""The last moment when a file, or the values of score sheets, were the newest, by the journal.

A name counts without its ending: saved in another format a workbook is still the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from sheetscore.event.folder import Action, EventFolder, read_journal, sheets_stem, stage_of
from sheetscore.results.record import SourceFile
from sheetscore.sheets.hidden_sheets import Baseline
from sheetscore.workbooks.saving import FORMATS, digest

DONE_WITH = ""
"""The stamp in the journal of a marked copy whose values were taken over, or that was moved to ``kept/``."""

GONE = "gone"
"""The stamp in the journal of a marked copy that was missing when new sheets were made: nobody is asked for its values
any more, but it may come back."""


class Moment(Struct, frozen=True):
    """An entry of the journal with its index."""

    at: int
    entry: Action

    def __str__(self) -> str:
        return f"{self.entry.time.astimezone():%Y-%m-%d at %H:%M} ({self.entry.command})"


def moments_of(journal: Sequence[Action], stem: str) -> dict[str, Moment]:
    """Return the last moment when a command read or wrote a workbook, by its digest then; PDFs of it do not count."""
    return {
        sha256: Moment(at, entry)
        for at, entry in enumerate(journal)
        for name, sha256 in (*entry.read.items(), *entry.written.items())
        if Path(name).stem == stem and Path(name).suffix.lower() in FORMATS
    }


def moments_of_bytes(journal: Sequence[Action], results: str) -> dict[str, Moment]:
    """Return for every digest the last moment when it was the newest: undoing a change makes an older state the newest.

    A file that was only read did not become the newest by that. Otherwise a refused workbook would be accepted when it
    is ingested again. Files of other rounds, by their names, are left out: no copy of this round is one of them.

    Parameters
    ----------
    results
        The name of the round's results without ending: files read to write these did become the newest.
    """
    seen: dict[str, Moment] = {}
    stage = stage_of(Path(f"{results}{FORMATS[0]}"))

    def of_round(files: Mapping[str, str]) -> list[str]:
        return [sha256 for name, sha256 in files.items() if stage_of(Path(name)) in {stage, None}]

    for at, entry in enumerate(journal):
        scored = any(Path(name).stem == results for name in entry.written)
        for sha256 in of_round(entry.read):
            if scored or sha256 not in seen:
                seen[sha256] = Moment(at, entry)
        seen |= dict.fromkeys(of_round(entry.written), Moment(at, entry))
    return seen


def known_before(folder: EventFolder, number: int, older: str, newer: str) -> Moment | None:
    """Return the last moment when a round's workbook was as an older file; None unless the newer one came after that.

    Nobody has typed into a file that still has the older bytes, so that nothing of the newer one was cleared in it.

    Parameters
    ----------
    older, newer
        The digests of the two files.
    """
    journal, name = read_journal(folder.path), folder.sheets(number).stem
    if not {older, newer} <= moments_of(journal, name).keys():
        return None
    seen = moments_of_bytes(journal, folder.results(number).stem)
    return seen[older] if seen[older].at < seen[newer].at else None


def before_marked(folder: EventFolder, number: int, begun: Baseline | None) -> str:
    """Return in words when a round's workbook was last as it is now, if its marked copy was made later; else "".

    Parameters
    ----------
    begun
        The baseline of the marked copy.
    """
    sheets = folder.sheets(number)
    then = known_before(folder, number, digest(sheets), begun.sha256) if begun and sheets.exists() else None
    return str(then or "")


def moments_of_stamps(journal: Sequence[Action], stem: str) -> dict[str, Moment]:
    """Return for every stamp of a workbook the last moment when it was the newest."""
    return {
        stamp: Moment(at, entry)
        for at, entry in enumerate(journal)
        for name, stamp in entry.stamps.items()
        if Path(name).stem == stem
    }


def newest_stamp(journal: Sequence[Action], stem: str) -> tuple[str, Moment] | None:
    """Return the last stamp of a workbook with its moment; None if it has none."""
    return max(moments_of_stamps(journal, stem).items(), key=lambda one: one[1].at, default=None)


def source_of_last(journal: Sequence[Action], results: Path) -> tuple[SourceFile, Moment] | None:
    """Return the score sheets from which results were made last, and when; None if no command has done that."""
    stage = stage_of(results)
    own = sheets_stem(stage) if stage is not None else ""
    for at, entry in reversed([*enumerate(journal)]):
        if results.stem not in {Path(name).stem for name in entry.written}:
            continue
        copies = [one for one in entry.read.items() if stage_of(Path(one[0])) is None]
        # a mended copy was written into the sheets; a copy of another name was scored as it was
        for name, sha256 in (*entry.written.items(), *entry.read.items(), *copies):
            if Path(name).stem == own or (name, sha256) in copies:
                return SourceFile(name, sha256), Moment(at, entry)
    return None
