"""Players from a list that a director has already: a CSV file or a workbook with the columns that people use."""

from __future__ import annotations

import csv
import datetime as dt
import io
import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.event.assembly import Assembly, WrittenEvent, WrittenPart, refuse_more_players
from sheetscore.event.cells import PLAYER, TEAM, from_cell
from sheetscore.event.identity import folded, squashed
from sheetscore.event.model import Event, EventPart, Player
from sheetscore.event.tables import EventTable, table_of
from sheetscore.findings import Finding, Severity, finding, worst
from sheetscore.problems import MistakesFound, UnreadableFile
from sheetscore.text_files import content_of
from sheetscore.wording import first_few, join_words
from sheetscore.workbooks.csv_texts import decoded, separator_of, without_mark
from sheetscore.workbooks.reader import ReadSheet, read_workbook
from sheetscore.workbooks.saving import FORMATS

_MOST_MEBIBYTES = 4
_FIRST, _LAST = "first name", "last name"
_NAMES = {"name", _FIRST, _LAST}
_FAMILY = "family"
_MARK = re.compile(r"[A-Za-z]{0,3}[0-9]{1,3}")
"""A text that is the id of a team rather than its name: T1, 12, R2."""

_TOLD = 3
"""How many unknown teams are named."""

_LINES_ABOVE = 10
"""How many rows of a workbook are searched for headings: a title, a date or the name of a club may be above."""

_HEADINGS: dict[str, tuple[str, ...]] = {
    "name": ("player", "pilot", "full name", "player name"),
    _FIRST: ("first name", "given name", "forename", "first"),
    _LAST: ("last name", "surname", "family name", "last"),
    "rating": ("elo", "elo rating"),
    "country": ("nation", "nationality", "federation", "fed"),
    "id": ("player id", "number", "no", "nr", "#", "badge"),
}
"""Common headings of each column, the clearest first; its title and its key are understood as well."""

Record = tuple[int, list[str]]
"""The number of a line, counted from 1, and its values."""


class Roster(Struct, frozen=True):
    """Players read from a list."""

    players: tuple[Player, ...]
    """All players in the order of the list; those without an id were given one."""
    findings: tuple[Finding, ...] = ()
    """The columns and values that were ignored."""
    teams: tuple[EventPart, ...] = ()
    """The teams that the list names, in order, for systems whose teams have only a name and a number; players refer
    to them by id. Empty where the list has no team names, or has ids in their place.
    """
    written: Mapping[str, tuple[WrittenPart, ...]] = field(default_factory=dict)
    """Both as they are written, by the keys of their tables; without teams only the players."""


def read_roster(path: Path, model: type[Event] = Event, teams: Collection[str] = ()) -> Roster:
    """Read the players of a list with headings above its columns, in any order.

    Parameters
    ----------
    path
        A workbook, of which the first sheet with such headings near its top is read; or a CSV file with commas,
        semicolons or tabs between the values, in UTF-8, UTF-16 or Windows-1252, with headings in its first line.
    model
        The event model of the system, which may have further columns for players, such as a team.
    teams
        The ids of the teams that the event has already.

    Raises
    ------
    MistakesFound
        With every mistake, by line.
    UnreadableFile
        It is missing, or not such a file.
    """
    table = next(table for table in table_of(model).tables if table.key == "player")
    (heading_line, titles), *records = _sheet(path, table) if path.suffix.lower() in FORMATS else _records(path)
    refuse_more_players(len(records), path)
    places = _columns(titles, table)
    if not places.keys() & _NAMES:
        message = 'No column is headed "name", or "first name" and "last name". Put headings above the columns.'
        raise MistakesFound([finding("event-missing", message, sheet=path.name, cell=f"line {heading_line}")])
    written = _with_ids([_written_player(path, table, record, titles, places) for record in records])
    unknown = tuple(_teams_to_enter(written, table_of(model), teams))
    named, written = _teams(written, table_of(model))
    assembly = Assembly(WrittenEvent(WrittenPart(table_of(model), path.name, {}, {"player": tuple(written)})))
    parts = [assembly.part(one) for one in written]
    made = [assembly.part(team) for team in named]
    findings = (
        *unknown,
        *assembly.findings,
        *_long_lines(path, records, len(titles)),
        *_ids_twice(written),
        *_ignored_columns(path, heading_line, titles, places),
    )
    if worst(findings) == "errors":
        raise MistakesFound(findings)
    players = tuple(part for part in parts if isinstance(part, Player))
    by_table = {PLAYER: tuple(written), TEAM: tuple(named)}
    kept = {key: lines for key, lines in by_table.items() if lines}
    return Roster(players, findings, tuple(filter(None, made)), kept)


