"""Read a workbook: every cell that is not empty, with its value and its formula.

The value of a formula is the one that the spreadsheet program stored. It is only compared: we compute our own from the
inputs. openpyxl reads everything but the cells: sheets, names, formats of dates.
"""

from __future__ import annotations

import hashlib
import io
import warnings
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

from msgspec import Struct, field

from sheetscore.problems import UnreadableFile
from sheetscore.workbooks.comments import SheetComments
from sheetscore.workbooks.guard.census import RefusedFile
from sheetscore.workbooks.guard.inspection import inspect, inspect_data
from sheetscore.workbooks.guard.limits import LARGEST, Limits
from sheetscore.workbooks.office import as_xlsx
from sheetscore.workbooks.sheet_cells import Lookups, Position, ReadCell, SharedTexts, SheetCells

if TYPE_CHECKING:
    from openpyxl.reader.excel import ExcelReader
    from openpyxl.workbook.defined_name import DefinedName

_STYLES_KEPT = 8
"""How many workbooks' date formats are cached. Workbooks of one kind share them, and openpyxl takes as long to read
them as everything else around the cells."""


class HeadedRows(Struct, frozen=True):
    """The rows of a table: its columns by heading, and the numbers of the rows below the headings."""

    columns: Mapping[str, int]
    numbers: range


