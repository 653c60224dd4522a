"""The parts of a page's layout, and the headings of each of its sheets: event, round, owner of the page, a code.

The code holds round, table, page, and check characters that tie it to its event: ``R03-T017-P4-9F3K``. A page that was
photocopied, cut off or typed in elsewhere still says where it belongs. If a page takes several sheets of paper, the
code also says which of them this is (its “part”): ``R03-T017-P4.2-9F3K``.

The parts of a layout are `Measures`, `Cell`, `Ticked`, `BlockPlace` and `Grid`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.folder import stage_title
from sheetscore.event.model import Event
from sheetscore.event.times import long_day
from sheetscore.forms.block import Block
from sheetscore.forms.form import Overleaf, Page, PageForm, PageKind
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.forms.template import HALF_UNITS, PAGE_UNITS, Orientation
from sheetscore.sheets.heading_lines import (
    EVENT,
    EVENT_SEPARATOR,
    HEADING,
    HEADING_SEPARATOR,
    HINT,
    HINT_SEPARATOR,
    OPPOSITE,
    UNLIMITED,
    opposite_line,
)
from sheetscore.sheets.styles import CellRoom

LIST_OF_TABLES = 0
"""Takes the place of a table's number if one page lists all tables."""

TOTAL_ELSEWHERE = "Your total is on sheet {}."
SIGNED_ELSEWHERE = "Sign on sheet {} alone, for all sheets."
"""The notes on a page's sheets of paper that say on which of them the total is, or the signatures."""

MORE_LINES = "More lines: ask for a continuation sheet."
CONTINUATION = "continuation sheet"
"""If a block has more lines than are printed: the note that says so, and the name of the sheet that has them."""

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: nothing that looks like something else when written by hand."""

_PAGE_CODE = re.compile(r"R(\d{2})-T(\d{3})-P(\d{1,2})(?:\.(\d{1,2}))?-([0-9A-Z]{4})\Z")

_PAPER_CODE = re.compile(r"R(\d{2})-T(\d{3})-([A-Z]\d{1,2})(?:\.(\d{1,2}))?-[0-9A-Z]{4}\Z")


def table_sheet(number: int) -> str:
    """Return the title of a table's worksheet; that of the list of all tables is ``Results``."""
    return "Results" if number == LIST_OF_TABLES else f"Table {number}"


def table_name(table: TableForms, kind: PageKind[Any]) -> str:
    """Return the name of a table for people: ``Table 3``, or ``Board 3`` if its pages say so."""
    return table_sheet(LIST_OF_TABLES) if table.number == LIST_OF_TABLES else f"{kind.place} {table.number}"


def spare_sheet(number: int) -> str:
    """Return the title of the worksheet with the pages of a table's empty seats."""
    return f"{table_sheet(number)} spare"


def listed_table(field: str) -> int:
    """Return the table that a box of the list of all tables is about: 3 for ``tables.3.winner``."""
    return int(field.split(".")[1])


class Papers(Struct, frozen=True):
    """The sheets of paper of a page, counted from 1."""

    count: int
    on_demand: range = range(0)
    """The sheets that are printed on demand only."""
    foot: int = 1
    """The sheet with the total and the signatures."""

    @property
    def printed(self) -> list[int]:
        """The sheets that are not printed on demand only."""
        return [part for part in range(1, self.count + 1) if part not in self.on_demand]


def headings(
    event: Event,
    forms: RoundForms,
    table: TableForms,
    page: Page,
    papers: Mapping[int, Papers],
    sitting: Mapping[str, str],
    counted: str = "page",
    room: CellRoom = UNLIMITED,
) -> list[dict[str, str]]:
    """Return the texts for the slots of a page, for each sheet of its paper.

    Parameters
    ----------
    page
        The page, with its form as it was laid out.
    papers
        The sheets of paper of all pages that are counted together with this one, by page number.
    sitting
        The names of the players at the table, by seat.
    counted
        The word before the number: “page” in “page 2 of 5”.
    room
        The size of the cell that names the opponents.
    """
    own, overleaf = papers[page.number], page.form.kind.overleaf
    counts = {number: len(one.printed) for number, one in papers.items()}
    before = sum(count for number, count in counts.items() if number < page.number)
    count = counts[page.number]
    spare = page.seat and page.form.kind.player and page.seat not in sitting
    name = page.form.name if forms.round else ""  # without a round, _on_all puts the name in the slot of the round
    number = _number(page)
    called = f"{'spare seat' if spare else 'seat' * bool(number)} {number}".strip() if page.seat else name

    def counted_as(part: int) -> dict[str, str]:
        if part in own.on_demand:
            return {"page": "printed on demand", "seat": ", ".join(filter(None, (called, CONTINUATION)))}
        at, together = own.printed.index(part) + 1, sum(counts.values())
        # with nothing before it, “sheet 1 of 2” would only repeat “page 1 of 2”
        within = f"sheet {at} of {count}" if count > 1 and (called or count < together) else ""
        return {"page": f"{counted} {before + at} of {together}", "seat": ", ".join(filter(None, (called, within)))}

    return [
        _on_all(event, forms, table, page, own)
        | {OPPOSITE: opposite_line(table, page, sitting, event.names, room)}
        | {"code": page_code(event.key, forms.round, table.number, page.number, part), **counted_as(part)}
        | ({"again": page.form.note} if part == own.foot else {})
        | (_overleaf(forms, overleaf, part, count) if overleaf and part > 1 else {})
        for part in range(1, own.count + 1)
    ]


