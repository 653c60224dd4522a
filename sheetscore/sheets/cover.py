"""The cover of a round's workbook: the progress of each table, its players, and links to all pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from sheetscore.event.folder import sheets_stem, stage_heading
from sheetscore.event.model import Event
from sheetscore.forms.form import CellKey, PageEntries, PageScore, SeatList, seat_key
from sheetscore.forms.round_forms import RoundForms, SeatGroup, TableForms
from sheetscore.pairing.draw import side_of
from sheetscore.sheets.formulas import PageFormula, on_sheet
from sheetscore.sheets.heading_lines import HEADING, heading_on_lines, in_slot
from sheetscore.sheets.headings import BlockPlace, table_name, table_sheet
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.page_places import PagePlace
from sheetscore.sheets.styles import CellRoom, fitting, least_height
from sheetscore.workbooks.book import Book, CellValue, Sheet
from sheetscore.workbooks.cell_refs import Area
from sheetscore.workbooks.paper import PAPER_SIZES, Paper, Passage, head_for_director, print_by_width, width_scale

SeatFigures = Mapping[str, CellValue]
"""The figures of a line in a table's list of seats, by the names of their columns."""


class SheetCount(Struct, frozen=True):
    """A count: its formula and its value."""

    formula: str
    value: int


class Progress(Struct, frozen=True):
    """The number of expected pages or lines of a table, and how many of them are filled in."""

    expected: SheetCount
    filled: SheetCount

    @property
    def state(self) -> str:
        """What the cover says about the table."""
        missing = self.expected.value - self.filled.value
        return f"{missing} to come" if missing else "complete"


def seat_lines(
    table: TableForms, scores: Mapping[tuple[int, str], PageScore], by_page: Mapping[tuple[int, str], PageEntries]
) -> list[SeatFigures]:
    """Return the figures of every line of a table's list of seats; none if its page has no such list.

    Parameters
    ----------
    scores, by_page
        The scores and the entries of every page, by table and seat.
    """
    listed, own = table.pages[0].form.kind.seat_list, scores[table.number, ""]
    if listed is None:
        return []
    places = [(page, (table.number, page.seat)) for page in table.seats]
    return [listed.figures(own, page, scores[at], by_page[at]) for page, at in places]


def seat_formulas(
    table: TableForms, layouts: Mapping[int, PageLayout], places: Mapping[tuple[int, str], PagePlace]
) -> dict[CellKey, str]:
    """Return the formulas of every line of a table's list of seats, by the keys of their cells.

    Parameters
    ----------
    layouts
        The layout of each form, by ``id()`` of the form.
    places
        The place of each page, by its table and seat.
    """
    layout, listed = layouts[id(table.pages[0].form)], table.pages[0].form.kind.seat_list
    if listed is None:
        return {}
    formulas: dict[CellKey, str] = {}
    own = places[table.number, ""]
    for index, page in enumerate(table.seats):
        seat, place = layouts[id(page.form)], places[table.number, page.seat]
        of_seat_page = listed.seat_page_formulas(seat)
        if place.sheet != own.sheet:
            of_seat_page = {name: on_sheet(text, place.sheet) for name, text in of_seat_page.items()}
        for found, at in (
            (listed.table_page_formulas(layout, listed.first_row + index, seat), own.top),
            (of_seat_page, place.top),
        ):
            formulas |= {seat_key(index, name): PageFormula(text).at(at) for name, text in found.items()}
    return formulas


def seat_cells(sheet: str, listed: SeatList[Any], name: str, first: int, last: int) -> str:
    """Refer to a column of a table's list of seats, from one line to another (counted from 0)."""
    column = listed.columns[name]
    return Area(sheet, listed.first_row + first, column, listed.first_row + last, column).reference


def table_progress(
    table: TableForms, layout: PageLayout, entries: PageEntries, seats: Sequence[SeatFigures]
) -> Progress:
    """Count what a table has to fill in and has filled in: pages of its seats; without seats its own page or its lines.

    Parameters
    ----------
    layout, entries
        The layout and the entries of the table's own page.
    seats
        The lines of the table's list of seats; empty if it has none.
    """
    sheet, listed = table_sheet(table.number), table.pages[0].form.kind.seat_list
    if listed and seats:
        return _seats_progress(sheet, listed, seats)
    if any(box.needed for block in layout.form.blocks for box in block.fields if not block.of_tables):
        return _page_progress(sheet, layout, entries)
    return _lines_progress(sheet, layout, entries)


