"""The styles of cells of tables by name, independent of the medium.

``sheets/styles.py`` turns them into formats of worksheets, ``site/cells.py`` into CSS classes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

Align = Literal["usual", "left", "middle", "as it is"]
"""The alignment of a cell: ``usual`` is texts at the left with a small indent, numbers at the right; ``left`` is both
at the left with the indent; ``middle`` is centred; ``as it is`` is the spreadsheet's default, without an indent.
"""

NumberFormat = Literal["general", "half", "two", "three", "percent", "tenths of percent", "day", "time", "text"]
"""The formats of numbers: ``half``, ``two`` and ``three`` have one, two and three decimals; ``day`` and ``time`` are
for serial numbers of dates.
"""

Tone = Literal["plain", "total", "faint", "entered", "link"]
"""The role of a cell: ``total`` is a final sum, ``faint`` an intermediate step, ``entered`` a value typed by a
person."""

INHERITED = 0
"""Stands for the font size of the page or worksheet: the style has none of its own."""


class CellStyle(Struct, frozen=True):
    """The style of a cell of a table."""

    align: Align = "usual"
    number: NumberFormat = "general"
    tone: Tone = "plain"
    bold: bool = False
    points: int = INHERITED
    """The font size in points."""
    wraps: bool = False
    """Whether a long text is wrapped."""
    shrinks: bool = False
    """Whether a long text is shrunk instead."""
    at_top: bool = False
    """Whether the content stands at the top of a high line, rather than in the middle."""


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
    "cell step": CellStyle("middle", tone="faint", shrinks=True),
    "cell step two": CellStyle("middle", "two", "faint"),
    "cell day": CellStyle("middle", "day"),
    "cell time": CellStyle("left", "time"),
}
"""The styles by the names that columns use."""

SHRUNK = " shrunk"
"""The ending of the name of a style in which a long text is shrunk instead of wrapped."""
