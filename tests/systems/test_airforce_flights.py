"""Air Force: speed and altitude, the decisions, the procedural edition, and what cannot be flown as written."""

from __future__ import annotations

import random
from typing import Any

import pytest
from airforce_flights import claims_of, legal_turns
from airforce_logs import CARDS, EXAMPLE, Boxes, entries, flown, rules_broken, variant
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sheetscore.findings import Severity
from sheetscore.systems.airforce.editions import FlightSettings, edition
from sheetscore.systems.airforce.flight.energy import Range, SpeedChange, feet_at, maneuver_loss, points_at, table_gain
from sheetscore.systems.airforce.flight.flight_log import FlightLog, PlottedTurn
from sheetscore.systems.airforce.flight.flights import fly_log
from sheetscore.systems.airforce.flight.handling import Hangar
from sheetscore.systems.airforce.flight.state import BANKS
from sheetscore.systems.airforce.flight.turns import Turn
from sheetscore.systems.airforce.replay import rulebook

MAIN = edition("main")
DIVED: Boxes = {"dive": 500}
PROCEDURAL: dict[str, Any] = {"edition": "procedural"}


def turns(lines: list[Boxes], start: Boxes | None = None, before: Boxes | None = None, **how: Any) -> list[Turn | None]:
    """Fly lines that are to break no rule."""
    cards, decisions = how.pop("cards", ()), how
    found = flown(entries(lines, start, before, card=cards[0].id if cards else "ex-mwl"), cards, **decisions)
    told = [one.message for one in found.findings if one.severity is not Severity.NOTE]
    assert told == []
    return list(found.flights[0].turns)


def one(line: Boxes, start: Boxes | None = None, before: Boxes | None = None, **how: Any) -> Turn:
    (turn,) = turns([line], start, before, **how)
    assert turn is not None
    return turn


def broken(line: Boxes, start: Boxes | None = None, before: Boxes | None = None, **how: Any) -> list[int]:
    cards = how.pop("cards", ())
    return rules_broken(flown(entries([line], start, before, card=cards[0].id if cards else "ex-mwl"), cards, **how))


@pytest.mark.parametrize(
    ("tenths", "points"), [(45, 4), (46, 5), (44, 4), (50, 5), (54, 5), (55, 5), (56, 6), (0, 0), (5, 0), (6, 1)]
)
def test_speeds_round_with_a_half_down(tenths: int, points: int) -> None:
    assert points_at(tenths) == points


def test_turn_a_of_the_rules() -> None:
    turn = one({"plot": "1 TR 3 TR 3", "dive": 800, "brakes": 1}, {"speed": "7.0", "bank": "RB", "run_in": 2})
    assert turn.change == SpeedChange(maneuvers=-4, drag=0, power=0, brakes=-2, climb=0, dive=5)
    assert (turn.end.speed, turn.end.altitude) == (69, 7200)


def test_turn_b_of_the_rules() -> None:
    turn = one({"plot": "6 TR 3", "dive": 900}, {"speed": "9.5", "bank": "RB"})
    assert turn.change == SpeedChange(maneuvers=-3, drag=-3, power=0, brakes=0, climb=0, dive=6)
    assert (turn.end.speed, turn.end.altitude) == (95, 7100)


@pytest.mark.parametrize(
    ("loss", "table"),
    [
        ("lwl", (1, 2, 3, 4)),
        ("mwl", (1, 2, 4, 5)),
        ("p39", (1, 3, 4, 6)),
        ("p51", (2, 3, 5, 6)),
        ("p47", (2, 3, 5, 7)),
        ("fw190", (2, 4, 5, 7)),
        ("heavy", (2, 4, 6, 8)),
    ],
)
def test_losses_by_wing_loading(loss: str, table: tuple[int, ...]) -> None:
    def lost(number: int, within: Range = Range.MANEUVER, *, loaded: bool = False) -> int:
        return maneuver_loss(number, within, variant(loss=loss), MAIN, loaded=loaded)

    assert tuple(lost(number) for number in range(1, 5)) == table
    assert lost(0) == 0
    assert lost(5) == table[3] + table[3] - table[2]
    assert lost(6) == table[3] + 2 * (table[3] - table[2])
    assert [lost(number, loaded=True) for number in range(1, 5)] == [2, 4, 6, 8]
    assert [lost(3, within) for within in (Range.LEVEL, Range.DIVE)] == [6, 9]


@pytest.mark.parametrize(
    ("feet", "tenths"),
    [(100, 0), (200, 1), (300, 2), (400, 2), (500, 3), (600, 4), (800, 5), (900, 6), (1000, 6), (1100, 7)],
)
def test_speed_gained_in_dives(feet: int, tenths: int) -> None:
    assert table_gain(MAIN.table, feet) == tenths


