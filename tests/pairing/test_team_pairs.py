"""The draw of team play (AVP-3, AVP-4): small fields by hand, and all fields up to eight teams by brute force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from sheetscore.pairing.team_pairs import FirstRound, PairBy, PairedTeam, TeamDraw, TeamRound, pair_teams


def field(*numbers: int) -> list[PairedTeam]:
    return [PairedTeam(f"T{number}", f"Team {number}", number) for number in numbers]


def scored(number: int, *tables: tuple[int, int, int, int], bye: int | None = None, gets: int = 10) -> TeamRound:
    """A round of (team, opponent, its AVPs, the opponent's), with a scenario of its own."""
    avps: dict[str, int] = {}
    opponents: dict[str, str | None] = {}
    for one, other, ones, others in tables:
        avps |= {f"T{one}": ones, f"T{other}": others}
        opponents |= {f"T{one}": f"T{other}", f"T{other}": f"T{one}"}
    if bye is not None:
        avps[f"T{bye}"] = gets
        opponents[f"T{bye}"] = None
    return TeamRound(number, f"s{number}", avps, opponents)


def drawn(
    teams: Sequence[PairedTeam],
    number: int,
    *earlier: TeamRound,
    scenario: str = "new",
    pair_by: PairBy = "previous_round",
    first_round: FirstRound = "number",
    seed: int = 1,
) -> TeamDraw:
    return pair_teams(teams, number, scenario, earlier, pair_by=pair_by, first_round=first_round, seed=seed)


def met(draw: TeamDraw) -> list[tuple[int, int]]:
    return [(int(higher[1:]), int(lower[1:])) for higher, lower in draw.pairs]


# the first round


@pytest.mark.parametrize(
    ("teams", "pairs", "bye"),
    [
        (0, [], None),
        (1, [], "T1"),
        (2, [(1, 2)], None),
        (3, [(1, 2)], "T3"),
        (4, [(1, 2), (3, 4)], None),
        (5, [(1, 2), (3, 4)], "T5"),
        (6, [(1, 2), (3, 4), (5, 6)], None),
    ],
)
def test_the_first_round_goes_by_number_and_the_highest_sits_out(
    teams: int, pairs: list[tuple[int, int]], bye: str | None
) -> None:
    draw = drawn(field(*range(teams, 0, -1)), 1)
    assert met(draw) == pairs
    assert draw.bye == bye
    assert draw.report == ((f"Team {teams} ({bye}) sits out.",) if bye else ())


def test_numbers_are_compared_as_numbers() -> None:
    assert met(drawn(field(10, 9, 2, 1), 1)) == [(1, 2), (9, 10)]


def test_a_random_first_round_follows_from_the_seed() -> None:
    draws = [drawn(field(1, 2, 3, 4, 5), 1, first_round="random", seed=seed) for seed in range(60)]
    assert {draw.bye for draw in draws} == {"T1", "T2", "T3", "T4", "T5"}
    assert len({draw.pairs for draw in draws}) > 30
    assert draws[7] == drawn(field(4, 2, 5, 1, 3), 1, first_round="random", seed=7)


def test_a_later_round_without_results_is_drawn_like_the_first() -> None:
    draw = drawn(field(3, 2, 1), 2, scored(2, (1, 2, 20, 0)), scored(3, (1, 3, 20, 0)))
    assert met(draw) == [(1, 2)]
    assert draw.report == (
        "No earlier round has results: the teams are paired as in a first round.",
        "Team 3 (T3) sits out.",
    )


# the order of later rounds


def test_points_of_the_round_before_order_the_teams() -> None:
    draw = drawn(field(1, 2, 3, 4), 2, scored(1, (1, 2, 3, 17), (3, 4, 9, 11)))
    assert met(draw) == [(2, 4), (3, 1)]
    assert draw.report == ()


ROUNDS = (
    scored(1, (1, 2, 20, 0), (3, 4, 20, 0), (5, 6, 12, 8)),
    scored(2, (1, 3, 9, 11), (5, 2, 13, 7), (6, 4, 18, 2)),
)
"""Totals: team 1 29, team 3 31, team 5 25, team 6 26, team 2 7, team 4 2."""


def test_by_the_round_before_and_by_totals_differ() -> None:
    # round 2 alone: 6 (18), 5 (13), 3 (11), 1 (9), 2 (7), 4 (2); 3-1 met, so 6-5, 3-2, 1-4
    assert met(drawn(field(1, 2, 3, 4, 5, 6), 3, *ROUNDS)) == [(6, 5), (3, 2), (1, 4)]
    # in all: 3 (31), 1 (29), 6 (26), 5 (25), 2 (7), 4 (2); 3-1 met, so 3-6, 1-5, 2-4
    assert met(drawn(field(1, 2, 3, 4, 5, 6), 3, *ROUNDS, pair_by="total")) == [(3, 6), (1, 5), (2, 4)]


def test_equal_points_go_by_total_and_then_by_number() -> None:
    earlier = (
        scored(1, (1, 2, 4, 16), (3, 4, 10, 10), (5, 6, 10, 10)),
        scored(2, (1, 3, 10, 10), (2, 5, 10, 10), (4, 6, 10, 10)),
    )
    # all 10 in round 2; totals: 2 has 26, 3, 4, 5 and 6 have 20, 1 has 14
    assert met(drawn(field(1, 2, 3, 4, 5, 6), 3, *earlier)) == [(2, 3), (4, 5), (6, 1)]


def test_equal_totals_go_by_number_and_not_by_the_round_before() -> None:
    earlier = (
        scored(1, (1, 2, 15, 5), (3, 4, 10, 10)),
        scored(2, (1, 3, 5, 15), (2, 4, 15, 5)),
    )
    # totals: 3 has 25; 1 and 2 have 20, of which 1 earned 5 in round 2 and 2 earned 15; 4 has 15. 3-1 met
    assert met(drawn(field(1, 2, 3, 4), 3, *earlier, pair_by="total")) == [(3, 2), (1, 4)]


def test_a_team_that_was_not_there_has_nothing() -> None:
    assert met(drawn(field(1, 2, 3, 4), 2, scored(1, (3, 2, 19, 1)))) == [(3, 1), (2, 4)]


def test_later_rounds_do_not_count() -> None:
    first = scored(1, (1, 2, 3, 17), (3, 4, 9, 11))
    later = (scored(2, (2, 4, 0, 20), (3, 1, 0, 20)), scored(3, (2, 3, 0, 20), (4, 1, 0, 20)))
    assert drawn(field(1, 2, 3, 4), 2, *later, first) == drawn(field(1, 2, 3, 4), 2, first)


def test_without_results_of_the_round_before_totals_decide() -> None:
    draw = drawn(field(1, 2, 3, 4), 3, scored(1, (1, 2, 12, 8), (3, 4, 11, 9)))
    assert met(draw) == [(1, 3), (4, 2)]
    assert draw.report == ("Round 2 has no results: its points do not count and its pairs may meet again.",)


# nobody meets the same opponent twice in a row


def test_two_teams_meet_again_because_they_must() -> None:
    earlier = (scored(1, (1, 2, 5, 15)), scored(2, (2, 1, 12, 8)))
    draw = drawn(field(1, 2), 3, *earlier)
    assert met(draw) == [(2, 1)]
    assert draw.report == (
        "Team 2 (T2) meets Team 1 (T1) twice in a row, as no other pairing is left: they met in rounds 1 and 2.",
    )


def test_four_teams_that_all_drew_swap_neighbours() -> None:
    draw = drawn(field(1, 2, 3, 4), 2, scored(1, (1, 2, 10, 10), (3, 4, 10, 10)))
    assert met(draw) == [(1, 3), (2, 4)]
    assert draw.report == (
        "Team 1 (T1) meets Team 3 (T3), instead of Team 2 (T2), "
        "so that Team 1 (T1) and Team 2 (T2) do not meet twice in a row.",
    )


def test_the_top_gives_way_when_the_last_two_just_met() -> None:
    earlier = scored(1, (1, 2, 15, 5), (3, 4, 10, 10), bye=5, gets=12)
    # 1 (15), 5 (12), 3 and 4 (10), 2 (5) sits out; 1-5 would leave 3-4
    draw = drawn(field(1, 2, 3, 4, 5), 2, earlier)
    assert met(draw) == [(1, 3), (5, 4)]
    assert draw.report == (
        "Team 2 (T2) sits out.",
        "Team 1 (T1) meets Team 3 (T3), instead of Team 5 (T5), "
        "so that Team 3 (T3) and Team 4 (T4) do not meet twice in a row.",
    )


def test_six_teams_that_all_drew() -> None:
    earlier = scored(1, (1, 2, 10, 10), (3, 4, 10, 10), (5, 6, 10, 10))
    # 1-2 met, so 1-3; 2-4 would leave 5-6, who met, so 2-5; 4-6
    assert met(drawn(field(1, 2, 3, 4, 5, 6), 2, earlier)) == [(1, 3), (2, 5), (4, 6)]


# who sits out


def test_three_teams_sit_out_in_turn() -> None:
    teams = field(1, 2, 3)
    earlier = [scored(1, (1, 2, 17, 3), bye=3)]
    second = drawn(teams, 2, *earlier)  # 1 (17), 3 (10), 2 (3)
    assert (met(second), second.bye) == ([(1, 3)], "T2")
    earlier.append(scored(2, (1, 3, 12, 8), bye=2))
    third = drawn(teams, 3, *earlier)  # 1 (12), 2 (10), 3 (8); only 1 has had no bye
    assert (met(third), third.bye) == ([(2, 3)], "T1")
    earlier.append(scored(3, (2, 3, 15, 5), bye=1))
    fourth = drawn(teams, 4, *earlier)  # 2 (15), 1 (10), 3 (5); all have had one
    assert (met(fourth), fourth.bye) == ([(2, 1)], "T3")
    assert fourth.report == (
        "Team 3 (T3) sits out, after 1 time before.",
        "Team 2 (T2) meets Team 1 (T1) again: they met in round 1.",
    )


def test_the_bye_moves_up_where_it_would_leave_two_who_just_met() -> None:
    earlier = (
        scored(1, (1, 2, 17, 3), bye=3),
        scored(2, (1, 3, 12, 8), bye=2),
        scored(3, (2, 3, 11, 9), bye=1, gets=0),
    )
    draw = drawn(field(1, 2, 3), 4, *earlier)  # 2 (11), 3 (9), 1 (0); all have had one; 2-3 just met
    assert (met(draw), draw.bye) == ([(2, 1)], "T3")
    assert draw.report[0] == (
        "Team 3 (T3) sits out, after 1 time before, instead of Team 1 (T1), "
        "so that Team 2 (T2) and Team 3 (T3) do not meet twice in a row."
    )


def test_a_second_bye_is_not_given_while_somebody_has_had_none() -> None:
    earlier = (scored(1, (2, 3, 11, 9), bye=1), scored(2, (1, 3, 11, 9), bye=2), scored(3, (1, 2, 11, 9)))
    draw = drawn(field(1, 2, 3), 4, *earlier)
    assert (met(draw), draw.bye) == ([(1, 2)], "T3")
    assert draw.report == (
        "Team 3 (T3) sits out.",
        "Team 1 (T1) meets Team 2 (T2) twice in a row, as no other pairing is left: they met in round 3.",
    )


def test_the_lowest_of_five_without_a_bye_sits_out() -> None:
    earlier = (
        scored(1, (1, 2, 13, 7), (3, 4, 12, 8), bye=5),
        scored(2, (1, 3, 13, 7), (5, 4, 20, 0), bye=2),
    )
    # 5 (20), 1 (13), 2 (10), 3 (7), 4 (0): 4 sits out; 5-1, 2-3
    draw = drawn(field(1, 2, 3, 4, 5), 3, *earlier)
    assert (met(draw), draw.bye) == ([(5, 1), (2, 3)], "T4")
    without_4 = drawn(field(1, 2, 3, 5, 6), 3, *earlier)  # 6 is new and has 0
    assert without_4.bye == "T6"
    only_3 = drawn(field(2, 3, 5), 3, *earlier)  # 2 and 5 have had a bye, 3 has not
    assert (met(only_3), only_3.bye) == ([(5, 2)], "T3")


# what is repeated


def test_a_scenario_that_comes_again_is_told_of_those_who_played_it() -> None:
    earlier = (scored(1, (1, 2, 11, 9), bye=3), scored(2, (1, 3, 11, 9), bye=2))
    draw = drawn(field(1, 2, 3), 3, *earlier, scenario="s1")  # 1 sits out; 3 had the bye in s1
    assert draw.report == ("Team 1 (T1) sits out.", "Team 2 (T2) plays scenario s1 again, after round 1.")


def test_every_earlier_meeting_and_playing_is_told() -> None:
    rounds = [scored(number, (1, 2, 10, 10)) for number in (1, 2, 4)]
    same = [TeamRound(r.number, "hills", r.avps, r.opponents) for r in rounds]
    draw = drawn(field(1, 2), 6, *same, scenario="hills")
    assert draw.report == (
        "Round 5 has no results: its points do not count and its pairs may meet again.",
        "Team 1 (T1) meets Team 2 (T2) again: they met in rounds 1, 2 and 4.",
        "Team 1 (T1) plays scenario hills again, after rounds 1, 2 and 4.",
        "Team 2 (T2) plays scenario hills again, after rounds 1, 2 and 4.",
    )


@pytest.mark.parametrize(
    "opponents",
    [{"T1": "T1"}, {"T1": "T2"}, {"T1": "T2", "T2": None}, {"T1": "T2", "T2": "T1", "T3": "T2"}],
)
def test_a_round_in_which_a_meeting_is_not_mutual_is_refused(opponents: Mapping[str, str | None]) -> None:
    with pytest.raises(ValueError, match="round 1: T"):
        TeamRound(1, "s1", {}, opponents)


# all fields up to eight teams


class Event(Struct, frozen=True):
    """A round to draw and what went before."""

    teams: tuple[PairedTeam, ...]
    number: int
    earlier: tuple[TeamRound, ...]
    pair_by: PairBy

    def drawn(self, teams: Sequence[PairedTeam] | None = None, earlier: Sequence[TeamRound] | None = None) -> TeamDraw:
        return drawn(
            self.teams if teams is None else teams,
            self.number,
            *(self.earlier if earlier is None else earlier),
            scenario="s1",
            pair_by=self.pair_by,
        )

    @property
    def order(self) -> list[str]:
        """The teams from the top, with points in play."""
        totals = {t.id: sum(r.avps.get(t.id, 0) for r in self.earlier) for t in self.teams}
        last = {t.id: sum(r.avps.get(t.id, 0) for r in self.earlier if r.number == self.number - 1) for t in self.teams}
        ranked = sorted(self.teams, key=lambda t: t.number)
        ranked.sort(key=lambda t: totals[t.id], reverse=True)
        if self.pair_by == "previous_round":
            ranked.sort(key=lambda t: last[t.id], reverse=True)
        return [t.id for t in ranked]

    def repeats(self, pairs: Sequence[tuple[str, str]]) -> bool:
        """Whether two meet who met in the round before."""
        before = [r.opponents for r in self.earlier if r.number == self.number - 1]
        return any(opponents.get(one) == other for opponents in before for one, other in pairs)

    def byes(self, team: str) -> int:
        return sum(team in r.opponents and r.opponents[team] is None for r in self.earlier)


@st.composite
def events(draw: st.DrawFn) -> Event:
    """Small fields and many drawn games, so that those who just met often stand side by side; some come and go."""
    everybody = range(1, draw(st.integers(0, 8)) + 1)
    absences = st.just(0) | st.integers(0, len(everybody))
    earlier = []
    rounds = draw(st.integers(0, 4))
    for number in range(1, rounds + 1):
        there = draw(st.permutations(everybody))[draw(absences) :]
        tables = [
            (one, other, won, 20 - won)
            for one, other in zip(there[::2], there[1::2], strict=False)
            for won in [draw(st.sampled_from([10, 10, 11, 17]))]
        ]
        earlier.append(scored(number, *tables, bye=there[-1] if len(there) % 2 else None))
    playing = draw(st.permutations(everybody))[draw(absences) :]
    return Event(tuple(field(*playing)), rounds + 1, tuple(earlier), draw(st.sampled_from(["previous_round", "total"])))


def pairings(teams: Sequence[str]) -> Iterator[list[tuple[str, str]]]:
    """All ways to pair an even number off, those first in which the top meets a high team."""
    if not teams:
        yield []
        return
    top, *lower = teams
    for other in lower:
        for rest in pairings([team for team in lower if team != other]):
            yield [(top, other), *rest]


@given(events())
def test_everybody_plays_once_or_sits_out(event: Event) -> None:
    draw = event.drawn()
    there = [team for pair in draw.pairs for team in pair] + ([draw.bye] if draw.bye else [])
    assert sorted(there) == sorted(team.id for team in event.teams)
    assert (draw.bye is not None) == (len(event.teams) % 2 == 1)


@given(events(), st.data())
def test_the_order_of_teams_and_rounds_makes_no_difference(event: Event, data: st.DataObject) -> None:
    teams = data.draw(st.permutations(event.teams))
    assert event.drawn(teams, data.draw(st.permutations(event.earlier))) == event.drawn()


def assert_exact(event: Event) -> None:
    """The bye goes to the lowest whom it may go to; the pairs are the first of all pairings without a rematch."""
    draw = event.drawn()
    if draw.bye:
        fewest = min(map(event.byes, event.order))
        allowed = [team for team in reversed(event.order) if event.byes(team) == fewest]
        free = [bye for bye in allowed if not all(map(event.repeats, pairings(without(bye, event.order))))]
        assert draw.bye == (free or allowed)[0]
    ways = list(pairings(without(draw.bye, event.order)))
    assert list(draw.pairs) == next((way for way in ways if not event.repeats(way)), ways[0])
    assert event.repeats(draw.pairs) == all(map(event.repeats, ways))


def without(bye: str | None, teams: Sequence[str]) -> list[str]:
    return [team for team in teams if team != bye]


@given(events())
def test_nobody_meets_twice_in_a_row_where_any_pairing_avoids_it(event: Event) -> None:
    assert_exact(event)


def partners(teams: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways in which some of the teams may have met in pairs."""
    if not teams:
        yield []
        return
    first, *others = teams
    yield from partners(others)
    for other in others:
        for rest in partners([team for team in others if team != other]):
            yield [(first, other), *rest]


@pytest.mark.parametrize(("teams", "ways"), [(1, 1), (2, 2), (3, 4), (4, 10), (5, 26), (6, 76), (7, 232), (8, 764)])
def test_whoever_met_in_the_round_before(teams: int, ways: int) -> None:
    """Every way in which equal teams may have met, so that every place in the order is tried."""
    everybody = range(1, teams + 1)
    before = list(partners(everybody))
    assert len(before) == ways
    for pairs in before:
        opponents: dict[str, str | None] = {f"T{number}": None for number in everybody}
        for one, other in pairs:
            opponents |= {f"T{one}": f"T{other}", f"T{other}": f"T{one}"}
        earlier = TeamRound(1, "s1", dict.fromkeys(opponents, 10), opponents)
        assert_exact(Event(tuple(field(*everybody)), 2, (earlier,), "previous_round"))


@given(events())
def test_every_repetition_is_told_once(event: Event) -> None:
    draw = event.drawn()
    again = {
        f"{one} meets {other}": [r.number for r in event.earlier if r.opponents.get(one) == other]
        for one, other in draw.pairs
    }
    lines = [line for line in draw.report if "they met in" in line]
    assert len(lines) == sum(bool(rounds) for rounds in again.values())
    assert sum("twice in a row, as" in line for line in lines) == sum(
        event.number - 1 in rounds for rounds in again.values()
    )
    played = [
        team
        for pair in draw.pairs
        for team in pair
        if any(r.scenario == "s1" and r.opponents.get(team) for r in event.earlier)
    ]
    everybody = [team for pair in draw.pairs for team in pair]
    rounds = {tuple(r.number for r in event.earlier if r.scenario == "s1" and r.opponents.get(t)) for t in everybody}
    if len(everybody) > 2 and played == everybody and len(rounds) == 1:
        assert [line for line in draw.report if "scenario" in line] == [line for line in draw.report if "All " in line]
        assert sum("All play scenario s1 again" in line for line in draw.report) == 1
    else:
        assert [line.split("(")[1].split(")")[0] for line in draw.report if "plays scenario" in line] == played
