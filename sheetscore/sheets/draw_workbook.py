"""The draw of a round, or of a whole event: a list to edit, postings that follow it, the report.

The list has a line for every seat. The director may change its player, and the postings follow by formulas.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from msgspec import Struct

from sheetscore.event.folder import WHOLE_EVENT, stage_command, stage_heading, stage_name
from sheetscore.event.identity import alike
from sheetscore.event.load import limits_of
from sheetscore.event.model import Event
from sheetscore.event.times import long_day
from sheetscore.expressions.formula import constant
from sheetscore.forms.choices import Choices
from sheetscore.pairing.draw import Draw, display_name
from sheetscore.sheets.hidden_sheets import MapHeading, write_map
from sheetscore.sheets.offered_lists import write_lists
from sheetscore.sheets.styles import (
    SMALLEST,
    STYLES,
    CellRoom,
    fitting,
    height_for,
    least_height,
    styles_of,
    wraps_within_lines,
)
from sheetscore.sheets.written import write_written
from sheetscore.tables.heights import parted_line
from sheetscore.wording import HARD_BLANK
from sheetscore.workbooks.book import Book, Sheet
from sheetscore.workbooks.cell_refs import Area, address
from sheetscore.workbooks.office import keep_for_director
from sheetscore.workbooks.paper import PAPER_SIZES, Paper, Passage, head_for_director, id_formula, print_by_width

if TYPE_CHECKING:
    from xlsxwriter.format import Format


DRAW_SHEET = "Draw"

REPORT_SHEET = "Report"

DRAW_COLUMNS = ("Table", "Seat", "Side", "Who")
"""The names of the columns of the list; the heading of the first is what the event calls a table."""

DRAW_WIDTHS = (60, 130, 190, 300)
"""The widths of the columns of the list in pixels."""

DRAW_FIRST = 4
"""The first row of the list."""

DRAW_LINE, _LOW_LINE = 23, 20
"""The heights of a line in pixels: with a long name on two lines of small letters, and with one that fits on one."""

HEADING_PIXELS = (34, 20, 20, 20)
"""The heights in pixels of the rows above the list: heading, what is played, hint, captions."""

BETWEEN = "   ·   "
"""Separates the parts of a line, such as the scenario and the day."""

SPARE_LINES = 4
"""How many free lines the list has for each kind of players without a seat."""

REPORT_FIRST = 3
"""The first row of the report: a sentence on every row."""

REPORT_WIDTH, _REPORT_GAP = 680, 6
"""The width of the report's column, and the gap between sentences, in pixels."""

NOTHING_TO_REPORT = "Nothing is repeated, nobody sits out."

PREMISES_SHEET = "_made_with"
"""The hidden sheet of the premises of the draw, as they were when it was made: a key and a value on every row."""

SIDE = DRAW_COLUMNS.index("Side")

RESULTS_OF = "results."
"""The prefix of keys for the results that a draw was made from; the number of their round follows."""

DRAWN_AS = "drawn_as."
"""The prefix of keys for data on drawn players; their ids follow."""

ORDER = "order"
"""The key for the ids of all players in their order, where that counts."""

REMARKS_SHEET = "_remarks"
"""The hidden sheet of the remarks on tables: on every row a table and its remarks."""

_TOLD_APART = 40
"""Names that differ in their first so many characters are posted without ids: a posting may cut off the rest."""

FURTHER_SHEET = "_further"
"""The hidden sheet of pages with more lines: on every row a table, a seat and how many times lines were added."""

SITTING_OUT_SHEET = "_sitting_out"
"""The hidden sheet of those who sit out in a draw of all rounds: on every row a table, a seat and an id."""


DIGITS, SEAT_AFTER_NUMBER = "0123456789", f", seat{HARD_BLANK}"
"""Digits, with which some titles of sides end (``MiG-21``), and the text between such a title and a seat's number."""


class DrawLine(Struct, frozen=True):
    """A line of the list: the table, the seat, its side, and the player.

    For players without a seat the table is 0, and ``seat`` has the reason, such as a bye.
    """

    table: int
    seat: str
    side: str
    player: str | None
    alone: bool = False
    """Whether its side has no other seat at the table, so that it needs no number."""

    @property
    def title(self) -> str:
        """The name of the seat for people: ``Strike flight 2``."""
        return self._called(" ")

    @property
    def posted(self) -> str:
        """The name of the seat on postings: no line ends before its number, and ``, seat`` separates digits from it."""
        return self._called(SEAT_AFTER_NUMBER if self.side.endswith(tuple(DIGITS)) else HARD_BLANK)

    def _called(self, blank: str) -> str:
        number = "" if self.alone else self.seat.partition(".")[2]
        return f"{self.side}{blank}{number}".strip() if self.side else self.seat


