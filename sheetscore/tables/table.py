"""Tables on worksheets: a column gives its cells values and formulas.

A column has one rule for both (:class:`ByRule`), or a value and a formula side by side, if the value comes from an
algorithm and the formula looks it up.

Tables are placed before anything is written, so that a formula can point at any cell of any table of the
workbook, also of one further down or on a later sheet.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.expressions.expression import Expression
from sheetscore.expressions.figure import Figure, Plain, Shown, as_figure, standing, worked_out
from sheetscore.expressions.figure_ranges import FigureRange
from sheetscore.expressions.nodes import Number
from sheetscore.workbooks.book import CellValue
from sheetscore.workbooks.cell_refs import Area, address, column_letters, quoted

Row = TypeVar("Row")
OtherRow = TypeVar("OtherRow")
Measure = TypeVar("Measure")

TableSize = Literal["fine", "normal", "large", "pencil"]
"""The size of a table's lines and headings."""

TURNED = "head turned"
"""The style of headings that are read from the bottom up; their row is as high as the longest."""

ON_WALL = "cell wall"
"""The beginning of the names of styles for letters that are read from a distance."""

WALL_WRAPPED = f"{ON_WALL} words"
"""The style of a name on the wall that takes more than one line."""

WRAPPED = "cell words"
"""The style of texts that are wrapped."""


class PlanError(Exception):
    """Tables that cannot be in one workbook; a mistake of ours, never of the director."""


class TablePlace(Struct, frozen=True):
    """The place of a table: the rows of its lines by key, the columns by key, counted from 0."""

    sheet: str
    first: int
    """The first row below the headings."""
    last: int
    """The last row below the headings; a table without lines has one blank row."""
    rows: Mapping[Hashable, int]
    columns: Mapping[str, int]
    """The first column of the sheet that each column covers; the cells in it have its values."""
    lasts: Mapping[str, int] = {}
    """The last column of the sheet that each column covers, if that is another one."""

    def covered(self, key: str) -> range:
        """Return the columns of the sheet that a column covers: merged cells if they are several."""
        return range(self.columns[key], self.lasts.get(key, self.columns[key]) + 1)

    def column(self, key: str) -> Area:
        """Return a whole column, without its heading."""
        return Area(self.sheet, self.first, self.columns[key], self.last, self.columns[key])

    def part(self, key: str, first: Hashable, last: Hashable) -> Area:
        """Return a column from one line to another."""
        column = self.columns[key]
        return Area(self.sheet, self.rows[first], column, self.rows[last], column)

    def sheet_from(self, here: TablePlace) -> str:
        """Return the prefix of an address in a formula on another worksheet; nothing on the same one."""
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
    """A cell that gets a formula: its line, and the places of all tables as seen from it."""

    line: Row
    """The line of the table; the function for the column's value gets the same line."""
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
        """Refer to a cell of a column, or to the cells from one to another, by row numbers as texts such as ``12``."""
        place = self.places[table]
        letters = column_letters(place.columns[column])
        cells = ":".join(f"${letters}${row}" for row in rows)
        return f"{place.sheet_from(self.place)}{cells}"

    def refer(self, area: Area) -> str:
        """Write an absolute reference, with the name of the sheet if it is another sheet."""
        return area.cells if area.sheet == self.place.sheet else area.reference

    def written(self, place: object) -> str:
        """Write a figure's reference for this cell: an address, or a formula in brackets that looks something up.

        Raises
        ------
        PlanError
            A figure has another kind of place.
        """
        if not isinstance(place, Place):
            raise PlanError(f"no formula of a table can refer to {place!r}")
        return place.written(self)


class Place(Struct, frozen=True):
    """The place of a figure or of several: places are data, because a workbook has many thousands."""

    def written(self, here: Here[Any]) -> str:
        """Return the reference for a cell: an address, or a formula that is a call or in brackets."""
        raise NotImplementedError


class CellPlace(Place, frozen=True, gc=False):
    """The place of a figure: table, line and column, by their keys."""

    table: str
    line: Hashable
    column: str

    def written(self, here: Here[Any]) -> str:
        """Refer to the cell, in short if it is on the same line."""
        table = here.places[self.table]
        row, column = table.rows[self.line], table.columns[self.column]
        if table is not here.place:
            return f"{table.sheet_from(here.place)}{address(row, column, fixed=True)}"
        return address(row, column, fixed=row != here.row)


