"""Boxes that are blank now and have values in the results: a few are named, as many as an old copy lacks stop."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from amps_event import amps_event
from event_folder import cell_of, contents, filled_folder
from typing_in import type_in

from sheetscore.findings import Finding
from sheetscore.forms.form import FieldKey
from sheetscore.operations.check import check
from sheetscore.operations.entries import fill, merge_copies
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound
from sheetscore.results.record_lines import read_results

CAPS = ("cap.1", "cap.2", "cap.3")
LOG = {("", "log.1.turn"): 3, ("", "log.1.event"): "Rammed the depot"}
"""All that stands on the page of the table."""

ROLLS = {(seat, f"air-combat.rolls.{table}"): 1 for seat in CAPS for table in (1, 2, 3, 5, 6, 7, 8)}
"""21 values: each on a page that has others, too."""


@pytest.fixture
def sheets(tmp_path: Path) -> Path:
    """The workbook of a round that nothing is wrong with."""
    return filled_folder(tmp_path / "cup") / "round1.xlsx"


def put(sheets: Path, values: Mapping[tuple[str, str], object]) -> Ingested:
    """Type values into boxes of table 1, as somebody does in a spreadsheet, and ingest them."""
    type_in(sheets, {cell_of(sheets.parent, 1, *box): value for box, value in values.items()})
    return ingest(sheets)


def gone(done: object) -> Finding | None:
    """Give what is said of values that are gone."""
    assert isinstance(done, Ingested)
    return next((one for one in done.findings if one.code == "values-gone"), None)


def test_a_box_that_was_cleared_is_named_with_what_the_results_had(sheets: Path) -> None:
    assert gone(ingest(sheets)) is None
    type_in(sheets, {cell_of(sheets.parent, 1, "strike.1", "claimed.sp"): None})
    expected = gone(check(sheets))
    assert expected is not None
    assert not expected.is_error
    assert expected.message.endswith("It counts as blank now. What was there goes to kept/")
    done = ingest(sheets)
    assert done.results_path is not None
    told = gone(done)
    assert told is not None
    assert not told.is_error
    assert told.message == (
        "round1.xlsx is blank in 1 box that had a value when round1-results.xlsx was made: table 1, strike.1, "
        "claimed.sp (“21”). It counts as blank now. kept/round1-results~1.xlsx has what was there"
    )
    kept = read_results(sheets.parent / "kept" / "round1-results~1.xlsx")
    assert kept.entries[FieldKey(1, "strike.1", "claimed.sp")] == 21
    assert gone(ingest(sheets)) is None


def test_a_whole_page_that_is_blank_stops_until_it_is_told_so(sheets: Path) -> None:
    put(sheets, LOG)
    before = contents(sheets.parent)["round1-results.xlsx"]
    done = put(sheets, dict.fromkeys(LOG))
    for refused in (done, ingest(sheets), check(sheets)):
        found = gone(refused)
        assert found is not None
        assert found.is_error
        assert (
            "blank in 2 boxes that had values when round1-results.xlsx was made: table 1, table sheet, log.1"
            in found.message
        )
        assert "(“Rammed the depot”)" in found.message
        assert "add --force" in found.message
    assert (done.results_path, contents(sheets.parent)["round1-results.xlsx"]) == (None, before)
    told = gone(ingest(sheets, force=True))
    assert told is not None
    assert not told.is_error
    assert "They count as blank now. kept/round1-results~1.xlsx has what was there" in told.message


def test_a_page_on_which_one_value_stood_may_be_cleared(sheets: Path) -> None:
    put(sheets, {("", "log.1.event"): "Rammed the depot"})
    found = gone(put(sheets, {("", "log.1.event"): None}))
    assert found is not None
    assert not found.is_error


@pytest.mark.parametrize("left", [0, 1])
def test_more_boxes_than_a_message_names_stop(sheets: Path, left: int) -> None:
    assert put(sheets, ROLLS).results_path
    found = gone(put(sheets, dict.fromkeys(list(ROLLS)[left:])))
    assert found is not None
    assert found.is_error == (left == 0)  # 20 are named, each of them
    assert found.message.count("air-combat.rolls.") == 20
    assert ("; and 1 more" in found.message) == (left == 0)


def test_what_was_typed_on_another_page_by_mistake_may_be_moved_and_is_named(sheets: Path) -> None:
    """An older copy with the same value on somebody else's page looks alike."""
    put(sheets, {("cap.2", "air-combat.rolls.5"): 1})
    done = put(sheets, {("cap.2", "air-combat.rolls.5"): None, ("cap.3", "air-combat.rolls.5"): 1})
    found = gone(done)
    assert found is not None
    assert not found.is_error
    assert "blank in 1 box that had a value" in found.message
    assert "table 1, cap.2, air-combat.rolls.5 (“1”)" in found.message
    assert done.results_path is not None


def test_many_values_that_are_put_into_other_lines_do_not_stop(sheets: Path) -> None:
    put(sheets, {**LOG, ("", "log.1.pilot"): "cap.2"})
    moved = {("cap.2", "air-combat.rolls.5"): 1, ("cap.2", "air-combat.rolls.6"): 1, ("cap.2", "air-combat.rolls.7"): 1}
    found = gone(put(sheets, {**dict.fromkeys(LOG), ("", "log.1.pilot"): None, **moved}))
    assert found is not None
    assert not found.is_error


