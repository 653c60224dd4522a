"""The draw's workbook: a list that can be edited, postings that follow it, and the way back."""

from __future__ import annotations

from pathlib import Path

import pytest
from amps_event import amps_event
from diplomacy_event import diplomacy_event
from libreoffice import compute, pdf_pages, recalculate, to_pdf
from looking import open_whole, sheets_of
from match_event import match_event
from msgspec.structs import replace
from shared_demos import Demos
from typing_in import type_in

from sheetscore.event.roster import read_roster
from sheetscore.reading.draw_workbook import read_draw, read_seats
from sheetscore.sheets.draw_workbook import draw_lines, write_draw
from sheetscore.sheets.postings import post_by_table
from sheetscore.systems.amps import AMPS
from sheetscore.systems.context import RoundContext
from sheetscore.systems.diplomacy import DIPLOMACY
from sheetscore.systems.match import MATCH
from sheetscore.systems.match.model import MatchEvent
from sheetscore.workbooks.reader import ReadSheet, read_workbook

AWKWARD = {"P01": "=1+1", "P02": "a*b", "P03": "A" * 200, "P04": "Two  Blanks", "P05": "ß Ö"}
EVENT = amps_event(players=36, tables=4, names=AWKWARD)
DRAW = AMPS.draw(RoundContext(EVENT, 1))
EDITABLE = {line.player: row for row, line in enumerate(draw_lines(EVENT, DRAW), start=5)}


def texts(sheet: ReadSheet, column: int) -> list[object]:
    return [cell.value for (_, at), cell in sorted(sheet.cells.items()) if at == column]


def awkward_names_drawn(folder: Path) -> None:
    write_draw(folder / "draw.xlsx", EVENT, DRAW, AMPS.postings)


def test_a_draw_is_read_back_as_it_was_written_also_after_libreoffice(demos: Demos) -> None:
    for workbook in demos.both(awkward_names_drawn, "draw"):
        read = read_draw(workbook, AMPS, RoundContext(EVENT, 1))
        assert not read.findings
        assert read.draw.tables == DRAW.tables


def test_a_draw_without_sides_shows_no_empty_column_for_them_and_is_read_back(tmp_path: Path) -> None:
    event = diplomacy_event(7)
    made = DIPLOMACY.draw(RoundContext(event, 1))
    write_draw(tmp_path / "boards.xlsx", event, made, DIPLOMACY.postings)
    write_draw(tmp_path / "amps.xlsx", EVENT, DRAW, AMPS.postings)
    lists = [open_whole(tmp_path / f"{name}.xlsx")["Draw"] for name in ("boards", "amps")]
    assert [sheet.column_dimensions["C"].hidden for sheet in lists] == [True, False]
    assert [sheet["A4"].value for sheet in lists] == ["Board", "Table"]
    assert read_draw(tmp_path / "boards.xlsx", DIPLOMACY, RoundContext(event, 1)).draw.tables == made.tables


def test_a_list_of_boards_that_is_headed_as_one_of_tables_is_read_as_before(tmp_path: Path) -> None:
    event, path = diplomacy_event(7), tmp_path / "boards.xlsx"
    made = DIPLOMACY.draw(RoundContext(event, 1))
    write_draw(path, event, made, DIPLOMACY.postings)
    for heading, codes in (("Table", []), ("Tables", ["draw-structure"])):
        type_in(path, {("Draw", "A4"): heading})
        read = read_draw(path, DIPLOMACY, RoundContext(event, 1))
        assert [one.code for one in read.findings][:1] == codes
        assert (read.draw.tables == made.tables) == (not codes)
    assert "Board, Seat, Side, Who" in read.findings[0].message
    assert read_seats(path, event) == frozenset()
    type_in(path, {("Draw", "A4"): "Board"})
    assert {"Austria", "Turkey"} < read_seats(path, event)


def test_the_postings_follow_what_the_director_changes(tmp_path: Path) -> None:
    path = tmp_path / "round1-draw.xlsx"
    write_draw(path, EVENT, DRAW, AMPS.postings)
    first, second = (player for player in ("P10", "P20"))
    cells = {player: ("Draw", f"D{EDITABLE[player]}") for player in (first, second)}
    type_in(path, {cells[first]: "Pilot 20 (P20)", cells[second]: "Pilot 10 (P10)"})
    (again,) = recalculate([path], tmp_path / "out")
    sheets = read_workbook(again).sheets
    seats = {player: (table, seat) for table, seat, player in DRAW.places()}
    by_name = {
        str(cell.value): (sheets["By name"].cells[row, 1].value, sheets["By name"].cells[row, 2].value)
        for (row, column), cell in sheets["By name"].cells.items()
        if column == 0 and row > 3
    }
    titles = {(line.table, line.seat): (line.table, line.posted) for line in draw_lines(EVENT, DRAW)}
    assert len(by_name) == 36
    assert by_name["Pilot 10"] == titles[seats["P20"]]
    assert by_name["Pilot 20"] == titles[seats["P10"]]
    read = read_draw(again, AMPS, RoundContext(EVENT, 1))
    assert {player: (table, seat) for table, seat, player in read.draw.places()} == {
        **seats,
        "P10": seats["P20"],
        "P20": seats["P10"],
    }


