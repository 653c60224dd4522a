"""Typing into the cells of a workbook: what is typed replaces the XML of its own cell, and no program opens the rest.

openpyxl builds a whole workbook and saves it again to change one cell of it, which takes fifty times as long. What
:func:`type_in` leaves in the cells is what openpyxl would have left there.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from defusedxml.ElementTree import fromstring
from looking import open_whole
from openpyxl.cell.cell import ERROR_CODES
from openpyxl.utils.cell import coordinate_to_tuple, get_column_letter

Values = Mapping[tuple[str, str], Any]
"""What is typed, by the title of the sheet and the address of the cell; None clears a cell."""

_SHEET_DATA = re.compile(r"<sheetData\s*/>|(<sheetData>)(.*)(</sheetData>)", re.DOTALL)
_ROW = re.compile(r'(<row\b[^>]*?\br="(\d+)"[^>]*?)(?:/>|>(.*?)</row>)', re.DOTALL)
_CELL = re.compile(r'<c\b[^>]*?\br="([A-Z]+\d+)"[^>]*?(?:/>|>.*?</c>)', re.DOTALL)
_STYLE = re.compile(r'<c\b[^>]*?( s="\d+")')
_COMPUTED = re.compile(r'(<c\b(?:(?! t=)[^>])*+)(?: t="\w+")?+([^>]*+>)(<f\b[^>]*+(?:(?<=/)>|>[^<]*</f>))<v>[^<]*</v>')
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def type_in(workbook: Path, values: Values) -> None:
    """Type values into cells, as somebody at a spreadsheet does; no formula of the workbook keeps a cached value."""
    with zipfile.ZipFile(workbook) as package:
        parts = {info.filename: (info, package.read(info)) for info in package.infolist()}
    sheets = _sheets({name: data for name, (_, data) in parts.items()})
    by_part: dict[str, dict[str, Any]] = defaultdict(dict)
    for (title, cell), value in values.items():
        by_part[sheets[title]][cell] = value
    edited = {part: _typed(parts[part][1], by_part[part]) for part in sheets.values()}
    with zipfile.ZipFile(workbook, "w") as package:
        for name, (info, data) in parts.items():
            package.writestr(info, edited.get(name, data), compresslevel=1)


def save_with_openpyxl(workbook: Path, values: Values | None = None) -> None:
    """Type values into cells with another program, which writes every part of the workbook anew in its own manner."""
    book = open_whole(workbook)
    for (title, cell), value in (values or {}).items():
        book[title][cell] = value
    book.save(workbook)


def _sheets(parts: Mapping[str, bytes]) -> dict[str, str]:
    """Name the part of each worksheet by its title."""
    relations = {
        relation.get("Id"): relation.get("Target") for relation in fromstring(parts["xl/_rels/workbook.xml.rels"])
    }
    tabs = fromstring(parts["xl/workbook.xml"]).iterfind(".//{*}sheet")
    return {tab.attrib["name"]: posixpath.join("/xl", relations[tab.get(_RELATION)] or "")[1:] for tab in tabs}


def _typed(part: bytes, values: Mapping[str, Any]) -> bytes:
    by_row: dict[int, dict[int, str]] = defaultdict(dict)
    for cell, value in values.items():
        row, column = coordinate_to_tuple(cell)
        by_row[row][column] = _content(value)
    xml = _COMPUTED.sub(r"\1\2\3", part.decode("utf-8"))
    if not by_row:
        return xml.encode("utf-8")
    data = _SHEET_DATA.search(xml)
    if data is None:
        raise ValueError("no rows are found in this XML")
    changes = {row: partial(_row, row, contents) for row, contents in by_row.items()}
    rows = _in_order(data[2] or "", _ROW, lambda found: int(found[2]), changes)
    return f"{xml[: data.start()]}<sheetData>{rows}</sheetData>{xml[data.end() :]}".encode()


def _in_order(
    children: str,
    child: re.Pattern[str],
    place: Callable[[re.Match[str]], int],
    changes: Mapping[int, Callable[[str], str]],
) -> str:
    """Change rows of a sheet or cells of a row; one that was not there comes where its place is."""
    found = {place(one): one[0] for one in child.finditer(children)}
    if "".join(found.values()) != children:
        raise ValueError("this XML holds more than rows and cells that say where they are")
    for at, change in changes.items():
        found[at] = change(found.get(at, ""))
    return "".join(found[at] for at in sorted(found))


def _row(number: int, contents: Mapping[int, str], old: str) -> str:
    found = _ROW.fullmatch(old)
    begin, cells = (found[1], found[3] or "") if found else (f'<row r="{number}"', "")
    changes = {
        column: partial(_cell, f"{get_column_letter(column)}{number}", text) for column, text in contents.items()
    }
    cells = _in_order(cells, _CELL, lambda one: coordinate_to_tuple(one[1])[1], changes)
    return f"{begin}>{cells}</row>"


def _cell(address: str, content: str, old: str) -> str:
    """Give a cell its content; its format stays."""
    if 't="shared"' in old:
        raise ValueError(f"other cells share the formula of {address}: save it with openpyxl")
    style = _STYLE.match(old)
    return f'<c r="{address}"{style[1] if style else ""}{content}'


def _content(value: Any) -> str:
    """Write what is typed, from the type of its cell on."""
    match value:
        case None | "":
            return "/>"
        case bool():
            return f' t="b"><v>{value:d}</v></c>'
        case int() | float():
            return f"><v>{value!r}</v></c>"
        case str() if value in ERROR_CODES:
            return f' t="e"><v>{value}</v></c>'
        case str() if value.startswith("=") and value != "=":
            return f"><f>{escape(value[1:])}</f></c>"
        case str():
            return f' t="inlineStr"><is><t xml:space="preserve">{escape(value)}</t></is></c>'
    raise TypeError(f"{value!r} needs a format of its own: save it with openpyxl")
