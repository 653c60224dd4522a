"""How an event of duplicate play goes on, in words, and its movement as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from sheetscore.event.times import clock
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.duplicate.model import DuplicateEvent, Meeting, Team, meetings
from sheetscore.systems.outcomes import Conduct
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Column, Table, figure_column, text_column

_NOBODY = "—"
_MOST_UPRIGHT = 8
"""More tables than these need paper that lies on its side."""


def conduct_of(round_: RoundAtHand[DuplicateEvent]) -> Conduct:
    """Say how teams move and results are scored, and what becomes of who comes and goes."""
    event = round_.event
    met = list(meetings(event))
    return Conduct(
        draw=(
            "One draw holds all rounds. Every table keeps its scenario and its score sheet, the traveller, which lies "
            "face down there; after each round Red goes one table up and Blue one down.",
            "With an odd number of tables everybody plays every table and meets every opponent once. With an even "
            "number Red skips one table once, in the middle, and there is a round less.",
            *_last_round(event),
            "The sheet Movement says who meets where in every round, by the numbers of the teams.",
        ),
        scoring=tuple(_scoring(event)),
        attendance=tuple(_attendance(event)),
        sheets=(_movement(event, met), _teams(event)) if met else (),
    )


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
    yield (
        "Red and Blue enter their points of a game on the traveller. Match points, by table and side: 1 for every "
        "other result of the same side that is lower, a half for every equal one."
    )
    yield (
        "Groups of unequal size are not made comparable."
        if settings.factoring == "none"
        else "Groups of unequal size are made comparable by a factor: one less than the size of the largest, divided "
        "by one less than the own size."
    )
    apart = "Red and Blue are ranked apart." if settings.winners == "per_side" else "All teams are ranked together."
    yield f"The standings add up the scores. {apart} {settings.who_shares}"


def _attendance(event: DuplicateEvent) -> Iterator[str]:
    half = "half of the most that could be won at that table"
    gets = half if event.settings.sit_out == "average" else "nothing"
    yield f"A team without an opponent, because a side is a team short or the other is not there, sits out: {gets}."
    yield (
        "A team that comes late takes the place of a phantom of its side; without a free place it cannot be taken in, "
        "since no table is added to a movement under way. Who would meet a team that has left sits out."
    )
    yield (
        "After somebody has come or gone the draw and the sheets are made again; what is written on travellers is kept."
    )


@dataclass(frozen=True)
class _Line:
    """A round of the movement and who meets at each table; above them a line with what each table plays."""

    number: int | None
    begins: str
    cells: Sequence[str]


def _movement(event: DuplicateEvent, met: Sequence[Meeting]) -> TableSheet:
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
    return TableSheet(
        "Movement",
        "Movement",
        lines=(Line("Red v Blue at every table, by the numbers of the teams."),),
        tables=(Table("movement", columns, lines, tall=True),),
        landscape=len(tables) > _MOST_UPRIGHT,
    )


def _cell(at: int, line: _Line) -> str:
    return line.cells[at]


def _number(team: Team | None) -> str:
    return str(team.number) if team else _NOBODY


def _teams(event: DuplicateEvent) -> TableSheet:
    columns: tuple[Column[Team], ...] = (
        text_column("side", "Side", 90, lambda team: team.side.capitalize()),
        figure_column("number", "Number", 80, lambda team: team.number, style="cell strong"),
        text_column("name", "Team", 260, lambda team: team.name),
        text_column("members", "Players", 330, lambda team: ", ".join(one.name for one in event.members(team))),
    )
    lines = (*event.reds, *event.blues)
    return TableSheet("Sides", "The teams of both sides", tables=(Table("sides", columns, lines),))
