"""What is found in an event of Diplomacy before it is played: settings, players and wishes that do not go together."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from diplomacy_event import diplomacy_event

from sheetscore.findings import Severity
from sheetscore.scoring.boards.system import board_system_paths
from sheetscore.systems.diplomacy import DIPLOMACY
from sheetscore.systems.diplomacy.boards import scoring_of
from sheetscore.systems.diplomacy.model import (
    Apart,
    DiplomacyEvent,
    DiplomacySettings,
    DiplomacyTeam,
    starter_event,
)
from sheetscore.systems.diplomacy.rules import check_event

Found = tuple[str, str, str, str]


def event(players: int = 21, rounds: int = 3, *, standbys: int = 0, **changes: Any) -> DiplomacyEvent:
    """Give an event whose settings and other parts go by their names."""
    settings = {key: changes.pop(key) for key in list(changes) if key in DiplomacySettings.model_fields}
    return diplomacy_event(players, rounds, standbys=standbys, **settings).model_copy(update=changes)


def changed(of: DiplomacyEvent, **players: Mapping[str, Any]) -> DiplomacyEvent:
    """Change players: ``P01={"team": "T1"}``."""
    return of.model_copy(
        update={"players": tuple(one.model_copy(update=dict(players.get(one.id, {}))) for one in of.players)}
    )


def found(of: DiplomacyEvent) -> list[Found]:
    return [(str(one.severity), one.code, one.sheet, one.cell) for one in check_event(of)]


def message(of: DiplomacyEvent) -> str:
    (one,) = check_event(of)
    return one.message


def setting(severity: str, key: str, code: str = "event-rule") -> list[Found]:
    return [(severity, code, "[settings]", key)]


PLAYERS: Found = ("warning", "event-rule", "[[player]]", "id")
TOO_FEW: Found = ("warning", "event-missing", "[[player]]", "id")


def test_weights_that_rise_are_doubted() -> None:
    rising = diplomacy_event(event_scoring="weights", weights=(Decimal("0.5"), Decimal(1)))
    assert [(one.severity, one.cell) for one in check_event(rising)] == [(Severity.WARNING, "weights")]
    falling = diplomacy_event(event_scoring="weights", weights=(Decimal(1), Decimal(1), Decimal("0.5")))
    assert check_event(falling) == []


def test_a_usual_event_is_in_order() -> None:
    assert found(event()) == []
    assert found(event(14, standbys=6, remainder="standbys", counted=3, sit_out_score=Decimal(20))) == []
    assert found(event(7, event_scoring="weights", weights=(Decimal(1), Decimal("0.5")))) == []


# the scoring system


def test_an_unknown_scoring_system_is_an_error_that_names_the_nearest() -> None:
    assert found(event(scoring="sum-of-square")) == setting("error", "scoring", "event-reference")
    assert message(event(scoring="sum-of-square")) == (
        'There is no scoring system "sum-of-square". Did you mean "sum-of-squares"?'
    )


@pytest.mark.parametrize(
    ("written", "meant"), [("SoS", "sum-of-squares"), ("dss", "draw-size"), ("42", "draw-size-42")]
)
def test_dip_3_an_event_may_call_its_scoring_by_another_name(written: str, meant: str) -> None:
    of = event(scoring=written)
    assert found(of) == []
    assert scoring_of(of).file.id == meant
    usual, *_ = DIPLOMACY.decisions(event(scoring=meant))
    assert DIPLOMACY.decisions(of)[0] == usual
    assert usual.value == meant


def test_dip_3_the_systems_are_listed_with_their_other_names() -> None:
    scoring, *_ = DIPLOMACY.decisions(event())
    assert scoring.choices["draw-size"].endswith("Also called DSS, Draw Size Scoring and 100-point.")
    assert "Also called" not in scoring.choices["bangkok"]


def own_system(folder: Path, text: str) -> DiplomacyEvent:
    (folder / "templates" / "scoring").mkdir(parents=True)
    (folder / "templates" / "scoring" / "ours.toml").write_text(text, encoding="utf-8")
    return event(scoring="ours").loaded_from(folder)


OURS = """
id = "ours"
title = "Ours"
description = "A point a centre."
[draw]
alive = "{alive}"
eliminated = 0
[solo]
winner = 100
alive = 0
eliminated = 0
"""


def test_a_scoring_system_of_the_events_own_folder_is_known(tmp_path: Path) -> None:
    assert found(own_system(tmp_path, OURS.format(alive="centres"))) == []
    assert found(event(scoring="ours")) == setting("error", "scoring", "event-reference")


def test_the_mistakes_of_a_scoring_file_are_named_with_the_file(tmp_path: Path) -> None:
    of = own_system(tmp_path, OURS.format(alive="centers"))
    assert found(of) == [("error", "template", "ours.toml", "")]
    assert "centers" in message(of)
    assert str(tmp_path / "templates" / "scoring" / "ours.toml") in message(of)


def test_every_system_that_comes_along_can_be_chosen() -> None:
    assert len(board_system_paths()) >= 56
    assert not [name for name in board_system_paths() if found(event(scoring=name))]


# what adds up to the event


def test_weights_without_numbers_and_numbers_without_weights() -> None:
    assert found(event(event_scoring="weights")) == setting("error", "weights", "event-missing")
    assert found(event(weights=(Decimal(1),))) == setting("warning", "weights")
    assert "scored by sum: they change nothing" in message(event(weights=(Decimal(1),)))


@pytest.mark.parametrize(
    ("scoring", "wrong"), [("sum", False), ("average", True), ("per_round", True), ("hurst", True)]
)
def test_a_number_of_best_scores_belongs_to_a_sum(scoring: str, wrong: bool) -> None:
    assert found(event(event_scoring=scoring, counted=2)) == (setting("warning", "counted") if wrong else [])


@pytest.mark.parametrize(
    ("counted", "changes", "wrong"),
    [
        (3, {}, False),
        (4, {}, True),
        (4, {"remainder": "double"}, True),
        (4, {"round_scoring": "none"}, True),
        (6, {"round_scoring": "none", "remainder": "double"}, False),
        (7, {"round_scoring": "none", "remainder": "double"}, True),
    ],
)
def test_more_best_scores_than_anybody_can_have(counted: int, changes: dict[str, Any], wrong: bool) -> None:
    assert found(event(counted=counted, **changes)) == (setting("warning", "counted") if wrong else [])


def test_how_many_can_be_had_is_said() -> None:
    assert "nobody can have more than 3 rounds" in message(event(counted=4))
    assert "nobody can have more than 1 round:" in message(event(rounds=1, counted=4))
    assert "more than 6 games" in message(event(counted=7, round_scoring="none", remainder="double"))


@pytest.mark.parametrize(("scoring", "wrong"), [("sum", False), ("average", False), ("hurst", True), ("mystery", True)])
def test_a_score_for_sitting_out_changes_nothing_where_games_alone_count(scoring: str, wrong: bool) -> None:
    of = event(event_scoring=scoring, sit_out_score=Decimal(0))
    assert found(of) == (setting("warning", "sit_out_score") if wrong else [])


# players


def test_nothing_can_be_drawn_without_seven_players() -> None:
    assert found(starter_event("New")) == [TOO_FEW]
    assert message(starter_event("New")).startswith("No player is entered, and 7 are needed")
    assert found(event(6)) == [TOO_FEW]
    assert message(event(6)).startswith("Fewer than 7 players are there in every round (6, without standbys)")
    assert message(event(6, rounds=1)).startswith("Fewer than 7 players are there in round 1 (6, without standbys)")
    assert found(event(6, standbys=8, remainder="standbys")) == [TOO_FEW]


def test_rounds_with_too_few_players_are_named() -> None:
    of = changed(event(7, 4), P01={"absent": (2,)}, P02={"last_round": 3}, P03={"last_round": 3})
    assert found(of) == [TOO_FEW]
    assert message(of).startswith("Fewer than 7 players are there in rounds 2 and 4 (at most 6, without standbys)")


@pytest.mark.parametrize(
    ("players", "standbys", "remainder", "said"),
    [
        (8, 0, "sit_out", "1 board is played, and 1 sits out."),
        (20, 0, "sit_out", "2 boards are played, and 6 sit out."),
        (13, 0, "double", "2 boards are played, and 1 plays on two boards."),
        (22, 0, "double", "4 boards are played, and 6 play on two boards."),
        (
            8,
            0,
            "double",
            "6 of 8 players would have to play twice, more than half of them. 1 board is played, and 1 sits out.",
        ),
        (13, 1, "standbys", "2 boards are played, and 1 standby fills up."),
        (12, 3, "standbys", "2 boards are played, and 2 standbys fill up."),
        (
            12,
            1,
            "standbys",
            "2 standbys are needed to fill up a board and 1 is there. 1 board is played, and 5 sit out.",
        ),
    ],
)
def test_what_happens_with_players_left_over_is_said(players: int, standbys: int, remainder: str, said: str) -> None:
    of = event(players, standbys=standbys, remainder=remainder)
    assert found(of) == [PLAYERS]
    assert message(of) == (
        f"{players} players in every round do not make full boards. {said} Change the number of players, or the "
        "setting remainder, if you want it otherwise."
    )


def test_rounds_are_told_apart_by_who_is_there() -> None:
    of = changed(event(22, 4), P01={"absent": (2,)}, P02={"first_round": 4}, P03={"absent": (1, 3)})
    # 20 players in round 1, 20 in round 2, 20 in round 3, 22 in round 4
    assert [one.message.split(" do not")[0] for one in check_event(of)] == [
        "20 players in rounds 1, 2 and 3",
        "22 players in round 4",
    ]
    assert "21" not in "".join(one.message for one in check_event(changed(event(22, 1), P01={"absent": (1,)})))


@pytest.mark.parametrize(("players", "remainder", "wrong"), [(1406, "sit_out", False), (1407, "sit_out", True)])
def test_more_boards_than_a_round_can_have_are_an_error(players: int, remainder: str, wrong: bool) -> None:
    errors = [one for one in found(event(players, 1, remainder=remainder)) if one[0] == "error"]
    assert errors == ([("error", "event-rule", "[[player]]", "id")] if wrong else [])


def test_a_board_that_doubles_fill_up_counts_too() -> None:
    assert ("error", "event-rule", "[[player]]", "id") in found(event(1406, 1, remainder="double"))


# standbys


def test_standbys_are_to_fill_up_boards_and_there_are_none() -> None:
    assert found(event(21, remainder="standbys")) == setting("warning", "remainder")
    assert "no player is one" in message(event(21, remainder="standbys"))


@pytest.mark.parametrize(("remainder", "do"), [("sit_out", "sit out"), ("double", "play on two boards")])
def test_standbys_who_never_play(remainder: str, do: str) -> None:
    assert found(event(21, standbys=2, remainder=remainder)) == setting("warning", "remainder")
    assert message(event(21, standbys=2, remainder=remainder)).startswith(
        f"Standby 1 (S01) and Standby 2 (S02) are standbys, who are drawn in no round, as the players left over {do}, "
        "and not ranked, whatever was played."
    )
    assert message(event(21, standbys=1)).startswith("Standby 1 (S01) is a standby, who is drawn in no round")
    assert "Standby 6 (S06) and 3 more are standbys" in message(event(21, standbys=9))


# preferences


def test_a_power_that_is_wished_for_twice_is_an_error() -> None:
    of = changed(event(7, powers="preferences"), P02={"preferences": ("Turkey", "Italy", "Turkey")})
    assert found(of) == [("error", "event-rule", "[[player]] 2", "preferences")]
    assert message(of) == "The preferences of Player 2 name Turkey more than once. Name each power once."


def test_preferences_and_their_setting_go_together() -> None:
    wishing = {"P02": {"preferences": ("Turkey",)}}
    assert found(changed(event(7, powers="preferences"), **wishing)) == []
    assert found(changed(event(7), **wishing)) == setting("warning", "powers")
    assert message(changed(event(7), **wishing)).startswith("There are preferences of Player 2 (P02), and the powers")
    assert found(event(7, powers="preferences")) == setting("warning", "powers")


# pairs and teams


def test_pairs_apart_are_two_players_in_a_round_of_the_event() -> None:
    apart = (
        Apart(players=("P01", "P02"), round=3),
        Apart(players=("P03", "p03")),
        Apart(players=("P04", "p05"), round=4),
    )
    of = event(pairs_apart=apart)
    assert found(of) == [
        ("error", "event-rule", "[[pairing]] 2", "players"),
        ("error", "event-value", "[[pairing]] 3", "round"),
    ]
    messages = [one.message for one in check_event(of)]
    assert messages[0] == ("A pair to be kept apart is one player twice: Player 3 (P03) and Player 3 (P03). Name two.")
    assert messages[1].startswith(
        "Player 4 (P04) and Player 5 (P05) are to be kept apart in round 4, and the last is 3"
    )


TEAMS = (DiplomacyTeam(id="T1", name="Reds"), DiplomacyTeam(id="T2", name="Blues"))
IN_TEAMS = {"P01": {"team": "t1"}, "P02": {"team": "T1"}, "P03": {"team": "T2"}}


def test_teams_have_members_and_standbys_are_none_that_count() -> None:
    of = event(7, teams=TEAMS, team_members=1)
    assert found(of) == [("warning", "event-rule", f"[[team]] {number}", "id") for number in (1, 2)]
    assert found(changed(of, **IN_TEAMS)) == []
    standbys = event(7, standbys=1, remainder="standbys", teams=TEAMS, team_members=3)
    assert found(changed(standbys, **IN_TEAMS, S01={"team": "T1"})) == [
        ("warning", "event-rule", "[[player]] 8", "team"),
        *setting("warning", "team_members"),  # three with the standby, and two without
    ]


def test_team_mates_who_are_named_apart_besides_are_nothing() -> None:
    of = event(7, teams=TEAMS, team_members=2, pairs_apart=(Apart(players=("P01", "P02")),))
    assert found(changed(of, **IN_TEAMS)) == []


def test_more_members_count_than_any_team_has() -> None:
    of = changed(event(7, teams=TEAMS, team_members=3), **IN_TEAMS)
    assert found(of) == setting("warning", "team_members")
    assert "The best 3 members of a team are to count, and no team has more than 2" in message(of)
    assert found(event(7, team_members=99)) == []


def test_all_that_is_wrong_is_found_at_once() -> None:
    of = event(8, scoring="nothing-like-it", event_scoring="weights", powers="preferences", remainder="standbys")
    assert [one[3] for one in found(of)] == ["scoring", "weights", "id", "remainder", "powers"]
