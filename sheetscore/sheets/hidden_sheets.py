"""The hidden sheets by which a workbook is read: its map, and its baseline.

The map has the identity of the workbook, and the place of each block of each page. It is the second source for the
places of boxes (the first are the defined names, the third the printed codes). A row per block keeps its cells short.

The baseline has what the draw and the event put into the boxes: whatever differs from that was typed. And it has what
stood there when a command last wrote the workbook: whatever differs from that was typed since.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import astuple

from sheetscore.event.identity import folded
from sheetscore.forms.form import Entries, FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.offered_lists import RecordedName, lists_of
from sheetscore.sheets.paper_sheet import paper_lines
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.reader import ReadWorkbook
from sheetscore.workbooks.typed import Raw

MAP_SHEET = "_sheetscore"
"""The hidden sheet with the map."""

BEGUN_SHEET = "_begun"
"""The hidden sheet with the :class:`Baseline` of the workbook."""

MAP_VERSION = 1
"""The version of the map, which goes up when older programs would misread it; a map without a version is read as 1."""

KIND = "round"
"""The kind of a workbook of score sheets in its map."""


class MapHeading(Struct, frozen=True):
    """The first rows of the map, which identify the workbook."""

    kind: str
    event_key: str
    event_name: str
    system: str
    round: int
    forms: str
    """The digests from :func:`made_with`."""
    version: int = MAP_VERSION


class MapRow(Struct, frozen=True):
    """One block: its page, the name defined for it, its reference when written, its page's code and code cell."""

    table: int
    page: int
    seat: str
    block: str
    name: str
    reference: str
    code: str
    code_cell: str


HEADING_ROWS = len(MapHeading.__struct_fields__)


def write_map(book: Book, heading: MapHeading, rows: Sequence[MapRow]) -> None:
    """Write the map on a hidden sheet, and define the name of every block in it."""
    sheet = book.sheet(MAP_SHEET)
    sheet.raw.hide()
    for index, (part, value) in enumerate(zip(heading.__struct_fields__, astuple(heading), strict=True)):
        sheet.text(index, 0, part)
        sheet.value(index, 1, value)
    for column, part in enumerate(MapRow.__struct_fields__):
        sheet.text(HEADING_ROWS, column, part)
    for index, row in enumerate(rows, start=HEADING_ROWS + 1):
        for column, value in enumerate(astuple(row)):
            sheet.value(index, column, value)
        book.define(row.name, row.reference)


def block_name(table: int, page: int, piece: str, block: str) -> str:
    """Return the defined name of a block, such as ``ss.T3.P4.B2.strike.hits``.

    Parameters
    ----------
    piece
        Its key in :attr:`sheetscore.sheets.layout.PageLayout.pieces`, unique on its page.
    """
    plain = "".join(character if character.isalnum() or character in "._" else "_" for character in block)
    return f"ss.T{table}.P{page}.{piece}.{plain}"


class BlockName(NamedTuple):
    """The parts of a defined name: see :func:`block_name`."""

    table: int
    page: int
    kind: str
    """The letter of the piece: ``D`` if its lines are printed on demand, else ``B``."""
    number: int
    """The number of the piece among those of its kind on the page, from 1."""
    block: str


def read_block_name(name: str) -> BlockName | None:
    """Parse the defined name of a block; return None for any other name.

    Examples
    --------
    >>> read_block_name(block_name(3, 4, "B2", "strike.hits"))
    BlockName(table=3, page=4, kind='B', number=2, block='strike.hits')
    """
    match = _BLOCK_NAME.fullmatch(name)
    return BlockName(int(match[1]), int(match[2]), match[3], int(match[4]), match[5]) if match else None


_BLOCK_NAME = re.compile(r"ss\.T(\d+)\.P(\d+)\.([BD])(\d+)\.(.+)")


class MadeWith(NamedTuple):
    """Digests of what sheets were made with; blank if unknown."""

    forms: str = ""
    """The digest of what the sheets ask for."""
    captions: str = ""
    """The digest of the captions on them."""
    shown: str = ""
    """The digest of what they show of earlier rounds and of the event."""

    @classmethod
    def parse(cls, text: str) -> MadeWith:
        """Read the digests in the map of sheets."""
        return cls(*text.split("-")[:3])


def made_with(forms: RoundForms, layouts: Mapping[int, PageLayout]) -> str:
    """Return digests of forms and captions, by which later changes of them are detected.

    Sheets of versions before the digest of captions have that of their forms alone, and stay valid. The third digest is
    there only if the sheets show values of earlier rounds or of the event.

    Parameters
    ----------
    layouts
        The layout of each form, by ``id()`` of the form.
    """
    parts = (forms_digest(forms), captions_digest(layouts.values()), shown_digest(forms))
    return "-".join(filter(None, parts))


