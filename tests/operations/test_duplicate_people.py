"""Teams of duplicate play that leave or come while the event goes on: draw, sheets, results and standings follow.

Five tables, five rounds. By hand: in round n Red i sits at table i + n - 1 and meets the Blue of table + n - 1,
all counted from 1 and round the five. So Red 2 is at table 4 in round 3 (against Blue 1), at table 5 in round 4
(against Blue 3), at table 1 in round 5 (against Blue 5).
"""

from __future__ import annotations

import csv
import io
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from duplicate_event import duplicate_event, side_of_teams
from duplicate_folder import Pairs, change, codes, enter, event_of, pairs_of, sitting_out
from looking import open_whole
from shared_demos import Demos
from typing_in import type_in

from sheetscore.event.load import load_event
from sheetscore.forms.form import FieldKey
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import entries, fill
from sheetscore.operations.ingest import ingest, open_round
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import drawn_round
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.problems import MistakesFound
from sheetscore.sheets.round_workbook import field_places
from sheetscore.systems.duplicate.model import DuplicateEvent, DuplicateTeam, Member


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five tables with travellers on which the first two rounds are filled in."""
    return begun(tmp_path_factory.mktemp("people") / "event")


def begun(folder: Path) -> Path:
    write_event(duplicate_event(5, 5, 5), folder)
    draw(folder)
    make_sheets(folder)
    play(folder, 1, 2)
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A copy to work in."""
    return Path(shutil.copytree(original, tmp_path / "event"))


def play(folder: Path, *rounds: int, without: tuple[tuple[int, int], ...] = ()) -> Path:
    """Type points on the lines of these rounds, but for some given by round and table."""
    lines = [
        f"{table},r{number},{side}.sp,{(7 * table + 3 * number + len(side)) % 10}"
        for number in rounds
        for table in range(1, 6)
        for side in ("red", "blue")
        if (number, table) not in without
    ]
    source = folder.parent / "points.csv"
    source.write_text("\n".join(["table,seat,field,value", *lines, ""]), encoding="utf-8")
    fill(folder / "travellers.xlsx", source)
    return folder / "travellers.xlsx"


def drawn_again(folder: Path) -> Pairs:
    """Draw anew and give who meets whom."""
    return pairs_of(draw(folder, again=True).draw.tables)


def typed_values(folder: Path) -> dict[tuple[str, str, str], str]:
    rows = csv.DictReader(io.StringIO(entries(folder / "travellers.xlsx")))
    return {(row["table"], row["seat"], row["field"]): row["value"] for row in rows if row["value"]}


# a team leaves


def test_dup_5_a_team_that_left_is_told_by_check_until_it_is_drawn_again(folder: Path) -> None:
    change(folder, "R2", last_round=2)
    (found,) = (one for one in check(folder).findings if one.is_error)
    assert found.code == "draw-player"
    assert "Red 2 (R2) is drawn in rounds 3, 4 and 5 and is not there then" in found.message
    assert "sheetscore draw --again" in found.message
    draw(folder, again=True)
    assert [one for one in check(folder).findings if one.is_error] == []
    assert "sheets-older" in codes(check(folder))
    make_sheets(folder)
    assert check(folder).findings == ()


def test_dup_5_only_lines_to_come_change_and_what_is_filled_in_stays(folder: Path) -> None:
    before, typed = drawn_again(folder), typed_values(folder)
    change(folder, "R2", last_round=2)
    after = drawn_again(folder)
    changed = {line: before[line] for line in before if before[line] != after[line]}
    assert changed == {(3, 4): ("R2", "B1"), (4, 5): ("R2", "B3"), (5, 1): ("R2", "B5")}
    assert {after[line] for line in changed} == {(None, None)}
    assert codes(make_sheets(folder)) == []
    points = {key: value for key, value in typed.items() if key[2].endswith(".sp")}
    assert {key: value for key, value in typed_values(folder).items() if key[2].endswith(".sp")} == points
    assert len(points) == 2 * 2 * 5


