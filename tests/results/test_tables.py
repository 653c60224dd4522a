"""Tables: placed first, then written, so that formulas can point anywhere."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from scored_rounds import MADE_AT, SOURCE, sheets_of

from sheetscore.results.about_sheet import about_sheet
from sheetscore.results.table_book import TableBook
from sheetscore.workbooks.book import BookError
from sheetscore.workbooks.table_sheets import Line, TableSheet, places_of, text_height
from sheetscore.workbooks.tables import AnyTable, Table, figure_column, text_column


def numbers(name: str, values: list[int], title: str = "", source: str = "") -> AnyTable:
    """Give a table whose second column is twice the first, or the sum of another table."""
    return Table(
        name,
        (
            text_column("what", "What", 100, lambda value: f"number {value}"),
            figure_column("value", "Value", 100, lambda value: value),
            figure_column(
                "more",
                "More",
                100,
                lambda value: value * 2,
                lambda here: f"SUM({here.range('value', source)})" if source else f"2*{here.cell('value')}",
            ),
        ),
        values,
        key=lambda value: value,
        title=title,
        empty="nothing here",
    )


def book(*sheets: TableSheet) -> TableBook:
    return TableBook("Test", "a4", (*sheets, about_sheet([SOURCE], MADE_AT)), "results", [])


def test_a_formula_points_at_its_own_sheet_without_and_at_others_with_their_quoted_names(tmp_path: Path) -> None:
    first = TableSheet("Bob's", "One", tables=(numbers("a", [1, 2]), numbers("b", [3], "titled", "a")))
    second = TableSheet("Two", "Two", tables=(numbers("c", [4], source="a"),))
    book(first, second).write(tmp_path / "t.xlsx")
    sheets = sheets_of(tmp_path / "t.xlsx")
    assert [cell.formula for cell in sheets["Bob's"].cells.values() if cell.formula] == [
        "=2*B4",
        "=2*B5",
        "=SUM($B$4:$B$5)",
    ]
    assert sheets["Two"].cells[3, 2].formula == "=SUM('Bob''s'!$B$4:$B$5)"


def test_tables_leave_a_blank_row_below_them_and_empty_ones_have_one_of_their_own() -> None:
    sheet = TableSheet("S", "S", lines=(Line("x"),), tables=(numbers("a", [1, 2]), numbers("b", []), numbers("c", [3])))
    places = places_of([sheet])
    assert [(place.first, place.last) for place in places.values()] == [(4, 5), (8, 8), (11, 11)]


def test_a_table_without_lines_says_so(tmp_path: Path) -> None:
    book(TableSheet("S", "S", tables=(numbers("a", []),))).write(tmp_path / "t.xlsx")
    assert sheets_of(tmp_path / "t.xlsx")["S"].cells[3, 0].value == "nothing here"


def test_two_tables_of_one_name_are_a_mistake_of_ours() -> None:
    with pytest.raises(BookError, match="called a"):
        places_of([TableSheet("S", "S", tables=(numbers("a", [1]), numbers("a", [1])))])


def test_a_title_that_no_sheet_can_have_is_a_mistake_of_ours(tmp_path: Path) -> None:
    with pytest.raises(BookError, match="had to be called"):
        book(TableSheet("a/b", "S", tables=(numbers("a", [1]),))).write(tmp_path / "t.xlsx")


def test_only_the_about_sheet_changes_with_the_time(tmp_path: Path) -> None:
    sheet = TableSheet("S", "S", tables=(numbers("a", [1]),))
    plans = [
        TableBook("T", "letter", (sheet, about_sheet([SOURCE], time)), "results", [])
        for time in (MADE_AT, MADE_AT.replace(year=1999))
    ]
    parts = []
    for number, plan in enumerate(plans):
        plan.write(tmp_path / f"{number}.xlsx")
        with zipfile.ZipFile(tmp_path / f"{number}.xlsx") as archive:
            parts.append({name: archive.read(name) for name in archive.namelist()})
    assert {name for name in parts[0] if parts[0][name] != parts[1][name]} == set(plans[0].stamp_parts)


@pytest.mark.parametrize(("text", "lines"), [("", 1), ("short", 1), ("word " * 30, 3), ("a\nb\nc", 3)])
def test_a_cell_is_high_enough_for_its_text(text: str, lines: int) -> None:
    assert text_height(text, 400) == lines * 17 + 6
