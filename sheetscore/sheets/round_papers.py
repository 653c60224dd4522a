"""Extra sheets of a round's workbook: papers with formulas that refer to boxes, slips to cut apart, a list of findings.

Slips are written on by hand; their cells lie on a grid of units. The list of findings, with links to the boxes, is in
marked copies only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING

from msgspec import Struct, field

from sheetscore.event.folder import stage_title
from sheetscore.event.model import Event
from sheetscore.findings import Finding
from sheetscore.forms.form import Entries, FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.values import shown
from sheetscore.sheets.headings import LIST_OF_TABLES, paper_code
from sheetscore.sheets.pages import ROOM, SCALE
from sheetscore.sheets.paper_sheet import Kind, PaperOfPage
from sheetscore.sheets.printed import GridCell, GridCode, OnGrid, cut_apart, printed_paper
from sheetscore.sheets.qr_codes import put_qr
from sheetscore.sheets.styles import (
    SQUARE_POINTS,
    STYLES,
    UNRULED,
    CellRoom,
    Fitted,
    fitted,
    fitted_words,
    fitting,
    fitting_alike,
    height_for,
)
from sheetscore.wording import times_to_copy
from sheetscore.workbooks.book import Book, CellValue, Sheet
from sheetscore.workbooks.paper import (
    PAPER_SIZES,
    Paper,
    Passage,
    foot_pages,
    footer_titles,
    print_by_width,
    set_up_pages,
)

if TYPE_CHECKING:
    from xlsxwriter.format import Format


def _tables_of(forms: RoundForms) -> list[int]:
    return list(dict.fromkeys(public.table for public in forms.public.values()))


class RoundPapers(Struct, frozen=True):
    """A round's workbook whose boxes are already written, so that papers can refer to them."""

    book: Book
    event: Event
    forms: RoundForms
    entries: Entries
    cells: Mapping[FieldKey, str]
    """A reference to every box of the workbook."""
    style: Callable[[str], Format]
    blank: bool = False
    """Whether they are blank masters to copy."""
    rounds: tuple[RoundForms, ...] = ()
    """The rounds that share blank masters, the first of which writes them."""
    common_written: bool = False
    """Whether blank papers common to all rounds were already written for an earlier round."""
    slip_places: list[PaperOfPage] = field(default_factory=list)
    """The places of the boxes on the slips written so far, to find them in scans."""

    @property
    def paper(self) -> Paper:
        """The paper size of the event."""
        return PAPER_SIZES[self.event.header.paper]

    @property
    def title(self) -> str:
        """The title line of every paper: event and round, with a line for the number if several rounds share it."""
        shared = len(self.rounds) > 1
        return f"{self.event.header.name}, {'Round ____' if shared else stage_title(self.forms.round)}"

    def say_copies(self, sheet: Sheet, sentence: str = "") -> None:
        """Print in the footer of blank masters what they are, and how many copies are needed."""
        if self.blank:
            what = ": ".join(filter(None, (sheet.raw.get_name(), sentence)))
            foot_pages(sheet.raw, self.paper, SCALE, footer_titles(self.book.title, what))

    def place(self, table: int) -> str:
        """Return the name of a table; with a line instead of the number on blank masters."""
        return f"Table {'____' if self.blank else table}"

    def code(self, table: int, paper: str, part: int = 1) -> str:
        """Return the code by which a scan recognises a paper; empty on blank ones.

        Parameters
        ----------
        paper
            ``S1`` for the slip of a table, ``B1`` and ``B2`` for the bids of its two players, ``T1`` for its traveller,
            ``L1`` for the log that lies with the traveller.
        part
            The number of the sheet of paper, from 1.
        """
        return "" if self.blank else paper_code(self.event.key, self.forms.round, table, paper, part)

    @property
    def tables(self) -> list[int]:
        """The tables that have boxes, in the order of the boxes."""
        return _tables_of(self.forms)

    @property
    def tables_in_all(self) -> int:
        """The number of tables for which copies are made: of blank masters, in all rounds that share them."""
        return sum(len(_tables_of(forms)) for forms in self.rounds or (self.forms,))

    def names_of(self, list_id: str) -> tuple[str, ...]:
        """Return the names of a list that the forms offer; an empty tuple if they have no such list."""
        lists = (choices for form in self.forms.page_forms() for block in form.blocks for choices in block.lists)
        return next((choices.names for choices in lists if choices.id == list_id), ())

    def typed(self, public: FieldKey) -> tuple[str, CellValue]:
        """Return a formula that shows the value of a box, and that value; blank boxes show nothing.

        Parameters
        ----------
        public
            The public key of the box, as in CSV.
        """
        key = self.forms.by_public[public]
        value = self.entries.get(key)
        cached = "" if value is None else shown(self.forms.fields[key][2], value)
        return f'IF({self.cells[key]}="","",{self.cells[key]})', cached


