"""Rounds of accelerated Swiss scored, checked and ranked (ASO-1, 3, 6 to 9), worked out by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from aso_event import (
    Rounds,
    aso_event,
    box,
    complaints,
    draw_of,
    earlier,
    entries,
    forms_of,
    play,
    scenario,
    scored,
)
from round_contexts import filled_round, wrong_on_sheets

from sheetscore.findings import Finding
from sheetscore.forms.form import Value
from sheetscore.pairing.draw import Draw
from sheetscore.pairing.swiss.record import SwissGame
from sheetscore.systems.aso import ASO
from sheetscore.systems.aso.model import AsoEvent, ScenarioChoice
from sheetscore.systems.aso.score import AsoResult, record_of
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.outcomes import ResultRow, RoundScore
from sheetscore.systems.wishes import Wish

ROW_KEYS = [
    "player", "name", "opponent", "opponent_name", "table", "scenario", "side", "result", "points", "decided_by",
    "vp", "cc_inflicted", "cc_lost", "snake_eyes", "boxcars",
]  # fmt: skip
STANDING_KEYS = [
    "rank", "id", "name", "score", "rounds", "winner", "wins", "draws", "losses", "first_loss", "first_draw",
    "opponents_rating", "rating", "cc_difference", "snake_eyes", "boxcars",
]  # fmt: skip


def of(score: RoundScore, *keys: str) -> list[tuple[Any, ...]]:
    return [tuple(row[key] for key in keys) for row in score.rows]


# rows


def test_aso_1_a_win_is_3_points_a_draw_1_and_a_loss_0() -> None:
    draw = draw_of("P01 P02", "P03 P04", "P05 P06")
    score = scored(aso_event(6), draw, "1", "2", "draw")
    assert of(score, "player", "opponent", "table", "result", "points") == [
        ("P01", "P02", 1, "win", 3),
        ("P02", "P01", 1, "loss", 0),
        ("P03", "P04", 2, "loss", 0),
        ("P04", "P03", 2, "win", 3),
        ("P05", "P06", 3, "draw", 1),
        ("P06", "P05", 3, "draw", 1),
    ]
    assert score.findings == ()


def test_a_row_has_the_keys_that_scripts_rely_on() -> None:
    boxes: Mapping[str, Value] = {
        "played": "s2", "decided_by": "agreement", "side_1": "s2.russian", "level_1": 2, "side_2": "s2.russian",
        "level_2": 1, "vp_1": 12, "vp_2": 0, "cc_inflicted_1": 7, "cc_lost_2": 4, "snake_eyes_2": 3, "boxcars_1": 0,
    }  # fmt: skip
    score = scored(aso_event(3), draw_of("P01 P02", byes=["P03"]), "2", t1=boxes)
    assert [list(row) for row in score.rows] == [ROW_KEYS] * 3
    assert [tuple(row.values()) for row in score.rows] == [
        ("P01", "Player 1", "P02", "Player 2", 1, "s2", "russian", "loss", 0, "agreement", 12, 7, None, None, 0),
        ("P02", "Player 2", "P01", "Player 1", 1, "s2", "german", "win", 3, "agreement", 0, None, 4, 3, None),
        ("P03", "Player 3", None, None, None, None, None, "bye", 3, None, None, None, None, None, None),
    ]


def test_a_blank_way_of_deciding_means_play() -> None:
    assert {row["decided_by"] for row in scored(aso_event(2), draw_of("P01 P02"), "1").rows} == {"play"}


def test_aso_4_the_scenario_is_the_one_played_or_else_the_one_that_follows() -> None:
    event, draw = aso_event(2), draw_of("P01 P02")
    strikes: Mapping[str, Value] = {"strike_1": "s1", "strike_2": "s2"}
    assert {row["scenario"] for row in scored(event, draw, "1", t1=strikes).rows} == {"s3"}
    assert {row["scenario"] for row in scored(event, draw, "1", t1={"played": "s1"}).rows} == {"s1"}
    assert {row["scenario"] for row in scored(event, draw, "1").rows} == {None}
    bids: Mapping[str, Value] = {"side_1": "s2.german", "side_2": "s2.german"}
    assert [(row["scenario"], row["side"]) for row in scored(event, draw, "1", t1=bids).rows] == [("s2", None)] * 2
    one = event.model_copy(update={"rounds": (ScenarioChoice(number=1, scenario=("s2",)),)})
    assert {row["scenario"] for row in scored(one, draw, "1").rows} == {"s2"}


def test_aso_5_sides_are_known_only_when_the_bids_are_decided() -> None:
    event, draw = aso_event(2), draw_of("P01 P02")
    bids: dict[str, Value] = {"side_1": "s1.german", "level_1": 1, "side_2": "s1.german", "level_2": 1}
    assert of(scored(event, draw, "1", t1=bids), "side") == [(None,), (None,)]
    assert of(scored(event, draw, "1", t1=bids | {"bid_die": 2}), "side") == [("russian",), ("german",)]


def test_aso_3_a_bye_scores_what_the_settings_say() -> None:
    draw = draw_of("P01 P02", byes=["P03"])
    assert of(scored(aso_event(3), draw, "1"), "result", "points")[2] == ("bye", 3)
    assert of(scored(aso_event(3, bye_points=1), draw, "1"), "result", "points")[2] == ("bye", 1)


def test_a_table_without_a_winner_is_not_scored() -> None:
    draw = draw_of("P01 P02", "P03 P04", byes=["P05"])
    assert of(scored(aso_event(5), draw, "", "1"), "player", "opponent", "result", "points", "decided_by") == [
        ("P01", "P02", None, 0, None),  # there, and not known yet how it ended
        ("P02", "P01", None, 0, None),
        ("P03", "P04", "win", 3, "play"),
        ("P04", "P03", "loss", 0, "play"),
        ("P05", None, "bye", 3, None),
    ]


def test_a_table_without_one_of_its_players_is_not_scored() -> None:
    draw = draw_of("P01 P02", "P03 P04")
    entered = entries(draw, "1", "1")
    del entered[box(1, "player_2")]
    event = aso_event(4)
    assert of(ASO.score(filled_round(event, forms_of(event, draw), entered, draw)), "player") == [("P03",), ("P04",)]


def test_somebody_who_was_to_sit_out_and_played_has_no_bye() -> None:
    draw = draw_of("P01 P02", byes=["P03"])
    score = scored(aso_event(3), draw, "2", t1={"player_2": "P03"})
    assert of(score, "player", "result") == [("P01", "loss"), ("P03", "win")]


@pytest.mark.parametrize(
    ("settings", "winners", "byes", "expected"),
    [
        ({}, ("1", "2", "1"), (), 9),
        ({}, ("1", "draw", "draw"), (), 7),
        ({}, ("1", "draw", ""), ("P07",), 8),
        ({"bye_points": 2}, ("draw", "draw", "draw"), ("P07", "P08"), 10),
        ({}, ("", "", ""), (), 0),
    ],
)
def test_the_points_given_out_are_checked(
    settings: dict[str, Any], winners: tuple[str, ...], byes: tuple[str, ...], expected: int
) -> None:
    draw = draw_of("P01 P02", "P03 P04", "P05 P06", byes=byes)
    (check,) = scored(aso_event(8, **settings), draw, *winners).checks
    assert (check.name, check.expected, check.actual, check.ok) == ("points of round 1", expected, expected, True)


# what may not stand on the list


def found_on(
    draw: Draw, *winners: str, event: AsoEvent | None = None, **boxes: Mapping[str, Value]
) -> Sequence[Finding]:
    event = event or aso_event(8)
    return wrong_on_sheets(ASO, filled_round(event, forms_of(event, draw), entries(draw, *winners, **boxes), draw))


TWO_TABLES = draw_of("P01 P02", "P03 P04")


def test_a_list_that_is_filled_in_is_in_order() -> None:
    assert found_on(TWO_TABLES, "1", "draw") == []


def test_aso_9_a_missing_result_is_named_at_the_box_of_the_winner() -> None:
    found = found_on(TWO_TABLES, "1")
    assert complaints(found) == [("error", "result-missing", ["lines.2.winner"])]
    assert found[0].fields == ((0, "", "lines.2.winner"),)
    assert "Player 3 (P03) and Player 4 (P04)" in found[0].message
    assert len(found_on(TWO_TABLES)) == 2


def test_a_table_that_has_lost_a_player_is_named() -> None:
    entered = entries(TWO_TABLES, "1", "1")
    del entered[box(2, "player_1")]
    event = aso_event(4)
    found = wrong_on_sheets(ASO, filled_round(event, forms_of(event, TWO_TABLES), entered, TWO_TABLES))
    assert complaints(found) == [("error", "name-missing", ["lines.2.player_1"])]
    del entered[box(2, "player_2")]
    found = wrong_on_sheets(ASO, filled_round(event, forms_of(event, TWO_TABLES), entered, TWO_TABLES))
    assert complaints(found) == [("error", "name-missing", ["lines.2.player_1", "lines.2.player_2"])]
    del entered[box(2, "winner")]
    found = wrong_on_sheets(ASO, filled_round(event, forms_of(event, TWO_TABLES), entered, TWO_TABLES))
    assert complaints(found) == [("warning", "empty-seat", ["lines.2.player_1", "lines.2.player_2"])]


def test_a_player_at_two_tables_is_an_error_at_both_boxes() -> None:
    found = found_on(TWO_TABLES, "1", "1", t2={"player_2": "P01"})
    assert complaints(found) == [
        ("error", "seat-twice", ["lines.2.player_2", "lines.1.player_1"]),
        ("note", "not-as-drawn", ["lines.2.player_2"]),
        ("note", "substitute", ["lines.2.player_2"]),
    ]
    assert "sits at table 1, 1 and table 2, 2; enter who really played each" in found[0].message
    assert ("error", "seat-twice", ["lines.1.player_2", "lines.1.player_1"]) in complaints(
        found_on(TWO_TABLES, "1", "1", t1={"player_2": "P01"})
    )


def test_somebody_who_does_not_play_in_the_round_is_a_warning() -> None:
    event = aso_event(5)
    absent = event.players[4].model_copy(update={"absent": (1,)})
    event = event.model_copy(update={"players": (*event.players[:4], absent)})
    found = found_on(TWO_TABLES, "1", "1", event=event, t2={"player_1": "P05"})
    assert complaints(found) == [
        ("note", "not-as-drawn", ["lines.2.player_1"]),
        ("warning", "not-playing", ["lines.2.player_1"]),
        ("note", "substitute", ["lines.2.player_1"]),
    ]
    assert "Player 5 (P05) played; Player 3 (P03) was drawn" in found[2].message


def test_players_who_changed_seats_at_their_table_are_no_substitutes() -> None:
    found = found_on(TWO_TABLES, "1", "1", t2={"player_1": "P04", "player_2": "P03"})
    assert complaints(found) == [("note", "not-as-drawn", ["lines.2.player_1", "lines.2.player_2"])]


@pytest.mark.parametrize("name", ["P03", "p03", "Player 3", " player 3 "])
def test_aso_6_a_judge_in_his_own_game_is_an_error(name: str) -> None:
    found = found_on(TWO_TABLES, "1", "1", t2={"judge_1": "Somebody", "judge_3": name})
    assert complaints(found) == [("error", "judges", ["lines.2.judge_3"])]
    assert found_on(TWO_TABLES, "1", "2", t1={"judge_1": name}) == []  # lost at table 2


def test_aso_6_a_judge_by_a_name_that_two_players_have_is_asked_for_by_id() -> None:
    event = aso_event(8)
    players = (one.model_copy(update={"name": "Ann"}) if one.id in {"P01", "P05"} else one for one in event.players)
    event = event.model_copy(update={"players": tuple(players)})
    (found,) = found_on(TWO_TABLES, "draw", "2", event=event, t1={"judge_1": "ann"})
    assert complaints([found]) == [("error", "judges", ["lines.1.judge_1"])]
    assert found.message.startswith("table 1: “ann” is the name of P01 and P05; enter the id")
    (own,) = found_on(TWO_TABLES, "draw", "2", event=event, t1={"judge_1": "P01"})
    assert "cannot judge a game of their own" in own.message


def test_aso_6_a_judge_comes_once() -> None:
    found = found_on(TWO_TABLES, "1", "2", t1={"judge_1": "P03", "judge_2": "player 3", "judge_3": "Umpire"})
    assert complaints(found) == [("error", "judges", ["lines.1.judge_2"])]
    found = found_on(TWO_TABLES, "1", "2", t1={"judge_1": "umpire", "judge_2": "P03", "judge_3": "Umpire"})
    assert complaints(found) == [("error", "judges", ["lines.1.judge_3"])]


@pytest.mark.parametrize(("winner", "warned"), [("1", True), ("2", False), ("draw", False)])
def test_aso_6_a_judge_who_has_not_failed_yet_is_a_warning_where_that_can_be_known(winner: str, warned: bool) -> None:
    judge: Mapping[str, Value] = {"judge_2": "P03"}
    found = found_on(TWO_TABLES, "1", winner, t1=judge)
    assert complaints(found) == ([("warning", "judge-undefeated", ["lines.1.judge_2"])] if warned else [])
    later = draw_of("P01 P02", "P03 P04", number=2)
    assert found_on(later, "1", winner, t1=judge) == []  # the list does not tell what happened in round 1


def test_aso_6_a_judge_from_outside_is_no_warning() -> None:
    assert found_on(TWO_TABLES, "1", "1", t1={"judge_1": "The umpire"}) == []


def test_aso_6_a_draw_that_the_dice_decided_is_asked_about() -> None:
    found = found_on(TWO_TABLES, "draw", "1", t1={"decided_by": "dice"}, t2={"decided_by": "dice"})
    assert complaints(found) == [("warning", "drawn-by-dice", ["lines.1.winner", "lines.1.decided_by"])]
    assert found[0].message.startswith("table 1: the dice decided, and it is a draw.")


CLUBS = {"P01": "Red Dice", "P04": "red dice", "P05": "Aces", "P06": ""}


def with_ties() -> AsoEvent:
    """P01 and P04 are of one club; P02 and P05 play each other often."""
    event = aso_event(6, wishes=(Wish(kind="regular", players=("P05", "P02")),))
    players = (player.model_copy(update={"club": CLUBS.get(player.id, "")}) for player in event.players)
    return event.model_copy(update={"players": tuple(players)})


@pytest.mark.parametrize(
    ("judge", "words"),
    [
        ("P04", "table 1: Player 4 (P04) judges and is in one club with Player 1 (P01)."),
        ("player 5", "table 1: Player 5 (P05) judges and is a regular opponent of Player 2 (P02)."),
        ("P06", ""),
        ("The umpire", ""),
    ],
)
def test_aso_6_a_judge_who_is_close_to_a_player_is_a_warning(judge: str, words: str) -> None:
    draw = draw_of("P01 P02", "P03 P04", "P06 P05")
    found = found_on(draw, "1", "1", "draw", event=with_ties(), t1={"judge_3": judge})
    assert complaints(found) == ([("warning", "judge-close", ["lines.1.judge_3"])] if words else [])
    assert words in "".join(one.message for one in found)


def test_aso_6_a_judge_who_is_close_and_undefeated_is_warned_of_for_both() -> None:
    found = found_on(draw_of("P01 P02", "P04 P03"), "1", "1", event=with_ties(), t1={"judge_1": "P04"})
    assert [one.code for one in found] == ["judge-undefeated", "judge-close"]


def test_aso_6_numbers_of_judges_need_their_names() -> None:
    numbers: Mapping[str, Value] = {f"judge_{judge}_{seat}": 50 for judge in (1, 2, 3) for seat in (1, 2)}
    found = found_on(TWO_TABLES, "draw", "1", t1={**numbers, "decided_by": "judges"})
    assert complaints(found) == [
        ("warning", "judge-unnamed", ["lines.1.judge_1", "lines.1.judge_2", "lines.1.judge_3"])
    ]
    assert "table 1: there are numbers of judges A, B and C and no names" in found[0].message
    named = {"judge_1": "Umpire", "judge_3": "Referee"}
    (found_b,) = found_on(TWO_TABLES, "draw", "1", t1={**numbers, **named, "decided_by": "judges"})
    assert "numbers of judge B and no name." in found_b.message


# the record


def test_rows_become_games_and_byes() -> None:
    event = aso_event(5)
    rows = scored(event, draw_of("P02 P01", "P03 P04", byes=["P05"]), "2", "draw", t1={"played": "s1"}).rows
    record = record_of(AsoResult.read_rounds({1: rows}))
    assert record.games == (
        SwissGame(1, "P02", "P01", "other", 1, "s1"),
        SwissGame(1, "P03", "P04", "draw", 2, ""),
        SwissGame(1, "P05", None, "bye", 0, ""),
    )
    assert record.active == {1: {"P01", "P02", "P03", "P04", "P05"}}


def test_rows_of_a_game_that_is_not_in_yet_say_who_was_there() -> None:
    event = aso_event(4)
    rows: list[ResultRow] = [
        {**row, "result": None, "points": None} if row["table"] == 2 else row
        for row in scored(event, TWO_TABLES, "1", "1").rows
    ]
    record = record_of(AsoResult.read_rounds({1: rows}))
    assert [game.result for game in record.games] == ["one", "open"]
    assert record.history("P03", event.swiss_settings).unscored == (1,)
    assert record.history("P05", event.swiss_settings).missed == (1,)


def test_rows_without_what_nothing_is_ranked_by_still_rank() -> None:
    event, unused = aso_event(4), {"opponent_name", "side", "points", "decided_by", "vp"}
    rows = [
        {key: value for key, value in row.items() if key not in unused}
        for row in scored(event, TWO_TABLES, "1", "draw").rows
    ]
    assert standing(event, {1: rows}, "id", "score") == [("P01", 3), ("P04", 1), ("P03", 1), ("P02", 0)]


def test_no_rounds_are_no_record() -> None:
    assert record_of({}).rounds == ()


# standings


def standing(event: AsoEvent, rounds: Rounds, *keys: str) -> list[tuple[Any, ...]]:
    return [tuple(row[key] for key in keys) for row in ASO.standings(EventProgress(event, rounds)).rows]


def by_hand(event: AsoEvent, *rounds: tuple[Draw, tuple[str, ...]]) -> Rounds:
    return {draw.round: scored(event, draw, *winners).rows for draw, winners in rounds}


def test_aso_7_points_then_first_loss_then_first_draw_then_opponents() -> None:
    event = aso_event(4, 3)
    rounds = by_hand(
        event,
        (draw_of("P01 P02", "P03 P04"), ("1", "1")),
        (draw_of("P01 P03", "P02 P04", number=2), ("draw", "1")),
        (draw_of("P01 P04", "P02 P03", number=3), ("2", "draw")),
    )
    # P01 won, drew and lost: 4; P02 lost, won, drew: 4; P03 won, drew, drew: 5; P04 lost, lost, won: 3
    ranked = ASO.standings(EventProgress(event, rounds))
    assert [list(row) for row in ranked.rows] == [STANDING_KEYS] * 4
    assert (ranked.after_round, ranked.findings) == (3, ())
    assert standing(event, rounds, "rank", "id", "score", "wins", "draws", "losses", "first_loss", "first_draw") == [
        (1, "P03", 5, 1, 2, 0, None, 2),
        (2, "P01", 4, 1, 1, 1, 3, 2),
        (3, "P02", 4, 1, 1, 1, 1, 3),
        (4, "P04", 3, 1, 0, 2, 1, None),
    ]
    # ratings 1990, 1980, 1970, 1960
    assert standing(event, rounds, "id", "rating", "opponents_rating") == [
        ("P03", 1970, Fraction(1990 + 1980 + 1960, 3)),
        ("P01", 1990, 1970),
        ("P02", 1980, Fraction(1990 + 1970 + 1960, 3)),
        ("P04", 1960, 1980),
    ]
    assert {row["winner"] for row in ranked.rows} == {0}
    assert {row["rounds"] for row in ranked.rows} == {3}


def test_aso_7_a_full_tie_shares_the_rank() -> None:
    event = aso_event(4, 1)
    players = tuple(player.model_copy(update={"rating": 1500}) for player in event.players)
    event = event.model_copy(update={"players": players})
    rounds = by_hand(event, (draw_of("P01 P02", "P03 P04"), ("1", "draw")))
    assert standing(event, rounds, "rank", "id", "winner") == [
        (1, "P01", 1),
        (2, "P03", 0),
        (2, "P04", 0),
        (4, "P02", 0),
    ]


def test_aso_7_two_undefeated_at_the_end_win_together() -> None:
    event = aso_event(4, 1)
    rounds = by_hand(event, (draw_of("P01 P02", "P03 P04"), ("1", "1")))
    assert standing(event, rounds, "rank", "id", "winner")[:2] == [(1, "P01", 1), (1, "P03", 1)]


def test_aso_3_a_missed_round_counts_as_a_loss_and_a_bye_is_no_game() -> None:
    event = aso_event(4, 3)
    rounds = by_hand(
        event,
        (draw_of("P01 P02", byes=["P03"]), ("1",)),  # P04 comes late
        (draw_of("P03 P04", number=2, byes=["P02"]), ("1",)),  # P01 is away
    )
    assert standing(event, rounds, "id", "score", "rounds", "wins", "losses", "first_loss", "opponents_rating") == [
        ("P03", 6, 2, 1, 0, None, 1960),
        ("P01", 3, 1, 1, 0, 2, 1980),
        ("P02", 3, 2, 0, 1, 1, 1990),
        ("P04", 0, 1, 0, 1, 1, 1970),
    ]
    assert standing(event, rounds, "winner")[0] == (1,)  # the only one who is undefeated
    settings = aso_event(4, 3, missed_points=1, bye_points=2)
    rounds = by_hand(
        settings,
        (draw_of("P01 P02", byes=["P03"]), ("1",)),
        (draw_of("P03 P04", number=2, byes=["P02"]), ("1",)),
    )
    assert dict(standing(settings, rounds, "id", "score")) == {"P03": 5, "P01": 4, "P02": 2, "P04": 1}


def test_aso_3_a_missed_round_may_be_no_loss_and_ends_being_undefeated_all_the_same() -> None:
    event = aso_event(4, 3, missed_round="none")
    rounds = by_hand(
        event,
        (draw_of("P01 P02", byes=["P03"]), ("1",)),  # P04 comes late
        (draw_of("P03 P04", number=2, byes=["P02"]), ("1",)),  # P01 is away
    )
    found = {id_: rest for id_, *rest in standing(event, rounds, "id", "score", "winner", "first_loss")}
    assert found == {"P03": [6, 1, None], "P01": [3, 0, None], "P02": [3, 0, 1], "P04": [0, 0, 2]}
    assert standing(event, rounds, "id")[:2] == [("P03",), ("P01",)]


def test_aso_8_what_was_counted_is_added_up_over_the_event() -> None:
    event = aso_event(2, 2)
    first: Mapping[str, Value] = {
        "cc_inflicted_1": 9,
        "cc_lost_1": 2,
        "cc_lost_2": 9,
        "snake_eyes_1": 3,
        "boxcars_2": 1,
    }
    second: Mapping[str, Value] = {"cc_lost_2": 10, "snake_eyes_2": 4, "boxcars_1": 2}
    rounds = {
        1: scored(event, draw_of("P01 P02"), "1", t1=first).rows,
        2: scored(event, draw_of("P02 P01", number=2), "1", t1=second).rows,
    }
    # P01 sat at seat 2 in round 2: 9 - 2 - 10
    assert standing(event, rounds, "id", "cc_difference", "snake_eyes", "boxcars") == [
        ("P01", -3, 7, 0),
        ("P02", -9, 0, 3),
    ]


def test_who_has_never_been_there_is_not_ranked_and_who_left_the_roster_is() -> None:
    event = aso_event(6, 1)
    rounds = by_hand(event, (draw_of("P01 P02", "P03 P04"), ("1", "draw")))
    without = event.model_copy(update={"players": event.players[1:]})
    assert {row[0] for row in standing(event, rounds, "id")} == {"P01", "P02", "P03", "P04"}
    assert standing(without, rounds, "id", "name", "rating")[0] == ("P01", "Player 1", 1000)


def test_nothing_scored_is_nothing_ranked() -> None:
    ranked = ASO.standings(EventProgress(aso_event(), {}))
    assert (ranked.after_round, ranked.rows) == (0, ())


# whole events


def test_aso_7_the_winner_who_is_overtaken_on_points_still_wins() -> None:
    event = aso_event(8)

    def winner(number: int, one: str, other: str) -> str:
        if number > 3 and "P01" in (one, other):
            return one if other == "P01" else other
        return min(one, other)

    rounds, _ = play(event, 5, winner)
    # eight players: after three rounds P01 alone is undefeated, and loses the last two
    third = {number: rows for number, rows in rounds.items() if number <= 3}
    assert standing(event, third, "id", "winner")[0] == ("P01", 1)
    tally: Counter[Any] = Counter()
    for rows in rounds.values():
        for row in rows:
            tally[row["player"]] += {"win": 3, "draw": 1, "loss": 0, "bye": 3}[str(row["result"])]
    ranked = standing(event, rounds, "id", "score", "winner", "rank")
    assert ranked[0] == ("P01", 9, 1, 1)
    assert ranked[1][1] == max(tally.values()) == 12
    assert {id_: score for id_, score, *_ in ranked} == tally
    assert [score for _, score, *_ in ranked[1:]] == sorted((score for _, score, *_ in ranked[1:]), reverse=True)


@pytest.mark.parametrize(("players", "draws_every"), [(8, 0), (13, 5), (20, 3), (31, 4), (32, 0)])
def test_five_rounds_leave_one_undefeated_at_most_and_nobody_meets_twice(players: int, draws_every: int) -> None:
    event = aso_event(players)

    def winner(number: int, one: str, other: str) -> str:
        mixed = (int(one[1:]) * 7 + int(other[1:]) * 11 + number) % (draws_every or 1000)
        return "draw" if mixed == 1 else min(one, other, key=lambda id_: int(id_[1:]) * 13 % 17)

    rounds, draws = play(event, 5, winner)
    games = [frozenset(str(table.seats[seat]) for seat in ("1", "2")) for draw in draws for table in draw.tables]
    assert len(games) == len(set(games)) == 5 * (players // 2)
    for draw in draws:
        there = [player for _, _, player in draw.places()] + list(draw.byes)
        assert sorted(there) == sorted(player.id for player in event.players)
    ranked = ASO.standings(EventProgress(event, rounds)).rows
    assert sum(row["first_loss"] is None and row["first_draw"] is None for row in ranked) <= 1
    assert [row["rank"] for row in ranked] == sorted(int(row["rank"] or 0) for row in ranked)


def test_aso_9_correcting_a_round_changes_the_standings_and_no_draw() -> None:
    event = aso_event(8, 3)
    rounds, draws = play(event, 3, lambda _number, one, other: min(one, other))
    assert standing(event, rounds, "id", "winner")[0] == ("P01", 1)
    ended = ["2", *["1"] * 3]
    corrected = {**rounds, 1: scored(event, draws[0], *ended).rows}
    points = dict(standing(event, corrected, "id", "score"))
    before = dict(standing(event, rounds, "id", "score"))
    loser, gainer = (str(draws[0].tables[0].seats[seat]) for seat in ("1", "2"))
    assert (points[loser], points[gainer]) == (before[loser] - 3, before[gainer] + 3)
    assert {id_: points[id_] for id_ in points if id_ not in (loser, gainer)} == {
        id_: before[id_] for id_ in before if id_ not in (loser, gainer)
    }
    assert draws[0] == ASO.draw(RoundContext(event, 1, earlier(corrected)))


def test_scenarios_differ_from_round_to_round() -> None:
    event = aso_event(2, 2, scenarios=tuple(map(scenario, (1, 2, 3, 4, 5, 6))))
    second = ScenarioChoice(number=2, scenario=("s4", "s5", "s6"))
    event = event.model_copy(update={"rounds": (event.rounds[0], second)})
    bids: Mapping[str, Value] = {
        "strike_1": "s4", "strike_2": "s6", "side_1": "s5.german", "level_1": 0, "side_2": "s5.russian", "level_2": 3
    }  # fmt: skip
    score = scored(event, draw_of("P01 P02", number=2), "1", t1=bids)
    assert of(score, "scenario", "side") == [("s5", "german"), ("s5", "russian")]


def test_aso_6_in_a_later_round_the_rounds_before_tell_who_is_undefeated() -> None:
    event = aso_event(6)
    first = draw_of("P01 P02", "P03 P04", "P05 P06")
    rounds = {1: scored(event, first, "1", "1", "draw").rows}
    second = draw_of("P01 P05", "P03 P06", "P02 P04", number=2)
    judges: Mapping[str, Value] = {"judge_1": "P03", "judge_2": "P05", "judge_3": "P06"}
    entered = entries(second, "1", "1", "1", t3=judges)
    found = wrong_on_sheets(ASO, filled_round(event, forms_of(event, second), entered, second, earlier(rounds)))
    assert complaints(found) == [("warning", "judge-undefeated", ["lines.3.judge_1"])]
    assert wrong_on_sheets(ASO, filled_round(event, forms_of(event, second), entered, second)) == []
