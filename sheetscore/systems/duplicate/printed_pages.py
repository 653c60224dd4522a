"""The printed pages of duplicate tables: travellers, two to a page where they fit, event logs, and task pages.

Beside each of its lines a traveller has a place for the initials of either side; it says “no game” where nobody plays.

If all lines fit, travellers are printed two to a page, to be cut apart. Then the worksheets of the tables are not
printed: the director types into them what is on the travellers, and a note says so, in case somebody prints the whole
workbook. The event log of a table is a second page behind its traveller, for all rounds.

If the sides of a scenario have tasks, each table and side has task pages, on which teams work out their SP. The
traveller has the totals; task pages are never read back. They name no team, because every team of a side needs them in
its round.

Source: Tournament Guidelines, 1991, Scenario Points and Duplicate Air Combat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.identity import folded
from sheetscore.forms.binding import Surroundings, TemplateError, bind
from sheetscore.forms.block import Block
from sheetscore.forms.choices import Choices
from sheetscore.forms.form import CellKey, LogBlock, Overleaf, Page, PageEntries, PageForm, PageKind, PageScore
from sheetscore.forms.round_forms import TableForms
from sheetscore.forms.template import HALF_UNITS, Library, Template, template_finding
from sheetscore.forms.values import shown
from sheetscore.problems import MistakesFound
from sheetscore.sheets.formulas import box_cell
from sheetscore.sheets.heading_lines import HEADING_SEPARATOR, in_slot
from sheetscore.sheets.headings import CODE_COLUMN, BlockPlace, Cell, event_named, headings, table_sheet
from sheetscore.sheets.layout import PAGE_COLUMNS, PageLayout, narrowed
from sheetscore.sheets.page_places import make_room_for_event
from sheetscore.sheets.pages import ROOM, SCALE, WHO_AGAIN_ROW, heading, lay_out_plain_page, on_paper, signatures
from sheetscore.sheets.paper_sheet import PaperOfPage, PrintedText
from sheetscore.sheets.printed import cut_apart, printed_pages
from sheetscore.sheets.qr_codes import put_qr
from sheetscore.sheets.round_papers import CUT, RoundPapers
from sheetscore.sheets.styles import STYLES, fitted, fitted_words, fitting_alike
from sheetscore.systems.duplicate.model import SIDES, DuplicateEvent, DuplicateScenario, DuplicateSide
from sheetscore.systems.tasks.forms import (
    Element,
    award_lines,
    awards_of,
    element_lists,
    elements_of,
    remarks_of,
    with_targets,
)
from sheetscore.systems.tasks.model import TaskSettings
from sheetscore.systems.tasks.pages import TEAM_POINTS
from sheetscore.wording import number_list, pluralize
from sheetscore.workbooks.book import Sheet
from sheetscore.workbooks.office import keep_for_director
from sheetscore.workbooks.paper import set_up_pages

INITIALS = "initials"

NO_GAME = "no game"
"""The text beside a line without a drawn team."""

ROUND = "round"
"""The box of a log that says in which round something happened."""

LOG_BLOCK = "log"
"""The block of a table for notes on its games, on paper of its own."""

_OVERLEAF = Overleaf(
    "Event log",
    "This page stays at its table with the traveller, face down, for all rounds: after each game write down what "
    "happened in it. It scores nothing, and is kept with the results.",
)


def lay_out_traveller(form: PageForm, _seats: Sequence[Page] = ()) -> PageLayout:
    """Lay out a traveller; without initials if a template leaves no unit free beside its boxes."""
    page = lay_out_plain_page(form, apart=(LOG_BLOCK,), codes_above=True)  # codes at the foot take too much room
    signed = 0
    for side, left, width in _halves(page):
        # the captions of initials count, since reading finds a block by counting the captions in its row from the left
        place = replace(page.places[side], before=page.places[side].before + signed)
        page.places[side] = place
        if place.last_column + 1 < left + width:
            _put_initials(page, place, left + width)
            signed += 1
    return page


def _halves(page: PageLayout) -> Iterator[tuple[str, int, int]]:
    """Yield the sides with a block in a half of the page, with its first column and its width."""
    for side, (left, width) in zip(SIDES, page.grid.halves, strict=True):
        if side in page.places and page.places[side].block.half:
            yield side, left, width


def _put_initials(page: PageLayout, place: BlockPlace, end: int) -> None:
    """Put the cells for initials on the columns between a block's boxes and the end of its half."""
    column = place.last_column + 1
    for first, _ in place.areas:  # the row above the lines of each sheet of paper has their captions
        page.put(first - 1, column, end - column, "caption", text=INITIALS)
    for row, line in zip(place.rows, place.block.rows, strict=True):
        page.put(row, column, end - column, "by hand", key=(INITIALS, place.block.id, line.key))


