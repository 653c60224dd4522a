"""Duplicate play when teams come late, leave early or miss a round: who sits where then, and who sits out."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec import Struct

from sheetscore.event.model import Stay
from sheetscore.pairing.movement.places import SideOfTeams, movement_report, with_teams
from sheetscore.pairing.movement.rounds import LastRound, Movement, most_rounds, pairings, plan_movement, prove


def side(*stays: Stay, title: str = "R") -> SideOfTeams:
    return SideOfTeams([f"{title}{number}" for number in range(1, len(stays) + 1)], stays)


def three_tables(reds: SideOfTeams, blues: SideOfTeams | None = None) -> Movement:
    return with_teams(plan_movement(3, 3), reds, blues or side(*[Stay()] * 3, title="B"))


# By hand: at three tables R1 v B1, R2 v B2, R3 v B3; then R3 v B2, R1 v B3, R2 v B1; then R2 v B3, R3 v B1, R1 v B2.


def test_dup_5_whoever_would_meet_a_team_that_has_left_sits_out() -> None:
    movement = three_tables(side(Stay(), Stay(last=1), Stay()))
    assert movement.rounds == (
        ((0, 0), (1, 1), (2, 2)),
        ((2, 1), (0, 2), (None, 0)),
        ((None, 2), (2, 0), (0, 1)),
    )


def test_dup_5_a_round_that_is_missed_in_between_empties_the_place_for_that_round_alone() -> None:
    movement = three_tables(side(Stay(), Stay(absent=(2,)), Stay()))
    assert [seats for seats in movement.rounds if any(None in pair for pair in seats)] == [movement.rounds[1]]
    assert movement.rounds[1][2] == (None, 0)


def test_dup_5_a_late_team_takes_the_place_that_another_has_left() -> None:
    movement = three_tables(side(Stay(), Stay(last=1), Stay(), Stay(first=3)))
    assert movement.rounds[1][2] == (None, 0)
    assert movement.rounds[2] == ((3, 2), (2, 0), (0, 1))


def test_dup_5_a_late_team_takes_the_place_of_a_phantom_before_one_that_was_left() -> None:
    reds = side(Stay(last=1), Stay(), Stay(first=2))
    assert reds.places(3) == (0, 1, 2)
    assert three_tables(reds).rounds[1] == ((2, 1), (None, 2), (1, 0))


def test_dup_5_of_places_that_were_left_the_one_left_last_is_taken() -> None:
    assert side(Stay(last=1), Stay(last=2), Stay(), Stay(first=3)).places(3) == (0, 1, 2, 1)
    assert side(Stay(last=1), Stay(last=2), Stay(), Stay(first=2)).places(3) == (0, 1, 2, 0)


def test_dup_5_a_late_team_for_which_there_is_no_place_has_none() -> None:
    reds = side(Stay(), Stay(last=2), Stay(), Stay(first=2))
    assert reds.places(3) == (0, 1, 2, None)
    assert 3 not in {red for _, _, red, _ in pairings(three_tables(reds))}


def test_dup_5_a_team_that_was_expected_and_comes_late_has_the_place_of_its_number() -> None:
    reds = side(Stay(first=2), Stay(), Stay())
    assert (reds.at_first, reds.places(3)) == (3, (0, 1, 2))
    throughout = three_tables(side(*[Stay()] * 3))
    assert three_tables(reds).rounds == (((None, 0), (1, 1), (2, 2)), *throughout.rounds[1:])


def test_numbers_with_a_gap_are_an_order_and_no_places() -> None:
    stays = [Stay(), Stay(first=2), Stay()]
    reds = SideOfTeams(["R1", "R2", "R4"], stays, [1, 2, 4])
    assert (reds.at_first, reds.places(3)) == (2, (0, 2, 1))
    assert SideOfTeams(["R1", "R2", "R3"], stays, [1, 2, 3]).places(3) == (0, 1, 2)


def test_two_that_are_both_not_there_leave_nobody_sitting_out() -> None:
    movement = three_tables(side(Stay(), Stay(last=1), Stay()), side(Stay(last=1), Stay(), Stay(), title="B"))
    assert movement.rounds[1][2] == (None, None)


def test_the_report_names_who_is_not_there_who_sits_out_and_whose_place_a_late_team_takes() -> None:
    reds = side(Stay(), Stay(last=1), Stay(), Stay(first=3))
    blues = side(*[Stay()] * 3, title="B")
    report = movement_report(three_tables(reds), reds, blues)
    assert "R4 comes in round 3 and takes the place of R2." in report
    assert "R2 is not there in round 2; whoever would meet it sits out: B1 in round 2." in report
    assert not [line for line in report if "has no table" in line or "do not follow" in line]
    late = side(Stay(), Stay(), Stay(first=2))
    assert {
        "R3 comes in round 2 and takes the place of a phantom.",
        "Red has a phantom; whoever would meet it sits out: B3 in round 1.",
    } <= set(movement_report(three_tables(late), late, blues))


# Whoever comes and goes.


class Case(Struct, frozen=True):
    """A movement of places with teams that come and go; those who come late may find no place."""

    plan: Movement
    reds: SideOfTeams
    blues: SideOfTeams

    @property
    def tables(self) -> int:
        return self.plan.tables

    @property
    def seated(self) -> Movement:
        return with_teams(self.plan, self.reds, self.blues)

    def there(self, index: int, number: int) -> set[int]:
        """Give the teams of a side that are to have a seat in a round."""
        teams = (self.reds, self.blues)[index]
        places = teams.places(self.tables)
        return {team for team, stay in enumerate(teams.stays) if stay.has(number) and places[team] is not None}


@st.composite
def stays(draw: st.DrawFn, rounds: int, *, first: int) -> Stay:
    last = draw(st.none() | st.integers(first, rounds))
    return Stay(first, last, tuple(sorted(draw(st.sets(st.integers(1, rounds), max_size=2)))))


@st.composite
def cases(draw: st.DrawFn) -> Case:
    tables = draw(st.integers(2, 12))
    last_round: LastRound = draw(st.sampled_from(["none", "revenge", "repeat"]))
    rounds = draw(st.integers(1, most_rounds(tables, last_round)))
    sizes = draw(st.permutations([tables, max(1, tables - draw(st.integers(0, 2)))]))
    sides = []
    for title, size in zip("RB", sizes, strict=True):
        late = draw(st.lists(st.integers(2, rounds), max_size=3)) if rounds > 1 else []
        planned = [draw(st.sampled_from([1, 1, 1, min(2, rounds)])) for _ in range(size - 1)]
        sides.append(side(*(draw(stays(rounds, first=first)) for first in [*planned, 1, *late]), title=title))
    return Case(plan_movement(tables, rounds, last_round), *sides)


@given(cases())
def test_dup_4_in_the_clean_rounds_nobody_who_is_there_meets_anybody_or_plays_a_table_twice(case: Case) -> None:
    clean = case.seated.rounds if case.tables % 2 else case.seated.rounds[: case.tables - 1]
    met = Counter(pair for seats in clean for pair in seats if None not in pair)
    assert set(met.values()) <= {1}
    for index in (0, 1):
        played = Counter(
            (pair[index], table) for seats in clean for table, pair in enumerate(seats) if None not in pair
        )
        assert set(played.values()) <= {1}


@given(cases())
def test_dup_5_every_team_has_one_seat_in_every_round_in_which_it_is_there_and_no_other(case: Case) -> None:
    for number, seats in enumerate(case.seated.rounds, start=1):
        for index in (0, 1):
            seated = sorted(team for pair in seats if (team := pair[index]) is not None)
            assert seated == sorted(case.there(index, number))


@given(cases())
def test_dup_5_nobody_sits_out_without_a_reason(case: Case) -> None:
    places = [(teams, teams.places(case.tables)) for teams in (case.reds, case.blues)]
    for number, (planned, seats) in enumerate(zip(case.plan.rounds, case.seated.rounds, strict=True), start=1):
        for place, pair in zip(planned, seats, strict=True):
            for (teams, at), where, team in zip(places, place, pair, strict=True):
                holders = [one for one, stay in enumerate(teams.stays) if at[one] == where and stay.has(number)]
                assert holders == ([] if team is None else [team])


@given(cases(), st.data())
def test_dup_5_a_withdrawal_changes_no_round_that_was_played_before_it(case: Case, data: st.DataObject) -> None:
    rounds = len(case.plan.rounds)
    team = data.draw(st.sampled_from([n for n, stay in enumerate(case.reds.stays) if stay.first == 1]))
    last = data.draw(st.integers(1, min(case.reds.stays[team].last or rounds, rounds)))
    left = [*case.reds.stays]
    left[team] = Stay(1, last, left[team].absent)
    after = with_teams(case.plan, SideOfTeams(case.reds.names, left), case.blues)
    assert after.rounds[:last] == case.seated.rounds[:last]


@given(cases())
def test_a_report_can_be_made_and_finds_everybody_where_the_movement_has_them(case: Case) -> None:
    numbers = range(1, len(case.plan.rounds) + 1)
    assume(all(any(case.there(index, number) for number in numbers) for index in (0, 1)))
    report = movement_report(case.seated, case.reds, case.blues)
    assert not [line for line in report if "do not follow" in line]
    no_place = [
        teams.names[team]
        for teams in (case.reds, case.blues)
        for team, place in enumerate(teams.places(case.tables))
        if place is None
    ]
    assert not [line for line in report if "has no table in round" in line and line.split()[0] not in no_place]
    assert not prove(case.seated).reds.crowded


@pytest.mark.parametrize("tables", [200])
def test_the_largest_movement_takes_no_time(tables: int) -> None:
    reds, blues = (SideOfTeams([str(number) for number in range(tables)]) for _ in "RB")
    assert len(with_teams(plan_movement(tables, 99), reds, blues).rounds) == 99
