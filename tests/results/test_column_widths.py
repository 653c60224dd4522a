"""Columns of texts are wide enough for their words, and narrow enough that people can read the sheet on paper."""

from __future__ import annotations

import re
from collections import Counter
from math import ceil
from pathlib import Path

import pytest
from libreoffice import to_pdf
from msgspec.structs import replace
from printed_pages import words

from sheetscore.sheets.styles import styles_of
from sheetscore.tables.cell_styles import CELL_STYLES
from sheetscore.tables.column_widths import worksheets_of
from sheetscore.tables.heights import line_heights
from sheetscore.tables.on_paper import legible_width, oriented_paper, printed_as
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import ByRule, Column, Table, figure_column, text_column
from sheetscore.tables.xlsx import write_table_sheets
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.paper import PAPER_SIZES, PaperName, lines_needed, text_pixels

LETTER = PAPER_SIZES["letter"]

ROOM = 660
"""Pixels of columns that upright letter paper has room for at full size: 7.7 inches, less 5 and 6 percent of slack."""

WORD = "Donaudampfschifffahrtskapitänsmütz"


def widths_of(*columns: Column[str], words: str = "Ann Bell", landscape: bool = False) -> tuple[list[int], bool]:
    """Give the widths of columns on paper, and whether it lies on its side."""
    sheet = TableSheet("T", "T", tables=(Table("t", columns, [words]),), landscape=landscape)
    (written,) = worksheets_of(sheet, LETTER)
    return written.widths, oriented_paper(written, LETTER).landscape


def names(key: str, width: int) -> Column[str]:
    return text_column(key, key, width, str)


def figures(key: str, width: int) -> Column[str]:
    return figure_column(key, key, width, lambda _: 1)


def test_columns_that_have_room_stay_as_they_are() -> None:
    assert widths_of(names("a", 200), figures("b", 400)) == ([200, 400], False)


LONG = "Fliegergemeinschaft Bodensee und Umland"

FULL = ["Ian de la " + "i" * count for count in range(3, 150)]
"""Texts of all lengths."""


@pytest.mark.parametrize(
    ("long", "short", "number", "lines"),
    [(2, 2, 300, 2), (1, 9, 300, 3), (2, 2, ROOM / 0.75 - 150, 3)],
    ids=["room", "seldom", "no room"],
)
def test_texts_that_often_take_three_lines_take_two_where_there_is_room(
    long: int, short: int, number: float, lines: int
) -> None:
    columns = (names("a", 150), figures("b", int(number)))
    written = [*map(str, range(short)), *(f"{LONG} {at}" for at in range(long))]
    (sheet,) = worksheets_of(TableSheet("T", "T", tables=(Table("t", columns, written),)), LETTER)
    assert lines_needed(written[-1], sheet.widths[0] - 15, 10) == lines
    assert sheet.widths[1] == int(number)


def test_a_column_is_as_wide_as_its_longest_word() -> None:
    (wide, other), across = widths_of(names("a", 150), figures("b", 300), words=WORD)
    assert text_pixels(WORD, 10) < wide < text_pixels(WORD, 10) + 20  # 10 points are those of cells
    assert (other, across) == (300, False)


@pytest.mark.parametrize(("text", "number"), [(300, 700), (400, 600)])
def test_texts_give_way_before_letters_are_smaller_than_7_5_points(text: int, number: int) -> None:
    """At three quarters, where 10 points are 7.5, there is room for 880 pixels; 1000 would be printed at 66 percent."""
    (narrow, same), across = widths_of(names("a", text), figures("b", number))
    assert same == number
    assert narrow + number <= ROOM / 0.75
    assert narrow + number > ROOM / 0.75 - 5
    assert not across


def test_a_sheet_of_figures_alone_lies_on_its_side_instead() -> None:
    assert widths_of(names("a", 100), figures("b", 900)) == ([100, 900], True)


def test_a_word_is_torn_rather_than_all_letters_made_small() -> None:
    texts = [names(key, 180) for key in "abcdef"]
    widths, across = widths_of(*texts, figures("g", 200), words=WORD, landscape=True)
    assert across
    assert sum(widths) <= 10.2 * 96 * 0.95 * 0.94 / 0.75
    assert all(width < text_pixels(WORD, 10) for width in widths[:-1])


