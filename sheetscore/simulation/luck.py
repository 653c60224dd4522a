"""Made-up players: how strong they are, what ratings they come with, how well they play in a round.

All of it follows from the seed, the number of the event and that of the round alone, so that every format meets the
same players with the same luck, and formats differ by less than chance would have it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import log

from msgspec import Struct

from sheetscore.event.model import Player
from sheetscore.pairing.draw import dice_for

MIDDLE, HIGHEST = 1500, 9999
"""The rating of an average player, and the highest that there is."""

_SCALE = 400 / log(10)
"""Rating points in the spread of the luck: 400 points of strength are ten to one between two players."""


class MadeUpPlayers(Struct, frozen=True):
    """A field of players who are made up again for each event."""

    players: int = 24
    spread: float = 200
    """The standard deviation of their strengths, in rating points; at 0 all are equally strong."""
    luck: float = 1
    """How much luck there is in a round: 1 as between rated players, at 0 who is stronger always wins."""
    unknown: float = 100
    """The standard deviation of what the ratings that they come with are wrong by, in rating points."""
    seed: int = 1
    called: str = "player"
    """What each of them is called: in some systems a team."""

    def strengths(self, event: int) -> Mapping[str, float]:
        """Return how strong everybody is in an event (counted from 1), in rating points, by ids."""
        return _strengths(self, event)

    def roster(self, event: int) -> tuple[Player, ...]:
        """Return the players of an event (counted from 1) with their ratings."""
        dice = dice_for(self.seed, event, "rating")
        rated = {id_: strength + dice.gauss(0, self.unknown) for id_, strength in self.strengths(event).items()}
        return tuple(
            Player(id=id_, name=f"Player {id_[1:]}", rating=min(max(round(rating), 0), HIGHEST))
            for id_, rating in rated.items()
        )

    def playing(self, event: int, round_: int) -> Mapping[str, float]:
        """Return how well everybody plays in a round (counted from 1), in rating points, by ids.

        Luck is Gumbel noise: with it, of any two or more who play, each wins with odds that go by strength alone
        (Elo's for two, Plackett-Luce for several).
        """
        dice = dice_for(self.seed, event, "luck", round_)
        return {
            id_: strength - self.luck * _SCALE * log(dice.expovariate(1))
            for id_, strength in self.strengths(event).items()
        }


@lru_cache(maxsize=1)
def _strengths(players: MadeUpPlayers, event: int) -> Mapping[str, float]:
    dice = dice_for(players.seed, event, "strength")
    return {f"P{at:02}": dice.gauss(MIDDLE, players.spread) for at in range(1, players.players + 1)}
