"""The round's workbook: a worksheet per table with a page per player, a cover, and hidden sheets for reading it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.event.folder import stage_name
from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity
from sheetscore.forms.block import Field
from sheetscore.forms.evaluation import score_table
from sheetscore.forms.form import CellKey, Entries, FieldKey, Page, PageForm, Value, entries_by_page, seat_key
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.forms.values import shown, understand
from sheetscore.problems import MistakesFound
from sheetscore.sheets.cover import (
    COVER,
    PageLink,
    SeatFigures,
    cover_sheets,
    seat_formulas,
    seat_lines,
    table_progress,
    write_cover,
)
from sheetscore.sheets.formulas import PageFormula, page_figures, page_formulas
from sheetscore.sheets.heading_lines import OPPOSITE, UNLIMITED, in_slot
from sheetscore.sheets.headings import Cell, headings, table_sheet
from sheetscore.sheets.hidden_sheets import (
    KIND,
    Baseline,
    MapHeading,
    MapRow,
    as_texts,
    block_name,
    made_with,
    stamp,
    write_begun,
    write_map,
)
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.made_from import form_lines
from sheetscore.sheets.offered_lists import lists_of, offered_names, recorded_names, write_lists
from sheetscore.sheets.page_places import (
    FROZEN_COLUMNS,
    PagePlace,
    PagesTogether,
    fill_paper,
    print_list,
    print_set_ups,
    sheets_of_pages,
    sitting_at,
    unprintable,
)
from sheetscore.sheets.pages import lay_out_plain_page, with_second_code
from sheetscore.sheets.paper_sheet import (
    Lines,
    PaperOfPage,
    lines_of,
    papers_in,
    papers_of_round,
    with_those_before,
    write_paper_sheet,
)
from sheetscore.sheets.qr_codes import put_qr
from sheetscore.sheets.round_papers import FINDINGS_SHEET, RoundPapers, marked_boxes, write_findings
from sheetscore.sheets.styles import CellRoom, fitted, fitting_whole, styles_of
from sheetscore.sheets.validation import validation, write_alerts
from sheetscore.sheets.written import write_fingerprints
from sheetscore.tables.column_widths import worksheets_of
from sheetscore.tables.xlsx import write_table_sheets
from sheetscore.workbooks.book import Book, CellValue, Sheet
from sheetscore.workbooks.cell_refs import Area, address, column_letters, parse_address
from sheetscore.workbooks.office import keep_for_director
from sheetscore.workbooks.paper import PAPER_SIZES, set_up_pages
from sheetscore.workbooks.typed import InvalidValue, Raw

if TYPE_CHECKING:
    from xlsxwriter.format import Format


class Marks(Struct, frozen=True):
    """What a workbook shows in its boxes besides the values that could be read."""

    raw: Mapping[FieldKey, Raw] = field(default_factory=dict)
    """Contents of boxes that could not be read, to be written back."""
    findings: Sequence[Finding] = ()
    """The mistakes: marked in the boxes, and listed on a sheet of their own."""

    def notes(self, forms: RoundForms) -> dict[FieldKey, list[str]]:
        """Return the messages for each box."""
        notes: dict[FieldKey, list[str]] = defaultdict(list)
        for one in self.findings:
            for box in marked_boxes(one, forms) if one.severity is not Severity.NOTE else ():
                notes[box].append(one.message)
        return dict(notes)


NO_MARKS = Marks()

BACK = "page"
"""The slot with the link back to the cover."""


class WrittenSheets(Struct, frozen=True):
    """Score sheets that were written."""

    papers: tuple[str, ...]
    """The titles of the additional sheets, such as slips, which are printed and never read back."""
    sheets_of_paper: int
    """The number of sheets of paper that the pages take; a list that runs over counts as one."""


class Prepared(Struct, frozen=True):
    """A form laid out, with its formulas compiled; it is written for every seat that has it."""

    layout: PageLayout
    formulas: Mapping[CellKey, PageFormula]


def write_round(
    path: Path,
    event: Event,
    forms: RoundForms,
    entries: Entries,
    marks: Marks = NO_MARKS,
    begun: Baseline | None = None,
) -> WrittenSheets:
    """Write a round's workbook.

    Parameters
    ----------
    path
        The file; an existing one is overwritten.
    entries
        The values of the boxes; for new sheets the drawn players.
    marks
        Unreadable contents, and for a marked copy the mistakes.
    begun
        The baseline, by which values typed later are recognised; None to record none.

    Raises
    ------
    MistakesFound
        A page is higher than the paper or has no room for its codes, or pages of one table differ in orientation.
    """
    return _RoundWriter(path, event, forms, entries, marks, begun).write()


def field_places(forms: RoundForms) -> dict[FieldKey, tuple[str, str]]:
    """Return the sheet and the cell that :func:`write_round` gives every box."""
    return _places(forms, layouts(forms))


def _places(forms: RoundForms, prepared: Mapping[int, PageLayout]) -> dict[FieldKey, tuple[str, str]]:
    return {
        FieldKey(together.table.number, page.seat, cell.box): (place.sheet, address(place.top + cell.row, cell.column))
        for together in sheets_of_pages(forms, prepared)
        for page, place in together.pages
        for cell in prepared[id(page.form)].cells
        if cell.box
    }


def layouts(forms: RoundForms) -> dict[int, PageLayout]:
    """Lay out every form of a round's pages once; return the layouts, by ``id()`` of the form."""
    found: dict[int, PageLayout] = {}
    for table in forms.tables:
        for page in table.pages:
            if id(page.form) not in found:
                found[id(page.form)] = _lay_out(page, table)
    return found


