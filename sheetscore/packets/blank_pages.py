"""Blank score sheets: each page once, with how many copies the rounds need.

They are printed, copied and filled in by hand, and never read back. Pages with the same layout are merged into one, for
all tables and rounds; table and round are then written on each copy.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.folder import WHOLE_EVENT, stage_title
from sheetscore.event.model import Event
from sheetscore.forms.form import Page, seat_key
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.forms.template import Orientation
from sheetscore.packets.by_hand import seat_titles
from sheetscore.pairing.draw import side_of
from sheetscore.sheets.heading_lines import EVENT, HEADING, HINT, HINT_SEPARATOR, in_slot
from sheetscore.sheets.headings import LIST_OF_TABLES, Cell, headings
from sheetscore.sheets.layout import WHO_AGAIN, PageLayout
from sheetscore.sheets.page_places import (
    PrintSetUp,
    make_room_for_event,
    make_room_for_heading,
    print_list,
    print_set_ups,
)
from sheetscore.sheets.round_papers import LINE, RoundPapers
from sheetscore.sheets.round_workbook import layouts
from sheetscore.sheets.styles import SUM_ALONE, SUM_OF_TASK, SUM_TO_WRITE, fitting_whole, styles_of
from sheetscore.wording import capitalized, join_words, number_list, number_together, times_to_copy
from sheetscore.workbooks.book import Book, CellValue, Sheet
from sheetscore.workbooks.cell_refs import sheet_title
from sheetscore.workbooks.paper import PAPER_SIZES, footer_titles, set_up_pages

if TYPE_CHECKING:
    from xlsxwriter.format import Format

_UNKNOWN = '""'
"""The formula in place of a reference to a box, since blank pages have no boxes to refer to."""

_TO_FILL_IN = " ____"
"""The line for a number that is written by hand."""

_ON_DEMAND = "copy this on demand"
"""The note on sheets of paper that are needed only if the lines of the others run out."""

_SCORED = re.compile(r"(; what is grey (?:or has a Σ )?)follows by itself(?:, once enough is known)?(?=\.)")
"""What pages say of figures that a spreadsheet computes, and on paper whoever scores with a pencil."""

_BY_COMPUTER = re.compile(
    r" *What is grey follows by itself\.| *The rest follows on a screen\."
    r"| by (?:itself|themselves)\b(?:, once enough is known)?"
)
"""Phrases of pages on figures that a spreadsheet computes; they are left out on paper."""

_WHICH_SHEET = re.compile(r"(?:sheet|page) \d+ of \d+\Z|\bcontinuation sheet\Z")
"""The end of a heading that says which of a page's sheets of paper this is."""

_OF_FURTHER_ROUND = re.compile(r" \(\d+\)\Z")
"""The end of the titles of worksheets that have the papers of further rounds."""

_NAMED = 2
"""A page that is merged from pages with more than so many headings is called by its form in the packet's contents."""

_COMPUTED = {"sum", "shown", "tick"}
"""The first words of the styles of computed cells, which are filled in with a pencil here."""

_WHITE = {"shown": "by hand", "shown wrap": "by hand"}
"""The white styles on paper of boxes whose words follow on a screen, such as names, by their grey styles there."""

_OPEN = {"round": f"Round{_TO_FILL_IN}", HEADING: "____________________"}
"""The lines to write on where merged pages differ, by slot. `_for_all` puts others for headings and hints; all other
slots in which the pages differ are left blank.
"""

_WHOSE = f"Name {'_' * 34}"
"""The line for the name on further sheets of a player's page, where a formula repeats it on a screen."""


