"""Workbooks that are wrong on purpose: a real one, with parts replaced or its bytes bent."""

from __future__ import annotations

import io
import re
import struct
import warnings
import zipfile
import zlib
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path

import xlsxwriter

from sheetscore.workbooks.cell_refs import column_letters
from sheetscore.workbooks.guard.limits import MEBIBYTE

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE_RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships"
SHEET = "xl/worksheets/sheet1.xml"
STRINGS = "xl/sharedStrings.xml"


def plain_parts() -> dict[str, bytes]:
    """Give the parts of a small workbook by XlsxWriter: text, number and formula in A1:C1."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        sheet = book.add_worksheet("Table 1")
        sheet.write_string(0, 0, "Ann")
        sheet.write_number(0, 1, 12)
        sheet.write_formula(0, 2, "=B1*2", None, 24)
        book.define_name("points", "='Table 1'!$B$1:$C$1")
    with zipfile.ZipFile(stream) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(parts: Mapping[str, bytes | str], level: int = 1) -> bytes:
    """Zip parts as a spreadsheet program does, by default in a hurry."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def book(path: Path, changed: Mapping[str, bytes | str]) -> Path:
    """Write the small workbook with some parts replaced or added."""
    path.write_bytes(packed({**plain_parts(), **changed}))
    return path


def sheet(rows: str, after: str = "", before: str = "") -> str:
    """Give the XML of a worksheet with these rows."""
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="{MAIN}" xmlns:r="{RELATIONSHIPS}">'
        f"{before}<sheetData>{rows}</sheetData>{after}</worksheet>"
    )


def entry(data: bytes, name: str) -> int:
    """Find where the directory of a zip file speaks of a part."""
    position = data.find(b"PK\x01\x02")
    while data[position + 46 : position + 46 + len(name)] != name.encode():
        position = data.index(b"PK\x01\x02", position + 1)
    return position


def patched(data: bytes, position: int, form: str, *values: int) -> bytes:
    """Overwrite bytes in place."""
    bent = bytearray(data)
    struct.pack_into(form, bent, position, *values)
    return bytes(bent)