UNITS, UNIT = 24, 29
"""How many columns a page of slips has, and their width in pixels."""

LINE, CUT = 34, 20
"""The heights in pixels of a row to write on (8.5 mm at the scale of our pages), and of the row below a slip, where it
is cut."""

QR_UNITS = 2
"""The width of the QR code of a slip in columns."""


SQUARE = "☐"
"""A square to tick."""


def write_squares(papers: RoundPapers, sheet: Sheet, row: int, column: int, text: str, style: str) -> None:
    """Write a text that has squares to tick into a cell: they are larger than its words."""
    written = STYLES[style]
    letters = {name: value for name, value in written.items() if name in {"bold", "font_color", "font_size"}}
    words, square = papers.book.style(**letters), papers.book.style(**{**letters, "font_size": SQUARE_POINTS})
    parts = [part for part in re.split(f"({SQUARE})", text) if part]
    sheet.parts(row, column, [(part, square if part == SQUARE else words) for part in parts], papers.style(style))


class Slip(Struct, dict=True):
    """A slip under construction. Callers advance ``row``; columns count from its left edge."""

    papers: RoundPapers
    sheet: Sheet
    row: int
    heights: Sequence[int]
    left: int = 0

    def __post_init__(self) -> None:
        self._first = self.row
        self._grid_cells: list[GridCell] = []
        self._code: tuple[str, GridCode, Kind, str] | None = None
        for row, height in enumerate(self.heights, start=self.row):
            self.sheet.height(row, height)

    def put(self, column: int, units: int, style: str, text: str = "", box: FieldKey | None = None) -> None:
        """Put a cell on the row; a long text gets smaller letters, and is cut off if the smallest do not fit.

        Parameters
        ----------
        box
            The public key of the box into which somebody types later what players write here.
        """
        row, at, look, cell = self._cell(column, units, style, text, box, fitted_words)
        self.sheet.text(row, at, cell.shown, look)

    def put_titled(self, column: int, units: int, style: str, text: str, box: FieldKey | None = None) -> None:
        """Put a cell on the row whose first line is a title in the bold letters of the style; what follows is light."""
        row, at, look, cell = self._cell(column, units, style, text, box, fitted_words)
        title, line_end, rest = cell.shown.partition("\n")
        if not rest:
            self.sheet.text(row, at, cell.shown, look)
            return
        size = STYLES[cell.style]["font_size"]
        bold, light = (self.papers.book.style(font_size=size, bold=heavy) for heavy in (True, False))
        self.sheet.parts(row, at, [(title, bold), (f"{line_end}{rest}", light)], look)

    def name(
        self,
        column: int,
        units: int,
        style: str,
        player: FieldKey,
        before: str = "",
        nobody: str = "",
        box: FieldKey | None = None,
    ) -> None:
        """Put a player's name on the row, by a formula that follows the box of the player.

        Parameters
        ----------
        before
            The text before the name.
        nobody
            The text in place of the name while the box is blank.
        box
            The box for handwriting in the cell, as in :meth:`put`.
        """
        formula, cached = self.papers.typed(player)
        row, at, look, cell = self._cell(column, units, style, f"{before}{cached or nobody}", box)
        whole = f'"{before}"&IF({formula}="","{nobody}",{formula})'
        self.sheet.formula(row, at, cell.formula(whole), cell.shown, look)

    def alike(
        self,
        style: str,
        texts: Iterable[str],
        units: int,
        rows: int = 1,
        *,
        clear: int = 0,
        crowded: float | None = None,
    ) -> str:
        """Return the style with letters of one size in which texts fit cells of some units.

        Parameters
        ----------
        rows
            How many rows, from the present one on, may have the texts: rows are not quite equally high.
        clear
            Pixels, above and below together, that texts keep free where they can.
        crowded
            The smaller letters of texts that would be cut off, as for :func:`fitting_alike`.
        """
        first = self.row - self._first
        room = CellRoom(units * UNIT, min(self.heights[first : first + rows]) - clear)
        return fitting_alike(style, [(text, room) for text in texts], crowded)

    def tick(self, column: int, units: int, style: str, text: str, box: FieldKey | None = None) -> None:
        """Put a square to tick on the row, a column wide, and the words of what is chosen beside it.

        The square has a cell of its own, so that it is larger than the words. On a row that is too low for so large a
        character, the borders of the cell are the square.

        Parameters
        ----------
        units
            The width of both in columns.
        style
            The style of the words.
        box
            The box into which somebody types later what was ticked: scans show square and words.
        """
        low = self._room(1).height < LINE
        beside = "square beside" if STYLES[style].get("border") else "square free"
        self.put(column, 1, "square" if low else beside, "" if low else SQUARE)
        self.put(column + 1, units - 1, style, text)
        self.show_in_scans(column, units, box)

    def show_in_scans(self, column: int, units: int, box: FieldKey | None) -> None:
        """Let scans show some columns of the row as handwriting for a box, although something is printed there."""
        field_id = self._field(box)
        if field_id:
            row, at = self.row - self._first, self.left + column
            self._grid_cells.append(GridCell(row, at, row, at + units - 1, UNRULED, field_id, full=True))

    def put_code(self, column: int, code: str, rows: range, called: str, kind: Kind = "slip") -> None:
        """Put the QR code of the slip in white space at the bottom of some rows; blank slips have no code.

        Parameters
        ----------
        column
            The first of its :data:`QR_UNITS` columns; its white margin takes a little more.
        rows
            Counted from the first of the slip.
        called
            The name of the slip on the page where scans are looked through.
        """
        if code:
            end = sum(self.heights[rows.start : rows.stop])
            put_qr(self.sheet, self._first + rows.start, self.left + column, code, SCALE, end)
            self._code = code, GridCode(rows.start, self.left + column, end), kind, called

    @property
    def on_paper(self) -> PaperOfPage | None:
        """Where its boxes are printed; None if it has no code by which scans find it, or nothing is typed from it."""
        if self._code is None or not any(cell.box for cell in self._grid_cells):
            return None
        code, at, kind, called = self._code
        grid = OnGrid(self.papers.paper, SCALE, [UNIT] * UNITS, self.heights)
        printed = cut_apart(printed_paper(grid, self._grid_cells, [at]))
        return PaperOfPage(code, LIST_OF_TABLES, "", printed, {}, kind, called)

    def cut(self, units: int = UNITS) -> None:
        """Put the line at which the slip is cut off on the row."""
        self.put(0, units, "cut", "✂")

    def _cell(
        self,
        column: int,
        units: int,
        style: str,
        text: str,
        box: FieldKey | None = None,
        fit: Callable[[str, str, CellRoom], Fitted] = fitted,
    ) -> tuple[int, int, Format, Fitted]:
        """Merge some units of the row into one cell; return its row, column and format, and the fitted text."""
        cell = fit(style, text, self._room(units)) if text else Fitted(style, "")
        at, look = self.left + column, self.papers.style(cell.style)
        self.sheet.span(self.row, at, self.row, at + units - 1, look)
        row = self.row - self._first
        self._grid_cells.append(GridCell(row, at, row, at + units - 1, cell.style, self._field(box), bool(text)))
        return self.row, at, look, cell

    def _field(self, box: FieldKey | None) -> str:
        """Return the id of the field of a box; empty for none, and on blank papers."""
        typed = self.papers.forms.by_public.get(box) if box and not self.papers.blank else None
        return typed.field if typed else ""

    def _room(self, units: int) -> CellRoom:
        return CellRoom(units * UNIT, self.heights[self.row - self._first])


