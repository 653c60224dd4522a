"""How a score that the director ruled is told from a computed one on pages that are posted."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sheetscore.tables.sheet import Line
from sheetscore.tables.table import Column, Here, figure_column

Row = TypeVar("Row")

MARK = "✎"

RULED = "ruled"
"""The column of the marks, beside that of the scores."""

_MEANING = f"A score with a mark {MARK} is the director's, in place of the computed one."


def ruled_column(is_ruled: Callable[[Row], bool], formula: Callable[[Here[Row]], str] | None = None) -> Column[Row]:
    """Make the column of the marks.

    Parameters
    ----------
    formula
        Writes whether there is a ruling.
    """

    def mark(here: Here[Row]) -> str:
        return f'IF({formula(here)},"{MARK}","")' if formula else ""

    return figure_column(RULED, "", 24, lambda line: MARK if is_ruled(line) else None, mark if formula else None)


def ruled_line(table: str = "") -> Line:
    """Make the line that says what the mark means.

    Parameters
    ----------
    table
        The table whose marks come and go by formula: without any left the line is blank, too.
    """
    if not table:
        return Line(_MEANING)
    return Line(
        _MEANING,
        formula=lambda places: (
            f'IF(SUMPRODUCT(--({places[table].column(RULED).reference}="{MARK}"))>0,"{_MEANING}","")'
        ),
    )
