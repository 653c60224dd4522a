"""Made-up players: their strengths, their ratings, and their luck in each round.

The seed, the number of the event and the number of the round determine everything. So every format has the same players
with the same luck, and differences between formats vary less by chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import log

from msgspec import Struct

from sheetscore.event.model import Player
from sheetscore.pairing.draw import dice_for

MIDDLE, HIGHEST = 1500, 9999
"""The rating of an average player, and the highest rating."""

_SCALE = 400 / log(10)
"""The scale of luck in rating points: with it, 400 points of strength are odds of ten to one between two players."""


class MadeUpPlayers(Struct, frozen=True):
    """The parameters of a field of players, who are made up again for each event."""

    players: int = 24
    spread: float = 200
    """The standard deviation of their strengths, in rating points; at 0 all are equally strong."""
    luck: float = 1
    """The factor for luck in a round: at 1 odds follow strengths by Elo, at 0 the stronger player always wins."""
    unknown: float = 100
    """The standard deviation of the errors of their ratings, in rating points."""
    seed: int = 1
    called: str = "player"
    """The word for one of them: in some systems “team”."""

    def strengths(self, event: int) -> Mapping[str, float]:
        """Return the strengths of all players of an event (counted from 1), in rating points, by id."""
        return _strengths(self, event)

    def roster(self, event: int) -> tuple[Player, ...]:
        """Return the players of an event (counted from 1) with their ratings."""
        dice = dice_for(self.seed, event, "rating")
        rated = {id_: strength + dice.gauss(0, self.unknown) for id_, strength in self.strengths(event).items()}
        return tuple(
            # without the P of the id
            Player(id=id_, name=f"Player {id_[1:]}", rating=min(max(round(rating), 0), HIGHEST))
            for id_, rating in rated.items()
        )

    def playing(self, event: int, round_: int) -> Mapping[str, float]:
        """Return the performances of all players in a round (counted from 1), in rating points, by id.

        A performance is the strength plus luck, which is Gumbel noise: so, among any players at a table, the odds of
        each to win depend on strengths only (by Elo for two, by Plackett-Luce for several).
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
