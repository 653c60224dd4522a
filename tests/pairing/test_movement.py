"""Duplicate play: what the movement gives, judged by walking it, and what the director reads of it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sheetscore.event.model import Stay
from sheetscore.pairing.movement.places import SideOfTeams, movement_report, with_teams
from sheetscore.pairing.movement.rounds import (
    LastRound,
    Movement,
    Rematch,
    Rounds,
    TableReplayed,
    TeamInRound,
    TooManyRoundsError,
    most_rounds,
    plan_movement,
    prove,
    skips,
)

ODD = range(1, 17, 2)
EVEN = range(2, 17, 2)
NAMES_8 = [SideOfTeams([f"{side} {number}" for number in range(1, 9)]) for side in ("Red", "Blue")]

Walk = list[dict[int, tuple[int, int]]]
"""Table: (Red, Blue), a dict for each round."""


def walked(tables: int, climbs: list[int]) -> Walk:
    """Walk the teams from table to table: Red climbs as told after each round, Blue goes one down."""
    red_at = {team: team for team in range(tables)}
    blue_at = dict(red_at)
    walk = []
    for climb in [*climbs, 0]:
        reds = {table: team for team, table in red_at.items()}
        blues = {table: team for team, table in blue_at.items()}
        walk.append({table: (reds[table], blues[table]) for table in range(tables)})
        for team in range(tables):
            red_at[team] = (red_at[team] + climb) % tables
            blue_at[team] = (blue_at[team] - 1) % tables
    return walk


def with_skip(tables: int, rounds: int, after: int | None) -> Walk:
    return walked(tables, [2 if number == after else 1 for number in range(1, rounds)])


def has_rematch(walk: Walk) -> bool:
    met = [pair for seated in walk for pair in seated.values()]
    return len(set(met)) < len(met)


def tables_played(walk: Walk, side: int, team: int) -> list[int]:
    return [table for seated in walk for table, pair in seated.items() if pair[side] == team]


def is_clean(walk: Walk) -> bool:
    teams = range(len(walk[0]))
    played = [tables_played(walk, side, team) for side in (0, 1) for team in teams]
    return not has_rematch(walk) and all(len(set(tables)) == len(tables) for tables in played)


def as_walk(movement: Movement) -> Walk:
    """Take a full movement as a walk, so that the judges above can look at it."""
    walk: Walk = []
    for pairings in movement.rounds:
        seated = {}
        for table, (red, blue) in enumerate(pairings):
            assert red is not None
            assert blue is not None
            seated[table] = red, blue
        walk.append(seated)
    return walk


# The table of what the movement gives, by brute force.


@pytest.mark.parametrize("tables", ODD)
def test_odd_tables_give_as_many_clean_rounds_without_a_skip(tables: int) -> None:
    assert is_clean(with_skip(tables, tables, None))
    movement = plan_movement(tables, tables)
    assert as_walk(movement) == with_skip(tables, tables, None)
    proof = prove(movement)
    assert (proof.clean, proof.everybody_met, proof.all_tables_played, proof.everybody_seated) == (True,) * 4


@pytest.mark.parametrize("tables", ODD)
def test_at_odd_tables_any_skip_costs_a_round(tables: int) -> None:
    assert not any(is_clean(with_skip(tables, tables, after)) for after in range(1, tables))
    assert list(skips(tables, tables)) == []


@pytest.mark.parametrize("tables", EVEN)
def test_even_tables_without_a_skip_give_half_as_many_rounds_and_then_only_rematches(tables: int) -> None:
    half = tables // 2
    assert is_clean(with_skip(tables, half, None))
    walk = with_skip(tables, half + 1, None)
    met = {pair for seated in walk[:half] for pair in seated.values()}
    assert set(walk[half].values()) <= met


@pytest.mark.parametrize("tables", EVEN)
def test_no_even_tables_give_as_many_clean_rounds_by_any_one_skip(tables: int) -> None:
    assert not any(is_clean(with_skip(tables, tables, after)) for after in [None, *range(1, tables)])


@pytest.mark.parametrize("tables", EVEN)
def test_in_a_round_too_many_every_red_is_back_at_its_first_table(tables: int) -> None:
    for after in range(1, tables):
        walk = with_skip(tables, tables, after)
        assert [red for red, _ in walk[-1].values()] == [red for red, _ in walk[0].values()]


@pytest.mark.parametrize("tables", EVEN)
def test_the_skips_on_offer_are_all_that_keep_the_rounds_clean(tables: int) -> None:
    for rounds in range(1, tables):
        if is_clean(with_skip(tables, rounds, None)):
            assert list(skips(tables, rounds)) == []
            assert rounds <= tables // 2
        else:
            clean = [after for after in range(1, rounds) if is_clean(with_skip(tables, rounds, after))]
            assert list(skips(tables, rounds)) == clean


@pytest.mark.parametrize("tables", EVEN[1:])
def test_one_round_less_than_even_tables_has_its_skip_after_the_middle_or_one_round_before(tables: int) -> None:
    half = tables // 2
    assert list(skips(tables, tables - 1)) == [half - 1, half]
    assert plan_movement(tables, tables - 1).skip_after == half


def revenge(tables: int, after: int) -> Walk:
    """Walk one round less than tables, then let every Red jump to the one table that it has not played."""
    walk = with_skip(tables, tables - 1, after)
    blues = {(table - 1) % tables: blue for table, (_, blue) in walk[-1].items()}
    jumped = {}
    for red in range(tables):
        [table] = set(range(tables)) - set(tables_played(walk, 0, red))
        jumped[table] = red, blues[table]
    return [*walk, {table: jumped[table] for table in range(tables)}]


@pytest.mark.parametrize("tables", EVEN)
def test_a_revenge_completes_every_table_and_is_nothing_but_rematches(tables: int) -> None:
    walk = as_walk(plan_movement(tables, tables, "revenge"))
    for team in range(tables):
        assert sorted(tables_played(walk, 0, team)) == sorted(tables_played(walk, 1, team)) == list(range(tables))
    assert is_clean(walk[:-1])
    assert set(walk[-1].values()) <= {pair for seated in walk[:-1] for pair in seated.values()}


@pytest.mark.parametrize("tables", EVEN[1:])
def test_a_revenge_may_follow_either_skip(tables: int) -> None:
    half = tables // 2
    assert list(skips(tables, tables, "revenge")) == [half - 1, half]
    assert as_walk(plan_movement(tables, tables, "revenge")) == revenge(tables, half)
    earlier = revenge(tables, half - 1)
    assert set(earlier[-1].values()) <= {pair for seated in earlier[:-1] for pair in seated.values()}


@pytest.mark.parametrize("tables", EVEN)
def test_a_repeat_lets_everybody_meet_and_costs_every_red_one_table(tables: int) -> None:
    movement = plan_movement(tables, tables, "repeat")
    walk = as_walk(movement)
    assert walk == with_skip(tables, tables, tables // 2)
    assert Counter(pair for seated in walk for pair in seated.values()) == Counter(product(range(tables), repeat=2))
    for team in range(tables):
        reds = tables_played(walk, 0, team)
        assert reds[0] == reds[-1]
        assert len(set(reds)) == tables - 1
        assert sorted(tables_played(walk, 1, team)) == list(range(tables))


@pytest.mark.parametrize("tables", EVEN)
def test_a_repeat_has_only_the_skip_in_the_middle(tables: int) -> None:
    without_rematch = [k for k in range(1, tables) if not has_rematch(with_skip(tables, tables, k))]
    assert list(skips(tables, tables, "repeat")) == without_rematch == [tables // 2]


def test_two_tables_give_one_clean_round() -> None:
    assert plan_movement(2, 1) == Movement(2, (((0, 0), (1, 1)),), None, "none")
    assert most_rounds(2, "none") == 1


def test_the_last_round_at_two_tables() -> None:
    assert plan_movement(2, 2, "revenge").rounds[1] == ((1, 1), (0, 0))
    assert plan_movement(2, 2, "revenge").skip_after is None
    assert plan_movement(2, 2, "repeat").rounds[1] == ((0, 1), (1, 0))


def test_four_tables_worked_out_by_hand() -> None:
    assert plan_movement(4, 3).rounds == (
        ((0, 0), (1, 1), (2, 2), (3, 3)),
        ((3, 1), (0, 2), (1, 3), (2, 0)),
        ((1, 2), (2, 3), (3, 0), (0, 1)),
    )


# Any number of tables and rounds.


@st.composite
def plans(draw: st.DrawFn) -> tuple[int, int, LastRound]:
    tables = draw(st.integers(2, 40))
    last_round: LastRound = draw(st.sampled_from(["none", "revenge", "repeat"]))
    return tables, draw(st.integers(1, most_rounds(tables, last_round))), last_round


@given(plans())
def test_the_clean_rounds_are_clean_and_everybody_sits_once(plan: tuple[int, int, LastRound]) -> None:
    tables, rounds, last_round = plan
    movement = plan_movement(tables, rounds, last_round)
    walk = as_walk(movement)
    assert len(walk) == rounds
    assert is_clean(walk if tables % 2 else walk[: tables - 1])
    for seated in walk:
        for side in (0, 1):
            assert sorted(pair[side] for pair in seated.values()) == list(range(tables))
    assert prove(movement).everybody_seated
    assert prove(movement).clean == is_clean(walk)
    assert movement.last_round == (last_round if tables % 2 == 0 and rounds == tables else "none")


@given(plans())
def test_red_climbs_one_table_a_round_and_two_once(plan: tuple[int, int, LastRound]) -> None:
    tables, rounds, _ = plan
    rounds = min(rounds, most_rounds(tables, "none"))
    movement = plan_movement(tables, rounds)
    half = tables // 2
    assert movement.skip_after == (half if tables % 2 == 0 and rounds > half else None)
    for number, (before, after) in enumerate(pairwise(movement.rounds), start=1):
        climb = 2 if number == movement.skip_after else 1
        for table, (red, blue) in enumerate(before):
            assert after[(table + climb) % tables][0] == red
            assert after[(table - 1) % tables][1] == blue


@given(st.integers(1, 40), st.integers(1, 100))
def test_too_many_rounds_name_the_most(tables: int, more: int) -> None:
    for last_round, most in (("none", tables - 1), ("revenge", tables), ("repeat", tables)):
        given_at_most = tables if tables % 2 else most
        with pytest.raises(TooManyRoundsError, match=rf"Tables: {tables}; .* at most {given_at_most}\.$") as raised:
            plan_movement(tables, given_at_most + more, last_round)  # type: ignore[arg-type]
        assert raised.value.most == given_at_most


@pytest.mark.parametrize(("tables", "rounds"), [(0, 1), (4, 0), (-2, 1)])
def test_nothing_to_play_is_refused(tables: int, rounds: int) -> None:
    with pytest.raises(ValueError, match="needs a table and a round"):
        plan_movement(tables, rounds)


# The proof of what somebody else made.


def edited(*rounds: tuple[tuple[int | None, int | None], ...]) -> Movement:
    return Movement(len(rounds[0]), rounds, None, "none")


def test_a_pair_that_is_seated_together_again_is_a_rematch() -> None:
    proof = prove(edited(((0, 0), (1, 1)), ((1, 0), (0, 1)), ((1, 1), (0, 0))))
    assert proof.rematches == (Rematch(0, 0, (1, 3)), Rematch(1, 1, (1, 3)))
    assert proof.reds.replays == (TableReplayed(0, 1, (2, 3)), TableReplayed(1, 0, (2, 3)))
    assert proof.blues.replays == (TableReplayed(0, 0, (1, 2)), TableReplayed(1, 1, (1, 2)))
    assert not proof.clean
    assert proof.everybody_met
    assert proof.all_tables_played
    assert proof.everybody_seated


def test_a_team_that_stays_at_its_table_is_found_without_any_rematch() -> None:
    proof = prove(edited(((0, 0), (1, 1)), ((0, 1), (1, 0))))
    assert proof.rematches == ()
    assert proof.reds.replays == (TableReplayed(0, 0, (1, 2)), TableReplayed(1, 1, (1, 2)))
    assert proof.reds.unplayed == {0: (1,), 1: (0,)}
    assert (proof.blues.replays, proof.blues.unplayed) == ((), {})
    assert not proof.clean
    assert not proof.all_tables_played


def test_teams_with_two_seats_or_none_are_named() -> None:
    proof = prove(edited(((0, 0), (1, 1)), ((1, 0), (1, 1))))
    assert proof.reds.crowded == (TeamInRound(1, 2),)
    assert proof.reds.missing == (TeamInRound(0, 2),)
    assert proof.blues.seated
    assert not proof.everybody_seated


def test_who_sits_out_has_neither_met_anybody_nor_played_the_table() -> None:
    proof = prove(edited(((0, 0), (1, None)), ((1, 0), (0, None))))
    assert proof.unmet == {}
    assert proof.reds.unplayed == {0: (1,), 1: (1,)}
    assert proof.blues.unplayed == {0: (1,)}
    assert proof.everybody_seated
    assert prove(edited(((0, 0), (1, None)))).unmet == {1: (0,)}


def test_an_absence_twice_is_no_rematch() -> None:
    assert prove(edited(((0, None), (None, 0)), ((None, 0), (0, None)))).clean


@given(st.integers(2, 12), st.data())
def test_exchanging_two_reds_in_one_round_is_noticed(tables: int, data: st.DataObject) -> None:
    rounds = most_rounds(tables, "none")
    movement = plan_movement(tables, rounds)
    number = data.draw(st.integers(0, rounds - 1))
    one, other = data.draw(st.lists(st.integers(0, tables - 1), min_size=2, max_size=2, unique=True))
    changed = list(movement.rounds[number])
    changed[one], changed[other] = (changed[other][0], changed[one][1]), (changed[one][0], changed[other][1])
    spoiled = replace(movement, rounds=(*movement.rounds[:number], tuple(changed), *movement.rounds[number + 1 :]))
    assert prove(spoiled).clean == is_clean(as_walk(spoiled))
    names = SideOfTeams([str(team) for team in range(tables)])
    assert f"Seats that do not follow the movement: round {number + 1}." in movement_report(spoiled, names, names)


# The report.


def test_the_report_of_eight_tables_in_full() -> None:
    assert movement_report(plan_movement(8, 7), *NAMES_8) == (
        "8 tables, 7 rounds.",
        "After every round Red goes to the next higher table and Blue to the next lower one.",
        "After round 4 Red skips a table: it goes two tables up, Blue one down as always.",
        "No two teams meet twice.",
        "Each Red misses 1 of 8 Blues: Red 1 and Blue 8, Red 2 and Blue 1, Red 3 and Blue 2, Red 4 and Blue 3, "
        "Red 5 and Blue 4, Red 6 and Blue 5, Red 7 and Blue 6, Red 8 and Blue 7.",
        "No team plays a table twice.",
        "Every team plays 7 of 8 tables.",
        "Each scenario is played 7 times: 0 to 6 match points in a scenario.",
        "Match points in the event: 0 to 42.",
    )


def test_a_missing_skip_is_explained() -> None:
    assert "There is no skip: an odd number of tables needs none." in report_of(5, 5)
    assert "There is no skip: 8 tables need none in the first 4 rounds." in report_of(8, 4)
    assert not [line for line in report_of(2, 1) if "skip" in line]


def report_of(
    tables: int, rounds: int, last_round: LastRound = "none", reds: int = 0, blues: int = 0
) -> tuple[str, ...]:
    sides = [side_of(side, tables + less) for side, less in (("R", reds), ("B", blues))]
    return movement_report(with_teams(plan_movement(tables, rounds, last_round), *sides), *sides)


def side_of(title: str, teams: int, **stays: Stay) -> SideOfTeams:
    """Give the teams R1, R2 ...; they are there throughout but for those whose rounds are given."""
    names = [f"{title}{number}" for number in range(1, teams + 1)]
    return SideOfTeams(names, [stays.get(name, Stay()) for name in names])


@pytest.mark.parametrize(
    ("tables", "rounds", "last_round", "a_scenario", "the_event"),
    [
        (7, 7, "none", 6, 7 * 6),  # N odd: 0 to N - 1 and 0 to N(N - 1)
        (8, 7, "none", 6, 7 * 6),  # N even: 0 to N - 2 and 0 to (N - 1)(N - 2)
        (8, 8, "revenge", 7, 8 * 7),
        (9, 4, "none", 3, 4 * 3),
        (8, 3, "none", 2, 3 * 2),
    ],
)
def test_the_maximum_of_match_points(
    tables: int, rounds: int, last_round: LastRound, a_scenario: int, the_event: int
) -> None:
    assert report_of(tables, rounds, last_round)[-2:] == (
        f"Each scenario is played {rounds} times: 0 to {a_scenario} match points in a scenario.",
        f"Match points in the event: 0 to {the_event}.",
    )


def test_one_round_has_no_match_points() -> None:
    nobody = "No scenario is played twice: there is nobody to compare with, and there are no match points."
    assert report_of(6, 1)[-1] == report_of(1, 1)[-1] == nobody


def test_a_revenge_names_its_rematches() -> None:
    # Red 1 plays tables 1, 2, 4 and then 3; Blue 2 plays tables 2, 1, 4 and 3: they meet at 4 and again at 3.
    report = report_of(4, 4, "revenge")
    assert "Round 4 is the revenge: Red goes to the table that it has not played yet." in report
    assert (
        "4 pairs meet more than once, each first before round 4 and then in it: R1 and B2 (rounds 3 and 4), "
        "R2 and B3 (rounds 3 and 4), R3 and B4 (rounds 3 and 4), R4 and B1 (rounds 3 and 4)."
    ) in report
    assert "No team plays a table twice." in report
    assert "Every team plays every table." in report


def test_a_repeat_names_the_tables_played_twice() -> None:
    report = report_of(4, 4, "repeat")
    assert "Round 4 repeats: the plain move brings Red back to its first tables." in report
    assert "No two teams meet twice." in report
    assert "Every Red meets every Blue." in report
    assert (
        "4 teams play a table more than once: R1 table 1 (rounds 1 and 4), R2 table 2 (rounds 1 and 4), "
        "R3 table 3 (rounds 1 and 4), R4 table 4 (rounds 1 and 4)."
    ) in report
    assert "Each Red plays 3 and each Blue 4 of 4 tables." in report
    assert report[-3:] == (
        "Each scenario is played 4 times: 0 to 3 match points in a scenario.",
        "Match points in the event: 0 to 10 for Red, 0 to 12 for Blue.",
        "Who plays a scenario twice is not compared with itself there, and no factor makes up for it: the match "
        "points of a scenario add up to 5 for Red and 6 for Blue.",
    )


@pytest.mark.parametrize("tables", EVEN[1:])
def test_dup_4_a_repeat_gives_a_red_less_than_a_blue(tables: int) -> None:
    most_red, most_blue = (tables - 2) * (tables + 1), tables * (tables - 1)
    report = report_of(tables, tables, "repeat")
    assert f"Match points in the event: 0 to {most_red} for Red, 0 to {most_blue} for Blue." in report
    assert report[-1].endswith(f"add up to {most_blue // 2 - 1} for Red and {most_blue // 2} for Blue.")


def test_twelve_pairs_are_named_and_the_others_counted() -> None:
    [line] = [line for line in report_of(14, 13) if "misses" in line]
    assert line.startswith("Each Red misses 1 of 14 Blues: R1 and B14, R2 and B1, ")
    assert line.endswith(", R12 and B11 and 2 more.")
    assert line.count(" and B") == 12


def test_who_meets_the_phantom_sits_out() -> None:
    # Blue 5 begins at table 5 and goes down; Red r sits at table r + n - 1 in round n: 5, then 3 + 1 = 4, ...
    report = report_of(5, 5, blues=-1)
    assert (
        "Blue has a phantom; whoever would meet it sits out: "
        "R5 in round 1, R3 in round 2, R1 in round 3, R4 in round 4, R2 in round 5."
    ) in report
    assert "Every Red meets every Blue." in report
    assert "Each Red plays 4 and each Blue 5 of 5 tables." in report
    assert report[-2:] == (
        "Each scenario is played 4 times: 0 to 3 match points in a scenario.",
        "Match points in the event: 0 to 12 for Red, 0 to 15 for Blue, and what the event gives for sitting out.",
    )


def test_a_missing_red_lets_blues_sit_out() -> None:
    report = report_of(3, 3, reds=-1)
    assert "Red has a phantom; whoever would meet it sits out: B3 in round 1, B2 in round 2, B1 in round 3." in report


def test_tables_of_unequal_plays_are_factored() -> None:
    # The phantom sits at tables 4, 3 and 2; table 1 alone is played three times.
    report = report_of(4, 3, blues=-1)
    assert "Each scenario is played 2 or 3 times, and factored to 3 plays: 0 to 2 match points in a scenario." in report


def test_a_revenge_against_the_phantom_makes_one_team_sit_out_twice() -> None:
    assert "Sits out more than once: R3." in report_of(4, 4, "revenge", blues=-1)


@given(plans(), st.sampled_from([(-1, 0), (0, -1)]))
def test_nobody_but_the_phantoms_opponents_sits_out(plan: tuple[int, int, LastRound], fewer: tuple[int, int]) -> None:
    tables, rounds, _ = plan
    full = plan_movement(*plan)
    real = with_teams(full, side_of("R", tables + fewer[0]), side_of("B", tables + fewer[1]))
    side = 0 if fewer[0] else 1
    for whole, there in zip(full.rounds, real.rounds, strict=True):
        for before, after in zip(whole, there, strict=True):
            kept = list(before)
            if before[side] == tables - 1:
                kept[side] = None
            assert list(after) == kept
    assert prove(real).everybody_seated
    assert sum(None in pairing for there in real.rounds for pairing in there) == rounds


@pytest.mark.parametrize(("reds", "blues"), [(4, 6), (4, 4), (6, 6)])
def test_sides_that_do_not_fit_the_tables_are_refused(reds: int, blues: int) -> None:
    with pytest.raises(ValueError, match=f"{reds} Red and {blues} Blue do not fit the number of tables, 5"):
        with_teams(plan_movement(5, 5), side_of("R", reds), side_of("B", blues))


def test_seats_given_twice_or_not_at_all_are_told() -> None:
    rounds: Rounds = (((0, 0), (1, 1), (2, 2)), ((1, 1), (0, 2), (1, 0)))
    reds, blues = SideOfTeams(["Ann", "Bob", "Cy"]), SideOfTeams(["Di", "Ed", "Flo"])
    report = movement_report(edited(*rounds), reds, blues)
    assert "Bob sits at more than one table in round 2." in report
    assert "Cy has no table in round 2." in report
    assert "1 pair meets more than once: Bob and Ed (rounds 1 and 2)." in report
    assert "Flo" not in " ".join(line for line in report if "no table" in line)
    assert "Cy has no table in any round." in movement_report(edited(rounds[1]), reds, blues)
