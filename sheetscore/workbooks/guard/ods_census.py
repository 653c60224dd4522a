"""Count the elements of an OpenDocument spreadsheet's XML before LibreOffice converts it.

A few bytes can repeat a cell a million times, put a billion blanks into a text, or fetch a picture from elsewhere: all
of this is refused. Blank cells may be repeated to the end of the sheet, as LibreOffice does on every row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from sheetscore.workbooks.cell_refs import address
from sheetscore.workbooks.guard.census import AGAIN, BEYOND, RefusedFile, scan
from sheetscore.workbooks.guard.limits import MAX_AREA, MAX_COLUMNS, MAX_FORMATS, MAX_ROWS, Limits

CONTENT, STYLES, MANIFEST = "content.xml", "styles.xml", "META-INF/manifest.xml"
SPREADSHEET = b"application/vnd.oasis.opendocument.spreadsheet"
TEMPLATE = SPREADSHEET + b"-template"

_ODF = "urn:oasis:names:tc:opendocument:xmlns"
_OFFICE, _TABLE, _TEXT = f"{_ODF}:office:1.0", f"{_ODF}:table:1.0", f"{_ODF}:text:1.0"
_HREF = "http://www.w3.org/1999/xlink href"
_CONTENTS, _SHEETS, _NAMES, _FORMATS = "values and formulas", "sheets", "defined names", "formats"
_PARAGRAPHS, _BLANKS, _ELEMENTS = "paragraphs", "blanks", "elements"

LAST_COLUMN = 16_384
"""The most columns of any program; each column that the file describes takes time."""

MAX_BLANKS = 1_000_000
"""The most blanks in texts; the format stores runs of blanks as a count."""

_MACROS = ("Basic/", "Scripts/")
_LINKS = (f"{_TEXT} a", f"{_ODF}:drawing:1.0 a")
"""Elements whose references are followed only on a click."""


class OdsCensus:
    """Counts over all parts of one OpenDocument spreadsheet: pass each part to :meth:`take`, then call :meth:`finish`.

    Only the parts with cells and their styles are examined: LibreOffice gets no others.

    Attributes
    ----------
    macros
        Whether the file holds macros.
    """

    def __init__(self, limits: Limits) -> None:
        self.macros = False
        self._most = {
            _CONTENTS: limits.contents,  # repeated cells count each time, an array formula once per cell that it fills
            _SHEETS: limits.sheets,
            _NAMES: limits.names,
            _FORMATS: MAX_FORMATS,
            _PARAGRAPHS: limits.texts,
            _BLANKS: MAX_BLANKS,
            _ELEMENTS: limits.of_sheets,
        }
        self._counts = dict.fromkeys(self._most, 0)
        self._area = 0
        self._part = ""
        # rows before the current one, and with it (it may be repeated); columns up to the current cell; how many cells
        # that cell stands for; columns that the sheet describes
        self._row = self._last_row = self._last_column = self._repeated = self._columns = 0
        self._is_blank = False
        self._looks: Mapping[str, Callable[[dict[str, str]], None]] = {
            f"{_TABLE} table": self._look_at_sheet,
            f"{_TABLE} table-row": self._look_at_row,
            f"{_TABLE} table-cell": self._look_at_cell,
            f"{_TABLE} covered-table-cell": self._look_at_cell,
            f"{_TEXT} p": self._look_at_text,
            f"{_TEXT} s": self._look_at_blanks,
            f"{_TABLE} table-column": self._look_at_columns,
            f"{_TABLE} named-range": self._look_at_name,
            f"{_TABLE} database-range": self._look_at_name,
            f"{_TABLE} named-expression": self._look_at_name,
            f"{_ODF}:style:1.0 style": self._look_at_format,
            f"{_ODF}:manifest:1.0 encryption-data": _refuse_encrypted,
        }

    def take(self, part: str, chunks: Iterable[bytes]) -> None:
        """Count one part; the manifest must come first.

        Raises
        ------
        RefusedFile
            The file is encrypted, no spreadsheet, broken, or exceeds a limit.
        """
        pieces = iter(chunks)
        self._part = part
        self.macros = self.macros or part.startswith(_MACROS)
        if part == "mimetype":
            kind = b"".join(pieces).strip()
            if kind not in {SPREADSHEET, TEMPLATE}:
                raise RefusedFile("is an OpenDocument file, but no spreadsheet; take the score sheets")
        elif part in {CONTENT, STYLES, MANIFEST}:
            scan(part, pieces, self._element, self._check_counts, self._end)
        for _ in pieces:
            pass  # unpack the rest: the unpacker checks the size at the end

    def finish(self) -> None:
        """Check, once all parts are taken, that the file has a sheet."""
        if not self._counts[_SHEETS]:
            raise RefusedFile(f"is damaged (it holds no sheet): {AGAIN}")

    def _element(self, name: str, attributes: dict[str, str]) -> None:
        self._counts[_ELEMENTS] += 1
        look = self._looks.get(name)
        if look:
            look(attributes)
        href = attributes.get(_HREF)
        if href and name not in _LINKS and _is_outside(href):
            raise RefusedFile(f"shows something from elsewhere ({href[:80]}), which is not fetched: take that out")

    def _end(self, name: str) -> None:
        if name.endswith("table-cell"):
            self._is_blank = False  # text that follows is not the cell's: a page header, a chart title

    def _check_counts(self) -> None:
        for things, most in self._most.items():
            if self._counts[things] > most:
                raise RefusedFile(f"holds more than {most:,} {things}; it is no score sheet, or it is damaged")
        if self._area > MAX_AREA:
            raise RefusedFile(f"merges more than {MAX_AREA:,} cells; take such areas off and save it")

    def _look_at_sheet(self, _attributes: dict[str, str]) -> None:
        self._counts[_SHEETS] += self._part == CONTENT
        self._row = self._last_row = self._columns = 0
        self._is_blank = False

    def _look_at_columns(self, attributes: dict[str, str]) -> None:
        self._columns += _number(attributes, f"{_TABLE} number-columns-repeated")
        if self._columns > LAST_COLUMN:
            raise RefusedFile(f"is damaged (a sheet of {self._columns:,} columns): {AGAIN}")

    def _look_at_row(self, attributes: dict[str, str]) -> None:
        self._row = self._last_row
        self._last_row += _number(attributes, f"{_TABLE} number-rows-repeated")
        self._last_column = 0
        self._is_blank = False

    def _look_at_cell(self, attributes: dict[str, str]) -> None:
        columns = _number(attributes, f"{_TABLE} number-columns-repeated")
        self._last_column += columns
        self._repeated = columns * (self._last_row - self._row)
        self._area += (_spanned(attributes, "number") - 1) * self._repeated
        self._is_blank = True
        if f"{_TABLE} formula" in attributes:
            self._counts[_CONTENTS] += _spanned(attributes, "number-matrix") * self._repeated
            self._fill()
        elif f"{_OFFICE} value-type" in attributes:
            self._fill()

    def _look_at_text(self, _attributes: dict[str, str]) -> None:
        self._counts[_PARAGRAPHS] += 1
        if self._is_blank:
            self._fill()

    def _fill(self) -> None:
        """Count the current cell, which turned out to hold something."""
        self._is_blank = False
        if self._last_row > MAX_ROWS or self._last_column > MAX_COLUMNS:
            raise RefusedFile(f"has something in cell {address(self._last_row - 1, self._last_column - 1)}, {BEYOND}")
        self._counts[_CONTENTS] += self._repeated

    def _look_at_name(self, _attributes: dict[str, str]) -> None:
        self._counts[_NAMES] += 1

    def _look_at_format(self, _attributes: dict[str, str]) -> None:
        self._counts[_FORMATS] += 1

    def _look_at_blanks(self, attributes: dict[str, str]) -> None:
        self._counts[_BLANKS] += _number(attributes, f"{_TEXT} c")


def _spanned(attributes: Mapping[str, str], what: str) -> int:
    """Return the number of cells under a merged cell or an array formula."""
    return _number(attributes, f"{_TABLE} {what}-rows-spanned") * _number(
        attributes, f"{_TABLE} {what}-columns-spanned"
    )


def _number(attributes: Mapping[str, str], name: str) -> int:
    digits = attributes.get(name, "1")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 11):
        raise RefusedFile(f"is damaged (a count of {digits[:20]}): {AGAIN}")
    return int(digits)


def _refuse_encrypted(_attributes: dict[str, str]) -> None:
    raise RefusedFile("is password-protected: save it without a password")


def _is_outside(href: str) -> bool:
    """Return whether a reference leaves the file: ``http://...``, ``file:///...``, ``../other.ods``."""
    return not href.startswith("#") and (":" in href or href.startswith(("/", "\\", "..")))
