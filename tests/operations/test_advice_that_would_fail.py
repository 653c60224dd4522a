"""What a message advises goes through, or the message says why it would not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from amps_event import amps_event
from aso_commands import edit_draw
from event_folder import contents, filled_folder
from looking import open_whole
from test_renamed_marked_copies import BLANK, ROLLS, D, put

from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.ingest import ingest
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A round that was filled in."""
    return filled_folder(tmp_path / "origins", amps_event(players=10, rounds=("bridge", "bridge")))


def told(folder: Path, code: str, workbook: str = "") -> str:
    (message,) = (one.message for one in check(folder / workbook).findings if one.code == code)
    return message


def exchange(folder: Path) -> None:
    """Exchange two who are drawn for the strike flight."""
    seats = draw_of(open_event(folder), 1).draw.tables[0].seated
    edit_draw(folder, 1, {(1, "strike.1"): seats["strike.2"], (1, "strike.2"): seats["strike.1"]})


def test_an_older_copy_of_another_draw_is_not_to_be_merged(folder: Path) -> None:
    old = shutil.copy(folder / "round1.xlsx", folder / "old.xlsx")
    exchange(folder)
    make_sheets(folder, 1)
    (folder / "round1.xlsx").rename(folder / "mine.xlsx")
    Path(old).rename(folder / "round1.xlsx")
    put(folder, "round1.xlsx", {BLANK: 1})
    assert "rename mine.xlsx to round1.xlsx, and type what only round1.xlsx has into that; or" in told(
        folder, "older-copy"
    )


def test_a_marked_copy_that_would_be_refused_is_said_to_be(folder: Path) -> None:
    put(folder, "round1.xlsx", {D: "many"})
    ingest(folder / "round1.xlsx")
    assert told(folder, "marked-waiting").endswith("mend it or round1.xlsx, and ingest the one that was mended")
    put(folder, "round1-marked.xlsx", {D: 1})
    put(folder, "round1.xlsx", {D: 2})
    assert "it would be refused as it is: table 1, strike.2, strike.hits.1.d: round1-marked.xlsx has “1”" in told(
        folder, "marked-waiting"
    )


def test_a_marked_copy_that_was_taken_in_and_put_back_is_not_said_to_wait(folder: Path) -> None:
    put(folder, "round1.xlsx", {D: "many"})
    ingest(folder / "round1.xlsx")
    back = shutil.copy(folder / "round1-marked.xlsx", folder.parent / "back.xlsx")
    put(folder, "round1-marked.xlsx", {D: 1})
    make_sheets(folder, 1)
    shutil.copy(back, folder / "round1-marked.xlsx")
    found = [one for one in check(folder).findings if one.sheet == "round1-marked.xlsx"]
    assert [(one.code, str(one.severity)) for one in found] == [("older-copy", "warning")]
    assert "done with on" in found[0].message


def test_results_in_the_place_of_the_sheets_are_answered_by_what_leads_out(folder: Path) -> None:
    own = folder / "round1.xlsx"
    ingest(own)
    shutil.copy(folder / "round1-results.xlsx", own)
    ways_out = (
        "not its score sheets; copy kept/round1~1.xlsx, which has them, to round1.xlsx",
        "not its score sheets; no copy in kept/ has them. sheetscore sheets 1 --force makes blank ones",
    )
    for way_out in ways_out:
        for found in (ingest(own).findings, check(folder).findings):
            said = [one.message for one in found if one.sheet in {"", "round1.xlsx"}]
            assert [one for one in said if way_out in one]
            assert not [one for one in said if "Ingest it" in one or "take round1.xlsx" in one or "refused" in one]
        (folder / "kept" / "round1~1.xlsx").unlink(missing_ok=True)


def test_a_draw_that_is_ingested_is_not_said_to_be_an_older_copy(folder: Path) -> None:
    ingest(folder / "round1.xlsx")
    (found,) = ingest(folder / "round1-draw.xlsx").findings
    assert "round1-draw.xlsx has the draw of round 1, not its score sheets; take round1.xlsx" in found.message


def test_a_marked_copy_from_before_the_last_one_is_not_taken_in(folder: Path) -> None:
    put(folder, "round1.xlsx", {D: "many", BLANK: "some"})
    ingest(folder / "round1.xlsx")
    bob = shutil.copy(folder / "round1-marked.xlsx", folder.parent / "bob.xlsx")
    put(folder, "round1-marked.xlsx", {D: 1, ROLLS: 4})
    ingest(folder / "round1-marked.xlsx")
    shutil.copy(bob, folder / "round1-marked.xlsx")
    put(folder, "round1-marked.xlsx", {D: 2, BLANK: 3})
    before = contents(folder)
    with pytest.raises(MistakesFound) as stopped:
        make_sheets(folder, 1)
    found, lacks = stopped.value.findings
    assert found.code == "older-copy"
    assert "cap.2, air-combat.rolls.4 (“4”)" in lacks.message
    assert "round1-marked.xlsx is a copy from before" in found.message
    assert "Take the later one: kept/round1-marked~1.xlsx" in found.message
    assert contents(folder) == before
    assert told(folder, "older-copy") == found.message.replace(
        "or add --force", "or go on with it: sheetscore ingest round1-marked.xlsx --force"
    )


def test_the_marked_copy_of_another_round_is_left_where_it_is_and_named(folder: Path) -> None:
    put(folder, "round1.xlsx", {D: "many"})
    ingest(folder / "round1.xlsx")
    draw(folder, 2)
    make_sheets(folder, 2)
    (folder / "round1-marked.xlsx").rename(folder / "round2-marked.xlsx")
    put(folder, "round2-marked.xlsx", {D: 1})
    before = contents(folder)
    with pytest.raises(MistakesFound) as stopped:
        make_sheets(folder, 2)
    _, found = stopped.value.findings
    assert (found.code, found.sheet) == ("other-round", "round2-marked.xlsx")
    assert found.message.startswith("round2-marked.xlsx has sheets of round 1; expected are those of round 2: ")
    assert contents(folder) == before
    assert "it would be refused as it is: round2-marked.xlsx has sheets of round 1" in told(folder, "marked-waiting")


def test_a_marked_copy_that_has_lost_a_hidden_sheet_is_left_where_it_is_and_named(folder: Path) -> None:
    put(folder, "round1.xlsx", {D: "many"})
    ingest(folder / "round1.xlsx")
    put(folder, "round1-marked.xlsx", {D: 1})
    book = open_whole(folder / "round1-marked.xlsx")
    del book["_sheetscore"]
    book.save(folder / "round1-marked.xlsx")
    with pytest.raises(MistakesFound) as stopped:
        make_sheets(folder, 1)
    assert "round1-marked.xlsx has lost its hidden sheet" in stopped.value.findings[1].message
