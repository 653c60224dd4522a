"""An old copy in the place of the workbook that was scored: no command writes it anew as if it were the newest."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from event_folder import cell_of, contents, filled_folder
from kept_events import kept
from libreoffice import recalculate, to_ods
from looking import open_whole
from typing_in import type_in

from sheetscore.forms.form import FieldKey
from sheetscore.operations.check import check
from sheetscore.operations.entries import fill, merge_copies
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.safeguards.older_copy import going_on
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.problems import MistakesFound
from sheetscore.results.record_lines import read_results
from sheetscore.workbooks.saving import digest

TYPED_BETWEEN = FieldKey(1, "cap.2", "air-combat.rolls.5")
ANOTHER = "table,seat,field,value\n1,cap.2,air-combat.rolls.5,1\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A scored round with an old copy in the place of its workbook: one roll on table 5 was typed in between."""
    folder = kept(tmp_path / "cup", __name__, _score)
    sheets, old = folder / "round1.xlsx", filled_folder(tmp_path / "before") / "round1.xlsx"
    shutil.copy(sheets, tmp_path / "new.xlsx")
    shutil.copy(old, tmp_path / "old.xlsx")
    shutil.copy(old, sheets)
    return folder


def _score(folder: Path) -> None:
    sheets, typed = filled_folder(folder) / "round1.xlsx", folder.with_suffix(".csv")
    typed.write_text(ANOTHER)
    fill(sheets, typed)
    assert ingest(sheets).results_path


def _fill(folder: Path, *, force: bool) -> object:
    lines = folder.parent / "one.csv"
    lines.write_text("table,seat,field,value\n1,cap.3,air-combat.rolls.1,1\n")
    return fill(folder / "round1.xlsx", lines, force=force)


def _merge(folder: Path, *, force: bool) -> object:
    copy = folder / "round1-bob.xlsx"
    shutil.copy(folder / "round1.xlsx", copy)
    return merge_copies(folder / "round1.xlsx", copy, folder / "round1.xlsx", force=force)


COMMANDS: dict[str, Callable[..., object]] = {
    "sheets": lambda folder, force: make_sheets(folder, 1, force=force),
    "fill": _fill,
    "merge": _merge,
}


def codes(done: object) -> set[str]:
    """Give the codes of the errors."""
    assert isinstance(done, Ingested)
    return {one.code for one in done.findings if one.is_error}


def roll_between(folder: Path) -> object:
    """Say what the results have for the roll that was typed in between."""
    return read_results(folder / "round1-results.xlsx").entries.get(TYPED_BETWEEN)


def test_the_rounds_own_workbook_is_the_later_one_where_it_has_all_of_it(folder: Path, tmp_path: Path) -> None:
    (folder / "round1.xlsx").rename(folder / "old.xlsx")
    shutil.copy(tmp_path / "new.xlsx", folder / "round1.xlsx")
    _fill(folder, force=False)  # now kept/ has the one that was scored
    (found,) = [one for one in ingest(folder / "old.xlsx").findings if one.code == "older-copy"]
    assert "Take the later one: round1.xlsx; or add --force" in found.message


@pytest.mark.parametrize("command", COMMANDS)
def test_an_old_copy_is_not_written_anew_unless_told_so(folder: Path, command: str) -> None:
    before = contents(folder)
    with pytest.raises(MistakesFound) as refused:
        COMMANDS[command](folder, force=False)
    assert {one.code for one in refused.value.findings} == {"older-copy"}
    assert "the results come from a later round1.xlsx" in refused.value.findings[0].message
    assert {name: was for name, was in contents(folder).items() if name in before} == before
    COMMANDS[command](folder, force=True)


def test_an_old_copy_may_be_merged_with_one_that_has_what_was_typed_since(folder: Path, tmp_path: Path) -> None:
    newer = folder / "round1-new.xlsx"
    shutil.copy(tmp_path / "new.xlsx", newer)
    merge_copies(folder / "round1.xlsx", newer, folder / "round1.xlsx")
    assert ingest(folder / "round1.xlsx").status != "errors"


def test_an_old_copy_is_refused_as_often_as_it_is_ingested(folder: Path) -> None:
    for _ in range(3):
        assert codes(ingest(folder / "round1.xlsx")) == {"older-copy"}
    assert roll_between(folder) == 1


