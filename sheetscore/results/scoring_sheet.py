"""The Scoring sheet: every attack on a line of its own, from the values entered to its points.

The formulas are those of the score sheets, compiled for the lines as they stand here: the lines of a page's
block are next to one another, because caps look at the lines above.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheetscore.forms.block import Choices
from sheetscore.forms.form import RoundForms
from sheetscore.results.line_cells import LineCells
from sheetscore.results.page_totals import block_totals, page_totals
from sheetscore.results.scored_lines import ScoredPage
from sheetscore.results.scoring_lines import line_table
from sheetscore.tables.sheet import Line, TableSheet


def scoring_sheet(forms: RoundForms, pages: Sequence[ScoredPage], lists: Sequence[Choices]) -> TableSheet:
    """Plan the Scoring sheet.

    Parameters
    ----------
    pages
        In the order in which they are shown, tables' own pages among them.
    lists
        Every list that the pages offer.
    """
    adding_up = [shape for shape in forms.shapes() if shape.sums]
    seats = [page for page in pages if page.page.shape.sums]
    others = [page for page in pages if not page.page.shape.sums]
    blocks = {block.id: block for page in (*seats, *others) for block in page.blocks}
    filled = {block_id for page in pages for block_id, lines in page.lines.items() if lines}
    cells = LineCells(lists)
    return TableSheet(
        "Scoring",
        "Scoring",
        lines=(
            Line(
                "Every line that was filled in, from the values on the sheet Entries to its points. "
                "Bold: points. Small and grey: the steps on the way to them."
            ),
        ),
        tables=(
            *([page_totals(adding_up, seats)] if adding_up else []),
            block_totals(others),
            *(line_table(block, pages, cells) for block in blocks.values() if block.id in filled),
        ),
        landscape=True,
    )
