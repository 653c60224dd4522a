"""Locating the blocks of a returned workbook after insertions, renaming, moves or sorting.

There are three witnesses for each block: the name defined for it, the map on the hidden sheet, and the printed code of
its page above it. The first two count only if the block's captions are at their place. Two must agree; a contradiction
is a finding, never a guess.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import cast

from msgspec import Struct, field

from sheetscore.event.identity import folded
from sheetscore.findings import Finding, finding
from sheetscore.forms.block import Block
from sheetscore.forms.form import Page
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.reading.evidence import (
    Candidate,
    PrintedPage,
    Witnesses,
    as_made,
    boxes_of,
    candidate_at,
    candidates_on,
    lines_below,
    page_above,
    split_lines,
)
from sheetscore.sheets.headings import BlockPlace, PageCode, page_code, read_page_code, table_sheet
from sheetscore.sheets.hidden_sheets import MAP_SHEET
from sheetscore.sheets.layout import PageLayout
from sheetscore.workbooks.cell_refs import Area, address, rectangle
from sheetscore.workbooks.reader import ReadSheet, ReadWorkbook

LOST = "#REF!"
"""The reference of a name whose cells were deleted."""

AGAIN = "Undo that, or make the sheets again and enter what is missing anew"


class LocatedBlock(Struct, frozen=True):
    """A located block: its page with the code above it, its place when made and now, the row of each intact line."""

    table: int
    page: Page
    code: PageCode
    place: BlockPlace
    seen: Candidate
    lines: Mapping[str, int]

    @property
    def block(self) -> Block:
        """The definition of the block."""
        return self.place.block

    @property
    def title(self) -> str:
        """Its name for people."""
        return title_of(self.block)

    @property
    def sheet(self) -> str:
        """The sheet that it is on."""
        return self.seen.area.sheet


class Located(Struct):
    """The blocks that were found, and findings about the others."""

    blocks: list[LocatedBlock] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    astray: list[Candidate] = field(default_factory=list)
    """For blocks that could not be located, the places to which their names lead."""


def locate(
    workbook: ReadWorkbook,
    witnesses: Witnesses,
    forms: RoundForms,
    layouts: Mapping[int, PageLayout],
    event_key: str,
) -> Located:
    """Find every block of a round's sheets.

    Parameters
    ----------
    layouts
        The layout of each form by its identity.
    event_key
        The event's key, which the printed codes depend on.
    """
    located = Located()
    named = frozenset(filter(None, map(rectangle, workbook.names.values())))
    for table in forms.tables:
        missing: list[Page] = []
        copies: list[tuple[Page, str]] = []
        for page in table.pages:
            code = page_code(event_key, forms.round, table.number, page.number)
            layout = as_made(layouts[id(page.form)], table.number, page.number, witnesses.map.references)
            pieces = layout.pieces
            places = {place.key: place for place in pieces.values()}
            finder = _PageFinder(workbook, witnesses, table, page, code, pieces, layout.grid.columns, named)
            seen, astray = finder.find()
            located.astray += astray.values()
            for key, candidate in seen.items():
                sheet = workbook.sheets[candidate.area.sheet]
                lines = lines_below(places[key], sheet, candidate)
                split = split_lines(lines, sheet, candidate)
                whole = {line: row for line, row in lines.items() if line not in split}
                block = LocatedBlock(table.number, page, finder.code_of(candidate), places[key], candidate, whole)
                located.blocks.append(block)
                located.findings += [
                    *_missing_lines(block, lines),
                    *_split_lines(block, split, sheet),
                    *_relabelled(block, sheet),
                ]
            if not seen and not astray and (elsewhere := finder.sheet_with_copy()):
                copies.append((page, elsewhere))
            elif not seen and not astray:
                missing.append(page)
            elif len(seen) < len(finder.places):
                located.findings.append(finder.report_lost(seen, astray))
        located.findings += [*_missing_pages(table, missing), *_unread_copies(table, copies)]
    # Last: the cells of other blocks' names are known only after all pages have been searched for.
    _drop_pasted_over(located)
    return located


class _PageFinder(Struct, dict=True):
    """Compares the witnesses for the blocks of one page."""

    workbook: ReadWorkbook
    witnesses: Witnesses
    table: TableForms
    page: Page
    code: str
    pieces: Mapping[str, BlockPlace]
    columns: int
    """The number of columns of the page."""
    named: Set[Area]
    """The cells that the names of any page refer to."""

    def __post_init__(self) -> None:
        self.own = cast("PageCode", read_page_code(self.code))
        self.places = [*self.pieces.values()]
        before: Counter[tuple[str, str]] = Counter()
        self.names = {}
        for piece, place in self.pieces.items():
            page, kind = (self.table.number, self.page.number), (piece[0], place.block.id)
            self.names[place.key] = self.witnesses.map.name_of(page, place.block.id, piece, before[kind])
            before[kind] += 1

    def find(self) -> tuple[dict[str, Candidate], dict[str, Candidate]]:
        """Return by block the places on which two witnesses agree and, for other blocks, where their names lead.

        If the page was deleted, a copy of its sheet may still have it, with or without names of its own.
        """
        # The names of the workbook go first. A copied sheet has sheet-local names for the copy, whose values count only
        # if nothing is left of the page itself.
        astray: dict[str, Candidate] = {}
        own_names = (sheet.names for sheet in self.workbook.sheets.values() if sheet.names)
        for names in (self.workbook.names, *({**self.workbook.names, **names} for names in own_names)):
            seen = {place.key: at for place in self.places if (at := self._agreed(place, names))}
            lost = [place for place in self.places if place.key not in seen]
            astray = astray or {place.key: at for place in lost if (at := self._candidate_by_reference(place, names))}
            if seen:
                return seen, {key: at for key, at in astray.items() if key not in seen}
        return (self._on_copy(), {}) if not astray and self._is_deleted() else ({}, astray)

    def _is_deleted(self) -> bool:
        """Return whether all cells of the page were deleted."""
        references = (
            self.workbook.names.get(name) or self.witnesses.map.references.get(name, "") for name in self.names.values()
        )
        areas = [None if LOST in reference else rectangle(reference) for reference in references]
        return all(area is None or area.sheet not in self.workbook.sheets for area in areas)

    def _on_copy(self) -> dict[str, Candidate]:
        """Return the places of all blocks on the first sheet with the page's code and the blocks where the map says.

        Further such sheets are compared with the first one later. A sheet does not count if a defined name refers to
        one of the blocks: they belong to another page, which moved up below the code of a deleted page.
        """
        for printed in self._printed_copies():
            seen = {place.key: at for place in self.places if (at := self._as_mapped(place, printed))}
            # Without names, one block out of place means that the copy was changed: then no block of it is read, not
            # even those in their place.
            if len(seen) == len(self.places) and not any(at.area in self.named for at in seen.values()):
                return seen
        return {}

    def _printed_copies(self) -> Iterator[Mapping[int, PrintedPage]]:
        """Yield each copy of the page, found by its code: the sheets of paper of the copy, by their parts."""
        parts: dict[int, PrintedPage] = {}
        for shown in (shown for shown in self.witnesses.pages if shown.code == self.own):
            if parts and (shown.code.part in parts or any(shown.sheet != one.sheet for one in parts.values())):
                yield parts
                parts = {}
            parts[shown.code.part] = shown
        if parts:
            yield parts

    def _as_mapped(self, place: BlockPlace, printed: Mapping[int, PrintedPage]) -> Candidate | None:
        """Return a block's place on a copy: as far from its code as the map says, if the block's captions are there."""
        name = self.names[place.key]
        mapped = self.witnesses.map.codes.get(name)
        shown = printed.get(mapped.part) if mapped else None
        if shown is None:
            return None
        written = rectangle(self.witnesses.map.references.get(name, ""))
        code = self._code_cell(name)
        if written is None or code is None:
            return None
        down, right = shown.row - code.row, shown.column - code.column
        rows = (written.row + down, written.last_row + down)
        columns = (written.column + right, written.last_column + right)
        seen = candidate_at(
            place, self.witnesses.texts[shown.sheet], Area(shown.sheet, rows[0], columns[0], rows[1], columns[1])
        )
        return seen if seen and self._code_above(seen, self._beside(place)) == self.own else None

    def sheet_with_copy(self) -> str | None:
        """Return the title of a sheet with a copy of the page, by its code and captions; None if there is no copy."""
        references = (self.workbook.names, self.witnesses.map.references)
        written = {
            area.sheet
            for name in self.names.values()
            for areas in references
            if (area := rectangle(areas.get(name, "")))
        }
        texts = self.witnesses.texts
        elsewhere = (shown for shown in self.witnesses.pages if shown.code == self.own and written - {shown.sheet})
        return next(
            (
                shown.sheet
                for shown in elsewhere
                if any(next(candidates_on(place, texts[shown.sheet], shown), None) for place in self.places)
            ),
            None,
        )

    def _agreed(self, place: BlockPlace, names: Mapping[str, str]) -> Candidate | None:
        """Return the place of a block on which two witnesses agree; None if there is no such place."""
        if LOST in names.get(self.names[place.key], ""):
            return None  # the cells were deleted, and something else stands at the place that the map gives
        named = self._candidate_by_reference(place, names)
        mapped = self._candidate_by_reference(place, self.witnesses.map.references)
        # The code moves with pasted cells; name and map only give the places that we chose, and agree with each other
        # even if another page was pasted over this one. So the code decides, with either of them. The name goes first,
        # since it follows inserted rows and the map does not.
        for seen in (named, mapped):
            if seen and self._code_above(seen, self._beside(place)) == self.own:
                return seen
        # If the code was overwritten, name and map are enough when they agree, unless its cell has another page's code.
        if named and mapped and named.place == mapped.place and self._code_on_top(place, named) in {None, self.own}:
            return named
        return None

    def _candidate_by_reference(self, place: BlockPlace, references: Mapping[str, str]) -> Candidate | None:
        """Return the place that a name or the map gives, if the block's captions are there."""
        area = rectangle(references.get(self.names[place.key], ""))
        return (
            candidate_at(place, self.witnesses.texts[area.sheet], area)
            if area and area.sheet in self.witnesses.texts
            else None
        )

    def code_of(self, seen: Candidate) -> PageCode:
        """Return the code of the sheet of paper that a block of the page is on."""
        above = self._code_above(seen)
        return above if above == self.own and above else self.own  # equal codes may have different parts

    def _beside(self, place: BlockPlace) -> int:
        """Return how many columns right of its page's code a block beside the paper was made; 0 for one on paper."""
        name = self.names[place.key]
        written = rectangle(self.witnesses.map.references.get(name, ""))
        code = self._code_cell(name)
        return max(0, written.column - code.column) if written and code else 0

    def _code_above(self, seen: Candidate, beside: int = 0) -> PageCode | None:
        pages = self.witnesses.pages_of.get(seen.area.sheet, ())
        page = page_above(pages, seen.area.row, seen.area.column - beside, self.columns)
        return page.code if page else None

    def _code_cell(self, name: str) -> Area | None:
        """Return where the code of a block's page was printed, by the map; None if the map does not say."""
        return rectangle(f"{MAP_SHEET}!{self.witnesses.map.code_cells.get(name, '')}")

    def _code_on_top(self, place: BlockPlace, seen: Candidate) -> PageCode | None:
        """Read the page code from the cell where it was printed: as far above the block as the map says."""
        name = self.names[place.key]
        written = rectangle(self.witnesses.map.references.get(name, ""))
        code = self._code_cell(name)
        if written is None or code is None:
            return None
        at = (code.row + seen.area.row - written.row, code.column + seen.area.column - written.column)
        cell = self.workbook.sheets[seen.area.sheet].cells.get(at)
        return read_page_code(cell.value) if cell else None

    def report_lost(self, seen: Mapping[str, Candidate], astray: Mapping[str, Candidate]) -> Finding:
        """Report the missing blocks of the page, with possible causes."""
        lost = [place for place in self.places if place.key not in seen]
        who = f"table {self.table.number}, {self.page.seat or 'table sheet'}"
        if seen or not astray:
            titles = ", ".join(f"“{title_of(place.block)}”" for place in lost)
            now = "; ".join(
                f"“{title_of(place.block)}” stands at {at.area.sheet}!{address(at.area.row, at.area.column)} now"
                for place in lost
                if (at := astray.get(place.key))
            )
            what = f"not found where it was printed: {titles}" + (f" ({now})" if now else "")
            what += ". A row or a column was deleted, captions were pasted over, or cells were moved off their page"
        else:
            place = next(place for place in lost if place.key in astray)
            other = self._code_on_top(place, astray[place.key])
            if other:
                what = (
                    f"the page carries the code of table {other.table}, page {other.page}: cells were pasted over it, "
                    "or sheets have exchanged their names"
                )
            else:
                what = f"the code {self.code} at the top of the page is gone, and with it who the page belongs to"
        found = (at.area.sheet for at in (*seen.values(), *astray.values()))
        return finding(
            "structure",
            f"{who}: {what}. {AGAIN}",
            sheet=next(found, table_sheet(self.table.number)),
            fields=((self.table.number, self.page.seat, ""),),
        )


