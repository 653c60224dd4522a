"""The formulas of a page, compiled once from its layout for pages that begin at any row, and their values.

The values are worked out in Python, for programs that show a workbook without recalculating it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sheetscore.expressions import Expression, to_excel
from sheetscore.forms.block import NOT_LISTED, Block
from sheetscore.forms.evaluation import BlockCells, ListPlaces, RowCells, default_name
from sheetscore.forms.form import CellKey, PageEntries, PageForm, PageScore
from sheetscore.forms.values import shown
from sheetscore.sheets.headings import BlockPlace
from sheetscore.sheets.layout import WHO_AGAIN, PageLayout, steps_of, subtotal_key
from sheetscore.workbooks.book import CellValue
from sheetscore.workbooks.cell_refs import column_letters, quoted

_THIS_ROW, _ROW_ABOVE = "⟨this⟩", "⟨above⟩"
"""Stand for the row of the line for which a rule is compiled, and for the row above it; no name and no text of a rule
has such brackets."""

_MARK = re.compile(r"⟨(\d+)⟩")

_CELLS = re.compile(r"[A-Z]+⟨\d+⟩(?::[A-Z]+⟨\d+⟩)?")
"""A cell of a page, or a range of cells."""


def page_row(row: int) -> str:
    """Return the mark of a row (of the page or of a list, from 0) for use in a formula: ``"C" + page_row(4)``."""
    return f"⟨{row}⟩"


def on_sheet(text: str, title: str) -> str:
    """Return the text of a formula whose cells are on another sheet."""
    return _CELLS.sub(lambda cells: f"{quoted(title)}!{cells[0]}", text)


class PageFormula:
    """A formula whose rows are counted from the top of a page, or looked up in a list of rows.

    Parameters
    ----------
    text
        The formula without ``=``, its rows written by :func:`page_row`.
    """

    __slots__ = ("_pieces", "_rows")

    def __init__(self, text: str) -> None:
        pieces = _MARK.split(text)
        self._pieces = pieces[0::2]
        self._rows = [int(row) for row in pieces[1::2]]

    def at(self, top: int) -> str:
        """Return the formula for a page whose first row is ``top`` (from 0)."""
        return self._with_rows([str(row + top + 1) for row in self._rows])

    def on(self, rows: Sequence[str]) -> str:
        """Return the formula with ``rows[n]`` for row ``n``."""
        return self._with_rows([rows[row] for row in self._rows])

    def _with_rows(self, rows: Sequence[str]) -> str:
        parts = [self._pieces[0]]
        for row, piece in zip(rows, self._pieces[1:], strict=True):
            parts.append(row)
            parts.append(piece)
        return "".join(parts)


def cells_of(layout: PageLayout, lists: ListPlaces) -> dict[str, BlockCells]:
    """Return the cells of every block of a page by the block's id; rows are the marks of :func:`page_row`."""
    forms: dict[str, dict[str, BlockCells]] = {}
    found = {}
    for block_id, place in layout.places.items():
        form = forms.setdefault(place.block.form, {})
        columns = {name: column_letters(column) for name, column in place.columns.items()}
        rows, split_at = [page_row(row) for row in place.rows], [lines.start for lines in place.runs[1:]]
        found[block_id] = form[place.block.name] = BlockCells(place.block, columns, rows, lists, dict(form), split_at)
    return found


def page_formulas(layout: PageLayout, lists: ListPlaces) -> dict[CellKey, PageFormula]:
    """Compile the formulas of all computed cells of a page, by the keys of the cells."""
    formulas: dict[CellKey, str] = {}
    for block_id, cells in cells_of(layout, lists).items():
        formulas |= _block_formulas(layout.places[block_id], cells)
    kind = layout.form.kind
    formulas |= kind.formulas(layout)
    if kind.player:
        who = box_cell(layout, kind.player)
        formulas[WHO_AGAIN] = f'IF({who}="","",{who})'
    return {key: PageFormula(text) for key, text in formulas.items()}


def _block_formulas(place: BlockPlace, cells: BlockCells) -> dict[CellKey, str]:
    """Return the formulas of a block's steps, computed texts and totals, by the keys of their cells."""
    block = place.block
    formulas: dict[CellKey, str] = {}
    lets = dict(block.lets)
    rules = _Rules(cells)
    for index in range(len(block.rows)):
        for name in steps_of(block):
            rule = rules.on(index, lets[name]) if name in lets else _default_formula(block, name, cells, index)
            formulas[block.id, str(index), name] = rule
        for show in block.shows:
            number = rules.on(index, show.rule)
            blank, shown = f"COUNTA({_inputs(place, range(index, index + 1))})=0", number
            if show.when:
                blank = f"{rules.on(index, show.when)}=0"
            if show.choices:
                entry = f"INDEX({cells.lists.of(show.choices)},{number})"
                blank, shown = f"{number}=0", f'IFERROR({entry},"{NOT_LISTED}")'
            formulas[block.id, str(index), show.id] = f'IF({blank},"",{shown})'
        if block.total:
            filled = _inputs(place, range(index, index + 1))
            worth = rules.on(index, block.total)
            formulas[block.id, str(index), "total"] = f'IF(COUNTA({filled})=0,"",{worth})'
    if block.has_subtotal:
        formulas[subtotal_key(block)] = f'IF({boxes_filled([place])}=0,"",SUM({column_cells(place, "total")}))'
    return formulas


