"""MATCH-2 to MATCH-6 and MATCH-9 in exact fractions, with every figure of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from match_games import GRADED, MARGIN, NEAREST, OWN, USUAL, game, match, turned

from sheetscore.scoring.tie_breaks import Figures, Places, Step, decide
from sheetscore.systems.match.games import GameKind, Level, MatchGame, Scale, SideName, Winner, game_points, level_of
from sheetscore.systems.match.matches import (
    HIGHEST,
    MatchDecisions,
    MatchOutcome,
    SeriesOutcome,
    fraction_from,
    handicap_steps,
    raw_handicap,
    revised_handicap,
    score_match,
    score_series,
)
from sheetscore.systems.match.model import RankedBy
from sheetscore.systems.match.record import RANKED, MatchTally
from sheetscore.systems.two_at_a_table import Seat

POINTS = st.sampled_from((-6, -3, -1, 0, 1, 3, 6))
HANDICAPS = st.fractions(min_value=-24, max_value=24, max_denominator=81)
DECISIONS = st.builds(
    MatchDecisions,
    st.sampled_from(("win", "draw")),
    st.sampled_from(("threshold", "nearest")),
    st.sampled_from(("margin", "own")),
    st.booleans(),
)


def facts(*values: object) -> tuple[object, ...]:
    """Put figures beside each other, whole numbers and fractions alike."""
    return values


def two_games(grading: str, winners: str, one: Mapping[str, Any], two: Mapping[str, Any]) -> Sequence[MatchGame]:
    """Give two games without levels, won as by ``"12"``, ``"1d"`` ..."""
    names: dict[str, Winner] = {"1": "1", "2": "2", "d": "draw"}
    return MatchGame("1", names[winners[0]], **one), MatchGame("2", names[winners[1]], **two)


def ungraded(
    grading: str,
    winners: str,
    one: Mapping[str, Any] | None = None,
    two: Mapping[str, Any] | None = None,
    handicap: int = 0,
    **decisions: str,
) -> MatchOutcome | None:
    games = two_games(grading, winners, one or {}, two or {})
    kind = GameKind(grading)  # type: ignore[arg-type]
    return score_match(kind, games, Fraction(handicap), MatchDecisions(**decisions))  # type: ignore[arg-type]


def decided(outcome: MatchOutcome | None) -> tuple[str | None, str | None, str]:
    assert outcome is not None
    return outcome.winner, outcome.level, outcome.decided_by


def points_of_match(total: int) -> tuple[int, int]:
    """Give two games of graded levels that add up to a total from -12 to 12."""
    return next(pair for pair in ((a, b) for a in (-6, -3, -1, 0, 1, 3, 6) for b in (a, *(-6, -3, -1, 0, 1, 3, 6)))
                if sum(pair) == total)  # fmt: skip


# MATCH-2


@pytest.mark.parametrize("grading", ["points", "territory", "win"])
def test_match_2_winning_both_games_wins_the_match_without_a_level(grading: str) -> None:
    outcome = ungraded(grading, "11")
    assert decided(outcome) == ("1", None, "both")
    assert outcome is not None
    assert outcome.total == 12
    assert decided(ungraded(grading, "22")) == ("2", None, "both")


def test_match_2_a_win_and_a_draw_is_won_or_drawn_as_the_event_says() -> None:
    assert decided(ungraded("points", "1d")) == ("1", None, "games")
    assert decided(ungraded("points", "d2")) == ("2", None, "games")
    assert decided(ungraded("points", "1d", win_and_draw="draw")) == (None, None, "none")


def test_match_2_two_drawn_games_are_a_drawn_match() -> None:
    outcome = ungraded("territory", "dd")
    assert decided(outcome) == (None, None, "none")
    assert outcome is not None
    assert facts(outcome.total, outcome.ahead) == (0, None)


def test_match_2_a_split_of_point_scoring_games_goes_to_the_higher_net_points() -> None:
    ten, seven = {"points": {"1": 30, "2": 20}}, {"points": {"1": 18, "2": 25}}
    assert decided(ungraded("points", "12", ten, seven)) == ("1", None, "points")
    assert decided(ungraded("points", "12", {"points": {"1": 20, "2": 14}}, seven)) == ("2", None, "points")
    assert decided(ungraded("points", "12", {"points": {"1": 27, "2": 20}}, seven)) == (None, None, "none")


def test_match_2_a_winner_may_be_behind_on_points() -> None:
    behind, further_behind = {"points": {"1": 20, "2": 24}}, {"points": {"1": 30, "2": 20}}
    assert decided(ungraded("points", "12", behind, further_behind)) == ("1", None, "points")


def test_match_2_a_split_of_territorial_games_goes_to_the_sooner_turn_then_to_the_lower_losses() -> None:
    fifth, sixth = {"turns": {"1": 5}, "losses": {"1": 40}}, {"turns": {"2": 6}, "losses": {"2": 10}}
    assert decided(ungraded("territory", "12", fifth, sixth)) == ("1", None, "turn")
    equal = {"turns": {"2": 5}, "losses": {"2": 10}}
    assert decided(ungraded("territory", "12", fifth, equal)) == ("2", None, "losses")
    assert decided(ungraded("territory", "12", fifth, {**equal, "losses": {"2": 40}})) == (None, None, "none")


def test_match_2_games_of_neither_kind_have_no_tie_breaker() -> None:
    assert decided(ungraded("win", "12")) == (None, None, "none")


@pytest.mark.parametrize(
    ("grading", "one", "two"),
    [
        ("points", {"points": {"1": 30, "2": 20}}, {}),
        ("points", {"points": {"1": 30}}, {"points": {"1": 1, "2": 2}}),
        ("territory", {"turns": {"1": 5}}, {}),
        ("territory", {"turns": {"1": 5}}, {"turns": {"1": 5}}),
        ("territory", {"turns": {"1": 5}, "losses": {"1": 3}}, {"turns": {"2": 5}}),
    ],
)
def test_match_2_a_split_waits_for_its_tie_breaker(
    grading: str, one: Mapping[str, Any], two: Mapping[str, Any]
) -> None:
    assert ungraded(grading, "12", one, two) is None


def test_match_2_losses_are_needed_at_equal_turns_alone_and_of_the_winner_alone() -> None:
    assert decided(ungraded("territory", "12", {"turns": {"1": 5}}, {"turns": {"2": 6}}))[2] == "turn"
    one, two = {"turns": {"1": 5}, "losses": {"1": 7}}, {"turns": {"2": 5}, "losses": {"2": 9}}
    assert decided(ungraded("territory", "12", one, two)) == ("1", None, "losses")


# MATCH-3


@pytest.mark.parametrize(
    ("one", "two", "winner", "level"),
    [(1, 6, "1", "substantive"), (1, -1, None, None), (6, 6, "1", "decisive"), (-6, -1, "2", "substantive")],
)
def test_match_3_a_match_has_the_level_of_half_its_points(
    one: int, two: int, winner: str | None, level: str | None
) -> None:
    assert decided(match(one, two)) == (winner, level, "level" if winner else "none")


@pytest.mark.parametrize(
    ("games", "handicap", "winner", "by"),
    [
        ((6, 6), 8, "1", "level"),  # (12 + 4) / 2: who wins would win without it
        ((-6, -3), 8, "2", "level"),  # (-9 + 4) / 2: the handicap is not enough
        ((0, 0), 8, "1", "handicap"),  # a draw without it
        ((-1, -1), 12, "1", "handicap"),  # (-2 + 6) / 2: the other one wins without it
        ((1, 1), -2, None, "none"),  # (2 - 1) / 2
    ],
)
def test_match_5_a_handicap_decides_only_where_it_changed_who_won(
    games: tuple[int, int], handicap: int, winner: str | None, by: str
) -> None:
    outcome = match(*games, handicap=Fraction(handicap), decisions=MatchDecisions(handicap_level="margin"))
    assert facts(outcome.winner, outcome.decided_by) == (winner, by)


@pytest.mark.parametrize(
    ("net", "threshold", "nearest"),
    [
        (Fraction(1, 2), None, "marginal"),
        (Fraction(2), "marginal", "substantive"),
        (Fraction(5, 2), "marginal", "substantive"),
        (Fraction(9, 2), "substantive", "decisive"),
    ],
)
@pytest.mark.parametrize("sign", [1, -1])
def test_match_3_the_two_scales(sign: int, net: Fraction, threshold: Level | None, nearest: Level | None) -> None:
    assert level_of(sign * net, "threshold") == threshold
    assert level_of(sign * net, "nearest") == nearest


@pytest.mark.parametrize("scale", ["threshold", "nearest"])
def test_match_3_each_level_has_its_own_points(scale: Scale) -> None:
    levels = [level_of(Fraction(points), scale) for points in (0, 1, 3, 6)]
    assert levels == [None, "marginal", "substantive", "decisive"]
    assert level_of(Fraction(999, 1000), "threshold") is None
    assert level_of(Fraction(499, 1000), "nearest") is None


def test_match_3_below_a_marginal_level_somebody_is_ahead_all_the_same() -> None:
    outcome = match(-1, 0)
    assert facts(outcome.winner, outcome.net, outcome.ahead) == (None, Fraction(-1, 2), "2")


def test_match_3_a_win_of_the_side_without_levels_counts_as_decisive() -> None:
    kind = GameKind("one-sided", "second")
    assert game_points(kind, MatchGame("1", "1")) == 6
    assert game_points(kind, MatchGame("1", "1", "decisive")) == 6
    assert game_points(kind, MatchGame("1", "2", "marginal")) == -1
    assert game_points(kind, MatchGame("2", "1", "substantive")) == 3
    assert game_points(kind, MatchGame("2", "1")) is None
    assert game_points(GameKind("one-sided", "first"), MatchGame("1", "1", "marginal")) == 1


def test_match_3_a_game_without_its_level_is_open() -> None:
    assert score_match(GRADED, [game(6), MatchGame("2", "1")], Fraction(0), USUAL) is None
    assert score_match(GRADED, [game(6), MatchGame("2")], Fraction(0), USUAL) is None


# MATCH-4


def series(
    totals: Sequence[int], handicaps: Sequence[int | Fraction] = (0, 0, 0), **decisions: bool | str
) -> SeriesOutcome:
    """Score a series by the totals of its matches, from -12 to 12."""
    rules = MatchDecisions(**decisions)  # type: ignore[arg-type]
    matches = [
        match(*points_of_match(total), handicap=handicap, decisions=rules)
        for total, handicap in zip(totals, handicaps, strict=True)
    ]
    return score_series(matches, rules)


def test_match_4_a_series_has_the_level_of_its_points_per_game_whoever_won_the_matches() -> None:
    won_one_of_three = series([12, -2, -2])
    assert facts(won_one_of_three.total, won_one_of_three.net) == (8, Fraction(4, 3))
    assert facts(won_one_of_three.winner, won_one_of_three.level) == ("1", "marginal")
    assert series([12, 12, 12]).level == "decisive"
    assert series([-6, -6, -6]).winner == "2"
    assert facts(series([4, 1, 0]).winner, series([4, 1, 0]).ahead) == (None, "1")


def test_match_4_win_or_lose_games_count_six_each() -> None:
    matches = [ungraded("win", winners) for winners in ("11", "12", "1d")]
    outcome = score_series(matches, USUAL)
    assert facts(outcome.total, outcome.net, outcome.winner, outcome.level) == (18, 3, "1", "substantive")


@pytest.mark.parametrize("played", [0, 1, 2])
def test_match_4_fewer_than_three_matches_have_a_sum_and_an_average_and_no_level(played: int) -> None:
    matches = [match(6, 6) if number < played else None for number in range(3)]
    outcome = score_series(matches, USUAL)
    assert facts(outcome.matches, outcome.total, outcome.net) == (played, 12 * played, 6 if played else 0)
    assert facts(outcome.complete, outcome.winner, outcome.level, outcome.ahead) == (False, None, None, None)


def test_match_4_a_match_with_an_open_tie_breaker_does_not_count() -> None:
    matches = [match(6, 6), match(6, 6), ungraded("points", "12")]
    assert score_series(matches, USUAL).matches == 2


# MATCH-5


def test_match_5_the_handicap_is_a_third_of_the_distance_between_the_totals() -> None:
    assert raw_handicap(12) == -8
    assert raw_handicap(-12) == 8
    assert raw_handicap(4) == Fraction(-8, 3)
    assert raw_handicap(-36) == HIGHEST == 24


def test_match_5_two_at_their_average_draw() -> None:
    for decisions in (MARGIN, OWN):
        outcome = match(3, 1, handicap=-8, decisions=decisions)
        assert facts(outcome.total, outcome.net, outcome.winner, outcome.decided_by) == (4, 0, None, "none")


@pytest.mark.parametrize(
    ("total", "margin", "own"),
    [
        (9, (1, "marginal"), (1, "substantive")),
        (6, (1, "marginal"), (1, "substantive")),
        (5, None, (1, "marginal")),
        (4, None, None),
        (0, (2, "marginal"), (2, "substantive")),
        (-4, (2, "substantive"), (2, "decisive")),
        (-12, (2, "decisive"), (2, "decisive")),
    ],
)
def test_match_5_the_level_by_margin_and_by_the_own_result(
    total: int, margin: tuple[int, str] | None, own: tuple[int, str] | None
) -> None:
    games = points_of_match(total)
    for decisions, expected in ((MARGIN, margin), (USUAL, own)):
        outcome = match(*games, handicap=-8, decisions=decisions)
        found = None if outcome.winner is None else (int(outcome.winner), outcome.level)
        assert found == expected
        assert outcome.total == total
        by_whom = "level" if total else "handicap"  # only the even games have another winner without it
        assert outcome.decided_by == (by_whom if expected else "none")
        assert outcome.ahead == ("1" if total > 4 else "2" if total < 4 else None)


def test_match_5_without_levels_a_handicap_decides_from_one_match_point_on() -> None:
    both = score_match(GameKind("win"), two_games("win", "11", {}, {}), Fraction(-1, 3), USUAL)
    assert decided(both) == ("1", None, "both")
    assert decided(ungraded("win", "12", handicap=4)) == ("1", None, "handicap")
    assert decided(ungraded("win", "12", handicap=-8)) == ("2", None, "handicap")
    assert decided(ungraded("win", "11", handicap=-24)) == (None, None, "none")  # y = 0
    assert decided(ungraded("win", "1d", handicap=-1)) == ("1", None, "games")
    assert decided(ungraded("win", "1d", handicap=-12)) == (None, None, "none")
    assert decided(ungraded("win", "dd", handicap=-4)) == ("2", None, "handicap")


@pytest.mark.parametrize("decisions", [MARGIN, OWN])
def test_match_5_below_that_the_tie_breaker_decides_a_split_as_if_there_were_no_handicap(
    decisions: MatchDecisions,
) -> None:
    points = two_games("points", "12", {"points": {"1": 40, "2": 10}}, {"points": {"1": 2, "2": 3}})  # 30 against 1
    for handicap in (Fraction(1, 3), Fraction(-1, 3), Fraction(8, 3), Fraction(-8, 3)):
        assert decided(score_match(GameKind("points"), points, handicap, decisions)) == ("1", None, "points")
    assert decided(score_match(GameKind("points"), points, Fraction(-4), decisions)) == ("2", None, "handicap")
    split = two_games("win", "12", {}, {})
    assert decided(score_match(GameKind("win"), split, Fraction(8, 3), decisions)) == (None, None, "none")


@pytest.mark.parametrize(("handicap", "net"), [(Fraction(-8, 3), 0), (Fraction(8, 3), Fraction(4, 3))])
def test_match_5_net_is_the_winners_own_figure_where_a_tie_breaker_decided(handicap: Fraction, net: Fraction) -> None:
    points = two_games("points", "12", {"points": {"1": 40, "2": 10}}, {"points": {"1": 2, "2": 3}})
    outcome = score_match(GameKind("points"), points, handicap, OWN)
    assert outcome is not None
    assert (outcome.winner, outcome.net) == ("1", net)  # 0 of the games, with or without the 8/3 of two games


@pytest.mark.parametrize("decisions", [MARGIN, OWN])
def test_match_5_nobody_has_a_level_in_games_without_levels(decisions: MatchDecisions) -> None:
    for winners in ("11", "12", "1d", "dd", "21", "22"):
        for handicap in (-24, -8, -1, 1, 8, 24):
            outcome = score_match(GameKind("win"), two_games("win", winners, {}, {}), Fraction(handicap), decisions)
            assert outcome is not None
            assert outcome.level is None


def test_match_5_the_net_result_is_the_winners_own_figure() -> None:
    outcome = ungraded("win", "11", handicap=-8)
    assert outcome is not None
    assert outcome.net == 6
    by_margin = ungraded("win", "11", handicap=-8, handicap_level="margin")
    assert by_margin is not None
    assert by_margin.net == 4


def test_match_5_a_handicap_that_decides_needs_no_tie_breaker() -> None:
    assert ungraded("territory", "12") is None
    assert ungraded("territory", "12", handicap=3) is None
    assert ungraded("territory", "12", handicap=4) is not None


def test_match_5_a_series_counts_the_handicaps_in_force_in_its_matches() -> None:
    drawn = series([4, 4, 4], [-8, -8, -8], handicap_level="margin")
    assert facts(drawn.total, drawn.net, drawn.winner) == (12, 0, None)
    marginal = series([6, 6, 6], [-8, -8, -8], handicap_level="margin")
    assert facts(marginal.net, marginal.winner, marginal.level) == (1, "1", "marginal")
    without = series([6, 6, 6], [-8, -8, -8], series_handicap=False)
    assert facts(without.net, without.winner, without.level) == (3, "1", "substantive")


def test_match_5_a_series_goes_by_the_winners_own_figure() -> None:
    drawn = series([4, 4, 4], [-8, -8, -8])
    assert facts(drawn.total, drawn.net, drawn.winner) == (12, 0, None)
    stronger = series([6, 6, 6], [-8, -8, -8])
    assert facts(stronger.net, stronger.winner, stronger.level) == (3, "1", "substantive")
    weaker = series([4, 4, 2], [-8, -8, -8])
    assert facts(weaker.net, weaker.winner, weaker.level) == (Fraction(-7, 3), "2", "marginal")


# MATCH-6


def test_match_6_a_series_with_a_handicap_revises_it() -> None:
    old = raw_handicap(4)
    assert old == Fraction(-8, 3)
    for net, level in ((1, "margin"), (Fraction(5, 3), "own")):
        outcome = series([4, 4, 2], [old, old, old], handicap_level=level)
        assert facts(outcome.total, outcome.net, outcome.winner, outcome.level) == (10, net, "1", "marginal")
    assert revised_handicap(raw_handicap(10), old) == Fraction(2 * Fraction(-20, 3) + Fraction(-8, 3), 3)


def test_match_6_a_handicap_can_pass_to_the_other_player() -> None:
    new = revised_handicap(raw_handicap(-26), Fraction(-14, 3))
    assert new == 10
    by_margin, by_own = match(-3, 0, new, MARGIN), match(-3, 0, new, OWN)
    assert facts(by_margin.net, by_margin.winner, by_margin.level) == (1, "1", "marginal")
    assert facts(by_own.net, by_own.winner, by_own.level) == (Fraction(7, 2), "1", "substantive")


def test_match_6_the_first_series_stands_alone_and_one_of_no_handicap_does_not() -> None:
    assert revised_handicap(Fraction(8), None) == 8
    assert revised_handicap(Fraction(8), Fraction(0)) == Fraction(16, 3)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("8/3", Fraction(8, 3)),
        ("8", Fraction(8)),
        ("2.5", Fraction(5, 2)),
        ("2,5", Fraction(5, 2)),
        (" 0 ", 0),
        ("2 2/3", Fraction(8, 3)),
        ("4\N{NO-BREAK SPACE}2/9", Fraction(38, 9)),  # as the sheet of a match has it
        ("0 2 / 9", Fraction(2, 9)),
        ("12/3", Fraction(4)),
        ("2.67", Fraction(267, 100)),
    ],
)
def test_match_6_handicaps_are_read_as_they_are_written(text: str, number: Fraction) -> None:
    assert fraction_from(text) == number
    assert fraction_from(str(number)) == number


@pytest.mark.parametrize(
    "text", ["", "-3", "8/0", "1/2/3", "eight", "8 3", "½", "2 8/3", "2 3/3", "2 1/0", "-2 2/3", "2.5 1/3"]
)
def test_match_6_what_is_no_handicap_is_none(text: str) -> None:
    assert fraction_from(text) is None


# MATCH-7


def test_match_7_each_series_goes_on_from_the_one_before() -> None:
    first, second, third = handicap_steps(None, [-12, -12, 0])
    assert facts(first.old, first.raw, first.new) == (None, 8, 8)
    assert facts(second.old, second.raw, second.new) == (8, 8, 8)
    assert facts(third.old, third.raw, third.new) == (8, 0, Fraction(8, 3))
    (from_nought,) = handicap_steps(Fraction(0), [-12])
    assert from_nought.new == Fraction(16, 3)


# MATCH-9


def test_match_9_a_draw_is_half_a_win_and_levels_have_signs() -> None:
    tally = MatchTally().with_match("win", "decisive", Fraction(6)).with_match("loss", "substantive", Fraction(-7, 2))
    tally = tally.with_match("draw", None, Fraction(1, 2)).with_match("win", None, Fraction(6))
    assert facts(tally.matches, tally.won, tally.drawn, tally.lost) == (4, 2, 1, 1)
    assert [tally.figure(by) for by in ("won", "levels", "net")] == [Fraction(5, 2), 3, 9]


@pytest.mark.parametrize("ranking", list(permutations(("won", "levels", "net"))))
def test_match_9_the_first_criterion_that_differs_decides(ranking: tuple[RankedBy, ...]) -> None:
    best = {"won": MatchTally(won=2), "levels": MatchTally(won=1, levels=9), "net": MatchTally(won=1, net=Fraction(9))}
    tallies = {**best, "one": MatchTally(won=1), "other": MatchTally(won=1)}
    criteria = {RANKED[by]: by for by in ranking}

    def figures(step: Step, _before: Places) -> Figures:
        return {id_: tally.figure(criteria[step]) for id_, tally in tallies.items()}

    ranks = decide(dict.fromkeys(tallies, 1), criteria, figures).ranks
    assert [ranks[by] for by in (*ranking, "one", "other")] == [1, 2, 3, 4, 4]


# what holds of all


@given(POINTS, POINTS, HANDICAPS, DECISIONS)
def test_exchanging_the_players_changes_only_the_sign(
    one: int, two: int, handicap: Fraction, decisions: MatchDecisions
) -> None:
    games = [game(one), game(two, 2)]
    here = score_match(GRADED, games, handicap, decisions)
    there = score_match(GRADED, list(map(turned, games)), -handicap, decisions)
    assert here is not None
    assert there is not None
    assert facts(there.total, there.handicap, there.net) == (-here.total, -here.handicap, -here.net)
    assert facts(there.level, there.decided_by) == (here.level, here.decided_by)
    opposite = {None: None, "1": "2", "2": "1"}
    assert facts(there.winner, there.ahead) == (opposite[here.winner], opposite[here.ahead])


@given(
    st.sampled_from(("points", "territory", "win")),
    st.tuples(st.sampled_from("12d"), st.sampled_from("12d")).map("".join),
    st.lists(st.integers(0, 3), min_size=4, max_size=4),
    st.sampled_from((0, 1, -8)),
    DECISIONS,
)
def test_exchanging_the_players_changes_only_the_sign_without_levels(
    grading: str, winners: str, figures: list[int], handicap: int, decisions: MatchDecisions
) -> None:
    a, b, c, d = figures
    told = [
        {"points": {"1": a, "2": b}, "turns": {"1": c, "2": d}, "losses": {"1": d, "2": a}},
        {"points": {"1": c, "2": d}, "turns": {"1": a, "2": c}, "losses": {"1": b, "2": c}},
    ]
    kind = GameKind(grading)  # type: ignore[arg-type]
    games = two_games(grading, winners, *told)
    here = score_match(kind, games, Fraction(handicap), decisions)
    there = score_match(kind, list(map(turned, games)), Fraction(-handicap), decisions)
    assert here is not None
    assert there is not None
    opposite = {None: None, "1": "2", "2": "1"}
    assert facts(there.winner, there.ahead) == (opposite[here.winner], opposite[here.ahead])
    assert facts(there.net, there.level, there.decided_by) == (-here.net, here.level, here.decided_by)


@given(POINTS, DECISIONS)
def test_two_identical_results_with_the_sides_exchanged_draw(points: int, decisions: MatchDecisions) -> None:
    """The first side fares alike in both games, so that each player has what the other has."""
    games = [game(points), turned(game(points))]
    outcome = score_match(GRADED, games, Fraction(0), decisions)
    assert outcome is not None
    assert facts(outcome.total, outcome.winner, outcome.level, outcome.ahead) == (0, None, None, None)


@given(
    st.sampled_from(("points", "territory", "win")),
    st.sampled_from(("1", "2", "draw")),
    st.lists(st.integers(0, 9), min_size=6, max_size=6),
    DECISIONS,
)
def test_two_identical_results_with_the_sides_exchanged_draw_without_levels(
    grading: str, winner: Winner, figures: list[int], decisions: MatchDecisions
) -> None:
    a, b, c, d, e, f = figures
    once = MatchGame("1", winner, None, {"1": a, "2": b}, {"1": c, "2": d}, {"1": e, "2": f})
    outcome = score_match(GameKind(grading), [once, turned(once)], Fraction(0), decisions)  # type: ignore[arg-type]
    assert outcome is not None
    assert facts(outcome.total, outcome.net, outcome.winner, outcome.decided_by) == (0, 0, None, "none")


@given(st.sampled_from(("first", "second")), POINTS.filter(bool), st.sampled_from("12"), DECISIONS)
def test_two_identical_results_with_the_sides_exchanged_draw_where_one_side_has_levels(
    side: SideName, points: int, first: Seat, decisions: MatchDecisions
) -> None:
    once = MatchGame(first, game(points).winner, game(points).level)
    outcome = score_match(GameKind("one-sided", side), [once, turned(once)], Fraction(0), decisions)
    assert outcome is not None
    assert facts(outcome.total, outcome.winner, outcome.level, outcome.ahead) == (0, None, None, None)


@given(st.lists(POINTS, min_size=6, max_size=6), HANDICAPS, DECISIONS)
def test_exchanging_the_players_of_a_series_changes_only_the_sign(
    points: list[int], old: Fraction, decisions: MatchDecisions
) -> None:
    pairs = list(zip(points[::2], points[1::2], strict=True))
    here = score_series([match(one, two, old, decisions) for one, two in pairs], decisions)
    there = score_series([match(-one, -two, -old, decisions) for one, two in pairs], decisions)
    opposite = {None: None, "1": "2", "2": "1"}
    assert facts(there.total, there.net, there.level) == (-here.total, -here.net, here.level)
    assert facts(there.winner, there.ahead) == (opposite[here.winner], opposite[here.ahead])
    new = revised_handicap(raw_handicap(here.total), old)
    assert revised_handicap(raw_handicap(there.total), -old) == -new
    assert abs(new) <= HIGHEST


@given(st.lists(POINTS, min_size=6, max_size=6), DECISIONS)
def test_a_handicap_makes_average_results_of_its_series_a_draw(points: list[int], decisions: MatchDecisions) -> None:
    """Match and series, where the average is one that games can have: a third of the total in each match."""
    total = sum(points)
    handicap = raw_handicap(total)
    average = Fraction(total, 3)
    rules = MatchDecisions(
        decisions.win_and_draw, decisions.level_scale, decisions.handicap_level, series_handicap=True
    )
    reachable = {a + b for a in (-6, -3, -1, 0, 1, 3, 6) for b in (-6, -3, -1, 0, 1, 3, 6)}
    if average in reachable:
        played = match(*points_of_match(int(average)), handicap=handicap, decisions=rules)
        assert facts(played.winner, played.level, played.net) == (None, None, 0)
    again = [
        match(one, two, handicap=handicap, decisions=rules) for one, two in zip(points[::2], points[1::2], strict=True)
    ]
    outcome = score_series(again, rules)
    assert facts(outcome.total, outcome.net, outcome.winner, outcome.level) == (total, 0, None, None)


@given(POINTS, POINTS, HANDICAPS.filter(bool))
def test_who_is_ahead_is_the_same_by_margin_and_by_the_own_result(one: int, two: int, handicap: Fraction) -> None:
    assert match(one, two, handicap, MARGIN).ahead == match(one, two, handicap, OWN).ahead


@given(st.fractions(min_value=-12, max_value=12))
def test_the_nearest_scale_never_gives_less_than_the_threshold(net: Fraction) -> None:
    order = [None, "marginal", "substantive", "decisive"]
    assert order.index(level_of(net, "nearest")) >= order.index(level_of(net, "threshold"))
    assert match(1, 0, decisions=NEAREST).level == "marginal"
