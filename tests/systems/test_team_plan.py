"""A round robin of teams planned as a whole: everybody once, tables in balance, and the draws follow."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from aso_commands import drawn_in, run, run_json
from team_event import fill_in, meetings, pilots, team_event, typed

from sheetscore.operations.new import write_event
from sheetscore.pairing.planned.seat_plan import Effort, SeatPlan
from sheetscore.systems.context import RoundContext
from sheetscore.systems.team import TEAM
from sheetscore.systems.team.model import TeamEvent

FIVE = ("sweep",) * 5


def planned(event: TeamEvent) -> SeatPlan:
    plan = TEAM.rare.plan
    assert plan is not None
    return plan(RoundContext(event, 1), Effort(10))


def test_six_teams_meet_once_each_and_have_each_field_as_often_as_can_be() -> None:
    """Five rounds at three times two tables: every team twice at two of them and once at one, so two come again."""
    found = planned(team_event(teams=6, rounds=FIVE))
    met = Counter(frozenset(pair) for one in found.rounds for pair in meetings(one))
    assert met == Counter(frozenset(pair) for pair in combinations([f"T{n}" for n in range(1, 7)], 2))
    times = Counter((team, at) for one in found.rounds for at, pair in enumerate(meetings(one)) for team in pair)
    assert sorted(times.values()) == [1] * 6 + [2] * 12
    assert [(goal.reached, goal.bound) for goal in found.goals] == [(0, 0), (12, 12)]


def test_of_five_teams_one_sits_out_in_each_round() -> None:
    found = planned(team_event(teams=5, rounds=FIVE))
    assert sorted(player for one in found.rounds for player in one.byes) == sorted(
        player for team in range(1, 6) for player in pilots(team)
    )


def test_a_planned_event_plays_through_to_its_standings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_event(team_event(teams=4), tmp_path)
    plan = run_json(monkeypatch, "-C", tmp_path, "plan", "--seconds", 5)
    assert plan["goals"][0]["proved"] is True
    points = {player: 40 - 10 * team for team in (1, 2, 3) for player in pilots(team)}
    for number in (1, 2, 3):
        drawn = run_json(monkeypatch, "-C", tmp_path, "draw", number)
        assert drawn["tables"] == plan["rounds"][number - 1]["tables"]
        assert drawn["report"] == ["Drawn by the plan of all rounds, without any change."]
        run("-C", tmp_path, "sheets", number)
        fill_in(tmp_path, typed(drawn_in(tmp_path, number), points), number)
        run("-C", tmp_path, "ingest", tmp_path / f"round{number}.xlsx")
    rows = run_json(monkeypatch, "-C", tmp_path, "standings")["rows"]
    # 1 flies best and meets all others, and so on: nobody ties
    assert [(row["rank"], row["id"]) for row in rows] == [(1, "T1"), (2, "T2"), (3, "T3"), (4, "T4")]


def test_those_whose_opponents_are_missing_meet_and_the_others_stay(tmp_path: Path) -> None:
    event = team_event(teams=6, rounds=FIVE)
    write_event(event, tmp_path)
    run("-C", tmp_path, "plan", "--seconds", 5)
    (a, b), (c, d), (e, f) = meetings(planned(event).rounds[0])
    away = {player: (1,) for team in (a, d) for player in pilots(int(team[1:]))}
    write_event(team_event(teams=6, rounds=FIVE, absent=away), tmp_path)
    said = run("-C", tmp_path, "draw", 1).stdout
    assert "Drawn by the plan of all rounds, changed for who is there." in said
    drawn = drawn_in(tmp_path, 1)
    assert {frozenset(pair) for pair in meetings(drawn)} == {frozenset((b, c)), frozenset((e, f))}
    assert [table.number for table in drawn.tables] == [1, 2, 5, 6]
    assert "Tables 3 and 4: nobody plays; planned were" in said
