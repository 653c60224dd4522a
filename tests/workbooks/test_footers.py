"""What stands at the foot of printed pages: nothing is cut, whatever the event is called."""

from __future__ import annotations

import io
import re
from pathlib import Path
from zipfile import ZipFile

import pytest
import xlsxwriter
from registered import system_of

import sheetscore
from sheetscore.event.load import load_event
from sheetscore.operations.new import write_event
from sheetscore.workbooks.paper import (
    PAPER_SIZES,
    Paper,
    footer_titles,
    head_for_director,
    head_pages,
    set_up_pages,
)

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


def test_a_text_at_the_head_of_a_page_may_begin_with_a_digit() -> None:
    """Excel reads ``&112 players`` as letters of 112 points."""
    worksheet = xlsxwriter.Workbook(io.BytesIO()).add_worksheet()
    head_pages(worksheet, "2 players & more")
    assert str(worksheet.header) == "&R&11 2 players && more"
    head_for_director(worksheet, "2 players")
    assert str(worksheet.header).startswith("&R&11 2 players")


def test_no_size_of_letters_runs_into_a_text_that_begins_with_a_digit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    event = load_event(system_of("aso").example("aso"))
    header = event.header.model_copy(update={"name": "2 players", "place": "7 Hills"})
    write_event(event.model_copy(update={"header": header}), tmp_path / "event")
    sheetscore.packet(tmp_path / "event")
    sizes = set()
    for name in ("event.xlsx", "packet.xlsx"):
        with ZipFile(tmp_path / "event" / name) as parts:
            texts = [parts.read(part).decode() for part in parts.namelist() if part.startswith("xl/worksheets/sheet")]
        margins = [text for part in texts for text in re.findall(r"<odd(?:Header|Footer)>([^<]*)<", part)]
        assert any("2 players" in text for text in margins)
        sizes |= {int(size) for text in margins for size in re.findall(r"&amp;(\d+)", text)}
    assert max(sizes) <= 14
