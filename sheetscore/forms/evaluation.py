"""Evaluating the rules of a page: the points of its rows, and the cells of its blocks for formulas.

The cells are described in the same way for score sheets and for results.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NoReturn

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.expressions import Expression, Reference, evaluate
from sheetscore.expressions.names import ABOVE, ROWS
from sheetscore.expressions.nodes import ListEntry
from sheetscore.forms.block import Block, Field, Row, Show
from sheetscore.forms.choices import Choices
from sheetscore.forms.form import PageEntries, PageForm, PageScore, RowScore, Value
from sheetscore.forms.limits import LimitScope
from sheetscore.forms.round_forms import TableForms


class _RowScope:
    """The scope of an expression in a row: its boxes and steps, the rows above, the form's other blocks.

    Attributes
    ----------
    values
        The values of boxes, constants, counts of earlier players and, as soon as they are computed, of steps.
    form
        The rows of the blocks of the same template so far, by the block's name.
    """

    def __init__(
        self,
        block: Block,
        values: Mapping[str, Value | None],
        above: Sequence[_RowScope],
        form: Mapping[str, Sequence[_RowScope]],
    ) -> None:
        self.block = block
        self.values = dict(values)
        self.rows_above = above
        self.form = form

    def value(self, name: str) -> Value | None:
        return self.values[name]

    def item(self, name: str, number: int) -> Value | None:
        return self.values[f"{name}[{number}]"]

    def attribute(self, name: str, attribute: str) -> Value | None:
        choices = next(box.choices for box in self.block.fields if box.id == name)
        return choices.attribute(str(self.values[name]), attribute) if choices else None

    def setting(self, name: str) -> Value:
        return self.block.settings[name]

    def previous(self, name: str) -> Value | None:
        return self.rows_above[-1].values[name] if self.rows_above else None

    def above(self, name: str) -> Sequence[Value | None]:
        return [scope.values[name] for scope in self.rows_above]

    def column(self, block: str, name: str) -> Sequence[Value | None]:
        return [scope.values[name] for scope in self.form[self.block.name if block == ROWS else block]]


class _SumScope(_RowScope):
    """The scope of a page's sums: the totals of the page, and the sums before."""

    def __init__(self, values: Mapping[str, Value | None]) -> None:
        self.values = dict(values)


def _row_values(block: Block, row: Row, entries: PageEntries) -> tuple[dict[str, Value | None], bool]:
    """Gather a row's values, None for a blank, and return whether any was entered.

    A blank choice means the only entry of its list.
    """
    values: dict[str, Value | None] = {box.name: entries.get(block.field_id(row, box)) for box in block.fields}
    filled = any(value is not None for value in values.values())
    for box in block.fields:
        if values[box.name] is None:
            values[box.name] = box.default
    return {**row.constants, **values}, filled


def score_page(
    form: PageForm,
    entries: PageEntries,
    own: PageScore | None = None,
    earlier: Mapping[LimitScope, int | Fraction] | None = None,
) -> PageScore:
    """Compute a page.

    Parameters
    ----------
    form
        The page's blocks and sums.
    entries
        Its values by public field id; others are ignored.
    own
        The computed page of the table itself, which the sums may use; None for that page itself.
    earlier
        What earlier players at the table took of each limit; by default nothing.
    """
    before = earlier or {}
    forms: dict[str, dict[str, list[_RowScope]]] = {}
    rows: dict[str, tuple[RowScore, ...]] = {}
    for block in form.blocks:
        taken = _Taken(form.force, block, before)
        rows[block.id] = _score_block(block, entries, forms.setdefault(block.form, {}), taken)
    scored, kind = PageScore(rows), form.kind
    page = _SumScope(
        {
            "tasks": sum((scored.total(block_id) for block_id in rows), 0),
            "details": scored.details,
            **{box.name: entries.get(box.box) for box in kind.boxes},
            **kind.given(own or PageScore({}), form.side),
        }
    )
    sums: dict[str, int | Fraction] = {}
    for name, expression in form.sums:
        sums[name] = page.values[name] = _number(evaluate(expression, page))
    return PageScore(rows, sums, before)


def score_table(table: TableForms, by_page: Mapping[tuple[int, str], PageEntries]) -> dict[tuple[int, str], PageScore]:
    """Compute the pages of a table by (table, seat), each on its own, as the sheets do.

    Parameters
    ----------
    by_page
        The values of all pages that are not blank.
    """
    own = score_page(table.pages[0].form, by_page.get((table.number, ""), {}))
    pages = {(table.number, ""): own}
    for page in table.seats:
        place = table.number, page.seat
        pages[place] = score_page(page.form, by_page.get(place, {}), own)
    return pages


class _Taken(Struct, frozen=True):
    """What earlier players took of limits, and how the rules of a block name it."""

    force: str
    block: Block
    before: Mapping[LimitScope, int | Fraction]

    @property
    def names(self) -> Iterator[str]:
        """The names of the counts in the rules."""
        return (one.name for one in self.block.earlier)

    def counts_for(self, values: Mapping[str, Value | None]) -> dict[str, Value]:
        """Return the counts for a row with these values, by name; 0 where the row names no target."""
        if not self.before:
            return dict.fromkeys(self.names, 0)
        scopes = {
            one: self.block.limit_scope(self.force, one, str(values[one.key] or "")) for one in self.block.earlier
        }
        return {one.name: self.before.get(scope, 0) for one, scope in scopes.items()}


