"""event.xlsx written: the director's own workbook, with a sheet for each list of the event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

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
    text_tables,
    to_cell,
    unseen_columns,
)
from sheetscore.event.model import EARLIEST, Event
from sheetscore.event.tables import EventColumn, Kind, Table, inner_parts, table_of
from sheetscore.workbooks.book import Book, CellValue, Sheet
from sheetscore.workbooks.names import Area, address, quoted

if TYPE_CHECKING:
    from xlsxwriter.format import Format

_TITLE_LENGTH = 32
_MESSAGE_LENGTH = 255
_FEW_CHOICES = 3

Rule = dict[str, object]
"""A data validation, as XlsxWriter takes it."""

_ANYTHING: Rule = {"validate": "any"}
_HEADING_ROW = 3
_LEAST_ROWS = 200
_MORE_ROWS = 60

_DRAWN_ROWS, _SPARE_ROWS = 20, 4
"""So many rows have boxes from the start; others get theirs when something is filled in."""

_GREY = "#E4E4E4"
_LINE = "#A6A6A6"
_HELP = "#595959"
_PAPER = {"letter": 1, "a4": 9}
_FOOTER_NAME_LENGTH = 60
_LEAST_LABEL, _VALUE_WIDTH, _MEANING_WIDTH = 130, 240, 420
_NARROW, _MIDDLE, _WIDE, _WIDEST = 76, 110, 170, 300
_LEAST_TOTAL, _PORTRAIT_TOTAL = 720, 900
_ROW_POINTS = 17
_LONG, _ROOM, _HIGHEST = 460, 130, 540
"""Pixels: the width of a long text, the least and the most height of its row (a spreadsheet has no row above 546)."""

_CHARACTER, _LINE_HEIGHT = 7, 15
_LEFT: Mapping[str, object] = {"align": "left", "indent": 1}
_CENTRED = {Kind.WHOLE, Kind.DECIMAL, Kind.YES_NO, Kind.DAY, Kind.TIME}
_NUMBER_FORMATS = {Kind.WHOLE: "0", Kind.DECIMAL: "General", Kind.DAY: "yyyy-mm-dd", Kind.TIME: "hh:mm"}


def validation(column: EventColumn, id_areas: Mapping[str, Area]) -> Rule:
    """Return the data validation of a column, as XlsxWriter takes it.

    It helps, and catches slips of the hand; reading checks everything again.

    Parameters
    ----------
    column
        What belongs in the box.
    id_areas
        For each TOML table with ids, the cells in which they stand.
    """
    return {
        **_rule(column, id_areas),
        "input_title": column.title[:_TITLE_LENGTH],
        "input_message": column.description[:_MESSAGE_LENGTH],
        "error_title": column.title[:_TITLE_LENGTH],
        "error_message": f"Put {column.words} here."[:_MESSAGE_LENGTH],
    }


def _rule(column: EventColumn, id_areas: Mapping[str, Area]) -> Rule:
    if column.refers in id_areas and not column.many:
        return {"validate": "list", "source": _filled(id_areas[column.refers]), "error_type": "warning"}
    match column.kind:
        case Kind.CHOICE if column.many:
            rule = _combinations(column)
        case Kind.CHOICE:
            rule = {"validate": "list", "source": list(column.choices)}
        case Kind.YES_NO:
            rule = {"validate": "list", "source": ["yes", "no"]}
        case Kind.DAY:
            rule = {"validate": "date", "criteria": ">=", "value": EARLIEST}
        case Kind.WHOLE | Kind.DECIMAL if not column.many and column.high is not None:
            span = {"minimum": float(str(column.low)), "maximum": float(str(column.high))}
            kind = "integer" if column.kind is Kind.WHOLE else "decimal"
            rule = {"validate": kind, "criteria": "between", **span}
        case _:
            rule = _ANYTHING
    return rule


def _combinations(column: EventColumn) -> Rule:
    """Offer every set of a few choices; others can be typed all the same."""
    if len(column.choices) > _FEW_CHOICES:
        return _ANYTHING
    sets = [
        str(to_cell(column, chosen))
        for count in range(1, len(column.choices) + 1)
        for chosen in combinations(column.choices, count)
    ]
    return {"validate": "list", "source": sets, "show_error": False}


def _filled(area: Area) -> str:
    """Refer to the cells of a column down to the last that is filled; a list with blanks opens at its end."""
    top = f"{quoted(area.sheet)}!{address(area.row, area.column, fixed=True)}"
    return f"=OFFSET({top},0,0,MAX(1,COUNTA({area.reference})),1)"


def write_event_workbook(event: Event, path: Path) -> None:
    """Write an event as a workbook to fill in: drop-downs, help in every box, room for more rows.

    Parameters
    ----------
    event
        What to write; reading the workbook gives an equal event.
    path
        Where; what is there is overwritten.
    """
    book = Book(path, event.header.name)
    root = table_of(type(event))
    _write_event_sheet(book, event, [table for table in root.tables if table.single and table.columns])
    tables = list(list_tables(root))
    id_areas = {table.path: _id_area(table, event) for table in tables if table.has_ids}
    for table in tables:
        _write_list(book, event, table, id_areas)
    for table in text_tables(root):
        _write_texts(book, event, table, id_areas)
    _write_mark(book, event, root)
    book.close()


def _write_mark(book: Book, event: Event, root: Table) -> None:
    """Write the hidden sheet: what kind of workbook this is, and the values that nobody need see."""
    mark = book.sheet(MARK_SHEET)
    mark.text(0, 0, MARK)
    mark.number(0, 1, FORMAT)
    singles = [(table, inner_parts(table, event)[0]) for table in root.tables if table.single]
    unseen = [(line.key, getattr(part, line.name)) for table, part in singles for line in unseen_columns(table)]
    for row, (key, value) in enumerate(unseen, start=1):
        if value is not None:
            mark.text(row, 0, key)
            mark.text(row, 1, value)
    mark.raw.hide()


def _write_event_sheet(book: Book, event: Event, tables: Sequence[Table]) -> None:
    """Write header and settings, a line for each value, with what it means."""
    sheet = book.sheet(EVENT_SHEET)
    longest = max(len(_marked(line)) for table in tables for line in seen_columns(table))
    widths = (max(_LEAST_LABEL, longest * _CHARACTER + 16), _VALUE_WIDTH, _MEANING_WIDTH)
    sheet.widths(widths)
    _write_title(sheet, "Event", "What holds for the event as a whole.", widths)
    row = _HEADING_ROW
    for table in tables:
        for column, text in enumerate((table.title, "", "What it means")):
            sheet.text(row, column, text, _heading(book))
        sheet.height(row, 26)
        (part,) = inner_parts(table, event)
        for line in seen_columns(table):
            row += 1
            _write_line(sheet, row, line, to_cell(line, getattr(part, line.name)))
        row += 2
    sheet.raw.freeze_panes(_HEADING_ROW, 0)
    _set_up_page(sheet, event, sum(widths))


def _write_line(sheet: Sheet, row: int, column: EventColumn, value: CellValue) -> None:
    book = sheet.book
    sheet.text(row, 0, _marked(column), _heading(book, bold=False))
    sheet.value(row, 1, value, _box(book, column, **_LEFT, text_wrap=column.many))
    sheet.text(row, 2, column.description, _box(book, None, **_LEFT, font_size=9, font_color=_HELP, text_wrap=True))
    written = _height(str(value or ""), _VALUE_WIDTH) if column.many else 0
    sheet.height(row, max(26, written, _height(column.description, _MEANING_WIDTH)))
    sheet.validate(row, 1, row, 1, validation(column, {}))


def _write_list(book: Book, event: Event, table: Table, id_areas: Mapping[str, Area]) -> None:
    """Write a list: a column for each value, a row for each part, and room for more."""
    sheet = book.sheet(table.title)
    columns = sheet_columns(table)
    rows = [
        [_list_value(column, value) for column, value in zip(columns, row, strict=True)]
        for row in sheet_rows(table, event)
    ]
    widths = _widths(columns, rows)
    top, last = _HEADING_ROW + 1, _last_row(len(rows))
    for index, column in enumerate(columns):
        plain = book.style(**_properties(column), valign="vcenter")
        sheet.raw.set_column_pixels(index, index, widths[index], plain)
        sheet.text(_HEADING_ROW, index, _marked(column), _heading(book, **_placing(column)))
        sheet.validate(top, index, last, index, validation(column, id_areas))
        for row in range(max(_DRAWN_ROWS, len(rows) + _SPARE_ROWS)):
            value = rows[row][index] if row < len(rows) else None
            sheet.value(top + row, index, value, _box(book, column))
    sheet.raw.set_default_row(_ROW_POINTS)
    _write_title(sheet, table.title, table.description, widths)
    sheet.height(_HEADING_ROW, 26)
    _draw_filled_rows(sheet, Area(sheet.title, top, 0, last, len(columns) - 1))
    sheet.raw.ignore_errors({"number_stored_as_text": f"A{top + 1}:{address(last, len(columns) - 1)}"})
    sheet.raw.freeze_panes(top, 0)
    sheet.raw.repeat_rows(_HEADING_ROW)
    _set_up_page(sheet, event, sum(widths))


def _write_texts(book: Book, event: Event, table: Table, id_areas: Mapping[str, Area]) -> None:
    """Write a sheet with room to write: a high row for every part, with its long texts side by side."""
    sheet = book.sheet(table.title)
    columns, rows = (*table.parents, *table.columns), text_rows(table, event)
    widths = [*[_WIDE] * len(table.parents), *[_LONG] * len(table.columns)]
    sheet.widths(widths)
    _write_title(sheet, table.title, table.description, widths)
    sheet.height(_HEADING_ROW, 26)
    top, last = _HEADING_ROW + 1, _HEADING_ROW + len(rows) + _SPARE_ROWS
    for index, column in enumerate(columns):
        sheet.text(_HEADING_ROW, index, column.title, _heading(book))
        sheet.validate(top, index, last, index, validation(column, id_areas))
    for row in range(top, last + 1):
        values = (
            [to_cell(*pair) for pair in zip(columns, rows[row - top], strict=True)] if row - top < len(rows) else []
        )
        needed = [_height(str(value), _LONG) for value in values[1:] if value]
        sheet.height(row, min(max([_ROOM, *needed]), _HIGHEST))
        for index, column in enumerate(columns):
            value = values[index] if values else None
            sheet.value(row, index, value, _box(book, column, valign="top", text_wrap=True))
    sheet.raw.freeze_panes(top, 0)
    sheet.raw.repeat_rows(_HEADING_ROW)
    _set_up_page(sheet, event, sum(widths))


def _list_value(column: EventColumn, value: object) -> CellValue:
    """Return what a list shows; a usual value goes without saying, except where it is one of a few."""
    usual = value == column.default and column.kind not in (Kind.YES_NO, Kind.CHOICE)
    return None if usual else to_cell(column, value)


def _write_title(sheet: Sheet, title: str, description: str, widths: Sequence[int]) -> None:
    book, last = sheet.book, len(widths) - 1
    help_style = book.style(font_color=_HELP, text_wrap=True, valign="top", num_format="@", align="left")
    text = f"{description} * must be filled in. Select a box to see what belongs there."
    sheet.text(0, 0, title, book.style(bold=True, font_size=16, num_format="@", align="left"))
    sheet.span(1, 0, 1, last, help_style)
    sheet.text(1, 0, text, help_style)
    sheet.height(0, 30)
    sheet.height(1, _height(text, sum(widths)))


def _draw_filled_rows(sheet: Sheet, area: Area) -> None:
    """Draw boxes around rows further down as soon as something stands in them."""
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
    sheet.raw.set_footer(f"&L&9{name}&C&9&A&R&9&P of &N")


def _id_area(table: Table, event: Event) -> Area:
    columns = sheet_columns(table)
    index = next(index for index, column in enumerate(columns) if column.key == "id" and index >= len(table.parents))
    return Area(table.title, _HEADING_ROW + 1, index, _last_row(len(sheet_rows(table, event))), index)


def _last_row(count: int) -> int:
    return _HEADING_ROW + max(_LEAST_ROWS, count + _MORE_ROWS)


def _widths(columns: Sequence[EventColumn], rows: Sequence[Sequence[CellValue]]) -> list[int]:
    """Make columns as wide as what stands in them, within reason, and the sheet wide enough for its help."""
    widths = []
    for index, column in enumerate(columns):
        longest = max([len(_marked(column)) + 1, *(len(str(row[index] or "")) for row in rows)])
        widths.append(min(max(_least_width(column), longest * _CHARACTER + 16), _WIDEST))
    more = max(0, _LEAST_TOTAL - sum(widths))
    return [width + ceil(more / len(widths)) for width in widths]


def _least_width(column: EventColumn) -> int:
    if column.kind is not Kind.TEXT or column.refers or column.key == "id":
        return _NARROW
    return _WIDE if column.required else _MIDDLE


def _height(text: str, width: int) -> int:
    """Return the height in pixels that wrapped text needs in a width in pixels."""
    lines = sum(max(ceil(len(line) * _CHARACTER / width), 1) for line in text.split("\n"))
    return lines * _LINE_HEIGHT + 6


def _marked(column: EventColumn) -> str:
    return f"{column.title} *" if column.required else column.title


def _number_format(column: EventColumn) -> str:
    return "@" if column.many else _NUMBER_FORMATS.get(column.kind, "@")


def _placing(column: EventColumn) -> dict[str, object]:
    return {"align": "center", "indent": 0} if column.kind in _CENTRED else dict(_LEFT)


def _properties(column: EventColumn) -> dict[str, object]:
    return {"num_format": _number_format(column), **_placing(column)}


def _heading(book: Book, **more: object) -> Format:
    return _box(book, None, **{"bold": True, "bg_color": _GREY, "num_format": "@", **_LEFT, **more})


def _box(book: Book, column: EventColumn | None, **more: object) -> Format:
    properties: dict[str, object] = {"border": 1, "border_color": _LINE, "valign": "vcenter"}
    if column:
        properties |= _properties(column)
    return book.style(**{**properties, **more})
