"""What a director sees on the terminal is short; scripts and the marked copy get every single finding."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from amps_event import BRIDGE, amps_event
from aso_commands import run
from aso_event import aso_event
from event_folder import GOOD_LINES, filled_folder
from looking import formulas_in, open_whole, values_in
from typing_in import type_in

from sheetscore.operations.check import check
from sheetscore.operations.new import write_event


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three tables of nine: one complete, one without two pages, one untouched."""
    two = [line.replace("1,", "2,", 1) for line in GOOD_LINES.splitlines()[1:] if "ds.2" not in line]
    lines = GOOD_LINES + "\n".join(line for line in two if "cap.3" not in line) + "\n"
    return filled_folder(tmp_path_factory.mktemp("event") / "origins", amps_event(players=27, tables=3), lines)


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A copy to work in."""
    return Path(shutil.copytree(original, tmp_path / "origins"))


def errors(stderr: str) -> list[str]:
    return [line for line in stderr.splitlines() if line.startswith("error")]


@pytest.mark.parametrize("command", ["check", "ingest"])
def test_every_incomplete_table_is_one_line(folder: Path, command: str) -> None:
    done = run("-C", folder, command, "round1.xlsx", status=1)
    assert errors(done.stderr) == ["error Table 2: ds.2 and cap.3 blank", "error Table 3: nothing yet"]
    assert done.stderr.startswith("error"), "errors come first"


def test_scripts_and_the_marked_copy_get_every_blank_page(folder: Path) -> None:
    blank = 2 + 9
    document = json.loads(run("-C", folder, "check", "round1.xlsx", "--json", status=1).stdout)
    assert sum(one["code"] == "blank-page" for one in document["findings"]) == blank
    run("-C", folder, "ingest", "round1.xlsx", status=1)
    notes = [
        cell.comment.text
        for sheet in open_whole(folder / "round1-marked.xlsx")
        for row in sheet.iter_rows()
        for cell in row
        if cell.comment and "is blank" in cell.comment.text
    ]
    assert len(notes) == blank


def test_unrated_players_are_told_by_check_and_only_counted_by_draw_and_sheets(tmp_path: Path) -> None:
    event = aso_event(players=4)
    unrated = tuple(player.model_copy(update={"rating": None}) for player in event.players)
    write_event(event.model_copy(update={"players": unrated}), tmp_path)
    assert "Players!C5: No rating is given for" in run("-C", tmp_path, "check").stderr
    for command in ("draw", "sheets"):
        done = run("-C", tmp_path, command, "1")
        assert "No rating is given" not in done.output
        assert done.stderr == "The event has 1 warning: sheetscore check\n"
    document = json.loads(run("-C", tmp_path, "sheets", "1", "--json").stdout)
    assert [one["code"] for one in document["findings"]] == ["event-missing"]


def test_players_left_over_are_told_by_check_and_only_counted_by_sheets(tmp_path: Path) -> None:
    event = amps_event(players=9)
    write_event(event, tmp_path)
    run("-C", tmp_path, "draw", "1")
    rows = values_in(tmp_path / "round1-draw.xlsx")["Draw"]
    at, gone = next((number, str(row[3])) for number, row in enumerate(rows, start=1) if row[:2] == (1, "cap.3"))
    type_in(tmp_path / "round1-draw.xlsx", {("Draw", f"D{at}"): None})
    done = run("-C", tmp_path, "sheets", "1")
    assert gone not in done.output
    assert "The event has 1 warning: sheetscore check" in done.stderr
    assert f"{gone} plays in round 1 and has no seat" in run("-C", tmp_path, "check").stderr
    assert any(gone in one.message for one in check(tmp_path).findings)


def test_pages_of_several_sheets_of_paper_are_counted_with_their_paper(tmp_path: Path) -> None:
    strike, *others = BRIDGE.sides
    two_tasks = strike.model_copy(update={"tasks": ("strike", "defense-suppression")})
    bridge = BRIDGE.model_copy(update={"sides": (two_tasks, *others)})
    write_event(amps_event(scenarios=(bridge,)), tmp_path)
    run("-C", tmp_path, "draw", "1")
    told = run("-C", tmp_path, "sheets", "1").stdout
    assert "round1.xlsx: 1 table, 10 pages on 14 sheets of paper, and the cover." in told  # strike has four seats
    made = json.loads(run("-C", tmp_path, "sheets", "1", "--json").stdout)
    assert (made["pages"], made["paper"]) == (10, 14)


def test_counts_are_in_grammar(tmp_path: Path) -> None:
    write_event(aso_event(players=2), tmp_path)
    run("-C", tmp_path, "draw", "1")
    told = run("-C", tmp_path, "sheets", "1").stdout
    assert "round1.xlsx: 1 table, 1 page and the cover." in told
    papers = open_whole(tmp_path / "round1.xlsx").sheetnames
    listed = told.partition("To print besides: ")[2].partition(".")[0].replace(" and ", ", ").split(", ")
    assert listed == ["Slips", "Bids", "Balances", "Judges"]
    assert set(listed) < set(papers)
    lines = tmp_path / "lines.csv"
    lines.write_text("table,seat,field,value\n1,,winner,1\n", encoding="utf-8")
    assert "round1.xlsx: 1 value typed in." in run("-C", tmp_path, "fill", "round1.xlsx", lines).stdout


def test_the_journal_has_the_option_that_was_given(folder: Path) -> None:
    run("-C", folder, "ingest", "round1.xlsx", status=1)
    run("-C", folder, "ingest", "round1.xlsx", "--provisional")
    said = [json.loads(line) for line in (folder / "journal.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["command"] for line in said[-2:]] == ["ingest round1.xlsx", "ingest round1.xlsx --provisional"]


def test_team_points_are_headed_by_what_they_are_and_scenario_points_too(folder: Path) -> None:
    sheet = formulas_in(folder / "round1.xlsx")["Table 1"]
    rows = [[value for value in row if value is not None] for row in sheet]
    (awards,) = [row for row in rows if "times" in row]
    assert awards[-1] == "TP"
    pilots = [row for row in rows if "Target" in row]
    assert pilots
    assert all("SP" in row and "TP" not in row for row in pilots)
