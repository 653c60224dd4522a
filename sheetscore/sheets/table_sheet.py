"""What the worksheets of score sheets are called."""

from __future__ import annotations

LIST_OF_TABLES = 0
"""Stands for the number of a table where one page lists all tables."""


def listed_table(field: str) -> int:
    """Return the table that a box of the list of all tables is about: 3 for ``tables.3.winner``."""
    return int(field.split(".")[1])


def table_sheet(number: int) -> str:
    """Return the title of a table's worksheet; that of the list of all tables is ``Results``."""
    return "Results" if number == LIST_OF_TABLES else f"Table {number}"
