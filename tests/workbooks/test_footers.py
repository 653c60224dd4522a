"""What stands at the foot of printed pages: nothing is cut, whatever the event is called."""

from __future__ import annotations

import io

import pytest
import xlsxwriter

from sheetscore.workbooks.paper import PAPER_SIZES, Paper, footer_titles, set_up_pages

LETTER = PAPER_SIZES["letter"]
FURTHER = "&R&8page &P of &N"


def foot(event: str, sheet: str, paper: Paper = LETTER) -> str:
    """Return the footer of a page at full size; letters of 8 points are about 5 pixels wide, and 663 are planned."""
    worksheet = xlsxwriter.Workbook(io.BytesIO()).add_worksheet()
    set_up_pages(worksheet, paper, 3, [10], 100, numbered=True, about=footer_titles(event, sheet))
    return str(worksheet.footer)


@pytest.mark.parametrize("sheet", ["Prizes", "Posting by hand, rounds 2 and 3"])
def test_a_footer_has_event_sheet_and_file_where_they_have_room(sheet: str) -> None:
    assert foot("Cup & Co., results", sheet) == f"&L&8 Cup && Co., results:  {sheet}   ·   &F{FURTHER}"


def test_a_long_name_of_the_event_is_printed_whole_without_the_name_of_the_file() -> None:
    event = "Wanderpokalmeisterschaft " * 4 + "results"
    assert foot(event, "Prizes") == f"&L&8 {event}:  Prizes{FURTHER}"
    assert foot(event, "Prizes", LETTER.turned) == f"&L&8 {event}:  Prizes   ·   &F{FURTHER}"


def test_a_name_of_the_event_that_has_no_room_is_left_out_and_the_sheet_is_named() -> None:
    assert foot("Wanderpokalmeisterschaft " * 6, "Prizes") == f"&L&8 Prizes   ·   &F{FURTHER}"


def test_a_page_that_needs_no_title_has_the_name_of_the_file() -> None:
    worksheet = xlsxwriter.Workbook(io.BytesIO()).add_worksheet()
    set_up_pages(worksheet, LETTER, 3, [10], 100, numbered=True)
    assert str(worksheet.footer) == f"&L&8&F{FURTHER}"
