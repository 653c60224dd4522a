"""The packet as a workbook: its sheets in reading order.

The first page has the event, the contents of the packet, and the course of a round. Then follow the schedule, the
procedure of the system in sentences, scenarios, sheets to fill in, rules, lists, and blank score sheets.
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
from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.event.model import Event, Stay
from sheetscore.event.tables import id_of, table_of, walk
from sheetscore.event.times import clock, long_day
from sheetscore.forms.round_forms import RoundForms
from sheetscore.packets.blank_pages import BlankSheet, blank_sheets, write_blank_sheet
from sheetscore.packets.by_hand import (
    PLAYER_CARDS,
    POSTING,
    STANDINGS,
    TEAM_CARDS,
    WALL_CHART,
    filling,
    sheets_to_fill_in,
)
from sheetscore.packets.parts import lists_sheet, notes_sheet, scenario_cards, sentences_table, title_of
from sheetscore.packets.shared_paper import AND, on_one_sheet, tab_title, with_own_columns
from sheetscore.pairing.draw import Draw
from sheetscore.pairing.planned.seat_plan import SeatPlan
from sheetscore.results.round_results import event_line
from sheetscore.results.table_book import rules_sheet
from sheetscore.sheets.drawn_sheet import drawn_sheet
from sheetscore.sheets.plan_tables import plan_sheets
from sheetscore.sheets.styles import styles_of
from sheetscore.sheets.written import write_fingerprints
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import Procedure, RoundStep
from sheetscore.systems.system import E, System
from sheetscore.tables.column_widths import with_room_for_titles, worksheets_of
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import Column, Table, figure_column, text_column
from sheetscore.tables.xlsx import write_table_sheets
from sheetscore.wording import HARD_BLANK, capitalized, number_list, pluralize, times_to_copy
from sheetscore.workbooks.book import Book, CellValue
from sheetscore.workbooks.cell_refs import sheet_title
from sheetscore.workbooks.paper import PAPER_SIZES

HOW_IT_GOES = "How it goes"
"""The title of the sheet with the procedure: other sheets refer to this title, and so it is never cut short."""


def procedure_sheet(procedure: Procedure, rounds: Sequence[str] = ()) -> TableSheet:
    """Plan the sheet with the procedure of the event.

    Parameters
    ----------
    rounds
        A sentence on each round, if the event has no schedule.
    """
    parts = (
        sentences_table("how drawn", "How rounds are drawn", procedure.draw),
        sentences_table("how scored", "How results are scored and ranked", procedure.scoring),
        sentences_table("who comes and goes", "Late entrants, drop-outs, missed rounds", procedure.attendance),
        sentences_table("by hand", "A round drawn with cards, without a computer", procedure.by_hand),
        sentences_table("rounds", f"Rounds. {NO_TIMES}", rounds),
    )
    return TableSheet(HOW_IT_GOES, "How the event goes on", tables=tuple(one for one in parts if one.lines))


class _Stays(Struct, frozen=True):
    """A player or team that does not play in every round."""

    id: str
    name: str
    stay: Stay


def attendance_table(event: Event) -> Table[_Stays]:
    """Plan the list of players and teams that do not play in every round."""
    columns: tuple[Column[_Stays], ...] = (
        text_column("id", "Id", 50, lambda line: line.id),
        text_column("name", "Who", 210, lambda line: line.name),
        figure_column("first", "From round", 80, lambda line: line.stay.first),
        figure_column("last", "to round", 80, lambda line: line.stay.last or event.header.rounds),
        text_column("absent", "absent in", 110, lambda line: ", ".join(map(str, line.stay.absent))),
    )
    return Table("some rounds", columns, list(_some_rounds(event)), title="Not there in every round")


def _some_rounds(event: Event) -> Iterator[_Stays]:
    for _, _, part in walk(event):
        if part.stay is not None and part.stay != Stay():
            yield _Stays(id_of(part), title_of(part), part.stay)


NO_TIMES = "The event has no schedule yet: the director says when rounds begin."

DIRECTOR_ALONE, EVERYBODY = "director alone", "everybody"
"""Who sees a sheet, in the contents."""

HEADER = "event"


class PlannedSheet(Struct, frozen=True):
    """A sheet of the packet."""

    part: str
    """The key of the part of the packet that the sheet belongs to."""
    sheet: TableSheet
    copied: str = ""
    """The note on the number of copies; empty if one is enough."""
    for_players: bool = True
    """Whether the sheet is for players, too, rather than for the director alone."""
    shares: bool = False
    """Whether the sheet, if it is short, may share paper with others that need as many copies."""
    joined: tuple[TableSheet, ...] = ()
    """The sheets that it was joined from, if any."""


def front_sheet(
    event: E, system: System[E], sheets: Sequence[PlannedSheet], blank: Sequence[BlankSheet], procedure: Procedure
) -> TableSheet:
    """Plan the first page.

    Parameters
    ----------
    sheets
        The other planned sheets, in order.
    blank
        The blank score sheets that follow.
    """
    size = f"{pluralize(event.header.rounds, 'round')}, {len(event.names)} entered"
    lines = (
        *(line for line in [event_line(event, heading=event.header.name)] if line.text),
        TextLine(f"{system.title}: {system.summary}. {size}.", "words"),
        TextLine(
            "Whoever has never seen this event can run it from these pages, with a pencil and a copier: what was "
            "decided stands here.",
            "words",
        ),
        *_to_be_chosen(event),
    )
    tables = _contents(sheets, blank), _day(sheets, blank, procedure), _header(event, printed=True)
    return TableSheet(
        "Packet",
        event.header.name,
        lines=lines,
        tables=tuple(one for one in tables if one.lines),
        behind=(_header(event, printed=False),),
        for_director=True,
        own_columns=True,
    )


def _contents(sheets: Sequence[PlannedSheet], blank: Sequence[BlankSheet]) -> Table[tuple[str, str, str]]:
    listed = [
        (one.sheet.printed_title, _described(one), DIRECTOR_ALONE if one.sheet.for_director else EVERYBODY)
        for one in sheets
    ]
    listed += [(sheet.title, sheet.contents, EVERYBODY) for sheet in blank]
    columns: tuple[Column[tuple[str, str, str]], ...] = (
        text_column("sheet", "Sheet", 200, lambda line: line[0]),
        text_column("what", "What is on it", 500, lambda line: line[1]),
        text_column("whom", "Who sees it", 130, lambda line: line[2]),
    )
    return Table("contents", columns, listed, title="In this packet, in this order: the foot of a page names its sheet")


_MOST_LISTED = 160
"""The most characters (two lines) for the titles of a sheet's tables in the contents; else its heading stands there."""


