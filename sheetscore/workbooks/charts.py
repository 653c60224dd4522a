"""Charts beside tables: what they show is given by references, so that they follow the cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from sheetscore.workbooks.book import FONT, Book, BookError, Sheet
from sheetscore.workbooks.names import Area
from sheetscore.workbooks.tables import Places

if TYPE_CHECKING:
    from xlsxwriter.chart import Chart as XlsxChart

ChartKind = Literal["dots", "lines"]

_TYPES: dict[ChartKind, dict[str, str]] = {
    "dots": {"type": "scatter"},
    "lines": {"type": "line"},
}

_MARKERS = ("circle", "square", "diamond", "triangle", "x", "plus", "star", "short_dash")
_COLOURS = ("#1F4E79", "#C55A11", "#548235", "#7F6000", "#7030A0", "#404040", "#2E9AA6", "#B00000")
"""Dark enough for a printer without colours, where the markers tell the series apart."""

_GRID = {"visible": True, "line": {"color": "#D9D9D9", "width": 0.5}}


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


def insert_chart(book: Book, sheet: Sheet, row: int, width: int, chart: Chart, places: Places) -> None:
    """Put a chart on a sheet.

    Parameters
    ----------
    row
        At whose top it begins, from 0.
    width
        In pixels.
    """
    drawn = book.workbook.add_chart(dict(_TYPES[chart.kind]))
    for index, series in enumerate(chart.series(places)):
        drawn.add_series(_series(chart, series, index))
    _dress(drawn, chart)
    drawn.set_size({"width": width, "height": chart.height})
    if sheet.raw.insert_chart(row, 0, drawn, {"object_position": 2, "description": chart.title}):
        raise BookError(f"XlsxWriter refused the chart {chart.title} on {sheet.title}")


def _series(chart: Chart, series: Series, index: int) -> dict[str, Any]:
    colour = _COLOURS[index % len(_COLOURS)]
    return {
        "name": f"={series.name.reference}",
        "categories": f"={series.along.reference}",
        "values": f"={series.values.reference}",
        "marker": {
            "type": _MARKERS[index % len(_MARKERS)],
            "size": 7,
            "border": {"color": colour},
            "fill": {"color": colour},
        },
        "line": {"none": True} if chart.kind == "dots" else {"color": colour, "width": 1.75},
    }


def _dress(drawn: XlsxChart, chart: Chart) -> None:
    font = {"name": FONT, "size": 9, "bold": False}
    large = {"name": FONT, "size": 12, "bold": True}
    drawn.set_title({"name": chart.title, "name_font": large, "overlay": False})
    across = {"name": chart.across, "name_font": font, "num_font": font}
    drawn.set_x_axis(across | (_side_by_side(chart.ticks) if chart.ticks else {}))
    drawn.set_y_axis({"name": chart.upwards, "name_font": font, "num_font": font, "major_gridlines": _GRID})
    drawn.set_legend({"position": "bottom", "font": {"name": FONT, "size": 10}})
    drawn.show_blanks_as("gap")


def _side_by_side(series: int) -> dict[str, object]:
    """Give an axis without numbers, half a step wider than its first and last series."""
    return {
        "min": 0.5,
        "max": series + 0.5,
        "major_unit": 1,
        "label_position": "none",
        "major_tick_mark": "none",
        "major_gridlines": {"visible": False},
    }
