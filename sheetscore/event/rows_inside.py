"""Nesting the rows of the lists of event.xlsx, and putting long texts into the rows that they belong to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.assembly import WrittenPart
from sheetscore.event.identity import folded, suggestion
from sheetscore.event.tables import EventTable
from sheetscore.findings import Finding, finding


class ListRow(Struct, frozen=True):
    """A row of a list."""

    above: tuple[str, ...]
    """The ids of the parts that it belongs to, outermost first; blank where none is given."""
    entry: WrittenPart
    """The part that is written in it."""

    @property
    def id(self) -> str:
        """The id of the part; empty if it has none."""
        return str(self.entry.values.get("id", ""))


def with_texts(
    rows: Sequence[ListRow], long_texts: Sequence[ListRow]
) -> tuple[list[ListRow], list[Finding], list[ListRow]]:
    """Put long texts into the rows that they belong to; return also findings, and texts that belong to no row."""
    placed, findings, unclaimed = [*rows], [], []
    # reversed, so that of two rows with one id the first counts
    at = {(row.entry.table.key, folded(row.id)): index for index, row in reversed([*enumerate(rows)]) if not row.above}
    for texts in long_texts:
        index = at.get((texts.entry.table.key, folded(texts.above[0])))
        if index is None:
            unclaimed.append(texts)
            continue
        owner, more = placed[index].entry, texts.entry
        for key in sorted(owner.values.keys() & more.values.keys()):
            message = f'The {key} of "{texts.above[0]}" is given twice. Remove one, or join them.'
            findings.append(finding("event-duplicate", message, sheet=more.sheet, cell=more.cell_of(key)))
        placed[index] = replace(
            placed[index],
            entry=replace(
                owner,
                values={**owner.values, **more.values},
                cells={**(owner.cells or {}), **(more.cells or {})},
                sheets={**owner.sheets, **dict.fromkeys(more.values, more.sheet)},
            ),
        )
    return placed, findings, unclaimed


def put_inside(event: EventTable, rows: Sequence[ListRow]) -> tuple[dict[str, tuple[WrittenPart, ...]], list[ListRow]]:
    """Put the parts inside those that they belong to; return also the rows that belong nowhere.

    Of two parts with one id the first gets the rows of both: that they share the id is a finding anyway.
    """
    waiting: dict[tuple[EventTable, tuple[str, ...]], list[ListRow]] = {}
    for row in rows:
        waiting.setdefault((row.entry.table, tuple(map(folded, row.above))), []).append(row)

    def inside(table: EventTable, above: tuple[str, ...]) -> tuple[WrittenPart, ...]:
        return tuple(
            replace(
                row.entry,
                inner={inner.key: inside(inner, (*above, folded(row.id))) for inner in table.tables},
            )
            for row in waiting.pop((table, above), [])
        )

    inner = {table.key: inside(table, ()) for table in event.tables if not table.single}
    return inner, [row for left in waiting.values() for row in left]


def stray_findings(strays: Sequence[ListRow], rows: Sequence[ListRow]) -> Iterator[Finding]:
    """Yield a finding for each row that belongs nowhere: which id is blank or unknown."""
    ids: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for row in rows:
        ids.setdefault((row.entry.table.path, tuple(map(folded, row.above))), []).append(row.id)
    for row in strays:
        for depth, column in enumerate(row.entry.table.parents):
            given, known = (
                row.above[depth],
                ids.get((column.refers, tuple(map(folded, row.above[:depth]))), []),
            )
            if given and folded(given) in map(folded, known):
                continue
            sheet, cell = row.entry.sheet, row.entry.cell_of(column.key)
            if given:
                message = f'No {column.key} has the id "{given}".{suggestion(given, known)}'
                yield finding("event-reference", message, sheet=sheet, cell=cell)
            else:
                message = f"Nothing says to which {column.key} this row belongs. Put {column.words} there."
                yield finding("event-missing", message, sheet=sheet, cell=cell)
            break