def captions_digest(layouts: Iterable[PageLayout]) -> str:
    """Return a digest of the captions of blocks, which reading searches for: some contain the name of a side."""
    captions = {
        repr((block_id, [text for _, text in place.captions_as_listed]))
        for layout in layouts
        for block_id, place in layout.places.items()
    }
    return hashlib.sha256("\n".join(sorted(captions)).encode()).hexdigest()[:16]


def forms_digest(forms: RoundForms) -> str:
    """Return a digest of what sheets ask for: it changes when a block, a line, a field, a target or an award does."""
    lines = [
        repr((table.number, page.number, page.seat, block.id, [row.key for row in block.rows], labels))
        for table in forms.tables
        for page in table.pages
        for block in page.form.blocks
        for labels in [[(box.name, box.label, box.type) for box in block.fields]]
    ]
    lines += [
        repr((form.side, block.id, row.key, row.label, sorted(row.constants.items())))
        for form in forms.page_forms()
        for block in form.blocks
        for row in block.rows
    ]
    number = {id(form): str(at) for at, form in enumerate(forms.page_forms())}
    pages_of = Counter(form.side for form in forms.page_forms() if form.side)
    lines += [
        repr((table.number, page.seat, number[id(page.form)]))
        for table in forms.tables
        for page in table.seats
        if pages_of[page.form.side] > 1  # which of its side's pages a seat has
    ]
    lists = lists_of(forms)
    lines += [
        repr((choices.names, sorted(choices.lasting.items())))
        for choices in lists
        if choices.attributes  # lists without attributes (players) are left out: players may join later
    ]
    # values that may change later split equal forms in two; count each once
    if any(choices.as_of_now for choices in lists):
        lines = list(dict.fromkeys(lines))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def shown_digest(forms: RoundForms) -> str:
    """Return a digest of what sheets show of earlier rounds and of the event; blank if they show nothing."""
    lines = [
        repr((table.number, page.number, choices.id, choices.as_of_now))
        for table in forms.tables
        for page in table.pages
        for block in page.form.blocks
        for choices in block.lists
        if choices.as_of_now
    ]
    lines += [
        repr((table.number, page.number, page.form.small_print))
        for table in forms.tables
        for page in table.pages
        if page.form.small_print
    ]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16] if lines else ""


_OFFERED, _RECORDED, _ORDER, _TITLED, _WRITTEN = "offered", "recorded", "order", "title", "written"
"""The first cells of rows of other kinds; a row with what the draw put into a box has a table number there."""

_VERSION = "2"
"""The version of the hidden sheet. A sheet that does not say its version is older, and its rows of boxes tell
``drawn`` alone or, on a marked copy, ``written`` alone.
"""