def test_feet_for_each_point_are_cut_to_hundreds() -> None:
    assert [feet_at(200, speed) for speed in (50, 49, 45, 33)] == [1000, 900, 900, 600]
    assert [feet_at(feet, 47) for feet in (300, 400, 500)] == [1400, 1800, 2300]


@pytest.mark.parametrize(
    ("speed", "drag", "lost"),
    [
        ("9.5", "tenths", 3), ("9.5", "begun", 4), ("9.5", "whole", 2),
        ("8.1", "tenths", 1), ("8.1", "begun", 2), ("8.1", "whole", 0),
        ("9.0", "tenths", 2), ("9.0", "begun", 2), ("9.0", "whole", 2),
        ("8.0", "begun", 0),
    ],
)  # fmt: skip
def test_drag_of_a_part_of_a_point_is_decided(speed: str, drag: str, lost: int) -> None:
    assert one({"plot": str(points_at(int(speed.replace(".", ""))))}, {"speed": speed}, drag=drag).change.drag == -lost


@pytest.mark.parametrize(
    ("speed", "altitude", "exact", "rounded"),
    [
        ("5.0", 8000, 3, 3), ("5.1", 8000, 2, 3), ("7.5", 8000, 2, 2), ("7.6", 8000, 2, 0), ("8.0", 8000, 0, 0),
        ("8.5", 8000, 0, 0), ("5.1", 12_000, 2, 3), ("5.1", 12_100, 1, 1),
    ],
)  # fmt: skip
def test_power_by_range(speed: str, altitude: int, exact: int, rounded: int) -> None:
    start: Boxes = {"speed": speed, "altitude": altitude}
    plot: Boxes = {"plot": str(points_at(int(speed.replace(".", ""))))}
    assert one(plot, start).power_available == exact
    assert one(plot, start, speed_range="rounded").power_available == rounded


def test_a_speed_that_rounds_to_the_top_is_in_the_level_range_where_that_is_decided() -> None:
    start: Boxes = {"speed": "8.4"}
    assert one({"plot": "8"}, start).within is Range.DIVE
    assert one({"plot": "8"}, start, speed_range="rounded").within is Range.LEVEL


def test_a_single_power_factor_is_there_every_other_turn_where_it_is_halved_or_always() -> None:
    lines: list[Boxes] = [{"plot": "5", "power": 1}] * 2
    start: Boxes = {"altitude": 12_100, "speed": "4.6"}
    assert rules_broken(flown(entries(lines, start))) == []
    assert rules_broken(flown(entries(lines, start), single_power="always")) == [25]
    assert broken({"plot": "6", "power": 1}, {"altitude": 12_100, "speed": 6}, {"power": 1}) == [25]
    assert broken({"plot": "6", "power": 2}, {"altitude": 12_100, "speed": 6}, {"power": 1}) == [14]


def test_the_end_speed_is_cut_to_the_top_dive_speed_of_the_end_altitude() -> None:
    assert one({"plot": "10", "dive": 2000}, {"speed": "10.4"}).end.speed == 110
    low = EXAMPLE.bands[0].model_copy(update={"top": 7000, "dive": 105})
    card = variant(bands=(low, EXAMPLE.bands[1]))
    assert one({"plot": "10", "dive": 2000}, {"speed": "10.4"}, cards=[card]).end.speed == 105


def test_a_speed_is_never_below_nothing() -> None:
    found = flown(entries([{"plot": "BR", "brakes": 2}], {"speed": "0.3", "run_in": 3}))
    assert found.flights[0].turns[0].end.speed == 0  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("line", "end"),
    [({"dive": 1000}, (62, 7000, (0, -4))), ({"climb": 800}, (42, 8800, (0, -4)))],
)
def test_steep_turns_of_the_main_edition(line: Boxes, end: tuple[object, ...]) -> None:
    turn = one({"plot": "5", "special": "STEEP", **line})
    assert (turn.end.speed, turn.end.altitude, turn.end.at) == end


@pytest.mark.parametrize(
    ("line", "start", "before", "end"),
    [
        ({"special": "SD", "dive": 1500}, {}, {}, (60, 6500, (0, -3))),  # five steps of the table
        ({"special": "SD"}, {}, {}, (60, 6500, (0, -3))),
        ({"special": "SC", "climb": 1000}, {}, {}, (40, 9000, (0, -3))),  # 200 a point
        ({"special": "SC"}, {"speed": "3.4"}, {}, (30, 8400, (0, -2))),  # what the least speed leaves
        ({"special": "SC", "power": 2}, {"speed": "3.4"}, {}, (30, 8600, (0, -2))),
        ({"special": "VD"}, {}, {}, (66, 5500, (0, -1))),  # eight steps and 100
    ],
)
def test_steep_turns_of_the_procedures(line: Boxes, start: Boxes, before: Boxes, end: tuple[object, ...]) -> None:
    points = "3" if start else "5"
    turn = one({"plot": points, **line}, start, before, **PROCEDURAL)
    assert (turn.end.speed, turn.end.altitude, turn.end.at) == end


