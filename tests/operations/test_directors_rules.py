"""What directors rely on: sheets made again, provisional results, two copies merged, totals only, dry runs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from amps_event import STRIKE, SWEEP, amps_event
from event_folder import GOOD_LINES, cell_of, contents, filled_folder, started
from typing_in import type_in

from sheetscore.operations.check import check
from sheetscore.operations.demo import demo
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import entries, fill, merge_copies
from sheetscore.operations.export import export
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.results.record_lines import read_results
from sheetscore.workbooks.reader import read_workbook


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event with round 1 filled in, nothing wrong with it."""
    return filled_folder(tmp_path_factory.mktemp("event") / "origins")


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A copy of it to work in."""
    return Path(shutil.copytree(original, tmp_path / "origins"))


def seats_of(folder: Path) -> dict[str, str]:
    """Say who is drawn for which seat of round 1."""
    return {player: seat for _, seat, player in draw_of(open_event(folder), 1).draw.places()}


def lines_of(folder: Path) -> set[str]:
    """Give the filled lines of round 1, without their labels."""
    lines = (line.rsplit(",", 1)[0] for line in entries(folder / "round1.xlsx").splitlines()[1:])
    return {line for line in lines if not line.endswith(",")}


def test_sheets_made_again_keep_everything_that_was_typed(folder: Path) -> None:
    before = lines_of(folder)
    made = make_sheets(folder, 1)
    assert lines_of(folder) == before
    assert not [one for one in made.findings if one.code == "not-placed"]
    assert made.kept is None, "nothing changed, so nothing had to be kept"


def test_sheets_made_again_after_an_edited_draw_follow_the_pilots(folder: Path) -> None:
    before = lines_of(folder)
    by_seat = {seat: player for player, seat in seats_of(folder).items()}
    rows = {f"strike.{number}": 4 + number for number in (1, 2)}
    shown = {seat: f"Pilot {int(by_seat[seat][1:])} ({by_seat[seat]})" for seat in rows}
    type_in(
        folder / "round1-draw.xlsx",
        {("Draw", f"D{rows['strike.1']}"): shown["strike.2"], ("Draw", f"D{rows['strike.2']}"): shown["strike.1"]},
    )
    made = make_sheets(folder, 1)
    assert made.kept is not None
    swap = {"strike.1": "strike.2", "strike.2": "strike.1"}
    moved = {
        f"1,{swap.get(line.split(',')[1], line.split(',')[1])},{line.split(',', 2)[2]}"
        for line in before
        if ",seat.pilot," not in line and ".aircraft,strike.1" not in line
    } | {"1,cap.1,air-combat.damage.1.aircraft,strike.2"}  # who hit the pilot hits the pilot's new seat
    assert {line for line in lines_of(folder) if ",seat.pilot," not in line} == moved


def test_what_finds_no_place_on_new_sheets_is_listed_and_goes_to_the_copy_only_when_told(folder: Path) -> None:
    by_seat = {seat: player for player, seat in seats_of(folder).items()}
    rows = {"strike.1": 5, "cap.1": 11}
    shown = {seat: f"Pilot {int(by_seat[seat][1:])} ({by_seat[seat]})" for seat in rows}
    type_in(
        folder / "round1-draw.xlsx",
        {("Draw", f"D{rows['strike.1']}"): shown["cap.1"], ("Draw", f"D{rows['cap.1']}"): shown["strike.1"]},
    )
    before = contents(folder)
    with pytest.raises(MistakesFound) as refused:
        make_sheets(folder, 1)
    assert contents(folder) == before
    assert "--force" in refused.value.findings[0].message
    made = make_sheets(folder, 1, force=True)
    lost = [one.message for one in made.findings if one.code == "not-placed"]
    named = [one.message.partition(" has no place on the new sheets")[0] for one in refused.value.findings[1:]]
    assert lost == [f"{one} is not on the new sheets; kept/{made.kept and made.kept.name} has it" for one in named]
    assert len(lost) == 6 + 2
    assert any("strike.hits.1.target = Bridge" in message for message in lost)
    assert made.kept is not None


TWO_TABLES = GOOD_LINES + "2,cap.1,air-combat.rolls.4,1\n2,,team_points.strike.home,1\n"


def test_provisional_results_leave_out_tables_that_are_not_complete_and_say_so(tmp_path: Path) -> None:
    event = amps_event(players=18, tables=2, rounds=("bridge", "bridge"))
    folder = filled_folder(tmp_path / "event", event, TWO_TABLES)
    assert ingest(folder / "round1.xlsx").status == "errors"
    done = ingest(folder / "round1.xlsx", provisional=True)
    assert done.status == "warnings"
    assert {row["table"] for row in done.rows} == {1}
    said = [one.message for one in done.findings if one.code == "not-in-yet"]
    assert said == ["table 2 is left out: 8 of 9 pages are blank"]
    assert read_results(folder / "round1-results.xlsx").missing == (2,)
    for name in ("round1-results.xlsx", "standings.xlsx"):
        sheets = read_workbook(folder / name).sheets.values()
        for sheet in sheets:
            texts = [str(cell.value) for cell in sheet.cells.values()]
            assert sheet.hidden or any("provisional" in text for text in texts), sheet.title
    assert any("provisional" in line for line in draw(folder, 2).draw.report)


def test_whole_results_take_the_place_of_provisional_ones(tmp_path: Path) -> None:
    event = amps_event(players=18, tables=2)
    folder = filled_folder(tmp_path / "event", event, TWO_TABLES)
    ingest(folder / "round1.xlsx", provisional=True)
    (tmp_path / "rest.csv").write_text(
        "table,seat,field,value\n" + "".join(f"2,{seat},claimed.sp,3\n" for seat in seats_at_table_2(folder)),
        encoding="utf-8",
    )
    fill(folder / "round1.xlsx", tmp_path / "rest.csv")
    done = ingest(folder / "round1.xlsx")
    assert len(done.rows) == 18
    assert not read_results(folder / "round1-results.xlsx").provisional
    assert len(standings(folder).rows) == 18
    assert (folder / "kept" / "round1-results~1.xlsx").exists()


def seats_at_table_2(folder: Path) -> list[str]:
    places = draw_of(open_event(folder), 1).draw.places()
    return [seat for table, seat, _ in places if table == 2 and seat != "cap.1"]


def test_provisional_does_not_forgive_mistakes_where_no_table_is_right(tmp_path: Path) -> None:
    event = amps_event(players=18, tables=2)
    folder = filled_folder(tmp_path / "event", event, TWO_TABLES.replace("claimed.sp,21", "claimed.sp,22"))
    done = ingest(folder / "round1.xlsx", provisional=True)
    assert done.status == "errors"
    assert {one.code for one in done.findings if one.is_error} == {"claim-differs", "blank-page"}


def test_check_names_the_tables_and_pilots_still_missing_and_writes_nothing(tmp_path: Path) -> None:
    folder = started(tmp_path / "event")
    before = contents(folder)
    done = check(folder / "round1.xlsx")
    blank = [one.message for one in done.findings if one.code == "blank-page"]
    assert len(blank) == 9
    for player, seat in seats_of(folder).items():
        assert any(f"table 1, {seat}" in message and f"({player})" in message for message in blank)
    assert contents(folder) == before


def copies(folder: Path, first: str, second: str) -> tuple[Path, Path]:
    """Give two transcribers' copies of a fresh round 1, each with lines of its own."""
    made = []
    for name, lines in (("ann", first), ("bob", second)):
        source = folder.with_name(f"{name}.csv")
        source.write_text("table,seat,field,value\n" + lines, encoding="utf-8")
        copy = folder / f"round1-{name}.xlsx"
        shutil.copy(folder / "round1.xlsx", copy)
        fill(copy, source)
        made.append(copy)
    return made[0], made[1]


