"""A copy under another name that nobody typed into is older than the round that somebody did, or a command, since."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from amps_event import amps_event
from aso_commands import run
from event_folder import cell_of, filled_folder
from libreoffice import recalculate
from shared_demos import Demos
from test_renamed_marked_copies import BLANK, ROLLS, codes, put, stands
from typing_in import type_in

from sheetscore.event.load import load_event
from sheetscore.forms.form import FieldKey
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import entries, fill, merge_copies
from sheetscore.operations.ingest import ingest
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.publish import publish
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.problems import MistakesFound, UnreadableFile
from sheetscore.results.record_lines import read_results

CLAIMED = ("strike.1", "claimed.sp")
UNVERIFIED = ("strike.4", "claimed.sp")
"""A total without any line: another one counts as well."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A round that was filled in, and a copy of it."""
    folder = filled_folder(tmp_path / "origins", amps_event(players=10, rounds=("bridge", "bridge")))
    shutil.copy(folder / "round1.xlsx", folder / "round1 - Copy.xlsx")
    return folder


def clear_by_command(folder: Path) -> None:
    source = folder.parent / "clear.csv"
    source.write_text("table,seat,field,value\n1,cap.2,air-combat.rolls.4,-\n")
    fill(folder / "round1.xlsx", source)


@pytest.mark.parametrize("saved", [False, True])
def test_a_box_that_was_cleared_in_the_round_is_named_where_its_copy_is_ingested(
    folder: Path, tmp_path: Path, *, saved: bool
) -> None:
    copy = folder / "round1 - Copy.xlsx"
    if saved:
        shutil.copy(recalculate([copy], tmp_path / "saved")[0], copy)
    put(folder, "round1.xlsx", {CLAIMED: None})
    for look in (check, ingest):
        done = look(copy)
        assert codes(done) == ["left-in-copy"]
        assert "the box was cleared in round1.xlsx, and round1 - Copy.xlsx has “21”" in done.findings[0].message
    assert codes(ingest(folder / "round1.xlsx")) == []
    assert CLAIMED not in stands(folder)


def test_what_to_do_about_boxes_is_said_once_for_each_page_by_check_too(folder: Path) -> None:
    put(folder, "round1 - Copy.xlsx", {ROLLS: 6})
    put(folder, "round1.xlsx", {("strike.4", f"strike.hits.{line}.d"): line for line in (1, 2, 3)})
    said = run("-C", folder, "check", "round1 - Copy.xlsx", status=1).output
    advice = "add --force to “sheetscore ingest round1 - Copy.xlsx” to go on without"
    assert " ".join(said.split()).count(advice) == 2
    assert said.count("was typed into round1.xlsx") == 3 + 1


@pytest.mark.parametrize("saved", [False, True])
def test_a_copy_from_before_a_command_wrote_the_round_is_older_under_any_name(
    folder: Path, tmp_path: Path, *, saved: bool
) -> None:
    copy = folder / "round1 - Copy.xlsx"
    if saved:
        shutil.copy(recalculate([copy], tmp_path / "saved")[0], copy)
    clear_by_command(folder)
    for look in (check, ingest):
        done = look(copy)
        assert codes(done) == ["left-in-copy", "older-copy"]
        assert "Take the later one: round1.xlsx" in done.findings[1].message


@pytest.mark.parametrize("typed_on", [False, True], ids=["merged", "scored, and typed on"])
def test_of_an_untouched_copy_the_merged_round_is_the_later_one_and_not_the_other_typists_file(
    folder: Path, *, typed_on: bool
) -> None:
    """Bob had typed nothing when the two were merged, so that Ann's copy has the same values as the round had then."""
    ann, bob, lines = folder / HELPERS, folder / "round1-bob.xlsx", folder.parent / "lines.csv"
    for copy in (ann, bob):
        shutil.copy(folder / "round1.xlsx", copy)
    lines.write_text("table,seat,field,value\n1,cap.1,air-combat.rolls.2,3\n")
    fill(ann, lines)
    merge_copies(ann, bob, folder / "round1.xlsx")
    if typed_on:
        assert codes(ingest(folder / "round1.xlsx")) == []
        put(folder, "round1.xlsx", {("cap.3", "air-combat.rolls.2"): 1})
    with pytest.raises(MistakesFound) as refused:
        fill(bob, lines)
    (said,) = refused.value.findings
    assert said.code == "older-copy"
    assert "Take the later one: round1.xlsx; or add --force" in said.message


