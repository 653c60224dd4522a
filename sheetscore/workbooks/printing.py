"""Workbooks as they come out of the printer: PDF by LibreOffice, of all sheets or of those that are handed out.

A defined name marks each sheet that is for the director alone; it stays with its sheet when somebody renames that.
"""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Collection, Sequence

from defusedxml.ElementTree import fromstring

from sheetscore.workbooks.book import Book
from sheetscore.workbooks.names import Area, rectangle
from sheetscore.workbooks.office import converted
from sheetscore.workbooks.reader import ReadWorkbook

SECONDS_PER_MEBIBYTE = 60
"""How much longer printing may take for each mebibyte of a workbook: 40 tables have one, and take 15 s on a slow
machine."""

_WORKBOOK = "xl/workbook.xml"
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_PRINT_AREA = "_xlnm.Print_Area"
_FOR_DIRECTOR = "ss.director."


def keep_for_director(book: Book, titles: Sequence[str]) -> None:
    """Mark sheets of a workbook that is being written."""
    for number, title in enumerate(titles, start=1):
        book.define(f"{_FOR_DIRECTOR}{number}", Area(title, 0, 0, 0, 0).reference)


def for_director(workbook: ReadWorkbook) -> frozenset[str]:
    """Return the titles of the marked sheets of a workbook that came back."""
    marks = (reference for name, reference in workbook.names.items() if name.startswith(_FOR_DIRECTOR))
    return frozenset(area.sheet for reference in marks if (area := rectangle(reference)))


def as_pdf(program: str, data: bytes, stem: str, without: Collection[str] = ()) -> bytes | None:
    """Print a workbook; None when LibreOffice cannot.

    Parameters
    ----------
    program
        LibreOffice.
    data
        An .xlsx file that the guard let pass.
    stem
        What its name is without the ending: pages are printed with it.
    without
        The titles of sheets that are not wanted.
    """
    wanted = _without(data, without) if without else data
    return converted(program, wanted, "xlsx", "pdf", SECONDS_PER_MEBIBYTE, stem)


def _without(data: bytes, titles: Collection[str]) -> bytes:
    """Hide sheets in a workbook."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            new.writestr(part, _hidden(old.read(part), titles) if part == _WORKBOOK else old.read(part))
    return stream.getvalue()


def _hidden(workbook: bytes, titles: Collection[str]) -> bytes:
    root = fromstring(workbook)
    sheets = [*root.iter(f"{_MAIN}sheet")]
    for sheet in sheets:
        if sheet.get("name") in titles:
            sheet.set("state", "hidden")
    # LibreOffice prints a hidden sheet that has a print area
    hidden = {str(index) for index, sheet in enumerate(sheets) if sheet.get("name") in titles}
    for names in root.iter(f"{_MAIN}definedNames"):
        for name in [*names]:
            if name.get("name") == _PRINT_AREA and name.get("localSheetId") in hidden:
                names.remove(name)
    for view in root.iter(f"{_MAIN}workbookView"):
        view.set("activeTab", next(str(index) for index, sheet in enumerate(sheets) if not sheet.get("state")))
        view.attrib.pop("firstSheet", None)
    stream = io.BytesIO()
    ET.ElementTree(root).write(stream, encoding="utf-8", xml_declaration=True)
    return stream.getvalue()


def page_count(pdf: bytes) -> int:
    """Count the pages of a PDF."""
    from pypdf import PdfReader  # noqa: PLC0415 -- only who prints needs it

    return len(PdfReader(io.BytesIO(pdf)).pages)


def joined(pdfs: Sequence[bytes]) -> bytes:
    """Put PDFs together, in order; without the time at which they were made, so that equal pages give equal bytes."""
    from pypdf import PdfWriter  # noqa: PLC0415 -- as above

    writer = PdfWriter()
    for pdf in pdfs:
        writer.append(io.BytesIO(pdf))
    writer.metadata = None
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()
