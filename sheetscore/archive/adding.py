"""Results workbooks come into an archive: looked for, read by several processes, and committed all at once."""

from __future__ import annotations

import hashlib
import multiprocessing
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path

import fsspec
import pyarrow as pa
import pyarrow.compute as pc
from msgspec import Struct
from msgspec.structs import replace

from sheetscore.archive.reading import RESULTS, STANDINGS, ReadFile, read_file
from sheetscore.archive.storage import Archive, ArchivePart, Manifest, TakenError, compacted, joined
from sheetscore.problems import WrongUsage

_AT_ONCE = 500
"""So many files are held in memory before their rows are written."""

_MOST_TRIES = 20
"""So often an addition is tried again that others came before."""

_NOTED = "files"
"""The table that says which workbooks say what: a second one of the same results is noted there, too."""


class Found(Struct, frozen=True):
    """A workbook to be added: its address, and the digest of its bytes."""

    address: str
    sha256: str


class Refused(Struct, frozen=True):
    """A workbook that could not be added, and why."""

    path: str
    reason: str


class Added(Struct, frozen=True):
    """What came of adding workbooks.

    Parameters
    ----------
    found
        How many there were.
    known
        How many of them the archive had, byte by byte.
    same
        How many others say what the archive had: saved again, or copied to another folder.
    new
        How many were new.
    """

    found: int
    known: int
    same: int
    new: int
    refused: tuple[Refused, ...]

    def as_json(self) -> dict[str, object]:
        """Return it with the keys that scripts rely on."""
        counted = {"found": self.found, "known": self.known, "same": self.same, "new": self.new}
        return {**counted, "refused": [{"path": one.path, "reason": one.reason} for one in self.refused]}


Reads = Callable[[Sequence[str]], Iterator[ReadFile]]
"""Reads files by their addresses, and gives what is in them in the same order."""


