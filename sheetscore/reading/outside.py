"""Contents of the sheets beside the boxes: stray values, copies of pages.

Values that are in no box were shifted, cut and pasted, or noted down. A page that is in a workbook twice, because
a sheet or cells were copied, must leave no doubt which values count.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby

from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.block import unparted
from sheetscore.forms.form import FieldKey
from sheetscore.reading.block_locator import Located, LocatedBlock
from sheetscore.reading.evidence import Candidate, PrintedPage, Witnesses, boxes_of, candidates_on, lines_below
from sheetscore.sheets.headings import LIST_OF_TABLES, PageCode
from sheetscore.sheets.layout import WHO_AGAIN, PageLayout, continued
from sheetscore.sheets.pages import WHO_AGAIN_ROW
from sheetscore.sheets.written import OwnTexts, read_written
from sheetscore.wording import first_clauses
from sheetscore.workbooks.cell_refs import Area, address
from sheetscore.workbooks.reader import ReadSheet, ReadWorkbook
from sheetscore.workbooks.sheet_cells import Position, ReadCell, Value

_MOST_NAMED = 5
"""The most cells that a message names; it counts the others."""

_DIFFERENCES_NAMED = 3
"""The most boxes with other values in a copy that a message names; it counts the others."""

_NOTED = 40
"""The most letters of a note in a cell beside the boxes."""

Typed = tuple[Position, Value]


def outside_boxes(
    workbook: ReadWorkbook,
    witnesses: Witnesses,
    located: Located,
    layouts: Mapping[int, PageLayout],
    printed: Collection[str] = (),
    gone: Sequence[Area] = (),
    *,
    as_made: bool = False,
) -> Iterator[Finding]:
    """Find the values outside of boxes, at tables without lost blocks, lines or totals.

    Losses are reported elsewhere: all values of a lost block would be outside.

    Parameters
    ----------
    layouts
        The layout of each form by its identity.
    printed
        The texts that former versions of changed forms printed on the pages.
    gone
        The places of blocks that no form has any more: :mod:`sheetscore.reading.left_behind` reports their values.
    as_made
        Whether the sheets were certainly made from the present forms, so that lines have the forms' constants.
    """
    written = read_written(workbook)
    damaged = {table for one in located.findings for table, _ in one.seats}
    for title in witnesses.sheets:
        tops = sorted({page.row for page in witnesses.pages_of[title]})
        names = {page.row + WHO_AGAIN_ROW: page.column for page in witnesses.pages_of[title] if page.code.part > 1}
        astray = {_top(tops, seen.area.row) for seen in located.astray if seen.area.sheet == title}
        blocks: dict[int, list[LocatedBlock]] = defaultdict(list)
        for block in located.blocks:
            if block.sheet == title:
                for top in {_top(tops, row) for row in (block.seen.area.row, *block.lines.values())}:
                    blocks[top].append(block)  # a split block is on several sheets of paper
        still_asked = (one for one in _typed(workbook.sheets[title]) if not _within(title, one[0], gone))
        for top, typed in groupby(still_asked, key=lambda one: _top(tops, one[0][0])):
            here = blocks[top]
            of_one_page = len({(block.table, block.page.seat) for block in here}) == 1
            if of_one_page and top not in astray and here[0].table not in damaged:
                strays = _strays(typed, top, here, layouts[id(here[0].page.form)], names, written)
                strays += _over_constants(workbook.sheets[title], here) if as_made else []
                yield from _on_page(here, [(at, value) for at, value in strays if value not in printed])


def _top(tops: Sequence[int], row: int) -> int:
    """Return the row of the page code that a row belongs to; rows above all pages belong to the first page."""
    return tops[max(0, bisect_right(tops, row) - 1)]


def _within(title: str, at: Position, areas: Iterable[Area]) -> bool:
    return any(area.sheet == title and area.holds(at) for area in areas)


def _typed(sheet: ReadSheet) -> Iterator[Typed]:
    """Yield all values of a sheet that are no formulas, from top to bottom."""
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
    written: OwnTexts | None,
) -> list[Typed]:
    """Return the typed values that are no printed texts, no contents of boxes, and not in the heading of the page.

    Parameters
    ----------
    typed, top
        The values on a sheet of paper, and the row with its page code.
    blocks, layout
        The blocks on that sheet of paper, and the layout of their page.
    names
        On further sheets of a page, by row: the column of the page code. The name before it is a formula, so that a
        value typed over it counts as stray.
    written
        The texts that we wrote; None if the workbook does not record them: then every text in a heading counts as ours.
    """
    texts = _printed_on(layout)
    names = names if any(cell.key == WHO_AGAIN for cell in layout.cells) else {}
    heading = range(top, min(_first_row(block, top) for block in blocks))
    left = min(block.seen.area.column for block in blocks)
    known = _known(blocks)
    computed = {(top + cell.row, cell.column) for cell in layout.cells if cell.key}  # formulas of ours, no texts
    typed = list(typed)
    ours = {at[0] for at, value in typed if at[1] > left and isinstance(value, str) and written and written.has(value)}
    first_column = {row: value for (row, column), value in typed if row in heading and column == left}
    known |= {(row, left) for row in _numbered_lines(first_column, layout, ours)}
    return [
        (at, value)
        for at, value in typed
        if at not in known
        and not (
            at[0] in heading
            and at[1] >= names.get(at[0], 0)
            and isinstance(value, str)
            and (written is None or (written.has(value) and at not in computed))
        )
        and not (
            isinstance(value, str)
            and (
                {value, unparted(value)} & texts
                or (written is not None and written.has_printed(value))
                or (at[1] == left and _is_small_print(value, layout.form.small_print, written))
            )
        )
    ]


def _printed_on(layout: PageLayout) -> set[str]:
    """Return the texts printed on a page outside its headings, in this version or in earlier ones."""
    blocks, kind = layout.form.blocks, layout.form.kind
    titles = {text for block in blocks for text in (*block.formerly, block.rule, block.title, continued(block.title))}
    formerly = {*kind.formerly, *chain.from_iterable(kind.signed_formerly.values())}
    return {cell.text for cell in layout.cells if isinstance(cell.text, str)} | titles | formerly


def _numbered_lines(values: Mapping[int, Value], layout: PageLayout, ours: Collection[int]) -> set[int]:
    """Return the rows of line numbers that we printed above all boxes: 1, 2, 3, ..., each number once.

    A scenario that the round had before may have had more lines: they go on in the rows below or, if the present
    scenario has none, begin with 1 and 2. A 1 alone was typed by somebody.

    Parameters
    ----------
    values
        The values in the first column above the boxes by row, from top to bottom.
    ours
        The rows with a text that we wrote to the right of that column.
    """
    first = min(place.caption_row for place in layout.places.values())
    above = sorted((cell for cell in layout.cells if cell.row < first), key=lambda cell: cell.row)
    printed = [cell.text for cell in above if isinstance(cell.text, int)]
    found: list[int] = []
    for row, value in values.items():
        if len(found) < len(printed) and value == printed[len(found)]:
            found.append(row)
    begins = (row for row in ours if row + 1 in ours and [values.get(row), values.get(row + 1)] == [1, 2])
    row = found[-1] + 1 if found else min(begins, default=0)
    while row in ours and values.get(row) == len(found) + 1:
        found.append(row)
        row += 1
    return {*found}


def _is_small_print(text: str, now: Iterable[str], written: OwnTexts | None) -> bool:
    """Return whether a text is small print, of the event as it was when the sheets were made.

    If the workbook does not record its texts, a text counts as printed if it begins like one of the present texts.
    """
    known = written.has_printed(text) if written else None
    return known if known is not None else _begin(text) in {_begin(line) for line in now} - {""}


def _begin(text: str) -> str:
    """Return the first word of a long text; empty for a short one, which may be somebody's note."""
    return text.partition(" ")[0] if len(text) > _NOTED else ""


