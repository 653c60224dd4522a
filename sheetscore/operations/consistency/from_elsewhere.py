"""Results and score sheets that come from another folder, in which an id may be another person's than here.

Two machines may each have given the next id to a late comer of their own, and an event that began as a copy of another
one has its uid. Results that were written in this folder, which its journal shows, are left out: they had the names of
its event, so that whoever has another name in them was renamed since.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from sheetscore.sheets.offered_lists import LISTS_SHEET, lists_as_made
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
    """Find score sheets with typed values that seem to be another event's, by the names in their lists.

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
        return []
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
    names, listed = opened.event.names, _named_in(lists)
    others = [id_ for id_, name in listed.items() if id_ in names and folded(name) != folded(names[id_])]
    if len(others) < max(_SEVERAL, len(listed) / 2) or not draw.exists():
        return []
    limits = limits_of(opened.event)
    for copy in (draw, *copies_of(draw)):  # a draw that was written anew since has the names of now
        try:
            drawn = _named_in(lists_as_made(read_workbook(copy, LISTS_SHEET, limits)))
        except UnreadableFile:
            continue  # whoever needs the draw is told
        others = [id_ for id_ in others if drawn.get(id_) != listed[id_]]
    clauses = [f"{id_} is {listed[id_]} there and {names[id_]} here" for id_ in others]
    return clauses if len(others) >= max(_SEVERAL, len(listed) / 2) else []


def _named_in(lists: Mapping[str, Sequence[Choices]]) -> dict[str, str]:
    """Return the names of lists whose entries are “name (id)”, by their ids."""
    parted = (name_and_id(entry) for alike in lists.values() for choices in alike for entry in choices.names)
    return {id_: name for name, id_ in parted if name}
