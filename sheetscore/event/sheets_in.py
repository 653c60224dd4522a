"""Reading event.xlsx: its sheets are recognised, their lines and lists read, and the lists nested."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.event.assembly import WrittenEvent, WrittenPart
from sheetscore.event.cells import (
    EVENT_SHEET,
    FORMAT,
    MARK,
    MARK_SHEET,
    list_tables,
    offers,
    read_cell,
    text_tables,
    unseen_columns,
)
from sheetscore.event.identity import squashed, suggestion
from sheetscore.event.rows_inside import ListRow, put_inside, stray_findings, with_texts
from sheetscore.event.tables import EventColumn, EventTable
from sheetscore.findings import Finding, Severity, finding
from sheetscore.problems import UnreadableFile
from sheetscore.workbooks.cell_refs import address
from sheetscore.workbooks.guard.limits import USUAL
from sheetscore.workbooks.reader import ReadSheet, read_workbook
from sheetscore.workbooks.sheet_cells import ReadCell

_HEADINGS_WITHIN = 15
"""The number of rows, blank ones aside, that are searched for the headings."""

RowCells = Mapping[int, ReadCell]
"""The cells of a row that are not blank, by column counted from 0."""

Headings = Mapping[int, EventColumn]
"""The columns of the event's table by the columns of the sheet, which are counted from 0."""


class ListRead(Struct, frozen=True):
    """The rows of a list on a sheet of event.xlsx, and the mistakes in them."""

    rows: tuple[ListRow, ...] = ()
    """The rows that are not blank."""
    findings: tuple[Finding, ...] = ()
    """The mistakes in headings and cells."""
    head: str = "A1"
    """The cell that findings about the list as a whole name."""


def _read_list(table: EventTable, sheet: ReadSheet) -> ListRead:
    """Read the sheet of a list."""
    lines = lines_of(sheet)
    if not lines:
        return ListRead()
    columns = (*table.parents, *table.columns)
    top = max(list(lines)[:_HEADINGS_WITHIN], key=lambda row: len(_headings(lines[row], columns)))
    headings = _headings(lines[top], columns)
    if not headings:
        titles = ", ".join(column.title for column in columns)
        message = f"No row has the headings of this list. Put them above it: {titles}."
        return ListRead(findings=(finding("event-missing", message, sheet=sheet.title, cell="A1"),))
    head = address(top, min(headings))
    below = {row: line for row, line in lines.items() if row > top}
    filled = {row: line for row, line in below.items() if _is_filled(line, headings)}
    findings = [
        *_unknown_headings(sheet, lines[top], top, headings, columns),
        *_stray_values(sheet, lines[top], below),
        *_formulas(sheet, below, headings),
    ]
    lacking = [column for column in columns if column.required and column not in headings.values()]
    if filled:
        findings += [_no_column(sheet, column, head) for column in lacking]
    rows = []
    for row, line in filled.items():
        read, wrong = _row(table, sheet, (row, line), headings, {column.key for column in lacking})
        rows.append(read)
        findings += wrong
    return ListRead(tuple(rows), tuple(findings), head)


def lines_of(sheet: ReadSheet) -> dict[int, dict[int, ReadCell]]:
    """Return the rows of a sheet that are not blank, by number counted from 0."""
    lines: dict[int, dict[int, ReadCell]] = {}
    for (row, column), cell in sheet.cells.items():
        if cell.formula or not isinstance(cell.value, str) or cell.value.strip():
            lines.setdefault(row, {})[column] = cell
    return dict(sorted(lines.items()))


def _headings(line: RowCells, columns: Sequence[EventColumn]) -> dict[int, EventColumn]:
    """Return the table's columns by the number of the sheet's column with the heading; of two such the first counts."""
    named = {squashed(name): column for column in columns for name in (column.key, column.title)}
    found: dict[int, EventColumn] = {}
    for at, cell in sorted(line.items()):
        column = named.get(squashed(cell.value))
        if column and column not in found.values():
            found[at] = column
    return found


def _is_filled(line: RowCells, headings: Headings) -> bool:
    return any(line[at].value is not None for at in headings if at in line)


def _unknown_headings(
    sheet: ReadSheet, line: RowCells, top: int, headings: Headings, columns: Sequence[EventColumn]
) -> Iterator[Finding]:
    titles = {squashed(column.title): column.title for column in columns}
    for at, cell in line.items():
        if at in headings:
            continue
        cell_at = address(top, at)
        if squashed(cell.value) in titles:
            message = f'There are two columns "{cell.value}". Remove one, or join what stands in them.'
            yield finding("event-duplicate", message, sheet=sheet.title, cell=cell_at)
        else:
            message = f'"{cell.value}" is no column of this list.{suggestion(cell.value, titles.values())}'
            message += " Rename or remove it."
            yield finding("event-unknown", message, sheet=sheet.title, cell=cell_at)


