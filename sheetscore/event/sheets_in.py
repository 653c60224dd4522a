"""event.xlsx read: its sheets recognised, its lists put inside one another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from sheetscore.event.entry import Entry, Written
from sheetscore.event.identity import folded, squashed, suggestion
from sheetscore.event.layout import EVENT_SHEET, FORMAT, MARK, MARK_SHEET, list_tables, unseen_columns
from sheetscore.event.list_sheet import ListRow, lines_of, read_list
from sheetscore.event.single_sheet import Line, event_lines, read_singles
from sheetscore.event.tables import Table
from sheetscore.findings import Finding, finding
from sheetscore.problems import UnreadableFile
from sheetscore.workbooks.guard.limits import USUAL
from sheetscore.workbooks.reader import ReadSheet, read_workbook
from sheetscore.workbooks.sheet_cells import ReadCell


@dataclass(frozen=True)
class SheetSource:
    """An event workbook that was opened.

    Parameters
    ----------
    event_sheet
        The sheet with header and settings.
    others
        All other sheets but the hidden one of sheetscore.
    unseen
        What the hidden one says below its mark, by key.
    """

    event_sheet: ReadSheet
    others: tuple[ReadSheet, ...]
    unseen: Mapping[str, object] = field(default_factory=dict)

    @property
    def has_titles(self) -> bool:
        """Yes: what stands above a column, or before a value."""
        return True

    @property
    def system(self) -> object:
        """What the Event sheet says the system is; None if it says nothing."""
        return next((line.value.value for line in self._system_lines() if line.value), None)

    @property
    def system_place(self) -> tuple[str, str]:
        """Where it says so, or should."""
        return self.event_sheet.title, next((line.cell for line in self._system_lines()), "A1")

    def read(self, event: Table) -> Written:
        """Take all of it apart, by the tables of the system's model."""
        read_lines, findings = read_singles(self.event_sheet, [table for table in event.tables if table.single])
        singles = {key: self._with_unseen(one) for key, one in read_lines.items()}
        lists = {squashed(table.title): table for table in list_tables(event)}
        rows: list[ListRow] = []
        heads = {table.place: (table.title, "A1") for table in lists.values()}
        for sheet in self.others:
            table = lists.pop(squashed(sheet.title), None)
            if table:
                read = read_list(table, sheet)
                rows += read.rows
                findings += read.findings
                heads[table.place] = (sheet.title, read.head)
            elif lines_of(sheet):
                findings.append(_unknown_sheet(sheet, event))
        inner, strays = _put_inside(event, rows)
        findings += _stray_findings(strays, rows)
        return Written(
            root=Entry(event, self.event_sheet.title, {}, {key: (one,) for key, one in singles.items()} | inner),
            findings=tuple(findings),
            strays=tuple(row.entry for row in strays),
            heads=heads,
        )

    def _with_unseen(self, entry: Entry) -> Entry:
        """Add what stands on the hidden sheet; who lost that sheet can give a value back on a line as of any other."""
        unseen = {column.key: self.unseen.get(column.key) for column in unseen_columns(entry.table)}
        found = {key: value for key, value in unseen.items() if value is not None}
        return replace(entry, values={**found, **entry.values})

    def _system_lines(self) -> Iterator[Line]:
        return (line for line in event_lines(self.event_sheet) if squashed(line.label) == "system")


def open_event_workbook(path: Path) -> SheetSource:
    """Open an event.xlsx.

    Raises
    ------
    UnreadableFile
        The guard refuses it, or it is a workbook of another kind or of a later sheetscore.
    """
    sheets = dict(read_workbook(path, limits=USUAL).sheets)
    mark = sheets.pop(MARK_SHEET, None)
    if mark:
        kind, number = (mark.cells.get(at, ReadCell(None)).value for at in ((0, 0), (0, 1)))
        if kind != MARK:
            raise UnreadableFile(f"{path} is a workbook of sheetscore, but not an event. Use event.xlsx.")
        if isinstance(number, int) and number > FORMAT:
            raise UnreadableFile(f"{path} was written by a later sheetscore. Update sheetscore to read it.")
    titles = {squashed(title): title for title in sheets}
    if squashed(EVENT_SHEET) not in titles:
        raise UnreadableFile(f'{path} has no sheet "{EVENT_SHEET}", so it is no event. Make one: sheetscore new')
    event_sheet = sheets.pop(titles[squashed(EVENT_SHEET)])
    return SheetSource(event_sheet, tuple(sheets.values()), _unseen(mark) if mark else {})


def _unseen(mark: ReadSheet) -> dict[str, object]:
    """Read the keys and values below the mark on the hidden sheet."""
    keys = {row: str(cell.value) for (row, column), cell in mark.cells.items() if row > 0 and column == 0}
    return {key: mark.cells[row, 1].value for row, key in keys.items() if (row, 1) in mark.cells}


def _unknown_sheet(sheet: ReadSheet, event: Table) -> Finding:
    hint = suggestion(sheet.title, [table.title for table in list_tables(event)])
    message = f'"{sheet.title}" is no sheet of an event.{hint} Rename it, or move it to a workbook of its own.'
    return finding("event-unknown", message, sheet=sheet.title, cell="A1")


def _put_inside(event: Table, rows: Sequence[ListRow]) -> tuple[dict[str, tuple[Entry, ...]], list[ListRow]]:
    """Put the parts inside those that they belong to; give back also the rows that belong nowhere.

    Of two parts with one id the first takes all: that they share it is a finding anyway.
    """
    waiting: dict[tuple[Table, tuple[str, ...]], list[ListRow]] = {}
    for row in rows:
        waiting.setdefault((row.entry.table, tuple(map(folded, row.above))), []).append(row)

    def inside(table: Table, above: tuple[str, ...]) -> tuple[Entry, ...]:
        return tuple(
            replace(
                row.entry,
                inner={inner.key: inside(inner, (*above, folded(row.id))) for inner in table.tables},
            )
            for row in waiting.pop((table, above), [])
        )

    inner = {table.key: inside(table, ()) for table in event.tables if not table.single}
    return inner, [row for left in waiting.values() for row in left]


def _stray_findings(strays: Sequence[ListRow], rows: Sequence[ListRow]) -> Iterator[Finding]:
    """Say of each row that belongs nowhere which id is blank or unknown."""
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
