"""A workbook taken apart so that it can be spoiled: its parts, the cells of a sheet, names, texts; and packed again."""

from __future__ import annotations

import copy
import io
import warnings
import zipfile
from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element, SubElement, fromstring, register_namespace, tostring

from msgspec import Struct, field

from sheetscore.workbooks.cell_refs import Area, address, parse_address

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
WORKBOOK = "xl/workbook.xml"
RELATIONS = "xl/_rels/workbook.xml.rels"
STRINGS = "xl/sharedStrings.xml"

Position = tuple[int, int]
"""Row and column, counted from 0."""

register_namespace("", MAIN)
register_namespace("r", OFFICE)


def main(name: str) -> str:
    """Give the full name of an element of the main namespace."""
    return f"{{{MAIN}}}{name}"


class Grid(Struct):
    """The cells of one sheet by their position, to be changed and put back."""

    part: str
    root: Element
    cells: dict[Position, Element]

    @property
    def rows(self) -> int:
        return 1 + max((row for row, _ in self.cells), default=0)

    @property
    def columns(self) -> int:
        return 1 + max((column for _, column in self.cells), default=0)

    def filled(self) -> list[Position]:
        """Give the places of all cells that hold something."""
        return [position for position, cell in self.cells.items() if len(cell)]

    def put(self, position: Position, value: str | float | None) -> None:
        """Put a value into a cell, whatever was there; the format stays."""
        old = self.cells.get(position)
        cell = self.cells[position] = Element(main("c"), {"s": old.get("s", "0")} if old is not None else {})
        if isinstance(value, str):
            cell.set("t", "inlineStr")
            SubElement(SubElement(cell, main("is")), main("t")).text = value
        elif value is not None:
            SubElement(cell, main("v")).text = str(value)

    def packed(self) -> bytes:
        """Give the XML of the sheet with the cells in order, whatever was done to them."""
        data = self.root.find(main("sheetData"))
        assert data is not None
        heights = {row.get("r"): dict(row.attrib) for row in data}
        data[:] = []
        row_now, row = -1, Element("")
        for position in sorted(self.cells):
            if position[0] != row_now:
                row_now = position[0]
                number = str(row_now + 1)
                row = SubElement(data, main("row"), {**heights.get(number, {}), "r": number})
                row.attrib.pop("spans", None)
            self.cells[position].set("r", address(*position))
            row.append(self.cells[position])
        return bytes(tostring(self.root, encoding="utf-8", xml_declaration=True))


class Spoiled(Struct):
    """A workbook that is being spoiled.

    Parameters
    ----------
    parts
        Its parts by name, in order.
    inputs
        The boxes to write in, as (sheet part, position); they move when rows and columns do.
    doubles
        Parts to be packed a second time under the same name.
    """

    parts: dict[str, bytes]
    inputs: set[tuple[str, Position]]
    doubles: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, data: bytes, boxes: list[tuple[str, str]]) -> Spoiled:
        """Take a workbook apart; ``boxes`` are sheet titles and cells."""
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            opened = cls({name: archive.read(name) for name in archive.namelist()}, set())
        sheets = opened.sheets()
        opened.inputs = {(sheets[title], parse_address(cell)) for title, cell in boxes}
        return opened

    def copy(self) -> Spoiled:
        """Give a copy; what is done to it leaves this one as it is."""
        return Spoiled(dict(self.parts), set(self.inputs), list(self.doubles))

    def packed(self) -> bytes:
        """Zip the parts."""
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # zipfile wonders about two parts of one name
            for name in [*self.parts, *(name for name in self.doubles if name in self.parts)]:
                archive.writestr(name, self.parts[name])
        return stream.getvalue()

    def xml(self, part: str) -> Element:
        return fromstring(self.parts[part])  # noqa: S314 -- it is our own

    def put_xml(self, part: str, root: Element) -> None:
        self.parts[part] = tostring(root, encoding="utf-8", xml_declaration=True)

    def tabs(self) -> list[tuple[str, str]]:
        """Give the title and the part of every sheet, in the order of the tabs. Two sheets may share a title."""
        targets = {one.get("Id"): f"xl/{one.get('Target')}" for one in self.xml(RELATIONS)}
        listed = self.xml(WORKBOOK).iterfind(f"{main('sheets')}/*")
        return [(one.get("name", ""), targets[one.get(f"{{{OFFICE}}}id")]) for one in listed]

    def sheets(self) -> dict[str, str]:
        """Give the part of every sheet by its title, in the order of the tabs."""
        return dict(self.tabs())

    def grid(self, part: str) -> Grid:
        """Take the cells of a sheet apart."""
        root = self.xml(part)
        return Grid(part, root, {parse_address(cell.get("r", "")): cell for cell in root.iter(main("c"))})

    def text(self, cell: Element) -> str:
        """Give what a cell shows."""
        value = cell.findtext(main("v"), "")
        if cell.get("t") == "s":
            return "".join(self.xml(STRINGS)[int(value)].itertext())
        return value or "".join(cell.itertext())

    def move(self, part: str, to: Callable[[Position], Position | None], *, names: bool) -> None:
        """Move every cell of a sheet, as inserting and deleting rows and columns does.

        Parameters
        ----------
        to
            Where a position goes, None for away.
        names
            Whether the defined names follow, as they do in spreadsheet programs.
        """
        grid = self.grid(part)
        moved = [(to(position), copy.deepcopy(cell)) for position, cell in grid.cells.items()]
        grid.cells = {position: cell for position, cell in moved if position}
        self.parts[part] = grid.packed()
        goes = {(sheet, position): (to(position) if sheet == part else position) for sheet, position in self.inputs}
        self.inputs = {(sheet, position) for (sheet, _), position in goes.items() if position}
        if names:
            title = next(title for title, sheet in self.sheets().items() if sheet == part)
            self.refer(lambda area: _followed(area, to) if area.sheet == title else area)

    def refer(self, change: Callable[[Area], Area | None]) -> None:
        """Change what the defined names refer to; None for ``#REF!``."""
        root = self.xml(WORKBOOK)
        for name in root.iter(main("definedName")):
            try:
                area = change(Area.parse(name.text or ""))
            except ValueError:
                continue
            name.text = area.reference if area else "#REF!"
        self.put_xml(WORKBOOK, root)


def _followed(area: Area, to: Callable[[Position], Position | None]) -> Area | None:
    """Give an area after its cells have moved: from the first that is left to the last."""
    corners = [to((row, area.column)) for row in range(area.row, area.last_row + 1)]
    corners += [to((area.row, column)) for column in range(area.column, area.last_column + 1)]
    left = [corner for corner in corners if corner]
    if not left:
        return None
    rows, columns = [row for row, _ in left], [column for _, column in left]
    return Area(area.sheet, min(rows), min(columns), max(rows), max(columns))


def elements(root: Element) -> Iterator[tuple[Element, Element]]:
    """Go through all elements but the root, each with its parent."""
    for parent in root.iter():
        for child in parent:
            yield parent, child