def test_two_copies_merge_box_by_box(tmp_path: Path) -> None:
    folder = started(tmp_path / "event")
    lines = GOOD_LINES.splitlines(keepends=True)[1:]
    ann, bob = copies(folder, "".join(lines[:9]), "".join(lines[8:]))
    done = merge_copies(ann, bob, folder / "round1.xlsx")
    assert done.kept == folder / "kept" / "round1~1.xlsx"
    typed = {line.strip() for line in lines}
    assert {line for line in lines_of(folder) if ",seat.pilot," not in line} == typed
    assert ingest(folder / "round1.xlsx").status == "warnings"


def test_boxes_filled_differently_are_all_named_and_nothing_is_written(tmp_path: Path) -> None:
    folder = started(tmp_path / "event")
    ann, bob = copies(
        folder,
        "1,cap.1,air-combat.rolls.4,1\n1,cap.2,claimed.sp,3\n",
        "1,cap.1,air-combat.rolls.4,2\n1,cap.2,claimed.sp,4\n",
    )
    before = contents(folder)
    with pytest.raises(MistakesFound) as caught:
        merge_copies(ann, bob, folder / "merged.xlsx")
    assert [(one.code, one.sheet, one.cell) for one in caught.value.findings] == [
        ("merge-differs", *cell_of(folder, 1, "cap.1", "air-combat.rolls.4")),
        ("merge-differs", *cell_of(folder, 1, "cap.2", "claimed.sp")),
    ]
    assert "round1-ann.xlsx has “1”, round1-bob.xlsx has “2”" in caught.value.findings[0].message
    assert contents(folder) == before


