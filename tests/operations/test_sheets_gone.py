"""Score sheets that were filled in and are gone: blank ones are made only when somebody says so."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from amps_event import amps_event
from event_folder import cell_of, filled_folder, started
from openpyxl import load_workbook
from typing_in import type_in

from sheetscore.operations.check import check
from sheetscore.operations.entries import entries, fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound


def test_sheets_that_results_were_made_from_are_not_made_blank(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "event")
    ingest(folder / "round1.xlsx")
    (folder / "round1.xlsx").rename(folder / "round1 typed.xlsx")
    here = r"round1-results\.xlsx was made from it: .*\(here is round1 typed\.xlsx\)"
    with pytest.raises(MistakesFound, match=here):
        make_sheets(folder, 1)
    assert not (folder / "round1.xlsx").exists()
    assert make_sheets(folder, 1, force=True).path.exists()


def test_sheets_that_the_journal_knows_as_filled_in_are_not_made_blank(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "event")
    (folder / "round1.xlsx").unlink()
    with pytest.raises(MistakesFound, match=r"something was typed into it .*: fill round1\.xlsx") as refused:
        make_sheets(folder, 1)
    (gone,) = refused.value.findings
    assert gone.code == "sheets-gone"
    assert "no other workbook here has that" in gone.message
    assert "kept/round1~1.xlsx is from before" in gone.message  # the blank one


def test_who_has_what_was_typed_is_named_whatever_it_is_called(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "event")
    (folder / "round1.xlsx").rename(folder / "mine.xlsx")
    with pytest.raises(MistakesFound, match=r"Put it back \(here is mine\.xlsx\); or add --force"):
        make_sheets(folder, 1)
    ingest(folder / "mine.xlsx")
    made = r"round1\.xlsx is gone, and round1-results\.xlsx was made from mine\.xlsx: .*\(here is mine\.xlsx\)"
    with pytest.raises(MistakesFound, match=made):
        make_sheets(folder, 1)


def test_a_workbook_that_was_typed_into_since_counts_too(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "event")
    sheet, cell = cell_of(folder, 1, "strike.4", "claimed.sp")
    book = load_workbook(folder / "round1.xlsx")
    book[sheet][cell] = 6
    book.save(folder / "mine.xlsx")
    (folder / "round1.xlsx").unlink()
    with pytest.raises(MistakesFound, match=r"here is mine\.xlsx"):
        make_sheets(folder, 1)


def test_of_two_the_one_that_has_what_was_typed_since_is_named(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "event")
    shutil.copy(folder / "round1.xlsx", folder / "before.xlsx")
    one, other = (cell_of(folder, 1, seat, "claimed.sp") for seat in ("cap.2", "strike.4"))
    type_in(folder / "round1.xlsx", {one: 6})
    (folder / "round1.xlsx").rename(folder / "later.xlsx")
    with pytest.raises(MistakesFound, match=r"\(here is later\.xlsx\)"):
        make_sheets(folder, 1)
    type_in(folder / "later.xlsx", {other: None})
    with pytest.raises(MistakesFound, match=r"\(here are before\.xlsx and later\.xlsx: each has something that"):
        make_sheets(folder, 1)


def test_a_copy_that_only_has_what_was_scored_before_is_not_named(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "event")
    ingest(folder / "round1.xlsx")
    more = tmp_path / "more.csv"
    more.write_text("table,seat,field,value\n1,strike.4,claimed.sp,6\n", encoding="utf-8")
    fill(folder / "round1.xlsx", more)
    (folder / "round1.xlsx").unlink()
    with pytest.raises(MistakesFound, match=r"no other workbook here has that \(kept/round1~2\.xlsx is from before\)"):
        make_sheets(folder, 1)


def test_check_tells_before_new_sheets_are_made(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "event")
    (folder / "round1.xlsx").unlink()
    checked = check(folder)
    (gone,) = (one for one in checked.findings if one.code == "sheets-gone")
    assert checked.status == "warnings"
    assert gone.message.endswith("or add --force to “sheetscore sheets 1” for blank ones")


def test_sheets_that_nobody_filled_in_are_made_again(tmp_path: Path) -> None:
    folder = started(tmp_path / "event")
    make_sheets(folder, 1)
    (folder / "round1.xlsx").unlink()
    assert make_sheets(folder, 1).path.exists()


@pytest.mark.parametrize("provisional", [False, True])
def test_a_marked_copy_that_alone_is_left_makes_them_again(tmp_path: Path, *, provisional: bool) -> None:
    folder = filled_folder(tmp_path / "event", amps_event(players=18, tables=2))
    box = cell_of(folder, 1, "strike.1", "claimed.sp")
    type_in(folder / "round1.xlsx", {box: 99})
    before = entries(folder / "round1.xlsx")
    assert ingest(folder / "round1.xlsx", provisional=provisional).marked_path
    (folder / "round1.xlsx").unlink()
    (said,) = (one.message for one in check(folder).findings if one.code == "sheets-gone")
    with pytest.raises(MistakesFound) as refused:
        make_sheets(folder, 1)
    for message in (said, refused.value.findings[0].message):
        assert "Mend round1-marked.xlsx, which has what was read: sheetscore ingest round1-marked.xlsx makes" in message
    type_in(folder / "round1-marked.xlsx", {box: 21})
    assert ingest(folder / "round1-marked.xlsx", provisional=True).written_back_to  # table 2 is blank
    assert entries(folder / "round1.xlsx") == before.replace("claimed.sp,99", "claimed.sp,21")


def test_check_tells_of_sheets_that_provisional_results_need(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "event", amps_event(players=18, tables=2))
    assert ingest(folder / "round1.xlsx", provisional=True).results_path
    (folder / "round1.xlsx").unlink()
    assert "sheets-gone" in {one.code for one in check(folder).findings}
    assert check(folder).status == "warnings"


def test_sheets_that_no_command_has_read_since_are_named_under_another_name(tmp_path: Path) -> None:
    folder = started(tmp_path / "event")
    box = cell_of(folder, 1, "strike.1", "claimed.sp")
    type_in(folder / "round1.xlsx", {box: 21})
    (folder / "round1.xlsx").rename(folder / "Runde eins.xlsx")
    (said,) = (one.message for one in check(folder).findings if one.code == "sheets-gone")
    with pytest.raises(MistakesFound) as refused:
        make_sheets(folder, 1)
    for message in (said, refused.value.findings[0].message):
        assert "something was typed into Runde eins.xlsx, of the same round: new sheets would be blank" in message
        assert "Put it back (here is Runde eins.xlsx)" in message
    type_in(folder / "Runde eins.xlsx", {box: None})
    assert make_sheets(folder, 1).path.exists()


def test_a_marked_copy_of_another_name_makes_them_again(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "event")
    box = cell_of(folder, 1, "strike.1", "claimed.sp")
    type_in(folder / "round1.xlsx", {box: 99})
    ingest(folder / "round1.xlsx")
    (folder / "round1-marked.xlsx").rename(folder / "round1 final.xlsx")
    (folder / "round1.xlsx").unlink()
    with pytest.raises(
        MistakesFound, match=r"Mend round1 final\.xlsx, .*: sheetscore ingest 'round1 final\.xlsx' makes"
    ):
        make_sheets(folder, 1)
    type_in(folder / "round1 final.xlsx", {box: 21})
    assert ingest(folder / "round1 final.xlsx").written_back_to


def test_results_that_come_from_another_workbook_say_which(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "event")
    shutil.copy(folder / "round1.xlsx", folder / "ann.xlsx")
    type_in(folder / "ann.xlsx", {cell_of(folder, 1, "strike.4", "claimed.sp"): 6})
    assert ingest(folder / "ann.xlsx", force=True).results_path
    (folder / "round1.xlsx").unlink()
    with pytest.raises(MistakesFound, match=r"round1-results\.xlsx was made from ann\.xlsx: .* \(here is ann\.xlsx\)"):
        make_sheets(folder, 1)


def test_sheets_with_what_was_typed_after_their_round_was_scored_are_missed_and_their_copy_goes_on(
    tmp_path: Path,
) -> None:
    """The copy in kept/ has all that was typed; another one from before the last command looks alike."""
    folder = filled_folder(tmp_path / "event")
    ingest(folder / "round1.xlsx")
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "strike.4", "claimed.sp"): 6})
    make_sheets(folder, 1)
    (folder / "round1.xlsx").unlink()
    (gone,) = [one for one in check(folder).findings if one.code == "sheets-gone"]
    back = "Put it back (here is kept/round1~2.xlsx), then: sheetscore ingest round1.xlsx --force; or add"
    assert back in gone.message
    shutil.copy(folder / "kept" / "round1~2.xlsx", folder / "round1.xlsx")
    assert ingest(folder / "round1.xlsx", force=True).status != "errors"
    assert "1,strike.4,claimed.sp,6" in entries(folder / "round1.xlsx")


def test_sheets_made_again_and_gone_after_their_round_was_scored_are_not_missed(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "event")
    ingest(folder / "round1.xlsx")
    make_sheets(folder, 1)
    (folder / "round1.xlsx").unlink()
    assert not [one for one in check(folder).findings if one.code == "sheets-gone"]
