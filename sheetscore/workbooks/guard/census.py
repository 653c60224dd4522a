"""Count the elements of a workbook's XML while it is parsed, before anything builds it in memory.

The guard takes this census of every file, since anybody may have sent it. It examines the elements that openpyxl reads,
and refuses the file as soon as there are more of them than a score sheet may have, or one is where none can be, such as
far outside or out of order.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Protocol
from xml.parsers import expat

from sheetscore.workbooks.cell_refs import column_letters, parse_address
from sheetscore.workbooks.guard.limits import (
    CONTENTS,
    ELSEWHERE,
    FORMATS,
    MAX_AREA,
    MAX_COLUMNS,
    MAX_FORMATS,
    MAX_RANGES,
    MAX_ROWS,
    MEBIBYTE,
    NAMES,
    OF_SHEETS,
    SHEETS,
    TEXTS,
    Limits,
    without_blank_cells,
)

MAX_TAG = 1024 * 1024
"""The most bytes of one tag, which the parser holds in memory with all its attributes."""

MAX_NAMES = 10_000
"""The most different names of elements and attributes in one part. Spreadsheets use a few hundred; every parser keeps
all of them in memory."""

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"

CELL = f"{MAIN} c"
_WORKSHEET = f"{MAIN} worksheet"

_COUNTED: Mapping[str, str] = {
    f"{MAIN} v": CONTENTS,
    f"{MAIN} f": CONTENTS,
    f"{MAIN} is": CONTENTS,
    f"{MAIN} si": TEXTS,
    f"{MAIN} t": TEXTS,
    f"{MAIN} xf": FORMATS,
    f"{MAIN} definedName": NAMES,
    f"{MAIN} sheet": SHEETS,
}
"""Elements with a limit of their own, and the word for them in messages. Others count as elements of their part."""

_SHARED_TEXTS = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
_COMMENTS = frozenset({"comments", "threadedComment"})
"""The last words of the relationship types that lead from a sheet to its notes and its threads of comments."""

_MANY_ATTRIBUTES = 16
"""An element counts once more for each so many attributes."""

_COLUMNS: Mapping[str, int] = {column_letters(column): column + 1 for column in range(MAX_COLUMNS)}
_SHEET_ID = "http://schemas.openxmlformats.org/officeDocument/2006/relationships id"
_XML_BEGINS = (b"<", b"\xef\xbb\xbf", b"\xfe\xff", b"\xff\xfe")
_LOOSE = (".vml", ".bin")
"""Parts that need not be XML even when they begin like it: Excel's old drawings hold unclosed ``<br>``."""

BEYOND = (
    f"far outside of any score sheet; sheets are read down to row {MAX_ROWS:,} and across to column "
    f"{column_letters(MAX_COLUMNS - 1)}: delete what stands beyond and save it"
)
AGAIN = "open it in Excel or LibreOffice and save it again"
BEWARE = "no spreadsheet program writes such a file: do not open it anywhere"


class RefusedFile(Exception):
    """A file that is not read. The message is the rest of a sentence that begins with the name of the file."""


class TooMuch(RefusedFile):
    """A file that exceeds a limit.

    Parameters
    ----------
    what
        The amount: ``more than 1,000 sheets``.
    sentence
        The rest of the sentence, with ``{}`` for the amount.
    """

    def __init__(self, what: str, sentence: str) -> None:
        super().__init__(sentence.format(what))
        self.what = what


class NotWellFormed(RefusedFile):
    """A part that no XML parser can read."""


class Listener(Protocol):
    """A receiver of the elements of a part while they are counted."""

    text: Callable[[str], None]

    def cell(self, row: int, column: int, attributes: Mapping[str, str], /) -> None:
        """Handle the start of a cell; row and column count from 0."""

    def begin(self, name: str, attributes: Mapping[str, str], /) -> None:
        """Handle the start of any other element."""

    def end(self, name: str) -> None:
        """Handle the end of an element."""

    def finish(self) -> None:
        """Handle the end of the part."""


