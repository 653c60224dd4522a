"""Score sheets that are gone although something was typed into them: new ones would be blank."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from sheetscore.event.folder import Action, read_journal, stage_command, stage_of
from sheetscore.findings import Finding, finding
from sheetscore.operations.opening.history import as_scored, record_of
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.operations.safeguards.later_workbook import baseline_in, holding_newest, workbooks_beside
from sheetscore.operations.safeguards.newest_moments import moments_of_bytes, newest_stamp
from sheetscore.operations.safeguards.which_marked_copy import is_marked_copy
from sheetscore.problems import Problem, UnreadableFile
from sheetscore.reading.round_workbook import read_old_sheets, stage_inside
from sheetscore.sheets.hidden_sheets import stamp
from sheetscore.wording import command_line, join_words
from sheetscore.workbooks.saving import beside, copies_of


def sheets_gone(opened: OpenEvent, stage: int) -> list[Finding]:
    """Report missing score sheets of a round if results, the journal or a workbook of another name show values."""
    path, results = opened.folder.sheets(stage), opened.folder.results(stage)
    if path.exists():
        return []
    if results.exists():
        record = record_of(opened, stage)
        source = record.source.name if record else path.name
        evidence = f"{results.name} was made from {'it' if source == path.name else source}"
    elif last := _typed_into(path, read_journal(opened.folder.path), stage_command("sheets", stage)):
        evidence = f"something was typed into it ({last.time.astimezone():%Y-%m-%d at %H:%M}: {last.command})"
    elif others := [copy for copy, _ in _typed_elsewhere(opened, stage)]:
        evidence = f"something was typed into {join_words([one.name for one in others])}, of the same round"
    else:
        return []
    message = (
        f"{path.name} is gone, and {evidence}: new sheets would be blank. {_way_back(opened, stage)}; or add --force "
        "for blank ones"
    )
    return [finding("sheets-gone", message, sheet=path.name)]


def typed_since_scored(opened: OpenEvent, stage: int) -> bool:
    """Return whether a command put other values into the score sheets of a round than its results were made from."""
    journal, own = read_journal(opened.folder.path), opened.folder.sheets(stage)
    try:
        record = as_scored(opened, stage)
    except UnreadableFile:
        return False
    scored = moments_of_bytes(journal, opened.folder.results(stage).stem).get(record.source.sha256)
    newest = newest_stamp(journal, own.stem)
    return bool(scored and newest and newest[1].at > scored.at and newest[0] != stamp(record.entries, {}))


def _way_back(opened: OpenEvent, stage: int) -> str:
    """Return advice how to get back what was typed."""
    path, results = opened.folder.sheets(stage), opened.folder.results(stage)
    if found := holding_newest(opened, stage):
        begun, newest = baseline_in(opened, found[0]), newest_stamp(read_journal(opened.folder.path), path.stem)
        # with an older stamp it looks like an old copy, which is refused: the advice has to say how to go on with it
        is_from_before = begun and begun.stamp and newest and begun.stamp != newest[0]
        going_on = f", then: {command_line('sheetscore', 'ingest', path.name, '--force')}" if is_from_before else ""
        return f"{_put_back(path, found)}{going_on}"
    others = dict(_typed_elsewhere(opened, stage))
    marked = opened.folder.marked(stage)
    if copy := next((one for one in (marked, *others) if others.get(one, one.exists())), None):
        ingest = command_line("sheetscore", "ingest", copy.name)
        return f"Mend {copy.name}, which has what was read: {ingest} makes {path.name} of it"
    if others:
        return _put_back(path, [*others])
    counted = f"; what counted of it is on the sheet Entries of {results.name}" if results.exists() else ""
    return f"Put it back: no other workbook here has that{_from_before(path)}{counted}"


def _put_back(path: Path, found: Sequence[Path]) -> str:
    here = join_words([beside(one, path) for one in found])
    if len(found) > 1:
        return f"Put it back (here are {here}: each has something that the other has not)"
    return f"Put it back (here is {here})"


def _from_before(path: Path) -> str:
    newest = next(copies_of(path), None)
    return f" ({beside(newest, path)} is from before)" if newest else ""


def _typed_into(path: Path, journal: Sequence[Action], makes: str) -> Action | None:
    """Return the last journal entry that shows that score sheets had values; None if none does.

    Such an entry has a digest that “sheets” did not write, or a second stamp for sheets of one draw.

    Parameters
    ----------
    makes
        The command that makes the sheets.
    """
    blank = {sha256 for entry in journal if _runs(entry, makes) for sha256 in _digests_of(path, entry.written.items())}
    stamps: dict[frozenset[str], set[str]] = defaultdict(set)
    last = None
    for entry in journal:
        digests = _digests_of(path, (*entry.read.items(), *entry.written.items()))
        if _runs(entry, makes):
            of_draw = stamps[frozenset(entry.read.values())]
            of_draw |= _digests_of(path, entry.stamps.items())
            last = entry if len(of_draw) > 1 else last
        elif digests - blank:
            last = entry
    return last


def _runs(entry: Action, command: str) -> bool:
    return entry.command == command or entry.command.startswith(f"{command} ")


def _digests_of(path: Path, digests: Iterable[tuple[str, str]]) -> set[str]:
    """Return the digests, or stamps, of a workbook in any format."""
    return {sha256 for name, sha256 in digests if Path(name).stem == path.stem}


def _typed_elsewhere(opened: OpenEvent, number: int) -> Iterator[tuple[Path, bool]]:
    """Yield the workbooks of other names with values typed for a round, and whether each is a marked copy."""
    own = opened.folder.sheets(number)
    for path in workbooks_beside(opened, own):
        with suppress(Problem, OSError):
            if stage_of(path) is None and stage_inside(path, opened.event) == number:
                there = read_old_sheets(path, opened.system, opened.round(number))
                if there.begun and there.texts != there.begun.drawn:
                    yield path, is_marked_copy(opened, number, path, there.begun)
