"""Tables on worksheets: a column says what its cells hold and by which formula they come to it, side by side.

Tables are placed before anything is written, so that a formula can point at any cell of any table of the
workbook, also of one further down or on a later sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.workbooks.book import CellValue
from sheetscore.workbooks.cell_refs import Area, address, column_letters, quoted

Row = TypeVar("Row")

TableSize = Literal["fine", "normal", "large"]
"""How large the lines and headings of a table are."""

TURNED = "head turned"
"""The style of headings that are read from the bottom up; their row is as high as the longest."""

WRAPPED = "cell words"
"""The style of texts that go on on a further line where they are long."""


class PlanError(Exception):
    """Tables that cannot stand in one workbook; a mistake of ours, never of the director."""


class TablePlace(Struct, frozen=True):
    """Where a table stands: the rows of its lines by their keys, the columns by theirs, counted from 0."""

    sheet: str
    first: int
    last: int
    """The first and the last row below the headings; a table without lines has one blank row."""
    rows: Mapping[Hashable, int]
    columns: Mapping[str, int]

    def column(self, key: str) -> Area:
        """Return a whole column, without its heading."""
        return Area(self.sheet, self.first, self.columns[key], self.last, self.columns[key])

    def part(self, key: str, first: Hashable, last: Hashable) -> Area:
        """Return a column from one line to another."""
        column = self.columns[key]
        return Area(self.sheet, self.rows[first], column, self.rows[last], column)

    def sheet_from(self, here: TablePlace) -> str:
        """Return the worksheet as it stands before an address in a formula elsewhere; nothing on the same one."""
        return "" if self.sheet == here.sheet else f"{quoted(self.sheet)}!"

    def cell(self, row: Hashable, key: str) -> Area:
        """Return one cell."""
        return self.part(key, row, row)

    def across(self, row: Hashable, first: str, last: str) -> Area:
        """Return a line from one column to another."""
        return self._strip(self.rows[row], first, last)

    def headings(self, first: str, last: str) -> Area:
        """Return the headings from one column to another."""
        return self._strip(self.first - 1, first, last)

    def _strip(self, row: int, first: str, last: str) -> Area:
        return Area(self.sheet, row, self.columns[first], row, self.columns[last])


Places = Mapping[str, TablePlace]
"""The places of all tables of a workbook, by their names."""


class Here(Struct, Generic[Row], frozen=True):
    """A cell that gets a formula: its line, and where everything stands as seen from it."""

    line: Row
    """The line of the table, as the column's value gets it too."""
    row: int
    """The row of the sheet, counted from 0."""
    place: TablePlace
    places: Places

    def cell(self, column: str) -> str:
        """Refer to this line's cell of another column."""
        return address(self.row, self.place.columns[column])

    def above(self, column: str) -> str:
        """Refer to a cell of the line above."""
        return address(self.row - 1, self.place.columns[column])

    def span(self, first: str, last: str) -> str:
        """Refer to this line's cells from one column to another."""
        return f"{self.cell(first)}:{self.cell(last)}"

    def range(self, column: str, table: str = "") -> str:
        """Refer to a whole column of this table, or of another one."""
        place = self.places[table] if table else self.place
        return self.refer(place.column(column))

    def other(self, table: str, line: Hashable, column: str) -> str:
        """Refer to a cell of another table."""
        place = self.places[table]
        return f"{place.sheet_from(self.place)}{address(place.rows[line], place.columns[column], fixed=True)}"

    def by_row(self, table: str, column: str, *rows: str) -> str:
        """Refer to a cell of a table, or from one to another, by row numbers as they are to stand in the formula."""
        place = self.places[table]
        letters = column_letters(place.columns[column])
        cells = ":".join(f"${letters}${row}" for row in rows)
        return f"{place.sheet_from(self.place)}{cells}"

    def refer(self, area: Area) -> str:
        """Write an absolute reference, with the sheet's name where it is another sheet."""
        return area.cells if area.sheet == self.place.sheet else area.reference


