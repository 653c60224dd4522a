"""Add results workbooks to an archive: find them, read them in several processes, and commit all of them at once."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
from msgspec import Struct
from msgspec.structs import replace

from sheetscore.archive.gathering import Gathered
from sheetscore.archive.reading import RESULTS, STANDINGS, ReadFile, read_file
from sheetscore.archive.storage import (
    Archive,
    ArchivePart,
    Manifest,
    TakenError,
    access_to,
    compacted,
    files_at,
    is_local,
)
from sheetscore.findings import Finding
from sheetscore.problems import WrongUsage
from sheetscore.workers import Workers

_MOST_TRIES = 20
"""How often a commit is retried if other additions came first."""

_NOTED = "files"
"""The table with the digests of workbooks and of their contents; it lists every workbook, also one whose results the
archive has already."""


class RefusedWorkbook(Struct, frozen=True):
    """A workbook that could not be added, and why."""

    path: str
    reason: str


class Added(Struct, frozen=True):
    """The outcome of adding workbooks, as numbers of workbooks."""

    found: int
    """All workbooks found."""
    known: int
    """Workbooks with the same bytes as one that the archive had already, or as another one found."""
    same: int
    """Workbooks with other bytes, but with results that the archive had already, such as workbooks saved again."""
    new: int
    """Workbooks with new results."""
    refused: tuple[RefusedWorkbook, ...]
    findings: tuple[Finding, ...] = ()
    """Warnings about added results that were replaced, or typed over, since their event was scored."""

    def as_json(self) -> dict[str, object]:
        """Return the numbers, refused workbooks and warnings with the keys that scripts rely on."""
        counted = {"found": self.found, "known": self.known, "same": self.same, "new": self.new}
        refused = [{"path": one.path, "reason": one.reason} for one in self.refused]
        return {**counted, "refused": refused, "findings": [one.as_json() for one in self.findings]}


def _read(addresses: Sequence[str], workers: Workers) -> Iterator[ReadFile]:
    """Read workbooks in order; a workbook that crashes every worker is refused."""
    for address, read in zip(addresses, workers(read_address, addresses), strict=True):
        yield read or ReadFile(address, refused="every worker that read it died; read it by itself, here")


def read_address(address: str) -> ReadFile:
    """Read a workbook; one in an object store is first copied to a temporary file of the same name."""
    files, path = files_at(address)
    folder, _, name = path.rpartition("/")
    if is_local(files):
        return read_file(Path(path), folder)
    with tempfile.TemporaryDirectory(prefix="sheetscore-") as near:
        copied = Path(near) / name
        try:
            with access_to(address):
                files.get_file(path, str(copied))
        except WrongUsage as error:
            return ReadFile(address, refused=error.message)
        return replace(read_file(copied, folder), path=address)


def workbooks_below(paths: Iterable[str]) -> list[str]:
    """Return the addresses of results and standings below folders, and of files given by path, whatever their names.

    Raises
    ------
    WrongUsage
        There is no such file or folder.
    """
    found: dict[str, None] = {}
    for path in paths:
        files, root = files_at(path)
        files.invalidate_cache()
        with access_to(path):
            if files.isfile(root):
                found[files.unstrip_protocol(root)] = None
            elif files.isdir(root):
                below = (one for one in sorted(files.find(root)) if _is_wanted(one.rpartition("/")[2]))
                found.update(dict.fromkeys(map(files.unstrip_protocol, below)))
            else:
                raise WrongUsage(f"there is no file or folder {path}", "no-file")
    return list(found)


def _is_wanted(name: str) -> bool:
    """Return whether a file has results or standings, by its name; names of Excel's lock files begin with ``~$``."""
    return not name.startswith((".", "~$")) and (name == f"{STANDINGS}.xlsx" or name.endswith(f"-{RESULTS}.xlsx"))


