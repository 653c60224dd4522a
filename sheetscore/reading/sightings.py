"""Where the captions of a block stand on a sheet, and where its lines and boxes are below them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sheetscore.forms.block import Field, Row
from sheetscore.reading.witnesses import PrintedPage, TextRows
from sheetscore.sheets.layout import BlockPlace
from sheetscore.workbooks.names import Area
from sheetscore.workbooks.reader import ReadSheet
from sheetscore.workbooks.sheet_cells import Position


@dataclass(frozen=True)
class Sighting:
    """Captions of a block: the area that they head, and the column of everything captioned, by its name."""

    area: Area
    columns: Mapping[str, int]

    @property
    def place(self) -> tuple[str, int, tuple[int, ...]]:
        """What two witnesses must agree on."""
        return self.area.sheet, self.area.row, tuple(self.columns.values())


def sight(place: BlockPlace, rows: TextRows, area: Area) -> Sighting | None:
    """See whether a block's captions stand in the first row of an area, all of them and in order."""
    texts = [(at, text) for at, text in rows.get(area.row, ()) if area.column <= at <= area.last_column]
    found = next(_runs(place, texts), None)
    return None if found is None else Sighting(area, found)


def sightings(place: BlockPlace, rows: TextRows, page: PrintedPage) -> Iterator[Sighting]:
    """Go through all captions of a block that stand on a page, as high and wide below them as it was made."""
    for row in range(page.row, page.end):
        for columns in _runs(place, rows.get(row, ())):
            shift = min(columns.values()) - place.captions[0][0]
            left, right = place.column + shift, place.last_column + shift
            yield Sighting(Area(page.sheet, row, left, row + len(place.block.rows), right), columns)


def lines_below(place: BlockPlace, sheet: ReadSheet, seen: Sighting) -> dict[str, int]:
    """Return the row of each line by its key: by its number, or for a block of a single line the one with values."""
    rows = place.block.rows
    below = range(seen.area.row + 1, min(seen.area.last_row, sheet.last_row) + 1)
    if not rows[0].key:
        boxes = [seen.columns[box.name] for box in place.block.fields]
        filled = (row for row in below if any((row, column) in sheet.cells for column in boxes))
        first = next(filled, seen.area.row + 1)
        return {"": first} if first <= seen.area.last_row else {}
    if seen.area.column >= min(seen.columns.values()):
        return {}  # the column with the numbers is gone
    keys = {str(index): row.key for index, row in enumerate(rows, start=1)}
    lines: dict[str, int] = {}
    for row in below:
        cell = sheet.cells.get((row, seen.area.column))
        number = str(cell.value).strip().removesuffix(".0") if cell else ""
        if number in keys:
            lines.setdefault(keys[number], row)
    return lines


def torn_lines(lines: Mapping[str, int], sheet: ReadSheet, seen: Sighting) -> dict[str, int]:
    """Return the lines whose total is no formula any more: cells may have been shifted along them."""
    total = seen.columns.get("total")
    if total is None:
        return {}
    cells = sheet.cells
    return {key: row for key, row in lines.items() if (row, total) not in cells or cells[row, total].formula is None}


def boxes_of(place: BlockPlace, seen: Sighting, lines: Mapping[str, int]) -> Iterator[tuple[Position, Row, Field, str]]:
    """Go through the boxes on lines that are there: where each is, its line, its field, its public id."""
    for row, box, field_id in place.block.boxes():
        if row.key in lines:
            yield (lines[row.key], seen.columns[box.name]), row, box, field_id


def _runs(place: BlockPlace, texts: Sequence[tuple[int, str]]) -> Iterator[dict[str, int]]:
    """Find a block's captions in a row of texts; give the columns of what they head."""
    wanted = [text for _, text in place.captions]
    heads = {column: name for name, column in place.columns.items()}
    for start in range(len(texts) - len(wanted) + 1):
        if start not in {0, place.before}:
            continue  # the end of a longer row of captions
        run = texts[start : start + len(wanted)]
        if [text for _, text in run] == wanted:
            yield {heads[written]: at for (written, _), (at, _) in zip(place.captions, run, strict=True)}
