"""Comments, text on the cover and sheets of one's own are named before a workbook is written anew without them."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from dice_system import install
from event_folder import cell_of
from libreoffice import recalculate, to_ods
from looking import open_whole
from openpyxl.comments import Comment
from registered import SHOWN
from shared_demos import Demos
from small_round import small_round
from typing_in import type_in

from sheetscore.findings import Finding, Severity
from sheetscore.operations.entries import entries, fill, merge_copies
from sheetscore.operations.ingest import check_round_workbook, ingest
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.safeguards.beside_boxes import beside_boxes
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound
from sheetscore.reading.round_workbook import read_old_sheets
from sheetscore.workbooks.cell_refs import parse_address
from sheetscore.workbooks.reader import read_workbook

WRONG, RIGHT = 8, 7
"""What strike.2 of the small round may count: one hit that destroys a depot."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return small_round(tmp_path / "event")


def scribble(
    workbook: Path, comments: Mapping[tuple[str, str], str] = {}, cells: Mapping[tuple[str, str], Any] = {}
) -> None:
    """Do with another program what people do in a workbook: note, comment, add sheets."""
    book = open_whole(workbook)
    for (title, cell), text in comments.items():
        book[title][cell].comment = Comment(text, "Ann")
    for (title, cell), value in cells.items():
        sheet = book[title] if title in book.sheetnames else book.create_sheet(title)
        sheet[cell] = value
    book.save(workbook)


def claim(folder: Path, points: int, workbook: str = "round1.xlsx") -> None:
    """Type what strike.2 counts."""
    type_in(folder / workbook, {cell_of(folder, 1, "strike.2", "claimed.sp"): points})


def lines(folder: Path, *filled: str) -> Path:
    source = folder / "more.csv"
    source.write_text("\n".join(("table,seat,field,value", *filled)) + "\n", encoding="utf-8")
    return source


def stopped(found: Sequence[Finding]) -> list[str]:
    """Say what a command stopped for; each says how it is to go on."""
    without = re.compile("(.*); add --force(?: to “sheetscore [^”]+”)? to go on without (it|them)")
    lines = [without.fullmatch(line) for line in said(found, Severity.ERROR)]
    assert all(lines)
    return [line[1] for line in lines if line]


def said(found: Sequence[Finding], severity: Severity = Severity.WARNING) -> list[str]:
    named = [one for one in found if one.code == "not-carried"]
    assert {one.severity for one in named} <= {severity}
    return [f"{one.sheet}: {one.message}" for one in named]


COMMENT = {("Table 1", "J39"): "asked Bob:\nhe says 7"}


def test_sheets_again_stop_for_a_comment_and_tell_with_force_where_it_is(folder: Path) -> None:
    sheets = folder / "round1.xlsx"
    scribble(sheets, COMMENT)
    before = sheets.read_bytes()
    with pytest.raises(MistakesFound) as told:
        make_sheets(folder, 1)
    assert stopped(told.value.findings) == ["round1.xlsx: not carried: 1 comment on Table 1!J39"]
    assert sheets.read_bytes() == before
    made = make_sheets(folder, 1, force=True)
    assert made.kept
    assert made.kept.read_bytes() == before
    named = f"not carried: 1 comment on Table 1!J39; kept/{made.kept.name} has it"
    assert [one.message for one in made.news if one.code == "not-carried"] == [named]
    assert not said(make_sheets(folder, 1).news)


def test_text_on_the_cover_and_sheets_of_ones_own_are_named(folder: Path) -> None:
    cells = {("Cover", "M2"): "call Bob", ("Cover", "M3"): 555, ("Ann", "A1"): "=1+1", ("Notes of Ben", "C7"): "Ben"}
    scribble(folder / "round1.xlsx", {("Cover", "A1"): "hm", **COMMENT}, cells)
    with pytest.raises(MistakesFound) as told:
        make_sheets(folder, 1)
    assert stopped(told.value.findings) == [
        "round1.xlsx: not carried: 2 comments on Cover!A1 and Table 1!J39",
        "round1.xlsx: not carried: texts on Cover!M2 (“call Bob”) and Cover!M3 (“555”)",
        "round1.xlsx: not carried: the sheets “Ann” and “Notes of Ben”",
    ]
    made = make_sheets(folder, 1, force=True)
    assert made.kept
    assert {message.rpartition("; ")[2] for message in said(made.news)} == {f"kept/{made.kept.name} has them"}


