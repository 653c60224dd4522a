"""Values on a page that stand in none of its boxes, where nothing is read: shifted, cut and pasted, or noted down."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from sheetscore.findings import Finding, Severity, finding
from sheetscore.reading.located import Located, LocatedBlock
from sheetscore.reading.sightings import boxes_of
from sheetscore.reading.witnesses import Witnesses
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.pages import WHO_AGAIN_ROW
from sheetscore.workbooks.names import address
from sheetscore.workbooks.reader import ReadSheet, ReadWorkbook
from sheetscore.workbooks.sheet_cells import Position, Value

MOST_NAMED = 5
"""Cells that a message names; more are counted."""

Typed = tuple[Position, Value]


def outside_boxes(
    workbook: ReadWorkbook, witnesses: Witnesses, located: Located, page_forms: Mapping[int, PageLayout]
) -> Iterator[Finding]:
    """Find the values outside of boxes at every table that has lost nothing.

    Where a block, a line or a total is lost that comes first, because what stood in it is all outside.
    """
    damaged = {table for one in located.findings for table, _ in one.seats}
    for title in dict.fromkeys(page.sheet for page in witnesses.pages):
        tops = sorted({page.row for page in witnesses.pages_of[title]})
        names = {page.row + WHO_AGAIN_ROW: page.column for page in witnesses.pages_of[title] if page.code.part > 1}
        astray = {_top(tops, seen.area.row) for seen in located.astray if seen.area.sheet == title}
        blocks: dict[int, list[LocatedBlock]] = defaultdict(list)
        for block in located.blocks:
            if block.sheet == title:
                blocks[_top(tops, block.seen.area.row)].append(block)
        for top, typed in groupby(_typed(workbook.sheets[title]), key=lambda one: _top(tops, one[0][0])):
            here = blocks[top]
            alone = len({(block.table, block.page.seat) for block in here}) == 1
            if alone and top not in astray and here[0].table not in damaged:
                yield from _on_page(here, _strays(typed, top, here, page_forms[id(here[0].page.form)], names))


def _top(tops: Sequence[int], row: int) -> int:
    """Return the row of the code of the page that a row is on; rows above all pages go with the first."""
    return tops[max(0, bisect_right(tops, row) - 1)]


def _typed(sheet: ReadSheet) -> Iterator[Typed]:
    """Go through everything on a sheet that is no formula, from top to bottom."""
    for at in sorted(sheet.cells):
        cell = sheet.cells[at]
        if cell.formula is None and cell.value is not None:
            yield at, cell.value


def _strays(
    typed: Iterable[Typed],
    top: int,
    blocks: Sequence[LocatedBlock],
    layout: PageLayout,
    names: Mapping[int, int],
) -> list[Typed]:
    """Leave out what was printed on a page, what stands in its boxes, and its heading.

    Parameters
    ----------
    names
        The rows of further sheets on which nothing is printed before a column but a formula: a name that somebody
        wrote there would not count.
    """
    texts = {cell.text for cell in layout.cells if isinstance(cell.text, str)}
    heading = range(top, min(block.seen.area.row for block in blocks))
    left = min(block.seen.area.column for block in blocks)
    known = _known(blocks)
    return [
        (at, value)
        for at, value in typed
        if at not in known
        and not (
            at[0] in heading
            and at[1] >= names.get(at[0], 0)
            and (isinstance(value, str) or at[1] == left)  # its numbers are those of lines
        )
        and not (isinstance(value, str) and value in texts)
    ]


def _known(blocks: Iterable[LocatedBlock]) -> set[Position]:
    """Return the cells of the blocks' boxes, line numbers and constants."""
    known: set[Position] = set()
    for block in blocks:
        line = block.block.rows[0]
        columns = [block.seen.columns[name] for name in line.constants] + [block.seen.area.column] * bool(line.key)
        known |= {(row, column) for row in block.lines.values() for column in columns}
        known |= {at for at, *_ in boxes_of(block.place, block.seen, block.lines)}
    return known


def _on_page(blocks: Sequence[LocatedBlock], strays: Sequence[Typed]) -> Iterator[Finding]:
    """Say what stands in no box: on lines without a number, beside boxes, and far from them."""
    unnumbered: dict[str, list[Typed]] = defaultdict(list)
    beside: dict[str, list[Typed]] = defaultdict(list)
    elsewhere: list[Typed] = []
    for at, value in strays:
        block = next((block for block in blocks if _holds(block, at)), None)
        if block is None:
            elsewhere.append((at, value))
        else:
            lines = unnumbered if at[0] not in block.lines.values() else beside
            lines[block.title].append((at, value))
    for title, found in unnumbered.items():
        what = f"there are values on a line without a number in “{title}”"
        yield _finding(blocks[0], found, f"{what}: {{}}; move them to a numbered line or clear them")
    for title, found in beside.items():
        what = f"there are values beside the boxes of “{title}”"
        yield _finding(blocks[0], found, f"{what}: {{}}; move each into its box or clear it")
    if elsewhere:
        grave = any(not isinstance(value, str) for _, value in elsewhere)
        what = "nothing is read in {}; if that belongs in a box, put it there, otherwise clear it"
        yield _finding(blocks[0], elsewhere, what, Severity.ERROR if grave else Severity.WARNING)


def _holds(block: LocatedBlock, at: Position) -> bool:
    area = block.seen.area
    return area.row < at[0] <= area.last_row and area.column <= at[1] <= area.last_column


def _finding(block: LocatedBlock, found: Sequence[Typed], what: str, severity: Severity = Severity.ERROR) -> Finding:
    cells = ", ".join(f"{address(*at)} (“{value}”)" for at, value in found[:MOST_NAMED])
    more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
    return finding(
        "stray-value",
        what.format(cells + more),
        sheet=block.sheet,
        cell=address(*found[0][0]),
        severity=severity,
        fields=((block.table, block.page.seat, ""),),
    )
