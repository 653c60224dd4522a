"""The scores of teams: each adds up the best of its members' scores.

Source: the setting ``team_members`` of :mod:`sheetscore.systems.diplomacy.model`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.scoring.ranking import ranks
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.outcomes import ResultRow


@dataclass(frozen=True)
class TeamScore:
    """A team.

    Parameters
    ----------
    rank
        From 1; equal scores share one.
    members
        The rows of its members in the standings, the best score first.
    """

    rank: int
    id: str
    name: str
    score: Fraction
    members: tuple[ResultRow, ...]


def team_scores(event: DiplomacyEvent, rows: Sequence[ResultRow]) -> tuple[TeamScore, ...]:
    """Rank the teams that have a member in the standings, the best first.

    Parameters
    ----------
    rows
        Of the standings; standbys are not among them.
    """
    counted = event.settings.team_members
    found = []
    for team in event.teams:
        ours = [row for row in rows if row["team"] == team.id]
        members = tuple(
            sorted(ours, key=lambda row: (-Fraction(row["score"] or 0), row["rank"], row["name"], row["id"]))
        )
        score = sum((Fraction(row["score"] or 0) for row in members[:counted]), Fraction(0))
        if members:
            found.append(TeamScore(0, team.id, team.name, score, members))
    found.sort(key=lambda team: (-team.score, team.name, team.id))
    places = ranks([team.score for team in found], Fraction(0))
    return tuple(
        TeamScore(rank, team.id, team.name, team.score, team.members) for rank, team in zip(places, found, strict=True)
    )
