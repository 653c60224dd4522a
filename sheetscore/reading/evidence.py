"""Evidence in a returned workbook: the map on its hidden sheet, the codes printed on its pages, the captions.

A candidate is a place with the captions of a block; its lines and boxes are below them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.event.load import keys_of, owner_called, way_back
from sheetscore.event.model import Event
from sheetscore.findings import Finding, finding
from sheetscore.forms.block import Field, Row, unparted
from sheetscore.forms.form import Page
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.sheets.headings import BlockPlace, PageCode, page_code, read_page_code
from sheetscore.sheets.hidden_sheets import (
    BEGUN_SHEET,
    HEADING_ROWS,
    MAP_SHEET,
    MapHeading,
    MapRow,
    block_name,
    read_block_name,
)
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.paper_sheet import PAPER_SHEET
from sheetscore.sheets.written import WRITTEN_SHEET
from sheetscore.workbooks.cell_refs import Area, rectangle
from sheetscore.workbooks.reader import ReadSheet, ReadWorkbook
from sheetscore.workbooks.sheet_cells import Position

OUR_OWN = frozenset({MAP_SHEET, BEGUN_SHEET, WRITTEN_SHEET, PAPER_SHEET})
"""Hidden sheets that nobody types on, and that repeat texts of the pages."""


class WrittenMap(Struct, frozen=True):
    """The hidden sheet with the map, as returned."""

    heading: Mapping[str, str]
    """The heading by key."""
    references: Mapping[str, str]
    """The reference of each block, by its defined name."""
    seats: tuple[tuple[int, str], ...] = ()
    """The pages as (table, seat); the seat of a table's own page is ""."""
    code_cells: Mapping[str, str] = field(default_factory=dict)
    """The cell with the code of each block's sheet of paper, by the block's defined name."""
    codes: Mapping[str, PageCode | None] = field(default_factory=dict)
    """The code of each block's sheet of paper, by the block's defined name."""
    further: Mapping[tuple[int, str], int] = field(default_factory=dict)
    """How often the lines of a page continue, by table and seat."""
    names: Mapping[tuple[int, int, str, str], Sequence[str]] = field(default_factory=dict)
    """The defined names of a block's pieces, by table, page, block and kind: ``B`` printed, ``D`` on demand."""

    def name_of(self, page: tuple[int, int], block: str, piece: str, nth: int = 0) -> str:
        """Return the name of a piece of a block as it was written, regardless of blocks inserted before it since.

        Parameters
        ----------
        page
            The numbers of the table and of the page.
        piece
            What the present forms call it, such as ``B2``: the letter is its kind, and the number counts only if the
            map has no such piece.
        nth
            Its number among those of its block and kind, from 0.
        """
        written = self.names.get((*page, block, piece[0]), ())
        return written[nth] if nth < len(written) else block_name(*page, piece, block)


class PrintedPage(Struct, frozen=True):
    """A page found by its printed code: from the code's row down to the next page."""

    code: PageCode
    sheet: str
    row: int
    column: int
    end: int


TextRows = Mapping[int, Sequence[tuple[int, str]]]
"""The texts of a sheet by row, each with its column, from left to right."""


class Witnesses(Struct, frozen=True, dict=True):
    """The evidence in a workbook."""

    map: WrittenMap
    texts: Mapping[str, TextRows]
    pages: Sequence[PrintedPage]

    @cached_property
    def sheets(self) -> Collection[str]:
        """The titles of sheets with pages, in the order in which they were read."""
        return dict.fromkeys(page.sheet for page in self.pages)

    @cached_property
    def pages_of(self) -> Mapping[str, Sequence[PrintedPage]]:
        """The pages of each sheet with pages, from top to bottom and from right to left."""
        found: dict[str, list[PrintedPage]] = defaultdict(list)
        for page in sorted(self.pages, key=lambda page: (page.row, -page.column)):
            found[page.sheet].append(page)
        return dict(found)


class Candidate(Struct, frozen=True):
    """Captions of a block: the area from them down, and the column of each caption, by the name of its boxes."""

    area: Area
    columns: Mapping[str, int]

    @property
    def place(self) -> tuple[str, int, tuple[int, ...]]:
        """The position that two witnesses must agree on."""
        return self.area.sheet, self.area.row, tuple(self.columns.values())


def read_witnesses(workbook: ReadWorkbook) -> Witnesses:
    """Gather the evidence in a workbook."""
    texts = {title: text_rows(sheet) for title, sheet in workbook.sheets.items() if title not in OUR_OWN}
    return Witnesses(written_map(workbook), texts, printed_pages(texts))


