"""Save files so that a crash at any moment leaves the old or the new file, complete; lock a folder to one run.

A file that is replaced by other data is copied to the folder ``kept`` beside it: ``round1.xlsx`` becomes
``kept/round1~1.xlsx``, later ``kept/round1~2.xlsx``; the highest number is the newest. Earlier versions left the copies
beside the file itself; these count too.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import secrets
import shutil
import zipfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from glob import escape
from pathlib import Path

from filelock import FileLock, Timeout
from msgspec import Struct

from sheetscore.problems import NO_ROOM, UnreadableFile, WrongUsage
from sheetscore.text_files import dead_link_words, is_dead_link
from sheetscore.workbooks.saved_meanwhile import noticing_saves, refuse_if_saved_meanwhile, remember_written

KEPT = "kept"
"""The folder of the copies, beside the file that was replaced."""

FORMATS = (".xlsx", ".xlsm", ".ods")
"""The suffixes of workbooks that we read; we write the first."""

_UNFINISHED = re.compile(r"\..+\.unfinished-[0-9a-f]{8}(\.[^.]*)?")
LOCK_NAME = ".sheetscore.lock"

PATIENCE = 2.0
"""How many seconds to wait for another run; most end sooner."""


class Saved(Struct, frozen=True):
    """A saved file."""

    path: Path
    kept: Path | None
    """The copy of the former file; None if the file is new or unchanged."""
    changed: bool
    """Whether the file was written; False if it had the same data and was left alone."""
    sha256: str
    """The digest of the file as it is now."""


def save(path: Path, write: Callable[[Path], object], stamp_parts: Collection[str] = ()) -> Saved:
    """Write a file under a temporary name and move it to its place when it is complete.

    If the path is a link, the file that it leads to is replaced, and copies are kept beside the link.

    Parameters
    ----------
    path
        Where the file belongs. A workbook is always written as .xlsx: if the path is ``round1.ods``, ``round1.xlsx`` is
        written, and ``round1.ods`` becomes a kept copy.
    write
        Writes the whole file to a given path (same folder, same suffix) and closes it.
    stamp_parts
        Parts of a workbook (``xl/worksheets/sheet7.xml``) in which only the time and the version of sheetscore differ
        from run to run; like the document properties, they do not make a file different. A stamp must be a number or a
        formula, because plain text is stored among the texts that all sheets share.

    Raises
    ------
    WrongUsage
        The file is open in another program, or was saved by one while the command ran; the folder is not writable, the
        disk is full, or the path is a dead link.
    """
    with written_beside(as_xlsx_named(path), write) as whole:
        return _put(whole, path, stamp_parts)


@contextmanager
def written_beside(path: Path, write: Callable[[Path], object]) -> Iterator[Path]:
    """Yield the path of a complete, flushed file beside its place; delete it at the end, unless the caller moved it.

    Parameters
    ----------
    path
        The place of the file.
    write
        As for :func:`save`.

    Raises
    ------
    WrongUsage
        The folder is not writable, or the disk is full.
    FileExistsError
        Raised by the caller who moves the file and finds another one in its place.
    """
    unfinished = _unfinished(path)
    try:
        write(unfinished)
        _flush(unfinished)
        yield unfinished
    except FileExistsError:
        raise
    except OSError as error:
        raise cannot_write(path, error) from error
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)


def save_text(path: Path, text: str) -> Saved:
    """Save a text file (UTF-8, lines ending in a newline everywhere) the way :func:`save` does."""
    return save(path, lambda unfinished: _write_text(unfinished, text))


def save_bytes(path: Path, data: bytes) -> Saved:
    """Save a file that is no workbook, such as a PDF, the way :func:`save` does."""
    return save(path, lambda unfinished: _write_bytes(unfinished, data))


def save_spare(path: Path, data: bytes) -> None:
    """Save data that can be made again at any time: without a kept copy, and without an error if writing fails."""
    with contextlib.suppress(OSError, WrongUsage):
        unfinished = _unfinished(path)
        try:
            unfinished.write_bytes(data)
            unfinished.replace(led_to(path))
        finally:
            unfinished.unlink(missing_ok=True)


def as_xlsx_named(path: Path) -> Path:
    """Return the path with the suffix .xlsx if it is a workbook in another format, else as it is."""
    return path.with_suffix(FORMATS[0]) if path.suffix.lower() in FORMATS[1:] else path


def led_to(path: Path) -> Path:
    """Return the path itself, or the file that it leads to if it is a link.

    Raises
    ------
    WrongUsage
        The link is dead. It is not replaced, since its target may be missing only now: on a stick, or in a folder that
        is not synchronised yet.
    """
    if not path.is_symlink():
        return path
    if not path.exists():
        raise WrongUsage(f"{path.name} {dead_link_words(path)}", "dangling-link")
    return Path(os.path.realpath(path))


def put_aside(path: Path) -> Path:
    """Move a file to the kept copies.

    Returns
    -------
    The copy.

    Raises
    ------
    WrongUsage
        The folder is not writable, the disk is full, another program locks the file, or somebody saved it while the
        command ran.
    """
    refuse_if_saved_meanwhile(path)
    try:
        kept = _keep(path)
        path.unlink()
    except OSError as error:
        raise cannot_write(path, error) from error
    return kept


def beside(copy: Path, path: Path) -> str:
    """Return the path of a kept copy relative to the folder of its file: ``kept/round1~1.xlsx``."""
    return copy.relative_to(path.parent).as_posix()


def told_apart(one: Path, other: Path) -> tuple[str, str]:
    """Return names of two files: with as many folders of their paths as it takes to tell them apart."""
    for parts in range(1, max(len(one.parts), len(other.parts)) + 1):
        names = (Path(*one.parts[-parts:]).as_posix(), Path(*other.parts[-parts:]).as_posix())
        if names[0] != names[1]:
            return names
    return one.name, other.name


def sweep(folder: Path) -> None:
    """Delete unfinished files of a killed run. The caller holds the lock of the folder."""
    own = _files_in(folder)
    linked = {Path(os.path.realpath(path)) for path in own if path.is_symlink()}
    # in the folders that links lead to, only unfinished files of the linked ones: others are not this folder's
    beside_linked = (path for one in linked for path in one.parent.glob(f".{escape(one.stem)}.unfinished-*"))
    for path in (*own, *_files_in(folder / KEPT), *beside_linked):
        if _UNFINISHED.fullmatch(path.name):
            with contextlib.suppress(OSError):
                path.unlink()


def open_elsewhere(path: Path) -> str | None:
    """Return the program that has a file open, by the lock file beside the file; None if no program has."""
    return next((program for program, mark in _marks(path) if mark.exists()), None)


def refuse_if_open(path: Path) -> None:
    """Refuse to read or replace a file that is open in another program, or a dead link.

    Raises
    ------
    WrongUsage
        Excel or LibreOffice left its lock file beside the file, or the path is a dead link.
    """
    led_to(path)
    for program, mark in _marks(path):
        if mark.exists():
            raise WrongUsage(
                f"{path.name} is open in {program}: save it and close it there; what is typed and not saved is "
                f"not read. If it is not open any more, delete {mark.name}",
                "open-elsewhere",
            )


def cannot_write(path: Path, error: Exception) -> WrongUsage:
    """Return the problem for a failed write, with what the director can do about it."""
    number = error.errno if isinstance(error, OSError) else None
    if number in NO_ROOM:
        return WrongUsage(f"{path.name} was not written, the disk is full: make room and run this again")
    if isinstance(error, PermissionError) or number == errno.EROFS:
        return WrongUsage(
            f"{path.name} was not written: close it in Excel or LibreOffice, "
            f"and see that you may write in {(led_to(path) if path.exists() else path).absolute().parent}"
        )
    if path.is_dir():
        return WrongUsage(f"{path.name} was not written: {_is_a_folder(path)}")
    if not path.parent.is_dir():
        return WrongUsage(f"{path.name} was not written: there is no folder {path.absolute().parent}")
    return WrongUsage(f"{path.name} was not written: {error}")


def digest(path: Path) -> str:
    """Return the digest of a file, as the journal keeps it.

    Raises
    ------
    UnreadableFile
        The path is a folder, or a dead link.
    """
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        if path.is_dir() or path.is_symlink():
            raise cannot_read(path, error) from error
        raise


def cannot_read(path: Path, error: OSError) -> UnreadableFile:
    """Return the problem for a failed read of an existing file, with what the director can do about it."""
    if is_dead_link(path):
        return UnreadableFile(f"{path.name} {dead_link_words(path)}")
    # test for a folder: some systems report reading one as a permission error
    return UnreadableFile(f"{path.name} cannot be read: {_is_a_folder(path) if path.is_dir() else error.strerror}")


def _is_a_folder(path: Path) -> str:
    what = "a link to a folder" if path.is_symlink() else "a folder"
    return f"{path.absolute()} is {what}, and a file belongs there. Rename it, or move it away"


def _marks(path: Path) -> Iterator[tuple[str, Path]]:
    """Yield programs with the lock files that they leave beside an open file, or beside the target of a link."""
    for one in dict.fromkeys((path, led_to(path) if path.exists() else path)):
        yield "Excel", one.with_name(f"~${one.name}")
        yield "LibreOffice", one.with_name(f".~lock.{one.name}#")


def _unfinished(path: Path) -> Path:
    """Return a temporary path in the folder of the file, from which moving it to its place is one atomic step."""
    place = led_to(path)
    return place.with_name(f".{place.stem}.unfinished-{secrets.token_hex(4)}{path.suffix}")


def _put(unfinished: Path, given: Path, stamp_parts: Collection[str]) -> Saved:
    """Move a complete file to its place, unless the old one has the same data.

    Parameters
    ----------
    given
        The path of the old file, perhaps a workbook in another format.
    """
    path = as_xlsx_named(given)
    if given.exists() and given == path and _data(path, stamp_parts) == _data(unfinished, stamp_parts):
        return Saved(path, None, changed=False, sha256=digest(path))
    replaced = [*dict.fromkeys((given, path))]
    for old in replaced:
        refuse_if_saved_meanwhile(old)
    copies = [_keep(old) for old in replaced if old.exists()]
    saved = Saved(path, copies[0] if copies else None, changed=True, sha256=digest(unfinished))
    unfinished.replace(led_to(path))
    remember_written(path)
    if given != path:
        given.unlink(missing_ok=True)  # last: if the run is killed before, there is one file too many, not one too few
    flush_folder(led_to(path).parent)
    return saved


def _write_bytes(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def _write_text(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def _data(path: Path, stamp_parts: Collection[str]) -> dict[str, tuple[int, int]] | str:
    """Return a value that is equal for files with the same data: checksums of a workbook's parts, or of all bytes."""
    try:
        with zipfile.ZipFile(path) as archive:
            return {
                part.filename: (part.CRC, part.file_size)
                for part in archive.infolist()
                if not part.filename.startswith("docProps/") and part.filename not in stamp_parts
            }
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        return digest(path)


