"""The packet as a workbook: which sheets it has, in the order in which one reads them.

The first page says which event it is, what is in the packet, and how a day goes; then come the schedule, how the event
goes on in the words of its system, and who comes late, leaves early or misses a round.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.cells import seen_columns
from sheetscore.event.folder import sheets_stem, stage_command
from sheetscore.event.model import Event, Stay
from sheetscore.event.tables import id_of, table_of, walk
from sheetscore.event.times import clock, long_day
from sheetscore.forms.round_forms import RoundForms
from sheetscore.packets.blank_pages import BlankSheet, blank_sheets, write_blank_sheet
from sheetscore.packets.by_hand import sheets_to_fill_in
from sheetscore.packets.parts import entered_sheets, notes_sheet, scenario_cards, sentences_table, title_of
from sheetscore.results.round_results import event_line
from sheetscore.results.table_book import rules_sheet
from sheetscore.sheets.styles import styles_of
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import Procedure
from sheetscore.systems.system import E, System
from sheetscore.tables.sheet import TableSheet, TextLine, split_sheet
from sheetscore.tables.table import Column, Table, figure_column, text_column
from sheetscore.tables.xlsx import write_table_sheets
from sheetscore.wording import pluralize
from sheetscore.workbooks.book import Book, CellValue
from sheetscore.workbooks.cell_refs import sheet_title
from sheetscore.workbooks.paper import PAPERS


def conduct_sheet(conduct: Procedure) -> TableSheet:
    """Plan the sheet."""
    parts = (
        sentences_table("how drawn", "How rounds are drawn", conduct.draw),
        sentences_table("how scored", "How results are scored and ranked", conduct.scoring),
        sentences_table("who comes and goes", "Late entrants, drop-outs, missed rounds", conduct.attendance),
        sentences_table("by hand", "A round drawn with cards, without a computer", conduct.by_hand),
    )
    return TableSheet("How it goes", "How the event goes on", tables=tuple(one for one in parts if one.lines))


class _Stays(Struct, frozen=True):
    """Somebody who is not there in every round."""

    id: str
    name: str
    stay: Stay


def attendance_sheet(event: Event) -> TableSheet | None:
    """Plan the list of those who are not there in every round; None where everybody is."""
    people = list(_some_rounds(event))
    columns: tuple[Column[_Stays], ...] = (
        text_column("id", "Id", 90, lambda line: line.id),
        text_column("name", "Who", 320, lambda line: line.name),
        figure_column("first", "From round", 100, lambda line: line.stay.first),
        figure_column("last", "to round", 100, lambda line: line.stay.last or event.header.rounds),
        text_column("absent", "absent in", 150, lambda line: ", ".join(map(str, line.stay.absent))),
    )
    lines = Table("some rounds", columns, people)
    return TableSheet("Comings and goings", "Not there in every round", tables=(lines,)) if people else None


def _some_rounds(event: Event) -> Iterator[_Stays]:
    for _, _, part in walk(event):
        if part.stay is not None and part.stay != Stay():
            yield _Stays(id_of(part), title_of(part), part.stay)


FOR_DIRECTOR, HEADER = "for the director", "event"


def front_sheet(event: E, system: System[E], sheets: Sequence[TableSheet], blank: Sequence[BlankSheet]) -> TableSheet:
    """Plan the page.

    Parameters
    ----------
    sheets
        The others that are planned, in order.
    blank
        The blank score sheets behind them.
    """
    there = f"{pluralize(event.header.rounds, 'round')}, {len(event.names)} entered"
    lines = (
        event_line(event),
        TextLine(f"{system.title}: {system.summary}. {there}.", "words"),
        TextLine(
            "Whoever has never seen this event can run it from these pages: what was decided stands here.", "words"
        ),
    )
    return TableSheet(
        "Packet",
        event.header.name,
        lines=lines,
        tables=(_contents(sheets, blank), _day(event), _header(event)),
        for_director=True,
    )


def _contents(sheets: Sequence[TableSheet], blank: Sequence[BlankSheet]) -> Table[tuple[str, str, str]]:
    listed = [(sheet.title, sheet.heading, FOR_DIRECTOR if sheet.for_director else "everybody") for sheet in sheets]
    listed += [(sheet.title, sheet.contents, "everybody") for sheet in blank]
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


NO_TIMES = "The event has no schedule yet: the director says when rounds begin."

TO_BE_CHOSEN = "to be chosen"


class ScheduledRound(Struct, frozen=True):
    """A round with its times as they are printed."""

    number: int
    day: str
    begins: str
    ends: str
    minutes: int | None
    played: str


def schedule_sheet(event: Event) -> TableSheet:
    """Plan the sheet; rounds without a time are listed, too."""
    columns: tuple[Column[ScheduledRound], ...] = (
        figure_column("round", "Round", 80, lambda line: line.number, style="cell strong"),
        text_column("day", "Day", 170, lambda line: line.day),
        figure_column("begins", "Begins", 84, lambda line: line.begins, style="cell strong"),
        figure_column("ends", "Ends at", 84, lambda line: line.ends),
        figure_column("minutes", "Minutes", 84, lambda line: line.minutes),
        text_column("played", "What is played", 260, lambda line: line.played, style="cell text"),
    )
    numbers = range(1, max((event.header.rounds, *event.stages)) + 1)
    rounds = [scheduled_round(event, number) for number in numbers]
    lines = () if event.schedule else (TextLine(NO_TIMES),)
    return TableSheet(
        "Schedule", "Schedule", lines=lines, tables=(Table("schedule", columns, rounds, fit_height=True),)
    )


def scheduled_round(event: Event, number: int) -> ScheduledRound:
    """Return a round (counted from 1) as the schedule prints it."""
    slot, day = event.slot(number), event.day_of(number)
    begins = dt.datetime.combine(day or dt.date.min, slot.start) if slot else None
    ends = begins + dt.timedelta(minutes=slot.minutes) if slot and begins and slot.minutes else None
    return ScheduledRound(
        number,
        long_day(day) if day and slot else "",
        clock(slot.start) if slot else "",
        clock(ends.time()) if ends else "",
        slot.minutes if slot else None,
        played_in(event, number),
    )


def played_in(event: Event, number: int) -> str:
    """Say what is played in a round (counted from 1); that a choice is open; empty where there is nothing to choose."""
    if number in event.unnamed_rounds:
        return TO_BE_CHOSEN
    return event.subject(number) if number in event.stages else ""


ALL, PLAYERS, SCHEDULE, SCENARIOS, RULES, SHEETS = "all", "players", "schedule", "scenarios", "rules", "sheets"

PARTS: Mapping[str, str] = {
    ALL: "all of it, with what is for the director alone",
    PLAYERS: "what everybody may see",
    SCHEDULE: "when each round begins and what is played",
    SCENARIOS: "a card for each scenario",
    RULES: "how the event goes on, points, decisions and what they mean",
    SHEETS: "blank score sheets",
}
"""What may be wanted of a packet."""


class Packet(Struct, frozen=True):
    """A packet, planned."""

    event: Event
    sheets: tuple[TableSheet, ...]
    """In the order of their tabs."""
    blank: tuple[BlankSheet, ...]
    """The blank score sheets behind them."""

    @property
    def titles(self) -> tuple[str, ...]:
        """All of its sheets."""
        return (*(sheet.title for sheet in self.sheets), *(sheet.title for sheet in self.blank))

    @property
    def for_director(self) -> tuple[str, ...]:
        """The sheets that are for the director alone."""
        return tuple(sheet.title for sheet in self.sheets if sheet.for_director)

    def write(self, path: Path) -> None:
        """Write the workbook."""
        book = Book(path, f"{self.event.header.name}, packet")
        style = styles_of(book)
        write_table_sheets(book, self.sheets, PAPERS[self.event.header.paper], style)
        for blank in self.blank:
            write_blank_sheet(book, self.event, blank, style)
        book.close()


def packet_of(system: System[Any], context: RoundContext[Any], blank: Sequence[RoundForms], part: str = ALL) -> Packet:
    """Plan the packet of an event, or a part of it.

    Parameters
    ----------
    context
        Any stage of the event, with its templates.
    blank
        The forms of every round of which sheets can be made, with all of their tables and nobody on them.
    """
    event = context.event
    copied = blank_sheets(event, blank) if part in {ALL, PLAYERS, SHEETS} else []
    planned = [(kind, sheet) for kind, sheet in _planned(system, context, blank) if _wanted(part, kind, sheet)]
    taken = {sheet.title.casefold() for sheet in copied} | {"packet"}
    sheets: list[TableSheet] = []
    for _, sheet in planned:
        title = sheet_title(sheet.title, taken)
        taken.add(title.casefold())
        entitled = replace(sheet, title=title, lines=(event_line(event), *sheet.lines))
        sheets += split_sheet(entitled, PAPERS[event.header.paper])
    if part == ALL:
        sheets.insert(0, front_sheet(event, system, sheets, copied))
    return Packet(event, tuple(sheets), tuple(copied))


def _planned(
    system: System[Any], context: RoundContext[Any], blank: Sequence[RoundForms]
) -> Iterator[tuple[str, TableSheet]]:
    """Yield all sheets with the part that they belong to."""
    event = context.event
    conduct = system.procedure(context)
    yield SCHEDULE, schedule_sheet(event)
    yield RULES, conduct_sheet(conduct)
    for sheet in conduct.sheets:
        yield RULES, sheet
    for card in scenario_cards(event):
        yield SCENARIOS, card
    for sheet in sheets_to_fill_in(event):
        yield SHEETS, sheet
    yield RULES, rules_sheet(system.decisions(event), [*chain.from_iterable(one.page_forms() for one in blank)])
    for kept in (attendance_sheet(event), notes_sheet(event), *entered_sheets(event)):
        if kept is not None:
            yield ALL, replace(kept, for_director=True)


def _wanted(part: str, kind: str, sheet: TableSheet) -> bool:
    return part in {ALL, kind} or (part == PLAYERS and not sheet.for_director)
