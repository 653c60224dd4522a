"""Tables: placed first, then written, so that formulas can point anywhere."""

from __future__ import annotations

import re
import subprocess
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from libreoffice import to_pdf
from looking import open_whole, sheets_of
from msgspec.structs import replace
from openpyxl.cell import Cell, MergedCell
from printed_pages import words
from scored_rounds import MADE_AT, SOURCE
from shared_demos import Demos

from sheetscore.results.table_book import TableBook, about_sheet
from sheetscore.tables.heights import (
    BAND_HEIGHT,
    HEADING_HEIGHT,
    PENCIL_HEIGHT,
    band_height,
    columns_height,
    heading_line_height,
    line_heights,
    parted_line,
    text_height,
)
from sheetscore.tables.on_paper import (
    TablePages,
    oriented_paper,
    pages_of,
    passages_of,
    repeated_rows,
    room,
    split_sheet,
)
from sheetscore.tables.sheet import Chart, TableSheet, TextLine, heading_heights, places_of
from sheetscore.tables.table import (
    AnyTable,
    Column,
    PlanError,
    Table,
    TableSize,
    figure_column,
    step_column,
    text_column,
    turned_column,
)
from sheetscore.workbooks.book import BookError
from sheetscore.workbooks.paper import PAPER_SIZES, PaperName, lines_needed, page_breaks, unbreakable_parts


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


def test_a_heading_that_is_wider_than_its_tables_goes_on_on_a_further_line(tmp_path: Path) -> None:
    long = "The bridge at Remagen, or: how I learned to stop worrying"
    sheets = [TableSheet(text[:5], text, tables=(numbers(text[:5], [1]),)) for text in ("Short", long)]
    book(*sheets).write(tmp_path / "t.xlsx")
    (pdf,) = to_pdf([tmp_path / "t.xlsx"], tmp_path / "out")
    said = " ".join(word.text for page in words(pdf) for word in page)
    assert f"{long} " in said
    heights = {sheet.heading: heading_heights(sheet)[0] for sheet in sheets}
    assert heights["Short"] == HEADING_HEIGHT
    assert heights[long] > 2 * 18 * 96 / 72


def test_tables_leave_a_blank_row_below_them_and_empty_ones_have_one_of_their_own() -> None:
    sheet = TableSheet(
        "S", "S", lines=(TextLine("x"),), tables=(numbers("a", [1, 2]), numbers("b", []), numbers("c", [3]))
    )
    places = places_of([sheet])
    assert [(place.first, place.last) for place in places.values()] == [(4, 5), (8, 8), (11, 11)]


def test_a_table_without_lines_is_a_sentence_that_says_so(tmp_path: Path) -> None:
    book(TableSheet("S", "S", tables=(numbers("a", []),))).write(tmp_path / "t.xlsx")
    cells = sheets_of(tmp_path / "t.xlsx")["S"].cells
    assert [cell.value for (row, _), cell in cells.items() if row > 1 and cell.value] == ["nothing here"]


def test_two_tables_of_one_name_are_a_mistake_of_ours() -> None:
    with pytest.raises(PlanError, match="called a"):
        places_of([TableSheet("S", "S", tables=(numbers("a", [1]), numbers("a", [1])))])


def test_a_title_that_no_sheet_can_have_is_a_mistake_of_ours(tmp_path: Path) -> None:
    with pytest.raises(BookError, match="had to be called"):
        book(TableSheet("a/b", "S", tables=(numbers("a", [1]),))).write(tmp_path / "t.xlsx")


def test_headers_and_footers_have_room_for_their_letters_between_paper_and_table(tmp_path: Path) -> None:
    sheets = [TableSheet(f"S{at}", "S", tables=(numbers("n", [1]),), for_director=bool(at)) for at in range(2)]
    book(*(replace(one, tables=(numbers(f"n{at}", [1]),)) for at, one in enumerate(sheets))).write(tmp_path / "t.xlsx")
    line = 8 * 1.25 / 72  # inches that letters of 8 points take, with what reaches below
    for sheet in open_whole(tmp_path / "t.xlsx"):
        margins = sheet.page_margins
        if sheet.sheet_state == "visible":
            assert sheet.oddFooter is not None
            assert sheet.oddFooter.right.text == "page &P of &N"
            assert margins.bottom - margins.footer >= line
            assert margins.top - margins.header >= line
    header = open_whole(tmp_path / "t.xlsx")["S1"].oddHeader
    assert header is not None
    assert header.right.text == "for the director"


