"""The list of a draw: a line for every seat, which the director may edit and everything else follows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sheetscore.event.folder import WHOLE_EVENT, stage_heading
from sheetscore.event.model import Event
from sheetscore.pairing.draw import Draw, named
from sheetscore.sheets.styles import styles_of
from sheetscore.workbooks.book import Book, Sheet
from sheetscore.workbooks.names import Area, address
from sheetscore.workbooks.paper import PAPERS, Paper

if TYPE_CHECKING:
    from xlsxwriter.format import Format

DRAW_SHEET = "Draw"
DRAW_COLUMNS = ("Table", "Seat", "Side", "Who")
DRAW_FIRST = 4
"""The first row of the list."""

SPARE_LINES = 4
"""Lines of each kind for those without a seat that are left free."""


@dataclass(frozen=True)
class DrawLine:
    """A line of the list: the table, the seat, its side, and who sits there.

    For those without a seat the table is 0, and the seat what that is called.
    """

    table: int
    seat: str
    side: str
    player: str | None


def draw_lines(event: Event, draw: Draw) -> list[DrawLine]:
    """Return the lines of a draw in the order of the list: every seat, then those without one."""
    titles = event.seats(draw.round)
    lines = [
        DrawLine(table.number, seat, titles.get(seat, seat), player)
        for table in draw.tables
        for seat, player in table.seats.items()
    ]
    if draw.round == WHOLE_EVENT:
        return lines  # who sits out differs from round to round
    unseated = event.unseated
    lines += _without_seat(unseated.bye, draw.byes)
    return lines + (_without_seat(unseated.absent, draw.absent) if unseated.told_apart else [])


def _without_seat(called: str, players: Sequence[str]) -> list[DrawLine]:
    return [*(DrawLine(0, called, "", player) for player in players), *[DrawLine(0, called, "", None)] * SPARE_LINES]


@dataclass(frozen=True)
class DrawBook:
    """A draw's workbook under construction: what its sheets have in common.

    Parameters
    ----------
    lines
        The lines of the list.
    """

    book: Book
    event: Event
    draw: Draw
    lines: tuple[DrawLine, ...]

    @cached_property
    def style(self) -> Callable[[str], Format]:
        """Return the format that goes by a name."""
        return styles_of(self.book)

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of all who can be drawn, by id."""
        return self.event.names

    @property
    def paper(self) -> Paper:
        """What the printer holds."""
        return PAPERS[self.event.header.paper]

    @cached_property
    def line_of(self) -> dict[tuple[int, str], int]:
        """The number of the line (from 0) of every table and seat."""
        return {(line.table, line.seat): number for number, line in enumerate(self.lines) if line.table}

    def shown(self, player: str | None) -> str:
        """Return a player as the lists show them."""
        return named(player, self.names) if player else ""

    def cell(self, line: int) -> str:
        """Refer to the cell of the list that says who sits on a line (from 0)."""
        return f"'{DRAW_SHEET}'!{address(DRAW_FIRST + line, DRAW_COLUMNS.index('Who'), fixed=True)}"

    def column(self, name: str, first: int = 0, last: int | None = None) -> str:
        """Refer to a column of the list, from one line to another (both from 0); without them to all of it."""
        at = DRAW_COLUMNS.index(name)
        end = len(self.lines) - 1 if last is None else last
        return Area(DRAW_SHEET, DRAW_FIRST + first, at, DRAW_FIRST + end, at).reference

    def sheet(self, title: str, what: str) -> Sheet:
        """Add a sheet with the heading that all of them have."""
        sheet = self.book.sheet(title)
        sheet.raw.hide_gridlines(2)
        sheet.height(0, 34)
        sheet.text(0, 0, stage_heading(self.event.header.name, self.draw.round, what), self.style("title"))
        sheet.text(1, 0, self.event.subject(self.draw.round), self.style("subtitle"))
        return sheet


Posting = Callable[[DrawBook], None]
"""Writes a sheet on which a draw is posted."""
