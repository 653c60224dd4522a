"""The hidden sheets by which a workbook is read (its map, its first contents, its lists), and the validation of boxes.

The map has the identity of the workbook, and the place of each block of each page. It is the second source for the
places of boxes (the first are the defined names, the third the printed codes). A row per block keeps its cells short.

A person typed whatever differs from the first contents. Of new sheets these are the values that the draw fills in; of
a marked copy those that were read from the workbook with the mistakes.

The validation of a box has the list of its drop-down, its valid values, and the rule that makes it red.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct, field
from msgspec.structs import astuple, replace

from sheetscore.event.identity import folded, name_and_id
from sheetscore.expressions import to_excel
from sheetscore.forms.block import Choices, Field
from sheetscore.forms.evaluation import BlockCells, ListPlaces
from sheetscore.forms.form import Entries, FieldKey, Page
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import FieldType
from sheetscore.sheets.formulas import PageFormula, cells_of
from sheetscore.sheets.headings import BlockPlace
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.paper_sheet import paper_lines
from sheetscore.workbooks.book import Book, Sheet
from sheetscore.workbooks.cell_refs import Area, address
from sheetscore.workbooks.guard.limits import MAX_ROWS
from sheetscore.workbooks.reader import ReadWorkbook
from sheetscore.workbooks.typed import Raw

LISTS_SHEET = "_lists"
"""The hidden sheet with the lists that drop-downs offer."""

_TITLE = 32
"""The most characters of a message's title; spreadsheets drop longer ones."""


def lists_of(forms: RoundForms) -> list[Choices]:
    """Return every list that the sheets of a round offer, each once."""
    found = {id(choices): choices for form in forms.page_forms() for block in form.blocks for choices in block.lists}
    return list(found.values())


def offered_names(forms: RoundForms) -> tuple[str, ...]:
    """Return the names that open lists offer, each once; lists that record ids in place of the names are left out."""
    boxes = (box for form in forms.page_forms() for block in form.blocks for box in block.fields)
    lists = {id(box.choices): box.choices for box in boxes if box.open and box.choices and not box.choices.values}
    return tuple(dict.fromkeys(name for choices in lists.values() for name in choices.names))


def recorded_names(forms: RoundForms) -> tuple[RecordedName, ...]:
    """Return the recorded values of the names of lists, if these differ: the names may change later.

    Names that end in their id are left out, and so is a name that is recorded differently at another table.
    """
    found: dict[tuple[str, str], set[str]] = {}
    for choices in lists_of(forms):
        for name, value in zip(choices.names, choices.values, strict=False):
            if name != value and not name.endswith(f" ({value})"):
                found.setdefault((choices.id, name), set()).add(value)
    return tuple((*key, value) for key, (value, *others) in found.items() if not others)


def write_lists(book: Book, lists: Sequence[Choices], title: str = LISTS_SHEET) -> ListPlaces:
    """Write lists on a hidden sheet, in a column for each name of a list, with a heading.

    Side by side, the lists of a round with one per table would need too many columns. A list without choices gets one
    blank cell, so that every formula has a range to look in.
    """
    sheet = book.sheet(title)
    sheet.raw.hide()
    written: dict[Hashable, list[str]] = {}
    below: dict[tuple[str, ...], tuple[int, int]] = {}  # the first column and the next row of lists of one name
    free = 0
    for choices in lists:
        if choices.content in written:
            continue
        headings = (choices.id, *(f"{choices.id} {attribute}" for attribute in choices.attributes))
        column, row = below.get(headings, (free, 0))
        if row + len(choices.names) > MAX_ROWS:
            column, row = free, 0
        last = row + max(len(choices.names), 1)
        shown = (choices.names, *choices.attributes.values())
        for at, (heading, values) in enumerate(zip(headings, shown, strict=True), start=column):
            sheet.text(row, at, heading)
            for index, value in enumerate(values, start=row + 1):
                sheet.value(index, at, value)
        columns = range(column, column + len(headings))
        written[choices.content] = [Area(sheet.title, row + 1, at, last, at).reference for at in columns]
        below[headings] = column, last + 1
        free = max(free, column + len(headings))
    return ListPlaces.shared(lists, written)


