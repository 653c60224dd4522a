"""Hits: how many, where, and what the red die adds, by both editions; sheetscore.systems.airforce.hits and critical."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetscore.problems import MistakesFound
from sheetscore.systems.airforce import critical, hits
from sheetscore.systems.airforce.editions import edition
from sheetscore.systems.airforce.gunnery.damage import hits_scored, rolled_at_once, shared_out, side_hit, what_is_hit
from sheetscore.systems.airforce.gunnery.tables import GunneryChart, GunneryTables, Locations

MAIN, PROCEDURAL = edition("main").gunnery, edition("procedural").gunnery

POSSIBLE = [0, 1, 2, 3, 4, 6, 8, 10, 12, 14, 16]


def chart(rolls: Mapping[int, int], range_: str = "3", id_: str = "8x30M") -> dict[str, object]:
    """Make a chart, as its TOML has it, with one column filled in: made up for the tests."""
    return {
        "id": id_,
        "weapon": "Made up",
        "column": [{"range": range_, "rolls": {str(roll): number for roll, number in rolls.items()}}],
    }


def locations(**tables: Mapping[int, str]) -> dict[str, object]:
    """Make locations, as their TOML has it: ``ME4={5: "WFEE*"}``."""
    return {
        "location": [
            {"engines": name[:2], "hits": int(name[2:]), "rolls": {str(die): cell for die, cell in rolls.items()}}
            for name, rolls in tables.items()
        ]
    }


def always(letters: str) -> dict[int, str]:
    return dict.fromkeys(range(10), letters)


EIGHT = chart({9: 4})
HEINKEL = locations(ME4={5: "WFEE*"})


# ----------------------------------------------------------------------------------------------------------------------
# the numbered rules
# ----------------------------------------------------------------------------------------------------------------------


def test_eight_machine_guns_at_a_bomber_from_astern() -> None:
    """The example of the rules: range 3, a raw 8 with red 5 and white 3, one more without deflection, D10 5."""
    assert hits(EIGHT, HEINKEL, "ME", 3, 3, 5, 1, [5]) == (4, ["WFEEE"])


@pytest.mark.parametrize("range_", [3, "3"])
@pytest.mark.parametrize("engines", [2, 4, "ME"])
def test_ranges_and_engines_may_be_numbers_or_names(range_: int | str, engines: int | str) -> None:
    assert hits(EIGHT, HEINKEL, engines, range_, white=3, red=5, drm=1, locations=[5]) == (4, ["WFEEE"])


def test_tables_may_be_read_already() -> None:
    read = GunneryChart.model_validate(EIGHT), Locations.model_validate(HEINKEL)
    assert hits(*read, "ME", 3, 3, 5, 1, [5]) == (4, ["WFEEE"])


@pytest.mark.parametrize(
    ("range_", "column"),
    [(1, "1-2"), (2, "1-2"), (3, "3"), (4, "4"), (5, "5-6"), (6, "5-6"), (7, "7-8"), (8, "7-8"), ("5-6", "5-6")],
)
def test_each_range_has_its_column(range_: int | str, column: str) -> None:
    assert hits(chart({7: 1}, column), locations(**{"1E1": always("W")}), 1, range_, 3, 4, 0, [0]) == (1, ["W"])


def test_single_engines_have_their_own_locations() -> None:
    table = locations(**{"1E1": always("C"), "ME1": always("W")})
    assert hits(chart({7: 1}), table, 1, 3, 3, 4, 0, [0]) == (1, ["C"])
    assert hits(chart({7: 1}), table, 2, 3, 3, 4, 0, [0]) == (1, ["W"])


def test_no_hits_need_no_location() -> None:
    assert hits(chart({7: 0}), locations(), 1, 3, 3, 4, 0, []) == (0, [])


SHARES = [(), (1,), (2,), (3,), (4,), (4, 2), (4, 4), (4, 4, 2), (4, 4, 4), (4, 4, 4, 2), (4, 4, 4, 4)]


@pytest.mark.parametrize(("number", "shares"), [*zip(POSSIBLE, SHARES, strict=True)])
def test_each_four_hits_and_the_rest_fall_by_a_roll(number: int, shares: tuple[int, ...]) -> None:
    assert shared_out(number) == shares
    table = locations(**{f"ME{share}": always("ABCD"[share - 1] * share) for share in (1, 2, 3, 4)})
    fallen = ["ABCD"[share - 1] * share for share in shares]
    assert hits(chart({7: number}), table, "ME", 3, 4, 3, 0, [0] * len(shares)) == (number, fallen)


def test_location_rolls_count_in_their_order() -> None:
    table = locations(ME4={1: "AAAA", 2: "BBBB"}, ME2={3: "CC"})
    assert hits(chart({7: 10}), table, 2, 3, 3, 4, 0, [2, 1, 3]) == (10, ["BBBB", "AAAA", "CC"])


def test_a_second_roll_made_at_once_counts_nothing_when_no_hits_are_left() -> None:
    assert hits(EIGHT, HEINKEL, "ME", 3, 3, 5, 1, [5, 9]) == (4, ["WFEEE"])


def test_rolls_beyond_the_chart_use_its_last_row() -> None:
    rolls = chart({2: 1, 12: 2})
    table = locations(**{"1E1": always("W"), "1E2": always("FF")})
    assert hits(rolls, table, 1, 3, 6, 6, 1, [0]) == (2, ["FF"])
    assert hits(rolls, table, 1, 3, 1, 1, -2, [0]) == (1, ["W"])


@pytest.mark.parametrize(
    ("rolls", "drm", "dice"),
    [({12: 6}, 0, 2), ({12: 6}, -1, 1), ({11: 6}, -1, 2), ({12: 4}, 1, 1), ({2: 0}, 0, 1), ({12: 16}, 1, 2)],
)
def test_two_location_rolls_are_made_at_once_where_six_hits_can_be_scored(
    rolls: dict[int, int], drm: int, dice: int
) -> None:
    filled = GunneryChart.model_validate(chart(dict.fromkeys(range(2, 13), 0) | rolls))
    assert rolled_at_once(filled, "3", drm, MAIN) == dice


def test_only_the_column_of_the_shot_says_how_many_rolls_are_made_at_once() -> None:
    rows = {str(row): 0 for row in range(2, 13)}
    columns = [{"range": "1-2", "rolls": {**rows, "12": 6}}, {"range": "3", "rolls": rows}]
    filled = GunneryChart.model_validate({"id": "a", "weapon": "b", "column": columns})
    assert rolled_at_once(filled, "1-2", 0, MAIN) == 2
    assert rolled_at_once(filled, "3", 0, MAIN) == 1


@pytest.mark.parametrize(("die", "side"), [(1, "left"), (9, "left"), (0, "right"), (8, "right")])
def test_odd_rolls_hit_the_left_side_and_even_ones_the_right(die: int, side: str) -> None:
    assert side_hit(die) == side
    assert side_hit(die, {"left"}) == side
    assert side_hit(die, {"right"}) == side
    assert side_hit(die, {"left", "right"}) == "centre"


# ----------------------------------------------------------------------------------------------------------------------
# criticals
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "red", "number", "struck"),
    [
        ("WFEE*", 5, 4, "WFEEE"),
        ("WFEE*", 6, 4, "WFEEEE"),
        ("WFEE*", 4, 4, "WFEE"),
        ("WFEE*", 1, 4, "WFEE"),
        ("C*", 6, 1, "C"),
        ("C*W", 6, 2, "CCCW"),
        ("C*WL*", 5, 3, "CCWLL"),
        ("WF", 6, 2, "WF"),
        ("", 6, 2, ""),
    ],
)
def test_a_red_five_or_six_adds_to_what_stands_before_stars(result: str, red: int, number: int, struck: str) -> None:
    assert critical(result, red, number) == struck


def test_one_of_ten_hits_that_fall_apart_is_critical_by_the_hits_of_the_shot() -> None:
    table = locations(ME4=always("WWWW"), ME2=always("FE*"))
    assert hits(chart({7: 10}), table, 2, 3, 1, 6, 0, [0, 0, 0]) == (10, ["WWWW", "WWWW", "FEEE"])


def test_by_a_decision_the_first_star_of_a_shot_alone_counts() -> None:
    table = Locations.model_validate(locations(ME4=always("WC*E*F"), ME2=always("L*W")))
    each = what_is_hit(6, table, "ME", 5, [1, 2], MAIN)
    assert each == ["WCCEEF", "LLW"]
    assert what_is_hit(6, table, "ME", 5, [1, 2], MAIN, criticals="one") == ["WCCEF", "LW"]


@given(st.from_regex(r"([A-Z]\*?){0,6}", fullmatch=True), st.integers(1, 6), st.integers(0, 16))
def test_a_critical_adds_one_or_two_letters_a_star(result: str, red: int, number: int) -> None:
    struck = critical(result, red, number)
    added = {5: 1, 6: 2}.get(red, 0) if number >= 2 else 0
    assert "*" not in struck
    assert len(struck) == len(result.replace("*", "")) + added * result.count("*")
    assert re.sub(r"(.)\1*", r"\1", struck) == re.sub(r"(.)\1*", r"\1", result.replace("*", ""))


# ----------------------------------------------------------------------------------------------------------------------
# the procedures
# ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("red", [1, 4])
def test_the_white_die_alone_gives_the_hits(red: int) -> None:
    table = locations(**{"1E2": always("CE*")})
    assert hits(chart({4: 2}), table, 1, 3, 3, red, 1, [0], "procedural") == (2, ["CE"])


def test_white_dice_beyond_the_chart_use_its_last_row() -> None:
    table = locations(**{"1E1": always("W"), "1E2": always("FF")})
    rolls = chart({1: 1, 6: 2})
    assert hits(rolls, table, 1, 3, 6, 1, 1, [0], edition="procedural") == (2, ["FF"])
    assert hits(rolls, table, 1, 3, 1, 1, -1, [0], edition="procedural") == (1, ["W"])


@pytest.mark.parametrize(
    ("letters", "red", "choice", "struck"),
    [
        ("CWE", 5, "E", "CWEE"),
        ("CWE", 6, "E", "CWEEE"),
        ("CWE", 5, "C", "CCWE"),
        ("CWE", 5, None, "CCWE"),
        ("WLL", 6, None, "WLLLL"),
        ("WFG", 6, None, "WFG"),
        ("WFG", 6, "E", "WFG"),
        ("WFG*", 6, None, "WFG"),
        ("CWE*", 4, "E", "CWE"),
    ],
)
def test_the_firing_player_chooses_what_is_hit_critically(
    letters: str, red: int, choice: str | None, struck: str
) -> None:
    table = locations(**{"1E3": always(letters)})
    assert hits(chart({2: 3}), table, 1, 3, 2, red, 0, [7], "procedural", choice) == (3, [struck])


def test_one_hit_alone_can_be_critical_by_the_procedures() -> None:
    assert hits(chart({2: 1}), locations(**{"1E1": always("C")}), 1, 3, 2, 6, 0, [7], "procedural") == (1, ["CCC"])


def test_of_several_rolls_one_alone_is_critical_by_the_procedures() -> None:
    table = locations(ME4={1: "WWFF", 2: "EEEW"}, ME2={3: "CE"})
    assert hits(chart({5: 10}), table, 2, 3, 5, 6, 0, [1, 2, 3], "procedural", "C")[1] == ["WWFF", "EEEW", "CCCE"]
    assert hits(chart({5: 10}), table, 2, 3, 5, 6, 0, [1, 2, 3], "procedural")[1] == ["WWFF", "EEEEEW", "CE"]


def test_what_was_not_hit_cannot_be_chosen_when_something_else_was() -> None:
    table = locations(**{"1E1": always("C")})
    with pytest.raises(ValueError, match="no E is hit; choose one of C"):
        hits(chart({2: 1}), table, 1, 3, 2, 6, 0, [7], "procedural", "E")


def test_two_rolls_at_once_by_the_procedures_go_by_the_white_die() -> None:
    filled = GunneryChart.model_validate(chart({1: 0, 2: 0, 3: 0, 4: 0, 5: 4, 6: 6}))
    assert rolled_at_once(filled, "3", 0, PROCEDURAL) == 2
    assert rolled_at_once(filled, "3", -1, PROCEDURAL) == 1


# ----------------------------------------------------------------------------------------------------------------------
# what cannot be
# ----------------------------------------------------------------------------------------------------------------------


def test_a_hole_where_the_roll_needs_a_cell_is_a_mistake() -> None:
    with pytest.raises(MistakesFound, match="chart 8x30M, column 3, has no hits in row 8") as raised:
        hits(EIGHT, HEINKEL, "ME", 3, 3, 5, 0, [5])
    assert raised.value.findings[0].code == "chart-hole"
    with pytest.raises(MistakesFound, match="column 4"):
        hits(EIGHT, HEINKEL, "ME", 4, 3, 5, 1, [5])
    with pytest.raises(MistakesFound, match="locations of 4 hits on ME have nothing in row 6"):
        hits(EIGHT, HEINKEL, "ME", 3, 3, 5, 1, [6])
    with pytest.raises(MistakesFound, match="locations of 4 hits on 1E"):
        hits(EIGHT, HEINKEL, "1E", 3, 3, 5, 1, [5])


def test_a_blank_cell_is_a_hole_and_no_hits_are_none() -> None:
    blank = {"id": "a", "weapon": "b", "column": [{"range": "3", "rolls": {"7": "", "8": 0}}]}
    assert hits(blank, locations(), 1, 3, 4, 4, 0, []) == (0, [])
    with pytest.raises(MistakesFound, match="row 7"):
        hits(blank, locations(), 1, 3, 4, 3, 0, [])


def test_a_hole_in_the_last_row_is_one_for_rolls_beyond_it() -> None:
    with pytest.raises(MistakesFound, match="row 12"):
        hits(chart({11: 2}), locations(**{"1E2": always("FF")}), 1, 3, 6, 6, 1, [0])


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"white": 0}, "white is 1 to 6"),
        ({"red": 7}, "red is 1 to 6"),
        ({"locations": []}, "4 hits need 1 location rolls"),
        ({"locations": [10]}, "location roll is 0 to 9"),
        ({"engines": 0}, "engines are 1 or more"),
        ({"engines": "2E"}, "engines are 1 or more"),
        ({"range": 9}, "range"),
        ({"range": 0}, "range"),
        ({"choice": "W"}, "choice is one of C, L, E"),
    ],
)
def test_calls_that_make_no_sense_are_refused(changed: dict[str, object], said: str) -> None:
    call: dict[str, object] = {"engines": "ME", "range": 3, "white": 3, "red": 5, "drm": 1, "locations": [5]}
    with pytest.raises(ValueError, match=said):
        hits(EIGHT, HEINKEL, **{**call, **changed})  # type: ignore[arg-type]


def test_an_edition_that_nobody_has_is_refused() -> None:
    with pytest.raises(MistakesFound, match='Did you mean "procedural"'):
        hits(EIGHT, HEINKEL, "ME", 3, 3, 5, 1, [5], edition="procedurel")


def test_mistakes_in_tables_are_told() -> None:
    with pytest.raises(MistakesFound, match="and never 5"):
        hits(chart({9: 5}), HEINKEL, "ME", 3, 3, 5, 1, [5])


# ----------------------------------------------------------------------------------------------------------------------
# every edition and kind of chart
# ----------------------------------------------------------------------------------------------------------------------


@given(
    name=st.sampled_from(["main", "procedural"]),
    weapon=st.sampled_from(GunneryTables().weapons),
    column=st.sampled_from(["1-2", "3", "4", "5-6", "7-8"]),
    engines=st.sampled_from(["1E", "ME"]),
    cells=st.lists(st.sampled_from(POSSIBLE), min_size=12, max_size=12),
    dice=st.tuples(st.integers(1, 6), st.integers(1, 6)),
    drm=st.integers(-4, 4),
    rolled=st.lists(st.integers(0, 9), min_size=4, max_size=4),
)
def test_hits_and_letters_follow_from_the_dice(
    name: str,
    weapon: str,
    column: str,
    engines: str,
    cells: list[int],
    dice: tuple[int, int],
    drm: int,
    rolled: list[int],
) -> None:
    """With charts filled at random and locations that name the D10, letter by letter, for a number of hits."""
    first, last = (2, 12) if name == "main" else (1, 6)
    filled = chart({row: cells[row - 1] for row in range(first, last + 1)}, column, weapon)
    table = locations(
        **{f"{engines}{share}": {die: "KMNOPQRSTU"[die] * share for die in range(10)} for share in (1, 2, 3, 4)}
    )
    white, red = dice
    row = (white + red if name == "main" else white) + drm
    scored = cells[max(first, min(last, row)) - 1]
    number, struck = hits(filled, table, engines, column, white, red, drm, rolled, name)
    assert number == scored
    assert "".join(struck) == "".join("KMNOPQRSTU"[rolled[hit // 4]] for hit in range(scored))
    gunnery = edition(name).gunnery
    assert hits_scored(GunneryChart.model_validate(filled), column, dice, drm, gunnery) == scored  # type: ignore[arg-type]
