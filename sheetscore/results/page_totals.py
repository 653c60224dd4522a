"""The first tables of the Scoring sheet: what every seat's page comes to, and what whole tables are awarded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sheetscore.expressions import Expression, Reference, to_excel
from sheetscore.expressions.nodes import Name, walk
from sheetscore.forms.block import Block
from sheetscore.forms.cells import SumCells
from sheetscore.forms.form import FieldKey, PageForm, SumBox
from sheetscore.results.scored_pages import (
    FIGURE,
    HEADING,
    NUMBER,
    SEAT,
    TABLE,
    TEXT,
    ScoredPage,
    entered,
    new_table,
    over_lines,
    who,
)
from sheetscore.systems.columns import BLOCKS, PAGES, POINTS
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column
from sheetscore.workbooks.book import CellValue

TASKS = "Tasks"


def page_totals(page_forms: Sequence[PageForm], pages: Sequence[ScoredPage]) -> Table[ScoredPage]:
    """Make the table of the pages that add up.

    Parameters
    ----------
    page_forms
        The pages of the round that have sums, as they are made, one at least.
    pages
        Those of them that count.
    """
    kinds = list({id(form.kind): form.kind for form in page_forms}.values())
    worth = dict.fromkeys(kind.worth for kind in kinds if kind.worth)
    own = dict.fromkeys(name for page in pages for name in own_sums(page.page.form) if name not in worth)
    boxes = dict.fromkeys(box for kind in kinds for box in kind.boxes)
    return Table(
        PAGES,
        (
            *who(lambda page: page),
            figure_column(NUMBER, "lines", 46, _filled, lambda here: _all_lines(here, "COUNT")),
            *(_sum_column(name, "Points", "cell strong") for name in worth),
            text_column(HEADING, "side", TEXT, lambda page: page.page.form.heading),
            figure_column(TASKS, "all lines", FIGURE, _tasks, lambda here: _all_lines(here, "SUM")),
            *(_sum_column(name, name) for name in own),
            *(_entry_column(box) for box in boxes),
        ),
        pages,
        key=lambda page: page.key,
        title=" and ".join(dict.fromkeys(kind.title for kind in kinds)),
        opens=new_table(pages, lambda page: page),
        fine=True,
        empty="No page was filled in.",
    )


def own_sums(form: PageForm) -> dict[str, Expression]:
    """Return the sums of a page without those that need more than the page: these are the system's own."""
    known = {"tasks", "details", *(box.name for box in form.kind.boxes)}
    own: dict[str, Expression] = {}
    for name, rule in form.sums:
        if all(node.name in {*known, *own} for node in walk(rule.root) if isinstance(node, Name)):
            own[name] = rule
    return own


def _sum_column(name: str, heading: str, style: str = "cell middle") -> Column[ScoredPage]:
    def formula(here: Here[ScoredPage]) -> str | None:
        rules = own_sums(here.line.page.form)
        if name not in rules:
            return None
        columns = {"tasks": TASKS, "details": NUMBER} | {known: known for known in rules}
        references = {known: Reference(here.cell(column), always_number=True) for known, column in columns.items()}
        references |= {box.name: Reference(here.cell(_column(box))) for box in here.line.page.form.kind.boxes}
        return to_excel(rules[name], SumCells(references))

    return figure_column(name, heading, FIGURE, lambda page: page.score.sums.get(name), formula, style)


def _column(box: SumBox) -> str:
    return box.name.capitalize()


def _entry_column(box: SumBox) -> Column[ScoredPage]:
    def formula(here: Here[ScoredPage]) -> str | None:
        reference = entered(here, FieldKey(*here.line.key, box.box))
        # a reference to a cell that somebody clears on the sheet Entries would be 0, which is a ruling too
        return f'IF({reference}="","",{reference})' if reference else None

    return figure_column(_column(box), box.heading, FIGURE, lambda page: page.entries.get(box.box), formula)


def _filled(page: ScoredPage) -> int:
    return sum(line.filled for lines in page.lines.values() for line in lines if line.points is not None)


def _tasks(page: ScoredPage) -> CellValue:
    return sum((line.points or 0 for lines in page.lines.values() for line in lines), 0)


def _all_lines(here: Here[ScoredPage], function: str) -> str | None:
    return over_lines(here, function, here.line, list(here.line.blocks))


@dataclass(frozen=True)
class BlockOfTable:
    """A block of a table's own page that somebody filled in."""

    page: ScoredPage
    block: Block


def block_totals(pages: Sequence[ScoredPage]) -> Table[BlockOfTable]:
    """Make the table of what is awarded on tables' own pages."""
    return Table(
        BLOCKS,
        (
            figure_column(TABLE, "table", 46, lambda line: line.page.table),
            text_column(SEAT, "", 80, lambda _: None),
            text_column(HEADING, "what", TEXT, lambda line: line.block.title),
            figure_column(NUMBER, "lines", 46, _filled_of, lambda here: _of_block(here, "COUNT")),
            figure_column(POINTS, "Points", FIGURE, _points, lambda here: _of_block(here, "SUM"), "cell strong"),
        ),
        [BlockOfTable(page, block) for page in pages for block in page.blocks if block.total and page.lines[block.id]],
        key=lambda line: (line.page.table, line.block.id),
        title="Tables",
        fine=True,
        empty="Nothing was awarded to whole tables or teams.",
    )


def _filled_of(line: BlockOfTable) -> int:
    return sum(shown.filled for shown in line.page.lines[line.block.id])


def _points(line: BlockOfTable) -> CellValue:
    return line.page.score.total(line.block.id)


def _of_block(here: Here[BlockOfTable], function: str) -> str | None:
    return over_lines(here, function, here.line.page, [here.line.block])
