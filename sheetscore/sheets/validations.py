"""What a spreadsheet lets be typed into a box, and what it says there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sheetscore.forms.block import Field
from sheetscore.forms.cells import ListPlaces
from sheetscore.forms.template import FieldType

_TITLE = 32
"""Longer titles of messages are dropped by every spreadsheet."""


def validation(box: Field, lists: ListPlaces) -> dict[str, Any]:
    """Return the validation of a box, as XlsxWriter takes it.

    A help only: pasting removes it, so that whatever comes back is checked again.
    """
    rule = _RULES[box.type](box, lists)
    title = " ".join(box.label.split())[:_TITLE]
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


_RULES: dict[FieldType, Callable[[Field, ListPlaces], dict[str, Any]]] = {
    "count": _whole,
    "number": _whole,
    "points": _whole,
    "score": _number,
    "flag": _whole,
    "text": _any,
    "choice": _list,
    "several": _any,
    "odds": _list,
    "player": _list,
}
