"""Marked copies made before the seats of their round were exchanged: what was typed in them stays with its people."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from aso_commands import box, by_player, drawn_in, edit_draw, pairs_of, run
from aso_event import aso_event
from kept_events import kept, started
from typing_in import type_in

from sheetscore.operations.ingest import ingest
from sheetscore.operations.opening.open_event import open_event
from sheetscore.pairing.draw import display_name

MARKED, SECOND = "round1-marked.xlsx", "round1-marked (1).xlsx"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A marked copy was taken away on a stick; then the two of table 2 exchanged their seats, and sheets were made."""
    return kept(tmp_path / "event", __name__, _seats_exchanged)


def _seats_exchanged(folder: Path) -> None:
    started(folder, aso_event())
    put(folder, {(1, "winner"): "player 1", (3, "winner"): "plaier"})
    run("ingest", folder / "round1.xlsx", status=1)
    (folder / MARKED).rename(folder / "stick")
    bob, eve = pairs_of(drawn_in(folder, 1))[1]
    edit_draw(folder, 1, {(2, "1"): eve, (2, "2"): bob})
    put(folder, {(table, "winner"): "player 1" for table in range(3, len(drawn_in(folder, 1).tables) + 1)})
    run("-C", folder, "sheets", "1")


def put(folder: Path, values: dict[tuple[int, str], object], file: str = "round1.xlsx") -> None:
    type_in(folder / file, {box(folder, *where): value for where, value in values.items()})


def put_back(folder: Path, values: dict[tuple[int, str], object], name: str = MARKED) -> None:
    """Type into the copy on the stick, and put it into the folder."""
    shutil.copy(folder / "stick", folder / name)
    put(folder, {(3, "winner"): "player 1", **values}, name)


def people(folder: Path) -> tuple[str, str]:
    """Give the names of the two of table 2: who had seat 1 on the copy, and who has it now."""
    eve, bob = pairs_of(drawn_in(folder, 1))[1]
    names = open_event(folder).event.names
    return display_name(bob, names), display_name(eve, names)


def outcome(folder: Path) -> dict[str, tuple[object, ...]]:
    """Give the result and the points lost of the two of table 2, by the first letters of their roles here."""
    eve, bob = pairs_of(drawn_in(folder, 1))[1]
    rows = by_player(ingest(folder / "round1.xlsx").rows, "result", "cc_lost")
    return {"bob": rows[bob], "eve": rows[eve]}


def plain(text: str) -> str:
    return " ".join(text.split())


BOB_WON: dict[tuple[int, str], object] = {(2, "winner"): "player 1", (2, "cc_lost_1"): 6}
"""What a helper types into the copy, where Bob has seat 1."""


def test_a_win_of_the_other_player_is_a_conflict_and_scores_nothing(folder: Path) -> None:
    put_back(folder, BOB_WON)
    put(folder, {(2, "winner"): "player 1"})  # Eve, now
    said = plain(run("ingest", folder / "round1.xlsx", status=1).output)
    assert "table 2, table sheet, winner: “2” was typed into round1-marked.xlsx, and round1.xlsx has “1”" in said
    assert not (folder / "round1-results.xlsx").exists()
    said = plain(run("ingest", folder / MARKED, status=1).output)
    assert "winner: round1-marked.xlsx has “2”, round1.xlsx has “1”" in said
    assert "is told by the seats that they have now; round1-marked.xlsx itself shows them on those that" in said
    assert "winner" in plain(run("-C", folder, "sheets", "1", status=1).output)
    assert (folder / MARKED).exists()


def test_the_same_win_in_both_is_no_conflict(folder: Path) -> None:
    put_back(folder, BOB_WON)
    put(folder, {(2, "winner"): "player 2", (2, "cc_lost_2"): 6})
    run("ingest", folder / "round1.xlsx")
    assert outcome(folder) == {"bob": ("win", 6), "eve": ("loss", None)}


def test_the_copy_can_be_ingested_as_is_advised(folder: Path) -> None:
    put_back(folder, BOB_WON)
    said = plain(run("ingest", folder / "round1.xlsx", status=1).output)
    assert "table 2, 2, cc_lost: “6” was typed into round1-marked.xlsx, and round1.xlsx has nothing. Ingest" in said
    assert "player (“" not in said, "that the seats were exchanged is no change of what was typed"
    said = plain(run("ingest", folder / MARKED).output)
    assert "round1-marked.xlsx was made before the draw was changed: what was typed in it goes along" in said
    assert outcome(folder) == {"bob": ("win", 6), "eve": ("loss", None)}


def test_sheets_take_what_was_typed_in_the_copy_to_its_people(folder: Path) -> None:
    put_back(folder, BOB_WON)
    run("-C", folder, "sheets", "1")
    assert not (folder / MARKED).exists()
    run("ingest", folder / "round1.xlsx")
    assert outcome(folder) == {"bob": ("win", 6), "eve": ("loss", None)}


def test_seats_exchanged_a_second_time_before_the_sheets_are_made(folder: Path) -> None:
    put_back(folder, BOB_WON)
    bob, eve = pairs_of(drawn_in(folder, 1))[0]
    edit_draw(folder, 1, {(1, "1"): eve, (1, "2"): bob})
    for name in ("round1.xlsx", MARKED):
        said = plain(run("ingest", folder / name, status=1).output)
        assert "round1-marked.xlsx was made from another draw than round1.xlsx, and round1-draw.xlsx" in said
    run("-C", folder, "sheets", "1")
    run("ingest", folder / "round1.xlsx")
    assert outcome(folder) == {"bob": ("win", 6), "eve": ("loss", None)}


def test_a_second_copy_is_told_by_who_sits_there_now(folder: Path) -> None:
    bob, _ = people(folder)
    put_back(folder, BOB_WON, SECOND)
    put(folder, {(2, "winner"): "player 2"})
    said = plain(run("ingest", folder / "round1.xlsx").output)
    assert f"no other file has what was typed into it: table 2, 2, cc_lost (“6”) for {bob}. Type" in said
    put(folder, {(2, "cc_lost_2"): 6})
    assert SECOND not in plain(run("ingest", folder / "round1.xlsx").output)
    assert outcome(folder) == {"bob": ("win", 6), "eve": ("loss", None)}


def test_a_second_copy_is_ingested_for_its_people(folder: Path) -> None:
    put_back(folder, BOB_WON, SECOND)
    run("ingest", folder / SECOND)
    assert outcome(folder) == {"bob": ("win", 6), "eve": ("loss", None)}


def test_a_second_copy_that_would_be_refused_is_not_to_be_ingested(folder: Path) -> None:
    put_back(folder, {})
    put(folder, {(2, "winner"): "player 2"})
    run("ingest", folder / MARKED)
    put_back(folder, BOB_WON, SECOND)
    said = plain(run("ingest", folder / "round1.xlsx").output)
    assert "(“6”)" in said
    assert f"Type it into round1.xlsx; if it does not count, move {SECOND} away" in said
    assert "is a marked copy that was done with" in plain(run("ingest", folder / SECOND, status=1).output)


def test_sheets_tell_of_a_second_copy_by_the_new_seats(folder: Path) -> None:
    bob, _ = people(folder)
    put_back(folder, BOB_WON, SECOND)
    winner, loser = pairs_of(drawn_in(folder, 1))[1]
    edit_draw(folder, 1, {(2, "1"): loser, (2, "2"): winner})
    said = plain(run("-C", folder, "sheets", "1").output)
    assert f"table 2, table sheet, winner (“1”); table 2, 1, cc_lost (“6”) for {bob}" in said
