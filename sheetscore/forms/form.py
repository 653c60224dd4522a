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
from sheetscore.forms.limits import LimitScope
from sheetscore.forms.template import Orientation
from sheetscore.workbooks.book import CellValue

Value = int | Fraction | str
"""The value of a field once it is understood; a blank field is absent from the entries."""


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
    """A row with its entries, intermediate steps and points."""

    row: Row
    values: Mapping[str, Value | None]
    """The entries and constants by their names in expressions; None for blank ones."""
    steps: Mapping[str, Value | None]
    points: int | Fraction | None
    """The points of the row; None in blocks without points, such as a log."""
    filled: bool
    """Whether anything was entered; a blank row has 0 points and shows nothing."""
    shows: Mapping[str, Value] = field(default_factory=dict)
    """The computed texts, by their ids."""


class PageScore(Struct, frozen=True):
    """The computed values of a page."""

    rows: Mapping[str, tuple[RowScore, ...]]
    """Its rows by block id."""
    sums: Mapping[str, int | Fraction] = field(default_factory=dict)
    """Its sums by their names."""
    earlier: Mapping[LimitScope, int | Fraction] = field(default_factory=dict)
    """What earlier players at the table took of each limit."""

    def total(self, block_id: str) -> int | Fraction:
        """Return the points of a block."""
        return sum((row.points or 0 for row in self.rows[block_id]), 0)

    @property
    def details(self) -> int:
        """The number of filled lines that earn points."""
        return sum(row.filled for rows in self.rows.values() for row in rows if row.points is not None)


CellKey = tuple[str, ...]
"""Names a computed cell of a page."""


def seat_key(index: int, figure: str) -> CellKey:
    """Name a cell of the list of seats on a table's own page: a figure on a line, counted from 0."""
    return "seat", str(index), figure


L = TypeVar("L")
"""The type of a laid-out page, :class:`sheetscore.sheets.layout.PageLayout`: a variable here, since layouts belong to a
later layer."""


class SumBox(Struct, frozen=True):
    """A box that the sums of a page may name."""

    name: str
    """The name of the box in the sums."""
    box: str
    """The public id of the box."""
    heading: str
    """The name of the box in results."""


class Ruling(Struct, frozen=True):
    """The boxes in which a director decides the score of a page: points, reason, and the sum that they replace."""

    points: str
    """The public id of the box for the points."""
    reason: str
    """The public id of the box for the reason."""
    replaces: str
    """The name of the sum that these points replace."""
    after: str = ""
    """The public id of the box that names the seat whose attacks came before those of the page; the attacks of the page
    then count only up to what those left of a limit. Empty without such a box.
    """


class LogBlock(Struct, frozen=True):
    """A block of a page in which a table logs events, line by line."""

    block: str
    """The id of the block."""
    when: tuple[str, ...]
    """The ids of the boxes for the time, such as a turn."""
    who: str
    """The id of the box for the player."""
    what: str
    """The id of the box for what happened."""

    @property
    def boxes(self) -> tuple[str, ...]:
        """The ids of all boxes of a line, in order."""
        return (*self.when, self.who, self.what)

    def note(self, entries: PageEntries, line: str) -> tuple[Value | None, ...]:
        """Return the values of a line's boxes; None for a blank one."""
        return tuple(entries.get(f"{self.block}.{line}.{box}") for box in self.boxes)


class Overleaf(Struct, frozen=True):
    """Title and note of a page's further sheets of paper, if they ask for something else than the first."""

    name: str
    note: str


class SeatList(Struct, Generic[L], frozen=True):
    """The list of seats on a table's own page: a line for each, computed from the seat's page.

    The cells of its figures have the keys of :func:`seat_key`.
    """

    first_row: int
    """The row of the first line, from the top of the page."""
    columns: Mapping[str, int]
    """The column of each figure by its name, from the left."""
    who: str
    """The name of the figure that is the player."""
    filled: str
    """The name of the figure that is 1 if the seat's page is filled in."""
    figures: Callable[[PageScore, Page, PageScore, PageEntries], Mapping[str, CellValue]]
    """Returns the figures of a line, from the score of the table's own page, and the page, score and entries of the
    seat.
    """
    table_page_formulas: Callable[[L, int, L], Mapping[str, str]]
    """Gives the formulas that look at the table's own page, by the names of the figures, from the layout of that page,
    the row of the line and the layout of the seat's page. Rows are written by
    :func:`sheetscore.sheets.formulas.page_row`.
    """
    seat_page_formulas: Callable[[L], Mapping[str, str]]
    """Gives the formulas that look at the seat's page, from its layout."""


class CheckedPage(Struct, frozen=True):
    """A seat's page of a round, as the ``check`` of its kind gets it."""

    table: int
    page: Page
    entries: PageEntries
    score: PageScore
    unread: Collection[str]
    """The public ids of the boxes on it that cannot be read."""
    drawn: str | None
    """The id of the player drawn for the seat; None for nobody."""
    names: Mapping[str, str]
    """The names of all players by id."""
    playing: Collection[str]
    """The ids of those present in this round."""

    @property
    def where(self) -> str:
        """Return the name of the page."""
        return f"table {self.table}, {self.page.seat}"

    def box(self, field_id: str) -> FieldKey:
        """Return the key of a box of the page."""
        return FieldKey(self.table, self.page.seat, field_id)


def _nothing(*_: object) -> Mapping[Any, Any]:
    return {}


def _no_findings(_: CheckedPage) -> Iterable[Finding]:
    return ()


