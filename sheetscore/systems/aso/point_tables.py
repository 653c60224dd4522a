"""What a result is worth, as a table in which the formulas of the workbooks look it up.

Source: ASO 2008 Tournament Rules, Pairing principles and Determining rank in the tournament.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from sheetscore.pairing.swiss.record import SwissSettings
from sheetscore.systems.outcomes import ResultRow
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import AnyTable, Here, Table, figure_column, text_column

POINTS = "points"
"""The table's name in formulas."""

MISSED, OPEN = "absent", "open"
"""The results of a round in which somebody did not play at all, and of a game that is not in yet."""

_LOOKED_UP = Line(
    "Every result is looked up here. A 1 says that the result counts as the round's loss or draw, or that it ends "
    "being undefeated."
)


class Outcome(Struct, frozen=True):
    """A result and what follows from it.

    Parameters
    ----------
    points
        None where there are none yet.
    loses, draws, ends
        1 where it counts as a loss or as a draw for the tie-breaks, and where nobody is undefeated after it.
    mark
        How it is written in the result grid, before the round.
    """

    result: str
    points: int | None
    loses: int
    draws: int
    ends: int
    mark: str


def outcomes_of(settings: SwissSettings) -> tuple[Outcome, ...]:
    """Return all results that there are, with what they are worth in an event."""
    return (
        Outcome("win", settings.win, 0, 0, 0, "+"),
        Outcome("draw", settings.draw, 0, 1, 1, "="),
        Outcome("loss", settings.loss, 1, 0, 1, "-"),
        Outcome("bye", settings.bye_points, 0, 0, int(not settings.bye_keeps_undefeated), ""),
        Outcome(MISSED, settings.missed_points, 1, 0, 1, ""),
        Outcome(OPEN, None, 0, 0, 0, "?"),
    )


def result_of(row: ResultRow) -> str:
    """Return the result of a row as the table has it."""
    return str(row["result"] or OPEN)


def points_sheet(outcomes: Sequence[Outcome], *others: AnyTable) -> TableSheet:
    """Make the sheet of what results are worth."""
    return TableSheet(
        "Rules of points",
        "What a result is worth",
        lines=(_LOOKED_UP,),
        tables=(_points_table(outcomes), *others),
        for_director=True,
    )


def looked_up(here: Here[Any], column: str, result: str) -> str:
    """Write what a column of the table says about the result in a cell."""
    return f"INDEX({here.range(column, POINTS)},MATCH({result},{here.range('result', POINTS)},0))"


def _points_table(outcomes: Sequence[Outcome]) -> Table[Outcome]:
    return Table(
        POINTS,
        (
            text_column("result", "Result", 180, lambda outcome: outcome.result),
            figure_column("points", "Points", 80, lambda outcome: outcome.points, style="cell strong"),
            figure_column("loses", "a loss", 80, lambda outcome: outcome.loses),
            figure_column("draws", "a draw", 80, lambda outcome: outcome.draws),
            figure_column("ends", "no longer undefeated", 96, lambda outcome: outcome.ends),
            figure_column("mark", "in the grid", 80, lambda outcome: outcome.mark),
        ),
        outcomes,
        key=lambda outcome: outcome.result,
    )
