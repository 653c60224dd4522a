"""What a table is called on paper: what the form of its system says, on its pages and on the cover alike."""

from __future__ import annotations

from pathlib import Path

from looking import open_whole
from printed_pages import words
from registered import system_of
from test_full_size import drawn, example_event, printed

from sheetscore.sheets.draw_workbook import write_draw


def test_pages_cover_and_postings_of_boards_say_board(tmp_path: Path) -> None:
    event = example_event("diplomacy", "a4")
    draw = drawn(event, "diplomacy").draw
    pages = words(printed(event, "diplomacy", draw, tmp_path))
    for page in pages:
        texts = {word.text for word in page}
        assert "Board" in texts
        assert "Table" not in texts
    write_draw(tmp_path / "draw.xlsx", event, draw, system_of("diplomacy").postings)
    posted = {cell.value for row in open_whole(tmp_path / "draw.xlsx")["Boards"] for cell in row}
    assert {"Board 1", "Board 2"} <= posted


def test_a_cover_without_scenarios_has_no_empty_column(tmp_path: Path) -> None:
    event = example_event("diplomacy", "a4")
    printed(event, "diplomacy", drawn(event, "diplomacy").draw, tmp_path)
    cover = open_whole(tmp_path / "sheets.xlsx")["Cover"]
    assert cover.column_dimensions["B"].hidden or cover.column_dimensions["B"].width == 0
    assert [cell.value for cell in cover["A"] if cell.value][-1] == "all boards"


def test_initials_of_a_board_are_announced_and_stand_apart_from_the_votes(tmp_path: Path) -> None:
    event = example_event("diplomacy", "a4")
    printed(event, "diplomacy", drawn(event, "diplomacy").draw, tmp_path)
    sheet = open_whole(tmp_path / "sheets.xlsx")["Table 1"]
    rows = {str(cell.value): cell.row or 0 for row in sheet for cell in row}
    votes, initials = rows["Votes on draws"], rows["initials:"]
    assert rows["director"] == rows["began at"] == initials - 1 > votes + 2
    assert float(sheet.row_dimensions[initials - 1].height or 0) >= 9
    assert not any(cell.border.left.style for cell in sheet[initials - 1])