class ColumnPlace(Place, frozen=True, gc=False):
    """The cells of a column of a table."""

    table: str
    column: str

    def written(self, here: Here[Any]) -> str:
        """Refer to all cells of the column."""
        return here.range(self.column, self.table)


class PartPlace(Place, frozen=True, gc=False):
    """The cells of a column from one line to another, by their keys."""

    table: str
    column: str
    first: Hashable
    last: Hashable

    def written(self, here: Here[Any]) -> str:
        """Refer to the cells."""
        return here.refer(here.places[self.table].part(self.column, self.first, self.last))


class SpanPlace(Place, frozen=True, gc=False):
    """The cells of a line from one column to another, by their keys."""

    table: str
    line: Hashable
    first: str
    last: str

    def written(self, here: Here[Any]) -> str:
        """Refer to the cells, in short if they are on the same line."""
        table = here.places[self.table]
        if table is here.place and table.rows[self.line] == here.row:
            return here.span(self.first, self.last)
        return here.refer(table.across(self.line, self.first, self.last))


class LookedUp(Place, frozen=True):
    """A value without a cell of its own, which a formula looks up."""

    formula: Callable[[Here[Any]], str]
    """Returns the formula: a call, or an expression in brackets."""

    def written(self, here: Here[Any]) -> str:
        """Write the formula."""
        return self.formula(here)


class CompiledPlace(Place, frozen=True):
    """A value by a rule from a file."""

    rule: Expression
    write: Callable[[Here[Any], Expression], str]
    """Compiles the rule for a cell."""

    def written(self, here: Here[Any]) -> str:
        """Write the formula."""
        return self.write(here, self.rule)


class _Begun(Struct, frozen=True):
    """Stands for the result of a rule that is being applied."""


_BEGUN = _Begun()


class LineFigures(Struct, Generic[Row], frozen=True, eq=False):
    """The argument of a column's rule: its line, and the figures in other cells.

    A table has such an argument for each line. It keeps what the rules have given, since several ask for the same cell.
    """

    line: Row
    table: Table[Row]
    key: Hashable
    """The key of the line in the table."""
    _shown: dict[str, Shown | _Begun] = field(default_factory=dict)
    """What the rules of the line have given so far, by column."""
    _cells: dict[str, Figure] = field(default_factory=dict)
    """The cells that others refer to, by column."""
    _spans: dict[tuple[str, str], FigureRange] = field(default_factory=dict)
    """The cells from one column to another that rules ask for."""

    def cell(self, column: str) -> Figure:
        """Return this line's cell of another column."""
        if column not in self._cells:
            self._cells[column] = self._cell(column)
        return self._cells[column]

    def _cell(self, column: str) -> Figure:
        shown, place = self.shown(self.table.column(column)), CellPlace(self.table.name, self.key, column)
        if isinstance(shown, Figure):
            return standing(place, _cell_value(shown.value), whole=shown.whole)
        return standing(place, shown)

    def shown(self, column: Column[Row]) -> Shown:
        """Return what a column shows on this line; its rule is applied once.

        Raises
        ------
        PlanError
            The column is computed from itself, or has a double: figures are exact.
        """
        if not isinstance(column.value, ByRule):
            value = column.value(self.line)
            if isinstance(value, float):
                raise PlanError(f"the table {self.table.name} has a double in {column.key}, and figures are exact")
            return value
        if column.key not in self._shown:
            self._shown[column.key] = _BEGUN
            self._shown[column.key] = column.value.shown(self)
        shown = self._shown[column.key]
        if isinstance(shown, _Begun):
            raise PlanError(f"the column {column.key} of the table {self.table.name} is computed from itself")
        return shown

    def written(self, here: Here[Row], column: Column[Row]) -> tuple[str | None, CellValue]:
        """Return the formula of a cell, without ``=``, and its value; None for a cell without a formula."""
        if not isinstance(column.value, ByRule):
            return column.formula(here) if column.formula else None, column.value(self.line)
        shown = self.shown(column)
        if isinstance(shown, Figure):
            return shown.formula(here.written), _cell_value(shown.value)
        return None, _cell_value(shown)

    def other(self, table: Table[OtherRow], line: Hashable, column: str) -> Figure:
        """Return a cell of another line or another table, by their keys."""
        return table.at(line).cell(column)

    def looked_up(self, value: Number | str | None, formula: Callable[[Here[Row]], str]) -> Figure:
        """Return a figure with a formula of its own, which must be a call or in brackets."""
        return standing(LookedUp(formula), value)

    def part(self, table: Table[OtherRow], column: str, lines: Sequence[OtherRow]) -> FigureRange:
        """Return the cells of a column on lines that follow each other, at least one."""
        return table.part(column, lines)

    def across(self, first: str, last: str) -> FigureRange:
        """Return this line's cells from one column to another."""
        if (first, last) not in self._spans:
            columns = self.table.columns
            keys = [column.key for column in columns]
            between = columns[keys.index(first) : keys.index(last) + 1]
            place = SpanPlace(self.table.name, self.key, first, last)
            self._spans[first, last] = _range_of(place, map(self.shown, between))
        return self._spans[first, last]

    def compiled(self, rule: Expression, value: Plain, write: Callable[[Here[Row], Expression], str]) -> Figure:
        """Return the figure of a rule from a file: its value on this line, and the formula compiled from the rule."""
        return worked_out(CompiledPlace(rule, write), value)

    def sum_of(self, table: Table[OtherRow], column: str, /, **where: Wanted) -> Figure:
        """Add up the numbers of a column, on the lines with these values in other columns."""
        values = (table.value_in(line, column) for line in table.lines_with(where))
        sum_ = sum((value for value in values if isinstance(value, int | Fraction)), 0)

        name = table.name

        def formula(here: Here[Row]) -> str:
            numbers = here.range(column, name)
            if not where:
                return f"SUM({numbers})"
            (key, wanted), *others = where.items()
            if not others and isinstance(wanted, Figure) and wanted.whole and isinstance(wanted.value, int | Fraction):
                # SUMIF is the fastest; it may be used because a whole number, unlike a text, is never a pattern
                return f"SUMIF({here.range(key, name)},{wanted.written(here.written).text},{numbers})"
            return f"SUMPRODUCT({_condition(here, name, where)},{numbers})"

        return self.looked_up(sum_, formula)

    def count_of(self, table: Table[OtherRow], /, **where: Wanted) -> Figure:
        """Count the lines with these values in their columns."""
        name = table.name
        return self.looked_up(len(table.lines_with(where)), lambda here: f"SUMPRODUCT({_condition(here, name, where)})")


