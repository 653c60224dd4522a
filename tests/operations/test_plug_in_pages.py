"""A kind of page that another package brings: printed, read, checked, ruled and scored like those that come along."""

from __future__ import annotations

from pathlib import Path

import pytest
from dice_system import install
from looking import open_whole
from typing_in import type_in
from wager_system import WAGERS

from sheetscore.operations.draw import draw
from sheetscore.operations.entries import entries, fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import new
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.workbooks.reader import read_workbook

THROWN = ("1,s1,throws.pips,7", "1,s2,throws.pips,5")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    install(monkeypatch, WAGERS)
    new(tmp_path / "club", system="wagers")
    draw(tmp_path / "club")
    return tmp_path / "club"


def typed(folder: Path, *lines: str) -> Path:
    made = make_sheets(folder)
    (folder / "typed.csv").write_text("\n".join(["table,seat,field,value", *lines]) + "\n")
    fill(made.path, folder / "typed.csv")
    return made.path


def texts(path: Path, sheet: str) -> list[str]:
    return [str(cell.value) for cell in read_workbook(path).sheets[sheet].cells.values() if cell.value is not None]


def test_pages_of_its_own_kind_go_from_new_to_the_standings(folder: Path) -> None:
    made = make_sheets(folder)
    assert (made.tables, made.pages) == (1, 3)
    done = ingest(typed(folder, *THROWN, "1,1,wagers.1.pips,3", "1,1,wagers.2.pips,1", "1,2,wagers.1.pips,2"))
    assert (done.status, [*done.findings]) == ("ok", [])
    # A threw 7 and wagered 4 at 2 each, B threw 5 and wagered 2
    assert {row["id"]: row["score"] for row in standings(folder).rows} == {"A": 15, "B": 9}


def test_what_its_kind_prints_stands_on_its_pages(folder: Path) -> None:
    printed = texts(make_sheets(folder).path, "Table 1")
    assert {"good luck, Ann (A)", "good luck, Bob (B)", "Wager before you throw.", "seat 1"} <= {*printed}


def test_its_kind_checks_its_pages_as_a_whole(folder: Path) -> None:
    (found,) = ingest(typed(folder, *THROWN, "1,1,wagers.1.pips,3", "1,1,who.throws,-")).findings
    assert (found.code, found.sheet, found.message) == ("wager-nobody", "Table 1", "table 1, 1: nobody wagers here")
    assert found.cell


def test_a_ruling_on_its_pages_counts_and_stands_in_the_results(folder: Path) -> None:
    ingest(typed(folder, *THROWN, "1,1,wagers.1.pips,3", "1,1,decree.pips,2", "1,1,decree.because,cocked die"))
    assert {row["id"]: row["score"] for row in standings(folder).rows} == {"A": 2, "B": 5}
    rulings = texts(folder / "round1-results.xlsx", "Rulings and findings")
    assert {"cocked die", "6", "2"} <= {*rulings}  # the reason, what it replaces, what is decreed
    assert "Slips" in texts(folder / "round1-results.xlsx", "Scoring")


def test_who_stays_away_from_its_pages_has_no_result(folder: Path) -> None:
    ingest(typed(folder, *THROWN, "1,2,who.there,0"))
    assert {row["id"]: row["score"] for row in standings(folder).rows} == {"A": 7}


def test_somebody_on_two_of_its_pages_is_told(folder: Path) -> None:
    assert [one.code for one in ingest(typed(folder, *THROWN, "1,2,who.throws,A")).findings] == ["seat-twice"]


def test_its_pages_follow_who_is_drawn_to_another_seat(folder: Path) -> None:
    typed(folder, "1,1,wagers.1.pips,3")
    drawn = folder / "round1-draw.xlsx"
    cells = [cell for row in open_whole(drawn)["Draw"].iter_rows() for cell in row]
    first, second = (cell for cell in cells if str(cell.value).endswith((" (A)", " (B)")))
    type_in(drawn, {("Draw", first.coordinate): second.value, ("Draw", second.coordinate): first.value})
    lines = entries(make_sheets(folder).path).splitlines()
    assert [line for line in lines if line.startswith(("1,1,wagers.1.pips", "1,2,wagers.1.pips"))] == [
        "1,1,wagers.1.pips,,Wagers: Pips",
        "1,2,wagers.1.pips,3,Wagers: Pips",
    ]
