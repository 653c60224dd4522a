"""Which lines of a page stand on the Scoring sheet: those that were filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from sheetscore.forms.evaluation import PageEntries, PageScore, RowScore, score_page
from sheetscore.forms.form import Block, Page, Shape, Value


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

    Blank lines are left out wherever that makes no difference to the others. A rule can count the lines
    above it, the blank ones too; if that matters, the page is shown with all its lines.
    """
    forms = {block.form for block in page.shape.blocks if block.total}
    blocks = [block for block in page.shape.blocks if block.form in forms]
    filled = {block.id: tuple(row for row in score.rows[block.id] if row.filled) for block in blocks}
    again = score_page(_only(page.shape, filled), entries)
    same = all(again.rows[block.id] == filled[block.id] for block in blocks)
    lines = filled if same else {block.id: score.rows[block.id] for block in blocks}
    return ScoredPage(table, page, pilot, entries, score, lines)


def _only(shape: Shape, lines: Mapping[str, tuple[RowScore, ...]]) -> Shape:
    """Give a page that has these lines and no others; its sums are left out."""
    blocks = [
        replace(block, rows=tuple(line.row for line in lines[block.id])) for block in shape.blocks if block.id in lines
    ]
    return replace(shape, blocks=tuple(blocks), sums=())


def entered(page: ScoredPage, block: Block, line: RowScore, name: str) -> Value | None:
    """Give what was entered in a box of a line, by the name that rules use for the box."""
    box = next(box for box in block.fields if box.name == name)
    return page.entries.get(block.field_id(line.row, box))