def _overleaf(forms: RoundForms, overleaf: Overleaf, part: int, count: int) -> dict[str, str]:
    """Return the texts for the slots of a further sheet that asks for something else than the first."""
    named = {} if forms.round else {"round": overleaf.name}
    within = f"page {part} of {count}"
    return {"again": overleaf.note, "seat": f"{overleaf.name.lower()}, {within}" if forms.round else "", **named}


def event_named(event: Event, round_number: int) -> str:
    """Return the event with place, day and hours of a round, for the slot of the event."""
    day, header = event.day_of(round_number), event.header
    when = long_day(day) if day else "", event.hours_of(round_number)
    return EVENT_SEPARATOR.join(filter(None, (header.name, header.place, *when)))


def _on_all(event: Event, forms: RoundForms, table: TableForms, page: Page, papers: Papers) -> dict[str, str]:
    """Return the texts for the slots that are the same on all sheets of paper of a page."""
    elsewhere = (TOTAL_ELSEWHERE if page.form.kind.worth else SIGNED_ELSEWHERE).format(papers.foot)
    return {
        EVENT: event_named(event, forms.round),
        "round": stage_title(forms.round) if forms.round else page.form.name.capitalize(),
        "table": table_name(table, page.form.kind),
        HEADING: heading_of(forms, table, page),
        "again": f"{elsewhere}   {page.form.note}".strip(),  # the note line, repeated on every sheet of paper
        HINT: hint_of(forms, table, page.form, papers),
    }


def heading_of(forms: RoundForms, table: TableForms, page: Page) -> str:
    """Return the heading of a page, with the team of its seat if there are teams."""
    team = [group.title for group in forms.groups if page.seat and (table.number, page.seat) in group.seats]
    return HEADING_SEPARATOR.join([page.form.heading, *team])


def hint_of(forms: RoundForms, table: TableForms, form: PageForm, papers: Papers) -> str:
    """Return the scenario of a table, and the note on those of its pages that have this form."""
    met = [group.title for group in forms.groups if any(number == table.number for number, _ in group.seats)]
    named = "" if table.title in form.heading else f"{table.title}."  # the heading says it already
    # one full stop, even after a name such as “Falken e.V.”
    played = f"{table.title}: {' v '.join(met).removesuffix('.')}." if met else named
    more = MORE_LINES if papers.on_demand else ""
    apart = form.kind.worth and papers.foot > 1 and not form.note  # beside a note there is no room for it
    total = TOTAL_ELSEWHERE.format(papers.foot) if apart else ""
    return HINT_SEPARATOR.join(filter(None, (played, form.note or form.kind.hint, total, more)))


def _number(page: Page) -> str:
    """Return the number of a page's seat within its side: 2 for strike.2 under the title “Strike 2”.

    It is blank for strike.1 under “Strike”, the only seat of its side; a page without a title has the whole seat.
    """
    number = page.seat.partition(".")[2]
    return (number if page.title.endswith(f" {number}") else "") if page.title and number else page.seat


@dataclass(frozen=True)  # a Struct compares by all of its fields
class PageCode:
    """The content of a page's printed code; ``check`` are its last four characters. `PaperCode` is for any paper.

    Codes that differ only in ``part`` are equal, since the page may have been split in another way when it was printed.
    """

    round: int
    table: int
    page: int
    check: str
    part: int = field(default=1, compare=False)


def page_code(event_key: str, round_number: int, table: int, page: int, part: int = 1) -> str:
    """Return the code of a page, or of a further sheet of its paper.

    Parameters
    ----------
    event_key
        The event's key.
    round_number, table, page, part
        The numbers of round, table, page and sheet of paper, each from 1.
    """
    return paper_code(event_key, round_number, table, f"P{page}", part)


