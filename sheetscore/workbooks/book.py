"""Write a workbook: XlsxWriter with our defaults, where nothing is dropped silently.

If XlsxWriter cannot write a cell, it warns or returns a negative number and goes on; here both raise, because a score
sheet with a missing cell is worse than none. Text is always written as text: a player called ``=HYPERLINK("x")`` stays
a player.
"""

from __future__ import annotations

import datetime as dt
import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

from sheetscore.problems import WrongUsage
from sheetscore.workbooks.cell_refs import sheet_title
from sheetscore.workbooks.guard.census import RefusedFile, TooMuch
from sheetscore.workbooks.guard.inspection import inspect_data
from sheetscore.workbooks.guard.limits import (
    CONTENTS,
    LARGEST,
    MAX_AREA,
    MAX_COLUMNS,
    MAX_PARTS,
    MAX_ROWS,
    NAMES,
    SHEETS,
    Limits,
)

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

FONT = "Arial"
"""The default font: Liberation Sans has the same widths, so that pages break at the same rows everywhere."""

FONT_SIZE = 10

FIXED_TIME = dt.datetime(2000, 1, 1)  # noqa: DTZ001 -- XlsxWriter takes naive times only
"""The creation time in the properties of every workbook, so that equal data give equal bytes."""

EPOCH = dt.datetime(1899, 12, 30)  # noqa: DTZ001 -- a spreadsheet's times have no zone
"""The day from which spreadsheets count days; true of all days after February 1900."""

LARGE = 4
"""A workbook of more than 1/LARGE of the permitted bytes goes through the guard before it is written to disk. Smaller
ones can only exceed the limits that are counted anyway, and the guard takes a tenth of the time of writing."""

MOST_IN_MEMORY = 200_000
"""The most values and formulas of a workbook whose parts are built in memory, at most 80 MB. Parts of larger ones are
built as temporary files, which takes longer: each part costs a file."""

CellValue = str | int | float | Fraction | None


class BookError(Exception):
    """XlsxWriter refused to write something: a bug of ours, never a mistake of the director."""


class Book:
    """A workbook under construction.

    Parameters
    ----------
    path
        Where :meth:`close` writes it.
    title
        The title in the document properties.
    limits
        How much the workbook may hold, so that its reader accepts it.
    """

    def __init__(self, path: Path, title: str, limits: Limits = LARGEST) -> None:
        import xlsxwriter  # noqa: PLC0415 -- commands that write nothing do without it

        self._file = BytesIO()  # not the path: on a full disk XlsxWriter would leave the file open
        self.workbook = xlsxwriter.Workbook(
            self._file,
            {
                "strings_to_formulas": False,
                "strings_to_urls": False,
                "strings_to_numbers": False,
                "default_format_properties": {"font_name": FONT, "font_size": FONT_SIZE},
            },
        )
        self.workbook.set_properties({"title": title, "author": "sheetscore", "created": FIXED_TIME})
        self.workbook.set_calc_mode("auto")
        self._formats: dict[tuple[tuple[str, Any], ...], Format] = {}
        self._titles: set[str] = set()
        self.title = title
        self._path, self._limits = path, limits
        self.sheets: list[Sheet] = []

    def style(self, **properties: object) -> Format:
        """Return the format with these XlsxWriter properties, made once per workbook."""
        key = tuple(sorted(properties.items()))
        if key not in self._formats:
            self._formats[key] = self.workbook.add_format({"font_name": FONT, "font_size": FONT_SIZE, **properties})
        return self._formats[key]

    def sheet(self, title: str) -> Sheet:
        """Add a worksheet; its title is cleaned and made unique in this workbook."""
        clean = sheet_title(title, taken=self._titles)
        self._titles.add(clean.casefold())
        self.sheets.append(Sheet(self, self.workbook.add_worksheet(clean, ready_worksheet())))
        return self.sheets[-1]

    def define(self, name: str, reference: str) -> None:
        """Define a workbook-scope name for an absolute reference such as ``'Table 3'!$B$2:$C$9``."""
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            if self.workbook.define_name(name, f"={reference}"):
                raise BookError(f"XlsxWriter refused the name {name} for {reference}")

    def close(self) -> None:
        """Write the file.

        Raises
        ------
        OSError
            It could not be written.
        WrongUsage
            It is larger than the workbooks that the guard lets pass.
        """
        self._refuse_what_cannot_be_read()
        self.workbook.in_memory = sum(map(_contents, self.workbook.worksheets())) <= MOST_IN_MEMORY
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.workbook.close()
        if self._is_large():
            self._guard()
        self._path.write_bytes(self._file.getbuffer())

    def _refuse_what_cannot_be_read(self) -> None:
        """Check, before anything is written, the limits that even a small file, or one slow to write, may exceed."""
        sheets = self.workbook.worksheets()
        found = (
            (max((sheet.dim_rowmax or 0) for sheet in sheets) + 1, "rows on a sheet", MAX_ROWS),
            (max((sheet.dim_colmax or 0) for sheet in sheets) + 1, "columns on a sheet", MAX_COLUMNS),
            (sum(map(_contents, sheets)), CONTENTS, self._limits.contents),
            (sum(map(_area, sheets)), "merged cells", MAX_AREA),
            (len(self.workbook.defined_names), NAMES, self._limits.names),
            (len(sheets), SHEETS, self._limits.sheets),
        )
        beyond = [f"{number:,} {what} (at most {most:,})" for number, what, most in found if number > most]
        if beyond:
            raise _too_large(", ".join(beyond))

    def _is_large(self) -> bool:
        with ZipFile(self._file) as archive:
            parts = archive.infolist()
        return len(parts) > MAX_PARTS or sum(part.file_size for part in parts) * LARGE > self._limits.bytes

    def _guard(self) -> None:
        """Apply the guard to the written bytes, as it will be applied when the file comes back."""
        try:
            inspect_data(self._file.getvalue(), self._limits)
        except TooMuch as refused:
            raise _too_large(refused.what) from refused
        except RefusedFile as refused:
            raise BookError(f"{self._path.name} {refused}") from refused


