"""Writing event.xlsx: the director's own workbook, with a sheet for each list of the event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sheetscore.event.cells import (
    EVENT_SHEET,
    FORMAT,
    MARK,
    MARK_SHEET,
    list_tables,
    seen_columns,
    sheet_columns,
    sheet_rows,
    text_rows,
    to_cell,
    unseen_columns,
)
from sheetscore.event.model import Event
from sheetscore.event.offerings import (
    HEADING_ROW,
    TOP,
    Offering,
    Offerings,
    UnseenList,
    last_row,
    offerings_of,
    validation,
)
from sheetscore.event.registry import system_title
from sheetscore.event.tables import ColumnKind, EventColumn, EventTable, inner_parts, table_of
from sheetscore.workbooks.book import Book, CellValue, Sheet
from sheetscore.workbooks.cell_refs import Area, address
from sheetscore.workbooks.guard.limits import USUAL
from sheetscore.workbooks.paper import in_letters

if TYPE_CHECKING:
    from xlsxwriter.format import Format

_REQUIRED = "* must be filled in. Select a box to see what belongs there."

_DRAWN_ROWS, _SPARE_ROWS = 20, 4
"""The fewest rows of a list with boxes, and the fewest blank ones among them; further rows get boxes when filled."""

_GREY = "#E4E4E4"
_LINE = "#A6A6A6"
_HELP = "#595959"
_PAPER = {"letter": 1, "a4": 9}  # the numbers of Excel
_FOOTER_NAME_LENGTH = 60
# widths of columns in pixels: on the Event sheet; on lists; of a whole list, at least, and at most on upright paper
_LEAST_LABEL, _VALUE_WIDTH, _MEANING_WIDTH = 130, 240, 420
_NARROW, _MIDDLE, _WIDE, _WIDEST = 76, 110, 170, 300
_LEAST_TOTAL, _PORTRAIT_TOTAL = 720, 900
_ROW_POINTS = 17
_CHOICE_WIDTH, _LINE_WIDTH = 230, 620  # on sheets to look things up

_LONG, _ROOM, _HIGHEST = 460, 130, 540
"""Pixels: the width of a long text, the least and the most height of its row (a spreadsheet has no row above 546)."""

_CHARACTER, _LINE_HEIGHT = 7, 15  # the usual width of a character, and the height of a line of text, in pixels
_LEFT: Mapping[str, object] = {"align": "left", "indent": 1}
_CENTRED = {ColumnKind.WHOLE, ColumnKind.DECIMAL, ColumnKind.YES_NO, ColumnKind.DAY, ColumnKind.TIME}
_NUMBER_FORMATS = {
    ColumnKind.WHOLE: "0",
    ColumnKind.DECIMAL: "General",
    ColumnKind.DAY: "yyyy-mm-dd",
    ColumnKind.TIME: "hh:mm",
}


def write_event_workbook(event: Event, path: Path) -> None:
    """Write an event as a workbook to fill in: drop-downs, help in every box, room for more rows.

    Parameters
    ----------
    event
        The event; reading the workbook gives an equal one.
    path
        The file; an existing one is overwritten.
    """
    book = Book(path, event.header.name, USUAL)
    root = table_of(type(event))
    tables = list(list_tables(root))
    on_offer = offerings_of(event)
    _write_event_sheet(book, event, [table for table in root.tables if table.single and table.columns], on_offer)
    for table in tables:
        _write_list(book, event, table, on_offer.lists)
        if table.texts:
            _write_texts(book, event, table.texts, on_offer.lists)
    for title, lines in on_offer.lines.items():
        _write_choices(book, event, title, lines)
    _write_hidden_sheet(book, event, root, on_offer.unseen)
    book.close()


def _write_hidden_sheet(book: Book, event: Event, root: EventTable, lists: Sequence[UnseenList]) -> None:
    """Write the kind of the workbook, the values that directors need not see, and the lists that no other sheet has."""
    mark = book.sheet(MARK_SHEET)
    mark.text(0, 0, MARK)
    mark.number(0, 1, FORMAT)
    singles = [(table, inner_parts(table, event)[0]) for table in root.tables if table.single]
    unseen = [(line.key, getattr(part, line.name)) for table, part in singles for line in unseen_columns(table)]
    for row, (key, value) in enumerate(unseen, start=1):
        if value is not None:
            mark.text(row, 0, key)
            mark.text(row, 1, value)
    for one in lists:
        for row, text in enumerate(one.fixed):
            mark.text(row, one.column, text)
        for row, (formula, shown) in enumerate(one.live, start=len(one.fixed)):
            mark.formula(row, one.column, formula, shown)
    mark.raw.hide()


def _write_choices(book: Book, event: Event, title: str, lines: Mapping[str, str]) -> None:
    """Write a sheet of choices to look things up, each with a one-line description."""
    sheet = book.sheet(title)
    widths = (_CHOICE_WIDTH, _LINE_WIDTH)
    sheet.widths(widths)
    _write_title(sheet, title, "To look things up: what the list offers. Nothing here is read.", widths)
    sheet.height(HEADING_ROW, 26)
    for column, text in enumerate(("Id", "What it is")):
        sheet.text(HEADING_ROW, column, text, _heading(book))
    for row, (choice, line) in enumerate(lines.items(), start=TOP):
        sheet.text(row, 0, choice, _box(book, None, **_LEFT, num_format="@"))
        sheet.text(row, 1, line, _box(book, None, **_LEFT, text_wrap=True, num_format="@"))
        sheet.height(row, max(22, _height(line, _LINE_WIDTH)))
    sheet.raw.freeze_panes(TOP, 0)
    sheet.raw.repeat_rows(HEADING_ROW)
    _set_up_page(sheet, event, sum(widths))


def _write_event_sheet(book: Book, event: Event, tables: Sequence[EventTable], on_offer: Offerings) -> None:
    """Write header and settings: a line for each value, with its meaning."""
    sheet = book.sheet(EVENT_SHEET)
    longest = max(len(_marked(line)) for table in tables for line in seen_columns(table))
    widths = (max(_LEAST_LABEL, longest * _CHARACTER + 16), _VALUE_WIDTH, _MEANING_WIDTH)
    sheet.widths(widths)
    _write_title(sheet, "Event", f"What holds for the event as a whole. {_REQUIRED}", widths)
    row = HEADING_ROW
    for table in tables:
        for column, text in enumerate((table.title, "", "What it means")):
            sheet.text(row, column, text, _heading(book))
        sheet.height(row, 26)
        (part,) = inner_parts(table, event)
        for line in (_of_this_event(line, event) for line in seen_columns(table)):
            row += 1
            _write_line(sheet, row, line, to_cell(line, getattr(part, line.name)), on_offer.lists)
            if line.offered:
                _write_chosen(sheet, row, line, on_offer.lines[line.list_name], getattr(part, line.name))
        row += 2
    sheet.raw.freeze_panes(HEADING_ROW, 0)
    _set_up_page(sheet, event, sum(widths))


def _of_this_event(line: EventColumn, event: Event) -> EventColumn:
    """Return a line for this event: its line System has one choice, since other systems have other sheets."""
    if line.key != "system":
        return line
    id_ = event.header.system
    description = (
        f"{line.description} This is {system_title(id_)}. Others have other sheets: “sheetscore new” makes them."
    )
    return replace(line, kind=ColumnKind.CHOICE, choices=(id_,), words=id_, description=description)


def _write_line(sheet: Sheet, row: int, column: EventColumn, value: CellValue, lists: Mapping[str, Offering]) -> None:
    book = sheet.book
    sheet.text(row, 0, _marked(column), _heading(book, bold=False))
    sheet.value(row, 1, value, _box(book, column, **_LEFT, text_wrap=column.many))
    sheet.text(row, 2, column.description, _meaning(book))
    written = _height(str(value or ""), _VALUE_WIDTH) if column.many else 0
    sheet.height(row, max(26, written, _height(column.description, _MEANING_WIDTH)))
    sheet.validate(row, 1, row, 1, validation(column, lists))


def _write_chosen(sheet: Sheet, row: int, column: EventColumn, lines: Mapping[str, str], chosen: str) -> None:
    """Write the meaning of a value, and below it, by a formula, the description of the present choice."""
    title = column.offered.title if column.offered else ""
    area = Area(title, TOP, 0, TOP + len(lines) - 1, 1)
    meaning = column.description.replace('"', '""')
    formula = f'"{meaning}"&IFERROR(CHAR(10)&VLOOKUP({address(row, 1)},{area.reference},2,FALSE),"")'
    line = f"\n{lines[chosen]}" if chosen in lines else ""
    sheet.formula(row, 2, formula, f"{column.description}{line}", _meaning(sheet.book))
    longest = max(lines.values(), key=len, default="")
    sheet.height(row, _height(f"{column.description}\n{longest}", _MEANING_WIDTH))


def _write_list(book: Book, event: Event, table: EventTable, lists: Mapping[str, Offering]) -> None:
    """Write a list: a column for each value, a row for each part, and room for more."""
    sheet = book.sheet(table.title)
    columns = sheet_columns(table)
    rows = [
        [_list_value(column, value) for column, value in zip(columns, row, strict=True)]
        for row in sheet_rows(table, event)
    ]
    widths = _widths(columns, rows)
    top, last = TOP, last_row(len(rows))
    for index, column in enumerate(columns):
        plain = book.style(**_properties(column), valign="vcenter")
        sheet.raw.set_column_pixels(index, index, widths[index], plain)
        sheet.text(HEADING_ROW, index, _marked(column), _heading(book, **_placing(column)))
        sheet.validate(top, index, last, index, validation(column, lists, _owner_cell(table, column)))
        for row in range(max(_DRAWN_ROWS, len(rows) + _SPARE_ROWS)):
            value = rows[row][index] if row < len(rows) else None
            sheet.value(top + row, index, value, _box(book, column))
    sheet.raw.set_default_row(_ROW_POINTS)
    _write_title(sheet, table.title, f"{table.description} {_REQUIRED}", widths)
    sheet.height(HEADING_ROW, 26)
    _draw_filled_rows(sheet, Area(sheet.title, top, 0, last, len(columns) - 1))
    sheet.raw.ignore_errors({"number_stored_as_text": f"A{top + 1}:{address(last, len(columns) - 1)}"})
    sheet.raw.freeze_panes(top, 0)
    sheet.raw.repeat_rows(HEADING_ROW)
    _set_up_page(sheet, event, sum(widths))


def _owner_cell(table: EventTable, column: EventColumn) -> str:
    """Return the cell, in the first row of a list, with the id of the part that owns a column's choices; else ""."""
    owners = column.list_name.rpartition(".")[0]  # those of "scenario.side" are scenarios
    for at, one in enumerate(sheet_columns(table)):
        if owners and (one.refers == owners or (table.path == owners and one.key == "id")):
            return f"${address(TOP, at)}"
    return ""