def text_rows(sheet: ReadSheet) -> TextRows:
    """Return the texts of a sheet by row, without formulas."""
    rows: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for (row, column), cell in sheet.cells.items():
        if isinstance(cell.value, str) and cell.value and cell.formula is None:
            rows[row].append((column, cell.value))
    for texts in rows.values():
        texts.sort()
    return rows


def written_map(workbook: ReadWorkbook) -> WrittenMap:
    """Read the map; it is empty if the hidden sheet is lost."""
    sheet = workbook.sheets.get(MAP_SHEET)
    if sheet is None:
        return WrittenMap({}, {})
    heading = {_text(sheet, row, 0): _text(sheet, row, 1) for row in range(HEADING_ROWS)}
    known = {*MapHeading.__struct_fields__}
    rows = sorted({row for row, _ in sheet.cells if row > HEADING_ROWS})
    blocks = [{part: _text(sheet, row, column) for column, part in enumerate(MapRow.__struct_fields__)} for row in rows]
    # pages are numbered in this order, on whichever sheets they are
    pages = {(int(block["table"]), int(block["page"]), block["seat"]) for block in blocks if _is_page(block)}
    seats = [(table, seat) for table, _, seat in sorted(pages)]
    return WrittenMap(
        {key: value for key, value in heading.items() if key in known},
        {block["name"]: block["reference"] for block in blocks},
        tuple(seats),
        {block["name"]: block["code_cell"] for block in blocks},
        {block["name"]: read_page_code(block["code"]) for block in blocks},
        _further(blocks),
        _names(blocks),
    )


_ON_DEMAND = "D"
"""The kind of pieces whose lines are printed on demand; others have a B."""


def _kind(block: Mapping[str, str]) -> str:
    """Return the kind of a block's piece by its name; empty if the name is not ours."""
    found = read_block_name(block["name"])
    return found.kind if found else ""


def _names(blocks: Sequence[Mapping[str, str]]) -> dict[tuple[int, int, str, str], list[str]]:
    found: dict[tuple[int, int, str, str], list[str]] = defaultdict(list)
    for block in filter(_is_page, blocks):
        found[int(block["table"]), int(block["page"]), block["block"], _kind(block)].append(block["name"])
    return dict(found)


def _is_page(block: Mapping[str, str]) -> bool:
    return block["table"].isdecimal() and block["page"].isdecimal()


def _further(blocks: Sequence[Mapping[str, str]]) -> dict[tuple[int, str], int]:
    """Count how often the lines of pages continue: their blocks are in the map once more each time."""
    known = [block for block in blocks if block["table"].isdecimal() and _kind(block) != _ON_DEMAND]
    places = Counter((int(block["table"]), block["seat"], block["block"]) for block in known)
    found: dict[tuple[int, str], int] = {}
    for (table, seat, _), count in places.items():
        if count > 1:
            found[table, seat] = max(count - 1, found.get((table, seat), 0))
    return found


def _text(sheet: ReadSheet, row: int, column: int) -> str:
    cell = sheet.cells.get((row, column))
    return "" if cell is None or cell.value is None else str(cell.value)


def key_of(witnesses: Witnesses, event: Event) -> str:
    """Return which of the event's keys a workbook has, by its map or, if that is lost, by its codes.

    If it has none of them, it is the event's present key.
    """
    keys, mapped_key = keys_of(event), witnesses.map.heading.get("event_key")
    if mapped_key is None:
        return next((key for key in keys if codes_with(key, witnesses)), event.key)
    return mapped_key if mapped_key in keys else event.key


def codes_with(key: str, witnesses: Witnesses) -> set[PageCode]:
    """Return the printed codes that belong to the event with a key, by their check characters."""
    codes = {page.code for page in witnesses.pages}
    return {code for code in codes if page_code(key, code.round, code.table, code.page).endswith(f"-{code.check}")}


def of_another_event(name: str, heading: Mapping[str, str], event: Event) -> Finding:
    """Report a workbook of another event, with advice in case it was this event under another name.

    Parameters
    ----------
    name
        The name of the file.
    heading
        The heading of the workbook's map.
    event
        The event of the folder.
    """
    title = owner_called(event, heading.get("event_name") or "another event")
    return finding(
        "other-event",
        f"{name} belongs to {title}, this folder to {event.header.name} with seed {event.header.seed}. Take this "
        f"event's own workbook; {way_back(event, heading.get('event_key', ''))}",
    )


def printed_pages(texts: Mapping[str, TextRows]) -> list[PrintedPage]:
    """Find every page by its printed code; a page on a copied sheet is found twice."""
    found: list[PrintedPage] = []
    for sheet, rows in texts.items():
        codes = [
            (row, column, code)
            for row in sorted(rows)
            for column, text in rows[row]
            for code in [read_page_code(text)]
            if code
        ]
        tops = list(dict.fromkeys(row for row, _, _ in codes))
        ends = dict(pairwise([*tops, max(rows, default=0) + 1]))
        found += [PrintedPage(code, sheet, row, column, ends[row]) for row, column, code in codes]
    return found


