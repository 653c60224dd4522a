"""Values typed on old sheets into blocks that the new sheets do not have; what we printed there does not count."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from sheetscore.findings import Finding, finding
from sheetscore.forms.form import FieldKey
from sheetscore.forms.template import Template
from sheetscore.reading.evidence import Witnesses, WrittenMap
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.merge import page_name
from sheetscore.sheets.layout import EACH, UNNAMED
from sheetscore.sheets.made_from import forms_in
from sheetscore.sheets.written import OwnTexts, read_written
from sheetscore.workbooks.cell_refs import Area, address, parse_address, rectangle
from sheetscore.workbooks.reader import ReadSheet, ReadWorkbook
from sheetscore.workbooks.sheet_cells import Position, Value


def left_behind(workbook: ReadWorkbook, witnesses: Witnesses, entered: ReadEntries) -> Iterator[Finding]:
    """Find blocks of old sheets that no form has any more, and in which somebody typed something.

    These do not count as typed: texts and numbers that we wrote in the columns of labels and worths of lines; texts
    that we wrote in other columns without boxes; captions; the player drawn for a page. The same texts in other cells,
    such as boxes, count. Blocks may lie inside others: no cell is named twice.
    """
    read = {(sheet, parse_address(cell)) for sheet, cell in entered.cells.values()}
    named = set[tuple[str, Position]]()
    written, made_from = read_written(workbook), tuple(forms_in(workbook).values())
    boxes = {box.label for form in made_from for block in form.block for box in block.field}
    for name, reference in witnesses.map.references.items():
        area = rectangle(reference)
        sheet = workbook.sheets.get(area.sheet) if area else None
        if area is None or sheet is None or any(title == area.sheet and area.holds(at) for title, at in read):
            continue
        printed = _printed_columns(area, sheet, made_from) if written else set()
        beside = _without_boxes(area, sheet, boxes)
        typed = [
            (at, value)
            for at, value in _filled(area, sheet, boxes)
            if (area.sheet, at) not in named
            and not (written and at[1] in printed and written.has(value))
            and not (isinstance(value, str) and (at[1] in beside or value in boxes) and _is_printed(value, written))
            and not _is_drawn(value, witnesses.map, name, entered)
        ]
        named |= {(area.sheet, at) for at, _ in typed}
        if typed:
            texts = ", ".join(f"{address(*at)} ({_caption(area, sheet, at)}“{value}”)" for at, value in typed)
            message = (
                f"{_page_of(name, witnesses.map)}what stands in {texts} belongs to boxes that the new sheets do not "
                "have. Put back what the event had when the sheets were made, write it elsewhere, or clear it"
            )
            yield finding("not-placed", message, sheet=area.sheet, cell=address(*typed[0][0]))


def _caption(area: Area, sheet: ReadSheet, at: Position) -> str:
    """Return the caption of a block above a cell: ``claimed: ``; blank where there is none."""
    caption = sheet.cells.get((area.row, at[1]))
    return f"{caption.value}: " if caption else ""


def _page_of(name: str, written: WrittenMap) -> str:
    """Name the page of a block of the map: ``table 1, strike.2: ``; blank if its code is lost."""
    page = _page(name, written)
    return f"{page_name(FieldKey(*page, ''))}: " if page else ""


def _page(name: str, written: WrittenMap) -> tuple[int, str] | None:
    """Return table and seat of a block's page by its code in the map."""
    code = written.codes.get(name)
    pages = [seat for table, seat in written.seats if code and table == code.table]
    return (code.table, pages[code.page - 1]) if code and code.page <= len(pages) else None


def _is_drawn(value: Value, written: WrittenMap, name: str, entered: ReadEntries) -> bool:
    """Return whether a value is the label of a player who is drawn for a block's page and whose box was not read.

    Where that box was read, the same name in another box was typed, such as that of a game's winner.

    Parameters
    ----------
    name
        The name of the block in the map.
    """
    page, begun = _page(name, written), entered.begun
    if begun is None or page is None or not isinstance(value, str):
        return False
    unread = ((key, text) for key, text in begun.first.items() if key not in entered.cells)
    on_page = (text for key, text in unread if (key.table, key.seat) == page)
    return any(value.endswith(f" ({text})") for text in on_page)


def _filled(area: Area, sheet: ReadSheet, boxes: Collection[str]) -> Iterator[tuple[Position, Value]]:
    """Yield the cells below the captions of a block, without its line numbers and without formulas.

    Parameters
    ----------
    boxes
        The captions of boxes: a block of one line has a box in its first column, others have line numbers there.
    """
    first = sheet.cells.get((area.row, area.column))
    below = replace(area, row=area.row + 1, column=area.column + (first is None or first.value not in boxes))
    for at, cell in sorted(sheet.cells.items()):
        if below.holds(at) and cell.formula is None and cell.value is not None:
            yield at, cell.value


def _is_printed(text: str, written: OwnTexts | None) -> bool:
    return bool(written and written.has_printed(text))


def _without_boxes(area: Area, sheet: ReadSheet, boxes: Collection[str]) -> set[int]:
    """Return the columns without boxes, by their captions; not the first, whose boxes may have no caption."""
    columns = (column for row, column in sheet.cells if area.holds((row, column)) and column > area.column)
    captions = {column: sheet.cells.get((area.row, column)) for column in columns}
    return {column for column, caption in captions.items() if caption is None or caption.value not in boxes}


def _printed_columns(area: Area, sheet: ReadSheet, made_from: Sequence[Template]) -> set[int]:
    """Return the columns of a block with labels and worths of lines, by the captions above them."""
    blocks = [block for form in made_from for block in form.block]
    title = sheet.cells.get((area.row - 1, area.column))  # the caption of the labels of lines, if they have no other
    heads = {EACH, UNNAMED, title.value if title else None, *(block.label for block in blocks)}
    heads -= {"", None, *(box.label for block in blocks for box in block.field)}
    captions = ((column, cell.value) for (row, column), cell in sheet.cells.items() if row == area.row)
    return {column for column, caption in captions if caption in heads}
