"""The workbook that is to be taken instead of an older copy, or that has what was last typed into missing sheets."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from os.path import realpath
from pathlib import Path

from msgspec import Struct

from sheetscore.event.folder import read_journal
from sheetscore.event.load import limits_of
from sheetscore.findings import Finding, finding
from sheetscore.operations.opening.drawn_rounds import drawn_round
from sheetscore.operations.opening.history import as_scored
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.operations.safeguards.newest_moments import moments_of, moments_of_bytes, newest_stamp
from sheetscore.problems import Problem, UnreadableFile
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.round_workbook import read_old_sheets
from sheetscore.reading.seated_now import seated_now
from sheetscore.sheets.hidden_sheets import BEGUN_SHEET, Baseline, as_texts, read_begun, stamp
from sheetscore.sheets.paper_sheet import PAPER_SHEET
from sheetscore.workbooks.reader import read_workbook
from sheetscore.workbooks.saving import FORMATS, KEPT, as_xlsx_named, copies_of, digest


class Copy(Struct, frozen=True):
    """A workbook of score sheets, and its stamp, which is blank if it has none."""

    path: Path
    sha256: str
    stamp: str
    is_marked: bool = False
    """Whether it is a marked copy, whatever it is called: the journal has its stamp under the usual name."""
    is_untouched: bool = False
    """Whether nobody has typed into it since a command wrote it: its stamp may be that of the round's workbook."""

    @classmethod
    def read(cls, path: Path, sha256: str, entered: ReadEntries, *, is_marked: bool = False) -> Copy:
        """Make it from the contents that were read, which have the stamp."""
        stamp = entered.begun.stamp if entered.begun else ""
        return cls(path, sha256, stamp, is_marked, entered.is_untouched)


class Later(Struct, frozen=True):
    """Evidence that a copy is older, in words, and names of the later workbook."""

    what: str
    """The first sentence of the message."""
    names: Sequence[str]
    """The names that the later workbook may have, the likeliest first."""
    digests: Collection[str] = ()
    """The digest of the later workbook; empty if it is known by its stamp."""
    stamp: str = ""
    """The stamp of the later workbook; blank if it is known by its digest."""
    values: str = ""
    """The stamp of the later workbook's values: another workbook with the same ones will do. Blank if unknown."""
    called: str = "later one"
    """What the later workbook is called in the advice."""
    take: str = ""
    """What to do instead of taking the later workbook; blank if it is to be taken."""


def older_finding(opened: OpenEvent, number: int, copy: Copy, found: Later, otherwise: str) -> Finding:
    """Return the finding about an older workbook: where the later one is, and how to take it or to go on without it.

    Parameters
    ----------
    otherwise
        Advice to go on with the older workbook.
    """
    later = _find_later(opened, number, copy, found)
    end = f"; {otherwise}, and what is replaced goes to {KEPT}/"
    if found.take:
        take = found.take
    elif later is None:
        results = opened.folder.results(number).name
        counted = f"; what counted of it is on the sheet Entries of {results}" if found.digests and found.values else ""
        take = (
            f"The {found.called} is not in this folder any more, nor in its {KEPT}/{counted}. Put it back; or "
            f"type what is missing into {copy.path.name}"
        )
        end = f", then {otherwise.removeprefix('or ')}; what is replaced goes to {KEPT}/"
    elif copy.path.resolve() == opened.folder.sheets(number).resolve():
        is_kept = later.parent.name == KEPT
        name, own = later.relative_to(opened.folder.path).as_posix(), copy.path.name
        how = f"{'copy' if is_kept else 'rename'} {name} to {copy.path.with_suffix(later.suffix).name}"
        # neither of them has the values typed into the other
        both = f'{own} "{name}"' if " " in name else f"{own} {name}"
        to = as_xlsx_named(copy.path).name
        merging = f", or merge the two: sheetscore merge {both} -o {to}"
        if of_two_draws([baseline_in(opened, one) for one in (copy.path, later)]):
            merging = f", and type what only {own} has into that"
        take = f"Put the {found.called} in its place: {how}{'' if is_kept else merging}"
    else:
        take = f"Take the {found.called}: {later.relative_to(opened.folder.path).as_posix()}"
    return finding("older-copy", f"{found.what}. {take}{end}", sheet=copy.path.name)


def _find_later(opened: OpenEvent, number: int, copy: Copy, later: Later) -> Path | None:
    """Find the workbook to take: the later one, or the round's own if that has all values of the later one.

    Else another one with the same values will do; else one with the name of the later one, which was perhaps saved
    again since it was scored.
    """
    others = [path for path in _others(opened, copy, later.names) if digest(path) != copy.sha256]
    own = opened.folder.sheets(number)
    exact = next((path for path in others if _is_later(opened, number, path, later)), None)
    named = [opened.folder.path / name for name in later.names]
    if exact and exact not in named and own in others and _has_all_of(opened, number, own, exact):
        return own
    called = (path for path in others if later.digests and path.name == later.names[0] and path.parent.name != KEPT)
    alike = (path for path in others if has_values(opened, number, path, later.values))
    return exact or next((path for some in (alike, called) for path in some), None)


