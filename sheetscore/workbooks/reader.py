"""A workbook that comes back: every cell that holds something, with its value and its formula.

The value of a formula is what the spreadsheet program stored, and is for comparing only: the program
recomputes it from the inputs. What surrounds the cells (sheets, names, formats of dates) is read by openpyxl.
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
"""Workbooks of one kind have the same formats, over which openpyxl takes as long as over all else around the cells."""


class ReadSheet(Struct, frozen=True, dict=True):
    """One worksheet; ``cells`` holds only cells that are not empty, ``names`` the names of its own scope.

    ``comments`` are what people and programs noted at cells, one text or a thread of them; where one sheet of a
    workbook alone was wanted, they are left unread.
    """

    title: str
    hidden: bool
    cells: Mapping[Position, ReadCell]
    names: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[Position, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def last_row(self) -> int:
        """The last row with something in it, counted from 0; 0 for none."""
        return max((row for row, _ in self.cells), default=0)


class ReadWorkbook(Struct, frozen=True):
    """A workbook as it was read."""

    path: Path
    """The file."""
    sheets: Mapping[str, ReadSheet]
    """Worksheets by title, in the order of their tabs."""
    names: Mapping[str, str]
    """Defined names of workbook scope, and what they refer to (``'Table 3'!$B$2:$C$9``, or ``#REF!``)."""
    sha256: str
    """The digest of the bytes that were read."""
    macros: bool = False
    """Whether the file holds macros; they were ignored."""


def read_workbook(path: Path, only: str | Collection[str] = (), limits: Limits = LARGEST) -> ReadWorkbook:
    """Read a workbook behind the guard; one in the .ods format is converted by LibreOffice first.

    The file is read once and closed before anything is made of it.

    Parameters
    ----------
    only
        The title of the one sheet that is wanted, or several; the others are left unread.
    limits
        How much it may hold: what is needed where that is known.

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
    """What is made of a workbook while it passes the guard.

    Parameters
    ----------
    only
        The titles of the sheets that are wanted; none for all.
    """

    def __init__(self, only: Collection[str]) -> None:
        self._only = only
        self.texts = SharedTexts()
        self.sheets: dict[str, ReadSheet] = {}
        self.names: Mapping[str, str] = {}
        self._comments: dict[str, SheetComments] = defaultdict(SheetComments)

    def comments_on(self, part: str) -> SheetComments | None:
        """Listen to the comments on a worksheet, by its part."""
        return None if self._only else self._comments[part]

    def sheets_in(self, data: bytes) -> dict[str, SheetCells]:
        """Read what surrounds the cells, and listen to the sheets that are wanted."""
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
    """A worksheet as the workbook lists it: its title, the part of the file that holds it, names of its own scope."""

    title: str
    part: str
    hidden: bool
    names: Mapping[str, str]


class _Surroundings(Struct, frozen=True):
    """Everything but the cells; ``names`` are those of workbook scope and what they refer to."""

    tabs: tuple[_Tab, ...]
    names: Mapping[str, str]
    lookups: Lookups


def _read_surroundings(data: bytes, texts: Sequence[str]) -> _Surroundings:
    """Read what surrounds the cells.

    Parameters
    ----------
    data
        The bytes of an .xlsx file of which the guard has let pass everything but the worksheets.
    texts
        The texts that its cells share, in their order.

    Raises
    ------
    Refused
        openpyxl cannot make sense of it.
    """
    from openpyxl.reader.excel import ExcelReader  # noqa: PLC0415 -- openpyxl: not for every command

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl tells what it leaves out: nothing that counts here
            return _surroundings(ExcelReader(io.BytesIO(data), read_only=True, keep_links=False), texts)
    except Exception as error:  # openpyxl answers a broken file with whatever breaks in itself
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
    """Return names and what they refer to; the print areas and titles of a sheet are no names that somebody gave."""
    return {name: defined.attr_text or "" for name, defined in scope.items() if not (of_sheet and defined.is_reserved)}


def _formats_of_dates(archive: ZipFile) -> tuple[Collection[int], Collection[int]]:
    """Return the numbers of the cell formats that show a date or a time, and of those that show a length of time."""
    from openpyxl.xml.constants import ARC_STYLE  # noqa: PLC0415 -- as above

    return _formats_in(archive.read(ARC_STYLE)) if ARC_STYLE in archive.namelist() else ((), ())


@lru_cache(maxsize=_STYLES_KEPT)
def _formats_in(styles: bytes) -> tuple[Collection[int], Collection[int]]:
    from openpyxl.styles.stylesheet import Stylesheet  # noqa: PLC0415 -- as above
    from openpyxl.xml.functions import fromstring  # noqa: PLC0415 -- as above

    sheet: Any = Stylesheet.from_tree(fromstring(styles))  # type: ignore[arg-type]
    return frozenset(sheet.date_formats), frozenset(sheet.timedelta_formats)