def sheets_of_paper(forms: RoundForms, laid_out: Mapping[int, PageLayout]) -> int:
    """Return how many sheets of paper the pages of a round take; a list that runs over counts as one."""
    return sum(len(laid_out[id(page.form)].papers.printed) for table in forms.tables for page in table.pages)


def _lay_out(page: Page, table: TableForms) -> PageLayout:
    lay_out: Callable[[PageForm, Sequence[Page]], PageLayout] | None = page.form.kind.lay_out
    laid_out = lay_out(page.form, () if page.seat else table.seats) if lay_out else lay_out_plain_page(page.form)
    return with_second_code(laid_out)


def _unread(box: Field, raw: Raw) -> list[str]:
    """Return the message that says why the content of a box cannot be read."""
    why = understand(box, raw)
    return [why.message if isinstance(why, InvalidValue) else "this could not be read; enter the value itself"]


class _RoundWriter:
    """Writes one workbook: each form is laid out once, then written for every seat that has it."""

    def __init__(
        self, path: Path, event: Event, forms: RoundForms, entries: Entries, marks: Marks, begun: Baseline | None
    ) -> None:
        self.event = event
        self.begun = begun
        self.forms = forms
        self.entries = entries
        self.marks = marks
        self.notes = marks.notes(forms)
        self.by_page = entries_by_page(entries)
        self.layouts = layouts(forms)
        if wrong := unprintable(event, forms, self.layouts):
            raise MistakesFound(wrong)
        self.set_ups = print_set_ups(event, self.layouts.values())
        fill_paper(event, forms, self.layouts, self.by_page, self.set_ups)
        self.sheets = sheets_of_pages(forms, self.layouts)
        self.places: dict[tuple[int, str], PagePlace] = {
            (together.table.number, page.seat): place for together in self.sheets for page, place in together.pages
        }
        self.book = Book(path, f"{event.header.name}, {stage_name(forms.round)}")
        self.style: Callable[[str], Format] = styles_of(self.book)
        self.map: list[MapRow] = []
        self.slips: Sequence[PaperOfPage] = ()

    def write(self) -> WrittenSheets:
        """Write the file."""
        front = cover_sheets(self.book, self.event, self.forms)
        listed = self.book.sheet(FINDINGS_SHEET) if self.marks.findings else None
        self.lists = write_lists(self.book, lists_of(self.forms))
        self.prepared = {
            key: Prepared(layout, page_formulas(layout, self.lists)) for key, layout in self.layouts.items()
        }
        self.scores = {table.number: score_table(table, self.by_page) for table in self.forms.tables}
        seats = {
            table.number: seat_lines(table, self.scores[table.number], self.by_page) for table in self.forms.tables
        }
        for together in self.sheets:
            self._write_pages(together, seats[together.table.number])
        progress = [
            table_progress(
                table, self.layouts[id(table.pages[0].form)], self.by_page[table.number, ""], seats[table.number]
            )
            for table in self.forms.tables
        ]
        links = {table.number: self._page_links(table) for table in self.forms.tables}
        marked = bool(self.marks.findings)
        write_cover(self.event, front, self.forms, progress, seats, links, self.style, marked=marked)
        papers = self._write_papers()
        self._write_live_tables()
        paper = PAPER_SIZES[self.event.header.paper]
        if listed:
            places = _places(self.forms, self.layouts)
            write_findings(listed, self.marks.findings, self.forms, places, self.style, paper)
        (listed or front.cover).raw.activate()
        keep_for_director(
            self.book, list(dict.fromkeys(one.title for one in (front.cover, front.teams, listed) if one))
        )
        header = self.event.header
        write_map(
            self.book,
            MapHeading(
                KIND,
                self.event.key,
                header.name,
                header.system,
                self.forms.round,
                made_with(self.forms, self.layouts),
            ),
            sorted(self.map, key=lambda row: (row.table, row.page)),
        )
        if self.begun:
            offered = tuple(dict.fromkeys((*self.begun.offered, *offered_names(self.forms))))
            texts = as_texts(self.entries, self.marks.raw)
            now = {key: texts[key] for key in self.forms.fields if key in texts}  # in the order of the forms
            begun = replace(
                self.begun,
                written=self.begun.written if self.begun.sha256 else now,
                offered=offered,
                stamp=stamp(self.entries, self.marks.raw),
                recorded=recorded_names(self.forms),
                orders=tuple(self.forms.orders.items()),
                titles=tuple(self.event.scenario_titles.items()),
            )
            write_begun(self.book, begun, form_lines(self.forms))
        write_paper_sheet(self.book, self._positions_on_paper())
        printed = (cell.text for layout in self.layouts.values() for cell in layout.cells)
        write_fingerprints(self.book, {text for text in printed if isinstance(text, str) and text})
        self.book.close()
        return WrittenSheets(papers, sheets_of_paper(self.forms, self.layouts))

    def _positions_on_paper(self) -> Lines:
        """Return the positions on paper: those recorded when the sheets were made, if any, else the present ones."""
        if self.begun and self.begun.paper:
            return self.begun.paper
        now = [
            *papers_of_round(self.event, self.forms, self.sheets, self.layouts, self.set_ups, self.by_page),
            *self.slips,
        ]
        # players fill in the slips, so that the pages of these seats need not come back
        cut_out = {(one.table, one.seat) for one in self.slips}
        now = [
            replace(one, kind="spare") if one.kind == "paper" and (one.table, one.seat) in cut_out else one
            for one in now
        ]
        return lines_of(with_those_before(now, papers_in(self.begun.paper_before) if self.begun else ()))

    def _write_papers(self) -> tuple[str, ...]:
        """Write the additional sheets, which are printed and never read back; return their titles."""
        if not self.forms.papers:
            return ()
        before = len(self.book.workbook.worksheets())
        papers = RoundPapers(self.book, self.event, self.forms, self.entries, self._references(), self.style)
        for paper in self.forms.papers:
            paper(papers)
        self.slips = papers.slip_places
        return tuple(sheet.get_name() for sheet in self.book.workbook.worksheets()[before:])

    def _write_live_tables(self) -> None:
        """Write the director's sheets of tables, whose formulas follow the boxes."""
        if self.forms.live:
            paper = PAPER_SIZES[self.event.header.paper]
            plans = self.forms.live(self.entries, self._references())
            split = [part for plan in plans for part in worksheets_of(plan, paper)]
            write_table_sheets(self.book, split, paper, self.style)

    def _references(self) -> dict[FieldKey, str]:
        """Return the reference to every box."""
        places = _places(self.forms, self.layouts)
        return {key: f"'{sheet}'!{address(*parse_address(cell), fixed=True)}" for key, (sheet, cell) in places.items()}

    def _write_pages(self, together: PagesTogether, seats: Sequence[SeatFigures]) -> None:
        """Write the pages of one worksheet.

        Parameters
        ----------
        seats
            The lines of the table's list of seats.
        """
        table, sheet = together.table, self.book.sheet(together.title)
        pages = [self.layouts[id(page.form)] for page, _ in together.pages]
        first = pages[0]
        set_up = self.set_ups[first.form.orientation] if first.list_row is None else None
        sheet.widths(set_up.widths(first) if set_up else first.widths)
        last_column = max(cell.last_column for layout in pages for cell in layout.cells)
        sheet.raw.set_column(first.steps_column, max(first.steps_column, last_column), None, None, {"hidden": True})
        for page, place in together.pages:
            figures = page_figures(
                self.layouts[id(page.form)],
                self.scores[table.number][table.number, page.seat],
                self.by_page[table.number, page.seat],
            )
            formulas = {key: made.at(place.top) for key, made in self.prepared[id(page.form)].formulas.items()}
            if page.seat == "":
                figures |= {seat_key(at, name): seat[name] for at, seat in enumerate(seats) for name in seat}
                formulas |= seat_formulas(table, self.layouts, self.places)
            self._write_page(sheet, together, page, formulas, figures)
        self._validate(sheet, together)
        tops = [(page, place.top) for page, place in together.pages]
        write_alerts(sheet, tops, self.layouts, self.style("alerted"))
        sheet.protect()
        sheet.raw.hide_gridlines(2)
        last, end = together.pages[-1]
        if set_up:
            papers = [
                (range(place.top + rows.start, place.top + rows.stop), part in layout.left_out)
                for page, place in together.pages
                for layout in [self.layouts[id(page.form)]]
                for part, rows in enumerate(layout.sheets, start=1)
            ]
            ends, left_out = [rows.stop for rows, _ in papers], [rows for rows, on_demand in papers if on_demand]
            set_up_pages(sheet.raw, set_up.paper, first.printed - 1, ends, set_up.scale, left_out=left_out)
        elif first.list_row is not None:
            sheet.raw.freeze_panes(first.list_row + 1, FROZEN_COLUMNS)
            below = end.top + self.layouts[id(last.form)].next_row
            print_list(sheet, PAPER_SIZES[self.event.header.paper], first, first.list_row, below)

    def _write_page(
        self,
        sheet: Sheet,
        together: PagesTogether,
        page: Page,
        formulas: Mapping[CellKey, str],
        figures: Mapping[CellKey, CellValue],
    ) -> None:
        """Write a page: its cells as they are laid out, with the formulas and the values (``figures``) of these."""
        table, top = together.table, self.places[together.table.number, page.seat].top
        layout = self.layouts[id(page.form)]
        # Every row has a fixed height. Rows that fit their texts are higher in one program than in another, and pages
        # would not break where they were planned to.
        for row, height in enumerate(layout.heights):
            sheet.height(top + row, height)
        papers = {one.number: self.layouts[id(one.form)].papers for one, _ in together.pages}
        counted = "page" if together.title == table_sheet(table.number) else "spare page"
        laid_out = replace(page, form=layout.form)
        sitting = sitting_at(self.event, table, self.by_page)
        room = next((layout.room(cell) for cell in layout.cells if cell.slot == OPPOSITE), UNLIMITED)
        slots = headings(self.event, self.forms, table, laid_out, papers, sitting, counted, room)
        entries = self.by_page[table.number, page.seat]
        boxes = page.form.fields
        for cell in layout.cells:
            row, room = top + cell.row, layout.room(cell)
            if cell.box:
                key = FieldKey(table.number, page.seat, cell.box)
                self._box(sheet, row, cell, room, key, boxes[cell.box][2], entries.get(cell.box))
            elif cell.key:
                self._figure(sheet, row, cell, room, formulas[cell.key], figures[cell.key])
            else:
                self._words(sheet, row, cell, room, slots[layout.part_of(cell.row) - 1])
        codes = [slot["code"] for slot in slots]
        self._put_qr_codes(sheet, layout, top, codes)
        self._add_to_map(table, page, codes)

    def _put_qr_codes(self, sheet: Sheet, layout: PageLayout, top: int, codes: Sequence[str]) -> None:
        """Insert the QR codes of a page where its layout left room, in the size that its print scale needs."""
        for room in layout.qr_rooms:
            row, end = room.rows.start, layout.height_of(room.rows) if room.at_foot else 0
            code, scale = codes[layout.part_of(row) - 1], self.set_ups[layout.form.orientation].scale
            put_qr(sheet, top + row, room.columns.start, code, scale, end)

    def _page_links(self, table: TableForms) -> list[PageLink]:
        """Return title and first cell of the pages of a table's seats."""
        places = ((page.called, self.places[table.number, page.seat]) for page in table.seats)
        return [(called, place.sheet, address(place.top, 0)) for called, place in places]

    def _words(self, sheet: Sheet, row: int, cell: Cell, room: CellRoom, slots: Mapping[str, str]) -> None:
        """Write printed texts and headings; captions by which blocks are found are never cut."""
        if not cell.slot:
            style = self.style(fitting_whole(cell.style, str(cell.text), room))
            sheet.span(row, cell.column, row, cell.last_column, style)
            sheet.value(row, cell.column, cell.text, style)
            return
        words = slots[cell.slot]
        text = in_slot(cell.slot, words, cell.style, room)
        style = self.style(text.style)
        sheet.span(row, cell.column, row, cell.last_column, style)
        if cell.slot == BACK:
            sheet.link(row, cell.column, COVER, words, style)
        else:
            sheet.text(row, cell.column, text.shown, style)

    def _figure(self, sheet: Sheet, row: int, cell: Cell, room: CellRoom, formula: str, value: CellValue) -> None:
        """Write a formula that refers to boxes; a long text is written smaller, or on more lines, at last cut off."""
        look = cell.style
        if cell.text:  # it is printed on blank paper, too, and is never cut
            look = fitting_whole(look, str(value), room)
        elif isinstance(value, str):
            text = fitted(look, value, room)
            look, formula, value = text.style, text.formula(formula), text.shown
        sheet.span(row, cell.column, row, cell.last_column, self.style(look))
        sheet.formula(row, cell.column, formula, value, self.style(look))

    def _box(
        self, sheet: Sheet, row: int, cell: Cell, room: CellRoom, key: FieldKey, box: Field, value: Value | None
    ) -> None:
        """Write a box with its value, or with what could not be read; a mistake makes it red and has a note."""
        notes = self.notes.get(key, ())
        if key in self.marks.raw and not notes:
            notes = _unread(box, self.marks.raw[key])
        raw = self.marks.raw.get(key)
        typed = str(raw) if raw is not None else None if value is None else shown(box, value)
        style = self.style(fitting_whole(cell.style, typed, room) if isinstance(typed, str) else cell.style)
        if notes:
            style = self.style("flagged text" if box.is_text else "flagged")
        sheet.span(row, cell.column, row, cell.last_column, style)
        sheet.typed(row, cell.column, typed, style)
        if notes:
            sheet.note(row, cell.column, "\n".join(notes))

    def _add_to_map(self, table: TableForms, page: Page, codes: Sequence[str]) -> None:
        """Add the rows of a page to the map; ``codes`` are those of its sheets of paper."""
        layout, standing = self.layouts[id(page.form)], self.places[table.number, page.seat]
        title, top = standing.sheet, standing.top
        for piece, place in layout.pieces.items():
            # from the captions on, by which the block is recognised: its title may be changed or deleted
            area = Area(title, top + place.caption_row, place.column, top + place.last_row, place.last_column)
            name = block_name(table.number, page.number, piece, place.block.id)
            part = layout.part_of(place.caption_row) - 1
            code, code_cell = codes[part], address(top + layout.sheets[part].start, layout.code_column)
            self.map.append(
                MapRow(table.number, page.number, page.seat, place.block.id, name, area.reference, code, code_cell)
            )

    def _validate(self, sheet: Sheet, together: PagesTogether) -> None:
        """Attach a validation to each kind of box, on all pages that have it."""
        by_shape: dict[int, tuple[PageForm, list[int]]] = {}
        for page, place in together.pages:
            by_shape.setdefault(id(page.form), (page.form, []))[1].append(place.top)
        for form, starts in by_shape.values():
            for block in self.layouts[id(form)].places.values():
                for box in block.block.fields:
                    column = block.columns[box.name]
                    rule = validation(box, self.lists)
                    areas = [(top + first, top + last) for top in starts for first, last in block.areas]
                    if len(areas) > 1:
                        letters = column_letters(column)
                        rule["multi_range"] = " ".join(f"{letters}{a + 1}:{letters}{b + 1}" for a, b in areas)
                    sheet.validate(areas[0][0], column, areas[0][1], column, rule)
