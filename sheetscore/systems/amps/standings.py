"""The event after some rounds: scores added up, near ones tied, section totals compared.

Source: Tournament Guidelines, 1991, Factoring (section totals; ties within half a point).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from sheetscore.findings import Finding, finding
from sheetscore.scoring.ranking import ranks
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.systems.protocol import ResultRow, Standings


def stand(event: AmpsEvent, rounds: Mapping[int, Sequence[ResultRow]]) -> Standings:
    """Rank the pilots.

    Parameters
    ----------
    rounds
        The rows of every scored round, by its number.

    Returns
    -------
    A row per pilot who flew: ``rank id name score rounds section_total``, best first.
    """
    scores: dict[str, Fraction] = defaultdict(Fraction)
    flown: dict[str, int] = defaultdict(int)
    totals: dict[str, int] = defaultdict(int)
    names: dict[str, str] = {}
    for number in sorted(rounds):
        for row in rounds[number]:
            player = str(row["player"])
            names[player] = str(row["name"])
            scores[player] += Fraction(row["score"] or 0)
            flown[player] += 1
            totals[player] += int(row["section_size"] or 0)
    order = sorted(scores, key=lambda player: (-scores[player], names[player], player))
    found = ranks([scores[player] for player in order], Fraction(event.settings.tie_margin), event.settings.tie_group)
    rows: tuple[ResultRow, ...] = tuple(
        {
            "rank": rank,
            "id": player,
            "name": names[player],
            "score": scores[player],
            "rounds": flown[player],
            "section_total": totals[player],
        }
        for player, rank in zip(order, found, strict=True)
    )
    return Standings(max(rounds, default=0), rows, tuple(_comparable(event, list(totals.values()))))


def _comparable(event: AmpsEvent, totals: Sequence[int]) -> list[Finding]:
    if event.settings.factoring != "none" or len(set(totals)) < 2:
        return []
    return [
        finding(
            "unequal-sections",
            f"section totals run from {min(totals)} to {max(totals)} and factoring is off: the scores are not "
            "comparable. Set factoring to round, or plan rounds that make the totals equal",
        )
    ]
