"""Names in a workbook: sheet titles, cell addresses, quoted references."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from msgspec import Struct

TITLE_LENGTH = 31
"""The longest sheet name that spreadsheets accept."""

_FORBIDDEN = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
_CELL = re.compile(r"\$?([A-Z]{1,3})\$?([0-9]{1,7})\Z")
_REFERENCE = re.compile(r"=?(?:'((?:[^']|'')+)'|([^'!]+))!([^!]+)\Z")


class Area(Struct, frozen=True, order=True):
    """A rectangle of cells on one sheet; rows and columns count from 0, the last ones included."""

    sheet: str
    row: int
    column: int
    last_row: int
    last_column: int

    @property
    def reference(self) -> str:
        """The absolute, quoted reference, ready for a defined name or a formula."""
        return f"{quoted(self.sheet)}!{self.cells}"

    @property
    def cells(self) -> str:
        """The absolute reference on its own sheet."""
        return _absolute(self.row, self.column, self.last_row, self.last_column)

    @property
    def size(self) -> int:
        """The number of cells."""
        return (self.last_row - self.row + 1) * (self.last_column - self.column + 1)

    def holds(self, position: tuple[int, int]) -> bool:
        """Return whether a cell, as row and column from 0, is one of the rectangle's."""
        row, column = position
        return self.row <= row <= self.last_row and self.column <= column <= self.last_column

    @classmethod
    def parse(cls, reference: str) -> Area:
        """Parse a reference as :attr:`reference` or any spreadsheet program writes it.

        Raises
        ------
        ValueError
            The text is not a reference to one rectangle on one sheet (``#REF!`` is not).
        """
        match = _REFERENCE.match(reference)
        if not match:
            raise ValueError(f"{reference!r} is not a reference to cells of one sheet")
        sheet = match[1].replace("''", "'") if match[1] else match[2].removeprefix("$")
        first, _, last = match[3].partition(":")
        row, column = parse_address(first)
        last_row, last_column = parse_address(last) if last else (row, column)
        return cls(sheet, row, column, last_row, last_column)


@lru_cache(4096)  # hundreds of formulas refer to the same cells
def _absolute(row: int, column: int, last_row: int, last_column: int) -> str:
    first = address(row, column, fixed=True)
    if (row, column) == (last_row, last_column):
        return first
    return f"{first}:{address(last_row, last_column, fixed=True)}"


@lru_cache(1024)  # called for every formula; a sheet has at most 512 columns
def column_letters(column: int) -> str:
    """Return the letters of a column counted from 0: ``0`` is A, ``26`` is AA."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def address(row: int, column: int, *, fixed: bool = False) -> str:
    """Return the A1 address of a cell counted from 0, with ``$`` when fixed."""
    mark = "$" if fixed else ""
    return f"{mark}{column_letters(column)}{mark}{row + 1}"


def parse_address(cell: str) -> tuple[int, int]:
    """Read an A1 address, with or without ``$``, as (row, column) counted from 0.

    Raises
    ------
    ValueError
        The text is no address of a cell.
    """
    match = _CELL.match(cell)
    if not match:
        raise ValueError(f"{cell!r} is not a cell")
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - 64
    return int(match[2]) - 1, column - 1


def rectangle(reference: str) -> Area | None:
    """Return the cells of a reference; None if it is not one rectangle on one sheet, such as ``#REF!``."""
    try:
        return Area.parse(reference)
    except ValueError:
        return None


def quoted(title: str) -> str:
    """Quote a sheet title for a formula; always, because a title such as ``R1`` is also the address of a cell."""
    return "'" + title.replace("'", "''") + "'"


def sheet_title(title: str, taken: Collection[str] = ()) -> str:
    """Return a title changed to a sheet name that every spreadsheet accepts.

    Parameters
    ----------
    title
        Any text, for example a player's name.
    taken
        Case-folded titles already in use; a number is appended to avoid them.
    """
    clean = _FORBIDDEN.sub(" ", title).strip().strip("'").strip() or "Sheet"
    clean = clean[:TITLE_LENGTH].strip()
    candidate, number = clean, 1
    while candidate.casefold() in taken or candidate.casefold() == "history":  # Excel keeps that title for itself
        number += 1
        ending = f" ({number})"
        candidate = clean[: TITLE_LENGTH - len(ending)] + ending
    return candidate
