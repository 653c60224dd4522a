"""The hidden sheet of lists: what drop-downs offer and what formulas look up."""

from __future__ import annotations

from collections.abc import Iterable

from sheetscore.forms.block import Choices
from sheetscore.forms.cells import ListPlaces
from sheetscore.forms.round_forms import RoundForms
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.names import Area

LISTS_SHEET = "_lists"


def lists_of(forms: RoundForms) -> list[Choices]:
    """Return every list that the sheets of a round offer, each once."""
    found = {id(choices): choices for form in forms.page_forms() for block in form.blocks for choices in block.lists}
    return list(found.values())


def write_lists(book: Book, lists: Iterable[Choices], title: str = LISTS_SHEET) -> ListPlaces:
    """Write lists side by side on a hidden sheet, a heading above each column.

    A list without choices gets one blank cell, so that every formula has a range to look in.
    """
    sheet = book.sheet(title)
    sheet.raw.hide()
    names: dict[int, str] = {}
    attributes: dict[tuple[int, str], str] = {}
    column = 0
    for choices in lists:
        last = max(len(choices.names), 1)

        def place(heading: str, values: tuple[int | str, ...], column: int = column, last: int = last) -> str:
            sheet.text(0, column, heading)
            for index, value in enumerate(values, start=1):
                sheet.value(index, column, value)
            return Area(sheet.title, 1, column, last, column).reference

        names[id(choices)] = place(choices.id, choices.names)
        for attribute, values in choices.attributes.items():
            column += 1
            attributes[id(choices), attribute] = place(f"{choices.id} {attribute}", values, column)
        column += 1
    return ListPlaces(names, attributes)
