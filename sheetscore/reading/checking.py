"""A round as its checks see it: entries, scores of pages, rulings, places of findings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.identity import folded
from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.block import Block
from sheetscore.forms.claims import earlier_seats
from sheetscore.forms.evaluation import score_table
from sheetscore.forms.form import FieldKey, Page, RowScore, entries_by_page
from sheetscore.forms.round_forms import TableForms
from sheetscore.reading.fields import ReadEntries
from sheetscore.sheets.headings import table_sheet
from sheetscore.sheets.offered_lists import offered_names
from sheetscore.systems.context import RoundContext


class Checking(Struct, dict=True):
    """The data for the checks of a round."""

    context: RoundContext[Event]
    entered: ReadEntries

    def __post_init__(self) -> None:
        event, draw = self.context.event, self.context.draw
        self.forms = self.context.forms
        self.pages = self.context.pages
        """The pages as they count: without the claims beyond a limit that earlier players have used."""
        self.names = event.names
        self.playing = event.entrants(draw.round)
        self.drawn = {(table, seat): player for table, seat, player in draw.places()}
        self.by_page = entries_by_page(self.entered.entries)
        self.before = {table.number: earlier_seats(table, self.by_page) for table in self.forms.tables}
        """By table and seat: the seats that came before it by the director's rulings, the latest first."""
        self.each_alone = dict(self.pages)
        """The pages, each scored on its own as its sheet adds it up, whatever other pages claim."""
        for table in self.forms.tables:
            if self.before[table.number]:
                self.each_alone |= score_table(table, self.by_page)
        self.ruled = {at for at, page in self.forms.pages.items() if page.form.kind.is_ruled(self.by_page[at])}
        """The pages, as (table, seat), whose points the director has ruled on."""

    @cached_property
    def gone(self) -> frozenset[str]:
        """The names that lists of these sheets had when they were made, and no list has now; in small letters."""
        before = self.entered.begun.offered if self.entered.begun else ()
        return frozenset(map(folded, before)) - set(map(folded, offered_names(self.forms)))

    def say(self, code: str, key: FieldKey, message: str, others: Sequence[FieldKey] = ()) -> Finding:
        """Make a finding at a box."""
        sheet, cell = self.entered.cells.get(key, (table_sheet(key.table), ""))
        fields = tuple(dict.fromkeys((key, *others)))
        return finding(code, message, sheet=sheet, cell=cell, fields=fields)

    def placed(self, one: Finding, elsewhere: str = "") -> Finding:
        """Return a finding with sheet and cell of the first box that it is about.

        Parameters
        ----------
        elsewhere
            The sheet to name if the box was not found.
        """
        found = (self.entered.cells.get(FieldKey(*box)) for box in one.fields[:1])
        sheet, cell = next(found, None) or (elsewhere, "")
        return replace(one, sheet=sheet, cell=cell)

    def key(self, table: TableForms, page: Page, block: Block, row: RowScore, field: str) -> FieldKey:
        """Return the key of a box on a line."""
        box = next(box for box in block.fields if box.id == field)
        return FieldKey(table.number, page.seat, block.field_id(row.row, box))

    def settled(self, one: Finding) -> Finding:
        """Return a finding that rulings have settled, as a note."""
        return replace(one, severity=Severity.NOTE, message=f"settled by a ruling: {one.message}")

    def sitting(self, table: int, seat: str) -> str | None:
        """Return the id of the player who sits on a seat and plays; None if nobody does."""
        return self.forms.pages[table, seat].form.kind.sitting(self.by_page[table, seat])