class Anything(Struct, frozen=True):
    """Matches any value of a column but a blank."""


ANYTHING = Anything()

Wanted = Shown | Anything
"""What a cell must show to count: a value, what a figure shows, or anything."""


def _condition(here: Here[Any], table: str, where: Mapping[str, Wanted]) -> str:
    """Write the condition for lines with the wanted values; ``=``, unlike COUNTIF, reads no text as a pattern."""
    tests = (
        '<>""' if isinstance(one, Anything) else f"={as_figure(one).written(here.written).text}"
        for one in where.values()
    )
    # *1 makes numbers of the truth values of a single test
    return "*".join(f"({here.range(key, table)}{test})" for key, test in zip(where, tests, strict=True)) + "*1"


def _range_of(place: Place, cells: Iterable[Shown]) -> FigureRange:
    """Return a range of cells by what they show."""
    shown = list(cells)
    values = [_cell_value(one.value) if isinstance(one, Figure) else one for one in shown]
    whole = all(
        one is None or (one.whole or one.value is None if isinstance(one, Figure) else isinstance(one, int))
        for one in shown
    )
    return FigureRange(place, values, whole=whole)


def cell_at(table: str, line: Hashable, column: str, value: Number | str | None) -> Figure:
    """Return the figure of a cell by the names of its table, line and column; the caller gives its value."""
    return standing(CellPlace(table, line, column), value)


class ByRule(Struct, Generic[Row], frozen=True):
    """A rule that gives the cells of a column both value and formula."""

    shown: Callable[[LineFigures[Row]], Shown]
    """Returns a figure; or a plain value for a cell without a formula."""


def same_in(table: AnyTable, column: str) -> ByRule[Any]:
    """Show the value of the line with the same key in a column of another table."""
    return ByRule(lambda own: own.other(table, own.table.key(own.line), column))


