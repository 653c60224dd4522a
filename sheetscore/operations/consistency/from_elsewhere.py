"""Results and score sheets that come from another folder, in which an id may be another person's than here.

Two machines may each have given the next id to a late comer of their own, and an event that began as a copy of another
one has its uid. Results that were written in this folder, which its journal shows, are left out: they had the names of
its event, so that whoever has another name in them was renamed since.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from sheetscore.event.folder import written_here
from sheetscore.event.identity import folded, name_and_id
from sheetscore.event.load import limits_of
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.choices import Choices
from sheetscore.operations.opening.history import as_scored
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.problems import UnreadableFile
from sheetscore.reading.fields import ReadEntries
from sheetscore.results.record import RoundRecord
from sheetscore.results.setup import RecordedRoster
from sheetscore.sheets.offered_lists import LISTS_SHEET, lists_as_made, named_in
from sheetscore.wording import command_line, first_clauses, pluralize
from sheetscore.workbooks.reader import read_workbook
from sheetscore.workbooks.saving import KEPT, copies_of

_NAMED = 3
"""The most players that a message names; it counts the others."""

_SEVERAL = 2
"""The fewest differing names by which score sheets count as another event's: one alone may be somebody who was
renamed, or a late comer of another machine.
"""


def results_from_elsewhere(opened: OpenEvent, stages: Iterable[int]) -> Iterator[Finding]:
    """Find results from another folder in which players or teams have other names than in the event, by their ids."""
    here = written_here(opened.folder.path)
    for stage in stages:
        record, path = as_scored(opened, stage), opened.folder.results(stage)
        others = [] if record.file and record.file.sha256 in here else _others(opened, record, path.name)
        if others:
            sheets = opened.folder.sheets(stage).name
            again = command_line("sheetscore", "ingest", sheets)
            message = (
                f"{first_clauses(others, _NAMED)}; what was scored there for an id counts for who has it in the event. "
                f"Where that is the same person under a corrected name, score the round again ({again}); else enter "
                f"the other one with a new id, choose that in {sheets}, and ingest it"
            )
            yield finding("player-by-id", message, sheet=path.name)


def _others(opened: OpenEvent, record: RoundRecord, results: str) -> list[str]:
    """Return clauses on those who have another name in results than in the event."""
    roster = RecordedRoster(opened.event)
    named = [(one, roster.called(one.kind, one.id)) for one in record.setup.enrolled] if record.setup else []
    return [
        f"{one.id} is {one.name} in {results} and {now} in the event"
        for one, now in named
        if now is not None and folded(now) != folded(one.name)
    ]


def sheets_from_elsewhere(opened: OpenEvent, number: int, path: Path, entered: ReadEntries) -> list[Finding]:
    """Find score sheets with typed values that seem to be another event's, or have names exchanged, by their lists.

    Parameters
    ----------
    path
        The workbook of the sheets.
    entered
        Its contents, with the lists that it was made with.
    """
    is_blank = entered.is_untouched and entered.begun is not None and entered.begun.is_blank
    others = [] if is_blank else renamed_since(opened, number, entered.lists)
    if not others:
        return [] if is_blank else _exchanged(opened, path, entered)
    message = (
        f"{pluralize(len(others), 'id')} in it have other names here: {first_clauses(others, _NAMED)}. If it is of "
        f"another event, put back the one of this event, as from {KEPT}/; or add --force, and it counts by the ids"
    )
    return [finding("other-event", message, sheet=path.name, severity=Severity.ERROR)]


def renamed_since(opened: OpenEvent, number: int, lists: Mapping[str, Sequence[Choices]]) -> list[str]:
    """Return clauses on ids with other names in the lists of score sheets than here, if at least half of all have.

    Names that the draw or a kept copy of it has as well are left out: they were the event's when both were made, and
    were changed since.
    """
    draw = opened.folder.draw(number)
    names, listed = opened.event.names, named_in(lists)
    others = [id_ for id_, name in listed.items() if id_ in names and folded(name) != folded(names[id_])]
    if len(others) < max(_SEVERAL, len(listed) / 2) or not draw.exists():
        return []
    limits = limits_of(opened.event)
    for copy in (draw, *copies_of(draw)):  # a draw that was written anew since has the names of now
        try:
            drawn = named_in(lists_as_made(read_workbook(copy, LISTS_SHEET, limits)))
        except UnreadableFile:
            continue  # whoever needs the draw is told
        others = [id_ for id_ in others if drawn.get(id_) != listed[id_]]
    clauses = [f"{id_} is {listed[id_]} there and {names[id_]} here" for id_ in others]
    return clauses if len(others) >= max(_SEVERAL, len(listed) / 2) else []


def _exchanged(opened: OpenEvent, path: Path, entered: ReadEntries) -> list[Finding]:
    """Find players on score sheets beside whose id there is a name that is another player's in the event."""
    beside_ids = {name_and_id(str(text))[1] for text in entered.raw.values()}  # such a text is not read
    names, listed = opened.event.names, named_in(entered.lists)
    # of two who are called alike one may be renamed: the other had the name on the sheets, too
    taken = {folded(name) for id_, name in names.items() if folded(listed.get(id_, "")) != folded(name)}
    wrong = {id_: name for id_, name in _otherwise(opened, entered, beside_ids).items() if folded(name) in taken}
    if not wrong:
        return []
    message = (
        f"{_there_and_here(opened, wrong)}. Draws, sheets and results go by the ids: give every id its name back in "
        f"the event, or choose in {path.name} who is meant; or add --force, and it counts by the ids"
    )
    return [finding("names-exchanged", message, sheet=path.name)]


def called_otherwise_on(opened: OpenEvent, path: Path, entered: ReadEntries) -> list[Finding]:
    """Warn of players on score sheets who have another name there than in the event, by their ids.

    They were renamed since the sheets were made, or the sheets are from another machine, which has given the id to a
    late comer of its own.
    """
    others = _otherwise(opened, entered, {str(value) for value in entered.entries.values()})
    if not others:
        return []
    message = (
        f"{_there_and_here(opened, others)}; what is typed there for an id counts for who has it in the event. Where "
        f"that is somebody else, enter the other one with a new id, and choose that in {path.name}"
    )
    return [finding("player-by-id", message, sheet=path.name)]


def _otherwise(opened: OpenEvent, entered: ReadEntries, ids: Collection[str]) -> dict[str, str]:
    """Return those of some players who have other names on the lists of score sheets than here: the names by id."""
    names, listed = opened.event.names, named_in(entered.lists)
    known = [id_ for id_ in ids if id_ in names and id_ in listed]
    return {id_: listed[id_] for id_ in known if folded(listed[id_]) != folded(names[id_])}


def _there_and_here(opened: OpenEvent, there: Mapping[str, str]) -> str:
    clauses = [f"{id_} is {there[id_]} there and {opened.event.names[id_]} here" for id_ in sorted(there)]
    return first_clauses(clauses, _NAMED)
