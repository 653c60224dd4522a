"""Columns that take their values from the rows of results, by the keys that scripts rely on."""

from __future__ import annotations

from collections.abc import Callable

from sheetscore.systems.outcomes import Exact, ResultRow


def column(key: str) -> Callable[[ResultRow], Exact]:
    """Take the value of a column from a row by its key."""
    return lambda row: row[key]