@pytest.mark.parametrize(
    ("rule", "line", "start", "before"),
    [
        (18, {"special": "SC", "climb": 900}, {}, {}),
        (18, {"special": "SC", "climb": 1100}, {}, {}),
        (19, {"special": "SD", "dive": 1400}, {}, {}),
        (20, {"special": "VD", "dive": 2400}, {}, {}),
        (20, {"special": "VD"}, {"bank": "I"}, {}),
        (20, {"special": "VD", "plot": "3 V 2"}, {"run_in": 2}, {}),
        (22, {"dive": 200}, {}, {"special": "VD"}),
        (23, {"special": "SC"}, {}, {"special": "SD"}),
        (24, {"special": "SC"}, {}, {"special": "SC", "climb": 500}),
        (24, {"special": "SD"}, {}, {"special": "SC", "climb": 500}),
        (5, {"special": "SC", "plot": "3 V 2"}, {"bank": "IR"}, {}),
    ],
)
def test_what_breaks_the_procedures(rule: int, line: Boxes, start: Boxes, before: Boxes) -> None:
    found = broken({"plot": "5", **line}, start, before, **PROCEDURAL)
    assert found[:1] == [rule]
    assert set(found) <= {rule, 18}  # a loop from a bank that is not upward is no steep climb either


@pytest.mark.parametrize(
    ("line", "start", "before"),
    [
        ({"dive": 300}, {}, {"special": "VD"}),
        ({"special": "SD"}, {}, {"special": "VD"}),
        ({"climb": 300}, {}, {"special": "SD"}),
        ({"special": "SD"}, {}, {"special": "SD"}),
        ({}, {}, {"special": "SD"}),
        ({"dive": 600}, {}, {"special": "SC", "climb": 500}),
        ({"special": "VD"}, {}, {"special": "SC", "climb": 500}),
        ({"special": "SC", "plot": "3 V 2"}, {"bank": "RB"}, {}),
        ({"special": "SD", "plot": "3 V 2"}, {"bank": "IL"}, {}),
    ],
)
def test_what_the_procedures_allow(line: Boxes, start: Boxes, before: Boxes) -> None:
    assert broken({"plot": "5", **line}, start, before, **PROCEDURAL) == []


def test_a_half_loop_of_the_procedures_keeps_the_wing_down() -> None:
    turn = one({"plot": "3 V 2", "special": "SC"}, {"bank": "RB"}, **PROCEDURAL)
    assert (turn.end.bank, turn.end.facing) == ("IR", 6)


@pytest.mark.parametrize(
    ("line", "before"),
    [
        ({"special": "VERT"}, {"special": "VERT", "speed": 6}),
        ({"special": "STEEP", "dive": 1000}, {"special": "VERT"}),
        ({"dive": 500}, {"special": "VERT"}),
        ({"special": "STEEP", "dive": 1000}, {"special": "STEEP", "dive": 1000}),
        ({"climb": 600}, {"special": "STEEP", "climb": 800}),
        ({"special": "STEEP", "climb": 800}, {"special": "STEEP", "climb": 800}),
    ],
)
def test_what_may_follow_in_the_main_edition(line: Boxes, before: Boxes) -> None:
    assert broken({"plot": "5", **line}, {}, before) == []


@pytest.mark.parametrize(
    ("rule", "line", "before"),
    [
        (22, {"dive": 400}, {"special": "VERT"}),
        (22, {"climb": 100}, {"special": "VERT"}),
        (23, {"climb": 300}, {"special": "STEEP", "dive": 1000}),
        (23, {}, {"special": "STEEP", "dive": 1000}),
        (24, {"special": "STEEP", "dive": 1000}, {"special": "STEEP", "climb": 800}),
    ],
)
def test_what_may_not_follow_in_the_main_edition(rule: int, line: Boxes, before: Boxes) -> None:
    assert broken({"plot": "5", **line}, {}, before) == [rule]


@pytest.mark.parametrize(
    ("role", "engines", "loaded", "mode"),
    [
        ("fighter", 1, 0, 5), ("bomber", 1, 1, 5), ("fighter", 2, 0, 5), ("fighter", 2, 1, 9), ("bomber", 2, 0, 7),
        ("other", 2, 0, 7), ("bomber", 2, 1, 9), ("bomber", 4, 0, 9), ("fighter", 3, 0, 9),
    ],
)  # fmt: skip
def test_modes_under_load_in_the_dive_range(role: str, engines: int, loaded: int, mode: int) -> None:
    card = variant(role=role, engines=engines)
    start: Boxes = {"speed": 9, "bank": "RB", "loaded": loaded}
    assert broken({"plot": f"{mode - 1} TR {10 - mode}"}, start, cards=[card]) == [28]
    assert broken({"plot": f"{mode} TR {9 - mode}" if mode < 9 else "9 TR"}, start, cards=[card]) == []


