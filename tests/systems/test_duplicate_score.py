"""Scores of duplicate play, worked out by hand: groups, factors, who sits out, both ways to rank."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from duplicate_event import Points, box, drawn, duplicate_event, filled_in, level, scored
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from round_contexts import filled_round

from sheetscore.systems.context import EventProgress
from sheetscore.systems.duplicate import DUPLICATE
from sheetscore.systems.duplicate.model import DuplicateEvent, DuplicateSettings
from sheetscore.systems.duplicate.score import Play, score_plays
from sheetscore.systems.duplicate.tables import standings_sheets
from sheetscore.systems.outcomes import ResultRow, RoundScore

HALF = Fraction(1, 2)


def of(score: RoundScore, key: str, *, table: int, side: str) -> dict[Any, Any]:
    """Give a figure of everybody in a group by team."""
    return {row["team"]: row[key] for row in score.rows if (row["table"], row["side"]) == (table, side)}


def totals(event: DuplicateEvent, score: RoundScore) -> dict[Any, Any]:
    return {row["id"]: row["score"] for row in DUPLICATE.standings(EventProgress(event, {0: score.rows})).rows}


# DUP-3


def test_dup_3_reds_are_compared_with_reds_of_the_table_and_blues_with_blues() -> None:
    # table 1 has R1 and B1, then R3 and B2, then R2 and B3
    score = scored(duplicate_event(), {(1, 1): (10, 3), (1, 2): (20, 99), (1, 3): (10, 4)})
    assert of(score, "mp", table=1, side="red") == {"R1": HALF, "R3": 2, "R2": HALF}
    assert of(score, "mp", table=1, side="blue") == {"B1": 0, "B2": 2, "B3": 1}
    assert {row["factor"] for row in score.rows} == {1}


def test_dup_3_a_row_has_the_keys_that_scripts_rely_on() -> None:
    rows = scored(duplicate_event(), {(1, 1): (10, 3), (1, 2): (20, 99)}).rows
    assert [list(row) for row in rows[:1]] == [
        ["team", "name", "side", "table", "round", "sp", "mp", "factor", "score"]
    ]
    assert [tuple(row.values()) for row in rows] == [
        ("R1", "Red 1", "red", 1, 1, 10, 0, 1, 0),
        ("R3", "Red 3", "red", 1, 2, 20, 1, 1, 1),
        ("B1", "Blue 1", "blue", 1, 1, 3, 0, 1, 0),
        ("B2", "Blue 2", "blue", 1, 2, 99, 1, 1, 1),
    ]


def test_dup_3_three_rounds_at_three_tables_give_0_to_6() -> None:
    event = duplicate_event()
    draw, _ = drawn(event)
    points = {}
    for table in draw.tables:
        for number in (1, 2, 3):
            red, blue = (str(table.seats[f"r{number}.{side}"]) for side in ("red", "blue"))
            points[table.number, number] = int(red[1:]), int(blue[1:])  # R3 and B3 win everywhere, R1 and B1 lose
    assert totals(event, scored(event, points)) == {"R3": 6, "R2": 3, "R1": 0, "B3": 6, "B2": 3, "B1": 0}


def test_dup_3_tables_played_less_often_are_factored_to_the_largest() -> None:
    # table 1 is played three times, table 2 twice: 2/1 makes up for it
    score = scored(duplicate_event(), {(1, 1): (3, 1), (1, 2): (2, 1), (1, 3): (1, 1), (2, 1): (8, 0), (2, 2): (9, 1)})
    assert set(of(score, "factor", table=1, side="red").values()) == {1}
    assert set(of(score, "factor", table=2, side="red").values()) == {2}
    assert of(score, "score", table=2, side="red") == {"R2": 0, "R1": 2}
    assert of(score, "score", table=1, side="blue") == {"B1": 1, "B2": 1, "B3": 1}


def plays(table: int, *points: int) -> list[Play]:
    return [Play(f"R{number}", f"Red {number}", "red", table, number, sp) for number, sp in enumerate(points, start=1)]


@pytest.mark.parametrize(
    ("settings", "best"),
    [({}, Fraction(4)), ({"factor_rounding": "2dp"}, Fraction(399, 100)), ({"factoring": "none"}, Fraction(3))],
)
def test_dup_3_four_plays_against_five_are_worth_a_third_more(settings: dict[str, Any], best: Fraction) -> None:
    results = score_plays([*plays(1, 1, 2, 3, 4, 5), *plays(2, 1, 2, 3, 4)], DuplicateSettings(**settings))
    # the best of four has 3 match points: times 4/3, times 1.33, or as they are
    assert max(result.score for result in results if result.table == 2) == best
    assert max(result.score for result in results if result.table == 1) == 4


def test_dup_3_the_match_points_of_every_group_are_checked() -> None:
    checks = scored(duplicate_event(), {(1, 1): (10, 3), (1, 2): (20, 99), (1, 3): (10, 4), (2, 1): (1, 1)}).checks
    assert [(check.name, check.expected, check.actual) for check in checks] == [
        ("match points of Red at table 1", 3, 3),
        ("match points of Blue at table 1", 3, 3),
        ("match points of Red at table 2", 0, 0),
        ("match points of Blue at table 2", 0, 0),
    ]


# travellers that are filled in in part


def test_blank_travellers_give_nothing() -> None:
    score = scored(duplicate_event(), {})
    assert (score.rows, score.checks, score.findings) == ((), (), ())
    assert DUPLICATE.standings(EventProgress(duplicate_event(), {0: ()})).rows == ()


def test_after_one_round_there_is_one_warning_that_nothing_can_be_compared_yet() -> None:
    score = scored(duplicate_event(), {(table, 1): (5, 7) for table in (1, 2, 3)})
    assert [(row["mp"], row["factor"], row["score"]) for row in score.rows] == [(0, None, 0)] * 6
    assert [(one.code, one.fields) for one in score.findings] == [("singleton-section", ())]
    assert "nothing can be compared yet" in score.findings[0].message


def test_a_group_of_one_beside_larger_ones_is_a_warning_for_either_side() -> None:
    event = duplicate_event()
    score = scored(event, {(1, 1): (5, 7), (1, 2): (5, 7), (2, 1): (1, 2)})
    assert [(one.code, one.fields) for one in score.findings] == [
        ("singleton-section", (box(2, "red", 1),)),
        ("singleton-section", (box(2, "blue", 1),)),
    ]
    assert of(score, "score", table=2, side="red") == {"R2": 0}
    assert "until another plays there" in score.findings[0].message
    over = scored(event, {(1, 1): (5, 7), (1, 3): (5, 7), (2, 1): (1, 2)})
    assert "nobody to beat" in over.findings[0].message


def test_two_tables_give_one_round_and_nothing_to_compare() -> None:
    event = duplicate_event(2, 2, 1)
    score = scored(event, level(event))
    assert set(totals(event, score).values()) == {0}
    assert len(score.findings) == 1


def test_half_a_result_counts_for_its_side_while_it_is_looked_at() -> None:
    event = duplicate_event()
    entries = {key: value for key, value in filled_in(event, {(1, 1): (5, 7)}).items() if key != box(1, "red", 1)}
    score = DUPLICATE.score(filled_round(event, drawn(event)[1], entries, drawn(event)[0]))
    assert [row["team"] for row in score.rows] == ["B1"]
    assert score.pages[1, ""].rows["blue"][0].values["sp"] == 7


# the last round at an even number of tables


def test_dup_4_repeat_a_red_is_not_compared_with_itself() -> None:
    event = duplicate_event(2, 2, 2, last_round="repeat")
    score = scored(event, {(1, 1): (4, 1), (1, 2): (7, 2), (2, 1): (3, 3), (2, 2): (3, 4)})
    assert [(row["team"], row["round"], row["mp"]) for row in score.rows if row["side"] == "red"] == [
        ("R1", 1, 0), ("R1", 2, 0), ("R2", 1, 0), ("R2", 2, 0)
    ]  # fmt: skip
    assert totals(event, score) == {"R1": 0, "R2": 0, "B1": 1, "B2": 1}
    assert [one.message for one in score.findings] == [
        "Red 1 is the only Red at table 1: 0 match points; nobody to beat",
        "Red 2 is the only Red at table 2: 0 match points; nobody to beat",
    ]


REPEAT = duplicate_event(4, 4, 4, last_round="repeat")
"""By hand: Red k plays table k in round 1 and again in round 4, and misses one; every Blue plays every table."""


def test_dup_4_repeat_every_red_group_adds_up_to_5_and_every_blue_one_to_6() -> None:
    score = scored(REPEAT, level(REPEAT))
    assert {(check.expected, check.actual) for check in score.checks if "Red" in check.name} == {(5, 5)}
    assert {(check.expected, check.actual) for check in score.checks if "Blue" in check.name} == {(6, 6)}
    assert {row["factor"] for row in score.rows} == {1}
    # at its own table a Red has 2 x (2 others)/2, and at two more tables (3 others)/2 each
    assert set(totals(REPEAT, score).values()) == {2 + 3, Fraction(4 * 3, 2)}


def test_dup_4_repeat_a_red_can_win_10_and_a_blue_12() -> None:
    draw, _ = drawn(REPEAT)
    points = {
        (table.number, number): (
            9 if table.seats[f"r{number}.red"] == "R1" else 1,
            9 if table.seats[f"r{number}.blue"] == "B1" else 1,
        )
        for table in draw.tables
        for number in (1, 2, 3, 4)
    }
    best = totals(REPEAT, scored(REPEAT, points))
    assert (best["R1"], best["B1"]) == (10, 12)


def test_revenge_completes_every_table() -> None:
    event = duplicate_event(2, 2, 2, last_round="revenge")
    score = scored(event, {(1, 1): (4, 1), (1, 2): (7, 2), (2, 1): (3, 3), (2, 2): (3, 4)})
    assert of(score, "mp", table=1, side="red") == {"R1": 0, "R2": 1}
    assert of(score, "mp", table=2, side="blue") == {"B2": 0, "B1": 1}


# a side that is a team short


SHORT = duplicate_event(4, 3, 3)
"""Blue 4 is missing. By hand: R4 sits out in round 1 at table 4, R2 in round 2 at 3, R3 in round 3 at 2."""

SHORT_POINTS: Points = {
    (1, 1): (5, 0), (1, 2): (9, 0), (1, 3): (7, 0),  # R1, R4, R2: 0, 2 and 1
    (2, 1): (4, 0), (2, 2): (6, 0),                  # R2, R1: 0 and 1, times 2
    (3, 1): (8, 0), (3, 3): (8, 0),                  # R3, R4: a half each, times 2
    (4, 2): (1, 0), (4, 3): (3, 0),                  # R3, R1: 0 and 1, times 2
}  # fmt: skip


def test_sitting_out_gives_half_of_what_the_best_of_the_side_gets_there() -> None:
    score = scored(SHORT, SHORT_POINTS)
    out = [row for row in score.rows if row["sp"] is None]
    assert [(row["team"], row["table"], row["round"], row["mp"], row["factor"], row["score"]) for row in out] == [
        ("R3", 2, 3, HALF, 2, 1),
        ("R2", 3, 2, HALF, 2, 1),
        ("R4", 4, 1, HALF, 2, 1),
    ]
    reds = {team: total for team, total in totals(SHORT, score).items() if team.startswith("R")}
    assert reds == {"R1": 0 + 2 + 2, "R2": 1 + 0 + 1, "R3": 1 + 0 + 1, "R4": 2 + 1 + 1}


def test_sitting_out_can_give_nothing() -> None:
    event = duplicate_event(4, 3, 3, sit_out="zero")
    score = scored(event, SHORT_POINTS)
    assert {(row["mp"], row["score"]) for row in score.rows if row["sp"] is None} == {(0, 0)}
    reds = {team: total for team, total in totals(event, score).items() if team.startswith("R")}
    assert reds == {"R1": 4, "R2": 1, "R3": 1, "R4": 3}


def test_sitting_out_is_no_part_of_the_group_nor_of_its_check() -> None:
    checks = {check.name: check for check in scored(SHORT, SHORT_POINTS).checks}
    assert checks["match points of Red at table 1"].expected == 3
    assert checks["match points of Red at table 4"].expected == 1
    assert all(check.ok for check in checks.values())


def test_sitting_out_counts_in_the_rounds_that_were_played_and_scores_nothing_at_a_table_nobody_played_yet() -> None:
    score = scored(SHORT, {(1, 1): (5, 0), (1, 2): (6, 0)})
    out = [row for row in score.rows if row["sp"] is None]
    assert [(row["team"], row["table"], row["mp"], row["factor"], row["score"]) for row in out] == [
        ("R2", 3, 0, None, 0),
        ("R4", 4, 0, None, 0),
    ]
    assert {check.name for check in score.checks} == {
        "match points of Red at table 1", "match points of Blue at table 1"
    }  # fmt: skip


def test_sitting_out_at_a_table_played_once_gives_nothing() -> None:
    score = scored(SHORT, {(1, 1): (5, 0), (1, 2): (6, 0), (4, 2): (1, 1)})
    assert of(score, "score", table=4, side="red") == {"R4": 0, "R3": 0}


def test_who_sits_out_for_nothing_at_a_table_played_once_or_never_is_named() -> None:
    """By hand: at table 4 the most is 1 - 1 = 0, and half of it 0. Table 1 has two Reds, who can win there."""
    score = scored(SHORT, {(1, 1): (5, 0), (1, 2): (6, 0), (4, 2): (1, 1)})
    told = [one for one in score.findings if "sits out" in one.message]
    assert [one.fields for one in told] == [(box(3, "red", 2),), (box(4, "red", 1),)]
    assert [one.message for one in told] == [
        "Red 2 sits out round 2 at table 3: 0 match points, half of the most that could be won there, since no Red has "
        "played there so far",
        "Red 4 sits out round 1 at table 4: 0 match points, half of the most that could be won there, since only one "
        "Red has played there so far",
    ]


def test_who_sits_out_in_a_shortened_event_is_named_unless_sitting_out_gives_nothing_anyway() -> None:
    """Red 3 leaves after round 1 of 2, so Blue 2 sits out at table 1, where only Blue 1 played."""
    teams = duplicate_event().teams
    leaving = tuple(one.model_copy(update={"last_round": 1}) if one.id == "R3" else one for one in teams)
    points = {(1, 1): (5, 0), (2, 1): (6, 0), (2, 2): (6, 0), (3, 1): (1, 1), (3, 2): (1, 1)}
    for sit_out, said in (("average", 1), ("zero", 0)):
        score = scored(duplicate_event(3, 3, 2, teams=leaving, sit_out=sit_out), points)
        assert of(score, "score", table=1, side="blue") == {"B1": 0, "B2": 0}
        told = [one.message for one in score.findings if "sits out" in one.message]
        assert told == said * [
            "Blue 2 sits out round 2 at table 1: 0 match points, half of the most that could be won there, since only "
            "one Blue played there"
        ]


def test_a_team_that_played_all_the_same_did_not_sit_out() -> None:
    entries = {**filled_in(SHORT, SHORT_POINTS), box(1, "red", 1, "team"): "R4"}
    rows = DUPLICATE.score(filled_round(SHORT, drawn(SHORT)[1], entries, drawn(SHORT)[0])).rows
    assert [(row["table"], row["sp"]) for row in rows if (row["team"], row["round"]) == ("R4", 1)] == [(1, 5)]


def test_blues_sit_out_where_red_is_short() -> None:
    event = duplicate_event(2, 3, 3)
    score = scored(event, level(event))
    assert [(row["team"], row["table"], row["round"], row["score"]) for row in score.rows if row["sp"] is None] == [
        ("B2", 1, 2, HALF), ("B1", 2, 3, HALF), ("B3", 3, 1, HALF)
    ]  # fmt: skip


# DUP-5


WINNERS: Points = {(1, 1): (1, 9), (1, 2): (2, 8), (1, 3): (2, 7)}
"""Reds R1, R3, R2: 0, 1.5 and 1.5. Blues B1, B2, B3: 2, 1 and 0."""


def placed(rows: tuple[ResultRow, ...]) -> list[tuple[Any, ...]]:
    return [(row["rank"], row["id"], row["side"], row["score"], row["rounds"]) for row in rows]


def test_dup_5_each_side_has_a_ranking_of_its_own() -> None:
    event = duplicate_event()
    standings = DUPLICATE.standings(EventProgress(event, {0: scored(event, WINNERS).rows}))
    assert placed(standings.rows) == [
        (1, "R2", "red", 3 * HALF, 1),
        (1, "R3", "red", 3 * HALF, 1),
        (3, "R1", "red", 0, 1),
        (1, "B1", "blue", 2, 1),
        (2, "B2", "blue", 1, 1),
        (3, "B3", "blue", 0, 1),
    ]
    assert list(standings.rows[0]) == ["rank", "id", "name", "side", "score", "rounds"]
    assert standings.after_round == 3


def test_dup_5_both_sides_can_have_one_ranking() -> None:
    event = duplicate_event(winners="one")
    assert placed(DUPLICATE.standings(EventProgress(event, {0: scored(event, WINNERS).rows})).rows) == [
        (1, "B1", "blue", 2, 1),
        (1, "R2", "red", 3 * HALF, 1),
        (1, "R3", "red", 3 * HALF, 1),
        (4, "B2", "blue", 1, 1),
        (5, "B3", "blue", 0, 1),
        (5, "R1", "red", 0, 1),
    ]


@pytest.mark.parametrize(
    ("settings", "reds", "blues"),
    [
        ({}, [1, 1, 3], [1, 2, 3]),
        ({"tie_margin": Decimal(1)}, [1, 1, 3], [1, 1, 3]),  # 0 is two below the leader of the group
        ({"tie_margin": Decimal(1), "tie_group": "chain"}, [1, 1, 3], [1, 1, 1]),
        ({"tie_margin": Decimal("1.5")}, [1, 1, 1], [1, 1, 3]),
    ],
)
def test_dup_5_scores_within_the_margin_share_a_rank(
    settings: dict[str, Any], reds: list[int], blues: list[int]
) -> None:
    event = duplicate_event(**settings)
    rows = DUPLICATE.standings(EventProgress(event, {0: scored(event, WINNERS).rows})).rows
    assert [row["rank"] for row in rows] == [*reds, *blues]


NEAR: Points = {(1, 1): (0, 5), (1, 2): (1, 5), (1, 3): (1, 5), (3, 1): (0, 5), (3, 2): (1, 5), (3, 3): (2, 5)}
"""Reds R1, R3, R2 have 0, 1.5 and 1.5 at table 1, and R3, R2, R1 have 0, 1 and 2 at table 3: R2 2.5, R1 2, R3 1.5.
All Blues have 1 at either, 2 together."""


@pytest.mark.parametrize(
    ("settings", "ranked"),
    [
        ({}, ["1 R2", "1 R1", "3 R3", "1 B1", "1 B2", "1 B3"]),
        ({"tie_margin": Decimal(0)}, ["1 R2", "2 R1", "3 R3", "1 B1", "1 B2", "1 B3"]),
        ({"tie_group": "chain"}, ["1 R2", "1 R1", "1 R3", "1 B1", "1 B2", "1 B3"]),
        ({"winners": "one"}, ["1 R2", "1 B1", "1 B2", "1 B3", "1 R1", "6 R3"]),
        ({"winners": "one", "tie_margin": Decimal("0.49")}, ["1 R2", "2 B1", "2 B2", "2 B3", "2 R1", "6 R3"]),
        ({"winners": "one", "tie_group": "chain"}, ["1 R2", "1 B1", "1 B2", "1 B3", "1 R1", "1 R3"]),
    ],
)
def test_dup_5_half_a_match_point_is_a_tie_as_in_amps_9(settings: dict[str, Any], ranked: list[str]) -> None:
    event = duplicate_event(**settings)
    rows = DUPLICATE.standings(EventProgress(event, {0: scored(event, NEAR).rows})).rows
    blues = dict.fromkeys(("B1", "B2", "B3"), 2)
    assert {row["id"]: row["score"] for row in rows} == {"R1": 2, "R2": 5 * HALF, "R3": 3 * HALF, **blues}
    assert [f"{row['rank']} {row['id']}" for row in rows] == ranked


def test_standings_count_the_rounds_that_a_team_played_without_those_that_it_sat_out() -> None:
    rounds = {
        row["id"]: row["rounds"]
        for row in DUPLICATE.standings(EventProgress(SHORT, {0: scored(SHORT, SHORT_POINTS).rows})).rows
    }
    assert rounds == {"R1": 3, "R2": 2, "R3": 2, "R4": 2, "B1": 3, "B2": 3, "B3": 3}


def test_unequal_tables_without_factoring_are_a_warning() -> None:
    points = {(1, 1): (1, 1), (1, 2): (1, 1), (2, 1): (1, 1)}
    for factoring, warned in (("none", ["unequal-sections"]), ("round", [])):
        event = duplicate_event(factoring=factoring)
        found = DUPLICATE.standings(EventProgress(event, {0: scored(event, points).rows})).findings
        assert [one.code for one in found] == warned


# whatever was played


@st.composite
def played(draw: st.DrawFn) -> tuple[DuplicateEvent, dict[tuple[int, int], tuple[int, int]]]:
    """Give an event with some of its lines filled in."""
    tables = draw(st.integers(2, 6))
    short = draw(st.sampled_from([(0, 0), (0, 1), (1, 0)]))
    last_round = draw(st.sampled_from(["none", "revenge", "repeat"]))
    rounds = draw(st.integers(1, tables - 1 if tables % 2 == 0 and last_round == "none" else tables))
    event = duplicate_event(tables - short[0], tables - short[1], rounds, last_round=last_round)
    points = st.tuples(st.integers(0, 6), st.integers(0, 6))
    lines = draw(st.sets(st.sampled_from(sorted(level(event)))))
    return event, {line: draw(points) for line in sorted(lines)}


@given(case=played())
def test_the_match_points_of_every_group_add_up(
    case: tuple[DuplicateEvent, dict[tuple[int, int], tuple[int, int]]],
) -> None:
    event, points = case
    sums: dict[Any, Fraction] = defaultdict(Fraction)
    teams: dict[Any, list[Any]] = defaultdict(list)
    score = scored(event, points)
    for row in score.rows:
        if row["sp"] is not None:
            sums[row["table"], row["side"]] += Fraction(row["mp"] or 0)
            teams[row["table"], row["side"]].append(row["team"])
    compared = {key: sum(one != other for one, other in combinations(group, 2)) for key, group in teams.items()}
    assert sums == compared
    assert all(check.ok for check in score.checks)


@given(case=played(), data=st.data())
def test_the_order_of_the_teams_makes_no_difference(
    case: tuple[DuplicateEvent, dict[tuple[int, int], tuple[int, int]]], data: st.DataObject
) -> None:
    event, points = case
    shuffled = event.model_copy(update={"teams": tuple(data.draw(st.permutations(event.teams)))})
    assert drawn(shuffled)[0] == drawn(event)[0]
    assert scored(shuffled, points).rows == scored(event, points).rows


@given(case=played(), data=st.data())
def test_more_points_never_lower_a_score(
    case: tuple[DuplicateEvent, dict[tuple[int, int], tuple[int, int]]], data: st.DataObject
) -> None:
    event, points = case
    if not points:
        return
    line = data.draw(st.sampled_from(sorted(points)))
    more = {**points, line: (points[line][0] + data.draw(st.integers(1, 5)), points[line][1])}

    def score_of_red(given_points: Points) -> Fraction:
        rows = scored(event, given_points).rows
        (row,) = (row for row in rows if (row["table"], row["round"], row["side"]) == (*line, "red"))
        return Fraction(row["score"] or 0)

    assert score_of_red(more) >= score_of_red(points)


@pytest.mark.parametrize(
    ("sit_out", "event", "points", "said"),
    [
        ("average", SHORT, SHORT_POINTS, "what the team got for sitting out: half of the most"),
        ("zero", SHORT, SHORT_POINTS, ""),
        ("average", duplicate_event(), WINNERS, ""),
    ],
)
def test_the_recap_says_why_scores_are_more_than_its_match_points(
    sit_out: str, event: DuplicateEvent, points: Points, said: str
) -> None:
    event = event.model_copy(update={"settings": event.settings.model_copy(update={"sit_out": sit_out})})
    so_far = EventProgress(event, {0: scored(event, points).rows})
    sheets = standings_sheets(replace(so_far, standings=DUPLICATE.standings(so_far)))
    (recap,) = (sheet for sheet in sheets if sheet.title == "Recap")
    told = " ".join(line.text for line in recap.lines)
    assert "Score: the match points times the factors of the tables" in told
    assert ("sitting out" in told) == bool(said)
    assert said in told
