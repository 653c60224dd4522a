"""A draw, made or planned, as a table of who sits where: in a plan, or in a packet to go on with by hand."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from sheetscore.event.folder import stage_title
from sheetscore.event.model import Event
from sheetscore.pairing.draw import Draw, display_name
from sheetscore.sheets.draw_workbook import draw_lines, when_played
from sheetscore.sheets.postings import NOBODY
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import Column, Table, figure_column, text_column
from sheetscore.wording import number_together

SEAT, WHO = "Seat", "Who"
"""The headings of the columns after the number of the gaming table; plans, which are read back, have no others."""


_ROOMY = 26
"""The most lines of the usual height; if there are more, all are lower, so that they take fewer sheets of paper."""


class SeatLine(Struct, frozen=True):
    """A line of the sheet: a seat and who sits there, or, without a table, a player who has no seat."""

    table: int | None
    seat: str
    """The id of the seat."""
    title: str
    who: str
    player: str | None
    starts_table: bool
    """Whether it is the first line of its table."""


def planned_title(stage: int) -> str:
    """Return the title of the sheet of a planned round."""
    return f"Plan, {stage_title(stage)}"


def drawn_table(stage: int) -> str:
    """Return the name by which formulas refer to the table on the sheet of a draw."""
    return f"drawn {stage}"


def drawn_sheet(event: Event, drawn: Draw, *, planned: bool = False) -> TableSheet:
    """Plan the sheet of a draw: every seat in the order of the tables, then those without one.

    Parameters
    ----------
    planned
        Whether the draw is part of a plan, and the round is still to be drawn.
    """
    title = stage_title(drawn.round)
    tab, state = (planned_title(drawn.round), "planned") if planned else (f"Draw, {title}", "drawn")

    def called(one: SeatLine) -> str:
        return one.title if planned else number_together(one.title)

    columns: tuple[Column[SeatLine], ...] = (
        figure_column("table", event.TABLE_CALLED, 70, lambda one: one.table, style="cell strong"),
        text_column("seat", SEAT if planned else event.SEAT_CALLED, 220, called),
        text_column("who", WHO, 400, lambda one: one.who, player=lambda one: one.player),
    )
    lines = [*seat_lines(event, drawn)]
    seats = Table(
        drawn_table(drawn.round),
        columns,
        lines,
        starts_group=lambda one: one.starts_table,
        size="fine" if len(lines) > _ROOMY else "normal",
    )
    facts = filter(None, (event.subject(drawn.round), when_played(event, drawn.round)))
    return TableSheet(tab, f"{title}, {state}", lines=tuple(map(TextLine, facts)), tables=(seats,))


def seat_lines(event: Event, drawn: Draw) -> Iterator[SeatLine]:
    """Yield the lines of the sheet of a draw."""
    names, before = event.names, 0
    for line in draw_lines(event, drawn):
        if line.table or line.player:
            who = display_name(line.player, names) if line.player else NOBODY
            yield SeatLine(line.table or None, line.seat, line.title, who, line.player, line.table != before)
            before = line.table