class DrawBook(Struct, frozen=True, dict=True):
    """A draw's workbook under construction: what its sheets have in common."""

    book: Book
    event: Event
    draw: Draw
    lines: tuple[DrawLine, ...]
    """The lines of the list."""

    @cached_property
    def style(self) -> Callable[[str], Format]:
        """The function that returns a format by its name."""
        return styles_of(self.book)

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of all who can be drawn, by id."""
        return self.event.names

    @property
    def paper(self) -> Paper:
        """The paper in the printer."""
        return PAPER_SIZES[self.event.header.paper]

    @cached_property
    def line_of(self) -> dict[tuple[int, str], int]:
        """The number of the line (from 0) of every table and seat."""
        return {(line.table, line.seat): number for number, line in enumerate(self.lines) if line.table}

    def shown(self, player: str | None) -> str:
        """Return a player as the lists show them."""
        return display_name(player, self.names) if player else ""

    def posted(self, player: str | None) -> str:
        """Return a player as postings show them: with the id only where somebody else has the same name."""
        if not player:
            return ""
        return self.shown(player) if player in self._alike else self.names[player]

    def posted_formula(self, shown: str) -> str:
        """Return a formula for a player as postings show them, given one for the player as the list shows them."""
        alike = [constant(self.shown(player)).text for player in self.names if player in self._alike]
        alone = f"LEFT({shown},LEN({shown})-LEN({id_formula(shown)}))"
        return f"IF(OR({','.join(f'EXACT({shown},{one})' for one in alike)}),{shown},{alone})" if alike else alone

    @cached_property
    def _alike(self) -> frozenset[str]:
        """The players whose names begin like those of others, so that a posting must have their ids."""
        return alike({player: name[:_TOLD_APART] for player, name in self.names.items()})

    def cell(self, line: int) -> str:
        """Return the reference to the cell with the player of a line of the list, counted from 0."""
        return f"'{DRAW_SHEET}'!{address(DRAW_FIRST + line, DRAW_COLUMNS.index('Who'), fixed=True)}"

    def column(self, name: str, first: int = 0, last: int | None = None) -> str:
        """Refer to a column of the list, from one line to another (both counted from 0); by default to all of it."""
        at = DRAW_COLUMNS.index(name)
        end = len(self.lines) - 1 if last is None else last
        return Area(DRAW_SHEET, DRAW_FIRST + first, at, DRAW_FIRST + end, at).reference

    def sheet(self, title: str, what: str, widths: Sequence[int] = ()) -> Sheet:
        """Add a sheet with the usual heading; sheets for the wall have another.

        Parameters
        ----------
        widths
            The widths of its columns in pixels; the heading is made to fit them.
        """
        heading = stage_heading(self.event.header.name, self.draw.round, what)
        title_pixels, played_pixels, *_ = self.heading_pixels(widths)
        lines = (heading, "title", title_pixels), (self.played, "subtitle", played_pixels)
        return self.headed_sheet(title, lines, widths)

    def heading_pixels(self, widths: Sequence[int]) -> tuple[int, ...]:
        """Return the heights of the rows of the usual heading; many scenarios take more than one line."""
        title, played, *others = HEADING_PIXELS
        pixels = sum(widths)
        needed = least_height("subtitle", parted_line(self.played, pixels, SMALLEST), pixels) if widths else 0
        return (title, max(played, needed), *others)

    @property
    def played(self) -> str:
        """The scenario, the day and the time."""
        stage = self.draw.round
        return BETWEEN.join(filter(None, (self.event.subject(stage), when_played(self.event, stage))))

    def headed_sheet(self, title: str, lines: Sequence[tuple[str, str, int]], widths: Sequence[int]) -> Sheet:
        """Add a sheet with some lines at its top, each a text, its style and the pixels of its row.

        A line too long for its row is broken at a dot, if it has any, and that dot is left out.
        """
        sheet = self.book.sheet(title)
        sheet.raw.hide_gridlines(2)
        sheet.widths(widths)
        for row, (text, style, height) in enumerate(lines):
            sheet.height(row, height)
            room = CellRoom(sum(widths), height)
            # programs print all blanks beside a dot, and a full stop is as wide as a blank
            measured = text.replace(BETWEEN, BETWEEN.replace(" ", "."))
            look = fitting(style, measured, room) if widths else style
            if widths:
                sheet.span(row, 0, row, len(widths) - 1, self.style(look))
            wraps = widths and wraps_within_lines(look, measured, room)
            parted = parted_line(text, room.pixels, STYLES[look]["font_size"]) if wraps else text
            sheet.text(row, 0, parted, self.style(look))
        return sheet

    def fitting(self, style: str, text: str, pixels: float, height: float) -> Format:
        """Return the style in which a text fits a cell, given its pixels across and down."""
        return self.style(fitting(style, text, CellRoom(pixels, height)))


def when_played(event: Event, stage: int) -> str:
    """Return the day and the time of a stage in words; empty if the event has neither."""
    slot = event.slot(stage)
    day = long_day(slot.date) if slot and slot.date else ""
    return BETWEEN.join(filter(None, (day, event.hours_of(stage))))


Posting = Callable[[DrawBook], None]
"""Writes a sheet on which a draw is posted."""

_AS_IT_IS: Mapping[str, str] = MappingProxyType({})
"""No premise of the draw differs from the present event."""


def write_draw(
    path: Path, event: Event, draw: Draw, postings: Sequence[Posting], made_with: Mapping[str, str] = _AS_IT_IS
) -> None:
    """Write a draw.

    Parameters
    ----------
    path
        The file; an existing one is overwritten.
    postings
        The sheets on which it is posted, in order.
    made_with
        The premises of the draw, by key, that differed from the present event when it was made; and the results that it
        was made from.
    """
    book = Book(path, f"{event.header.name}, draw of {stage_name(draw.round)}", limits_of(event))
    made = DrawBook(book, event, draw, tuple(draw_lines(event, draw)))
    sheet = made.sheet(DRAW_SHEET, "draw", DRAW_WIDTHS)
    ids = sorted(made.names)
    entrants = Choices("players", tuple(map(made.shown, ids)), tuple(ids))
    _write_list(made, sheet, write_lists(book, [entrants]).of(entrants))
    for posting in postings:
        posting(made)
    _write_report(made)
    header = event.header
    write_map(book, MapHeading("draw", event.key, header.name, header.system, draw.round, ""), [])
    _write_premises(made, made_with)
    _write_remarks(made)
    _write_further(made)
    _write_sitting_out(made)
    keep_for_director(book, (DRAW_SHEET, REPORT_SHEET))
    write_written(book)
    book.close()


def draw_lines(event: Event, draw: Draw) -> list[DrawLine]:
    """Return the lines of a draw in the order of the list: every seat, then those without one."""
    titles = event.seats(draw.round)
    lines = []
    for table in draw.tables:
        sides = Counter(titles.get(seat, seat) for seat in table.seats)
        for seat, player in table.seats.items():
            side = titles.get(seat, seat)
            lines.append(DrawLine(table.number, seat, side, player, alone=sides[side] == 1))
    if draw.round == WHOLE_EVENT:
        return lines  # who sits out differs from round to round
    unseated = event.unseated
    lines += _lines_without_seat(unseated.bye, draw.byes)
    return lines + (_lines_without_seat(unseated.absent, draw.absent) if unseated.told_apart else [])


def _lines_without_seat(title: str, players: Sequence[str]) -> list[DrawLine]:
    return [*(DrawLine(0, title, "", player) for player in players), *[DrawLine(0, title, "", None)] * SPARE_LINES]


def _write_list(made: DrawBook, sheet: Sheet, source: str) -> None:
    """Write the list to edit; ``source`` refers to the cells with the names that its drop-downs offer."""
    style = made.style
    hint = "Change it with the drop-downs if you must; then run: sheetscore"
    sheet.text(2, 0, f"{hint} {stage_command('sheets', made.draw.round)}", style("small"))
    for column, heading in enumerate((made.event.TABLE_CALLED, *DRAW_COLUMNS[1:])):
        sheet.text(DRAW_FIRST - 1, column, heading, style("column"))
    heights = [*made.heading_pixels(DRAW_WIDTHS)]
    for row, line in enumerate(made.lines, start=DRAW_FIRST):
        sheet.value(row, 0, line.table or None, style("cell middle"))
        texts = (line.seat, "cell"), (line.side, "cell"), (made.shown(line.player), "input text")
        spaces = [CellRoom(width, _LOW_LINE) for width in DRAW_WIDTHS[1:]]
        fits = all(fitting(cell, text, room) == cell for (text, cell), room in zip(texts, spaces, strict=True))
        needed = (least_height(cell, text, room.pixels) for (text, cell), room in zip(texts, spaces, strict=True))
        heights.append(_LOW_LINE if fits else max(DRAW_LINE, *needed))
        sheet.height(row, heights[-1])
        for column, (text, cell) in enumerate(texts, start=1):
            sheet.text(row, column, text, made.fitting(cell, text, DRAW_WIDTHS[column], heights[-1]))
    last = DRAW_FIRST + len(made.lines) - 1
    rule = {
        "validate": "list",
        "source": f"={source}",
        "input_title": "Who",
        "input_message": "Choose who sits here; clear the cell for an empty seat.",
        "error_message": "Choose from the list.",
    }
    sheet.validate(DRAW_FIRST, 3, last, 3, rule)
    if not any(line.side for line in made.lines):
        sheet.raw.set_column(SIDE, SIDE, None, None, {"hidden": True})
    sheet.protect()
    sheet.raw.freeze_panes(DRAW_FIRST, 0)
    lines = [Passage(0, DRAW_FIRST, len(heights))]
    print_by_width(sheet.raw, made.paper, DRAW_WIDTHS, heights, lines, repeat=range(DRAW_FIRST))
    head_for_director(sheet.raw)


def _write_report(made: DrawBook) -> None:
    sheet = made.sheet(REPORT_SHEET, "report of the draw as it was made", (REPORT_WIDTH,))
    report = made.draw.report or (NOTHING_TO_REPORT,)
    heights = [*made.heading_pixels((REPORT_WIDTH,))[:REPORT_FIRST]]
    for row, line in enumerate((*report, "", *_remarks(made)), start=REPORT_FIRST):
        sheet.text(row, 0, line, made.style("cell wrap"))
        heights.append(max(_LOW_LINE, height_for("cell wrap", line, REPORT_WIDTH) + _REPORT_GAP))
        sheet.height(row, heights[-1])
    sheet.protect()
    sentences = [Passage(0, REPORT_FIRST, len(heights))]
    print_by_width(sheet.raw, made.paper, (REPORT_WIDTH,), heights, sentences, repeat=range(1))
    head_for_director(sheet.raw)


def _remarks(made: DrawBook) -> Iterator[str]:
    """Yield the remarks on each table, such as why these players meet: for the director, not for the wall."""
    for table in () if made.event.REPORT_HAS_REMARKS else made.draw.tables:
        if text := "; ".join(filter(None, made.draw.remarks.get(table.number, ()))):
            yield f"Table {table.number}, {' v '.join(map(made.shown, table.seated.values()))}: {text}"


def _write_premises(made: DrawBook, made_with: Mapping[str, str]) -> None:
    """Write all that the draw was made from, as it was then: premises, data on drawn players, results."""
    premises = (*made.event.premises, *made.event.premises_of(made.draw.round))
    rests_on = {premise.key: made_with.get(premise.key, premise.value) for premise in premises}
    drawn_as = made.event.drawn_as(made.draw.round)
    rests_on |= {f"{DRAWN_AS}{key}": made_with.get(f"{DRAWN_AS}{key}", value) for key, value in drawn_as.items()}
    rests_on |= {key: value for key, value in made_with.items() if key.startswith(RESULTS_OF)}
    if made.event.order_counts:
        rests_on[ORDER] = made_with.get(ORDER, " ".join(player.id for player in made.event.players))
    if rests_on:
        sheet = made.book.sheet(PREMISES_SHEET)
        sheet.raw.hide()
        for row, line in enumerate(rests_on.items()):
            for column, text in enumerate(line):
                sheet.text(row, column, text)


def _write_remarks(made: DrawBook) -> None:
    """Write the remarks on tables once more, on a hidden sheet, since the report and the postings are not read back."""
    if made.draw.remarks:
        sheet = made.book.sheet(REMARKS_SHEET)
        sheet.raw.hide()
        for row, (table, remarks) in enumerate(made.draw.remarks.items()):
            sheet.number(row, 0, table)
            for column, remark in enumerate(remarks, start=1):
                sheet.text(row, column, remark)


def _write_further(made: DrawBook) -> None:
    if made.draw.further:
        sheet = made.book.sheet(FURTHER_SHEET)
        sheet.raw.hide()
        for row, ((table, seat), times) in enumerate(sorted(made.draw.further.items())):
            sheet.number(row, 0, table)
            sheet.text(row, 1, seat)
            sheet.number(row, 2, times)


def _write_sitting_out(made: DrawBook) -> None:
    """Write who sits out; an empty sheet says that nobody does, a missing one that the draw has not recorded it."""
    if made.draw.sitting_out is not None:
        sheet = made.book.sheet(SITTING_OUT_SHEET)
        sheet.raw.hide()
        for row, ((table, seat), player) in enumerate(sorted(made.draw.sitting_out.items())):
            sheet.number(row, 0, table)
            sheet.text(row, 1, seat)
            sheet.text(row, 2, player)
