"""A director rules on a shot: what it scores, what is found, and sheets that were made when logs had no box for it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typing_in import type_in

from sheetscore import check, draw, fill, ingest, make_sheets, new, standings
from sheetscore.desk.ingest import Ingested
from sheetscore.findings import Severity
from sheetscore.forms.template import shipped
from sheetscore.workbooks.names import address
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
    assert len(lines) - len(before) == 2
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
