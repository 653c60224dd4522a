"""The guard: check that a file is a workbook that is safe to read, before anything else opens it.

A filled workbook may come from any laptop. A file of two kilobytes can make a reader run for minutes or take all
memory, and a wrong or half-copied file should be named in one clear line. The limits here hold for any workbook; those
on its contents depend on what it is for: see :mod:`sheetscore.workbooks.guard.limits`.
"""

from __future__ import annotations

import copy
import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from sheetscore.problems import UnreadableFile
from sheetscore.text_files import dead_link_words, is_dead_link
from sheetscore.workbooks.guard.census import BEWARE, Census, Listener, RefusedFile, TooMuch
from sheetscore.workbooks.guard.limits import LARGEST, MAX_PARTS, MAX_TOTAL, MEBIBYTE, Limits
from sheetscore.workbooks.guard.ods_census import MANIFEST, OdsCensus

MAX_RATIO = 300
"""The highest compression ratio of a part: sheets reach 10 to 30, a zip bomb 1,000."""

RATIO_FROM = MEBIBYTE
"""The size, in bytes, up to which a part may have any compression ratio: it can do no harm."""

CHUNK = 64 * 1024
"""How many bytes are unpacked at a time."""

_ZIP = b"PK\x03\x04"
_DIRECTORY_ENTRY = b"PK\x01\x02"
_OLE = b"\xd0\xcf\x11\xe0"
_ENCRYPTED = 0x1
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
    OverflowError,
)
"""The exceptions that zipfile raises on broken files."""

_CLIMBS = re.compile(r"(?:\A|[/\\])\.\.(?:[/\\]|\Z)|\A[/\\]|\A[A-Za-z]:")
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1f]")

_MACRO_TYPES = frozenset(f"application/vnd.ms-excel.{kind}.macroEnabled.main+xml" for kind in ("sheet", "template"))
_PLAIN_TYPES = frozenset(
    f"application/vnd.openxmlformats-officedocument.spreadsheetml.{kind}.main+xml" for kind in ("sheet", "template")
)

_TELL_OF_PARTS = (".rels", "[Content_Types].xml")

_COPY_AGAIN = "copy it again from where it was filled in"
_SAVE_AS = "open it in Excel or LibreOffice and save it as .xlsx"


class Inspected(Struct, frozen=True):
    """A file that the guard let pass."""

    data: bytes
    """The bytes of the file. Read these afterwards, not the file, which may have changed."""
    macros: bool
    """Whether the file holds macros (.xlsm). They are never run, but reported to the director."""
    opendocument: bool = False
    """Whether it is an .ods file, which LibreOffice must convert before it can be read."""


class Reading(Protocol):
    """The receivers of a workbook's contents while the guard parses it."""

    @property
    def texts(self) -> Listener:
        """The receiver of the texts that cells share; they are parsed before the worksheets."""

    def comments_on(self, part: str) -> Listener | None:
        """Return the receiver of the comments on a worksheet; they are parsed before it."""

    def sheets_in(self, data: bytes) -> Mapping[str, Listener]:
        """Return the receivers of worksheets by part. Called when all other parts have passed and may be opened."""


def inspect(path: Path, limits: Limits = LARGEST, reading: Reading | None = None) -> Inspected:
    """Check a workbook and return its bytes.

    Parameters
    ----------
    limits
        How much the workbook may hold.
    reading
        The receivers of an .xlsx file's contents. If given, worksheets without a receiver are not parsed.

    Raises
    ------
    UnreadableFile
        The file is missing, empty, locked with a password, of another format, damaged, or exceeds a limit. The message
        is one line and says what to do.
    """
    try:
        return inspect_data(_load(path), limits, reading)
    except RefusedFile as refused:
        raise UnreadableFile(f"{path.name or path} {refused}") from refused


