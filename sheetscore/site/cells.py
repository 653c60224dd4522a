"""Cells of tables on a page: styles as CSS classes."""

from __future__ import annotations

from functools import cache

from sheetscore.sheets.styles import OPENING
from sheetscore.tables.cell_styles import CELL_STYLES, INHERITED, CellStyle
from sheetscore.workbooks.book import CellValue

_LARGE_POINTS, _SMALL_POINTS = 11, 9
"""Font sizes in points: text of the first or more gets the CSS class ``large``, of the second or less ``small``."""


@cache
def style_called(name: str) -> CellStyle:
    """Return the cell style of a name; the name of another style, such as that of a form's box, gives a plain one.

    Styles for the first line of a group have names with an ending. It is ignored: it stands for a rule above the line,
    which the page's own CSS draws.
    """
    return CELL_STYLES.get(name.removesuffix(OPENING), CellStyle())


@cache
def classes(style: CellStyle) -> str:
    """Return the CSS classes of a style: single letters, since a page has thousands of cells."""
    size = "" if style.points == INHERITED else _size(style.points)
    parts = (
        "m" if style.align == "middle" else "",
        "b" if style.bold else "",
        "" if style.tone == "plain" else style.tone[0],
        size,
    )
    return " ".join(filter(None, parts))


def _size(points: int) -> str:
    if points >= _LARGE_POINTS:
        return "large"
    return "small" if points <= _SMALL_POINTS else ""


def sort_text(value: CellValue) -> str:
    """Return the text by which the page's script sorts a value: a number with 15 digits, a text as it is."""
    if value is None or isinstance(value, str):
        return value or ""
    return f"{float(value):.15g}"