def test_all_sheets_of_paper_say_alike_at_their_feet_what_they_are_about(tmp_path: Path) -> None:
    lines = (TextLine("Origins & friends"),)
    several = (numbers("few", [1]), numbers("many", [*range(200)]))
    sheets = (
        TableSheet("Repeated", "Repeated", lines=lines, tables=(numbers("b", [*range(200)]),)),
        TableSheet("Runs on", "Runs on", lines=lines, tables=several),
        TableSheet("Nothing said", "Nothing said", tables=(numbers("c", [1]),), for_director=True),
    )
    replace(book(*sheets), title="Origins & friends, results").write(tmp_path / "t.xlsx")
    feet = {sheet.title: sheet.oddFooter for sheet in open_whole(tmp_path / "t.xlsx")}
    said = {title: str(foot.left.text) for title, foot in feet.items() if foot}
    for title in ("Repeated", "Runs on", "Nothing said"):
        assert (said[title] or "").strip() == f"Origins && friends, results:  {title}   ·   &F"


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


def test_a_line_breaks_between_words_so_that_three_of_six_letters_need_three_lines_of_ten() -> None:
    assert text_height("aaaaaa bbbbbb cccccc", 80) == 3 * 17 + 6


def test_only_the_lines_that_a_table_names_are_as_high_as_their_text() -> None:
    column: Column[str] = text_column("what", "What", 80, lambda _: "aaaaaa bbbbbb", style="cell text")
    table: Table[str] = Table("t", (column,), ["low", "high"], fit_height=lambda line: line == "high", size="fine")
    assert line_heights(table) == [19, 2 * 17 + 6]
    all_tall: Table[str] = replace(table, fit_height=True)
    assert line_heights(all_tall) == [2 * 17 + 6] * 2


@pytest.mark.parametrize(
    ("name", "height"), [("Ann", 24), ("Maximiliane von Berle", 2 * 17 + 6), ("東" * 28, 4 * 17 + 6)]
)
def test_a_long_name_goes_on_on_further_lines_in_whichever_table(name: str, height: int) -> None:
    """A line of 105 pixels has room for 7 Chinese signs, which are as wide as 10 points are high: 13.3 pixels."""
    table: Table[str] = Table("t", (text_column("who", "Who", 120, str),), [name])
    assert line_heights(table) == [height]


@pytest.mark.parametrize(("letters", "height"), [(1, 34), (20, 132), (100, 200)])
def test_turned_headings_are_as_high_as_the_longest_within_limits(letters: int, height: int) -> None:
    table: Table[str] = Table(
        "t", (text_column("a", "Who", 50, str), turned_column("b", "y" * letters, 30, len)), ["line"]
    )
    assert columns_height(table) == height


@pytest.mark.parametrize(
    ("heading", "height"),
    [("Points", 34), ("Match points", 34), ("Match points of player", 49), ("Points " * 50, 200)],
)
def test_long_headings_go_on_on_further_lines_within_limits(heading: str, height: int) -> None:
    """Each of these words takes a line of 15.3 pixels, but for “of”, which stands beside “points”."""
    table: Table[str] = Table("t", (figure_column("a", heading, 64, len),), ["line"])
    assert columns_height(table) == height


@pytest.mark.parametrize(
    ("width", "size", "across"),
    [(870, "fine", False), (870, "normal", False), (890, "fine", True), (890, "normal", True)],
)
def test_a_sheet_too_wide_for_letters_of_7_5_points_lies_across(width: int, size: TableSize, *, across: bool) -> None:
    """Letter has room for 660 pixels: 870 are printed at 75 percent, where 10 points are 7.5, and 890 at 74."""
    table: Table[str] = Table("t", (text_column("a", "A", width, str),), ["line"], size=size)
    posted = TableSheet("T", "T", tables=(table,))
    assert oriented_paper(posted, PAPER_SIZES["letter"]).landscape is across
    assert oriented_paper(replace(posted, for_director=True), PAPER_SIZES["letter"]).landscape is across


