"""Saving a file so that a crash at any moment leaves the old one or the new one, complete; one run at a time.

What is replaced by other data is kept in the folder ``kept`` beside it: ``round1.xlsx`` becomes
``kept/round1~1.xlsx``, later ``kept/round1~2.xlsx``; the highest number is the newest. Copies that lie beside the
file itself, as they once did, count with them.
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
from sheetscore.text_files import is_dead_link, leads_nowhere

KEPT = "kept"
"""The folder of the copies, beside the files that one opens."""

FORMATS = (".xlsx", ".xlsm", ".ods")
"""How the names of workbooks that we read end; the first is the one that we write."""

_UNFINISHED = re.compile(r"\..+\.unfinished-[0-9a-f]{8}(\.[^.]*)?")
LOCK_NAME = ".sheetscore.lock"

PATIENCE = 2.0
"""Seconds to wait for another run: most are over in less."""


class Saved(Struct, frozen=True):
    """What saving a file came to."""

    path: Path
    """The file."""
    kept: Path | None
    """The copy of what it held before; None when it is new or unchanged."""
    changed: bool
    """Whether the file was written; False when it held the same data already and was left alone."""
    sha256: str
    """The digest of the file as it is now."""


def save(path: Path, write: Callable[[Path], object], stamp_parts: Collection[str] = ()) -> Saved:
    """Write a file beside its place and put it there when it is complete.

    A link stays one: the file that it leads to is replaced, and copies are kept beside the link.

    Parameters
    ----------
    path
        Where the file belongs. A workbook is always written as .xlsx: where the path is one in another format, the
        new one takes its place under the name ``round1.xlsx``, and ``round1.ods`` is kept as a copy.
    write
        Writes the whole file to the path that it is given (same folder, same suffix) and closes it.
    stamp_parts
        Parts of a workbook (``xl/worksheets/sheet7.xml``) in which only the time and the version differ
        from one run to the next; with the document properties they do not count as data. The stamp must
        are there as a number or a formula, because plain text goes to the texts that all sheets share.

    Raises
    ------
    WrongUsage
        The file is open elsewhere, the folder cannot be written to or the disk is full, or it is a link that leads
        nowhere.
    """
    with written_beside(as_xlsx_named(path), write) as whole:
        return _put(whole, path, stamp_parts)


@contextmanager
def written_beside(path: Path, write: Callable[[Path], object]) -> Iterator[Path]:
    """Give a file that is written whole and flushed, beside its place; it is gone at the end, unless it was moved.

    Parameters
    ----------
    path
        The place.
    write
        As for :func:`save`.

    Raises
    ------
    WrongUsage
        The folder cannot be written to, or the disk is full.
    FileExistsError
        Whoever puts the file into its place found another one there.
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
    """Save what can be made again at any time: no copy is kept, and where it cannot be written nothing is."""
    with contextlib.suppress(OSError, WrongUsage):
        unfinished = _unfinished(path)
        try:
            unfinished.write_bytes(data)
            unfinished.replace(led_to(path))
        finally:
            unfinished.unlink(missing_ok=True)


def as_xlsx_named(path: Path) -> Path:
    """Return the name under which a workbook is written: the same, ending in .xlsx; other files keep their names."""
    return path.with_suffix(FORMATS[0]) if path.suffix.lower() in FORMATS[1:] else path


def led_to(path: Path) -> Path:
    """Return the file that is written where one is called so: the same, or the one that a link leads to in the end.

    Raises
    ------
    WrongUsage
        It is a link that leads nowhere. Nobody knows what is missing there: a stick, or a folder that is not
        synchronised yet.
    """
    if not path.is_symlink():
        return path
    if not path.exists():
        raise WrongUsage(f"{path.name} {leads_nowhere(path)}", "dangling-link")
    return Path(os.path.realpath(path))


def put_aside(path: Path) -> Path:
    """Take a file out of the way that is done with; it stays as a kept copy.

    Returns
    -------
    The copy.

    Raises
    ------
    WrongUsage
        The folder cannot be written to, the disk is full, or the file is open in a program that holds it.
    """
    try:
        kept = _keep(path)
        path.unlink()
    except OSError as error:
        raise cannot_write(path, error) from error
    return kept


def beside(copy: Path, path: Path) -> str:
    """Name a kept copy as one finds it from the file: ``kept/round1~1.xlsx``."""
    return copy.relative_to(path.parent).as_posix()


def told_apart(one: Path, other: Path) -> tuple[str, str]:
    """Name two files: where they are called alike, by as much of their paths as tells them apart."""
    for parts in range(1, max(len(one.parts), len(other.parts)) + 1):
        names = (Path(*one.parts[-parts:]).as_posix(), Path(*other.parts[-parts:]).as_posix())
        if names[0] != names[1]:
            return names
    return one.name, other.name


def sweep(folder: Path) -> None:
    """Remove what a killed run was still writing; for whoever holds the lock of the folder."""
    own = _files_in(folder)
    linked = {Path(os.path.realpath(path)) for path in own if path.is_symlink()}
    # where links lead only what was to take the place of their files: the rest there is others'
    beside_linked = (path for one in linked for path in one.parent.glob(f".{escape(one.stem)}.unfinished-*"))
    for path in (*own, *_files_in(folder / KEPT), *beside_linked):
        if _UNFINISHED.fullmatch(path.name):
            with contextlib.suppress(OSError):
                path.unlink()