def test_a_load_adds_to_the_printed_modes_before_their_limits() -> None:
    card = variant(loaded_mode=1)
    slow: Boxes = {"speed": 3, "bank": "RB"}
    assert broken({"plot": "1 TR 2"}, slow, cards=[card]) == []
    assert broken({"plot": "1 TR 2"}, {**slow, "loaded": 1}, cards=[card]) == [26]
    assert broken({"plot": "2 BLL 1"}, {**slow, "loaded": 1}, cards=[card]) == [2]


def test_bombs_that_are_gone_are_no_load_from_the_next_turn_on() -> None:
    lines: list[Boxes] = [{"plot": "2 TR 3"}, {"plot": "5", "special": "JETT"}, {"plot": "2 TR 3"}]
    flying = turns(lines, {"loaded": 1, "bank": "RB", "altitude": 8000})
    assert [turn.end.loaded for turn in flying if turn] == [True, False, False]
    assert [turn.change.maneuvers for turn in flying if turn] == [-2, 0, -1]


def test_an_aircraft_without_an_engine_counts_as_loaded_and_has_no_power_to_the_end() -> None:
    lines: list[Boxes] = [
        {"plot": "4", "power": 1, "special": "LAME"},
        {"plot": "4", "special": "JETT"},
        {"plot": "4", "power": 1},
    ]
    found = flown(entries(lines, {"speed": "4.0"}, card="ex-heavy"))
    flying = [turn for turn in found.flights[0].turns if turn]
    assert [turn.power_available for turn in flying] == [4, 0, 0]
    assert [turn.start.loaded for turn in flying] == [False, True, True]
    assert rules_broken(found) == [14]
    assert found.flights[0].lame


def test_bombing_in_a_vertical_dive_is_dive_bombing() -> None:
    card = variant(dive_bomber=True)
    line: Boxes = {"plot": "5", "special": "VERT BOMB"}
    assert one(line, {"altitude": 5000}, DIVED, cards=[card]).bombing == "dive"
    assert broken(line, {"altitude": 5100}, DIVED, cards=[card]) == [21]
    assert broken({"plot": "5", "special": "BOMB"}, {"altitude": 2000}, cards=[card]) == [21]
    assert broken(line, {"altitude": 5000}, DIVED) == [21]


@pytest.mark.parametrize(
    ("lines", "loaded", "severities"),
    [
        ([{"plot": "5", "special": "BOMB"}], 1, [Severity.NOTE]),
        ([{"plot": "5", "special": "BOMB"}], 0, [Severity.WARNING]),
        ([{"plot": "5", "special": "BOMB"}] * 2, 1, [Severity.NOTE, Severity.WARNING]),
        ([{"plot": "5", "special": "JETT"}, {"plot": "5", "special": "BOMB"}], 1, [Severity.WARNING]),
        # it counts as loaded, and carries nothing
        ([{"plot": "5", "special": "LAME"}, {"plot": "5", "special": "BOMB"}], 0, [Severity.WARNING]),
        ([{"plot": "5", "special": "LAME"}, {"plot": "5", "special": "BOMB"}], 1, [Severity.NOTE]),
    ],
)
def test_bombing_as_a_glide_does_is_a_note_where_there_is_a_load(
    lines: list[Boxes], loaded: int, severities: list[Severity]
) -> None:
    found = flown(entries(lines, {"loaded": loaded}, card="variant"), [variant(engines=2)])
    assert [(one.rule, one.severity) for one in found.findings] == [(21, severity) for severity in severities]  # type: ignore[attr-defined]
    assert [one.message.endswith("and it carries no bombs") for one in found.findings] == [
        severity is Severity.WARNING for severity in severities
    ]
    broken_by_rows = [row[-1] for row in found.account()[0].rows]
    assert sum(map(bool, broken_by_rows)) == severities.count(Severity.WARNING), "a note breaks nothing"