@pytest.mark.parametrize("remade", [True, False], ids=["sheets made again", "as they were printed"])
def test_dup_5_whoever_would_have_met_it_sits_out_and_nothing_is_missing(folder: Path, remade: bool) -> None:
    change(folder, "R2", last_round=2)
    if remade:
        draw(folder, again=True)
        make_sheets(folder)
    done = ingest(play(folder, 3, 4, without=((3, 4), (4, 5))))
    assert codes(done) == []
    # tables 4 and 5 were played three times, the others four: half of 2 match points, times 3/2
    assert sitting_out(done) == {
        ("B1", 3): (4, Fraction(3, 2), Fraction(3, 2)),
        ("B3", 4): (5, Fraction(3, 2), Fraction(3, 2)),
    }
    assert {game.round for game in standings(folder).open} == {5}
    done = ingest(play(folder, 3, 4, 5, without=((3, 4), (4, 5), (5, 1))))
    assert codes(done) == []
    assert standings(folder).open == ()
    assert not standings(folder).provisional


def test_a_line_that_is_blank_now_is_named_whatever_comes_in_of_the_next_round(folder: Path) -> None:
    assert ingest(folder / "travellers.xlsx").results_path
    sheets, source = play(folder, 3), folder.parent / "cleared.csv"
    source.write_text("table,seat,field,value\n1,r1,red.sp,-\n1,r1,blue.sp,-\n", encoding="utf-8")
    fill(sheets, source)
    done = ingest(sheets)
    (found,) = [one for one in done.findings if one.code == "values-gone"]
    assert (found.is_error, done.results_path) == (True, None)
    assert "table 1, r1, red.sp (“3”); table 1, r1, blue.sp (“4”)" in found.message


def test_dup_5_names_on_a_line_that_was_not_played_yet_are_not_gone(folder: Path) -> None:
    sheets = folder / "travellers.xlsx"
    assert ingest(sheets).results_path
    change(folder, "R2", last_round=2)
    drawn_again(folder)
    make_sheets(folder)
    assert "values-gone" not in codes(check(sheets))
    assert codes(ingest(sheets)) == []


def test_dup_5_whom_a_team_that_is_back_costs_its_points_for_sitting_out_is_named(folder: Path) -> None:
    change(folder, "R2", last_round=2)
    assert ingest(play(folder, 3, without=((3, 4),))).correction is None
    change(folder, "R2", last_round=None)
    done = ingest(folder / "travellers.xlsx")
    assert done.correction
    (named,) = [one for one in done.correction.changes if one.id == "B1"]
    before, after = (Fraction(str(score)) for score in named.score)
    assert before - after == 1  # table 4 was played twice, others three times: half of 1 match point, times 2


def test_dup_5_sitting_out_for_it_can_give_nothing(folder: Path) -> None:
    event = event_of(folder)
    settings = event.settings.model_copy(update={"sit_out": "zero"})
    write_event(event.model_copy(update={"settings": settings}), folder)
    change(folder, "R2", last_round=2)
    done = ingest(play(folder, 3, without=((3, 4),)))
    assert {score for _, _, score in sitting_out(done).values()} == {0}


def test_dup_5_a_line_that_nobody_played_says_what_to_do_and_a_last_round_settles_it(folder: Path) -> None:
    done = ingest(play(folder, 3, without=((3, 4),)))
    (found,) = done.findings
    assert found.code == "line-skipped"
    assert "If a team was not there, give it a “First round” or “Last round”" in found.message
    assert "clear the pair in draw.xlsx" in found.message
    assert [(game.round, game.table) for game in standings(folder).open] == [(3, 4), (4, None), (5, None)]
    change(folder, "R2", last_round=2)
    assert codes(ingest(folder / "travellers.xlsx")) == []
    assert [(game.round, game.table) for game in standings(folder).open] == [(4, None), (5, None)]


def test_dup_5_a_last_round_before_a_round_that_it_played_changes_no_line_and_is_told(folder: Path) -> None:
    before = drawn_again(folder)
    change(folder, "R2", last_round=1)
    after = drawn_again(folder)
    assert {line for line in before if before[line] != after[line]} == {(3, 4), (4, 5), (5, 1)}
    done = ingest(folder / "travellers.xlsx")
    older, found = [one for one in done.findings if one.is_error]
    assert (older.code, found.code, done.status) == ("sheets-older", "not-playing", "errors")
    assert "table 3, round 2, Red: Red 2 (R2) is not there in round 2 and has points" in found.message
    said = [one.message for one in check(folder).findings if one.code == "draw-player"]
    assert said == [
        "Red 2 (R2) has results in round 2 and is not there then by the event. Correct its rounds (“Last round” of the "
        "team, and those of its players, at least 2). Or clear on the travellers what it did not play; if that is "
        "scored, ingest them (sheetscore ingest travellers.xlsx --force); then draw again (sheetscore draw --again, "
        "then sheets). To draw again alone changes nothing of it: what is played stays."
    ]
    draw(folder, again=True)
    assert [one.message for one in check(folder).findings if one.code == "draw-player"] == said
    change(folder, "R2", last_round=2)
    assert [one for one in check(folder).findings if one.is_error] == []
    assert ingest(folder / "travellers.xlsx").results_path
    change(folder, "R2", last_round=1)
    with pytest.raises(MistakesFound, match=r"Red 2 \(R2\) has results in round 2 and is not there then by the event"):
        standings(folder)
    scored = (folder / "travellers-results.xlsx").read_bytes()
    assert ingest(folder / "travellers.xlsx").results_path is None
    assert (folder / "travellers-results.xlsx").read_bytes() == scored
    change(folder, "R2", last_round=2)
    assert standings(folder).rows


