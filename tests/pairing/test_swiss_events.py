"""Whole Swiss events, played by dice: what must hold of every draw, and where the promises end."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct, field

from sheetscore.pairing.swiss.draw import SwissDraw, draw_swiss
from sheetscore.pairing.swiss.field import SwissPair, seat_swiss
from sheetscore.pairing.swiss.record import Outcome, SwissGame, SwissPlayer, SwissRecord, SwissSettings
from sheetscore.scoring.swiss_ranking import RankedSwiss, rank_swiss

FIVE = SwissSettings(rounds=5)


def players(count: int, dice: random.Random) -> list[SwissPlayer]:
    """Many equal ratings, four countries and five clubs; some have regular opponents."""
    return [
        SwissPlayer(
            f"P{n:02}",
            f"Name {n}",
            dice.randrange(1000, 1400, 50),
            dice.choice("ABC") if n % 9 else "",
            dice.choice("vwxyz"),
            frozenset({f"P{dice.randrange(count):02}"} - {f"P{n:02}"}),
        )
        for n in range(count)
    ]


class Event(Struct):
    """An event as it goes on."""

    everybody: list[SwissPlayer]
    seed: int
    games: list[SwissGame] = field(default_factory=list)
    active: dict[int, set[str]] = field(default_factory=dict)
    draws: list[SwissDraw] = field(default_factory=list)

    @property
    def record(self) -> SwissRecord:
        return SwissRecord(tuple(self.games), dict(self.active))

    def draw(self, here: list[SwissPlayer]) -> SwissDraw:
        return draw_swiss(here, len(self.draws) + 1, self.record, FIVE, seed=self.seed)

    def play(self, here: list[SwissPlayer], outcome: Callable[[SwissPair], Outcome] = lambda _: "one") -> SwissDraw:
        """Draw and play a round; where nothing else is said, the higher one of each pair wins."""
        draw = self.draw(here)
        number = len(self.draws) + 1
        tables = seat_swiss(draw.pairs, self.record, {}, self.seed)
        self.games += [
            SwissGame(number, *pair.players, outcome(pair), tables[pair.players], f"s{number}") for pair in draw.pairs
        ]
        self.games += [SwissGame(number, draw.bye, None, "bye", 0, "")] if draw.bye else []
        self.draws.append(draw)
        self.active[number] = {player.id for player in here}
        return draw

    @property
    def undefeated(self) -> list[str]:
        return [player.id for player in self.everybody if self.record.history(player.id, FIVE).undefeated]


class Chances(Struct, frozen=True):
    """How likely, in tenths, somebody misses a round or a game is drawn."""

    missing: int
    drawing: int


def played(count: int, seed: int, chances: Chances, rounds: int) -> tuple[Event, random.Random]:
    """Play some rounds by dice, and give the dice for more."""
    dice = random.Random(seed)
    event = Event(players(count, dice), seed)
    for _ in range(rounds):
        event.play(
            there(event, dice, chances),
            lambda _: "draw" if dice.randrange(10) < chances.drawing else dice.choice(("one", "other")),
        )
    return event, dice


def there(event: Event, dice: random.Random, chances: Chances) -> list[SwissPlayer]:
    """Some withdraw, some come back, some enter late."""
    return [player for player in event.everybody if dice.randrange(10) >= chances.missing]


CHANCES = st.builds(Chances, st.sampled_from([0, 0, 1, 3]), st.sampled_from([0, 1, 4]))


@settings(max_examples=60)
@given(st.integers(6, 80), st.integers(0, 10**6), CHANCES)
def test_aso_9_what_holds_of_every_event(count: int, seed: int, chances: Chances) -> None:
    event, _ = played(count, seed, chances, rounds=5)
    byes: Counter[str] = Counter()
    for number, draw in enumerate(event.draws, start=1):
        here = event.active[number]
        drawn = [player for pair in draw.pairs for player in pair.players] + [draw.bye] * (draw.bye is not None)
        assert sorted(map(str, drawn)) == sorted(here)  # everybody exactly once
        if len(here) >= 8:
            assert not draw.rematches
        assert len(draw.rematches) == sum("meet again" in line for line in draw.report)
        if draw.bye:
            assert byes[draw.bye] == min(byes[player] for player in here)
            byes[draw.bye] += 1
        fallbacks = sum(pair.why == "fallback" for pair in draw.pairs)
        assert fallbacks == sum("undefeated and not in the pool" in line for line in draw.report)
    if count <= 32:
        assert len(event.undefeated) <= 1
    ranking = rank_swiss(RankedSwiss(event.everybody, event.record, FIVE))
    assert sorted(line.player.id for line in ranking) == sorted(player.id for player in event.everybody)
    winners = [line.player.id for line in ranking if line.winner]
    assert winners == event.undefeated or (len(winners) == 1 and not event.undefeated)


@settings(max_examples=20)
@given(st.integers(6, 40), st.integers(0, 10**6), CHANCES)
def test_aso_9_the_draw_is_the_same_for_any_order_of_the_roster(count: int, seed: int, chances: Chances) -> None:
    event, dice = played(count, seed, chances, rounds=4)
    here = there(event, dice, chances)
    draw = event.draw(here)
    dice.shuffle(here)
    dice.shuffle(event.games)
    again = event.draw(here)
    assert again == draw
    assert seat_swiss(again.pairs, event.record, {}, seed) == seat_swiss(draw.pairs, event.record, {}, seed)


@pytest.mark.parametrize("count", range(2, 33))
def test_aso_9_one_undefeated_is_left_of_up_to_32_if_nobody_leaves(count: int) -> None:
    """The worst case: whoever is undefeated beats those who are not; the higher-rated wins otherwise."""
    event = Event([SwissPlayer(f"P{n:02}", "", 2000 - n) for n in range(count)], 1)

    def undefeated_wins(pair: SwissPair) -> Outcome:
        one, other = (event.record.history(player, FIVE).undefeated for player in pair.players)
        return "other" if other and not one else "one"

    for _ in range(5):
        assert len(event.play(event.everybody, undefeated_wins).pairs) == count // 2
    assert len(event.undefeated) == 1


def test_where_most_players_leave_a_bye_may_keep_a_second_one_undefeated() -> None:
    """Where the promise of one undefeated ends: 31 players, of whom 22 leave after two rounds.

    Of the nine left only the first bye's owner is defeated, so that one of the eight undefeated has the bye of
    round 3, and another, left out of the pool, beats him: 3 + 1 + 1 are undefeated before round 4, not 4.
    """
    event = Event([SwissPlayer(f"P{n:02}", "", 2000 - n) for n in range(1, 32)], 1)
    assert event.play(event.everybody).bye == "P31"
    event.play(event.everybody)
    assert len(event.undefeated) == 8
    assert "P31" not in event.undefeated
    stay = [player for player in event.everybody if player.id in {*event.undefeated, "P31"}]
    assert event.play(stay).bye == "P08"
    assert len(event.undefeated) == 5
    event.play(stay)
    event.play(stay)
    assert len(event.undefeated) == 2
    ranking = rank_swiss(RankedSwiss(event.everybody, event.record, FIVE))
    assert [(line.rank, line.winner) for line in ranking[:3]] == [(1, True), (1, True), (3, False)]
