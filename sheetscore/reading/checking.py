"""A round while it is checked: what stands where, and findings with the places of their boxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.evaluation import PageScore, RowScore
from sheetscore.forms.form import Block, FieldKey, Page, TableForms, entries_by_page
from sheetscore.pairing.draw import Draw
from sheetscore.reading.fields import Entered
from sheetscore.sheets.table_sheet import table_sheet

Pages = Mapping[tuple[int, str], PageScore]
"""The worked-out page of every (table, seat)."""


@dataclass
class Checking:
    """What the checks of a round look at."""

    event: Event
    draw: Draw
    entered: Entered
    pages: Pages

    def __post_init__(self) -> None:
        self.names = self.event.names
        self.playing = self.event.entrants(self.draw.round)
        self.drawn = {(table, seat): player for table, seat, player in self.draw.places()}
        self.by_page = entries_by_page(self.entered.entries)
        self.ruled = {(key.table, key.seat) for key in self.entered.entries if key.field == "ruling.sp"}

    def say(self, code: str, key: FieldKey, message: str, others: Sequence[FieldKey] = ()) -> Finding:
        """Make a finding at a box."""
        sheet, cell = self.entered.cells.get(key, (table_sheet(key.table), ""))
        fields = tuple(dict.fromkeys((key, *others)))
        return finding(code, message, sheet=sheet, cell=cell, fields=fields)

    def placed(self, one: Finding) -> Finding:
        """Give a finding about boxes the place of the first of them."""
        sheet, cell = self.entered.cells.get(FieldKey(*one.fields[0]), ("", "")) if one.fields else ("", "")
        return replace(one, sheet=sheet, cell=cell)

    def key(self, table: TableForms, page: Page, block: Block, row: RowScore, field: str) -> FieldKey:
        """Name a box of a line."""
        box = next(box for box in block.fields if box.id == field)
        return FieldKey(table.number, page.seat, block.field_id(row.row, box))

    def settled(self, one: Finding) -> Finding:
        """Make a note of a finding that rulings have settled."""
        return replace(one, severity=Severity.NOTE, message=f"settled by a ruling: {one.message}")

    def flies(self, table: int, seat: str) -> bool:
        """Tell whether somebody sits on a seat and plays."""
        here = self.by_page[table, seat]
        return "seat.pilot" in here and here.get("seat.flew", 1) != 0
