"""A ladder: players in an order, challenges within reach, and how a match won changes the order."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

Two = frozenset[str]

LadderWhy = Literal["challenge", "neighbours"]


class Rung(NamedTuple):
    """Two who meet on a ladder, and why: ``challenger`` stands below ``challenged``."""

    challenger: str
    challenged: str
    why: LadderWhy


@dataclass(frozen=True)
class LadderDraw:
    """A round of a ladder: those who meet, challenges first, then from the top; and who is left, from the top."""

    rungs: tuple[Rung, ...]
    left: tuple[str, ...]


def places_apart(order: Sequence[str], challenger: str, challenged: str) -> int:
    """Tell how many places higher the second of two stands; below 0 where that one stands lower."""
    return order.index(challenger) - order.index(challenged)


def draw_ladder(
    order: Sequence[str],
    challenges: Sequence[tuple[str, str]],
    reach: int,
    last_met: Mapping[Two, int],
    sat_out: Mapping[str, int],
    forbidden: Collection[Two] = (),
) -> LadderDraw:
    """Pair those who are there.

    After the challenges each one left, from the top, meets one of the next of those left, at most ``reach`` further
    down: the one not met longest, of several the nearest. With an odd number the one sits out who has done so least
    often, of several the lowest.

    Parameters
    ----------
    order
        The ids of those who are there, from the top.
    challenges
        Challenger and challenged, which must be possible.
    last_met
        The last round in which two met; who never met is not in it.
    sat_out
        How often each has sat out.
    forbidden
        Pairs that are never made.
    """
    rungs = [Rung(*challenge, "challenge") for challenge in challenges]
    busy = {player for challenge in challenges for player in challenge}
    waiting = [player for player in order if player not in busy]
    left = []
    if len(waiting) % 2:
        left.append(min(reversed(waiting), key=lambda player: sat_out.get(player, 0)))
        waiting.remove(left[0])
    while waiting:
        upper = waiting.pop(0)
        near = [other for other in waiting[:reach] if frozenset((upper, other)) not in forbidden]
        if not near:
            left.append(upper)
            continue
        lower = min(near, key=lambda other: last_met.get(frozenset((upper, other)), 0))
        waiting.remove(lower)
        rungs.append(Rung(lower, upper, "neighbours"))
    return LadderDraw(tuple(rungs), tuple(sorted(left, key=order.index)))


def climbed(order: Iterable[str], won: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return the order after the matches of a round.

    Parameters
    ----------
    won
        Winner and loser of each match that had a winner; a player is in one of them at most. A winner who stood
        below takes the loser's place; who won from above, and who is in none, changes nothing. The sequence of
        matches makes no difference.
    """
    now = list(order)
    for winner, loser in won:
        if places_apart(now, winner, loser) > 0:
            now.remove(winner)
            now.insert(now.index(loser), winner)
    return tuple(now)
