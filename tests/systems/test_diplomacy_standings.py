"""The standings of Diplomacy: ties broken one after the other, best countries, teams."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any

import pytest
from diplomacy_event import Rounds, diplomacy_event, game_row, random_rounds, sat_out
from hypothesis import given
from hypothesis import strategies as st

from sheetscore.scoring.boards.system import board_system
from sheetscore.systems.context import EventProgress
from sheetscore.systems.diplomacy.boards import games_of
from sheetscore.systems.diplomacy.event_scores import score_event, team_scores
from sheetscore.systems.diplomacy.event_tables.value_tables import countries_table
from sheetscore.systems.diplomacy.game_values import best_games
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.diplomacy.score import EventBoards, rank_event
from sheetscore.systems.outcomes import ResultRow
from sheetscore.tables.table import Table, figure_column

KEYS = [
    "rank", "id", "name", "team", "score", "rounds", "games", "solos", "best_game", "second_best_game", "centres",
    "head_to_head",
]  # fmt: skip


def standing(rounds: Mapping[int, Sequence[ResultRow]], *keys: str, **settings: Any) -> list[tuple[Any, ...]]:
    rows = rank_event(EventProgress(diplomacy_event(7, 3, **settings), rounds)).rows
    return [tuple(row[key] for key in keys) for row in rows]


def ranks(rounds: Mapping[int, Sequence[ResultRow]], *tie_breaks: str) -> dict[Any, Any]:
    return dict(standing(rounds, "id", "rank", tie_breaks=tie_breaks))


# rows


def test_a_row_has_all_figures() -> None:
    rounds = {
        1: (
            game_row("P01", "Austria", 40, centres=9),
            game_row("P01", "Italy", 25, centres=6, table=2),
            game_row("P02", "Turkey", 12, centres=3),
        ),
        3: (game_row("P01", "France", 100, centres=18, outcome="solo", fate="solo"), sat_out("P02", 20)),
    }
    event = diplomacy_event(7, 3, teams=2)
    found = rank_event(EventProgress(event, rounds))
    assert (found.after_round, found.findings) == (3, ())
    assert [list(row) for row in found.rows] == [KEYS, KEYS]
    assert [tuple(row.values()) for row in found.rows] == [
        (1, "P01", "Player P01", "T1", 140, 2, 3, 1, 100, 40, 33, 0),
        (2, "P02", "Player P02", "T2", 32, 1, 1, 0, 12, None, 3, 0),
    ]


def test_nothing_scored_is_nothing_ranked() -> None:
    found = rank_event(EventProgress(diplomacy_event(), {}))
    assert (found.after_round, found.rows) == (0, ())


def test_a_conceded_game_is_a_solo_and_a_ruled_score_counts() -> None:
    row = game_row("P01", "Austria", 7, outcome="concession", fate="solo", computed=100)
    assert standing({1: (row,)}, "score", "solos", "best_game") == [(7, 1, 7)]


def test_standbys_are_not_ranked_and_who_has_left_the_roster_is() -> None:
    rounds = {1: (game_row("S01", "Austria", 90), game_row("P01", "Italy", 1), game_row("X99", "France", 5))}
    assert standing(rounds, "rank", "id", standbys=1) == [(1, "X99"), (2, "P01")]


# ties


def test_without_tie_breaks_equal_scores_share_a_rank_and_the_next_is_skipped() -> None:
    rounds = {1: tuple(game_row(f"P0{n}", "Austria", score) for n, score in enumerate((5, 8, 5, 2), start=1))}
    assert ranks(rounds) == {"P02": 1, "P01": 2, "P03": 2, "P04": 4}


TIED: Rounds = {
    1: (
        game_row("P01", "Austria", 20, centres=4, table=1),
        game_row("P02", "Italy", 30, centres=4, table=2),
        game_row("P03", "France", 30, centres=5, table=3),
    ),
    2: (
        game_row("P01", "Austria", 20, centres=4, table=1, outcome="solo", fate="solo"),
        game_row("P02", "Italy", 10, centres=9, table=2),
        game_row("P03", "France", 8, centres=9, table=3),
    ),
    3: (game_row("P03", "England", 2, centres=0, table=4),),
}
"""All have 40: P01 a solo and 8 centres, P02 30 + 10 and 13, P03 30 + 8 + 2 and 14."""


@pytest.mark.parametrize(
    ("tie_break", "expected"),
    [
        ("solos", {"P01": 1, "P02": 2, "P03": 2}),
        ("best_game", {"P02": 1, "P03": 1, "P01": 3}),
        ("second_best_game", {"P01": 1, "P02": 2, "P03": 3}),
        ("centres", {"P03": 1, "P02": 2, "P01": 3}),
        ("head_to_head", {"P01": 1, "P02": 1, "P03": 1}),
    ],
)
def test_dip_4_every_tie_break_alone(tie_break: str, expected: dict[str, int]) -> None:
    assert ranks(TIED, tie_break) == expected


def test_dip_4_a_later_tie_break_parts_only_those_who_are_still_tied() -> None:
    assert ranks(TIED, "best_game", "centres") == {"P03": 1, "P02": 2, "P01": 3}
    assert ranks(TIED, "solos", "second_best_game") == {"P01": 1, "P02": 2, "P03": 3}
    assert ranks(TIED, "solos", "centres", "solos") == {"P01": 1, "P03": 2, "P02": 3}


def test_a_second_best_game_of_nothing_is_better_than_none() -> None:
    rounds = {1: (game_row("P01", "Austria", 5), game_row("P02", "Italy", 5)), 2: (game_row("P02", "Italy", 0),)}
    assert ranks(rounds, "second_best_game") == {"P02": 1, "P01": 2}
    rounds[2] = (game_row("P02", "Italy", -62), game_row("P01", "Italy", 0, table=2), sat_out("P01", -62))
    assert standing(rounds, "id", "second_best_game", round_scoring="none") == [("P01", 0), ("P02", -62)]


def shared_boards(fourth: int = 0) -> Rounds:
    """P01, P02 and P03 have 60; on the board that P01 and P02 shared, P02 had 10 more; P03 met nobody of them."""
    return {
        1: (
            game_row("P01", "Austria", 20, table=1),
            game_row("P02", "Italy", 30, table=1),
            game_row("P04", "France", fourth, table=1),
            game_row("P03", "Austria", 20, table=2),
        ),
        2: (
            game_row("P01", "Austria", 40, table=1),
            game_row("P03", "Austria", 40, table=2),
            game_row("P02", "Austria", 30, table=3),
        ),
    }


def test_dip_4_head_to_head_is_by_how_much_more_was_scored_than_the_tied_on_shared_boards() -> None:
    found = standing(shared_boards(), "id", "rank", "head_to_head", tie_breaks=("head_to_head",))
    assert found == [("P02", 1, 10), ("P03", 2, 0), ("P01", 3, -10), ("P04", 4, 0)]


def test_head_to_head_does_not_look_at_others_on_the_board() -> None:
    found = dict(standing(shared_boards(fourth=59), "id", "head_to_head", tie_breaks=("head_to_head",)))
    assert found == {"P02": 10, "P03": 0, "P01": -10, "P04": 0}


def test_head_to_head_looks_at_those_only_whom_nothing_before_has_parted() -> None:
    found = standing(shared_boards(), "id", "rank", "head_to_head", tie_breaks=("best_game", "head_to_head"))
    # the best games are 40, 30 and 40: P02 is last of the three, and P01 and P03 never met
    assert found == [("P01", 1, 0), ("P03", 1, 0), ("P02", 3, 0), ("P04", 4, 0)]


def test_head_to_head_of_three_on_one_board_is_added_up() -> None:
    rounds = {
        1: (game_row("P01", "Austria", 50), game_row("P02", "Italy", 30), game_row("P03", "France", 10)),
        2: (
            game_row("P03", "Austria", 50, table=3),
            game_row("P02", "Italy", 30, table=2),
            game_row("P01", "France", 10),
        ),
    }
    found = standing(rounds, "id", "head_to_head", tie_breaks=("head_to_head",))
    assert found == [("P01", 20 + 40), ("P02", -20 + 20), ("P03", -40 - 20)]


def test_head_to_head_counts_only_where_it_is_a_tie_break() -> None:
    assert standing(shared_boards(), "head_to_head", tie_breaks=("solos",)) == [(None,)] * 4


@given(st.integers(0, 10_000), st.permutations(["solos", "best_game", "second_best_game", "centres", "head_to_head"]))
def test_the_order_of_rows_and_of_players_does_not_matter(seed: int, chain: list[str]) -> None:
    event = diplomacy_event(15, 2, tie_breaks=tuple(chain), scoring="draw-size")
    rounds, chance = random_rounds(event, seed), random.Random(seed)
    shuffled = {number: chance.sample(rounds[number], len(rounds[number])) for number in sorted(rounds, reverse=True)}
    players = tuple(chance.sample(event.players, len(event.players)))
    turned = DiplomacyEvent(header=event.header, settings=event.settings, players=players)
    assert rank_event(EventProgress(turned, shuffled)) == rank_event(EventProgress(event, rounds))


@given(st.integers(0, 10_000))
def test_one_more_tie_break_only_parts_who_shared_a_rank(seed: int) -> None:
    event = diplomacy_event(14, 2, scoring="draw-size")
    rounds = random_rounds(event, seed)
    chain: tuple[str, ...] = ()
    before = None
    for tie_break in ("solos", "best_game", "centres", "head_to_head", "second_best_game"):
        chain = (*chain, tie_break)
        after = {
            row["id"]: int(row["rank"] or 0)
            for row in rank_event(EventProgress(diplomacy_event(14, 2, tie_breaks=chain), rounds)).rows
        }
        if before:
            assert all(after[id_] >= rank for id_, rank in before.items())
            assert all(after[one] < after[other] for one in after for other in after if before[one] < before[other])
        before = after


@given(st.integers(0, 10_000))
def test_head_to_head_takes_from_one_what_it_gives_to_another(seed: int) -> None:
    event = diplomacy_event(14, 2, tie_breaks=("head_to_head",), scoring="draw-size")
    rows = rank_event(EventProgress(event, random_rounds(event, seed))).rows
    for score in {row["score"] for row in rows}:
        assert sum(Fraction(row["head_to_head"] or 0) for row in rows if row["score"] == score) == 0


# best countries


def test_dip_4_best_countries_go_by_score_then_centres_and_exact_ties_share() -> None:
    games = games_of(
        {
            1: (
                game_row("P01", "Austria", 30, centres=9),
                game_row("P02", "Italy", 20, centres=7),
                game_row("P03", "Turkey", 10, centres=5),
            ),
            2: (
                game_row("P02", "Austria", 31, centres=3),
                game_row("P03", "Italy", 20, centres=8),
                game_row("P04", "Turkey", 10, centres=5),
            ),
        }
    )
    best = best_games(games, {"P01", "P02", "P03", "P04"})
    assert {power: [game.player for game in held] for power, held in best.items()} == {
        "Austria": ["P02"],
        "Italy": ["P03"],
        "Turkey": ["P03", "P04"],
    }
    assert {power: [game.player for game in held] for power, held in best_games(games, {"P01", "P04"}).items()} == {
        "Austria": ["P01"],
        "Turkey": ["P04"],
    }


def test_how_the_powers_fared_counts_all_games() -> None:
    games = games_of(
        {
            1: (game_row("P01", "Austria", 100, centres=18, fate="solo"), game_row("S01", "Italy", 7, centres=0)),
            2: (game_row("S01", "Austria", 1, centres=3, fate="draw"),),
            3: (game_row("P02", "Austria", 0, centres=0, fate="eliminated"), sat_out("P01", 50)),
        }
    )
    columns = ("power", "fate", "centres", "score")
    listed = Table("games", tuple(figure_column(key, "", 9, attrgetter(key)) for key in columns), games)
    fared = countries_table(listed)
    austria, england = (
        {column.key: fared.value(power, column) for column in fared.columns} for power in ("Austria", "England")
    )
    assert (austria["games"], austria["mean_centres"], austria["mean_score"]) == (3, Fraction(7), Fraction(101, 3))
    assert (austria["solos"], austria["draws"], austria["eliminated"]) == (1, 1, 1)
    assert (england["games"], england["mean_centres"], england["mean_score"]) == (0, None, None)


# teams


def test_dip_4_a_teams_score_is_the_sum_of_its_best_members() -> None:
    """Teams in turn: T1 has P01, P04, P07; T2 P02, P05, S01; T3 P03, P06."""
    event = diplomacy_event(7, 1, teams=3, team_members=2)
    standby = event.players[4].model_copy(update={"id": "S01", "standby": True})
    event = event.model_copy(update={"players": (*event.players, standby)})
    points = {"P01": 10, "P04": 1, "P07": 5, "P02": 7, "P05": 8, "P03": 4, "S01": 90}
    rows = tuple(game_row(id_, "Austria", score) for id_, score in points.items())
    found = team_scores(event, rank_event(EventProgress(event, {1: rows})).rows)
    assert [(team.rank, team.id, team.name, team.score) for team in found] == [
        (1, "T1", "Team 1", Fraction(15)),
        (1, "T2", "Team 2", Fraction(15)),
        (3, "T3", "Team 3", Fraction(4)),
    ]
    assert [[row["id"] for row in team.members] for team in found] == [["P01", "P07", "P04"], ["P05", "P02"], ["P03"]]


def test_teams_go_by_their_ids_whatever_the_capitals_and_an_event_without_any_has_none() -> None:
    event = diplomacy_event(2, 1, teams=1)
    small = tuple(player.model_copy(update={"team": "t1"}) for player in event.players)
    event = event.model_copy(update={"players": small})
    rows = rank_event(EventProgress(event, {1: (game_row("P01", "Austria", 3),)})).rows
    assert [(team.id, team.score) for team in team_scores(event, rows)] == [("T1", Fraction(3))]
    assert team_scores(diplomacy_event(2, 1), rows) == ()


# what chance events are made of


def test_events_made_up_by_chance_have_every_ending_and_every_way_to_fill_boards() -> None:
    """Otherwise the tests that build on them show little."""
    outcomes, fates, twice, sitting = set(), set(), 0, 0
    for seed in range(12):
        doubled = diplomacy_event(23, 3, remainder="double")
        games = games_of(random_rounds(doubled, seed))
        outcomes |= {game.outcome for game in games}
        fates |= {game.fate for game in games}
        places = [(game.player, game.round) for game in games]
        twice += len(places) - len(set(places))
        assert len({(game.player, game.round, game.table) for game in games}) == len(games) == 3 * 28
        sitting += len(random_rounds(diplomacy_event(24), seed)[1]) - 21
    assert outcomes == {"solo", "draw", "draw-all", "time", "concession"}
    assert fates == {"solo", "draw", "survived", "lost", "eliminated"}
    assert (twice, sitting) == (12 * 3 * 5, 12 * 3)
    filled = diplomacy_event(22, standbys=6, remainder="standbys")
    assert set(score_event(filled, random_rounds(filled, 1)).standbys) == {f"S0{n}" for n in range(1, 7)}


# boards scored again


@given(st.integers(0, 10_000))
def test_boards_kept_in_results_score_again_what_they_scored(seed: int) -> None:
    event = diplomacy_event(14, 2, scoring="carnage-with-elimination-order")
    rounds = random_rounds(event, seed)
    again = EventBoards(rounds).rescored(board_system(event.settings.scoring))
    assert again == {number: [{**row, "score": row["computed"]} for row in rows] for number, rows in rounds.items()}


HISTORY: Mapping[str, tuple[int, int | None, int | None]] = {
    # centres, year of elimination, rank by what was owned before
    "Austria": (0, 1903, 7),
    "England": (12, None, 1),
    "France": (0, 1906, 5),
    "Germany": (0, 1904, 6),
    "Italy": (6, None, 4),
    "Russia": (8, None, 3),
    "Turkey": (8, None, 2),
}


def game_rows(powers: Mapping[str, tuple[int, int | None, int | None]]) -> tuple[ResultRow, ...]:
    return tuple(
        game_row(f"P{at}", power, 0, centres=centres, eliminated=year, history=rank)
        for at, (power, (centres, year, rank)) in enumerate(powers.items())
    )


def kept(powers: Mapping[str, tuple[int, int | None, int | None]] = HISTORY) -> EventBoards:
    return EventBoards({1: game_rows(powers)})


def test_a_kept_board_remembers_who_was_ahead_before() -> None:
    """Maxonian gives 7 to 1 by place; Turkey was ahead of Russia, and the dead come in the order of their years."""
    again = kept().rescored(board_system("maxonian"))
    assert again
    assert {row["power"]: row["score"] for row in again[1]} == {
        "England": 7, "Turkey": 6, "Russia": 5, "Italy": 4, "France": 3, "Germany": 2, "Austria": 1,
    }  # fmt: skip


def test_what_sitting_out_scores_belongs_to_the_system_of_the_event() -> None:
    """28 points are a good game in draw sizes, and nothing beside the thousands of Carnage."""
    rounds = {1: (*game_rows(HISTORY), sat_out("P9", 28))}
    again = EventBoards(rounds).rescored(board_system("carnage-with-elimination-order"))
    assert again
    assert [row["score"] for row in again[1] if row["outcome"] == "sat-out"] == [None]


def test_a_kept_board_does_not_guess_who_was_eliminated_first() -> None:
    unknown = {**HISTORY, "France": (0, None, None), "Germany": (0, 1904, None)}
    assert kept(unknown).rescored(board_system("maxonian")) is None
    assert kept(unknown).rescored(board_system("7eleven")) is None


def test_a_board_is_not_scored_again_without_a_year_or_without_all_powers() -> None:
    unknown = {**HISTORY, "France": (0, None, 5)}
    assert kept(unknown).rescored(board_system("manorcon")) is None
    assert kept(unknown).rescored(board_system("scs"))
    six = kept({power: facts for power, facts in HISTORY.items() if power != "Austria"})
    assert not six.complete
