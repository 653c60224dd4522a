"""Rounds of fights scored: the rows, what the audit and the log page say of broken rules, the standings."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from airforce_event import airforce_event, drawn_round, start_boxes
from airforce_logs import CARDS

from sheetscore.findings import Finding, Severity
from sheetscore.forms.evaluation import score_page
from sheetscore.forms.form import FieldKey, Value
from sheetscore.systems.airforce.flight.state import AircraftState, Hex
from sheetscore.systems.airforce.model import AirforceEvent
from sheetscore.systems.airforce.score import check_entries, rank_event, replay_event, score_round
from sheetscore.systems.context import EventProgress, ReplayAsked, RoundContext
from sheetscore.systems.outcomes import ResultRow


def filled(
    boxes: Mapping[str, Value], seat: str = "blue.1", straight: str = "", **settings: Any
) -> RoundContext[AirforceEvent]:
    """Give a round in which one aircraft has these boxes, beside what the draw fills in.

    Parameters
    ----------
    straight
        Another one, which flies straight on for a turn.
    """
    event = airforce_event(rounds=1, **settings)
    round_ = drawn_round(event)
    typed = {**round_.entries, **{FieldKey(1, seat, box): value for box, value in boxes.items()}}
    if straight:
        typed[FieldKey(1, straight, "turn.1.plot")] = "5"
    return RoundContext(event, 1, draw=round_.draw, library=round_.library, forms=round_.forms, entries=typed)


def start(state: AircraftState) -> dict[str, Value]:
    return {f"start.{box}": value for box, value in start_boxes(state).items()}


def red_numbers(boxes: Mapping[str, Value], **settings: Any) -> list[Value]:
    """Give the rules that the page shows in red, a line each."""
    round_ = filled(boxes, **settings)
    here = {key.field: value for key, value in round_.entries.items() if key.seat == "blue.1"}
    page = score_page(round_.forms.pages[1, "blue.1"].form, here)
    return [line.shows["rule"] for line in page.rows["turn"] if line.filled]


def rules_of(found: list[Finding]) -> list[int]:
    return [getattr(one, "rule", None) or 0 for one in found if one.code == "flight" and one.is_error is False]


def at(speed: int, altitude: int = 8000, bank: str = "L") -> dict[str, Value]:
    return start(AircraftState(Hex(0, 0), 0, bank, speed, altitude))


LIMITS = [
    (14, at(60), {"power": 2}, {"power": 3}),
    (15, at(50), {"brakes": 2}, {"brakes": 3}),
    (16, at(50), {"climb": 600}, {"climb": 700}),
    (17, at(50), {"dive": 1000}, {"dive": 1100}),
    (18, at(40), {"special": "STEEP", "climb": 800}, {"special": "STEEP", "climb": 900}),
    (19, at(50), {"special": "STEEP", "dive": 1000}, {"special": "STEEP", "dive": 900}),
    (20, {**at(50), "before.dive": 500}, {"special": "VERT"}, {"special": "VERT", "dive": 1900}),
    (20, at(50), {"climb": 100}, {"special": "VERT"}),
    (22, {**at(70), "before.special": "VERT"}, {"dive": 700}, {"dive": 600}),
    (23, {**at(50), "before.special": "STEEP", "before.dive": 1000}, {"dive": 300}, {"dive": 200}),
    (24, {**at(50), "before.special": "STEEP", "before.climb": 800}, {}, {"dive": 200}),
    (25, {**at(60, 14000), "before.power": 0}, {"power": 1}, {"power": 1, "before": 1}),
]
"""A rule, where it is tried, a line that keeps it and one that breaks it, by the numbers of the rules' examples."""


@pytest.mark.parametrize(("rule", "begin", "legal", "illegal"), LIMITS)
def test_a_limit_that_is_broken_is_a_red_number(
    rule: int, begin: dict[str, Value], legal: dict[str, Value], illegal: dict[str, Value]
) -> None:
    for boxes, expected in ((legal, ""), (illegal, rule)):
        line = dict(boxes)
        used = line.pop("before", None)
        before = {"before.power": used} if used else {}
        points = (int(Fraction(begin["start.speed"]) * 10) + 4) // 10
        turn = {f"turn.1.{box}": value for box, value in {"plot": str(points), **line}.items()}
        typed = {**begin, **before, **turn}
        assert red_numbers(typed) == [str(expected)]
        assert rules_of(check_entries(filled(typed))) == ([expected] if expected else [])


def test_five_maneuvers_and_a_wrong_count_are_red_numbers() -> None:
    state = AircraftState(Hex(0, 0), 0, "RB", 50, 8000, run_in=9)
    assert red_numbers({**start(state), "turn.1.plot": "TR TR TR TR 5"}) == [""]
    assert red_numbers({**start(state), "turn.1.plot": "TR TR TR TR TR 5"}) == ["29"]
    assert red_numbers({**start(state), "turn.1.plot": "TR 5", "turn.1.maneuvers": 2}) == ["12"]


