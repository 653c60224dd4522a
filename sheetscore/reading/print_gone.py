"""Print that is gone from the pages: headings, signatures, titles of blocks.

If the last line of a page was deleted or cleared with all that is printed around it, the page looks as if that line had
never been filled in. So do boxes that were cleared across two blocks. The print that is missing tells what happened.
A page has its signatures on the first sheet of its paper, a heading on every sheet.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from sheetscore.findings import Finding, finding
from sheetscore.forms.form import Page
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.reading.block_locator import Located
from sheetscore.reading.evidence import PrintedPage, Witnesses
from sheetscore.sheets.headings import Cell, PageCode, page_code, read_page_code, table_sheet
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.written import read_written
from sheetscore.workbooks.cell_refs import address
from sheetscore.workbooks.reader import ReadWorkbook

SIGNATURE = "signature"
"""The style of texts printed at the foot of a page."""

_NEAR = 3
"""How many rows above the captions of a block its title is looked for."""


def missing_edges(
    witnesses: Witnesses, forms: RoundForms, layouts: Mapping[int, PageLayout], event_key: str
) -> Iterator[Finding]:
    """Find pages that have lost their heading or a signature, or whose heading is on the sheet twice.

    Parameters
    ----------
    layouts
        The layout of each form by its identity.
    event_key
        The event's key, which the printed codes depend on.
    """
    printed: dict[PageCode, dict[int, list[PrintedPage]]] = defaultdict(lambda: defaultdict(list))
    for shown in witnesses.pages:
        printed[shown.code][shown.code.part].append(shown)
    made: dict[PageCode, set[int]] = defaultdict(set)
    for made_as in filter(None, witnesses.map.codes.values()):
        made[made_as].add(made_as.part)
    for table in forms.tables:
        for page in table.pages:
            code = read_page_code(page_code(event_key, forms.round, table.number, page.number))
            if code is None or code not in printed:
                continue
            layout = layouts[id(page.form)]
            unsigned = _unsigned(witnesses, [first for first, *_ in printed[code].values()], layout)
            foot = layout.foot if layout.foot in printed[code] else 1
            for part, (first, *others) in printed[code].items():
                yield from _lost_edges(witnesses, table, page, first, unsigned if part == foot else ())
                again = [other for other in others if other.sheet == first.sheet]
                if again:
                    yield _again(table, page, again)
            gone = sorted(made[code] - printed[code].keys())
            yield from (_unheaded(table, page, part) for part in gone)


def cleared_titles(workbook: ReadWorkbook, located: Located, layouts: Mapping[int, PageLayout]) -> Iterator[Finding]:
    """Find titles and rules of blocks that were cleared, as by clearing cells of two blocks at once.

    Nothing else tells boxes that were cleared so from those that nobody filled in.
    """
    written = read_written(workbook)
    if written is None:
        return
    texts = {form: _texts_by_row(layout) for form, layout in layouts.items()}
    for block in located.blocks:
        cells, top, place = workbook.sheets[block.sheet].cells, block.seen.area.row, block.place
        printed = {block.block.title, block.block.printed_rule, block.block.continued_rule}
        lost = [
            cell
            for above in (1, 2)  # a remark may stand between them and the captions
            for cell in texts[id(block.page.form)].get(place.caption_row - above, ())
            if place.column <= cell.column <= place.last_column and cell.text in printed
            if (at := cells.get((top - above, cell.column))) is None or at.value is None
            if written.has_printed(cell.text)
        ]
        if lost:  # titles near by were only moved, by inserted rows or columns
            near = {one.value for at, one in cells.items() if top - _NEAR <= at[0] < top}
            lost = [cell for cell in lost if cell.text not in near]
        for cell in lost:
            yield finding(
                "page-edge",
                f"{_spoken(block.table, block.page)}: “{cell.text}” is no longer printed above “{block.title}”; see "
                "that no box was cleared with it",
                sheet=block.sheet,
                cell=address(top - place.caption_row + cell.row, cell.column),
                fields=((block.table, block.page.seat, ""),),
            )


def _texts_by_row(layout: PageLayout) -> dict[int, list[Cell]]:
    found: dict[int, list[Cell]] = defaultdict(list)
    for cell in layout.cells:
        if isinstance(cell.text, str) and cell.text:
            found[cell.row].append(cell)
    return found


def _spoken(table: int, page: Page) -> str:
    return f"table {table}, {page.seat or 'table sheet'}"


def _again(table: TableForms, page: Page, shown: Sequence[PrintedPage]) -> Finding:
    times, copies = ("a second time", "the copy") if len(shown) == 1 else (f"{len(shown):,} more times", "the copies")
    return finding(
        "page-edge",
        f"{_spoken(table.number, page)}: the heading is printed {times}; see that nothing was "
        f"pasted over what had been typed, and delete {copies}",
        sheet=shown[0].sheet,
        cell=address(shown[0].row, shown[0].column),
        fields=((table.number, page.seat, ""),),
    )


def _unheaded(table: TableForms, page: Page, part: int) -> Finding:
    return finding(
        "page-edge",
        f"{_spoken(table.number, page)}: the code of its page {part} is no longer printed; see "
        "that no line was deleted with it and nothing was moved",
        sheet=table_sheet(table.number),
        fields=((table.number, page.seat, ""),),
    )


def _unsigned(witnesses: Witnesses, shown: Sequence[PrintedPage], layout: PageLayout) -> list[str]:
    """Return the texts below lines to sign on that are no longer on any sheet of a page, nor those of before."""
    present = {
        text for one in shown for row in range(one.row, one.end) for _, text in witnesses.texts[one.sheet].get(row, ())
    }
    signed = dict.fromkeys(str(cell.text) for cell in layout.cells if cell.style == SIGNATURE)
    return [text for text in signed if not present & {text, *layout.form.kind.signed_formerly.get(text, ())}]


def _lost_edges(
    witnesses: Witnesses, table: TableForms, page: Page, shown: PrintedPage, gone: Sequence[str]
) -> Iterator[Finding]:
    """Report a sheet of paper without its heading, or without texts of its foot (``gone``)."""
    rows = witnesses.texts[shown.sheet]
    headed = any(column < shown.column for column, _ in rows.get(shown.row, ()))
    lost = [*([] if headed else ["the heading"]), *(f"“{text}”" for text in gone)]
    if lost:
        place = shown.row if not headed else shown.end - 1
        yield finding(
            "page-edge",
            f"{_spoken(table.number, page)}: {', '.join(lost)} is no longer printed there; see "
            "that no line was deleted with it and nothing was moved",
            sheet=shown.sheet,
            cell=address(place, 0),
            fields=((table.number, page.seat, ""),),
        )
