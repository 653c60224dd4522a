"""A plan of all rounds as tables: everybody's way through the event, how good the plan is, each round by its tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct

from sheetscore.event.folder import stage_title
from sheetscore.event.model import Event
from sheetscore.pairing.draw import display_name
from sheetscore.pairing.planned.seat_plan import Goal, SeatPlan
from sheetscore.sheets.draw_workbook import BETWEEN
from sheetscore.sheets.drawn_sheet import drawn_sheet
from sheetscore.sheets.postings import looked_for
from sheetscore.sheets.seating_tables import seats_of
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import Column, Table, figure_column, text_column

_NOWHERE = "–"
"""Stands in a round in which somebody has no seat."""


class _Ways(Struct, frozen=True):
    """Where somebody sits in each round."""

    player: str
    name: str
    places: Mapping[int, str]


def plan_sheets(event: Event, plan: SeatPlan, but: Collection[int] = ()) -> Iterator[TableSheet]:
    """Plan the sheets of a plan: everybody's way with the proof, then who sits where in each round.

    Parameters
    ----------
    but
        Stages that are drawn already: what counts of them is the draw.
    """
    yield TableSheet(
        "Plan",
        "Plan of all rounds",
        lines=(TextLine("Draws follow it. Who is missing on the day changes single seats; the draw says which."),),
        tables=(_ways(event, plan), _proof(plan)),
    )
    for drawn in plan.rounds:
        if drawn.round not in but:
            yield drawn_sheet(event, drawn, planned=True)


def _ways(event: Event, plan: SeatPlan) -> Table[_Ways]:
    places: dict[str, dict[int, str]] = defaultdict(dict)
    for drawn in plan.rounds:
        for one in seats_of(event, drawn):
            if one.player:
                where = f"{one.table}{BETWEEN}{one.title}" if one.table else one.title
                places[one.player][one.round or drawn.round] = where
    rounds = sorted({number for there in places.values() for number in there})
    names = {player: event.names.get(player, player) for player in places}
    lines = [
        _Ways(player, display_name(player, names), places[player])
        for player in sorted(places, key=looked_for(event, names))
    ]
    return Table(
        "ways",
        (
            text_column("who", "Who", 220, lambda line: line.name, player=lambda line: line.player),
            *(_in_round(number) for number in rounds),
        ),
        lines,
        key=lambda line: line.player,
        title=f"Everybody’s way: {event.TABLE_CALLED.lower()} and seat",
        size="fine",
        empty="Nobody is planned.",
    )


def _in_round(number: int) -> Column[_Ways]:
    return text_column(f"round{number}", stage_title(number), 170, lambda line: line.places.get(number, _NOWHERE))


def _proof(plan: SeatPlan) -> Table[Goal]:
    *_, verdict = plan.report()
    return Table(
        "proof",
        (
            text_column("what", "What there is as little of as can be", 220, lambda goal: goal.what),
            figure_column("reached", "In this plan", 170, lambda goal: goal.reached, style="cell strong"),
            figure_column("bound", "In any plan at least", 170, lambda goal: goal.bound),
            text_column("proved", "", 170, lambda goal: "the least, proved" if goal.is_proved else "best found"),
        ),
        plan.goals,
        title="How good it is",
        note=verdict,
        fit_height=True,
    )
