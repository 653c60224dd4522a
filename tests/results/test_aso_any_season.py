"""Accelerated Swiss by chance and by hand: every formula of the standings comes to what Python makes of it."""

from __future__ import annotations

from typing import Any

import pytest
from aso_seasons import LEFT_OPEN, SEASONS, SIMULATED, Season
from planned_workbooks import Group

from sheetscore.pairing.draw import OpenGame
from sheetscore.systems.aso.standings import rank_event
from sheetscore.systems.context import EventProgress
from sheetscore.tables.sheet import places_of

cases = Group("aso standings")


@pytest.mark.parametrize("name", SEASONS)
def test_ranks_and_tie_breaks_do_not_need_the_rows_in_order(name: str) -> None:
    ranks = {row["id"]: row["rank"] for row in SEASONS[name]().standings.rows}
    assert cases[name].by("id", "rank") == ranks


def listed_ranks(season: Season) -> list[Any]:
    """Give the ranks down the lines of the standings, as they are laid out."""
    ranks = {row["id"]: row["rank"] for row in season.standings.rows}
    return [ranks[str(line)] for line in places_of(season.plan().sheets)["standings"].rows]


def test_most_of_the_rows_were_not_in_order() -> None:
    listed = [listed_ranks(make()) for make in SEASONS.values()]
    assert sum(ranks != sorted(ranks) for ranks in listed) > len(listed) / 2


def test_the_simulated_events_find_winners_in_every_way() -> None:
    """What is simulated must reach every branch of the winner's rule, or the tests above show little."""
    found = set()
    for make in SIMULATED.values():
        for rounds in (make().rounds, make().changed.rounds):
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
        for rounds, drawn in (
            (season.rounds, season.drawn),
            (season.changed.rounds, season.drawn),
            (season.changed.rounds, ()),
        ):
            ranked = rank_event(EventProgress(season.event, rounds, drawn))
            crowned[ranked.provisional].add(any(row["winner"] for row in ranked.rows))
    assert crowned == {True: {True, False}, False: {True, False}}


def test_open_games_of_beaten_players_do_not_take_the_winner_the_star_before_the_last_round() -> None:
    case = cases["far ahead"]
    assert SEASONS["far ahead"]().standings.open == (OpenGame(2, 1, ("C", "D")),)
    assert {id_ for id_, star in case.by("id", "winner").items() if star} == {"A"}
    assert case.by("title", "who", "prizes")["Winner"] == "Player A"
    assert "Runner-up" not in case.by("title", "who", "prizes")


def test_a_star_stands_nowhere_while_a_game_of_the_last_round_is_open_and_several_are_left() -> None:
    last = [
        case
        for name, season in ((name, make()) for name, make in LEFT_OPEN.items())
        if any(game.round == season.event.header.rounds for game in season.standings.open)
        and (case := cases[name]).column("undefeated", "found")[-1] in {None, season.event.header.rounds}
    ]
    assert len(last) > 1
    for case in last:
        assert not any(case.by("id", "winner").values())
        assert not any(case.column("prizes", "title"))
        assert not any("★" in cells for cells in (case.told("Standings"), case.told("Prizes")))
