"""Archives of tests: what is in one, and workbooks that say something else than those that sheetscore has made."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path

from sheetscore.archive.adding import Added, add
from sheetscore.archive.schema import TABLES
from sheetscore.archive.storage import Archive, Manifest
from sheetscore.results.hidden_data import DataLine, read_data, write_data
from sheetscore.workbooks.book import Book
from sheetscore.workers import in_processes

HERE = in_processes(1)


def add_here(archive: object, *paths: object) -> Added:
    """Add workbooks in this process."""
    return add([*map(str, paths)], str(archive), HERE)


def contents(archive: object) -> dict[str, list[tuple[object, ...]]]:
    """Give all rows of an archive by their tables, in an order of their own."""
    there = Archive(str(archive))
    return rows_of(there, there.existing_manifest())


def rows_of(archive: Archive, manifest: Manifest) -> dict[str, list[tuple[object, ...]]]:
    """Give all rows that a manifest lists, by their tables, in an order of their own."""
    found = {name: archive.table(name, manifest).to_pylist() for name in TABLES}
    return {name: sorted((tuple(row.values()) for row in rows), key=repr) for name, rows in found.items()}


def parts_of(archive: object) -> list[str]:
    """Give the paths of the files that count; each has a digest of what is in it."""
    return sorted(part.path for part in Archive(str(archive)).existing_manifest().parts)


def results_in(*folders: Path) -> list[Path]:
    """Give the results workbooks and standings of event folders."""
    return [path for folder in folders for path in sorted([*folder.glob("*-results.xlsx"), folder / "standings.xlsx"])]


def saying(workbook: Path, to: Path, lines: Mapping[str, Sequence[DataLine]]) -> Path:
    """Make a results workbook that says what another one does, but for the lines of some kinds."""
    told = {**read_data(workbook, "results").lines, **lines}
    book = Book(to, "changed")
    write_data(book, "results", [(kind, *texts) for kind, found in told.items() for texts in found])
    book.close()
    return to


def end_at_once(_address: str) -> None:
    """End the process that is to read a file, as a machine that lacks memory does."""
    os.kill(os.getpid(), signal.SIGKILL)
