"""event.toml, read and written: the event as text, for version control, scripts and examples.

The file has the required values, and those that differ from their defaults.
"""

from __future__ import annotations

import datetime as dt
import re
import textwrap
import tomllib
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, TypeGuard

from msgspec import Struct, field

from sheetscore.event.assembly import WrittenEvent, WrittenPart
from sheetscore.event.identity import suggestion, word_and_meaning
from sheetscore.event.model import Event, EventPart
from sheetscore.event.tables import ColumnKind, EventColumn, EventTable, inner_parts, table_of
from sheetscore.event.times import clock
from sheetscore.findings import Finding, finding
from sheetscore.problems import UnreadableFile
from sheetscore.text_files import content_of

if TYPE_CHECKING:
    from tomlkit.items import AoT, Item
    from tomlkit.items import Table as TomlTable

_MOST_MEBIBYTES = 4

DEEPEST_KEY = 40
"""The most parts of a dotted key: each part may begin a table, and the reader keeps all of them in memory."""

_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DEEP_KEY = re.compile(rf"""(?<![\w"'-])(?:{_PART}[ \t]*+\.[ \t]*+){{{DEEPEST_KEY}}}""")

_COMMENT_WIDTH = 100
_ALWAYS_WRITTEN = ("event", "rounds")
"""The table and key of a value that is written even if it is the default, so that nobody has to guess it."""

# a message of tomllib; a line that gives a date, whatever is written as the date
_LINE = re.compile(r"(?P<what>.*?) \(at (?:line (?P<line>\d+), column \d+|end of document)\)\Z", re.DOTALL)
_DATE = re.compile(r"date\s*=\s*(?P<day>[^#]*?)\s*(#.*)?")


class TomlSource(Struct, frozen=True):
    """An event.toml that was opened; numbers with a point are Decimal."""

    data: Mapping[str, object]

    @property
    def has_titles(self) -> bool:
        """False: TOML has keys."""
        return False

    @property
    def system(self) -> object:
        """The system that ``[event]`` names; None if it names none."""
        header = self.data.get("event")
        return header.get("system") if isinstance(header, dict) else None

    @property
    def system_place(self) -> tuple[str, str]:
        """The table and the key of the system."""
        return "[event]", "system"

    def read(self, event: EventTable) -> WrittenEvent:
        """Parse the whole file by the tables of the system's model."""
        reading = _Reading()
        return WrittenEvent(reading.part(event, self.data, "event.toml"), tuple(reading.findings))


def open_toml(path: Path) -> TomlSource:
    """Open an event.toml.

    Raises
    ------
    UnreadableFile
        It is no TOML; the message names the line.
    """
    content = content_of(path, _MOST_MEBIBYTES, "an event")
    try:
        return TomlSource(toml_data(content, Decimal))
    except UnicodeDecodeError as error:
        raise UnreadableFile(f"{path} is not text in UTF-8. Save it as UTF-8.") from error
    except ValueError as error:
        raise UnreadableFile(_not_toml(path, str(error), content.decode("utf-8").split("\n"))) from error


def toml_data(content: bytes, parse_float: Callable[[str], object] = float) -> dict[str, object]:
    """Read the bytes of any TOML file that people write; the mark that Notepad puts before UTF-8 is ignored.

    Parameters
    ----------
    parse_float
        The function that converts numbers with a point, such as Decimal.

    Raises
    ------
    TOMLDecodeError, UnicodeDecodeError
        It is no TOML, or not in UTF-8.
    """
    # tomllib wants lines to end as in a file that Python opened as text
    text = content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    if deep := _DEEP_KEY.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise tomllib.TOMLDecodeError(f"A key has more than {DEEPEST_KEY} parts (at line {line}, column 1)")
    try:
        return tomllib.loads(text, parse_float=parse_float)
    except RecursionError:
        raise tomllib.TOMLDecodeError("Lists or tables are nested too deeply") from None


