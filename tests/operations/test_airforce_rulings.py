"""A director rules on a shot: what it scores, what is found, and sheets that were made when logs had no box for it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typing_in import type_in

from sheetscore import check, draw, fill, ingest, make_sheets, new, standings
from sheetscore.findings import Severity
from sheetscore.forms.template import shipped
from sheetscore.operations.ingest import Ingested
from sheetscore.workbooks.cell_refs import address
from sheetscore.workbooks.reader import read_workbook

RULING = ("shot.7.ruling,0", "shot.7.reason,too far")


@pytest.fixture
def event(tmp_path: Path) -> Path:
    """The violated fight, drawn; the seventh shot of blue.2, from out of range, scores four hits on red.1."""
    example = shipped("examples") / "airforce-violations"
    new(tmp_path / "event", source=example / "event.toml")
    draw(tmp_path / "event", 1)
    shutil.copy(example / "round1.csv", tmp_path / "round1.csv")
    return tmp_path / "event"


def typed(sheets: Path, *lines: str, seat: str = "blue.2") -> None:
    values = sheets.parent.parent / "values.csv"
    values.write_text("\n".join(["table,seat,field,value", *(f"1,{seat},{line}" for line in lines)]), encoding="utf-8")
    fill(sheets, values)


def hits(done: Ingested, seat: str, figure: str) -> int:
    return sum(int(row[figure] or 0) for row in done.rows if row["aircraft"] == seat)


def test_a_ruling_on_a_shot_takes_its_hits_from_scorer_target_and_standings(event: Path) -> None:
    sheets = make_sheets(event, 1).path
    fill(sheets, event.parent / "round1.csv")
    typed(sheets, "shot.7.hits,4")
    stated = ingest(sheets)
    (far,) = [one for one in stated.findings if one.code == "shot-range"]
    assert far.severity is Severity.WARNING
    assert far.message.endswith("; its 4 hits count unless ruled otherwise")
    typed(sheets, *RULING)
    ruled = ingest(sheets)
    assert hits(stated, "blue.2", "hits") - hits(ruled, "blue.2", "hits") == 4
    assert hits(stated, "red.1", "taken") - hits(ruled, "red.1", "taken") == 4
    assert hits(stated, "blue.2", "findings") - hits(ruled, "blue.2", "findings") == 1
    (note,) = [one for one in ruled.findings if one.code == "ruled"]
    assert note.message == "blue.2, shot 7: ruled 0 hits in place of 4: too far"
    assert {one.severity for one in ruled.findings if "shot 7" in one.message} == {Severity.NOTE}
    scorer = next(row["player"] for row in ruled.rows if row["aircraft"] == "blue.2")
    scores = {row["id"]: row["hits"] for row in standings(event).rows}
    assert scores[scorer] == hits(ruled, "blue.2", "hits")


def test_hits_on_the_own_side_and_of_a_gun_that_fires_again_count_until_somebody_rules(event: Path) -> None:
    """In the example blue.1 fires at blue.2, and red.1 fires its wings at blue.2 twice in turn 1."""
    sheets = make_sheets(event, 1).path
    fill(sheets, event.parent / "round1.csv")
    before = ingest(sheets)
    typed(sheets, "shot.1.hits,4", seat="blue.1")
    typed(sheets, "shot.3.hits,2", seat="red.1")
    stated = ingest(sheets)
    told = {one.code: one.message for one in stated.findings}
    assert stated.status == "warnings"
    assert told["shot-own-side"].endswith("blue.2 is of its own side; its 4 hits count unless ruled otherwise")
    assert told["shot-twice"].endswith("; its 2 hits count unless ruled otherwise")
    assert hits(stated, "blue.2", "taken") - hits(before, "blue.2", "taken") == 6
    typed(sheets, "shot.1.ruling,0", "shot.1.reason,nobody meant that", seat="blue.1")
    typed(sheets, "shot.3.ruling,0", "shot.3.reason,fired before", seat="red.1")
    ruled = ingest(sheets)
    assert hits(ruled, "blue.2", "taken") == hits(before, "blue.2", "taken")
    settled = {one.severity for one in ruled.findings if one.code in {"shot-twice", "shot-own-side"}}
    assert settled == {Severity.NOTE}


def test_sheets_from_before_the_box_are_read_as_they_were_and_take_a_ruling_when_filled(event: Path) -> None:
    own = event / "templates" / "airforce"
    own.mkdir(parents=True)
    lines = (shipped("templates") / "airforce" / "log.toml").read_text(encoding="utf-8").splitlines()
    before = [line for line in lines if "added = true" not in line]
    assert len(lines) - len(before) == 3
    (own / "log.toml").write_text("\n".join(before), encoding="utf-8")
    sheets = make_sheets(event, 1).path
    fill(sheets, event.parent / "round1.csv")
    then = ingest(sheets)
    shutil.rmtree(own.parent)
    now = ingest(sheets)
    assert (now.rows, now.findings) == (then.rows, then.findings)
    assert now.status == "warnings"
    typed(sheets, *RULING)
    assert [one.code for one in ingest(sheets).findings if one.severity is Severity.NOTE] == ["shot-range", "ruled"]


@pytest.mark.parametrize("box", ['id = "ruling", label = "ruled hits"', 'id = "ruling", label = "rul- ing"'])
def test_sheets_from_between_two_boxes_are_read_as_they_were(event: Path, box: str) -> None:
    """Logs had a box for rulings on shots before they had one for rulings on crashes."""
    own = event / "templates" / "airforce"
    own.mkdir(parents=True)
    text = (shipped("templates") / "airforce" / "log.toml").read_text(encoding="utf-8")
    (block,) = [part for part in text.split("[[block]]") if box in part]
    kept = "\n".join(line for line in block.splitlines() if "added = true" not in line)
    (own / "log.toml").write_text(text.replace(block, kept + "\n"), encoding="utf-8")
    sheets = make_sheets(event, 1).path
    fill(sheets, event.parent / "round1.csv")
    then = ingest(sheets)
    shutil.rmtree(own.parent)
    now = ingest(sheets)
    assert (now.rows, now.findings, now.status) == (then.rows, then.findings, "warnings")


CRASH = ("turn.1.plot,5", "turn.1.dive,9100", "turn.1.speed,5.6", "turn.1.altitude,8100", "turn.2.plot,6")
"""Somebody wrote 9100 feet and dived 900: 9000 feet less 9100 are 100 below the ground."""


def test_a_crash_by_arithmetic_ends_the_log_until_the_director_rules_that_it_was_none(event: Path) -> None:
    sheets = make_sheets(event, 1).path
    typed(sheets, *CRASH, seat="blue.1")
    stopped = ingest(sheets, provisional=True)
    errors = [one for one in stopped.findings if one.is_error and "blue.1" in one.message and one.code == "plot"]
    assert [one.fields for one in errors] == [((1, "blue.1", "turn.2.plot"),)]
    assert "crashed in turn 1" in errors[0].message
    assert "enters 1 under ruling there" in errors[0].message
    typed(sheets, "turn.1.ruling,1", seat="blue.1")
    for seat in ("blue.2", "red.1", "red.2"):
        typed(sheets, "turn.1.plot,5", seat=seat)
    ruled = ingest(sheets)
    assert ruled.status == "warnings"
    first, second = (row for row in ruled.rows if row["aircraft"] == "blue.1")
    assert (first["altitude"], first["claimed_altitude"], first["fate"]) == (-100, 8100, "flying")
    assert (second["altitude"], second["claimed_altitude"], second["fate"]) == (8100, None, "flying")
    (note,) = [one for one in ruled.findings if one.code == "ruled"]
    assert note.severity is Severity.NOTE
    assert note.message == "blue.1, turn 1: ruled no crash: it flies on at 8100 feet in place of -100"
    settled = [one for one in ruled.findings if "settled by a ruling: altitude 8100" in one.message]
    assert [one.severity for one in settled] == [Severity.NOTE]
    assert standings(event).rows[0]["lost"] == 0


def test_rows_have_what_was_claimed_beside_what_the_rules_give(event: Path) -> None:
    """In the example blue.2 claims 4.9 in turn 5, where the rules give 4.4, and red.1 has another bank in turn 2."""
    sheets = make_sheets(event, 1).path
    fill(sheets, event.parent / "round1.csv")
    rows = {(row["aircraft"], row["turn"]): row for row in ingest(sheets).rows}
    assert [float(rows["blue.2", 5][key] or 0) for key in ("speed", "claimed_speed")] == [4.4, 4.9]
    assert [rows["red.1", 2][key] for key in ("bank", "claimed_bank")] == ["I", "IL"]
    assert [rows["red.1", 2][key] for key in ("altitude", "claimed_altitude")] == [11900, 11900]
    typed(sheets, "turn.5.speed,-", "turn.5.facing,-")
    blank = next(row for row in ingest(sheets, force=True).rows if (row["aircraft"], row["turn"]) == ("blue.2", 5))
    assert (float(blank["speed"] or 0), blank["claimed_speed"], blank["claimed_facing"]) == (4.4, None, None)


def test_what_is_typed_over_a_grey_cell_of_a_log_is_named(event: Path) -> None:
    sheets = make_sheets(event, 1).path
    cells = read_workbook(sheets).sheets["Table 1"].cells
    row, column = next(at for at, cell in cells.items() if cell.value == "pts")
    type_in(sheets, {("Table 1", address(row + 1, column)): 7})
    (found,) = [one for one in check(sheets).findings if one.code == "stray-value"]
    assert (found.is_error, found.cell) == (True, address(row + 1, column))
    assert "clear it" in found.message


def test_made_again_old_sheets_keep_every_value(event: Path) -> None:
    own = event / "templates" / "airforce"
    own.mkdir(parents=True)
    lines = (shipped("templates") / "airforce" / "log.toml").read_text(encoding="utf-8").splitlines()
    (own / "log.toml").write_text("\n".join(line for line in lines if "added = true" not in line), encoding="utf-8")
    sheets = make_sheets(event, 1).path
    fill(sheets, event.parent / "round1.csv")
    then = ingest(sheets)
    shutil.rmtree(own.parent)
    again = make_sheets(event, 1)
    assert ingest(again.path).rows == then.rows


def test_a_card_that_was_changed_after_the_sheets_is_told_and_its_small_print_is_nothing_typed(event: Path) -> None:
    sheets = make_sheets(event, 1).path
    fill(sheets, event.parent / "round1.csv")
    assert "shows-old" not in {one.code for one in check(sheets).findings}
    written = {"Bands": (25000, 26000), "Guns": ("rear", "tail")}
    changed = {
        (sheet, address(*at)): now
        for sheet, (before, now) in written.items()
        for at, cell in read_workbook(event / "event.xlsx").sheets[sheet].cells.items()
        if cell.value == before
    }
    assert {sheet for sheet, _ in changed} == written.keys()
    type_in(event / "event.xlsx", changed)
    told = {one.code: one for one in check(sheets).findings}
    assert "small print" in told["shows-old"].message
    assert "sheetscore sheets 1" in told["shows-old"].message
    assert "stray-value" not in told
    assert make_sheets(event, 1).path == sheets
    assert "shows-old" not in {one.code for one in check(sheets).findings}


def test_an_event_that_was_changed_after_the_sheets_is_told_in_its_own_words(event: Path) -> None:
    sheets = make_sheets(event, 1).path
    cells = read_workbook(event / "event.xlsx").sheets["Aircraft"].cells
    (at, *_) = [at for at, cell in cells.items() if cell.value == 5.5]
    type_in(event / "event.xlsx", {("Aircraft", address(*at)): 3.5})
    (told,) = [one for one in check(event).findings if one.sheet == sheets.name]
    assert told.code == "shows-old"
    assert "Table 1, blue.2 start.speed: made with 5.5, now 3.5)" in told.message
    assert "sheetscore sheets 1" in told.message


def test_blanks_that_somebody_typed_below_a_log_stop_nothing(event: Path) -> None:
    sheets = make_sheets(event, 1).path
    cells = read_workbook(sheets).sheets["Table 1"].cells
    at = next(at for at, cell in cells.items() if "Guns" in str(cell.value))
    before = check(sheets).findings
    type_in(sheets, {("Table 1", address(*at)): " " * 50})
    (stray,) = (one for one in check(sheets).findings if one not in before)
    assert (stray.code, stray.severity, stray.cell) == ("stray-value", Severity.WARNING, address(*at))
