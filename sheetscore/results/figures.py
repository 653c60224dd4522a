"""Exact figures for programs that want doubles: JSON, data frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.workbooks.book import as_double

if TYPE_CHECKING:
    import pandas as pd


def double(value: Exact) -> int | float | str | None:
    """Return a fraction as the nearest double; whole numbers, texts and None as they are."""
    return as_double(value) if isinstance(value, int | Fraction) else value


def as_doubles(rows: Sequence[ResultRow]) -> list[dict[str, int | float | str | None]]:
    """Return rows of results with every number as the nearest double."""
    return [{key: double(value) for key, value in row.items()} for row in rows]


def in_doubles(value: object) -> object:
    """Return a list or a mapping, however deep, with every number as the nearest double; truth values stay."""
    if isinstance(value, Mapping):
        return {key: in_doubles(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [in_doubles(inner) for inner in value]
    return as_double(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else value


def frame(rows: Sequence[ResultRow], keys: Sequence[str] = ()) -> pd.DataFrame:
    """Return rows of results as a data frame, with a column for each key in the order of the rows.

    Parameters
    ----------
    keys
        The columns, where they are known even of no rows.
    """
    import pandas as pd  # noqa: PLC0415 -- takes a quarter of a second, and most commands need none

    return pd.DataFrame(as_doubles(rows), columns=list(keys) or None)
