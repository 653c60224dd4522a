"""The packet as a workbook: which sheets it has in which part, in the order in which one reads them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from sheetscore.event.folder import stage_title
from sheetscore.event.model import Event
from sheetscore.forms.round_forms import RoundForms
from sheetscore.packets.conduct_sheet import attendance_sheet, conduct_sheet
from sheetscore.packets.entered_sheets import entered_sheets
from sheetscore.packets.front_sheet import front_sheet
from sheetscore.packets.scenario_cards import notes_sheet, scenario_cards
from sheetscore.packets.schedule_sheet import schedule_sheet
from sheetscore.results.round_results import event_line
from sheetscore.results.rules_sheet import rules_sheet
from sheetscore.sheets.blank_pages import write_blank_pages
from sheetscore.sheets.styles import styles_of
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.system import System
from sheetscore.tables.pages import parted
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.xlsx import write_table_sheets
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.names import sheet_title
from sheetscore.workbooks.paper import PAPERS

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


@dataclass(frozen=True)
class Packet:
    """A packet, planned.

    Parameters
    ----------
    sheets
        In the order of their tabs.
    blank
        The forms of the blank score sheets behind them, by their titles.
    """

    event: Event
    sheets: tuple[TableSheet, ...]
    blank: Mapping[str, RoundForms]

    @property
    def titles(self) -> tuple[str, ...]:
        """All of its sheets."""
        return (*(sheet.title for sheet in self.sheets), *self.blank)

    @property
    def for_director(self) -> tuple[str, ...]:
        """The sheets that are for the director alone."""
        return tuple(sheet.title for sheet in self.sheets if sheet.for_director)

    def write(self, path: Path) -> None:
        """Write the workbook."""
        book = Book(path, f"{self.event.header.name}, packet")
        style = styles_of(book)
        write_table_sheets(book, self.sheets, PAPERS[self.event.header.paper], style)
        for title, forms in self.blank.items():
            write_blank_pages(book, self.event, forms, title, style)
        book.close()


def packet_of(system: System[Any], at_hand: RoundAtHand[Any], blank: Sequence[RoundForms], part: str = ALL) -> Packet:
    """Plan the packet of an event, or a part of it.

    Parameters
    ----------
    at_hand
        Any stage of the event, with its templates.
    blank
        The forms of every round of which sheets can be made, with nobody on them.
    """
    event = at_hand.event
    forms = {f"Blank, {stage_title(one.round)}": one for one in blank} if part in {ALL, PLAYERS, SHEETS} else {}
    planned = [(kind, sheet) for kind, sheet in _planned(system, at_hand, blank) if _wanted(part, kind, sheet)]
    taken = {title.casefold() for title in forms} | {"packet"}
    sheets: list[TableSheet] = []
    for _, sheet in planned:
        title = sheet_title(sheet.title, taken)
        taken.add(title.casefold())
        entitled = replace(sheet, title=title, lines=(event_line(event), *sheet.lines))
        sheets += parted(entitled, PAPERS[event.header.paper])
    if part == ALL:
        sheets.insert(0, front_sheet(event, system, sheets, list(forms)))
    return Packet(event, tuple(sheets), forms)


def _planned(
    system: System[Any], at_hand: RoundAtHand[Any], blank: Sequence[RoundForms]
) -> Iterator[tuple[str, TableSheet]]:
    """Yield all sheets with the part that they belong to."""
    event = at_hand.event
    conduct = system.conduct(at_hand)
    yield SCHEDULE, schedule_sheet(event)
    yield RULES, conduct_sheet(conduct)
    for sheet in conduct.sheets:
        yield RULES, sheet
    for card in scenario_cards(event):
        yield SCENARIOS, card
    yield RULES, rules_sheet(system.decisions(event), [*chain.from_iterable(one.page_forms() for one in blank)])
    for kept in (attendance_sheet(event), notes_sheet(event), *entered_sheets(event)):
        if kept is not None:
            yield ALL, replace(kept, for_director=True)


def _wanted(part: str, kind: str, sheet: TableSheet) -> bool:
    return part in {ALL, kind} or (part == PLAYERS and not sheet.for_director)
