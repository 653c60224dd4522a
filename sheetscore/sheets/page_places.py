"""The places of a round's pages on the sheets of a workbook, and their print set-up."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from sheetscore.event.model import Event
from sheetscore.findings import Finding, finding
from sheetscore.forms.form import FieldKey, Page, PageEntries, seat_key
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.forms.template import Orientation
from sheetscore.forms.values import shown
from sheetscore.pairing.draw import display_name
from sheetscore.sheets.heading_lines import (
    EVENT,
    EVENT_SEPARATOR,
    HEADING,
    HINT,
    OPPOSITE,
    event_line,
    event_on_lines,
    heading_on_lines,
    in_slot,
    opposite_line,
)
from sheetscore.sheets.headings import GRIDS, Cell, event_named, heading_of, hint_of, spare_sheet, table_sheet
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.pages import SCALE, lacks_code
from sheetscore.workbooks.book import Sheet
from sheetscore.workbooks.paper import (
    PAPER_SIZES,
    ROUNDING,
    SMALLEST_SCALE,
    Paper,
    Passage,
    page_breaks,
    print_scale,
    set_up_list,
)


class PagePlace(Struct, frozen=True):
    """The place of a page: the title of its sheet, and its first row from 0."""

    sheet: str
    top: int


class PagesTogether(Struct, frozen=True):
    """Pages of a table that are below each other on a worksheet, each with its place."""

    title: str
    table: TableForms
    pages: tuple[tuple[Page, PagePlace], ...]


def sheets_of_pages(forms: RoundForms, layouts: Mapping[int, PageLayout]) -> list[PagesTogether]:
    """Return the sheets that hold the pages of a round, in order.

    Parameters
    ----------
    layouts
        The layout of each form, by ``id()`` of the form.
    """
    tables = [(table_sheet(table.number), table, drawn_pages(table, forms)) for table in forms.tables]
    spare = [(spare_sheet(table.number), table, spare_pages(table, forms)) for table in forms.tables]
    return [
        PagesTogether(title, table, tuple(_below_each_other(title, pages, layouts)))
        for title, table, pages in (*tables, *spare)
        if pages
    ]


def _below_each_other(
    title: str, pages: Sequence[Page], layouts: Mapping[int, PageLayout]
) -> Iterator[tuple[Page, PagePlace]]:
    top = 0
    for page in pages:
        yield page, PagePlace(title, top)
        top += layouts[id(page.form)].next_row


def drawn_pages(table: TableForms, forms: RoundForms) -> list[Page]:
    """Return a table's own page and those of occupied seats; all its pages if nobody sits there."""
    spare = {page.seat for page in spare_pages(table, forms)}
    return [page for page in table.pages if page.seat not in spare]


def spare_pages(table: TableForms, forms: RoundForms) -> list[Page]:
    """Return the pages of the seats for which nobody was drawn; none of a table at which nobody sits."""
    boxes = {page.seat: FieldKey(table.number, page.seat, page.form.kind.player) for page in table.seats}
    if not any(box in forms.filled for box in boxes.values()):
        return []
    return [page for page in table.seats if page.form.kind.player and boxes[page.seat] not in forms.filled]


class PrintSetUp(Struct, frozen=True):
    """The print set-up of pages of one orientation."""

    paper: Paper
    """The paper in that orientation."""
    scale: int
    """The print scale in percent."""
    widening: float
    """The factor by which columns are widened."""

    def widths(self, layout: PageLayout) -> list[int]:
        """Return the widths of a page's columns in its worksheet, in pixels."""
        return [int(pixels * self.widening) for pixels in layout.widths]

    @property
    def room(self) -> float:
        """The printable height of a sheet of paper, in pixels of the worksheet."""
        return self.paper.usable[1] * 100 / self.scale


def paper_of(event: Event, orientation: Orientation) -> Paper:
    """Return the paper of an event as pages of an orientation need it."""
    paper = PAPER_SIZES[event.header.paper]
    return paper if orientation == "portrait" else paper.turned


def print_set_ups(event: Event, layouts: Iterable[PageLayout]) -> dict[Orientation, PrintSetUp]:
    """Return how the pages of a round are printed, except lists of all tables: see :func:`print_list`.

    All pages of the same orientation have one scale: boxes are equally large on all of them.
    """
    found: dict[Orientation, PrintSetUp] = {}
    pages = [layout for layout in layouts if layout.list_row is None]
    for orientation in dict.fromkeys(layout.form.orientation for layout in pages):
        alike = [layout for layout in pages if layout.form.orientation == orientation]
        paper, width = paper_of(event, orientation), sum(GRIDS[orientation].widths)
        scale = _scale_with_codes(paper, alike)
        # If the height decides the scale, columns are widened to use the space left free at the sides.
        widening = max(1, ROUNDING * paper.usable[0] * 100 / scale / width)
        found[orientation] = PrintSetUp(paper, scale, widening)
    return found


