"""How accelerated Swiss is drawn, scored and ranked, in sentences that a director can follow with a pencil.

Source: ASO 2008 Tournament Rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.pairing.swiss.pools import pool_words
from sheetscore.scoring.tie_breaks import broken_by
from sheetscore.scoring.tie_steps import steps_called
from sheetscore.systems.aso.by_hand import pencil_work
from sheetscore.systems.aso.model import AsoEvent
from sheetscore.systems.aso.rules import LOSES_UP_TO, USUAL_CHOICE, WINS_FROM, result_effects
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import BY_LOT, CARD_FOR_LATE, Procedure
from sheetscore.wording import capitalized, join_words, pluralize

_KINDS = {
    "lock": "pairs that are locked meet",
    "forbid": "forbidden pairs never meet",
    "request": "who asks to meet does where both have about as many points",
    "regular": "regular opponents are kept apart as the decisions weigh it",
}


def describe_procedure(round_: RoundContext[AsoEvent]) -> Procedure:
    """Return the procedure of the event: how rounds are drawn and scored, late entries and withdrawals."""
    event = round_.event
    return Procedure(
        draw=tuple(_draw(event)),
        scoring=tuple(_scoring(event)),
        attendance=tuple(_attendance(event)),
        by_hand=tuple(_by_hand(event)),  # sentences on how to do it without a computer
        pencil=pencil_work(event),  # the sheets to print for that
    )


def _by_hand(event: AsoEvent) -> Iterator[str]:
    settings = event.settings
    wished = {wish.kind for wish in event.wishes}
    yield (
        f"Cut the player cards apart. {CARD_FOR_LATE} Who has no rating has {settings.unrated}. Shuffle the cards "
        "once, so that equal ratings are in the order of a lot. Lay out the cards of those who are there in the order "
        "of points, of equal points in that of ratings."
    )
    yield "With an odd number the lowest card without a bye so far has the bye."
    if "lock" in wished:
        yield "Take out the pairs that the list Pairings locks for the round: they meet."
    yield (
        "Take out the cards of the pool: the best undefeated by rating, as many as the first rule above has for the "
        "round, or as many of them as there are, one less if that number is odd. Cut them in the middle by rating: the "
        "first of the upper half meets the first of the lower, and so on."
    )
    yield (
        "An undefeated card outside of the pool meets the highest rated with exactly one draw or loss that it has not "
        "met; the best rated chooses first."
    )
    if "request" in wished:
        yield (
            "Two who ask to meet, by the list Pairings, do if they have not met, are still there and are at most "
            f"{pluralize(settings.request_points, 'point')} apart."
        )
    yield (
        "The others: from the top each card meets the next one. If it has met that one, it takes the one below. If the "
        "last two have met, exchange one of them with a card of the pair above, and go on upwards until nobody meets "
        "again."
    )
    if "forbid" in wished:
        yield (
            "Pairs that the list Pairings forbids are treated like those that have met; in the pool exchange the lower "
            "card with the one beside it, or, where none helps, with the next undefeated card outside of the pool."
        )
    apart = ["regular opponents"] * ("regular" in wished)
    apart += ["players of one club"] * any(player.club for player in event.players if settings.same_club)
    apart += ["players of one country"] * any(player.country for player in event.players if settings.same_country)
    if apart:
        yield (
            f"{capitalized(join_words(apart))} are kept apart where all four have as many points: the lower card of "
            "the pair is exchanged with the upper one of the next pair, else the upper card with the lower one of the "
            "pair above."
        )
    if any(player.table for player in event.players):
        yield "Who has a table in the list Players sits at it with the opponent."
    yield (
        "Tables: in the order in which the pairs were made each takes the first free table at which neither of the two "
        "has played, or the first free one where there is none."
        if settings.rotate_tables
        else "Tables are numbered in the order in which the pairs were made."
    )
    yield "Write on the posting who plays where; the players fill in the slip. Write on both cards table and opponent."


def _draw(event: AsoEvent) -> Iterator[str]:
    rounds = event.header.rounds
    pools = "; ".join(f"round {number}, {pool_words(rounds, number)}" for number in range(1, rounds + 1))
    yield f"Each round has a pool: {pools}. Undefeated is who has neither lost nor drawn a game."
    yield (
        "The list of the pool, by rating, is cut in the middle, and the upper half meets the lower: of six, 1 meets "
        "4, 2 meets 5, 3 meets 6. Who is undefeated and outside of the pool meets the highest rated with exactly one "
        "draw or loss that it has not met. Ratings count throughout as they were at a player's first result."
    )
    yield (
        "The others meet by points, over all pairs the cheapest way: never twice while it can be helped, then regular "
        "opponents, clubs and countries apart as the decisions weigh them."
    )
    yield BY_LOT
    yield (
        "Nobody plays at a table again, as far as that can be."
        if event.settings.rotate_tables
        else "Tables go by points: those with most play at the first."
    )
    kinds = [words for kind, words in _KINDS.items() if any(wish.kind == kind for wish in event.wishes)]
    if kinds:
        yield f"Besides, {'; '.join(kinds)}: the director names these pairs."
    yield from _choice(event)
    if event.play_off is not None:
        yield (
            f"Round {event.play_off} is a play-off: it is drawn when two have won together, and played by these alone."
        )


def _choice(event: AsoEvent) -> Iterator[str]:
    """Say how scenario, sides and balances are chosen."""
    offered = {len(event.choice(number)) for number in event.stages if number not in event.unnamed_rounds}
    if USUAL_CHOICE in offered or not offered:
        yield (
            f"Of {USUAL_CHOICE} scenarios on offer both players agree on one, or each strikes one and ranks the "
            "others; a die decides where both struck the same and prefer different ones."
        )
    if offered - {USUAL_CHOICE, 1}:
        yield "Of another number on offer the players agree on one: strikes mean nothing, and are left blank."
    if 1 in offered:
        yield "Where one scenario is on offer it is played, and strikes and choices are left blank."
    yield (
        "Then both bid in secret a side and a level from 0 to 3. The same side: the higher level plays it (of equal "
        "ones a die decides), and what the card of balances has for that bid is done; it helps the opponent. Different "
        "sides: both play what they bid, and what the card has for both bids is done. Bids go to the director with the "
        "slip."
    )
    if not any(scenario.balances for scenario in event.scenarios):
        yield (
            "No scenario has balances yet: the director writes on the cards of balances what each level changes, or "
            "everybody bids level 0, and a die decides who has a side that both want."
        )


def _scoring(event: AsoEvent) -> Iterator[str]:
    worth = {effect.result: effect.points for effect in result_effects(event.swiss_settings)}
    yield f"A win scores {worth['win']}, a draw {worth['draw']}, a loss {worth['loss']}."
    yield (
        "The players of a game that is not finished agree on a winner or a draw, or let the dice decide if both want "
        "that; else three judges whom both accept give each player percentages in steps of 5: from "
        f"{WINS_FROM} on average is a win, up to {LOSES_UP_TO} a loss, in between a draw."
    )
    chain = broken_by(steps_called(event.settings.tie_breaks), ", then by ")
    yield (
        "The winner is the last undefeated, whatever the points: as soon as only one is left, also before the last "
        f"round and if later games are lost. The others, and until then all, rank by points{', then by ' * bool(chain)}"
        f"{chain}. Who is equal in all shares a rank."
    )
    yield (
        "Several who are undefeated after the last round have won together, and no tie-break decides between them. If "
        "they are two and both want it, they meet in a play-off within two months, with a scenario and balances that "
        "the organizer gives; whoever wins it is first, the other second, and a draw leaves them joint winners."
    )
    yield (
        "There are prizes for the winner and the runner-up, which joint winners share, and for the largest difference "
        "of points inflicted and lost in close combat, the most snake eyes and the most boxcars over the event."
    )


def _attendance(event: AsoEvent) -> Iterator[str]:
    settings = event.settings
    keeps = "stays" if settings.bye_keeps_undefeated else "is no longer"
    yield (
        f"With an odd number one has a bye: {pluralize(settings.bye_points, 'point')}. It is no game; who was "
        f"undefeated {keeps} so. Nobody has a second one while somebody has had none."
    )
    lost = "counts as lost" if settings.missed_round == "loss" else "ends being undefeated, but is no loss"
    yield (
        f"A missed round scores {pluralize(settings.missed_points, 'point')} and {lost}: for a late entrant the "
        "rounds before, for somebody who leaves the rounds after. Who leaves keeps the points and a place in the list."
    )
    yield (
        "Who is drawn and has not come is absent, and an opponent who is left alone has a bye. One who comes after the "
        "draw meets the one with the bye, or has it where nobody does."
    )