def _of_folder(folder: Path) -> dict[str, tuple[bool, str]]:
    """Give what check says of the score sheets in a folder: by code whether it is an error, and the message."""
    codes_of = {"older-copy", "sheets-newer", "sheets-other"}
    return {one.code: (one.is_error, one.message) for one in check(folder).findings if one.code in codes_of}


@pytest.mark.parametrize("which", ["folder", "saved_again"])
def test_check_of_the_folder_names_an_old_copy(which: str, request: pytest.FixtureRequest) -> None:
    folder = request.getfixturevalue(which)
    ((code, (is_error, message)),) = _of_folder(folder).items()
    assert (code, is_error) == ("older-copy", False)
    assert "round1.xlsx is " in message
    assert "Put the later one in its place: copy kept/round1~" in message or "not in this folder any more" in message
    assert "older-copy" in {one.code for one in standings(folder).findings}


@pytest.mark.parametrize("saved", [False, True])
def test_check_of_the_folder_names_an_old_copy_of_a_round_without_results(tmp_path: Path, *, saved: bool) -> None:
    folder = filled_folder(tmp_path / "cup")
    old = Path(shutil.copy(folder / "round1.xlsx", tmp_path / "old.xlsx"))
    typed = tmp_path / "later.csv"
    typed.write_text(ANOTHER)
    assert _of_folder(folder) == {}
    fill(folder / "round1.xlsx", typed)
    assert _of_folder(folder) == {}
    shutil.copy(recalculate([old], tmp_path / "saved")[0] if saved else old, folder / "round1.xlsx")
    ((code, (is_error, message)),) = _of_folder(folder).items()
    assert (code, is_error) == ("older-copy", True)
    assert "round1.xlsx is a copy from before" in message


def test_check_of_the_folder_says_that_results_come_from_another_workbook(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "cup")
    shutil.copy(folder / "round1.xlsx", folder / "round1-bob.xlsx")
    typed = tmp_path / "later.csv"
    typed.write_text(ANOTHER)
    fill(folder / "round1-bob.xlsx", typed)
    ingest(folder / "round1-bob.xlsx", force=True)
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "cap.3", "claimed.sp"): 1})
    told = _of_folder(folder)
    assert told.keys() == {"sheets-other"}
    assert "round1-results.xlsx comes from round1-bob.xlsx, not from round1.xlsx" in told["sheets-other"][1]
    shutil.copy(folder / "round1-bob.xlsx", folder / "round1.xlsx")
    assert _of_folder(folder) == {}


@pytest.fixture
def saved_again(folder: Path, tmp_path: Path) -> Path:
    """The same, and LibreOffice has saved the old copy once, so that no byte is as the journal knows it."""
    saved = recalculate([folder / "round1.xlsx"], tmp_path / "saved")[0]
    assert saved.read_bytes() != (folder / "round1.xlsx").read_bytes()
    shutil.copy(saved, folder / "round1.xlsx")
    return folder


def test_an_old_copy_that_libreoffice_saved_is_known_by_its_stamp(saved_again: Path) -> None:
    for look in (check, ingest, ingest):
        found = look(saved_again / "round1.xlsx")
        assert codes(found) == {"older-copy"}
    assert roll_between(saved_again) == 1
    assert codes(ingest(saved_again / "round1.xlsx", force=True)) == set()
    assert roll_between(saved_again) is None
    assert codes(ingest(saved_again / "round1.xlsx")) == set()  # it was told to be the newest


@pytest.mark.parametrize("command", COMMANDS)
def test_an_old_copy_that_libreoffice_saved_is_not_written_anew(saved_again: Path, command: str) -> None:
    before = contents(saved_again)
    with pytest.raises(MistakesFound) as refused:
        COMMANDS[command](saved_again, force=False)
    assert {one.code for one in refused.value.findings} == {"older-copy"}
    assert {name: was for name, was in contents(saved_again).items() if name in before} == before
    COMMANDS[command](saved_again, force=True)


def test_an_old_copy_in_another_format_is_known_by_its_stamp(folder: Path, tmp_path: Path) -> None:
    shutil.copy(to_ods([folder / "round1.xlsx"], tmp_path / "saved")[0], folder / "round1.ods")
    (folder / "round1.xlsx").unlink()
    assert codes(ingest(folder / "round1.ods")) == {"older-copy"}


