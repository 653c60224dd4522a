"""Rounds in which nobody sits yet: what their sheets will look like, before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from msgspec.structs import replace

from sheetscore.desk.workplace import OpenEvent
from sheetscore.forms.round_forms import RoundForms
from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.sheets.headings import LIST_OF_TABLES


def blank_rounds(opened: OpenEvent) -> Iterator[RoundForms]:
    """Yield the forms of every stage of which something says what is played: of one table, or of a list of all."""
    for stage in opened.event.stages:
        if stage not in opened.event.unnamed_rounds and opened.event.seats(stage):
            forms = _blank(opened, stage, ())
            listed = any(table.number == LIST_OF_TABLES for table in forms.tables)
            yield _blank(opened, stage, tuple(opened.event.entrants(stage))) if listed else forms


def _blank(opened: OpenEvent, stage: int, players: Sequence[str]) -> RoundForms:
    """Return the forms of as many tables as players fill, at least of one; a list has lines for seated tables alone."""
    event = opened.event
    seats = list(event.seats(stage))
    filled = [players[first : first + len(seats)] for first in range(0, len(players) - len(seats) + 1, len(seats))]
    drawn = tuple(
        TableDraw(number, event.scenario_at(stage, number), dict(zip_longest(seats, those)))
        for number, those in enumerate(filled or [()], start=1)
    )
    return opened.system.forms(replace(opened.round(stage), drawn=Draw(stage, drawn, (), ())))