def test_a_sheet_of_ours_with_another_name_is_none_of_ones_own(folder: Path) -> None:
    book = open_whole(folder / "round1.xlsx")
    book["Cover"].title = "Vorderseite"
    book["Table 1"].title = "Ann's table"
    book.create_sheet("Blank")
    book.save(folder / "round1.xlsx")
    assert said(make_sheets(folder, 1).news) == []


def test_a_comment_in_a_box_does_not_hinder_what_changes_no_workbook(folder: Path) -> None:
    scribble(folder / "round1.xlsx", COMMENT)
    assert "claimed.sp,7" in entries(folder / "round1.xlsx")
    done = ingest(folder / "round1.xlsx")
    assert done.status != "errors"
    assert not said(done.findings)


def test_fill_stops_and_goes_on_with_force(folder: Path) -> None:
    sheets, source = folder / "round1.xlsx", lines(folder, "1,cap.1,air-combat.rolls.4,2")
    scribble(sheets, COMMENT)
    before = sheets.read_bytes()
    with pytest.raises(MistakesFound) as told:
        fill(sheets, source)
    assert stopped(told.value.findings) == ["round1.xlsx: not carried: 1 comment on Table 1!J39"]
    assert sheets.read_bytes() == before
    done = fill(sheets, source, force=True)
    assert done.kept
    assert said(done.findings) == [f"round1.xlsx: not carried: 1 comment on Table 1!J39; kept/{done.kept.name} has it"]
    assert done.as_json()["findings"]
    assert "air-combat.rolls.4,2" in entries(sheets)


def test_fill_with_force_drops_a_value_beside_the_boxes_and_says_so(folder: Path) -> None:
    sheets, source = folder / "round1.xlsx", lines(folder, "1,cap.1,air-combat.rolls.4,2")
    type_in(sheets, {("Table 1", "Z60"): "mind the depot"})
    with pytest.raises(MistakesFound, match="Z60"):
        fill(sheets, source)
    done = fill(sheets, source, force=True)
    assert done.kept
    assert [(one.code, one.severity) for one in done.findings] == [("stray-value", Severity.WARNING)]
    assert done.findings[0].message.endswith(f"; kept/{done.kept.name} has them")


def test_merge_names_what_either_copy_and_the_workbook_in_its_place_have(folder: Path) -> None:
    sheets, one, two = (folder / name for name in ("round1.xlsx", "round1-ann.xlsx", "round1-bob.xlsx"))
    shutil.copy(sheets, one)
    shutil.copy(sheets, two)
    scribble(one, COMMENT)
    scribble(two, {}, {("Cover", "M2"): "call Bob"})
    scribble(sheets, {}, {("Mine", "A1"): 1})
    with pytest.raises(MistakesFound) as told:
        merge_copies(one, two, sheets)
    assert stopped(told.value.findings) == [
        "round1-ann.xlsx: not carried: 1 comment on Table 1!J39",
        "round1-bob.xlsx: not carried: text on Cover!M2 (“call Bob”)",
        "round1.xlsx: not carried: the sheet “Mine”",
    ]
    done = merge_copies(one, two, sheets, force=True)
    assert done.kept
    assert said(done.findings) == [
        "round1-ann.xlsx: not carried: 1 comment on Table 1!J39; round1-ann.xlsx has it",
        "round1-bob.xlsx: not carried: text on Cover!M2 (“call Bob”); round1-bob.xlsx has it",
        f"round1.xlsx: not carried: the sheet “Mine”; kept/{done.kept.name} has it",
    ]


def test_a_mended_copy_goes_back_only_when_what_is_noted_in_both_may_go(folder: Path) -> None:
    sheets, marked = folder / "round1.xlsx", folder / "round1-marked.xlsx"
    claim(folder, WRONG)
    scribble(sheets, COMMENT)
    ingest(sheets)
    scribble(marked, {("Table 1", "B4"): "Ann agrees"})
    claim(folder, RIGHT, marked.name)
    before = sheets.read_bytes(), marked.read_bytes()
    held = ingest(marked)
    assert held.status == "errors"
    assert stopped(held.findings) == [
        "round1-marked.xlsx: not carried: 1 comment on Table 1!B4",
        "round1.xlsx: not carried: 1 comment on Table 1!J39",
    ]
    assert stopped(check_round_workbook(marked).findings) == stopped(held.findings)
    assert (sheets.read_bytes(), marked.read_bytes()) == before
    done = ingest(marked, force=True)
    assert done.status == "warnings"
    assert not marked.exists()
    assert said(done.findings) == [
        "round1-marked.xlsx: not carried: 1 comment on Table 1!B4; kept/round1-marked~1.xlsx has it",
        "round1.xlsx: not carried: 1 comment on Table 1!J39; kept/round1~2.xlsx has it",
    ]
    assert (folder / "kept" / "round1~2.xlsx").read_bytes() == before[0]
    assert (folder / "kept" / "round1-marked~1.xlsx").read_bytes() == before[1]
    assert read_workbook(sheets).sheets["Table 1"].comments == {}


