"""Computed pages: their shown lines, their players, and the totals of pages and tables.

The first tables of the sheet Scoring are made here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.expressions import Expression, Reference, to_excel
from sheetscore.expressions.figure import Shown, as_figure
from sheetscore.expressions.figure_calls import filled, when
from sheetscore.expressions.figure_ranges import FigureRange, Numbers
from sheetscore.expressions.nodes import Name, walk
from sheetscore.forms.block import Block
from sheetscore.forms.evaluation import SumCells, score_page
from sheetscore.forms.form import FieldKey, Page, PageEntries, PageForm, PageScore, RowScore, SumBox
from sheetscore.sheets.formulas import PageFormula, page_row
from sheetscore.sheets.heading_lines import HEADING_SEPARATOR
from sheetscore.systems.columns import BLOCKS, PAGES, POINTS, entered
from sheetscore.tables.table import ByRule, Column, Here, LineFigures, LookedUp, Table, figure_column, text_column
from sheetscore.workbooks.cell_refs import column_letters

Row = TypeVar("Row")

TABLE, SEAT, PILOT, NUMBER, HEADING = "Table", "Seat", "Pilot", "Line", "Heading"
"""Keys of columns; fields, steps and sums have keys in small letters."""

TEXT, FIGURE = 150, 74
"""The widths in pixels of a column of text and of one of figures."""


def who(page_of: Callable[[Row], ScoredPage]) -> tuple[Column[Row], ...]:
    """Return the columns that identify a line: table, seat, player."""
    return (
        figure_column(TABLE, "table", 46, lambda line: page_of(line).table),
        text_column(SEAT, "seat", 80, lambda line: page_of(line).page.seat),
        text_column(PILOT, "pilot", TEXT, lambda line: page_of(line).pilot),
    )


def points_of(page: ScoredPage, blocks: Iterable[Block]) -> FigureRange | Numbers:
    """Return the points of a page's lines in some blocks: a range of cells, or no numbers without lines."""
    shown = [(block, page.lines[block.id]) for block in blocks if block.total and page.lines[block.id]]

    def refer(here: Here[Any]) -> str:
        ends = ((block, page.line_key(block, lines[0]), page.line_key(block, lines[-1])) for block, lines in shown)
        parts = (here.places[line_table_name(block)].part(POINTS_OF_LINE, *keys) for block, *keys in ends)
        return ",".join(map(here.refer, parts))

    points = [line.points if line.filled else None for _, lines in shown for line in lines]
    return FigureRange(LookedUp(refer), points) if shown else Numbers([])


def first_of_table(lines: Sequence[Row], page_of: Callable[[Row], ScoredPage]) -> Callable[[Row], bool]:
    """Return a function that says whether a line is the first of its table."""
    first: dict[int, Row] = {}
    for line in lines:
        first.setdefault(page_of(line).table, line)
    return lambda line: first[page_of(line).table] is line


class ScoredPage(Struct, frozen=True):
    """A computed page, with its shown lines."""

    table: int
    page: Page
    pilot: str
    """The name of the player; empty for a table's own page."""
    entries: PageEntries
    score: PageScore
    lines: Mapping[str, tuple[RowScore, ...]]
    """The lines to be shown, by the id of their block; every block of the page's scored forms is there."""
    after: tuple[str, ...] = ()
    """The seats of its table whose attacks came before, by the director's ruling."""

    @property
    def key(self) -> tuple[int, str]:
        """The key of the page in formulas: table and seat."""
        return self.table, self.page.seat

    @property
    def blocks(self) -> Iterator[Block]:
        """The blocks of the scored forms, also those without lines to be shown."""
        return (block for block in self.page.form.blocks if block.id in self.lines)

    def line_key(self, block: Block, line: RowScore) -> tuple[int, str, str, str]:
        """Return the key of a line of the page in formulas."""
        return (*self.key, block.id, line.row.key)


def scored_page(
    table: int, page: Page, pilot: str, entries: PageEntries, score: PageScore, after: tuple[str, ...] = ()
) -> ScoredPage:
    """Pick the lines of a page that are to be shown.

    Blank lines are left out if the other lines score the same without them. Otherwise, since the rule of a line
    can count blank lines above that line, the blank lines before the last filled one are shown, or if necessary all.
    """
    forms = {block.form for block in page.form.blocks if block.total}
    blocks = [block for block in page.form.blocks if block.form in forms]
    choices = [{block.id: pick(score.rows[block.id]) for block in blocks} for pick in (_filled, _to_last_filled, tuple)]
    lines = next(lines for lines in choices if _scores_as_whole(page.form, lines, entries, score))
    return ScoredPage(table, page, pilot, entries, score, lines, after)


def _filled(rows: Sequence[RowScore]) -> tuple[RowScore, ...]:
    return tuple(row for row in rows if row.filled)


def _to_last_filled(rows: Sequence[RowScore]) -> tuple[RowScore, ...]:
    last = max((number for number, row in enumerate(rows, start=1) if row.filled), default=0)
    return tuple(rows[:last])


def _scores_as_whole(
    form: PageForm, lines: Mapping[str, tuple[RowScore, ...]], entries: PageEntries, whole: PageScore
) -> bool:
    """Return whether a page with only these lines scores them as the whole page does."""
    blocks = [
        replace(block, rows=tuple(line.row for line in lines[block.id])) for block in form.blocks if block.id in lines
    ]
    rescored = score_page(replace(form, blocks=tuple(blocks), sums=()), entries, earlier=whole.earlier)
    return all(rescored.rows[block_id] == shown for block_id, shown in lines.items())


