"""Events played through: known cases of who must win, and how ranks agree with strengths."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetscore.event.model import Event
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.simulation.luck import MadeUpPlayers
from sheetscore.simulation.playing import EventFormat, EventOutcome, _together, kendall, play_event
from sheetscore.systems.airforce import simulated as fights
from sheetscore.systems.airforce.model import AirforceEvent
from sheetscore.systems.context import RoundContext
from sheetscore.systems.system import loadable_systems, system_called

SIMULATED = [system.id for system in loadable_systems() if system.rare.simulated is not None]


def usual(system: str, rounds: int, **settings: Any) -> EventFormat:
    """Give the usual format of a system with other settings."""
    event: Event = system_called(system).starter("Simulated")
    changed = event.settings.model_copy(update=settings)
    return EventFormat("usual", event.model_copy(update={"settings": changed}), rounds)


def played(format_: EventFormat, players: MadeUpPlayers, events: int) -> list[EventOutcome]:
    return [play_event(format_, players, number) for number in range(1, events + 1)]


@pytest.mark.parametrize(("players", "rounds"), [(8, 3), (16, 4), (2, 1)])
def test_where_the_stronger_always_wins_a_swiss_of_log2_rounds_finds_the_best(players: int, rounds: int) -> None:
    certain = MadeUpPlayers(players=players, luck=0)
    assert {one.winners for one in played(usual("aso", rounds), certain, 20)} == {(0,)}


def test_of_equal_players_everybody_wins_as_often() -> None:
    """Four players in two rounds: one of them wins both games, by lot, whoever stands first on the roster."""
    events = 600
    outcomes = played(usual("aso", 2), MadeUpPlayers(players=4, spread=0, unknown=0), events)
    error = (1 / 4 * 3 / 4 / events) ** 0.5
    for place in range(4):
        assert sum(one.won_by(place) for one in outcomes) / events == pytest.approx(1 / 4, abs=4 * error)
    assert {one.agreement for one in outcomes} == {None}


def test_where_all_meet_all_and_the_stronger_always_wins_ranks_are_strengths() -> None:
    outcomes = played(usual("match", 5), MadeUpPlayers(players=6, luck=0), 4)
    assert {(one.winners, one.agreement) for one in outcomes} == {((0,), 1)}


def test_on_one_board_the_strongest_comes_first() -> None:
    outcomes = played(usual("diplomacy", 1), MadeUpPlayers(players=7, luck=0), 10)
    assert all(one.winners[0] == 0 for one in outcomes)  # with as many centres others may share the first place


def test_in_one_section_ranks_are_strengths() -> None:
    event = system_called("amps").starter("Simulated")
    bridge = event.scenarios[0]
    alone = bridge.model_copy(update={"sides": bridge.sides[2:]})  # interceptors, two at a table
    format_ = EventFormat("alone", event.model_copy(update={"scenarios": (alone,)}), 2)
    players = MadeUpPlayers(players=8, luck=0)
    for number, outcome in enumerate(played(format_, players, 3), start=1):
        strengths = [*players.strengths(number).values()]
        claimed = [max(0, 50 + round((strength - 1500) / 10)) for strength in strengths]
        assert outcome.agreement == pytest.approx(kendall(strengths, claimed))
        assert outcome.winners[0] == 0


def test_teams_that_all_meet_rank_as_they_are_strong() -> None:
    """Four teams in three rounds: whoever is stronger wins by more than one, and the weakest never."""
    players = MadeUpPlayers(players=4, luck=0, spread=60)  # a point more for twenty: few differences are alike
    for outcome in played(usual("team", 3), players, 5):
        assert outcome.winners[0] == 0
        assert outcome.agreement is not None
        assert outcome.agreement > 0.8


def test_of_teams_that_play_all_tables_the_strongest_of_each_side_wins() -> None:
    """Three against three in three rounds, all meet all, each time elsewhere: by lot each would win a third."""
    outcomes = played(usual("duplicate", 3), MadeUpPlayers(players=6, luck=0), 30)
    assert sum(one.won_by(0) for one in outcomes) / 30 > 2 / 3


def test_wins_of_two_lists_count_alike() -> None:
    one, other = EventOutcome((0, 2), 0.5), EventOutcome((1,), None)
    both = _together([one, other])
    assert [both.won_by(place) for place in range(3)] == [1 / 4, 1 / 2, 1 / 4]
    assert both.agreement == 0.5


def test_in_a_duel_the_better_pilot_scores_the_hits() -> None:
    """Two on two at each of two tables, one round, no luck: hits scored less hits taken by hand."""
    players = MadeUpPlayers(players=8, luck=0)
    format_ = usual("airforce", 1)
    assert isinstance(format_.event, AirforceEvent)
    event = fights.set_up(format_.event, players.roster(1), 1)
    drawn = system_called("airforce").draw(RoundContext(event, 1))
    strengths = players.strengths(1)
    score = Counter[str]()
    for table in drawn.tables:
        for (seat, one), (other_seat, other) in permutations(table.seated.items(), 2):
            if seat[:2] != other_seat[:2]:
                hits = int(max(0, strengths[one] - strengths[other]) // 100)
                score[one] += hits
                score[other] -= hits
    best = max(strengths, key=lambda id_: score[id_])
    (outcome,) = played(format_, players, 1)
    place = sorted(strengths, key=lambda id_: -strengths[id_]).index(best)
    assert place in outcome.winners


@pytest.mark.parametrize("system", SIMULATED)
@pytest.mark.parametrize(("players", "rounds"), [(7, 1), (13, 3)])
def test_every_system_plays_its_usual_format(system: str, players: int, rounds: int) -> None:
    outcome = play_event(usual(system, rounds), MadeUpPlayers(players=players), 1)
    assert outcome.winners
    assert sum(outcome.won_by(place) for place in range(players)) == pytest.approx(1)
    assert play_event(usual(system, rounds), MadeUpPlayers(players=players), 1) == outcome


def test_a_format_that_cannot_be_drawn_says_why() -> None:
    format_ = usual("aso", 3)
    nothing = EventFormat("none", format_.event.model_copy(update={"rounds": ()}), 3)
    with pytest.raises(WrongUsage, match="No round names a scenario yet"):
        play_event(nothing, MadeUpPlayers(), 1)
    with pytest.raises(MistakesFound) as alone:
        play_event(format_, MadeUpPlayers(players=1), 1)
    assert "Only 1 player is there in round 1" in alone.value.findings[0].message


def test_kendalls_tau_of_a_few_worked_by_hand() -> None:
    assert kendall([1, 2, 3, 4], [1, 2, 3, 4]) == 1
    assert kendall([1, 2, 3, 4], [4, 3, 2, 1]) == -1
    assert kendall([1, 2, 3], [1, 1, 2]) == pytest.approx(2 / 6**0.5)  # of three pairs two agree, and one is tied
    assert kendall([1, 1], [1, 2]) is None


@given(st.permutations(range(6)))
def test_kendalls_tau_without_ties_counts_exchanges_of_neighbours(order: list[int]) -> None:
    """1 - 4 e / (n (n - 1)), where e exchanges of neighbours put the one order into the other."""
    exchanges, left = 0, [*order]
    for _ in left:
        for at in range(len(left) - 1):
            if left[at] > left[at + 1]:
                left[at : at + 2] = left[at + 1], left[at]
                exchanges += 1
    assert kendall([*map(float, range(6))], order) == pytest.approx(float(1 - Fraction(4 * exchanges, 30)))


def test_shared_wins_count_in_parts() -> None:
    for winners in permutations(range(3), 2):
        shared = EventOutcome(winners, 0.5)
        assert [shared.won_by(place) for place in range(4)] == [0.5 if place in winners else 0 for place in range(4)]
