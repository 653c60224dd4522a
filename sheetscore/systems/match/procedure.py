"""How matches are paired, scored and ranked, in sentences that a director can follow with a pencil.

Source: "All Players are Created Equal".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sheetscore.event.identity import folded
from sheetscore.pairing.swiss.pools import pool_words
from sheetscore.scoring.tie_steps import TIE_BREAKS, said
from sheetscore.systems.context import RoundContext
from sheetscore.systems.match.by_hand import counts_handicaps, pencil_sheets
from sheetscore.systems.match.deciding import GAMES, LEAST_BY_HANDICAP, HandicapLevel
from sheetscore.systems.match.games import LEAST, MOST_POINTS, POINTS, Grading
from sheetscore.systems.match.matches import MATCHES
from sheetscore.systems.match.model import MatchEvent, PairedBy, RankedBy
from sheetscore.systems.outcomes import CARD_FOR_LATE, HandColumn, PencilWork, Procedure
from sheetscore.wording import capitalized, join_words, mixed


def describe_procedure(round_: RoundContext[MatchEvent]) -> Procedure:
    """Say how rounds are drawn and scored, and what happens when players come late or leave."""
    event = round_.event
    return Procedure(
        draw=(_paired(event), *_what_is_played(event)),
        scoring=tuple(_scoring(event)),
        attendance=(
            _SITS_OUT[event.settings.pairing],
            "Who comes late is paired from the first round on in which he or she is there, who leaves until the last. "
            "What was played counts; rounds that are missed are no matches.",
            *(_ENDED_EARLY if event.plays_series else ()),
        ),
        by_hand=tuple(_by_hand(event)),
        pencil=PencilWork(
            card=_card(event),
            card_head=_card_head(event),
            wall=(HandColumn("met no.", 70), HandColumn(_HEADINGS[event.settings.ranking[0]], 66)),
            wall_said=_ranked_beside(event.settings.ranking[1:]),
            first=capitalized(ranked_in_words(event.settings.ranking[0])),
            breaks=(
                *(capitalized(ranked_in_words(one)) for one in event.settings.ranking[1:]),
                *(TIE_BREAKS[id_].heading for id_ in event.settings.tie_breaks),
            ),
            sheets=tuple(pencil_sheets(event)),
        ),
    )


_SITS_OUT: Mapping[PairedBy, str] = {
    "round-robin": "Who would meet somebody absent sits out; with an odd number one does in every round.",
    "swiss": "With an odd number one has a bye, which counts as a won match without a level.",
    "ladder": "With an odd number one sits out: who has done so least often, of several the lowest.",
    "named": "Whom no pair names sits out.",
}

_ENDED_EARLY = (
    "A series that ends early has its reason on the sheet. It has no winner and no level, makes no handicap, and "
    "moves nobody. Its complete matches count in the standings; a match that lacks a game does not.",
)


def _paired(event: MatchEvent) -> str:
    reach, rounds = event.settings.reach, event.header.rounds
    pools = "; ".join(f"round {number}, {pool_words(rounds, number)}" for number in range(1, rounds + 1))
    texts: Mapping[PairedBy, str] = {
        "round-robin": "Everybody meets everybody: rounds go by Berger tables over the whole roster, in its order.",
        "swiss": f"A Swiss draw with a pool: {pools}. The others meet by {_unit(event, 'es')} won, nobody twice while "
        "it can be helped.",
        "ladder": f"A ladder, which begins in the order of the roster. Challenges, which players tell the director, "
        f"reach {reach} places up; a challenger who wins the {_unit(event)} takes the other's place. From the "
        f"top, whoever is left meets one of the next {reach}: the one not met longest.",
        "named": "The director names the pairs of every round.",
    }
    return texts[event.settings.pairing]


def _unit(event: MatchEvent, plural: str = "") -> str:
    """Return the word for what two players play in a round; ``series`` has no other plural."""
    return "series" if event.plays_series else f"match{plural}"


def _what_is_played(event: MatchEvent) -> Iterator[str]:
    yield (
        f"Two players play a series of {MATCHES} matches in a round, a match being one game played twice with the "
        "sides exchanged."
        if event.plays_series
        else "Two players play a match in a round: one game twice, with the sides exchanged."
    )
    yield (
        "Where a round has several scenarios both roll: the higher chooses the scenario, or the orders of battle, and "
        "the other the rest. A coin decides who begins with the first side; without one player 1 does."
    )
    if event.plays_series and len({folded(one.game_system) for one in event.scenarios}) > 1:
        yield "All matches of a series are of one game system, and have the handicap of that system."


_CARDS = f"Cut the player cards apart. {CARD_FOR_LATE}"


def _by_hand(event: MatchEvent) -> Iterator[str]:
    """Say how a round is paired with cards."""
    if event.settings.pairing == "ladder":
        yield from _ladder_by_hand(event)
        return
    yield from _BY_HAND[event.settings.pairing]
    if event.settings.pairing != "named":
        yield "Tables are numbered in the order in which the pairs were made; the upper of two cards is player 1."


_BY_HAND: Mapping[PairedBy, tuple[str, ...]] = {
    "round-robin": (
        "Lay the cards of the whole roster in two rows: the first half from left to right, the second below it from "
        "right to left; a blank card makes an odd number even. Cards above each other meet, who has the blank one "
        "sits out.",
        "For the next round the first card stays where it is and all others move on by one, round and round.",
    ),
    "swiss": (
        f"{_CARDS} Lay them out in the order of matches won, then of ratings; with an odd number the lowest card that "
        "has not sat out does.",
        "Of those who have won all, take the pool for the round, one less if it is odd, cut it in the middle, and let "
        "the first of the upper half meet the first of the lower, and so on. Who has won all and is outside of the "
        "pool meets the highest rated who has lost or drawn one.",
        "The others: from the top each card meets the next one that it has not met. If the last two have met, "
        "exchange one of them with a card of the pair above.",
    ),
    "named": (
        "The pairs are those that the director names, in the list Pairings or on the posting: cards are not needed.",
    ),
}


def _ladder_by_hand(event: MatchEvent) -> Iterator[str]:
    reach, unit = event.settings.reach, _unit(event)
    kinds = {wish.kind for wish in event.wishes}
    yield f"{_CARDS} Lay out the cards of those who are there in the order of the ladder, which its sheet has."
    yield (
        "Before that, bring the ladder up to date. Who met somebody above in the last round and won the "
        f"{unit} takes that place; the loser and all in between move one down. Otherwise nobody moves: a "
        f"{unit} that was drawn{', or ended early,' if event.plays_series else ''} changes nothing."
    )
    listed = ", those of the list Pairings first" if "lock" in kinds else ""
    yield (
        f"Take out the pairs of challenges, in the order in which they were made{listed}. If an odd number is left, "
        "one sits out: who has done so least often, of several the lowest."
    )
    yield (
        f"From the top each card meets one of those left that stand at most {reach} places lower, counting those taken "
        "out: one that it has not met, else the one met longest ago; of several the nearest. Where none stands so "
        "near, it meets the nearest that is left."
    )
    if "forbid" in kinds:
        yield "Pairs that the list Pairings forbids are passed over; who can meet nobody sits out."
    yield (
        "Tables are numbered in the order in which the pairs were made, challenges first. The lower of the two on the "
        "ladder is the challenger, and player 1."
    )


def _scoring(event: MatchEvent) -> Iterator[str]:
    """Say how games, matches and series are scored, a sentence or two for each step of the sum."""
    kinds = {scenario.grading for scenario in event.scenarios}
    # as long as there is no scenario both are told
    graded, others = kinds & _GRADED or not kinds, kinds - _GRADED or not kinds
    words = ", ".join(f"{level} {points}" for level, points in POINTS.items())
    yield (
        f"Match points of a game, for its winner: {words}, a victory without levels {MOST_POINTS}; for the "
        "loser as many below 0; for both 0 in a draw."
    )
    yield (
        "Match points of a match are those of both games, without any handicap. Its points per game are half of them."
    )
    if "one-sided" in kinds:
        yield (
            "Where a scenario has levels for one side alone, as its line on the sheet says, the other wins without; "
            f"that gives {MOST_POINTS} match points, too."
        )
    if counts_handicaps(event):
        yield _WITH_HANDICAP[event.settings.handicap_level]
    if graded:
        least = LEAST[event.settings.level_scale]
        yield (
            "A match at levels is won by the points per game: "
            f"{join_words([f'from {mixed(points)} on {level}' for level, points in least.items()])}; below "
            f"{mixed(min(least.values()))} it is drawn."
        )
    if others:
        yield from _without_levels(event, kinds)
    if event.plays_series:
        yield from _series(event)
    by = [ranked_in_words(one) for one in event.settings.ranking]
    each = f"each of the {MATCHES} of a series for itself; " if event.plays_series else ""
    yield f"The standings go by {', then by '.join(by)}. Equal ones share a rank."
    yield f"Of matches: {each}{'; '.join(_RANKED[one][1] for one in event.settings.ranking)}."
    yield from said(event.settings.tie_breaks)


_GRADED: frozenset[Grading] = frozenset({"graded", "one-sided"})

_RANKED: Mapping[RankedBy, tuple[str, str]] = {
    "won": ("matches won, a draw half a one", "a win is 1, a draw a half"),
    "levels": (
        "the points of their levels",
        f"a level is worth {join_words([str(points) for points in POINTS.values()])}, taken off for the loser, and a "
        "draw or a match without levels 0",
    ),
    "net": ("match points per game", "points per game are added up, with handicaps, of drawn matches, too"),
}
"""Criteria of the ranking in words, each with what a match gives."""

_HEADINGS: Mapping[RankedBy, str] = {"won": "matches won", "levels": "levels", "net": "points per game"}


def ranked_in_words(by: RankedBy) -> str:
    """Return a criterion of the ranking in words."""
    return _RANKED[by][0]


def _ranked_beside(others: Sequence[RankedBy]) -> str:
    """Say where the figures are that rank those who are equal in the first one; empty if there are none."""
    if not others:
        return ""
    named = join_words([_HEADINGS[one] for one in others])
    return f"{capitalized(named)}, by which equal ones are ranked, are added up on the player cards."


_WITH_HANDICAP: Mapping[HandicapLevel, str] = {
    "margin": "With a handicap, points per game are half the match points, plus a quarter of one's own handicap, less "
    "a quarter of the opponent's. The opponent has as many below 0.",
    "own": "With a handicap, each adds an own one to the match points, and halves the sum. The higher wins, and its "
    "half is the points per game; the opponent has as many below 0. Equal ones draw with 0.",
}


def _without_levels(event: MatchEvent, kinds: set[Grading]) -> Iterator[str]:
    """Say who wins a match without levels."""
    split = [words for kind, words in _SPLIT.items() if kind in kinds or not kinds]
    with_a_draw = (
        "or one and draws the other"
        if event.settings.win_and_draw == "win"
        else "and one who wins one and draws the other draws"
    )
    yield (
        f"A match without levels is won by who wins both games, {with_a_draw}. If each wins one it goes to "
        f"{'; '.join(split)}. Equal ones draw. There is no level."
    )
    if counts_handicaps(event):
        yield (
            "Without levels, but with a handicap: take half the match points, plus a quarter of one's own handicap, "
            f"less a quarter of the opponent's. From {LEAST_BY_HANDICAP} on that player wins. Below, one game each "
            "is decided as without a handicap, and everything else is drawn."
        )
        if event.settings.handicap_level == "own":
            yield "The points per game of such a match are the half that the winner has, be it the lower one."


_SPLIT: Mapping[Grading, str] = {
    "points": "the larger lead in the game that one won, where points are counted",
    "territory": "the sooner game-turn, then the lower losses, where an objective is reached",
    "win": "nobody, where neither is the case",
}
"""What decides if each player has won a game, by the grading of the scenario."""


def _series(event: MatchEvent) -> Iterator[str]:
    """Say who wins a series, and which handicap it makes."""
    games, settings = GAMES * MATCHES, event.settings
    yield (
        f"A series goes by the match points of its {games} games, divided by {games}: from as many a game on as a "
        "match it is won at a level, below that it is drawn. Who won its matches does not matter."
        f"{_IN_SERIES[settings.handicap_level] if _in_series(event) else ''}"
    )
    yield (
        "By this series alone, a handicap is a third of the distance between both totals of match points, without "
        "handicaps, for the player who has less."
    )
    yield (
        "Handicap from now on, for later matches of the two in that game system: the one by this series alone if they "
        "had none before, not even one of 0. Else two times the one by this series alone, plus the one before, divided "
        "by three. If these are for different players, less the one before; what is below 0 is for the other player."
    )
    if not settings.handicaps:
        yield "Handicaps are kept and revised, and do not count."


def _in_series(event: MatchEvent) -> bool:
    """Return whether handicaps may count in the series of an event."""
    return counts_handicaps(event) and event.settings.series_handicap


_IN_SERIES: Mapping[HandicapLevel, str] = {
    "margin": " To that comes a quarter of one's own handicap, less a quarter of the opponent's, as in a match.",
    "own": " With a handicap, each first adds three times an own one to the total; the higher figure wins, and has the "
    "level.",
}


def _card(event: MatchEvent) -> tuple[HandColumn, ...]:
    """Return the columns of a player's card: what a round gives, all its matches together."""
    ladder = event.settings.pairing == "ladder"
    return (
        HandColumn("Table", 54),
        HandColumn("Met", 180),
        HandColumn("Scenario", 100),
        *(HandColumn(capitalized(_HEADINGS[one]), 74) for one in event.settings.ranking),
        *([HandColumn("Place after it", 60)] if ladder else []),
    )


def _card_head(event: MatchEvent) -> dict[str, dict[str, str]]:
    """Return what stands at the head of cards, by heading and player: what orders the players before any has won."""
    if event.settings.pairing == "swiss":
        return {"Rating": {player.id: str(player.rating) for player in event.players if player.rating is not None}}
    if event.settings.pairing == "ladder":
        return {"Begins at place": {player.id: str(at) for at, player in enumerate(event.players, start=1)}}
    return {}
