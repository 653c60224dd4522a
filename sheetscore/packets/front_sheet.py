"""The first page of a packet: which event it is, what is in the packet, how a day goes."""

from __future__ import annotations

from collections.abc import Sequence

from sheetscore.event.folder import sheets_stem, stage_command
from sheetscore.event.model import Event
from sheetscore.results.round_results import event_line
from sheetscore.sentences import counted
from sheetscore.systems.system import E, System
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Column, Table, text_column

FOR_DIRECTOR = "for the director"


def front_sheet(event: E, system: System[E], sheets: Sequence[TableSheet], blank: Sequence[str]) -> TableSheet:
    """Plan the page.

    Parameters
    ----------
    sheets
        The others that are planned, in order.
    blank
        The titles of the blank sheets behind them.
    """
    there = f"{counted(event.header.rounds, 'round')}, {counted(len(event.names), 'entry', 'entries')}"
    lines = (
        event_line(event),
        Line(f"{system.title}: {system.summary}. {there}.", "words"),
        Line("Run by a director who has never seen it: everything that was decided stands in this packet.", "words"),
    )
    return TableSheet(
        "Packet",
        event.header.name,
        lines=lines,
        tables=(_contents(sheets, blank), _day(event)),
        for_director=True,
    )


def _contents(sheets: Sequence[TableSheet], blank: Sequence[str]) -> Table[tuple[str, str, str]]:
    listed = [(sheet.title, sheet.heading, FOR_DIRECTOR if sheet.for_director else "everybody") for sheet in sheets]
    listed += [(title, "a blank score sheet, to be copied", "everybody") for title in blank]
    columns: tuple[Column[tuple[str, str, str]], ...] = (
        text_column("sheet", "Sheet", 210, lambda line: line[0]),
        text_column("what", "What is on it", 380, lambda line: line[1]),
        text_column("whom", "For whom", 150, lambda line: line[2]),
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
        text_column("command", "Command", 150, lambda line: line[1]),
    )
    return Table("day", columns, steps, title="How a round goes", note="in the folder of the event")