class Column(Struct, Generic[Row], frozen=True):
    """A column of a table.

    Examples
    --------
    >>> Column("name", "Player", 120, "cell", lambda row: row["name"]).value_of({"name": "Ann Bell"})
    'Ann Bell'
    """

    key: str
    """The name of the column in formulas."""
    heading: str
    width: int
    """The width in pixels; a column of the sheet is as wide as the widest table column in it."""
    style: str | Callable[[Row], str]
    """The name of a style, or a function that returns one for a line."""
    value: Callable[[Row], CellValue] | ByRule[Row]
    """Returns a cell's value, which is cached beside a formula; or the rule for value and formula."""
    formula: Callable[[Here[Row]], str | None] | None = None
    """Returns the formula of a cell, without ``=``; None for a cell without a formula."""
    head: str = "head"
    """The name of the style of its heading."""
    helper: bool = False
    """Whether it is a helper column to the right of the paper, visible only on a screen. Helper columns come last in a
    table.
    """
    spare: bool = False
    """Whether it may stand right of the paper if words are torn otherwise, since another sheet has it on paper."""
    player: Callable[[Row], Hashable] | None = None
    """Returns the id of the player or team that the line is about, whom this column names. None if the column names
    nobody, or somebody else, such as an opponent.
    """
    sort_key: Callable[[Row], CellValue] | None = None
    """Returns the value to sort by, if it differs from the one shown."""
    publish: bool = True
    """Whether it may be published; the director's reasons and findings may not."""

    def value_of(self, line: Row) -> CellValue:
        """Return a cell's value, for columns without a rule, which would need the whole table."""
        if isinstance(self.value, ByRule):
            raise PlanError(f"the column {self.key} has a rule, and its values are those of a table")
        return self.value(line)

    def style_of(self, line: Row) -> str:
        """Return the name of a cell's style."""
        return self.style if isinstance(self.style, str) else self.style(line)


def text_column(
    key: str,
    heading: str,
    width: int,
    value: Callable[[Row], CellValue] | ByRule[Row],
    formula: Callable[[Here[Row]], str | None] | None = None,
    style: str | Callable[[Row], str] = WRAPPED,
    player: Callable[[Row], Hashable] | None = None,
) -> Column[Row]:
    """Make a column of texts, which begin at the left.

    Examples
    --------
    >>> column = text_column("name", "Player", 120, lambda row: row["name"])
    >>> column.heading, column.value_of({"name": "Ann Bell"})
    ('Player', 'Ann Bell')
    """
    return Column(key, heading, width, style, value, formula, player=player)


def figure_column(
    key: str,
    heading: str,
    width: int,
    value: Callable[[Row], CellValue] | ByRule[Row],
    formula: Callable[[Here[Row]], str | None] | None = None,
    style: str | Callable[[Row], str] = "cell middle",
) -> Column[Row]:
    """Make a column of figures, which are in the middle below their heading.

    Examples
    --------
    >>> column = figure_column("points", "Points", 60, lambda row: row["points"])
    >>> column.value_of({"points": 3})
    3
    """
    return Column(key, heading, width, style, value, formula, "head middle")


def turned_column(
    key: str,
    heading: str,
    width: int,
    value: Callable[[Row], CellValue] | ByRule[Row],
    formula: Callable[[Here[Row]], str | None] | None = None,
    style: str | Callable[[Row], str] = "cell middle",
) -> Column[Row]:
    """Make a narrow column of figures below a long heading, which is turned."""
    return replace(figure_column(key, heading, width, value, formula, style), head=TURNED)


def step_column(
    key: str,
    heading: str,
    value: Callable[[Row], CellValue] | ByRule[Row],
    formula: Callable[[Here[Row]], str | None] | None = None,
    style: str | Callable[[Row], str] = "cell step",
) -> Column[Row]:
    """Make a column of figures that others are computed from; it is not printed."""
    return replace(figure_column(key, heading, 84, value, formula, style), helper=True)


def no_key(line: object) -> Hashable:
    """Return a key for lines that no formula refers to."""
    return id(line)


