"""The cover of a round's workbook: every table with a link, and which pages are still to come."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from xlsxwriter.format import Format

from sheetscore.event.folder import sheets_stem
from sheetscore.event.model import Event
from sheetscore.event.stage import stage_name
from sheetscore.forms.form import RoundForms
from sheetscore.sheets.pages import SEAT_COLUMNS, SEAT_LIST_ROW
from sheetscore.sheets.paper import PAPERS, fit_width
from sheetscore.workbooks.book import CellValue, Sheet
from sheetscore.workbooks.names import Area

_WIDTHS = (90, 260, 90, 90, 180)
_HEADINGS = ("Table", "Scenario", "Pilots", "Filled", "State")
_FIRST = 5


def write_cover(
    event: Event,
    sheet: Sheet,
    forms: RoundForms,
    states: Sequence[Sequence[Mapping[str, CellValue]]],
    style: Callable[[str], Format],
    *,
    marked: bool = False,
) -> None:
    """Write the cover.

    Parameters
    ----------
    states
        For every table the lines of its list of seats, as cached values.
    marked
        Whether this is a marked copy.
    """
    sheet.widths(_WIDTHS)
    sheet.raw.hide_gridlines(2)
    sheet.height(0, 36)
    sheet.text(0, 0, f"{event.header.name}: {stage_name(forms.round)}", style("title"))
    name = f"{sheets_stem(forms.round)}{'-marked' if marked else ''}.xlsx"
    hint = "Enter what is on paper on the sheets of the tables; save; then run: sheetscore ingest"
    sheet.text(1, 0, f"{hint} {name}", style("subtitle"))
    for column, heading in enumerate(_HEADINGS):
        sheet.text(_FIRST - 1, column, heading, style("column"))
    for row, (table, seats) in enumerate(zip(forms.tables, states, strict=True), start=_FIRST):
        pilots = _column(table.number, "pilot", len(seats))
        filled = _column(table.number, "filled", len(seats))
        drawn = sum(seat["pilot"] != "" for seat in seats)
        done = sum(seat["pilot"] != "" and seat["filled"] == 1 for seat in seats)
        sheet.link(row, 0, f"Table {table.number}", f"Table {table.number}", style("cell link"))
        sheet.text(row, 1, table.title, style("cell"))
        sheet.formula(row, 2, f'SUMPRODUCT(({pilots}<>"")*1)', drawn, style("cell middle"))
        sheet.formula(row, 3, f'SUMPRODUCT(({pilots}<>"")*{filled})', done, style("cell middle"))
        here = row + 1
        state = "complete" if done == drawn else f"{drawn - done} to come"
        sheet.formula(row, 4, f'IF(C{here}=D{here},"complete",C{here}-D{here}&" to come")', state, style("cell"))
    last = _FIRST + len(forms.tables)
    pilots_all = sum(seat["pilot"] != "" for seats in states for seat in seats)
    filled_all = sum(seat["pilot"] != "" and seat["filled"] == 1 for seats in states for seat in seats)
    for column, total in ((2, pilots_all), (3, filled_all)):
        letter = "ABCDE"[column]
        sheet.formula(last, column, f"SUM({letter}{_FIRST + 1}:{letter}{last})", total, style("sum"))
    sheet.text(last, 1, "all tables", style("cell"))
    sheet.protect()
    fit_width(sheet.raw, PAPERS[event.header.paper], repeat=_FIRST - 1)


def _column(table: int, name: str, seats: int) -> str:
    column = SEAT_COLUMNS[name]
    return Area(f"Table {table}", SEAT_LIST_ROW, column, SEAT_LIST_ROW + seats - 1, column).reference
