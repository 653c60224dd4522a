"""Charts as they are printed: the names at the ends of lines stand clear of each other, and no chart on half a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, combinations, pairwise
from pathlib import Path
from zipfile import ZipFile

import pytest
from libreoffice import to_pdf
from msgspec.structs import replace
from printed_pages import Rectangle, Word, words
from scored_rounds import MADE_AT, SOURCE
from shared_demos import Demos
from test_tables import lines_called

from sheetscore.results.table_book import TableBook, about_sheet
from sheetscore.tables.chart_height import LEAST, with_fitting_charts
from sheetscore.tables.on_paper import passages_of, repeated_rows, room
from sheetscore.tables.sheet import Chart, Series, TableSheet
from sheetscore.tables.table import Column, Places, Table, figure_column, text_column
from sheetscore.workbooks.paper import PAPER_SIZES, PaperName, page_breaks
from sheetscore.workbooks.reader import read_workbook

Way = Sequence[int | float | Fraction | None]

NAMES = (
    "Ann",
    "Bartholomew Featherstonehaugh Cholmondeley",
    "王小明李大文",
    "Xenia (P04)",
    "Ladislaus, against Gwendolyn (P17)",
    "Österreich",
    "Quentin",
)
"""Of all lengths; no two share a word."""

WIDE = 600
"""Pixels of a chart."""

WAYS: dict[str, Sequence[Way]] = {
    "all end at one point": [(0, at, 5) for at in range(7)],
    "all end at nothing": [(3, at, 0) for at in range(7)],
    "two and three end together": [(0, 9, 20), (0, 8, 20), (0, 3, 41), (0, 4, 41), (0, 5, 41)],
    "far from 0": [(9000, 9500, 9800), (9100, 9100, 9820), (9400, 9200, 9810), (9400, 9600, 9795)],
    "below and above 0": [(-9, 0, -1), (8, 3, 0), (2, 1, 0), (0, 0, 1)],
    "some end early": [(1, 5, None), (2, 5, None), (3, 4, 5), (None, 4, 5)],
    "one point alone": [(7,), (7,), (8,)],
    "many points": [tuple(range(at, 24 + at)) for at in range(5)],
}


def chart_of(ways: Sequence[Way]) -> TableSheet:
    """Plan a sheet with a chart alone: what it shows is not printed."""

    def after(at: int) -> Column[int]:
        return figure_column(str(at), f"after {at}", 60, lambda line: ways[line][at])

    last = str(len(ways[0]) - 1)
    columns: tuple[Column[int], ...] = (
        text_column("name", "Name", 90, NAMES.__getitem__),
        *map(after, range(len(ways[0]))),
    )
    behind = Table("ways", columns, range(len(ways)), key=lambda line: line)

    def series(places: Places) -> list[Series]:
        place = places["ways"]
        along = place.headings("0", last)
        return [Series(place.cell(line, "name"), along, place.across(line, "0", last)) for line in range(len(ways))]

    printed = Table("printed", (text_column("what", "Printed", WIDE, str),), ["one line"], key=str)
    chart = Chart("lines", "C", "turn", "points", series)
    return TableSheet("Ways", "Ways", (), (printed,), (chart,), behind=(behind,))


HALVES: Mapping[bool, Mapping[int | float | Fraction, str]] = {
    False: {Fraction(207, 40): "5.18", Fraction(-207, 40): "-5.18", 1.005: "1.01", Fraction(11, 2): "5.5", 41: "41"},
    True: {Fraction(1, 8): "13 %", 0.145: "15 %", Fraction(29, 100): "29 %", Fraction(1, 400): "0 %", 1: "100 %"},
}
"""By whether a chart is in per cent: the values at which its lines end, and what the names of the lines say of them."""


def ending_in_halves(folder: Path) -> None:
    """Write a chart whose lines end at halves of the last figure that their names show, and one in per cent."""
    for in_percent, ends in HALVES.items():
        planned = chart_of([(0, end) for end in ends])
        sheet = replace(planned, charts=tuple(replace(one, in_percent=in_percent) for one in planned.charts))
        book = TableBook("Test", "a4", (sheet, about_sheet([SOURCE], MADE_AT)), "results", [])
        book.write(folder / f"{'shares' if in_percent else 'scores'}.xlsx")


def test_a_name_says_where_its_line_ends_with_halves_rounded_up_as_the_table_has_them(demos: Demos) -> None:
    """2.5 match points times the factor 1.67, and 1, are 5.175: 5.18 in every table, though the double is less."""
    books = demos.made(ending_in_halves).workbooks
    for in_percent, ends in HALVES.items():
        cells = read_workbook(books["shares" if in_percent else "scores"]).sheets["Ways"].cells.values()
        said = [str(cell.value).partition(": ")[2] for cell in cells if cell.formula and "ROUND(" in cell.formula]
        assert said == [*ends.values()]


def label_of(name: str, page: list[Word]) -> Rectangle:
    """Give the part of a page that the words of a name take; behind the last one is a colon, and the line's value."""
    found = [word for word in page if word.text.rstrip(":") in name.split()]
    assert " ".join(word.text for word in sorted(found, key=lambda one: (one.top, one.left))).rstrip(":") == name
    return Rectangle(
        min(word.left for word in found),
        min(word.top for word in found),
        max(word.right for word in found),
        max(word.bottom for word in found),
    )


