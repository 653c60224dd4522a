"""Who takes which place, so that those who ought not to meet are together as little as possible."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

Weights = Sequence[Mapping[int, int]]
"""For each of those who take places, what it costs per time to have others together with them: only what is above 0."""

REST = 3
"""Who was moved stays for at least so many steps; up to twice as long, by lots."""


def settle(
    weights: Weights, together: Sequence[Sequence[int]], enough: int, steps: int, dice: random.Random
) -> list[int]:
    """Find everybody a place, by a local search from the order in which they come.

    Step by step somebody who costs something changes places with whoever makes that cheapest, even if it makes it
    dearer than it was; whoever has just been moved rests (tabu search; Glover, 1989). Whole numbers only, so that
    the answer is the same on every machine.

    Parameters
    ----------
    weights
        What two cost for each time that they are together.
    together
        How often two places are together; 0 for a place and itself.
    enough
        The search ends when the cost is not above this.
    steps
        How many changes may be made.
    dice
        Decide whose turn it is, and between equals.

    Returns
    -------
    list of int
        The place of each, of the cheapest way that was seen.
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
        # who could go straight back would lead the search round in a circle; rests of one length make longer circles
        for moved in (p, q):
            resting[moved] = step + 1 + REST + _roll(dice, REST + 1)
        if search.cost < best_cost:
            best, best_cost = list(search.place), search.cost
    return best


def cost_of(weights: Weights, together: Sequence[Sequence[int]], place: Sequence[int]) -> int:
    """Add up what it costs to have everybody where they are."""
    return sum(
        weight * together[place[p]][place[q]]
        for p, others in enumerate(weights)
        for q, weight in others.items()
        if p < q
    )


def on_boards(sizes: Sequence[int]) -> list[list[int]]:
    """Tell of places that fill board after board which of them are together."""
    board = [number for number, size in enumerate(sizes) for _ in range(size)]
    return [[int(one == other and p != q) for q, other in enumerate(board)] for p, one in enumerate(board)]


def _roll(dice: random.Random, sides: int) -> int:
    return int(dice.random() * sides)


class _Search:
    """Who is where, and what it would cost each to be anywhere else while the others stay.

    Attributes
    ----------
    pull
        For each the cost of every place: the weights of those who are together with that place.
    """

    def __init__(self, weights: Weights, together: Sequence[Sequence[int]]) -> None:
        self.weights = weights
        self.together = together
        self.place = list(range(len(weights)))
        self.pull = [[sum(weight * row[q] for q, weight in others.items()) for row in together] for others in weights]
        self.cost = sum(self.pull[p][p] for p in self.place) // 2

    def cheapest_swap(self, p: int, others: Sequence[int], dice: random.Random) -> tuple[int, int]:
        """Find with whom it is cheapest to change places, and by how much the cost changes; -1 if nobody may."""
        here, pull, weights = self.place[p], self.pull[p], self.weights[p]
        beside = self.together[here]
        found, least = [-1], 0
        for q in others:
            if q < 0 or q == p:
                continue
            there, other = self.place[q], self.pull[q]
            change = pull[there] - pull[here] + other[here] - other[there]
            if beside[there]:
                change += 2 * beside[there] * weights.get(q, 0)
            if found[0] < 0 or change < least:
                found, least = [q], change
            elif change == least:
                found.append(q)
        return found[_roll(dice, len(found))], least

    def swap(self, p: int, q: int, change: int) -> None:
        """Let two change places."""
        here, there = self.place[p], self.place[q]
        self.place[p], self.place[q] = there, here
        self.cost += change
        rows = zip(range(len(self.together)), self.together[here], self.together[there], strict=True)
        moved = [(x, to - away) for x, away, to in rows if away != to]
        for n in self.weights[p].keys() | self.weights[q].keys():
            more = self.weights[p].get(n, 0) - self.weights[q].get(n, 0)
            pull = self.pull[n]
            if more:
                for x, by in moved:
                    pull[x] += more * by