def test_letters_are_no_smaller_than_7_5_points_where_a_word_is_torn_by_that() -> None:
    """Five words of 215 pixels , each with its margins, and a figure: at 7 points there is room for 1248."""
    texts = [names(key, 180) for key in "abcde"]
    widths, across = widths_of(*texts, figures("f", 60), words=WORD, landscape=True)
    assert across
    assert sum(widths) <= 10.2 * 96 * 0.95 * 0.94 / 0.75


def test_columns_share_a_sheet_so_that_no_text_takes_more_lines_than_the_others() -> None:
    side = "Germans of the lost battalion in the great forest"
    (narrow, wide, _), _ = widths_of(
        text_column("a", "a", 400, lambda _: "Ann Bell"), text_column("b", "b", 90, lambda _: side), figures("c", 600)
    )
    assert lines_needed(side, wide - 15, 10) == 2 > lines_needed("Ann Bell", narrow - 15, 10), "90 pixels give 6 lines"


@pytest.mark.parametrize(("spare", "given"), [(600, 0), (900, 17)], ids=["room", "other columns give way"])
def test_words_are_whole_for_the_director_too_as_long_as_letters_are_legible(spare: int, given: int) -> None:
    """A sheet of paper in landscape has room for 1165 pixels then; a heading in the middle has 7 beside its words."""
    head: Column[str] = figure_column("b", "brakes", 30, lambda _: 1)
    table = Table("t", (names("a", 84), head, figures("c", spare)), [WORD])
    (sheet,) = worksheets_of(TableSheet("T", "T", tables=(table,), for_director=True), LETTER)
    name, brakes, other = sheet.widths
    assert name >= text_pixels(WORD, 10)
    assert brakes >= text_pixels("brakes", 10)
    assert spare - other >= given
    assert sheet.width <= 1165


def test_a_second_line_between_words_keeps_a_longer_word_whole_for_the_director() -> None:
    """Four words of 215 pixels take most of 1015; the fifth column gives way to three short words."""
    texts = [names(key, 150) for key in "abcd"]
    short: Column[str] = text_column("e", "e", 380, lambda _: "Ann Bell Carr")
    table = Table("t", (*texts, short), [WORD])
    (sheet,) = worksheets_of(TableSheet("T", "T", tables=(table,), for_director=True), LETTER)
    assert all(width >= text_pixels(WORD, 10) for width in sheet.widths[:4])


def test_words_among_figures_are_whole_for_the_director() -> None:
    """What was entered is numbers and names in one column, and the first may be a number."""

    def look(value: str) -> str:
        return "cell entered middle" if value.isdecimal() else "cell entered"

    table = Table("t", (text_column("a", "a", 84, str, style=look), figures("b", 300)), ["8", WORD])
    (sheet,) = worksheets_of(TableSheet("T", "T", tables=(table,), for_director=True), LETTER)
    assert sheet.widths[0] > text_pixels(WORD, 10)


@pytest.mark.parametrize(("other", "lines"), [(100, 1), (370, 2)], ids=["room", "no room"])
def test_a_name_takes_one_line_for_the_director_where_the_paper_has_room(other: int, lines: int) -> None:
    """Upright paper has room for 660 pixels in letters of the usual size, and no letter is made smaller for it."""
    name = f"{LONG} {LONG}"
    table = Table("t", (names("a", 300), figures("b", other)), [name, *"abc"])
    (sheet,) = worksheets_of(TableSheet("T", "T", tables=(table,), for_director=True), LETTER)
    assert lines_needed(name, sheet.widths[0] - 15, 10) == lines
    assert sheet.widths[1] == other


def test_a_column_with_room_to_spare_gives_way_to_names_on_the_directors_full_sheet() -> None:
    name = f"{LONG} {LONG}"
    table = Table("t", (names("a", 300), text_column("b", "b", 600, lambda _: "1 BL 4")), [name])
    (sheet,) = worksheets_of(TableSheet("T", "T", tables=(table,), for_director=True), LETTER)
    assert lines_needed(name, sheet.widths[0] - 15, 10) == 1
    assert sheet.widths[1] < 600