def add(
    paths: Iterable[str],
    address: str,
    workers: Workers,
    progress: Callable[[int, int], object] | None = None,
    doubts_about: Callable[[Path], Sequence[Finding]] = lambda _: (),
) -> Added:
    """Add workbooks to an archive; create the archive if there is none.

    All workbooks are added at once, when the new manifest is created.

    Parameters
    ----------
    paths
        Files and folders, or addresses of them.
    address
        The archive.
    workers
        The processes that read the workbooks.
    progress
        Called with the number of workbooks read, and the number of all.
    doubts_about
        Returns warnings about a new workbook on this machine, such as that its results were replaced since.

    Raises
    ------
    WrongUsage
        There is no such file or folder.
    UnreadableFile
        The archive is of a later version.
    """
    archive = Archive(address)
    before = archive.newest()[1]
    known, records = set(archive.digests("sha256", before)), set(archive.digests("record", before))
    found = workbooks_below(paths)
    unknown: dict[str, str] = {}
    for one in found:
        if (sha256 := _digest(one)) not in known:
            unknown.setdefault(sha256, one)
    refused: list[RefusedWorkbook] = []
    new: set[str] = set()
    doubts: list[Finding] = []
    with tempfile.TemporaryDirectory(prefix="sheetscore-") as near:
        gathered = Gathered(Path(near))
        for done, read in enumerate(_read(list(unknown.values()), workers) if unknown else (), start=1):
            if read.refused:
                refused.append(RefusedWorkbook(read.path, read.refused))
            else:
                files, path = files_at(read.path)
                doubts += doubts_about(Path(path)) if is_local(files) else ()
                gathered.take(_only_noted(read) if read.record in records | new else read)
                new.update({read.record} - records)
            if progress:
                progress(done, len(unknown))
        parts = list(gathered.written(archive))
    new -= _commit(archive, before, parts)
    same = len(unknown) - len(refused) - len(new)
    return Added(len(found), len(found) - len(unknown), same, len(new), tuple(refused), tuple(doubts))


def _digest(address: str) -> str:
    files, path = files_at(address)
    try:
        with access_to(address), files.open(path) as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except WrongUsage:
        return address  # reading it reports what is wrong


def _only_noted(one: ReadFile) -> ReadFile:
    """Keep only the row that lists the file of a workbook, since the archive has its results already."""
    return replace(one, tables={_NOTED: one.tables[_NOTED]})


def _commit(archive: Archive, before: Manifest, parts: Sequence[ArchivePart]) -> set[str]:
    """Commit parts in addition to those that others have added meanwhile, without the rows that the others' parts have.

    Returns
    -------
    The digests of the records that others have added.

    Raises
    ------
    WrongUsage
        Others committed first each time.
    """
    theirs: set[str] = set()
    for _ in range(_MOST_TRIES):
        number, now = archive.newest()
        others = Manifest(parts=tuple(part for part in now.parts if part not in before.parts))
        if others.parts:
            theirs.update(archive.digests("record", others))
            parts, before = list(_without(archive, parts, others)), now
        if not parts:
            return theirs
        try:
            archive.commit(number + 1, Manifest(parts=(*now.parts, *parts)))
        except TakenError:
            continue
        return theirs
    raise WrongUsage(f"the archive {archive.address} is added to all the time; try again later", "archive-busy")


def _without(archive: Archive, parts: Sequence[ArchivePart], others: Manifest) -> Iterator[ArchivePart]:
    """Write parts again without the rows that others have added."""
    had = {column: pa.array(archive.digests(column, others), pa.string()) for column in ("record", "sha256")}
    for part in parts:
        column = "sha256" if part.table == _NOTED else "record"
        pieces = archive.tables(part.table, Manifest(parts=(part,)))
        kept = (rows.filter(pc.invert(pc.is_in(rows[column], had[column]))) for rows in pieces)
        written = archive.write(part.table, part.system, part.year, kept)
        if written.rows:
            yield written


def compact(address: str) -> tuple[int, int]:
    """Join the files of every partition of an archive into one; the former files stay until somebody deletes them.

    Returns
    -------
    How many files the manifest listed before, and how many it lists now.

    Raises
    ------
    WrongUsage
        There is no archive, or somebody adds to it at the same time.
    """
    archive = Archive(address)
    archive.existing_manifest()
    number, before = archive.newest()
    after = compacted(archive, before)
    try:
        if len(after.parts) < len(before.parts):
            archive.commit(number + 1, after)
    except TakenError as error:
        raise WrongUsage(f"somebody adds to the archive {address}; run this again", "archive-busy") from error
    return len(before.parts), len(after.parts)
