"""What is posted of results and standings: large lines, wall charts, recaps, and few pages of paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import openpyxl
import pytest
from libreoffice import to_pdf
from msgspec.structs import replace
from printed_pages import EM, SMALLEST_READ, Word, words
from registered import EXAMPLES as REGISTERED
from shared_demos import Demos

from sheetscore.findings import CODES
from sheetscore.operations.printing import print_pages
from sheetscore.systems.columns import wall_name_column
from sheetscore.tables.cell_styles import CELL_STYLES
from sheetscore.tables.column_widths import laid_out, with_legible_columns
from sheetscore.tables.heights import BESIDE, POINTS, head_points, line_height
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import Column, Table, figure_column, text_column
from sheetscore.tables.wall_names import with_large_names
from sheetscore.workbooks.office import for_director
from sheetscore.workbooks.paper import PAPER_SIZES, lines_needed, text_pixels
from sheetscore.workbooks.reader import read_workbook

EXAMPLES = [name for name, system in REGISTERED.items() if system != "dice"]
"""Those that a demo plays."""

CHART = "Wall chart"
FIRST = {"duplicate": "Recap", "duplicate-skip": "Recap", "aso": CHART, "cromwell-2010": CHART, "match": CHART}
"""The sheet for the wall of the standings, where it is no list of scores."""


def rows_of(path: Path, sheet: str) -> list[list[Any]]:
    cells = read_workbook(path).sheets[sheet].cells
    last = max(column for _, column in cells)
    rows = sorted({row for row, _ in cells})
    return [[cells[row, at].value if (row, at) in cells else None for at in range(last + 1)] for row in rows]


def below(rows: list[list[Any]], *headings: str) -> list[dict[str, Any]]:
    """Give the lines below the first row that has these headings, by heading."""
    at = next(at for at, row in enumerate(rows) if set(headings) <= set(row))
    return [dict(zip(rows[at], row, strict=True)) for row in rows[at + 1 :]]


@pytest.mark.parametrize(("letters", "of_headings"), [(12, 10), (14, 11), (16, 12), (18, 14)])
def test_headings_have_three_quarters_of_the_letters_of_names_and_no_word_is_torn(
    letters: int, of_headings: int
) -> None:
    names: Column[str] = text_column("name", "Who", 200, str, style=f"cell wall words {letters}")
    ranks: Column[str] = figure_column("winner", "Winner", 54, len, style="cell wall")
    columns: tuple[Column[str], ...] = (names, ranks)
    table = Table("wall", columns, ["Ann", "Bob"])
    assert head_points(table) == of_headings
    laid = with_legible_columns(TableSheet("Wall", "Wall", tables=(table,)), PAPER_SIZES["a4"])
    (_, column) = laid.tables[0].columns
    assert text_pixels("Winner", of_headings, bold=True) + BESIDE // 2 <= column.width or of_headings == POINTS


@pytest.mark.parametrize("example", ["aso", "cromwell-2010"])
def test_the_wall_chart_tells_of_every_game_from_both_sides(demos: Demos, example: str) -> None:
    lines = below(rows_of(demos.played(example).workbooks["standings"], CHART), "Line", "Player", "Points")
    assert [line["Line"] for line in lines] == list(range(1, len(lines) + 1))
    other = {"+": "-", "-": "+", "=": "="}
    games = 0
    for line in lines:
        for number in ("R1", "R2", "R3", "R4", "R5"):
            said = str(line[number])
            found = re.fullmatch(r"(\d+)([+=-])", said)
            if found:
                games += 1
                mirrored = lines[int(found[1]) - 1][number]
                assert mirrored == f"{line['Line']}{other[found[2]]}"
            else:
                assert said in {"bye", "–"}
    assert games > 4 * len(lines)


def test_the_wall_chart_of_series_has_a_mark_for_each_match(demos: Demos) -> None:
    lines = below(rows_of(demos.played("match").workbooks["standings"], CHART), "No.", "Player", "Won")
    marks = str.maketrans("+-", "-+")
    for line in lines:
        said = [str(line[number]) for number in ("R1", "R2", "R3")]
        assert sum(one.count("+") for one in said) == line["Won"]
        assert sum(one.count("=") for one in said) == line["Drawn"]
        for number, one in zip(("R1", "R2", "R3"), said, strict=True):
            if found := re.fullmatch(r"(\d+)([+=-]+)", one):
                assert lines[int(found[1]) - 1][number] == f"{line['No.']}{found[2].translate(marks)}"


def test_points_of_the_wall_chart_follow_from_its_marks(demos: Demos) -> None:
    """Two points a win, one a draw, as the example plays; whoever missed nothing and had no bye."""
    for line in below(rows_of(demos.played("cromwell-2010").workbooks["standings"], CHART), "Line", "Player", "Points"):
        said = "".join(str(line[f"R{number}"]) for number in "12345")
        if "bye" not in said and "–" not in said:
            assert (said.count("+"), said.count("=")) == won_and_drawn(demos, line["Player"])


def won_and_drawn(demos: Demos, name: str) -> tuple[int, int]:
    rows = demos.played("cromwell-2010").ranked.standings.rows
    (row,) = (row for row in rows if row["name"] == name)
    return int(row["wins"] or 0), int(row["draws"] or 0)


@pytest.mark.parametrize("example", ["duplicate", "duplicate-skip"])
def test_the_recap_adds_up(demos: Demos, example: str) -> None:
    rows = rows_of(demos.played(example).workbooks["standings"], "Recap")
    lines = [line for line in below(rows, "Rank", "Team", "MP") if isinstance(line["MP"], int | float)]
    assert len(lines) == len(demos.played(example).ranked.standings.rows)
    for line in lines:
        at_tables = [value for key, value in line.items() if str(key).isdigit() and value != "–"]
        assert sum(at_tables) == line["MP"]
        assert 0 <= line["Percent"] <= 1
    # a match point is won by one team of two that are compared, so that all together win half of what there is
    assert sum(line["Percent"] for line in lines) / len(lines) == pytest.approx(0.5, abs=0.05)


def test_the_recap_of_both_sides_is_on_one_sheet_of_paper(demos: Demos, tmp_path: Path) -> None:
    (pdf,) = to_pdf([demos.played("duplicate").workbooks["standings"]], tmp_path / "pdf")
    pages = [[word.text for word in page] for page in words(pdf)]
    recap = [page for page in pages if "Percent" in page]
    assert [page[:3] for page in recap] == [["Recap", "Baltimore", "Duplicate"]]
    assert [recap[0].count(word) for word in ("Percent", "Crimson")] == [2, 1]


def test_what_only_a_computer_checks_is_not_posted(demos: Demos) -> None:
    book = read_workbook(demos.played("duplicate").workbooks["travellers-results"])
    assert "Tables" in for_director(book.names)
    assert "SP: scenario points" in str([cell.value for cell in book.sheets["Results"].cells.values()])


@pytest.mark.parametrize("example", EXAMPLES)
def test_what_is_posted_stands_first(demos: Demos, example: str) -> None:
    played = demos.played(example)
    path, first = played.workbooks["standings"], FIRST.get(example, "For the wall")
    titles = list(read_workbook(path).sheets)
    assert first in titles[:2]


@pytest.mark.parametrize("example", ["origins-1991", "team-of-four", "aso", "diplomacy", "duplicate"])
def test_lines_for_the_wall_are_large(demos: Demos, example: str, tmp_path: Path) -> None:
    path = demos.played(example).workbooks["standings"]
    (pdf,) = to_pdf([path], tmp_path / "pdf")
    names = {str(row["name"]).split()[0] for row in demos.played(example).ranked.standings.rows}
    every = [word for page in words(pdf) for word in page]
    largest = {name: max(word.bottom - word.top for word in every if word.text == name) / EM for name in names}
    assert min(largest.values()) >= 11.9
    assert median(largest.values()) >= 13.9


@pytest.mark.parametrize("example", EXAMPLES)
def test_results_to_be_posted_are_legible_and_take_five_pages_at_most(
    demos: Demos, example: str, tmp_path: Path
) -> None:
    folder = demos.played(example).copied(tmp_path / "event")
    (results, *_) = sorted(folder.glob("*results.xlsx"))
    printed = print_pages(results)
    assert 1 <= sum(printed.pages.values()) <= 5
    assert_legible(words(printed.path))


@pytest.mark.parametrize("example", EXAMPLES)
def test_all_that_is_posted_of_standings_is_legible(demos: Demos, example: str, tmp_path: Path) -> None:
    (pdf,) = to_pdf([demos.played(example).workbooks["standings"]], tmp_path / "pdf")
    posted = [page for page in words(pdf) if [word.text for word in page[:3]] != ["for", "the", "director"]]
    assert any("Standings" in {word.text for word in page} for page in posted)
    assert_legible(posted)


def assert_legible(pages: list[list[Word]]) -> None:
    """See to it that all words are high enough for an eye."""
    for number, page in enumerate(pages, start=1):
        small = [word for word in page if word.bottom - word.top < SMALLEST_READ]
        assert page
        assert not small, (number, small[:5])


SCORES_ALONE = ("origins-1991", "team-of-four")
"""Where ranks follow from scores alone: the standings are printed once."""


@pytest.mark.parametrize("example", EXAMPLES)
def test_whatever_posts_ranks_says_how_they_come_about(demos: Demos, example: str) -> None:
    """Somebody with fewer points may be first: why stands on the same page, above the names."""
    seen = []
    for sheet in posted(demos.played(example).workbooks["standings"]):
        rows = [[str(cell.value or "") for cell in row] for row in sheet.iter_rows(max_row=12)]
        at = next((at for at, row in enumerate(rows) if "Rank" in row and {"Player", "Pilot", "Team"} & {*row}), None)
        if at is not None and sheet.title not in {"Games", "Leaders"}:
            told = " ".join(text for row in rows[:at] for text in row)
            seen.append(sheet.title)
            assert re.search(r"[Rr]ank(ed)?\b|undefeated", told.partition("\n")[0]), sheet.title
    assert len(seen) >= (1 if example in SCORES_ALONE else 2)


def test_names_that_are_cut_off_on_the_wall_are_told_apart_by_their_ids() -> None:
    people = {"P01": "Anna", "P02": f"{'Wolfeschlegel' * 24} the elder", "P03": f"{'Wolfeschlegel' * 24} the younger"}
    names = wall_name_column("Player", 200, people.__getitem__, str, people)
    shown = [str(names.value_of(id_)) for id_ in people]
    assert shown[0] == "Anna"
    assert [one.partition("… ")[2] for one in shown[1:]] == ["(P02)", "(P03)"]
    assert all(one.startswith("Wolfeschl") for one in shown[1:])


def test_a_name_is_not_cut_off_where_a_longer_word_widens_the_column_of_the_wall() -> None:
    """Words of 20 letters and more are wider than 166 pixels: on these the name takes five lines."""
    long = "Konstantinopolitanischer Dudelsackpfeifergeselle Oberammergau"
    people = {"P01": "Donaudampfschifffahrtskapitänsmütz", "P02": long}
    name = wall_name_column("Player", 190, people.__getitem__, str, people)
    sheet = with_legible_columns(TableSheet("T", "T", tables=(Table("t", (name,), [*people]),)), PAPER_SIZES["a4"])
    (column,) = sheet.tables[0].columns
    assert column.value_of("P02") == long
    assert lines_needed(long, column.width - 15, 12) <= 3


def test_a_long_name_goes_on_on_a_second_line_of_the_wall_whole() -> None:
    people = {"P01": "Anna Berg", "P02": "Maximiliane-Charlotte Freifrau von Berle"}
    names = wall_name_column("Player", 200, people.__getitem__, str, people)
    assert [names.value_of(id_) for id_ in people] == [*people.values()]
    assert len({names.style_of(id_) for id_ in people}) == 1, "names of one posting have one size"
    table = Table("wall", (names,), list(people), size="large")
    short, long = (line_height(table, id_) for id_ in people)
    # two lines of 12 points are 32 pixels without what is free between them
    assert short < 32 < long


def test_all_names_on_the_wall_have_letters_of_one_size_the_largest_in_which_most_stand_on_one_line() -> None:
    few = {f"P{at}": f"Anna Berg {at}" for at in range(10, 19)}
    long = few | {"P20": "Maximiliane-Charlotte Freifrau von Berle"}
    many = dict.fromkeys(few, "Maximiliane Charlotte Berle") | {"P20": "Anna"}
    sizes = []
    for people in (few, long, many):
        column = wall_name_column("Player", 200, people.__getitem__, str, [*people])
        (look,) = {column.style_of(id_) for id_ in people}
        sizes.append(CELL_STYLES[look].points)
    assert sizes[0] == 18
    assert 18 > sizes[1] > 14, "one name alone makes no list small"
    assert sizes[2] == 12
    table = Table("wall", (wall_name_column("Player", 200, long.__getitem__, str, [*long]),), [*long], size="large")
    assert line_height(table, "P10") < line_height(table, "P20")


def sizes_on_paper(people: dict[str, str], beside: int) -> dict[str, int]:
    """Give the sizes of names on the wall, in points, beside figures that take so many pixels."""
    name = wall_name_column("Player", 200, people.__getitem__, str, [*people])
    figures: Column[str] = figure_column("b", "Points", beside, lambda _: 1, style="cell wall")
    plan = TableSheet("T", "T", tables=(Table("t", (name, figures), [*people], size="large"),))
    (table,) = with_large_names(plan, PAPER_SIZES["a4"]).tables
    return {people[id_]: CELL_STYLES[table.columns[0].style_of(id_)].points for id_ in people}


LONG_NAMES = {f"P{at}": f"Maximiliane-Charlotte Freifrau von Berle {at}" for at in range(10, 20)}


def test_long_names_on_the_wall_are_as_large_as_figures_where_the_paper_has_room() -> None:
    """In a column of 200 pixels they took 12 points and two lines, or three in letters of 18."""
    assert {*sizes_on_paper(LONG_NAMES, 100).values()} == {18}


def test_a_name_with_an_overlong_word_makes_no_other_name_small() -> None:
    word = "Wolfeschlegelsteinhausenbergerdorff"
    sizes = sizes_on_paper(LONG_NAMES | {"P20": word}, 100)
    assert {size for name, size in sizes.items() if name != word} == {18}
    assert text_pixels(word, sizes[word]) <= 290 - 15 < text_pixels(word, 18)


def test_names_on_the_wall_take_no_more_paper_for_their_letters() -> None:
    """Rows have 30 pixels with letters of up to 15 points; so many fill a sheet of paper."""
    full = {f"P{at}": f"Anna Berg {at}" for at in range(10, 40)}
    name = wall_name_column("Player", 200, full.__getitem__, str, [*full])
    for count in range(20, 30):
        people = [*full][:count]
        small = replace(name, style="cell wall words 12")
        plan = TableSheet("T", "T", tables=(Table("t", (small,), people, size="large"),))
        larger = with_large_names(plan, PAPER_SIZES["a4"])
        assert laid_out(larger, PAPER_SIZES["a4"]).papers == laid_out(plan, PAPER_SIZES["a4"]).papers


_DOTTED = re.compile(r"\b[a-z][a-z0-9-]*\.[a-z0-9][a-z0-9-]*\b")
"""Ids inside the program: ``s01.german``, ``air-combat.damage``."""

_HYPHENED = re.compile(r"\b(" + "|".join(code for code in CODES if "-" in code) + r")\b")
"""Codes of findings."""

_IN_WORDS = {"play-off"}
"""Codes that are words as well."""

_FOR_DIRECTOR = {"Draw", "Report", "Shots"}
"""The sheets of a draw that nobody posts, and *Shots*, which says above its lines that it has codes; others of results
and standings are told by their grey tabs.
"""


def posted(path: Path) -> Iterator[Any]:
    """Give the worksheets that are for everybody, as openpyxl reads them."""
    for sheet in openpyxl.load_workbook(path).worksheets:
        grey = sheet.sheet_properties.tabColor is not None
        if sheet.sheet_state == "visible" and not grey and sheet.title not in _FOR_DIRECTOR:
            yield sheet


@pytest.mark.parametrize("example", EXAMPLES)
def test_nobody_reads_what_things_are_called_inside_the_program(demos: Demos, example: str) -> None:
    books = demos.played(example).workbooks
    seats = {seat for name, path in books.items() if "draw" in name for seat in seats_of(path)}
    told = {
        (name, sheet.title, word)
        for name, path in books.items()
        if name.endswith(("draw", "results")) or name == "standings"
        for sheet in posted(path)
        for row in (sheet[sheet.print_area.split("!")[-1]] if sheet.print_area else sheet.iter_rows())
        for cell in row
        if isinstance(cell.value, str) and not cell.value.startswith("=")
        for word in _DOTTED.findall(cell.value) + _HYPHENED.findall(cell.value)
    }
    assert {one for one in told if one[2] not in seats | _IN_WORDS and not one[2].endswith(".xlsx")} == set()


def seats_of(draw: Path) -> set[str]:
    """Give the seats of a draw, which stand beside the names there and in results."""
    return {str(line["Seat"]) for line in below(rows_of(draw, "Draw"), "Seat")}