def test_a_word_is_torn_for_the_director_only_where_no_column_can_give_way() -> None:
    """Six words of 215 pixels: a sheet of paper in landscape has room for 1165."""
    table = Table("t", tuple(names(key, 150) for key in "abcdef"), [WORD])
    (sheet,) = worksheets_of(TableSheet("T", "T", tables=(table,), for_director=True), LETTER)
    assert sheet.width <= 1165
    assert all(width < text_pixels(WORD, 10) for width in sheet.widths)


@pytest.mark.parametrize(("others", "printed"), [("cd", "abcd"), ("cde", "acde")], ids=["room", "no room"])
def test_a_spare_column_is_right_of_the_paper_only_where_a_word_would_be_torn(others: str, printed: str) -> None:
    """Paper across has room for 1165 pixels of legible letters, and the word takes 234 of them in each column."""
    columns = (names("a", 150), replace(names("b", 150), spare=True), *(names(key, 150) for key in others))
    table = Table("t", columns, [WORD])
    (sheet,) = worksheets_of(TableSheet("T", "T", tables=(table,), landscape=True), LETTER)
    assert "".join(one.key for one in sheet.tables[0].columns if not one.helper) == printed
    assert all(one.width >= text_pixels(WORD, 10) for one in sheet.tables[0].columns)
    assert sheet.tables[0].value(WORD, sheet.tables[0].column("b")) == WORD


def test_a_resized_table_gives_the_same_values_without_working_them_out_again() -> None:
    asked: list[str] = []

    def loud(row: str) -> str:
        asked.append(row)
        return row.upper()

    table = Table("t", (figure_column("a", "A", 90, ByRule(lambda own: loud(own.line))),), ["ann"], key=str)
    assert table.value_in("ann", "a") == "ANN"
    resized = table.resized({"a": 120})
    assert [one.width for one in resized.columns] == [120]
    assert resized.value_in("ann", "a") == "ANN"
    assert asked == ["ann"]
    assert table.resized({"a": 90}) is table


def test_columns_of_figures_are_narrower_where_texts_would_take_three_lines() -> None:
    side = "Americans of the lost battalion in the great forest"
    texts: list[Column[str]] = [text_column(key, key, 160, lambda _: side) for key in "abcdefgh"]
    widths, across = widths_of(*texts, figures("number of it", 300), landscape=True)
    assert across
    assert widths[-1] < 300
    assert all(lines_needed(side, width - 15, 10) <= 3 for width in widths[:-1])


def test_a_figure_on_the_wall_does_not_touch_its_neighbour() -> None:
    wall: Column[str] = figure_column("score", "Score", 60, lambda _: 46.18, style="cell wall two")
    (_, width), _ = widths_of(names("a", 200), wall)
    assert width >= text_pixels("46.18", 18) + 12


PERSON = "Bartholomäus Oberreichsbahnrat Schmöckwitz"
"""280 pixels on one line."""


def printed(*columns: Column[str], lines: int, landscape: bool = False) -> tuple[int, bool, float]:
    """Give the sheets of paper of equal lines, whether they lie on their sides, and the points of their letters."""
    table = Table("t", columns, [f"{PERSON}{' ' * at}" for at in range(lines)], key=str)
    (sheet,) = worksheets_of(TableSheet("T", "T", tables=(table,), landscape=landscape), LETTER)
    scale, breaks = printed_as(sheet, LETTER)
    return 1 + len(breaks), oriented_paper(sheet, LETTER).landscape, scale / 10


def test_names_stand_on_one_line_in_smaller_letters_where_that_saves_a_sheet_of_paper() -> None:
    """Of 32 lines on paper of 930 pixels: 24 pixels each fit, 40 do not. Figures need 40 pixels each, a name 295."""
    sheets, across, points = printed(names("a", 200), *(figures(str(at), 44) for at in range(10)), lines=32)
    assert (sheets, across) == (1, False)
    assert 9 <= points <= 9.5  # 660 of 695 pixels are 95 percent