def _described(one: PlannedSheet) -> str:
    what = AND.join(_what_is_on(part) or part.heading for part in one.joined)
    what = what or _what_is_on(one.sheet) or _columns_of(one.sheet)
    return ": ".join(filter(None, (what, one.copied)))


def _what_is_on(sheet: TableSheet) -> str:
    """Return the heading of a sheet; if that only repeats its title, the titles of its tables, unless too long."""
    listed = ", ".join(table.title.rstrip(".") for table in sheet.tables if table.title)
    return sheet.heading if sheet.heading != sheet.printed_title or len(listed) > _MOST_LISTED else listed


def _columns_of(sheet: TableSheet) -> str:
    return ", ".join(column.heading for table in sheet.tables for column in table.columns)


def _day(
    sheets: Sequence[PlannedSheet], blank: Sequence[BlankSheet], procedure: Procedure
) -> Table[tuple[str, str, str]]:
    """Plan the list of the steps of a round, each with the sheets that the director uses."""
    titles = [one.sheet.printed_title for one in sheets]
    scored = [one.sheet.title for one in procedure.pencil.sheets]
    used: Mapping[RoundStep, Sequence[str]] = {
        "draw": [POSTING, PLAYER_CARDS, TEAM_CARDS],
        "play": [one.title for one in blank],
        "score": scored,
        "rank": [WALL_CHART, STANDINGS],
    }
    all_titles = [*titles, *(one.title for one in blank)]
    lines = [
        (capitalized(step), what, "; ".join(_of_these(all_titles, used[step])) or (ONCE_ENTERED if used[step] else ""))
        for step, what in {**_STEPS, **procedure.pencil.steps}.items()
    ]
    columns: tuple[Column[tuple[str, str, str]], ...] = (
        text_column("step", "A round", 200, lambda line: line[0]),
        text_column("what", "What is done", 500, lambda line: line[1]),
        text_column("sheets", "On which sheets", 130, lambda line: line[2]),
    )
    return Table("day", columns, lines, title="How a round goes with a pencil", fit_height=True)


