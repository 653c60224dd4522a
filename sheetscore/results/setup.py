"""The event as recorded in a round's results, for any system; and the owners of rows, by id and present name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec import Struct

from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.event.identity import folded, with_id
from sheetscore.event.model import Event, EventPart, Player
from sheetscore.event.tables import EventTable, heading_of, id_of, inner_parts, table_of, walk
from sheetscore.findings import Finding, finding
from sheetscore.forms.form import Entries, PageKind, entries_by_page
from sheetscore.results.record import OF_EVERYBODY, Enrolled, RoundRecord, ScenarioPart, Setup
from sheetscore.results.scoring_changes import SETTINGS, as_recorded_value, scoring_digests
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.systems.system import system_called
from sheetscore.wording import number_list

PLAYER, TEAM = "player", "team"
"""The two kinds of owners of rows: each names the id in a row, and the list of the event that has this id."""

OPPONENT = "opponent"
"""The key, in a row, of the opponent's id, which is of the same kind."""

_LEAVES = "last_round"
"""The key of the round after which a player leaves."""


class Owner(Struct, frozen=True):
    """An owner of results: the list of the event, the id, and the name in the results."""

    kind: str
    id: str
    name: str


class RecordedRoster:
    """Players and teams of an event by their ids; capitals make no difference."""

    def __init__(self, event: Event) -> None:
        self._parts: dict[tuple[str, str], EventPart] = {
            (table.path, folded(id_of(part))): part
            for _, table, part in walk(event)
            if table.path in {PLAYER, TEAM} and table.has_ids
        }

    def has(self, owner: Owner) -> bool:
        """Return whether an owner of results is still in the event."""
        return (owner.kind, folded(owner.id)) in self._parts

    def called(self, kind: str, id_: str) -> str | None:
        """Return the present name of a player or a team; None for those who are no longer in the event."""
        part = self._parts.get((kind, folded(id_)))
        return None if part is None else str(getattr(part, "name", ""))

    def row_of_today(self, row: ResultRow) -> ResultRow:
        """Return a row of results with the present ids and names of the event."""
        kind, new = _kind(row), dict(row)
        for key, name in ((kind, "name"), (OPPONENT, "opponent_name")):
            part = self._parts.get((kind, folded(row[key]))) if row.get(key) is not None else None
            if part is not None:
                now: dict[str, Exact] = {key: id_of(part), name: str(getattr(part, "name", ""))}
                new.update((changed, value) for changed, value in now.items() if changed in row)
        return new


def as_of_today(record: RoundRecord, event: Event) -> RoundRecord:
    """Return a scored round with the present names of its players and teams."""
    roster = RecordedRoster(event)
    return replace(record, rows=tuple(map(roster.row_of_today, record.rows)))


def find_lost_owners(event: Event, records: Mapping[int, RoundRecord]) -> Iterator[Finding]:
    """Find owners of results in scored rounds who are no longer in the event.

    Parameters
    ----------
    records
        The rounds as they were scored, by number.
    """
    roster, kinds = RecordedRoster(event), system_called(event.header.system).rare.page_kinds
    rounds: dict[tuple[str, str], list[int]] = {}
    latest: dict[tuple[str, str], Owner] = {}
    for number in sorted(records):
        for owner in _owners(records[number], kinds):
            if not roster.has(owner):
                known = owner.kind, folded(owner.id)
                latest[known] = owner
                rounds.setdefault(known, []).extend(_rounds(records[number], owner) or [number])
    for known, owner in latest.items():
        yield _owner_missing(event, owner, rounds[known])


def _owners(record: RoundRecord, kinds: Iterable[PageKind[Any]]) -> list[Owner]:
    """Return the owners of results in a round, each once: those of rows, then those who sat for teams."""
    owners: dict[tuple[str, str], Owner] = {}
    for row in record.rows:
        owner = Owner(_kind(row), str(row[_kind(row)]), str(row["name"]))
        owners.setdefault((owner.kind, owner.id), owner)
    for pilot in sitting_in(record.entries, kinds):
        owners.setdefault((PLAYER, pilot), Owner(PLAYER, pilot, ""))
    return list(owners.values())