def _keep(path: Path) -> Path:
    """Copy a file to ``kept`` under the next free number, unless the newest copy is equal; return the copy."""
    place = path.parent / KEPT
    number, newest = _newest_copy(path)
    if newest and digest(newest) == digest(path):
        return newest
    copy = place / f"{path.stem}~{number + 1}{path.suffix}"
    unfinished = _unfinished(copy)
    try:
        _make(place)
        shutil.copyfile(path, unfinished)
        _flush(unfinished)
        unfinished.replace(copy)
        flush_folder(place)  # the copy is on the disk before the file is replaced
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return copy


def copies_of(path: Path) -> Iterator[Path]:
    """Yield the kept copies of a file, the newest first."""
    yield from (copy for _, copy in sorted(_numbered_copies(path), key=lambda one: one[0], reverse=True))


def _newest_copy(path: Path) -> tuple[int, Path | None]:
    """Return the highest number of a kept copy, and that copy; 0 and None if there is none."""
    return max(_numbered_copies(path), default=(0, None), key=lambda copy: copy[0])


def _numbered_copies(path: Path) -> list[tuple[int, Path]]:
    """Return the copies of a file with their numbers, from ``kept`` and from beside the file."""
    endings = FORMATS if path.suffix.lower() in FORMATS else (path.suffix,)  # one count for all formats of a workbook
    numbered = re.compile(rf"{re.escape(path.stem)}~([1-9][0-9]*)({'|'.join(map(re.escape, endings))})")
    files = [*_files_in(path.parent), *_files_in(path.parent / KEPT)]
    return [(int(match[1]), copy) for copy in files if (match := numbered.fullmatch(copy.name))]


