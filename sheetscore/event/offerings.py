"""The data validations of event.xlsx: drop-down lists, ranges of numbers, and the prompts that explain them.

The entries of drop-down lists come from the lists of the event, from reference sheets, or from the hidden sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, zip_longest

from msgspec import Struct

from sheetscore.event.cells import MARK_SHEET, PLAYER, list_tables, offers, sheet_columns, sheet_rows, to_cell
from sheetscore.event.identity import PlayerNames, SeatsOf, TakenFrom, seat_id
from sheetscore.event.model import EARLIEST, Event
from sheetscore.event.tables import ColumnKind, EventColumn, EventTable, inner_tables, table_of
from sheetscore.workbooks.cell_refs import Area, address, quoted

HEADING_ROW, TOP = 3, 4
"""The rows of headings and of the first part on the sheet of a list, counted from 0."""

_TITLE_LENGTH, _MESSAGE_LENGTH = 32, 255
"""The most characters that spreadsheets take as the title and as the text of a prompt."""

_FEW_CHOICES = 3
"""A box for several choices offers all sets of them if there are at most this many choices."""

_LEAST_ROWS, _MORE_ROWS = 200, 60
"""The fewest rows with boxes in a list, and the fewest below those that are filled in."""

_FIRST_UNSEEN = 3
"""The first column of offered lists on the hidden sheet, to the right of its keys and values."""


Live = tuple[tuple[str, str], ...]
"""Formulas, each with its present value."""

Rule = dict[str, object]
"""A data validation, as XlsxWriter takes it."""

_ANYTHING: Rule = {"validate": "any"}


class Offering(Struct, frozen=True):
    """The choices of a box."""

    area: Area
    """A column of cells; blank ones come last."""
    owners: Area | None = None
    """The cells beside them with the ids of the parts that own the choices; None if the event itself does."""


class UnseenList(Struct, frozen=True):
    """A column of the hidden sheet, for choices that no other sheet lists in this form."""

    column: int
    """Counted from 0."""
    fixed: tuple[str, ...]
    """The first entries, which never change."""
    live: Live
    """Further entries, computed from the sheets that the director fills in."""

    @property
    def offering(self) -> Offering:
        """The cells of the whole list."""
        return Offering(Area(MARK_SHEET, 0, self.column, len(self.fixed) + len(self.live) - 1, self.column))


class Offerings(Struct, frozen=True):
    """The choices of all boxes of an event."""

    lists: Mapping[str, Offering]
    """The cells with the choices, by the name that columns give their list."""
    unseen: tuple[UnseenList, ...]
    """The lists among them that stand on the hidden sheet."""
    lines: Mapping[str, Mapping[str, str]]
    """The choices with their one-line descriptions on each reference sheet, by its title."""


def offerings_of(event: Event) -> Offerings:
    """Return the choices of an event's boxes, and their places in its workbook."""
    root = table_of(type(event))
    tables = {table.path: table for table in list_tables(root)}
    columns = [column for table in inner_tables(root) for column in (*table.parents, *table.columns)]
    lines = {title: offered.lines(event.own_templates) for title, offered in offers(root).items()}
    lists = {table.path: _in_list(event, table, "id") for table in tables.values() if table.has_ids}
    for source in (column.taken_from for column in columns):
        if isinstance(source, TakenFrom):
            lists[source.name] = _in_list(event, tables[source.path], source.key)
    lists |= {title: Offering(Area(title, TOP, 0, TOP + len(on) - 1, 0)) for title, on in lines.items() if on}
    unseen = {
        name: UnseenList(at, *parts)
        for at, (name, parts) in enumerate(_unseen(event, tables, columns, lines).items(), start=_FIRST_UNSEEN)
    }
    lists |= {name: one.offering for name, one in unseen.items()}
    return Offerings(lists, tuple(unseen.values()), lines)


def last_row(count: int) -> int:
    """Return the last row with boxes of a list with ``count`` parts, counted from 0."""
    return HEADING_ROW + max(_LEAST_ROWS, count + _MORE_ROWS)


def _in_list(event: Event, table: EventTable, key: str) -> Offering:
    """Return the cells of a column of a list, and the ids of the parts that its rows belong to."""
    columns = sheet_columns(table)
    at = next(at for at, column in enumerate(columns) if column.key == key and at >= len(table.parents))
    last, owner = last_row(len(sheet_rows(table, event))), len(table.parents) - 1
    owners = Area(table.title, TOP, owner, last, owner) if table.parents else None
    return Offering(Area(table.title, TOP, at, last, at), owners)


def _unseen(
    event: Event,
    tables: Mapping[str, EventTable],
    columns: Sequence[EventColumn],
    lines: Mapping[str, Mapping[str, str]],
) -> dict[str, tuple[tuple[str, ...], Live]]:
    """Return the lists of the hidden sheet by name: their fixed entries, and those computed from other lists."""
    unseen: dict[str, tuple[tuple[str, ...], Live]] = {}
    if PLAYER in tables and any(column.refers == PLAYER for column in columns):
        unseen[PLAYER] = (), _names(event, tables[PLAYER])
    for column in columns:
        match column.taken_from:
            case SeatsOf(path):
                unseen[column.list_name] = (), _seats(event, tables[path])
            case TakenFrom(path, key) if column.offered:
                unseen[column.list_name] = tuple(lines[column.list_name]), _copied(event, tables[path], key)
    return unseen