def test_a_sheet_planned_across_is_upright_where_that_saves_a_sheet_of_paper() -> None:
    """36 lines of 24 pixels take 864, and paper across has 870 at 8 points, with headings."""
    sheets, across, points = printed(names("a", 300), figures("b", 200), lines=36, landscape=True)
    assert (sheets, across) == (1, False)
    assert points >= 9


def test_letters_stay_as_large_as_they_are_where_smaller_ones_save_no_sheet_of_paper() -> None:
    *_, points = printed(names("a", 200), figures("b", 460), lines=60)
    assert points == 10


def test_a_figure_on_the_wall_does_not_touch_its_neighbour_where_the_sheet_is_full_either() -> None:
    wall: Column[str] = figure_column("score", "Score", 50, lambda _: 1430, style="cell wall half")
    _, width = widths_of(text_column("a", "a", 620, str, style="cell wall words 18"), wall, words="Ann Bell " * 8)[0]
    assert width >= text_pixels("1430.0", 18) + 12


def test_a_text_that_has_no_room_on_a_line_by_a_few_pixels_gets_them() -> None:
    """A program that measures it a little narrower would leave it on one line, in a row for two."""
    needed = ceil(text_pixels(LONG, 10)) + 15  # the pixels beside a text
    for width, after in ((needed - 5, needed), (needed - 30, needed - 30)):
        written, _ = widths_of(names("a", width), figures("b", 100), words=LONG)
        assert written == [after, 100]


def test_a_row_is_as_high_as_its_texts_need_in_a_column_that_a_table_below_widens() -> None:
    tables = (Table("t", (names("a", 150),), [LONG], fit_height=True), Table("below", (names("a", 400),), ["Ann"]))
    (sheet,) = worksheets_of(TableSheet("T", "T", tables=tables), LETTER)
    assert sheet.widths == [400]
    assert sheet.line_heights["t"] == sheet.line_heights["below"]


def test_texts_get_their_pixels_one_after_the_other_where_the_paper_has_room() -> None:
    """The longer text lacks 23 pixels and the other one 12; with those of the other the longer one lacks 11."""
    texts = [f"{LONG}m", LONG]
    needed = [ceil(text_pixels(text, 10)) + 15 for text in texts]
    table = Table("t", (names("a", needed[1] - 12), figures("b", 100)), texts)
    (sheet,) = worksheets_of(TableSheet("T", "T", tables=(table,)), LETTER)
    assert sheet.widths == [needed[0], 100]


@pytest.mark.parametrize("style", ["cell words", "cell wall words 14", "cell wall words 18"])
@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_a_text_that_just_fits_has_a_row_for_one_line_and_takes_one(
    tmp_path: Path, style: str, paper: PaperName
) -> None:
    """LibreOffice prints columns 5.6 percent wider than their pixels; a text lacks up to 5 of them."""
    book, heights = Book(tmp_path / "t.xlsx", "T"), set[int]()
    for width, beside in ((160, 300), (243, 500), (400, 800)):  # at full size, and smaller
        letters, most = CELL_STYLES[style].points or 10, width * 1.05 - 15
        full = max((one for one in FULL if text_pixels(one, letters) <= most), key=len)
        assert text_pixels(full, letters) > width - 15
        columns: tuple[Column[str], ...] = (text_column("a", "a", width, str, style=style), figures("b", beside))
        table = Table(str(width), columns, ["Ann", full], fit_height=True)
        heights |= {*line_heights(table)}
        write_table_sheets(book, [TableSheet(str(width), "", tables=(table,))], PAPER_SIZES[paper], styles_of(book))
    book.close()
    assert len(heights) == 1
    (pdf,) = to_pdf([tmp_path / "t.xlsx"], tmp_path / "pdf")
    for page in words(pdf):
        ann, *name = (word for word in page if re.fullmatch("Ann|Ian|de|la|i+", word.text))
        assert len({round(word.top) for word in name}) == 1
        assert name[-1].text.endswith("iii"), "it is whole"
        assert {round(word.bottom - word.top, 1) for word in (ann, *name)} == {round(ann.bottom - ann.top, 1)}


