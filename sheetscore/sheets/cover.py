"""The cover: the tables with links to their pages, how far each is filled in, and what the teams have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct

from sheetscore.event.folder import sheets_stem, stage_heading
from sheetscore.event.model import Event
from sheetscore.forms.round_forms import RoundForms, SeatGroup, TableForms
from sheetscore.pairing.draw import side_of
from sheetscore.sheets.fitting import Room, fitted, fitting
from sheetscore.sheets.headings import called, table_sheet
from sheetscore.sheets.progress import Counted, Progress, SeatFigures, seat_cells
from sheetscore.workbooks.book import Book, Sheet
from sheetscore.workbooks.paper import PAPERS, Paper, Passage, print_by_width, width_scale

if TYPE_CHECKING:
    from xlsxwriter.format import Format


COVER = "Cover"

TEAMS = "Teams"
"""The sheet with what the teams have, where that does not fit on the cover."""

_WIDTHS = (90, 260, 90, 90, 180)

_ABOVE = (36, 20, 20, 20, 23)
"""Pixels of the rows above a list: title, what to do, a gap, headings."""

_FIRST = len(_ABOVE)

_LINE = 23
"""Pixels of a line: two of a long name in small letters."""

PageLink = tuple[str, str, str]
"""What a page is called, the title of its sheet and the cell in which it begins."""


class CoverSheets(Struct, frozen=True):
    """The cover while it is written, and the sheet that has the teams: the cover, too, where all fits on one page."""

    cover: Sheet
    teams: Sheet

    @property
    def together(self) -> bool:
        """Whether the teams stand below the tables."""
        return self.cover is self.teams


def cover_sheets(book: Book, event: Event, forms: RoundForms) -> CoverSheets:
    """Add the sheets to a workbook, before all others."""
    cover = book.sheet(COVER)
    paper = PAPERS[event.header.paper]
    lines = len(forms.tables) + 1 + _team_rows(forms)
    together = sum(_ABOVE) + lines * _LINE <= paper.usable[1] * 100 / width_scale(paper, _WIDTHS)
    return CoverSheets(cover, cover if together or not forms.groups else book.sheet(TEAMS))


def _place(forms: RoundForms) -> str:
    """Return what a table is called."""
    return next((table.pages[0].form.kind.place for table in forms.tables), "Table")


def _widths(forms: RoundForms) -> tuple[int, ...]:
    """Return the pixels of the columns: none for scenarios and teams where there are neither."""
    titles = forms.groups or any(table.title for table in forms.tables)
    return _WIDTHS if titles else (_WIDTHS[0], 0, *_WIDTHS[2:])


def _team_rows(forms: RoundForms) -> int:
    """Count the rows of the list of teams, with a gap and headings above; 0 without teams."""
    return 2 + len(forms.groups) + len(forms.without_seats) if forms.groups else 0


def write_cover(
    event: Event,
    sheets: CoverSheets,
    forms: RoundForms,
    progress: Sequence[Progress],
    seats: Mapping[int, Sequence[SeatFigures]],
    links: Mapping[int, Sequence[PageLink]],
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
        For every table the pages of its seats; they stand beside the paper.
    marked
        Whether this is a marked copy.
    """
    sheet, paper = sheets.cover, PAPERS[event.header.paper]
    name = f"{sheets_stem(forms.round)}{'-marked' if marked else ''}.xlsx"
    hint = f"Enter what is on paper on the sheets of the tables; save; then run: sheetscore ingest {name}"
    _write_heading(event, sheet, forms, hint, style)
    seated = dict.fromkeys(page.form.kind.title for table in forms.tables for page in table.seats)
    what = " and ".join(filter(None, seated)) or "Games"
    scenario = "Scenario" if any(table.title for table in forms.tables) else ""
    for column, heading in enumerate((_place(forms), scenario, what, "Filled", "State")):
        sheet.text(_FIRST - 1, column, heading, style("column"))
    for row, (table, state) in enumerate(zip(forms.tables, progress, strict=True), start=_FIRST):
        _write_table(sheet, row, table, state, style)
        for column, (name, title, cell) in enumerate(links[table.number], start=len(_WIDTHS) + 1):
            sheet.link(row, column, title, name, style("cell link"), cell=cell)
    last = _FIRST + len(forms.tables)
    for letter, counts in (("C", [one.expected for one in progress]), ("D", [one.filled for one in progress])):
        total = Counted(f"SUM({letter}{_FIRST + 1}:{letter}{last})", sum(count.value for count in counts))
        sheet.formula(last, "ABCDE".index(letter), total.formula, total.value, style("sum"))
    sheet.text(last, int(bool(_widths(forms)[1])), f"all {_place(forms).lower()}s", style("cell"))
    below = _team_rows(forms) * sheets.together
    tables, teams = Passage(0, _FIRST, last + 1), Passage(last + 2, last + 3, last + 1 + below)
    _finish(sheet, paper, forms, last + 1 + below, [tables, teams] if below else [tables])
    if forms.groups and sheets.together:
        _write_teams(sheet, last + 2, forms, seats, style)
    elif forms.groups:
        _write_heading(event, sheets.teams, forms, "What each team has at its tables follows their sheets.", style)
        _write_teams(sheets.teams, _FIRST - 1, forms, seats, style)
        end = _FIRST + _team_rows(forms) - 2
        _finish(sheets.teams, paper, forms, end, [Passage(0, _FIRST, end)])