def in_processes(jobs: int) -> Reads:
    """Read files in so many processes of this machine; with one, in this one."""

    def reads(addresses: Sequence[str]) -> Iterator[ReadFile]:
        if jobs == 1 or len(addresses) == 1:
            yield from map(read_address, addresses)
            return
        with ProcessPoolExecutor(min(jobs, len(addresses)), multiprocessing.get_context("spawn")) as pool:
            yield from pool.map(read_address, addresses, chunksize=max(1, min(16, len(addresses) // (4 * jobs))))

    return reads


def on_cluster(scheduler: str) -> Reads:
    """Read files on the workers of a Dask cluster; what a worker that dies was reading another one reads again.

    Parameters
    ----------
    scheduler
        Its address, such as ``tcp://10.0.0.1:8786``.

    Raises
    ------
    WrongUsage
        It does not answer.
    """

    def reads(addresses: Sequence[str]) -> Iterator[ReadFile]:
        from distributed import Client  # noqa: PLC0415 -- the extra for many machines

        try:
            client = Client(scheduler, set_as_default=False)  # type: ignore[no-untyped-call]
        except OSError as error:
            raise WrongUsage(f"the scheduler {scheduler} does not answer: {error}", "no-scheduler") from error
        with client:
            futures = client.map(read_address, addresses, pure=False)
            for future in futures:
                yield future.result()
                future.release()  # type: ignore[no-untyped-call]

    return reads


def read_address(address: str) -> ReadFile:
    """Read a workbook that may be in an object store: then through a temporary file of its name."""
    files, path = fsspec.core.url_to_fs(address)
    folder, name = path.rpartition("/")[::2]
    if _is_local(files):
        return read_file(Path(path), folder)
    with tempfile.TemporaryDirectory(prefix="sheetscore-") as near:
        there = Path(near) / name
        files.get_file(path, str(there))
        return replace(read_file(there, folder), path=address)


def _is_local(files: fsspec.AbstractFileSystem) -> bool:
    return bool({"file", "local"} & ({files.protocol} if isinstance(files.protocol, str) else {*files.protocol}))


def workbooks_below(paths: Iterable[str]) -> list[str]:
    """Find the results and standings below folders; files that are named count whatever they are called.

    Raises
    ------
    WrongUsage
        There is no such file or folder.
    """
    found: dict[str, None] = {}
    for path in paths:
        files, root = fsspec.core.url_to_fs(path)
        if files.isfile(root):
            found[files.unstrip_protocol(root)] = None
        elif files.isdir(root):
            below = (one for one in sorted(files.find(root)) if _is_wanted(one.rpartition("/")[2]))
            found.update(dict.fromkeys(map(files.unstrip_protocol, below)))
        else:
            raise WrongUsage(f"there is no file or folder {path}", "no-file")
    return list(found)


def _is_wanted(name: str) -> bool:
    """Tell whether a file is one of results or standings; ``~$`` begins what Excel puts beside an open one."""
    return not name.startswith((".", "~$")) and (name == f"{STANDINGS}.xlsx" or name.endswith(f"-{RESULTS}.xlsx"))


def add(
    paths: Iterable[str], address: str, reads: Reads, progress: Callable[[int, int], object] | None = None
) -> Added:
    """Add workbooks to an archive, which is made where there is none.

    A workbook is added whole or not at all, and all of them at once, when the manifest is there.

    Parameters
    ----------
    paths
        Files and folders, or addresses of them.
    address
        The archive.
    reads
        By which processes the workbooks are read.
    progress
        Told how many of how many are read.

    Raises
    ------
    WrongUsage
        There is no such file or folder.
    UnreadableFile
        The archive is of a later version.
    """
    archive = Archive(address)
    before = archive.newest()[1]
    known, records = set(archive.known("sha256", before)), set(archive.known("record", before))
    found = [Found(one, _digest(one)) for one in workbooks_below(paths)]
    unknown = list({one.sha256: one.address for one in reversed(found) if one.sha256 not in known}.values())[::-1]
    refused: list[Refused] = []
    parts: list[ArchivePart] = []
    done, new, results = 0, 0, reads(unknown) if unknown else iter(())
    while batch := list(islice(results, _AT_ONCE)):
        done += len(batch)
        refused += [Refused(one.path, one.refused) for one in batch if one.refused]
        of_batch = [_only_noted(one, records) for one in batch if not one.refused]
        new += sum(len(one.tables) > 1 for one in of_batch)
        parts += _written(archive, of_batch)
        if progress:
            progress(done, len(unknown))
    if parts:
        _commit(archive, before, parts)
    return Added(len(found), len(found) - len(unknown), len(unknown) - len(refused) - new, new, tuple(refused))


def _digest(address: str) -> str:
    files, path = fsspec.core.url_to_fs(address)
    try:
        return hashlib.sha256(files.cat_file(path)).hexdigest()
    except OSError:
        return address  # whoever reads it says what is wrong


def _only_noted(one: ReadFile, records: set[str]) -> ReadFile:
    """Leave out the rows of a workbook that says what another has said, but for the note that there is such a file."""
    if one.record in records:
        return replace(one, tables={_NOTED: one.tables[_NOTED]})
    records.add(one.record)
    return one


def _written(archive: Archive, batch: Iterable[ReadFile]) -> Iterator[ArchivePart]:
    """Write the rows of workbooks, one file for each table and partition."""
    partitions: dict[tuple[str, str], list[ReadFile]] = {}
    for one in batch:
        partitions.setdefault((one.system, one.year), []).append(one)
    for (system, year), files in sorted(partitions.items()):
        for table, rows in sorted(joined(one.tables for one in files).items()):
            yield archive.write(table, system, year, rows)


def _commit(archive: Archive, before: Manifest, parts: Sequence[ArchivePart]) -> None:
    """Have parts count, besides all that others have added meanwhile; what these added, too, is left out.

    Raises
    ------
    WrongUsage
        Others were faster every time.
    """
    for _ in range(_MOST_TRIES):
        number, now = archive.newest()
        others = Manifest(parts=tuple(part for part in now.parts if part not in before.parts))
        if others.parts:
            parts, before = _without(archive, parts, others), now
        try:
            archive.commit(number + 1, Manifest(parts=(*now.parts, *parts)))
        except TakenError:
            continue
        return
    raise WrongUsage(f"the archive {archive.address} is added to all the time; try again later", "archive-busy")


def _without(archive: Archive, parts: Sequence[ArchivePart], others: Manifest) -> list[ArchivePart]:
    """Write parts anew without the rows that others have added."""
    had = {column: pa.array(archive.known(column, others)) for column in ("record", "sha256")}
    found = []
    for part in parts:
        column = "sha256" if part.table == _NOTED else "record"
        rows = archive.table(part.table, Manifest(parts=(part,)))
        kept = rows.filter(pc.invert(pc.is_in(rows[column], had[column])))
        if kept.num_rows:
            found.append(archive.write(part.table, part.system, part.year, kept))
    return found


def compact(address: str) -> tuple[int, int]:
    """Write the files of every partition of an archive as one; what they were stays until somebody deletes it.

    Returns
    -------
    How many files counted before, and how many do now.

    Raises
    ------
    WrongUsage
        There is no archive, or somebody adds to it at the same time.
    """
    archive = Archive(address)
    before = archive.there()
    number = archive.newest()[0]
    after = compacted(archive, before)
    try:
        archive.commit(number + 1, after)
    except TakenError as error:
        raise WrongUsage(f"somebody adds to the archive {address}; run this again", "archive-busy") from error
    return len(before.parts), len(after.parts)
