"""A box that was cleared in one of two copies does not come back without a word when they are merged."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from amps_event import amps_event
from event_folder import GOOD_LINES, cell_of, filled_folder, started
from test_renamed_marked_copies import BLANK, ROLLS, put, stands

from sheetscore.operations.check import check
from sheetscore.operations.entries import TypedIn, fill, merge_copies
from sheetscore.operations.ingest import ingest
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound

CLAIMED = ("strike.1", "claimed.sp")
TYPED: dict[tuple[str, str], object] = {
    (seat, field): int(value) if value.lstrip("-").isdigit() else value
    for _, seat, field, value in (line.split(",") for line in GOOD_LINES.splitlines()[1:])
}
ANNS = {box: value for box, value in TYPED.items() if box[0].startswith("strike")}
BOBS = {box: value for box, value in TYPED.items() if box not in ANNS}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A round that people typed into a spreadsheet: no command knows of it."""
    folder = started(tmp_path / "origins", amps_event(players=10, rounds=("bridge", "bridge")))
    put(folder, "round1.xlsx", TYPED)
    return folder


def copied(folder: Path) -> None:
    for name in ("ann.xlsx", "bob.xlsx"):
        shutil.copy(folder / "round1.xlsx", folder / name)


def merged(folder: Path, to: str = "round1.xlsx", *, force: bool = False) -> TypedIn:
    return merge_copies(folder / "ann.xlsx", folder / "bob.xlsx", folder / to, force=force)


def codes(done: TypedIn) -> list[tuple[str, str]]:
    return [(one.code, str(one.severity)) for one in done.findings]


@pytest.mark.parametrize("cleared_in", ["ann", "bob"])
def test_what_the_round_has_and_one_copy_has_not_is_asked_about(folder: Path, cleared_in: str) -> None:
    copied(folder)
    put(folder, f"{cleared_in}.xlsx", {CLAIMED: None})
    other = {"ann": "bob", "bob": "ann"}[cleared_in]
    before = (folder / "round1.xlsx").read_bytes()
    with pytest.raises(MistakesFound) as refused:
        merged(folder)
    (asked,) = refused.value.findings
    assert (asked.code, (asked.sheet, asked.cell)) == ("merge-differs", cell_of(folder, 1, *CLAIMED))
    assert (
        f"table 1, strike.1: {other}.xlsx has claimed.sp “21”, as round1.xlsx has, and {cleared_in}.xlsx, which has "
        "the rest of that page, nothing"
    ) in asked.message
    assert (folder / "round1.xlsx").read_bytes() == before
    done = merged(folder, force=True)
    assert codes(done) == [("merge-differs", "warning")]
    assert stands(folder)[CLAIMED] == "21"


def test_a_page_that_the_round_has_and_one_copy_has_cleared_as_a_whole_is_named(folder: Path) -> None:
    copied(folder)
    put(folder, "ann.xlsx", {box: None for box in TYPED if box[0] == "strike.1"})
    done = merged(folder)
    assert codes(done) == [("merge-differs", "warning")]
    (named,) = (one.message for one in done.findings)
    assert "1 page or line is blank as a whole in ann.xlsx and filled in bob.xlsx, which was taken: " in named
    assert "table 1, strike.1, claimed.sp (“21”)" in named
    assert stands(folder)[CLAIMED] == "21"


def test_a_refused_merge_does_not_say_what_was_taken(folder: Path) -> None:
    copied(folder)
    put(folder, "ann.xlsx", {CLAIMED: None, **{box: None for box in TYPED if box[0] == "strike.2"}})
    with pytest.raises(MistakesFound) as refused:
        merged(folder)
    (asked,) = refused.value.findings
    assert "so it was perhaps cleared there" in asked.message
    told = [one.message for one in merged(folder, force=True).findings]
    assert any("blank as a whole in ann.xlsx and filled in bob.xlsx, which was taken" in one for one in told)


@pytest.mark.parametrize(("holding", "told"), [("round1~2.xlsx", 1), ("round1~1.xlsx", 0)])
def test_of_two_kept_copies_the_newer_tells_that_a_page_was_cleared(folder: Path, holding: str, told: int) -> None:
    copied(folder)
    (folder / "kept").mkdir()
    put(folder, "ann.xlsx", {box: None for box in TYPED if box[0] == "strike.1"})
    for name in ("round1~1.xlsx", "round1~2.xlsx"):
        shutil.copy(folder / ("bob.xlsx" if name == holding else "ann.xlsx"), folder / "kept" / name)
    (folder / "round1.xlsx").unlink()
    done = merged(folder, "merged.xlsx")
    assert codes(done) == [("merge-differs", "warning")] * told
    assert stands(folder, "merged.xlsx")[CLAIMED] == "21"


