"""Lines of sheets that the event has no more, or has others for: what was typed keeps its line, or is named."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path

import openpyxl
import pytest
from airforce_event import airforce_event
from amps_event import amps_event
from diplomacy_event import diplomacy_event
from event_folder import GOOD_LINES, filled_folder
from looking import open_whole
from shared_demos import Demos
from typing_in import type_in

from sheetscore.event.load import load_event
from sheetscore.event.model import Event
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import entries, fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.pairing.draw import display_name
from sheetscore.problems import MistakesFound
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.systems.tasks.model import TeamPoints


def chart_to(last_year: int) -> Event:
    event = diplomacy_event(7)
    return event.model_copy(update={"settings": event.settings.model_copy(update={"last_year": last_year})})


def typed(folder: Path, event: Event, *lines: str) -> None:
    write_event(event, folder)
    draw(folder, 1)
    make_sheets(folder, 1)
    (folder / "typed.csv").write_text("\n".join(["table,seat,field,value", *lines]) + "\n")
    fill(folder / "round1.xlsx", folder / "typed.csv")


def values(folder: Path, *fields: str) -> dict[str, str]:
    lines = (line.split(",") for line in entries(folder / "round1.xlsx").splitlines()[1:])
    return {line[2]: line[3] for line in lines if line[2].startswith(fields) and line[3]}


def refused(folder: Path, event: Event) -> list[str]:
    """Make the sheets again for an event that asks for other lines now, and give what has no place."""
    write_event(event, folder)
    before = (folder / "round1.xlsx").read_bytes()
    with pytest.raises(MistakesFound) as stopped:
        make_sheets(folder, 1)
    assert (folder / "round1.xlsx").read_bytes() == before
    return [one.message for one in stopped.value.findings[1:]]


def test_a_chart_that_goes_on_for_longer_keeps_every_year_and_the_end(tmp_path: Path) -> None:
    typed(tmp_path, chart_to(1910), "1,England,centres.1909,10", "1,England,centres.final,11")
    write_event(chart_to(1912), tmp_path)
    make_sheets(tmp_path, 1)
    assert values(tmp_path, "centres.") == {"centres.1909": "10", "centres.final": "11"}


def test_a_chart_that_ends_sooner_names_the_years_that_are_no_more(tmp_path: Path) -> None:
    typed(tmp_path, chart_to(1910), "1,England,centres.1908,9", "1,England,centres.1909,10", "1,France,centres.1910,8")
    lost = refused(tmp_path, chart_to(1908))
    assert len(lost) == 2
    assert "1909" in lost[0]
    assert "= 10 has no place" in lost[0]
    assert "1910" in lost[1]
    make_sheets(tmp_path, 1, force=True)
    assert values(tmp_path, "centres.") == {"centres.1908": "9"}


def test_a_chart_that_ends_sooner_keeps_what_is_in_years_that_stay(tmp_path: Path) -> None:
    typed(tmp_path, chart_to(1915), "1,England,centres.1909,10", "1,England,centres.final,11")
    write_event(chart_to(1910), tmp_path)
    make_sheets(tmp_path, 1)
    assert values(tmp_path, "centres.") == {"centres.1909": "10", "centres.final": "11"}


@pytest.mark.parametrize(("turns", "fewer"), [(24, 12), (36, 24), (36, 12), (20, 15)])
def test_a_fight_that_is_cut_names_the_turns_that_are_no_more(tmp_path: Path, turns: int, fewer: int) -> None:
    typed(tmp_path, airforce_event(turns=turns), "1,red.1,turn.1.plot,5", f"1,red.1,turn.{turns - 1}.plot,2 TR 2")
    (lost,) = refused(tmp_path, airforce_event(turns=fewer))
    assert f"turn.{turns - 1}.plot = 2 TR 2 has no place" in lost
    make_sheets(tmp_path, 1, force=True)
    assert values(tmp_path, "turn.") == {"turn.1.plot": "5"}


def test_a_fight_that_is_cut_where_nothing_was_typed_is_cut_without_a_word(tmp_path: Path) -> None:
    typed(tmp_path, airforce_event(turns=24), "1,red.1,turn.2.plot,5")
    write_event(airforce_event(turns=14), tmp_path)
    assert not [one for one in make_sheets(tmp_path, 1).findings if one.code in {"not-placed", "stray-value"}]
    assert values(tmp_path, "turn.") == {"turn.2.plot": "5"}


def awards(*labels: tuple[str, str]) -> AmpsEvent:
    """Give an event whose strike flight has team points in this order, each by id and label."""
    event = amps_event()
    points = tuple(TeamPoints(id=id_, label=label, points=4) for id_, label in labels)
    (strike, *others), *scenarios = event.scenarios[0].sides, *event.scenarios[1:]
    sides = (strike.model_copy(update={"team_points": points}), *others)
    return event.model_copy(update={"scenarios": (event.scenarios[0].model_copy(update={"sides": sides}), *scenarios)})


HOME, EARLY = ("home", "All come home"), ("early", "Early on target")


@pytest.mark.parametrize(
    "now", [(EARLY, HOME), (EARLY, ("late", "Late"), HOME), (("early", HOME[1]), ("home", EARLY[1]))]
)
def test_an_award_goes_along_by_its_words_whatever_the_order_of_the_list(
    tmp_path: Path, now: tuple[tuple[str, str], ...]
) -> None:
    typed(tmp_path, awards(HOME, EARLY), "1,,team_points.strike.home,1")
    write_event(awards(*now), tmp_path)
    make_sheets(tmp_path, 1)
    (home,) = (id_ for id_, label in now if label == HOME[1])
    assert values(tmp_path, "team_points.") == {f"team_points.strike.{home}": "1"}


def test_an_award_whose_id_another_one_got_is_not_said_to_count_as_blank(tmp_path: Path) -> None:
    lines = f"{GOOD_LINES}1,,team_points.strike.home,1\n"
    folder = filled_folder(tmp_path / "cup", awards(HOME, EARLY), lines)
    assert ingest(folder / "round1.xlsx").status != "errors"
    write_event(awards(("late", HOME[1]), ("home", "All of it hit")), folder)
    make_sheets(folder, 1)
    assert values(folder, "team_points.") == {"team_points.strike.late": "1"}
    assert "values-gone" not in {one.code for one in ingest(folder / "round1.xlsx").findings}


@pytest.mark.parametrize("line", [2])
def test_a_line_that_was_deleted_moves_no_other_game_of_a_list(tmp_path: Path, demos: Demos, line: int) -> None:
    """The list of results: games below the line stay at their tables, and nothing is made anew without a word."""
    folder = Path(shutil.copytree(demos.played("aso").folder, tmp_path / "aso"))
    path = folder / "round5.xlsx"
    before = list(csv.DictReader(io.StringIO(entries(path))))
    workbook = openpyxl.load_workbook(path)
    workbook["Results"].delete_rows(5 + line)
    workbook.save(path)
    bare = path.read_bytes()
    with pytest.raises(MistakesFound) as stopped:
        make_sheets(folder, 5)
    assert f"line {line} of" in stopped.value.findings[1].message
    assert path.read_bytes() == bare
    make_sheets(folder, 5, force=True)
    after = list(csv.DictReader(io.StringIO(entries(path))))
    drawn = [row for row in before if row["field"] == "seat.pilot"]
    kept = [row for row in before if row["table"] != str(line)]
    assert [row for row in after if row["table"] != str(line)] == kept
    assert [row for row in after if row["field"] == "seat.pilot"] == drawn


@pytest.mark.parametrize(("then", "now"), [((), (HOME,)), ((HOME,), ())])
def test_a_block_that_comes_or_goes_leaves_the_others_where_they_were_typed(
    tmp_path: Path, then: tuple[tuple[str, str], ...], now: tuple[tuple[str, str], ...]
) -> None:
    """The first award of an event adds a block to the page of the table; without any it has none."""
    typed(tmp_path, awards(*then), "1,,log.1.event,ceasefire", "1,strike.1,claimed.sp,5")
    write_event(awards(*now), tmp_path)
    make_sheets(tmp_path, 1)
    assert values(tmp_path, "log.", "claimed.") == {"log.1.event": "ceasefire", "claimed.sp": "5"}


def test_an_award_that_went_is_named_although_the_other_has_another_name_now(tmp_path: Path) -> None:
    typed(tmp_path, awards(HOME, EARLY), "1,,team_points.strike.home,1")
    (lost,) = refused(tmp_path, awards(("early", "Early")))
    assert "= 1 has no place" in lost


def test_an_award_that_got_another_name_keeps_what_was_typed(tmp_path: Path) -> None:
    typed(tmp_path, awards(HOME), "1,,team_points.strike.home,1")
    write_event(awards(("home", "All of them come home")), tmp_path)
    make_sheets(tmp_path, 1)
    assert values(tmp_path, "team_points.") == {"team_points.strike.home": "1"}


def test_an_award_in_the_place_of_another_one_does_not_get_what_was_typed_for_that(tmp_path: Path) -> None:
    typed(tmp_path, awards(HOME), "1,,team_points.strike.home,1")
    event = awards(("early", "Bridge destroyed by turn 5"))
    (side, *others) = event.scenarios[0].sides
    worth = side.model_copy(update={"team_points": (side.team_points[0].model_copy(update={"points": 9}),)})
    scenario = event.scenarios[0].model_copy(update={"sides": (worth, *others)})
    (lost,) = refused(tmp_path, event.model_copy(update={"scenarios": (scenario, *event.scenarios[1:])}))
    assert "= 1 has no place" in lost
    assert HOME[1] in lost
    (found,) = ingest(tmp_path / "round1.xlsx").findings
    assert "Making new sheets would be refused at present (sheetscore sheets 1 stops with: " in found.message
    with pytest.raises(MistakesFound, match="Making new sheets would be refused at present"):
        entries(tmp_path / "round1.xlsx")


def test_an_award_whose_line_is_another_one_now_is_told_with_what_went_along(tmp_path: Path) -> None:
    typed(tmp_path, awards(HOME, EARLY), "1,,team_points.strike.home,1")
    write_event(awards(("home", EARLY[1]), ("early", HOME[1])), tmp_path)
    (told,) = (one for one in make_sheets(tmp_path, 1).findings if one.code == "box-moved")
    assert told.message == (
        f"“{HOME[1]}” is on another line now, and what was typed for it went along: table 1, table sheet, "
        "team_points.strike.early (“1”)"
    )


def test_an_award_in_the_place_of_another_is_named_with_what_was_given_for_that(tmp_path: Path) -> None:
    typed(tmp_path, awards(HOME), "1,,team_points.strike.home,1")
    write_event(awards(("early", "Bridge destroyed by turn 5")), tmp_path)
    (told,) = (one for one in make_sheets(tmp_path, 1).findings if one.code == "box-moved")
    assert told.severity == "warning"
    assert (
        f"“Bridge destroyed by turn 5” is in the place of “{HOME[1]}”, and has what was typed for that: "
        in told.message
    )
    assert "team_points.strike.early (“1”). If" in told.message
    assert not [one for one in make_sheets(tmp_path, 1).findings if one.code == "box-moved"]


def test_what_was_typed_into_a_block_that_went_is_named(tmp_path: Path) -> None:
    typed(tmp_path, awards(HOME), "1,,log.1.event,ceasefire", "1,,team_points.strike.home,1")
    (lost,) = refused(tmp_path, awards())
    assert "“1”) belongs to boxes that the new sheets do not have" in lost  # and not the log, nor what was printed


def test_awards_stay_with_their_table_and_whose_they_were_is_told(tmp_path: Path) -> None:
    event = amps_event(players=18, tables=2)
    typed(tmp_path, event, "1,,team_points.strike.home,1")
    path = tmp_path / "round1-draw.xlsx"
    seats = {(table, seat): player for table, seat, player in draw_of(open_event(tmp_path), 1).draw.places()}
    cells = {(row[0].value, row[1].value): row[3].coordinate for row in open_whole(path)["Draw"].iter_rows(min_row=5)}
    names = load_event(tmp_path).names
    exchanged = {(1, "strike.1"): seats[2, "strike.1"], (2, "strike.1"): seats[1, "strike.1"]}
    within = {(1, "strike.2"): seats[1, "strike.3"], (1, "strike.3"): seats[1, "strike.2"]}
    type_in(path, {("Draw", cells[at]): display_name(one, names) for at, one in {**exchanged, **within}.items()})
    with pytest.raises(MistakesFound, match="count for others"):
        make_sheets(tmp_path, 1)
    told = [one.message for one in make_sheets(tmp_path, 1, force=True).findings if one.code == "players-moved"]
    now, was = (display_name(seats[table, "strike.1"], names) for table in (2, 1))
    message = f"table 1, strike.1: it is {now} now and was {was}; what was typed at the table stays where it is"
    assert told == [message]
    assert values(tmp_path, "team_points.") == {"team_points.strike.home": "1"}


def test_a_line_deleted_in_the_marked_copy_clears_nothing(tmp_path: Path, demos: Demos) -> None:
    """The copy is refused with that word and written anew with all its lines; sheets made again keep every value."""
    folder = Path(shutil.copytree(demos.played("aso").folder, tmp_path / "aso"))
    path, marked = folder / "round5.xlsx", folder / "round5-marked.xlsx"
    before = entries(path)
    type_in(path, {("Results", "H9"): "x"})
    assert ingest(path).status == "errors"
    workbook = openpyxl.load_workbook(marked)
    sheet = workbook["Results"]
    lines = {cell.value: cell.row for cell in sheet["A"]}
    assert sheet.cell(lines[4], 8).value == "x"
    sheet.cell(lines[4], 8).value = 5  # the slip is mended
    sheet.delete_rows(lines[2])
    workbook.save(marked)
    refused = ingest(marked)
    assert refused.status == "errors"
    assert any("line 2 of “Results” is missing" in one.message for one in refused.findings)
    make_sheets(folder, 5)
    changed = [one for one, other in zip(entries(path).splitlines(), before.splitlines(), strict=True) if one != other]
    assert [line.split(",")[:4] for line in changed] in ([], [["4", "1", "vp", "5"]])
