"""A lower bound for how often team mates meet again in any plan, found from every two rounds alone.

A place is a side at a table. The model of two rounds leaves open who flies where: it has the number of pilots for each
combination of a place in the one round and a place in the other, which decides how many pairs are together in both.
This model is so small that its minimum is found where that of all rounds is not. In a tree of rounds the minima of
the joined pairs of rounds add up to a lower bound: two who are together in k rounds meet again k - 1 times, and a tree
joins at most k - 1 pairs of these k rounds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product

from ortools.sat.python import cp_model

from sheetscore.pairing.planned.search import Search, Variable, pairs_of
from sheetscore.pairing.planned.seating import Place
from sheetscore.pairing.planned.ways import Counts, PilotClass
from sheetscore.pairing.sections.outlook import NOT_FLYING
from sheetscore.pairing.sections.plan import Lineup

_Mates = tuple[int, str]
"""A table and a force at it, for which team mates fight there."""


def least_mates(
    search: Search, ahead: Sequence[Lineup], classes: Sequence[PilotClass], counts: Counts, *, nobody_fights_again: bool
) -> int:
    """Return how often team mates meet again at least, in every plan that keeps the goals so far.

    Parameters
    ----------
    search
        The search, whose goals so far are about the ways that are taken.
    ahead, classes, counts
        The rounds to be planned, the classes of pilots, and how many of each class take each way.
    nobody_fights_again
        Whether opponents must not meet again in the plan.
    """
    pairs = [*combinations(range(len(ahead)), 2)]
    least = {}
    for number, (one, other) in enumerate(pairs):
        model = search.outline()  # a copy with the ways and without seats, in which the counts are the same variables
        repeated = _TwoRounds(model, ahead, one, other).repeated(classes, counts, apart=nobody_fights_again)
        model.minimize(repeated)
        # the same work for each pair of rounds: a share of what those before it leave
        least[one, other] = search.bound(model, share=_SHARE / (len(pairs) - _SHARE * number))
    return sum(_heaviest_tree(len(ahead), least))


_SHARE = 0.25
"""The share of the remaining work for all pairs of rounds together."""


def _heaviest_tree(rounds: int, least: dict[tuple[int, int], int]) -> Iterator[int]:
    """Yield the lower bounds for the pairs of rounds in the tree with the largest sum."""
    tree = [*range(rounds)]
    for (one, other), meetings in sorted(least.items(), key=lambda pair: -pair[1]):
        if tree[one] != tree[other]:
            yield meetings
            joined, into = tree[other], tree[one]
            tree = [into if part == joined else part for part in tree]


class _TwoRounds:
    """The numbers of pilots with each combination of places in two rounds, as variables of a separate model.

    Attributes
    ----------
    places
        For each of the two rounds its places, with their numbers of seats.
    have
        The number of pilots with a place in the one round and a place in the other.
    """

    def __init__(self, model: cp_model.CpModel, ahead: Sequence[Lineup], one: int, other: int) -> None:
        self.model = model
        self.rounds = one, other
        self.lineups = ahead[one], ahead[other]
        self.places = tuple(_places(lineup) for lineup in self.lineups)
        self.have = {
            (here, there): model.new_int_var(0, min(seats, others), "")
            for (here, seats), (there, others) in product(*(places.items() for places in self.places))
        }

    def repeated(self, classes: Sequence[PilotClass], counts: Counts, *, apart: bool) -> cp_model.LinearExpr | int:
        """Constrain places by ways, and return the number of pairs of mates together twice."""
        self._within_seats()
        self._take_ways(classes, counts)
        self._in_order()
        together = {pair: self._number(*pair) for pair in product(_mates(self.lineups[0]), _mates(self.lineups[1]))}
        if apart:
            self._nobody_fights_again(together)
        return sum(pairs_of(self.model, number, most) for number, most in together.values())

    def _within_seats(self) -> None:
        """Limit the pilots at a place to its seats; those who do not fly in the other round are not counted."""
        for at, places in enumerate(self.places):
            for place, seats in places.items():
                self.model.add(sum(n for pair, n in self.have.items() if pair[at] == place) <= seats)

    def _take_ways(self, classes: Sequence[PilotClass], counts: Counts) -> None:
        """Let as many pilots have places of a side in the one round and a side in the other as take ways with both."""
        taken: dict[tuple[int, int], list[Variable]] = defaultdict(list)
        for one, numbers in zip(classes, counts, strict=True):
            for way, n in zip(one.ways, numbers, strict=True):
                sides = way.sides[self.rounds[0]], way.sides[self.rounds[1]]
                if NOT_FLYING not in sides:
                    taken[sides].append(n)
        seated: dict[tuple[int, int], list[Variable]] = defaultdict(list)
        for (here, there), n in self.have.items():
            seated[here[0], there[0]].append(n)
        for sides, numbers in seated.items():
            self.model.add(sum(numbers) == sum(taken[sides]))

    def _in_order(self) -> None:
        """Fix the order of tables with crews of equal size, which can be exchanged.

        Of two neighbours, the first has no fewer pilots who are at its first place and at the first place of the other
        round.
        """
        for at, lineup in enumerate(self.lineups):
            for table, following in pairwise(range(len(lineup.crew_sizes))):
                if lineup.crew_sizes[table] == lineup.crew_sizes[following]:
                    first, then = (self._with_first(at, number) for number in (table, following))
                    if first is not None and then is not None:
                        self.model.add(first >= then)

    def _with_first(self, at: int, table: int) -> Variable | None:
        """Return the number of pilots with the first place of a table and the first place of the other round.

        None for a table without seats.
        """
        first = min(self.places[1 - at])
        own = min((place for place in self.places[at] if place[1] == table), default=None)
        if own is None:
            return None
        return self.have[(own, first) if at == 0 else (first, own)]

    def _number(self, here: _Mates, there: _Mates) -> tuple[Variable, int]:
        """Return the number of pilots among the mates ``here`` in one round and ``there`` in the other; its maximum."""
        first, second = _mates(self.lineups[0])[here], _mates(self.lineups[1])[there]
        most = min(sum(self.places[0][place] for place in first), sum(self.places[1][place] for place in second))
        number = self.model.new_int_var(0, most, "")
        self.model.add(number == sum(self.have[one, other] for one in first for other in second))
        return number, most

    def _nobody_fights_again(self, together: dict[tuple[_Mates, _Mates], tuple[Variable, int]]) -> None:
        """Forbid that opponents of one round are opponents in the other."""
        anybody = {}
        for pair, (number, most) in together.items():
            anybody[pair] = self.model.new_bool_var("")
            self.model.add(number <= most * anybody[pair])
        for one, other in combinations(together, 2):
            if all(a[0] == b[0] and a[1] != b[1] for a, b in zip(one, other, strict=True)):
                self.model.add_bool_or(~anybody[one], ~anybody[other])


def _places(lineup: Lineup) -> dict[Place, int]:
    """Return the places of a round with their numbers of seats."""
    return {
        (side, table): seats
        for table, sizes in enumerate(lineup.crew_sizes)
        for side, seats in enumerate(sizes)
        if seats
    }


def _mates(lineup: Lineup) -> dict[_Mates, list[Place]]:
    """Return the places of a round, by table and force."""
    found: dict[_Mates, list[Place]] = defaultdict(list)
    for side, table in _places(lineup):
        found[table, lineup.planned.sides[side].force].append((side, table))
    return found
