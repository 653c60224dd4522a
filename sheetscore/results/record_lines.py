"""Write the record of a round into the hidden data of a results workbook, as lines of text, and read it back.

The first text of a line is its kind. Version 2 has all lines of version 1, and adds the event as it was set up, the
scores of the pages and the players without a seat. Version 3 has the same lines in another format. Version 4 adds what
was played: see :mod:`sheetscore.results.played_lines`.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import cast

from sheetscore.findings import Finding, Severity
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.results.hidden_data import (
    VERSIONS,
    DataLine,
    LinesByKind,
    changed_data_error,
    exact,
    harmless,
    plain,
    plain_pairs,
    plain_tree,
    read_data,
    word,
    written,
    written_pairs,
    written_tree,
)
from sheetscore.results.played_lines import played_lines, read_played
from sheetscore.results.record import (
    KIND,
    OF_EVERYBODY,
    Enrolled,
    PageWorth,
    RoundRecord,
    ScenarioPart,
    Setup,
    SourceFile,
)
from sheetscore.systems.outcomes import Lists, ResultRow
from sheetscore.workbooks.guard.limits import LARGEST, Limits

_BLANK = written("")


class BrokenRecordError(ValueError):
    """Lines that do not add up to a record."""


def lines_of(record: RoundRecord) -> list[DataLine]:
    """Write a record as lines of text: of the newest version, or of version 1 if it does not have the event."""
    lines = [*_facts(record), *_rows(record.rows), *_entries(record.entries), *_findings(record.findings)]
    lines += _lists(record.lists)
    if record.setup:
        lines += [*_setup(record.setup), *_pages(record.pages), *_without_seat(record)]
    return [*lines, *played_lines(record.played, record.rows)] if record.played else lines


def _facts(record: RoundRecord) -> Iterator[DataLine]:
    yield "event_key", record.event_key
    yield "event_name", written(record.event_name)
    yield "system", record.system
    yield "round", str(record.round)
    yield "scenario", written(record.scenario)
    yield "missing", *map(str, record.missing)
    yield "source", written(record.source.name), record.source.sha256
    yield "counts", *_counts(record)


def _counts(record: RoundRecord) -> DataLine:
    """Return the numbers of lines of each list, so that a lost line is noticed."""
    lists: list[Sequence[object] | Mapping[FieldKey, Value]] = [record.rows, record.entries, record.findings]
    if record.setup:
        lists += [[*record.setup.settings], record.setup.scenarios, record.setup.enrolled, record.pages]
    # lists that older versions did not write are counted only if there are any, so counts in older results agree
    lists += [[*_lists(record.lists)]] if record.lists else []
    if record.played:
        lists += [record.setup.given if record.setup else (), [*record.played.kept]]
    lists += [[*record.setup.files]] if record.setup and record.setup.files else []
    return tuple(str(len(lines)) for lines in lists)


def rows_digest(record: RoundRecord) -> str:
    """Return a digest of the data of a scored round that later rounds use: its scenario, missing tables and rows.

    Equal results that were saved or ingested once more have the same digest.
    """
    lines = [record.scenario, [*record.missing], [*_rows(record.rows)]]
    return hashlib.sha256(json.dumps(lines).encode()).hexdigest()


def _rows(rows: Sequence[ResultRow]) -> Iterator[DataLine]:
    columns = tuple(rows[0]) if rows else ()
    if columns:
        yield "columns", *columns
    for row in rows:
        yield "row", *(written(row[column]) for column in columns)


def _entries(entries: Entries) -> Iterator[DataLine]:
    for key, value in entries.items():
        yield "entry", str(key.table), key.seat, key.field, written(value)


def _findings(findings: Sequence[Finding]) -> Iterator[DataLine]:
    for one in findings:
        texts = (one.sheet, one.cell, one.message)
        yield "finding", str(one.severity), one.code, *map(written, texts), json.dumps(one.fields)


def _lists(lists: Lists) -> Iterator[DataLine]:
    for key, lines in lists.items():
        yield "list", key, harmless(written_tree(lines))


def _setup(setup: Setup) -> Iterator[DataLine]:
    yield "uid", written(setup.uid)
    yield "date", written(setup.date.isoformat() if setup.date else "")
    yield "place", written(setup.place)
    yield "rounds", str(setup.rounds)
    if setup.seed is not None:
        yield "seed", str(setup.seed)
    if setup.day:
        yield "day", written(setup.day.isoformat()), written(setup.start.isoformat("minutes") if setup.start else "")
    for key, value in setup.settings.items():
        yield "setting", key, written(value)
    for part in setup.given:
        yield "given", part.path, written(part.above), written_pairs(part.values)
    for name, sha256 in setup.files.items():
        yield "file", written(name), sha256
    for part in setup.scenarios:
        yield "part", part.path, written(part.above), written_pairs(part.values)
    for one in setup.enrolled:
        given = {key: value for key in OF_EVERYBODY if (value := getattr(one, key)) not in {None, ""}}
        yield "enrolled", one.kind, written(one.id), written(one.name), written_pairs({**given, **one.more})


def _pages(pages: Sequence[PageWorth]) -> Iterator[DataLine]:
    for page in pages:
        yield "page", str(page.table), page.seat, written_pairs(page.blocks), written_pairs(page.sums)


def _without_seat(record: RoundRecord) -> Iterator[DataLine]:
    yield "byes", *map(written, record.byes)
    yield "absent", *map(written, record.absent)


def record_of(lines: LinesByKind, version: int = VERSIONS[KIND], file: SourceFile | None = None) -> RoundRecord:
    """Read the lines that :func:`lines_of` writes, grouped by kind, each without its kind.

    Parameters
    ----------
    version
        The version of the lines.
    file
        The workbook that they are in.

    Raises
    ------
    BrokenRecordError
        Lines are missing, or were changed.
    """
    try:
        rows = tuple(_read_rows(lines))
        record = RoundRecord(
            event_key=_fact(lines, "event_key"),
            event_name=word(_fact(lines, "event_name")),
            system=_fact(lines, "system"),
            round=int(_fact(lines, "round")),
            scenario=word(_fact(lines, "scenario")),
            missing=tuple(int(table) for table in lines["missing"][0]),
            rows=rows,
            entries=dict(map(_read_entry, lines.get("entry", ()))),
            findings=tuple(map(_read_finding, lines.get("finding", ()))),
            source=SourceFile(word(_fact(lines, "source")), lines["source"][0][1]),
            setup=_read_setup(lines) if version > 1 else None,
            pages=tuple(map(_read_page, lines.get("page", ()))),
            byes=tuple(map(word, lines["byes"][0])) if version > 1 else (),
            absent=tuple(map(word, lines["absent"][0])) if version > 1 else (),
            lists=dict(map(_read_list, lines.get("list", ()))),
            played=read_played(lines, rows) if "title" in lines else None,
            file=file,
        )
        if lines["counts"][0] != _counts(record):
            raise BrokenRecordError("lines are missing")
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError) as error:
        raise BrokenRecordError(str(error)) from error
    return record


def _fact(lines: LinesByKind, name: str) -> str:
    return lines[name][0][0]


def _read_rows(lines: LinesByKind) -> Iterator[ResultRow]:
    keys = lines["columns"][0] if "columns" in lines else ()
    for cells in lines.get("row", ()):
        padded = (*cells, *[""] * (len(keys) - len(cells)))
        yield {key: exact(cell) for key, cell in zip(keys, padded, strict=True)}


def _read_entry(cells: DataLine) -> tuple[FieldKey, Value]:
    table, seat, name, text = cells
    value = exact(text)
    if value is None:
        raise ValueError(f"no value for {name}")
    return FieldKey(int(table), seat, name), value


def _read_finding(cells: DataLine) -> Finding:
    severity, code, *texts, fields = cells
    sheet, cell, message = map(word, texts)
    boxes = tuple((int(table), str(seat), str(name)) for table, seat, name in json.loads(fields))
    return Finding(code, message, Severity(severity), sheet, cell, boxes)


def _read_list(cells: DataLine) -> tuple[str, Sequence[Mapping[str, object]]]:
    key, text = cells
    lines = plain_tree(json.loads(text))
    if not isinstance(lines, list) or not all(isinstance(line, dict) for line in lines):
        raise TypeError(f"{key} is no list")
    return key, lines


def _read_setup(lines: LinesByKind) -> Setup:
    first = word(_fact(lines, "date"))
    day, start = map(word, lines.get("day", [(_BLANK, _BLANK)])[0])
    return Setup(
        uid=word(_fact(lines, "uid")),
        date=dt.date.fromisoformat(first) if first else None,
        day=dt.date.fromisoformat(day) if day else None,
        start=dt.time.fromisoformat(start) if start else None,
        given=tuple(map(_read_part, lines.get("given", ()))),
        place=word(_fact(lines, "place")),
        rounds=int(_fact(lines, "rounds")),
        seed=int(_fact(lines, "seed")) if "seed" in lines else None,
        settings={key: plain("".join(text)) for key, *text in lines.get("setting", ())},
        scenarios=tuple(map(_read_part, lines.get("part", ()))),
        enrolled=tuple(map(_read_enrolled, lines.get("enrolled", ()))),
        files={word(name): sha256 for name, sha256 in lines.get("file", ())},
    )


def _read_part(cells: DataLine) -> ScenarioPart:
    path, above, *values = cells
    ids = plain(above)
    if not isinstance(ids, tuple):
        raise TypeError(f"{above} are no ids")
    return ScenarioPart(path, tuple(map(str, ids)), plain_pairs("".join(values)))


def _read_enrolled(cells: DataLine) -> Enrolled:
    kind, id_, name, *rest = cells
    more = plain_pairs("".join(rest))
    rating = more.pop("rating", None)
    country, club, team = (str(more.pop(key, "")) for key in ("country", "club", "team"))
    strength = None if rating is None else int(str(rating))
    return Enrolled(kind, word(id_), word(name), strength, country, club, team, more)


def _read_page(cells: DataLine) -> PageWorth:
    table, seat, blocks, sums = (*cells, "")[:4]  # older versions leave out blank sums
    return PageWorth(int(table), seat, _numbers(blocks), _numbers(sums))


def _numbers(text: str) -> dict[str, int | Fraction]:
    numbers = plain_pairs(text)
    if any(not isinstance(value, int | Fraction) for value in numbers.values()):
        raise TypeError(f"{text} are no numbers")
    return cast("dict[str, int | Fraction]", numbers)


def read_results(path: str | Path, limits: Limits = LARGEST) -> RoundRecord:
    """Read the record of a round, and the event as it was when the round was scored, from a results workbook.

    Nothing but the workbook is needed, neither its event nor its system. A workbook of version 1 is read, too; it has
    only the name and the system of the event (``setup`` is None), and no scores of pages.

    Only the hidden data count; figures that somebody changed on the sheets, to see what would happen, do not.

    Parameters
    ----------
    path
        ``round1-results.xlsx``.
    limits
        The most values that the workbook may have: the limits of its event, if that is known.

    Raises
    ------
    UnreadableFile
        The file is damaged, or is no results workbook.

    Examples
    --------
    >>> record = read_results("copenhagen/round1-results.xlsx")
    >>> record.round, len(record.rows)
    (1, 24)
    """
    path = Path(path)
    data = read_data(path, KIND, limits)
    try:
        return record_of(data.lines, data.version, SourceFile(path.name, data.workbook.sha256))
    except BrokenRecordError as error:
        raise changed_data_error(path, KIND) from error