def _seats_progress(sheet: str, listed: SeatList[Any], seats: Sequence[SeatFigures]) -> Progress:
    """Count the occupied seats, and those of them whose pages are filled in."""
    who, filled = (seat_cells(sheet, listed, name, 0, len(seats) - 1) for name in (listed.who, listed.filled))
    taken = [seat for seat in seats if seat[listed.who] != ""]
    return Progress(
        SheetCount(f'SUMPRODUCT(({who}<>"")*1)', len(taken)),
        SheetCount(f'SUMPRODUCT(({who}<>"")*{filled})', sum(seat[listed.filled] == 1 for seat in taken)),
    )


def _page_progress(sheet: str, layout: PageLayout, entries: PageEntries) -> Progress:
    """Count a page without seats as one game: begun when a player is named, done when all needed boxes are filled.

    Once the box for “nothing more is to come” holds a 1, no other box is needed.
    """
    players: list[str] = []
    needed: list[str] = []
    drawn, done = False, True
    ended, is_ended = "", False
    for place in layout.places.values():
        for box in place.block.fields:
            column, keys = place.columns[box.name], [place.block.field_id(row, box) for row in place.block.rows]
            cells = ",".join(Area(sheet, first, column, last, column).reference for first, last in place.areas)
            if box.type == "player":
                players.append(f"COUNTA({cells})")
                drawn = drawn or any(key in entries for key in keys)
            elif box.needed:
                needed.append(f"(COUNTA({cells})={len(keys)})")
                done = done and all(key in entries for key in keys)
            elif layout.form.kind.ended in keys:
                ended, is_ended = f"(SUM({cells})=1)", entries.get(layout.form.kind.ended) == 1
    # with the 0 and the 1 the formulas hold for pages without such boxes, too
    begun = f"({'+'.join([*players, '0'])}>0)"
    filled = f"{begun}*MAX({'*'.join([*needed, '1'])},{ended}*1)" if ended else "*".join([begun, *needed])
    return Progress(SheetCount(f"{begun}*1", int(drawn)), SheetCount(filled, int(drawn and (done or is_ended))))


def _lines_progress(sheet: str, layout: PageLayout, entries: PageEntries) -> Progress:
    """Count the lines of a page without seats: those drawn, and those filled in completely.

    A line runs through all blocks of the page with the same number of lines. If any blocks have boxes for players, only
    their lines count (not, say, those of an event log): a line is drawn once its players' boxes are filled in. Without
    such boxes every line counts as drawn. A line is complete once all its needed boxes are filled in, or, in a block
    that marks none as needed, all its boxes.
    """
    alike: dict[tuple[int, ...], list[BlockPlace]] = {}
    for place in layout.places.values():
        alike.setdefault(tuple(map(len, place.runs)), []).append(place)
    drawn = {lines: places for lines, places in alike.items() if any(map(_has_players, places))}
    counted = [
        _lines_on_sheet(sheet, places, at, entries)
        for lines, places in (drawn or alike).items()
        for at in range(len(lines))
    ]
    expected, filled = zip(*counted, strict=True)
    return Progress(_sum_of(expected), _sum_of(filled))


def _has_players(place: BlockPlace) -> bool:
    return any(box.type == "player" for box in place.block.fields)


def _lines_on_sheet(
    sheet: str, places: Sequence[BlockPlace], at: int, entries: PageEntries
) -> tuple[SheetCount, SheetCount]:
    """Count the lines of blocks on one of their sheets of paper (``at``, from 0): those drawn, those filled in."""
    drawn: list[str] = []
    typed: list[str] = []
    # by line: the public ids of the boxes for players, and of the others that have to be filled in
    keys: dict[int, tuple[list[str], list[str]]] = {number: ([], []) for number in places[0].runs[at]}
    for place in places:
        first, last = place.areas[at]
        marked = any(box.needed for box in place.block.fields)
        for box in (one for one in place.block.fields if one.type == "player" or one.needed or not marked):
            cells = Area(sheet, first, place.columns[box.name], last, place.columns[box.name]).reference
            (drawn if box.type == "player" else typed).append(f'({cells}<>"")')
            for number, names in keys.items():
                names[box.type != "player"].append(place.block.field_id(place.block.rows[number], box))
    begun = [all(key in entries for key in players) for players, _ in keys.values()]
    done = [all(key in entries for key in (*players, *others)) for players, others in keys.values()]
    return (
        SheetCount(f"SUMPRODUCT({'*'.join([*drawn, '1'])})" if drawn else str(len(keys)), sum(begun)),
        SheetCount(f"SUMPRODUCT({'*'.join([*drawn, *typed, '1'])})", sum(done)),
    )


def _sum_of(counts: Sequence[SheetCount]) -> SheetCount:
    return SheetCount("+".join(one.formula for one in counts), sum(one.value for one in counts))


if TYPE_CHECKING:
    from xlsxwriter.format import Format


COVER = "Cover"

TEAMS = "Teams"
"""The sheet with the list of teams, if that does not fit on the cover."""

_WIDTHS = (80, 230, 80, 80, 210)
"""The widths of the columns in pixels. With these, letters of 8 points are printed at 7.5 on every paper size."""

