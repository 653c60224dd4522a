"""Make a sheet's charts as high as their sheet of paper has room for."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise

from msgspec.structs import replace

from sheetscore.tables.on_paper import passages_of, repeated_rows, room
from sheetscore.tables.sheet import ROW_PIXELS, TableSheet
from sheetscore.workbooks.paper import Paper, page_breaks

LEAST, LEAST_OF_SEVERAL = 340, 260
"""The least height in pixels of a chart that is alone on its worksheet, and of one of several."""


def with_fitting_charts(plan: TableSheet, paper: Paper) -> TableSheet:
    """Return a worksheet with charts as high as their sheet of paper has room for, at most as high as wide.

    The worksheet takes no more paper for it. A map keeps its height, which depends on its content.

    Parameters
    ----------
    paper
        The paper in portrait.
    """
    if plan.hidden or not plan.charts or any(chart.kind == "map" for chart in plan.charts):
        return plan
    least = LEAST if len(plan.charts) == 1 else LEAST_OF_SEVERAL
    low = _with_height(plan, least)
    free = min(_free_beside_charts(low, paper) / len(plan.charts), plan.width - least)
    return _with_height(plan, least + max(0, int(free // ROW_PIXELS)) * ROW_PIXELS)


def _with_height(plan: TableSheet, height: int) -> TableSheet:
    return replace(plan, charts=tuple(replace(chart, height=height) for chart in plan.charts))


def _free_beside_charts(plan: TableSheet, paper: Paper) -> float:
    """Return the free height in pixels on the sheet of paper with the charts, or with the first of them."""
    heights, repeat, whole = plan.row_heights, repeated_rows(plan, paper), room(plan, paper)
    again = sum(heights[repeat.start : repeat.stop]) if repeat else 0
    breaks = page_breaks(heights, passages_of(plan, paper), whole, again)
    sheets = [*pairwise((0, *breaks, len(heights)))]
    start, end = sheets[bisect_right(breaks, plan.charts_top)]
    return whole - sum(heights[start:end]) - (again if start else 0)
