"""Shots judged at the ends of turns: every figure of them, and every code."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetscore.findings import Finding, Severity
from sheetscore.systems.airforce.cards import Card
from sheetscore.systems.airforce.editions import Attitude, FlightSettings, edition
from sheetscore.systems.airforce.flight.flight_log import CODES, FlightFinding, Shot
from sheetscore.systems.airforce.flight.state import AircraftState, Hex
from sheetscore.systems.airforce.gunnery.aim import Combatant, GunneryRules, TurnEnd
from sheetscore.systems.airforce.gunnery.shots import CheckedShot, check_shots
from sheetscore.systems.airforce.gunnery.tables import GunneryTables

TABLE = 3

BAND = {
    "top": 12000,
    "maneuver": [3, 5],
    "level": 8,
    "dive": 11,
    "power": 3,
    "climb": 600,
    "mode": {"bank": [2, 2, 3], "turn": [2, 3, 4], "slip": [1, 2, 3], "half_roll": [2, 3, 4], "loop": [3, 4, 5]},
}

SINGLE_TWO = {"kind": "F", "weapon": "2x30M", "factor": 1}


def card(*guns: dict[str, object], engines: int = 1) -> Card:
    return Card.model_validate(
        {
            "id": "made-up",
            "name": "Made up for the tests",
            "role": "fighter",
            "engines": engines,
            "loss": "mwl",
            "band": [BAND],
            "gun": list(guns),
        }
    )


FIGHTER = card({"id": "wings", "kind": "FF", "weapon": "8x30M"})
BOMBER = card(
    {"id": "tail", "kind": "F", "weapon": "2x50M", "factor": 4, "arcs": [5, 6, 7]},
    {"id": "top", "kind": "F", "weapon": "2x50M", "factor": 4, "arcs": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]},
    {"id": "nose", **SINGLE_TWO, "arcs": [11, 12, 1]},
    {"id": "left", **SINGLE_TWO, "arcs": [8, 9, 10, 11]},
    {"id": "right", **SINGLE_TWO, "arcs": [1, 2, 3, 4]},
    engines=2,
)


def at(
    q: int, r: int, facing: int = 0, altitude: int = 8000, *, climb: int = 0, dive: int = 0, odd: bool = False
) -> TurnEnd:
    attitude = Attitude.CLIMB if climb else Attitude.DIVE if dive else Attitude.LEVEL
    return TurnEnd(AircraftState(Hex(q, r), facing, "L", 50, altitude, odd=odd), attitude)


def rules(name: str = "main", home: Path | None = None, **decided: str) -> GunneryRules:
    settings = FlightSettings.model_validate({"edition": name, **decided})
    return GunneryRules(edition(name).gunnery, settings, GunneryTables(home=home))


def fired(
    firing: TurnEnd,
    target: TurnEnd,
    shot: Shot | None = None,
    by: Card = FIGHTER,
    of: Card = FIGHTER,
    judged_by: GunneryRules | None = None,
) -> tuple[CheckedShot, list[Finding]]:
    """Judge a shot at the end of turn 1 of red.1 at blue.1."""
    shot = shot or Shot(1, 1, "blue.1", "wings")
    fight = [Combatant("red.1", by, {1: firing}, (shot,)), Combatant("blue.1", of, {1: target})]
    checked, found = check_shots(TABLE, fight, judged_by or rules())
    (one,) = checked
    return one, found


def codes(*args: object, **kwargs: object) -> list[str]:
    one, found = fired(*args, **kwargs)  # type: ignore[arg-type]
    assert sorted(one.codes) == sorted({finding.code for finding in found})
    assert all(finding.severity == CODES[finding.code][0] for finding in found)
    return list(one.codes)


def flexible(gun: str, **boxes: object) -> Shot:
    return Shot(1, 1, "blue.1", gun, **boxes)  # type: ignore[arg-type]


# ----------------------------------------------------------------------------------------------------------------------
# what is told of a shot
# ----------------------------------------------------------------------------------------------------------------------


def test_a_shot_is_told_with_all_its_figures() -> None:
    one, found = fired(at(0, 0), at(0, -3, altitude=8500))
    assert not found
    assert one.weapon == "8x30M"
    assert one.as_json() == {
        "table": 3,
        "aircraft": "red.1",
        "shot": 1,
        "turn": 1,
        "target": "blue.1",
        "distance": 3,
        "range": 4,
        "column": "4",
        "clock": 6,
        "deflection": "none",
        "drm": 1,
        "codes": [],
    }


@pytest.mark.parametrize(
    ("away", "separation", "range_", "column"),
    [
        (1, 0, 1, "1-2"),
        (2, 400, 2, "1-2"),
        (2, 500, 3, "3"),
        (3, 999, 4, "4"),
        (3, 1000, 5, "5-6"),
        (6, 0, 6, "5-6"),
        (6, 500, 7, "7-8"),
        (8, 499, 8, "7-8"),
        (7, -1000, 9, None),
        (9, 0, 9, None),
    ],
)
def test_separation_makes_the_range_longer(away: int, separation: int, range_: int, column: str | None) -> None:
    one, _ = fired(at(0, 0), at(0, -away, altitude=8000 + separation))
    assert (one.distance, one.range, one.column) == (away, range_, column)
    assert ("shot-range" in one.codes) == (range_ > 8)


def test_modifiers_that_nobody_has_filled_in_are_not_told() -> None:
    one, _ = fired(at(0, 0), at(0, -3, 2))
    assert (one.clock, one.deflection, one.drm) == (4, "medium", None)


def test_modifiers_go_by_the_engines_of_the_target(tmp_path: Path) -> None:
    text = "[1E]\nmedium = -1\nhigh = -3\n[ME]\nmedium = 0\nhigh = -2\n"
    (tmp_path / "drms.toml").write_text(text, encoding="utf-8")
    by = rules(home=tmp_path)
    told = [
        fired(at(0, 0), at(0, -3, facing), of=of, judged_by=by)[0].drm
        for of in (FIGHTER, BOMBER)
        for facing in (1, 2, 3)
    ]
    assert told == [1, -1, -3, 1, 0, -2]


def test_flexible_guns_have_the_hour_and_need_no_cone() -> None:
    one, found = fired(at(0, 0), at(0, 3), flexible("tail"), BOMBER)
    assert not found
    assert (one.clock, one.deflection, one.weapon) == (6, "none", "2x50M")
    one, _ = fired(at(0, 0), at(3, -1, 3), flexible("top"), BOMBER)
    assert (one.clock, one.deflection) == (3, "high")


def test_names_of_seats_and_guns_take_any_capitals() -> None:
    assert codes(at(0, 0), at(0, -3), Shot(1, 1, "BLUE.1", "Wings")) == []


# ----------------------------------------------------------------------------------------------------------------------
# the codes
# ----------------------------------------------------------------------------------------------------------------------


def test_nobody_fires_at_himself() -> None:
    assert codes(at(0, 0), at(0, -3), Shot(1, 1, "red.1", "wings")) == ["shot-self"]


@pytest.mark.parametrize("target", ["", "green.1", "blue.2"])
def test_a_target_has_to_be_there(target: str) -> None:
    one, (found,) = fired(at(0, 0), at(0, -3), Shot(1, 1, target, "wings"))
    assert one.codes == ("shot-target",)
    assert isinstance(found, FlightFinding)
    assert (found.table, found.aircraft, found.turn, found.rule) == (TABLE, "red.1", 1, None)
    assert found.fields == ((TABLE, "red.1", "shot.1.target"),)
    assert one.as_json()["distance"] is None


def test_a_target_has_to_fly_at_the_end_of_that_turn() -> None:
    shot = Shot(1, 2, "blue.1", "wings")
    red = Combatant("red.1", FIGHTER, {1: at(0, 0), 2: at(0, -5)}, (shot,))
    (one,), _ = check_shots(TABLE, [red, Combatant("blue.1", FIGHTER, {1: at(0, -8)})], rules())
    assert one.codes == ("shot-target",)
    (one,), _ = check_shots(TABLE, [red, Combatant("blue.1", FIGHTER, {1: at(0, 0), 2: at(0, -8)})], rules())
    assert one.codes == ()
    assert one.distance == 3


@pytest.mark.parametrize("short", [False, True])
@pytest.mark.parametrize("away", range(1, 11))
def test_guns_of_a_short_printed_range_reach_six_hexes(away: int, short: bool) -> None:
    by = card({"id": "wings", "kind": "FF", "weapon": "2x20C-2x30M", "short": short})
    assert ("shot-range" in codes(at(0, 0), at(0, -away), by=by)) == (away > (6 if short else 8))


@pytest.mark.parametrize("facing", range(12))
def test_in_one_hex_nobody_fires_and_neither_cone_nor_arc_counts(facing: int) -> None:
    one, (found,) = fired(at(2, 2), at(2, 2, facing))
    assert found.code == "shot-range"
    assert (one.distance, one.range, one.column) == (0, 0, None)
    assert codes(at(2, 2), at(2, 2, facing), flexible("tail"), BOMBER) == ["shot-range"]


def test_in_one_hex_attitude_and_separation_still_count() -> None:
    assert codes(at(0, 0), at(0, 0, altitude=8100)) == ["shot-range", "shot-separation"]
    assert codes(at(0, 0, climb=300), at(0, 0, altitude=7900)) == ["shot-range", "shot-attitude"]


def test_fixed_guns_bear_on_their_cone_or_zone() -> None:
    beside = at(1, -2, 6)
    assert codes(at(0, 0), beside) == ["shot-cone"]
    assert codes(at(0, 0), beside, judged_by=rules("procedural")) == []
    assert codes(at(0, 0), beside, judged_by=rules("procedural", zone="odd")) == ["shot-cone"]
    left = at(-1, -2, 10)
    assert codes(at(0, 0), left) == []
    assert codes(at(0, 0), left, judged_by=rules(cone="total")) == ["shot-cone"]


@pytest.mark.parametrize("name", ["main", "procedural"])
@pytest.mark.parametrize(
    ("climb", "dive", "higher", "expected"),
    [
        (0, 0, 900, []),
        (0, 0, -900, []),
        (0, 0, 1000, ["shot-separation"]),
        (0, 0, -1000, ["shot-separation"]),
        (300, 0, 1000, []),
        (300, 0, 0, []),
        (300, 0, -100, ["shot-attitude"]),
        (0, 300, -1000, []),
        (0, 300, 0, []),
        (0, 300, 100, ["shot-attitude"]),
    ],
)
def test_fixed_guns_fire_up_from_climbs_and_down_from_dives(
    name: str, climb: int, dive: int, higher: int, expected: list[str]
) -> None:
    firing, target = at(0, 0, climb=climb, dive=dive), at(0, -3, altitude=8000 + higher)
    assert codes(firing, target, judged_by=rules(name)) == expected


@pytest.mark.parametrize("away", [1, 2, 4])
def test_level_flight_allows_300_ft_for_each_hex_that_they_are_apart(away: int) -> None:
    assert codes(at(0, 0), at(0, -away, altitude=8000 + 300 * away)) == []
    assert codes(at(0, 0), at(0, -away, altitude=8100 + 300 * away)) == ["shot-separation"]


def test_flexible_guns_fire_up_and_down_as_they_like() -> None:
    assert codes(at(0, 0, climb=300), at(0, 2, altitude=7000), flexible("tail"), BOMBER) == []


@pytest.mark.parametrize(
    ("where", "expected"), [((0, 3), []), ((-1, 3), []), ((1, 2), []), ((1, 1), []), ((-3, 2), ["shot-arc"])]
)
def test_flexible_guns_fire_in_their_arcs(where: tuple[int, int], expected: list[str]) -> None:
    """The tail gun fires at 5 to 7 o'clock; (1, 1) lies at 5, and (-3, 2) at 8.5, that is nearer to 9."""
    assert codes(at(0, 0), at(*where), flexible("tail"), BOMBER) == expected