def page_above(pages: Sequence[PrintedPage], row: int, column: int, width: int) -> PrintedPage | None:
    """Return the page of a cell: the nearest code above it that is no more than a page's width to its right.

    So a page is distinguished from another one pasted beside it.

    Parameters
    ----------
    pages
        The pages of the sheet, from top to bottom and from right to left.
    width
        The number of columns of the page.
    """
    above = range(bisect_right(pages, row, key=lambda page: page.row))
    nearest = (pages[index] for index in reversed(above))
    return next((page for page in nearest if 0 <= page.column - column < width), None)


def caption_as_printed(
    witnesses: Witnesses, names: Mapping[str, str], forms: RoundForms, layouts: Mapping[int, PageLayout]
) -> None:
    """Replace the caption of each block's column of labels in the layouts by the printed one.

    That caption, and the title of the block with the same words, may have the former name of a side. All other captions
    must be unchanged, or the block is not found.

    Parameters
    ----------
    names
        The references of names defined in the workbook.
    layouts
        The layout of each form by its identity; their texts are replaced.
    """
    for layout, block_id, row, _ in _captioned(witnesses, names, forms, layouts):
        place = layout.places[block_id]
        column = place.columns.get("label")
        now = next((text for at, text in place.captions if at == column), None)
        if column is not None and now is not None:
            then = dict(row).get(column, now)
            captions = tuple((at, then if at == column else text) for at, text in place.captions)
            layout.places[block_id] = replace(place, captions=captions)
            # the title of the block has the same words, and must be recognised as printed
            layout.cells = [replace(cell, text=then) if cell.text == now else cell for cell in layout.cells]


def captions_in_order_as_printed(
    witnesses: Witnesses,
    names: Mapping[str, str],
    forms: RoundForms,
    layouts: Mapping[int, PageLayout],
    *,
    as_made: bool,
) -> None:
    """Put the captions of laid out blocks into their printed order.

    The order differs if other boxes were on the paper: a box stands beside the paper while no scenario needs it, and on
    the paper once a scenario does. A block keeps its present order unless it was printed with the same captions, no two
    of them equal.

    Parameters
    ----------
    names
        The references of names defined in the workbook.
    layouts
        The layout of each form by its identity; the order of their captions is replaced.
    as_made
        Whether the sheets were made from these forms. Then only blocks that had another width at that time are looked
        at: in all others captions out of order were moved by somebody.
    """
    for layout, block_id, row, wide in _captioned(witnesses, names, forms, layouts):
        place = layout.places[block_id]
        if as_made and wide == place.last_column - place.column:
            continue
        columns = {unparted(text): column for column, text in place.captions}
        printed = [unparted(text) for _, text in row]
        if len(columns) == len(place.captions) == len(printed) and columns.keys() == {*printed}:
            texts = dict(place.captions)
            captions = tuple((columns[text], texts[columns[text]]) for text in printed)
            layout.places[block_id] = replace(place, captions=captions)


def _captioned(
    witnesses: Witnesses, names: Mapping[str, str], forms: RoundForms, layouts: Mapping[int, PageLayout]
) -> Iterator[tuple[PageLayout, str, Sequence[tuple[int, str]], int]]:
    """Yield each layout and each of its blocks with the texts in the row of the captions, where the block is found.

    Last comes how many columns the block took besides its first, by the map.
    """
    first: dict[int, tuple[TableForms, Page]] = {}
    for table in forms.tables:
        for page in table.pages:
            first.setdefault(id(page.form), (table, page))  # a form has the same captions at all tables
    for form, (table, page) in first.items():
        for index, block_id in enumerate(layouts[form].places, start=1):
            name = witnesses.map.name_of((table.number, page.number), block_id, f"B{index}")
            made = rectangle(witnesses.map.references.get(name, ""))
            area = rectangle(names.get(name, "")) or made
            if area:
                row = witnesses.texts.get(area.sheet, {}).get(area.row, ())
                texts = [cell for cell in row if area.column <= cell[0] <= area.last_column]
                yield layouts[form], block_id, texts, made.last_column - made.column if made else 0


