"""What the tables of the Scoring sheet have in common: whose line it is, and references to what was entered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sheetscore.forms.block import Block
from sheetscore.forms.form import FieldKey
from sheetscore.results.line_cells import POINTS_OF_LINE, line_table_name
from sheetscore.results.scored_lines import ScoredPage
from sheetscore.systems.result_sheets import ENTRIES, VALUE
from sheetscore.tables.table import Column, Here, figure_column, text_column

Row = TypeVar("Row")

TABLE, SEAT, PILOT, NUMBER, HEADING = "Table", "Seat", "Pilot", "Line", "Heading"
"""Keys of columns; fields, steps and sums have keys in small letters."""

TEXT, FIGURE = 150, 74
"""Pixels of a column of text and of one of figures."""


def who(page_of: Callable[[Row], ScoredPage]) -> tuple[Column[Row], ...]:
    """Give the columns that say whose line it is."""
    return (
        figure_column(TABLE, "table", 46, lambda line: page_of(line).table),
        text_column(SEAT, "seat", 80, lambda line: page_of(line).page.seat),
        text_column(PILOT, "pilot", TEXT, lambda line: page_of(line).pilot),
    )


def entered(here: Here[Any], key: FieldKey) -> str | None:
    """Refer to a value as it was entered; None where nothing was."""
    return here.other(ENTRIES, key, VALUE) if key in here.places[ENTRIES].rows else None


def over_lines(here: Here[Any], function: str, page: ScoredPage, blocks: Sequence[Block]) -> str | None:
    """Write the sum or the number of what a page's lines of some blocks are worth; None without lines."""
    parts = []
    for block in blocks:
        lines = page.lines[block.id]
        if block.total and lines:
            first, last = page.line_key(block, lines[0]), page.line_key(block, lines[-1])
            parts.append(here.refer(here.places[line_table_name(block)].part(POINTS_OF_LINE, first, last)))
    return f"{function}({','.join(parts)})" if parts else None


def new_table(lines: Sequence[Row], page_of: Callable[[Row], ScoredPage]) -> Callable[[Row], bool]:
    """Tell whether a line is the first of its table."""
    first: dict[int, Row] = {}
    for line in lines:
        first.setdefault(page_of(line).table, line)
    return lambda line: first[page_of(line).table] is line