def _first_row(block: LocatedBlock, top: int) -> int:
    """Return the first row of a block on the sheet of paper with its code in row ``top``: captions, or first line."""
    area = block.seen.area
    return area.row if area.row >= top else min((row for row in block.lines.values() if row > top), default=top)


def _known(blocks: Iterable[LocatedBlock]) -> set[Position]:
    """Return the cells of the blocks' boxes, line numbers and constants."""
    known: set[Position] = set()
    for block in blocks:
        line = block.block.rows[0]
        columns = [block.seen.columns[name] for name in line.constants] + [block.seen.area.column] * bool(line.key)
        known |= {(row, column) for row in block.lines.values() for column in columns}
        known |= {at for at, *_ in boxes_of(block.place, block.seen, block.lines)}
    return known


def _over_constants(sheet: ReadSheet, blocks: Iterable[LocatedBlock]) -> list[Typed]:
    """Find values typed over the printed constants of lines."""
    return [
        (at, value)
        for block in blocks
        for row in block.block.rows
        if row.key in block.lines
        for name, printed in row.constants.items()
        for at in [(block.lines[row.key], block.seen.columns[name])]
        if (value := _value_in(sheet.cells.get(at))) is not None and value != printed
    ]


def _on_page(blocks: Sequence[LocatedBlock], strays: Sequence[Typed]) -> Iterator[Finding]:
    """Report values in no box: on lines without a number, beside boxes, and far from them."""
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
    cells = ", ".join(f"{address(*at)} (“{value}”)" for at, value in found[:_MOST_NAMED])
    more = f" and {len(found) - _MOST_NAMED} more" if len(found) > _MOST_NAMED else ""
    return finding(
        "stray-value",
        what.format(cells + more),
        sheet=block.sheet,
        cell=address(*found[0][0]),
        severity=severity,
        fields=((block.table, block.page.seat, ""),),
    )