def as_made(layout: PageLayout, table: int, page: int, references: Mapping[str, str]) -> PageLayout:
    """Return the layout of a page with its lines divided as in the map: those always printed, those on demand.

    How many are always printed depends on the form and on the length of the page's texts, so the present layout may
    differ from the printed one.

    Parameters
    ----------
    references
        The map's reference for each block, by its name; without a map the layout is unchanged.
    """
    places = {}
    for number, (block_id, place) in enumerate(layout.places.items(), start=1):
        first, rest = (block_name(table, page, f"{kind}{number}", block_id) for kind in "BD")
        area = rectangle(references.get(first, ""))
        printed = area.last_row - area.row if area and rest in references else 0
        if area and printed != place.block.printed:
            places[block_id] = replace(place, block=replace(place.block, printed=printed))
    return replace(layout, places={**layout.places, **places}) if places else layout


def candidate_at(place: BlockPlace, rows: TextRows, area: Area) -> Candidate | None:
    """Return the candidate with all the block's captions, in order, in the first row of an area."""
    texts = [(at, text) for at, text in rows.get(area.row, ()) if area.column <= at <= area.last_column]
    found = next(_runs(place, texts), None)
    return None if found is None else Candidate(area, found)


def candidates_on(place: BlockPlace, rows: TextRows, page: PrintedPage) -> Iterator[Candidate]:
    """Yield the candidates of a block on a page, in the block's original size: see `_runs`."""
    for row in range(page.row, page.end):
        for columns in _runs(place, rows.get(row, ())):
            shift = min(columns.values()) - min(column for column, _ in place.captions)
            left, right = place.column + shift, place.last_column + shift
            last = row + place.last_row - place.caption_row
            yield Candidate(Area(page.sheet, row, left, last, right), columns)


def lines_below(place: BlockPlace, sheet: ReadSheet, seen: Candidate) -> dict[str, int]:
    """Return the row of each line by its key: the row with the line's number or, for a single line, with values."""
    rows = place.block.rows
    below = range(seen.area.row + 1, min(seen.area.last_row, sheet.last_row) + 1)
    if not rows[0].key:
        # A single line has no printed number, and a row may have been inserted above it: take the row with values.
        boxes = [seen.columns[box.name] for box in place.block.fields]
        filled = (row for row in below if any((row, column) in sheet.cells for column in boxes))
        first = next(filled, seen.area.row + 1)
        return {"": first} if first <= seen.area.last_row else {}
    if seen.area.column >= min(seen.columns.values()):
        return {}  # the column with the numbers is gone
    keys = {str(index): row.key for index, row in enumerate(rows, start=place.first_line + 1)}
    lines: dict[str, int] = {}
    for row in below:
        cell = sheet.cells.get((row, seen.area.column))
        number = str(cell.value).strip().removesuffix(".0") if cell else ""
        if number in keys:
            lines.setdefault(keys[number], row)
    return lines


def split_lines(lines: Mapping[str, int], sheet: ReadSheet, seen: Candidate) -> dict[str, int]:
    """Return the lines whose total is no longer a formula: their cells may have been shifted."""
    total = seen.columns.get("total")
    if total is None:
        return {}
    cells = sheet.cells
    # A total is the last cell of its line, and locked. If it is no formula, cells may have been inserted or deleted in
    # this row alone, so that values before it are off by one box.
    return {key: row for key, row in lines.items() if (row, total) not in cells or cells[row, total].formula is None}


def boxes_of(
    place: BlockPlace, seen: Candidate, lines: Mapping[str, int]
) -> Iterator[tuple[Position, Row, Field, str]]:
    """Yield the boxes on existing lines: position, line, field, public id."""
    for row, box, field_id in place.block.boxes():
        if row.key in lines:
            yield (lines[row.key], seen.columns[box.name]), row, box, field_id


def _runs(place: BlockPlace, texts: Sequence[tuple[int, str]]) -> Iterator[dict[str, int]]:
    """Yield the columns of a block's captions if a row of texts has all of them in order.

    They stand at its beginning, or right behind the captions of the blocks to their left. The order is that of the page
    or, if they are not found so, that of the block, as on pages of earlier versions.
    """
    if len(texts) < len(place.captions):
        return  # nearly every row: the two orders are not even compared
    found = False
    for captions in dict.fromkeys((place.captions, place.captions_as_listed)):
        for columns in _run_of(captions, place, texts) if not found else ():
            found = True
            yield columns


def _run_of(
    captions: Sequence[tuple[int, str]], place: BlockPlace, texts: Sequence[tuple[int, str]]
) -> Iterator[dict[str, int]]:
    """Yield the columns of captions in one given order: see `_runs`."""
    for start in sorted({0, place.before}):  # anywhere else they would be the end of another block's captions
        run = texts[start : start + len(captions)]
        if len(run) == len(captions) and all(
            unparted(there) == unparted(caption) for (_, there), (_, caption) in zip(run, captions, strict=True)
        ):
            heads = {column: name for name, column in place.columns.items()}
            yield {heads[written]: at for (written, _), (at, _) in zip(captions, run, strict=True)}