def _write_texts(book: Book, event: Event, table: EventTable, lists: Mapping[str, Offering]) -> None:
    """Write a sheet with room to write: a high row for every part, with its long texts side by side."""
    sheet = book.sheet(table.title)
    columns, rows = (*table.parents, *table.columns), text_rows(table, event)
    widths = [*[_WIDE] * len(table.parents), *[_LONG] * len(table.columns)]
    sheet.widths(widths)
    _write_title(sheet, table.title, f"{table.description} {_REQUIRED}", widths)
    sheet.height(HEADING_ROW, 26)
    top, last = TOP, HEADING_ROW + len(rows) + _SPARE_ROWS
    for index, column in enumerate(columns):
        sheet.text(HEADING_ROW, index, column.title, _heading(book))
        sheet.validate(top, index, last, index, validation(column, lists))
    for row in range(top, last + 1):
        values = (
            [to_cell(*pair) for pair in zip(columns, rows[row - top], strict=True)] if row - top < len(rows) else []
        )
        needed = [_height(str(value), _LONG) for value in values[1:] if value]  # the first is the id
        sheet.height(row, min(max([_ROOM, *needed]), _HIGHEST))
        for index, column in enumerate(columns):
            value = values[index] if values else None
            sheet.value(row, index, value, _box(book, column, valign="top", text_wrap=True))
    sheet.raw.freeze_panes(top, 0)
    sheet.raw.repeat_rows(HEADING_ROW)
    _set_up_page(sheet, event, sum(widths))


