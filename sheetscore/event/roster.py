"""Players from a list that a director has already: a CSV file with the columns that people use."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from sheetscore.event.assembly import Assembly, Entry, Written
from sheetscore.event.cells import from_cell
from sheetscore.event.identity import folded, squashed
from sheetscore.event.model import Event, Player
from sheetscore.event.tables import Table, table_of
from sheetscore.findings import Finding, Severity, finding, worst
from sheetscore.problems import MistakesFound, UnreadableFile

_MOST_BYTES = 4 * 2**20
_SEPARATORS = ",;\t"
_FIRST, _LAST = "first name", "last name"

_HEADINGS: dict[str, tuple[str, ...]] = {
    "name": ("player", "pilot", "full name", "player name"),
    _FIRST: ("first name", "given name", "forename", "first"),
    _LAST: ("last name", "surname", "family name", "last"),
    "rating": ("elo", "elo rating"),
    "country": ("nation", "nationality", "federation", "fed"),
    "id": ("player id", "number", "no", "nr", "#", "badge"),
}
"""What people write above a column, by what it holds, the plainest first; titles and keys count anyway."""

Record = tuple[int, list[str]]
"""The number of a line, counted from 1, and its values."""


@dataclass(frozen=True)
class Roster:
    """Players read from a list.

    Parameters
    ----------
    players
        Everybody in it, in its order; who had no id has one now.
    findings
        What was left aside.
    """

    players: tuple[Player, ...]
    findings: tuple[Finding, ...] = ()


def read_roster(path: Path, model: type[Event] = Event) -> Roster:
    """Read the players of a CSV file with headings in its first line.

    Parameters
    ----------
    path
        With commas, semicolons or tabs between the values; UTF-8, UTF-16 or Windows-1252.
    model
        The event model of the system, which may know more of a player than others do, such as a team.

    Raises
    ------
    MistakesFound
        With every mistake, by line.
    UnreadableFile
        It is missing, or not such a file.
    """
    table = next(table for table in table_of(model).tables if table.key == "player")
    (_, titles), *records = _records(path)
    places = _columns(titles, table)
    if not {"name", _FIRST, _LAST} & places.keys():
        message = 'No column is headed "name", or "first name" and "last name". Put headings above the columns.'
        raise MistakesFound([finding("event-missing", message, sheet=path.name, cell="line 1")])
    entries = _with_ids([_entry(path, table, record, titles, places) for record in records])
    assembly = Assembly(Written(Entry(table_of(model), path.name, {}, {"player": tuple(entries)})))
    parts = [assembly.part(entry) for entry in entries]
    findings = (
        *assembly.findings,
        *_long_lines(path, records, len(titles)),
        *_ids_twice(entries),
        *_left_aside(path, titles, places),
    )
    if worst(findings) == "errors":
        raise MistakesFound(findings)
    return Roster(tuple(part for part in parts if isinstance(part, Player)), findings)


def _records(path: Path) -> list[Record]:
    """Return the lines of a CSV file that are not blank; the first has the headings."""
    text = _text(path)
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(_SEPARATORS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    records, line = [], 1
    try:
        for values in reader:
            if any(value.strip() for value in values):
                records.append((line, [value.strip() for value in values]))
            line = reader.line_num + 1
    except csv.Error as error:
        raise UnreadableFile(f"{path}, line {line}: the quotes do not match ({error}). Correct them.") from error
    if not records:
        raise UnreadableFile(f"{path} is empty.")
    return records


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise UnreadableFile(f"{path} cannot be read: {error.strerror}.") from error
    if len(content) > _MOST_BYTES:
        raise UnreadableFile(f"{path} is far too long for a list of players.")
    # cp1252 last: almost any bytes can be read as that, also those of UTF-8
    encodings = ("utf-16",) if content[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise UnreadableFile(f"{path} is no text. Save the list of players as CSV (UTF-8).")


def _columns(titles: Sequence[str], table: Table) -> dict[str, int]:
    """Say in which column each thing stands; of two that fit, the plainest heading or the first counts."""
    at = {_heading(title): index for index, title in reversed(list(enumerate(titles)))}
    known = {column.key: (column.key, column.title) for column in table.columns}
    found = {}
    for key in (*known, _FIRST, _LAST):
        names = map(_heading, (*known.get(key, ()), *_HEADINGS.get(key, ())))
        place = next((at[name] for name in names if name in at), None)
        if place is not None:
            found[key] = place
    if "name" in found and _FIRST in found and _LAST not in found:
        found[_LAST] = found.pop("name")  # "Name, First name": the name is the last one
    if "name" in found:
        return {key: place for key, place in found.items() if key not in (_FIRST, _LAST)}
    return found


def _heading(title: str) -> str:
    return squashed(title) or title.strip()


def _entry(path: Path, table: Table, record: Record, titles: Sequence[str], places: Mapping[str, int]) -> Entry:
    line, row = record
    given = {key: row[place] for key, place in places.items() if place < len(row)}
    if "name" not in places:
        given["name"] = " ".join(filter(None, (given.get(_FIRST), given.get(_LAST))))
    columns = [column for column in table.columns if column.key in given]
    values = {column.key: from_cell(column, given[column.key]) for column in columns}
    return Entry(
        table=table,
        sheet=path.name,
        values={key: value for key, value in values.items() if value is not None},
        cells={key: f"line {line}, {titles[place]}" for key, place in places.items()},
        cell=f"line {line}",
    )


def _with_ids(entries: Sequence[Entry]) -> list[Entry]:
    """Call those who have no id P01, P02 and so on, clear of the ids that are there."""
    taken = {folded(entry.values["id"]) for entry in entries if "id" in entry.values}
    width = max(2, len(str(len(entries))))
    free = (id_ for id_ in (f"P{number:0{width}}" for number in count(1)) if folded(id_) not in taken)
    return [
        entry if "id" in entry.values else replace(entry, values={"id": next(free), **entry.values})
        for entry in entries
    ]


def _long_lines(path: Path, records: Sequence[Record], width: int) -> Iterator[Finding]:
    for line, values in records:
        if any(values[width:]):
            message = (
                f"There are {len(values)} values under {width} headings. "
                "Put quotes around a value that has a comma of its own."
            )
            yield finding("event-value", message, sheet=path.name, cell=f"line {line}")


def _ids_twice(entries: Sequence[Entry]) -> Iterator[Finding]:
    first: dict[str, Entry] = {}
    for entry in entries:
        owner = first.setdefault(folded(entry.values["id"]), entry)
        if owner is not entry:
            message = f'The id "{entry.values["id"]}" stands in {owner.cell} already. Give one of them another.'
            yield finding("event-duplicate", message, sheet=entry.sheet, cell=entry.cell_of("id"))


def _left_aside(path: Path, titles: Sequence[str], places: Mapping[str, int]) -> Iterator[Finding]:
    aside = [title for at, title in enumerate(titles) if title and at not in places.values()]
    if aside:
        message = f"These columns were left aside: {', '.join(aside)}."
        yield finding("event-unknown", message, sheet=path.name, cell="line 1", severity=Severity.NOTE)
