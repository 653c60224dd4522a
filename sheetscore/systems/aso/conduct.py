"""How an event of accelerated Swiss goes on, in words."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.pairing.swiss.pools import pool_words
from sheetscore.sentences import counted
from sheetscore.systems.aso.model import AsoEvent
from sheetscore.systems.aso.point_tables import outcomes_of
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.outcomes import Conduct

_KINDS = {
    "lock": "pairs that are locked meet",
    "forbid": "forbidden pairs never meet",
    "request": "who asks to meet does where both have about as many points",
    "regular": "regular opponents are kept apart as the decisions weigh it",
}


def conduct_of(round_: RoundAtHand[AsoEvent]) -> Conduct:
    """Say how rounds are drawn and scored, and what becomes of who comes and goes."""
    event = round_.event
    return Conduct(draw=tuple(_draw(event)), scoring=tuple(_scoring(event)), attendance=tuple(_attendance(event)))


def _draw(event: AsoEvent) -> Iterator[str]:
    rounds = event.header.rounds
    pools = "; ".join(f"round {number}, {pool_words(rounds, number)}" for number in range(1, rounds + 1))
    yield f"Each round has a pool: {pools}."
    yield (
        "The list of the pool, by rating, is cut in the middle, and the upper half meets the lower: of six, 1 meets "
        "4, 2 meets 5, 3 meets 6. Who is undefeated and outside of the pool meets the highest rated with exactly one "
        "draw or loss."
    )
    yield (
        "The others meet by points, over all pairs the cheapest way: never twice while it can be helped, then regular "
        "opponents, clubs and countries apart as the decisions weigh them. What is equal goes by lots that follow from "
        "the seed."
    )
    kinds = [words for kind, words in _KINDS.items() if any(wish.kind == kind for wish in event.wishes)]
    if kinds:
        yield f"Besides, {'; '.join(kinds)}: the pairs stand on the sheet Pairings."
    yield (
        "Of the scenarios on offer each player strikes one and ranks the others; a die decides where both struck the "
        "same and prefer different ones. Then both bid in secret a side and a level from 0 to 3: who bids more plays "
        "the side, and the opponent has the balance of that level; equal bids go by the die."
    )
    if event.play_off is not None:
        yield (
            f"Round {event.play_off} is a play-off: it is drawn when two have won together, and played by these alone."
        )


def _scoring(event: AsoEvent) -> Iterator[str]:
    worth = {outcome.result: outcome.points for outcome in outcomes_of(event.swiss_settings)}
    yield f"A win scores {worth['win']}, a draw {worth['draw']}, a loss {worth['loss']}."
    yield (
        "A game that is not finished goes to three judges, who give each player percentages in steps of 5: from 60 on "
        "average is a win, up to 40 a loss, in between a draw."
    )
    yield (
        "The winner is the last undefeated, whatever the points. The others rank by points, then by the round of the "
        "first loss and of the first draw, the later the better, then by the mean rating of the opponents. Who is "
        "equal in all shares a rank."
    )


def _attendance(event: AsoEvent) -> Iterator[str]:
    settings = event.settings
    keeps = "stays" if settings.bye_keeps_undefeated else "is no longer"
    yield (
        f"With an odd number one has a bye: {counted(settings.bye_points, 'point')}. It is no game; who was undefeated "
        f"{keeps} so. Nobody has a second one while somebody has had none."
    )
    yield (
        f"A missed round scores {counted(settings.missed_points, 'point')} and counts as lost: for a late entrant the "
        "rounds before, for somebody who leaves the rounds after. Who leaves keeps the points and a place in the list."
    )
    yield (
        "Who is drawn and has not come goes to a line absent of the sheet Draw, an opponent left alone to a line bye; "
        "then the sheets are made again."
    )
