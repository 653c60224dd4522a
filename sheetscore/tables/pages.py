"""On which sheets of paper tables stand: whole where they fit one, and never without their headings.

A worksheet repeats the headings of one table at most, and only on the sheets of paper after it. So a table that runs
over is the last one of its worksheet, but for small ones that stand below its last lines; the others go on on a further
worksheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.tables.sheet import (
    BAND_HEIGHT,
    TableSheet,
    chart_rows,
    columns_height,
    heading_heights,
    line_height,
)
from sheetscore.tables.table import AnyTable
from sheetscore.workbooks.names import TITLE_LENGTH
from sheetscore.workbooks.paper import Paper, Passage, width_scale


def parted(plan: TableSheet, paper: Paper) -> Iterator[TableSheet]:
    """Yield the worksheets that a planned one takes: each ends with the first of its tables that runs over.

    Parameters
    ----------
    paper
        Upright.
    """
    shares = [plan.tables] if plan.hidden else [*_shares(plan, paper)]
    if len(shares) == 1:
        yield plan
        return
    with_charts = 0 if plan.charts_first else len(shares) - 1
    for at, tables in enumerate(shares):
        further = f", {at + 1}" if at else ""
        yield replace(
            plan,
            title=plan.title[: TITLE_LENGTH - len(further)] + further,
            heading=plan.heading + further,
            lines=() if at else plan.lines,
            tables=tables,
            charts=plan.charts if at == with_charts else (),
            behind=plan.behind if at == with_charts else (),
        )


_SMALL = 1 / 3
"""The share of a sheet of paper that tables may take which stay below one that runs over."""


def _shares(plan: TableSheet, paper: Paper) -> Iterator[tuple[AnyTable, ...]]:
    """Part the tables of a worksheet after each that runs over; fewer columns are printed larger, so more may do so."""
    over = _first_over(plan, paper)
    if over is None or _below(plan, over) <= _SMALL * room(plan, paper):
        yield plan.tables
        return
    yield from _shares(replace(plan, tables=plan.tables[: over + 1]), paper)
    yield from _shares(replace(plan, tables=plan.tables[over + 1 :]), paper)


class _Rows(Struct, frozen=True):
    """The rows of a table, from 0: those above its lines, of its title and its headings, and its lines."""

    top: int
    lines: range


def _rows_of(plan: TableSheet) -> list[_Rows]:
    """Return the rows of all tables that are printed."""
    tables = list(plan.placed())[: len(plan.tables)]
    return [_Rows(place.first - 1 - bool(table.title), range(place.first, place.last + 1)) for table, place in tables]


def _first_over(plan: TableSheet, paper: Paper) -> int | None:
    """Return the first table (from 0) that is too high for a sheet of paper that it begins."""
    heights, most = plan.row_heights, room(plan, paper) - sum(heading_heights(plan))
    rows = enumerate(_rows_of(plan))
    return next((at for at, one in rows if sum(heights[one.top : one.lines.stop]) > most), None)


def _below(plan: TableSheet, at: int) -> int:
    """Return the pixels that the tables below one take."""
    rows = _rows_of(plan)
    return sum(plan.row_heights[rows[at].lines.stop : rows[-1].lines.stop])


def lying(plan: TableSheet, paper: Paper) -> Paper:
    """Return the paper of a worksheet as it lies."""
    return paper.turned if plan.landscape else paper


def room(plan: TableSheet, paper: Paper) -> float:
    """Return the pixels that its rows may take on a sheet of paper at the scale of their width."""
    on = lying(plan, paper)
    return on.usable[1] * 100 / width_scale(on, plan.widths[: plan.columns])


def repeated_rows(plan: TableSheet, paper: Paper) -> range | None:
    """Return the rows that sheets of paper repeat: all down to the headings of an only table, or those of the last."""
    if plan.repeated is not None:
        return range(plan.repeated + 1)
    over = _first_over(plan, paper)
    if over is None:
        return None
    first = _rows_of(plan)[over]
    return range(first.top, first.lines.start)


def passages_of(plan: TableSheet, paper: Paper) -> list[Passage]:
    """Return what belongs together on paper: each table, with the heading of the sheet the first; each chart.

    Only a table whose headings are repeated may be torn.
    """
    repeated = repeated_rows(plan, paper)
    tables: list[Passage] = []
    rows = _rows_of(plan)
    for one in rows:
        if repeated and repeated.stop == one.lines.start:
            end = rows[-1].lines.stop
            tables.append(Passage(one.top, one.lines.start, end, end - one.lines.stop))
            break
        tables.append(Passage(one.top, one.lines.stop, one.lines.stop))
    ends = list(accumulate(map(chart_rows, plan.charts), initial=plan.charts_top))
    # A row before its top, which is free: or the upper edge of a chart is printed on both sheets of paper.
    charts = [Passage(top - 1, end - 1, end - 1) for top, end in pairwise(ends)]
    parts = sorted([*tables, *charts], key=lambda one: one.top) or [Passage(0, plan.top, plan.end)]
    return [replace(parts[0], top=0), *parts[1:]]


class TablePages(Struct, frozen=True):
    """Where the pages of a sheet end, and how high they are.

    Parameters
    ----------
    ends
        The first row after each page, from 0, in order.
    heights
        In pixels, each with the headings that all pages repeat.
    """

    ends: tuple[int, ...]
    heights: tuple[int, ...]


def pages_of(plan: TableSheet) -> TablePages | None:
    """Return the pages of a sheet whose only table keeps its groups apart; None where pages break by themselves."""
    if plan.repeated is None or not plan.tables[0].apart or not plan.tables[0].lines:
        return None
    (table, place), *_ = plan.placed()
    opens = table.opens or (lambda _: False)
    headings = sum(heading_heights(plan)) + bool(table.title) * BAND_HEIGHT + columns_height(table)
    heights = [line_height(table, line) for line in table.lines]
    firsts = [at for at, line in enumerate(table.lines) if at == 0 or opens(line)]
    ends = [*firsts[1:], len(heights)]
    return TablePages(
        tuple(place.first + end for end in ends),
        tuple(headings + sum(heights[first:end]) for first, end in zip(firsts, ends, strict=True)),
    )