class BlankPage(Struct, frozen=True):
    """A page without players."""

    forms: RoundForms
    """The forms of the round whose page this is: the first that needs it, or for a list the one with most lines."""
    layout: PageLayout
    slots: tuple[Mapping[str, str], ...]
    """The texts of the page's headings by slot, for each of its sheets of paper."""
    names: tuple[str, ...]
    """The headings of all pages that are merged into it."""
    copies: Mapping[int, int]
    """How many copies each round needs, by its number."""
    seats: Mapping[str, str] = {}
    """The title to print for a seat, with a hard blank before its number, by the seat's id and by its plain title."""
    only_for: str = ""
    """The seats that it is for, such as ``seats 1 and 2``, if others of its side have another page; else empty."""

    @property
    def name(self) -> str:
        """The name of the page in the contents."""
        if len(self.names) <= _NAMED:
            return join_words(self.names)
        return self.layout.form.name or ("players’ sheets" if self.layout.list_row is None else "list of all tables")

    @property
    def said(self) -> str:
        """The number of copies needed, in words, after the seats that it is for."""
        return self.noted(times_to_copy(sum(self.copies.values())))

    @property
    def each_round(self) -> str:
        """The copies for each of several rounds, in words; empty if every round needs as many."""
        if len({*self.copies.values()}) == 1:
            return ""
        return f" ({', '.join(f'{count} for round {number}' for number, count in self.copies.items())})"

    def noted(self, copied: str) -> str:
        """Return a note on copies after the seats that the page is for, if it is not for all of its side."""
        return ", ".join(filter(None, (self.only_for, copied)))

    def text_in(self, cell: Cell) -> CellValue:
        """Return the printed content of a cell: the title of a seat instead of its id; numbers of lines as they are."""
        return self.seats.get(cell.text, on_paper(cell.text)) if isinstance(cell.text, str) else cell.text


class BlankSheet(Struct, frozen=True):
    """A worksheet of blank pages that the same rounds need."""

    title: str
    pages: tuple[BlankPage, ...]
    papers: tuple[tuple[RoundForms, ...], ...] = ()
    """The rounds whose other papers follow the worksheet; those that share their papers stand together."""
    behind: tuple[str, ...] = ()
    """The titles of these papers."""

    @property
    def contents(self) -> str:
        """A description for the contents: its pages, how often each is copied, and the papers that follow."""
        pages = "; ".join(f"{page.name}: {page.said}{page.each_round}" for page in self.pages)
        papers = f"; behind them {join_words(self.behind)}" if self.behind else ""
        return f"Blank score sheets. {capitalized(pages)}{papers}"


def on_paper(text: str) -> str:
    """Return a text of a page as it is true on paper, without phrases that are true only on a screen.

    Examples
    --------
    >>> on_paper("Write in the white boxes; what is grey follows by itself, once enough is known.")
    'Write in the white boxes; what is grey is for whoever scores.'
    """
    return _BY_COMPUTER.sub("", _SCORED.sub(r"\1is for whoever scores", text))


def blank_sheets(event: Event, rounds: Sequence[RoundForms]) -> list[BlankSheet]:
    """Merge pages of all rounds with the same layout.

    Pages that the same rounds need share a worksheet, if they have the same orientation and columns.

    Parameters
    ----------
    rounds
        The forms of all tables of the rounds, without players.
    """
    pages: dict[Hashable, list[BlankPage]] = {}
    for page in chain.from_iterable(_pages_of(event, forms) for forms in rounds):
        pages.setdefault(_laid_out(page.layout), []).append(page)
    together: dict[Hashable, list[BlankPage]] = {}
    for alike in pages.values():
        page = _for_all(alike)
        shape = page.layout.form.orientation, page.layout.widths
        together.setdefault((tuple(page.copies), shape), []).append(page)
    # the papers are written into a book that is never saved, which tells their titles
    entitled, scratch = list(_entitled([*together.values()], rounds)), Book(Path(), event.header.name)
    return [replace(one, behind=_written(scratch, event, one, styles_of(scratch), entitled)) for one in entitled]


def _laid_out(layout: PageLayout) -> Hashable:
    """Return a key that is equal for pages to be merged; the number of lines of a list does not count."""
    shape = layout.form.orientation, layout.widths
    if layout.list_row is None:
        return (*layout.cells, *layout.heights, *shape)
    above = layout.list_row + 1
    return (*(cell for cell in layout.cells if cell.row < above), *layout.heights[:above], *shape)


