"""The Scoring sheet: every attack on a line of its own, from the values entered to its points.

The formulas are those of the score sheets, compiled for the lines as they stand here: the lines of a page's
block are next to one another, because caps look at the lines above.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sheetscore.expressions import Expression, Reference, to_excel
from sheetscore.expressions.nodes import Name, walk
from sheetscore.forms.cells import SumCells, default_name
from sheetscore.forms.evaluation import RowScore
from sheetscore.forms.form import Block, Choices, Field, FieldKey
from sheetscore.results.line_cells import POINTS_OF_LINE, LineCells, line_table_name
from sheetscore.results.scored_lines import ScoredPage
from sheetscore.systems.result_sheets import BLOCKS, ENTRIES, PAGES, POINTS, VALUE
from sheetscore.workbooks.book import CellValue
from sheetscore.workbooks.table_sheets import Line, TableSheet
from sheetscore.workbooks.tables import Column, Here, Table

TABLE, SEAT, PILOT, NUMBER, HEADING = "Table", "Seat", "Pilot", "Line", "Heading"
TASKS, CLAIMED, RULING = "Tasks", "Claimed", "Ruling"
"""Columns; fields, steps and sums have names in small letters."""

Row = TypeVar("Row")

TEXT, FIGURE = 168, 76
"""Pixels of a column of text and of one of figures."""


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


def scoring_sheet(pages: Sequence[ScoredPage], lists: Sequence[Choices]) -> TableSheet:
    """Plan the Scoring sheet.

    Parameters
    ----------
    pages
        In the order in which they are shown, tables' own pages among them.
    lists
        Every list that the pages offer.
    """
    seats = [page for page in pages if page.page.shape.sums]
    others = [page for page in pages if not page.page.shape.sums]
    blocks = {
        block.id: block for page in (*seats, *others) for block in page.blocks if page.lines[block.id]
    }
    cells = LineCells(lists)
    return TableSheet(
        "Scoring",
        "Scoring",
        lines=(
            Line("Every line that was filled in, from the values on the sheet Entries to what it is worth.", "small"),
            Line("Bold: points. Small and grey: steps on the way to them.", "small"),
        ),
        tables=(
            _page_table(seats),
            _block_table(others),
            *(_line_table(block, pages, cells) for block in blocks.values()),
        ),
        landscape=True,
    )


# the totals of pages


def _page_table(pages: Sequence[ScoredPage]) -> Table[ScoredPage]:
    rules = dict(_own_sums(pages[0].page.shape.sums)) if pages else {}
    return Table(
        PAGES,
        (
            *_who(lambda page: page),
            Column(NUMBER, "lines", 46, "cell middle", _filled, lambda here: _over_lines(here, "COUNT")),
            _sum_column("sp", "Points", "cell strong", rules),
            Column(HEADING, "Side", TEXT, "cell", lambda page: page.page.shape.heading),
            Column(TASKS, "all lines", FIGURE, "cell middle", _tasks, lambda here: _over_lines(here, "SUM")),
            *(_sum_column(name, name, "cell middle", rules) for name in rules if name != "sp"),
            _entry_column(CLAIMED, "as the pilot counts", "claimed.sp"),
            _entry_column(RULING, "director's ruling", "ruling.sp"),
        ),
        pages,
        key=lambda page: page.key,
        title="Pilots",
        opens=_new_table(pages, lambda page: page),
        headings="column small",
        empty="No page was filled in.",
    )


def _own_sums(sums: Sequence[tuple[str, Expression]]) -> Iterator[tuple[str, Expression]]:
    """Leave out the sums that need more than the page, which are the system's own."""
    known = {"tasks", "details", "claimed", "ruling"}
    for name, rule in sums:
        if all(node.name in known for node in walk(rule.root) if isinstance(node, Name)):
            known.add(name)
            yield name, rule


def _sum_column(name: str, heading: str, style: str, rules: Mapping[str, Expression]) -> Column[ScoredPage]:
    def formula(here: Here[ScoredPage]) -> str:
        numbers = {"tasks": TASKS, "details": NUMBER} | {known: known for known in rules}
        references = {known: Reference(here.cell(key), always_number=True) for known, key in numbers.items()}
        references |= {"claimed": Reference(here.cell(CLAIMED)), "ruling": Reference(here.cell(RULING))}
        return to_excel(rules[name], SumCells(references))

    return Column(name, heading, FIGURE, style, lambda page: page.score.sums[name], formula)


def _entry_column(key: str, heading: str, field_id: str) -> Column[ScoredPage]:
    return Column(
        key,
        heading,
        FIGURE,
        "cell middle",
        lambda page: page.entries.get(field_id),
        lambda here: _entered(here, FieldKey(*here.line.key, field_id)),
    )


def _filled(page: ScoredPage) -> int:
    return sum(line.filled for lines in page.lines.values() for line in lines if line.points is not None)


def _tasks(page: ScoredPage) -> CellValue:
    return sum((line.points or 0 for lines in page.lines.values() for line in lines), 0)


def _over_lines(here: Here[ScoredPage], function: str) -> str | None:
    """Write the sum or the number of a page's lines."""
    page = here.line
    blocks = [block for block in page.blocks if block.total and page.lines[block.id]]
    return _over(here, function, page, blocks)


