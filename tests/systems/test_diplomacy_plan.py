"""Diplomacy planned as a whole: powers and meetings over the rounds, what is proved, and who is missing on the day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from pathlib import Path

import pytest
from aso_commands import drawn_in, run, run_json, seats
from diplomacy_event import diplomacy_event

from sheetscore.operations.new import write_event
from sheetscore.pairing.draw import Draw
from sheetscore.pairing.planned.seat_plan import Effort, SeatPlan
from sheetscore.systems.context import RoundContext
from sheetscore.systems.diplomacy import DIPLOMACY
from sheetscore.systems.diplomacy.model import DiplomacyEvent


def planned(event: DiplomacyEvent) -> SeatPlan:
    plan = DIPLOMACY.rare.plan
    assert plan is not None
    return plan(RoundContext(event, 1), Effort(1))


def fewest_in_two_rounds(boards: int) -> int:
    """Find by trial how few pairs of full boards can be together again: seven are split over the boards before.

    Every board of the second round takes so many of each board of the first, and seven in all; what is best for one
    board can be had by all of them, turned round.
    """
    splits = (split for split in product(range(8), repeat=boards) if sum(split) == 7)
    return boards * min(sum(n * (n - 1) // 2 for n in split) for split in splits)


def again(rounds: Sequence[Draw]) -> tuple[int, int]:
    """Count powers that come again, and for every two rounds the pairs that are together in both."""
    powers = Counter((player, power) for one in rounds for _, power, player in one.places())
    together = [
        {frozenset(pair) for table in one.tables for pair in combinations(table.seated.values(), 2)} for one in rounds
    ]
    return sum(n - 1 for n in powers.values()), sum(len(one & other) for one, other in combinations(together, 2))


@pytest.mark.parametrize("rounds", [3, 4])
@pytest.mark.parametrize("players", [7, 14, 21, 28, 35])
def test_nobody_has_a_power_twice_and_as_few_meet_again_as_can_be(players: int, rounds: int) -> None:
    found = planned(diplomacy_event(players, rounds))
    two_rounds = rounds * (rounds - 1) // 2
    best = (0, two_rounds * fewest_in_two_rounds(players // 7))
    assert again(found.rounds) == best
    assert [(goal.reached, goal.bound) for goal in found.goals] == [(best[0], best[0]), (best[1], best[1])]
    assert found.is_proved
    for one in found.rounds:
        assert sorted(player for _, _, player in one.places()) == [f"P{n:02}" for n in range(1, players + 1)]


def test_on_one_board_everybody_meets_all_again_and_has_a_power_twice_in_the_eighth_round() -> None:
    """Seven games of seven players can be a Latin square; the eighth gives each a power that was there before."""
    found = planned(diplomacy_event(7, 8))
    assert again(found.rounds) == (7, 21 * 8 * 7 // 2)
    assert found.is_proved


def test_forty_nine_meet_nobody_twice() -> None:
    found = planned(diplomacy_event(49, 4))
    assert again(found.rounds) == (0, 0)
    assert found.is_proved


def test_a_bound_holds_where_some_sit_out() -> None:
    found = planned(diplomacy_event(17, 3))
    powers, meetings = found.goals
    assert (powers.reached, meetings.reached) == again(found.rounds)
    assert powers.bound <= powers.reached
    assert meetings.bound <= meetings.reached
    assert {len(one.byes) for one in found.rounds} == {3}


def test_a_planned_event_plays_through_to_its_standings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "event"
    folder.mkdir()
    write_event(diplomacy_event(14, 2), folder)
    plan = run_json(monkeypatch, "-C", folder, "plan")
    assert plan["proved"] is True
    assert [(one["reached"], one["bound"]) for one in plan["goals"]] == [(0, 0), (18, 18)]
    for number in (1, 2):
        drawn = run_json(monkeypatch, "-C", folder, "draw", number)
        assert drawn["tables"] == plan["rounds"][number - 1]["tables"]
        assert drawn["report"][0] == "Drawn by the plan of all rounds, without any change."
        run("-C", folder, "sheets", number)
        lines = [f"{table},{power},centres.final,{4 + (power != 'Italy')}" for table in (1, 2) for power in POWERS]
        lines += [f"{table},,outcome,draw-all" for table in (1, 2)]
        source = folder / "lines.csv"
        source.write_text("\n".join(("table,seat,field,value", *lines)), encoding="utf-8")
        run("-C", folder, "fill", folder / f"round{number}.xlsx", source)
        run("-C", folder, "ingest", folder / f"round{number}.xlsx")
    rows = run_json(monkeypatch, "-C", folder, "standings")["rows"]
    assert len(rows) == 14


POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")


def without(event: DiplomacyEvent, *missing: str) -> DiplomacyEvent:
    players = (one.model_copy(update={"absent": (1,)}) if one.id in missing else one for one in event.players)
    return event.model_copy(update={"players": tuple(players)})


def test_who_sits_out_by_the_plan_has_the_power_of_one_who_is_missing(tmp_path: Path) -> None:
    event = diplomacy_event(15, 2)
    write_event(event, tmp_path)
    run("-C", tmp_path, "plan")
    first = planned(event).rounds[0]
    (out,), gone = first.byes, first.tables[0].seats["Italy"]
    assert gone
    write_event(without(event, gone), tmp_path)
    said = run("-C", tmp_path, "draw", 1).stdout
    assert "changed on 1 seat" in said
    assert f"Board 1, Italy: Player {int(out[1:])} ({out}) sits there, who had no seat in the plan" in said
    then = {player: at for player, at in seats(first).items() if player != gone}
    assert seats(drawn_in(tmp_path, 1)) == {**then, out: (1, "Italy")}


def test_a_standby_has_the_power_of_one_who_is_missing(tmp_path: Path) -> None:
    event = diplomacy_event(14, 2, standbys=1, remainder="standbys")
    write_event(event, tmp_path)
    run("-C", tmp_path, "plan")
    write_event(without(event, "P03"), tmp_path)
    assert "Standby 1 (S01) sits there" in run("-C", tmp_path, "draw", 1).stdout


def test_where_boards_cannot_be_filled_the_round_is_drawn_anew(tmp_path: Path) -> None:
    event = diplomacy_event(14, 2)
    write_event(event, tmp_path)
    run("-C", tmp_path, "plan")
    write_event(without(event, "P03"), tmp_path)
    said = run("-C", tmp_path, "draw", 1).stdout
    assert said.startswith("Drawn anew: with those who are there the plan of all rounds does not fill the boards.")
    assert len(drawn_in(tmp_path, 1).tables) == 1
