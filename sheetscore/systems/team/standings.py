"""The standings of a team event: AVPs added up, equal totals on one rank.

Source: Tournament Guidelines, 1991, Team Play.
"""

from __future__ import annotations

from fractions import Fraction

from sheetscore.scoring.ranking import ranks
from sheetscore.systems.at_hand import EventSoFar
from sheetscore.systems.outcomes import ResultRow, Standings, totals_of
from sheetscore.systems.team.model import TeamEvent


def rank_event(so_far: EventSoFar[TeamEvent]) -> Standings:
    """Rank the teams over the rounds that were scored.

    The rows are ``rank id name score rounds``, best first; the score is the total of AVPs.
    """
    totals = totals_of(so_far.rounds, "team", "avp")
    found = ranks([total.score for total in totals], Fraction(0))
    rows: tuple[ResultRow, ...] = tuple(
        {"rank": rank, "id": total.id, "name": total.name, "score": total.score, "rounds": total.rounds}
        for total, rank in zip(totals, found, strict=True)
    )
    return Standings(max(so_far.rounds, default=0), rows, (), tuple(so_far.open))