def apart(groups: int, lines: int) -> AnyTable:
    """Give a table of groups that are kept apart; their lines are called 1.1, 1.2 and so on."""
    return Table(
        "groups",
        (text_column("what", "What", 300, lambda line: f"line {line[0]}.{line[1]} of them"),),
        [(group, line) for group in range(1, groups + 1) for line in range(1, lines + 1)],
        starts_group=lambda line: line[1] == 1,
        page_break_per_group=True,
    )


def test_a_page_is_as_high_as_its_group_and_the_headings_above_it() -> None:
    sheet = TableSheet("S", "S", lines=(TextLine("short"),), tables=(apart(2, 3),))
    heading = 38 + 23 + 10 + 34  # the title, a line of text, free space, the headings of the columns
    assert pages_of(sheet) == TablePages((4 + 3, 4 + 6), (heading + 72, heading + 72))


@pytest.mark.parametrize(
    "tables", [(numbers("a", [1]),), (apart(0, 1),), (apart(2, 1), numbers("a", [1]))], ids=["one", "empty", "two"]
)
def test_other_sheets_break_by_themselves(tables: tuple[AnyTable, ...]) -> None:
    assert pages_of(TableSheet("S", "S", tables=tables)) is None


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize(("lines", "pages"), [(10, 1), (40, 1), (60, 2), (140, 3)])
def test_every_group_begins_a_page_and_one_that_would_be_too_small_goes_on(
    tmp_path: Path, paper: PaperName, lines: int, pages: int
) -> None:
    """40 lines of 24 pixels are shrunk onto a page of about 950; 60 would be too small, and so are 140 on three."""
    path = tmp_path / "t.xlsx"
    sheet = TableSheet("S", "S", tables=(apart(3, lines),))
    replace(book(sheet), paper=paper).write(path)
    (pdf,) = to_pdf([path], tmp_path / "pdf")
    text = subprocess.run(["pdftotext", "-layout", str(pdf), "-"], check=True, capture_output=True, text=True).stdout
    printed = [page for page in text.split("\f") if "of them" in page]
    assert len(printed) == 3 * pages
    begins = [at for at, page in enumerate(printed) for group in (1, 2, 3) if f"line {group}.1 of" in page]
    assert begins == [0, pages, 2 * pages]


def test_a_page_per_group_fits_across_its_paper(tmp_path: Path) -> None:
    """LibreOffice prints columns wider than planned: 1,103 pixels would go on to the right at 90 percent."""
    groups = apart(1, 40)
    last: Column[object] = text_column("end", "End", 203, lambda _: "last of all")
    table = replace(groups, columns=(replace(groups.columns[0], width=900), last))
    sheet = TableSheet("S", "S", tables=(table,), landscape=True)
    replace(book(sheet), paper="a4").write(tmp_path / "t.xlsx")
    (pdf,) = to_pdf([tmp_path / "t.xlsx"], tmp_path / "pdf")
    text = subprocess.run(["pdftotext", "-layout", str(pdf), "-"], check=True, capture_output=True, text=True).stdout
    printed = [("of them" in page, "last of all" in page) for page in text.split("\f")]
    assert [page for page in printed if any(page)] == [(True, True)] * 2


def test_two_lines_of_a_table_are_never_called_alike() -> None:
    table = Table("players", (text_column("name", "Name", 80, lambda line: line),), ("Ann", "Bob", "Ann"), key=str)
    with pytest.raises(PlanError, match="the table players has two lines called 'Ann'"):
        table.placed("Results", 0)


def test_columns_that_are_not_on_paper_are_the_last_of_a_table() -> None:
    printed, step = figure_column("a", "A", 60, str), step_column("b", "B", str)
    assert TableSheet("Sheet", "Sheet", tables=(Table("t", (printed, step), ["x"]),)).columns == 1
    with pytest.raises(PlanError, match="to the right"):
        Table("t", (step, printed), ["x"])