_ABOVE = (36, 20, 20, 20, 23)
"""The heights in pixels of the rows above a list: title, what to do, two blank rows, headings."""

_FIRST = len(_ABOVE)
"""The first row of the list."""

_LINE = 25
"""The height of a line in pixels: room for a long name on two lines of small letters."""

PageLink = tuple[str, str, str]
"""The name of a page, the title of its sheet, and its first cell."""


class CoverSheets(Struct, frozen=True):
    """The cover under construction, and the sheet with the teams: the cover itself, unless they do not fit on it."""

    cover: Sheet
    teams: Sheet

    @property
    def together(self) -> bool:
        """Whether the teams are below the tables."""
        return self.cover is self.teams


def cover_sheets(book: Book, event: Event, forms: RoundForms) -> CoverSheets:
    """Add the cover to a workbook, and a sheet for the teams if they do not fit on it, before all other sheets."""
    cover = book.sheet(COVER)
    paper = PAPER_SIZES[event.header.paper]
    lines = len(forms.tables) + 1 + _team_rows(forms)
    together = sum(_ABOVE) + lines * _LINE <= paper.usable[1] * 100 / width_scale(paper, _WIDTHS)
    return CoverSheets(cover, cover if together or not forms.groups else book.sheet(TEAMS))


def _table_word(forms: RoundForms) -> str:
    """Return the word for a table, such as “Table” or “Board”."""
    return next((table.pages[0].form.kind.place for table in forms.tables), "Table")


def _widths(forms: RoundForms) -> tuple[int, ...]:
    """Return the widths of the columns in pixels; that of scenarios and teams is 0 if there are neither."""
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
        The progress of every table.
    seats
        For every table the lines of its list of seats.
    links
        For every table the pages of its seats. The links stand to the right of what is printed.
    marked
        Whether this is a marked copy.
    """
    sheet, paper = sheets.cover, PAPER_SIZES[event.header.paper]
    name = f"{sheets_stem(forms.round)}{'-marked' if marked else ''}.xlsx"
    where = f"the sheets of the {_table_word(forms).lower()}s"
    hint = f"Enter what is on paper on {where}; save; then run: sheetscore ingest {name}"
    _write_heading(event, sheet, forms, hint, style)
    seated = dict.fromkeys(page.form.kind.title for table in forms.tables for page in table.seats)
    what = " and ".join(filter(None, seated)) or "Games"
    scenario = "Scenario" if any(table.title for table in forms.tables) else ""
    for column, heading in enumerate((_table_word(forms), scenario, what, "Filled", "State")):
        sheet.text(_FIRST - 1, column, heading, style("column"))
    heights = [_height_of(table.title) for table in forms.tables]
    for row, (table, state, height) in enumerate(zip(forms.tables, progress, heights, strict=True), start=_FIRST):
        _write_table(sheet, row, table, state, style, height)
        for column, (name, title, cell) in enumerate(links[table.number], start=len(_WIDTHS) + 1):
            sheet.link(row, column, title, name, style("cell link"), cell=cell)
    last = _FIRST + len(forms.tables)
    for letter, counts in (("C", [one.expected for one in progress]), ("D", [one.filled for one in progress])):
        total = SheetCount(f"SUM({letter}{_FIRST + 1}:{letter}{last})", sum(count.value for count in counts))
        sheet.formula(last, "ABCDE".index(letter), total.formula, total.value, style("sum"))
    sheet.text(last, int(bool(_widths(forms)[1])), f"all {_table_word(forms).lower()}s", style("cell"))
    below = _team_rows(forms) * sheets.together
    tables, teams = Passage(0, _FIRST, last + 1), Passage(last + 2, last + 3, last + 1 + below)
    _finish(sheet, paper, forms, [*heights, *[_LINE] * (1 + below)], [tables, teams] if below else [tables])
    if forms.groups and sheets.together:
        _write_teams(sheet, last + 2, forms, seats, style)
    elif forms.groups:
        _write_heading(event, sheets.teams, forms, "What each team has at its tables follows their sheets.", style)
        _write_teams(sheets.teams, _FIRST - 1, forms, seats, style)
        end = _FIRST + _team_rows(forms) - 2
        _finish(sheets.teams, paper, forms, [_LINE] * (end - _FIRST), [Passage(0, _FIRST, end)])


def _write_heading(event: Event, sheet: Sheet, forms: RoundForms, hint: str, style: Callable[[str], Format]) -> None:
    widths = _widths(forms)
    sheet.widths(widths)
    if not widths[1]:
        sheet.raw.set_column(1, 1, None, None, {"hidden": True})
    sheet.raw.hide_gridlines(2)
    heading = stage_heading(event.header.name, forms.round, "" if forms.round else "travellers")
    for row, (name, text) in enumerate((("title", heading), ("subtitle", hint))):
        look = style(fitting(name, text, CellRoom(sum(widths), _ABOVE[row])))
        sheet.span(row, 0, row, len(_WIDTHS) - 1, look)
        sheet.text(row, 0, text, look)


def _finish(sheet: Sheet, paper: Paper, forms: RoundForms, lines: Sequence[int], passages: Sequence[Passage]) -> None:
    """Set the heights of a sheet's rows (``lines``: those of its list), protect the sheet, and set up its print."""
    heights = [*_ABOVE, *lines]
    for row, height in enumerate(heights):
        sheet.height(row, height)
    sheet.protect()
    print_by_width(sheet.raw, paper, _widths(forms), heights, passages, repeat=range(_FIRST))
    head_for_director(sheet.raw)