def test_a_round_without_results_keeps_what_was_filled_in_last(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "cup")
    saved = recalculate([folder / "round1.xlsx"], tmp_path / "saved")[0]
    typed = tmp_path / "later.csv"
    typed.write_text(ANOTHER)
    fill(folder / "round1.xlsx", typed)
    later = tmp_path / "later.xlsx"
    shutil.copy(folder / "round1.xlsx", later)
    shutil.copy(saved, folder / "round1.xlsx")
    assert codes(ingest(folder / "round1.xlsx")) == {"older-copy"}
    shutil.copy(later, folder / "backup.xlsx")  # beside it, and what is ingested still lacks what was put into it
    how = "rename backup.xlsx to round1.xlsx, or merge the two: sheetscore merge round1.xlsx backup.xlsx -o round1.xlsx"
    assert f"Put the later one in its place: {how}; or add --force" in _refusal(folder / "round1.xlsx")
    merge_copies(folder / "round1.xlsx", folder / "backup.xlsx", folder / "round1.xlsx")
    assert codes(ingest(folder / "round1.xlsx")) == set()
    assert roll_between(folder) == 1


def test_the_newest_workbook_may_be_saved_by_whatever_program(folder: Path, tmp_path: Path) -> None:
    shutil.copy(tmp_path / "new.xlsx", folder / "round1.xlsx")
    shutil.copy(recalculate([folder / "round1.xlsx"], tmp_path / "saved")[0], folder / "round1.xlsx")
    assert codes(ingest(folder / "round1.xlsx")) == set()
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "cap.2", "air-combat.rolls.5"): 2})
    assert codes(ingest(folder / "round1.xlsx")) == set()
    assert roll_between(folder) == 2


def test_a_workbook_without_a_stamp_goes_by_its_bytes(saved_again: Path) -> None:
    book = open_whole(saved_again / "round1.xlsx")
    book["_begun"]["C1"] = None
    book.save(saved_again / "round1.xlsx")
    assert "older-copy" not in codes(ingest(saved_again / "round1.xlsx"))


def test_sheets_made_again_with_the_same_values_are_no_newer(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "cup")
    given_out = recalculate([folder / "round1.xlsx"], tmp_path / "saved")[0]
    make_sheets(folder, 1)
    shutil.copy(given_out, folder / "round1.xlsx")
    assert codes(ingest(folder / "round1.xlsx")) == set()


def test_the_same_values_make_the_same_bytes_whatever_was_written_before(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "cup")
    lines = tmp_path / "one.csv"
    make_sheets(folder, 1)
    before = digest(folder / "round1.xlsx")
    for value in ("1", "-"):
        lines.write_text(f"table,seat,field,value\n1,cap.2,air-combat.rolls.5,{value}\n")
        fill(folder / "round1.xlsx", lines)
    assert digest(folder / "round1.xlsx") == before


def test_copies_are_merged_anew_whenever_more_was_typed_into_them(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "cup")
    ann, bob = folder / "ann.xlsx", folder / "bob.xlsx"
    for copy, (seat, rolls) in {ann: ("cap.2", "5"), bob: ("cap.3", "4")}.items():
        shutil.copy(folder / "round1.xlsx", copy)
        type_in(copy, {cell_of(folder, 1, seat, f"air-combat.rolls.{rolls}"): 1})
    for row in (2, 3):
        type_in(ann, {cell_of(folder, 1, "cap.2", f"air-combat.rolls.{row}"): 1})
        merge_copies(ann, bob, folder / "round1.xlsx")


@pytest.mark.parametrize("saved", [False, True], ids=["as it was", "saved by LibreOffice"])
def test_an_old_copy_is_not_merged_with_another_that_lacks_what_came_later(
    folder: Path, tmp_path: Path, *, saved: bool
) -> None:
    if saved:
        shutil.copy(recalculate([folder / "round1.xlsx"], tmp_path / "saved")[0], folder / "round1.xlsx")
    ann = folder / "ann.xlsx"
    shutil.copy(folder / "round1.xlsx", ann)
    type_in(ann, {cell_of(folder, 1, "cap.3", "air-combat.rolls.2"): 1})
    with pytest.raises(MistakesFound) as refused:
        merge_copies(folder / "round1.xlsx", ann, folder / "round1.xlsx")
    assert {one.code for one in refused.value.findings} == {"older-copy"}