def pretending_to_be_short(data: bytes, name: str, length: int) -> bytes:
    """Make the directory say that a part ends after some bytes, with the right checksum for those."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        beginning = archive.read(name)[:length]
    at = entry(data, name)
    return patched(patched(data, at + 16, "<L", zlib.crc32(beginning)), at + 24, "<L", length)


def _of_cells(rows: int, columns: int) -> bytes:
    line = "<c><v>1</v></c>" * columns
    return packed(
        {**plain_parts(), SHEET: sheet("".join(f'<row r="{row}">{line}</row>' for row in range(1, rows + 1)))}
    )


def _with_sheet(rows: str, after: str = "", before: str = "") -> bytes:
    return packed({**plain_parts(), SHEET: sheet(rows, after, before)})


def _with(part: str, content: bytes | str) -> bytes:
    return packed({**plain_parts(), part: content})


def _declaring(declaration: str) -> bytes:
    return _with(STRINGS, f'<?xml version="1.0"?><!DOCTYPE a [{declaration}]><a>&b;</a>')


def _inserted(part: str, before: str, more: str) -> bytes:
    """Put more into a part of the small workbook, where an element ends."""
    whole = plain_parts()[part].decode()
    assert before in whole
    return _with(part, whole.replace(before, more + before))


def _names(number: int) -> str:
    return "".join(f"<definedName name=\"n{one}\">'Table 1'!$A$1</definedName>" for one in range(number))


def _counted(number: int) -> str:
    """Give a long text that can hardly be packed: numbers of eight characters each."""
    return "".join(f"{one:07} " for one in range(number))


def _of_sheets(number: int, *, parts: bool) -> bytes:
    """List so many sheets in the workbook, each with a part of its own or all of them without."""
    ids = range(1, number + 1)
    listed = "".join(f'<sheet name="T{one}" sheetId="{one}" r:id="rId{one}"/>' for one in ids)
    related = "".join(
        f'<Relationship Id="rId{one}" Type="{RELATIONSHIPS}/worksheet" Target="worksheets/sheet{one}.xml"/>'
        for one in ids
    )
    made = {
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONSHIPS}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE_RELATIONSHIPS}">{related}</Relationships>',
    }
    if parts:
        made |= {f"xl/worksheets/sheet{one}.xml": sheet("") for one in ids}
    return packed({**plain_parts(), **made})


def _twice() -> bytes:
    stream = io.BytesIO(packed(plain_parts()))
    with zipfile.ZipFile(stream, "a") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # zipfile wonders, too
        archive.writestr(SHEET, sheet(""))
    return stream.getvalue()


def _large_together() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for number in range(5):
            archive.writestr(f"xl/media/image{number}.png", b"\x89" * 20 * MEBIBYTE)
    return stream.getvalue()


def _encrypted() -> bytes:
    data = packed(plain_parts())
    return patched(data, entry(data, SHEET) + 8, "<H", 0x1)


def _longer_than_it_says() -> bytes:
    padded = sheet('<row r="1"><c r="A1"><v>7</v></c></row>') + " " * 3 * MEBIBYTE
    return pretending_to_be_short(_with(SHEET, padded), SHEET, len(padded) - 3 * MEBIBYTE)


def _texts(number: int) -> str:
    return f'<sst xmlns="{MAIN}">' + "".join(f"<si><t>{one}</t></si>" for one in range(number)) + "</sst>"


FAR_CORNER = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
LAUGHS = '<!ENTITY a "lol">' + "".join(
    f'<!ENTITY {one} "{f"&{before};" * 10}">' for before, one in pairwise("acdefghijb")
)

HARMFUL: Mapping[str, tuple[Callable[[], bytes], str]] = {
    "far corner": (lambda: _with_sheet(FAR_CORNER), "far outside of any score sheet"),
    "far row": (lambda: _with_sheet('<row r="1048576"><c><v>1</v></c></row>'), "far outside of any score sheet"),
    "far column": (lambda: _with_sheet('<row r="1"><c r="XFD1"><v>1</v></c></row>'), "far outside of any score sheet"),
    "merge all": (
        lambda: _with_sheet("", '<mergeCells><mergeCell ref="A1:XFD20000"/></mergeCells>'),
        "merges or links",
    ),
    "link all": (lambda: _with_sheet("", '<hyperlinks><hyperlink ref="A1:XFD20000"/></hyperlinks>'), "merges or links"),
    "zip bomb of cells": (lambda: _of_cells(14_000, 500), "96 MiB"),
    "two million cells": (lambda: _of_cells(3_999, 500), "values and formulas"),
    "two million cells without references": (
        lambda: _with_sheet(("<row>" + "<c/>" * 510 + "</row>") * 3_900),
        "elements of sheets",
    ),
    "half a million formulas": (lambda: _with_sheet(("<row>" + "<c><f>1</f></c>" * 500 + "</row>") * 999), "formulas"),
    "half a million names": (lambda: _inserted("xl/workbook.xml", "</definedNames>", _names(500_000)), "defined names"),
    "100,000 cell formats": (
        lambda: _inserted("xl/styles.xml", "</cellXfs>", '<xf numFmtId="0" fontId="0"/>' * 99_000),
        "cell formats",
    ),
    "a million fonts": (lambda: _inserted("xl/styles.xml", "</fonts>", "<font/>" * 999_000), "elements besides cells"),
    "a million relationships": (
        lambda: _inserted(
            "xl/_rels/workbook.xml.rels",
            "</Relationships>",
            "".join(f'<Relationship Id="x{one}" Type="t" Target="a"/>' for one in range(600_000)),
        ),
        "elements besides cells",
    ),
    "attributes without end": (
        lambda: _inserted(
            "xl/styles.xml", "</fonts>", ("<font " + "".join(f'a{one}="" ' for one in range(5_000)) + "/>") * 250
        ),
        "elements besides cells",
    ),
    "a million pieces of a text": (
        lambda: _with_sheet('<row><c t="inlineStr"><is>' + "<r><t>a</t></r>" * 999_000 + "</is></c></row>"),
        "texts",
    ),
    "a text of 24 MiB": (
        lambda: _with_sheet(f'<row><c t="inlineStr"><is><t>{_counted(3_000_000)}</t></is></c></row>'),
        "17 MiB",
    ),
    "a text of 8 MiB": (
        lambda: _with_sheet(f'<row><c r="A1" t="inlineStr"><is><t>{_counted(1_000_000)}</t></is></c></row>'),
        "has a text of 8,000,000 characters in cell A1",
    ),
    "zip bomb of padding": (
        lambda: packed({**plain_parts(), "xl/media/image1.png": b"\x89" + b"\0" * 20 * MEBIBYTE}, level=9),
        "300-fold",
    ),
    "large together": (_large_together, "96 MiB"),
    "longer than it says": (_longer_than_it_says, "another size"),
    "billion laughs": (lambda: _declaring(LAUGHS), "entities"),
    "quadratic blow-up": (lambda: _declaring(f'<!ENTITY b "{"x" * 50_000}">'), "entities"),
    "external file": (lambda: _declaring('<!ENTITY b SYSTEM "file:///etc/passwd">'), "entities"),
    "external address": (lambda: _declaring('<!ENTITY b SYSTEM "http://127.0.0.1/b">'), "entities"),
    "part twice": (_twice, "two parts of the same name"),
    "encrypted part": (_encrypted, "without a password"),
    "climbing name": (lambda: _with("xl/../../evil.xml", "<a/>"), "outside of its own folder"),
    "10,001 parts": (lambda: packed({f"xl/media/{number}.png": b"\x89" for number in range(10_001)}), "parts"),
    "10,000 sheets": (lambda: _of_sheets(10_000, parts=True), "parts"),
    "10,000 sheets without parts": (lambda: _of_sheets(10_000, parts=False), "100 sheets"),
    "a million texts": (lambda: _with(STRINGS, _texts(1_000_000)), "different texts"),
    "a million rows": (
        lambda: _with_sheet("".join(f'<row r="{row}"/>' for row in range(1, 1_000_001))),
        "elements of sheets",
    ),
}
"""Files that harm a reader that is not on its guard: how to make each, and the words that refuse it."""


def _below(round_: bytes, rows: Callable[[int], str]) -> bytes:
    """Put rows below everything on the sheet of table 1; they are told the number of the last one."""
    parts = _parts_of(round_)
    before = parts["xl/worksheets/sheet3.xml"].decode()
    last = max(map(int, re.findall(r'<row r="(\d+)"', before)))
    return packed({**parts, "xl/worksheets/sheet3.xml": before.replace("</sheetData>", f"{rows(last)}</sheetData>")})


def _parts_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _with_codes(round_: bytes, columns: str, rows: int) -> bytes:
    """Write the codes of the round's own pages into spare cells, by turns."""
    codes = re.findall(r"R01-T001-P\d+-\w+", _parts_of(round_)[STRINGS].decode())
    assert codes

    def row(number: int) -> str:
        cells = (
            f'<c r="{column}{number}" t="inlineStr"><is><t>{codes[number % len(codes)]}</t></is></c>'
            for column in columns
        )
        return f'<row r="{number}">{"".join(cells)}</row>'

    return _below(round_, lambda last: "".join(map(row, range(last + 1, last + 1 + rows))))


