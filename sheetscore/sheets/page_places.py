"""On which sheet each page of a round stands, and where: those of a table on its own, spare ones behind all tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from sheetscore.forms.form import FieldKey, Page
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.sheets.headings import spare_sheet, table_sheet
from sheetscore.sheets.layout import PageLayout


class PagePlace(Struct, frozen=True):
    """Where a page stands: the title of its sheet, and its first row from 0."""

    sheet: str
    top: int


class PagesTogether(Struct, frozen=True):
    """Pages of a table that stand below each other on a sheet, each with its place."""

    title: str
    table: TableForms
    pages: tuple[tuple[Page, PagePlace], ...]


def sheets_of_pages(forms: RoundForms, layouts: Mapping[int, PageLayout]) -> list[PagesTogether]:
    """Return the sheets that hold the pages of a round, in order.

    Parameters
    ----------
    layouts
        The layout of each form by its identity.
    """
    tables = [(table_sheet(table.number), table, drawn_pages(table, forms)) for table in forms.tables]
    spare = [(spare_sheet(table.number), table, spare_pages(table, forms)) for table in forms.tables]
    return [
        PagesTogether(title, table, tuple(_below_each_other(title, pages, layouts)))
        for title, table, pages in (*tables, *spare)
        if pages
    ]


def _below_each_other(
    title: str, pages: Sequence[Page], layouts: Mapping[int, PageLayout]
) -> Iterator[tuple[Page, PagePlace]]:
    top = 0
    for page in pages:
        yield page, PagePlace(title, top)
        top += layouts[id(page.form)].next_row


def drawn_pages(table: TableForms, forms: RoundForms) -> list[Page]:
    """Return the pages of a table that are needed as it was drawn, its own first."""
    spare = {page.seat for page in spare_pages(table, forms)}
    return [page for page in table.pages if page.seat not in spare]


def spare_pages(table: TableForms, forms: RoundForms) -> list[Page]:
    """Return the pages of the seats for which nobody was drawn; none of a table at which nobody sits."""
    boxes = {page.seat: FieldKey(table.number, page.seat, page.form.kind.player) for page in table.seats}
    if not any(box in forms.filled for box in boxes.values()):
        return []
    return [page for page in table.seats if page.form.kind.player and boxes[page.seat] not in forms.filled]
