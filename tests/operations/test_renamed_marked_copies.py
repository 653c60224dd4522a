"""A marked copy that a browser or a file manager called otherwise is a marked copy, by what it says itself."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from amps_event import amps_event
from aso_commands import edit_draw
from event_folder import cell_of, filled_folder
from libreoffice import recalculate
from typing_in import save_with_openpyxl, type_in

from sheetscore.operations.check import CheckedEvent, check
from sheetscore.operations.entries import entries, fill, merge_copies
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.opening import open_event as open_events
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.safeguards.later_workbook import Copy
from sheetscore.operations.safeguards.older_copy import older_copies
from sheetscore.operations.sheets import MadeSheets, make_sheets
from sheetscore.pairing.draw import display_name
from sheetscore.problems import MistakesFound

D = ("strike.2", "strike.hits.1.d")
ROLLS = ("cap.2", "air-combat.rolls.4")
BLANK = ("cap.1", "air-combat.rolls.2")
NAMES = ("round1-marked (1).xlsx", "round1-marked - Copy.xlsx", "round1-marked~2.xlsx", "Round1-Marked.xlsx")


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event with a mistake in round 1, and its marked copy."""
    folder = filled_folder(
        tmp_path_factory.mktemp("event") / "origins", amps_event(players=10, rounds=("bridge", "bridge"))
    )
    put(folder, "round1.xlsx", {D: "many"})
    assert ingest(folder / "round1.xlsx").marked_path
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A copy of it to work in."""
    return Path(shutil.copytree(original, tmp_path / "origins"))


def put(folder: Path, workbook: str, values: dict[tuple[str, str], object]) -> None:
    """Type values into boxes of table 1, named by seat and field."""
    type_in(folder / workbook, {cell_of(folder, 1, *box): value for box, value in values.items()})


def stands(folder: Path, workbook: str = "round1.xlsx") -> dict[tuple[str, str], str]:
    """Say what stands in the boxes of table 1 that are filled."""
    lines = (line.split(",") for line in entries(folder / workbook).splitlines()[1:])
    return {(line[1], line[2]): line[3] for line in lines if line[0] == "1" and line[3]}


def codes(done: object) -> list[str]:
    """Give the codes of the errors."""
    assert isinstance(done, Ingested)
    return [one.code for one in done.findings if one.is_error]


def renamed(folder: Path, name: str) -> Path:
    """Call the marked copy otherwise."""
    return (folder / "round1-marked.xlsx").rename(folder / name)


def test_a_marked_copy_that_waits_is_read_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    by_program = vars(open_events)["read_boxes"]

    def counted(path: Path, *given: object) -> object:
        read.append(path.name)
        return by_program(path, *given)

    monkeypatch.setattr(open_events, "read_boxes", counted)
    ingest(folder / "round1.xlsx")
    assert sorted(read) == ["round1-marked.xlsx", "round1.xlsx"]


@pytest.mark.parametrize("name", NAMES)
def test_a_box_cleared_in_the_round_stays_cleared_whatever_the_marked_copy_is_called(folder: Path, name: str) -> None:
    put(folder, "round1.xlsx", {ROLLS: None, ("cap.2", "claimed.sp"): 0})
    put(folder, "round1-marked.xlsx", {D: 1})
    marked = renamed(folder, name)
    assert codes(check(marked)) == []
    done = ingest(marked)
    assert (codes(done), done.written_back_to) == ([], folder / "round1.xlsx")
    now = stands(folder)
    assert now[D] == "1"
    assert ROLLS not in now
    assert not marked.exists()
    assert [path.stem for path in (folder / "kept").glob(f"{marked.stem}~*.xlsx")]


def test_a_renamed_marked_copy_and_the_round_that_were_changed_differently_are_named(folder: Path) -> None:
    put(folder, "round1.xlsx", {D: 2})
    put(folder, "round1-marked.xlsx", {D: 1})
    marked = renamed(folder, NAMES[0])
    with pytest.raises(MistakesFound) as told:
        ingest(marked)
    assert [one.code for one in told.value.findings] == ["merge-differs"]
    assert f"{NAMES[0]} has “1”, round1.xlsx has “2”" in told.value.findings[0].message


def test_a_second_marked_copy_does_not_drop_what_was_typed_into_the_first(folder: Path) -> None:
    shutil.copy(folder / "round1-marked.xlsx", folder / NAMES[0])
    put(folder, "round1-marked.xlsx", {D: 1, BLANK: 5})
    put(folder, NAMES[0], {D: 1})
    done = ingest(folder / NAMES[0])
    assert codes(done) == ["left-in-copy"]
    assert "“5” was typed into round1-marked.xlsx" in done.findings[0].message
    assert codes(ingest(folder / "round1-marked.xlsx")) == []
    assert stands(folder)[BLANK] == "5"


@pytest.mark.parametrize("name", ["round1-marked.xlsx", *NAMES[:2]])
def test_a_marked_copy_that_is_done_with_is_an_older_copy(folder: Path, name: str) -> None:
    put(folder, "round1-marked.xlsx", {D: 1, BLANK: 5})
    backup = folder.parent / "backup.xlsx"
    shutil.copy(folder / "round1-marked.xlsx", backup)
    assert codes(ingest(folder / "round1-marked.xlsx")) == []
    put(folder, "round1.xlsx", {BLANK: None})
    assert codes(ingest(folder / "round1.xlsx")) == []
    shutil.copy(recalculate([backup], folder.parent / "saved")[0], folder / name)
    for look in (check, ingest, ingest):
        done = look(folder / name)
        assert codes(done) == ["older-copy"]
        assert "is a marked copy that was done with on" in done.findings[0].message
    lines = folder.parent / "one.csv"
    lines.write_text("table,seat,field,value\n1,cap.3,air-combat.rolls.1,1\n")
    with pytest.raises(MistakesFound) as told:
        fill(folder / name, lines)
    assert [one.code for one in told.value.findings] == ["older-copy"]
    assert codes(ingest(folder / name, force=True)) == []
    assert stands(folder)[BLANK] == "5"


def test_a_marked_copy_without_a_stamp_is_no_older_one_because_another_was_done_with(folder: Path) -> None:
    put(folder, "round1-marked.xlsx", {D: 1})
    assert codes(ingest(folder / "round1-marked.xlsx")) == []
    put(folder, "round1.xlsx", {D: "many", BLANK: 5})
    assert ingest(folder / "round1.xlsx").marked_path
    unstamped = Copy(folder / "round1-marked.xlsx", "saved since", stamp="", is_marked=True)
    assert older_copies(open_event(folder), 1, unstamped) == []


def test_a_marked_copy_in_the_place_of_the_round_is_the_round(folder: Path) -> None:
    put(folder, "round1-marked.xlsx", {D: 1})
    (folder / "round1-marked.xlsx").replace(folder / "round1.xlsx")
    assert codes(ingest(folder / "round1.xlsx")) == []
    assert (folder / "round1.xlsx").exists()


def test_a_marked_copy_in_the_place_of_the_round_keeps_what_an_older_workbook_of_that_name_lacks(
    folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "stick").mkdir()
    older = Path(shutil.copy(folder / "round1.xlsx", tmp_path / "stick" / "round1.xlsx"))
    put(folder, "round1.xlsx", {BLANK: 3})
    assert codes(ingest(folder / "round1.xlsx", force=True))
    (folder / "round1-marked.xlsx").replace(folder / "round1.xlsx")
    merge_copies(folder / "round1.xlsx", older, folder / "round1.xlsx")
    assert stands(folder)[BLANK] == "3"


def test_a_marked_copy_that_is_merged_with_its_round_does_not_bring_back_what_was_cleared(folder: Path) -> None:
    put(folder, "round1.xlsx", {ROLLS: None})
    put(folder, "round1-marked.xlsx", {D: 1})
    marked = renamed(folder, NAMES[1])
    merge_copies(folder / "round1.xlsx", marked, folder / "round1.xlsx")
    now = stands(folder)
    assert (now[D], ROLLS in now) == ("1", False)


def test_what_an_older_workbook_lacks_beside_a_marked_copy_is_named_and_kept(folder: Path) -> None:
    """The round1.xlsx of another laptop is put in place while a marked copy waits."""
    older = (folder / "round1.xlsx").read_bytes()
    was = stands(folder)[ROLLS]
    put(folder, "round1.xlsx", {BLANK: 3, ROLLS: 4})
    assert codes(ingest(folder / "round1.xlsx", force=True))
    put(folder, "round1-marked.xlsx", {D: 1})
    (folder / "round1.xlsx").write_bytes(older)
    save_with_openpyxl(folder / "round1.xlsx")  # so that the journal does not know it
    (told,) = (one for one in ingest(folder / "round1-marked.xlsx").findings if one.code == "left-in-copy")
    assert f"table 1, cap.1, {BLANK[1]} (blank, it was “3”); table 1, cap.2, {ROLLS[1]} (“{was}”, it was “4”). If" in (
        told.message
    )
    assert not (folder / "round1-marked.xlsx").exists()
    newest = max((folder / "kept").glob("round1-marked~*.xlsx"))
    assert stands(folder, f"kept/{newest.name}")[BLANK] == "3"


@pytest.mark.parametrize("takes", [ingest, lambda marked: make_sheets(marked.parent, 1)])
def test_a_marked_copy_that_was_away_while_seats_were_exchanged_counts_for_nobody_else(
    folder: Path, takes: Callable[[Path], object]
) -> None:
    marked = (folder / "round1-marked.xlsx").rename(folder.parent / "stick.xlsx")
    put(folder, "round1.xlsx", {D: 1})
    drawn = {(table, seat): who for table, seat, who in draw_of(open_event(folder), 1).draw.places()}
    one, other = (1, "cap.1"), (1, "cap.2")
    edit_draw(folder, 1, {one: drawn[other], other: drawn[one]})
    make_sheets(folder, 1)
    type_in(marked, {cell_of(folder, 1, *BLANK): 2})
    shutil.copy(marked, folder / "round1-marked.xlsx")
    before = (folder / "round1.xlsx").read_bytes()
    two = folder / "round1.xlsx", folder / "round1-marked.xlsx"
    for both in (two, two[::-1]):
        with pytest.raises(MistakesFound, match=r"typed into round1-marked\.xlsx for .* would count for .*rolls\.2\)"):
            merge_copies(*both, two[0])
    assert (folder / "round1.xlsx").read_bytes() == before
    takes(two[1])
    assert stands(folder)["cap.2", BLANK[1]] == "2"


def put_back_after_an_exchange(folder: Path, seats: tuple[str, str], box: tuple[str, str], value: object) -> Path:
    """Type into the marked copy while it is away, and two of table 1 exchange their seats; then put it back."""
    marked = (folder / "round1-marked.xlsx").rename(folder.parent / "stick.xlsx")
    put(folder, "round1.xlsx", {D: 1})
    type_in(marked, {cell_of(folder, 1, *box): value})
    drawn = {(table, seat): who for table, seat, who in draw_of(open_event(folder), 1).draw.places()}
    one, other = ((1, seat) for seat in seats)
    edit_draw(folder, 1, {one: drawn[other], other: drawn[one]})
    make_sheets(folder, 1)
    return Path(shutil.copy(marked, folder / "round1-marked.xlsx"))


def test_a_marked_copy_from_before_an_exchange_counts_where_it_concerns_others(folder: Path) -> None:
    marked = put_back_after_an_exchange(folder, ("cap.1", "cap.2"), ("cap.3", "air-combat.rolls.2"), 2)
    assert codes(ingest(marked)) == []
    assert stands(folder)["cap.3", "air-combat.rolls.2"] == "2"


def test_a_marked_copy_that_names_a_seat_which_another_has_since_names_the_same_player(folder: Path) -> None:
    hit = ("cap.3", "air-combat.damage.1.aircraft")
    marked = put_back_after_an_exchange(folder, ("strike.3", "strike.4"), hit, "strike.4")
    ingest(marked)
    assert stands(folder)[hit] == "strike.3"


def test_a_marked_copy_saved_as_the_rounds_workbook_keeps_all_that_was_typed_before_it(folder: Path) -> None:
    put(folder, "round1-marked.xlsx", {D: 1})
    (folder / "round1-marked.xlsx").replace(folder / "round1.xlsx")
    put(folder, "round1.xlsx", {D: "many"})
    assert ingest(folder / "round1.xlsx").marked_path
    put(folder, "round1-marked.xlsx", {D: 1})
    assert ingest(folder / "round1-marked.xlsx").written_back_to  # a second copy, of the first one
    before = stands(folder)
    assert not {"shows-old", "sheets-older"} & {one.code for one in check(folder).findings}
    assert make_sheets(folder, 1).news == ()
    assert stands(folder) == before
    seats = {(table, seat): who for table, seat, who in draw_of(open_event(folder), 1).draw.places()}
    edit_draw(folder, 1, {(1, "cap.1"): seats[1, "cap.2"], (1, "cap.2"): seats[1, "cap.1"]})
    make_sheets(folder, 1)
    there = {("cap.2" if seat == "cap.1" else "cap.1" if seat == "cap.2" else seat, field) for seat, field in before}
    assert stands(folder).keys() == there


def test_a_workbook_known_as_older_stops_the_marked_copy_made_from_a_later_one(folder: Path) -> None:
    older = (folder / "round1.xlsx").read_bytes()
    lines = folder / "more.csv"
    lines.write_text(f"table,seat,field,value\n1,{BLANK[0]},{BLANK[1]},3\n", encoding="utf-8")
    fill(folder / "round1.xlsx", lines)
    assert codes(ingest(folder / "round1.xlsx", force=True))
    put(folder, "round1-marked.xlsx", {D: 1})
    (folder / "round1.xlsx").write_bytes(older)
    with pytest.raises(MistakesFound, match="is a copy from before") as stopped:
        ingest(folder / "round1-marked.xlsx")
    assert [one.code for one in stopped.value.findings] == ["older-copy"]
    assert (folder / "round1-marked.xlsx").exists()


def test_a_name_that_could_not_be_read_was_nobody_elses(folder: Path) -> None:
    pilot = ("strike.2", "seat.pilot")
    who = stands(folder)[pilot]
    put(folder, "round1.xlsx", {pilot: "Ann Archr"})
    assert ingest(folder / "round1.xlsx").marked_path
    put(folder, "round1.xlsx", {pilot: display_name(who, open_event(folder).event.names)})
    put(folder, "round1-marked.xlsx", {D: 1})
    ingest(folder / "round1-marked.xlsx")
    assert (stands(folder)[pilot], stands(folder)[D]) == (who, "1")


def test_a_player_typed_since_on_a_page_that_the_marked_copy_mends_is_asked_about(folder: Path) -> None:
    """Nobody can tell whether the two exchanged their seats, or their names were typed the wrong way round."""
    drawn = {seat: who for table, seat, who in draw_of(open_event(folder), 1).draw.places() if table == 1}
    names = open_event(folder).event.names
    one, other = (display_name(drawn[seat], names) for seat in ("strike.2", "strike.3"))
    put(folder, "round1.xlsx", {("strike.2", "seat.pilot"): other, ("strike.3", "seat.pilot"): one})
    put(folder, "round1-marked.xlsx", {D: 1})
    before = (folder / "round1.xlsx").read_bytes()
    two = folder / "round1-marked.xlsx", folder / "round1.xlsx"
    for command in (lambda: ingest(two[0]), lambda: make_sheets(folder, 1), lambda: merge_copies(*two, two[1])):
        with pytest.raises(MistakesFound) as stopped:
            command()
        (told,) = [one.message for one in stopped.value.findings if one.code == "merge-differs"]
        assert told == (
            f"table 1, strike.2: round1.xlsx has {other} there by now, and what was typed into round1-marked.xlsx for "
            f"{one} would count for {other} ({D[1]}). Look at the paper, and put the same player into both"
        )
    assert (folder / "round1.xlsx").read_bytes() == before
    put(folder, "round1-marked.xlsx", {("strike.2", "seat.pilot"): other, ("strike.3", "seat.pilot"): one})
    assert codes(ingest(folder / "round1-marked.xlsx")) == []


@pytest.mark.parametrize("name", NAMES[:2])
def test_what_only_another_marked_copy_has_is_named_until_it_is_taken_in(folder: Path, name: str) -> None:
    other = Path(shutil.copy(folder / "round1-marked.xlsx", folder / name))
    assert not named(check(folder), name)  # nobody has typed into it
    put(folder, "round1-marked.xlsx", {D: 1})
    put(folder, name, {D: 1, BLANK: 5})
    drawn = {seat: who for table, seat, who in draw_of(open_event(folder), 1).draw.places() if table == 1}
    whom = display_name(drawn[BLANK[0]], open_event(folder).event.names)
    told = f"{name} is a marked copy of round 1, too, and no other file has what was typed into it: table 1, cap.1, "
    for done in (check(folder), check(folder / "round1-marked.xlsx"), ingest(folder / "round1-marked.xlsx")):
        (said,) = named(done, name)
        assert said.startswith(f"{told}{BLANK[1]} (“5”) for {whom}. Type it into round1.xlsx")
    assert len(named(make_sheets(folder, 1), name)) == 1
    assert other.exists()
    ingest(other, force=True)
    assert stands(folder)[BLANK] == "5"
    assert not named(check(folder), name)


def named(done: CheckedEvent | Ingested | MadeSheets, name: str) -> list[str]:
    """Give what is said about values in another marked copy."""
    return [one.message for one in done.findings if one.code == "left-in-copy" and one.sheet == name]
