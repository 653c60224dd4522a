"""Cheapest pairs and cheapest assignments of many to few: exact, and the same on every machine."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from heapq import heappop, heappush
from itertools import combinations
from typing import NamedTuple

from sheetscore.pairing.draw import LOT_BITS

Costs = Sequence[Sequence[int]]

WEIGHT_BITS = 124
"""Weights stay below 2 to this power.

rustworkx computes in whole numbers of 128 bits with sign, and does not tell when they overflow. In a matching
of most weight no dual value of a vertex is below 0 or above the highest weight, and the slack of an edge is the
sum of two of them less twice its weight; so no number on the way is larger than four times the highest weight.
"""

FEWEST_LOT_BITS = 12
"""Fewer bits than this would not tell apart matchings that cost the same."""


def cheapest(costs: Costs, places: Sequence[int]) -> list[int]:
    """Assign everybody to one side so that every side is filled at the least cost in all.

    Exact, by successive shortest paths: each newcomer takes the cheapest chain of moves that ends on a
    free place. With few sides this takes a fraction of the time that a matching of pilots to single
    seats would.

    Parameters
    ----------
    costs
        For each pilot the cost of each side: whole numbers of any size.
    places
        How many each side takes; they add up to the number of pilots.

    Returns
    -------
    list of int
        The side of each pilot. The answer is the only one when no two assignments cost the same.

    Raises
    ------
    ValueError
        The places do not add up to the number of pilots.
    """
    if sum(places) != len(costs):
        raise ValueError(f"{len(costs)} pilots do not fill {sum(places)} places")
    taken = _Taken(costs, places)
    for newcomer in range(len(costs)):
        taken.admit(newcomer)
    return taken.sides


class _Taken:
    """The places taken so far, and for each pair of sides who would move over most cheaply."""

    def __init__(self, costs: Costs, places: Sequence[int]) -> None:
        self.costs = costs
        self.free = list(places)
        self.sides = [-1] * len(costs)
        count = range(len(places))
        self._movers: list[list[list[tuple[int, int]]]] = [[[] for _ in count] for _ in count]

    def admit(self, newcomer: int) -> None:
        """Find a newcomer a place; others may move on to make room."""
        reach = list(self.costs[newcomer])
        before: list[tuple[int, int]] = [(newcomer, -1)] * len(reach)  # who moves in, and from where
        # a move to another side may save something, so that no side is settled at its first visit: all are looked at
        # until nothing is cheaper (Bellman and Ford); with a handful of sides that is no time at all
        settled = False
        while not settled:
            settled = True
            for start in range(len(reach)):
                for end in range(len(reach)):
                    move = self._cheapest_move(start, end)
                    if move and reach[start] + move[0] < reach[end]:
                        reach[end] = reach[start] + move[0]
                        before[end] = (move[1], start)
                        settled = False
        end = min((side for side, free in enumerate(self.free) if free), key=reach.__getitem__)
        self.free[end] -= 1
        while end >= 0:
            pilot, start = before[end]
            self._seat(pilot, end)
            end = start

    def _cheapest_move(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the cost of the cheapest move between two sides and who makes it."""
        movers = self._movers[start][end]
        # whoever has moved on since stays in the heap until they come up: cheaper than to look for them at each move
        while movers and self.sides[movers[0][1]] != start:
            heappop(movers)
        return movers[0] if movers else None

    def _seat(self, pilot: int, side: int) -> None:
        self.sides[pilot] = side
        here = self.costs[pilot][side]
        for end, there in enumerate(self.costs[pilot]):
            if end != side:
                heappush(self._movers[side][end], (there - here, pilot))


class Edge(NamedTuple):
    """Two who may be matched, what that costs from the most important part to the least, and their lot."""

    one: int
    other: int
    parts: tuple[int, ...]
    lot: int


def cheapest_matching(size: int, edges: Sequence[Edge]) -> list[tuple[int, int]]:
    """Match as many as can be matched, at the least cost.

    Of two matchings the one is cheaper that has the lower sum of the first parts, then of the second, and so
    on; then the lower sum of lots. Random lots of b bits leave more than one cheapest matching with a chance
    of at most (number of edges) / 2 ** b (the isolation lemma; Mulmuley, Vazirani and Vazirani, 1987), so that
    the answer does not depend on the order of the edges or on how the library goes about it.

    Parameters
    ----------
    size
        How many there are; edges name them 0 to ``size`` - 1.
    edges
        At most one for two; all with the same number of parts, which are whole numbers from 0.

    Returns
    -------
    list of pairs
        In order, the lower number of each pair first.

    Raises
    ------
    ValueError
        The costs are too large to be weighed exactly.
    """
    import rustworkx  # noqa: PLC0415 - heavy, and only a draw needs it

    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from(_weighted(size // 2, edges))
    return sorted((min(found), max(found)) for found in rustworkx.max_weight_matching(graph, weight_fn=int))


def _weighted(pairs: int, edges: Sequence[Edge]) -> list[tuple[int, int, int]]:
    """Weigh every edge the higher the less it costs.

    Each part has as many bits as ``pairs`` times its maximum needs, so that no sum of lower parts reaches the
    next higher one; and what is subtracted from is more than any matching costs, so that a matching of more
    pairs always weighs more.
    """
    levels = len(edges[0].parts) if edges else 0
    widths = [(pairs * max(edge.parts[level] for edge in edges)).bit_length() for level in range(levels)]
    carry = pairs.bit_length()
    lot_bits = min(LOT_BITS, WEIGHT_BITS - 1 - carry - sum(widths))
    if lot_bits < FEWEST_LOT_BITS:
        raise ValueError(f"the costs of {pairs} pairs are too large to be weighed exactly")
    shifts = [lot_bits + carry + sum(widths[level + 1 :]) for level in range(levels)]
    above_all = 1 << (lot_bits + carry + sum(widths))
    dropped = LOT_BITS - lot_bits
    return [
        (one, other, above_all - sum(part << by for part, by in zip(parts, shifts, strict=True)) - (lot >> dropped))
        for one, other, parts, lot in edges
    ]


def pairable(players: Collection[str], barred: Mapping[str, Collection[str]]) -> bool:
    """Tell whether all can be paired off with nobody meeting one of those barred to them.

    Where each of 2k players may meet at least k others there is a way (Dirac, 1952: a closed path leads
    through all, and every second step is a pair); only otherwise is it searched for.
    """
    here = set(players)
    if len(here) % 2:
        return False
    if all(2 * (len(here) - 1 - len(here.intersection(barred[player]))) >= len(here) for player in here):
        return True
    order = sorted(here)
    edges = [
        Edge(i, j, (), 0) for (i, one), (j, other) in combinations(enumerate(order), 2) if other not in barred[one]
    ]
    return 2 * len(cheapest_matching(len(order), edges)) == len(order)
