"""Every repetition of a draw in words, also of one that was edited by hand."""

from __future__ import annotations

from sheetscore.pairing.draw import Draw, Flown, TableDraw
from sheetscore.pairing.sections.draw import absences, repetitions

NAMES = {"P07": "Ann Bell", "P12": "Bob Lee", "P20": "Cy Orr"}
FORCES = {
    ("bridge", "strike"): "blue",
    ("bridge", "ds"): "blue",
    ("bridge", "cap"): "red",
    ("melee", "strike"): "blue",
    ("melee", "cap"): "red",
}


def flown(number: int, table: int, side: str, player: str, scenario: str = "bridge") -> Flown:
    return Flown(number, table, f"{side}.1", side, scenario, player, 4)


def drawn(number: int, scenario: str, **seats: str) -> Draw:
    return Draw(number, (TableDraw(2, scenario, {f"{side}.1": who for side, who in seats.items()}),), (), ())


def test_opponents_who_meet_again_are_named_with_their_first_meeting() -> None:
    history = [flown(1, 3, "cap", "P07"), flown(1, 3, "strike", "P12")]
    draw = drawn(2, "other", a="P12", b="P07")
    assert repetitions(draw, history, NAMES, FORCES) == [
        "Table 2: Ann Bell (P07) meets Bob Lee (P12) again, first met in round 1, table 3."
    ]


def test_a_third_meeting_says_how_often_they_met() -> None:
    history = [flown(n, n, side, who, f"s{n}") for n in (2, 1) for side, who in (("x", "P07"), ("y", "P12"))]
    [line] = repetitions(drawn(3, "other", a="P12", b="P07"), history, NAMES, FORCES)
    assert line.endswith("meets Bob Lee (P12) again, first met in round 1, table 1 (2 times so far).")


def test_team_mates_of_one_force_are_named_though_their_sides_differ() -> None:
    history = [flown(1, 3, "ds", "P07"), flown(1, 3, "strike", "P12")]
    draw = drawn(2, "other", red="P12", green="P07")
    assert repetitions(draw, history, NAMES, FORCES | {("other", "red"): "r", ("other", "green"): "r"}) == [
        "Table 2: Ann Bell (P07) flies with Bob Lee (P12) again, first in round 1, table 3."
    ]


def test_one_time_opponents_who_become_team_mates_repeat_nothing() -> None:
    history = [flown(1, 3, "cap", "P07"), flown(1, 3, "strike", "P12")]
    draw = drawn(2, "other", red="P12", green="P07")
    assert repetitions(draw, history, NAMES, FORCES | {("other", "red"): "r", ("other", "green"): "r"}) == []


def test_scenarios_and_sides_flown_again_are_told_apart() -> None:
    history = [flown(1, 1, "cap", "P07"), flown(1, 2, "ds", "P12"), flown(1, 3, "strike", "P20", "melee")]
    draw = drawn(2, "bridge", cap="P07", strike="P12", ds="P99")
    assert repetitions(draw, history, NAMES, FORCES) == [
        "Table 2: Ann Bell (P07) flies cap of scenario bridge again, first in round 1.",
        "Table 2: Bob Lee (P12) flies scenario bridge again, first in round 1 as ds.",
    ]
    assert repetitions(drawn(2, "bridge", strike="P20"), history, NAMES, FORCES) == [
        "Table 2: Cy Orr (P20) flies a side strike again, first in round 1 in scenario melee."
    ]


def test_rounds_from_the_drawn_one_on_are_not_repeated() -> None:
    history = [flown(n, 3, side, who) for n in (2, 3) for side, who in (("cap", "P07"), ("strike", "P12"))]
    assert repetitions(drawn(2, "bridge", cap="P07", strike="P12"), history, NAMES, FORCES) == []


def test_empty_seats_and_sit_outs_are_told() -> None:
    table = TableDraw(1, "bridge", {"strike.1": "P07", "strike.2": None, "cap.1": None, "cap.2": None})
    draw = Draw(3, (table,), ("P12", "P20"), ())
    assert list(absences(draw, NAMES, {"P20": 2})) == [
        "Bob Lee (P12) sits out.",
        "Cy Orr (P20) sits out, after 2 times before.",
        "3 of 4 seats stay empty.",
        "Table 1: strike.2 stays empty.",
        "Table 1: nobody flies side cap: cap.1, cap.2 stay empty.",
    ]
