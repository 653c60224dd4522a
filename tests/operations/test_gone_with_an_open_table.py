"""Somebody is taken off a draw while a table of theirs of a round before has no result yet: that is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from amps_event import amps_event
from aso_commands import drawn_in, type_lines
from aso_event import aso_event
from kept_events import started
from looking import open_whole
from match_commands import run, run_json, told
from match_event import match_event
from team_event import team_event
from typing_in import type_in

from sheetscore.event.model import Event
from sheetscore.operations.change_draw import change_draw
from sheetscore.operations.ingest import ingest
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import WrongUsage

EVENTS: dict[str, Event] = {
    "amps": amps_event(players=18, rounds=("bridge", "bridge")),
    "team": team_event(teams=4, size=4),
    "aso": aso_event(8),
    "match": match_event(6, pairing="swiss"),
}


@pytest.mark.parametrize("system", EVENTS)
def test_who_goes_before_any_result_is_in(system: str, tmp_path: Path) -> None:
    folder = started(tmp_path / "event", EVENTS[system])
    run("-C", folder, "draw", 2)
    table, _, player = list(drawn_in(folder, 1).places())[-1]
    made = change_draw(folder, 2, [], [player])
    (said,) = [one for one in made.news if one.code == "not-in-yet"]
    assert f"({player}) goes, and table {table} of round 1 has no result yet" in said.message
    assert said.message.endswith("then ingest it (sheetscore ingest round1.xlsx)")
    assert not [one for one in run_json("-C", folder, "check")["findings"] if one["severity"] == "error"]


def test_an_open_table_is_taken_out_of_a_provisional_round(tmp_path: Path) -> None:
    folder = started(tmp_path / "event", EVENTS["aso"])
    type_lines(folder, "1,,winner,1", "2,,winner,1", "3,,winner,2")
    ingest(folder / "round1.xlsx", provisional=True)
    *_, (table, _, gone) = drawn_in(folder, 1).places()
    with pytest.raises(WrongUsage) as refused:
        change_draw(folder, 1, [], [gone])
    assert f"Table {table} of it has none yet" in refused.value.message
    assert "clear these seats in round1-draw.xlsx" in refused.value.message
    lines = [[cell.value for cell in row] for row in open_whole(folder / "round1-draw.xlsx")["Draw"].iter_rows()]
    seats = [at for at, line in enumerate(lines, start=1) if line[0] == table]
    unseated = [at for at, line in enumerate(lines, start=1) if str(line[1]).startswith("absent")]
    moved = {("Draw", f"D{to}"): lines[at - 1][3] for at, to in zip(seats, unseated, strict=False)}
    type_in(folder / "round1-draw.xlsx", {**{("Draw", f"D{at}"): None for at in seats}, **moved})
    make_sheets(folder, 1)
    assert ingest(folder / "round1.xlsx").status != "errors"
    assert {row["player"] for row in ingest(folder / "round1.xlsx").rows} >= {f"P0{one}" for one in (1, 2, 3)}


def test_what_is_said_leads_out(tmp_path: Path) -> None:
    folder = started(tmp_path / "event", EVENTS["aso"])
    type_lines(folder, "1,,winner,1", "2,,winner,1", "3,,winner,2")
    ingest(folder / "round1.xlsx", provisional=True)
    run("-C", folder, "draw", 2)
    one, _ = drawn_in(folder, 1).tables[0].seated.values()
    assert not change_draw(folder, 2, [], [one]).news, "that table is scored"
    *_, (table, _, gone) = drawn_in(folder, 1).places()
    said = " ".join(run("-C", folder, "draw", 2, "--drop", gone).stderr.split())
    assert f"({gone}) goes, and table {table} of round 1 has no result yet" in said
    type_lines(folder, f"{table},,winner,draw")
    run("-C", folder, "ingest", folder / "round1.xlsx")
    run("-C", folder, "draw", 2, "--add", gone)
    assert "has no result yet" not in run("-C", folder, "draw", 2, "--drop", gone).stderr
    assert not told(run_json("-C", folder, "check"), "not-in-yet")
