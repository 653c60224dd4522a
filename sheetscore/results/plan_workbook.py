"""The workbook of a plan: printed for everybody, and read back by the draws that follow it.

The plan is on the hidden sheet, with every line of the visible sheets as it was written. Lines that differ now were
changed by hand, and these changes count: see ``plan_edits.py`` beside this.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.load import keys_of, limits_of, owner_called
from sheetscore.event.model import Event
from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.pairing.planned.seat_plan import Goal, SeatPlan
from sheetscore.problems import UnreadableFile
from sheetscore.results.hidden_data import changed_data_error, read_data
from sheetscore.results.plan_edits import EditedRound, WrittenLine, WrittenRound, WrittenWay, edited_round
from sheetscore.results.round_results import event_line
from sheetscore.results.table_book import TableBook, about_sheet
from sheetscore.sheets.drawn_sheet import planned_title, seat_lines
from sheetscore.sheets.plan_tables import PLAN_SHEET, plan_sheets, ways_of

KIND = "plan"
"""The kind of the workbook, and that of the line of hidden data with the plan."""


class _Kept(Struct, frozen=True):
    """A planned round as the hidden sheet keeps it: a draw without the fields that only drawing fills."""

    round: int
    tables: tuple[TableDraw, ...]
    byes: tuple[str, ...]
    report: tuple[str, ...]
    lines: tuple[WrittenLine, ...] = ()
    """The lines of its sheet."""


class _KeptPlan(Struct, frozen=True):
    goals: tuple[Goal, ...]
    rounds: tuple[_Kept, ...]
    ways: tuple[WrittenWay, ...] = ()


class ReadPlan(Struct, frozen=True):
    """A plan as read from its workbook."""

    plan: SeatPlan
    """The plan with changes by hand, if these can be read."""
    rounds: Mapping[int, EditedRound]
    """Its rounds with their changes, by the stages of the draws."""


def plan_book(event: Event, plan: SeatPlan, made_at: dt.datetime) -> TableBook:
    """Plan the workbook."""
    sheets = (*plan_sheets(event, plan), about_sheet((), made_at, event.header.system))
    return TableBook(
        title=f"{event.header.name}, plan of all rounds",
        paper=event.header.paper,
        sheets=tuple(replace(sheet, lines=(event_line(event), *sheet.lines)) for sheet in sheets),
        kind=KIND,
        data=[
            ("event", event.key, event.header.name),
            (KIND, msgspec.json.encode(_plan_to_keep(event, plan)).decode()),
        ],
    )


def _plan_to_keep(event: Event, plan: SeatPlan) -> _KeptPlan:
    rounds = (
        _Kept(
            one.round,
            one.tables,
            one.byes,
            one.report,
            tuple(WrittenLine(line.table, line.seat, line.title, line.who) for line in seat_lines(event, one)),
        )
        for one in plan.rounds
    )
    ways = (WrittenWay(way.name, dict(way.places)) for way in ways_of(event, plan))
    return _KeptPlan(plan.goals, tuple(rounds), tuple(ways))


def read_plan(path: Path, event: Event) -> ReadPlan:
    """Read a plan of an event.

    Raises
    ------
    UnreadableFile
        The workbook is damaged, of another kind, or belongs to another event.
    """
    titles = (PLAN_SHEET, *map(planned_title, event.stages))
    data = read_data(path, KIND, limits_of(event), titles)
    try:
        ((key, name),), ((content,),) = data.lines["event"], data.lines[KIND]
        kept = msgspec.json.decode(content, type=_KeptPlan)
    except (ValueError, LookupError, msgspec.MsgspecError) as error:
        raise changed_data_error(path, KIND) from error
    if key not in keys_of(event):
        raise UnreadableFile(
            f"{path.name} belongs to {owner_called(event, name)}, not to {event.header.name}; move it away",
            "other-event",
        )
    written = (WrittenRound(Draw(one.round, one.tables, one.byes, one.report), one.lines) for one in kept.rounds)
    rounds = {one.drawn.round: edited_round(data.workbook, event, one, kept.ways) for one in written}
    untouched = not any(one.changes for one in rounds.values())
    draws = tuple(one.drawn for one in rounds.values())
    return ReadPlan(SeatPlan(draws, kept.goals if untouched else ()), rounds)
