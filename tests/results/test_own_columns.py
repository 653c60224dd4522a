"""Tables that have columns of their own on one worksheet: merged cells of a common grid of narrow columns."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from msgspec.structs import replace

from sheetscore.sheets.styles import styles_of
from sheetscore.tables.column_widths import with_room_for_titles, worksheets_of
from sheetscore.tables.heights import BAND_HEIGHT, HEADING_HEIGHT
from sheetscore.tables.on_paper import oriented_paper, printed_as
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import Column, Table, figure_column, text_column
from sheetscore.tables.xlsx import write_table_sheets
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.paper import PAPER_SIZES

LETTER = PAPER_SIZES["letter"]

NAMES: Column[str] = text_column("name", "Name", 300, str)
POINTS: Column[str] = figure_column("points", "Points", 60, len)
PLACE: Column[str] = figure_column("place", "Place", 60, lambda _: 1)
SUM: Column[str] = figure_column(
    "sum", "All points", 200, lambda _: 15, lambda here: f"SUM({here.range('points', 'above')})"
)

ABOVE = Table("above", (NAMES, POINTS), ["Ann Bell", "Bob Ray"], title="Who plays")
BELOW = Table("below", (PLACE, SUM), ["all"])
BOTH = TableSheet("Both", "Both", tables=(ABOVE, BELOW), own_columns=True)


def test_a_table_is_no_wider_than_its_own_columns() -> None:
    """Edges are at 0, 300 and 360 above, at 0, 60 and 260 below; with common columns it were 300 and 200."""
    assert BOTH.width == 360
    assert BOTH.widths == [60, 200, 40, 60]
    above, below = (place for _, place in BOTH.placed)
    assert [above.covered(key) for key in ("name", "points")] == [range(3), range(3, 4)]
    assert [below.covered(key) for key in ("place", "sum")] == [range(1), range(1, 2)]


def test_a_column_is_merged_of_narrow_ones_and_formulas_refer_to_its_first(tmp_path: Path) -> None:
    book = Book(tmp_path / "both.xlsx", "Both")
    write_table_sheets(book, [BOTH], LETTER, styles_of(book))
    book.close()
    sheet = openpyxl.load_workbook(tmp_path / "both.xlsx")["Both"]
    named = {str(cell.value): cell for row in sheet.iter_rows() for cell in row if cell.value is not None}
    for name in ("Name", "Ann Bell", "Bob Ray"):
        assert any(str(area) == f"A{named[name].row}:C{named[name].row}" for area in sheet.merged_cells.ranges)
    first, last = named["Ann Bell"].row, named["Bob Ray"].row
    assert f"=SUM($D${first}:$D${last})" in named
    assert named["All points"].column_letter == "B"
    assert (sheet.cell(first, 4).value, sheet.cell(last, 4).value) == (8, 7)


@pytest.mark.parametrize("count", [1, 2])
def test_letters_of_9_points_are_7_5_on_paper(count: int) -> None:
    """At 75 percent, enough for letters of 10 points, they had 6.75: 11 columns of 77 pixels need 78."""
    columns: tuple[Column[str], ...] = tuple(
        figure_column(f"of {at}", f"Of {at}", 77, lambda _: 1, style="cell names") for at in range(11)
    )
    tables = tuple(Table(f"t{at}", columns, ["a"]) for at in range(count))
    (sheet,) = worksheets_of(TableSheet("T", "T", tables=tables, own_columns=count > 1), LETTER)
    scale, _ = printed_as(sheet, LETTER)
    assert 9 * scale / 100 >= 7.5
    assert sheet.width <= oriented_paper(sheet, LETTER).usable[0] * 100 / scale


def test_a_table_gives_way_where_the_letters_of_all_grow() -> None:
    """The sentence has room on two lines of the width that the paper has at full size."""
    sentence = Table("s", (text_column("s", "Sentence", 850, str),), ["Ann Bell meets Bob Ray. " * 6], fit_height=True)
    alone, both = (
        next(worksheets_of(TableSheet("T", "T", tables=tables, own_columns=own), LETTER))
        for tables, own in (((sentence,), False), ((ABOVE, sentence), True))
    )
    assert printed_as(alone, LETTER)[0] < 80
    assert printed_as(both, LETTER)[0] == 100


def test_tables_with_the_same_headings_stand_in_line() -> None:
    """The names of the second are longer than its column, and the third has another heading."""
    name: Column[str] = text_column("name", "Name", 60, str)
    team: Column[str] = text_column("name", "Team", 300, str)
    alike = [Table(f"t{at}", (name, POINTS), [who]) for at, who in enumerate(("Ann", "Donaudampfschifffahrtskapitaen"))]
    other = Table("other", (team, POINTS), ["Reds"])
    (sheet,) = worksheets_of(TableSheet("T", "T", tables=(*alike, other), own_columns=True), LETTER)
    first, second, third = ([column.width for column in table.columns] for table in sheet.tables)
    assert first == second
    assert first[0] > 200
    assert third == [300, 60]


def test_titles_above_a_narrow_table_run_over_the_free_width_of_the_paper(tmp_path: Path) -> None:
    """The table has 360 pixels of the 700 and more of letter paper: its titles stood on two lines."""
    title = "Who plays in the third round at the bridge of Remagen"
    narrow = replace(ABOVE, title=title)
    (plain,) = worksheets_of(TableSheet("S", "Who plays, and what else is entered", tables=(narrow,)), LETTER)
    sheet = with_room_for_titles(plain, LETTER)
    assert plain.row_heights[0] > HEADING_HEIGHT == sheet.row_heights[0]
    assert plain.row_heights[2] > BAND_HEIGHT == sheet.row_heights[2]
    assert printed_as(sheet, LETTER)[0] == printed_as(plain, LETTER)[0] == 100
    book = Book(tmp_path / "s.xlsx", "S")
    write_table_sheets(book, [sheet], LETTER, styles_of(book))
    book.close()
    written = openpyxl.load_workbook(tmp_path / "s.xlsx")["S"]
    assert written["A3"].value == title
    assert "A3:C3" in {str(area) for area in written.merged_cells.ranges}
    assert {column.width: column.key for column in sheet.tables[0].columns} == {300: "name", 60: "points"}


def test_a_worksheet_whose_titles_have_room_stays_as_it_is() -> None:
    (plain,) = worksheets_of(TableSheet("S", "Who plays", tables=(ABOVE,)), LETTER)
    assert with_room_for_titles(plain, LETTER) is plain