class Table(Struct, Generic[Row], frozen=True, dict=True):
    """A table: its name in formulas, its columns, its lines.

    Examples
    --------
    >>> points = figure_column("points", "Points", 60, lambda row: row["points"])
    >>> table = Table("Standings", (points,), [{"points": 3}, {"points": 1}])
    >>> table.height, table.value(table.lines[0], points)  # a row for the headings
    (3, 3)
    """

    name: str
    columns: tuple[Column[Row], ...]
    lines: Sequence[Row]
    key: Callable[[Row], Hashable] = no_key
    """Returns the key of a line, by which formulas refer to it."""
    title: str = ""
    """The text of a band above the headings; without a title there is no band."""
    note: str = ""
    """A remark at the right of the band."""
    starts_group: Callable[[Row], bool] | None = None
    """Returns whether a line begins a group: a heavier rule separates it from the lines above."""
    empty: str = ""
    """The text shown if there are no lines."""
    page_break_per_group: bool = False
    """Whether each group begins a new page, too; for the only table of a sheet."""
    fit_height: bool | Callable[[Row], bool] = False
    """Whether lines are as high as their texts need, for all lines or by line."""
    size: TableSize = "normal"
    """Fine headings and lines are smaller, for sheets to look things up in; large lines are higher, for sheets that are
    read from two metres; those for a pencil have room to write.
    """
    least: int = 0
    """The least height of a line in pixels, if that is more than its size gives."""
    only_whole: bool = False
    """Whether some lines are useless without the others, as in a grid whose columns stand for its lines."""

    def __post_init__(self) -> None:
        helpers = [column.helper for column in self.columns]
        if helpers != sorted(helpers):
            raise PlanError(f"the table {self.name} has a printed column to the right of one that is not on paper")

    @property
    def height(self) -> int:
        """How many rows it takes, with its title, its headings and at least one line."""
        return bool(self.title) + 1 + max(len(self.lines), 1)

    def fits_height(self, line: Row) -> bool:
        """Return whether a line is as high as the text in it needs."""
        return self.fit_height if isinstance(self.fit_height, bool) else self.fit_height(line)

    def value(self, line: Row, column: Column[Row]) -> CellValue:
        """Return a cell's value."""
        if not isinstance(column.value, ByRule):
            return column.value_of(line)
        shown = self.of(line).shown(column)
        return _cell_value(shown.value if isinstance(shown, Figure) else shown)

    def sort_key(self, line: Row, column: Column[Row]) -> CellValue:
        """Return the value that a line is sorted by under a column."""
        return column.sort_key(line) if column.sort_key else self.value(line, column)

    def players(self, line: Row) -> set[str]:
        """Return the ids of the players and teams that a line is about."""
        ids = (column.player(line) for column in self.columns if column.player)
        return {str(id_) for id_ in ids if id_ is not None}

    def resized(self, widths: Mapping[str, int]) -> Table[Row]:
        """Return the table with other widths of some columns, in pixels; nothing is computed again."""
        columns = [replace(one, width=widths.get(one.key, one.width)) for one in self.columns]
        if all(one.width == other.width for one, other in zip(columns, self.columns, strict=True)):
            return self
        return self.with_columns(columns)

    def with_columns(self, columns: Sequence[Column[Row]]) -> Table[Row]:
        """Return the table with its columns in another order or of other looks; nothing is computed again."""
        changed = replace(self, columns=tuple(columns))
        changed.__dict__.update({name: known for name, known in self.__dict__.items() if name != "_by_column"})
        changed.__dict__["_measured"] = self._measured  # made now at the latest, so that both tables have it
        return changed

    def measured(self, what: Hashable, measure: Callable[[], Measure]) -> Measure:
        """Return what ``measure`` finds out about the cells, which it does once, for tables of other widths, too.

        Parameters
        ----------
        what
            Names what is found out; a column whose look counts is named with its style.
        """
        if what not in self._measured:
            self._measured[what] = measure()
        return self._measured[what]  # type: ignore[return-value]  # the name is always that of one measure

    def looks(self, column: Column[Row]) -> Sequence[str]:
        """Return the styles of a column's cells, each once; of a table without lines none."""
        alike = self.lines[:1] if isinstance(column.style, str) else self.lines
        return self.measured(("looks", column.key, column.style), lambda: [*dict.fromkeys(map(column.style_of, alike))])

    def texts(self, column: Column[Row]) -> Sequence[str]:
        """Return the texts of a column's cells, from the first line to the last."""

        def texts() -> Sequence[str]:
            values = (self.value(line, column) for line in self.lines)
            return ["" if value is None else str(value) for value in values]

        return self.measured(("texts", column.key), texts)

    def has(self, key: Hashable) -> bool:
        """Return whether a line has this key."""
        return key in self._by_key

    def line(self, key: Hashable) -> Row:
        """Return the line that a key names."""
        return self._by_key[key].line

    def at(self, key: Hashable) -> LineFigures[Row]:
        """Return the figures of the line that a key names."""
        return self._by_key[key]

    def of(self, line: Row) -> LineFigures[Row]:
        """Return the figures of a line."""
        return self._by_key[self.key(line)]

    def lines_with(self, where: Mapping[str, Wanted]) -> Sequence[Row]:
        """Return the lines with the wanted values in their columns, ignoring case."""
        anything = [key for key, one in where.items() if isinstance(one, Anything)]
        wanted = {key: _alike(as_figure(one).value) for key, one in where.items() if not isinstance(one, Anything)}
        asked = (*wanted, None, *anything)  # None keeps both groups of columns apart
        if asked not in self._by_values:
            found = self._by_values[asked] = defaultdict(list)
            for line in self.lines:
                if all(_alike(self.value_in(line, key)) != "" for key in anything):
                    found[tuple(_alike(self.value_in(line, key)) for key in wanted)].append(line)
        return self._by_values[asked].get(tuple(wanted.values()), ())

    def column(self, key: str) -> Column[Row]:
        """Return the column of this name."""
        return self._by_column[key]

    def value_in(self, line: Row, column: str) -> CellValue:
        """Return a cell's value, by the name of its column."""
        return self.value(line, self.column(column))

    def figure(self, line: Row, column: str) -> Figure:
        """Return a cell's figure, for reference from other cells."""
        return self.of(line).cell(column)

    def range(self, column: str) -> FigureRange:
        """Return a whole column, for rules that count over all of its cells."""
        return self._range(ColumnPlace(self.name, column), column, self.lines)

    def part(self, column: str, lines: Sequence[Row]) -> FigureRange:
        """Return the cells of a column on lines that follow each other, at least one."""
        return self._range(PartPlace(self.name, column, self.key(lines[0]), self.key(lines[-1])), column, lines)

    def _range(self, place: Place, column: str, lines: Sequence[Row]) -> FigureRange:
        """Return cells of a column, which are collected once."""
        if place not in self._ranges:
            of = self.column(column)
            self._ranges[place] = _range_of(place, (self.of(line).shown(of) for line in lines))
        return self._ranges[place]

    @cached_property
    def _measured(self) -> dict[Hashable, object]:
        return {}

    @cached_property
    def _ranges(self) -> dict[Place, FigureRange]:
        return {}

    @cached_property
    def _by_values(self) -> dict[tuple[str | None, ...], dict[tuple[object, ...], list[Row]]]:
        """The lines by their values in some columns, for each group of columns asked for."""
        return {}

    @cached_property
    def _by_key(self) -> dict[Hashable, LineFigures[Row]]:
        return {
            key: LineFigures(line, self, key) for line, key in zip(self.lines, map(self.key, self.lines), strict=True)
        }

    @cached_property
    def _by_column(self) -> dict[str, Column[Row]]:
        return {column.key: column for column in self.columns}

    @property
    def printed(self) -> int:
        """The number of its columns on paper; they come before the others."""
        return sum(not column.helper for column in self.columns)

    @property
    def edges(self) -> list[int]:
        """The edges of its columns on paper in pixels, from the left."""
        return [*accumulate((max(column.width, 1) for column in self.columns if not column.helper), initial=0)]

    def placed(self, sheet: str, top: int, paper: int = 0, starts: Sequence[int] = ()) -> TablePlace:
        """Say where everything is when the table begins at a row (from 0) of a sheet.

        Parameters
        ----------
        paper
            The number of the sheet's columns on paper: helper columns stand to the right of them.
        starts
            The first column of the sheet that each printed column covers, and the column to the right of the last.
            Default: each covers one.

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
        columns = {
            column.key: index + column.helper * max(0, paper - self.printed)
            for index, column in enumerate(self.columns)
        }
        covered = {column.key: pair for column, pair in zip(self.columns, pairwise(starts), strict=False)}
        return TablePlace(
            sheet,
            first,
            first + max(len(self.lines), 1) - 1,
            {key: first + index for index, key in enumerate(keys)},
            {**columns, **{key: start for key, (start, _) in covered.items()}},
            {key: end - 1 for key, (start, end) in covered.items() if end - start > 1},
        )


def _alike(value: object) -> object:
    """Return a key that is equal for values that a spreadsheet's ``=`` takes for equal."""
    return value.casefold() if isinstance(value, str) else "" if value is None else value


def _cell_value(value: Number | str | bool | None) -> Number | str | None:  # noqa: FBT001 -- it is the value itself
    if isinstance(value, bool):
        raise PlanError("a cell shows a number or a text, and not whether something holds")
    return value


AnyColumn = Column[Any]

AnyTable = Table[Any]
