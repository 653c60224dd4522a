"""Formulas laid out once and stamped wherever the same comes again: row numbers are filled in when they are known."""

from __future__ import annotations

import re
from collections.abc import Sequence

_MARK = re.compile(r"⟨(\d+)⟩")


def page_row(row: int) -> str:
    """Return the mark of a row (of the page or of a list, from 0) for use in a formula: ``"C" + page_row(4)``."""
    return f"⟨{row}⟩"


class PageFormula:
    """A formula whose rows count from the top of a page, or stand in a list that each page has of its own.

    Parameters
    ----------
    text
        The formula without ``=``, its rows written by :func:`page_row`.
    """

    __slots__ = ("_pieces", "_rows")

    def __init__(self, text: str) -> None:
        pieces = _MARK.split(text)
        self._pieces = pieces[0::2]
        self._rows = [int(row) for row in pieces[1::2]]

    def at(self, top: int) -> str:
        """Return the formula for a page whose first row is ``top`` (from 0)."""
        return self._stamped([str(row + top + 1) for row in self._rows])

    def on(self, rows: Sequence[str]) -> str:
        """Return the formula for the rows of a list, as they are to stand in it."""
        return self._stamped([rows[row] for row in self._rows])

    def _stamped(self, rows: Sequence[str]) -> str:
        parts = [self._pieces[0]]
        for row, piece in zip(rows, self._pieces[1:], strict=True):
            parts.append(row)
            parts.append(piece)
        return "".join(parts)
