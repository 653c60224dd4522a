"""Cells of tables on a page: numbers formatted as a spreadsheet would, styles as CSS classes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

from sheetscore.event.cells import DAY_ZERO
from sheetscore.rounding import decimals
from sheetscore.sheets.styles import OPENING
from sheetscore.tables.cell_styles import CELL_STYLES, INHERITED, CellStyle, NumberFormat
from sheetscore.workbooks.book import CellValue

_MOST_DECIMALS = 4
"""The most decimals of a number without a format: enough to see that more follow."""

_DAY_0 = dt.datetime.combine(DAY_ZERO, dt.time())
"""Day 0 of spreadsheets, whose times have no zone."""

_LARGE_POINTS, _SMALL_POINTS = 11, 9
"""The font sizes, in points, from which up, and from which down, text gets the CSS class ``large`` or ``small``."""


def _general(number: Fraction) -> str:
    text = decimals(number, _MOST_DECIMALS)
    return text.rstrip("0").rstrip(".")


def _day(number: Fraction) -> str:
    return f"{_DAY_0 + dt.timedelta(days=int(number)):%Y-%m-%d}" if number > 0 else ""


def _time(number: Fraction) -> str:
    return f"{_DAY_0 + dt.timedelta(days=float(number)):%Y-%m-%d %H:%M}"


_FORMATTERS: Mapping[NumberFormat, Callable[[Fraction], str]] = {
    "general": _general,
    "half": lambda number: decimals(number, 1),
    "two": lambda number: decimals(number, 2),
    "three": lambda number: decimals(number, 3),
    "percent": lambda number: f"{decimals(number * 100, 0)} %",
    "tenths of percent": lambda number: f"{decimals(number * 100, 1)} %",
    "day": _day,
    "time": _time,
    "text": _general,
}
"""The functions that format numbers on pages; ``sheets/styles.py`` has the same formats for spreadsheets."""


@cache
def style_called(name: str) -> CellStyle:
    """Return the cell style of a name; a name of no table cell, such as of a box of a form, gives a plain style.

    The ending of names for the first line of a group only adds a rule above, which the page's own CSS draws.
    """
    return CELL_STYLES.get(name.removesuffix(OPENING), CellStyle())


def shown(value: CellValue, style: CellStyle) -> str:
    """Return the text of a value in the number format of a style."""
    if value is None or isinstance(value, str):
        return value or ""
    return _FORMATTERS[style.number](Fraction(value))


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


def sorted_by(value: CellValue) -> str:
    """Return the text by which the page's script sorts a value: a number with 15 digits, a text as it is."""
    if value is None or isinstance(value, str):
        return value or ""
    return f"{float(value):.15g}"