def scan(
    part: str,
    chunks: Iterable[bytes],
    element: Callable[[str, dict[str, str]], None],
    check: Callable[[], None],
    end: Callable[[str], None] | None = None,
    text: Callable[[str], None] | None = None,
) -> None:
    """Parse one part piece by piece.

    Parameters
    ----------
    part
        The name of the part, for messages.
    chunks
        Its bytes, in pieces.
    element
        Called at the start of each element, with its name and attributes; names have their namespaces before them.
    check
        Called after each piece; raises to stop early.
    end
        Called at the end of each element, with its name.
    text
        Called with each piece of text.

    Raises
    ------
    RefusedFile
        The part declares entities or needs much memory to be parsed.
    NotWellFormed
        The part is broken.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = element
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse_doctype
    size = 0
    try:
        for chunk in chunks:
            size += len(chunk)
            parser.Parse(chunk)
            check()
            if size - parser.CurrentByteIndex > MAX_TAG or len(parser.intern) > MAX_NAMES:
                raise RefusedFile(f"holds XML ({part}) that no spreadsheet program writes: {AGAIN}")
        parser.Parse(b"", True)  # noqa: FBT003 -- expat takes it by position only
    except (expat.ExpatError, LookupError, ValueError) as error:  # the latter for odd encodings
        raise NotWellFormed(f"is damaged ({part}: {error}): {AGAIN}") from error


class Census:
    """Counts over all parts of one workbook.

    Pass all parts but the worksheets to :meth:`take`, call :meth:`finish`, then pass the worksheets. Blank cells are
    not counted. The attributes are complete once the parts that declare them have been taken.

    Attributes
    ----------
    content_types
        Every type that the workbook declares for its parts.
    worksheets
        The parts that the workbook declares as worksheets.
    shared_texts
        The part with the texts that cells share; empty for none.
    comments
        The parts with comments on cells, each with the part of its worksheet.
    """

    def __init__(self, limits: Limits) -> None:
        self.content_types: set[str] = set()
        self._limits = limits
        self._most = {
            CONTENTS: limits.contents,
            TEXTS: limits.texts,
            FORMATS: MAX_FORMATS,
            NAMES: limits.names,
            SHEETS: limits.sheets,
            OF_SHEETS: limits.of_sheets,
            ELSEWHERE: limits.elsewhere,
        }
        self._counts = dict.fromkeys(self._most, 0)
        self._bytes = 0
        self._besides = ""  # in this part: what elements without a limit of their own count as
        self._area = 0
        self._ranges = 0
        self._part = ""
        self._row, self._digits, self._column = 0, "", 0  # the current row, also as it is written, and column; from 1
        self._far, self._contents_before = "", 0  # the last cell far outside, and the contents counted before it
        self._parts_with_rows: set[str] = set()
        self.worksheets: set[str] = set()
        self.shared_texts = ""
        self.comments: dict[str, str] = {}
        self._sheet_ids: set[str | None] = set()
        self._referred: Counter[str] = Counter()
        self._looks: Mapping[str, Callable[[dict[str, str]], None]] = {
            f"{MAIN} sheetData": self._look_at_sheet_data,
            f"{MAIN} row": self._look_at_row,
            CELL: self._look_at_cell,
            f"{MAIN} sheet": self._look_at_sheet,
            f"{MAIN} mergeCell": self._look_at_area,
            f"{MAIN} hyperlink": self._look_at_area,
            f"{MAIN} dataValidation": self._look_at_ranges,
            f"{MAIN} conditionalFormatting": self._look_at_ranges,
            f"{PACKAGE}/relationships Relationship": self._look_at_relationship,
            f"{PACKAGE}/content-types Override": self._look_at_type,
            f"{PACKAGE}/content-types Default": self._look_at_type,
            f"{STRICT} workbook": _refuse_strict,
        }

    def take(self, part: str, chunks: Iterable[bytes], listener: Listener | None = None) -> None:
        """Count one part; a part that is not XML (a picture) is only drained.

        Parameters
        ----------
        part
            The name of the part inside the file.
        chunks
            Its bytes, in pieces.
        listener
            The receiver of its elements, if any.

        Raises
        ------
        RefusedFile
            The part declares entities, is broken, or exceeds a limit.
        """
        self._part, self._row, self._besides = part, 0, ""
        pieces = without_blank_cells(chunks)
        first = next(pieces, b"")
        if first and _looks_like_xml(first):
            try:
                self._scan(part, self._weighed(chain([first], pieces)), listener)
            except NotWellFormed:
                if not part.endswith(_LOOSE):
                    raise
        for _ in pieces:
            pass  # unpack the rest: the unpacker checks the size at the end
        self._check_counts()
        if self._far:
            self._check_far()

    def finish(self, parts: Iterable[str]) -> None:
        """Check, once all parts but the worksheets are taken, that every sheet has a part and no two share one.

        Parameters
        ----------
        parts
            The names of all parts of the file.

        Raises
        ------
        RefusedFile
            A sheet is missing, which openpyxl would ignore, or one part is shown as several sheets.
        """
        if not self._sheet_ids:
            raise RefusedFile(f"is damaged (it holds no sheet): {AGAIN}")
        for part in sorted(self.worksheets.difference(parts)):
            raise RefusedFile(f"is damaged ({part} is missing): {AGAIN}")
        for part in sorted(self.worksheets | self._parts_with_rows):
            if self._referred[part] > 1:
                raise RefusedFile(f"shows one sheet ({part}) several times: {AGAIN}")

    def _scan(self, part: str, chunks: Iterable[bytes], listener: Listener | None) -> None:
        if listener is None:
            scan(part, chunks, self._element, self._check_counts)
            return
        counted, cell, begin = self._element, listener.cell, listener.begin

        def element(name: str, attributes: dict[str, str]) -> None:
            counted(name, attributes)
            if name == CELL:
                cell(self._row - 1, self._column - 1, attributes)
            else:
                begin(name, attributes)

        scan(part, chunks, element, self._check_counts, listener.end, listener.text)
        listener.finish()

    def _weighed(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        for chunk in chunks:
            self._bytes += len(chunk)
            yield chunk

    def _element(self, name: str, attributes: dict[str, str]) -> None:
        things = _COUNTED.get(name)
        if things:
            self._counts[things] += 1
            if things != SHEETS:
                return  # the most frequent elements, with nothing more to examine
        else:
            self._besides = self._besides or (OF_SHEETS if name == _WORKSHEET else ELSEWHERE)
            self._counts[self._besides] += 1 + len(attributes) // _MANY_ATTRIBUTES
        look = self._looks.get(name)
        if look:
            look(attributes)

    def _check_counts(self) -> None:
        for things, most in self._most.items():
            if self._counts[things] > most:
                raise TooMuch(f"more than {most:,} {things}", "holds {}; it is no score sheet, or it is damaged")
        if self._bytes > self._limits.bytes:
            size = self._limits.bytes // MEBIBYTE
            raise TooMuch(f"more than {size} MiB besides blank cells", "unpacks to {} and can be no score sheet")
        if self._area > MAX_AREA:
            raise TooMuch(f"more than {MAX_AREA:,} cells", "merges or links {}; take such areas off and save it")
        if self._ranges > MAX_RANGES:
            raise TooMuch(f"more than {MAX_RANGES:,} ranges of validations or conditional formats", "has {}")

    def _look_at_sheet_data(self, _attributes: dict[str, str]) -> None:
        self._row = 0  # a part with cached values of linked files has several of these elements, one per sheet

    def _look_at_row(self, attributes: dict[str, str]) -> None:
        digits = attributes.get("r", str(self._row + 1))
        row = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 8 else 0
        if row <= self._row:
            raise RefusedFile(f"is damaged (row {digits} of {self._part} is out of order): {AGAIN}")
        self._row, self._digits, self._column = row, digits, 0
        self._parts_with_rows.add(self._part)

    def _look_at_cell(self, attributes: dict[str, str]) -> None:
        if not self._row:
            return  # not in a row: Excel's calculation chain has elements called c, too
        reference = attributes.get("r")
        column = _COLUMNS.get(reference.removesuffix(self._digits), 0) if reference else self._column + 1
        if self._far:
            self._check_far()
        if not self._column < column <= MAX_COLUMNS or self._row > MAX_ROWS:
            column = self._look_far(reference)
        self._column = column

    def _look_far(self, reference: str | None) -> int:
        """Return the column, from 1, of a cell far outside of any score sheet; refuse one that is out of order."""
        cell = reference or f"{column_letters(self._column)}{self._row}"
        try:
            row, column = parse_address(cell)
        except ValueError:
            row, column = -1, -1
        if row != self._row - 1 or column < self._column:
            raise RefusedFile(f"is damaged (cell {cell} of {self._part} is out of order): {AGAIN}")
        self._far, self._contents_before = cell, self._counts[CONTENTS]
        return column + 1

    def _check_far(self) -> None:
        """Refuse the file if the last cell far outside turned out to hold something; blank ones do no harm."""
        if self._counts[CONTENTS] > self._contents_before:
            raise RefusedFile(f"has something in cell {self._far}, {BEYOND}")
        self._far = ""

    def _look_at_sheet(self, attributes: dict[str, str]) -> None:
        sheet = attributes.get(_SHEET_ID)
        if sheet in self._sheet_ids:
            raise RefusedFile(f"shows one sheet ({sheet}) several times: {AGAIN}")
        self._sheet_ids.add(sheet)

    def _look_at_area(self, attributes: dict[str, str]) -> None:
        first, _, last = attributes.get("ref", "").partition(":")
        try:
            top, left = parse_address(first)
            bottom, right = parse_address(last or first)
        except ValueError as error:
            raise RefusedFile(f"is damaged ({self._part}: {error}): {AGAIN}") from error
        self._area += (abs(bottom - top) + 1) * (abs(right - left) + 1)

    def _look_at_ranges(self, attributes: dict[str, str]) -> None:
        self._ranges += attributes.get("sqref", "").count(" ") + 1

    def _look_at_relationship(self, attributes: dict[str, str]) -> None:
        if attributes.get("TargetMode") == "External":
            return
        folder = posixpath.dirname(posixpath.dirname(self._part))
        target = posixpath.normpath(posixpath.join(folder, attributes.get("Target", ""))).lstrip("/")
        self._referred[target] += 1
        kind = attributes.get("Type", "").rpartition("/")[2]
        if kind == "worksheet":
            self.worksheets.add(target)
        elif kind in _COMMENTS:
            self.comments[target] = posixpath.join(folder, posixpath.basename(self._part).removesuffix(".rels"))

    def _look_at_type(self, attributes: dict[str, str]) -> None:
        declared = attributes.get("ContentType", "")
        self.content_types.add(declared)
        if declared == _SHARED_TEXTS and not self.shared_texts:
            self.shared_texts = attributes.get("PartName", "").removeprefix("/")


def _refuse_doctype(*_declaration: object) -> None:
    raise RefusedFile("declares XML entities, which no spreadsheet program does: do not open it anywhere")


def _refuse_strict(_attributes: dict[str, str]) -> None:
    raise RefusedFile("is in the Strict Open XML format: save it as an ordinary Excel workbook (.xlsx)")


def _looks_like_xml(beginning: bytes) -> bool:
    """Return whether a part may be XML, by its first bytes."""
    text = beginning.lstrip(b" \t\r\n\0")  # NUL: the other byte of blanks in UTF-16
    return not text or text.startswith(_XML_BEGINS)
