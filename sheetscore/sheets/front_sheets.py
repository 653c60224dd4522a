"""The sheets in front of the tables: the cover, and in a marked copy the list of what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from sheetscore.event.folder import sheets_stem, stage_heading
from sheetscore.event.model import Event
from sheetscore.findings import Finding
from sheetscore.forms.form import FieldKey
from sheetscore.forms.round_forms import RoundForms, SeatGroup, TableForms
from sheetscore.pairing.draw import side_of
from sheetscore.sheets.fitting import Room, fitting
from sheetscore.sheets.headings import table_sheet
from sheetscore.sheets.progress import Counted, Progress, SeatFigures, seat_cells
from sheetscore.workbooks.book import Sheet
from sheetscore.workbooks.paper import PAPERS, Paper, fit_width

if TYPE_CHECKING:
    from xlsxwriter.format import Format


COVER = "Cover"

FINDINGS_SHEET = "Findings"

_HEADINGS = ("", "Where", "What and what to do")

_WIDTHS = (90, 260, 90, 90, 180)

_FIRST = 5


def write_cover(
    event: Event,
    sheet: Sheet,
    forms: RoundForms,
    progress: Sequence[Progress],
    seats: Mapping[int, Sequence[SeatFigures]],
    links: Mapping[int, Sequence[tuple[str, str]]],
    style: Callable[[str], Format],
    *,
    marked: bool = False,
) -> None:
    """Write the cover.

    Parameters
    ----------
    progress
        Of every table.
    seats
        For every table the lines of its list of seats.
    links
        For every table what its seats' pages are called, and the cell in which each begins; they stand beside the
        paper.
    marked
        Whether this is a marked copy.
    """
    sheet.widths(_WIDTHS)
    sheet.raw.hide_gridlines(2)
    sheet.height(0, 36)
    heading = stage_heading(event.header.name, forms.round, "" if forms.round else "travellers")
    title = style(fitting("title", heading, Room(sum(_WIDTHS), 36)))
    sheet.span(0, 0, 0, len(_WIDTHS) - 1, title)
    sheet.text(0, 0, heading, title)
    name = f"{sheets_stem(forms.round)}{'-marked' if marked else ''}.xlsx"
    hint = "Enter what is on paper on the sheets of the tables; save; then run: sheetscore ingest"
    sheet.text(1, 0, f"{hint} {name}", style("subtitle"))
    seated = dict.fromkeys(page.form.kind.title for table in forms.tables for page in table.seats)
    what = " and ".join(filter(None, seated)) or "Games"
    scenario = "Scenario" if any(table.title for table in forms.tables) else ""
    for column, heading in enumerate(("Table", scenario, what, "Filled", "State")):
        sheet.text(_FIRST - 1, column, heading, style("column"))
    for row, (table, state) in enumerate(zip(forms.tables, progress, strict=True), start=_FIRST):
        _write_table(sheet, row, table, state, style)
        for column, (name, cell) in enumerate(links[table.number], start=len(_WIDTHS) + 1):
            sheet.link(row, column, table_sheet(table.number), name, style("cell link"), cell=cell)
    last = _FIRST + len(forms.tables)
    for letter, counts in (("C", [one.expected for one in progress]), ("D", [one.filled for one in progress])):
        total = Counted(f"SUM({letter}{_FIRST + 1}:{letter}{last})", sum(count.value for count in counts))
        sheet.formula(last, "ABCDE".index(letter), total.formula, total.value, style("sum"))
    sheet.text(last, 1, "all tables", style("cell"))
    if forms.groups:
        _write_teams(sheet, last + 2, forms, seats, style)
    sheet.protect()
    end = last + bool(forms.groups) * (2 + len(forms.groups) + len(forms.without_seats))
    fit_width(sheet.raw, PAPERS[event.header.paper], repeat=_FIRST - 1, area=(end, len(_WIDTHS) - 1))


def _write_table(sheet: Sheet, row: int, table: TableForms, state: Progress, style: Callable[[str], Format]) -> None:
    sheet.link(row, 0, title := table_sheet(table.number), title, style("cell link"))
    sheet.text(row, 1, table.title, style("cell fit"))
    sheet.formula(row, 2, state.expected.formula, state.expected.value, style("cell middle"))
    sheet.formula(row, 3, state.filled.formula, state.filled.value, style("cell middle"))
    here = row + 1
    said = f'IF(C{here}=D{here},"complete",C{here}-D{here}&" to come")'
    sheet.formula(row, 4, said, state.state, style("cell"))


def _write_teams(
    sheet: Sheet,
    top: int,
    forms: RoundForms,
    seats: Mapping[int, Sequence[SeatFigures]],
    style: Callable[[str], Format],
) -> None:
    """Write what each team has at its tables, and by how much it leads; below them who sits out."""
    for column, heading in enumerate(("Tables", "Team", forms.groups[0].worth, "Leads by", "against")):
        sheet.text(top, column, heading, style("column"))
    rows = {group.id: row for row, group in enumerate(forms.groups, start=top + 1)}
    sums = {group.id: _team_sum(group, forms, seats) for group in forms.groups}
    names = {group.id: group.title for group in forms.groups}
    for group in forms.groups:
        row = rows[group.id]
        tables = dict.fromkeys(table for table, _ in group.seats)
        sheet.text(row, 0, " and ".join(map(str, sorted(tables))), style("cell middle"))
        sheet.text(row, 1, group.title, style("cell fit"))
        formula, value = sums[group.id]
        sheet.formula(row, 2, formula, value, style("cell strong"))
        lead = f"C{row + 1}-C{rows[group.against] + 1}"
        sheet.formula(row, 3, lead, value - sums[group.against][1], style("cell middle"))
        sheet.text(row, 4, names[group.against], style("cell fit"))
    for row, title in enumerate(forms.without_seats, start=top + 1 + len(forms.groups)):
        for column in (0, 2, 3):
            sheet.text(row, column, "", style("cell middle"))
        sheet.text(row, 1, title, style("cell fit"))
        sheet.text(row, 4, "sits out", style("cell fit"))


def _team_sum(
    group: SeatGroup, forms: RoundForms, seats: Mapping[int, Sequence[SeatFigures]]
) -> tuple[str, int | Fraction]:
    """Add up the lines of a team's seats in the lists of its tables: those of one side stand together."""
    ranges: list[str] = []
    total: int | Fraction = 0
    for table in forms.tables:
        places = [index for index, page in enumerate(table.seats) if (table.number, page.seat) in group.seats]
        if not places:
            continue
        if len({side_of(table.seats[index].seat) for index in places}) > 1 or places[-1] - places[0] >= len(places):
            raise ValueError(f"the seats of {group.title} at table {table.number} do not stand together")
        if listed := table.pages[0].form.kind.seat_list:
            ranges.append(seat_cells(table_sheet(table.number), listed, group.figure, places[0], places[-1]))
        for index in places:
            points = seats[table.number][index][group.figure]
            total += points if isinstance(points, int | Fraction) else 0
    return f"SUM({','.join(ranges)})" if ranges else "0", total


