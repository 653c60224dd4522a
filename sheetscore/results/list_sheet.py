"""The hidden sheet of lists that the formulas of a results workbook look up."""

from __future__ import annotations

from collections.abc import Sequence

from sheetscore.forms.block import Choices
from sheetscore.forms.cells import ListPlaces
from sheetscore.sheets.lists import LISTS_SHEET
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import Column, Places, Table, text_column

NAME = "name"
Choice = tuple[int | str, ...]
"""A choice's name, then its attributes."""


def list_sheet(lists: Sequence[Choices]) -> TableSheet:
    """Plan the sheet: lists below one another."""
    tables = tuple(_list_table(number, choices) for number, choices in enumerate(lists))
    return TableSheet(LISTS_SHEET, "", tables=tables, hidden=True)


def list_places(lists: Sequence[Choices], places: Places) -> ListPlaces:
    """Say where the lists stand, as the compiler of formulas wants to know it."""
    names, attributes = {}, {}
    for number, choices in enumerate(lists):
        place = places[_table_name(number)]
        names[id(choices)] = place.column(NAME).reference
        for attribute in choices.attributes:
            attributes[id(choices), attribute] = place.column(attribute).reference
    return ListPlaces(names, attributes)


def _table_name(number: int) -> str:
    return f"list {number}"


def _column(at: int, key: str) -> Column[Choice]:
    return text_column(key, key, 120, lambda choice: choice[at])


def _list_table(number: int, choices: Choices) -> Table[Choice]:
    keys = (NAME, *choices.attributes)
    return Table(
        _table_name(number),
        tuple(map(_column, range(len(keys)), keys)),
        list(zip(choices.names, *choices.attributes.values(), strict=True)),
        title=choices.id,
    )