def _score_block(
    block: Block, entries: PageEntries, form: dict[str, list[_RowScope]], taken: _Taken
) -> tuple[RowScore, ...]:
    """Compute the rows of a block: all steps first, since a total may use those of other rows."""
    scopes = form[block.name] = []
    filled_rows = []
    for row in block.rows:
        values, filled = _row_values(block, row, entries)
        scopes.append(_RowScope(block, {**values, **taken.counts_for(values)}, tuple(scopes), form))
        filled_rows.append(filled)
    for scope in scopes:
        for name, expression in block.lets:
            scope.values[name] = evaluate(expression, scope)
    scored = []
    for row, scope, filled in zip(block.rows, scopes, filled_rows, strict=True):
        points = None if block.total is None else _number(evaluate(block.total, scope)) if filled else 0
        if points is not None:
            scope.values["total"] = points
        scored.append(_row_score(block, row, scope, points, filled=filled))
    return tuple(scored)


def _row_score(block: Block, row: Row, scope: _RowScope, points: int | Fraction | None, *, filled: bool) -> RowScore:
    steps = {name: scope.values[name] for name, _ in block.lets}
    values = {name: value for name, value in scope.values.items() if name not in steps and name != "total"}
    shows = {show.id: _shown(show, scope, filled=filled) for show in block.shows}
    return RowScore(row, values, steps, points, filled, shows)


def _shown(show: Show, scope: _RowScope, *, filled: bool) -> Value:
    visible = bool(evaluate(show.when, scope)) if show.when else filled
    return show.shown(evaluate(show.rule, scope), visible=visible)


def evaluate_in_row(block: Block, row: RowScore, rule: Expression) -> Value:
    """Evaluate a rule about a computed row, which names no other row: a check, or a limit over several pages."""
    return evaluate(rule, _RowScope(block, {**row.values, **row.steps, "total": row.points}, (), {}))


def _number(value: Value) -> int | Fraction:
    if isinstance(value, str):
        raise TypeError(f"a total must be a number, not {value!r}")
    return value


class ListPlaces(Struct, frozen=True):
    """The places of lists in a workbook."""

    names: Mapping[int, str] = field(default_factory=dict)
    """The range of a list's names, by ``id()`` of the list."""
    attributes: Mapping[tuple[int, str], str] = field(default_factory=dict)
    """The range of a list's attribute, by ``id()`` of the list and the name of the attribute."""

    def of(self, choices: Choices, attribute: str = "") -> str:
        """Return the absolute range of a list's names, or of one of its attributes."""
        return self.attributes[id(choices), attribute] if attribute else self.names[id(choices)]

    @classmethod
    def shared(cls, lists: Iterable[Choices], written: Mapping[Hashable, Sequence[str]]) -> ListPlaces:
        """Return the places of lists; equal lists are written once, at one place.

        Parameters
        ----------
        written
            The ranges of the names and of each attribute, by the content of lists.
        """
        names: dict[int, str] = {}
        attributes: dict[tuple[int, str], str] = {}
        for choices in lists:
            names[id(choices)], *others = written[choices.content]
            attributes |= {(id(choices), name): place for name, place in zip(choices.attributes, others, strict=True)}
        return cls(names, attributes)

    def only(self, choices: Choices) -> str:
        """Write the reference to the only choice, which a blank means: the first of the list."""
        return f"INDEX({self.of(choices)},1)" if choices.others else self.of(choices)


def default_name(box: Field) -> str:
    """Return the name of the step that replaces a blank by the only choice."""
    return f"{box.id} named"


