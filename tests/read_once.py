"""Files whose bytes were read before are not read again: a command reads its event, draw and sheets anew each time.

What is read of a workbook follows from its bytes, from the limits and from the sheet that is wanted; the record of a
round from its hidden lines, what is read of an event from its file, its templates and the systems that there are. None
of it is ever changed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from sheetscore.event import registry
from sheetscore.event.model import Event
from sheetscore.findings import Finding
from sheetscore.operations.opening import open_event
from sheetscore.results import record_lines
from sheetscore.results.record import RoundRecord, SourceFile
from sheetscore.workbooks import reader
from sheetscore.workbooks.guard.inspection import Inspected

MOST_KEPT = 80
"""Workbooks: a demo has up to 18, of which commands read one sheet, some or all."""

_READ: OrderedDict[Hashable, tuple[Inspected, Any]] = OrderedDict()
"""What was read in this process: many modules begin with the same folders."""

MOST_EVENTS = 4
"""A test has one or two, and changes them."""

MOST_RECORDS = 24
"""A command reads those of all rounds, and each command anew."""


@contextmanager
def read_once() -> Iterator[None]:
    """Let the program read equal bytes once; whatever the guard refuses is refused anew."""
    inspect: Any = vars(reader)["inspect"]

    def once(path: Path, limits: Any, reading: Any) -> Inspected:
        key = (path.read_bytes() if path.is_file() else path, limits, reading._only)
        if key not in _READ:
            _READ[key] = (inspect(path, limits, reading), reading)
            if len(_READ) > MOST_KEPT:
                _READ.popitem(last=False)
        _READ.move_to_end(key)
        inspected, before = _READ[key]
        reading.sheets, reading.names = before.sheets, before.names
        return inspected

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(reader, "inspect", once)
        patched.setattr(record_lines, "record_of", _kept_records())
        patched.setattr(open_event, "examine_event", lambda path: _event(path, Path.cwd(), _surroundings(path)))
        yield


def _kept_records() -> Callable[..., RoundRecord]:
    """Read the lines of equal results once."""
    read, kept = record_lines.record_of, OrderedDict[Hashable, RoundRecord]()

    def once(lines: Any, version: int, file: SourceFile) -> RoundRecord:
        if (version, file) not in kept:
            kept[version, file] = read(lines, version, file)
            if len(kept) > MOST_RECORDS:
                kept.popitem(last=False)
        return kept[version, file]

    return once


def _surroundings(path: Path) -> Hashable:
    """Give all that an event depends on: what is called like its file, its templates, what finds systems."""
    folder, name = (path, "event") if path.is_dir() else (path.parent, path.stem)
    files = [*folder.glob(f"*{name}.*"), *(folder / "templates").rglob("*")]
    there = tuple((file, file.read_bytes()) for file in sorted(files) if file.is_file())
    return there, vars(registry)["entry_points"]


_examine_event = vars(open_event)["examine_event"]


@lru_cache(maxsize=MOST_EVENTS)
def _event(path: Path, _from: Path, _surroundings: Hashable) -> tuple[Event | None, tuple[Finding, ...]]:
    found: tuple[Event | None, tuple[Finding, ...]] = _examine_event(path)
    return found