def _pages_of(event: Event, forms: RoundForms) -> Iterator[BlankPage]:
    """Yield the pages of each table of a round, not merged yet."""
    laid_out, titles = layouts(forms), seat_titles(event, forms.round)
    for layout in laid_out.values():
        layout.cells = list(_for_a_pencil(layout))
    seats = {text: number_together(title) for seat, title in titles.items() for text in (seat, title)}
    for table in forms.tables:
        papers = {one.number: laid_out[id(one.form)].papers for one in table.pages}
        everybody = {page.seat: "" for page in table.seats}  # else all would be titled as spare pages
        for page in table.pages:
            form = laid_out[id(page.form)].form
            slots = headings(event, forms, table, replace(page, form=form), papers, everybody)
            blank = tuple(_of_no_table(table, page, one) for one in slots)
            only_for, names = _only_for(table, page), (page.form.heading,)
            yield BlankPage(forms, laid_out[id(page.form)], blank, names, {forms.round: 1}, seats, only_for)


def _only_for(table: TableForms, page: Page) -> str:
    """Return the seats of a page's form in words; empty if all seats of its side have that form."""
    own_side = side_of(page.seat)
    side = [one for one in table.seats if own_side and side_of(one.seat) == own_side]
    own = [one.seat.rpartition(".")[2] for one in side if one.form is page.form]
    return f"{'seats' if len(own) > 1 else 'seat'} {join_words(own)}" if len(own) < len(side) else ""


def _for_a_pencil(layout: PageLayout) -> Iterator[Cell]:
    """Yield the cells of a page without the columns that only a computer uses; the cells to their left get the room.

    These are the marks of filled pages in a list of seats, and the box for whose attacks came before.
    """
    kind, rows = layout.form.kind, range(len(layout.heights))  # no list has more lines than the page has rows
    marks = {seat_key(line, kind.seat_list.filled) for line in rows} if kind.seat_list else set()
    after = {kind.ruling.after} - {""} if kind.ruling else set()
    gone = {(cell.row, cell.column): cell for cell in layout.cells if cell.key in marks or cell.box in after}
    # the captions stand in the row above
    gone |= {(row - 1, column): cell for (row, column), cell in gone.items() if (row - 1, column) not in gone}
    grown = {(row, column - 1): cell.last_column for (row, column), cell in gone.items()}
    for cell in layout.cells:
        if (cell.row, cell.column) not in gone:
            last_column = grown.get((cell.row, cell.last_column), cell.last_column)
            yield cell if last_column == cell.last_column else replace(cell, last_column=last_column)


