"""Draws that are made or planned: who sits where, for the wall and for whoever goes on with a pencil."""

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


class _Seat(Struct, frozen=True):
    """A seat of a draw and who sits there; without a table somebody who has none."""

    table: int | None
    title: str
    who: str
    player: str | None
    opens: bool
    """Whether it is the first of its table."""


def drawn_sheet(event: Event, drawn: Draw, *, planned: bool = False) -> TableSheet:
    """Plan the sheet of a draw: every seat in the order of the tables, then those without one.

    Parameters
    ----------
    planned
        Whether it is one of a plan, that the round is still to be drawn by.
    """
    title = stage_title(drawn.round)
    tab, state = ("Plan", "planned") if planned else ("Draw", "drawn")
    columns: tuple[Column[_Seat], ...] = (
        figure_column("table", "Table", 70, lambda one: one.table, style="cell strong"),
        text_column("seat", "Seat", 220, lambda one: one.title),
        text_column("who", "Who", 400, lambda one: one.who, player=lambda one: one.player),
    )
    seats = Table(
        f"drawn {drawn.round}", columns, [*_seats(event, drawn)], starts_group=lambda one: one.opens, size="fine"
    )
    told = filter(None, (event.subject(drawn.round), when_played(event, drawn.round)))
    return TableSheet(f"{tab}, {title}", f"{title}, {state}", lines=tuple(map(TextLine, told)), tables=(seats,))


def _seats(event: Event, drawn: Draw) -> Iterator[_Seat]:
    names, before = event.names, 0
    for line in draw_lines(event, drawn):
        if line.table or line.player:
            who = display_name(line.player, names) if line.player else NOBODY
            yield _Seat(line.table or None, line.title, who, line.player, line.table != before)
            before = line.table
