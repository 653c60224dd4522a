"""A page of the sheets: its form, its kind, the values in its boxes and its score."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct, field

from sheetscore.expressions import Expression, ValueKind
from sheetscore.findings import Finding
from sheetscore.forms.block import Block, Field, Row
from sheetscore.forms.limits import Thing
from sheetscore.forms.template import Orientation
from sheetscore.workbooks.book import CellValue

Value = int | Fraction | str
"""What a field can hold once it is understood; a field that holds nothing is absent from the entries."""


class FieldKey(NamedTuple):
    """Names one field of a round: table number, seat ("" for the table's own page), public field id.

    Examples
    --------
    >>> FieldKey(2, "strike.1", "seat.pilot").seat, FieldKey(2, "", "winner").seat
    ('strike.1', '')
    """

    table: int
    seat: str
    field: str


Entries = Mapping[FieldKey, Value]
"""Everything that was entered on the sheets of a round."""


def entries_by_page(entries: Entries) -> defaultdict[tuple[int, str], dict[str, Value]]:
    """Return the values of every page by its table and seat, each by public field id; none for a blank page."""
    pages: defaultdict[tuple[int, str], dict[str, Value]] = defaultdict(dict)
    for key, value in entries.items():
        pages[key.table, key.seat][key.field] = value
    return pages


PageEntries = Mapping[str, Value]
"""The values of one page by public field id."""


class RowScore(Struct, frozen=True):
    """A row with what was entered, the steps on the way and what it is worth.

    ``points`` is None in blocks that are worth nothing (a log). ``filled`` tells whether anything is in
    the row; an empty row is worth 0 and shows blank.
    """

    row: Row
    values: Mapping[str, Value | None]
    steps: Mapping[str, Value | None]
    points: int | Fraction | None
    filled: bool
    shows: Mapping[str, Value] = field(default_factory=dict)


class PageScore(Struct, frozen=True):
    """A page worked out: its rows by block id, and its sums by their names.

    ``earlier`` is what others had counted who came before, of whatever has a limit.
    """

    rows: Mapping[str, tuple[RowScore, ...]]
    sums: Mapping[str, int | Fraction] = field(default_factory=dict)
    earlier: Mapping[Thing, int | Fraction] = field(default_factory=dict)

    def total(self, block_id: str) -> int | Fraction:
        """Return what a block is worth."""
        return sum((row.points or 0 for row in self.rows[block_id]), 0)

    @property
    def details(self) -> int:
        """How many lines that earn points are filled."""
        return sum(row.filled for rows in self.rows.values() for row in rows if row.points is not None)


CellKey = tuple[str, ...]
"""Names a computed cell of a page."""


def seat_key(index: int, figure: str) -> CellKey:
    """Name a cell of the list of seats on a table's own page: a figure on a line, counted from 0."""
    return "seat", str(index), figure


L = TypeVar("L")
"""The type of a laid-out page, :class:`sheetscore.sheets.layout.PageLayout`: a variable here, since layouts belong to a
later room."""


class SumBox(Struct, frozen=True):
    """A box that the sums of a page may name."""

    name: str
    """What the sums call it."""
    box: str
    """Its public id."""
    heading: str
    """What results call it."""


class Ruling(Struct, frozen=True):
    """Where a director decides what a page is worth: the points, the reason, and the sum that they replace."""

    points: str
    reason: str
    """The public ids of the boxes."""
    replaces: str
    """The name of the sum."""
    after: str = ""
    """The public id of the box that names the seat whose attacks came before those of the page: what these exceed of a
    limit then counts nothing. Empty where there is none.
    """


class LogBlock(Struct, frozen=True):
    """A block of a page in which a table notes what happened, line by line."""

    block: str
    """Its id."""
    when: tuple[str, ...]
    who: str
    what: str
    """The ids of its boxes: when it was, who did it, and what it was."""

    @property
    def boxes(self) -> tuple[str, ...]:
        """The ids of all of them, in order."""
        return (*self.when, self.who, self.what)

    def note(self, entries: PageEntries, line: str) -> tuple[Value | None, ...]:
        """Return what is in the boxes of a line; None where nothing is."""
        return tuple(entries.get(f"{self.block}.{line}.{box}") for box in self.boxes)


class Overleaf(Struct, frozen=True):
    """What further sheets of a page's paper are called, and tell, where they ask for something else than the first."""

    name: str
    note: str


class SeatList(Struct, Generic[L], frozen=True):
    """The list on a table's own page of its seats: a line for each, which follows the seat's page.

    The cells of its figures have the keys of :func:`seat_key`.
    """

    first_row: int
    """The row of the first line, from the top of the page."""
    columns: Mapping[str, int]
    """The column of each figure by its name, from the left."""
    who: str
    filled: str
    """The figures that say who sits there, and by 1 that the seat's page is filled in."""
    figures: Callable[[PageScore, Page, PageScore, PageEntries], Mapping[str, CellValue]]
    """Gives the figures of a line, from what the table's own page came to, the seat's page, what that came to and what
    is on it.
    """
    table_page_formulas: Callable[[L, int, L], Mapping[str, str]]
    """Gives the formulas that look at the table's own page, by the names of the figures: from its layout, the row of
    the line, the layout of the seat's page. Rows are written by :func:`sheetscore.sheets.formulas.page_row`.
    """
    seat_page_formulas: Callable[[L], Mapping[str, str]]
    """Gives the formulas that look at the seat's page, from its layout."""


class CheckedPage(Struct, frozen=True):
    """A seat's page of a round as it is handed to its kind's ``check``; nothing is judged yet."""

    table: int
    page: Page
    entries: PageEntries
    score: PageScore
    unread: Collection[str]
    """The public ids of the boxes on it that cannot be read."""
    drawn: str | None
    """The id of whoever was drawn for the seat; None for nobody."""
    names: Mapping[str, str]
    """The names of all players by id."""
    playing: Collection[str]
    """The ids of those present in this round."""

    @property
    def where(self) -> str:
        """Say which page it is."""
        return f"table {self.table}, {self.page.seat}"

    def box(self, field_id: str) -> FieldKey:
        """Name one of its boxes."""
        return FieldKey(self.table, self.page.seat, field_id)


def _nothing(*_: object) -> Mapping[Any, Any]:
    return {}


def _no_findings(_: CheckedPage) -> Iterable[Finding]:
    return ()


class PageKind(Struct, Generic[L], frozen=True, kw_only=True):
    """A kind of page: all that the layers after this one ask about it, so that they need to know no box by name.

    By default it is a page whose blocks are below each other, and on which nobody sits.
    """

    lay_out: Callable[[PageForm, Sequence[Page]], L] | None = None
    """Lays a page out, from its form and from the pages of the seats if it is a table's own. None: its blocks below
    each other.
    """
    formulas: Callable[[L], Mapping[CellKey, str]] = _nothing
    """Compiles what adds up on a page besides its blocks, by the keys of the cells, from its layout. Rows are written
    by :func:`sheetscore.sheets.formulas.page_row`.
    """
    figures: Callable[[PageForm, PageScore, PageEntries], Mapping[CellKey, CellValue]] = _nothing
    """Gives the values of these formulas, from the page's form, its score and its entries."""
    seat_list: SeatList[L] | None = None
    """The list of seats on it, for a table's own page that has one."""
    player: str = ""
    """The public id of the box that says who sits there; empty where nobody does."""
    plays: str = ""
    """The public id of the box in which a 0 says that nobody plays; empty where there is none."""
    ended: str = ""
    """The public id of the box in which a 1 says that no more is to come; empty where there is none."""
    of_players: bool = False
    """Whether what is typed on a table's own page is of those whom the draw puts there, and goes with them to the table
    at which they meet now, in the same seats; otherwise it is the table's, and stays.
    """
    did: str = "played"
    """What somebody did who sat there, for findings."""
    boxes: tuple[SumBox, ...] = ()
    """Boxes that the page's sums may name."""
    given: Callable[[PageScore, str], Mapping[str, Value]] = _nothing
    """Gives the values of the table's own page that the sums may name, from its score and the side of the seat; their
    names are in ``given_names``.
    """
    given_names: Mapping[str, ValueKind] = field(default_factory=dict)
    ruling: Ruling | None = None
    """Where the director decides what the page is worth; None where nobody can."""
    claimed: str = ""
    """The public id of the box with what the page comes to as whoever sits there counts: it is to agree with the sum
    that a ruling replaces. Empty where nobody is asked.
    """
    worth: str = ""
    """The name of the sum that a page counts as."""
    title: str = ""
    """What results call the pages."""
    place: str = "Table"
    """What a table is called on its pages."""
    check: Callable[[CheckedPage], Iterable[Finding]] = _no_findings
    """Finds what is wrong on a seat's page as a whole; without cells, ``fields`` names the boxes that each finding is
    about.
    """
    log: LogBlock | None = None
    """The block in which a table notes what happened; None for a page without one."""
    hint: str = ""
    """What the page tells its reader that has no note of its own."""
    overleaf: Overleaf | None = None
    """What its further sheets of paper are; None where they are more of the same."""
    formerly: tuple[str, ...] = ()
    """What was printed on such pages before, and is not any more."""
    longer: str = ""
    """How its lines become more where they do not go on on further paper: what to change."""
    on_paper: bool = False
    """Whether its own layout is made by :func:`sheetscore.sheets.pages.on_paper`, with all blocks that have numbered
    lines: these may then go on on further paper.
    """

    @property
    def may_go_on(self) -> bool:
        """Whether lines that are not enough can go on on further paper."""
        return self.on_paper or self.lay_out is None

    def stays_empty(self, entries: PageEntries) -> bool:
        """Return whether the page itself says that nobody plays there."""
        return self.plays in entries and entries[self.plays] == 0

    def sitting(self, entries: PageEntries) -> str | None:
        """Return the id of whoever sits at a page and plays."""
        return str(entries[self.player]) if self.player in entries and not self.stays_empty(entries) else None

    def came_after(self, entries: PageEntries) -> str | None:
        """Return the seat that a page came after as the director says; None where nobody says so."""
        return str(entries[self.ruling.after]) if self.ruling and self.ruling.after in entries else None

    def is_ruled(self, entries: PageEntries) -> bool:
        """Return whether a director has decided what a page is worth."""
        return self.ruling is not None and self.ruling.points in entries


PLAIN: PageKind[Any] = PageKind(hint="Enter what happened.")
"""A page alone at its table."""


class PageForm(Struct, frozen=True, dict=True):
    """What is alike on all pages of one make, without number and seat.

    ``sums`` are the page's totals in order, as expressions over ``tasks`` (the totals of all blocks), ``details`` (how
    many lines of them are filled), what the kind of page knows, and the sums before.
    """

    heading: str
    side: str
    blocks: tuple[Block, ...]
    sums: tuple[tuple[str, Expression], ...] = ()
    note: str = ""
    """What the page tells its reader besides, such as the targets of the side."""
    force: str = ""
    """Whom its side fights for: a name that pages of one force write in means one thing to all of them."""
    name: str = ""
    """What it is called where it has no seat, and printed on it: table sheet, traveller."""
    signed: tuple[str, ...] = ()
    """Who signs such a page."""
    kind: PageKind[Any] = PLAIN
    opposite: tuple[str, ...] = ()
    """The seats of its table that it is played against: the page says who sits there."""
    orientation: Orientation = "portrait"
    """How its paper lies; all pages of a table lie alike."""
    small_print: tuple[str, ...] = ()
    """What is printed on it of the event, and may be otherwise once the sheets are made."""
    said: Mapping[str, str] = {}
    """What its sums are, in sentences, by their names."""

    def block(self, block_id: str) -> Block:
        """Find a block by its public id."""
        return next(block for block in self.blocks if block.id == block_id)

    @cached_property
    def fields(self) -> Mapping[str, tuple[Block, Row, Field]]:
        """Every box of the page by its public id."""
        return {field_id: (block, row, box) for block in self.blocks for row, box, field_id in block.boxes()}


class Page(Struct, frozen=True):
    """One printed page: its number within its table (1 is the table's own page), its seat, its form."""

    number: int
    seat: str
    form: PageForm
    title: str = ""
    """What its seat is called for people: ``Strike flight 2``; the seat itself without it."""

    @property
    def called(self) -> str:
        """What its seat is called for people; blank for the table's own page."""
        return self.title or self.seat
