"""Events of accelerated Swiss: what the rules ask of them (ASO-1, 9), the way through TOML and workbook."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from aso_event import aso_event, scenario

from sheetscore.event.load import check_event, examine_event
from sheetscore.event.model import Event
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.toml import write_toml
from sheetscore.systems.aso import ASO
from sheetscore.systems.aso.model import (
    AsoEvent,
    AsoPlayer,
    AsoSettings,
    AsoSide,
    Balance,
    ScenarioChoice,
    starter_event,
)
from sheetscore.systems.wishes import Wish


def found_in(event: AsoEvent) -> list[tuple[str, str, str, str]]:
    return [(str(found.severity), found.code, found.sheet, found.cell) for found in check_event(event)]


def messages(event: AsoEvent) -> str:
    return "\n".join(found.message for found in check_event(event))


def wishing(*wishes: tuple[str, str, int | None], rounds: int = 5) -> AsoEvent:
    """Give an event with wishes such as ``("lock", "P01 P02", 2)``."""
    made = tuple(
        Wish.model_validate({"kind": kind, "players": pair.split(), "round": number}) for kind, pair, number in wishes
    )
    return aso_event(rounds=rounds, wishes=made)


def choosing(*scenarios: str, **changes: Any) -> AsoEvent:
    offered = (ScenarioChoice(number=1, scenario=scenarios),)
    return aso_event(2, 1, **changes).model_copy(update={"rounds": offered})


def test_a_usual_event_is_in_order() -> None:
    assert found_in(aso_event()) == []


@pytest.mark.parametrize(("rounds", "wrong"), [(1, False), (20, False), (21, True)])
def test_aso_1_there_are_at_most_20_rounds(rounds: int, wrong: bool) -> None:
    assert found_in(aso_event(rounds=rounds)) == ([("error", "event-value", "[event]", "rounds")] if wrong else [])


@pytest.mark.parametrize(("players", "words"), [(0, "No player is entered"), (1, "Only 1 player is entered")])
def test_two_players_are_needed(players: int, words: str) -> None:
    event = aso_event(players)
    assert found_in(event) == [("warning", "event-missing", "[[player]]", "id")]
    assert words in messages(event)


def test_aso_1_players_without_a_rating_are_named_in_one_warning_with_the_rating_that_counts() -> None:
    players = (
        AsoPlayer(id="A", name="Ann"), AsoPlayer(id="B", name="Bob", rating=0), AsoPlayer(id="C", name="Cy")
    )  # fmt: skip
    event = aso_event(unrated=1234).model_copy(update={"players": players})
    assert found_in(event) == [("warning", "event-missing", "[[player]] 1", "rating")]
    assert "Ann (A), Cy (C): 1234 counts" in messages(event)
    assert [event.swiss_player(player).rating for player in players] == [1234, 0, 1234]


def test_a_roomful_of_players_without_a_rating_is_counted() -> None:
    players = tuple(AsoPlayer(id=f"P{number}", name=f"N{number}") for number in range(1, 31))
    message = messages(aso_event().model_copy(update={"players": players}))
    assert "N12 (P12) and 18 more: 1000 counts" in message
    assert "N13" not in message


def test_a_table_kept_by_more_than_two_players_is_a_warning() -> None:
    def event(*tables: int | None) -> AsoEvent:
        players = tuple(
            AsoPlayer(id=f"P{number}", name=f"N{number}", rating=1, table=table)
            for number, table in enumerate(tables, start=1)
        )
        return aso_event().model_copy(update={"players": players})

    assert found_in(event(3, 3, None, 4)) == []
    assert found_in(event(3, 4, 3, None, 3)) == [("warning", "event-rule", "[[player]] 5", "table")]
    assert "N1 (P1), N3 (P3), N5 (P5)" in messages(event(3, 4, 3, None, 3))


# scenarios


@pytest.mark.parametrize("sides", [0, 1, 3])
def test_a_scenario_has_two_sides(tmp_path: Path, sides: int) -> None:
    made = tuple(AsoSide(id=f"side{number}", title=f"Side {number}") for number in range(sides))
    event = choosing("s1", "s2", "s3", scenarios=(scenario(1), scenario(2), scenario(3, sides=made, balances=())))
    assert found_in(event) == [("error", "event-rule", "[[scenario]] 3", "id")]
    assert f"has {sides} sides" in messages(event)
    (tmp_path / "event.toml").write_text(write_toml(event), encoding="utf-8")
    loaded, findings = examine_event(tmp_path)
    assert loaded is None
    assert [(one.code, one.sheet) for one in findings] == [("event-rule", "[[scenario]] 3")]


@pytest.mark.parametrize(
    ("balances", "found"),
    [
        ([("german", 1), ("German", 2), ("russian", 1)], []),
        ([("german", 0), ("german", 3)], []),
        ([("german", 1), ("GERMAN", 1)], [("error", "event-duplicate", "[[scenario.balance]] 2", "level")]),
        ([("germany", 1)], [("error", "event-reference", "[[scenario.balance]] 1", "side")]),
    ],
)
def test_aso_5_balances_are_of_a_side_and_each_level_comes_once(
    balances: list[tuple[str, int]], found: list[tuple[str, str, str, str]]
) -> None:
    texts = tuple(Balance(side=side, level=level, text="less") for side, level in balances)
    scenarios = (scenario(1, balances=texts), scenario(2, balances=()), scenario(3, balances=()))
    assert found_in(choosing("s1", "s2", "s3", scenarios=scenarios)) == found


def test_a_side_that_is_nearly_one_is_named() -> None:
    texts = (Balance(side="germany", level=1, text="less"),)
    event = choosing("s1", "s2", "s3", scenarios=(scenario(1, balances=texts), scenario(2), scenario(3)))
    assert 'Did you mean "german"?' in messages(event)


@pytest.mark.parametrize(
    ("choice", "found"),
    [
        (("s1", "s2", "s3"), []),
        (("s3", "S1", "s2"), []),
        (("s1", "s2"), [("warning", "event-rule", "[[round]] 1", "scenario")]),
        (("s1",), []),
        (("s1", "s2", "s3", "s4"), [("warning", "event-rule", "[[round]] 1", "scenario")]),
        (("s1", "s2", "S1"), [("error", "event-rule", "[[round]] 1", "scenario")]),
        (("s1", "s2", "s9"), [("error", "event-reference", "[[round]] 1", "scenario")]),
    ],
)
def test_aso_4_three_scenarios_are_on_offer(choice: tuple[str, ...], found: list[tuple[str, str, str, str]]) -> None:
    assert found_in(choosing(*choice, scenarios=tuple(map(scenario, (1, 2, 3, 4))))) == found


def test_aso_4_without_three_the_director_is_told_that_strikes_mean_nothing() -> None:
    assert "2 scenarios" in messages(choosing("s1", "s2"))
    assert "strikes mean nothing" in messages(choosing("s1", "s2"))


def test_two_scenarios_of_one_title_on_offer_are_a_warning() -> None:
    scenarios = (scenario(1), scenario(2, title="SCENARIO 1"), scenario(3))
    assert found_in(choosing("s1", "s2", "s3", scenarios=scenarios)) == [
        ("warning", "name-shared", "[[scenario]] 2", "title")
    ]


def test_aso_1_rounds_may_wait_for_their_scenarios() -> None:
    event = aso_event(rounds=3)
    event = event.model_copy(update={"rounds": (event.rounds[0], ScenarioChoice(number=2))})
    assert found_in(event) == []
    assert event.unnamed_rounds == (2, 3)


def test_aso_9_a_scenario_that_two_rounds_offer_is_a_warning_at_the_later_one() -> None:
    offered = {1: ("s1", "s2", "s3"), 2: ("s4", "S2", "s5"), 3: ("s6", "s7", "s8")}
    rounds = tuple(ScenarioChoice(number=number, scenario=ids) for number, ids in offered.items())
    event = aso_event(rounds=3).model_copy(update={"rounds": rounds})
    assert found_in(event) == [("warning", "event-rule", "[[round]] 2", "scenario")]
    assert 'Rounds 1 and 2 both offer "Scenario 2"' in messages(event)


# wishes


@pytest.mark.parametrize(
    ("wishes", "found"),
    [
        ([("lock", "P01 P02", 1), ("forbid", "P01 P02", 2)], []),
        ([("lock", "P01 P02", 2), ("forbid", "p02 p01", 2)], [("error", "[[pairing]] 2", "players")]),
        ([("forbid", "P01 P02", None), ("lock", "P02 P01", 3)], [("error", "[[pairing]] 2", "players")]),
        ([("forbid", "P01 P02", None), ("lock", "P01 P03", 3)], []),
        ([("forbid", "P01 P02", None), ("request", "P01 P02", 3)], [("warning", "[[pairing]] 2", "players")]),
        ([("forbid", "P01 P02", None), ("forbid", "P01 P02", 3)], []),
        ([("regular", "P01 P02", None), ("forbid", "P01 P02", 3)], []),
        ([("lock", "P01 P02", 1), ("lock", "P02 P03", 1)], [("error", "[[pairing]] 2", "players")]),
        ([("lock", "P01 P02", 1), ("lock", "P02 P03", 2)], []),
        ([("lock", "P01 P02", 1), ("lock", "P02 P01", 1)], []),
        ([("lock", "P01 P01", 1)], [("error", "[[pairing]] 1", "players")]),
        ([("request", "P01 p01", 2)], [("error", "[[pairing]] 1", "players")]),
        ([("forbid", "P01 P02", 6)], [("error", "[[pairing]] 1", "round")]),
        ([("lock", "P01 P02", None)], [("warning", "[[pairing]] 1", "round")]),
        ([("request", "P01 P02", 1)], [("warning", "[[pairing]] 1", "round")]),
        ([("request", "P01 P02", None)], []),
        ([("forbid", "P01 P99", None)], [("error", "[[pairing]] 1", "players")]),
    ],
)
def test_aso_9_wishes_that_cannot_be(
    wishes: list[tuple[str, str, int | None]], found: list[tuple[str, str, str]]
) -> None:
    assert [(severity, sheet, cell) for severity, _, sheet, cell in found_in(wishing(*wishes))] == found


def test_a_lock_of_the_only_round_needs_no_number() -> None:
    assert found_in(wishing(("lock", "P01 P02", None), rounds=1)) == []


def test_ids_of_a_wish_are_taken_in_the_capitals_of_the_roster() -> None:
    event = wishing(("regular", "p01 P03", None), ("forbid", "p02 p04", 2))
    assert event.swiss_player(event.players[0]).regulars == {"P03"}
    assert event.swiss_player(event.players[2]).regulars == {"P01"}
    assert event.swiss_player(event.players[1]).regulars == frozenset()
    assert event.wished("forbid", 2) == (("P02", "P04"),)
    assert event.wished("forbid", 3) == ()


# files


def full_event() -> AsoEvent:
    players = (
        AsoPlayer(id="0012", name="Ann", rating=1800, country="DK", club="North", table=3, absent=(2,)),
        AsoPlayer(id="B", name="Bob", rating=1700, first_round=2),
        AsoPlayer(id="C", name="Cy", rating=0, last_round=1),
    )
    return aso_event(3, 2, bye_points=2, bye_keeps_undefeated=False, unrated=900).model_copy(
        update={
            "players": players,
            "wishes": (Wish(kind="forbid", players=("0012", "B"), round=2), Wish(kind="regular", players=("B", "C"))),
        }
    )


@pytest.mark.parametrize("event", [full_event(), starter_event("Start"), aso_event(40, 5)])
def test_toml_gives_an_equal_event(event: AsoEvent, tmp_path: Path) -> None:
    (tmp_path / "event.toml").write_text(write_toml(event), encoding="utf-8")
    assert Event.load(tmp_path / "event.toml") == event


@pytest.mark.parametrize("event", [full_event(), starter_event("Start"), aso_event(40, 5)])
def test_workbook_gives_an_equal_event(event: AsoEvent, tmp_path: Path) -> None:
    write_event_workbook(event, tmp_path / "event.xlsx")
    assert Event.load(tmp_path / "event.xlsx") == event


def test_event_toml_as_somebody_writes_it(tmp_path: Path) -> None:
    (tmp_path / "event.toml").write_text(
        """
        [event]
        name = "ASO"
        system = "aso"
        rounds = 1
        [settings]
        bye_points = 1
        [[player]]
        id = "P01"
        name = "Ann"
        rating = 1600
        country = "DK"
        [[player]]
        id = "P02"
        name = "Bob"
        rating = 1500
        [[pairing]]
        kind = "request"
        players = ["P01", "P02"]
        [[scenario]]
        id = "bridge"
        title = "The bridge"
        [[scenario.side]]
        id = "german"
        title = "German"
        [[scenario.side]]
        id = "us"
        title = "American"
        [[scenario.balance]]
        side = "german"
        level = 1
        text = "One squad fewer"
        [[round]]
        number = 1
        scenario = ["bridge"]
        """,
        encoding="utf-8",
    )
    event, findings = examine_event(tmp_path)
    assert isinstance(event, AsoEvent)
    assert findings == ()
    assert [one.title for one in event.choice(1)] == ["The bridge"]
    assert (event.settings.bye_points, event.swiss_settings.rounds) == (1, 1)


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('id = "russian"\n', 'id = "german"\n', ("[[scenario.side]] 2", "id")),
        ("level = 3", "level = 4", ("[[scenario.balance]] 3", "level")),
        ('kind = "regular"', 'kind = "regulars"', ("[[pairing]] 2", "kind")),
        ("bye_points = 2", "bye_points = -1", ("[settings]", "bye_points")),
        ('players = ["B", "C"]', 'players = ["B"]', ("[[pairing]] 2", "players")),
        ("table = 3", "table = 0", ("[[player]] 1", "table")),
    ],
)
def test_what_cannot_be_is_named_with_its_place(tmp_path: Path, old: str, new: str, place: tuple[str, str]) -> None:
    text = write_toml(full_event())
    assert old in text
    (tmp_path / "event.toml").write_text(text.replace(old, new), encoding="utf-8")
    event, findings = examine_event(tmp_path)
    assert event is None
    assert place in {(one.sheet, one.cell) for one in findings}


def test_the_starter_lacks_nothing_but_players() -> None:
    starter = starter_event("Start")
    assert found_in(starter) == [("warning", "event-missing", "[[player]]", "id")]
    players = aso_event(4).players
    assert found_in(starter.model_copy(update={"players": players})) == []


def test_aso_1_a_new_event_has_five_rounds() -> None:
    starter = starter_event("Start")
    assert starter.swiss_settings.rounds == 5
    assert [round_.number for round_ in starter.rounds] == [1, 2, 3, 4, 5]
    assert starter.unnamed_rounds == (2, 3, 4, 5)
    assert "\nrounds = 5\n" in write_toml(starter)


def test_aso_2_the_weights_of_company_are_4_2_and_1() -> None:
    rules = starter_event("Start").swiss_settings
    assert (rules.regular, rules.same_club, rules.same_country) == (4, 2, 1)


def test_every_decision_has_its_meaning() -> None:
    decisions = {decision.name: decision for decision in ASO.decisions(full_event())}
    assert decisions["Points for a bye"].value == "2"
    assert decisions["Bye keeps undefeated"].value == "no"
    assert all(decision.meaning for decision in decisions.values())
    assert len(decisions) == len(AsoSettings.model_fields)


def test_the_event_says_what_is_on_offer() -> None:
    event = aso_event()
    assert event.subject(1) == "Scenario 1  ·  Scenario 2  ·  Scenario 3"
    assert event.seats(1) == {"1": "Player 1", "2": "Player 2"}
    assert event.choice(6) == ()
    assert event.scenario_at(1, 1) == ""