def test_copies_are_not_merged_into_an_old_copy_that_libreoffice_saved(saved_again: Path, tmp_path: Path) -> None:
    sheets, ann, bob = (saved_again / name for name in ("round1.xlsx", "ann.xlsx", "bob.xlsx"))
    for copy, seat in ((ann, "cap.2"), (bob, "cap.3")):
        shutil.copy(sheets, copy)
        type_in(copy, {cell_of(saved_again, 1, seat, "air-combat.rolls.2"): 1})
    with pytest.raises(MistakesFound) as refused:
        merge_copies(ann, bob, sheets)
    assert [(one.code, one.sheet) for one in refused.value.findings] == [("older-copy", "round1.xlsx")]
    shutil.copy(tmp_path / "new.xlsx", bob)  # has what was typed in between
    merge_copies(ann, bob, sheets)
    assert codes(ingest(sheets)) == set()


@pytest.mark.parametrize("saved", [False, True], ids=["as it was", "saved by LibreOffice"])
def test_who_refuses_an_old_copy_says_where_the_later_one_is(folder: Path, tmp_path: Path, *, saved: bool) -> None:
    old = folder / "round1.xlsx"
    if saved:
        shutil.copy(recalculate([old], tmp_path / "saved")[0], old)
    refused = _refusal(old)
    assert "The later one is not in this folder any more, nor in its kept/" in refused
    assert f"or type what is missing into {old.name}, then add --force; what is replaced goes to kept/" in refused
    shutil.copy(tmp_path / "new.xlsx", folder / "put aside.xlsx")
    assert "Put the later one in its place: rename put aside.xlsx to round1.xlsx, or merge the two: " in _refusal(old)
    assert 'sheetscore merge round1.xlsx "put aside.xlsx" -o round1.xlsx; or add --force' in _refusal(old)
    assert {one.name for one in (folder / "kept").glob("round1~*")} == {"round1~1.xlsx", "round1~2.xlsx"}
    shutil.copy(tmp_path / "new.xlsx", folder / "kept" / "round1~3.xlsx")
    assert "Put the later one in its place: copy kept/round1~3.xlsx to round1.xlsx;" in _refusal(old)


def test_another_workbook_that_has_the_values_of_the_later_one_is_named(folder: Path) -> None:
    assert "what counted of it is on the sheet Entries of round1-results.xlsx. Put it back" in _refusal(
        folder / "round1.xlsx"
    )
    alike = folder / "kept" / "round1~3.xlsx"  # the old copy, into which somebody typed the same
    shutil.copy(folder / "round1.xlsx", alike)
    type_in(alike, {cell_of(folder, 1, "cap.2", "air-combat.rolls.5"): 1})
    assert "copy kept/round1~3.xlsx to round1.xlsx" in _refusal(folder / "round1.xlsx")


def test_to_ingest_the_later_one_says_that_it_belongs_in_the_place_of_the_old_copy(
    folder: Path, saved_again: Path, tmp_path: Path
) -> None:
    later = Path(shutil.copy(tmp_path / "new.xlsx", saved_again / "round1-new.xlsx"))
    for look in (check, ingest):
        (found,) = [one for one in look(later).findings if one.is_error]
        assert (found.code, found.sheet) == ("older-copy", "round1.xlsx")
        assert "Put the later one in its place: rename round1-new.xlsx to round1.xlsx" in found.message
    (found,) = [one for one in ingest(later, force=True).findings if one.code == "older-copy"]
    assert not found.is_error
    later.rename(folder / "round1.xlsx")
    assert codes(ingest(folder / "round1.xlsx")) == set()


def test_who_only_looks_names_the_command_that_goes_on_with_an_old_copy(folder: Path) -> None:
    for look in (check, standings, lambda folder: check(folder / "round1.xlsx")):
        (found,) = [one for one in look(folder).findings if one.code == "older-copy"]
        assert ", then go on with it: sheetscore ingest round1.xlsx --force; what is replaced goes to kept/" in (
            found.message
        )


def _refusal(path: Path) -> str:
    (found,) = [one for one in ingest(path).findings if one.code == "older-copy"]
    return found.message


# a copy under another name

OTHER_SEAT = "table,seat,field,value\n1,cap.3,air-combat.rolls.2,1\n"


