"""Who sits where in every round, in hidden columns of the movement's sheet, by formula from the list of the draw.

What is posted is looked up there: a row for each round, its columns the tables of the one side, then of the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from msgspec import Struct

from sheetscore.event.times import clock
from sheetscore.sheets.draw_workbook import DrawBook
from sheetscore.systems.duplicate.itineraries import rounds_of
from sheetscore.systems.duplicate.model import SideId, seat_of
from sheetscore.systems.duplicate.movement_plan import MovementPlan, plan_posting
from sheetscore.workbooks.book import CellValue, Sheet
from sheetscore.workbooks.names import Area, address

SHEET = "Movement"

RED: SideId = "red"
BLUE: SideId = "blue"

NOBODY = "—"

_TABLES, _SCENARIOS, _FIRST = 0, 1, 2
"""Rows of the hidden columns: table numbers, scenarios, the first round."""


class Seating(Struct, frozen=True):
    """Where the hidden columns are.

    Parameters
    ----------
    plan
        How the movement lies on paper: the hidden columns stand beside it.
    numbers, rounds
        Of the tables and of the rounds.
    """

    plan: MovementPlan
    numbers: Sequence[int]
    rounds: Sequence[int]

    @property
    def first(self) -> int:
        """The first of them."""
        return len(self.plan.widths)

    def column(self, side: str, index: int) -> int:
        """Return the column that says who sits on a side of a table (by its place from 0)."""
        return self.first + (side == BLUE) * len(self.numbers) + index

    @property
    def names(self) -> int:
        """The column with the name of every team; its number stands at its right."""
        return self.first + 2 * len(self.numbers)

    def row(self, number: int) -> int:
        """Return the row of a round."""
        return _FIRST + self.rounds.index(number)

    def side(self, number: int, side: str) -> str:
        """Refer to all who sit on one side in a round."""
        return self._along(self.row(number), side)

    @property
    def tables(self) -> str:
        """Refers to the numbers of the tables."""
        return self._along(_TABLES, RED)

    @property
    def scenarios(self) -> str:
        """Refers to what is played at them."""
        return self._along(_SCENARIOS, RED)

    def _along(self, row: int, side: str) -> str:
        last = self.column(side, len(self.numbers) - 1)
        return Area(SHEET, row, self.column(side, 0), row, last).reference

    def write(self, made: DrawBook, sheet: Sheet) -> None:
        """Write the hidden columns."""
        unseen = made.style("unseen")
        sheet.raw.set_column(self.first, self.names + 1, None, None, {"hidden": True})
        for row, team in enumerate(made.names):
            sheet.text(row, self.names, made.shown(team), unseen)
            sheet.value(row, self.names + 1, made.event.entrant(team).number)
        titles = made.event.scenario_titles
        for index, table in enumerate(made.draw.tables):
            sheet.number(_TABLES, self.column(RED, index), table.number)
            sheet.text(_SCENARIOS, self.column(RED, index), titles.get(table.scenario, table.scenario), unseen)
            for number, side in product(self.rounds, (RED, BLUE)):
                line = made.line_of.get((table.number, seat_of(number, side)))
                listed = '""' if line is None else made.cell(line)
                who = made.shown(table.seats.get(seat_of(number, side)))
                place = self.row(number), self.column(side, index)
                sheet.formula(*place, f'IF({listed}="","",{listed})', who, unseen)

    def number_of(self, made: DrawBook, number: int, side: SideId, index: int) -> str:
        """Return the formula for the number of the team that sits on a side of a table in a round.

        It is looked up with = inside SUMPRODUCT: a lookup would read * and ? in names as patterns.
        """
        who = address(self.row(number), self.column(side, index))
        last = max(len(made.names) - 1, 0)
        names, numbers = (
            f"{address(0, at, fixed=True)}:{address(last, at, fixed=True)}" for at in (self.names, self.names + 1)
        )
        return f'IF({who}="","{NOBODY}",SUMPRODUCT(({names}={who})*{numbers}))'


def seating_of(made: DrawBook) -> Seating:
    """Say where a draw's movement has its hidden columns."""
    numbers, rounds = [table.number for table in made.draw.tables], rounds_of(made.draw)
    labels = [str(round_label(made, number)) for number in rounds]
    teams = [made.event.entrant(team).number or 0 for team in made.names]
    widest = f"{max(teams, default=0)} v {max(teams, default=0)}"
    return Seating(plan_posting(made.paper, labels, widest, len(numbers)), numbers, rounds)


def round_label(made: DrawBook, number: int) -> CellValue:
    """Return what a round is called: its number, with its time where it has one."""
    slot = made.event.slot(number)
    return f"{number}  ·  {clock(slot.start)}" if slot else number
