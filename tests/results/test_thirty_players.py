"""Results of thirty players, as they come out of the printer: few pages for the wall, none of them nearly empty."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from printed_pages import Word, words
from registered import SYSTEMS
from thirty_players import EVENTS, PLAYERS, results_of_thirty

from sheetscore.operations.printing import print_pages
from sheetscore.tables.heights import text_height
from sheetscore.tables.on_paper import passages_of
from sheetscore.tables.sheet import TableSheet
from sheetscore.workbooks.paper import FEWEST_LINES, PAPER_SIZES
from sheetscore.workbooks.reader import read_workbook
from sheetscore.workbooks.saving import save

MOST_PAGES = 5

TABLES = range(1, PLAYERS // 4 + 1)
"""Of fights of four."""


def test_every_system_has_such_an_event() -> None:
    assert EVENTS.keys() == {*SYSTEMS} - {"dice"}


@pytest.mark.parametrize("system", EVENTS)
def test_what_is_posted_takes_five_pages_at_most(system: str, tmp_path: Path) -> None:
    book = results_of_thirty(system)
    save(tmp_path / "round1-results.xlsx", book.write)
    printed = print_pages(tmp_path / "round1-results.xlsx")
    assert 1 <= sum(printed.pages.values()) <= MOST_PAGES
    pages = words(printed.path)
    assert len(pages) == sum(printed.pages.values())
    for number, page in enumerate(pages, start=1):
        assert len(_rows(page)) > FEWEST_LINES, (number, [word.text for word in page])
    first = " ".join(word.text for page in pages for word in page)
    assert book.sheets[0].heading in first


def _rows(page: list[Word]) -> set[int]:
    """Give the heights at which something is written above the foot."""
    foot = max(word.middle for word in page) - 20
    return {round(word.middle / 6) for word in page if word.middle < foot}


@pytest.mark.parametrize("system", EVENTS)
def test_every_row_of_a_sheet_belongs_to_the_plan_of_its_pages(system: str) -> None:
    for sheet in _posted(results_of_thirty(system).sheets):
        passages = passages_of(sheet, PAPER_SIZES["letter"])
        assert len(sheet.row_heights) == sheet.end
        assert passages[0].top == 0
        assert passages[-1].end <= sheet.end
        assert all(above.end <= below.top for above, below in pairwise(passages))


def _posted(sheets: tuple[TableSheet, ...]) -> list[TableSheet]:
    return [sheet for sheet in sheets if not sheet.hidden]


def test_turns_look_for_where_they_begin_on_the_sheet_on_which_that_stands(tmp_path: Path) -> None:
    sheets = read_workbook(save(tmp_path / "round1-results.xlsx", results_of_thirty("airforce").write).path).sheets
    turns = sheets["Turns"].cells
    beginnings: dict[str, set[tuple[object, ...]]] = {}
    for (row, _), cell in turns.items():
        for sheet, begun in re.findall(r"SUM\('(Turns, \d)'!\$?[A-Z]+\$?(\d+):", cell.formula or ""):
            there = sheets[sheet].cells
            assert [turns[row, at].value for at in (0, 1)] == [there[int(begun) - 1, at].value for at in (0, 1)]
            beginnings.setdefault(sheet, set()).add((turns[row, 0].value, turns[row, 1].value))
    flown = {(cell.value, turns[row, 1].value) for (row, at), cell in turns.items() if not at and cell.value in TABLES}
    # where they begin, and the turn before, are on further sheets
    assert beginnings
    assert all(turns_found == flown for turns_found in beginnings.values())


def test_there_are_thirty() -> None:
    assert len(results_of_thirty("aso").sheets[0].tables[0].lines) == PLAYERS


def test_chinese_letters_take_the_room_of_two() -> None:
    assert text_height("東" * 40, 300) == text_height("xx" * 40, 300) > text_height("x" * 40, 300)
