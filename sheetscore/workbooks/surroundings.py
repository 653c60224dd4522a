"""What surrounds the cells of a workbook, as openpyxl reads it: sheets, names, formats of dates."""

from __future__ import annotations

import io
import warnings
from collections.abc import Collection, Mapping, Sequence
from typing import Any
from zipfile import ZipFile

from msgspec import Struct
from openpyxl.reader.excel import ExcelReader
from openpyxl.styles.stylesheet import Stylesheet
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.xml.constants import ARC_STYLE
from openpyxl.xml.functions import fromstring

from sheetscore.workbooks.guard.census import Refused
from sheetscore.workbooks.sheet_cells import Lookups


class Tab(Struct, frozen=True):
    """A worksheet as the workbook lists it: its title, the part of the file that holds it, names of its own scope."""

    title: str
    part: str
    hidden: bool
    names: Mapping[str, str]


class Surroundings(Struct, frozen=True):
    """Everything but the cells; ``names`` are those of workbook scope and what they refer to."""

    tabs: tuple[Tab, ...]
    names: Mapping[str, str]
    lookups: Lookups


def read_surroundings(data: bytes, texts: Sequence[str]) -> Surroundings:
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
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl tells what it leaves out: nothing that counts here
            return _read(ExcelReader(io.BytesIO(data), read_only=True, keep_links=False), texts)
    except Exception as error:  # openpyxl answers a broken file with whatever breaks in itself
        raise Refused("is damaged: open it in Excel or LibreOffice and save it again") from error


def _read(reader: ExcelReader, texts: Sequence[str]) -> Surroundings:
    reader.read_manifest()
    reader.read_workbook()
    scopes = reader.parser.defined_names.by_sheet()  # type: ignore[attr-defined]
    tabs = tuple(
        Tab(sheet.name, part.target, sheet.state != "visible", _names(scopes.get(index, {}), of_sheet=True))
        for index, (sheet, part) in enumerate(reader.parser.find_sheets())
        if "chartsheet" not in part.Type
    )
    dates, durations = _formats_of_dates(reader.archive)
    lookups = Lookups(texts, dates, durations, reader.wb.epoch)
    return Surroundings(tabs, _names(scopes.get("global", {})), lookups)


def _names(scope: Mapping[str, DefinedName], *, of_sheet: bool = False) -> dict[str, str]:
    """Return names and what they refer to; the print areas and titles of a sheet are no names that somebody gave."""
    return {name: defined.attr_text or "" for name, defined in scope.items() if not (of_sheet and defined.is_reserved)}


def _formats_of_dates(archive: ZipFile) -> tuple[Collection[int], Collection[int]]:
    """Return the numbers of the cell formats that show a date or a time, and of those that show a length of time."""
    if ARC_STYLE not in archive.namelist():
        return (), ()
    styles: Any = Stylesheet.from_tree(fromstring(archive.read(ARC_STYLE)))  # type: ignore[arg-type]
    return styles.date_formats, styles.timedelta_formats