class _Rules:
    """The rules of a block: compiled for its first line, and once more for all others, which have lines above.

    A block that is split has lines above in more than one place; its rules are compiled for each line.
    """

    def __init__(self, cells: BlockCells) -> None:
        self._cells = cells
        self._compiled: dict[tuple[str, int], str] = {}

    def on(self, index: int, rule: Expression) -> str:
        """Write a rule for a line, counted from 0."""
        key = rule.text, index if self._cells.split_at else index > 0
        if key not in self._compiled:
            line = RowCells(self._cells, _THIS_ROW, _ROW_ABOVE if index else None, index)
            self._compiled[key] = to_excel(rule, line)
        rows = self._cells.rows  # the first line's rule names no row above, so that rows[-1] is not used for it
        return self._compiled[key].replace(_THIS_ROW, rows[index]).replace(_ROW_ABOVE, rows[index - 1])


def _default_formula(block: Block, name: str, cells: BlockCells, index: int) -> str:
    box = next(box for box in block.fields if box.default is not None and default_name(box) == name)
    written = cells.cell(box.name, index)
    return f'IF({written}="",{cells.lists.only(box.choices)},{written})' if box.choices else written


def _inputs(place: BlockPlace, lines: range) -> str:
    """Return the range of a block's boxes on lines that are together (counted from 0)."""
    left, right = map(column_letters, place.inputs)
    return f"{left}{page_row(place.rows[lines[0]])}:{right}{page_row(place.rows[lines[-1]])}"


def scored_places(layout: PageLayout) -> list[BlockPlace]:
    """Return the blocks of a page that have totals."""
    return [place for place in layout.places.values() if place.block.total]


def column_cells(place: BlockPlace, name: str) -> str:
    """Return the ranges of a column of a block, one for each sheet of paper, by the column's name in expressions."""
    letters = column_letters(place.columns[name])
    return ",".join(f"{letters}{page_row(first)}:{letters}{page_row(last)}" for first, last in place.areas)


def details_filled(layout: PageLayout) -> str:
    """Return the formula that counts the filled boxes in those blocks of a page that have totals."""
    return boxes_filled(scored_places(layout))


def boxes_filled(places: Iterable[BlockPlace]) -> str:
    """Return the formula that counts the filled boxes of some blocks."""
    return f"COUNTA({','.join(_inputs(place, lines) for place in places for lines in place.runs)})"


def box_cell(layout: PageLayout, field_id: str) -> str:
    """Return the address of a box by its public id."""
    cell = next(cell for cell in layout.cells if cell.box == field_id)
    return f"{column_letters(cell.column)}{page_row(cell.row)}"


def page_figures(layout: PageLayout, score: PageScore, entries: PageEntries) -> dict[CellKey, CellValue]:
    """Return the value of every computed cell of a page, by its key."""
    figures: dict[CellKey, CellValue] = {}
    for block_id, rows in score.rows.items():
        block = layout.places[block_id].block
        for index, row in enumerate(rows):
            place = (block_id, str(index))
            texts = (*row.steps.items(), *row.shows.items())
            figures |= {(*place, name): block.as_shown(name, value) for name, value in texts}
            for box in block.fields:
                if box.default is not None:
                    figures[*place, default_name(box)] = shown(box, row.values[box.name] or "")
            if block.total:
                figures[*place, "total"] = row.points if row.filled else ""
        if block.has_subtotal:
            figures[subtotal_key(block)] = score.total(block_id) if any(row.filled for row in rows) else ""
    figures |= layout.form.kind.figures(layout.form, score, entries)
    if layout.form.kind.player:
        figures[WHO_AGAIN] = who_sits(layout.form, entries)
    return figures


def who_sits(form: PageForm, entries: PageEntries) -> CellValue:
    """Return who sits at a page, as the box shows it; blank for nobody."""
    return shown_in(form, form.kind.player, entries)


def shown_in(form: PageForm, field_id: str, entries: PageEntries) -> CellValue:
    """Return what a box, given by its public id, shows: the name of a choice; blank for nothing."""
    _, _, box = form.fields[field_id]
    value = entries.get(field_id, "")
    return box.choices.shown(str(value)) if box.choices and value else value