def test_a_copy_into_which_somebody_typed_is_merged_as_ever(folder: Path) -> None:
    put(folder, "round1 - Copy.xlsx", {BLANK: 1})
    clear_by_command(folder)
    merge_copies(folder / "round1.xlsx", folder / "round1 - Copy.xlsx", folder / "round1.xlsx")
    assert stands(folder)[BLANK] == "1"


def test_an_untouched_copy_is_not_merged_over_what_a_command_cleared(folder: Path) -> None:
    clear_by_command(folder)
    merge_copies(folder / "round1.xlsx", folder / "round1 - Copy.xlsx", folder / "round1.xlsx")
    assert ROLLS not in stands(folder)


def test_an_old_copy_is_known_although_the_results_were_deleted(folder: Path, tmp_path: Path) -> None:
    ingest(folder / "round1.xlsx")
    old = Path(shutil.copy(folder / "round1.xlsx", tmp_path / "old.xlsx"))
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, *BLANK): 1})
    ingest(folder / "round1.xlsx")
    newest = Path(shutil.copy(folder / "round1.xlsx", tmp_path / "newest.xlsx"))
    (folder / "round1-results.xlsx").unlink()
    shutil.copy(old, folder / "round1.xlsx")
    for look in (check, ingest, ingest):
        assert codes(look(folder / "round1.xlsx")) == ["older-copy"]
    shutil.copy(newest, folder / "round1.xlsx")
    assert codes(ingest(folder / "round1.xlsx")) == []
    assert read_results(folder / "round1-results.xlsx").entries
    (folder / "round1-results.xlsx").unlink()
    shutil.copy(old, folder / "round1.xlsx")
    assert codes(ingest(folder / "round1.xlsx", force=True)) == []


def test_a_renamed_copy_is_ingested_as_often_as_somebody_types_into_it(folder: Path) -> None:
    """The round's own workbook stays as a command wrote it: it is older than the results, and nothing is lost."""
    copy = folder / "round1 - Copy.xlsx"
    for value in (1, 2):
        put(folder, copy.name, {BLANK: value})
        assert codes(check(copy)) == codes(ingest(copy)) == []
        assert read_results(folder / "round1-results.xlsx").entries[FieldKey(1, *BLANK)] == value
    put(folder, copy.name, {BLANK: 3})
    (said,) = (one.message for one in check(folder).findings if one.code == "older-copy")
    assert "Put the later one in its place: rename round1 - Copy.xlsx to round1.xlsx, or merge the two: " in said
    put(folder, "round1.xlsx", {("cap.3", "air-combat.rolls.2"): 1})
    assert codes(ingest(copy)) == ["left-in-copy"]


def test_a_second_copy_never_replaces_what_somebody_typed_into_the_one_that_was_scored(folder: Path) -> None:
    """Nobody has a round1.xlsx any more: two people went on in copies of other names."""
    ann, bob = folder / "round1-ann.xlsx", (folder / "round1 - Copy.xlsx").rename(folder / "round1-bob.xlsx")
    put(folder, "round1.xlsx", {BLANK: 1, UNVERIFIED: 6})
    put(folder, bob.name, {("cap.3", "air-combat.rolls.2"): 1})
    (folder / "round1.xlsx").rename(ann)
    assert codes(ingest(ann)) == []
    for look in (check, ingest):
        done = look(bob)
        assert codes(done) == ["left-in-copy"] * 2
        assert "“6” was typed into round1-ann.xlsx, and round1-bob.xlsx has “5”" in done.findings[0].message
        assert "“1” was typed into round1-ann.xlsx, and round1-bob.xlsx has nothing" in done.findings[1].message
    assert read_results(folder / "round1-results.xlsx").entries[FieldKey(1, *UNVERIFIED)] == 6
    assert codes(ingest(bob, force=True)) == []