@pytest.mark.parametrize("is_known", [True, False])
def test_a_substitute_whom_one_copy_has_taken_back_is_named(tmp_path: Path, *, is_known: bool) -> None:
    """Nothing else is typed: where no file of the round has him, too, somebody has only just entered him."""
    folder = started(tmp_path / "origins", amps_event(players=10, rounds=("bridge", "bridge")))
    seat = ("strike.1", "seat.pilot")
    drawn, there = stands(folder)[seat], {who for (_, field), who in stands(folder).items() if field == "seat.pilot"}
    (substitute,) = {f"P{number:02}" for number in range(1, 11)} - there
    put(folder, "round1.xlsx", {seat: substitute})
    copied(folder)
    put(folder, "bob.xlsx", {seat: drawn})
    if not is_known:
        put(folder, "round1.xlsx", {seat: drawn})
    done = merged(folder)
    assert stands(folder)[seat] == substitute
    assert codes(done) == [("merge-differs", "warning")] * is_known
    named = "bob.xlsx has the drawn player where ann.xlsx has another one, who was taken: table 1, strike.1, seat.pilot"
    assert [f"{named} (“{substitute}”)" in one.message for one in done.findings] == [True] * is_known


def test_a_substitute_is_not_named_where_the_other_helper_began_before_him(tmp_path: Path) -> None:
    folder = started(tmp_path / "origins", amps_event(players=10, rounds=("bridge", "bridge")))
    seat = ("strike.3", "seat.pilot")
    there = {who for (_, field), who in stands(folder).items() if field == "seat.pilot"}
    (substitute,) = {f"P{number:02}" for number in range(1, 11)} - there
    shutil.copy(folder / "round1.xlsx", folder / "bob.xlsx")
    put(folder, "bob.xlsx", BOBS)
    put(folder, "round1.xlsx", {**ANNS, seat: substitute})
    shutil.copy(folder / "round1.xlsx", folder / "ann.xlsx")
    assert codes(merged(folder)) == []
    assert stands(folder)[seat] == substitute


def test_cleared_in_both_copies_it_is_cleared(folder: Path) -> None:
    copied(folder)
    for name in ("ann.xlsx", "bob.xlsx"):
        put(folder, name, {CLAIMED: None})
    assert codes(merged(folder, "merged.xlsx")) == []
    assert CLAIMED not in stands(folder, "merged.xlsx")


def test_what_the_results_have_is_asked_about_where_the_round_is_one_of_the_copies(folder: Path) -> None:
    assert ingest(folder / "round1.xlsx").results_path
    copied(folder)
    put(folder, "round1.xlsx", {CLAIMED: None})
    with pytest.raises(MistakesFound, match=r"as round1-results\.xlsx has, and round1\.xlsx, which"):
        merge_copies(folder / "round1.xlsx", folder / "bob.xlsx", folder / "round1.xlsx")


def test_where_no_file_tells_a_warning_names_the_box(folder: Path) -> None:
    copied(folder)
    put(folder, "round1.xlsx", {CLAIMED: None})
    done = merge_copies(folder / "round1.xlsx", folder / "bob.xlsx", folder / "round1.xlsx")
    assert codes(done) == [("merge-differs", "warning")]
    assert (
        "1 box is blank in round1.xlsx and filled in bob.xlsx, which was taken: table 1, strike.1, claimed.sp (“21”)"
    ) in done.findings[0].message


def test_what_a_command_wrote_and_a_person_cleared_in_one_copy_stays_cleared_and_is_named(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "origins")
    copied(folder)
    put(folder, "ann.xlsx", {BLANK: 1})
    put(folder, "bob.xlsx", {CLAIMED: None, ("strike.4", "claimed.sp"): None})  # all of a page
    done = merged(folder)
    assert codes(done) == []
    assert [*done.cleared] == ["table 1, strike.1, claimed.sp (“21”)", "table 1, strike.4, claimed.sp (“5”)"]
    now = stands(folder)
    assert now[BLANK] == "1"
    assert not {CLAIMED, ("strike.4", "claimed.sp")} & {*now}