def _stray_values(sheet: ReadSheet, headings: RowCells, below: Mapping[int, RowCells]) -> Iterator[Finding]:
    """Find columns with values and without a heading, each once."""
    strays: dict[int, int] = {}
    for row, line in below.items():
        for at in line:
            if at not in headings:
                strays.setdefault(at, row)
    for at, row in strays.items():
        message = f'"{below[row][at].value}" stands in a column without a heading. Give it one, or remove it.'
        yield finding("event-unknown", message, sheet=sheet.title, cell=address(row, at))


def _formulas(sheet: ReadSheet, below: Mapping[int, RowCells], headings: Headings) -> Iterator[Finding]:
    """Yield a finding for each column with formulas: how many there are, and whether some show nothing."""
    for at, column in headings.items():
        rows = [row for row, line in below.items() if at in line and line[at].formula]
        empty = [row for row in rows if below[row][at].value is None]
        if rows and not empty:
            message = f"{column.title}: {len(rows)} typed as a formula; the value counts."
            yield finding("typed-formula", message, sheet=sheet.title, cell=address(rows[0], at))
        elif empty:
            one = "1 formula shows nothing and counts"
            many = one if len(empty) == 1 else f"{len(empty)} formulas show nothing and count"
            message = (
                f"{column.title}: {many} as blank. If something should "
                "stand there, open the file in Excel or LibreOffice and save it."
            )
            place = address(empty[0], at)
            yield finding("typed-formula", message, sheet=sheet.title, cell=place, severity=Severity.WARNING)


def _no_column(sheet: ReadSheet, column: EventColumn, head: str) -> Finding:
    message = f'The column "{column.title}" is missing. Add it, with {column.words} in each row.'
    return finding("event-missing", message, sheet=sheet.title, cell=head)


def _row(
    table: EventTable, sheet: ReadSheet, numbered: tuple[int, RowCells], headings: Headings, lacking: set[str]
) -> tuple[ListRow, list[Finding]]:
    """Read a row (its number and cells) of a list; ``lacking`` are the keys whose columns are missing."""
    row, line = numbered
    values: dict[str, object] = {}
    wrong: list[Finding] = []
    reported = set(lacking)  # keys that already have a finding
    for at, column in headings.items():
        try:
            value = read_cell(column, line[at]) if at in line else None
        except ValueError as error:
            wrong.append(finding("formula-error", str(error), sheet=sheet.title, cell=address(row, at)))
            reported.add(column.key)
            continue
        if value is not None:
            values[column.key] = value
    parent_ids = tuple(str(values.pop(column.key, "")) for column in table.parents)
    written = WrittenPart(
        table=table,
        sheet=sheet.title,
        values=values,
        cells={column.key: address(row, at) for at, column in headings.items()},
        cell=address(row, min(headings)),
        reported=frozenset(reported),
    )
    return ListRow(parent_ids, written), wrong


class EventLine(Struct, frozen=True):
    """A line of the Event sheet."""

    label: object
    """The value of its first cell."""
    value: ReadCell | None
    """The cell beside the label; None if that is blank."""
    cell: str
    """The cell of the value."""

    def is_about(self, column: EventColumn) -> bool:
        """Whether the label names this column."""
        return squashed(self.label) in (squashed(column.title), squashed(column.key))


def _event_lines(sheet: ReadSheet) -> list[EventLine]:
    """List the lines of the Event sheet."""
    lines = []
    for row, cells in lines_of(sheet).items():
        at = min(cells)
        lines.append(EventLine(cells[at].value, cells.get(at + 1), address(row, at + 1)))
    return lines


def _read_singles(sheet: ReadSheet, tables: Sequence[EventTable]) -> tuple[dict[str, WrittenPart], list[Finding]]:
    """Return the header and the settings by their TOML keys, and findings about their lines."""
    lines = _event_lines(sheet)
    findings = list(_unknown_lines(sheet, lines, [column for table in tables for column in table.columns]))
    singles = {}
    for table in tables:
        singles[table.key], wrong = _single(sheet, lines, table)
        findings += wrong
    return singles, findings


def _unknown_lines(sheet: ReadSheet, lines: Sequence[EventLine], columns: Sequence[EventColumn]) -> Iterator[Finding]:
    """Find values with a label that nobody knows; a line without a value is a heading or a remark."""
    for line in lines:
        if line.value is not None and not any(line.is_about(column) for column in columns):
            hint = suggestion(line.label, [column.title for column in columns])
            message = f'"{line.label}" is nothing that an event has.{hint} Correct or remove the line.'
            yield finding("event-unknown", message, sheet=sheet.title, cell=line.cell)


