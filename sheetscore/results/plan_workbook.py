"""The workbook of a plan: printed for everybody, and read back by the draws that follow it.

What counts when it is read is on its hidden sheet. Who sits where is changed in the draw of the round.
"""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.load import keys_of, limits_of, owner_called
from sheetscore.event.model import Event
from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.pairing.planned.seat_plan import Goal, SeatPlan
from sheetscore.problems import UnreadableFile
from sheetscore.results.hidden_data import changed, read_data
from sheetscore.results.round_results import event_line
from sheetscore.results.table_book import TableBook, about_sheet
from sheetscore.sheets.plan_tables import plan_sheets

KIND = "plan"
"""What kind of workbook it is, and of which kind its line of hidden data is that has the plan."""


class _Kept(Struct, frozen=True):
    """A planned round as it is kept: a draw without what is known only once it is made."""

    round: int
    tables: tuple[TableDraw, ...]
    byes: tuple[str, ...]
    report: tuple[str, ...]


class _KeptPlan(Struct, frozen=True):
    goals: tuple[Goal, ...]
    rounds: tuple[_Kept, ...]


def plan_book(event: Event, plan: SeatPlan, made_at: dt.datetime) -> TableBook:
    """Plan the workbook."""
    sheets = (*plan_sheets(event, plan), about_sheet((), made_at, event.header.system))
    return TableBook(
        title=f"{event.header.name}, plan of all rounds",
        paper=event.header.paper,
        sheets=tuple(replace(sheet, lines=(event_line(event), *sheet.lines)) for sheet in sheets),
        kind=KIND,
        data=[("event", event.key, event.header.name), (KIND, msgspec.json.encode(_kept(plan)).decode())],
    )


def _kept(plan: SeatPlan) -> _KeptPlan:
    rounds = (_Kept(one.round, one.tables, one.byes, one.report) for one in plan.rounds)
    return _KeptPlan(plan.goals, tuple(rounds))


def read_plan(path: Path, event: Event) -> SeatPlan:
    """Read a plan of an event.

    Raises
    ------
    UnreadableFile
        The workbook is damaged, of another kind, or belongs to another event.
    """
    lines = read_data(path, KIND, limits_of(event)).lines
    try:
        ((key, name),), ((content,),) = lines["event"], lines[KIND]
        kept = msgspec.json.decode(content, type=_KeptPlan)
    except (ValueError, LookupError, msgspec.MsgspecError) as error:
        raise changed(path, KIND) from error
    if key not in keys_of(event):
        raise UnreadableFile(
            f"{path.name} belongs to {owner_called(event, name)}, not to {event.header.name}; move it away",
            "other-event",
        )
    return SeatPlan(tuple(Draw(one.round, one.tables, one.byes, one.report) for one in kept.rounds), kept.goals)
