"""The widths of columns of texts on paper: no word is torn, and letters are as large as people read them.

A column of texts is as wide as its longest word needs. If a sheet is then so wide that its letters would be too small
on paper, its texts are wrapped into narrower columns, first of all those that need less than was planned; columns of
figures keep their widths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from math import ceil

from msgspec.structs import replace

from sheetscore.tables.cell_styles import CELL_STYLES
from sheetscore.tables.heights import BESIDE, POINTS
from sheetscore.tables.sheet import TableSheet, legible_width, split_sheet
from sheetscore.tables.table import TURNED, AnyColumn, AnyTable
from sheetscore.workbooks.paper import Paper, text_pixels, unbreakable, words_of

_LEAST_WIDTHS = ((290, 0.8), (190, 0.75), (130, 0.7), (130, 0.55), (0, 0.55))
"""The least widths of columns of texts, of which the first are taken that leave the letters of the sheet legible: the
pixels that long words may claim for their column, longer ones being torn; and the share of the planned width.
"""


def worksheets_of(plan: TableSheet, paper: Paper) -> Iterator[TableSheet]:
    """Yield the worksheets that a planned one becomes: its columns fit their texts, each is repeated on its paper.

    Parameters
    ----------
    paper
        The paper in portrait.
    """
    yield from split_sheet(with_legible_columns(plan, paper), paper)


def with_legible_columns(plan: TableSheet, paper: Paper) -> TableSheet:
    """Return a planned worksheet with wider columns for long words, and narrower ones if its letters were too small.

    Parameters
    ----------
    paper
        The paper in portrait. A worksheet that is only legible in landscape stays wide.
    """
    if plan.hidden or plan.for_director or not plan.tables:
        return plan
    for oriented in (paper.turned,) if plan.landscape else (paper, paper.turned):
        most = legible_width(plan, oriented)
        for for_words, share in _LEAST_WIDTHS:
            if narrowed := _narrowed(plan, for_words, share, most):
                return narrowed
    return plan


def _least(table: AnyTable, for_words: int, share: float) -> dict[str, int]:
    """Return the least widths of the columns of texts, by their keys, as one of `_LEAST_WIDTHS` has it."""
    found = {}
    for column in table.columns:
        if _wraps(table, column):
            words = max(_text_pixels(table, column, _word_pixels), _word_pixels(column.heading, POINTS, bold=True))
            whole = max(words, _text_pixels(table, column, text_pixels))
            found[column.key] = max(min(words + BESIDE, for_words), min(int(column.width * share), whole + BESIDE))
    return found


def _wraps(table: AnyTable, column: AnyColumn) -> bool:
    """Return whether a column is one of texts that are wrapped."""
    if column.helper or column.head == TURNED or not table.lines:
        return False
    style = CELL_STYLES.get(column.style_of(table.lines[0]))
    return style is not None and style.wraps and style.align != "middle"


def _text_pixels(table: AnyTable, column: AnyColumn, measured: Callable[..., float]) -> int:
    """Return the most pixels that a measure finds for a text in a column."""
    style = CELL_STYLES[column.style_of(table.lines[0])]
    texts = {str(table.value(line, column) or "") for line in table.lines}
    return max((ceil(measured(text, style.points or POINTS, bold=style.bold)) for text in texts), default=0)


def _word_pixels(text: str, points: float, *, bold: bool) -> int:
    """Return the width of the longest word of a text, in pixels."""
    parts = (part for word in words_of(text) for part in unbreakable(word))
    return max((ceil(text_pixels(part, points, bold=bold)) for part in parts), default=0)


def _narrowed(plan: TableSheet, for_words: int, share: float, most: int) -> TableSheet | None:
    """Return a worksheet whose printed columns take so many pixels at most; None if its texts have no room then."""
    least = {table.name: _least(table, for_words, share) for table in plan.tables}
    plan = _resized(plan, least, max)
    wide, low = plan.widths[: plan.columns], _least_widths(plan, least)
    free = [width - lowest for width, lowest in zip(wide, low, strict=True)]
    over = max(0, sum(wide) - most)
    if sum(free) < over:
        return None
    # rounded up, so that all together are narrow enough
    narrow = [width + -over * one // max(1, sum(free)) for width, one in zip(wide, free, strict=True)]
    sizes = {
        table.name: {
            column.key: narrow[at] for at, column in enumerate(table.columns) if column.key in least[table.name]
        }
        for table in plan.tables
    }
    return _resized(plan, sizes, min)


def _least_widths(plan: TableSheet, least: Mapping[str, Mapping[str, int]]) -> Sequence[int]:
    """Return the least width of each printed column of a worksheet, in pixels."""
    tables = (
        [least[table.name].get(column.key, column.width) for column in table.columns if not column.helper]
        for table in plan.tables
    )
    return [max(widths) for widths in zip_longest(*tables, fillvalue=0)]


def _resized(
    plan: TableSheet, widths: Mapping[str, Mapping[str, int]], choose: Callable[[int, int], int]
) -> TableSheet:
    """Return a worksheet whose columns have, of their own and another width, the one that is chosen."""
    tables = tuple(
        table.resized(
            {
                column.key: choose(column.width, widths[table.name][column.key])
                for column in table.columns
                if column.key in widths[table.name]
            }
        )
        for table in plan.tables
    )
    unchanged = all(one is other for one, other in zip(tables, plan.tables, strict=True))
    return plan if unchanged else replace(plan, tables=tables)