def _files_in(folder: Path) -> list[Path]:
    return list(folder.iterdir()) if folder.is_dir() else []


def _make(folder: Path) -> None:
    """Make the folder of copies, and flush its name to the disk."""
    if folder.is_dir():
        return
    if folder.exists():
        raise WrongUsage(f"nothing was written: {folder} is a file, and copies go into a folder called so; rename it")
    folder.mkdir()
    flush_folder(folder.parent)


def _flush(path: Path) -> None:
    """Flush the bytes of a file to the disk, before it gets its name."""
    with path.open("rb+") as stream:
        os.fsync(stream.fileno())


def flush_folder(folder: Path) -> None:
    """Flush the names in a folder to the disk, if the system supports it."""
    if not hasattr(os, "O_DIRECTORY"):
        return  # Windows
    with contextlib.suppress(OSError):  # some network drives cannot
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def folder_lock(folder: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Lock a folder against other runs while this one writes, and delete unfinished files of a killed run.

    Reading needs no lock, because files are replaced whole; so a folder that is not writable can still be read.

    Parameters
    ----------
    folder
        The folder of an event.
    patience
        Seconds to wait for another run to end.

    Raises
    ------
    WrongUsage
        Another run holds the lock, or the folder does not exist or is not writable.
    """
    if not folder.is_dir():
        raise WrongUsage(f"there is no folder {folder}")
    lock = FileLock(folder / LOCK_NAME, timeout=patience)
    try:
        lock.acquire()
    except Timeout as error:
        raise WrongUsage(f"another sheetscore is at work in {folder}; wait for it to end", "locked") from error
    except OSError as error:
        raise cannot_write(folder / LOCK_NAME, error) from error
    try:
        sweep(folder)
        with noticing_saves(folder):
            yield
    finally:
        lock.release()
