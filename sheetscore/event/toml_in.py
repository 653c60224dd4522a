"""event.toml read: the event as text, for version control, scripts and examples."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import TypeGuard

from msgspec import Struct, field

from sheetscore.event.assembly import Entry, Written
from sheetscore.event.identity import suggestion
from sheetscore.event.tables import Table
from sheetscore.findings import Finding, finding
from sheetscore.problems import UnreadableFile
from sheetscore.toml_data import toml_data

_MOST_BYTES = 4 * 2**20

_LINE = re.compile(r"(?P<what>.*?) \(at (?:line (?P<line>\d+), column \d+|end of document)\)\Z", re.DOTALL)
_DATE = re.compile(r"date\s*=\s*(?P<day>[^#]*?)\s*(#.*)?")


class TomlSource(Struct, frozen=True):
    """An event.toml that was opened; numbers with a point are Decimal."""

    data: Mapping[str, object]

    @property
    def has_titles(self) -> bool:
        """No: it has keys."""
        return False

    @property
    def system(self) -> object:
        """What ``[event]`` says the system is; None if it says nothing."""
        header = self.data.get("event")
        return header.get("system") if isinstance(header, dict) else None

    @property
    def system_place(self) -> tuple[str, str]:
        """Where it says so."""
        return "[event]", "system"

    def read(self, event: Table) -> Written:
        """Take all of it apart, by the tables of the system's model."""
        reading = _Reading()
        return Written(reading.entry(event, self.data, "event.toml"), tuple(reading.findings))


def open_toml(path: Path) -> TomlSource:
    """Open an event.toml.

    Raises
    ------
    UnreadableFile
        It is no TOML; the message names the line.
    """
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
        if len(content) > _MOST_BYTES:
            raise UnreadableFile(f"{path} is far too long for an event.")
        return TomlSource(toml_data(content, Decimal))
    except OSError as error:
        raise UnreadableFile(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise UnreadableFile(f"{path} is not text in UTF-8. Save it as UTF-8.") from error
    except (ValueError, RecursionError) as error:
        raise UnreadableFile(_not_toml(path, str(error), content.decode("utf-8").split("\n"))) from error


class _Reading(Struct):
    """One pass through a TOML document; tables are numbered through all of it, as one finds them there."""

    findings: list[Finding] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def entry(self, table: Table, data: Mapping[str, object], place: str) -> Entry:
        tables = {inner.key: inner for inner in table.tables}
        keys = {column.key for column in table.columns}
        for key in data:
            if key not in keys and key not in tables:
                self.unknown(key, [*keys, *tables], place)
        return Entry(
            table=table,
            sheet=place,
            values={key: value for key, value in data.items() if key in keys},
            inner={inner.key: self.inner(inner, data.get(inner.key)) for inner in table.tables},
        )

    def inner(self, table: Table, data: object) -> tuple[Entry, ...]:
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
        return tuple(self.entry(table, one, self.next_place(table)) for one in several)

    def next_place(self, table: Table) -> str:
        self.counts[table.path] = self.counts.get(table.path, 0) + 1
        return table.place if table.single else f"{table.place} {self.counts[table.path]}"

    def unknown(self, key: str, known: list[str], place: str) -> None:
        message = f'"{key}" is no key of {place}.{suggestion(key, known)} Correct or remove it.'
        self.findings.append(finding("event-unknown", message, sheet=place, cell=key))


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
