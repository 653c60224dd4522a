"""The rules that writing and reading event.xlsx share: its sheets, their headings, and how a cell holds a value."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from sheetscore.event.identity import Offered, folded
from sheetscore.event.model import Event, EventPart
from sheetscore.event.tables import ColumnKind, EventColumn, EventTable, id_of, inner_parts, inner_tables, table_of
from sheetscore.workbooks.book import EPOCH, CellValue
from sheetscore.workbooks.sheet_cells import ReadCell
from sheetscore.workbooks.typed import InvalidValue, half_width, number_from, whole_number_from

EVENT_SHEET = "Event"
"""The sheet with the header and the settings, a line for each."""

MARK_SHEET = "_sheetscore"
"""The hidden sheet that says what kind of workbook this is."""

MARK = "sheetscore event"
"""The text in A1 of the hidden sheet; B1 has the format, and the rows below have values that directors need not see."""

FORMAT = 1
"""The format of event.xlsx; a workbook with a higher number needs a later sheetscore."""

PLAYER = "player"
"""The TOML table of the players, the only parts that may be referred to by name."""

TEAM = "team"
"""The TOML table of the teams, in systems that have some."""

MINUTES_OF_DAY = 24 * 60
"""Spreadsheets count times as parts of a day."""

_YES_NO = {
    **dict.fromkeys(("yes", "y", "true", "1", "x", "✓"), True),
    **dict.fromkeys(("no", "n", "false", "0"), False),
}

NONE = "none"
"""Written into a list that is deliberately empty though its default is not."""

_BETWEEN = re.compile(r"[\s,;+/&]+")
_BETWEEN_TEXTS = re.compile(r"[;\n]")
_COMMA_WITHIN = re.compile(r"[+-]?\d+,\d+\Z")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def list_tables(root: EventTable) -> Iterator[EventTable]:
    """Yield the tables with a sheet of their own, in the order of filling them in.

    A table comes after those that it refers to, and after the one whose parts contain its own.
    """
    waiting = {table.path: table for table in root.tables if not table.single}

    def after_its_references(table: EventTable) -> Iterator[EventTable]:
        here = [table, *inner_tables(table)]
        for path in dict.fromkeys(column.refers for one in here for column in one.columns):
            if needed := waiting.pop(path, None):
                yield from after_its_references(needed)
        yield from here

    while waiting:
        yield from after_its_references(waiting.pop(next(iter(waiting))))


def offers(root: EventTable) -> dict[str, Offered]:
    """Return the lists of choices that have a sheet of their own, by its title."""
    offered = (column.offered for table in inner_tables(root) for column in table.columns)
    return {one.title: one for one in offered if one}


def seen_columns(table: EventTable) -> tuple[EventColumn, ...]:
    """Return the columns that have a line on the Event sheet."""
    return tuple(column for column in table.columns if not column.unseen)


def unseen_columns(table: EventTable) -> tuple[EventColumn, ...]:
    """Return the columns for the hidden sheet, where all values are texts."""
    return tuple(column for column in table.columns if column.unseen)


def sheet_columns(table: EventTable) -> tuple[EventColumn, ...]:
    """Return the columns of a list's sheet: the parents of a row, then its own values without long texts."""
    return (*table.parents, *(column for column in table.columns if not column.long))


def text_tables(root: EventTable) -> Iterator[EventTable]:
    """Yield the tables of the sheets for long texts, one for each list whose parts have any."""
    return (texts for table in list_tables(root) if (texts := table.texts))


def text_rows(table: EventTable, event: Event) -> list[tuple[object, ...]]:
    """List the rows of a sheet for long texts: the id of every part, and its long texts."""
    parts = inner_parts(table, event)
    return [(id_of(part), *(getattr(part, column.name) for column in table.columns)) for part in parts]


def sheet_rows(table: EventTable, event: Event) -> list[tuple[object, ...]]:
    """List the rows of a list's sheet: for every part the values of :func:`sheet_columns`."""

    def inside(outer: EventTable, part: EventPart, above: tuple[str, ...]) -> Iterator[tuple[object, ...]]:
        for inner in outer.tables:
            for one in inner_parts(inner, part):
                if inner == table:
                    yield (*above, *(getattr(one, column.name) for column in table.columns if not column.long))
                elif inner.tables:
                    yield from inside(inner, one, (*above, id_of(one)))

    return list(inside(table_of(type(event)), event, ()))


