"""What a Swiss record adds up to (ASO-1, ASO-3): points, setbacks, first losses, byes and missed rounds."""

from __future__ import annotations

import pytest

from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.pairing.swiss.record import (
    Outcome,
    SwissGame,
    SwissPlayer,
    SwissRecord,
    SwissSettings,
    by_rating,
    games_as_drawn,
)

FIVE = SwissSettings(rounds=5)


def game(number: int, one: str, other: str | None, result: Outcome, table: int = 1, scenario: str = "s") -> SwissGame:
    return SwissGame(number, one, other, result, table, scenario)


def test_aso_1_a_win_earns_3_a_draw_1_and_a_loss_nothing() -> None:
    record = SwissRecord((game(1, "A", "B", "one"), game(2, "B", "A", "draw"), game(3, "A", "B", "other")))
    ann, bob = record.history("A", FIVE), record.history("B", FIVE)
    assert (ann.points, ann.setbacks, ann.first_loss, ann.first_draw) == (4, 2, 3, 2)
    assert (bob.points, bob.setbacks, bob.first_loss, bob.first_draw) == (4, 2, 1, 2)
    assert ann.opponents == ("B", "B", "B")
    assert not ann.undefeated


def test_aso_1_equal_ratings_go_by_one_lot_and_never_by_the_roster() -> None:
    players = [SwissPlayer(name, name, 1500) for name in "ABCDE"] + [SwissPlayer("F", "F", 1400)]
    orders = {tuple(by_rating(players, seed)) for seed in range(200)}
    assert len(orders) > 70  # of 120
    assert {order[-1] for order in orders} == {"F"}
    assert by_rating(players[::-1], 7) == by_rating(players, 7)


def test_aso_3_a_bye_scores_a_win_is_no_game_and_keeps_a_player_undefeated() -> None:
    record = SwissRecord((game(1, "A", None, "bye"), game(2, "A", "B", "one", 3, "hill")))
    history = record.history("A", FIVE)
    assert (history.points, history.byes, history.opponents) == (6, (1,), ("B",))
    assert (history.tables, history.scenarios) == ((3,), ("hill",))
    assert history.undefeated


def test_aso_3_a_bye_may_be_set_to_other_points_and_to_end_being_undefeated() -> None:
    record = SwissRecord((game(1, "A", None, "bye"),))
    history = record.history("A", SwissSettings(rounds=5, bye_points=2, bye_keeps_undefeated=False))
    assert (history.points, history.setbacks, history.undefeated) == (2, 1, False)
    assert (history.first_loss, history.first_draw) == (None, None)


def test_aso_3_a_missed_round_scores_nothing_and_counts_as_its_loss() -> None:
    record = SwissRecord((game(1, "A", "B", "one"), game(3, "A", "B", "one")), {2: frozenset({"C"})})
    history = record.history("A", FIVE)
    assert (history.points, history.missed, history.setbacks, history.first_loss) == (6, (2,), 1, 2)
    assert record.history("A", SwissSettings(rounds=5, missed_points=1)).points == 7


def test_aso_3_a_missed_round_may_be_no_loss_and_still_ends_being_undefeated() -> None:
    none = SwissSettings(rounds=5, missed_is_loss=False)
    games = [game(1, "A", "B", "one"), game(2, "B", "C", "one"), game(3, "A", "C", "one")]
    history = SwissRecord(tuple(games)).history("A", none)
    assert (history.points, history.missed, history.setbacks, history.first_loss) == (6, (2,), 1, None)
    assert not history.undefeated


def test_aso_9_a_late_entrant_has_missed_all_rounds_before() -> None:
    record = SwissRecord((game(1, "A", "B", "one"), game(2, "A", "B", "one"), game(3, "A", "L", "other")))
    history = record.history("L", FIVE)
    assert (history.points, history.missed, history.setbacks, history.first_loss) == (3, (1, 2), 2, 1)
    assert record.history("nobody yet", FIVE).missed == (1, 2, 3)


def test_aso_9_a_player_who_was_there_without_a_result_has_missed_nothing() -> None:
    record = SwissRecord((game(1, "A", "B", "one"),), {1: ["A", "B", "C"]})
    history = record.history("C", FIVE)
    assert (history.missed, history.unscored, history.points) == ((), (1,), 0)
    assert history.undefeated


def test_only_the_rounds_before_are_known() -> None:
    record = SwissRecord((game(1, "A", "B", "one"), game(2, "A", "B", "other")), {1: ["A", "B"], 2: ["A", "B"]})
    assert record.rounds == (1, 2)
    assert record.before(2).rounds == (1,)
    assert record.before(2).history("A", FIVE).undefeated
    assert not record.history("A", FIVE).undefeated


@pytest.mark.parametrize(
    ("number", "other", "result"), [(1, None, "one"), (1, "B", "bye"), (1, "A", "draw"), (0, "B", "one")]
)
def test_a_game_that_cannot_be_is_refused(number: int, other: str | None, result: Outcome) -> None:
    with pytest.raises(ValueError, match="round"):
        game(number, "A", other, result)


def test_nobody_plays_twice_in_a_round() -> None:
    with pytest.raises(ValueError, match="round 2: A has more than one game"):
        SwissRecord((game(2, "A", "B", "one"), game(2, "C", "A", "draw")))


@pytest.mark.parametrize(
    "wrong", [{"rounds": 0}, {"rounds": 21}, {"rounds": 5, "win": -1}, {"rounds": 5, "regular": 101}]
)
def test_settings_outside_their_ranges_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="from"):
        SwissSettings(**wrong)  # type: ignore[arg-type]


def test_of_a_draw_that_was_edited_to_anything_everybody_counts_once() -> None:
    seats = (("A", "B"), ("B", "C"), ("D", "D"), ("E", None), (None, None), ("F", "G"))
    tables = tuple(TableDraw(table, "s", {"one": one, "two": two}) for table, (one, two) in enumerate(seats, start=1))
    games = tuple(games_as_drawn(Draw(2, tables, ("C", "H", "H", "A"), ())))
    assert games == (
        game(2, "A", "B", "open", 1),
        game(2, "F", "G", "open", 6),
        game(2, "C", None, "open", 0, ""),
        game(2, "H", None, "open", 0, ""),
    )
    assert SwissRecord(games).games == games  # which refuses somebody who is there twice
