"""Where the lines of a page stand on the Scoring sheet, as the compiler of formulas asks for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from sheetscore.expressions import Expression, to_excel
from sheetscore.forms.block import Block, Choices
from sheetscore.forms.cells import BlockCells, ListPlaces
from sheetscore.forms.form import RowScore
from sheetscore.results.list_sheet import list_places
from sheetscore.results.scored_lines import ScoredPage
from sheetscore.sheets.stamp import PageFormula, page_row
from sheetscore.systems.result_sheets import PAGES
from sheetscore.tables.table import Places
from sheetscore.workbooks.names import column_letters

POINTS_OF_LINE = "Points"
"""The column of what a line is worth; rules call it total."""


def line_table_name(block: Block) -> str:
    """Name the table of a block's lines."""
    return f"lines of {block.id}"


@dataclass(frozen=True)
class _Layout:
    """What pages with the same form and the same number of lines have in common.

    Parameters
    ----------
    blocks
        Their blocks by id, with marks for rows.
    formulas
        What was compiled for one of their lines, by its block, its number and the rule.
    """

    blocks: Mapping[str, BlockCells]
    formulas: dict[tuple[str, int, str], PageFormula] = field(default_factory=dict)


class LineCells:
    """The cells of all pages. A rule is compiled once for pages that are laid out alike, and stamped on each of them.

    Parameters
    ----------
    lists
        Every list that the pages offer.
    """

    def __init__(self, lists: Sequence[Choices]) -> None:
        self._lists = lists
        self._list_places: ListPlaces | None = None
        self._layouts: dict[Hashable, _Layout] = {}
        self._pages: dict[tuple[int, str], tuple[_Layout, Sequence[str]]] = {}

    def lists(self, places: Places) -> ListPlaces:
        """Say where the lists stand."""
        if self._list_places is None:
            self._list_places = list_places(self._lists, places)
        return self._list_places

    def formula(self, rule: Expression, page: ScoredPage, block: Block, line: RowScore, places: Places) -> str:
        """Give a rule as it stands on a line."""
        if page.key not in self._pages:
            self._pages[page.key] = self._layout(page, places), _rows(page, places)
        layout, rows = self._pages[page.key]
        number = next(number for number, shown in enumerate(page.lines[block.id]) if shown is line)
        key = block.id, number, rule.text
        if key not in layout.formulas:
            layout.formulas[key] = PageFormula(to_excel(rule, layout.blocks[block.id].row(number)))
        return layout.formulas[key].on(rows)

    def _layout(self, page: ScoredPage, places: Places) -> _Layout:
        alike = id(page.page.shape), tuple(len(page.lines[block.id]) for block in page.blocks)
        if alike not in self._layouts:
            self._layouts[alike] = _Layout(self._laid_out(page, places))
        return self._layouts[alike]

    def _laid_out(self, page: ScoredPage, places: Places) -> dict[str, BlockCells]:
        forms: dict[str, dict[str, BlockCells]] = defaultdict(dict)
        found = {}
        first = 0
        for block in page.blocks:
            form, count = forms[block.form], len(page.lines[block.id])
            rows = [page_row(row) for row in range(first, first + count)] or [_blank_row(block, places)]
            cells = BlockCells(block, _columns(block, places), rows, self.lists(places), dict(form))
            found[block.id] = form[block.name] = cells
            first += count
        return found


def _rows(page: ScoredPage, places: Places) -> list[str]:
    """Give the row numbers of all lines of a page, block by block."""
    return [
        str(places[line_table_name(block)].rows[page.line_key(block, line)] + 1)
        for block in page.blocks
        for line in page.lines[block.id]
    ]


def _columns(block: Block, places: Places) -> Mapping[str, str]:
    """Give the column letters of a block's lines; of one of which nobody filled in a line, any."""
    place = places.get(line_table_name(block))
    if place is None:
        return defaultdict(lambda: "A")
    columns = {key: column_letters(column) for key, column in place.columns.items()}
    return columns | {"total": columns[POINTS_OF_LINE]}


def _blank_row(block: Block, places: Places) -> str:
    """Give a row for rules that look at a block of which the page has no lines: the blank one below every table."""
    return str(places.get(line_table_name(block), places[PAGES]).last + 2)