@pytest.mark.parametrize(
    ("lines", "engines", "told"),
    [
        ([{"special": "LAME"}, {}], 1, [(1, "special", "this one has one; with that gone it is down")]),
        (
            [{"special": "LAME"}, {"special": "LAME"}],
            1,
            [(1, "special", "this one has one; with that gone it is down")],
        ),
        ([{"special": "LAME"}, {"special": "JETT"}], 2, []),
        ([{"special": "LAME JETT"}, {}], 2, []),
        ([{"special": "LAME"}, {}, {}], 2, [(2, "special", "the bombs have to go in the turn after: enter JETT")]),
        ([{"special": "LAME"}, {"special": "LAME"}], 2, [(2, "special", "the bombs have to go")]),
        ([{"climb": 600}], 2, [(1, "climb", "it climbs to 25100 feet, and the card goes up to 25000")]),
        ([{"climb": 500}], 2, []),
    ],
)
def test_what_an_aircraft_cannot_do_that_has_no_number_is_told_once(
    lines: list[Boxes], engines: int, told: list[tuple[int, str, str]]
) -> None:
    card = variant(engines=engines, bands=(EXAMPLE.bands[0].model_copy(update={"top": 25_000}),))
    boxes = entries([{"plot": "5", **line} for line in lines], {"loaded": 1, "altitude": 24_500}, card="variant")
    found = [one for one in flown(boxes, [card]).findings if one.severity is Severity.WARNING]
    assert [(one.turn, one.fields) for one in found] == [  # type: ignore[attr-defined]
        (turn, ((1, "red.1", f"turn.{turn}.{box}"),)) for turn, box, _ in told
    ]
    assert all(message in one.message for one, (_, _, message) in zip(found, told, strict=True))
    assert {(one.code, one.rule) for one in found} <= {("flight", None)}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"dive": 300, "brakes": 1, "speed": "5.9"}, "speed 5.9 at the end, and it comes to 5.0"),
        ({"speed": "5.1"}, "speed 5.1 at the end, and it comes to 5.0"),
        ({"altitude": 8100}, "altitude 8100 at the end, and it comes to 8000"),
    ],
)
def test_a_wrong_figure_that_nothing_explains_is_called_so(line: Boxes, said: str) -> None:
    (found,) = flown(entries([{"plot": "5", **line}])).findings
    assert found.message == f"red.1, turn 1: rule 1 (no part of the turn explains it): {said}"
    (hundredths,) = flown(entries([{"plot": "5", "speed": "4.95"}])).findings
    assert "rule 1 (tenths, hundreds, turns)" in hundredths.message


CRASHES: Boxes = {"plot": "5", "dive": 1000}
"""From 500 feet."""


def test_a_ruling_lets_an_aircraft_fly_on_from_the_altitude_that_is_claimed() -> None:
    lines: list[Boxes] = [{**CRASHES, "altitude": 200, "speed": 5, "ruling": "1"}, {"plot": "5"}]
    found = flown(entries(lines, {"altitude": 500}))
    assert [(one.code, one.severity) for one in found.findings] == [
        ("flight", Severity.WARNING),  # the speed, which no ruling is about
        ("flight", Severity.NOTE),
        ("ruled", Severity.NOTE),
    ]
    (flight,) = found.flights
    assert flight.fate == "flying"
    assert [turn.end.altitude for turn in flight.turns if turn] == [-500, 200]
    assert found.account()[0].rows[1][5] == "-500 (200)"
    assert found.account()[0].title.endswith("flying; in brackets as claimed")


@pytest.mark.parametrize(
    ("line", "codes", "fate"),
    [
        ({**CRASHES, "altitude": 200}, ["flight", "flight", "plot"], "crashed"),
        ({**CRASHES, "ruling": 1}, ["flight", "plot", "plot"], "crashed"),
        ({**CRASHES, "ruling": 1, "altitude": 0}, ["flight", "flight", "plot", "plot"], "crashed"),
        ({**CRASHES, "ruling": 1, "altitude": 250}, ["flight", "flight", "plot", "plot"], "crashed"),
        ({"plot": "5", "ruling": 1}, ["flight"], "flying"),
        ({"plot": "5", "ruling": 0}, [], "flying"),
    ],
)
def test_a_ruling_needs_a_crash_and_an_altitude_above_the_ground(line: Boxes, codes: list[str], fate: str) -> None:
    found = flown(entries([line, {"plot": "5"}], {"altitude": 500}))
    crashed = line.get("dive") is not None
    told = [one for one in found.findings if (one.turn, one.rule) != (2, 7)]  # type: ignore[attr-defined]
    assert [one.code for one in told] == codes
    assert found.flights[0].fate == fate
    if crashed:
        assert told[-1].fields == ((1, "red.1", "turn.2.plot"),)
        assert "counts is claimed in that turn, and the director enters 1 under ruling there" in told[-1].message
    if "ruling" in line and crashed:
        assert told[-2].fields == ((1, "red.1", "turn.1.ruling"), (1, "red.1", "turn.1.altitude"))


def test_a_wrong_claim_is_found_once_and_flown_on_from() -> None:
    lines: list[Boxes] = [
        {"plot": "5", "speed": "5.2", "altitude": 8100, "bank": "RB", "facing": 1, "q": 4, "r": -5},
        {"plot": "2 TR 3", "speed": "5.0", "altitude": 8100, "bank": "RB", "facing": 2, "q": 8, "r": -10},
    ]
    found = flown(entries(lines, {"odd": 1}))
    assert rules_broken(found) == [1, 1, 2, 1, 7]
    assert {one.turn for one in found.findings} == {1}  # type: ignore[attr-defined]