def _drop_pasted_over(located: Located) -> None:
    """Drop blocks whose cells another block's name refers to as well: that block was cut and pasted over them."""
    contested = {seen.place for seen in located.astray}
    for block in [block for block in located.blocks if block.seen.place in contested]:
        located.blocks.remove(block)
        located.findings.append(_structure(block, f"“{block.title}” was pasted over by cells from another place"))


def _structure(block: LocatedBlock, message: str, boxes: Sequence[str] = ("",)) -> Finding:
    """Report damage to a block.

    Parameters
    ----------
    boxes
        The boxes that it concerns; by default the page.
    """
    area = block.seen.area
    place = address(area.row, area.column)
    fields = tuple((block.table, block.page.seat, box) for box in boxes)
    return finding("structure", f"{message}. {AGAIN}", sheet=area.sheet, cell=place, fields=fields)


def title_of(block: Block) -> str:
    """Return the name of a block for people: its title, or the label of its first box."""
    return block.title or block.fields[0].label


def _missing_lines(at: LocatedBlock, lines: Mapping[str, int]) -> Iterator[Finding]:
    title, rows = at.title, at.block.rows
    gone = {number: row for number, row in enumerate(rows, at.place.first_line + 1) if row.key not in lines}
    missing = [*map(str, gone)]
    if missing and not rows[0].key:
        yield _structure(at, f"the line of “{title}” is missing: it was deleted")
    elif len(missing) == len(rows):
        yield _structure(at, f"the line numbers of “{title}” are gone, so that no line can be told from another")
    elif missing:
        line, is_missing = ("line", "is missing") if len(missing) == 1 else ("lines", "are missing")
        numbers = ", ".join(missing)
        boxes = [at.block.field_id(row, box) for row in gone.values() for box in at.block.fields]
        what = f"{line} {numbers} of “{title}” {is_missing}: deleted, or the number overwritten"
        yield _structure(at, what, boxes if at.block.of_tables else ("",))


