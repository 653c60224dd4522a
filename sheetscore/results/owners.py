"""Whose the rows of results are: ids tell, and the event as it is now says what they are called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sheetscore.event.identity import folded
from sheetscore.event.model import Event, Part
from sheetscore.event.tables import heading_of, id_of, table_of, walk
from sheetscore.findings import Finding, finding
from sheetscore.forms.form import Entries, PageKind, entries_by_page
from sheetscore.results.record import RoundRecord
from sheetscore.sentences import numbered
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.systems.system import system_called

PLAYER, TEAM = "player", "team"
"""What a row has results of: the key of its id, and the list of the event that has it."""

OPPONENT = "opponent"
"""The key of another id of the same list."""

_LEAVES = "last_round"


@dataclass(frozen=True)
class Owner:
    """Somebody with results: the list of the event, the id, the name that the results have."""

    kind: str
    id: str
    name: str


class Roster:
    """Players and teams of an event by their ids; capitals make no difference."""

    def __init__(self, event: Event) -> None:
        self._parts: dict[tuple[str, str], Part] = {
            (table.path, folded(id_of(part))): part
            for _, table, part in walk(event)
            if table.path in {PLAYER, TEAM} and table.has_ids
        }

    def has(self, owner: Owner) -> bool:
        """Tell whether somebody with results is still there."""
        return (owner.kind, folded(owner.id)) in self._parts

    def row_of_today(self, row: ResultRow) -> ResultRow:
        """Return a row of results with ids and names as the event has them now."""
        kind, new = _kind(row), dict(row)
        for key, name in ((kind, "name"), (OPPONENT, "opponent_name")):
            part = self._parts.get((kind, folded(row[key]))) if row.get(key) is not None else None
            if part is not None:
                now: dict[str, Exact] = {key: id_of(part), name: str(getattr(part, "name", ""))}
                new.update((changed, value) for changed, value in now.items() if changed in row)
        return new


def as_of_today(record: RoundRecord, event: Event) -> RoundRecord:
    """Return a scored round with the names that its players and teams have in the event now."""
    roster = Roster(event)
    return replace(record, rows=tuple(map(roster.row_of_today, record.rows)))


def without_owner(event: Event, records: Mapping[int, RoundRecord]) -> Iterator[Finding]:
    """Find those who have results in scored rounds and are not in the event any more.

    Parameters
    ----------
    records
        The rounds as they were scored, by number.
    """
    roster, kinds = Roster(event), system_called(event.header.system).page_kinds
    rounds: dict[tuple[str, str], list[int]] = {}
    latest: dict[tuple[str, str], Owner] = {}
    for number in sorted(records):
        for owner in _owners(records[number], kinds):
            if not roster.has(owner):
                known = owner.kind, folded(owner.id)
                latest[known] = owner
                rounds.setdefault(known, []).extend(_rounds(records[number], owner) or [number])
    for known, owner in latest.items():
        yield _gone(event, owner, rounds[known])


def _owners(record: RoundRecord, kinds: Iterable[PageKind[Any]]) -> list[Owner]:
    """Return everybody who has results in a round, each once: those of the rows, then those who sat for teams."""
    owners: dict[tuple[str, str], Owner] = {}
    for row in record.rows:
        owner = Owner(_kind(row), str(row[_kind(row)]), str(row["name"]))
        owners.setdefault((owner.kind, owner.id), owner)
    for pilot in sitting_in(record.entries, kinds):
        owners.setdefault((PLAYER, pilot), Owner(PLAYER, pilot, ""))
    return list(owners.values())


def sitting_in(entries: Entries, kinds: Iterable[PageKind[Any]]) -> list[str]:
    """Return the ids of those who sat at a table, as they were entered, but not of those who stayed away.

    Parameters
    ----------
    kinds
        The kinds of pages on which somebody sits.
    """
    sitting = (kind.sitting(page) for kind in kinds for page in entries_by_page(entries).values())
    return [player for player in sitting if player is not None]


def _rounds(record: RoundRecord, owner: Owner) -> list[int]:
    """Return the rounds of somebody in results that hold several; none where the rows name no rounds."""
    rows = [row for row in record.rows if _kind(row) == owner.kind and row[owner.kind] == owner.id]
    return sorted({int(row.get("round") or 0) for row in rows} - {0})


def _kind(row: ResultRow) -> str:
    return PLAYER if PLAYER in row else TEAM


def _gone(event: Event, owner: Owner, rounds: list[int]) -> Finding:
    table = next(one for one in table_of(type(event)).tables if one.path == owner.kind)
    who = f"{owner.name} ({owner.id})" if owner.name else owner.id
    where = f" in {numbered('round', rounds)}" if all(rounds) else ""
    message = f"{who} has results{where} and is no longer in the event. Enter {owner.id} with the name again"
    if any(column.key == _LEAVES for column in table.columns):
        message += (
            f"; who has left gets a last round instead: {max(rounds)} under {heading_of(event, owner.kind, _LEAVES)}"
        )
    return finding("has-results", message, sheet=table.title if event.has_titles else table.place)
