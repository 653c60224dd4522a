"""The map on the hidden sheet: which workbook this is, and where each block of each page was written.

It is the second witness of the way back (the first are the defined names, the third the printed codes).
One row for each block keeps every cell far below the length that a spreadsheet takes.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields

from sheetscore.forms.round_forms import RoundForms
from sheetscore.sheets.lists import lists_of
from sheetscore.workbooks.book import Book

MAP_SHEET = "_sheetscore"
MAP_VERSION = 1

KIND = "round"
"""What a workbook of score sheets says that it is."""


@dataclass(frozen=True)
class MapHeading:
    """What a workbook says of itself on the first rows of its map."""

    kind: str
    event_key: str
    event_name: str
    system: str
    round: int
    forms: str
    """Digest of the forms that the sheets were made from."""
    version: int = MAP_VERSION


@dataclass(frozen=True)
class MapRow:
    """One block: its page, the name defined for it, its reference when written, its page's code and code cell."""

    table: int
    page: int
    seat: str
    block: str
    name: str
    reference: str
    code: str
    code_cell: str


HEADING_ROWS = len(fields(MapHeading))


def write_map(book: Book, heading: MapHeading, rows: Sequence[MapRow]) -> None:
    """Write the map on a hidden sheet, and define the name of every block in it."""
    sheet = book.sheet(MAP_SHEET)
    sheet.raw.hide()
    for index, (part, value) in enumerate(zip(fields(heading), astuple(heading), strict=True)):
        sheet.text(index, 0, part.name)
        sheet.value(index, 1, value)
    for column, part in enumerate(fields(MapRow)):
        sheet.text(HEADING_ROWS, column, part.name)
    for index, row in enumerate(rows, start=HEADING_ROWS + 1):
        for column, value in enumerate(astuple(row)):
            sheet.value(index, column, value)
        book.define(row.name, row.reference)


def block_name(table: int, page: int, index: int, block: str) -> str:
    """Return the defined name of a block, such as ``ss.T3.P4.B2.strike.hits``."""
    plain = "".join(sign if sign.isalnum() or sign in "._" else "_" for sign in block)
    return f"ss.T{table}.P{page}.B{index}.{plain}"


def forms_digest(forms: RoundForms) -> str:
    """Return a digest of what sheets ask for: it changes when a block, a line, a field, a target or an award does."""
    lines = [
        repr((table.number, page.number, page.seat, block.id, [row.key for row in block.rows], labels))
        for table in forms.tables
        for page in table.pages
        for block in page.form.blocks
        for labels in [[(box.name, box.label, box.type) for box in block.fields]]
    ]
    lines += [
        repr((form.side, block.id, row.key, row.label, sorted(row.constants.items())))
        for form in forms.page_forms()
        for block in form.blocks
        for row in block.rows
    ]
    number = {id(form): str(at) for at, form in enumerate(forms.page_forms())}
    pages_of = Counter(form.side for form in forms.page_forms() if form.side)
    lines += [
        repr((table.number, page.seat, number[id(page.form)]))
        for table in forms.tables
        for page in table.seats
        if pages_of[page.form.side] > 1  # which of its side's pages a seat has
    ]
    lines += [
        repr((choices.names, sorted(choices.attributes.items())))
        for choices in lists_of(forms)
        if choices.attributes  # players may join after the sheets were printed
    ]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
