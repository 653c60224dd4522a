"""Tables too wide for a sheet of paper on which letters are legible: they go on over sheets to the right.

Pages end between columns, and each repeats the columns that say what a line is about. The columns are as wide as their
words and figures need, and shared out about equally; upright or in landscape, whichever takes fewer sheets of paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from msgspec.structs import replace

from sheetscore.tables.needed_widths import LONGEST_WORD, texts_of
from sheetscore.tables.on_paper import legible_width
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import AnyTable
from sheetscore.workbooks.paper import Paper

_REPEATED = 1 / 2
"""The greatest share of a sheet of paper that repeated columns may take."""


def over_sheets(plan: TableSheet, paper: Paper, sizes: Sequence[float]) -> Iterator[TableSheet]:
    """Yield a worksheet that goes on to the right, upright and in landscape, with letters of each size that needs it.

    Parameters
    ----------
    paper
        The paper in portrait.
    sizes
        The font sizes on paper, in points.
    """
    widths = plan.widths[: plan.columns]
    for oriented in (paper, paper.turned):
        laid = replace(plan, landscape=oriented.landscape)
        for points in sizes:
            most = legible_width(laid, oriented, points)
            named = max(_named(plan, widths, _REPEATED * most), 1)
            if across := _shared_out(widths, named, most):
                tables = tuple(table.with_columns(table.columns, named) for table in plan.tables)
                yield replace(laid, tables=tables, across=across)


def _named(plan: TableSheet, widths: Sequence[int], most: float) -> int:
    """Return how many columns at the left say what a line is about in all tables, and take so many pixels at most."""
    named = min(map(_names, plan.tables))
    return next((count for count in range(named, 0, -1) if sum(widths[:count]) <= most), 0)


def _names(table: AnyTable) -> int:
    """Return how many columns say what a line of a table is about: those up to its first texts, and these."""
    texts = texts_of(table, LONGEST_WORD)
    is_text = [column.key in texts for column in table.columns[: table.printed]]
    first = is_text.index(True) if any(is_text) else 0
    return first + sum(1 for _ in takewhile(bool, is_text[first:]))


def _shared_out(widths: Sequence[int], named: int, most: int) -> tuple[int, ...]:
    """Return the first column of each further sheet of paper, of which none is wider than it must be."""
    fewest = len(_starts(widths, named, most))
    found = (_starts(widths, named, wide) for wide in range(most + 1))
    return next(starts for starts in found if len(starts) == fewest)


def _starts(widths: Sequence[int], named: int, most: int) -> tuple[int, ...]:
    """Return the first column of each further sheet of paper, if each is filled up to a width in pixels.

    A column wider than that, beside those that are repeated, has a sheet of its own.
    """
    repeated = sum(widths[:named])
    starts, used = list[int](), repeated
    for at, width in enumerate(widths[named:], start=named):
        if used + width > most and used > repeated:
            starts.append(at)
            used = repeated
        used += width
    return tuple(starts)