def side_with_a_number(folder: Path) -> None:
    (first, *others), (scenario, *later) = EVENT.scenarios[0].sides, EVENT.scenarios
    renamed = scenario.model_copy(update={"sides": (first.model_copy(update={"title": "MiG-21"}), *others)})
    event = EVENT.model_copy(update={"scenarios": (renamed, *later)})
    write_draw(folder / "draw.xlsx", event, DRAW, AMPS.postings)


def test_the_number_of_a_seat_is_no_part_of_the_number_of_its_side(demos: Demos) -> None:
    """A seat of “MiG-21” was posted as “MiG-21 2”; only a side of several seats has numbers."""
    first, *others = EVENT.scenarios[0].sides
    sheets = read_workbook(demos.made(side_with_a_number).workbooks["draw"]).sheets
    assert {f"MiG-21, seat\xa0{number}" for number in range(1, first.seats + 1)} <= {*texts(sheets["By name"], 2)}
    assert "MiG-21, seat\xa01" in texts(sheets["By table"], 0)
    assert not any(
        str(text).startswith("MiG-21 ") for title in ("By name", "By table") for text in texts(sheets[title], 2)
    )
    assert f"{others[0].title}\xa01" in texts(sheets["By name"], 2)


def test_the_list_and_the_report_print_on_a_page_and_postings_of_36_on_four(tmp_path: Path) -> None:
    write_draw(tmp_path / "round1-draw.xlsx", EVENT, DRAW, AMPS.postings)
    (pdf,) = to_pdf([tmp_path / "round1-draw.xlsx"], tmp_path / "pdf")
    assert pdf_pages(pdf) == 1 + 4 + 1


def test_everybody_who_plays_is_on_the_posting_by_name(tmp_path: Path) -> None:
    event = amps_event(players=12, tables=1)
    draw = AMPS.draw(RoundContext(event, 1))
    assert len(draw.byes) == 3
    write_draw(tmp_path / "round1-draw.xlsx", event, draw, AMPS.postings)
    posting = read_workbook(tmp_path / "round1-draw.xlsx").sheets["By name"]
    assert texts(posting, 2)[1:].count("sits out") == 3
    assert len(texts(posting, 2)) == 1 + 12
    read = read_draw(tmp_path / "round1-draw.xlsx", AMPS, RoundContext(event, 1))
    assert set(read.draw.byes) == set(draw.byes)


def test_a_line_that_was_deleted_is_named(tmp_path: Path) -> None:

    path = tmp_path / "round1-draw.xlsx"
    write_draw(path, EVENT, DRAW, AMPS.postings)
    book = open_whole(path)
    seat = book["Draw"]["B7"].value
    book["Draw"].delete_rows(7)
    book.save(path)
    codes = [one for one in read_draw(path, AMPS, RoundContext(EVENT, 1)).findings if one.is_error]
    assert [one.code for one in codes] == ["draw-structure"]
    assert str(seat) in codes[0].message


def test_of_the_lines_for_those_without_a_seat_only_those_with_a_name_are_ruled(tmp_path: Path) -> None:
    event = amps_event(players=37, tables=4)
    draw = AMPS.draw(RoundContext(event, 1))
    (out,) = draw.byes
    write_draw(tmp_path / "round1-draw.xlsx", event, draw, AMPS.postings)
    sheet = open_whole(tmp_path / "round1-draw.xlsx", values=True)["By table"]
    (heading,) = (cell for row in sheet.iter_rows() for cell in row if cell.value == "Without a seat")
    called, names = ([sheet.cell(heading.row + line, heading.column + cell) for line in range(1, 6)] for cell in (0, 1))
    assert [cell.value for cell in called] == ["sits out", None, None, None, None]
    assert [cell.value for cell in names] == [event.names[out], None, None, None, None]
    for cells in (called, names):
        assert [cell.border.bottom.style for cell in cells] == ["thin", None, None, None, None]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_those_without_a_seat_stand_below_the_last_table_rather_than_on_a_sheet_of_their_own(
    paper: str, tmp_path: Path
) -> None:
    """Titles of forty letters leave two tables to a sheet of paper, on lines of two rows."""
    event = amps_event(players=37, tables=4, paper=paper)
    long = [
        side.model_copy(update={"title": f"{side.title} of the Northwestern Expeditionary Command"[:40]})
        for side in event.scenarios[0].sides
    ]
    first = event.scenarios[0].model_copy(update={"sides": tuple(long)})
    names = {"name": "Maximiliana Schwarzenberger"}
    players = tuple(one.model_copy(update=names) for one in event.players)
    event = event.model_copy(update={"scenarios": (first, *event.scenarios[1:]), "players": players})
    write_draw(tmp_path / "round1-draw.xlsx", event, AMPS.draw(RoundContext(event, 1)), AMPS.postings)
    sheet = open_whole(tmp_path / "round1-draw.xlsx", values=True)["By table"]
    rows = {str(cell.value): cell.row for row in sheet.iter_rows() for cell in row if cell.value}
    breaks = [one.id for one in sheet.row_breaks.brk]
    assert len(breaks) in {1, 2}, "a title is whole rather than on one sheet of paper less"
    assert breaks[-1] < rows["Table 4"] < rows["Without a seat"]


