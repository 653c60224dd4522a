"""Accelerated Swiss by chance and by hand: every formula of the standings comes to what Python makes of it."""

from __future__ import annotations

from typing import Any

import pytest
from aso_seasons import LEFT_OPEN, PLAY_OFFS, SEASONS, SIMULATED, Cases, Season
from libreoffice import assert_recalculated_equals_cached

from sheetscore.pairing.draw import OpenGame
from sheetscore.systems.aso.standings import rank_event
from sheetscore.systems.context import EventProgress
from sheetscore.tables.sheet import places_of


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Cases:
    return Cases(tmp_path_factory.mktemp("aso"))


@pytest.mark.parametrize("name", SEASONS)
def test_every_formula_recalculates_to_its_cached_value(cases: Cases, name: str) -> None:
    assert assert_recalculated_equals_cached(cases[name].path, cases[name].recalculated) > 50


@pytest.mark.parametrize("name", SEASONS)
def test_ranks_and_tie_breaks_do_not_need_the_rows_in_order(cases: Cases, name: str) -> None:
    case = cases[name]
    expected = case.season.standings.rows
    assert case.by("id", "rank") == {row["id"]: row["rank"] for row in expected}


def listed_ranks(season: Season) -> list[Any]:
    """Give the ranks down the lines of the standings, as they are laid out."""
    ranks = {row["id"]: row["rank"] for row in season.standings.rows}
    return [ranks[str(line)] for line in places_of(season.book.sheets)["standings"].rows]


def test_most_of_the_rows_were_not_in_order() -> None:
    listed = [listed_ranks(make()) for make in SEASONS.values()]
    assert sum(ranks != sorted(ranks) for ranks in listed) > len(listed) / 2


@pytest.mark.parametrize("name", [name for name in (*SIMULATED, *LEFT_OPEN, *PLAY_OFFS) if SEASONS[name]().changes])
def test_results_typed_over_change_the_ranking_as_ranking_anew_does(cases: Cases, name: str) -> None:
    case = cases[name]
    expected = rank_event(EventProgress(case.season.event, case.season.changed, case.season.drawn)).rows
    for key, column in {
        "rank": "rank",
        "score": "score",
        "first_loss": "first_loss",
        "first_draw": "first_draw",
    }.items():
        assert case.by("id", column, path=case.changed) == {row["id"]: row[key] for row in expected}, key
    stars = {row["id"]: "★" if row["winner"] else None for row in expected}
    assert {id_: star or None for id_, star in case.by("id", "winner", path=case.changed).items()} == stars


def test_the_simulated_events_find_winners_in_every_way() -> None:
    """What is simulated must reach every branch of the winner's rule, or the tests above show little."""
    found = set()
    for make in SIMULATED.values():
        for rounds in (make().rounds, make().changed):
            rows = rank_event(EventProgress(make().event, rounds)).rows
            winners = [row for row in rows if row["winner"]]
            best = max(int(row["score"] or 0) for row in rows)
            found.add((min(len(winners), 2), bool(winners) and int(winners[0]["score"] or 0) < best))
    assert {(0, False), (1, False), (1, True), (2, False)} <= found


def test_the_events_with_open_games_name_a_winner_and_keep_one_back() -> None:
    """What is left open must reach both ends of the rule, before and after the results are typed."""
    seasons = [make() for make in LEFT_OPEN.values()]
    crowned: dict[bool, set[bool]] = {True: set(), False: set()}
    for season in seasons:
        for rounds, drawn in ((season.rounds, season.drawn), (season.changed, season.drawn), (season.changed, ())):
            ranked = rank_event(EventProgress(season.event, rounds, drawn))
            crowned[ranked.provisional].add(any(row["winner"] for row in ranked.rows))
    assert crowned == {True: {True, False}, False: {True, False}}


def test_open_games_of_beaten_players_do_not_take_the_winner_the_star_before_the_last_round(
    cases: Cases,
) -> None:
    case = cases["far ahead"]
    assert case.season.standings.open == (OpenGame(2, 1, ("C", "D")),)
    assert {id_ for id_, star in case.by("id", "winner").items() if star} == {"A"}
    assert case.by("title", "who", "prizes")["Winner"] == "Player A"
    assert case.by("title", "holders", "prizes")["Runner-up"] == 0


def test_a_star_stands_nowhere_while_a_game_of_the_last_round_is_open_and_several_are_left(
    cases: Cases,
) -> None:
    last = [
        case
        for case in cases.of(LEFT_OPEN)
        if any(game.round == case.season.event.header.rounds for game in case.season.standings.open)
        and case.lines("undefeated", "found")[-1][0] in {None, case.season.event.header.rounds}
    ]
    assert len(last) > 1
    for case in last:
        assert not any(case.by("id", "winner").values())
        assert not any(case.by("title", "holders", "prizes").values())
        assert not any("★" in cells for cells in (case.told("Standings"), case.told("Prizes")))