def _load(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise RefusedFile("is a folder: name a workbook in it")
        if path.exists() and not path.is_file():
            raise RefusedFile("is not a file")
        if path.stat().st_size > MAX_TOTAL:
            raise TooMuch(f"more than {MAX_TOTAL // MEBIBYTE} MiB", "has {} and can be no score sheet")
        return path.read_bytes()
    except FileNotFoundError:
        if is_dead_link(path):
            raise RefusedFile(dead_link_words(path)) from None
        raise RefusedFile(f"is not in {path.absolute().parent}: look at its name and folder") from None
    except OSError as error:
        raise RefusedFile(f"cannot be read ({error.strerror}): close it in other programs") from error


def inspect_data(data: bytes, limits: Limits = LARGEST, reading: Reading | None = None) -> Inspected:
    """Check the bytes of a file.

    Raises
    ------
    RefusedFile
        As `UnreadableFile` of :func:`inspect`, without the file's name.
    """
    if not data.startswith(_ZIP):
        raise RefusedFile(_what_else(data))
    if data.count(_DIRECTORY_ENTRY) > MAX_PARTS:  # counted before zipfile makes an object of each
        raise TooMuch(f"more than {MAX_PARTS:,} parts", "has {} and can be no score sheet")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            _check_directory(parts)
            if any(part.filename == "mimetype" for part in parts):
                return Inspected(data, _macros_of_opendocument(archive, limits), opendocument=True)
            return Inspected(data, _macros_of_workbook(archive, data, limits, reading))
    except _DAMAGE as error:
        raise RefusedFile(f"is damaged or was not copied completely: {_COPY_AGAIN}") from error


def _macros_of_opendocument(archive: zipfile.ZipFile, limits: Limits) -> bool:
    """Take the census of an .ods file; return whether it holds macros."""
    census = OdsCensus(limits)
    for part in sorted(archive.infolist(), key=lambda part: part.filename != MANIFEST):
        census.take(part.filename, _unpacked(archive, part))
    census.finish()
    return census.macros


def _macros_of_workbook(archive: zipfile.ZipFile, data: bytes, limits: Limits, reading: Reading | None) -> bool:
    """Take the census of an .xlsx file; return whether it holds macros.

    Relationships and content types come first: they say which parts are worksheets and which holds the shared texts.
    Worksheets come last, since their receivers need the rest.
    """
    census = Census(limits)
    parts = sorted(archive.infolist(), key=lambda part: not part.filename.endswith(_TELL_OF_PARTS))
    for part in parts:
        if part.filename not in census.worksheets:
            listener = _listener(reading, census, part.filename) if reading else None
            census.take(part.filename, _unpacked(archive, part), listener)
    if not census.content_types & (_PLAIN_TYPES | _MACRO_TYPES):
        raise RefusedFile(f"is not a workbook in the .xlsx format: {_SAVE_AS}")
    census.finish(part.filename for part in parts)
    listeners = reading.sheets_in(data) if reading else dict.fromkeys(census.worksheets)
    for part in parts:
        if part.filename in listeners:
            census.take(part.filename, _unpacked(archive, part), listeners[part.filename])
    return not census.content_types.isdisjoint(_MACRO_TYPES)


def _listener(reading: Reading, census: Census, part: str) -> Listener | None:
    """Return the receiver of a part that is no worksheet, if any."""
    if part == census.shared_texts:
        return reading.texts
    return reading.comments_on(census.comments[part]) if part in census.comments else None


def _what_else(data: bytes) -> str:
    """Return the message for a file that is no zip archive and so no .xlsx."""
    if not data:
        return f"is empty: {_COPY_AGAIN}"
    if data.startswith(_OLE):
        return "is password-protected or in the old .xls format: save it as .xlsx without a password"
    if not _BINARY.search(data[:4096]):
        return f"is a text file and not a workbook, whatever its name says: {_SAVE_AS}"
    return f"is not a workbook, whatever its name says: {_SAVE_AS}"


def _check_directory(parts: list[zipfile.ZipInfo]) -> None:
    """Check the directory of the archive before anything is unpacked."""
    names = {part.filename.casefold() for part in parts}
    if len(names) < len(parts):
        raise RefusedFile(f"holds two parts of the same name; {BEWARE}")
    if sum(part.file_size for part in parts) > MAX_TOTAL:
        verdict = "must be saved as .xlsx" if "mimetype" in names else "can be no score sheet"
        raise TooMuch(f"more than {MAX_TOTAL // MEBIBYTE} MiB", f"unpacks to {{}} and {verdict}")
    for part in parts:
        _check_entry(part)


def _check_entry(part: zipfile.ZipInfo) -> None:
    if part.flag_bits & _ENCRYPTED:
        raise RefusedFile("is encrypted: save it as .xlsx without a password")
    if _CLIMBS.search(part.filename):
        raise RefusedFile(f"holds a part called {part.filename!r}, outside of its own folder; {BEWARE}")
    if part.compress_type not in _METHODS:  # zipfile unpacks the others without a limit
        raise RefusedFile(f"is packed in an unusual way: {_SAVE_AS}")
    if part.file_size > RATIO_FROM and part.file_size > MAX_RATIO * part.compress_size:
        raise RefusedFile(f"is packed more than {MAX_RATIO}-fold, as only padding is; {BEWARE}")


def _unpacked(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> Iterator[bytes]:
    """Unpack a part in pieces and refuse it if its size is not the one in its directory entry.

    zipfile would stop at the size in the entry, and a longer part would pass here and grow in other readers.
    """
    without_size = copy.copy(part)
    without_size.file_size = MAX_TOTAL + 1
    size = 0
    with archive.open(without_size) as stream:
        while chunk := stream.read(CHUNK):
            size += len(chunk)
            if size > part.file_size:
                break
            yield chunk
    if size != part.file_size:
        raise RefusedFile(f"holds a part ({part.filename}) of another size than it says; {BEWARE}")