def test_blank_sheets_that_a_command_made_clear_nothing_in_the_renamed_round(folder: Path) -> None:
    ingest(folder / "round1.xlsx")
    renamed = (folder / "round1.xlsx").rename(folder / "Board 1.xlsx")
    make_sheets(folder, 1, force=True)
    assert codes(ingest(renamed)) == []
    put(folder, "round1.xlsx", {BLANK: 1})
    done = ingest(renamed)
    assert codes(done) == ["left-in-copy"]
    advice = (
        "Merge the two (sheetscore merge), which takes what was typed into both; or clear it in round1.xlsx, too; or"
    )
    assert f"“1” was typed into round1.xlsx, and Board 1.xlsx has nothing. {advice}" in done.findings[0].message


def test_what_was_merged_from_the_scored_copy_counts_without_it(folder: Path) -> None:
    ann, own = folder / "round1 - Copy.xlsx", folder / "round1.xlsx"
    put(folder, ann.name, {BLANK: 1})
    assert codes(ingest(ann)) == []
    put(folder, own.name, {("cap.3", "air-combat.rolls.2"): 1})
    merge_copies(own, ann, own, force=True)
    put(folder, own.name, {BLANK: 2})
    assert codes(ingest(own)) == []


@pytest.mark.parametrize("example", ["match", "diplomacy"])
def test_results_of_one_round_never_count_as_those_of_another(demos: Demos, tmp_path: Path, example: str) -> None:
    folder = Path(shutil.copytree(demos.played(example).folder, tmp_path / "event"))
    one, other, between = (folder / f"{name}.xlsx" for name in ("round1-results", "round2-results", "between"))
    exchanged = ((one, between), (other, one), (between, other))
    for was, now in exchanged:
        was.rename(now)
    message = "of round 2, not those of round 1: round2-results.xlsx has these: the two files have each other's names"
    assert any(message in found.message for found in check(folder).findings)
    for was, now in reversed(exchanged):
        now.rename(was)
    shutil.copy(folder / "round1-results.xlsx", folder / "round2-results.xlsx")
    before = (folder / "standings.xlsx").read_bytes()
    message = "round2-results.xlsx has the results of round 1, not those of round 2: copy its own back from kept/; or"
    assert any(message in one.message for one in check(folder).findings)
    looks = (standings, publish, lambda folder: draw(folder, 3, again=True), lambda folder: make_sheets(folder, 3))
    for look in looks:
        with pytest.raises(UnreadableFile, match=message) as stopped:
            look(folder)
        assert stopped.value.code == "other-round"
    assert (folder / "standings.xlsx").read_bytes() == before
    (folder / "round2-results.xlsx").unlink()
    ingest(folder / "round2.xlsx")
    assert read_results(folder / "round2-results.xlsx").round == 2


def test_damaged_results_say_how_to_make_them_again(folder: Path) -> None:
    ingest(folder / "round1.xlsx")
    results = folder / "round1-results.xlsx"
    results.write_bytes(results.read_bytes()[:3000])
    advice = "To have it made anew, move it away, and ingest round1.xlsx"
    assert any(advice in one.message for one in check(folder).findings)
    with pytest.raises(UnreadableFile, match=f"round1-results.xlsx is damaged .* {advice}"):
        ingest(folder / "round1.xlsx")
    results.rename(folder / "kept" / "damaged.xlsx")
    assert ingest(folder / "round1.xlsx").results_path


HELPERS = "round1-ann.xlsx"


def told(folder: Path) -> list[str]:
    return [one.message for one in check(folder).findings if one.sheet == HELPERS]


@pytest.mark.parametrize("is_scored", [False, True])
def test_a_helpers_copy_with_values_that_no_other_file_has_is_named_until_it_is_merged(
    folder: Path, *, is_scored: bool
) -> None:
    shutil.copy(folder / "round1.xlsx", folder / HELPERS)
    assert told(folder) == []
    if is_scored:
        assert codes(ingest(folder / "round1.xlsx")) == []
    put(folder, HELPERS, {BLANK: 3, CLAIMED: 22})
    (said,) = told(folder)
    assert said == (
        "round1-ann.xlsx is a copy of round 1, and no other file has what was typed into it: table 1, strike.1, "
        "claimed.sp (“22”); table 1, cap.1, air-combat.rolls.2 (“3”). Merge the two: sheetscore merge round1.xlsx "
        "round1-ann.xlsx -o round1.xlsx; if it does not count, move round1-ann.xlsx away"
    )
    merge_copies(folder / "round1.xlsx", folder / HELPERS, folder / "round1.xlsx")
    assert told(folder) == []


