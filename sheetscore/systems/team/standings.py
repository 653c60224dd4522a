"""The standings of a team event: AVPs added up, equal totals on one rank.

Source: Tournament Guidelines, 1991, Team Play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sheetscore.pairing.open_games import OpenGame
from sheetscore.scoring.ranking import ranks
from sheetscore.systems.protocol import ResultRow, Standings
from sheetscore.systems.totals import totals_of


def stand(rounds: Mapping[int, Sequence[ResultRow]], open_games: Sequence[OpenGame] = ()) -> Standings:
    """Rank the teams over the rounds that were scored, whose rows come by their numbers; tell what is open.

    The rows are ``rank id name score rounds``, best first; the score is the total of AVPs.
    """
    totals = totals_of(rounds, "team", "avp")
    found = ranks([total.score for total in totals], Fraction(0))
    rows: tuple[ResultRow, ...] = tuple(
        {"rank": rank, "id": total.id, "name": total.name, "score": total.score, "rounds": total.rounds}
        for total, rank in zip(totals, found, strict=True)
    )
    return Standings(max(rounds, default=0), rows, (), tuple(open_games))
