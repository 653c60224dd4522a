"""The values in the cells of planned sheets, looked up by area, as the plans of charts refer to them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sheetscore.tables.sheet import TableSheet, places_of
from sheetscore.tables.table import AnyTable, Places, TablePlace
from sheetscore.workbooks.book import CellValue
from sheetscore.workbooks.cell_refs import Area


class PlannedCells:
    """The values of all cells of planned sheets."""

    def __init__(self, sheets: Sequence[TableSheet]) -> None:
        self.places: Places = places_of(sheets)
        self._tables: dict[str, list[tuple[TablePlace, AnyTable]]] = {}
        for sheet in sheets:
            self._tables[sheet.title] = [(place, table) for table, place in sheet.placed]

    def values(self, area: Area) -> list[CellValue]:
        """Return the values of an area, line by line."""
        return [
            self._value(area.sheet, row, column)
            for row in range(area.row, area.last_row + 1)
            for column in range(area.column, area.last_column + 1)
        ]

    def numbers(self, area: Area) -> list[float | None]:
        """Return the values of an area as numbers; None for a blank or a text."""
        return [float(value) if isinstance(value, int | float | Fraction) else None for value in self.values(area)]

    def _value(self, sheet: str, row: int, column: int) -> CellValue:
        for place, table in self._tables[sheet]:
            if place.first - 1 <= row <= place.last:
                found = next((one for one in table.columns if place.columns[one.key] == column), None)
                if found is not None and row == place.first - 1:
                    return found.heading
                return table.value(table.lines[row - place.first], found) if table.lines and found else None
        return None