def _over(here: Here[Any], function: str, page: ScoredPage, blocks: Sequence[Block]) -> str | None:
    parts = []
    for block in blocks:
        lines = page.lines[block.id]
        first, last = page.line_key(block, lines[0]), page.line_key(block, lines[-1])
        parts.append(here.refer(here.places[line_table_name(block)].part(POINTS_OF_LINE, first, last)))
    return f"{function}({','.join(parts)})" if parts else None


# the totals of blocks on tables' own pages


@dataclass(frozen=True)
class _BlockOfTable:
    """A block of a table's own page that somebody filled in."""

    page: ScoredPage
    block: Block


def _block_table(pages: Sequence[ScoredPage]) -> Table[_BlockOfTable]:
    return Table(
        BLOCKS,
        (
            Column(TABLE, "table", 46, "cell middle", lambda line: line.page.table),
            Column(SEAT, "", 0, "cell", lambda _: None),
            Column(HEADING, "for", TEXT, "cell", lambda line: line.block.title),
            Column(NUMBER, "", 0, "cell", lambda _: None),
            Column(
                POINTS,
                "Points",
                FIGURE,
                "cell strong",
                lambda line: line.page.score.total(line.block.id),
                lambda here: _over(here, "SUM", here.line.page, [here.line.block]),
            ),
        ),
        [
            _BlockOfTable(page, block)
            for page in pages
            for block in page.blocks
            if block.total and page.lines[block.id]
        ],
        key=lambda line: (line.page.table, line.block.id),
        title="Tables",
        opens=None,
        headings="column small",
        empty="Nothing was awarded to whole tables or teams.",
    )


# the lines of a block


def _line_table(block: Block, pages: Sequence[ScoredPage], cells: LineCells) -> Table[ShownLine]:
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
            *_who(lambda line: line.page),
            Column(NUMBER, "line", 46, "cell middle", _number),
            Column(
                POINTS_OF_LINE,
                "Points",
                FIGURE,
                "cell strong",
                lambda line: line.score.points if line.score.filled else None,
                lambda here: _rule(here, here.line.block.total, cells) if here.line.score.filled else None,
            ),
            *_content(block),
            *_meanings([line.block for line in lines], cells),
            *_steps(block, cells),
        ),
        lines,
        key=lambda line: line.key,
        title=block.title,
        note=block.rule,
        opens=_new_table(lines, lambda line: line.page),
        headings="column small",
    )


def _number(line: ShownLine) -> CellValue:
    return line.block.rows.index(line.score.row) + 1 if line.score.row.key else None


def _content(block: Block) -> Iterator[Column[ShownLine]]:
    """Give the columns of what the sheet printed and what was entered, the first of them wide."""
    first = block.rows[0]
    if first.label:
        yield Column(HEADING, "for", TEXT, "cell", lambda line: line.score.row.label)
    elif not block.fields[0].is_text:
        yield Column(HEADING, "", TEXT, "cell", lambda _: None)
    for name in first.constants:
        yield Column(name, "each", FIGURE, "cell middle", lambda line, name=name: line.score.row.constants[name])
    for box in block.fields:
        yield _box_column(box, wide=box is block.fields[0] and box.is_text)


def _box_column(box: Field, *, wide: bool) -> Column[ShownLine]:
    def formula(here: Here[ShownLine]) -> str | None:
        return _entered(here, here.line.entry(box), text=box.is_text)

    return Column(
        box.name,
        box.label,
        TEXT if wide else FIGURE,
        "cell" if wide else "cell middle",
        lambda line: line.page.entries.get(line.entry(box).field),
        formula,
    )


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
        return f'IF({written}="",{cells.lists(here.places).of(field.choices)},{written})'

    return Column(default_name(box), f"{box.label} meant", FIGURE, "cell step", value, formula)


def _steps(block: Block, cells: LineCells) -> Iterator[Column[ShownLine]]:
    """Give a column for every named part of the rule."""
    for name, _ in block.lets:
        yield Column(
            name,
            name,
            FIGURE,
            "cell step",
            lambda line, name=name: line.score.steps[name],
            lambda here, name=name: _rule(here, dict(here.line.block.lets)[name], cells),
        )


def _rule(here: Here[ShownLine], rule: Expression | None, cells: LineCells) -> str | None:
    if rule is None:
        return None
    line = here.line
    return to_excel(rule, cells.row(line.page, line.block, line.score, here.places))


# what all tables have


def _who(page_of: Callable[[Row], ScoredPage]) -> tuple[Column[Row], ...]:
    return (
        Column(TABLE, "table", 46, "cell middle", lambda line: page_of(line).table),
        Column(SEAT, "seat", 80, "cell", lambda line: page_of(line).page.seat),
        Column(PILOT, "pilot", TEXT, "cell", lambda line: page_of(line).pilot),
    )


def _entered(here: Here[Any], key: FieldKey, *, text: bool = False) -> str | None:
    """Refer to a value as it was entered; None where nothing was.

    A text gets an empty text added: if somebody clears it on the sheet Entries it is blank here, not 0.
    """
    if key not in here.places[ENTRIES].rows:
        return None
    reference = here.other(ENTRIES, key, VALUE)
    return f'{reference}&""' if text else reference


def _new_table(lines: Sequence[Row], page_of: Callable[[Row], ScoredPage]) -> Callable[[Row], bool]:
    """Tell whether a line is the first of its table."""
    first: dict[int, Row] = {}
    for line in lines:
        first.setdefault(page_of(line).table, line)
    return lambda line: first[page_of(line).table] is line