def test_results_tell_what_a_command_wrote_into_both(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "origins", amps_event(players=10, rounds=("bridge", "bridge")))
    assert ingest(folder / "round1.xlsx").results_path
    shutil.copy(folder / "round1.xlsx", folder / "bob.xlsx")
    put(folder, "round1.xlsx", {CLAIMED: None})
    put(folder, "bob.xlsx", {ROLLS: None})
    done = merge_copies(folder / "round1.xlsx", folder / "bob.xlsx", folder / "round1.xlsx")
    assert codes(done) == []
    assert [*done.cleared] == ["table 1, strike.1, claimed.sp (“21”)", "table 1, cap.2, air-combat.rolls.4 (“1”)"]


def test_of_more_boxes_than_can_be_named_it_is_asked_first(tmp_path: Path) -> None:
    lines = [f"1,cap.{pilot},air-combat.rolls.{row},1\n" for pilot in (1, 2, 3) for row in range(1, 9)]
    folder = filled_folder(tmp_path / "origins", lines="".join(("table,seat,field,value\n", *lines)))
    copied(folder)
    put(folder, "ann.xlsx", {CLAIMED: 3})
    put(folder, "bob.xlsx", {(seat, field): None for _, seat, field, _ in (line.split(",") for line in lines)})
    before = (folder / "round1.xlsx").read_bytes()
    with pytest.raises(MistakesFound, match=r"24 boxes that both copies had filled alike are blank in bob\.xlsx"):
        merged(folder)
    assert (folder / "round1.xlsx").read_bytes() == before
    assert len(merged(folder, force=True).cleared) == 24


def test_a_kept_copy_tells_what_both_began_with(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "origins")
    copied(folder)
    put(folder, "ann.xlsx", {BLANK: 1})
    put(folder, "bob.xlsx", {("cap.2", "air-combat.rolls.4"): None})
    (lines := folder.parent / "more.csv").write_text("table,seat,field,value\n1,cap.3,air-combat.rolls.5,1\n")
    fill(folder / "round1.xlsx", lines)
    (folder / "round1.xlsx").unlink()
    done = merged(folder, "merged.xlsx", force=True)
    assert codes(done) == []
    assert [*done.cleared] == ["table 1, cap.2, air-combat.rolls.4 (“1”)"]
    assert ROLLS not in stands(folder, "merged.xlsx")


def test_who_share_the_pages_of_a_blank_round_are_told_nothing(tmp_path: Path) -> None:
    folder = started(tmp_path / "origins", amps_event(players=10, rounds=("bridge", "bridge")))
    copied(folder)
    put(folder, "ann.xlsx", ANNS)
    put(folder, "bob.xlsx", BOBS)
    done = merged(folder)
    assert (codes(done), done.cleared) == ([], ())
    put(folder, "ann.xlsx", {("strike.2", "claimed.sp"): 0})  # both go on, and the round has what each had
    put(folder, "bob.xlsx", {BLANK: 1})
    done = merged(folder)
    assert (codes(done), done.cleared) == ([], ())


def test_what_a_command_cleared_in_one_copy_stays_cleared_and_is_named(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "origins")
    copied(folder)
    (lines := folder.parent / "less.csv").write_text("table,seat,field,value\n1,strike.1,claimed.sp,-\n")
    fill(folder / "bob.xlsx", lines)
    done = merged(folder)
    assert codes(done) == []
    assert [*done.cleared] == ["table 1, strike.1, claimed.sp (“21”)"]
    assert CLAIMED not in stands(folder)


def test_what_a_command_cleared_in_a_copy_that_a_person_filled_in_is_asked_about(folder: Path) -> None:
    copied(folder)
    (folder / "round1.xlsx").unlink()
    (lines := folder.parent / "less.csv").write_text("table,seat,field,value\n1,strike.1,claimed.sp,-\n")
    fill(folder / "bob.xlsx", lines)
    with pytest.raises(MistakesFound, match=r"“21”, as kept/bob~1\.xlsx has, and bob\.xlsx, which has the rest"):
        merged(folder, "merged.xlsx")