class BlockCells(Struct, frozen=True, dict=True):
    """A block's rows laid out in columns."""

    block: Block
    columns: Mapping[str, str]
    """The column letters of every box, constant and step, and of ``total``, by name."""
    rows: Sequence[str]
    """The row number of every row, as text for formulas."""
    lists: ListPlaces
    form: Mapping[str, BlockCells] = field(default_factory=dict)
    """The blocks of the same form laid out before, by name."""
    split_at: Sequence[int] = ()
    """The rows (counted from 0) that begin a new stretch, on another sheet of paper, after rows of something else."""
    elsewhere: str = ""
    """The prefix of the worksheet, ``'Scoring, 2'!``, if the referring rows are on another one."""
    recorded: bool = False
    """Whether cells have the recorded values of choices, as in results, and not their names, as on sheets."""

    def row(self, index: int) -> RowCells:
        """Return the references of a row, counted from 0."""
        return RowCells(self, self.rows[index], self.rows[index - 1] if index else None, index)

    def stretches(self, end: int) -> list[tuple[str, str]]:
        """Return the first and the last row number of each contiguous stretch of rows before a row."""
        firsts = [0, *(row for row in self.split_at if row < end)]
        return [(self.rows[first], self.rows[last - 1]) for first, last in pairwise([*firsts, end]) if first < last]

    def cell(self, name: str, index: int) -> str:
        """Return the address of one cell."""
        return f"{self.elsewhere}{self.columns[name]}{self.rows[index]}"

    def range(self, name: str, first: str, last: str) -> str:
        """Return a column from one row number to another."""
        return f"{self.elsewhere}{self.columns[name]}{first}:{self.columns[name]}{last}"

    def key_column(self, name: str) -> str:
        """Return the name of the column in which rules read a box: its own, or that of the step with its default."""
        return self._of_defaults.get(name, name)

    @cached_property
    def _of_defaults(self) -> Mapping[str, str]:
        return {box.name: default_name(box) for box in self.block.fields if box.default is not None}

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The columns that need no ``N()`` in formulas: constants, steps, and the counts of earlier players."""
        return frozenset(step for step, _ in self.block.lets) | frozenset(self.block.rows[0].constants) | self.taken

    @cached_property
    def taken(self) -> frozenset[str]:
        """The names in rules for the counts of earlier players."""
        return frozenset(one.name for one in self.block.earlier)


class RowCells(Struct, frozen=True):
    """The names of a row as references, for :func:`sheetscore.expressions.to_excel`."""

    laid_out: BlockCells
    row: str
    """Its row number, as text for formulas."""
    row_above: str | None
    """The row number of the row above it; None for the first."""
    index: int = 0
    """The index of the row, from 0."""
    through: tuple[str, str] | None = None
    """The first and the last row number of the stretch that aggregates go through; None for all rows."""

    def cell(self, name: str) -> Reference:
        """Refer to a box, a constant or a step of this row; counts of earlier players without a column are 0."""
        if name in self.laid_out.taken and name not in self.laid_out.columns:
            return Reference("0", always_number=True)
        column = self.laid_out.columns[self.laid_out.key_column(name)]
        return Reference(f"{column}{self.row}", always_number=name in self.laid_out.numbers)

    def item(self, name: str, number: int) -> Reference:
        """Refer to a numbered box of this row."""
        return Reference(f"{self.laid_out.columns[f'{name}[{number}]']}{self.row}")

    def attribute(self, name: str, attribute: str) -> tuple[str, str]:
        """Return two ranges of the list behind a choice: its names, and the attribute."""
        choices = next(box.choices for box in self.laid_out.block.fields if box.id == name)
        if choices is None:
            raise KeyError(name)
        return self.laid_out.lists.of(choices), self.laid_out.lists.of(choices, attribute)

    def mark(self, name: str, attribute: str) -> str:
        """Return the mark of the list behind a choice, ``(white)``, that gives a name an attribute; "" for none."""
        choices = next(box.choices for box in self.laid_out.block.fields if box.id == name)
        return choices.marks.get(attribute, "") if choices else ""

    def previous(self, name: str) -> Reference | None:
        """Refer to a box, a constant or a step of the row above; None on the first row."""
        if self.row_above is None:
            return None
        column = self.laid_out.columns[self.laid_out.key_column(name)]
        return Reference(f"{column}{self.row_above}", always_number=name in self.laid_out.numbers)

    def above(self, name: str) -> str | None:
        """Return the rows of a column above this row; None on the first row."""
        if self.row_above is None:
            return None
        return self.laid_out.range(
            self.laid_out.key_column(name), *self.through or (self.laid_out.rows[0], self.row_above)
        )

    def column(self, block: str, name: str) -> str:
        """Return a column of another block of the form, or of this one (``rows``)."""
        other = self._block(block)
        return other.range(other.key_column(name), *self.through or (other.rows[0], other.rows[-1]))

    def stretches(self, block: str) -> Sequence[RowCells]:
        """Return the references of the row for each stretch of a block on several sheets of paper."""
        other = self._block(block)
        if not other.split_at:
            return (self,)
        end = self.index if block == ABOVE else len(other.rows)
        return [replace(self, through=stretch) for stretch in other.stretches(end)] or (self,)

    def text(self, entry: ListEntry) -> str:
        """Return the text that a cell has for an entry of a list."""
        return entry.value if self.laid_out.recorded else entry.shown

    def _block(self, name: str) -> BlockCells:
        return self.laid_out if name in {ROWS, ABOVE} else self.laid_out.form[name]

    def setting(self, name: str) -> int | str | Fraction:
        """Return a setting of the event."""
        return self.laid_out.block.settings[name]


class SumCells(Struct, frozen=True):
    """The names of a page's sums as references."""

    references: Mapping[str, Reference]
    """The references by name: ``tasks``, ``details``, the names of the kind of page, and the sums laid out so far."""

    def cell(self, name: str) -> Reference:
        """Refer to one of these names."""
        return self.references[name]

    def _never(self, *names: object) -> NoReturn:
        """Refuse what sums do not have: rows, choices, numbered names, settings."""
        raise KeyError(names)

    item = attribute = mark = previous = above = column = stretches = setting = text = _never