def sitting_in(entries: Entries, kinds: Iterable[PageKind[Any]]) -> list[str]:
    """Return the ids of those entered at a table, without those who stayed away.

    Parameters
    ----------
    kinds
        The kinds of pages on which somebody sits.
    """
    sitting = (kind.sitting(page) for kind in kinds for page in entries_by_page(entries).values())
    return [player for player in sitting if player is not None]


def _rounds(record: RoundRecord, owner: Owner) -> list[int]:
    """Return the rounds of an owner in results that hold several; none if the rows name no rounds."""
    rows = [row for row in record.rows if _kind(row) == owner.kind and row[owner.kind] == owner.id]
    return sorted({int(row.get("round") or 0) for row in rows} - {0})


def _kind(row: ResultRow) -> str:
    return PLAYER if PLAYER in row else TEAM


def _owner_missing(event: Event, owner: Owner, rounds: list[int]) -> Finding:
    table = next(one for one in table_of(type(event)).tables if one.path == owner.kind)
    who = with_id(owner.name, owner.id)
    where = f" in {number_list('round', rounds)}" if all(rounds) else ""
    message = f"{who} has results{where} and is no longer in the event. Enter {owner.id} with the name again"
    if any(column.key == _LEAVES for column in table.columns):
        message += (
            f"; who has left gets a last round instead: {max(rounds)} under {heading_of(event, owner.kind, _LEAVES)}"
        )
    return finding("has-results", message, sheet=table.title if event.has_titles else table.place)


SCENARIO, _ROUND = "scenario", "round"
"""The keys of an event's tables of scenarios and rounds."""

_KNOWN = ("id", "name", *OF_EVERYBODY)
"""The keys of players and teams that every system has."""


def setup_of(
    event: Event,
    stage: int,
    rows: Sequence[ResultRow],
    entries: Entries,
    seatless: Iterable[str],
    forms: Collection[str] = (),
) -> Setup:
    """Return an event as recorded in the results of a stage.

    Parameters
    ----------
    rows, entries
        The rows of the results and the values of the boxes, which show who played.
    seatless
        The ids of those whom the draw left out.
    forms
        The names of the templates that the pages of the stage are made from.
    """
    header = event.header
    tables = {table.key: table for table in table_of(type(event)).tables}
    settings = tables[SETTINGS].columns if SETTINGS in tables else ()
    return Setup(
        uid=header.uid or "",
        date=header.date,
        place=header.place,
        rounds=header.rounds,
        settings={
            column.key: as_recorded_value(getattr(event.settings, column.name))
            for column in settings
            if event.settings.is_recorded(column.name)
        },
        scenarios=tuple(scenario_parts(event, stage)),
        day=event.day_of(stage),
        start=slot.start if (slot := event.slot(stage)) else None,
        given=tuple(
            one
            for key in sorted(event.GIVEN)
            for part in inner_parts(tables[key], event)
            for one in _with_parts(tables[key], part, ())
        ),
        enrolled=tuple(_enrolled(event, tables, _company(event, rows, entries, seatless))),
        files=scoring_digests(event, forms),
        seed=header.seed,
    )


def has_other_scenarios(event: Event, record: RoundRecord) -> bool:
    """Return whether the scenarios of a scored round have changed; False for results of an early version."""
    return record.setup is not None and tuple(scenario_parts(event, record.round)) != record.setup.scenarios