def _of_no_table(table: TableForms, page: Page, slots: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of the slots, with lines to write on instead of the numbers of table and seat."""
    which = _WHICH_SHEET.search(slots["seat"])  # copies of several sheets would be mixed up without their numbers
    seat = ", ".join(filter(None, (f"seat{_TO_FILL_IN}" if page.seat else "", which and which[0])))
    place = slots["table"] if table.number == LIST_OF_TABLES else f"{page.form.kind.place}{_TO_FILL_IN}"
    return {**slots, "code": "", "page": "", "opposite": "", "seat": seat, "table": place}


def _for_all(alike: Sequence[BlankPage]) -> BlankPage:
    """Merge pages with the same layout into one: slots in which they differ are left open, copies are added up."""
    first = max(alike, key=lambda page: len(page.layout.heights))
    copies = Counter(number for page in alike for number in page.copies)
    names = tuple(dict.fromkeys(name for page in alike for name in page.names))
    written = _OPEN | {HEADING: _heading_to_write(first, names), HINT: _hint_to_write(alike)}
    slots = (
        {name: text if all(page.slots[part][name] == text for page in alike) else written.get(name, "")
         for name, text in texts.items()}
        for part, texts in enumerate(first.slots)
    )  # fmt: skip
    only_for = first.only_for if all(page.only_for == first.only_for for page in alike) else ""
    many = replace(first, names=names, copies=copies, only_for=only_for)
    on_demand, to_copy = first.layout.left_out, many.noted(_ON_DEMAND)
    said = (to_copy if part in on_demand else many.said for part in range(1, len(first.slots) + 1))
    place = "page" if first.layout.list_row is None else "code"  # for the note on copies: a list has no cell for “page”
    return replace(many, slots=tuple({**one, place: copied} for one, copied in zip(slots, said, strict=True)))


def _heading_to_write(page: BlankPage, names: Sequence[str]) -> str:
    """Return the line for headings that differ: “Scenario ____” or “Side ____” if they name these; empty for a list.

    A list has the scenario on each of its lines.
    """
    if page.layout.list_row is not None:
        return ""
    played = {table.title for table in page.forms.tables}
    what = "Scenario " if played & {*names} else "Side " if page.layout.form.side else ""
    return f"{what}{_OPEN[HEADING]}"


def _hint_to_write(alike: Sequence[BlankPage]) -> str:
    """Return what the hints of merged pages share.

    “Scenario ____” comes first on pages of a side whose hints begin differently, since they begin with the scenario.
    """
    first, *others = (page.slots[0][HINT].split(HINT_SEPARATOR) for page in alike)
    said = [text for text in first if all(text in other for other in others)]
    of_scenario = alike[0].layout.form.side and first[:1] != said[:1]
    return HINT_SEPARATOR.join([*[f"Scenario {_OPEN[HEADING]}"] * bool(of_scenario), *said])


def _entitled(together: Sequence[Sequence[BlankPage]], rounds: Sequence[RoundForms]) -> Iterator[BlankSheet]:
    """Yield the worksheets with titles; the other papers of a round follow the last worksheet that it needs."""
    taken: set[str] = set()
    last = {number: at for at, pages in enumerate(together) for number in pages[0].copies}
    alike: dict[Hashable, list[RoundForms]] = {}
    for one in rounds:
        if one.papers:
            alike.setdefault((one.papers, _offered(one)), []).append(one)
    for at, pages in enumerate(together):
        numbers = [*pages[0].copies]
        named = stage_title(WHOLE_EVENT) if numbers == [WHOLE_EVENT] else number_list("Round", numbers)
        title = sheet_title(f"Blank, {named}", taken)
        taken.add(title.casefold())
        # of rounds with the same papers the first one writes them
        papers = [tuple(shared) for shared in alike.values() if last[shared[0].round] == at]
        yield BlankSheet(title, tuple(pages), tuple(papers))


def _offered(forms: RoundForms) -> tuple[tuple[str, ...], ...]:
    """Return the choices that a round offers: rounds with equal choices and equal kinds of papers share the papers."""
    lists = (choices.names for form in forms.page_forms() for block in form.blocks for choices in block.lists)
    return tuple(dict.fromkeys(lists))


def write_blank_sheet(
    book: Book, event: Event, blank: BlankSheet, style: Callable[[str], Format], blanks: Sequence[BlankSheet] = ()
) -> None:
    """Write a worksheet of blank pages into a packet, and the papers that follow it.

    Parameters
    ----------
    blanks
        All worksheets of blank pages, in order; the papers common to all rounds follow the first that has papers.
    """
    sheet = book.sheet(blank.title)
    sheet.raw.hide_gridlines(2)
    pages = [page.layout for page in blank.pages]
    set_ups = print_set_ups(event, pages)
    for page in blank.pages:
        layout = page.layout
        if layout.list_row is not None:
            continue
        room = set_ups[layout.form.orientation].room
        make_room_for_event(layout, page.slots[0][EVENT], room)
        make_room_for_heading(layout, page.slots[0][HEADING], room)
        _make_room_for_texts(page, room)
        _make_room_for_a_pencil(layout, room)
        layout.fill_height(room)
    first = pages[0]
    widening = set_ups[first.form.orientation].widening if first.list_row is None else 1
    sheet.widths([int(pixels * widening) for pixels in first.widths])
    tops = [*accumulate((layout.next_row for layout in pages), initial=0)]
    for page, top in zip(blank.pages, tops, strict=False):
        _write_page(sheet, page, top, style)
    sheet.protect()
    _set_up(sheet, event, pages, tops, set_ups, footer_titles(book.title, blank.title))
    _written(book, event, blank, style, blanks)


def _written(
    book: Book, event: Event, blank: BlankSheet, style: Callable[[str], Format], blanks: Sequence[BlankSheet]
) -> tuple[str, ...]:
    """Write the papers that follow a worksheet of blank pages, and return their titles, each once for all rounds."""
    before, with_all = len(book.sheets), next((rounds for one in blanks for rounds in one.papers), None)
    for rounds in blank.papers:
        unknown, written = dict.fromkeys(rounds[0].fields, _UNKNOWN), rounds is not with_all
        besides = RoundPapers(
            book, event, rounds[0], {}, unknown, style, blank=True, rounds=rounds, common_written=written
        )
        for paper in rounds[0].papers:
            paper(besides)
    return tuple(dict.fromkeys(_OF_FURTHER_ROUND.sub("", sheet.title) for sheet in book.sheets[before:]))


def _make_room_for_texts(page: BlankPage, room: float) -> None:
    """Make rows high enough for long hints, and for the titles of seats, which are longer than ids."""
    for cell in page.layout.cells:
        if cell.slot == HINT:
            page.layout.make_room_for(cell, on_paper(page.slots[page.layout.part_of(cell.row) - 1][HINT]), room)
        elif cell.text in page.seats:
            page.layout.make_room_for(cell, str(page.text_in(cell)), room)


def _make_room_for_a_pencil(layout: PageLayout, room: float) -> None:
    """Make rows with computed cells as high as rows to write on, on each sheet of paper that has room for it.

    Parameters
    ----------
    room
        The height of a sheet of paper, in pixels.
    """
    for paper in layout.sheets:
        rows = {cell.row for cell in layout.cells if cell.row in paper and cell.style.split()[0] in _COMPUTED}
        low = [row for row in rows if layout.heights[row] < LINE]
        if layout.height_of(paper) + sum(LINE - layout.heights[row] for row in low) <= room:
            for row in low:
                layout.heights[row] = LINE


def _write_page(sheet: Sheet, page: BlankPage, top: int, style: Callable[[str], Format]) -> None:
    """Write a page with blank boxes and without formulas."""
    layout = page.layout
    for row, height in enumerate(layout.heights):
        sheet.height(top + row, height)
    for cell in layout.cells:
        row = top + cell.row
        text: CellValue = None
        look, room = _WHITE.get(cell.style, cell.style), layout.room(cell)
        if cell.slot:
            words = in_slot(cell.slot, on_paper(page.slots[layout.part_of(cell.row) - 1][cell.slot]), look, room)
            look, text = words.style, words.shown
        elif cell.key == WHO_AGAIN:
            text = _WHOSE
        elif cell.style in {SUM_ALONE, SUM_OF_TASK, SUM_TO_WRITE}:
            text = " "  # its format shows Σ beside a text, but not in a blank cell
        elif cell.text or not (cell.box or cell.key):
            text = page.text_in(cell)
            look = fitting_whole(look, str(text), room)
        sheet.span(row, cell.column, row, cell.last_column, style(look))
        sheet.value(row, cell.column, text, style(look))


def _set_up(
    sheet: Sheet,
    event: Event,
    pages: list[PageLayout],
    tops: list[int],
    set_ups: Mapping[Orientation, PrintSetUp],
    about: Sequence[str],
) -> None:
    """Set up printing; the footer has the title of the worksheet, by which other pages refer to it."""
    first = pages[0]
    if first.list_row is None:
        set_up = set_ups[first.form.orientation]
        ends = [top + rows.stop for layout, top in zip(pages, tops, strict=False) for rows in layout.sheets]
        set_up_pages(sheet.raw, set_up.paper, first.printed - 1, ends, set_up.scale, numbered=True, about=about)
    else:
        print_list(sheet, PAPER_SIZES[event.header.paper], first, first.list_row, tops[-1], about)
