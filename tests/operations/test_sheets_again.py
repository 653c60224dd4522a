"""Sheets made again: a page moves as a whole with those whom the draw has moved, and nothing else changes its place."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import pytest
from amps_event import BRIDGE, amps_event
from aso_commands import edit_draw
from aso_event import aso_event
from dice_system import install
from event_folder import cell_of, filled_folder
from registered import EXAMPLES
from shared_demos import Demos
from typing_in import type_in

from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.findings import Severity
from sheetscore.forms.form import FieldKey
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import entries, fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import drawn_round
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.pairing.draw import display_name
from sheetscore.problems import MistakesFound
from sheetscore.workbooks.cell_refs import address
from sheetscore.workbooks.reader import read_workbook

LINES = """table,seat,field,value
1,strike.1,claimed.sp,0
2,strike.1,claimed.sp,7
1,cap.1,air-combat.damage.1.aircraft,strike.1
1,cap.1,air-combat.damage.1.c,1
1,,team_points.strike.home,1
"""
"""Table 1 gets 4 team points, and strike.1 of it one critical hit."""

LOG = """table,seat,field,value
1,,log.1.turn,3
1,,log.1.event,all home
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two tables of nine with a few values on them."""
    return filled_folder(tmp_path / "event", amps_event(players=19, tables=2), LINES)


def seated(folder: Path) -> dict[tuple[int, str], str]:
    """Say who is drawn for which seat."""
    drawn = drawn_round(open_event(folder), 1).draw
    return {(table.number, seat): who for table in drawn.tables for seat, who in table.seated.items()}


def type_lines(folder: Path, *lines: str, workbook: str = "round1.xlsx", force: bool = False) -> None:
    source = folder.parent / "typed.csv"
    source.write_text("\n".join(("table,seat,field,value", *lines)) + "\n", encoding="utf-8")
    fill(folder / workbook, source, force=force)


def stands(folder: Path, workbook: str = "round1.xlsx") -> dict[FieldKey, str]:
    """Say what stands in every box that is filled."""
    lines = (line.split(",") for line in entries(folder / workbook).splitlines()[1:])
    return {FieldKey(int(line[0]), line[1], line[2]): line[3] for line in lines if line[3]}


def redraw(folder: Path, seats: Mapping[tuple[int, str], str]) -> None:
    """Put others on seats of the draw, as a director does."""
    cells = read_workbook(folder / "round1-draw.xlsx", only="Draw").sheets["Draw"].cells
    rows = {row for row, column in cells if column == 0}
    places = {(cells[row, 0].value, cells[row, 1].value): row for row in rows if (row, 1) in cells}
    names = open_event(folder).event.names
    typed = {
        ("Draw", f"D{places[place] + 1}"): display_name(who, names) if who else None for place, who in seats.items()
    }
    type_in(folder / "round1-draw.xlsx", typed)


def refused(folder: Path) -> list[str]:
    """Say what of the old sheets has no place on new ones; nothing may have been written."""
    before = (folder / "round1.xlsx").read_bytes()
    with pytest.raises(MistakesFound) as told:
        make_sheets(folder, 1)
    assert (folder / "round1.xlsx").read_bytes() == before
    return [one.message for one in told.value.findings][1:]


# the draw is as it was


def test_two_who_were_typed_where_they_really_sat_stay_there(folder: Path) -> None:
    drawn = seated(folder)
    one, two = drawn[1, "strike.1"], drawn[2, "strike.1"]
    others = {place: 0 for place in drawn if place[1] != "strike.1"} | {(1, "cap.1"): 8}
    type_lines(folder, *(f"{table},{seat},claimed.sp,{points}" for (table, seat), points in others.items()))
    type_lines(folder, f"1,strike.1,seat.pilot,{two}", f"2,strike.1,seat.pilot,{one}", force=True)
    before, rows = stands(folder), scores(folder)
    make_sheets(folder, 1)
    assert stands(folder) == before
    assert (before[FieldKey(1, "strike.1", "seat.pilot")], before[FieldKey(2, "strike.1", "seat.pilot")]) == (two, one)
    assert scores(folder) == rows
    assert (rows[one], rows[two]) == ((2, 7), (1, 4))  # 7 points at table 2; none, and 4 for the team, at table 1


def scores(folder: Path) -> dict[object, tuple[object, object]]:
    done = ingest(folder / "round1.xlsx")
    return {row["player"]: (row["table"], row["rs"]) for row in done.rows}


def test_who_was_cleared_stays_cleared(folder: Path) -> None:
    type_lines(folder, "1,strike.1,seat.pilot,-", "2,cap.2,seat.pilot,-")
    before = stands(folder)
    assert FieldKey(2, "cap.2", "seat.pilot") not in before
    make_sheets(folder, 1)
    assert stands(folder) == before


def test_more_paper_at_another_table_moves_nobody(folder: Path) -> None:
    drawn = seated(folder)
    one, two = drawn[1, "strike.1"], drawn[2, "strike.1"]
    swapped = f"1,strike.1,seat.pilot,{two}", f"2,strike.1,seat.pilot,{one}"
    type_lines(folder, *swapped, "2,cap.3,seat.pilot,-", force=True)
    before = stands(folder)
    make_sheets(folder, 1, more=[(2, "cap.1")])
    assert stands(folder) == before


@pytest.mark.parametrize("example", sorted(EXAMPLES))
def test_sheets_again_of_an_unchanged_draw_change_no_entry(
    example: str, demos: Demos, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    folder = demos.played(example).copied(tmp_path / "event")
    opened, chance = open_event(folder), random.Random(example)
    stage = max(stage for stage in opened.event.stages if opened.folder.sheets(stage).exists())
    forms, workbook = drawn_round(opened, stage).forms, opened.folder.sheets(stage).name
    players = [key for key in forms.fields if key in forms.filled and forms.fields[key][2].type == "player"]
    swapped = chance.sample(players, min(6, len(players) // 2 * 2))
    known = {key: choices.recorded for key in players if (choices := forms.fields[key][2].choices)}
    typed = {key: str(forms.filled[other]) for key, other in zip(swapped, reversed(swapped), strict=True)}
    typed |= {key: chance.choice(known[key]) for key in chance.sample(players, min(2, len(players)))}
    typed = {key: who for key, who in typed.items() if who in known[key]}  # Red and Blue teams have lists of their own
    cleared = chance.sample(list(forms.filled), min(3, len(forms.filled)))
    lines = {**typed, **dict.fromkeys(cleared, "-")}
    public = {forms.public[key]: value for key, value in lines.items()}
    new_lines = (f'{key.table},{key.seat},{key.field},"{value}"' for key, value in public.items())
    type_lines(folder, *new_lines, workbook=workbook, force=True)  # others get pages with many values
    before = entries(folder / workbook)
    table = next(iter(forms.tables))
    asked = [(table.number, page.seat or "table") for page in table.pages if page.form.kind.may_go_on and page.seat][:1]
    for more in ((), asked):
        make_sheets(folder, None if stage == WHOLE_EVENT else stage, more=more)
        after = set(entries(folder / workbook).splitlines())
        assert after >= set(before.splitlines())
        assert all(line.split(",")[3] == "" for line in after - set(before.splitlines()))  # lines on further paper


# the draw has changed


def test_lines_that_name_a_seat_follow_its_page_within_the_table(folder: Path) -> None:
    drawn = seated(folder)
    redraw(folder, {(1, "strike.1"): drawn[1, "strike.2"], (1, "strike.2"): drawn[1, "strike.1"]})
    make_sheets(folder, 1)
    now = stands(folder)
    assert now[FieldKey(1, "cap.1", "air-combat.damage.1.aircraft")] == "strike.2"
    assert now[FieldKey(1, "strike.2", "claimed.sp")] == "0"
    assert FieldKey(1, "strike.1", "claimed.sp") not in now


def test_what_names_a_seat_and_follows_its_player_is_named_with_both_texts(folder: Path) -> None:
    """Paper keeps the former texts, of boxes on pages that stay and on pages that move."""
    type_lines(folder, "1,,log.1.pilot,cap.2", "1,strike.3,ruling.after,strike.1")
    type_lines(folder, "1,cap.3,air-combat.damage.1.aircraft,strike.2", "1,cap.3,air-combat.damage.2.aircraft,strike.4")
    drawn = seated(folder)
    exchanged = (("strike.1", "strike.2"), ("cap.1", "cap.2"))
    redraw(folder, {(1, one): drawn[1, two] for pair in exchanged for one, two in (pair, pair[::-1])})
    (said,) = [one for one in make_sheets(folder, 1).findings if one.code == "seat-followed"]
    assert said.message == (
        "what named a seat names the one that its player has now, otherwise than on paper: "
        "table 1, table sheet, log.1.pilot (“cap.1”, it was “cap.2”); "
        "table 1, strike.3, ruling.after (“Strike flight 2”, it was “Strike flight 1”); "
        "table 1, cap.2, air-combat.damage.1.aircraft (“Strike flight 2”, it was “Strike flight 1”); and 1 more"
    )
    assert [(key[1], key[2]) for key in said.fields][3:] == [("cap.3", "air-combat.damage.1.aircraft")]
    assert said.severity is Severity.NOTE
    assert "seat-followed" not in {one.code for one in make_sheets(folder, 1).findings}, "nothing moves any more"


def test_a_marked_copy_of_old_seats_says_what_of_it_follows_a_seat(folder: Path) -> None:
    """It is ingested after the sheets were made again, which have said it of the copy's former contents."""
    marked, stick = folder / "round1-marked.xlsx", folder / "stick"
    ingest(folder / "round1.xlsx")
    marked.rename(stick)
    drawn = seated(folder)
    redraw(folder, {(1, "strike.1"): drawn[1, "strike.2"], (1, "strike.2"): drawn[1, "strike.1"]})
    make_sheets(folder, 1)
    stick.rename(marked)
    box = cell_of(folder, 1, "cap.2", "air-combat.damage.1.aircraft")
    type_in(marked, {box: "Strike flight 2"})
    done = ingest(marked)
    assert [one.message.partition(": ")[2] for one in done.findings if one.code == "seat-followed"] == [
        "table 1, cap.2, air-combat.damage.1.aircraft (“Strike flight 1”, it was “Strike flight 2”)"
    ]