def test_copies_that_were_merged_into_a_file_of_another_name_are_not_lost_in_it(folder: Path) -> None:
    shutil.copy(folder / "round1.xlsx", folder / "bob.xlsx")
    put(folder, "bob.xlsx", {BLANK: 3})
    merge_copies(folder / "round1.xlsx", folder / "bob.xlsx", folder / HELPERS)
    assert [said.partition(":")[0] for said in told(folder)] == [
        "round1-ann.xlsx is a copy of round 1, and no other file has what was typed into it"
    ]
    assert codes(ingest(folder / HELPERS)) == []
    assert told(folder) == []


@pytest.mark.parametrize("look", ["entries", "ingest"])
def test_a_helpers_copy_that_a_command_only_looked_at_is_not_merged(folder: Path, look: str) -> None:
    shutil.copy(folder / "round1.xlsx", folder / HELPERS)
    put(folder, HELPERS, {BLANK: 3})
    if look == "entries":
        entries(folder / HELPERS, folder / "ann.csv")
    else:
        put(folder, HELPERS, {CLAIMED: 99})
        assert codes(ingest(folder / HELPERS))
        (folder / "round1-marked.xlsx").unlink()
    assert len(told(folder)) == 1


def test_a_copy_with_the_name_of_the_round_in_capitals_is_no_file_of_the_round(folder: Path) -> None:
    shutil.copy(folder / "round1.xlsx", folder / "Round1.xlsx")
    if len({path.name for path in folder.glob("*ound1.xlsx")}) == 1:
        pytest.skip("the file system takes both names for one")
    put(folder, "Round1.xlsx", {BLANK: 3})
    assert [one.sheet for one in check(folder).findings if one.code == "left-in-copy"] == ["Round1.xlsx"]


def test_what_was_cleared_in_the_round_since_a_command_wrote_it_is_named_where_somebody_typed_into_its_copy(
    folder: Path,
) -> None:
    copy = folder / "round1 - Copy.xlsx"
    put(folder, copy.name, {BLANK: 3})
    put(folder, "round1.xlsx", {CLAIMED: None})
    for look in (check, ingest):
        (found,) = (one for one in look(copy).findings if one.code == "left-in-copy")
        assert found.is_error
        assert "the box was cleared in round1.xlsx, and round1 - Copy.xlsx has “21”. Merge the two" in found.message
    merge_copies(folder / "round1.xlsx", copy, folder / "round1.xlsx")
    assert (stands(folder).get(CLAIMED), stands(folder)[BLANK]) == (None, "3")


def test_a_substitute_taken_back_in_the_round_or_its_marked_copy_is_named_where_the_other_is_ingested(
    folder: Path,
) -> None:
    seat, drawn = ("cap.1", "seat.pilot"), stands(folder)["cap.1", "seat.pilot"]
    (left,) = load_event(folder).names.keys() - {who for _, _, who in draw_of(open_event(folder), 1).draw.places()}
    source = folder.parent / "substitute.csv"
    source.write_text(f"table,seat,field,value\n1,cap.1,seat.pilot,{left}\n")
    fill(folder / "round1.xlsx", source)
    shutil.copy(folder / "round1.xlsx", folder / HELPERS)
    put(folder, HELPERS, {BLANK: 3})
    put(folder, "round1.xlsx", {seat: drawn})
    assert codes(ingest(folder / HELPERS)) == ["left-in-copy"]
    put(folder, "round1.xlsx", {seat: left, CLAIMED: 99})
    assert codes(ingest(folder / "round1.xlsx")) == ["claim-differs"]
    put(folder, "round1-marked.xlsx", {seat: drawn})
    put(folder, "round1.xlsx", {CLAIMED: 21})
    assert codes(ingest(folder / "round1.xlsx")) == ["left-in-copy"]
