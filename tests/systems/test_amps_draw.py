"""The draw of an AMPS event."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence

import pytest
from amps_event import flown_row
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetscore.event.model import Header, Player
from sheetscore.event.scenarios import TabledRound
from sheetscore.pairing.draw import Draw, Flown
from sheetscore.problems import MistakesFound
from sheetscore.systems.amps.draw import draw_round, plan_of
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import EarlierRound, ResultRow
from sheetscore.systems.tasks.model import Target, TaskScenario, TaskSide

STRIKE = TaskSide(
    id="strike",
    title="Strike",
    force="blue",
    seats=4,
    tasks=("strike",),
    targets=(Target(name="Bridge", class_="primary"),),
)
DS = TaskSide(id="ds", title="Suppression", force="blue", seats=2, tasks=("defense-suppression",))
CAP = TaskSide(id="cap", title="Interceptors", force="red", seats=3, tasks=("air-combat",))
WEST = TaskSide(id="west", title="West", force="blue", seats=9, tasks=("air-combat",))
EAST = TaskSide(id="east", title="East", force="red", seats=9, tasks=("air-combat",))


def event_of(players: list[Player], rounds: int = 2, seed: int = 1991) -> AmpsEvent:
    """Rounds 1, 3 ... at four tables in sections of 16, 8 and 12; round 2 at two tables in 18 and 18."""
    return AmpsEvent(
        header=Header(name="Origins", system="amps", rounds=rounds, seed=seed),
        players=tuple(players),
        scenarios=(
            TaskScenario(id="bridge", title="The bridge", sides=(STRIKE, DS, CAP)),
            TaskScenario(id="melee", title="The melee", sides=(WEST, EAST)),
        ),
        rounds=tuple(
            TabledRound(number=n, scenario="melee" if n == 2 else "bridge", tables=2 if n == 2 else 4)
            for n in range(rounds, 0, -1)
        ),
    )


def pilots(count: int) -> list[Player]:
    return [Player(id=f"P{number:02}", name=f"Pilot {number}") for number in range(1, count + 1)]


def context(event: AmpsEvent, number: int, history: Sequence[Flown] = ()) -> RoundContext[AmpsEvent]:
    """A round after others in which these flew, by their results."""
    rounds: dict[tuple[int, str], list[ResultRow]] = {}
    for one in history:
        rounds.setdefault((one.round, one.scenario), []).append(flown_row(one))
    return RoundContext(event, number, [EarlierRound(*played, rows) for played, rows in rounds.items()])


def play(event: AmpsEvent) -> tuple[list[Draw], list[Flown]]:
    draws: list[Draw] = []
    history: list[Flown] = []
    for number in range(1, event.header.rounds + 1):
        draws.append(draw_round(context(event, number, history)))
        history += draws[-1].as_flown()
    return draws, history


def test_the_example_of_the_guidelines_comes_out() -> None:
    _, history = play(event_of(pilots(36)))
    totals: Counter[str] = Counter()
    for flown in history:
        totals[flown.player] += flown.section_size
    assert Counter(totals.values()) == {34: 16, 30: 12, 26: 8}


@settings(max_examples=5)
@given(st.permutations(pilots(12)))
def test_the_order_of_the_roster_makes_no_difference(roster: list[Player]) -> None:
    assert play(event_of(roster)) == play(event_of(pilots(12)))


def test_the_process_makes_no_difference() -> None:
    code = (
        "from test_amps_draw import event_of, pilots, play; import json; "
        "print(json.dumps([draw.as_json('x') for draw in play(event_of(pilots(12)))[0]]))"
    )
    shown = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert shown[0] == shown[1]


def test_the_seed_of_the_event_makes_the_difference() -> None:
    assert draw_round(context(event_of(pilots(36), seed=1), 1)) != draw_round(context(event_of(pilots(36), seed=2), 1))


def test_the_plan_tells_who_is_there_in_which_round() -> None:
    roster = [
        Player(id="late", name="Late", first_round=2),
        Player(id="early", name="Early", last_round=1),
        Player(id="away", name="Away", absent=(2,)),
    ]
    plan = plan_of(event_of(roster, rounds=3))
    assert [(round_.number, sorted(round_.pilots)) for round_ in plan.rounds] == [
        (1, ["away", "early"]),
        (2, ["late"]),
        (3, ["away", "late"]),
    ]
    assert plan.forces["bridge", "ds"] == "blue"
    assert plan.names["late"] == "Late"


def test_amps_11_rounds_without_a_scenario_take_no_part_in_the_plan() -> None:
    event = event_of(pilots(20), rounds=1)
    longer = event.model_copy(
        update={
            "header": event.header.model_copy(update={"rounds": 3}),
            "rounds": (*event.rounds, TabledRound(number=2, tables=2)),
        }
    )
    assert [planned.number for planned in plan_of(longer).rounds] == [1]
    assert draw_round(context(longer, 1)) == draw_round(context(event, 1))


def test_a_late_entrant_and_a_drop_out_fly_their_rounds_only() -> None:
    roster = pilots(36)
    roster[0] = Player(id="P01", name="Late", first_round=2)
    roster[1] = Player(id="P02", name="Early", last_round=1)
    draws, history = play(event_of(roster, rounds=3))
    rounds = {player: {f.round for f in history if f.player == player} for player in ("P01", "P02", "P03")}
    assert rounds == {"P01": {2, 3}, "P02": {1}, "P03": {1, 2, 3}}
    assert "1 of 36 seats stays empty." in draws[0].report


def test_history_that_is_not_the_draw_counts() -> None:
    # somebody who was drawn and did not fly has sat out, and flies when others must sit out
    event = event_of(pilots(37), rounds=2)
    first = draw_round(context(event, 1))
    history = [flown for flown in first.as_flown() if flown.player != "P05"]
    missed = {*first.byes, "P05"} - {flown.player for flown in history}
    assert not missed & set(draw_round(context(event, 2, history)).byes)


def test_an_event_without_pilots_is_refused() -> None:
    with pytest.raises(MistakesFound, match="Nobody plays in round 1"):
        draw_round(context(event_of([]), 1))
