"""What may be typed into boxes: lists that drop-downs offer, the validation of each box, and what turns it red."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from sheetscore.expressions import to_excel
from sheetscore.forms.block import Choices, Field
from sheetscore.forms.cells import BlockCells, ListPlaces
from sheetscore.forms.form import Page
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import FieldType
from sheetscore.sheets.formulas import PageFormula, cells_of
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.page_parts import BlockPlace
from sheetscore.workbooks.book import Book, Sheet
from sheetscore.workbooks.names import Area, address

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


if TYPE_CHECKING:
    from xlsxwriter.format import Format


def write_alerts(
    sheet: Sheet, pages: Sequence[tuple[Page, int]], laid_out: Mapping[int, PageLayout], style: Format
) -> None:
    """Make the boxes of a worksheet red where the rules of their forms say so.

    Parameters
    ----------
    pages
        The pages on it, with their first rows.
    laid_out
        The layout of each form by its identity.
    style
        What such boxes look like.
    """
    by_form: dict[int, list[int]] = {}
    for page, top in pages:
        by_form.setdefault(id(page.form), []).append(top)
    for form, tops in by_form.items():
        layout = laid_out[form]
        if not any(place.block.alerts for place in layout.places.values()):
            continue
        cells = cells_of(layout, ListPlaces())
        for block_id, place in layout.places.items():
            for box, formula in _alerts(cells[block_id]).items():
                _write(sheet, _areas(layout, place, box, tops), formula.at(tops[0]), style)


def _alerts(cells: BlockCells) -> dict[str, PageFormula]:
    """Return when the boxes of a block are red, as seen from its first line, by their names."""
    # columns stay as they are written: a box may be merged from several cells, and all of them look at the same ones
    fixed = replace(cells, columns={name: f"${letters}" for name, letters in cells.columns.items()})
    return {alert.field: PageFormula(to_excel(alert.when, fixed.row(0))) for alert in cells.block.alerts}


def _areas(layout: PageLayout, place: BlockPlace, box: str, tops: Sequence[int]) -> list[tuple[int, int, int, int]]:
    """Return the cells of a column of boxes on every page: first row and column, last row and column."""
    first = place.columns[box]
    last = next(cell.last_column for cell in layout.cells if cell.row == place.rows[0] and cell.column == first)
    return [(top + start, first, top + end, last) for top in tops for start, end in place.areas]


def _write(sheet: Sheet, areas: Sequence[tuple[int, int, int, int]], formula: str, style: Format) -> None:
    ranges = " ".join(f"{address(*area[:2])}:{address(*area[2:])}" for area in areas)
    sheet.format_where(
        *areas[0], {"type": "formula", "criteria": f"={formula}", "format": style, "multi_range": ranges}
    )