def marked_boxes(one: Finding, forms: RoundForms) -> list[FieldKey]:
    """Return the boxes that a finding marks: the one that says who sits there for a finding about a whole page."""
    boxes = (FieldKey(*box) for box in one.fields)
    return list(dict.fromkeys(box if box.field else box._replace(field=_who(box, forms)) for box in boxes))


def _who(box: FieldKey, forms: RoundForms) -> str:
    page = forms.pages.get((box.table, box.seat))
    return page.form.kind.player if page else ""


def write_findings(
    sheet: Sheet,
    findings: Sequence[Finding],
    forms: RoundForms,
    places: Mapping[FieldKey, tuple[str, str]],
    style: Callable[[str], Format],
    paper: Paper,
) -> None:
    """Write the list.

    Parameters
    ----------
    places
        Sheet and cell of every box in this workbook.
    """
    sheet.widths((70, 150, 520))
    sheet.raw.hide_gridlines(2)
    sheet.height(0, 34)
    sheet.text(0, 0, "To be settled before the round can be scored", style("title"))
    hint = "Mend the red boxes here or in the round's workbook, save, and ingest again. Nothing was scored yet."
    sheet.text(1, 0, hint, style("subtitle"))
    for column, heading in enumerate(_HEADINGS):
        sheet.text(3, column, heading, style("column"))
    for row, one in enumerate(findings, start=4):
        sheet.text(row, 0, str(one.severity), style("cell"))
        target = next((places[box] for box in marked_boxes(one, forms) if box in places), None)
        if target:
            sheet.link(row, 1, target[0], "!".join(target), style("cell link"), cell=target[1])
        else:
            sheet.text(row, 1, one.place, style("cell"))
        sheet.text(row, 2, one.message, style("cell wrap"))
        sheet.height(row, 20 * (1 + len(one.message) // 80))
    fit_width(sheet.raw, paper, repeat=3)
