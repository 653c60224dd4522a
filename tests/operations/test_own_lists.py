"""Rounds whose tables have lists of their own: they are read again however many tables there are."""

from __future__ import annotations

from pathlib import Path

import pytest
from looking import open_whole
from match_commands import Evening
from match_event import match_event

from sheetscore.operations.ingest import ingest
from sheetscore.problems import WrongUsage
from sheetscore.sheets.offered_lists import LISTS_SHEET
from sheetscore.systems.match.model import Handicap
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.guard.limits import Limits
from sheetscore.workbooks.saving import save

TABLES = 30


def test_a_round_in_which_every_pair_has_a_handicap_of_its_own_is_filled_in_and_scored(tmp_path: Path) -> None:
    event = match_event(2 * TABLES, 3, pairing="round-robin", handicaps=True)
    club = Evening.of(tmp_path / "club", event)
    club.drawn(1)
    pairs = club.seats(1)
    given = tuple(
        Handicap(player=two, against=one, game_system="Hills", points=f"{table}/3")
        for table, (one, two) in pairs.items()
    )
    again = Evening.of(tmp_path / "again", event.model_copy(update={"handicaps": given}))
    again.drawn(1)
    assert again.seats(1) == pairs
    again.played(1, *(f"{one} {two} 6 6" for one, two in pairs.values()))
    rows = ingest(again.sheets(1)).rows
    assert [row["handicap"] for row in rows if row["handicap"]] == [pytest.approx(table / 3) for table in pairs]
    lists = open_whole(again.sheets(1))[LISTS_SHEET]
    headings = [cell.value for cell in lists[1]]
    assert len(headings) == len(set(headings)) < 40  # lists of one name stand below one another
    players = [cell.value for row in lists.iter_rows() for cell in row if cell.value == "Player 1 (P01)"]
    assert len(players) == 1  # and those that are alike stand there once


@pytest.mark.parametrize(("row", "column", "told"), [(100_000, 0, "100,001 rows"), (0, 512, "513 columns")])
def test_nothing_is_written_that_could_not_be_read_again(tmp_path: Path, row: int, column: int, told: str) -> None:
    book = Book(tmp_path / "large.xlsx", "Large")
    book.sheet("All").text(row, column, "far away")
    with pytest.raises(WrongUsage, match=f"larger than a workbook holds: it would have {told}"):
        book.close()
    assert not [*tmp_path.iterdir()]


SMALL = Limits(contents=20, texts=40, names=5, sheets=2, of_sheets=80, elsewhere=500, bytes=40_000)


def test_what_holds_more_than_its_reader_lets_pass_is_counted_before_it_is_written(tmp_path: Path) -> None:
    book = Book(tmp_path / "large.xlsx", "Large", SMALL)
    sheet = book.sheet("All")
    for row in range(9):
        sheet.formula(row, 0, "1+1", 2)  # a formula and a value each
        sheet.text(row, 1, "", book.style(bold=True))  # blank cells count for nothing
    sheet.span(20, 0, 1_020, 511)
    sheet.span(2_000, 0, 5_000, 511)
    for row in range(6):
        book.define(f"name{row}", f"All!$A${row + 1}")
    sheet.number(10, 0, 1)
    sheet.number(11, 0, 1)
    sheet.number(12, 0, 1)
    told = (
        r"it would have 21 values and formulas \(at most 20\), 2,049,024 merged cells \(at most 2,000,000\), "
        r"6 defined names \(at most 5\)\. Nothing was written"
    )
    with pytest.raises(WrongUsage, match=told):
        book.close()
    assert not [*tmp_path.iterdir()]


def test_a_large_workbook_goes_through_the_guard_before_it_takes_the_place_of_another(tmp_path: Path) -> None:
    def write(path: Path) -> None:
        book = Book(path, "Large", SMALL)
        sheet = book.sheet("Notes")
        for row in range(30):
            sheet.note(row, 0, "a note has some thirty elements")
        book.close()

    path = tmp_path / "round1.xlsx"
    path.write_bytes(b"what was there")
    with pytest.raises(WrongUsage, match=r"would have more than 500 elements besides cells\. Nothing was written"):
        save(path, write)
    assert path.read_bytes() == b"what was there"
    assert [*tmp_path.iterdir()] == [path]