@pytest.fixture
def of_another_name(tmp_path: Path) -> Path:
    """A scored round, and a copy of its workbook that a program has saved; then a claim was cleared in the workbook."""
    folder = filled_folder(tmp_path / "cup")
    sheets = folder / "round1.xlsx"
    assert ingest(sheets).results_path
    shutil.copy(sheets, folder / "round1-pc2.xlsx")
    type_in(folder / "round1-pc2.xlsx", {cell_of(folder, 1, "cap.3", "claimed.sp"): None})
    lines = tmp_path / "cleared.csv"
    lines.write_text("table,seat,field,value\n1,strike.1,claimed.sp,-\n")
    fill(sheets, lines)
    return folder


@pytest.mark.parametrize(
    ("typed", "found", "advice"),
    [
        (1, ["left-in-copy"], "Look at the paper"),
        (None, ["left-in-copy", "older-copy"], "Nobody typed into round1-pc2.xlsx since: ingest round1.xlsx"),
    ],
)
def test_a_box_cleared_since_the_round_was_scored_is_named_where_a_copy_has_its_value(
    of_another_name: Path, typed: int | None, found: list[str], advice: str
) -> None:
    type_in(of_another_name / "round1-pc2.xlsx", {cell_of(of_another_name, 1, "cap.3", "air-combat.rolls.2"): typed})
    for look in (check, ingest):
        errors = [one for one in look(of_another_name / "round1-pc2.xlsx").findings if one.is_error]
        assert [one.code for one in errors] == found
        assert errors[0].cell == cell_of(of_another_name, 1, "strike.1", "claimed.sp")[1]
        what = "the box was cleared in round1.xlsx, and round1-pc2.xlsx has “21”"
        assert f"{what}. {advice}" in errors[0].message


def test_a_workbook_that_was_written_after_the_copy_that_was_scored_is_no_older(of_another_name: Path) -> None:
    assert codes(ingest(of_another_name / "round1-pc2.xlsx", force=True)) == set()
    done = ingest(of_another_name / "round1.xlsx")
    assert codes(done) == set()
    assert FieldKey(1, "strike.1", "claimed.sp") not in read_results(of_another_name / "round1-results.xlsx").entries


def test_a_copy_that_was_filled_in_after_the_workbook_that_was_scored_may_be_filled_on(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "cup")
    bob, lines = folder / "round1-bob.xlsx", tmp_path / "bob.csv"
    shutil.copy(folder / "round1.xlsx", bob)
    lines.write_text(ANOTHER)
    fill(bob, lines)
    assert codes(ingest(folder / "round1.xlsx")) == set()
    lines.write_text(OTHER_SEAT)
    assert fill(bob, lines).values == 1


def test_a_workbook_that_was_scored_before_another_one_is_still_asked_about(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "cup")
    bob, lines = folder / "round1-bob.xlsx", tmp_path / "bob.csv"
    shutil.copy(folder / "round1.xlsx", bob)
    lines.write_text(ANOTHER)
    fill(folder / "round1.xlsx", lines)
    assert codes(ingest(folder / "round1.xlsx")) == set()
    assert codes(ingest(bob, force=True)) == set()
    assert codes(ingest(folder / "round1.xlsx")) == {"older-copy"}


def test_an_old_copy_that_no_command_knows_is_asked_about_with_all_that_it_takes_back(tmp_path: Path) -> None:
    """A correction is typed by hand and ingested; then the copy of before comes back, saved by another program."""
    folder = filled_folder(tmp_path / "cup")
    path, old = folder / "round1.xlsx", tmp_path / "old" / "round1.xlsx"
    assert ingest(path).results_path
    old.parent.mkdir()
    shutil.copy(path, old)
    type_in(path, {cell_of(folder, *TYPED_BETWEEN): 1})
    corrected = ingest(path)
    assert "older-copy" not in {one.code for one in corrected.findings}
    shutil.copy(recalculate([old], tmp_path / "saved")[0], path)
    for look in (check, ingest):
        (asked,) = (one for one in look(path).findings if one.code == "older-copy")
        assert "has again what kept/round1-results~1.xlsx has" in asked.message
        assert "table 1, cap.2, air-combat.rolls.5 (blank, it was “1”)" in asked.message
    assert "older-copy" not in {one.code for one in ingest(path).findings}


TURNED_BACK = FieldKey(1, "cap.2", "air-combat.rolls.4")
"""A box that had a 1 when the round was scored first."""