LEVEL = at(50)
TURNS_BEFORE = start(AircraftState(Hex(0, 0), 0, "RB", 70, 8000, run_in=9))
CLAIMED: list[tuple[dict[str, Value], dict[str, Value], dict[str, Value], int]] = [
    (LEVEL, {"climb": 300, "power": 3}, {"climb": 250, "power": 3}, 1),
    (LEVEL, {"dive": 300}, {"dive": 250}, 1),
    (LEVEL, {"speed": 5}, {"speed": Fraction(501, 100)}, 1),
    (LEVEL, {"speed": 5}, {"speed": Fraction(51, 10)}, 1),
    (LEVEL, {"altitude": 8000}, {"altitude": 8050}, 1),
    (LEVEL, {"altitude": 8000}, {"altitude": 8100}, 1),
    (TURNS_BEFORE, {"plot": "TR 4 TR 3", "speed": Fraction(66, 10)}, {"plot": "TR 4 TR 3", "speed": 7}, 12),
    (at(95), {"plot": "9", "speed": Fraction(92, 10)}, {"plot": "9", "speed": Fraction(95, 10)}, 13),
    (LEVEL, {"power": 2, "speed": Fraction(52, 10)}, {"power": 2, "speed": 5}, 15),
    (LEVEL, {"brakes": 1, "speed": Fraction(48, 10)}, {"brakes": 1, "speed": 5}, 15),
    (LEVEL, {"climb": 300, "speed": Fraction(47, 10)}, {"climb": 300, "speed": 5}, 16),
    (LEVEL, {"climb": 300, "altitude": 8300}, {"climb": 300, "altitude": 8000}, 16),
    (LEVEL, {"dive": 600, "speed": Fraction(54, 10)}, {"dive": 600, "speed": 5}, 17),
    (LEVEL, {"dive": 600, "altitude": 7400}, {"dive": 600, "altitude": 8000}, 17),
]
"""Where a line begins, the line as the rules have it and with a wrong figure, and the rule of that."""


@pytest.mark.parametrize(("begin", "right", "wrong", "rule"), CLAIMED)
def test_a_wrong_figure_is_a_red_number_as_the_audit_blames_it(
    begin: dict[str, Value], right: dict[str, Value], wrong: dict[str, Value], rule: int
) -> None:
    for boxes, expected in ((right, []), (wrong, [rule])):
        typed = {**begin, **{f"turn.1.{box}": value for box, value in {"plot": "5", **boxes}.items()}}
        assert red_numbers(typed) == [" ".join(map(str, expected))]
        assert rules_of(check_entries(filled(typed))) == expected


def test_a_number_is_red_once_however_often_its_rule_is_broken() -> None:
    twice: dict[str, Value] = {
        "turn.1.plot": "5",
        "turn.1.climb": 250,
        "turn.1.speed": Fraction(501, 100),
        "turn.1.brakes": 3,
    }
    assert red_numbers({**LEVEL, **twice}) == ["1 15"]
    assert red_numbers({**LEVEL, "turn.1.plot": "5", "turn.1.brakes": 3, "turn.1.speed": 5}) == ["15"]


ALL_AT_ONCE: list[tuple[dict[str, Value], dict[str, Value], str]] = [
    (at(60), {"power": 3, "brakes": 3, "climb": 700}, "14 15 16"),
    (at(50), {"brakes": 3, "dive": 1100, "maneuvers": 2}, "12 15 17"),
    ({**at(50), "before.special": "STEEP", "before.climb": 800}, {"power": 4, "dive": 1100}, "14 17 24"),
    ({**at(50), "before.special": "STEEP", "before.dive": 1000}, {"climb": 700}, "16 23"),
    ({**at(50), "before.special": "VERT"}, {"special": "STEEP", "dive": 900}, "19"),
    (at(50), {"special": "VERT", "dive": 1900}, "20"),
    ({**at(50), "before.dive": 500}, {"special": "VERT", "dive": 1900, "brakes": 3}, "15 20"),
]
"""Where a line begins, what it breaks several limits with, and the rules in their order."""


@pytest.mark.parametrize(("begin", "line", "expected"), ALL_AT_ONCE)
def test_every_limit_that_is_broken_is_named_on_the_page_as_the_audit_names_it(
    begin: dict[str, Value], line: dict[str, Value], expected: str
) -> None:
    points = (int(Fraction(begin["start.speed"]) * 10) + 4) // 10
    typed = {**begin, **{f"turn.1.{box}": value for box, value in {"plot": str(points), **line}.items()}}
    assert red_numbers(typed) == [expected]
    found = {str(rule) for rule in rules_of(check_entries(filled(typed)))}
    assert found == set(expected.split())