def _list_value(column: EventColumn, value: object) -> CellValue:
    """Return the content of a list's cell: blank for the default value, unless the value is yes, no or a choice."""
    usual = value == column.default and column.kind not in (ColumnKind.YES_NO, ColumnKind.CHOICE)
    return None if usual else to_cell(column, value)


def _write_title(sheet: Sheet, title: str, description: str, widths: Sequence[int]) -> None:
    book, last = sheet.book, len(widths) - 1
    help_style = book.style(font_color=_HELP, text_wrap=True, valign="top", num_format="@", align="left")
    sheet.text(0, 0, title, book.style(bold=True, font_size=16, num_format="@", align="left"))
    sheet.span(1, 0, 1, last, help_style)
    sheet.text(1, 0, description, help_style)
    sheet.height(0, 30)
    sheet.height(1, _height(description, sum(widths)))


def _draw_filled_rows(sheet: Sheet, area: Area) -> None:
    """Draw boxes around further rows as soon as they are not blank."""
    row = f"${address(area.row, 0)}:${address(area.row, area.last_column)}"
    rule = {
        "type": "formula",
        "criteria": f"=COUNTA({row})>0",
        "format": sheet.book.workbook.add_format({"border": 1, "border_color": _LINE}),
    }
    sheet.raw.conditional_format(area.row, 0, area.last_row, area.last_column, rule)


