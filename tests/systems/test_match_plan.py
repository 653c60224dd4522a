"""A round robin of matches planned as a whole: everybody once, sides and tables in balance, and the draws follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations, product
from pathlib import Path

import pytest
from aso_commands import drawn_in, run, run_json
from match_event import match_event

from sheetscore.operations.new import write_event
from sheetscore.pairing.draw import Draw
from sheetscore.pairing.planned.seat_plan import Effort, SeatPlan
from sheetscore.pairing.round_robin import berger_round
from sheetscore.systems.context import RoundContext
from sheetscore.systems.match import MATCH
from sheetscore.systems.match.model import MatchEvent


def planned(event: MatchEvent) -> SeatPlan:
    plan = MATCH.rare.plan
    assert plan is not None
    return plan(RoundContext(event, 1), Effort(10))


def tables_again(seats: Sequence[tuple[int, str, int]]) -> int:
    """Count for every two rounds who has one table in both: seats are of round, player and table."""
    return sum(one[1:] == other[1:] for one, other in combinations(seats, 2))


def seats_of(rounds: Sequence[Draw]) -> list[tuple[int, str, int]]:
    return [(one.round, player, table) for one in rounds for table, _, player in one.places()]


def best_tables(players: int, rounds: int) -> int:
    """Find the best tables for the pairs of a Berger table by trying all of them; those of round 1 are as they are."""
    pairs = [berger_round(players, number).pairs for number in range(1, rounds + 1)]
    orders = [[tuple(range(len(pairs[0])))], *([*permutations(range(len(pairs[0])))] for _ in pairs[1:])]
    return min(
        tables_again(
            [
                (number, str(player), table)
                for number, (round_, order) in enumerate(zip(pairs, chosen, strict=True))
                for pair, table in zip(round_, order, strict=True)
                for player in pair
            ]
        )
        for chosen in product(*orders)
    )


@pytest.mark.parametrize(("players", "rounds"), [(3, 3), (4, 3), (5, 5), (6, 3), (6, 4)])
def test_tables_are_as_even_as_any_of_them_can_be(players: int, rounds: int) -> None:
    found = planned(match_event(players, rounds, pairing="round-robin"))
    assert tables_again(seats_of(found.rounds)) == best_tables(players, rounds)
    assert found.goals[-1].reached == found.goals[-1].bound == best_tables(players, rounds)


@pytest.mark.parametrize("players", [5, 6, 8, 9])
def test_everybody_meets_everybody_once_with_both_sides_in_turn(players: int) -> None:
    rounds = players - 1 + players % 2
    found = planned(match_event(players, rounds, pairing="round-robin"))
    met = Counter(frozenset(table.seated.values()) for one in found.rounds for table in one.tables)
    assert set(met.values()) == {1}
    assert len(met) == players * (players - 1) // 2
    firsts = Counter(table.seated["1"] for one in found.rounds for table in one.tables)
    assert all(abs(2 * firsts[f"P{n:02}"] - (players - 1)) == (players - 1) % 2 for n in range(1, players + 1))
    meetings, sides, _ = found.goals
    assert (meetings.reached, meetings.bound) == (0, 0)
    assert (sides.reached, sides.bound) == (players * ((players - 1) % 2),) * 2


def test_eight_sit_at_no_table_more_than_twice() -> None:
    """Seven matches at four tables: once at one of them and twice at three, for each of eight."""
    found = planned(match_event(8, 7, pairing="round-robin"))
    times = Counter(seat[1:] for seat in seats_of(found.rounds))
    assert sorted(times.values()) == [1] * 8 + [2] * 24
    assert found.is_proved


def test_a_planned_event_plays_through_to_its_standings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_event(match_event(4, 2, pairing="round-robin"), tmp_path)
    plan = run_json(monkeypatch, "-C", tmp_path, "plan", "--seconds", 5)
    for number in (1, 2):
        drawn = run_json(monkeypatch, "-C", tmp_path, "draw", number)
        assert drawn["tables"] == plan["rounds"][number - 1]["tables"]
        assert drawn["report"][0] == "Drawn by the plan of all rounds, without any change."
        played(tmp_path, number)
    rows = run_json(monkeypatch, "-C", tmp_path, "standings")["rows"]
    assert sorted(row["matches"] for row in rows) == [2, 2, 2, 2]


def played(folder: Path, number: int) -> None:
    run("-C", folder, "sheets", number)
    lines = [
        f"{table.number},,game.{game}.{box},{value}"
        for table in drawn_in(folder, number).tables
        for game in (1, 2)
        for box, value in (("winner", 1), ("level", "decisive"))
    ]
    source = folder / "lines.csv"
    source.write_text("\n".join(("table,seat,field,value", *lines)), encoding="utf-8")
    run("-C", folder, "fill", folder / f"round{number}.xlsx", source)
    run("-C", folder, "ingest", folder / f"round{number}.xlsx")


def test_who_is_missing_leaves_a_table_empty_and_nobody_moves(tmp_path: Path) -> None:
    event = match_event(6, 2, pairing="round-robin")
    write_event(event, tmp_path)
    run("-C", tmp_path, "plan", "--seconds", 5)
    first = planned(event).rounds[0]
    gone = first.tables[0].seated["1"]
    players = (one.model_copy(update={"absent": (1,)}) if one.id == gone else one for one in event.players)
    write_event(event.model_copy(update={"players": tuple(players)}), tmp_path)
    said = run("-C", tmp_path, "draw", 1).stdout
    assert "Drawn by the plan of all rounds, changed on 2 seats for who is there." in said
    assert f"Table 1, 1: stays empty; Player {int(gone[1:])} ({gone}) is not there." in said
    assert [one.seats for one in drawn_in(tmp_path, 1).tables] == [one.seats for one in first.tables[1:]]
    played(tmp_path, 1)


def late(folder: Path, planned_for: int, there: int, missing: str = "") -> tuple[SeatPlan, Draw, str]:
    """Plan for so many, draw round 1 when others are there; give the plan, the draw and what was said."""
    write_event(match_event(planned_for, 3, pairing="round-robin"), folder)
    run("-C", folder, "plan", "--seconds", 5)
    event = match_event(there, 3, pairing="round-robin")
    players = (one.model_copy(update={"absent": (1,)}) if one.id == missing else one for one in event.players)
    write_event(event.model_copy(update={"players": tuple(players)}), folder)
    said = run("-C", folder, "draw", 1).stdout
    return planned(match_event(planned_for, 3, pairing="round-robin")), drawn_in(folder, 1), said


def seats(draw: Draw) -> dict[str, tuple[int, str]]:
    return {player: (table, seat) for table, seat, player in draw.places()}


def test_who_comes_late_meets_the_one_who_would_sit_out(tmp_path: Path) -> None:
    plan, draw, said = late(tmp_path, 5, 6)
    (out,) = plan.rounds[0].byes
    assert seats(draw) == {**seats(plan.rounds[0]), out: (3, "1"), "P06": (3, "2")}
    assert "Table 3, 2: Player 6 (P06) sits there, who had no seat in the plan." in said
    played(tmp_path, 1)
    run("-C", tmp_path, "draw", 2)
    second = seats(drawn_in(tmp_path, 2))
    assert second.items() > seats(plan.rounds[1]).items()
    assert second["P06"][0] == 3


def test_who_comes_late_has_the_seat_of_one_who_is_missing(tmp_path: Path) -> None:
    plan, draw, said = late(tmp_path, 6, 7, missing="P02")
    was = seats(plan.rounds[0])
    at = was.pop("P02")
    assert seats(draw) == {**was, "P07": at}
    table, seat = at
    assert f"Table {table}, {seat}: Player 7 (P07) sits there, who had no seat in the plan; Player 2 (P02) is" in said
    assert draw.byes == ()


def test_two_who_come_late_meet_each_other_and_one_alone_sits_out(tmp_path: Path) -> None:
    plan, draw, _ = late(tmp_path, 4, 6)
    assert seats(draw) == {**seats(plan.rounds[0]), "P06": (3, "1"), "P05": (3, "2")}
    (tmp_path / "one").mkdir()
    plan, draw, said = late(tmp_path / "one", 4, 5)
    assert seats(draw) == seats(plan.rounds[0])
    assert draw.byes == ("P05",)
    assert "Player 5 (P05) sits out" in said


def test_matches_that_are_no_round_robin_are_not_planned(tmp_path: Path) -> None:
    write_event(match_event(4, 2, pairing="swiss"), tmp_path)
    assert "round robin" in run("-C", tmp_path, "plan", status=2).stderr