def test_a_substitute_in_one_copy_wins_over_the_drawn_pilot_and_has_what_the_other_copy_has(tmp_path: Path) -> None:
    """A warning names it; who has another place, by the draw or on the sheets, is asked about."""
    folder = started(tmp_path / "event", amps_event(players=10))
    (out,) = {f"P{number:02}" for number in range(1, 11)} - set(seats_of(folder))
    ann, bob = copies(folder, f"1,cap.1,seat.pilot,{out}\n", "1,cap.1,air-combat.rolls.4,2\n")
    done = merge_copies(ann, bob, folder / "round1.xlsx")
    (told,) = [one for one in done.findings if one.code == "merge-differs"]
    assert told.severity.value == "warning"
    assert told.message.startswith(f"table 1, cap.1: round1-ann.xlsx has Pilot {int(out[1:])} ({out}) there by now")
    assert told.message.endswith(f"counts for Pilot {int(out[1:])} ({out}) (air-combat.rolls.4)")
    lines = lines_of(folder)
    assert f"1,cap.1,seat.pilot,{out}" in lines
    assert "1,cap.1,air-combat.rolls.4,2" in lines


def test_a_substitute_with_another_place_is_asked_about(tmp_path: Path) -> None:
    folder = started(tmp_path / "event", amps_event(players=10))
    there = {seat: player for player, seat in seats_of(folder).items()}
    (out,) = {f"P{number:02}" for number in range(1, 11)} - set(there.values())
    values = "1,cap.1,air-combat.rolls.4,2\n"
    for sat in (
        f"1,cap.1,seat.pilot,{there['cap.2']}\n",
        f"1,cap.1,seat.pilot,{out}\n1,cap.2,seat.pilot,{out}\n",
        f"1,cap.1,seat.pilot,{out}\n1,cap.2,seat.pilot,{there['cap.1']}\n",
    ):
        ann, bob = copies(folder, sat, values)
        with pytest.raises(MistakesFound, match=r"would count for .* \(air-combat\.rolls\.4\)"):
            merge_copies(ann, bob, folder / "round1.xlsx")


def test_copies_of_different_rounds_do_not_merge(folder: Path) -> None:
    draw(folder, 2)
    make_sheets(folder, 2)
    with pytest.raises(WrongUsage, match="copy of round 1"):
        merge_copies(folder / "round1.xlsx", folder / "round2.xlsx", folder / "merged.xlsx")


def test_a_corrected_round_is_ingested_again_and_draws_stay_as_they_are(folder: Path) -> None:
    ingest(folder / "round1.xlsx")
    draw(folder, 2)
    drawn = (folder / "round2-draw.xlsx").read_bytes()
    first = {row["id"]: row["score"] for row in standings(folder).rows}
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "strike.3", "strike.bombing.1.odds"): "10:1"})
    done = ingest(folder / "round1.xlsx")
    assert [row["sp"] for row in done.rows if row["seat"] == "strike.3"] == [12]
    assert {row["id"]: row["score"] for row in standings(folder).rows} != first
    assert (folder / "round2-draw.xlsx").read_bytes() == drawn
    assert (folder / "kept" / "round1-results~1.xlsx").exists()


def test_draws_that_would_be_different_after_a_correction_are_named_and_left(folder: Path) -> None:
    ingest(folder / "round1.xlsx")
    draw(folder, 2)
    drawn = (folder / "round2-draw.xlsx").read_bytes()
    out = next(seat for seat in seats_of(folder).values() if seat.startswith("cap"))
    type_in(
        folder / "round1.xlsx",
        {cell_of(folder, 1, out, "seat.flew"): 0}
        | {cell_of(folder, 1, out, field): None for field in ("air-combat.damage.1.aircraft", "air-combat.damage.1.h")}
        | {
            cell_of(folder, 1, out, "air-combat.rolls.4"): None,
            cell_of(folder, 1, out, "air-combat.advantage.dn"): None,
        },
    )
    done = ingest(folder / "round1.xlsx")
    told = [one for one in done.findings if one.code == "draw-different"]
    assert [one.sheet for one in told] == ["round2-draw.xlsx"]
    assert "stays as it is" in told[0].message
    assert (folder / "round2-draw.xlsx").read_bytes() == drawn
    assert [one for one in ingest(folder / "round1.xlsx").findings if one.code == "draw-different"] == []


