"""One list of event.xlsx read: headings in any order, a row for each part, every mistake at its cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sheetscore.event.cells import read_cell
from sheetscore.event.entry import Entry
from sheetscore.event.identity import squashed, suggestion
from sheetscore.event.layout import sheet_columns
from sheetscore.event.tables import Column, Table
from sheetscore.findings import Finding, Severity, finding
from sheetscore.workbooks.names import address
from sheetscore.workbooks.reader import ReadSheet
from sheetscore.workbooks.sheet_cells import ReadCell

_HEADINGS_WITHIN = 15
"""The headings stand in one of so many first rows."""

Line = Mapping[int, ReadCell]
"""The cells of a row that are not blank, by column counted from 0."""

Headings = Mapping[int, Column]
"""What each column of the sheet holds, by column counted from 0."""


@dataclass(frozen=True)
class ListRow:
    """A row of a list.

    Parameters
    ----------
    above
        The ids of the parts that it belongs to, outermost first; blank where none is given.
    entry
        What is written in it.
    """

    above: tuple[str, ...]
    entry: Entry

    @property
    def id(self) -> str:
        """The id of the part; empty if it has none."""
        return str(self.entry.values.get("id", ""))


@dataclass(frozen=True)
class ListRead:
    """A list as it was read.

    Parameters
    ----------
    rows
        The rows in which something stands.
    findings
        What is wrong with headings and cells.
    head
        The cell to point at for the list as a whole.
    """

    rows: tuple[ListRow, ...] = ()
    findings: tuple[Finding, ...] = ()
    head: str = "A1"


def read_list(table: Table, sheet: ReadSheet) -> ListRead:
    """Read the sheet of a list."""
    lines = lines_of(sheet)
    if not lines:
        return ListRead()
    columns = sheet_columns(table)
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
    """Give the rows of a sheet in which something stands, by number counted from 0."""
    lines: dict[int, dict[int, ReadCell]] = {}
    for (row, column), cell in sheet.cells.items():
        if cell.formula or not isinstance(cell.value, str) or cell.value.strip():
            lines.setdefault(row, {})[column] = cell
    return dict(sorted(lines.items()))


def _headings(line: Line, columns: Sequence[Column]) -> dict[int, Column]:
    """Say which column stands where; of two with one heading the first counts."""
    named = {squashed(name): column for column in columns for name in (column.key, column.title)}
    found: dict[int, Column] = {}
    for at, cell in sorted(line.items()):
        column = named.get(squashed(cell.value))
        if column and column not in found.values():
            found[at] = column
    return found


def _is_filled(line: Line, headings: Headings) -> bool:
    return any(line[at].value is not None for at in headings if at in line)


def _unknown_headings(
    sheet: ReadSheet, line: Line, top: int, headings: Headings, columns: Sequence[Column]
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


def _stray_values(sheet: ReadSheet, headings: Line, below: Mapping[int, Line]) -> Iterator[Finding]:
    """Find columns without a heading in which something stands, each once."""
    strays: dict[int, int] = {}
    for row, line in below.items():
        for at in line:
            if at not in headings:
                strays.setdefault(at, row)
    for at, row in strays.items():
        message = f'"{below[row][at].value}" stands in a column without a heading. Give it one, or remove it.'
        yield finding("event-unknown", message, sheet=sheet.title, cell=address(row, at))


def _formulas(sheet: ReadSheet, below: Mapping[int, Line], headings: Headings) -> Iterator[Finding]:
    """Say of each column with formulas how many there are, and whether some show nothing."""
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


def _no_column(sheet: ReadSheet, column: Column, head: str) -> Finding:
    message = f'The column "{column.title}" is missing. Add it, with {column.words} in each row.'
    return finding("event-missing", message, sheet=sheet.title, cell=head)


def _row(
    table: Table, sheet: ReadSheet, numbered: tuple[int, Line], headings: Headings, lacking: set[str]
) -> tuple[ListRow, list[Finding]]:
    row, line = numbered
    values: dict[str, object] = {}
    wrong: list[Finding] = []
    told = set(lacking)
    for at, column in headings.items():
        try:
            value = read_cell(column, line[at]) if at in line else None
        except ValueError as error:
            wrong.append(finding("formula-error", str(error), sheet=sheet.title, cell=address(row, at)))
            told.add(column.key)
            continue
        if value is not None:
            values[column.key] = value
    above = tuple(str(values.pop(column.key, "")) for column in table.parents)
    entry = Entry(
        table=table,
        sheet=sheet.title,
        values=values,
        cells={column.key: address(row, at) for at, column in headings.items()},
        cell=address(row, min(headings)),
        told=frozenset(told),
    )
    return ListRow(above, entry), wrong