def _scale_with_codes(paper: Paper, layouts: Sequence[PageLayout]) -> int:
    """Return the scale of pages of the same orientation; make their rows high enough for QR codes at that scale.

    The smaller pages are printed, the more pixels a code takes, which makes pages higher.
    """
    # At most the scale of the layout, or sheets of paper overflow.
    scale, tried = min(one.scale for one in layouts), 0
    while scale != tried and scale >= SMALLEST_SCALE:
        for one in layouts:
            one.make_qr_room(scale)
        heights = [one.height for one in layouts]
        scale, tried = min(scale, print_scale(paper, sum(layouts[0].grid.widths), heights)), scale
    return scale


def unprintable(event: Event, forms: RoundForms, laid_out: Mapping[int, PageLayout]) -> list[Finding]:
    """Find pages that are higher than the paper or leave no room for codes, and tables with pages of both orientations.

    Parameters
    ----------
    laid_out
        The layout of each form, by ``id()`` of the form.
    """
    return [
        *_too_high(event, laid_out.values()),
        *_without_room_for_codes(laid_out.values()),
        *_mixed_orientations(forms),
    ]


def _too_high(event: Event, laid_out: Iterable[PageLayout]) -> Iterator[Finding]:
    for layout in laid_out:
        if layout.list_row is not None:
            continue
        scale = _scale_with_codes(paper_of(event, layout.form.orientation), [layout])
        if scale < SMALLEST_SCALE:
            message = (
                f"the page “{layout.form.heading}” is higher than the paper: it would be printed at {scale} percent, "
                "too small for a pencil. Seat fewer at a table, or give its forms fewer rows in templates of your own"
            )
            yield finding("template", message)


def _without_room_for_codes(layouts: Iterable[PageLayout]) -> Iterator[Finding]:
    for layout in layouts:
        for part, _ in enumerate(layout.sheets, start=1):
            covered = [cell for room in layout.qr_rooms for cell in layout.cells
                       if layout.part_of(room.rows.start) == part and room.covers(cell)]  # fmt: skip
            if covered or lacks_code(layout, part):
                where = f"sheet {part} of the page “{layout.form.heading}”"
                message = (
                    f"{where} has no room for its QR code, which stands in its heading and at the right edge of its "
                    "foot. Give the boxes there fewer units in templates of your own, or the page fewer rows"
                )
                yield finding("template", message)


def _mixed_orientations(forms: RoundForms) -> Iterator[Finding]:
    """Find tables with pages of both orientations; each combination is reported once."""
    mixed: dict[Sequence[str], int] = {}
    for table in forms.tables:
        orientations = {page.form.heading: page.form.orientation for page in table.pages}
        if len(set(orientations.values())) > 1:
            mixed.setdefault(tuple(f"“{heading}” is {way}" for heading, way in orientations.items()), table.number)
    for text, number in mixed.items():
        message = (
            f"the pages of table {number} stand on one sheet of the workbook, which is printed one way, and "
            f"{', '.join(text)}. Give their templates the same orientation"
        )
        yield finding("template", message)


def sitting_at(event: Event, table: TableForms, entries: Mapping[tuple[int, str], PageEntries]) -> dict[str, str]:
    """Return the names of the players in the boxes of a table's seats, by seat."""
    players = {page.seat: entries[table.number, page.seat].get(page.form.kind.player) for page in table.seats}
    return {seat: display_name(str(who), event.names) for seat, who in players.items() if who in event.names}


def fill_paper(
    event: Event,
    forms: RoundForms,
    layouts: Mapping[int, PageLayout],
    entries: Mapping[tuple[int, str], PageEntries],
    set_ups: Mapping[Orientation, PrintSetUp],
) -> None:
    """Make rows higher whose names or titles do not fit in readable letters; then fill the paper.

    This comes after :func:`print_set_ups`, since how much pages may grow depends on the scale of the highest one.

    Parameters
    ----------
    layouts
        The layout of each form, by ``id()`` of the form.
    entries
        The values of the boxes, by table and seat.
    """
    spaces = {
        key: set_ups[layout.form.orientation].room if layout.list_row is None else math.inf
        for key, layout in layouts.items()
    }
    pages = [(page, entries[table.number, page.seat]) for table in forms.tables for page in table.pages]
    for key, slot, words in dict.fromkeys(_long_headings(event, forms, layouts, entries)):
        _make_room_for_slot(layouts[key], slot, words, spaces[key])
    for page, typed in pages:
        layout, boxes = layouts[id(page.form)], page.form.fields
        for cell in layout.cells:
            text = shown(boxes[cell.box][2], typed[cell.box]) if cell.box in typed else None
            if isinstance(text, str):
                layout.make_room_for(cell, text, spaces[id(page.form)])
    for form, cell, name in _listed_names(event, forms, layouts, entries):
        layouts[form].make_room_for(cell, name, spaces[form])
    for key, layout in layouts.items():
        if layout.list_row is None:
            make_room_for_event(layout, event_named(event, forms.round), spaces[key])
            layout.fill_height(spaces[key])