def open_elsewhere(path: Path) -> str | None:
    """Name the program that has a file open, by the mark that it leaves beside it; None for none."""
    return next((program for program, mark in _marks(path) if mark.exists()), None)


def refuse_if_open(path: Path) -> None:
    """Stop before a file is read or replaced that somebody has open, or to which a link leads no more.

    Raises
    ------
    WrongUsage
        Excel or LibreOffice left its mark beside the file, or it is a link that leads nowhere.
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
    """Turn what the operating system says about a file into what the director can do about it."""
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
        It is a folder, or a link that leads nowhere.
    """
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        if path.is_dir() or path.is_symlink():
            raise cannot_read(path, error) from error
        raise


def cannot_read(path: Path, error: OSError) -> UnreadableFile:
    """Turn what the operating system says about a file that is there into what the director can do about it."""
    if is_dead_link(path):
        return UnreadableFile(f"{path.name} {leads_nowhere(path)}")
    # whatever a system calls a folder: it is no error of its own everywhere
    return UnreadableFile(f"{path.name} cannot be read: {_is_a_folder(path) if path.is_dir() else error.strerror}")


def _is_a_folder(path: Path) -> str:
    what = "a link to a folder" if path.is_symlink() else "a folder"
    return f"{path.absolute()} is {what}, and a file belongs there. Rename it, or move it away"


def _marks(path: Path) -> Iterator[tuple[str, Path]]:
    """Yield the marks that programs leave beside a file, and beside the one that a link leads to."""
    for one in dict.fromkeys((path, led_to(path) if path.exists() else path)):
        yield "Excel", one.with_name(f"~${one.name}")
        yield "LibreOffice", one.with_name(f".~lock.{one.name}#")


def _unfinished(path: Path) -> Path:
    """Return where a file is written first: beside its place, so that to put it there is one step for the system."""
    place = led_to(path)
    return place.with_name(f".{place.stem}.unfinished-{secrets.token_hex(4)}{path.suffix}")


def _put(unfinished: Path, there: Path, stamp_parts: Collection[str]) -> Saved:
    """Put a complete file where it belongs, replacing the old one unless that has the same data already."""
    path = as_xlsx_named(there)
    if there.exists() and there == path and _data(path, stamp_parts) == _data(unfinished, stamp_parts):
        return Saved(path, None, changed=False, sha256=digest(path))
    copies = [_keep(old) for old in dict.fromkeys((there, path)) if old.exists()]
    saved = Saved(path, copies[0] if copies else None, changed=True, sha256=digest(unfinished))
    unfinished.replace(led_to(path))
    if there != path:
        there.unlink(missing_ok=True)  # only now: whoever is killed before has one file too many, and not one too few
    flush_folder(led_to(path).parent)
    return saved


def _write_bytes(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def _write_text(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def _data(path: Path, stamp_parts: Collection[str]) -> dict[str, tuple[int, int]] | str:
    """Return what must be equal in two files of the same data: the parts of a workbook, or all bytes."""
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
    """Copy a file to its next free number, unless the newest copy is the same already."""
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
        flush_folder(place)  # before the file goes, its copy has its name
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return copy


def copies_of(path: Path) -> Iterator[Path]:
    """Yield the kept copies of a file, the newest first."""
    yield from (copy for _, copy in sorted(_numbered_copies(path), key=lambda one: one[0], reverse=True))


def _newest_copy(path: Path) -> tuple[int, Path | None]:
    """Find the copy with the highest number; 0 and None without one."""
    return max(_numbered_copies(path), default=(0, None), key=lambda copy: copy[0])


def _numbered_copies(path: Path) -> list[tuple[int, Path]]:
    """Find the copies of a file with their numbers, in the folder of copies or beside the file."""
    endings = FORMATS if path.suffix.lower() in FORMATS else (path.suffix,)  # one count for all formats of a workbook
    numbered = re.compile(rf"{re.escape(path.stem)}~([1-9][0-9]*)({'|'.join(map(re.escape, endings))})")
    there = [*_files_in(path.parent), *_files_in(path.parent / KEPT)]
    return [(int(match[1]), copy) for copy in there if (match := numbered.fullmatch(copy.name))]


def _files_in(folder: Path) -> list[Path]:
    return list(folder.iterdir()) if folder.is_dir() else []


def _make(folder: Path) -> None:
    """Make the folder of copies, and see its name onto the disk."""
    if folder.is_dir():
        return
    if folder.exists():
        raise WrongUsage(f"nothing was written: {folder} is a file, and copies go into a folder called so; rename it")
    folder.mkdir()
    flush_folder(folder.parent)


def _flush(path: Path) -> None:
    """Make sure that the bytes of a file are on the disk before its name is."""
    with path.open("rb+") as stream:
        os.fsync(stream.fileno())


def flush_folder(folder: Path) -> None:
    """Do the same for the names in a folder, where the system can."""
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
    """Keep other runs out of a folder while this one writes, and clear away what a killed run left.

    Reading alone needs no lock, because files are replaced whole; so a folder that cannot be written to
    can still be read.

    Parameters
    ----------
    folder
        The folder of an event.
    patience
        Seconds to wait for another run to end.

    Raises
    ------
    WrongUsage
        Another run is at work, or the folder does not exist or cannot be written to.
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
        yield
    finally:
        lock.release()
