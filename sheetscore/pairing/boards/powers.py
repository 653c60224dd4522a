"""Who plays which power: nobody one for the second time where it can be helped, or by the players' wishes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from heapq import heappop, heappush
from itertools import count

from sheetscore.pairing.boards.record import BoardRecord
from sheetscore.pairing.lots import lot
from sheetscore.pairing.matching import Edge, cheapest_matching

Barred = frozenset[tuple[str, str]]
"""Players and the powers that they must not have on a board, by their ids."""

Found = tuple[tuple[int, ...], tuple[str, ...]]
"""What the powers of a board cost, part by part and then in lots, and the power of each of its players."""


@dataclass(frozen=True)
class PowerWishes:
    """What the powers of a round go by.

    Parameters
    ----------
    powers
        The ids of the seven, in their order.
    record
        The rounds before this one.
    lists
        The powers in the order in which a player would like them. Powers that a list leaves out are alike, and
        come after all that it names. Empty where the event does not ask.
    planned
        The power that a player is to have so that the rounds to come can do without repetitions too.
    words
        What the lots are named for: the seed and the round.
    """

    powers: Sequence[str]
    record: BoardRecord
    words: tuple[object, ...]
    lists: Mapping[str, Sequence[str]] = field(default_factory=dict)
    planned: Mapping[str, str] = field(default_factory=dict)

    def cost(self, player: str, power: str) -> tuple[int, int, int, int]:
        """Rank a power for a player: the wish, whether it comes again, how often, whether it is not the planned one."""
        wished = list(self.lists.get(player, ()))
        rank = wished.index(power) if power in wished else len(wished)
        times = len(self.record.played.get((player, power), ()))
        return rank, int(times > 0), times, int(self.planned.get(player, power) != power)


def assign_powers(boards: Sequence[Sequence[str]], wishes: PowerWishes) -> tuple[dict[str, str], ...]:
    """Give everybody a power, for the least sum of ranks over all boards, then of repetitions, and so on.

    Exact: each board is a cheapest matching. Who is on two boards has different powers there; where the cheapest
    matchings of the boards give them the same power, it is barred first on the one and then on the other board,
    and what is cheapest in all is looked at first.

    Parameters
    ----------
    boards
        The players of each, ids.
    wishes
        What the powers go by; lots decide between equals.

    Returns
    -------
    tuple of dict
        For each board who plays each power, in the order of the powers.
    """

    @cache
    def cheapest(board: int, barred: Barred) -> Found | None:
        return _cheapest(board, boards[board], barred, wishes)

    order = count()
    ways: list[tuple[tuple[int, ...], int, tuple[Barred, ...]]] = [((), next(order), (frozenset(),) * len(boards))]
    while True:
        _, _, barred = heappop(ways)
        found = [one for board, bars in enumerate(barred) if (one := cheapest(board, bars))]
        clash = next(_clashes(boards, found), None)
        if clash is None:
            return tuple(
                dict(sorted(zip(powers, at, strict=True), key=lambda had: wishes.powers.index(had[0])))
                for at, (_, powers) in zip(boards, found, strict=True)
            )
        player, power, both = clash
        for board in both:
            bars = (*barred[:board], barred[board] | {(player, power)}, *barred[board + 1 :])
            costs = [cheapest(one, bar) for one, bar in enumerate(bars)]
            if None not in costs:
                total = tuple(map(sum, zip(*(one[0] for one in costs if one), strict=True)))
                heappush(ways, (total, next(order), bars))


def _clashes(boards: Sequence[Sequence[str]], found: Sequence[Found]) -> Iterator[tuple[str, str, tuple[int, int]]]:
    """Give who has the same power on two boards, the power and the boards."""
    first: dict[tuple[str, str], int] = {}
    for board, (at, (_, powers)) in enumerate(zip(boards, found, strict=True)):
        for player, power in zip(at, powers, strict=True):
            if (player, power) in first:
                yield player, power, (first[player, power], board)
            first[player, power] = board


def _cheapest(board: int, players: Sequence[str], barred: Barred, wishes: PowerWishes) -> Found | None:
    """Give each player of a board a power; None where what is barred leaves no way."""
    lots = {
        (player, power): lot(*wishes.words, "power", board, player, power)
        for player in players
        for power in wishes.powers
    }
    edges = [
        Edge(i, len(players) + j, wishes.cost(player, power), lots[player, power])
        for i, player in enumerate(players)
        for j, power in enumerate(wishes.powers)
        if (player, power) not in barred
    ]
    matched = {i: wishes.powers[j - len(players)] for i, j in cheapest_matching(2 * len(players), edges)}
    if len(matched) < len(players):
        return None
    powers = tuple(matched[i] for i in range(len(players)))
    had = list(zip(players, powers, strict=True))
    costs = tuple(map(sum, zip(*(wishes.cost(*one) for one in had), strict=True)))
    return (*costs, sum(lots[one] for one in had)), powers


def comes_again(boards: Sequence[Mapping[str, str]], wishes: PowerWishes) -> int:
    """Count the powers that come again for somebody who has not had all of them yet."""
    had = wishes.record.powers_of
    return sum(
        power in had.get(player, ()) and len(had[player]) < len(wishes.powers)
        for board in boards
        for power, player in board.items()
    )


def went_by_columns(record: BoardRecord, order: Sequence[str], players: Sequence[str]) -> dict[str, int] | None:
    """Give the place in an order of powers with which each began, if all went on from it, a power a round.

    Parameters
    ----------
    record
        The rounds so far; all played in each.
    order
        The powers, in the order in which they are to follow each other; the first comes after the last.
    players
        Ids.
    """
    place = {power: number for number, power in enumerate(order)}
    began: dict[str, set[int]] = {player: set() for player in players}
    rounds = {number: nth for nth, number in enumerate(sorted(record.rounds))}
    for game in record.games:
        for power, player in game.powers.items():
            if power not in place or player not in began:
                return None
            began[player].add((place[power] - rounds[game.round]) % len(order))
    columns = {player: places.pop() for player, places in began.items() if len(places) == 1}
    even = set(Counter(columns.values()).values()) == {len(players) // len(order)}
    return columns if even and len(columns) == len(players) else None
