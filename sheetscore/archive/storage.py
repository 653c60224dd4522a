"""An archive in a folder or an object store: Parquet files, and numbered manifests that say which of them count.

    club/manifests/000003.json
    club/parts/games/system=aso/year=2008/5f0c….parquet

A file of the parts has the rows of one table and partition from one addition, and is called by a digest of what it
holds. A manifest lists all files that count, and is created only where none of its number is: that is the moment at
which an addition happens. Of two at once the second finds its number taken, looks at what the first has added and tries
again; one that is killed leaves files behind that no manifest lists.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import fsspec
import msgspec
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
from msgspec import Struct

from sheetscore.archive.schema import SCHEMAS, VERSION
from sheetscore.problems import UnreadableFile, WrongUsage

_MANIFESTS, _PARTS = "manifests", "parts"
_NUMBERED = re.compile(r"(\d{6})\.json")
_LOCAL = frozenset({"file", "local"})


class ArchivePart(Struct, frozen=True, order=True):
    """A Parquet file: the table, the partition, the path within the archive."""

    table: str
    system: str
    year: str
    path: str
    rows: int


class Manifest(Struct, frozen=True):
    """Which files count, and by which version of the tables they are written."""

    version: int = VERSION
    parts: tuple[ArchivePart, ...] = ()


class TakenError(Exception):
    """Somebody else has committed meanwhile."""


class Archive:
    """An archive at an address.

    Parameters
    ----------
    address
        A folder, or an address that fsspec knows: ``s3://bucket/club``.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.files, self.root = fsspec.core.url_to_fs(address)
        self.is_local = not {self.files.protocol, *self.files.protocol}.isdisjoint(_LOCAL)

    def newest(self) -> tuple[int, Manifest]:
        """Return the number and the content of the newest manifest; 0 and an empty one where there is no archive yet.

        Raises
        ------
        UnreadableFile
            It was written by a later version, or is no manifest.
        """
        number = max(self._numbers(), default=0)
        if not number:
            return 0, Manifest()
        try:
            manifest = msgspec.json.decode(self.files.cat_file(self._manifest(number)), type=Manifest)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            raise UnreadableFile(f"{self._manifest(number)} is no manifest of an archive: {error}") from error
        if manifest.version > VERSION:
            raise UnreadableFile(
                f"the archive {self.address} was written by a newer sheetscore (version {manifest.version} of its "
                f"tables, this one knows {VERSION}); install the newest one"
            )
        return number, manifest

    def there(self) -> Manifest:
        """Return the newest manifest of an archive that is there.

        Raises
        ------
        WrongUsage
            There is none.
        """
        number, manifest = self.newest()
        if not number:
            raise WrongUsage(
                f"there is no archive at {self.address}; make one with: sheetscore archive add FOLDER --to "
                f"{self.address}",
                "no-archive",
            )
        return manifest

    def _numbers(self) -> Iterator[int]:
        try:
            names = self.files.ls(f"{self.root}/{_MANIFESTS}", detail=False, refresh=True)
        except FileNotFoundError:
            return
        found = (_NUMBERED.fullmatch(str(name).rsplit("/", 1)[-1]) for name in names)
        yield from (int(one[1]) for one in found if one)

    def _manifest(self, number: int) -> str:
        return f"{self.root}/{_MANIFESTS}/{number:06}.json"

    def write(self, table: str, system: str, year: str, rows: pa.Table) -> ArchivePart:
        """Write rows of a table and partition; they count when a manifest lists them."""
        rows = rows.combine_chunks()
        packed = io.BytesIO()
        pq.write_table(rows, packed, compression="zstd")
        data = packed.getvalue()
        name = hashlib.sha256(data).hexdigest()[:32]
        path = f"{_PARTS}/{table}/system={system}/year={year}/{name}.parquet"
        self._put(f"{self.root}/{path}", data)
        return ArchivePart(table, system, year, path, rows.num_rows)

    def _put(self, path: str, data: bytes) -> None:
        if not self.is_local:
            self.files.pipe_file(path, data)
            return
        there = Path(path)
        there.parent.mkdir(parents=True, exist_ok=True)
        with _beside(there, data) as unfinished:
            unfinished.replace(there)

    def commit(self, number: int, manifest: Manifest) -> None:
        """Create the manifest of a number.

        Raises
        ------
        TakenError
            There is one.
        """
        path, data = self._manifest(number), msgspec.json.format(msgspec.json.encode(manifest))
        try:
            if self.is_local:
                there = Path(path)
                there.parent.mkdir(parents=True, exist_ok=True)
                with _beside(there, data) as whole:
                    os.link(whole, there)  # fails where there is one, and is never there in part
            else:
                self.files.pipe_file(path, data, mode="create")
        except FileExistsError as error:
            raise TakenError(path) from error
        except OSError as error:
            if "PreconditionFailed" in str(error) or "already exists" in str(error):
                raise TakenError(path) from error
            raise

    def table(self, name: str, manifest: Manifest, columns: Sequence[str] | None = None) -> pa.Table:
        """Read a table whole, or some columns of it."""
        return self.dataset(name, manifest).to_table(columns=columns)

    def read_text(self, name: str) -> str | None:
        """Read a file of the archive that people edit; None for none."""
        try:
            data: bytes = self.files.cat_file(f"{self.root}/{name}")
        except FileNotFoundError:
            return None
        return data.decode("utf-8")

    def write_text(self, name: str, text: str) -> None:
        """Write a file of the archive that people edit."""
        self._put(f"{self.root}/{name}", text.encode())

    def known(self, column: str, manifest: Manifest) -> list[str]:
        """Return what the archive has: the digests of workbooks (``sha256``), or of what they say (``record``)."""
        found: list[str] = self.table("files", manifest, [column])[column].to_pylist()
        return found

    def dataset(self, name: str, manifest: Manifest) -> Any:
        """Give a table as a data set, which is read when it is asked."""
        paths = [f"{self.root}/{part.path}" for part in manifest.parts if part.table == name]
        if not paths:
            return ds.dataset(SCHEMAS[name].empty_table())
        return ds.dataset(paths, schema=SCHEMAS[name], format="parquet", filesystem=self.files)


@contextmanager
def _beside(there: Path, data: bytes) -> Iterator[Path]:
    """Write data to a file beside another one, whole and flushed; whatever is left of it goes at the end."""
    handle, name = tempfile.mkstemp(prefix=".", dir=there.parent)
    unfinished = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        yield unfinished
    finally:
        unfinished.unlink(missing_ok=True)


def compacted(archive: Archive, manifest: Manifest) -> Manifest:
    """Write all files of a partition as one, and give the manifest that lists those."""
    parts: dict[tuple[str, str, str], list[ArchivePart]] = {}
    for part in sorted(manifest.parts):
        parts.setdefault((part.table, part.system, part.year), []).append(part)
    return Manifest(parts=tuple(_as_one(archive, key, found) for key, found in parts.items()))


def _as_one(archive: Archive, key: tuple[str, str, str], parts: Sequence[ArchivePart]) -> ArchivePart:
    if len(parts) == 1:
        return parts[0]
    return archive.write(*key, archive.table(key[0], Manifest(parts=tuple(parts))))


def joined(tables: Iterable[Mapping[str, pa.Table]]) -> dict[str, pa.Table]:
    """Put tables of several files together, by their names."""
    found: dict[str, list[pa.Table]] = {}
    for one in tables:
        for name, rows in one.items():
            found.setdefault(name, []).append(rows)
    return {name: pa.concat_tables(rows) for name, rows in found.items()}