def make_room_for_event(layout: PageLayout, line: str, most: float) -> None:
    """Make the first row of each sheet of paper higher if it has no room for the whole name of the event.

    Parameters
    ----------
    line
        The text for the slot of the event.
    most
        The height in pixels that a sheet of paper may have.
    """
    name = line.partition(EVENT_SEPARATOR)[0].upper()
    for cell in layout.cells:
        if cell.slot == EVENT:
            shown = event_line(line, cell.style, layout.room(cell)).replace("\n", " ").upper()
            if name not in shown:
                layout.make_room_for(cell, event_on_lines(line), most)


def _make_room_for_slot(layout: PageLayout, slot: str, words: str, most: float) -> None:
    if slot == HEADING:
        make_room_for_heading(layout, words, most)
        return
    for cell in layout.cells:
        if cell.slot == slot:
            layout.make_room_for(cell, words, most)


def make_room_for_heading(layout: PageLayout, words: str, most: float) -> None:
    """Make the row of the owner of a page higher on each sheet of paper where its text would be cut off."""
    for cell in layout.cells:
        if cell.slot == HEADING and in_slot(HEADING, words, cell.style, room := layout.room(cell)).cut:
            layout.make_room_for(cell, heading_on_lines(words, cell.style, room.pixels), most)


def _listed_names(
    event: Event,
    forms: RoundForms,
    layouts: Mapping[int, PageLayout],
    entries: Mapping[tuple[int, str], PageEntries],
) -> Iterator[tuple[int, Cell, str]]:
    """Yield (form, cell, text) for the seats that tables list, and for who sits there."""
    for table in forms.tables:
        own, sitting = table.pages[0].form, sitting_at(event, table, entries)
        if own.kind.seat_list is None:
            continue
        cells = {cell.key: cell for cell in layouts[id(own)].cells if cell.key}
        labels = {cell.row: cell for cell in layouts[id(own)].cells if cell.style == "label"}
        for index, seat in enumerate(table.seats):
            cell = cells[seat_key(index, own.kind.seat_list.who)]
            yield id(own), cell, sitting.get(seat.seat, "")
            if cell.row in labels:
                yield id(own), labels[cell.row], seat.called


def _long_headings(
    event: Event,
    forms: RoundForms,
    layouts: Mapping[int, PageLayout],
    entries: Mapping[tuple[int, str], PageEntries],
) -> Iterator[tuple[int, str, str]]:
    """Yield (form, slot, text) for the long texts of headings that may need more height: owner, scenario, opponents."""
    for table in forms.tables:
        sitting = sitting_at(event, table, entries)
        for page in table.pages:
            layout = layouts[id(page.form)]
            yield id(page.form), HEADING, heading_of(forms, table, page)
            yield id(page.form), HINT, hint_of(forms, table, layout.form, layout.papers)
            yield id(page.form), OPPOSITE, opposite_line(table, page, sitting, event.names)


FROZEN_COLUMNS = 4
"""How many columns of a list stay in view when it is scrolled: line number, table, both players."""


def print_list(
    sheet: Sheet, paper: Paper, layout: PageLayout, headed: int, end: int, about: Sequence[str] = ()
) -> None:
    """Print a list at `SCALE` on as many sheets of paper as it needs, down and across, its headings on each.

    Parameters
    ----------
    paper
        The upright paper; the list is printed on its side.
    headed, end
        The row of its captions, and the first row after the last page on its sheet; from 0.
    about
        Titles for the footer: the first one that has room is printed.
    """
    area = (end - 1, layout.printed - 1)
    set_up_list(sheet.raw, paper.turned, area, (headed, FROZEN_COLUMNS - 1), layout.across, SCALE, about)
    above, room = headed + 1, paper.turned.usable[1] * 100 / SCALE
    lines = [Passage(0, above, len(layout.heights))]
    sheet.raw.set_h_pagebreaks(page_breaks(layout.heights, lines, room, layout.height_of(range(above))))
