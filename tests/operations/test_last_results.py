"""Score sheets whose results were moved away, or replaced by older ones: what was scored is not lost in silence."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from aso_commands import box, played, type_lines
from aso_event import aso_event
from kept_events import kept
from match_commands import run, run_json, told
from typing_in import save_with_openpyxl, type_in

from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event

RESULTS = "round1-results.xlsx"


def _corrected_twice(folder: Path) -> None:
    """Score round 1; correct table 1, then table 2, and score it after each; keep the sheets of before."""
    write_event(aso_event(8, 3), folder)
    played(folder, 1, "1", "1", "1", "1")
    shutil.copy(folder / "round1.xlsx", folder / "kept" / "old.xlsx")
    for table in (1, 2):
        type_in(folder / "round1.xlsx", {box(folder, table, "winner"): 2})
        ingest(folder / "round1.xlsx")


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """The newest results are beside the folder, and the sheets of before were saved again by another program."""
    folder = kept(tmp_path / "cup", __name__, _corrected_twice)
    shutil.move(folder / RESULTS, tmp_path / RESULTS)
    (folder / "kept" / "old.xlsx").rename(tmp_path / "old.xlsx")
    save_with_openpyxl(tmp_path / "old.xlsx")
    return folder


def old_in_place(cup: Path) -> None:
    shutil.copy(cup.parent / "old.xlsx", cup / "round1.xlsx")


def ingested(cup: Path, name: str = "round1.xlsx", *more: str) -> Any:
    return run_json("-C", cup, "ingest", cup / name, *more)


def kinds(document: Any) -> set[str]:
    return {one["code"] for one in document["findings"]} & {"older-copy", "results-gone", "values-gone"}


@pytest.mark.parametrize("name", ["round1.xlsx", "round1-usb.xlsx"])
def test_an_old_copy_is_compared_with_the_newest_results_that_are_left(cup: Path, name: str) -> None:
    (cup / "round1.xlsx").unlink()
    shutil.copy(cup.parent / "old.xlsx", cup / name)
    done = ingested(cup, name)
    (gone,) = told(done, "results-gone")
    assert f"{RESULTS} as it was written last, on " in gone
    assert f"is gone, and {name} is not as it was then" in gone
    (older,) = told(done, "older-copy")
    assert older.startswith(f"{name} has again what kept/round1-results~1.xlsx has")
    assert "table 1, table sheet, winner (" in older
    assert "table 2" not in older  # no file has that any more
    assert older.endswith("; kept/round1-results~2.xlsx has what was scored")


@pytest.mark.parametrize("command", ["fill", "sheets", "merge"])
@pytest.mark.parametrize("is_replaced", [False, True])
def test_commands_that_write_an_old_copy_anew_say_what_ingest_says(
    cup: Path, command: str, *, is_replaced: bool
) -> None:
    """Else nobody would: sheets that a command wrote are not compared with older results."""
    if is_replaced:
        shutil.copy(cup / "kept" / "round1-results~1.xlsx", cup / RESULTS)
    old_in_place(cup)
    said = " ".join(run("-C", cup, *_writing_anew(cup, command)).stderr.split())
    assert "round1.xlsx has again what kept/round1-results~1.xlsx has, and no more what was typed" in said
    assert "table 1, table sheet, winner (" in said
    assert "is gone, and round1.xlsx is not as it was then" in said


def _writing_anew(cup: Path, command: str) -> list[object]:
    lines, sheets, bob = cup.parent / "lines.csv", cup / "round1.xlsx", cup / "round1-bob.xlsx"
    lines.write_text("table,seat,field,value\n4,1,cc_lost,3\n")
    if command == "merge":
        shutil.copy(sheets, bob)
    words: dict[str, list[object]] = {
        "fill": [sheets, lines], "sheets": [1], "merge": [sheets, bob, "-o", sheets],
    }  # fmt: skip
    return [command, *words[command]]


@pytest.mark.parametrize("command", ["fill", "sheets"])
def test_boxes_that_are_blank_in_the_old_copy_are_named_by_them_as_well(cup: Path, command: str) -> None:
    old_in_place(cup)
    save_with_openpyxl(cup / "round1.xlsx", {box(cup, table, "winner"): None for table in (2, 3)})
    said = " ".join(run("-C", cup, *_writing_anew(cup, command)).stderr.split())
    assert "round1.xlsx is blank in 2 boxes that had values when kept/round1-results~2.xlsx was made" in said


@pytest.mark.parametrize("command", ["fill", "sheets"])
def test_they_say_nothing_of_the_sheets_that_were_scored_last(cup: Path, command: str) -> None:
    said = run("-C", cup, *_writing_anew(cup, command)).stderr
    assert "has again" not in said
    assert "is gone" not in said


def test_results_that_were_moved_into_the_copies_count_as_if_they_were_in_their_place(cup: Path) -> None:
    shutil.copy(cup.parent / RESULTS, cup / "kept" / "round1-results~3.xlsx")
    old_in_place(cup)
    done = ingested(cup)
    assert kinds(done) == {"older-copy"}
    (older,) = told(done, "older-copy")
    assert "table 1, table sheet, winner (" in older
    assert "table 2, table sheet, winner (" in older


def test_older_results_in_their_place_are_not_what_an_old_copy_is_compared_with(cup: Path) -> None:
    shutil.copy(cup / "kept" / "round1-results~1.xlsx", cup / RESULTS)
    old_in_place(cup)
    done = ingested(cup)
    assert kinds(done) == {"older-copy", "results-gone"}
    assert "table 1, table sheet, winner (" in told(done, "older-copy")[0]


def test_without_any_other_results_it_is_said_that_nobody_can_tell(cup: Path) -> None:
    for copy in (cup / "kept").glob("round1-results~*"):
        copy.unlink()
    old_in_place(cup)
    assert kinds(ingested(cup)) == {"results-gone"}
    assert kinds(ingested(cup)) == set()


def test_the_sheets_that_were_scored_last_are_scored_again_without_a_word(cup: Path) -> None:
    assert kinds(ingested(cup)) == set()


def test_a_correction_of_the_newest_sheets_goes_on_with_a_warning(cup: Path) -> None:
    save_with_openpyxl(cup / "round1.xlsx", {box(cup, 3, "winner"): 2})
    done = ingested(cup)
    assert done["status"] == "warnings"
    assert kinds(done) == {"results-gone"}


def test_sheets_that_a_command_wrote_since_are_not_compared_with_older_results(cup: Path) -> None:
    """The first winner of table 1 was right after all: results from between say nothing about that."""
    type_lines(cup, "1,,winner,1")
    assert "older-copy" not in kinds(ingested(cup))


def test_a_copy_with_the_bytes_of_before_is_refused_without_a_second_finding(tmp_path: Path) -> None:
    folder = kept(tmp_path / "cup", __name__, _corrected_twice)
    (folder / RESULTS).unlink()
    shutil.copy(folder / "kept" / "old.xlsx", folder / "round1.xlsx")
    refused = run_json("-C", folder, "ingest", folder / "round1.xlsx", status=1)
    assert kinds(refused) == {"older-copy"}