def _stretched(round_: bytes) -> bytes:
    """Have the names of the blocks where pilots are entered reach down to row 300,000."""
    parts = _parts_of(round_)
    names = r"(\.seat\">[^<]*\$)\d+</definedName>"
    workbook, times = re.subn(names, r"\g<1>300000</definedName>", parts["xl/workbook.xml"].decode())
    assert times
    return packed({**parts, "xl/workbook.xml": workbook})


def blank_row(number: int, columns: int = 16_384) -> str:
    """Give a row of formatted cells without anything in them, by default to the last column that there is."""
    cells = (f'<c r="{column_letters(column)}{number}" s="1"/>' for column in range(columns))
    return f'<row r="{number}">{"".join(cells)}</row>'


BLOWN_UP: Mapping[str, Callable[[bytes], bytes]] = {
    "20,000 page codes below each other": lambda round_: _with_codes(round_, "A", 20_000),
    "20,000 page codes side by side": lambda round_: _with_codes(round_, "ABCDEFGHIJ", 2_000),
    "names down to row 300,000": _stretched,
    "1.6 million blank cells": lambda round_: _below(
        round_, lambda last: "".join(map(blank_row, range(last + 1, last + 101)))
    ),
}
"""What makes a round's own workbook, which stays valid, cost more than it should."""