def test_what_comes_in_of_another_table_is_no_value_that_was_moved(tmp_path: Path) -> None:
    sheets = filled_folder(tmp_path / "cup", amps_event(players=18, tables=2)) / "round1.xlsx"
    assert ingest(sheets, provisional=True).results_path
    claimed = [cell_of(sheets.parent, table, "strike.1", "claimed.sp") for table in (1, 2)]
    type_in(sheets, {claimed[0]: None, claimed[1]: 21})
    found = gone(ingest(sheets, provisional=True))
    assert found is not None
    assert (
        "blank in 1 box that had a value when round1-results.xlsx was made: table 1, strike.1, claimed.sp"
        in found.message
    )


# where there is no journal that tells an old copy


def _emptied_without_journal(sheets: Path) -> None:
    """Score a round, lose the journal, and put the workbook back as it was before the table's page was filled in."""
    old = sheets.read_bytes()
    put(sheets, LOG)
    sheets.write_bytes(old)
    (sheets.parent / "journal.jsonl").unlink()


def _fill(sheets: Path, *, force: bool) -> object:
    lines = sheets.parent.parent / "one.csv"
    lines.write_text("table,seat,field,value\n1,cap.3,air-combat.rolls.1,1\n", encoding="utf-8")
    return fill(sheets, lines, force=force)


def _merge(sheets: Path, *, force: bool) -> object:
    copy = sheets.with_name("round1-bob.xlsx")
    copy.write_bytes(sheets.read_bytes())
    return merge_copies(sheets, copy, sheets, force=force)


WRITERS: dict[str, Callable[..., object]] = {
    "sheets": lambda sheets, force: make_sheets(sheets.parent, 1, force=force),
    "fill": _fill,
    "merge": _merge,
}


@pytest.mark.parametrize("command", WRITERS)
def test_without_a_journal_the_results_are_asked_what_an_old_copy_lacks(sheets: Path, command: str) -> None:
    _emptied_without_journal(sheets)
    before = sheets.read_bytes()
    with pytest.raises(MistakesFound) as refused:
        WRITERS[command](sheets, force=False)
    (one,) = refused.value.findings
    assert (one.code, one.is_error) == ("values-gone", True)
    assert "(“Rammed the depot”)" in one.message
    assert "Take the workbook that has them; or add --force" in one.message
    assert sheets.read_bytes() == before
    WRITERS[command](sheets, force=True)


@pytest.mark.parametrize("command", WRITERS)
def test_a_page_that_somebody_emptied_since_stops_no_command_that_knows_the_workbook(
    sheets: Path, command: str
) -> None:
    put(sheets, LOG)
    type_in(sheets, {cell_of(sheets.parent, 1, *box): None for box in LOG})
    WRITERS[command](sheets, force=False)
    assert gone(ingest(sheets)) is not None


OTHERS = {(seat, f"air-combat.rolls.{table}"): 2 for seat in CAPS for table in (1, 2, 3, 5, 6, 7, 8)}


def changed(done: object) -> Finding | None:
    """Give what is said of values that are others."""
    assert isinstance(done, Ingested)
    return next((one for one in done.findings if one.code == "values-changed"), None)


def test_values_that_are_others_than_in_the_results_are_noted(sheets: Path) -> None:
    put(sheets, ROLLS)
    type_in(sheets, {cell_of(sheets.parent, 1, "cap.1", "air-combat.rolls.1"): 3})
    for look in (check, ingest):
        found = changed(look(sheets))
        assert found is not None
        assert found.message == (
            "round1.xlsx has other values than round1-results.xlsx: table 1, cap.1, air-combat.rolls.1 (“3”, it was "
            "“1”). round1-results.xlsx goes to kept/"
        )
    assert changed(put(sheets, OTHERS)) is not None
    assert read_results(sheets.with_stem("round1-results")).entries[FieldKey(1, "cap.1", "air-combat.rolls.1")] == 2


def test_without_a_journal_many_values_that_are_others_are_asked_about(sheets: Path, tmp_path: Path) -> None:
    """Somebody has copied the workbooks alone to another laptop, with an older one among them."""
    put(sheets, ROLLS)
    old = shutil.copy(sheets, tmp_path / "old.xlsx")
    assert put(sheets, OTHERS).results_path
    shutil.copy(old, sheets)
    (sheets.parent / "journal.jsonl").unlink()
    shutil.rmtree(sheets.parent / "kept")
    for look in (check, ingest):
        found = changed(look(sheets))
        assert found is not None
        assert found.is_error
        assert "cap.1, air-combat.rolls.1 (“1”, it was “2”)" in found.message
    found = changed(ingest(sheets, force=True))
    assert found is not None
    assert not found.is_error


def test_an_older_workbook_beside_a_marked_copy_that_overrules_many_values_is_asked_about(
    sheets: Path, tmp_path: Path
) -> None:
    old = shutil.copy(sheets, tmp_path / "old.xlsx")
    assert put(sheets, ROLLS | {("strike.1", "claimed.sp"): "many"}).marked_path
    type_in(marked := sheets.with_stem("round1-marked"), {cell_of(sheets.parent, 1, "strike.1", "claimed.sp"): 21})
    shutil.copy(old, sheets)
    for look in (check, ingest):
        done = look(marked)
        assert isinstance(done, Ingested)
        assert [one.code for one in done.findings if one.is_error] == ["left-in-copy"]
    with pytest.raises(MistakesFound, match="left as it is") as stopped:
        make_sheets(sheets.parent, 1)
    assert "cap.1, air-combat.rolls.1 (blank, it was “1”)" in stopped.value.findings[1].message
    assert ingest(marked, force=True).results_path