def test_a_line_goes_on_from_what_is_claimed() -> None:
    round_ = filled({**at(50), "turn.1.plot": "5", "turn.1.speed": Fraction(62, 10), "turn.2.plot": "6"})
    rows = [row for row in score_round(round_).rows if row["aircraft"] == "blue.1"]
    assert [(row["turn"], row["speed"], row["altitude"]) for row in rows] == [
        (1, 5, 8000),
        (2, Fraction(62, 10), 8000),
    ]
    assert rows[0]["findings"] == 1
    assert rows[1]["findings"] == 0


def test_rows_have_the_keys_that_scripts_rely_on_and_count_shots() -> None:
    shots: dict[str, Value] = {}
    for number, (turn, hits) in enumerate(((1, 2), (9, 4)), start=1):
        shots |= {f"shot.{number}.turn": turn, f"shot.{number}.target": "Red.1", f"shot.{number}.hits": hits}
    shots |= {"shot.2.ruling": 4, "shot.2.reason": "fired in turn 2", "shot.3.turn": 9, "shot.3.target": "red.1"}
    shots |= {"shot.3.hits": 8, "shot.4.turn": 1, "shot.4.target": "blue.1", "shot.4.hits": 8}
    round_ = filled({"turn.1.plot": "5", "turn.2.plot": "5", "end.fate": "home", **shots}, "blue.1", "red.1")
    by_turn = {(row["aircraft"], row["turn"]): row for row in score_round(round_).rows}
    first, last, target = by_turn["blue.1", 1], by_turn["blue.1", 2], by_turn["red.1", 1]
    assert list(first)[:7] == ["aircraft", "turn", "speed", "altitude", "facing", "bank", "hits"]
    assert (first["hits"], first["fate"]) == (2, "flying")
    assert (last["hits"], last["fate"]) == (4, "home"), "what was fired after the last line counts with it"
    assert (target["taken"], target["shot_at"], target["altitude"]) == (6, 3, 8000)
    assert (first["taken"], first["shot_at"]) == (0, 0), "a shot at oneself is none of others, and hits nobody"


def test_a_log_that_begins_otherwise_than_drawn_is_a_warning_and_another_card_an_error() -> None:
    (found,) = [one for one in check_entries(filled({"start.altitude": 8100})) if one.code == "log-begins"]
    assert found.severity is Severity.WARNING
    assert "start.altitude 8100 and not 8000" in found.message
    assert found.fields == ((1, "blue.1", "start.altitude"),)
    (found,) = [one for one in check_entries(filled({"aircraft.card": "ex-lwl"})) if one.code == "log-begins"]
    assert found.is_error


def test_the_replay_of_a_workbook_uses_the_cards_that_were_typed_in() -> None:
    round_ = filled({"turn.1.plot": "5"})
    asked = ReplayAsked(entries=round_.entries, event=round_.event)
    assert [flight.card for flight in replay_event(asked).flights] == [CARDS.card("ex-mwl")] * 4
    assert "ranking" not in replay_event(asked).as_json()["settings"]  # type: ignore[operator]


def row(player: str, seat: str, turn: int = 1, **figures: object) -> ResultRow:
    usual = {"hits": 0, "taken": 0, "shot_at": 0, "findings": 0, "fate": "flying"}
    who = {"player": player, "name": f"Name of {player}", "table": 1, "aircraft": seat, "turn": turn}
    return {**who, **usual, **figures}  # type: ignore[dict-item]


ROUNDS = {
    1: [
        row("P01", "blue.1", 1, hits=3, findings=2),
        row("P01", "blue.1", 2, taken=1, shot_at=2, fate="home"),
        row("P02", "blue.2", hits=2, fate="down"),
        row("P03", "red.1", hits=2, fate="aborted"),
    ],
    2: [row("P01", "red.1", fate="crashed"), row("P03", "red.2", hits=1, taken=1)],
}


def test_pilots_are_ranked_by_hits_less_hits_taken_then_by_aircraft_lost() -> None:
    ranked = rank_event(EventProgress(airforce_event(), ROUNDS))
    assert [(one["rank"], one["id"], one["score"], one["lost"]) for one in ranked.rows] == [
        (1, "P03", 2, 0),
        (2, "P01", 2, 1),
        (2, "P02", 2, 1),
        (4, "P04", 0, 0),
    ]
    first = next(one for one in ranked.rows if one["id"] == "P01")
    assert [first[key] for key in ("fights", "home", "lost", "shot_at", "hits", "taken", "findings")] == [
        *(2, 1, 1, 2, 3, 1, 2),
    ]


def test_without_a_ranking_pilots_stand_in_the_order_of_names() -> None:
    ranked = rank_event(EventProgress(airforce_event(ranking=False), ROUNDS))
    assert [(one["rank"], one["id"]) for one in ranked.rows] == [
        (None, "P01"),
        (None, "P02"),
        (None, "P03"),
        (None, "P04"),
    ]
