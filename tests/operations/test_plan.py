"""A whole event by a plan: planned, drawn as planned, mended for who is missing, scored, corrected, planned anew."""

from __future__ import annotations

import importlib.util
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from amps_event import SWEEP, amps_event
from aso_commands import drawn_in, run, run_json
from aso_event import aso_event
from looking import values_in

from sheetscore.event.model import Event
from sheetscore.operations.check import check
from sheetscore.operations.consistency.drawn_from import _rests_on
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.open_event import open_event
from sheetscore.results.plan_workbook import read_plan
from sheetscore.systems.amps.model import AmpsEvent


def event_of(*rounds: str, pilots: int = 12, missing: dict[int, tuple[int, ...]] | None = None) -> AmpsEvent:
    """Give an event of two tables, three against three; in each round another scenario of that kind."""
    scenarios = tuple(SWEEP.model_copy(update={"id": name, "title": name.title()}) for name in ("sweep", *rounds))
    event = amps_event(players=pilots, tables=2, rounds=rounds, scenarios=scenarios)
    players = (
        one.model_copy(update={"absent": (missing or {}).get(number, ())})
        for number, one in enumerate(event.players, start=1)
    )
    return event.model_copy(update={"players": tuple(players)})


def planned(folder: Path, event: Event, *words: str) -> Path:
    folder.mkdir(exist_ok=True)
    write_event(event, folder)
    run("-C", folder, "plan", "--seconds", 4, *words)
    return folder


def in_plan(folder: Path) -> dict[int, dict[str, tuple[int, str]]]:
    plan = read_plan(folder / "plan.xlsx", open_event(folder).event).plan
    return {one.round: {player: (table, seat) for table, seat, player in one.places()} for one in plan.rounds}


def seats_in(folder: Path, number: int) -> dict[str, tuple[int, str]]:
    return {player: (table, seat) for table, seat, player in drawn_in(folder, number).places()}


def played(folder: Path, number: int, points: int = 1) -> None:
    """Fly a drawn round: every pilot claims other points."""
    run("-C", folder, "sheets", number)
    lines = [
        f"{table},{seat},claimed.sp,{points * int(player[1:])}"
        for table, seat, player in drawn_in(folder, number).places()
    ]
    source = folder / f"claims{number}.csv"
    source.write_text("\n".join(("table,seat,field,value", *lines)), encoding="utf-8")
    run("-C", folder, "fill", folder / f"round{number}.xlsx", source)
    run("-C", folder, "ingest", folder / f"round{number}.xlsx")


def fought(draws: Sequence[dict[str, tuple[int, str]]]) -> Counter[tuple[str, str]]:
    """Count how often any two sat at one table on different sides."""
    return Counter(
        pair
        for seats in draws
        for pair in combinations(sorted(seats), 2)
        if seats[pair[0]][0] == seats[pair[1]][0] and _side(seats[pair[0]]) != _side(seats[pair[1]])
    )


def _side(place: tuple[int, str]) -> str:
    return place[1].partition(".")[0]


def test_a_planned_event_plays_through_to_its_standings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "open"
    folder.mkdir()
    write_event(event_of("dawn", "noon", "dusk"), folder)
    said = run_json(monkeypatch, "-C", folder, "plan", "--seconds", 6)
    goals = {goal["goal"]: (goal["reached"], goal["bound"]) for goal in said["goals"]}
    assert goals["spread of the section totals of 12 pilots with 3 rounds"] == (0, 0)
    assert goals["pilots with one force in all rounds"] == (0, 0)
    there = in_plan(folder)
    assert sorted(there) == [1, 2, 3]
    for number in (1, 2, 3):
        told = run("-C", folder, "draw", number).stdout
        assert "Drawn by the plan of all rounds, without any change." in told
        assert seats_in(folder, number) == there[number]
        played(folder, number)
    met = fought([seats_in(folder, number) for number in (1, 2, 3)])
    assert sum(times - 1 for times in met.values()) == goals["opponents met again"][0]
    forces = Counter((who, _side(at)) for number in (1, 2, 3) for who, at in seats_in(folder, number).items())
    assert {*forces.values()} == {1, 2}
    rows = run_json(monkeypatch, "-C", folder, "standings")["rows"]
    assert {row["section_total"] for row in rows} == {18}
    assert {row["rounds"] for row in rows} == {3}
    assert len(rows) == 12
    assert not [one for one in run_json(monkeypatch, "-C", folder, "check")["findings"] if one["severity"] != "note"]


