"""What a message advises goes through, or the message says why it would not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from amps_event import amps_event
from aso_commands import edit_draw
from event_folder import filled_folder
from test_renamed_marked_copies import BLANK, D, put

from sheetscore.operations.check import check
from sheetscore.operations.ingest import ingest
from sheetscore.operations.open_event import open_event
from sheetscore.operations.sheets import draw_of, make_sheets


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


def test_a_draw_that_is_ingested_is_not_said_to_be_an_older_copy(folder: Path) -> None:
    ingest(folder / "round1.xlsx")
    (found,) = ingest(folder / "round1-draw.xlsx").findings
    assert "round1-draw.xlsx has the draw of round 1, not its score sheets; take round1.xlsx" in found.message
