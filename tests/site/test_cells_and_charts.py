"""What cells show, worked by hand, and where the points of charts are."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sheetscore.site.cells import classes, sort_text, style_called
from sheetscore.site.charts import drawn_chart
from sheetscore.tables.planned_cells import PlannedCells
from sheetscore.tables.scales import scale_for
from sheetscore.tables.sheet import Chart, Series, TableSheet
from sheetscore.tables.shown_values import shown
from sheetscore.tables.table import Column, Places, Table, figure_column, text_column


@pytest.mark.parametrize(
    ("style", "value", "text"),
    [
        ("cell middle", 8, "8"),
        ("cell middle", Fraction(15, 2), "7.5"),
        ("cell middle", Fraction(1, 3), "0.3333"),
        ("cell two", Fraction(90, 7), "12.86"),
        ("cell two", Fraction(-1, 200), "-0.01"),
        ("cell two", Fraction(207, 40), "5.18"),
        ("cell two", 5.175, "5.18"),
        ("cell two", None, ""),
        ("cell half", 7, "7.0"),
        ("cell percent", Fraction(1, 8), "13 %"),
        ("cell wall percent", Fraction(1, 8), "12.5 %"),
        ("cell day", 39737, "2008-10-16"),
        ("cell day", 0, ""),
        ("cell two", "bye 3", "bye 3"),
        ("cell two opening", 2, "2.00"),
        ("shown middle", 2, "2"),
    ],
)
def test_a_page_shows_numbers_as_the_workbook_does(
    style: str, value: int | float | Fraction | str | None, text: str
) -> None:
    assert shown(value, style_called(style)) == text


def test_a_column_is_sorted_by_all_digits_of_its_numbers() -> None:
    assert sort_text(Fraction(90, 7)) == "12.8571428571429"
    assert sort_text(None) == ""
    assert sort_text("Ann") == "Ann"


def test_looks_are_classes() -> None:
    assert classes(style_called("cell score")) == "m b t large"
    assert classes(style_called("cell")) == ""
    assert classes(style_called("cell step")) == "m f"
    assert classes(style_called("cell names")) == "m small"


def test_an_axis_has_round_numbers_that_hold_its_values() -> None:
    scale = scale_for([3, 42], 100, 0)
    assert scale.numbers == (0, 10, 20, 30, 40, 50)
    assert scale.at(50) == 0
    assert scale.at(0) == 100
    assert scale.at(10) == 80
    assert scale_for([9000, 10000], 0, 1).numbers == (9000, 9200, 9400, 9600, 9800, 10000)
    assert scale_for([1500, 1700], 0, 1).low == 1500
    assert scale_for([1400, 1700], 0, 1).low == 0


def test_an_axis_of_figures_below_0_begins_at_0_unless_they_are_far_from_it() -> None:
    assert scale_for([-1700, -1400], 0, 1).high == 0
    assert scale_for([-1700, -1500], 0, 1).high == -1500
    assert scale_for([-1700, 1400], 0, 1).high == 1500


def test_a_line_is_broken_where_a_value_is_missing_and_the_legend_says_where_it_ends() -> None:
    figures: dict[str, list[int | None]] = {"a": [0, 10, None, 20], "b": [10, 0, 10, 10]}

    def after(at: int) -> Column[str]:
        return figure_column(str(at), f"after {at}", 50, lambda row: figures[row][at])

    table = Table(
        "ways",
        (text_column("name", "Name", 90, lambda row: f"Team {row}"), *map(after, range(4))),
        [*figures],
        key=lambda row: row,
    )

    def series(places: Places) -> list[Series]:
        ways = places["ways"]
        return [Series(ways.cell(row, "name"), ways.headings("0", "3"), ways.across(row, "0", "3")) for row in figures]

    chart = Chart("lines", "The way", "", "score", series)
    drawn = drawn_chart(chart, PlannedCells([TableSheet("Ways", "Ways", tables=(table,))]), lambda text: text)
    first, second = drawn.series
    assert [first.name, second.name] == ["Team a: 20", "Team b: 10"]
    assert [len(path.split()) for path in first.paths] == [2, 1]
    assert [len(path.split()) for path in second.paths] == [4]
    assert len(first.markers) == 3
    assert not first.labels
    along = [label.text for label in drawn.labels]
    assert along[:4] == ["after 0", "after 1", "after 2", "after 3"]


def test_nothing_in_a_chart_of_lines_can_be_taken_for_a_value_and_the_legend_says_which_ends_are_equal() -> None:
    long = "Bartholomew Featherstonehaugh"
    ends: dict[str, int | Fraction] = {
        "Ann": 7,
        long: 7,
        "王小明": 7,
        "Dora": 0,
        "Eve": Fraction(2, 3),
        "Fay": Fraction(207, 40),
    }
    columns: tuple[Column[str], ...] = (
        text_column("name", "Name", 90, str),
        figure_column("0", "start", 50, lambda _: 3),
        figure_column("1", "after 1", 50, ends.__getitem__),
    )
    table = Table("ways", columns, [*ends], key=str)

    def series(places: Places) -> list[Series]:
        ways = places["ways"]
        return [Series(ways.cell(row, "name"), ways.headings("0", "1"), ways.across(row, "0", "1")) for row in ends]

    cells = PlannedCells([TableSheet("Ways", "Ways", tables=(table,))])
    drawn = drawn_chart(Chart("lines", "The way", "", "score", series), cells, lambda text: text)
    said = ["Ann: 7", "Bartholomew Featherstonehaugh: 7", "王小明: 7", "Dora: 0", "Eve: 0.67", "Fay: 5.18"]
    assert [one.name for one in drawn.series] == said
    assert [(len(one.markers), one.labels) for one in drawn.series] == [(2, ())] * len(ends)
