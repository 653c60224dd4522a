"""Worksheets made of tables: headings, texts, tables below one another, charts; on which sheets of paper they are.

On which sheets of paper tables are: whole where they fit one, and never without their headings.

A worksheet repeats the headings of one table at most, and only on the sheets of paper after it. So a table that runs
over is the last one of its worksheet, but for small ones that are below its last lines; the others go on on a further
worksheet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, pairwise, zip_longest
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.expressions.figure import Figure, text_of
from sheetscore.tables.heights import (
    FINE_POINTS,
    LINE_HEIGHT,
    POINTS,
    POSTED_HEIGHT,
    band_height,
    columns_height,
    heading_height,
    heading_line_height,
    line_height,
    parted_line,
)
from sheetscore.tables.table import AnyTable, Places, PlanError, TablePlace
from sheetscore.workbooks.cell_refs import TITLE_LENGTH, Area
from sheetscore.workbooks.paper import Paper, Passage, width_scale

ChartKind = Literal["dots", "lines", "map"]

LEGIBLE = 7
"""Points that letters have on paper at least: a worksheet that is too wide for them lies across it."""

MOST_LINES = 5
"""Lines of a chart that can be told apart without colours."""

ROW_PIXELS = 20
"""The height of a row that nobody set."""

CUT_HEIGHTS = (10, 14)
"""Pixels of the rows below a table that is cut apart from others, above and below the mark."""


Marker = Literal["circle", "square", "diamond", "triangle", "x", "plus", "star", "short_dash"]


class Look(Struct, frozen=True):
    """How a series is drawn: in a colour (``#1F4E79``), its points with a marker."""

    colour: str
    marker: Marker


class Series(Struct, frozen=True):
    """What is drawn with one marker."""

    name: Area
    """The cell with its name."""
    along: Area
    """Where its points are from left to right: numbers for dots, headings for lines."""
    values: Area
    """How high they are."""
    look: Look | None = None
    """How it is drawn; None for one of so many."""
    labels: tuple[str, ...] = ()
    """What is beside its points, one for each."""
    starts: bool = False
    """Whether its first point is hollow, for the start of a way."""
    number: int | None = None
    """Which it is (from 0) of those that several charts share, so that it looks alike in all; None for its place here.
    """


class Window(Struct, frozen=True):
    """The part of a map that a chart has to show, at least."""

    left: float
    right: float
    bottom: float
    top: float


class Chart(Struct, frozen=True):
    """A chart."""

    kind: ChartKind
    title: str
    across: str
    upwards: str
    """What the axes show."""
    series: Callable[[Places], Sequence[Series]]
    """Gives the series when all tables have their places."""
    ticks: int = 0
    """For dots: the highest number along, when the series are side by side at 1, 2, 3 ..."""
    height: int = 340
    """In pixels; it is as wide as its sheet."""
    in_percent: bool = False
    """Whether the axis upwards shows shares in per cent."""
    window: Window | None = None
    """For a map, which has one scale on both axes."""


class TextLine(Struct, frozen=True):
    """A line of text under a sheet's heading; with a formula it follows the figures.

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
    """Whether it says how ranks come about: then it stands wherever they are posted, since somebody with fewer points
    may be first.
    """


def line_by_rule(text: Figure, style: str = "remark", *, ranks: bool = False) -> TextLine:
    """Make a line that follows its figures, of which each is a function of the places of all tables."""

    def written(places: Places) -> str:
        return text.formula(lambda place: place(places))  # type: ignore[operator]  # it is such a function

    return TextLine(text_of(text), style, written, ranks=ranks)


class TableSheet(Struct, frozen=True, dict=True):
    """A worksheet."""

    title: str
    """On its tab; no longer than 31 characters."""
    heading: str
    """At its top; none for a hidden sheet."""
    lines: tuple[TextLine, ...] = ()
    tables: tuple[AnyTable, ...] = ()
    charts: tuple[Chart, ...] = ()
    charts_first: bool = False
    """Whether the charts are above the tables."""
    behind: tuple[AnyTable, ...] = ()
    """Tables that are below everything else and are not printed: those that only charts look at."""
    landscape: bool = False
    hidden: bool = False
    for_director: bool = False
    """Whether it tells how everything came about, and is not for the wall."""
    cuts: bool = False
    """Whether its tables are cut apart: below each it is marked where."""
    in_place: bool = False
    """Whether it is where it is listed even so, and not behind what is for the wall."""
    posted: bool = False
    """Whether its heading, which is short, is to be read across a hall."""
    publish: bool | None = None
    """Whether it may be shown to everybody outside the hall, too; None where that is so if it is for the wall. The
    results of a round among the standings repeat what another workbook says, and are not worth it.
    """

    @property
    def published(self) -> bool:
        """Whether it may be shown to everybody, outside the hall, too."""
        return not self.hidden and (not self.for_director if self.publish is None else self.publish)

    @property
    def columns(self) -> int:
        """How many columns are printed."""
        return max((sum(not column.helper for column in table.columns) for table in self.tables), default=1)

    @property
    def widths(self) -> list[int]:
        """The widths of its columns in pixels."""
        tables = [[column.width for column in table.columns] for table in (*self.tables, *self.behind)]
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
        """The row of the headings of the only table, which starts the sheet: every page repeats all down to them."""
        if len(self.tables) != 1 or (self.charts and self.charts_first):
            return None
        return self.top + bool(self.tables[0].title)

    @property
    def _table_rows(self) -> int:
        return sum(table.height + self._below for table in self.tables)

    @property
    def _below(self) -> int:
        """How many rows there are below each table."""
        return len(CUT_HEIGHTS) if self.cuts else 1

    @property
    def _chart_rows(self) -> int:
        return sum(map(chart_rows, self.charts))

    @cached_property
    def row_heights(self) -> list[int]:
        """The pixels of all rows that are printed."""
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
        """The pixels of the lines of each table, by its name."""
        tables = (*self.tables, *self.behind)
        return {table.name: [line_height(table, line) for line in table.lines] for table in tables}

    @cached_property
    def placed(self) -> tuple[tuple[AnyTable, TablePlace], ...]:
        """Every table with its place."""
        found = []
        for tables, top in ((self.tables, self.tables_top), (self.behind, self.end)):
            row = top
            for table in tables:
                found.append((table, table.placed(self.title, row)))
                row += table.height + self._below
        return tuple(found)


def chart_rows(chart: Chart) -> int:
    """Count the rows that a chart covers."""
    return chart.height // ROW_PIXELS + 2


def places_of(sheets: Sequence[TableSheet]) -> Places:
    """Say where all tables are, by their names.

    Raises
    ------
    PlanError
        Two tables have one name.
    """
    places: dict[str, TablePlace] = {}
    for sheet in sheets:
        for table, place in sheet.placed:
            if places.setdefault(table.name, place) is not place:
                raise PlanError(f"two tables are called {table.name}")
    return places


def heading_heights(plan: TableSheet) -> list[int]:
    """Return the pixels of the rows above everything else: the heading, the lines of text, what stays free."""
    lines = [heading_line_height(parted_line(line.text, plan.width), plan.width) for line in plan.lines]
    heading = POSTED_HEIGHT if plan.posted else heading_height(plan.heading, plan.width)
    return [heading, *lines, LINE_HEIGHT // 2] if plan.heading else []


def split_sheet(plan: TableSheet, paper: Paper) -> Iterator[TableSheet]:
    """Yield the worksheets that a planned one takes: each ends with the first of its tables that runs over.

    Parameters
    ----------
    paper
        Upright.
    """
    shares = [plan.tables] if plan.hidden else [*_shares(plan, paper)]
    if len(shares) == 1:
        yield plan
        return
    with_charts = 0 if plan.charts_first else len(shares) - 1
    for at, tables in enumerate(shares):
        further = f", {at + 1}" if at else ""
        yield replace(
            plan,
            title=plan.title[: TITLE_LENGTH - len(further)] + further,
            heading=plan.heading + further,
            lines=() if at else plan.lines,
            tables=tables,
            charts=plan.charts if at == with_charts else (),
            behind=plan.behind if at == with_charts else (),
        )


_SMALL = 1 / 3
"""The share of a sheet of paper that tables may take which stay below one that runs over."""


def _shares(plan: TableSheet, paper: Paper) -> Iterator[tuple[AnyTable, ...]]:
    """Part the tables of a worksheet after each that runs over; fewer columns are printed larger, so more may do so."""
    over = _first_over(plan, paper)
    if over is None or _below(plan, over) <= _SMALL * room(plan, paper):
        yield plan.tables
        return
    yield from _shares(replace(plan, tables=plan.tables[: over + 1]), paper)
    yield from _shares(replace(plan, tables=plan.tables[over + 1 :]), paper)


class _Rows(Struct, frozen=True):
    """The rows of a table, from 0: those above its lines, of its title and its headings, and its lines."""

    top: int
    lines: range


def _rows_of(plan: TableSheet) -> list[_Rows]:
    """Return the rows of all tables that are printed."""
    tables = plan.placed[: len(plan.tables)]
    return [_Rows(place.first - 1 - bool(table.title), range(place.first, place.last + 1)) for table, place in tables]


def _first_over(plan: TableSheet, paper: Paper) -> int | None:
    """Return the first table (from 0) that is too high for a sheet of paper that it begins."""
    heights, most = plan.row_heights, room(plan, paper) - sum(heading_heights(plan))
    rows = enumerate(_rows_of(plan))
    return next((at for at, one in rows if sum(heights[one.top : one.lines.stop]) > most), None)


def _below(plan: TableSheet, at: int) -> int:
    """Return the pixels that the tables below one take."""
    rows = _rows_of(plan)
    return sum(plan.row_heights[rows[at].lines.stop : rows[-1].lines.stop])


def oriented_paper(plan: TableSheet, paper: Paper) -> Paper:
    """Return the paper of a worksheet as it lies: across, too, where upright it leaves its letters too small."""
    return paper.turned if plan.landscape or _too_wide(plan, paper) else paper


def _too_wide(plan: TableSheet, paper: Paper) -> bool:
    """Return whether the letters of what is posted become too small at the scale of its width."""
    points = FINE_POINTS if any(table.size == "fine" for table in plan.tables) else POINTS
    return not plan.for_director and width_scale(paper, plan.widths[: plan.columns]) * points < LEGIBLE * 100


def room(plan: TableSheet, paper: Paper) -> float:
    """Return the pixels that its rows may take on a sheet of paper at the scale of their width."""
    on = oriented_paper(plan, paper)
    return on.usable[1] * 100 / width_scale(on, plan.widths[: plan.columns])


def repeated_rows(plan: TableSheet, paper: Paper) -> range | None:
    """Return the rows that sheets of paper repeat: all down to the headings of an only table, or those of the last."""
    if plan.repeated is not None:
        return range(plan.repeated + 1)
    over = _first_over(plan, paper)
    if over is None:
        return None
    first = _rows_of(plan)[over]
    return range(first.top, first.lines.start)


def passages_of(plan: TableSheet, paper: Paper) -> list[Passage]:
    """Return what belongs together on paper: each table, with the heading of the sheet the first; each chart.

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
    # A row before its top, which is free: or the upper edge of a chart is printed on both sheets of paper.
    charts = [Passage(top - 1, end - 1, end - 1) for top, end in pairwise(ends)]
    parts = sorted([*tables, *charts], key=lambda one: one.top) or [Passage(0, plan.top, plan.end)]
    return [replace(parts[0], top=0), *parts[1:]]


def _group_rows(plan: TableSheet, rows: _Rows) -> tuple[int, ...]:
    """Return the rows of a table's lines that begin a group."""
    table = next(table for table, place in plan.placed if place.first == rows.lines.start)
    opens = table.starts_group or (lambda _: False)
    return tuple(rows.lines.start + at for at, line in enumerate(table.lines) if opens(line))


class TablePages(Struct, frozen=True):
    """Where the pages of a sheet end, and how high they are."""

    ends: tuple[int, ...]
    """The first row after each page, from 0, in order."""
    heights: tuple[int, ...]
    """In pixels, each with the headings that all pages repeat."""


def pages_of(plan: TableSheet) -> TablePages | None:
    """Return the pages of a sheet whose only table keeps its groups apart; None where pages break by themselves."""
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
