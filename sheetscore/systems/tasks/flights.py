"""The points of pilots in a round: scenario points, team points, round score.

Source: Tournament Guidelines, 1991, Scenario Points and Team Points.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TypeVar

from sheetscore.expressions import Expression, Reference, to_excel
from sheetscore.expressions.figure import Shown
from sheetscore.findings import Finding, finding
from sheetscore.forms.evaluation import SumCells
from sheetscore.forms.form import entries_by_page
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.systems.columns import BLOCKS, PAGES, POINTS
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import RoundResult
from sheetscore.systems.tasks.model import MOST_TEAM_POINTS, AwardGroup, TaskEvent, TaskSide
from sheetscore.systems.tasks.pages import ROUND_SCORE, SCENARIO_POINTS, TEAM_POINTS, awarded, block_of
from sheetscore.tables.table import ByRule, Column, Here, LineFigures, cell_at, figure_column, text_column
from sheetscore.wording import join_words, pluralize


class TaskFlight(RoundResult, frozen=True):
    """The points of a pilot at a table: scenario points, team points, round score.

    The fields are keys of the rows of results, in this order.
    """

    player: str
    """The id of the pilot."""
    name: str
    table: int
    seat: str
    section: str
    """The id of the side that the pilot flew."""
    sp: int | Fraction
    """Scenario points."""
    tp: int | Fraction
    """Team points of the side."""
    rs: int | Fraction
    """The round score."""


def score_flights(round_: RoundContext[TaskEvent]) -> list[TaskFlight]:
    """Return the flights of all who flew, in the order of tables and seats."""
    by_page = entries_by_page(round_.entries)
    names = round_.event.names
    flights = []
    for table in round_.forms.tables:
        for page in table.seats:
            given = by_page[table.number, page.seat]
            player = page.form.kind.sitting(given)
            if player is not None:
                sums, side = round_.pages[table.number, page.seat].sums, page.form.side
                sp, tp, rs = sums[SCENARIO_POINTS], awarded(round_.pages[table.number, ""], side), sums[ROUND_SCORE]
                flights.append(TaskFlight(player, names.get(player, player), table.number, page.seat, side, sp, tp, rs))
    return flights


def high_team_points(round_: RoundContext[TaskEvent]) -> Iterator[Finding]:
    """Warn of sides whose awards come to more than the guidelines advise."""
    for table in round_.forms.tables:
        own = round_.pages[table.number, ""]
        for block in table.pages[0].form.blocks:
            if block.total and own.total(block.id) > MOST_TEAM_POINTS:
                yield finding(
                    "team-points-high",
                    f"table {table.number}, {block.title}: {own.total(block.id)} points for each pilot; more than "
                    f"{MOST_TEAM_POINTS} outweigh what the pilots do themselves. See whether all were meant",
                    sheet=f"Table {table.number}",
                    fields=tuple(
                        (table.number, "", block.field_id(row.row, box))
                        for row in own.rows[block.id]
                        if row.filled
                        for box in block.fields
                    ),
                )


def awarded_together(round_: RoundContext[TaskEvent]) -> list[Finding]:
    """Find sides that got more awards of a group, or a single award more often, than its limit allows."""
    return [*_awarded_together(round_)]


def _awarded_together(round_: RoundContext[TaskEvent]) -> Iterator[Finding]:
    by_page = entries_by_page(round_.entries)
    for table in round_.forms.tables:
        for side in round_.event.scenario_of(round_.stage).sides:
            boxes = _award_boxes(table, side)
            for group in side.award_groups:
                given = {
                    award: int(by_page[table.number, ""].get(boxes.get(award.id, ""), 0)) for award in group.awards
                }
                if not group.allows([*given.values()]):
                    named = [f"“{award.label}” {pluralize(times, 'time')}" for award, times in given.items() if times]
                    yield finding(
                        "award-twice",
                        f"table {table.number}, {side.title}: {_limit_in_words(group)}; there is {join_words(named)}. "
                        f"Keep {'the one that' if group.most == 1 else 'what'} the side earned",
                        fields=tuple((table.number, "", boxes[award.id]) for award, times in given.items() if times),
                    )


def _limit_in_words(group: AwardGroup) -> str:
    """Say how many awards of a group, or how often a single award, may be given."""
    if not group.name:
        return f"this award is given {pluralize(group.most or 1, 'time')} at most"
    if group.most == 1:
        return f"of the group “{group.name}” one award at most is given, once"
    return f"of the group “{group.name}” {group.most} awards at most are given, each once"


def _award_boxes(table: TableForms, side: TaskSide) -> dict[str, str]:
    """Return the box of each award of a side on a table's own page, by the award's id."""
    return {
        row.key: field_id
        for block in table.pages[0].form.blocks
        if block.id == block_of(side.id)
        for row, box, field_id in block.boxes()
        if box.id == "times"
    }


FlightT = TypeVar("FlightT", bound=TaskFlight)


def seat_column() -> Column[FlightT]:
    """Return the column of the number of a seat within its side; the side's title stands in the column before it."""
    return text_column("seat", "Seat", 46, lambda flight: flight.seat.partition(".")[2], style="cell middle")


def flight_columns(forms: RoundForms) -> tuple[Column[FlightT], ...]:
    """Return the columns ``sp``, ``tp`` and ``rs``.

    Parameters
    ----------
    forms
        The sheets of the round, whose rule computes the round score from scenario points and team points.
    """
    rules = {page.form.side: dict(page.form.sums)[ROUND_SCORE] for table in forms.tables for page in table.seats}

    def scenario_points(own: LineFigures[FlightT]) -> Shown:
        return cell_at(PAGES, (own.line.table, own.line.seat), SCENARIO_POINTS, own.line.sp)

    def team_points(here: Here[FlightT]) -> str | None:
        block = here.line.table, block_of(here.line.section)
        return here.other(BLOCKS, block, POINTS) if block in here.places[BLOCKS].rows else None

    def written(here: Here[FlightT], rule: Expression) -> str:
        cells = {SCENARIO_POINTS: Reference(here.cell("sp"), True), TEAM_POINTS: Reference(here.cell("tp"), True)}  # noqa: FBT003
        return to_excel(rule, SumCells(cells))

    def round_score(own: LineFigures[FlightT]) -> Shown:
        return own.compiled(rules[own.line.section], own.line.rs, written)

    return (
        figure_column("sp", "SP", 46, ByRule(scenario_points)),
        figure_column("tp", "TP", 46, lambda flight: flight.tp, team_points),
        figure_column("rs", "RS", 46, ByRule(round_score), style="cell strong"),
    )
