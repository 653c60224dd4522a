"""Made-up players: the same for every format, and as strong and lucky as they are said to be."""

from __future__ import annotations

from statistics import fmean, stdev

import pytest
from msgspec.structs import replace

from sheetscore.simulation.luck import MadeUpPlayers


def test_players_and_luck_follow_from_seed_and_event_alone() -> None:
    made_up = MadeUpPlayers(players=5)
    assert made_up.roster(3) == made_up.roster(3)
    assert made_up.playing(3, 2) == made_up.playing(3, 2)
    different = {
        str(one.playing(event, round_))
        for one in (made_up, replace(made_up, seed=2))
        for event in (1, 2)
        for round_ in (1, 2)
    }
    assert len(different) == 8


def test_strengths_and_ratings_are_spread_as_it_is_said() -> None:
    made_up = MadeUpPlayers(players=4_000, spread=200, unknown=50)
    strengths = made_up.strengths(1)
    wrong = [int(one.rating or 0) - strengths[one.id] for one in made_up.roster(1)]
    assert fmean(strengths.values()) == pytest.approx(1500, abs=15)
    assert stdev(strengths.values()) == pytest.approx(200, rel=0.05)
    assert stdev(wrong) == pytest.approx(50, rel=0.05)


def test_without_luck_everybody_plays_as_strong_as_they_are() -> None:
    made_up = MadeUpPlayers(players=6, luck=0)
    assert made_up.playing(7, 1) == made_up.strengths(7)


@pytest.mark.parametrize(("ahead", "odds"), [(0, 1 / 2), (100, 0.640065), (400, 10 / 11)])
def test_of_two_players_each_wins_as_elo_has_it(ahead: float, odds: float) -> None:
    """1 in 1 + 10 ** (-ahead / 400), the expected score of Elo's rating."""
    made_up, events = MadeUpPlayers(players=2, spread=0), 20_000
    won = 0
    for event in range(1, events + 1):
        playing = made_up.playing(event, 1)
        won += playing["P01"] + ahead > playing["P02"]
    assert won / events == pytest.approx(odds, abs=4 * (odds * (1 - odds) / events) ** 0.5)
