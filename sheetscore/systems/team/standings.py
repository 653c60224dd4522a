"""The standings of a team event: AVPs added up, equal totals on one rank.

Source: Tournament Guidelines, 1991, Team Play.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from sheetscore.scoring.ranking import ranks
from sheetscore.systems.protocol import ResultRow, Standings


def stand(rounds: Mapping[int, Sequence[ResultRow]]) -> Standings:
    """Rank the teams.

    Parameters
    ----------
    rounds
        The rows of every scored round, by its number.

    Returns
    -------
    A row per team: ``rank id name score rounds``, best first; the score is the total of AVPs.
    """
    totals: dict[str, Fraction] = defaultdict(Fraction)
    played: dict[str, int] = defaultdict(int)
    names: dict[str, str] = {}
    for number in sorted(rounds):
        for row in rounds[number]:
            team = str(row["team"])
            names[team] = str(row["name"])
            totals[team] += Fraction(row["avp"] or 0)
            played[team] += 1
    order = sorted(totals, key=lambda team: (-totals[team], names[team], team))
    found = ranks([totals[team] for team in order], Fraction(0))
    rows: tuple[ResultRow, ...] = tuple(
        {"rank": rank, "id": team, "name": names[team], "score": totals[team], "rounds": played[team]}
        for team, rank in zip(order, found, strict=True)
    )
    return Standings(max(rounds, default=0), rows, ())
