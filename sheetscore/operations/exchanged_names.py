"""Names that stand beside other ids in the event than when a round was scored: nothing goes on until that is settled.

Results, draws and sheets go by the ids. Whoever sorts the names alone gives everybody's results to somebody else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from sheetscore.event.folder import EventFolder, stage_name
from sheetscore.event.identity import folded
from sheetscore.event.model import Event
from sheetscore.event.tables import id_of, walk
from sheetscore.findings import Finding, finding
from sheetscore.operations.first_ratings import Known, own_results
from sheetscore.results.setup import PLAYER, TEAM

_NAMED = 6
"""So many ids are named in the message, the others counted."""


class _Named(Struct):
    """A player or a team of the event with the name of today, and with those that results have."""

    kind: str
    id: str
    now: str
    place: str
    was: str = ""
    """The one of the last results."""
    had: dict[str, int] = field(default_factory=dict)
    """All of them, folded, with the last round of each."""

    @property
    def is_renamed(self) -> bool:
        """Whether no results have the name of today; without any there is nothing to compare."""
        return bool(self.had) and folded(self.now) not in self.had


def exchanged_names(event: Event, place: EventFolder, known: Known) -> Iterator[Finding]:
    """Find those who have the name that another, renamed as well, had when a round was scored; with that other one.

    The place is as in event.toml. Whoever was only renamed is none of them, nor is anybody who has no results.
    """
    renamed = [one for one in _with_names_of_results(event, place, known) if one.is_renamed]
    had: dict[tuple[str, str], list[_Named]] = defaultdict(list)
    for one in renamed:
        for name in one.had:
            had[one.kind, name].append(one)
    takes = {one.id: had[one.kind, folded(one.now)] for one in renamed}
    taken = {other.id for others in takes.values() for other in others}
    wrong = [one for one in renamed if takes[one.id] or one.id in taken]
    if wrong:
        yield _finding(wrong)


def _with_names_of_results(event: Event, place: EventFolder, known: Known) -> list[_Named]:
    everybody = {
        (table.path, folded(id_of(part))): _Named(table.path, id_of(part), str(getattr(part, "name", "")), where)
        for where, table, part in walk(event)
        if table.path in {PLAYER, TEAM} and table.has_ids
    }
    for record in own_results(event, place, known):
        for then in record.setup.enrolled if record.setup else ():
            one = everybody.get((then.kind, folded(then.id)))
            if one is not None:
                one.was, one.had[folded(then.name)] = then.name, record.round
    return [*everybody.values()]


def _finding(wrong: Sequence[_Named]) -> Finding:
    were = [f"{one.id} was {one.was} and is {one.now}" for one in wrong[:_NAMED]]
    more = [f"and {len(wrong) - _NAMED} more"] if len(wrong) > _NAMED else []
    scored = stage_name(max(number for one in wrong for number in one.had.values()))
    message = (
        f"{len(wrong)} names stand beside other ids than when {scored} was scored: {'; '.join([*were, *more])}. "
        "Results, draws and sheets go by the ids. Give every id its name back; to exchange or sort people, move whole "
        "rows. If a new name is right although another had it then, write it a little differently, with an initial"
    )
    return finding("names-exchanged", message, sheet=wrong[0].place, cell="name")
