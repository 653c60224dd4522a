"""The journal of an event: one line of JSON for each action, with the digest of every file it touched."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from msgspec import DecodeError, Struct, field, json
from msgspec.structs import replace

from sheetscore.workbooks.saving import cannot_write

JOURNAL_NAME = "journal.jsonl"


class Action(Struct, frozen=True):
    """One action.

    Parameters
    ----------
    time
        When it ended, with a time zone; written as UTC to the second.
    command
        What was asked for: ``ingest round1.xlsx``.
    version
        The version of sheetscore.
    read, written
        File names with the sha256 of what was read or written.
    outcome
        ``"ok"``, ``"warnings"``, ``"errors"`` or the code of a problem.
    notes
        What the director was told besides.
    """

    time: dt.datetime
    command: str
    version: str
    read: Mapping[str, str] = field(default_factory=dict)
    written: Mapping[str, str] = field(default_factory=dict)
    outcome: str = "ok"
    notes: tuple[str, ...] = ()


def append(folder: Path, entry: Action) -> None:
    """Add a line to the journal of an event folder, and see it onto the disk.

    Raises
    ------
    WrongUsage
        The journal cannot be written.
    """
    path = folder / JOURNAL_NAME
    utc = replace(entry, time=entry.time.astimezone(dt.UTC).replace(microsecond=0))
    try:
        with path.open("ab+") as stream:
            stream.write(_end_of_torn_line(stream) + json.encode(utc) + b"\n")
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        raise cannot_write(path, error) from error


def read(folder: Path) -> list[Action]:
    """Return the entries of an event folder, oldest first; none where there is no journal.

    A line that is not whole is passed over: a run was killed while it wrote it.
    """
    path = folder / JOURNAL_NAME
    if not path.exists():
        return []
    entries = []
    for line in path.read_bytes().splitlines():
        with contextlib.suppress(DecodeError, UnicodeDecodeError):
            entries.append(json.decode(line, type=Action))
    return entries


def _end_of_torn_line(stream: BinaryIO) -> bytes:
    """Return the line break that a killed run still owes."""
    if stream.seek(0, os.SEEK_END) == 0:
        return b""
    stream.seek(-1, os.SEEK_END)
    return b"" if stream.read(1) == b"\n" else b"\n"