def _too_large(what: str) -> WrongUsage:
    return WrongUsage(
        f"the event is larger than a workbook holds: it would have {what}. Nothing was written; play at fewer tables, "
        "or as several events",
        "too-large",
    )


def _contents(sheet: Worksheet) -> int:
    """Count the values and formulas of a sheet; a formula counts twice, with its cached value."""
    kinds = Counter(type(cell).__name__ for row in sheet.table.values() for cell in row.values())
    return kinds.total() - kinds["Blank"] + kinds["Formula"]


def _area(sheet: Worksheet) -> int:
    return sum((bottom - top + 1) * (right - left + 1) for top, left, bottom, right in sheet.merge)


_ENDS_OF_CELLS: Mapping[str, Callable[[Any], str]] = {
    "Blank": lambda _: "/>",
    "String": lambda cell: f' t="s"><v>{cell.string}</v></c>',
}
"""The XML after the format of the most frequent kinds of cells, by XlsxWriter's name for the kind."""


@cache
def ready_worksheet() -> type[Worksheet]:
    """Return XlsxWriter's worksheet class with two shortcuts: no other private methods of it are overridden.

    It does not search every formula for the 29 functions that files store under another name, which takes longer than
    writing the cell: we use none of them, since LibreOffice knows few. And most cells, the blank ones of merged areas
    and those with texts, are written without a list of attributes that would be searched for characters to escape.
    """
    from xlsxwriter.utility import xl_rowcol_to_cell_fast  # noqa: PLC0415 -- as above
    from xlsxwriter.worksheet import Worksheet  # noqa: PLC0415

    class ReadyWorksheet(Worksheet):  # type: ignore[misc]
        def _prepare_formula(self, formula: str, expand_future_functions: bool = False) -> str:  # noqa: FBT001, FBT002
            """Take off the equals sign before a formula."""
            del expand_future_functions
            return formula.removeprefix("=")

        def _write_cell(self, row: int, col: int, cell: Any) -> None:
            """Write a cell; a text is the number that it has among the texts of all sheets."""
            ends = _ENDS_OF_CELLS.get(type(cell).__name__)
            if ends is None or not cell.format:
                super()._write_cell(row, col, cell)
                return
            look = cell.format._get_xf_index()
            self.fh.write(f'<c r="{xl_rowcol_to_cell_fast(row, col)}" s="{look}"{ends(cell)}')

    return ReadyWorksheet


