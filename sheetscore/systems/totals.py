"""What everybody has over several rounds: scores added up, the best first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.systems.outcomes import ResultRow


@dataclass
class Total:
    """What one player or team has: the sum of the scores, and in how many rounds they were made."""

    id: str
    name: str
    score: Fraction = Fraction(0)
    rounds: int = 0


def totals_of(rounds: Mapping[int, Sequence[ResultRow]], who: str, score: str) -> list[Total]:
    """Add the rounds up.

    Parameters
    ----------
    rounds
        The rows of every scored round, by its number.
    who, score
        The keys of a row's player or team, and of what it scored.

    Returns
    -------
    The highest score first; equal ones by name, then by id. A name is the one of the latest round.
    """
    totals: dict[str, Total] = {}
    for number in sorted(rounds):
        for row in rounds[number]:
            total = totals.setdefault(str(row[who]), Total(str(row[who]), ""))
            total.name = str(row["name"])
            total.score += Fraction(row[score] or 0)
            total.rounds += 1
    return sorted(totals.values(), key=lambda total: (-total.score, total.name, total.id))