def _initials_and_teams(form: PageForm) -> Iterator[tuple[CellKey, list[str]]]:
    """Yield each cell for initials with the boxes of both teams on its line."""
    sides = [form.block(side) for side in SIDES]
    for block in sides:
        for line in block.rows:
            yield (INITIALS, block.id, line.key), [f"{one.id}.{line.key}.team" for one in sides]


def _formulas(layout: PageLayout) -> Mapping[CellKey, str]:
    signed = {cell.key for cell in layout.cells}
    return {
        key: f'IF(AND({_blank(layout, teams)}),"{NO_GAME}","")'
        for key, teams in _initials_and_teams(layout.form)
        if key in signed
    }


def _blank(layout: PageLayout, boxes: Sequence[str]) -> str:
    return ",".join(f'{box_cell(layout, box)}=""' for box in boxes)


def _figures(form: PageForm, _: PageScore, entries: PageEntries) -> Mapping[CellKey, str]:
    return no_games(form, entries)


def no_games(form: PageForm, entries: PageEntries) -> dict[CellKey, str]:
    """Return the texts in the places for initials: :data:`NO_GAME` on lines without a team, else nothing."""
    return {key: "" if any(team in entries for team in teams) else NO_GAME for key, teams in _initials_and_teams(form)}


TRAVELLER_PAGE: PageKind[PageLayout] = PageKind(
    lay_out=lay_out_traveller,
    formulas=_formulas,
    figures=_figures,
    log=LogBlock(LOG_BLOCK, when=(ROUND, "turn"), who="team", what="event"),
    overleaf=_OVERLEAF,
    on_paper=True,
    formerly=(
        "This sheet stays at its table, face down. Line 1 is round 1, and so on: write your scenario points (SP) and "
        "your own initials on your side of the line, and turn it over.",
    ),
)
"""A page that stays at its table for the whole event."""

_TO_TYPE_IN = (
    "For the director, not for the table: type here what stands on {} of this table. What is laid out at the table is "
    "on {}."
)

_TYPED_PAGE = replace(
    TRAVELLER_PAGE,
    overleaf=Overleaf("Typed event log", _TO_TYPE_IN.format("the event log", "the worksheet Event log")),
)


def to_type_in(table: TableForms) -> TableForms:
    """Return a table with a page that is not printed: its note tells the director to type there what is on paper.

    Nobody signs it, so that it is not taken for the traveller. If both sides leave room for initials, their boxes are
    equally wide.
    """
    (page,) = table.pages
    blocks, wide = page.form.blocks, HALF_UNITS[page.form.orientation]
    taken = [sum(box.units for box in one.fields) for one in blocks if one.half]
    if all(units < half for units, half in zip(taken, wide, strict=False)):
        blocks = tuple(narrowed(one, min(taken)) if one.half else one for one in blocks)
    note = _TO_TYPE_IN.format("the traveller", "the worksheet Travellers, two to a page")
    kind = replace(_TYPED_PAGE, formerly=(*_TYPED_PAGE.formerly, *page.form.signed))
    form = replace(page.form, blocks=blocks, name=f"typed {page.form.name}", note=note, signed=(), kind=kind)
    return replace(table, pages=(replace(page, form=form),))


NO_CODES: Mapping[int, str] = {}
"""The codes of pages that are not read back."""


def write_page(
    papers: RoundPapers,
    sheet: Sheet,
    layout: PageLayout,
    top: int,
    text_of: Callable[[Cell], str],
    first: int = 0,
    codes: Mapping[int, str] = NO_CODES,
) -> None:
    """Write a page on the sheet, beginning with the sheet's row ``top``.

    Parameters
    ----------
    text_of
        Gives what is printed in a cell.
    first
        The first row of the page that is written.
    codes
        The codes of its sheets of paper, by their numbers from 1.
    """
    for row, height in enumerate(layout.heights[first:], start=top):
        sheet.height(row, height)
    for cell in layout.cells:
        if cell.column >= layout.steps_column or cell.row < first:
            continue  # the columns of intermediate steps are not printed
        fit = fitted_words(cell.style, text_of(cell), layout.room(cell)) if cell.box else None
        text = fit or in_slot(cell.slot, text_of(cell), cell.style, layout.room(cell))
        row = top + cell.row - first
        look = papers.style(text.style)
        sheet.span(row, cell.column, row, cell.last_column, look)
        sheet.text(row, cell.column, text.shown, look)
    for room in layout.qr_rooms:
        if code := codes.get(layout.part_of(room.rows.start)):
            end = layout.height_of(room.rows) if room.at_foot else 0
            put_qr(sheet, top + room.rows.start - first, room.columns.start, code, SCALE, end)


