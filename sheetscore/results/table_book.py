"""A workbook made of table sheets: planned in full before it is written, with data that programs read back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sheetscore.results.hidden_data import DataLine, write_data
from sheetscore.sheets.styles import styles_of
from sheetscore.tables.pages import parted
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.xlsx import write_table_sheets
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.paper import PAPERS, PaperName

ABOUT = "About"
"""The title of the one sheet in which only time and version differ from one run to the next."""


@dataclass(frozen=True)
class TableBook:
    """A workbook to be written.

    Parameters
    ----------
    title
        In the document's properties.
    sheets
        In the order of their tabs; the first one is shown.
    kind, data
        For the hidden sheet: what the workbook is, and lines of text.
    """

    title: str
    paper: PaperName
    sheets: tuple[TableSheet, ...]
    kind: str
    data: Sequence[DataLine]

    @property
    def stamp_parts(self) -> tuple[str, ...]:
        """The part of the file that does not count as data: see :func:`sheetscore.workbooks.saving.save`."""
        sheets = (part for sheet in self.sheets for part in parted(sheet, PAPERS[self.paper]))
        about = [sheet.title for sheet in sheets].index(ABOUT)
        return (f"xl/worksheets/sheet{about + 1}.xml",)

    def write(self, path: Path) -> None:
        """Write the file."""
        book = Book(path, self.title)
        write_table_sheets(book, self.sheets, PAPERS[self.paper], styles_of(book))
        write_data(book, self.kind, self.data)
        book.close()
