"""Round robins, in which everybody meets everybody: Berger tables, with sides as balanced as possible.

Source: FIDE Handbook, C.05, Berger tables.
"""

from __future__ import annotations

from typing import NamedTuple


class BergerRound(NamedTuple):
    """A round of a Berger table."""

    pairs: tuple[tuple[int, int], ...]
    """The two places of each pair, counted from 0: first that with the first side. If the number of players is even,
    the pair of the last player comes first."""
    bye: int | None
    """The place of the player who sits out; None if the number of players is even."""


def rounds_needed(players: int) -> int:
    """Return the number of rounds until all have met: one less than the players, or as many if their number is odd."""
    return players - 1 + players % 2


def berger_round(players: int, number: int) -> BergerRound:
    """Return a round of the Berger table for a number of players.

    Players are numbered from 1. The sums of the two numbers of each pair of a round leave the same remainder when
    divided by the number of rounds. The number that would meet itself by this rule sits out if the number of players is
    odd; else it meets the last player, with the first side if it is in the lower half. In other pairs an odd sum gives
    the first side to the lower number, an even one to the higher. After :func:`rounds_needed` rounds the table begins
    again with the sides exchanged.

    Parameters
    ----------
    players
        How many there are, from 2.
    number
        The round, from 1.

    Raises
    ------
    ValueError
        There are too few players, or no such round.
    """
    if players < 2 or number < 1:
        raise ValueError(f"no round {number} of {players} players")
    rounds = rounds_needed(players)  # the rule is for numbers up to this: all, or all but the last player's
    cycle, nth = divmod(number - 1, rounds)
    remainder = (nth + 2) % rounds  # in the first round number 1 would meet itself
    alone = next(one for one in range(1, rounds + 1) if 2 * one % rounds == remainder)
    others = ((one, (remainder - one) % rounds or rounds) for one in range(1, rounds + 1))
    pairs = [(one, two) if (one + two) % 2 else (two, one) for one, two in others if one < two]
    if players % 2 == 0:
        pairs.insert(0, (alone, players) if alone <= players // 2 else (players, alone))
    placed = tuple((two - 1, one - 1) if cycle % 2 else (one - 1, two - 1) for one, two in pairs)
    return BergerRound(placed, alone - 1 if players % 2 else None)