def _names(event: Event, players: EventTable) -> Live:
    """Return formulas for all players, by name and id, that follow the sheet of players."""
    labels = PlayerNames({player.id: player.name for player in event.players})
    cells = zip(*(_cells(_in_list(event, players, key).area) for key in ("id", "name")), strict=True)
    formulas = (f'IF({id_}="","",IF({name}="",{id_},{name}&" ("&{id_}&")"))' for id_, name in cells)
    return _live(formulas, (labels.label(player.id) for player in event.players))


def _copied(event: Event, table: EventTable, key: str) -> Live:
    """Return formulas for the values of a column of a list."""
    at = next(at for at, column in enumerate(sheet_columns(table)) if column.key == key)
    formulas = (f'IF({cell}="","",{cell})' for cell in _cells(_in_list(event, table, key).area))
    return _live(formulas, (str(row[at]) for row in sheet_rows(table, event)))


def _seats(event: Event, table: EventTable) -> Live:
    """Return formulas for the seats of listed sides: the id of the side, and a number: ``axis.2``."""
    rows, above, sheet = sheet_rows(table, event), len(table.parents), quoted(table.title)
    owners = [tuple(map(str, row[:above])) for row in rows]
    shown = (seat_id(owner[-1], owners[: at + 1].count(owner)) for at, owner in enumerate(owners))

    def formula(row: int) -> str:
        side = f"{sheet}!{address(row, above - 1)}"
        like_here = (
            f"{sheet}!{address(TOP, at, fixed=True)}:{address(row, at)},{sheet}!{address(row, at)}"
            for at in range(above)
        )
        return f'IF({side}="","",{side}&"."&COUNTIFS({",".join(like_here)}))'

    return _live(map(formula, range(TOP, last_row(len(rows)) + 1)), shown)


def _cells(area: Area) -> Iterator[str]:
    """Refer to the cells of a column, one after the other."""
    return (f"{quoted(area.sheet)}!{address(row, area.column)}" for row in range(area.row, area.last_row + 1))


def _live(formulas: Iterable[str], shown: Iterable[str]) -> Live:
    return tuple(zip_longest(formulas, shown, fillvalue=""))


def validation(column: EventColumn, lists: Mapping[str, Offering], owner: str = "") -> Rule:
    """Return the data validation of a column, as XlsxWriter takes it.

    It helps, and catches slips of the hand; reading checks everything again.

    Parameters
    ----------
    column
        The column of the box.
    lists
        The cells with the choices, by the name that columns give their list.
    owner
        The cell, in the column's first row, with the id of the part that owns the choices; empty without one.
    """
    return {
        **_rule(column, lists, owner),
        "input_title": column.title[:_TITLE_LENGTH],
        "input_message": prompt(column.description),
        "error_title": column.title[:_TITLE_LENGTH],
        "error_message": f"Put {column.words} here."[:_MESSAGE_LENGTH],
    }


def prompt(description: str) -> str:
    """Return as many sentences of a description as a prompt holds; the others are beside the box, or in the docs."""
    if len(description) <= _MESSAGE_LENGTH:
        return description
    whole = description[:_MESSAGE_LENGTH].rpartition(". ")[0]
    return f"{whole}." if whole else f"{description[: _MESSAGE_LENGTH - 1]}…"


def _rule(column: EventColumn, lists: Mapping[str, Offering], owner: str) -> Rule:
    """Return the kind of a validation: a list, a range, or anything."""
    listed = lists.get(column.list_name)
    if listed:
        # a drop-down can only give one choice; several are typed one after the other
        more: Rule = {"show_error": False} if column.many else {"error_type": "warning"}
        return {"validate": "list", "source": _source(listed, owner), **more}
    match column.kind:
        case ColumnKind.CHOICE if column.many:
            rule: Rule = {"validate": "list", "source": _several(column), "show_error": False}
        case ColumnKind.CHOICE:
            rule = {"validate": "list", "source": list(column.choices)}
        case ColumnKind.YES_NO:
            rule = {"validate": "list", "source": ["yes", "no"]}
        case ColumnKind.DAY:
            rule = {"validate": "date", "criteria": ">=", "value": EARLIEST}
        case ColumnKind.WHOLE | ColumnKind.DECIMAL if not column.many and column.high is not None:
            span = {"minimum": float(str(column.low)), "maximum": float(str(column.high))}
            kind = "integer" if column.kind is ColumnKind.WHOLE else "decimal"
            rule = {"validate": kind, "criteria": "between", **span}
        case _:
            rule = _ANYTHING
    return rule


def _several(column: EventColumn) -> list[str]:
    """Return all sets of the choices; if there are many, only the default and the single ones. Others can be typed."""
    if len(column.choices) <= _FEW_CHOICES:
        sets: list[object] = [
            chosen for count in range(1, len(column.choices) + 1) for chosen in combinations(column.choices, count)
        ]
    else:
        sets = [column.default, (), *((choice,) for choice in column.choices)]
    return [str(text) for chosen in sets if (text := to_cell(column, chosen))]


def _source(listed: Offering, owner: str) -> str:
    """Return a reference to the cells of a list up to the last filled one: else its drop-down would open at the blanks.

    If the choices have owners, it takes those of one owner, which are adjacent; all if that owner has none.
    """
    top = f"{quoted(listed.area.sheet)}!{address(listed.area.row, listed.area.column, fixed=True)}"
    filled = f'SUMPRODUCT(--({listed.area.reference}<>""))'
    if not owner or listed.owners is None:
        return f"=OFFSET({top},0,0,MAX(1,{filled}),1)"
    owners = listed.owners.reference
    first, count = f"IFERROR(MATCH({owner},{owners},0)-1,0)", f"COUNTIF({owners},{owner})"
    return f"=OFFSET({top},{first},0,IF({count}=0,MAX(1,{filled}),{count}),1)"
