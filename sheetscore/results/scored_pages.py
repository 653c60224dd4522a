"""Pages that were worked out, with the lines of them that are shown, and the columns that say whose a line is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from sheetscore.forms.block import Block
from sheetscore.forms.evaluation import score_page
from sheetscore.forms.form import FieldKey, Page, PageEntries, PageForm, PageScore, RowScore
from sheetscore.systems.columns import ENTRIES, VALUE
from sheetscore.tables.table import Column, Here, figure_column, text_column

Row = TypeVar("Row")

TABLE, SEAT, PILOT, NUMBER, HEADING = "Table", "Seat", "Pilot", "Line", "Heading"
"""Keys of columns; fields, steps and sums have keys in small letters."""

TEXT, FIGURE = 150, 74
"""Pixels of a column of text and of one of figures."""


def who(page_of: Callable[[Row], ScoredPage]) -> tuple[Column[Row], ...]:
    """Return the columns that say whose line it is."""
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


@dataclass(frozen=True)
class ScoredPage:
    """A page that was worked out, with its lines.

    Parameters
    ----------
    pilot
        The name of whoever sat there; empty for a table's own page.
    lines
        The lines to be shown, by the id of their block; every block of the page's scored forms is there.
    """

    table: int
    page: Page
    pilot: str
    entries: PageEntries
    score: PageScore
    lines: Mapping[str, tuple[RowScore, ...]]

    @property
    def key(self) -> tuple[int, str]:
        """Names the page in formulas."""
        return self.table, self.page.seat

    @property
    def blocks(self) -> Iterator[Block]:
        """The blocks that lines are shown of."""
        return (block for block in self.page.form.blocks if block.id in self.lines)

    def line_key(self, block: Block, line: RowScore) -> tuple[int, str, str, str]:
        """Name a line of the page in formulas."""
        return (*self.key, block.id, line.row.key)


def scored_page(table: int, page: Page, pilot: str, entries: PageEntries, score: PageScore) -> ScoredPage:
    """Pick the lines of a page that are to be shown.

    Blank lines are left out where that makes no difference to the others. A rule can count the lines above
    it, the blank ones too: if that matters those between filled lines are shown, or if need be all.
    """
    forms = {block.form for block in page.form.blocks if block.total}
    blocks = [block for block in page.form.blocks if block.form in forms]
    choices = [{block.id: pick(score.rows[block.id]) for block in blocks} for pick in (_filled, _to_last_filled, tuple)]
    lines = next(lines for lines in choices if _enough(page.form, lines, entries))
    return ScoredPage(table, page, pilot, entries, score, lines)


def _filled(rows: Sequence[RowScore]) -> tuple[RowScore, ...]:
    return tuple(row for row in rows if row.filled)


def _to_last_filled(rows: Sequence[RowScore]) -> tuple[RowScore, ...]:
    last = max((number for number, row in enumerate(rows, start=1) if row.filled), default=0)
    return tuple(rows[:last])


def _enough(form: PageForm, lines: Mapping[str, tuple[RowScore, ...]], entries: PageEntries) -> bool:
    """Tell whether a page that has these lines and no others works them out as the whole page does."""
    blocks = [
        replace(block, rows=tuple(line.row for line in lines[block.id])) for block in form.blocks if block.id in lines
    ]
    again = score_page(replace(form, blocks=tuple(blocks), sums=()), entries)
    return all(again.rows[block_id] == shown for block_id, shown in lines.items())


POINTS_OF_LINE = "Points"
"""The column of what a line is worth; rules call it total."""


def line_table_name(block: Block) -> str:
    """Name the table of a block's lines."""
    return f"lines of {block.id}"