def holding_newest(opened: OpenEvent, number: int) -> list[Path]:
    """Find the workbooks with what was last typed into missing score sheets, in the folder or among the copies.

    These have the bytes of the last score sheets that a command read or wrote; or their stamp, and bytes that no
    command has seen, since somebody typed more. If there are none, one with the same values counts. A
    workbook is left out if another of them has all its values.
    """
    own, journal = opened.folder.sheets(number), read_journal(opened.folder.path)
    moments = moments_of_bytes(journal, opened.folder.results(number).stem)  # what was only read again is no newer
    oldest_first = sorted(
        moments_of(journal, own.stem),
        key=lambda one: (moments[one].at, one in moments[one].entry.written.values()),
    )
    newest, _ = newest_stamp(journal, own.stem) or ("", None)
    others = {path: digest(path) for path in _others(opened, Copy(own, "", ""), [own.name])}
    since = (
        path
        for path, sha256 in others.items()
        if sha256 not in oldest_first and _is_later(opened, number, path, Later("", (), stamp=newest))
    )
    same = (path for path, sha256 in others.items() if sha256 in oldest_first[-1:])
    try:
        record = as_scored(opened, number)
        values = stamp(record.entries, {}) if record.source.sha256 in oldest_first[-1:] else newest
    except UnreadableFile:
        values = newest
    alike = (path for path in others if values and has_values(opened, number, path, values))
    newest_ones: list[Path] = []
    for one in [*islice(same, 1), *since] or [*islice(alike, 1)]:  # of equal workbooks one will do
        if not any(_has_all_of(opened, number, other, one) for other in newest_ones):
            newest_ones = [other for other in newest_ones if not _has_all_of(opened, number, one, other)] + [one]
    return newest_ones


def has_values(opened: OpenEvent, number: int, path: Path, values: str) -> bool:
    """Return whether a workbook has exactly the values of a stamp; False if it cannot be read."""
    try:
        read = read_old_sheets(path, opened.system, opened.round(number))
    except (Problem, OSError):
        return False
    return stamp(read.entries, read.raw) == values


def has_scored(opened: OpenEvent, number: int, path: Path) -> bool:
    """Return whether a workbook has every value that was scored, in the same box."""
    try:
        read = read_old_sheets(path, opened.system, opened.round(number))
    except (Problem, OSError):
        return False
    return as_texts(as_scored(opened, number).entries, {}).items() <= read.texts.items()


def _has_all_of(opened: OpenEvent, number: int, path: Path, other: Path) -> bool:
    """Return whether a workbook has every value of another one, in the same boxes by the present seats."""
    try:
        here, there = (read_old_sheets(one, opened.system, opened.round(number)) for one in (path, other))
        if of_two_draws([here.begun, there.begun]):  # the same seat may be another player's
            forms, names = drawn_round(opened, number).forms, opened.event.names
            here, there = (seated_now(one, forms, names).entered for one in (here, there))
    except (Problem, OSError):
        return False
    return there.texts.items() <= here.texts.items()


def _others(opened: OpenEvent, copy: Copy, names: Sequence[str]) -> Iterator[Path]:
    """Yield the workbooks of an event that may be the later one: the newest copies, then those of these names first."""
    for name in dict.fromkeys(names):
        yield from copies_of(opened.folder.path / name)
    # the copy of one of two who type has what was merged, if the other had typed nothing yet
    yield from sorted(workbooks_beside(opened, copy.path), key=lambda path: path.name not in names)


def workbooks_beside(opened: OpenEvent, one: Path) -> list[Path]:
    """Return the other workbooks in the folder of an event."""
    return [
        path
        for path in sorted(opened.folder.path.iterdir())
        if path.suffix.lower() in FORMATS and path.is_file() and not path.name.startswith((".", "~"))
        if realpath(path) != realpath(one)  # Path.resolve would fail on a link to itself
    ]


def _is_later(opened: OpenEvent, number: int, path: Path, later: Later) -> bool:
    """Return whether a workbook is the later one: by its digest; or by its stamp and, if it was scored, its values."""
    try:
        if digest(path) in later.digests:
            return True
        if not later.stamp:
            return False
        begun = baseline_in(opened, path)
    except (UnreadableFile, OSError):
        return False
    if begun is None or begun.stamp != later.stamp:
        return False
    return not later.digests or has_values(opened, number, path, later.values)


def baseline_in(opened: OpenEvent, path: Path) -> Baseline | None:
    """Read only the baseline of score sheets; None if they have none."""
    return read_begun(read_workbook(path, only=(BEGUN_SHEET, PAPER_SHEET), limits=limits_of(opened.event)))


def of_two_draws(made: Sequence[Baseline | None]) -> bool:
    """Return whether two copies of a round were made from different draws; False if one of them does not say.

    Parameters
    ----------
    made
        The baselines of the copies.
    """
    drawn = [one.drawn for one in made if one and one.drawn is not None]
    return len(drawn) == len(made) and drawn[0] != drawn[1]