_ON_PAGE = 2
"""The number of travellers on a page."""


def two_fit(forms: Iterable[PageForm]) -> bool:
    """Return whether two travellers of each of these forms fit on a page, on every paper size."""
    return all(_fits(lay_out_traveller(_without_log(form))) for form in forms)


def write_travellers(papers: RoundPapers, tables: Sequence[TableForms]) -> None:
    """Write the travellers of tables two to a page, and then their logs.

    Parameters
    ----------
    tables
        The tables with their travellers; none if the sheets of the tables themselves are the travellers.
    """
    if not tables:
        return
    laid_out = {table.number: lay_out_traveller(_without_log(table.pages[0].form)) for table in tables}
    sheet = papers.book.sheet("Travellers")
    sheet.raw.hide_gridlines(2)
    sheet.widths(next(iter(laid_out.values())).widths)
    ends, top = [0], 0
    for table in tables:
        layout = laid_out[table.number]
        room = papers.paper.usable[1] * 100 / SCALE / _ON_PAGE - CUT
        make_room_for_event(layout, event_named(papers.event, papers.forms.round), room)
        layout.fill_height(room)
        texts = _Texts(papers, table, layout, "T")
        _write_teams_alike(layout, texts.of)
        write_page(papers, sheet, layout, top, texts.of, codes=texts.codes)
        papers.slip_places.extend(texts.on_paper(layout))
        _write_cut(papers, sheet, layout, top + layout.next_row)
        top += layout.next_row + 1
        ends.append(top)
    sheet.protect()
    # a page ends after every second traveller; after the last one, too, if their number is odd
    pages = [*ends[_ON_PAGE::_ON_PAGE], *ends[-1:] * (len(tables) % _ON_PAGE)]
    set_up_pages(sheet.raw, papers.paper, len(layout.widths) - 1, pages, SCALE)
    keep_for_director(papers.book, [table_sheet(table.number) for table in tables])
    _write_logs(papers, tables)


def _write_teams_alike(layout: PageLayout, text_of: Callable[[Cell], str]) -> None:
    """Give the names of all teams letters of one size, although one side has a little less room."""
    teams = [cell for cell in layout.cells if cell.box and text_of(cell)]
    for style in {cell.style for cell in teams}:
        alike = fitting_alike(style, [(text_of(cell), layout.room(cell)) for cell in teams if cell.style == style])
        layout.cells = [replace(cell, style=alike) if cell in teams and cell.style == style else cell
                        for cell in layout.cells]  # fmt: skip


def _without_log(form: PageForm) -> PageForm:
    return replace(form, blocks=tuple(block for block in form.blocks if block.id != LOG_BLOCK))


def _write_logs(papers: RoundPapers, tables: Sequence[TableForms]) -> None:
    """Write the event logs of tables, each with as many pages as it needs."""
    sheet = papers.book.sheet(_OVERLEAF.name)
    sheet.raw.hide_gridlines(2)
    ends = [0]
    for table in tables:
        layout = lay_out_traveller(table.pages[0].form)
        room = papers.paper.usable[1] * 100 / SCALE
        make_room_for_event(layout, event_named(papers.event, papers.forms.round), room)
        layout.fill_height(room)
        before = layout.part_of(layout.places[LOG_BLOCK].caption_row) - 1
        pages = layout.sheets[before:]
        top, first = ends[-1], pages[0].start
        texts = _Texts(papers, table, layout, "L", before)
        write_page(papers, sheet, layout, top, texts.of, first, texts.codes)
        papers.slip_places.extend(texts.on_paper(layout))
        ends += [top + page.stop - first for page in pages]
    sheet.widths(layout.widths)
    sheet.protect()
    set_up_pages(sheet.raw, papers.paper, len(layout.widths) - 1, ends[1:], SCALE)


def _fits(layout: PageLayout) -> bool:
    """Return whether two such travellers fit on a page, on every paper size."""
    room = ROOM["portrait"] / _ON_PAGE - CUT
    return layout.form.orientation == "portrait" and len(layout.sheets) == 1 and layout.height <= room


def _write_cut(papers: RoundPapers, sheet: Sheet, layout: PageLayout, row: int) -> None:
    sheet.height(row, CUT)
    sheet.span(row, 0, row, len(layout.widths) - 1, papers.style("cut"))
    sheet.text(row, 0, "✂", papers.style("cut"))


