"""Planned worksheets on paper: the orientation, the scale, the first row of each sheet of paper, what these repeat.

Tables are kept whole if they fit a sheet of paper, and never printed without their headings. A worksheet can repeat the
headings of only one table, on the sheets of paper after it. So a table that runs over a sheet of paper is the last one
of its worksheet, except for small tables below its last lines; further tables go to another worksheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.tables.heights import (
    PENCIL_HEIGHT,
    POINTS,
    WRITABLE,
    band_height,
    columns_height,
    smallest_points,
)
from sheetscore.tables.sheet import TableSheet, chart_rows, heading_heights
from sheetscore.tables.table import ON_WALL, AnyTable
from sheetscore.workbooks.cell_refs import TITLE_LENGTH
from sheetscore.workbooks.paper import ROUNDING, Paper, Passage, scale_and_breaks, width_scale

LEGIBLE = 7.5
"""The least font size on paper, in points: a worksheet too wide for it is printed in landscape, and has words torn if
they have no room there."""


def split_sheet(plan: TableSheet, paper: Paper) -> Iterator[TableSheet]:
    """Split a planned worksheet so that each part begins or ends with its first table that runs over a sheet of paper.

    Parameters
    ----------
    paper
        The paper in portrait.
    """
    shares = [plan.tables] if plan.hidden else [*_shares(plan, paper)]
    if len(shares) == 1:
        yield plan
        return
    with_charts = 0 if plan.charts_first else len(shares) - 1
    for at, tables in enumerate(shares):
        further = f", {at + 1}" if at else ""
        yield plan.with_tables(
            tables,
            title=plan.title[: TITLE_LENGTH - len(further)] + further,
            whole_title=plan.printed_title + further,
            heading=plan.heading + further,
            lines=() if at else plan.lines,
            charts=plan.charts if at == with_charts else (),
            behind=plan.behind if at == with_charts else (),
        )


_SMALL = 1 / 3
"""The greatest share of a sheet of paper that small tables may take below a table that runs over, to stay on its
worksheet."""


def _shares(plan: TableSheet, paper: Paper) -> Iterator[tuple[AnyTable, ...]]:
    """Split the tables of a worksheet before or after each that runs over: before it if that takes no more paper.

    A table that begins a worksheet has the heading of the worksheet on all of its paper; a sheet for the director is
    only split after such a table. Parts are split again, since a part with fewer columns is printed larger, so that
    other tables may run over.
    """
    over = _first_over(plan, paper)
    if over is None:
        yield plan.tables
        return
    behind = [plan.tables]
    if _below(plan, over) > _SMALL * room(plan, paper):
        behind = [*_shared_at(plan, paper, over + 1)]
    before = [*_shared_at(plan, paper, over)] if over and not plan.for_director else behind
    yield from min(before, behind, key=lambda shares: _sheets_of(plan, paper, shares))


def _shared_at(plan: TableSheet, paper: Paper, at: int) -> Iterator[tuple[AnyTable, ...]]:
    """Split the tables of a worksheet before the table with an index, and both parts where they need it."""
    for tables in (plan.tables[:at], plan.tables[at:]):
        yield from _shares(plan.with_tables(tables), paper)


def _sheets_of(plan: TableSheet, paper: Paper, shares: Sequence[tuple[AnyTable, ...]]) -> int:
    """Count the sheets of paper that a worksheet takes if each of the shares of its tables is a worksheet."""
    return sum(1 + len(printed_as(plan.with_tables(tables), paper)[1]) for tables in shares)


class _Rows(Struct, frozen=True):
    """The rows of a table, from 0."""

    top: int
    """The first row, with its title or its headings."""
    lines: range


def _rows_of(plan: TableSheet) -> list[_Rows]:
    """Return the rows of all printed tables."""
    tables = plan.placed[: len(plan.tables)]
    return [_Rows(place.first - 1 - bool(table.title), range(place.first, place.last + 1)) for table, place in tables]


def _first_over(plan: TableSheet, paper: Paper) -> int | None:
    """Return the index of the first table that has no room on a sheet of paper below the worksheet's heading."""
    heights, most = plan.row_heights, room(plan, paper) - sum(heading_heights(plan))
    rows = enumerate(_rows_of(plan))
    return next((at for at, one in rows if sum(heights[one.top : one.lines.stop]) > most), None)


def _below(plan: TableSheet, at: int) -> int:
    """Return the height in pixels of all tables below the table with an index."""
    rows = _rows_of(plan)
    return sum(plan.row_heights[rows[at].lines.stop : rows[-1].lines.stop])


def oriented_paper(plan: TableSheet, paper: Paper) -> Paper:
    """Return the paper of a worksheet in its orientation: landscape if requested, or if too wide for portrait."""
    return paper.turned if plan.landscape or _too_wide(plan, paper) else paper


def _too_wide(plan: TableSheet, paper: Paper) -> bool:
    """Return whether letters are too small at the scale at which the sheet's width fits."""
    return not plan.hidden and width_scale(paper, plan.widths[: plan.columns]) < legible_scale(plan)


def legible_scale(plan: TableSheet, points: float = LEGIBLE) -> int:
    """Return the least scale in percent at which the smallest letters of a worksheet have so many points on paper."""
    return ceil(points * 100 / min(map(smallest_points, plan.tables), default=POINTS))


def is_for_wall(plan: TableSheet) -> bool:
    """Return whether a worksheet has lines that are read from a distance."""
    filled = (table for table in plan.tables if table.lines)
    return any(one.style_of(table.lines[0]).startswith(ON_WALL) for table in filled for one in table.columns)


