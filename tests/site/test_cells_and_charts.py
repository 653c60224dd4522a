"""What cells show, worked by hand, and where the points of charts are."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from math import fsum

import pytest

from sheetscore.site.cells import classes, shown, sorted_by, style_called
from sheetscore.site.charts import drawn_chart
from sheetscore.tables.planned_cells import PlannedCells
from sheetscore.tables.scales import scale_for
from sheetscore.tables.sheet import Chart, Series, TableSheet
from sheetscore.tables.table import Column, Places, Table, figure_column, text_column
from sheetscore.workbooks.paper import text_pixels


@pytest.mark.parametrize(
    ("style", "value", "text"),
    [
        ("cell middle", 8, "8"),
        ("cell middle", Fraction(15, 2), "7.5"),
        ("cell middle", Fraction(1, 3), "0.3333"),
        ("cell two", Fraction(90, 7), "12.86"),
        ("cell two", Fraction(-1, 200), "-0.01"),
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
def test_a_page_shows_numbers_as_the_workbook_does(style: str, value: int | Fraction | str | None, text: str) -> None:
    assert shown(value, style_called(style)) == text


def test_a_column_is_sorted_by_all_digits_of_its_numbers() -> None:
    assert sorted_by(Fraction(90, 7)) == "12.8571428571429"
    assert sorted_by(None) == ""
    assert sorted_by("Ann") == "Ann"


def test_looks_are_classes() -> None:
    assert classes(style_called("cell score")) == "m b t large"
    assert classes(style_called("cell")) == ""
    assert classes(style_called("cell step")) == "m f small"


def test_an_axis_has_round_numbers_that_hold_its_values() -> None:
    scale = scale_for([3, 42], 100, 0)
    assert scale.numbers == (0, 10, 20, 30, 40, 50)
    assert scale.at(50) == 0
    assert scale.at(0) == 100
    assert scale.at(10) == 80
    assert scale_for([9000, 10000], 0, 1).numbers == (9000, 9200, 9400, 9600, 9800, 10000)
    assert scale_for([1500, 1700], 0, 1).low == 1500
    assert scale_for([1400, 1700], 0, 1).low == 0


@pytest.mark.parametrize("value", [0, 30])
def test_names_of_lines_that_end_at_one_point_stand_below_each_other_and_within_the_chart(value: int) -> None:
    names = [f"{number}: somebody with a longer name, against somebody" for number in range(5)]
    table = Table(
        "ways",
        (
            text_column("name", "Name", 90, lambda row: row),
            figure_column("0", "start", 50, lambda row: 30 * (row == names[0])),
            figure_column("1", "end", 50, lambda _: value),
        ),
        names,
        key=lambda row: row,
    )

    def series(places: Places) -> list[Series]:
        ways = places["ways"]
        return [Series(ways.cell(row, "name"), ways.headings("0", "1"), ways.across(row, "0", "1")) for row in names]

    chart = Chart("lines", "The way", "", "score", series)
    drawn = drawn_chart(chart, PlannedCells([TableSheet("Ways", "Ways", tables=(table,))]), lambda text: text)
    labels = [label for one in drawn.series for label in one.labels]
    assert [label.text[0] for label in labels] == ["0", "1", "2", "3", "4"]
    heights = [label.y for label in labels]
    # letters of 13 pixels
    assert all(below - above >= 13 for above, below in pairwise(heights))
    assert heights[0] >= 13
    assert heights[-1] <= drawn.height
    # Arial's letters are half as wide as high, and a bit more where many are wide
    assert all(label.x + len(label.text) * 13 * 0.5 <= drawn.width for label in labels)


def test_a_line_is_broken_where_a_value_is_missing_and_its_name_stands_at_its_end() -> None:
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
    assert [first.name, second.name] == ["Team a", "Team b"]
    assert [len(path.split()) for path in first.paths] == [2, 1]
    assert [len(path.split()) for path in second.paths] == [4]
    assert len(first.markers) == 3
    assert [label.text for label in first.labels] == ["Team a"]
    along = [label.text for label in drawn.labels]
    assert along[:4] == ["after 0", "after 1", "after 2", "after 3"]


def test_names_at_the_ends_of_lines_are_a_line_of_text_apart_and_within_the_chart() -> None:
    ends = {"Ann": 7, "Bartholomew Featherstonehaugh": 7, "王小明": 7, "Dora": 0, "Eve": 0}
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
    labels = [label for one in drawn.series for label in one.labels]
    assert [label.text for label in labels] == [*ends]
    assert [label.y for label in labels] == sorted(label.y for label in labels)
    assert all(below.y - above.y >= 16 for above, below in pairwise(labels))
    assert all(0 < label.y < drawn.height for label in labels)
    # 13 pixels are 9.75 points
    assert all(label.x + text_pixels(label.text, 9.75) <= drawn.width for label in labels)
    for one, label in zip(drawn.series, labels, strict=True):
        # nothing is drawn from the last point to the name: it would be read as a point after it
        assert one.key is not None
        (path,) = one.paths
        assert len(path.split()) == 2
        (at_x, at_y) = _middle(one.key)
        assert max(line.x2 for line in drawn.grid) < at_x - 4 < at_x + 4 < label.x
        assert abs(at_y - label.y) < 6


def _middle(marker: str) -> tuple[float, float]:
    """Return the middle of a marker that is a path with absolute corners, or a circle."""
    if "a" in marker.split('"')[1]:
        left, y, size = map(float, re.findall(r"-?[\d.]+", marker)[:3])
        return left + size, y
    corners = [tuple(map(float, pair)) for pair in re.findall(r"(-?[\d.]+) (-?[\d.]+)", marker.split('"')[1])]
    return tuple(fsum(along) / len(along) for along in zip(*corners, strict=True))  # type: ignore[return-value]