def test_a_wrong_facing_forgets_which_front_hex_comes_next() -> None:
    for claimed, odd in (({}, True), ({"facing": 1}, True), ({"facing": 3}, False)):
        boxes = entries([{"plot": "2", **claimed}], {"odd": 1, "facing": 1, "speed": 2})
        assert flown(boxes).flights[0].stated[0].odd is odd


def test_what_is_claimed_in_hundredths_or_tens_is_not_flown_on_from() -> None:
    found = flown(entries([{"plot": "5", "speed": "4.95", "altitude": 8050}, {"plot": "5"}]))
    assert rules_broken(found) == [1, 1]
    second = found.flights[0].turns[1]
    assert second is not None
    assert (second.start.speed, second.start.altitude) == (50, 8000)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"altitude": 8050}, "altitude 8050 at the end is no whole hundred of feet, and it comes to 8000"),
        ({"speed": "4.95"}, "speed 4.95 at the end is no whole tenth, and it comes to 5.0"),
        ({"climb": 550}, "climb 550 is no whole hundred of feet, and counts as 500"),
        ({"dive": 90}, "dive 90 is no whole hundred of feet, and counts as 0"),
    ],
)
def test_figures_that_are_too_fine_are_told_with_what_counts(line: Boxes, said: str) -> None:
    (found,) = flown(entries([{"plot": "5", **line}])).findings
    assert found.message.endswith(said)


@pytest.mark.parametrize(
    ("power", "start", "said"),
    [(4, {}, "there are 3 factors"), (2, {"altitude": 12_100}, "there is 1 factor"), (1, {"speed": 8}, "no factors")],
)
def test_power_that_is_not_there_is_told_with_what_is(power: int, start: Boxes, said: str) -> None:
    (found,) = flown(entries([{"plot": str(start.get("speed", 5)), "power": power}], start)).findings
    assert found.message.endswith(said)


BLAMED: list[tuple[int, Boxes, Boxes, Boxes]] = [
    (12, {"plot": "3 TR 4", "speed": "7.0"}, {"speed": 7, "bank": "RB"}, {}),
    (29, {"plot": "2 TR 3", "speed": "5.0"}, {"bank": "RB"}, {}),
    (13, {"plot": "9", "dive": 900, "speed": "10.1"}, {"speed": "9.5"}, {}),
    (15, {"plot": "5", "power": 2, "climb": 500, "speed": "4.5"}, {}, {}),
    (15, {"plot": "5", "brakes": 1, "dive": 300, "speed": "5.2"}, {}, {}),
    (16, {"plot": "5", "power": 2, "climb": 500, "speed": "5.2"}, {}, {}),
    (17, {"plot": "5", "brakes": 1, "dive": 300, "speed": "4.8"}, {}, {}),
    (19, {"plot": "5", "special": "STEEP", "dive": 1000, "speed": "5.0"}, {}, {}),
    (20, {"plot": "5", "special": "VERT", "speed": "5.0"}, {}, DIVED),
    (18, {"plot": "9", "special": "STEEP", "climb": 100, "speed": "8.7"}, {"speed": 9}, {}),
    (17, {"plot": "5", "dive": 300, "speed": "5.9"}, {}, {}),  # the only part
    (1, {"plot": "5", "dive": 300, "brakes": 1, "speed": "5.9"}, {}, {}),
    (1, {"plot": "5", "speed": "5.1"}, {}, {}),
    (12, {"plot": "2 TR 3", "maneuvers": 3}, {"bank": "RB"}, {}),
    (10, {"plot": "2 SL TR 2", "maneuvers": 1}, {"bank": "RB"}, {}),
    (16, {"plot": "5", "climb": 300, "altitude": 8400}, {}, {}),
    (17, {"plot": "5", "dive": 300, "altitude": 7600}, {}, {}),
    (1, {"plot": "5", "altitude": 8100}, {}, {}),
    (11, {"plot": "2 HL 1", "bank": "LB"}, {"bank": "RB"}, {}),
    (2, {"plot": "5", "bank": "LB"}, {"bank": "RB"}, {}),
    (3, {"plot": "2 SL TR 2", "facing": 2}, {"bank": "RB"}, {}),
    (1, {"plot": "5", "facing": 1}, {}, {}),
    (8, {"plot": "5", "q": 2, "r": -5}, {"facing": 1}, {}),
    (8, {"plot": "5", "q": 9}, {"facing": 1}, {}),
    (4, {"plot": "2 HR 1", "q": 1, "r": -4}, {}, {}),
    (9, {"plot": "2 HR 1", "q": 7}, {}, {}),
    (7, {"plot": "5", "q": 7}, {}, {}),
    (18, {"plot": "5", "special": "STEEP", "climb": 500, "r": -5}, {}, {}),
    (19, {"plot": "5", "special": "STEEP", "dive": 1000, "r": -5}, {}, {}),
    (20, {"plot": "5", "special": "VERT", "r": -5}, {}, DIVED),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "line", "start", "before"), BLAMED)