def test_who_came_after_whom_follows_both_pages_within_the_table(folder: Path) -> None:
    """The page that said so moves, and so does the one that it names."""
    type_lines(folder, "1,strike.3,ruling.after,strike.1")
    drawn = seated(folder)
    redraw(folder, {(1, "strike.1"): drawn[1, "strike.2"], (1, "strike.2"): drawn[1, "strike.1"]})
    make_sheets(folder, 1)
    assert stands(folder)[FieldKey(1, "strike.3", "ruling.after")] == "strike.2"
    drawn = seated(folder)
    redraw(folder, {(1, "strike.3"): drawn[1, "strike.4"], (1, "strike.4"): drawn[1, "strike.3"]})
    make_sheets(folder, 1)
    now = stands(folder)
    assert now[FieldKey(1, "strike.4", "ruling.after")] == "strike.2"
    assert FieldKey(1, "strike.3", "ruling.after") not in now


def test_lines_that_name_a_seat_whose_page_leaves_the_table_are_named(folder: Path) -> None:
    drawn = seated(folder)
    redraw(folder, {(1, "strike.1"): drawn[2, "strike.1"], (2, "strike.1"): drawn[1, "strike.1"]})
    lost = refused(folder)
    assert ["typed at the table stays" in line for line in lost] == [False, True], "the award would be another pilot's"
    assert (
        "air-combat.damage.1.aircraft = strike.1 has no place on the new sheets: who had seat strike.1 is at another "
        "table now. Clear it, or undo the change in the draw"
    ) in lost[0]
    type_lines(folder, "1,cap.1,air-combat.damage.1.aircraft,-", "1,cap.1,air-combat.damage.1.c,-")
    make_sheets(folder, 1, force=True)
    now = stands(folder)
    assert now[FieldKey(2, "strike.1", "claimed.sp")] == "0"
    assert now[FieldKey(1, "strike.1", "claimed.sp")] == "7"
    assert now[FieldKey(1, "", "team_points.strike.home")] == "1"


