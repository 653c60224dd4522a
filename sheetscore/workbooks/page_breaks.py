"""Where a sheet goes on on a new sheet of paper: whole tables stay together, and of no table a line or two alone."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

FEWEST_LINES = 3
"""So many lines of a table that is torn stand together, at least."""


@dataclass(frozen=True)
class Passage:
    """Rows of a sheet that belong together, counted from 0.

    Parameters
    ----------
    top
        The first row, of a title or of headings.
    first
        The first line below them; of a chart, which is never torn, the row after it.
    end
        The row after the last line.
    below
        How many of the lines are those of small tables below, which stay with the last of its own.
    """

    top: int
    first: int
    end: int
    below: int = 0

    @property
    def tears(self) -> range:
        """The rows before which it may be torn."""
        return range(self.first + FEWEST_LINES, self.end - self.below - FEWEST_LINES + 1)


def page_breaks(heights: Sequence[int], passages: Sequence[Passage], room: float, again: int = 0) -> list[int]:
    """Return the first row on each further sheet of paper; all sheets are about as full.

    What is higher than a sheet of paper and may not be torn has one alone.

    Parameters
    ----------
    heights
        Of all rows in pixels.
    passages
        In their order; what stands above the first goes with it.
    room
        The pixels of a sheet of paper.
    again
        The pixels that every sheet but the first takes for headings that are repeated.
    """
    below = [0, *accumulate(heights)]
    tops = [passage.top for passage in passages[1:]]
    whole = [one for one in passages if below[one.end] - below[one.top] + again <= room]
    torn = [passage for passage in passages if passage not in whole]
    every = sorted({*tops, *(row for passage in passages for row in passage.tears)})
    few = sorted({*tops, *(row for passage in torn for row in passage.tears)})
    tight, loose = (list(_filled(below, rows, room, again)) for rows in (every, few))
    rows, breaks = (few, loose) if len(loose) <= len(tight) else (every, tight)
    return _levelled(below, rows, room, again, breaks)


def _filled(below: Sequence[int], rows: Sequence[int], room: float, again: int) -> Iterator[int]:
    """Fill one sheet of paper after the other, breaking before some of the rows; yield where."""
    start, free = 0, room
    while below[-1] - below[start] > free:
        further = bisect_right(rows, start)
        if further == len(rows):
            return
        fits = bisect_right(rows, below[start] + free, key=lambda row: below[row]) - 1
        start, free = rows[max(fits, further)], room - again
        yield start


def _levelled(below: Sequence[int], rows: Sequence[int], room: float, again: int, breaks: list[int]) -> list[int]:
    """Take the lowest sheets of paper on which there are no more of them."""
    least, most = again, int(room)
    while breaks and least < most:
        middle = (least + most) // 2
        found = list(_filled(below, rows, middle, again))
        if len(found) <= len(breaks) and _fits(below, found, middle, again):
            breaks, most = found, middle
        else:
            least = middle + 1
    return breaks


def _fits(below: Sequence[int], breaks: Sequence[int], room: float, again: int) -> bool:
    ends = [*breaks, len(below) - 1]
    heads = [0, *[again] * len(breaks)]
    starts = [0, *breaks]
    return all(below[end] - below[start] + head <= room for start, end, head in zip(starts, ends, heads, strict=True))
