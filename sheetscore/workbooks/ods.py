"""OpenDocument spreadsheets: converted by the LibreOffice that wrote them, then read like any other workbook.

LibreOffice is handed a copy with nothing but the cells and their styles: no macros, pictures or objects.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from sheetscore.problems import UnreadableFile
from sheetscore.workbooks.guard.blanks import with_plain_blank_cells
from sheetscore.workbooks.guard.inspection import Inspected
from sheetscore.workbooks.guard.ods_census import CONTENT, MANIFEST, SPREADSHEET, STYLES
from sheetscore.workbooks.office import converted, libreoffice

SECONDS_PER_MEBIBYTE = 2
"""How much longer a conversion may take for each mebibyte, a table or two: five times what it takes here, for small
machines."""

_TARGET = "xlsx:Calc MS Excel 2007 XML"

_MANIFEST = f"""<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">
<manifest:file-entry manifest:full-path="/" manifest:media-type="{SPREADSHEET.decode()}"/>
<manifest:file-entry manifest:full-path="{CONTENT}" manifest:media-type="text/xml"/>
<manifest:file-entry manifest:full-path="{STYLES}" manifest:media-type="text/xml"/>
</manifest:manifest>
"""


def as_xlsx(path: Path, inspected: Inspected) -> bytes:
    """Return the .xlsx that LibreOffice makes of an .ods file, which has to pass the guard like any other.

    Parameters
    ----------
    path
        The file, for messages.
    inspected
        What the guard let pass of it.

    Raises
    ------
    UnreadableFile
        There is no LibreOffice on this machine, or it cannot convert the file.
    """
    program = libreoffice()
    if program is None:
        raise UnreadableFile(
            f"{path.name} is an OpenDocument file, which only LibreOffice can convert, and LibreOffice is not on this "
            "machine: save it as .xlsx"
        )
    made = converted(program, _cells_only(inspected.data), "ods", _TARGET, SECONDS_PER_MEBIBYTE)
    if made is None:
        raise UnreadableFile(f"{path.name} could not be converted: open it in LibreOffice and save it as .xlsx")
    return made


def _cells_only(data: bytes) -> bytes:
    """Pack the parts that hold cells and styles anew; blank cells have none, which LibreOffice would go through."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w") as new:
        new.writestr("mimetype", SPREADSHEET)
        new.writestr(MANIFEST, _MANIFEST)
        for part in (CONTENT, STYLES):
            if part in old.namelist():
                new.writestr(part, with_plain_blank_cells(old.read(part)))
    return stream.getvalue()
