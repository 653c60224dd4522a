"""Figures of a round that changed although its score sheets did not: something in the event was changed.

What is typed into boxes is scored by the event as it is now: its handicaps, targets, awards, cards, settings. Standings
name those whose scores and ranks such a change moves; all others with a changed figure in the round are named here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice

from msgspec.structs import replace

from sheetscore.event.folder import stage_name
from sheetscore.event.model import Event
from sheetscore.findings import Finding, finding
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.results.record import RoundRecord
from sheetscore.results.setup import PLAYER, TEAM
from sheetscore.results.standing_changes import (
    FigureChange,
    figure_heading,
    figures_in_words,
    first_moved,
    with_figures,
)
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import ResultRow

_FIGURES = 3
"""How many figures of a person are named."""

_OF_PEOPLE = frozenset({PLAYER, TEAM, "name", "opponent_name"})
"""The keys of a row of results that say who it is about."""


def results_otherwise(
    opened: OpenEvent, before: RoundRecord, context: RoundContext[Event], named: Collection[str]
) -> Iterator[Finding]:
    """Warn of figures of a round that differ from the former results even if its boxes are scored as they were then.

    Parameters
    ----------
    before
        The former results.
    context
        The round as it is scored now.
    named
        The ids of those whom the standings name already.
    """
    rows = context.score.rows
    if dict(context.entries) != dict(before.entries):
        boxes = context.forms.fields
        if before.entries.keys() - boxes.keys():
            return  # the sheets have lost boxes, which other findings tell
        if any(
            boxes[key][2].type == "player" and context.entries.get(key) != who for key, who in before.entries.items()
        ):
            return  # people sit elsewhere: in their former boxes, the former values would count for others
        rows = opened.system.score(replace(context, entries=before.entries)).rows
    headings = {one.key: one.heading for one in before.played.headings} if before.played else {}
    changed = {id_: one for id_, one in _changes(before.rows, rows, headings) if id_ not in named}
    if changed:
        message = (
            f"{stage_name(before.round)} would have other figures than before even if nobody had typed anything since, "
            f"because the event was changed: {first_moved(changed.values())}. If that is not meant, undo the change of "
            f"the event, and ingest {before.source.name} again"
        )
        yield finding("results-otherwise", message, sheet=opened.folder.results(before.round).name)


def _changes(
    before: Sequence[ResultRow], now: Sequence[ResultRow], headings: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield the id of everybody with other figures, and a clause about these."""
    rows = _by_line(now)
    figures: dict[str, dict[str, FigureChange]] = defaultdict(dict)
    names = {_owner(row): row["name"] for row in before}
    for line, was in _by_line(before).items():
        new = rows.get(line, {})
        for key in was:
            if key not in _OF_PEOPLE and key in new and was[key] != new[key]:
                # of several rows of one owner, the first with another value is named
                figures[_owner(was)].setdefault(
                    key, FigureChange(key, figure_heading(key, headings), was[key], new[key])
                )
    for id_, changed in figures.items():
        yield id_, with_figures(id_, names[id_], islice(figures_in_words(changed.values()), _FIGURES))


def _owner(row: ResultRow) -> str:
    return str(row[PLAYER if PLAYER in row else TEAM])


def _by_line(rows: Sequence[ResultRow]) -> dict[tuple[object, ...], ResultRow]:
    """Return rows by owner, round and table, and by their number among the rows that have these in common.

    Rows of a draw of all rounds are told apart by the round and the table.
    """
    found: dict[tuple[object, ...], ResultRow] = {}
    count: Counter[tuple[object, ...]] = Counter()
    for row in rows:
        place = _owner(row), row.get("round"), row.get("table")
        found[*place, count[place]] = row  # the turns of a flight log are rows of one place
        count[place] += 1
    return found
