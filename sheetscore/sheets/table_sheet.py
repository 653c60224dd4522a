"""What the worksheets of score sheets are called."""

from __future__ import annotations

LIST_OF_TABLES = 0
"""Stands for the number of a table where one page lists all tables."""


def table_sheet(number: int) -> str:
    """Give the title of a table's worksheet; that of the list of all tables is ``Results``."""
    return "Results" if number == LIST_OF_TABLES else f"Table {number}"
