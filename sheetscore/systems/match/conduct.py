"""How an event of matched games goes on, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.match.matches import MATCHES
from sheetscore.systems.match.model import MatchEvent, PairedBy
from sheetscore.systems.match.tally import RankedBy
from sheetscore.systems.outcomes import Conduct

_RANKED: Mapping[RankedBy, str] = {
    "won": "matches won, a draw half a one",
    "levels": "the points of their levels",
    "net": "match points per game",
}

_SITS_OUT: Mapping[PairedBy, str] = {
    "round-robin": "Who would meet somebody absent sits out; with an odd number one does in every round.",
    "swiss": "With an odd number one has a bye, which counts as a won match without a level.",
    "ladder": "With an odd number one sits out: who has done so least often, of several the lowest.",
    "named": "Whom no pair names sits out.",
}


def conduct_of(round_: RoundAtHand[MatchEvent]) -> Conduct:
    """Say how rounds are drawn and scored, and what becomes of who comes and goes."""
    event = round_.event
    return Conduct(
        draw=(_paired(event), *_choices(event)),
        scoring=tuple(_scoring(event)),
        attendance=(
            _SITS_OUT[event.settings.pairing],
            "Who comes late is paired from the first round on in which he or she is there, who leaves until the last. "
            "What was played counts; rounds that are missed are no matches.",
            "A series that ends early stands as it is, with its reason on the sheet; it makes no handicap.",
        ),
    )


def _paired(event: MatchEvent) -> str:
    reach = event.settings.reach
    said: Mapping[PairedBy, str] = {
        "round-robin": "Everybody meets everybody: rounds go by Berger tables over the whole roster, in its order.",
        "swiss": "A Swiss draw: the best undefeated, in round 1 the best by rating, meet in a pool that halves from "
        "round to round; the others meet by matches won, nobody twice while it can be helped.",
        "ladder": f"A ladder, which begins in the order of the roster. Challenges, which the director enters as locked "
        f"pairs, reach {reach} places up; a challenger who wins takes the other's place. From the top, whoever is left "
        f"meets one of the next {reach}: the one not met longest.",
        "named": "The director names the pairs of every round: the locked ones of the sheet Pairings.",
    }
    return said[event.settings.pairing]


def _choices(event: MatchEvent) -> Iterator[str]:
    yield (
        f"Two players play a series of {MATCHES} matches in a round, a match being one game played twice with the "
        "sides exchanged."
        if event.plays_series
        else "Two players play a match in a round: one game twice, with the sides exchanged."
    )
    yield (
        "Where a round has several scenarios both roll: the higher chooses the scenario, or the orders of battle, and "
        "the other the rest. A coin decides who begins with the first side."
    )


def _scoring(event: MatchEvent) -> Iterator[str]:
    settings = event.settings
    yield (
        "Match points: a draw 0, a victory that is marginal 1, substantive 3, decisive 6, a defeat as many less; a "
        "victory without levels 6."
    )
    yield (
        "A match is the sum of both games, halved, on the same scale; below 1 it is drawn. Without levels two games "
        "won win it; one each goes by the winners' net points, or by the sooner game-turn, then by the lower losses."
    )
    if event.plays_series:
        yield (
            "A series is the sum of its games divided by their number. A third of the distance between both totals is "
            "the weaker player's handicap in later matches of the two in that game system."
        )
    yield (
        "Handicaps are added to the weaker player's match points in every match."
        if settings.handicaps
        else "Handicaps are kept and revised, and do not count."
    )
    yield f"The standings go by {', then by '.join(_RANKED[one] for one in settings.ranking)}. Equal ones share a rank."
