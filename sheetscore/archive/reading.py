"""Read a workbook of results or standings into rows for an archive.

Results of versions 1 to 3 do not say who met whom; their system, if it is installed, derives it from their rows.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
from msgspec import Struct
from msgspec.structs import asdict

from sheetscore.archive.schema import SCHEMAS, TABLES
from sheetscore.problems import MistakesFound, UnreadableFile, WrongUsage
from sheetscore.results.hidden_data import LinesByKind, changed_data_error, read_data, written_tree
from sheetscore.results.record import RoundRecord, SourceFile
from sheetscore.results.record_lines import BrokenRecordError, record_of
from sheetscore.results.standings_record import StandingsRecord, read_standings
from sheetscore.results.table_book import ABOUT, moment_in
from sheetscore.systems.played import Game, ScoredRound
from sheetscore.systems.system import system_called
from sheetscore.workbooks.book import as_double

RESULTS, STANDINGS = "results", "standings"

UNDATED = "undated"
"""The partition for results without a known year, and for standings."""

Rows = Mapping[str, Sequence[Mapping[str, object]]]
"""Rows by the name of their table."""


class ReadFile(Struct, frozen=True):
    """A workbook read for an archive."""

    path: str
    sha256: str = ""
    record: str = ""
    """The digest of its content, which is the key of its rows."""
    system: str = ""
    """With ``year``, the partition of its rows."""
    year: str = UNDATED
    tables: Mapping[str, pa.Table] = {}
    """Its rows by table; tables without rows are left out."""
    refused: str = ""
    """Why it cannot be read; then only ``path`` is filled in besides."""


def read_file(path: Path, folder: str) -> ReadFile:
    """Check a workbook with the guard and read it; if it cannot be read, the result says why.

    Parameters
    ----------
    folder
        The name of its folder, as recorded in the archive.
    """
    try:
        return _standings(path, folder) if path.stem == STANDINGS else _results(path, folder)
    except (UnreadableFile, OSError) as error:
        return ReadFile(str(path), refused=str(getattr(error, "message", None) or error))


def _results(path: Path, folder: str) -> ReadFile:
    data = read_data(path, RESULTS, besides=(ABOUT,))
    try:
        record = record_of(data.lines, data.version, SourceFile(path.name, data.workbook.sha256))
        written = moment_in(data.workbook)
        digest, lines = _digest(data.lines, written), zlib.compress(_json(data.lines), _FAST)
        rows: Rows = {
            **_of_record(record, data.version, written),
            "files": [_file(path, data.workbook.sha256, RESULTS, folder)],
            "records": [{"lines": lines}],
        }
        tables = _tables(rows, digest)
    except (BrokenRecordError, *_BROKEN) as error:
        raise changed_data_error(path, RESULTS) from error
    if not _SYSTEM.fullmatch(record.system):
        raise changed_data_error(path, RESULTS)  # the id becomes the name of a folder
    day = (record.setup.day or record.setup.date) if record.setup else None
    year = str(day.year) if day else UNDATED
    return ReadFile(str(path), data.workbook.sha256, digest, record.system, year, tables)


_BROKEN = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError, pa.ArrowException)
"""The exceptions raised for lines that no version of sheetscore wrote."""

_SYSTEM = re.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
"""The ids of systems that can be names of folders."""


def _standings(path: Path, folder: str) -> ReadFile:
    record = read_standings(path)
    sha256 = record.file.sha256
    try:
        digest = _digest_of_standings(record)
        rows: Rows = {
            "files": [_file(path, sha256, STANDINGS, folder)],
            "standings": list(_of_standings(record)),
            "sources": [{"sha256": one} for one in record.sources.values()],
        }
        tables = _tables(rows, digest)
    except _BROKEN as error:
        raise changed_data_error(path, STANDINGS) from error
    return ReadFile(str(path), sha256, digest, STANDINGS, UNDATED, tables)


def _file(path: Path, sha256: str, kind: str, folder: str) -> dict[str, object]:
    return {"sha256": sha256, "kind": kind, "file": path.name, "folder": folder}


def _digest(lines: LinesByKind, written: dt.datetime | None) -> str:
    """Return the digest of results and of the time when they were made; saving the workbook again does not change it.

    Results made at another time have another digest, even with equal values, since a director may take a correction
    back. The file that the scores were read from does not count.
    """
    kept = {kind: found for kind, found in lines.items() if kind != "source"}
    return hashlib.sha256(_json(kept) + str(written).encode()).hexdigest()


def _digest_of_standings(record: StandingsRecord) -> str:
    parts = [
        record.event_key,
        record.sources,
        record.after_round,
        record.rows,
        record.declared,
        [*map(asdict, record.open)],
    ]
    return hashlib.sha256(_json({STANDINGS: written_tree(parts)})).hexdigest()


_FAST = 1
"""The level of zlib: a low one, since the Parquet file is compressed, too."""


def _row(row: Mapping[str, object]) -> str:
    """Write a row as JSON with exact texts."""
    return msgspec.json.encode(written_tree(row)).decode()


def _json(data: Mapping[str, object]) -> bytes:
    return msgspec.json.encode(data, order="deterministic")


def _tables(rows: Rows, digest: str) -> dict[str, pa.Table]:
    """Return Arrow tables of rows; each row gets the digest of its results or standings."""
    return {
        name: pa.table(
            {
                column.name: [digest] * len(found)
                if column.name == "record"
                else [row.get(column.name) for row in found]
                for column in TABLES[name]
            },
            schema=SCHEMAS[name],
        )
        for name, found in rows.items()
        if found
    }


def _of_record(record: RoundRecord, version: int, written: dt.datetime | None) -> Rows:
    """Return the rows of a scored round by their tables."""
    setup, played = record.setup, record.played
    games = played.games if played else games_of(record)
    date = setup.date if setup else None
    round_: dict[str, object] = {
        "event": record.event_key if setup and setup.uid else f"{record.event_key}@{date or UNDATED}",
        "event_name": record.event_name,
        "system": record.system,
        "system_title": played.title if played else _title(record.system),
        "date": date,
        "place": setup.place if setup else None,
        "rounds": setup.rounds if setup else None,
        "round": record.round,
        "day": (setup.day or date) if setup else None,
        "start": setup.start.isoformat("minutes") if setup and setup.start else None,
        "scenario": record.scenario,
        "provisional": record.provisional,
        "written": written,
        "version": version,
        "games_known": games is not None,
    }
    flights = played.kept.get("flights", ()) if played else ()
    return {
        "rounds": [round_],
        "players": list(_players(record)),
        "results": list(_rows(record)),
        "games": [side for game in games or () for side in _sides(record, game)],
        "boards": [line for board in (played.kept.get("boards", ()) if played else ()) for line in _centres(board)],
        "flights": [_flight(number, line) for number, line in enumerate(flights, start=1)],
    }


_KINDS = ("player", "team")


def _title(system: str) -> str:
    try:
        return system_called(system).title
    except (MistakesFound, WrongUsage):
        return system


def games_of(record: RoundRecord) -> Sequence[Game] | None:
    """Derive the games of results that do not list them; None if their system is not installed.

    Also None for rows of a version that lacks the data for it.
    """
    try:
        system = system_called(record.system)
        return system.games(ScoredRound(record.scenario, record.rows, record.lists, record.entries))
    except (MistakesFound, WrongUsage, LookupError):
        return None


def _players(record: RoundRecord) -> Iterator[dict[str, object]]:
    """Yield the players and teams of the event; for results without data on the event, those with a row."""
    if record.setup:
        for one in record.setup.enrolled:
            of_team = {"team": one.team or None}
            known = {"country": one.country or None, "club": one.club or None, "rating": one.rating}
            yield {"kind": one.kind, "id": one.id, "name": one.name, **known, **of_team}
        return
    known_ids: set[object] = set()
    for row in record.rows:
        kind = next((one for one in _KINDS if one in row), None)
        if kind and row[kind] not in known_ids:
            known_ids.add(row[kind])
            yield {"kind": kind, "id": row[kind], "name": row.get("name")}


def _rows(record: RoundRecord) -> Iterator[dict[str, object]]:
    """Yield the score of each player or team, with the whole row as JSON."""
    played = record.played
    earns = played.earns if played else _earns(record.system)
    rows = record.rows if played is None or played.results is None else played.results
    for line, row in enumerate(rows, start=1):
        kind = next((one for one in _KINDS if one in row), "player")
        score = row.get(earns)
        yield {
            "line": line,
            "kind": kind,
            "id": _text(row.get(kind)),
            "name": _text(row.get("name")),
            "table": _count(row.get("table")),
            "opponent": _text(row.get("opponent")),
            **_number("score", score),
            "row": _row(row),
        }


def _earns(system: str) -> str:
    try:
        return str(system_called(system).earns)
    except (MistakesFound, WrongUsage):
        return "score"


def _sides(record: RoundRecord, game: Game) -> Iterator[dict[str, object]]:
    for side in game.sides:
        yield {
            **asdict(game),
            **asdict(side),
            "scenario": game.scenario or record.scenario,
            **_number("points", side.points),
            **_number("handicap", side.handicap),
            "won": side.games.count("win") if side.games else None,
            "lost": side.games.count("loss") if side.games else None,
        }


_OF_BOARDS = frozenset({"table", "year", "outcome", "members"})
"""The keys of a line of a board that are no powers."""


def _centres(line: Mapping[str, Any]) -> Iterator[dict[str, object]]:
    for power, centres in line.items():
        if power not in _OF_BOARDS:
            yield {**{key: line.get(key) for key in _OF_BOARDS}, "power": power, "centres": _count(centres)}


def _flight(number: int, line: Mapping[str, Any]) -> dict[str, object]:
    known = ("player", "name", "table", "turn", "hits", "taken", "fate")
    row = {"row": _row(line)}
    return {"line": number, "seat": line.get("aircraft"), **{key: line.get(key) for key in known}, **row}


def _of_standings(record: StandingsRecord) -> Iterator[dict[str, object]]:
    whole = {
        "event_key": record.event_key,
        "after_round": record.after_round,
        "open": len(record.open),
        "declared": "\n".join(record.declared),
    }
    for row in record.rows or ({},):
        yield {
            **whole,
            "rank": _count(row.get("rank")),
            "id": _text(row.get("id")),
            "name": _text(row.get("name")),
            **_number("score", row.get("score")),
        }


def _number(name: str, value: object) -> dict[str, object]:
    """Return the two columns of an exact number, see :mod:`sheetscore.archive.schema`; a text is in the second only."""
    if isinstance(value, Fraction) and value.denominator != 1:
        return {name: as_double(value), f"{name}_exact": str(value)}
    if isinstance(value, int | Fraction):
        return {name: as_double(value), f"{name}_exact": None}
    return {name: None, f"{name}_exact": _text(value)}


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _count(value: object) -> int | None:
    return int(value) if isinstance(value, int) else None


def record_kept(lines: bytes, version: int) -> RoundRecord:
    """Return the record of results from the compressed lines in an archive."""
    kept: Mapping[str, Sequence[Sequence[str]]] = json.loads(zlib.decompress(lines))
    return record_of({kind: [*map(tuple, found)] for kind, found in kept.items()}, version)