def test_one_shot_of_flexible_guns_is_fired_at_a_target_a_turn() -> None:
    shots = (
        Shot(1, 1, "blue.1", "tail"),
        Shot(2, 1, "blue.1", "top"),
        Shot(3, 1, "blue.2", "top"),
        Shot(4, 2, "blue.1", "tail"),
    )
    there = {1: at(0, 3), 2: at(0, 3)}
    fight = [
        Combatant("red.1", BOMBER, {1: at(0, 0), 2: at(0, 0)}, shots),
        Combatant("blue.1", FIGHTER, there, (Shot(1, 1, "red.1", "wings"),)),
        Combatant("blue.2", FIGHTER, there),
    ]
    checked, found = check_shots(TABLE, fight, rules())
    assert [one.codes for one in checked] == [(), ("shot-flex",), (), (), ()]
    assert [one.fields for one in found] == [((TABLE, "red.1", "shot.2.gun"),)]


def test_a_fixed_gun_fires_once_a_turn_whoever_is_shot_at() -> None:
    two = card({"id": "wings", "kind": "FF", "weapon": "8x30M"}, {"id": "nose", "kind": "FF", "weapon": "2x30M"})
    shots = (
        Shot(1, 1, "blue.1", "wings"),
        Shot(2, 1, "blue.1", "nose"),
        Shot(3, 1, "blue.2", "Wings"),
        Shot(4, 2, "blue.1", "wings"),
    )
    there = {1: at(0, -3), 2: at(0, -3)}
    fight = [
        Combatant("red.1", two, {1: at(0, 0), 2: at(0, 0)}, shots),
        Combatant("blue.1", FIGHTER, there),
        Combatant("blue.2", FIGHTER, there),
    ]
    checked, found = check_shots(TABLE, fight, rules())
    assert [one.codes for one in checked] == [(), (), ("shot-twice",), ()]
    assert [(one.fields, one.severity) for one in found] == [(((TABLE, "red.1", "shot.3.gun"),), Severity.WARNING)]