POINTS_OF_LINE = "Points"
"""The column of a line's points; its name in rules is ``total``."""


def line_table_name(block: Block) -> str:
    """Return the name of the table of a block's lines."""
    return f"lines of {block.id}"


TASKS = "Tasks"
"""The column with the points of all lines of a page; its name in sums is ``tasks``."""


def page_totals(page_forms: Sequence[PageForm], pages: Sequence[ScoredPage]) -> Table[ScoredPage]:
    """Make the table of the pages with sums.

    Parameters
    ----------
    page_forms
        The forms of the round's pages with sums, at least one.
    pages
        The pages that count.
    """
    kinds = list({id(form.kind): form.kind for form in page_forms}.values())
    worth = dict.fromkeys(kind.worth for kind in kinds if kind.worth)
    own = dict.fromkeys(name for page in pages for name in own_sums(page.page.form) if name not in worth)
    boxes = dict.fromkeys(box for kind in kinds for box in kind.boxes)
    return Table(
        PAGES,
        (
            *who(lambda page: page),
            figure_column(NUMBER, "lines", 46, ByRule(lambda own: points_of(own.line, own.line.blocks).count)),
            *(_sum_column(name, "Points", "cell strong") for name in worth),
            text_column(HEADING, "side", TEXT, lambda page: page.page.form.heading.replace(HEADING_SEPARATOR, ", ")),
            figure_column(TASKS, "all lines", FIGURE, ByRule(lambda own: points_of(own.line, own.line.blocks).sum)),
            *(_sum_column(name, name) for name in own),
            *(_entry_column(box) for box in boxes),
        ),
        pages,
        key=lambda page: page.key,
        title=" and ".join(dict.fromkeys(kind.title for kind in kinds)),
        starts_group=first_of_table(pages, lambda page: page),
        size="fine",
        empty="No page was filled in.",
    )


def own_sums(form: PageForm) -> dict[str, Expression]:
    """Return the sums of a page that need nothing but the page; the others are the system's own."""
    known = {"tasks", "details", *(box.name for box in form.kind.boxes)}
    own: dict[str, Expression] = {}
    for name, rule in form.sums:
        if all(node.name in {*known, *own} for node in walk(rule.root) if isinstance(node, Name)):
            own[name] = rule
    return own


def _sum_column(name: str, heading: str, style: str = "cell middle") -> Column[ScoredPage]:
    compiled: dict[int, PageFormula] = {}  # once for all pages of a form

    def write(here: Here[ScoredPage], rule: Expression) -> str:
        form = here.line.page.form
        if id(form) not in compiled:
            compiled[id(form)] = _compiled_sum(rule, form, here)
        return compiled[id(form)].on([str(here.row + 1)])

    def sum_(own: LineFigures[ScoredPage]) -> Shown:
        value, rule = own.line.score.sums.get(name), own_sums(own.line.page.form).get(name)
        return own.compiled(rule, value, write) if rule else value

    return figure_column(name, heading, FIGURE, ByRule(sum_), style=style)


def _compiled_sum(rule: Expression, form: PageForm, here: Here[ScoredPage]) -> PageFormula:
    """Compile a sum for the lines of a form's pages."""

    def cell(column: str) -> str:
        return f"{column_letters(here.place.columns[column])}{page_row(0)}"

    columns = {"tasks": TASKS, "details": NUMBER} | {known: known for known in own_sums(form)}
    references = {known: Reference(cell(column), always_number=True) for known, column in columns.items()}
    references |= {box.name: Reference(cell(_column(box))) for box in form.kind.boxes}
    return PageFormula(to_excel(rule, SumCells(references)))


def _column(box: SumBox) -> str:
    return box.name.capitalize()


def _entry_column(box: SumBox) -> Column[ScoredPage]:
    def rule(own: LineFigures[ScoredPage]) -> Shown:
        value = own.line.entries.get(box.box)
        if value is None:
            return None
        cell = as_figure(entered(FieldKey(*own.line.key, box.box), value))
        # a plain reference to a cleared cell of the sheet Entries would be 0, which is a valid ruling
        return when(filled(cell), cell, None)

    return figure_column(_column(box), box.heading, FIGURE, ByRule(rule))


class BlockOfTable(Struct, frozen=True):
    """A filled block of a table's own page."""

    page: ScoredPage
    block: Block


def block_totals(pages: Sequence[ScoredPage]) -> Table[BlockOfTable]:
    """Make the table of the points on tables' own pages, block by block."""

    def points(own: LineFigures[BlockOfTable]) -> FigureRange | Numbers:
        return points_of(own.line.page, [own.line.block])

    return Table(
        BLOCKS,
        (
            figure_column(TABLE, "table", 46, lambda line: line.page.table),
            text_column(SEAT, "", 80, lambda _: None),  # blank: the other columns are below those of the pages
            text_column(HEADING, "what", TEXT, lambda line: line.block.title),
            figure_column(NUMBER, "lines", 46, ByRule(lambda own: points(own).count)),
            figure_column(POINTS, "Points", FIGURE, ByRule(lambda own: points(own).sum), style="cell strong"),
        ),
        [BlockOfTable(page, block) for page in pages for block in page.blocks if block.total and page.lines[block.id]],
        key=lambda line: (line.page.table, line.block.id),
        title="Tables",
        size="fine",
        empty="Nothing was awarded to whole tables or teams.",
    )