def scenario_parts(event: Event, stage: int) -> Iterator[ScenarioPart]:
    """Yield the scenarios of a stage with all their parts, as results record them."""
    tables = {table.key: table for table in table_of(type(event)).tables}
    if SCENARIO not in tables:
        return
    named = scenarios_of_stage(event, stage)
    for scenario in inner_parts(tables[SCENARIO], event):
        if not named or folded(id_of(scenario)) in named:
            yield from _with_parts(tables[SCENARIO], scenario, ())


def scenarios_of_stage(event: Event, stage: int) -> frozenset[str]:
    """Return the folded ids of the scenarios that a stage names; without any it may play all."""
    return frozenset(map(folded, _named_by_rounds(event, stage)))


def _named_by_rounds(event: Event, stage: int) -> Iterator[str]:
    """Yield the ids of the scenarios that a stage names: one, or those on offer, or those of the tables."""
    rounds = next((table for table in table_of(type(event)).tables if table.key == _ROUND), None)
    for part in inner_parts(rounds, event) if rounds else ():
        if stage in {WHOLE_EVENT, getattr(part, "number", stage)}:
            named = getattr(part, "scenario", None)
            yield from (named,) if isinstance(named, str) else named or ()


def _with_parts(table: EventTable, part: EventPart, above: tuple[str, ...]) -> Iterator[ScenarioPart]:
    """Yield a part of the event, then its inner parts; values for the director alone are left out."""
    shown = [column for column in table.columns if not column.for_director]
    values = {column.key: as_recorded_value(getattr(part, column.name)) for column in shown}
    yield ScenarioPart(table.path, above, {key: value for key, value in values.items() if value not in (None, "", ())})
    for inner in table.tables:
        for one in inner_parts(inner, part):
            yield from _with_parts(inner, one, (*above, id_of(part)))


class _Company(Struct, frozen=True):
    """The participants of a round, by folded ids: players on their own, and whole teams."""

    players: frozenset[str]
    teams: frozenset[str]


def _company(event: Event, rows: Sequence[ResultRow], entries: Entries, seatless: Iterable[str]) -> _Company:
    """Return the players or teams of the rows, those at the tables and those without a seat."""
    at_tables = map(folded, sitting_in(entries, system_called(event.header.system).rare.page_kinds))
    left_out = {*map(folded, seatless)}
    of_players, of_teams = [row for row in rows if PLAYER in row], [row for row in rows if PLAYER not in row]
    return _Company(
        players=frozenset({*_ids(of_players, PLAYER), *_ids(of_players, OPPONENT), *at_tables, *left_out}),
        teams=frozenset({*_ids(of_teams, TEAM), *_ids(of_teams, OPPONENT), *left_out}),
    )


def _ids(rows: Iterable[ResultRow], key: str) -> Iterator[str]:
    return (folded(row[key]) for row in rows if row.get(key) is not None)


def _enrolled(event: Event, tables: Mapping[str, EventTable], company: _Company) -> Iterator[Enrolled]:
    """Yield the players who take part, and their teams."""
    players = [one for one in event.players if folded(one.id) in company.players or _team(one) in company.teams]
    yield from (_entered(PLAYER, tables[PLAYER], player) for player in players)
    teams = company.teams | set(map(_team, players))
    for team in inner_parts(tables[TEAM], event) if TEAM in tables else ():
        if folded(id_of(team)) in teams:
            yield _entered(TEAM, tables[TEAM], team)


def _team(player: Player) -> str | None:
    """Return the folded id of a player's team; None for players without one."""
    team = getattr(player, "team", None)
    return None if team is None else folded(team)


def _entered(kind: str, table: EventTable, part: EventPart) -> Enrolled:
    known = {key: getattr(part, key) for key in _KNOWN if getattr(part, key, None) is not None}
    others = [column for column in table.columns if column.key not in _KNOWN]
    given = {column.key: getattr(part, column.name) for column in others if column.required} | {
        column.key: getattr(part, column.name) for column in others if getattr(part, column.name) != column.default
    }
    return Enrolled(kind, **known, more={key: as_recorded_value(value) for key, value in given.items()})
