"""What we wrote into a workbook of score sheets, told by itself: what else is beside the boxes is a person's.

A hidden sheet has a line for each sheet, one for the notes in marked cells, and one for what is printed on pages: signs
of the texts and numbers. A spreadsheet program may move them, and does not change them.
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
"""Those of ours on which nobody types."""

_SIGN, _SIGNS_IN_CELL = 8, 4_000
"""Letters of a sign, and the signs in a cell: it can hold 32,767 letters."""

_NOTES = ""
"""What stands for a title before the signs of the notes."""


_PRINTED = "*small print"
"""What stands for a title before the signs of what is printed on pages beside their boxes: no sheet can be called so.

In workbooks of earlier versions these are signs of their small print alone.
"""

_ANY_NUMBER = "*number*"
"""A sign among those of a sheet whose numbers are others each time it is written: each of them is ours."""


class OwnTexts(Struct, frozen=True, dict=True):
    """The signs of what we wrote."""

    notes: frozenset[str]
    """In the notes of marked cells."""
    values: Mapping[str, frozenset[str]]
    """On each sheet, by its title."""
    printed: frozenset[str] | None = None
    """On pages beside their boxes; None in workbooks from before they told it."""

    def has_note(self, text: str) -> bool:
        """Return whether a note is ours, word for word."""
        return sign(text) in self.notes

    def has_printed(self, value: Value) -> bool | None:
        """Return whether a value is what we printed beside boxes, word for word; None where nobody knows."""
        return None if self.printed is None else sign(value) in self.printed

    def has_on(self, title: str, value: Value) -> bool:
        """Return whether we wrote a value on a sheet.

        Parameters
        ----------
        title
            What the sheet was called when we wrote it.
        """
        return sign(value) in self.values[title] or (_ANY_NUMBER in self.values[title] and not isinstance(value, str))

    def has(self, value: Value) -> bool:
        """Return whether we wrote a value on any sheet: those with boxes may have other names now."""
        return sign(value) in self._anywhere

    @cached_property
    def _anywhere(self) -> frozenset[str]:
        return frozenset().union(*self.values.values())

    def called(self, title: str, signs: Collection[str], titles: Collection[str]) -> str | None:
        """Return what a sheet was called when we wrote it; None for one that is none of ours.

        Parameters
        ----------
        signs
            The texts on it: a sheet of ours that somebody renamed has most of what we wrote.
        titles
            Of all sheets that there are.
        """
        if title in self.values:
            return title
        gone = ((ours, values) for ours, values in self.values.items() if ours not in titles)
        return next((ours for ours, values in gone if 2 * len(values.intersection(signs)) > len(values)), None)


def sign(value: Value) -> str:
    """Return what tells a value from others, however a program writes its blanks and its last digits."""
    text = f"{value:.12g}" if isinstance(value, int | float) else " ".join(str(value).split())
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:_SIGN]


def write_written(book: Book, printed: Iterable[str] = (), stamped: str = "") -> None:
    """Write the hidden sheet, after all others.

    Parameters
    ----------
    printed
        What is printed on pages beside their boxes: unlike what else is on them never what somebody typed.
    stamped
        The title of the sheet that tells when the workbook was written: the signs are the same at any time.
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
    """Read the hidden sheet; None where it is lost, or the workbook was made without one."""
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
