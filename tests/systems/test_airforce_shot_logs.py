"""Shots as they stand on flight logs, judged by the replay of all logs of the table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from airforce_logs import EXAMPLE, Boxes, entries, flown, variant

from sheetscore.findings import Severity
from sheetscore.forms.form import FieldKey, Value
from sheetscore.forms.template import shipped
from sheetscore.systems.airforce.cards import CardLibrary, Gun
from sheetscore.systems.airforce.editions import FlightSettings
from sheetscore.systems.airforce.gunnery.bearings import COLUMNS
from sheetscore.systems.airforce.gunnery.tables import GunneryTables
from sheetscore.systems.airforce.replay import Replay, replay, replay_asked, rulebook
from sheetscore.systems.context import ReplayAsked

AHEAD: Boxes = {"q": 0, "r": -3}
STRAIGHT = [{"plot": "5"}, {"plot": "5"}]


def with_shot(shot: Boxes, **more: Any) -> dict[FieldKey, Value]:
    boxes = {f"shot.1.{box}": value for box, value in shot.items()}
    return entries(more.pop("turns", STRAIGHT), more.pop("start", None), more=boxes, **more)


def fight(shot: Boxes, red: dict[str, Any] | None = None, **blue: Any) -> dict[FieldKey, Value]:
    """Write the logs of red.1, who fires, and of blue.1, who flies three hexes ahead of it."""
    blue = {"turns": STRAIGHT, "start": AHEAD, "seat": "blue.1", **blue}
    return {**with_shot(shot, **(red or {})), **entries(**blue)}


GUN = EXAMPLE.guns[0].id
SHOT: Boxes = {"turn": 2, "target": "blue.1", "gun": GUN}


def shots(replayed: Replay) -> list[dict[str, Any]]:
    told = replayed.as_json()["shots"]
    assert isinstance(told, list)
    return told


def test_a_shot_is_judged_where_both_are_at_the_end_of_its_turn() -> None:
    replayed = flown(fight(SHOT))
    assert replayed.findings == ()
    assert shots(replayed) == [
        {
            "table": 1,
            "aircraft": "red.1",
            "shot": 1,
            "turn": 2,
            "target": "blue.1",
            "distance": 3,
            "range": 3,
            "column": "3",
            "clock": 6,
            "deflection": "none",
            "drm": 1,
            "codes": [],
        }
    ]


def test_findings_of_shots_are_among_those_of_the_replay() -> None:
    replayed = flown(fight({**SHOT, "range": 4, "clock": 12}))
    assert [one.code for one in replayed.findings] == ["shot-box", "shot-box"]
    assert [one.fields[0][2] for one in replayed.findings] == ["shot.1.range", "shot.1.clock"]
    assert len({one.kind for one in replayed.findings}) == 2, "what is said of ranges is not folded with clocks"
    assert shots(replayed)[0]["codes"] == ["shot-box"]


def test_where_an_aircraft_claims_to_be_counts() -> None:
    """A wrong claim is found once, and the fight goes on from it."""
    boxes = fight(SHOT, turns=[{"plot": "5"}, {"plot": "5", "r": -14}])
    replayed = flown(boxes)
    assert [one.code for one in replayed.findings] == ["flight"]
    assert shots(replayed)[0]["distance"] == 4


def test_attitude_is_that_of_the_turn() -> None:
    climbing = {"turns": [{"plot": "5"}, {"plot": "5", "climb": 300, "power": 3}]}
    boxes = fight(SHOT, climbing, start={**AHEAD, "altitude": 8200})
    replayed = flown(boxes)
    assert [one.code for one in replayed.findings] == ["shot-attitude"]
    boxes = fight({**SHOT, "turn": 1}, climbing, start={**AHEAD, "altitude": 7800})
    assert flown(boxes).findings == ()


def test_a_steep_climb_with_a_blank_figure_climbs() -> None:
    """By the procedures SC needs no figure: the required one is flown."""
    steep = {"turns": [{"plot": "5", "special": "SC"}], "start": {"speed": 5}}
    boxes = fight({**SHOT, "turn": 1}, steep, turns=[{"plot": "5"}], start={"q": 0, "r": -1, "altitude": 7500})
    replayed = flown(boxes, edition="procedural")
    assert "shot-attitude" in [one.code for one in replayed.findings]


def test_each_table_has_its_own_aircraft() -> None:
    other = {FieldKey(2, key.seat, key.field): value for key, value in with_shot({**SHOT, "turn": 1}).items()}
    replayed = flown({**fight(SHOT), **other})
    assert [(one["table"], one["codes"]) for one in shots(replayed)] == [(1, []), (2, ["shot-target"])]


def test_a_target_that_has_crashed_is_not_there_any_more() -> None:
    dives = [{"plot": "5", "dive": 1000}, {"plot": "5"}]
    replayed = flown(fight(SHOT, turns=dives, start={**AHEAD, "altitude": 500}))
    assert shots(replayed)[0]["codes"] == ["shot-target"]


def test_shots_of_several_aircraft_come_in_the_order_of_their_logs() -> None:
    back = {f"shot.{n}.{box}": value for n in (2, 1) for box, value in {**SHOT, "target": "red.1", "turn": n}.items()}
    replayed = flown(fight(SHOT, more=back))
    assert [(one["aircraft"], one["shot"], one["codes"]) for one in shots(replayed)] == [
        ("red.1", 1, []),
        ("blue.1", 1, ["shot-cone"]),
        ("blue.1", 2, ["shot-cone"]),
    ]


def test_decisions_come_from_the_settings() -> None:
    at_left = {"q": -1, "r": -2}
    heads_away = {**at_left, "facing": 10}
    for decided, codes in (("each_side", []), ("total", ["shot-cone"])):
        boxes = with_shot({**SHOT, "turn": 1}, turns=[{"plot": "5"}])
        there = entries([{"plot": "5", "q": -1, "r": -7}], heads_away, seat="blue.1")
        assert shots(flown({**boxes, **there}, cone=decided))[0]["codes"] == codes


def test_charts_lie_in_the_folder_that_was_named_for_cards(tmp_path: Path) -> None:
    """As text of a CSV, and with a card and a chart of the folder."""
    shipped_card = (shipped("templates") / "airforce" / "aircraft" / "ex-mwl.toml").read_text(encoding="utf-8")
    card = shipped_card.replace('id = "ex-mwl"', 'id = "gunned"').replace('weapon = "4x50M"', 'weapon = "own"')
    (tmp_path / "gunned.toml").write_text(card, encoding="utf-8")
    charts(tmp_path / "gunnery")
    rolled = {**SHOT, "red": "4", "white": "3", "drm": "1", "hits": "3", "location": "5", "result": "WFF"}
    boxes = {key: str(value) for key, value in fight(rolled, {"card": "gunned"}).items()}
    found = replay_asked(ReplayAsked(entries=boxes, cards=tmp_path)).findings
    assert [one.message for one in found] == [
        "red.1, shot 1: red 4, white 3 and +1 give 2 hits, and not 3; its 3 hits count unless ruled otherwise"
    ]


def test_the_account_has_the_shots_of_each_table() -> None:
    told = flown(fight({**SHOT, "clock": 5, "hits": 4, "result": "WFEE"})).account()[-1]
    assert told.title == "Table 1, shots"
    assert told.rows == (("2", "red.1", "blue.1", GUN, "3", "3", "6", "none", "1", "4", "WFEE", "shot-box"),)
    assert len(told.headings) == len(told.rows[0])


@pytest.mark.parametrize(
    ("white", "hits", "result", "codes"),
    [(3, 2, "W F", []), (3, 3, "WFF", ["shot-hits"]), (3, 2, "WW", ["shot-hits"]), (4, 3, "WFF", ["chart-hole"])],
)
def test_own_charts_are_what_hits_are_checked_by(
    tmp_path: Path, white: int, hits: int, result: str, codes: list[str]
) -> None:
    charts(tmp_path)
    gun = Gun.model_validate({"id": GUN, "kind": "FF", "weapon": "own"})
    cards = CardLibrary([variant(guns=(gun,)).model_copy(update={"id": "gunned"})])
    shot = {**SHOT, "red": 4, "white": white, "hits": hits, "location": "5", "result": result}
    found = replay(
        fight(shot, {"card": "gunned"}), cards, rulebook(FlightSettings()), GunneryTables(home=tmp_path)
    ).findings
    assert [one.code for one in found] == codes


@pytest.mark.parametrize("hits", [5, 7, 17, 99])
def test_hits_that_no_shot_scores_are_found_where_charts_are_blank(hits: int) -> None:
    found = flown(fight({**SHOT, "hits": hits})).findings
    assert [one.code for one in found] == ["shot-hits"]
    assert f"{hits} hits; a shot scores 0 to 4, 6, 8 and so on to 16" in found[0].message
    assert flown(fight({**SHOT, "hits": 16})).findings == ()


def charts(folder: Path) -> None:
    """Fill in a chart and the locations that a shot needs, made up for the tests."""
    folder.mkdir(exist_ok=True)
    column = '[[column]]\nrange = "3"\nrolls = { 8 = 2 }\n'
    (folder / "own.toml").write_text(f'id = "own"\nweapon = "Our own"\n{column}', encoding="utf-8")
    two = '[[location]]\nengines = "1E"\nhits = 2\nrolls = { 5 = "WF*" }\n'
    (folder / "locations.toml").write_text(two, encoding="utf-8")


BEHIND: Boxes = {**SHOT, "hits": 4}


def test_a_shot_that_cannot_be_fired_counts_as_stated_and_its_finding_says_so() -> None:
    replayed = flown(fight(BEHIND, start={"q": 0, "r": 3}))
    (found,) = replayed.findings
    assert (found.code, found.severity) == ("shot-cone", Severity.WARNING)
    assert found.message.endswith("; its 4 hits count unless ruled otherwise")
    assert [shot.counted for shot in replayed.all_shots()] == [4]


def test_a_ruling_counts_in_place_of_the_hits_and_makes_notes_of_what_is_wrong() -> None:
    ruled = {**BEHIND, "range": 1, "ruling": "0", "reason": "it was behind"}
    replayed = flown(fight(ruled, start={"q": 0, "r": 3}))
    assert [(one.code, one.severity) for one in replayed.findings] == [
        ("shot-cone", Severity.NOTE),
        ("shot-box", Severity.NOTE),
        ("ruled", Severity.NOTE),
    ]
    assert replayed.findings[0].message.startswith("settled by a ruling: red.1, shot 1: ")
    assert replayed.findings[2].message == "red.1, shot 1: ruled 0 hits in place of 4: it was behind"
    assert replayed.findings[2].fields == ((1, "red.1", "shot.1.ruling"),)
    assert [shot.counted for shot in replayed.all_shots()] == [0]
    assert replayed.account()[-1].rows[0][9] == "0 for 4"


@pytest.mark.parametrize(
    ("ruling", "said"), [("4", "4 hits as stated: so"), ("5", "5 hits in place of 4, which no shot scores: so")]
)
def test_what_is_odd_about_a_ruling_is_said(ruling: str, said: str) -> None:
    replayed = flown(fight({**BEHIND, "ruling": ruling, "reason": "so"}, start={"q": 0, "r": 3}))
    assert replayed.findings[-1].message == f"red.1, shot 1: ruled {said}"


def test_a_ruling_without_a_shot_counts_and_is_warned_of() -> None:
    replayed = flown(fight({"ruling": "3", "reason": "on the wrong line"}))
    alone, ruled = replayed.findings
    assert (alone.code, alone.severity, alone.fields) == (
        "shot-box",
        Severity.WARNING,
        ((1, "red.1", "shot.1.ruling"),),
    )
    assert "no shot stands here, and the 3 hits of its ruling count" in alone.message
    assert ruled.code == "ruled"
    assert [shot.counted for shot in replayed.all_shots()] == [3]


AT_NOBODY: list[tuple[Boxes, list[str]]] = [
    ({"target": "green.1"}, ["shot-target"]),
    ({"target": "red.1"}, ["shot-self"]),
    ({"turn": 9}, ["shot-box"]),
    ({"turn": ""}, ["shot-box"]),
    ({"turn": 9, "target": "green.1"}, ["shot-box", "shot-target"]),
]


@pytest.mark.parametrize(("boxes", "codes"), AT_NOBODY)
@pytest.mark.parametrize(("hits", "said"), [(1, "ts 1 hit does not count"), (4, "ts 4 hits do not count")])
def test_hits_on_nobody_count_for_nothing_and_the_findings_say_so(
    boxes: Boxes, codes: list[str], hits: int, said: str
) -> None:
    shot = {box: value for box, value in {**SHOT, "hits": hits, **boxes}.items() if value != ""}
    replayed = flown(fight(shot))
    assert [one.code for one in replayed.findings] == codes
    first, *others = (one.message for one in replayed.findings)
    assert re.search(rf"([^.?]; i|[.?] I){said} unless ruled otherwise$", first)
    assert not any("unless" in other for other in others), "it is said once of a shot"
    assert [shot.counted for shot in replayed.all_shots()] == [0]
    assert replayed.account()[-1].rows[0][9] == f"0 for {hits}"


def test_hits_on_a_target_that_has_crashed_count_for_nothing() -> None:
    dives = [{"plot": "5", "dive": 1000}, {"plot": "5"}]
    replayed = flown(fight({**SHOT, "hits": 4}, turns=dives, start={**AHEAD, "altitude": 500}))
    assert [shot.counted for shot in replayed.all_shots()] == [0]


def test_a_ruling_gives_hits_to_a_shot_at_nobody() -> None:
    ruled = {**SHOT, "turn": 9, "hits": 4, "ruling": 3, "reason": "fired in turn 2"}
    assert [shot.counted for shot in flown(fight(ruled)).all_shots()] == [3]


def test_hits_of_an_aircraft_that_nobody_could_fly_count_for_nothing() -> None:
    replayed = flown(fight({**SHOT, "hits": 4}, {"card": "ex-none"}))
    assert [shot.counted for shot in replayed.all_shots()] == [0]


def test_all_that_is_wrong_with_a_shot_at_nobody_is_told() -> None:
    wrong = flown(fight({**SHOT, "target": "green.1", "gun": "tail", "hits": 5}))
    assert [(one.code, one.fields[0][2]) for one in wrong.findings] == [
        ("shot-target", "shot.1.target"),
        ("shot-box", "shot.1.gun"),
        ("shot-hits", "shot.1.hits"),
    ]


@pytest.mark.parametrize(
    ("boxes", "codes"),
    [
        ({"hits": 2}, []),
        ({"hits": 3}, ["shot-hits"]),
        ({"hits": 3, "target": "green.1"}, ["shot-target", "shot-hits"]),
        ({"hits": 2, "target": "green.1"}, ["shot-target"]),
    ],
)
def test_hits_above_the_most_of_a_chart_need_no_dice_to_be_found(
    tmp_path: Path, boxes: Boxes, codes: list[str]
) -> None:
    rolls = ", ".join(f"{roll} = {min(2, roll - 2)}" for roll in range(2, 13))
    ranges = "".join(f'[[column]]\nrange = "{one}"\nrolls = {{ {rolls} }}\n' for one in COLUMNS)
    (tmp_path / "own.toml").write_text(f'id = "own"\nweapon = "Our own"\n{ranges}', encoding="utf-8")
    gun = Gun.model_validate({"id": GUN, "kind": "FF", "weapon": "own"})
    cards = CardLibrary([variant(guns=(gun,)).model_copy(update={"id": "gunned"})])
    fought = fight({**SHOT, **boxes}, {"card": "gunned"})
    found = replay(fought, cards, rulebook(FlightSettings()), GunneryTables(home=tmp_path)).findings
    assert [one.code for one in found] == codes


@pytest.mark.parametrize(
    ("boxes", "box", "hits"), [({"ruling": 2}, "shot.1.reason", 2), ({"reason": "seen"}, "shot.1.ruling", 4)]
)
def test_a_ruling_without_a_reason_or_without_hits_is_an_error(boxes: Boxes, box: str, hits: int) -> None:
    replayed = flown(fight({**BEHIND, **boxes}))
    (found,) = [one for one in replayed.findings if one.code == "ruling-reason"]
    assert (found.is_error, found.fields) == (True, ((1, "red.1", box),))
    assert replayed.shots[0].counted == hits


def test_a_hole_in_a_table_does_not_matter_once_the_director_has_ruled(tmp_path: Path) -> None:
    charts(tmp_path)
    gun = Gun.model_validate({"id": GUN, "kind": "FF", "weapon": "own"})
    cards = CardLibrary([variant(guns=(gun,)).model_copy(update={"id": "gunned"})])
    rolled = {**SHOT, "red": 4, "white": 4, "hits": 3, "location": "5", "ruling": 3, "reason": "by the printed chart"}
    found = replay(
        fight(rolled, {"card": "gunned"}), cards, rulebook(FlightSettings()), GunneryTables(home=tmp_path)
    ).findings
    assert [(one.code, one.is_error) for one in found] == [("chart-hole", False), ("ruled", False)]
