"""The ranking of accelerated Swiss (ASO-7), clause by clause."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sheetscore.pairing.draw import OpenGame
from sheetscore.pairing.swiss.record import SwissGame, SwissPlayer, SwissRecord, SwissSettings
from sheetscore.scoring.swiss_ranking import RankedSwiss, SwissRank, SwissWinners, rank_swiss, swiss_winners

RATINGS = {"A": 2000, "B": 1900, "C": 1800, "D": 1700, "E": 1600, "F": 1500, "G": 1400, "H": 1300}


def field(names: str) -> list[SwissPlayer]:
    return [SwissPlayer(name, f"Name {name}", RATINGS[name]) for name in names]


def record(*rounds: str) -> SwissRecord:
    """Rounds such as ``"A>B C=D E+"``: A beat B, C and D drew, E had a bye."""
    games = []
    for number, text in enumerate(rounds, start=1):
        for word in text.split():
            if word.endswith("+"):
                games.append(SwissGame(number, word[0], None, "bye", 0, ""))
            else:
                games.append(SwissGame(number, word[0], word[2], "draw" if word[1] == "=" else "one", 1, "s"))
    return SwissRecord(tuple(games))


def ranked(names: str, *rounds: str, of: int = 5) -> list[tuple[int, str]]:
    return [
        (line.rank, line.player.id)
        for line in rank_swiss(RankedSwiss(field(names), record(*rounds), SwissSettings(of)))
    ]


def line_of(name: str, names: str, *rounds: str) -> SwissRank:
    ranking = rank_swiss(RankedSwiss(field(names), record(*rounds), SwissSettings(5)))
    return next(line for line in ranking if line.player.id == name)


def test_aso_7_the_winner_is_found_as_soon_as_only_one_is_undefeated() -> None:
    past = "A>C B>D", "A>B C>D"
    assert swiss_winners(field("ABCD"), record(past[0]), SwissSettings(5)) == SwissWinners((), None)
    assert swiss_winners(field("ABCD"), record(*past), SwissSettings(5)) == SwissWinners(("A",), 2)


def test_aso_7_the_winner_stays_first_with_fewer_points_than_another() -> None:
    # A alone is undefeated after round 2, then loses three times: A 6 points; B 12, C 9, D 3
    rounds = "A>C B>D", "A>B C>D", "B>A D>C", "C>A B>D", "B>A C>D"
    ranking = rank_swiss(RankedSwiss(field("ABCD"), record(*rounds), SwissSettings(5)))
    assert [(line.rank, line.player.id, line.history.points) for line in ranking] == [
        (1, "A", 6),
        (2, "B", 12),
        (3, "C", 9),
        (4, "D", 3),
    ]
    assert [line.winner for line in ranking] == [True, False, False, False]
    assert swiss_winners(field("ABCD"), record(*rounds), SwissSettings(5)) == SwissWinners(("A",), 2)


@pytest.mark.parametrize(
    ("game", "kept"),
    [
        (OpenGame(2, 2, ("B", "C")), False),
        (OpenGame(2, 1, ("A", "D")), True),
        (OpenGame(1, None, ()), True),
        (OpenGame(3, 1, ("A", "B")), False),
        (OpenGame(3, None, ()), False),
        (OpenGame(5, 2, ("B", "C")), False),
    ],
    ids=["of the beaten", "of the winner", "of nobody knows whom", "of the winner later", "a later round", "the last"],
)
def test_aso_7_an_open_game_keeps_the_last_undefeated_back_up_to_the_round_that_found_him(
    game: OpenGame, *, kept: bool
) -> None:
    past = record("A>C B>D", "A>B C>D")
    expected = SwissWinners((), None) if kept else SwissWinners(("A",), 2)
    assert swiss_winners(field("ABCD"), past, SwissSettings(5), [game]) == expected


def test_aso_7_a_winner_whom_the_first_round_found_waits_for_no_game_of_the_second() -> None:
    game = OpenGame(2, 1, ("A", "B"))
    assert swiss_winners(field("AB"), record("A>B"), SwissSettings(3), [game]) == SwissWinners(("A",), 1)


@pytest.mark.parametrize("game", [OpenGame(1, 3, ("C", "D")), OpenGame(1, 1, ("A", "C")), OpenGame(1, None, ())])
def test_aso_7_an_open_game_of_the_last_round_keeps_joint_winners_back(game: OpenGame) -> None:
    past = record("A>C B>D")
    assert swiss_winners(field("ABCD"), past, SwissSettings(1)) == SwissWinners(("A", "B"), 1)
    assert swiss_winners(field("ABCD"), past, SwissSettings(1), [game]) == SwissWinners((), None)


def test_aso_7_who_misses_a_round_is_not_the_last_undefeated() -> None:
    assert swiss_winners(field("ABCD"), record("A>C B>D", "B>C"), SwissSettings(5)) == SwissWinners(("B",), 2)


def test_aso_7_two_undefeated_at_the_end_win_together_without_a_tie_break() -> None:
    two = record("A>C B>D", "A>D B>C")
    assert swiss_winners(field("ABCD"), two, SwissSettings(2)) == SwissWinners(("A", "B"), 2)
    # A met 1600 and 1500, B 1800 and 1700, which makes no difference; D and C have 3 points and D lost later;
    # E and F have none and lost in round 1: E met 2000 and 1800, F 1700 and 2000
    lines = ranked("ABCDEF", "A>E B>C D>F", "A>F B>D C>E", of=2)
    assert lines == [(1, "A"), (1, "B"), (3, "D"), (4, "C"), (5, "E"), (6, "F")]
    # with rounds to come nobody has won yet, and the tie-breaks stand in
    assert ranked("ABCD", "A>D B>C", "A>C B>D", of=3)[0] == (1, "A")
    assert swiss_winners(field("ABCD"), two, SwissSettings(3)) == SwissWinners((), None)


@pytest.mark.parametrize(
    ("play_off", "ranks"),
    [
        ("B>A", [(1, "B"), (2, "A"), (3, "C"), (4, "D")]),
        ("A>B", [(1, "A"), (2, "B"), (3, "C"), (4, "D")]),
        ("A=B", [(1, "A"), (1, "B"), (3, "C"), (4, "D")]),
        ("B>C", [(1, "A"), (1, "B"), (3, "C"), (4, "D")]),  # C is no joint winner
    ],
)
def test_aso_7_a_play_off_decides_between_two_joint_winners_and_nothing_else(
    play_off: str, ranks: list[tuple[int, str]]
) -> None:
    past, (game,) = record("A>C B>D"), record(play_off).games
    ranking = rank_swiss(RankedSwiss(field("ABCD"), past, SwissSettings(1), (), game))
    assert [(line.rank, line.player.id) for line in ranking] == ranks
    assert [line.player.id for line in ranking if line.winner] == [id_ for rank, id_ in ranks if rank == 1]
    assert {line.player.id: line.history for line in ranking} == {
        line.player.id: line.history for line in rank_swiss(RankedSwiss(field("ABCD"), past, SwissSettings(1)))
    }


def test_aso_7_joint_winners_may_differ_in_points() -> None:
    settings = SwissSettings(rounds=1, bye_points=2)
    ranking = rank_swiss(RankedSwiss(field("ABC"), record("A>B C+"), settings))
    assert [(line.rank, line.player.id, line.history.points) for line in ranking] == [
        (1, "A", 3),
        (1, "C", 2),
        (3, "B", 0),
    ]


def test_aso_7_with_nobody_undefeated_points_decide_first_place_too() -> None:
    # both draws of round 1 end all hopes; A 7, C 4, D 4, B 1
    rounds = "A=B C=D", "A>C D>B", "A>D C>B"
    assert swiss_winners(field("ABCD"), record(*rounds), SwissSettings(3)) == SwissWinners((), None)
    assert ranked("ABCD", *rounds, of=3)[0] == (1, "A")
    assert not any(line.winner for line in rank_swiss(RankedSwiss(field("ABCD"), record(*rounds), SwissSettings(3))))


def test_aso_7_where_the_last_round_leaves_nobody_undefeated_no_round_has_found_a_winner() -> None:
    assert swiss_winners(field("ABCD"), record("A=B C=D"), SwissSettings(1)) == SwissWinners((), None)


def test_aso_7_the_later_first_loss_is_better_and_none_is_best() -> None:
    # C and D have 4 points: C lost in round 2, D in round 3
    assert ranked("ABCD", "A=B C=D", "A>C D>B", "A>D C>B", of=3) == [(1, "A"), (2, "D"), (3, "C"), (4, "B")]
    # B and D have 3 points: B drew three times and never lost, D won once and lost twice
    rounds = "B=E A>D", "B=F A=C D>E", "B=A C>D"
    assert ranked("ABCDEF", *rounds, of=3)[2:4] == [(3, "B"), (4, "D")]


def test_aso_7_a_missed_round_counts_as_lost_in_that_round() -> None:
    # B, C and D have 3 points: C lost round 2, D round 1, and B missed it; D met 2000 and 1800, B 1600 alone.
    # E and F have none and lost or missed round 1: F met 2000 alone, E 1800 and 1900
    lines = ranked("ABCDEF", "A>D C>E", "A>F D>C B>E")
    assert lines == [(1, "A"), (2, "C"), (3, "D"), (4, "B"), (5, "F"), (6, "E")]


def test_aso_7_the_later_first_draw_is_better() -> None:
    # B and C have 4 points and no loss; B drew in round 1 and C in round 2; with B's better opponents
    rounds = "A>G B=D C>H", "A>H B>E C=F"
    assert line_of("B", "ABCDEFGH", *rounds).opponents_rating == Fraction(1650)
    assert line_of("C", "ABCDEFGH", *rounds).opponents_rating == Fraction(1400)
    assert ranked("ABCDEFGH", *rounds)[1:3] == [(2, "C"), (3, "B")]


def test_aso_7_the_mean_rating_of_opponents_actually_met_comes_last() -> None:
    # B and C lost to A and D in round 3; B met 1600, 1500 and 2000, C had a bye, met 1400 and 1700
    rounds = "A>G B>E C+", "A>H B>F C>G", "A>B D>C"
    assert line_of("B", "ABCDEFGH", *rounds).opponents_rating == Fraction(5100, 3)
    assert line_of("C", "ABCDEFGH", *rounds).opponents_rating == Fraction(3100, 2)
    assert ranked("ABCDEFGH", *rounds)[1:3] == [(2, "B"), (3, "C")]


def test_aso_7_an_opponent_counts_for_each_game_and_means_are_exact() -> None:
    assert line_of("A", "ABC", "A>B C+", "A>C B+", "B>A C+").opponents_rating == Fraction(1900 + 1800 + 1900, 3)


def test_aso_7_a_full_tie_shares_a_rank_and_skips_the_next() -> None:
    # nobody has lost or met anybody but by draws with opponents of one rating
    players = [SwissPlayer(name, name, 1500) for name in "DCBA"]
    lines = rank_swiss(RankedSwiss(players, record("A>B C=D", "A>C B=D"), SwissSettings(2)))
    # A 6; D 2 without a loss; B 1 and lost in round 1; C 1 and lost in round 2
    assert [(line.rank, line.player.id) for line in lines] == [(1, "A"), (2, "D"), (3, "C"), (4, "B")]
    lines = rank_swiss(RankedSwiss(players, record("A>D B=C"), SwissSettings(2)))
    assert [(line.rank, line.player.id) for line in lines] == [(1, "A"), (2, "B"), (2, "C"), (4, "D")]


def test_who_has_met_nobody_ranks_below_who_has() -> None:
    # without a round both miss nothing; B has lost to A, C has missed the round: both 0 points and lost round 1
    assert ranked("ABC", "A>B") == [(1, "A"), (2, "B"), (3, "C")]
    assert line_of("C", "ABC", "A>B").opponents_rating is None
    unrated = [SwissPlayer(name, name, 0) for name in "ABC"]
    assert [line.rank for line in rank_swiss(RankedSwiss(unrated, record("A>B"), SwissSettings(5)))] == [1, 2, 3]


def test_before_the_first_round_all_are_equal() -> None:
    assert ranked("CAB") == [(1, "A"), (1, "B"), (1, "C")]


def test_the_order_of_the_players_makes_no_difference() -> None:
    rounds = "A>D B>C", "A>B C>D"
    assert ranked("DBCA", *rounds) == ranked("ABCD", *rounds)


def test_a_stranger_in_a_game_is_refused() -> None:
    with pytest.raises(ValueError, match="not among the players of the event: B"):
        ranked("A", "A>B")