def to_cell(column: EventColumn, value: object) -> CellValue:
    """Return what a cell shows for a value; None for a blank cell, which means the default."""
    if value == () and column.default:
        return NONE  # only lists of choices have a default that is not empty
    if value is None or value in ((), ""):
        return None
    shown: CellValue
    match value:
        case tuple():
            shown = joint(column).join(map(str, value))
        case bool():
            shown = "yes" if value else "no"
        case int() | Decimal():
            shown = Fraction(value)
        case dt.date():
            shown = (value - EPOCH.date()).days
        case dt.time():
            shown = Fraction(value.hour * 60 + value.minute, MINUTES_OF_DAY)
        case _:
            shown = str(value)
    return shown


def joint(column: EventColumn) -> str:
    """Return the separator of several values in a cell; a text may have commas of its own."""
    if column.kind is ColumnKind.CHOICE:
        return " + "
    return "; " if _has_texts(column) else ", "


def _has_texts(column: EventColumn) -> bool:
    """Return whether the values are free texts, and not ids."""
    return column.kind is ColumnKind.TEXT and not column.refers


def from_cell(column: EventColumn, value: object) -> object:
    """Parse the value of a cell; return it unchanged if that fails.

    Parameters
    ----------
    column
        The column, with the kind of values that belong there.
    value
        Text, a number, a truth value or a date, as a spreadsheet has it.

    Returns
    -------
    object
        The value as the model takes it; None for a blank.
    """
    if isinstance(value, str):
        value = value.strip()
    if value is None or value == "":
        return None
    if not column.many:
        return _one(column, value)
    if column.kind is ColumnKind.CHOICE and NONE not in column.choices and folded(str(value)) == NONE:
        return ()
    return tuple(_one(column, word) for word in _words(column, value))


def _words(column: EventColumn, value: object) -> list[object]:
    """Split the text of a cell for several values."""
    if not isinstance(value, str) or column.refers == PLAYER:
        return [value]  # names can be resolved only when all players are known
    if _has_texts(column):
        return [text for part in _BETWEEN_TEXTS.split(value) if (text := part.strip())]
    if column.kind is ColumnKind.DECIMAL and _has_doubtful_comma(value):
        return [value]
    return [word for word in _BETWEEN.split(value) if word]


def _has_doubtful_comma(text: str) -> bool:
    """Return whether a comma between digits may be a decimal one: ``0,5`` is a half, or the numbers 0 and 5."""
    return "." not in text and any(_COMMA_WITHIN.match(word) for word in re.split(r"[\s;+/&]+", half_width(text)))


def _one(column: EventColumn, value: object) -> object:
    """Parse a single value; return it unchanged if that fails."""
    match column.kind, value:
        case (ColumnKind.TEXT, int() | float()) if not isinstance(value, bool):
            return _number_as_text(value)
        case (ColumnKind.WHOLE | ColumnKind.DECIMAL, float()):
            return int(value) if value.is_integer() else Decimal(repr(value))
        case (ColumnKind.YES_NO, int()):
            return _YES_NO.get(str(value).casefold(), value)
        case (ColumnKind.DAY, dt.datetime()) if value.time() == dt.time():
            return value.date()
        case (_, str()):
            return _typed(column, value)
    return value


def _typed(column: EventColumn, text: str) -> object:
    """Parse text by the kind of its column; return it unchanged if that fails."""
    plain = half_width(text).strip()
    match column.kind:
        case ColumnKind.WHOLE:
            whole = whole_number_from(text)
            return text if isinstance(whole, InvalidValue) else whole
        case ColumnKind.DECIMAL:
            return _decimal(text)
        case ColumnKind.YES_NO:
            return _YES_NO.get(folded(plain), text)
        case ColumnKind.DAY if _DAY.fullmatch(plain):
            return _day(plain)
        case ColumnKind.CHOICE:
            return next((choice for choice in column.choices if folded(choice) == folded(plain)), text)
    return text


def _decimal(text: str) -> Decimal | str:
    """Return a number as an exact decimal; the text itself if that is impossible, as for a third."""
    number = number_from(text)
    if isinstance(number, InvalidValue):
        return text
    exact = Decimal(number.numerator) / Decimal(number.denominator)
    return exact if Fraction(exact) == number else text


def _number_as_text(number: float) -> str:
    """Return the digits of a number that was typed where text belongs: ``12.0`` is 12."""
    return str(int(number)) if float(number).is_integer() else repr(number)


def _day(text: str) -> dt.date | str:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return text


def read_cell(column: EventColumn, cell: ReadCell) -> object:
    """Understand a cell of event.xlsx.

    Raises
    ------
    ValueError
        It holds an error such as ``#REF!``; the message is for the director.
    """
    if cell.error:
        raise ValueError(f"{column.title} shows {cell.value}: its formula fails. Put {column.words} there.")
    return from_cell(column, cell.value)