def _to_be_chosen(event: Event) -> Iterator[TextLine]:
    """Say which rounds lack score sheets and lists, since nobody has said what is played in them."""
    if event.unnamed_rounds:
        yield TextLine(
            f"What is played in {number_list('round', event.unnamed_rounds)} is to be chosen: its score sheets and "
            "lists come with a packet that is made then.",
            "words",
        )


_STEPS: Mapping[RoundStep, str] = {
    "draw": "By the steps of “How it goes”.",
    "play": "Hand out the score sheets: each says at its head or its foot how often it is to be copied.",
    "score": "Add up the score sheets, and score the round by “How it goes”. Players fill in the white boxes; those "
    "that are grey or have a Σ, which a computer would add up, are for whoever scores.",
    "rank": "Write the scores on the chart and on the cards; post the standings. Ranks after a shared one are skipped: "
    "1, 2, 2, 4.",
}
"""What is done in each step of a round, unless a system has other words."""

_DRAWN = (
    "Drawn in this packet: {}. Hang up that list, and write it on the cards. Other rounds are drawn by these steps."
)
"""The first step of the draw by hand in a packet with draws."""

ONCE_ENTERED = "in the packet once players are entered"
"""The text in place of sheets that list players, until players are entered."""


def _of_these(titles: Sequence[str], used: Sequence[str]) -> list[str]:
    """Return the titles of sheets that begin with a used title; a shared sheet's title consists of several."""
    return [title for title in titles if any(own.startswith(one) for own in title.split(AND) for one in used)]


_ABOVE = {"name", "place", "date", "rounds"}
"""The facts of an event that its first page has above its tables."""

_FOR_COMPUTER = {"system", "paper", "sort_names", "seed"}
"""The facts that only the program needs: they are in the workbook, but not printed."""


def _header(event: Event, *, printed: bool) -> Table[tuple[str, CellValue]]:
    """Plan the list of further facts of the event: the printed ones, or those for the program only."""
    table = next(one for one in table_of(type(event)).tables if one.key == HEADER)
    part = event.header
    known = [
        (one.title, str(value))
        for one in seen_columns(table)
        if one.key not in _ABOVE and (one.key not in _FOR_COMPUTER) == printed
        if (value := getattr(part, one.name)) not in (None, "")
    ]
    columns: tuple[Column[tuple[str, CellValue]], ...] = (
        text_column("what", "The event", 200, lambda line: line[0]),
        text_column("value", "is", 500, lambda line: line[1]),
    )
    name, title = ("header", "As it is set up") if printed else ("for the computer", "With a computer")
    return Table(name, columns, known, title=title)


TO_BE_CHOSEN = "to be chosen"


class ScheduledRound(Struct, frozen=True):
    """A line of the schedule."""

    number: int
    day: str
    begins: str
    ends: str
    minutes: int | None
    played: str


def schedule_sheet(event: Event) -> TableSheet:
    """Plan the schedule; rounds without a time are listed, too."""
    columns: tuple[Column[ScheduledRound], ...] = (
        figure_column("round", "Round", 80, lambda line: line.number, style="cell strong"),
        text_column("day", "Day", 170, lambda line: line.day),
        figure_column("begins", "Begins", 84, lambda line: line.begins, style="cell strong"),
        figure_column("ends", "Ends at", 84, lambda line: line.ends),
        figure_column("minutes", "Minutes", 84, lambda line: line.minutes),
        text_column("played", "What is played", 260, lambda line: line.played),
    )
    numbers = range(1, max((event.header.rounds, *event.stages)) + 1)
    rounds = [scheduled_round(event, number) for number in numbers]
    if not any(line.played for line in rounds):
        columns = columns[:-1]  # without “What is played”
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
    """Return the scenario of a round (counted from 1), or that it is still to be chosen; empty if there are none."""
    if number in event.unnamed_rounds:
        return TO_BE_CHOSEN
    return event.subject(number) if number in event.stages else ""


