"""The printed edges of pages: where a heading or the signatures are gone, lines or values may be gone with them.

A page has its signatures on the first sheet of its paper, a heading on every sheet.

A page whose last line was deleted or cleared with all that is printed around it looks like one that was never
filled in there; the edge that is missing tells the two apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from sheetscore.findings import Finding, finding
from sheetscore.forms.form import Page
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.reading.witnesses import PrintedPage, Witnesses
from sheetscore.sheets.codes import PageCode, page_code, read_code
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.table_sheet import table_sheet
from sheetscore.workbooks.names import address

SIGNATURE = "signature"
"""The style of what is printed at the foot of a page."""


def missing_edges(
    witnesses: Witnesses, forms: RoundForms, page_forms: Mapping[int, PageLayout], event_key: str
) -> Iterator[Finding]:
    """Find pages that have lost their heading or a signature, or whose heading stands on the sheet twice.

    Parameters
    ----------
    shapes
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
            code = read_code(page_code(event_key, forms.round, table.number, page.number))
            if code is None or code not in printed:
                continue
            for first, *others in printed[code].values():
                yield from _missing(witnesses, table, page, first, page_forms[id(page.form)])
                again = [other for other in others if other.sheet == first.sheet]
                if again:
                    yield _again(table, page, again)
            gone = sorted(made[code] - printed[code].keys())
            yield from (_unheaded(table, page, part) for part in gone)


def _again(table: TableForms, page: Page, shown: Sequence[PrintedPage]) -> Finding:
    times, copies = ("a second time", "the copy") if len(shown) == 1 else (f"{len(shown):,} more times", "the copies")
    return finding(
        "page-edge",
        f"table {table.number}, {page.seat or 'table sheet'}: the heading is printed {times}; see that nothing was "
        f"pasted over what had been typed, and delete {copies}",
        sheet=shown[0].sheet,
        cell=address(shown[0].row, shown[0].column),
        fields=((table.number, page.seat, ""),),
    )


def _unheaded(table: TableForms, page: Page, part: int) -> Finding:
    return finding(
        "page-edge",
        f"table {table.number}, {page.seat or 'table sheet'}: the code of its page {part} is no longer printed; see "
        "that no line was deleted with it and nothing was moved",
        sheet=table_sheet(table.number),
        fields=((table.number, page.seat, ""),),
    )


def _missing(
    witnesses: Witnesses, table: TableForms, page: Page, shown: PrintedPage, layout: PageLayout
) -> Iterator[Finding]:
    rows = witnesses.texts[shown.sheet]
    there = {text for row in range(shown.row, shown.end) for _, text in rows.get(row, ())}
    signed = [str(cell.text) for cell in layout.cells if cell.style == SIGNATURE and shown.code.part == 1]
    gone = [text for text in signed if text not in there]
    headed = any(column < shown.column for column, _ in rows.get(shown.row, ()))
    lost = [*([] if headed else ["the heading"]), *(f"“{text}”" for text in gone)]
    if lost:
        place = shown.row if not headed else shown.end - 1
        yield finding(
            "page-edge",
            f"table {table.number}, {page.seat or 'table sheet'}: {', '.join(lost)} is no longer printed there; see "
            "that no line was deleted with it and nothing was moved",
            sheet=shown.sheet,
            cell=address(place, 0),
            fields=((table.number, page.seat, ""),),
        )
