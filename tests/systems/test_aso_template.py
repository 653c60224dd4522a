"""The list of results: what follows from strikes, bids and judges (ASO-4, 5, 6), and what cannot stand there."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from aso_event import LIBRARY, ONE_TABLE, aso_event, draw_of, forms_of, only_line, scenario
from aso_sheets import SCENARIOS
from planned_workbooks import recalculated

from sheetscore.forms.form import FieldKey, Value
from sheetscore.forms.template import Library, shipped
from sheetscore.forms.values import understand
from sheetscore.results.round_results import entries_sheet
from sheetscore.systems.aso import ASO
from sheetscore.systems.aso.model import AsoSide
from sheetscore.workbooks.typed import InvalidValue


def shown(**values: Value) -> dict[str, Value]:
    """Give what the line shows, without what is blank."""
    row, _ = only_line(values)
    return {name: text for name, text in row.shows.items() if text}


def wrong(**values: Value) -> set[tuple[str, str]]:
    """Give the complaints about the line."""
    return only_line(values)[1]


# ASO-4: the choice of the scenario


@pytest.mark.parametrize(("strike_1", "strike_2"), list(product(SCENARIOS, SCENARIOS)))
def test_aso_4_strikes_first_choices_and_die_decide(strike_1: str, strike_2: str) -> None:
    for first_1, first_2, die in product(SCENARIOS, SCENARIOS, (None, 1, 2)):
        if first_1 == strike_1 or first_2 == strike_2:
            continue
        values: dict[str, Value] = {"strike_1": strike_1, "first_1": first_1, "strike_2": strike_2, "first_2": first_2}
        values |= {"scenario_die": die} if die else {}
        if strike_1 != strike_2:
            (follows,) = set(SCENARIOS) - {strike_1, strike_2}
        elif first_1 == first_2:
            follows = first_1
        else:
            follows = {None: "", 1: first_1, 2: first_2}[die]
        title = follows.replace("s", "Scenario ")
        assert shown(**values) == ({"chosen": title} if follows else {})
        assert wrong(**values) == (set() if follows else {("half-entered", "scenario_die")})
        for played in SCENARIOS:
            found = wrong(played=played, **values)
            if follows:  # a die that was not needed is no mistake
                assert found == (set() if played == follows else {("outcome-differs", "played")})
            else:
                struck = {("impossible", "played")} if played == strike_1 else set()
                assert found == struck | {("half-entered", "scenario_die")}


@pytest.mark.parametrize(
    ("strike_1", "strike_2"), [pair for pair in product(SCENARIOS, SCENARIOS) if len(set(pair)) > 1]
)
def test_aso_4_different_strikes_need_no_first_choices(strike_1: str, strike_2: str) -> None:
    (left,) = set(SCENARIOS) - {strike_1, strike_2}
    values = {"strike_1": strike_1, "strike_2": strike_2}
    assert shown(**values) == {"chosen": left.replace("s", "Scenario ")}
    assert wrong(**values) == set()


def test_aso_4_a_scenario_that_was_agreed_needs_no_strikes() -> None:
    assert wrong(played="s2") == set()
    assert shown(played="s2") == {}


BIDS: dict[str, Value] = {"side_1": "s2.german", "level_1": 1, "side_2": "s2.russian", "level_2": 0}


def test_aso_4_without_strikes_two_bids_for_one_scenario_say_which_was_agreed() -> None:
    assert shown(**BIDS)["chosen"] == "Scenario 2"
    assert shown(side_1="s2.german", side_2="s2.german")["chosen"] == "Scenario 2"  # the levels are still to come
    assert wrong(**BIDS) == set()


@pytest.mark.parametrize(
    ("values", "chosen", "found"),
    [
        ({"side_2": "s3.russian"}, None, {("impossible", "side_2")}),
        ({"played": "s1"}, "Scenario 2", {("impossible", "side_1"), ("impossible", "side_2")}),
        ({"strike_1": "s1", "strike_2": "s3"}, "Scenario 2", set()),
        ({"strike_1": "s1", "strike_2": "s2"}, "Scenario 3", {("impossible", "side_1"), ("impossible", "side_2")}),
        ({"strike_1": "s1"}, None, {("half-entered", "strike_2")}),
    ],
)
def test_aso_4_strikes_and_what_was_played_go_before_the_bids(
    values: dict[str, Value], chosen: str | None, found: set[tuple[str, str]]
) -> None:
    assert shown(**{**BIDS, **values}).get("chosen") == chosen
    assert wrong(**{**BIDS, **values}) == found


def test_aso_5_the_title_of_a_side_is_understood_where_one_scenario_only_has_it() -> None:
    british = (AsoSide(id="british", title="British"), AsoSide(id="german", title="German"))
    event = aso_event(2, 1, scenarios=(scenario(1), scenario(2, sides=british, balances=()), scenario(3)))
    (block,) = forms_of(event, ONE_TABLE).tables[0].pages[0].form.blocks
    side = next(box for box in block.fields if box.id == "side_1")
    assert understand(side, " british ") == "s2.british"
    assert understand(side, "Scenario 1: Russian") == "s1.russian"
    doubt = understand(side, "Russian")
    assert isinstance(doubt, InvalidValue)
    assert doubt.code == "ambiguous"
    assert "can be “Scenario 1: Russian”, or “Scenario 3: Russian”; choose from the list" in doubt.message


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ({"strike_1": "s1"}, {("half-entered", "strike_2")}),
        ({"strike_2": "s1"}, {("half-entered", "strike_1")}),
        ({"first_1": "s1"}, {("half-entered", "strike_1"), ("half-entered", "strike_2")}),
        ({"strike_1": "s1", "strike_2": "s1"}, {("half-entered", "first_1"), ("half-entered", "first_2")}),
        ({"strike_1": "s1", "strike_2": "s1", "first_1": "s2"}, {("half-entered", "first_2")}),
        ({"strike_1": "s1", "played": "s1"}, {("half-entered", "strike_2"), ("impossible", "played")}),
        ({"strike_1": "s1", "first_1": "s1", "strike_2": "s2"}, {("impossible", "first_1")}),
        ({"strike_1": "s1", "strike_2": "s2", "first_2": "s2"}, {("impossible", "first_2")}),
    ],
)
def test_aso_4_strikes_without_what_is_needed_and_a_choice_of_what_was_struck(
    values: dict[str, Value], found: set[tuple[str, str]]
) -> None:
    assert wrong(**values) == found


def test_aso_4_nothing_follows_from_first_choices_of_a_struck_scenario() -> None:
    assert shown(strike_1="s1", strike_2="s1", first_1="s1", first_2="s1") == {}


def test_aso_4_strikes_mean_nothing_unless_three_are_on_offer() -> None:
    for offered in (("s1", "s2"), ("s1", "s2", "s3", "s4")):
        event = aso_event(2, 1, scenarios=tuple(map(scenario, (1, 2, 3, 4))))
        event = event.model_copy(update={"rounds": (event.rounds[0].model_copy(update={"scenario": offered}),)})
        row, found = only_line({"strike_1": "s1", "strike_2": "s2", "played": "s1"}, event)
        assert (row.shows["chosen"], found) == ("", set())


# ASO-5: the balance

TITLES = {"german": "German", "russian": "Russian"}


@pytest.mark.parametrize(("scenario_id", "number"), [("s1", 1), ("s3", 3)])
def test_aso_5_every_pair_of_bids(scenario_id: str, number: int) -> None:
    def balance(side: str, level: int) -> str:
        return f"{TITLES[side]} {level}: {TITLES[side]} {number}/{level}" if level else f"{TITLES[side]} 0"

    other = {"german": "russian", "russian": "german"}
    for side_1, level_1, side_2, level_2, die in product(TITLES, range(4), TITLES, range(4), (None, 1, 2)):
        values: dict[str, Value] = {
            "side_1": f"{scenario_id}.{side_1}",
            "level_1": level_1,
            "side_2": f"{scenario_id}.{side_2}",
            "level_2": level_2,
        }
        values |= {"bid_die": die} if die else {}
        if side_1 != side_2:
            plays: tuple[str, str] | None = (side_1, side_2)
            gets = (balance(side_2, level_2), balance(side_1, level_1))
        else:
            holder = 1 if level_1 > level_2 else 2 if level_2 > level_1 else die
            plays = {None: None, 1: (side_1, other[side_1]), 2: (other[side_1], side_1)}[holder]
            worth = balance(side_1, max(level_1, level_2))
            gets = ("", worth) if holder == 1 else (worth, "")
        row, found = only_line(values)
        if plays is None:
            assert {row.shows[name] for name in ("plays_1", "plays_2", "gets_1", "gets_2")} == {""}
            assert found == {("half-entered", "bid_die")}
        else:
            titles = tuple(f"Scenario {number}: {TITLES[side]}" for side in plays)
            assert (row.shows["plays_1"], row.shows["plays_2"]) == titles
            assert (row.shows["gets_1"], row.shows["gets_2"]) == gets
            assert found == set()


def test_aso_5_the_bidder_of_german_3_plays_them_against_german_1_and_the_other_gets_level_3() -> None:
    assert shown(side_1="s2.german", level_1=1, side_2="s2.german", level_2=3) == {
        "chosen": "Scenario 2",
        "plays_1": "Scenario 2: Russian",
        "gets_1": "German 3: German 2/3",
        "plays_2": "Scenario 2: German",
    }


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ({"side_1": "s1.german"}, {("half-entered", "level_1"), ("half-entered", "side_2")}),
        ({"level_2": 0}, {("half-entered", "side_1"), ("half-entered", "side_2")}),
        ({"side_1": "s1.german", "level_1": 2}, {("half-entered", "side_2")}),
        ({"side_2": "s1.german", "level_2": 2}, {("half-entered", "side_1")}),
        (
            {"side_1": "s1.german", "level_1": 2, "side_2": "s2.german", "level_2": 1},
            {("impossible", "side_2")},
        ),
        (
            {"played": "s1", "side_1": "s1.german", "level_1": 2, "side_2": "s2.german", "level_2": 1},
            {("impossible", "side_2")},
        ),
        (
            {"played": "s2", "side_1": "s1.german", "level_1": 2, "side_2": "s1.russian", "level_2": 1},
            {("impossible", "side_1"), ("impossible", "side_2")},
        ),
        (
            {
                "strike_1": "s1",
                "strike_2": "s2",
                "side_1": "s3.german",
                "level_1": 0,
                "side_2": "s2.german",
                "level_2": 1,
            },
            {("impossible", "side_2")},
        ),
    ],
)
def test_aso_5_half_bids_and_sides_of_another_scenario(values: dict[str, Value], found: set[tuple[str, str]]) -> None:
    assert wrong(**values) == found


# ASO-6: the judges


def judges(*numbers: int) -> dict[str, Value]:
    """Give what three judges wrote, each for player 1 and player 2."""
    boxes = ("judge_1_1", "judge_1_2", "judge_2_1", "judge_2_2", "judge_3_1", "judge_3_2")
    return dict(zip(boxes, numbers, strict=True))


OUTCOMES = {"1": "player 1", "2": "player 2", "draw": "draw"}


@pytest.mark.parametrize(
    ("numbers", "outcome"),
    [
        ((40, 60, 35, 65, 40, 60), "2"),  # 38.33 against 61.67
        ((60, 40, 60, 40, 55, 45), "draw"),  # 58.33
        ((60, 40, 60, 40, 60, 40), "1"),  # 60 wins
        ((40, 60, 40, 60, 40, 60), "2"),  # up to 40 loses
        ((40, 60, 40, 60, 45, 55), "draw"),  # 41.67
        ((100, 0, 80, 20, 0, 100), "1"),  # 180 of 300
        ((100, 0, 20, 80, 0, 100), "2"),  # 120 of 300
        ((100, 0, 75, 25, 0, 100), "draw"),  # 175 of 300
        ((50, 50, 50, 50, 50, 50), "draw"),
    ],
)
def test_aso_6_the_average_of_three_judges_decides(numbers: tuple[int, ...], outcome: str) -> None:
    values = judges(*numbers) | {"decided_by": "judges"}
    assert shown(**values) == {"judged": OUTCOMES[outcome]}
    for winner in OUTCOMES:
        found = set() if winner == outcome else {("outcome-differs", "winner")}
        assert wrong(winner=winner, **values) == found


def test_aso_6_every_sum_is_compared_with_120_and_180() -> None:
    for first, second, third in product(range(0, 101, 20), range(0, 101, 25), range(0, 101, 5)):
        numbers = (first, 100 - first, second, 100 - second, third, 100 - third)
        average = (first + second + third) / 3
        outcome = "2" if average <= 40 else "1" if average >= 60 else "draw"
        assert shown(**judges(*numbers), decided_by="judges") == {"judged": OUTCOMES[outcome]}


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"judge_1_1": 45}, {("judges", "judge_1_1")}),  # 45 + 60
        ({"judge_2_1": 33, "judge_2_2": 67}, {("judges", "judge_2_1")}),
        ({"judge_3_1": 39, "judge_3_2": 61}, {("judges", "judge_3_1")}),
        ({"decided_by": "dice"}, {("judges", "decided_by")}),
        ({"decided_by": ""}, {("judges", "decided_by")}),
        ({"judge_3_1": "", "judge_3_2": ""}, {("judges", "decided_by")}),
        ({"judge_3_2": ""}, {("judges", "decided_by"), ("judges", "judge_3_1")}),
    ],
)
def test_aso_6_numbers_that_cannot_be(changes: dict[str, Value], found: set[tuple[str, str]]) -> None:
    values = {**judges(40, 60, 40, 60, 40, 60), "decided_by": "judges", "winner": "2", **changes}
    assert wrong(**{name: value for name, value in values.items() if value != ""}) == found


def test_aso_6_judges_without_any_number() -> None:
    assert wrong(decided_by="judges", winner="1") == {("judges", "decided_by")}
    assert wrong(decided_by="agreement", winner="1", judge_1="P02") == set()


# the boxes


def test_scripts_know_the_boxes_by_table_and_seat() -> None:
    forms = forms_of(aso_event(4), draw_of("P01 P02", "P03 P04"))
    public = {key.field for key in forms.public.values() if (key.table, key.seat) == (2, "")}
    assert public == {
        "scenario.strike.1", "scenario.strike.2", "scenario.first.1", "scenario.first.2", "scenario.die", "bid.die",
        "scenario.played", "bid.1.side", "bid.1.level", "bid.2.side", "bid.2.level", "winner", "decided_by",
        *(f"judge.{judge}.{what}" for judge in (1, 2, 3) for what in ("name", "1", "2")),
    }  # fmt: skip
    seats = {"player", "vp", "cc_inflicted", "cc_lost", "snake_eyes", "boxcars"}
    for seat in ("1", "2"):
        assert {key.field for key in forms.public.values() if (key.table, key.seat) == (2, seat)} == seats
    assert forms.public[FieldKey(0, "", "lines.2.cc_lost_1")] == FieldKey(2, "1", "cc_lost")
    assert len(set(forms.public.values())) == len(forms.public) == 2 * 34


def test_aso_8_each_optional_rule_has_a_box_on_every_line() -> None:
    rules = ("IIFT (A7.37)", "All chapter E rules", "{} Reverse Motion")
    forms = forms_of(aso_event(4, optional_rules=rules), draw_of("P01 P02", "P03 P04"))
    (block,) = forms.tables[0].pages[0].form.blocks
    boxes = [box for box in block.fields if box.id == "waived"]
    assert [(box.label, box.type) for box in boxes] == [(rule, "flag") for rule in rules]
    assert block.fields[-1].group == "Optional rules waived"
    assert [forms.by_public[FieldKey(2, "", f"waived.{number}")] for number in (1, 2, 3)] == [
        FieldKey(0, "", f"lines.2.waived.{number}") for number in (1, 2, 3)
    ]


def test_the_boxes_come_group_by_group() -> None:
    (block,) = forms_of(aso_event(2), draw_of("P01 P02")).tables[0].pages[0].form.blocks
    groups = ["Result", "Points and dice", "Scenario choice", "Balance", "Judges"]
    assert list(dict.fromkeys(one.group for one in block.fields)) == groups
    assert [one.id for one in block.fields if one.needed] == ["winner"]
    assert {one.id: one.group for one in block.shows} == {
        "chosen": "Scenario choice", "plays_1": "Balance", "gets_1": "Balance", "plays_2": "Balance",
        "gets_2": "Balance", "judged": "Judges",
    }  # fmt: skip


def test_entries_with_the_same_label_say_of_which_group_they_are() -> None:
    forms = forms_of(aso_event(2), draw_of("P01 P02"))
    dice = {FieldKey(0, "", f"lines.1.{box}"): 2 for box in ("scenario_die", "bid_die", "vp_1")}
    sheet = entries_sheet(forms, dict(dice))
    assert [line.label for table in sheet.tables for line in table.lines] == [
        "Results, Table 1, VP 1", "Results, Table 1, Scenario choice, Die", "Results, Table 1, Balance, Die",
    ]  # fmt: skip
    assert sheet.lines[0].text.endswith("Table 0 is the list of all tables.")


def test_lists_offer_the_choice_of_the_round() -> None:
    event = aso_event(2, 2, scenarios=tuple(map(scenario, (1, 2, 3, 4))))
    second = event.rounds[1].model_copy(update={"scenario": ("s4", "s1", "s2")})
    event = event.model_copy(update={"rounds": (event.rounds[0], second)})
    forms = forms_of(event, draw_of("P01 P02", number=2))
    lists = {choices.id: choices for choices in forms.tables[0].pages[0].form.blocks[0].lists}
    assert (lists["scenarios"].names, lists["scenarios"].values) == (
        ("Scenario 4", "Scenario 1", "Scenario 2"),
        ("s4", "s1", "s2"),
    )
    assert lists["sides"].names[:2] == ("Scenario 4: German", "Scenario 4: Russian")
    assert dict(lists["sides"].attributes) == {
        "number": (1, 2, 3, 4, 5, 6), "other": (2, 1, 4, 3, 6, 5), "scenario": (1, 1, 2, 2, 3, 3)
    }  # fmt: skip
    assert lists["balances"].names[:5] == (
        "German 0", "German 1: German 4/1", "German 2: German 4/2", "German 3: German 4/3", "Russian 0"
    )  # fmt: skip
    assert lists["players"].names == ("Player 1 (P01)", "Player 2 (P02)")
    assert lists["results"].shown("2") == "player 2"


def test_two_of_one_title_are_told_apart_by_their_ids() -> None:
    twins = (AsoSide(id="red", title="Guards"), AsoSide(id="blue", title="guards"))
    event = aso_event(
        2, 1, scenarios=(scenario(1, title="Same", sides=twins, balances=()), scenario(2, title="same"), scenario(3))
    )
    forms = forms_of(event, draw_of("P01 P02"))
    lists = {choices.id: choices for choices in forms.tables[0].pages[0].form.blocks[0].lists}
    assert lists["scenarios"].names == ("Same (s1)", "same (s2)", "Scenario 3")
    assert lists["sides"].names[:2] == ("Same: Guards (s1.red)", "Same: guards (s1.blue)")


def test_there_is_a_line_for_every_table_with_players() -> None:
    forms = forms_of(aso_event(7), draw_of("P01 P02", "", "P03 P04", byes=["P07"]))
    (block,) = forms.tables[0].pages[0].form.blocks
    assert [(row.key, row.label) for row in block.rows] == [("1", "Table 1"), ("3", "Table 3")]
    assert forms.groups == ()  # who sits out is known by the draw
    assert forms.scenario == ""


# the workbook


def test_libreoffice_shows_on_every_line_what_python_does() -> None:
    sheets = recalculated("aso sheets: random lines").book
    rows = ASO.score(sheets.round).pages[0, ""].rows["lines"]
    for name in ("chosen", "plays_1", "gets_1", "plays_2", "gets_2", "judged"):
        assert sum(bool(row.shows[name]) for row in rows) > 10, name


# templates


def test_the_template_that_comes_along_is_in_order() -> None:
    assert ASO.check_templates(LIBRARY) == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('id = "player_2"', 'id = "player_3"', "field player_2 with the list players"),
        ('type = "player", list = "players"', 'type = "text"', "field player_1 with the list players"),
        ('list = "results", optional', 'list = "ways", optional', "number"),
        ('lines = "tables"', 'lines = "rows"', "units"),
        ('id = "lines"', 'id = "other"', "one block, called lines"),
        ("first_2.index if", "second.index if", "second"),
        ('numbered = "optional_rules"', 'numbered = "house_rules"', "there is no list house_rules"),
        ('numbered = "optional_rules"', "numbered = 41", "numbered"),
    ],
)
def test_a_template_of_ones_own_is_checked(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    text = (shipped("templates") / "aso" / "results.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "results.toml").write_text(text.replace(old, new), encoding="utf-8")
    found = ASO.check_templates(Library("aso", ("aso",), tmp_path))
    assert {one.code for one in found} == {"template"}
    assert any(complaint in one.message for one in found)
