"""Where the blocks of a returned workbook stand now, whatever was inserted, renamed, moved or sorted.

Three witnesses are heard for each block: the name defined for it, the map on the hidden sheet, and what is
printed on the page (its code, then the block's captions below it). Two must agree.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sheetscore.findings import Finding, finding
from sheetscore.forms.form import Block, Page, RoundForms, TableForms
from sheetscore.reading.witnesses import PrintedPage, TextRows, Witnesses
from sheetscore.sheets.layout import BlockPlace
from sheetscore.sheets.round_workbook import layouts, table_sheet
from sheetscore.sheets.sheet_map import block_name
from sheetscore.workbooks.names import Area, address
from sheetscore.workbooks.reader import ReadSheet, ReadWorkbook


@dataclass(frozen=True)
class LocatedBlock:
    """A block found: the sheet, the row of each line by its key, the column of each box by its name."""

    table: int
    page: Page
    block: Block
    sheet: str
    lines: Mapping[str, int]
    columns: Mapping[str, int]


@dataclass
class Located:
    """Everything found, and what could not be."""

    blocks: list[LocatedBlock] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def locate(workbook: ReadWorkbook, heard: Witnesses, forms: RoundForms) -> Located:
    """Find every block of a round's sheets."""
    found = Located()
    shapes = layouts(forms)
    printed: dict[tuple[int, int], list[PrintedPage]] = defaultdict(list)
    for shown in heard.pages:
        printed[shown.code.table, shown.code.page].append(shown)
    for table in forms.tables:
        missing: list[Page] = []
        for page in table.pages:
            finder = _PageFinder(
                workbook, heard.texts, table, page, heard.map.references, printed[table.number, page.number]
            )
            places = finder.find(list(shapes[id(page.shape)].places.values()))
            if all(area is None for _, area in places):
                missing.append(page)
                continue
            for place, area in places:
                _take(found, workbook, heard.texts, table, page, place, area)
        found.findings += _missing_pages(table, missing)
    return found


def _take(
    found: Located,
    workbook: ReadWorkbook,
    texts: Mapping[str, TextRows],
    table: TableForms,
    page: Page,
    place: BlockPlace,
    area: Area | None,
) -> None:
    title = place.block.title or place.block.name
    if area is None:
        found.findings.append(
            finding(
                "structure",
                f"table {table.number}, {page.seat or 'table sheet'}: the block “{title}” is not where it was "
                "printed. Undo what moved it, or make the sheets again and enter the page anew",
                sheet=table_sheet(table.number),
                fields=((table.number, page.seat, ""),),
            )
        )
        return
    sheet = workbook.sheets[area.sheet]
    columns = _match_captions(place, texts[area.sheet], area)
    lines, stray = _lines(place, sheet, area, columns)
    found.blocks.append(LocatedBlock(table.number, page, place.block, area.sheet, lines, columns))
    for row in stray:
        found.findings.append(
            finding(
                "stray-value",
                f"there are values on a line without a number in “{title}”; move them to a numbered line or clear them",
                sheet=area.sheet,
                cell=address(row, area.column),
                fields=((table.number, page.seat, ""),),
            )
        )
    for number, line in enumerate(place.block.rows, start=1):
        if line.key not in lines:
            found.findings.append(
                finding(
                    "structure",
                    f"line {number} of “{title}” is missing: it was deleted, or its number overwritten. "
                    f"Put the number {number} back, or make the sheets again",
                    sheet=area.sheet,
                    cell=address(area.row, area.column),
                    fields=((table.number, page.seat, ""),),
                )
            )


def _missing_pages(table: TableForms, missing: Sequence[Page]) -> Iterator[Finding]:
    if not missing:
        return
    what = (
        "all pages" if len(missing) == len(table.pages) else ", ".join(page.seat or "table sheet" for page in missing)
    )
    yield finding(
        "structure",
        f"table {table.number}: {what} missing from the workbook. If the sheet was deleted, make the sheets "
        "again and enter the table anew; if its cells were pasted over, undo that",
        sheet=table_sheet(table.number),
        fields=tuple((table.number, page.seat, "") for page in missing),
    )