class Column(Struct, Generic[Row], frozen=True):
    """A column of a table."""

    key: str
    """Its name in formulas."""
    heading: str
    width: int
    """In pixels; a sheet's column is as wide as the widest that stands in it."""
    style: str | Callable[[Row], str]
    """The name of a style, or what gives one for a line."""
    value: Callable[[Row], CellValue]
    """What a line's cell holds: what is written, or the value that its formula has."""
    formula: Callable[[Here[Row]], str | None] | None = None
    """Gives the formula of a cell, without ``=``; None for a cell with nothing to compute."""
    head: str = "head"
    """The name of the style of its heading."""
    helper: bool = False
    """Whether it stands to the right of the paper: a step on the way, to be followed on a screen. Such columns are a
    table's last.
    """

    def style_of(self, line: Row) -> str:
        """Return the name of a cell's style."""
        return self.style if isinstance(self.style, str) else self.style(line)


def text_column(
    key: str,
    heading: str,
    width: int,
    value: Callable[[Row], CellValue],
    formula: Callable[[Here[Row]], str | None] | None = None,
    style: str | Callable[[Row], str] = WRAPPED,
) -> Column[Row]:
    """Make a column of texts, which begin at the left."""
    return Column(key, heading, width, style, value, formula)


def figure_column(
    key: str,
    heading: str,
    width: int,
    value: Callable[[Row], CellValue],
    formula: Callable[[Here[Row]], str | None] | None = None,
    style: str | Callable[[Row], str] = "cell middle",
) -> Column[Row]:
    """Make a column of figures, which stand in the middle below their heading."""
    return Column(key, heading, width, style, value, formula, "head middle")


def turned_column(
    key: str,
    heading: str,
    width: int,
    value: Callable[[Row], CellValue],
    formula: Callable[[Here[Row]], str | None] | None = None,
    style: str | Callable[[Row], str] = "cell middle",
) -> Column[Row]:
    """Make a narrow column of figures below a long heading, which is turned."""
    return replace(figure_column(key, heading, width, value, formula, style), head=TURNED)


def step_column(
    key: str,
    heading: str,
    value: Callable[[Row], CellValue],
    formula: Callable[[Here[Row]], str | None] | None = None,
    style: str | Callable[[Row], str] = "cell step",
) -> Column[Row]:
    """Make a column of figures that others are computed from; it is not printed."""
    return replace(figure_column(key, heading, 84, value, formula, style), helper=True)


def no_key(line: object) -> Hashable:
    """Tell lines apart that no formula points at."""
    return id(line)


class Table(Struct, Generic[Row], frozen=True):
    """A table: what it is called in formulas, its columns, its lines."""

    name: str
    columns: tuple[Column[Row], ...]
    lines: Sequence[Row]
    key: Callable[[Row], Hashable] = no_key
    """Names a line for the formulas that point at it."""
    title: str = ""
    note: str = ""
    """A band above the headings, with a remark at its right; none without a title."""
    starts_group: Callable[[Row], bool] | None = None
    """Whether a heavier rule sets a line off from those above it."""
    empty: str = ""
    """What is said in place of lines when there are none."""
    page_break_per_group: bool = False
    """Whether each group begins a new page, too; for the only table of a sheet."""
    fit_height: bool | Callable[[Row], bool] = False
    """Whether lines are as high as the text in them needs; or tells which are."""
    size: TableSize = "normal"
    """Fine headings and lines are smaller, for sheets to look things up in; large lines are higher, for sheets that are
    read from two metres.
    """

    def __post_init__(self) -> None:
        helpers = [column.helper for column in self.columns]
        if helpers != sorted(helpers):
            raise PlanError(f"the table {self.name} has a printed column to the right of one that is not on paper")

    @property
    def height(self) -> int:
        """How many rows it takes, with its title, its headings and at least one line."""
        return bool(self.title) + 1 + max(len(self.lines), 1)

    def fits_height(self, line: Row) -> bool:
        """Tell whether a line is as high as the text in it needs."""
        return self.fit_height if isinstance(self.fit_height, bool) else self.fit_height(line)

    def placed(self, sheet: str, top: int) -> TablePlace:
        """Say where everything stands when the table begins at a row (from 0) of a sheet.

        Raises
        ------
        PlanError
            Two lines have one key.
        """
        first = top + bool(self.title) + 1
        keys = [self.key(line) for line in self.lines]
        if len(set(keys)) < len(keys):
            again = next(key for key in keys if keys.count(key) > 1)
            raise PlanError(f"the table {self.name} has two lines called {again!r}: a formula cannot tell them apart")
        return TablePlace(
            sheet,
            first,
            first + max(len(self.lines), 1) - 1,
            {key: first + index for index, key in enumerate(keys)},
            {column.key: index for index, column in enumerate(self.columns)},
        )


AnyColumn = Column[Any]

AnyTable = Table[Any]