def _write_heading(event: Event, sheet: Sheet, forms: RoundForms, hint: str, style: Callable[[str], Format]) -> None:
    widths = _widths(forms)
    sheet.widths(widths)
    if not widths[1]:
        sheet.raw.set_column(1, 1, None, None, {"hidden": True})
    sheet.raw.hide_gridlines(2)
    heading = stage_heading(event.header.name, forms.round, "" if forms.round else "travellers")
    for row, (name, text) in enumerate((("title", heading), ("subtitle", hint))):
        look = style(fitting(name, text, Room(sum(widths), _ABOVE[row])))
        sheet.span(row, 0, row, len(_WIDTHS) - 1, look)
        sheet.text(row, 0, text, look)


def _finish(sheet: Sheet, paper: Paper, forms: RoundForms, end: int, passages: Sequence[Passage]) -> None:
    """Set the heights of a sheet's rows, protect it and lay it on paper."""
    heights = [*_ABOVE, *[_LINE] * (end - _FIRST)]
    for row, height in enumerate(heights):
        sheet.height(row, height)
    sheet.protect()
    print_by_width(sheet.raw, paper, _widths(forms), heights, passages, repeat=range(_FIRST))


def _write_words(sheet: Sheet, row: int, column: int, text: str, style: Callable[[str], Format]) -> None:
    """Write a name that may be long."""
    words = fitted("cell", text, Room(_WIDTHS[column], _LINE))
    sheet.text(row, column, words.shown, style(words.style))


def _write_table(sheet: Sheet, row: int, table: TableForms, state: Progress, style: Callable[[str], Format]) -> None:
    name = called(table, table.pages[0].form.kind)
    sheet.link(row, 0, table_sheet(table.number), name, style("cell link"))
    _write_words(sheet, row, 1, table.title, style)
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
        _write_words(sheet, row, 1, group.title, style)
        formula, value = sums[group.id]
        sheet.formula(row, 2, formula, value, style("cell strong"))
        lead = f"C{row + 1}-C{rows[group.against] + 1}"
        sheet.formula(row, 3, lead, value - sums[group.against][1], style("cell middle"))
        _write_words(sheet, row, 4, names[group.against], style)
    for row, title in enumerate(forms.without_seats, start=top + 1 + len(forms.groups)):
        for column in (0, 2, 3):
            sheet.text(row, column, "", style("cell middle"))
        _write_words(sheet, row, 1, title, style)
        _write_words(sheet, row, 4, "sits out", style)


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