@pytest.mark.parametrize(("seat", "codes"), [("red.2", ["shot-own-side"]), ("blue.1", []), ("reds.1", [])])
def test_a_shot_at_the_own_side_is_told(seat: str, codes: list[str]) -> None:
    fight = [
        Combatant("Red.1", FIGHTER, {1: at(0, 0)}, (Shot(1, 1, seat, "wings"),)),
        Combatant(seat, FIGHTER, {1: at(0, -3)}),
    ]
    checked, found = check_shots(TABLE, fight, rules())
    assert [list(one.codes) for one in checked] == [codes]
    assert [one.fields for one in found] == [((TABLE, "Red.1", "shot.1.target"),)] * len(codes)


def test_fixed_guns_may_fire_beside_flexible_ones() -> None:
    both = card(
        {"id": "wings", "kind": "FF", "weapon": "2x30M"},
        {"id": "rear", "kind": "F", "weapon": "2x50M", "factor": 4, "arcs": [12]},
    )
    shots = (Shot(1, 1, "blue.1", "rear"), Shot(2, 1, "blue.1", "wings"))
    fight = [Combatant("red.1", both, {1: at(0, 0)}, shots), Combatant("blue.1", FIGHTER, {1: at(0, -2)})]
    checked, _ = check_shots(TABLE, fight, rules())
    assert [one.codes for one in checked] == [(), ()]