def lists_as_made(workbook: ReadWorkbook) -> dict[str, list[Choices]]:
    """Return the lists of a workbook by their ids, each with its names and attributes as text."""
    sheet = workbook.sheets.get(LISTS_SHEET)
    texts = {at: str(cell.value) for at, cell in sheet.cells.items() if cell.value is not None} if sheet else {}
    headings = {column: text for (row, column), text in sorted(texts.items()) if not row}
    end = max((row for row, _ in texts), default=0) + 1
    found: dict[str, list[Choices]] = {}
    for first, name in headings.items():
        if any(name.startswith(f"{before} ") for column, before in headings.items() if column < first):
            continue  # an attribute of the list before it
        own = {text: column for column, text in headings.items() if column >= first and text.startswith(f"{name} ")}
        starts = [
            row for row in range(end) if texts.get((row, first)) == name
        ]  # lists of one name stand below each other
        for start, after in pairwise([*starts, end]):
            rows = [row for row in range(start + 1, after) if (row, first) in texts]
            attributes = {
                text.removeprefix(f"{name} "): tuple(texts.get((row, column), "") for row in rows)
                for text, column in own.items()
            }
            found.setdefault(name, []).append(Choices(name, tuple(texts[row, first] for row in rows), (), attributes))
    return found


def as_listed(workbook: ReadWorkbook, names: Mapping[str, str]) -> dict[str, str]:
    """Return the ids of the entries “name (id)” in the lists of a workbook, by the entry.

    An entry is left out if another player has its name since, by a new name or a new id: only the director knows which
    player is meant.

    Parameters
    ----------
    names
        The present names of the players in the lists, by id.
    """
    sheet = workbook.sheets.get(LISTS_SHEET)
    texts = [str(cell.value) for cell in sheet.cells.values()] if sheet else []
    parted = ((text, *name_and_id(text)) for text in texts)
    then = {id_: (text, folded(name)) for text, name, id_ in parted if name and id_ in names}
    new = {folded(name) for id_, name in names.items() if id_ not in then or folded(name) != then[id_][1]}
    return {text: id_ for id_, (text, name) in then.items() if name not in new}


def validation(box: Field, lists: ListPlaces) -> dict[str, Any]:
    """Return the validation of a box, as XlsxWriter takes it.

    It only helps while somebody types: pasting removes it, so what is read back is checked again.
    """
    rule = _RULES[box.type](box, lists)
    title = " ".join(box.plain_label.split())[:_TITLE]
    return {
        "ignore_blank": True,
        "input_title": title,
        "input_message": box.prompt,
        "error_title": title,
        **rule,
    }


def _whole(box: Field, lists: ListPlaces) -> dict[str, Any]:
    del lists
    return {
        "validate": "integer",
        "criteria": "between",
        "minimum": box.minimum,
        "maximum": box.maximum,
        "error_message": f"A whole number from {box.minimum} to {box.maximum} belongs here.",
    }


def _any(box: Field, lists: ListPlaces) -> dict[str, Any]:
    del box, lists
    return {"validate": "any"}


def _number(box: Field, lists: ListPlaces) -> dict[str, Any]:
    return {
        **_whole(box, lists),
        "validate": "decimal",
        "error_message": f"A number from {box.minimum} to {box.maximum} belongs here.",
    }


def _list(box: Field, lists: ListPlaces) -> dict[str, Any]:
    if box.choices is None or not box.choices.names:
        return {"validate": "any"}
    return {
        "validate": "list",
        "source": f"={lists.of(box.choices)}",
        "show_error": not (box.open or box.choices.seats or box.choices.also),
        "error_message": "Choose from the list.",
    }


def _several(box: Field, lists: ListPlaces) -> dict[str, Any]:
    """Offer the names of the list; the box takes several, typed one after the other."""
    return {**_list(box, lists), "show_error": False}


_RULES: dict[FieldType, Callable[[Field, ListPlaces], dict[str, Any]]] = {
    "count": _whole,
    "number": _whole,
    "points": _whole,
    "score": _number,
    "flag": _whole,
    "text": _any,
    "choice": _list,
    "several": _several,
    "odds": _list,
    "player": _list,
}


