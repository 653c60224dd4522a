"""Scenarios on cards for their players, a sheet each, and what the director alone has to know of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.event.identity import folded
from sheetscore.event.model import Event, Part
from sheetscore.event.tables import Table, id_of, inner_parts, inner_tables, table_of
from sheetscore.packets.parts_table import facts_table, inside, parts_table, title_of
from sheetscore.packets.sentences_sheet import paragraphs
from sheetscore.sentences import numbered
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import AnyTable, Column, text_column
from sheetscore.tables.table import Table as PlannedTable

SCENARIO, ROUND = "scenario", "round"


def scenarios_of(event: Event) -> tuple[Table, tuple[Part, ...]] | None:
    """Return the scenarios of an event with their table; None for a system without any."""
    table = next((one for one in table_of(type(event)).tables if one.key == SCENARIO), None)
    return (table, inner_parts(table, event)) if table else None


def scenario_cards(event: Event) -> Iterator[TableSheet]:
    """Plan a card for each scenario: its text, its sides and all that belongs to them."""
    table, scenarios = scenarios_of(event) or (None, ())
    for at, scenario in enumerate(scenarios):
        if table:
            yield _card(event, table, scenario, at)


def notes_sheet(event: Event) -> TableSheet | None:
    """Plan the sheet of the notes for the director; None where there are none."""
    table, scenarios = scenarios_of(event) or (None, ())
    secret = [column for column in table.columns if column.for_director] if table else []
    noted = [
        _Note(title_of(scenario), line.text)
        for scenario in scenarios
        for column in secret
        if getattr(scenario, column.name)
        for line in paragraphs(getattr(scenario, column.name))
    ]
    columns: tuple[Column[_Note], ...] = (
        text_column("scenario", "Scenario", 170, lambda note: note.scenario, style="cell text"),
        text_column("note", "For the director alone", 590, lambda note: note.text, style="cell text"),
    )
    notes = PlannedTable("notes", columns, noted, tall=True)
    return TableSheet("Notes", "Notes on scenarios", tables=(notes,), for_director=True) if noted else None


@dataclass(frozen=True)
class _Note:
    """A paragraph of notes."""

    scenario: str
    text: str


def _card(event: Event, table: Table, scenario: Part, at: int) -> TableSheet:
    titles = {
        f"{one.key} {folded(id_of(placed.part))}": title_of(placed.part)
        for one in inner_tables(table)
        if one.has_ids
        for placed in inside(table, scenario, one)
    }
    parts = [(one, list(inside(table, scenario, one))) for one in inner_tables(table)]
    inner: list[AnyTable] = [
        parts_table(f"{one.path} {at}", one, lines, titles, one.title) for one, lines in parts if lines
    ]
    own = facts_table(f"scenario {at}", table, scenario, titles, "Scenario")
    tables: tuple[AnyTable, ...] = (own, *inner) if len(own.lines) > 1 or not inner else tuple(inner)
    texts = (getattr(scenario, one.name) for one in table.columns if one.long and not one.for_director)
    text = [line for one in texts if one for line in paragraphs(one)]
    heading = title_of(scenario)
    return TableSheet(heading, heading, lines=(Line(_played(event, scenario)), *text), tables=tables)


def _played(event: Event, scenario: Part) -> str:
    """Say in which rounds a scenario is played, or at which tables."""
    rounds = next((one for one in table_of(type(event)).tables if one.key == ROUND), None)
    named = folded(id_of(scenario))
    numbers: list[int] = []
    tables: list[int] = []
    for part in inner_parts(rounds, event) if rounds else ():
        ids = getattr(part, SCENARIO, None) or ()
        places = [place for place, id_ in enumerate([ids] if isinstance(ids, str) else ids, 1) if folded(id_) == named]
        numbers += [getattr(part, "number", 0)] * bool(places)
        tables += places
    if event.stages == (WHOLE_EVENT,):
        return f"Played at {numbered('table', tables)} in every round." if tables else ""
    return f"Played in {numbered('round', numbers)}." if numbers else "No round names it yet."