def least_scale(plan: TableSheet) -> int:
    """Return the scale in percent to which a worksheet may be reduced to save paper; 100 if it must stay as it is.

    Sheets that are read across a hall or cut apart keep their scale, and so do charts, which fill their paper. Rows to
    write in keep 8.5 mm.
    """
    written_on = any(table.size == "pencil" for table in plan.tables)
    if plan.posted or plan.cuts or plan.charts or is_for_wall(plan):
        return 100
    return ceil(100 * WRITABLE / PENCIL_HEIGHT) if written_on else legible_scale(plan)


def legible_width(plan: TableSheet, paper: Paper, points: float = LEGIBLE) -> int:
    """Return the greatest width in pixels of a worksheet's printed columns at which its letters are legible on paper.

    Parameters
    ----------
    paper
        The paper in the orientation in which it is printed.
    points
        The least font size on paper.
    """
    return width_at(paper, legible_scale(plan, points))


def width_at(paper: Paper, scale: int) -> int:
    """Return the greatest width in pixels of columns that fit on paper at a scale in percent."""
    return int(paper.usable[0] * ROUNDING * 100 / scale)


def room(plan: TableSheet, paper: Paper) -> float:
    """Return the height in pixels for rows on a sheet of paper, at the scale at which their width fits."""
    oriented = oriented_paper(plan, paper)
    return oriented.usable[1] * 100 / width_scale(oriented, plan.widths[: plan.columns])


def printed_as(plan: TableSheet, paper: Paper) -> tuple[int, list[int]]:
    """Return the scale of a worksheet on paper in percent, and the first row of each further sheet of paper.

    Parameters
    ----------
    paper
        The paper in portrait.
    """
    oriented, repeat = oriented_paper(plan, paper), repeated_rows(plan, paper)
    again = sum(plan.row_heights[repeat.start : repeat.stop]) if repeat else 0
    scale = width_scale(oriented, plan.widths[: plan.columns])
    high = oriented.usable[1]
    return scale_and_breaks(plan.row_heights, passages_of(plan, paper), high, scale, again, least_scale(plan))


def repeated_rows(plan: TableSheet, paper: Paper) -> range | None:
    """Return the rows that sheets of paper repeat; None if they repeat none.

    If a worksheet begins with its only table, these are all rows down to the headings; else title and headings of the
    table that runs over. If none runs over, they are the heading of the worksheet, if that takes several sheets of
    paper, and its tables are cut apart or it is not for the director.
    """
    if plan.repeated is not None:
        return range(plan.repeated + 1)
    over = _first_over(plan, paper)
    if over is None:
        comes_apart = plan.cuts or not plan.for_director
        is_parted = sum(plan.row_heights) > room(plan, paper)
        # without the gap above a chart: LibreOffice repeats what is drawn beside repeated rows, too
        headed = len(heading_heights(plan)) - bool(plan.charts)
        return range(headed) if comes_apart and is_parted else None
    first = _rows_of(plan)[over]
    return range(first.top, first.lines.start)


def passages_of(plan: TableSheet, paper: Paper) -> list[Passage]:
    """Return the rows that belong together on paper: each table, the first with the heading of the sheet; each chart.

    Only a table whose headings are repeated may be split.
    """
    repeated = repeated_rows(plan, paper)
    tables: list[Passage] = []
    rows = _rows_of(plan)
    for one in rows:
        if repeated and repeated.stop == one.lines.start:
            end = rows[-1].lines.stop
            tables.append(Passage(one.top, one.lines.start, end, end - one.lines.stop, _group_rows(plan, one)))
            break
        tables.append(Passage(one.top, one.lines.stop, one.lines.stop))
    ends = list(accumulate(map(chart_rows, plan.charts), initial=plan.charts_top))
    # from the free row above it, or the upper edge of a chart would be printed on both sheets of paper
    charts = [Passage(top - 1, end - 1, end - 1) for top, end in pairwise(ends)]
    parts = sorted([*tables, *charts], key=lambda one: one.top) or [Passage(0, plan.top, plan.end)]
    return [replace(parts[0], top=0), *parts[1:]]


def _group_rows(plan: TableSheet, rows: _Rows) -> tuple[int, ...]:
    """Return the rows of a table's lines that begin a group."""
    table = next(table for table, place in plan.placed if place.first == rows.lines.start)
    opens = table.starts_group or (lambda _: False)
    return tuple(rows.lines.start + at for at, line in enumerate(table.lines) if opens(line))


class TablePages(Struct, frozen=True):
    """The pages of a sheet with a page per group."""

    ends: tuple[int, ...]
    """The first row after each page, from 0, in order."""
    heights: tuple[int, ...]
    """The heights of the pages in pixels, with the headings that all pages repeat."""


def pages_of(plan: TableSheet) -> TablePages | None:
    """Return the pages of a sheet whose only table has a page per group; None for any other sheet."""
    if plan.repeated is None or not plan.tables[0].page_break_per_group or not plan.tables[0].lines:
        return None
    (table, place), *_ = plan.placed
    opens = table.starts_group or (lambda _: False)
    headings = sum(heading_heights(plan)) + bool(table.title) * band_height(table) + columns_height(table)
    heights = plan.line_heights[table.name]
    firsts = [at for at, line in enumerate(table.lines) if at == 0 or opens(line)]
    ends = [*firsts[1:], len(heights)]
    return TablePages(
        tuple(place.first + end for end in ends),
        tuple(headings + sum(heights[first:end]) for first, end in zip(firsts, ends, strict=True)),
    )