def test_a_text_gets_a_few_pixels_below_full_size_too_if_the_sheet_is_lower_on_paper_then() -> None:
    """Letter paper upright has room for 660 pixels at full size, and for 880 of legible letters."""
    needed = ceil(text_pixels(LONG, 10)) + 15
    text: Column[str] = text_column("a", "a", needed - 14, lambda _: LONG)
    for other, after in ((500, needed), (880 - needed + 14, needed - 14)):
        table = Table("t", (text, figures("b", other)), [*"abcdefghij"], fit_height=True, key=str)
        (sheet,) = worksheets_of(TableSheet("T", "T", tables=(table,)), LETTER)
        assert sheet.widths == [after, other]


def test_a_text_gets_a_few_pixels_from_a_column_that_needs_less_where_the_paper_has_no_more() -> None:
    """At 75 percent letters of 10 points are as small as they may be; one of four names lacks a pixel of one line."""
    name = "Hieronymusstein Wolkenbruchau Theo"
    lacking = ceil(text_pixels(name, 10)) + 15 - 1
    sides: Column[str] = text_column("side", "Side", 200, lambda _: "Red")
    full = int(legible_width(TableSheet("T", "T"), LETTER))
    columns = (names("a", lacking), sides, figures("b", full - lacking - 200))
    (sheet,) = worksheets_of(TableSheet("T", "T", tables=(Table("t", columns, ["A", "B", "C", name]),)), LETTER)
    assert printed_as(sheet, LETTER)[0] == 75
    assert line_heights(sheet.tables[0]) == [24] * 4
    assert sheet.widths == [lacking + 1, 199, full - lacking - 200]


def test_names_take_one_line_where_another_column_of_texts_has_room_to_spare() -> None:
    needed = ceil(text_pixels(LONG, 10)) + 15
    sides: Column[str] = text_column("side", "Side", 600 - needed // 2, lambda _: "Red")
    table = Table("t", (names("a", needed // 2), sides), [LONG])
    (sheet,) = worksheets_of(TableSheet("T", "T", tables=(table,)), LETTER)
    assert sheet.widths[0] >= needed
    assert sum(sheet.widths) <= ROOM, "no letter is smaller for it"
    assert [*sheet.line_heights["t"]] == [24]


def test_a_text_gets_no_pixels_below_full_size_in_a_line_that_is_high_for_another() -> None:
    needed = ceil(text_pixels(LONG, 10)) + 15
    other: Column[str] = text_column("b", "b", 500, lambda _: f"{LONG} " * 3)
    table = Table("t", (names("a", needed - 5), other), [LONG], fit_height=True)
    (sheet,) = worksheets_of(TableSheet("T", "T", tables=(table,)), LETTER)
    assert sheet.widths == [needed - 5, 500]


def test_a_line_is_as_high_as_its_small_texts_in_the_middle_need() -> None:
    """Of 58 pixels a heading in the middle has 51 for its words; the marks take 47 in letters of 9 points."""
    marks = "+6 +6 +1"
    assert 58 - 15 < text_pixels(marks, 9) < 58 - 7
    grid: Column[str] = figure_column("a", "1", 58, lambda _: marks, style="cell names")
    table = Table("t", (names("n", 100), grid), ["Ann"], fit_height=True)
    assert line_heights(table) == line_heights(replace(table, fit_height=False))


def test_texts_are_asked_for_once_for_all_widths_that_are_tried() -> None:
    asked: Counter[str] = Counter()

    def text(line: str) -> str:
        asked[line] += 1
        return line

    column: Column[str] = text_column("a", "A", 60, text)
    table = Table("t", (column,), ["Ann", "Ben"])
    for one in (table, table.resized({"a": 90}), table.resized({"a": 90}).resized({"a": 120})):
        assert one.texts(one.column("a")) == ["Ann", "Ben"]
    assert asked == {"Ann": 1, "Ben": 1}