def test_who_is_drawn_for_the_other_side_is_told_why_the_page_does_not_go_along(folder: Path) -> None:
    drawn = seated(folder)
    redraw(folder, {(2, "strike.1"): drawn[2, "cap.1"], (2, "cap.1"): drawn[2, "strike.1"]})
    said = next(line for line in refused(folder) if "claimed.sp = 7" in line)
    assert "table 2, strike.1" in said
    assert said.endswith(
        "who is on this page is drawn at table 2, cap.1 now, and pages of that side ask for other things. Clear it "
        "here and type it there on the new sheets, or undo the change in the draw"
    )


def test_a_line_that_names_a_seat_which_nobody_has_any_more_is_named(folder: Path) -> None:
    was = seated(folder)[1, "strike.1"]
    redraw(folder, {(1, "strike.1"): ""})
    made = make_sheets(folder, 1, force=True)
    (named,) = [one for one in made.findings if one.code == "names-seat"]
    who = display_name(was, open_event(folder).event.names)
    assert named.message.startswith(
        "table 1, cap.1, air-combat.damage.1.aircraft: “strike.1” stays as it was typed, and seat strike.1 is nobody "
        f"now and was {who}."
    )
    (lost,) = [one for one in made.findings if one.code == "not-placed"]
    assert lost.message.endswith("claimed.sp = 0 is not on the new sheets; kept/round1~2.xlsx has it")


