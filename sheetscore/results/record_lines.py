"""A scored round as later rounds need it, and how a results workbook keeps it: as lines of text.

A line is a row of the hidden sheet; its first cell says what it is. Numbers are written exactly, ``15/7``,
and texts in quotes as JSON has them, so that nothing that a spreadsheet does to numbers can change them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from sheetscore.findings import Finding, Severity
from sheetscore.forms.form import Entries, FieldKey
from sheetscore.results.hidden_data import DataLine
from sheetscore.systems.protocol import Exact, ResultRow

KIND = "results"


_NUMBER = re.compile(r"-?[0-9]{1,40}(/[0-9]{1,40})?")

LinesByKind = Mapping[str, Sequence[DataLine]]


class BrokenRecordError(ValueError):
    """Lines that do not add up to a record."""


@dataclass(frozen=True)
class Source:
    """A file that something was made from: its name and the digest of its bytes."""

    name: str
    sha256: str


@dataclass(frozen=True)
class RoundRecord:
    """A scored round.

    Parameters
    ----------
    scenario
        Its id; empty where the tables play different ones.
    missing
        The tables that were not in yet: with any the round is provisional.
    rows
        As they were scored, exactly.
    source
        The score sheets.
    file
        The results workbook that the record was read from; None for one that is still to be written.
    """

    event_key: str
    event_name: str
    system: str
    round: int
    scenario: str
    missing: tuple[int, ...]
    rows: tuple[ResultRow, ...]
    entries: Entries
    findings: tuple[Finding, ...]
    source: Source
    file: Source | None = field(default=None, compare=False)

    @property
    def provisional(self) -> bool:
        """Whether tables are missing."""
        return bool(self.missing)


def lines_of(record: RoundRecord) -> list[DataLine]:
    """Write a record as lines of text."""
    return [*_facts(record), *_rows(record.rows), *_entries(record.entries), *_findings(record.findings)]


def _facts(record: RoundRecord) -> Iterator[DataLine]:
    yield "event_key", record.event_key
    yield "event_name", _written(record.event_name)
    yield "system", record.system
    yield "round", str(record.round)
    yield "scenario", _written(record.scenario)
    yield "missing", *map(str, record.missing)
    yield "source", _written(record.source.name), record.source.sha256
    yield "counts", *_counts(record)


def _counts(record: RoundRecord) -> DataLine:
    """Say how many lines there are, so that a lost one is missed."""
    return tuple(str(len(lines)) for lines in (record.rows, record.entries, record.findings))


def _rows(rows: Sequence[ResultRow]) -> Iterator[DataLine]:
    columns = tuple(rows[0]) if rows else ()
    if columns:
        yield "columns", *columns
    for row in rows:
        yield "row", *(_written(row[column]) for column in columns)


def _entries(entries: Entries) -> Iterator[DataLine]:
    for key, value in entries.items():
        yield "entry", str(key.table), key.seat, key.field, _written(value)


def _findings(findings: Sequence[Finding]) -> Iterator[DataLine]:
    for one in findings:
        texts = (one.sheet, one.cell, one.message)
        yield "finding", str(one.severity), one.code, *map(_written, texts), json.dumps(one.fields)


def _written(value: Exact) -> str:
    if isinstance(value, str):
        # a spreadsheet file would read _x0041_ as the letter A
        return json.dumps(value, ensure_ascii=False).replace("_x", "_\\u0078")
    return "" if value is None else str(value)


def _exact(text: str) -> Exact:
    if text.startswith('"'):
        return str(json.loads(text))
    if not text:
        return None
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{text} is no number")
    number = Fraction(text)
    return number.numerator if number.denominator == 1 else number


def record_of(lines: LinesByKind) -> RoundRecord:
    """Read the lines that :func:`lines_of` writes, sorted by their kinds; the kind itself is left out.

    Raises
    ------
    BrokenRecordError
        They are not all there, or were changed.
    """
    try:
        record = RoundRecord(
            event_key=_fact(lines, "event_key"),
            event_name=str(_exact(_fact(lines, "event_name"))),
            system=_fact(lines, "system"),
            round=int(_fact(lines, "round")),
            scenario=str(_exact(_fact(lines, "scenario"))),
            missing=tuple(int(table) for table in lines["missing"][0]),
            rows=tuple(_read_rows(lines)),
            entries=dict(map(_read_entry, lines.get("entry", ()))),
            findings=tuple(map(_read_finding, lines.get("finding", ()))),
            source=Source(str(_exact(_fact(lines, "source"))), lines["source"][0][1]),
        )
        if lines["counts"][0] != _counts(record):
            raise BrokenRecordError("lines are missing")
    except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError) as error:
        raise BrokenRecordError(str(error)) from error
    return record


def _fact(lines: LinesByKind, name: str) -> str:
    return lines[name][0][0]


def _read_rows(lines: LinesByKind) -> Iterator[ResultRow]:
    keys = lines["columns"][0] if "columns" in lines else ()
    for cells in lines.get("row", ()):
        padded = (*cells, *[""] * (len(keys) - len(cells)))
        yield {key: _exact(cell) for key, cell in zip(keys, padded, strict=True)}


def _read_entry(cells: DataLine) -> tuple[FieldKey, int | Fraction | str]:
    table, seat, name, written = cells
    value = _exact(written)
    if value is None:
        raise ValueError(f"no value for {name}")
    return FieldKey(int(table), seat, name), value


def _read_finding(cells: DataLine) -> Finding:
    severity, code, *texts, fields = cells
    sheet, cell, message = (str(_exact(text)) for text in texts)
    boxes = tuple((int(table), str(seat), str(name)) for table, seat, name in json.loads(fields))
    return Finding(code, message, sheet, cell, severity=Severity(severity), fields=boxes)
