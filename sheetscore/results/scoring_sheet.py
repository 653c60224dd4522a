"""The Scoring sheet: every line filled in, from the values entered to its points; and the hidden sheet of lists.

The formulas are those of the score sheets, compiled for the lines as they are here: the lines of a page's
block are next to one another, because rules may look at the lines above.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.expressions import Expression, to_excel
from sheetscore.expressions.figure import Figure, Shown
from sheetscore.expressions.figure_calls import filled, total, when
from sheetscore.forms.block import Block, Field
from sheetscore.forms.choices import Choices
from sheetscore.forms.claims import Claim, claims_of
from sheetscore.forms.evaluation import BlockCells, ListPlaces, default_name
from sheetscore.forms.form import FieldKey, RowScore
from sheetscore.forms.limits import EarlierClaims
from sheetscore.forms.round_forms import RoundForms
from sheetscore.results.scored_pages import (
    FIGURE,
    HEADING,
    NUMBER,
    POINTS_OF_LINE,
    TEXT,
    ScoredPage,
    block_totals,
    first_of_table,
    line_table_name,
    page_totals,
    who,
)
from sheetscore.sheets.formulas import PageFormula, page_row
from sheetscore.sheets.offered_lists import LISTS_SHEET
from sheetscore.systems.columns import PAGES, entered
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import (
    ByRule,
    Column,
    Here,
    LineFigures,
    Places,
    Table,
    TablePlace,
    cell_at,
    figure_column,
    text_column,
)
from sheetscore.workbooks.book import CellValue
from sheetscore.workbooks.cell_refs import column_letters


def scoring_sheet(forms: RoundForms, pages: Sequence[ScoredPage], lists: Sequence[Choices]) -> TableSheet:
    """Plan the Scoring sheet.

    Parameters
    ----------
    pages
        The pages in the order in which they are shown, tables' own pages among them.
    lists
        Every list that the pages offer.
    """
    adding_up = [form for form in forms.page_forms() if form.sums]
    seats = [page for page in pages if page.page.form.sums]
    others = [page for page in pages if not page.page.form.sums]
    blocks = {block.id: block for page in (*seats, *others) for block in page.blocks}
    with_lines = {block_id for page in pages for block_id, lines in page.lines.items() if lines}
    cells = LineCells(lists)
    return TableSheet(
        "Scoring",
        "Scoring",
        lines=(
            TextLine(
                "Every line that was filled in, from the values on the sheet Entries to its points. "
                "Bold: points. Grey: the steps on the way to them."
            ),
        ),
        tables=(
            *([page_totals(adding_up, seats)] if adding_up else []),
            block_totals(others),
            *(line_table(block, pages, cells) for block in blocks.values() if block.id in with_lines),
        ),
        landscape=True,
    )


STEP = "cell step"
"""The style of a step of a rule."""


class ShownLine(Struct, frozen=True):
    """A line of a block's table."""

    page: ScoredPage
    block: Block
    score: RowScore

    @property
    def key(self) -> tuple[int, str, str, str]:
        """The key of the line for formulas."""
        return self.page.line_key(self.block, self.score)

    def entry(self, box: Field) -> FieldKey:
        """Return the key of a box of the line."""
        return FieldKey(*self.page.key, self.block.field_id(self.score.row, box))