def test_who_is_missing_on_the_day_changes_single_seats(tmp_path: Path) -> None:
    folder = planned(tmp_path / "open", event_of("dawn", "noon"))
    there = in_plan(folder)
    write_event(event_of("dawn", "noon", missing={5: (1,)}), folder)
    said = run("-C", folder, "draw", 1).stdout
    table, seat = there[1]["P05"]
    assert f"Table {table}, {seat}: stays empty; Pilot 5 (P05) is not there." in said
    assert seats_in(folder, 1) == {player: at for player, at in there[1].items() if player != "P05"}
    played(folder, 1)
    assert "without any change" in run("-C", folder, "draw", 2).stdout
    assert seats_in(folder, 2) == there[2]


def test_a_late_entrant_gets_the_seat_of_one_who_is_missing(tmp_path: Path) -> None:
    folder = planned(tmp_path / "open", event_of("dawn", "noon"))
    table, seat = in_plan(folder)[1]["P05"]
    write_event(event_of("dawn", "noon", pilots=13, missing={5: (1,)}), folder)
    said = run("-C", folder, "draw", 1).stdout
    assert f"Table {table}, {seat}: Pilot 13 (P13) sits there, who had no seat in the plan; Pilot 5 (P05) is" in said
    assert seats_in(folder, 1)["P13"] == (table, seat)
    # in round 2 all are there, and one too many for the seats
    assert drawn_again(folder, 2).byes == ("P13",)


def drawn_again(folder: Path, number: int) -> Any:
    played(folder, number - 1)
    run("-C", folder, "draw", number)
    return drawn_in(folder, number)


def test_a_plan_is_kept_until_it_is_made_again_and_drawn_rounds_stay(tmp_path: Path) -> None:
    folder = planned(tmp_path / "open", event_of("dawn", "noon", "dusk"))
    first = in_plan(folder)
    assert "--again" in run("-C", folder, "plan", status=2).stderr
    run("-C", folder, "draw", 1)
    played(folder, 1)
    without = event_of("dawn", "noon", "dusk", missing={5: (2, 3), 6: (2, 3)})
    write_event(without, folder)
    run("-C", folder, "plan", "--again", "--seconds", 4)
    second = in_plan(folder)
    assert second[1] == first[1]
    assert not {"P05", "P06"} & {*second[2], *second[3]}
    assert (folder / "kept" / "plan~1.xlsx").exists()
    assert "without any change" in run("-C", folder, "draw", 2).stdout


def test_a_plan_does_not_hold_where_the_event_has_other_tables(tmp_path: Path) -> None:
    folder = planned(tmp_path / "open", event_of("dawn", "noon"))
    event = event_of("dawn", "noon")
    rounds = tuple(one.model_copy(update={"tables": 3}) for one in event.rounds)
    assert "plan-old" not in [one.code for one in check(folder).findings]
    write_event(event.model_copy(update={"rounds": rounds}), folder)
    (found,) = (one for one in check(folder).findings if one.code == "plan-old")
    assert (found.sheet, found.severity.value) == ("plan.xlsx", "warning")
    assert "sheetscore plan --again" in run("-C", folder, "draw", 1, status=2).stderr