def paper_code(event_key: str, round_number: int, table: int, paper: str, part: int = 1) -> str:
    """Return the code of a paper of a table: ``P1`` is its first page, ``S1`` its slip, ``T1`` its traveller."""
    plain = f"R{round_number:02}-T{table:03}-{paper}"
    return f"{plain}{f'.{part}' if part > 1 else ''}-{check_characters(event_key, plain)}"


class PaperCode(NamedTuple):
    """The content of the code of any paper: a page (``R03-T017-P4.2-9F3K``), a slip (``R03-T017-S1-7QX0``), others."""

    round: int
    table: int
    paper: str
    part: int


def read_paper_code(text: str) -> PaperCode | None:
    """Parse the code of a sheet of paper; return None if the text is something else."""
    match = _PAPER_CODE.match(text)
    return PaperCode(int(match[1]), int(match[2]), match[3], int(match[4] or 1)) if match else None


def read_page_code(text: object) -> PageCode | None:
    """Read the code of a page from a cell; None if the cell holds something else, such as the code of a slip."""
    match = _PAGE_CODE.match(text.strip()) if isinstance(text, str) else None
    if not match:
        return None
    return PageCode(int(match[1]), int(match[2]), int(match[3]), match[5], int(match[4] or 1))


def check_characters(event_key: str, plain: str) -> str:
    """Return four check characters for a text and an event."""
    number = int.from_bytes(hashlib.sha256(f"{event_key}|{plain}".encode()).digest()[:4], "big")
    return "".join(_ALPHABET[number >> shift & 31] for shift in (15, 10, 5, 0))


class Measures(Struct, frozen=True):
    """The heights of the rows of a page in pixels, before its lines are made higher to fill the paper."""

    top: int = 26
    """The row of event, code and page number."""
    headline: int = 36
    """The row of the heading."""
    title: int = 24
    caption: int = 18
    line: int = 32
    """A row to write on."""
    gap: int = 8
    sign: int = 40
    """The place for a signature."""
    signed: int = 16
    """The row below it that says who signs."""
    headline_style: str = "headline"
    """The style of the heading, small enough for its row."""


PLAIN = Measures()


class Cell(Struct, frozen=True):
    """A cell or merged rectangle of a page.

    It has exactly one of ``text`` (printed), ``slot`` (a part of the heading, which is filled in when the page is
    written for a seat), ``box`` (an input, by its public field id) and ``key`` (a computed value).
    """

    row: int
    column: int
    last_row: int
    last_column: int
    style: str
    text: str | int = ""
    slot: str = ""
    box: str = ""
    key: tuple[str, ...] = ()


class QrRoom(Struct, frozen=True):
    """The room on a sheet of paper for the QR code of its page."""

    rows: range
    columns: range
    growing: int
    """The row that is made higher if all these rows together are too low for the code."""
    at_foot: bool = False
    """Whether the code is at the lower end of its rows, rather than at the upper one."""

    def covers(self, cell: Cell) -> bool:
        """Return whether a cell is within the area of the code."""
        rows, columns = self.rows, self.columns
        above_and_left = cell.row < rows.stop and cell.column < columns.stop
        return above_and_left and cell.last_row >= rows.start and cell.last_column >= columns.start


class Ticked(Struct, frozen=True):
    """The place of the squares to tick for a box, with their words: on a row, from a column to another."""

    row: int
    column: int
    last_column: int
    box: str
    """The public id of the box for which scans show the squares."""