class Baseline(Struct, frozen=True):
    """What was in the boxes of a workbook at first and when a command last wrote it, and what it was made with."""

    source: str
    """The file that it was made from: a draw, or for a marked copy the workbook that was read."""
    drawn: Mapping[FieldKey, str] | None
    """What the draw and the event put into the boxes of the sheets, as :func:`as_texts` returns it. It is handed on to
    every workbook written from these; blank boxes are left out. None if a marked copy of an earlier version lacks it.
    """
    written: Mapping[FieldKey, str] = field(default_factory=dict)
    """What stood in the boxes when a command last wrote the workbook; for a marked copy, what stood in the workbook
    that it was made from.
    """
    sha256: str = ""
    """The digest of the workbook that a marked copy was made from. Empty for a draw, whose report and postings may
    change without any effect on the sheets.
    """
    offered: tuple[str, ...] = ()
    """The names that its open lists offer, and those that they offered when these sheets were made before: they may
    be on paper printed then.
    """
    stamp: str = ""
    """Identifies the last command that wrote the workbook, however often it was saved since: see :func:`stamp`. Blank
    in workbooks of earlier versions.
    """
    recorded: tuple[RecordedName, ...] = ()
    """The recorded values of names: see :func:`sheetscore.sheets.offered_lists.recorded_names`."""
    orders: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The lists whose order gives typed numbers their meaning: the name of each, and its ids in that order."""
    titles: tuple[tuple[str, str], ...] = ()
    """The ids of the scenarios of the event, each with its title."""
    paper: tuple[tuple[str, ...], ...] = ()
    """The positions on its paper: :mod:`sheetscore.sheets.paper_sheet`. Blank in workbooks of earlier versions."""
    paper_before: tuple[tuple[str, ...], ...] = ()
    """The same of the sheets that these replace, so that scans of the old layout are recognised."""

    @property
    def is_blank(self) -> bool:
        """Whether the workbook held no value that a person had typed when a command last wrote it."""
        return self.drawn is not None and self.stamp == stamp(self.drawn, {})

    @property
    def first(self) -> Mapping[FieldKey, str]:
        """What the boxes began with, as far as the workbook says."""
        return self.written if self.drawn is None else self.drawn

    def still_shows(self, key: FieldKey, text: str) -> bool:
        """Return whether a box still has the value that the sheets began with, shown with its id or by its old name."""
        then = self.first.get(key)
        recorded = ((folded(name), value) for _, name, value in self.recorded)
        return then is not None and (text.endswith(f"({then})") or (folded(text), then) in recorded)

    def was_made_from(self, path: Path) -> bool:
        """Return whether it was made from a file, which may have been saved in another format since."""
        return Path(self.source).stem == path.stem


def as_texts(entries: Entries, raw: Mapping[FieldKey, Raw]) -> dict[FieldKey, str]:
    """Return the contents of boxes as text: values that were understood, and unreadable ones as they were typed."""
    return {key: str(value) for key, value in (*entries.items(), *raw.items())}


def stamp(entries: Entries, raw: Mapping[FieldKey, Raw]) -> str:
    """Return the stamp of a workbook: a digest of the contents of its boxes.

    It depends on nothing else, so that sheets made again with the same values have the same bytes.
    """
    lines = sorted(repr((*key, text)) for key, text in as_texts(entries, raw).items())
    return hashlib.sha256("\n".join(lines).encode(errors="surrogatepass")).hexdigest()[:16]


def write_begun(book: Book, begun: Baseline, forms: Sequence[Sequence[str]] = ()) -> None:
    """Write the hidden sheet: file and stamp, then a row for each box and each name of a list, and the forms."""
    sheet = book.sheet(BEGUN_SHEET)
    sheet.raw.hide()
    drawn, written = begun.drawn or {}, begun.written
    rows = [
        (begun.source, begun.sha256, begun.stamp, "" if begun.drawn is None else _VERSION),
        *((str(key.table), key.seat, key.field, text) for key, text in drawn.items()),
        *(
            (_WRITTEN, str(key.table), key.seat, key.field, written.get(key, ""))
            for key in {**drawn, **written}
            if written.get(key) != drawn.get(key)
        ),
        *((_OFFERED, name) for name in begun.offered),
        *((_RECORDED, *one) for one in begun.recorded),
        *((_ORDER, what, *ids) for what, ids in begun.orders),
        *((_TITLED, *one) for one in begun.titles),
        *forms,
    ]
    for row, cells in enumerate(rows):
        for column, text in enumerate(cells):
            sheet.text(row, column, text)


def read_begun(workbook: ReadWorkbook) -> Baseline | None:
    """Read the hidden sheet; None if it is lost, or the workbook was made without one."""
    sheet = workbook.sheets.get(BEGUN_SHEET)
    if sheet is None:
        return None
    rows: dict[int, dict[int, str]] = {0: {}}
    for (row, column), cell in sorted(sheet.cells.items()):
        if cell.value is not None:
            rows.setdefault(row, {})[column] = str(cell.value)
    # blank cells are not in the file: each row gets as many as the longest kind of row needs
    head, *lines = ([cells.get(column, "") for column in range(max([4, *cells]) + 1)] for cells in rows.values())
    by_kind = defaultdict[str, list[list[str]]](list)
    for kind, *line in lines:
        by_kind[kind].append(line)
    source, sha256, stamped, version, *_ = head
    first = {FieldKey(int(kind), *one[:2]): one[2] for kind in by_kind if kind.isdecimal() for one in by_kind[kind]}
    since = {FieldKey(int(one[0]), *one[1:3]): one[3] for one in by_kind[_WRITTEN] if one[0].isdecimal()}
    return Baseline(
        source,
        None if sha256 and version != _VERSION else first,
        {key: text for key, text in {**first, **since}.items() if text},
        sha256,
        offered=tuple(one[0] for one in by_kind[_OFFERED]),
        stamp=stamped,
        recorded=tuple((one[0], one[1], one[2]) for one in by_kind[_RECORDED]),
        orders=tuple((one[0], tuple(filter(None, one[1:]))) for one in by_kind[_ORDER]),
        titles=tuple((one[0], one[1]) for one in by_kind[_TITLED]),
        paper=paper_lines(workbook),
    )
