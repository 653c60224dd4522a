"""Store an archive in a folder or an object store: Parquet files, and numbered manifests that list the valid ones.

    club/manifests/000003.json
    club/parts/games/system=aso/year=2008/5f0c….parquet

A Parquet file has the rows of one table and partition from one addition; its name is the digest of its content. An
addition takes effect when its manifest is created, under a number that no manifest has yet. If two run at once, the
second finds its number taken, reads what the first has added and tries again. A run that is killed leaves files that no
manifest lists.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from sheetscore.workbooks.saving import digest, flush_folder, written_beside

_MANIFESTS, _PARTS = "manifests", "parts"
_NUMBERED = re.compile(r"(\d{6})\.json")
_LOCAL = frozenset({"file", "local"})

_GROUP = 4 * 1024 * 1024
"""How many bytes of rows are held in memory when a file is written."""


class ArchivePart(Struct, frozen=True, order=True):
    """A Parquet file: the table, the partition, the path within the archive."""

    table: str
    system: str
    year: str
    path: str
    rows: int


class Manifest(Struct, frozen=True, kw_only=True):
    """The list of valid files, and the version of the tables in which they are written."""

    version: int = VERSION
    parts: tuple[ArchivePart, ...]


class _Versioned(Struct, frozen=True):
    """The part of a manifest that every version has, read before the rest."""

    version: int


class TakenError(Exception):
    """Another addition has committed a manifest of the same number."""


class Archive:
    """An archive at an address.

    Parameters
    ----------
    address
        A folder, or an address that fsspec knows: ``s3://bucket/club``.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.files, self.root = files_at(address)
        self.is_local = is_local(self.files)

    def newest(self) -> tuple[int, Manifest]:
        """Return the number and the content of the newest manifest; 0 and an empty one if there is no archive yet.

        Raises
        ------
        UnreadableFile
            It was written by a later version, or is no manifest.
        """
        number = max(self._numbers(), default=0)
        if not number:
            return 0, Manifest(parts=())
        with access_to(self.address):
            data = self.files.cat_file(self._manifest(number))
        try:
            version = msgspec.json.decode(data, type=_Versioned).version
            if version > VERSION:
                raise UnreadableFile(
                    f"the archive {self.address} was written by a newer sheetscore (version {version} of its "
                    f"tables, this one knows {VERSION}); install the newest one"
                )
            return number, msgspec.json.decode(data, type=Manifest)
        except msgspec.DecodeError as error:
            raise UnreadableFile(
                f"{self._manifest(number)} is no manifest of an archive: {error}. Whoever deletes it has the archive "
                "as it was before the last addition"
            ) from error

    def existing_manifest(self) -> Manifest:
        """Return the newest manifest.

        Raises
        ------
        WrongUsage
            There is no archive.
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
        with access_to(self.address):
            try:
                names = self.files.ls(f"{self.root}/{_MANIFESTS}", detail=False, refresh=True)
            except FileNotFoundError:
                return
        found = (_NUMBERED.fullmatch(str(name).rsplit("/", 1)[-1]) for name in names)
        yield from (int(one[1]) for one in found if one)

    def _manifest(self, number: int) -> str:
        return f"{self.root}/{_MANIFESTS}/{number:06}.json"

    def write(self, table: str, system: str, year: str, rows: Iterable[pa.Table]) -> ArchivePart:
        """Write rows of a table and partition as one file, which is not valid until a manifest lists it."""
        with tempfile.TemporaryDirectory(prefix="sheetscore-") as near:
            packed = Path(near) / "packed.parquet"
            count = 0
            with pq.ParquetWriter(packed, SCHEMAS[table], compression="zstd") as file:
                for group in _in_groups(rows):
                    file.write_table(group)
                    count += group.num_rows
            path = f"{_PARTS}/{table}/system={system}/year={year}/{digest(packed)[:32]}.parquet"
            self._put(f"{self.root}/{path}", packed)
        return ArchivePart(table, system, year, path, count)

    def _put(self, path: str, packed: Path) -> None:
        if not self.is_local:
            with access_to(self.address):
                self.files.put_file(str(packed), path)
            return
        with _complete_file(Path(path), lambda unfinished: shutil.copyfile(packed, unfinished)) as whole:
            whole.replace(path)

    def commit(self, number: int, manifest: Manifest) -> None:
        """Create the manifest of a number.

        Raises
        ------
        TakenError
            There is a manifest of this number.
        """
        path, data = self._manifest(number), msgspec.json.format(msgspec.json.encode(manifest))
        try:
            if self.is_local:
                with _complete_file(Path(path), lambda unfinished: unfinished.write_bytes(data)) as whole:
                    _create(whole, Path(path))
            else:
                with access_to(self.address):
                    self.files.pipe_file(path, data, mode="create")
        except FileExistsError as error:
            raise TakenError(path) from error

    def tables(self, name: str, manifest: Manifest, columns: Sequence[str] | None = None) -> Iterator[pa.Table]:
        """Yield a table, or some columns of it, piece by piece."""
        with access_to(self.address):
            for batch in self.dataset(name, manifest).to_batches(columns=columns):
                yield pa.Table.from_batches([batch])

    def table(self, name: str, manifest: Manifest, columns: Sequence[str] | None = None) -> pa.Table:
        """Return a whole table, or some columns of it."""
        with access_to(self.address):
            return self.dataset(name, manifest).to_table(columns=columns)

    def read_text(self, name: str) -> str | None:
        """Read a file of the archive that people edit; None if there is none."""
        try:
            data: bytes = self.files.cat_file(f"{self.root}/{name}")
        except FileNotFoundError:
            return None
        return data.decode("utf-8")

    def write_text(self, name: str, text: str) -> None:
        """Write a file of the archive that people edit."""
        with tempfile.TemporaryDirectory(prefix="sheetscore-") as near:
            written = Path(near) / name
            written.write_bytes(text.encode())
            self._put(f"{self.root}/{name}", written)

    def digests(self, column: str, manifest: Manifest) -> list[str]:
        """Return the digests of all workbooks in the archive (``sha256``), or of their contents (``record``)."""
        found: list[str] = self.table("files", manifest, [column])[column].to_pylist()
        return found

    def dataset(self, name: str, manifest: Manifest) -> Any:
        """Return a table as an Arrow data set, which is read when it is queried."""
        paths = [f"{self.root}/{part.path}" for part in manifest.parts if part.table == name]
        if not paths:
            return ds.dataset(SCHEMAS[name].empty_table())
        return ds.dataset(paths, schema=SCHEMAS[name], format="parquet", filesystem=self.files)


def files_at(address: str) -> tuple[fsspec.AbstractFileSystem, str]:
    """Return the file system of an address, and the path there.

    Raises
    ------
    WrongUsage
        The address is invalid, or the library for its protocol is missing.
    """
    try:
        files, path = fsspec.core.url_to_fs(address)
    except ImportError as error:
        raise WrongUsage(
            f'{address} needs another library ({error}): pip install "sheetscore[cluster]"', "extra-missing"
        ) from error
    except ValueError as error:
        raise WrongUsage(f"{address} is no address of files: {error}", "no-file") from error
    return files, path


def is_local(files: fsspec.AbstractFileSystem) -> bool:
    """Return whether a file system is the file system of this machine."""
    return not {*([files.protocol] if isinstance(files.protocol, str) else files.protocol)}.isdisjoint(_LOCAL)


@contextmanager
def access_to(address: str) -> Iterator[None]:
    """Turn errors of access to an address into a message of one line.

    Raises
    ------
    WrongUsage
        The server does not answer or denies access, or a file is missing.
    FileExistsError
        A file that was to be created exists.
    """
    try:
        yield
    except FileExistsError:
        raise
    except Exception as error:
        if _code(error) in _FOUND_THERE:
            raise FileExistsError(address) from error
        if isinstance(error, OSError | pa.ArrowInvalid) or type(error).__module__.startswith("botocore"):
            what = "missing: " if isinstance(error, FileNotFoundError) else ""
            raise WrongUsage(f"{address} cannot be used: {what}{error}", "no-access") from error
        raise


_FOUND_THERE = ("PreconditionFailed", "ConditionalRequestConflict")
"""The error codes of object stores for a file that exists, or is being written at this moment."""


def _code(error: Exception) -> str:
    answer: Mapping[str, Mapping[str, str]] = getattr(error.__cause__, "response", None) or {}
    return answer.get("Error", {}).get("Code", "")


@contextmanager
def _complete_file(there: Path, write: Callable[[Path], object]) -> Iterator[Path]:
    """Write a complete file beside its place; create the folder if there is none."""

    def write_there(path: Path) -> None:
        there.parent.mkdir(parents=True, exist_ok=True)
        write(path)

    with written_beside(there, write_there) as whole:
        yield whole
        flush_folder(there.parent)


def _create(whole: Path, there: Path) -> None:
    """Move a complete file to a place where no file is yet, in one step: by a hard link.

    File systems without links, such as on sticks, get a copy.

    Raises
    ------
    FileExistsError
        There is a file.
    """
    try:
        os.link(whole, there)
    except FileExistsError:
        raise
    except OSError:
        with there.open("xb") as file:
            file.write(whole.read_bytes())
            file.flush()
            os.fsync(file.fileno())


def _in_groups(tables: Iterable[pa.Table]) -> Iterator[pa.Table]:
    """Yield tables joined into groups of about `_GROUP` bytes."""
    held: list[pa.Table] = []
    size = 0
    for table in tables:
        held.append(table)
        size += table.nbytes
        if size >= _GROUP:
            yield pa.concat_tables(held).combine_chunks()
            held, size = [], 0
    if held:
        yield pa.concat_tables(held).combine_chunks()


def compacted(archive: Archive, manifest: Manifest) -> Manifest:
    """Join the files of each partition into one, and return the manifest that lists the joined files."""
    parts: dict[tuple[str, str, str], list[ArchivePart]] = {}
    for part in sorted(manifest.parts):
        parts.setdefault((part.table, part.system, part.year), []).append(part)
    return Manifest(parts=tuple(_as_one(archive, key, found) for key, found in parts.items()))


def _as_one(archive: Archive, key: tuple[str, str, str], parts: Sequence[ArchivePart]) -> ArchivePart:
    if len(parts) == 1:
        return parts[0]
    return archive.write(*key, archive.tables(key[0], Manifest(parts=tuple(parts))))
