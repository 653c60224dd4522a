"""What may be typed into boxes: lists that drop-downs offer and formulas look up, and the validation of each box."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sheetscore.forms.block import Choices, Field
from sheetscore.forms.cells import ListPlaces
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import FieldType
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.names import Area

LISTS_SHEET = "_lists"

_TITLE = 32
"""Longer titles of messages are dropped by every spreadsheet."""


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


def validation(box: Field, lists: ListPlaces) -> dict[str, Any]:
    """Return the validation of a box, as XlsxWriter takes it.

    A help only: pasting removes it, so that whatever comes back is checked again.
    """
    rule = _RULES[box.type](box, lists)
    title = " ".join(box.plain_label.split())[:_TITLE]
    return {
        "ignore_blank": True,
        "input_title": title,
        "input_message": box.prompt,
        "error_title": title,
        **rule,
    }


def _whole(box: Field, lists: ListPlaces) -> dict[str, Any]:
    del lists
    return {
        "validate": "integer",
        "criteria": "between",
        "minimum": box.minimum,
        "maximum": box.maximum,
        "error_message": f"A whole number from {box.minimum} to {box.maximum} belongs here.",
    }


def _any(box: Field, lists: ListPlaces) -> dict[str, Any]:
    del box, lists
    return {"validate": "any"}


def _number(box: Field, lists: ListPlaces) -> dict[str, Any]:
    return {
        **_whole(box, lists),
        "validate": "decimal",
        "error_message": f"A number from {box.minimum} to {box.maximum} belongs here.",
    }


def _list(box: Field, lists: ListPlaces) -> dict[str, Any]:
    if box.choices is None or not box.choices.names:
        return {"validate": "any"}
    return {
        "validate": "list",
        "source": f"={lists.of(box.choices)}",
        "show_error": not (box.open or box.choices.seats or box.choices.also),
        "error_message": "Choose from the list.",
    }


def _several(box: Field, lists: ListPlaces) -> dict[str, Any]:
    """Offer what can be named; several are typed one after the other."""
    return {**_list(box, lists), "show_error": False}


_RULES: dict[FieldType, Callable[[Field, ListPlaces], dict[str, Any]]] = {
    "count": _whole,
    "number": _whole,
    "points": _whole,
    "score": _number,
    "flag": _whole,
    "text": _any,
    "choice": _list,
    "several": _several,
    "odds": _list,
    "player": _list,
}
