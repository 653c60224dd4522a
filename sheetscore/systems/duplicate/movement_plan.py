"""How a movement lies on the wall: parts of its grid of tables and rounds, each with headings, read from afar."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from sheetscore.sheets.wall import HIGHEST_LINE, IN_LINES, LARGEST, LOWEST_LINE, MARGINS, READ_FROM_AFAR
from sheetscore.workbooks.paper import ROUNDING, Paper
from sheetscore.workbooks.text_width import PIXELS_PER_POINT, text_pixels

ABOVE = (34, 20, 20)
"""Pixels of the rows above the grid, which every sheet of paper repeats."""

SCENARIOS, BELOW = 60, 16
"""Pixels of the row with what is played at the tables, and of what stays free below a part."""

_HEADINGS = 2
"""Rows of headings of a part: tables, scenarios."""


class Part(Struct, frozen=True):
    """A part of the grid: some tables in some rounds (both by their places from 0), from a row of the sheet on."""

    top: int
    tables: range
    rounds: range

    @property
    def end(self) -> int:
        """The row after it and what stays free below it."""
        return self.top + _HEADINGS + len(self.rounds) + 1


class MovementPlan(Struct, frozen=True):
    """How the grid is parted.

    Parameters
    ----------
    paper
        As it lies.
    widths
        Of the columns in pixels: rounds, then tables.
    line
        The height of a line in pixels.
    points
        The size of the letters.
    parts
        From top to bottom.
    ends
        The first row after each sheet of paper, from 0.
    """

    paper: Paper
    widths: tuple[int, ...]
    line: int
    points: int
    parts: tuple[Part, ...]
    ends: tuple[int, ...]


def plan_posting(paper: Paper, rounds: Sequence[str], meeting: str, tables: int) -> MovementPlan:
    """Return how a movement lies on as few sheets of paper as large letters allow.

    Parameters
    ----------
    paper
        Upright.
    rounds
        What they are called.
    meeting
        The longest text of a meeting.
    tables
        How many there are.
    """
    plans = (_plan(one, rounds, meeting, tables) for one in (paper, paper.turned))
    return min(plans, key=lambda plan: (len(plan.ends), plan.paper.landscape))


def _plan(paper: Paper, rounds: Sequence[str], meeting: str, tables: int) -> MovementPlan:
    across = int(ROUNDING * paper.usable[0])
    labels = ("Round", *rounds)
    label = max(_wide(text, READ_FROM_AFAR) for text in labels)
    beside = max(1, int((across - label) // _wide(meeting, READ_FROM_AFAR)))
    room = paper.usable[1] - sum(ABOVE)
    below = int((room - SCENARIOS - BELOW) // LOWEST_LINE) - 1
    columns, bands = list(_shares(tables, beside)), list(_shares(len(rounds), below))
    width = int((across - label) / max(map(len, columns), default=1))
    lines = 1 + max(map(len, bands), default=1)
    on_sheet = max(1, int(room // (SCENARIOS + BELOW + lines * LOWEST_LINE)))
    sheets = list(_shares(len(columns) * len(bands), on_sheet)) or [range(1)]
    most = max(map(len, sheets))
    line = max(LOWEST_LINE, min(HIGHEST_LINE, int((room / most - SCENARIOS - BELOW) / lines)))
    points = min(LARGEST, int(line / IN_LINES / PIXELS_PER_POINT))
    while points > READ_FROM_AFAR and (
        _wide(meeting, points) > width or any(_wide(text, points) > label for text in labels)
    ):
        points -= 1
    parts = tuple(_parts(columns, bands))
    ends = tuple(parts[sheet.stop - 1].end for sheet in sheets) if parts else (len(ABOVE) + 1,)
    widths = (int(label), *[width] * max(map(len, columns), default=1))
    return MovementPlan(paper, widths, line, points, parts, ends)


def _wide(text: str, points: int) -> float:
    return text_pixels(text, points, bold=True) + MARGINS


def _shares(count: int, most: int) -> Iterator[range]:
    """Part a number into shares of at most so many, about as large."""
    shares = math.ceil(count / most)
    yield from (range(*ends) for ends in pairwise(count * share // shares for share in range(shares + 1)))


def _parts(columns: Sequence[range], bands: Sequence[range]) -> Iterator[Part]:
    top = len(ABOVE)
    for rounds in bands:
        for tables in columns:
            part = Part(top, tables, rounds)
            yield part
            top = part.end