class Sheet:
    """A worksheet under construction; rows and columns count from 0.

    ``values`` are the texts and numbers that we wrote on it, ``notes`` the texts of the notes attached to its cells.
    """

    def __init__(self, book: Book, worksheet: Worksheet) -> None:
        self.book = book
        self.raw = worksheet
        self.title: str = worksheet.get_name()
        self.values: set[str | int | float] = set()
        self.notes: set[str] = set()

    def text(self, row: int, column: int, text: str, style: Format | None = None) -> None:
        """Write text; an empty one becomes a blank cell with the style."""
        if text == "":
            self._check(self.raw.write_blank(row, column, None, style), row, column)
        else:
            self.values.add(text)
            self._check(self.raw.write_string(row, column, text, style), row, column)

    def parts(self, row: int, column: int, parts: Sequence[tuple[str, Format]], style: Format | None = None) -> None:
        """Write a text of two parts or more, each in letters of its own format."""
        self.values.add("".join(text for text, _ in parts))
        pieces = chain.from_iterable((letters, text) for text, letters in parts)
        self._check(self.raw.write_rich_string(row, column, *pieces, style), row, column)

    def number(self, row: int, column: int, number: float | Fraction, style: Format | None = None) -> None:
        """Write a number as the nearest double."""
        double = as_double(number)
        self.values.add(double)
        self._check(self.raw.write_number(row, column, double, style), row, column)

    def value(self, row: int, column: int, value: CellValue, style: Format | None = None) -> None:
        """Write a value by its type: text, a number, or a blank cell for None."""
        if value is None or isinstance(value, str):
            self.text(row, column, value or "", style)
        else:
            self.number(row, column, value, style)

    def typed(self, row: int, column: int, value: CellValue, style: Format | None = None) -> None:
        """Write a value that a person typed: it does not become one of our ``values``."""
        ours = value in self.values
        self.value(row, column, value, style)
        if not ours:
            self.values -= {value}

    def formula(self, row: int, column: int, formula: str, cached: CellValue, style: Format | None = None) -> None:
        """Write a formula (without ``=``) and its value.

        Programs that do not recalculate on loading, such as LibreOffice, show the cached value, so every formula needs
        one; None and ``""`` stand for empty text.
        """
        value = "" if cached is None else cached if isinstance(cached, str) else as_double(cached)
        self._check(self.raw.write_formula(row, column, f"={formula}", style, value), row, column)

    def link(
        self, row: int, column: int, sheet: str, text: str, style: Format | None = None, *, cell: str = "A1"
    ) -> None:
        """Write a link to a cell of another sheet of the same workbook."""
        target = f"internal:'{sheet.replace(chr(39), chr(39) * 2)}'!{cell}"
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.values.add(text)
            self._check(self.raw.write_url(row, column, target, style, text), row, column)

    def span(self, row: int, column: int, last_row: int, last_column: int, style: Format | None = None) -> None:
        """Merge a rectangle of cells (a single cell stays as it is); write its top left cell afterwards."""
        if (row, column) != (last_row, last_column):
            self._check(self.raw.merge_range(row, column, last_row, last_column, "", style), row, column)

    def note(self, row: int, column: int, text: str) -> None:
        """Attach a note to a cell."""
        self.notes.add(text)
        self._check(self.raw.write_comment(row, column, text, {"author": "sheetscore", "x_scale": 2}), row, column)

    def picture(
        self, row: int, column: int, png: bytes, scale: tuple[float, float], offset: tuple[int, int], description: str
    ) -> None:
        """Put a picture on the sheet. It moves with its cells and keeps its size.

        Parameters
        ----------
        row, column
            The cell from whose upper left corner the picture is offset.
        png
            The picture; the file holds equal pictures once.
        scale
            Pixels of the sheet (96 per inch) per pixel of the picture, across and down.
        offset
            Pixels to the right and down.
        description
            The alternative text, for screen readers.
        """
        place = dict(zip(("x_offset", "y_offset", "x_scale", "y_scale"), (*offset, *scale), strict=True))
        options = {**place, "object_position": 2, "description": description}
        self._check(self.raw.insert_image(row, column, BytesIO(png), options), row, column)

    def validate(self, row: int, column: int, last_row: int, last_column: int, rule: Mapping[str, object]) -> None:
        """Attach a data validation, as XlsxWriter's ``data_validation`` takes it."""
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self._check(self.raw.data_validation(row, column, last_row, last_column, dict(rule)), row, column)

    def format_where(self, row: int, column: int, last_row: int, last_column: int, rule: Mapping[str, object]) -> None:
        """Attach a conditional format, as XlsxWriter's ``conditional_format`` takes it."""
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self._check(self.raw.conditional_format(row, column, last_row, last_column, dict(rule)), row, column)

    def widths(self, pixels: Sequence[int], first: int = 0) -> None:
        """Set the widths of consecutive columns in pixels (96 per inch)."""
        for offset, width in enumerate(pixels):
            self._check(self.raw.set_column_pixels(first + offset, first + offset, width), 0, first + offset)

    def height(self, row: int, pixels: int) -> None:
        """Set the height of a row in pixels (96 per inch)."""
        self._check(self.raw.set_row_pixels(row, pixels), row, 0)

    def protect(self) -> None:
        """Protect all cells but those for input. There is no password: it stops accidents, not people."""
        self.raw.protect("", {"format_columns": True, "format_rows": True})

    def _check(self, answer: int | None, row: int, column: int) -> None:
        if isinstance(answer, int) and answer < 0:
            raise BookError(f"XlsxWriter refused cell ({row}, {column}) of {self.title}: {answer}")


def as_double(number: float | Fraction) -> int | float:
    """Return the nearest double, which cells of workbooks and lists for scripts hold; a whole number stays an int."""
    if isinstance(number, (int, float)):  # tested first: isinstance with Fraction is slow
        return number
    return number.numerator if number.denominator == 1 else float(number)
