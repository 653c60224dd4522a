"""A table for each kind of block on the Scoring sheet: the values of a line, the steps, what it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sheetscore.expressions import Expression
from sheetscore.forms.block import Block, Field
from sheetscore.forms.cells import default_name
from sheetscore.forms.form import FieldKey, RowScore
from sheetscore.results.line_cells import POINTS_OF_LINE, LineCells, line_table_name
from sheetscore.results.scored_lines import ScoredPage
from sheetscore.results.scoring_columns import FIGURE, HEADING, NUMBER, TEXT, entered, new_table, who
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column
from sheetscore.workbooks.book import CellValue

STEP = "cell step"


@dataclass(frozen=True)
class ShownLine:
    """A line of a block's table."""

    page: ScoredPage
    block: Block
    score: RowScore

    @property
    def key(self) -> tuple[int, str, str, str]:
        """Names the line in formulas."""
        return self.page.line_key(self.block, self.score)

    def entry(self, box: Field) -> FieldKey:
        """Give the key of a box of the line."""
        return FieldKey(*self.page.key, self.block.field_id(self.score.row, box))


def line_table(block: Block, pages: Sequence[ScoredPage], cells: LineCells) -> Table[ShownLine]:
    """Make the table of all lines of a kind.

    Parameters
    ----------
    block
        One of those with the id of the kind; the pages of another side have one with lists of their own.
    """
    lines = [
        ShownLine(page, own, line)
        for page in pages
        for own in page.blocks
        if own.id == block.id
        for line in page.lines[own.id]
    ]
    return Table(
        line_table_name(block),
        (
            *who(lambda line: line.page),
            figure_column(NUMBER, "line", 46, _number),
            _points_column(cells),
            *_content(block),
            *_meanings([line.block for line in lines], cells),
            *(_step_column(name, cells) for name, _ in block.lets),
        ),
        lines,
        key=lambda line: line.key,
        title=block.title,
        note=block.rule,
        opens=new_table(lines, lambda line: line.page),
        fine=True,
    )


def _number(line: ShownLine) -> CellValue:
    return line.block.rows.index(line.score.row) + 1 if line.score.row.key else None


def _points_column(cells: LineCells) -> Column[ShownLine]:
    """Give the column of what lines are worth; a line that nobody filled in stays blank."""

    def value(line: ShownLine) -> CellValue:
        return line.score.points if line.score.filled else None

    def formula(here: Here[ShownLine]) -> str | None:
        total = here.line.block.total
        return _compiled(here, total, cells) if total and here.line.score.filled else None

    return figure_column(POINTS_OF_LINE, "Points", FIGURE, value, formula, "cell strong")


def _content(block: Block) -> Iterator[Column[ShownLine]]:
    """Give the columns of what the sheet printed and what was entered, the first of them wide."""
    first = block.rows[0]
    if first.label:
        yield text_column(HEADING, "for", TEXT, lambda line: line.score.row.label)
    elif not block.fields[0].is_text:
        yield text_column(HEADING, "", TEXT, lambda _: None)
    for name in first.constants:
        yield _constant_column(name)
    for box in block.fields:
        yield _box_column(box, wide=box is block.fields[0])


def _constant_column(name: str) -> Column[ShownLine]:
    return figure_column(name, "each", FIGURE, lambda line: line.score.row.constants[name])


def _box_column(box: Field, *, wide: bool) -> Column[ShownLine]:
    def value(line: ShownLine) -> CellValue:
        return line.page.entries.get(line.entry(box).field)

    def formula(here: Here[ShownLine]) -> str | None:
        reference = entered(here, here.line.entry(box))
        # with an empty text added, a text that somebody clears on the sheet Entries is blank here, not 0
        return f'{reference}&""' if reference and box.is_text else reference

    if box.is_text and wide:
        return text_column(box.name, box.label, TEXT, value, formula)
    return figure_column(box.name, box.label, FIGURE, value, formula)


def _meanings(blocks: Sequence[Block], cells: LineCells) -> Iterator[Column[ShownLine]]:
    """Give a column for every choice whose blank means something on some page: the only choice there is."""
    names = {box.name for block in blocks for box in block.fields if box.default is not None}
    for box in blocks[0].fields:
        if box.name in names:
            yield _meaning_column(box, cells)


def _meaning_column(box: Field, cells: LineCells) -> Column[ShownLine]:
    def own(line: ShownLine) -> Field:
        return next(field for field in line.block.fields if field.name == box.name)

    def value(line: ShownLine) -> CellValue:
        return line.score.values[box.name] if own(line).default is not None else None

    def formula(here: Here[ShownLine]) -> str | None:
        field = own(here.line)
        if field.default is None or field.choices is None:
            return None
        written = here.cell(box.name)
        return f'IF({written}="",{cells.lists(here.places).only(field.choices)},{written})'

    return figure_column(default_name(box), f"{box.label} meant", FIGURE, value, formula, STEP)


def _step_column(name: str, cells: LineCells) -> Column[ShownLine]:
    """Give the column of a named part of the rule."""

    def formula(here: Here[ShownLine]) -> str:
        return _compiled(here, dict(here.line.block.lets)[name], cells)

    return figure_column(name, name, FIGURE, lambda line: line.score.steps[name], formula, STEP)


def _compiled(here: Here[ShownLine], rule: Expression, cells: LineCells) -> str:
    line = here.line
    return cells.formula(rule, line.page, line.block, line.score, here.places)
