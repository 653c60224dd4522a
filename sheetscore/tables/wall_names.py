"""Names on the wall in letters as large as the paper has room for; some take two lines before all get smaller."""

from __future__ import annotations

from math import ceil

from msgspec.structs import replace

from sheetscore.tables.cell_styles import CELL_STYLES
from sheetscore.tables.column_widths import OnPaper, laid_out
from sheetscore.tables.heights import BESIDE
from sheetscore.tables.needed_widths import LONGEST_WORD, word_pixels
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import WALL_WRAPPED, AnyColumn, AnyTable
from sheetscore.workbooks.paper import Paper

_LARGEST = 18
"""The largest size of names on the wall in points: that of figures."""

_SMALLER = 0.9
"""The share of its scale that a sheet keeps at least for larger names."""

_WIDEST_WORD = LONGEST_WORD - BESIDE
"""The most pixels of a word on the wall; a name with a wider one has smaller letters than the others."""

_ALONE = 1 / 10
"""The largest share of names that may have smaller letters than the others; one name always may."""


def with_large_names(plan: TableSheet, paper: Paper) -> TableSheet:
    """Return a worksheet whose names have the largest letters for which it takes no more paper and tears no more words.

    Parameters
    ----------
    paper
        The paper in portrait.
    """
    columns = [(table, column) for table in plan.tables for column in table.columns if _is_of_names(column)]
    planned = [CELL_STYLES[column.style_of(line)].points for table, column in columns for line in table.lines]
    if plan.hidden or not planned or (least := min(planned)) == _LARGEST:
        return plan
    before = laid_out(plan, paper)
    for points in range(_LARGEST, least, -1):
        larger = replace(plan, tables=tuple(_with_names(table, points, least) for table in plan.tables))
        if _is_better(laid_out(larger, paper), before):
            return larger
    return plan


def _is_better(larger: OnPaper, before: OnPaper) -> bool:
    """Return whether larger names take no more paper, tear no more words, and leave the figures about as large."""
    no_more = larger.papers <= before.papers and larger.torn <= before.torn
    return no_more and larger.worksheets <= before.worksheets and larger.scale >= _SMALLER * before.scale


def _is_of_names(column: AnyColumn) -> bool:
    return isinstance(column.style, str) and column.style.startswith(WALL_WRAPPED)


def _with_names(table: AnyTable, points: int, least: int) -> AnyTable:
    """Return a table with names in letters of a size."""
    columns = (_with_size(table, one, points, least) if _is_of_names(one) else one for one in table.columns)
    return table.with_columns([*columns])


def _with_size(table: AnyTable, column: AnyColumn, points: int, least: int) -> AnyColumn:
    """Return a column with names in letters of a size, or of a smaller one for the few that have too wide words."""
    names = set(table.texts(column))
    wide = [name for name in names if word_pixels(name, points) > _WIDEST_WORD]
    if not wide or len(wide) > ceil(_ALONE * len(names)):
        return replace(column, style=f"{WALL_WRAPPED} {points}")
    smaller = range(points - 1, least, -1)
    sizes = {name: next((one for one in smaller if word_pixels(name, one) <= _WIDEST_WORD), least) for name in wide}
    return replace(column, style=lambda line: f"{WALL_WRAPPED} {sizes.get(str(table.value(line, column)), points)}")
