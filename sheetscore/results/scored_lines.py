"""Which lines of a page stand on the Scoring sheet: those that were filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sheetscore.forms.block import Block
from sheetscore.forms.evaluation import score_page
from sheetscore.forms.form import Page, PageEntries, PageScore, RowScore, Shape


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
        return (block for block in self.page.shape.blocks if block.id in self.lines)

    def line_key(self, block: Block, line: RowScore) -> tuple[int, str, str, str]:
        """Name a line of the page in formulas."""
        return (*self.key, block.id, line.row.key)


def scored_page(table: int, page: Page, pilot: str, entries: PageEntries, score: PageScore) -> ScoredPage:
    """Pick the lines of a page that are to be shown.

    Blank lines are left out where that makes no difference to the others. A rule can count the lines above
    it, the blank ones too: if that matters those between filled lines are shown, or if need be all.
    """
    forms = {block.form for block in page.shape.blocks if block.total}
    blocks = [block for block in page.shape.blocks if block.form in forms]
    choices = [{block.id: pick(score.rows[block.id]) for block in blocks} for pick in (_filled, _to_last_filled, tuple)]
    lines = next(lines for lines in choices if _enough(page.shape, lines, entries))
    return ScoredPage(table, page, pilot, entries, score, lines)


def _filled(rows: Sequence[RowScore]) -> tuple[RowScore, ...]:
    return tuple(row for row in rows if row.filled)


def _to_last_filled(rows: Sequence[RowScore]) -> tuple[RowScore, ...]:
    last = max((number for number, row in enumerate(rows, start=1) if row.filled), default=0)
    return tuple(rows[:last])


def _enough(shape: Shape, lines: Mapping[str, tuple[RowScore, ...]], entries: PageEntries) -> bool:
    """Tell whether a page that has these lines and no others works them out as the whole page does."""
    blocks = [
        replace(block, rows=tuple(line.row for line in lines[block.id])) for block in shape.blocks if block.id in lines
    ]
    again = score_page(replace(shape, blocks=tuple(blocks), sums=()), entries)
    return all(again.rows[block_id] == shown for block_id, shown in lines.items())
