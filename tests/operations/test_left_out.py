"""Provisional results with a mistake at one table: the others are scored, and the marked copy shows the mistake."""

from __future__ import annotations

from pathlib import Path

import pytest
from amps_event import amps_event
from event_folder import GOOD_LINES, filled_folder
from shared_demos import Demos

from sheetscore.operations.entries import entries, fill
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.results.record_lines import read_results

TABLES = 3


def lines_of(tables: int) -> str:
    rest = [line.split(",", 1)[1] for line in GOOD_LINES.splitlines()[1:]]
    return "table,seat,field,value\n" + "".join(f"{table},{line}\n" for table in range(1, tables + 1) for line in rest)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return filled_folder(tmp_path / "event", amps_event(players=27, tables=TABLES), lines_of(TABLES))


def type_lines(folder: Path, *lines: str, workbook: str = "round1.xlsx", force: bool = False) -> None:
    source = folder.parent / "typed.csv"
    source.write_text("\n".join(("table,seat,field,value", *lines)) + "\n", encoding="utf-8")
    fill(folder / workbook, source, force=force)


def left_out(done: Ingested) -> list[str]:
    return [one.message for one in done.findings if one.code == "left-out"]


def scored(done: Ingested) -> set[object]:
    return {row["table"] for row in done.rows}


def test_a_table_with_a_mistake_is_left_out_and_the_others_are_scored(folder: Path) -> None:
    type_lines(folder, "2,strike.1,claimed.sp,99", "2,strike.1,strike.hits.2.d,-")
    before = entries(folder / "round1.xlsx")
    assert ingest(folder / "round1.xlsx").status == "errors"
    done = ingest(folder / "round1.xlsx", provisional=True)
    assert (done.status, scored(done)) == ("warnings", {1, 3})
    (said,) = left_out(done)
    assert said.startswith("table 2 is left out until this is mended: strike.1: ")
    assert said.count("table 2") == 1
    assert "Table 2!" not in said  # where the finding itself stands
    assert "99" in said
    assert done.marked_path == folder / "round1-marked.xlsx"
    assert entries(folder / "round1.xlsx") == entries(folder / "round1-marked.xlsx") == before
    sections = {row["section"]: row["section_size"] for row in done.rows}
    assert sections == {"strike": 8, "ds": 4, "cap": 6}  # of two tables, not of three


def test_the_marked_copy_is_mended_and_all_tables_count(folder: Path) -> None:
    type_lines(folder, "2,strike.1,claimed.sp,99")
    ingest(folder / "round1.xlsx", provisional=True)
    type_lines(folder, "2,strike.1,claimed.sp,21", workbook="round1-marked.xlsx")
    done = ingest(folder / "round1-marked.xlsx")
    assert (done.status, scored(done)) == ("warnings", {1, 2, 3})  # strike.4 claims without details
    assert not (folder / "round1-marked.xlsx").exists()
    assert "2,strike.1,claimed.sp,21" in entries(folder / "round1.xlsx")


@pytest.mark.parametrize("was_typed_in", [False, True])
def test_a_marked_copy_that_nobody_typed_into_is_put_aside_once_the_sheets_are_mended(
    tmp_path: Path, *, was_typed_in: bool
) -> None:
    folder = filled_folder(tmp_path / "event", amps_event(players=27, tables=TABLES), lines_of(TABLES - 1))
    type_lines(folder, "2,strike.1,claimed.sp,99")
    ingest(folder / "round1.xlsx", provisional=True)
    assert (folder / "round1-marked.xlsx").exists()
    if was_typed_in:
        type_lines(folder, "1,strike.1,claimed.sp,20", workbook="round1-marked.xlsx")
    type_lines(folder, "2,strike.1,claimed.sp,21")
    done = ingest(folder / "round1.xlsx", provisional=True, force=was_typed_in)
    assert scored(done) == {1, 2}  # table 3 is not played yet
    assert (folder / "round1-marked.xlsx").exists() == was_typed_in
    assert was_typed_in or (folder / "kept" / "round1-marked~1.xlsx").exists()


def test_a_mistake_that_stays_in_the_marked_copy_is_marked_again(folder: Path) -> None:
    type_lines(folder, "1,strike.1,claimed.sp,98", "2,strike.1,claimed.sp,99")
    ingest(folder / "round1.xlsx", provisional=True)
    type_lines(folder, "1,strike.1,claimed.sp,21", workbook="round1-marked.xlsx")
    done = ingest(folder / "round1-marked.xlsx", provisional=True)
    assert scored(done) == {1, 3}
    assert done.marked_path is not None
    assert "2,strike.1,claimed.sp,99" in entries(done.marked_path)
    assert "1,strike.1,claimed.sp,21" in entries(folder / "round1.xlsx")


def test_a_mistake_that_names_several_tables_leaves_out_all_of_them(folder: Path) -> None:
    lines = (line.split(",") for line in entries(folder / "round1.xlsx").splitlines())
    pilot = next(line[3] for line in lines if line[:3] == ["1", "cap.1", "seat.pilot"])
    type_lines(folder, f"2,cap.1,seat.pilot,{pilot}", force=True)
    done = ingest(folder / "round1.xlsx", provisional=True)
    assert (scored(done), len(left_out(done))) == ({3}, 2)


def test_a_table_that_was_scored_needs_force_to_drop_out(folder: Path) -> None:
    ingest(folder / "round1.xlsx")
    type_lines(folder, "2,strike.1,claimed.sp,99")
    done = ingest(folder / "round1.xlsx", provisional=True)
    assert done.status == "errors"
    assert next(one.code for one in done.findings if one.is_error) == "results-fewer"
    assert scored(ingest(folder / "round1.xlsx", provisional=True, force=True)) == {1, 3}


def test_nothing_is_scored_when_every_table_has_a_mistake(folder: Path) -> None:
    type_lines(folder, *(f"{table},strike.1,claimed.sp,99" for table in range(1, TABLES + 1)))
    done = ingest(folder / "round1.xlsx", provisional=True)
    assert (done.status, done.rows) == ("errors", ())


def test_a_line_of_a_list_with_a_mistake_is_left_out(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("aso").copied(tmp_path / "event")
    last = max(folder.glob("round?-results.xlsx"))
    sheets = f"{last.stem.removesuffix('-results')}.xlsx"
    tables = {row["table"] for row in read_results(last).rows if row["table"]}
    last.unlink()
    type_lines(folder, "2,,decided_by,judges", "2,,judge.1.1,60", "2,,judge.1.2,60", workbook=sheets)
    assert ingest(folder / sheets).status == "errors"
    done = ingest(folder / sheets, provisional=True)
    assert done.status == "warnings"
    assert {row["table"] for row in done.rows if row["table"] and row["result"]} == tables - {2}
    (said,) = left_out(done)
    assert said.startswith("table 2 is left out")


def test_both_tables_of_a_pair_of_teams_leave_together(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("team-of-four").copied(tmp_path / "event")
    last = max(folder.glob("round?-results.xlsx"))
    sheets = f"{last.stem.removesuffix('-results')}.xlsx"
    before = read_results(last).rows
    last.unlink()
    type_lines(folder, "1,red.1,claimed.sp,99", workbook=sheets)
    done = ingest(folder / sheets, provisional=True)
    assert done.status == "warnings"
    assert len(left_out(done)) == 1
    together = [one.message for one in done.findings if "the same teams meet at another table" in one.message]
    assert len(together) == 1
    assert len([row for row in before if "avp" in row]) - len([row for row in done.rows if "avp" in row]) == 2
