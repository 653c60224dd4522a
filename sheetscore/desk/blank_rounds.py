"""Rounds in which nobody sits yet: what their sheets will look like, before anything is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sheetscore.desk.workplace import OpenEvent
from sheetscore.forms.round_forms import RoundForms
from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.sheets.headings import LIST_OF_TABLES


def blank_rounds(opened: OpenEvent) -> Iterator[RoundForms]:
    """Yield the forms of every stage of which something says what is played: of one table, or of a list of all."""
    for stage in opened.event.stages:
        if stage not in opened.event.unnamed_rounds and opened.event.seats(stage):
            forms = _blank(opened, stage, 1)
            listed = any(table.number == LIST_OF_TABLES for table in forms.tables)
            yield _blank(opened, stage, _tables(opened, stage)) if listed else forms


def _blank(opened: OpenEvent, stage: int, tables: int) -> RoundForms:
    event = opened.event
    seats: dict[str, str | None] = dict.fromkeys(event.seats(stage))
    drawn = tuple(TableDraw(number, event.scenario_at(stage, number), seats) for number in range(1, tables + 1))
    return opened.system.forms(replace(opened.round(stage), drawn=Draw(stage, drawn, (), ())))


def _tables(opened: OpenEvent, stage: int) -> int:
    """Return at how many tables everybody would play who is entered."""
    return max(1, len(opened.event.entrants(stage)) // len(opened.event.seats(stage)))
