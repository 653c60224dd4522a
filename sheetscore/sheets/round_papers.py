"""Papers of a round that are printed and written on, and never read back: what they need to know of the list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from sheetscore.event.folder import stage_title
from sheetscore.event.model import Event
from sheetscore.forms.form import Entries, FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.values import shown
from sheetscore.workbooks.book import Book, CellValue
from sheetscore.workbooks.paper import PAPERS, Paper

if TYPE_CHECKING:
    from xlsxwriter.format import Format


class RoundPapers(Struct, frozen=True):
    """A round's workbook with its list written: papers refer to the boxes of the list.

    Parameters
    ----------
    cells
        A reference to every box of the workbook.
    """

    book: Book
    event: Event
    forms: RoundForms
    entries: Entries
    cells: Mapping[FieldKey, str]
    style: Callable[[str], Format]

    @property
    def paper(self) -> Paper:
        """What the printer holds."""
        return PAPERS[self.event.header.paper]

    @property
    def title(self) -> str:
        """What is printed on each of them."""
        return f"{self.event.header.name}, {stage_title(self.forms.round)}"

    @property
    def tables(self) -> list[int]:
        """The tables of the list, in its order."""
        return list(dict.fromkeys(public.table for public in self.forms.public.values()))

    def names_of(self, list_id: str) -> tuple[str, ...]:
        """Return the names of a list that the forms offer; none where there is no such list."""
        lists = (choices for form in self.forms.page_forms() for block in form.blocks for choices in block.lists)
        return next((choices.names for choices in lists if choices.id == list_id), ())

    def typed(self, public: FieldKey) -> tuple[str, CellValue]:
        """Return a formula for what is typed in a box, by its name as scripts know it, and its value now."""
        key = self.forms.by_public[public]
        value = self.entries.get(key)
        cached = "" if value is None else shown(self.forms.fields[key][2], value)
        return f'IF({self.cells[key]}="","",{self.cells[key]})', cached