def test_which_rule_a_wrong_figure_is_blamed_on(rule: int, line: Boxes, start: Boxes, before: Boxes) -> None:
    assert broken(line, start, before) == [rule]


@pytest.mark.parametrize(
    ("rule", "speed", "plot"),
    [(1, "4.5", "5"), (1, "4.9", "4"), (1, "5.4", "6"), (4, "5.0", "2 HR 2"), (4, "6.0", "2 HR 2 HL"),
     (9, "5.0", "2 SR 3"), (9, "6.0", "2 SR 2 SL 2"), (7, "5.0", "3"), (7, "5.0", "6"), (7, "5.0", "2 HR SR 4")],
)  # fmt: skip
def test_which_rule_wrong_points_are_blamed_on(rule: int, speed: str, plot: str) -> None:
    assert broken({"plot": plot}, {"speed": speed, "run_in": 9})[:1] == [rule]


UNREADABLE: list[tuple[list[Boxes], list[int | None], str]] = [
    ([{"plot": "2 TX 3"}], [1], "“TX” at position 3 of the plot is no word of plots; did you mean TR?"),
    ([{"plot": "5"}, {}, {"plot": "5"}], [2], "the line is blank, and later ones are filled in"),
    ([{"plot": "5", "climb": 300, "dive": 300}], [1], "there is a climb and a dive in one turn"),
    ([{"plot": "5", "special": "STEP", "dive": 300}], [1], "“STEP” is no special word. Did you mean \"STEEP\"?"),
    ([{"plot": "5", "special": "SD", "dive": 300}], [1], "“SD” is no special word."),
    ([{"plot": "5", "special": "STEEP"}], [1], "STEEP needs either a climb or a dive"),
    ([{"plot": "5", "special": "STEEP", "climb": 300, "dive": 300}], [1], "STEEP needs either a climb or a dive"),
    ([{"plot": "5", "special": "STEEP VERT", "dive": 300}], [1], "STEEP and VERT exclude each other"),
    ([{"plot": "5", "special": "VERT", "climb": 300}], [1], "VERT needs the other box to be blank"),
    ([{"plot": "5", "dive": 800}, {"plot": "5"}], [2], "the aircraft crashed in turn 1"),
    ([{"plot": "5", "dive": "much"}], [1], "dive: there is “much”; enter a number"),
    ([{"plot": "5", "power": "1.5"}], [1], "power: there is “1.5”; enter a whole number"),
    ([{"plot": "5", "bank": "X"}], [1], "bank: there is “X”; the banks are"),
    ([{"plot": "5", "facing": 13}], [1], "facing: there is “13”"),
    ([{"climb": 300}], [1], "there is no plot"),
    ([{"plot": "5", "plott": "5"}], [None], "a flight log has no box turn.1.plott. Did you mean \"plot\"?"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "where", "said"), UNREADABLE)
def test_what_cannot_be_flown_as_it_is_written(lines: list[Boxes], where: list[int | None], said: str) -> None:
    found = flown(entries(lines, {"altitude": 700} if "crashed" in said else {}))
    errors = [one for one in found.findings if one.severity is Severity.ERROR]
    assert [(one.turn, one.rule, one.code) for one in errors] == [(turn, 0, "plot") for turn in where]  # type: ignore[attr-defined]
    assert said in errors[0].message
    assert rules_broken(found) == [0]


@pytest.mark.parametrize(
    ("start", "card", "said"),
    [
        ({"speed": ""}, "ex-mwl", "start.speed: is blank"),
        ({"altitude": ""}, "ex-mwl", "start.altitude: is blank"),
        (
            {"speed": "5.05"},
            "ex-mwl",
            "start.speed: there is 5.05; a speed is a number from 0 on with one digit behind the point",
        ),
        ({"speed": "-1"}, "ex-mwl", "start.speed: there is -1; a speed is a number from 0 on"),
        (
            {"altitude": 8050},
            "ex-mwl",
            "start.altitude: there is 8050; altitudes are whole hundreds of feet, such as 8000",
        ),
        ({}, "ex-mvl", 'There is no card "ex-mvl". Did you mean "ex-mwl"?'),
        ({}, "", "no card is named"),
    ],
)
def test_an_aircraft_that_cannot_start_is_told_and_not_flown(start: Boxes, card: str, said: str) -> None:
    found = flown(entries([{"plot": "5"}], start, card=card))
    assert [one.code for one in found.findings] == ["plot"]
    assert said in found.findings[0].message
    assert found.as_json()["aircraft"][0]["turns"] == []  # type: ignore[index]