_CALLED = {"T": "traveller", "L": "event log"}


class _Texts:
    """The printed texts on the traveller of a table, or on its log; boxes for teams have the drawn teams.

    Parameters
    ----------
    paper
        The letter of the paper in its code: ``T`` for a traveller, ``L`` for a log.
    before
        The number of sheets of paper of the layout that come before it, and are not printed with it.
    """

    def __init__(self, papers: RoundPapers, table: TableForms, layout: PageLayout, paper: str, before: int = 0) -> None:
        forms, (page,) = papers.forms, table.pages
        drawn = {key.field: team for key, team in forms.filled.items() if key.table == table.number}
        count = len(layout.sheets)
        slots = headings(papers.event, forms, table, page, {page.number: layout.papers}, {})
        self.codes = {
            part: papers.code(table.number, f"{paper}1", part - before) for part in range(1 + before, 1 + count)
        }
        self._papers, self._table, self._called = papers, table.number, _CALLED[paper]
        self._slots = [
            slot | {"page": "", "code": self.codes.get(part, "")} for part, slot in enumerate(slots, start=1)
        ]
        # the sheets of a log are counted without that of the traveller before them
        for number, slot in enumerate(self._slots[before:] if before else (), start=1):
            slot["seat"] = f"page {number} of {count - before}" if count - before > 1 else ""
        self._part_of = layout.part_of
        self._teams = {box: str(shown(page.form.fields[box][2], team)) for box, team in drawn.items()}
        self._signed = no_games(page.form, drawn)

    def on_paper(self, layout: PageLayout) -> Iterator[PaperOfPage]:
        """Yield where its boxes are printed, for scans; a traveller is half of a sheet of paper, cut apart."""
        printed = printed_pages(layout, self._papers.paper, SCALE, layout.widths)
        texts = {
            cell.box: PrintedText(text, float(STYLES[fitted(cell.style, text, layout.room(cell)).style]["font_size"]))
            for cell in layout.cells
            if cell.box and (text := self.of(cell))
        }
        for part, code in self.codes.items():
            yield PaperOfPage(code, self._table, "", cut_apart(printed[part - 1]), texts, "slip", self._called)

    def of(self, cell: Cell) -> str:
        """Return the printed text of a cell."""
        if cell.box:
            return self._teams.get(cell.box, "")
        if cell.key:
            return self._signed.get(cell.key, "")
        return self._slots[self._part_of(cell.row) - 1][cell.slot] if cell.slot else str(cell.text)


_SIGNED = ("signed: player", "signed: opponent;  it stays with the traveller")

_WHO = {"round": 2, "team": 6, "flown by": 5}
_SUMS = {"this page": 3, "other pages of the team": 4, "SP for the traveller": 6}
"""The entries of teams above and below the tasks, and their units."""

_WHO_AGAIN = "Round ____  Team ____________________"
"""The line on further sheets of paper, so that a loose one belongs to somebody."""

_TEAM_RULE = "team goals only; once for the whole team, in the sum of this page"
"""The rule printed for team points. In duplicate play pilots have no scores of their own to which they are added."""

_NO_PLAYERS = Choices("players", ())


class TaskPage(Struct, frozen=True):
    """A page for some aircraft of a side at a table."""

    table: int
    form: PageForm
    scenario: str
    aircraft: str
    """The aircraft for which the page is, in words; empty if it is for all of the side."""
    pilots: int
    """How many pilots of a team have this page, each their own copy."""


def task_pages(event: DuplicateEvent, library: Library) -> tuple[TaskPage, ...]:
    """Return the task pages of all tables.

    Raises
    ------
    MistakesFound
        With everything that is wrong in a template.
    """
    return tuple(page for table in range(1, event.tables + 1) for page in _of_table(event, library, table))


def _of_table(event: DuplicateEvent, library: Library, table: int) -> Iterator[TaskPage]:
    scenario = event.scenario_on(table)
    if scenario is None:
        return
    for side in scenario.sides:
        elements = elements_of(side) if side.tasks else ()
        for element in elements:
            aircraft = number_list("seat", element.seats) if len(elements) > 1 else ""
            form = _form(library, scenario, side, element, with_team_points=element is elements[0])
            yield TaskPage(table, form, scenario.title, aircraft, len(element.seats))


