"""Results workbooks that are not: each gets one clear line."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from amps_event import drawn
from looking import open_whole
from round_cases import rules_applied
from scored_rounds import book_of, record_of_round, result_row, standings_of
from typing_in import type_in

from sheetscore.problems import UnreadableFile
from sheetscore.results.record_lines import read_results
from sheetscore.results.standings_record import read_standings
from sheetscore.sheets.round_workbook import write_round
from sheetscore.workbooks.cell_refs import address


@pytest.fixture
def results(tmp_path: Path) -> Path:
    event, entries = rules_applied()
    book, _ = book_of(event, drawn(event)[1], entries)
    book.write(tmp_path / "round1-results.xlsx")
    return tmp_path / "round1-results.xlsx"


@pytest.fixture
def standings(tmp_path: Path) -> Path:
    event, _ = rules_applied()
    standings_of(event, {1: record_of_round(1, [result_row("P01", 0, 1, None)])}).write(tmp_path / "standings.xlsx")
    return tmp_path / "standings.xlsx"


def edited(path: Path, row: int, column: int, value: str | None) -> Path:
    """Change a cell of the hidden sheet; rows and columns count from 1."""
    type_in(path, {("_sheetscore", address(row - 1, column - 1)): value})
    return path


def complaint(path: Path) -> str:
    with pytest.raises(UnreadableFile) as caught:
        read_results(path)
    return caught.value.message


def test_a_damaged_file_is_named(results: Path) -> None:
    results.write_bytes(results.read_bytes()[:3000])
    assert results.name in complaint(results)


def test_any_other_workbook_is_no_results_workbook(tmp_path: Path) -> None:
    openpyxl.Workbook().save(tmp_path / "shopping.xlsx")
    assert complaint(tmp_path / "shopping.xlsx") == "shopping.xlsx is not a results workbook of sheetscore"


def test_score_sheets_are_told_apart(tmp_path: Path) -> None:
    event, entries = rules_applied()
    write_round(tmp_path / "round1.xlsx", event, drawn(event)[1], entries)
    assert complaint(tmp_path / "round1.xlsx").endswith("it holds the score sheets of a round")


def test_standings_are_told_apart(standings: Path, results: Path) -> None:
    assert "it is the workbook of the standings" in complaint(standings)
    with pytest.raises(UnreadableFile, match="it is a results workbook"):
        read_standings(results)


def test_another_version_says_so(results: Path) -> None:
    assert "version" in complaint(edited(results, 2, 2, "99"))


def test_a_changed_number_of_lines_says_to_ingest_again(results: Path) -> None:
    book = open_whole(results)
    book["_sheetscore"].delete_rows(14)
    book.save(results)
    assert "ingest the round again" in complaint(results)


@pytest.mark.parametrize("broken", ['["\\"P01\\"", "one"]', '["open', "{}", "[1]", "null"])
def test_a_line_that_says_something_else_now_says_to_ingest_again(results: Path, broken: str) -> None:
    lines = open_whole(results)["_sheetscore"]
    row = next(row for row in range(3, lines.max_row + 1) if lines.cell(row, 1).value == "row")
    assert "ingest the round again" in complaint(edited(results, row, 2, broken))


def test_a_figure_that_is_text_now_says_to_ingest_again(results: Path) -> None:
    lines = open_whole(results)["_sheetscore"]
    row = next(row for row in range(3, lines.max_row + 1) if lines.cell(row, 1).value == "row")
    line = str(lines.cell(row, 2).value)
    number = next(part for part in line.split(", ") if part.strip('"').isdigit())
    assert "ingest the round again" in complaint(edited(results, row, 2, line.replace(number, '"one"', 1)))


def test_figures_changed_on_the_sheets_do_not_count(results: Path) -> None:
    before = read_results(results)
    type_in(results, {("Entries", "D5"): 3, ("Results", "A6"): "Somebody else"})
    assert read_results(results) == before
