"""A director rules on a shot: what it scores, what is found, and sheets that were made when logs had no box for it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from airforce_event import airforce_event
from event_folder import cell_of
from kept_events import kept, started
from msgspec.structs import replace
from typing_in import type_in

from sheetscore import check, draw, fill, ingest, make_sheets, new, standings
from sheetscore.findings import Finding, Severity
from sheetscore.forms.template import shipped
from sheetscore.operations.check import CheckedEvent
from sheetscore.operations.entries import entries
from sheetscore.operations.ingest import Ingested
from sheetscore.operations.new import write_event
from sheetscore.workbooks.cell_refs import address
from sheetscore.workbooks.reader import read_workbook

RULING = ("shot.7.ruling,0", "shot.7.reason,too far")


def told(done: Ingested) -> list[Finding]:
    """Give the findings without the boxes that they rest on, of which new forms have more."""
    return [replace(one, rests_on=()) for one in done.findings]


VALUES = shipped("examples") / "airforce-violations" / "round1.csv"


@pytest.fixture
def event(tmp_path: Path) -> Path:
    """The violated fight, drawn; the seventh shot of blue.2, from out of range, scores four hits on red.1."""
    return kept(tmp_path / "event", "the violated fight, drawn", drawn)


def drawn(folder: Path) -> None:
    new(folder, source=VALUES.with_name("event.toml"))
    draw(folder, 1)


@pytest.fixture
def blank(tmp_path: Path) -> Path:
    """The sheets of the violated fight, with nothing in them."""
    return kept(tmp_path / "event", "the violated fight, with sheets", with_sheets) / "round1.xlsx"


def with_sheets(folder: Path) -> None:
    kept(folder, "the violated fight, drawn", drawn)
    make_sheets(folder, 1)


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """The sheets of the violated fight, filled in."""
    return kept(tmp_path / "event", "the violated fight, filled in", with_values) / "round1.xlsx"


def with_values(folder: Path) -> None:
    kept(folder, "the violated fight, with sheets", with_sheets)
    fill(folder / "round1.xlsx", VALUES)


def typed(sheets: Path, *lines: str, seat: str = "blue.2") -> None:
    values = sheets.parent.parent / "values.csv"
    values.write_text("\n".join(["table,seat,field,value", *(f"1,{seat},{line}" for line in lines)]), encoding="utf-8")
    fill(sheets, values)


def hits(done: Ingested, seat: str, figure: str) -> int:
    return sum(int(row[figure] or 0) for row in done.rows if row["aircraft"] == seat)


def test_a_ruling_on_a_shot_takes_its_hits_from_scorer_target_and_standings(filled: Path) -> None:
    typed(filled, "shot.7.hits,4")
    stated = ingest(filled)
    (far,) = [one for one in stated.findings if one.code == "shot-range"]
    assert far.severity is Severity.WARNING
    assert far.message.endswith("; its 4 hits count unless ruled otherwise")
    typed(filled, *RULING)
    ruled = ingest(filled)
    assert hits(stated, "blue.2", "hits") - hits(ruled, "blue.2", "hits") == 4
    assert hits(stated, "red.1", "taken") - hits(ruled, "red.1", "taken") == 4
    assert hits(stated, "blue.2", "findings") - hits(ruled, "blue.2", "findings") == 1
    (note,) = [one for one in ruled.findings if one.code == "ruled"]
    assert note.message == "blue.2, shot 7: ruled 0 hits in place of 4: too far"
    assert {one.severity for one in ruled.findings if "shot 7" in one.message} == {Severity.NOTE}
    scorer = next(row["player"] for row in ruled.rows if row["aircraft"] == "blue.2")
    scores = {row["id"]: row["hits"] for row in standings(filled.parent).rows}
    assert scores[scorer] == hits(ruled, "blue.2", "hits")


def test_hits_on_the_own_side_and_of_a_gun_that_fires_again_count_until_somebody_rules(filled: Path) -> None:
    """In the example blue.1 fires at blue.2, and red.1 fires its wings at blue.2 twice in turn 1."""
    before = ingest(filled)
    typed(filled, "shot.1.hits,4", seat="blue.1")
    typed(filled, "shot.3.hits,2", seat="red.1")
    stated = ingest(filled)
    told = {one.code: one.message for one in stated.findings}
    assert stated.status == "warnings"
    assert told["shot-own-side"].endswith("blue.2 is of its own side; its 4 hits count unless ruled otherwise")
    assert told["shot-twice"].endswith("; its 2 hits count unless ruled otherwise")
    assert hits(stated, "blue.2", "taken") - hits(before, "blue.2", "taken") == 6
    typed(filled, "shot.1.ruling,0", "shot.1.reason,nobody meant that", seat="blue.1")
    typed(filled, "shot.3.ruling,0", "shot.3.reason,fired before", seat="red.1")
    ruled = ingest(filled)
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
    fill(sheets, VALUES)
    then = ingest(sheets)
    shutil.rmtree(own.parent)
    now = ingest(sheets)
    assert (now.rows, told(now)) == (then.rows, told(then))
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
    without = "\n".join(line for line in block.splitlines() if "added = true" not in line)
    (own / "log.toml").write_text(text.replace(block, without + "\n"), encoding="utf-8")
    sheets = make_sheets(event, 1).path
    fill(sheets, VALUES)
    then = ingest(sheets)
    shutil.rmtree(own.parent)
    now = ingest(sheets)
    assert (now.rows, told(now), now.status) == (then.rows, told(then), "warnings")


CRASH = ("turn.1.plot,5", "turn.1.dive,9100", "turn.1.speed,5.6", "turn.1.altitude,8100", "turn.2.plot,6")
"""Somebody wrote 9100 feet and dived 900: 9000 feet less 9100 are 100 below the ground."""


def test_a_crash_by_arithmetic_ends_the_log_until_the_director_rules_that_it_was_none(blank: Path) -> None:
    typed(blank, *CRASH, seat="blue.1")
    stopped = ingest(blank, provisional=True)
    errors = [one for one in stopped.findings if one.is_error and "blue.1" in one.message and one.code == "plot"]
    assert [one.fields for one in errors] == [((1, "blue.1", "turn.2.plot"),)]
    assert "crashed in turn 1" in errors[0].message
    assert "enters 1 under ruling there" in errors[0].message
    typed(blank, "turn.1.ruling,1", seat="blue.1")
    for seat in ("blue.2", "red.1", "red.2"):
        typed(blank, "turn.1.plot,5", seat=seat)
    ruled = ingest(blank)
    assert ruled.status == "warnings"
    first, second = (row for row in ruled.rows if row["aircraft"] == "blue.1")
    assert (first["altitude"], first["claimed_altitude"], first["fate"]) == (-100, 8100, "flying")
    assert (second["altitude"], second["claimed_altitude"], second["fate"]) == (8100, None, "flying")
    (note,) = [one for one in ruled.findings if one.code == "ruled"]
    assert note.severity is Severity.NOTE
    assert note.message == "blue.1, turn 1: ruled no crash: it flies on at 8100 feet in place of -100"
    settled = [one for one in ruled.findings if "settled by a ruling: altitude 8100" in one.message]
    assert [one.severity for one in settled] == [Severity.NOTE]
    assert standings(blank.parent).rows[0]["lost"] == 0


def test_rows_have_what_was_claimed_beside_what_the_rules_give(filled: Path) -> None:
    """In the example blue.2 claims 4.9 in turn 5, where the rules give 4.4, and red.1 has another bank in turn 2."""
    rows = {(row["aircraft"], row["turn"]): row for row in ingest(filled).rows}
    assert [float(rows["blue.2", 5][key] or 0) for key in ("speed", "claimed_speed")] == [4.4, 4.9]
    assert [rows["red.1", 2][key] for key in ("bank", "claimed_bank")] == ["I", "IL"]
    assert [rows["red.1", 2][key] for key in ("altitude", "claimed_altitude")] == [11900, 11900]
    typed(filled, "turn.5.speed,-", "turn.5.facing,-")
    blank = next(row for row in ingest(filled, force=True).rows if (row["aircraft"], row["turn"]) == ("blue.2", 5))
    assert (float(blank["speed"] or 0), blank["claimed_speed"], blank["claimed_facing"]) == (4.4, None, None)


def test_what_is_typed_over_a_grey_cell_of_a_log_is_named(blank: Path) -> None:
    cells = read_workbook(blank).sheets["Table 1"].cells
    caption, column = next(at for at, cell in cells.items() if cell.value == "pts")
    row = next(row for row in range(caption, caption + 9) if (row, 0) in cells and cells[row, 0].value == 1)
    type_in(blank, {("Table 1", address(row, column)): 7})
    (found,) = [one for one in check(blank).findings if one.code == "stray-value"]
    assert (found.is_error, found.cell) == (True, address(row, column))
    assert "clear it" in found.message


def test_made_again_old_sheets_keep_every_value(event: Path) -> None:
    own = event / "templates" / "airforce"
    own.mkdir(parents=True)
    lines = (shipped("templates") / "airforce" / "log.toml").read_text(encoding="utf-8").splitlines()
    (own / "log.toml").write_text("\n".join(line for line in lines if "added = true" not in line), encoding="utf-8")
    sheets = make_sheets(event, 1).path
    fill(sheets, VALUES)
    then = ingest(sheets)
    shutil.rmtree(own.parent)
    again = make_sheets(event, 1)
    assert ingest(again.path).rows == then.rows


def test_a_card_that_was_changed_after_the_sheets_is_told_and_its_small_print_is_nothing_typed(filled: Path) -> None:
    assert "shows-old" not in {one.code for one in check(filled).findings}
    written = {"Bands": (25000, 26000), "Guns": ("rear", "tail")}
    changed = {
        (sheet, address(*at)): now
        for sheet, (before, now) in written.items()
        for at, cell in read_workbook(filled.parent / "event.xlsx").sheets[sheet].cells.items()
        if cell.value == before
    }
    assert {sheet for sheet, _ in changed} == written.keys()
    type_in(filled.parent / "event.xlsx", changed)
    told = {one.code: one for one in check(filled).findings}
    assert "small print" in told["shows-old"].message
    assert "sheetscore sheets 1" in told["shows-old"].message
    assert "stray-value" not in told
    assert make_sheets(filled.parent, 1).path == filled
    assert "shows-old" not in {one.code for one in check(filled).findings}


def give_cards(folder: Path, *cards: str) -> None:
    """Give the last aircraft of the event other cards."""
    cells = read_workbook(folder / "event.xlsx").sheets["Aircraft"].cells
    places = [at for at in sorted(cells) if at[1] == 2 and cells[at].value][-len(cards) :]
    type_in(folder / "event.xlsx", {("Aircraft", address(*at)): card for at, card in zip(places, cards, strict=True)})


def strays(done: Ingested | CheckedEvent) -> list[str]:
    return [f"{one.place}: {one.message}" for one in done.findings if one.code == "stray-value"]


def test_cards_that_are_exchanged_leave_no_small_print_that_blocks_a_round(event: Path) -> None:
    give_cards(event, "ex-mwl", "ex-light")
    sheets = make_sheets(event, 1).path
    fill(sheets, VALUES)
    give_cards(event, "ex-light", "ex-mwl")
    done = ingest(sheets)
    assert not strays(done)
    assert done.marked_path
    give_cards(event, "ex-mwl", "ex-light")
    assert not strays(check(sheets))
    assert make_sheets(event, 1).path == sheets
    assert ingest(sheets).results_path
    give_cards(event, "ex-light", "ex-mwl")
    (told,) = [one.message for one in check(event).findings if one.code == "shows-old"]
    assert told.startswith("round1.xlsx no longer fits the event")
    assert ".;" not in told
    make_sheets(event, 1)
    assert [one.code for one in check(event).findings if one.code != "sheets-newer"] == []


def test_a_message_about_a_marked_copy_names_its_file(filled: Path) -> None:
    in_order = filled.read_bytes()
    type_in(filled, {cell_of(filled.parent, 1, "blue.2", "turn.2.bank"): "X"})
    marked = ingest(filled).marked_path
    assert marked
    cells = read_workbook(marked).sheets["Table 1"].cells
    at = next(at for at, cell in cells.items() if "Guns" in str(cell.value))
    note = "Ann and Bob agreed on this turn after the round, ask them"
    type_in(marked, {("Table 1", address(*at)): note})
    filled.write_bytes(in_order)
    (told,) = strays(ingest(filled))
    assert told.startswith(f"[round1-marked.xlsx]Table 1!{address(*at)}: ")
    assert note in told


def test_an_event_that_was_changed_after_the_sheets_is_told_in_its_own_words(blank: Path) -> None:
    cells = read_workbook(blank.parent / "event.xlsx").sheets["Aircraft"].cells
    (at, *_) = [at for at, cell in cells.items() if cell.value == 5.5]
    type_in(blank.parent / "event.xlsx", {("Aircraft", address(*at)): 3.5})
    (told,) = [one for one in check(blank.parent).findings if one.sheet == blank.name]
    assert told.code == "shows-old"
    assert "Table 1, blue.2 start.speed: made with 5.5, now 3.5)" in told.message
    assert "sheetscore sheets 1" in told.message


def test_blanks_that_somebody_typed_below_a_log_stop_nothing(blank: Path) -> None:
    cells = read_workbook(blank).sheets["Table 1"].cells
    at = next(at for at, cell in cells.items() if "Guns" in str(cell.value))
    before = check(blank).findings
    type_in(blank, {("Table 1", address(*at)): " " * 50})
    (stray,) = (one for one in check(blank).findings if one not in before)
    assert (stray.code, stray.severity, stray.cell) == ("stray-value", Severity.WARNING, address(*at))


def test_another_edition_leaves_no_words_of_ours_that_keep_sheets_from_being_made_again(tmp_path: Path) -> None:
    event = airforce_event()
    folder = started(tmp_path / "event", event)
    sheets = folder / "round1.xlsx"
    type_in(sheets, {cell_of(folder, 1, "blue.1", "turn.1.plot"): "V 6"})
    typed = entries(sheets)
    (folder / "event.toml").unlink(missing_ok=True)
    (folder / "event.xlsx").unlink(missing_ok=True)
    settings = event.settings.model_copy(update={"edition": "procedural"})
    write_event(event.model_copy(update={"settings": settings}), folder)
    assert not strays(check(sheets))
    type_in(sheets, {("Table 1", "Z3"): "Ann protests"})
    assert len(strays(check(sheets))) == 1
    type_in(sheets, {("Table 1", "Z3"): None})
    make_sheets(folder, 1)
    assert entries(sheets) == typed