def test_a_drop_out_and_a_late_entrant_are_drawn_as_the_event_says(tmp_path: Path) -> None:
    event = amps_event(players=10, rounds=("bridge", "bridge"))
    players = [
        player.model_copy(
            update={"last_round": 1} if player.id == "P01" else {"first_round": 2} if player.id == "P10" else {}
        )
        for player in event.players
    ]
    write_event(event.model_copy(update={"players": tuple(players)}), tmp_path)
    assert set(seats_of_draw(tmp_path, 1)) == {f"P{number:02}" for number in range(1, 10)}
    assert set(seats_of_draw(tmp_path, 2)) == {f"P{number:02}" for number in range(2, 11)}


def seats_of_draw(folder: Path, number: int) -> list[str]:
    return [player for _, _, player in draw(folder, number).draw.places()]


def test_the_demo_keeps_out_of_an_event_of_your_own(folder: Path) -> None:
    before = contents(folder)
    with pytest.raises(WrongUsage, match="an event of its own"):
        demo(folder, progress=lambda _: None)
    assert contents(folder) == before


def test_a_corrected_name_does_not_stop_the_sheets_that_show_the_old_one(folder: Path) -> None:
    event = open_event(folder).event
    players = tuple(player.model_copy(update={"name": f"{player.name} the Ace"}) for player in event.players)
    write_event(event.model_copy(update={"players": players}), folder)
    done = ingest(folder / "round1.xlsx")
    assert done.status == "warnings"
    assert all(str(row["name"]).endswith("the Ace") for row in done.rows)


def test_a_pilot_typed_into_the_draw_by_name_alone_is_seated_and_the_postings_are_warned_of(folder: Path) -> None:
    type_in(folder / "round1-draw.xlsx", {("Draw", "D5"): f"Pilot {int(next(iter(seats_of(folder)))[1:])}"})
    made = make_sheets(folder, 1)
    assert [(one.code, one.cell) for one in made.findings] == [("draw-spelling", "D5")]


def test_a_marked_copy_that_was_not_needed_is_put_aside(folder: Path) -> None:
    wrong = cell_of(folder, 1, "strike.2", "strike.hits.1.d")
    type_in(folder / "round1.xlsx", {wrong: "many"})
    assert ingest(folder / "round1.xlsx").marked_path is not None
    type_in(folder / "round1.xlsx", {wrong: 1})
    assert ingest(folder / "round1.xlsx").status != "errors"
    assert not (folder / "round1-marked.xlsx").exists()
    assert (folder / "kept" / "round1-marked~1.xlsx").exists()


def test_check_takes_a_copy_under_another_name(folder: Path) -> None:
    shutil.copy(folder / "round1.xlsx", folder / "round1-ann.xlsx")
    checked = check(folder / "round1-ann.xlsx")
    assert isinstance(checked, Ingested)
    assert len(checked.rows) == 9


def test_a_kept_copy_is_read_with_its_event(folder: Path) -> None:
    assert list(folder.glob("*~*")) == []
    checked = check(folder / "kept" / "round1~1.xlsx")  # the blank sheets, before they were filled in
    assert isinstance(checked, Ingested)
    assert checked.status == "errors"
    assert "Bridge" not in entries(folder / "kept" / "round1~1.xlsx")
    assert "Bridge" in entries(folder / "round1.xlsx")


def test_an_event_toml_beside_event_xlsx_does_not_count_and_is_named(folder: Path) -> None:
    shutil.copy(folder / "event.xlsx", folder / "kept.xlsx")
    (folder / "event.toml").write_text(export(folder, "toml"), encoding="utf-8")
    assert "two-events" in {one.code for one in check(folder).findings}


def test_a_page_higher_than_the_paper_is_found_by_check(tmp_path: Path) -> None:
    blue, red = SWEEP.sides
    sides = [side.model_copy(update={"id": f"{side.id}{at}", "seats": 20}) for side in (blue, red) for at in (1, 2)]
    scenario = SWEEP.model_copy(update={"sides": tuple(sides)})
    write_event(amps_event(players=80, rounds=("sweep",), scenarios=(scenario,)), tmp_path)
    (found,) = [one for one in check(tmp_path).findings if one.is_error]
    assert (found.code, "higher than the paper" in found.message) == ("template", True)


def test_a_side_with_three_tasks_has_sheets_to_be_printed(tmp_path: Path) -> None:
    strike = STRIKE.model_copy(update={"tasks": ("air-combat", "strike", "defense-suppression")})
    event = amps_event()
    scenario = event.scenarios[0].model_copy(update={"sides": (strike, *event.scenarios[0].sides[1:])})
    write_event(event.model_copy(update={"scenarios": (scenario, *event.scenarios[1:])}), tmp_path)
    assert not [one for one in check(tmp_path).findings if one.is_error]
