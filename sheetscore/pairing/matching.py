"""Cheapest pairs, cheapest assignments to sides, and places that keep people apart: the same on every machine.

Pairs and assignments are exact. Places come from a local search, reproducible because it uses whole numbers and its own
dice.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from heapq import heappop, heappush
from itertools import combinations
from typing import NamedTuple

from sheetscore.pairing.draw import LOT_BITS

Costs = Sequence[Sequence[int]]
"""For each pilot the cost of each side."""

WEIGHT_BITS = 124
"""Weights stay below 2 to this power.

rustworkx computes with signed integers of 128 bits, and overflows silently. In a matching
of maximum weight no dual value of a vertex is below 0 or above the highest weight, and the slack of an edge is the
sum of two of them less twice its weight; so no intermediate number is larger than four times the highest weight.
"""

FEWEST_LOT_BITS = 12
"""The fewest bits of lots: with fewer, matchings of equal cost could have equal sums of lots."""


def cheapest_sides(costs: Costs, places: Sequence[int]) -> list[int]:
    """Assign every pilot to a side so that all sides are full at the least total cost.

    Exact, by successive shortest paths: each newcomer takes the cheapest chain of moves that ends on a
    free place. With few sides this takes a fraction of the time that a matching of pilots to single
    seats would.

    Parameters
    ----------
    costs
        For each pilot the cost of each side: whole numbers of any size.
    places
        The number of places of each side; they add up to the number of pilots.

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
    """The places taken so far, and for each pair of sides who can move between them most cheaply."""

    def __init__(self, costs: Costs, places: Sequence[int]) -> None:
        self.costs = costs
        self.free = list(places)
        self.sides = [-1] * len(costs)
        count = range(len(places))
        # for every two sides a heap of (cost of the move, pilot)
        self._movers: list[list[list[tuple[int, int]]]] = [[[] for _ in count] for _ in count]

    def admit(self, newcomer: int) -> None:
        """Find a newcomer a place; others may move on to make room."""
        reach = list(self.costs[newcomer])  # the cost of the cheapest chain of moves that ends on each side
        before: list[tuple[int, int]] = [(newcomer, -1)] * len(reach)  # who moves in, and from where
        # a move may have a negative cost, so no side is final at its first visit: all are checked until none gets
        # cheaper (Bellman and Ford); quick, since there are only a few sides
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
        # pilots who have moved on are dropped only when they reach the top: cheaper than searching the heap
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
    """Two who may be matched, the parts of the cost from the most important to the least, and a random lot."""

    one: int
    other: int
    parts: tuple[int, ...]
    lot: int


def cheapest_matching(size: int, edges: Sequence[Edge]) -> list[tuple[int, int]]:
    """Match as many vertices as possible, at the least cost.

    Matchings are compared by the sum of the first parts of their costs, then of the second, and so on; then by
    the sum of lots. With random lots of b bits the cheapest matching is unique but for a probability
    of at most (number of edges) / 2 ** b (the isolation lemma; Mulmuley, Vazirani and Vazirani, 1987), so that
    the answer depends neither on the order of the edges nor on the library's algorithm.

    Parameters
    ----------
    size
        The number of those to be matched; edges name them 0 to ``size`` - 1.
    edges
        The possible pairs, each once; all have the same number of parts, which are whole numbers from 0.

    Returns
    -------
    list of pairs
        The pairs in order, the lower number of each first.

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
    """Return edges with weights, higher for lower costs.

    Each part has as many bits as ``pairs`` times its maximum needs, so that no sum of lower parts reaches the
    next higher one; lots are shortened to the bits that are left. Each weight is a constant less the cost; the constant
    is above the cost of any matching, so that more pairs always weigh more.
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
    """Return whether all players can be paired without a barred pair.

    If each of 2k players may meet at least k others, all can be paired (Dirac, 1952: there is a Hamiltonian cycle, and
    every second edge of it is a pair). A search is needed only if somebody may meet fewer.
    """
    present = set(players)
    if len(present) % 2:
        return False
    if all(2 * (len(present) - 1 - len(present.intersection(barred[player]))) >= len(present) for player in present):
        return True
    order = sorted(present)
    edges = [
        Edge(i, j, (), 0) for (i, one), (j, other) in combinations(enumerate(order), 2) if other not in barred[one]
    ]
    return 2 * len(cheapest_matching(len(order), edges)) == len(order)


Weights = Sequence[Mapping[int, int]]
"""For each player, by the index of another one, the cost of each time that the two are together; without costs of 0."""