def test_a_correction_of_results_leaves_the_planned_draws_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = planned(tmp_path / "open", event_of("dawn", "noon"))
    run("-C", folder, "draw", 1)
    played(folder, 1)
    run("-C", folder, "draw", 2)
    played(folder, 1, points=2)
    codes = [one["code"] for one in run_json(monkeypatch, "-C", folder, "check")["findings"]]
    assert "draw-different" not in codes


def test_what_a_comparison_of_draws_rests_on_has_the_plan_in_it(tmp_path: Path) -> None:
    folder = planned(tmp_path / "open", event_of("dawn", "noon"))
    run("-C", folder, "draw", 1)
    opened = open_event(folder)
    with_plan = _rests_on(opened, 1)
    assert _rests_on(opened, 1) == with_plan
    (folder / "plan.xlsx").rename(folder / "plan-put-aside.xlsx")
    assert _rests_on(opened, 1) != with_plan


def test_the_packet_has_everybodys_way_and_how_good_the_plan_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    folder = planned(tmp_path / "open", event_of("dawn", "noon"))
    run("-C", folder, "draw", 1)
    run("-C", folder, "packet")
    sheets = values_in(folder / "packet.xlsx")
    sheet_of = {part: sheet for title, sheet in sheets.items() for part in title.split("; ")}  # short tables share one
    assert {"Plan", "Plan, Round 2", "Draw, Round 1"} <= set(sheet_of)
    assert "Plan, Round 1" not in sheet_of
    rows = [[str(cell) for cell in row if cell is not None] for row in sheet_of["Plan"]]
    ways = {row[0]: row[1:] for row in rows if len(row) == 3}
    there = in_plan(folder)
    for number, at in enumerate((1, 2)):
        table, seat = there[at]["P05"]
        side = "Blue fighters" if seat.startswith("blue") else "Red fighters"
        assert ways["Pilot 5 (P05)"][number] == f"{table}   ·   {side} {seat[-1]}"
    assert any("Opponents met again" in row[0] for row in rows if row)


def test_a_damaged_plan_stops_draws_alone_and_is_mended_by_a_new_one(tmp_path: Path) -> None:
    folder = planned(tmp_path / "open", event_of("dawn", "noon"))
    (folder / "plan.xlsx").write_bytes(b"nothing")
    run("-C", folder, "check")
    assert "plan.xlsx" in run("-C", folder, "draw", 1, status=2).stderr
    run("-C", folder, "plan", "--again", "--seconds", 2)
    run("-C", folder, "draw", 1)


def test_the_plan_of_another_event_is_refused(tmp_path: Path) -> None:
    one = planned(tmp_path / "one", event_of("dawn", "noon"))
    other = event_of("dawn", "noon").model_copy(
        update={"header": event_of("dawn", "noon").header.model_copy(update={"name": "Another"})}
    )
    two = planned(tmp_path / "two", other)
    (two / "plan.xlsx").write_bytes((one / "plan.xlsx").read_bytes())
    assert "belongs to" in run("-C", two, "draw", 1, status=2).stderr


def test_systems_that_pair_by_results_are_not_planned(tmp_path: Path) -> None:
    write_event(aso_event(8), tmp_path)
    assert "draw one after the other" in run("-C", tmp_path, "plan", status=2).stderr


def test_without_the_solver_it_is_said_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_event(event_of("dawn"), tmp_path)
    there = importlib.util.find_spec
    monkeypatch.setattr("sheetscore.pairing.planned.find_spec", lambda name: None if name == "ortools" else there(name))
    said = run("-C", tmp_path, "plan", status=2).stderr
    assert 'pip install "sheetscore[plan]"' in said
    run("-C", tmp_path, "draw", 1)


def test_nobody_is_planned_where_nobody_is_there(tmp_path: Path) -> None:
    write_event(event_of("patrol", pilots=0), tmp_path)
    assert "nobody is there in round 1: enter who plays" in run("-C", tmp_path, "plan", status=2).output
    assert not (tmp_path / "plan.xlsx").exists()