class BlockPlace(Struct, frozen=True, dict=True):
    """The place of a block on its page, as formulas, defined names and reading need it."""

    block: Block
    caption_row: int
    rows: tuple[int, ...]
    """The row of every line; if the block continues on another sheet of paper, headings stand between these rows."""
    column: int
    last_column: int
    captions: tuple[tuple[int, str], ...]
    """Every printed caption with its column."""
    before: int
    """The number of captions of other blocks to its left in the same row: a search for the block by its captions must
    not begin with the first caption of the row.
    """
    columns: dict[str, int]
    """The column of each box, constant, step and of ``total``, by its name in expressions."""
    first_line: int = 0
    """The number of lines of the block before these, on earlier sheets of paper."""

    @cached_property
    def captions_as_listed(self) -> tuple[tuple[int, str], ...]:
        """Every printed caption with its column, in the order of the block's definition, whatever their columns are.

        Hidden data list captions in this order, which a change of the layout does not affect.
        """
        block, heads = self.block, {column: name for name, column in self.columns.items()}
        boxes = [(box.group, box.name) for box in block.fields]
        boxes += [(show.group, show.id) for show in block.shows if not show.beside]
        groups = dict.fromkeys(group for group, _ in boxes)  # a list shows its boxes group by group
        listed = [name for group in groups for own_group, name in boxes if own_group == group]
        beside = [show.id for show in block.shows if show.beside]
        # the list of tables of a damaged workbook may have no lines
        constants = block.rows[0].constants if block.rows else ()
        order = ["label", *constants, *listed, "total", *beside]
        return tuple(sorted(self.captions, key=lambda caption: order.index(heads[caption[0]])))

    @property
    def key(self) -> str:
        """Unique among the places of its page: the block, and its first line here."""
        return f"{self.block.id}+{self.first_line}" if self.first_line else self.block.id

    def with_lines(self, lines: range) -> BlockPlace:
        """Return the place of some of the block's lines (counted from 0), with the captions above them."""
        block = replace(self.block, rows=self.block.rows[lines.start : lines.stop], times=0)  # no continuations
        rows = self.rows[lines.start : lines.stop]
        above = self.caption_row if not lines.start else rows[0] - 1
        return replace(self, block=block, rows=rows, caption_row=above, first_line=lines.start)

    @property
    def last_row(self) -> int:
        """The last line."""
        return self.rows[-1]

    @cached_property
    def runs(self) -> list[range]:
        """The lines (counted from 0) on each sheet of paper, which have no other row between them."""
        splits = [at for at in range(1, len(self.rows)) if self.rows[at] > self.rows[at - 1] + 1]
        return [range(first, end) for first, end in pairwise([0, *splits, len(self.rows)])]

    @property
    def areas(self) -> list[tuple[int, int]]:
        """The first and the last row of the lines on each sheet of paper."""
        return [(self.rows[lines[0]], self.rows[lines[-1]]) for lines in self.runs]

    @property
    def inputs(self) -> tuple[int, int]:
        """The columns of the first and of the last box to write in; of a merged box the first, which has its value."""
        columns = [self.columns[box.name] for box in self.block.fields]
        return min(columns), max(columns)


NUMBERS_PIXELS = 26
"""The width of the column of line numbers."""

CODE_COLUMN = 7
"""The column of a page's printed code, in its first row, on an upright page (on other pages: `Grid.across`). Reading
uses the code as its third witness."""

UPRIGHT_COLUMNS = 1 + PAGE_UNITS["portrait"]


class Grid(Struct, frozen=True):
    """The columns of a page."""

    orientation: Orientation
    unit_pixels: int
    """The width in pixels of a unit: of each column but that of the line numbers, unless units are split."""
    fineness: int
    """The number of units in the width of a unit of an upright page."""
    qr_units: int
    """The width of a QR code at the right edge, in units; the white to its right is that of the margin."""
    left_qr_units: int
    """The width of a QR code at the left edge, in units."""
    split: int = 1
    """The number of columns of a unit."""

    @property
    def widths(self) -> tuple[int, ...]:
        """The widths of the columns in pixels."""
        return (NUMBERS_PIXELS, *[self.unit_pixels // self.split] * (self.columns - 1))

    @property
    def columns(self) -> int:
        """The number of columns."""
        return 1 + PAGE_UNITS[self.orientation] * self.split

    @property
    def qr_column(self) -> int:
        """The first column of a QR code at the right edge; cells beside it end there."""
        return self.columns - self.qr_units * self.split

    @property
    def left_qr_columns(self) -> int:
        """The number of columns of a QR code at the left edge, with that of the line numbers."""
        return 1 + (self.left_qr_units - 1) * self.split

    @property
    def halves(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """First column and number of columns of two blocks side by side."""
        left, right = (units * self.split for units in HALF_UNITS[self.orientation])
        return (0, 1 + left), (1 + left, 1 + right)

    @property
    def unit_columns(self) -> int:
        """The number of columns in the width of a unit of an upright page."""
        return self.fineness * self.split

    def across(self, column: int) -> int:
        """Return the column at the same distance from the left edge as a column of an upright page."""
        if self.split > 1:
            return max(0, 1 + (column - 1) * self.unit_columns)
        return round(column * self.columns / UPRIGHT_COLUMNS)


GRIDS: dict[Orientation, Grid] = {
    "portrait": Grid("portrait", 54, 1, 1, 2),
    "landscape": Grid("landscape", 27, 2, 2, 3),
}
"""A unit of an upright page is a box for a digit or two (14 mm)."""