def test_dup_5_what_a_team_did_not_play_and_is_scored_goes_as_the_advice_says(folder: Path) -> None:
    drawn_again(folder)
    ingest(folder / "travellers.xlsx")
    change(folder, "R2", last_round=1)
    table, seat = next((line[0], line[1]) for line in lines_of(folder) if line[3] == "R2" and line[1] == "r2")
    source = folder.parent / "clear.csv"
    source.write_text(f"table,seat,field,value\n{table},{seat},red.sp,-\n{table},{seat},blue.sp,-\n", encoding="utf-8")
    fill(folder / "travellers.xlsx", source)
    (played,) = {one.message for one in check(folder).findings if one.message.startswith("Red 2 (R2) has results")}
    assert "if that is scored, ingest them (sheetscore ingest travellers.xlsx --force); then draw again" in played
    assert ingest(folder / "travellers.xlsx", force=True).results_path
    draw(folder, again=True)
    make_sheets(folder)
    assert [one for one in check(folder).findings if one.is_error] == []


def test_dup_5_of_rounds_with_and_without_results_each_gets_its_own_advice(folder: Path) -> None:
    ingest(folder / "travellers.xlsx")
    change(folder, "R2", last_round=1)
    played, to_come = [one.message for one in check(folder).findings if one.is_error]
    assert played.startswith("Red 2 (R2) has results in round 2 and is not there then by the event. Correct ")
    assert to_come.startswith("Red 2 (R2) is drawn in rounds 3, 4 and 5 and is not there then. Draw again (")


def test_dup_5_a_round_that_is_only_typed_is_played_too_and_every_advice_leads_out(folder: Path) -> None:
    change(folder, "R2", last_round=1)
    played, to_come = [one.message for one in check(folder).findings if one.is_error]
    assert played.startswith("Red 2 (R2) has results in round 2 and is not there then by the event. Correct ")
    assert to_come.startswith("Red 2 (R2) is drawn in rounds 3, 4 and 5 and is not there then. Draw again (")
    with pytest.raises(MistakesFound) as told:
        make_sheets(folder)
    assert [one.message for one in told.value.findings] == [played, to_come]
    draw(folder, again=True)
    assert [one.message for one in check(folder).findings if one.code == "draw-player"] == [played]
    table, seat = next((line[0], line[1]) for line in lines_of(folder) if line[3] == "R2" and line[1] == "r2")
    source = folder.parent / "clear.csv"
    source.write_text(f"table,seat,field,value\n{table},{seat},red.sp,-\n{table},{seat},blue.sp,-\n", encoding="utf-8")
    fill(folder / "travellers.xlsx", source)
    (now,) = [one.message for one in check(folder).findings if one.code == "draw-player"]
    assert now.startswith("Red 2 (R2) is drawn in round 2 and is not there then. Draw again (")
    draw(folder, again=True)
    make_sheets(folder)
    assert [one for one in check(folder).findings if one.is_error] == []


def test_a_side_that_was_changed_in_the_event_is_mended_there_and_no_draw_loses_what_is_typed(folder: Path) -> None:
    before = (folder / "event.xlsx").read_bytes()
    event = load_event(folder)
    assert isinstance(event, DuplicateEvent)
    sides = {"R2": "blue", "B2": "red"}
    teams = [one.model_copy(update={"side": sides.get(one.id, one.side)}) for one in event.teams]
    write_event(event.model_copy(update={"teams": tuple(teams)}), folder)
    said = sorted(one.message for one in check(folder).findings if one.code == "team-seat")
    assert said[-1].startswith(
        "Red 2 (R2) is drawn as a Red team and is a Blue team in the event now: give “Side” of R2 in Teams its old "
        "value back. If nothing of it is played, you can draw again instead (sheetscore draw --again, then sheets)."
    )
    assert len(said) == len(sides)
    drawn = (folder / "draw.xlsx").read_bytes()
    with pytest.raises(MistakesFound) as told:
        draw(folder, again=True)
    why, *lost = [one.message for one in told.value.findings]
    assert why.startswith("draw.xlsx was left as it is, because what follows was typed on travellers.xlsx")
    assert all(".sp = " in one for one in lost), "teams that the draw has put there were typed by nobody"
    assert (folder / "draw.xlsx").read_bytes() == drawn
    (folder / "event.xlsx").write_bytes(before)
    draw(folder, again=True)
    make_sheets(folder)
    assert [one for one in check(folder).findings if one.is_error] == []


