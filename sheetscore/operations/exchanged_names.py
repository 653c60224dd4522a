"""Two whose names were exchanged in the event after a round was scored: said once of a pair, not cell by cell.

Draws and score sheets name everybody by name and id. Where the names of two have changed places, such a cell names
both, and cannot be read; what follows from that is no mistake of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from msgspec import Struct

from sheetscore.event.folder import stage_name
from sheetscore.event.identity import folded
from sheetscore.findings import Finding, finding
from sheetscore.operations.history import as_scored
from sheetscore.operations.open_event import OpenEvent
from sheetscore.pairing.draw import display_name
from sheetscore.problems import UnreadableFile
from sheetscore.wording import join_words

EXCHANGED = "names-exchanged"
"""The finding about two whose names were exchanged."""


class _Exchange(Struct, frozen=True):
    """Two ids with the names that results have of them, and the round of these results."""

    ids: tuple[str, str]
    then: Mapping[str, str]
    round: int

    def is_told_by(self, one: Finding) -> bool:
        """Tell whether a finding is about a cell with one of the two by the old name and the id."""
        return one.is_error and any(f"“{display_name(id_, self.then)}”" in one.message for id_ in self.ids)


def told_by_pairs(opened: OpenEvent, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Say of two whose names were exchanged what the findings of each cell say; the others stay as they are."""
    if not any(one.is_error for one in findings):
        return tuple(findings)
    of_pairs: list[Finding] = []
    left = [*findings]
    for pair in _exchanges(opened):
        cells = [one for one in left if pair.is_told_by(one)]
        if cells:
            of_pairs.append(_finding(opened, pair, cells))
            left = [one for one in left if not _follows(opened, pair, cells, one)]
    return *of_pairs, *left


def _exchanges(opened: OpenEvent) -> Iterator[_Exchange]:
    """Find those whose names have changed places since the last results that have both."""
    now = opened.event.names
    found: set[tuple[str, str]] = set()
    for number in reversed(opened.folder.scored_stages()):
        then = _names_of(opened, number)
        renamed = [id_ for id_, name in now.items() if then.get(id_, name) != name]
        for pair in combinations(renamed, 2):
            one, other = pair
            if pair not in found and (then[one], then[other]) == (now[other], now[one]):
                found.add(pair)
                yield _Exchange(pair, then, number)


def _names_of(opened: OpenEvent, number: int) -> dict[str, str]:
    """Return what those were called whom the results of a round name, by their ids as the event spells them."""
    try:
        setup = as_scored(opened, number).setup
    except UnreadableFile:
        return {}  # whoever needs them is told
    then = {folded(one.id): one.name for one in setup.enrolled} if setup else {}
    return {id_: then[folded(id_)] for id_ in opened.event.names if folded(id_) in then}


def _finding(opened: OpenEvent, pair: _Exchange, cells: Sequence[Finding]) -> Finding:
    now, (one, other) = opened.event.names, pair.ids
    were = [f"{id_} was {pair.then[id_]} and is {now[id_]}" for id_ in pair.ids]
    places = join_words([*dict.fromkeys(place.place for place in cells)])
    message = (
        f"the names of {one} and {other} seem to have been exchanged in the event since {stage_name(pair.round)} was "
        f"scored: {join_words(were)}. {places} {'has' if len(cells) == 1 else 'have'} the old names with these ids. "
        "Give both their names back in the event; or, if the new ones are right, choose both anew in these cells"
    )
    first = cells[0]
    fields = tuple(dict.fromkeys(box for place in cells for box in place.fields))
    return finding(EXCHANGED, message, sheet=first.sheet, cell=first.cell, fields=fields, kind=f"{one} {other}")


def _follows(opened: OpenEvent, pair: _Exchange, cells: Sequence[Finding], one: Finding) -> bool:
    """Tell whether a finding is about such a cell, or about one of the two who is found in none because of it."""
    who = [display_name(id_, opened.event.names) for id_ in pair.ids]
    same = {(place.sheet, place.cell) for place in cells if place.cell}
    return one in cells or (one.sheet, one.cell) in same or (not one.cell and any(name in one.message for name in who))
