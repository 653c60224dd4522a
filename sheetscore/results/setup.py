"""The event as a round's results keep it, from the model of its system: whatever the system, nothing is left out."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.event.identity import folded
from sheetscore.event.model import Event, Part, Player
from sheetscore.event.tables import Table, id_of, inner_parts, table_of
from sheetscore.forms.form import Entries
from sheetscore.results.owners import OPPONENT, PLAYER, TEAM, sitting_in
from sheetscore.results.record import Enrolled, Plain, ScenarioPart, Setup
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.systems.system import system_called

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
        enrolled=tuple(_enrolled(event, tables, _company(event, rows, entries, seatless))),
    )


def _scenarios(event: Event, stage: int, tables: Mapping[str, Table]) -> Iterator[ScenarioPart]:
    """Yield the scenarios of a stage with all their parts."""
    if _SCENARIO not in tables:
        return
    named = set(map(folded, _named_by_rounds(event, stage, tables)))
    for scenario in inner_parts(tables[_SCENARIO], event):
        if not named or folded(id_of(scenario)) in named:
            yield from _with_parts(tables[_SCENARIO], scenario, ())


def _named_by_rounds(event: Event, stage: int, tables: Mapping[str, Table]) -> Iterator[str]:
    """Yield the ids of the scenarios that a stage names: one, or those on offer, or those of the tables."""
    rounds = tables.get(_ROUND)
    for part in inner_parts(rounds, event) if rounds else ():
        if stage in {WHOLE_EVENT, getattr(part, "number", stage)}:
            named = getattr(part, "scenario", None)
            yield from (named,) if isinstance(named, str) else named or ()


def _with_parts(table: Table, part: Part, above: tuple[str, ...]) -> Iterator[ScenarioPart]:
    shown = [column for column in table.columns if not column.for_director]
    values = {column.key: _plain(getattr(part, column.name)) for column in shown}
    yield ScenarioPart(table.path, above, {key: value for key, value in values.items() if value not in (None, "", ())})
    for inner in table.tables:
        for one in inner_parts(inner, part):
            yield from _with_parts(inner, one, (*above, id_of(part)))


@dataclass(frozen=True)
class _Company:
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


def _enrolled(event: Event, tables: Mapping[str, Table], company: _Company) -> Iterator[Enrolled]:
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


def _entered(kind: str, table: Table, part: Part) -> Enrolled:
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