def test_a_line_that_cannot_be_read_moves_nothing_but_what_it_claims() -> None:
    lines: list[Boxes] = [{"plot": "oops", "dive": 300, "altitude": 7700}, {"plot": "5"}]
    found = flown(entries(lines))
    flight = found.flights[0]
    assert flight.turns[0] is None
    assert (flight.stated[0].at, flight.stated[0].speed, flight.stated[0].altitude) == ((0, 0), 50, 7700)
    assert rules_broken(found) == [0]


def test_an_aircraft_below_the_ground_has_crashed() -> None:
    found = flown(entries([{"plot": "5", "dive": 800}], {"altitude": 700}))
    (note,) = found.findings
    assert (note.severity, note.rule) == (Severity.NOTE, None)  # type: ignore[attr-defined]
    assert found.flights[0].fate == "crashed"
    assert flown(entries([{"plot": "5", "dive": 700}], {"altitude": 700})).flights[0].fate == "flying"
    for fate in ("home", "aborted", "down"):
        assert flown(entries([{"plot": "5"}], more={"end.fate": fate})).flights[0].fate == fate


@pytest.mark.parametrize(("fate", "told"), [("home", True), ("aborted", True), ("down", False), ("", False)])
def test_an_aircraft_that_crashed_does_not_come_home(fate: str, *, told: bool) -> None:
    lines: list[Boxes] = [{"plot": "5"}, {"plot": "5", "dive": 800}]
    found = flown(entries(lines, {"altitude": 700}, more={"end.fate": fate}))
    assert found.flights[0].fate == "crashed"
    doubts: list[Any] = [one for one in found.findings if one.severity is not Severity.NOTE]
    assert [(one.code, one.severity, one.rule, one.turn, one.expected, one.actual) for one in doubts] == [
        ("fate", Severity.WARNING, None, None, "crashed", fate)
    ] * told
    assert all(one.fields == ((1, "red.1", "end.fate"),) and "in turn 2" in one.message for one in doubts)


def test_an_aircraft_that_is_down_need_not_have_crashed() -> None:
    assert flown(entries([{"plot": "5"}], more={"end.fate": "down"})).findings == ()


def test_a_speed_below_the_least_is_noted() -> None:
    (note,) = flown(entries([{"plot": "3", "brakes": 1}], {"speed": "3.1"})).findings
    assert (note.severity, note.expected, note.actual) == (Severity.NOTE, 3.0, 2.9)  # type: ignore[attr-defined]


def made_up(seed: int, edition_: str) -> tuple[list[Turn], Hangar]:
    rules = rulebook(FlightSettings(edition=edition_))
    return list(legal_turns(random.Random(seed), 4, rules, EXAMPLE)), Hangar(CARDS, rules)


def with_claims(flown_turns: list[Turn], hangar: Hangar, changed: PlottedTurn | None = None) -> list[Any]:
    """Give what is found where every turn is claimed as the rules have it, but for one line."""
    lines = [replace(turn.line, claims=claims_of(turn)) for turn in flown_turns]
    lines = [changed if changed and line.turn == changed.turn else line for line in lines]
    log = FlightLog(1, "red.1", "", EXAMPLE.id, flown_turns[0].start, lines=tuple(lines))
    return list(fly_log(log, hangar).findings)


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.sampled_from(("main", "procedural")), st.data())
def test_legal_turns_pass_and_every_single_corruption_is_found(seed: int, edition_: str, data: st.DataObject) -> None:
    flying, hangar = made_up(seed, edition_)
    if not flying:
        return
    assert with_claims(flying, hangar) == []
    turn = data.draw(st.sampled_from(flying))
    claims = claims_of(turn)
    box, wrong = data.draw(st.sampled_from(_corruptions(turn)))
    found = with_claims(flying, hangar, replace(turn.line, claims=replace(claims, **{box: wrong})))
    here = [one for one in found if one.turn == turn.line.turn and one.rule]
    assert [box in {name.rpartition(".")[2] for _, _, name in one.fields} for one in here] == [True]
    powered = replace(turn.line, power=turn.power_available + 1, claims=claims)
    assert {one.rule for one in with_claims(flying, hangar, powered) if one.turn == turn.line.turn} & {14, 25}


def _corruptions(turn: Turn) -> list[tuple[str, Any]]:
    """Give boxes with values that they must not have."""
    end = turn.end
    return [
        *(("speed", end.speed + by) for by in (-3, -1, 1, 2)),
        *(("altitude", end.altitude + by) for by in (-300, 100)),
        *(("facing", (end.facing + by) % 12) for by in range(1, 12)),
        *(("bank", bank) for bank in BANKS if bank != end.bank),
        *(("q", end.at.q + by) for by in (-1, 1)),
        *(("r", end.at.r + by) for by in (-2, 1)),
        ("maneuvers", turn.plot.maneuvers + 1),
    ]
