"""A table's own page: its seats with what the pilots' pages come to, team points, the event log, signatures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from sheetscore.expressions import Reference, to_excel
from sheetscore.forms.cells import SumCells
from sheetscore.forms.form import LogBlock, Page, PageEntries, PageForm, PageKind, PageScore, SeatList
from sheetscore.sheets.formulas import box_cell, column_cells, details_filled, page_row, who_sits
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.pages import heading, on_paper, signatures
from sheetscore.sheets.seat_table import SeatTable
from sheetscore.systems.tasks.pilot_page import (
    CLAIMED,
    FLEW,
    PILOT,
    ROUND_SCORE,
    RULING,
    SCENARIO_POINTS,
    TEAM_POINTS,
    awarded,
    block_of,
    is_filled,
    sum_references,
)
from sheetscore.workbooks.book import CellValue
from sheetscore.workbooks.names import column_letters

SIGNED = ("signed for one side", "signed for the other", "director")

_COLUMNS = {"seat": 1, "pilot": 3, SCENARIO_POINTS: 7, TEAM_POINTS: 8, ROUND_SCORE: 10, "filled": 12}
_CAPTIONS = ("seat", "pilot", "SP", "team points", "round score", "filled")
_STYLES = {"seat": "label", "pilot": "shown", "filled": "tick"}
"""Of the columns that are no sums."""

_SEATS = SeatTable("Seats", "adds up from the pilots' pages by itself", 5, _COLUMNS, _CAPTIONS, _STYLES)

_FIRST_ROW = 6


def lay_out_table_page(form: PageForm, seats: Sequence[Page]) -> PageLayout:
    """Lay out a table's own page."""
    listed = partial(_SEATS.lay_out, seats=seats)
    return on_paper(form, [heading, listed], form.blocks, [partial(signatures, who=SIGNED)])


def _figures(own: PageScore, page: Page, score: PageScore, entries: PageEntries) -> dict[str, CellValue]:
    counts = is_filled(score, entries)
    shows = counts and not page.form.kind.stays_empty(entries)
    return {
        "pilot": who_sits(page.form, entries),
        SCENARIO_POINTS: score.sums[SCENARIO_POINTS] if shows else "",
        TEAM_POINTS: awarded(own, page.form.side),
        ROUND_SCORE: score.sums[ROUND_SCORE] if shows else "",
        "filled": int(counts or FLEW in entries),
    }


def _there(pilot: PageLayout) -> dict[str, str]:
    references = sum_references(pilot)
    seat, flew, claimed, ruling = (box_cell(pilot, box) for box in (PILOT, FLEW, CLAIMED, RULING))
    details = details_filled(pilot)
    stays = f'AND({flew}<>"",N({flew})=0)'
    blank = f'AND({details}=0,{claimed}="",{ruling}="")'
    worth = to_excel(dict(pilot.form.sums)[SCENARIO_POINTS], SumCells(references))
    return {
        "pilot": f'IF({seat}="","",{seat})',
        SCENARIO_POINTS: f'IF(OR({stays},{blank}),"",{worth})',
        "filled": f'IF(OR({details}>0,{claimed}<>"",{ruling}<>"",{flew}<>""),1,0)',
    }


def _here(table_page: PageLayout, row: int, pilot: PageLayout) -> Mapping[str, str]:
    places, block = table_page.places, block_of(pilot.form.side)
    team_points = "0"
    if block in places:
        team_points = f"SUM({column_cells(places[block], 'total')})"
    here = {name: f"{column_letters(_COLUMNS[name])}{page_row(row)}" for name in (SCENARIO_POINTS, TEAM_POINTS)}
    cells = SumCells({name: Reference(cell) for name, cell in here.items()})
    worth = to_excel(dict(pilot.form.sums)[ROUND_SCORE], cells)
    return {TEAM_POINTS: team_points, ROUND_SCORE: f'IF({here[SCENARIO_POINTS]}="","",{worth})'}


TABLE_PAGE: PageKind[PageLayout] = PageKind(
    lay_out=lay_out_table_page,
    seat_list=SeatList(
        first_row=_FIRST_ROW,
        columns=_COLUMNS,
        who="pilot",
        filled="filled",
        figures=_figures,
        here=_here,
        there=_there,
    ),
    log=LogBlock(block="log", turn="turn", who="pilot", what="event"),
    on_paper=True,
    hint="Enter what happened; the seats add up from the pilots' pages.",
)
"""The page of the table itself."""