def overlap(one: Rectangle, other: Rectangle) -> bool:
    """Tell whether letters touch: the ascent and the descent that poppler takes for a word are more than they need."""
    free = 0.2 * 12
    return (
        min(one.right, other.right) > max(one.left, other.left)
        and min(one.bottom, other.bottom) - max(one.top, other.top) > free
    )


@pytest.mark.parametrize("example", ["diplomacy", "match", "aso"])
def test_no_chart_has_more_than_five_lines(example: str, demos: Demos) -> None:
    """More are not told apart without colours. A name at the end of a line is a series of its own."""
    for name, path in demos.played(example).workbooks.items():
        if name.endswith(("results", "standings")):
            with ZipFile(path) as parts:
                charts = [parts.read(one).decode() for one in parts.namelist() if one.startswith("xl/charts/chart")]
            lines = [chart for chart in charts if "<c:lineChart>" in chart]
            assert all(chart.count("<c:ser>") - chart.count('<c:showSerName val="1"/>') <= 5 for chart in lines), name


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, PaperName], list[Word]]:
    """Print every chart once on every paper."""
    folder = tmp_path_factory.mktemp("charts")
    cases: dict[tuple[str, PaperName], Path] = {}
    for number, ((kind, ways), paper) in enumerate((case, paper) for case in WAYS.items() for paper in PAPER_SIZES):
        cases[kind, paper] = folder / f"{number}.xlsx"
        sheets = (chart_of(ways), about_sheet([SOURCE], MADE_AT))
        TableBook("Test", paper, sheets, "results", []).write(cases[kind, paper])
    pdfs = to_pdf([*cases.values()], folder / "pdf")
    return {case: words(pdf)[0] for case, pdf in zip(cases, pdfs, strict=True)}


@pytest.mark.parametrize("paper", PAPER_SIZES)
@pytest.mark.parametrize("kind", WAYS)
def test_names_of_lines_are_beside_the_plot_and_none_stands_on_another(
    kind: str, paper: PaperName, printed: dict[tuple[str, PaperName], list[Word]]
) -> None:
    page = printed[kind, paper]
    labels = {name: label_of(name, page) for name in NAMES[: len(WAYS[kind])]}
    touching = [pair for pair in combinations(labels, 2) if overlap(*(labels[name] for name in pair))]
    assert not touching
    # LibreOffice makes columns 6 % wider; they stand in the middle of the paper
    edge = PAPER_SIZES[paper].width * 72 / 2 + WIDE * 0.75 * 1.06 / 2
    along = [word for word in page if word.text == "after"]
    for label in labels.values():
        assert not any(overlap(label, Rectangle(one.left, one.top, one.right, one.bottom)) for one in along)
        assert label.right <= edge


def test_names_stand_in_the_order_in_which_lines_end_and_say_where(
    printed: dict[tuple[str, PaperName], list[Word]],
) -> None:
    page = printed["two and three end together", "a4"]
    high = sorted(NAMES[:5], key=lambda name: label_of(name, page).top)
    assert tuple(high) == (*NAMES[2:5], *NAMES[:2])
    text = " ".join(word.text for word in page).replace(" :", ":")
    assert [f"{name}: {end}" in text for name, end in zip(NAMES, (20, 20, 41, 41, 41), strict=False)] == [True] * 5


@pytest.mark.parametrize("paper", PAPER_SIZES)
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("lines", [1, 8, 20, 30, 37, 40, 60])
def test_a_chart_fills_its_sheet_of_paper(lines: int, first: bool, paper: PaperName) -> None:
    """It is as high as it is wide, or what stands on its sheet leaves less than two rows free."""
    chart = Chart("lines", "C", "", "", lambda _: [], height=400)
    plan = TableSheet("S", "S", (), (lines_called("a", lines),), (chart,), charts_first=first)
    made = with_fitting_charts(plan, PAPER_SIZES[paper])
    (fitted,) = made.charts
    heights, repeat = made.row_heights, repeated_rows(made, PAPER_SIZES[paper])
    again = sum(heights[: repeat.stop][repeat.start :]) if repeat else 0
    breaks = page_breaks(heights, passages_of(made, PAPER_SIZES[paper]), room(made, PAPER_SIZES[paper]), again)
    bounds = [0, *breaks, len(heights)]
    below = [*accumulate(heights, initial=0)]
    free = {
        range(start, end): room(made, PAPER_SIZES[paper]) - (below[end] - below[start]) - again * bool(start)
        for start, end in pairwise(bounds)
    }
    assert min(free.values()) >= 0
    (own,) = (left for rows, left in free.items() if made.charts_top in rows)
    assert LEAST <= fitted.height <= made.width
    assert fitted.height > made.width - 20 or own < 40


def test_a_sheet_of_paper_has_chart_and_table_rather_than_one_of_them() -> None:
    """Of 20 lines of 24 pixels and a chart of 400 there is no room on paper across, which has some 680."""
    chart = Chart("lines", "C", "", "", lambda _: [], height=500)
    plan = TableSheet("S", "S", (), (lines_called("a", 6),), (chart,), landscape=True)
    made = with_fitting_charts(plan, PAPER_SIZES["a4"])
    assert sum(plan.row_heights) > room(plan, PAPER_SIZES["a4"])
    assert sum(made.row_heights) <= room(made, PAPER_SIZES["a4"])