def line_table(block: Block, pages: Sequence[ScoredPage], cells: LineCells) -> Table[ShownLine]:
    """Make the table of all lines of the blocks that share an id.

    Parameters
    ----------
    block
        One of these blocks; each side may have its own, with its own lists.
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
            *_taken_columns(lines, pages),
            *(_step_column(name, cells) for name, _ in block.lets),
        ),
        lines,
        key=lambda line: line.key,
        title=block.title,
        note=block.rule,
        starts_group=first_of_table(lines, lambda line: line.page),
        size="fine",
    )


def _number(line: ShownLine) -> CellValue:
    return line.block.rows.index(line.score.row) + 1 if line.score.row.key else None


def _points_column(cells: LineCells) -> Column[ShownLine]:
    """Return the column of the points of lines; blank for lines that are not filled in."""

    def points(own: LineFigures[ShownLine]) -> Shown:
        score, rule = own.line.score, own.line.block.total
        return own.compiled(rule, score.points, cells.formula) if rule and score.filled else None

    return figure_column(POINTS_OF_LINE, "Points", FIGURE, ByRule(points), style="cell strong")


def _content(block: Block) -> Iterator[Column[ShownLine]]:
    """Yield the columns of printed and entered values, the first of them wide."""
    first = block.rows[0]
    if first.label:
        yield text_column(HEADING, "for", TEXT, lambda line: line.score.row.label)
    elif not block.fields[0].is_text:
        yield text_column(HEADING, "", TEXT, lambda _: None)  # blank: keeps the columns of all tables in line
    for name in first.constants:
        yield _constant_column(name)
    for box in block.fields:
        yield _box_column(box, wide=box is block.fields[0])


def _constant_column(name: str) -> Column[ShownLine]:
    return figure_column(name, "each", FIGURE, lambda line: line.score.row.constants[name])


def _box_column(box: Field, *, wide: bool) -> Column[ShownLine]:
    def rule(own: LineFigures[ShownLine]) -> Shown:
        key = own.line.entry(box)
        return entered(key, own.line.page.entries.get(key.field))

    if box.is_text and wide:
        return text_column(box.name, box.plain_label, TEXT, ByRule(rule))
    return figure_column(box.name, box.plain_label, FIGURE, ByRule(rule))


def _meanings(blocks: Sequence[Block], cells: LineCells) -> Iterator[Column[ShownLine]]:
    """Yield a column for every box that has, on some page, a single choice, which a blank means there."""
    names = {box.name for block in blocks for box in block.fields if box.default is not None}
    for box in blocks[0].fields:
        if box.name in names:
            yield _meaning_column(box, cells)


def _meaning_column(box: Field, cells: LineCells) -> Column[ShownLine]:
    def meant(own: LineFigures[ShownLine]) -> Shown:
        # the same box of another side may have more choices
        own_box = next(one for one in own.line.block.fields if one.name == box.name)
        choices, typed = own_box.choices, own.cell(box.name)
        if own_box.default is None or choices is None:
            return None
        only = own.looked_up(own_box.default, lambda here: cells.lists(here.places).only(choices))
        return when(filled(typed), typed, only)

    return text_column(default_name(box), f"{box.plain_label} meant", TEXT, ByRule(meant))


def _taken_columns(lines: Sequence[ShownLine], pages: Sequence[ScoredPage]) -> Iterator[Column[ShownLine]]:
    """Yield a column for each sum of claims on a line's target by players who, as the director ruled, came before."""
    by_seat = {page.key: page for page in pages}
    for one in dict.fromkeys(one for line in lines for one in line.block.earlier):
        if any(line.score.values[one.name] for line in lines):
            yield _taken_column(one, by_seat)


def _taken_column(one: EarlierClaims, by_seat: Mapping[tuple[int, str], ScoredPage]) -> Column[ShownLine]:
    def taken(own: LineFigures[ShownLine]) -> Shown:
        page, block, values = own.line.page, own.line.block, own.line.score.values
        scope = block.limit_scope(page.page.form.force, one, str(values[one.key] or ""))
        before = [by_seat[page.table, seat] for seat in page.after if (page.table, seat) in by_seat]
        made = [(other, claim) for other in before for claim in claims_of(other.page.form, other.score)]
        cells = [_claimed_in(other, claim) for other, claim in made if claim.scope == scope and not claim.exempt]
        return total(*cells) if cells else values[one.name]

    return figure_column(one.name, one.name, FIGURE, ByRule(taken), style=STEP)


def _claimed_in(page: ScoredPage, claim: Claim) -> Figure:
    """Return the claim of a line on a limit."""
    (name,) = claim.across.sum.names
    column = POINTS_OF_LINE if name == "total" else name
    return cell_at(line_table_name(claim.block), page.line_key(claim.block, claim.row), column, claim.amount)


def _step_column(name: str, cells: LineCells) -> Column[ShownLine]:
    """Return the column of a step of the rule."""

    def step(own: LineFigures[ShownLine]) -> Shown:
        return own.compiled(dict(own.line.block.lets)[name], own.line.score.steps[name], cells.formula)

    return figure_column(name, name, FIGURE, ByRule(step), style=STEP)


class _Layout(Struct, frozen=True):
    """The common layout of pages with the same form and the same number of lines."""

    blocks: Mapping[str, BlockCells]
    """Their blocks by id, with marks in place of row numbers."""
    formulas: dict[tuple[str, int, str], PageFormula] = field(default_factory=dict)
    """The compiled formulas, by block, number of the line and rule."""