def test_columns_that_are_not_on_paper_stand_behind_those_of_the_widest_table(tmp_path: Path) -> None:
    """They are beside the paper, however few columns their own table has, and formulas find them there."""
    step: Column[int] = step_column("twice", "Twice", lambda value: value * 2, lambda here: f"2*{here.cell('value')}")
    value: Column[int] = figure_column("value", "Value", 60, lambda value: value)
    narrow = Table("narrow", (value, step), [7], key=int, title="Narrow")
    sheet = TableSheet("Both", "Both", tables=(narrow, numbers("wide", [1])))
    assert sheet.widths == [100, 100, 100, step.width]
    assert sheet.placed[0][1].columns == {"value": 0, "twice": 3}
    book(sheet).write(tmp_path / "t.xlsx")
    written = open_whole(tmp_path / "t.xlsx")["Both"]
    assert [cell.value for cell in written[4]][:4] == ["Value", None, None, "Twice"]
    assert [cell.value for cell in written[5]][:4] == [7, None, None, "=2*A5"]


def test_the_director_too_sees_on_each_page_what_it_goes_on_with(tmp_path: Path) -> None:
    tables = numbers("few", [1]), numbers("many", [*range(200)])
    book(TableSheet("Who plays", "Who plays", tables=tables, for_director=True)).write(tmp_path / "t.xlsx")
    header = open_whole(tmp_path / "t.xlsx")["Who plays"].oddHeader
    assert header is not None
    assert header.right.text == "Who plays   ·   for the director"


def lines_called(name: str, count: int) -> AnyTable:
    """Give a titled table whose lines and headings say to which table they belong."""
    return Table(
        name,
        (
            text_column("what", f"Head-{name}", 300, lambda number: f"line-{name}-{number}"),
            figure_column("value", "Value", 80, lambda number: number, lambda here: f"{here.line}+0"),
        ),
        range(count),
        key=lambda number: number,
        title=f"Table {name}",
    )


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_no_line_is_printed_without_the_headings_of_its_table(paper: PaperName, tmp_path: Path) -> None:
    counts = {"a": 20, "b": 17, "c": 70, "d": 4, "e": 18, "f": 14, "g": 65, "h": 90, "i": 3}
    plan = TableSheet("All", "All of them", tables=tuple(lines_called(*one) for one in counts.items()))
    about = about_sheet([SOURCE], MADE_AT)
    made = TableBook("Test", paper, (plan, about), "results", [])
    made.write(tmp_path / "tables.xlsx")
    parts = ["All", *(f"All, {at}" for at in range(2, 6))]
    assert [*sheets_of(tmp_path / "tables.xlsx")][:7] == [*parts, "About", "_sheetscore"]
    (pdf,) = to_pdf([tmp_path / "tables.xlsx"], tmp_path / "pdf")
    torn = Counter[str]()
    printed = Counter[str]()
    for page in words(pdf):
        texts = [word.text for word in page]
        lines = [text.split("-") for text in texts if text.startswith("line-")]
        printed.update(name for _, name, _ in lines)
        for name in {name for _, name, _ in lines}:
            assert f"Head-{name}" in texts
            torn[name] += 1
            assert sum(one == name for _, one, _ in lines) >= 3
    assert printed == counts
    assert {name for name, sheets in torn.items() if sheets > 1} == {"c", "g", "h"}


@pytest.mark.parametrize("lines", [75, 79])
def test_a_table_that_runs_over_has_the_heading_of_its_worksheet_where_that_takes_no_more_paper(lines: int) -> None:
    """Below 5 lines it would go on without the heading, and it takes two sheets of paper in any case."""
    tables = (lines_called("a", 5), lines_called("b", lines), lines_called("c", 2), lines_called("d", 1))
    parts = [*split_sheet(TableSheet("All", "All", tables=tables), PAPER_SIZES["a4"])]
    assert [[table.name for table in part.tables] for part in parts] == [["a"], ["b", "c", "d"]]


