"""The pages of a sheet on which groups of lines are kept apart: a page for each, below the repeated headings."""

from __future__ import annotations

from dataclasses import dataclass

from sheetscore.tables.sheet import BAND_HEIGHT, TableSheet, columns_height, heading_heights, line_height


@dataclass(frozen=True)
class TablePages:
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
    """Give the pages of a sheet whose only table keeps its groups apart; None where pages break by themselves."""
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
