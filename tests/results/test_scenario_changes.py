"""What changed in scenarios since a round was scored: named where scores depend on it, and nothing else."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest
from amps_event import amps_event
from match_event import match_event, scenario
from msgspec.structs import replace
from scored_rounds import SOURCE

from sheetscore.event.model import Event
from sheetscore.results.record import Played, RoundRecord
from sheetscore.results.scenario_changes import changed_values, find_former_scenarios
from sheetscore.results.scoring_changes import find_former_ranks
from sheetscore.results.setup import setup_of
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.systems.played import Game


def scored(event: Event, number: int = 1, *games: Game, scenario: str = "") -> RoundRecord:
    """Give results that record an event."""
    setup = setup_of(event, number, (), {}, ())
    played = Played("", "", (), games, (), (), None, {}, {}) if games else None
    system = event.header.system
    return RoundRecord("", "", system, number, scenario, (), (), {}, (), SOURCE, setup, played=played)


def with_strike(event: AmpsEvent, change: Callable[[Any], dict[str, Any]]) -> AmpsEvent:
    """Change the side that attacks the bridge."""
    bridge = event.scenarios[0]
    side = bridge.sides[0].model_copy(update=change(bridge.sides[0]))
    bridge = bridge.model_copy(update={"sides": (side, *bridge.sides[1:])})
    return event.model_copy(update={"scenarios": (bridge, *event.scenarios[1:])})


def test_the_class_of_a_target_and_the_points_of_an_award_are_named_with_their_scenario() -> None:
    event = amps_event(rounds=("bridge", "bridge", "sweep"))
    records = {number: scored(event, number) for number in (1, 2, 3)}
    barge = next(one for one in event.scenarios[0].sides[0].targets if one.name == "Barge")

    def change(side: Any) -> dict[str, Any]:
        targets = [one.model_copy(update={"class_": "opportunity"}) if one == barge else one for one in side.targets]
        return {"targets": tuple(targets)}

    now = with_strike(event, change)
    (found,) = find_former_scenarios(now, records)
    assert (found.code, found.severity.value) == ("scenario-changed", "warning")
    assert found.message == (
        "rounds 1 and 2 were scored with other values of scenarios than those of now: “Class” of bridge, strike, Barge "
        "was secondary and is opportunity. Put back what it was; or have it scored as it is now: sheetscore sheets 1, "
        f"then sheetscore ingest {SOURCE.name}, and so for each of them"
    )


def test_titles_texts_order_and_what_is_new_are_no_change_of_scores() -> None:
    event = amps_event()
    record = scored(event)

    def change(side: Any) -> dict[str, Any]:
        new = side.targets[0].model_copy(update={"name": "New"})
        return {"title": "Strikers", "targets": (new, *reversed(side.targets))}

    now = with_strike(event, change)
    bridge = now.scenarios[0].model_copy(update={"title": "A bridge", "text": "Fog."})
    now = now.model_copy(update={"scenarios": (bridge, *now.scenarios[1:])})
    assert [*changed_values(event, record), *changed_values(now, record)] == []
    said = [str(one) for one in changed_values(now, record, scores_only=False)]
    assert "“Title” of bridge was The bridge and is A bridge" in said


@pytest.mark.parametrize(("was_played", "named"), [("ridge", 0), ("hill", 1)])
def test_a_scenario_that_was_on_offer_and_not_played_changes_nothing(was_played: str, named: int) -> None:
    before = match_event(scenarios=(scenario(grading="points"), scenario("ridge")))
    now = match_event(scenarios=(scenario(grading="win"), scenario("ridge")))
    record = scored(before, 1, Game(1, 1, (), scenario=was_played))
    said = [str(one) for one in changed_values(now, record)]
    assert said == ["“Victory” of hill was points and is win"] * named


def test_capitals_are_no_change() -> None:
    before, now = (match_event(scenarios=(scenario(game_system=name),)) for name in ("Hills", "HILLS"))
    assert not [*changed_values(now, scored(before))]


@pytest.mark.parametrize(("tie_breaks", "noted"), [(("lot",), 1), (("best_round",), 0)])
def test_another_seed_is_noted_where_lots_decide_ranks(tie_breaks: tuple[str, ...], noted: int) -> None:
    event = amps_event()
    event = event.model_copy(update={"settings": event.settings.model_copy(update={"tie_breaks": tie_breaks})})
    now = event.model_copy(update={"header": event.header.model_copy(update={"seed": event.header.seed + 1})})
    record = scored(event)
    assert not [*find_former_ranks(event, {1: record})]
    found = [one.message for one in find_former_ranks(now, {1: record})]
    assert [one.startswith(f"“Seed” was {event.header.seed} when round 1 was scored") for one in found] == [
        True
    ] * noted
    before = dataclasses.replace(record, setup=replace(record.setup, seed=None) if record.setup else None)
    assert not [*find_former_ranks(now, {1: before})]