class PageKind(Struct, Generic[L], frozen=True, kw_only=True):
    """A kind of page, with everything that later layers need of it, so that they know no box by name.

    By default its blocks are below each other, and nobody sits there.
    """

    lay_out: Callable[[PageForm, Sequence[Page]], L] | None = None
    """Lays a page out from its form, and from the pages of the seats if it is a table's own page; None to put its
    blocks below each other.
    """
    formulas: Callable[[L], Mapping[CellKey, str]] = _nothing
    """Compiles the formulas of a page outside its blocks, by the keys of the cells, from its layout. Rows are written
    by :func:`sheetscore.sheets.formulas.page_row`.
    """
    figures: Callable[[PageForm, PageScore, PageEntries], Mapping[CellKey, CellValue]] = _nothing
    """Returns the present values of these formulas, from the page's form, its score and its entries."""
    seat_list: SeatList[L] | None = None
    """The list of seats on it, for a table's own page that has one."""
    player: str = ""
    """The public id of the box with the player; empty if nobody sits there."""
    plays: str = ""
    """The public id of the box in which a 0 means that nobody played; empty if the page has no such box."""
    ended: str = ""
    """The public id of the box in which a 1 means that the table is complete; empty if the page has no such box."""
    of_players: bool = False
    """Whether values on a table's own page, or on its line of a list, belong to its players: if a new draw puts these,
    in the same seats, at another table, the values move with them. Otherwise they belong to the table, and stay.
    """
    did: str = "played"
    """The verb for what its player did, for findings."""
    boxes: tuple[SumBox, ...] = ()
    """Boxes that the page's sums may name."""
    given: Callable[[PageScore, str], Mapping[str, Value]] = _nothing
    """Gives the values of the table's own page that the sums of a seat's page may name, from the score of the former
    and the side of the seat; the names of the values are in ``given_names``.
    """
    given_names: Mapping[str, ValueKind] = field(default_factory=dict)
    ruling: Ruling | None = None
    """The boxes for a director's ruling; None if there are none."""
    claimed: str = ""
    """The public id of the box with the player's own total, which must agree with the sum that a ruling replaces. Empty
    without such a box.
    """
    worth: str = ""
    """The name of the sum that is the score of a page."""
    title: str = ""
    """The name of the pages in results."""
    place: str = "Table"
    """The word for a table on its pages."""
    check: Callable[[CheckedPage], Iterable[Finding]] = _no_findings
    """Finds mistakes on a seat's page as a whole. The findings name their boxes in ``fields``, and no cells."""
    log: LogBlock | None = None
    """The block with a log of events; None without one."""
    hint: str = ""
    """The note on pages without one of their own."""
    overleaf: Overleaf | None = None
    """Title and note of its further sheets of paper; None if they are like the first."""
    formerly: tuple[str, ...] = ()
    """Texts that such pages had in earlier versions."""
    signed_formerly: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The words for those who sign them in earlier versions, by the present ones."""
    longer: str = ""
    """The advice to those who need more lines, if the page cannot continue on further paper."""
    on_paper: bool = False
    """Whether its own layout is made by :func:`sheetscore.sheets.pages.on_paper`, with all blocks that have numbered
    lines: these may then continue on further paper.
    """

    @property
    def may_go_on(self) -> bool:
        """Whether its lines can continue on further paper."""
        return self.on_paper or self.lay_out is None

    def stays_empty(self, entries: PageEntries) -> bool:
        """Return whether the page itself says that nobody plays there."""
        return self.plays in entries and entries[self.plays] == 0

    def sitting(self, entries: PageEntries) -> str | None:
        """Return the id of the player of a page; None if nobody sits there, or the player stays away."""
        return str(entries[self.player]) if self.player in entries and not self.stays_empty(entries) else None

    def came_after(self, entries: PageEntries) -> str | None:
        """Return the seat whose attacks came before those of the page by a director's ruling; None without a ruling."""
        return str(entries[self.ruling.after]) if self.ruling and self.ruling.after in entries else None

    def is_ruled(self, entries: PageEntries) -> bool:
        """Return whether a director has decided the score of a page."""
        return self.ruling is not None and self.ruling.points in entries


PLAIN: PageKind[Any] = PageKind(hint="Enter what happened.")
"""The kind of a page without seats, and without a layout of its own."""


class PageForm(Struct, frozen=True, dict=True):
    """The form of a page, shared by all pages that differ only in number and seat.

    ``sums`` are the page's totals in order, as expressions over ``tasks`` (the totals of all blocks), ``details`` (how
    many lines of them are filled), the values of the kind of page, and the sums before.
    """

    heading: str
    side: str
    blocks: tuple[Block, ...]
    sums: tuple[tuple[str, Expression], ...] = ()
    note: str = ""
    """A note for the reader, such as the targets of the side."""
    force: str = ""
    """The force of its side: a name written on several pages of one force means the same thing."""
    name: str = ""
    """Its printed name if it has no seat: table sheet, traveller."""
    signed: tuple[str, ...] = ()
    """The words for those who sign the page, such as “director”."""
    kind: PageKind[Any] = PLAIN
    opposite: tuple[str, ...] = ()
    """The opposing seats of its table; the page names their players."""
    orientation: Orientation = "portrait"
    """The orientation of its paper, the same for all pages of a table."""
    small_print: tuple[str, ...] = ()
    """Texts of the event printed on it; they may change after the sheets are made."""
    said: Mapping[str, str] = {}
    """Its sums in sentences, by their names."""

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
    """The seat's name for people: ``Strike flight 2``; empty: the seat itself."""

    @property
    def called(self) -> str:
        """The seat's name for people; blank for the table's own page."""
        return self.title or self.seat