def test_a_first_round_after_one_that_it_played_is_named(folder: Path) -> None:
    change(folder, "R2", first_round=3)
    (said,) = [one.message for one in check(folder).findings if one.code == "draw-player"]
    assert "Correct its rounds (“First round” of the team, and those of its players, at most 1). Or clear" in said


def test_a_first_round_after_one_that_it_played_is_named_while_factors_are_open(tmp_path: Path) -> None:
    folder = tmp_path / "event"
    write_event(duplicate_event(3, 2, 3), folder)
    draw(folder)
    make_sheets(folder)
    lines = [f"{table},r1,{side}.sp,{table}" for table in (1, 2) for side in ("red", "blue")]
    (source := tmp_path / "points.csv").write_text("\n".join(["table,seat,field,value", *lines]), encoding="utf-8")
    fill(folder / "travellers.xlsx", source)
    ingest(folder / "travellers.xlsx")
    change(folder, "R1", first_round=2)
    said = r"Red 1 \(R1\) has results in round 1 and is not there then by the event\. Correct its “First round”"
    with pytest.raises(MistakesFound, match=said):
        standings(folder)


def lines_of(folder: Path) -> list[list[str]]:
    return list(csv.reader(io.StringIO(entries(folder / "travellers.xlsx"))))


def test_dup_5_a_round_under_way_that_was_changed_by_hand_stays_so(folder: Path) -> None:
    book = open_whole(folder / "draw.xlsx")
    places = {(row[0].value, row[1].value): row[3] for row in book["Draw"].iter_rows(min_row=5) if row[0].value}
    one, other = places[1, "r3.red"], places[2, "r3.red"]
    one.value, other.value = other.value, one.value
    book.save(folder / "draw.xlsx")
    make_sheets(folder)
    play(folder, 3, without=((3, 2), (3, 4)))
    change(folder, "R2", last_round=2)
    report = draw(folder, again=True).draw
    after = pairs_of(report.tables)
    # by the movement Red 4 is at table 1 and Red 5 at table 2 in round 3; only table 1 is filled in
    assert (after[3, 1], after[3, 2], after[3, 4]) == (("R5", "B3"), ("R4", "B4"), (None, None))
    assert "Rounds 1, 2 and 3 have results: what is played of that keeps its teams and tables." in report.report
    assert "Seats that do not follow the movement: round 3." in report.report
    assert [one.code for one in make_sheets(folder).findings if one.code == "not-placed"] == []


def test_a_pair_that_was_cleared_by_hand_stays_cleared(folder: Path) -> None:
    book = open_whole(folder / "draw.xlsx")
    for row in book["Draw"].iter_rows(min_row=5):
        if (row[0].value, row[1].value) in {(5, "r3.red"), (5, "r3.blue")}:
            row[3].value = None
    book.save(folder / "draw.xlsx")
    make_sheets(folder)
    play(folder, 3, without=((3, 4), (3, 5)))
    change(folder, "R2", last_round=2)
    after = drawn_again(folder)
    assert (after[3, 4], after[3, 5]) == ((None, None), (None, None))
    assert codes(ingest(folder / "travellers.xlsx")) == ["sheets-older"]


def test_dup_5_a_late_team_may_come_into_a_round_that_has_begun(folder: Path) -> None:
    change(folder, "R2", last_round=2)
    draw(folder, again=True)
    make_sheets(folder)
    play(folder, 3, without=((3, 3), (3, 4)))
    enter(folder, LATE.model_copy(update={"first_round": 3}))
    after = drawn_again(folder)
    assert (after[3, 3], after[3, 4]) == (("R1", "B5"), ("R6", "B1"))