def _split_lines(at: LocatedBlock, split: Mapping[str, int], sheet: ReadSheet) -> Iterator[Finding]:
    """Find lines without their total; their values are named, since sheets made again will not have them."""
    if split:
        boxes = sorted(place for place, *_ in boxes_of(at.place, at.seen, split) if place in sheet.cells)
        typed = ", ".join(f"{address(*place)} (“{sheet.cells[place].value}”)" for place in boxes)
        cells = ", ".join(address(row, at.seen.columns["total"]) for row in split.values())
        yield _structure(
            at,
            f"the total of “{at.title}” in {cells} is no formula any more, and its line is not read: it was typed "
            "over, or cells of the line were shifted" + (f". On it: {typed}" if typed else ""),
        )


def _relabelled(at: LocatedBlock, sheet: ReadSheet) -> Iterator[Finding]:
    """Find lines whose printed label was changed: their values may belong to another line."""
    column = at.seen.columns.get("label")
    if column is None:
        return
    for number, row in enumerate(at.block.rows, start=1):
        cell = sheet.cells.get((at.lines.get(row.key, -1), column))
        label = "" if cell is None or cell.value is None else str(cell.value).removesuffix(".0")
        if row.key in at.lines and folded(label) != folded(row.label):
            what = f"line {number} of “{at.title}” says “{label}” where “{row.label}” was printed"
            yield _structure(at, what)