def test_those_without_a_seat_stand_together_and_nothing_stands_above_lines_that_are_free(tmp_path: Path) -> None:
    draw = replace(MATCH.draw(RoundContext(match_event(7, pairing="swiss"), 1)), absent=("P08", "P09"))
    write_draw(tmp_path / "round1-draw.xlsx", match_event(9, pairing="swiss"), draw, (post_by_table,))
    book = open_whole(tmp_path / "round1-draw.xlsx")
    *_, last = (row for row in book["Draw"].iter_rows() if row[0].value is None and row[1].value and not row[3].value)
    last[3].value = "P01"
    book.save(tmp_path / "round2-draw.xlsx")
    both = [tmp_path / f"round{number}-draw.xlsx" for number in (1, 2)]
    shown = [sheets_of(made)["By table"].cells for made in compute(both, tmp_path / "computed")]
    headings = [[at for at, cell in cells.items() if cell.value == "Without a seat"] for cells in shown]
    assert [len(found) for found in headings] == [2, 3]  # a bye and two who are absent fill two groups of two lines
    assert headings[1][:2] == headings[0]


@pytest.mark.parametrize(
    ("sort_names", "order"),
    [("family", ["P02", "P03", "P01", "P04"]), ("name", ["P01", "P02", "P03", "P04"])],
)
def test_who_has_a_family_name_is_posted_by_it(sort_names: str, order: list[str], tmp_path: Path) -> None:
    """Lists of players have it in a column of its own; a Chinese name stands as it is written."""
    written = "surname,first name,id\nZeller,Ann,P01\nAdler,Ben,P02\nDyck,Cy van,P03\n,王小明,P04\n"
    (tmp_path / "club.csv").write_text(written, encoding="utf-8")
    players = read_roster(tmp_path / "club.csv", MatchEvent).players
    assert [player.family for player in players] == ["Zeller", "Adler", "Dyck", ""]
    of = match_event(4, pairing="swiss")
    header = of.header.model_copy(update={"sort_names": sort_names})
    of = of.model_copy(update={"players": players, "header": header})
    write_draw(tmp_path / "draw.xlsx", of, MATCH.draw(RoundContext(of, 1)), MATCH.postings)
    cells = read_workbook(tmp_path / "draw.xlsx").sheets["By name"].cells
    names = [str(cell.value) for (_, column), cell in sorted(cells.items()) if column == 0]
    ids = {name: id_ for id_, name in of.names.items()}
    assert [ids[name] for name in names if name in ids] == order


def two_of_one_name(folder: Path) -> None:
    of = match_event(4, pairing="swiss")
    called = {"P01": "Ann Bell", "P02": "ann bell", "P03": "Bob (Rob) Ray", "P04": "Cy Dyck"}
    players = tuple(one.model_copy(update={"name": called[one.id]}) for one in of.players)
    of = of.model_copy(update={"players": players})
    write_draw(folder / "draw.xlsx", of, MATCH.draw(RoundContext(of, 1)), MATCH.postings)


@pytest.mark.parametrize("title", ["Pairs", "By name"])
def test_ids_stand_behind_names_on_postings_only_where_two_have_the_same_name(title: str, demos: Demos) -> None:
    """The list of the draw has all ids, by which it is read."""
    cells = sheets_of(demos.made(two_of_one_name).workbooks["draw"])[title].cells
    shown = {str(cell.value) for (row, at), cell in cells.items() if row > 3 and at < 3}
    assert {"Ann Bell (P01)", "ann bell (P02)", "Bob (Rob) Ray", "Cy Dyck"} <= shown
