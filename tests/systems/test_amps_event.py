"""Events of AMPS: what the rules ask of scenarios, the starter, the way through TOML and workbook."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import ValidationError

from sheetscore.event import registry
from sheetscore.event.load import examine_event
from sheetscore.event.model import Event, Header, Player
from sheetscore.event.scenarios import TabledRound
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.toml import write_toml
from sheetscore.findings import Severity
from sheetscore.systems.amps.model import AmpsEvent, AmpsSettings, starter_event
from sheetscore.systems.tasks.model import Target, TaskScenario, TaskSide, TeamPoints, check_scenarios


@pytest.fixture(autouse=True)
def _amps(monkeypatch: pytest.MonkeyPatch) -> None:
    system = SimpleNamespace(title="Pilots", event_model=AmpsEvent, check_event=check_scenarios)
    point = SimpleNamespace(name="amps", load=lambda: system)
    monkeypatch.setattr(registry, "entry_points", lambda **_: [point])


def side(**changes: Any) -> TaskSide:
    parts = {"id": "a", "title": "A", "force": "blue", "tasks": ("air-combat",), "seats": 1}
    return TaskSide(**{**parts, **changes})


def event_of(*sides: TaskSide) -> AmpsEvent:
    scenario = TaskScenario(id="s", title="S", sides=sides)
    header = Header(name="x", system="amps", rounds=1)
    return AmpsEvent(header=header, scenarios=(scenario,), rounds=(TabledRound(number=1, scenario="s", tables=1),))


def found_in(*sides: TaskSide) -> list[tuple[str, str, str]]:
    return [(found.code, found.sheet, found.cell) for found in check_scenarios(event_of(*sides))]


BRIDGE = Target(name="Bridge", class_="primary")
ENEMY = side(id="e", force="red")


def test_a_strike_side_needs_a_primary_target() -> None:
    strike = side(tasks=("strike",), targets=(Target(name="Yard", class_="secondary"),))
    assert found_in(strike, ENEMY) == [("event-rule", "[[scenario.side]] 1", "tasks")]
    assert found_in(strike.model_copy(update={"targets": (BRIDGE,)}), ENEMY) == []


@pytest.mark.parametrize("class_", ["primary", "secondary", "opportunity"])
def test_strike_targets_are_for_strike_sides(class_: Any) -> None:
    target = Target(name="T", class_=class_, white=True)
    assert found_in(side(targets=(target,)), ENEMY) == [("event-rule", "[[scenario.side.target]] 1", "class")]
    assert found_in(side(tasks=("strike",), targets=(BRIDGE, target)), ENEMY) == []


@pytest.mark.parametrize("class_", ["radar", "aaa", "sam", "infantry-sam"])
def test_defenses_are_for_sides_that_suppress_them(class_: Any) -> None:
    target = Target(name="T", class_=class_)
    assert found_in(side(targets=(target,)), ENEMY) == [("event-rule", "[[scenario.side.target]] 1", "class")]
    assert found_in(side(tasks=("defense-suppression",), targets=(target,)), ENEMY) == []


@pytest.mark.parametrize(("class_", "may"), [("radar", False), ("aaa", False), ("infantry-sam", False), ("sam", True)])
def test_of_the_defenses_only_sams_have_white_silhouettes(class_: Any, may: bool) -> None:
    suppression = side(tasks=("defense-suppression",), targets=(Target(name="T", class_=class_, white=True),))
    assert found_in(suppression, ENEMY) == ([] if may else [("event-rule", "[[scenario.side.target]] 1", "white")])


def test_target_names_of_a_side_differ_by_more_than_capitals() -> None:
    twice = (BRIDGE, Target(name="BRIDGE", class_="primary"))
    assert found_in(side(tasks=("strike",), targets=twice), ENEMY) == [
        ("event-duplicate", "[[scenario.side.target]] 2", "name")
    ]
    one_each = [
        side(id=id_, force=id_, tasks=("strike",), targets=(target,)) for id_, target in zip("ab", twice, strict=True)
    ]
    assert found_in(*one_each) == []


def test_amps_3_a_target_has_one_silhouette_within_a_force() -> None:
    white = Target(name="BRIDGE", class_="primary", white=True)
    targets = {"b1": BRIDGE, "b2": white, "red": white}
    sides = [side(id=id_, force=id_[0], tasks=("strike",), targets=(target,)) for id_, target in targets.items()]
    assert found_in(*sides) == [("event-rule", "[[scenario.side.target]] 2", "white")]
    assert found_in(sides[0], sides[2]) == []


def test_air_combat_needs_two_forces() -> None:
    assert found_in(side(), side(id="b", force="BLUE")) == [("event-rule", "[[scenario]] 1", "id")]
    assert found_in(side(), ENEMY) == []
    assert found_in(side(tasks=("strike",), targets=(BRIDGE,))) == []


def test_a_scenario_has_sides() -> None:
    assert found_in() == [("event-missing", "[[scenario]] 1", "id")]


def test_more_than_twelve_team_points_a_side_are_a_warning() -> None:
    awards = [TeamPoints(id=f"a{number}", label="L", points=6) for number in range(3)]
    assert found_in(side(team_points=tuple(awards[:2])), ENEMY) == []
    (high,) = check_scenarios(event_of(side(team_points=tuple(awards)), ENEMY))
    assert (high.code, high.severity, high.cell) == ("team-points-high", Severity.WARNING, "team_points")
    assert "18" in high.message


def test_tasks_are_a_set_that_is_not_empty() -> None:
    both = side(tasks=("strike", "air-combat", "strike"))
    assert both.tasks == ("air-combat", "strike")
    with pytest.raises(ValidationError):
        side(tasks=())


def test_settings_have_the_usual_decisions() -> None:
    settings = AmpsSettings()
    assert (settings.damage_cap, settings.factoring, settings.factor_rounding) == ("aircraft", "round", "exact")
    assert (settings.tie_margin, settings.tie_group) == (Decimal("0.5"), "leader")
    with pytest.raises(ValidationError):
        AmpsSettings(tie_margin=Decimal("-0.1"))


def test_scenario_of_a_round_knows_its_targets() -> None:
    event = event_of(side(tasks=("strike",), targets=(BRIDGE,)), ENEMY)
    assert event.scenario_of(1).sides[0].targets == (BRIDGE,)


def test_the_starter_is_in_order(tmp_path: Path) -> None:
    starter = starter_event("Origins")
    (tmp_path / "event.toml").write_text(write_toml(starter), encoding="utf-8")
    assert examine_event(tmp_path) == (starter, ())
    assert starter.players == ()


def full_event() -> AmpsEvent:
    starter = starter_event("Origins 1991")
    white = Target(name="Depot", class_="opportunity", white=True)
    both = side(id="both", tasks=("strike", "defense-suppression"), targets=(BRIDGE, white), seats=3)
    awards = (TeamPoints(id="early", label='By turn 10: "all"', points=6),)
    second = TaskScenario(id="depot", title="Depot", sides=(both, side(id="strike", force="red", team_points=awards)))
    return starter.model_copy(
        update={
            "header": Header(name="Origins 1991", system="amps", rounds=2, seed=1991, paper="a4"),
            "settings": AmpsSettings(
                damage_cap="pilot", factoring="none", tie_margin=Decimal("0.25"), tie_group="chain"
            ),
            "players": (Player(id="0012", name="=1+1", absent=(2,)), Player(id="P02", name="🛩️ O'Neil")),
            "scenarios": (*starter.scenarios, second),
            "rounds": (*starter.rounds, TabledRound(number=2, scenario="depot", tables=200)),
        }
    )


def test_workbook_and_toml_give_the_event_back_one_from_the_other(tmp_path: Path) -> None:
    event = full_event()
    write_event_workbook(event, tmp_path / "event.xlsx")
    once = Event.load(tmp_path / "event.xlsx")
    (tmp_path / "event.toml").write_text(write_toml(once), encoding="utf-8")
    assert AmpsEvent.load(tmp_path / "event.toml") == once == event


def test_team_events_have_tables_that_amps_does_not_know(tmp_path: Path) -> None:
    text = write_toml(starter_event("x")) + '\n[[team]]\nid = "T1"\n[[pairing]]\nkind = "lock"\n'
    (tmp_path / "event.toml").write_text(text, encoding="utf-8")
    event, findings = examine_event(tmp_path)
    assert event is None
    assert [(found.code, found.cell) for found in findings] == [("event-unknown", "team"), ("event-unknown", "pairing")]
