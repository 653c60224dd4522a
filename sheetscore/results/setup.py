"""The event as a round's results keep it, whatever its system; and whose the rows are, by ids and the event's names."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from msgspec import Struct
from pydantic import ValidationError

from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.event.identity import folded
from sheetscore.event.model import Event, EventPart, Player
from sheetscore.event.tables import EventTable, heading_of, id_of, inner_parts, table_of, walk
from sheetscore.findings import Finding, finding
from sheetscore.forms.form import Entries, PageKind, entries_by_page
from sheetscore.forms.template import template_data
from sheetscore.problems import MistakesFound
from sheetscore.results.record import Enrolled, Plain, RoundRecord, ScenarioPart, Setup
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.systems.system import E, system_called
from sheetscore.wording import number_list

PLAYER, TEAM = "player", "team"
"""What a row has results of: the key of its id, and the list of the event that has it."""

OPPONENT = "opponent"
"""The key of another id of the same list."""

_LEAVES = "last_round"


class Owner(Struct, frozen=True):
    """Somebody with results: the list of the event, the id, the name that the results have."""

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
    roster = RecordedRoster(event)
    return replace(record, rows=tuple(map(roster.row_of_today, record.rows)))


def without_owner(event: Event, records: Mapping[int, RoundRecord]) -> Iterator[Finding]:
    """Find those who have results in scored rounds and are not in the event any more.

    Parameters
    ----------
    records
        The rounds as they were scored, by number.
    """
    roster, kinds = RecordedRoster(event), system_called(event.header.system).page_kinds
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
    where = f" in {number_list('round', rounds)}" if all(rounds) else ""
    message = f"{who} has results{where} and is no longer in the event. Enter {owner.id} with the name again"
    if any(column.key == _LEAVES for column in table.columns):
        message += (
            f"; who has left gets a last round instead: {max(rounds)} under {heading_of(event, owner.kind, _LEAVES)}"
        )
    return finding("has-results", message, sheet=table.title if event.has_titles else table.place)


_SCENARIO, _ROUND, _SETTINGS = "scenario", "round", "settings"
"""Tables of every event that has them."""

_OF_EVERYBODY = ("id", "name", "rating", "country", "club", "team")


def setup_of(event: Event, stage: int, rows: Sequence[ResultRow], entries: Entries, seatless: Iterable[str]) -> Setup:
    """Return an event as the results of a stage keep it.

    Parameters
    ----------
    rows, entries
        The results and what they were made from: they tell who played.
    seatless
        The ids of those whom the draw left out.
    """
    header = event.header
    tables = {table.key: table for table in table_of(type(event)).tables}
    settings = tables[_SETTINGS].columns if _SETTINGS in tables else ()
    return Setup(
        uid=header.uid or "",
        date=header.date,
        place=header.place,
        rounds=header.rounds,
        settings={
            column.key: _plain(value)
            for column in settings
            if (value := getattr(event.settings, column.name)) or column.name not in event.settings.LATER
        },
        scenarios=tuple(_scenarios(event, stage, tables)),
        day=event.day_of(stage),
        start=slot.start if (slot := event.slot(stage)) else None,
        given=tuple(
            one
            for key in sorted(event.GIVEN)
            for part in inner_parts(tables[key], event)
            for one in _with_parts(tables[key], part, ())
        ),
        enrolled=tuple(_enrolled(event, tables, _company(event, rows, entries, seatless))),
        files=said_by_files(event),
    )


class ChangedFile(Struct, frozen=True):
    """A file that scores and says something else than when results were made, as the director finds it."""

    name: str

    def __str__(self) -> str:
        return f"{self.name} says something else than it did"


class ChangedSetting(Struct, frozen=True):
    """A setting that is otherwise than results record it: its name, what it is called, as it was and as it is."""

    name: str
    title: str
    then: Plain
    now: Plain

    def __str__(self) -> str:
        return f"{self.title} was {as_said(self.then)} and is {as_said(self.now)}"


Change = ChangedSetting | ChangedFile
"""Something that scores an event and is otherwise than results record it."""


def changed_settings(event: Event, setup: Setup, names: Collection[str]) -> list[ChangedSetting]:
    """Compare settings with what results record of them.

    Parameters
    ----------
    names
        The fields to compare; what results say nothing of has come later, and is not compared.
    """
    tables = {table.key: table for table in table_of(type(event)).tables}
    columns = tables[_SETTINGS].columns if _SETTINGS in tables else ()
    known = [column for column in columns if column.name in names and column.key in setup.settings]
    values = [(column, setup.settings[column.key], _plain(getattr(event.settings, column.name))) for column in known]
    fields = type(event.settings).model_fields
    return [
        ChangedSetting(column.name, fields[column.name].title or column.key, then, now)
        for column, then, now in values
        if then != now
    ]


def changed_files(event: Event, setup: Setup) -> list[ChangedFile]:
    """Compare what the files say that score an event with what results record of them.

    A file of which results say nothing is not compared: another setting, which is told, or another card names it.
    """
    own = event.own_templates
    return [
        ChangedFile(
            path.relative_to(own.parent).as_posix()
            if own and path.is_relative_to(own)
            else f"{_shelved(path)}, as it comes along,"
        )
        for path in _scoring_files(event)
        if setup.files.get(_shelved(path), now := _said_by(path)) != now
    ]


def scoring_changes(event: Event, record: RoundRecord) -> tuple[Change, ...]:
    """Return what scores an event and is otherwise than when a round was scored: settings, and files that they name."""
    if record.setup is None:
        return ()
    settings = changed_settings(event, record.setup, event.settings.SCORES)
    return *settings, *changed_files(event, record.setup)


def _scoring_files(event: Event) -> Collection[Path]:
    return system_called(event.header.system).scoring_files(event)


def _shelved(path: Path) -> str:
    """Name a file by its folder and itself: whether an event brings it along or not makes no difference."""
    return f"{path.parent.name}/{path.name}"


_SAYS_NOTHING = frozenset({"title", "description"})
"""What a file is called scores nothing."""


def said_by_files(event: Event) -> dict[str, str]:
    """Return the digests of what the files say that score an event, by their folders and names."""
    return {_shelved(path): _said_by(path) for path in _scoring_files(event)}


def _said_by(path: Path) -> str:
    """Return a digest of what a file says, whatever it is called and whatever its comments are.

    One that cannot be read says nothing: whoever needs it is told what is wrong with it.
    """
    try:
        said = {key: value for key, value in template_data(path, Decimal).items() if key not in _SAYS_NOTHING}
    except MistakesFound:
        said = {}
    return hashlib.sha256(json.dumps(said, sort_keys=True, default=str).encode()).hexdigest()


def as_recorded(event: E, changes: Iterable[ChangedSetting]) -> E:
    """Return an event with settings as they were, leaving out what they cannot be any more."""
    settings = event.settings
    for one in changes:
        given = {name: getattr(settings, name) for name in settings.model_fields_set}
        try:
            settings = type(settings).model_validate({**given, one.name: _typed(one.then)})
        except ValidationError:
            continue
    return event.model_copy(update={"settings": settings})


def scored_otherwise(event: Event, records: Mapping[int, RoundRecord]) -> Iterator[Finding]:
    """Find rounds that were scored under other settings than those of now."""
    rounds: dict[str, list[int]] = {}
    for number, record in sorted(records.items()):
        changes = scoring_changes(event, record)
        if changes:
            rounds.setdefault("; ".join(map(str, changes)), []).append(number)
    for together, numbers in rounds.items():
        which = "the rounds" if numbers == [WHOLE_EVENT] else number_list("round", numbers)
        message = (
            f"{which} {'was' if len(numbers) == 1 and all(numbers) else 'were'} scored under other settings than those "
            f"of now: {together}. Ingest any round again, and all are scored as the settings are now; or put back what "
            "it was"
        )
        yield finding("settings-changed", message)


def as_said(value: Plain) -> str:
    """Write the value of a setting as a sentence has it."""
    if value is None or value == ():
        return "blank"
    if isinstance(value, tuple):
        return ", ".join(map(as_said, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{float(value):g}" if isinstance(value, Fraction) else str(value)


def _typed(value: Plain) -> object:
    """Return a recorded value as the event takes it."""
    if isinstance(value, tuple):
        return tuple(map(_typed, value))
    return Decimal(value.numerator) / Decimal(value.denominator) if isinstance(value, Fraction) else value


def _scenarios(event: Event, stage: int, tables: Mapping[str, EventTable]) -> Iterator[ScenarioPart]:
    """Yield the scenarios of a stage with all their parts."""
    if _SCENARIO not in tables:
        return
    named = set(map(folded, _named_by_rounds(event, stage, tables)))
    for scenario in inner_parts(tables[_SCENARIO], event):
        if not named or folded(id_of(scenario)) in named:
            yield from _with_parts(tables[_SCENARIO], scenario, ())


def _named_by_rounds(event: Event, stage: int, tables: Mapping[str, EventTable]) -> Iterator[str]:
    """Yield the ids of the scenarios that a stage names: one, or those on offer, or those of the tables."""
    rounds = tables.get(_ROUND)
    for part in inner_parts(rounds, event) if rounds else ():
        if stage in {WHOLE_EVENT, getattr(part, "number", stage)}:
            named = getattr(part, "scenario", None)
            yield from (named,) if isinstance(named, str) else named or ()


def _with_parts(table: EventTable, part: EventPart, above: tuple[str, ...]) -> Iterator[ScenarioPart]:
    shown = [column for column in table.columns if not column.for_director]
    values = {column.key: _plain(getattr(part, column.name)) for column in shown}
    yield ScenarioPart(table.path, above, {key: value for key, value in values.items() if value not in (None, "", ())})
    for inner in table.tables:
        for one in inner_parts(inner, part):
            yield from _with_parts(inner, one, (*above, id_of(part)))


class _Company(Struct, frozen=True):
    """Who takes part in a round, by ids without capitals: players by themselves, and teams as one."""

    players: frozenset[str]
    teams: frozenset[str]


def _company(event: Event, rows: Sequence[ResultRow], entries: Entries, seatless: Iterable[str]) -> _Company:
    """Gather those of the rows, those at the tables and those without a seat, be they players or teams."""
    at_tables = map(folded, sitting_in(entries, system_called(event.header.system).page_kinds))
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
    """Return the id of a player's team; None for those who have none."""
    team = getattr(player, "team", None)
    return None if team is None else folded(team)


def _entered(kind: str, table: EventTable, part: EventPart) -> Enrolled:
    known = {key: getattr(part, key) for key in _OF_EVERYBODY if getattr(part, key, None) is not None}
    others = [column for column in table.columns if column.key not in _OF_EVERYBODY]
    given = {column.key: getattr(part, column.name) for column in others if column.required} | {
        column.key: getattr(part, column.name) for column in others if getattr(part, column.name) != column.default
    }
    return Enrolled(kind, **known, more={key: _plain(value) for key, value in given.items()})


def _plain(value: object) -> Plain:
    return tuple(map(_exact, value)) if isinstance(value, tuple) else _exact(value)


def _exact(value: object) -> Exact:
    if isinstance(value, Decimal):
        number = Fraction(value)
        return number.numerator if number.denominator == 1 else number
    if value is None or isinstance(value, int):
        return value
    return value.isoformat() if isinstance(value, dt.date) else str(value)