def write_slips(
    papers: RoundPapers,
    title: str,
    heights: Sequence[int],
    slips: Sequence[Callable[[Slip], None]],
    across: int = 1,
    *,
    alike: bool = False,
) -> None:
    """Write slips of equal height on a sheet of their own, the same number per page on every paper size.

    Parameters
    ----------
    heights
        The heights of a slip's rows in pixels.
    slips
        Functions that write one slip each.
    across
        How many slips are side by side.
    alike
        Whether slips differ only in names and tables; of blank ones, only one page is written then.
    """
    if not slips:
        return
    rows_on_page = max(1, ROOM["portrait"] // sum(heights))
    heights = stretched(heights, papers.paper.usable[1] * 100 / SCALE / rows_on_page)
    sheet = papers.book.sheet(title)
    sheet.raw.hide_gridlines(2)
    sheet.widths([UNIT] * UNITS)
    # a sheet of slips that differ is one table's, so it is copied once per table
    copies = papers.tables_in_all
    if alike:
        copies = ceil(len(slips) * copies / (len(papers.tables) * rows_on_page * across))
    slips = slips[: rows_on_page * across] if papers.blank and alike else slips
    for index, write in enumerate(slips):
        slip = Slip(papers, sheet, index // across * len(heights), heights, index % across * (UNITS // across))
        write(slip)
        if printed := slip.on_paper:
            papers.slip_places.append(printed)
    sheet.protect()
    bands = ceil(len(slips) / across)
    ends = [min(end, bands) * len(heights) for end in range(rows_on_page, bands + rows_on_page, rows_on_page)]
    set_up_pages(sheet.raw, papers.paper, UNITS - 1, ends, SCALE)
    papers.say_copies(sheet, times_to_copy(copies))


def stretched(heights: Sequence[int], room: float) -> list[int]:
    """Return the heights of a slip's rows, those to write on up to twice as high, so that slips fill the paper.

    Parameters
    ----------
    heights, room
        The heights of the rows, and of the share of a page that they are to fill, in pixels.
    """
    lines = [at for at, height in enumerate(heights) if height >= LINE]
    free = max(0, int(min(room - sum(heights), LINE * len(lines))))
    # each line gets the same share of the free pixels, as nearly as whole pixels allow
    higher = {at: free * (number + 1) // len(lines) - free * number // len(lines) for number, at in enumerate(lines)}
    return [height + higher.get(at, 0) for at, height in enumerate(heights)]


FINDINGS_SHEET = "Findings"

_HEADINGS = ("", "Where", "What and what to do")

_WIDTHS = (70, 150, 520)

_ABOVE = (34, 20, 20, 20)
"""The heights in pixels of the rows above the list: title, what to do, a gap, headings."""

_LINE, _SPARE = 23, 6
"""The least height of a line in pixels, and the space below a message."""


def marked_boxes(one: Finding, forms: RoundForms) -> list[FieldKey]:
    """Return the boxes that a finding marks; for a finding about a whole page, the box with the player's name."""
    boxes = (FieldKey(*box) for box in one.fields)
    return list(dict.fromkeys(box if box.field else box._replace(field=_name_box(box, forms)) for box in boxes))


def _name_box(box: FieldKey, forms: RoundForms) -> str:
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
    """Write the list of findings.

    Parameters
    ----------
    places
        The sheet and the cell of every box in this workbook.
    """
    sheet.widths(_WIDTHS)
    sheet.raw.hide_gridlines(2)
    sheet.height(0, _ABOVE[0])
    sheet.text(0, 0, "To be settled before the round can be scored", style("title"))
    hint = "Mend the red boxes here or in the round's workbook, save, and ingest again. Nothing was scored yet."
    sheet.text(1, 0, hint, style("subtitle"))
    for column, heading in enumerate(_HEADINGS):
        sheet.text(len(_ABOVE) - 1, column, heading, style("column"))
    heights = [*_ABOVE]
    for row, one in enumerate(findings, start=len(_ABOVE)):
        heights.append(max(_LINE, height_for("cell wrap", one.message, _WIDTHS[2]) + _SPARE))
        sheet.height(row, heights[-1])
        sheet.text(row, 0, str(one.severity), style("cell"))
        target = next((places[box] for box in marked_boxes(one, forms) if box in places), None)
        room = CellRoom(_WIDTHS[1], heights[-1])
        if target:
            where = "!".join(target)
            sheet.link(row, 1, target[0], where, style(fitting("cell link", where, room)), cell=target[1])
        else:
            place = fitted("cell", one.place, room)
            sheet.text(row, 1, place.shown, style(place.style))
        sheet.text(row, 2, one.message, style("cell wrap"))
    lines = [Passage(0, len(_ABOVE), len(heights))]
    print_by_width(sheet.raw, paper, _WIDTHS, heights, lines, repeat=range(len(_ABOVE)))