class ReadSheet(Struct, frozen=True, dict=True):
    """One worksheet; ``cells`` has only cells that are not empty, ``names`` the defined names of its own scope.

    ``comments`` are the notes at cells, one text each, and the threads of comments, several texts each. They are not
    read if only some sheets of the workbook are.
    """

    title: str
    hidden: bool
    cells: Mapping[Position, ReadCell]
    names: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[Position, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def last_row(self) -> int:
        """The last row that is not empty, counted from 0; 0 for an empty sheet."""
        return max((row for row, _ in self.cells), default=0)

    def rows_headed(self, headings: Collection[str]) -> HeadedRows | None:
        """Find the rows below these headings; None if no row has them all."""
        rows: dict[int, dict[str, int]] = defaultdict(dict)
        for (row, column), cell in self.cells.items():
            rows[row].setdefault(str(cell.value or "").strip(), column)
        top = next((row for row in sorted(rows) if {*headings} <= rows[row].keys()), None)
        return None if top is None else HeadedRows(rows[top], range(top + 1, self.last_row + 1))


class ReadWorkbook(Struct, frozen=True):
    """A workbook as it was read."""

    path: Path
    sheets: Mapping[str, ReadSheet]
    """Worksheets by title, in the order of their tabs."""
    names: Mapping[str, str]
    """Defined names of workbook scope with their references (``'Table 3'!$B$2:$C$9``, or ``#REF!``)."""
    sha256: str
    """The digest of the bytes that were read."""
    macros: bool = False
    """Whether the file holds macros; they are ignored."""


def read_workbook(path: Path, only: str | Collection[str] = (), limits: Limits = LARGEST) -> ReadWorkbook:
    """Check a workbook with the guard and read it; LibreOffice first converts one in the .ods format.

    The file is read once, whole, and closed.

    Parameters
    ----------
    only
        The title of a sheet, or several, to read; by default all.
    limits
        How much the workbook may hold; see :func:`~sheetscore.workbooks.guard.limits.limits_for`.

    Raises
    ------
    UnreadableFile
        The guard refuses the file, openpyxl cannot make sense of it, or a text is longer than a cell can hold.
    """
    reading = _Reading((only,) if isinstance(only, str) else only)
    inspected = inspect(path, limits, reading)
    if inspected.opendocument:
        try:
            inspect_data(as_xlsx(path, inspected), limits, reading)
        except RefusedFile as refused:
            raise UnreadableFile(f"{path.name} {refused}") from refused
    sha256 = hashlib.sha256(inspected.data).hexdigest()
    return ReadWorkbook(path, reading.sheets, reading.names, sha256, inspected.macros)


class _Reading:
    """The contents of a workbook, received while the guard parses it.

    Parameters
    ----------
    only
        The titles of the sheets to read; empty for all.
    """

    def __init__(self, only: Collection[str]) -> None:
        self._only = only
        self.texts = SharedTexts()
        self.sheets: dict[str, ReadSheet] = {}
        self.names: Mapping[str, str] = {}
        self._comments: dict[str, SheetComments] = defaultdict(SheetComments)

    def comments_on(self, part: str) -> SheetComments | None:
        """Return the receiver of the comments on a worksheet, by its part; None if only some sheets are read."""
        return None if self._only else self._comments[part]

    def sheets_in(self, data: bytes) -> dict[str, SheetCells]:
        """Read everything but the cells; return the receivers of the sheets to read, by part."""
        around = _read_surroundings(data, self.texts.texts)
        self.names = around.names
        listeners = {}
        for tab in around.tabs:
            if not self._only or tab.title in self._only:
                listeners[tab.part] = SheetCells(tab.title, around.lookups)
                comments = self._comments[tab.part].texts if tab.part in self._comments else {}
                cells = listeners[tab.part].cells
                self.sheets[tab.title] = ReadSheet(tab.title, tab.hidden, cells, tab.names, comments)
        return listeners


class _Tab(Struct, frozen=True):
    """A worksheet as the workbook lists it; ``part`` is the part of the file with its cells."""

    title: str
    part: str
    hidden: bool
    names: Mapping[str, str]
    """The defined names of its own scope."""


class _Surroundings(Struct, frozen=True):
    """Everything but the cells; ``names`` has the names of workbook scope with their references."""

    tabs: tuple[_Tab, ...]
    names: Mapping[str, str]
    lookups: Lookups


def _read_surroundings(data: bytes, texts: Sequence[str]) -> _Surroundings:
    """Read everything but the cells.

    Parameters
    ----------
    data
        The bytes of an .xlsx file; the guard has passed all parts but the worksheets.
    texts
        The texts that its cells share, in order.

    Raises
    ------
    RefusedFile
        openpyxl cannot read it.
    """
    from openpyxl.reader.excel import ExcelReader  # noqa: PLC0415 -- openpyxl: not for every command

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl warns of what it does not support, which we do not need
            return _surroundings(ExcelReader(io.BytesIO(data), read_only=True, keep_links=False), texts)
    except Exception as error:  # on a broken file openpyxl raises anything
        raise RefusedFile("is damaged: open it in Excel or LibreOffice and save it again") from error


def _surroundings(reader: ExcelReader, texts: Sequence[str]) -> _Surroundings:
    reader.read_manifest()
    reader.read_workbook()
    scopes = reader.parser.defined_names.by_sheet()  # type: ignore[attr-defined]
    tabs = tuple(
        _Tab(sheet.name, part.target, sheet.state != "visible", _names(scopes.get(index, {}), of_sheet=True))
        for index, (sheet, part) in enumerate(reader.parser.find_sheets())
        if "chartsheet" not in part.Type
    )
    dates, durations = _formats_of_dates(reader.archive)
    lookups = Lookups(texts, dates, durations, reader.wb.epoch)
    return _Surroundings(tabs, _names(scopes.get("global", {})), lookups)


def _names(scope: Mapping[str, DefinedName], *, of_sheet: bool = False) -> dict[str, str]:
    """Return names with their references; print areas and print titles are left out of a sheet's own names."""
    return {name: defined.attr_text or "" for name, defined in scope.items() if not (of_sheet and defined.is_reserved)}


def _formats_of_dates(archive: ZipFile) -> tuple[Collection[int], Collection[int]]:
    """Return the indices of the cell formats for dates and times, and of those for durations."""
    from openpyxl.xml.constants import ARC_STYLE  # noqa: PLC0415 -- as above

    return _formats_in(archive.read(ARC_STYLE)) if ARC_STYLE in archive.namelist() else ((), ())


@lru_cache(maxsize=_STYLES_KEPT)
def _formats_in(styles: bytes) -> tuple[Collection[int], Collection[int]]:
    from openpyxl.styles.stylesheet import Stylesheet  # noqa: PLC0415 -- as above
    from openpyxl.xml.functions import fromstring  # noqa: PLC0415 -- as above

    sheet: Any = Stylesheet.from_tree(fromstring(styles))  # type: ignore[arg-type]
    return frozenset(sheet.date_formats), frozenset(sheet.timedelta_formats)
