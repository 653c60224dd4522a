"""Formulas laid out once and stamped for each page: row numbers are filled in when the page's place is known."""

from __future__ import annotations

import re

_MARK = re.compile(r"⟨(\d+)⟩")


def page_row(row: int) -> str:
    """Give the mark of a row of the page (from 0) for use in a formula: ``"C" + page_row(4)``."""
    return f"⟨{row}⟩"


class PageFormula:
    """A formula whose rows count from the top of a page.

    Parameters
    ----------
    text
        The formula without ``=``, its rows written by :func:`page_row`.
    """

    __slots__ = ("_pieces", "_rows")

    def __init__(self, text: str) -> None:
        pieces = _MARK.split(text)
        self._pieces = pieces[0::2]
        self._rows = [int(row) + 1 for row in pieces[1::2]]

    def at(self, top: int) -> str:
        """Give the formula for a page whose first row is ``top`` (from 0)."""
        parts = [self._pieces[0]]
        for row, piece in zip(self._rows, self._pieces[1:], strict=True):
            parts.append(str(row + top))
            parts.append(piece)
        return "".join(parts)