def test_a_value_of_the_marked_copy_alone_that_finds_no_place_is_in_that_copy_afterwards(folder: Path) -> None:
    box = cell_of(folder, 1, "strike.1", "claimed.sp")
    ingest(folder / "round1.xlsx")
    type_in(folder / "round1-marked.xlsx", {box: 9})
    redraw(folder, {(1, "strike.1"): ""})
    lost = [one.message for one in make_sheets(folder, 1, force=True).findings if one.code == "not-placed"]
    assert [one.partition("claimed.sp")[2] for one in lost] == [
        " = 9 is not on the new sheets; kept/round1-marked~1.xlsx has it"
    ]


def test_of_somebody_who_is_drawn_no_more_it_is_said_that_there_is_no_seat(folder: Path) -> None:
    redraw(folder, {(2, "strike.1"): ""})
    said = next(line for line in refused(folder) if "claimed.sp = 7" in line)
    assert "whose page it is has no seat there now. Clear it, or give a seat in the draw" in said


def test_tables_that_change_places_take_all_that_was_typed_there_along(folder: Path) -> None:
    type_lines(folder, "1,,log.1.event,first", "2,,log.1.event,second")
    drawn = seated(folder)
    redraw(folder, {(3 - table, seat): who for (table, seat), who in drawn.items()})
    made = make_sheets(folder, 1)
    assert "names-seat" not in {one.code for one in made.findings}, "strike.1 is who it was, at the other table"
    now = stands(folder)
    assert now[FieldKey(2, "", "log.1.event")] == "first"
    assert now[FieldKey(1, "", "log.1.event")] == "second"
    assert now[FieldKey(2, "cap.1", "air-combat.damage.1.aircraft")] == "strike.1"
    assert now[FieldKey(2, "strike.1", "claimed.sp")] == "0"
    assert now[FieldKey(2, "", "team_points.strike.home")] == "1"