def _set_up_page(sheet: Sheet, event: Event, width: int) -> None:
    name = event.header.name[:_FOOTER_NAME_LENGTH].replace("&", "&&")
    sheet.raw.set_paper(_PAPER[event.header.paper])
    if width > _PORTRAIT_TOTAL:
        sheet.raw.set_landscape()
    sheet.raw.set_margins(left=0.5, right=0.5, top=0.5, bottom=0.7)
    sheet.raw.fit_to_pages(1, 0)
    sheet.raw.set_footer(f"&L{in_letters(9, name)}&C&9&A&R&9&P of &N")


def _widths(columns: Sequence[EventColumn], rows: Sequence[Sequence[CellValue]]) -> list[int]:
    """Make columns as wide as their texts, within reason, and the sheet wide enough for its help."""
    widths = []
    for index, column in enumerate(columns):
        longest = max([len(_marked(column)) + 1, *(len(str(row[index] or "")) for row in rows)])
        widths.append(min(max(_least_width(column), longest * _CHARACTER + 16), _WIDEST))
    more = max(0, _LEAST_TOTAL - sum(widths))
    return [width + ceil(more / len(widths)) for width in widths]


def _least_width(column: EventColumn) -> int:
    if column.kind is not ColumnKind.TEXT or column.refers or column.key == "id":
        return _NARROW
    return _WIDE if column.required else _MIDDLE


def _meaning(book: Book) -> Format:
    return _box(book, None, **_LEFT, font_size=9, font_color=_HELP, text_wrap=True)


def _height(text: str, width: int) -> int:
    """Return the height in pixels that wrapped text needs in a width in pixels."""
    lines = sum(max(ceil(len(line) * _CHARACTER / width), 1) for line in text.split("\n"))
    return lines * _LINE_HEIGHT + 6


def _marked(column: EventColumn) -> str:
    return f"{column.title} *" if column.required else column.title


def _placing(column: EventColumn) -> dict[str, object]:
    return {"align": "center", "indent": 0} if column.kind in _CENTRED else dict(_LEFT)


def _properties(column: EventColumn) -> dict[str, object]:
    return {"num_format": "@" if column.many else _NUMBER_FORMATS.get(column.kind, "@"), **_placing(column)}


def _heading(book: Book, **more: object) -> Format:
    return _box(book, None, **{"bold": True, "bg_color": _GREY, "num_format": "@", **_LEFT, **more})


def _box(book: Book, column: EventColumn | None, **more: object) -> Format:
    properties: dict[str, object] = {"border": 1, "border_color": _LINE, "valign": "vcenter"}
    if column:
        properties |= _properties(column)
    return book.style(**{**properties, **more})
