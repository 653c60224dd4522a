"""A duplicate event mapped out before it: proved against all movements by the rules, then drawn as it was."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from aso_commands import run, run_json
from duplicate_event import duplicate_event
from looking import values_in
from typing_in import type_in

from sheetscore.forms.template import shipped
from sheetscore.operations.new import write_event
from sheetscore.pairing.planned.seat_plan import Effort, Goal
from sheetscore.systems.context import RoundContext
from sheetscore.systems.duplicate import DUPLICATE
from sheetscore.systems.duplicate.model import DuplicateEvent


def goals(event: DuplicateEvent) -> list[tuple[int, int]]:
    plan = DUPLICATE.rare.plan
    assert plan is not None
    told: list[Goal] = []
    made = plan(RoundContext(event, 0), Effort(1, told.append))
    assert told == list(made.goals)
    return [(goal.reached, goal.bound) for goal in made.goals]


def moved_by_hand(tables: int, rounds: int, skip: int) -> tuple[int, int]:
    """Move teams as the guidelines say, with a skip after a round (0: none); count what comes again."""
    red, blue = list(range(tables)), list(range(tables))
    met, played = Counter[tuple[int, int]](), Counter[tuple[str, int, int]]()
    for number in range(1, rounds + 1):
        at = {table: team for team, table in enumerate(blue)}
        for team, table in enumerate(red):
            met[team, at[table]] += 1
            played["red", team, table] += 1
            played["blue", at[table], table] += 1
        red = [(table + 1 + (number == skip)) % tables for table in red]
        blue = [(table - 1) % tables for table in blue]
    return met.total() - len(met), played.total() - len(played)


@pytest.mark.parametrize(("tables", "rounds"), [(n, r) for n in range(2, 9) for r in range(1, n + n % 2)])
def test_a_movement_is_as_good_as_the_best_by_the_rules(tables: int, rounds: int) -> None:
    best = min(moved_by_hand(tables, rounds, skip) for skip in range(rounds))
    assert goals(duplicate_event(tables, tables, rounds)) == [(best[0], best[0]), (best[1], best[1])]
    assert best == (0, 0)  # up to N rounds at an odd number N of tables, up to N - 1 at an even one


def test_a_revenge_is_nothing_but_rematches() -> None:
    """Four tables, four rounds: all four meetings of the last are rematches, and no table comes again."""
    (meetings, tables) = goals(duplicate_event(4, 4, 4, last_round="revenge"))
    assert meetings[0] == 4
    assert tables == (0, 0)


def test_a_repeat_is_at_the_first_tables_again() -> None:
    assert goals(duplicate_event(4, 4, 4, last_round="repeat")) == [(0, 0), (4, 4)]


def test_a_planned_event_plays_through_to_its_standings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, example = tmp_path / "event", shipped("examples") / "duplicate"
    run("new", folder, "--from", example / "event.toml")
    planned = run_json(monkeypatch, "-C", folder, "plan")
    assert planned["proved"] is True
    drawn = run_json(monkeypatch, "-C", folder, "draw")
    assert drawn["tables"] == planned["rounds"][0]["tables"]
    assert drawn["report"][0] == "Drawn as it was mapped out, without any change."
    run("-C", folder, "sheets")
    run("-C", folder, "fill", folder / "travellers.xlsx", example / "travellers.csv")
    run("-C", folder, "ingest", folder / "travellers.xlsx")
    standings = run_json(monkeypatch, "-C", folder, "standings")
    assert (standings["after_round"], len(standings["rows"])) == (7, 14)
    assert "drawn" in run("-C", folder, "plan", "--again", status=2).output


def test_a_team_that_leaves_is_said_seat_by_seat(tmp_path: Path) -> None:
    event = duplicate_event(3, 3, 3)
    write_event(event, tmp_path)
    run("-C", tmp_path, "plan")
    teams = tuple(one.model_copy(update={"last_round": 2}) if one.id == "R1" else one for one in event.teams)
    write_event(event.model_copy(update={"teams": teams}), tmp_path)
    said = run("-C", tmp_path, "draw").stdout
    # Red 1 is at table 3 in round 3, where it would have met Blue 2: that came down from table 2 by 1 and 3
    assert "Table 3, round 3, Red: nobody instead of Red 1 (R1)." in said
    assert "Table 3, round 3, Blue: nobody instead of Blue 2 (B2)." in said
    assert said.count(" instead of ") == 2


@pytest.mark.parametrize(("rounds", "said"), [(2, "Rounds: 2, planned 3."), (4, "Rounds: 4, planned 3.")])
def test_other_rounds_than_planned_are_told_once(tmp_path: Path, rounds: int, said: str) -> None:
    """With five tables none of so many rounds has a skip: those that are in both are the same."""
    write_event(duplicate_event(5, 5, 3), tmp_path)
    run("-C", tmp_path, "plan")
    write_event(duplicate_event(5, 5, rounds), tmp_path)
    told = run("-C", tmp_path, "draw").stdout
    assert said in told
    assert " instead of " not in told


def test_a_movement_that_was_changed_by_hand_in_the_plan_is_not_drawn(tmp_path: Path) -> None:
    write_event(duplicate_event(3, 3, 3), tmp_path)
    run("-C", tmp_path, "plan")
    type_in(tmp_path / "plan.xlsx", {("Plan, Travellers", "C6"): "Red 2 (R2)"})
    said = " ".join(run("-C", tmp_path, "draw", status=1).stderr.split())
    assert "Plan, Travellers!C6" in said
    assert "planned was “Red 1 (R1)”, and all rounds are drawn at once, by rule: put it back" in said


def test_one_team_more_is_another_movement(tmp_path: Path) -> None:
    write_event(duplicate_event(3, 3, 3), tmp_path)
    run("-C", tmp_path, "plan")
    write_event(duplicate_event(4, 4, 3), tmp_path)
    assert "Tables: 4, planned 3" in run("-C", tmp_path, "draw").stdout


def test_a_way_that_was_changed_by_hand_is_changed_in_the_draw_instead(tmp_path: Path) -> None:
    write_event(duplicate_event(3, 3, 3), tmp_path)
    run("-C", tmp_path, "plan")
    rows = enumerate(values_in(tmp_path / "plan.xlsx")["Plan"], start=1)
    cell = next(f"B{number}" for number, row in rows if row[0] == "Red 1 (R1)")
    type_in(tmp_path / "plan.xlsx", {("Plan", cell): "Table 9"})
    said = " ".join(run("-C", tmp_path, "draw", status=1).stderr.split())
    assert f"Plan!{cell}" in said
    assert "put it back, and change who sits where in the draw once it is made" in said
    assert "Plan, Travellers" not in said