def test_an_old_copy_into_which_one_box_was_typed_since_names_what_it_takes_back(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "cup")
    path, old = folder / "round1.xlsx", tmp_path / "old.xlsx"
    ingest(path)
    shutil.copy(path, old)
    type_in(path, {cell_of(folder, *TURNED_BACK): 2})
    assert not {one for one in ingest(path).findings if one.code == "older-copy"}
    type_in(old, {cell_of(folder, *TYPED_BETWEEN): 1})
    shutil.copy(old, path)
    for look in (check, ingest):
        (told,) = (one for one in look(path).findings if one.code == "older-copy")
        assert not told.is_error
        assert "kept/round1-results~1.xlsx" in told.message
        assert "since: table 1, cap.2, air-combat.rolls.4 (“1”, it was “2”). If" in told.message
    assert read_results(folder / "round1-results.xlsx").entries[TURNED_BACK] == 1


def test_an_old_copy_that_takes_more_back_than_a_message_names_is_asked_about(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "cup")
    path, old = folder / "round1.xlsx", tmp_path / "old.xlsx"
    tables = (1, 2, 3, 4, 5, 6, 7)
    many = [FieldKey(1, f"cap.{pilot}", f"air-combat.rolls.{table}") for pilot in (1, 2, 3) for table in tables]
    type_in(path, {cell_of(folder, *key): 1 for key in many})
    ingest(path)
    shutil.copy(path, old)
    type_in(path, {cell_of(folder, *key): 2 for key in many})
    ingest(path)
    type_in(old, {cell_of(folder, 1, "cap.3", "air-combat.rolls.8"): 1})
    shutil.copy(old, path)
    for look in (check, ingest):
        assert codes(look(path)) == {"older-copy"}
    assert read_results(folder / "round1-results.xlsx").entries[many[0]] == 2
    assert codes(ingest(path, force=True)) == set()
    assert read_results(folder / "round1-results.xlsx").entries[many[0]] == 1


def test_a_command_with_the_name_of_a_file_can_be_typed_as_it_is_printed() -> None:
    assert going_on(Path("round1-ann.xlsx")) == "or go on with it: sheetscore ingest round1-ann.xlsx --force"
    assert shlex.split(going_on(Path("round1 final.xlsx")))[-2:] == ["round1 final.xlsx", "--force"]


def test_the_scored_sheets_put_back_after_they_were_made_again_are_named_alike_and_no_advice_names_themselves(
    tmp_path: Path,
) -> None:
    folder = filled_folder(tmp_path / "cup")
    sheets = folder / "round1.xlsx"
    type_in(sheets, {cell_of(folder, *TYPED_BETWEEN): 1})
    ingest(sheets)
    shutil.copy(sheets, tmp_path / "scored.xlsx")
    make_sheets(folder, 1)
    shutil.copy(tmp_path / "scored.xlsx", sheets)
    refused, known = ingest(sheets), check(folder)
    for done in (refused, known):
        (said,) = [one.message for one in done.findings if one.code == "older-copy"]
        assert "has the values that the later one had then, but nothing that was typed into that since" in said
        assert "kept/round1" not in said
        assert "--force" in said
    assert refused.results_path is None
    assert ingest(sheets, force=True).results_path
    assert not [one for one in check(folder).findings if one.code == "older-copy"]


def test_sheets_from_before_a_command_are_no_later_ones_where_more_was_typed_and_scored_since(tmp_path: Path) -> None:
    """Making them again keeps them with the values of then; what was scored afterwards is in no file any more."""
    folder = filled_folder(tmp_path / "cup")
    sheets, old = folder / "round1.xlsx", tmp_path / "old.xlsx"
    ingest(sheets)
    type_in(sheets, {cell_of(folder, *TYPED_BETWEEN): 1})
    shutil.copy(sheets, old)
    make_sheets(folder, 1, more=[(1, "cap.1")])
    type_in(sheets, {cell_of(folder, 1, "cap.3", "air-combat.rolls.8"): 1})
    ingest(sheets)
    type_in(old, {cell_of(folder, 1, "cap.3", "air-combat.rolls.7"): 1})
    shutil.copy(old, sheets)
    (told,) = (one for one in ingest(sheets).findings if one.code == "older-copy")
    assert "The later one is not in this folder any more, nor in its kept/" in told.message
    assert "what counted of it is on the sheet Entries of round1-results.xlsx" in told.message