def test_a_single_gun_that_fires_alone_for_the_second_time_is_wrong_twice() -> None:
    shots = tuple(Shot(number, 1, "blue.1", "nose") for number in (1, 2))
    fight = [Combatant("red.1", BOMBER, {1: at(0, 0)}, shots), Combatant("blue.1", FIGHTER, {1: at(0, -2)})]
    _, found = check_shots(TABLE, fight, rules())
    assert [(one.code, one.fields[0][2]) for one in found] == [
        ("shot-flex", "shot.1.gun"),
        ("shot-flex", "shot.2.gun"),
        ("shot-flex", "shot.2.gun"),
    ]


@pytest.mark.parametrize(
    ("where", "gun", "weapon", "expected"),
    [
        ((1, -2), "nose", "2x30M", []),
        ((1, -2), "right", "2x30M", []),
        ((0, -2), "nose", "2x30M", ["shot-flex"]),
        ((1, -2), "left", "2x30M", ["shot-arc"]),
        ((2, -1), "right", "2x30M", ["shot-flex"]),
    ],
)
def test_single_guns_fire_together_where_two_of_them_bear(
    where: tuple[int, int], gun: str, weapon: str, expected: list[str]
) -> None:
    """At 1 o'clock the nose and the right gun bear, straight ahead the nose alone, at 3 o'clock the right one alone."""
    one, _ = fired(at(0, 0), at(*where), flexible(gun), BOMBER)
    assert one.weapon == weapon
    assert list(one.codes) == expected