def _height_of(title: str) -> int:
    """Return the height in pixels of a table's line: more for a long title, such as that of a list of all tables."""
    is_long = in_slot(HEADING, title, "cell", CellRoom(_WIDTHS[1], _LINE)).cut
    return least_height("cell", heading_on_lines(title, "cell", _WIDTHS[1]), _WIDTHS[1]) if is_long else _LINE


def _write_words(
    sheet: Sheet, row: int, column: int, text: str, style: Callable[[str], Format], height: int = _LINE
) -> None:
    """Write a name or titles into a cell; long ones in smaller letters, at last cut off."""
    words = in_slot(HEADING, text, "cell", CellRoom(_WIDTHS[column], height))
    sheet.text(row, column, words.shown, style(words.style))


def _write_table(
    sheet: Sheet, row: int, table: TableForms, state: Progress, style: Callable[[str], Format], height: int
) -> None:
    name = table_name(table, table.pages[0].form.kind)
    sheet.link(row, 0, table_sheet(table.number), name, style("cell link"))
    _write_words(sheet, row, 1, table.title, style, height)
    sheet.formula(row, 2, state.expected.formula, state.expected.value, style("cell middle"))
    sheet.formula(row, 3, state.filled.formula, state.filled.value, style("cell middle"))
    here = row + 1
    text = f'IF(C{here}=D{here},"complete",C{here}-D{here}&" to come")'
    sheet.formula(row, 4, text, state.state, style("cell"))


def _write_teams(
    sheet: Sheet,
    top: int,
    forms: RoundForms,
    seats: Mapping[int, Sequence[SeatFigures]],
    style: Callable[[str], Format],
) -> None:
    """Write the points of each team at its tables, and its lead; below them the teams that sit out.

    The points of two teams that meet are blank until something is entered for one of them.
    """
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
        own, other = sums[group.id], sums[group.against]
        blank = own.filled + other.filled == 0
        has = f'IF(COUNT({own.cells},{other.cells})=0,"",SUM({own.cells}))'
        sheet.formula(row, 2, has, "" if blank else own.total, style("cell strong"))
        lead = f'IF(C{row + 1}="","",C{row + 1}-C{rows[group.against] + 1})'
        sheet.formula(row, 3, lead, "" if blank else own.total - other.total, style("cell middle"))
        _write_words(sheet, row, 4, names[group.against], style)
    for row, title in enumerate(forms.without_seats, start=top + 1 + len(forms.groups)):
        for column in (0, 2, 3):
            sheet.text(row, column, "", style("cell middle"))
        _write_words(sheet, row, 1, title, style)
        _write_words(sheet, row, 4, "sits out", style)


class _TeamSum(Struct, frozen=True):
    """The sum of a team's figures in the lists of seats of its tables."""

    cells: str
    """References to the figures, with commas between them; ``0`` for a team without a list."""
    filled: int
    """How many of the cells hold a number."""
    total: int | Fraction


def _team_sum(group: SeatGroup, forms: RoundForms, seats: Mapping[int, Sequence[SeatFigures]]) -> _TeamSum:
    """Add up the lines of a team's seats in the lists of its tables, where the seats of one side stand together."""
    ranges: list[str] = []
    points: list[int | Fraction] = []
    for table in forms.tables:
        places = [index for index, page in enumerate(table.seats) if (table.number, page.seat) in group.seats]
        if not places:
            continue
        if len({side_of(table.seats[index].seat) for index in places}) > 1 or places[-1] - places[0] >= len(places):
            raise ValueError(f"the seats of {group.title} at table {table.number} do not stand together")
        if listed := table.pages[0].form.kind.seat_list:
            ranges.append(seat_cells(table_sheet(table.number), listed, group.figure, places[0], places[-1]))
        figures = (seats[table.number][index][group.figure] for index in places)
        points += [figure for figure in figures if isinstance(figure, int | Fraction)]
    return _TeamSum(",".join(ranges) or "0", len(points), sum(points))