class _Reading(Struct):
    """One pass through a TOML document; the tables of a kind are numbered through the whole document."""

    findings: list[Finding] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def part(self, table: EventTable, data: Mapping[str, object], place: str) -> WrittenPart:
        tables = {inner.key: inner for inner in table.tables}
        columns = {column.key: column for column in table.columns}
        for key in data:
            if key not in columns and key not in tables:
                self.unknown(key, [*columns, *tables], place)
        return WrittenPart(
            table=table,
            sheet=place,
            values={key: _several(columns[key], value) for key, value in data.items() if key in columns},
            inner={inner.key: self.inner(inner, data.get(inner.key)) for inner in table.tables},
        )

    def inner(self, table: EventTable, data: object) -> tuple[WrittenPart, ...]:
        usual: list[dict[str, object]] = [{}] if table.single else []
        several = usual if data is None else [data] if table.single else data
        if not _are_tables(several):
            self.findings.append(
                finding(
                    "event-value",
                    f'"{table.key}" is not written as a table. Write it as {table.place}, '
                    "with its keys in the lines below.",
                    sheet=table.place,
                )
            )
            several = usual
        return tuple(self.part(table, one, self.next_place(table)) for one in several)

    def next_place(self, table: EventTable) -> str:
        self.counts[table.path] = self.counts.get(table.path, 0) + 1
        return table.place if table.single else f"{table.place} {self.counts[table.path]}"

    def unknown(self, key: str, known: list[str], place: str) -> None:
        message = f'"{key}" is no key of {place}.{suggestion(key, known)} Correct or remove it.'
        self.findings.append(finding("event-unknown", message, sheet=place, cell=key))


def _several(column: EventColumn, value: object) -> object:
    """Return a single id as a list of one, if the key takes several."""
    return [value] if column.many and column.refers and isinstance(value, str) else value


def _are_tables(several: object) -> TypeGuard[list[dict[str, object]]]:
    return isinstance(several, list) and all(isinstance(one, dict) for one in several)


def _not_toml(path: Path, complaint: str, lines: Sequence[str]) -> str:
    match = _LINE.match(complaint)
    if match and match["line"]:
        date = _DATE.fullmatch(lines[int(match["line"]) - 1].strip())
        if date:
            return f"{path}, line {match['line']}: “{date['day']}” is no date. Write it as 1991-07-05, year first."
        return f"{path}, line {match['line']}: this is not TOML ({match['what']}). Correct the line."
    return f"{path} is not TOML ({match['what'] if match else complaint})."


def write_toml(event: Event) -> str:
    """Write an event as TOML: what is required, the rounds, and what differs from the usual.

    Settings left as usual are given as comments, so that a director sees every choice.
    """
    import tomlkit  # noqa: PLC0415 -- reading needs no tomlkit

    document = tomlkit.document()
    document.add(tomlkit.comment(f"{event.header.name}: an event of sheetscore, the same as its event.xlsx."))
    for table in table_of(type(event)).tables:
        document.add(tomlkit.nl())
        document.add(tomlkit.comment(table.description))
        parts = inner_parts(table, event)
        if table.single:
            document.add(table.key, _toml_table(table, parts[0], with_usual=table.path == "settings"))
        elif parts:
            document.add(table.key, _toml_tables(table, parts))
    return tomlkit.dumps(document)


def _toml_tables(table: EventTable, parts: tuple[EventPart, ...]) -> AoT:
    import tomlkit  # noqa: PLC0415 -- as above

    array = tomlkit.aot()
    for part in parts:
        array.append(_toml_table(table, part))
    return array


def _toml_table(table: EventTable, part: EventPart, *, with_usual: bool = False) -> TomlTable:
    import tomlkit  # noqa: PLC0415 -- as above

    written = tomlkit.table()
    for column in table.columns:
        value = getattr(part, column.name)
        if with_usual:
            written.add(tomlkit.nl())
            for line in textwrap.wrap(column.description, _COMMENT_WIDTH):
                written.add(tomlkit.comment(line))
        if column.required or value != column.default or (table.path, column.key) == _ALWAYS_WRITTEN:
            written.add(column.key, _toml_value(column, value))
        elif with_usual:
            usual = "is not given" if value is None else f"= {_toml_value(column, value).as_string()}"
            written.add(tomlkit.comment(f"{column.key} {usual}"))
    for inner in table.tables:
        parts = inner_parts(inner, part)
        if inner.single:
            written.add(inner.key, _toml_table(inner, parts[0]))
        elif parts:
            written.add(inner.key, _toml_tables(inner, parts))
    return written


def _toml_value(column: EventColumn, value: object) -> Item:
    import tomlkit  # noqa: PLC0415 -- as above

    if isinstance(value, tuple):
        meanings = dict(map(word_and_meaning, value)) if column.paired else {}
        if value and len(meanings) == len(value) and "" not in meanings:
            table = tomlkit.inline_table()
            table.update(meanings)
            return table
        return tomlkit.item([_toml_value(column, one) for one in value])
    if column.kind is ColumnKind.DECIMAL and isinstance(value, Decimal):
        return tomlkit.value(f"{value:f}")
    if isinstance(value, dt.time):
        return tomlkit.item(clock(value))
    if column.long and isinstance(value, str) and "\n" in value:
        return tomlkit.string(f"{value}\n", multiline=True)
    return tomlkit.item(value)
