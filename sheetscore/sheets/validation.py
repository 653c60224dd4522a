"""The validation of boxes: the list of a drop-down, the valid values, and the rule that makes a box red."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from sheetscore.expressions import to_excel
from sheetscore.forms.block import Field
from sheetscore.forms.evaluation import BlockCells, ListPlaces
from sheetscore.forms.form import Page
from sheetscore.forms.template import FieldType
from sheetscore.sheets.formulas import PageFormula, cells_of
from sheetscore.sheets.headings import BlockPlace
from sheetscore.sheets.layout import PageLayout
from sheetscore.workbooks.book import Sheet
from sheetscore.workbooks.cell_refs import address

if TYPE_CHECKING:
    from xlsxwriter.format import Format


_TITLE = 32
"""The most characters of a message's title; spreadsheets drop longer ones."""


def validation(box: Field, lists: ListPlaces) -> dict[str, Any]:
    """Return the validation of a box, as XlsxWriter takes it.

    It only helps while somebody types: pasting removes it, so what is read back is checked again.
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
    """Offer the names of the list; the box takes several, typed one after the other."""
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


def write_alerts(
    sheet: Sheet, pages: Sequence[tuple[Page, int]], laid_out: Mapping[int, PageLayout], style: Format
) -> None:
    """Write the conditional formats that make boxes of a worksheet red as long as the conditions of their alerts hold.

    Parameters
    ----------
    pages
        The pages on the worksheet, with their first rows.
    laid_out
        The layout of each form, by ``id()`` of the form.
    style
        The format of red boxes.
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
    """Return, by the name of each box, the formula that makes it red, written for the block's first line."""
    # absolute columns: every cell of a merged box must look at the same ones
    fixed = replace(cells, columns={name: f"${letters}" for name, letters in cells.columns.items()})
    return {alert.field: PageFormula(to_excel(alert.when, fixed.row(0))) for alert in cells.block.alerts}


def _areas(layout: PageLayout, place: BlockPlace, box: str, tops: Sequence[int]) -> list[tuple[int, int, int, int]]:
    """Return the cells of a column of boxes on every page: first row and column, last row and column."""
    first = place.columns[box]
    last = next(cell.last_column for cell in layout.cells if cell.row == place.rows[0] and cell.column == first)
    return [(top + start, first, top + end, last) for top in tops for start, end in place.areas]


def _write(sheet: Sheet, areas: Sequence[tuple[int, int, int, int]], formula: str, style: Format) -> None:
    """Write one conditional format for several areas; its formula is that of the first cell."""
    ranges = " ".join(f"{address(*area[:2])}:{address(*area[2:])}" for area in areas)
    sheet.format_where(
        *areas[0], {"type": "formula", "criteria": f"={formula}", "format": style, "multi_range": ranges}
    )