def _single(sheet: ReadSheet, lines: Sequence[EventLine], table: EventTable) -> tuple[WrittenPart, list[Finding]]:
    """Read the header or the settings from the lines of the Event sheet, with findings."""
    values: dict[str, object] = {}
    cells: dict[str, str] = {}
    reported: set[str] = set()  # keys that already have a finding
    findings: list[Finding] = []
    for column in table.columns:
        own = [line for line in lines if line.is_about(column)]
        given = [line for line in own if line.value is not None]
        cells.update([(column.key, line.cell) for line in (*own[:1], *given[:1])])
        findings += [_given_twice(sheet, column, line) for line in given[1:]]
        for line in given[:1]:
            try:
                value = read_cell(column, line.value) if line.value else None
            except ValueError as error:
                findings.append(finding("formula-error", str(error), sheet=sheet.title, cell=line.cell))
                reported.add(column.key)
            else:
                values.update({} if value is None else {column.key: value})
    return WrittenPart(table, sheet.title, values, cells=cells, cell="A1", reported=frozenset(reported)), findings


def _given_twice(sheet: ReadSheet, column: EventColumn, line: EventLine) -> Finding:
    message = f"{column.title} is given twice. Remove one of the lines."
    return finding("event-duplicate", message, sheet=sheet.title, cell=line.cell)


class SheetSource(Struct, frozen=True):
    """An event workbook that was opened."""

    event_sheet: ReadSheet
    """The sheet with header and settings."""
    others: tuple[ReadSheet, ...]
    """All other sheets but the hidden one of sheetscore."""
    unseen: Mapping[str, object] = field(default_factory=dict)
    """The values below the mark on the hidden sheet, by key."""

    @property
    def has_titles(self) -> bool:
        """True: a workbook labels values by title, not by TOML key."""
        return True

    @property
    def system(self) -> object:
        """The system that the Event sheet names; None if it names none."""
        return next((line.value.value for line in self._system_lines() if line.value), None)

    @property
    def system_place(self) -> tuple[str, str]:
        """The sheet and the cell where the system is named, or should be."""
        return self.event_sheet.title, next((line.cell for line in self._system_lines()), "A1")

    def read(self, event: EventTable) -> WrittenEvent:
        """Parse the whole workbook by the tables of the system's model."""
        read_lines, findings = _read_singles(self.event_sheet, [table for table in event.tables if table.single])
        singles = {key: self._with_unseen(one) for key, one in read_lines.items()}
        lists = {squashed(table.title): table for table in list_tables(event)}
        long_texts = {squashed(table.title): table for table in text_tables(event)}
        offered = set(map(squashed, offers(event)))
        rows: list[ListRow] = []
        text_rows: list[ListRow] = []
        heads = {table.place: (table.title, "A1") for table in lists.values()}
        for sheet in self.others:
            table = lists.pop(squashed(sheet.title), None)
            if table:
                read = _read_list(table, sheet)
                rows += read.rows
                findings += read.findings
                heads[table.place] = (sheet.title, read.head)
            elif (text_table := long_texts.pop(squashed(sheet.title), None)) is not None:
                read = _read_list(text_table, sheet)
                text_rows += [row for row in read.rows if row.entry.values]
                findings += read.findings
            elif squashed(sheet.title) not in offered and lines_of(sheet):
                findings.append(_unknown_sheet(sheet, event))
        rows, wrong, unclaimed = with_texts(rows, text_rows)
        inner, strays = put_inside(event, rows)
        findings += [*wrong, *stray_findings([*strays, *unclaimed], rows)]
        return WrittenEvent(
            root=WrittenPart(event, self.event_sheet.title, {}, {key: (one,) for key, one in singles.items()} | inner),
            findings=tuple(findings),
            strays=tuple(row.entry for row in strays),
            heads=heads,
        )

    def _with_unseen(self, written: WrittenPart) -> WrittenPart:
        """Add the values of the hidden sheet to a part; if that sheet is lost, they can be given on ordinary lines."""
        unseen = {column.key: self.unseen.get(column.key) for column in unseen_columns(written.table)}
        found = {key: value for key, value in unseen.items() if value is not None}
        return replace(written, values={**found, **written.values})

    def _system_lines(self) -> Iterator[EventLine]:
        return (line for line in _event_lines(self.event_sheet) if squashed(line.label) == "system")


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


def _unknown_sheet(sheet: ReadSheet, event: EventTable) -> Finding:
    hint = suggestion(sheet.title, [table.title for table in (*list_tables(event), *text_tables(event))])
    message = f'"{sheet.title}" is no sheet of an event.{hint} Rename it, or move it to a workbook of its own.'
    return finding("event-unknown", message, sheet=sheet.title, cell="A1")
