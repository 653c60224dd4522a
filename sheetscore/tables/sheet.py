"""Worksheets made of tables: headings, lines of text, tables below one another, charts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise, zip_longest
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.expressions.figure import Figure, text_of
from sheetscore.tables.heights import (
    LINE_HEIGHT,
    POSTED_HEIGHT,
    band_height,
    columns_height,
    heading_height,
    heading_line_height,
    line_heights,
    parted_line,
)
from sheetscore.tables.table import AnyTable, Places, PlanError, TablePlace
from sheetscore.workbooks.cell_refs import Area

ChartKind = Literal["dots", "lines", "map"]

LabelSide = Literal["right", "left", "above", "below"]

MOST_LINES = 5
"""The most lines of a chart that can be distinguished without colours."""

ROW_PIXELS = 20
"""The default height of a row, in pixels."""

CUT_HEIGHTS = (10, 14)
"""The heights of the rows above and below the cutting mark of a table, in pixels."""


Marker = Literal["circle", "square", "diamond", "triangle", "x", "plus", "star", "short_dash"]


class Look(Struct, frozen=True):
    """The colour (``#1F4E79``) and the marker of a series."""

    colour: str
    marker: Marker


class Series(Struct, frozen=True):
    """A series of a chart."""

    name: Area
    """The cell with its name."""
    along: Area
    """The cells with its values on the x axis: numbers for dots, headings for lines."""
    values: Area
    """The cells with its values on the y axis."""
    look: Look | None = None
    """Its colour and marker. Default: by its number in the chart."""
    labels: tuple[str, ...] = ()
    """The labels beside its points; empty for a point without one."""
    label_side: LabelSide = "right"
    """The side of its points on which its labels are."""
    starts: bool = False
    """Whether its first point is hollow, for the start of a track."""
    number: int | None = None
    """The number of the series (from 0), if several charts show it: equal numbers look the same in all charts. Default:
    its place in this chart.
    """


class Window(Struct, frozen=True):
    """The part of a map that a chart shows at least, in the units of its axes."""

    left: float
    right: float
    bottom: float
    top: float


class Chart(Struct, frozen=True):
    """A chart."""

    kind: ChartKind
    title: str
    across: str
    """The title of the x axis."""
    upwards: str
    """The title of the y axis."""
    series: Callable[[Places], Sequence[Series]]
    """Returns the series once all tables have their places."""
    ticks: int = 0
    """For dots: the number of series, if they stand side by side at 1, 2, 3 ... on the x axis."""
    height: int = 340
    """The height in pixels; a chart is as wide as its sheet."""
    in_percent: bool = False
    """Whether the y axis shows shares in per cent."""
    most: int | None = None
    """The value that the y axis reaches from 0, so that several charts have the same axis. Default: its own highest."""
    window: Window | None = None
    """The part to show of a map, which has the same scale on both axes; None for other charts."""


class TextLine(Struct, frozen=True):
    """A line of text under a sheet's heading, perhaps with a formula that computes it from cells.

    Examples
    --------
    >>> TextLine("Points: 3 for a win, 1 for a draw.").style
    'remark'
    """

    text: str
    style: str = "remark"
    formula: Callable[[Places], str] | None = None
    publish: bool = True
    """Whether it may be shown outside the hall, too."""
    ranks: bool = False
    """Whether it explains the ranks: then it is shown wherever ranks are posted, since a player with fewer points may
    be first.
    """


def line_by_rule(text: Figure, style: str = "remark", *, ranks: bool = False) -> TextLine:
    """Return a line computed by a formula; the places of its figures are functions of the places of all tables."""

    def written(places: Places) -> str:
        return text.formula(lambda place: place(places))  # type: ignore[operator]  # it is such a function

    return TextLine(text_of(text), style, written, ranks=ranks)


class TableSheet(Struct, frozen=True, dict=True):
    """A worksheet."""

    title: str
    """The title on its tab; at most 31 characters."""
    heading: str
    """The heading at its top; empty for a hidden sheet."""
    lines: tuple[TextLine, ...] = ()
    tables: tuple[AnyTable, ...] = ()
    charts: tuple[Chart, ...] = ()
    charts_first: bool = False
    """Whether the charts are above the tables."""
    behind: tuple[AnyTable, ...] = ()
    """Tables below everything else that are not printed, since only charts and formulas use their values."""
    landscape: bool = False
    hidden: bool = False
    for_director: bool = False
    """Whether it is for the director, such as how results came about, rather than for posting."""
    cuts: bool = False
    """Whether its tables are to be cut apart: there is a cutting mark below each."""
    in_place: bool = False
    """Whether a sheet for the director keeps its place among the others, rather than going behind them."""
    posted: bool = False
    """Whether its heading, which must be short, is printed so large that it can be read across a hall."""
    own_columns: bool = False
    """Whether each table has columns of its own, merged cells of a common grid of narrow columns. Only for paper, since
    merged cells cannot be sorted.
    """
    room_for_titles: int = 0
    """The width in pixels, if it is more than that of the tables, up to which its heading, its lines of text and the
    titles of its tables run on paper; for tables with columns of their own.
    """
    publish: bool | None = None
    """Whether it may be shown outside the hall, too. Default: if it is not for the director. It is False, for example,
    for sheets of standings that repeat the results of a round.
    """
    whole_title: str = ""
    """The title that a packet prints, if it has no room on the tab. Default: that on the tab."""

    @property
    def printed_title(self) -> str:
        """The title in the contents and at the foot of a packet."""
        return self.whole_title or self.title

    @property
    def published(self) -> bool:
        """Whether it may be shown to everybody, outside the hall, too."""
        return not self.hidden and (not self.for_director if self.publish is None else self.publish)

    @property
    def columns(self) -> int:
        """The number of printed columns; charts without other tables are as wide as the tables ``behind`` them."""
        tables = self.tables or self.behind
        return len(self._edges) - 1 if self.own_columns else max((table.printed for table in tables), default=1)

    @property
    def widths(self) -> list[int]:
        """The widths of its columns in pixels."""
        wide = self.columns
        tables = [[right - left for left, right in pairwise(self._edges)]] if self.own_columns else []
        for table in (*self.tables, *self.behind):
            widths, printed = [column.width for column in table.columns], table.printed
            on_paper = [] if self.own_columns else widths[:printed]
            tables.append([*on_paper, *[0] * (wide - len(on_paper)), *widths[printed:]])
        return [max(widths) for widths in zip_longest(*tables, fillvalue=0)]

    @cached_property
    def _edges(self) -> Sequence[int]:
        """The edges of the narrow columns that make up the tables' own columns, in pixels from the left."""
        edges = {edge for table in (*self.tables, *self.behind) for edge in table.edges}
        if self.room_for_titles > max(edges, default=0):
            edges.add(self.room_for_titles)
        return sorted(edges) or [0, 0]

    @property
    def width(self) -> int:
        """The printed width in pixels."""
        return sum(self.widths[: self.columns])

    @property
    def top(self) -> int:
        """The first row below the heading, from 0."""
        return len(self.lines) + 2 if self.heading else 0

    @property
    def tables_top(self) -> int:
        """The first row of the first table."""
        return self.top + self._chart_rows if self.charts_first else self.top

    @property
    def charts_top(self) -> int:
        """The first row of the first chart."""
        return self.top if self.charts_first else self.top + self._table_rows

    @property
    def end(self) -> int:
        """The first row below everything that is printed."""
        return self.top + self._table_rows + self._chart_rows

    @property
    def repeated(self) -> int | None:
        """The row with the headings of the only table, if it begins the sheet: pages repeat all rows down to it."""
        if len(self.tables) != 1 or (self.charts and self.charts_first):
            return None
        return self.top + bool(self.tables[0].title)

    @property
    def _table_rows(self) -> int:
        return sum(table.height + self._below for table in self.tables)

    @property
    def _below(self) -> int:
        """The number of rows below each table."""
        return len(CUT_HEIGHTS) if self.cuts else 1

    @property
    def _chart_rows(self) -> int:
        return sum(map(chart_rows, self.charts))

    def with_tables(self, tables: tuple[AnyTable, ...], **changes: Any) -> TableSheet:
        """Return a worksheet with some of the tables, and with other fields changed; no line is measured again."""
        part = replace(self, tables=tables, **changes)
        part.__dict__["line_heights"] = self.line_heights
        return part

    @cached_property
    def row_heights(self) -> list[int]:
        """The heights of all printed rows, in pixels."""
        heights = [ROW_PIXELS] * self.end
        heights[: self.top] = heading_heights(self)
        for table, place in self.placed:
            if place.first < self.end:
                rows = [*([band_height(table, self.room_for_titles)] if table.title else []), columns_height(table)]
                rows += self.line_heights[table.name] or [ROW_PIXELS]
                top = place.first - 1 - bool(table.title)
                rows += CUT_HEIGHTS if self.cuts else ()
                heights[top : top + len(rows)] = rows
        return heights

    @cached_property
    def line_heights(self) -> dict[str, list[int]]:
        """The heights of the lines of each table, in pixels, by the table's name."""
        tables = (*self.tables, *self.behind)
        return {table.name: line_heights(table) for table in tables}

    @cached_property
    def placed(self) -> tuple[tuple[AnyTable, TablePlace], ...]:
        """Every table with its place."""
        found = []
        for tables, top in ((self.tables, self.tables_top), (self.behind, self.end)):
            row = top
            for table in tables:
                starts = [self._edges.index(edge) for edge in table.edges] if self.own_columns else ()
                found.append((table, table.placed(self.title, row, self.columns, starts)))
                row += table.height + self._below
        return tuple(found)


def chart_rows(chart: Chart) -> int:
    """Count the rows that a chart covers."""
    return chart.height // ROW_PIXELS + 2


def places_of(sheets: Sequence[TableSheet]) -> Places:
    """Return the places of all tables, by their names.

    Raises
    ------
    PlanError
        Two tables have the same name.
    """
    places: dict[str, TablePlace] = {}
    for sheet in sheets:
        for table, place in sheet.placed:
            if places.setdefault(table.name, place) is not place:
                raise PlanError(f"two tables are called {table.name}")
    return places


def heading_heights(plan: TableSheet) -> list[int]:
    """Return the heights of the rows at the top, in pixels: the heading, the lines of text, a gap."""
    lines = [heading_line_height(parted_line(line.text, plan.width), plan.width) for line in plan.lines]
    heading = POSTED_HEIGHT if plan.posted else heading_height(plan.heading, plan.width)
    return [heading, *lines, LINE_HEIGHT // 2] if plan.heading else []
