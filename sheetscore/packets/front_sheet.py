"""The first page of a packet: which event it is, what is in the packet, how a day goes."""

from __future__ import annotations

from collections.abc import Sequence

from sheetscore.event.cells import seen_columns
from sheetscore.event.folder import sheets_stem, stage_command
from sheetscore.event.model import Event
from sheetscore.event.tables import table_of
from sheetscore.results.round_results import event_line
from sheetscore.sentences import counted
from sheetscore.systems.system import E, System
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Column, Table, text_column
from sheetscore.workbooks.book import CellValue

FOR_DIRECTOR, HEADER = "for the director", "event"


def front_sheet(event: E, system: System[E], sheets: Sequence[TableSheet], blank: Sequence[str]) -> TableSheet:
    """Plan the page.

    Parameters
    ----------
    sheets
        The others that are planned, in order.
    blank
        The titles of the blank sheets behind them.
    """
    there = f"{counted(event.header.rounds, 'round')}, {len(event.names)} entered"
    lines = (
        event_line(event),
        Line(f"{system.title}: {system.summary}. {there}.", "words"),
        Line("Whoever has never seen this event can run it from these pages: what was decided stands here.", "words"),
    )
    return TableSheet(
        "Packet",
        event.header.name,
        lines=lines,
        tables=(_contents(sheets, blank), _day(event), _header(event)),
        for_director=True,
    )


def _contents(sheets: Sequence[TableSheet], blank: Sequence[str]) -> Table[tuple[str, str, str]]:
    listed = [(sheet.title, sheet.heading, FOR_DIRECTOR if sheet.for_director else "everybody") for sheet in sheets]
    listed += [(title, "a blank score sheet, to be copied", "everybody") for title in blank]
    columns: tuple[Column[tuple[str, str, str]], ...] = (
        text_column("sheet", "Sheet", 210, lambda line: line[0]),
        text_column("what", "What is on it", 380, lambda line: line[1]),
        text_column("whom", "For whom", 190, lambda line: line[2]),
    )
    return Table("contents", columns, listed, title="In this packet")


def _day(event: Event) -> Table[tuple[str, str, str]]:
    """List what a director does, with the command that does it."""
    first = event.stages[0]
    steps = [
        ("Look over the event", "sheetscore check", "Everything that is wrong in it, at once."),
        ("Draw", f"sheetscore {stage_command('draw', first)}", "Print the postings; change seats there if you must."),
        ("Sheets", f"sheetscore {stage_command('sheets', first)}", "Print them, or have them filled in on screen."),
        (
            "Score",
            f"sheetscore ingest {sheets_stem(first)}.xlsx",
            "What is wrong comes back marked.",
        ),
        ("Standings", "sheetscore standings", "Then on to the next draw."),
    ]
    columns: tuple[Column[tuple[str, str, str]], ...] = (
        text_column("step", "A round", 210, lambda line: line[0]),
        text_column("what", "What it gives", 380, lambda line: line[2]),
        text_column("command", "Command", 190, lambda line: line[1]),
    )
    return Table("day", columns, steps, title="How a round goes", note="in the folder of the event")


def _header(event: Event) -> Table[tuple[str, CellValue]]:
    """List what the event is, with the seed that every random choice follows from."""
    table = next(one for one in table_of(type(event)).tables if one.key == HEADER)
    part = event.header
    known = [
        (one.title, str(value)) for one in seen_columns(table) if (value := getattr(part, one.name)) not in (None, "")
    ]
    columns: tuple[Column[tuple[str, CellValue]], ...] = (
        text_column("what", "The event", 210, lambda line: line[0]),
        text_column("value", "is", 380, lambda line: line[1]),
    )
    return Table("header", columns, known, title="As it is set up")