def _unread_copies(table: TableForms, copies: Sequence[tuple[Page, str]]) -> Iterator[Finding]:
    """Report pages that survive only in a copy that cannot be read reliably."""
    by_sheet: dict[str, list[Page]] = defaultdict(list)
    for page, sheet in copies:
        by_sheet[sheet].append(page)
    for sheet, pages in by_sheet.items():
        yield finding(
            "page-twice",
            f"table {table.number}: {_pages(table, pages)} gone from where it was printed, and a copy stands on "
            f"“{sheet}”. Nothing of the copy is read, because it was changed or the original is only cleared. {AGAIN}",
            sheet=sheet,
            fields=tuple((table.number, page.seat, "") for page in pages),
        )


def _pages(table: TableForms, pages: Sequence[Page]) -> str:
    return "all pages" if len(pages) == len(table.pages) else ", ".join(page.seat or "table sheet" for page in pages)


def _missing_pages(table: TableForms, missing: Sequence[Page]) -> Iterator[Finding]:
    if not missing:
        return
    what = _pages(table, missing)
    yield finding(
        "structure",
        f"table {table.number}: {what} missing from the workbook. If the sheet was deleted, make the sheets "
        "again and enter the table anew; if its cells were pasted over, undo that",
        sheet=table_sheet(table.number),
        fields=tuple((table.number, page.seat, "") for page in missing),
    )