@pytest.mark.parametrize("lines", range(60, 72))
def test_small_tables_stay_below_the_last_lines_of_one_that_runs_over(lines: int) -> None:
    tables = (lines_called("a", 5), lines_called("b", lines), lines_called("c", 2), lines_called("d", 1))
    (plan,) = split_sheet(TableSheet("All", "All", tables=tables), PAPER_SIZES["a4"])
    repeated = repeated_rows(plan, PAPER_SIZES["a4"])
    assert repeated is not None
    (_, first), (_, long), *small = plan.placed
    assert range(long.first - 2, long.first) == repeated
    heights = plan.row_heights
    breaks = page_breaks(heights, passages_of(plan, PAPER_SIZES["a4"]), room(plan, PAPER_SIZES["a4"]), sum(heights[:2]))
    assert breaks
    assert breaks[-1] <= long.last + 1 - 3
    assert all(row < first.first or row > first.last + 1 for row in breaks)
    assert len(small) == 2


def test_a_sheet_whose_tables_fit_stays_one_and_a_long_title_stays_within_31_letters() -> None:
    short = TableSheet("All", "All", tables=(lines_called("a", 20), lines_called("b", 30)))
    assert [*split_sheet(short, PAPER_SIZES["a4"])] == [short]
    long = TableSheet("N" * 31, "All", tables=(lines_called("a", 100), lines_called("b", 30)))
    first, second = split_sheet(long, PAPER_SIZES["a4"])
    assert (first.title, second.title, second.heading) == ("N" * 31, "N" * 28 + ", 2", "All, 2")


@pytest.mark.parametrize("first", [True, False])
def test_charts_stay_with_the_tables_beside_which_they_were_planned(first: bool) -> None:
    chart = Chart("lines", "C", "", "", lambda _: [])
    tables = (lines_called("a", 100), lines_called("b", 30))
    plan = TableSheet("S", "S", tables=tables, charts=(chart,), charts_first=first)
    assert [len(part.charts) for part in split_sheet(plan, PAPER_SIZES["a4"])] == [int(first), int(not first)]


def test_a_line_below_the_heading_has_room_for_a_web_address_that_is_parted() -> None:
    """Of 600 pixels 585 are written on; 100 letters x are 733 pixels: two lines, and one because it is parted early."""
    one, more = heading_line_height("Test event", 600), heading_line_height("x" * 100, 600)
    assert more - one == 2 * 17
    assert heading_line_height("xxxx " * 30, 600) - one == 17


def test_no_line_below_the_heading_begins_or_ends_with_a_dot() -> None:
    """Thirty letters x are 220 pixels: of three such parts two stand beside each other on 500, and none on 300."""
    parts = ["x" * 30] * 3
    line = "   ·   ".join(parts)
    assert parted_line(line, 900) == line
    assert parted_line(line, 500) == f"{parts[0]}   ·   {parts[0]}\n{parts[0]}"
    assert parted_line(line, 300) == "\n".join(parts)
    assert parted_line(line, 100) == "\n".join(parts)
    sheet = TableSheet("S", "S", (TextLine(line),), (numbers("points", [1]),))
    assert heading_heights(sheet)[1] > heading_heights(replace(sheet, lines=(TextLine("x"),)))[1]


@pytest.mark.parametrize(("title", "first"), [("Points", "B"), ("Points of a round", "C")])
def test_the_remark_of_a_band_stands_at_its_right_beside_the_title(title: str, first: str, tmp_path: Path) -> None:
    """Of three columns of 100 pixels the longer title, 17 letters of about 8 pixels, takes more than one."""
    table = replace(numbers("points", [1], title=title), note="standbys' games count here")
    book(TableSheet("Best", "Best", tables=(table,))).write(tmp_path / "t.xlsx")
    sheet = open_whole(tmp_path / "t.xlsx")["Best"]
    (band,) = (row for row in sheet.iter_rows() if row[0].value == title)
    said = {cell.coordinate: cell.value for cell in band if cell.value}
    assert said == {f"A{band[0].row}": title, f"{first}{band[0].row}": "standbys' games count here"}