ALL, PLAYERS, SCHEDULE, SCENARIOS, RULES, SHEETS = "all", "players", "schedule", "scenarios", "rules", "sheets"

PARTS: Mapping[str, str] = {
    ALL: "all of it, with what is for the director alone",
    PLAYERS: "what everybody may see",
    SCHEDULE: "when each round begins, what is played, and who sits where in rounds that are drawn",
    SCENARIOS: "a card for each scenario",
    RULES: "how the event goes on, points, decisions and what they mean",
    SHEETS: "blank score sheets",
}
"""The parts of a packet that a command can ask for, with their descriptions."""


class Packet(Struct, frozen=True):
    """A planned packet."""

    event: Event
    sheets: tuple[TableSheet, ...]
    """The sheets in the order of their tabs."""
    blank: tuple[BlankSheet, ...]
    """The blank score sheets that follow."""

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of all sheets."""
        return (*(sheet.title for sheet in self.sheets), *(sheet.title for sheet in self.blank))

    @property
    def for_director(self) -> tuple[str, ...]:
        """The titles of the sheets for the director alone."""
        return tuple(sheet.title for sheet in self.sheets if sheet.for_director)

    def write(self, path: Path) -> None:
        """Write the workbook."""
        book = Book(path, self.event.header.name)
        style = styles_of(book)
        write_table_sheets(book, self.sheets, PAPER_SIZES[self.event.header.paper], style, named=True)
        for blank in self.blank:
            write_blank_sheet(book, self.event, blank, style, self.blank)
        write_fingerprints(book)
        book.close()


def packet_of(
    system: System[Any],
    context: RoundContext[Any],
    blank: Sequence[RoundForms],
    part: str = ALL,
    drawn: Sequence[Draw] = (),
    plan: SeatPlan | None = None,
) -> Packet:
    """Plan the packet of an event, or a part of it.

    Parameters
    ----------
    context
        Any round of the event, with its templates.
    blank
        The forms of all tables, without players, of every round whose sheets can be made.
    drawn
        The draws that exist, in order.
    plan
        The plan of all rounds, if there is one.
    """
    event = context.event
    paper = PAPER_SIZES[event.header.paper]
    to_copy = blank_sheets(event, blank) if part in {ALL, PLAYERS, SHEETS} else []
    procedure = system.procedure(context)
    rounds = [one.round for one in drawn if one.round != WHOLE_EVENT]
    if part == PLAYERS:
        procedure = replace(procedure, by_hand=())  # cards and charts are the director's
    elif rounds and procedure.by_hand:
        procedure = replace(procedure, by_hand=(_DRAWN.format(number_list("round", rounds)), *procedure.by_hand))
    taken = {sheet.title.casefold() for sheet in to_copy} | {"packet"}
    sheets: list[PlannedSheet] = []
    everything = _all_sheets(system, context, procedure, blank, drawn, plan, schedule=part not in {ALL, PLAYERS})
    wanted = [replace(one, sheet=with_own_columns(one.sheet)) for one in everything if _wanted(part, one)]
    for one in _sharing_paper(event, wanted) if part == ALL else wanted:
        title = sheet_title(tab_title(one.sheet.title), taken)
        taken.add(title.casefold())
        lines = (event_line(event), *_with_copies(one))
        sheet = filling(event, one.sheet) if one.copied else one.sheet
        split = worksheets_of(replace(sheet, title=title, whole_title=one.sheet.title, lines=lines), paper)
        sheets += [replace(one, sheet=with_room_for_titles(sheet, paper)) for sheet in split]
    planned = tuple(one.sheet for one in sheets)
    if part == ALL:
        planned = (*worksheets_of(front_sheet(event, system, sheets, to_copy, procedure), paper), *planned)
    return Packet(event, planned, tuple(to_copy))


def _all_sheets(
    system: System[Any],
    context: RoundContext[Any],
    procedure: Procedure,
    blank: Sequence[RoundForms],
    drawn: Sequence[Draw],
    plan: SeatPlan | None,
    *,
    schedule: bool,
) -> Iterator[PlannedSheet]:
    """Yield all sheets with the parts of the packet that they belong to.

    Parameters
    ----------
    schedule
        Whether a schedule gets a sheet of its own even if it has no times: in a part without score sheets.
    """
    event = context.event
    apart = schedule or bool(event.schedule)
    if apart:
        yield PlannedSheet(SCHEDULE, schedule_sheet(event), shares=True)
    yield PlannedSheet(RULES, procedure_sheet(procedure, () if apart else [*_rounds_in_words(event)]), shares=apart)
    for sheet in procedure.sheets:
        yield PlannedSheet(RULES, sheet, shares=True)
    for card in scenario_cards(event, with_papers=not schedule):
        yield PlannedSheet(SCENARIOS, card, shares=len(card.lines) <= 1)  # a card with a text is handed out alone
    known = {one.round for one in drawn}
    if plan:
        for sheet in plan_sheets(event, plan, but=known):
            yield PlannedSheet(SCHEDULE, sheet, shares=True)
        known |= {one.round for one in plan.rounds}
    for one in drawn:
        yield PlannedSheet(SCHEDULE, drawn_sheet(event, one), shares=True)
    for hand in sheets_to_fill_in(event, procedure.pencil, known):
        yield PlannedSheet(SHEETS, hand.sheet, hand.said, for_players=False, shares=True)
    forms = [*chain.from_iterable(one.page_forms() for one in blank)]
    yield PlannedSheet(RULES, rules_sheet(system.decisions(event), forms), shares=True)
    for kept in (notes_sheet(event), lists_sheet(event, attendance_table(event))):
        if kept is not None:
            yield PlannedSheet(ALL, replace(kept, for_director=True))


_FROM_TO = "Begins ____________   ends ____________".replace(" ", HARD_BLANK)
"""The lines for the times of a round, which stay on one line of text."""


def _rounds_in_words(event: Event) -> Iterator[str]:
    """Yield a sentence on each round: what is played, and lines to write when it begins and ends."""
    for number in range(1, max((event.header.rounds, *event.stages)) + 1):
        yield ". ".join(filter(None, (played_in(event, number), _FROM_TO)))


def _with_copies(one: PlannedSheet) -> Iterator[TextLine]:
    """Yield the lines of a sheet, with the note on how often it is copied before the first."""
    first, *others = one.sheet.lines or (TextLine(""),)
    said = f"{capitalized(one.copied)}." if one.copied else ""
    if said or first.text:
        yield replace(first, text=" ".join(filter(None, (said, first.text))))
    yield from others


def _sharing_paper(event: Event, sheets: Sequence[PlannedSheet]) -> list[PlannedSheet]:
    """Join sheets of short tables into as few as possible; a joined sheet takes the place of its first part.

    Only sheets that are copied equally often are joined. Among the sheets to fill in, one without a note on copies,
    such as an example, counts as copied once.
    """
    found: list[PlannedSheet] = []
    for one in sheets:
        for at, before in enumerate(found):
            by_hand = one.part == before.part == SHEETS and {one.copied, before.copied} == {"", times_to_copy(1)}
            alike = one.shares and before.shares and (one.copied == before.copied or by_hand)
            copied = one.copied or before.copied
            both = on_one_sheet(event, before.sheet, one.sheet, written=bool(copied)) if alike else None
            if both and (HOW_IT_GOES in tab_title(both.title) or HOW_IT_GOES not in before.sheet.title):
                parts = (*(before.joined or (before.sheet,)), one.sheet)
                found[at] = replace(before, sheet=both, joined=parts, copied=copied)
                break
        else:
            found.append(one)
    return found


def _wanted(part: str, one: PlannedSheet) -> bool:
    return part in {ALL, one.part} or (part == PLAYERS and one.for_players and not one.sheet.for_director)
