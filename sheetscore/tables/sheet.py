"""Worksheets made of tables: headings, lines of text, tables below one another, charts; and their sheets of paper.

Tables are kept whole if they fit a sheet of paper, and never printed without their headings. A worksheet can repeat the
headings of only one table, on the sheets of paper after it. So a table that runs over a sheet of paper is the last one
of its worksheet, except for small tables below its last lines; further tables go to another worksheet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, pairwise, zip_longest
from math import ceil
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.expressions.figure import Figure, text_of
from sheetscore.tables.heights import (
    LINE_HEIGHT,
    PENCIL_HEIGHT,
    POINTS,
    POSTED_HEIGHT,
    TURNED_POINTS,
    WRITABLE,
    band_height,
    columns_height,
    heading_height,
    heading_line_height,
    line_height,
    parted_line,
)
from sheetscore.tables.table import ON_WALL, TURNED, AnyTable, Places, PlanError, TablePlace
from sheetscore.workbooks.cell_refs import TITLE_LENGTH, Area
from sheetscore.workbooks.paper import ROUNDING, Paper, Passage, scale_and_breaks, width_scale

ChartKind = Literal["dots", "lines", "map"]

LEGIBLE = 7.5
"""The least font size on paper, in points: a worksheet too wide for it is printed in landscape, and has words torn if
they have no room there."""

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
    """The labels beside its points."""
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
    publish: bool | None = None
    """Whether it may be shown outside the hall, too. Default: if it is not for the director. It is False, for example,
    for sheets of standings that repeat the results of a round.
    """

    @property
    def published(self) -> bool:
        """Whether it may be shown to everybody, outside the hall, too."""
        return not self.hidden and (not self.for_director if self.publish is None else self.publish)

    @property
    def columns(self) -> int:
        """The number of printed columns; charts without tables are as wide as those that have their values."""
        tables = self.tables or self.behind
        return max((table.printed for table in tables), default=1)

    @property
    def widths(self) -> list[int]:
        """The widths of its columns in pixels."""
        wide = self.columns
        tables = []
        for table in (*self.tables, *self.behind):
            widths, printed = [column.width for column in table.columns], table.printed
            tables.append([*widths[:printed], *[0] * (wide - printed), *widths[printed:]])
        return [max(widths) for widths in zip_longest(*tables, fillvalue=0)]

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
                rows = [*([band_height(table)] if table.title else []), columns_height(table)]
                rows += self.line_heights[table.name] or [ROW_PIXELS]
                top = place.first - 1 - bool(table.title)
                rows += CUT_HEIGHTS if self.cuts else ()
                heights[top : top + len(rows)] = rows
        return heights

    @cached_property
    def line_heights(self) -> dict[str, list[int]]:
        """The heights of the lines of each table, in pixels, by the table's name."""
        tables = (*self.tables, *self.behind)
        return {table.name: [line_height(table, line) for line in table.lines] for table in tables}

    @cached_property
    def placed(self) -> tuple[tuple[AnyTable, TablePlace], ...]:
        """Every table with its place."""
        found = []
        for tables, top in ((self.tables, self.tables_top), (self.behind, self.end)):
            row = top
            for table in tables:
                found.append((table, table.placed(self.title, row, self.columns)))
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


def split_sheet(plan: TableSheet, paper: Paper) -> Iterator[TableSheet]:
    """Split a planned worksheet so that each part begins or ends with its first table that runs over a sheet of paper.

    Parameters
    ----------
    paper
        The paper in portrait.
    """
    shares = [plan.tables] if plan.hidden else [*_shares(plan, paper)]
    if len(shares) == 1:
        yield plan
        return
    with_charts = 0 if plan.charts_first else len(shares) - 1
    for at, tables in enumerate(shares):
        further = f", {at + 1}" if at else ""
        yield plan.with_tables(
            tables,
            title=plan.title[: TITLE_LENGTH - len(further)] + further,
            heading=plan.heading + further,
            lines=() if at else plan.lines,
            charts=plan.charts if at == with_charts else (),
            behind=plan.behind if at == with_charts else (),
        )


_SMALL = 1 / 3
"""The greatest share of a sheet of paper that small tables may take below a table that runs over, to stay on its
worksheet."""