def test_a_single_gun_with_a_chart_of_its_own_fires_alone_and_with_another_as_two() -> None:
    own = {"kind": "F", "weapon": "1x30M", "factor": 1}
    by = card({"id": "nose", **own, "arcs": [12, 1]}, {"id": "right", **own, "arcs": [1, 2, 3]})
    one, found = fired(at(0, 0), at(0, -2), flexible("nose"), by)
    assert (one.weapon, found) == ("1x30M", [])
    one, found = fired(at(0, 0), at(1, -2), flexible("nose"), by)
    assert (one.weapon, found) == ("2x30M", [])


@pytest.mark.parametrize(
    ("boxes", "box"),
    [
        ({"range": 4}, "range"),
        ({"clock": 5}, "clock"),
        ({"clock": 18}, "clock"),
        ({"drm": 0}, "drm"),
        ({"gun": "tail"}, "gun"),
        ({"gun": ""}, "gun"),
        ({"turn": 2}, "turn"),
        ({"turn": None}, "turn"),
    ],
)
def test_boxes_that_are_written_wrong(boxes: dict[str, object], box: str) -> None:
    shot = Shot(**{"number": 7, "turn": 1, "target": "blue.1", "gun": "wings", **boxes})  # type: ignore[arg-type]
    one, (found,) = fired(at(0, 0), at(0, -3), shot)
    assert one.codes == ("shot-box",)
    assert found.fields == ((TABLE, "red.1", f"shot.7.{box}"),)


def test_boxes_that_are_right_or_blank_are_no_finding() -> None:
    right = Shot(1, 1, "blue.1", "wings", range=3, clock=6, drm=1)
    assert codes(at(0, 0), at(0, -3), right) == []
    for head_on in (0, 12):
        assert codes(at(0, 0), at(0, -3, 6), Shot(1, 1, "blue.1", "wings", clock=head_on)) == []


def test_a_modifier_that_nobody_knows_is_not_wrong() -> None:
    assert codes(at(0, 0), at(0, -3, 2), Shot(1, 1, "blue.1", "wings", drm=-5)) == []


def test_a_shot_can_be_wrong_in_several_ways() -> None:
    shot = Shot(1, 1, "blue.1", "wings", range=3, clock=9)
    assert codes(at(0, 0), at(5, 2, 0, 13000), shot) == ["shot-range", "shot-cone", "shot-separation", "shot-box"]


def test_findings_of_shots_have_no_rule_and_say_what_is_expected() -> None:
    _, (found,) = fired(at(0, 0), at(0, -3), Shot(2, 1, "blue.1", "wings", range=5))
    assert isinstance(found, FlightFinding)
    told = found.as_json()
    assert (told["rule"], told["expected"], told["actual"], told["severity"]) == (None, 3, 5, "warning")
    assert found.message == "red.1, shot 2: the range is 3, and not 5"


# ----------------------------------------------------------------------------------------------------------------------
# hits, where the owner of the tables has filled them in
# ----------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """Fill in what the example of the rules needs, made up but for that."""
    column = '[[column]]\nrange = "3"\nrolls = { 2 = 0, 3 = 0, 4 = 0, 7 = 2, 9 = 4, 10 = 6, 12 = 10 }\n'
    (tmp_path / "8x30M.toml").write_text(f'id = "8x30M"\nweapon = "Eight .30"\n{column}', encoding="utf-8")
    four = '[[location]]\nengines = "ME"\nhits = 4\nrolls = { 5 = "WFEE*", 1 = "WWFC" }\n'
    two = '[[location]]\nengines = "ME"\nhits = 2\nrolls = { 5 = "FL*", 6 = "CL" }\n'
    (tmp_path / "locations.toml").write_text(four + two, encoding="utf-8")
    return tmp_path


def wrote(home: Path, red: int, white: int, **boxes: object) -> list[Finding]:
    shot = Shot(1, 1, "blue.1", "wings", red=red, white=white, **boxes)  # type: ignore[arg-type]
    return fired(at(0, 0), at(0, -3), shot, of=BOMBER, judged_by=rules(home=home))[1]


