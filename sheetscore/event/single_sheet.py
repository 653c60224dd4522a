"""The Event sheet of event.xlsx read: a line for each value of the header and the settings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sheetscore.event.cells import read_cell
from sheetscore.event.entry import Entry
from sheetscore.event.identity import squashed, suggestion
from sheetscore.event.list_sheet import lines_of
from sheetscore.event.tables import Column, Table
from sheetscore.findings import Finding, finding
from sheetscore.workbooks.names import address
from sheetscore.workbooks.reader import ReadSheet
from sheetscore.workbooks.sheet_cells import ReadCell


@dataclass(frozen=True)
class Line:
    """A line of the Event sheet.

    Parameters
    ----------
    label
        What stands first in it.
    value
        What stands beside the label; None if nothing does.
    cell
        The cell of the value.
    """

    label: object
    value: ReadCell | None
    cell: str

    def is_about(self, column: Column) -> bool:
        """Whether the label is that of a value."""
        return squashed(self.label) in (squashed(column.title), squashed(column.key))


def event_lines(sheet: ReadSheet) -> list[Line]:
    """List the lines of the Event sheet."""
    lines = []
    for row, cells in lines_of(sheet).items():
        at = min(cells)
        lines.append(Line(cells[at].value, cells.get(at + 1), address(row, at + 1)))
    return lines


def read_singles(sheet: ReadSheet, tables: Sequence[Table]) -> tuple[dict[str, Entry], list[Finding]]:
    """Read header and settings, by their TOML keys, and find what is wrong with the lines."""
    lines = event_lines(sheet)
    findings = list(_unknown_lines(sheet, lines, [column for table in tables for column in table.columns]))
    singles = {}
    for table in tables:
        singles[table.key], wrong = _single(sheet, lines, table)
        findings += wrong
    return singles, findings


def _unknown_lines(sheet: ReadSheet, lines: Sequence[Line], columns: Sequence[Column]) -> Iterator[Finding]:
    """Find values with a label that nobody knows; a line without a value is a heading or a remark."""
    for line in lines:
        if line.value is not None and not any(line.is_about(column) for column in columns):
            hint = suggestion(line.label, [column.title for column in columns])
            message = f'"{line.label}" is nothing that an event has.{hint} Correct or remove the line.'
            yield finding("event-unknown", message, sheet=sheet.title, cell=line.cell)


def _single(sheet: ReadSheet, lines: Sequence[Line], table: Table) -> tuple[Entry, list[Finding]]:
    values: dict[str, object] = {}
    cells: dict[str, str] = {}
    told: set[str] = set()
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
                told.add(column.key)
            else:
                values.update({} if value is None else {column.key: value})
    return Entry(table, sheet.title, values, cells=cells, cell="A1", told=frozenset(told)), findings


def _given_twice(sheet: ReadSheet, column: Column, line: Line) -> Finding:
    message = f"{column.title} is given twice. Remove one of the lines."
    return finding("event-duplicate", message, sheet=sheet.title, cell=line.cell)