class LineCells:
    """The cells of all pages. A rule is compiled once for pages with the same layout, and written for each of them.

    Parameters
    ----------
    lists
        Every list that the pages offer.
    """

    def __init__(self, lists: Sequence[Choices]) -> None:
        self._lists = lists
        self._list_places: ListPlaces | None = None
        self._layouts: dict[Hashable, _Layout] = {}
        self._pages: dict[tuple[int, str], tuple[_Layout, Sequence[str]]] = {}

    def lists(self, places: Places) -> ListPlaces:
        """Return the places of the lists."""
        if self._list_places is None:
            self._list_places = list_places(self._lists, places)
        return self._list_places

    def formula(self, here: Here[ShownLine], rule: Expression) -> str:
        """Return the formula of a rule on a line."""
        page, block = here.line.page, here.line.block
        if page.key not in self._pages:
            self._pages[page.key] = self._layout(page, here.places), _rows(page, here.places)
        layout, rows = self._pages[page.key]
        number = next(number for number, shown in enumerate(page.lines[block.id]) if shown is here.line.score)
        key = block.id, number, rule.text
        if key not in layout.formulas:
            layout.formulas[key] = PageFormula(to_excel(rule, layout.blocks[block.id].row(number)))
        return layout.formulas[key].on(rows)

    def _layout(self, page: ScoredPage, places: Places) -> _Layout:
        alike = id(page.page.form), tuple(len(page.lines[block.id]) for block in page.blocks)
        if alike not in self._layouts:
            self._layouts[alike] = _Layout(self._laid_out(page, places))
        return self._layouts[alike]

    def _laid_out(self, page: ScoredPage, places: Places) -> dict[str, BlockCells]:
        """Return the cells of a page's blocks by id, each with the blocks of its form before it."""
        forms: dict[str, dict[str, BlockCells]] = defaultdict(dict)
        found = {}
        first = 0
        for block in page.blocks:
            form, count = forms[block.form], len(page.lines[block.id])
            rows = [page_row(row) for row in range(first, first + count)] or [_blank_row(block, places)]
            before = {name: replace(one, elsewhere=_elsewhere(one.block, block, places)) for name, one in form.items()}
            cells = BlockCells(block, _columns(block, places), rows, self.lists(places), before, recorded=True)
            found[block.id] = form[block.name] = cells
            first += count
        return found


def _rows(page: ScoredPage, places: Places) -> list[str]:
    """Return the row numbers of all lines of a page, block by block."""
    return [
        str(places[line_table_name(block)].rows[page.line_key(block, line)] + 1)
        for block in page.blocks
        for line in page.lines[block.id]
    ]


def _columns(block: Block, places: Places) -> Mapping[str, str]:
    """Return the column letters of a block's lines by key; without filled lines any letter, since the row is blank."""
    place = places.get(line_table_name(block))
    if place is None:
        return defaultdict(lambda: "A")
    columns = {key: column_letters(column) for key, column in place.columns.items()}
    return columns | {"total": columns[POINTS_OF_LINE]}


def _elsewhere(block: Block, seen_from: Block, places: Places) -> str:
    """Return the prefix of the worksheet with a block's lines, for formulas on that of another block."""
    return _place(block, places).sheet_from(_place(seen_from, places))


def _place(block: Block, places: Places) -> TablePlace:
    """Return the place of a block's lines; without filled ones that of the pages, which always exists."""
    return places.get(line_table_name(block), places[PAGES])


def _blank_row(block: Block, places: Places) -> str:
    """Return the row of a block without lines on the page, for rules about it: the blank row below its table."""
    return str(_place(block, places).last + 2)


NAME = "name"
"""The key of the column of the recorded texts of choices."""

Choice = tuple[int | str, ...]
"""The recorded text of a choice, then its attributes."""


def list_sheet(lists: Sequence[Choices]) -> TableSheet:
    """Plan the hidden sheet of lists, below one another, equal ones once."""
    tables = tuple(_list_table(number, choices) for number, choices in enumerate(_different_lists(lists)))
    return TableSheet(LISTS_SHEET, "", tables=tables, hidden=True)


def list_places(lists: Sequence[Choices], places: Places) -> ListPlaces:
    """Return the places of the lists for the compiler of formulas."""
    written = {
        choices.content: [places[_table_name(number)].column(key).reference for key in (NAME, *choices.attributes)]
        for number, choices in enumerate(_different_lists(lists))
    }
    return ListPlaces.shared(lists, written)


def _different_lists(lists: Sequence[Choices]) -> list[Choices]:
    """Return the different lists, equal ones once."""
    return [*{choices.content: choices for choices in lists}.values()]


def _table_name(number: int) -> str:
    return f"list {number}"


def _column(at: int, key: str) -> Column[Choice]:
    return text_column(key, key, 120, lambda choice: choice[at])


def _list_table(number: int, choices: Choices) -> Table[Choice]:
    keys = (NAME, *choices.attributes)
    return Table(
        _table_name(number),
        tuple(map(_column, range(len(keys)), keys)),
        list(zip(choices.recorded, *choices.attributes.values(), strict=True)),
        title=choices.id,
    )
