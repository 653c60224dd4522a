"""The standings of an event of matches: matches won, the points of their levels, match points per game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

from sheetscore.systems.at_hand import EventSoFar
from sheetscore.systems.match.model import MatchEvent
from sheetscore.systems.match.tally import Tally, ranks_of
from sheetscore.systems.outcomes import ResultRow, Standings


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
