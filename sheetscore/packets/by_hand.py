"""Sheets on which an event goes on with a pencil: who sits where in a round, and how everybody stands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec import Struct

from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.event.model import Event
from sheetscore.pairing.draw import display_name
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import Column, Table, figure_column, text_column

_UPRIGHT_ROUNDS, _MOST_ROUNDS = 3, 9
"""So many columns of rounds there is room for on upright paper, and on paper that lies across."""


class _Seat(Struct, frozen=True):
    """A seat for which a name is to be written."""

    table: int
    title: str
    opens: bool
    """Whether it is the first of its table."""


class _Entrant(Struct, frozen=True):
    """Somebody whose scores are to be written."""

    id: str
    shown: str


def sheets_to_fill_in(event: Event) -> Iterator[TableSheet]:
    """Plan the sheets: a posting to be copied for each round that is drawn by itself, and the standings."""
    for stage in event.stages[:1]:
        if stage != WHOLE_EVENT and stage not in event.unnamed_rounds and event.names:
            yield _posting(event, stage)
    if event.names:
        yield _standings(event)


def _posting(event: Event, stage: int) -> TableSheet:
    """Plan a posting with the seats of the first round; those of another scenario are written over them."""
    titles = event.seats(stage)
    called = {seat: f"{title} {seat.partition('.')[2]}".strip() or seat for seat, title in titles.items()}
    tables = range(1, event.tables_needed(stage) + 1)
    seats = [_Seat(table, called[seat], seat == next(iter(titles))) for table, seat in product(tables, titles)]
    columns: tuple[Column[_Seat], ...] = (
        figure_column("table", "Table", 80, lambda one: one.table, style="cell strong"),
        text_column("seat", "Seat", 220, lambda one: one.title),
        text_column("who", "Who", 400, lambda _: None, style="cell entered"),
    )
    lines = (TextLine("Copy this for every round; write the number of the round on top."),)
    table = Table("posting", columns, seats, starts_group=lambda one: one.opens, size="large")
    return TableSheet("Posting by hand", "Round ____", lines=lines, tables=(table,))


def _standings(event: Event) -> TableSheet:
    """Plan the standings with everybody who has entered and a column for each round."""
    names = event.names
    entrants = [_Entrant(id_, display_name(id_, names)) for id_ in names]
    rounds = range(1, min(event.header.rounds, _MOST_ROUNDS) + 1)
    columns: tuple[Column[_Entrant], ...] = (
        figure_column("rank", "Rank", 60, lambda _: None, style="cell entered middle"),
        text_column("who", "Who", 300, lambda one: one.shown),
        *(
            figure_column(f"round {number}", f"Round {number}", 74, lambda _: None, style="cell entered middle")
            for number in rounds
        ),
        figure_column("total", "Together", 90, lambda _: None, style="cell entered middle"),
    )
    lines = (TextLine("What each round gives is written here, added up and ranked; equal ones as the rules say."),)
    table = Table("standings by hand", columns, entrants, size="large")
    across = len(rounds) > _UPRIGHT_ROUNDS
    return TableSheet(
        "Standings by hand", "Standings", lines=lines, tables=(table,), landscape=across, for_director=True
    )