def test_dup_5_values_in_a_marked_copy_alone_keep_their_lines(folder: Path) -> None:
    opened, stage = open_round(folder / "travellers.xlsx")
    places = field_places(drawn_round(opened, stage).forms)
    type_in(folder / "travellers.xlsx", {places[FieldKey(1, "", "red.1.sp")]: "many"})
    assert ingest(folder / "travellers.xlsx").status == "errors"
    lines = {places[FieldKey(4, "", f"{side}.3.sp")]: 5 for side in ("red", "blue")}
    type_in(folder / "travellers-marked.xlsx", lines)
    change(folder, "R2", last_round=2)
    assert drawn_again(folder)[3, 4] == ("R2", "B1")


# single pilots


def test_dup_5_a_team_is_there_while_one_of_its_players_is(folder: Path) -> None:
    event = event_of(folder)
    players = (
        Member(id="P1", name="Ann", team="R2", last_round=2),
        Member(id="P2", name="Bob", team="B1", absent=(4,)),
        Member(id="P3", name="Cy", team="B2", last_round=1),
        Member(id="P4", name="Di", team="B2"),
    )
    write_event(event.model_copy(update={"players": players}), folder)
    after = drawn_again(folder)
    # Red 2 is gone after round 2; Blue 1 is at table 3 in round 4, against Red 5
    empty = {line for line, pair in after.items() if pair == (None, None)}
    assert empty == {(3, 4), (4, 5), (5, 1), (4, 3)}


# a team comes


LATE = DuplicateTeam(id="R6", number=6, name="Red 6", side="red", first_round=5)


def test_dup_5_a_late_team_takes_the_place_of_one_that_has_left(folder: Path) -> None:
    change(folder, "R2", last_round=2)
    enter(folder, LATE)
    drawn = draw(folder, again=True).draw
    after = pairs_of(drawn.tables)
    assert (after[3, 4], after[4, 5], after[5, 1]) == ((None, None), (None, None), ("R6", "B5"))
    assert "Red 6 comes in round 5 and takes the place of Red 2." in drawn.report
    make_sheets(folder)
    done = ingest(play(folder, 3, 4, 5, without=((3, 4), (4, 5))))
    assert codes(done) == []
    assert set(sitting_out(done)) == {("B1", 3), ("B3", 4)}
    assert [row["rounds"] for row in standings(folder).rows if row["id"] == "R6"] == [1]


def test_dup_5_a_late_team_takes_the_place_of_a_phantom(tmp_path: Path) -> None:
    folder = tmp_path / "event"
    write_event(duplicate_event(5, 4, 5), folder)
    draw(folder)
    make_sheets(folder)
    play(folder, 1, without=((1, 5),))
    enter(folder, DuplicateTeam(id="B5", number=5, name="Blue 5", side="blue", first_round=2))
    after = drawn_again(folder)
    assert [line for line, pair in after.items() if pair == (None, None)] == [(1, 5)]
    assert {line for line, pair in after.items() if pair[1] == "B5"} == {(2, 4), (3, 3), (4, 2), (5, 1)}
    assert codes(make_sheets(folder)) == []
    assert list(sitting_out(ingest(folder / "travellers.xlsx"))) == [("R5", 1)]


def test_dup_5_a_late_team_without_a_free_place_is_refused_and_no_table_is_added(folder: Path) -> None:
    enter(folder, LATE)
    with pytest.raises(MistakesFound) as refused:
        draw(folder, again=True)
    (found,) = refused.value.findings
    assert found.code == "event-rule"
    assert '"Red 6" comes in round 5, and no place of Red is free from then on.' in found.message
    assert "No tables are added to a movement under way" in found.message
    assert found.sheet == "Teams"


# paper, LibreOffice


def one_leaves_and_one_comes(folder: Path) -> None:
    change(begun(folder), "R2", last_round=2)
    enter(folder, LATE)
    draw(folder, again=True)
    make_sheets(folder)
    ingest(play(folder, 3, 4, 5, without=((3, 4), (4, 5))))


def test_dup_5_cards_and_movement_say_who_sits_out_and_who_is_not_there(demos: Demos) -> None:
    cards = open_whole(demos.made(one_leaves_and_one_comes).folder / "draw.xlsx", values=True)["Cards"]
    assert [line[2] for line in card(cards, "Red 2 (R2)")] == ["Scenario 2", "Scenario 3", *["not there"] * 3]
    assert [line[2] for line in card(cards, "Red 6 (R6)")] == [*["not there"] * 4, "Scenario 1"]
    assert card(cards, "Blue 1 (B1)")[2] == [3, None, "sits out", None]


