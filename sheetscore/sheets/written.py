"""Tell our own texts and numbers in a workbook of score sheets from those that a person typed beside the boxes.

A hidden sheet of the workbook has hashes of everything that we wrote: a line for each sheet, one for the notes of
marked cells, and one for the small print of pages. They hold wherever a person moves or copies a cell.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property

from msgspec import Struct

from sheetscore.sheets.hidden_sheets import BEGUN_SHEET, LISTS_SHEET, MAP_SHEET
from sheetscore.sheets.paper_sheet import PAPER_SHEET
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.reader import ReadWorkbook
from sheetscore.workbooks.sheet_cells import Value

WRITTEN_SHEET = "_written"

HIDDEN_SHEETS = frozenset({MAP_SHEET, BEGUN_SHEET, LISTS_SHEET, WRITTEN_SHEET, PAPER_SHEET})
"""Our hidden sheets, on which nobody types."""

_SIGN, _SIGNS_IN_CELL = 8, 4_000
"""The letters of a hash, and the hashes in a cell, which can hold 32,767 letters."""

_NOTES = ""
"""The title on the line for the notes."""

_PRINTED = "*small print"
"""The title on the line for the texts that pages print beside their boxes; “*” cannot be in the title of a sheet.

Workbooks of earlier versions have only their small print there.
"""

_ANY_NUMBER = "*number*"
"""An entry for a sheet whose numbers change each time it is written: every number on it is ours."""


class OwnTexts(Struct, frozen=True, dict=True):
    """The hashes of the values that we wrote into a workbook."""

    notes: frozenset[str]
    """The hashes of the notes of marked cells."""
    values: Mapping[str, frozenset[str]]
    """The hashes of the values on each sheet, by its title."""
    printed: frozenset[str] | None = None
    """The hashes of the texts that pages print beside their boxes; None if an earlier version made the workbook."""

    def has_note(self, text: str) -> bool:
        """Return whether a note is ours, word for word."""
        return sign(text) in self.notes

    def has_printed(self, value: Value) -> bool | None:
        """Return whether we printed a value beside boxes; None if an earlier version made the workbook."""
        return None if self.printed is None else sign(value) in self.printed

    def has_on(self, title: str, value: Value) -> bool:
        """Return whether we wrote a value on a sheet.

        Parameters
        ----------
        title
            The title of the sheet when we wrote it.
        """
        return sign(value) in self.values[title] or (_ANY_NUMBER in self.values[title] and not isinstance(value, str))

    def has(self, value: Value) -> bool:
        """Return whether we wrote a value on any sheet, for a sheet that may have been renamed."""
        return sign(value) in self._anywhere

    @cached_property
    def _anywhere(self) -> frozenset[str]:
        return frozenset().union(*self.values.values())

    def called(self, title: str, signs: Collection[str], titles: Collection[str]) -> str | None:
        """Return the title of a sheet when we wrote it; None if we did not write it.

        Parameters
        ----------
        title
            Its present title.
        signs
            The hashes of its values: a sheet of ours that somebody renamed still has most of those that we wrote.
        titles
            The present titles of all sheets.
        """
        if title in self.values:
            return title
        gone = ((ours, values) for ours, values in self.values.items() if ours not in titles)
        return next((ours for ours, values in gone if 2 * len(values.intersection(signs)) > len(values)), None)


def sign(value: Value) -> str:
    """Return the hash of a value, which does not depend on its white space or on its digits after the twelfth."""
    text = f"{value:.12g}" if isinstance(value, int | float) else " ".join(str(value).split())
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:_SIGN]


def write_written(book: Book, printed: Iterable[str] = (), stamped: str = "") -> None:
    """Write the hidden sheet, after all others.

    Parameters
    ----------
    printed
        The texts that pages print beside their boxes; other cells of pages may be typed into.
    stamped
        The title of the sheet with the time of writing; its numbers are left out, so that the hashes never change.
    """
    lines: dict[str, Collection[Value]] = {_NOTES: {note for sheet in book.sheets for note in sheet.notes}}
    lines |= {sheet.title: sheet.values for sheet in book.sheets if sheet.title not in HIDDEN_SHEETS}
    lines[_PRINTED] = {*printed}
    sheet = book.sheet(WRITTEN_SHEET)
    sheet.raw.hide()
    for row, (title, values) in enumerate(lines.items()):
        sheet.text(row, 0, title)
        for column, cell in enumerate(_cells(values, stamped=title == stamped), start=1):
            sheet.text(row, column, cell)


def _cells(values: Iterable[Value], *, stamped: bool) -> list[str]:
    signs = sorted({sign(value) for value in values if isinstance(value, str) or not stamped})
    signs += [_ANY_NUMBER] * stamped
    return ["".join(signs[at : at + _SIGNS_IN_CELL]) for at in range(0, len(signs), _SIGNS_IN_CELL)]


def read_written(workbook: ReadWorkbook) -> OwnTexts | None:
    """Read the hidden sheet; return None if the workbook has none."""
    sheet = workbook.sheets.get(WRITTEN_SHEET)
    if sheet is None:
        return None
    titles = {row: str(cell.value) for (row, column), cell in sheet.cells.items() if not column}
    values: dict[str, set[str]] = defaultdict(set, {title: set() for title in titles.values()})
    for (row, column), cell in sheet.cells.items():
        if column:
            text = str(cell.value)
            values[titles.get(row, _NOTES)] |= {text[at : at + _SIGN] for at in range(0, len(text), _SIGN)}
    notes = frozenset(values.pop(_NOTES, ()))
    printed = values.pop(_PRINTED, None)
    return OwnTexts(
        notes,
        {title: frozenset(signs) for title, signs in values.items()},
        None if printed is None else frozenset(printed),
    )
