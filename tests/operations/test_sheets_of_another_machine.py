"""The score sheets of another machine in place of the round's own: what a command put into these here is not lost."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from amps_event import SWEEP, amps_event
from aso_commands import run
from kept_events import started

from sheetscore.event.model import Event
from sheetscore.forms.form import FieldKey
from sheetscore.operations.check import check
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.sheets import make_sheets
from sheetscore.results.record_lines import read_results

Claims = Mapping[tuple[int, str], int]
FIRST: Claims = {(1, "blue.1"): 11, (1, "blue.2"): 12, (1, "red.1"): 13, (1, "red.2"): 14}
SECOND: Claims = {(2, "blue.1"): 21, (2, "blue.2"): 22, (2, "red.1"): 23, (2, "red.2"): 24}
BOTH = {**FIRST, **SECOND}
COMMANDS = {
    "ingest": ["ingest", "round1.xlsx"],
    "sheets": ["sheets", "1"],
    "fill": ["fill", "round1.xlsx", "more.csv"],
    "merge": ["merge", "round1.xlsx", "copy.xlsx", "-o", "round1.xlsx"],
}


def _event() -> Event:
    """Two tables of two against two."""
    sides = tuple(side.model_copy(update={"seats": 2}) for side in SWEEP.sides)
    return amps_event(players=8, tables=2, rounds=("sweep",), scenarios=(SWEEP.model_copy(update={"sides": sides}),))


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """An event's folder with sheets that are blank."""
    return started(tmp_path / "here", _event())


def claim(folder: Path, claims: Claims) -> None:
    """Let a command put total points into the score sheets."""
    lines = [f"{table},{seat},claimed.sp,{points}" for (table, seat), points in claims.items()]
    csv = folder.parent / f"{folder.name}.csv"
    csv.write_text("\n".join(["table,seat,field,value", *lines]) + "\n")
    fill(folder / "round1.xlsx", csv)


def other_of(folder: Path) -> Path:
    return Path(shutil.copytree(folder, folder.parent / "there"))


def bring(there: Path, here: Path) -> None:
    shutil.copy(there / "round1.xlsx", here / "round1.xlsx")


@pytest.fixture
def brought(here: Path) -> Path:
    """Table 1 was filled in here, table 2 there, and then the sheets from there were put in place of those here."""
    there = other_of(here)
    claim(here, FIRST)
    claim(there, SECOND)
    shutil.copy(here / "round1.xlsx", here.parent / "lost.xlsx")
    bring(there, here)
    (here / "more.csv").write_text("table,seat,field,value\n2,blue.1,claimed.sp,20\n")
    shutil.copy(here / "round1.xlsx", here / "copy.xlsx")
    return here


def said(folder: Path, *words: str, status: int = 0) -> str:
    return " ".join(run("-C", folder, *words, status=status).output.split())


def asked(folder: Path) -> list[str]:
    """Say what check says of the folder's older copies."""
    return [one.message for one in check(folder).findings if one.code == "older-copy"]


@pytest.mark.parametrize("command", COMMANDS)
def test_sheets_of_another_machine_that_lack_what_was_filled_in_here_stop(brought: Path, command: str) -> None:
    text = said(brought, *COMMANDS[command], status=1)
    assert "round1.xlsx comes from another machine or folder" in text
    assert "no file here shows that it has what was put into the one that was here on" in text
    assert "(fill round1.xlsx here.csv)" in text
    assert "Put it back; or type what is missing into round1.xlsx, then add --force" in text
    words = [*COMMANDS[command], "--force", *(["--provisional"] if command == "ingest" else [])]
    said(brought, *words)
    assert asked(brought) == []  # it was said to be the newest


def test_check_says_it_of_the_folder_and_of_the_file(brought: Path) -> None:
    (of_folder,) = asked(brought)
    assert "comes from another machine or folder" in of_folder
    assert of_folder in {one.message for one in check(brought / "round1.xlsx").findings}


def test_both_are_merged_where_the_one_that_was_here_is_found(brought: Path) -> None:
    shutil.copy(brought.parent / "lost.xlsx", brought / "mine.xlsx")
    (found,) = asked(brought)
    assert "it does not have all of what was put into the one that was here on" in found
    assert "Put the one that was here in its place: rename mine.xlsx to round1.xlsx, or merge the two: " in found
    said(brought, "merge", "round1.xlsx", "mine.xlsx", "-o", "round1.xlsx")
    assert asked(brought) == []
    assert ingest(brought / "round1.xlsx").results_path
    points = [read_results(brought / "round1-results.xlsx").entries[FieldKey(*page, "claimed.sp")] for page in BOTH]
    assert points == [11, 12, 13, 14, 21, 22, 23, 24]


def test_sheets_that_went_on_from_those_here_are_taken_where_a_file_shows_it(here: Path) -> None:
    claim(here, FIRST)
    there = other_of(here)
    claim(there, SECOND)
    shutil.copy(here / "round1.xlsx", here / "backup.xlsx")
    bring(there, here)
    assert asked(here) == []
    assert ingest(here / "round1.xlsx").results_path


@pytest.mark.parametrize("again", [False, True])
def test_sheets_that_come_back_to_blank_ones_are_taken(here: Path, *, again: bool) -> None:
    there = other_of(here)
    claim(there, BOTH)
    if again:
        make_sheets(here, 1)
    bring(there, here)
    assert asked(here) == []
    assert ingest(here / "round1.xlsx").results_path


def test_what_was_scored_here_is_compared_instead(here: Path) -> None:
    claim(here, BOTH)
    ingest(here / "round1.xlsx")
    there = other_of(here)
    claim(there, {(1, "red.1"): 15})
    bring(there, here)
    assert asked(here) == []
    text = said(here, "ingest", "round1.xlsx")
    assert "table 1, red.1, claimed.sp (“15”, it was “13”)" in text


def test_a_correction_here_since_the_results_is_asked_about(here: Path) -> None:
    claim(here, BOTH)
    ingest(here / "round1.xlsx")
    there = other_of(here)
    claim(here, {(1, "red.1"): 15})
    claim(there, {(2, "red.1"): 25})
    bring(there, here)
    assert "comes from another machine or folder" in said(here, "check")
    assert "comes from another machine or folder" in said(here, "ingest", "round1.xlsx", status=1)
    said(here, "ingest", "round1.xlsx", "--force")
    assert asked(here) == []
