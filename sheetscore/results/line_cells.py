"""Where the lines of a page stand on the Scoring sheet, as the compiler of formulas asks for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from sheetscore.forms.cells import BlockCells, ListPlaces, RowCells
from sheetscore.forms.evaluation import RowScore
from sheetscore.forms.form import Block, Choices
from sheetscore.results.list_sheet import list_places
from sheetscore.results.scored_lines import ScoredPage
from sheetscore.systems.result_sheets import PAGES
from sheetscore.workbooks.names import column_letters
from sheetscore.workbooks.tables import Places

POINTS_OF_LINE = "Points"
"""The column of what a line is worth; rules call it total."""


def line_table_name(block: Block) -> str:
    """Name the table of a block's lines."""
    return f"lines of {block.id}"


class LineCells:
    """The cells of all pages; each page's are put together when its first formula is compiled.

    Parameters
    ----------
    lists
        Every list that the pages offer.
    """

    def __init__(self, lists: Sequence[Choices]) -> None:
        self._lists = lists
        self._list_places: ListPlaces | None = None
        self._pages: dict[tuple[int, str], dict[str, BlockCells]] = {}

    def lists(self, places: Places) -> ListPlaces:
        """Say where the lists stand."""
        if self._list_places is None:
            self._list_places = list_places(self._lists, places)
        return self._list_places

    def row(self, page: ScoredPage, block: Block, line: RowScore, places: Places) -> RowCells:
        """Give a line as rules see it."""
        if page.key not in self._pages:
            self._pages[page.key] = self._page(page, places)
        return self._pages[page.key][block.id].row(page.lines[block.id].index(line))

    def _page(self, page: ScoredPage, places: Places) -> dict[str, BlockCells]:
        forms: dict[str, dict[str, BlockCells]] = defaultdict(dict)
        found = {}
        for block in page.blocks:
            form = forms[block.form]
            columns, rows = _laid_out(page, block, places)
            found[block.id] = form[block.name] = BlockCells(block, columns, rows, self.lists(places), dict(form))
        return found


def _laid_out(page: ScoredPage, block: Block, places: Places) -> tuple[Mapping[str, str], list[str]]:
    """Give the column letters and the row numbers of a block's lines.

    Rules may look at a block of which the page has no lines: they are given a blank row, the one that
    stands below every table.
    """
    name = line_table_name(block)
    if name not in places:  # nobody filled in a line of it
        return defaultdict(lambda: "A"), [str(places[PAGES].last + 2)]
    place = places[name]
    columns = {key: column_letters(column) for key, column in place.columns.items()}
    rows = [str(place.rows[page.line_key(block, line)] + 1) for line in page.lines[block.id]]
    return columns | {"total": columns[POINTS_OF_LINE]}, rows or [str(place.last + 2)]
