"""The event after some rounds: scores added up, near ones tied, section totals compared.

Source: Tournament Guidelines, 1991, Factoring (section totals; ties within half a point).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from sheetscore.event.tables import heading_of
from sheetscore.findings import Finding, finding
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.systems.at_hand import EventSoFar
from sheetscore.systems.outcomes import ResultRow, Standings, totals_of


def rank_event(so_far: EventSoFar[AmpsEvent]) -> Standings:
    """Rank the pilots.

    Returns
    -------
    A row per pilot who flew: ``rank id name score rounds section_total``, best first.
    """
    event, rounds = so_far.event, so_far.rounds
    totals = totals_of(rounds, "player", "score")
    sections: dict[str, int] = defaultdict(int)
    for number in rounds:
        for row in rounds[number]:
            sections[str(row["player"])] += int(row["section_size"] or 0)
    found = event.settings.ranks([total.score for total in totals])
    rows: tuple[ResultRow, ...] = tuple(
        {
            "rank": rank,
            "id": total.id,
            "name": total.name,
            "score": total.score,
            "rounds": total.rounds,
            "section_total": sections[total.id],
        }
        for total, rank in zip(totals, found, strict=True)
    )
    return Standings(
        max(rounds, default=0), rows, tuple(_comparable(event, list(sections.values()))), tuple(so_far.open)
    )


def _comparable(event: AmpsEvent, totals: Sequence[int]) -> list[Finding]:
    if event.settings.factoring != "none" or len(set(totals)) < 2:
        return []
    factoring = heading_of(event, "settings", "factoring")
    return [
        finding(
            "unequal-sections",
            f"section totals run from {min(totals)} to {max(totals)} and factoring is off: the scores are not "
            f"comparable. Set {factoring} to round, or plan rounds that make the totals equal",
        )
    ]
