"""Pages that stand in a workbook twice, because a sheet or cells were copied: which values count must be plain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from sheetscore.findings import Finding, finding
from sheetscore.forms.form import FieldKey
from sheetscore.reading.located import Located, LocatedBlock
from sheetscore.reading.sightings import Sighting, boxes_of, lines_below, sightings
from sheetscore.reading.witnesses import PrintedPage, Witnesses
from sheetscore.sheets.codes import PageCode
from sheetscore.workbooks.names import address
from sheetscore.workbooks.reader import ReadWorkbook
from sheetscore.workbooks.sheet_cells import ReadCell, Value

MOST_NAMED = 3
"""Boxes that a message names; more are counted."""


def copied_pages(workbook: ReadWorkbook, witnesses: Witnesses, located: Located) -> Iterator[Finding]:
    """Find copies of pages, or of blocks on them, that hold other values than what was read.

    A copy with the same values is let be: it was made to look at, or to be safe.
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
            for seen in sightings(block.place, witnesses.texts[shown.sheet], shown)
            if seen.place not in taken
            for difference in _differences(workbook, block, seen)
        ]
        if differing:
            yield _finding(pages[shown.code][0], shown, differing)


def _differences(workbook: ReadWorkbook, block: LocatedBlock, copy: Sighting) -> Iterator[tuple[FieldKey, str]]:
    """Compare a copy of a block with the block, box by box."""
    here, there = (workbook.sheets[seen.area.sheet].cells for seen in (block.seen, copy))
    lines = lines_below(block.place, workbook.sheets[copy.area.sheet], copy)
    copied = {field_id: at for at, _, _, field_id in boxes_of(block.place, copy, lines)}
    for at, _, _, field_id in boxes_of(block.place, block.seen, block.lines):
        other = copied.get(field_id)
        values = _value(here.get(at)), _value(there.get(other) if other else None)
        if values[0] != values[1]:
            key = FieldKey(block.table, block.page.seat, field_id)
            yield (
                key,
                f"{address(*at)} has {_said(values[0])}"
                + (f" and {address(*other)} {_said(values[1])}" if other else ""),
            )


def _value(cell: ReadCell | None) -> Value | None:
    return cell.value if cell else None


def _said(value: Value | None) -> str:
    return "nothing" if value is None else f"“{value}”"


def _finding(block: LocatedBlock, copy: PrintedPage, differing: Sequence[tuple[FieldKey, str]]) -> Finding:
    named = "; ".join(text for _, text in differing[:MOST_NAMED])
    more = f"; and {len(differing) - MOST_NAMED} more" if len(differing) > MOST_NAMED else ""
    who = f"table {block.table}, {block.page.seat or 'table sheet'}"
    where = "lower down" if copy.sheet == block.sheet else f"on “{copy.sheet}”"
    return finding(
        "page-twice",
        f"{who}: a copy {where} has other values than “{block.sheet}”: {named}{more}. Put the right values on "
        f"“{block.sheet}” and delete the copy",
        sheet=copy.sheet,
        cell=address(copy.row, copy.column),
        fields=tuple(key for key, _ in differing),
    )
