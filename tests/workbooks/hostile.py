"""Workbooks that are wrong on purpose: a real one, with parts replaced or its bytes bent."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

import xlsxwriter

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
