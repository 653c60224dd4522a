"""What duplicate play requires of an event: sides that differ by one team at most, a scenario for every table.

Also the procedure for the packet, in words, with the movement as a table.

Source: Tournament Guidelines, 1991, Duplicate Air Combat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from msgspec import Struct

from sheetscore.event.identity import folded
from sheetscore.event.model import EventPart
from sheetscore.event.tables import heading_of, place_of
from sheetscore.event.times import clock
from sheetscore.findings import Finding, finding
from sheetscore.pairing.movement.rounds import most_rounds
from sheetscore.scoring.tie_steps import said
from sheetscore.systems.context import RoundContext
from sheetscore.systems.duplicate.by_hand import (
    MATCH_POINTS,
    factoring_in_words,
    pencil_work,
    sitting_out_in_words,
)
from sheetscore.systems.duplicate.model import (
    SIDES,
    DuplicateEvent,
    DuplicateTeam,
    SideId,
    TableMeeting,
    meetings,
    movement_of,
)
from sheetscore.systems.duplicate.movement_sheet import NOBODY, SITS_OUT
from sheetscore.systems.outcomes import Procedure
from sheetscore.systems.tasks.model import check_scenario
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import Column, Table, figure_column, text_column
from sheetscore.wording import pluralize

FEWEST_TEAMS = 2


def check_event(event: DuplicateEvent) -> list[Finding]:
    """Find what breaks a rule of duplicate play in an event, with places as in event.toml."""
    checks = (_sizes, _stays, _numbers, _rounds, _scenarios, _table_scenarios, _scenario_sides, _tasks)
    return [one for check in checks for one in check(event)]


def _mistake(event: DuplicateEvent, part: EventPart, key: str, message: str, code: str = "event-rule") -> Finding:
    return finding(code, message, sheet=place_of(event, part), cell=key)


def _places(event: DuplicateEvent, side: SideId) -> int:
    """Return how many places of a side have a team in some round; a team that leaves may be followed by another."""
    return len(set(event.moving(side).places(event.tables)) - {None})


def _fits(event: DuplicateEvent) -> bool:
    """Return whether the two sides can make a movement; until they can, checks that depend on tables are skipped."""
    reds, blues = (_places(event, side) for side in SIDES)
    return reds + blues >= FEWEST_TEAMS and abs(reds - blues) <= 1


def _sizes(event: DuplicateEvent) -> Iterator[Finding]:
    if _fits(event):
        return
    reds, blues = (_places(event, side) for side in SIDES)
    if reds + blues < FEWEST_TEAMS:
        code, message = (
            "event-missing",
            "Duplicate play needs at least 2 teams that begin in round 1, one of either side. Enter the teams.",
        )
    else:
        code = "event-rule"
        message = (
            f"Red has {pluralize(reds, 'team')} and Blue {pluralize(blues, 'team')}. The sides may "
            "differ by one team at most (its opponent then sits out): change the side of some, or enter more."
        )
    yield finding(code, message, sheet="[[team]]", cell="side")


def _stays(event: DuplicateEvent) -> Iterator[Finding]:
    """Check that every team is present in some round, and has a place; no table is added for a team that comes late."""
    for side, title in SIDES.items():
        places = event.moving(side).places(event.tables)
        for team, place in zip(event.side(side), places, strict=True):
            stay = event.stay_of(team)
            if not any(stay.has(number) for number in range(1, event.header.rounds + 1)):
                message = f'"{team.name}" is there in no round. Correct its rounds, or those of its players.'
                yield _mistake(event, team, "last_round", message)
            elif place is None and stay.first > 1 and _fits(event):
                message = (
                    f'"{team.name}" comes in round {stay.first}, and no place of {title} is free from then on. A team '
                    f"that comes late takes the place of a phantom: where {title} is a team short, or a team of "
                    f"{title} has left. No tables are added to a movement under way: let it come later, or enter who "
                    "has left."
                )
                yield _mistake(event, team, "first_round", message)


def _numbers(event: DuplicateEvent) -> Iterator[Finding]:
    """Check that no two teams of a side share a number, since the number says at which table a team begins."""
    for side, title in SIDES.items():
        teams = event.side(side)
        for one, other in pairwise(teams):
            if one.number == other.number:
                message = f'{title} {one.number} is "{one.name}" already. Give "{other.name}" another number.'
                yield _mistake(event, other, "number", message, "event-duplicate")


def _rounds(event: DuplicateEvent) -> Iterator[Finding]:
    """Check that the movement allows as many rounds as the event has."""
    if not _fits(event):
        return
    tables, rounds = event.tables, event.header.rounds
    most = most_rounds(tables, event.settings.last_round)
    if rounds > most:
        setting = heading_of(event, "settings", "last_round")
        more = "" if rounds > most_rounds(tables, "revenge") else f", or set {setting} to revenge or repeat"
        message = (
            f"The event has {rounds} rounds, and the movement gives at most {most} at {pluralize(tables, 'table')}. "
            f"Lower the rounds to {most}{more}."
        )
        yield _mistake(event, event.header, "rounds", message)


def _scenarios(event: DuplicateEvent) -> Iterator[Finding]:
    if len(event.scenarios) < event.tables and _fits(event):
        message = (
            f"There are {pluralize(event.tables, 'table')} and only {pluralize(len(event.scenarios), 'scenario')}. "
            "Every table has one of its own: add what is missing."
        )
        yield finding("event-missing", message, sheet="[[scenario]]", cell="id")


def _table_scenarios(event: DuplicateEvent) -> Iterator[Finding]:
    """Check that there is one scenario for each table, and no two tables have the same."""
    for entry in event.rounds:
        if entry.number != 1:
            message = (
                f"The scenarios stay at their tables, and here is an entry for round {entry.number}. Give them once, "
                "in an entry for round 1."
            )
            yield _mistake(event, entry, "number", message)
        elif len(entry.scenario) != event.tables and _fits(event):
            message = (
                f"{pluralize(len(entry.scenario), 'scenario')} for {pluralize(event.tables, 'table')}. Name one for "
                "each table, in their order."
            )
            yield _mistake(event, entry, "scenario", message)
        for scenario, tables in Counter(map(folded, entry.scenario)).items():
            if tables > 1:
                message = f'"{scenario}" is named for {tables} tables. Every table has a scenario of its own.'
                yield _mistake(event, entry, "scenario", message)


def _scenario_sides(event: DuplicateEvent) -> Iterator[Finding]:
    """Check that the named sides of a scenario are Red and Blue."""
    for scenario in event.scenarios:
        for side in scenario.sides:
            if side.id not in SIDES:
                message = (
                    f'The scenario "{scenario.title}" has a side "{side.id}". In duplicate play the sides are '
                    f"{' and '.join(SIDES)}: change the id, or remove the side."
                )
                yield _mistake(event, side, "id", message)


def _tasks(event: DuplicateEvent) -> Iterator[Finding]:
    """Check that scenarios with tasks have all the data that the tasks need."""
    for scenario in event.scenarios:
        if any(side.has_tasks for side in scenario.sides):
            yield from check_scenario(event, scenario)


_MOST_IN_PORTRAIT = 8
"""The most tables with which the sheet *Movement* is printed upright; with more it is in landscape."""


def describe_procedure(round_: RoundContext[DuplicateEvent]) -> Procedure:
    """Return the procedure of the event: how teams move and results are scored, late entries and withdrawals."""
    event = round_.event
    met = list(meetings(event))
    return Procedure(
        draw=(
            "One draw holds all rounds. Every table keeps its scenario and its score sheet, the traveller, which lies "
            "face down there; after each round Red goes one table up and Blue one down.",
            _no_repeats(event),
            *_last_round(event),
            "The sheet Movement says who meets where in every round, by the numbers of the teams.",
        ),
        scoring=tuple(_scoring(event)),
        attendance=tuple(_attendance(event)),
        by_hand=(
            "Nothing is left to draw: the sheet Sides has the number of each team. The movement says where each number "
            "plays in every round.",
            "Before round 1 write table and scenario, by the sheet Movement, on a traveller for each table, and lay it "
            "there face down. After each game Red and Blue fill in its line for the round.",
        ),
        pencil=pencil_work(event),
        sheets=(_movement(event, met), _teams(event)) if met else (),
    )


def _no_repeats(event: DuplicateEvent) -> str:
    movement = movement_of(event)
    skip = f"After round {movement.skip_after} Red goes two tables up, once. " if movement.skip_after else ""
    last = "" if movement.last_round == "none" else ", before the last round"
    return f"{skip}So nobody plays a table or meets an opponent twice{last}."


def _last_round(event: DuplicateEvent) -> Iterator[str]:
    if event.tables % 2 == 0 and event.header.rounds == event.tables:
        yield {
            "none": "There is no round beyond these.",
            "revenge": "The last round is one of revenge: every Red goes to the one table that it has not played, and "
            "meets somebody again.",
            "repeat": "In the last round every Red plays its first table once more, against somebody new.",
        }[event.settings.last_round]


def _scoring(event: DuplicateEvent) -> Iterator[str]:
    settings = event.settings
    yield f"Red and Blue enter their points of a game on the traveller. {MATCH_POINTS}"
    yield factoring_in_words(settings)
    yield (
        "Match points of a game change with every later game at its table: all is scored after the last round. For "
        "standings before that, do the same with the lines that are filled in, on further copies. A group of one "
        "scores 0."
    )
    apart = "Red and Blue are ranked apart." if settings.winners == "per_side" else "All teams are ranked together."
    yield f"The standings add up the scores. {apart} {settings.who_shares}"
    yield from said(settings.tie_breaks)


def _attendance(event: DuplicateEvent) -> Iterator[str]:
    gets = sitting_out_in_words(event.settings)
    yield f"A team without an opponent, because a side is a team short or the other is not there, sits out: {gets}."
    yield (
        "A team that comes late takes a place of its side that no team has; without one it cannot be taken in, since "
        "no table is added to a movement under way. Who would meet a team that has left sits out."
    )
    yield ("What is written on travellers is kept, whoever comes or goes.")


class _Line(Struct, frozen=True):
    """A line of the movement: a round with the meetings at each table, or, as the first line, the scenarios."""

    number: int | None
    """The number of the round; None on the line of the scenarios."""
    begins: str
    """The time at which the round begins; empty without one."""
    cells: Sequence[str]
    """The text for each table."""


def _movement(event: DuplicateEvent, met: Sequence[TableMeeting]) -> TableSheet:
    tables = sorted({meeting.table for meeting in met})
    scenarios = [event.scenario_on(table) for table in tables]
    lines = [_Line(None, "", [scenario.title if scenario else "" for scenario in scenarios])]
    for number in sorted({meeting.round for meeting in met}):
        there = {one.table: f"{_number(one.red)} v {_number(one.blue)}" for one in met if one.round == number}
        slot = event.slot(number)
        lines.append(_Line(number, clock(slot.start) if slot else "", [there.get(table, "") for table in tables]))
    columns = (
        figure_column("round", "Round", 64, lambda line: line.number, style="cell strong"),
        *([figure_column("begins", "Begins", 70, lambda line: line.begins)] if event.schedule else []),
        *(
            figure_column(f"table {table}", f"Table {table}", 92, partial(_cell, at), style="cell names")
            for at, table in enumerate(tables)
        ),
    )
    alone = "" if all(one.red and one.blue for one in met) else f" {SITS_OUT}"
    return TableSheet(
        "Movement",
        "Movement",
        lines=(TextLine(f"Red v Blue at every table, by the numbers of the teams.{alone}"),),
        tables=(Table("movement", columns, lines, fit_height=True),),
        landscape=len(tables) > _MOST_IN_PORTRAIT,
    )


def _cell(at: int, line: _Line) -> str:
    return line.cells[at]


def _number(team: DuplicateTeam | None) -> str:
    return str(team.number) if team else NOBODY


def _teams(event: DuplicateEvent) -> TableSheet:
    columns: tuple[Column[DuplicateTeam], ...] = (
        text_column("side", "Side", 90, lambda team: team.side.capitalize()),
        figure_column("number", "Number", 80, lambda team: team.number, style="cell strong"),
        text_column("name", "Team", 260, lambda team: team.name),
        text_column("members", "Players", 330, lambda team: ", ".join(event.called(team))),
    )
    lines = (*event.reds, *event.blues)
    return TableSheet("Sides", "The teams of both sides", tables=(Table("sides", columns, lines),))