def _shares(plan: TableSheet, paper: Paper) -> Iterator[tuple[AnyTable, ...]]:
    """Split the tables of a worksheet before or after each that runs over: before it if that takes no more paper.

    A table that begins a worksheet has the heading of the worksheet on all of its paper; a sheet for the director is
    only split after it. Parts are split again, since a part with fewer columns is printed larger, so that other tables
    may run over.
    """
    over = _first_over(plan, paper)
    if over is None:
        yield plan.tables
        return
    behind = [plan.tables]
    if _below(plan, over) > _SMALL * room(plan, paper):
        behind = [*_shared_at(plan, paper, over + 1)]
    before = [*_shared_at(plan, paper, over)] if over and not plan.for_director else behind
    yield from min(before, behind, key=lambda shares: _sheets_of(plan, paper, shares))


def _shared_at(plan: TableSheet, paper: Paper, at: int) -> Iterator[tuple[AnyTable, ...]]:
    """Split the tables of a worksheet before the table with an index, and both parts where they need it."""
    for tables in (plan.tables[:at], plan.tables[at:]):
        yield from _shares(plan.with_tables(tables), paper)


def _sheets_of(plan: TableSheet, paper: Paper, shares: Sequence[tuple[AnyTable, ...]]) -> int:
    """Count the sheets of paper that a worksheet takes if its tables are split so."""
    return sum(1 + len(printed_as(plan.with_tables(tables), paper)[1]) for tables in shares)


class _Rows(Struct, frozen=True):
    """The rows of a table, from 0."""

    top: int
    """The first row, with its title or its headings."""
    lines: range


def _rows_of(plan: TableSheet) -> list[_Rows]:
    """Return the rows of all printed tables."""
    tables = plan.placed[: len(plan.tables)]
    return [_Rows(place.first - 1 - bool(table.title), range(place.first, place.last + 1)) for table, place in tables]


def _first_over(plan: TableSheet, paper: Paper) -> int | None:
    """Return the index of the first table that is higher than a sheet of paper with the sheet's heading."""
    heights, most = plan.row_heights, room(plan, paper) - sum(heading_heights(plan))
    rows = enumerate(_rows_of(plan))
    return next((at for at, one in rows if sum(heights[one.top : one.lines.stop]) > most), None)


def _below(plan: TableSheet, at: int) -> int:
    """Return the height in pixels of all tables below the table with an index."""
    rows = _rows_of(plan)
    return sum(plan.row_heights[rows[at].lines.stop : rows[-1].lines.stop])


def oriented_paper(plan: TableSheet, paper: Paper) -> Paper:
    """Return the paper of a worksheet in its orientation: landscape if requested, or if letters were too small."""
    return paper.turned if plan.landscape or _too_wide(plan, paper) else paper


def _too_wide(plan: TableSheet, paper: Paper) -> bool:
    """Return whether the letters of a posted sheet are too small at the scale at which its width fits."""
    return not plan.for_director and width_scale(paper, plan.widths[: plan.columns]) < _legible_scale(plan)


def _legible_scale(plan: TableSheet, points: float = LEGIBLE) -> int:
    """Return the least scale in percent at which the letters of a worksheet have so many points on paper."""
    turned = any(column.head == TURNED for table in plan.tables for column in table.columns)
    return ceil(points * 100 / (TURNED_POINTS if turned else POINTS))


def is_for_wall(plan: TableSheet) -> bool:
    """Return whether a worksheet has lines that are read from a distance."""
    filled = (table for table in plan.tables if table.lines)
    return any(one.style_of(table.lines[0]).startswith(ON_WALL) for table in filled for one in table.columns)


def least_scale(plan: TableSheet) -> int:
    """Return the scale in percent to which a worksheet may be reduced to save paper; 100 if it must stay as it is.

    Sheets that are read across a hall or cut apart stay, and so do charts, which fill their paper. Rows to write in
    keep 8.5 mm.
    """
    written_on = any(table.size == "pencil" for table in plan.tables)
    if plan.posted or plan.cuts or plan.charts or is_for_wall(plan):
        return 100
    return ceil(100 * WRITABLE / PENCIL_HEIGHT) if written_on else _legible_scale(plan)


def legible_width(plan: TableSheet, paper: Paper, points: float = LEGIBLE) -> int:
    """Return the greatest width in pixels of a worksheet's printed columns at which its letters are legible on paper.

    Parameters
    ----------
    paper
        The paper in the orientation in which it is printed.
    points
        The least font size on paper.
    """
    return int(paper.usable[0] * ROUNDING * 100 / _legible_scale(plan, points))