@dataclass
class _PageFinder:
    """Hears the witnesses for the blocks of one page."""

    workbook: ReadWorkbook
    texts: Mapping[str, TextRows]
    table: TableForms
    page: Page
    references: Mapping[str, str]
    printed: Sequence[PrintedPage]

    def find(self, places: Sequence[BlockPlace]) -> list[tuple[BlockPlace, Area | None]]:
        """Give the area of each block, None where no two witnesses agree."""
        seen: dict[tuple[str, ...], int] = defaultdict(int)
        found = []
        for index, place in enumerate(places, start=1):
            texts = tuple(text for _, text in place.captions)
            found.append((place, self._agreed(place, index, seen[texts])))
            seen[texts] += 1
        return found

    def _agreed(self, place: BlockPlace, index: int, occurrence: int) -> Area | None:
        name = block_name(self.table.number, self.page.number, index, place.block.id)
        named = self._area(self.workbook.names.get(name, ""))
        mapped = self._area(self.references.get(name, ""))
        named = named if named and _match_captions(place, self.texts[named.sheet], named) else None
        mapped = mapped if mapped and _match_captions(place, self.texts[mapped.sheet], mapped) else None
        for page in self.printed:
            shown = _printed_area(self.texts[page.sheet], page, place, occurrence)
            if shown is None:
                continue
            for other in (named, mapped):
                if other and (other.sheet, other.row, other.column) == (shown.sheet, shown.row, shown.column):
                    return named or shown
        if named and mapped and (named.sheet, named.row) == (mapped.sheet, mapped.row):
            return named
        return None

    def _area(self, reference: str) -> Area | None:
        try:
            area = Area.parse(reference)
        except ValueError:
            return None
        return area if area.sheet in self.workbook.sheets else None


def _match_captions(place: BlockPlace, rows: TextRows, area: Area) -> dict[str, int]:
    """Find the columns of a block's boxes by the captions in the first row of an area.

    Returns
    -------
    The column of each box by its name; empty when the captions are not all there, in order.
    """
    texts = [(at, text) for at, text in rows.get(area.row, ()) if area.column <= at <= area.last_column]
    start = _subsequence([text for _, text in texts], [text for _, text in place.captions])
    if start is None:
        return {}
    now = {written: texts[start + index][0] for index, (written, _) in enumerate(place.captions)}
    return {box.name: now[place.columns[box.name]] for box in place.block.fields}


def _subsequence(texts: Sequence[str], wanted: Sequence[str], skip: int = 0) -> int | None:
    for start in range(len(texts) - len(wanted) + 1):
        if list(texts[start : start + len(wanted)]) == list(wanted):
            if not skip:
                return start
            skip -= 1
    return None


def _printed_area(rows: TextRows, page: PrintedPage, place: BlockPlace, occurrence: int) -> Area | None:
    """Look below a printed code for the n-th row that has a block's captions."""
    wanted = [text for _, text in place.captions]
    for row in range(page.row, page.end):
        texts = rows.get(row, ())
        names = [text for _, text in texts]
        start = _subsequence(names, wanted, occurrence)
        if start is None:
            occurrence -= _count(names, wanted)
            continue
        shift = texts[start][0] - place.captions[0][0]
        column = place.column + shift
        last = place.last_column + texts[start + len(wanted) - 1][0] - place.captions[-1][0]
        return Area(page.sheet, row, column, row + len(place.block.rows), last)
    return None


def _count(texts: Sequence[str], wanted: Sequence[str]) -> int:
    return sum(
        list(texts[start : start + len(wanted)]) == list(wanted) for start in range(len(texts) - len(wanted) + 1)
    )


def _lines(
    place: BlockPlace, sheet: ReadSheet, area: Area, columns: Mapping[str, int]
) -> tuple[dict[str, int], list[int]]:
    """Give the row of each line by its key, and the rows that have values but no number."""
    rows = place.block.rows
    below = range(area.row + 1, area.last_row + 1)
    filled = [row for row in below if any((row, column) in sheet.cells for column in columns.values())]
    if not rows[0].key:
        single = filled or list(below)[:1]
        return ({"": single[0]}, single[1:]) if single else ({}, [])
    keys = {str(index): row.key for index, row in enumerate(rows, start=1)}
    lines: dict[str, int] = {}
    numbered = set()
    for row in below:
        cell = sheet.cells.get((row, area.column))
        number = str(cell.value).strip().removesuffix(".0") if cell else ""
        if number in keys and keys[number] not in lines:
            lines[keys[number]] = row
            numbered.add(row)
    return lines, [row for row in filled if row not in numbered]
