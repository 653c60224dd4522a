"""Boxes that are red and bold while a limit is broken: conditional formats, one for each column of a form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sheetscore.expressions import to_excel
from sheetscore.forms.cells import BlockCells, ListPlaces
from sheetscore.forms.form import Page
from sheetscore.sheets.formulas import PageFormula, cells_of
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.page_parts import BlockPlace
from sheetscore.workbooks.book import Sheet
from sheetscore.workbooks.names import address

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
