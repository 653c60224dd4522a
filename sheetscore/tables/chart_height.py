"""Make a sheet's chart as high as its sheet of paper has room for."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise

from msgspec.structs import replace

from sheetscore.tables.sheet import ROW_PIXELS, TableSheet, passages_of, repeated_rows, room
from sheetscore.workbooks.paper import Paper, page_breaks

LEAST = 340
"""The least height of a chart, in pixels."""


def with_fitting_chart(plan: TableSheet, paper: Paper) -> TableSheet:
    """Return a worksheet with its only chart as high as its sheet of paper has room for, at most as high as wide.

    The tables get no further sheet of paper by it. A map keeps its height, which depends on its content.

    Parameters
    ----------
    paper
        The paper in portrait.
    """
    if plan.hidden or len(plan.charts) != 1 or plan.charts[0].kind == "map":
        return plan
    low = _with_height(plan, LEAST)
    free = min(_free_beside_chart(low, paper), plan.width - LEAST)
    return _with_height(plan, LEAST + max(0, int(free // ROW_PIXELS)) * ROW_PIXELS)


def _with_height(plan: TableSheet, height: int) -> TableSheet:
    return replace(plan, charts=(replace(plan.charts[0], height=height),))


def _free_beside_chart(plan: TableSheet, paper: Paper) -> float:
    """Return the free height in pixels on the sheet of paper with the chart."""
    heights, repeat, whole = plan.row_heights, repeated_rows(plan, paper), room(plan, paper)
    again = sum(heights[repeat.start : repeat.stop]) if repeat else 0
    breaks = page_breaks(heights, passages_of(plan, paper), whole, again)
    sheets = [*pairwise((0, *breaks, len(heights)))]
    start, end = sheets[bisect_right(breaks, plan.charts_top)]
    return whole - sum(heights[start:end]) - (again if start else 0)