def test_what_was_cleared_after_a_merge_does_not_come_back_from_the_copy_that_it_came_from(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "origins", amps_event(players=10, rounds=("bridge", "bridge")))
    shutil.copy(folder / "round1.xlsx", folder / "ann.xlsx")
    put(folder, "ann.xlsx", {BLANK: 4})
    put(folder, "round1.xlsx", {CLAIMED: 7})
    for value in (4, None):
        merge_copies(folder / "round1.xlsx", folder / "ann.xlsx", folder / "round1.xlsx")
        assert stands(folder).get(BLANK) == (value and str(value))
        put(folder, "round1.xlsx", {BLANK: None})


@pytest.fixture
def later(tmp_path: Path) -> Path:
    """A round with a mistake, ingested before and after a value was typed; early.xlsx has the sheets from before."""
    folder = started(tmp_path / "origins", amps_event(players=10, rounds=("bridge", "bridge")))
    put(folder, "round1.xlsx", {**TYPED, CLAIMED: None, ("cap.1", "claimed.sp"): 99})
    assert ingest(folder / "round1.xlsx").status == "errors"
    shutil.copy(folder / "round1.xlsx", folder / "early.xlsx")
    put(folder, "round1.xlsx", {CLAIMED: 21})
    assert ingest(folder / "round1.xlsx").status == "errors"
    return folder


@pytest.mark.parametrize("name", ["early.xlsx", "round1.xlsx"])
def test_sheets_from_before_a_value_was_typed_by_the_journal_have_cleared_nothing(later: Path, name: str) -> None:
    if name == "round1.xlsx":
        shutil.copy(later / "early.xlsx", later / name)
    done = merge_copies(later / "round1-marked.xlsx", later / name, later / "round1.xlsx")
    assert not done.findings
    assert stands(later)[CLAIMED] == "21"
    assert not done.cleared


def test_what_was_typed_anew_counts_where_sheets_from_before_have_another_value(later: Path) -> None:
    put(later, "round1.xlsx", {CLAIMED: 22})
    ingest(later / "round1.xlsx")
    shutil.copy(later / "round1.xlsx", later / "early.xlsx")
    put(later, "round1.xlsx", {CLAIMED: 23})
    ingest(later / "round1.xlsx")
    merge_copies(later / "round1-marked.xlsx", later / "early.xlsx", later / "round1.xlsx")
    assert stands(later)[CLAIMED] == "23"


def test_a_marked_copy_is_not_read_with_sheets_from_before_it_by_the_journal(later: Path) -> None:
    shutil.copy(later / "early.xlsx", later / "round1.xlsx")
    marked = (later / "round1-marked.xlsx").read_bytes()
    for look in (check, ingest, ingest):
        for name in ("round1-marked.xlsx", "round1.xlsx"):
            done = look(later / name)
            (stopped,) = (one for one in done.findings if one.code == "left-in-copy")
            assert (stopped.is_error, stopped.sheet) == (True, "round1.xlsx")
            assert "round1.xlsx is as it was on " in stopped.message
            assert "would count: table 1, strike.1, claimed.sp (blank, it was “21”). Merge the two" in stopped.message
    assert (later / "round1-marked.xlsx").read_bytes() == marked
    with pytest.raises(MistakesFound) as refused:
        make_sheets(later, 1)
    assert "would count: table 1, strike.1, claimed.sp (blank, it was “21”)" in refused.value.findings[1].message


def test_the_only_box_of_a_page_cleared_in_one_copy_and_changed_in_the_other_is_asked_about(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", amps_event())
    sheets, copy, lines = folder / "round1.xlsx", folder / "round1-bob.xlsx", tmp_path / "lines.csv"

    def filled(path: Path, *typed: str) -> None:
        lines.write_text("\n".join(("table,seat,field,value", *typed)))
        fill(path, lines)

    filled(sheets, "1,cap.2,claimed.sp,3")
    copy.write_bytes(sheets.read_bytes())
    filled(copy, "1,cap.2,claimed.sp,7")
    filled(sheets, "1,cap.2,claimed.sp,-", "1,cap.3,claimed.sp,9")
    with pytest.raises(MistakesFound) as asked:
        merge_copies(sheets, copy, sheets)
    (one,) = asked.value.findings
    assert (
        "round1-bob.xlsx has claimed.sp “7”, kept/round1~2.xlsx something else, and round1.xlsx nothing" in one.message
    )