def _form(
    library: Library, scenario: DuplicateScenario, side: DuplicateSide, element: Element, *, with_team_points: bool
) -> PageForm:
    """Put the page of some aircraft together; team points are on one page of a side only, since they count once."""
    surroundings = Surroundings(element_lists(scenario, side, element, _NO_PLAYERS), {}, TaskSettings().for_rules)
    blocks = [
        block for task in side.tasks for block in _bound(library, task, library.template(task), task, surroundings)
    ]
    if side.team_points and with_team_points:
        rows = {"awards": award_lines(side)}
        awards = awards_of(library.template("team-points"), side, _TEAM_RULE)
        blocks += _bound(library, "team-points", awards, TEAM_POINTS, Surroundings({}, rows))
    # on paper alone, so that all lines are printed
    with_remarks = with_targets((replace(block, rows_printed=0) for block in blocks), scenario, side, element)
    note = "   ".join(remarks_of(with_remarks))
    heading = with_colour(side.title, HEADING_SEPARATOR, side.id.capitalize())
    return PageForm(heading, side.id, with_remarks, note=note, name="task page")


def with_colour(one: str, between: str, other: str) -> str:
    """Return the title of a side beside its colour, in either order; one alone if they are the same.

    Examples
    --------
    >>> with_colour("Red", ": ", "Interceptors"), with_colour("Red", ": ", "red")
    ('Red: Interceptors', 'Red')
    """
    return one if folded(one) == folded(other) else between.join(filter(None, (one, other)))


def _bound(
    library: Library, name: str, template: Template, prefix: str, surroundings: Surroundings
) -> tuple[Block, ...]:
    try:
        return bind(template, prefix, surroundings)
    except TemplateError as error:
        path = library.path(name)
        raise MistakesFound([template_finding(path, mistake) for mistake in error.mistakes]) from error


def lay_out_task_page(form: PageForm) -> PageLayout:
    """Lay out a task page: who played, the tasks, their totals."""
    foot = [partial(_to_write, what=_SUMS), partial(signatures, who=_SIGNED)]
    page = on_paper(form, [heading, partial(_to_write, what=_WHO)], form.blocks, foot)
    for rows in page.sheets[1:]:
        page.put_heading(rows.start + WHO_AGAIN_ROW, 0, CODE_COLUMN, "heading left", text=_WHO_AGAIN)
    return page


def _to_write(page: PageLayout, what: dict[str, int]) -> None:
    """Put boxes to write in beside each other, with their captions above."""
    captions = page.add_row(page.measures.caption)
    line, column = page.add_line(), 0
    for text, units in what.items():
        page.put(captions, column, units, "caption", text=text)
        page.put(line, column, units, "by hand")
        column += units


def write_task_pages(papers: RoundPapers, pages: Sequence[TaskPage], rounds: int) -> None:
    """Write task pages on a sheet of their own; none where no side has tasks.

    Parameters
    ----------
    rounds
        In how many rounds a team of its side comes to its table: so often each is printed for every pilot who has it.
    """
    if not pages:
        return
    sheet = papers.book.sheet("Tasks")
    sheet.raw.hide_gridlines(2)
    ends, top = [], 0
    for page in pages:
        layout = lay_out_task_page(page.form)
        room = papers.paper.usable[1] * 100 / SCALE
        make_room_for_event(layout, papers.event.header.name.upper(), room)
        layout.fill_height(room)
        write_page(papers, sheet, layout, top, partial(_text, papers=papers, page=page, layout=layout, rounds=rounds))
        ends += [top + rows.stop for rows in layout.sheets]
        top += layout.next_row
    sheet.widths(layout.widths)
    sheet.protect()
    set_up_pages(sheet.raw, papers.paper, PAGE_COLUMNS - 1, ends, SCALE)
    papers.say_copies(sheet)


def _text(cell: Cell, papers: RoundPapers, page: TaskPage, layout: PageLayout, rounds: int) -> str:
    """Return the printed text of a cell; boxes to write in, and sums that only a screen computes, are empty."""
    if not cell.slot:
        return str(cell.text)
    count = len(layout.sheets)
    each = "pilot in each round" if page.pilots > 1 else "round"
    printed = f"One for each {each}: print it {pluralize(rounds * page.pilots, 'time')}." if rounds else ""
    part = f"page {layout.part_of(cell.row)} of {count}" if count > 1 else ""
    return {
        "event": papers.event.header.name.upper(),
        "round": page.form.name.capitalize(),
        "table": f"Table {page.table}",
        "heading": page.form.heading,
        "seat": "  ".join(filter(None, (page.aircraft, part))),
        "hint": "  ".join(filter(None, (f"{page.scenario}.", layout.form.note, printed))),
        "again": layout.form.note,
    }.get(cell.slot, "")
