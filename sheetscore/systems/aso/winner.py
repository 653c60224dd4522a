"""Who has won, in words: the last undefeated, or several together, or the one of two who has won the play-off.

Source: ASO 2008 Tournament Rules, Determining rank in the tournament.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetscore.event.stage import stage_command
from sheetscore.pairing.draw import named
from sheetscore.pairing.swiss.record import SwissGame
from sheetscore.scoring.swiss_ranking import SwissRank, SwissWinners, won_play_off
from sheetscore.sentences import listed
from sheetscore.systems.aso.model import AsoEvent

STAR = "★"
"""Marks whoever has won."""


def declared(
    event: AsoEvent, winners: SwissWinners, ranking: Sequence[SwissRank], play_off: SwissGame | None, last: int
) -> tuple[str, ...]:
    """Say who has won, why they are first, and what may still come.

    Parameters
    ----------
    winners, ranking
        By the results that are in.
    play_off
        Of two joint winners, where its result is in.
    last
        The last round that is scored.

    Returns
    -------
    Nothing while nobody has won.
    """
    if not winners.players:
        return ()
    return (" ".join(_sentences(event, winners, ranking, play_off, last)),)


def _sentences(
    event: AsoEvent, winners: SwissWinners, ranking: Sequence[SwissRank], play_off: SwissGame | None, last: int
) -> Iterator[str]:
    who = listed([named(player, event.names) for player in winners.players])
    first = won_play_off(winners.players, play_off)
    if first is not None:
        (other,) = (player for player in winners.players if player != first)
        winner, second = named(first, event.names), named(other, event.names)
        yield f"{STAR} {winner} has won the play-off against {second}, and with it the event."
        yield "Points, tie-breaks and prizes stay as they were."
    elif len(winners.players) == 1:
        yield f"{STAR} {who} is the last undefeated and has won, since round {winners.round}."
        yield from _with_fewer_points(event, ranking, last)
    else:
        yield (
            f"{STAR} {who} are undefeated after the last round and have won together. No tie-break decides between "
            "them; they share the prizes of winner and runner-up."
        )
        yield from _about_a_play_off(event, winners, play_off)
    yield from _played_by_others(event, winners, play_off)


def _with_fewer_points(event: AsoEvent, ranking: Sequence[SwissRank], last: int) -> Iterator[str]:
    """Say why the first may have fewer points than another."""
    winner = next(line for line in ranking if line.winner)
    most = max(ranking, key=lambda line: line.history.points)
    if most.history.points > winner.history.points:
        yield (
            f"Rank 1 goes to the last undefeated, whatever the points: {winner.history.points}, and "
            f"{named(most.player.id, event.names)} has {most.history.points}."
        )
    elif last < event.header.rounds:
        yield "Rank 1 is theirs whatever happens later, even if somebody gets more points."


def _about_a_play_off(event: AsoEvent, winners: SwissWinners, play_off: SwissGame | None) -> Iterator[str]:
    """Say how two may still decide it, or what became of that."""
    after = event.header.rounds + 1
    if len(winners.players) != 2:
        yield "A play-off is for two alone."
    elif play_off is not None and set(play_off.players) == set(winners.players):
        yield "Their play-off was drawn, and they stay joint winners."
    elif event.play_off is not None and play_off is None:
        yield f"Their play-off is round {after}, which has no result yet."
    elif event.play_off is None:
        yield (
            f"If both want it, a play-off within two months decides: enter a round {after} with the one scenario that "
            f"you give them, leave the number of rounds at {event.header.rounds}, then: sheetscore "
            f"{stage_command('draw', after)}"
        )


def _played_by_others(event: AsoEvent, winners: SwissWinners, play_off: SwissGame | None) -> Iterator[str]:
    """Say that a play-off counts for nothing any more, since a correction has left other winners."""
    if play_off is None or set(play_off.players) == set(winners.players):
        return
    after = event.header.rounds + 1
    both = listed([named(player, event.names) for player in play_off.players])
    yield f"Round {after}, played by {both}, is no play-off of the winners and counts for nothing."
    if len(winners.players) == 2:
        yield f"For a play-off of the two: sheetscore {stage_command('draw', after)} --again"