def test_of_a_workbook_in_another_format_the_kept_copy_is_named(folder: Path, tmp_path: Path) -> None:
    sheets, claimed = folder / "round1.xlsx", cell_of(folder, 1, "strike.2", "claimed.sp")
    claim(folder, WRONG)
    scribble(sheets, COMMENT)
    shutil.copy(to_ods([sheets], tmp_path / "saved")[0], folder / "round1.ods")
    sheets.unlink()
    ingest(folder / "round1.ods")
    type_in(folder / "round1-marked.xlsx", {claimed: RIGHT})
    done = ingest(folder / "round1-marked.xlsx", force=True)
    assert said(done.findings) == ["round1.ods: not carried: 1 comment on Table 1!J39; kept/round1~2.ods has it"]
    assert (folder / "kept" / "round1~2.ods").exists()


def test_a_value_beside_the_boxes_stays_until_a_mended_copy_may_replace_it(folder: Path) -> None:
    claim(folder, WRONG)
    type_in(folder / "round1.xlsx", {("Table 1", "Z60"): "mind the depot"})
    ingest(folder / "round1.xlsx")
    claim(folder, RIGHT, "round1-marked.xlsx")
    held = ingest(folder / "round1-marked.xlsx")
    assert [one.code for one in held.findings if one.is_error] == ["stray-value"]
    assert "Z60 (“mind the depot”)" in held.findings[0].message
    assert ingest(folder / "round1-marked.xlsx", force=True).status == "warnings"


def test_what_was_typed_on_a_copied_sheet_stays_until_a_mended_copy_may_replace_it(folder: Path) -> None:
    sheets, marked = folder / "round1.xlsx", folder / "round1-marked.xlsx"
    box = cell_of(folder, 1, "cap.2", "air-combat.rolls.2")
    book = open_whole(sheets)
    book.copy_worksheet(book["Table 1"]).title = "Table 1 (2)"
    book["Table 1 (2)"][box[1]] = 3
    book.save(sheets)
    assert errors(ingest(sheets).findings) == ["page-twice"]
    for look in (ingest, check_round_workbook):
        held = look(marked)
        (found,) = [one for one in held.findings if one.is_error]
        assert (found.code, found.sheet) == ("page-twice", "[round1.xlsx]Table 1 (2)")
        assert f"{box[1]} has nothing and {box[1]} “3”" in found.message
        to = "" if look is ingest else " to “sheetscore ingest round1-marked.xlsx”"
        assert f"; add --force{to} to go on without them" in found.message
    assert marked.exists()
    type_in(marked, {box: 3})  # as the copied sheet has it, or otherwise: somebody has looked at it
    done = ingest(marked)
    assert not errors(done.findings)
    assert done.written_back_to == sheets


def test_a_copied_sheet_goes_with_force_and_is_named(folder: Path) -> None:
    book = open_whole(folder / "round1.xlsx")
    book.copy_worksheet(book["Table 1"]).title = "Table 1 (2)"
    book["Table 1 (2)"][cell_of(folder, 1, "cap.2", "air-combat.rolls.2")[1]] = 3
    book.save(folder / "round1.xlsx")
    ingest(folder / "round1.xlsx")
    done = ingest(folder / "round1-marked.xlsx", force=True)
    (gone,) = [one for one in done.findings if one.code == "page-twice"]
    assert not gone.is_error
    assert gone.message.endswith("; kept/round1~2.xlsx has them")


def test_what_was_typed_on_a_torn_line_stays_until_a_mended_copy_may_replace_it(folder: Path) -> None:
    marked, (title, cell) = folder / "round1-marked.xlsx", cell_of(folder, 1, "cap.1", "air-combat.damage.1.h")
    type_in(folder / "round1.xlsx", {(title, f"M{cell[1:]}"): 12})
    assert errors(ingest(folder / "round1.xlsx").findings) == ["structure"]
    held = ingest(marked)
    assert errors(held.findings) == ["structure"]
    assert f"{cell} (“1”)" in held.findings[0].message
    type_in(marked, {(title, cell): 1, cell_of(folder, 1, "cap.1", "air-combat.damage.1.aircraft"): "strike.1"})
    assert not errors(ingest(marked).findings)