def _sheet(path: Path, table: EventTable) -> list[Record]:
    """Return the lines of a workbook's list; the first has the headings, which may be below a title."""
    sheets = [_lines(sheet) for sheet in read_workbook(path).sheets.values()]
    for lines in sheets:
        for at, (_, titles) in enumerate(lines[:_LINES_ABOVE]):
            if _columns(titles, table).keys() & _NAMES:
                return lines[at:]
    lines = next(filter(None, sheets), [])
    if not lines:
        raise UnreadableFile(f"{path} is empty.")
    return lines


def _lines(sheet: ReadSheet) -> list[Record]:
    """Return the rows of a sheet that are not blank, as a CSV file would have them."""
    rows: dict[int, dict[int, str]] = {}
    for (row, column), cell in sorted(sheet.cells.items()):
        if text := _as_shown(cell.value):
            rows.setdefault(row, {})[column] = text
    return [(row + 1, [texts.get(column, "") for column in range(max(texts) + 1)]) for row, texts in rows.items()]


def _as_shown(value: object) -> str:
    """Return a cell's value as the sheet shows it: 7 for 7.0, a date without a time of day."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, dt.datetime):
        return value.date().isoformat()
    return "" if value is None else str(value).strip()


def _teams(written: list[WrittenPart], event: EventTable) -> tuple[list[WrittenPart], list[WrittenPart]]:
    """Make a team of every name in the column of teams, and put its id in place of the name for the players.

    Where all values in the column are short marks, they are ids of teams that the event has already.
    """
    table = next((one for one in event.tables if one.key == TEAM), None)
    named = dict.fromkeys(str(one.values[TEAM]) for one in written if TEAM in one.values)
    if table is None or not named or all(_MARK.fullmatch(name) for name in named):
        return [], written
    if _needed_besides(table):
        return [], written
    keys = {column.key for column in table.columns}
    ids: dict[str, str] = {}
    for name in named:
        ids.setdefault(folded(name), f"T{len(ids) + 1}")
    first = {ids[folded(name)]: name for name in reversed(named)}  # if spellings differ in capitals, the first counts
    made = [
        WrittenPart(table, written[0].sheet, {key: value for key, value in values.items() if key in keys})
        for number, id_ in enumerate(ids.values(), start=1)
        for values in ({"id": id_, "number": number, "name": first[id_]},)
    ]
    members = [
        replace(one, values={**one.values, TEAM: ids[folded(str(one.values[TEAM]))]}) if TEAM in one.values else one
        for one in written
    ]
    return made, members


def _needed_besides(table: EventTable) -> list[str]:
    """Return the titles of the columns that a team needs besides a name and a number."""
    return [one.title for one in table.columns if one.required and one.key not in {"id", "number", "name"}]


def _teams_to_enter(written: list[WrittenPart], event: EventTable, known: Collection[str]) -> Iterator[Finding]:
    """Warn of teams that are named in full and cannot be made of their names, unless these are ids of the event."""
    table = next((one for one in event.tables if one.key == TEAM), None)
    if table is None or not _needed_besides(table):
        return
    ids = {*map(folded, known)}
    members = [one for one in written if TEAM in one.values and folded(str(one.values[TEAM])) not in ids]
    unknown = [*dict.fromkeys(str(one.values[TEAM]) for one in members)]
    if not all(map(_MARK.fullmatch, unknown)):
        besides = join_words([f"a {title}" for title in _needed_besides(table)])
        message = (
            f"The event has no team with the id {' or '.join(first_few(unknown, _TOLD))}. None is made of a name here, "
            f"since a team needs {besides}, too: enter the teams on the sheet {table.title}, and for each player the "
            "id of the team, such as T1."
        )
        place = members[0].sheet, members[0].cell_of(TEAM)
        yield finding("event-reference", message, sheet=place[0], cell=place[1], severity=Severity.WARNING)


def _records(path: Path) -> list[Record]:
    """Return the lines of a CSV file that are not blank; the first has the headings."""
    text = _text(path)
    first = next((line for line in text.splitlines() if line.strip()), "")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator_of(first), strict=True)
    records, line = [], 1
    try:
        for values in reader:
            if any(value.strip() for value in values):
                records.append((line, [without_mark(value.strip()) for value in values]))
            line = reader.line_num + 1
    except csv.Error as error:
        raise UnreadableFile(f"{path}, line {line}: the quotes do not match ({error}). Correct them.") from error
    if not records:
        raise UnreadableFile(f"{path} is empty.")
    return records


def _text(path: Path) -> str:
    text = decoded(content_of(path, _MOST_MEBIBYTES, "a list of players"))
    if text is None:
        raise UnreadableFile(f"{path} is no text in UTF-8 or Windows-1252. Save the list of players as CSV (UTF-8).")
    return text


def _columns(titles: Sequence[str], table: EventTable) -> dict[str, int]:
    """Return the number of each column by its key; of two candidates the clearest heading wins, then the first."""
    at = {_heading(title): index for index, title in reversed(list(enumerate(titles)))}
    known = {column.key: (column.key, column.title) for column in table.columns}
    found = {}
    for key in (*known, _FIRST, _LAST):
        names = map(_heading, (*known.get(key, ()), *_HEADINGS.get(key, ())))
        place = next((at[name] for name in names if name in at), None)
        if place is not None:
            found[key] = place
    if "name" in found and _FIRST in found and _LAST not in found:
        found[_LAST] = found.pop("name")  # "Name, First name": here the name is the last name
    if "name" in found:
        return {key: place for key, place in found.items() if key != _FIRST}
    return found


def _heading(title: str) -> str:
    return squashed(title) or title.strip()


def _whole_name(first: str, last: str) -> str:
    """Join the parts of a name: in Chinese, Japanese and Korean the family name comes first, without a blank."""
    if first and last and all(unicodedata.east_asian_width(character) in "WF" for character in first + last):
        return last + first
    return " ".join(filter(None, (first, last)))


def _written_player(
    path: Path, table: EventTable, record: Record, titles: Sequence[str], places: Mapping[str, int]
) -> WrittenPart:
    """Return the player on a line, as an event file would have it."""
    line, row = record
    given = {key: row[place] for key, place in places.items() if place < len(row)}
    if "name" not in places:
        given["name"] = _whole_name(given.get(_FIRST, ""), given.get(_LAST, ""))
    given.setdefault(_FAMILY, given.get(_LAST, ""))
    columns = [column for column in table.columns if column.key in given]
    values = {column.key: from_cell(column, given[column.key]) for column in columns}
    return WrittenPart(
        table=table,
        sheet=path.name,
        values={key: value for key, value in values.items() if value is not None},
        cells={key: f"line {line}, {titles[place]}" for key, place in places.items()},
        cell=f"line {line}",
    )


def _with_ids(written: Sequence[WrittenPart]) -> list[WrittenPart]:
    """Give players without an id P01, P02 and so on, leaving out ids that are taken."""
    taken = {folded(one.values["id"]) for one in written if "id" in one.values}
    width = max(2, len(str(len(written))))
    free = (id_ for id_ in (f"P{number:0{width}}" for number in count(1)) if folded(id_) not in taken)
    return [one if "id" in one.values else replace(one, values={"id": next(free), **one.values}) for one in written]


def _long_lines(path: Path, records: Sequence[Record], width: int) -> Iterator[Finding]:
    for line, values in records:
        if any(values[width:]):
            message = (
                f"There are {len(values)} values under {width} headings. "
                "Put quotes around a value that has a comma of its own."
            )
            yield finding("event-value", message, sheet=path.name, cell=f"line {line}")


def _ids_twice(written: Sequence[WrittenPart]) -> Iterator[Finding]:
    first: dict[str, WrittenPart] = {}
    for one in written:
        owner = first.setdefault(folded(one.values["id"]), one)
        if owner is not one:
            message = f'The id "{one.values["id"]}" stands in {owner.cell} already. Give one of them another.'
            yield finding("event-duplicate", message, sheet=one.sheet, cell=one.cell_of("id"))


def _ignored_columns(
    path: Path, heading_line: int, titles: Sequence[str], places: Mapping[str, int]
) -> Iterator[Finding]:
    aside = [title for at, title in enumerate(titles) if title and at not in places.values()]
    if aside:
        message = f"These columns were left aside: {', '.join(aside)}."
        yield finding("event-unknown", message, sheet=path.name, cell=f"line {heading_line}", severity=Severity.NOTE)
