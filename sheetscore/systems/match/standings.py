"""What the matches of players add up to, and the standings by it: matches won, levels, match points per game.

Source: "All Players are Created Equal", Determining match victory (what a level is worth).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from sheetscore.systems.at_hand import EventSoFar
from sheetscore.systems.match.games import POINTS, Level
from sheetscore.systems.match.model import MatchEvent, RankedBy
from sheetscore.systems.outcomes import ResultRow, Standings

Result = Literal["win", "draw", "loss"]


_SIGNS: Mapping[Result, int] = {"win": 1, "draw": 0, "loss": -1}


class Tally(Struct, frozen=True):
    """The matches of a player.

    Parameters
    ----------
    won, drawn, lost
        How many.
    levels
        The points of their levels, added up with the sign of the result; a victory without a level adds nothing.
    net
        The net results added up.
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0
    levels: int = 0
    net: Fraction = Fraction(0)

    @property
    def matches(self) -> int:
        """How many there are."""
        return self.won + self.drawn + self.lost

    def with_match(self, result: Result, level: Level | None, net: Fraction) -> Tally:
        """Return the tally with one match more; ``net`` is signed for this player."""
        return Tally(
            self.won + (result == "win"),
            self.drawn + (result == "draw"),
            self.lost + (result == "loss"),
            self.levels + _SIGNS[result] * (POINTS[level] if level else 0),
            self.net + net,
        )

    def figure(self, by: RankedBy) -> Fraction:
        """Return what one criterion of the ranking looks at."""
        return _FIGURES[by](self)


_FIGURES: Mapping[RankedBy, Callable[[Tally], Fraction]] = {
    "won": lambda tally: tally.won + Fraction(tally.drawn, 2),
    "levels": lambda tally: Fraction(tally.levels),
    "net": lambda tally: tally.net,
}


def in_order(ranking: Sequence[RankedBy]) -> tuple[RankedBy, ...]:
    """Return all criteria, those of a ranking first and in its order."""
    return tuple(dict.fromkeys((*ranking, *_FIGURES)))


def ranks_of(tallies: Sequence[Tally], ranking: Sequence[RankedBy]) -> list[int]:
    """Rank tallies by the criteria in order, the higher figure first; all equal share a rank.

    Returns
    -------
    The ranks in the order of the tallies, such as 1, 1, 3.
    """
    figures = [tuple(tally.figure(by) for by in ranking) for tally in tallies]
    return [1 + sum(other > own for other in figures) for own in figures]


def rank_event(so_far: EventSoFar[MatchEvent]) -> Standings:
    """Rank the players of the event, and whoever else has a row.

    Returns
    -------
    Rows ``rank id name score matches won drawn lost levels net``, best first and in the order of the roster where
    they are equal. ``score`` is what the first criterion of the ranking looks at.
    """
    event = so_far.event
    tallies = tallies_of(event, (row for number in sorted(so_far.rounds) for row in so_far.rounds[number]))
    names = {str(row["player"]): str(row["name"]) for rows in so_far.rounds.values() for row in rows} | event.names
    ranking = event.settings.ranking
    ranked = zip(ranks_of([*tallies.values()], ranking), tallies.items(), strict=True)
    rows: tuple[ResultRow, ...] = tuple(
        {
            "rank": rank,
            "id": player,
            "name": names.get(player, player),
            "score": tally.figure(ranking[0]),
            "matches": tally.matches,
            "won": tally.won,
            "drawn": tally.drawn,
            "lost": tally.lost,
            "levels": tally.levels,
            "net": tally.net,
        }
        for rank, (player, tally) in sorted(ranked, key=lambda one: one[0])
    )
    return Standings(max(so_far.rounds, default=0), rows, (), tuple(so_far.open))


def tallies_of(event: MatchEvent, rows: Iterable[ResultRow]) -> Mapping[str, Tally]:
    """Add up the matches of everybody, in the order of the roster; whoever is not on it comes after."""
    tallies: dict[str, Tally] = defaultdict(Tally, {player.id: Tally() for player in event.players})
    for row in rows:
        player = str(row["player"])
        net = Fraction(row["net"] or 0)
        tallies[player] = tallies[player].with_match(row["result"], row["level"], net)  # type: ignore[arg-type]
    return tallies