def test_a_text_that_names_a_seat_of_the_table_that_its_page_has_left_is_named(folder: Path) -> None:
    type_lines(folder, "1,strike.4,ruling.reason,as strike.2 says")
    drawn = seated(folder)
    redraw(folder, {(1, "strike.4"): drawn[2, "strike.4"], (2, "strike.4"): drawn[1, "strike.4"]})
    (named,) = [one.message for one in make_sheets(folder, 1, force=True).findings if one.code == "names-seat"]
    names = open_event(folder).event.names
    who = [display_name(drawn[table, "strike.2"], names) for table in (2, 1)]
    assert named.startswith("table 2, strike.4, ruling.reason: “as strike.2 says” stays as it was typed")
    assert f"seat strike.2 is {who[0]} now and was {who[1]}." in named


def test_a_line_of_the_log_that_names_a_seat_as_its_page_does_is_named_with_it(folder: Path) -> None:
    """Its pilot has another table first, then no seat at all."""
    type_lines(folder, "1,,log.1.event,left early", "1,,log.1.pilot,Strike flight 2")
    drawn = seated(folder)
    was, other = drawn[1, "strike.2"], drawn[2, "strike.2"]
    redraw(folder, {(1, "strike.2"): other, (2, "strike.2"): was})
    assert any("log.1.pilot = Strike flight 2 has no place" in line for line in refused(folder))
    redraw(folder, {(1, "strike.2"): "", (2, "strike.2"): other})
    (named,) = [one.message for one in make_sheets(folder, 1).findings if one.code == "names-seat"]
    who = display_name(was, open_event(folder).event.names)
    assert "log.1.pilot: “Strike flight 2” stays as it was typed, and seat strike.2 is nobody now" in named
    assert f"and was {who}." in named


def test_two_pages_for_one_seat_are_refused_and_both_are_named(folder: Path) -> None:
    drawn = seated(folder)
    one, two = drawn[1, "strike.1"], drawn[2, "strike.1"]
    substitute = f"1,strike.2,seat.pilot,{two}", "1,strike.2,claimed.sp,3"
    type_lines(folder, *substitute, "1,cap.1,air-combat.damage.1.aircraft,-", force=True)
    # the substitute at strike.2 and the one drawn at table 2 are the same person, who has strike.1 of table 1 now
    redraw(folder, {(1, "strike.1"): two, (1, "strike.2"): one, (2, "strike.1"): drawn[1, "strike.2"]})
    said = next(line for line in refused(folder) if "all of these would be" in line)
    assert "table 1, strike.2" in said
    assert "table 2, strike.1" in said
    assert "would be table 1, strike.1" in said


def test_a_page_without_a_pilot_is_not_given_to_whoever_is_drawn_there_later(folder: Path) -> None:
    other = seated(folder)[1, "cap.3"]
    redraw(folder, {(2, "cap.3"): ""})
    make_sheets(folder, 1)
    type_lines(folder, "2,cap.3,air-combat.rolls.2,1")
    redraw(folder, {(1, "cap.3"): "", (2, "cap.3"): other})
    assert ["air-combat.rolls.2 = 1 has no place" in line for line in refused(folder)] == [True]


def test_a_judge_from_outside_is_no_player_who_is_called_otherwise_now(tmp_path: Path) -> None:
    club = tmp_path / "club"
    write_event(aso_event(4, 2), club)
    draw(club, 1)
    make_sheets(club, 1)
    type_lines(club, "1,,judge.2.name,Some Outsider")
    assert not [one for one in make_sheets(club, 1).findings if one.code == "off-list"]