def card(sheet: Any, title: str) -> list[list[Any]]:
    """Give round, table, scenario and opponent on the lines of a card."""
    (top,) = [cell for row in sheet.iter_rows() for cell in row if cell.value == title and cell.column in (1, 7)]
    return [
        [sheet.cell(top.row + 3 + line, top.column + column).value or None for column in range(4)] for line in range(5)
    ]


def test_results_of_a_team_that_is_no_longer_entered_name_the_last_round_that_it_played(folder: Path) -> None:
    ingest(folder / "travellers.xlsx")
    event = event_of(folder)
    teams = (*side_of_teams("red", 1), *[team for team in event.teams if team.id not in ("R1", "R2")])
    write_event(event.model_copy(update={"teams": (*teams, LATE.model_copy(update={"first_round": 1}))}), folder)
    (found,) = (one for one in check(folder).findings if one.code == "has-results")
    assert "Red 2 (R2) has results in rounds 1 and 2" in found.message
    assert "a last round instead: 2 under “Last round”" in found.message


def test_the_scenarios_at_the_tables_are_those_that_were_drawn(folder: Path) -> None:
    """Which scenario stays at which table was changed when two rounds were scored: nothing goes on under others."""
    ingest(folder / "travellers.xlsx", provisional=True)
    before = (folder / "travellers-results.xlsx").read_bytes()
    event = load_event(folder)
    assert isinstance(event, DuplicateEvent)
    swapped = (event.scenarios[1], event.scenarios[0], *event.scenarios[2:])
    write_event(event.model_copy(update={"scenarios": swapped}), folder)
    (told,) = [one for one in check(folder).findings if one.code == "draw-older"]
    assert told.is_error
    assert "the scenario of table 1 was s1 and is s2; the scenario of table 2 was s2 and is s1" in told.message
    done = ingest(folder / "travellers.xlsx", provisional=True)
    assert (done.status, [one.code for one in done.findings if one.is_error]) == ("errors", ["draw-older"])
    with pytest.raises(MistakesFound) as stopped:
        make_sheets(folder)
    assert [one.code for one in stopped.value.findings] == ["draw-older"]
    assert (folder / "travellers-results.xlsx").read_bytes() == before
    write_event(event, folder)
    assert not [one for one in check(folder).findings if one.code == "draw-older"], "put back"


# tables that get other scenarios


def test_results_typed_for_one_scenario_are_not_given_to_another_without_a_word(folder: Path) -> None:
    event = event_of(folder)
    one, two, *others = event.scenarios
    write_event(event.model_copy(update={"scenarios": (two, one, *others)}), folder)
    before = (folder / "draw.xlsx").read_bytes()
    with pytest.raises(MistakesFound) as stopped:
        draw(folder, again=True)
    assert (folder / "draw.xlsx").read_bytes() == before
    _, *tables = stopped.value.findings
    messages = [one.message for one in tables]
    # two rounds of two points each
    assert messages == [
        "table 1: travellers.xlsx has 4 values typed for “Scenario 1”, which a new draw counts for “Scenario 2”",
        "table 2: travellers.xlsx has 4 values typed for “Scenario 2”, which a new draw counts for “Scenario 1”",
    ]
    forced = draw(folder, again=True, force=True)
    assert [one.message for one in forced.findings if one.code == "draw-older"] == messages
    assert make_sheets(folder).path.exists()


def test_a_table_of_which_nothing_is_typed_gets_another_scenario(tmp_path: Path) -> None:
    event = duplicate_event(3, 3, 3)
    folder = tmp_path / "event"
    write_event(event, folder)
    draw(folder)
    make_sheets(folder)
    write_event(event.model_copy(update={"scenarios": event.scenarios[::-1]}), folder)
    assert draw(folder, again=True).kept is not None


def test_a_traveller_whose_filled_lines_would_go_is_named_as_more_lines_takes_it(folder: Path) -> None:
    make_sheets(folder, more=[(2, "Event log")])
    (source := folder.parent / "log.csv").write_text("table,seat,field,value\n2,,log.40.turn,3\n", encoding="utf-8")
    fill(folder / "travellers.xlsx", source)
    with pytest.raises(MistakesFound) as refused:
        make_sheets(folder, less=[(2, "Event log")])
    assert 'sheets --more 2 "typed traveller"' in refused.value.findings[-1].message
    assert make_sheets(folder, more=[(2, "typed traveller")]).further[0].table == 2
