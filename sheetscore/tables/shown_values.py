"""The texts of numbers in cells, in the number format of their style, as a spreadsheet shows them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from fractions import Fraction

from sheetscore.rounding import decimals, exact
from sheetscore.tables.cell_styles import CellStyle, NumberFormat
from sheetscore.workbooks.book import EPOCH, CellValue

_MOST_DECIMALS = 4
"""The most decimals of a number without a format: enough to see that more follow."""


def _general(number: Fraction) -> str:
    text = decimals(number, _MOST_DECIMALS)
    return text.rstrip("0").rstrip(".")


def _day(number: Fraction) -> str:
    return f"{EPOCH + dt.timedelta(days=int(number)):%Y-%m-%d}" if number > 0 else ""


def _time(number: Fraction) -> str:
    return f"{EPOCH + dt.timedelta(days=float(number)):%Y-%m-%d %H:%M}"


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
"""The functions that format numbers; ``sheets/styles.py`` has the same formats for spreadsheets."""


def shown(value: CellValue, style: CellStyle) -> str:
    """Return the text of a value in the number format of a style."""
    if value is None or isinstance(value, str):
        return value or ""
    return _FORMATTERS[style.number](exact(value))