def test_lines_of_a_page_that_went_on_are_asked_for_where_the_page_goes(folder: Path) -> None:
    """Six lines of damage and six more on cap.1, whose pilot has the seat cap.2 now."""
    drawn = seated(folder)
    make_sheets(folder, 1, more=[(1, "cap.1")])
    type_lines(folder, "1,cap.1,air-combat.damage.7.aircraft,strike.2", "1,cap.1,air-combat.damage.7.l,1")
    redraw(folder, {(1, "cap.1"): drawn[1, "cap.2"], (1, "cap.2"): drawn[1, "cap.1"]})
    advice = "cap.2 has no such line there. Give that page more lines, too (sheetscore sheets 1 --more 1 cap.2)"
    told = refused(folder)
    assert [advice in one for one in told] == [True, True]
    make_sheets(folder, 1, more=[(1, "cap.2")])
    assert stands(folder)[FieldKey(1, "cap.2", "air-combat.damage.7.l")] == "1", "as advised, all is there"


def test_pages_of_a_side_that_is_no_more_are_nobody_elses(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "event", lines="table,seat,field,value\n1,strike.1,claimed.sp,7\n")
    strike, *others = BRIDGE.sides
    attack = BRIDGE.model_copy(update={"sides": (strike.model_copy(update={"id": "attack"}), *others)})
    for written in folder.glob("event.*"):
        written.unlink()
    write_event(amps_event(rounds=("bridge", "bridge"), scenarios=(attack,)), folder)
    draw(folder, 1, again=True)
    with pytest.raises(MistakesFound) as told:
        make_sheets(folder, 1)
    (lost,) = [one.message for one in told.value.findings if one.code == "not-placed" and one.cell]
    assert lost.startswith("table 1, strike.1: what stands in B65 (")
    assert ": “7”) belongs to boxes that the new sheets do not have. Put back what the event had" in lost
    type_in(folder / "round1.xlsx", {("Table 1", "B65"): None})
    assert not [one for one in make_sheets(folder, 1).news if one.is_error]  # who was only drawn there was not typed


def test_blank_sheets_are_made_again_where_the_scenario_had_more_seats(tmp_path: Path) -> None:
    """The table's page lists nine seats, one a line with its number, and six for the other scenario."""
    folder, both = tmp_path / "event", ("bridge", "sweep")
    for scenario in both:
        write_event(amps_event(rounds=(scenario,)), folder)
        draw(folder, 1, again=scenario == "sweep")
        assert not [one for one in make_sheets(folder, 1).findings if one.is_error]


def test_a_number_typed_over_that_of_a_line_is_none(tmp_path: Path) -> None:
    folder = tmp_path / "event"
    write_event(amps_event(), folder)
    draw(folder, 1)
    make_sheets(folder, 1)
    cells = read_workbook(folder / "round1.xlsx").sheets["Table 1"].cells
    place = next(address(*at) for at, cell in sorted(cells.items()) if cell.value == 9 and at[1] == 0)
    type_in(folder / "round1.xlsx", {("Table 1", place): 12})
    write_event(amps_event(rounds=("sweep",)), folder)
    draw(folder, 1, again=True)
    with pytest.raises(MistakesFound, match=f"{place} .“12”"):
        make_sheets(folder, 1)


def test_a_log_that_most_of_its_table_have_left_is_named(tmp_path: Path) -> None:
    """Eight of the nine at table 1 exchange their seats with those of table 2; the log of the table stays."""
    folder = filled_folder(tmp_path / "hill", amps_event(players=18, tables=2), LOG)
    one, other = ({seat: seated(folder)[at, seat] for at_, seat in seated(folder) if at_ == at} for at in (1, 2))
    moved = [seat for seat in one if seat != "cap.2"]
    edit_draw(folder, 1, {**{(1, seat): other[seat] for seat in moved}, **{(2, seat): one[seat] for seat in moved}})
    (said,) = [found for found in make_sheets(folder, 1).findings if found.code == "players-moved"]
    assert said.message.startswith("table 1: mostly others sit there now, and what was typed in its log stays where it")
    assert not said.is_error
