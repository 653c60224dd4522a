"""Charts beside tables: what they show is given by references, so that they follow the cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from sheetscore.tables.table import Places
from sheetscore.workbooks.names import Area

ChartKind = Literal["dots", "lines"]


@dataclass(frozen=True)
class Series:
    """What is drawn with one marker.

    Parameters
    ----------
    name
        The cell with its name.
    along
        Where its points are from left to right: numbers for dots, headings for lines.
    values
        How high they are.
    """

    name: Area
    along: Area
    values: Area


@dataclass(frozen=True)
class Chart:
    """A chart.

    Parameters
    ----------
    series
        Gives the series when all tables have their places.
    across, upwards
        What the axes show.
    ticks
        For dots: the highest number along, when the series stand side by side at 1, 2, 3 ...
    height
        In pixels; it is as wide as its sheet.
    """

    kind: ChartKind
    title: str
    across: str
    upwards: str
    series: Callable[[Places], Sequence[Series]]
    ticks: int = 0
    height: int = 340