def room(plan: TableSheet, paper: Paper) -> float:
    """Return the height in pixels for rows on a sheet of paper, at the scale at which their width fits."""
    oriented = oriented_paper(plan, paper)
    return oriented.usable[1] * 100 / width_scale(oriented, plan.widths[: plan.columns])


def printed_as(plan: TableSheet, paper: Paper) -> tuple[int, list[int]]:
    """Return the scale of a worksheet on paper in percent, and the first row of each further sheet of paper.

    Parameters
    ----------
    paper
        The paper in portrait.
    """
    oriented, repeat = oriented_paper(plan, paper), repeated_rows(plan, paper)
    again = sum(plan.row_heights[repeat.start : repeat.stop]) if repeat else 0
    scale = width_scale(oriented, plan.widths[: plan.columns])
    high = oriented.usable[1]
    return scale_and_breaks(plan.row_heights, passages_of(plan, paper), high, scale, again, least_scale(plan))


def repeated_rows(plan: TableSheet, paper: Paper) -> range | None:
    """Return the rows that sheets of paper repeat: all down to the headings of the only table, or of the last table.

    If tables and charts that are posted, or tables to be cut apart, stand on several sheets of paper, each sheet has
    the heading of the worksheet.
    """
    if plan.repeated is not None:
        return range(plan.repeated + 1)
    over = _first_over(plan, paper)
    if over is None:
        comes_apart = plan.cuts or not plan.for_director
        is_parted = sum(plan.row_heights) > room(plan, paper)
        # without the gap above a chart: LibreOffice repeats what is drawn beside repeated rows, too
        headed = len(heading_heights(plan)) - bool(plan.charts)
        return range(headed) if comes_apart and is_parted else None
    first = _rows_of(plan)[over]
    return range(first.top, first.lines.start)


def passages_of(plan: TableSheet, paper: Paper) -> list[Passage]:
    """Return the rows that belong together on paper: each table, the first with the heading of the sheet; each chart.

    Only a table whose headings are repeated may be split.
    """
    repeated = repeated_rows(plan, paper)
    tables: list[Passage] = []
    rows = _rows_of(plan)
    for one in rows:
        if repeated and repeated.stop == one.lines.start:
            end = rows[-1].lines.stop
            tables.append(Passage(one.top, one.lines.start, end, end - one.lines.stop, _group_rows(plan, one)))
            break
        tables.append(Passage(one.top, one.lines.stop, one.lines.stop))
    ends = list(accumulate(map(chart_rows, plan.charts), initial=plan.charts_top))
    # from the free row above it, or the upper edge of a chart would be printed on both sheets of paper
    charts = [Passage(top - 1, end - 1, end - 1) for top, end in pairwise(ends)]
    parts = sorted([*tables, *charts], key=lambda one: one.top) or [Passage(0, plan.top, plan.end)]
    return [replace(parts[0], top=0), *parts[1:]]


def _group_rows(plan: TableSheet, rows: _Rows) -> tuple[int, ...]:
    """Return the rows of a table's lines that begin a group."""
    table = next(table for table, place in plan.placed if place.first == rows.lines.start)
    opens = table.starts_group or (lambda _: False)
    return tuple(rows.lines.start + at for at, line in enumerate(table.lines) if opens(line))


class TablePages(Struct, frozen=True):
    """The pages of a sheet with a page per group."""

    ends: tuple[int, ...]
    """The first row after each page, from 0, in order."""
    heights: tuple[int, ...]
    """The heights of the pages in pixels, with the headings that all pages repeat."""


def pages_of(plan: TableSheet) -> TablePages | None:
    """Return the pages of a sheet whose only table has a page per group; None for any other sheet."""
    if plan.repeated is None or not plan.tables[0].page_break_per_group or not plan.tables[0].lines:
        return None
    (table, place), *_ = plan.placed
    opens = table.starts_group or (lambda _: False)
    headings = sum(heading_heights(plan)) + bool(table.title) * band_height(table) + columns_height(table)
    heights = plan.line_heights[table.name]
    firsts = [at for at, line in enumerate(table.lines) if at == 0 or opens(line)]
    ends = [*firsts[1:], len(heights)]
    return TablePages(
        tuple(place.first + end for end in ends),
        tuple(headings + sum(heights[first:end]) for first, end in zip(firsts, ends, strict=True)),
    )