REST = 3
"""The fewest steps for which a moved player stays; by lot up to twice as many."""


def settle(
    weights: Weights, together: Sequence[Sequence[int]], enough: int, steps: int, dice: random.Random
) -> list[int]:
    """Find a place for everybody, by a local search that starts with each player at the place of the same index.

    At each step a player with a cost swaps places with the partner that gives the lowest total, even if that is higher
    than before; those just moved rest (tabu search; Glover, 1989). All numbers are whole, so that the answer is the
    same on every machine.

    Parameters
    ----------
    weights
        The cost of each time that two are together.
    together
        For every two places how often they are on one board, over all rounds; 0 for a place and itself.
    enough
        The search ends at a cost of this or less.
    steps
        The most swaps.
    dice
        For choosing whose turn it is, and between equal swaps.

    Returns
    -------
    list of int
        The place of each in the cheapest arrangement found.
    """
    search = _Search(weights, together)
    best, best_cost = list(search.place), search.cost
    resting = [0] * len(weights)
    for step in range(steps):
        if best_cost <= enough:
            break
        unhappy = [p for p in range(len(weights)) if search.pull[p][search.place[p]] and resting[p] <= step]
        if not unhappy:
            continue
        p = unhappy[_roll(dice, len(unhappy))]
        q, change = search.cheapest_swap(p, [q if at <= step else -1 for q, at in enumerate(resting)], dice)
        if q < 0:
            continue
        search.swap(p, q, change)
        # without a rest the search would undo its own swaps for ever; rests of equal length allow longer cycles
        for moved in (p, q):
            resting[moved] = step + 1 + REST + _roll(dice, REST + 1)
        if search.cost < best_cost:
            best, best_cost = list(search.place), search.cost
    return best


def cost_of(weights: Weights, together: Sequence[Sequence[int]], place: Sequence[int]) -> int:
    """Return the total cost of an arrangement."""
    return sum(
        weight * together[place[p]][place[q]]
        for p, others in enumerate(weights)
        for q, weight in others.items()
        if p < q
    )


def on_boards(sizes: Sequence[int]) -> list[list[int]]:
    """Return 1 for two places on one board, else 0 (also for a place and itself); places count board after board."""
    board = [number for number, size in enumerate(sizes) for _ in range(size)]
    return [[int(one == other and p != q) for q, other in enumerate(board)] for p, one in enumerate(board)]


def _roll(dice: random.Random, sides: int) -> int:
    return int(dice.random() * sides)


class _Search:
    """An arrangement, and the cost of every place for each player while the others stay.

    Attributes
    ----------
    pull
        The cost of every place for each player: the weights of those together with that place.
    """

    def __init__(self, weights: Weights, together: Sequence[Sequence[int]]) -> None:
        self.weights = weights
        self.together = together
        self.place = list(range(len(weights)))
        self.pull = [[sum(weight * row[q] for q, weight in others.items()) for row in together] for others in weights]
        self.cost = sum(self.pull[p][p] for p in self.place) // 2

    def cheapest_swap(self, p: int, others: Sequence[int], dice: random.Random) -> tuple[int, int]:
        """Return the partner of the cheapest swap, or -1, and the change of cost; -1 in ``others`` is nobody."""
        here, pull, weights = self.place[p], self.pull[p], self.weights[p]
        with_here = self.together[here]
        found, least = [-1], 0
        for q in others:
            if q < 0 or q == p:
                continue
            there, other = self.place[q], self.pull[q]
            change = pull[there] - pull[here] + other[here] - other[there]
            # the weight of the two with each other stays, but is subtracted twice above
            if with_here[there]:
                change += 2 * with_here[there] * weights.get(q, 0)
            if found[0] < 0 or change < least:
                found, least = [q], change
            elif change == least:
                found.append(q)
        return found[_roll(dice, len(found))], least

    def swap(self, p: int, q: int, change: int) -> None:
        """Swap the places of two players."""
        here, there = self.place[p], self.place[q]
        self.place[p], self.place[q] = there, here
        self.cost += change
        # the places that are together with one of the two places more often than with the other
        rows = zip(range(len(self.together)), self.together[here], self.together[there], strict=True)
        moved = [(x, to - away) for x, away, to in rows if away != to]
        for n in self.weights[p].keys() | self.weights[q].keys():
            more = self.weights[p].get(n, 0) - self.weights[q].get(n, 0)
            pull = self.pull[n]
            if more:
                for x, by in moved:
                    pull[x] += more * by