@pytest.mark.parametrize(
    ("red", "white", "boxes"),
    [
        (5, 3, {"hits": 4, "location": (5,), "result": "WFEEE"}),
        (3, 5, {"hits": 4, "location": (5,), "result": "W,F,E,E"}),
        (5, 3, {"hits": 4, "location": (5, 0), "result": "EEEFW"}),
        (1, 2, {"hits": 0}),
        (1, 2, {}),
        (6, 3, {"hits": 6, "location": (1, 5), "result": "WWFCFLLL"}),
        (6, 6, {"hits": 10, "location": (1, 5, 6), "result": "WWFC WFEEEE CL"}),
    ],
)
def test_hits_as_the_dice_give_them_are_no_finding(
    filled: Path, red: int, white: int, boxes: dict[str, object]
) -> None:
    assert wrote(filled, red, white, **boxes) == []


@pytest.mark.parametrize(
    ("boxes", "box"),
    [
        ({"hits": 3, "location": (5,), "result": "WFEEE"}, "hits"),
        ({"location": (5,), "result": "WFEEE"}, "hits"),
        ({"hits": 4, "location": (5,), "result": "WFEE"}, "result"),
        ({"hits": 4, "location": (1,), "result": "WFEEE"}, "result"),
        ({"hits": 4, "location": (5,)}, "result"),
        ({"hits": 4, "result": "WFEEE"}, "location"),
    ],
)
def test_other_hits_than_the_dice_give_are_found(filled: Path, boxes: dict[str, object], box: str) -> None:
    (found,) = wrote(filled, 5, 3, **boxes)
    assert (found.code, str(found.severity)) == ("shot-hits", "warning")
    assert found.fields == ((TABLE, "red.1", f"shot.1.{box}"),)


def test_a_hole_that_the_dice_need_is_an_error(filled: Path) -> None:
    (found,) = wrote(filled, 5, 2, hits=3)
    assert (found.code, str(found.severity)) == ("chart-hole", "error")
    assert "column 3, has no hits in row 8" in found.message
    (found,) = wrote(filled, 5, 3, hits=4, location=(2,), result="W")
    assert (found.code, "row 2" in found.message) == ("chart-hole", True)


def test_hits_on_blank_tables_are_not_checked(filled: Path, tmp_path: Path) -> None:
    (filled / "locations.toml").unlink()
    assert wrote(filled, 5, 3, hits=4, location=(5,), result="ANYTHING") == []
    assert [one.code for one in wrote(filled, 5, 3, hits=3)] == ["shot-hits"]
    assert wrote(tmp_path / "nothing", 5, 3, hits=16, result="ANYTHING") == []


def test_a_shot_without_dice_or_out_of_range_has_no_hits_to_check(filled: Path) -> None:
    shot = Shot(1, 1, "blue.1", "wings", hits=4)
    assert fired(at(0, 0), at(0, -3), shot, of=BOMBER, judged_by=rules(home=filled))[1] == []
    shot = Shot(1, 1, "blue.1", "wings", red=5, white=3, hits=4)
    assert codes(at(0, 0), at(0, 0), shot, of=BOMBER, judged_by=rules(home=filled)) == ["shot-range"]


def test_the_modifier_as_written_counts_where_nobody_has_filled_it_in(filled: Path) -> None:
    by = rules(home=filled)
    shot = Shot(1, 1, "blue.1", "wings", red=4, white=5, drm=0, hits=4, location=(5,), result="WFEE")
    assert fired(at(0, 0), at(0, -3, 2), shot, of=BOMBER, judged_by=by)[1] == []
    wrong = Shot(1, 1, "blue.1", "wings", red=4, white=5, drm=0, hits=3)
    assert codes(at(0, 0), at(0, -3, 2), wrong, of=BOMBER, judged_by=by) == ["shot-hits"]
    blank = Shot(1, 1, "blue.1", "wings", red=4, white=5, hits=8)
    assert fired(at(0, 0), at(0, -3, 2), blank, of=BOMBER, judged_by=by)[1] == []


