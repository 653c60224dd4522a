"""The draw of a round of team play: who meets whom by AVPs, and who sits out.

Source: Tournament Guidelines, 1991, Team Play.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheetscore.findings import finding
from sheetscore.pairing import team_pairs
from sheetscore.pairing.draw import Draw
from sheetscore.pairing.team_pairs import TeamRound, pair_teams
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.systems.protocol import EarlierRound
from sheetscore.systems.team.model import TeamEvent
from sheetscore.systems.team.seating import seat_teams


def draw_round(event: TeamEvent, number: int, earlier: Sequence[EarlierRound]) -> Draw:
    """Pair the teams of a round. A team is there when one of its players is.

    Parameters
    ----------
    number
        The round, from 1.
    earlier
        The scored rounds before it.

    Raises
    ------
    WrongUsage
        The event plans no such round.
    MistakesFound
        Fewer than two teams are there.
    """
    planned = [round_.number for round_ in event.rounds]
    if number not in planned:
        known = ", ".join(map(str, planned)) or "none"
        raise WrongUsage(f"The event plans no round {number}; the rounds that it plans: {known}.")
    here = event.entrants(number)
    teams = [
        team for team in event.teams if any(player.plays_for(team) and player.id in here for player in event.players)
    ]
    if len(teams) < 2:
        count = "Only 1 team plays" if teams else "No team plays"
        message = (
            f"{count} in round {number}, and two are needed to meet: enter teams with their players, or change the "
            "rounds in which the players are there."
        )
        raise MistakesFound([finding("event-missing", message)])
    drawn = pair_teams(
        [team_pairs.Team(team.id, team.name, team.number) for team in teams],
        number,
        event.scenario_of(number).id,
        [_scored(one) for one in earlier],
        pair_by=event.settings.pair_by,
        first_round=event.settings.first_round,
        seed=event.header.seed,
    )
    by_id = {team.id: team for team in teams}
    tables = seat_teams(event, number, [(by_id[one], by_id[other]) for one, other in drawn.pairs])
    out = by_id.get(drawn.bye or "")
    byes = tuple(player.id for player in event.players if out and player.plays_for(out) and player.id in here)
    return Draw(number, tables, byes, drawn.report)


def _scored(earlier: EarlierRound) -> TeamRound:
    """Give what pairing needs of a scored round."""
    return TeamRound(
        earlier.number,
        earlier.scenario,
        {str(row["team"]): row["avp"] or 0 for row in earlier.rows if not isinstance(row["avp"], str)},
        {str(row["team"]): None if row["opponent"] is None else str(row["opponent"]) for row in earlier.rows},
    )
