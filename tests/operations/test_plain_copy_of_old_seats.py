"""Copies of a round, not marked ones, that were made before its seats were exchanged, and are ingested since."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from amps_event import amps_event
from aso_commands import box, by_player, drawn_in, edit_draw, pairs_of, run
from aso_event import aso_event
from diplomacy_event import diplomacy_event
from event_folder import cell_of
from kept_events import kept, started
from typing_in import save_with_openpyxl, type_in

from sheetscore.event.model import Event
from sheetscore.results.record_lines import read_results

USB = "round1-usb.xlsx"
WON = {(table, "winner"): "player 1" for table in range(1, 5)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy was taken away on a stick; then the two of table 2 exchanged their seats, and sheets were made."""
    return kept(tmp_path / "event", __name__, _seats_exchanged)


def _seats_exchanged(folder: Path) -> None:
    started(folder, aso_event())
    shutil.copy(folder / "round1.xlsx", folder / "stick")
    bob, eve = pairs_of(drawn_in(folder, 1))[1]
    edit_draw(folder, 1, {(2, "1"): eve, (2, "2"): bob})
    run("-C", folder, "sheets", "1")


def put(folder: Path, values: dict[tuple[int, str], str], name: str = "round1.xlsx") -> None:
    """Type into a workbook; another one than the round's own comes back from the stick with that, saved anew."""
    cells = {box(folder, *where): value for where, value in values.items()}
    if name == "round1.xlsx":
        type_in(folder / name, cells)
    else:
        save_with_openpyxl(Path(shutil.copy(folder / "stick", folder / name)), cells)


def said(folder: Path, *words: str, status: int = 0) -> str:
    return " ".join(run("ingest", folder / USB, *words, status=status).output.split())


def winner_of_table_2(folder: Path) -> str:
    results = by_player(read_results(folder / "round1-results.xlsx").rows, "result")
    return next(who for who in pairs_of(drawn_in(folder, 1))[1] if results[who] == ("win",))


def test_a_win_of_the_other_player_in_the_rounds_own_workbook_is_asked_about(folder: Path) -> None:
    put(folder, WON)  # Eve
    put(folder, WON, USB)  # Bob
    refused = said(folder, status=1)
    assert f"table 2, table sheet, winner: “1” was typed into round1.xlsx, and {USB} has “2”. Type into" in refused
    assert "sheetscore merge" not in refused
    assert f"{USB} itself shows them on those that they had" in refused
    assert f"Who is on {USB} counts; where that is not meant" in refused
    assert "Make the sheets again" not in refused
    assert not (folder / "round1-results.xlsx").exists()
    assert "winner: “1” was typed into round1.xlsx" in said(folder, "--force")
    assert winner_of_table_2(folder) == pairs_of(drawn_in(folder, 1))[1][1]


def test_check_does_not_send_to_a_merge_that_would_be_refused(folder: Path) -> None:
    put(folder, WON, USB)
    told = " ".join(run("-C", folder, "check").output.split())
    assert (
        f"{USB} is a copy of round 1, and no other file has what was typed into it: table 1, table sheet, winn" in told
    )
    assert "It was made before the draw was changed: type what counts of it into round1.xlsx; if it does not" in told
    assert "sheetscore merge" not in told


def test_the_same_win_in_both_is_not_asked_about(folder: Path) -> None:
    put(folder, {**WON, (2, "winner"): "player 2"})
    put(folder, WON, USB)
    assert "was typed into" not in said(folder)
    assert winner_of_table_2(folder) == pairs_of(drawn_in(folder, 1))[1][1]


@pytest.mark.parametrize("is_typed", [True, False])
def test_where_opponents_were_exchanged_nothing_can_be_told_by_the_new_seats(folder: Path, *, is_typed: bool) -> None:
    (eve, bob), (cid, dan) = pairs_of(drawn_in(folder, 1))[1:3]
    edit_draw(folder, 1, {(2, "1"): bob, (2, "2"): dan, (3, "1"): cid, (3, "2"): eve})
    run("-C", folder, "sheets", "1")
    put(folder, WON if is_typed else {})
    put(folder, WON, USB)
    what = said(folder, status=int(is_typed))
    asked = f"Type into round1.xlsx what counts of {USB}, and move {USB} away; or add --force"
    assert (asked in what) is is_typed
    assert (f"error [{USB}]Results!" in what) is is_typed


def test_the_rounds_own_workbook_is_the_later_one_where_seats_were_exchanged_since_it_was_scored(folder: Path) -> None:
    put(folder, WON)
    run("ingest", folder / "round1.xlsx")
    shutil.copy(folder / "round1.xlsx", folder / USB)
    put(folder, {(2, "cc_lost_2"): "6"})
    run("ingest", folder / "round1.xlsx")
    eve, bob = pairs_of(drawn_in(folder, 1))[1]
    edit_draw(folder, 1, {(2, "1"): bob, (2, "2"): eve})
    run("-C", folder, "sheets", "1")
    assert "Take the later one: round1.xlsx; or" in said(folder, status=1)


@pytest.mark.parametrize(
    ("event", "seats", "field"),
    [
        (amps_event(rounds=("bridge",)), ("strike.1", "strike.2"), "claimed.sp"),
        (diplomacy_event(7), ("Austria", "England"), "chart.1901.austria"),
    ],
)
def test_pages_and_boards_of_others_are_told_apart(
    event: Event, seats: tuple[str, str], field: str, tmp_path: Path
) -> None:
    folder = started(tmp_path / "event", event)
    shutil.copy(folder / "round1.xlsx", folder / USB)
    one, two = (drawn_in(folder, 1).tables[0].seated[seat] for seat in seats)
    edit_draw(folder, 1, {(1, seats[0]): two, (1, seats[1]): one})
    run("-C", folder, "sheets", "1")
    own_page = field == "claimed.sp"
    cell = cell_of(folder, 1, seats[0] if own_page else "", field)
    for name in ("round1.xlsx", USB):
        type_in(folder / name, {cell: 12 if own_page else 5})
    refused = said(folder, status=1)
    if own_page:  # each has the 12 of another pilot
        assert f"table 1, strike.1, claimed.sp: “12” was typed into round1.xlsx, and {USB} has nothing" in refused
    else:
        assert f"{USB} was made from another draw than round1.xlsx" in refused