def copied_pages(workbook: ReadWorkbook, witnesses: Witnesses, located: Located) -> Iterator[Finding]:
    """Find copies of pages, or of blocks on them, that hold other values than the pages that were read.

    A copy with the same values is no problem: somebody made it to look at, or as a backup.
    """
    taken = {block.seen.place for block in located.blocks} | {seen.place for seen in located.astray}
    pages: dict[PageCode, list[LocatedBlock]] = defaultdict(list)
    for block in located.blocks:
        pages[block.code].append(block)
    for shown in {(page.code, page.sheet, page.row): page for page in witnesses.pages}.values():
        differing = [
            difference
            for block in pages.get(shown.code, ())
            if block.code.part == shown.code.part
            for seen in candidates_on(block.place, witnesses.texts[shown.sheet], shown)
            if seen.place not in taken
            for difference in _differences(workbook, block, seen)
        ]
        if differing:
            yield _differing(pages[shown.code][0], shown, differing)


def _differences(workbook: ReadWorkbook, block: LocatedBlock, copy: Candidate) -> Iterator[tuple[FieldKey, str]]:
    """Compare a copy of a block with the block, box by box."""
    own_cells, copied_cells = (workbook.sheets[seen.area.sheet].cells for seen in (block.seen, copy))
    lines = lines_below(block.place, workbook.sheets[copy.area.sheet], copy)
    copied = {field_id: at for at, _, _, field_id in boxes_of(block.place, copy, lines)}
    for at, _, _, field_id in boxes_of(block.place, block.seen, block.lines):
        other = copied.get(field_id)
        values = _value_in(own_cells.get(at)), _value_in(copied_cells.get(other) if other else None)
        if values[0] != values[1]:
            key = FieldKey(block.table, block.page.seat, field_id)
            yield (
                key,
                f"{address(*at)} has {_text(values[0])}"
                + (f" and {address(*other)} {_text(values[1])}" if other else ""),
            )


def _value_in(cell: ReadCell | None) -> Value | None:
    return cell.value if cell else None


def _text(value: Value | None) -> str:
    return "nothing" if value is None else f"“{value}”"


def _differing(block: LocatedBlock, copy: PrintedPage, differing: Sequence[tuple[FieldKey, str]]) -> Finding:
    named = first_clauses([text for _, text in differing], _DIFFERENCES_NAMED)
    page = f"table {block.table}, {block.page.seat or 'table sheet'}"
    who = "the list of all tables" if block.table == LIST_OF_TABLES else page
    where = "lower down" if copy.sheet == block.sheet else f"on “{copy.sheet}”"
    return finding(
        "page-twice",
        f"{who}: a copy {where} has other values than “{block.sheet}”: {named}. Put the right values on "
        f"“{block.sheet}” and delete the copy",
        sheet=copy.sheet,
        cell=address(copy.row, copy.column),
        fields=tuple(key for key, _ in differing),
    )