def errors(found: Sequence[Finding]) -> list[str]:
    return [one.code for one in found if one.is_error]


def test_what_is_noted_at_the_head_of_a_page_is_text_beside_the_boxes(folder: Path) -> None:
    type_in(folder / "round1.xlsx", {("Table 1", "Z2"): "Ann left early"})
    with pytest.raises(MistakesFound, match=r"Z2 \(“Ann left early”\)"):
        make_sheets(folder, 1)
    make_sheets(folder, 1, force=True)
    assert "stray-value" not in {one.code for one in make_sheets(folder, 1).news}


def test_our_own_notes_in_a_marked_copy_are_nobodys_comments(folder: Path) -> None:
    claim(folder, WRONG)
    ingest(folder / "round1.xlsx")
    marked = folder / "round1-marked.xlsx"
    sheet, cell = cell_of(folder, 1, "strike.2", "claimed.sp")
    assert parse_address(cell) in read_workbook(marked).sheets[sheet].comments
    claim(folder, 9, marked.name)
    assert not said(ingest(marked).findings)  # still wrong: the copy is written anew, with another note
    assert said(make_sheets(folder, 1).news) == []


def test_what_somebody_adds_to_a_note_of_ours_is_a_comment(folder: Path) -> None:
    claim(folder, WRONG)
    ingest(folder / "round1.xlsx")
    marked = folder / "round1-marked.xlsx"
    book = open_whole(marked)
    (sheet, cell) = cell_of(folder, 1, "strike.2", "claimed.sp")
    book[sheet][cell].comment.text += "\nBob insists on 8"
    book.save(marked)
    held = ingest(marked)
    assert stopped(held.findings) == [f"round1-marked.xlsx: not carried: 1 comment on {sheet}!{cell}"]


def test_a_commented_marked_copy_is_not_replaced_by_ingesting_the_workbook(folder: Path) -> None:
    sheets, marked = folder / "round1.xlsx", folder / "round1-marked.xlsx"
    claim(folder, WRONG)
    ingest(sheets)
    scribble(marked, COMMENT)
    before = marked.read_bytes()
    named = "round1-marked.xlsx: not carried: 1 comment on Table 1!J39"
    assert stopped(ingest(sheets).findings) == [named]
    assert marked.read_bytes() == before
    with pytest.raises(MistakesFound) as told:
        make_sheets(folder, 1)
    assert stopped(told.value.findings) == [named]
    claim(folder, RIGHT)
    assert stopped(ingest(sheets).findings) == [named]
    done = ingest(sheets, force=True)
    assert done.results_path
    assert said(done.findings) == [f"{named}; kept/round1-marked~1.xlsx has it"]


def test_a_workbook_in_the_other_format_is_looked_at_alike(folder: Path, tmp_path: Path) -> None:
    scribble(folder / "round1.xlsx", COMMENT, {("Cover", "M2"): "call Bob"})
    (saved,) = to_ods([folder / "round1.xlsx"], tmp_path / "ods")
    (folder / "round1.xlsx").unlink()
    shutil.copy(saved, folder)
    with pytest.raises(MistakesFound) as told:
        make_sheets(folder, 1)
    assert stopped(told.value.findings) == [
        "round1.ods: not carried: 1 comment on Table 1!J39",
        "round1.ods: not carried: text on Cover!M2 (“call Bob”)",
    ]
    made = make_sheets(folder, 1, force=True)
    assert made.kept
    assert made.kept.suffix == ".ods"
    assert {message.rpartition("; ")[2] for message in said(made.news)} == {f"kept/{made.kept.name} has it"}


@pytest.mark.parametrize("example", SHOWN)
def test_nothing_in_a_workbook_of_ours_is_taken_for_a_persons_whoever_saved_it(
    example: str, demos: Demos, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    opened = open_event(demos.played(example).folder)
    stage = max(stage for stage in opened.event.stages if opened.folder.sheets(stage).exists())
    ours = opened.folder.sheets(stage)
    (saved,) = recalculate([ours], tmp_path / "saved")
    for workbook in (ours, saved):
        read = read_old_sheets(workbook, opened.system, opened.round(stage))
        assert read.entries
        assert not beside_boxes(read, workbook)