if TYPE_CHECKING:
    from xlsxwriter.format import Format


def write_alerts(
    sheet: Sheet, pages: Sequence[tuple[Page, int]], laid_out: Mapping[int, PageLayout], style: Format
) -> None:
    """Write the conditional formats that make boxes of a worksheet red as long as the rules of their forms hold.

    Parameters
    ----------
    pages
        The pages on it, with their first rows.
    laid_out
        The layout of each form by its identity.
    style
        The format of such boxes.
    """
    by_form: dict[int, list[int]] = {}
    for page, top in pages:
        by_form.setdefault(id(page.form), []).append(top)
    for form, tops in by_form.items():
        layout = laid_out[form]
        if not any(place.block.alerts for place in layout.places.values()):
            continue
        cells = cells_of(layout, ListPlaces())
        for block_id, place in layout.places.items():
            for box, formula in _alerts(cells[block_id]).items():
                _write(sheet, _areas(layout, place, box, tops), formula.at(tops[0]), style)


def _alerts(cells: BlockCells) -> dict[str, PageFormula]:
    """Return, by the name of each box, the formula that makes it red, written for the block's first line."""
    # absolute columns: every cell of a merged box must look at the same ones
    fixed = replace(cells, columns={name: f"${letters}" for name, letters in cells.columns.items()})
    return {alert.field: PageFormula(to_excel(alert.when, fixed.row(0))) for alert in cells.block.alerts}


def _areas(layout: PageLayout, place: BlockPlace, box: str, tops: Sequence[int]) -> list[tuple[int, int, int, int]]:
    """Return the cells of a column of boxes on every page: first row and column, last row and column."""
    first = place.columns[box]
    last = next(cell.last_column for cell in layout.cells if cell.row == place.rows[0] and cell.column == first)
    return [(top + start, first, top + end, last) for top in tops for start, end in place.areas]


def _write(sheet: Sheet, areas: Sequence[tuple[int, int, int, int]], formula: str, style: Format) -> None:
    """Write one conditional format for several areas; its formula is that of the first cell."""
    ranges = " ".join(f"{address(*area[:2])}:{address(*area[2:])}" for area in areas)
    sheet.format_where(
        *areas[0], {"type": "formula", "criteria": f"={formula}", "format": style, "multi_range": ranges}
    )


MAP_SHEET = "_sheetscore"
"""The hidden sheet with the map."""

BEGUN_SHEET = "_begun"
"""The hidden sheet with what the workbook began with: see :class:`Baseline`."""

MAP_VERSION = 1
"""The version of the map; goes up when programs that know this one would misread it. A missing one is read as this."""

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
        The layout of each form by its identity.
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
"""The first cell of rows about names; rows of boxes have a table number there."""

_VERSION = "2"
"""The version of the hidden sheet. One without any is of an earlier version, and has rows of boxes for ``drawn`` alone
or, on a marked copy, for ``written`` alone.
"""

RecordedName = tuple[str, str, str]
"""The id of a list, a name on it, what that is recorded as."""


class Baseline(Struct, frozen=True):
    """What was in the boxes of a workbook at first, and when a command wrote it, and what it was made with."""

    source: str
    """The file that it was made from: a draw, or for a marked copy the workbook that was read."""
    drawn: Mapping[FieldKey, str] | None
    """What the draw and the event put into the boxes of the sheets, as :func:`as_texts` returns it, whatever was
    written from them since; blank boxes are left out. None if a marked copy of an earlier version does not say.
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
    """The recorded values of names: see :func:`recorded_names`."""
    orders: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The order of lists that gives typed numbers their meaning."""
    titles: tuple[tuple[str, str], ...] = ()
    """The ids of the scenarios of the event, each with its title."""
    paper: tuple[tuple[str, ...], ...] = ()
    """The positions on its paper: :mod:`sheetscore.sheets.paper_sheet`. Blank in workbooks of earlier versions."""
    paper_before: tuple[tuple[str, ...], ...] = ()
    """The same of the sheets that these replace, so that scans of the old layout are recognised."""

    @property
    def is_blank(self) -> bool:
        """Whether a command wrote the workbook last without any value that a person typed."""
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
