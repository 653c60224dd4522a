"""The lines that older sheets were made with: the event may have more lines now, fewer lines, or others.

A fight of 24 turns may be cut to 12, a chart that went on to 1910 may end in 1908. Values typed on removed lines must
be reported, and a value typed for 1909 must not count for another year whose line has the same number now.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from sheetscore.event.identity import folded
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.block import Block, Row
from sheetscore.forms.form import FieldKey, Page, PageForm
from sheetscore.forms.round_forms import RoundForms
from sheetscore.reading.boxes_as_made import MOVED
from sheetscore.reading.evidence import Witnesses
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.merge import boxes_with_values
from sheetscore.sheets.headings import table_sheet
from sheetscore.sheets.hidden_sheets import read_block_name
from sheetscore.wording import first_clauses
from sheetscore.workbooks.cell_refs import Area, rectangle
from sheetscore.workbooks.reader import ReadWorkbook

_NAMED = 6
"""How many boxes of a renamed line a message names; the others are counted."""

_Pieces = Mapping[tuple[int, int, str], Sequence[Area]]
"""The areas of the pieces of blocks, in order, by table, page and block."""


def with_lines_as_made(workbook: ReadWorkbook, witnesses: Witnesses, forms: RoundForms) -> RoundForms:
    """Return forms with all the lines that a workbook was made with."""
    pieces = _pieces(workbook, witnesses)
    made: dict[tuple[object, ...], PageForm] = {}

    def as_made(table: int, page: Page) -> Page:
        blocks = [_as_made(workbook, one, pieces.get((table, page.number, one.id), ())) for one in page.form.blocks]
        key = id(page.form), *((row.key, row.label) for block in blocks for row in block.rows)
        return replace(page, form=made.setdefault(key, replace(page.form, blocks=tuple(blocks))))

    tables = [
        replace(table, pages=tuple(as_made(table.number, page) for page in table.pages)) for table in forms.tables
    ]
    return replace(forms, tables=tuple(tables))


def lines_renamed(entered: ReadEntries, then: RoundForms, now: RoundForms) -> Iterator[Finding]:
    """Warn of typed values on lines that had another label, and so may mean something else; note lines that moved.

    Parameters
    ----------
    then
        The sheets as they were made.
    now
        The sheets with the present lines of the event.
    """
    renamed: dict[tuple[str, str], list[FieldKey]] = defaultdict(list)
    for key in entered.texts:
        printed, line = (_line(forms, key) for forms in (then, now))
        if printed and line and printed != line:
            renamed[printed[1], line[1]].append(key)
    for (before, since), keys in renamed.items():
        places = first_clauses(boxes_with_values({key: entered.texts[key] for key in keys}, now), _NAMED)
        sheet, fields = table_sheet(keys[0].table), tuple(keys)
        if before == since:
            message = f"“{since}” is on another line now, and what was typed for it went along: {places}"
            yield finding(MOVED, message, sheet=sheet, fields=fields)
        else:
            message = (
                f"“{since}” is in the place of “{before}”, and has what was typed for that: {places}. If it is not the "
                "same under another name, correct it on the new sheets"
            )
            yield finding(MOVED, message, sheet=sheet, fields=fields, severity=Severity.WARNING)


def _line(forms: RoundForms, key: FieldKey) -> tuple[int, str] | None:
    """Return number and label of the line of a box; None if it has no label."""
    block, row, _ = forms.fields.get(key, (None, None, None))
    if block is None or row is None or not row.label or block.is_numbered or block.of_tables:
        return None
    return [one.key for one in block.rows].index(row.key), row.label


def _pieces(workbook: ReadWorkbook, witnesses: Witnesses) -> _Pieces:
    """Return the areas of blocks: by their names, which move with the cells, else by the map."""
    found: dict[tuple[int, int, str], dict[tuple[str, int], Area]] = defaultdict(dict)
    for name, written in witnesses.map.references.items():
        piece = read_block_name(name)
        area = rectangle(workbook.names.get(name, "")) or rectangle(written)
        if piece and area:
            found[piece.table, piece.page, piece.block][piece.kind, piece.number] = area
    return {block: [areas[index] for index in sorted(areas)] for block, areas in found.items()}


def _as_made(workbook: ReadWorkbook, block: Block, pieces: Sequence[Area]) -> Block:
    """Return a block with the lines that it was made with; unchanged if that cannot be seen."""
    if not pieces or block.times:
        return block
    if block.is_numbered:
        count = sum(area.last_row - area.row for area in pieces)
        return block.with_lines(max(count, len(block.rows)))
    known = {folded(row.label): row for row in block.rows if row.key and row.label}
    labels = dict(label for area in pieces for label in _labels(workbook, area))
    names = {number: folded(label) for number, label in sorted(labels.items())}
    printed = {*names.values()}
    if len(known) < len(block.rows) or len(printed) < len(names) or not names:
        return block
    if not printed & known.keys() and len(names) == len(known) and _worth_as_printed(workbook, block, pieces):
        # all lines seem to have been renamed
        renamed = zip(block.rows, (labels[number] for number in names), strict=True)
        return replace(block, rows=tuple(replace(row, label=label) for row, label in renamed))
    if all(number <= len(known) and [*known][number - 1] == name for number, name in names.items()):
        return block
    blank = dict.fromkeys(block.rows[0].constants, 0)

    def as_made(number: int) -> Row:
        """Return a line by its number; a deleted one gets a name of its own, unlike any present line."""
        label = labels.get(number, f"line {number}")
        return known.get(folded(label)) or Row(label, label, blank)

    return replace(block, rows=tuple(map(as_made, range(1, max(names) + 1))))


def _worth_as_printed(workbook: ReadWorkbook, block: Block, pieces: Sequence[Area]) -> bool:
    """Return whether the printed lines have the constants of the block's present lines, whatever their names."""
    numbers = {
        number: {cell.value for (at, column), cell in sheet.cells.items() if at == row and area.column < column}
        for area in pieces
        if (sheet := workbook.sheets.get(area.sheet))
        for row in range(area.row + 1, area.last_row + 1)
        if (first := sheet.cells.get((row, area.column))) and isinstance(number := first.value, int | float)
    }
    return all({*row.constants.values()} <= numbers.get(at, set()) for at, row in enumerate(block.rows, start=1))


def _labels(workbook: ReadWorkbook, area: Area) -> Iterator[tuple[int, str]]:
    """Yield number and label of the printed lines of a piece, in the order in which they stand now."""
    sheet = workbook.sheets.get(area.sheet)
    for row in range(area.row + 1, area.last_row + 1) if sheet else ():
        number, label = (sheet.cells.get((row, area.column + at)) for at in (0, 1)) if sheet else (None, None)
        if number and label and label.value is not None and isinstance(number.value, int | float):
            yield int(number.value), str(label.value).removesuffix(".0")