def test_criticals_go_by_the_decision(filled: Path) -> None:
    two = '[[location]]\nengines = "ME"\nhits = 4\nrolls = { 5 = "WC*EE*" }\n'
    (filled / "locations.toml").write_text(two, encoding="utf-8")
    shot = Shot(1, 1, "blue.1", "wings", red=5, white=3, hits=4, location=(5,), result="WCCEE")
    for decided, expected in (("each", ["shot-hits"]), ("one", [])):
        by = rules(home=filled, criticals=decided)
        assert codes(at(0, 0), at(0, -3), shot, of=BOMBER, judged_by=by) == expected


@pytest.mark.parametrize(("result", "expected"), [("CCL", []), ("CLL", []), ("CL", ["shot-hits"])])
def test_by_the_procedures_any_choice_of_the_firing_player_is_right(
    tmp_path: Path, result: str, expected: list[str]
) -> None:
    column = '[[column]]\nrange = "3"\nrolls = { 1 = 0, 2 = 0, 3 = 0, 4 = 2, 5 = 3, 6 = 4 }\n'
    (tmp_path / "8x30M.toml").write_text(f'id = "8x30M"\nweapon = "Eight .30"\n{column}', encoding="utf-8")
    two = '[[location]]\nengines = "ME"\nhits = 2\nrolls = { 6 = "CL" }\n'
    (tmp_path / "locations.toml").write_text(two, encoding="utf-8")
    shot = Shot(1, 1, "blue.1", "wings", red=5, white=3, hits=2, location=(6,), result=result)
    assert codes(at(0, 0), at(0, -3), shot, of=BOMBER, judged_by=rules("procedural", tmp_path)) == expected


# ----------------------------------------------------------------------------------------------------------------------
# what always holds
# ----------------------------------------------------------------------------------------------------------------------

places = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
facings = st.integers(0, 11)
altitudes = st.integers(0, 40).map(lambda hundreds: hundreds * 100)


@given(places, facings, facings, altitudes, st.integers(1, 30))
def test_more_separation_never_makes_a_range_shorter(
    where: tuple[int, int], own: int, facing: int, higher: int, more: int
) -> None:
    near, _ = fired(at(0, 0, own), at(*where, facing, 8000 + higher))
    far, _ = fired(at(0, 0, own), at(*where, facing, 8000 + higher + 100 * more))
    below, _ = fired(at(0, 0, own), at(*where, facing, 8000 - higher))
    assert near.range is not None
    assert far.range is not None
    assert near.range <= far.range
    assert near.range == below.range
    assert ("shot-range" in near.codes) <= ("shot-range" in far.codes)


@given(places, facings, facings, st.booleans(), st.integers(0, 5), st.sampled_from(["main", "procedural"]))
def test_turning_the_map_changes_nothing_of_a_shot(
    where: tuple[int, int], own: int, facing: int, fixed: bool, times: int, name: str
) -> None:
    shot, by = (None, FIGHTER) if fixed else (flexible("tail"), BOMBER)
    q, r = where
    for _ in range(times):
        q, r = -r, q + r
    judged_by = rules(name)
    plain, _ = fired(at(0, 0, own), at(*where, facing), shot, by, judged_by=judged_by)
    there = at(q, r, (facing + 2 * times) % 12)
    assert fired(at(0, 0, (own + 2 * times) % 12), there, shot, by, judged_by=judged_by)[0] == plain


@given(places, facings, facings, st.booleans())
def test_mirroring_the_map_mirrors_the_clock_alone(where: tuple[int, int], own: int, facing: int, fixed: bool) -> None:
    """The tail gun's arcs are alike left and right; across the grain the other side comes first then."""
    shot, by = (None, FIGHTER) if fixed else (flexible("tail"), BOMBER)
    q, r = where
    plain, _ = fired(at(0, 0, own), at(q, r, facing), shot, by)
    here = at(0, 0, -own % 12, odd=own % 2 == 1)
    other, _ = fired(here, at(-q, q + r, -facing % 12, odd=facing % 2 == 1), shot, by)
    assert (other.codes, other.deflection, other.drm) == (plain.codes, plain.deflection, plain.drm)
    assert plain.clock == other.clock or (plain.clock is not None and plain.clock + (other.clock or 0) == 12)