def test_no_line_begins_or_ends_with_a_dot_within_the_title_of_a_scenario() -> None:
    """The title takes some 520 pixels in letters of 11 points."""
    halves = "The bridge at the river Weser at night", "the depot at Hof in broad daylight"
    assert parted_line("Origins   ·   " + " · ".join(halves), 400) == "\n".join(("Origins", *halves))
    assert parted_line("Origins   ·   " + "  ·  ".join(halves), 560) == "Origins\n" + "  ·  ".join(halves)


def test_a_remark_for_which_no_column_is_free_stands_behind_the_title(tmp_path: Path) -> None:
    """Of three columns of 100 pixels a title of 34 letters takes more than two, and the remark would cover its end."""
    title = "Points of a round that was flown by"
    table = replace(numbers("points", [1], title=title), note="all")
    book(TableSheet("Best", "Best", tables=(table,))).write(tmp_path / "t.xlsx")
    sheet = open_whole(tmp_path / "t.xlsx")["Best"]
    assert [cell.value for row in sheet.iter_rows() for cell in row if title in str(cell.value)] == [f"{title}: all"]
    assert not [cell.coordinate for row in sheet.iter_rows() for cell in row if cell.value == "all"]


@pytest.mark.parametrize("example", ["origins-1991", "match"])
def test_no_line_of_results_is_higher_than_others_for_a_word(example: str, demos: Demos) -> None:
    def is_id(cell: Cell | MergedCell) -> bool:
        return re.fullmatch(r"P\d+", str(cell.value)) is not None

    sheet = open_whole(demos.played(example).folder / "round3-results.xlsx")["Results"]
    lines = [int(row[0].row or 0) for row in sheet.iter_rows() if any(map(is_id, row))]
    assert len(lines) > 7
    assert len({sheet.row_dimensions[line].height for line in lines}) == 1


def test_a_title_wider_than_its_table_goes_on_on_a_further_line_with_its_remark(tmp_path: Path) -> None:
    """Three columns of 100 pixels take some 36 bold letters."""
    title = "The Bridges at Remagen and the Ludendorff Line"
    table = replace(numbers("points", [1], title=title), note="Played in round 1.")
    sheet = TableSheet("Best", "Best", tables=(table,))
    book(sheet).write(tmp_path / "t.xlsx")
    (band,) = (
        cell for row in open_whole(tmp_path / "t.xlsx")["Best"].iter_rows() for cell in row if title in str(cell.value)
    )
    assert band.value == f"{title}: Played in round 1."
    assert band.alignment.wrap_text
    assert band_height(table) == sheet.row_heights[band.row - 1] >= 2 * 11 * 96 / 72 * 1.15
    assert band_height(replace(table, title="Points", note="")) == BAND_HEIGHT


def test_a_note_that_takes_two_lines_beside_a_title_makes_its_row_higher() -> None:
    table = replace(numbers("points", [1], title="Rolls"), note="none")
    assert band_height(table) == BAND_HEIGHT
    assert band_height(replace(table, note="Each gives two points, " * 3)) >= 2 * 10 * 96 / 72 * 1.15


@pytest.mark.parametrize(
    ("title", "size", "high"),
    [("Name ____", "pencil", True), ("Name ____", "normal", False), ("Pairs", "pencil", False)],
)
def test_a_title_that_a_pencil_fills_in_is_as_high_as_other_lines_to_write_on(
    title: str, size: TableSize, high: bool
) -> None:
    table = replace(numbers("points", [1], title=title), size=size)
    assert (band_height(table) >= PENCIL_HEIGHT) == high


@pytest.mark.parametrize(
    ("text", "pixels", "lines"),
    [
        ("Krzysztof Wiśniewski-Brzęczyszczykiewicz", 150, 2),  # the line ends behind the hyphen
        ("Krzysztof Wiśniewski-Brzęczyszczykiewicz (P4)", 115, 4),  # and the longer name is broken
        ("12-13", 25, 2),  # no name
    ],
)
def test_a_line_may_end_behind_the_hyphen_of_two_names(text: str, pixels: int, lines: int) -> None:
    """At 10 points the first name has 55 pixels, the second 70, the third 124, and 12-13 has 34."""
    assert lines_needed(text, pixels, 10) == lines
    assert [*unbreakable_parts("12-13")] == ["12-13"]
