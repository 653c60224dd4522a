"""The list of seats on a table's own page: formulas that gather the pilots' pages below it."""

from __future__ import annotations

from collections.abc import Mapping

from sheetscore.expressions import Reference, to_excel
from sheetscore.forms.cells import SumCells
from sheetscore.sheets.formulas import details_filled, single, sum_references
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.pages import SEAT_COLUMNS
from sheetscore.sheets.stamp import PageFormula, page_row
from sheetscore.workbooks.names import column_letters


def seat_formulas(pilot: PageLayout) -> dict[str, PageFormula]:
    """Give the formulas of a seat's line that look at a pilot's page, to be stamped at that page's top."""
    references = sum_references(pilot)
    seat, flew = single(pilot, "seat", "pilot"), single(pilot, "seat", "flew")
    claimed, ruling = references["claimed"].text, references["ruling"].text
    details = details_filled(pilot)
    stays = f'AND({flew}<>"",N({flew})=0)'
    blank = f'AND({details}=0,{claimed}="",{ruling}="")'
    worth = to_excel(dict(pilot.shape.sums)["sp"], SumCells(references))
    return {
        "pilot": PageFormula(f'IF({seat}="","",{seat})'),
        "sp": PageFormula(f'IF(OR({stays},{blank}),"",{worth})'),
        "filled": PageFormula(f'IF(OR({details}>0,{claimed}<>"",{ruling}<>"",{flew}<>""),1,0)'),
    }


def own_formulas(table_page: PageLayout, row: int, pilot: PageLayout) -> Mapping[str, PageFormula]:
    """Give the formulas of a seat's line that look at the table's own page only.

    Parameters
    ----------
    row
        The line's row on the table's page.
    """
    places = table_page.places
    block = f"team_points.{pilot.shape.side}"
    awarded = "0"
    if block in places:
        letters = column_letters(places[block].columns["total"])
        awarded = f"SUM({letters}{page_row(places[block].first_row)}:{letters}{page_row(places[block].last_row)})"
    here = {name: f"{column_letters(column)}{page_row(row)}" for name, column in SEAT_COLUMNS.items()}
    worth = to_excel(
        dict(pilot.shape.sums)["rs"],
        SumCells({"sp": Reference(here["sp"]), "team_points": Reference(here["team_points"])}),
    )
    return {
        "team_points": PageFormula(awarded),
        "rs": PageFormula(f'IF({here["sp"]}="","",{worth})'),
    }
