"""What a person typed stays in the newest files: marked copies, older workbooks, fewer results, sheets made again."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import pytest
from amps_event import amps_event
from event_folder import GOOD_LINES, cell_of, contents, filled_folder, started
from looking import open_whole
from typing_in import type_in

from sheetscore.event.folder import read_journal
from sheetscore.operations.check import check
from sheetscore.operations.entries import entries, fill, merge_copies
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.results.record_lines import read_results
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.workbooks.reader import read_workbook
from sheetscore.workbooks.saving import digest, told_apart

D = ("strike.2", "strike.hits.1.d")
ROLLS = ("cap.2", "air-combat.rolls.4")
BLANK = ("cap.1", "air-combat.rolls.2")
DOWN = ("cap.3", "air-combat.advantage.dn")


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event with round 1 filled in, nothing wrong with it; a tenth player sits out."""
    event = amps_event(players=10, rounds=("bridge", "bridge"))
    return filled_folder(tmp_path_factory.mktemp("event") / "origins", event)


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A copy of it to work in."""
    return Path(shutil.copytree(original, tmp_path / "origins"))


def put(folder: Path, values: Mapping[tuple[str, str], object], workbook: str = "round1.xlsx") -> None:
    """Type values into boxes of table 1, named by seat and field."""
    type_in(folder / workbook, {cell_of(folder, 1, *box): value for box, value in values.items()})


def stands(folder: Path, workbook: str = "round1.xlsx") -> dict[tuple[str, str], str]:
    """Say what stands in the boxes of table 1 that are filled."""
    lines = (line.split(",") for line in entries(folder / workbook).splitlines()[1:])
    return {(line[1], line[2]): line[3] for line in lines if line[0] == "1" and line[3]}


def codes(done: Ingested) -> list[str]:
    """Give the codes of the errors."""
    return [one.code for one in done.findings if one.is_error]


def two_tables(folder: Path) -> Path:
    """Make an event with two tables: the first complete, of the second all but one page."""
    event = amps_event(players=18, tables=2)
    lines = GOOD_LINES + "".join(f"2,{line.split(',', 1)[1]}\n" for line in GOOD_LINES.splitlines()[1:])
    kept = [line for line in lines.splitlines(keepends=True) if not line.startswith("2,ds.1,")]
    return filled_folder(folder, event, "".join(kept))


def test_the_marked_copy_of_a_provisional_round_holds_the_tables_that_are_not_complete(tmp_path: Path) -> None:
    folder = two_tables(tmp_path / "event")
    box = cell_of(folder, 1, *D)
    type_in(folder / "round1.xlsx", {box: "many"})
    typed = entries(folder / "round1.xlsx")
    done = ingest(folder / "round1.xlsx", provisional=True)
    assert done.marked_path is not None
    assert entries(done.marked_path) == typed
    type_in(done.marked_path, {box: 1})
    again = ingest(done.marked_path, provisional=True)
    assert {row["table"] for row in again.rows} == {1}
    assert entries(folder / "round1.xlsx") == typed.replace("many", "1")


def test_a_marked_copy_takes_over_what_was_typed_into_the_round_meanwhile(folder: Path) -> None:
    put(folder, {D: "many"})
    marked = ingest(folder / "round1.xlsx").marked_path
    assert marked is not None
    put(folder, {ROLLS: 5, ("cap.1", "air-combat.damage.1.h"): 0})
    put(folder, {D: 1}, marked.name)
    done = ingest(marked)
    assert codes(done) == []
    now = stands(folder)
    assert (now[D], now[ROLLS], now["cap.1", "air-combat.damage.1.h"]) == ("1", "5", "0")
    assert {row["seat"]: row["sp"] for row in done.rows}["cap.2"] == 5 * 6
    assert not marked.exists()


def test_boxes_changed_in_both_the_marked_copy_and_the_round_are_named_and_nothing_is_written(folder: Path) -> None:
    put(folder, {D: "many"})
    marked = ingest(folder / "round1.xlsx").marked_path
    assert marked is not None
    put(folder, {D: 2, ROLLS: 3})
    put(folder, {D: 1, ROLLS: 3}, marked.name)
    before = contents(folder)
    for read in (ingest, check):
        with pytest.raises(MistakesFound) as told:
            read(marked)
        (one,) = told.value.findings
        assert (one.code, (one.sheet, one.cell)) == ("merge-differs", cell_of(folder, 1, *D))
        assert "round1-marked.xlsx has “1”, round1.xlsx has “2”" in one.message
        assert contents(folder) == before


def test_a_box_cleared_in_the_marked_copy_is_cleared_and_one_cleared_in_the_round_too(folder: Path) -> None:
    put(folder, {D: "many"})
    marked = ingest(folder / "round1.xlsx").marked_path
    assert marked is not None
    put(folder, {ROLLS: None})
    put(folder, {D: None, ("strike.2", "strike.hits.1.target"): None, ("strike.2", "claimed.sp"): 0}, marked.name)
    put(folder, {("cap.2", "claimed.sp"): 0})
    assert codes(ingest(marked)) == []
    now = stands(folder)
    assert not {D, ROLLS} & now.keys()


def test_sheets_names_what_an_older_workbook_beside_a_marked_copy_has_no_more(folder: Path, tmp_path: Path) -> None:
    put(folder, {ROLLS: 2})
    old = shutil.copy(folder / "round1.xlsx", tmp_path / "old.xlsx")
    put(folder, {D: "many", BLANK: 1, DOWN: 2})
    assert codes(ingest(folder / "round1.xlsx")) == ["not-a-number"]
    shutil.copy(old, folder / "round1.xlsx")
    own, marked, to = (folder / name for name in ("round1.xlsx", "round1-marked.xlsx", "merged.xlsx"))
    merged = [one.message for one in merge_copies(own, marked, to).findings]
    (told,) = (one for one in check(folder).findings if one.code == "left-in-copy")
    elsewhere = Path(shutil.copytree(folder, tmp_path / "looked"))
    for look in (check, ingest):
        done = look(elsewhere / own.name)
        assert isinstance(done, Ingested)
        (noted,) = (one for one in done.findings if one.code == "left-in-copy")
        assert noted.message == told.message
    (named,) = (one for one in make_sheets(folder, 1).news if one.code == "left-in-copy")
    assert named == told
    assert named.message in merged
    assert "cap.1, air-combat.rolls.2 (blank, it was “1”)" in named.message
    assert "cap.3, air-combat.advantage.dn (“1”, it was “2”)" in named.message
    assert stands(folder, "kept/round1-marked~1.xlsx")[BLANK] == "1"


def test_mistakes_that_stay_in_a_marked_copy_do_not_bring_old_values_back(folder: Path) -> None:
    put(folder, {D: "many", ROLLS: "lots"})
    marked = ingest(folder / "round1.xlsx").marked_path
    assert marked is not None
    put(folder, {D: 1}, marked.name)
    put(folder, {DOWN: 2})
    assert codes(ingest(marked)) == ["not-a-number"]
    assert (stands(folder, marked.name)[D], stands(folder, marked.name)[DOWN]) == ("1", "2")
    put(folder, {ROLLS: 2}, marked.name)
    put(folder, {("strike.4", "claimed.sp"): 6})
    assert codes(ingest(marked)) == []
    now = stands(folder)
    assert (now[D], now[ROLLS], now[DOWN], now["strike.4", "claimed.sp"]) == ("1", "2", "2", "6")


def test_values_typed_into_a_marked_copy_go_on_through_fill(folder: Path, tmp_path: Path) -> None:
    put(folder, {D: "many"})
    marked = ingest(folder / "round1.xlsx").marked_path
    assert marked is not None
    (tmp_path / "more.csv").write_text("table,seat,field,value\n1,strike.2,strike.hits.1.d,1\n", encoding="utf-8")
    fill(marked, tmp_path / "more.csv")
    put(folder, {ROLLS: 5})
    assert codes(ingest(marked)) == []
    assert (stands(folder)[D], stands(folder)[ROLLS]) == ("1", "5")


def test_a_marked_copy_named_from_within_the_folder_is_the_marked_copy(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(folder, {D: "many"})
    monkeypatch.chdir(folder)
    assert ingest("round1.xlsx").marked_path is not None
    put(folder, {ROLLS: 5})
    put(folder, {D: 2, ("cap.3", "air-combat.advantage.dn"): 2}, "round1-marked.xlsx")
    assert codes(ingest("round1-marked.xlsx")) == []
    assert (stands(folder)[D], stands(folder)[ROLLS]) == ("2", "5")


def test_what_was_cleared_in_the_marked_copy_alone_does_not_come_back_without_a_word(folder: Path) -> None:
    put(folder, {D: "many"})
    marked = ingest(folder / "round1.xlsx").marked_path
    assert marked is not None
    put(folder, {ROLLS: None}, marked.name)
    cleared = marked.read_bytes()
    (said,) = (one for one in ingest(folder / "round1.xlsx").findings if one.code == "left-in-copy")
    assert said.is_error
    assert "the box was cleared in round1-marked.xlsx" in said.message
    assert "Ingest round1-marked.xlsx, which takes what was typed into both" in said.message
    assert marked.read_bytes() == cleared


def test_the_round_is_not_scored_without_what_was_typed_into_its_marked_copy(folder: Path) -> None:
    put(folder, {D: "many"})
    marked = ingest(folder / "round1.xlsx").marked_path
    assert marked is not None
    put(folder, {ROLLS: 5}, marked.name)
    put(folder, {D: 1})
    typed = marked.read_bytes()
    for done in (check(folder / "round1.xlsx"), ingest(folder / "round1.xlsx")):
        assert isinstance(done, Ingested)
        assert codes(done) == ["left-in-copy"]
        assert "“5” was typed into round1-marked.xlsx" in done.findings[0].message
    assert marked.read_bytes() == typed
    assert not (folder / "round1-results.xlsx").exists()
    assert codes(ingest(folder / "round1.xlsx", force=True)) == []
    assert (folder / "kept" / "round1-marked~1.xlsx").read_bytes() == typed


def test_a_box_changed_differently_in_the_round_and_its_marked_copy_is_put_right_in_both(folder: Path) -> None:
    put(folder, {D: "many"})
    marked = ingest(folder / "round1.xlsx").marked_path
    assert marked is not None
    put(folder, {D: 1})
    put(folder, {D: 2}, marked.name)
    (left,) = (one for one in ingest(folder / "round1.xlsx").findings if one.code == "left-in-copy")
    assert "put the right value into both" in left.message
    assert "Ingest round1-marked.xlsx" not in left.message
    put(folder, {D: 1}, marked.name)
    assert codes(ingest(folder / "round1.xlsx")) == []


def test_a_marked_copy_with_typed_values_is_not_replaced_by_a_new_one(folder: Path) -> None:
    put(folder, {D: "many"})
    marked = ingest(folder / "round1.xlsx").marked_path
    assert marked is not None
    put(folder, {D: 1}, marked.name)
    typed = marked.read_bytes()
    assert codes(ingest(folder / "round1.xlsx")) == ["left-in-copy", "not-a-number"]
    assert marked.read_bytes() == typed


def test_a_transcribers_marked_copy_keeps_what_the_other_one_typed_into_the_round(folder: Path) -> None:
    shutil.copy(folder / "round1.xlsx", folder / "ann.xlsx")
    put(folder, {D: "many"}, "ann.xlsx")
    put(folder, {D: None})
    marked = ingest(folder / "ann.xlsx").marked_path
    assert marked is not None
    put(folder, {BLANK: 5})
    put(folder, {D: 1}, marked.name)
    assert codes(ingest(marked)) == []
    assert (stands(folder)[D], stands(folder)[BLANK]) == ("1", "5")


def test_complete_results_do_not_become_provisional_by_accident(tmp_path: Path) -> None:
    folder = two_tables(tmp_path / "event")
    older = folder / "older.xlsx"
    shutil.copy(folder / "round1.xlsx", older)
    (tmp_path / "rest.csv").write_text("table,seat,field,value\n2,ds.1,claimed.sp,9\n", encoding="utf-8")
    fill(folder / "round1.xlsx", tmp_path / "rest.csv")
    assert len(ingest(folder / "round1.xlsx").rows) == 18
    before = contents(folder)
    done = ingest(older, provisional=True)
    assert (codes(done), done.results_path) == (["left-in-copy", "older-copy", "results-fewer"], None)
    assert "round1-results.xlsx has results that this would take away: table 2." in done.findings[2].message
    assert "--force" in done.findings[2].message
    assert {name for name, was in contents(folder).items() if before.get(name) != was} == {"journal.jsonl"}
    assert {row["table"] for row in ingest(older, provisional=True, force=True).rows} == {1}


def test_a_page_that_became_empty_with_an_older_file_is_named(folder: Path) -> None:
    ingest(folder / "round1.xlsx")
    put(folder, {("cap.3", "seat.pilot"): None, DOWN: None, ("cap.3", "seat.flew"): 0})
    assert codes(ingest(folder / "round1.xlsx")) == []  # that is a correction, and says so on the page


def test_about_names_the_file_that_was_read_and_its_digest(folder: Path) -> None:
    shutil.copy(folder / "round1.xlsx", folder / "ann.xlsx")
    put(folder, {BLANK: 5}, "ann.xlsx")
    ingest(folder / "ann.xlsx")
    source = read_results(folder / "round1-results.xlsx").source
    assert (source.name, source.sha256) == ("ann.xlsx", digest(folder / "ann.xlsx"))
    about = [str(cell.value) for cell in read_workbook(folder / "round1-results.xlsx").sheets["About"].cells.values()]
    assert {"ann.xlsx", digest(folder / "ann.xlsx")} <= set(about)


def test_results_of_a_marked_copy_name_the_workbook_that_its_values_went_into(folder: Path) -> None:
    put(folder, {D: "many"})
    marked = ingest(folder / "round1.xlsx").marked_path
    assert marked is not None
    put(folder, {D: 1}, marked.name)
    ingest(marked)
    source = read_results(folder / "round1-results.xlsx").source
    assert (source.name, source.sha256) == ("round1.xlsx", digest(folder / "round1.xlsx"))


def test_a_copy_is_not_scored_without_what_was_typed_into_the_round_since(folder: Path) -> None:
    shutil.copy(folder / "round1.xlsx", folder / "usb.xlsx")
    put(folder, {ROLLS: 3})
    ingest(folder / "round1.xlsx")
    before = contents(folder)
    done = ingest(folder / "usb.xlsx")
    assert codes(done) == ["left-in-copy", "older-copy"]
    assert "“3” was typed into round1.xlsx, and usb.xlsx has “1”" in done.findings[0].message
    assert contents(folder)["round1-results.xlsx"] == before["round1-results.xlsx"]
    assert codes(ingest(folder / "usb.xlsx", force=True)) == []


def test_a_copy_that_is_scored_all_the_same_names_what_was_typed_into_the_round_and_goes(folder: Path) -> None:
    shutil.copy(folder / "round1.xlsx", folder / "usb.xlsx")
    put(folder, {ROLLS: 3})
    ingest(folder / "round1.xlsx")
    done = ingest(folder / "usb.xlsx", force=True)
    (left,) = [one for one in done.findings if one.code == "left-in-copy"]
    assert (done.status, left.is_error, (left.sheet, left.cell)) == ("warnings", False, cell_of(folder, 1, *ROLLS))
    assert left.message.endswith("“3” was typed into round1.xlsx, and usb.xlsx has “1”. What usb.xlsx has counts")


def test_a_damaged_workbook_of_the_round_does_not_stop_who_was_told_to_go_on(folder: Path) -> None:
    shutil.copy(folder / "round1.xlsx", folder / "usb.xlsx")
    (folder / "round1.xlsx").write_bytes(b"no workbook")
    done = ingest(folder / "usb.xlsx", force=True)
    assert codes(done) == []
    (left,) = [one for one in done.findings if one.code == "left-in-copy"]
    assert "what stands in it alone does not count" in left.message


def test_an_older_file_put_back_in_place_is_told_by_the_journal(folder: Path) -> None:
    ingest(folder / "round1.xlsx")
    older = (folder / "round1.xlsx").read_bytes()
    put(folder, {ROLLS: 3})
    ingest(folder / "round1.xlsx")
    (folder / "round1.xlsx").write_bytes(older)
    for done in (check(folder / "round1.xlsx"), ingest(folder / "round1.xlsx")):
        assert isinstance(done, Ingested)
        assert codes(done) == ["older-copy"]
        assert "ingest round1.xlsx" in done.findings[0].message
    assert codes(ingest(folder / "round1.xlsx", force=True)) == []
    assert codes(ingest(folder / "round1.xlsx")) == []


def test_a_value_that_fill_takes_back_makes_no_older_file(folder: Path, tmp_path: Path) -> None:
    source = tmp_path / "one.csv"
    for value in (2, 3, 2):
        source.write_text(f"table,seat,field,value\n1,cap.2,air-combat.rolls.4,{value}\n", encoding="utf-8")
        fill(folder / "round1.xlsx", source)
        assert codes(ingest(folder / "round1.xlsx")) == []


# sheets made again


def seat_of(folder: Path) -> dict[str, str]:
    """Say who is drawn for each seat of table 1."""
    return {seat: player for _, seat, player in draw_of(open_event(folder), 1).draw.places()}


def substitute(folder: Path) -> str:
    """Give the player who sits out."""
    (out,) = {f"P{number:02}" for number in range(1, 11)} - set(seat_of(folder).values())
    return out


def shown(player: str) -> str:
    return f"Pilot {int(player[1:])} ({player})"


def draw_line(folder: Path, what: str) -> tuple[str, str]:
    """Give the cell of the pilot in the draw on the line of a seat, or of whoever is named."""
    cells = read_workbook(folder / "round1-draw.xlsx", only="Draw").sheets["Draw"].cells
    row = next(row for (row, _), cell in cells.items() if cell.value == what)
    return "Draw", f"D{row + 1}"


def exchange(folder: Path, seat: str, other: str) -> None:
    """Let somebody who sits out and the pilot of a seat change places in the draw."""
    was = seat_of(folder)[seat]
    lines = {draw_line(folder, seat): shown(other), draw_line(folder, shown(other)): shown(was)}
    type_in(folder / "round1-draw.xlsx", lines)


def test_sheets_made_again_keep_the_page_of_a_substitute(folder: Path) -> None:
    other = substitute(folder)
    put(folder, {("cap.2", "seat.pilot"): shown(other)})
    before = stands(folder)
    assert before["cap.2", "seat.pilot"] == other
    made = make_sheets(folder, 1)
    assert stands(folder) == before
    assert not [one for one in made.findings if one.code == "not-placed"]
    make_sheets(folder, 1)
    assert stands(folder) == before


def test_a_substitute_who_is_named_on_a_page_with_nothing_else_on_it_stays_named(tmp_path: Path) -> None:
    folder = started(tmp_path / "event", amps_event(players=10))
    put(folder, {("cap.2", "seat.pilot"): shown(substitute(folder))})
    before = stands(folder)
    make_sheets(folder, 1)
    assert stands(folder) == before


def test_a_substitutes_page_follows_the_pilot_whose_seat_it_is(folder: Path) -> None:
    drawn, other = seat_of(folder), substitute(folder)
    put(folder, {("cap.2", "seat.pilot"): shown(other)})
    type_in(
        folder / "round1-draw.xlsx",
        {
            draw_line(folder, "cap.2"): shown(drawn["cap.1"]),
            draw_line(folder, "cap.1"): shown(drawn["cap.2"]),
        },
    )
    make_sheets(folder, 1)
    now = stands(folder)
    assert (now["cap.1", "seat.pilot"], now["cap.1", "air-combat.rolls.4"]) == (other, "1")
    assert (now["cap.2", "seat.pilot"], now["cap.2", "air-combat.damage.1.h"]) == (drawn["cap.1"], "1")


def test_a_pilot_replaced_in_the_draw_has_the_seat_when_the_page_was_blank(tmp_path: Path) -> None:
    folder = started(tmp_path / "event", amps_event(players=10))
    other = substitute(folder)
    exchange(folder, "cap.2", other)
    make_sheets(folder, 1)
    assert stands(folder)["cap.2", "seat.pilot"] == other


def test_the_page_of_a_pilot_who_is_drawn_no_more_is_not_given_to_another_without_a_word(folder: Path) -> None:
    exchange(folder, "cap.2", substitute(folder))
    before = contents(folder)
    with pytest.raises(MistakesFound) as told:
        make_sheets(folder, 1)
    assert any("air-combat.rolls.4 = 1 has no place" in one.message for one in told.value.findings)
    assert contents(folder) == before


def test_text_in_a_number_box_stands_in_its_box_on_sheets_made_again_and_is_marked(folder: Path) -> None:
    put(folder, {ROLLS: "zwölf"})
    made = make_sheets(folder, 1)
    assert made.kept is not None
    sheet, cell = cell_of(folder, 1, *ROLLS)
    box = open_whole(folder / "round1.xlsx")[sheet][cell]
    assert box.value == "zwölf"
    assert "“zwölf”" in box.comment.text


def test_a_seat_taken_out_of_the_scenario_takes_no_values_of_others_along(folder: Path) -> None:
    out = seat_of(folder)["strike.4"]
    before = stands(folder)
    type_in(folder / "round1-draw.xlsx", {draw_line(folder, "strike.4"): None})
    event = cast("AmpsEvent", open_event(folder).event)
    strike = event.scenarios[0].sides[0].model_copy(update={"seats": 3})
    scenario = event.scenarios[0].model_copy(update={"sides": (strike, *event.scenarios[0].sides[1:])})
    players = [one.model_copy(update={"first_round": 2}) if one.id == out else one for one in event.players]
    changed = {"scenarios": (scenario, *event.scenarios[1:]), "players": tuple(players)}
    write_event(event.model_copy(update=changed), folder)
    with pytest.raises(MistakesFound) as told:
        make_sheets(folder, 1)
    lost = [one.message for one in told.value.findings[1:]]
    assert [message for message in lost if "strike.4" in message and "claimed.sp = 5" in message] == lost
    make_sheets(folder, 1, force=True)
    assert stands(folder) == {box: value for box, value in before.items() if box[0] != "strike.4"}


def test_a_workbook_of_something_else_is_not_replaced_by_sheets(folder: Path) -> None:
    shutil.copy(folder / "event.xlsx", folder / "round1.xlsx")
    before = contents(folder)
    with pytest.raises(MistakesFound):
        make_sheets(folder, 1)
    assert contents(folder) == before


# merging into a workbook in which something was typed


def test_merging_does_not_empty_what_was_typed_into_the_workbook_it_is_written_to(folder: Path) -> None:
    for name in ("ann.xlsx", "bob.xlsx"):
        shutil.copy(folder / "round1.xlsx", folder / name)
    put(folder, {BLANK: 5})
    before = contents(folder)
    with pytest.raises(MistakesFound, match=r"round1\.xlsx has “5” and neither copy has"):
        merge_copies(folder / "ann.xlsx", folder / "bob.xlsx", folder / "round1.xlsx")
    with pytest.raises(WrongUsage, match="take -o round1"):
        merge_copies(folder / "ann.xlsx", folder / "bob.xlsx", folder / "event.xlsx")
    assert contents(folder) == before
    merge_copies(folder / "ann.xlsx", folder / "round1.xlsx", folder / "round1.xlsx")
    assert stands(folder)[BLANK] == "5"


def test_copies_that_are_called_alike_are_told_apart_by_their_folders(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    (folder.parent / "bob").mkdir()
    copy = Path(shutil.copy("round1.xlsx", Path("..", "bob", "round1.xlsx")))
    for path, rolls in ((Path("round1.xlsx"), 3), (copy, 4)):
        type_in(path, {cell_of(folder, 1, *ROLLS): rolls})
    with pytest.raises(MistakesFound) as refused:
        merge_copies("round1.xlsx", copy, "merged.xlsx")
    (differs,) = [one.message for one in refused.value.findings if one.code == "merge-differs"]
    assert "round1.xlsx has “3”, bob/round1.xlsx has “4”" in differs
    type_in(copy, {cell_of(folder, 1, *ROLLS): 3})
    merge_copies("round1.xlsx", copy, "merged.xlsx")
    last = read_journal(folder)[-1]
    assert last.command == "merge round1.xlsx bob/round1.xlsx -o merged.xlsx"
    assert {digest(Path("round1.xlsx")), digest(copy)} <= {*last.read.values()}


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (("a/round1.xlsx", "b/round2.xlsx"), ("round1.xlsx", "round2.xlsx")),
        (("a/x/round1.xlsx", "b/x/round1.xlsx"), ("a/x/round1.xlsx", "b/x/round1.xlsx")),
        (("round1.xlsx", "../club/round1.xlsx"), ("round1.xlsx", "club/round1.xlsx")),
        (("round1.xlsx", "round1.xlsx"), ("round1.xlsx", "round1.xlsx")),
    ],
)
def test_two_files_are_named_by_as_much_as_tells_them_apart(paths: tuple[str, str], names: tuple[str, str]) -> None:
    assert told_apart(*map(Path, paths)) == names


def test_copies_that_were_made_for_different_players_do_not_merge(folder: Path) -> None:
    shutil.copy(folder / "round1.xlsx", folder / "ann.xlsx")
    drawn = seat_of(folder)
    lines = {draw_line(folder, "cap.2"): shown(drawn["cap.1"]), draw_line(folder, "cap.1"): shown(drawn["cap.2"])}
    type_in(folder / "round1-draw.xlsx", lines)
    make_sheets(folder, 1)
    before = contents(folder)
    with pytest.raises(MistakesFound) as told:
        merge_copies(folder / "ann.xlsx", folder / "round1.xlsx", folder / "round1.xlsx")
    (differ, *seats) = told.value.findings
    assert differ.message.startswith(
        "ann.xlsx and round1.xlsx were made from draws that differ. Agree on one: copy round1-draw.xlsx, by which "
        "round1.xlsx was made, into"
    )
    assert [one.fields[0][1] for one in seats] == ["cap.1", "cap.2"]
    assert seats[0].message == (
        f"table 1, cap.1, seat.pilot: ann.xlsx has {shown(drawn['cap.1'])} and round1.xlsx has {shown(drawn['cap.2'])}"
    )
    assert contents(folder) == before


def test_sheets_made_again_take_along_what_waits_in_a_marked_copy(folder: Path) -> None:
    put(folder, {D: "many"})
    marked = ingest(folder / "round1.xlsx").marked_path
    assert marked is not None
    put(folder, {ROLLS: 5, D: 3}, marked.name)
    put(folder, {BLANK: 2})
    drawn = seat_of(folder)
    lines = {draw_line(folder, "cap.2"): shown(drawn["cap.1"]), draw_line(folder, "cap.1"): shown(drawn["cap.2"])}
    type_in(folder / "round1-draw.xlsx", lines)
    (told,) = [one.message for one in make_sheets(folder, 1).news if one.code == "marked-taken-in"]
    assert told == "took in what was typed in round1-marked.xlsx (2 boxes); it is in kept/round1-marked~1.xlsx"
    now = stands(folder)
    assert now["cap.1", "air-combat.rolls.4"] == "5", "it follows its pilot"
    assert now["cap.2", "air-combat.rolls.2"] == "2"
    assert now[D] == "3"
    assert not marked.exists(), "it was made for others, and all of it stands on the sheets"


def test_sheets_are_not_made_again_where_the_marked_copy_and_the_sheets_differ(folder: Path) -> None:
    put(folder, {D: "many"})
    marked = ingest(folder / "round1.xlsx").marked_path
    assert marked is not None
    put(folder, {ROLLS: 5}, marked.name)
    put(folder, {ROLLS: 6})
    before = contents(folder)
    with pytest.raises(MistakesFound, match=r"round1\.xlsx has “6”, round1-marked\.xlsx has “5”"):
        make_sheets(folder, 1)
    assert contents(folder) == before


def test_a_mended_copy_that_fits_the_event_no_more_gives_its_values_to_new_sheets(folder: Path) -> None:
    put(folder, {D: "many"})
    marked = ingest(folder / "round1.xlsx").marked_path
    assert marked is not None
    put(folder, {D: 3}, marked.name)
    event = cast("AmpsEvent", open_event(folder).event)
    bridge, *others = event.scenarios
    sides = [
        side.model_copy(update={"targets": side.targets[:-1]}) if side.id == "ds" else side for side in bridge.sides
    ]
    write_event(
        event.model_copy(update={"scenarios": (bridge.model_copy(update={"sides": tuple(sides)}), *others)}), folder
    )
    assert "structure" in codes(ingest(marked))
    assert "marked-taken-in" in {one.code for one in make_sheets(folder, 1).news}
    assert "marked-taken-in" not in {one.code for one in make_sheets(folder, 1).news}
    assert stands(folder)[D] == "3"
    assert ingest(folder / "round1.xlsx").rows


def test_values_on_a_line_whose_total_was_typed_over_are_named_also_by_sheets_that_are_made_all_the_same(
    folder: Path,
) -> None:
    sheet, cell = cell_of(folder, 1, "cap.1", "air-combat.damage.1.h")
    aircraft = cell_of(folder, 1, "cap.1", "air-combat.damage.1.aircraft")[1]
    type_in(folder / "round1.xlsx", {(sheet, f"M{cell[1:]}"): 12})
    with pytest.raises(MistakesFound) as refused:
        make_sheets(folder, 1)
    for findings in (refused.value.findings, make_sheets(folder, 1, force=True).findings):
        (torn,) = [one for one in findings if one.code == "structure"]
        assert f"On it: {aircraft} (“Strike flight 1”), {cell} (“1”)" in torn.message
