"""A record, in the workbook itself, of what we wrote beside its boxes: everything else there was typed by a person.

A hidden sheet has rows of fingerprints (short digests of texts and numbers): one for each sheet, one for the notes in
marked cells, and one for what is printed on pages. A spreadsheet program may move texts and numbers, but does not
change them.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property

from msgspec import Struct

from sheetscore.sheets.hidden_sheets import BEGUN_SHEET, MAP_SHEET
from sheetscore.sheets.offered_lists import LISTS_SHEET
from sheetscore.sheets.paper_sheet import PAPER_SHEET
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.reader import ReadWorkbook
from sheetscore.workbooks.sheet_cells import Value

WRITTEN_SHEET = "_written"
"""The hidden sheet with the fingerprints."""

HIDDEN_SHEETS = frozenset({MAP_SHEET, BEGUN_SHEET, LISTS_SHEET, WRITTEN_SHEET, PAPER_SHEET})
"""The titles of our sheets on which nobody types."""

_LENGTH, _IN_CELL = 8, 4_000
"""The length of a fingerprint, and how many are put into a cell, which can hold 32,767 characters."""

_NOTES = ""
"""Stands in place of a sheet's title before the fingerprints of the notes."""

_PRINTED = "*small print"
"""Stands in place of a sheet's title before the fingerprints of what is printed beside the boxes of pages: no sheet
can have this title.

Workbooks of earlier versions have only their small print there.
"""

_ANY_NUMBER = "*number*"
"""Stands among the fingerprints of a sheet whose numbers differ each time it is written: all numbers on it are ours."""


class OwnTexts(Struct, frozen=True, dict=True):
    """The fingerprints of what we wrote into a workbook."""

    notes: frozenset[str]
    """The fingerprints of the notes in marked cells."""
    values: Mapping[str, frozenset[str]]
    """The fingerprints on each sheet, by its title."""
    printed: frozenset[str] | None = None
    """The fingerprints of what is printed beside the boxes of pages; None for versions that did not record it."""

    def has_note(self, text: str) -> bool:
        """Return whether a note is ours, word for word."""
        return fingerprint(text) in self.notes

    def has_printed(self, value: Value) -> bool | None:
        """Return whether we printed a value beside boxes, word for word; None if the workbook does not record it."""
        return None if self.printed is None else fingerprint(value) in self.printed

    def has_on(self, title: str, value: Value) -> bool:
        """Return whether we wrote a value on a sheet.

        Parameters
        ----------
        title
            The title of the sheet when we wrote it.
        """
        ours = self.values[title]
        return fingerprint(value) in ours or (_ANY_NUMBER in ours and not isinstance(value, str))

    def has(self, value: Value) -> bool:
        """Return whether we wrote a value on any sheet, for a sheet that may have been renamed."""
        return fingerprint(value) in self._anywhere

    @cached_property
    def _anywhere(self) -> frozenset[str]:
        return frozenset().union(*self.values.values())

    def former_title(self, title: str, fingerprints: Collection[str], titles: Collection[str]) -> str | None:
        """Return the title that a sheet had when we wrote it; None for a sheet that is not ours.

        Parameters
        ----------
        title
            Its present title.
        fingerprints
            The fingerprints of what is on it: a sheet of ours that somebody renamed has most of what we wrote.
        titles
            The titles of all sheets in the workbook.
        """
        if title in self.values:
            return title
        for ours, values in self.values.items():
            if ours not in titles and 2 * len(values.intersection(fingerprints)) > len(values):
                return ours
        return None


def fingerprint(value: Value) -> str:
    """Return a short digest of a value, the same however a program writes its blanks and its last digits."""
    text = f"{value:.12g}" if isinstance(value, int | float) else " ".join(str(value).split())
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:_LENGTH]


def write_fingerprints(book: Book, printed: Iterable[str] = (), dated: str = "") -> None:
    """Write the hidden sheet, after all others.

    Parameters
    ----------
    printed
        The texts printed beside the boxes of pages: unlike other cells of these sheets, they never hold what somebody
        typed.
    dated
        The title of the sheet that says when the workbook was written. Its numbers get no fingerprints, so that
        these do not depend on the time.
    """
    lines: dict[str, Collection[Value]] = {_NOTES: {note for sheet in book.sheets for note in sheet.notes}}
    lines |= {sheet.title: sheet.values for sheet in book.sheets if sheet.title not in HIDDEN_SHEETS}
    lines[_PRINTED] = {*printed}
    sheet = book.sheet(WRITTEN_SHEET)
    sheet.raw.hide()
    for row, (title, values) in enumerate(lines.items()):
        sheet.text(row, 0, title)
        for column, cell in enumerate(_cells(values, dated=title == dated), start=1):
            sheet.text(row, column, cell)


def _cells(values: Iterable[Value], *, dated: bool) -> list[str]:
    fingerprints = sorted({fingerprint(value) for value in values if isinstance(value, str) or not dated})
    fingerprints += [_ANY_NUMBER] * dated
    return ["".join(fingerprints[at : at + _IN_CELL]) for at in range(0, len(fingerprints), _IN_CELL)]


def read_written(workbook: ReadWorkbook) -> OwnTexts | None:
    """Read the hidden sheet; None if it is lost, or the workbook was made without one."""
    sheet = workbook.sheets.get(WRITTEN_SHEET)
    if sheet is None:
        return None
    titles = {row: str(cell.value) for (row, column), cell in sheet.cells.items() if not column}
    values: dict[str, set[str]] = defaultdict(set, {title: set() for title in titles.values()})
    for (row, column), cell in sheet.cells.items():
        if column:
            text = str(cell.value)
            values[titles.get(row, _NOTES)] |= {text[at : at + _LENGTH] for at in range(0, len(text), _LENGTH)}
    notes = frozenset(values.pop(_NOTES, ()))
    printed = values.pop(_PRINTED, None)
    return OwnTexts(
        notes,
        {title: frozenset(fingerprints) for title, fingerprints in values.items()},
        None if printed is None else frozenset(printed),
    )
