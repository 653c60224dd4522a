"""The standings of a duplicate event: scores added up, each side ranked apart or both together.

Source: Tournament Guidelines, 1991, Duplicate Air Combat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.event.tables import heading_of
from sheetscore.findings import Finding, finding
from sheetscore.systems.at_hand import EventSoFar
from sheetscore.systems.duplicate.groups import groups_of
from sheetscore.systems.duplicate.model import SIDES, DuplicateEvent
from sheetscore.systems.outcomes import ResultRow, Standings
from sheetscore.systems.tie_settings import TieSettings


@dataclass
class _Total:
    """What a team has so far."""

    id: str
    name: str
    side: str
    score: Fraction = Fraction(0)
    rounds: int = 0


def stand(so_far: EventSoFar[DuplicateEvent]) -> Standings:
    """Rank the teams.

    Returns
    -------
    A row per team: ``rank id name side score rounds``, best first, Red before Blue where the sides are ranked
    apart; ``rounds`` are those that it played.
    """
    event = so_far.event
    rows = [row for stage in so_far.rounds.values() for row in stage]
    totals: dict[str, _Total] = {}
    for row in rows:
        total = totals.setdefault(str(row["team"]), _Total(str(row["team"]), str(row["name"]), str(row["side"])))
        total.score += Fraction(row["score"] or 0)
        total.rounds += row["sp"] is not None
    last = max((int(row["round"] or 0) for row in rows), default=0)
    ranked = [one for listed in _lists(event, totals.values()) for one in _ranked(listed, event.settings)]
    return Standings(last, tuple(ranked), tuple(_comparable(event, rows)), tuple(so_far.open))


def _lists(event: DuplicateEvent, totals: Iterable[_Total]) -> Iterator[list[_Total]]:
    """Give those who are ranked together."""
    if event.settings.winners == "one":
        yield list(totals)
        return
    for side in SIDES:
        yield [total for total in totals if total.side == side]


def _ranked(totals: list[_Total], settings: TieSettings) -> Iterator[ResultRow]:
    totals.sort(key=lambda total: (-total.score, total.name, total.id))
    for total, rank in zip(totals, settings.ranks([total.score for total in totals]), strict=True):
        yield {
            "rank": rank,
            "id": total.id,
            "name": total.name,
            "side": total.side,
            "score": total.score,
            "rounds": total.rounds,
        }


def _comparable(event: DuplicateEvent, rows: Sequence[ResultRow]) -> Iterator[Finding]:
    """Warn of tables that were played more often than others while nothing makes up for it."""
    sizes = {group.size for group in groups_of(rows) if group.size}
    if event.settings.factoring == "none" and len(sizes) > 1:
        factoring = heading_of(event, "settings", "factoring")
        message = (
            f"tables were played {min(sizes)} to {max(sizes)} times and factoring is off: a match point is not worth "
            f"the same at all of them. Set {factoring} to round, or wait for the results that are missing"
        )
        yield finding("unequal-sections", message)
