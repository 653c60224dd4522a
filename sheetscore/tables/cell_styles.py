"""How cells of tables look, each way named once: whoever draws a table has a list of his own of what a name means.

Worksheets have theirs in ``sheets/styles.py``, pages for a browser in ``site/cells.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

Align = Literal["usual", "left", "middle", "as it is"]
"""Where what is in a cell begins: texts with a small indent and numbers as they usually do, both with the indent,
in the middle, or without any indent.
"""

NumberFormat = Literal["general", "half", "two", "three", "percent", "tenths of percent", "day", "time", "text"]
"""How numbers are shown: as they are, with one decimal or two, as parts of 100, as what they are the days of."""

Tone = Literal["plain", "total", "faint", "entered", "link"]
"""What a cell is among others: a sum that all others lead to, a step on the way, a value as it was entered."""

USUAL = 0
"""The size of letters that nobody set."""


class CellStyle(Struct, frozen=True):
    """How a cell of a table looks."""

    align: Align = "usual"
    number: NumberFormat = "general"
    tone: Tone = "plain"
    bold: bool = False
    points: int = USUAL
    """The size of its letters."""
    wraps: bool = False
    """Whether a long text goes on on a further line."""
    shrinks: bool = False
    """Whether it is written smaller instead."""
    at_top: bool = False
    """Whether it is at the top of a high line, and not halfway down."""


CELL_STYLES: Mapping[str, CellStyle] = {
    "cell": CellStyle(),
    "cell wrap": CellStyle("as it is", wraps=True, at_top=True),
    "cell middle": CellStyle("middle"),
    "cell points": CellStyle("as it is", "two"),
    "cell link": CellStyle(tone="link"),
    "cell words": CellStyle(wraps=True),
    "cell names": CellStyle("middle", points=9, wraps=True),
    "cell text": CellStyle("left", wraps=True, at_top=True),
    "cell note": CellStyle(wraps=True),
    "cell top": CellStyle(at_top=True),
    "cell entered": CellStyle(number="text", tone="entered", wraps=True),
    "cell entered middle": CellStyle("middle", tone="entered"),
    "cell half": CellStyle("middle", "half"),
    "cell two": CellStyle("middle", "two"),
    "cell three": CellStyle("middle", "three"),
    "cell percent": CellStyle("middle", "percent"),
    "cell tenths": CellStyle("middle", "tenths of percent"),
    "cell strong": CellStyle("middle", bold=True),
    "cell score": CellStyle("middle", "two", "total", bold=True, points=11),
    "cell rank": CellStyle("middle", bold=True, points=11),
    "cell wall": CellStyle("middle", points=18, shrinks=True),
    "cell wall half": CellStyle("middle", "half", points=18, shrinks=True),
    "cell wall two": CellStyle("middle", "two", points=18, shrinks=True),
    "cell wall percent": CellStyle("middle", "tenths of percent", points=18, shrinks=True),
    "cell wall words": CellStyle(points=12, wraps=True),
    **{f"cell wall words {points}": CellStyle(points=points, wraps=True) for points in range(12, 19)},
    "cell step": CellStyle("middle", tone="faint", points=8, shrinks=True),
    "cell step two": CellStyle("middle", "two", "faint", points=8),
    "cell day": CellStyle("middle", "day"),
    "cell time": CellStyle("left", "time"),
}
"""All ways in which a cell of a table can look, by the names that columns give."""
