"""Collect the rows of an addition in temporary files, to write one file per table and partition to the archive.

So the rows of only a few workbooks are in memory at a time.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
from pyarrow import feather

from sheetscore.archive.reading import ReadFile
from sheetscore.archive.storage import Archive, ArchivePart

_AT_ONCE = 2 * 1024 * 1024
"""How many bytes of rows are held in memory before they are written to temporary files."""


class Gathered:
    """Rows by table and partition, in the order in which they came.

    Parameters
    ----------
    place
        A folder for temporary files.
    """

    def __init__(self, place: Path) -> None:
        self._place = place
        self._held: dict[tuple[str, str, str], list[pa.Table]] = defaultdict(list)
        self._files: dict[tuple[str, str, str], list[Path]] = defaultdict(list)
        self._bytes = 0
        self._numbers = itertools.count(1)

    def take(self, one: ReadFile) -> None:
        """Add the rows of a workbook."""
        for table, rows in one.tables.items():
            self._held[table, one.system, one.year].append(rows)
            self._bytes += rows.get_total_buffer_size()
        if self._bytes >= _AT_ONCE:
            self._write_held()

    def _write_held(self) -> None:
        for key, tables in self._held.items():
            path = self._place / f"{next(self._numbers)}.arrow"
            feather.write_feather(pa.concat_tables(tables).combine_chunks(), path, compression="lz4")
            self._files[key].append(path)
        self._held.clear()
        self._bytes = 0

    def written(self, archive: Archive) -> Iterator[ArchivePart]:
        """Write all rows to an archive, one file for each table and partition; yield the files."""
        self._write_held()
        for key, paths in sorted(self._files.items()):
            yield archive.write(*key, (feather.read_table(path, memory_map=False) for path in paths))
