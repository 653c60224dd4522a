"""Rounds of matches scored from their sheets, handicaps in force, series, standings, what may not stand there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from match_event import context, draw_of, match_event, played, scenario
from match_games import LEVEL_OF
from msgspec.structs import replace

from sheetscore.pairing.draw import Draw
from sheetscore.systems.context import EventProgress
from sheetscore.systems.match.check_entries import check_entries
from sheetscore.systems.match.history import in_force, revisions
from sheetscore.systems.match.matches import HandicapStep, SeriesOutcome
from sheetscore.systems.match.model import Handicap, MatchEvent, MatchScenario, MatchSide
from sheetscore.systems.match.record import MatchResult, rank_event
from sheetscore.systems.match.score import SeriesLine, score_round, series_lines
from sheetscore.systems.outcomes import ResultRow, RoundScore

ONE = draw_of("P01 P02")
Rounds = Mapping[int, Sequence[ResultRow]]

WON_BOTH = ("1.winner=1", "2.winner=1")
SPLIT = ("1.winner=1", "2.winner=2")


def event_of(made: MatchScenario | None = None, **changes: Any) -> MatchEvent:
    return match_event(2, scenarios=(made or scenario(),), **changes)


def score(event: MatchEvent, *texts: str, before: Rounds | None = None, draw: Draw = ONE) -> RoundScore:
    return score_round(context(event, draw, *texts, before=before))


def figures(scored: RoundScore, *keys: str) -> list[tuple[object, ...]]:
    return [tuple(row[key] for key in keys) for row in scored.rows]


def series_of(event: MatchEvent, scored: RoundScore, before: Rounds | None = None) -> list[SeriesLine]:
    return series_lines(
        event, scored.round, [*map(MatchResult.read, scored.rows)], MatchResult.read_rounds(before or {})
    )


def found(event: MatchEvent, *texts: str, before: Rounds | None = None, draw: Draw = ONE) -> list[tuple[str, str, str]]:
    """Give severity, code and first box of everything that is wrong."""
    told = check_entries(context(event, draw, *texts, before=before))
    return [(str(one.severity), one.code, one.fields[0][2] if one.fields else "") for one in told]


def messages(event: MatchEvent, *texts: str, draw: Draw = ONE) -> str:
    return "\n".join(one.message for one in check_entries(context(event, draw, *texts)))


def games(*points: int, match: int = 1) -> list[str]:
    """Give the boxes of two graded games by the points of seat 1."""
    texts = []
    for number, one in enumerate(points, start=1):
        texts.append(f"{match}/{number}.winner={'draw' if one == 0 else 1 if one > 0 else 2}")
        texts += [f"{match}/{number}.level={LEVEL_OF[abs(one)]}"] if one else []
    return texts


def series(*points: int) -> list[str]:
    """Give the boxes of a series by the points of seat 1 in its games."""
    pairs = zip(points[::2], points[1::2], strict=True)
    return [text for number, pair in enumerate(pairs, start=1) for text in games(*pair, match=number)]


# rows


def test_match_3_a_match_has_a_row_for_each_player() -> None:
    scored = score(event_of(), *games(1, 6))
    assert scored.rows[0] == {
        "player": "P01",
        "name": "Player 1",
        "opponent": "P02",
        "opponent_name": "Player 2",
        "table": 1,
        "match": 1,
        "scenario": "hill",
        "game_system": "Hills",
        "result": "win",
        "level": "substantive",
        "decided_by": "level",
        "ahead": "P01",
        "total": 7,
        "handicap": 0,
        "net": Fraction(7, 2),
    }
    assert figures(scored, "player", "result", "total", "net")[1] == ("P02", "loss", -7, Fraction(-7, 2))
    assert [check.ok for check in scored.checks] == [True]


def test_match_3_words_of_the_game_are_levels() -> None:
    event = event_of(scenario(levels=("Minor = marginal", "Total = decisive")))
    texts = ["1.winner=1", "1.level=MINOR", "2.winner=1", "2.level=Decisive"]
    assert figures(score(event, *texts), "total", "level")[0] == (7, "substantive")
    assert found(event, *texts) == []


def test_match_3_below_a_marginal_level_the_match_is_drawn_and_somebody_ahead() -> None:
    scored = score(event_of(), *games(1, 0))
    assert figures(scored, "result", "level", "ahead", "net") == [
        ("draw", None, "P01", Fraction(1, 2)),
        ("draw", None, "P01", Fraction(-1, 2)),
    ]


def test_match_1_the_coin_says_who_has_the_first_side_and_so_who_wins_at_levels() -> None:
    event = event_of(scenario(grading="one-sided", graded_side="north"))
    by_coin = score(event, "coin=2", "1.winner=2", "1.level=marginal", "2.winner=2")
    # player 2 begins as the north: a marginal win, then as the south, which has no levels
    assert figures(by_coin, "total") == [(-7,), (7,)]
    blank = score(event, "1.winner=1", "1.level=marginal", "2.winner=2", "2.level=marginal")
    assert figures(blank, "total") == [(0,), (0,)]


def test_match_2_a_split_with_its_tie_breaker() -> None:
    event = event_of(scenario(grading="territory", turns=10))
    scored = score(event, *SPLIT, "1.turn_1=6", "2.turn_2=5")
    assert figures(scored, "result", "level", "decided_by", "total") == [
        ("loss", None, "turn", 0),
        ("win", None, "turn", 0),
    ]


@pytest.mark.parametrize("texts", [(), ("1.winner=1", "1.level=marginal"), ("1.winner=1", "2.winner=1")])
def test_a_match_that_is_not_complete_has_no_rows(texts: tuple[str, ...]) -> None:
    assert score(event_of(), *texts).rows == ()


def test_match_9_a_bye_is_a_won_match_in_a_swiss_event_alone() -> None:
    draw = draw_of("P01 P02", byes=("P03",))
    for pairing, byes in (("swiss", 1), ("round-robin", 0), ("ladder", 0)):
        event = match_event(3, pairing=pairing)
        scored = score(event, *games(6, 6), draw=draw)
        assert len(scored.rows) == 2 + byes
        ranked = rank_event(EventProgress(event, {1: scored.rows}))
        bye = next(row for row in ranked.rows if row["id"] == "P03")
        assert (bye["won"], bye["matches"], bye["levels"], bye["net"]) == (byes, byes, 0, 0)


def test_what_a_row_does_not_say_is_read_as_what_a_bye_has_not() -> None:
    result = MatchResult.read({"player": "P01", "name": "Player 1", "result": "win", "points": 3})
    assert (result.player, result.result, result.decided_by) == ("P01", "win", "none")
    assert (result.opponent, result.level, result.net, result.place) == (None, None, None, (0, 0))


def test_who_has_a_bye_and_plays_after_all_has_none() -> None:
    event = match_event(3, pairing="swiss")
    round_ = context(event, draw_of("P01 P02", byes=("P03",)), *games(6, 6))
    played_for = {key: "P03" if value == "P02" else value for key, value in round_.entries.items()}
    rows = score_round(replace(round_, entries=played_for)).rows
    assert [row["player"] for row in rows] == ["P01", "P03"]


# handicaps in force


def given(points: str, player: str = "P01", against: str = "P02") -> tuple[Handicap, ...]:
    return (Handicap(player=player, against=against, game_system="hills", points=points),)


def test_match_5_a_handicap_of_the_event_counts_in_its_game_system() -> None:
    event = event_of(given=given("8"))
    assert figures(score(event, *games(-3, -1)), "handicap", "net", "result", "decided_by") == [
        (8, 0, "draw", "none"),
        (0, 0, "draw", "none"),
    ]
    assert figures(score(event, *games(0, 0)), "result", "level", "decided_by")[0] == ("win", "substantive", "handicap")
    elsewhere = event_of(scenario(game_system="Woods"), given=given("8"))
    assert figures(score(elsewhere, *games(0, 0)), "handicap", "result")[0] == (0, "draw")


def test_match_5_who_sits_where_makes_no_difference_to_a_handicap() -> None:
    event = event_of(given=given("8", "P02", "P01"))
    assert figures(score(event, *games(0, 0)), "handicap", "result") == [(0, "loss"), (8, "win")]


def test_match_7_handicaps_that_are_kept_and_not_applied() -> None:
    event = event_of(given=given("8"), handicaps=False, series=3)
    scored = score(event, *series(-3, -1, 0, 0, 0, 0))
    assert {row["handicap"] for row in scored.rows} == {0}
    (line,) = series_of(event, scored)
    assert line.step is not None
    assert line.step == HandicapStep(Fraction(8), Fraction(8, 3), Fraction(40, 9))


# series


def test_match_4_a_series_is_told_beside_its_matches() -> None:
    event = event_of(series=3)
    scored = score(event, *series(6, 6, -1, -1, -1, -1))
    assert figures(scored, "match", "player", "result") == [
        (1, "P01", "win"),
        (1, "P02", "loss"),
        (2, "P01", "loss"),
        (2, "P02", "win"),
        (3, "P01", "loss"),
        (3, "P02", "win"),
    ]
    (line,) = series_of(event, scored)
    assert line.as_json() == {
        "table": 1,
        "players": ["P01", "P02"],
        "game_system": "Hills",
        "matches": 3,
        "complete": True,
        "totals": [8, -8],
        "net": Fraction(4, 3),
        "level": "marginal",
        "winner": "P01",
        "ahead": "P01",
        "handicap": {"player": "P02", "old": 0, "raw": Fraction(16, 3), "new": Fraction(16, 3)},
    }


def test_match_4_a_series_so_far_has_neither_winner_nor_handicap() -> None:
    event = event_of(series=3)
    scored = score(event, *series(6, 6, 3, 3))
    (line,) = series_of(event, scored)
    told = line.as_json()
    assert (told["matches"], told["complete"], told["totals"], told["net"]) == (2, False, [18, -18], Fraction(9, 2))
    assert (told["level"], told["winner"], told["ahead"], told["handicap"]) == (None, None, None, None)


def test_match_6_a_handicap_revised_over_three_series() -> None:
    event = event_of(series=3)
    first = score(event, *series(1, 1, 1, 1, 0, 0))  # 4: P02 gets 8/3
    (one,) = series_of(event, first)
    assert one.step is not None
    assert (one.holder, one.step.new) == ("P02", Fraction(-8, 3))
    before: dict[int, Any] = {1: first.rows}
    second = score_round(context(event, draw_of("P01 P02", number=2), *series(3, 1, 3, 1, 1, 1), before=before))
    assert {row["handicap"] for row in second.rows if row["player"] == "P02"} == {Fraction(8, 3)}
    (two,) = series_of(event, second, before)
    assert two.outcome == SeriesOutcome(3, 10, Fraction(5, 3), "1", "marginal")
    rounds = MatchResult.read_rounds({**before, 2: second.rows})
    assert in_force(event, "P01", "P02", "Hills", rounds, 3) == Fraction(-16, 3)
    assert in_force(event, "P02", "P01", "HILLS", rounds, 3) == Fraction(16, 3)
    assert in_force(event, "P01", "P02", "Hills", rounds, 2) == Fraction(-8, 3)
    assert in_force(event, "P01", "P02", "Woods", rounds, 3) == 0
    trend = [(made.meeting.round, made.step.new) for made in revisions(event, "P02", "P01", "Hills", rounds, 9)]
    assert trend == [(1, Fraction(8, 3)), (2, Fraction(16, 3))]


def test_match_6_a_handicap_of_the_event_passes_to_the_other_player() -> None:
    event = event_of(series=3, given=given("14/3", "P02", "P01"))
    scored = score(event, *series(-6, -6, -6, -6, -1, -1))
    (line,) = series_of(event, scored)
    told = line.as_json()
    assert told["handicap"] == {"player": "P01", "old": Fraction(-14, 3), "raw": Fraction(52, 3), "new": 10}


def test_match_7_a_single_match_and_a_series_cut_short_revise_nothing() -> None:
    event = event_of(series=3, given=given("8"))
    short = score(event, *series(6, 6, 6, 6)).rows
    assert in_force(event, "P01", "P02", "Hills", MatchResult.read_rounds({1: short}), 2) == 8
    single = event_of(given=given("8"))
    assert (
        in_force(single, "P01", "P02", "Hills", MatchResult.read_rounds({1: score(single, *games(6, 6)).rows}), 2) == 8
    )


# standings


def test_match_9_the_standings_follow_the_ranking() -> None:
    rounds = {1: played(match_event(), "P01 P02 1 1", "P03 P04 6 6"), 2: played(match_event(), "P01 P03 1 0")}
    event = match_event()
    rows = rank_event(EventProgress(event, rounds)).rows
    shown = [
        tuple(row[key] for key in ("rank", "id", "matches", "won", "drawn", "lost", "levels", "net")) for row in rows
    ]
    half = Fraction(1, 2)
    assert shown == [
        (1, "P03", 2, 1, 1, 0, 6, 6 - half),
        (2, "P01", 2, 1, 1, 0, 1, 1 + half),
        (3, "P02", 1, 0, 0, 1, -1, -1),
        (4, "P04", 1, 0, 0, 1, -6, -6),
    ]
    assert [row["score"] for row in rows] == [1 + half, 1 + half, 0, 0]
    by_net = rank_event(EventProgress(match_event(ranking=("net",)), rounds)).rows
    assert (by_net[0]["id"], by_net[0]["score"]) == ("P03", 6 - half)


def test_match_9_equal_players_share_a_rank_in_the_order_of_the_roster() -> None:
    rows = rank_event(EventProgress(match_event(3), {1: played(match_event(3), "P03 P01 1 -1")})).rows
    assert [(row["rank"], row["id"]) for row in rows] == [(1, "P01"), (1, "P03"), (3, "P02")]


# what may not stand on a sheet


def test_a_complete_sheet_is_in_order() -> None:
    for texts in (games(1, 6), games(0, 0), ["rolls_1=3", "rolls_2=5", "choice=scenario", "coin=1", *games(6, 6)]):
        assert found(event_of(), *texts) == []
    assert found(event_of(series=3), *series(6, 6, 1, 1, 0, 0)) == []


GRADED = scenario()
ONE_SIDED = scenario(grading="one-sided", graded_side="south")
POINTS = scenario(grading="points")
TERRITORY = scenario(grading="territory", turns=10)
ORDERED = scenario(
    sides=(
        MatchSide(id="north", title="North", orders=("Early", "With the reserve")),
        MatchSide(id="south", title="South", orders=("Late",)),
    )
)


@pytest.mark.parametrize(
    ("made", "texts", "expected"),
    [
        (
            GRADED,
            ["rolls_1=4", "rolls_2=4", "choice=scenario", *games(1, 6)],
            ("error", "match-rolls", "setup.rolls_1"),
        ),
        (GRADED, ["rolls_1=4", *games(1, 6)], ("warning", "half-entered", "setup.rolls_2")),
        (ORDERED, ["choice=order", *games(1, 6)], ("warning", "half-entered", "orders.order_high")),
        (GRADED, ["coin=2", "1.side_a=1", *games(1, 6)], ("error", "match-sides", "game.1.side_a")),
        (GRADED, ["1.side_a=2", *games(1, 6)], ("error", "match-sides", "game.1.side_a")),
        (GRADED, ["coin=2", "2.side_a=2", *games(1, 6)], ("error", "match-sides", "game.2.side_a")),
        (GRADED, ["1.side_a=1", "2.side_a=1", *games(1, 6)], ("error", "match-sides", "game.1.side_a")),
        (ONE_SIDED, ["1.winner=1", "1.level=marginal", "2.winner=draw"], ("error", "match-level", "game.1.level")),
        (POINTS, [*WON_BOTH, "1.level=marginal"], ("error", "match-level", "game.1.level")),
        (GRADED, ["1.winner=draw", "1.level=marginal", *games(0, 1)[1:]], ("error", "match-level", "game.1.level")),
        (GRADED, ["1.level=marginal", "2.winner=draw"], ("error", "result-missing", "game.1.level")),
        (GRADED, ["1.winner=1", "2.winner=draw"], ("error", "result-missing", "game.1.level")),
        (GRADED, ["1.winner=1", "1.level=huge", "2.winner=draw"], ("error", "not-listed", "game.1.level")),
        (GRADED, ["1.winner=draw"], ("error", "result-missing", "game.2.winner")),
        (GRADED, [], ("error", "result-missing", "game.1.winner")),
        (POINTS, SPLIT, ("error", "result-missing", "game.1.points_1")),
        (
            POINTS,
            [*SPLIT, "1.points_1=9", "1.points_2=1", "2.points_1=4"],
            ("error", "result-missing", "game.2.points_2"),
        ),
        (TERRITORY, [*SPLIT, "1.turn_1=5"], ("error", "result-missing", "game.2.turn_2")),
        (TERRITORY, [*SPLIT, "1.turn_1=5", "2.turn_2=5"], ("error", "result-missing", "game.1.losses_1")),
        (TERRITORY, [*WON_BOTH, "1.turn_1=11"], ("error", "out-of-range", "game.1.turn_1")),
        (TERRITORY, [*WON_BOTH, "1.turn_2=0"], ("error", "out-of-range", "game.1.turn_2")),
        (POINTS, [*WON_BOTH, "1.points_1=2", "1.points_2=7"], ("note", "winner-behind", "game.1.winner")),
        (scenario(draws=False), games(0, 1), ("error", "impossible", "game.1.winner")),
        (ORDERED, ["order_first=Late", *games(1, 6)], ("error", "not-listed", "orders.order_first")),
        (ORDERED, ["order_second=early", *games(1, 6)], ("error", "not-listed", "orders.order_second")),
    ],
)
def test_what_is_wrong_on_a_sheet_is_said_at_its_box(
    made: MatchScenario, texts: Iterable[str], expected: tuple[str, str, str]
) -> None:
    told = found(event_of(made), *texts)
    assert [one for one in told if one == expected] == [expected]
    assert len([one for one in told if one[0] == "error"]) <= 1


def test_match_1_orders_of_battle_are_those_of_the_scenario_that_was_played() -> None:
    for texts in (["order_first=EARLY", "order_second=Late"], ["order_first=with  the reserve"], []):
        assert found(event_of(ORDERED), *texts, *games(1, 6)) == []
    assert found(event_of(), "order_first=Anything", *games(1, 6)) == []  # the event lists none
    north, south = ORDERED.sides
    moved = scenario(sides=(north.model_copy(update={"orders": ()}), south))  # as if South's list were North's
    assert found(event_of(moved), "order_first=Early", *games(1, 6)) == []
    assert found(event_of(moved), "order_first=late", *games(1, 6)) == [("warning", "not-listed", "orders.order_first")]
    told = messages(event_of(ORDERED), "order_first=Late", *games(1, 6))
    assert "“Late” is no order of battle of North in “Hill”. There are: Early and With the reserve" in told


def test_match_2_what_is_not_needed_may_stay_blank() -> None:
    assert found(event_of(POINTS), *WON_BOTH) == []
    assert found(event_of(TERRITORY), *SPLIT, "1.turn_1=5", "2.turn_2=6") == []
    assert found(event_of(scenario(grading="win")), *SPLIT) == []
    assert found(event_of(POINTS, given=given("4")), *SPLIT) == []  # it decides by itself
    assert found(event_of(POINTS, given=given("1/3")), *SPLIT) != []


def test_match_3_the_ungraded_side_may_have_the_level_decisive() -> None:
    assert found(event_of(ONE_SIDED), "1.winner=1", "1.level=decisive", "2.winner=draw") == []


def test_a_choice_of_scenarios_has_to_be_made() -> None:
    event = match_event(2, scenarios=(scenario(), scenario("wood")))
    assert found(event, *games(1, 6)) == [("error", "result-missing", "setup.played")]
    assert found(event, "played=wood", *games(1, 6)) == []
    assert figures(score(event, "played=wood", *games(1, 6)), "scenario")[0] == ("wood",)


def test_match_4_a_series_names_the_match_that_is_missing_unless_it_was_ended() -> None:
    event = event_of(series=3)
    two = series(6, 6, 1, 1)
    assert found(event, *two) == [("error", "result-missing", "match.3.game.1.winner")]
    assert "table 1, match 3: the match has no result" in messages(event, *two)
    ended = ("note", "series-ended", "series.ended")
    assert found(event, *two, "series.ended=1", "series.reason=A train left") == [ended]
    assert found(event, *two, "series.ended=1") == [("error", "ruling-reason", "series.reason"), ended]
    assert ("error", "ruling-reason", "series.ended") in found(event, *two, "series.reason=None")


@pytest.mark.parametrize("begun", [["3/1.winner=draw"], ["3/1.winner=1"], ["3/1.level=marginal"], ["3/1.turn_1=4"]])
def test_match_4_a_series_that_ended_in_mid_match_keeps_what_was_typed(begun: list[str]) -> None:
    event = event_of(series=3)
    texts = [*series(6, 6, 1, 1), *begun, "series.ended=1", "series.reason=A train left"]
    assert found(event, *texts) == [("note", "series-ended", "series.ended")]
    told = messages(event, *texts)
    assert "A train left" in told
    assert "2 complete matches of it count, the one that was begun does not" in told
    assert figures(score(event, *texts), "match", "total") == [(1, 12), (1, -12), (2, 2), (2, -2)]
    (line,) = score(event, *texts).lists["series"]
    assert (line["complete"], line["level"], line["winner"], line["handicap"]) == (False, None, None, None)


def test_match_4_what_cannot_be_is_wrong_in_a_series_that_was_ended_too() -> None:
    texts = [*series(6, 6), "2/1.winner=draw", "2/1.level=marginal", "series.ended=1", "series.reason=A train left"]
    assert ("error", "match-level", "match.2.game.1.level") in found(event_of(series=3), *texts)


def test_match_4_a_complete_series_cannot_be_ended() -> None:
    texts = [*series(6, 6, 1, 1, 0, 0), "series.ended=1", "series.reason=Somebody thought so"]
    assert found(event_of(series=3), *texts) == [("warning", "series-ended", "series.ended")]


def test_match_8_what_an_ended_series_means_to_a_challenger_is_told() -> None:
    texts = [*series(6, 6), "series.ended=1", "series.reason=A train left"]
    assert "to a challenger it is what a draw is" in messages(event_of(series=3, pairing="ladder"), *texts)
    assert "challenger" not in messages(event_of(series=3), *texts)


def test_match_4_a_series_is_of_one_game_system() -> None:
    event = match_event(2, series=3, scenarios=(scenario(), scenario("wood", game_system="Woods")))
    texts = ["1/played=hill", "2/played=hill", "3/played=wood", *series(6, 6, 1, 1, 0, 0)]
    assert found(event, *texts) == [("error", "match-systems", "match.1.setup.played")]
    assert "Wood (Woods)" in messages(event, *texts)


@pytest.mark.parametrize("pair", ["P01", "P01 P01"])
def test_a_table_without_two_different_players_scores_nothing(pair: str) -> None:
    assert score(event_of(), *games(1, 6), draw=draw_of(pair)).rows == ()


def test_who_played_instead_of_somebody_drawn_is_noted_and_an_exchange_of_seats_is_not() -> None:
    drawn = context(match_event(4), ONE, *games(6, 6))
    played = {key: {"P01": "P02", "P02": "P03"}.get(str(value), value) for key, value in drawn.entries.items()}
    (note,) = [one for one in check_entries(replace(drawn, entries=played)) if one.code == "substitute"]
    assert note.message == "table 1, 2: Player 3 (P03) played; Player 1 (P01) was drawn"
    exchanged = {key: {"P01": "P02", "P02": "P01"}.get(str(value), value) for key, value in drawn.entries.items()}
    assert not [one for one in check_entries(replace(drawn, entries=exchanged)) if one.code == "substitute"]
